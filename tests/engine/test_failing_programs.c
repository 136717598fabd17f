/* test_failing_programs.c: programs of random calls on a world whose allocator refuses requests at random,
 * beside a twin that is never refused any: a refused call leaves no trace, and is made again until it
 * succeeds, or in neither world. After each call both have the same hash and save to the same bytes, their
 * handlers have heard the same, and their recordings are alike. */
#include "tape.h"
#include "test_memory.h"

enum { BODIES = 40, CROWD = 300, PLAIN = 10, SHAPES = 13, ATTEMPTS = 5, KEPT = 6 };

/* One of the twins, and what its game keeps. */
typedef struct side {
  carom_world *world;
  carom_world_def def;
  test_memory memory;
  uint32_t one_in; /* so many requests one is refused, while calls are made; 0: none is */
  uint64_t random; /* of the call in hand */
  uint64_t told;   /* a hash of all events and answers */
  const carom_shape *shapes;
  carom_body bodies[CROWD];
  uint32_t body_count, latest; /* the place of the one that was created last */
  carom_handler listener, keeper;
  carom_mover mover;
  program_bytes past;
  size_t past_refused; /* requests, when that was written */
  tape *tape, *over;   /* of the recording that runs, and of one that came to its end ... */
  carom_status ended;  /* ... with this status */
  bool blank;          /* a step was refused: there is nothing to poll */
} side;

typedef struct twins {
  uint64_t random;
  side sides[2]; /* the first may be refused what it asks for */
  asset_set assets;
  carom_shape shapes[SHAPES]; /* the first PLAIN of them have no asset */
  carom_pool *pool;
  int seed, call;
} twins;

static void check(const twins *t, bool holds, const char *what) {
  if (!holds) ck_abort_msg("seed %d, call %d: %s", t->seed, t->call, what);
}

/* --- What is drawn --- */

static carom_body any_body(side *s) { return s->bodies[test_below(&s->random, s->body_count)]; }

static carom_collider any_collider(side *s) {
  carom_collider colliders[4];
  size_t count = 0;
  carom_body_get_colliders(s->world, any_body(s), colliders, 4, &count);
  uint32_t most = count < 4 ? (uint32_t)count : 4;
  return most ? colliders[test_below(&s->random, most)] : (carom_collider){0};
}

static carom_shape any_shape(side *s) { return s->shapes[test_below(&s->random, SHAPES)]; }

/* In the plane z is 0. */
static carom_vec3 any_vector(side *s, float most) {
  carom_vec3 v = test_vec3(&s->random, -most, most);
  if (s->def.planar) v.z = 0;
  return v;
}

static carom_pose any_pose(side *s) {
  float reach = s->body_count > BODIES ? 12 : 3;
  carom_vec3 at = any_vector(s, reach);
  carom_quat turn = test_quat(&s->random);
  if (s->def.planar) return carom_pose_planar((double)at.x, (double)at.y, (double)turn.x);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, turn};
}

static carom_vec3 any_spin(side *s) {
  carom_vec3 v = test_vec3(&s->random, -4, 4);
  return s->def.planar ? (carom_vec3){0, 0, v.z} : v;
}

static void *any_user(side *s) { return (void *)(uintptr_t)test_below(&s->random, 1000); }

static carom_filter any_filter(side *s) {
  return (carom_filter){.category = (uint64_t)1 << test_below(&s->random, 3),
                        .mask = test_below(&s->random, 4) ? 0 : 3,
                        .group = test_below(&s->random, 9) ? 0 : -1};
}

/* The status of a call that gives an id. */
static carom_status status_of(const side *s, uint64_t id) {
  return id ? CAROM_OK : carom_world_get_last_status(s->world);
}

/* --- Refusals --- */

static void refuse_none(side *s) { s->memory.one_in = 0; }
static void refuse_some(side *s) { s->memory.one_in = s->one_in; }

typedef carom_status call_fn(side *s);

/* Makes a call of the same random choices until it is not refused, for calls inside others. */
static void insist(side *s, call_fn *call) {
  uint64_t random = s->random;
  uint32_t one_in = s->memory.one_in;
  for (int i = 0;; i++) {
    s->random = random;
    if (i == ATTEMPTS) refuse_none(s);
    if (call(s) != CAROM_OUT_OF_MEMORY) break;
  }
  s->memory.one_in = one_in;
}

/* --- Calls --- */

