/* live.h: all that can be done with a world that came out of bytes, and what must be true of it then. */
#ifndef CAROM_TEST_LIVE_H
#define CAROM_TEST_LIVE_H

#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"

/* What is not so, in words; NULL when all is well. A failed check need not free anything. */
#define LIVE(condition)                                                                                      \
  do {                                                                                                       \
    if (!(condition)) return #condition;                                                                     \
  } while (0)
#define LIVE_ALL(check)                                                                                      \
  do {                                                                                                       \
    const char *wrong = (check);                                                                             \
    if (wrong) return wrong;                                                                                 \
  } while (0)

typedef struct live_bytes {
  unsigned char *data;
  size_t size;
} live_bytes;

static inline uint64_t live_save_user(void *context, void *user) {
  (void)context;
  return (uintptr_t)user;
}
static inline void *live_load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}
static const carom_user_map live_users = {live_save_user, live_load_user, NULL};

static inline live_bytes live_save(const carom_world *world) {
  live_bytes bytes = {NULL, 0};
  carom_world_save(world, &live_users, NULL, 0, &bytes.size);
  bytes.data = malloc(bytes.size);
  if (carom_world_save(world, &live_users, bytes.data, bytes.size, &bytes.size)) bytes.size = 0;
  return bytes;
}

static inline bool live_is_as(const carom_world *world, const unsigned char *data, size_t size) {
  live_bytes now = live_save(world);
  bool same = now.size == size && memcmp(now.data, data, size) == 0;
  free(now.data);
  return same;
}

/* --- Asking --- */

static inline carom_shape live_shape(bool planar) {
  return planar ? carom_shape_disc(1) : carom_shape_sphere(1);
}

static inline bool live_is_planar(const carom_world *world) {
  const carom_shape disc = carom_shape_disc(1);
  const carom_pose pose = {.rotation = {0, 0, 0, 1}};
  size_t count;
  return carom_world_overlap_shape(world, &disc, &pose, NULL, NULL, 0, &count) != CAROM_WRONG_FAMILY;
}

/* The first is the manifold, and none is deeper. */
static inline const char *live_patches(const carom_contact *contact) {
  carom_patch room;
  size_t count;
  const carom_manifold *m = &contact->manifold;
  const carom_patch *patches = carom_contact_get_patches(contact, &room, &count);
  LIVE(count >= 1 && patches[0].point_count == m->point_count);
  LIVE(patches == &room || memcmp(patches[0].points, m->points, sizeof m->points) == 0);
  for (size_t i = 0; i < count; i++) {
    LIVE(patches[i].point_count >= 1 && patches[i].point_count <= CAROM_MANIFOLD_POINTS);
    LIVE(i == 0 || patches[i].points[0].separation >= patches[i - 1].points[0].separation);
    for (uint32_t k = 0; k < patches[i].point_count; k++)
      LIVE((contact->nearby || patches[i].points[k].separation <= 0) &&
           patches[i].points[k].separation >= patches[i].points[0].separation);
  }
  return NULL;
}

static inline const char *live_contacts(const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_manifold *m = &contacts[i].manifold;
    LIVE(m->point_count >= 1 && m->point_count <= CAROM_MANIFOLD_POINTS);
    LIVE(contacts[i].a.category && contacts[i].b.category);
    LIVE(contacts[i].a.body.bits != contacts[i].b.body.bits);
    /* What was destroyed is still in the list, but may never have been told of as near. */
    if (!carom_collider_is_valid(world, contacts[i].a.collider) ||
        !carom_collider_is_valid(world, contacts[i].b.collider))
      continue;
    for (uint32_t k = 0; k < m->point_count; k++) LIVE(contacts[i].nearby || m->points[k].separation <= 0);
    LIVE_ALL(live_patches(&contacts[i]));
  }
  return NULL;
}

static inline const char *live_ask(const carom_world *world) {
  carom_found found[4];
  carom_near near[4];
  size_t count;
  bool planar = live_is_planar(world);
  const carom_shape shape = live_shape(planar);
  const carom_pose pose = {.rotation = {0, 0, 0, 1}};
  const carom_ray ray = {.translation = {8, 4, planar ? 0.0f : 3.0f}};
  carom_ray_hit hit;
  carom_status status = carom_world_overlap_shape(world, &shape, &pose, NULL, found, 4, &count);
  LIVE(status == CAROM_OK || status == CAROM_TOO_SMALL);
  for (size_t i = 0; i < count && i < 4; i++) LIVE(carom_collider_is_valid(world, found[i].collider));
  status = carom_world_cast_ray(world, &ray, NULL, &hit);
  LIVE(status == CAROM_OK || status == CAROM_NOT_CONVERGED);
  status = carom_world_closest_bodies(world, &pose.position, 10, NULL, near, 4, &count);
  LIVE(status == CAROM_OK || status == CAROM_TOO_SMALL || status == CAROM_NOT_CONVERGED);
  return live_contacts(world);
}

