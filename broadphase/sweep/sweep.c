/* sweep.c: the broad phase by sweep and prune in cells.
 *
 * At each call the movers are thrown into the cells of a grid, and swept there. What rests keeps its sorted
 * lists, so that the cost follows the movers. The grid changes with what it divides, in wide steps; it
 * changes the time only, never the result. */
#include "sweep_pass.h"

/* Fewer movers than this a part, and starting parts costs more than they save. */
enum { MOVERS_A_PART = 512 };

static carom_status sweep_create(const carom_allocator *allocator, carom__broadphase **out) {
  carom__sweep_phase *sweep = carom__alloc(allocator, sizeof *sweep);
  if (!sweep) return CAROM_OUT_OF_MEMORY;
  memset(sweep, 0, sizeof *sweep);
  if (allocator) sweep->allocator = *allocator;
  *out = (carom__broadphase *)sweep;
  return CAROM_OK;
}

void carom__sweep_free_scratch(carom__sweep_phase *sweep) {
  const carom_allocator *allocator = &sweep->allocator;
  carom__kept_lists_free(&sweep->large, allocator);
  carom__cells_free(&sweep->cells, allocator);
  for (int part = 0; part < CAROM__PARTS_MAX; part++) {
    carom__sweep_part_free(&sweep->rooms[part], allocator);
    carom__array_free(allocator, &sweep->keys[part]);
  }
  carom__pair_sorter_free(&sweep->sorter, allocator);
}

static void sweep_destroy(carom__broadphase *broadphase) {
  carom__sweep_phase *sweep = (carom__sweep_phase *)broadphase;
  if (!sweep) return;
  carom_allocator allocator = sweep->allocator;
  carom__rest_free(&sweep->rest, &allocator);
  carom__sweep_free_scratch(sweep);
  carom__free(&allocator, sweep, sizeof *sweep);
}

static carom_status sweep_rest(carom__broadphase *broadphase, const carom__proxy *proxies, size_t count) {
  carom__sweep_phase *sweep = (carom__sweep_phase *)broadphase;
  return carom__rest_add(&sweep->rest, &sweep->allocator, proxies, count);
}

static void sweep_wake(carom__broadphase *broadphase, uint32_t id) {
  carom__sweep_phase *sweep = (carom__sweep_phase *)broadphase;
  carom__rest_remove(&sweep->rest, &sweep->grid, id);
}

/* Chooses the grid for this call. */
static void choose_grid(carom__sweep_phase *sweep, const carom__proxy *movers, size_t count) {
  carom__box_stats stats;
  carom__box_stats_gather(&stats, movers, count);
  for (int i = 0; i < CAROM__REST_LAYERS; i++) carom__box_stats_add(&stats, &sweep->rest.layers[i].stats);
  if (carom__grid_update(&sweep->grid, &stats, sweep->density)) carom__rest_unsort(&sweep->rest);
}

/* Room for the list of any one cell, for each part. */
static carom_status reserve_rooms(carom__sweep_phase *sweep, uint32_t parts) {
  size_t fullest = carom__cells_fullest(&sweep->cells);
  carom_status status = CAROM_OK;
  for (uint32_t part = 0; part < parts && !status; part++)
    status = carom__sweep_part_reserve(&sweep->rooms[part], &sweep->allocator, fullest);
  return status;
}

static carom_status fill_cells(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                               const carom__proxy *proxies, size_t count) {
  carom_status status =
      carom__cells_fill(&sweep->cells, &sweep->allocator, tasks, parts, &sweep->grid, proxies, count);
  return status ? status : reserve_rooms(sweep, parts);
}

/* Keeps the lists of the cells from `first` on. */
static carom_status keep_lists(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                               uint32_t first, carom__kept_lists *lists) {
  return carom__kept_lists_fill(lists, &sweep->allocator, tasks, parts, sweep->rooms, &sweep->grid,
                                &sweep->cells, first);
}

static carom_status sort_layer(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                               carom__rest_layer *layer) {
  if (layer->sorted) return CAROM_OK;
  carom_status status = fill_cells(sweep, tasks, parts, layer->proxies.data, layer->proxies.count);
  if (!status) status = keep_lists(sweep, tasks, parts, 0, &layer->lists);
  if (!status) carom__rest_sorted(layer, &sweep->cells);
  return status;
}

static carom_status sort_movers(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                                const carom__proxy *movers, size_t count) {
  carom_status status = fill_cells(sweep, tasks, parts, movers, count);
  if (status) return status;
  uint32_t first = sweep->grid.level[0].bits[0] + sweep->grid.level[0].bits[1] ? sweep->grid.level[1].first
                                                                               : sweep->grid.cells;
  return keep_lists(sweep, tasks, parts, first, &sweep->large);
}

/* Chooses the grid, and sorts what is not yet sorted in it. */
static carom_status prepare(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                            const carom__proxy *movers, size_t count) {
  carom_status status = carom__rest_prepare(&sweep->rest, &sweep->allocator);
  if (status) return status;
  choose_grid(sweep, movers, count);
  for (int i = 0; i < CAROM__REST_LAYERS && !status; i++)
    status = sort_layer(sweep, tasks, parts, &sweep->rest.layers[i]);
  return status ? status : sort_movers(sweep, tasks, parts, movers, count);
}

static carom_status sweep_all(carom__sweep_phase *sweep, const carom_tasks *tasks, uint32_t parts,
                              const carom__proxy *movers, size_t count) {
  carom_status status = prepare(sweep, tasks, parts, movers, count);
  return status ? status : carom__sweep_cells(sweep, tasks, parts);
}

/* The pairs that all boxes would have if they moved, by the share of those that do. */
static double density_from(size_t pairs, size_t movers, size_t resting) {
  double m = (double)movers, r = (double)resting;
  return (double)pairs * (m + r) / (m * (m + 2 * r));
}

static carom_status sweep_find_pairs(carom__broadphase *broadphase, const carom_tasks *tasks,
                                     const carom__proxy *movers, size_t count, carom__pairs *out) {
  carom__sweep_phase *sweep = (carom__sweep_phase *)broadphase;
  const carom_allocator *allocator = &sweep->allocator;
  uint32_t parts = carom__tasks_threads(tasks);
  out->count = 0;
  if (count == 0) return CAROM_OK;
  if (count > CAROM__BOXES_MAX) return CAROM_LIMIT;
  while (parts > 1 && count / parts < MOVERS_A_PART) parts--;
  carom_status status = carom__sweep_is_few(sweep, count) ? carom__sweep_few(sweep, movers, count)
                                                          : sweep_all(sweep, tasks, parts, movers, count);
  if (!status) status = carom__pair_keys_sort(&sweep->sorter, allocator, tasks, sweep->keys, parts, out);
  if (!status) sweep->density = density_from(out->count, count, carom__rest_count(&sweep->rest));
  return status;
}

static bool sweep_cells_around(const carom__broadphase *broadphase, const carom_aabb *bounds,
                               carom_aabb *out) {
  return carom__grid_cells_around(&((const carom__sweep_phase *)broadphase)->grid, bounds, out);
}

const carom__broadphase_class carom__broadphase_sweep = {
    "sweep", sweep_create, sweep_destroy, sweep_rest, sweep_wake, sweep_find_pairs, sweep_cells_around};
