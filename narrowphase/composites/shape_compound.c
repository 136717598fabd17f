/* shape_compound.c: the compound, whose pieces are its children, or those of its children that have pieces.
 */
#include "compound.h"
#include "moments.h"
#include "ray_hits.h"
#include "round.h"

static const carom_compound *compound_of(const carom_shape *shape) { return shape->geometry.compound.asset; }

/* The children were checked when it was built. */
static carom_status check_family(const carom_shape *shape, carom_shape_family family) {
  if (!compound_of(shape)) return CAROM_NULL_ARGUMENT;
  return compound_of(shape)->family == family ? CAROM_OK : CAROM_WRONG_FAMILY;
}

static carom_status check(const carom_shape *shape) { return check_family(shape, CAROM_FAMILY_SPATIAL); }
static carom_status check_planar(const carom_shape *shape) {
  return check_family(shape, CAROM_FAMILY_PLANAR);
}

static void obb(const carom_shape *shape, carom_obb *out) {
  *out = carom__obb_of_aabb(&compound_of(shape)->bounds);
}

static void planar_obb(const carom_shape *shape, carom_obb *out) {
  obb(shape, out);
  out->center.z = out->half.z = 0;
}

static carom_vec3 center(const carom_shape *shape) {
  carom_obb box;
  obb(shape, &box);
  return box.center;
}

/* Its children may be apart. */
static bool is_connected(const carom_shape *shape) { return compound_of(shape)->shape_count == 1; }

static bool is_solid(const carom_shape *shape) { return compound_of(shape)->has_solids; }

static bool is_of_convex(const carom_shape *shape) { return !compound_of(shape)->has_pieces; }

/* --- The walks --- */

typedef struct compound_walk {
  const carom_compound *asset;
  const carom_obb *region;
  carom__piece outer; /* whose pieces are visited */
  carom__piece_fn *visit;
  void *context;
} compound_walk;

static bool visit_inner(void *context, const carom__piece *inner) {
  const compound_walk *w = context;
  carom_local_pose place;
  const carom__piece piece = piece_within(&w->outer, inner, &place);
  return w->visit(w->context, &piece);
}

/* The region in the frame of the piece. */
static carom_obb region_of(const compound_walk *w) {
  carom__relative place = local_pose_to_relative(*w->outer.place), back = relative_inverse(&place);
  return tree_box_in(w->region, &back);
}

static bool visit_child(void *context, uint32_t index) {
  compound_walk *w = context;
  const carom__child *child = &w->asset->children[index];
  const carom_compound_child *given = &child->given;
  const carom__shape_class *class = carom__shape_class_of(given->shape.kind);
  w->outer = (carom__piece){.shape = given->shape,
                            .place = &given->pose,
                            .ordinal = child->first,
                            .child = given->number,
                            .material = given->material};
  if (!class->walk_children) return w->visit(w->context, &w->outer);
  carom_obb region = region_of(w);
  return class->walk_children(&given->shape, &region, visit_inner, w);
}

static bool walk_children(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                          void *context) {
  compound_walk w = {.asset = compound_of(shape), .region = region, .visit = visit, .context = context};
  return carom__obb_tree_query(w.asset->tree, region, visit_child, &w);
}

static bool visit_pieces(void *context, const carom__piece *child) {
  compound_walk *w = context;
  const carom__shape_class *class = carom__shape_class_of(child->shape.kind);
  if (!class->walk) return w->visit(w->context, child);
  w->outer = *child;
  carom_obb region = region_of(w);
  return class->walk(&child->shape, &region, visit_inner, w);
}

static bool walk_pieces(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                        void *context) {
  compound_walk w = {.region = region, .visit = visit, .context = context};
  return walk_children(shape, region, visit_pieces, &w);
}

/* --- Rays --- */

typedef struct child_rays {
  const carom_compound *asset;
  const carom__ray *ray;
  carom__surface_hit_fn *hit;
  void *context;
  double wanted;
  const carom__child *child; /* whose hits are told */
  carom__relative place;     /* of the child */
} child_rays;

/* Field by field: a whole one that is copied makes the processor wait for its parts. */
static double tell(child_rays *w, const carom__ray_hit *ray, uint32_t ordinal, const carom_mesh_point *mesh) {
  const carom_compound_child *given = &w->child->given;
  carom__surface_hit hit;
  if ((double)ray->fraction > w->wanted) return w->wanted;
  hit.ray.hit = true;
  hit.ray.inside = ray->inside;
  hit.ray.fraction = ray->fraction;
  hit.ray.normal = mat3_mul_vec3(&w->place.axes, ray->normal);
  hit.ordinal = w->child->first + ordinal;
  hit.child = given->number;
  hit.mesh = *mesh;
  if (given->material) hit.mesh.material = given->material;
  w->wanted = w->hit(w->context, &hit);
  return w->wanted;
}

