/* pairs.h: sets of touching pairs, as sorted numbers that two runs can be compared by. */
#ifndef LEVEL_PAIRS_H
#define LEVEL_PAIRS_H

#include "scene.h"

/* Each key is a pair of item numbers, the lower one in the upper half. */
typedef struct pair_list {
  uint64_t *keys;
  size_t count, capacity;
} pair_list;

uint64_t pair_key(const scene_item *a, const scene_item *b);
void pair_list_add(pair_list *list, uint64_t key);
void pair_list_sort(pair_list *list);
bool pair_list_has(const pair_list *sorted, uint64_t key);
void pair_list_free(pair_list *list);

/* Replaces the list by the pairs that touched in the world's last step, sorted. */
void pair_list_take_contacts(pair_list *list, const carom_world *world);

/* Tells whether two sorted lists are the same; if not, prints the first pair that only one of them has. */
bool pair_list_equal(const pair_list *a, const char *name_a, const pair_list *b, const char *name_b,
                     long step);

#endif
