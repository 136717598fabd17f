/* program.h: random programs: a world, what the game keeps of it, and steps with random calls before them and
 * random calls from handlers inside them. All of it depends on the state alone, so that a copy of the state
 * and a world that is as it was go on alike. */
#ifndef CAROM_TEST_ENGINE_PROGRAM_H
#define CAROM_TEST_ENGINE_PROGRAM_H

#include "asset_set.h"
#include "event_fields.h"
#include "support.h"

enum { PROGRAM_BODIES = 48 };

typedef struct program {
  carom_world *world;
  carom_hull *hulls[2];
  asset_set assets;
  uint64_t random;
  uint64_t told; /* a hash of all events and questions */
  bool asks;     /* program_ask was called */
  bool margins;  /* bodies may be in contact at a distance */
  bool orders;   /* colliders have orders */
  bool planar;
  carom_body bodies[PROGRAM_BODIES];
  carom_handler quiet; /* added and removed now and then */
} program;

/* In the plane z is 0, and turns are about z. */
static inline carom_vec3 program_vec3(program *p, float most) {
  carom_vec3 v = test_vec3(&p->random, -most, most);
  return (carom_vec3){v.x, v.y, p->planar ? 0 : v.z};
}

static inline carom_vec3 program_spin(program *p, float most) {
  carom_vec3 v = test_vec3(&p->random, -most, most);
  return p->planar ? (carom_vec3){0, 0, v.z} : v;
}

static inline carom_pose program_pose(program *p) {
  carom_vec3 at = program_vec3(p, 3);
  carom_quat turn = test_quat(&p->random);
  if (p->planar) return carom_pose_planar((double)at.x, (double)at.y, (double)turn.x * 4);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, turn};
}

static inline carom_shape program_flat_shape(program *p) {
  carom_vec3 size = test_vec3(&p->random, 0.2f, 1);
  switch (test_below(&p->random, 6)) {
  case 0:
    return carom_shape_disc(size.x);
  case 3:
    return carom_shape_ellipse(size.x, size.y);
  case 4:
    return carom_shape_half_disc(size.x);
  case 1:
    return carom_shape_stadium((carom_vec2){-size.x, 0}, (carom_vec2){size.y, size.z}, size.z / 2);
  case 2:
    return carom_shape_rounded_polygon(p->assets.polygon, test_below(&p->random, 2) ? 0 : size.x / 4);
  default:
    return carom_shape_rectangle(size.x, size.y);
  }
}

/* Static bodies take those that have no end, and others refuse them. */
static inline carom_shape program_endless(program *p) {
  float height = test_uniform(&p->random, -3, 0);
  return p->planar ? carom_shape_half_plane(height) : carom_shape_half_space(height);
}

static inline carom_shape program_shape(program *p) {
  if (test_below(&p->random, 40) == 0) return program_endless(p);
  bool asset = test_below(&p->random, 10) == 0;
  if (p->planar && asset) return assets_shape(&p->assets, true, test_below(&p->random, ASSET_FLATS));
  if (p->planar) return program_flat_shape(p);
  if (asset) return support_asset_shape(&p->random, &p->assets);
  return support_random_shape(&p->random, p->hulls[test_below(&p->random, 2)]);
}

static inline void program_add_collider(program *p, carom_body body) {
  carom_collider_def def = {.shape = program_shape(p),
                            .sensor = test_below(&p->random, 6) == 0,
                            .sees_sensors = test_below(&p->random, 2),
                            .filter.category = (uint64_t)1 << test_below(&p->random, 3),
                            .margin = p->margins && !test_below(&p->random, 8) ? 0.3f : 0,
                            .order = p->orders ? test_below(&p->random, 20) : 0};
  if (test_below(&p->random, 2)) def.pose.position = program_vec3(p, 0.5f);
  carom_collider_create(p->world, body, &def);
}

static inline void program_add_body(program *p) {
  carom_body_def def = {.kind = test_below(&p->random, 4) ? CAROM_KINEMATIC : CAROM_STATIC,
                        .pose = program_pose(p),
                        .disabled = test_below(&p->random, 10) == 0,
                        .ghost = test_below(&p->random, 40) == 0,
                        .user = (void *)(uintptr_t)test_below(&p->random, 1000)};
  if (def.kind == CAROM_KINEMATIC && test_below(&p->random, 2))
    def.linear_velocity = program_vec3(p, 5), def.angular_velocity = program_spin(p, 1);
  def.ghost = def.ghost && def.kind == CAROM_KINEMATIC;
  carom_body body = carom_body_create(p->world, &def);
  if (test_below(&p->random, 4) == 0) carom_body_set_swept(p->world, body, true);
  if (test_below(&p->random, 2) == 0) carom_body_set_stopping(p->world, body, true);
  uint32_t colliders = test_below(&p->random, 20) ? test_below(&p->random, 3) : 12;
  for (uint32_t i = 0; i < colliders; i++) program_add_collider(p, body);
  carom_body *place = &p->bodies[test_below(&p->random, PROGRAM_BODIES)];
  carom_body_destroy(p->world, *place);
  *place = body;
}

