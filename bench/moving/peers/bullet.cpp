/* bullet.cpp: Bullet, single precision: its dynamic trees, and its sweep and prune on three axes. */
#include <btBulletCollisionCommon.h>

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>

#include "peer.h"

namespace {

enum way { TREE, SWEEP };

btVector3 vector_of(const carom_vec3 &v) { return btVector3(v.x, v.y, v.z); }

struct state {
  bool contacts;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btBroadphaseInterface *broadphase;
  btCollisionWorld world;
  std::vector<btCollisionObject *> objects;

  state(const bench_scene &scene, const moving_job &job, int way);
  void add(const bench_body &body, bool still);
  void place(size_t i, const bench_body &body);
  void find_pairs();
  void find_contacts();
  moving_counts count();
};

btBroadphaseInterface *make_broadphase(const bench_scene &scene, int way) {
  if (way == TREE) return new btDbvtBroadphase();
  return new bt32BitAxisSweep3(vector_of(scene.low), vector_of(scene.high), unsigned(scene.count + 8));
}

state::state(const bench_scene &scene, const moving_job &job, int way)
    : contacts(job.contacts), dispatcher(&configuration), broadphase(make_broadphase(scene, way)),
      world(&dispatcher, broadphase, &configuration) {
  world.setForceUpdateAllAabbs(false);
  for (size_t i = 0; i < scene.count; i++) add(scene.bodies[i], i >= scene.mover_count);
}

void state::add(const bench_body &body, bool still) {
  btCollisionObject *object = new btCollisionObject();
  object->setCollisionShape(new btBoxShape(vector_of(body.half)));
  objects.push_back(object);
  place(objects.size() - 1, body);
  object->setCollisionFlags(still ? int(btCollisionObject::CF_STATIC_OBJECT) : 0);
  object->setActivationState(still ? ISLAND_SLEEPING : DISABLE_DEACTIVATION);
  const int all = btBroadphaseProxy::AllFilter, statics = btBroadphaseProxy::StaticFilter;
  if (still)
    world.addCollisionObject(object, statics, all ^ statics);
  else
    world.addCollisionObject(object);
}

void state::place(size_t i, const bench_body &body) {
  const carom_quat &q = body.rotation;
  objects[i]->setWorldTransform(btTransform(btQuaternion(q.x, q.y, q.z, q.w), vector_of(body.position)));
}

void state::find_pairs() {
  world.updateAabbs();
  world.computeOverlappingPairs();
}

void state::find_contacts() {
  dispatcher.dispatchAllCollisionPairs(broadphase->getOverlappingPairCache(), world.getDispatchInfo(),
                                       &dispatcher);
}

/* A manifold lives longer than the contact: points at a distance are in it, too. */
bool touches(const btPersistentManifold *manifold) {
  for (int k = 0; k < manifold->getNumContacts(); k++)
    if (manifold->getContactPoint(k).getDistance() <= 0) return true;
  return false;
}

moving_counts state::count() {
  moving_counts counts = {uint64_t(broadphase->getOverlappingPairCache()->getNumOverlappingPairs()), 0};
  for (int i = 0; contacts && i < dispatcher.getNumManifolds(); i++)
    counts.touching += touches(dispatcher.getManifoldByIndexInternal(i));
  return counts;
}

} // namespace

extern "C" const moving_engine moving_bullet[] = {
    peer_engine<state, TREE>("bullet-tree", 0), peer_engine<state, SWEEP>("bullet-sweep", 20000), {}};
