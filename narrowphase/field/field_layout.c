/* field_layout.c: the blocks of memory of a field and of its tiles, and the ranges of heights. */
#include "field_layout.h"

#include "alloc.h"
#include "arithmetic.h"
#include "vec.h"

/* --- Memory --- */

static size_t add_array(size_t *bytes, size_t count, size_t element) {
  size_t offset = (*bytes + 7) / 8 * 8;
  *bytes = offset + count * element;
  return offset;
}

/* The lowest number of a field in 16 bits stands for low, and the highest for high. */
static void set_formula(carom_field *field) {
  const carom__field_terms *t = &field->terms;
  double range = (double)t->high - (double)t->low;
  bool steps = t->format == CAROM_FIELD_FLOAT_IN_16;
  field->storage = field_storage_of(t->format);
  field->base = steps ? (float)((double)t->offset + (double)t->scale * (double)t->low) : t->offset;
  field->step = steps ? (float)((double)t->scale * range / UINT16_MAX) : t->scale;
}

carom_field *carom__field_allocate(const carom_allocator *allocator, const carom__field_terms *terms) {
  uint32_t columns = (terms->columns + CAROM__FIELD_TILE - 1) / CAROM__FIELD_TILE;
  uint32_t rows = (terms->rows + CAROM__FIELD_TILE - 1) / CAROM__FIELD_TILE;
  size_t count = (size_t)columns * rows, bytes = sizeof(carom_field);
  size_t tiles = add_array(&bytes, count, sizeof(carom__field_tile *));
  size_t lows = add_array(&bytes, count, sizeof(float)), highs = add_array(&bytes, count, sizeof(float));
  char *block = carom__asset_allocate(&carom__field_asset_class, allocator, bytes);
  if (!block) return NULL;
  carom_field *field = (carom_field *)(void *)block;
  field->terms = *terms;
  field->tile_columns = columns;
  field->tile_rows = rows;
  field->tiles = (carom__field_tile **)(void *)(block + tiles);
  field->lows = (float *)(void *)(block + lows);
  field->highs = (float *)(void *)(block + highs);
  set_formula(field);
  return field;
}

static uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

carom__field_tile *carom__field_tile_allocate(const carom_allocator *allocator, const carom_field *field,
                                              uint32_t tile, carom__field_parts parts) {
  static const size_t sizes[] = {
      [CAROM__FIELD_FLOATS] = 4, [CAROM__FIELD_WORDS] = 2, [CAROM__FIELD_BYTES] = 1};
  uint32_t columns = lesser(field->terms.columns - field_first_column(field, tile), CAROM__FIELD_TILE);
  uint32_t rows = lesser(field->terms.rows - field_first_row(field, tile), CAROM__FIELD_TILE);
  size_t corners = (size_t)(columns + 1) * (rows + 1) + CAROM__FIELD_BLOCK;
  size_t blocks = (rows + CAROM__FIELD_BLOCK - 1) / CAROM__FIELD_BLOCK * CAROM__FIELD_BLOCKS;
  size_t bytes = sizeof(carom__field_tile), size = sizes[field->storage];
  size_t numbers = add_array(&bytes, corners, size);
  size_t lows = add_array(&bytes, blocks, size), highs = add_array(&bytes, blocks, size);
  size_t holes = add_array(&bytes, parts.holes ? rows : 0, sizeof(uint64_t));
  size_t turned = add_array(&bytes, parts.turned ? rows : 0, sizeof(uint64_t));
  size_t materials = add_array(&bytes, parts.materials ? (size_t)columns * rows : 0, 1);
  char *block = carom__alloc(allocator, bytes);
  if (!block) return NULL;
  memset(block, 0, bytes);
  carom__field_tile *out = (carom__field_tile *)(void *)block;
  if (allocator) out->allocator = *allocator;
  carom__atomic_init(&out->count, 1);
  out->bytes = bytes;
  out->columns = columns;
  out->rows = rows;
  out->numbers = block + numbers;
  out->lows = block + lows;
  out->highs = block + highs;
  if (parts.holes) out->holes = (uint64_t *)(void *)(block + holes);
  if (parts.turned) out->turned = (uint64_t *)(void *)(block + turned);
  if (parts.materials) out->materials = (uint8_t *)(block + materials);
  return out;
}

void carom__field_tile_release(carom__field_tile *tile) {
  if (!tile || !carom__atomic_drop(&tile->count)) return;
  carom_allocator allocator = tile->allocator;
  carom__free(&allocator, tile, tile->bytes);
}

void carom__field_drop(const carom__asset *asset) {
  const carom_field *field = (const carom_field *)asset;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++)
    carom__field_tile_release(field->tiles[i]);
}

/* --- Terms --- */

static carom_status check_sizes(const carom__field_terms *t) {
  const float spacing[2] = {t->spacing[0], t->spacing[1]};
  const uint32_t counts[2] = {t->columns, t->rows};
  for (int k = 0; k < 2; k++) {
    if (!(spacing[k] >= CAROM_SIZE_MIN && spacing[k] <= CAROM_SIZE_MAX)) return CAROM_BAD_SIZE;
    if ((float)counts[k] * spacing[k] > CAROM_SIZE_MAX) return CAROM_BAD_SIZE;
  }
  if (!(t->scale > 0 && t->scale <= CAROM_SIZE_MAX)) return CAROM_BAD_SIZE;
  bool solid = t->sides == CAROM_MESH_SOLID;
  bool deep = t->depth >= CAROM_SIZE_MIN && t->depth <= CAROM_SIZE_MAX;
  return (solid ? deep : t->depth == 0) ? CAROM_OK : CAROM_BAD_SIZE;
}

