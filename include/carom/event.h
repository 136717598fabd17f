/* carom/event.h: contact events and the handlers that receive them.
 *
 * A pair of colliders that touches gets one BEGIN, then a STAY in each step while the contact lasts. It then
 * gets exactly one END with its cause, whatever happens. BEGIN comes in the step in which the overlap first
 * exists.
 *
 * Where a margin is asked for (world.h, collider.h), the list of contacts also has pairs that are apart by at
 * most their margin. Such a pair has a NEAR when it comes within its margin, at a distance or in touch, and a
 * FAR when it leaves it. BEGIN, STAY and END tell of touching alone, and come between the two. Only where the
 * game takes away the margin of a pair that touches, or gives it one, FAR or NEAR comes while the contact
 * lasts.
 *
 * Handlers run at the end of carom_world_step, on the thread that called it. The world is then unlocked:
 * handlers may create, destroy, move, filter and query, and may add or remove handlers. Only
 * carom_world_step, carom_world_clear and carom_world_destroy give CAROM_BUSY. A contact of an object that a
 * handler destroys gets its END in the same dispatch, if its BEGIN was delivered, and no event after that.
 * The other handlers still receive the current event, even when one handler has just destroyed a body in it.
 * carom_body_is_valid tells whether that happened.
 *
 * All ENDs come first, then all FARs, NEARs, BEGINs and STAYs. Each group is in ascending order of the two
 * colliders' indices, that of side a first. The ENDs and then the FARs of objects that handlers destroy come
 * last, and after them those of what the handlers of these destroy. The order depends only on the history of
 * calls. For each event the handlers run in the order in which the game added them.
 *
 * A handler must return, and not by longjmp or an exception (world.h). */
#ifndef CAROM_EVENT_H
#define CAROM_EVENT_H

#include "collide.h"
#include "collider.h"
#include "patch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One of the two sides of a contact. */
typedef struct carom_contact_side {
  carom_body body;         /* the body of the collider */
  carom_collider collider; /* the collider that touches */
  /* the body's user pointer when a step last found the contact. A game that frees the data before the END
   * comes must not follow this pointer. */
  void *body_user;
  void *collider_user; /* the same for the collider */
  uint64_t category;   /* of the collider; never 0 */
  /* the index of the link for a chain. For a shape of many, the numbers of the child and of the triangle
   * where it is touched deepest, as in the first patch. 0 for other shapes. */
  uint32_t child, triangle;
} carom_contact_side;

/* Two colliders that touch, or that are apart by at most their margin. */
typedef struct carom_contact {
  carom_contact_side a, b; /* a has the lower order, or else collider index (collider.h) */
  carom_manifold manifold; /* its normal points from a to b; an END has the last manifold */
  /* All patches of a pair that is not convex, the deepest first; the manifold is that of the first. NULL for
   * two convex shapes, whose manifold tells all, unless `further` is true. carom_contact_get_patches treats
   * all alike. The patches are valid as long as the event or the list of contacts that they come from. */
  const carom_patch *patches;
  uint32_t patch_count; /* 0 when patches is NULL */
  /* the speed at which a and b approach along the normal, at the first point of the manifold; negative when
   * they separate. It follows from the velocities of the bodies, so it is 0 for bodies that the game only
   * places. A game that moves its bodies along a path gives them targets instead (target.h). One that
   * integrates them itself can set their velocities too and step by 0, which moves nothing. */
  float approach_speed;
  bool sensor; /* one of the colliders is a sensor */
  /* They do not touch: the manifold is that of carom_collide_within, whose separations are above 0. Manifolds
   * of pairs that touch may have such points too, where they have a margin. */
  bool apart;
  bool nearby; /* the pair has a margin, and so a NEAR and a FAR */
  /* Two convex shapes have more than four points (`eight_points`, world.h). There are two patches of one
   * normal then: the manifold, and up to four further points. With persistent_manifolds the points of each
   * keep their order from step to step, so that the deepest need not be the first. */
  bool further;
  uint64_t value; /* a value of the game: see carom_contact_set_value */
} carom_contact;

