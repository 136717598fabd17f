/* box_triangle.c: clips faces of a box to a triangle, and a triangle to a face of a box. */
#include "box_triangle.h"

#include "clip_polygon.h"
#include "triangle_set.h"
#include "vec.h"

/* A face is seen from a side when its normal has at least this cosine. */
#define SEEN 0x1p-10f

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

/* A box as it is seen from below. Corner 0 is the lowest, and bit k of another one is set where it is on the
 * other side along axis k. */
typedef struct seen_box {
  const carom__box_triangle *it;
  float low[3];        /* of corner 0 */
  uint32_t seen;       /* a bit for each axis whose face at corner 0 looks against the front */
  uint32_t positive;   /* a bit for each axis along which corner 0 is above zero */
  float corners[3][8]; /* [axis][corner] */
  float within[3][8];  /* how far within the sides of the prism they are */
  uint32_t outside[8]; /* a bit for each side of the prism beyond which they are */
} seen_box;

static void measure(float corners[3][8], const clip_plane *plane, float *out) {
  for (int i = 0; i < 8; i++)
    out[i] = plane->inward.x * corners[0][i] + plane->inward.y * corners[1][i] +
             plane->inward.z * corners[2][i] - plane->offset;
}

static void set_view(const carom__box_triangle *it, seen_box *out) {
  clip_plane prism[3];
  carom__triangle_prism(it->corners, it->front, prism);
  out->it = it;
  out->seen = out->positive = 0;
  for (int k = 0; k < 3; k++) {
    float cosine = vec3_get(it->front, k), half = vec3_get(it->half, k);
    out->low[k] = cosine < 0 ? half : -half;
    out->positive |= (uint32_t)(cosine < 0) << k;
    out->seen |= (uint32_t)(fabsf(cosine) > SEEN) << k;
    for (int i = 0; i < 8; i++) out->corners[k][i] = i >> k & 1 ? -out->low[k] : out->low[k];
  }
  for (int k = 0; k < 3; k++) measure(out->corners, &prism[k], out->within[k]);
  for (int i = 0; i < 8; i++)
    out->outside[i] = (uint32_t)(out->within[0][i] < 0) | (uint32_t)(out->within[1][i] < 0) << 1 |
                      (uint32_t)(out->within[2][i] < 0) << 2;
}

static carom_vec3 view_corner(const seen_box *v, uint32_t i) {
  return vec3(v->corners[0][i], v->corners[1][i], v->corners[2][i]);
}

/* The points of the faces that are seen. */
typedef struct seen_points {
  const seen_box *view;
  carom__box_points *out;
  uint32_t most, on_most; /* a bit for the face that looks most against the front, and for each point on it */
} seen_points;

/* Adds a point of some faces when it is below the plane. */
static void note_below(seen_points *s, uint32_t faces, carom_vec3 point, float separation, uint32_t name) {
  if (separation > 0 || !(faces & s->view->seen) || s->out->count == CAROM__BOX_TRIANGLE_POINTS) return;
  if (faces & s->most) s->on_most |= 1u << s->out->count;
  box_points_add(s->out, vec3_mad(point, s->view->it->front, -0.5f * separation), separation, name);
}

static void note_point(seen_points *s, uint32_t faces, carom_vec3 point, uint32_t name) {
  const carom__box_triangle *it = s->view->it;
  note_below(s, faces, point, vec3_dot(it->front, vec3_sub(point, it->corners[0])), name);
}

/* The names of corners, of the points of edges after them, and of those below the triangle's corners. */
enum { NAMES_OF_EDGES = 8, NAMES_OF_LINES = NAMES_OF_EDGES + 8 * 3 * 3 };

