/* peer.h: what the adapters of the other engines share. Each gives one bench_engine; its State holds the
 * engine's own shapes and transforms of a set, and is thrown away with it. */
#ifndef CAROM_BENCH_PEER_H
#define CAROM_BENCH_PEER_H

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "engine.h"

struct peer_state {
  const bench_set *set;
  std::vector<bench_answer> answers;
  explicit peer_state(const bench_set *of) : set(of), answers(of->count) {}
};

/* Are all shapes of the set of these kinds? They are all of the kinds of its first pair. */
inline bool peer_admits(const bench_set *set, bool (*offers)(carom_shape_kind)) {
  return offers(set->pairs[0].a.kind) && offers(set->pairs[0].b.kind);
}

template <class State> void *peer_prepare(const bench_set *set) {
  return peer_admits(set, State::offers) ? new State(set) : nullptr;
}

template <class State> void peer_release(void *state) { delete static_cast<State *>(state); }

template <class State> void peer_collect(void *state, bench_question, bench_answer *out) {
  const State *s = static_cast<const State *>(state);
  std::copy(s->answers.begin(), s->answers.end(), out);
}

/* Answers one question about each pair: answer(state, i). */
template <class State, bench_answer (*answer)(State &, size_t)> bool peer_run(void *state) {
  State &s = *static_cast<State *>(state);
  for (size_t i = 0; i < s.set->count; i++) s.answers[i] = answer(s, i);
  return true;
}

/* The same, of sets that are asked about rays and motions. */
template <class State, bench_answer (*answer)(State &, size_t)> bool peer_run_moving(void *state) {
  return static_cast<State *>(state)->set->moving && peer_run<State, answer>(state);
}

/* The pose after a translation. */
inline carom_pose peer_moved(carom_pose pose, carom_vec3 by) {
  pose.position.x += by.x;
  pose.position.y += by.y;
  pose.position.z += by.z;
  return pose;
}

inline carom_hull_view peer_hull(const carom_shape &shape) {
  carom_hull_view view = {};
  carom_hull_describe(shape.geometry.hull.asset, &view);
  return view;
}

#endif
