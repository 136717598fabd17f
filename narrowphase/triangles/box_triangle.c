/* box_triangle.c: clips faces of a box to a triangle, and a triangle to a face of a box. */
#include "box_triangle.h"

#include "triangle_set.h"
#include "vec.h"

/* A face is seen from a side when its normal has at least this cosine. */
#define SEEN 0x1p-10f

/* A cut makes half as many more at most, also of what is not quite convex. */
enum { CLIP_CORNERS = 16 };

/* A convex polygon, and a name for each corner. */
typedef struct clip_polygon {
  uint32_t count;
  carom_vec3 corners[CLIP_CORNERS];
  uint32_t names[CLIP_CORNERS];
} clip_polygon;

/* The side of a plane where the product with `inward` is no less than the offset. */
typedef struct clip_plane {
  carom_vec3 inward;
  float offset;
} clip_plane;

/* How high the corners are over a plane; returns how many are not below it. */
static uint32_t measure_heights(const clip_polygon *polygon, const clip_plane *plane, float *heights) {
  uint32_t above = 0;
  for (uint32_t i = 0; i < polygon->count; i++) {
    heights[i] = vec3_dot(plane->inward, polygon->corners[i]) - plane->offset;
    above += heights[i] >= 0;
  }
  return above;
}

static void keep_corner(clip_polygon *polygon, carom_vec3 corner, uint32_t name) {
  polygon->corners[polygon->count] = corner;
  polygon->names[polygon->count++] = name;
}

/* A name for where a plane cuts an edge, the same from both faces of the edge. */
static uint32_t name_between(uint32_t a, uint32_t b, uint32_t plane) {
  uint32_t low = a < b ? a : b, high = a < b ? b : a;
  return (low * 0x9E3779B1u ^ high * 0x85EBCA6Bu) + plane * 0xC2B2AE35u;
}

/* Writes what is above a plane, and returns the polygon that has it. (Sutherland and Hodgman, 1974.) */
static clip_polygon *cut(clip_polygon *polygon, const clip_plane *plane, uint32_t name, clip_polygon *room) {
  float heights[CLIP_CORNERS];
  uint32_t above = measure_heights(polygon, plane, heights);
  if (above == polygon->count) return polygon;
  room->count = 0;
  for (uint32_t i = 0; i < polygon->count && above > 0; i++) {
    uint32_t j = i + 1 < polygon->count ? i + 1 : 0;
    bool from = heights[i] >= 0, to = heights[j] >= 0;
    if (from) keep_corner(room, polygon->corners[i], polygon->names[i]);
    if (from == to) continue;
    float at = heights[i] / (heights[i] - heights[j]);
    keep_corner(room, vec3_lerp(polygon->corners[i], polygon->corners[j], at),
                name_between(polygon->names[i], polygon->names[j], name));
  }
  return room;
}

/* The part of a polygon that is above all planes; what it is made of is lost. */
static const clip_polygon *cut_all(clip_polygon rooms[2], const clip_plane *planes, uint32_t count) {
  clip_polygon *polygon = &rooms[0];
  for (uint32_t i = 0; i < count && polygon->count > 0; i++)
    polygon = cut(polygon, &planes[i], i + 1, polygon == &rooms[0] ? &rooms[1] : &rooms[0]);
  return polygon;
}

static void note_point(carom__box_points *out, carom_vec3 position, float separation, uint32_t name) {
  if (out->count < CAROM__BOX_TRIANGLE_POINTS)
    out->points[out->count++] = (carom__point){position, lesser_float(separation, 0), name};
}

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

/* The face of the box along an axis that looks against the front. */
static void set_face(const carom__box_triangle *it, int k, clip_polygon *out) {
  int u = (k + 1) % 3, v = (k + 2) % 3;
  bool above = vec3_get(it->front, k) < 0;
  out->count = 4;
  for (uint32_t i = 0; i < 4; i++) {
    bool right = i == 1 || i == 2, high = i >= 2;
    carom_vec3 *corner = &out->corners[i];
    vec3_set(corner, k, above ? vec3_get(it->half, k) : -vec3_get(it->half, k));
    vec3_set(corner, u, right ? vec3_get(it->half, u) : -vec3_get(it->half, u));
    vec3_set(corner, v, high ? vec3_get(it->half, v) : -vec3_get(it->half, v));
    out->names[i] = (uint32_t)(above << k | right << u | high << v);
  }
}

