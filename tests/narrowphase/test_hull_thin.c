/* test_hull_thin.c: plates, needles and blades of every thinness: what is accepted is the hull of its points,
 * for its vertices (distances, casts) as for its planes (rays), by brute force in long double. The surface of
 * the hull of a few points is that of all triangles of three of them that no other point lies beyond. */
#include "carom/hull.h"

#include <string.h>

#include "carom/carom.h"
#include "hull.h"
#include "shape_class.h"
#include "testing.h"
#include "vec.h"

enum { MOST_POINTS = 12, MOST_TRIANGLES = MOST_POINTS * (MOST_POINTS - 1) * (MOST_POINTS - 2) / 6 };

typedef struct point {
  long double x, y, z;
} point;

static point add(point a, point b, long double s) {
  return (point){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static point way(point from, point to) { return add(to, from, -1); }
static long double dot(point a, point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static point cross(point a, point b) {
  return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static point widen(carom_vec3 v) { return (point){(long double)v.x, (long double)v.y, (long double)v.z}; }

/* --- The truth --- */

/* The surface of the hull of some points. */
typedef struct surface {
  point triangles[MOST_TRIANGLES][3]; /* seen from outside either way round */
  int count;
} surface;

/* Do all points lie on one side of the plane of three of them, but for the rounding of long doubles? */
static bool is_outer(const carom_vec3 *points, int count, const point t[3], long double size) {
  point normal = cross(way(t[0], t[1]), way(t[0], t[2]));
  long double low = 0, high = 0, none = 1e-15L * size * sqrtl(dot(normal, normal));
  for (int i = 0; i < count; i++) {
    long double at = dot(normal, way(t[0], widen(points[i])));
    low = fminl(low, at), high = fmaxl(high, at);
  }
  return low >= -none || high <= none;
}

static void find_surface(const carom_vec3 *points, int count, long double size, surface *out) {
  out->count = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++) {
        const point t[3] = {widen(points[i]), widen(points[j]), widen(points[k])};
        if (is_outer(points, count, t, size)) memcpy(out->triangles[out->count++], t, sizeof t);
      }
}

static long double from_segment(point a, point b, point p) {
  point along = way(a, b), off = way(a, p);
  long double whole = dot(along, along), t = whole > 0 ? dot(off, along) / whole : 0;
  off = add(off, along, -fminl(fmaxl(t, 0), 1));
  return sqrtl(dot(off, off));
}

static long double from_triangle(const point t[3], point p) {
  point normal = cross(way(t[0], t[1]), way(t[0], t[2]));
  long double least = HUGE_VALL, square = dot(normal, normal);
  bool above = square > 0;
  for (int i = 0; i < 3; i++) {
    point a = t[i], b = t[(i + 1) % 3];
    above = above && dot(cross(way(a, b), way(a, p)), normal) >= 0;
    least = fminl(least, from_segment(a, b, p));
  }
  return above ? fminl(least, fabsl(dot(normal, way(t[0], p))) / sqrtl(square)) : least;
}

static long double from_surface(const surface *s, point p) {
  long double least = HUGE_VALL;
  for (int i = 0; i < s->count; i++) least = fminl(least, from_triangle(s->triangles[i], p));
  return least;
}

/* Where a line first and last meets the surface; enter > leave when it does not. */
static void cross_surface(const surface *s, point origin, point along, long double *enter,
                          long double *leave) {
  *enter = HUGE_VALL, *leave = -HUGE_VALL;
  for (int i = 0; i < s->count; i++) {
    const point *t = s->triangles[i];
    point normal = cross(way(t[0], t[1]), way(t[0], t[2]));
    long double speed = dot(normal, along), sign = speed < 0 ? -1 : 1;
    bool through = speed != 0;
    for (int e = 0; e < 3; e++)
      through = through && sign * dot(along, cross(way(origin, t[e]), way(origin, t[(e + 1) % 3]))) >= 0;
    if (!through) continue;
    long double at = dot(normal, way(origin, t[0])) / speed;
    *enter = fminl(*enter, at), *leave = fmaxl(*leave, at);
  }
}

static bool holds(const surface *s, point p) {
  long double enter, leave;
  cross_surface(s, p, (point){0.3L, 0.4L, 0.5L}, &enter, &leave);
  return enter <= 0 && leave >= 0;
}

/* How far a point is from the solid. */
static long double from_solid(const surface *s, point p) { return holds(s, p) ? 0 : from_surface(s, p); }

/* --- Shapes --- */

typedef struct cloud {
  carom_vec3 points[MOST_POINTS];
  int count;
  surface truth;
  carom_hull *hull;
  long double size, reach;
} cloud;

enum { PLATE, LENS, NEEDLE, BLADE, BOARD, WEDGE, SHAPES };

/* A point about as far as 1 from the origin along the long axes, and `thin` along the others. */
static carom_vec3 point_of(uint64_t *r, int shape, int i, float thin) {
  carom_vec3 p = test_vec3(r, -1, 1);
  float side = i % 2 ? 1.0f : -1.0f;
  switch (shape) {
  case PLATE: /* all corners anywhere within the thickness */
    return vec3(p.x, p.y, thin * p.z);
  case LENS: /* no sides: a rim, and the thickness in the middle */
    if (i < 2) return vec3(0.1f * p.x, 0.1f * p.y, thin * side);
    return vec3_scale(vec3_normalize_or(vec3(p.x, p.y, 0), vec3(1, 0, 0)), 1);
  case NEEDLE: /* two tips */
    if (i < 2) return vec3(side, 0, 0);
    return vec3(0.8f * p.x, thin * p.y, thin * p.z);
  case BLADE: /* thinner than wide, wider than long */
    return vec3(p.x, sqrtf(thin) * p.y, thin * p.z);
  case BOARD: /* two equal faces and sides */
    return i % 2 ? vec3(p.x, p.y, thin) : vec3(p.x, p.y, -thin);
  default: /* an edge at x = 0 with points along it, and a thickness behind */
    return i % 3 ? vec3(fabsf(p.x), p.y, thin * side * fabsf(p.x)) : vec3(0, p.y, 0);
  }
}

static carom_status make_cloud(uint64_t *r, int shape, float thin, cloud *out) {
  carom_mat3 turn = quat_to_mat3(test_quat(r));
  float scale = test_log_uniform(r, 1e-2f, 1e3f);
  carom_vec3 at = vec3_scale(test_vec3(r, -1, 1), test_below(r, 4) ? 0 : 20 * scale);
  out->count = 5 + (int)test_below(r, MOST_POINTS - 4);
  carom_aabb box = {vec3(HUGE_VALF, HUGE_VALF, HUGE_VALF), vec3(-HUGE_VALF, -HUGE_VALF, -HUGE_VALF)};
  for (int i = 0; i < out->count; i++) {
    carom_vec3 p = vec3_mad(at, mat3_mul_vec3(&turn, point_of(r, shape, i, thin)), scale);
    out->points[i] = p;
    box = (carom_aabb){vec3_min(box.min, p), vec3_max(box.max, p)};
  }
  carom_vec3 extent = vec3_sub(box.max, box.min), far = vec3_max(vec3_abs(box.min), vec3_abs(box.max));
  out->size = (long double)fmaxf(fmaxf(extent.x, extent.y), extent.z);
  out->reach = (long double)fmaxf(fmaxf(far.x, far.y), far.z);
  out->hull = NULL;
  return carom_hull_from_points(NULL, &out->points[0].x, (size_t)out->count, 0, &out->hull);
}

/* --- What must hold --- */

/* How far points are from the hull of the vertices, which are some of them. */
static long double vertices_fault(const cloud *c) {
  long double worst = 0;
  static surface kept;
  find_surface(c->hull->vertices, (int)c->hull->vertex_count, c->size, &kept);
  for (int i = 0; i < c->count; i++) worst = fmaxl(worst, from_solid(&kept, widen(c->points[i])));
  return worst;
}

static carom_plane plane_of(const carom_hull *hull, uint32_t i) {
  return i < hull->face_count ? hull->planes[i] : hull->bevels[i - hull->face_count];
}

/* Where three planes meet; false when they do not, or beyond others. */
static bool corner_of(const carom_hull *hull, const uint32_t which[3], point *out) {
  point n[3], sum = {0, 0, 0};
  long double d[3];
  for (int i = 0; i < 3; i++) {
    carom_plane plane = plane_of(hull, which[i]);
    n[i] = widen(plane.normal), d[i] = (long double)plane.offset;
  }
  long double volume = dot(n[0], cross(n[1], n[2]));
  if (volume == 0) return false;
  for (int i = 0; i < 3; i++) sum = add(sum, cross(n[(i + 1) % 3], n[(i + 2) % 3]), d[i] / volume);
  for (uint32_t i = 0; i < hull->face_count + hull->bevel_count; i++) {
    carom_plane plane = plane_of(hull, i);
    bool own = i == which[0] || i == which[1] || i == which[2];
    if (!own && dot(widen(plane.normal), sum) > (long double)plane.offset) return false;
  }
  *out = sum;
  return true;
}

/* How far the corners of the solid between the planes are from the hull of the points. */
static long double planes_fault(const cloud *c) {
  long double worst = 0;
  uint32_t count = c->hull->face_count + c->hull->bevel_count, which[3];
  point corner;
  for (which[0] = 0; which[0] < count; which[0]++)
    for (which[1] = 0; which[1] < which[0]; which[1]++)
      for (which[2] = 0; which[2] < which[1]; which[2]++)
        if (corner_of(c->hull, which, &corner)) worst = fmaxl(worst, from_solid(&c->truth, corner));
  return worst;
}

/* Rays from all sides: towards the solid, along its faces, past its rim and its tips. */
static void aim(uint64_t *r, const cloud *c, carom_ray *out) {
  uint32_t count = (uint32_t)c->count;
  carom_vec3 a = c->points[test_below(r, count)], b = c->points[test_below(r, count)];
  float t = test_below(r, 2) ? test_uniform(r, -0.2f, 1.2f) : 1 + test_log_uniform(r, 1e-6f, 1e-1f);
  float size = (float)c->size, off = size * test_log_uniform(r, 1e-7f, 1e-1f);
  carom_vec3 at = vec3_mad(vec3_mad(a, vec3_sub(b, a), t), test_vec3(r, -1, 1), off);
  carom_vec3 d = vec3_normalize_or(test_vec3(r, -1, 1), vec3(1, 0, 0));
  if (test_below(r, 3) == 0) d = vec3_normalize_or(vec3_sub(b, a), d);
  at = vec3_mad(at, d, -3 * size);
  *out = (carom_ray){{(double)at.x, (double)at.y, (double)at.z}, vec3_scale(d, 6 * size)};
}

/* How far a hit lies from the surface, or how deep a ray goes through the solid that it does not hit. */
static long double ray_fault(uint64_t *r, const cloud *c) {
  carom_shape shape = carom_shape_hull(c->hull);
  const carom_pose here = {.position = {0, 0, 0}};
  carom_ray ray;
  carom_ray_result hit;
  long double enter, leave;
  aim(r, c, &ray);
  ck_assert_int_eq(carom_cast_ray(&shape, &here, &ray, &hit), CAROM_OK);
  point origin = {(long double)ray.origin.x, (long double)ray.origin.y, (long double)ray.origin.z};
  point along = widen(ray.translation);
  if (hit.hit) return hit.inside ? 0 : from_surface(&c->truth, add(origin, along, (long double)hit.fraction));
  cross_surface(&c->truth, origin, along, &enter, &leave);
  return enter > leave ? 0 : from_surface(&c->truth, add(origin, along, (enter + leave) / 2));
}

/* The same of a hit on the hull with a radius, which is far thicker than the hull. */
static long double round_fault(uint64_t *r, const cloud *c) {
  float radius = (float)c->size * test_uniform(r, 0.05f, 0.3f);
  carom_shape shape = carom_shape_rounded_hull(c->hull, radius);
  const carom_pose here = {.position = {0, 0, 0}};
  carom_ray ray;
  carom_ray_result hit;
  if (radius < CAROM_SIZE_MIN) return 0;
  aim(r, c, &ray);
  ck_assert_int_eq(carom_cast_ray(&shape, &here, &ray, &hit), CAROM_OK);
  if (!hit.hit || hit.inside) return 0;
  point origin = {(long double)ray.origin.x, (long double)ray.origin.y, (long double)ray.origin.z};
  point at = add(origin, widen(ray.translation), (long double)hit.fraction);
  return fabsl(from_surface(&c->truth, at) - (long double)radius);
}

/* The worst fault, in what may be: of the hull's size, of its coordinates as floats, and of a fraction of the
 * ray. */
static long double worst_of(cloud *c, uint64_t *r) {
  find_surface(c->points, c->count, c->size, &c->truth);
  long double worst = vertices_fault(c), most = 4e-6L * c->size + 0x1p-20L * c->reach;
  if (c->count <= 8) worst = fmaxl(worst, planes_fault(c));
  for (int k = 0; k < 40; k++)
    worst = fmaxl(worst, fmaxl(ray_fault(r, c), round_fault(r, c)) - 6 * 0x1p-24L * c->size);
  return worst / most;
}

/* What is written and read again is the same, the planes that are not written too. */
START_TEST(bevels_come_back) {
  static unsigned char bytes[4096];
  uint64_t r = 99;
  for (int n = 0; n < 20; n++) {
    static cloud c;
    ck_assert_int_eq(make_cloud(&r, LENS, 1e-3f, &c), CAROM_OK);
    carom__archive out = {.out = bytes, .size = sizeof bytes};
    carom__asset_write(&out, &c.hull->asset);
    carom__archive in = {.in = bytes, .size = out.at};
    const carom_hull *copy = (const carom_hull *)carom__asset_read(&in, NULL);
    ck_assert_ptr_nonnull(copy);
    ck_assert_uint_gt(copy->bevel_count, 0);
    ck_assert_uint_eq(copy->bevel_count, c.hull->bevel_count);
    ck_assert_mem_eq(copy->bevels, c.hull->bevels, copy->bevel_count * sizeof *copy->bevels);
    carom_hull_release(copy);
    carom_hull_release(c.hull);
  }
}
END_TEST

START_TEST(thin_hulls_are_those_of_their_points) {
  uint64_t r = (uint64_t)_i;
  for (float thin = 1e-3f; thin > 9e-8f; thin *= 0.316228f) {
    int accepted = 0, count = test_scaled(100);
    for (int n = 0; n < count; n++) {
      static cloud c;
      carom_status status = make_cloud(&r, _i, thin, &c);
      if (status == CAROM_FLAT) continue;
      ck_assert_int_eq(status, CAROM_OK);
      long double worst = worst_of(&c, &r);
      ck_assert_msg(worst <= 1, "%.1e thin: off by %.2e of what may be", (double)thin, (double)worst);
      carom_hull_release(c.hull);
      accepted++;
    }
    /* Few of the thicker ones are flat: 3 of 100, and one more, since a short run is one of few. */
    if (thin > 9e-5f) ck_assert_int_le(100 * (count - accepted), 3 * count + 100);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull_thin");
  TCase *cases = tcase_create("thin");
  tcase_set_timeout(cases, 120);
  tcase_add_loop_test(cases, thin_hulls_are_those_of_their_points, 0, SHAPES);
  tcase_add_test(cases, bevels_come_back);
  suite_add_tcase(suite, cases);
  return suite;
}
