/* shelf.h: memory that is handed out from the same place on again, and never taken back: what is made anew is
 * at the same address. */
#ifndef CAROM_TEST_ENGINE_SHELF_H
#define CAROM_TEST_ENGINE_SHELF_H

#include <stddef.h>
#include <string.h>

#include "testing.h"

typedef struct test_shelf {
  max_align_t room[1 << 18];
  size_t used;
} test_shelf;

static inline void *test_shelf_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  test_shelf *s = user;
  if (new_size == 0) return NULL;
  void *fresh = &s->room[s->used];
  s->used += new_size / sizeof(max_align_t) + 1;
  ck_assert_uint_lt(s->used, sizeof s->room / sizeof s->room[0]);
  if (block) memcpy(fresh, block, old_size < new_size ? old_size : new_size);
  return fresh;
}

#endif
