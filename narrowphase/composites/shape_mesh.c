/* shape_mesh.c: the triangle mesh, scaled and mirrored by the shape, with a radius around each triangle.
 *
 * The main file of the room composites, which has one file for each kind that is not convex. The room uses
 * shape and the rooms of its assets. Rooms above it reach a kind through its class. */
#include "box_core.h"
#include "mesh.h"
#include "pose.h"
#include "round.h"
#include "shape_class.h"
#include "triangle_nearest.h"

static const carom_mesh_shape *mesh_of(const carom_shape *shape) { return &shape->geometry.mesh; }

/* A scale of zero stands for one. */
static carom_vec3 scale_of(const carom_mesh_shape *mesh) {
  carom_vec3 s = mesh->scale;
  return s.x == 0 && s.y == 0 && s.z == 0 ? vec3(1, 1, 1) : s;
}

/* Largest along any axis after scaling. */
static bool scale_is_valid(const carom_mesh_shape *mesh) {
  carom_vec3 s = vec3_abs(scale_of(mesh));
  const carom_aabb *bounds = &mesh->asset->bounds;
  carom_vec3 reach = vec3_mul(s, vec3_max(vec3_abs(bounds->min), vec3_abs(bounds->max)));
  return carom__size_in_range(s.x) && carom__size_in_range(s.y) && carom__size_in_range(s.z) &&
         vec3_is_within(reach, CAROM_SIZE_MAX);
}

static carom_status check(const carom_shape *shape) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  if (!mesh->asset) return CAROM_NULL_ARGUMENT;
  if (!vec3_is_finite(mesh->scale)) return CAROM_NOT_FINITE;
  return scale_is_valid(mesh) ? carom__rounding_check(mesh->radius) : CAROM_BAD_SIZE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  carom_vec3 a = vec3_mul(mesh->asset->bounds.min, scale_of(mesh)),
             b = vec3_mul(mesh->asset->bounds.max, scale_of(mesh));
  carom_vec3 low = vec3_min(a, b), high = vec3_max(a, b);
  out->axes = mat3_identity();
  out->center = vec3_scale(vec3_add(low, high), 0.5f);
  out->half = vec3_max(vec3_sub(high, out->center), vec3_sub(out->center, low));
  out->half = rounded_half(out->half, mesh->radius);
}

/* All corners, for the bounds. A lane without a triangle stands for the first of its leaf. */
static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  uint32_t slot = index / 3, leaf = slot / CAROM__MESH_LANES;
  bool used = mesh->asset->numbers[slot] != UINT32_MAX;
  carom_vec3 corners[3];
  carom__mesh_corners_of(mesh->asset, used ? slot : leaf * CAROM__MESH_LANES, corners);
  return vec3_mul(corners[index % 3], scale_of(mesh));
}

static uint32_t vertex_count(const carom_shape *shape) {
  return 3 * CAROM__MESH_LANES * mesh_of(shape)->asset->leaf_count;
}

static carom_vec3 center(const carom_shape *shape) {
  carom_obb box;
  obb(shape, &box);
  return box.center;
}

/* --- The walk over triangles --- */

typedef struct walk {
  const carom_mesh *asset;
  carom_vec3 scale;
  bool mirrored; /* the corners run the other way round */
  float radius;
  carom__piece_fn *visit;
  void *context;
  bool ended;
} walk;

static void set_triangle(const walk *w, const carom__mesh_batch *batch, int lane, carom__triangle *out) {
  for (int i = 0; i < 3; i++) {
    int corner = w->mirrored ? 2 - i : i;
    out->corners[i] = vec3_mul(carom__mesh_batch_corner(batch, lane, corner), w->scale);
  }
  out->normal = carom__mesh_normal_of(out->corners);
  out->radius = w->radius;
  out->one_sided = w->asset->sides != CAROM_MESH_TWO_SIDED;
}

static bool visit_lane(walk *w, const carom__mesh_batch *batch, int lane) {
  carom__triangle triangle;
  set_triangle(w, batch, lane, &triangle);
  const carom__piece piece = {.shape = triangle_shape(&triangle),
                              .triangle = batch->numbers[lane],
                              .material = batch->materials ? batch->materials[lane] : 0};
  return w->visit(w->context, &piece);
}

static bool visit_batch(void *context, const carom__mesh_batch *batch) {
  walk *w = context;
  for (int lane = 0; lane < CAROM__MESH_LANES && !w->ended; lane++)
    if (batch->lanes >> lane & 1) w->ended = !visit_lane(w, batch, lane);
  return !w->ended;
}

