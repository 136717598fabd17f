/* test_round_rays.c: rays at spheres and capsules of the world against the reference: from near and from
 * afar, grazing, along the axis, from the surface; all hits next to the first one. */
#include <string.h>

#include "carom/batch.h"
#include "oracle_real.h"
#include "round.h"
#include "testing.h"

#define U 0x1p-24
enum { MISS = 2 };

/* Where a ray from o enters the ball around the origin; MISS when it does not. */
static oracle_real enter_ball(rvec3 o, rvec3 v, oracle_real r) {
  oracle_real ov = rvec_dot(o, v), c = rvec_dot(o, o) - r * r, rest = ov * ov - rvec_dot(v, v) * c;
  if (c <= 0) return 0;
  return rest < 0 || ov >= 0 ? MISS : c / (real_sqrt(rest) - ov);
}

static rvec3 flatten(rvec3 v, rvec3 axis) { return rvec_mad(v, axis, -rvec_dot(v, axis)); }

/* The first place on three parts: the balls around -half and half, and the cylinder between them. */
static oracle_real enter_capsule(rvec3 o, rvec3 v, rvec3 half, oracle_real r) {
  oracle_real length = rvec_length(half), first = enter_ball(rvec_sub(o, half), v, r);
  oracle_real other = enter_ball(rvec_mad(o, half, 1), v, r);
  if (other < first) first = other;
  if (!(length > 0)) return first;
  rvec3 axis = rvec_scale(half, 1 / length);
  oracle_real side = enter_ball(flatten(o, axis), flatten(v, axis), r);
  oracle_real along = rvec_dot(rvec_mad(o, v, side), axis);
  return side < first && along >= -length && along <= length ? side : first;
}

typedef struct round_case {
  carom_shape shape;
  carom_placed placed;
  carom_ray ray;
  double size, distance; /* how far the shape reaches, and how far away the ray begins */
  rvec3 o, v;            /* of the ray, from the middle of the shape */
  oracle_real first;
} round_case;

static oracle_real answer(const round_case *c, oracle_real radius) {
  const carom_capsule *k = &c->shape.geometry.capsule;
  if (c->shape.kind == CAROM_SPHERE) return enter_ball(c->o, c->v, radius);
  rmat3 axes = rmat_of(&c->placed.frame.axes);
  rvec3 half = rvec_scale(rvec_sub(rvec_of(k->b), rvec_of(k->a)), (oracle_real)0.5);
  return enter_capsule(c->o, c->v, rmat_apply(&axes, half), radius);
}

static double radius_of(const carom_shape *shape) {
  return (double)(shape->kind == CAROM_SPHERE ? shape->geometry.sphere.radius
                                              : shape->geometry.capsule.radius);
}

/* The ray goes from `from` towards `to`, both relative to the middle, and `reach` times as far. */
static void aim(round_case *c, carom_vec3 from, carom_vec3 to, float reach) {
  const carom_frame *f = &c->placed.frame;
  rvec3 middle = rvec(0, 0, 0);
  if (c->shape.kind == CAROM_CAPSULE) {
    const carom_capsule *k = &c->shape.geometry.capsule;
    rmat3 axes = rmat_of(&f->axes);
    middle = rmat_apply(&axes, rvec_scale(rvec_mad(rvec_of(k->a), rvec_of(k->b), 1), (oracle_real)0.5));
  }
  c->ray.origin = (carom_pos){f->origin.x + (double)middle.x + (double)from.x,
                              f->origin.y + (double)middle.y + (double)from.y,
                              f->origin.z + (double)middle.z + (double)from.z};
  c->ray.translation =
      (carom_vec3){(to.x - from.x) * reach, (to.y - from.y) * reach, (to.z - from.z) * reach};
  rvec3 origin = rvec((oracle_real)c->ray.origin.x - (oracle_real)f->origin.x,
                      (oracle_real)c->ray.origin.y - (oracle_real)f->origin.y,
                      (oracle_real)c->ray.origin.z - (oracle_real)f->origin.z);
  c->o = rvec_sub(origin, middle);
  c->v = rvec_of(c->ray.translation);
  c->distance = (double)rvec_length(c->o);
  c->first = answer(c, (oracle_real)radius_of(&c->shape));
}