/* The kinds of event, as bits, so that a handler can ask for several. */
typedef enum carom_event_kind {
  CAROM_EVENT_BEGIN = 1, /* two colliders touch that did not touch before */
  CAROM_EVENT_STAY = 2,  /* they still touch */
  CAROM_EVENT_END = 4,   /* the contact is over; the event has its cause */
  CAROM_EVENT_NEAR = 8,  /* a pair with a margin has come within it, or touches */
  CAROM_EVENT_FAR = 16   /* it is no longer within a margin */
} carom_event_kind;

/* Why a contact ended, or went out of its margin: the first cause in this list that applies. */
typedef enum carom_end_cause {
  CAROM_END_NONE,      /* the event is neither an END nor a FAR */
  CAROM_END_CLEARED,   /* the world was cleared or destroyed */
  CAROM_END_DESTROYED, /* a body or collider was destroyed */
  CAROM_END_DISABLED,  /* a body was disabled */
  CAROM_END_FILTERED,  /* the filters or the filter callback no longer admit the pair */
  CAROM_END_DROPPED,   /* a handler's `keep` returned false */
  /* apart, and a collider's shape or local pose was replaced since the last step, even by the same one */
  CAROM_END_RESHAPED,
  /* apart, and the game put a body elsewhere since the last step, even if it put the body back and something
   * else separated them */
  CAROM_END_MOVED,
  CAROM_END_SEPARATED /* apart because of their velocities alone, or the margin was made smaller */
} carom_end_cause;

/* An event about one contact. */
typedef struct carom_event {
  carom_event_kind kind; /* what happened to the contact */
  carom_end_cause cause; /* of an END or a FAR, else CAROM_END_NONE */
  /* valid until the handler returns; from carom_world_get_events, valid as long as the events */
  const carom_contact *contact;
} carom_event;

/* Receives an event. */
typedef void (*carom_event_fn)(void *user, carom_world *world, const carom_event *event);

/* Decides whether two colliders that touch shall be in contact. The world asks before it makes the events of
 * the step. The event is the one that follows if the answer is true, which is BEGIN or STAY.
 *
 * After false there is no contact in this step, within a margin either. An existing contact ENDs with
 * CAROM_END_DROPPED, and a new one gives no event. Nobody is asked about a pair that is apart. The question
 * comes again in each step in which the colliders touch and one of them was changed or moved. While both
 * rest, the answer stands.
 *
 * The calls come on the thread that called the step, in the order of the contacts. Handlers are asked in the
 * order in which the game added them, until one returns false. `world` is there to read from and still has
 * the contacts of the previous step. Functions that change it give CAROM_BUSY. A step that runs out of memory
 * asks nothing. */
typedef bool (*carom_keep_fn)(void *user, const carom_world *world, const carom_event *event);

/* The events that a handler receives. */
typedef struct carom_handler_def {
  carom_event_fn callback; /* receives events; this or `keep` must be set, or both */
  /* is asked before the events. A one-way platform asks about BEGIN alone, so that what stands on it stays
   * there. */
  carom_keep_fn keep;
  void *user;      /* passed to both functions */
  uint32_t events; /* bits of carom_event_kind; 0: BEGIN and END, or with an impact BEGIN */
  /* only pairs of a collider with one of the bits of category_a and one with one of the bits of category_b; 0
   * means any. The handler sees the collider that matches category_a as side a: the contact is reversed when
   * necessary. */
  uint64_t category_a;
  uint64_t category_b; /* see category_a */
  /* > 0: only hits, which are BEGINs with at least this approach_speed. The hit is at the first point of the
   * manifold. `events` must then have no other bit. */
  float impact;
} carom_handler_def;

/* Adds a handler and returns its id. A refused call returns the null id, and carom_world_get_last_status
 * tells the reason: CAROM_NULL_ARGUMENT, CAROM_UNKNOWN_KIND (other bits in events), CAROM_NOT_FINITE or
 * CAROM_OUT_OF_RANGE (impact), CAROM_BUSY or CAROM_OUT_OF_MEMORY. A handler that is added inside another one
 * receives the events after the current one. */
CAROM_API carom_handler carom_handler_add(carom_world *world, const carom_handler_def *def);

/* Removes a handler. carom does not call it again, even when events are still to be delivered. */
CAROM_API carom_status carom_handler_remove(carom_world *world, carom_handler handler);

/* Tells whether the id names a handler that has not been removed. */
CAROM_API bool carom_handler_is_valid(const carom_world *world, carom_handler handler);

