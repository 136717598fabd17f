/* test_scales.c: all tolerances are parts of the sizes, so that shapes of the double size at the double
 * distance have the double answers, to the last bit. A number with a unit of length in the narrow phase shows
 * here wherever one of these questions depends on it. */
#include "carom/cast.h"

#include "all_kinds.h"

/* Two shapes, where they are, and what is asked about them. */
typedef struct question {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  carom_motion motions[2];
  carom_ray ray;
  carom_vec3 way;
  float margin;
} question;

/* --- At random, times a power of two --- */

/* A third of the poses is not turned, and a third of the distances is small. */
static carom_pose scaled_pose(uint64_t *random, float scale, bool planar) {
  float far = test_below(random, 3) ? 1 : 0.25f;
  carom_vec3 p = test_vec3(random, -far, far);
  carom_quat q = test_quat(random);
  if (planar) p.z = 0, q = quat_normalize((carom_quat){0, 0, q.z, q.w + 2});
  if (test_below(random, 3) == 0) q = quat_identity();
  double by = (double)scale;
  return (carom_pose){{by * (double)p.x, by * (double)p.y, by * (double)p.z}, q};
}

static carom_vec3 scaled_way(uint64_t *random, float scale, bool planar) {
  carom_vec3 way = vec3_scale(test_vec3(random, -4, 4), scale);
  if (planar) way.z = 0;
  return way;
}

static question scaled_question(uint64_t seed, const carom_shape_kind kinds[2], float scale) {
  uint64_t random = seed * 40503 + 7;
  bool planar = carom__shape_family_of(kinds[0]) == CAROM_FAMILY_PLANAR;
  question q;
  q.a = random_shape_of(&random, kinds[0], scale);
  q.b = random_shape_of(&random, kinds[1], scale);
  q.pose_a = scaled_pose(&random, scale, planar);
  q.pose_b = scaled_pose(&random, scale, planar);
  for (int i = 0; i < 2; i++) {
    carom_pose end = scaled_pose(&random, scale, planar);
    q.motions[i] = (carom_motion){i == 0 ? q.pose_a : q.pose_b, end};
  }
  q.ray.origin = scaled_pose(&random, 2 * scale, planar).position;
  q.ray.translation = scaled_way(&random, scale, planar);
  q.way = scaled_way(&random, scale, planar);
  q.margin = scale * test_log_uniform(&random, 1e-3f, 1);
  return q;
}

/* --- Answers, divided by the scale --- */

enum { MOST_NUMBERS = 160 };

typedef struct answers {
  double scale;
  uint32_t count;
  double numbers[MOST_NUMBERS];
} answers;

static void tell(answers *out, double number) {
  ck_assert_uint_lt(out->count, MOST_NUMBERS);
  out->numbers[out->count++] = number;
}

static void tell_length(answers *out, double length) { tell(out, length / out->scale); }

static void tell_normal(answers *out, carom_vec3 n) {
  tell(out, (double)n.x), tell(out, (double)n.y), tell(out, (double)n.z);
}

static void tell_point(answers *out, carom_pos p) {
  tell_length(out, p.x), tell_length(out, p.y), tell_length(out, p.z);
}

static void tell_manifold(answers *out, const carom_manifold *m) {
  tell_normal(out, m->normal);
  tell(out, m->point_count);
  for (uint32_t i = 0; i < m->point_count; i++) {
    tell_point(out, m->points[i].position);
    tell_length(out, (double)m->points[i].separation);
    tell(out, m->points[i].feature);
  }
}

static void tell_distance(answers *out, const carom_distance_result *d) {
  tell_length(out, (double)d->distance);
  tell_normal(out, d->normal);
  tell_point(out, d->point_a);
  tell_point(out, d->point_b);
}

static void tell_impact(answers *out, const carom_impact *impact) {
  tell(out, impact->hit + 2 * impact->inside);
  tell(out, impact->fraction);
  tell_normal(out, impact->normal);
  tell_point(out, impact->point);
  tell_length(out, (double)impact->distance);
}

static void ask_shapes(const question *q, answers *out) {
  carom_manifold manifold = {.point_count = 0};
  carom_distance_result distance = {.distance = 0};
  bool overlap = false;
  tell(out, carom_collide(&q->a, &q->pose_a, &q->b, &q->pose_b, &manifold));
  tell_manifold(out, &manifold);
  tell(out, carom_collide_within(&q->a, &q->pose_a, &q->b, &q->pose_b, q->margin, &manifold));
  tell_manifold(out, &manifold);
  tell(out, carom_overlap(&q->a, &q->pose_a, &q->b, &q->pose_b, &overlap));
  tell(out, overlap);
  tell(out, carom_distance(&q->a, &q->pose_a, &q->b, &q->pose_b, &distance));
  tell_distance(out, &distance);
  tell(out, carom_signed_distance(&q->a, &q->pose_a, &q->b, &q->pose_b, &distance));
  tell_distance(out, &distance);
}

static void ask_ways(const question *q, answers *out) {
  carom_ray_result ray = {.hit = false};
  carom_impact impact = {.hit = false};
  tell(out, carom_cast_ray(&q->a, &q->pose_a, &q->ray, &ray));
  tell(out, ray.hit + 2 * ray.inside);
  tell(out, (double)ray.fraction);
  tell_normal(out, ray.normal);
  tell(out, carom_cast_shape(&q->a, &q->pose_a, &q->b, &q->pose_b, q->way, &impact));
  tell_impact(out, &impact);
  tell(out, carom_time_of_impact(&q->a, &q->motions[0], &q->b, &q->motions[1], q->margin, &impact));
  tell_impact(out, &impact);
}

static answers answers_of(uint64_t seed, const carom_shape_kind kinds[2], float scale) {
  question q = scaled_question(seed, kinds, scale);
  answers out = {.scale = (double)scale};
  ask_shapes(&q, &out);
  ask_ways(&q, &out);
  kind_release(&q.a), kind_release(&q.b);
  return out;
}

static void compare(uint64_t seed, const carom_shape_kind kinds[2]) {
  static const float scales[] = {8, 512, 4096};
  answers first = answers_of(seed, kinds, 1), then = answers_of(seed, kinds, scales[seed % 3]);
  bool same = first.count == then.count &&
              memcmp(first.numbers, then.numbers, first.count * sizeof first.numbers[0]) == 0;
  ck_assert_msg(same, "%s and %s, seed %d, times %g", carom_shape_kind_name(kinds[0]),
                carom_shape_kind_name(kinds[1]), (int)seed, (double)scales[seed % 3]);
}

START_TEST(shapes_of_space_scale) {
  carom_shape_kind kinds[2] = {any_spatial_kind((uint32_t)_i)};
  for (uint32_t k = 0; k < ALL_SPATIAL_KINDS; k++)
    for (int i = 0; i < test_scaled(200); i++) {
      kinds[1] = any_spatial_kind(k);
      compare((uint64_t)i, kinds);
    }
}
END_TEST

START_TEST(shapes_of_the_plane_scale) {
  carom_shape_kind kinds[2] = {planar_kind((uint32_t)_i)};
  for (uint32_t k = 0; k < PLANAR_KINDS; k++)
    for (int i = 0; i < test_scaled(400); i++) {
      kinds[1] = planar_kind(k);
      compare((uint64_t)i, kinds);
    }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("scales");
  TCase *tests = tcase_create("powers of two");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, shapes_of_space_scale, 0, ALL_SPATIAL_KINDS);
  tcase_add_loop_test(tests, shapes_of_the_plane_scale, 0, PLANAR_KINDS);
  suite_add_tcase(suite, tests);
  return suite;
}
