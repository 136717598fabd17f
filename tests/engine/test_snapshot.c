/* test_snapshot.c: saves and clones: what is loaded is what was saved and goes on like it, and no other bytes
 * are taken. */
#include "archive.h"
#include "program.h"
#include "test_memory.h"

/* A world in the middle of things, and its save. */
static program_bytes make(program *p, uint64_t seed, int steps) {
  program_start(p, seed, NULL);
  for (int i = 0; i < steps; i++) program_step(p);
  program_calls(p);
  return program_save(p->world);
}

/* Runs the program in its own world and in another that should be as it is, but for the hulls,
 * and is destroyed. */
static void go_on_alike(program *p, carom_world *other) {
  program twin = *p;
  twin.world = other;
  program_listen(&twin);
  if (twin.asks) program_ask(&twin);
  for (int i = 0; i < 10; i++) {
    program_step(p);
    program_step(&twin);
    ck_assert_uint_eq(twin.told, p->told);
    ck_assert_uint_eq(carom_world_hash(twin.world), carom_world_hash(p->world));
  }
  carom_world_destroy(other);
}

START_TEST(what_is_loaded_goes_on_as_what_was_saved) {
  for (int seed = 0; seed < test_scaled(200); seed++) {
    program p;
    carom_world *loaded;
    program_bytes saved = make(&p, (uint64_t)seed, seed % 20);
    carom_world_def def = {.broadphase = seed % 2 ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP};
    ck_assert_int_eq(carom_world_load(&def, &program_users, saved.data, saved.size, &loaded), CAROM_OK);
    ck_assert(program_same(p.world, loaded));
    go_on_alike(&p, loaded);
    program_end(&p);
    free(saved.data);
  }
}
END_TEST

/* Six planes of a box that is askew, whose corners are rounded to floats; the faces keep the planes' normals.
 */
static carom_hull *askew(uint64_t *random) {
  carom_plane planes[6];
  carom_hull *hull = NULL;
  carom_quat turn =
      carom_quat_about_degrees(vec3(test_uniform(random, -1, 1), 1, test_uniform(random, -1, 1)),
                               (double)test_uniform(random, 0, 360));
  for (int i = 0; i < 6; i++) {
    float side = i < 3 ? 1 : -1;
    carom_vec3 axis = vec3(i % 3 == 0 ? side : 0, i % 3 == 1 ? side : 0, i % 3 == 2 ? side : 0);
    planes[i] = (carom_plane){carom_quat_rotate(turn, axis), test_uniform(random, 1, 20)};
  }
  ck_assert_int_eq(carom_hull_from_planes(NULL, planes, 6, &hull), CAROM_OK);
  return hull;
}

START_TEST(a_hull_of_planes_has_its_hash_after_a_load) {
  uint64_t random = 5;
  for (int n = 0; n < 50; n++) {
    carom_world *world, *loaded;
    carom_hull *hull = askew(&random);
    ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
    carom_collider_def def = {.shape = carom_shape_hull(hull)};
    ck_assert(carom_collider_create(world, carom_body_create(world, NULL), &def).bits);
    program_bytes saved = program_save(world);
    ck_assert_int_eq(carom_world_load(NULL, &program_users, saved.data, saved.size, &loaded), CAROM_OK);
    ck_assert_uint_eq(carom_world_hash(loaded), carom_world_hash(world));
    carom_world_destroy(loaded), carom_world_destroy(world);
    carom_hull_release(hull);
    free(saved.data);
  }
}
END_TEST

START_TEST(who_is_asked_is_asked_the_same_after_a_load) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    program p;
    carom_world *loaded;
    program_start(&p, (uint64_t)seed, NULL);
    program_ask(&p);
    for (int i = 0; i < seed % 20; i++) program_step(&p);
    program_bytes saved = program_save(p.world);
    ck_assert_int_eq(carom_world_load(NULL, &program_users, saved.data, saved.size, &loaded), CAROM_OK);
    go_on_alike(&p, loaded);
    program_end(&p);
    free(saved.data);
  }
}
END_TEST

