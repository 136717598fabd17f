/* flat_gap.c: how far two convex cores of the plane are apart, or how deep in each other, exactly.
 *
 * The points of A less those of B are a convex polygon too, the Minkowski difference (minkowski_walk.h). The
 * cores overlap when it holds the origin, and the point of its outline that is nearest to
 * the origin tells the distance or the depth. One walk along the outline, in time n + m, finds that point: no
 * iteration has to converge, and nothing but the rounding of doubles is lost.
 *
 * A walk takes branches that cannot be foreseen, so most pairs are spared it. The nearest point lies on the
 * edge along whose normal the cores are farthest apart, or overlap least, or at an end of it: if it is a
 * vertex, the origin is in the angle between the normals of the two edges there, and any other edge's normal
 * is farther from its direction than one of theirs. Where all edges but one of each core are out of the
 * question for certain (plane_kernels_body.h), only these are visited, with the same result to the last bit.
 *
 * Each edge's outward direction is one from A to B. `beyond` is how far the origin lies beyond the edge's
 * line: the separation of the cores along that direction. */
#include "flat_gap.h"

#include "dvec.h"
#include "lanes.h"
#include "minkowski_walk.h"

/* --- Edges --- */

/* What rounding makes of an overlap at most, in sizes: that of the vertices, the normals and their products.
 */
#define DOUBT (16 * 0x1p-24f)

static void outline_of(const carom__flat *flat, carom__outline_rows *out) {
  out->vertices = flat->count;
  out->edges = flat_edge_count(flat->count);
  out->rows = flat->rows;
  out->half = flat->half;
  if (flat->rows || flat->half.x > 0) return;
  carom__flat_rows_fill(flat->points, flat->count, out->room);
  out->rows = out->room;
}

void carom__flat_edges_find(const carom__flat_pair *pair, carom__flat_edges *out) {
  outline_of(pair->flat_a, &out->outlines[0]);
  outline_of(pair->flat_b, &out->outlines[1]);
  out->doubt = DOUBT * (float)pair->size;
  carom__plane_kernels_best()->find(&pair->b_in_a, out);
}

/* --- The walk --- */

/* What rounding makes of two squares of distances that are equal, in squares of the size. */
#define EVEN 0x1p-48

/* A step of the walk: the edge from the difference of a and b. */
typedef struct step {
  carom__dvec2 edge, from;
  uint32_t a, b;
} step;

/* A point of the outline, or the inner side of an edge. */
typedef struct gap_place {
  double square; /* of the distance */
  step at;       /* the edge; of a vertex, `from` is what counts */
  bool vertex;   /* of the outline */
  bool inner;    /* the origin lies on the inner side of the edge */
  bool across;   /* from the origin, which then is nearest to a point of the edge itself */
} gap_place;

/* The nearest of the points of edges that face the origin or, while there are none, of all edges' lines; by
 * whose edge it is. */
typedef struct nearest {
  bool faces;
  gap_place best[2];
} nearest;

static double squared(carom__dvec2 v) { return dvec2_dot(v, v); }

static void forget(nearest *found) {
  found->faces = false;
  found->best[0].square = found->best[1].square = HUGE_VAL;
  found->best[0].across = found->best[1].across = false;
}

/* The vertex at which the edge begins or, beyond its end, the next one. It is the same, to the last bit, for
 * both edges that it belongs to. */
static gap_place vertex_place(const carom__flat_pair *pair, const step *s, int side, bool beyond) {
  step at = *s;
  if (beyond && side == 0) at.a = flat_after(s->a, pair->count_a);
  if (beyond && side == 1) at.b = flat_after(s->b, pair->count_b);
  at.from = dvec2_sub(pair->a[at.a], pair->b[at.b]);
  return (gap_place){squared(at.from), at, true, false, false};
}

/* Of two edges that are as good, as those of two equal bars that cross are, the one that the origin is across
 * from. */
static bool is_better(const gap_place *p, const gap_place *than, double even) {
  double wins_ties = p->across == than->across ? 0 : p->across ? even : -even;
  return p->square < than->square + wins_ties;
}