/* The bounds of a box before the scale was applied, and a little more. */
static carom_aabb unscaled_bounds(const carom_obb *box, carom_vec3 scale) {
  carom_vec3 half = box_reach(box->half, &box->axes), one = {1, 1, 1};
  carom_vec3 by = vec3(one.x / scale.x, one.y / scale.y, one.z / scale.z);
  float slack = 32 * 0x1p-24f;
  half = vec3_add(half, vec3_scale(vec3_add(half, vec3_abs(box->center)), slack));
  carom_vec3 a = vec3_mul(vec3_sub(box->center, half), by), b = vec3_mul(vec3_add(box->center, half), by);
  return (carom_aabb){vec3_min(a, b), vec3_max(a, b)};
}

static bool walk_pieces(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                        void *context) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  walk w = {.asset = mesh->asset, .scale = scale_of(mesh), .radius = mesh->radius, .visit = visit};
  carom__mesh_visitor visitor = {visit_batch, &w};
  carom_obb box = *region;
  w.context = context;
  w.mirrored = w.scale.x * w.scale.y * w.scale.z < 0;
  box.half = vec3_add(box.half, vec3(w.radius, w.radius, w.radius));
  if (w.scale.x == 1 && w.scale.y == 1 && w.scale.z == 1) {
    carom__mesh_walk_obb(mesh->asset, &box, visitor);
  } else {
    carom_aabb bounds = unscaled_bounds(&box, w.scale);
    carom__mesh_walk(mesh->asset, &bounds, visitor);
  }
  return !w.ended;
}

/* --- The nearest point --- */

/* The nearest point of the sharp surface so far. */
typedef struct mesh_nearest {
  carom__dvec3 p, best;
  carom_vec3 normal; /* of the triangle it is on */
  double square;
} mesh_nearest;

static bool try_nearest(void *context, const carom__piece *piece) {
  mesh_nearest *n = context;
  const carom__triangle *t = shape_triangle(&piece->shape);
  carom__dvec3 at = carom__triangle_nearest(t, n->p), way = dvec3_sub(n->p, at);
  double square = dvec3_dot(way, way);
  if (square < n->square) n->square = square, n->best = at, n->normal = t->normal;
  return true;
}

/* Looks ever farther: what is found within the distance that was looked at is the nearest. */
static void search_nearest(const carom_shape *shape, mesh_nearest *n) {
  carom_obb box;
  obb(shape, &box);
  carom_vec3 at = dvec3_narrow(n->p), off = vec3_abs(vec3_sub(at, box.center));
  carom_vec3 beyond = vec3_max(vec3_sub(off, box.half), vec3(0, 0, 0));
  float within = vec3_length(beyond) + vec3_norm1(box.half) * 0x1p-6f;
  for (; !(square_root(n->square) <= (double)within); within *= 2) {
    carom_obb region = {at, mat3_identity(), {within, within, within}};
    walk_pieces(shape, &region, try_nearest, n);
  }
}

/* At its own size the mesh finds it by itself. */
static void find_nearest(const carom_shape *shape, mesh_nearest *n) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  carom_vec3 s = scale_of(mesh), corners[3];
  carom__mesh_near near;
  bool own = s.x == 1 && s.y == 1 && s.z == 1;
  n->square = HUGE_VAL;
  if (!own || !carom__mesh_nearest(mesh->asset, dvec3_narrow(n->p), 0x1p59f, &near)) {
    search_nearest(shape, n);
    return;
  }
  carom__mesh_corners_of(mesh->asset, near.slot, corners);
  n->normal = carom__mesh_normal_of(corners);
  n->best = dvec3_widen(near.point);
  n->square = near.distance * near.distance;
}

static carom_vec3 unscaled(carom_vec3 v, carom_vec3 scale) {
  return vec3(v.x / scale.x, v.y / scale.y, v.z / scale.z);
}

static bool is_solid(const carom_shape *shape) { return mesh_of(shape)->asset->sides == CAROM_MESH_SOLID; }
static bool is_connected(const carom_shape *shape) { return mesh_of(shape)->asset->report.parts == 1; }

static bool encloses(const carom_shape *shape, carom_vec3 p) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  return is_solid(shape) && carom__mesh_contains(mesh->asset, unscaled(p, scale_of(mesh)));
}

