/* epa_start.c: makes the tetrahedron with which EPA starts. It is that of GJK, or one of support points, each
 * as far as possible from the span of the previous ones. */
#include "epa_points.h"

/* Heights of the start below this part of the size are rounding: A - B is flat. */
#define FLAT 0x1p-33
/* GJK's tetrahedron is taken when none of its steps is flatter than this; else a fatter one is built. */
#define FAT 0x1p-20

/* How far a point is from the point, line or plane that the first `count` vertices span. */
static double height(const carom__vertex *v, int count, carom__dvec3 w) {
  carom__dvec3 out = dvec3_sub(w, v[0].w);
  if (count == 1) return dvec3_length(out);
  carom__dvec3 edge = dvec3_normalize_or(dvec3_sub(v[1].w, v[0].w), dvec3(0, 0, 0));
  if (count == 2) return dvec3_length(dvec3_cross(edge, out));
  carom__dvec3 normal = dvec3_cross(edge, dvec3_sub(v[2].w, v[0].w));
  return fabs(dvec3_dot(dvec3_normalize_or(normal, dvec3(0, 0, 0)), out));
}

/* Writes directions, to be tried both ways, that leave the span of the first `count` vertices if A - B
 * does. */
static int ways_out(const carom__vertex *v, int count, carom__dvec3 ways[3]) {
  if (count == 1) {
    for (int i = 0; i < 3; i++) ways[i] = dvec3(i == 0, i == 1, i == 2);
    return 3;
  }
  carom__dvec3 edge = dvec3_normalize_or(dvec3_sub(v[1].w, v[0].w), dvec3(1, 0, 0));
  if (count == 2) {
    ways[0] = dvec3_perpendicular(edge);
    ways[1] = dvec3_cross(edge, ways[0]);
    return 2;
  }
  carom__dvec3 normal = dvec3_cross(edge, dvec3_sub(v[2].w, v[0].w));
  ways[0] = dvec3_normalize_or(normal, dvec3_perpendicular(edge));
  return 1;
}

/* Adds the support point that is farthest out of the span of the vertices so far; returns how far it is. */
static double extend(const carom__cores *cores, carom__vertex v[4], int count) {
  carom__dvec3 ways[3];
  double best = -1;
  for (int i = ways_out(v, count, ways) - 1; i >= 0; i--) {
    for (int sign = -1; sign <= 1; sign += 2) {
      carom__vertex candidate = carom__cores_support(cores, dvec3_scale(ways[i], sign));
      double out = height(v, count, candidate.w);
      if (out > best) v[count] = candidate;
      best = out > best ? out : best;
    }
  }
  return best;
}

/* Is each vertex farther than `least` from the span of the ones before? */
static bool is_fat(const carom__simplex *simplex, double least) {
  if (simplex->count < 4) return false;
  const carom__vertex *v = simplex->vertices;
  carom__dvec3 ab = dvec3_sub(v[1].w, v[0].w), ac = dvec3_sub(v[2].w, v[0].w), ad = dvec3_sub(v[3].w, v[0].w);
  carom__dvec3 normal = dvec3_cross(ab, ac);
  double edge = dvec3_dot(ab, ab), area = dvec3_dot(normal, normal), volume = dvec3_dot(normal, ad);
  double square = least * least;
  return edge > square && area > square * edge && volume * volume > square * area;
}

int carom__epa_start(const carom__cores *cores, const carom__simplex *simplex, carom__vertex v[4]) {
  bool fat = is_fat(simplex, FAT * cores->size);
  for (int i = 0; i < simplex->count; i++) v[i] = simplex->vertices[i];
  for (int count = 1; count < 4 && !fat; count++)
    if (!(extend(cores, v, count) > FLAT * cores->size)) return count;
  return 4;
}

carom__dvec3 carom__epa_flat_normal(const carom__cores *cores, const carom__vertex *v, int count) {
  carom__dvec3 ways[3];
  ways_out(v, count, ways);
  return dvec3_dot(ways[0], cores_center(cores)) > 0 ? dvec3_neg(ways[0]) : ways[0];
}
