/* carom_casts.c: what has a direction or a motion. */
#include "carom_state.h"

bool carom_run_rays(void *state) {
  carom_state *s = state;
  if (!s->set->moving) return false;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    s->statuses[i] = carom_cast_ray(&p->a, &p->pose_a, &s->asked[i], &s->rays[i]);
  }
  return true;
}

bool carom_run_rays_placed(void *state) {
  carom_state *s = state;
  if (!s->set->moving) return false;
  for (size_t i = 0; i < s->count; i++)
    s->statuses[i] = carom_cast_ray_placed(&s->placed[0][2 * i], &s->asked[i], &s->rays[i]);
  return true;
}

bool carom_run_casts(void *state) {
  carom_state *s = state;
  if (!s->set->moving) return false;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    const bench_motion *m = &s->set->motions[i];
    s->statuses[i] = carom_cast_shape(&p->a, &p->pose_a, &p->b, &m->start_b, m->translation, &s->impacts[i]);
  }
  return true;
}

static bool toi(carom_state *s, bool fast) {
  if (!s->set->moving) return false;
  for (size_t i = 0; i < s->count; i++) {
    const bench_pair *p = &s->set->pairs[i];
    const carom_motion *motions = fast ? s->set->motions[i].fast : s->set->motions[i].slow;
    s->statuses[i] =
        carom_time_of_impact(&p->a, &motions[0], &p->b, &motions[1], BENCH_MARGIN, &s->impacts[i]);
  }
  return true;
}

bool carom_run_toi_slow(void *state) { return toi(state, false); }
bool carom_run_toi_fast(void *state) { return toi(state, true); }
