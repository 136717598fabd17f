/* carom_operations.c: the plain forms check and turn the poses in each call; "placed" ones got that done
 * once, as the peers' did. "reused" and "warm" ones find B moved a little in each run, "still" ones do not.
 */
#include <string.h>

#include "carom_state.h"

static bool overlap(void *state) {
  carom_state *s = state;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    s->statuses[i] = carom_overlap(&p->a, &p->pose_a, &p->b, &p->pose_b, &s->overlaps[i]);
  }
  return true;
}

static bool overlap_placed(void *state) {
  carom_state *s = state;
  const carom_placed *placed = s->placed[0];
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_overlap_placed(&placed[2 * i], &placed[2 * i + 1], &s->overlaps[i]);
  return true;
}

static carom_batch batch_of(const carom_state *s) {
  return (carom_batch){.placed = s->placed[0],
                       .placed_count = 2 * s->count,
                       .pairs = s->pairs,
                       .pair_count = s->count,
                       .statuses = s->statuses};
}

/* Whether the batch was computed; pairs without an answer are told by their statuses. */
static bool done(carom_status status) { return status == CAROM_OK || status == CAROM_NOT_CONVERGED; }

static bool overlap_batch(void *state) {
  carom_state *s = state;
  carom_batch batch = batch_of(s);
  return done(carom_overlap_pairs(&batch, s->overlaps));
}

static bool overlap_obb(void *state) {
  carom_state *s = state;
  if (!s->boxes) return false;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_obb_overlap(&s->boxes[2 * i], &s->boxes[2 * i + 1], &s->overlaps[i]);
  return true;
}

static bool overlap_obb_batch(void *state) {
  carom_state *s = state;
  if (!s->boxes) return false;
  memset(s->statuses, 0, s->count * sizeof *s->statuses); /* CAROM_OK: there is one for all */
  return done(carom_obb_overlap_pairs(s->boxes, 2 * s->count, s->pairs, s->count, s->overlaps));
}

static bool overlap_obb2(void *state) {
  carom_state *s = state;
  if (!s->rectangles) return false;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_obb2_overlap(&s->rectangles[2 * i], &s->rectangles[2 * i + 1],
                                        CAROM_TOUCHING_OVERLAPS, &s->overlaps[i]);
  return true;
}

static bool overlap_obb2_batch(void *state) {
  carom_state *s = state;
  if (!s->rectangles) return false;
  memset(s->statuses, 0, s->count * sizeof *s->statuses);
  return done(carom_obb2_overlap_pairs(s->rectangles, 2 * s->count, s->pairs, s->count,
                                       CAROM_TOUCHING_OVERLAPS, s->overlaps));
}

static bool manifold(void *state) {
  carom_state *s = state;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    s->statuses[i] = carom_collide(&p->a, &p->pose_a, &p->b, &p->pose_b, &s->manifolds[i]);
  }
  return true;
}

static bool manifold_placed(void *state) {
  carom_state *s = state;
  const carom_placed *placed = s->placed[0];
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_collide_placed(&placed[2 * i], &placed[2 * i + 1], NULL, &s->manifolds[i]);
  return true;
}

static bool manifold_batch(void *state) {
  carom_state *s = state;
  carom_batch batch = batch_of(s);
  return done(carom_collide_pairs(&batch, s->manifolds));
}

/* The poses of this run, which differ from those that the operation's caches were left at. */
static const carom_placed *turn_about(carom_state *s, carom_memory_user user) {
  return s->placed[++s->memories[user].runs % 2];
}

static bool reuse(carom_state *s, carom_memory_user user, const carom_placed *placed) {
  carom_pair_cache *caches = s->memories[user].caches;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_collide_placed(&placed[2 * i], &placed[2 * i + 1], &caches[i], &s->manifolds[i]);
  return true;
}

static bool manifold_reused(void *state) {
  return reuse(state, MANIFOLD_REUSED, turn_about(state, MANIFOLD_REUSED));
}

static bool manifold_reused_still(void *state) {
  carom_state *s = state;
  return reuse(s, MANIFOLD_REUSED_STILL, s->placed[0]);
}

static bool batch_reuse(carom_state *s, carom_memory_user user, const carom_placed *placed) {
  carom_batch batch = batch_of(s);
  batch.placed = placed;
  batch.caches = s->memories[user].caches;
  return done(carom_collide_pairs(&batch, s->manifolds));
}

