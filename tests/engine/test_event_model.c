/* test_event_model.c: random programs of calls, between steps and inside handlers, on a world and on its twin
 * at once. The twin predicts every event: each BEGIN has its one END with its cause, in the stated order,
 * whatever handlers do meanwhile, on one thread or four; and the arrays that can be polled hold the same. */
#include "twin_calls.h"

enum { FEW = 7, CROWD = 300, CALLS = 200, PARTS = 8, LISTENERS = 4 };

/* What was met in all programs, to see that the tests test. */
typedef struct {
  uint64_t causes[CAROM_END_SEPARATED + 1];
  uint64_t inside, late, asked, dropped, begins, values, patches, further, nears, ends_near;
} tally;

static tally met;
static carom_tasks four_threads;

/* --- Listeners come and go --- */

static bool filter(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  const twin *t = user;
  twin_check(t, world == t->world && (uint32_t)a->collider.bits < (uint32_t)b->collider.bits,
             "the filter is asked in order");
  return twin_filter_rule(t, a->collider, b->collider);
}

static void told(void *user, carom_world *world, const carom_event *event);
static bool keep(void *user, const carom_world *world, const carom_event *event);

static void add_handler(twin *t, uint32_t events) {
  if (t->handler_count == TWIN_HANDLERS) return;
  twin_handler *h = &t->handlers[t->handler_count++];
  bool keeps = twin_one_in(t, 4), hits = !events && twin_one_in(t, 4);
  *h = (twin_handler){.twin = t, .def = {.user = h, .events = events}};
  if (!keeps || twin_one_in(t, 2)) h->def.callback = told;
  if (keeps) h->def.keep = keep;
  if (hits) h->def.impact = 0.3f;
  if (!events && !hits) h->def.events = test_below(&t->random, t->margins ? 32 : 8);
  /* Asked about STAY alone, it would matter to the answers which contacts rest. */
  if (keeps && h->def.events) h->def.events |= CAROM_EVENT_BEGIN;
  if (!events && twin_one_in(t, 2)) h->def.category_a = 1 + test_below(&t->random, 7);
  if (!events && twin_one_in(t, 2)) h->def.category_b = 1 + test_below(&t->random, 7);
  h->id = carom_handler_add(t->world, &h->def);
  twin_check(t, h->id.bits, "handlers are added");
}

static void remove_handler(twin *t) {
  twin_handler *h = &t->handlers[test_below(&t->random, (uint32_t)t->handler_count + 1)];
  if (h == &t->handlers[t->handler_count] || !h->id.bits) return;
  twin_is_done(t, carom_handler_remove(t->world, h->id));
  h->id.bits = 0;
}

static void change_listeners(twin *t) {
  if (twin_one_in(t, 3)) {
    t->filter = !t->filter;
    twin_is_done(t, carom_world_set_filter(t->world, t->filter ? filter : NULL, t));
  } else if (twin_one_in(t, 2)) {
    add_handler(t, 0);
  } else {
    remove_handler(t);
  }
}

static void act(twin *t) {
  twin_body *body = twin_any_body(t);
  twin_collider *collider = twin_any_collider(t);
  uint32_t choice = test_below(&t->random, 16);
  t->call++;
  if (choice < 6 && body)
    twin_change_body(t, body);
  else if (choice < 10 && collider)
    twin_change_collider(t, collider);
  else if (choice < 12)
    twin_use_contacts(t);
  else if (choice < 13)
    twin_query(t);
  else if (choice < 14)
    change_listeners(t);
  else if (twin_has_room(t))
    twin_create_body(t);
}

/* --- What handlers check --- */

static void check_side(const twin *t, const carom_contact_side *got, const carom_contact_side *want) {
  twin_check(t, got->body.bits == want->body.bits && got->collider.bits == want->collider.bits,
             "events name their bodies and colliders");
  twin_check(t, got->body_user == want->body_user && got->collider_user == want->collider_user,
             "events tell the user data");
  twin_check(t, got->category == want->category, "events tell the categories");
  twin_check(t, got->triangle == want->triangle && got->child == want->child, "events tell the triangles");
}

