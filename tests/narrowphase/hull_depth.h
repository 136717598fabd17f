/* hull_depth.h: how deep two hulls of up to hundreds of vertices overlap, in long double: along all normals
 * of faces, and along all products of two edges whose arcs on the Gauss map cross (Gregorius, 2013), pair by
 * pair. */
#ifndef CAROM_TEST_HULL_DEPTH_H
#define CAROM_TEST_HULL_DEPTH_H

#include <stdlib.h>

#include "hull.h"
#include "polytopes.h"

/* A hull in A's frame. */
typedef struct placed_hull {
  const carom_hull *hull;
  lvec *vertices, *normals; /* those of faces from their vertices, because planes are rounded */
} placed_hull;

/* The normal of the largest of the triangles that fan out from a face's first vertex. */
static inline lvec placed_normal(const placed_hull *p, uint32_t face) {
  const uint32_t *loop = p->hull->loops + p->hull->face_starts[face];
  uint32_t count = p->hull->face_starts[face + 1] - p->hull->face_starts[face];
  lvec best = lv(0, 0, 0), first = p->vertices[loop[0]];
  for (uint32_t i = 2; i < count; i++) {
    lvec n = lv_cross(lv_sub(p->vertices[loop[i - 1]], first), lv_sub(p->vertices[loop[i]], first));
    if (lv_length(n) > lv_length(best)) best = n;
  }
  return lv_mad(lv(0, 0, 0), best, 1 / lv_length(best));
}

static inline placed_hull place_hull(const carom_hull *hull, const carom__relative *pose) {
  placed_hull p = {hull, malloc(hull->vertex_count * sizeof(lvec)), malloc(hull->face_count * sizeof(lvec))};
  ck_assert(p.vertices && p.normals);
  for (uint32_t i = 0; i < hull->vertex_count; i++) p.vertices[i] = lv_place(pose, hull->vertices[i]);
  for (uint32_t i = 0; i < hull->face_count; i++) p.normals[i] = placed_normal(&p, i);
  return p;
}

static inline void placed_hull_free(placed_hull *p) {
  free(p->vertices);
  free(p->normals);
}

/* How far B has to go along n, of any length, until it is beyond A. */
static inline long double depth_along(const placed_hull *a, const placed_hull *b, lvec n) {
  long double most_a = -HUGE_VALL, least_b = HUGE_VALL;
  for (uint32_t i = 0; i < a->hull->vertex_count; i++) most_a = fmaxl(most_a, lv_dot(n, a->vertices[i]));
  for (uint32_t i = 0; i < b->hull->vertex_count; i++) least_b = fminl(least_b, lv_dot(n, b->vertices[i]));
  return (most_a - least_b) / lv_length(n);
}

typedef struct placed_edge {
  lvec from, to, left, right; /* the normals of its two faces */
} placed_edge;

static inline placed_edge edge_of(const placed_hull *p, uint32_t half_edge, long double sign) {
  const carom__half_edge *e = &p->hull->half_edges[half_edge], *t = &p->hull->half_edges[e->twin];
  lvec zero = lv(0, 0, 0);
  return (placed_edge){p->vertices[e->origin], p->vertices[t->origin],
                       lv_mad(zero, p->normals[e->face], sign), lv_mad(zero, p->normals[t->face], sign)};
}

/* Do the arcs from left to right cross, or nearly so? Trying one too many does no harm. */
static inline bool arcs_cross(const placed_edge *a, const placed_edge *b) {
  lvec across_a = lv_cross(a->left, a->right), across_b = lv_cross(b->left, b->right);
  long double b_left = lv_dot(b->left, across_a), b_right = lv_dot(b->right, across_a);
  long double a_left = lv_dot(a->left, across_b), a_right = lv_dot(a->right, across_b);
  const long double nearly = 1e-12L;
  bool sides = b_left * b_right <= nearly && a_left * a_right <= nearly;
  return sides && a_left * b_right >= -nearly;
}

static inline long double least_over_edges(const placed_hull *a, const placed_hull *b, long double best) {
  for (uint32_t i = 0; i < 2 * a->hull->edge_count; i++) {
    if (i > a->hull->half_edges[i].twin) continue;
    placed_edge of_a = edge_of(a, i, 1);
    lvec u = lv_sub(of_a.to, of_a.from);
    for (uint32_t j = 0; j < 2 * b->hull->edge_count; j++) {
      if (j > b->hull->half_edges[j].twin) continue;
      placed_edge of_b = edge_of(b, j, -1);
      lvec v = lv_sub(of_b.to, of_b.from), n = lv_cross(u, v);
      if (!arcs_cross(&of_a, &of_b) || lv_length(n) <= 1e-12L * lv_length(u) * lv_length(v)) continue;
      long double side = lv_dot(n, lv_mad(of_a.left, of_a.right, 1)) < 0 ? -1 : 1;
      best = fminl(best, depth_along(a, b, lv_mad(lv(0, 0, 0), n, side)));
    }
  }
  return best;
}

/* The least depth of two hulls that overlap. */
static inline long double hull_depth(const carom_hull *a, const carom_hull *b,
                                     const carom__relative *b_in_a) {
  carom__relative still = {{0, 0, 0}, mat3_identity()};
  placed_hull pa = place_hull(a, &still), pb = place_hull(b, b_in_a);
  long double best = HUGE_VALL;
  for (uint32_t i = 0; i < a->face_count; i++) best = fminl(best, depth_along(&pa, &pb, pa.normals[i]));
  for (uint32_t i = 0; i < b->face_count; i++)
    best = fminl(best, depth_along(&pa, &pb, lv_mad(lv(0, 0, 0), pb.normals[i], -1)));
  best = least_over_edges(&pa, &pb, best);
  placed_hull_free(&pa);
  placed_hull_free(&pb);
  return best;
}

#endif