static carom_status create_body(side *s) {
  carom_body_def def = {.kind = test_below(&s->random, 4) ? CAROM_KINEMATIC : CAROM_STATIC,
                        .pose = any_pose(s),
                        .disabled = test_below(&s->random, 10) == 0,
                        .user = any_user(s)};
  if (def.kind == CAROM_KINEMATIC && test_below(&s->random, 2))
    def.linear_velocity = any_vector(s, 3), def.angular_velocity = any_spin(s);
  carom_body body = carom_body_create(s->world, &def);
  carom_status status = status_of(s, body.bits);
  if (status) return status;
  s->latest = test_below(&s->random, s->body_count);
  carom_body_destroy(s->world, s->bodies[s->latest]);
  s->bodies[s->latest] = body;
  return CAROM_OK;
}

static carom_status put_colliders(side *s, carom_body body) {
  enum { MANY = 10 };
  carom_collider_def defs[MANY];
  size_t had = 0;
  carom_body_get_colliders(s->world, body, NULL, 0, &had);
  if (had > MANY) return CAROM_OK;
  uint32_t count = test_below(&s->random, 12) ? 1 : test_below(&s->random, 3) ? 2 : MANY;
  for (uint32_t i = 0; i < count; i++)
    defs[i] = (carom_collider_def){.shape = any_shape(s),
                                   .filter = any_filter(s),
                                   .sensor = test_below(&s->random, 6) == 0,
                                   .sees_sensors = test_below(&s->random, 2),
                                   .sees_static = test_below(&s->random, 8) == 0,
                                   .user = any_user(s),
                                   .margin = test_below(&s->random, 8) ? 0 : 0.3f,
                                   .pose.position = any_vector(s, count > 1 ? 0.6f : 0)};
  return carom_collider_create_many(s->world, body, defs, count, NULL);
}

static carom_status create_colliders(side *s) { return put_colliders(s, any_body(s)); }
static carom_status dress_latest(side *s) { return put_colliders(s, s->bodies[s->latest]); }

static carom_status add_body(side *s) {
  insist(s, create_body);
  insist(s, dress_latest);
  return CAROM_OK;
}

/* Until there are as many as in the beginning, but for some. */
static carom_status add_bodies(side *s) {
  carom_counts counts;
  carom_world_get_counts(s->world, &counts);
  for (uint32_t i = counts.static_bodies + counts.kinematic_bodies; i < s->body_count; i++) add_body(s);
  return CAROM_OK;
}

static carom_status destroy_body(side *s) { return carom_body_destroy(s->world, any_body(s)); }
static carom_status destroy_collider(side *s) { return carom_collider_destroy(s->world, any_collider(s)); }

static carom_status set_pose(side *s) {
  carom_body body = any_body(s);
  carom_pose pose = any_pose(s);
  return carom_body_set_pose(s->world, body, &pose);
}

static carom_status set_poses(side *s) {
  carom_body bodies[4];
  double positions[4][3];
  size_t count = 0;
  for (int i = 0; i < 4; i++) {
    carom_pos at = any_pose(s).position;
    bodies[count] = any_body(s);
    count += carom_body_is_valid(s->world, bodies[count]);
    positions[i][0] = at.x, positions[i][1] = at.y, positions[i][2] = at.z;
  }
  carom_pose_array poses = {.scalar = CAROM_DOUBLE, .positions = positions};
  return carom_body_set_poses(s->world, bodies, count, &poses);
}

/* A time that is too short is refused. */
static carom_status set_target(side *s) {
  const float times[] = {SUPPORT_DT, 1, 1e-3f};
  carom_body body = any_body(s);
  carom_pose pose = any_pose(s);
  return carom_body_set_target(s->world, body, &pose, times[test_below(&s->random, 3)]);
}

static carom_status set_velocities(side *s) {
  carom_body bodies[4];
  carom_vec3 linear[4], angular[4];
  size_t count = 0;
  for (int i = 0; i < 4; i++) {
    bodies[count] = any_body(s);
    linear[i] = any_vector(s, 5);
    angular[i] = any_spin(s);
    carom_body_kind kind = CAROM_STATIC;
    carom_body_get_kind(s->world, bodies[count], &kind);
    count += carom_body_is_valid(s->world, bodies[count]) && kind == CAROM_KINEMATIC;
  }
  carom_velocity_array velocities = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
  return carom_body_set_velocities(s->world, bodies, count, &velocities);
}

