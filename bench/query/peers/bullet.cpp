/* bullet.cpp: Bullet, single precision, on its dynamic trees. */
#include <btBulletCollisionCommon.h>

#include "query/engine.h"

namespace {

btVector3 vector_of(const carom_vec3 &v) { return btVector3(v.x, v.y, v.z); }
btQuaternion turn_of(const carom_quat &q) { return btQuaternion(q.x, q.y, q.z, q.w); }

btCollisionShape *shape_of(const bench_scene &scene, size_t i) {
  if (!scene.hulls) return new btBoxShape(vector_of(scene.bodies[i].half));
  carom_hull_view view;
  carom_hull_describe(scene.hulls[i], &view);
  btConvexHullShape *hull = new btConvexHullShape();
  for (uint32_t k = 0; k < view.vertex_count; k++) hull->addPoint(vector_of(view.vertices[k]), false);
  hull->recalcLocalAabb();
  return hull;
}

struct state {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btCollisionWorld world;

  explicit state(const bench_scene &scene)
      : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration) {
    for (size_t i = 0; i < scene.count; i++) {
      btCollisionObject *object = new btCollisionObject();
      object->setCollisionShape(shape_of(scene, i));
      object->setWorldTransform(
          btTransform(turn_of(scene.bodies[i].rotation), vector_of(scene.bodies[i].position)));
      world.addCollisionObject(object);
    }
    broadphase.optimize();
  }
};

template <class Callback>
uint64_t cast(void *context, const query_question *q, size_t count, uint64_t (*found_by)(const Callback &)) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) {
    btVector3 from = vector_of(q[i].from), to = from + vector_of(q[i].way);
    Callback callback(from, to);
    static_cast<state *>(context)->world.rayTest(from, to, callback);
    found += found_by(callback);
  }
  return found;
}

uint64_t one(const btCollisionWorld::RayResultCallback &callback) { return callback.hasHit(); }

typedef btCollisionWorld::ClosestRayResultCallback closest;
uint64_t one_closest(const closest &callback) { return one(callback); }
uint64_t cast_closest(void *context, const query_question *q, size_t count) {
  return cast<closest>(context, q, count, one_closest);
}

/* A hit that ends the ray where it begins is the last. */
struct any : closest {
  any(const btVector3 &from, const btVector3 &to) : closest(from, to) {}
  btScalar addSingleResult(btCollisionWorld::LocalRayResult &hit, bool) override {
    m_collisionObject = hit.m_collisionObject;
    return m_closestHitFraction = 0;
  }
};
uint64_t one_any(const any &callback) { return one(callback); }
uint64_t cast_any(void *context, const query_question *q, size_t count) {
  return cast<any>(context, q, count, one_any);
}

typedef btCollisionWorld::AllHitsRayResultCallback all;
uint64_t all_hits(const all &callback) { return uint64_t(callback.m_collisionObjects.size()); }
uint64_t cast_all(void *context, const query_question *q, size_t count) {
  return cast<all>(context, q, count, all_hits);
}

struct counter : btBroadphaseAabbCallback {
  uint64_t found = 0;
  bool process(const btBroadphaseProxy *) override { return ++found; }
};
uint64_t overlap_aabb(void *context, const query_question *q, size_t count) {
  counter found;
  for (size_t i = 0; i < count; i++) {
    btVector3 at = vector_of(q[i].from), half = vector_of(q[i].half);
    static_cast<state *>(context)->broadphase.aabbTest(at - half, at + half, found);
  }
  return found.found;
}

/* Told of contact points, of which one a pair is counted. */
struct touched : btCollisionWorld::ContactResultCallback {
  const btCollisionObject *last = nullptr;
  uint64_t found = 0;
  btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *a, int, int,
                           const btCollisionObjectWrapper *b, int, int) override {
    const btCollisionObject *other =
        a->getCollisionObject()->getUserIndex() == 1 ? b->getCollisionObject() : a->getCollisionObject();
    if (point.getDistance() <= 0 && other != last) found++, last = other;
    return 0;
  }
};
uint64_t overlap_box(void *context, const query_question *q, size_t count) {
  touched callback;
  for (size_t i = 0; i < count; i++) {
    btBoxShape box(vector_of(q[i].half));
    btCollisionObject object;
    object.setUserIndex(1);
    object.setCollisionShape(&box);
    object.setWorldTransform(btTransform(turn_of(q[i].turn), vector_of(q[i].from)));
    callback.last = nullptr;
    static_cast<state *>(context)->world.contactTest(&object, callback);
  }
  return callback.found;
}

uint64_t sweep(void *context, const query_question &q, const btConvexShape &shape) {
  btTransform from(turn_of(q.turn), vector_of(q.from)),
      to(turn_of(q.turn), vector_of(q.from) + vector_of(q.way));
  btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
  static_cast<state *>(context)->world.convexSweepTest(&shape, from, to, callback);
  return callback.hasHit();
}
uint64_t cast_sphere(void *context, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) found += sweep(context, q[i], btSphereShape(q[i].half.x));
  return found;
}
uint64_t cast_box(void *context, const query_question *q, size_t count) {
  uint64_t found = 0;
  for (size_t i = 0; i < count; i++) found += sweep(context, q[i], btBoxShape(vector_of(q[i].half)));
  return found;
}

void *create(const bench_scene *scene) { return new state(*scene); }

const query_operation operations[] = {{QUERY_RAY_CLOSEST, cast_closest}, {QUERY_RAY_ANY, cast_any},
                                      {QUERY_RAY_ALL, cast_all},         {QUERY_OVERLAP_AABB, overlap_aabb},
                                      {QUERY_OVERLAP_BOX, overlap_box},  {QUERY_SPHERE_CAST, cast_sphere},
                                      {QUERY_BOX_CAST, cast_box},        {}};

} // namespace

extern "C" const query_engine query_bullet[] = {{"bullet", create, operations, nullptr}, {}};
