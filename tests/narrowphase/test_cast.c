/* test_cast.c: linear casts against closed forms, rays and the distance at many places on the way; batches
 * against single calls; wrong arguments. */
#include <string.h>

#include "sweeps.h"

static const carom_pose at_origin = {{0, 0, 0}, {0, 0, 0, 1}};

/* A cast as a motion, for the judge. */
static carom_sweep as_sweep(const carom_shape_cast *c) {
  carom_sweep s = {c->a, c->b, {c->pose_a, c->pose_a}, {c->pose_b, c->pose_b}, 0};
  s.motion_b.end.position = shifted(c->pose_b.position, c->translation);
  return s;
}

static carom_status run_cast(const carom_shape_cast *c, carom_impact *out) {
  return carom_cast_shape(&c->a, &c->pose_a, &c->b, &c->pose_b, c->translation, out);
}

static carom_shape_cast random_cast(uint64_t *random, carom_shape_kind kind_a, carom_shape_kind kind_b,
                                    float size) {
  carom_shape_cast c = {.a = firm_shape(random, kind_a, size), .b = firm_shape(random, kind_b, size)};
  c.pose_a.rotation = test_quat(random);
  c.pose_b =
      (carom_pose){shifted((carom_pos){0, 0, 0}, test_vec3(random, -3 * size, 3 * size)), test_quat(random)};
  c.translation = test_vec3(random, -5 * size, 5 * size);
  return c;
}

static void release_cast(const carom_shape_cast *c) {
  release_shape(&c->a);
  release_shape(&c->b);
}

static const char *judge_cast(const carom_shape_cast *c, int samples) {
  carom_sweep s = as_sweep(c);
  carom_impact out;
  return run_cast(c, &out) == CAROM_OK ? judge_sweep(&s, &out, samples) : "no answer";
}

static carom_shape_cast cast_back(const carom_shape_cast *c) {
  carom_vec3 t = c->translation;
  return (carom_shape_cast){c->b, c->a, c->pose_b, c->pose_a, {-t.x, -t.y, -t.z}};
}

START_TEST(all_pairs_of_kinds) {
  carom_shape_kind kind_a = any_spatial_kind(_i / ALL_SPATIAL_KINDS),
                   kind_b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  int hits = 0, cases = 40 + test_scaled(60), samples = 10 + test_scaled(90);
  for (uint64_t seed = 0; seed < (uint64_t)cases; seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    carom_shape_cast c = random_cast(&random, kind_a, kind_b, test_log_uniform(&random, 1e-2f, 1e3f));
    carom_shape_cast mirror = cast_back(&c);
    carom_impact out;
    const char *fault = judge_cast(&c, samples);
    if (!fault) fault = judge_cast(&mirror, samples);
    ck_assert_msg(!fault, "%s and %s: %s, case %u", carom_shape_kind_name(kind_a),
                  carom_shape_kind_name(kind_b), fault, (unsigned)seed);
    ck_assert(run_cast(&c, &out) == CAROM_OK);
    hits += out.hit;
    release_cast(&c);
  }
  /* Few cases of shapes with much room in them may all miss. */
  ck_assert_msg((hits > 0 || cases < 100) && hits < cases * 9 / 10, "%d hits of %d", hits, cases);
}
END_TEST

/* Two spheres: when the centers are as near as the radii are long. */
static double spheres_meet(double radius, const carom_pos *from, carom_vec3 v) {
  long double x = (long double)from->x, y = (long double)from->y, z = (long double)from->z;
  long double vx = (long double)v.x, vy = (long double)v.y, vz = (long double)v.z;
  long double a = vx * vx + vy * vy + vz * vz, b = x * vx + y * vy + z * vz;
  long double c = x * x + y * y + z * z - (long double)radius * (long double)radius, d = b * b - a * c;
  if (c <= 0) return 0;
  return d < 0 || b >= 0 ? 2 : (double)((-b - sqrtl(d)) / a);
}

