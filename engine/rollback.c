/* rollback.c: rewinding: what changes from step to step as bytes of this machine; the journal does the rest.
 */
#include <string.h>

#include "archive.h"
#include "body_pairs.h"
#include "carom/snapshot.h"
#include "contacts.h"
#include "journal.h"
#include "objects.h"
#include "prefetch.h"
#include "record.h"

#define MAGIC UINT64_C(0x6B6361626C6C6F72)

/* What the checksum does not cover comes first. */
typedef struct header {
  uint64_t magic, size, checksum;
  uint64_t world, change; /* whose it is, and the name of its latest change */
  carom_counts counts;
  uint64_t bodies, reshaped, touched_words, contacts;
  uint64_t deaths;
} header;

#define COVERED offsetof(header, world)

/* A body is its slot, its flags and its counts of events; a kinematic one is followed by its pose and
 * velocities. The keys of all contacts come before the first: a contact is its normal, its approach speed and
 * a word of bits, which tells how many points follow, and what else. */
enum {
  STILL_SIZE = 4 * sizeof(uint32_t),
  MOTION_SIZE = sizeof(carom_pose) + sizeof(carom__velocity),
  CONTACT_SIZE = sizeof(carom_vec3) + sizeof(float) + sizeof(uint32_t)
};

enum { POINTS = 7, SENSOR = 8, VALUE = 16, SIDES = 32 };

/* What a side was when it is not that any more. */
typedef struct old_side {
  uint64_t category, child;
  void *body_user, *collider_user;
} old_side;

/* --- Writing --- */

enum { RECORD_MOST = CONTACT_SIZE + sizeof(carom_contact) };

typedef struct sink {
  unsigned char *out;
  size_t capacity, size;
  unsigned char waste[RECORD_MOST]; /* where records go that there is no room for */
} sink;

/* Returns where the next record goes. */
static unsigned char *room(sink *s, size_t size) {
  unsigned char *at = s->size + size <= s->capacity ? s->out + s->size : s->waste;
  s->size += size;
  return at;
}

/* One field after the other: a record that is built in place and copied makes the processor wait for its
 * parts. */
static inline void give(unsigned char **at, const void *field, size_t size) {
  memcpy(*at, field, size);
  *at += size;
}
static inline void give_word(unsigned char **at, uint32_t word) { give(at, &word, sizeof word); }

/* Of a static body only the mark changes from step to step. */
static uint32_t flags_that_change(uint32_t flags) {
  return flags & (flags & CAROM__BODY_STATIC ? (uint32_t)CAROM__BODY_POSE_SET : (uint32_t)CAROM__BODY_STATE);
}

static void save_body(const carom_world *world, sink *s, uint32_t slot, bool still, uint32_t flags) {
  static const carom__velocity none = {{0, 0, 0}, {0, 0, 0}};
  const carom__bodies *bodies = &world->bodies;
  unsigned char *at = room(s, still ? STILL_SIZE : STILL_SIZE + MOTION_SIZE);
  give_word(&at, slot);
  give_word(&at, flags);
  give_word(&at, bodies->rest.data[slot].begins);
  give_word(&at, bodies->rest.data[slot].ends);
  if (still) return;
  give(&at, &bodies->poses.data[slot], sizeof(carom_pose));
  give(&at, bits_test(&bodies->moving, slot) ? &bodies->velocities.data[slot] : &none, sizeof none);
}

static void save_bodies(const carom_world *world, sink *s, header *h) {
  const carom__bodies *bodies = &world->bodies;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&bodies->ids); slot++) {
    if (!carom__idpool_at(&bodies->ids, slot)) continue;
    const carom__body_rest *rest = &bodies->rest.data[slot];
    bool still = bodies->flags.data[slot] & CAROM__BODY_STATIC;
    uint32_t flags = flags_that_change(bodies->flags.data[slot]);
    if (still && !(flags | rest->begins | rest->ends)) continue;
    h->bodies++;
    save_body(world, s, slot, still, flags);
  }
}

static void save_marks(const carom_world *world, sink *s, header *h) {
  const carom__bits *touched = &world->bodies.touched;
  for (uint32_t slot = 0; world->reshaped && slot < carom__idpool_slots(&world->colliders.ids); slot++) {
    if (!(world->colliders.gates.data[slot].flags & CAROM__COLLIDER_RESHAPED)) continue;
    h->reshaped++;
    memcpy(room(s, sizeof slot), &slot, sizeof slot);
  }
  h->touched_words = touched->words.count;
  for (size_t i = 0; i < touched->words.count; i++)
    memcpy(room(s, sizeof(uint64_t)), &touched->words.data[i], sizeof(uint64_t));
}

static bool side_is_old(const carom_world *world, const carom_contact_side *side) {
  if (!bits_test(&world->bodies.touched, carom__id_index(side->body.bits))) return false;
  carom_contact_side now = carom__collider_side(world, carom__id_index(side->collider.bits));
  return now.category != side->category || now.child != side->child || now.body_user != side->body_user ||
         now.collider_user != side->collider_user;
}

