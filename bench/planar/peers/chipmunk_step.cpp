/* chipmunk_step.cpp: Chipmunk's whole step of kinematic bodies, which it tells of without solving anything:
 * on its trees, and on its spatial hash. It does not say how many pairs it has looked at. */
#include <chipmunk/chipmunk.h>

#include "step_peer.h"

namespace {

enum way { TREE, HASH };

struct state : angles {
  cpSpace *space = cpSpaceNew();
  std::vector<cpBody *> bodies;
  uint64_t touching = 0;

  state(const bench_scene &scene, const moving_job &job, int way);
  void add(const bench_body &body, bool still);
  void place(size_t i, const bench_body &body) {
    cpBodySetPosition(bodies[i], cpv(body.position.x, body.position.y));
    cpBodySetAngle(bodies[i], of[i]);
  }
  void find_pairs() { cpSpaceStep(space, BENCH_FRAME); }
  void find_contacts() {}
  moving_counts count() { return {0, touching}; }
};

cpBool count_begin(cpArbiter *, cpSpace *, void *touching) {
  ++*static_cast<uint64_t *>(touching);
  return cpTrue;
}
void count_end(cpArbiter *, cpSpace *, void *touching) { --*static_cast<uint64_t *>(touching); }

/* The hash is told twice the largest size there is and ten times as many cells as bodies, as its manual
 * advises. */
state::state(const bench_scene &scene, const moving_job &job, int way) : angles(scene, job) {
  if (way == HASH) cpSpaceUseSpatialHash(space, 4 * scene.largest, int(10 * scene.count));
  cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
  handler->beginFunc = count_begin;
  handler->separateFunc = count_end;
  handler->userData = &touching;
  for (size_t i = 0; i < scene.count; i++) add(scene.bodies[i], i >= scene.mover_count);
}

void state::add(const bench_body &body, bool still) {
  bodies.push_back(still ? cpBodyNewStatic() : cpBodyNewKinematic());
  cpSpaceAddBody(space, bodies.back());
  place(bodies.size() - 1, body);
  cpSpaceAddShape(space, cpBoxShapeNew(bodies.back(), 2 * body.half.x, 2 * body.half.y, 0));
}

} // namespace

extern "C" const moving_engine moving_chipmunk[] = {
    planar_engine<state, TREE>("chipmunk-tree"), planar_engine<state, HASH>("chipmunk-hash"), {}};
