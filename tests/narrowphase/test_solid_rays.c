/* test_solid_rays.c: rays at boxes, cylinders, cones and frustums against a reference that knows no roots:
 * how far a place is outside is a convex function along the ray, whose least value is searched. From near and
 * from afar, grazing, along the axis, from the surface; what is inside is what points are told. */
#include "carom/batch.h"
#include "oracle_real.h"
#include "pose.h"
#include "testing.h"

#define U 0x1p-24

typedef struct solid_case {
  carom_shape shape;
  carom_pose pose;
  carom_frame frame;
  carom_ray ray;
  double size, distance;
  rvec3 o, v; /* of the ray, in the frame of the shape */
} solid_case;

static oracle_real magnitude(oracle_real x) { return x < 0 ? -x : x; }

/* How far a place is outside; negative inside. */
static oracle_real outside_box(carom_vec3 half, rvec3 p) {
  oracle_real x = magnitude(p.x) - (oracle_real)half.x, y = magnitude(p.y) - (oracle_real)half.y;
  oracle_real z = magnitude(p.z) - (oracle_real)half.z, most = x > y ? x : y;
  return most > z ? most : z;
}

static oracle_real outside_round(double half, double bottom, double top, rvec3 p) {
  oracle_real h = (oracle_real)half, beyond = magnitude(p.y) - h;
  oracle_real radius = ((oracle_real)bottom * (h - p.y) + (oracle_real)top * (h + p.y)) / (2 * h);
  oracle_real beside = real_sqrt(p.x * p.x + p.z * p.z) - radius;
  return beyond > beside ? beyond : beside;
}

static oracle_real outside(const solid_case *c, rvec3 p) {
  const carom_frustum *f = &c->shape.geometry.frustum;
  double h = (double)f->half_height, bottom = (double)f->bottom;
  if (c->shape.kind == CAROM_BOX) return outside_box(c->shape.geometry.box.half, p);
  if (c->shape.kind == CAROM_CYLINDER) return outside_round(h, bottom, bottom, p);
  return outside_round(h, bottom, c->shape.kind == CAROM_CONE ? 0 : (double)f->top, p);
}

static oracle_real outside_at(const solid_case *c, oracle_real t) {
  return outside(c, rvec_mad(c->o, c->v, t));
}

/* The least value of a convex function on 0..1. */
static oracle_real least_outside(const solid_case *c) {
  oracle_real low = 0, high = 1;
  for (int i = 0; i < 200; i++) {
    oracle_real a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (outside_at(c, a) < outside_at(c, b))
      high = b;
    else
      low = a;
  }
  oracle_real end = outside_at(c, 1), found = outside_at(c, (low + high) / 2);
  return end < found ? end : found;
}

static void make_solid(solid_case *c, uint64_t *random, int kind) {
  float size = test_log_uniform(random, 1e-2f, 1e2f), a = size * test_log_uniform(random, 0.05f, 1);
  float b = size * test_uniform(random, 0.1f, 1), d = size * test_uniform(random, 0.1f, 1);
  const carom_shape shapes[] = {carom_shape_box(a, b, d), carom_shape_cylinder(a, b), carom_shape_cone(a, b),
                                carom_shape_frustum(a, b, d)};
  c->shape = shapes[kind];
  c->size = 2 * (double)size;
  carom_vec3 p = test_vec3(random, -8, 8);
  c->pose = (carom_pose){{(double)(p.x * size), (double)(p.y * size), (double)(p.z * size)}, {0, 0, 0, 1}};
  if (test_below(random, 4)) c->pose.rotation = test_quat(random);
  carom_placed placed;
  ck_assert(carom_place(&c->shape, &c->pose, &placed) == CAROM_OK);
  c->frame = placed.frame;
}

