/* carom/world.h: worlds and their step.
 *
 * A world is an opaque pointer that its creator owns. There are no globals: two worlds never share state and
 * may be used on two threads at once. One world is changed by one thread at a time; functions that take a
 * const world only read and may run on many threads while no thread changes it.
 *
 * What carom calls back must return: handlers, filters, logs, allocators, tasks, writers, callbacks of
 * queries and drawing. No longjmp and no C++ exception may leave them. A world that was left in the middle of
 * a step answers CAROM_BUSY for ever and cannot be destroyed. A callback that has failed notes it where
 * `user` points, in C++ with a catch of all and a std::exception_ptr, and returns; the game looks there, and
 * throws again, when carom_world_step has returned. */
#ifndef CAROM_WORLD_H
#define CAROM_WORLD_H

#include "body.h"
#include "event.h"
#include "tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Asked for each pair that the filters admit and whose bounding boxes overlap, in every step but for pairs of
 * two bodies that rest (body.h), which keep its last answer: false keeps the pair apart (an existing contact
 * ENDs with CAROM_END_FILTERED); asked also for a contact that is over, to tell its cause. A step asks on the
 * thread that called it, once a pair and in ascending order of the colliders' indices; of hits that would
 * stop a swept body it asks before that. It gets the sides as an event would, and the world to read from. It
 * must depend on the two bodies, their colliders and `user` alone, not on the order of calls, and change
 * nothing in the world; when its answers change by anything else, carom_body_touch tells. */
typedef bool (*carom_filter_fn)(void *user, const carom_world *world, const carom_contact_side *a,
                                const carom_contact_side *b);

/* How a world finds candidate pairs. The choice changes time and never results. */
typedef enum carom_broadphase_kind {
  CAROM_BROADPHASE_SWEEP, /* sweep and prune over bodies, of those alone that have moved by an eighth of their
                             size while most move by little; OBB trees inside bodies of many colliders */
  CAROM_BROADPHASE_BRUTE, /* all against all: slow and obviously right, to check the other */
  CAROM_BROADPHASE_KIND_COUNT
} carom_broadphase_kind;

/* What a world begins as; all zero is a spatial world on the C library's memory. */
typedef struct carom_world_def {
  carom_allocator allocator; /* everything of the world comes from it */
  carom_log_fn log; /* told of each refused call that would have changed the world; NULL: nobody is */
  void *log_user;
  bool planar; /* a world of the plane: planar kinds of shape alone, and poses, velocities, rays and points of
                  the plane alone (shape.h, planar.h) */
  uint8_t tag; /* the upper 8 bits of all its ids: a game of several worlds that gives each another tag has
                  the ids of one refused by the others */
  carom_broadphase_kind broadphase;
  carom_tasks tasks;      /* threads for the step and for carom_body_set_poses, lent until the world is
                             destroyed: destroy a pool after its worlds; all zero: the thread that calls does
                             it alone */
  carom_filter_fn filter; /* NULL: the colliders' filters alone decide */
  void *filter_user;
  void *user; /* for carom_world_get_user */
} carom_world_def;

/* Creates a world; NULL def: all zero. CAROM_UNKNOWN_KIND, CAROM_OUT_OF_MEMORY, CAROM_NULL_ARGUMENT (out). */
CAROM_API carom_status carom_world_create(const carom_world_def *def, carom_world **out);

/* Ends all contacts as carom_world_clear does, then frees the world. NULL does nothing. Remove handlers first
 * whose user data is gone. CAROM_BUSY from inside a handler. */
CAROM_API carom_status carom_world_destroy(carom_world *world);

/* Destroys all bodies; every contact ENDs with CAROM_END_CLEARED, delivered before this returns. Handlers
 * stay. What a handler creates meanwhile stays as well. CAROM_BUSY from inside a handler. */
CAROM_API carom_status carom_world_clear(carom_world *world);

/* Steps the world by dt seconds (0..1e3; 0 moves nothing): bodies with velocities move, all contacts are
 * found anew at the poses after the move, and the handlers run. Along the way only swept bodies are looked at
 * (swept.h): what else moves farther in a step than it is long can pass through a thin thing.
 * CAROM_OUT_OF_MEMORY and CAROM_LIMIT leave the world as before the call, which can be repeated, but with no
 * events and hits of swept bodies to poll; CAROM_BUSY from inside a handler; CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE for dt. A body that would leave CAROM_POSITION_MAX stops there; carom_counts.clamped
 * tells. */
CAROM_API carom_status carom_world_step(carom_world *world, float dt);

/* Returns why the last refused call that would have changed this world was refused, CAROM_OK if none ever
 * was; a good call does not reset it: look at it after a null id. NULL world: CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_get_last_status(const carom_world *world);

/* Replaces the filter callback; NULL: none. The next step looks at all bodies anew, but not when it is the
 * first after a load: see snapshot.h. */
CAROM_API carom_status carom_world_set_filter(carom_world *world, carom_filter_fn filter, void *user);

/* Writes the filter callback and its user pointer; either result may be NULL. */
CAROM_API carom_status carom_world_get_filter(const carom_world *world, carom_filter_fn *filter, void **user);

/* Returns the user pointer of the definition; NULL for NULL. */
CAROM_API void *carom_world_get_user(const carom_world *world);

/* Returns a hash of all that a following step depends on: bodies, colliders with their shapes and all that is
 * in their hulls, polygons and chains, contacts. The same calls give the same hash on every platform. User
 * pointers, contacts' values and handlers are not in it. 0 for NULL. */
CAROM_API uint64_t carom_world_hash(const carom_world *world);

/* What is in a world and what its last step did. */
typedef struct carom_counts {
  uint32_t static_bodies, kinematic_bodies, colliders;
  uint64_t steps;               /* in all */
  uint64_t begins, stays, ends; /* in all */
  size_t body_pairs;            /* last step: pairs of bodies, not both at rest, whose AABBs overlap */
  size_t collider_pairs;        /* of these: colliders whose OBBs overlap and whose filters agree */
  size_t dropped;               /* last step: touching colliders whose contact a handler dropped when asked */
  size_t contacts;              /* colliders that touched in the last step, at rest or not, but for those
                                   and for what has had its END since: begins - ends */
  size_t not_converged; /* last step: of the pairs that were looked at, those whose penetration reached
                           its bound of iterations; they keep the manifold they had, or touch in one
                           point of depth 0 */
  size_t clamped;       /* last step: bodies stopped at CAROM_POSITION_MAX */
  size_t memory;        /* bytes the world holds now */
} carom_counts;

/* Writes the counts. */
CAROM_API carom_status carom_world_get_counts(const carom_world *world, carom_counts *out);

#ifdef __cplusplus
}
#endif

#endif
