/* obb_fit.c: small boxes around points and around two boxes.
 *
 * The frame is searched for on few points: the extremal ones along thirteen directions (Larsson and
 * Kallberg, 2011). When a point outside of the sample sticks out of the box that was found, those extremal
 * in its frame join the sample and the search goes on, as cutting planes do. The box itself is then put
 * around all points. */
#include "obb.h"

#include "eigen.h"
#include "obb_inverse.h"
#include "rectangle.h"

/* --- A few points --- */

/* From several starting frames (the coordinate axes; principal axes: Gottschalk, 2000; the sides of a large
 * triangle of the points with its normal: Larsson and Kallberg, 2011) each is improved by turning about one
 * of its axes at a time to the best rectangle of the projection along it, until no turn gains: a local
 * minimum of O'Rourke's (1985) problem, where the exact solution takes cubic time. */

/* A turn must gain this part of the surface: less is not worth the time. */
#define GAIN 1e-3
/* The most turns of one descent, for the sake of a stated bound: each gains, so few are made. */
#define TURNS 48

typedef struct search {
  const carom__dvec3 *points;
  int count;
  carom__basis best;
  double least;
} search;

static double spread(const carom__dvec3 *points, int count, carom__dvec3 axis) {
  double low = dvec3_dot(points[0], axis), high = low;
  for (int i = 1; i < count; i++) {
    double s = dvec3_dot(points[i], axis);
    low = s < low ? s : low;
    high = s > high ? s : high;
  }
  return high - low;
}

/* Half the surface of the box around count >= 1 points in a frame. */
static double basis_cost(const carom__basis *basis, const carom__dvec3 *points, int count) {
  double x = spread(points, count, basis->axes[0]), y = spread(points, count, basis->axes[1]);
  return x * y + spread(points, count, basis->axes[2]) * (x + y);
}

/* The frame turned about its axis k to the best rectangle. */
static carom__basis turned(const search *s, const carom__basis *basis, int k) {
  carom__dvec2 flat[CAROM__RECTANGLE_POINTS];
  carom__dvec3 u = basis->axes[(k + 1) % 3], v = basis->axes[(k + 2) % 3];
  for (int i = 0; i < s->count; i++)
    flat[i] = (carom__dvec2){dvec3_dot(s->points[i], u), dvec3_dot(s->points[i], v)};
  carom__dvec2 side = carom__best_rectangle(flat, s->count, spread(s->points, s->count, basis->axes[k]));
  carom__basis result = *basis;
  result.axes[(k + 1) % 3] = dvec3_mad(dvec3_scale(u, side.x), v, side.y);
  result.axes[(k + 2) % 3] = dvec3_mad(dvec3_scale(v, side.x), u, -side.y);
  return result;
}

/* Turns a frame until three turns in a row gain nothing, and keeps it if it is the best so far. */
static void descend(search *s, carom__basis basis) {
  double cost = basis_cost(&basis, s->points, s->count);
  for (int turn = 0, idle = 0; turn < TURNS && idle < 3; turn++) {
    carom__basis candidate = turned(s, &basis, turn % 3);
    double candidate_cost = basis_cost(&candidate, s->points, s->count);
    idle++;
    if (candidate_cost >= cost * (1 - GAIN)) continue;
    basis = candidate;
    cost = candidate_cost;
    idle = 0;
  }
  if (cost >= s->least) return;
  s->least = cost;
  s->best = basis;
}

static int farthest_from(const search *s, carom__dvec3 p) {
  int best = 0;
  double most = -1;
  for (int i = 0; i < s->count; i++) {
    double d = dvec3_length(dvec3_sub(s->points[i], p));
    if (d > most) {
      most = d;
      best = i;
    }
  }
  return best;
}

/* The normal, not yet of unit length, of the greatest triangle over the side a, b. */
static carom__dvec3 apex_normal(const search *s, carom__dvec3 a, carom__dvec3 b, carom__dvec3 *apex) {
  carom__dvec3 best = {0, 0, 0};
  *apex = a;
  for (int i = 0; i < s->count; i++) {
    carom__dvec3 normal = dvec3_cross(dvec3_sub(b, a), dvec3_sub(s->points[i], a));
    if (dvec3_dot(normal, normal) > dvec3_dot(best, best)) {
      best = normal;
      *apex = s->points[i];
    }
  }
  return best;
}

/* The frames of a large triangle's sides and normal; none when the points are on a line. */
static void descend_from_triangle(search *s) {
  carom__dvec3 corners[3];
  corners[0] = s->points[farthest_from(s, s->points[0])];
  corners[1] = s->points[farthest_from(s, corners[0])];
  carom__dvec3 normal = apex_normal(s, corners[0], corners[1], &corners[2]);
  double length = dvec3_length(normal);
  if (length == 0) return;
  normal = dvec3_scale(normal, 1 / length);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 side = dvec3_sub(corners[(i + 1) % 3], corners[i]);
    side = dvec3_scale(side, 1 / dvec3_length(side));
    descend(s, (carom__basis){{side, dvec3_cross(normal, side), normal}});
  }
}

