/* segment_box.c: distance and depth of a segment and a box, exact but for the rounding of doubles.
 *
 * The squared distance of the segment's point at t from the box is a convex function of t, and a square
 * between the places where the segment crosses the planes of the box's faces. Its slope at these six places
 * tells between which of them it is least; there the slope is linear and gives the place. This needs no case
 * distinction by regions (compare Ericson, 2005, 5.1.9 and 5.5.7, and Eberly, Distance from Line Segment to
 * Box).
 *
 * When the two overlap, their difference is a box swept along the segment: its faces are across the axes of
 * the box, or across one of these and the segment. The least depth along these six directions is the depth.
 */
#include "segment_box.h"

/* The direction of nearest points closer than this part of the size is that of the rounding of floats. */
#define EXACT_DIRECTION 0x1p-24
/* The sine below which the segment is parallel to an axis: their cross product has no direction then. */
#define PARALLEL 0x1p-24

/* How far a coordinate is beyond the box; 0 within. */
static double excess(double x, double half) {
  double beyond = fabs(x) - half;
  return beyond <= 0 ? 0 : x < 0 ? -beyond : beyond;
}

/* Half of the slope of the squared distance. */
static double slope(const carom__segment_box *pair, double t) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += excess(segment_box_at(pair, i, t), pair->half[i]) * pair->way[i];
  return sum;
}

/* Parameters and slopes around the place where the slope is zero. */
typedef struct bracket {
  double low, high, slope_low, slope_high;
} bracket;

static void narrow(const carom__segment_box *pair, double t, bracket *b) {
  if (!(t > 0 && t < 1)) return;
  double s = slope(pair, t);
  if (s <= 0 && t > b->low) b->low = t, b->slope_low = s;
  if (s >= 0 && t < b->high) b->high = t, b->slope_high = s;
}

double carom__segment_box_nearest(const carom__segment_box *pair) {
  bracket b = {0, 1, slope(pair, 0), slope(pair, 1)};
  if (b.slope_low > 0 || b.slope_high < 0) return b.slope_low > 0 ? 0 : 1;
  for (int i = 0; i < 3; i++) {
    if (pair->way[i] == 0) continue;
    double middle = -pair->start[i] / pair->way[i], reach = pair->half[i] / pair->way[i];
    narrow(pair, middle - reach, &b);
    narrow(pair, middle + reach, &b);
  }
  double rise = b.slope_high - b.slope_low;
  if (b.low >= b.high || rise <= 0) return 0.5 * (b.low + b.high);
  double t = b.low + (b.high - b.low) * (-b.slope_low / rise);
  return t < b.high ? t : b.high;
}

bool carom__segment_box_apart(const carom__segment_box *pair, carom__segment_axis *out) {
  double square = 0;
  out->at = carom__segment_box_nearest(pair);
  for (int i = 0; i < 3; i++) {
    double beyond = excess(segment_box_at(pair, i, out->at), pair->half[i]);
    out->outward[i] = beyond;
    out->sign[i] = (beyond > 0) - (beyond < 0);
    square += beyond * beyond;
  }
  out->separation = out->least = sqrt(square);
  if (out->separation <= EXACT_DIRECTION * pair->size) return false;
  for (int i = 0; i < 3; i++) out->outward[i] /= out->separation;
  return true;
}

/* The side of an axis' faces that the segment leaves by sooner, and the end that lies deepest then. */
static void try_face(const carom__segment_box *pair, int axis, carom__segment_axis *best) {
  double start = pair->start[axis], end = start + pair->way[axis], low = start < end ? start : end;
  double high = start < end ? end : start, sign = low + high < 0 ? -1 : 1;
  double separation = (sign > 0 ? low : -high) - pair->half[axis];
  if (!(separation > best->separation)) return;
  *best = (carom__segment_axis){.separation = separation, .least = separation};
  best->outward[axis] = sign;
  best->sign[axis] = sign > 0 ? 1 : -1;
  best->at = (start - end) * sign > 0 ? 1 : 0;
}

/* The parameter at which the segment comes nearest to the edge along an axis that is farthest outward. */
static double nearest_to_edge(const carom__segment_box *pair, int j, int k, const carom__segment_axis *axis) {
  double dj = pair->way[j], dk = pair->way[k];
  double from_j = axis->sign[j] * pair->half[j] - pair->start[j];
  double from_k = axis->sign[k] * pair->half[k] - pair->start[k];
  double t = (from_j * dj + from_k * dk) / (dj * dj + dk * dk);
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* The direction across an axis of the box and the segment. */
static void try_edge(const carom__segment_box *pair, int axis, carom__segment_axis *best) {
  int j = (axis + 1) % 3, k = (axis + 2) % 3;
  double nj = -pair->way[k], nk = pair->way[j], length = sqrt(nj * nj + nk * nk);
  if (!(length > PARALLEL * (length + fabs(pair->way[axis])))) return;
  double along = nj * pair->start[j] + nk * pair->start[k], sign = along < 0 ? -1 : 1;
  nj *= sign / length, nk *= sign / length;
  double separation = fabs(along) / length - fabs(nj) * pair->half[j] - fabs(nk) * pair->half[k];
  if (!(separation > best->separation)) return;
  *best = (carom__segment_axis){.separation = separation, .least = separation};
  best->outward[j] = nj, best->outward[k] = nk;
  best->sign[j] = nj < 0 ? -1 : 1, best->sign[k] = nk < 0 ? -1 : 1;
  best->at = nearest_to_edge(pair, j, k, best);
}

void carom__segment_box_overlap(const carom__segment_box *pair, double preference, carom__segment_axis *out) {
  carom__segment_axis face = {.separation = -HUGE_VAL}, edge = {.separation = -HUGE_VAL};
  for (int axis = 0; axis < 3; axis++) {
    try_face(pair, axis, &face);
    try_edge(pair, axis, &edge);
  }
  *out = edge.separation > face.separation + preference ? edge : face;
  out->least = edge.separation > face.separation ? edge.separation : face.separation;
}
