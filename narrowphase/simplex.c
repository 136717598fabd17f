/* simplex.c: the point of a simplex nearest to the origin.
 *
 * The best of all its faces rather than a walk through the Voronoi regions (Ericson, 2005, 5.1): some more
 * arithmetic, but no region can be missed when the simplex is flat, and the nearest point is always a convex
 * sum of vertices, so that its distance is an upper bound however the weights were rounded. */
#include "simplex.h"

#include "simplex_newest.h"

/* What a product of three lengths may be wrong by. */
#define ROUNDING 0x1p-50

static carom__dvec3 corner(const carom__simplex *s, int i) { return s->vertices[i].w; }

static carom__dvec3 weighted(const carom__simplex *s, const double weights[4]) {
  carom__dvec3 sum = {0, 0, 0};
  for (int i = 0; i < s->count; i++) sum = dvec3_mad(sum, corner(s, i), weights[i]);
  return sum;
}

static void keep_better(const carom__simplex *s, carom__nearest *candidate, carom__nearest *best) {
  candidate->point = weighted(s, candidate->weights);
  candidate->square = dvec3_dot(candidate->point, candidate->point);
  if (candidate->square < best->square) *best = *candidate;
}

static void try_segment(const carom__simplex *s, int i, int j, carom__nearest *best) {
  carom__dvec3 edge = dvec3_sub(corner(s, j), corner(s, i));
  double square = dvec3_dot(edge, edge), along = -dvec3_dot(corner(s, i), edge);
  double t = along <= 0 || square <= 0 ? 0 : along >= square ? 1 : along / square;
  carom__nearest candidate = {.weights = {0}};
  candidate.weights[i] = 1 - t;
  candidate.weights[j] = t;
  keep_better(s, &candidate, best);
}

/* The origin's projection on the triangle's plane, by the signed areas of the three parts. */
static bool try_interior(const carom__simplex *s, const int face[3], carom__nearest *best) {
  carom__dvec3 p = corner(s, face[0]), q = corner(s, face[1]), r = corner(s, face[2]);
  carom__dvec3 normal = dvec3_cross(dvec3_sub(q, p), dvec3_sub(r, p));
  double area_p = dvec3_dot(normal, dvec3_cross(q, r)), area_q = dvec3_dot(normal, dvec3_cross(r, p));
  double area_r = dvec3_dot(normal, dvec3_cross(p, q)), area = area_p + area_q + area_r;
  if (!(area_p >= 0 && area_q >= 0 && area_r >= 0 && area > 0)) return false;
  carom__nearest candidate = {.weights = {0}};
  candidate.weights[face[0]] = area_p / area;
  candidate.weights[face[1]] = area_q / area;
  candidate.weights[face[2]] = area_r / area;
  keep_better(s, &candidate, best);
  return true;
}

static void try_triangle(const carom__simplex *s, const int face[3], carom__nearest *best) {
  if (try_interior(s, face, best)) return;
  for (int i = 0; i < 3; i++) try_segment(s, face[i], face[(i + 1) % 3], best);
}

/* The vertex of a face that its longest side is opposite of: a cross product of the other two loses least. */
static int blunt_vertex(const carom__simplex *s, const int face[3]) {
  int blunt = 0;
  double longest = -1;
  for (int i = 0; i < 3; i++) {
    carom__dvec3 side = dvec3_sub(corner(s, face[(i + 2) % 3]), corner(s, face[(i + 1) % 3]));
    double square = dvec3_dot(side, side);
    blunt = square > longest ? i : blunt;
    longest = square > longest ? square : longest;
  }
  return blunt;
}

/* Six times the volume that a face spans with the origin, positive when the origin is on the side of the
 * vertex `apex` by more than rounding; *whole gets six times that of the tetrahedron. */
static double volume_of(const carom__simplex *s, const int face[3], int apex, double *whole) {
  int blunt = blunt_vertex(s, face);
  carom__dvec3 p = corner(s, face[blunt]);
  carom__dvec3 u = dvec3_sub(corner(s, face[(blunt + 1) % 3]), p);
  carom__dvec3 v = dvec3_sub(corner(s, face[(blunt + 2) % 3]), p), normal = dvec3_cross(u, v);
  double side = dvec3_dot(normal, dvec3_sub(corner(s, apex), p));
  double rounding = ROUNDING * sqrt(dvec3_dot(u, u) * dvec3_dot(v, v) * dvec3_dot(p, p));
  *whole = fabs(side);
  return (side < 0 ? dvec3_dot(normal, p) : -dvec3_dot(normal, p)) - rounding;
}

/* Is the origin inside, beyond doubt? That is soon told. */
static bool encloses(const carom__simplex *s, carom__nearest *out) {
  carom__newest n = {.apex = corner(s, 3)};
  for (int i = 0; i < 3; i++) n.edges[i] = dvec3_sub(corner(s, i), n.apex);
  if (!newest_solve(&n, 3) || n.square > 0) return false;
  *out = (carom__nearest){.weights = {n.older_weights[0], n.older_weights[1], n.older_weights[2]}};
  out->weights[3] = 1 - n.older_weights[0] - n.older_weights[1] - n.older_weights[2];
  return true;
}

/* Tries the faces that the origin is not strictly behind; when there is none the origin is inside. */
static void try_tetrahedron(const carom__simplex *s, carom__nearest *best) {
  static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  carom__nearest inside = {.square = 0};
  bool enclosed = true;
  for (int i = 0; i < 4; i++) {
    double whole, volume = volume_of(s, faces[i], i, &whole);
    if (volume > 0 && whole > 0) {
      inside.weights[i] = volume / whole;
      continue;
    }
    enclosed = false;
    try_triangle(s, faces[i], best);
  }
  if (enclosed) *best = inside;
}

void carom__simplex_nearest(const carom__simplex *s, carom__nearest *out) {
  static const int whole[3] = {0, 1, 2};
  carom__dvec3 first = corner(s, 0);
  *out = (carom__nearest){.weights = {1}, .point = first, .square = dvec3_dot(first, first)};
  if (s->count == 2) try_segment(s, 0, 1, out);
  if (s->count == 3) try_triangle(s, whole, out);
  if (s->count == 4 && !encloses(s, out)) try_tetrahedron(s, out);
}

void carom__simplex_keep(carom__simplex *s, const carom__nearest *nearest) {
  int kept = 0;
  for (int i = 0; i < s->count; i++) {
    if (!(nearest->weights[i] > 0)) continue;
    if (kept < i) s->vertices[kept] = s->vertices[i];
    s->weights[kept++] = nearest->weights[i];
  }
  s->count = kept;
}

void carom__simplex_reduce(carom__simplex *s) {
  carom__nearest nearest;
  carom__simplex_nearest(s, &nearest);
  carom__simplex_keep(s, &nearest);
}

carom__dvec3 carom__simplex_point(const carom__simplex *s) { return weighted(s, s->weights); }

carom__dvec3 carom__simplex_point_a(const carom__simplex *s) {
  carom__dvec3 sum = {0, 0, 0};
  for (int i = 0; i < s->count; i++) sum = dvec3_mad(sum, s->vertices[i].a, s->weights[i]);
  return sum;
}

carom__dvec3 carom__simplex_point_b(const carom__simplex *s) {
  return dvec3_sub(carom__simplex_point_a(s), carom__simplex_point(s));
}