/* Where the edge along axis k from a corner is beyond a side of the prism. */
static void note_cut(seen_points *s, uint32_t corner, int k, float at, int side) {
  const seen_box *v = s->view;
  uint32_t name = NAMES_OF_EDGES + (((corner ^ v->positive) & ~(1u << k)) * 3 + (uint32_t)k) * 3;
  carom_vec3 point = view_corner(v, corner);
  vec3_set(&point, k, v->low[k] * (1 - 2 * at));
  note_point(s, ~(corner | 1u << k), point, name + (uint32_t)side);
}

/* The ends of what the prism leaves of an edge that it cuts, but for those of the edge itself. */
static void cut_edge(seen_points *s, uint32_t corner, int k) {
  const seen_box *v = s->view;
  uint32_t first = v->outside[corner], last = v->outside[corner | 1u << k];
  float from = 0, to = 1;
  int side_from = 0, side_to = 0;
  for (int side = 0; side < 3; side++) {
    if (!((first | last) >> side & 1)) continue;
    float begin = v->within[side][corner], end = v->within[side][corner | 1u << k];
    float at = begin / (begin - end);
    if (begin < 0 && at > from) from = at, side_from = side;
    if (end < 0 && at < to) to = at, side_to = side;
  }
  if (from > to) return;
  if (first) note_cut(s, corner, k, from, side_from);
  if (last) note_cut(s, corner, k, to, side_to);
}

static void add_edges(seen_points *s) {
  static const uint8_t corners[12] = {0, 2, 4, 6, 0, 1, 4, 5, 0, 1, 2, 3};
  const uint32_t *outside = s->view->outside;
  for (uint32_t i = 0; i < 8; i++)
    if (outside[i] == 0) note_point(s, ~i, view_corner(s->view, i), i ^ s->view->positive);
  for (int i = 0; i < 12; i++) {
    uint32_t first = outside[corners[i]], last = outside[corners[i] | 1u << i / 4];
    if ((first | last) && !(first & last)) cut_edge(s, corners[i], i / 4);
  }
}

/* Where the line through a corner of the triangle along the front enters the box. */
static void add_line(seen_points *s, uint32_t corner) {
  const seen_box *v = s->view;
  carom_vec3 from = v->it->corners[corner];
  float enters = -HUGE_VALF;
  int face = 0;
  for (int k = 0; k < 3; k++) {
    if (!(v->seen >> k & 1)) continue;
    float at = (v->low[k] - vec3_get(from, k)) / vec3_get(v->it->front, k);
    if (at > enters) enters = at, face = k;
  }
  carom_vec3 point = vec3_mad(from, v->it->front, enters);
  for (int k = 0; k < 3; k++)
    if (k != face && fabsf(vec3_get(point, k)) > vec3_get(v->it->half, k)) return;
  note_below(s, 1u << face, point, enters, NAMES_OF_LINES + corner);
}

/* Leaves out what is not on the face that looks most against the front, when that has the lowest point. */
static void keep_most(const seen_points *s) {
  carom__box_points *out = s->out;
  float least = 0,
        deepest = vec3_dot(out->normal, vec3_sub(view_corner(s->view, 0), s->view->it->corners[0]));
  uint32_t count = 0;
  for (uint32_t i = 0; i < out->count; i++)
    if (s->on_most >> i & 1) least = lesser_float(least, out->points[i].separation);
  if (s->on_most == 0 || least > deepest * (1 - 0x1p-16f)) return;
  for (uint32_t i = 0; i < out->count; i++)
    if (s->on_most >> i & 1) out->points[count++] = out->points[i];
  out->count = count;
}

/* The face that looks most against the front, and where its deepest corner is not over the triangle, the
 * others that do. */
void carom__box_over_triangle(const carom__box_triangle *it, carom__box_points *out) {
  seen_box v;
  set_view(it, &v);
  seen_points s = {&v, out, 1u << vec3_largest_axis(vec3_abs(it->front)), 0};
  out->normal = it->front;
  out->count = 0;
  add_edges(&s);
  for (uint32_t i = 0; i < 3; i++) add_line(&s, i);
  keep_most(&s);
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