static old_side keep_side(const carom_contact_side *side) {
  return (old_side){side->category, side->child, side->body_user, side->collider_user};
}

static void save_contact(const carom_world *world, sink *s, const carom_contact *contact) {
  const carom_manifold *manifold = &contact->manifold;
  bool old = side_is_old(world, &contact->a) || side_is_old(world, &contact->b);
  size_t points = manifold->point_count * sizeof manifold->points[0];
  const old_side sides[2] = {keep_side(&contact->a), keep_side(&contact->b)};
  unsigned char *at = room(s, CONTACT_SIZE + points + (contact->value ? sizeof contact->value : 0) +
                                  (old ? sizeof sides : 0));
  give(&at, &manifold->normal, sizeof manifold->normal);
  give(&at, &contact->approach_speed, sizeof contact->approach_speed);
  give_word(&at, manifold->point_count | (contact->sensor ? SENSOR : 0u) | (contact->value ? VALUE : 0u) |
                     (old ? SIDES : 0u));
  for (uint32_t i = 0; i < manifold->point_count; i++)
    give(&at, &manifold->points[i], sizeof manifold->points[i]);
  if (contact->value) give(&at, &contact->value, sizeof contact->value);
  if (old) give(&at, sides, sizeof sides);
}

static void save_contacts(const carom_world *world, sink *s, header *h) {
  const carom__contacts *contacts = &world->contacts;
  for (size_t i = 0; i < contacts->keys.count; i++) {
    if (contacts->ended.data[i]) continue;
    h->contacts++;
    memcpy(room(s, sizeof(uint64_t)), &contacts->keys.data[i], sizeof(uint64_t));
  }
  for (size_t i = 0; i < contacts->list.count; i++)
    if (!contacts->ended.data[i]) save_contact(world, s, &contacts->list.data[i]);
}

carom_status carom_world_rollback_save(const carom_world *world, void *buffer, size_t capacity,
                                       size_t *size) {
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return CAROM_BUSY;
  sink s = {.out = buffer, .capacity = capacity, .size = sizeof(header)};
  header h;
  memset(&h, 0, sizeof h);
  save_bodies(world, &s, &h);
  save_marks(world, &s, &h);
  save_contacts(world, &s, &h);
  *size = s.size;
  if (s.size > capacity) return CAROM_TOO_SMALL;
  h.magic = MAGIC;
  h.size = s.size;
  h.world = (uintptr_t)world;
  h.change = carom__journal_now(world);
  h.counts = world->counts;
  h.deaths = world->deaths;
  memcpy(s.out, &h, sizeof h);
  h.checksum = carom__checksum(s.out + COVERED, s.size - COVERED);
  memcpy(s.out, &h, COVERED);
  return CAROM_OK;
}

/* --- Restoring --- */

static inline void take(const unsigned char **at, void *out, size_t size) {
  memcpy(out, *at, size);
  *at += size;
}
static inline uint32_t take_word(const unsigned char **at) {
  uint32_t word;
  take(at, &word, sizeof word);
  return word;
}

static void restore_state(carom_world *world, uint32_t slot, uint32_t flags, uint32_t begins, uint32_t ends) {
  carom__body_rest *rest = &world->bodies.rest.data[slot];
  uint32_t *own = &world->bodies.flags.data[slot];
  rest->begins = begins;
  rest->ends = ends;
  *own ^= flags_that_change(*own) ^ flags;
}

/* A body that is where it was and moves as it did goes on resting. */
static void restore_motion(carom_world *world, uint32_t slot, uint32_t flags, const unsigned char **at) {
  carom__bodies *bodies = &world->bodies;
  carom__velocity velocity, now = carom__body_velocity(world, slot);
  carom_pose pose;
  take(at, &pose, sizeof pose);
  take(at, &velocity, sizeof velocity);
  if (flags_that_change(bodies->flags.data[slot]) == flags &&
      pose_is_same(&bodies->poses.data[slot], &pose) && memcmp(&velocity, &now, sizeof now) == 0)
    return;
  bodies->poses.data[slot] = pose;
  carom__body_set_velocity(world, slot, &velocity);
}

/* Bodies that are not in the snapshot had nothing that changes. */
static void restore_bodies(carom_world *world, const unsigned char **at, uint64_t count) {
  uint32_t next = count > 0 ? take_word(at) : CAROM__NO_INDEX;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++) {
    if (!carom__idpool_at(&world->bodies.ids, slot)) continue;
    if (slot != next) {
      restore_state(world, slot, 0, 0, 0);
      continue;
    }
    uint32_t flags = take_word(at), begins = take_word(at), ends = take_word(at);
    if (!(world->bodies.flags.data[slot] & CAROM__BODY_STATIC)) restore_motion(world, slot, flags, at);
    restore_state(world, slot, flags, begins, ends);
    next = --count > 0 ? take_word(at) : CAROM__NO_INDEX;
  }
}

