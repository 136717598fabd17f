/* obb2.c: checks boxes of the plane, and computes results about one or two of them. */
#include "obb2.h"

#include "dvec.h"
#include "lanes.h"
#include "vec.h"

/* How far a corner may be from the rectangle's, as a part of the longer side. */
#define RECTANGLE_TOLERANCE 1e-3

static bool is_finite(carom_vec2 v) { return float_is_finite(v.x) && float_is_finite(v.y); }

static bool is_extent(float half) { return half >= 0 && half <= CAROM_SIZE_MAX; }

static bool is_within(carom_vec2 v, float limit) { return fabsf(v.x) <= limit && fabsf(v.y) <= limit; }

/* Why a box is refused. */
static carom_status fault_of(const carom_obb2 *box) {
  if (!is_finite(box->center) || !is_finite(box->axis) || !is_finite(box->half)) return CAROM_NOT_FINITE;
  if (!is_within(box->center, (float)CAROM_POSITION_MAX)) return CAROM_OUT_OF_RANGE;
  return is_extent(box->half.x) && is_extent(box->half.y) ? CAROM_NOT_UNIT : CAROM_BAD_SIZE;
}

/* Two boxes, each in one half of the lanes. */
typedef struct obb2_pair {
  carom__lanes centers, axes, halves;
} obb2_pair;

static inline obb2_pair pair_of(const carom_obb2 *a, const carom_obb2 *b) {
  carom__lanes first_a = lanes_load(obb2_floats(a)), second_a = lanes_load(obb2_floats(a) + 2);
  carom__lanes first_b = lanes_load(obb2_floats(b)), second_b = lanes_load(obb2_floats(b) + 2);
  return (obb2_pair){lanes_join_low(first_a, first_b), lanes_join_low(second_a, second_b),
                     lanes_join_high(second_a, second_b)};
}

/* Are both as they must be? No number is in no range. */
static inline bool are_sound(const obb2_pair *pair) {
  carom__lanes squares = lanes_mul(pair->axes, pair->axes);
  carom__lanes excess = lanes_sub(lanes_add(squares, lanes_yxwz(squares)), lanes_splat(1));
  carom__lanes sound = lanes_ge(lanes_splat(2 * CAROM__OBB2_AXIS_TOLERANCE), lanes_abs(excess));
  sound = lanes_and(sound, lanes_ge(lanes_splat((float)CAROM_POSITION_MAX), lanes_abs(pair->centers)));
  sound = lanes_and(sound, lanes_ge(pair->halves, lanes_splat(0)));
  sound = lanes_and(sound, lanes_ge(lanes_splat(CAROM_SIZE_MAX), pair->halves));
  return lanes_bits(sound) == 15;
}

carom_status carom__obb2_check(const carom_obb2 *box) {
  obb2_pair twice = pair_of(box, box);
  return are_sound(&twice) ? CAROM_OK : fault_of(box);
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

/* How far the pair is apart along A's x and y and B's x and y, times the length of the axis; d leads from A
 * to B, and back in the other half. These are the operations of obb2_overlap8.h, in the same order but
 * for signs that do not matter and sums of the same two, so that the answers are the same. */
static inline carom__lanes gaps_of(const obb2_pair *pair, carom__lanes d) {
  const carom__lanes sign = lanes_set(1, -1, 1, -1), others = lanes_zwxy(pair->axes);
  carom__lanes dots = lanes_mul(pair->axes, others), crosses = lanes_mul(pair->axes, lanes_yxwz(others));
  carom__lanes c = lanes_abs(lanes_add(dots, lanes_yxwz(dots)));
  carom__lanes s = lanes_abs(lanes_sub(crosses, lanes_yxwz(crosses)));
  carom__lanes by_x = lanes_mul(lanes_x(d), pair->axes);
  carom__lanes by_y = lanes_yxwz(lanes_mul(lanes_y(d), pair->axes));
  carom__lanes distance = lanes_abs(lanes_add(by_x, lanes_mul(by_y, sign)));
  carom__lanes half = lanes_zwxy(pair->halves);
  carom__lanes reach = lanes_add(lanes_mul(c, half), lanes_mul(s, lanes_yxwz(half)));
  carom__lanes squares = lanes_mul(pair->axes, pair->axes);
  carom__lanes own = lanes_mul(pair->halves, lanes_add(squares, lanes_yxwz(squares)));
  return lanes_sub(distance, lanes_add(own, reach));
}

/* The size of the pair, in all lanes. */
static inline carom__lanes size_of(const obb2_pair *pair, carom__lanes d) {
  carom__lanes way = lanes_abs(d), halves = lanes_add(pair->halves, lanes_yxwz(pair->halves));
  return lanes_add(lanes_add(way, lanes_yxwz(way)), lanes_add(halves, lanes_zwxy(halves)));
}

static inline bool overlap(const obb2_pair *pair, carom_touching touching) {
  carom__lanes d = lanes_sub(lanes_zwxy(pair->centers), pair->centers), gaps = gaps_of(pair, d);
  carom__lanes slack = lanes_mul(lanes_splat(CAROM__OBB2_TOLERANCE), size_of(pair, d));
  if (touching == CAROM_TOUCHING_OVERLAPS) return !lanes_any(lanes_gt(gaps, slack));
  return lanes_bits(lanes_gt(lanes_neg(gaps), slack)) == 15;
}

bool carom__obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching) {
  obb2_pair pair = pair_of(a, b);
  return overlap(&pair, touching);
}

carom_status carom_obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching,
                                bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  if ((unsigned)touching > CAROM_TOUCHING_IS_APART) return CAROM_UNKNOWN_KIND;
  obb2_pair pair = pair_of(a, b);
  if (!are_sound(&pair)) {
    carom_status status = carom__obb2_check(a);
    return status ? status : carom__obb2_check(b);
  }
  *out = overlap(&pair, touching);
  return CAROM_OK;
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
