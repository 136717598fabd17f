/* carom/planar.h: the plane: z is 0 and rotations are about z.
 *
 * A pose of the plane is a carom_pose like any other, so that bodies, queries and casts are the same in the
 * plane and in space. These functions make such poses of coordinates and an angle. Angles are
 * counter-clockwise where x is to the right and y up; sine and cosine are our own, so that a pose has the
 * same bits everywhere.
 *
 * An angle that is not finite, or beyond 1e9 for a direction and 2e9 for a pose, gives numbers that are none,
 * and what they go into is refused with CAROM_NOT_FINITE. */
#ifndef CAROM_PLANAR_H
#define CAROM_PLANAR_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the unit vector at an angle from x: (cosine, sine). */
CAROM_API carom_vec2 carom_direction(double radians);
/* The same by degrees; exact at all multiples of 90. */
CAROM_API carom_vec2 carom_direction_degrees(double degrees);

/* Returns the pose of the plane at x, y, turned by an angle. */
CAROM_API carom_pose carom_pose_planar(double x, double y, double radians);
/* The same by degrees. */
CAROM_API carom_pose carom_pose_planar_degrees(double x, double y, double degrees);

/* Returns the angle by which a pose of the plane is turned, -pi..pi radians, within the rounding of the
 * pose's floats; of a pose that is turned about other axes, too, the part about z. NULL gives 0. */
CAROM_API double carom_pose_angle(const carom_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
