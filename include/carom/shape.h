/* carom/shape.h: the shapes.
 *
 * A shape is a small value: a kind and its sizes. Where it is comes from the collider (or the call) that uses
 * it. Hulls are the exception: a shape refers to a hull asset (hull.h). */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include "hull.h"
#include "obb.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_shape_kind {
  CAROM_NO_SHAPE, /* a zeroed shape: refused with CAROM_UNKNOWN_KIND */
#define CAROM_SHAPE_KIND(NAME, name, family) CAROM_##NAME,
#include "shapes.def"
#undef CAROM_SHAPE_KIND
  CAROM_SHAPE_KIND_COUNT /* not a kind: one more than the last */
} carom_shape_kind;

/* Which worlds admit a kind. */
typedef enum carom_shape_family { CAROM_FAMILY_SPATIAL, CAROM_FAMILY_PLANAR } carom_shape_family;

/* A ball around the origin. */
typedef struct carom_sphere {
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_sphere;

/* All points within radius of the segment from a to b; a may equal b. */
typedef struct carom_capsule {
  carom_vec3 a, b; /* each coordinate within CAROM_SIZE_MAX of zero */
  float radius;    /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_capsule;

/* A box around the origin, along the axes. */
typedef struct carom_box {
  carom_vec3 half; /* half extents, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_box;

/* A convex hull. */
typedef struct carom_hull_shape {
  const carom_hull *asset; /* must be set and alive during the call; a collider adds its own count */
} carom_hull_shape;

typedef struct carom_shape {
  carom_shape_kind kind;
  union {
    carom_sphere sphere;
    carom_capsule capsule;
    carom_box box;
    carom_hull_shape hull;
  } as;
} carom_shape;

/* Makes a ball; checked where it is used. */
CAROM_API carom_shape carom_shape_sphere(float radius);
/* Makes a capsule between two points; checked where it is used. */
CAROM_API carom_shape carom_shape_capsule(carom_vec3 a, carom_vec3 b, float radius);
/* Makes a box by half extents; checked where it is used. */
CAROM_API carom_shape carom_shape_box(float half_x, float half_y, float half_z);
/* Makes a shape of a hull, without adding a count; checked where it is used. */
CAROM_API carom_shape carom_shape_hull(const carom_hull *asset);

/* Tells whether a shape would be accepted: CAROM_OK, or why not. */
CAROM_API carom_status carom_shape_check(const carom_shape *shape);

/* Returns the kind's name in lower case, e.g. "sphere"; "none" for no kind. */
CAROM_API const char *carom_shape_kind_name(carom_shape_kind kind);

/* Writes a tight OBB of the shape in its own frame (for a sphere the cube around it). */
CAROM_API carom_status carom_shape_obb(const carom_shape *shape, carom_obb *out);

/* Writes the world AABB of a shape at a pose, rounded outward. */
CAROM_API carom_status carom_shape_bounds(const carom_shape *shape, const carom_pose *pose, carom_aabb *out);

#ifdef __cplusplus
}
#endif

#endif
