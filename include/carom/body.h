/* carom/body.h: bodies: what the game moves.
 *
 * The game owns the motion. A kinematic body goes where the game puts it (carom_body_set_pose,
 * carom_body_set_poses) or as its velocities say when the world steps; nothing else ever moves it. Every pair
 * of a kinematic body with any other is reported; static bodies do not meet each other, sensors on them
 * neither, unless a collider sees static ones (carom_collider_def).
 *
 * What counts is how things stand when the world steps: what is changed and changed back between two steps
 * leaves no trace, and a contact that is there before and after is a STAY.
 *
 * A body rests while nothing of it changes: its pose (it may be set to the same), velocities, user pointer
 * and being enabled, and its colliders with their shapes, poses, filters and user pointers. Contacts of two
 * bodies that rest stay as they are and cost next to nothing; events do not differ by it.
 *
 * A world that is NULL gives CAROM_NULL_ARGUMENT, an id that is null or names nothing any more
 * CAROM_STALE_ID. All functions may be called from inside event handlers; from inside the filter callback of
 * a world (world.h) those that change the world give CAROM_BUSY. Functions that take a const world only read:
 * any number of threads may call them at once while no thread changes the world. */
#ifndef CAROM_BODY_H
#define CAROM_BODY_H

#include "id.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_body_kind {
  CAROM_KINEMATIC, /* moves; meets everything */
  CAROM_STATIC,    /* stands still (moving it is allowed and costs more); meets kinematic bodies */
  CAROM_BODY_KIND_COUNT
} carom_body_kind;

/* What a body begins as. All zero: a kinematic body at rest at the origin. */
typedef struct carom_body_def {
  carom_body_kind kind;
  carom_pose pose;             /* a zero rotation means none */
  carom_vec3 linear_velocity;  /* units a second; must be zero on a static body */
  carom_vec3 angular_velocity; /* radians a second about each world axis; must be zero on a static body */
  bool disabled;               /* begins out of the world: see carom_body_set_enabled */
  void *user;                  /* kept and handed back; carom never looks at it */
} carom_body_def;

/* Creates a body with no collider yet and returns its id. NULL def: all zero. Returns the null id when
 * refused; carom_world_get_last_status then tells why (CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_UNIT,
 * CAROM_STATIC_BODY, CAROM_UNKNOWN_KIND, CAROM_BUSY, CAROM_OUT_OF_MEMORY, CAROM_LIMIT). */
CAROM_API carom_body carom_body_create(carom_world *world, const carom_body_def *def);

/* Destroys a body with its colliders. From now on it touches nothing and every call that would change it
 * gives CAROM_STALE_ID; its contacts END with CAROM_END_DESTROYED in the dispatch that runs or comes next,
 * and until that is over its values can still be read. */
CAROM_API carom_status carom_body_destroy(carom_world *world, carom_body body);

/* Tells whether the id names a body that has not been destroyed. (What has been can still be read until its
 * ENDs are delivered.) */
CAROM_API bool carom_body_is_valid(const carom_world *world, carom_body body);

/* Puts a body somewhere. A contact that this parts ENDs in the next step with CAROM_END_MOVED (also when the
 * body is put back, and its velocity parts them), one that it makes BEGINs in the next step.
 * CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE or CAROM_NOT_UNIT refuse the pose. */
CAROM_API carom_status carom_body_set_pose(carom_world *world, carom_body body, const carom_pose *pose);

/* Where a body is now. */
CAROM_API carom_status carom_body_get_pose(const carom_world *world, carom_body body, carom_pose *out);

/* Sets how a kinematic body moves in the following steps, in units and radians a second, both in world axes;
 * each component within CAROM_SPEED_MAX. CAROM_STATIC_BODY for a static body unless both are zero. */
CAROM_API carom_status carom_body_set_velocity(carom_world *world, carom_body body, carom_vec3 linear,
                                               carom_vec3 angular);

/* How a body moves; either result may be NULL. */
CAROM_API carom_status carom_body_get_velocity(const carom_world *world, carom_body body, carom_vec3 *linear,
                                               carom_vec3 *angular);

/* Takes a body out of the world or puts it back: disabled, it keeps its id, pose and colliders but touches
 * nothing, is found by no query and does not move; its contacts END with CAROM_END_DISABLED in the next step.
 */
CAROM_API carom_status carom_body_set_enabled(carom_world *world, carom_body body, bool enabled);

/* Has the next step look at a body anew though nothing of it has changed: for a game whose filter callback
 * (world.h) now answers differently. */
CAROM_API carom_status carom_body_touch(carom_world *world, carom_body body);

/* Tells whether a body is enabled. */
CAROM_API carom_status carom_body_is_enabled(const carom_world *world, carom_body body, bool *out);

/* The body's kind. */
CAROM_API carom_status carom_body_get_kind(const carom_world *world, carom_body body, carom_body_kind *out);

/* Replaces the user pointer. */
CAROM_API carom_status carom_body_set_user(carom_world *world, carom_body body, void *user);

/* Returns the user pointer; NULL when the id is stale. */
CAROM_API void *carom_body_get_user(const carom_world *world, carom_body body);

/* What happened to a body: its contacts that have begun and not ended, and how many of the events BEGIN and
 * END were delivered for it since it was created (modulo 2^32). */
typedef struct carom_contact_counts {
  uint32_t contacts, begins, ends;
} carom_contact_counts;

/* Writes the counts of a body. */
CAROM_API carom_status carom_body_get_counts(const carom_world *world, carom_body body,
                                             carom_contact_counts *out);

/* Writes the ids of a body's colliders, in order of creation, into out[0..capacity-1] and their number, which
 * may exceed capacity, into *count. out may be NULL when capacity is 0. */
CAROM_API carom_status carom_body_get_colliders(const carom_world *world, carom_body body,
                                                carom_collider *out, size_t capacity, size_t *count);

/* What the numbers of a strided array are. */
typedef enum carom_scalar { CAROM_FLOAT, CAROM_DOUBLE, CAROM_SCALAR_COUNT } carom_scalar;

/* The game's own arrays of poses: positions as x y z, rotations as x y z w, all of one scalar type, each at
 * the start of its stride (in bytes, of any alignment; 0 means packed). rotations NULL: the bodies keep
 * theirs. */
typedef struct carom_pose_array {
  carom_scalar scalar;
  const void *positions;
  size_t position_stride;
  const void *rotations;
  size_t rotation_stride;
} carom_pose_array;

/* Puts count bodies where the arrays say: body i takes entry i. All entries are checked before any is taken:
 * when one is refused, as carom_body_set_pose would, none is, and the log names it. CAROM_UNKNOWN_KIND for
 * the scalar. */
CAROM_API carom_status carom_body_set_poses(carom_world *world, const carom_body *bodies, size_t count,
                                            const carom_pose_array *poses);

/* The game's own arrays to write poses into; either may be NULL, strides as in carom_pose_array. */
typedef struct carom_pose_buffer {
  carom_scalar scalar;
  void *positions;
  size_t position_stride;
  void *rotations;
  size_t rotation_stride;
} carom_pose_buffer;

/* Writes the poses of count bodies; when one id is stale nothing is written. */
CAROM_API carom_status carom_body_get_poses(const carom_world *world, const carom_body *bodies, size_t count,
                                            const carom_pose_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
