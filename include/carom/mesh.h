/* carom/mesh.h: triangle meshes, built from the arrays of the game.
 *
 * A mesh is an asset like a hull (hull.h): immutable once built, reference-counted, and shared by any number
 * of colliders, worlds and threads. Its corners are the vertices of the game to the last bit, and its
 * triangles keep the numbers that they have in the game's array. A compact mesh takes half the memory, and
 * gives up both (carom_mesh_def).
 *
 * Any input with valid numbers gives a mesh, e.g. a level with holes or a scan with slivers. A report tells
 * what is unusual in it, how often, and where first. Vertices at one place count as one vertex, so it does
 * not matter whether triangles share indices. Two kinds of triangles take part in nothing: flat ones, which
 * bound no area, and repeated ones. The report counts both. In a mesh that deforms and is no solid, repeated
 * ones do take part. */
#ifndef CAROM_MESH_H
#define CAROM_MESH_H

#include "tasks.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A triangle mesh. The type is opaque. */
typedef struct carom_mesh carom_mesh;

/* A mesh has at most this many triangles, and as many vertices. More give CAROM_LIMIT. */
#define CAROM_MESH_TRIANGLES_MAX 0xffffff

/* From where a mesh is touched. The front of a triangle is the side from which its corners run
 * counter-clockwise. */
typedef enum carom_mesh_sides {
  CAROM_MESH_TWO_SIDED, /* from both sides: a thin surface */
  CAROM_MESH_ONE_SIDED, /* from the front only; what crosses a triangle touches its front */
  /* from the front, and what is inside touches, too: where the surface winds around it. The surface must be
   * closed (carom_mesh_report), with all fronts outside.
   *
   * What is inside and touches no triangle has one contact point. Its normal is the way from the middle of
   * the other shape to the nearest point of the surface. Its depth is how far the other shape then has to
   * move along it, until all of it is beyond that point. This leads out of a convex solid, though another way
   * may be shorter. Of a mesh inside a solid, the middle of a triangle and the box of the mesh take the place
   * of its middle and its extent. */
  CAROM_MESH_SOLID,
  CAROM_MESH_SIDES_COUNT /* the number of choices, not a choice */
} carom_mesh_sides;

/* The arrays of a mesh and its options. The call that creates the mesh copies what it needs. */
typedef struct carom_mesh_def {
  const float *vertices;    /* three floats for each vertex */
  size_t vertex_count;      /* the number of vertices in the array */
  size_t vertex_stride;     /* bytes from vertex to vertex, 12 or more; 0 means packed, 12 */
  const void *triangles;    /* three indices of vertices for each triangle */
  size_t triangle_count;    /* the number of triangles in the array */
  size_t triangle_stride;   /* bytes from triangle to triangle; 0 means packed */
  uint32_t index_bits;      /* 16 or 32; 0 means 32 */
  const uint8_t *materials; /* one for each triangle; NULL: all are 0 */
  size_t material_stride;   /* bytes from material to material; 0 means packed, 1 */
  /* 256 flags, one for each material: triangles of the materials that are true are left out, and cost
   * nothing. So arrays with ground and water become two meshes, of which one may be a sensor or have a filter
   * of its own. Both number triangles as the arrays do, unless they are compact. NULL: none is left out. */
  const bool *left_out;
  carom_mesh_sides sides; /* from where it is touched */
  bool deforms;           /* carom_mesh_deform will be called; costs 5 to 8 bytes a triangle */
  /* The mesh is built in two thirds of the time, and what is asked of it takes two to four times as long. */
  bool fast_build;
  /* The mesh takes half the memory. This suits large scans and levels whose vertices need not be exact. Each
   * vertex moves once, by at most half a step of one grid along each axis, so triangles that share vertices
   * still do. Everything that follows, the report included, is of the surface after that. What has become
   * flat or repeated takes part in nothing. Triangles get new numbers (`order`).
   *
   * The step is a power of two, and carom_mesh_describe tells it. It is at least 2^-24 of the largest
   * coordinate, as in floats, and so wide that each eight neighbours that the mesh keeps together span at
   * most 65,535 steps along an axis. A few long triangles therefore make it wide for the whole mesh, and are
   * better a mesh of their own. Building takes about twice as long. A compact mesh cannot deform. */
  bool compact;
  /* Receives the number in the mesh of each of the triangle_count triangles, and UINT32_MAX for one that
   * takes part in nothing. Only a compact mesh has new numbers. Not written when the call fails. NULL: not
   * wanted */
  uint32_t *order;
  const carom_tasks *tasks; /* threads for the call; NULL: the calling thread. They change no result */
} carom_mesh_def;

/* An edge of a triangle: edge k leads from corner k to the next one. */
typedef struct carom_mesh_edge {
  uint32_t triangle, edge; /* the number of the triangle, and its edge 0..2 */
} carom_mesh_edge;

/* What is unusual in a mesh. Each place is the one with the lowest triangle. It is valid when the number
 * before it is not zero. Edges between the same two vertices are one edge.
 *
 * Triangles have the numbers of the game's array, also of a compact mesh. Repeated ones have no edges here.
 * Flat ones have, as T-junctions are often filled with them: a surface is also closed when such a triangle
 * closes it. Triangles that are left out count as left out and as nothing else. */