static void surface_nearest(const carom_shape *shape, carom__dvec3 p, carom__solid_nearest *out) {
  double side = encloses(shape, dvec3_narrow(p)) ? -1 : 1;
  mesh_nearest n = {.p = p};
  find_nearest(shape, &n);
  carom__dvec3 outward = dvec3_scale(dvec3_sub(p, n.best), side);
  *out = (carom__solid_nearest){.outward = dvec3_normalize_or(outward, dvec3_widen(n.normal))};
  out->distance = side * square_root(n.square) - (double)mesh_of(shape)->radius;
}

/* --- Rays --- */

/* Is a point inside a solid, or within the radius? */
static bool contains(const carom_shape *shape, carom_vec3 p) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  if (encloses(shape, p)) return true;
  if (mesh->radius == 0) return false;
  mesh_nearest n = {.p = dvec3_widen(p)};
  find_nearest(shape, &n);
  return n.square <= (double)mesh->radius * (double)mesh->radius;
}

/* The ray meets the front, or the back of what has two sides. */
static void cast_sharp(const carom_mesh_shape *mesh, const carom__ray *ray, carom__ray_hit *out) {
  carom_vec3 scale = scale_of(mesh), corners[3];
  const carom__ray local = {unscaled(ray->origin, scale), unscaled(ray->translation, scale)};
  carom__mesh_hit hit;
  if (!carom__mesh_cast_ray(mesh->asset, &local, mesh->asset->sides != CAROM_MESH_TWO_SIDED, &hit)) return;
  carom__mesh_corners_of(mesh->asset, hit.slot, corners);
  for (int i = 0; i < 3; i++) corners[i] = vec3_mul(corners[i], scale);
  carom_vec3 normal = carom__mesh_normal_of(corners);
  if (vec3_dot(normal, ray->translation) > 0) normal = vec3_neg(normal);
  *out = (carom__ray_hit){.hit = true, .fraction = (float)hit.fraction, .normal = normal};
}

typedef struct round_cast {
  const carom__ray *ray;
  carom__ray_hit *out;
} round_cast;

static bool cast_at_triangle(void *context, const carom__piece *piece) {
  round_cast *c = context;
  carom__ray_hit hit;
  carom__triangle_class.cast_ray(&piece->shape, c->ray, &hit);
  if (hit.hit && (!c->out->hit || hit.fraction < c->out->fraction)) *c->out = hit;
  return true;
}

static void cast_round(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom_vec3 half = vec3_scale(vec3_abs(ray->translation), 0.5f);
  carom_obb region = {vec3_mad(ray->origin, ray->translation, 0.5f), mat3_identity(), half};
  round_cast c = {ray, out};
  walk_pieces(shape, &region, cast_at_triangle, &c);
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  *out = (carom__ray_hit){.hit = false};
  if (contains(shape, ray->origin))
    out->hit = out->inside = true;
  else if (mesh_of(shape)->radius > 0)
    cast_round(shape, ray, out);
  else
    cast_sharp(mesh_of(shape), ray, out);
}

/* --- Drawing --- */

/* Each triangle, sharp; an edge of two triangles is drawn twice. */
static bool draw_triangle(void *context, const carom__piece *piece) {
  const carom__outline *out = context;
  const carom_vec3 *c = shape_triangle(&piece->shape)->corners;
  if (out->triangle) out->triangle(out->context, c[0], c[1], c[2]);
  for (int i = 0; i < 3 && out->line; i++) out->line(out->context, c[i], c[(i + 1) % 3]);
  return true;
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  carom__outline copy = *out;
  carom_obb all;
  obb(shape, &all);
  walk_pieces(shape, &all, draw_triangle, &copy);
}

const carom__asset_class carom__mesh_asset_class = {CAROM_MESH, carom__mesh_write, carom__mesh_read};

const carom__shape_class carom__mesh_class = {
    .sizes_at = offsetof(carom_shape, geometry.mesh.scale),
    .size_count = 4,
    .asset_at = offsetof(carom_shape, geometry.mesh.asset),
    .asset_class = &carom__mesh_asset_class,
    .radius_at = offsetof(carom_shape, geometry.mesh.radius),
    .check = check,
    .obb = obb,
    .vertex = vertex,
    .vertex_count = vertex_count,
    .center = center,
    .cast_ray = cast_ray,
    .walk = walk_pieces,
    .nearest = surface_nearest,
    .is_solid = is_solid,
    .is_connected = is_connected,
    .outline = outline,
};
