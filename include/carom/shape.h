/* carom/shape.h: the shapes.
 *
 * A shape is a small value that holds a kind and its sizes. The collider, or the call, that uses a shape
 * gives its pose. Hulls, polygons and chains also refer to an asset (hull.h, polygon.h, chain.h). */
#ifndef CAROM_SHAPE_H
#define CAROM_SHAPE_H

#include "chain.h"
#include "field.h"
#include "hull.h"
#include "mesh.h"
#include "obb.h"
#include "planar.h"
#include "polygon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of shape (shapes.def). */
typedef enum carom_shape_kind {
  CAROM_NO_SHAPE, /* a zeroed shape: refused with CAROM_UNKNOWN_KIND */
#define CAROM_SHAPE_KIND(NAME, name, family, ...) CAROM_##NAME,
#include "shapes.def"
#undef CAROM_SHAPE_KIND
  CAROM_SHAPE_KIND_COUNT /* not a kind: one more than the last */
} carom_shape_kind;

/* The worlds that admit a kind: spatial or planar. */
typedef enum carom_shape_family {
  CAROM_FAMILY_SPATIAL, /* spatial worlds */
  CAROM_FAMILY_PLANAR   /* planar worlds */
} carom_shape_family;

/* A solid sphere around the origin. */
typedef struct carom_sphere {
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_sphere;

/* All points within radius of the segment from a to b. a may equal b. */
typedef struct carom_capsule {
  carom_vec3 a, b; /* each coordinate in -CAROM_SIZE_MAX..CAROM_SIZE_MAX */
  float radius;    /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_capsule;

/* A capsule whose ends differ: all points of the balls around a and b, and between them. Where one ball holds
 * the other, the shape is that ball, and with equal radii it is a carom_capsule, which is faster. */
typedef struct carom_tapered_capsule {
  carom_vec3 a, b;          /* each coordinate in -CAROM_SIZE_MAX..CAROM_SIZE_MAX */
  float radius_a, radius_b; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_tapered_capsule;

/* All points within radius of an axis-aligned box around the origin. With radius 0 the box is sharp. A
 * greater radius makes it larger by the radius on each side, and rounds its edges and corners. */
typedef struct carom_box {
  carom_vec3 half; /* half extents of the sharp box, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;    /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_box;

/* All points within radius of a convex hull. */
typedef struct carom_hull_shape {
  const carom_hull *asset; /* must be set and alive during the call; a collider adds a count of its own */
  float radius;            /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_hull_shape;

/* The triangles of a mesh, scaled along its axes, and all points within radius of one of them. A mesh is not
 * convex. It meets all spatial kinds, and other meshes. */
typedef struct carom_mesh_shape {
  const carom_mesh *asset; /* as for a hull */
  /* each factor CAROM_SIZE_MIN..CAROM_SIZE_MAX in size; a negative one mirrors. All zero means 1, 1, 1 */
  carom_vec3 scale;
  float radius; /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_mesh_shape;

/* Many shapes at fixed places as one. The type is opaque (compound.h). */
typedef struct carom_compound carom_compound;

/* All points of the children of a compound. It meets all kinds of its family, and other compounds. A compound
 * of planar children is of a kind of its own, as planar kinds are below. */
typedef struct carom_compound_shape {
  const carom_compound *asset; /* as for a hull */
} carom_compound_shape;

/* The triangles of a height field, scaled and rounded as a mesh is. It meets what meshes meet, and meshes. */
typedef struct carom_field_shape {
  const carom_field *asset; /* as for a hull */
  carom_vec3 scale;         /* as for a mesh */
  float radius;             /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_field_shape;

/* A solid cylinder around the origin. Its axis is y. */
typedef struct carom_cylinder {
  /* the ends are at y = -half_height and y = half_height; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float half_height;
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_cylinder;

/* A solid cone whose axis is y. Its base is a disc at y = -half_height, and its apex is at y = half_height.
 * The origin is midway between them, above the centre of mass by half of half_height. */
typedef struct carom_cone {
  float half_height; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;      /* of the base; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_cone;

/* A solid cone around y whose tip is cut off: all between two discs. Either end may be the wider one. The
 * origin is midway between the ends. */
typedef struct carom_frustum {
  /* the ends are at y = -half_height and y = half_height; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float half_height;
  float bottom; /* the radius at y = -half_height; CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float top;    /* the radius at y = half_height; the same. With 0 it would be a carom_cone */
} carom_frustum;

/* A solid ellipsoid around the origin. */
typedef struct carom_ellipsoid {
  carom_vec3 radii; /* along the axes of its frame, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_ellipsoid;

/* All points within radius of a triangle, which has two sides. Without a radius it has no inside and no mass:
 * it touches what it meets, a ray in its plane passes it, and mass.h calls it CAROM_FLAT. Many triangles are
 * better a mesh (mesh.h). */
typedef struct carom_triangle {
  /* each coordinate in -CAROM_SIZE_MAX..CAROM_SIZE_MAX; no height of the triangle below CAROM_SIZE_MIN */
  carom_vec3 corners[3];
  float radius; /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_triangle;

/* All of space up to a plane: ground, walls and water without an end. The plane is across y, and the solid is
 * where y is at most `height`; a pose with a rotation makes a slope or a wall of it. In a world it is for
 * static bodies alone, and half-spaces meet all spatial kinds but each other: such calls give
 * CAROM_UNBOUNDED. Contacts have the normal of the plane, and depths are measured along it, however deep.
 * Meshes of one side meet it with both. */
typedef struct carom_half_space {
  float height; /* of the plane above the origin, -CAROM_SIZE_MAX..CAROM_SIZE_MAX */
} carom_half_space;

/* The planar kinds lie in the plane z = 0 of their frame. They meet only each other, and only at planar poses
 * (planar.h). A call that combines a planar and a spatial kind gives CAROM_WRONG_FAMILY. A pose, motion or
 * ray that leaves the plane gives CAROM_NOT_PLANAR. Results about planar kinds have a z of exactly 0. */

/* A disc around the origin. */
typedef struct carom_disc {
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_disc;

/* An ellipse around the origin. */
typedef struct carom_ellipse {
  carom_vec2 radii; /* along the axes of its frame, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_ellipse;

/* The half of a disc around the origin that lies above its x axis. The straight side leads through the
 * origin, from (-radius, 0) to (radius, 0). The centre of mass is at y = 4 radius / (3 pi) (mass.h). */
typedef struct carom_half_disc {
  float radius; /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_half_disc;

/* A planar capsule: all points of the plane within radius of the segment from a to b. a may equal b. */
typedef struct carom_stadium {
  carom_vec2 a, b; /* each coordinate in -CAROM_SIZE_MAX..CAROM_SIZE_MAX */
  float radius;    /* CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_stadium;

/* A planar box: all points of the plane within radius of an axis-aligned rectangle around the origin. */
typedef struct carom_rectangle {
  carom_vec2 half; /* half extents of the sharp rectangle, each CAROM_SIZE_MIN..CAROM_SIZE_MAX */
  float radius;    /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_rectangle;

/* All points of the plane within radius of a convex polygon. */
typedef struct carom_polygon_shape {
  const carom_polygon *asset; /* as for a hull */
  float radius;               /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_polygon_shape;

/* A segment. It has no interior, and shapes touch it alike from both sides. A ray that begins on it begins
 * inside. */
typedef struct carom_segment {
  /* each coordinate in -CAROM_SIZE_MAX..CAROM_SIZE_MAX; a and b differ by CAROM_SIZE_MIN or more in x or y */
  carom_vec2 a, b;
} carom_segment;

/* All points of the plane within radius of one link of a chain. */
typedef struct carom_chain_link {
  const carom_chain *asset; /* as for a hull */
  uint32_t index;           /* of the link, less than the chain's link_count */
  float radius;             /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_chain_link;

/* All of the plane up to a line across y: the half-space of planar worlds. */
typedef struct carom_half_plane {
  float height; /* of the line above the origin, -CAROM_SIZE_MAX..CAROM_SIZE_MAX */
} carom_half_plane;

/* A shape: its kind, and the sizes of that kind. */
typedef struct carom_shape {
  carom_shape_kind kind; /* which of the sizes count */
  union {
#define CAROM_SHAPE_KIND(NAME, name, family, ...) __VA_ARGS__ name;
#include "shapes.def"
#undef CAROM_SHAPE_KIND
  } geometry; /* of the kind: geometry.sphere when the kind is CAROM_SPHERE */
} carom_shape;

/* Makes a sphere. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_sphere(float radius);
/* Makes a capsule between two points. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_capsule(carom_vec3 a, carom_vec3 b, float radius);
/* Makes a tapered capsule between two points, each with a radius of its own. The call that uses the shape
 * checks it. */
CAROM_API carom_shape carom_shape_tapered_capsule(carom_vec3 a, carom_vec3 b, float radius_a, float radius_b);
/* Makes a box from half extents. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_box(float half_x, float half_y, float half_z);
/* Makes a rounded box: all points within radius of the box with these half extents. The call that uses the
 * shape checks it. */
CAROM_API carom_shape carom_shape_rounded_box(float half_x, float half_y, float half_z, float radius);
/* Makes a shape of a hull without adding a count to it. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_hull(const carom_hull *asset);
/* Makes a rounded hull: all points within radius of the hull. It adds no count, and the call that uses the
 * shape checks it. */
CAROM_API carom_shape carom_shape_rounded_hull(const carom_hull *asset, float radius);
/* Makes a cylinder along y. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_cylinder(float half_height, float radius);
/* Makes a cone along y with its apex up. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_cone(float half_height, float radius);
/* Makes a frustum along y from its radii at the bottom and at the top. The call that uses the shape checks
 * it. */
CAROM_API carom_shape carom_shape_frustum(float half_height, float bottom, float top);
/* Makes an ellipsoid from its radii along x, y and z. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_ellipsoid(float radius_x, float radius_y, float radius_z);

/* Makes a triangle from its corners, in either order. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c);
/* Makes a rounded triangle: all points within radius of the triangle with these corners. The call that uses
 * the shape checks it. */
CAROM_API carom_shape carom_shape_rounded_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c, float radius);

/* Makes a shape of a mesh at its own size, without adding a count to it. The call that uses the shape checks
 * it. */
CAROM_API carom_shape carom_shape_mesh(const carom_mesh *asset);
/* Makes a shape of a mesh that is scaled, or mirrored by a negative factor, and rounded: all points within
 * radius of the scaled mesh. It adds no count, and the call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_scaled_mesh(const carom_mesh *asset, carom_vec3 scale, float radius);
/* Makes a shape of a compound without adding a count to it: CAROM_COMPOUND or, when its children are planar,
 * CAROM_PLANAR_COMPOUND. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_compound(const carom_compound *asset);

/* Makes a shape of a height field at its own size, without adding a count to it. The call that uses the shape
 * checks it. */
CAROM_API carom_shape carom_shape_field(const carom_field *asset);
/* Makes a shape of a height field that is scaled and rounded as carom_shape_scaled_mesh does. It adds no
 * count, and the call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_scaled_field(const carom_field *asset, carom_vec3 scale, float radius);

/* Makes a half-space: all points whose y is at most `height`. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_half_space(float height);

/* Makes a disc. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_disc(float radius);
/* Makes an ellipse from its radii along x and y. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_ellipse(float radius_x, float radius_y);
/* Makes a half-disc above the x axis. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_half_disc(float radius);
/* Makes a stadium between two points. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_stadium(carom_vec2 a, carom_vec2 b, float radius);
/* Makes a rectangle from half extents. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_rectangle(float half_x, float half_y);
/* Makes a rounded rectangle: all points within radius of the rectangle with these half extents. The call that
 * uses the shape checks it. */
CAROM_API carom_shape carom_shape_rounded_rectangle(float half_x, float half_y, float radius);
/* Makes a shape of a convex polygon without adding a count to it. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_polygon(const carom_polygon *asset);
/* Makes a rounded polygon: all points within radius of the polygon. It adds no count, and the call that uses
 * the shape checks it. */
CAROM_API carom_shape carom_shape_rounded_polygon(const carom_polygon *asset, float radius);
/* Makes a segment between two points. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_segment(carom_vec2 a, carom_vec2 b);
/* Makes a link of a chain without adding a count to it. The call that uses the shape checks it. */
CAROM_API carom_shape carom_shape_chain_link(const carom_chain *asset, uint32_t index, float radius);
/* Makes a half-plane: all points of the plane whose y is at most `height`. The call that uses the shape
 * checks it. */
CAROM_API carom_shape carom_shape_half_plane(float height);

/* Returns CAROM_OK if carom accepts the shape, or the reason why not. */
CAROM_API carom_status carom_shape_check(const carom_shape *shape);

/* Returns the name of the kind in lower case, e.g. "sphere", or "none" for an unknown kind. */
CAROM_API const char *carom_shape_kind_name(carom_shape_kind kind);

/* Writes a tight OBB of the shape in its own frame. For a sphere it is the enclosing cube. For a planar kind
 * half.z is 0. That of a half-space reaches farther than a world does. */
CAROM_API carom_status carom_shape_obb(const carom_shape *shape, carom_obb *out);

/* Writes the world AABB of a shape at a pose, rounded outward. Each side is within two units in the last
 * place of the tightest. Shapes may count as touching although their AABBs are apart (collide.h). That of a
 * half-space reaches farther than a world does, but ends at the plane if that is square to an axis. */
CAROM_API carom_status carom_shape_bounds(const carom_shape *shape, const carom_pose *pose, carom_aabb *out);

#ifdef __cplusplus
}
#endif

#endif