typedef struct carom_mesh_report {
  uint32_t vertex_count; /* places of vertices that triangles use */
  uint32_t flat;         /* triangles whose corners lie on one line or in one point, without rounding */
  uint32_t first_flat;   /* the number of the first one */
  uint32_t doubled; /* triangles with the corners and the winding of an earlier one, which are not flat */
  uint32_t first_doubled;        /* the number of the first one */
  uint32_t left_out;             /* triangles of materials that the definition leaves out */
  uint32_t border_edges;         /* edges of one triangle */
  carom_mesh_edge first_border;  /* the first one */
  uint32_t crowded_edges;        /* edges of more than two triangles */
  carom_mesh_edge first_crowded; /* the first one */
  uint32_t turned_edges;         /* edges of two triangles that run through them in one direction */
  carom_mesh_edge first_turned;  /* the first one */
  uint32_t parts;                /* surfaces that no edge connects */
  /* Each edge is run through as often in one direction as in the other, so that the surface has an inside and
   * an outside. */
  bool closed;
  carom_mesh_edge first_open; /* the first edge that is not; valid when closed is false */
  double volume; /* of what a closed surface encloses, negative when its fronts are inside; otherwise 0 */
} carom_mesh_report;

/* Builds a mesh. A NULL allocator uses malloc. The caller owns one count of *out. *report may be NULL. It is
 * also written when the call returns CAROM_FLAT, CAROM_NOT_CLOSED or CAROM_INSIDE_OUT.
 *
 * Errors: CAROM_NULL_ARGUMENT, CAROM_TOO_FEW_POINTS without a triangle, CAROM_LIMIT for too many triangles or
 * vertices, CAROM_OUT_OF_RANGE for an index that is no vertex, a coordinate beyond CAROM_SIZE_MAX, a stride
 * below the size of an element or an unknown number of bits, CAROM_NOT_FINITE, CAROM_UNKNOWN_KIND for unknown
 * sides or a compact mesh that deforms, CAROM_FLAT when all triangles are flat or left out, CAROM_BAD_SIZE
 * when the largest extent is below CAROM_SIZE_MIN, CAROM_OUT_OF_MEMORY. Of CAROM_MESH_SOLID:
 * CAROM_NOT_CLOSED, where report->first_open is an edge that is not closed, and CAROM_INSIDE_OUT for a volume
 * that is not positive. */
CAROM_API carom_status carom_mesh_create(const carom_allocator *allocator, const carom_mesh_def *def,
                                         carom_mesh_report *report, carom_mesh **out);

/* Builds a mesh with the triangles, materials and sides of another one, at other vertices. The old mesh stays
 * as it is. `vertices` has as many vertices as its definition had, in the same order, `stride` bytes apart;
 * stride 0 means packed, 12. tasks may be NULL. The tree is that of the old mesh with other bounds, which
 * takes a tenth of the time of a new one. It is as good as long as neighbours stay neighbours. Triangles that
 * were flat and are not any more take part. The new report has the edges, parts and doubles of the old one.
 * The caller owns one count of *out.
 *
 * Errors: CAROM_NULL_ARGUMENT, CAROM_UNKNOWN_KIND for a mesh whose definition did not say that it deforms,
 * CAROM_OUT_OF_RANGE for a coordinate beyond CAROM_SIZE_MAX or a stride below 12, CAROM_NOT_FINITE,
 * CAROM_FLAT, CAROM_BAD_SIZE, CAROM_OUT_OF_MEMORY. Of CAROM_MESH_SOLID: CAROM_NOT_CLOSED when vertices that
 * were at one place are not any more, CAROM_INSIDE_OUT. */
CAROM_API carom_status carom_mesh_deform(const carom_allocator *allocator, const carom_mesh *mesh,
                                         const float *vertices, size_t stride, const carom_tasks *tasks,
                                         carom_mesh **out);

/* Adds a count and returns the mesh. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_mesh *carom_mesh_retain(const carom_mesh *mesh);

/* Removes a count, and frees the mesh with the last one. NULL does nothing. Any thread may call it. */
CAROM_API void carom_mesh_release(const carom_mesh *mesh);

/* The figures of a mesh. */
typedef struct carom_mesh_view {
  /* the numbers of triangles are below it: of the game's array, but up to eight times kept_count in a compact
   * mesh, where not every number is one */
  uint32_t triangle_count;
  uint32_t kept_count;      /* of the triangles, what is neither flat nor repeated nor left out */
  carom_mesh_sides sides;   /* from where it is touched */
  bool deforms;             /* carom_mesh_deform may be called */
  float step;               /* of the grid of a compact mesh; 0: vertices are where the game has them */
  carom_aabb bounds;        /* around all triangles that take part */
  size_t bytes;             /* of memory, in all */
  carom_mesh_report report; /* what is unusual in it */
} carom_mesh_view;

/* Writes the figures of a mesh. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_mesh_describe(const carom_mesh *mesh, carom_mesh_view *out);

/* A triangle of a mesh. */
typedef struct carom_mesh_triangle {
  carom_vec3 corners[3]; /* in the order of the definition */
  carom_vec3 normal;     /* unit, of the front */
  uint8_t material;      /* from the definition */
} carom_mesh_triangle;

/* Where on a mesh a point of its surface is, as answers about shapes tell it. */
typedef struct carom_mesh_point {
  uint32_t triangle; /* its number */
  /* the point is (1 - u - v) a + u b + v c, where a, b and c are the triangle's corners in their order */
  float u, v;
  uint8_t material; /* of the triangle */
  bool back;        /* it is seen or near from the back */
} carom_mesh_point;

/* Writes a triangle by its number. Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_RANGE for a number that is none,
 * CAROM_FLAT for a triangle that takes part in nothing, because it is flat, repeated or left out, and for a
 * number below triangle_count that a compact mesh does not use. */
CAROM_API carom_status carom_mesh_get_triangle(const carom_mesh *mesh, uint32_t number,
                                               carom_mesh_triangle *out);

#ifdef __cplusplus
}
#endif

#endif
