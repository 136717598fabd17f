/* obb2.c: boxes of the plane: what they may be, and one or two of them. */
#include "obb2.h"

#include "dvec2.h"
#include "lanes.h"
#include "vec.h"

/* How far a corner may be from the rectangle's, as a part of the longer side. */
#define RECTANGLE_TOLERANCE 1e-3

static bool is_finite(carom_vec2 v) { return isfinite(v.x) && isfinite(v.y); }

static bool is_extent(float half) { return half >= 0 && half <= CAROM_SIZE_MAX; }

static bool is_within(carom_vec2 v, float limit) { return fabsf(v.x) <= limit && fabsf(v.y) <= limit; }

/* Why a box is refused. */
static carom_status fault_of(const carom_obb2 *box) {
  if (!is_finite(box->center) || !is_finite(box->axis) || !is_finite(box->half)) return CAROM_NOT_FINITE;
  if (!is_within(box->center, (float)CAROM_POSITION_MAX)) return CAROM_OUT_OF_RANGE;
  return is_extent(box->half.x) && is_extent(box->half.y) ? CAROM_NOT_UNIT : CAROM_BAD_SIZE;
}

/* No number is in no range. The centre and the axis, then the axis and the half extents, are four floats. */
carom_status carom__obb2_check(const carom_obb2 *box) {
  static const float highs[6] = {
      (float)CAROM_POSITION_MAX, (float)CAROM_POSITION_MAX, 2, 2, CAROM_SIZE_MAX, CAROM_SIZE_MAX};
  static const float lows[4] = {-2, -2, 0, 0};
  const float *floats = obb2_floats(box);
  carom__lanes first = lanes_load(floats), second = lanes_load(floats + 2);
  carom__lanes in_range =
      lanes_and(lanes_ge(lanes_load(highs), lanes_abs(first)),
                lanes_and(lanes_ge(lanes_load(highs + 2), second), lanes_ge(second, lanes_load(lows))));
  float squared = box->axis.x * box->axis.x + box->axis.y * box->axis.y;
  bool unit = fabsf(squared - 1) <= 2 * CAROM__OBB2_AXIS_TOLERANCE;
  return lanes_bits(in_range) == 15 && unit ? CAROM_OK : fault_of(box);
}

/* --- One box --- */

/* Corner i of the box, counter-clockwise from the one with the least own x and y. */
static carom__dvec2 corner(const carom_obb2 *box, int i) {
  double x = (double)box->half.x, y = (double)box->half.y;
  carom__dvec2 own = dvec2(i == 1 || i == 2 ? x : -x, i >= 2 ? y : -y);
  return dvec2_add(dvec2_widen(box->center), dvec2_turn(dvec2_widen(box->axis), own));
}

carom_status carom_obb2_vertices(const carom_obb2 *box, carom_vec2 out[4]) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb2_check(box);
  for (int i = 0; i < 4 && !status; i++) out[i] = dvec2_narrow(corner(box, i));
  return status;
}

/* Half the way along a pair of opposite sides, on the mean. */
static carom__dvec2 half_side(carom__dvec2 from, carom__dvec2 to, carom__dvec2 from2, carom__dvec2 to2) {
  return dvec2_scale(dvec2_add(dvec2_sub(to, from), dvec2_sub(to2, from2)), 0.25);
}

/* The direction of x is read off the longer sides, which tell it better. */
static carom__dvec2 axis_of(carom__dvec2 x, carom__dvec2 y) {
  double along_x = dvec2_length(x), along_y = dvec2_length(y);
  if (along_x >= along_y) return dvec2_scale(x, 1 / along_x);
  carom__dvec2 right = dvec2_scale(dvec2_left(y), -1 / along_y);
  return dvec2_dot(right, x) < 0 ? dvec2_neg(right) : right;
}

static bool is_near(carom__dvec2 a, carom__dvec2 b, double distance) {
  return dvec2_length(dvec2_sub(a, b)) <= distance;
}

/* Corners of both turns are those of one box, from two sides. */
static bool has_corners(const carom_obb2 *box, const carom__dvec2 corners[4], carom__dvec2 y) {
  bool clockwise = dvec2_cross(dvec2_widen(box->axis), y) < 0;
  double tolerance = 2 * RECTANGLE_TOLERANCE * (double)greater_float(box->half.x, box->half.y);
  bool near = true;
  for (int i = 0; i < 4; i++)
    near = near && is_near(corner(box, clockwise ? 3 - i : i), corners[i], tolerance);
  return near;
}

