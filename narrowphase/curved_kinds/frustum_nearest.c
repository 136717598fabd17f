/* frustum_nearest.c: finds the closest point of a frustum, cylinder or cone, in the half plane through the
 * axis and the point. There the solid is a polygon of the axis, the caps and the side. */
#include "frustum.h"

/* A point (r, y) of the half plane, as far as it is outside of an edge: the part, how far it is beyond the
 * edge's line, and the unit normal of that line. */
typedef struct profile_edge {
  double beyond, normal_r, normal_y;
  uint32_t part;
} profile_edge;

static profile_edge side_edge(const carom_frustum *f, double r, double y) {
  double dr = (double)f->top - (double)f->bottom, dy = 2 * (double)f->half_height;
  double scale = 1 / square_root(dr * dr + dy * dy);
  double normal_r = dy * scale, normal_y = -dr * scale;
  return (profile_edge){(r - (double)f->bottom) * normal_r + (y + (double)f->half_height) * normal_y,
                        normal_r, normal_y, FRUSTUM_SIDE};
}

/* Inside, the edge that the point is least below; the first of equals. */
static profile_edge nearest_edge(const profile_edge *edges, int count) {
  int best = 0;
  for (int i = 1; i < count; i++)
    if (edges[i].beyond > edges[best].beyond) best = i;
  return edges[best];
}

/* From outside, towards a point (r0, y0) of the profile; the fallback when it is all but there. */
static profile_edge away_from(double r, double y, double r0, double y0, uint32_t part,
                              profile_edge fallback) {
  double dr = r - r0, dy = y - y0, distance = square_root(dr * dr + dy * dy);
  if (!(distance > 0)) return fallback;
  return (profile_edge){distance, dr / distance, dy / distance, part};
}

/* Where the point is across from: below 0 the lower circle, above 1 the upper one, between them the side. */
static double along_side(const carom_frustum *f, double r, double y) {
  double dr = (double)f->top - (double)f->bottom, dy = 2 * (double)f->half_height;
  return ((r - (double)f->bottom) * dr + (y + (double)f->half_height) * dy) / (dr * dr + dy * dy);
}

/* The nearest part of the profile, the polygon of the axis, the caps and the side. */
static profile_edge nearest_in_profile(const carom_frustum *f, double r, double y) {
  double h = (double)f->half_height, bottom = (double)f->bottom, top = (double)f->top;
  profile_edge edges[3] = {
      side_edge(f, r, y), {-h - y, 0, -1, FRUSTUM_BOTTOM_CAP}, {y - h, 0, 1, FRUSTUM_TOP_CAP}};
  profile_edge inner = nearest_edge(edges, 3);
  if (inner.beyond <= 0) return inner;
  if (edges[1].beyond > 0 && r <= bottom) return edges[1];
  if (edges[2].beyond > 0 && r <= top) return edges[2];
  double t = along_side(f, r, y);
  if (t <= 0) return away_from(r, y, bottom, -h, FRUSTUM_BOTTOM, inner);
  if (t >= 1) return away_from(r, y, top, h, FRUSTUM_TOP, inner);
  return edges[0];
}

carom__solid_nearest carom__frustum_nearest_to(const carom_frustum *f, carom__dvec3 p) {
  double r = square_root(p.x * p.x + p.z * p.z);
  profile_edge edge = nearest_in_profile(f, r, p.y);
  double x = r > 0 ? p.x / r : 1, z = r > 0 ? p.z / r : 0;
  return (carom__solid_nearest){.outward = dvec3(edge.normal_r * x, edge.normal_y, edge.normal_r * z),
                                .distance = edge.beyond,
                                .part = edge.part};
}

void carom__frustum_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  carom_frustum f = frustum_of(shape);
  *out = carom__frustum_nearest_to(&f, point);
}