START_TEST(a_clone_goes_on_as_the_world) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    program p;
    carom_world *clone;
    program_bytes saved = make(&p, (uint64_t)seed, seed % 20);
    ck_assert_int_eq(carom_world_clone(p.world, NULL, NULL, 0, &clone), CAROM_OK);
    ck_assert(program_same(p.world, clone));
    go_on_alike(&p, clone);
    program_end(&p);
    free(saved.data);
  }
}
END_TEST

/* Begins less ends are the contacts that there are, of each body and of the world. */
static void check_counts_of(const carom_world *world, const carom_body *bodies, size_t count) {
  size_t own[PROGRAM_BODIES] = {0}, total, touching = 0, nearby = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &total);
  carom_counts counts;
  carom_world_get_counts(world, &counts);
  for (size_t k = 0; k < total; k++) touching += !contacts[k].apart, nearby += contacts[k].nearby;
  ck_assert_uint_eq(counts.contacts, touching);
  ck_assert_uint_eq(counts.begins - counts.ends, touching);
  ck_assert_uint_eq(counts.nears - counts.fars, nearby);
  for (size_t i = 0; i < count; i++) {
    carom_contact_counts of_body;
    for (size_t k = 0; k < total; k++)
      own[i] += !contacts[k].apart &&
                (contacts[k].a.body.bits == bodies[i].bits || contacts[k].b.body.bits == bodies[i].bits);
    ck_assert_int_eq(carom_body_get_counts(world, bodies[i], &of_body), CAROM_OK);
    ck_assert_uint_eq(of_body.contacts, own[i]);
    ck_assert_uint_eq(of_body.begins - of_body.ends, own[i]);
  }
}

/* The contacts among the chosen are all there, and no other. */
static void check_part(const carom_world *world, const carom_world *part) {
  size_t all = 0, kept = 0, next = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &all);
  const carom_contact *own = carom_world_get_contacts(part, &kept);
  for (size_t i = 0; i < all; i++) {
    if (!carom_body_is_valid(part, contacts[i].a.body) || !carom_body_is_valid(part, contacts[i].b.body))
      continue;
    if (!carom_collider_is_valid(world, contacts[i].a.collider)) continue;
    if (!carom_collider_is_valid(world, contacts[i].b.collider)) continue;
    while (next < kept && own[next].a.collider.bits != contacts[i].a.collider.bits) next++;
    ck_assert_uint_lt(next, kept);
  }
}

static void destroy_b(void *user, carom_world *world, const carom_event *event) {
  (void)user;
  carom_body_destroy(world, event->contact->b.body);
}

/* What a handler has destroyed is no contact any more, in the world as in its clone. */
START_TEST(a_clone_counts_as_the_world_does) {
  carom_world *world = support_world(), *clone;
  carom_counts counts[2];
  for (int i = 0; i < 3; i++) support_ball(world, CAROM_KINEMATIC, 1.5 * i);
  support_step(world);
  carom_handler_add(world, &(carom_handler_def){.callback = destroy_b, .events = CAROM_EVENT_STAY});
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 0, &clone), CAROM_OK);
    carom_world_get_counts(world, &counts[0]);
    carom_world_get_counts(clone, &counts[1]);
    ck_assert_uint_eq(counts[0].contacts, i == 0 ? 2 : 0);
    ck_assert_uint_eq(counts[1].contacts, counts[0].contacts);
    carom_world_destroy(clone);
    support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

