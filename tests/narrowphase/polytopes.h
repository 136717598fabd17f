/* polytopes.h: slow and obviously right answers about two small polytopes, in long double, from nothing but
 * their vertices: every triangle of vertices that has all others on one side is (part of) a face. */
#ifndef CAROM_TEST_POLYTOPES_H
#define CAROM_TEST_POLYTOPES_H

#include <string.h>

#include "shape_class.h"
#include "testing.h"

typedef struct lvec {
  long double x, y, z;
} lvec;

static inline lvec lv(long double x, long double y, long double z) { return (lvec){x, y, z}; }
static inline lvec lv_of(carom_vec3 a) { return lv((long double)a.x, (long double)a.y, (long double)a.z); }
static inline lvec lv_sub(lvec a, lvec b) { return lv(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline lvec lv_mad(lvec a, lvec b, long double s) {
  return lv(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline long double lv_dot(lvec a, lvec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline long double lv_length(lvec a) { return sqrtl(lv_dot(a, a)); }
static inline lvec lv_cross(lvec a, lvec b) {
  return lv(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline lvec lv_place(const carom__relative *pose, carom_vec3 p) {
  lvec x = lv_of(pose->axes.x), y = lv_of(pose->axes.y), z = lv_of(pose->axes.z);
  return lv_mad(lv_mad(lv_mad(lv_of(pose->origin), x, (long double)p.x), y, (long double)p.y), z,
                (long double)p.z);
}

enum { SOLID_VERTICES = 40, SOLID_TRIANGLES = 640, SOLID_EDGES = 320 };

/* Vertices as given, and which triples and pairs of them lie on the surface. */
typedef struct solid {
  int vertex_count, triangle_count, edge_count;
  carom_vec3 local[SOLID_VERTICES];
  lvec vertices[SOLID_VERTICES];
  uint8_t triangles[SOLID_TRIANGLES][3];
  uint8_t edges[SOLID_EDGES][2];
} solid;

static inline void solid_add_edge(solid *s, uint8_t i, uint8_t j) {
  for (int e = 0; e < s->edge_count; e++)
    if ((s->edges[e][0] == i && s->edges[e][1] == j) || (s->edges[e][0] == j && s->edges[e][1] == i)) return;
  if (s->edge_count < SOLID_EDGES) memcpy(s->edges[s->edge_count++], (uint8_t[2]){i, j}, 2);
}

/* Is every vertex behind the plane of three? */
static inline bool solid_supports(const solid *s, uint8_t i, uint8_t j, uint8_t k) {
  lvec p = lv_of(s->local[i]), u = lv_sub(lv_of(s->local[j]), p), v = lv_sub(lv_of(s->local[k]), p);
  lvec normal = lv_cross(u, v);
  long double length = lv_length(normal), reach = lv_length(u) + lv_length(v);
  if (length <= 1e-15L * reach * reach) return false;
  for (int m = 0; m < s->vertex_count; m++) {
    lvec w = lv_sub(lv_of(s->local[m]), p);
    if (lv_dot(normal, w) > 1e-16L * length * (reach + lv_length(w))) return false;
  }
  return true;
}

static inline void solid_find_surface(solid *s) {
  for (int i = 0; i < s->vertex_count; i++)
    for (int j = 0; j < s->vertex_count; j++)
      for (int k = 0; k < s->vertex_count; k++) {
        uint8_t t[3] = {(uint8_t)i, (uint8_t)j, (uint8_t)k};
        if (i > j || i > k || j == k || !solid_supports(s, t[0], t[1], t[2])) continue;
        if (s->triangle_count < SOLID_TRIANGLES) memcpy(s->triangles[s->triangle_count++], t, 3);
        for (int e = 0; e < 3; e++) solid_add_edge(s, t[e], t[(e + 1) % 3]);
      }
}

static inline void solid_from_points(solid *s, const carom_vec3 *points, int count) {
  *s = (solid){.vertex_count = count};
  memcpy(s->local, points, sizeof *points * (size_t)count);
  solid_find_surface(s);
}

static inline void solid_from_box(solid *s, carom_vec3 half) {
  carom_vec3 points[8];
  for (int i = 0; i < 8; i++)
    points[i] = (carom_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
  solid_from_points(s, points, 8);
}

static inline void solid_place(solid *s, const carom__relative *pose) {
  for (int i = 0; i < s->vertex_count; i++) s->vertices[i] = lv_place(pose, s->local[i]);
}

/* How far b is beyond a along n, of any length but zero. */
static inline long double solid_gap_along(const solid *a, const solid *b, lvec n) {
  long double most_a = -HUGE_VALL, least_b = HUGE_VALL;
  for (int i = 0; i < a->vertex_count; i++) most_a = fmaxl(most_a, lv_dot(n, a->vertices[i]));
  for (int i = 0; i < b->vertex_count; i++) least_b = fminl(least_b, lv_dot(n, b->vertices[i]));
  return (least_b - most_a) / lv_length(n);
}

static inline void solid_try_axis(const solid *a, const solid *b, lvec n, long double *best) {
  if (!(lv_length(n) > 0)) return;
  *best = fmaxl(*best, solid_gap_along(a, b, n));
  *best = fmaxl(*best, solid_gap_along(a, b, lv(-n.x, -n.y, -n.z)));
}

static inline lvec solid_triangle_normal(const solid *s, int t) {
  lvec p = s->vertices[s->triangles[t][0]];
  return lv_cross(lv_sub(s->vertices[s->triangles[t][1]], p), lv_sub(s->vertices[s->triangles[t][2]], p));
}

static inline lvec solid_edge(const solid *s, int e) {
  return lv_sub(s->vertices[s->edges[e][1]], s->vertices[s->edges[e][0]]);
}

/* The greatest gap along all face normals and all cross products of edges: negative is the depth of
 * overlap. */
static inline long double solid_separation(const solid *a, const solid *b) {
  long double best = -HUGE_VALL;
  for (int t = 0; t < a->triangle_count; t++) solid_try_axis(a, b, solid_triangle_normal(a, t), &best);
  for (int t = 0; t < b->triangle_count; t++) solid_try_axis(a, b, solid_triangle_normal(b, t), &best);
  for (int i = 0; i < a->edge_count; i++)
    for (int j = 0; j < b->edge_count; j++) {
      lvec u = solid_edge(a, i), v = solid_edge(b, j), n = lv_cross(u, v);
      if (lv_length(n) > 1e-14L * lv_length(u) * lv_length(v)) solid_try_axis(a, b, n, &best);
    }
  return best;
}

static inline long double clamp01(long double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

static inline long double point_to_segment(lvec p, lvec a, lvec b) {
  lvec d = lv_sub(b, a);
  long double t = lv_dot(d, d) > 0 ? clamp01(lv_dot(lv_sub(p, a), d) / lv_dot(d, d)) : 0;
  return lv_length(lv_sub(p, lv_mad(a, d, t)));
}

static inline long double point_to_triangle(lvec p, lvec a, lvec b, lvec c) {
  lvec n = lv_cross(lv_sub(b, a), lv_sub(c, a));
  long double plane = fabsl(lv_dot(n, lv_sub(p, a))) / lv_length(n);
  bool inside = lv_dot(lv_cross(lv_sub(b, a), lv_sub(p, a)), n) >= 0 &&
                lv_dot(lv_cross(lv_sub(c, b), lv_sub(p, b)), n) >= 0 &&
                lv_dot(lv_cross(lv_sub(a, c), lv_sub(p, c)), n) >= 0;
  if (inside) return plane;
  return fminl(point_to_segment(p, a, b), fminl(point_to_segment(p, b, c), point_to_segment(p, c, a)));
}

/* The least of the four end point distances and of the distance of the lines where it falls inside both. */
static inline long double segment_to_segment(lvec a, lvec b, lvec c, lvec d) {
  lvec u = lv_sub(b, a), v = lv_sub(d, c), r = lv_sub(a, c), n = lv_cross(u, v);
  long double best = fminl(fminl(point_to_segment(a, c, d), point_to_segment(b, c, d)),
                           fminl(point_to_segment(c, a, b), point_to_segment(d, a, b)));
  long double uu = lv_dot(u, u), vv = lv_dot(v, v), uv = lv_dot(u, v), nn = lv_dot(n, n);
  if (nn <= 1e-30L * uu * vv) return best;
  long double s = (uv * lv_dot(v, r) - vv * lv_dot(u, r)) / nn,
              t = (uu * lv_dot(v, r) - uv * lv_dot(u, r)) / nn;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  return fminl(best, lv_length(lv_sub(lv_mad(a, u, s), lv_mad(c, v, t))));
}

static inline long double vertices_to_triangles(const solid *a, const solid *b) {
  long double best = HUGE_VALL;
  for (int t = 0; t < b->triangle_count; t++)
    for (int i = 0; i < a->vertex_count; i++) {
      const uint8_t *k = b->triangles[t];
      best = fminl(
          best, point_to_triangle(a->vertices[i], b->vertices[k[0]], b->vertices[k[1]], b->vertices[k[2]]));
    }
  return best;
}

/* The distance of two solids that do not overlap: of all pairs of vertex and face, and of edge and edge. */
static inline long double solid_distance(const solid *a, const solid *b) {
  long double best = fminl(vertices_to_triangles(a, b), vertices_to_triangles(b, a));
  for (int i = 0; i < a->edge_count; i++)
    for (int j = 0; j < b->edge_count; j++)
      best = fminl(best, segment_to_segment(a->vertices[a->edges[i][0]], a->vertices[a->edges[i][1]],
                                            b->vertices[b->edges[j][0]], b->vertices[b->edges[j][1]]));
  return best;
}

/* How far a point is beyond the farthest of a solid's faces; negative inside. */
static inline long double solid_beyond(const solid *s, lvec p) {
  long double best = -HUGE_VALL;
  for (int t = 0; t < s->triangle_count; t++) {
    lvec n = solid_triangle_normal(s, t);
    best = fmaxl(best, lv_dot(n, lv_sub(p, s->vertices[s->triangles[t][0]])) / lv_length(n));
  }
  return best;
}

#endif
