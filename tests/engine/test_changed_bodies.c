/* test_changed_bodies.c: bodies of 1 to 600 colliders of which some are created, destroyed or reshaped
 * between steps. What follows from the colliders of such a body (its tree, its boxes, the frames, their
 * places) is changed in part then. Beside the world a twin is loaded from a save again and again, which has
 * to make all of it anew: queries, bounds, contacts and hashes must be the same to the last bit. */
#include "objects.h"
#include "support.h"
#include "test_memory.h"

enum { BODIES = 5, MOST = 600, KEPT = 4, LIST = 4096 };

typedef struct program {
  uint64_t random;
  test_memory memory;
  carom_world *world;
  carom_body bodies[BODIES];
  int seed, round;
  void *past;
  size_t past_size;
  uint64_t past_hash;
} program;

static void check(const program *p, bool holds, const char *what) {
  if (!holds) ck_abort_msg("seed %d, round %d: %s", p->seed, p->round, what);
}

static carom_collider_def any_part(program *p) {
  carom_vec3 size = test_vec3(&p->random, 0.1f, 0.7f);
  carom_collider_def def = {.shape = carom_shape_box(size.x, size.y, size.z),
                            .pose = {test_vec3(&p->random, -6, 6), test_quat(&p->random)}};
  if (test_below(&p->random, 2)) def.shape = carom_shape_sphere(size.x);
  if (test_below(&p->random, 40) == 0) def.pose.position = test_vec3(&p->random, -30, 30);
  return def;
}

static size_t list(const carom_world *world, carom_body body, carom_collider colliders[LIST]) {
  size_t count = 0;
  ck_assert_int_eq(carom_body_get_colliders(world, body, colliders, LIST, &count), CAROM_OK);
  return count;
}

/* --- Changes --- */

static void create_parts(program *p, carom_body body, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    carom_collider_def def = any_part(p);
    carom_collider_create(p->world, body, &def);
  }
}

/* One of the first or of the last ones now and then, as they are at the ends of the list. */
static carom_collider any_of(program *p, carom_body body) {
  static carom_collider colliders[LIST];
  size_t count = list(p->world, body, colliders);
  if (count == 0) return (carom_collider){0};
  size_t i = test_below(&p->random, (uint32_t)count);
  uint32_t end = test_below(&p->random, 6);
  return colliders[end == 0 ? 0 : end == 1 ? count - 1 : i];
}

static void destroy_parts(program *p, carom_body body, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) carom_collider_destroy(p->world, any_of(p, body));
}

static void reshape_part(program *p, carom_body body) {
  carom_collider_def def = any_part(p);
  carom_collider collider = any_of(p, body);
  if (test_below(&p->random, 2))
    carom_collider_set_shape(p->world, collider, &def.shape);
  else
    carom_collider_set_local_pose(p->world, collider, &def.pose);
}

static void move(program *p, carom_body body) {
  carom_vec3 at = test_vec3(&p->random, -9, 9);
  carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, test_quat(&p->random)};
  carom_body_set_pose(p->world, body, &pose);
}

static void flip_enabled(program *p, carom_body body) {
  bool enabled = false;
  carom_body_is_enabled(p->world, body, &enabled);
  carom_body_set_enabled(p->world, body, !enabled);
}

static void replace_body(program *p, uint32_t i) {
  carom_body_def def = {.kind = i % 2 ? CAROM_KINEMATIC : CAROM_STATIC};
  carom_body_destroy(p->world, p->bodies[i]);
  carom_body body = carom_body_create(p->world, &def);
  if (body.bits == 0) return;
  p->bodies[i] = body;
  create_parts(p, body, 1 + test_below(&p->random, test_below(&p->random, 3) ? 30 : MOST));
  move(p, body);
}

static void change(program *p) {
  uint32_t i = test_below(&p->random, BODIES), kind = test_below(&p->random, 60);
  carom_body body = p->bodies[i];
  if (kind < 2 || !carom_body_is_valid(p->world, body))
    replace_body(p, i);
  else if (kind < 4)
    move(p, body);
  else if (kind == 4)
    flip_enabled(p, body);
  else if (kind == 5)
    carom_body_touch(p->world, body);
  else if (kind == 6)
    destroy_parts(p, body, test_below(&p->random, MOST));
  else if (kind == 7)
    create_parts(p, body, test_below(&p->random, 80));
  else if (kind < 20)
    create_parts(p, body, 1);
  else if (kind < 40)
    destroy_parts(p, body, 1);
  else
    reshape_part(p, body);
}

/* --- Comparing --- */

