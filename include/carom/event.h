/* carom/event.h: contact events, and the handlers they are delivered to.
 *
 * For a pair of colliders that touch there is one BEGIN, then a STAY in each step while it lasts, then
 * exactly one END with its cause, whatever happens. BEGIN comes in the step in which the overlap first
 * exists.
 *
 * Handlers run at the end of carom_world_step, on the thread that called it, with the world unlocked: they
 * may create, destroy, move, filter and query, and add or remove handlers; only carom_world_step,
 * carom_world_clear and carom_world_destroy are refused with CAROM_BUSY. What a handler destroys gets its END
 * in the same dispatch, if its BEGIN was delivered, and no event after. The event at hand still goes to the
 * other handlers, also when one has just destroyed a body of it: carom_body_is_valid tells.
 *
 * Order: all ENDs, then all BEGINs, then all STAYs, each in ascending order of the two colliders' indices;
 * ENDs of what was destroyed meanwhile come last. It depends on the history of calls alone. For each event
 * the handlers run in the order in which they were added.
 *
 * A handler must return, and not by longjmp or an exception (world.h). */
#ifndef CAROM_EVENT_H
#define CAROM_EVENT_H

#include "collide.h"
#include "collider.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One of the two sides of a contact. */
typedef struct carom_contact_side {
  carom_body body;
  carom_collider collider;
  void *body_user;     /* as it was when the contact was last found: what the game frees before the END comes,
                          it must not follow from here */
  void *collider_user; /* the same */
  uint64_t category;   /* of the collider; never 0 */
  uint32_t child;      /* of a chain, which link; 0 for the others */
  uint32_t triangle;   /* which triangle of a mesh; 0 for the others */
} carom_contact_side;

/* Two colliders that touch. */
typedef struct carom_contact {
  carom_contact_side a, b; /* a has the lower collider index */
  carom_manifold manifold; /* normal from a to b; in an END what it was when they last touched */
  float approach_speed;    /* how fast a and b approach along the normal at the manifold's first point, by the
                              velocities they have; negative when they part. 0 for bodies that are only ever
                              placed: a game that moves its bodies itself sets their velocities as well and
                              steps by 0, which moves nothing */
  bool sensor;             /* one of the colliders is a sensor */
  uint64_t value;          /* the game's own: see carom_contact_set_value */
} carom_contact;

/* Event kinds, as bits so that a handler can ask for several. */
typedef enum carom_event_kind {
  CAROM_EVENT_BEGIN = 1,
  CAROM_EVENT_STAY = 2,
  CAROM_EVENT_END = 4
} carom_event_kind;

/* Why a contact ended: the first in this list that is true. */
typedef enum carom_end_cause {
  CAROM_END_NONE,      /* not an END */
  CAROM_END_CLEARED,   /* the world was cleared or destroyed */
  CAROM_END_DESTROYED, /* a body or collider was destroyed */
  CAROM_END_DISABLED,  /* a body was disabled */
  CAROM_END_FILTERED,  /* a filter or the filter callback no longer admits the pair */
  CAROM_END_DROPPED,   /* a handler's `keep` said no */
  CAROM_END_RESHAPED,  /* apart, and a collider's shape or local pose was replaced since the step before,
                          also if by the same */
  CAROM_END_MOVED,     /* apart, and a body was put elsewhere since the step before, also if it was put back,
                          or if not that parted them */
  CAROM_END_SEPARATED  /* apart by their velocities alone */
} carom_end_cause;

typedef struct carom_event {
  carom_event_kind kind;
  carom_end_cause cause;
  const carom_contact
      *contact; /* valid until the handler returns; in carom_world_get_events as long as the events are */
} carom_event;

/* Receives an event. */
typedef void (*carom_event_fn)(void *user, carom_world *world, const carom_event *event);

