/* crowd.h: things of all kinds that the game knows by number, in any number of worlds at once: each world
 * creates them in an order of its own, and what it tells is gathered without ids. */
#ifndef CAROM_TEST_ENGINE_CROWD_H
#define CAROM_TEST_ENGINE_CROWD_H

#include "asset_set.h"
#include "carom/handover.h"
#include "event_fields.h"
#include "support.h"

enum { CROWD_THINGS = 36, CROWD_PARTS = 3, CROWD_TOLD_MAX = 4096 };

/* What a thing is made of. */
typedef struct crowd_thing {
  bool there, swept, stopping, ghost;
  carom_body_def body;
  carom_collider_def parts[CROWD_PARTS];
  size_t part_count;
} crowd_thing;

typedef struct crowd {
  uint64_t random;
  carom_world_def def;
  asset_set assets;
  carom_hull *hull;
  crowd_thing things[CROWD_THINGS];
} crowd;

/* The things in one world. */
typedef struct crowd_view {
  crowd *crowd;
  carom_world *world;
  carom_body bodies[CROWD_THINGS];
} crowd_view;

/* --- Things --- */

static inline carom_vec3 crowd_vec3(crowd *c, float most) {
  carom_vec3 v = test_vec3(&c->random, -most, most);
  return (carom_vec3){v.x, v.y, c->def.planar ? 0 : v.z};
}

static inline carom_vec3 crowd_spin(crowd *c, float most) {
  carom_vec3 v = test_vec3(&c->random, -most, most);
  return c->def.planar ? (carom_vec3){0, 0, v.z} : v;
}

static inline carom_pose crowd_pose(crowd *c) {
  const carom_vec3 at = crowd_vec3(c, 2.5f);
  const carom_quat turn = test_quat(&c->random);
  if (c->def.planar) return carom_pose_planar((double)at.x, (double)at.y, (double)turn.x * 4);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, turn};
}

static inline carom_shape crowd_flat_shape(crowd *c) {
  const carom_vec3 size = test_vec3(&c->random, 0.2f, 1);
  switch (test_below(&c->random, 6)) {
  case 0:
    return carom_shape_disc(size.x);
  case 1:
    return carom_shape_stadium((carom_vec2){-size.x, 0}, (carom_vec2){size.y, size.z}, size.z / 2);
  case 2:
    return carom_shape_rounded_polygon(c->assets.polygon, size.x / 4);
  case 3:
    return carom_shape_ellipse(size.x, size.y);
  case 4:
    return assets_shape(&c->assets, true, test_below(&c->random, ASSET_FLATS));
  default:
    return carom_shape_rectangle(size.x, size.y);
  }
}

static inline carom_shape crowd_shape(crowd *c) {
  if (c->def.planar) return crowd_flat_shape(c);
  if (test_below(&c->random, 8) == 0) return support_asset_shape(&c->random, &c->assets);
  return test_below(&c->random, 3) ? support_random_shape(&c->random, c->hull)
                                   : carom_shape_box(0.5f, 0.4f, 0.6f);
}

/* Orders are not those of the numbers. */
static inline uint64_t crowd_order(uint32_t thing, size_t part) {
  return 1 + (uint64_t)(thing * 23u % CROWD_THINGS) * CROWD_PARTS + part;
}

/* Every fourth one is a tile of a floor, some of which begin at one place. */
static inline void crowd_make_thing(crowd *c, uint32_t n) {
  crowd_thing *t = &c->things[n];
  const bool tile = n % 4 == 0;
  *t = (crowd_thing){.there = true, .part_count = test_below(&c->random, 5) ? 1 : CROWD_PARTS};
  t->body = (carom_body_def){.kind = tile ? CAROM_STATIC : CAROM_KINEMATIC,
                             .pose = crowd_pose(c),
                             .user = (void *)(uintptr_t)(n + 1)};
  if (tile)
    t->body.pose = (carom_pose){
        .position = {(double)(n / 4 % 3) * 2 - 2, -1, c->def.planar ? 0 : (double)(n / 12) * 2 - 2}};
  if (!tile && test_below(&c->random, 3))
    t->body.linear_velocity = crowd_vec3(c, 6), t->body.angular_velocity = crowd_spin(c, 2);
  t->swept = !tile && test_below(&c->random, 3) == 0;
  t->stopping = t->swept && test_below(&c->random, 2);
  for (size_t i = 0; i < t->part_count; i++) {
    carom_collider_def *part = &t->parts[i];
    *part = (carom_collider_def){.shape = crowd_shape(c),
                                 .sensor = test_below(&c->random, 8) == 0,
                                 .margin = test_below(&c->random, 6) ? 0 : 0.2f,
                                 .order = crowd_order(n, i),
                                 .user = (void *)(uintptr_t)(100 + CROWD_PARTS * n + i)};
    part->filter.category = (uint64_t)1 << test_below(&c->random, 3);
    if (tile) part->shape = c->def.planar ? carom_shape_rectangle(1, 0.5f) : carom_shape_box(1, 0.5f, 1);
    if (i) part->pose.position = crowd_vec3(c, 0.5f);
  }
}

