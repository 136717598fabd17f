/* contact_index.h: which contacts each body has, for games that ask.
 *
 * Nothing keeps it up to date. Whatever changes the list of contacts marks it as stale, and the first
 * question afterwards makes it anew (contacts/body_contacts.c), on any thread and without memory. A step
 * reserves the memory, once somebody has asked. Where there is no index, all contacts are looked through. */
#ifndef CAROM_ENGINE_CONTACT_INDEX_H
#define CAROM_ENGINE_CONTACT_INDEX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "array.h"

enum carom__contact_index_state {
  CAROM__CONTACT_INDEX_STALE,
  CAROM__CONTACT_INDEX_MAKING,
  CAROM__CONTACT_INDEX_MADE
};

typedef struct carom__contact_index {
  atomic_int state;   /* carom__contact_index_state */
  atomic_bool wanted; /* somebody has asked, and there was no room */
  /* The numbers of the contacts of body i are numbers[firsts[i]] to numbers[firsts[i + 1] - 1]. */
  CAROM__ARRAY(uint32_t) firsts;
  CAROM__ARRAY(uint32_t) numbers;
} carom__contact_index;

static inline void contact_index_stray(carom__contact_index *index) {
  atomic_store_explicit(&index->state, CAROM__CONTACT_INDEX_STALE, memory_order_relaxed);
}

#endif
