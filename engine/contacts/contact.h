/* contact.h: the contacts of a world, from where they are found to where the game is told.
 *
 * A step has its contacts in world->fresh until it has compared them with those of the last step in
 * world->contacts, where they go then. */
#ifndef CAROM_ENGINE_CONTACT_H
#define CAROM_ENGINE_CONTACT_H

#include "atomics.h"
#include "objects.h"
#include "pair_call.h"
#include "tasks.h"

/* --- The list: ascending by key --- */

#define CAROM__NO_CONTACT SIZE_MAX

/* The index in world->contacts of the contact that these colliders have; CAROM__NO_CONTACT if none or if it
 * has had its END, when its slots may be others' by now. */
size_t carom__contact_find(const carom_world *world, uint64_t key);

/* Where a collider is, as the narrow phase asks; its shape may be made in `room`. */
static inline carom__site collider_site(const carom_world *world, uint32_t collider, carom_shape *room) {
  return (carom__site){carom__collider_shape(world, collider, room), &world->colliders.frames.data[collider]};
}
/* The same of both of a pair, side a first. */
typedef struct carom__sites {
  carom_shape rooms[2];
  carom__site a, b;
} carom__sites;
static inline void sites_of(const carom_world *world, uint64_t key, carom__sites *out) {
  out->a = collider_site(world, (uint32_t)(key >> 32), &out->rooms[0]);
  out->b = collider_site(world, (uint32_t)key, &out->rooms[1]);
}

/* Tells by its sides which pieces of theirs are deepest: those of the first patch. */
static inline void contact_name_pieces(carom_contact *contact) {
  const carom_patch *first = contact->patches;
  if (contact->patch_count == 0) return;
  if (first->child_a) contact->a.child = first->child_a;
  if (first->child_b) contact->b.child = first->child_b;
  contact->a.triangle = first->triangle_a;
  contact->b.triangle = first->triangle_b;
}
/* Leaves of the children that its sides name those that do not follow from the patches. */
static inline void contact_forget_children(carom_contact *contact) {
  if (contact->patch_count == 0) return;
  if (contact->patches->child_a) contact->a.child = 0;
  if (contact->patches->child_b) contact->b.child = 0;
}

/* Is it of the way of a swept body, and were the two apart again when the step ended? */
static inline bool contact_has_passed(const carom_contact *contact) {
  return contact->manifold.point_count == 1 && contact->manifold.points[0].feature == CAROM_SWEPT_FEATURE;
}

/* Have its points places on both colliders? Those of pieces, and of the way, have none. */
static inline bool contact_has_cells(const carom_contact *contact) {
  return (contact->patch_count == 0 || contact->further) && !contact_has_passed(contact);
}
/* How many points there are beyond the manifold, and which. */
static inline uint32_t contact_further_count(const carom_contact *contact) {
  return contact->further ? contact->patches[1].point_count : 0;
}
static inline const carom_contact_point *contact_point_at(const carom_contact *contact, uint32_t i) {
  const uint32_t own = contact->manifold.point_count;
  return i < own ? &contact->manifold.points[i] : &contact->patches[1].points[i - own];
}

/* In a world with eight points each contact has two rows of cells and of values, else one. */
static inline size_t contact_rows(const carom_world *world) { return world->def.eight_points ? 2 : 1; }

/* Do both bodies of a pair of colliders rest? */
static inline bool carom__contact_rests(const carom_world *world, uint64_t key) {
  const carom__gate *gates = world->colliders.gates.data;
  return !bits_test(&world->bodies.touched, gates[key >> 32].body) &&
         !bits_test(&world->bodies.touched, gates[(uint32_t)key].body);
}

/* With so many rows of cells and values. */
static inline void carom__contact_copy(carom__contacts *to, size_t at, const carom__contacts *from, size_t i,
                                       size_t rows) {
  to->keys.data[at] = from->keys.data[i];
  to->list.data[at] = from->list.data[i];
  if (!to->cells.data) return;
  for (size_t row = 0; row < rows; row++) {
    to->cells.data[rows * at + row] = from->cells.data[rows * i + row];
    to->values.data[rows * at + row] = from->values.data[rows * i + row];
  }
}
/* How many events each contact may have at once. */
static inline size_t contact_events(const carom_world *world) { return world->margined ? 2 : 1; }

/* Makes this step's contacts of the last step's, and the other way round. */
void carom__contacts_exchange(carom_world *world);

/* Makes room for so many of this step's or of the last step's contacts. */
carom_status carom__contacts_room(const carom_world *world, carom__contacts *contacts, size_t count);

/* Moves this step's contacts, which the parts of a pass have put where their things begin, down to the front.
 * Where it fails they are lost. */
carom_status carom__contacts_close_up(carom_world *world, const carom__found *found, uint32_t parts);

