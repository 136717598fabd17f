/* play.h: bytes as a program of calls on a world, wrong ones among them, from handlers too. */
#ifndef CAROM_TEST_FUZZ_PLAY_H
#define CAROM_TEST_FUZZ_PLAY_H

#include "carom/carom.h"
#include "fuzz.h"

enum { PLAY_BODIES = 12, PLAY_COLLIDERS = 24, PLAY_PAST = 1 << 16 };

typedef struct play {
  fuzz_input in;
  carom_world *world;
  carom_hull *hull;
  carom_body bodies[PLAY_BODIES]; /* the latest */
  carom_collider colliders[PLAY_COLLIDERS];
  uint32_t body_count, collider_count; /* that there ever were */
  carom_handler keeper;
  uint8_t past[PLAY_PAST]; /* a rollback snapshot */
  size_t past_size;
} play;

static inline carom_vec3 play_vec3(play *p) {
  float x = fuzz_float(&p->in), y = fuzz_float(&p->in);
  return (carom_vec3){x, y, fuzz_float(&p->in)};
}

/* Mostly one of three that are units. */
static inline carom_quat play_quat(play *p) {
  switch (fuzz_byte(&p->in) % 4) {
  case 0:
    return (carom_quat){0, 0, 0, 0};
  case 1:
    return (carom_quat){0.6f, 0, 0, 0.8f};
  case 2:
    return (carom_quat){0.5f, -0.5f, 0.5f, 0.5f};
  default: {
    carom_vec3 v = play_vec3(p);
    return (carom_quat){v.x, v.y, v.z, fuzz_float(&p->in)};
  }
  }
}

static inline carom_pose play_pose(play *p) {
  carom_vec3 at = play_vec3(p);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, play_quat(p)};
}

static inline carom_local_pose play_local_pose(play *p) {
  if (fuzz_byte(&p->in) % 2) return (carom_local_pose){.position = {0, 0, 0}};
  carom_vec3 at = play_vec3(p);
  return (carom_local_pose){at, play_quat(p)};
}

static inline carom_shape play_shape(play *p) {
  carom_vec3 size = play_vec3(p);
  switch (fuzz_byte(&p->in) % CAROM_SHAPE_KIND_COUNT) {
  case CAROM_SPHERE:
    return carom_shape_sphere(size.x);
  case CAROM_CAPSULE:
    return carom_shape_capsule(size, play_vec3(p), 0.5f);
  case CAROM_HULL:
    return carom_shape_rounded_hull(p->hull, size.x > 0 ? size.x : 0);
  case CAROM_CYLINDER:
    return carom_shape_cylinder(size.x, size.y);
  case CAROM_CONE:
    return carom_shape_cone(size.x, size.y);
  default:
    return carom_shape_box(size.x, size.y, size.z);
  }
}

static inline carom_filter play_filter(play *p) {
  uint8_t bits = fuzz_byte(&p->in);
  if (bits % 4) return (carom_filter){0};
  return (carom_filter){(uint64_t)bits >> 6, fuzz_byte(&p->in) % 4, (int32_t)(fuzz_byte(&p->in) % 3) - 1};
}

static inline carom_body play_body(play *p) {
  uint8_t n = fuzz_byte(&p->in);
  return n == 255 ? (carom_body){fuzz_word(&p->in)} : p->bodies[n % PLAY_BODIES];
}

static inline carom_collider play_collider(play *p) {
  uint8_t n = fuzz_byte(&p->in);
  return n == 255 ? (carom_collider){fuzz_word(&p->in)} : p->colliders[n % PLAY_COLLIDERS];
}

static inline void play_add_collider(play *p, carom_body body) {
  uint8_t flags = fuzz_byte(&p->in);
  carom_collider_def def = {.shape = play_shape(p),
                            .pose = play_local_pose(p),
                            .filter = play_filter(p),
                            .sensor = flags % 8 == 1,
                            .sees_sensors = flags % 8 == 2,
                            .sees_static = flags % 8 == 3,
                            .user = (void *)(uintptr_t)flags};
  carom_collider *place = &p->colliders[p->collider_count++ % PLAY_COLLIDERS];
  if (carom_collider_is_valid(p->world, *place)) carom_collider_destroy(p->world, *place);
  *place = carom_collider_create(p->world, body, &def);
}

static inline void play_add_body(play *p) {
  uint8_t flags = fuzz_byte(&p->in);
  carom_body_def def = {.kind = flags % 4 == 3 ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = play_pose(p),
                        .disabled = flags % 16 == 15,
                        .user = (void *)(uintptr_t)flags};
  if (flags % 8 == 1) def.linear_velocity = play_vec3(p);
  if (flags % 8 == 2) def.angular_velocity = play_vec3(p);
  carom_body *place = &p->bodies[p->body_count++ % PLAY_BODIES];
  if (carom_body_is_valid(p->world, *place)) carom_body_destroy(p->world, *place);
  *place = carom_body_create(p->world, &def);
  play_add_collider(p, *place);
}

static inline void play_set_body(play *p, uint8_t which) {
  carom_body body = play_body(p);
  carom_vec3 linear;
  carom_pose pose;
  switch (which % 7) {
  case 0:
    carom_body_destroy(p->world, body);
    break;
  case 1:
    linear = play_vec3(p);
    carom_body_set_velocity(p->world, body, linear, play_vec3(p));
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
  default:
    pose = play_pose(p);
    carom_body_set_pose(p->world, body, &pose);
  }
}

static inline void play_set_collider(play *p, uint8_t which) {
  carom_collider collider = play_collider(p);
  carom_shape shape;
  carom_local_pose local;
  switch (which % 8) {
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
  carom_world_filter(p->world, &filter, NULL);
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

static inline void play_begin(play *p, const uint8_t *data, size_t size, const carom_world_def *def) {
  const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const carom_handler_def handler = {
      .callback = play_hear, .user = p, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END};
  *p = (play){.in = {data, data + size}};
  fuzz_check(carom_hull_from_points(NULL, corners, 4, 0, &p->hull) == CAROM_OK);
  fuzz_check(carom_world_create(def, &p->world) == CAROM_OK);
  carom_handler_add(p->world, &handler);
  carom_world_rollback_keep(p->world, 4);
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
  }
}

static inline void play_end(play *p) {
  carom_world_destroy(p->world);
  carom_hull_release(p->hull);
}

#endif
