/* rollback.c: rewinding: what changes from step to step as bytes of this machine; the journal does the rest.
 */
#include "rollback_format.h"

#include "archive.h"
#include "candidates.h"
#include "carom/snapshot.h"
#include "contact.h"
#include "journal.h"
#include "objects.h"
#include "history.h"
#include "patch_list.h"
#include "prefetch.h"

/* --- Writing --- */

/* A contact with all that it may have. */
enum {
  POINT_MOST = sizeof(carom_contact_point) + 2 * sizeof(uint32_t) + sizeof(uint64_t),
  RECORD_MOST = CAROM__CONTACT_SIZE + 2 * CAROM_MANIFOLD_POINTS * POINT_MOST + sizeof(uint64_t) +
                2 * sizeof(carom__old_side)
};

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

static void save_body(const carom_world *world, sink *s, uint32_t slot, bool still, uint32_t flags) {
  static const carom__velocity none = {{0, 0, 0}, {0, 0, 0}};
  const carom__bodies *bodies = &world->bodies;
  unsigned char *at = room(s, still ? CAROM__STILL_SIZE : CAROM__STILL_SIZE + CAROM__MOTION_SIZE);
  give_word(&at, slot);
  give_word(&at, flags);
  give_word(&at, carom__atomic_read(&bodies->cold.data[slot].begins));
  give_word(&at, carom__atomic_read(&bodies->cold.data[slot].ends));
  if (still) return;
  give(&at, &bodies->poses.data[slot], sizeof(carom_pose));
  give(&at, bits_test(&bodies->moving, slot) ? &bodies->velocities.data[slot] : &none, sizeof none);
}

static void save_bodies(const carom_world *world, sink *s, carom__rollback *h) {
  const carom__bodies *bodies = &world->bodies;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&bodies->ids); slot++) {
    if (!carom__idpool_at(&bodies->ids, slot)) continue;
    const carom__body_cold *cold = &bodies->cold.data[slot];
    bool still = bodies->flags.data[slot] & CAROM__BODY_STATIC;
    uint32_t flags = bodies->flags.data[slot] & rollback_flags(bodies->flags.data[slot]);
    if (still && !(flags | carom__atomic_read(&cold->begins) | carom__atomic_read(&cold->ends))) continue;
    h->bodies++;
    save_body(world, s, slot, still, flags);
  }
}

/* What was taken back may be marked, and its slots are no more. */
static void save_touched(const carom_world *world, sink *s, carom__rollback *h) {
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  h->touched_words = rollback_words(slots);
  for (size_t i = 0; i < h->touched_words; i++) {
    uint64_t word = world->bodies.touched.words.data[i];
    if (slots / 64 == i) word &= bits_mask(slots) - 1;
    memcpy(room(s, sizeof word), &word, sizeof word);
  }
}

static void save_reshaped(const carom_world *world, sink *s, carom__rollback *h) {
  uint32_t slot;
  for (carom__bits_walk walk = bits_walk_all(&world->colliders.reshaped); bits_next(&walk, &slot);) {
    if (slot >= carom__idpool_slots(&world->colliders.ids) ||
        !(world->colliders.gates.data[slot].flags & CAROM__COLLIDER_RESHAPED) ||
        !carom__idpool_at(&world->colliders.ids, slot))
      continue;
    h->reshaped++;
    memcpy(room(s, sizeof slot), &slot, sizeof slot);
  }
}

/* The gate of a collider that was destroyed by itself is not told of its body's user pointer any more. */
static bool side_is_old(const carom_world *world, const carom_contact_side *side) {
  uint32_t collider = carom__id_index(side->collider.bits);
  if (!bits_test(&world->bodies.touched, carom__id_index(side->body.bits))) return false;
  return world->colliders.gates.data[collider].flags & CAROM__COLLIDER_DYING ||
         !carom__side_is_of_now(world, collider, side);
}

static carom__old_side keep_side(const carom_contact_side *side) {
  return (carom__old_side){side->category, side->child, side->body_user, side->collider_user};
}

