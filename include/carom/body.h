/* carom/body.h: bodies, which the game moves.
 *
 * The game owns the motion. A kinematic body goes where the game puts it (carom_body_set_pose,
 * carom_body_set_poses), or moves with its velocities when the world steps. Nothing else moves it. Every pair
 * of a kinematic body and any other body is reported. Static bodies do not meet each other, and sensors on
 * them do not either, unless a collider sees static ones (carom_collider_def).
 *
 * Only the state at the time of the step counts. A change that is undone before the next step has no effect
 * on contacts: a contact that exists before and after it is a STAY.
 *
 * A body rests while nothing about it changes: its pose, velocities and user pointer, whether it is enabled,
 * and its colliders with their shapes, poses, filters and user pointers. Setting a pose to the same value is
 * no change. Contacts between two resting bodies stay as they are and cost almost nothing. The events are the
 * same as without rest.
 *
 * A NULL world gives CAROM_NULL_ARGUMENT. An id that is null, or whose object was destroyed, gives
 * CAROM_STALE_ID. All functions may be called inside event handlers. Inside the filter callback of a world
 * (world.h), functions that change the world give CAROM_BUSY. Functions that take a const world only read it.
 * Any number of threads may call them at once while no thread changes the world. */
#ifndef CAROM_BODY_H
#define CAROM_BODY_H

#include "id.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a body takes part in a world. */
typedef enum carom_body_kind {
  CAROM_KINEMATIC,      /* moves, and meets all other bodies */
  CAROM_STATIC,         /* stands still and meets kinematic bodies; moving it is allowed and costs more */
  CAROM_BODY_KIND_COUNT /* the number of kinds, not a kind */
} carom_body_kind;

/* The initial values of a body. All zero gives a kinematic body at rest at the origin. */
typedef struct carom_body_def {
  carom_body_kind kind;       /* whether it moves; fixed for its life */
  carom_pose pose;            /* a zero rotation means no rotation */
  carom_vec3 linear_velocity; /* units per second; must be zero for a static body */
  /* radians per second about each world axis; must be zero for a static body */
  carom_vec3 angular_velocity;
  bool disabled; /* starts disabled: see carom_body_set_enabled */
  void *user;    /* stored and returned; carom never follows it */
  bool ghost;    /* starts as a ghost: see carom_body_set_ghost; must be false for a static body */
} carom_body_def;

/* Creates a body without colliders and returns its id. A NULL def counts as all zero. A refused call returns
 * the null id, and carom_world_get_last_status tells the reason: CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE,
 * CAROM_NOT_UNIT, CAROM_STATIC_BODY, CAROM_UNKNOWN_KIND, CAROM_BUSY, CAROM_OUT_OF_MEMORY or CAROM_LIMIT. In a
 * planar world it may also be CAROM_NOT_PLANAR. */
CAROM_API carom_body carom_body_create(carom_world *world, const carom_body_def *def);

/* Destroys a body with its colliders. The body touches nothing from then on, and every call that would change
 * it gives CAROM_STALE_ID. Its contacts END with CAROM_END_DESTROYED, in the dispatch that is running or else
 * in the next one. Its values can still be read until that dispatch is over. */
CAROM_API carom_status carom_body_destroy(carom_world *world, carom_body body);

/* Tells whether the id names a body that has not been destroyed. The values of a destroyed body can still be
 * read until its ENDs are delivered. */
CAROM_API bool carom_body_is_valid(const carom_world *world, carom_body body);

/* Puts a body at a pose. A contact that this separates ENDs in the next step with CAROM_END_MOVED. This is
 * also the cause if the body is put back and its velocity separates the pair. A contact that this creates
 * BEGINs in the next step. CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_UNIT and, in a planar world,
 * CAROM_NOT_PLANAR refuse the pose. */
CAROM_API carom_status carom_body_set_pose(carom_world *world, carom_body body, const carom_pose *pose);

/* Writes the current pose of a body. */
CAROM_API carom_status carom_body_get_pose(const carom_world *world, carom_body body, carom_pose *out);

/* Sets the velocities of a kinematic body for the following steps, in units and radians per second. Both are
 * in world axes, with components in -CAROM_SPEED_MAX..CAROM_SPEED_MAX. CAROM_STATIC_BODY refuses a static
 * body unless both are zero. The first body of a world that moves so makes room for the velocities of all,
 * which may give CAROM_OUT_OF_MEMORY. Other errors: CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, and
 * CAROM_NOT_PLANAR in a planar world. */