static double tell_inner(void *context, const carom__surface_hit *hit) {
  return tell(context, &hit->ray, hit->ordinal, &hit->mesh);
}

static float cast_at_child(void *context, uint32_t index, float limit) {
  child_rays *w = context;
  w->child = &w->asset->children[index];
  const carom_shape *shape = &w->child->given.shape;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  w->place = local_pose_to_relative(w->child->given.pose);
  const carom__ray ray = {relative_unapply(&w->place, w->ray->origin),
                          mat3_tmul_vec3(&w->place.axes, w->ray->translation)};
  carom__ray_hit only = {.hit = false};
  if (class->walk_ray)
    class->walk_ray(shape, &ray, tell_inner, w);
  else
    class->cast_ray(shape, &ray, &only);
  if (only.hit) tell(w, &only, 0, &(carom_mesh_point){.triangle = 0});
  return lesser_float(limit, double_round_up(w->wanted));
}

static void walk_ray(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                     void *context) {
  child_rays w = {.asset = compound_of(shape), .ray = ray, .hit = hit, .context = context, .wanted = 1};
  carom__obb_tree_cast_ray(w.asset->tree, ray->origin, ray->translation, cast_at_child, &w);
}

/* --- Drawing --- */

typedef struct drawing {
  const carom__outline *out;
  carom__relative place;
} drawing;

/* Places what a child draws; of the normals, which may be missing, the placed ones are returned. */
static const carom_vec3 *place_drawn(const drawing *d, int count, const carom_vec3 *places,
                                     const carom_vec3 *normals, carom_vec3 *placed, carom_vec3 *turned) {
  for (int i = 0; i < count; i++) placed[i] = relative_apply(&d->place, places[i]);
  for (int i = 0; i < count && normals; i++) turned[i] = mat3_mul_vec3(&d->place.axes, normals[i]);
  return normals ? turned : NULL;
}

static void draw_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  const drawing *d = context;
  carom_vec3 placed[2], turned[2];
  normals = place_drawn(d, 2, ends, normals, placed, turned);
  d->out->line(d->out->context, placed, normals);
}

static void draw_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  const drawing *d = context;
  carom_vec3 placed[3], turned[3];
  normals = place_drawn(d, 3, corners, normals, placed, turned);
  d->out->triangle(d->out->context, placed, normals);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  const carom_compound *compound = compound_of(shape);
  for (uint32_t i = 0; i < compound->child_count; i++) {
    const carom_compound_child *given = &compound->children[i].given;
    drawing d = {out, local_pose_to_relative(given->pose)};
    const carom__outline placed = {out->line ? draw_line : NULL, out->triangle ? draw_triangle : NULL, &d,
                                   out->detail};
    carom__shape_class_of(given->shape.kind)->outline(&given->shape, &placed);
  }
}

const carom__asset_class carom__compound_asset_class = {CAROM_COMPOUND, carom__compound_write,
                                                        carom__compound_read, carom__compound_drop};

/* Each child counts, also where they overlap. */
static carom_status moments(const carom_shape *shape, carom__moments *out) {
  const carom_compound *compound = compound_of(shape);
  *out = (carom__moments){.volume = 0};
  for (uint32_t i = 0; i < compound->child_count; i++) {
    const carom_compound_child *child = &compound->children[i].given;
    carom__relative place = local_pose_to_relative(child->pose);
    carom__moments part;
    carom_status status = carom__shape_moments(&child->shape, &part);
    if (status) return status;
    carom__moments_add_placed(out, &part, &place);
  }
  return CAROM_OK;
}

/* What both families have alike; their compounds lie at the same place in a shape. */
#define COMPOUND_COLUMNS                                                                                     \
  .sizes_at = offsetof(carom_shape, geometry.compound),                                                      \
  .asset_at = offsetof(carom_shape, geometry.compound.asset), .asset_class = &carom__compound_asset_class,   \
  .center = center, .cast_ray = carom__ray_hits_cast, .walk_ray = walk_ray, .walk = walk_pieces,             \
  .walk_children = walk_children, .is_solid = is_solid, .is_of_convex = is_of_convex,                        \
  .is_connected = is_connected, .moments = moments, .outline = outline

const carom__shape_class carom__compound_class = {COMPOUND_COLUMNS, .check = check, .obb = obb};
const carom__shape_class carom__planar_compound_class = {COMPOUND_COLUMNS, .check = check_planar,
                                                         .obb = planar_obb};