/* What there is beside contact i. */
static uint32_t bits_beside(const carom_world *world, size_t i, uint32_t points) {
  if (!world->def.persistent_manifolds) return 0;
  const size_t rows = contact_rows(world);
  const carom_contact *contact = &world->contacts.list.data[i];
  const carom_point_values *values = &world->contacts.values.data[rows * i];
  bool any = rollback_any_value(values, points) ||
             (contact->further && rollback_any_value(values + 1, contact_further_count(contact)));
  return (contact_has_cells(contact) ? CAROM__CELLS : 0u) | (any ? CAROM__POINT_VALUES : 0u);
}

static void save_extras(unsigned char **at, const carom__contacts *contacts, size_t first, uint32_t bits) {
  const size_t points[2] = {bits & CAROM__POINTS, rollback_further(bits)};
  for (size_t row = 0; row < 2 && points[row] && bits & CAROM__CELLS; row++) {
    give(at, contacts->cells.data[first + row].on_a, points[row] * sizeof(uint32_t));
    give(at, contacts->cells.data[first + row].on_b, points[row] * sizeof(uint32_t));
  }
  for (size_t row = 0; row < 2 && points[row] && bits & CAROM__POINT_VALUES; row++)
    give(at, contacts->values.data[first + row].points, points[row] * sizeof(uint64_t));
}

static void save_contact(const carom_world *world, sink *s, size_t i) {
  const carom__contacts *contacts = &world->contacts;
  const carom_contact *contact = &contacts->list.data[i];
  const carom_manifold *manifold = &contact->manifold;
  const uint32_t points = manifold->point_count, further = contact_further_count(contact);
  carom_contact own;
  if (contact->patch_count > 0) {
    own = *contact;
    contact_forget_children(&own);
    contact = &own;
  }
  bool old = side_is_old(world, &contact->a) || side_is_old(world, &contact->b);
  const carom__old_side sides[2] = {keep_side(&contact->a), keep_side(&contact->b)};
  uint32_t bits = manifold->point_count | (contact->sensor ? CAROM__SENSOR : 0u) |
                  (contact->value ? CAROM__VALUE : 0u) | (old ? CAROM__SIDES : 0u) |
                  (contact->patch_count && !contact->further ? CAROM__PATCHED : 0u) |
                  (contact->apart ? CAROM__IS_APART : 0u) | (contact->nearby ? CAROM__IS_NEARBY : 0u) |
                  further * CAROM__FURTHER_ONE | bits_beside(world, i, manifold->point_count);
  unsigned char *at = room(s, CAROM__CONTACT_SIZE + rollback_contact_rest(bits));
  give(&at, &manifold->normal, sizeof manifold->normal);
  give(&at, &contact->approach_speed, sizeof contact->approach_speed);
  give_word(&at, bits);
  for (uint32_t k = 0; k < points + further; k++)
    give(&at, contact_point_at(contact, k), sizeof(carom_contact_point));
  if (contact->value) give(&at, &contact->value, sizeof contact->value);
  if (old) give(&at, sides, sizeof sides);
  save_extras(&at, contacts, contact_rows(world) * i, bits);
}

static void save_patch(sink *s, const carom_patch *patch, bool first) {
  const carom__patch_names names = {patch->child_a, patch->child_b, patch->triangle_a, patch->triangle_b,
                                    patch->material_a | (uint32_t)patch->material_b << 8};
  size_t points = patch->point_count * sizeof *patch->points;
  unsigned char *at = room(s, (first ? 0 : CAROM__PATCH_SIZE + points) + sizeof names);
  if (!first) {
    give(&at, &patch->normal, sizeof patch->normal);
    give_word(&at, patch->point_count);
    give(&at, patch->points, points);
  }
  give(&at, &names, sizeof names);
}