static inline void crowd_begin(crowd *c, uint64_t seed) {
  memset(c, 0, sizeof *c);
  c->random = seed;
  c->def = (carom_world_def){.planar = seed % 3 == 2,
                             .seamless = seed % 2,
                             .persistent_manifolds = seed / 2 % 2,
                             .eight_points = seed / 4 % 2,
                             .margin = seed % 5 ? 0 : 0.1f,
                             .broadphase = seed % 7 ? CAROM_BROADPHASE_SWEEP : CAROM_BROADPHASE_BRUTE};
  c->hull = support_hull(NULL, seed, 0.6f);
  ck_assert_int_eq(assets_make(&c->assets), CAROM_OK);
  for (uint32_t n = 0; n < CROWD_THINGS; n++) crowd_make_thing(c, n);
}

static inline void crowd_end(crowd *c) {
  assets_release(&c->assets);
  carom_hull_release(c->hull);
}

/* --- Worlds --- */

static inline void crowd_create(crowd_view *v, uint32_t n) {
  const crowd_thing *t = &v->crowd->things[n];
  if (!t->there) return;
  v->bodies[n] = carom_body_create(v->world, &t->body);
  ck_assert_uint_ne(v->bodies[n].bits, 0);
  if (t->swept) ck_assert_int_eq(carom_body_set_swept(v->world, v->bodies[n], true), CAROM_OK);
  if (t->stopping) ck_assert_int_eq(carom_body_set_stopping(v->world, v->bodies[n], true), CAROM_OK);
  ck_assert_int_eq(carom_collider_create_many(v->world, v->bodies[n], t->parts, t->part_count, NULL),
                   CAROM_OK);
}

/* Numbers in an order of their own for each seed; 0: ascending. */
static inline void crowd_shuffle(uint32_t *out, uint32_t count, uint64_t seed) {
  for (uint32_t i = 0; i < count; i++) out[i] = i;
  for (uint32_t i = count; i > 1 && seed; i--) {
    const uint32_t j = test_below(&seed, i), other = out[j];
    out[j] = out[i - 1], out[i - 1] = other;
  }
}

static inline crowd_view crowd_open(crowd *c, uint64_t shuffle) {
  crowd_view v = {.crowd = c};
  uint32_t order[CROWD_THINGS];
  ck_assert_int_eq(carom_world_create(&c->def, &v.world), CAROM_OK);
  crowd_shuffle(order, CROWD_THINGS, shuffle);
  for (uint32_t i = 0; i < CROWD_THINGS; i++) crowd_create(&v, order[i]);
  return v;
}

static inline void crowd_close(crowd_view *v) { ck_assert_int_eq(carom_world_destroy(v->world), CAROM_OK); }

/* --- What a world tells, without ids --- */

typedef struct crowd_told {
  uint64_t pair; /* the orders of both sides */
  uint32_t kind;
  uint64_t hash; /* of all of it */
} crowd_told;

typedef struct crowd_tale {
  size_t count;
  crowd_told told[CROWD_TOLD_MAX];
} crowd_tale;

static inline uint64_t crowd_order_of(const carom_contact_side *side) {
  const uint32_t name = (uint32_t)(uintptr_t)side->collider_user - 100;
  return crowd_order(name / CROWD_PARTS, name % CROWD_PARTS);
}

static inline int crowd_compare(const void *x, const void *y) {
  const crowd_told *a = x, *b = y;
  if (a->pair != b->pair) return a->pair < b->pair ? -1 : 1;
  return a->kind != b->kind ? (a->kind < b->kind ? -1 : 1) : a->hash < b->hash ? -1 : a->hash > b->hash;
}

static inline void crowd_tell(crowd_tale *tale, const carom_contact *given, uint32_t kind, uint64_t hash) {
  carom_contact contact = *given;
  contact.a.body.bits = contact.a.collider.bits = contact.b.body.bits = contact.b.collider.bits = 0;
  fields_mix_contact(&hash, &contact);
  const uint64_t a = crowd_order_of(&contact.a), b = crowd_order_of(&contact.b);
  ck_assert_uint_lt(a, b);
  ck_assert_uint_lt(tale->count, CROWD_TOLD_MAX);
  tale->told[tale->count++] = (crowd_told){a << 32 | b, kind, hash};
}

