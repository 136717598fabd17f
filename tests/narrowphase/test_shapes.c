/* test_shapes.c: what each kind of shape says about itself: checks, support, faces, bounds, rays,
 * outlines. */
#include "shape_class.h"

#include "reference.h"
#include "testing.h"

#include <string.h>

#define UNIT 0x1p-24L

/* A random sphere, capsule (of any length, also none) or box, of a size of any magnitude. */
static carom_shape random_shape(uint64_t *state, carom_shape_kind kind) {
  float scale = test_log_uniform(state, 1e-3f, 1e4f);
  if (kind == CAROM_SPHERE) return carom_shape_sphere(scale);
  if (kind == CAROM_BOX)
    return carom_shape_box(scale, scale * test_log_uniform(state, 1e-2f, 1e2f),
                           scale * test_uniform(state, 1e-2f, 1));
  float length = test_below(state, 4) ? scale * test_log_uniform(state, 1e-6f, 10) : 0;
  carom_vec3 a = test_vec3(state, -scale, scale);
  return carom_shape_capsule(a, vec3_add(a, test_vec3(state, -length, length)), scale);
}

static long double reach(const carom_shape *shape) {
  carom_obb box;
  carom_shape_obb(shape, &box);
  return (long double)(vec3_norm1(box.center) + vec3_norm1(box.half));
}

/* The signed distance of a point from the shape, in its frame. */
static long double distance(const carom_shape *shape, exact_vec p) {
  if (shape->kind == CAROM_BOX) return exact_box_distance(exact_from(shape->as.box.half), p);
  exact_vec a = exact(0, 0, 0), b = a;
  long double radius = (long double)shape->as.sphere.radius;
  if (shape->kind == CAROM_CAPSULE) {
    a = exact_from(shape->as.capsule.a), b = exact_from(shape->as.capsule.b);
    radius = (long double)shape->as.capsule.radius;
  }
  return exact_length(exact_sub(p, exact_segment_nearest(a, b, p))) - radius;
}

/* The vertices of the core. */
static int core_vertices(const carom_shape *shape, carom_vec3 out[8]) {
  carom_vec3 h = shape->as.box.half;
  if (shape->kind == CAROM_CAPSULE) return out[0] = shape->as.capsule.a, out[1] = shape->as.capsule.b, 2;
  if (shape->kind == CAROM_SPHERE) return out[0] = vec3(0, 0, 0), 1;
  for (int i = 0; i < 8; i++) out[i] = vec3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z);
  return 8;
}

static carom_vec3 random_direction(uint64_t *state) {
  carom_vec3 d = test_vec3(state, -1, 1);
  for (int i = 0; i < 3; i++)
    if (test_below(state, 4) == 0) vec3_set(&d, i, 0); /* along faces and axes, too */
  return vec3_normalize_or(d, vec3(0, -1, 0));
}

