/* carom/shape.h: the shapes.
 *
 * A shape is a small value: a kind and its sizes. Where it is comes from the collider (or the call) that uses
 * it. Hulls, polygons and chains are the exception: a shape refers to an asset (hull.h, polygon.h, chain.h).
 */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include "chain.h"
#include "hull.h"
#include "obb.h"
#include "planar.h"
#include "polygon.h"

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

/* All points within radius of a box around the origin, along the axes: radius 0 is the sharp box, any other
 * makes it larger by the radius on each side and rounds its edges and corners. */
typedef struct carom_box {
  carom_vec3 half; /* half extents of the sharp box, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;    /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_box;

/* All points within radius of a convex hull. */
typedef struct carom_hull_shape {
  const carom_hull *asset; /* must be set and alive during the call; a collider adds its own count */
  float radius;            /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_hull_shape;

/* A cylinder around the origin; its axis is y. */
typedef struct carom_cylinder {
  float half_height; /* the ends are at y = -half_height and half_height; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;      /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_cylinder;

/* A cone whose axis is y: the base is the disc of the radius at y = -half_height, the apex at y =
 * half_height. The origin is midway between them, above the centre of mass by half of half_height. */
typedef struct carom_cone {
  float half_height; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;      /* of the base; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_cone;

/* The planar kinds lie in the plane z = 0 of their frame. They meet each other only, at poses of the plane
 * (planar.h): a call that has one meet a spatial kind gives CAROM_WRONG_FAMILY, and a pose, a motion or a ray
 * that leaves the plane CAROM_NOT_PLANAR. What is computed of them has a z of exactly 0. */

/* A disc around the origin. */
typedef struct carom_disc {
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_disc;

/* A planar capsule: all points of the plane within radius of the segment from a to b; a may equal b. */
typedef struct carom_stadium {
  carom_vec2 a, b; /* each coordinate within CAROM_SIZE_MAX of zero */
  float radius;    /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_stadium;

/* A planar box: all points of the plane within radius of the rectangle around the origin, along the axes. */
typedef struct carom_rectangle {
  carom_vec2 half; /* half extents of the sharp rectangle, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;    /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_rectangle;

/* All points of the plane within radius of a convex polygon. */
typedef struct carom_polygon_shape {
  const carom_polygon *asset; /* as a hull's */
  float radius;               /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_polygon_shape;

/* A segment, without an inside: both of its sides are touched alike. A ray that begins on it begins inside.
 */
typedef struct carom_segment {
  carom_vec2 a, b; /* each coordinate within CAROM_SIZE_MAX of zero; apart by CAROM_SIZE_MIN or more in one */
} carom_segment;

/* All points of the plane within radius of a link of a chain. */
typedef struct carom_chain_link {
  const carom_chain *asset; /* as a hull's */
  uint32_t index;           /* of the link, below the chain's link_count */
  float radius;             /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_chain_link;

typedef struct carom_shape {
  carom_shape_kind kind;
  union {
    carom_sphere sphere;
    carom_capsule capsule;
    carom_box box;
    carom_hull_shape hull;
    carom_cylinder cylinder;
    carom_cone cone;
    carom_disc disc;
    carom_stadium stadium;
    carom_rectangle rectangle;
    carom_polygon_shape polygon;
    carom_segment segment;
    carom_chain_link chain_link;
  } geometry; /* of the kind: geometry.sphere when the kind is CAROM_SPHERE */
} carom_shape;

/* Makes a ball; checked where it is used. */
CAROM_API carom_shape carom_shape_sphere(float radius);
/* Makes a capsule between two points; checked where it is used. */
CAROM_API carom_shape carom_shape_capsule(carom_vec3 a, carom_vec3 b, float radius);
/* Makes a box by half extents; checked where it is used. */
CAROM_API carom_shape carom_shape_box(float half_x, float half_y, float half_z);
/* Makes a box with round edges: all points within radius of the box by these half extents. */
CAROM_API carom_shape carom_shape_rounded_box(float half_x, float half_y, float half_z, float radius);
/* Makes a shape of a hull, without adding a count; checked where it is used. */
CAROM_API carom_shape carom_shape_hull(const carom_hull *asset);
/* Makes a hull with round edges: all points within radius of it. */
CAROM_API carom_shape carom_shape_rounded_hull(const carom_hull *asset, float radius);
/* Makes a cylinder along y; checked where it is used. */
CAROM_API carom_shape carom_shape_cylinder(float half_height, float radius);
/* Makes a cone along y, its apex up; checked where it is used. */
CAROM_API carom_shape carom_shape_cone(float half_height, float radius);

/* Makes a disc; checked where it is used. */
CAROM_API carom_shape carom_shape_disc(float radius);
/* Makes a stadium between two points; checked where it is used. */
CAROM_API carom_shape carom_shape_stadium(carom_vec2 a, carom_vec2 b, float radius);
/* Makes a rectangle by half extents; checked where it is used. */
CAROM_API carom_shape carom_shape_rectangle(float half_x, float half_y);
/* Makes a rectangle with round corners: all points within radius of the one by these half extents. */
CAROM_API carom_shape carom_shape_rounded_rectangle(float half_x, float half_y, float radius);
/* Makes a shape of a convex polygon, without adding a count; checked where it is used. */
CAROM_API carom_shape carom_shape_polygon(const carom_polygon *asset);
/* Makes a polygon with round corners: all points within radius of it. */
CAROM_API carom_shape carom_shape_rounded_polygon(const carom_polygon *asset, float radius);
/* Makes a segment between two points; checked where it is used. */
CAROM_API carom_shape carom_shape_segment(carom_vec2 a, carom_vec2 b);
/* Makes a link of a chain, without adding a count; checked where it is used. */
CAROM_API carom_shape carom_shape_chain_link(const carom_chain *asset, uint32_t index, float radius);

/* Tells whether a shape would be accepted: CAROM_OK, or why not. */
CAROM_API carom_status carom_shape_check(const carom_shape *shape);

/* Returns the kind's name in lower case, e.g. "sphere"; "none" for no kind. */
CAROM_API const char *carom_shape_kind_name(carom_shape_kind kind);

/* Writes a tight OBB of the shape in its own frame (for a sphere the cube around it; of a planar kind half.z
 * is 0). */
CAROM_API carom_status carom_shape_obb(const carom_shape *shape, carom_obb *out);

/* Writes the world AABB of a shape at a pose, rounded outward: within two units in the last place of the
 * tightest. Shapes may count as touching though their boxes are apart (collide.h). */
CAROM_API carom_status carom_shape_bounds(const carom_shape *shape, const carom_pose *pose, carom_aabb *out);

#ifdef __cplusplus
}
#endif

#endif
