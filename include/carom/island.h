/* carom/island.h: groups of bodies that touch, for games with a solver of their own.
 *
 * An island is a set of kinematic bodies that are connected by contacts. What happens in one island has no
 * effect on another one, so a solver can treat them one by one, on several threads, and put them to sleep as
 * a whole. Each enabled kinematic body is in exactly one island, which may hold it alone. Static bodies are
 * in no island and connect nothing. A kinematic body may be moved by the solver or by something else, e.g. a
 * lift. carom does not know which, so the game may answer that a body connects nothing (carom_island_def).
 *
 * A contact belongs to the island of its bodies. Contacts of two bodies that are in no island are left out.
 * So are contacts of sensors, contacts of what is apart within a margin, contacts that have had their END,
 * and those of bodies and colliders that were destroyed or disabled since the step.
 *
 * Islands are computed when the game asks for them, from the contacts of the last step. They follow from the
 * same calls to the bit, and they are in a fixed order. They are no part of the world: neither saves nor
 * recordings have them, and a world that is not asked pays nothing.
 *
 * To put bodies to sleep, a game stops moving and setting them. They rest then (body.h), keep their contacts,
 * and cost almost nothing. An island where `rests` is true may sleep on. carom_islands_get_stirred tells the
 * bodies that the game may have to wake. */
#ifndef CAROM_ISLAND_H
#define CAROM_ISLAND_H

#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The islands of a world at one time, and the memory to find them again without allocating. The type is
 * opaque, and the creator owns it. One set may serve several worlds, one after the other. */
typedef struct carom_islands carom_islands;

/* Creates an empty set. A NULL allocator uses malloc. Errors: CAROM_NULL_ARGUMENT (out), CAROM_OUT_OF_MEMORY.
 */
CAROM_API carom_status carom_islands_create(const carom_allocator *allocator, carom_islands **out);

/* Frees a set. NULL does nothing. */
CAROM_API void carom_islands_destroy(carom_islands *islands);

/* Tells whether a kinematic body connects what it touches. A body that does not counts as static. It may read
 * and query the world and must change nothing in it. */
typedef bool (*carom_island_joins_fn)(void *user, const carom_world *world, carom_body body);

/* Two bodies that the game connects itself, e.g. by a joint. */
typedef struct carom_body_link {
  carom_body a, b; /* in either order */
} carom_body_link;

/* What connects bodies besides contacts, and what does not. All zero: contacts alone, of all bodies. */
typedef struct carom_island_def {
  carom_island_joins_fn joins;  /* asked once about each enabled kinematic body, in order of their indices */
  void *user;                   /* passed to joins */
  const carom_body_link *links; /* connect bodies as a contact does; NULL when link_count is 0 */
  size_t link_count;            /* the number of links */
} carom_island_def;

/* Bodies that are connected, and their contacts. */
typedef struct carom_island {
  const carom_body *bodies;             /* 1 or more, in order of their indices */
  size_t body_count;                    /* the number of bodies */
  const carom_contact *const *contacts; /* in the order of carom_world_get_contacts */
  size_t contact_count;                 /* the number of contacts */
  /* Nothing about it has changed: neither the last step nor the game since then has changed a body of it or a
   * body that one of them touches, and none of its contacts has begun or ended in that step. */
  bool rests;
} carom_island;

/* Finds the islands of a world after its last step. A NULL def counts as all zero. The time grows with the
 * number of bodies and contacts. No memory is allocated when the set has held as many before.
 *
 * The world is only read. Several threads may do so at once, each with a set of its own. CAROM_BUSY refuses
 * the call while the world steps, e.g. inside a handler. CAROM_STALE_ID refuses a link of a body that is not
 * there. These errors leave the set as it was. CAROM_OUT_OF_MEMORY leaves it empty. */
CAROM_API carom_status carom_islands_find(carom_islands *islands, const carom_world *world,
                                          const carom_island_def *def);

/* Returns the islands in the order of their lowest body index, and writes their number to *count. Returns
 * NULL when there are none, and when an argument is NULL. The array is valid until the set is used again or
 * destroyed. The contacts in it are valid until the world's next step (even a refused one), rewind, clear or
 * destroy. */
CAROM_API const carom_island *carom_islands_get(const carom_islands *islands, size_t *count);

/* Returns the stirred bodies in the order of their indices, and writes their number to *count. Returns NULL
 * when there are none, and when an argument is NULL.
 *
 * A body of an island is stirred when it rested in the last step and nobody has changed it since, but
 * something happened to it. A contact of it has begun or ended in that step, whatever the cause, or the other
 * body of one of its contacts was changed by the step or since. That body may be static, or one that connects
 * nothing. Contacts of sensors stir nothing. When the game asks before the first step, or after a refused
 * step, a load, a clone, a rewind or a clear, no contact counts as begun or ended, and bodies count as
 * changed only since then. The array is valid as that of carom_islands_get. */
CAROM_API const carom_body *carom_islands_get_stirred(const carom_islands *islands, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
