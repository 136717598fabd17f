/* tree_stack.h: the nodes that a best-first traversal has not visited yet. */
#ifndef CAROM_BROADPHASE_TREE_STACK_H
#define CAROM_BROADPHASE_TREE_STACK_H

#include <stdint.h>

/* Marks what is an item among what may be a block. */
#define CAROM__TREE_ITEM 0x80000000u

/* A child that is within reach. */
typedef struct carom__tree_entry {
  float key;      /* how far it is, from below */
  uint32_t child; /* a block, or an item with CAROM__TREE_ITEM */
} carom__tree_entry;

/* Puts one more on a stack of `size`, of which those from `base` on are sorted, the nearest last; of equals
 * the first one is taken first. */
static inline void tree_stack_insert(carom__tree_entry *stack, uint32_t base, uint32_t size,
                                     carom__tree_entry e) {
  uint32_t at = size;
  while (at > base && stack[at - 1].key <= e.key) {
    stack[at] = stack[at - 1];
    at--;
  }
  stack[at] = e;
}

#endif