static void make_shape(round_case *c, uint64_t *random, int kind) {
  float size = test_log_uniform(random, 1e-2f, 1e3f), radius = size * test_uniform(random, 0.05f, 1);
  carom_vec3 a = test_vec3(random, -size, size), b = test_vec3(random, -size, size);
  if (test_below(random, 2)) a = (carom_vec3){-b.x, -b.y, -b.z};
  if (test_below(random, 16) == 0) b = a;
  c->shape = kind ? carom_shape_capsule(a, b, radius) : carom_shape_sphere(radius);
  c->size = 4 * (double)size;
  carom_vec3 p = test_vec3(random, -8, 8);
  carom_pose pose = {{(double)(p.x * size), (double)(p.y * size), (double)(p.z * size)}, test_quat(random)};
  ck_assert(carom_place(&c->shape, &pose, &c->placed) == CAROM_OK);
}

/* The outward normal where the ray enters. */
static rvec3 normal_at(const round_case *c) {
  rvec3 at = rvec_mad(c->o, c->v, c->first), half = rvec(0, 0, 0);
  if (c->shape.kind == CAROM_CAPSULE) {
    const carom_capsule *k = &c->shape.geometry.capsule;
    rmat3 axes = rmat_of(&c->placed.frame.axes);
    half = rmat_apply(&axes, rvec_scale(rvec_sub(rvec_of(k->b), rvec_of(k->a)), (oracle_real)0.5));
  }
  oracle_real square = rvec_dot(half, half), s = square > 0 ? rvec_dot(at, half) / square : 0;
  rvec3 off = rvec_mad(at, half, -(s > 1 ? 1 : s < -1 ? -1 : s));
  return rvec_scale(off, 1 / rvec_length(off));
}

/* A hit lies within the rounding of its fraction; the other answer only where a radius that is changed by
 * rounding has it, too. */
static const char *judge(const round_case *c) {
  carom_ray_result hit;
  if (carom_cast_ray_placed(&c->placed, &c->ray, &hit)) return "refused";
  double length = (double)rvec_length(c->v), slack = 4 * U * (c->size + c->distance);
  oracle_real r = (oracle_real)radius_of(&c->shape);
  oracle_real sooner = answer(c, r + (oracle_real)slack), later = answer(c, r - (oracle_real)slack);
  double end = 1 + slack / (length > 0 ? length : 1);
  if (!hit.hit) return (double)later <= 1 / end ? "missed" : NULL;
  if ((double)sooner > end) return "hit what it misses";
  if (hit.inside) return sooner > 0 ? "not inside" : hit.fraction == 0 ? NULL : "late";
  double away = 2 * U * (c->size + c->distance) + 4 * slack, t = (double)hit.fraction;
  if (length * (t - (double)later) > away || length * ((double)sooner - t) > away) return "elsewhere";
  if (t < 0 || t > 1) return "outside the ray";
  if (c->first <= 0 || c->first > 1) return NULL;
  double n = (double)rvec_length(rvec_of(hit.normal));
  double turned = (double)rvec_length(rvec_sub(rvec_of(hit.normal), normal_at(c)));
  if (fabs(n - 1) > 4 * U) return "no unit normal";
  return turned * (double)r > away + length * (double)(later - sooner) ? "another normal" : NULL;
}

/* Where a ray goes: through it, past its silhouette, along its axis, away from its surface. */
static void aim_at_random(round_case *c, uint64_t *random, float far) {
  float size = (float)c->size;
  carom_vec3 from = test_vec3(random, -size * far, size * far), to = test_vec3(random, -size, size);
  float reach = test_uniform(random, 0.5f, 2);
  switch (test_below(random, 4)) {
  case 0:
    to = (carom_vec3){to.x * 0.1f, to.y * 0.1f, to.z * 0.1f};
    break;
  case 1:
    from = (carom_vec3){to.x, to.y, size * far};
    break;
  case 2:
    reach *= 1e-3f;
    break;
  default:
    break;
  }
  aim(c, from, to, reach);
}

