/* carom/spatial.h: rotations and poses in space, as games make them.
 *
 * A rotation is made from an axis and an angle, from Euler angles, from two directions, or from where to
 * look. Poses are put together, turned back, and applied to points. Angles are counter-clockwise when the
 * axis points at the viewer. carom computes sine and cosine itself, so that all of it has the same bits on
 * every platform.
 *
 * Quaternions may have any length; one that is all zero means no rotation. Directions may have any length;
 * one that is zero gives no rotation. An angle beyond 1e9, and numbers that are not finite, give results that
 * are NaN, which calls refuse with CAROM_NOT_FINITE. A NULL pose is the pose at the origin. Any thread may
 * call these functions. (Shoemake, 1985; Shepperd, 1978.) */
#ifndef CAROM_SPATIAL_H
#define CAROM_SPATIAL_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Rotations --- */

/* Returns the rotation about an axis by an angle in radians. */
CAROM_API carom_quat carom_quat_about(carom_vec3 axis, double radians);
/* Returns the rotation about an axis by an angle in degrees. */
CAROM_API carom_quat carom_quat_about_degrees(carom_vec3 axis, double degrees);

/* Euler angles in degrees: a roll about z, then a pitch about x, then a yaw about y, each about an axis that
 * stays. The same is a yaw, then a pitch, then a roll about axes that turn along. */
typedef struct carom_euler {
  double yaw, pitch, roll; /* about y, x and z */
} carom_euler;

/* Returns the rotation by Euler angles. */
CAROM_API carom_quat carom_quat_from_euler(carom_euler degrees);
/* Returns the Euler angles of a rotation: yaw and roll in -180..180, pitch in -90..90. At a pitch of 90 or
 * -90 only the sum of the others is known, and roll is 0. */
CAROM_API carom_euler carom_quat_to_euler(carom_quat rotation);

/* Returns the shortest rotation that turns one direction into another. Of opposite ones it is half a turn
 * about some axis square to them. */
CAROM_API carom_quat carom_quat_between(carom_vec3 from, carom_vec3 to);
/* Returns the rotation whose z axis points forward, and whose y axis points up as far as that allows. When up
 * leads along forward, some other direction takes its place. */
CAROM_API carom_quat carom_quat_look(carom_vec3 forward, carom_vec3 up);

/* Returns the rotation by `first` and then by `then`. Its length is one. */
CAROM_API carom_quat carom_quat_mul(carom_quat then, carom_quat first);
/* Returns the rotation back. Its length is one. */
CAROM_API carom_quat carom_quat_inverse(carom_quat rotation);
/* Returns a direction or an offset turned by a rotation. */
CAROM_API carom_vec3 carom_quat_rotate(carom_quat rotation, carom_vec3 v);

/* --- Poses --- */

/* Returns the pose in the world of what has a pose in the frame of another one. */
CAROM_API carom_pose carom_pose_mul(const carom_pose *outer, const carom_pose *inner);
/* Returns the pose in the world of what has a local pose on a body. */
CAROM_API carom_pose carom_pose_of_local(const carom_pose *body, const carom_local_pose *local);
/* Returns the pose back: the pose of the world in the frame of another pose. */
CAROM_API carom_pose carom_pose_inverse(const carom_pose *pose);

/* Returns where in the world a point of a frame is. */
CAROM_API carom_pos carom_pose_point(const carom_pose *pose, carom_vec3 point);
/* Returns where in a frame a point of the world is. */
CAROM_API carom_vec3 carom_pose_local_point(const carom_pose *pose, carom_pos point);

#ifdef __cplusplus
}
#endif

#endif