START_TEST(support_is_the_farthest_vertex) {
  carom_shape_kind kind = (carom_shape_kind)_i;
  uint64_t state = 1;
  const carom__shape_class *class = carom__shape_class_of(kind);
  int wrong = 0;
  for (int n = 0; n < 100000; n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 vertices[8], d = random_direction(&state);
    int count = core_vertices(&shape, vertices);
    uint32_t index;
    carom_vec3 found = class->support(&shape, d, &index);
    long double best = -HUGE_VALL, mine = exact_dot(exact_from(found), exact_from(d));
    for (int i = 0; i < count; i++) best = fmaxl(best, exact_dot(exact_from(vertices[i]), exact_from(d)));
    bool same = index < (uint32_t)count && vertices[index].x == found.x && vertices[index].y == found.y &&
                vertices[index].z == found.z;
    wrong += !same || mine < best - 4 * UNIT * reach(&shape);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Points of the surface, or as near to it as floats allow. */
static exact_vec surface_point(const carom_shape *shape, uint64_t *state) {
  carom_vec3 vertices[8], d = random_direction(state);
  int count = core_vertices(shape, vertices);
  exact_vec v = exact_from(vertices[test_below(state, (uint32_t)count)]);
  long double radius = (long double)carom__shape_class_of(shape->kind)->radius(shape);
  return exact_mad(v, exact_from(d), radius / exact_length(exact_from(d)));
}

START_TEST(obb_contains_the_shape_and_is_tight) {
  carom_shape_kind kind = (carom_shape_kind)_i;
  uint64_t state = 2;
  int outside = 0, loose = 0;
  for (int n = 0; n < 20000; n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_obb box;
    ck_assert_int_eq(carom_shape_obb(&shape, &box), CAROM_OK);
    exact_pose pose = {exact_from(box.center),
                       {exact_from(box.axes.x), exact_from(box.axes.y), exact_from(box.axes.z)}};
    exact_vec half = exact_from(box.half);
    for (int k = 0; k < 10; k++)
      outside += exact_box_distance(half, exact_unplace(&pose, surface_point(&shape, &state))) > 0;
    for (int k = 0; k < 6; k++) { /* each face of the box is near the shape */
      exact_vec face = exact(0, 0, 0);
      face.c[k / 2] = k % 2 ? half.c[k / 2] : -half.c[k / 2];
      loose += distance(&shape, exact_place(&pose, face)) > 16 * UNIT * reach(&shape);
    }
  }
  ck_assert_int_eq(outside, 0);
  ck_assert_int_eq(loose, 0);
}
END_TEST

static exact_vec in_world(const carom_pose *pose, exact_vec p) {
  exact_pose turn = exact_pose_of(vec3(0, 0, 0), pose->rotation);
  exact_vec at =
      exact((long double)pose->position.x, (long double)pose->position.y, (long double)pose->position.z);
  return exact_mad(at, exact_turn(&turn, p), 1);
}

static bool encloses(const carom_aabb *box, exact_vec p) {
  exact_vec low = exact_from(box->min), high = exact_from(box->max);
  for (int i = 0; i < 3; i++)
    if (p.c[i] < low.c[i] || p.c[i] > high.c[i]) return false;
  return true;
}

/* Tight: no wider than the shape is along the axis, but for rounding and the band in which shapes count as
 * touching. */
static bool is_tight(const carom_shape *shape, const carom_pose *pose, const carom_aabb *box) {
  carom_vec3 vertices[8];
  int count = core_vertices(shape, vertices);
  exact_vec from = exact_from(box->min), to = exact_from(box->max);
  for (int i = 0; i < 3; i++) {
    long double low = HUGE_VALL, high = -HUGE_VALL;
    for (int k = 0; k < count; k++) {
      exact_vec p = in_world(pose, exact_from(vertices[k]));
      low = fminl(low, p.c[i]), high = fmaxl(high, p.c[i]);
    }
    long double width = high - low + 2 * (long double)carom__shape_class_of(shape->kind)->radius(shape);
    if (to.c[i] - from.c[i] > width + UNIT * (256 * reach(shape) + 8 * fabsl(low))) return false;
  }
  return true;
}

START_TEST(bounds_enclose_the_shape_and_are_tight) {
  carom_shape_kind kind = (carom_shape_kind)_i;
  uint64_t state = 3;
  int outside = 0, loose = 0;
  for (int n = 0; n < 20000; n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 at = vec3_scale(test_vec3(&state, -1, 1), test_log_uniform(&state, 1e-3f, 1e8f));
    carom_pose pose = {pos_add((carom_pos){0, 0, 0}, at), test_quat(&state)};
    carom_aabb box;
    ck_assert_int_eq(carom_shape_bounds(&shape, &pose, &box), CAROM_OK);
    for (int k = 0; k < 10; k++) outside += !encloses(&box, in_world(&pose, surface_point(&shape, &state)));
    for (int k = 0; k < 6; k++) { /* the very points that are farthest along the axes */
      carom_vec3 axis = {0, 0, 0};
      vec3_set(&axis, k / 2, k % 2 ? 1.0f : -1.0f);
      carom_mat3 turn = quat_to_mat3(pose.rotation);
      uint32_t index;
      carom_vec3 local = carom__shape_class_of(kind)->support(&shape, mat3_tmul_vec3(&turn, axis), &index);
      long double radius = (long double)carom__shape_class_of(kind)->radius(&shape);
      outside += !encloses(&box, exact_mad(in_world(&pose, exact_from(local)), exact_from(axis), radius));
    }
    loose += !is_tight(&shape, &pose, &box);
  }
  ck_assert_int_eq(outside, 0);
  ck_assert_int_eq(loose, 0);
}
END_TEST

/* Rays: the distance along a ray is a convex function, so that a ternary search finds its least value. */
static exact_vec along(const carom__ray *ray, long double t) {
  return exact_mad(exact_from(ray->origin), exact_from(ray->translation), t);
}

static long double nearest_time(const carom_shape *shape, const carom__ray *ray) {
  long double low = 0, high = 1;
  for (int i = 0; i < 120; i++) {
    long double third = (high - low) / 3, a = low + third, b = high - third;
    if (distance(shape, along(ray, a)) < distance(shape, along(ray, b)))
      high = b;
    else
      low = a;
  }
  return (low + high) / 2;
}

static long double entry_time(const carom_shape *shape, const carom__ray *ray, long double inside) {
  long double low = 0, high = inside;
  for (int i = 0; i < 80; i++) {
    long double middle = (low + high) / 2;
    if (distance(shape, along(ray, middle)) > 0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* The normal is right when the distance grows along it at its full rate. */
static bool normal_fits(const carom_shape *shape, exact_vec point, carom_vec3 normal, long double rounding) {
  long double step = 1e-2L * reach(shape), length = exact_length(exact_from(normal));
  long double gained = distance(shape, exact_mad(point, exact_from(normal), step));
  return fabsl(length - 1) < 1e-5L && fabsl(gained - step) <= 1e-5L * step + 2 * rounding;
}

static bool ray_is_right(const carom_shape *shape, const carom__ray *ray, const carom__ray_hit *hit) {
  exact_vec origin = exact_from(ray->origin);
  long double start = distance(shape, origin), length = exact_length(exact_from(ray->translation));
  long double rounding = 4 * UNIT * (reach(shape) + exact_length(origin) + length);
  if (start < -rounding) return hit->hit && hit->inside && hit->fraction == 0 && vec3_norm1(hit->normal) == 0;
  if (start < rounding) return true;
  if (hit->inside) return false;
  long double least = nearest_time(shape, ray), depth = distance(shape, along(ray, least));
  if (!hit->hit) return depth > -rounding && hit->fraction == 0 && vec3_norm1(hit->normal) == 0;
  long double t = (long double)hit->fraction;
  if (depth > rounding || t < 0 || t > 1) return false;
  if (depth > -rounding) return true; /* grazing: where it touches is not well defined */
  long double entry = entry_time(shape, ray, least);
  exact_vec point = along(ray, t);
  bool early = t <= least && fabsl(distance(shape, point)) <= rounding;
  bool exact_enough = fabsl(t - entry) * length <= rounding / fmaxl(1e-3L, fabsl(depth) / reach(shape));
  return early && exact_enough && normal_fits(shape, along(ray, entry), hit->normal, rounding * 100);
}

static carom__ray random_ray(uint64_t *state, const carom_shape *shape) {
  float size = (float)reach(shape), far = size * test_log_uniform(state, 0.1f, 100);
  carom_vec3 from = vec3_scale(random_direction(state), far);
  carom_vec3 target = vec3_scale(test_vec3(state, -1, 1), size);
  if (test_below(state, 3) == 0) return (carom__ray){from, vec3_scale(random_direction(state), far)};
  return (carom__ray){from, vec3_scale(vec3_sub(target, from), test_uniform(state, 0.5f, 2))};
}

START_TEST(rays_meet_the_surface) {
  carom_shape_kind kind = (carom_shape_kind)_i;
  uint64_t state = 4;
  int wrong = 0, hits = 0, insides = 0, first = -1;
  for (int n = 0; n < 20000; n++) {
    carom_shape shape = random_shape(&state, kind);
    carom__ray ray = random_ray(&state, &shape);
    carom__ray_hit hit;
    carom__shape_class_of(kind)->cast_ray(&shape, &ray, &hit);
    hits += hit.hit, insides += hit.inside;
    if (!ray_is_right(&shape, &ray, &hit) && wrong++ == 0) first = n;
  }
  ck_assert_msg(wrong == 0, "%d wrong, the first is case %d", wrong, first);
  ck_assert_int_gt(hits, 2000);
  ck_assert_int_gt(insides, 100);
}
END_TEST

START_TEST(a_ray_of_no_length_asks_for_the_inside) {
  carom_shape shapes[] = {carom_shape_sphere(1), carom_shape_box(1, 1, 1),
                          carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0), 1)};
  for (int i = 0; i < 3; i++) {
    const carom__shape_class *class = carom__shape_class_of(shapes[i].kind);
    carom__ray inside = {{0.5f, 0, 0}, {0, 0, 0}}, outside = {{1.5f, 0, 0}, {0, 0, 0}};
    carom__ray_hit hit;
    class->cast_ray(&shapes[i], &inside, &hit);
    ck_assert(hit.hit && hit.inside);
    class->cast_ray(&shapes[i], &outside, &hit);
    ck_assert(!hit.hit && !hit.inside);
  }
}
END_TEST

START_TEST(extreme_rays_stay_finite) {
  static const float lengths[] = {1e-44f, 1e-30f, 1e-5f, 1, 1e9f, 3e38f};
  carom_shape shapes[] = {carom_shape_sphere(1e-5f),
                          carom_shape_capsule(vec3(-1e6f, 0, 0), vec3(1e6f, 1e-40f, 0), 1e-5f),
                          carom_shape_sphere(1e6f), carom_shape_box(1e-5f, 1e6f, 1)};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++) {
      carom__ray ray = {{2e9f, 1e-3f, -2e9f}, {-lengths[k], 0, lengths[k]}};
      carom__ray_hit hit;
      carom__shape_class_of(shapes[i].kind)->cast_ray(&shapes[i], &ray, &hit);
      ck_assert(isfinite(hit.fraction) && vec3_is_finite(hit.normal));
      ck_assert(hit.fraction >= 0 && hit.fraction <= 1);
    }
}
END_TEST

/* Faces. */
START_TEST(the_face_looks_where_asked) {
  uint64_t state = 5;
  for (int n = 0; n < 2000; n++) {
    carom_shape shape = random_shape(&state, CAROM_BOX);
    carom_vec3 d = random_direction(&state), vertices[8];
    carom__face f;
    carom__shape_class_of(CAROM_BOX)->face(&shape, d, &f);
    int count = core_vertices(&shape, vertices);
    ck_assert_uint_eq(f.count, 4);
    ck_assert_uint_lt(f.id, 6);
    float best = fmaxf(fabsf(d.x), fmaxf(fabsf(d.y), fabsf(d.z)));
    ck_assert(vec3_dot(f.normal, d) == best && vec3_length(f.normal) == 1);
    for (uint32_t i = 0; i < 4; i++) {
      carom_vec3 p = face_vertex(&f, i), q = face_vertex(&f, (i + 1) % 4), r = face_vertex(&f, (i + 2) % 4);
      ck_assert(vec3_dot(f.normal, vec3_cross(vec3_sub(q, p), vec3_sub(r, q))) > 0);
      for (int k = 0; k < count; k++) ck_assert(vec3_dot(f.normal, vertices[k]) <= vec3_dot(f.normal, p));
    }
  }
}
END_TEST

START_TEST(faces_of_round_cores) {
  carom_shape sphere = carom_shape_sphere(2), line = carom_shape_capsule(vec3(1, 2, 3), vec3(4, 5, 6), 1);
  carom_shape point = carom_shape_capsule(vec3(1, 2, 3), vec3(1, 2, 3), 1);
  carom__face f;
  carom__shape_class_of(CAROM_SPHERE)->face(&sphere, vec3(0, 1, 0), &f);
  ck_assert(f.count == 1 && f.normal.y == 1 && vec3_norm1(face_vertex(&f, 0)) == 0);
  carom__shape_class_of(CAROM_CAPSULE)->face(&line, vec3(0, 1, 0), &f);
  ck_assert(f.count == 2 && face_vertex(&f, 0).x == 1 && face_vertex(&f, 1).x == 4);
  carom__shape_class_of(CAROM_CAPSULE)->face(&point, vec3(0, 1, 0), &f);
  ck_assert(f.count == 1 && face_vertex(&f, 0).z == 3);
}
END_TEST

/* Outlines: what is drawn lies on the surface, and the triangles close it, all outward. */
typedef struct drawing {
  const carom_shape *shape;
  int lines, triangles;
  long double worst, volume;
  exact_vec area;
} drawing;

static void see_point(drawing *d, carom_vec3 p) {
  d->worst = fmaxl(d->worst, fabsl(distance(d->shape, exact_from(p))));
}
static void see_line(void *context, carom_vec3 a, carom_vec3 b) {
  drawing *d = context;
  see_point(d, a), see_point(d, b);
  d->lines++;
}
static void see_triangle(void *context, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  drawing *d = context;
  exact_vec p = exact_from(a), area = exact_cross(exact_sub(exact_from(b), p), exact_sub(exact_from(c), p));
  see_point(d, a), see_point(d, b), see_point(d, c);
  d->area = exact_mad(d->area, area, 0.5L);
  d->volume += exact_dot(p, area) / 6;
  d->triangles++;
}

static long double true_volume(const carom_shape *shape) {
  const long double pi = 3.14159265358979323846L;
  exact_vec h = exact_from(shape->as.box.half);
  if (shape->kind == CAROM_BOX) return 8 * h.c[0] * h.c[1] * h.c[2];
  long double r = (long double)carom__shape_class_of(shape->kind)->radius(shape), length = 0;
  if (shape->kind == CAROM_CAPSULE)
    length = exact_length(exact_sub(exact_from(shape->as.capsule.b), exact_from(shape->as.capsule.a)));
  return pi * r * r * (4 * r / 3 + length);
}

START_TEST(outlines_lie_on_the_surface) {
  carom_shape shapes[] = {carom_shape_sphere(2), carom_shape_box(1, 2, 3),
                          carom_shape_capsule(vec3(0, 0, 1), vec3(2, -1, 3), 0.5f),
                          carom_shape_capsule(vec3(1, 0, 0), vec3(1, 0, 0), 1)};
  for (int i = 0; i < 4; i++) {
    drawing d = {.shape = &shapes[i]};
    carom__outline out = {see_line, see_triangle, &d};
    carom__shape_class_of(shapes[i].kind)->outline(&shapes[i], &out);
    ck_assert_int_ge(d.lines, 12);
    ck_assert_int_ge(d.triangles, 12);
    ck_assert(d.worst < 1e-5L && exact_length(d.area) < 1e-4L);
    ck_assert(d.volume > 0.9L * true_volume(&shapes[i]) && d.volume < 1.001L * true_volume(&shapes[i]));
    drawing nothing = d;
    carom__outline none = {NULL, NULL, &nothing};
    carom__shape_class_of(shapes[i].kind)->outline(&shapes[i], &none);
    ck_assert(nothing.lines == d.lines && nothing.triangles == d.triangles);
  }
}
END_TEST

/* Checks. */
START_TEST(bad_sizes_are_refused) {
  carom_vec3 o = {0, 0, 0}, far = {1.1e6f, 0, 0}, odd = {0, NAN, 0}, endless = {0, 0, INFINITY};
  const struct {
    carom_shape shape;
    carom_status status;
  } cases[] = {
      {carom_shape_sphere(1e-5f), CAROM_OK},
      {carom_shape_sphere(1e6f), CAROM_OK},
      {carom_shape_sphere(0.9e-5f), CAROM_BAD_SIZE},
      {carom_shape_sphere(1.1e6f), CAROM_BAD_SIZE},
      {carom_shape_sphere(0), CAROM_BAD_SIZE},
      {carom_shape_sphere(-1), CAROM_BAD_SIZE},
      {carom_shape_sphere(NAN), CAROM_NOT_FINITE},
      {carom_shape_sphere(INFINITY), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, o, 1), CAROM_OK},
      {carom_shape_capsule(o, far, 1), CAROM_OUT_OF_RANGE},
      {carom_shape_capsule(far, o, 1), CAROM_OUT_OF_RANGE},
      {carom_shape_capsule(odd, o, 1), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, endless, 1), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, o, 0), CAROM_BAD_SIZE},
      {carom_shape_capsule(o, o, NAN), CAROM_NOT_FINITE},
      {carom_shape_box(1, 1e-5f, 1e6f), CAROM_OK},
      {carom_shape_box(0, 1, 1), CAROM_BAD_SIZE},
      {carom_shape_box(1, 2e6f, 1), CAROM_BAD_SIZE},
      {carom_shape_box(1, 1, -1), CAROM_BAD_SIZE},
      {carom_shape_box(1, NAN, 1), CAROM_NOT_FINITE},
      {{.kind = CAROM_NO_SHAPE}, CAROM_UNKNOWN_KIND},
      {{.kind = CAROM_SHAPE_KIND_COUNT}, CAROM_UNKNOWN_KIND},
      {{.kind = (carom_shape_kind)1000}, CAROM_UNKNOWN_KIND},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    carom_obb box, untouched;
    memset(&box, 0x5a, sizeof box), memset(&untouched, 0x5a, sizeof untouched);
    carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_aabb bounds;
    ck_assert_msg(carom_shape_check(&cases[i].shape) == cases[i].status, "case %zu", i);
    ck_assert_int_eq(carom_shape_obb(&cases[i].shape, &box), cases[i].status);
    ck_assert_int_eq(carom_shape_bounds(&cases[i].shape, &pose, &bounds), cases[i].status);
    if (cases[i].status != CAROM_OK) ck_assert(memcmp(&box, &untouched, sizeof box) == 0);
  }
}
END_TEST

