/* carom/planar.h: directions and poses in the plane, where z is 0 and rotations are about z.
 *
 * A planar pose is an ordinary carom_pose, so that bodies, queries and casts are the same in the plane and in
 * space. These functions make planar poses from coordinates and an angle. Angles are counter-clockwise when x
 * points right and y points up. carom computes sine and cosine itself, so that a pose has the same bits on
 * every platform.
 *
 * An angle that is not finite gives results that are NaN. So does an angle beyond 1e9 for a direction, or
 * beyond 2e9 for a pose. Calls refuse these results with CAROM_NOT_FINITE. */
#ifndef CAROM_PLANAR_H
#define CAROM_PLANAR_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the unit vector at an angle in radians from the x axis: (cosine, sine). */
CAROM_API carom_vec2 carom_direction(double radians);
/* Returns the unit vector at an angle in degrees from the x axis. It is exact at all multiples of 90. */
CAROM_API carom_vec2 carom_direction_degrees(double degrees);

/* Returns the planar pose at x, y, turned by an angle in radians. */
CAROM_API carom_pose carom_pose_planar(double x, double y, double radians);
/* Returns the planar pose at x, y, turned by an angle in degrees. */
CAROM_API carom_pose carom_pose_planar_degrees(double x, double y, double degrees);

/* Returns the angle of a planar pose in -pi..pi radians, within the rounding of the pose's floats. For a pose
 * that also turns about other axes, it returns the part about z. NULL gives 0. */
CAROM_API double carom_pose_angle(const carom_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