/* --- Going on --- */

static inline carom_body live_add(carom_world *world, double x) {
  const carom_body_def def = {.pose.position = {x, 0, 0}, .linear_velocity = {1, 0, 0}};
  const carom_collider_def collider = {.shape = live_shape(live_is_planar(world))};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &collider);
  return body;
}

/* Destroys a side of each second contact, the body or the collider alone. */
static inline void live_destroy(carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i += 2) {
    if (i % 4)
      carom_body_destroy(world, contacts[i].a.body);
    else
      carom_collider_destroy(world, contacts[i].b.collider);
  }
}

static inline const char *live_go_on(carom_world *world) {
  carom_body body = live_add(world, 0);
  live_destroy(world);
  LIVE(carom_body_is_valid(world, body));
  for (int i = 0; i < 2; i++) LIVE(carom_world_step(world, 0x1p-4f) == CAROM_OK);
  carom_body_destroy(world, body);
  LIVE(carom_world_step(world, 0x1p-4f) == CAROM_OK);
  LIVE(live_add(world, 2).bits != body.bits);
  return live_ask(world);
}

/* There and back, twice: the first time what was loaded is left, the second time what was rewound. */
static inline const char *live_rewind(carom_world *world) {
  live_bytes saved = live_save(world), past = {NULL, 0};
  carom_world_rollback_keep(world, 8);
  carom_world_rollback_save(world, NULL, 0, &past.size);
  past.data = malloc(past.size);
  LIVE(carom_world_rollback_save(world, past.data, past.size, &past.size) == CAROM_OK);
  for (int i = 0; i < 2; i++) {
    LIVE_ALL(live_go_on(world));
    LIVE(carom_world_rollback_restore(world, past.data, past.size) == CAROM_OK);
    LIVE(live_is_as(world, saved.data, saved.size));
    LIVE_ALL(live_ask(world));
  }
  free(saved.data);
  free(past.data);
  return NULL;
}

static inline const char *live_clone(const carom_world *world) {
  carom_world *clone = NULL;
  carom_status status = carom_world_clone(world, NULL, NULL, 0, &clone);
  if (status == CAROM_BUSY) return NULL; /* a replay has ended between two halves of a step */
  LIVE(status == CAROM_OK);
  live_bytes saved = live_save(world);
  LIVE(carom_world_hash(clone) == carom_world_hash(world));
  LIVE(live_is_as(clone, saved.data, saved.size));
  LIVE_ALL(live_go_on(clone));
  LIVE(carom_world_destroy(clone) == CAROM_OK);
  free(saved.data);
  return NULL;
}

static inline bool live_write(void *user, const void *bytes, size_t size) {
  live_bytes *r = user;
  r->data = realloc(r->data, r->size + size);
  memcpy(r->data + r->size, bytes, size);
  r->size += size;
  return true;
}

/* What is recorded of the world comes out the same. */
static inline const char *live_record(carom_world *world) {
  live_bytes r = {NULL, 0};
  carom_replay *replay = NULL;
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  LIVE(carom_world_record_start(world, &live_users, live_write, &r) == CAROM_OK);
  LIVE_ALL(live_go_on(world));
  LIVE(carom_world_record_stop(world) == CAROM_OK);
  LIVE(carom_replay_open(NULL, &live_users, r.data, r.size, &replay) == CAROM_OK);
  while (outcome == CAROM_REPLAY_SAME) LIVE(carom_replay_step(replay, &outcome) == CAROM_OK);
  LIVE(outcome == CAROM_REPLAY_OVER && carom_replay_get_steps(replay) == 3);
  carom_replay_close(replay);
  free(r.data);
  return NULL;
}

/* Everything, after which the world is gone. `data`: the save that it was loaded from. */
static inline const char *live_all(carom_world *world, const unsigned char *data, size_t size) {
  LIVE(live_is_as(world, data, size));
  LIVE_ALL(live_ask(world));
  LIVE_ALL(live_clone(world));
  LIVE_ALL(live_rewind(world));
  LIVE_ALL(live_record(world));
  LIVE(carom_world_clear(world) == CAROM_OK);
  LIVE(carom_world_destroy(world) == CAROM_OK);
  return NULL;
}

#endif
