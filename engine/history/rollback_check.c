/* rollback_check.c: is what is to be restored possible? It is held against the world as it was then. */
#include "rollback_format.h"

#include "archive.h"
#include "contact.h"
#include "journal.h"
#include "history.h"
#include "objects.h"
#include "patch_list.h"
#include "point_cells.h"
#include "prefetch.h"

typedef struct rollback_reader {
  const carom_world *world;
  carom__past past;
  const unsigned char *at, *end;
  const unsigned char *touched; /* where its words are */
  uint64_t patches, patches_of_one;
  uint64_t touching, nearby;
  bool fine;
} rollback_reader;

/* Are there so many elements of a size left? */
static bool holds(const rollback_reader *r, uint64_t count, size_t size) {
  return r->fine && count <= (size_t)(r->end - r->at) / size;
}

/* --- Marks --- */

/* Slots in which there is no body any more may be touched, and no others. */
static void check_touched(rollback_reader *r, uint64_t count) {
  uint32_t slots = r->past.body_slots;
  r->fine = holds(r, count, sizeof(uint64_t)) && count == rollback_words(slots);
  r->touched = r->at;
  if (!r->fine || count == 0) return;
  uint64_t last;
  r->at += (count - 1) * sizeof last;
  rollback_take(&r->at, &last, sizeof last);
  r->fine = slots % 64 == 0 || last >> slots % 64 == 0;
}

static bool is_touched(const rollback_reader *r, uint32_t body) {
  uint64_t word;
  memcpy(&word, r->touched + body / 64 * sizeof word, sizeof word);
  return word & bits_mask(body);
}

/* What has been reshaped since the last step is touched, and what was put elsewhere. */
static void check_reshaped(rollback_reader *r, uint64_t count) {
  uint64_t next = 0;
  carom__past_owner owner;
  r->fine = holds(r, count, sizeof(uint32_t));
  for (uint64_t i = 0; i < count && r->fine; i++) {
    uint32_t slot = rollback_take_word(&r->at);
    r->fine = slot >= next && carom__past_collider(&r->past, slot, &owner) && is_touched(r, owner.body);
    next = (uint64_t)slot + 1;
  }
}

/* --- Bodies --- */

static bool motion_is_possible(rollback_reader *r) {
  carom_pose pose;
  carom__velocity velocity;
  if (!holds(r, 1, CAROM__MOTION_SIZE)) return false;
  rollback_take(&r->at, &pose, sizeof pose);
  rollback_take(&r->at, &velocity, sizeof velocity);
  return carom__pose_is_possible(r->world, &pose) &&
         carom__velocity_is_possible(r->world, &velocity, false) &&
         (velocity_is_none(&velocity) || r->world->bodies.velocities.data);
}

static bool body_is_possible(rollback_reader *r, uint64_t *next) {
  uint32_t own;
  if (!holds(r, 1, CAROM__STILL_SIZE)) return false;
  uint32_t slot = rollback_take_word(&r->at), flags = rollback_take_word(&r->at);
  r->at += 2 * sizeof(uint32_t); /* any counts are */
  if (slot < *next || !carom__past_body(&r->past, slot, &own) || flags & ~rollback_flags(own)) return false;
  if (flags & CAROM__BODY_POSE_SET && !is_touched(r, slot)) return false;
  *next = (uint64_t)slot + 1;
  return own & CAROM__BODY_STATIC || motion_is_possible(r);
}

static void check_bodies(rollback_reader *r, uint64_t count) {
  uint64_t next = 0;
  r->fine = holds(r, count, CAROM__STILL_SIZE);
  for (uint64_t i = 0; i < count && r->fine; i++) r->fine = body_is_possible(r, &next);
}

/* --- Contacts --- */

/* The second of two colliders may be anywhere: asks for what will be needed of one. */
static void fetch_ahead(const rollback_reader *r, const unsigned char *key, uint64_t left) {
  enum { AHEAD = 16 };
  uint64_t ahead;
  if (left <= AHEAD) return;
  memcpy(&ahead, key + AHEAD * sizeof ahead, sizeof ahead);
  if ((uint32_t)ahead < r->world->colliders.gates.count)
    carom__prefetch(&r->world->colliders.gates.data[(uint32_t)ahead], sizeof(carom__gate));
}

