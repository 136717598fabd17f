/* rollback.c: rewinding: what changes from step to step as bytes of this machine; the journal does the rest.
 */
#include <string.h>

#include "archive.h"
#include "carom/snapshot.h"
#include "contacts.h"
#include "journal.h"
#include "objects.h"

#define MAGIC UINT64_C(0x6B6361626C6C6F72)

/* What the checksum does not cover comes first. */
typedef struct header {
  uint64_t magic, size, checksum;
  uint64_t world, change; /* whose it is, and the number of its latest change */
  carom_counts counts;
  uint64_t bodies, reshaped, touched_words, contacts;
  uint64_t deaths;
} header;

#define COVERED offsetof(header, world)

/* A body; a kinematic one is followed by its motion. */
typedef struct body_head {
  uint32_t slot, flags, begins, ends;
} body_head;

typedef struct motion {
  carom_pose pose;
  carom__velocity velocity;
} motion;

/* A contact, followed by its points, then what the bits say. */
typedef struct contact_head {
  uint32_t a, b; /* the slots */
  carom_vec3 normal;
  float approach_speed;
  uint32_t bits; /* how many points, and the bits below */
} contact_head;

enum { POINTS = 7, SENSOR = 8, VALUE = 16, SIDES = 32 };

/* What a side was when it is not that any more. */
typedef struct old_side {
  uint64_t category;
  void *body_user, *collider_user;
} old_side;

/* --- Writing --- */

typedef struct sink {
  unsigned char *out;
  size_t capacity, size;
} sink;

static void put(sink *s, const void *bytes, size_t size) {
  if (s->size + size <= s->capacity) memcpy(s->out + s->size, bytes, size);
  s->size += size;
}

/* Of a static body only the mark changes from step to step. */
static uint32_t flags_that_change(uint32_t flags) {
  return flags & (flags & CAROM__BODY_STATIC ? (uint32_t)CAROM__BODY_POSE_SET : (uint32_t)CAROM__BODY_STATE);
}

static void save_bodies(const carom_world *world, sink *s, header *h) {
  const carom__bodies *bodies = &world->bodies;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&bodies->ids); slot++) {
    if (!carom__idpool_at(&bodies->ids, slot)) continue;
    uint32_t flags = bodies->flags.data[slot];
    const carom__body_rest *rest = &bodies->rest.data[slot];
    body_head head = {slot, flags_that_change(flags), rest->begins, rest->ends};
    bool still = flags & CAROM__BODY_STATIC;
    if (still && !(head.flags | head.begins | head.ends)) continue;
    h->bodies++;
    put(s, &head, sizeof head);
    if (!still)
      put(s, &(motion){bodies->poses.data[slot], carom__body_velocity(world, slot)}, sizeof(motion));
  }
}

static void save_marks(const carom_world *world, sink *s, header *h) {
  const carom__bits *touched = &world->bodies.touched;
  for (uint32_t slot = 0; world->reshaped && slot < carom__idpool_slots(&world->colliders.ids); slot++) {
    if (!(world->colliders.gates.data[slot].flags & CAROM__COLLIDER_RESHAPED)) continue;
    h->reshaped++;
    put(s, &slot, sizeof slot);
  }
  h->touched_words = touched->words.count;
  for (size_t i = 0; i < touched->words.count; i++) put(s, &touched->words.data[i], sizeof(uint64_t));
}

static bool side_is_old(const carom_world *world, const carom_contact_side *side) {
  if (!bits_test(&world->bodies.touched, carom__id_index(side->body.bits))) return false;
  carom_contact_side now = carom__collider_side(world, carom__id_index(side->collider.bits));
  return now.category != side->category || now.body_user != side->body_user ||
         now.collider_user != side->collider_user;
}

static void save_contact(const carom_world *world, sink *s, const carom_contact *contact) {
  const carom_manifold *manifold = &contact->manifold;
  bool old = side_is_old(world, &contact->a) || side_is_old(world, &contact->b);
  contact_head head = {carom__id_index(contact->a.collider.bits), carom__id_index(contact->b.collider.bits),
                       manifold->normal, contact->approach_speed,
                       manifold->point_count | (contact->sensor ? SENSOR : 0u) |
                           (contact->value ? VALUE : 0u) | (old ? SIDES : 0u)};
  const old_side sides[2] = {{contact->a.category, contact->a.body_user, contact->a.collider_user},
                             {contact->b.category, contact->b.body_user, contact->b.collider_user}};
  put(s, &head, sizeof head);
  for (uint32_t i = 0; i < manifold->point_count; i++)
    put(s, &manifold->points[i], sizeof manifold->points[i]);
  if (contact->value) put(s, &contact->value, sizeof contact->value);
  if (old) put(s, sides, sizeof sides);
}

static void save_contacts(const carom_world *world, sink *s, header *h) {
  for (size_t i = 0; i < world->contacts.list.count; i++) {
    if (world->contacts.ended.data[i]) continue;
    h->contacts++;
    save_contact(world, s, &world->contacts.list.data[i]);
  }
}