static void save_patches(sink *s, carom__rollback *h, const carom_contact *contact) {
  uint32_t count = contact->patch_count;
  if (count == 0) return;
  if (!contact->further) memcpy(room(s, sizeof count), &count, sizeof count);
  for (uint32_t i = 0; i < count && !contact->further; i++) save_patch(s, &contact->patches[i], i == 0);
  h->patches += count;
  if (h->patches_of_one < count) h->patches_of_one = count;
}

static void save_contacts(const carom_world *world, sink *s, carom__rollback *h) {
  const carom__contacts *contacts = &world->contacts;
  for (size_t i = 0; i < contacts->keys.count; i++) {
    if (contacts->ended.data[i]) continue;
    h->contacts++;
    memcpy(room(s, sizeof(uint64_t)), &contacts->keys.data[i], sizeof(uint64_t));
  }
  for (size_t i = 0; i < contacts->list.count; i++) {
    if (contacts->ended.data[i]) continue;
    save_contact(world, s, i);
    save_patches(s, h, &contacts->list.data[i]);
  }
}

carom_status carom_world_rollback_save(const carom_world *world, void *buffer, size_t capacity,
                                       size_t *size) {
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (carom__world_is_halfway(world)) return CAROM_BUSY;
  sink s = {.out = buffer, .capacity = capacity, .size = sizeof(carom__rollback)};
  carom__rollback h;
  memset(&h, 0, sizeof h);
  save_touched(world, &s, &h);
  save_bodies(world, &s, &h);
  save_reshaped(world, &s, &h);
  save_contacts(world, &s, &h);
  *size = s.size;
  if (s.size > capacity) return CAROM_TOO_SMALL;
  h.magic = CAROM__ROLLBACK_MAGIC;
  h.size = s.size;
  h.world = (uintptr_t)world;
  h.change = carom__journal_now(world);
  h.counts = world->counts;
  h.counts.static_bodies = h.counts.kinematic_bodies = h.counts.colliders = 0;
  memcpy(s.out, &h, sizeof h);
  h.checksum = carom__checksum(s.out + CAROM__ROLLBACK_COVERED, s.size - CAROM__ROLLBACK_COVERED);
  memcpy(s.out, &h, CAROM__ROLLBACK_COVERED);
  return CAROM_OK;
}

/* --- Restoring --- */

static void restore_state(carom_world *world, uint32_t slot, uint32_t flags, uint32_t begins, uint32_t ends) {
  carom__body_cold *cold = &world->bodies.cold.data[slot];
  uint32_t *own = &world->bodies.flags.data[slot];
  carom__atomic_write(&cold->begins, begins);
  carom__atomic_write(&cold->ends, ends);
  const bool shown = !((*own ^ flags) & CAROM__BODY_GHOST);
  *own = (*own & ~rollback_flags(*own)) | flags;
  if (!shown) carom__body_show(world, slot);
}

/* A body that is where it was and moves as it did goes on resting. */
static void restore_motion(carom_world *world, uint32_t slot, uint32_t flags, const unsigned char **at) {
  carom__bodies *bodies = &world->bodies;
  carom__velocity velocity, now = carom__body_velocity(world, slot);
  carom_pose pose;
  rollback_take(at, &pose, sizeof pose);
  rollback_take(at, &velocity, sizeof velocity);
  uint32_t own = bodies->flags.data[slot];
  if ((own & rollback_flags(own)) == flags && pose_is_same(&bodies->poses.data[slot], &pose) &&
      memcmp(&velocity, &now, sizeof now) == 0)
    return;
  bodies->poses.data[slot] = pose;
  carom__body_set_velocity(world, slot, &velocity);
}

/* Bodies that are not in the snapshot had nothing that changes. */
static void restore_bodies(carom_world *world, const unsigned char **at, uint64_t count) {
  uint32_t next = count > 0 ? rollback_take_word(at) : CAROM__NO_INDEX;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++) {
    if (!carom__idpool_at(&world->bodies.ids, slot)) continue;
    if (slot != next) {
      restore_state(world, slot, 0, 0, 0);
      continue;
    }
    uint32_t flags = rollback_take_word(at), begins = rollback_take_word(at), ends = rollback_take_word(at);
    if (!(world->bodies.flags.data[slot] & CAROM__BODY_STATIC)) restore_motion(world, slot, flags, at);
    restore_state(world, slot, flags, begins, ends);
    next = --count > 0 ? rollback_take_word(at) : CAROM__NO_INDEX;
  }
}

