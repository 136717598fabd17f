/* query_found.h: the result of an overlap query: the first colliders it finds, by index. */
#ifndef CAROM_ENGINE_QUERY_FOUND_H
#define CAROM_ENGINE_QUERY_FOUND_H

#include "carom/query.h"

typedef struct carom__found_list {
  carom_found *out;
  size_t capacity, count; /* count: of all that was found, also beyond the capacity */
} carom__found_list;

/* Takes one more, in any order; those of the lowest indices stay when there is no room for all. */
void carom__found_add(carom__found_list *list, const carom_found *found);

/* Brings what there is into order, when all is found; returns the count. */
size_t carom__found_sort(const carom__found_list *list);

#endif