/* How many contacts there are to be, with how many patches in all, and the most of one contact. */
typedef struct carom__contacts_size {
  size_t contacts, patches, patches_of_one;
} carom__contacts_size;

/* Make room for so many contacts in place of those that there are, and for their ENDs, and append one,
 * ascending by key, whose patches were pushed before. Nothing is refused where the world has had as many.
 * What may fail besides comes before: afterwards the contacts are lost. */
carom_status carom__contacts_reserve(carom_world *world, carom__contacts_size size);
void carom__contacts_push(carom_world *world, uint64_t key, const carom_contact *contact);

/* --- Contacts of other worlds: handed.c --- */

/* A contact that comes, with sides of this world; its patches are somewhere else. */
typedef struct carom__handed {
  uint64_t key;
  carom_contact contact;
  carom__point_cells cells[2];
  carom_point_values values[2];
} carom__handed;

/* Takes contacts, ascending by key, into the list, in place of those that their pairs have. They count as
 * begun, and near. The size is that of all of them. A failure leaves the world as it was. */
carom_status carom__contacts_adopt(carom_world *world, const carom__handed *const *handed, size_t count,
                                   carom__contacts_size size);
/* Takes the contacts at some places, which have not had their END, out of the list, and out of the counts. */
void carom__contacts_leave(carom_world *world, const size_t *places, size_t count);

/* --- Their patches --- */

/* Makes room for so many patches behind those of all contacts, which may move. */
carom_status carom__patches_room(carom_world *world, size_t more);
/* Puts the patches of a contact behind all others; there is room. */
void carom__patches_append(carom_world *world, carom_contact *contact);
/* A contact and its patches, for which there is room, seen from the other side. */
void carom__contact_turn(const carom_contact *contact, carom_patch *patches, carom_contact *out);

/* Puts the spare array of patches in place of the one in use. */
void carom__patches_exchange(carom_world *world);
/* Makes room for the patches of the fresh contacts beside those of the others. Afterwards nothing is refused
 * that keeps them or turns them around. */
carom_status carom__patches_reserve(carom_world *world);
/* Puts the patches of the fresh contacts, which are in the parts of the narrow phase, among those of the
 * world. */
void carom__patches_keep(carom_world *world);

/* --- The sixth pass: the contacts of this step --- */

/* Which candidates touch, and their manifolds. Reads candidates, frames, gates and shapes. Writes
 * world->fresh: until the next pass a failure leaves the world's contacts as they were. The last step's
 * events point there, so they go. */
carom_status carom__step_narrowphase(carom_world *world);
/* The same from the candidates, if there are any (manifolds.c). */
carom_status carom__collide_candidates(carom_world *world);

/* How fast two colliders approach along the normal of a manifold, at its first point. */
float carom__contact_approach(const carom_world *world, uint64_t key, const carom_manifold *manifold);

/* Of a pair that does not touch, writes the manifold where it is within its margin (near.c), and tells
 * whether that was found or had to stay as it was. It begins with what carom__collide_seen saw. */
carom_status carom__contact_find_near(const carom_world *world, uint64_t key, carom__apart apart,
                                      carom_manifold *out);
/* Adds to the candidates what rests within a margin and has not been looked at there. */
carom_status carom__add_passed(carom_world *world);
/* Does an edge that leans on a face have both its ends, for a solver that keeps values with them? */
static inline bool edges_have_both_ends(const carom_world *world) {
  return world->def.persistent_manifolds && !world->def.planar;
}
/* May contacts that touch have more points than the narrow phase finds? */
static inline bool contacts_extend(const carom_world *world) {
  return world->margined || edges_have_both_ends(world);
}
/* Adds these points to the manifold of a fresh contact that touches: those within its margin, and the other
 * end of an edge. */
void carom__contact_extend(const carom_world *world, uint64_t key, carom_contact *contact);
/* The same of all in a seamless world, whose narrow phase leaves it to this. */
void carom__step_extend(carom_world *world);

/* Writes all of a contact that touches but its manifold, which is there. */
void carom__contact_describe(const carom_world *world, uint64_t key, carom_contact *out);

static inline uint64_t swept_hit_key(const carom_swept_hit *hit) {
  return sides_key(carom__id_index(hit->collider_a.bits), carom__id_index(hit->collider_b.bits));
}

/* --- The seventh pass: which contacts begin, stay and end --- */

/* Reads world->fresh, world->contacts, marks of touched bodies, step.refused. Writes world->contacts and the
 * events, and clears the marks. */
carom_status carom__step_contacts(carom_world *world);

/* Marks contacts of the last step that are over although the pair has met anew: what was put or changed, or
 * had passed, and was apart when the step began. */
void carom__contacts_mark_over(carom_world *world);
/* Hands the values of the last step's contacts on to those that this step found. */
void carom__carry_values(carom_world *world);
/* In a world with persistent manifolds, gives the points of contacts that last the choice, the names and the
 * values that they had. Needs no memory. */
