/* triangles.c: the surface of a scaled asset of triangles, with a radius around each. */
#include "triangles.h"

#include "box_core.h"
#include "pose.h"
#include "round.h"
#include "triangle_nearest.h"

/* --- The parts of the shape --- */

typedef struct surface {
  const carom__triangle_source *source;
  const carom__asset *asset;
  carom_vec3 scale;
  float radius;
} surface;

static carom_vec3 given_scale(const carom_shape *shape) {
  carom_vec3 s;
  memcpy(&s, (const char *)shape + carom__shape_class_of(shape->kind)->sizes_at, sizeof s);
  return s;
}

carom_vec3 carom__triangles_scale(const carom_shape *shape) {
  carom_vec3 s = given_scale(shape);
  return s.x == 0 && s.y == 0 && s.z == 0 ? vec3(1, 1, 1) : s;
}

static surface surface_of(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return (surface){.source = class->triangles,
                   .asset = shape_asset(shape),
                   .scale = carom__triangles_scale(shape),
                   .radius = shape_radius(class, shape)};
}

/* Do the corners run the other way round? */
static bool is_mirrored(const surface *s) { return s->scale.x * s->scale.y * s->scale.z < 0; }

/* Is it as large as the asset? */
static bool is_own_size(const surface *s) { return s->scale.x == 1 && s->scale.y == 1 && s->scale.z == 1; }

static carom_vec3 unscaled(carom_vec3 v, carom_vec3 scale) {
  return vec3(v.x / scale.x, v.y / scale.y, v.z / scale.z);
}

bool carom__triangles_are_solid(const carom_shape *shape) {
  surface s = surface_of(shape);
  return s.source->sides(s.asset) == CAROM_MESH_SOLID;
}

static bool is_one_sided(const surface *s) { return s->source->sides(s->asset) != CAROM_MESH_TWO_SIDED; }

/* Largest along any axis after scaling. */
static bool scale_is_valid(const surface *s) {
  carom_vec3 size = vec3_abs(s->scale);
  carom_aabb bounds = s->source->bounds(s->asset);
  carom_vec3 reach = vec3_mul(size, vec3_max(vec3_abs(bounds.min), vec3_abs(bounds.max)));
  return carom__size_in_range(size.x) && carom__size_in_range(size.y) && carom__size_in_range(size.z) &&
         vec3_is_within(reach, CAROM_SIZE_MAX);
}

carom_status carom__triangles_check(const carom_shape *shape) {
  if (!shape_asset(shape)) return CAROM_NULL_ARGUMENT;
  /* before it is compared: a signalling NaN of a forged save would raise an exception */
  if (!vec3_is_finite(given_scale(shape))) return CAROM_NOT_FINITE;
  surface s = surface_of(shape);
  return scale_is_valid(&s) ? carom__rounding_check(s.radius) : CAROM_BAD_SIZE;
}

void carom__triangles_obb(const carom_shape *shape, carom_obb *out) {
  surface s = surface_of(shape);
  carom_aabb bounds = s.source->bounds(s.asset);
  carom_vec3 a = vec3_mul(bounds.min, s.scale), b = vec3_mul(bounds.max, s.scale);
  carom_vec3 low = vec3_min(a, b), high = vec3_max(a, b);
  out->axes = mat3_identity();
  out->center = vec3_scale(vec3_add(low, high), 0.5f);
  out->half = vec3_max(vec3_sub(high, out->center), vec3_sub(out->center, low));
  out->half = rounded_half(out->half, s.radius);
}

