/* sweep_lists.c: makes sorted lists of the entries of cells. */
#include "sweep_lists.h"

#include <math.h>
#include <string.h>

#include "sweep_order.h"

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

void carom__list_room_free(carom__list_room *room, const carom_allocator *allocator) {
  carom__array_free(allocator, &room->floats);
}

carom_status carom__sort_room_reserve(carom__sort_room *room, const carom_allocator *allocator,
                                      size_t count) {
  carom_status status = carom__array_reserve(allocator, &room->sorted, count);
  return status ? status : carom__array_reserve(allocator, &room->scratch, 2 * count);
}

void carom__sort_room_free(carom__sort_room *room, const carom_allocator *allocator) {
  carom__array_free(allocator, &room->sorted);
  carom__array_free(allocator, &room->scratch);
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
