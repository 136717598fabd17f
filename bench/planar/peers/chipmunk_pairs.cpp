/* chipmunk_pairs.cpp: Chipmunk on pairs of shapes: cpShapesCollide, which answers in the world. */
#include <chipmunk/chipmunk.h>

#include <carom/planar.h>

#include "peers/peer.h"

namespace {

struct state : peer_state {
  std::vector<cpShape *> shapes; // 2 i and 2 i + 1 are pair i
  std::vector<cpContactPointSet> found;
  std::vector<cpSegmentQueryInfo> hits;

  static bool offers(carom_shape_kind) { return true; }
  explicit state(const bench_set *of);
  ~state();
  void add(const carom_shape &shape, const carom_pose &pose);
};

cpShape *shape_on(cpBody *body, const carom_shape &of) {
  if (of.kind == CAROM_DISC) return cpCircleShapeNew(body, of.geometry.disc.radius, cpvzero);
  if (of.kind == CAROM_POLYGON) {
    carom_polygon_view view = {};
    std::vector<cpVect> points;
    carom_polygon_describe(of.geometry.polygon.asset, &view);
    for (uint32_t i = 0; i < view.vertex_count; i++)
      points.push_back(cpv(view.vertices[i].x, view.vertices[i].y));
    return cpPolyShapeNewRaw(body, int(points.size()), points.data(), 0);
  }
  const carom_vec2 &half = of.geometry.rectangle.half;
  return cpBoxShapeNew(body, 2 * half.x, 2 * half.y, 0);
}

void state::add(const carom_shape &shape, const carom_pose &pose) {
  cpBody *body = cpBodyNewKinematic();
  cpBodySetPosition(body, cpv(pose.position.x, pose.position.y));
  cpBodySetAngle(body, carom_pose_angle(&pose));
  shapes.push_back(shape_on(body, shape));
  cpShapeCacheBB(shapes.back());
}

state::state(const bench_set *of) : peer_state(of), found(of->count), hits(of->count) {
  for (size_t i = 0; i < of->count; i++) {
    add(of->pairs[i].a, of->pairs[i].pose_a);
    add(of->pairs[i].b, of->pairs[i].pose_b);
  }
}

state::~state() {
  for (cpShape *shape : shapes) {
    cpBodyFree(cpShapeGetBody(shape));
    cpShapeFree(shape);
  }
}

bench_answer manifold(state &s, size_t i) {
  s.found[i] = cpShapesCollide(s.shapes[2 * i], s.shapes[2 * i + 1]);
  double least = 0;
  for (int k = 0; k < s.found[i].count; k++) least = std::min(least, s.found[i].points[k].distance);
  return {s.found[i].count > 0, false, -least, s.found[i].count};
}

bench_answer ray(state &s, size_t i) {
  const carom_ray &ray = s.set->motions[i].ray;
  const cpVect from = cpv(ray.origin.x, ray.origin.y);
  const cpVect to = cpvadd(from, cpv(ray.translation.x, ray.translation.y));
  const bool hit = cpShapeSegmentQuery(s.shapes[2 * i], from, to, 0, &s.hits[i]);
  return {hit, false, hit ? s.hits[i].alpha : 0, 0};
}

const bench_operation operations[] = {
    {BENCH_MANIFOLD, "", peer_run<state, manifold>}, {BENCH_RAY, "", peer_run_moving<state, ray>}, {}};

} // namespace

extern "C" const bench_engine bench_chipmunk = {"chipmunk", peer_prepare<state>, peer_release<state>,
                                                peer_collect<state>, operations};
