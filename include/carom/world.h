/* carom/world.h: worlds and their step.
 *
 * A world is an opaque pointer that its creator owns. There are no globals. Two worlds never share state, so
 * two threads may use them at once. Only one thread at a time may change a world. Functions that take a const
 * world only read it. Many threads may call them at once while no thread changes the world.
 *
 * Every function that carom calls back must return: handlers, filters, logs, allocators, tasks, writers, and
 * the callbacks of queries and drawing. No longjmp and no C++ exception may leave it. If one does leave it in
 * the middle of a step, the world answers CAROM_BUSY from then on and cannot be destroyed. A callback that
 * fails should store the failure where `user` points, and return. In C++ it can catch all exceptions and
 * store a std::exception_ptr. The game looks there when carom_world_step has returned, and throws the
 * exception again. */
#ifndef CAROM_WORLD_H
#define CAROM_WORLD_H

#include "body.h"
#include "event.h"
#include "tasks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Decides whether two colliders may be in contact. false keeps them apart, and an existing contact ENDs with
 * CAROM_END_FILTERED.
 *
 * A step asks about each pair that the colliders' filters admit and whose bounding boxes overlap, or are
 * within the pair's margin. It does not
 * ask about two bodies that rest (body.h): the last answer for them stands. It also asks about a contact that
 * is over, to find the cause of its END.
 *
 * The calls come on the thread that called the step, once for each pair that may touch, in ascending order of
 * the colliders' indices. For hits that would stop a swept body they come earlier, and for what other swept
 * bodies met they come after these. The questions about contacts that are over come last, once for each, in
 * the order of their ENDs and FARs. `a` and `b` are the two sides as in an event, and `world` is there to
 * read from.
 *
 * The answer must depend only on the two bodies, their colliders and `user`, and not on the order of the
 * calls. The function must not change the world. When its answers change for another reason, the game must
 * call carom_body_touch. */
typedef bool (*carom_filter_fn)(void *user, const carom_world *world, const carom_contact_side *a,
                                const carom_contact_side *b);

/* How a world finds candidate pairs. The choice changes the time and never the results. */
typedef enum carom_broadphase_kind {
  /* sweep and prune over bodies, and OBB trees inside bodies with many colliders. While most bodies move
   * little, only those that moved by an eighth of their size are swept. */
  CAROM_BROADPHASE_SWEEP,
  CAROM_BROADPHASE_BRUTE,     /* all pairs: slow and simple, to verify the sweep */
  CAROM_BROADPHASE_KIND_COUNT /* the number of choices, not a choice */
} carom_broadphase_kind;