START_TEST(spheres_in_closed_form) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(2000); seed++) {
    uint64_t random = seed;
    carom_shape_cast c = random_cast(&random, CAROM_SPHERE, CAROM_SPHERE, 1);
    double radius = (double)c.a.geometry.sphere.radius + (double)c.b.geometry.sphere.radius;
    /* The tolerance is a gap, so that its worth in time is the difference to slightly larger spheres. */
    double early = spheres_meet(radius + 64 * (double)UNIT * radius, &c.pose_b.position, c.translation);
    double late = spheres_meet(radius - 4 * (double)UNIT * radius, &c.pose_b.position, c.translation);
    carom_impact out;
    ck_assert(run_cast(&c, &out) == CAROM_OK);
    if (late <= 1) ck_assert_msg(out.hit && out.fraction <= late, "case %u: late", (unsigned)seed);
    if (early > 1) ck_assert_msg(!out.hit, "case %u: a hit of what passes by", (unsigned)seed);
    if (out.hit) ck_assert_msg(out.fraction >= early, "case %u: early", (unsigned)seed);
  }
}
END_TEST

/* Boxes that are not turned, along an axis and across: the interval of time in which all three shadows
 * overlap. */
START_TEST(boxes_in_closed_form) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(2000); seed++) {
    uint64_t random = seed;
    carom_vec3 p = test_vec3(&random, -3, 3), v = test_vec3(&random, -6, 6), h = test_vec3(&random, 0.2f, 2);
    carom_shape a = carom_shape_box(h.x / 2, h.y / 2, h.z / 2), b = a;
    const double from[3] = {(double)p.x, (double)p.y, (double)p.z};
    const double way[3] = {(double)v.x, (double)v.y, (double)v.z};
    const double reach[3] = {(double)h.x, (double)h.y, (double)h.z};
    double enter = 0, leave = 1;
    for (int i = 0; i < 3; i++) {
      double t0 = (-reach[i] - from[i]) / way[i], t1 = (reach[i] - from[i]) / way[i];
      enter = fmax(enter, fmin(t0, t1));
      leave = fmin(leave, fmax(t0, t1));
    }
    carom_impact out;
    carom_pose pose = {shifted((carom_pos){0, 0, 0}, p), {0, 0, 0, 1}};
    ck_assert(carom_cast_shape(&a, &at_origin, &b, &pose, v, &out) == CAROM_OK);
    if (fabs(leave - enter) < 1e-4) continue;
    ck_assert_msg(out.hit == (enter <= leave), "case %u: %s", (unsigned)seed, out.hit ? "a hit" : "missed");
    ck_assert_msg(!out.hit || fabs(out.fraction - enter) <
                                  1e-5 / (double)(fabsf(v.x) + fabsf(v.y) + fabsf(v.z)) + 1e-4,
                  "case %u: %g instead of %g", (unsigned)seed, out.fraction, enter);
  }
}
END_TEST

/* A tiny sphere flies as a ray does. */
START_TEST(tiny_spheres_fly_as_rays) {
  carom_shape_kind kind = spatial_kind(_i);
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(300); seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    carom_shape_cast c = random_cast(&random, kind, CAROM_SPHERE, 1);
    c.b = carom_shape_sphere(CAROM_SIZE_MIN);
    carom_ray ray = {c.pose_b.position, c.translation};
    carom_ray_result met;
    carom_impact out;
    ck_assert(carom_cast_ray(&c.a, &c.pose_a, &ray, &met) == CAROM_OK);
    ck_assert(run_cast(&c, &out) == CAROM_OK);
    ck_assert_msg(!met.hit || out.hit, "%s: missed, case %u", carom_shape_kind_name(kind), (unsigned)seed);
    ck_assert_msg(!met.hit || out.fraction <= (double)met.fraction + 1e-5, "%s: late, case %u",
                  carom_shape_kind_name(kind), (unsigned)seed);
    release_cast(&c);
  }
}
END_TEST

typedef struct flight {
  carom_shape a, b;
  carom_pos from;
  carom_vec3 by;
  bool hit;
  double fraction;
  carom_vec3 normal;
} flight;

