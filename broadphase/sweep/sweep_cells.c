/* sweep_cells.c: counting sort of boxes by cell, in parts by ranges of boxes: each part counts what it will
 * put into each cell, then all know where they may write. */
#include "sweep_cells.h"

#include "sort.h"

/* A place: the first cell of a box and how many more it spans along each axis. */
enum { PLACE_CELL_BITS = 28, PLACE_SPAN_BITS = 2 };
_Static_assert(2 * CAROM__CELL_BITS_MAX <= PLACE_CELL_BITS && CAROM__SPAN_MAX < 1 << PLACE_SPAN_BITS,
               "places fit 32 bits");

typedef struct cell_place {
  uint32_t cell, span[2];
} cell_place;

static inline cell_place unpack(uint32_t packed) {
  return (cell_place){
      packed & ((1u << PLACE_CELL_BITS) - 1),
      {packed >> PLACE_CELL_BITS & CAROM__SPAN_MAX, packed >> (PLACE_CELL_BITS + PLACE_SPAN_BITS)}};
}

/* What the passes work on. */
typedef struct cells_pass {
  carom__cells *cells;
  const carom__grid *grid;
  const carom__sweep_kernels *kernels;
  const carom__proxy *proxies;
  size_t count;
  uint32_t parts;
} cells_pass;

static inline uint32_t pack(uint32_t cell, uint32_t span0, uint32_t span1) {
  return cell | span0 << PLACE_CELL_BITS | span1 << (PLACE_CELL_BITS + PLACE_SPAN_BITS);
}

/* How far box i of eight spans along an axis on a level. */
static uint32_t span_on(const carom__grid *grid, uint32_t level, const carom__located *at, size_t i, int k) {
  uint32_t shift = level * CAROM__LEVEL_SHIFT;
  if (grid->level[level].bits[k] == 0) return 0;
  return (at->last[k][i] >> shift) - (at->first[k][i] >> shift);
}

/* The level of a box that is too large for level 0. The last level takes all. */
static uint32_t level_of_large(const carom__grid *grid, const carom__proxy *proxy, const carom__located *at,
                               size_t i) {
  const float *low = &proxy->box.min.x, *high = &proxy->box.max.x;
  float length = high[grid->axes[0]] - low[grid->axes[0]], longest = grid->longest;
  uint32_t level = 1;
  for (; level + 1 < grid->levels; level++) {
    longest *= 1 << CAROM__LEVEL_SHIFT;
    if (length <= longest && span_on(grid, level, at, i, 0) <= CAROM__SPAN_MAX &&
        span_on(grid, level, at, i, 1) <= CAROM__SPAN_MAX)
      break;
  }
  return level;
}

static uint32_t place_large(const carom__grid *grid, const carom__proxy *proxy, const carom__located *at,
                            size_t i) {
  uint32_t level = level_of_large(grid, proxy, at, i), shift = level * CAROM__LEVEL_SHIFT;
  uint32_t cell = grid_cell(&grid->level[level], at->first[0][i] >> shift, at->first[1][i] >> shift);
  return pack(cell, span_on(grid, level, at, i, 0), span_on(grid, level, at, i, 1));
}

/* Numbers the cells of a place, row by row: (x, y) steps from its first cell. */
static inline uint32_t step_cell(const carom__grid *grid, uint32_t level, uint32_t cell, uint32_t x,
                                 uint32_t y) {
  uint32_t at[2];
  grid_cell_place(&grid->level[level], cell, at);
  return grid_cell(&grid->level[level], at[0] + x, at[1] + y);
}

uint32_t carom__place_cells(const carom__grid *grid, uint32_t packed,
                            uint32_t cells[CAROM__PLACE_CELLS_MAX]) {
  cell_place p = unpack(packed);
  uint32_t level = grid_level_of(grid, p.cell), count = 0;
  for (uint32_t y = 0; y <= p.span[1]; y++)
    for (uint32_t x = 0; x <= p.span[0]; x++) cells[count++] = step_cell(grid, level, p.cell, x, y);
  return count;
}

static void count_place(const carom__grid *grid, uint32_t packed, uint32_t *counts) {
  uint32_t cells[CAROM__PLACE_CELLS_MAX], count = carom__place_cells(grid, packed, cells);
  for (uint32_t i = 0; i < count; i++) counts[cells[i]]++;
}

/* Boxes on level 0: their spans, and their cells if they span no more than two along each axis. */
typedef struct near_boxes {
  uint32_t span[2][CAROM__LOCATED_MAX], cells[4][CAROM__LOCATED_MAX];
} near_boxes;

