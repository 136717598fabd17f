/* field.h: the inside of a height field, and what the narrow phase asks of it.
 *
 * The main file of the room field. A field is a table of tiles of 64 x 64 cells, which edits of it share. A
 * tile has all corners of its cells, so the border between two tiles is in both, and one bit a cell for holes
 * and diagonals. The cells of a row are tested eight at a time without a tree. Above them lie the ranges of
 * heights of blocks of 8 x 8 cells, and those of tiles.
 *
 * The room uses mesh: a row of cells is asked like a leaf of a mesh, by the same functions in lanes. What is
 * asked is answered in the frame of the field. All walks go from row to row. */
#ifndef CAROM_NARROWPHASE_FIELD_H
#define CAROM_NARROWPHASE_FIELD_H

#include "asset.h"
#include "atomics.h"
#include "carom/field.h"
#include "mesh.h"

enum {
  CAROM__FIELD_TILE = 64,  /* cells along the side of a tile: the bits of a word */
  CAROM__FIELD_BLOCK = 8,  /* along that of a block: lanes */
  CAROM__FIELD_BLOCKS = 8, /* blocks along the side of a tile: lanes */
  CAROM__FIELD_CORNERS = CAROM__FIELD_TILE + 1
};

/* Numbers are kept as one of these; CAROM_FIELD_FLOAT_IN_16 as words. */
typedef enum carom__field_storage {
  CAROM__FIELD_FLOATS,
  CAROM__FIELD_WORDS,
  CAROM__FIELD_BYTES
} carom__field_storage;

/* Up to 64 x 64 cells, fewer at the last column and row of a field. A tile is immutable and counted. */
typedef struct carom__field_tile {
  carom_allocator allocator;
  carom__atomic count; /* of the fields that share it */
  size_t bytes;
  uint64_t hash;          /* of its content */
  uint32_t columns, rows; /* of cells */
  float low, high;        /* the range of the numbers; low > high: all cells are holes */
  void *numbers;          /* (rows + 1) x (columns + 1), and room to read eight from anywhere */
  void *lows, *highs;     /* eight blocks a row: the range of each. That of a block of holes is any */
  uint64_t *holes;        /* a word for each row, a bit for each cell; NULL: none */
  uint64_t *turned;       /* likewise */
  uint8_t *materials;     /* rows x columns; NULL: all are 0 */
} carom__field_tile;

/* What a game says of a field but for its cells, with what zero stands for filled in. */
typedef struct carom__field_terms {
  uint32_t columns, rows;
  carom_field_format format;
  carom_mesh_sides sides;
  bool turned;
  float spacing[2]; /* along x and z */
  float scale, offset, low, high, depth;
} carom__field_terms;

struct carom_field {
  carom__asset asset;
  carom__field_terms terms;
  carom__field_storage storage;
  float base, step; /* a height is base + step x its number, in this order of operations */
  uint32_t tile_columns, tile_rows;
  carom__field_tile **tiles; /* row after row */
  float *lows, *highs;       /* of tiles: the range of heights; low > high or equal where there is nothing */
  carom_aabb bounds;         /* without the depth of a solid */
};

/* The numbers of the first and the last cell, or column or row of cells; first > last: none. */
typedef struct carom__field_span {
  int first, last;
} carom__field_span;

static inline carom__field_storage field_storage_of(carom_field_format format) {
  return format == CAROM_FIELD_FLOAT ? CAROM__FIELD_FLOATS
         : format == CAROM_FIELD_U8  ? CAROM__FIELD_BYTES
                                     : CAROM__FIELD_WORDS;
}

static inline float field_number(carom__field_storage storage, const void *numbers, size_t at) {
  if (storage == CAROM__FIELD_FLOATS) return ((const float *)numbers)[at];
  return storage == CAROM__FIELD_WORDS ? (float)((const uint16_t *)numbers)[at]
                                       : (float)((const uint8_t *)numbers)[at];
}

static inline float field_height(const carom_field *field, float number) {
  return field->base + number * field->step;
}

static inline uint32_t field_tile_of(const carom_field *field, uint32_t column, uint32_t row) {
  return row / CAROM__FIELD_TILE * field->tile_columns + column / CAROM__FIELD_TILE;
}

/* Where in the field a tile begins. */
static inline uint32_t field_first_column(const carom_field *field, uint32_t tile) {
  return tile % field->tile_columns * CAROM__FIELD_TILE;
}
static inline uint32_t field_first_row(const carom_field *field, uint32_t tile) {
  return tile / field->tile_columns * CAROM__FIELD_TILE;
}

static inline bool field_bit(const uint64_t *words, uint32_t column, uint32_t row) {
  return words && words[row] >> column & 1;
}

/* A cell, given by its number. */
typedef struct carom__field_cell {
  bool hole, turned;
  uint8_t material;
  /* those at the lowest x and z, at the highest x, at the highest z, at both */
  carom_vec3 corners[4];
} carom__field_cell;

void carom__field_get_cell(const carom_field *field, uint32_t cell, carom__field_cell *out);

/* The corners of the first or the second triangle of a cell. */
void carom__field_corners_in(const carom__field_cell *cell, bool second, carom_vec3 out[3]);

/* The corners of a triangle; false when it is one of a hole. */
bool carom__field_corners_of(const carom_field *field, uint32_t number, carom_vec3 out[3]);

/* The number of the cell that has a point in its column or row; of several the last one. */
uint32_t carom__field_cell_at(const carom_field *field, float x, float z);

/* Which columns (axis 0) or rows (axis 1) have a point from low to high, both included. */
carom__field_span carom__field_between(const carom_field *field, int axis, float low, float high);

/* As carom__mesh_walk and carom__mesh_walk_obb. */
void carom__field_walk(const carom_field *field, const carom_aabb *box, carom__mesh_visitor visitor);
void carom__field_walk_obb(const carom_field *field, const carom_obb *box, carom__mesh_visitor visitor);

/* As carom__mesh_walk_ray, carom__mesh_cast_ray and carom__mesh_nearest. Slots are not set. */
void carom__field_walk_ray(const carom_field *field, const carom__ray *ray, bool front_only,
                           carom__mesh_hit_fn *hit, void *context);
bool carom__field_cast_ray(const carom_field *field, const carom__ray *ray, bool front_only,
                           carom__mesh_hit *out);
bool carom__field_nearest(const carom_field *field, carom_vec3 point, float limit, carom__mesh_near *out);

/* Is a point below the ground, but not below the depth of a solid? It is exact up to rounding. */
bool carom__field_contains(const carom_field *field, carom_vec3 point);

void carom__field_write(carom__archive *archive, const carom__asset *asset);
carom__asset *carom__field_read(carom__archive *archive, const carom_allocator *allocator);
void carom__field_drop(const carom__asset *asset);
extern const carom__asset_class carom__field_asset_class; /* in the file of the kind */

#endif
