/* hull_triangle.c: clips faces of a hull to a triangle, and a triangle to a face of a hull. */
#include "hull_triangle.h"

#include "clip_polygon.h"
#include "triangles_kernels.h"

/* What the heights of two points may differ by, in parts of the sizes. */
#define SAME_HEIGHT 0x1p-20f

/* The direction between the normals of the two faces of an edge that is square to an edge of the triangle. */
static carom_vec3 edge_axis(const carom__facets *facets, const carom__box_triangle *it, int number) {
  const uint16_t *faces = facets->faces[number / 3];
  carom_vec3 edge = vec3_sub(it->corners[(number + 1) % 3], it->corners[number % 3]);
  carom_vec3 f = facets->hull->planes[faces[0]].normal, g = facets->hull->planes[faces[1]].normal;
  float of_f = fabsf(vec3_dot(g, edge)), of_g = fabsf(vec3_dot(f, edge));
  return vec3_neg(vec3_add(vec3_scale(f, of_f), vec3_scale(g, of_g)));
}

carom_vec3 carom__hull_triangle_axis(const carom__facets *facets, const carom__box_triangle *it, int axis) {
  if (axis == CAROM__AXIS_OF_TRIANGLE) return it->front;
  if (axis < CAROM__AXIS_OF_FACET_EDGES)
    return vec3_neg(facets->hull->planes[axis - CAROM__AXIS_OF_FACETS].normal);
  return vec3_normalize_or(edge_axis(facets, it, axis - CAROM__AXIS_OF_FACET_EDGES), it->front);
}

/* --- The hull over the triangle --- */

static void set_face(const carom_hull *hull, uint32_t face, clip_polygon *out) {
  out->count = 0;
  for (uint32_t i = hull->face_starts[face]; i < hull->face_starts[face + 1]; i++)
    clip_polygon_add(out, hull->vertices[hull->loops[i]], hull->loops[i]);
}

static void note_below(const carom__box_triangle *it, carom_vec3 point, uint32_t name,
                       carom__box_points *out) {
  float separation = vec3_dot(it->front, vec3_sub(point, it->corners[0]));
  if (separation > 0) return;
  box_points_add(out, vec3_mad(point, it->front, -0.5f * separation), separation, name);
}

static float least_separation(const carom__box_points *points) {
  float least = 0;
  for (uint32_t i = 0; i < points->count; i++) least = lesser_float(least, points->points[i].separation);
  return least;
}

/* Puts the lowest point of all before the others when it is lower than they are. */
static void add_lowest(const carom__hull_low *low, const carom__box_triangle *it, carom__box_points *out) {
  float rounding = SAME_HEIGHT * (vec3_norm1(it->half) + vec3_norm1(it->corners[0]));
  carom__point lowest = low->lowest;
  float least = least_separation(out);
  if (out->count > 0 && least <= low->depth + rounding) return;
  if (!low->found || lowest.separation > 0) return;
  if (out->count > 0 && least <= lowest.separation + rounding) return;
  if (out->count == CAROM__BOX_TRIANGLE_POINTS) out->count--;
  memmove(out->points + 1, out->points, out->count++ * sizeof *out->points);
  lowest.position = vec3_mad(lowest.position, it->front, -0.5f * lowest.separation);
  out->points[0] = lowest;
}

static void clip_face(const carom_hull *hull, const carom__hull_low *low, const carom__box_triangle *it,
                      carom__box_points *out) {
  clip_polygon rooms[2];
  clip_plane prism[3];
  set_face(hull, low->face, &rooms[0]);
  carom__triangle_prism(it->corners, it->front, prism);
  const clip_polygon *face = carom__clip_polygon_cut(rooms, prism, 3);
  out->normal = it->front;
  out->count = 0;
  for (uint32_t i = 0; i < face->count; i++) note_below(it, face->corners[i], face->names[i], out);
}

void carom__hull_over_triangles(const carom__facets *facets, const carom__box_triangle its[8], uint32_t count,
                                carom__box_points *out) {
  carom__hull_low lows[8];
  carom__triangles_kernels_best()->lowest(facets, its, lows);
  for (uint32_t i = 0; i < count; i++) {
    clip_face(facets->hull, &lows[i], &its[i], &out[i]);
    add_lowest(&lows[i], &its[i], &out[i]);
  }
}

/* --- The triangle in a face of the hull --- */

/* The planes through the edges of a face, square to it; returns how many. */
static uint32_t set_sides(const carom_hull *hull, uint32_t face, clip_plane *out) {
  uint32_t first = hull->face_starts[face], count = hull->face_starts[face + 1] - first;
  for (uint32_t i = 0; i < count; i++) {
    carom_vec3 from = hull->vertices[hull->loops[first + i]];
    carom_vec3 to = hull->vertices[hull->loops[first + (i + 1 < count ? i + 1 : 0)]];
    carom_vec3 inward = vec3_cross(hull->planes[face].normal, vec3_sub(to, from));
    out[i] = (clip_plane){inward, vec3_dot(inward, from)};
  }
  return count;
}

void carom__triangle_in_hull_face(const carom__facets *facets, const carom__box_triangle *it, int axis,
                                  carom__box_points *out) {
  uint32_t face = (uint32_t)(axis - CAROM__AXIS_OF_FACETS);
  const carom_plane *plane = &facets->hull->planes[face];
  clip_plane sides[CAROM__FACETS_CORNERS];
  clip_polygon rooms[2];
  rooms[0].count = 0;
  for (uint32_t i = 0; i < 3; i++) clip_polygon_add(&rooms[0], it->corners[i], 2048 + i);
  const clip_polygon *polygon = carom__clip_polygon_cut(rooms, sides, set_sides(facets->hull, face, sides));
  out->normal = vec3_neg(plane->normal);
  out->count = 0;
  for (uint32_t i = 0; i < polygon->count; i++) {
    float separation = vec3_dot(plane->normal, polygon->corners[i]) - plane->offset;
    if (separation > 0) continue;
    box_points_add(out, vec3_mad(polygon->corners[i], out->normal, 0.5f * separation), separation,
                   polygon->names[i]);
  }
}

/* --- Two edges --- */

void carom__hull_edge_crossing(const carom__facets *facets, const carom__box_triangle *it, int axis,
                               float depth, carom__box_points *out) {
  int number = axis - CAROM__AXIS_OF_FACET_EDGES, e = number / 3, i = number % 3;
  carom_vec3 n = carom__hull_triangle_axis(facets, it, axis), ends[2];
  for (int k = 0; k < 2; k++) ends[k] = facets->hull->vertices[facets->vertices[e][k]];
  carom_vec3 along = vec3_normalize_or(vec3_sub(ends[1], ends[0]), n);
  carom_vec3 from = it->corners[i], edge = vec3_sub(it->corners[(i + 1) % 3], from);
  /* the edge as it is seen along that of the hull */
  carom_vec3 across = vec3_mad(edge, along, -vec3_dot(edge, along)), way = vec3_sub(ends[0], from);
  float at = vec3_dot(way, across) / vec3_dot(across, across);
  at = lesser_float(greater_float(at, 0), 1);
  out->normal = n;
  out->count = 0;
  box_points_add(out, vec3_mad(vec3_mad(from, edge, at), n, -0.5f * depth), -depth,
                 (uint32_t)(4096 + number));
}
