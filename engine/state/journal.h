/* journal.h: the journal of what was created, destroyed or set, by which a rollback undoes it.
 *
 * A rollback snapshot holds what changes from step to step. All else is written down here, before it changes,
 * by whoever changes it: as many steps back as the game asks for. A change has a name, a hash of all changes
 * that led to it and of all that they changed, so that what has the same name has the same bodies and
 * colliders in the same slots, also in another world; a snapshot notes that of the latest, and what came
 * later is taken back, the last first, so that each is undone in the world that it left. When a change cannot
 * be kept, for want of memory or because the game keeps none, nothing before it can be taken back any more.
 */
#ifndef CAROM_ENGINE_JOURNAL_H
#define CAROM_ENGINE_JOURNAL_H

#include "rows.h"

typedef enum carom__change {
  CAROM__BODY_BORN,
  CAROM__BODY_SET, /* the user pointer, or anything of a static body */
  CAROM__BODY_KILLED,
  CAROM__BODY_BURIED,
  CAROM__COLLIDER_BORN,
  CAROM__COLLIDER_SET,
  CAROM__COLLIDER_KILLED, /* alone */
  CAROM__COLLIDER_BURIED
} carom__change;

/* Note that a body or collider is about to change in this way, or was born just now. `at` is where it is in
 * a list: the dead of its sort for what is buried (CAROM__NO_INDEX for a collider that is buried with its
 * body), the body's colliders for a collider that is killed, else 0. What is buried leaves its list of
 * colliders here. */
void carom__journal_body(carom_world *world, carom__change change, uint32_t slot, size_t at);
void carom__journal_collider(carom_world *world, carom__change change, uint32_t slot, size_t at);

/* The name of the latest change that was not taken back, and whether all later than one can be. */
uint64_t carom__journal_now(const carom_world *world);
bool carom__journal_reaches(const carom_world *world, uint64_t name);
/* Takes them back, but not what a rollback snapshot holds. Needs no memory. */
void carom__journal_undo(carom_world *world, uint64_t name);

/* The world as it was when a change was the latest, which is reached: read without taking anything back, and
 * without memory. Valid until something changes. */
typedef struct carom__past {
  const carom_world *world;
  const uint64_t *keys; /* of births and burials since, ascending by slot */
  size_t count;
  const carom__journal_entry *entries; /* since */
  uint32_t body_slots, collider_slots; /* how many there were */
} carom__past;

carom__past carom__past_look(carom_world *world, uint64_t name);
/* Whose a collider was, and its order. */
typedef struct carom__past_owner {
  uint32_t body;
  uint64_t order;
} carom__past_owner;

/* Was there a body or collider in a slot, and was it static, whose was it? Of the flags STATIC alone is that
 * of then. */
bool carom__past_body(const carom__past *past, uint32_t slot, uint32_t *flags);
bool carom__past_collider(const carom__past *past, uint32_t slot, carom__past_owner *out);

/* Forgets what is older than the game asks for; all of it. */
void carom__journal_trim(carom_world *world);
void carom__journal_free(carom_world *world);

#endif
