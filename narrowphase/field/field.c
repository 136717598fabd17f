/* field.c: cells and triangles of a field, and the public functions that count, describe and read fields. */
#include "field.h"

#include "dvec.h"
#include "vec.h"

const carom_field *carom_field_retain(const carom_field *field) {
  if (field) carom__asset_retain(&field->asset);
  return field;
}

void carom_field_release(const carom_field *field) {
  if (field) carom__asset_release(&field->asset);
}

static size_t bytes_of(const carom_field *field) {
  size_t bytes = field->asset.bytes;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++) bytes += field->tiles[i]->bytes;
  return bytes;
}

static uint32_t triangle_count(const carom_field *field) {
  return 2 * field->terms.columns * field->terms.rows;
}

carom_status carom_field_describe(const carom_field *field, carom_field_view *out) {
  if (!field || !out) return CAROM_NULL_ARGUMENT;
  const carom__field_terms *t = &field->terms;
  *out = (carom_field_view){.columns = t->columns,
                            .rows = t->rows,
                            .triangle_count = triangle_count(field),
                            .format = t->format,
                            .spacing_x = t->spacing[0],
                            .spacing_z = t->spacing[1],
                            .sides = t->sides,
                            .depth = t->depth,
                            .bounds = field->bounds,
                            .bytes = bytes_of(field)};
  return CAROM_OK;
}

/* --- Cells --- */

void carom__field_get_cell(const carom_field *field, uint32_t cell, carom__field_cell *out) {
  const carom__field_terms *t = &field->terms;
  uint32_t column = cell % t->columns, row = cell / t->columns;
  const carom__field_tile *tile = field->tiles[field_tile_of(field, column, row)];
  uint32_t i = column % CAROM__FIELD_TILE, j = row % CAROM__FIELD_TILE;
  out->hole = field_bit(tile->holes, i, j);
  out->turned = field_bit(tile->turned, i, j) != t->turned;
  out->material = tile->materials ? tile->materials[j * tile->columns + i] : 0;
  for (uint32_t k = 0; k < 4; k++) {
    size_t at = (size_t)(j + k / 2) * (tile->columns + 1) + i + k % 2;
    float height = field_height(field, field_number(field->storage, tile->numbers, at));
    out->corners[k] =
        vec3((float)(column + k % 2) * t->spacing[0], height, (float)(row + k / 2) * t->spacing[1]);
  }
}

void carom__field_corners_in(const carom__field_cell *cell, bool second, carom_vec3 out[3]) {
  const carom_vec3 *c = cell->corners;
  out[0] = c[second ? 1 : 0];
  out[1] = second && !cell->turned ? c[0] : c[2];
  out[2] = second || !cell->turned ? c[3] : c[1];
}

bool carom__field_corners_of(const carom_field *field, uint32_t number, carom_vec3 out[3]) {
  carom__field_cell cell;
  carom__field_get_cell(field, number / 2, &cell);
  carom__field_corners_in(&cell, number % 2, out);
  return !cell.hole;
}

carom_status carom_field_get_triangle(const carom_field *field, uint32_t number, carom_mesh_triangle *out) {
  carom__field_cell cell;
  if (!field || !out) return CAROM_NULL_ARGUMENT;
  if (number >= triangle_count(field)) return CAROM_OUT_OF_RANGE;
  carom__field_get_cell(field, number / 2, &cell);
  if (cell.hole) return CAROM_OUT_OF_RANGE;
  carom__field_corners_in(&cell, number % 2, out->corners);
  out->normal = carom__mesh_normal_of(out->corners);
  out->material = cell.material;
  return CAROM_OK;
}

/* --- Places --- */

carom__field_span carom__field_between(const carom_field *field, int axis, float low, float high) {
  float spacing = field->terms.spacing[axis];
  int count = (int)(axis == 0 ? field->terms.columns : field->terms.rows);
  float end = (float)count * spacing;
  if (!(high >= 0) || !(low <= end)) return (carom__field_span){0, -1};
  carom__field_span span = {low > 0 ? (int)(low / spacing) : 0, high < end ? (int)(high / spacing) : count};
  if (span.first > count - 1) span.first = count - 1;
  if (span.last > count - 1) span.last = count - 1;
  while (span.first > 0 && (float)span.first * spacing >= low) span.first--;
  while (span.first < count - 1 && (float)(span.first + 1) * spacing < low) span.first++;
  while (span.last < count - 1 && (float)(span.last + 1) * spacing <= high) span.last++;
  while (span.last > 0 && (float)span.last * spacing > high) span.last--;
  return span;
}

uint32_t carom__field_cell_at(const carom_field *field, float x, float z) {
  int column = carom__field_between(field, 0, x, x).last, row = carom__field_between(field, 1, z, z).last;
  return (uint32_t)row * field->terms.columns + (uint32_t)column;
}

/* A place in a cell: 0 at its lowest x and z, 1 at its highest. */
typedef struct field_place {
  double x, z;
} field_place;

static field_place place_in(const carom__field_cell *cell, float x, float z) {
  const carom_vec3 *c = cell->corners;
  return (field_place){((double)x - (double)c[0].x) / ((double)c[3].x - (double)c[0].x),
                       ((double)z - (double)c[0].z) / ((double)c[3].z - (double)c[0].z)};
}

static bool is_in_second(const carom__field_cell *cell, field_place at) {
  return cell->turned ? at.x + at.z > 1 : at.x > at.z;
}

/* Along both sides of the triangle that are along x and z, from the corner between them. */
static double height_in(const carom__field_cell *cell, field_place at) {
  bool second = is_in_second(cell, at);
  int corner = cell->turned ? (second ? 3 : 0) : second ? 1 : 2;
  const carom_vec3 *c = cell->corners;
  double from = (double)c[corner].y, along_x = (double)c[corner ^ 1].y - from;
  double along_z = (double)c[corner ^ 2].y - from;
  return from + (corner & 1 ? 1 - at.x : at.x) * along_x + (corner & 2 ? 1 - at.z : at.z) * along_z;
}

static bool is_beside(const carom_field *field, float x, float z) {
  const carom_aabb *b = &field->bounds;
  return !(x >= 0 && x <= b->max.x && z >= 0 && z <= b->max.z);
}

carom_status carom_field_get_ground(const carom_field *field, float x, float z, carom_field_ground *out) {
  carom__field_cell cell;
  carom_vec3 corners[3];
  if (!field || !out) return CAROM_NULL_ARGUMENT;
  if (!float_is_finite(x) || !float_is_finite(z)) return CAROM_NOT_FINITE;
  if (is_beside(field, x, z)) return CAROM_OUT_OF_RANGE;
  uint32_t number = carom__field_cell_at(field, x, z);
  carom__field_get_cell(field, number, &cell);
  field_place at = place_in(&cell, x, z);
  bool second = is_in_second(&cell, at);
  carom__field_corners_in(&cell, second, corners);
  *out = (carom_field_ground){.height = (float)height_in(&cell, at),
                              .normal = carom__mesh_normal_of(corners),
                              .triangle = 2 * number + second,
                              .material = cell.material,
                              .hole = cell.hole};
  return CAROM_OK;
}

bool carom__field_contains(const carom_field *field, carom_vec3 p) {
  carom__field_cell cell;
  if (is_beside(field, p.x, p.z) || p.y > field->bounds.max.y) return false;
  carom__field_get_cell(field, carom__field_cell_at(field, p.x, p.z), &cell);
  double below = height_in(&cell, place_in(&cell, p.x, p.z)) - (double)p.y;
  return !cell.hole && below >= 0 && below <= (double)field->terms.depth;
}