/* Finds these, and the places of the boxes; of what is too large for level 0 they mean nothing. */
static void find_near(const carom__level *level, const carom__located *at, size_t count, near_boxes *near,
                      uint32_t *places) {
  uint32_t mask0 = grid_level_mask(level, 0), mask1 = grid_level_mask(level, 1), shift = level->bits[0];
  for (size_t i = 0; i < count; i++) {
    uint32_t u = at->first[0][i] & mask0, w = (at->first[1][i] & mask1) << shift;
    uint32_t v = at->last[0][i] & mask0, x = (at->last[1][i] & mask1) << shift;
    near->span[0][i] = at->last[0][i] - at->first[0][i];
    near->span[1][i] = at->last[1][i] - at->first[1][i];
    near->cells[0][i] = u | w;
    near->cells[1][i] = v | w;
    near->cells[2][i] = u | x;
    near->cells[3][i] = v | x;
    places[i] = pack(u | w, near->span[0][i], near->span[1][i]);
  }
}

/* The usual case, at most two cells along each axis, without a branch: they would be mispredicted. */
static inline void count_near(const near_boxes *near, size_t i, uint32_t *counts) {
  uint32_t right = near->span[0][i], up = near->span[1][i];
  counts[near->cells[0][i]]++;
  counts[near->cells[1][i]] += right;
  counts[near->cells[2][i]] += up;
  counts[near->cells[3][i]] += right & up;
}

/* Places at most CAROM__LOCATED_MAX boxes, and counts what they will put into each cell. */
static void count_some(const cells_pass *pass, size_t from, size_t count, uint32_t *counts) {
  carom__located at;
  near_boxes near;
  uint32_t *places = &pass->cells->places.data[from];
  pass->kernels->locate(pass->grid, pass->proxies + from, count, &at);
  find_near(&pass->grid->level[0], &at, count, &near, places);
  for (size_t i = 0; i < count; i++) {
    bool large = at.large >> i & 1;
    if (large) places[i] = place_large(pass->grid, &pass->proxies[from + i], &at, i);
    if (large || (near.span[0][i] | near.span[1][i]) > 1)
      count_place(pass->grid, places[i], counts);
    else
      count_near(&near, i, counts);
  }
}

static uint32_t *counts_of(const cells_pass *pass, uint32_t part) {
  return pass->cells->counts.data + (size_t)part * pass->grid->cells;
}

static void count_part(void *context, uint32_t part) {
  const cells_pass *pass = context;
  uint32_t *counts = counts_of(pass, part);
  size_t i = carom__part_begin(pass->count, pass->parts, part);
  size_t end = carom__part_begin(pass->count, pass->parts, part + 1);
  memset(counts, 0, pass->grid->cells * sizeof *counts);
  for (; i < end; i += CAROM__LOCATED_MAX)
    count_some(pass, i, end - i < CAROM__LOCATED_MAX ? end - i : CAROM__LOCATED_MAX, counts);
}

/* Turns counts into places. */
static void find_starts(const cells_pass *pass) {
  uint32_t *starts = pass->cells->start.data, cells = pass->grid->cells;
  starts[cells] = carom__counts_to_starts(pass->cells->counts.data, cells, pass->parts);
  memcpy(starts, counts_of(pass, 0), cells * sizeof *starts);
  for (uint32_t level = 0; level <= CAROM__LEVELS_MAX; level++)
    pass->cells->level_begin[level] =
        starts[level < pass->grid->levels ? pass->grid->level[level].first : cells];
}

static void scatter_large(const cells_pass *pass, carom__entry entry, cell_place p, uint32_t *next,
                          carom__entry *entries) {
  uint32_t level = grid_level_of(pass->grid, p.cell), box = entry.box;
  for (uint32_t y = 0; y <= p.span[1]; y++) {
    for (uint32_t x = 0; x <= p.span[0]; x++) {
      entry.box = box | (x ? CAROM__LATER_ON_0 : 0) | (y ? CAROM__LATER_ON_1 : 0);
      entries[next[step_cell(pass->grid, level, p.cell, x, y)]++] = entry;
    }
  }
}

/* The usual case: two or four cells of level 0. */
static inline void scatter_near(const carom__level *level, carom__entry entry, cell_place p, uint32_t *next,
                                carom__entry *entries) {
  uint32_t at[2], box = entry.box;
  grid_cell_place(level, p.cell, at);
  entries[next[p.cell]++] = entry;
  entry.box = box | CAROM__LATER_ON_0;
  if (p.span[0]) entries[next[grid_cell(level, at[0] + 1, at[1])]++] = entry;
  entry.box = box | CAROM__LATER_ON_1;
  if (p.span[1]) entries[next[grid_cell(level, at[0], at[1] + 1)]++] = entry;
  entry.box = box | CAROM__LATER_ON_0 | CAROM__LATER_ON_1;
  if (p.span[0] & p.span[1]) entries[next[grid_cell(level, at[0] + 1, at[1] + 1)]++] = entry;
}