static bool bounds_are_same(const carom_aabb *a, const carom_aabb *b) {
  return a->min.x == b->min.x && a->min.y == b->min.y && a->min.z == b->min.z && a->max.x == b->max.x &&
         a->max.y == b->max.y && a->max.z == b->max.z;
}

static void compare_bodies(const program *p, const carom_world *twin, bool stepped) {
  static carom_collider own[LIST], others[LIST];
  for (int i = 0; i < BODIES; i++) {
    if (!carom_body_is_valid(p->world, p->bodies[i])) continue;
    size_t count = list(p->world, p->bodies[i], own);
    check(p, list(twin, p->bodies[i], others) == count, "not as many colliders");
    check(p, count == 0 || memcmp(own, others, count * sizeof *own) == 0, "other colliders");
    uint32_t slot = carom__id_index(p->bodies[i].bits);
    check(p,
          !stepped ||
              bounds_are_same(&p->world->bodies.proxies.data[slot].box, &twin->bodies.proxies.data[slot].box),
          "other bounds");
  }
}

static bool hits_are_same(const carom_ray_hit *a, const carom_ray_hit *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->inside == b->inside &&
         a->fraction == b->fraction && memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0;
}

static void compare_rays(program *p, const carom_world *twin) {
  static carom_ray_hit own[LIST], others[LIST];
  carom_vec3 from = test_vec3(&p->random, -12, 12);
  carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, test_vec3(&p->random, -40, 40)};
  size_t count = 0, count_twin = 0;
  carom_world_cast_ray_all(p->world, &ray, NULL, own, LIST, &count);
  carom_world_cast_ray_all(twin, &ray, NULL, others, LIST, &count_twin);
  check(p, count == count_twin, "not as many hits");
  for (size_t i = 0; i < count; i++) check(p, hits_are_same(&own[i], &others[i]), "other hits");
  carom_world_cast_ray(p->world, &ray, NULL, own);
  carom_world_cast_ray(twin, &ray, NULL, others);
  check(p, hits_are_same(own, others), "another first hit");
}

static void compare_overlaps(program *p, const carom_world *twin) {
  static carom_found own[LIST], others[LIST];
  carom_shape ball = carom_shape_sphere(test_uniform(&p->random, 0.1f, 4));
  carom_vec3 at = test_vec3(&p->random, -12, 12);
  carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, {0, 0, 0, 1}};
  size_t count = 0, count_twin = 0;
  carom_world_overlap_shape(p->world, &ball, &pose, NULL, own, LIST, &count);
  carom_world_overlap_shape(twin, &ball, &pose, NULL, others, LIST, &count_twin);
  check(p, count == count_twin, "not as many overlaps");
  for (size_t i = 0; i < count; i++)
    check(p, own[i].collider.bits == others[i].collider.bits, "other overlaps");
}

static void compare_distances(program *p, const carom_world *twin) {
  carom_body a = p->bodies[test_below(&p->random, BODIES)], b = p->bodies[test_below(&p->random, BODIES)];
  carom_body_distance own = {.distance = -1}, other = own;
  carom_status status = carom_world_body_distance(p->world, a, b, NULL, &own);
  check(p, carom_world_body_distance(twin, a, b, NULL, &other) == status, "another status of a distance");
  check(p,
        own.distance == other.distance && own.collider_a.bits == other.collider_a.bits &&
            own.collider_b.bits == other.collider_b.bits,
        "another distance");
}

static void compare_nearest(program *p, const carom_world *twin) {
  carom_near own[BODIES], others[BODIES];
  float radius = test_log_uniform(&p->random, 1, 100);
  size_t capacity = 1 + test_below(&p->random, BODIES);
  carom_vec3 from = test_vec3(&p->random, -12, 12);
  carom_pos at = {(double)from.x, (double)from.y, (double)from.z};
  size_t count = 0, count_twin = 0;
  carom_world_closest_bodies(p->world, &at, radius, NULL, own, capacity, &count);
  carom_world_closest_bodies(twin, &at, radius, NULL, others, capacity, &count_twin);
  check(p, count == count_twin, "not as many that are near");
  for (size_t i = 0; i < count; i++)
    check(p, own[i].collider.bits == others[i].collider.bits && own[i].distance == others[i].distance,
          "others that are near");
}

