/* fcl.cpp: FCL, double precision, with both of its solvers for convex shapes: its own version of libccd's,
 * and the "independent" one. It throws when a solver fails. */
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <stdexcept>

#include "peer.h"

namespace {

typedef std::shared_ptr<fcl::CollisionGeometryd> geometry;

std::shared_ptr<fcl::Convexd> hull_of(const carom_shape &shape) {
  carom_hull_view view = peer_hull(shape);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  auto faces = std::make_shared<std::vector<int>>();
  for (uint32_t i = 0; i < view.vertex_count; i++)
    vertices->emplace_back(view.vertices[i].x, view.vertices[i].y, view.vertices[i].z);
  for (uint32_t f = 0; f < view.face_count; f++) {
    faces->push_back(int(view.face_starts[f + 1] - view.face_starts[f]));
    faces->insert(faces->end(), view.loops + view.face_starts[f], view.loops + view.face_starts[f + 1]);
  }
  return std::make_shared<fcl::Convexd>(vertices, int(view.face_count), faces);
}

geometry geometry_of(const carom_shape &shape) {
  switch (shape.kind) {
  case CAROM_SPHERE:
    return std::make_shared<fcl::Sphered>(shape.geometry.sphere.radius);
  case CAROM_BOX: {
    const carom_vec3 &half = shape.geometry.box.half;
    return std::make_shared<fcl::Boxd>(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
  }
  case CAROM_CAPSULE: {
    const carom_capsule &c = shape.geometry.capsule;
    return std::make_shared<fcl::Capsuled>(c.radius, double(c.b.y) - c.a.y);
  }
  case CAROM_CYLINDER:
    return std::make_shared<fcl::Cylinderd>(shape.geometry.cylinder.radius,
                                            2.0 * shape.geometry.cylinder.half_height);
  case CAROM_CONE:
    return std::make_shared<fcl::Coned>(shape.geometry.cone.radius, 2.0 * shape.geometry.cone.half_height);
  default:
    return hull_of(shape);
  }
}

/* FCL's capsules, cylinders and cones lie along z, carom's along y. */
fcl::Transform3d transform_of(const carom_shape &shape, const carom_pose &pose) {
  const carom_quat &q = pose.rotation;
  fcl::Quaterniond turn(q.w, q.x, q.y, q.z);
  bool along_z = shape.kind == CAROM_CAPSULE || shape.kind == CAROM_CYLINDER || shape.kind == CAROM_CONE;
  if (along_z) turn = turn * fcl::Quaterniond(M_SQRT1_2, -M_SQRT1_2, 0, 0);
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = turn.normalized().toRotationMatrix();
  out.translation() = fcl::Vector3d(pose.position.x, pose.position.y, pose.position.z);
  return out;
}

struct body {
  geometry shape;
  fcl::Transform3d transform;
};

struct motion {
  fcl::Transform3d cast[2], slow[4], fast[4];
};

struct state : peer_state {
  std::map<const carom_hull *, geometry> hulls;
  std::vector<body> bodies; // 2 i and 2 i + 1 are pair i
  std::vector<motion> motions;

  static bool offers(carom_shape_kind) { return true; }
  explicit state(const bench_set *of);
  body make_body(const carom_shape &shape, const carom_pose &pose);
};

body state::make_body(const carom_shape &shape, const carom_pose &pose) {
  if (shape.kind != CAROM_HULL) return {geometry_of(shape), transform_of(shape, pose)};
  geometry &hull = hulls[shape.geometry.hull.asset];
  if (!hull) hull = hull_of(shape);
  return {hull, transform_of(shape, pose)};
}

motion make_motion(const bench_pair &pair, const bench_motion &m) {
  motion out;
  out.cast[0] = transform_of(pair.b, m.start_b);
  out.cast[1] = transform_of(pair.b, peer_moved(m.start_b, m.translation));
  for (size_t k = 0; k < 2; k++) {
    const carom_shape &shape = k == 0 ? pair.a : pair.b;
    out.slow[2 * k] = transform_of(shape, m.slow[k].start),
                 out.slow[2 * k + 1] = transform_of(shape, m.slow[k].end);
    out.fast[2 * k] = transform_of(shape, m.fast[k].start),
                 out.fast[2 * k + 1] = transform_of(shape, m.fast[k].end);
  }
  return out;
}

state::state(const bench_set *of) : peer_state(of) {
  for (size_t i = 0; i < of->count; i++) {
    bodies.push_back(make_body(of->pairs[i].a, of->pairs[i].pose_a));
    bodies.push_back(make_body(of->pairs[i].b, of->pairs[i].pose_b));
    motions.push_back(make_motion(of->pairs[i], of->motions[i]));
  }
}

bench_answer collide(state &s, size_t i, size_t contacts, fcl::GJKSolverType solver) {
  const body &a = s.bodies[2 * i], &b = s.bodies[2 * i + 1];
  fcl::CollisionRequestd request(std::max<size_t>(contacts, 1), contacts > 0);
  request.gjk_solver_type = solver;
  fcl::CollisionResultd result;
  try {
    fcl::collide(a.shape.get(), a.transform, b.shape.get(), b.transform, request, result);
  } catch (const std::exception &) {
    return {false, true, 0};
  }
  bench_answer answer = {result.isCollision(), false, 0, contacts > 0 ? int(result.numContacts()) : 0};
  for (size_t k = 0; contacts > 0 && k < result.numContacts(); k++)
    answer.value = std::max(answer.value, result.getContact(k).penetration_depth);
  return answer;
}

bench_answer overlap(state &s, size_t i) { return collide(s, i, 0, fcl::GST_LIBCCD); }
bench_answer overlap_indep(state &s, size_t i) { return collide(s, i, 0, fcl::GST_INDEP); }
bench_answer manifold(state &s, size_t i) { return collide(s, i, CAROM_MANIFOLD_POINTS, fcl::GST_LIBCCD); }
bench_answer manifold_indep(state &s, size_t i) {
  return collide(s, i, CAROM_MANIFOLD_POINTS, fcl::GST_INDEP);
}

bench_answer separation(state &s, size_t i, bool depths, fcl::GJKSolverType solver) {
  const body &a = s.bodies[2 * i], &b = s.bodies[2 * i + 1];
  fcl::DistanceRequestd request(true, depths);
  request.gjk_solver_type = solver;
  fcl::DistanceResultd result;
  try {
    fcl::distance(a.shape.get(), a.transform, b.shape.get(), b.transform, request, result);
  } catch (const std::exception &) {
    return {false, true, 0};
  }
  double value = result.min_distance;
  return {value <= 0, false, depths ? value : std::max(value, 0.0)};
}

bench_answer distance(state &s, size_t i) { return separation(s, i, false, fcl::GST_LIBCCD); }
bench_answer distance_indep(state &s, size_t i) { return separation(s, i, false, fcl::GST_INDEP); }
bench_answer penetration(state &s, size_t i) { return separation(s, i, true, fcl::GST_LIBCCD); }

/* By conservative advancement, the solver that does not sample. */
bench_answer sweep(state &s, size_t i, const fcl::Transform3d *t, fcl::CCDMotionType type) {
  fcl::ContinuousCollisionRequestd request(100, 1e-4, type, fcl::GST_LIBCCD,
                                           fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  fcl::ContinuousCollisionResultd result;
  try {
    fcl::continuousCollide(s.bodies[2 * i].shape.get(), t[0], t[1], s.bodies[2 * i + 1].shape.get(), t[2],
                           t[3], request, result);
  } catch (const std::exception &) {
    return {false, true, 0};
  }
  return {result.is_collide, false, result.is_collide ? result.time_of_contact : 1};
}

bench_answer cast(state &s, size_t i) {
  const fcl::Transform3d &a = s.bodies[2 * i].transform;
  const fcl::Transform3d transforms[4] = {a, a, s.motions[i].cast[0], s.motions[i].cast[1]};
  return sweep(s, i, transforms, fcl::CCDM_TRANS);
}

bench_answer toi_slow(state &s, size_t i) { return sweep(s, i, s.motions[i].slow, fcl::CCDM_LINEAR); }
bench_answer toi_fast(state &s, size_t i) { return sweep(s, i, s.motions[i].fast, fcl::CCDM_LINEAR); }

const bench_operation operations[] = {
    {BENCH_OVERLAP, "", peer_run<state, overlap>},
    {BENCH_OVERLAP, "indep", peer_run<state, overlap_indep>},
    {BENCH_MANIFOLD, "", peer_run<state, manifold>},
    {BENCH_MANIFOLD, "indep", peer_run<state, manifold_indep>},
    {BENCH_DISTANCE, "", peer_run<state, distance>},
    {BENCH_DISTANCE, "indep", peer_run<state, distance_indep>},
    {BENCH_PENETRATION, "", peer_run<state, penetration>},
    {BENCH_CAST, "", peer_run_moving<state, cast>},
    {BENCH_TOI_SLOW, "", peer_run_moving<state, toi_slow>},
    {BENCH_TOI_FAST, "", peer_run_moving<state, toi_fast>},
    {},
};

} // namespace

extern "C" const bench_engine bench_fcl = {"fcl", peer_prepare<state>, peer_release<state>,
                                           peer_collect<state>, operations};