CAROM_API carom_status carom_body_set_velocity(carom_world *world, carom_body body, carom_vec3 linear,
                                               carom_vec3 angular);

/* Writes the velocities of a body. Either output may be NULL. */
CAROM_API carom_status carom_body_get_velocity(const carom_world *world, carom_body body, carom_vec3 *linear,
                                               carom_vec3 *angular);

/* Enables or disables a body. A disabled body keeps its id, pose and colliders. It touches nothing, no query
 * finds it, and it does not move. Its contacts END with CAROM_END_DISABLED in the next step. */
CAROM_API carom_status carom_body_set_enabled(carom_world *world, carom_body body, bool enabled);

/* Makes a kinematic body a ghost or an ordinary body. A ghost meets bodies that are neither ghosts nor
 * static, and nothing else: it stands for a body of another world, which has the rest of its contacts. It
 * moves, has contacts and events, and is found by queries, counted and hashed as any other body. A contact
 * that is no longer admitted ENDs in the next step with CAROM_END_FILTERED. CAROM_STATIC_BODY refuses a
 * static body. */
CAROM_API carom_status carom_body_set_ghost(carom_world *world, carom_body body, bool ghost);

/* Tells whether a body is a ghost. */
CAROM_API carom_status carom_body_is_ghost(const carom_world *world, carom_body body, bool *out);

/* Makes the next step treat a body as changed. A game calls it when its filter callback (world.h) would
 * answer differently than before although the body has not changed. */
CAROM_API carom_status carom_body_touch(carom_world *world, carom_body body);

/* Tells whether a body is enabled. */
CAROM_API carom_status carom_body_is_enabled(const carom_world *world, carom_body body, bool *out);

/* Writes the kind of a body. */
CAROM_API carom_status carom_body_get_kind(const carom_world *world, carom_body body, carom_body_kind *out);

/* Replaces the user pointer of a body. */
CAROM_API carom_status carom_body_set_user(carom_world *world, carom_body body, void *user);

/* Returns the user pointer of a body, or NULL when the id is stale. */
CAROM_API void *carom_body_get_user(const carom_world *world, carom_body body);

/* The contacts of a body that touch: that have begun and not ended, and the BEGIN and END events delivered
 * for it since its creation. The two numbers of events are modulo 2^32. */
typedef struct carom_contact_counts {
  uint32_t contacts; /* that touch now */
  uint32_t begins;   /* BEGIN events so far */
  uint32_t ends;     /* END events so far */
} carom_contact_counts;

/* Writes the contact counts of a body. */
CAROM_API carom_status carom_body_get_counts(const carom_world *world, carom_body body,
                                             carom_contact_counts *out);

/* Writes the ids of a body's colliders to out[0..capacity-1], in the order of their creation. Writes their
 * number, which may exceed capacity, to *count. out may be NULL when capacity is 0. */
CAROM_API carom_status carom_body_get_colliders(const carom_world *world, carom_body body,
                                                carom_collider *out, size_t capacity, size_t *count);

/* Writes the ids of all bodies of a world to out[0..capacity-1], enabled or not, in ascending order of their
 * indices, and their number, which may exceed capacity, to *count. out may be NULL when capacity is 0. Bodies
 * that are destroyed in a handler are left out from then on. The call takes a time in proportion to the most
 * bodies that the world has had. Errors: CAROM_NULL_ARGUMENT. */
CAROM_API carom_status carom_world_get_bodies(const carom_world *world, carom_body *out, size_t capacity,
                                              size_t *count);

/* The type of the numbers in a strided array. */
typedef enum carom_scalar {
  CAROM_FLOAT,       /* float */
  CAROM_DOUBLE,      /* double */
  CAROM_POSE,        /* as in a carom_pose: doubles in positions and floats in rotations; poses only */
  CAROM_SCALAR_COUNT /* the number of types, not a type */
} carom_scalar;

/* Arrays of poses that the game owns. A position is x y z and a rotation is x y z w, all of one scalar type.
 * Each one begins its stride. Strides are in bytes, of any alignment, and 0 means packed. With rotations NULL
 * the bodies keep their rotations. */