static carom_status set_velocity(side *s) {
  carom_body body = any_body(s);
  carom_vec3 linear = any_vector(s, test_below(&s->random, 3) ? 5 : 60);
  return carom_body_set_velocity(s->world, body, linear, any_spin(s));
}

static carom_status stop(side *s) {
  return carom_body_set_velocity(s->world, any_body(s), (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
}

static carom_status set_body_flag(side *s) {
  carom_body body = any_body(s);
  bool on = test_below(&s->random, 3);
  switch (test_below(&s->random, 4)) {
  case 0:
    return carom_body_set_enabled(s->world, body, on);
  case 1:
    return carom_body_set_stopping(s->world, body, on);
  default:
    return carom_body_set_swept(s->world, body, on);
  }
}

static carom_status set_users(side *s) {
  if (test_below(&s->random, 2)) return carom_body_set_user(s->world, any_body(s), any_user(s));
  return carom_collider_set_user(s->world, any_collider(s), any_user(s));
}

static carom_status touch(side *s) { return carom_body_touch(s->world, any_body(s)); }

static carom_status set_shape(side *s) {
  carom_collider collider = any_collider(s);
  carom_shape shape = any_shape(s);
  carom_local_pose local = {.position = any_vector(s, 0.5f)};
  return test_below(&s->random, 3) ? carom_collider_set_shape(s->world, collider, &shape)
                                   : carom_collider_set_local_pose(s->world, collider, &local);
}

static carom_status set_collider_flag(side *s) {
  carom_collider collider = any_collider(s);
  bool on = test_below(&s->random, 2);
  switch (test_below(&s->random, 5)) {
  case 0:
    return carom_collider_set_filter(s->world, collider, any_filter(s));
  case 1:
    return carom_collider_set_sensor(s->world, collider, on);
  case 2:
    return carom_collider_set_sees_sensors(s->world, collider, on);
  case 3:
    return carom_collider_set_margin(s->world, collider, on ? 0.25f : 0);
  default:
    return carom_collider_set_sees_static(s->world, collider, on);
  }
}

static carom_status set_value(side *s) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  uint64_t value = test_random(&s->random);
  if (count == 0) return CAROM_OK;
  const carom_contact *c = &contacts[value % count];
  return carom_contact_set_value(s->world, c->a.collider, c->b.collider, value);
}

/* --- Handlers, and whom the world asks --- */

static void call_inside(side *s);

static void hear(void *user, carom_world *world, const carom_event *event) {
  side *s = user;
  (void)world;
  fields_mix_event(&s->told, event);
  if (test_below(&s->random, s->body_count > BODIES ? 200 : 12) == 0) call_inside(s);
}

/* Depends on nothing but the pair, or it would answer otherwise when a step is repeated. */
static bool admits(const carom_contact_side *a, const carom_contact_side *b, uint64_t salt) {
  uint64_t x = (a->collider.bits * 31 + b->collider.bits + salt) * 0x9E3779B97F4A7C15u;
  return (x >> 32) % 8 > 0;
}

/* Questions to the world inside a step make the trees fit where bodies are on their way. */
static bool filter(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  side *s = user;
  carom_pose pose;
  size_t count = 0;
  (void)s;
  if ((a->collider.bits + b->collider.bits) % 4 == 0 &&
      carom_body_get_pose(world, a->body, &pose) == CAROM_OK)
    carom_world_overlap_point(world, &pose.position, NULL, NULL, 0, &count);
  return admits(a, b, 1);
}

static bool keep(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return admits(&event->contact->a, &event->contact->b, 2);
}

static carom_status add_listener(side *s) {
  carom_handler_def def = {
      .callback = hear, .user = s, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END};
  s->listener = carom_handler_add(s->world, &def);
  return status_of(s, s->listener.bits);
}

static carom_status add_keeper(side *s) {
  carom_handler_def def = {.keep = keep, .user = s, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  s->keeper = carom_handler_add(s->world, &def);
  return status_of(s, s->keeper.bits);
}

static void forget(side *s) {
  free(s->past.data);
  s->past.data = NULL;
}

/* A world is not rewound past a change of what it asks. */
static carom_status toggle_keeper(side *s) {
  carom_status status = CAROM_OK;
  if (carom_handler_is_valid(s->world, s->keeper))
    carom_handler_remove(s->world, s->keeper);
  else
    status = add_keeper(s);
  if (!status) forget(s);
  return status;
}

static carom_status toggle_filter(side *s) {
  s->def.filter = s->def.filter ? NULL : filter;
  s->def.filter_user = s;
  forget(s);
  return carom_world_set_filter(s->world, s->def.filter, s);
}

/* --- Steps and questions --- */

static carom_status step(side *s) {
  const float dts[] = {SUPPORT_DT, SUPPORT_DT, SUPPORT_DT, 8 * SUPPORT_DT, 0};
  carom_status status = carom_world_step(s->world, dts[test_below(&s->random, 5)]);
  s->blank = status != CAROM_OK;
  return status;
}

static carom_status clear(side *s) {
  carom_status status = carom_world_clear(s->world);
  s->blank = false;
  return status ? status : add_bodies(s);
}

static carom_status ask(side *s) {
  carom_pose pose = any_pose(s);
  carom_shape shape = any_shape(s);
  carom_ray ray = {.origin = pose.position, .translation = any_vector(s, 8)};
  carom_found found[8];
  carom_ray_hit hit;
  size_t count = 0;
  carom_status status = carom_world_overlap_shape(s->world, &shape, &pose, NULL, found, 8, &count);
  if (!status) status = carom_world_cast_ray(s->world, &ray, NULL, &hit);
  if (status) return status;
  for (size_t i = 0; i < count && i < 8; i++) fields_mix(&s->told, &found[i].collider, sizeof(uint64_t));
  fields_mix(&s->told, &hit.collider, sizeof hit.collider);
  fields_mix(&s->told, &hit.fraction, sizeof hit.fraction);
  return CAROM_OK;
}

static carom_status move_mover(side *s) {
  carom_mover_result result;
  carom_status status = carom_mover_move(s->world, &s->mover, any_vector(s, 2), &result);
  fields_mix(&s->told, &s->mover.pose.position, sizeof s->mover.pose.position);
  return status;
}

/* --- Rewinding --- */

static carom_status remember(side *s) {
  forget(s);
  carom_world_rollback_save(s->world, NULL, 0, &s->past.size);
  s->past.data = malloc(s->past.size);
  s->past_refused = s->memory.refused;
  return carom_world_rollback_save(s->world, s->past.data, s->past.size, &s->past.size);
}

static carom_status rewind_world(side *s) {
  if (!s->past.data) return CAROM_OK;
  carom_status status = carom_world_rollback_restore(s->world, s->past.data, s->past.size);
  ck_assert_int_ne(status, CAROM_OUT_OF_MEMORY);
  if (!status) s->blank = false;
  return status;
}

/* --- Recording --- */

static void end_tape(side *s, carom_status status) {
  s->over = s->tape;
  s->ended = status;
  s->tape = NULL;
}

static carom_status start_recording(side *s) {
  tape *fresh = calloc(1, sizeof *fresh);
  carom_status before = carom_world_get_record_status(s->world);
  carom_status status = carom_world_record_start(s->world, &program_users, tape_write, fresh);
  if (status) {
    tape_free(fresh);
    free(fresh);
    return status;
  }
  end_tape(s, before);
  s->tape = fresh;
  return CAROM_OK;
}

/* A recording may have ended before, for want of memory. */
static carom_status stop_recording(side *s) {
  carom_status status = carom_world_record_stop(s->world);
  end_tape(s, status);
  return status == CAROM_OUT_OF_MEMORY ? CAROM_OK : status;
}

/* --- Other worlds --- */

static void take_world(side *s, carom_world *fresh) {
  carom_handler_remove(s->world, s->listener);
  bool keeps = carom_handler_is_valid(s->world, s->keeper);
  carom_world_destroy(s->world);
  s->world = fresh;
  s->keeper = (carom_handler){0};
  s->blank = false;
  forget(s);
  insist(s, add_listener);
  if (keeps) insist(s, add_keeper);
  carom_world_rollback_keep(s->world, KEPT);
}

static carom_status save_and_load(side *s) {
  carom_world *fresh = NULL;
  if (s->tape) return CAROM_OK;
  program_bytes bytes = {NULL, 0};
  carom_status status = carom_world_save(s->world, &program_users, NULL, 0, &bytes.size);
  if (status != CAROM_TOO_SMALL) return status;
  bytes.data = malloc(bytes.size);
  status = carom_world_save(s->world, &program_users, bytes.data, bytes.size, &bytes.size);
  if (!status) status = carom_world_load(&s->def, &program_users, bytes.data, bytes.size, &fresh);
  free(bytes.data);
  if (!status) take_world(s, fresh);
  return status;
}

static carom_status clone_world(side *s) {
  carom_body some[CROWD];
  carom_world *fresh = NULL;
  size_t count = 0;
  if (s->tape) return CAROM_OK;
  bool whole = test_below(&s->random, 2);
  for (uint32_t i = 0; i < s->body_count; i++)
    if (i % 8 && carom_body_is_valid(s->world, s->bodies[i])) some[count++] = s->bodies[i];
  carom_status status = carom_world_clone(s->world, &s->def, whole ? NULL : some, whole ? 0 : count, &fresh);
  if (!status) take_world(s, fresh);
  return status;
}

/* --- The list --- */

typedef struct listed_call {
  uint32_t weight;
  call_fn *call;
} listed_call;

/* The first INSIDE of them may come from handlers, too. */
enum { INSIDE = 17 };
static const listed_call list[] = {{8, create_body},
                                   {10, create_colliders},
                                   {4, add_body},
                                   {3, destroy_body},
                                   {3, destroy_collider},
                                   {8, set_pose},
                                   {2, set_poses},
                                   {6, set_velocity},
                                   {2, set_velocities},
                                   {3, set_target},
                                   {2, stop},
                                   {6, set_body_flag},
                                   {3, set_users},
                                   {2, touch},
                                   {4, set_shape},
                                   {4, set_collider_flag},
                                   {3, set_value},
                                   {6, add_bodies},
                                   {2, toggle_keeper},
                                   {1, toggle_filter},
                                   {50, step},
                                   {6, ask},
                                   {3, move_mover},
                                   {5, remember},
                                   {5, rewind_world},
                                   {3, start_recording},
                                   {1, stop_recording},
                                   {2, save_and_load},
                                   {2, clone_world},
                                   {1, clear}};
enum { LISTED = sizeof list / sizeof *list };

static call_fn *choose(uint64_t *random, size_t among) {
  uint32_t sum = 0;
  for (size_t i = 0; i < among; i++) sum += list[i].weight;
  uint32_t drawn = test_below(random, sum);
  size_t i = 0;
  while (drawn >= list[i].weight) drawn -= list[i++].weight;
  return list[i].call;
}

static void call_inside(side *s) { insist(s, choose(&s->random, INSIDE)); }

/* --- The twins --- */

/* Of events and contacts, all that can be polled. */
static uint64_t polled(const carom_world *world) {
  size_t count = 0;
  uint64_t hash = 0;
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) fields_mix_event(&hash, &events[i]);
  carom_world_get_swept_hits(world, &count);
  return hash + count;
}

static bool polls_alike(const twins *t) {
  const side *s = t->sides;
  size_t events = 0, hits = 0;
  if (!s->blank) return polled(s->world) == polled(s[1].world);
  carom_world_get_events(s->world, &events);
  carom_world_get_swept_hits(s->world, &hits);
  return events == 0 && hits == 0;
}

static bool counts_alike(const twins *t) {
  carom_counts counts[2];
  for (int i = 0; i < 2; i++) {
    memset(&counts[i], 0, sizeof counts[i]);
    carom_world_get_counts(t->sides[i].world, &counts[i]);
    counts[i].memory = 0;
  }
  return memcmp(&counts[0], &counts[1], sizeof counts[0]) == 0 &&
         counts[0].contacts == counts[0].begins - counts[0].ends;
}

/* What is where some bodies are. */
static uint64_t found_at_bodies(const side *s, uint64_t random) {
  uint64_t hash = 0;
  for (int i = 0; i < 4; i++) {
    carom_found found[8];
    carom_pose pose;
    size_t count = 0;
    if (carom_body_get_pose(s->world, s->bodies[test_below(&random, s->body_count)], &pose)) continue;
    carom_world_overlap_point(s->world, &pose.position, NULL, found, 8, &count);
    for (size_t k = 0; k < count && k < 8; k++) fields_mix(&hash, &found[k].collider, sizeof(uint64_t));
  }
  return hash;
}

static bool finds_alike(const twins *t) {
  return found_at_bodies(&t->sides[0], t->random) == found_at_bodies(&t->sides[1], t->random);
}

static void compare(twins *t) {
  const side *a = &t->sides[0], *b = &t->sides[1];
  refuse_none(&t->sides[0]);
  check(t, a->told == b->told, "handlers or questions were told otherwise");
  check(t, counts_alike(t), "the counts differ");
  check(t, program_same(a->world, b->world), "the worlds differ");
  check(t, polls_alike(t), "what can be polled differs");
}

/* The records of a recording without the heads of its sections, which depend on when it was written. */
static program_bytes records_of(const tape *t) {
  program_bytes records = {malloc(t->size), 0};
  for (size_t at = CAROM__RECORD_HEADER, end; at < t->size; at = end) {
    end = tape_section_end(t->bytes, t->size, at);
    if (end == 0) break;
    memcpy(records.data + records.size, t->bytes + at + CAROM__SECTION_HEADER,
           end - at - CAROM__SECTION_HEADER);
    records.size += end - at - CAROM__SECTION_HEADER;
  }
  return records;
}

/* A recording that ran out of memory is the beginning of the twin's, and good as far as it goes. */
static bool tapes_alike(const tape *a, const tape *b, carom_status ended) {
  carom_replay_outcome outcome;
  uint64_t steps;
  program_bytes x = records_of(a), y = records_of(b);
  bool same = ended ? x.size <= y.size : x.size == y.size;
  same = same && memcmp(x.data, y.data, x.size) == 0;
  free(x.data);
  free(y.data);
  return same && tape_replay(NULL, a->bytes, a->size, &outcome, &steps) == CAROM_OK &&
         outcome == CAROM_REPLAY_OVER;
}

static void compare_tapes(twins *t) {
  tape *a = t->sides[0].over, *b = t->sides[1].over;
  if (a && b) check(t, tapes_alike(a, b, t->sides[0].ended), "the recordings differ");
  for (int i = 0; i < 2; i++) {
    if (t->sides[i].over) tape_free(t->sides[i].over);
    free(t->sides[i].over);
    t->sides[i].over = NULL;
  }
}

/* Changes that memory did not suffice to keep cannot be taken back. */
static bool may_be_forgotten(const side *s, carom_status status) {
  return status == CAROM_OLD_SNAPSHOT && s->memory.refused > s->past_refused;
}

/* Makes a call on the first of the twins until it succeeds; false when the twin is to leave it out. */
static bool is_made(twins *t, call_fn *call, uint64_t random, carom_status *status) {
  side *s = &t->sides[0];
  s->one_in = test_below(&t->random, 3) ? 1 + test_below(&t->random, 12) : 0;
  for (int i = 0;; i++) {
    s->random = random;
    refuse_some(s);
    if (i == ATTEMPTS) refuse_none(s);
    *status = call(s);
    refuse_none(s);
    if (*status != CAROM_OUT_OF_MEMORY) break;
    compare(t);
    if (test_below(&t->random, 4) == 0) check(t, finds_alike(t), "queries find otherwise");
    if (test_below(&t->random, 4) == 0) return false;
  }
  if (!may_be_forgotten(s, *status)) return true;
  for (int i = 0; i < 2; i++) forget(&t->sides[i]);
  return false;
}

static void make_call(twins *t) {
  call_fn *call = choose(&t->random, LISTED);
  uint64_t random = test_random(&t->random);
  carom_status status;
  if (!is_made(t, call, random, &status)) return;
  t->sides[1].random = random;
  check(t, call(&t->sides[1]) == status, "the call came out otherwise");
  compare(t);
  compare_tapes(t);
}

/* --- A program --- */

static carom_shape planar_shape(uint64_t *random) {
  float a = test_uniform(random, 0.2f, 0.8f), b = test_uniform(random, 0.2f, 0.8f);
  switch (test_below(random, 4)) {
  case 0:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, 0.3f * b);
  case 2:
    return carom_shape_rectangle(a, b);
  default:
    return carom_shape_segment((carom_vec2){-a, b}, (carom_vec2){a, b});
  }
}

