/* carom/tessellate.h: the surface of a shape as triangles, and its outline as lines.
 *
 * What a renderer needs: positions, normals and indices, in arrays of the game that a graphics card can take
 * as they are. Everything is in the frame of the shape, so that a shape is tessellated once and drawn at any
 * pose. For debug drawing of a whole world by callbacks see draw.h. */
#ifndef CAROM_TESSELLATE_H
#define CAROM_TESSELLATE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a shape is made into. */
typedef enum carom_tessellation {
  /* Three indices a triangle, counter-clockwise from outside: the surface of a spatial shape; the inside of a
   * planar one at z = 0, whose normals are (0, 0, 1) */
  CAROM_TESSELLATION_TRIANGLES,
  /* Two indices a line: the outline of a planar shape at z = 0, counter-clockwise around its inside, with
   * outward normals; the edges of a spatial shape as wires, whose normals are zero */
  CAROM_TESSELLATION_LINES
} carom_tessellation;

/* A circle becomes at most this many lines. */
#define CAROM_DETAIL_MAX 1024

/* Arrays of the game, and what was written into them. */
typedef struct carom_surface_buffer {
  carom_vec3 *positions;  /* vertex_capacity elements; may be NULL when that is 0 */
  carom_vec3 *normals;    /* unit, as many elements; NULL: none are written */
  uint32_t *indices;      /* of vertices; index_capacity elements; may be NULL when that is 0 */
  size_t vertex_capacity; /* room for vertices */
  size_t index_capacity;  /* room for indices */
  size_t vertex_count;    /* out: of vertices */
  size_t index_count;     /* out: of indices */
} carom_surface_buffer;

/* Writes the triangles or the lines of a shape into out->positions, out->normals and out->indices, and their
 * numbers to out->vertex_count and out->index_count. If these exceed a capacity, the call still writes the
 * two numbers, but nothing into the arrays, and returns CAROM_TOO_SMALL. With both capacities 0 it only
 * counts and returns CAROM_OK. It allocates nothing, and any thread may call it.
 *
 * `detail` is the number of lines that a full circle becomes, 4..CAROM_DETAIL_MAX; it is rounded up to a
 * multiple of four. 0 means 16 in space and 32 in the plane. All vertices lie on the surface, so that round
 * parts are a little smaller than the shape. Round parts have the normals of the shape itself, and flat faces
 * one normal each, with vertices of their own. The tip of a cone has the normals of its side. A vertex that
 * neighbouring triangles share is mostly written once.
 *
 * A solid gives a closed surface: each edge belongs to two triangles, at the same bits. A compound gives all
 * its children one after the other, also where they overlap. Meshes and height fields give each triangle that
 * takes part, sharp, scaled by the shape, in an order of their own, and with the normal of its front. A
 * triangle without a radius gives its two sides, a segment one line from a to b, and a link of a chain one
 * line with its normal on the right. A half-space gives a square of 128 units and a half-plane a line of that
 * length, around the origin, as carom_world_draw does; a half-plane has no triangles.
 *
 * Errors: CAROM_NULL_ARGUMENT, also for NULL positions or indices with a capacity, CAROM_UNKNOWN_KIND for
 * another form, CAROM_OUT_OF_RANGE for detail, those of carom_shape_check, CAROM_TOO_SMALL, and CAROM_LIMIT
 * for 2^32 vertices or more. The counts are written with CAROM_OK and CAROM_TOO_SMALL alone. (A ball is an
 * octahedron whose faces are subdivided and pushed out, so that no angle is needed.) */
CAROM_API carom_status carom_shape_tessellate(const carom_shape *shape, carom_tessellation form,
                                              uint32_t detail, carom_surface_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
