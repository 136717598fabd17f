/* carom/field.h: height fields: ground as a grid of heights.
 *
 * A field is an asset like a mesh (mesh.h): immutable, reference-counted, and shared by any number of
 * colliders, worlds and threads. What other headers say of a mesh and its triangles holds for a field, too,
 * also what refuses a mesh. It takes a thirtieth of the memory of a mesh of the same triangles, and is
 * built in a hundredth of the time.
 *
 * The heights lie on a grid. That of column i and row j is at x = i spacing_x and z = j spacing_z, and y is
 * up. Four neighbours are the corners of a cell, which is two triangles. Their diagonal leads from the corner
 * with the lowest x and z to the one with the highest, unless the cell is turned. Cells may be holes. Cell
 * number c = j columns + i has the triangles 2 c and 2 c + 1. The first has the edge of the lowest x, and the
 * second that of the highest. Their fronts are above. */
#ifndef CAROM_FIELD_H
#define CAROM_FIELD_H

#include "mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A height field. The type is opaque. */
typedef struct carom_field carom_field;

/* A field has at most this many columns of cells, and as many rows. More give CAROM_LIMIT. */
#define CAROM_FIELD_SIDE_MAX 32768

/* The numbers that heights are given by, and how a field keeps them. A triangle takes 2.1 bytes as floats,
 * 1.1 in 16 bits and 0.6 in 8 bits, and 0.5 more where cells have materials. */
typedef enum carom_field_format {
  CAROM_FIELD_FLOAT, /* floats, kept to the last bit */
  /* floats, kept in 16 bits: as the nearest of 65,536 steps from the lowest to the highest. That moves a
   * number by half a step at most, apart from the rounding of floats */
  CAROM_FIELD_FLOAT_IN_16,
  CAROM_FIELD_U16,         /* uint16_t, kept as they are */
  CAROM_FIELD_U8,          /* uint8_t, kept as they are */
  CAROM_FIELD_FORMAT_COUNT /* the number of formats, not a format */
} carom_field_format;

/* Flags of a cell. Others give CAROM_UNKNOWN_KIND. */
#define CAROM_FIELD_HOLE 1u   /* it has no triangles */
#define CAROM_FIELD_TURNED 2u /* its diagonal is the other one */

/* What a rectangle of cells holds, row after row. Strides are in bytes, and 0 means packed: no gap between
 * elements, or between the rows of the rectangle. */
typedef struct carom_field_cells {
  uint32_t columns, rows; /* of cells */
  const void *heights;    /* (rows + 1) x (columns + 1) numbers in the format of the field, also unaligned */
  size_t height_stride;   /* from number to number, at least the size of one */
  size_t height_row;      /* from row to row */
  const uint8_t *flags;   /* rows x columns, of CAROM_FIELD_...; NULL: see below */
  size_t flag_stride, flag_row;         /* from flag to flag, and from row to row */
  const uint8_t *materials;             /* rows x columns; NULL: see below */
  size_t material_stride, material_row; /* from material to material, and from row to row */
} carom_field_cells;

/* The arrays of a field and its options. The call that creates the field copies what it needs. */
typedef struct carom_field_def {
  carom_field_cells cells;    /* heights must be set. flags NULL: all are 0, materials NULL: all are 0 */
  carom_field_format format;  /* of the heights */
  float spacing_x, spacing_z; /* of the grid, CAROM_SIZE_MIN..CAROM_SIZE_MAX; 0 means 1 */
  /* A height is offset + scale x its number. scale is above 0, and 0 means 1. Heights are
   * -CAROM_SIZE_MAX..CAROM_SIZE_MAX. */
  float scale, offset;
  /* Of CAROM_FIELD_FLOAT_IN_16: the lowest and the highest number, also of later edits. Numbers beyond them
   * give CAROM_OUT_OF_RANGE. Both 0: those of the heights given here. Others ignore them. */
  float low, high;
  bool turned; /* turns the diagonals of all cells; CAROM_FIELD_TURNED of a cell turns it back */
  /* From where the field is touched: from both sides, from above, or as the surface of solid ground, where
   * what is below touches, too. The field of a solid need not be closed: it is solid down to the depth. */
  carom_mesh_sides sides;
  /* Of CAROM_MESH_SOLID: how far below the surface the ground is solid, CAROM_SIZE_MIN..CAROM_SIZE_MAX. It
   * has no walls at the sides and no floor, and nothing below a hole. The depth counts as an extent of the
   * field, with which tolerances grow. Others ignore it. */
  float depth;
} carom_field_def;

