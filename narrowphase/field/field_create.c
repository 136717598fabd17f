/* field_create.c: building fields from the arrays of a game, and editing them.
 *
 * Both go tile by tile: the draft of a tile begins as zeros or as the old tile, takes what the game gives of
 * it, and is packed. An edit keeps the old tile where the new one is the same. */
#include "alloc.h"
#include "arithmetic.h"
#include "field_layout.h"

/* --- What the game gives --- */

/* A tile with all arrays, whatever they hold. */
typedef struct field_draft {
  uint32_t columns, rows;
  float numbers[CAROM__FIELD_CORNERS * CAROM__FIELD_CORNERS]; /* (rows + 1) x (columns + 1) */
  uint64_t holes[CAROM__FIELD_TILE], turned[CAROM__FIELD_TILE];
  uint8_t materials[CAROM__FIELD_TILE * CAROM__FIELD_TILE]; /* rows x columns */
} field_draft;

typedef struct field_build {
  const carom_allocator *allocator;
  carom_field *field;
  carom_field_cells cells; /* with what zero stands for filled in */
  uint32_t column, row;    /* where they begin */
  field_draft *draft;
} field_build;

static size_t number_size(carom_field_format format) {
  return format == CAROM_FIELD_U16 ? 2 : format == CAROM_FIELD_U8 ? 1 : 4;
}

/* False for a stride below the size of an element. */
static bool fill_strides(size_t *stride, size_t *row, size_t size, size_t columns) {
  bool fine = (*stride == 0 || *stride >= size) && (*row == 0 || *row >= size);
  if (*stride == 0) *stride = size;
  if (*row == 0) *row = *stride * columns;
  return fine;
}

static bool cells_are_laid_out(carom_field_cells *c, carom_field_format format) {
  return fill_strides(&c->height_stride, &c->height_row, number_size(format), (size_t)c->columns + 1) &&
         fill_strides(&c->flag_stride, &c->flag_row, 1, c->columns) &&
         fill_strides(&c->material_stride, &c->material_row, 1, c->columns);
}

static float read_number(const carom_field_cells *c, carom_field_format format, uint32_t column,
                         uint32_t row) {
  const unsigned char *at = (const unsigned char *)c->heights;
  float number;
  uint16_t word;
  at += (size_t)row * c->height_row + (size_t)column * c->height_stride;
  if (format == CAROM_FIELD_U8) return (float)*at;
  if (format == CAROM_FIELD_U16) {
    memcpy(&word, at, sizeof word);
    return (float)word;
  }
  memcpy(&number, at, sizeof number);
  return number;
}

/* The nearest of the steps from low to high. */
static float step_of(const carom__field_terms *t, float number) {
  double range = (double)t->high - (double)t->low, part = (double)number - (double)t->low;
  return range > 0 ? (float)floor(part / range * UINT16_MAX + 0.5) : 0;
}