/* No square root is taken before the walk is done. */
static void visit(const carom__flat_pair *pair, const step *s, int side, nearest *found) {
  double beyond = dvec2_cross(s->edge, s->from), along = -dvec2_dot(s->edge, s->from);
  double length2 = squared(s->edge), slack = CAROM__FLAT_FACING * pair->size;
  if (length2 == 0) return; /* beside what is so much larger or farther that its ends are placed as one */
  double square = beyond * beyond / length2;
  bool faces = beyond >= 0 || square <= slack * slack, inside = along >= 0 && along <= length2;
  if (!faces && found->faces) return;
  if (faces && !found->faces) forget(found);
  found->faces = faces;
  gap_place p = {square, *s, false, beyond < 0, inside};
  if (faces && !inside) p = vertex_place(pair, s, side, along > 0);
  double even = faces ? 0 : EVEN * pair->size * pair->size;
  if (is_better(&p, &found->best[side], even)) found->best[side] = p;
}

/* A's edge, or B's turned around. */
static carom__dvec2 edge_of(const carom__flat_pair *pair, int side, uint32_t i) {
  const carom__dvec2 *points = side == 0 ? pair->a : pair->b;
  uint32_t next = flat_after(i, side == 0 ? pair->count_a : pair->count_b);
  return dvec2_sub(points[side == 0 ? next : i], points[side == 0 ? i : next]);
}

static uint32_t lowest(const carom__dvec2 *points, uint32_t count, double sign) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (minkowski_is_lower(points[i], points[best], sign)) best = i;
  return best;
}

static void walk(const carom__flat_pair *pair, nearest *found) {
  uint32_t count_a = pair->count_a, count_b = pair->count_b;
  carom__minkowski_walk w = {count_a,
                             count_b,
                             lowest(pair->a, count_a, 1),
                             lowest(pair->b, count_b, -1),
                             flat_edge_count(count_a),
                             flat_edge_count(count_b)};
  while (minkowski_goes_on(&w)) {
    carom__dvec2 of_a = edge_of(pair, 0, w.a), of_b = edge_of(pair, 1, w.b);
    int next = minkowski_next(&w, of_a, of_b);
    bool take_a = next == 0 ? dvec2_cross(of_a, of_b) >= 0 : next > 0;
    step s = {take_a ? of_a : of_b, dvec2_sub(pair->a[w.a], pair->b[w.b]), w.a, w.b};
    visit(pair, &s, take_a ? 0 : 1, found);
    minkowski_pass(&w, take_a, !take_a);
  }
}

static double separation_of(const gap_place *p) {
  double distance = square_root(p->square);
  return p->inner ? -distance : distance;
}

/* Away from the origin's side of the edge, or from the vertex to the origin. */
static carom__dvec2 normal_of(const gap_place *p) {
  carom__dvec2 outward = dvec2_neg(dvec2_left(p->at.edge)), way = dvec2_neg(p->at.from);
  carom__dvec2 v = p->vertex && p->square > 0 ? way : outward;
  return dvec2_scale(v, 1 / dvec2_length(v));
}

/* Of an edge of A and one of B that are all but as good, such as parallel ones, the one that the origin is
 * across from; A's when it is from both. Which of two parallel ones is nearer nothing but rounding says, and
 * the point of the other that is across from the origin lies beyond its end. */
static int choose(const nearest *found, double preference) {
  const gap_place *a = &found->best[0], *b = &found->best[1];
  if (b->square == HUGE_VAL) return 0; /* none was found; of A neither, perhaps */
  double gain = square_root(a->square) - square_root(b->square);
  if (fabs(gain) <= preference && (a->across || b->across)) return a->across ? 0 : 1;
  return gain > 0 ? 1 : 0;
}

/* Two points, or what is as good as two; where they are one, any direction will do. */
static carom__flat_gap points_gap(const carom__flat_pair *pair) {
  carom__dvec2 way = dvec2_sub(pair->b[0], pair->a[0]);
  double length = dvec2_length(way);
  carom__dvec2 normal = length > 0 ? dvec2_scale(way, 1 / length) : dvec2(0, 1);
  return (carom__flat_gap){length, normal, CAROM__FLAT_VERTICES_MEET, 0, 0};
}

