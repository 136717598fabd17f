/* sweep_lists.c: makes sorted lists of the entries of cells. */
#include "sweep_lists.h"

#include <math.h>
#include <string.h>

#include "box_list.h"

/* Columns begin at different places of a page: else those of one box would all want the same lines of a cache
 * of eight ways. */
static size_t stride_for(size_t count) { return ((count + CAROM__LIST_PAD + 63) & ~(size_t)63) + 16; }

carom_status carom__list_room_reserve(carom__list_room *room, const carom_allocator *allocator,
                                      size_t count) {
  size_t stride = stride_for(count), before = room->floats.capacity;
  carom_status status = carom__array_reserve(allocator, &room->floats, stride * CAROM__COLUMN_COUNT);
  if (status) return status;
  if (room->floats.capacity > before)
    memset(room->floats.data, 0, room->floats.capacity * sizeof *room->floats.data);
  room->stride = stride;
  return CAROM_OK;
}

carom_status carom__sweep_part_reserve(carom__sweep_part *part, const carom_allocator *allocator,
                                       size_t count) {
  carom_status status = carom__list_room_reserve(&part->room, allocator, count);
  if (!status) status = carom__array_reserve(allocator, &part->sort.sorted, count);
  return status ? status : carom__array_reserve(allocator, &part->sort.scratch, 2 * count);
}

void carom__sweep_part_free(carom__sweep_part *part, const carom_allocator *allocator) {
  carom__array_free(allocator, &part->room.floats);
  carom__array_free(allocator, &part->sort.sorted);
  carom__array_free(allocator, &part->sort.scratch);
}

void carom__list_fill(const carom__box_list *list, const carom__proxy *proxies, carom__entry *entries,
                      const carom__grid *grid, const carom__sweep_kernels *kernels,
                      const carom__sort_room *room) {
  carom__sweep_order(entries, list->count, room->sorted.data, room->scratch.data);
  kernels->fill(proxies, room->sorted.data, grid->axes, list);
}

void carom__list_end(const carom__box_list *list) {
  float *min = box_list_column(list, CAROM__COLUMN_MIN), *max = box_list_column(list, CAROM__COLUMN_MAX);
  for (size_t i = list->count; i < list->count + CAROM__LIST_PAD; i++) {
    min[i] = INFINITY;
    max[i] = -INFINITY;
  }
}

void carom__list_reach(const carom__box_list *list) {
  const float *max = box_list_column(list, CAROM__COLUMN_MAX);
  float *reach = box_list_column(list, CAROM__COLUMN_REACH), greatest = -INFINITY;
  for (size_t i = 0; i < list->count; i++) {
    greatest = max[i] > greatest ? max[i] : greatest;
    reach[i] = greatest;
  }
}

/* --- Lists that persist after the sweep of their cell --- */

typedef struct fill_pass {
  carom__kept_lists *lists;
  const carom__cells *cells;
  const carom__grid *grid;
  const carom__sweep_kernels *kernels;
  const carom__sweep_part *rooms;
  uint32_t parts, first;
} fill_pass;

static void fill_part(void *context, uint32_t part) {
  const fill_pass *pass = context;
  uint32_t cell = carom__cells_part_begin(pass->cells, pass->parts, part);
  uint32_t end = carom__cells_part_begin(pass->cells, pass->parts, part + 1);
  for (cell = cell > pass->first ? cell : pass->first; cell < end; cell++) {
    size_t count = cells_in(pass->cells, cell);
    if (count == 0) continue;
    carom__box_list list = list_room_at(&pass->lists->room, pass->lists->start.data[cell], count);
    carom__list_fill(&list, pass->cells->proxies, cells_entries(pass->cells, cell), pass->grid, pass->kernels,
                     &pass->rooms[part].sort);
    carom__list_reach(&list);
  }
}

/* The starts are those of the entries, less what lies before the first cell. */
static void copy_starts(carom__kept_lists *lists, const carom__cells *cells, uint32_t first) {
  uint32_t before = cells->start.data[first];
  lists->start.count = cells->start.count;
  for (size_t cell = 0; cell < cells->start.count; cell++) {
    uint32_t start = cells->start.data[cell];
    lists->start.data[cell] = start > before ? start - before : 0;
  }
  for (int level = 0; level <= CAROM__LEVELS_MAX; level++) {
    uint32_t begin = cells->level_begin[level];
    lists->level_begin[level] = begin > before ? begin - before : 0;
  }
}

carom_status carom__kept_lists_fill(carom__kept_lists *lists, const carom_allocator *allocator,
                                    const carom_tasks *tasks, uint32_t parts, const carom__sweep_part *rooms,
                                    const carom__grid *grid, const carom__cells *cells, uint32_t first) {
  fill_pass pass = {lists, cells, grid, carom__sweep_kernels_best(), rooms, parts, first};
  size_t count = cells->start.data[cells->start.count - 1] - cells->start.data[first];
  carom_status status = carom__array_reserve(allocator, &lists->start, cells->start.count);
  if (!status) status = carom__list_room_reserve(&lists->room, allocator, count);
  if (status) return status;
  copy_starts(lists, cells, first);
  return carom__run_parts(tasks, parts, fill_part, &pass);
}

void carom__kept_lists_free(carom__kept_lists *lists, const carom_allocator *allocator) {
  carom__array_free(allocator, &lists->room.floats);
  carom__array_free(allocator, &lists->start);
}