/* Two colliders of two bodies, side a first. */
static bool key_is_possible(const rollback_reader *r, uint64_t key) {
  uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  carom__past_owner of_a, of_b;
  return carom__past_collider(&r->past, a, &of_a) && carom__past_collider(&r->past, b, &of_b) &&
         of_a.body != of_b.body && sides_ascend(of_a.order, a, of_b.order, b);
}

static void check_keys(rollback_reader *r, uint64_t count) {
  uint64_t before = 0, key;
  r->fine = holds(r, count, sizeof key);
  for (uint64_t i = 0; i < count && r->fine; i++, before = key) {
    fetch_ahead(r, r->at, count - i);
    rollback_take(&r->at, &key, sizeof key);
    r->fine = (i == 0 || before < key) && key_is_possible(r, key);
  }
}

static bool side_is_possible(const rollback_reader *r, const carom__old_side *old) {
  const carom_contact_side side = {.category = old->category, .child = (uint32_t)old->child};
  return old->child <= UINT32_MAX && carom__side_is_possible(r->world, &side);
}

/* The manifold of all but the first is with them. */
static bool manifold_is_there(rollback_reader *r, carom_patch *patch) {
  if (!holds(r, 1, CAROM__PATCH_SIZE)) return false;
  rollback_take_normal(&r->at, patch);
  if (!carom__point_count_is_possible(r->world, patch->point_count) ||
      !holds(r, patch->point_count, sizeof *patch->points))
    return false;
  rollback_take_points(&r->at, patch->point_count, patch->points);
  return true;
}

static bool patch_is_possible(rollback_reader *r, carom_patch *patch, bool first, float least) {
  if (!first && !manifold_is_there(r, patch)) return false;
  return holds(r, 1, sizeof(carom__patch_names)) && rollback_take_names(&r->at, patch) <= UINT16_MAX &&
         carom__patch_is_possible(r->world, patch, least);
}

static bool patches_are_possible(rollback_reader *r, const carom_manifold *manifold) {
  carom_patch patch = {.point_count = 0};
  float least = -HUGE_VALF;
  if (!holds(r, 1, sizeof(uint32_t))) return false;
  uint32_t count = rollback_take_word(&r->at);
  bool fine = count > 0 && holds(r, count, sizeof(carom__patch_names));
  patch_set_manifold(&patch, manifold);
  for (uint32_t i = 0; i < count && fine; i++) {
    fine = patch_is_possible(r, &patch, i == 0, least);
    least = patch.points[0].separation;
  }
  r->patches += count;
  if (r->patches_of_one < count) r->patches_of_one = count;
  return fine;
}

static bool cells_are_possible(const carom__point_cells rows[2]) {
  bool fine = true;
  for (int row = 0; row < 2; row++)
    for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++)
      fine = fine && cell_is_possible(rows[row].on_a[i]) && cell_is_possible(rows[row].on_b[i]);
  return fine;
}

static bool any_value(const carom_point_values rows[2]) {
  return rollback_any_value(&rows[0], CAROM_MANIFOLD_POINTS) ||
         rollback_any_value(&rows[1], CAROM_MANIFOLD_POINTS);
}

/* Points have cells in worlds with persistent manifolds, unless they are of patches or of the way. */
static bool extras_are_possible(const rollback_reader *r, uint32_t bits, const carom_contact *contact,
                                const carom__contact_extras *extras) {
  bool persistent = r->world->def.persistent_manifolds;
  bool has_cells = persistent && !(bits & CAROM__PATCHED) && !contact_has_passed(contact);
  return has_cells == !!(bits & CAROM__CELLS) && cells_are_possible(extras->cells) &&
         (!(bits & CAROM__POINT_VALUES) || (persistent && any_value(extras->values))) &&
         (!(bits & CAROM__SIDES) ||
          (side_is_possible(r, &extras->sides[0]) && side_is_possible(r, &extras->sides[1])));
}

static bool further_is_possible(rollback_reader *r, uint32_t bits, const carom_contact *contact,
                                const carom__contact_extras *extras) {
  carom_patch patches[2];
  rollback_make_further(contact, extras, bits, patches);
  r->patches += 2;
  if (r->patches_of_one < 2) r->patches_of_one = 2;
  const carom_manifold further = patch_manifold(&patches[1]);
  return !(bits & CAROM__PATCHED) && carom__manifold_is_possible(r->world, &further, contact->nearby) &&
         carom__further_is_possible(r->world, patches);
}