static bool manifold_batch_reused(void *state) {
  return batch_reuse(state, MANIFOLD_BATCH_REUSED, turn_about(state, MANIFOLD_BATCH_REUSED));
}

static bool manifold_batch_reused_still(void *state) {
  carom_state *s = state;
  return batch_reuse(s, MANIFOLD_BATCH_REUSED_STILL, s->placed[0]);
}

static bool distance(void *state) {
  carom_state *s = state;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    s->statuses[i] = carom_distance(&p->a, &p->pose_a, &p->b, &p->pose_b, &s->distances[i]);
  }
  return true;
}

static bool distance_placed(void *state) {
  carom_state *s = state;
  const carom_placed *placed = s->placed[0];
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_distance_placed(&placed[2 * i], &placed[2 * i + 1], NULL, &s->distances[i]);
  return true;
}

typedef carom_status distance_fn(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                 carom_distance_result *out);

static inline bool warm(distance_fn *measure, carom_state *s, carom_memory_user user,
                        const carom_placed *placed) {
  carom_pair_cache *caches = s->memories[user].caches;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = measure(&placed[2 * i], &placed[2 * i + 1], &caches[i], &s->distances[i]);
  return true;
}

static bool distance_warm(void *state) {
  return warm(carom_distance_placed, state, DISTANCE_WARM, turn_about(state, DISTANCE_WARM));
}

static bool distance_warm_still(void *state) {
  carom_state *s = state;
  return warm(carom_distance_placed, s, DISTANCE_WARM_STILL, s->placed[0]);
}

static bool distance_batch(void *state) {
  carom_state *s = state;
  carom_batch batch = batch_of(s);
  return done(carom_distance_pairs(&batch, s->distances));
}

static bool penetration(void *state) {
  carom_state *s = state;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    s->statuses[i] = carom_signed_distance(&p->a, &p->pose_a, &p->b, &p->pose_b, &s->distances[i]);
  }
  return true;
}

static bool penetration_placed(void *state) {
  carom_state *s = state;
  const carom_placed *placed = s->placed[0];
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_signed_distance_placed(&placed[2 * i], &placed[2 * i + 1], NULL, &s->distances[i]);
  return true;
}

static bool penetration_warm(void *state) {
  return warm(carom_signed_distance_placed, state, PENETRATION_WARM, turn_about(state, PENETRATION_WARM));
}

static bool penetration_warm_still(void *state) {
  carom_state *s = state;
  return warm(carom_signed_distance_placed, s, PENETRATION_WARM_STILL, s->placed[0]);
}

const bench_operation carom_operations[] = {
    {BENCH_OVERLAP, "", overlap},
    {BENCH_OVERLAP, "placed", overlap_placed},
    {BENCH_OVERLAP, "batch", overlap_batch},
    {BENCH_OVERLAP, "obb", overlap_obb},
    {BENCH_OVERLAP, "obb-batch", overlap_obb_batch},
    {BENCH_OVERLAP, "obb2", overlap_obb2},
    {BENCH_OVERLAP, "obb2-batch", overlap_obb2_batch},
    {BENCH_MANIFOLD, "", manifold},
    {BENCH_MANIFOLD, "placed", manifold_placed},
    {BENCH_MANIFOLD, "batch", manifold_batch},
    {BENCH_MANIFOLD, "reused", manifold_reused},
    {BENCH_MANIFOLD, "reused-still", manifold_reused_still},
    {BENCH_MANIFOLD, "batch-reused", manifold_batch_reused},
    {BENCH_MANIFOLD, "batch-reused-still", manifold_batch_reused_still},
    {BENCH_DISTANCE, "", distance},
    {BENCH_DISTANCE, "placed", distance_placed},
    {BENCH_DISTANCE, "batch", distance_batch},
    {BENCH_DISTANCE, "warm", distance_warm},
    {BENCH_DISTANCE, "warm-still", distance_warm_still},
    {BENCH_PENETRATION, "", penetration},
    {BENCH_PENETRATION, "placed", penetration_placed},
    {BENCH_PENETRATION, "warm", penetration_warm},
    {BENCH_PENETRATION, "warm-still", penetration_warm_still},
    {BENCH_RAY, "", carom_run_rays},
    {BENCH_RAY, "placed", carom_run_rays_placed},
    {BENCH_CAST, "", carom_run_casts},
    {BENCH_TOI_SLOW, "", carom_run_toi_slow},
    {BENCH_TOI_FAST, "", carom_run_toi_fast},
    {0}};