/* Which points they are may depend on the last step. */
static void check_further(const twin *t, const carom_contact *got) {
  const carom_patch *first = &got->patches[0], *second = &got->patches[1];
  twin_check(t, t->eight && got->patch_count == 2 && first->point_count == 4 && second->point_count - 1 < 4,
             "further points are in a second patch");
  twin_check(t, memcmp(&first->normal, &second->normal, sizeof first->normal) == 0, "of the same normal");
  twin_check(t, memcmp(first->points, got->manifold.points, sizeof first->points) == 0,
             "the manifold is the first");
  float least = HUGE_VALF;
  for (int i = 0; i < 4; i++) least = fminf(least, first->points[i].separation);
  for (uint32_t i = 0; i < second->point_count; i++)
    twin_check(t, second->points[i].separation >= least, "and is the deepest");
  met.further++;
}

static void check_patches(const twin *t, const carom_contact *got, const twin_contact *want, bool turned) {
  uint64_t hash = 0;
  bool chosen = t->persistent && t->eight && (got->patch_count == 0 || got->further);
  for (uint32_t i = 0; i < got->patch_count; i++) fields_mix_patch(&hash, &got->patches[i]);
  twin_check(t,
             chosen || (got->patch_count == want->told.patch_count && got->further == want->told.further &&
                        hash == want->patches[turned]),
             "events tell all patches");
  twin_check(t, (got->patches != NULL) == (got->patch_count > 0), "convex pairs have none");
  met.patches += got->patch_count > 1 && !got->further;
  if (got->further) check_further(t, got);
}

static void check_contact(const twin *t, const carom_contact *got, const twin_contact *of, bool turned) {
  const carom_contact *want = &of->told;
  carom_vec3 n = want->manifold.normal;
  check_side(t, &got->a, turned ? &want->b : &want->a);
  check_side(t, &got->b, turned ? &want->a : &want->b);
  if (turned) n = (carom_vec3){-n.x, -n.y, -n.z};
  twin_check(t,
             got->manifold.normal.x == n.x && got->manifold.normal.y == n.y && got->manifold.normal.z == n.z,
             "events tell the normal");
  /* Four points may be those of the last step. */
  bool chosen = t->persistent && want->manifold.point_count + (t->eight ? 1 : 0) >= CAROM_MANIFOLD_POINTS;
  bool may_be_full = chosen && t->eight && got->manifold.point_count >= 3;
  twin_check(t, may_be_full || got->manifold.point_count == want->manifold.point_count,
             "events tell how many points");
  twin_check(t,
             chosen || (got->manifold.points[0].position.x == want->manifold.points[0].position.x &&
                        got->manifold.points[0].separation == want->manifold.points[0].separation),
             "events tell where");
  twin_check(t, chosen || got->approach_speed == want->approach_speed, "events tell the speed");
  twin_check(t, got->sensor == want->sensor, "events tell sensors");
  twin_check(t, got->apart == want->apart && got->nearby == want->nearby, "events tell who is near");
  twin_check(t, got->value == want->value, "events tell the value");
  check_patches(t, got, of, turned);
}

/* Is the contact turned around for a handler: only when it must be. */
static bool is_turned_for(const carom_handler_def *def, const carom_contact *c) {
  return !((!def->category_a || c->a.category & def->category_a) &&
           (!def->category_b || c->b.category & def->category_b));
}

static void told(void *user, carom_world *world, const carom_event *event) {
  twin_handler *h = user;
  twin *t = h->twin;
  carom_pose pose;
  twin_check(t, world == t->world && twin_next_call(t) == h, "this handler is told of this now");
  const twin_event *want = t->event;
  twin_check(t, event->kind == want->kind, "the kind is right");
  if (event->cause != want->cause) twin_check(t, false, carom_end_cause_name(want->cause));
  check_contact(t, event->contact, want->contact, is_turned_for(&h->def, &want->contact->told));
  twin_check(t, carom_body_get_pose(world, event->contact->a.body, &pose) == CAROM_OK, "ids can be read");
  bool act_now = twin_one_in(t, t->size == FEW ? 8 : 64);
  met.inside += act_now;
  if (act_now) act(t);
}