START_TEST(next_to_the_reference) {
  uint64_t random = 1 + (uint64_t)_i;
  int hits = 0, cases = test_scaled(100000);
  for (int n = 0; n < cases; n++) {
    round_case c;
    make_shape(&c, &random, _i & 1);
    aim_at_random(&c, &random, _i & 2 ? 1e3f : 1);
    const char *fault = judge(&c);
    ck_assert_msg(!fault, "%s, case %d", fault, n);
    hits += c.first <= 1;
  }
  ck_assert(hits > cases / 20);
}
END_TEST

/* The least place of a quadratic along the ray is moved to the radius, as near as floats come. */
START_TEST(past_the_silhouette) {
  uint64_t random = 11 + (uint64_t)_i;
  for (int n = 0; n < test_scaled(50000); n++) {
    round_case c;
    make_shape(&c, &random, _i & 1);
    float r = (float)radius_of(&c.shape), size = (float)c.size;
    carom_vec3 off = {r * (1 + test_uniform(&random, -4, 4) * (float)U), 0, 0};
    float far = test_log_uniform(&random, 1e-6f, 1e3f) * size;
    aim(&c, (carom_vec3){off.x, -far, 0}, (carom_vec3){off.x, far, 0}, 1);
    const char *fault = judge(&c);
    ck_assert_msg(!fault, "%s, case %d", fault, n);
  }
}
END_TEST

/* Along the axis up to a turn that vanishes: the cap is met, or the side far along. */
START_TEST(along_the_axis) {
  uint64_t random = 21;
  for (int n = 0; n < test_scaled(50000); n++) {
    round_case c;
    make_shape(&c, &random, 1);
    carom_capsule *k = &c.shape.geometry.capsule;
    float half = test_log_uniform(&random, 1e-3f, 10), lean = test_log_uniform(&random, 1e-30f, 1e-2f);
    k->a = (carom_vec3){0, -half, 0}, k->b = (carom_vec3){0, half, 0};
    k->radius = half * test_log_uniform(&random, 1e-2f, 1);
    c.size = 2 * (double)(half + k->radius);
    carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    ck_assert(carom_place(&c.shape, &pose, &c.placed) == CAROM_OK);
    float x = k->radius * (test_below(&random, 4) ? test_uniform(&random, -1.5f, 1.5f) : 1);
    aim(&c, (carom_vec3){x, 4 * half, 0}, (carom_vec3){x - lean * half, -half, 0}, 1);
    const char *fault = judge(&c);
    ck_assert_msg(!fault, "%s, case %d", fault, n);
  }
}
END_TEST

/* What begins inside or on the surface, and what has no length, is told by the distance alone. */
START_TEST(from_within_and_without_length) {
  uint64_t random = 31 + (uint64_t)_i;
  for (int n = 0; n < test_scaled(50000); n++) {
    round_case c;
    make_shape(&c, &random, _i & 1);
    float r = (float)radius_of(&c.shape) * test_uniform(&random, 0, 1.5f);
    carom_vec3 from = test_vec3(&random, -r, r), to = test_vec3(&random, -r, r);
    aim(&c, from, to, test_below(&random, 2) ? 0 : 1);
    const char *fault = judge(&c);
    ck_assert_msg(!fault, "%s, case %d", fault, n);
  }
}
END_TEST

/* What begins so near to the silhouette that its distance is nothing but rounding is met no later than at the
 * nearest point. */
