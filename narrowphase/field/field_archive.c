/* field_archive.c: fields as bytes: the terms, then the tiles. All else follows. */
#include "arithmetic.h"
#include "field_layout.h"
#include "field_list.h"

void carom__field_write(carom__archive *archive, const carom__asset *asset) {
  const carom_field *field = (const carom_field *)asset;
  carom__field_terms terms = field->terms;
  carom__field_archive_terms(archive, &terms);
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++)
    carom__field_archive_tile(archive, field->storage, field->tiles[i]);
}

/* --- What a field must be --- */

/* The bytes that the numbers alone take. */
static bool could_hold(const carom__archive *archive, const carom__field_terms *t) {
  carom__field_storage storage = field_storage_of(t->format);
  size_t corners = ((size_t)t->columns + 1) * (t->rows + 1);
  size_t each = storage == CAROM__FIELD_FLOATS ? 4 : storage == CAROM__FIELD_WORDS ? 2 : 1;
  return archive->size - archive->at >= corners * each;
}

/* Within its columns, and not of zeros alone. */
static bool bits_are_valid(const uint64_t *words, const carom__field_tile *tile) {
  uint64_t any = 0, beyond = tile->columns < CAROM__FIELD_TILE ? ~(uint64_t)0 << tile->columns : 0;
  for (uint32_t i = 0; words && i < tile->rows; i++) any |= words[i];
  return !words || (any != 0 && (any & beyond) == 0);
}

static bool materials_are_valid(const carom__field_tile *tile) {
  unsigned any = 0;
  for (size_t i = 0; tile->materials && i < (size_t)tile->columns * tile->rows; i++)
    any |= tile->materials[i];
  return !tile->materials || any;
}

static bool numbers_are_valid(const carom_field *field, const carom__field_tile *tile) {
  for (size_t i = 0; i < field_tile_corners(tile); i++) {
    float number = field_number(field->storage, tile->numbers, i);
    if (!float_is_finite(number) || !field_height_fits(field, number)) return false;
  }
  return true;
}

/* A column or row of corners, `step` numbers from each to the next. */
typedef struct field_border {
  const void *numbers;
  size_t first, step;
} field_border;

static bool borders_agree(carom__field_storage storage, field_border a, field_border b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (carom__field_bits(storage, a.numbers, a.first + i * a.step) !=
        carom__field_bits(storage, b.numbers, b.first + i * b.step))
      return false;
  return true;
}

/* A tile repeats the last column of the tile before it, and the last row of that below. */
static bool borders_are_valid(const carom_field *field, uint32_t number) {
  const carom__field_tile *tile = field->tiles[number];
  size_t across = tile->columns + 1;
  if (number % field->tile_columns > 0) {
    const carom__field_tile *left = field->tiles[number - 1];
    field_border own = {tile->numbers, 0, across};
    field_border other = {left->numbers, left->columns, left->columns + 1};
    if (!borders_agree(field->storage, own, other, tile->rows + 1)) return false;
  }
  if (number < field->tile_columns) return true;
  const carom__field_tile *below = field->tiles[number - field->tile_columns];
  field_border own = {tile->numbers, 0, 1}, other = {below->numbers, below->rows * across, 1};
  return borders_agree(field->storage, own, other, across);
}

static bool tile_is_valid(const carom_field *field, uint32_t number) {
  const carom__field_tile *tile = field->tiles[number];
  return numbers_are_valid(field, tile) && bits_are_valid(tile->holes, tile) &&
         bits_are_valid(tile->turned, tile) && materials_are_valid(tile) && borders_are_valid(field, number);
}

/* --- Reading --- */

static void read_tile(carom__archive *archive, const carom_allocator *allocator, carom_field *field,
                      uint32_t number) {
  carom__field_parts parts = {false, false, false};
  carom__field_archive_parts(archive, &parts);
  if (archive->status) return;
  carom__field_tile *tile = carom__field_tile_allocate(allocator, field, number, parts);
  field->tiles[number] = tile;
  if (!tile) {
    archive_fail(archive, CAROM_OUT_OF_MEMORY);
    return;
  }
  carom__field_archive_arrays(archive, field->storage, tile);
  archive_expect(archive, !archive->status && tile_is_valid(field, number));
  if (!archive->status) carom__field_tile_finish(field, tile);
}

carom__asset *carom__field_read(carom__archive *archive, const carom_allocator *allocator) {
  carom__field_terms terms = {.columns = 0};
  carom__field_archive_terms(archive, &terms);
  archive_expect(archive, !carom__field_check_terms(&terms) && could_hold(archive, &terms));
  if (archive->status) return NULL;
  carom_field *field = carom__field_allocate(allocator, &terms);
  if (!field) {
    archive_fail(archive, CAROM_OUT_OF_MEMORY);
    return NULL;
  }
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows && !archive->status; i++)
    read_tile(archive, allocator, field, i);
  archive_expect(archive, !archive->status && !carom__field_finish(field));
  if (!archive->status) return &field->asset;
  carom_field_release(field);
  return NULL;
}