typedef struct carom_pose_array {
  carom_scalar scalar;    /* the type of all numbers */
  const void *positions;  /* x y z of each body */
  size_t position_stride; /* bytes from position to position; 0 means packed */
  const void *rotations;  /* x y z w of each body; NULL: the bodies keep theirs */
  size_t rotation_stride; /* bytes from rotation to rotation; 0 means packed */
} carom_pose_array;

/* Sets the poses of count bodies: body i takes entry i. The call checks all entries first. If
 * carom_body_set_pose would refuse one of them, the call refuses all, and the log names the entry.
 * CAROM_UNKNOWN_KIND refuses the scalar. */
CAROM_API carom_status carom_body_set_poses(carom_world *world, const carom_body *bodies, size_t count,
                                            const carom_pose_array *poses);

/* Arrays of the game that receive poses. Either may be NULL, and strides work as in carom_pose_array. */
typedef struct carom_pose_buffer {
  carom_scalar scalar;    /* the type of all numbers */
  void *positions;        /* receives x y z of each body; NULL: not wanted */
  size_t position_stride; /* bytes from position to position; 0 means packed */
  void *rotations;        /* receives x y z w of each body; NULL: not wanted */
  size_t rotation_stride; /* bytes from rotation to rotation; 0 means packed */
} carom_pose_buffer;

/* Writes the poses of count bodies. When one id is stale, it writes nothing. */
CAROM_API carom_status carom_body_get_poses(const carom_world *world, const carom_body *bodies, size_t count,
                                            const carom_pose_buffer *out);

/* Writes the AABBs of count bodies as a step by 0 would have them now: around all colliders, with what
 * margins add. They are rounded outward as in carom_collider_get_bounds. With `ways`, in a world that was
 * moved (carom_world_move), they are also around where the bodies went, as swept bodies meet others there.
 * Two bodies whose AABBs are apart have no contact in that step, if neither is swept or both AABBs are with
 * ways. The AABB of a body without colliders is around its position. Disabled bodies have theirs, too. When
 * one id is stale, the call writes nothing. Errors: CAROM_NULL_ARGUMENT, CAROM_STALE_ID. */
CAROM_API carom_status carom_body_get_bounds(const carom_world *world, const carom_body *bodies, size_t count,
                                             bool ways, carom_aabb *out);

/* Arrays of velocities that the game owns. A linear and an angular velocity is x y z, both of one scalar
 * type. Strides work as in carom_pose_array. With one array NULL the bodies keep their velocities of that
 * sort. */
typedef struct carom_velocity_array {
  carom_scalar scalar;   /* the type of all numbers */
  const void *linear;    /* units per second; NULL: the bodies keep theirs */
  size_t linear_stride;  /* bytes from velocity to velocity; 0 means packed */
  const void *angular;   /* radians per second; NULL: the bodies keep theirs */
  size_t angular_stride; /* bytes from velocity to velocity; 0 means packed */
} carom_velocity_array;

/* Sets the velocities of count bodies: body i takes entry i, in the units of carom_body_set_velocity. Doubles
 * are rounded to floats. The call checks all entries first. If carom_body_set_velocity would refuse one of
 * them, the call refuses all, and the log names the entry. Of two entries of one body the later one counts.
 * CAROM_UNKNOWN_KIND refuses the scalar. CAROM_NULL_ARGUMENT refuses count > 0 without any array. The first
 * call of a world may give CAROM_OUT_OF_MEMORY, also where all velocities are zero: none is taken then. */
CAROM_API carom_status carom_body_set_velocities(carom_world *world, const carom_body *bodies, size_t count,
                                                 const carom_velocity_array *velocities);

/* Arrays of the game that receive velocities. Either may be NULL, and strides work as in carom_pose_array. */
typedef struct carom_velocity_buffer {
  carom_scalar scalar;   /* the type of all numbers */
  void *linear;          /* receives units per second; NULL: not wanted */
  size_t linear_stride;  /* bytes from velocity to velocity; 0 means packed */
  void *angular;         /* receives radians per second; NULL: not wanted */
  size_t angular_stride; /* bytes from velocity to velocity; 0 means packed */
} carom_velocity_buffer;

/* Writes the velocities of count bodies. When one id is stale, it writes nothing. */
CAROM_API carom_status carom_body_get_velocities(const carom_world *world, const carom_body *bodies,
                                                 size_t count, const carom_velocity_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
