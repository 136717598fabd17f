/* broadphase.h: the interface of the broad phase: it takes boxes and gives candidate pairs.
 *
 * A broad phase is a struct of functions, so that the world, the tests and the benchmarks can swap one for
 * another: carom__broadphase_brute is the oracle, carom__broadphase_sweep the real one. */
#ifndef CAROM_BROADPHASE_BROADPHASE_H
#define CAROM_BROADPHASE_BROADPHASE_H

#include "array.h"
#include "carom/tasks.h"
#include "carom/types.h"

/* The box of something, in 32 bytes. */
typedef struct carom__proxy {
  carom_aabb box;  /* finite, min <= max */
  uint32_t id;     /* unique among all proxies of one broad phase */
  uint32_t unused; /* a broad phase may use it in its own copies */
} carom__proxy;

/* Two proxies whose boxes overlap (touching counts): a < b. */
typedef struct carom__pair {
  uint32_t a, b;
} carom__pair;

/* Two ids as one word that sorts like the pair, the lower id above. */
static inline uint64_t carom__pair_key(uint32_t a, uint32_t b) {
  /* In this form no compiler makes a branch of it, which would be mispredicted every other time. */
  uint32_t low = a < b ? a : b;
  return (uint64_t)low << 32 | (a ^ b ^ low);
}

typedef CAROM__ARRAY(carom__pair) carom__pairs;

typedef struct carom__broadphase carom__broadphase; /* each implementation has its own */

typedef struct carom__broadphase_class {
  const char *name;
  carom_status (*create)(const carom_allocator *allocator, carom__broadphase **out);
  void (*destroy)(carom__broadphase *broadphase);
  /* Puts proxies to rest: they stay as they are until they are woken. Their ids must not rest yet; memory
   * grows with the greatest, by four bytes each. CAROM_OUT_OF_MEMORY, or CAROM_LIMIT for more than 2^27
   * boxes, puts none to rest. */
  carom_status (*rest)(carom__broadphase *broadphase, const carom__proxy *proxies, size_t count);
  /* Forgets the proxy of this id that rests, if there is one. */
  void (*wake)(carom__broadphase *broadphase, uint32_t id);
  /* Finds all overlapping pairs of movers with movers and of movers with what rests (never two that rest),
   * each once, sorted by (a, b): the order depends on the ids alone. `out` is cleared first and grown with
   * the broad phase's allocator. CAROM_OUT_OF_MEMORY leaves all as it was; CAROM_LIMIT is for more than 2^27
   * boxes or 2^32 - 1 pairs. The work is done on the threads of `tasks`, NULL: on this one. */
  carom_status (*find_pairs)(carom__broadphase *broadphase, const carom_tasks *tasks,
                             const carom__proxy *movers, size_t count, carom__pairs *out);
  /* Returns the cells in which something with these bounds is looked for, as one box, for drawing; along the
   * axis that is swept it ends where the bounds do. Returns false where there are no cells. */
  bool (*cells_around)(const carom__broadphase *broadphase, const carom_aabb *bounds, carom_aabb *out);
} carom__broadphase_class;

extern const carom__broadphase_class carom__broadphase_brute; /* all against all: slow and obviously right */
extern const carom__broadphase_class carom__broadphase_sweep; /* sweep and prune in cells */
extern const carom__broadphase_class
    carom__broadphase_coherent; /* the same, but pairs of what creeps are kept */

/* How many movers of carom__broadphase_coherent have a fat box whose pairs are kept; for tests. */
size_t carom__coherent_kept(const carom__broadphase *broadphase);

#endif