static inline void program_change_collider(program *p, carom_body body) {
  carom_collider collider = support_collider_of(p->world, body);
  carom_shape shape = program_shape(p);
  carom_filter filter = {.category = (uint64_t)1 << test_below(&p->random, 3), .mask = 7};
  carom_local_pose local = {.position = program_vec3(p, 0.5f)};
  switch (test_below(&p->random, p->margins ? 7 : 6)) {
  case 0:
    carom_collider_set_shape(p->world, collider, &shape);
    break;
  case 1:
    carom_collider_set_filter(p->world, collider, filter);
    break;
  case 2:
    carom_collider_set_local_pose(p->world, collider, &local);
    break;
  case 3:
    carom_collider_set_sensor(p->world, collider, test_below(&p->random, 2));
    break;
  case 4:
    carom_collider_set_user(p->world, collider, (void *)(uintptr_t)test_below(&p->random, 1000));
    break;
  case 5:
    carom_collider_destroy(p->world, collider);
    break;
  default:
    carom_collider_set_margin(p->world, collider, (float)test_below(&p->random, 3) / 8);
  }
}

static inline uint64_t program_save_user(void *context, void *user) {
  (void)context;
  return (uintptr_t)user;
}
static inline void *program_load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}
static const carom_user_map program_users = {program_save_user, program_load_user, NULL};

/* Gives the contact of two colliders to two others, or takes it away. */
static inline void program_hand_contact(program *p, carom_collider_pair from, carom_collider_pair to) {
  static unsigned char bytes[1 << 16];
  const carom_handover handover = {.users = &program_users};
  carom_contact_bytes contact = {to, bytes, 0};
  if (!carom_contact_write(p->world, from, &handover, bytes, sizeof bytes, &contact.size) &&
      test_below(&p->random, 2))
    carom_contacts_adopt(p->world, &handover, &contact, 1);
  if (test_below(&p->random, 3) == 0) carom_contacts_forget(p->world, &from, 1);
}

/* A second body like one, and a contact of the first for it; inside of a handler that is refused. */
static inline void program_copy_body(program *p, carom_body body) {
  static unsigned char bytes[1 << 18];
  const carom_handover handover = {.users = &program_users};
  const carom_contact *contact = NULL;
  size_t size, count = 0;
  carom_body copy = {0};
  if (carom_body_write(p->world, body, &handover, bytes, sizeof bytes, &size) ||
      carom_body_read(p->world, &handover, bytes, size, &copy))
    return;
  carom_body *place = &p->bodies[test_below(&p->random, PROGRAM_BODIES)];
  carom_body_destroy(p->world, *place);
  *place = copy;
  carom_body_get_contacts(p->world, body, &contact, 1, &count);
  if (count == 0) return;
  const carom_collider a = contact->a.collider, b = contact->b.collider,
                       own = support_collider_of(p->world, copy);
  const bool of_a = contact->a.body.bits == body.bits;
  program_hand_contact(p, (carom_collider_pair){a, b}, (carom_collider_pair){of_a ? own : a, of_a ? b : own});
}

/* Gives some contacts a value, of those that have not had their END. */
static inline void program_value(program *p) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(p->world, &count);
  uint64_t value = test_random(&p->random);
  for (size_t i = 0; i < count; i++)
    if ((contacts[i].a.collider.bits + value) % 8 == 0)
      carom_contact_set_value(p->world, contacts[i].a.collider, contacts[i].b.collider, value);
  size_t rows = 0;
  carom_point_values *points = carom_world_get_point_values(p->world, &rows);
  for (size_t i = 0; i < rows; i++)
    if ((contacts[i / (rows / count)].a.collider.bits + value) % 4 == 0) points[i].points[0] = value;
}

/* One random call, or a few; what is stale is refused. */
static inline void program_call(program *p) {
  carom_body body = p->bodies[test_below(&p->random, PROGRAM_BODIES)];
  carom_vec3 spin = program_spin(p, 3), velocity = program_vec3(p, 5);
  carom_pose pose = program_pose(p);
  switch (test_below(&p->random, 14)) {
  case 0:
  case 1:
  case 2:
    program_add_body(p);
    break;
  case 3:
    carom_body_destroy(p->world, body);
    break;
  case 4:
    carom_body_set_pose(p->world, body, &pose);
    break;
  case 5:
    carom_body_set_velocity(p->world, body, velocity, spin);
    break;
  case 6:
    carom_body_set_enabled(p->world, body, test_below(&p->random, 3));
    break;
  case 7:
    carom_body_set_user(p->world, body, (void *)(uintptr_t)test_below(&p->random, 1000));
    break;
  case 8:
    if (carom_body_is_valid(p->world, body)) program_add_collider(p, body);
    break;
  case 9:
    program_value(p);
    break;
  case 10:
    carom_body_set_ghost(p->world, body, test_below(&p->random, 3) == 0);
    break;
  case 11:
    program_copy_body(p, body);
    break;
  default:
    program_change_collider(p, body);
  }
}

