/* pair_keys.h: collects pairs as 64-bit keys, which sort into the order of the result. */
#ifndef CAROM_BROADPHASE_PAIR_KEYS_H
#define CAROM_BROADPHASE_PAIR_KEYS_H

#include "broadphase.h"
#include "tasks.h"

typedef CAROM__ARRAY(uint64_t) carom__key_list;

/* What sorting needs. */
typedef struct carom__pair_sorter {
  carom__key_list keys;          /* of all lists, by bucket */
  CAROM__ARRAY(uint32_t) counts; /* of each list and bucket, or each lower id; then where its next key goes */
} carom__pair_sorter;

/* Sorts the keys of at most CAROM__PARTS_MAX lists and writes them to `out` as pairs, working in as many
 * parts as there are lists; out does not depend on how the keys are spread over lists, whose order is lost.
 * On failure `out` stays empty. */
carom_status carom__pair_keys_sort(carom__pair_sorter *sorter, const carom_allocator *allocator,
                                   const carom_tasks *tasks, const carom__key_list *lists, uint32_t count,
                                   carom__pairs *out);
void carom__pair_sorter_free(carom__pair_sorter *sorter, const carom_allocator *allocator);

#endif
