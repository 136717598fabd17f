/* mesh_nearest.c: the point of a triangle that is nearest to a point. */
#include "mesh_nearest.h"

static carom__dvec3 on_segment(carom__dvec3 p, carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 way = dvec3_sub(b, a);
  double square = dvec3_dot(way, way), at = dvec3_dot(dvec3_sub(p, a), way);
  if (!(at > 0)) return a;
  return at < square ? dvec3_mad(a, way, at / square) : b;
}

static double square_between(carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 way = dvec3_sub(b, a);
  return dvec3_dot(way, way);
}

/* Is p above the triangle, within its edges? Then *out is the point below it. */
static bool on_face(carom__dvec3 p, const carom__dvec3 c[3], carom__dvec3 *out) {
  carom__dvec3 n = dvec3_cross(dvec3_sub(c[1], c[0]), dvec3_sub(c[2], c[0]));
  for (int k = 0; k < 3; k++) {
    carom__dvec3 edge = dvec3_sub(c[(k + 1) % 3], c[k]);
    if (!(dvec3_dot(dvec3_cross(edge, dvec3_sub(p, c[k])), n) > 0)) return false;
  }
  *out = dvec3_mad(p, n, dvec3_dot(dvec3_sub(c[0], p), n) / dvec3_dot(n, n));
  return true;
}

carom__dvec3 carom__mesh_on_triangle(carom__dvec3 p, const carom__dvec3 c[3]) {
  carom__dvec3 best;
  if (on_face(p, c, &best)) return best;
  best = on_segment(p, c[0], c[1]);
  for (int k = 1; k < 3; k++) {
    carom__dvec3 next = on_segment(p, c[k], c[(k + 1) % 3]);
    if (square_between(p, next) < square_between(p, best)) best = next;
  }
  return best;
}

void carom__mesh_try_nearest(carom__mesh_search *search, uint32_t slot) {
  const carom_mesh *mesh = search->mesh;
  carom_vec3 corners[3];
  carom__dvec3 c[3], p = dvec3_widen(search->point);
  carom__mesh_corners_of(mesh, slot, corners);
  for (int k = 0; k < 3; k++) c[k] = dvec3_widen(corners[k]);
  carom__dvec3 nearest = carom__mesh_on_triangle(p, c);
  double square = square_between(p, nearest);
  bool first = search->slot == UINT32_MAX || mesh_number(mesh, slot) < mesh_number(mesh, search->slot);
  if (!(square < search->square || (square == search->square && first))) return;
  search->square = square;
  search->slot = slot;
  search->nearest = nearest;
}
