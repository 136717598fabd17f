/* pairs.c: sets of touching pairs. */
#include "pairs.h"

#include <inttypes.h>

#include "memory.h"

uint64_t pair_key(const scene_item *a, const scene_item *b) {
  uint64_t x = a->number, y = b->number;
  return x < y ? x << 32 | y : y << 32 | x;
}

void pair_list_add(pair_list *list, uint64_t key) {
  list->keys = memory_grow(list->keys, list->count, &list->capacity, sizeof *list->keys);
  list->keys[list->count++] = key;
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void pair_list_sort(pair_list *list) {
  if (list->count) qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
}

bool pair_list_has(const pair_list *sorted, uint64_t key) {
  return sorted->count && bsearch(&key, sorted->keys, sorted->count, sizeof key, compare_keys);
}

void pair_list_free(pair_list *list) { free(list->keys); }

void pair_list_take_contacts(pair_list *list, const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  list->count = 0;
  for (size_t i = 0; i < count; i++)
    pair_list_add(list, pair_key(contacts[i].a.collider_user, contacts[i].b.collider_user));
  pair_list_sort(list);
}

static void report_lonely(uint64_t key, const char *has, const char *has_not, long step) {
  fprintf(stderr, "step %ld: %s has the pair %" PRIu64 "-%" PRIu64 ", %s has not\n", step, has, key >> 32,
          key & UINT32_MAX, has_not);
}

bool pair_list_equal(const pair_list *a, const char *name_a, const pair_list *b, const char *name_b,
                     long step) {
  size_t i = 0, k = 0;
  while (i < a->count && k < b->count && a->keys[i] == b->keys[k]) i++, k++;
  if (i == a->count && k == b->count) return true;
  bool a_is_ahead = k == b->count || (i < a->count && a->keys[i] < b->keys[k]);
  if (a_is_ahead)
    report_lonely(a->keys[i], name_a, name_b, step);
  else
    report_lonely(b->keys[k], name_b, name_a, step);
  return false;
}
