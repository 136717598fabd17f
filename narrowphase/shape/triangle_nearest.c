/* triangle_nearest.c: the nearest point of a triangle, by the regions of its corners, edges and face. */
#include "triangle_nearest.h"

#include "round.h"

static carom__dvec3 nearer(carom__dvec3 p, carom__dvec3 q, carom__dvec3 r) {
  carom__dvec3 to_q = dvec3_sub(q, p), to_r = dvec3_sub(r, p);
  return dvec3_dot(to_r, to_r) < dvec3_dot(to_q, to_q) ? r : q;
}

carom__dvec3 carom__triangle_nearest(const carom__triangle *triangle, carom__dvec3 p) {
  carom__dvec3 c[3], normal;
  bool inside = true;
  for (int i = 0; i < 3; i++) c[i] = dvec3_widen(triangle->corners[i]);
  normal = dvec3_cross(dvec3_sub(c[1], c[0]), dvec3_sub(c[2], c[0]));
  double square = dvec3_dot(normal, normal);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(c[(i + 1) % 3], c[i]);
    inside = inside && dvec3_dot(dvec3_cross(normal, edge), dvec3_sub(p, c[i])) > 0;
  }
  if (inside) return dvec3_mad(p, normal, -dvec3_dot(dvec3_sub(p, c[0]), normal) / square);
  carom__dvec3 best = carom__segment_nearest(c[0], c[1], p);
  best = nearer(p, best, carom__segment_nearest(c[1], c[2], p));
  return nearer(p, best, carom__segment_nearest(c[2], c[0], p));
}