static carom_shape polygon(float a) {
  const float points[] = {-a, -a, a, -a, 1.5f * a, 0, 0, a};
  carom_polygon *made;
  ck_assert_int_eq(carom_polygon_from_points(NULL, points, 4, 0, &made), CAROM_OK);
  return carom_shape_polygon(made);
}

/* The first is convex, and the others are not. */
static carom_shape asset_of(twins *t, int i, bool planar) {
  if (i > 0)
    return planar ? assets_shape(&t->assets, true, (uint32_t)i) : support_asset_shape(&t->random, &t->assets);
  return planar ? polygon(0.8f) : carom_shape_hull(support_hull(NULL, t->random, 0.8f));
}

static void make_shapes(twins *t, bool planar) {
  ck_assert_int_eq(assets_make(&t->assets), CAROM_OK);
  for (int i = 0; i < SHAPES; i++) {
    if (i >= PLAIN)
      t->shapes[i] = asset_of(t, i - PLAIN, planar);
    else
      t->shapes[i] = planar ? planar_shape(&t->random) : support_random_shape(&t->random, NULL);
  }
}

static void release_shapes(twins *t) {
  carom__shape_release(&t->shapes[PLAIN]);
  assets_release(&t->assets);
}

static void start_side(twins *t, int which, uint64_t random, uint32_t bodies) {
  side *s = &t->sides[which];
  s->random = random;
  s->shapes = t->shapes;
  s->body_count = bodies;
  s->mover = (carom_mover){.shape = s->def.planar ? carom_shape_disc(0.3f) : carom_shape_sphere(0.3f)};
  s->def.allocator = test_memory_allocator(&s->memory);
  ck_assert_int_eq(carom_world_create(&s->def, &s->world), CAROM_OK);
  carom_world_rollback_keep(s->world, KEPT);
  insist(s, add_listener);
  if (t->seed % 5) add_bodies(s);
}

