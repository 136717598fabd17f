/* test_handover.c: bodies and contacts as bytes: what goes to another world goes on there as in its own. */
#include "crowd.h"
#include "test_memory.h"

enum { STEPS = 14, SEEDS = 80, MOST = 1 << 16 };

/* --- What both sides know --- */

static uint64_t save_user(void *context, void *user) {
  (void)context;
  return (uint64_t)(uintptr_t)user;
}
static void *load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}
static const carom_user_map users = {save_user, load_user, NULL};

/* The shapes that the reader has; `context` is the crowd. */
static bool find_shape(void *context, uint64_t hash, carom_shape *out) {
  const crowd *c = context;
  for (uint32_t n = 0; n < CROWD_THINGS; n++)
    for (size_t i = 0; i < c->things[n].part_count; i++)
      if (hash % 2 && carom_shape_asset_hash(&c->things[n].parts[i].shape) == hash) {
        *out = c->things[n].parts[i].shape;
        return true;
      }
  return false;
}
static bool has_shape(void *context, uint64_t hash) {
  carom_shape shape;
  return find_shape(context, hash, &shape);
}

static carom_handover handover_of(crowd *c) {
  return (carom_handover){.users = &users, .has = has_shape, .find = find_shape, .context = c};
}

/* --- A whole world, body by body --- */

static void send_body(const crowd_view *from, crowd_view *to, uint32_t n) {
  static unsigned char bytes[MOST];
  const carom_handover handover = handover_of(from->crowd);
  size_t size, again;
  ck_assert_int_eq(carom_body_write(from->world, from->bodies[n], &handover, NULL, 0, &size),
                   CAROM_TOO_SMALL);
  ck_assert_int_eq(carom_body_write(from->world, from->bodies[n], &handover, bytes, sizeof bytes, &again),
                   CAROM_OK);
  ck_assert_uint_eq(size, again);
  ck_assert_int_eq(carom_body_read(to->world, &handover, bytes, size, &to->bodies[n]), CAROM_OK);
}

/* The collider of a side of a contact, in the other world. */
static carom_collider there(const crowd_view *to, const carom_contact_side *side) {
  const uint32_t name = (uint32_t)(uintptr_t)side->collider_user - 100;
  carom_collider colliders[CROWD_PARTS];
  size_t count;
  carom_body_get_colliders(to->world, to->bodies[name / CROWD_PARTS], colliders, CROWD_PARTS, &count);
  for (size_t i = 0; i < count; i++)
    if (carom_collider_get_user(to->world, colliders[i]) == side->collider_user) return colliders[i];
  ck_abort_msg("a collider was lost");
}

/* In a random order, each from a random side. */
static void send_contacts(const crowd_view *from, const crowd_view *to, uint64_t random) {
  static unsigned char bytes[MOST * 8];
  static carom_contact_bytes entries[CROWD_TOLD_MAX];
  const carom_handover handover = handover_of(from->crowd);
  size_t count, size = 0, used = 0;
  const carom_contact *contacts = carom_world_get_contacts(from->world, &count);
  for (size_t i = 0; i < count; i++, used += size) {
    const bool turned = test_below(&random, 2);
    const carom_contact_side *first = turned ? &contacts[i].b : &contacts[i].a;
    const carom_contact_side *second = turned ? &contacts[i].a : &contacts[i].b;
    ck_assert_int_eq(carom_contact_write(from->world,
                                         (carom_collider_pair){first->collider, second->collider}, &handover,
                                         bytes + used, sizeof bytes - used, &size),
                     CAROM_OK);
    const size_t at = test_below(&random, (uint32_t)i + 1);
    entries[i] = entries[at];
    entries[at] = (carom_contact_bytes){{there(to, first), there(to, second)}, bytes + used, size};
  }
  const size_t part = count ? test_below(&random, (uint32_t)count) : 0;
  ck_assert_int_eq(carom_contacts_adopt(to->world, &handover, entries, part), CAROM_OK);
  ck_assert_int_eq(carom_contacts_adopt(to->world, &handover, entries + part, count - part), CAROM_OK);
}

