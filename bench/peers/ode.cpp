/* ode.cpp: ODE, double precision. It answers whether and where shapes meet; it has no distances, casts or
 * cones. */
#include <ode/ode.h>

#include <cmath>

#include "peer.h"

namespace {

/* A hull as ODE wants it, its centroid in the origin. ODE keeps pointers to the arrays. */
struct hull {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;
  carom_vec3 center;
};

hull hull_of(const carom_shape &shape) {
  carom_hull_view view = peer_hull(shape);
  hull h;
  h.center = view.centroid;
  const carom_vec3 &c = h.center;
  for (uint32_t i = 0; i < view.vertex_count; i++) {
    const carom_vec3 &v = view.vertices[i];
    h.points.insert(h.points.end(), {dReal(v.x - c.x), dReal(v.y - c.y), dReal(v.z - c.z)});
  }
  for (uint32_t f = 0; f < view.face_count; f++) {
    const carom_vec3 &n = view.planes[f].normal;
    dReal offset = view.planes[f].offset - (dReal(n.x) * c.x + dReal(n.y) * c.y + dReal(n.z) * c.z);
    h.planes.insert(h.planes.end(), {dReal(n.x), dReal(n.y), dReal(n.z), offset});
    h.polygons.push_back(view.face_starts[f + 1] - view.face_starts[f]);
    h.polygons.insert(h.polygons.end(), view.loops + view.face_starts[f],
                      view.loops + view.face_starts[f + 1]);
  }
  return h;
}

struct state : peer_state {
  std::map<const carom_hull *, hull> hulls;
  std::vector<dGeomID> geoms; // 2 i and 2 i + 1 are pair i
  std::vector<dGeomID> rays;

  static bool offers(carom_shape_kind kind) { return kind != CAROM_CONE; }
  explicit state(const bench_set *of);
  ~state();
  dGeomID make_geom(const carom_shape &shape, const carom_pose &pose);
  dGeomID make_hull(const carom_shape &shape, const carom_pose &pose);
};

void place(dGeomID geom, const carom_pose &pose, const dQuaternion local) {
  dQuaternion turn = {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z}, product;
  dQMultiply0(product, turn, local);
  dGeomSetPosition(geom, pose.position.x, pose.position.y, pose.position.z);
  dGeomSetQuaternion(geom, product);
}

/* The hull's centroid is where its origin is to be plus the turned centroid. */
dGeomID state::make_hull(const carom_shape &shape, const carom_pose &pose) {
  hull &h = hulls[shape.geometry.hull.asset];
  if (h.points.empty()) h = hull_of(shape);
  dGeomID geom = dCreateConvex(nullptr, h.planes.data(), unsigned(h.planes.size() / 4), h.points.data(),
                               unsigned(h.points.size() / 3), h.polygons.data());
  const dQuaternion still = {1, 0, 0, 0};
  place(geom, pose, still);
  dVector3 center;
  dGeomGetRelPointPos(geom, h.center.x, h.center.y, h.center.z, center);
  dGeomSetPosition(geom, center[0], center[1], center[2]);
  return geom;
}

/* ODE's capsules and cylinders lie along z, carom's along y. */
dGeomID state::make_geom(const carom_shape &shape, const carom_pose &pose) {
  const dQuaternion still = {1, 0, 0, 0}, z_to_y = {M_SQRT1_2, -M_SQRT1_2, 0, 0};
  dGeomID geom = nullptr;
  switch (shape.kind) {
  case CAROM_SPHERE:
    geom = dCreateSphere(nullptr, shape.geometry.sphere.radius);
    break;
  case CAROM_BOX: {
    const carom_vec3 &half = shape.geometry.box.half;
    geom = dCreateBox(nullptr, 2 * half.x, 2 * half.y, 2 * half.z);
    break;
  }
  case CAROM_CAPSULE: {
    const carom_capsule &c = shape.geometry.capsule;
    geom = dCreateCapsule(nullptr, c.radius, c.b.y - c.a.y);
    place(geom, pose, z_to_y);
    return geom;
  }
  case CAROM_CYLINDER: {
    geom = dCreateCylinder(nullptr, shape.geometry.cylinder.radius, 2 * shape.geometry.cylinder.half_height);
    place(geom, pose, z_to_y);
    return geom;
  }
  default:
    return make_hull(shape, pose);
  }
  place(geom, pose, still);
  return geom;
}

double length_of(carom_vec3 v) {
  return std::sqrt(double(v.x) * v.x + double(v.y) * v.y + double(v.z) * v.z);
}

dGeomID make_ray(const carom_ray &ray) {
  const carom_pos &o = ray.origin;
  const carom_vec3 &t = ray.translation;
  dGeomID geom = dCreateRay(nullptr, length_of(t));
  dGeomRaySet(geom, o.x, o.y, o.z, t.x, t.y, t.z);
  dGeomRaySetClosestHit(geom, 1);
  return geom;
}

/* ODE is set up once for the program. */
void initialise() {
  static const int done = dInitODE2(0);
  (void)done;
}

state::state(const bench_set *of) : peer_state(of) {
  initialise();
  for (size_t i = 0; i < of->count; i++) {
    geoms.push_back(make_geom(of->pairs[i].a, of->pairs[i].pose_a));
    geoms.push_back(make_geom(of->pairs[i].b, of->pairs[i].pose_b));
    rays.push_back(make_ray(of->motions[i].ray));
  }
}

state::~state() {
  for (dGeomID geom : geoms) dGeomDestroy(geom);
  for (dGeomID ray : rays) dGeomDestroy(ray);
}

bench_answer overlap(state &s, size_t i) {
  dContactGeom contact;
  int count = dCollide(s.geoms[2 * i], s.geoms[2 * i + 1], 1, &contact, sizeof contact);
  return {count > 0, false, 0};
}

bench_answer manifold(state &s, size_t i) {
  dContactGeom contacts[CAROM_MANIFOLD_POINTS];
  int count =
      dCollide(s.geoms[2 * i], s.geoms[2 * i + 1], CAROM_MANIFOLD_POINTS, contacts, sizeof contacts[0]);
  bench_answer answer = {count > 0, false, 0, count};
  for (int k = 0; k < count; k++) answer.value = std::max(answer.value, double(contacts[k].depth));
  return answer;
}

bench_answer ray(state &s, size_t i) {
  dContactGeom contact;
  int count = dCollide(s.rays[i], s.geoms[2 * i], 1, &contact, sizeof contact);
  return {count > 0, false,
          count > 0 ? double(contact.depth) / length_of(s.set->motions[i].ray.translation) : 0};
}

const bench_operation operations[] = {
    {BENCH_OVERLAP, "", peer_run<state, overlap>},
    {BENCH_MANIFOLD, "", peer_run<state, manifold>},
    {BENCH_RAY, "", peer_run_moving<state, ray>},
    {},
};

} // namespace

extern "C" const bench_engine bench_ode = {"ode", peer_prepare<state>, peer_release<state>,
                                           peer_collect<state>, operations};