carom_status carom_obb2_from_vertices(const carom_vec2 vertices[4], carom_obb2 *out) {
  carom__dvec2 v[4];
  if (!vertices || !out) return CAROM_NULL_ARGUMENT;
  for (int i = 0; i < 4; i++) {
    if (!is_finite(vertices[i])) return CAROM_NOT_FINITE;
    if (!is_within(vertices[i], (float)CAROM_POSITION_MAX)) return CAROM_OUT_OF_RANGE;
    v[i] = dvec2_widen(vertices[i]);
  }
  carom__dvec2 center = dvec2_scale(dvec2_add(dvec2_add(v[0], v[1]), dvec2_add(v[2], v[3])), 0.25);
  carom__dvec2 x = half_side(v[0], v[1], v[3], v[2]), y = half_side(v[0], v[3], v[1], v[2]);
  carom__dvec2 half = dvec2(dvec2_length(x), dvec2_length(y));
  if (half.x + half.y == 0)
    return is_near(v[0], v[1], 0) && is_near(v[0], v[2], 0) ? CAROM_BAD_SIZE : CAROM_NOT_RECTANGLE;
  carom_obb2 box = {dvec2_narrow(center), dvec2_narrow(axis_of(x, y)), dvec2_narrow(half)};
  if (!has_corners(&box, v, y)) return CAROM_NOT_RECTANGLE;
  carom_status status = carom__obb2_check(&box);
  if (!status) *out = box;
  return status;
}

/* From the greater of the cosine and the sine of half the angle follows the other. */
carom_status carom_obb2_pose(const carom_obb2 *box, carom_pose *out) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb2_check(box);
  if (status) return status;
  carom__dvec2 axis = dvec2_widen(box->axis), unit = dvec2_scale(axis, 1 / dvec2_length(axis));
  double greater = square_root(0.5 + 0.5 * fabs(unit.x)), other = unit.y / (2 * greater);
  bool small = unit.x >= 0;
  *out = (carom_pose){{(double)box->center.x, (double)box->center.y, 0},
                      {0, 0, (float)(small ? other : greater), (float)(small ? greater : other)}};
  return CAROM_OK;
}

/* --- Two boxes --- */

/* The operations of obb2_kernel_bodies.h in the same order, so that the answers are the same. */
bool carom__obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching) {
  float dx = b->center.x - a->center.x, dy = b->center.y - a->center.y;
  float ac = a->axis.x, as = a->axis.y, bc = b->axis.x, bs = b->axis.y;
  float c = fabsf(ac * bc + as * bs), s = fabsf(ac * bs - as * bc);
  carom_vec2 ha = a->half, hb = b->half;
  float ax = fabsf(dx * ac + dy * as) - (ha.x + (c * hb.x + s * hb.y));
  float ay = fabsf(dy * ac - dx * as) - (ha.y + (s * hb.x + c * hb.y));
  float bx = fabsf(dx * bc + dy * bs) - (hb.x + (c * ha.x + s * ha.y));
  float by = fabsf(dy * bc - dx * bs) - (hb.y + (s * ha.x + c * ha.y));
  float gap = greater_float(greater_float(ax, ay), greater_float(bx, by));
  float size = (fabsf(dx) + fabsf(dy)) + ((ha.x + ha.y) + (hb.x + hb.y));
  float slack = CAROM__OBB2_TOLERANCE * size;
  return touching == CAROM_TOUCHING_OVERLAPS ? !(gap > slack) : -gap > slack;
}

carom_status carom_obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching,
                                bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  if ((unsigned)touching > CAROM_TOUCHING_IS_APART) return CAROM_UNKNOWN_KIND;
  carom_status status = carom__obb2_check(a);
  if (!status) status = carom__obb2_check(b);
  if (!status) *out = carom__obb2_overlap(a, b, touching);
  return status;
}

/* An axis of one box, turned towards the other, and how far they are apart along it. */
typedef struct axis_gap {
  double separation;
  carom__dvec2 normal;
} axis_gap;

/* Everything that is measured along the axis is multiplied with its length. */
static void take_wider(axis_gap *best, carom__dvec2 axis, double distance, double radii) {
  double length = dvec2_length(axis), separation = (fabs(distance) - radii) / length;
  if (separation > best->separation)
    *best = (axis_gap){separation, dvec2_scale(axis, (distance < 0 ? -1 : 1) / length)};
}

/* Looks along both axes of one box; d is the way from the first of the pair to the second. */
static void look_along(const carom_obb2 *box, const carom_obb2 *other, carom__dvec2 d, axis_gap *best) {
  carom__dvec2 axis = dvec2_widen(box->axis), turn = dvec2_along(axis, dvec2_widen(other->axis));
  carom__dvec2 half = dvec2_widen(other->half), at = dvec2_along(axis, d);
  carom__dvec2 own = dvec2_scale(dvec2_widen(box->half), dvec2_dot(axis, axis));
  double c = fabs(turn.x), s = fabs(turn.y);
  take_wider(best, axis, at.x, own.x + (c * half.x + s * half.y));
  take_wider(best, dvec2_left(axis), at.y, own.y + (s * half.x + c * half.y));
}

carom_status carom_obb2_separation(const carom_obb2 *a, const carom_obb2 *b, carom_obb2_gap *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb2_check(a);
  if (!status) status = carom__obb2_check(b);
  if (status) return status;
  carom__dvec2 d = dvec2_sub(dvec2_widen(b->center), dvec2_widen(a->center));
  axis_gap best = {.separation = -(double)INFINITY};
  look_along(a, b, d, &best);
  look_along(b, a, d, &best);
  *out = (carom_obb2_gap){(float)best.separation, dvec2_narrow(best.normal)};
  return CAROM_OK;
}
