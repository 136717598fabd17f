/* test_handover.c: bodies and contacts as bytes: what goes to another world goes on there as in its own. */
#include "crowd.h"
#include "test_memory.h"

enum { STEPS = 14, SEEDS = 120, MOST = 1 << 16 };

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

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("handover");
  TCase *tc = tcase_create("handover");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, what_is_handed_over_goes_on_as_it_would_have);
  suite_add_tcase(suite, tc);
  return suite;
}
