/* contact_index.h: which contacts each body has, for games that ask.
 *
 * Nothing keeps it up to date. Whatever changes the list of contacts marks it as stale, and the first
 * question afterwards makes it anew (contacts/body_contacts.c), on any thread and without memory. A step
 * reserves the memory, once somebody has asked. Where there is no index, all contacts are looked through. */
#ifndef CAROM_ENGINE_CONTACT_INDEX_H
#define CAROM_ENGINE_CONTACT_INDEX_H

#include "array.h"
#include "atomics.h"

enum carom__contact_index_state {
  CAROM__CONTACT_INDEX_STALE,
  CAROM__CONTACT_INDEX_MAKING,
  CAROM__CONTACT_INDEX_MADE
};

typedef struct carom__contact_index {
  carom__atomic state;         /* carom__contact_index_state */
  carom__atomic wanted;        /* somebody has asked, and there was no room */
  carom__atomic counts_wanted; /* somebody has asked in a handler what a body has counted */
  /* The numbers of the contacts of body i are numbers[firsts[i]] to numbers[firsts[i + 1] - 1]. */
  CAROM__ARRAY(uint32_t) firsts;
  CAROM__ARRAY(uint32_t) numbers;
} carom__contact_index;

static inline void contact_index_stray(carom__contact_index *index) {
  carom__atomic_write(&index->state, CAROM__CONTACT_INDEX_STALE);
}

#endif
