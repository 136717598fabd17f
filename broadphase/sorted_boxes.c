/* sorted_boxes.c: filling the lists that a sweep runs over. */
#include "sorted_boxes.h"

#include <math.h>

#include "vec.h"

/* A box takes six floats and an id, each block of boxes one float more. Proxies are larger than that, so the
 * product cannot overflow for proxies that exist. */
static size_t blocks_for(size_t count) { return count / CAROM__BOX_BLOCK + 2; }
static size_t bytes_for(size_t capacity) {
  size_t blocks = blocks_for(capacity);
  return blocks * CAROM__BOX_BLOCK * (6 * sizeof(float) + sizeof(uint32_t)) + blocks * sizeof(float);
}

static void lay_out(carom__sorted_boxes *boxes, void *memory, size_t capacity) {
  size_t stride = blocks_for(capacity) * CAROM__BOX_BLOCK;
  float *column = memory;
  for (int k = 0; k < 3; k++) {
    boxes->min[k] = column + stride * (size_t)(2 * k);
    boxes->max[k] = boxes->min[k] + stride;
  }
  boxes->reach = column + stride * 6;
  boxes->ids = (uint32_t *)(void *)(boxes->reach + blocks_for(capacity));
  boxes->memory = memory;
  boxes->capacity = capacity;
  boxes->count = 0;
}

carom_status carom__sorted_boxes_reserve(carom__sorted_boxes *boxes, const carom_allocator *allocator,
                                         size_t count) {
  if (boxes->memory && boxes->capacity >= count) return CAROM_OK;
  size_t capacity = count + count / 2;
  void *memory = carom__alloc(allocator, bytes_for(capacity));
  if (!memory) return CAROM_OUT_OF_MEMORY;
  carom__sorted_boxes_free(boxes, allocator);
  lay_out(boxes, memory, capacity);
  return CAROM_OK;
}

void carom__sorted_boxes_free(carom__sorted_boxes *boxes, const carom_allocator *allocator) {
  if (boxes->memory) carom__free(allocator, boxes->memory, bytes_for(boxes->capacity));
  *boxes = (carom__sorted_boxes){0};
}

static void put_box(carom__sorted_boxes *boxes, size_t at, const carom__proxy *proxy, int axis) {
  for (int k = 0; k < 3; k++) {
    boxes->min[k][at] = vec3_get(proxy->box.min, (axis + k) % 3);
    boxes->max[k][at] = vec3_get(proxy->box.max, (axis + k) % 3);
  }
  boxes->ids[at] = proxy->id;
}

static void put_end(carom__sorted_boxes *boxes) {
  static const carom__proxy nothing = {
      {{INFINITY, INFINITY, INFINITY}, {INFINITY, INFINITY, INFINITY}}, 0, 0};
  for (size_t k = 0; k < CAROM__BOX_BLOCK; k++) put_box(boxes, boxes->count + k, &nothing, 0);
}

static void find_reaches(carom__sorted_boxes *boxes) {
  for (size_t i = 0; i < boxes->count; i++) {
    float *reach = &boxes->reach[i / CAROM__BOX_BLOCK];
    if (i % CAROM__BOX_BLOCK == 0 || *reach < boxes->max[0][i]) *reach = boxes->max[0][i];
  }
}

void carom__sorted_boxes_fill(carom__sorted_boxes *boxes, const carom__proxy *proxies, size_t count, int axis,
                              carom__sort_room *room) {
  for (size_t i = 0; i < count; i++) {
    uint64_t key = carom__float_key(vec3_get(proxies[i].box.min, axis));
    room->items.data[i] = (carom__keyed){key, (uint32_t)i};
  }
  carom__sort_keyed(room->items.data, room->scratch.data, count);
  for (size_t i = 0; i < count; i++) put_box(boxes, i, &proxies[room->items.data[i].value], axis);
  boxes->count = count;
  put_end(boxes);
  find_reaches(boxes);
}

carom_status carom__sort_room_reserve(carom__sort_room *room, const carom_allocator *allocator,
                                      size_t count) {
  carom_status status = carom__array_reserve(allocator, &room->items, count);
  return status ? status : carom__array_reserve(allocator, &room->scratch, count);
}

void carom__sort_room_free(carom__sort_room *room, const carom_allocator *allocator) {
  carom__array_free(allocator, &room->items);
  carom__array_free(allocator, &room->scratch);
}