/* The world has taken steps, so that slots are not those of the other one. */
static crowd_view emigrate(const crowd_view *from, uint64_t random, bool moved, float dt) {
  crowd_view to = {.crowd = from->crowd};
  uint32_t order[CROWD_THINGS];
  ck_assert_int_eq(carom_world_create(&from->crowd->def, &to.world), CAROM_OK);
  for (uint32_t i = test_below(&random, 4); i > 0; i--)
    carom_body_destroy(to.world, support_body(to.world, CAROM_KINEMATIC, i, 0, 0));
  if (test_below(&random, 2)) ck_assert_int_eq(carom_world_step(to.world, 0), CAROM_OK);
  if (moved) ck_assert_int_eq(carom_world_move(to.world, dt), CAROM_OK);
  crowd_shuffle(order, CROWD_THINGS, random | 1);
  for (uint32_t i = 0; i < CROWD_THINGS; i++) send_body(from, &to, order[i]);
  send_contacts(from, &to, random);
  return to;
}

static void exchange(crowd_view *view, uint64_t random, bool moved, float dt) {
  crowd_view other = emigrate(view, random, moved, dt);
  crowd_close(view);
  *view = other;
}

/* One world stays, the other one is another in each step, or in the middle of it. */
static void play(uint64_t seed) {
  const float dt = 0x1p-5f;
  crowd c;
  crowd_begin(&c, seed);
  crowd_view stays = crowd_open(&c, 0), goes = crowd_open(&c, seed + 1);
  uint64_t random = seed;
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t calls = test_below(&random, 4); calls > 0; calls--) {
      const uint64_t call = test_random(&random);
      crowd_call(&stays, call, false);
      crowd_call(&goes, call, false);
    }
    const uint32_t when = test_below(&random, 3);
    if (when == 0) exchange(&goes, test_random(&random), false, dt);
    ck_assert_int_eq(carom_world_step(stays.world, dt), CAROM_OK);
    ck_assert_int_eq(carom_world_move(goes.world, dt), CAROM_OK);
    if (when == 1) exchange(&goes, test_random(&random), true, dt);
    ck_assert_int_eq(carom_world_step(goes.world, 0), CAROM_OK);
    crowd_must_agree(&stays, &goes);
    const uint64_t salt = test_random(&random);
    crowd_give_values(&stays, salt);
    crowd_give_values(&goes, salt);
  }
  crowd_close(&stays);
  crowd_close(&goes);
  crowd_end(&c);
}

START_TEST(what_is_handed_over_goes_on_as_it_would_have) {
  for (int seed = 0; seed < test_scaled(SEEDS); seed++) play((uint64_t)seed);
}
END_TEST

/* --- Bytes that nobody wrote --- */

/* A world of all things, stepped some times, and another one with the same bodies. */
static void make_pair(crowd *c, uint64_t seed, crowd_view *from, crowd_view *to) {
  crowd_begin(c, seed);
  *from = crowd_open(c, 0);
  for (int i = 0; i < 6; i++) ck_assert_int_eq(carom_world_step(from->world, 0x1p-5f), CAROM_OK);
  crowd_give_values(from, seed);
  *to = emigrate(from, seed + 1, false, 0);
}

/* What was taken can be saved and loaded, and the world goes on. */
static void must_be_whole(carom_world *world) {
  size_t size;
  carom_world *copy = NULL;
  ck_assert_int_eq(carom_world_save(world, &users, NULL, 0, &size), CAROM_TOO_SMALL);
  unsigned char *bytes = malloc(size);
  ck_assert_int_eq(carom_world_save(world, &users, bytes, size, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, &users, bytes, size, &copy), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(copy), carom_world_hash(world));
  ck_assert_int_eq(carom_world_step(copy, 0x1p-5f), CAROM_OK);
  ck_assert_int_eq(carom_world_destroy(copy), CAROM_OK);
  free(bytes);
}