/* --- Instead of the walk --- */

static bool is_one(uint64_t bits) { return (bits & (bits - 1)) == 0; }

/* At which vertex of the other core the walk takes an edge, when one of `lowest` is the lowest: of two, the
 * edge between them is all but parallel to this one, and which of the edges comes first decides. False when
 * that is not known. */
static bool vertex_below(const carom__flat_pair *pair, int side, uint32_t edge, uint64_t lowest,
                         uint32_t *out) {
  uint32_t count = side == 0 ? pair->count_b : pair->count_a;
  uint32_t first = (uint32_t)bits_lowest(lowest), next = flat_after(first, count);
  *out = first;
  if (is_one(lowest)) return true;
  if (!(lowest >> next & 1)) first = flat_before(first, count), next = *out;
  if (count == 2 || lowest != ((uint64_t)1 << first | (uint64_t)1 << next)) return false;
  carom__dvec2 own = edge_of(pair, side, edge), other = edge_of(pair, 1 - side, first);
  bool own_first = side == 0 ? dvec2_cross(own, other) >= 0 : dvec2_cross(other, own) < 0;
  *out = own_first ? first : next;
  return true;
}

/* Visits the edge that may be the widest one of a core; false when there are more. */
static bool visit_widest(const carom__flat_pair *pair, const carom__flat_edges *edges, int side,
                         nearest *found) {
  uint32_t edge = (uint32_t)bits_lowest(edges->among[side]), other;
  uint64_t lowest = carom__plane_kernels_best()->lowest(edges, side, edge);
  if (!is_one(edges->among[side]) || !vertex_below(pair, side, edge, lowest, &other)) return false;
  uint32_t i = side == 0 ? edge : other, j = side == 0 ? other : edge;
  step s = {edge_of(pair, side, edge), dvec2_sub(pair->a[i], pair->b[j]), i, j};
  visit(pair, &s, side, found);
  return true;
}

/* What the walk would find, where at most one edge of each core may be the widest. Mostly that is one edge:
 * whose it is cannot be foreseen, and is no branch. */
static bool look_at_widest(const carom__flat_pair *pair, const carom__flat_edges *edges, double preference,
                           nearest *found, int *side) {
  int first = edges->among[0] == 0, last = edges->among[1] != 0;
  for (int i = first; i <= last; i++)
    if (!visit_widest(pair, edges, i, found)) return false;
  *side = first == last ? first : choose(found, preference);
  return found->best[*side].square < HUGE_VAL;
}

/* Where the edge's end that is nearest is what meets. */
static bool gap_at_vertex(const carom__flat_pair *pair, const step *s, int side, bool beyond,
                          carom__flat_gap *out) {
  uint32_t a = beyond && side == 0 ? flat_after(s->a, pair->count_a) : s->a;
  uint32_t b = beyond && side == 1 ? flat_after(s->b, pair->count_b) : s->b;
  carom__dvec2 way = dvec2_neg(dvec2_sub(pair->a[a], pair->b[b]));
  double square = squared(way), distance = square_root(square);
  if (!(square > 0 && square < HUGE_VAL)) return false;
  out->separation = distance;
  out->normal = dvec2_scale(way, 1 / distance);
  out->meeting = CAROM__FLAT_VERTICES_MEET;
  out->a = a, out->b = b;
  return true;
}

/* What is seen along an edge's normal: the gap of a walk that has visited nothing else. */
static bool gap_at_edge(const carom__flat_pair *pair, const step *s, int side, carom__flat_gap *out) {
  double beyond = dvec2_cross(s->edge, s->from), along = -dvec2_dot(s->edge, s->from);
  double length2 = squared(s->edge), square = beyond * beyond / length2;
  double slack = CAROM__FLAT_FACING * pair->size, distance = square_root(square);
  if (!(length2 > 0 && square < HUGE_VAL)) return false;
  if ((beyond >= 0 || square <= slack * slack) && !(along >= 0 && along <= length2))
    return gap_at_vertex(pair, s, side, along > 0, out);
  out->separation = beyond < 0 ? -distance : distance;
  out->normal = dvec2_scale(dvec2_neg(dvec2_left(s->edge)), 1 / square_root(length2));
  out->meeting = side == 0 ? CAROM__FLAT_EDGE_OF_A : CAROM__FLAT_EDGE_OF_B;
  out->a = s->a, out->b = s->b;
  return true;
}