static bool keep(void *user, const carom_world *world, const carom_event *event) {
  twin_handler *h = user;
  twin *t = h->twin;
  uint64_t a = (uint32_t)event->contact->a.collider.bits, b = (uint32_t)event->contact->b.collider.bits;
  twin_contact c = {.a = (uint32_t)(a < b ? a : b), .b = (uint32_t)(a < b ? b : a)};
  carom_manifold manifold;
  bool touch;
  const twin_contact *last = twin_find(t->before, c.a, c.b);
  uint64_t key = (uint64_t)c.a << 32 | c.b;
  twin_check(t, world == t->world && key >= t->asked_key, "keepers are asked in order");
  twin_check(t, event->kind == (last && !last->told.apart ? CAROM_EVENT_STAY : CAROM_EVENT_BEGIN),
             "and for what it would be");
  twin_check(t, twin_collide(t, c.a, c.b, &manifold, &touch) && touch, "about what touches");
  twin_describe(t, &c, &manifold);
  c.told.value = twin_value(last, &c.told);
  check_contact(t, event->contact, &c, is_turned_for(&h->def, &c.told));
  twin_check(t, twin_wants(&h->def, event->kind, &c.told), "and if they want to be");
  t->asked_key = key;
  met.asked++;
  return twin_keep_rule(t, &c);
}

/* --- What is polled --- */

static void check_events(const twin *t) {
  size_t count;
  const carom_event *events = carom_world_get_events(t->world, &count);
  twin_check(t, count == t->told_count, "as many events are polled as were told");
  for (size_t i = 0; i < count; i++) {
    twin_check(t, events[i].kind == t->told[i].kind && events[i].cause == t->told[i].cause,
               "the same events are polled");
    check_contact(t, events[i].contact, t->told[i].contact, false);
    met.causes[events[i].cause]++;
    met.late += events[i].kind == CAROM_EVENT_END && t->told[i].contact->over;
    met.begins += events[i].kind == CAROM_EVENT_BEGIN;
    met.nears += events[i].kind == CAROM_EVENT_NEAR && events[i].contact->apart;
    met.ends_near += events[i].kind == CAROM_EVENT_END && events[i].contact->nearby;
    met.values += events[i].kind == CAROM_EVENT_END && events[i].contact->value;
  }
}

static void check_contacts(const twin *t) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(t->world, &count);
  twin_check(t, count == t->now->count, "as many contacts are polled as there are");
  for (size_t i = 0; i < count; i++) check_contact(t, &contacts[i], &t->now->list[i], false);
}

/* R18. */
static void check_body_contacts(const twin *t, const twin_body *body) {
  const carom_contact *found[8];
  size_t count, at = 0;
  twin_is_done(t, carom_body_get_contacts(t->world, body->id, found, 8, &count));
  for (size_t i = 0; i < t->now->count; i++) {
    const twin_contact *c = &t->now->list[i];
    if (c->over || (c->told.a.body.bits != body->id.bits && c->told.b.body.bits != body->id.bits)) continue;
    if (at < 8 && at < count) check_contact(t, found[at], c, false);
    at++;
  }
  twin_check(t, at == count, "a body's contacts are those of all that are its");
}

static void check_counts(const twin *t) {
  carom_counts counts;
  carom_world_get_counts(t->world, &counts);
  twin_check(t,
             counts.steps == t->counts.steps && counts.begins == t->counts.begins &&
                 counts.stays == t->counts.stays && counts.ends == t->counts.ends &&
                 counts.nears == t->counts.nears && counts.fars == t->counts.fars &&
                 counts.contacts == counts.begins - counts.ends,
             "the world's counts agree");
  met.dropped += counts.dropped;
  for (uint32_t i = 0; i < t->body_slots; i++) {
    const twin_body *body = &t->bodies[i];
    carom_contact_counts own;
    if (!body->id.bits) continue;
    check_body_contacts(t, body);
    twin_is_done(t, carom_body_get_counts(t->world, body->id, &own));
    twin_check(t,
               own.begins == body->counts.begins && own.ends == body->counts.ends &&
                   own.contacts == own.begins - own.ends,
               "a body's counts agree");
  }
}

/* --- Programs --- */

static void step(twin *t) {
  const float dt = 1 / 32.0f;
  twin_step(t, dt);
  twin_is_done(t, carom_world_step(t->world, dt));
  twin_end(t);
  check_events(t);
  check_contacts(t);
  check_counts(t);
}

