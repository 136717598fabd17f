/* carom/types.h: numbers, vectors, poses and bounds.
 *
 * The game chooses the unit of length, e.g. the metre. Times are in seconds and angles in radians. All
 * formulas use a right-handed frame, and nothing depends on which axis points up.
 *
 * World positions are double. Everything relative to a body is float: extents, offsets, directions and
 * depths. A pair of shapes first subtracts positions in double and then computes in float. A world is
 * therefore as exact a million units away from its origin as at its origin. */
#ifndef CAROM_TYPES_H
#define CAROM_TYPES_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each coordinate of a world position lies in -CAROM_POSITION_MAX..CAROM_POSITION_MAX. */
#define CAROM_POSITION_MAX 1e9
/* Each extent of a shape (a radius, a half extent, the width of a hull) lies in
 * CAROM_SIZE_MIN..CAROM_SIZE_MAX. */
#define CAROM_SIZE_MIN 1e-5f
/* Each coordinate of a local offset lies in -CAROM_SIZE_MAX..CAROM_SIZE_MAX. */
#define CAROM_SIZE_MAX 1e6f
/* Each component of a velocity lies in -CAROM_SPEED_MAX..CAROM_SPEED_MAX, in units or radians per second. */
#define CAROM_SPEED_MAX 1e6f

/* A direction, an offset or an extent in space. */
typedef struct carom_vec3 {
  float x, y, z; /* along the three axes */
} carom_vec3;

/* A direction, an offset, an extent or a point in the plane. */
typedef struct carom_vec2 {
  float x, y; /* along the two axes */
} carom_vec2;

/* A position in the world. */
typedef struct carom_pos {
  double x, y, z; /* in units from the origin of the world */
} carom_pos;

/* A rotation as a unit quaternion x i + y j + z k + w. All zero means no rotation. Calls accept a length
 * within 1e-3 of one and normalise the quaternion. */
typedef struct carom_quat {
  float x, y, z, w; /* x y z: the axis times the sine of half the angle; w: its cosine */
} carom_quat;

/* A rotation as a matrix. Its columns are the images of the x, y and z axes. */
typedef struct carom_mat3 {
  carom_vec3 x, y, z; /* the columns */
} carom_mat3;

/* The pose of an object in the world: rotate first, then translate to position. */
typedef struct carom_pose {
  carom_pos position;  /* of the origin of the object */
  carom_quat rotation; /* about this origin */
} carom_pose;

/* A pose whose rotation is a matrix, which computations use. */
typedef struct carom_frame {
  carom_pos origin; /* the position */
  carom_mat3 axes;  /* the rotation */
} carom_frame;

/* The pose of an object relative to another one, e.g. of a collider relative to its body. All zero means the
 * same position and rotation. */
typedef struct carom_local_pose {
  carom_vec3 position; /* along the axes of the other object */
  carom_quat rotation; /* about this position */
} carom_local_pose;

/* An axis-aligned bounding box in floats, with min <= max on each axis. carom rounds world bounds outward, so
 * that they always enclose their content. */
typedef struct carom_aabb {
  carom_vec3 min, max; /* the least and the greatest coordinates */
} carom_aabb;

/* An axis-aligned region of the world in doubles, with min <= max on each axis. */
typedef struct carom_region {
  carom_pos min, max; /* the least and the greatest coordinates */
} carom_region;

/* The half space of all points p with dot(normal, p) <= offset. The normal is a unit vector and points out.
 */
typedef struct carom_plane {
  carom_vec3 normal; /* unit, out of the half space */
  float offset;      /* of the plane from the origin, along the normal */
} carom_plane;

/* Two elements of an array, by index. */
typedef struct carom_index_pair {
  uint32_t a, b; /* the two indices */
} carom_index_pair;

/* The answer for two objects that touch but share no interior point. The rounding of floats errs to the same
 * side. The functions that take this choice say which gap or depth may count as touching. */
typedef enum carom_touching {
  CAROM_TOUCHING_OVERLAPS, /* touching counts as overlap, as for contacts: an overlap is never reported as
                              apart */
  /* touching counts as apart, as for a selection: what is apart or touches is never reported as an overlap */
  CAROM_TOUCHING_IS_APART
} carom_touching;

#ifdef __cplusplus
}
#endif

#endif
