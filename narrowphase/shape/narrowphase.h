/* narrowphase.h: the types of all answers about shapes.
 *
 * The narrow phase works in the frame of shape A with floats: the caller subtracts world positions in
 * double (frame_relative) and turns the results back. Shapes are valid (carom_shape_check) and rotations
 * are unit. */
#ifndef CAROM_NARROWPHASE_NARROWPHASE_H
#define CAROM_NARROWPHASE_NARROWPHASE_H

#include "carom/collide.h"
#include "obb.h"

/* A contact point in A's frame, midway between the surfaces. */
typedef struct carom__point {
  carom_vec3 position;
  float separation;
  uint32_t feature;
} carom__point;

/* How two shapes touch, in A's frame; count 0: they do not, and normal may be a direction that shows it.
 * Points beyond the count are undefined. */
typedef struct carom__manifold {
  carom_vec3 normal; /* from A to B */
  uint32_t count;
  carom__point points[CAROM_MANIFOLD_POINTS];
  float least; /* the least separation of all axes: what the normal was preferred to; apart: along the
                  normal, if that is not zero */
} carom__manifold;

/* The nearest points in A's frame; distance 0: they touch, the rest is zero, unless it is a signed one. */
typedef struct carom__separation {
  float distance;
  carom_vec3 normal; /* from A to B */
  carom_vec3 point_a, point_b;
} carom__separation;

/* A ray in a shape's frame, and what it met. */
typedef struct carom__ray {
  carom_vec3 origin, translation;
} carom__ray;
typedef struct carom__ray_hit {
  bool hit, inside;
  float fraction;
  carom_vec3 normal;
} carom__ray_hit;

/* A valid shape where it is. */
typedef struct carom__site {
  const carom_shape *shape;
  const carom_frame *frame;
} carom__site;

/* Whether two shapes touch, as far as it is known. */
typedef enum carom__touch_state { CAROM__TOUCH_UNKNOWN, CAROM__APART, CAROM__TOUCHING } carom__touch_state;

/* Where shapes that do not touch are, by a margin, as far as it is known. */
typedef enum carom__nearness { CAROM__NEARNESS_UNKNOWN, CAROM__NEAR, CAROM__FAR } carom__nearness;

/* Tells where A and B, which do not touch, are by a margin, and writes the manifold of those that are near.
 */
typedef carom__nearness carom__near_fn(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, float margin, carom__manifold *out);

/* Computes the manifold of two shapes of the kinds that the function is for, B given by its pose in A's
 * frame: CAROM_OK or CAROM_NOT_CONVERGED (then *out has count 0). */
typedef carom_status carom__collide_fn(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__manifold *out);

#endif
