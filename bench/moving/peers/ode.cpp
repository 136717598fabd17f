/* ode.cpp: ODE, double precision: its hash space and its sweep and prune. */
#include <ode/ode.h>

#include <cmath>
#include <utility>

#include "peer.h"

namespace {

enum way { HASH, SWEEP };
enum { STILL = 1, MOVER = 2 };

struct state {
  bool contacts;
  dSpaceID space;
  std::vector<dGeomID> geoms;
  std::vector<std::pair<dGeomID, dGeomID>> pairs;
  std::vector<dContactGeom> points;
  uint64_t touching = 0;

  state(const bench_scene &scene, const moving_job &job, int way);
  void place(size_t i, const bench_body &body);
  void find_pairs();
  void find_contacts();
  moving_counts count() { return {pairs.size(), touching}; }
};

/* The hash space is told the sizes that are there. */
dSpaceID make_space(const bench_scene &scene, int way) {
  if (way == SWEEP) return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XZY);
  dSpaceID space = dHashSpaceCreate(nullptr);
  dHashSpaceSetLevels(space, int(std::floor(std::log2(2 * scene.smallest))),
                      int(std::ceil(std::log2(2 * scene.largest))));
  return space;
}

state::state(const bench_scene &scene, const moving_job &job, int way) : contacts(job.contacts) {
  dInitODE2(0);
  space = make_space(scene, way);
  for (size_t i = 0; i < scene.count; i++) {
    const carom_vec3 &half = scene.bodies[i].half;
    bool still = i >= scene.mover_count;
    geoms.push_back(dCreateBox(space, 2 * half.x, 2 * half.y, 2 * half.z));
    dGeomSetCategoryBits(geoms.back(), still ? STILL : MOVER);
    dGeomSetCollideBits(geoms.back(), still ? MOVER : MOVER | STILL);
    place(i, scene.bodies[i]);
  }
}

void state::place(size_t i, const bench_body &body) {
  dQuaternion turn = {body.rotation.w, body.rotation.x, body.rotation.y, body.rotation.z};
  dGeomSetPosition(geoms[i], body.position.x, body.position.y, body.position.z);
  dGeomSetQuaternion(geoms[i], turn);
}

void note_pair(void *context, dGeomID a, dGeomID b) {
  static_cast<state *>(context)->pairs.push_back({a, b});
}

void state::find_pairs() {
  pairs.clear();
  dSpaceCollide(space, this, note_pair);
}

void state::find_contacts() {
  points.resize((pairs.size() + 1) * CAROM_MANIFOLD_POINTS);
  touching = 0;
  dContactGeom *next = points.data();
  for (const std::pair<dGeomID, dGeomID> &pair : pairs) {
    int count = dCollide(pair.first, pair.second, CAROM_MANIFOLD_POINTS, next, sizeof *next);
    next += count;
    touching += count > 0;
  }
}

} // namespace

extern "C" const moving_engine moving_ode[] = {
    peer_engine<state, HASH>("ode-hash", 20000), peer_engine<state, SWEEP>("ode-sweep", 200000), {}};