carom_status carom_world_rollback_save(const carom_world *world, void *buffer, size_t capacity,
                                       size_t *size) {
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return CAROM_BUSY;
  sink s = {buffer, capacity, sizeof(header)};
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

static void take(const unsigned char **at, void *out, size_t size) {
  memcpy(out, *at, size);
  *at += size;
}

static void restore_head(carom_world *world, const body_head *head) {
  carom__body_rest *rest = &world->bodies.rest.data[head->slot];
  uint32_t *flags = &world->bodies.flags.data[head->slot];
  rest->begins = head->begins;
  rest->ends = head->ends;
  *flags ^= flags_that_change(*flags) ^ head->flags;
}

/* A body that is where it was and moves as it did goes on resting. */
static void restore_motion(carom_world *world, const body_head *head, const motion *m) {
  carom__bodies *bodies = &world->bodies;
  uint32_t slot = head->slot;
  carom__velocity velocity = carom__body_velocity(world, slot);
  if (flags_that_change(bodies->flags.data[slot]) == head->flags &&
      pose_is_same(&bodies->poses.data[slot], &m->pose) &&
      memcmp(&velocity, &m->velocity, sizeof velocity) == 0)
    return;
  bodies->poses.data[slot] = m->pose;
  carom__body_set_velocity(world, slot, &m->velocity);
}

static void restore_bodies(carom_world *world, const unsigned char **at, uint64_t count) {
  body_head head = {.slot = CAROM__NO_INDEX};
  if (count > 0) take(at, &head, sizeof head);
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++) {
    if (!carom__idpool_at(&world->bodies.ids, slot)) continue;
    if (slot != head.slot) {
      restore_head(world, &(body_head){.slot = slot});
      continue;
    }
    motion m;
    if (!(world->bodies.flags.data[slot] & CAROM__BODY_STATIC)) {
      take(at, &m, sizeof m);
      restore_motion(world, &head, &m);
    }
    restore_head(world, &head);
    if (--count > 0) take(at, &head, sizeof head);
  }
}

static void restore_marks(carom_world *world, const unsigned char **at, const header *h) {
  carom__gate *gates = world->colliders.gates.data;
  for (size_t i = 0; world->reshaped && i < world->colliders.gates.count; i++)
    gates[i].flags &= ~(uint32_t)CAROM__COLLIDER_RESHAPED;
  world->reshaped = h->reshaped > 0;
  for (uint64_t i = 0; i < h->reshaped; i++) {
    uint32_t slot;
    take(at, &slot, sizeof slot);
    gates[slot].flags |= CAROM__COLLIDER_RESHAPED;
  }
  for (uint64_t i = 0; i < h->touched_words; i++) {
    uint64_t word;
    take(at, &word, sizeof word);
    world->bodies.touched.words.data[i] |= word;
  }
}

static void restore_side(carom_contact_side *side, const old_side *old) {
  side->category = old->category;
  side->body_user = old->body_user;
  side->collider_user = old->collider_user;
}

static uint64_t restore_contact(const carom_world *world, const unsigned char **at, carom_contact *out) {
  contact_head head;
  old_side sides[2];
  take(at, &head, sizeof head);
  memset(&out->manifold, 0, sizeof out->manifold);
  out->manifold.normal = head.normal;
  out->manifold.point_count = head.bits & POINTS;
  out->approach_speed = head.approach_speed;
  out->sensor = head.bits & SENSOR;
  out->value = 0;
  take(at, out->manifold.points, out->manifold.point_count * sizeof out->manifold.points[0]);
  if (head.bits & VALUE) take(at, &out->value, sizeof out->value);
  carom__collider_describe(world, head.a, &out->a);
  carom__collider_describe(world, head.b, &out->b);
  if (head.bits & SIDES) {
    take(at, sides, sizeof sides);
    restore_side(&out->a, &sides[0]);
    restore_side(&out->b, &sides[1]);
  }
  return carom__pair_key(head.a, head.b);
}

/* There is room. The last step's events point into the contacts, so they go. */
static void restore_contacts(carom_world *world, const unsigned char **at, uint64_t count) {
  carom__contacts *contacts = &world->contacts;
  world->events.count = 0;
  world->valued = false;
  contacts->list.count = contacts->keys.count = contacts->ended.count = (size_t)count;
  if (count > 0) memset(contacts->ended.data, CAROM__NOT_ENDED, (size_t)count);
  for (size_t i = 0; i < contacts->list.count; i++) {
    contacts->keys.data[i] = restore_contact(world, at, &contacts->list.data[i]);
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
  return CAROM_OK;
}

carom_status carom_world_rollback_keep(carom_world *world, uint32_t steps) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  world->journal.steps = steps;
  carom__journal_trim(world);
  return CAROM_OK;
}