/* A value that is 0 is not kept. */
static bool contact_is_possible(rollback_reader *r) {
  const uint32_t known = CAROM__POINTS | CAROM__SENSOR | CAROM__VALUE | CAROM__SIDES | CAROM__PATCHED |
                         CAROM__CELLS | CAROM__POINT_VALUES | CAROM__IS_APART | CAROM__IS_NEARBY |
                         CAROM__FURTHER;
  carom_contact contact;
  carom__contact_extras extras;
  uint32_t bits;
  if (!holds(r, 1, CAROM__CONTACT_SIZE)) return false;
  memcpy(&bits, r->at + CAROM__CONTACT_SIZE - sizeof bits, sizeof bits);
  if (bits > known || !carom__point_count_is_possible(r->world, bits & CAROM__POINTS) ||
      rollback_further(bits) > CAROM_MANIFOLD_POINTS ||
      !holds(r, 1, CAROM__CONTACT_SIZE + rollback_contact_rest(bits)))
    return false;
  contact.patch_count = 0;
  rollback_take_contact(&r->at, &contact, &extras);
  if (contact.apart && bits & CAROM__PATCHED) return false;
  r->touching += !contact.apart;
  r->nearby += contact.nearby;
  return carom__manifold_is_possible(r->world, &contact.manifold, contact.nearby) &&
         carom__nearness_is_possible(&contact) && carom__approach_is_possible(contact.approach_speed) &&
         (!(bits & CAROM__VALUE) || contact.value) && extras_are_possible(r, bits, &contact, &extras) &&
         (!contact.further || further_is_possible(r, bits, &contact, &extras)) &&
         (!(bits & CAROM__PATCHED) || patches_are_possible(r, &contact.manifold));
}

static void check_contacts(rollback_reader *r, uint64_t count) {
  check_keys(r, count);
  for (uint64_t i = 0; i < count && r->fine; i++) r->fine = contact_is_possible(r);
}

/* --- The whole --- */

/* What is not in the snapshot is zero in it. A world that never took so many steps, or never had a margin and
 * tells of what came near, did not write it. */
static bool counts_are_possible(const carom_world *world, const carom__rollback *h) {
  const carom_counts *c = &h->counts;
  return (c->static_bodies | c->kinematic_bodies | c->colliders | c->memory) == 0 &&
         (c->steps <= world->counts.steps || c->steps <= world->journal.reached) &&
         (world->margined || c->nears == 0);
}

carom_status carom__rollback_check(carom_world *world, const void *bytes, size_t size, carom__rollback *out) {
  const unsigned char *start = bytes;
  if (size < sizeof *out) return CAROM_BAD_SNAPSHOT;
  memcpy(out, bytes, sizeof *out);
  if (out->magic != CAROM__ROLLBACK_MAGIC || out->size != size || out->world != (uintptr_t)world ||
      out->checksum != carom__checksum(start + CAROM__ROLLBACK_COVERED, size - CAROM__ROLLBACK_COVERED) ||
      !counts_are_possible(world, out))
    return CAROM_BAD_SNAPSHOT;
  if (!carom__journal_reaches(world, out->change)) return CAROM_OLD_SNAPSHOT;
  rollback_reader r = {.world = world,
                       .past = carom__past_look(world, out->change),
                       .at = start + sizeof *out,
                       .end = start + size};
  r.fine = out->contacts <= size &&
           carom__counts_are_possible(&out->counts, r.past.body_slots, r.past.collider_slots);
  if (!r.fine) return CAROM_BAD_SNAPSHOT;
  check_touched(&r, out->touched_words);
  if (r.fine) check_bodies(&r, out->bodies);
  if (r.fine) check_reshaped(&r, out->reshaped);
  if (r.fine) check_contacts(&r, out->contacts);
  r.fine = r.fine && r.patches == out->patches && r.patches_of_one == out->patches_of_one &&
           r.touching == out->counts.contacts && carom__told_is_possible(&out->counts, r.touching, r.nearby);
  return r.fine && r.at == r.end ? CAROM_OK : CAROM_BAD_SNAPSHOT;
}
