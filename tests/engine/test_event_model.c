/* test_event_model.c: thousands of random steps, with changes between them and inside handlers, against a
 * book that is kept by the rules of event.h alone: each pair has one BEGIN, a STAY in each step, one END with
 * its cause, in the stated order. */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

enum { BODIES = 24, OPEN_MAX = 512, TOLD_MAX = 1024, DROPPED_MAX = 64, STEPS = 4000 };

/* What the book knows of a body, which has one collider; all zero: there is none. */
typedef struct {
  carom_body body;
  carom_collider collider;
  carom_body_kind kind;
  carom_vec3 velocity;
  uint64_t category, mask;
  bool sensor, disabled;
  bool moved, reshaped; /* since the last step began */
} entry;

/* A pair that has begun. */
typedef struct {
  uint64_t a, b; /* colliders */
  uint64_t step; /* of its last event */
} open_pair;

/* A pair whose contact was dropped. */
typedef struct {
  uint64_t a, b;
} dropped_pair;

/* An event as it was told. */
typedef struct {
  carom_event_kind kind;
  carom_end_cause cause;
  uint64_t a, b;
} told_event;

/* The order of delivery. */
typedef enum { ENDS, BEGINS, STAYS, LATE_ENDS } phase;

typedef struct {
  uint64_t random, step;
  carom_world *world;
  entry entries[BODIES]; /* as they are now */
  entry seen[BODIES];    /* as the step that runs found them */
  open_pair open[OPEN_MAX];
  told_event told[TOLD_MAX];
  dropped_pair dropped[DROPPED_MAX]; /* in this step */
  size_t open_count, told_count, dropped_count;
  phase phase;
  uint64_t last_key;
  bool clearing, acted; /* acted: a handler has changed something in this dispatch */
  size_t causes[CAROM_END_SEPARATED + 1], late_ends, acts_inside;
  char error[160]; /* the first rule that was broken */
} book;

static void check(book *k, bool holds, const char *rule) {
  if (!holds && !k->error[0])
    snprintf(k->error, sizeof k->error, "step %llu: %s", (unsigned long long)k->step, rule);
}

static const entry *find_seen(const book *k, carom_collider collider) {
  for (int i = 0; i < BODIES; i++)
    if (k->seen[i].collider.bits == collider.bits) return &k->seen[i];
  return NULL;
}

static open_pair *find_open(book *k, uint64_t a, uint64_t b) {
  for (size_t i = 0; i < k->open_count; i++)
    if (k->open[i].a == a && k->open[i].b == b) return &k->open[i];
  return NULL;
}

/* Random changes
 * ------------------------------------------------------------------------------------------ */

static carom_pos random_place(book *k) {
  float x = test_uniform(&k->random, -3, 3), y = test_uniform(&k->random, -3, 3);
  return (carom_pos){(double)x, (double)y, 0};
}

static carom_shape random_ball_or_box(book *k) {
  float size = test_uniform(&k->random, 0.3f, 0.9f);
  return test_below(&k->random, 2) ? carom_shape_sphere(size) : carom_shape_box(size, size, size);
}

static void create(book *k, entry *e) {
  *e = (entry){.kind = test_below(&k->random, 4) ? CAROM_KINEMATIC : CAROM_STATIC,
               .category = (uint64_t)1 << test_below(&k->random, 3),
               .mask = 7,
               .sensor = test_below(&k->random, 5) == 0};
  if (e->kind == CAROM_KINEMATIC) e->velocity = test_vec3(&k->random, -3, 3);
  carom_body_def body = {
      .kind = e->kind, .pose.position = random_place(k), .linear_velocity = e->velocity, .user = k};
  carom_collider_def collider = {
      .shape = random_ball_or_box(k), .filter = {e->category, e->mask, 0}, .sensor = e->sensor};
  e->body = carom_body_create(k->world, &body);
  e->collider = carom_collider_create(k->world, e->body, &collider);
  check(k, e->body.bits && e->collider.bits, "creation works");
}

/* Half of the time the collider alone goes first. */
static void destroy(book *k, entry *e) {
  if (test_below(&k->random, 2))
    check(k, carom_collider_destroy(k->world, e->collider) == CAROM_OK, "colliders can be destroyed");
  check(k, carom_body_destroy(k->world, e->body) == CAROM_OK, "bodies can be destroyed");
  *e = (entry){0};
}