static void set_prism(const carom__box_triangle *it, clip_plane out[3]) {
  carom_vec3 middle =
      vec3_scale(vec3_add(vec3_add(it->corners[0], it->corners[1]), it->corners[2]), 1.0f / 3);
  for (int k = 0; k < 3; k++) {
    carom_vec3 edge = vec3_sub(it->corners[(k + 1) % 3], it->corners[k]);
    carom_vec3 inward = vec3_cross(it->front, edge);
    if (vec3_dot(inward, vec3_sub(middle, it->corners[k])) < 0) inward = vec3_neg(inward);
    out[k] = (clip_plane){inward, vec3_dot(inward, it->corners[k])};
  }
}

/* Adds the part of a face that is over the triangle; returns the least separation there, or zero. */
static float add_face(const carom__box_triangle *it, const clip_plane prism[3], int k,
                      carom__box_points *out) {
  clip_polygon rooms[2];
  float least = 0;
  set_face(it, k, &rooms[0]);
  const clip_polygon *face = cut_all(rooms, prism, 3);
  for (uint32_t i = 0; i < face->count; i++) {
    float separation = vec3_dot(it->front, vec3_sub(face->corners[i], it->corners[0]));
    if (separation > 0) continue;
    least = lesser_float(least, separation);
    note_point(out, vec3_mad(face->corners[i], it->front, -0.5f * separation), separation, face->names[i]);
  }
  return least;
}

/* How far the deepest corner of the box is below the triangle's plane. */
static float deepest_of(const carom__box_triangle *it) {
  carom_vec3 reach = vec3_mul(vec3_abs(it->front), it->half);
  return -vec3_dot(it->front, it->corners[0]) - (reach.x + reach.y + reach.z);
}

/* The face that looks most against the front, and where its deepest corner is not over the triangle, the
 * others that do. */
void carom__box_over_triangle(const carom__box_triangle *it, carom__box_points *out) {
  clip_plane prism[3];
  carom_vec3 cosines = vec3_abs(it->front);
  int most = vec3_largest_axis(cosines);
  out->normal = it->front;
  out->count = 0;
  set_prism(it, prism);
  float least = add_face(it, prism, most, out), deepest = deepest_of(it);
  if (out->count > 0 && least <= deepest * (1 - 0x1p-16f)) return;
  for (int i = 1; i < 3; i++) {
    int k = (most + i) % 3;
    if (vec3_get(cosines, k) > SEEN) add_face(it, prism, k, out);
  }
}

/* --- The triangle in a face of the box --- */

void carom__triangle_in_box_face(const carom__box_triangle *it, int axis, carom__box_points *out) {
  int k = (axis & ~CAROM__AXIS_AGAINST) - CAROM__AXIS_OF_BOX;
  float side = axis & CAROM__AXIS_AGAINST ? -1.0f : 1.0f;
  clip_polygon rooms[2];
  clip_plane planes[4];
  rooms[0].count = 0;
  for (uint32_t i = 0; i < 3; i++) keep_corner(&rooms[0], it->corners[i], 2048 + i);
  for (int i = 0; i < 4; i++) {
    planes[i] = (clip_plane){{0, 0, 0}, -vec3_get(it->half, (k + 1 + i / 2) % 3)};
    vec3_set(&planes[i].inward, (k + 1 + i / 2) % 3, i % 2 ? -1.0f : 1.0f);
  }
  const clip_polygon *polygon = cut_all(rooms, planes, 4);
  out->normal = carom__box_triangle_axis(it, axis);
  out->count = 0;
  for (uint32_t i = 0; i < polygon->count; i++) {
    float separation = -(side * vec3_get(polygon->corners[i], k) + vec3_get(it->half, k));
    if (separation > 0) continue;
    note_point(out, vec3_mad(polygon->corners[i], out->normal, 0.5f * separation), separation,
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
  note_point(out, vec3_mad(vec3_mad(from, edge, at), n, -0.5f * depth), -depth, (uint32_t)(4096 + number));
}