/* All events, all contacts with the values of their points, and where all bodies are. */
static inline void crowd_gather(const crowd_view *v, crowd_tale *tale) {
  size_t count, rows;
  tale->count = 0;
  const carom_event *events = carom_world_get_events(v->world, &count);
  for (size_t i = 0; i < count; i++)
    crowd_tell(tale, events[i].contact, (uint32_t)events[i].kind, (uint64_t)events[i].cause);
  const carom_contact *contacts = carom_world_get_contacts(v->world, &count);
  const carom_point_values *values = carom_world_get_point_values(v->world, &rows);
  for (size_t i = 0; i < count; i++) {
    uint64_t hash = 0;
    for (size_t k = 0; k < (count ? rows / count : 0); k++) FIELDS_MIX(&hash, values[i * (rows / count) + k]);
    crowd_tell(tale, &contacts[i], 1000, hash);
  }
  for (uint32_t n = 0; n < CROWD_THINGS; n++) {
    carom_pose pose;
    if (!v->crowd->things[n].there) continue;
    ck_assert_int_eq(carom_body_get_pose(v->world, v->bodies[n], &pose), CAROM_OK);
    uint64_t hash = 0;
    FIELDS_MIX(&hash, pose);
    tale->told[tale->count++] = (crowd_told){n, 2000, hash};
  }
  qsort(tale->told, tale->count, sizeof *tale->told, crowd_compare);
}

static inline void crowd_must_agree(const crowd_view *a, const crowd_view *b) {
  static crowd_tale of_a, of_b;
  crowd_gather(a, &of_a);
  crowd_gather(b, &of_b);
  ck_assert_uint_eq(of_a.count, of_b.count);
  for (size_t i = 0; i < of_a.count; i++) {
    ck_assert_uint_eq(of_a.told[i].pair, of_b.told[i].pair);
    ck_assert_uint_eq(of_a.told[i].kind, of_b.told[i].kind);
    ck_assert_msg(of_a.told[i].hash == of_b.told[i].hash, "kind %u of %llu and %llu differs",
                  of_a.told[i].kind, (unsigned long long)(of_a.told[i].pair >> 32),
                  (unsigned long long)(uint32_t)of_a.told[i].pair);
  }
}

/* --- Calls --- */

/* The contact values of the game follow from the pairs, now and then. */
static inline void crowd_give_values(const crowd_view *v, uint64_t salt) {
  size_t count, rows;
  const carom_contact *contacts = carom_world_get_contacts(v->world, &count);
  carom_point_values *values = carom_world_get_point_values(v->world, &rows);
  for (size_t i = 0; i < count; i++) {
    const uint64_t name = crowd_order_of(&contacts[i].a) * 1000 + crowd_order_of(&contacts[i].b);
    if ((name + salt) % 3 == 0)
      carom_contact_set_value(v->world, contacts[i].a.collider, contacts[i].b.collider, name + salt);
    if (!values || (name + salt) % 2) continue;
    values[i * (rows / count)].points[0] = name;
    if (contacts[i].further) values[i * (rows / count) + 1].points[0] = name + 1;
  }
}

/* A random call on a thing, the same in all worlds; `random` has the same state for each. */
static inline void crowd_call(const crowd_view *v, uint64_t random, bool destroys) {
  crowd *c = v->crowd;
  c->random = random;
  const uint32_t n = test_below(&c->random, CROWD_THINGS);
  const carom_body body = v->bodies[n];
  const carom_pose pose = crowd_pose(c);
  const carom_filter filter = {.category = (uint64_t)1 << test_below(&c->random, 3),
                               .mask = 7u & (unsigned)random};
  const carom_vec3 linear = crowd_vec3(c, 6), angular = crowd_spin(c, 2);
  const carom_shape shape = crowd_shape(c);
  const bool still = c->things[n].body.kind == CAROM_STATIC;
  if (!c->things[n].there) return;
  switch (test_below(&c->random, destroys ? 9 : 8)) {
  case 0:
    if (!still) carom_body_set_pose(v->world, body, &pose);
    break;
  case 1:
    carom_collider_set_filter(v->world, support_collider_of(v->world, body), filter);
    break;
  case 2:
    carom_body_set_enabled(v->world, body, random % 4);
    break;
  case 3:
    carom_collider_set_shape(v->world, support_collider_of(v->world, body), &shape);
    break;
  case 4:
    carom_collider_set_margin(v->world, support_collider_of(v->world, body), (float)(random % 3) * 0.1f);
    break;
  case 5:
    carom_body_set_swept(v->world, body, random % 2);
    break;
  case 6:
    carom_body_set_ghost(v->world, body, random % 3 == 0);
    break;
  case 8:
    carom_body_destroy(v->world, body);
    break;
  default:
    carom_body_set_velocity(v->world, body, linear, angular);
  }
}

#endif
