/* box2d_pairs.cpp: Box2D on pairs of shapes. A manifold is its own and the one in the world made of it, as
 * carom's is in the world. */
#include "box2d.h"
#include "peers/peer.h"

namespace {

struct shape {
  b2PolygonShape polygon;
  b2CircleShape circle;
  bool round;
  const b2Shape *any() const { return round ? static_cast<const b2Shape *>(&circle) : &polygon; }
};

struct state : peer_state {
  std::vector<shape> shapes; // 2 i and 2 i + 1 are pair i
  std::vector<b2Transform> places;
  std::vector<b2WorldManifold> found;
  std::vector<b2RayCastOutput> hits;

  static bool offers(carom_shape_kind) { return true; }
  explicit state(const bench_set *of);
};

shape shape_of(const carom_shape &of) {
  shape made;
  made.round = of.kind == CAROM_DISC;
  if (made.round)
    made.circle.m_radius = of.geometry.disc.radius;
  else
    made.polygon = box2d_polygon(of);
  return made;
}

state::state(const bench_set *of) : peer_state(of), found(of->count), hits(of->count) {
  for (size_t i = 0; i < of->count; i++) {
    const bench_pair &pair = of->pairs[i];
    shapes.push_back(shape_of(pair.a));
    shapes.push_back(shape_of(pair.b));
    places.push_back(box2d_transform(pair.pose_a));
    places.push_back(box2d_transform(pair.pose_b));
  }
}

bench_answer overlap(state &s, size_t i) {
  const shape &a = s.shapes[2 * i], &b = s.shapes[2 * i + 1];
  return {b2TestOverlap(a.any(), 0, b.any(), 0, s.places[2 * i], s.places[2 * i + 1]), false, 0, 0};
}

/* A disc comes second for Box2D: the answer is that of the pair turned round. */
void collide(const shape &a, const b2Transform &at_a, const shape &b, const b2Transform &at_b,
             b2Manifold &out) {
  if (a.round && b.round)
    b2CollideCircles(&out, &a.circle, at_a, &b.circle, at_b);
  else if (a.round)
    b2CollidePolygonAndCircle(&out, &b.polygon, at_b, &a.circle, at_a);
  else if (b.round)
    b2CollidePolygonAndCircle(&out, &a.polygon, at_a, &b.circle, at_b);
  else
    b2CollidePolygons(&out, &a.polygon, at_a, &b.polygon, at_b);
}

bench_answer manifold(state &s, size_t i) {
  const shape &a = s.shapes[2 * i], &b = s.shapes[2 * i + 1];
  const b2Transform &at_a = s.places[2 * i], &at_b = s.places[2 * i + 1];
  b2Manifold local;
  collide(a, at_a, b, at_b, local);
  if (local.pointCount == 0) return {false, false, 0, 0};
  const bool turned = a.round && !b.round;
  const shape &first = turned ? b : a, &second = turned ? a : b;
  s.found[i].Initialize(&local, turned ? at_b : at_a, first.any()->m_radius, turned ? at_a : at_b,
                        second.any()->m_radius);
  float least = 0;
  for (int k = 0; k < local.pointCount; k++) least = std::min(least, s.found[i].separations[k]);
  return {true, false, -least, local.pointCount};
}

bench_answer distance(state &s, size_t i) {
  b2DistanceInput input;
  input.proxyA.Set(s.shapes[2 * i].any(), 0);
  input.proxyB.Set(s.shapes[2 * i + 1].any(), 0);
  input.transformA = s.places[2 * i];
  input.transformB = s.places[2 * i + 1];
  input.useRadii = true;
  b2SimplexCache cache;
  cache.count = 0;
  b2DistanceOutput output;
  b2Distance(&output, &cache, &input);
  return {output.distance < 10 * b2_epsilon, false, output.distance, 0};
}

bench_answer ray(state &s, size_t i) {
  const carom_ray &ray = s.set->motions[i].ray;
  b2RayCastInput input;
  input.p1.Set(float(ray.origin.x), float(ray.origin.y));
  input.p2 = input.p1 + box2d_vector(ray.translation);
  input.maxFraction = 1;
  const bool hit = s.shapes[2 * i].any()->RayCast(&s.hits[i], input, s.places[2 * i], 0);
  return {hit, false, hit ? s.hits[i].fraction : 0, 0};
}

void *prepare(const bench_set *set) {
  const bench_pair &pair = set->pairs[0];
  return box2d_has(pair.a) && box2d_has(pair.b) ? peer_prepare<state>(set) : nullptr;
}

const bench_operation operations[] = {{BENCH_OVERLAP, "", peer_run<state, overlap>},
                                      {BENCH_MANIFOLD, "", peer_run<state, manifold>},
                                      {BENCH_DISTANCE, "", peer_run<state, distance>},
                                      {BENCH_RAY, "", peer_run_moving<state, ray>},
                                      {}};

} // namespace

extern "C" const bench_engine bench_box2d = {"box2d", prepare, peer_release<state>, peer_collect<state>,
                                             operations};
