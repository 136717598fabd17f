/* carom_operations.c: the plain forms check and turn the poses in each call; "placed" ones got that done
 * once, as the peers' did. */
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

static bool manifold_reused(void *state) {
  carom_state *s = state;
  const carom_placed *placed = turn_about(s, MANIFOLD_REUSED);
  carom_pair_cache *caches = s->memories[MANIFOLD_REUSED].caches;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_collide_placed(&placed[2 * i], &placed[2 * i + 1], &caches[i], &s->manifolds[i]);
  return true;
}

static bool manifold_batch_reused(void *state) {
  carom_state *s = state;
  carom_batch batch = batch_of(s);
  batch.placed = turn_about(s, MANIFOLD_BATCH_REUSED);
  batch.caches = s->memories[MANIFOLD_BATCH_REUSED].caches;
  return done(carom_collide_pairs(&batch, s->manifolds));
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

static bool distance_warm(void *state) {
  carom_state *s = state;
  const carom_placed *placed = turn_about(s, DISTANCE_WARM);
  carom_pair_cache *caches = s->memories[DISTANCE_WARM].caches;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_distance_placed(&placed[2 * i], &placed[2 * i + 1], &caches[i], &s->distances[i]);
  return true;
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
  carom_state *s = state;
  const carom_placed *placed = turn_about(s, PENETRATION_WARM);
  carom_pair_cache *caches = s->memories[PENETRATION_WARM].caches;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] =
        carom_signed_distance_placed(&placed[2 * i], &placed[2 * i + 1], &caches[i], &s->distances[i]);
  return true;
}

const bench_operation carom_operations[] = {{BENCH_OVERLAP, "", overlap},
                                            {BENCH_OVERLAP, "placed", overlap_placed},
                                            {BENCH_OVERLAP, "batch", overlap_batch},
                                            {BENCH_OVERLAP, "obb", overlap_obb},
                                            {BENCH_OVERLAP, "obb-batch", overlap_obb_batch},
                                            {BENCH_MANIFOLD, "", manifold},
                                            {BENCH_MANIFOLD, "placed", manifold_placed},
                                            {BENCH_MANIFOLD, "batch", manifold_batch},
                                            {BENCH_MANIFOLD, "reused", manifold_reused},
                                            {BENCH_MANIFOLD, "batch-reused", manifold_batch_reused},
                                            {BENCH_DISTANCE, "", distance},
                                            {BENCH_DISTANCE, "placed", distance_placed},
                                            {BENCH_DISTANCE, "batch", distance_batch},
                                            {BENCH_DISTANCE, "warm", distance_warm},
                                            {BENCH_PENETRATION, "", penetration},
                                            {BENCH_PENETRATION, "placed", penetration_placed},
                                            {BENCH_PENETRATION, "warm", penetration_warm},
                                            {BENCH_RAY, "", carom_run_rays},
                                            {BENCH_CAST, "", carom_run_casts},
                                            {BENCH_TOI_SLOW, "", carom_run_toi_slow},
                                            {BENCH_TOI_FAST, "", carom_run_toi_fast},
                                            {0}};
