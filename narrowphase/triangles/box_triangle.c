/* box_triangle.c: clips a triangle to a face of a box. */
#include "box_triangle.h"

#include "clip_polygon.h"
#include "triangles_kernels.h"
#include "vec.h"

carom_vec3 carom__box_triangle_axis(const carom__box_triangle *it, int axis) {
  int number = axis & ~CAROM__AXIS_AGAINST;
  carom_vec3 unit = {0, 0, 0};
  if (number == CAROM__AXIS_OF_TRIANGLE) return it->front;
  if (number < CAROM__AXIS_OF_EDGES) {
    vec3_set(&unit, number - CAROM__AXIS_OF_BOX, 1);
  } else {
    int i = (number - CAROM__AXIS_OF_EDGES) / 3, k = (number - CAROM__AXIS_OF_EDGES) % 3;
    carom_vec3 along = {0, 0, 0};
    vec3_set(&along, k, 1);
    unit = vec3_cross(along, vec3_sub(it->corners[(i + 1) % 3], it->corners[i]));
    unit = vec3_normalize_or(unit, it->front);
  }
  return axis & CAROM__AXIS_AGAINST ? vec3_neg(unit) : unit;
}

/* --- The box over the triangle --- */

void carom__box_over_triangles(const carom__box_triangle its[8], carom__box_points out[8]) {
  for (int i = 0; i < 8; i++) out[i].normal = its[i].front, out[i].count = 0;
  carom__triangles_kernels_best()->over(its, out);
}

/* --- The triangle in a face of the box --- */

void carom__triangle_in_box_face(const carom__box_triangle *it, int axis, carom__box_points *out) {
  int k = (axis & ~CAROM__AXIS_AGAINST) - CAROM__AXIS_OF_BOX;
  float side = axis & CAROM__AXIS_AGAINST ? -1.0f : 1.0f;
  clip_polygon rooms[2];
  clip_plane planes[4];
  rooms[0].count = 0;
  for (uint32_t i = 0; i < 3; i++) clip_polygon_add(&rooms[0], it->corners[i], 2048 + i);
  for (int i = 0; i < 4; i++) {
    planes[i] = (clip_plane){{0, 0, 0}, -vec3_get(it->half, (k + 1 + i / 2) % 3)};
    vec3_set(&planes[i].inward, (k + 1 + i / 2) % 3, i % 2 ? -1.0f : 1.0f);
  }
  const clip_polygon *polygon = carom__clip_polygon_cut(rooms, planes, 4);
  out->normal = carom__box_triangle_axis(it, axis);
  out->count = 0;
  for (uint32_t i = 0; i < polygon->count; i++) {
    float separation = -(side * vec3_get(polygon->corners[i], k) + vec3_get(it->half, k));
    if (separation > 0) continue;
    box_points_add(out, vec3_mad(polygon->corners[i], out->normal, 0.5f * separation), separation,
                   polygon->names[i]);
  }
}

/* --- Two edges --- */

void carom__box_edge_crossing(const carom__box_triangle *it, int axis, float depth, carom__box_points *out) {
  int number = (axis & ~CAROM__AXIS_AGAINST) - CAROM__AXIS_OF_EDGES, i = number / 3, k = number % 3;
  carom_vec3 n = carom__box_triangle_axis(it, axis), on_box = {0, 0, 0};
  carom_vec3 from = it->corners[i], edge = vec3_sub(it->corners[(i + 1) % 3], from), across = edge, way;
  for (int j = 0; j < 3; j++)
    if (j != k) vec3_set(&on_box, j, vec3_get(n, j) > 0 ? -vec3_get(it->half, j) : vec3_get(it->half, j));
  vec3_set(&across, k, 0); /* the edge as it is seen along that of the box */
  way = vec3_sub(on_box, from);
  float at = vec3_dot(way, across) / vec3_dot(across, across);
  at = lesser_float(greater_float(at, 0), 1);
  out->normal = n;
  out->count = 0;
  box_points_add(out, vec3_mad(vec3_mad(from, edge, at), n, -0.5f * depth), -depth,
                 (uint32_t)(4096 + number));
}
