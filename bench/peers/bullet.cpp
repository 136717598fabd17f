/* bullet.cpp: Bullet, single precision. Margins of boxes, hulls, cylinders and cones are 0, so that the
 * shapes are the same as everyone's; spheres and capsules consist of theirs. Polyhedral features are set up,
 * so that hulls get whole manifolds. */
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/NarrowPhaseCollision/btComputeGjkEpaPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btMprPenetration.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>

#include "peer.h"

namespace {

btVector3 vector_of(carom_vec3 v) { return btVector3(v.x, v.y, v.z); }

btTransform transform_of(const carom_pose &pose) {
  const carom_pos &p = pose.position;
  const carom_quat &q = pose.rotation;
  return btTransform(btQuaternion(q.x, q.y, q.z, q.w),
                     btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)));
}

std::unique_ptr<btConvexShape> sharp(btPolyhedralConvexShape *shape) {
  shape->setMargin(0);
  shape->initializePolyhedralFeatures();
  return std::unique_ptr<btConvexShape>(shape);
}

std::unique_ptr<btConvexShape> sharp(btConvexInternalShape *shape) {
  shape->setMargin(0);
  return std::unique_ptr<btConvexShape>(shape);
}

std::unique_ptr<btConvexShape> hull_of(const carom_shape &shape) {
  carom_hull_view view = peer_hull(shape);
  auto *hull = new btConvexHullShape(&view.vertices[0].x, int(view.vertex_count), sizeof(carom_vec3));
  return sharp(hull);
}

std::unique_ptr<btConvexShape> shape_of(const carom_shape &shape) {
  switch (shape.kind) {
  case CAROM_SPHERE:
    return std::unique_ptr<btConvexShape>(new btSphereShape(shape.geometry.sphere.radius));
  case CAROM_CAPSULE: {
    const carom_capsule &c = shape.geometry.capsule;
    return std::unique_ptr<btConvexShape>(new btCapsuleShape(c.radius, c.b.y - c.a.y));
  }
  case CAROM_BOX:
    return sharp(new btBoxShape(vector_of(shape.geometry.box.half)));
  case CAROM_CYLINDER: {
    const carom_cylinder &c = shape.geometry.cylinder;
    return sharp(new btCylinderShape(btVector3(c.radius, c.half_height, c.radius)));
  }
  case CAROM_CONE:
    return sharp(new btConeShape(shape.geometry.cone.radius, 2 * shape.geometry.cone.half_height));
  default:
    return hull_of(shape);
  }
}

struct body {
  std::unique_ptr<btConvexShape> own; // hulls are shared
  btConvexShape *shape;
  btTransform transform;
  std::unique_ptr<btCollisionObject> object;
};

struct motion {
  btTransform cast_from, cast_to, slow[4], fast[4], ray_from, ray_to;
};

struct state : peer_state {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDispatcherInfo info;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth_solver;
  std::map<const carom_hull *, std::unique_ptr<btConvexShape>> hulls;
  std::vector<body> bodies;                       // 2 i and 2 i + 1 are pair i
  std::vector<btCollisionAlgorithm *> algorithms; // one a pair, with a manifold of its own
  std::vector<btPersistentManifold *> manifolds;
  std::vector<motion> motions;

  static bool offers(carom_shape_kind) { return true; }
  explicit state(const bench_set *of);
  ~state();
  body make_body(const carom_shape &shape, const carom_pose &pose);
  btCollisionAlgorithm *make_algorithm(size_t i);
};

body state::make_body(const carom_shape &shape, const carom_pose &pose) {
  body b;
  b.transform = transform_of(pose);
  if (shape.kind == CAROM_HULL) {
    std::unique_ptr<btConvexShape> &hull = hulls[shape.geometry.hull.asset];
    if (!hull) hull = shape_of(shape);
    b.shape = hull.get();
  } else {
    b.own = shape_of(shape);
    b.shape = b.own.get();
  }
  b.object.reset(new btCollisionObject);
  b.object->setCollisionShape(b.shape);
  b.object->setWorldTransform(b.transform);
  return b;
}