static void compare_events(const program *p, const carom_world *twin) {
  size_t count = 0, count_twin = 0;
  const carom_event *own = carom_world_get_events(p->world, &count);
  const carom_event *others = carom_world_get_events(twin, &count_twin);
  check(p, count == count_twin, "not as many events");
  for (size_t i = 0; i < count; i++) {
    const carom_contact *a = own[i].contact, *b = others[i].contact;
    check(p, own[i].kind == others[i].kind && own[i].cause == others[i].cause, "other events");
    check(p, a->a.collider.bits == b->a.collider.bits && a->b.collider.bits == b->b.collider.bits,
          "events of others");
  }
}

static void compare(program *p, const carom_world *twin, bool stepped) {
  if (stepped) compare_events(p, twin);
  check(p, carom_world_hash(p->world) == carom_world_hash(twin), "another hash");
  compare_bodies(p, twin, stepped);
  for (int i = 0; i < 3; i++) {
    compare_rays(p, twin);
    compare_overlaps(p, twin);
  }
  compare_nearest(p, twin);
  compare_distances(p, twin);
}

/* --- Running --- */

static carom_world *load_twin(program *p) {
  carom_world *twin = NULL;
  size_t size = 0;
  check(p, carom_world_save(p->world, NULL, NULL, 0, &size) == CAROM_TOO_SMALL, "no size of a save");
  void *bytes = malloc(size);
  ck_assert_ptr_nonnull(bytes);
  check(p, carom_world_save(p->world, NULL, bytes, size, &size) == CAROM_OK, "no save");
  check(p, carom_world_load(NULL, NULL, bytes, size, &twin) == CAROM_OK, "no load");
  free(bytes);
  return twin;
}

static void remember(program *p) {
  size_t size = 0;
  carom_world_rollback_save(p->world, NULL, 0, &size);
  free(p->past);
  p->past = malloc(size);
  ck_assert_ptr_nonnull(p->past);
  check(p, carom_world_rollback_save(p->world, p->past, size, &p->past_size) == CAROM_OK, "nothing noted");
  p->past_hash = carom_world_hash(p->world);
}

/* Where the journal was lost, as memory was refused, it is not possible. */
static void rewind_to_past(program *p) {
  if (p->past && carom_world_rollback_restore(p->world, p->past, p->past_size) == CAROM_OK)
    check(p, carom_world_hash(p->world) == p->past_hash, "another past");
}

/* A step that was refused has changed nothing, but may have done a part of what is to be made. */
static void step(program *p, uint32_t one_in, const carom_world *twin) {
  for (int i = 0;; i++) {
    p->memory.one_in = i < 4 ? one_in : 0;
    carom_status status = carom_world_step(p->world, SUPPORT_DT);
    p->memory.one_in = 0;
    if (status == CAROM_OK) return;
    check(p, status == CAROM_OUT_OF_MEMORY, "a step fails");
    compare(p, twin, false);
  }
}

static void play_round(program *p, uint32_t one_in) {
  p->memory.one_in = one_in;
  for (uint32_t n = test_below(&p->random, 12); n > 0; n--) change(p);
  if (test_below(&p->random, 4) == 0) remember(p);
  if (test_below(&p->random, 5) == 0) rewind_to_past(p);
  p->memory.one_in = 0;
  carom_world *twin = load_twin(p);
  compare(p, twin, false);
  step(p, one_in, twin);
  support_step(twin);
  compare(p, twin, true);
  carom_world_destroy(twin);
}

static void play(int seed, uint32_t one_in) {
  program p = {.random = (uint64_t)seed + 1, .seed = seed};
  p.memory.random = p.random;
  carom_world_def def = {.allocator = test_memory_allocator(&p.memory)};
  ck_assert_int_eq(carom_world_create(&def, &p.world), CAROM_OK);
  carom_world_rollback_keep(p.world, KEPT);
  for (uint32_t i = 0; i < BODIES; i++) replace_body(&p, i);
  for (p.round = 0; p.round < 40; p.round++) play_round(&p, one_in);
  carom_world_destroy(p.world);
  free(p.past);
  check(&p, test_memory_is_clean(&p.memory), "memory is lost");
}

START_TEST(changed_bodies_are_as_if_made_anew) {
  for (int seed = _i; seed < test_scaled(200); seed += 4) play(seed, 0);
}
END_TEST

START_TEST(and_so_they_are_when_memory_is_refused) {
  for (int seed = _i; seed < test_scaled(200); seed += 4) play(seed, 2 + (uint32_t)seed % 7);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("changed bodies");
  TCase *tests = tcase_create("changed bodies");
  tcase_set_timeout(tests, 1200);
  tcase_add_loop_test(tests, changed_bodies_are_as_if_made_anew, 0, 4);
  tcase_add_loop_test(tests, and_so_they_are_when_memory_is_refused, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