/* Seen along axes of unit length, which floats only nearly have. */
static rvec3 seen(const solid_case *c, rvec3 v) {
  rmat3 axes = rmat_of(&c->frame.axes);
  rvec3 x = rmat_apply(&axes, rvec(1, 0, 0)), y = rmat_apply(&axes, rvec(0, 1, 0));
  rvec3 z = rmat_apply(&axes, rvec(0, 0, 1));
  if (c->shape.kind == CAROM_BOX) return rvec(rvec_dot(x, v), rvec_dot(y, v), rvec_dot(z, v));
  y = rvec_scale(y, 1 / rvec_length(y));
  rvec3 across = rvec_mad(v, y, -rvec_dot(v, y));
  x = rvec_mad(x, y, -rvec_dot(x, y));
  x = rvec_scale(x, 1 / rvec_length(x));
  z = rvec_cross(x, y);
  return rvec(rvec_dot(x, across), rvec_dot(v, y), rvec_dot(z, across));
}

static void aim(solid_case *c, carom_vec3 from, carom_vec3 to, float reach) {
  c->ray.origin = frame_apply(&c->frame, from);
  carom_vec3 way = {(to.x - from.x) * reach, (to.y - from.y) * reach, (to.z - from.z) * reach};
  c->ray.translation = mat3_mul_vec3(&c->frame.axes, way);
  const carom_pos *o = &c->ray.origin, *f = &c->frame.origin;
  c->o = seen(c, rvec((oracle_real)o->x - (oracle_real)f->x, (oracle_real)o->y - (oracle_real)f->y,
                      (oracle_real)o->z - (oracle_real)f->z));
  c->v = seen(c, rvec_of(c->ray.translation));
  c->distance = (double)rvec_length(c->o);
}

static const char *judge_hit(const solid_case *c, const carom_ray_result *hit, double slack) {
  double length = (double)rvec_length(c->v), away = slack + 4 * U * length;
  oracle_real t = (oracle_real)hit->fraction;
  if (!(hit->fraction >= 0 && hit->fraction <= 1)) return "outside the ray";
  if (fabs((double)outside_at(c, t)) > 4 * away) return "off the surface";
  if ((double)outside_at(c, t / 2) < -4 * away) return "late";
  rvec3 n = seen(c, rvec_of(hit->normal));
  if (fabs((double)rvec_length(n) - 1) > 8 * U) return "no unit normal";
  rvec3 beyond = rvec_mad(rvec_mad(c->o, c->v, t), n, (oracle_real)c->size);
  return (double)outside(c, beyond) < 0.5 * c->size ? "another normal" : NULL;
}

/* Hits and misses are exact from afar: their slack is that of the size alone. */
static const char *judge(const solid_case *c) {
  double slack = 4 * U * c->size + 0x1p-44 * c->distance;
  carom_ray_result hit;
  carom_point_distance point;
  if (carom_cast_ray(&c->shape, &c->pose, &c->ray, &hit)) return "refused";
  if (carom_distance_to_point(&c->shape, &c->pose, &c->ray.origin, &point)) return "refused as a point";
  if (point.inside != hit.inside || point.inside != (point.distance == 0)) return "points and rays differ";
  if (hit.inside) return (double)outside_at(c, 0) > slack ? "not inside" : NULL;
  double least = (double)least_outside(c);
  if (!hit.hit) return least < -slack ? "missed" : NULL;
  return least > slack ? "hit what it misses" : judge_hit(c, &hit, slack);
}

