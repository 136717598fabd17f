/* carom_state.h: what carom's side of the benchmark keeps of a set. */
#ifndef CAROM_BENCH_CAROM_STATE_H
#define CAROM_BENCH_CAROM_STATE_H

#include <carom/obb2.h>

#include "engine.h"

/* What one operation keeps from run to run. Each run finds the second shapes nudged, or back in place;
 * "still" ones find them where they were. */
typedef struct carom_memory {
  carom_pair_cache *caches; /* one a pair */
  unsigned runs;
} carom_memory;

typedef enum carom_memory_user {
  MANIFOLD_REUSED,
  MANIFOLD_REUSED_STILL,
  MANIFOLD_BATCH_REUSED,
  MANIFOLD_BATCH_REUSED_STILL,
  DISTANCE_WARM,
  DISTANCE_WARM_STILL,
  PENETRATION_WARM,
  PENETRATION_WARM_STILL,
  MEMORY_USERS
} carom_memory_user;

typedef struct carom_state {
  const bench_set *set;
  size_t count;
  carom_placed
      *placed[2]; /* 2 i and 2 i + 1 are the shapes of pair i; in the second array all B are nudged */
  carom_index_pair *pairs;
  carom_obb *boxes;       /* like placed[0]; NULL unless all shapes are boxes */
  carom_obb2 *rectangles; /* the same of the plane */
  carom_ray *asked;       /* the sets' rays, side by side as the peers have them */
  carom_memory memories[MEMORY_USERS];
  /* What the last run found, and its statuses. */
  carom_status *statuses;
  bool *overlaps;
  carom_manifold *manifolds;
  carom_distance_result *distances;
  carom_ray_result *rays;
  carom_impact *impacts;
} carom_state;

/* The operations, by question; the last one is empty. */
extern const bench_operation carom_operations[];

bool carom_run_rays(void *state);
bool carom_run_rays_placed(void *state);
bool carom_run_casts(void *state);
bool carom_run_toi_slow(void *state);
bool carom_run_toi_fast(void *state);

#endif