static void start(twins *t, int seed, uint32_t threads, uint32_t bodies) {
  *t = (twins){.random = (uint64_t)seed + 1, .seed = seed};
  bool planar = seed % 3 == 2;
  uint64_t random = test_random(&t->random);
  make_shapes(t, planar);
  t->sides[0].memory.random = random;
  if (threads > 1) {
    ck_assert_int_eq(carom_pool_create(NULL, threads, &t->pool), CAROM_OK);
    t->sides[0].def.tasks = carom_pool_get_tasks(t->pool);
  }
  t->sides[1].def.broadphase = seed % 2 ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP;
  for (int i = 0; i < 2; i++) {
    t->sides[i].def.planar = planar;
    t->sides[i].def.seamless = seed / 2 % 2;
    t->sides[i].def.persistent_manifolds = seed / 4 % 2;
    t->sides[i].def.eight_points = seed / 16 % 2;
    t->sides[i].def.margin = seed / 8 % 2 ? 0.1f : 0;
    start_side(t, i, random, bodies);
  }
  compare(t);
}

static void finish(twins *t) {
  for (int i = 0; i < 2; i++) {
    side *s = &t->sides[i];
    stop_recording(s);
    carom_world_destroy(s->world);
    forget(s);
  }
  compare_tapes(t);
  release_shapes(t);
  carom_pool_destroy(t->pool);
  for (int i = 0; i < 2; i++) check(t, test_memory_is_clean(&t->sides[i].memory), "memory is lost");
}

