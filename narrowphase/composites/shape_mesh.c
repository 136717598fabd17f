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
  carom_vec3 scale;
  bool mirrored; /* the corners run the other way round */
  carom__triangle_batch_fn *visit;
  void *context;
  bool ended;
} walk;

static bool visit_as_is(void *context, const carom__triangle_batch *batch) {
  walk *w = context;
  w->ended = !w->visit(w->context, batch);
  return !w->ended;
}

static bool visit_scaled(void *context, const carom__triangle_batch *batch) {
  const walk *w = context;
  const float scale[3] = {w->scale.x, w->scale.y, w->scale.z};
  carom__triangle_batch scaled = *batch;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      for (int lane = 0; lane < CAROM__TRIANGLE_LANES; lane++)
        scaled.corners[w->mirrored ? 2 - i : i][k][lane] = batch->corners[i][k][lane] * scale[k];
  return visit_as_is(context, &scaled);
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

static bool walk_triangles(const carom_shape *shape, const carom_obb *region, bool rough,
                           carom__triangle_batch_fn *visit, void *context) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  walk w = {.scale = scale_of(mesh), .visit = visit, .context = context};
  bool own = w.scale.x == 1 && w.scale.y == 1 && w.scale.z == 1;
  carom__mesh_visitor visitor = {own ? visit_as_is : visit_scaled, &w};
  carom_obb box = *region;
  w.mirrored = w.scale.x * w.scale.y * w.scale.z < 0;
  box.half = vec3_add(box.half, vec3(mesh->radius, mesh->radius, mesh->radius));
  if (own && !rough) {
    carom__mesh_walk_obb(mesh->asset, &box, visitor);
  } else {
    carom_aabb bounds = unscaled_bounds(&box, w.scale);
    carom__mesh_walk(mesh->asset, &bounds, visitor);
  }
  return !w.ended;
}

typedef struct piece_walk {
  float radius;
  carom__piece_fn *visit;
  void *context;
} piece_walk;

static bool visit_lane(const piece_walk *w, const carom__triangle_batch *batch, int lane) {
  carom__triangle triangle;
  carom__triangle_of_batch(batch, lane, w->radius, &triangle);
  const carom__piece piece = {.shape = triangle_shape(&triangle),
                              .triangle = batch->numbers[lane],
                              .material = batch->materials ? batch->materials[lane] : 0};
  return w->visit(w->context, &piece);
}

static bool visit_lanes(void *context, const carom__triangle_batch *batch) {
  bool go_on = true;
  for (int lane = 0; lane < CAROM__TRIANGLE_LANES && go_on; lane++)
    if (batch->lanes >> lane & 1) go_on = visit_lane(context, batch, lane);
  return go_on;
}

static bool walk_pieces(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                        void *context) {
  piece_walk w = {mesh_of(shape)->radius, visit, context};
  return walk_triangles(shape, region, false, visit_lanes, &w);
}

/* --- Points of the surface --- */

/* A triangle at the scale of the shape. */
typedef struct face {
  uint32_t triangle;
  uint8_t material;
  carom_vec3 corners[3], normal; /* as the game gave them, and of the front */
} face;

static face face_of(const carom_mesh_shape *mesh, uint32_t slot) {
  const carom_mesh *asset = mesh->asset;
  carom_vec3 s = scale_of(mesh);
  face f = {.triangle = asset->numbers[slot], .material = asset->materials ? asset->materials[slot] : 0};
  carom__mesh_corners_of(asset, slot, f.corners);
  for (int i = 0; i < 3; i++) f.corners[i] = vec3_mul(f.corners[i], s);
  f.normal = carom__mesh_normal_of(f.corners);
  if (s.x * s.y * s.z < 0) f.normal = vec3_neg(f.normal);
  return f;
}

/* Twice the area of a triangle, as seen along the normal of another. */
static double area_along(carom__dvec3 normal, carom__dvec3 a, carom__dvec3 b, carom__dvec3 c) {
  return dvec3_dot(normal, dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a)));
}

static double within_0_to(double most, double x) { return x > 0 ? (x < most ? x : most) : 0; }

static carom_mesh_point point_on(const face *f, carom__dvec3 at, bool back) {
  carom__dvec3 c[3];
  for (int i = 0; i < 3; i++) c[i] = dvec3_widen(f->corners[i]);
  carom__dvec3 normal = dvec3_cross(dvec3_sub(c[1], c[0]), dvec3_sub(c[2], c[0]));
  double all = dvec3_dot(normal, normal), over = all > 0 ? 1 / all : 0;
  double u = within_0_to(1, area_along(normal, c[0], at, c[2]) * over);
  double v = within_0_to(1 - u, area_along(normal, c[0], c[1], at) * over);
  return (carom_mesh_point){f->triangle, (float)u, (float)v, f->material, back};
}

/* --- The nearest point --- */

/* The nearest point of the sharp surface so far. */
typedef struct mesh_nearest {
  carom__dvec3 p, best;
  uint32_t triangle; /* the one it is on */
  double square;
} mesh_nearest;

static bool try_nearest(void *context, const carom__piece *piece) {
  mesh_nearest *n = context;
  const carom__triangle *t = shape_triangle(&piece->shape);
  carom__dvec3 at = carom__triangle_nearest(t, n->p), way = dvec3_sub(n->p, at);
  double square = dvec3_dot(way, way);
  if (square < n->square) n->square = square, n->best = at, n->triangle = piece->triangle;
  return true;
}

