/* step_data.h: what the passes of a step hand to each other.
 *
 * The world keeps it for the memory of its arrays. What is in them counts until the step is over; pointers
 * lead into the world's arena. Each line names the pass that writes it, and those that read it. */
#ifndef CAROM_ENGINE_STEP_DATA_H
#define CAROM_ENGINE_STEP_DATA_H

#include "broadphase.h"
#include "carom/patch.h"
#include "tasks.h"

/* The key of two colliders: their slots as one word, side a above. Without orders that is the lower slot
 * (carom__pair_key). */
static inline uint64_t sides_key(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

/* Ascending keys of pairs of colliders. */
typedef CAROM__ARRAY(uint64_t) carom__keys;

typedef CAROM__ARRAY(carom_patch) carom__patch_array;

/* How many of some are below one. */
static inline size_t keys_below(const uint64_t *keys, size_t count, uint64_t key) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Is one among them, and where? */
static inline bool keys_find(const carom__keys *keys, uint64_t key, size_t *at) {
  *at = keys_below(keys->data, keys->count, key);
  return *at < keys->count && keys->data[*at] == key;
}

/* A candidate of what may lie beside others. */
typedef struct carom__beside {
  uint32_t candidate;
  uint32_t contact; /* among those of the step; CAROM__NO_INDEX: there is none */
  bool apart;       /* the contact is of two that do not touch */
} carom__beside;

typedef struct carom__step_data {
  /* Motion, for swept, and to undo a step that failed: who moved, and from where; NULL: nobody. */
  struct carom__moved *moved;
  /* Swept, for itself: the bounds of all that moved without their ways; NULL: nothing is swept. */
  carom_aabb *tight;
  /* Bounds, for body pairs: a body that is still was touched. */
  bool still_touched;
  /* Body pairs, for swept and the cull. */
  carom__pairs body_pairs;
  /* Swept, for itself and the filter's callback: keys of colliders that may meet on their way, ascending. */
  carom__keys swept_pairs;
  /* The filter's callback, for itself: what it has said of each of these, if there is one. */
  uint8_t *swept_answers;
  /* The cull, for manifolds: keys of pairs that may touch, ascending. */
  carom__keys candidates;
  /* The cull, for manifolds: how many pairs of boxes it was about to test, and how many it saw apart. */
  size_t boxes_asked, boxes_apart;
  /* Manifolds, for contacts: candidates that turned out to be boxes apart; and pairs that touch, of which no
   * candidates were made. */
  size_t candidates_apart, met;
  /* Manifolds, for the next cull: nearly all those boxes touched. It decides about the time alone. */
  bool dense;
  /* Manifolds, for the next cull: the order of the pairs of bodies is not that of their colliders, and no use
   * for one pass. It decides about the time alone. */
  bool shuffled;
  /* The cull, for itself: what each part but the first has found of them. */
  carom__keys parts[CAROM__PARTS_MAX - 1];
  /* Manifolds, for seams: the candidates of which one may have neighbours; NULL: nobody may. */
  carom__beside *beside;
  size_t beside_count;
  /* The cull, for contacts: candidates that the filter's callback has refused, ascending. */
  carom__keys refused;
  /* Manifolds, for contacts: the patches of the fresh ones, as each part has found them, and how many. */
  carom__patch_array patches[CAROM__PARTS_MAX];
  size_t patch_count;
  /* Contacts, for itself: room for the patches of those with further points. */
  carom_patch *further;
} carom__step_data;

#endif