/* Returns a frame in which the box around the points has a small surface: never a greater one than in any of
 * the given frames, along the coordinate axes, or along the points' principal axes. */
static carom__basis search_frame(const carom__dvec3 *points, int count, const carom__basis *starts,
                                 int start_count) {
  const carom__basis coordinate_axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  search s = {points, count, coordinate_axes, basis_cost(&coordinate_axes, points, count)};
  descend(&s, coordinate_axes);
  for (int i = 0; i < start_count; i++) descend(&s, starts[i]);
  descend(&s, carom__principal_axes(points, count));
  descend_from_triangle(&s);
  return s.best;
}

/* --- Any number of points --- */

/* Up to this many points are all searched on. */
#define SMALL_CLOUD 32
#define FIT_DIRECTIONS 13
#define ROUNDS 4
/* How much more surface all points may need than the sample, for the search to end. */
#define FIT_SLACK 1e-2

_Static_assert(SMALL_CLOUD <= CAROM__RECTANGLE_POINTS &&
                   2 * FIT_DIRECTIONS * ROUNDS <= CAROM__RECTANGLE_POINTS,
               "the sample has room for the extremal points of all rounds");

/* The points: either floats or doubles. */
typedef struct cloud {
  const carom_vec3 *floats; /* NULL: doubles */
  const carom__dvec3 *doubles;
  size_t count;
} cloud;

/* Points relative to the first one of the cloud. */
typedef struct sample {
  carom__dvec3 points[CAROM__RECTANGLE_POINTS];
  int count;
} sample;

static carom__dvec3 cloud_point(const cloud *c, size_t i) {
  return c->floats ? dvec3_widen(c->floats[i]) : c->doubles[i];
}

static carom__dvec3 cloud_offset(const cloud *c, size_t i) {
  return dvec3_sub(cloud_point(c, i), cloud_point(c, 0));
}

static void sample_add(sample *s, carom__dvec3 p) {
  for (int i = 0; i < s->count; i++)
    if (s->points[i].x == p.x && s->points[i].y == p.y && s->points[i].z == p.z) return;
  s->points[s->count++] = p;
}

/* Adds the two points that are extremal along a direction. */
static void sample_add_extremes(sample *s, const cloud *c, carom__dvec3 direction) {
  carom__dvec3 low = cloud_offset(c, 0), high = low;
  double least = dvec3_dot(low, direction), most = least;
  for (size_t i = 1; i < c->count; i++) {
    carom__dvec3 p = cloud_offset(c, i);
    double d = dvec3_dot(p, direction);
    if (d < least) {
      least = d;
      low = p;
    }
    if (d > most) {
      most = d;
      high = p;
    }
  }
  sample_add(s, low);
  sample_add(s, high);
}

