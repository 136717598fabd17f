/* peer.h: what the adapters of the other engines share: each makes a State of a scene. */
#ifndef CAROM_BENCH_MOVING_PEER_H
#define CAROM_BENCH_MOVING_PEER_H

#include <vector>

#include <carom/collide.h>

#include "moving/engine.h"

/* How one engine finds pairs in more than one way; the State's constructor knows which. */
template <class State, int way> void *peer_create(const bench_scene *scene, const moving_job *job) {
  return new State(*scene, *job, way);
}

template <class State> void peer_frame(void *state, const bench_scene *scene) {
  State &s = *static_cast<State *>(state);
  for (size_t i = 0; i < scene->mover_count; i++) s.place(i, scene->bodies[i]);
  s.find_pairs();
  if (s.contacts) s.find_contacts();
}

template <class State> void peer_count(void *state, moving_counts *out) {
  *out = static_cast<State *>(state)->count();
}

/* A row of an engine's list. */
template <class State, int way> moving_engine peer_engine(const char *name, size_t most) {
  return {name, most, false, peer_create<State, way>, nullptr, peer_frame<State>, peer_count<State>};
}

#endif