static void restore_reshaped(carom_world *world, const unsigned char **at, uint64_t count) {
  carom__gate *gates = world->colliders.gates.data;
  carom__reshaped_clear(world);
  world->reshaped = count > 0;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t slot = rollback_take_word(at);
    gates[slot].flags |= CAROM__COLLIDER_RESHAPED;
    bits_set(&world->colliders.reshaped, slot);
  }
}

/* What is dying is touched, whatever the bytes say: that it is follows from the changes. */
static void restore_touched(carom_world *world, const unsigned char *words, uint64_t count) {
  carom__bodies_settle(world); /* nothing is touched then */
  if (count > 0) memcpy(world->bodies.touched.words.data, words, (size_t)count * sizeof(uint64_t));
  for (size_t i = 0; i < world->dead_bodies.count; i++) carom__body_mark(world, world->dead_bodies.data[i]);
  for (size_t i = 0; i < world->dead_colliders.count; i++)
    carom__body_mark(world, world->colliders.gates.data[world->dead_colliders.data[i]].body);
}

static void restore_side(const carom_world *world, carom_contact_side *side, const carom__old_side *old) {
  if (!bits_test(&world->bodies.touched, carom__id_index(side->body.bits))) return;
  side->category = old->category;
  side->child = (uint32_t)old->child;
  side->body_user = old->body_user;
  side->collider_user = old->collider_user;
}

/* A contact's second collider may be anywhere: asks for what will be needed of one, and of the body of one
 * that was asked for before. */
static void fetch_ahead(const carom_world *world, const carom__keys *keys, size_t i) {
  enum { AHEAD = 8 };
  const carom__gate *gates = world->colliders.gates.data;
  if (i + 2 * AHEAD >= keys->count) return;
  carom__prefetch(&gates[(uint32_t)keys->data[i + 2 * AHEAD]], sizeof *gates);
  uint32_t body = gates[(uint32_t)keys->data[i + AHEAD]].body;
  carom__prefetch(&world->bodies.cold.data[body], sizeof *world->bodies.cold.data);
  carom__prefetch(&world->bodies.ids.generations.data[body], sizeof(uint32_t));
}

/* What rests is as it was seen, and nothing is against it. */
static void restore_rest(carom_world *world, uint64_t key, carom_contact *contact) {
  uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  contact->sensor = carom__collider_senses(world, a, b);
  if (carom__contact_may_rest(world, a, b) && carom__patches_may_rest(world, a, b, contact)) return;
  carom__body_touch(world, world->colliders.gates.data[a].body);
  carom__body_touch(world, world->colliders.gates.data[b].body);
}

static void restore_patch(const unsigned char **at, const carom_contact *contact, bool first,
                          carom_patch *out) {
  *out = (carom_patch){.point_count = 0};
  if (first) {
    patch_set_manifold(out, &contact->manifold);
  } else {
    rollback_take_normal(at, out);
    rollback_take_points(at, out->point_count, out->points);
  }
  rollback_take_names(at, out);
}

static void restore_patches(carom_world *world, const unsigned char **at, carom_contact *out) {
  carom_patch *to = world->patches.data + world->patches.count;
  out->patch_count = rollback_take_word(at);
  out->patches = to;
  for (uint32_t i = 0; i < out->patch_count; i++) restore_patch(at, out, i == 0, &to[i]);
  world->patches.count += out->patch_count;
}

static void restore_further(carom_world *world, const carom__contact_extras *extras, uint32_t bits,
                            carom_contact *out) {
  carom_patch *to = world->patches.data + world->patches.count;
  rollback_make_further(out, extras, bits, to);
  out->patches = to;
  out->patch_count = 2;
  world->patches.count += out->patch_count;
}

