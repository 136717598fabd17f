/* play.h: bytes as a program of calls on a world, wrong ones among them, from handlers too. */
#ifndef CAROM_TEST_FUZZ_PLAY_H
#define CAROM_TEST_FUZZ_PLAY_H

#include "play_values.h"

/* Where the next collider is remembered; what was there is destroyed. */
static inline carom_collider *play_collider_place(play *p) {
  carom_collider *place = &p->colliders[p->collider_count++ % PLAY_COLLIDERS];
  if (carom_collider_is_valid(p->world, *place)) carom_collider_destroy(p->world, *place);
  return place;
}

/* Links of chains come together, or alone like other shapes. */
static inline void play_add_collider(play *p, carom_body body) {
  uint8_t flags = fuzz_byte(&p->in);
  carom_collider_def def = {.shape = play_shape(p),
                            .pose = play_local_pose(p),
                            .filter = play_filter(p),
                            .sensor = flags % 8 == 1,
                            .sees_sensors = flags % 8 == 2,
                            .sees_static = flags % 8 == 3,
                            .margin = flags % 32 == 20  ? fuzz_float(&p->in)
                                      : flags % 16 == 4 ? 0.5f
                                                        : 0,
                            .user = (void *)(uintptr_t)flags};
  carom_collider links[PLAY_LINKS];
  if (def.shape.kind != CAROM_CHAIN_LINK || flags % 2)
    *play_collider_place(p) = carom_collider_create(p->world, body, &def);
  else if (!carom_collider_create_chain(p->world, body, &def, p->chain, 0, links))
    for (int i = 0; i < PLAY_LINKS; i++) *play_collider_place(p) = links[i];
}

static inline void play_add_body(play *p) {
  uint8_t flags = fuzz_byte(&p->in);
  carom_body_def def = {.kind = flags % 4 == 3 ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = play_pose(p),
                        .disabled = flags % 16 == 15,
                        .user = (void *)(uintptr_t)flags};
  if (flags % 8 == 1) def.linear_velocity = play_vec3(p);
  if (flags % 8 == 2) def.angular_velocity = play_spin(p);
  carom_body *place = &p->bodies[p->body_count++ % PLAY_BODIES];
  if (carom_body_is_valid(p->world, *place)) carom_body_destroy(p->world, *place);
  *place = carom_body_create(p->world, &def);
  play_add_collider(p, *place);
}

static inline void play_set_body(play *p, uint8_t which) {
  carom_body body = play_body(p);
  carom_vec3 linear;
  carom_pose pose;
  carom_velocity_array spins = {.scalar = CAROM_FLOAT, .angular = &linear};
  switch (which % 9) {
  case 0:
    carom_body_destroy(p->world, body);
    break;
  case 1:
    linear = play_vec3(p);
    carom_body_set_velocity(p->world, body, linear, play_spin(p));
    break;
  case 2:
    carom_body_set_enabled(p->world, body, fuzz_byte(&p->in) % 2);
    break;
  case 3:
    carom_body_touch(p->world, body);
    break;
  case 4:
    which = fuzz_byte(&p->in);
    carom_body_set_swept(p->world, body, which % 2);
    carom_body_set_stopping(p->world, body, which / 2 % 2);
    break;
  case 5:
    carom_body_set_user(p->world, body, (void *)(uintptr_t)fuzz_byte(&p->in));
    break;
  case 6:
    linear = play_spin(p);
    carom_body_set_velocities(p->world, &body, 1, &spins);
    break;
  case 7:
    pose = play_pose(p);
    carom_body_set_target(p->world, body, &pose, fuzz_float(&p->in));
    break;
  default:
    pose = play_pose(p);
    carom_body_set_pose(p->world, body, &pose);
  }
}

static inline void play_set_collider(play *p, uint8_t which) {
  carom_collider collider = play_collider(p);
  carom_shape shape;
  carom_local_pose local;
  switch (which % 9) {
  case 0:
    carom_collider_destroy(p->world, collider);
    break;
  case 1:
    shape = play_shape(p);
    carom_collider_set_shape(p->world, collider, &shape);
    break;
  case 2:
    local = play_local_pose(p);
    carom_collider_set_local_pose(p->world, collider, &local);
    break;
  case 3:
    carom_collider_set_filter(p->world, collider, play_filter(p));
    break;
  case 4:
    carom_collider_set_sensor(p->world, collider, fuzz_byte(&p->in) % 2);
    break;
  case 5:
    carom_collider_set_sees_sensors(p->world, collider, fuzz_byte(&p->in) % 2);
    break;
  case 6:
    carom_collider_set_sees_static(p->world, collider, fuzz_byte(&p->in) % 2);
    break;
  case 7:
    carom_collider_set_margin(p->world, collider, (float)fuzz_byte(&p->in) / 128);
    break;
  default:
    carom_contact_set_value(p->world, collider, play_collider(p), fuzz_word(&p->in));
  }
}

/* --- What the game answers --- */

static inline bool play_rule(const carom_contact_side *a, const carom_contact_side *b, uint64_t salt) {
  uint64_t x = (a->collider.bits * 31 + b->collider.bits + salt) * 0x9E3779B97F4A7C15u;
  return (x >> 32) % 4 > 0;
}