/* Writes the contact of two colliders, given in either order, as carom_world_get_contacts has it: side a has
 * the lower order, or else index. CAROM_STALE_ID refuses a destroyed collider. CAROM_NO_CONTACT means that
 * they neither touch nor are within a margin or, inside a handler, that their contact has had its END. */
CAROM_API carom_status carom_contact_between(const carom_world *world, carom_collider first,
                                             carom_collider second, carom_contact *out);

/* Returns the patches of a contact, the deepest first, and writes their number to *count. A contact whose
 * `patches` are NULL has one, which is its manifold: it is written to *room, and room is returned. So a game
 * loops over the patches of all contacts alike. Returns NULL when an argument is NULL. Any thread may call
 * it, as long as the patches are valid. */
CAROM_API const carom_patch *carom_contact_get_patches(const carom_contact *contact, carom_patch *room,
                                                       size_t *count);

/* Sets the value that the game stores with the contact of two colliders, given in either order. It may be a
 * number or a pointer. The value is 0 at BEGIN, persists from step to step, and is still there in the END. Of
 * a pair with a margin it is 0 at NEAR, and persists until FAR.
 * The handlers that run later see a value that a handler sets. CAROM_STALE_ID and CAROM_NO_CONTACT are as for
 * carom_contact_between. */
CAROM_API carom_status carom_contact_set_value(carom_world *world, carom_collider first,
                                               carom_collider second, uint64_t value);

/* A value of the game for each point of a manifold, in its order; e.g. the impulse that a solver begins with
 * in the next step. */
typedef struct carom_point_values {
  uint64_t points[CAROM_MANIFOLD_POINTS]; /* in the order of the points of the manifold */
} carom_point_values;

/* Returns the values that the game keeps with the points of all contacts, in the order of
 * carom_world_get_contacts, to be read and written in place, and writes their number to *count. In a world
 * with eight_points (world.h) each contact has two that follow each other: of its manifold, and of its
 * further points, which are its second patch. A value is 0 when its point is new, and stays with the point as
 * long as the point keeps its id. Of contacts with patches that are not `further` nothing is kept: a step
 * that looks at the pair again makes the values 0. Returns NULL when there are none, when an argument is
 * NULL, and in a world without persistent_manifolds (world.h). Saves, clones and rewinds keep the values;
 * hashes and recordings do not. The array is valid until the next step (even a refused one), rewind, clear or
 * destroy.
 */
CAROM_API carom_point_values *carom_world_get_point_values(carom_world *world, size_t *count);

/* Returns the events of the last step or clear in the order of their delivery, and writes their number to
 * *count. Returns NULL when there are none, and when world or count is NULL. There are none while a step or
 * clear runs, e.g. inside a handler. The array is valid until the next step (even a refused one), rewind,
 * clear or destroy. */
CAROM_API const carom_event *carom_world_get_events(const carom_world *world, size_t *count);

/* Returns all contacts of the last step in ascending order of the colliders' indices, that of side a first,
 * and writes their number to *count. The array is valid until the next step (even a refused one), rewind,
 * clear, destroy or adoption (handover.h). It still has the contacts of objects that were destroyed since the
 * step, and those that were forgotten. */
CAROM_API const carom_contact *carom_world_get_contacts(const carom_world *world, size_t *count);

/* Writes pointers to the contacts of a body, whichever side it is, to out[0..capacity-1], in the order of
 * carom_world_get_contacts. Writes their number, which may exceed capacity, to *count. out may be NULL when
 * capacity is 0. The pointers are valid as long as that array. Contacts that have had their END are left out.
 *
 * The time grows with the number of the contacts of the body, apart from the first call after a step, which
 * looks at all contacts once. While no step has followed the first call ever, all calls do. Any number of
 * threads may call it while no thread changes the world. CAROM_STALE_ID refuses a destroyed body whose ENDs
 * were delivered. */
CAROM_API carom_status carom_body_get_contacts(const carom_world *world, carom_body body,
                                               const carom_contact **out, size_t capacity, size_t *count);

/* Returns "begin", "stay", "end", "near" or "far". */
CAROM_API const char *carom_event_kind_name(carom_event_kind kind);

/* Returns the name of the cause in lower case, e.g. "separated". */
CAROM_API const char *carom_end_cause_name(carom_end_cause cause);

#ifdef __cplusplus
}
#endif

#endif
