/* simplex.c: finds the point of a simplex that is closest to the origin.
 *
 * The best of all its faces rather than a walk through the Voronoi regions (Ericson, 2005, 5.1): some more
 * arithmetic, but no region can be missed when the simplex is flat, and the nearest point is always a convex
 * sum of vertices, so that its distance is an upper bound however the weights were rounded. */
#include "simplex.h"

#include "simplex_newest.h"

/* What a product of three lengths may be wrong by. */
#define VOLUME_ROUNDING 0x1p-50
/* The height of a triangle, as a part of how far it reaches. */
#define WIDTH 0x1p-26

/* faces[i] lacks vertex i. */
static const int faces[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};

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

/* A triangle seen from the vertex that its longest side is opposite of, where a cross product loses least. */
typedef struct triangle {
  int vertices[3];           /* the first is the blunt one */
  carom__dvec3 p, u, v;      /* that vertex, and the sides to the others */
  carom__dvec3 normal;       /* the product of these */
  double square_u, square_v; /* of their lengths */
} triangle;

static triangle triangle_of(const carom__simplex *s, const int face[3]) {
  int blunt = 0;
  double longest = -1;
  for (int i = 0; i < 3; i++) {
    carom__dvec3 side = dvec3_sub(corner(s, face[(i + 2) % 3]), corner(s, face[(i + 1) % 3]));
    double square = dvec3_dot(side, side);
    blunt = square > longest ? i : blunt;
    longest = square > longest ? square : longest;
  }
  triangle t = {.vertices = {face[blunt], face[(blunt + 1) % 3], face[(blunt + 2) % 3]}};
  t.p = corner(s, t.vertices[0]);
  t.u = dvec3_sub(corner(s, t.vertices[1]), t.p);
  t.v = dvec3_sub(corner(s, t.vertices[2]), t.p);
  t.normal = dvec3_cross(t.u, t.v);
  t.square_u = dvec3_dot(t.u, t.u);
  t.square_v = dvec3_dot(t.v, t.v);
  return t;
}

/* The volume that the triangle spans with a point, seen from its blunt vertex: six times that, or zero when
 * it is no more than rounding. */
static double volume_with(const triangle *t, carom__dvec3 from_p) {
  double volume = dvec3_dot(t->normal, from_p);
  double rounding = VOLUME_ROUNDING * square_root(t->square_u * t->square_v * dvec3_dot(from_p, from_p));
  return fabs(volume) > rounding ? volume : 0;
}

/* Is the triangle so wide that rounding moves the origin's projection on it by nothing that counts? */
static bool is_wide(const triangle *t) {
  double reach = t->square_u + t->square_v + dvec3_dot(t->p, t->p);
  return dvec3_dot(t->normal, t->normal) > WIDTH * WIDTH * reach * (t->square_u + t->square_v);
}

/* Moves the point along the triangle's longest side to where it is nearest: in a triangle that is nearly a
 * line the weights are wrong by more than rounding, and the direction of a short way to the origin by much.
 */
static void slide(const carom__simplex *s, const triangle *t, carom__nearest *candidate) {
  double *from = &candidate->weights[t->vertices[1]], *to = &candidate->weights[t->vertices[2]];
  carom__dvec3 side = dvec3_sub(t->v, t->u);
  double by = -dvec3_dot(weighted(s, candidate->weights), side) / dvec3_dot(side, side);
  if (*from < by || *to < -by) return;
  *from -= by;
  *to += by;
}

/* The origin's projection on the triangle's plane, if it lies inside. */
static bool try_interior(const carom__simplex *s, const triangle *t, carom__nearest *best) {
  carom__dvec3 around = dvec3_cross(t->normal, t->p);
  double area = dvec3_dot(t->normal, t->normal);
  double part_u = -dvec3_dot(around, t->v), part_v = dvec3_dot(around, t->u), rest = area - part_u - part_v;
  if (!(part_u >= 0 && part_v >= 0 && rest >= 0 && area > 0)) return false;
  carom__nearest candidate = {.weights = {0}};
  candidate.weights[t->vertices[0]] = rest / area;
  candidate.weights[t->vertices[1]] = part_u / area;
  candidate.weights[t->vertices[2]] = part_v / area;
  slide(s, t, &candidate);
  keep_better(s, &candidate, best);
  return true;
}

/* Its sides are tried, too, when the triangle is so thin that the projection may be wrong. */
static void try_triangle(const carom__simplex *s, const triangle *t, carom__nearest *best) {
  if (try_interior(s, t, best) && is_wide(t)) return;
  for (int i = 0; i < 3; i++) try_segment(s, t->vertices[i], t->vertices[(i + 1) % 3], best);
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
  carom__nearest inside = {.square = 0};
  bool enclosed = true;
  for (int i = 0; i < 4; i++) {
    triangle t = triangle_of(s, faces[i]);
    double whole = volume_with(&t, dvec3_sub(corner(s, i), t.p)), part = volume_with(&t, dvec3_neg(t.p));
    if (whole * part > 0) {
      inside.weights[i] = part / whole;
      continue;
    }
    enclosed = false;
    try_triangle(s, &t, best);
  }
  if (enclosed) *best = inside;
}

void carom__simplex_nearest(const carom__simplex *s, carom__nearest *out) {
  carom__dvec3 first = corner(s, 0);
  *out = (carom__nearest){.weights = {1}, .point = first, .square = dvec3_dot(first, first)};
  if (s->count == 2) try_segment(s, 0, 1, out);
  if (s->count == 3) {
    triangle t = triangle_of(s, faces[3]);
    try_triangle(s, &t, out);
  }
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

bool carom__simplex_holds_ball(const carom__simplex *s, double radius) {
  for (int i = 0; i < 4 && s->count == 4; i++) {
    carom__dvec3 p = corner(s, faces[i][0]);
    carom__dvec3 normal =
        dvec3_cross(dvec3_sub(corner(s, faces[i][1]), p), dvec3_sub(corner(s, faces[i][2]), p));
    double height = dvec3_dot(normal, p);
    if (!(height * height > radius * radius * dvec3_dot(normal, normal))) return false;
  }
  return s->count == 4;
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