START_TEST(a_clone_of_some_bodies_has_them_and_no_other) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    program p;
    carom_world *clone;
    free(make(&p, (uint64_t)seed, 5).data);
    carom_body chosen[PROGRAM_BODIES];
    size_t count = 0;
    for (int i = 0; i < PROGRAM_BODIES; i += 2)
      if (carom_body_is_valid(p.world, p.bodies[i])) chosen[count++] = p.bodies[i];
    ck_assert_int_eq(carom_world_clone(p.world, NULL, chosen, count, &clone), CAROM_OK);
    carom_counts counts;
    carom_world_get_counts(clone, &counts);
    ck_assert_uint_le(counts.static_bodies + counts.kinematic_bodies, count);
    for (size_t i = 0; i < count; i++) {
      carom_pose a, b;
      ck_assert_int_eq(carom_body_get_pose(p.world, chosen[i], &a), CAROM_OK);
      ck_assert_int_eq(carom_body_get_pose(clone, chosen[i], &b), CAROM_OK);
      ck_assert(memcmp(&a, &b, sizeof a) == 0);
      ck_assert_ptr_eq(carom_body_get_user(p.world, chosen[i]), carom_body_get_user(clone, chosen[i]));
    }
    check_part(p.world, clone);
    check_counts_of(clone, chosen, count);
    for (int i = 0; i < 5; i++) support_step(clone);
    carom_world_destroy(clone);
    program_end(&p);
  }
}
END_TEST

/* What was loaded saves to the same bytes. */
static void check_saves_alike(const carom_world *world, const unsigned char *data, size_t size) {
  program_bytes again = program_save(world);
  ck_assert(again.size == size && memcmp(again.data, data, size) == 0);
  free(again.data);
}

static carom_status load(const unsigned char *data, size_t size) {
  carom_world *loaded = NULL;
  traps_off(); /* what is refused may be NaN */
  carom_status status = carom_world_load(NULL, &program_users, data, size, &loaded);
  traps_on();
  ck_assert((status == CAROM_OK) == (loaded != NULL));
  if (loaded) {
    check_saves_alike(loaded, data, size);
    carom_world_step(loaded, SUPPORT_DT);
    carom_world_destroy(loaded);
  }
  return status;
}

/* Bodies that have neither orders nor margins, in a world where others have. */
START_TEST(a_clone_has_the_settings_of_what_is_in_it) {
  for (int of = 0; of < 2; of++) {
    carom_world *world = support_world(), *clone;
    carom_body plain = support_ball(world, CAROM_KINEMATIC, 0);
    carom_body other = support_body(world, CAROM_KINEMATIC, 9, 0, 0);
    const carom_collider_def def = {
        .shape = carom_shape_sphere(1), .order = of ? 5 : 0, .margin = of ? 0 : 1};
    ck_assert_uint_ne(carom_collider_create(world, other, &def).bits, 0);
    support_step(world);
    const carom_body bodies[] = {plain, other};
    for (int i = 0; i < 2; i++) {
      ck_assert_int_eq(carom_world_clone(world, NULL, &bodies[i], 1, &clone), CAROM_OK);
      ck_assert(carom_body_is_valid(clone, bodies[i]) && !carom_body_is_valid(clone, bodies[!i]));
      program_bytes saved = program_save(clone);
      ck_assert_int_eq(load(saved.data, saved.size), CAROM_OK);
      free(saved.data);
      carom_world_destroy(clone);
    }
    carom_world_destroy(world);
  }
}
END_TEST

START_TEST(every_byte_counts) {
  program p;
  program_bytes saved = make(&p, 3, 4);
  int scaled = test_scaled(10), stride = scaled < 10 ? 10 / scaled : 1;
  for (size_t i = 0; i < saved.size; i += (size_t)stride) {
    saved.data[i] ^= (unsigned char)(1u << i % 8);
    ck_assert_int_eq(load(saved.data, saved.size), CAROM_BAD_SNAPSHOT);
    saved.data[i] ^= (unsigned char)(1u << i % 8);
    unsigned char *part = malloc(i + 1);
    memcpy(part, saved.data, i);
    ck_assert_int_eq(load(part, i), CAROM_BAD_SNAPSHOT);
    free(part);
  }
  ck_assert_int_eq(load(saved.data, saved.size), CAROM_OK);
  program_end(&p);
  free(saved.data);
}
END_TEST