/* Returns how many requests were refused. */
static size_t run(int seed, uint32_t threads, uint32_t bodies, int calls) {
  static twins t;
  start(&t, seed, threads, bodies);
  for (t.call = 0; t.call < calls; t.call++) make_call(&t);
  size_t refused = t.sides[0].memory.refused;
  finish(&t);
  return refused;
}

START_TEST(refused_calls_leave_no_trace) {
  size_t refused = 0;
  for (int seed = _i; seed < test_scaled(600); seed += 4) refused += run(seed, 1, BODIES, 120);
  ck_assert_uint_gt(refused, 0);
}
END_TEST

/* So many bodies that passes over them are split. */
START_TEST(nor_do_they_on_threads) {
  size_t refused = 0;
  for (int seed = 0; seed < test_scaled(40); seed++) refused += run(seed, 2 + 2 * (uint32_t)_i, CROWD, 40);
  ck_assert_uint_gt(refused, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("failing programs");
  TCase *alone = tcase_create("one thread"), *threads = tcase_create("threads");
  tcase_set_timeout(alone, 3600);
  tcase_add_loop_test(alone, refused_calls_leave_no_trace, 0, 4);
  suite_add_tcase(suite, alone);
  tcase_set_timeout(threads, 3600);
  tcase_add_loop_test(threads, nor_do_they_on_threads, 0, 2);
  suite_add_tcase(suite, threads);
  return suite;
}