/* Cases that are written down: the fraction may be early by the tolerance. */
static const flight flights[] = {
    /* Exactly at the end, and just not. */
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {4, 0, 0},
     {-2, 0, 0},
     true,
     1,
     {1, 0, 0}},
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {4, 0, 0},
     {-1.999f, 0, 0},
     false,
     1,
     {0, 0, 0}},
    /* Away, and along. */
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {2.001, 0, 0},
     {5, 0, 0},
     false,
     1,
     {0, 0, 0}},
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {0, 5, 2.001},
     {0, -10, 0},
     false,
     1,
     {0, 0, 0}},
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {.kind = CAROM_BOX, .geometry.box = {.half = {1, 1, 1}}},
     {0, 5, 1.999},
     {0, -10, 0},
     true,
     0.3,
     {0, 1, 0}},
    /* No way at all. */
    {{.kind = CAROM_SPHERE, .geometry.sphere = {1}},
     {.kind = CAROM_SPHERE, .geometry.sphere = {1}},
     {3, 0, 0},
     {0, 0, 0},
     false,
     1,
     {0, 0, 0}},
    /* A bullet and a thin wall. */
    {{.kind = CAROM_BOX, .geometry.box = {.half = {5, 5, 1e-3f}}},
     {.kind = CAROM_SPHERE, .geometry.sphere = {1e-2f}},
     {0.5, 0.25, 500},
     {0, 0, -1000},
     true,
     0.499989,
     {0, 0, 1}},
    /* A thousand billion times the size. */
    {{.kind = CAROM_SPHERE, .geometry.sphere = {1e-3f}},
     {.kind = CAROM_SPHERE, .geometry.sphere = {1e-3f}},
     {-1e8, 0, 0},
     {1e9f, 0, 0},
     true,
     0.1,
     {-1, 0, 0}},
    {{.kind = CAROM_SPHERE, .geometry.sphere = {1e-3f}},
     {.kind = CAROM_SPHERE, .geometry.sphere = {1e-3f}},
     {-1e8, 2.01e-3, 0},
     {1e9f, 0, 0},
     false,
     1,
     {0, 0, 0}},
    /* A million times as large. */
    {{.kind = CAROM_BOX, .geometry.box = {.half = {1e3f, 1e3f, 1e3f}}},
     {.kind = CAROM_SPHERE, .geometry.sphere = {1e-3f}},
     {100, 200, 1500},
     {0, 0, -1000},
     true,
     0.5,
     {0, 0, 1}},
};

START_TEST(written_down) {
  const flight *f = &flights[_i];
  carom_pose pose = {f->from, {0, 0, 0, 1}};
  carom_impact out;
  ck_assert(carom_cast_shape(&f->a, &at_origin, &f->b, &pose, f->by, &out) == CAROM_OK);
  ck_assert_msg(out.hit == f->hit && !out.inside, "%s", out.hit ? "hit" : "missed");
  ck_assert_msg(fabs(out.fraction - f->fraction) < 1e-5, "%.9g", out.fraction);
  ck_assert_msg(fabsf(out.normal.x - f->normal.x) < 1e-3f && fabsf(out.normal.y - f->normal.y) < 1e-3f &&
                    fabsf(out.normal.z - f->normal.z) < 1e-3f,
                "normal %g %g %g", (double)out.normal.x, (double)out.normal.y, (double)out.normal.z);
  carom_shape_cast c = {f->a, f->b, at_origin, pose, f->by};
  ck_assert_ptr_null(judge_cast(&c, 50));
}
END_TEST

/* The precision of a way that is far longer than the shapes: the gap at the fraction is still a touch. */
START_TEST(long_ways_keep_their_precision) {
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(500); seed++) {
    uint64_t random = seed;
    carom_shape_cast c = random_cast(&random, spatial_kind(seed % SPATIAL_KINDS),
                                     spatial_kind(seed / SPATIAL_KINDS % SPATIAL_KINDS), 1);
    carom_vec3 aim = test_vec3(&random, -1, 1), way = test_vec3(&random, -1, 1);
    double far = (double)test_log_uniform(&random, 1e2f, 1e6f);
    c.pose_b.position = (carom_pos){(double)aim.x - far * (double)way.x, (double)aim.y - far * (double)way.y,
                                    (double)aim.z - far * (double)way.z};
    c.translation =
        (carom_vec3){(float)(2 * far) * way.x, (float)(2 * far) * way.y, (float)(2 * far) * way.z};
    const char *fault = judge_cast(&c, 20);
    release_cast(&c);
    ck_assert_msg(!fault, "%s, case %u", fault, (unsigned)seed);
  }
}
END_TEST

