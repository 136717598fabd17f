/* sweep_pass.c: runs sweep and prune (Baraff, 1992; Cohen, Lin, Manocha and Ponamgi, 1995) within each cell.
 * Each call sorts the lists again, because sorting then costs the same however far objects have moved.
 *
 * A cell's movers meet each other, what rests in the cell, and all that is in the coarser cells around it.
 * Large movers meet also the small things that rest in the finer cells within theirs. */
#include "sweep_pass.h"

typedef struct sweep_pass {
  carom__sweep_phase *phase;
  const carom__grid *grid; /* of the phase, and its movers */
  const carom__cells *movers;
  const carom__sweep_kernels *kernels;
  uint32_t parts;
} sweep_pass;

/* The movers of a cell while they are swept. */
typedef struct cell_sweep {
  const sweep_pass *pass;
  carom__box_list list;
  uint32_t level, place[2]; /* of the cell */
  bool reaches;             /* the list has its reach column */
  carom__key_sink sink;
} cell_sweep;

/* The marks on boxes of a coarse cell in a fine one within it: the coarse cell covers many, and its boxes are
 * on their first cell only in the first of these; when it covers them all, they count as being there from
 * before. */
static uint32_t coarse_marks(const carom__grid *grid, uint32_t coarse, uint32_t fine,
                             const uint32_t place[2]) {
  const uint32_t later[2] = {CAROM__LATER_ON_0, CAROM__LATER_ON_1};
  uint32_t within = (1u << (coarse - fine) * CAROM__LEVEL_SHIFT) - 1, marks = 0;
  if (coarse == fine) return 0;
  for (int k = 0; k < 2; k++)
    if (grid->level[coarse].bits[k] == 0 || (place[k] & within) != 0) marks |= later[k];
  return marks;
}

static void sweep_between(cell_sweep *sweep, uint32_t marks, const carom__box_list *other,
                          uint32_t other_marks) {
  const carom__sweep_kernels *kernels = sweep->pass->kernels;
  if (sweep->list.count <= other->count) {
    kernels->between(&sweep->list, marks, other, other_marks, &sweep->sink);
    return;
  }
  if (!sweep->reaches) carom__list_reach(&sweep->list);
  sweep->reaches = true;
  kernels->between(other, other_marks, &sweep->list, marks, &sweep->sink);
}

/* The movers of the cell against the lists of a level that is as coarse or coarser. */
static void meet_level(cell_sweep *sweep, const carom__kept_lists *lists, uint32_t level) {
  const carom__grid *grid = sweep->pass->grid;
  uint32_t shift = (level - sweep->level) * CAROM__LEVEL_SHIFT;
  if (!kept_has_level(lists, level)) return;
  uint32_t cell = grid_cell(&grid->level[level], sweep->place[0] >> shift, sweep->place[1] >> shift);
  carom__box_list other = kept_list(lists, cell);
  if (other.count == 0) return;
  sweep_between(sweep, 0, &other, coarse_marks(grid, level, sweep->level, sweep->place));
}

/* Large movers against the lists of the cells of a finer level within theirs. */
static void meet_finer(cell_sweep *sweep, const carom__kept_lists *lists, uint32_t fine) {
  const carom__grid *grid = sweep->pass->grid;
  const carom__level *level = &grid->level[fine], *coarse = &grid->level[sweep->level];
  uint32_t first[2], size[2], place[2];
  if (!kept_has_level(lists, fine)) return;
  for (int k = 0; k < 2; k++) {
    uint32_t bits = level->bits[k] - coarse->bits[k];
    first[k] = sweep->place[k] << bits;
    size[k] = 1u << bits;
  }
  for (place[1] = first[1]; place[1] < first[1] + size[1]; place[1]++) {
    for (place[0] = first[0]; place[0] < first[0] + size[0]; place[0]++) {
      carom__box_list other = kept_list(lists, grid_cell(level, place[0], place[1]));
      if (other.count > 0) sweep_between(sweep, coarse_marks(grid, sweep->level, fine, place), &other, 0);
    }
  }
}

static void meet_resting(cell_sweep *sweep, const carom__kept_lists *lists) {
  for (uint32_t level = 0; level < sweep->level; level++) meet_finer(sweep, lists, level);
  for (uint32_t level = sweep->level; level < sweep->pass->grid->levels; level++)
    meet_level(sweep, lists, level);
}

static void meet_others(cell_sweep *sweep) {
  const sweep_pass *pass = sweep->pass;
  for (uint32_t level = sweep->level + 1; level < pass->grid->levels; level++)
    meet_level(sweep, &pass->phase->large, level);
  for (int layer = 0; layer < CAROM__REST_LAYERS; layer++)
    meet_resting(sweep, &pass->phase->rest.layers[layer].lists);
}

static void sweep_cell(cell_sweep *sweep, uint32_t cell, const carom__sweep_part *rooms) {
  const sweep_pass *pass = sweep->pass;
  sweep->list = list_room_at(&rooms->room, 0, cells_in(pass->movers, cell));
  sweep->level = grid_level_of(pass->grid, cell);
  sweep->reaches = false;
  grid_cell_place(&pass->grid->level[sweep->level], cell, sweep->place);
  carom__list_fill(&sweep->list, pass->movers->proxies, cells_entries(pass->movers, cell), pass->grid,
                   pass->kernels, &rooms->sort);
  carom__list_end(&sweep->list);
  if (sweep->list.count > 1) pass->kernels->within(&sweep->list, &sweep->sink);
  meet_others(sweep);
}

static void sweep_part(void *context, uint32_t part) {
  const sweep_pass *pass = context;
  carom__key_list *keys = &pass->phase->keys[part];
  cell_sweep sweep = {.pass = pass, .sink = {keys->data, 0, keys->capacity}};
  uint32_t end = carom__cells_part_begin(pass->movers, pass->parts, part + 1);
  for (uint32_t cell = carom__cells_part_begin(pass->movers, pass->parts, part); cell < end; cell++)
    if (cells_in(pass->movers, cell) > 0) sweep_cell(&sweep, cell, &pass->phase->rooms[part]);
  keys->count = sweep.sink.count;
}

/* Grows the lists of keys that were too short; says whether there were any. */
static carom_status grow_keys(carom__sweep_phase *phase, uint32_t parts, bool *grown) {
  carom_status status = CAROM_OK;
  *grown = false;
  for (uint32_t part = 0; part < parts && !status; part++) {
    carom__key_list *keys = &phase->keys[part];
    if (keys->count + CAROM__KEYS_AT_ONCE <= keys->capacity) continue;
    status = carom__array_reserve(&phase->allocator, keys, keys->count + CAROM__KEYS_AT_ONCE);
    *grown = true;
  }
  return status;
}

carom_status carom__sweep_cells(carom__sweep_phase *phase, const carom_tasks *tasks, uint32_t parts) {
  sweep_pass pass = {phase, &phase->grid, &phase->cells, carom__sweep_kernels_best(), parts};
  bool again = true;
  carom_status status = CAROM_OK;
  while (again && !status) {
    status = carom__run_parts(tasks, parts, sweep_part, &pass);
    if (!status) status = grow_keys(phase, parts, &again);
  }
  return status;
}
