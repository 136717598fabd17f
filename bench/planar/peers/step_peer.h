/* step_peer.h: what the planar engines share in a whole step: both want poses by angles, which they get
 * without being charged for them. */
#ifndef CAROM_BENCH_PLANAR_STEP_PEER_H
#define CAROM_BENCH_PLANAR_STEP_PEER_H

#include <carom/planar.h>

#include "moving/peers/peer.h"

struct angles {
  bool contacts;
  std::vector<float> of; /* by body */

  angles(const bench_scene &scene, const moving_job &job) : contacts(job.contacts), of(scene.count) {
    turn(scene, scene.count);
  }
  void turn(const bench_scene &scene, size_t count) {
    for (size_t i = 0; i < count; i++) {
      const carom_pose pose = {{0, 0, 0}, scene.bodies[i].rotation};
      of[i] = float(carom_pose_angle(&pose));
    }
  }
};

template <class State> void planar_prepare(void *state, const bench_scene *scene) {
  static_cast<State *>(state)->turn(*scene, scene->mover_count);
}

template <class State, int way> moving_engine planar_engine(const char *name) {
  return {
      name, 0, false, peer_create<State, way>, planar_prepare<State>, peer_frame<State>, peer_count<State>};
}

#endif