/* Shapes that touch at the start: the manifold's normal, at once. */
START_TEST(a_touch_at_the_start_is_told) {
  carom_shape a = carom_shape_box(1, 1, 1), b = carom_shape_sphere(0.5f);
  carom_pose inside = {{0.2, 1.3, 0.1}, {0, 0, 0, 1}}, touching = {{0, 0, -1.5}, {0, 0, 0, 1}};
  carom_impact out;
  ck_assert(carom_cast_shape(&a, &at_origin, &b, &inside, (carom_vec3){0, 9, 0}, &out) == CAROM_OK);
  ck_assert(out.hit && out.inside && out.fraction == 0 && out.distance == 0 && out.normal.y == 1);
  ck_assert(fabs(out.point.y - 0.9) < 1e-6);
  ck_assert(carom_cast_shape(&a, &at_origin, &b, &touching, (carom_vec3){0, 0, 0}, &out) == CAROM_OK);
  ck_assert(out.hit && out.inside && out.normal.z == -1);
}
END_TEST

/* --- Many --- */

static bool same(const carom_impact *a, const carom_impact *b) {
  return a->hit == b->hit && a->inside == b->inside && a->fraction == b->fraction &&
         memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0 && a->distance == b->distance &&
         a->iterations == b->iterations;
}

enum { MANY = 40, BAD = 7 };