btCollisionAlgorithm *state::make_algorithm(size_t i) {
  const body &a = bodies[2 * i], &b = bodies[2 * i + 1];
  btCollisionObjectWrapper wrap_a(nullptr, a.shape, a.object.get(), a.transform, -1, -1);
  btCollisionObjectWrapper wrap_b(nullptr, b.shape, b.object.get(), b.transform, -1, -1);
  return dispatcher.findAlgorithm(&wrap_a, &wrap_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
}

motion make_motion(const bench_motion &m) {
  motion out;
  out.cast_from = transform_of(m.start_b);
  out.cast_to = transform_of(peer_moved(m.start_b, m.translation));
  for (size_t k = 0; k < 2; k++) {
    out.slow[2 * k] = transform_of(m.slow[k].start), out.slow[2 * k + 1] = transform_of(m.slow[k].end);
    out.fast[2 * k] = transform_of(m.fast[k].start), out.fast[2 * k + 1] = transform_of(m.fast[k].end);
  }
  carom_pose from = {m.ray.origin, {0, 0, 0, 1}};
  out.ray_from = transform_of(from);
  out.ray_to = transform_of(peer_moved(from, m.ray.translation));
  return out;
}

state::state(const bench_set *of) : peer_state(of) {
  for (size_t i = 0; i < of->count; i++) {
    bodies.push_back(make_body(of->pairs[i].a, of->pairs[i].pose_a));
    bodies.push_back(make_body(of->pairs[i].b, of->pairs[i].pose_b));
    motions.push_back(make_motion(of->motions[i]));
  }
  manifolds.resize(of->count);
  for (size_t i = 0; i < of->count; i++) algorithms.push_back(make_algorithm(i));
}

state::~state() {
  for (btCollisionAlgorithm *algorithm : algorithms) {
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
  }
}

btScalar round_part(const btConvexShape *shape) { return shape->getMargin(); }

/* GJK on the cores: within the radii means touching. */
bench_answer overlap(state &s, size_t i) {
  const body &a = s.bodies[2 * i], &b = s.bodies[2 * i + 1];
  btGjkEpaSolver2::sResults found;
  btVector3 guess = a.transform.getOrigin() - b.transform.getOrigin();
  bool apart = btGjkEpaSolver2::Distance(a.shape, a.transform, b.shape, b.transform, guess, found);
  return {!apart || found.distance <= round_part(a.shape) + round_part(b.shape), false, 0};
}

/* What MPR wants to know of a shape. */
struct mpr_shape {
  const body &b;
  btVector3 getObjectCenterInWorld() const { return b.transform.getOrigin(); }
  const btTransform &getWorldTransform() const { return b.transform; }
  btVector3 getLocalSupportWithMargin(const btVector3 &d) const {
    return b.shape->localGetSupportingVertex(d);
  }
  btVector3 getLocalSupportWithoutMargin(const btVector3 &d) const {
    return b.shape->localGetSupportingVertexWithoutMargin(d);
  }
};

bench_answer overlap_mpr(state &s, size_t i) {
  mpr_shape a{s.bodies[2 * i]}, b{s.bodies[2 * i + 1]};
  btMprCollisionDescription description;
  btMprDistanceInfo info;
  return {btComputeMprPenetration(a, b, description, &info) == 0, false, 0};
}

/* The algorithm adds to the manifold that it made in its first run, so that must be emptied. */
bench_answer manifold(state &s, size_t i) {
  const body &a = s.bodies[2 * i], &b = s.bodies[2 * i + 1];
  btCollisionObjectWrapper wrap_a(nullptr, a.shape, a.object.get(), a.transform, -1, -1);
  btCollisionObjectWrapper wrap_b(nullptr, b.shape, b.object.get(), b.transform, -1, -1);
  btManifoldResult result(&wrap_a, &wrap_b);
  if (s.manifolds[i]) s.manifolds[i]->clearManifold();
  s.algorithms[i]->processCollision(&wrap_a, &wrap_b, s.info, &result);
  const btPersistentManifold *found = s.manifolds[i] = result.getPersistentManifold();
  bench_answer answer = {};
  for (int k = 0; k < found->getNumContacts(); k++) {
    double depth = -double(found->getContactPoint(k).getDistance());
    answer.hit = answer.hit || depth >= 0;
    answer.points += depth >= 0;
    answer.value = std::max(answer.value, depth);
  }
  return answer;
}

bench_answer closest(state &s, size_t i, btConvexPenetrationDepthSolver *depth_solver) {
  const body &a = s.bodies[2 * i], &b = s.bodies[2 * i + 1];
  btGjkPairDetector detector(a.shape, b.shape, &s.simplex, depth_solver);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = a.transform;
  input.m_transformB = b.transform;
  btPointCollector found;
  detector.getClosestPoints(input, found, nullptr);
  if (!found.m_hasResult) return {true, depth_solver != nullptr, 0};
  return {found.m_distance <= 0, false, double(found.m_distance)};
}

/* Without a solver for depths it says nothing of cores that overlap. */
bench_answer distance(state &s, size_t i) {
  bench_answer answer = closest(s, i, nullptr);
  answer.value = std::max(answer.value, 0.0);
  return answer;
}

bench_answer penetration(state &s, size_t i) { return closest(s, i, &s.depth_solver); }

bench_answer ray(state &s, size_t i) {
  const body &a = s.bodies[2 * i];
  const motion &m = s.motions[i];
  btCollisionWorld::ClosestRayResultCallback result(m.ray_from.getOrigin(), m.ray_to.getOrigin());
  btCollisionWorld::rayTestSingle(m.ray_from, m.ray_to, a.object.get(), a.shape, a.transform, result);
  return {result.hasHit(), false, result.hasHit() ? double(result.m_closestHitFraction) : 0};
}

bench_answer cast(state &s, size_t i) {
  const body &a = s.bodies[2 * i];
  const motion &m = s.motions[i];
  btCollisionWorld::ClosestConvexResultCallback result(m.cast_from.getOrigin(), m.cast_to.getOrigin());
  btCollisionWorld::objectQuerySingle(s.bodies[2 * i + 1].shape, m.cast_from, m.cast_to, a.object.get(),
                                      a.shape, a.transform, result, 0);
  return {result.hasHit(), false, result.hasHit() ? double(result.m_closestHitFraction) : 1};
}

bench_answer toi(state &s, size_t i, const btTransform *t) {
  btContinuousConvexCollision sweep(s.bodies[2 * i].shape, s.bodies[2 * i + 1].shape, &s.simplex,
                                    &s.depth_solver);
  btConvexCast::CastResult result;
  bool hit = sweep.calcTimeOfImpact(t[0], t[1], t[2], t[3], result);
  return {hit, false, hit ? double(result.m_fraction) : 1};
}

bench_answer toi_slow(state &s, size_t i) { return toi(s, i, s.motions[i].slow); }
bench_answer toi_fast(state &s, size_t i) { return toi(s, i, s.motions[i].fast); }

const bench_operation operations[] = {
    {BENCH_OVERLAP, "", peer_run<state, overlap>},
    {BENCH_OVERLAP, "mpr", peer_run<state, overlap_mpr>},
    {BENCH_MANIFOLD, "", peer_run<state, manifold>},
    {BENCH_DISTANCE, "", peer_run<state, distance>},
    {BENCH_PENETRATION, "", peer_run<state, penetration>},
    {BENCH_RAY, "", peer_run_moving<state, ray>},
    {BENCH_CAST, "", peer_run_moving<state, cast>},
    {BENCH_TOI_SLOW, "", peer_run_moving<state, toi_slow>},
    {BENCH_TOI_FAST, "", peer_run_moving<state, toi_fast>},
    {},
};

} // namespace

extern "C" const bench_engine bench_bullet = {"bullet", peer_prepare<state>, peer_release<state>,
                                              peer_collect<state>, operations};
