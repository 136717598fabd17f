/* impact_guide.c: directions that turn with the feature they belong to.
 *
 * Seen from a face, a direction that does not turn with the face leaves its normal, and the farthest vertex
 * jumps across the face at once, so that the gap along it closes long before the shapes meet. Separating axes
 * that follow their features are Catto's (2013). */
#include "impact_guide.h"

/* The square of the sine by which the cross product may be off the normal: rounding. */
#define SQUARE_ENOUGH 0x1p-40

/* The sine by which a normal of the side of a curved core may be off. */
#define ON_SIDE 0x1p-20

/* From the pivot. */
static carom__dvec3 center_of(const carom__mover *m) {
  return dvec3_add(dvec3_widen(shape_center(m->class, m->shape)), m->arm);
}

carom__guide carom__guide_between_centers(const carom__motions *motions, const carom__moment *at) {
  const carom__mover *a = &motions->a, *b = &motions->b;
  carom__dvec3 from = turn_apply(&at->turn_a, center_of(a)), to = turn_apply(&at->turn_b, center_of(b));
  carom__dvec3 way = dvec3_normalize_or(dvec3_add(dvec3_sub(to, from), at->between), dvec3(1, 0, 0));
  if (a->rate <= b->rate)
    return (carom__guide){.kind = CAROM__GUIDE_A, .of_a = turn_unapply(&at->turn_a, way)};
  return (carom__guide){.kind = CAROM__GUIDE_B, .of_b = turn_unapply(&at->turn_b, way)};
}

static carom__dvec3 unit(int axis) { return dvec3(axis == 0, axis == 1, axis == 2); }

carom__guide carom__guide_of_boxes(const carom__box_gap *gap) {
  if (gap->kind == CAROM__GAP_EDGES)
    return (carom__guide){CAROM__GUIDE_EDGES, unit(gap->axis), unit(gap->other_axis), gap->side};
  if (gap->kind == CAROM__GAP_FACE_A) return (carom__guide){.kind = CAROM__GUIDE_A, .of_a = gap->normal};
  return (carom__guide){.kind = CAROM__GUIDE_B, .of_b = dvec3_scale(unit(gap->axis), -gap->side)};
}

static bool same(carom__dvec3 a, carom__dvec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* The points of one shape in a simplex: how many differ, and an edge when they are two. */
typedef struct feature {
  int points;
  carom__dvec3 edge;
} feature;

static carom__dvec3 point_of(const carom__simplex *s, int i, bool of_a) {
  return of_a ? s->vertices[i].a : s->vertices[i].b;
}

static feature feature_of(const carom__simplex *s, bool of_a) {
  feature f = {.points = 1};
  carom__dvec3 first = point_of(s, 0, of_a), second = first;
  for (int i = 1; i < s->count; i++) {
    carom__dvec3 p = point_of(s, i, of_a);
    if (same(p, first) || (f.points == 2 && same(p, second))) continue;
    second = p;
    f.points++;
  }
  f.edge = dvec3_normalize_or(dvec3_sub(second, first), dvec3(0, 0, 0));
  return f;
}

/* A line of the side of a core that two discs or balls span, where a direction in its frame is the normal of
 * it. */
static bool side_of(const carom__mover *m, carom__dvec3 normal, feature *out) {
  carom__discs discs;
  if (!m->class->discs) return false;
  m->class->discs(m->shape, &discs);
  carom__dvec3 along = dvec3_sub(dvec3_widen(discs.centers[1]), dvec3_widen(discs.centers[0]));
  carom__dvec3 axis = dvec3_normalize_or(along, dvec3(0, 0, 0));
  carom__dvec3 across = dvec3_normalize_or(dvec3_mad(normal, axis, -dvec3_dot(normal, axis)), dvec3(0, 0, 0));
  along = dvec3_mad(along, discs.balls ? normal : across, discs.radii[1] - discs.radii[0]);
  along = dvec3_normalize_or(along, dvec3(0, 0, 0));
  if (!(fabs(dvec3_dot(along, normal)) < ON_SIDE)) return false;
  *out = (feature){2, along};
  return true;
}

/* Square to two edges in A's frame, if the normal is, which two points of a curved core do not ensure, and if
 * they are not nearly parallel. */
static bool follow_edges(carom__dvec3 edge_a, carom__dvec3 edge_b, carom__dvec3 normal, carom__guide *g) {
  carom__dvec3 across = dvec3_cross(edge_a, edge_b);
  double along = dvec3_dot(across, normal), square = along * along;
  if (square < CAROM__PARALLEL_EDGES * CAROM__PARALLEL_EDGES ||
      dvec3_dot(across, across) > square * (1 + SQUARE_ENOUGH))
    return false;
  *g = (carom__guide){CAROM__GUIDE_EDGES, edge_a, edge_b, 1 / along};
  return true;
}

/* Is it B that the direction turns with? The one whose feature spans more, but not by points on a curve,
 * which go where the other's feature turns them; the one that turns less when neither spans anything. */
static bool belongs_to_b(const carom__motions *motions, int points_a, int points_b) {
  bool curved_a = !motions->a.class->vertex, curved_b = !motions->b.class->vertex;
  if (points_a == 1 && points_b == 1) return motions->a.rate > motions->b.rate;
  if (points_a > 1 && points_b > 1 && curved_a != curved_b) return curved_a;
  return points_a < points_b;
}

carom__guide carom__guide_make(const carom__motions *motions, const carom__moment *at,
                               const carom__gjk_result *nearest) {
  feature a = feature_of(&nearest->simplex, true), b = feature_of(&nearest->simplex, false);
  carom__guide g = {.kind = CAROM__GUIDE_A, .of_a = nearest->normal};
  if (a.points == 2 && b.points == 2 && follow_edges(a.edge, b.edge, nearest->normal, &g)) {
    g.of_b = moment_seen_by_b(at, g.of_b);
    return g;
  }
  if (!belongs_to_b(motions, a.points, b.points)) return g;
  return (carom__guide){.kind = CAROM__GUIDE_B, .of_b = moment_seen_by_b(at, nearest->normal)};
}

carom__guide carom__guide_along_sides(const carom__motions *motions, const carom__moment *at,
                                      const carom__gjk_result *nearest) {
  feature a = feature_of(&nearest->simplex, true), b = feature_of(&nearest->simplex, false);
  carom__guide g = {.kind = CAROM__GUIDE_EDGES};
  bool side_a = side_of(&motions->a, nearest->normal, &a);
  bool side_b = side_of(&motions->b, moment_seen_by_b(at, dvec3_scale(nearest->normal, -1)), &b);
  if (side_b) b.edge = turn_unapply(&at->turn_a, turn_apply(&at->turn_b, b.edge));
  bool lines = (side_a || side_b) && a.points == 2 && b.points == 2;
  if (!lines || !follow_edges(a.edge, b.edge, nearest->normal, &g))
    return carom__guide_make(motions, at, nearest);
  g.of_b = moment_seen_by_b(at, g.of_b);
  return g;
}