START_TEST(bad_arguments_are_refused) {
  carom_shape shape = carom_shape_sphere(1);
  carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}}, zero = {{0, 0, 0}, {0, 0, 0, 0}};
  carom_pose bent = {{0, 0, 0}, {0, 0, 0, 2}}, far = {{2e9, 0, 0}, {0, 0, 0, 1}};
  carom_aabb out;
  ck_assert_int_eq(carom_shape_check(NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_obb(&shape, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(NULL, &pose, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, NULL, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &pose, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &zero, &out), CAROM_OK);
  ck_assert_int_eq(carom_shape_bounds(&shape, &bent, &out), CAROM_NOT_UNIT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &far, &out), CAROM_OUT_OF_RANGE);
}
END_TEST

START_TEST(kinds_have_names) {
  ck_assert_str_eq(carom_shape_kind_name(CAROM_NO_SHAPE), "none");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_SPHERE), "sphere");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_CAPSULE), "capsule");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_BOX), "box");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_HULL), "hull");
  ck_assert_str_eq(carom_shape_kind_name((carom_shape_kind)99), "none");
  ck_assert_ptr_null(carom__shape_class_of(CAROM_NO_SHAPE));
  ck_assert_ptr_null(carom__shape_class_of(CAROM_SHAPE_KIND_COUNT));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("shapes");
  TCase *core = tcase_create("shapes");
  tcase_set_timeout(core, 60);
  tcase_add_loop_test(core, support_is_the_farthest_vertex, CAROM_SPHERE, CAROM_BOX + 1);
  tcase_add_loop_test(core, obb_contains_the_shape_and_is_tight, CAROM_SPHERE, CAROM_BOX + 1);
  tcase_add_loop_test(core, bounds_enclose_the_shape_and_are_tight, CAROM_SPHERE, CAROM_BOX + 1);
  tcase_add_loop_test(core, rays_meet_the_surface, CAROM_SPHERE, CAROM_BOX + 1);
  tcase_add_test(core, a_ray_of_no_length_asks_for_the_inside);
  tcase_add_test(core, extreme_rays_stay_finite);
  tcase_add_test(core, the_face_looks_where_asked);
  tcase_add_test(core, faces_of_round_cores);
  tcase_add_test(core, outlines_lie_on_the_surface);
  tcase_add_test(core, bad_sizes_are_refused);
  tcase_add_test(core, bad_arguments_are_refused);
  tcase_add_test(core, kinds_have_names);
  suite_add_tcase(suite, core);
  return suite;
}
