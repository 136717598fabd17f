/* body_index.h: trees over the boxes of all bodies, for queries.
 *
 * Whatever changes a body marks it here. A query makes the trees fit (queries/index_fit.c). */
#ifndef CAROM_ENGINE_BODY_INDEX_H
#define CAROM_ENGINE_BODY_INDEX_H

#include "atomics.h"
#include "box_tree.h"
#include "carom/world.h"

/* What a walk through the trees is told: a body, or with this mark the only collider of one. */
#define CAROM__INDEX_COLLIDER 0x40000000u

/* Whether the trees fit all bodies; at rest, nothing is touched besides. */
enum carom__index_state {
  CAROM__INDEX_STRAYED,
  CAROM__INDEX_OPENING,
  CAROM__INDEX_OPEN,
  CAROM__INDEX_AT_REST
};

typedef struct carom__body_index {
  carom__atomic state;      /* carom__index_state */
  carom__bits strayed;      /* bodies that were touched since they were looked at */
  carom__box_tree trees[2]; /* over the bodies 0 to split - 1, and over those whose slots came later */
  uint32_t split;
  bool rough;          /* the first tree was built in a hurry */
  uint64_t young_work; /* items that went into the second tree since the first one was built */
} carom__body_index;

/* Notes that the boxes of some bodies of a word no longer fit: the set may be written by several threads,
 * each its own words, and body_index_stray must follow. */
static inline void body_index_mark(carom__body_index *index, uint32_t word, uint64_t bits) {
  index->strayed.words.data[word] |= bits;
}
static inline void body_index_stray(carom__body_index *index) {
  carom__atomic_write(&index->state, CAROM__INDEX_STRAYED);
}

/* Was no body touched since the last step? False when it is not known. */
static inline bool body_index_is_at_rest(const carom__body_index *index) {
  return carom__atomic_read(&index->state) == CAROM__INDEX_AT_REST;
}

#endif