/* Changes some bytes, or all bits of a word, or cuts. */
static size_t forge(unsigned char *bytes, size_t size, uint64_t random) {
  for (uint32_t i = test_below(&random, 3); i > 0; i--) {
    unsigned char *at = bytes + test_below(&random, (uint32_t)size);
    *at = test_below(&random, 2) ? (unsigned char)test_random(&random)
                                 : (unsigned char)(*at ^ 1u << test_below(&random, 8));
  }
  const size_t word = test_below(&random, (uint32_t)size / 4) * 4;
  const uint32_t words[] = {0, UINT32_MAX, 0x7F800000, 0x7FC00000, 1, 0x3F800000};
  if (test_below(&random, 2)) memcpy(bytes + word, &words[test_below(&random, 6)], 4);
  return test_below(&random, 10) ? size : test_below(&random, (uint32_t)size);
}

START_TEST(forged_bodies_are_refused_or_whole) {
  static unsigned char bytes[MOST], forged[MOST];
  size_t taken = 0, refused = 0;
  for (uint64_t seed = 0; seed < 12; seed++) {
    crowd c;
    crowd_view from, to;
    uint64_t random = seed;
    make_pair(&c, seed, &from, &to);
    for (int round = 0; round < test_scaled(1500); round++) {
      const carom_handover handover = handover_of(&c);
      const uint64_t before = carom_world_hash(to.world);
      size_t size;
      carom_body body = {0};
      ck_assert_int_eq(carom_body_write(from.world, from.bodies[test_below(&random, CROWD_THINGS)], &handover,
                                        bytes, sizeof bytes, &size),
                       CAROM_OK);
      memcpy(forged, bytes, size);
      size = forge(forged, size, test_random(&random));
      const carom_status status = carom_body_read(to.world, &handover, forged, size, &body);
      if (status) {
        ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
        ck_assert_uint_eq(carom_world_hash(to.world), before);
        refused++;
      } else {
        if (taken++ % 8 == 0) must_be_whole(to.world);
        ck_assert_int_eq(carom_body_destroy(to.world, body), CAROM_OK);
        if (taken % 4 == 0) ck_assert_int_eq(carom_world_step(to.world, 0x1p-9f), CAROM_OK);
      }
    }
    crowd_close(&from);
    crowd_close(&to);
    crowd_end(&c);
  }
  ck_assert_uint_gt(taken, 0);
  ck_assert_uint_gt(refused, taken / 4);
}
END_TEST

START_TEST(forged_contacts_are_refused_or_whole) {
  static unsigned char bytes[MOST];
  size_t taken = 0, refused = 0;
  for (uint64_t seed = 0; seed < 12; seed++) {
    crowd c;
    crowd_view from, to;
    uint64_t random = seed;
    size_t count;
    make_pair(&c, seed, &from, &to);
    const carom_contact *contacts = carom_world_get_contacts(from.world, &count);
    for (int round = 0; count && round < test_scaled(1500); round++) {
      const carom_handover handover = handover_of(&c);
      const carom_contact *contact = &contacts[test_below(&random, (uint32_t)count)];
      const uint64_t before = carom_world_hash(to.world);
      carom_contact_bytes entry = {{there(&to, &contact->a), there(&to, &contact->b)}, bytes, 0};
      ck_assert_int_eq(carom_contact_write(from.world,
                                           (carom_collider_pair){contact->a.collider, contact->b.collider},
                                           &handover, bytes, sizeof bytes, &entry.size),
                       CAROM_OK);
      entry.size = forge(bytes, entry.size, test_random(&random));
      const carom_status status = carom_contacts_adopt(to.world, &handover, &entry, 1);
      if (status) {
        ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
        ck_assert_uint_eq(carom_world_hash(to.world), before);
        refused++;
      } else if (taken++ % 8 == 0) {
        must_be_whole(to.world);
      }
    }
    ck_assert_int_eq(carom_world_step(to.world, 0x1p-5f), CAROM_OK);
    crowd_close(&from);
    crowd_close(&to);
    crowd_end(&c);
  }
  ck_assert_uint_gt(taken, 0);
  ck_assert_uint_gt(refused, taken / 4);
}
END_TEST