/* The directions are those of the faces, edges and corners of a cube, in the frame's coordinates. */
static void sample_add_all_extremes(sample *s, const cloud *c, const carom__basis *frame) {
  static const signed char directions[FIT_DIRECTIONS][3] = {
      {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
      {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
  };
  for (int k = 0; k < FIT_DIRECTIONS; k++) {
    carom__dvec3 d = dvec3_scale(frame->axes[0], directions[k][0]);
    d = dvec3_mad(d, frame->axes[1], directions[k][1]);
    sample_add_extremes(s, c, dvec3_mad(d, frame->axes[2], directions[k][2]));
  }
}

/* Half the surface of the box around all points in a frame. */
static double cloud_cost(const cloud *c, const carom__basis *frame) {
  carom__dvec3 low = {0, 0, 0}, high = {0, 0, 0};
  for (size_t i = 1; i < c->count; i++) {
    carom__dvec3 at = basis_coordinates(frame, cloud_offset(c, i));
    low = dvec3_min(low, at);
    high = dvec3_max(high, at);
  }
  carom__dvec3 size = dvec3_sub(high, low);
  return size.x * size.y + size.z * (size.x + size.y);
}

static carom__basis frame_of_few(const cloud *c, const carom__basis *starts, int start_count) {
  sample s = {.count = 0};
  for (size_t i = 0; i < c->count; i++) sample_add(&s, cloud_offset(c, i));
  return search_frame(s.points, s.count, starts, start_count);
}

static carom__basis cloud_principal_axes(const cloud *c) {
  carom__scatter scatter = {{{0}}};
  carom__dvec3 sum = {0, 0, 0};
  for (size_t i = 1; i < c->count; i++) sum = dvec3_add(sum, cloud_offset(c, i));
  carom__dvec3 mean = dvec3_scale(sum, 1.0 / (double)c->count);
  for (size_t i = 0; i < c->count; i++) carom__scatter_add(&scatter, dvec3_sub(cloud_offset(c, i), mean));
  return carom__scatter_axes(scatter);
}

/* The best frame so far and what it costs. */
typedef struct choice {
  carom__basis frame;
  double cost;
} choice;

/* Returns the cost of the frame, and keeps the frame if it is the best so far. */
static double choose(choice *best, const cloud *c, const carom__basis *frame) {
  double cost = cloud_cost(c, frame);
  if (cost < best->cost) *best = (choice){*frame, cost};
  return cost;
}

static carom__basis frame_of_many(const cloud *c) {
  carom__basis frame = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, principal = cloud_principal_axes(c);
  choice best = {frame, cloud_cost(c, &frame)};
  sample s = {.count = 0};
  choose(&best, c, &principal);
  for (int round = 0; round < ROUNDS; round++) {
    sample_add_all_extremes(&s, c, &frame);
    frame = search_frame(s.points, s.count, &frame, 1);
    if (choose(&best, c, &frame) <= (1 + FIT_SLACK) * basis_cost(&frame, s.points, s.count)) break;
  }
  return best.frame;
}

/* The axes of a frame in floats, right-handed. */
static carom_mat3 frame_axes(const carom__basis *frame) {
  carom__dvec3 x = frame->axes[0], y = frame->axes[1];
  return (carom_mat3){dvec3_narrow(x), dvec3_narrow(y), dvec3_narrow(dvec3_cross(x, y))};
}

/* How far the points reach along a box's axes from its centre. */
static void cloud_reach(const cloud *c, const carom_obb *box, carom__dvec3 *low, carom__dvec3 *high) {
  carom__obb_inverse inverse = obb_inverse(box);
  *low = *high = obb_coordinates(&inverse, cloud_point(c, 0));
  for (size_t i = 1; i < c->count; i++) {
    carom__dvec3 at = obb_coordinates(&inverse, cloud_point(c, i));
    *low = dvec3_min(*low, at);
    *high = dvec3_max(*high, at);
  }
}

/* Puts a box along the frame around all points. The half extents are measured from the rounded centre
 * along the rounded axes, as carom_obb_contains does, so that the box contains every point whatever the
 * rounding. */
static void enclose(const cloud *c, const carom__basis *frame, carom_obb *out) {
  carom__dvec3 low, high;
  *out = (carom_obb){dvec3_narrow(cloud_point(c, 0)), frame_axes(frame), {0, 0, 0}};
  cloud_reach(c, out, &low, &high);
  out->center = dvec3_narrow(obb_point(out, dvec3_scale(dvec3_add(low, high), 0.5)));
  cloud_reach(c, out, &low, &high);
  carom__dvec3 half = dvec3_max(dvec3_abs(low), dvec3_abs(high));
  out->half = (carom_vec3){double_round_up(half.x), double_round_up(half.y), double_round_up(half.z)};
}

void carom__obb_from_points(const carom_vec3 *points, size_t count, carom_obb *out) {
  cloud c = {points, NULL, count};
  carom__basis frame = count <= SMALL_CLOUD ? frame_of_few(&c, NULL, 0) : frame_of_many(&c);
  enclose(&c, &frame, out);
}

/* The frame of a box, orthonormal to the last bit (Gram-Schmidt). */
static carom__basis frame_of_box(const carom_obb *box) {
  carom__dvec3 x = dvec3_widen(box->axes.x), y = dvec3_widen(box->axes.y);
  x = dvec3_scale(x, 1 / dvec3_length(x));
  y = dvec3_mad(y, x, -dvec3_dot(x, y));
  y = dvec3_scale(y, 1 / dvec3_length(y));
  return (carom__basis){{x, y, dvec3_cross(x, y)}};
}

static void merge(const carom_obb *a, const carom_obb *b, carom_obb *out) {
  carom__dvec3 corners[16];
  carom__basis starts[2] = {frame_of_box(a), frame_of_box(b)};
  cloud c = {NULL, corners, 16};
  for (int i = 0; i < 8; i++) {
    corners[i] = obb_corner(a, i);
    corners[8 + i] = obb_corner(b, i);
  }
  carom__basis frame = frame_of_few(&c, starts, 2);
  enclose(&c, &frame, out);
}

/* What the other functions would refuse is not handed out. */
static carom_status hand_out(const carom_obb *box, carom_obb *out) {
  carom_status status = carom__obb_check(box);
  if (!status) *out = *box;
  return status;
}

carom_status carom_obb_from_points(const carom_vec3 *points, size_t count, carom_obb *out) {
  carom_obb box;
  if (!points || !out) return CAROM_NULL_ARGUMENT;
  if (count == 0) return CAROM_TOO_FEW_POINTS;
  for (size_t i = 0; i < count; i++) {
    carom_status status = carom__point_check(points[i]);
    if (status) return status;
  }
  carom__obb_from_points(points, count, &box);
  return hand_out(&box, out);
}

carom_status carom_obb_merge(const carom_obb *a, const carom_obb *b, carom_obb *out) {
  carom_obb box;
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(a);
  if (!status) status = carom__obb_check(b);
  if (status) return status;
  merge(a, b, &box);
  return hand_out(&box, out);
}