void carom__manifolds_persist(carom_world *world);
/* In a world with eight points, makes room for those of the fresh contacts that go beyond four, and finds
 * them where nothing of the last step matters (further.c). */
carom_status carom__further_reserve(carom_world *world);
void carom__step_further(carom_world *world);
/* Has such a contact room for further points? Then writes those that its manifold and `further` are. */
static inline bool contact_has_room(const carom_contact *contact) {
  return contact->patches && contact->patch_count == 0;
}
void carom__contact_set_further(const carom_world *world, uint64_t key, const carom_manifold *further,
                                carom_contact *out);
/* Takes out of this step's contacts those that a handler drops, and marks those of them that were among the
 * last step's. Of what rests the answer stands. Needs no memory. */
void carom__ask_keepers(carom_world *world);

/* Lists the contacts of the last step that stay unchanged, because neither body was touched since, in `out`,
 * which has room for all of the last step's, and returns how many there are. */
size_t carom__list_resting(const carom_world *world, uint32_t *out);
/* Moves each contact of the last step at from[k] to to[k]; both lists of indices ascend, and what is not
 * moved is lost. */
void carom__contacts_shift(carom_world *world, const uint32_t *from, const uint32_t *to, size_t count);

/* Notes whether contacts of the way are among those of the step: in the next one they are over, though
 * nothing may move. */
void carom__contacts_note_passed(carom_world *world);

/* Makes room for the index of the contacts of each body, when somebody has asked for it. Whatever changes the
 * contacts afterwards makes it stale. */
carom_status carom__contact_index_reserve(carom_world *world);

/* --- The eighth pass: the handlers run --- */

/* Delivers the queued events, and buries what died. Reads the events and the handlers. Writes the counts of
 * events, and releases what died. */
void carom__step_dispatch(carom_world *world);

/* Where it pays, lets the bodies count the events of a step before anybody is told of them. Only a step may
 * use threads: when a world is cleared or destroyed, the game's may be gone. */
void carom__events_count_ahead(carom_world *world);
/* Takes back what they have counted of events that are untold. */
void carom__events_uncount(carom_world *world);
/* Says that the i-th event is told now. Have its bodies counted it already? */
static inline bool event_is_counted(carom_world *world, size_t i) {
  if (i >= world->untold.end) return false;
  world->untold.begin = i;
  if (carom__atomic_read(&world->contact_index->counts_wanted)) carom__events_uncount(world);
  world->untold.begin = i + 1;
  return i < world->untold.end;
}
/* Lets its bodies count an event, or takes that back; asks for where they do. */
void carom__event_count(carom_world *world, const carom_event *event);
void carom__event_uncount(carom_world *world, const carom_event *event);
void carom__event_fetch_counters(const carom_world *world, const carom_event *event);
/* How many events are of the kind of the first one; one kind comes after the other. */
size_t carom__events_of_kind(const carom_event *events, size_t count);

/* Room for an event that is seen from its other side. */
typedef struct carom__turned {
  carom_patch *patches; /* room for as many as any contact has */
  carom_event event;
  carom_contact contact;
} carom__turned;

/* Is a handler told of events of this kind, or of some of them? */
static inline bool handler_hears(const carom__handler_entry *entry, carom_event_kind kind) {
  return entry->id && entry->def.callback && entry->def.events & (uint32_t)kind;
}
/* Does more than the kind of an event say whether a handler is told of it, or how it sees it? */
static inline bool handler_chooses(const carom__handler_entry *entry) {
  return entry->def.impact > 0 || (entry->def.category_a | entry->def.category_b);
}
/* Returns the event as a handler sees it, in `room` when it must be turned around, or NULL when the handler
 * is removed or has not asked for it. */
const carom_event *carom__handler_view(const carom__handler_entry *entry, const carom_event *event,
                                       carom__turned *room);
/* Drops the entries of removed handlers when they are more than half, so that each costs a constant time;
 * keeps the order of the others. */
void carom__handlers_compact(carom_world *world);

/* --- Ends outside of a step's comparison: by a clear, or by what handlers destroy --- */

/* Queues an END for every contact that is left, as clear does, and a FAR for each with a margin. */
void carom__contacts_end_all(carom_world *world);
/* Appends ENDs and FARs for contacts whose bodies or colliders died since the last call. */
void carom__contacts_end_dead(carom_world *world);
/* Takes back a contact of this step whose BEGIN, or NEAR, is not delivered: what is not told never was. */
void carom__contact_unbegin(carom_world *world, const carom_contact *contact);
void carom__contact_unnear(carom_world *world, const carom_contact *contact);
/* Is a side's body or collider dying? */
bool carom__contact_is_dead(const carom_world *world, const carom_contact *contact);

#endif
