/* ccd.cpp: libccd, double precision. It answers yes or no, by GJK or by MPR. Its depths are left out: those
 * by EPA may never end, and those by MPR are no least ones. */
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <cmath>

#include "peer.h"

namespace {

struct body {
  carom_shape shape;
  carom_hull_view hull;
  ccd_vec3_t position, center;
  ccd_quat_t turn, inverse;
};

double sign_of(double x) { return x < 0 ? -1 : 1; }

void hull_support(const carom_hull_view &hull, const ccd_vec3_t *d, ccd_vec3_t *out) {
  double best = -HUGE_VAL;
  const carom_vec3 *found = hull.vertices;
  for (uint32_t i = 0; i < hull.vertex_count; i++) {
    const carom_vec3 &v = hull.vertices[i];
    double dot = v.x * d->v[0] + v.y * d->v[1] + v.z * d->v[2];
    if (dot > best) best = dot, found = &v;
  }
  ccdVec3Set(out, found->x, found->y, found->z);
}

/* The point of the disc of this radius across y, at height y. */
void disc_support(double radius, double y, const ccd_vec3_t *d, ccd_vec3_t *out) {
  double length = std::sqrt(d->v[0] * d->v[0] + d->v[2] * d->v[2]);
  double scale = length > 0 ? radius / length : 0;
  ccdVec3Set(out, d->v[0] * scale, y, d->v[2] * scale);
}

void ball_support(double radius, const ccd_vec3_t *d, ccd_vec3_t *out) {
  double length = std::sqrt(ccdVec3Len2(d));
  ccdVec3Copy(out, d);
  ccdVec3Scale(out, length > 0 ? radius / length : 0);
}

void cone_support(const carom_cone &cone, const ccd_vec3_t *d, ccd_vec3_t *out) {
  ccd_vec3_t apex;
  ccdVec3Set(&apex, 0, cone.half_height, 0);
  disc_support(cone.radius, -cone.half_height, d, out);
  if (ccdVec3Dot(&apex, d) > ccdVec3Dot(out, d)) *out = apex;
}

void local_support(const body &b, const ccd_vec3_t *d, ccd_vec3_t *out) {
  switch (b.shape.kind) {
  case CAROM_SPHERE:
    return ball_support(b.shape.geometry.sphere.radius, d, out);
  case CAROM_CAPSULE:
    ball_support(b.shape.geometry.capsule.radius, d, out);
    out->v[1] += d->v[1] < 0 ? b.shape.geometry.capsule.a.y : b.shape.geometry.capsule.b.y;
    return;
  case CAROM_BOX: {
    const carom_vec3 &h = b.shape.geometry.box.half;
    return ccdVec3Set(out, sign_of(d->v[0]) * h.x, sign_of(d->v[1]) * h.y, sign_of(d->v[2]) * h.z);
  }
  case CAROM_CYLINDER: {
    const carom_cylinder &c = b.shape.geometry.cylinder;
    return disc_support(c.radius, sign_of(d->v[1]) * c.half_height, d, out);
  }
  case CAROM_CONE:
    return cone_support(b.shape.geometry.cone, d, out);
  default:
    return hull_support(b.hull, d, out);
  }
}

void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out) {
  const body &b = *static_cast<const body *>(object);
  ccd_vec3_t local = *direction;
  ccdQuatRotVec(&local, &b.inverse);
  local_support(b, &local, out);
  ccdQuatRotVec(out, &b.turn);
  ccdVec3Add(out, &b.position);
}

void center(const void *object, ccd_vec3_t *out) { *out = static_cast<const body *>(object)->center; }

/* MPR starts from a point inside: a hull's origin may lie outside of it, but its centroid does not. */
body make_body(const carom_shape &shape, const carom_pose &pose) {
  body b = {};
  b.shape = shape;
  const carom_quat &q = pose.rotation;
  ccdVec3Set(&b.position, pose.position.x, pose.position.y, pose.position.z);
  ccdQuatSet(&b.turn, q.x, q.y, q.z, q.w);
  ccdQuatInvert2(&b.inverse, &b.turn);
  b.center = b.position;
  if (shape.kind != CAROM_HULL) return b;
  b.hull = peer_hull(shape);
  ccdVec3Set(&b.center, b.hull.centroid.x, b.hull.centroid.y, b.hull.centroid.z);
  ccdQuatRotVec(&b.center, &b.turn);
  ccdVec3Add(&b.center, &b.position);
  return b;
}

struct state : peer_state {
  std::vector<body> bodies; // 2 i and 2 i + 1 are pair i
  ccd_t ccd;

  static bool offers(carom_shape_kind) { return true; }
  explicit state(const bench_set *of) : peer_state(of) {
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    ccd.max_iterations = 100;
    for (size_t i = 0; i < of->count; i++) {
      bodies.push_back(make_body(of->pairs[i].a, of->pairs[i].pose_a));
      bodies.push_back(make_body(of->pairs[i].b, of->pairs[i].pose_b));
    }
  }
};

bench_answer overlap(state &s, size_t i) {
  return {ccdGJKIntersect(&s.bodies[2 * i], &s.bodies[2 * i + 1], &s.ccd) != 0, false, 0};
}

bench_answer overlap_mpr(state &s, size_t i) {
  return {ccdMPRIntersect(&s.bodies[2 * i], &s.bodies[2 * i + 1], &s.ccd) != 0, false, 0};
}

const bench_operation operations[] = {
    {BENCH_OVERLAP, "", peer_run<state, overlap>},
    {BENCH_OVERLAP, "mpr", peer_run<state, overlap_mpr>},
    {},
};

} // namespace

extern "C" const bench_engine bench_ccd = {"ccd", peer_prepare<state>, peer_release<state>,
                                           peer_collect<state>, operations};