/* Notes all of an event, and answers some with calls. */
static inline void program_hear(void *user, carom_world *world, const carom_event *event) {
  program *p = user;
  (void)world;
  fields_mix_event(&p->told, event);
  if (test_below(&p->random, 12) == 0) program_call(p);
}

static inline void program_listen(program *p) {
  carom_handler_def def = {
      .callback = program_hear, .user = p, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END};
  carom_handler_add(p->world, &def);
  def.category_a = 2;
  carom_handler_add(p->world, &def);
}

/* A filter and a keeper whose answers depend on all that was told and asked before. */
static inline bool program_admit(void *user, const carom_world *world, const carom_contact_side *a,
                                 const carom_contact_side *b) {
  program *p = user;
  (void)world;
  fields_mix(&p->told, &a->collider, sizeof a->collider);
  fields_mix(&p->told, &b->collider, sizeof b->collider);
  return p->told % 8 > 0;
}

static inline bool program_keep(void *user, const carom_world *world, const carom_event *event) {
  program *p = user;
  p->told += event->kind;
  return program_admit(user, world, &event->contact->a, &event->contact->b);
}

static inline void program_ask(program *p) {
  carom_handler_def keeper = {
      .keep = program_keep, .user = p, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  p->asks = true;
  carom_world_set_filter(p->world, program_admit, p);
  carom_handler_add(p->world, &keeper);
}

static inline void program_start(program *p, uint64_t seed, const carom_world_def *def) {
  *p = (program){.random = seed};
  for (int i = 0; i < 2; i++) p->hulls[i] = support_hull(NULL, seed + (uint64_t)i, 0.7f);
  ck_assert_int_eq(assets_make(&p->assets), CAROM_OK);
  carom_world_def settings = def ? *def : (carom_world_def){.tag = 0};
  settings.seamless = seed / 2 % 2;
  settings.persistent_manifolds = seed / 4 % 2;
  settings.eight_points = seed / 8 % 2;
  settings.margin = seed % 4 == 3 ? 0.1f : 0;
  p->margins = settings.margin > 0;
  p->orders = seed % 3 == 1;
  settings.planar = p->planar = seed % 5 == 4;
  ck_assert_int_eq(carom_world_create(&settings, &p->world), CAROM_OK);
  program_listen(p);
  for (int i = 0; i < 24; i++) program_add_body(p);
}

static inline void program_calls(program *p) {
  for (uint32_t i = test_below(&p->random, 6); i > 0; i--) program_call(p);
}

/* Some steps are taken in halves, with calls in between. */
static inline void program_step(program *p) {
  program_calls(p);
  if (test_below(&p->random, 3) == 0) {
    ck_assert_int_eq(carom_world_move(p->world, SUPPORT_DT), CAROM_OK);
    program_calls(p);
    ck_assert_int_eq(carom_world_step(p->world, 0), CAROM_OK);
    return;
  }
  ck_assert_int_eq(carom_world_step(p->world, SUPPORT_DT), CAROM_OK);
}

static inline void program_end(program *p) {
  carom_world_destroy(p->world);
  for (int i = 0; i < 2; i++) carom_hull_release(p->hulls[i]);
  assets_release(&p->assets);
}

/* --- Saves --- */

typedef struct program_bytes {
  unsigned char *data;
  size_t size;
} program_bytes;

static inline program_bytes program_save(const carom_world *world) {
  program_bytes bytes = {NULL, 0};
  ck_assert_int_eq(carom_world_save(world, &program_users, NULL, 0, &bytes.size), CAROM_TOO_SMALL);
  bytes.data = malloc(bytes.size);
  ck_assert_int_eq(carom_world_save(world, &program_users, bytes.data, bytes.size, &bytes.size), CAROM_OK);
  return bytes;
}

/* Do the worlds save to the same bytes? */
static inline bool program_same(const carom_world *a, const carom_world *b) {
  program_bytes x = program_save(a), y = program_save(b);
  bool same = x.size == y.size && memcmp(x.data, y.data, x.size) == 0;
  free(x.data);
  free(y.data);
  return same && carom_world_hash(a) == carom_world_hash(b);
}

#endif