static inline bool play_admits(void *user, const carom_world *world, const carom_contact_side *a,
                               const carom_contact_side *b) {
  (void)user, (void)world;
  return play_rule(a, b, 1);
}

static inline bool play_keeps(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return play_rule(&event->contact->a, &event->contact->b, 2);
}

/* A world is not rewound past a change of what it asks. */
static inline void play_toggle(play *p) {
  carom_handler_def def = {.keep = play_keeps, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  carom_filter_fn filter = NULL;
  p->past_size = 0;
  carom_world_get_filter(p->world, &filter, NULL);
  if (fuzz_byte(&p->in) % 2)
    carom_world_set_filter(p->world, filter ? NULL : play_admits, NULL);
  else if (carom_handler_remove(p->world, p->keeper))
    p->keeper = carom_handler_add(p->world, &def);
}

/* --- Programs --- */

/* One call of those that handlers may make. */
static inline void play_call(play *p, uint8_t op) {
  if (op < 64)
    play_add_body(p);
  else if (op < 96)
    play_add_collider(p, play_body(p));
  else if (op < 160)
    play_set_body(p, op);
  else if (op < 224)
    play_set_collider(p, op);
  else
    play_toggle(p);
}

static inline void play_hear(void *user, carom_world *world, const carom_event *event) {
  play *p = user;
  uint8_t op = fuzz_byte(&p->in);
  (void)world;
  fuzz_check(event->contact->a.collider.bits && event->contact->b.collider.bits);
  if (op % 4 == 1) play_call(p, (uint8_t)(op * 37));
}

static inline void play_rewind(play *p) {
  if (p->past_size)
    carom_world_rollback_restore(p->world, p->past, p->past_size);
  else if (carom_world_rollback_save(p->world, p->past, sizeof p->past, &p->past_size))
    p->past_size = 0;
}

/* Made once, as they never change. */
static inline const asset_set *play_assets(void) {
  static asset_set assets;
  static bool made;
  if (!made) fuzz_check(assets_make(&assets) == CAROM_OK);
  made = true;
  return &assets;
}

static inline void play_make_assets(play *p, bool one_sided) {
  const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const float points[8] = {0, 0, 1, 0, 2, 1, 0, 2};
  const carom_chain_def chain = {
      .points = points, .count = PLAY_LINKS, .closed = true, .one_sided = one_sided};
  p->assets = play_assets();
  fuzz_check(carom_hull_from_points(NULL, corners, 4, 0, &p->hull) == CAROM_OK);
  fuzz_check(carom_polygon_from_points(NULL, points, 4, 0, &p->polygon) == CAROM_OK);
  fuzz_check(carom_chain_create(NULL, &chain, &p->chain) == CAROM_OK);
}

/* The first byte says what world it is. */
static inline void play_begin(play *p, const uint8_t *data, size_t size) {
  const carom_handler_def handler = {.callback = play_hear,
                                     .user = p,
                                     .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END |
                                               CAROM_EVENT_NEAR | CAROM_EVENT_FAR};
  *p = (play){.in = {data, data + size}};
  uint8_t world = fuzz_byte(&p->in);
  p->planar = world % 2;
  play_make_assets(p, world & 2);
  const carom_world_def def = {.planar = p->planar,
                               .seamless = world & 4,
                               .persistent_manifolds = world & 8,
                               .eight_points = world & 32,
                               .margin = world & 16 ? 0.25f : 0};
  fuzz_check(carom_world_create(&def, &p->world) == CAROM_OK);
  fuzz_check(carom_islands_create(NULL, &p->islands) == CAROM_OK);
  carom_handler_add(p->world, &handler);
  carom_world_rollback_keep(p->world, 4);
}

/* What owners of solvers ask. */
static inline void play_ask(play *p) {
  size_t count = 0, bodies = 0;
  carom_counts counts;
  fuzz_check(carom_islands_find(p->islands, p->world, NULL) == CAROM_OK);
  const carom_island *list = carom_islands_get(p->islands, &count);
  for (size_t i = 0; i < count; i++) bodies += list[i].body_count;
  fuzz_check(!carom_world_get_counts(p->world, &counts) && bodies <= counts.kinematic_bodies);
  for (int i = 0; i < PLAY_BODIES; i++) {
    carom_contact_counts own;
    if (carom_body_get_contacts(p->world, p->bodies[i], NULL, 0, &count)) continue;
    fuzz_check(!carom_body_get_counts(p->world, p->bodies[i], &own) && own.contacts <= count);
  }
}

/* All of the input, a step about every fifth call. */
static inline void play_run(play *p) {
  while (p->in.at < p->in.end) {
    uint8_t op = fuzz_byte(&p->in);
    if (op < 200)
      play_call(p, (uint8_t)(op * 41));
    else if (op < 248)
      carom_world_step(p->world, 0x1p-4f);
    else if (op < 250)
      carom_world_clear(p->world);
    else if (op < 254)
      play_rewind(p);
    else
      carom_world_step(p->world, fuzz_float(&p->in));
    if (op >= 200) play_ask(p);
  }
}

static inline void play_end(play *p) {
  carom_world_destroy(p->world);
  carom_islands_destroy(p->islands);
  carom_hull_release(p->hull);
  carom_polygon_release(p->polygon);
  carom_chain_release(p->chain);
}

#endif