/* One edge of both cores that alone may be the widest, as is mostly so, and the other's vertices that may be
 * the lowest ones above it. */
typedef struct only_edge {
  int side;
  uint32_t edge;
  uint64_t lowest;
} only_edge;

static bool find_only_edge(const carom__flat_edges *edges, only_edge *out) {
  out->side = edges->among[0] == 0;
  uint64_t among = edges->among[out->side];
  if (edges->among[1 - out->side] || !among || !is_one(among)) return false;
  out->edge = (uint32_t)bits_lowest(among);
  out->lowest = carom__plane_kernels_best()->lowest(edges, out->side, out->edge);
  return true;
}

static bool gap_at_only_edge(const carom__flat_pair *pair, const only_edge *only, carom__flat_gap *out) {
  uint32_t edge = only->edge, other;
  if (!vertex_below(pair, only->side, edge, only->lowest, &other)) return false;
  uint32_t i = only->side == 0 ? edge : other, j = only->side == 0 ? other : edge;
  step s = {edge_of(pair, only->side, edge), dvec2_sub(pair->a[i], pair->b[j]), i, j};
  return gap_at_edge(pair, &s, only->side, out);
}

static void find_among_more(const carom__flat_pair *pair, const carom__flat_edges *edges, double preference,
                            carom__flat_gap *out) {
  nearest found; /* not initialised as a whole, which would take as long as a visit */
  int side;
  preference = greater_double(preference, CAROM__FLAT_FACING * pair->size);
  forget(&found);
  if (!look_at_widest(pair, edges, preference, &found, &side)) {
    forget(&found);
    walk(pair, &found);
    side = choose(&found, preference);
  }
  const gap_place *p = &found.best[side];
  if (p->square == HUGE_VAL) {
    *out = points_gap(pair);
    return;
  }
  carom__flat_meeting meeting = side == 0 ? CAROM__FLAT_EDGE_OF_A : CAROM__FLAT_EDGE_OF_B;
  *out = (carom__flat_gap){separation_of(p), normal_of(p), p->vertex ? CAROM__FLAT_VERTICES_MEET : meeting,
                           p->at.a, p->at.b};
}

void carom__flat_gap_find_among(const carom__flat_pair *pair, const carom__flat_edges *edges,
                                double preference, carom__flat_gap *out) {
  only_edge only;
  if (find_only_edge(edges, &only) && gap_at_only_edge(pair, &only, out)) return;
  find_among_more(pair, edges, preference, out);
}

void carom__flat_gap_find(const carom__flat_pair *pair, double preference, carom__flat_gap *out) {
  carom__flat_edges edges;
  carom__flat_edges_find(pair, &edges);
  carom__flat_gap_find_among(pair, &edges, preference, out);
}

static void place_vertex(carom__flat_pair *pair, int side, uint32_t i) {
  if (side == 0)
    pair->a[i] = dvec2_widen(pair->flat_a->points[i]);
  else
    pair->b[i] = flat_place(&pair->b_in_a, pair->flat_b->points[i]);
}

static void place_only_edge(carom__flat_pair *pair, const only_edge *only) {
  pair->count_a = pair->flat_a->count, pair->count_b = pair->flat_b->count;
  place_vertex(pair, only->side, only->edge);
  place_vertex(pair, only->side, flat_after(only->edge, only->side == 0 ? pair->count_a : pair->count_b));
  for (uint64_t bits = only->lowest; bits; bits &= bits - 1)
    place_vertex(pair, 1 - only->side, (uint32_t)bits_lowest(bits));
}

void carom__flat_gap_measure(carom__flat_pair *pair, const carom__flat_edges *edges, carom__flat_gap *out) {
  only_edge only;
  if (find_only_edge(edges, &only)) {
    place_only_edge(pair, &only);
    if (gap_at_only_edge(pair, &only, out)) return;
  }
  carom__flat_pair_place(pair);
  find_among_more(pair, edges, 0, out);
}