/* --- Memory that is refused --- */

START_TEST(refused_memory_changes_nothing) {
  static unsigned char bytes[MOST], touch[MOST];
  for (uint64_t seed = 0; seed < 8; seed++) {
    crowd c;
    crowd_view from, to = {.crowd = &c};
    test_memory memory = {0};
    crowd_begin(&c, seed);
    from = crowd_open(&c, 0);
    ck_assert_int_eq(carom_world_step(from.world, 0x1p-5f), CAROM_OK);
    c.def.allocator = test_memory_allocator(&memory);
    ck_assert_int_eq(carom_world_create(&c.def, &to.world), CAROM_OK);
    size_t size, refused = 0, count;
    for (uint32_t n = 0; n < CROWD_THINGS; n++) {
      const carom_handover handover = {.users = &users};
      const uint64_t before = carom_world_hash(to.world);
      ck_assert_int_eq(carom_body_write(from.world, from.bodies[n], &handover, bytes, sizeof bytes, &size),
                       CAROM_OK);
      for (size_t at = 1;; at++, refused++) {
        test_memory_fail_at(&memory, at);
        const carom_status status = carom_body_read(to.world, &handover, bytes, size, &to.bodies[n]);
        if (!status) break;
        ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
        ck_assert_uint_eq(carom_world_hash(to.world), before);
      }
    }
    test_memory_fail_at(&memory, 0);
    const carom_contact *contacts = carom_world_get_contacts(from.world, &count);
    for (size_t i = 0; i < count; i++) {
      const carom_handover handover = {.users = &users};
      carom_contact_bytes entry = {{there(&to, &contacts[i].a), there(&to, &contacts[i].b)}, touch, 0};
      const uint64_t before = carom_world_hash(to.world);
      ck_assert_int_eq(carom_contact_write(
                           from.world, (carom_collider_pair){contacts[i].a.collider, contacts[i].b.collider},
                           &handover, touch, sizeof touch, &entry.size),
                       CAROM_OK);
      for (size_t at = 1;; at++, refused++) {
        test_memory_fail_at(&memory, at);
        const carom_status status = carom_contacts_adopt(to.world, &handover, &entry, 1);
        if (!status) break;
        ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
        ck_assert_uint_eq(carom_world_hash(to.world), before);
      }
    }
    test_memory_fail_at(&memory, 0);
    ck_assert_uint_gt(refused, 20);
    ck_assert_int_eq(carom_world_step(from.world, 0), CAROM_OK);
    ck_assert_int_eq(carom_world_step(to.world, 0), CAROM_OK);
    crowd_must_agree(&from, &to);
    crowd_close(&from);
    crowd_close(&to);
    crowd_end(&c);
    ck_assert(test_memory_is_clean(&memory));
  }
}
END_TEST

/* --- Forgetting, and who is refused --- */

typedef struct couple {
  carom_world *world;
  carom_body bodies[2];
  carom_collider_pair pair;
  support_log log;
} couple;

static void meet(couple *c) {
  *c = (couple){.world = support_world()};
  for (int i = 0; i < 2; i++) c->bodies[i] = support_ball(c->world, CAROM_KINEMATIC, i);
  c->pair = (carom_collider_pair){support_collider_of(c->world, c->bodies[0]),
                                  support_collider_of(c->world, c->bodies[1])};
  support_listen(c->world, &c->log);
  support_step(c->world);
  ck_assert_uint_eq(c->log.count, 1);
}