/* Asked about two colliders that touch, before the events of the step are made: shall they be in contact?
 * The event is the one that a yes leads to, BEGIN or STAY. After a no there is no contact in this step: one
 * that was ENDs with CAROM_END_DROPPED, of one that was not nothing is told. The question comes again in
 * each step in which they touch and one of them was changed or moved; while both rest the answer stands.
 * Asked on the thread that called step, in the order of the contacts; handlers in the
 * order of adding, until one says no. It gets the world to read from, which still has the contacts of the
 * step before; changes are refused with CAROM_BUSY. A step that runs out of memory asks nothing. */
typedef bool (*carom_keep_fn)(void *user, const carom_world *world, const carom_event *event);

/* Who is told what. */
typedef struct carom_handler_def {
  carom_event_fn callback; /* is told of events; this or `keep` must be set, or both */
  carom_keep_fn keep;  /* is asked before them. A one-way platform asks about BEGIN alone: what stands on it
                          stays there */
  void *user;          /* handed to both */
  uint32_t events;     /* bits of carom_event_kind; 0 means BEGIN and END, with an impact BEGIN */
  uint64_t category_a; /* only pairs of a collider with one of these bits ... */
  uint64_t category_b; /* ... with one with one of these; 0 means any. Inside the callback side a is the
                          one that matches category_a: the contact is turned around when it must be */
  float impact;        /* > 0: only hits, that is BEGINs with an approach_speed of this or more; where is
                          the manifold's first point. No other bit may be in events then */
} carom_handler_def;

/* Adds a handler and returns its id, or the null id (carom_world_get_last_status: CAROM_NULL_ARGUMENT,
 * CAROM_UNKNOWN_KIND for other bits in events, CAROM_NOT_FINITE or CAROM_OUT_OF_RANGE for the impact,
 * CAROM_BUSY, CAROM_OUT_OF_MEMORY). Added inside a handler, it sees the events after the current one. */
CAROM_API carom_handler carom_handler_add(carom_world *world, const carom_handler_def *def);

/* Removes a handler; it is not called again, also when events are still to be delivered. */
CAROM_API carom_status carom_handler_remove(carom_world *world, carom_handler handler);

/* Tells whether the id names a handler that has not been removed. */
CAROM_API bool carom_handler_is_valid(const carom_world *world, carom_handler handler);

/* Writes the contact of two colliders, in either order, as carom_world_get_contacts has it (a is the side
 * with the lower index). CAROM_STALE_ID for a collider that is destroyed, CAROM_NO_CONTACT when they do not
 * touch or, inside a handler, when their contact has had its END. */
CAROM_API carom_status carom_contact_between(const carom_world *world, carom_collider first,
                                             carom_collider second, carom_contact *out);

/* Sets the value that the game keeps with the contact of two colliders, given in either order: a number or a
 * pointer. It is 0 at BEGIN, is kept from step to step, and is still there in the END. What is set inside a
 * handler is seen by the handlers after it. CAROM_STALE_ID and CAROM_NO_CONTACT as above. */
CAROM_API carom_status carom_contact_set_value(carom_world *world, carom_collider first,
                                               carom_collider second, uint64_t value);

/* Returns the events of the last step or clear as they were delivered, in order, and their number in *count
 * (NULL world or count: NULL). Valid until the next step, also a refused one, rewind, clear or destroy. While
 * a step or clear runs, inside a handler, say, there are none; NULL when there are none. */
CAROM_API const carom_event *carom_world_get_events(const carom_world *world, size_t *count);

/* Returns all contacts as the last step found them, ascending by the colliders' indices, and their number in
 * *count. Valid until the next step, also a refused one, rewind, clear or destroy; contacts of what was
 * destroyed since then are still in it. */
CAROM_API const carom_contact *carom_world_get_contacts(const carom_world *world, size_t *count);

/* Returns "begin", "stay" or "end". */
CAROM_API const char *carom_event_kind_name(carom_event_kind kind);

/* Returns the cause in lower case, e.g. "separated". */
CAROM_API const char *carom_end_cause_name(carom_end_cause cause);

#ifdef __cplusplus
}
#endif

#endif