static void refilter(book *k, entry *e) {
  e->mask = test_below(&k->random, 3) ? 7 : test_below(&k->random, 8);
  if (!e->mask) e->mask = CAROM_MASK_NONE;
  carom_collider_set_filter(k->world, e->collider, (carom_filter){e->category, e->mask, 0});
}

static void change(book *k, entry *e) {
  carom_pose pose = {.position = random_place(k)};
  carom_shape shape = random_ball_or_box(k);
  switch (test_below(&k->random, 5)) {
  case 0:
    carom_body_set_pose(k->world, e->body, &pose);
    e->moved = true;
    break;
  case 1:
    carom_collider_set_shape(k->world, e->collider, &shape);
    e->reshaped = true;
    break;
  case 2:
    e->disabled = !e->disabled;
    carom_body_set_enabled(k->world, e->body, !e->disabled);
    break;
  case 3:
    refilter(k, e);
    break;
  default:
    if (e->kind == CAROM_KINEMATIC) e->velocity = test_vec3(&k->random, -3, 3);
    carom_body_set_velocity(k->world, e->body, e->velocity, (carom_vec3){0, 0, 0});
  }
}

static void act(book *k) {
  entry *e = &k->entries[test_below(&k->random, BODIES)];
  if (!e->body.bits)
    create(k, e);
  else if (test_below(&k->random, 4) == 0)
    destroy(k, e);
  else
    change(k, e);
}

static void act_inside(void *user, carom_world *world, const carom_event *event) {
  book *k = user;
  (void)world, (void)event;
  if (test_below(&k->random, 24)) return;
  k->acted = true;
  k->acts_inside++;
  act(k);
}

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
  return x ^ x >> 29;
}

/* Drops some, for some steps. */
static bool keep(void *user, const carom_world *world, const carom_event *event) {
  book *k = user;
  uint64_t a = event->contact->a.collider.bits, b = event->contact->b.collider.bits;
  (void)world;
  if (mix(a ^ mix(b ^ mix(k->step >> 4))) % 12) return true;
  check(k, k->dropped_count < DROPPED_MAX, "the book is thick enough");
  if (k->dropped_count < DROPPED_MAX) k->dropped[k->dropped_count++] = (dropped_pair){a, b};
  return false;
}

static bool is_dropped(const book *k, const carom_contact *c) {
  for (size_t i = 0; i < k->dropped_count; i++)
    if (k->dropped[i].a == c->a.collider.bits && k->dropped[i].b == c->b.collider.bits) return true;
  return false;
}

/* Rules
 * --------------------------------------------------------------------------------------------------- */

/* Is the pair among the contacts of the step that runs? */
static bool is_contact_now(const book *k, const carom_contact *c) {
  size_t count;
  const carom_contact *contacts = carom_world_contacts(k->world, &count);
  for (size_t i = 0; i < count; i++)
    if (contacts[i].a.collider.bits == c->a.collider.bits &&
        contacts[i].b.collider.bits == c->b.collider.bits)
      return true;
  return false;
}

static carom_end_cause expected_cause(const book *k, const carom_contact *c) {
  const entry *a = find_seen(k, c->a.collider), *b = find_seen(k, c->b.collider);
  if (k->clearing) return CAROM_END_CLEARED;
  if (!a || !b || is_contact_now(k, c)) return CAROM_END_DESTROYED;
  if (a->disabled || b->disabled) return CAROM_END_DISABLED;
  if (!(a->category & b->mask) || !(b->category & a->mask)) return CAROM_END_FILTERED;
  if (is_dropped(k, c)) return CAROM_END_DROPPED;
  if (a->reshaped || b->reshaped) return CAROM_END_RESHAPED;
  return a->moved || b->moved ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}

static phase phase_of(const book *k, const carom_event *event) {
  if (event->kind == CAROM_EVENT_BEGIN) return BEGINS;
  if (event->kind == CAROM_EVENT_STAY) return STAYS;
  return is_contact_now(k, event->contact) ? LATE_ENDS : ENDS;
}