START_TEST(from_the_silhouette) {
  uint64_t random = 61;
  const carom_frame frame = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int n = 0; n < test_scaled(100000); n++) {
    carom_ray ray = {.translation = test_vec3(&random, -1, 1)};
    carom__dvec3 out = dvec3_widen(test_vec3(&random, -1, 1)), v = dvec3_widen(ray.translation);
    out = dvec3_mad(out, v, -dvec3_dot(v, out) / dvec3_dot(v, v));
    out = dvec3_scale(out, 1 / dvec3_length(out));
    double before = (double)test_log_uniform(&random, 1e-12f, 1e-7f);
    carom__dvec3 o = dvec3_mad(out, v, -before);
    carom_ray_result hit;
    ray.origin = (carom_pos){o.x, o.y, o.z};
    if (!carom__ball_meet_ray(1, &frame, &ray, &hit)) continue;
    ck_assert((double)hit.fraction <= before * 1.001 + 1e-15);
  }
}
END_TEST

START_TEST(wrong_rays_have_a_status) {
  const carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
  const carom_shape shapes[] = {carom_shape_sphere(1),
                                carom_shape_capsule((carom_vec3){0, -1, 0}, (carom_vec3){0, 1, 0}, 1)};
  carom_ray_result out, same;
  memset(&out, 7, sizeof out), memset(&same, 7, sizeof same);
  for (int i = 0; i < 2; i++) {
    carom_ray ray = {{(double)NAN, 0, 0}, {1, 0, 0}};
    ck_assert(carom_cast_ray(&shapes[i], &pose, &ray, &out) == CAROM_NOT_FINITE);
    ray = (carom_ray){{3, 0, 0}, {INFINITY, 0, 0}};
    ck_assert(carom_cast_ray(&shapes[i], &pose, &ray, &out) == CAROM_NOT_FINITE);
    ray = (carom_ray){{3, 0, 0}, {3e9f, 0, 0}};
    ck_assert(carom_cast_ray(&shapes[i], &pose, &ray, &out) == CAROM_OUT_OF_RANGE);
    ck_assert(memcmp(&out, &same, sizeof out) == 0);
  }
}
END_TEST

/* A ray that all but runs along the side, and comes nearest to the axis beyond the farther end. */
START_TEST(rays_along_the_side_of_a_capsule) {
  uint64_t random = 9;
  uint32_t hits = 0;
  const carom_shape capsule = carom_shape_capsule(vec3(0, -2, 0), vec3(0, 2, 0), 1);
  const carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
  for (int n = 0; n < test_scaled(20000); n++) {
    carom_vec3 v = {test_uniform(&random, -1, 1), -16, test_uniform(&random, -1, 1)};
    float lean = test_log_uniform(&random, 1e-8f, 1e-5f);
    v.x *= lean, v.z *= lean;
    double x = (double)v.x, z = (double)v.z, length = sqrt(x * x + z * z);
    double nearest = (7 + (double)test_log_uniform(&random, 1e-3f, 0.5f)) / 16;
    carom_ray ray = {{-z / length - nearest * x, 5, x / length - nearest * z}, v};
    carom_ray_result hit;
    ck_assert(length > 0 && carom_cast_ray(&capsule, &pose, &ray, &hit) == CAROM_OK);
    double beyond = fmax(fabs(hit.point.y) - 2, 0);
    double off = sqrt(hit.point.x * hit.point.x + hit.point.z * hit.point.z + beyond * beyond) - 1;
    ck_assert_msg(!hit.hit || fabs(off) < 1e-6, "ray %d: off the surface by %g", n, off);
    hits += hit.hit;
  }
  ck_assert_uint_gt(hits, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("round_rays");
  TCase *core = tcase_create("core");
  tcase_set_timeout(core, 600);
  tcase_add_loop_test(core, next_to_the_reference, 0, 4);
  tcase_add_test(core, rays_along_the_side_of_a_capsule);
  tcase_add_loop_test(core, past_the_silhouette, 0, 2);
  tcase_add_test(core, along_the_axis);
  tcase_add_loop_test(core, from_within_and_without_length, 0, 2);
  tcase_add_test(core, from_the_silhouette);
  tcase_add_test(core, wrong_rays_have_a_status);
  suite_add_tcase(suite, core);
  return suite;
}
