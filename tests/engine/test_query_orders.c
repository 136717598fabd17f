/* test_query_orders.c: where colliders have orders, queries go by these: as in a world that was made in that
 * order. */
#include "carom/carom.h"
#include "testing.h"

#include <string.h>

enum { BODIES = 60, FOUND = 2 * BODIES, SEEDS = 200 };

/* The same colliders: made in their order and without orders, and in any order with them. */
typedef struct pair_of_worlds {
  uint64_t random;
  carom_world *straight, *mixed;
} pair_of_worlds;

static void make(carom_world *world, uint32_t number, uint64_t order) {
  uint64_t random = number / 3; /* some lie at the same place */
  const carom_vec3 at = test_vec3(&random, -2, 2), size = test_vec3(&random, 0.2f, 1.5f);
  const carom_body_def def = {.pose.position = {(double)at.x, (double)at.y, (double)at.z}};
  void *user = (void *)(uintptr_t)number;
  const carom_collider_def colliders[2] = {
      {.shape = carom_shape_box(size.x, size.y, size.z), .user = user, .order = order ? 2 * order : 0},
      {.shape = carom_shape_sphere(size.x), .user = user, .order = order ? 2 * order + 1 : 0}};
  const carom_body body = carom_body_create(world, &def);
  ck_assert_int_eq(carom_collider_create_many(world, body, colliders, 2, NULL), CAROM_OK);
}

static void begin(pair_of_worlds *p, int seed) {
  uint32_t order[BODIES];
  p->random = (uint64_t)seed;
  for (uint32_t i = 0; i < BODIES; i++) order[i] = i;
  for (uint32_t i = BODIES; i > 1; i--) {
    const uint32_t k = test_below(&p->random, i), last = order[i - 1];
    order[i - 1] = order[k], order[k] = last;
  }
  ck_assert_int_eq(carom_world_create(NULL, &p->straight), CAROM_OK);
  ck_assert_int_eq(carom_world_create(NULL, &p->mixed), CAROM_OK);
  for (uint32_t i = 0; i < BODIES; i++) {
    make(p->straight, i, 0);
    make(p->mixed, order[i], order[i] + 1);
  }
}

static void end(const pair_of_worlds *p) {
  carom_world_destroy(p->straight);
  carom_world_destroy(p->mixed);
}

static uint64_t name_of(const carom_world *world, carom_collider collider) {
  carom_shape shape;
  ck_assert_int_eq(carom_collider_get_shape(world, collider, &shape), CAROM_OK);
  return (uintptr_t)carom_collider_get_user(world, collider) << 8 | (uint64_t)shape.kind;
}

/* Names of what a query finds, in its order; 0 where there is nothing. */
typedef void ask_fn(const carom_world *world, uint64_t random, uint64_t *out);

static carom_pos a_point(uint64_t *random) {
  const carom_vec3 at = test_vec3(random, -3, 3);
  return (carom_pos){(double)at.x, (double)at.y, (double)at.z};
}

static void ask_ray(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_ray ray = {a_point(&random), test_vec3(&random, -6, 6)};
  carom_ray_hit hit;
  ck_assert_int_eq(carom_world_cast_ray(world, &ray, NULL, &hit), CAROM_OK);
  if (hit.body.bits) out[0] = name_of(world, hit.collider);
}

static void ask_ray_all(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_ray ray = {a_point(&random), test_vec3(&random, -6, 6)};
  carom_ray_hit hits[FOUND];
  size_t count;
  ck_assert_int_eq(carom_world_cast_ray_all(world, &ray, NULL, hits, FOUND, &count), CAROM_OK);
  for (size_t i = 0; i < count; i++) out[i] = name_of(world, hits[i].collider);
}

static void ask_cast(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_moving_shape moving = {
      carom_shape_sphere(0.5f), {a_point(&random), {0, 0, 0, 1}}, test_vec3(&random, -6, 6)};
  carom_shape_hit hit;
  ck_assert_int_eq(carom_world_cast_shape(world, &moving, NULL, &hit), CAROM_OK);
  if (hit.body.bits) out[0] = name_of(world, hit.collider);
}

static float note(void *user, const carom_world *world, const carom_shape_hit *hit) {
  uint64_t **at = user;
  *(*at)++ = name_of(world, hit->collider);
  return 1;
}

static void ask_cast_each(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_moving_shape moving = {
      carom_shape_sphere(0.5f), {a_point(&random), {0, 0, 0, 1}}, test_vec3(&random, -6, 6)};
  ck_assert_int_eq(carom_world_cast_shape_each(world, &moving, NULL, note, &out), CAROM_OK);
}

static void ask_region(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_pos at = a_point(&random);
  const carom_region region = {{at.x - 1, at.y - 1, at.z - 1}, {at.x + 1, at.y + 1, at.z + 1}};
  const size_t room = test_below(&random, FOUND + 1);
  carom_found found[FOUND];
  size_t count;
  ck_assert_int_eq(carom_world_overlap_region(world, &region, NULL, found, room, &count), CAROM_OK);
  for (size_t i = 0; i < count && i < room; i++) out[i] = name_of(world, found[i].collider);
}

static void ask_nearest(const carom_world *world, uint64_t random, uint64_t *out) {
  const carom_pos at = a_point(&random);
  const size_t room = 1 + test_below(&random, 10);
  carom_near near[FOUND];
  size_t count;
  ck_assert_int_eq(carom_world_closest_bodies(world, &at, 4, NULL, near, room, &count), CAROM_OK);
  for (size_t i = 0; i < count; i++) out[i] = name_of(world, near[i].collider);
}

static void ask_gap(const carom_world *world, uint64_t random, uint64_t *out) {
  carom_body bodies[BODIES], a = {0}, b = {0};
  size_t count;
  const uint32_t first = test_below(&random, BODIES), second = test_below(&random, BODIES);
  ck_assert_int_eq(carom_world_get_bodies(world, bodies, BODIES, &count), CAROM_OK);
  for (size_t i = 0; i < count; i++) {
    carom_collider one;
    size_t colliders;
    carom_body_get_colliders(world, bodies[i], &one, 1, &colliders);
    const uint64_t number = name_of(world, one) >> 8;
    if (number == first) a = bodies[i];
    if (number == second) b = bodies[i];
  }
  carom_body_distance gap;
  ck_assert_int_eq(carom_world_body_distance(world, a, b, NULL, &gap), CAROM_OK);
  out[0] = name_of(world, gap.collider_a);
  out[1] = name_of(world, gap.collider_b);
}

START_TEST(queries_go_by_orders) {
  static ask_fn *const asks[] = {ask_ray,    ask_ray_all, ask_cast, ask_cast_each,
                                 ask_region, ask_nearest, ask_gap};
  for (int seed = 0; seed < test_scaled(SEEDS) + 2; seed++) {
    pair_of_worlds p;
    begin(&p, seed);
    for (int n = 0; n < 20; n++)
      for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        uint64_t want[FOUND] = {0}, now[FOUND] = {0};
        const uint64_t random = test_random(&p.random);
        asks[i](p.straight, random, want);
        asks[i](p.mixed, random, now);
        if (memcmp(want, now, sizeof now) != 0) ck_abort_msg("seed %d: query %zu", seed, i);
      }
    end(&p);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query orders");
  TCase *tests = tcase_create("orders");
  tcase_add_test(tests, queries_go_by_orders);
  suite_add_tcase(suite, tests);
  return suite;
}