/* Whoever forges the checksum may get a world, but one that is whole. */
START_TEST(forged_saves_are_refused_or_whole) {
  uint64_t random = 77;
  int worlds = 0;
  for (int seed = 0; seed < 5; seed++) {
    program p;
    program_bytes saved = make(&p, (uint64_t)seed, 4);
    unsigned char *forged = malloc(saved.size);
    for (int round = 0; round < test_scaled(4000); round++) {
      memcpy(forged, saved.data, saved.size);
      size_t at = 32 + test_below(&random, (uint32_t)saved.size - 36);
      uint32_t value = test_below(&random, 3) ? test_below(&random, 64) : (uint32_t)test_random(&random);
      if (test_below(&random, 4))
        memcpy(forged + at, &value, 1 + test_below(&random, 4));
      else
        forged[at] ^= 0x80; /* the sign of a zero, say */
      carom__archive archive = {.out = forged, .size = saved.size, .at = 24};
      uint64_t checksum = carom__checksum(forged + 32, saved.size - 32);
      carom__archive_u64(&archive, &checksum);
      worlds += load(forged, saved.size) == CAROM_OK;
    }
    free(forged);
    program_end(&p);
    free(saved.data);
  }
  ck_assert_int_gt(worlds, 0);
}
END_TEST

START_TEST(loading_survives_every_failed_allocation) {
  program p;
  program_bytes saved = make(&p, 5, 6);
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  size_t refused = 0;
  for (size_t k = 1, asked = k; k <= asked; k++) {
    carom_world *loaded = NULL;
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    carom_status status = carom_world_load(&def, &program_users, saved.data, saved.size, &loaded);
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    refused += status == CAROM_OUT_OF_MEMORY;
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    if (!status) ck_assert(program_same(p.world, loaded));
    carom_world_destroy(loaded);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(refused, 20);
  program_end(&p);
  free(saved.data);
}
END_TEST

START_TEST(cloning_survives_every_failed_allocation) {
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  program p;
  program_start(&p, 9, &def);
  for (int i = 0; i < 6; i++) program_step(&p);
  for (size_t k = 1, asked = k; k <= asked; k++) {
    carom_world *clone = NULL;
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    carom_status status = carom_world_clone(p.world, &def, NULL, 0, &clone);
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    carom_world_destroy(clone);
  }
  program_end(&p);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(arguments_are_checked) {
  carom_world *world = support_world(), *out = NULL;
  unsigned char buffer[16];
  size_t size = 0;
  ck_assert_int_eq(carom_world_save(NULL, NULL, NULL, 0, &size), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_save(world, NULL, NULL, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_save(world, NULL, NULL, 5, &size), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_save(world, NULL, buffer, sizeof buffer, &size), CAROM_TOO_SMALL);
  ck_assert_uint_gt(size, sizeof buffer);
  ck_assert_int_eq(carom_world_load(NULL, NULL, NULL, 0, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_load(NULL, NULL, buffer, 4, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_load(NULL, NULL, buffer, 4, &out), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(carom_world_clone(NULL, NULL, NULL, 0, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 1, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_clone(world, NULL, &(carom_body){1}, 1, &out), CAROM_STALE_ID);
  ck_assert_ptr_null(out);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("snapshot");
  TCase *tests = tcase_create("snapshot");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, what_is_loaded_goes_on_as_what_was_saved);
  tcase_add_test(tests, a_hull_of_planes_has_its_hash_after_a_load);
  tcase_add_test(tests, who_is_asked_is_asked_the_same_after_a_load);
  tcase_add_test(tests, a_clone_goes_on_as_the_world);
  tcase_add_test(tests, a_clone_counts_as_the_world_does);
  tcase_add_test(tests, a_clone_of_some_bodies_has_them_and_no_other);
  tcase_add_test(tests, a_clone_has_the_settings_of_what_is_in_it);
  tcase_add_test(tests, every_byte_counts);
  tcase_add_test(tests, forged_saves_are_refused_or_whole);
  tcase_add_test(tests, loading_survives_every_failed_allocation);
  tcase_add_test(tests, cloning_survives_every_failed_allocation);
  tcase_add_test(tests, arguments_are_checked);
  suite_add_tcase(suite, tests);
  return suite;
}
