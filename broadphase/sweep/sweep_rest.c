/* sweep_rest.c: keeps the boxes that rest in sorted lists. */
#include "sweep_rest.h"

#include <math.h>

#define NOWHERE UINT32_MAX

/* Of this many boxes in the lists one may be buried. */
enum { BURIED_OF = 4 };

size_t carom__rest_count(const carom__rest *rest) {
  return rest->layers[CAROM__REST_OLD].proxies.count + rest->layers[CAROM__REST_YOUNG].proxies.count;
}

static void note_where(carom__rest *rest, size_t index, uint32_t layer) {
  rest->where.data[rest->layers[layer].proxies.data[index].id] = (uint32_t)index << 1 | layer;
}

/* Appends proxies to a layer that has room for them. */
static void append(carom__rest *rest, uint32_t layer, const carom__proxy *proxies, size_t count) {
  carom__rest_layer *to = &rest->layers[layer];
  for (size_t i = 0; i < count; i++) {
    carom__array_push(&to->proxies, proxies[i]);
    note_where(rest, to->proxies.count - 1, layer);
  }
  if (count > 0) to->sorted = false;
}

static carom_status reserve_ids(carom__rest *rest, const carom_allocator *allocator,
                                const carom__proxy *proxies, size_t count) {
  size_t ids = rest->where.count;
  for (size_t i = 0; i < count; i++) ids = proxies[i].id < ids ? ids : (size_t)proxies[i].id + 1;
  carom_status status = carom__array_reserve(allocator, &rest->where, ids);
  while (!status && rest->where.count < ids) carom__array_push(&rest->where, NOWHERE);
  return status;
}

carom_status carom__rest_add(carom__rest *rest, const carom_allocator *allocator, const carom__proxy *proxies,
                             size_t count) {
  carom__rest_layer *young = &rest->layers[CAROM__REST_YOUNG];
  if (count > CAROM__BOXES_MAX - carom__rest_count(rest)) return CAROM_LIMIT;
  carom_status status = carom__array_reserve(allocator, &young->proxies, young->proxies.count + count);
  if (!status) status = reserve_ids(rest, allocator, proxies, count);
  if (!status) append(rest, CAROM__REST_YOUNG, proxies, count);
  return status;
}

/* The order along the swept axis stays, so the box becomes impossible along another. */
static void bury_in_list(const carom__box_list *list, float begin, uint32_t id) {
  const float *ids = box_list_column(list, CAROM__COLUMN_ID);
  size_t at = box_list_first_from(box_list_column(list, CAROM__COLUMN_MIN), 0, list->count, begin);
  while (float_bits(ids[at]) != id) at++;
  box_list_column(list, CAROM__COLUMN_MAX + 1)[at] = -INFINITY;
}

static void bury(carom__rest_layer *layer, const carom__grid *grid, const carom__proxy *proxy) {
  float begin = (&proxy->box.min.x)[grid->axes[0]];
  uint32_t cells[CAROM__PLACE_CELLS_MAX], count = carom__place_cells(grid, proxy->unused, cells);
  for (uint32_t i = 0; i < count; i++) {
    carom__box_list list = kept_list(&layer->lists, cells[i]);
    bury_in_list(&list, begin, proxy->id);
  }
  layer->buried++;
  layer->sorted = layer->buried <= layer->proxies.count / BURIED_OF;
}

void carom__rest_remove(carom__rest *rest, const carom__grid *grid, uint32_t id) {
  if (id >= rest->where.count || rest->where.data[id] == NOWHERE) return;
  uint32_t where = rest->where.data[id];
  carom__rest_layer *layer = &rest->layers[where & 1];
  carom__proxy *proxy = &layer->proxies.data[where >> 1];
  if (layer->sorted) bury(layer, grid, proxy);
  *proxy = layer->proxies.data[--layer->proxies.count];
  rest->where.data[proxy->id] = where;
  rest->where.data[id] = NOWHERE;
}

static carom_status join(carom__rest *rest, const carom_allocator *allocator) {
  carom__rest_layer *old = &rest->layers[CAROM__REST_OLD], *young = &rest->layers[CAROM__REST_YOUNG];
  carom_status status = carom__array_reserve(allocator, &old->proxies, carom__rest_count(rest));
  if (status) return status;
  append(rest, CAROM__REST_OLD, young->proxies.data, young->proxies.count);
  young->proxies.count = 0;
  old->sorted = young->sorted = false;
  rest->spent = 0;
  return CAROM_OK;
}

carom_status carom__rest_prepare(carom__rest *rest, const carom_allocator *allocator) {
  carom__rest_layer *old = &rest->layers[CAROM__REST_OLD], *young = &rest->layers[CAROM__REST_YOUNG];
  carom_status status = CAROM_OK;
  if (!young->sorted) rest->spent += young->proxies.count;
  if (!old->sorted || rest->spent > old->proxies.count) status = join(rest, allocator);
  for (int i = 0; i < CAROM__REST_LAYERS; i++) {
    carom__rest_layer *layer = &rest->layers[i];
    if (!layer->sorted) carom__box_stats_gather(&layer->stats, layer->proxies.data, layer->proxies.count);
  }
  return status;
}

void carom__rest_unsort(carom__rest *rest) {
  for (int i = 0; i < CAROM__REST_LAYERS; i++) rest->layers[i].sorted = false;
}

void carom__rest_sorted(carom__rest_layer *layer, const carom__cells *cells) {
  for (size_t i = 0; i < layer->proxies.count; i++) layer->proxies.data[i].unused = cells->places.data[i];
  layer->sorted = true;
  layer->buried = 0;
}

void carom__rest_free(carom__rest *rest, const carom_allocator *allocator) {
  for (int i = 0; i < CAROM__REST_LAYERS; i++) {
    carom__array_free(allocator, &rest->layers[i].proxies);
    carom__kept_lists_free(&rest->layers[i].lists, allocator);
  }
  carom__array_free(allocator, &rest->where);
}