static carom_contact_counts counts_of(const couple *c) {
  carom_contact_counts counts;
  ck_assert_int_eq(carom_body_get_counts(c->world, c->bodies[0], &counts), CAROM_OK);
  return counts;
}

START_TEST(what_is_forgotten_has_no_end) {
  couple c;
  carom_contact contact;
  meet(&c);
  ck_assert_int_eq(carom_contacts_forget(c.world, (carom_collider_pair[]){c.pair, c.pair}, 2),
                   CAROM_NO_CONTACT);
  ck_assert_int_eq(carom_contact_between(c.world, c.pair.first, c.pair.second, &contact), CAROM_OK);
  ck_assert_int_eq(carom_contacts_forget(c.world, &c.pair, 1), CAROM_OK);
  ck_assert_int_eq(carom_contacts_forget(c.world, &c.pair, 1), CAROM_NO_CONTACT);
  ck_assert_int_eq(carom_contact_between(c.world, c.pair.first, c.pair.second, &contact), CAROM_NO_CONTACT);
  ck_assert_uint_eq(counts_of(&c).begins, 0);
  ck_assert_uint_eq(counts_of(&c).contacts, 0);
  support_step_fresh(c.world, &c.log);
  ck_assert_uint_eq(c.log.count, 0);
  carom_body_touch(c.world, c.bodies[0]);
  support_step_fresh(c.world, &c.log);
  ck_assert(c.log.count == 1 && support_saw(&c.log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(c.world);
}
END_TEST

/* Of two that are apart the adopted contact ENDs, with the manifold that it had. */
START_TEST(what_is_adopted_ends_when_it_does_not_touch) {
  static unsigned char bytes[MOST];
  couple c;
  meet(&c);
  const carom_manifold manifold = c.log.entries[0].contact.manifold;
  carom_contact_bytes entry = {c.pair, bytes, 0};
  ck_assert_int_eq(carom_contact_write(c.world, c.pair, NULL, bytes, sizeof bytes, &entry.size), CAROM_OK);
  ck_assert_int_eq(carom_contacts_forget(c.world, &c.pair, 1), CAROM_OK);
  for (int apart = 0; apart < 2; apart++) {
    ck_assert_int_eq(carom_contacts_adopt(c.world, NULL, &entry, 1), CAROM_OK);
    ck_assert_uint_eq(counts_of(&c).contacts, 1);
    support_move(c.world, c.bodies[1], apart ? 5 : 1.25);
    support_step_fresh(c.world, &c.log);
    ck_assert_uint_eq(c.log.count, 1);
    ck_assert(support_saw(&c.log, 0, apart ? CAROM_EVENT_END : CAROM_EVENT_STAY,
                          apart ? CAROM_END_MOVED : CAROM_END_NONE));
    if (apart) ck_assert_int_eq(memcmp(&c.log.entries[0].contact.manifold, &manifold, sizeof manifold), 0);
  }
  ck_assert_uint_eq(counts_of(&c).begins, counts_of(&c).ends);
  carom_world_destroy(c.world);
}
END_TEST

/* Handlers may not hand over. */
static void hand_over_inside(void *user, carom_world *world, const carom_event *event) {
  static unsigned char bytes[MOST];
  couple *c = user;
  size_t size;
  carom_body body = {0};
  (void)event;
  ck_assert_int_eq(carom_body_write(world, c->bodies[0], NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_body_read(world, NULL, bytes, size, &body), CAROM_BUSY);
  ck_assert_int_eq(carom_contact_write(world, c->pair, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_contacts_adopt(world, NULL, &(carom_contact_bytes){c->pair, bytes, size}, 1),
                   CAROM_BUSY);
  ck_assert_int_eq(carom_contacts_forget(world, &c->pair, 1), CAROM_BUSY);
  ck_assert_int_eq(carom_world_move(world, 1), CAROM_BUSY);
  c->log.count++;
}

START_TEST(handlers_hand_nothing_over) {
  couple c;
  meet(&c);
  const carom_handler_def def = {.callback = hand_over_inside, .user = &c, .events = CAROM_EVENT_STAY};
  carom_handler_add(c.world, &def);
  c.log.count = 0;
  support_step(c.world);
  ck_assert_uint_eq(c.log.count, 2);
  carom_world_destroy(c.world);
}
END_TEST

/* --- Assets --- */

START_TEST(shapes_go_there_and_back) {
  static unsigned char bytes[MOST];
  crowd c;
  for (uint64_t seed = 0; seed < 6; seed++) {
    crowd_begin(&c, seed);
    for (uint32_t n = 0; n < CROWD_THINGS; n++) {
      const carom_shape *shape = &c.things[n].parts[0].shape;
      carom_shape copy;
      size_t size;
      ck_assert_int_eq(carom_shape_write(shape, bytes, sizeof bytes, &size), CAROM_OK);
      ck_assert_int_eq(carom_shape_write(shape, bytes, size - 1, &size), CAROM_TOO_SMALL);
      ck_assert_int_eq(carom_shape_write(shape, bytes, size, &size), CAROM_OK);
      ck_assert_int_eq(carom_shape_read(NULL, bytes, size, &copy), CAROM_OK);
      ck_assert_int_eq(copy.kind, shape->kind);
      ck_assert_uint_eq(carom_shape_asset_hash(&copy), carom_shape_asset_hash(shape));
      ck_assert_int_eq(carom_shape_read(NULL, bytes, size - 1, &copy), CAROM_BAD_SNAPSHOT);
      carom_shape_retain(&copy);
      carom_shape_release(&copy);
      ck_assert_int_eq(carom_shape_check(&copy), CAROM_OK); /* it has a count yet */
      carom_shape_release(&copy);
    }
    crowd_end(&c);
  }
}
END_TEST

/* Whoever has the asset gets its hash alone, and without it there is no body. */
START_TEST(known_assets_go_as_hashes) {
  static unsigned char bytes[MOST];
  crowd c;
  crowd_begin(&c, 3);
  crowd_view v = crowd_open(&c, 0);
  size_t whole, part, shorter = 0;
  for (uint32_t n = 0; n < CROWD_THINGS; n++) {
    const carom_handover handover = handover_of(&c), none = {.users = &users};
    carom_body body = {0};
    ck_assert_int_eq(carom_body_write(v.world, v.bodies[n], &none, bytes, sizeof bytes, &whole), CAROM_OK);
    ck_assert_int_eq(carom_body_write(v.world, v.bodies[n], &handover, bytes, sizeof bytes, &part), CAROM_OK);
    if (part == whole) continue;
    ck_assert_uint_lt(part, whole);
    ck_assert_int_eq(carom_body_read(v.world, &none, bytes, part, &body), CAROM_BAD_SNAPSHOT);
    ck_assert_int_eq(carom_body_read(v.world, &handover, bytes, part, &body), CAROM_OK);
    shorter++;
  }
  ck_assert_uint_gt(shorter, 0);
  crowd_close(&v);
  crowd_end(&c);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("handover");
  TCase *tc = tcase_create("handover");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, what_is_handed_over_goes_on_as_it_would_have);
  tcase_add_test(tc, forged_bodies_are_refused_or_whole);
  tcase_add_test(tc, forged_contacts_are_refused_or_whole);
  tcase_add_test(tc, refused_memory_changes_nothing);
  tcase_add_test(tc, what_is_forgotten_has_no_end);
  tcase_add_test(tc, what_is_adopted_ends_when_it_does_not_touch);
  tcase_add_test(tc, handlers_hand_nothing_over);
  tcase_add_test(tc, shapes_go_there_and_back);
  tcase_add_test(tc, known_assets_go_as_hashes);
  suite_add_tcase(suite, tc);
  return suite;
}