static void check_order(book *k, const carom_event *event) {
  const carom_contact *c = event->contact;
  uint64_t a = (uint32_t)c->a.collider.bits, b = (uint32_t)c->b.collider.bits, key = a << 32 | b;
  phase now = phase_of(k, event);
  check(k, a < b, "a has the lower index");
  check(k, now >= k->phase, "ENDs, BEGINs, STAYs, late ENDs");
  check(k, now > k->phase || now == LATE_ENDS || key > k->last_key, "ascending by collider indices");
  k->phase = now;
  k->last_key = key;
  k->late_ends += now == LATE_ENDS;
}

static void check_state(book *k, const carom_event *event) {
  uint64_t a = event->contact->a.collider.bits, b = event->contact->b.collider.bits;
  open_pair *pair = find_open(k, a, b);
  if (event->kind == CAROM_EVENT_BEGIN) {
    check(k, !pair && k->open_count < OPEN_MAX, "a pair begins once");
    if (!pair) k->open[k->open_count++] = (open_pair){a, b, k->step};
    return;
  }
  check(k, pair, "what stays or ends has begun");
  if (!pair) return;
  check(k, event->kind == CAROM_EVENT_END || pair->step < k->step, "one event a step");
  pair->step = k->step;
  if (event->kind == CAROM_EVENT_END) *pair = k->open[--k->open_count];
}

static void check_sides(book *k, const carom_event *event) {
  const carom_contact *c = event->contact;
  const entry *a = find_seen(k, c->a.collider), *b = find_seen(k, c->b.collider);
  carom_pose pose;
  check(k, carom_body_pose(k->world, c->a.body, &pose) == CAROM_OK, "ids can be read in every event");
  check(k, c->a.body_user == k && c->b.body_user == k && !c->a.collider_user, "user data is told");
  if (!a || !b) {
    check(k, event->kind == CAROM_EVENT_END, "only ENDs tell of the dead");
    return;
  }
  check(k, a->body.bits == c->a.body.bits && b->body.bits == c->b.body.bits, "bodies are told");
  check(k, a->category == c->a.category && b->category == c->b.category, "categories are told");
  check(k, c->sensor == (a->sensor || b->sensor), "sensors are told");
  if (event->kind == CAROM_EVENT_END) return;
  check(k, !(a->kind == CAROM_STATIC && b->kind == CAROM_STATIC), "static bodies do not meet");
  check(k, !(a->sensor && b->sensor), "sensors do not meet unless asked");
  check(k, carom_body_is_valid(k->world, c->a.body) && carom_body_is_valid(k->world, c->b.body),
        "no event after destruction");
}

static float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static void check_manifold(book *k, const carom_event *event) {
  const carom_contact *c = event->contact;
  const entry *a = find_seen(k, c->a.collider), *b = find_seen(k, c->b.collider);
  const carom_vec3 n = c->manifold.normal;
  carom_pose pa, pb;
  if (event->kind == CAROM_EVENT_END || k->acted || !a || !b) return;
  check(k, c->manifold.point_count >= 1 && fabsf(dot(n, n) - 1) < 1e-5f,
        "a manifold has points and a normal");
  carom_body_pose(k->world, c->a.body, &pa);
  carom_body_pose(k->world, c->b.body, &pb);
  carom_vec3 between = {(float)(pb.position.x - pa.position.x), (float)(pb.position.y - pa.position.y),
                        (float)(pb.position.z - pa.position.z)};
  carom_vec3 relative = {a->velocity.x - b->velocity.x, a->velocity.y - b->velocity.y,
                         a->velocity.z - b->velocity.z};
  check(k, dot(n, between) > -1e-4f, "the normal points from a to b");
  check(k, fabsf(c->approach_speed - dot(relative, n)) < 1e-4f,
        "the approach speed is that of the velocities");
}

static void audit(void *user, carom_world *world, const carom_event *event) {
  book *k = user;
  (void)world;
  carom_end_cause cause = event->kind == CAROM_EVENT_END ? expected_cause(k, event->contact) : CAROM_END_NONE;
  check(k, event->cause == cause, carom_end_cause_name(cause));
  check_order(k, event);
  check_state(k, event);
  check_sides(k, event);
  check_manifold(k, event);
  k->causes[event->cause]++;
  if (k->told_count < TOLD_MAX)
    k->told[k->told_count++] = (told_event){event->kind, event->cause, event->contact->a.collider.bits,
                                            event->contact->b.collider.bits};
}