static void aim_at_random(solid_case *c, uint64_t *random, float far) {
  float size = (float)c->size;
  carom_vec3 from = test_vec3(random, -size * far, size * far), to = test_vec3(random, -size / 2, size / 2);
  float reach = test_uniform(random, 0.5f, 2);
  switch (test_below(random, 6)) {
  case 0: /* along the axis, or nearly */
    from = (carom_vec3){to.x, size * far, to.z + (test_below(random, 2) ? 0 : 1e-6f * size)};
    break;
  case 1: /* across it */
    from = (carom_vec3){size * far, to.y, to.z};
    break;
  case 2: /* from within, or near it */
    from = (carom_vec3){to.x * 0.7f, to.y * 0.7f, to.z * 0.7f};
    to = test_vec3(random, -size, size);
    break;
  case 3: /* at the level of a cap, which is the plane of a face */
    from.y = to.y = c->shape.geometry.frustum.half_height;
    break;
  case 4:
    if (test_below(random, 2)) reach = 0;
    break;
  default:
    break;
  }
  aim(c, from, to, reach);
}

START_TEST(next_to_the_reference) {
  uint64_t random = 1 + (uint64_t)_i;
  for (int n = 0; n < test_scaled(4000); n++) {
    solid_case c;
    make_solid(&c, &random, _i % 4);
    aim_at_random(&c, &random, _i >= 4 ? 1e4f : 1);
    const char *fault = judge(&c);
    ck_assert_msg(!fault, "%s, case %d of %s", fault, n, carom_shape_kind_name(c.shape.kind));
  }
}
END_TEST

/* From the surface as floats find it, and again from what that tells: points and rays agree each time. */
START_TEST(from_the_surface) {
  uint64_t random = 31 + (uint64_t)_i;
  for (int n = 0; n < test_scaled(4000); n++) {
    solid_case c;
    make_solid(&c, &random, _i);
    aim_at_random(&c, &random, 1);
    for (int k = 0; k < 3; k++) {
      carom_point_distance near;
      carom_ray_result hit;
      ck_assert(carom_distance_to_point(&c.shape, &c.pose, &c.ray.origin, &near) == CAROM_OK);
      ck_assert(carom_cast_ray(&c.shape, &c.pose, &c.ray, &hit) == CAROM_OK);
      ck_assert(near.inside == hit.inside);
      ck_assert(near.inside || fabsf(vec3_length(near.normal) - 1) < 1e-6f);
      c.ray.origin = k == 0 && hit.hit ? hit.point : near.point;
    }
  }
}
END_TEST

/* Of an apex, where all lines of the side meet, the normal is that of a side which looks at the ray. */
START_TEST(at_an_apex) {
  uint64_t random = 71;
  uint32_t hits = 0;
  for (int n = 0; n < test_scaled(4000); n++) {
    solid_case c;
    make_solid(&c, &random, 2);
    float lean = test_log_uniform(&random, 1e-9f, 1e-6f);
    if (test_below(&random, 2)) c.pose.rotation = (carom_quat){0, 1, 0, 6e-17f};
    if (test_below(&random, 2)) c.pose.rotation = (carom_quat){-1, lean, 0, -lean};
    carom_placed placed;
    ck_assert(carom_place(&c.shape, &c.pose, &placed) == CAROM_OK);
    c.frame = placed.frame;
    carom_vec3 apex = {0, c.shape.geometry.cone.half_height, 0}, from = {0, 4 * (float)c.size, 0};
    if (test_below(&random, 3)) from.x = (float)c.size * test_uniform(&random, -6, 6);
    if (test_below(&random, 2)) from.z = (float)c.size * test_uniform(&random, -6, 6);
    aim(&c, from, apex, 2);
    carom_ray_result hit;
    ck_assert(carom_cast_ray(&c.shape, &c.pose, &c.ray, &hit) == CAROM_OK);
    ck_assert(!hit.hit || vec3_dot(hit.normal, c.ray.translation) <= 0);
    hits += hit.hit;
  }
  ck_assert_uint_gt(hits, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("solid_rays");
  TCase *core = tcase_create("core");
  tcase_set_timeout(core, 600);
  tcase_add_loop_test(core, next_to_the_reference, 0, 8);
  tcase_add_loop_test(core, from_the_surface, 0, 4);
  tcase_add_test(core, at_an_apex);
  suite_add_tcase(suite, core);
  return suite;
}