/* The initial settings of a world. All zero gives a spatial world that uses the memory of the C library. */
typedef struct carom_world_def {
  carom_allocator allocator; /* the source of all memory of the world */
  carom_log_fn log;          /* receives each refused call that would have changed the world; NULL: none */
  void *log_user;            /* passed to log unchanged */
  /* a planar world: it admits only planar kinds of shape, and only poses, velocities, rays and points in the
   * plane (shape.h, planar.h) */
  bool planar;
  /* the highest 8 bits of all ids of this world. A game that gives each of its worlds another tag gets an
   * error when it uses an id in the wrong world. */
  uint8_t tag;
  /* Colliders of one body, or of static bodies, that lie side by side count as one surface, as the tiles of a
   * floor do. A contact with one of them has no normal that only an edge or a side between them has. The
   * setting changes manifolds only, and neither contacts nor the order of events. More pairs that are apart
   * become candidates, about which filters are asked. With margins, contacts of what is apart get a normal of
   * the surface as well, and keep their separations. It covers neither sensors nor half-spaces, nor what
   * swept bodies meet on their way. Links of chains that touch follow their own rule in any world (chain.h).
   * Saves keep it. */
  bool seamless;
  /* The points of a contact keep their `feature` as an id from step to step, as a solver needs that stores
   * impulses with them: a point that stays within a hundredth of the size of the smaller shape, on one of the
   * two, is the same point. So trembling changes no id. Of more than four points the same four stay chosen
   * while they serve: while they span three quarters of the area of any others, and reach within 1/128 of
   * the least half extent of the depth, which the deepest of them then shows. In space an edge that leans on
   * a face by less than 0.8 degrees has both ends, as in carom_collide_within. Without the setting, manifolds
   * depend on the poses of the step alone. Contacts of meshes, fields and compounds have ids of their pieces
   * either way. Saves keep the setting; a rewind takes 8 bytes a point for it. */
  bool persistent_manifolds;
  /* Contacts of two convex shapes have up to eight points, as the faces of two boxes do that are turned on
   * each other. The manifold has the best four. A contact with more has two patches of one normal, which are
   * the manifold and the further points (`further`, event.h). So a game that loops over patches sees all
   * points. A point that would widen the polygon of the others by less than 1/128 of its diagonal is left
   * out. Of more than eight points remain those that widen it most; with persistent_manifolds the same ones
   * stay chosen until others widen it by twice as much. Patches of meshes, fields and compounds have four
   * points at most either way, and contacts of the plane two. Saves keep the setting; a rewind takes as many
   * bytes for a further point as for any. */
  bool eight_points;
  /* Contacts within a distance: pairs that are apart by at most this are in the list of contacts as well, and
   * tell so (`apart`, event.h). Their manifolds are those of carom_collide_within. 0..CAROM_SIZE_MAX; with 0
   * only pairs that touch are in contact, unless a collider has a margin of its own (collider.h). Saves keep
   * it. */
  float margin;
  carom_broadphase_kind broadphase; /* how the world finds candidate pairs */
  /* threads for the step and for what is set in bulk (carom_body_set_poses and the like, target.h). They
   * must stay available until the world is destroyed, so destroy a pool after its worlds. All zero: the
   * calling thread works alone. */
  carom_tasks tasks;
  carom_filter_fn filter; /* NULL: only the colliders' filters decide */
  void *filter_user;      /* passed to filter unchanged */
  void *user;             /* returned by carom_world_get_user */
} carom_world_def;

/* Creates a world. A NULL def counts as all zero. Errors: CAROM_NULL_ARGUMENT (out), CAROM_UNKNOWN_KIND,
 * CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE (margin), CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_world_create(const carom_world_def *def, carom_world **out);

/* Ends all contacts as carom_world_clear does, then frees the world. NULL does nothing. A game whose handlers
 * have lost their user data must remove these handlers first. CAROM_BUSY refuses the call inside a handler.
 */
CAROM_API carom_status carom_world_destroy(carom_world *world);

/* Destroys all bodies. Every contact ENDs with CAROM_END_CLEARED, and the handlers receive these events
 * before the call returns. Handlers stay registered. Objects that a handler creates during the call stay as
 * well. CAROM_BUSY refuses the call inside a handler. */
CAROM_API carom_status carom_world_clear(carom_world *world);

/* Steps the world by dt seconds, in 0..1e3. Bodies with velocities move, the step finds all contacts at the
 * new poses, and the handlers run. With dt 0 nothing moves. Only swept bodies are checked along their motion
 * (swept.h). Any other body that moves farther in a step than its own length can pass through a thin object.
 *
 * CAROM_OUT_OF_MEMORY and CAROM_LIMIT leave the world as before the call, except that there are no events and
 * no hits of swept bodies to poll. The call can be repeated. Other errors: CAROM_BUSY inside a handler,
 * CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE for dt. A body that would leave CAROM_POSITION_MAX stops there, and
 * carom_counts.clamped counts it. */
CAROM_API carom_status carom_world_step(carom_world *world, float dt);

/* Does the first part of a step by dt seconds, in 0..1e3: bodies with velocities move. The step by 0 that
 * follows does the rest, and both together do what carom_world_step does, also for swept bodies. A world that
 * is split over several processes can thus exchange bodies where they will be found. In between, bodies may
 * be created, destroyed, set and handed over (handover.h). What is put elsewhere there has no way in this
 * step, as between two steps. A step by more than 0, another move, saves, clones, rewinds and the start of a
 * recording give CAROM_BUSY until the step by 0 is done; a step that was refused has to be repeated. Errors:
 * CAROM_NULL_ARGUMENT, CAROM_BUSY (also inside a handler), CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE,
 * CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_world_move(carom_world *world, float dt);

/* Returns the status of the last refused call that would have changed this world, or CAROM_OK if there was
 * none. A successful call does not reset it, so use it after a null id. A NULL world gives
 * CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_get_last_status(const carom_world *world);

/* Replaces the filter callback. NULL means none. The next step asks again about all bodies, unless it is the
 * first step after a load (snapshot.h). */