/* The number as it is kept. */
static carom_status accept_number(const carom_field *field, float *number) {
  const carom__field_terms *t = &field->terms;
  if (!float_is_finite(*number)) return CAROM_NOT_FINITE;
  if (t->format == CAROM_FIELD_FLOAT_IN_16) {
    if (*number < t->low || *number > t->high) return CAROM_OUT_OF_RANGE;
    *number = step_of(t, *number);
  }
  return field_height_fits(field, *number) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* --- Drafts --- */

/* What a range of the game's cells or corners and that of a tile have in common, counted in the field. */
typedef struct field_overlap {
  uint32_t begin, end;
} field_overlap;

static field_overlap overlap_of(uint32_t begin, uint32_t count, uint32_t tile_begin, uint32_t tile_count) {
  uint32_t end = begin + count, tile_end = tile_begin + tile_count;
  return (field_overlap){begin > tile_begin ? begin : tile_begin, end < tile_end ? end : tile_end};
}

static carom_status draft_heights(const field_build *b, uint32_t tile) {
  uint32_t first_column = field_first_column(b->field, tile), first_row = field_first_row(b->field, tile);
  field_overlap columns = overlap_of(b->column, b->cells.columns + 1, first_column, b->draft->columns + 1);
  field_overlap rows = overlap_of(b->row, b->cells.rows + 1, first_row, b->draft->rows + 1);
  for (uint32_t j = rows.begin; j < rows.end; j++)
    for (uint32_t i = columns.begin; i < columns.end; i++) {
      float number = read_number(&b->cells, b->field->terms.format, i - b->column, j - b->row);
      carom_status status = accept_number(b->field, &number);
      if (status) return status;
      b->draft->numbers[(size_t)(j - first_row) * (b->draft->columns + 1) + (i - first_column)] = number;
    }
  return CAROM_OK;
}

static void set_bit(uint64_t *word, uint32_t bit, bool on) {
  *word = on ? *word | (uint64_t)1 << bit : *word & ~((uint64_t)1 << bit);
}

/* In a tile, at a column and a row of it, what lies in the game's arrays at others. */
static carom_status draft_cell(const field_build *b, uint32_t column, uint32_t row, size_t i, size_t j) {
  const carom_field_cells *c = &b->cells;
  field_draft *draft = b->draft;
  if (c->materials)
    draft->materials[row * draft->columns + column] =
        c->materials[j * c->material_row + i * c->material_stride];
  if (!c->flags) return CAROM_OK;
  unsigned flags = c->flags[j * c->flag_row + i * c->flag_stride];
  if (flags & ~(CAROM_FIELD_HOLE | CAROM_FIELD_TURNED)) return CAROM_UNKNOWN_KIND;
  set_bit(&draft->holes[row], column, flags & CAROM_FIELD_HOLE);
  set_bit(&draft->turned[row], column, flags & CAROM_FIELD_TURNED);
  return CAROM_OK;
}

static carom_status draft_cells(const field_build *b, uint32_t tile) {
  uint32_t first_column = field_first_column(b->field, tile), first_row = field_first_row(b->field, tile);
  field_overlap columns = overlap_of(b->column, b->cells.columns, first_column, b->draft->columns);
  field_overlap rows = overlap_of(b->row, b->cells.rows, first_row, b->draft->rows);
  for (uint32_t j = rows.begin; j < rows.end; j++)
    for (uint32_t i = columns.begin; i < columns.end; i++) {
      carom_status status = draft_cell(b, i - first_column, j - first_row, i - b->column, j - b->row);
      if (status) return status;
    }
  return CAROM_OK;
}

static void begin_draft(const carom_field *field, uint32_t number, field_draft *out) {
  const carom__field_tile *tile = field->tiles[number];
  uint32_t columns = field->terms.columns - field_first_column(field, number);
  uint32_t rows = field->terms.rows - field_first_row(field, number);
  memset(out, 0, sizeof *out);
  out->columns = columns < CAROM__FIELD_TILE ? columns : CAROM__FIELD_TILE;
  out->rows = rows < CAROM__FIELD_TILE ? rows : CAROM__FIELD_TILE;
  if (!tile) return;
  for (size_t i = 0; i < field_tile_corners(tile); i++)
    out->numbers[i] = field_number(field->storage, tile->numbers, i);
  if (tile->holes) memcpy(out->holes, tile->holes, tile->rows * sizeof *tile->holes);
  if (tile->turned) memcpy(out->turned, tile->turned, tile->rows * sizeof *tile->turned);
  if (tile->materials) memcpy(out->materials, tile->materials, (size_t)tile->columns * tile->rows);
}

static bool any_bit(const uint64_t *words) {
  uint64_t any = 0;
  for (int i = 0; i < CAROM__FIELD_TILE; i++) any |= words[i];
  return any;
}

static bool any_byte(const uint8_t *bytes, size_t count) {
  unsigned any = 0;
  for (size_t i = 0; i < count; i++) any |= bytes[i];
  return any;
}

/* An array of nothing but zeros is left out. NULL when out of memory. */
static carom__field_tile *pack(const field_build *b, uint32_t number) {
  const field_draft *draft = b->draft;
  size_t cells = (size_t)draft->columns * draft->rows;
  carom__field_parts parts = {any_bit(draft->holes), any_bit(draft->turned),
                              any_byte(draft->materials, cells)};
  carom__field_tile *tile = carom__field_tile_allocate(b->allocator, b->field, number, parts);
  if (!tile) return NULL;
  for (size_t i = 0; i < field_tile_corners(tile); i++)
    field_set_number(b->field->storage, tile->numbers, i, draft->numbers[i]);
  if (parts.holes) memcpy(tile->holes, draft->holes, tile->rows * sizeof *tile->holes);
  if (parts.turned) memcpy(tile->turned, draft->turned, tile->rows * sizeof *tile->turned);
  if (parts.materials) memcpy(tile->materials, draft->materials, cells);
  carom__field_tile_finish(b->field, tile);
  return tile;
}

/* --- Tiles --- */

/* Does all behind the counts agree? Pointers differ, so the arrays are compared. */
static bool tiles_are_equal(const carom__field_tile *a, const carom__field_tile *b, size_t header) {
  if (a->hash != b->hash || a->bytes != b->bytes || !a->holes != !b->holes || !a->turned != !b->turned)
    return false;
  return memcmp((const char *)a + header, (const char *)b + header, a->bytes - header) == 0;
}

static carom_status build_tile(const field_build *b, uint32_t number) {
  carom__field_tile **place = &b->field->tiles[number], *old = *place;
  begin_draft(b->field, number, b->draft);
  carom_status status = b->cells.heights ? draft_heights(b, number) : CAROM_OK;
  if (!status) status = draft_cells(b, number);
  if (status) return status;
  carom__field_tile *tile = pack(b, number);
  if (!tile) return CAROM_OUT_OF_MEMORY;
  bool same = old && tiles_are_equal(old, tile, sizeof *tile);
  carom__field_tile_release(same ? tile : old);
  *place = same ? old : tile;
  return CAROM_OK;
}

/* Has the tile a corner of the cells? */
static bool tile_is_given(const field_build *b, uint32_t tile) {
  uint32_t column = field_first_column(b->field, tile), row = field_first_row(b->field, tile);
  return b->column <= column + CAROM__FIELD_TILE && column <= b->column + b->cells.columns &&
         b->row <= row + CAROM__FIELD_TILE && row <= b->row + b->cells.rows;
}

/* Builds what the game gives. A field that cannot be completed is released. */
static carom_status build_field(field_build *b, carom_field **out) {
  carom_status status = CAROM_OK;
  b->draft = carom__alloc(b->allocator, sizeof *b->draft);
  if (!b->draft) status = CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < b->field->tile_columns * b->field->tile_rows && !status; i++)
    if (tile_is_given(b, i)) status = build_tile(b, i);
  carom__free(b->allocator, b->draft, sizeof *b->draft);
  if (!status) status = carom__field_finish(b->field);
  if (status)
    carom_field_release(b->field);
  else
    *out = b->field;
  return status;
}

