/* flat_gap.c: how far two convex cores of the plane are apart, or how deep in each other, exactly.
 *
 * The points of A less those of B are a convex polygon too, the Minkowski difference; its edges are those of
 * A and those of B turned around, in the order of their directions (de Berg et al., Computational Geometry,
 * 2008, 13.3). The cores overlap when it holds the origin, and the point of its outline that is nearest to
 * the origin tells the distance or the depth. One walk along the outline, in time n + m, finds that point: no
 * iteration has to converge, and nothing but the rounding of doubles is lost.
 *
 * Each edge's outward direction is one from A to B. `beyond` is how far the origin lies beyond the edge's
 * line: the separation of the cores along that direction. */
#include "flat.h"

/* The part of the size by which the origin may lie on the inner side of an edge that still counts as facing
 * it: a difference without an inside, such as a point's and a segment's, has nothing but such edges. */
#define FACING 0x1p-46

/* A point of the outline, or the inner side of an edge. */
typedef struct place {
  double separation;
  carom__dvec2 normal;
  bool vertex; /* of the outline */
  bool across; /* from the origin, which then is nearest to a point of the edge itself */
  uint32_t a, b;
} place;

/* The nearest of the points of edges that face the origin, and the best of the others, by whose edge it is.
 */
typedef struct nearest {
  bool faces;
  place best[2];
} nearest;

void carom__flat_pair_make(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                           carom__flat_pair *out) {
  carom__flat_pose pose = flat_pose(b_in_a);
  out->flat_a = a, out->flat_b = b;
  out->size = (double)a->reach + (double)b->reach + fabs(pose.origin.x) + fabs(pose.origin.y);
  out->touch = 4 * 0x1p-24 * out->size;
  out->radii = (double)a->radius + (double)b->radius;
  for (uint32_t i = 0; i < a->count; i++) out->a[i] = dvec2_widen(a->points[i]);
  for (uint32_t i = 0; i < b->count; i++) out->b[i] = flat_place(&pose, b->points[i]);
}

/* A step of the walk: the edge from the difference of a and b. */
typedef struct step {
  carom__dvec2 edge, from;
  uint32_t a, b;
} step;

/* Keeps the place if it is the better one: the nearest, or the least deep. */
static void keep(nearest *found, bool faces, int side, const place *p) {
  if (faces && !found->faces) {
    found->faces = true;
    found->best[0].separation = found->best[1].separation = (double)INFINITY;
  }
  place *best = &found->best[side];
  if (faces ? p->separation < best->separation : p->separation > best->separation) *best = *p;
}

static place vertex_place(carom__dvec2 at, uint32_t a, uint32_t b, carom__dvec2 fallback) {
  double length = dvec2_length(at);
  return (place){length, length > 0 ? dvec2_scale(at, -1 / length) : fallback, true, false, a, b};
}

static void visit(const carom__flat_pair *pair, const step *s, int side, nearest *found) {
  double length = dvec2_length(s->edge), beyond = dvec2_cross(s->edge, s->from) / length;
  bool faces = beyond >= -FACING * pair->size;
  if (!faces && found->faces) return;
  double along = -dvec2_dot(s->edge, s->from) / length;
  carom__dvec2 normal = dvec2_scale(dvec2_left(s->edge), -1 / length);
  place p = {beyond, normal, false, along >= 0 && along <= length, s->a, s->b};
  if (faces && along < 0) p = vertex_place(s->from, s->a, s->b, normal);
  if (faces && along > length) {
    uint32_t a = side == 0 ? flat_after(s->a, pair->flat_a->count) : s->a;
    uint32_t b = side == 1 ? flat_after(s->b, pair->flat_b->count) : s->b;
    p = vertex_place(dvec2_add(s->from, s->edge), a, b, normal);
  }
  keep(found, faces, side, &p);
}

/* The vertex that is lowest in the direction of `sign`, or the leftmost of these. */
static uint32_t lowest(const carom__dvec2 *points, uint32_t count, double sign) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++) {
    double below = sign * (points[best].y - points[i].y);
    if (below > 0 || (below == 0 && sign * (points[best].x - points[i].x) > 0)) best = i;
  }
  return best;
}

static bool points_down(carom__dvec2 e) { return e.y < 0 || (e.y == 0 && e.x < 0); }

/* Does a's direction come before b's, counter-clockwise from that of x? */
static bool comes_first(carom__dvec2 a, carom__dvec2 b) {
  bool down = points_down(a);
  return down == points_down(b) ? dvec2_cross(a, b) >= 0 : !down;
}

static uint32_t edges_of(uint32_t vertices) { return vertices > 1 ? vertices : 0; }

/* Both outlines are walked from their lowest points, A's and that of B turned around. */
static void walk(const carom__flat_pair *pair, nearest *found) {
  uint32_t count_a = pair->flat_a->count, count_b = pair->flat_b->count;
  uint32_t left_a = edges_of(count_a), left_b = edges_of(count_b);
  uint32_t i = lowest(pair->a, count_a, 1), j = lowest(pair->b, count_b, -1);
  while (left_a + left_b > 0) {
    uint32_t next_i = flat_after(i, count_a), next_j = flat_after(j, count_b);
    carom__dvec2 of_a = dvec2_sub(pair->a[next_i], pair->a[i]), of_b = dvec2_sub(pair->b[j], pair->b[next_j]);
    bool take_a = left_b == 0 || (left_a > 0 && comes_first(of_a, of_b));
    step s = {take_a ? of_a : of_b, dvec2_sub(pair->a[i], pair->b[j]), i, j};
    visit(pair, &s, take_a ? 0 : 1, found);
    if (take_a)
      i = next_i, left_a--;
    else
      j = next_j, left_b--;
  }
}

/* Of an edge of A and one of B that are all but as good, such as parallel ones, the one that the origin is
 * across from; A's when it is from both. */
static int choose(const nearest *found, double preference) {
  const place *a = &found->best[0], *b = &found->best[1];
  double gain = found->faces ? a->separation - b->separation : b->separation - a->separation;
  if (fabs(gain) <= preference && (a->across || b->across)) return a->across ? 0 : 1;
  return gain > 0 ? 1 : 0;
}

/* Two points: any direction will do where they are one. */
static void between_points(const carom__flat_pair *pair, carom__flat_gap *out) {
  place p = vertex_place(dvec2_sub(pair->a[0], pair->b[0]), 0, 0, dvec2(0, 1));
  *out = (carom__flat_gap){p.separation, p.normal, CAROM__FLAT_VERTICES_MEET, 0, 0};
}

void carom__flat_gap_find(const carom__flat_pair *pair, double preference, carom__flat_gap *out) {
  nearest found = {.faces = false};
  if (pair->flat_a->count + pair->flat_b->count == 2) {
    between_points(pair, out);
    return;
  }
  found.best[0].separation = found.best[1].separation = -(double)INFINITY;
  walk(pair, &found);
  int side = choose(&found, preference);
  const place *p = &found.best[side];
  carom__flat_meeting meeting = side == 0 ? CAROM__FLAT_EDGE_OF_A : CAROM__FLAT_EDGE_OF_B;
  *out = (carom__flat_gap){p->separation, p->normal, p->vertex ? CAROM__FLAT_VERTICES_MEET : meeting, p->a,
                           p->b};
}
