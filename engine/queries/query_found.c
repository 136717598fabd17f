/* query_found.c: sorts the result of a query in place by heap sort (Williams, 1964). A selection may find all
 * bodies of a world, and queries allocate no memory. */
#include "queries.h"

static uint32_t index_of(const carom_found *found) { return carom__id_index(found->collider.bits); }

/* Puts an entry at or below a place of a heap whose parents have greater indices than their children. */
static void sink(carom_found *heap, size_t count, size_t at, carom_found entry) {
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    child += child + 1 < count && index_of(&heap[child + 1]) > index_of(&heap[child]);
    if (index_of(&heap[child]) < index_of(&entry)) break;
    heap[at] = heap[child];
  }
  heap[at] = entry;
}

static void make_heap(carom_found *out, size_t count) {
  for (size_t i = count / 2; i-- > 0;) sink(out, count, i, out[i]);
}

void carom__found_add(carom__found_list *list, const carom_found *found) {
  size_t at = list->count++;
  if (at < list->capacity)
    list->out[at] = *found;
  else if (list->capacity > 0 && index_of(found) < index_of(&list->out[0]))
    sink(list->out, list->capacity, 0, *found);
  if (list->count == list->capacity) make_heap(list->out, list->count);
}

size_t carom__found_sort(const carom__found_list *list) {
  size_t count = list->count < list->capacity ? list->count : list->capacity;
  if (list->count < list->capacity) make_heap(list->out, count);
  while (count-- > 1) {
    carom_found last = list->out[count];
    list->out[count] = list->out[0];
    sink(list->out, count, 0, last);
  }
  return list->count;
}
