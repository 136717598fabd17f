/* carom/types.h: numbers, vectors, poses and bounds.
 *
 * Units are the game's own (metres, say); time is in seconds and angles are in radians. The frame is
 * right-handed in all formulas, and nothing depends on which axis is up.
 *
 * World positions are double; everything relative to a body (extents, offsets, directions, depths) is float.
 * Pairs subtract positions in double first and go on in float, so that a world is as exact a million units
 * away from its origin as at it. */
#ifndef CAROM_TYPES_H
#define CAROM_TYPES_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each coordinate of a world position lies in -CAROM_POSITION_MAX..CAROM_POSITION_MAX. */
#define CAROM_POSITION_MAX 1e9
/* Each extent of a shape (a radius, a half extent, a hull's width) lies in CAROM_SIZE_MIN..CAROM_SIZE_MAX,
 * and each local offset within CAROM_SIZE_MAX of zero. */
#define CAROM_SIZE_MIN 1e-5f
#define CAROM_SIZE_MAX 1e6f
/* Each component of a velocity lies within this of zero: units a second, or radians a second. */
#define CAROM_SPEED_MAX 1e6f

/* A direction, an offset or an extent. */
typedef struct carom_vec3 {
  float x, y, z;
} carom_vec3;

/* The same in the plane. */
typedef struct carom_vec2 {
  float x, y;
} carom_vec2;

/* A place in the world. */
typedef struct carom_pos {
  double x, y, z;
} carom_pos;

/* A rotation, as a unit quaternion x i + y j + z k + w. All zero means no rotation. Calls accept a length
 * within 1e-3 of one and normalise it. */
typedef struct carom_quat {
  float x, y, z, w;
} carom_quat;

/* A rotation as a matrix: its columns are the images of the x, y and z axis. */
typedef struct carom_mat3 {
  carom_vec3 x, y, z;
} carom_mat3;

/* Where something is in the world: rotate, then move to position. */
typedef struct carom_pose {
  carom_pos position;
  carom_quat rotation;
} carom_pose;

/* A pose with its rotation as a matrix, the form that computations want. */
typedef struct carom_frame {
  carom_pos origin;
  carom_mat3 axes;
} carom_frame;

/* Where something is relative to something else, e.g. a collider on its body. All zero is "in the same
 * place". */
typedef struct carom_local_pose {
  carom_vec3 position;
  carom_quat rotation;
} carom_local_pose;

/* An axis-aligned box, in floats: min <= max on each axis. World bounds that carom hands out are rounded
 * outward, so they always enclose what they bound. */
typedef struct carom_aabb {
  carom_vec3 min, max;
} carom_aabb;

/* An axis-aligned region of the world, in doubles: min <= max on each axis. */
typedef struct carom_region {
  carom_pos min, max;
} carom_region;

/* The half space of the points p with dot(normal, p) <= offset; normal is a unit vector that points out. */
typedef struct carom_plane {
  carom_vec3 normal;
  float offset;
} carom_plane;

/* Two things of an array, by index. */
typedef struct carom_index_pair {
  uint32_t a, b;
} carom_index_pair;

/* What is said of two things that touch without a common interior. The rounding of floats goes to the same
 * side; how much may be taken for touching is said where this is used. */
typedef enum carom_touching {
  CAROM_TOUCHING_OVERLAPS, /* the rule of contacts: what overlaps is never called apart */
  CAROM_TOUCHING_IS_APART  /* as for a selection: what is apart or touches is never called overlapping */
} carom_touching;

#ifdef __cplusplus
}
#endif

#endif
