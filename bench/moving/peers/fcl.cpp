/* fcl.cpp: FCL, double precision: its dynamic tree, and its sweep on one axis. It has no filters, so what
 * stands still has a manager of its own. */
#include <fcl/broadphase/broadphase_SSaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <memory>
#include <utility>

#include "peer.h"

namespace {

enum way { TREE, SWEEP };

typedef fcl::CollisionObjectd object;
typedef fcl::BroadPhaseCollisionManagerd manager;

struct state {
  bool contacts;
  std::unique_ptr<manager> movers, still;
  std::vector<object *> objects;
  std::vector<std::pair<object *, object *>> pairs;
  std::vector<fcl::Contactd> points;
  uint64_t touching = 0;

  state(const bench_scene &scene, const moving_job &job, int way);
  void place(size_t i, const bench_body &body);
  void find_pairs();
  void find_contacts();
  moving_counts count() { return {pairs.size(), touching}; }
};

manager *make_manager(int way) {
  if (way == TREE) return new fcl::DynamicAABBTreeCollisionManagerd();
  return new fcl::SSaPCollisionManagerd();
}

state::state(const bench_scene &scene, const moving_job &job, int way)
    : contacts(job.contacts), movers(make_manager(way)), still(make_manager(way)) {
  for (size_t i = 0; i < scene.count; i++) {
    const carom_vec3 &half = scene.bodies[i].half;
    objects.push_back(new object(std::make_shared<fcl::Boxd>(2 * half.x, 2 * half.y, 2 * half.z)));
    place(i, scene.bodies[i]);
  }
  std::vector<object *>::iterator first_still = objects.begin() + std::ptrdiff_t(scene.mover_count);
  movers->registerObjects(std::vector<object *>(objects.begin(), first_still));
  movers->setup();
  still->registerObjects(std::vector<object *>(first_still, objects.end()));
  still->setup();
}

void state::place(size_t i, const bench_body &body) {
  const carom_quat &q = body.rotation;
  const carom_vec3 &p = body.position;
  objects[i]->setTransform(fcl::Quaterniond(q.w, q.x, q.y, q.z).normalized(), fcl::Vector3d(p.x, p.y, p.z));
  objects[i]->computeAABB();
}

/* Called as a visitor of pairs: false goes on. */
bool note_pair(object *a, object *b, void *context) {
  static_cast<state *>(context)->pairs.push_back({a, b});
  return false;
}

void state::find_pairs() {
  pairs.clear();
  movers->update();
  movers->collide(this, note_pair);
  if (!still->empty()) movers->collide(still.get(), this, note_pair);
}

void state::find_contacts() {
  const fcl::CollisionRequestd request(CAROM_MANIFOLD_POINTS, true);
  points.clear();
  touching = 0;
  for (const std::pair<object *, object *> &pair : pairs) {
    fcl::CollisionResultd result;
    fcl::collide(pair.first, pair.second, request, result);
    for (size_t k = 0; k < result.numContacts(); k++) points.push_back(result.getContact(k));
    touching += result.isCollision();
  }
}

} // namespace

extern "C" const moving_engine moving_fcl[] = {
    peer_engine<state, TREE>("fcl-tree", 0), peer_engine<state, SWEEP>("fcl-sweep", 20000), {}};