/* Points that are not there are all zero. */
static void restore_contact(carom_world *world, const unsigned char **at, size_t index) {
  uint64_t key = world->contacts.keys.data[index];
  carom_contact *out = &world->contacts.list.data[index];
  carom__contact_extras extras;
  uint32_t bits = rollback_take_contact(at, out, &extras);
  const size_t rows = contact_rows(world);
  for (size_t row = 0; row < rows && world->def.persistent_manifolds; row++) {
    world->contacts.cells.data[rows * index + row] = extras.cells[row];
    world->contacts.values.data[rows * index + row] = extras.values[row];
  }
  for (uint32_t i = bits & CAROM__POINTS; i < CAROM_MANIFOLD_POINTS; i++)
    out->manifold.points[i] = (carom_contact_point){.feature = 0};
  carom__collider_describe(world, (uint32_t)(key >> 32), &out->a);
  carom__collider_describe(world, (uint32_t)key, &out->b);
  if (bits & CAROM__SIDES) {
    restore_side(world, &out->a, &extras.sides[0]);
    restore_side(world, &out->b, &extras.sides[1]);
  }
  out->patches = NULL;
  out->patch_count = 0;
  if (bits & CAROM__PATCHED) restore_patches(world, at, out);
  if (out->further) restore_further(world, &extras, bits, out);
  contact_name_pieces(out);
  if (carom__contact_rests(world, key)) restore_rest(world, key, out);
}

/* There is room. The last step's events point into the contacts, so they go, and its hits with them. */
static void restore_contacts(carom_world *world, const unsigned char **at, uint64_t count) {
  carom__contacts *contacts = &world->contacts;
  world->events.count = 0;
  world->swept_hits.count = 0;
  carom__bodies_forget_seen(world);
  world->valued = world->passed = false;
  contacts->list.count = contacts->keys.count = contacts->ended.count = (size_t)count;
  if (count == 0) return;
  memset(contacts->ended.data, CAROM__NOT_ENDED, (size_t)count);
  rollback_take(at, contacts->keys.data, (size_t)count * sizeof(uint64_t));
  for (size_t i = 0; i < contacts->list.count; i++) {
    fetch_ahead(world, &contacts->keys, i);
    restore_contact(world, at, i);
    world->valued |= contacts->list.data[i].value != 0;
    world->passed |= contact_has_passed(&contacts->list.data[i]);
  }
}

/* What the changes tell stays. */
static void restore_counts(carom_world *world, const carom__rollback *h) {
  carom_counts counts = h->counts;
  counts.static_bodies = world->counts.static_bodies;
  counts.kinematic_bodies = world->counts.kinematic_bodies;
  counts.colliders = world->counts.colliders;
  if (world->counts.steps > world->journal.reached) world->journal.reached = world->counts.steps;
  world->counts = counts;
  world->deaths = world->dead_bodies.count + world->dead_colliders.count > 0;
}

carom_status carom_world_rollback_restore(carom_world *world, const void *bytes, size_t size) {
  carom__rollback h;
  if (!world || !bytes) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or bytes");
  if (carom__world_is_halfway(world))
    return carom__refuse(world, CAROM_BUSY, __func__,
                         "called from inside a handler, or before the step by 0");
  carom_status status = carom__rollback_check(world, bytes, size, &h);
  const carom__contacts_size contacts = {(size_t)h.contacts, (size_t)h.patches, (size_t)h.patches_of_one};
  if (!status) status = carom__contacts_reserve(world, contacts);
  if (status) return carom__refuse(world, status, __func__, "the world stays as it is");
  const unsigned char *at = (const unsigned char *)bytes + sizeof h;
  carom__journal_undo(world, h.change);
  const unsigned char *touched = at;
  at += h.touched_words * sizeof(uint64_t);
  restore_bodies(world, &at, h.bodies);
  restore_reshaped(world, &at, h.reshaped);
  restore_touched(world, touched, h.touched_words);
  restore_contacts(world, &at, h.contacts);
  restore_counts(world, &h);
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