carom_vec3 carom__triangles_center(const carom_shape *shape) {
  carom_obb box;
  carom__triangles_obb(shape, &box);
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

bool carom__triangles_walk_triangles(const carom_shape *shape, const carom_obb *region, bool rough,
                                     carom__triangle_batch_fn *visit, void *context) {
  surface s = surface_of(shape);
  walk w = {.scale = s.scale, .mirrored = is_mirrored(&s), .visit = visit, .context = context};
  bool own = is_own_size(&s);
  carom__mesh_visitor visitor = {own ? visit_as_is : visit_scaled, &w};
  carom_obb box = *region;
  box.half = vec3_add(box.half, vec3(s.radius, s.radius, s.radius));
  if (own && !rough) {
    s.source->walk_obb(s.asset, &box, visitor);
  } else {
    carom_aabb bounds = unscaled_bounds(&box, s.scale);
    s.source->walk(s.asset, &bounds, visitor);
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

bool carom__triangles_walk(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                           void *context) {
  piece_walk w = {shape_radius(carom__shape_class_of(shape->kind), shape), visit, context};
  return carom__triangles_walk_triangles(shape, region, false, visit_lanes, &w);
}

/* --- Points of the surface --- */

/* A triangle at the scale of the shape. */
typedef struct face {
  uint32_t triangle;
  uint8_t material;
  carom_vec3 corners[3], normal; /* as the game gave them, and of the front */
} face;

/* Scales what is set but for the normal, and sets that. */
static void scale_face(const surface *s, face *f) {
  for (int i = 0; i < 3; i++) f->corners[i] = vec3_mul(f->corners[i], s->scale);
  f->normal = carom__mesh_normal_of(f->corners);
  if (is_mirrored(s)) f->normal = vec3_neg(f->normal);
}

static face face_of(const surface *s, uint32_t number) {
  face f = {.triangle = number};
  s->source->triangle(s->asset, number, f.corners, &f.material);
  scale_face(s, &f);
  return f;
}

/* What is met need not be looked up. */
static face face_of_hit(const surface *s, const carom__mesh_hit *hit) {
  face f = {.triangle = hit->triangle, .material = hit->material};
  memcpy(f.corners, hit->corners, sizeof f.corners);
  scale_face(s, &f);
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

static void try_corners(mesh_nearest *n, const carom__triangle *t, uint32_t number) {
  carom__dvec3 at = carom__triangle_nearest(t, n->p), way = dvec3_sub(n->p, at);
  double square = dvec3_dot(way, way);
  bool first = square == n->square && number < n->triangle;
  if (square < n->square || first) n->square = square, n->best = at, n->triangle = number;
}

static bool try_piece(void *context, const carom__piece *piece) {
  try_corners(context, shape_triangle(&piece->shape), piece->triangle);
  return true;
}

/* Looks ever farther: what is found within the distance that was looked at is the nearest. */
static void search_nearest(const carom_shape *shape, mesh_nearest *n) {
  carom_obb box;
  carom__triangles_obb(shape, &box);
  carom_vec3 at = dvec3_narrow(n->p), off = vec3_abs(vec3_sub(at, box.center));
  carom_vec3 beyond = vec3_max(vec3_sub(off, box.half), vec3(0, 0, 0));
  float within = vec3_length(beyond) + vec3_norm1(box.half) * 0x1p-6f;
  for (bool done = false; !done; within *= 2) {
    carom_obb region = {at, mat3_identity(), {within, within, within}};
    carom__triangles_walk(shape, &region, try_piece, n);
    done = square_root(n->square) <= (double)within;
  }
}

typedef struct nearest_search {
  mesh_nearest *nearest;
  carom__approach approach;
} nearest_search;

static bool try_batch(void *context, const carom__triangle_batch *batch) {
  nearest_search *s = context;
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1) {
    int lane = bits_lowest(lanes);
    carom__triangle t;
    for (int i = 0; i < 3; i++) t.corners[i] = triangle_batch_corner(batch, lane, i);
    try_corners(s->nearest, &t, batch->numbers[lane]);
  }
  s->approach.limit = (float)square_root(s->nearest->square) * (1 + 0x1p-20f);
  return true;
}

static void approach_point(const surface *of, mesh_nearest *n) {
  nearest_search s = {.nearest = n};
  carom_vec3 p = dvec3_narrow(n->p);
  s.approach = (carom__approach){.box = {p, mat3_identity(), {0, 0, 0}},
                                 .inner = p,
                                 .scale = of->scale,
                                 .limit = HUGE_VALF,
                                 .visit = try_batch,
                                 .context = &s};
  of->source->approach(of->asset, &s.approach);
}

/* At its own size the asset finds it by itself. */
static void find_nearest(const carom_shape *shape, const surface *s, mesh_nearest *n) {
  carom__mesh_near near;
  n->square = HUGE_VAL;
  if (!is_own_size(s) || !s->source->nearest(s->asset, dvec3_narrow(n->p), 0x1p59f, &near)) {
    if (s->source->approach)
      approach_point(s, n);
    else
      search_nearest(shape, n);
    return;
  }
  n->triangle = near.triangle;
  n->best = dvec3_widen(near.point);
  n->square = near.distance * near.distance;
}

/* Visits what is as near to a box as a distance. */
static bool visit_about(const carom_shape *shape, const surface *s, const carom_obb *box, float distance,
                        const carom__approach *approach) {
  const carom_mat3 straight = mat3_identity();
  float size = vec3_norm1(box->center) + vec3_norm1(box->half) + distance;
  float more = distance + size * 0x1p-20f - s->radius;
  const carom_obb region = {box->center, box->axes, vec3_add(box->half, vec3(more, more, more))};
  bool rough = memcmp(&box->axes, &straight, sizeof straight) == 0;
  return carom__triangles_walk_triangles(shape, &region, rough, approach->visit, approach->context);
}

/* Visits what is nearest to a point of what asks; false when that ended the walk. */
static bool visit_nearest(const carom_shape *shape, const surface *s, const carom__approach *approach) {
  mesh_nearest n = {.p = dvec3_widen(approach->inner)};
  find_nearest(shape, s, &n);
  const carom_obb at = {dvec3_narrow(n.best), mat3_identity(), {0, 0, 0}};
  return visit_about(shape, s, &at, 0, approach);
}

/* No triangle is wanted that is farther than the one that is nearest to a point of what asks. To find that
 * one first is not worth it where few are within the limit. */
static void approach_by_region(const carom_shape *shape, const surface *s, carom__approach *approach) {
  if (approach->is_close || visit_nearest(shape, s, approach))
    visit_about(shape, s, &approach->box, approach->limit, approach);
}

void carom__triangles_approach(const carom_shape *shape, carom__approach *approach) {
  surface s = surface_of(shape);
  approach->scale = s.scale;
  if (s.source->approach)
    s.source->approach(s.asset, approach);
  else
    approach_by_region(shape, &s, approach);
}

static bool encloses(const surface *s, carom_vec3 p) {
  return s->source->sides(s->asset) == CAROM_MESH_SOLID &&
         s->source->contains(s->asset, unscaled(p, s->scale));
}

void carom__triangles_nearest(const carom_shape *shape, carom__dvec3 p, carom__solid_nearest *out) {
  surface s = surface_of(shape);
  double side = encloses(&s, dvec3_narrow(p)) ? -1 : 1;
  mesh_nearest n = {.p = p};
  find_nearest(shape, &s, &n);
  face f = face_of(&s, n.triangle);
  carom__dvec3 way = dvec3_sub(p, n.best), outward = dvec3_scale(way, side);
  *out = (carom__solid_nearest){.outward = dvec3_normalize_or(outward, dvec3_widen(f.normal))};
  out->distance = side * square_root(n.square) - (double)s.radius;
  out->mesh = point_on(&f, n.best, dvec3_dot(way, dvec3_widen(f.normal)) < 0);
}

/* --- Rays --- */

/* Is a point inside a solid, or within the radius? */
static bool contains(const carom_shape *shape, const surface *s, carom_vec3 p) {
  if (encloses(s, p)) return true;
  if (s->radius == 0) return false;
  mesh_nearest n = {.p = dvec3_widen(p)};
  find_nearest(shape, s, &n);
  return n.square <= (double)s->radius * (double)s->radius;
}

/* Who is told of the hits of a ray. */
typedef struct ray_walk {
  surface surface;
  const carom__ray *ray;
  carom__surface_hit_fn *hit;
  void *context;
  double wanted;
  bool inside; /* it begins inside */
} ray_walk;

static carom__dvec3 ray_at(const carom__ray *ray, double fraction) {
  return dvec3_mad(dvec3_widen(ray->origin), dvec3_widen(ray->translation), fraction);
}

/* Fractions that are one when they are rounded to floats are equal, so those that round to the greatest
 * wanted one are wanted too. */
static double before_rounding(double wanted) { return wanted * (1 + 0x1p-24) + 0x1p-150; }

/* The ray meets the front, or the back of what has two sides. */
static double tell_sharp(void *context, const carom__mesh_hit *hit) {
  const ray_walk *w = context;
  face f = face_of_hit(&w->surface, hit);
  carom_vec3 normal = hit->front ? f.normal : vec3_neg(f.normal);
  const carom__surface_hit found = {.ray = {.hit = true, .fraction = (float)hit->fraction, .normal = normal},
                                    .mesh = point_on(&f, ray_at(w->ray, hit->fraction), !hit->front)};
  return before_rounding(w->hit(w->context, &found));
}

static void walk_sharp(ray_walk *w) {
  const surface *s = &w->surface;
  const carom__ray local = {unscaled(w->ray->origin, s->scale), unscaled(w->ray->translation, s->scale)};
  s->source->walk_ray(s->asset, &local, is_one_sided(s), tell_sharp, w);
}

/* A ray that begins within a round triangle enters it no more. Where only rounding says that it begins there,
 * it enters at once, unless it leads away. False when it does not enter. */
static bool enter_at_once(const ray_walk *w, const carom_shape *triangle, carom__ray_hit *hit) {
  carom__dvec3 from = dvec3_widen(w->ray->origin), to = dvec3_widen(w->ray->translation);
  carom__dvec3 way = dvec3_sub(from, carom__triangle_nearest(shape_triangle(triangle), from));
  if (w->inside || !(dvec3_dot(way, to) < 0)) return false;
  *hit = (carom__ray_hit){.hit = true, .normal = dvec3_narrow(dvec3_normalize_or(way, dvec3(0, 0, 0)))};
  return true;
}

static bool tell_round(void *context, const carom__piece *piece) {
  ray_walk *w = context;
  carom__surface_hit found = {.ray = {.hit = false}};
  carom__facet_class.cast_ray(&piece->shape, w->ray, &found.ray);
  if (!found.ray.hit || (double)found.ray.fraction > w->wanted) return true;
  if (found.ray.inside && !enter_at_once(w, &piece->shape, &found.ray)) return true;
  face f = face_of(&w->surface, piece->triangle);
  bool back = vec3_dot(f.normal, found.ray.normal) < 0;
  if (back && is_one_sided(&w->surface)) return true;
  carom__dvec3 at = ray_at(w->ray, (double)found.ray.fraction);
  found.mesh = point_on(&f, dvec3_mad(at, dvec3_widen(found.ray.normal), -(double)w->surface.radius), back);
  w->wanted = w->hit(w->context, &found);
  return true;
}

static void walk_round(const carom_shape *shape, ray_walk *w) {
  carom_vec3 half = vec3_scale(vec3_abs(w->ray->translation), 0.5f);
  carom_obb region = {vec3_mad(w->ray->origin, w->ray->translation, 0.5f), mat3_identity(), half};
  carom__triangles_walk(shape, &region, tell_round, w);
}

void carom__triangles_walk_ray(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                               void *context) {
  ray_walk w = {surface_of(shape), ray, hit, context, 1, false};
  w.inside = contains(shape, &w.surface, ray->origin);
  if (w.inside) w.wanted = hit(context, &(carom__surface_hit){.ray = {.hit = true, .inside = true}});
  if (w.wanted < 0 || vec3_norm1(ray->translation) == 0) return;
  if (w.surface.radius > 0)
    walk_round(shape, &w);
  else
    walk_sharp(&w);
}

/* --- Drawing --- */

/* Each triangle, sharp; an edge of two triangles is drawn twice. */
static bool draw_triangle(void *context, const carom__piece *piece) {
  const carom__outline *out = context;
  const carom__triangle *triangle = shape_triangle(&piece->shape);
  const carom_vec3 *c = triangle->corners;
  draw_facet(out, triangle->normal, c[0], c[1], c[2]);
  for (int i = 0; i < 3; i++) draw_wire(out, c[i], c[(i + 1) % 3]);
  return true;
}

void carom__triangles_outline(const carom_shape *shape, const carom__outline *out) {
  carom__outline copy = *out;
  carom_obb all;
  carom__triangles_obb(shape, &all);
  carom__triangles_walk(shape, &all, draw_triangle, &copy);
}