/* --- Creating --- */

static float or_one(float value) { return value == 0 ? 1 : value; }

/* The range of the given numbers, where the game gives none. */
static carom_status find_range(const carom_field_cells *c, carom__field_terms *t) {
  if (t->low != 0 || t->high != 0) return CAROM_OK;
  t->low = t->high = read_number(c, t->format, 0, 0);
  for (uint32_t j = 0; j <= c->rows; j++)
    for (uint32_t i = 0; i <= c->columns; i++) {
      float number = read_number(c, t->format, i, j);
      if (!float_is_finite(number)) return CAROM_NOT_FINITE;
      if (number < t->low) t->low = number;
      if (number > t->high) t->high = number;
    }
  return CAROM_OK;
}

static carom__field_terms terms_of(const carom_field_def *def) {
  bool solid = def->sides == CAROM_MESH_SOLID, steps = def->format == CAROM_FIELD_FLOAT_IN_16;
  return (carom__field_terms){.columns = def->cells.columns,
                              .rows = def->cells.rows,
                              .format = def->format,
                              .sides = def->sides,
                              .turned = def->turned,
                              .spacing = {or_one(def->spacing_x), or_one(def->spacing_z)},
                              .scale = or_one(def->scale),
                              .offset = def->offset,
                              .low = steps ? def->low : 0,
                              .high = steps ? def->high : 0,
                              .depth = solid ? def->depth : 0};
}

carom_status carom_field_create(const carom_allocator *allocator, const carom_field_def *def,
                                carom_field **out) {
  if (!def || !out || !def->cells.heights) return CAROM_NULL_ARGUMENT;
  field_build b = {.allocator = allocator, .cells = def->cells};
  carom__field_terms terms = terms_of(def);
  carom_status status = carom__field_check_terms(&terms);
  if (!status && !cells_are_laid_out(&b.cells, terms.format)) status = CAROM_OUT_OF_RANGE;
  if (!status && terms.format == CAROM_FIELD_FLOAT_IN_16) {
    status = find_range(&b.cells, &terms);
    if (!status) status = carom__field_check_terms(&terms);
  }
  if (status) return status;
  b.field = carom__field_allocate(allocator, &terms);
  return b.field ? build_field(&b, out) : CAROM_OUT_OF_MEMORY;
}

/* --- Editing --- */

static bool fits(uint32_t begin, uint32_t count, uint32_t all) {
  return begin <= all && count <= all - begin;
}

carom_status carom_field_edit(const carom_allocator *allocator, const carom_field *field, uint32_t column,
                              uint32_t row, const carom_field_cells *cells, carom_field **out) {
  if (!field || !cells || !out) return CAROM_NULL_ARGUMENT;
  const carom__field_terms *t = &field->terms;
  if (!fits(column, cells->columns, t->columns) || !fits(row, cells->rows, t->rows))
    return CAROM_OUT_OF_RANGE;
  field_build b = {.allocator = allocator, .cells = *cells, .column = column, .row = row};
  if (!cells_are_laid_out(&b.cells, t->format)) return CAROM_OUT_OF_RANGE;
  b.field = carom__field_allocate(allocator, t);
  if (!b.field) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++) {
    b.field->tiles[i] = field->tiles[i];
    carom__atomic_retain(&field->tiles[i]->count);
  }
  return build_field(&b, out);
}