/* Builds a field. A NULL allocator uses malloc. The caller owns one count of *out.
 *
 * Errors: CAROM_NULL_ARGUMENT, CAROM_LIMIT for more than CAROM_FIELD_SIDE_MAX columns or rows,
 * CAROM_OUT_OF_RANGE for no columns or rows, a stride below the size of an element, a height or an offset
 * beyond CAROM_SIZE_MAX, or low above high, CAROM_NOT_FINITE, CAROM_UNKNOWN_KIND for an unknown format, flag
 * or side, CAROM_BAD_SIZE for a spacing, scale or depth out of its range or a field longer than
 * CAROM_SIZE_MAX, CAROM_FLAT when all cells are holes, CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_field_create(const carom_allocator *allocator, const carom_field_def *def,
                                          carom_field **out);

/* Makes a field that differs from another one in a rectangle of cells, which begins at a column and a row.
 * The old field stays as it is. Both share the tiles of 64 x 64 cells in which they do not differ, so that a
 * small edit takes little memory and time. The result is the same as that of building the whole anew.
 *
 * What is NULL in `cells` stays as it was. columns and rows may be 0, so that the heights of one row or of
 * one corner can be given. The caller owns one count of *out.
 *
 * Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_RANGE for cells that the field does not have, a stride below the
 * size of an element, a height beyond CAROM_SIZE_MAX or a number beyond the lowest and highest,
 * CAROM_NOT_FINITE, CAROM_UNKNOWN_KIND for an unknown flag, CAROM_FLAT when all cells would be holes,
 * CAROM_OUT_OF_MEMORY. */
CAROM_API carom_status carom_field_edit(const carom_allocator *allocator, const carom_field *field,
                                        uint32_t column, uint32_t row, const carom_field_cells *cells,
                                        carom_field **out);

/* Adds a count and returns the field. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_field *carom_field_retain(const carom_field *field);

/* Removes a count, and frees the field with the last one, but for what edits share with it. NULL does
 * nothing. Any thread may call it. The allocators of all fields that share tiles must live until then. */
CAROM_API void carom_field_release(const carom_field *field);

/* The figures of a field. */
typedef struct carom_field_view {
  uint32_t columns, rows;     /* of cells */
  uint32_t triangle_count;    /* the numbers of triangles are below it; those of holes are counted */
  carom_field_format format;  /* of the heights */
  float spacing_x, spacing_z; /* of the grid */
  carom_mesh_sides sides;     /* from where it is touched */
  float depth;                /* 0 unless the sides are CAROM_MESH_SOLID */
  carom_aabb bounds; /* of the grid in x and z, and of all cells that are no holes in y; without the depth */
  size_t bytes;      /* of memory, in all, with what it shares */
} carom_field_view;

/* Writes the figures of a field. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_field_describe(const carom_field *field, carom_field_view *out);

/* Writes a triangle by its number. Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_RANGE for a number that is none
 * or that of a hole. */
CAROM_API carom_status carom_field_get_triangle(const carom_field *field, uint32_t number,
                                                carom_mesh_triangle *out);

/* The ground at a place. */
typedef struct carom_field_ground {
  float height;      /* of the surface there */
  carom_vec3 normal; /* unit, up */
  uint32_t triangle; /* the number of the triangle there */
  uint8_t material;  /* of its cell */
  bool hole;         /* there is none: the rest is what would be there without the hole */
} carom_field_ground;

/* Writes the ground at (x, z), in the frame of the field. Errors: CAROM_NULL_ARGUMENT, CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE beside the field. */
CAROM_API carom_status carom_field_get_ground(const carom_field *field, float x, float z,
                                              carom_field_ground *out);

#ifdef __cplusplus
}
#endif

#endif