static void scatter_part(void *context, uint32_t part) {
  const cells_pass *pass = context;
  uint32_t *next = counts_of(pass, part);
  const uint32_t *places = pass->cells->places.data;
  int axis = pass->grid->axes[0];
  const carom__level level = pass->grid->level[0];
  uint32_t level_end = 1u << (level.bits[0] + level.bits[1]);
  carom__entry *entries = pass->cells->entries.data;
  size_t end = carom__part_begin(pass->count, pass->parts, part + 1);
  for (size_t i = carom__part_begin(pass->count, pass->parts, part); i < end; i++) {
    cell_place p = unpack(places[i]);
    carom__entry entry = {(&pass->proxies[i].box.min.x)[axis], (uint32_t)i};
    if ((p.span[0] | p.span[1]) == 0)
      entries[next[p.cell]++] = entry;
    else if ((p.span[0] | p.span[1]) == 1 && p.cell < level_end)
      scatter_near(&level, entry, p, next, entries);
    else
      scatter_large(pass, entry, p, next, entries);
  }
}

carom_status carom__cells_fill(carom__cells *cells, const carom_allocator *allocator,
                               const carom_tasks *tasks, uint32_t parts, const carom__grid *grid,
                               const carom__proxy *proxies, size_t count) {
  cells_pass pass = {cells, grid, carom__sweep_kernels_best(), proxies, count, parts};
  if (count > CAROM__BOXES_MAX) return CAROM_LIMIT;
  cells->proxies = proxies;
  carom_status status = carom__array_reserve(allocator, &cells->places, count);
  if (!status) status = carom__array_reserve(allocator, &cells->start, (size_t)grid->cells + 1);
  if (!status) status = carom__array_reserve(allocator, &cells->counts, (size_t)grid->cells * parts);
  if (!status) status = carom__run_parts(tasks, parts, count_part, &pass);
  if (status) return status;
  find_starts(&pass);
  cells->start.count = (size_t)grid->cells + 1;
  status = carom__array_reserve(allocator, &cells->entries, cells->start.data[grid->cells]);
  return status ? status : carom__run_parts(tasks, parts, scatter_part, &pass);
}

void carom__cells_free(carom__cells *cells, const carom_allocator *allocator) {
  carom__array_free(allocator, &cells->start);
  carom__array_free(allocator, &cells->entries);
  carom__array_free(allocator, &cells->places);
  carom__array_free(allocator, &cells->counts);
}

uint32_t carom__cells_part_begin(const carom__cells *cells, uint32_t parts, uint32_t part) {
  size_t count = cells->start.count - 1;
  size_t entry = carom__part_begin(cells->start.data[count], parts, part);
  return part == parts ? (uint32_t)count
                       : (uint32_t)carom__count_below(cells->start.data, count, (uint32_t)entry);
}

size_t carom__cells_fullest(const carom__cells *cells) {
  size_t fullest = 0;
  for (uint32_t cell = 0; cell + 1 < cells->start.count; cell++) {
    size_t count = cells_in(cells, cell);
    if (count > fullest) fullest = count;
  }
  return fullest;
}

/* From the edge of cell `first` to that of cell `last` of a level, along one axis. */
static void set_span(const carom__grid *grid, uint32_t level, uint32_t first, uint32_t last, float *low,
                     float *high) {
  uint32_t shift = level * CAROM__LEVEL_SHIFT;
  double from = (double)(first >> shift << shift), to = (double)(((last >> shift) + 1) << shift);
  *low = (float)((from - CAROM__CELL_ZERO - 0.5) * (double)grid->cell);
  *high = (float)((to - CAROM__CELL_ZERO - 0.5) * (double)grid->cell);
}

bool carom__grid_cells_around(const carom__grid *grid, const carom_aabb *bounds, carom_aabb *out) {
  if (grid->levels < 2) return false;
  const carom__proxy proxy = {*bounds, 0, 0};
  carom__located at;
  carom__sweep_kernels_best()->locate(grid, &proxy, 1, &at);
  uint32_t level = at.large & 1 ? level_of_large(grid, &proxy, &at, 0) : 0;
  *out = *bounds;
  for (int k = 0; k < 2; k++)
    if (grid->level[level].bits[k] > 0)
      set_span(grid, level, at.first[k][0], at.last[k][0], &out->min.x + grid->axes[k + 1],
               &out->max.x + grid->axes[k + 1]);
  return true;
}
