/* query_found.c: sorts the result of a query in place by heap sort (Williams, 1964). A selection may find all
 * bodies of a world, and queries allocate no memory. */
#include "queries.h"

static bool precedes(const carom_world *world, const carom_found *a, const carom_found *b) {
  return carom__collider_precedes(world, carom__id_index(a->collider.bits),
                                  carom__id_index(b->collider.bits));
}

/* Puts an entry at or below a place of a heap whose parents come after their children. */
static void sink(const carom_world *world, carom_found *heap, size_t count, size_t at, carom_found entry) {
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && precedes(world, &heap[child], &heap[child + 1]);
    if (precedes(world, &heap[child], &entry)) break;
    heap[at] = heap[child];
  }
  heap[at] = entry;
}

static void make_heap(const carom__found_list *list, size_t count) {
  for (size_t i = count / 2; i-- > 0;) sink(list->world, list->out, count, i, list->out[i]);
}

void carom__found_add(carom__found_list *list, const carom_found *found) {
  size_t at = list->count++;
  if (at < list->capacity)
    list->out[at] = *found;
  else if (list->capacity > 0 && precedes(list->world, found, &list->out[0]))
    sink(list->world, list->out, list->capacity, 0, *found);
  if (list->count == list->capacity) make_heap(list, list->count);
}

size_t carom__found_sort(const carom__found_list *list) {
  size_t count = list->count < list->capacity ? list->count : list->capacity;
  if (list->count < list->capacity) make_heap(list, count);
  while (count-- > 1) {
    carom_found last = list->out[count];
    list->out[count] = list->out[0];
    sink(list->world, list->out, count, 0, last);
  }
  return list->count;
}