/* All but one are right: that one is told, and its answer stays as it was. */
START_TEST(many_casts_are_single_ones) {
  carom_shape_cast casts[MANY];
  carom_impact out[MANY], one;
  carom_status statuses[MANY];
  uint64_t random = 5;
  for (int i = 0; i < MANY; i++) casts[i] = random_cast(&random, CAROM_BOX, CAROM_CAPSULE, 1);
  casts[BAD].translation.y = NAN;
  out[BAD].fraction = 42;
  ck_assert(carom_cast_shapes(casts, MANY, out, statuses) == CAROM_NOT_FINITE);
  for (int i = 0; i < MANY; i++) {
    ck_assert(statuses[i] == (i == BAD ? CAROM_NOT_FINITE : CAROM_OK));
    if (i != BAD) ck_assert(run_cast(&casts[i], &one) == CAROM_OK && same(&one, &out[i]));
  }
  ck_assert(out[BAD].fraction == 42);
  ck_assert(carom_cast_shapes(casts, BAD, out, NULL) == CAROM_OK);
  ck_assert(carom_cast_shapes(NULL, 0, NULL, NULL) == CAROM_OK);
  ck_assert(carom_cast_shapes(NULL, 1, out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_shapes(casts, 1, NULL, NULL) == CAROM_NULL_ARGUMENT);
}
END_TEST

START_TEST(many_sweeps_are_single_ones) {
  carom_sweep sweeps[MANY];
  carom_impact out[MANY], one;
  carom_status statuses[MANY];
  uint64_t random = 5;
  for (int i = 0; i < MANY; i++) sweeps[i] = random_sweep(&random, CAROM_BOX, CAROM_CAPSULE, 1, 3);
  sweeps[BAD].margin = -1;
  out[BAD].fraction = 42;
  ck_assert(carom_times_of_impact(sweeps, MANY, out, statuses) == CAROM_OUT_OF_RANGE);
  for (int i = 0; i < MANY; i++) {
    ck_assert(statuses[i] == (i == BAD ? CAROM_OUT_OF_RANGE : CAROM_OK));
    if (i != BAD) ck_assert(run_sweep(&sweeps[i], &one) == CAROM_OK && same(&one, &out[i]));
  }
  ck_assert(out[BAD].fraction == 42);
  ck_assert(carom_times_of_impact(NULL, 0, NULL, NULL) == CAROM_OK);
  ck_assert(carom_times_of_impact(NULL, 1, out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_times_of_impact(sweeps, 1, NULL, NULL) == CAROM_NULL_ARGUMENT);
}
END_TEST

START_TEST(many_rays_are_single_ones) {
  carom_ray rays[MANY];
  carom_ray_result out[MANY], one;
  carom_status statuses[MANY];
  carom_shape box = carom_shape_box(1, 2, 3), flat = carom_shape_box(1, 0, 1);
  uint64_t random = 5;
  carom_pose pose = {{1, 2, 3}, test_quat(&random)};
  for (int i = 0; i < MANY; i++)
    rays[i] =
        (carom_ray){shifted((carom_pos){0, 0, 0}, test_vec3(&random, -5, 5)), test_vec3(&random, -9, 9)};
  rays[BAD].origin.x = 1e10;
  out[BAD].fraction = 42;
  ck_assert(carom_cast_rays(&box, &pose, rays, MANY, out, statuses) == CAROM_OUT_OF_RANGE);
  for (int i = 0; i < MANY; i++) {
    ck_assert(statuses[i] == (i == BAD ? CAROM_OUT_OF_RANGE : CAROM_OK));
    if (i == BAD) continue;
    ck_assert(carom_cast_ray(&box, &pose, &rays[i], &one) == CAROM_OK);
    ck_assert(one.hit == out[i].hit && one.fraction == out[i].fraction && one.normal.x == out[i].normal.x);
  }
  ck_assert(out[BAD].fraction == 42);
  ck_assert(carom_cast_rays(&flat, &pose, rays, MANY, out, statuses) == CAROM_BAD_SIZE);
  ck_assert(statuses[BAD] == CAROM_OUT_OF_RANGE);
  ck_assert(carom_cast_rays(NULL, &pose, rays, 1, out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays(&box, &pose, NULL, 1, out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays(&box, &pose, rays, 1, NULL, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays(&box, &pose, NULL, 0, NULL, NULL) == CAROM_OK);
}
END_TEST

/* --- Wrong arguments --- */

/* Tells whether each call that takes this shape or pose gives the status and writes nothing. */
static bool all_refuse(const carom_shape *shape, const carom_pose *pose, carom_status status) {
  carom_shape good = carom_shape_box(1, 1, 1);
  carom_vec3 way = {1, 0, 0};
  carom_motion still = {at_origin, at_origin}, motion = still;
  carom_impact before, out;
  memset(&before, 0xA5, sizeof before);
  out = before;
  bool refused = carom_cast_shape(shape, pose, &good, &at_origin, way, &out) == status &&
                 carom_cast_shape(&good, &at_origin, shape, pose, way, &out) == status;
  for (int end = 0; end < 2; end++) {
    if (pose) *(end ? &motion.end : &motion.start) = *pose;
    const carom_motion *m = pose ? &motion : NULL;
    refused = refused && carom_time_of_impact(shape, m, &good, &still, 0, &out) == status &&
              carom_time_of_impact(&good, &still, shape, m, 0, &out) == status;
    motion = still;
  }
  return refused && memcmp(&out, &before, sizeof out) == 0;
}

START_TEST(wrong_arguments_are_refused) {
  carom_shape box = carom_shape_box(1, 1, 1), flat = carom_shape_box(1, 0, 1), lost = carom_shape_sphere(NAN);
  carom_shape none = {.kind = CAROM_NO_SHAPE}, no_hull = carom_shape_hull(NULL);
  carom_pose far = {.position = {2e9, 0, 0}}, skew = {.rotation = {1, 1, 0, 0}};
  carom_pose nan = {.position = {0, (double)NAN, 0}};
  ck_assert(all_refuse(NULL, &at_origin, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&box, NULL, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&no_hull, &at_origin, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&none, &at_origin, CAROM_UNKNOWN_KIND));
  ck_assert(all_refuse(&flat, &at_origin, CAROM_BAD_SIZE));
  ck_assert(all_refuse(&lost, &at_origin, CAROM_NOT_FINITE));
  ck_assert(all_refuse(&box, &far, CAROM_OUT_OF_RANGE));
  ck_assert(all_refuse(&box, &skew, CAROM_NOT_UNIT));
  ck_assert(all_refuse(&box, &nan, CAROM_NOT_FINITE));
}
END_TEST

START_TEST(wrong_ways_and_margins_are_refused) {
  carom_shape box = carom_shape_box(1, 1, 1);
  carom_motion still = {at_origin, at_origin};
  carom_impact out = {.fraction = 42};
  const carom_shape_cast ways[2] = {{box, box, at_origin, at_origin, {0, INFINITY, 0}},
                                    {box, box, at_origin, at_origin, {0, 0, 3e9f}}};
  ck_assert(run_cast(&ways[0], &out) == CAROM_NOT_FINITE);
  ck_assert(run_cast(&ways[1], &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_cast_shape(&box, &at_origin, &box, &at_origin, ways[0].translation, NULL) ==
            CAROM_NULL_ARGUMENT);
  ck_assert(carom_time_of_impact(&box, &still, &box, &still, -1e-3f, &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_time_of_impact(&box, &still, &box, &still, 2e6f, &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_time_of_impact(&box, &still, &box, &still, NAN, &out) == CAROM_NOT_FINITE);
  ck_assert(carom_time_of_impact(&box, &still, &box, &still, 0, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(out.fraction == 42);
}
END_TEST

static carom_mesh *two_triangles(uint64_t *random) {
  static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
  float vertices[12];
  carom_mesh *mesh;
  for (int i = 0; i < 12; i++) vertices[i] = test_uniform(random, -2, 2);
  const carom_mesh_def def = {
      .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

/* The gap of these is less than the tolerance of a search, but they do not touch. */
START_TEST(what_does_not_move_hits_what_it_touches) {
  const carom_shape_cast casts[] = {
      {.a = carom_shape_triangle(vec3(-0x1.76fc22p-2f, -0x1.d546d2p-1f, 0x1.95fc8p-1f),
                                 vec3(-0x1.e6c59ep-3f, 0x1.5f411p-3f, 0x1.dad0dap-2f),
                                 vec3(-0x1.25612cp-1f, 0x1.1434eap-2f, -0x1.80dfc6p-2f)),
       .b = carom_shape_cone(0x1.95cf68p-9f, 0x1.0ef07cp-7f),
       .pose_a.rotation = {0x1.0bdb88p-1f, -0x1.37611p-1f, 0x1.2dd6f2p-1f, 0x1.82575cp-4f},
       .pose_b = {{0x1.f8d861ce91b2cp-1, -0x1.6b83dab445606p-4, -0x1.5e8f13f8ff49bp-6},
                  {0x1.30bd54p-1f, 0x1.41676p-1f, 0x1.93c348p-5f, 0x1.ff3c6ep-2f}}},
      {.a = carom_shape_triangle(vec3(-0x1.419416p-1f, -0x1.31de72p-1f, 0x1.743aaap-3f),
                                 vec3(0x1.78ccc8p-1f, 0x1.a93902p-1f, 0x1.e3dea8p-2f),
                                 vec3(-0x1.05638ap-1f, -0x1.db0b2ep-1f, 0x1.71c824p-1f)),
       .b = carom_shape_cylinder(0x1.42da18p-1f, 0x1.5dade2p-2f),
       .pose_a.rotation = {0x1.490d4cp-4f, -0x1.43a51cp-1f, -0x1.2a28dp-1f, -0x1.02787ep-1f},
       .pose_b = {{-0x1.b607424c17e92p-1, 0x1.b9df25c412b61p-1, -0x1.2ace09d2b3f6bp-1},
                  {-0x1.303ea8p-2f, -0x1.42f96cp-1f, -0x1.93c11cp-2f, -0x1.327d64p-1f}}}};
  for (int i = 0; i < 2; i++) {
    const carom_shape_cast *c = &casts[i];
    const carom_motion a = {c->pose_a, c->pose_a}, b = {c->pose_b, c->pose_b};
    carom_impact hit;
    bool touch;
    ck_assert_int_eq(carom_overlap(&c->a, &c->pose_a, &c->b, &c->pose_b, &touch), CAROM_OK);
    ck_assert_int_eq(run_cast(c, &hit), CAROM_OK);
    ck_assert(!touch && !hit.hit && hit.fraction == 1);
    ck_assert_int_eq(carom_time_of_impact(&c->a, &a, &c->b, &b, 0, &hit), CAROM_OK);
    ck_assert(!hit.hit && hit.fraction == 1);
  }
}
END_TEST

/* What comes at a mesh from the limit of touching begins inside exactly where carom_overlap says so: its
 * triangles have a rounding of their own. */
START_TEST(a_mesh_is_touched_at_the_start_as_overlaps_tell) {
  uint64_t random = 11;
  int apart = 0, touching = 0;
  for (int n = 0; n < 200 + test_scaled(4000); n++) {
    carom_mesh *mesh = two_triangles(&random);
    carom_shape_cast c = {.a = carom_shape_mesh(mesh), .b = carom_shape_sphere(0.3f)};
    carom_distance_result away;
    carom_impact hit;
    bool touch;
    if (n % 2) c.b = carom_shape_box(0.3f, 0.2f, 0.4f);
    c.pose_a.rotation = test_quat(&random);
    c.pose_b = (carom_pose){shifted((carom_pos){0, 0, 0}, test_vec3(&random, -3, 3)), test_quat(&random)};
    ck_assert_int_eq(carom_distance(&c.a, &c.pose_a, &c.b, &c.pose_b, &away), CAROM_OK);
    float left = test_uniform(&random, -1e-6f, 3e-6f) - away.distance;
    c.pose_b.position = shifted(c.pose_b.position, vec3_scale(away.normal, left));
    c.translation = vec3_scale(away.normal, -0.1f);
    ck_assert_int_eq(carom_overlap(&c.a, &c.pose_a, &c.b, &c.pose_b, &touch), CAROM_OK);
    ck_assert_int_eq(run_cast(&c, &hit), CAROM_OK);
    if (away.distance > 0) ck_assert(hit.hit && hit.inside == touch);
    touching += touch, apart += !touch;
    carom_mesh_release(mesh);
  }
  ck_assert(touching > 20 && apart > 20);
}
END_TEST

START_TEST(poses_of_a_motion) {
  carom_motion m = {{{1, 2, 3}, {0, 0, 0, 1}}, {{3, 2, 1}, {0, 0, -1, 0}}}, bad = m;
  carom_pose out = {.position = {7, 7, 7}};
  bad.end.rotation.w = 3;
  ck_assert(carom_motion_pose(&bad, 0.5, &out) == CAROM_NOT_UNIT);
  ck_assert(carom_motion_pose(&m, -0.1, &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_motion_pose(&m, 1.1, &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_motion_pose(&m, (double)NAN, &out) == CAROM_NOT_FINITE);
  ck_assert(carom_motion_pose(NULL, 0, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_motion_pose(&m, 0, NULL) == CAROM_NULL_ARGUMENT && out.position.x == 7);
  ck_assert(carom_motion_pose(&m, 0, &out) == CAROM_OK && memcmp(&out, &m.start, sizeof out) == 0);
  ck_assert(carom_motion_pose(&m, 1, &out) == CAROM_OK && memcmp(&out, &m.end, sizeof out) == 0);
  ck_assert(carom_motion_pose(&m, 0.5, &out) == CAROM_OK && out.position.x == 2 && out.position.z == 2);
  ck_assert(fabsf(out.rotation.z + sqrtf(0.5f)) < 1e-6f && fabsf(out.rotation.w - sqrtf(0.5f)) < 1e-6f);
  /* The shorter way: from no turn to the same rotation with the other sign. */
  m.end.rotation = (carom_quat){0, 0, 0.1f, -0.99498743f};
  ck_assert(carom_motion_pose(&m, 0.5, &out) == CAROM_OK && out.rotation.w > 0.99f && out.rotation.z < 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cast");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 300);
  tcase_add_loop_test(all, all_pairs_of_kinds, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_test(all, spheres_in_closed_form);
  tcase_add_test(all, boxes_in_closed_form);
  tcase_add_loop_test(all, tiny_spheres_fly_as_rays, 0, SPATIAL_KINDS);
  tcase_add_loop_test(all, written_down, 0, (int)(sizeof flights / sizeof flights[0]));
  tcase_add_test(all, long_ways_keep_their_precision);
  tcase_add_test(all, a_touch_at_the_start_is_told);
  tcase_add_test(all, what_does_not_move_hits_what_it_touches);
  tcase_add_test(all, a_mesh_is_touched_at_the_start_as_overlaps_tell);
  tcase_add_test(all, many_casts_are_single_ones);
  tcase_add_test(all, many_sweeps_are_single_ones);
  tcase_add_test(all, many_rays_are_single_ones);
  tcase_add_test(all, wrong_arguments_are_refused);
  tcase_add_test(all, wrong_ways_and_margins_are_refused);
  tcase_add_test(all, poses_of_a_motion);
  suite_add_tcase(suite, all);
  return suite;
}