static bool range_is_valid(const carom__field_terms *t) {
  if (t->format != CAROM_FIELD_FLOAT_IN_16) return t->low == 0 && t->high == 0;
  double low = (double)t->offset + (double)t->scale * (double)t->low;
  double high = (double)t->offset + (double)t->scale * (double)t->high, most = (double)CAROM_SIZE_MAX;
  return t->low <= t->high && fabs(low) <= most && fabs(high) <= most;
}

carom_status carom__field_check_terms(const carom__field_terms *t) {
  const float all[] = {t->spacing[0], t->spacing[1], t->scale, t->offset, t->low, t->high, t->depth};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!float_is_finite(all[i])) return CAROM_NOT_FINITE;
  if (t->columns == 0 || t->rows == 0) return CAROM_OUT_OF_RANGE;
  if (t->columns > CAROM_FIELD_SIDE_MAX || t->rows > CAROM_FIELD_SIDE_MAX) return CAROM_LIMIT;
  if ((unsigned)t->format >= CAROM_FIELD_FORMAT_COUNT) return CAROM_UNKNOWN_KIND;
  if ((unsigned)t->sides >= CAROM_MESH_SIDES_COUNT) return CAROM_UNKNOWN_KIND;
  if (!range_is_valid(t) || fabsf(t->offset) > CAROM_SIZE_MAX) return CAROM_OUT_OF_RANGE;
  return check_sizes(t);
}

/* --- Ranges --- */

typedef struct number_range {
  float low, high; /* low > high: of nothing */
} number_range;

static const number_range nothing = {1, 0};

static number_range range_with(number_range r, float low, float high) {
  if (r.low > r.high) return (number_range){low, high};
  return (number_range){lesser_float(r.low, low), greater_float(r.high, high)};
}

/* Of the corners of the cells of a row of a block. */
static number_range row_range(const carom_field *field, const carom__field_tile *tile, uint32_t column,
                              uint32_t row) {
  number_range range = nothing;
  uint32_t across = tile->columns + 1, end = lesser(column + CAROM__FIELD_BLOCK, tile->columns);
  for (uint32_t i = column; i < end; i++) {
    if (field_bit(tile->holes, i, row)) continue;
    for (uint32_t k = 0; k < 4; k++) {
      size_t at = (size_t)(row + k / 2) * across + i + k % 2;
      float number = field_number(field->storage, tile->numbers, at);
      range = range_with(range, number, number);
    }
  }
  return range;
}

static number_range block_range(const carom_field *field, const carom__field_tile *tile, uint32_t column,
                                uint32_t row) {
  number_range range = nothing;
  for (uint32_t j = row; j < lesser(row + CAROM__FIELD_BLOCK, tile->rows); j++) {
    number_range of_row = row_range(field, tile, column, j);
    if (of_row.low <= of_row.high) range = range_with(range, of_row.low, of_row.high);
  }
  return range;
}

void carom__field_tile_finish(const carom_field *field, carom__field_tile *tile) {
  number_range whole = nothing;
  for (uint32_t row = 0; row < tile->rows; row += CAROM__FIELD_BLOCK)
    for (uint32_t column = 0; column < tile->columns; column += CAROM__FIELD_BLOCK) {
      size_t at = row + column / CAROM__FIELD_BLOCK;
      number_range range = block_range(field, tile, column, row);
      if (range.low > range.high) continue;
      field_set_number(field->storage, tile->lows, at, range.low);
      field_set_number(field->storage, tile->highs, at, range.high);
      whole = range_with(whole, range.low, range.high);
    }
  tile->low = whole.low;
  tile->high = whole.high;
  tile->hash = 0;
  carom__archive archive = {.sum = &tile->hash};
  carom__field_archive_tile(&archive, field->storage, tile);
}

static number_range heights_of(const carom_field *field) {
  number_range heights = nothing;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++) {
    const carom__field_tile *tile = field->tiles[i];
    if (tile->low <= tile->high) heights = range_with(heights, field->lows[i], field->highs[i]);
  }
  return heights;
}

static uint64_t hash_of(carom_field *field) {
  uint64_t hash = 0;
  carom__archive archive = {.sum = &hash};
  uint32_t kind = (uint32_t)carom__field_asset_class.kind;
  carom__archive_u32(&archive, &kind);
  carom__field_archive_terms(&archive, &field->terms);
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++)
    hash = checksum_mix(hash, field->tiles[i]->hash);
  return hash;
}

carom_status carom__field_finish(carom_field *field) {
  const carom__field_terms *t = &field->terms;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++) {
    field->lows[i] = field_height(field, field->tiles[i]->low);
    field->highs[i] = field_height(field, field->tiles[i]->high);
  }
  number_range heights = heights_of(field);
  if (heights.low > heights.high) return CAROM_FLAT;
  field->bounds = (carom_aabb){{0, heights.low, 0}, {0, heights.high, 0}};
  field->bounds.max.x = (float)t->columns * t->spacing[0];
  field->bounds.max.z = (float)t->rows * t->spacing[1];
  field->asset.hash = hash_of(field);
  return CAROM_OK;
}