/* Steps
 * --------------------------------------------------------------------------------------------------- */

static void begin_dispatch(book *k) {
  k->step++;
  k->told_count = k->dropped_count = 0;
  k->phase = ENDS;
  k->last_key = 0;
  k->acted = false;
  memcpy(k->seen, k->entries, sizeof k->seen);
  for (int i = 0; i < BODIES; i++) k->entries[i].moved = k->entries[i].reshaped = false;
}

/* What can be polled is what was told. */
static void check_lists(book *k) {
  size_t count, lasting = 0;
  const carom_event *events = carom_world_events(k->world, &count);
  check(k, count == k->told_count, "as many events are polled as were told");
  for (size_t i = 0; i < count && i < k->told_count; i++)
    check(k,
          events[i].kind == k->told[i].kind && events[i].cause == k->told[i].cause &&
              events[i].contact->a.collider.bits == k->told[i].a &&
              events[i].contact->b.collider.bits == k->told[i].b,
          "the polled events are those that were told");
  const carom_contact *contacts = carom_world_contacts(k->world, &count);
  for (size_t i = 0; i < count; i++) {
    if (!carom_collider_is_valid(k->world, contacts[i].a.collider)) continue;
    if (!carom_collider_is_valid(k->world, contacts[i].b.collider)) continue;
    lasting++;
    check(k, find_open(k, contacts[i].a.collider.bits, contacts[i].b.collider.bits),
          "each contact has begun");
  }
  carom_counts counts;
  carom_world_counts(k->world, &counts);
  check(k, counts.dropped == k->dropped_count, "what was dropped is counted");
  check(k, lasting == k->open_count, "what has begun and not ended is a contact");
  for (size_t i = 0; i < k->open_count; i++)
    check(k, k->open[i].step == k->step, "each pair that lasts is told of in each step");
}

static void step(book *k) {
  for (uint32_t i = test_below(&k->random, 4); i > 0; i--) act(k);
  begin_dispatch(k);
  check(k, carom_world_step(k->world, 0x1p-5f) == CAROM_OK, "a step works");
  check_lists(k);
}

static void clear(book *k) {
  begin_dispatch(k);
  memset(k->entries, 0, sizeof k->entries);
  k->clearing = true;
  check(k, carom_world_clear(k->world) == CAROM_OK, "a clear works");
  k->clearing = false;
  check(k, k->open_count == 0, "a clear ends all");
}

static void run(uint64_t seed, carom_broadphase_kind broadphase) {
  book *k = calloc(1, sizeof *k);
  carom_world_def def = {.broadphase = broadphase};
  carom_handler_def auditor = {.callback = audit, .keep = keep, .user = k, .events = 7};
  carom_handler_def actor = {.callback = act_inside, .user = k, .events = 7};
  k->random = seed;
  ck_assert_int_eq(carom_world_create(&def, &k->world), CAROM_OK);
  carom_handler_add(k->world, &auditor);
  carom_handler_add(k->world, &actor);
  for (int i = 0; i < STEPS && !k->error[0]; i++) {
    if (test_below(&k->random, 150) == 0) clear(k);
    step(k);
  }
  carom_counts counts;
  carom_world_counts(k->world, &counts);
  check(k, counts.begins == counts.ends + k->open_count, "the counts agree");
  begin_dispatch(k);
  k->clearing = true;
  carom_world_destroy(k->world);
  check(k, k->open_count == 0, "the end of the world ends all");
  ck_assert_msg(!k->error[0], "seed %llu: %s", (unsigned long long)seed, k->error);
  for (int cause = CAROM_END_CLEARED; cause <= CAROM_END_SEPARATED; cause++)
    ck_assert_msg(k->causes[cause] > 20, "%s was seldom met", carom_end_cause_name((carom_end_cause)cause));
  ck_assert(k->late_ends > 20 && k->acts_inside > 100);
  free(k);
}

START_TEST(the_book_balances) { run((uint64_t)_i, _i % 2 ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("event model");
  TCase *tests = tcase_create("book");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, the_book_balances, 0, 6);
  suite_add_tcase(suite, tests);
  return suite;
}