CAROM_API carom_status carom_world_set_filter(carom_world *world, carom_filter_fn filter, void *user);

/* Writes the filter callback and its user pointer. Either output may be NULL. */
CAROM_API carom_status carom_world_get_filter(const carom_world *world, carom_filter_fn *filter, void **user);

/* Returns the user pointer of the definition, or NULL for a NULL world. */
CAROM_API void *carom_world_get_user(const carom_world *world);

/* Returns a hash of everything that the next step depends on. This covers bodies, contacts, and colliders
 * with their shapes and the content of their assets, e.g. hulls and meshes. The same calls give the same hash
 * on every platform. The hash does not cover user pointers, values of contacts and handlers. It is 0 for
 * NULL.
 */
CAROM_API uint64_t carom_world_hash(const carom_world *world);

/* The content of a world and the work of its last step. */
typedef struct carom_counts {
  /* bodies of each kind, and all colliders */
  uint32_t static_bodies, kinematic_bodies, colliders;
  uint64_t steps;               /* since the world was created */
  uint64_t begins, stays, ends; /* since the world was created */
  uint64_t nears, fars;         /* since the world was created */
  size_t body_pairs;            /* last step: pairs of bodies, not both at rest, with overlapping AABBs */
  size_t collider_pairs;        /* of these pairs: colliders with overlapping OBBs whose filters agree */
  size_t dropped;               /* last step: touching pairs whose contact a `keep` handler refused */
  /* contacts that touch and have not had their END, at rest or not: begins - ends */
  size_t contacts;
  /* last step: examined pairs whose penetration depth was not found within the bound of iterations. They keep
   * their last manifold, or touch in one point of depth 0. */
  size_t not_converged;
  size_t clamped; /* last step: bodies stopped at CAROM_POSITION_MAX */
  size_t memory;  /* bytes that the world holds */
} carom_counts;

/* Writes the counts. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_world_get_counts(const carom_world *world, carom_counts *out);

/* The passes of a step, in the order in which they run. */
typedef enum carom_pass {
  CAROM_PASS_MOTION,      /* velocities move poses */
  CAROM_PASS_BOUNDS,      /* AABBs and trees at the new poses */
  CAROM_PASS_BROADPHASE,  /* pairs of bodies with overlapping AABBs */
  CAROM_PASS_SWEPT,       /* what swept bodies meet on their ways */
  CAROM_PASS_CULL,        /* pairs of colliders with overlapping OBBs whose filters agree */
  CAROM_PASS_NARROWPHASE, /* manifolds of what touches or is within a margin; of boxes alone, the cull too */
  CAROM_PASS_CONTACTS,    /* which contacts begin, stay and end */
  CAROM_PASS_DISPATCH     /* the handlers */
} carom_pass;

/* How many passes there are. */
#define CAROM_PASS_COUNT 8

/* Tells the time, in any unit. `user` is the pointer that was given with it. It must not call carom. */
typedef uint64_t (*carom_clock_fn)(void *user);

/* Measures each pass of the steps from now on by a clock of the game; NULL stops that. At first there is no
 * clock. The step asks it nine times, on the thread of the call. Results do not depend on it, and neither
 * saves, clones nor recordings keep it. Errors: CAROM_NULL_ARGUMENT (world), CAROM_BUSY inside a handler. */
CAROM_API carom_status carom_world_set_clock(carom_world *world, carom_clock_fn now, void *user);

/* Writes how long each pass of the last step took, by the clock's unit, into CAROM_PASS_COUNT numbers at
 * `times`. A pass that the last step did not reach, because it was refused, took 0; without a clock all did.
 * In a handler the time of CAROM_PASS_DISPATCH is still 0. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_world_get_pass_times(const carom_world *world, uint64_t *times);

#ifdef __cplusplus
}
#endif

#endif