/* Looks ever farther: what is found within the distance that was looked at is the nearest. */
static void search_nearest(const carom_shape *shape, mesh_nearest *n) {
  carom_obb box;
  obb(shape, &box);
  carom_vec3 at = dvec3_narrow(n->p), off = vec3_abs(vec3_sub(at, box.center));
  carom_vec3 beyond = vec3_max(vec3_sub(off, box.half), vec3(0, 0, 0));
  float within = vec3_length(beyond) + vec3_norm1(box.half) * 0x1p-6f;
  for (bool done = false; !done; within *= 2) {
    carom_obb region = {at, mat3_identity(), {within, within, within}};
    walk_pieces(shape, &region, try_nearest, n);
    done = square_root(n->square) <= (double)within;
  }
}

/* At its own size the mesh finds it by itself. */
static void find_nearest(const carom_shape *shape, mesh_nearest *n) {
  const carom_mesh_shape *mesh = mesh_of(shape);
  carom_vec3 s = scale_of(mesh);
  carom__mesh_near near;
  bool own = s.x == 1 && s.y == 1 && s.z == 1;
  n->square = HUGE_VAL;
  if (!own || !carom__mesh_nearest(mesh->asset, dvec3_narrow(n->p), 0x1p59f, &near)) {
    search_nearest(shape, n);
    return;
  }
  n->triangle = near.triangle;
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
  face f = face_of(mesh_of(shape), carom__mesh_slot_of(mesh_of(shape)->asset, n.triangle));
  carom__dvec3 way = dvec3_sub(p, n.best), outward = dvec3_scale(way, side);
  *out = (carom__solid_nearest){.outward = dvec3_normalize_or(outward, dvec3_widen(f.normal))};
  out->distance = side * square_root(n.square) - (double)mesh_of(shape)->radius;
  out->mesh = point_on(&f, n.best, dvec3_dot(way, dvec3_widen(f.normal)) < 0);
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

/* Who is told of the hits of a ray. */
typedef struct ray_walk {
  const carom_mesh_shape *mesh;
  const carom__ray *ray;
  carom__surface_hit_fn *hit;
  void *context;
  double wanted;
} ray_walk;

static carom__dvec3 ray_at(const carom__ray *ray, double fraction) {
  return dvec3_mad(dvec3_widen(ray->origin), dvec3_widen(ray->translation), fraction);
}

/* The ray meets the front, or the back of what has two sides. */
static double tell_sharp(void *context, const carom__mesh_hit *hit) {
  const ray_walk *w = context;
  face f = face_of(w->mesh, hit->slot);
  carom_vec3 normal = hit->front ? f.normal : vec3_neg(f.normal);
  const carom__surface_hit found = {.ray = {.hit = true, .fraction = (float)hit->fraction, .normal = normal},
                                    .mesh = point_on(&f, ray_at(w->ray, hit->fraction), !hit->front)};
  return w->hit(w->context, &found);
}

static void walk_sharp(ray_walk *w) {
  carom_vec3 scale = scale_of(w->mesh);
  const carom__ray local = {unscaled(w->ray->origin, scale), unscaled(w->ray->translation, scale)};
  bool front_only = w->mesh->asset->sides != CAROM_MESH_TWO_SIDED;
  carom__mesh_walk_ray(w->mesh->asset, &local, front_only, tell_sharp, w);
}

static bool tell_round(void *context, const carom__piece *piece) {
  ray_walk *w = context;
  carom__surface_hit found = {.ray = {.hit = false}};
  carom__triangle_class.cast_ray(&piece->shape, w->ray, &found.ray);
  if (!found.ray.hit || (double)found.ray.fraction > w->wanted) return true;
  face f = face_of(w->mesh, carom__mesh_slot_of(w->mesh->asset, piece->triangle));
  bool back = vec3_dot(f.normal, found.ray.normal) < 0;
  if (back && w->mesh->asset->sides != CAROM_MESH_TWO_SIDED) return true;
  carom__dvec3 at = ray_at(w->ray, (double)found.ray.fraction);
  found.mesh = point_on(&f, dvec3_mad(at, dvec3_widen(found.ray.normal), -(double)w->mesh->radius), back);
  w->wanted = w->hit(w->context, &found);
  return true;
}

static void walk_round(const carom_shape *shape, ray_walk *w) {
  carom_vec3 half = vec3_scale(vec3_abs(w->ray->translation), 0.5f);
  carom_obb region = {vec3_mad(w->ray->origin, w->ray->translation, 0.5f), mat3_identity(), half};
  walk_pieces(shape, &region, tell_round, w);
}

static void walk_ray(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                     void *context) {
  ray_walk w = {mesh_of(shape), ray, hit, context, 1};
  if (contains(shape, ray->origin))
    w.wanted = hit(context, &(carom__surface_hit){.ray = {.hit = true, .inside = true}});
  if (w.wanted < 0 || vec3_norm1(ray->translation) == 0) return;
  if (w.mesh->radius > 0)
    walk_round(shape, &w);
  else
    walk_sharp(&w);
}

/* Of equals, the one with the lowest number. */
static double keep_first(void *context, const carom__surface_hit *hit) {
  carom__surface_hit *first = context;
  bool sooner = !first->ray.hit || hit->ray.fraction < first->ray.fraction;
  bool equal = first->ray.hit && hit->ray.fraction == first->ray.fraction;
  if (sooner || (equal && hit->mesh.triangle < first->mesh.triangle)) *first = *hit;
  return first->ray.inside ? -1 : (double)first->ray.fraction;
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__surface_hit first = {.ray = {.hit = false}};
  walk_ray(shape, ray, keep_first, &first);
  *out = first.ray;
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

const carom__asset_class carom__mesh_asset_class = {
    .kind = CAROM_MESH, .write = carom__mesh_write, .read = carom__mesh_read};

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
    .walk_ray = walk_ray,
    .walk = walk_pieces,
    .walk_triangles = walk_triangles,
    .nearest = surface_nearest,
    .is_solid = is_solid,
    .is_connected = is_connected,
    .outline = outline,
};