static void restore_marks(carom_world *world, const unsigned char **at, const header *h) {
  carom__gate *gates = world->colliders.gates.data;
  for (size_t i = 0; world->reshaped && i < world->colliders.gates.count; i++)
    gates[i].flags &= ~(uint32_t)CAROM__COLLIDER_RESHAPED;
  world->reshaped = h->reshaped > 0;
  for (uint64_t i = 0; i < h->reshaped; i++) gates[take_word(at)].flags |= CAROM__COLLIDER_RESHAPED;
  carom__bodies_settle(world);
  if (h->touched_words > 0)
    take(at, world->bodies.touched.words.data, (size_t)h->touched_words * sizeof(uint64_t));
}

static void restore_side(carom_contact_side *side, const old_side *old) {
  side->category = old->category;
  side->child = (uint32_t)old->child;
  side->body_user = old->body_user;
  side->collider_user = old->collider_user;
}

/* Points that are not there are all zero. */
static void restore_manifold(const unsigned char **at, uint32_t count, carom_manifold *out) {
  out->point_count = count;
  for (uint32_t i = 0; i < count; i++) take(at, &out->points[i], sizeof out->points[i]);
  for (uint32_t i = count; i < CAROM_MANIFOLD_POINTS; i++)
    out->points[i] = (carom_contact_point){.feature = 0};
}

/* A contact's second collider may be anywhere: asks for what will be needed of one, and of the body of one
 * that was asked for before. */
static void fetch_ahead(const carom_world *world, const carom__keys *keys, size_t i) {
  enum { AHEAD = 8 };
  const carom__gate *gates = world->colliders.gates.data;
  if (i + 2 * AHEAD >= keys->count) return;
  carom__prefetch(&gates[(uint32_t)keys->data[i + 2 * AHEAD]], sizeof *gates);
  uint32_t body = gates[(uint32_t)keys->data[i + AHEAD]].body;
  carom__prefetch(&world->bodies.rest.data[body], sizeof *world->bodies.rest.data);
  carom__prefetch(&world->bodies.ids.generations.data[body], sizeof(uint32_t));
}

static void restore_contact(const carom_world *world, const unsigned char **at, uint64_t key,
                            carom_contact *out) {
  old_side sides[2];
  take(at, &out->manifold.normal, sizeof out->manifold.normal);
  take(at, &out->approach_speed, sizeof out->approach_speed);
  uint32_t bits = take_word(at);
  restore_manifold(at, bits & POINTS, &out->manifold);
  out->sensor = bits & SENSOR;
  out->value = 0;
  if (bits & VALUE) take(at, &out->value, sizeof out->value);
  carom__collider_describe(world, (uint32_t)(key >> 32), &out->a);
  carom__collider_describe(world, (uint32_t)key, &out->b);
  if (bits & SIDES) {
    take(at, sides, sizeof sides);
    restore_side(&out->a, &sides[0]);
    restore_side(&out->b, &sides[1]);
  }
}

/* There is room. The last step's events point into the contacts, so they go, and its hits with them. */
static void restore_contacts(carom_world *world, const unsigned char **at, uint64_t count) {
  carom__contacts *contacts = &world->contacts;
  world->events.count = 0;
  world->swept_hits.count = 0;
  world->valued = false;
  contacts->list.count = contacts->keys.count = contacts->ended.count = (size_t)count;
  if (count == 0) return;
  memset(contacts->ended.data, CAROM__NOT_ENDED, (size_t)count);
  take(at, contacts->keys.data, (size_t)count * sizeof(uint64_t));
  for (size_t i = 0; i < contacts->list.count; i++) {
    fetch_ahead(world, &contacts->keys, i);
    restore_contact(world, at, contacts->keys.data[i], &contacts->list.data[i]);
    world->valued |= contacts->list.data[i].value != 0;
  }
}

static carom_status check(const carom_world *world, const void *bytes, size_t size, header *h) {
  const unsigned char *start = bytes;
  if (size < sizeof *h) return CAROM_BAD_SNAPSHOT;
  memcpy(h, bytes, sizeof *h);
  if (h->magic != MAGIC || h->size != size || h->world != (uintptr_t)world ||
      h->checksum != carom__checksum(start + COVERED, size - COVERED))
    return CAROM_BAD_SNAPSHOT;
  return carom__journal_reaches(world, h->change) ? CAROM_OK : CAROM_OLD_SNAPSHOT;
}

carom_status carom_world_rollback_restore(carom_world *world, const void *bytes, size_t size) {
  header h;
  if (!world || !bytes) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or bytes");
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  carom_status status = check(world, bytes, size, &h);
  if (!status) status = carom__contacts_reserve(world, (size_t)h.contacts);
  if (status) return carom__refuse(world, status, __func__, "the world stays as it is");
  const unsigned char *at = (const unsigned char *)bytes + sizeof h;
  carom__journal_undo(world, h.change);
  restore_bodies(world, &at, h.bodies);
  restore_marks(world, &at, &h);
  restore_contacts(world, &at, h.contacts);
  world->counts = h.counts;
  world->deaths = h.deaths;
  carom__record_world(world);
  return CAROM_OK;
}

carom_status carom_world_rollback_keep(carom_world *world, uint32_t steps) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  world->journal.steps = steps;
  carom__journal_trim(world);
  return CAROM_OK;
}