static void clear(twin *t) {
  twin_clear(t);
  twin_is_done(t, carom_world_clear(t->world));
  twin_end(t);
  check_events(t);
}

static void begin(twin *t, uint64_t program, uint32_t size) {
  memset(t->bodies, 0, t->body_slots * sizeof *t->bodies);
  memset(t->colliders, 0, t->collider_slots * sizeof *t->colliders);
  t->body_slots = t->collider_slots = 0;
  t->handler_count = 0;
  t->counts = (carom_counts){0};
  t->now = &t->contacts[0], t->before = &t->contacts[1];
  t->now->count = 0;
  t->program = program;
  t->size = size;
  t->call = 0;
  t->random = program;
  t->salt = test_random(&t->random);
  t->filter = program % 3 == 0;
  t->planar = program / 48 % 6 == 5;
  t->persistent = program / 4 % 2;
  t->eight = program / 5 % 2;
  t->margins = program / 8 % 3 == 2;
  t->margin = t->margins && program / 24 % 2 ? 0.125f : 0;
  carom_world_def def = {.planar = t->planar,
                         .margin = t->margin,
                         .persistent_manifolds = t->persistent,
                         .eight_points = t->eight,
                         .broadphase = program % 2 ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP,
                         .filter = t->filter ? filter : NULL,
                         .filter_user = t};
  if (program / 2 % 2) def.tasks = four_threads;
  twin_is_done(t, carom_world_create(&def, &t->world));
}

/* Every BEGIN has its END when the world goes. */
static void end(twin *t) {
  twin_clear(t);
  twin_is_done(t, carom_world_destroy(t->world));
  twin_end(t);
  twin_check(t, t->counts.begins == t->counts.ends, "each BEGIN has its END");
  twin_check(t, t->counts.nears == t->counts.fars, "each NEAR has its FAR");
}

static void run(twin *t, uint64_t program, uint32_t size, uint32_t calls) {
  begin(t, program, size);
  for (uint32_t i = 0; i < size; i++) twin_create_body(t);
  const uint32_t near_too = t->margins ? CAROM_EVENT_NEAR | CAROM_EVENT_FAR : 0u;
  if (program % 8) add_handler(t, CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END | near_too);
  for (uint32_t i = test_below(&t->random, LISTENERS); i > 0; i--) add_handler(t, 0);
  while (t->call < calls) {
    if (twin_one_in(t, 160)) clear(t);
    if (twin_one_in(t, 6)) t->call++, step(t);
    act(t);
  }
  end(t);
}

static void run_all(uint64_t first, int count, uint32_t size, uint32_t calls) {
  twin *t = calloc(1, sizeof *t);
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  four_threads = carom_pool_get_tasks(pool);
  ck_assert_int_eq(assets_make(&t->assets), CAROM_OK);
  for (int i = 0; i < count; i++) run(t, first + (uint64_t)i, size, calls);
  carom_pool_destroy(pool);
  assets_release(&t->assets);
  free(t);
}

/* R1, R10 and R18. */
START_TEST(programs_of_calls) {
  int count = test_scaled(100000 / PARTS);
  run_all((uint64_t)_i * 1000000 + 1, count, FEW, CALLS);
  if (count < 500) return;
  for (int cause = CAROM_END_CLEARED; cause <= CAROM_END_SEPARATED; cause++)
    ck_assert_msg(met.causes[cause] > 100, "%s was seldom met", carom_end_cause_name((carom_end_cause)cause));
  ck_assert(met.inside > 1000 && met.late > 100 && met.asked > 1000 && met.dropped > 100 && met.values > 100);
  ck_assert(met.patches > 100 && met.further > 100 && met.nears > 1000 && met.ends_near > 1000);
}
END_TEST

/* So many pairs that a step is split. */
START_TEST(crowds) { run_all((uint64_t)_i * 100 + 100, test_scaled(12), CROWD, 60); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("event model");
  TCase *few = tcase_create("few"), *many = tcase_create("many");
  tcase_set_timeout(few, 600);
  tcase_set_timeout(many, 600);
  tcase_add_loop_test(few, programs_of_calls, 0, PARTS);
  tcase_add_loop_test(many, crowds, 0, 4);
  suite_add_tcase(suite, few);
  suite_add_tcase(suite, many);
  return suite;
}
