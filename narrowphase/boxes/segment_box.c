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

#include "lanes.h"
#include "round.h"

/* The direction of nearest points closer than this part of the size is that of the rounding of floats. */
#define EXACT_SEGMENT_DIRECTION 0x1p-24
/* The sine below which the segment is parallel to an axis: their cross product has no direction then. */
#define PARALLEL_TO_AXIS 0x1p-24
/* A slope below this part of what it is made of is zero but for rounding. */
#define NO_SLOPE 0x1p-30
/* A segment this short is far below all sizes, and any coordinate divided by it is a float. */
#define STANDS_STILL 0x1p-80f

/* How far a coordinate is beyond the box; 0 within. */
static inline double excess(double x, double half) {
  return x - greater_double(-half, lesser_double(x, half));
}

/* Half of the slope of the squared distance, which never falls, because that is convex; *parts becomes the
 * sum of what it is made of, without signs. */
static inline double slope(const carom__segment_box *pair, double t, double *parts) {
  double sum = 0;
  *parts = 0;
  for (int i = 0; i < 3; i++) {
    double part = excess(segment_box_at(pair, i, t), pair->half[i]) * pair->way[i];
    sum += part;
    *parts += fabs(part);
  }
  return sum;
}

/* --- Surely: parameters and slopes around the place where the slope is zero --- */

typedef struct bracket {
  double low, high, slope_low, slope_high;
} bracket;

static void narrow(const carom__segment_box *pair, double t, bracket *b) {
  double parts;
  if (!(t > 0 && t < 1)) return;
  double s = slope(pair, t, &parts);
  if (s <= 0 && t > b->low) b->low = t, b->slope_low = s;
  if (s >= 0 && t < b->high) b->high = t, b->slope_high = s;
}

/* From all places where the segment enters or leaves a slab: between two of them the slope is a straight
 * line.
 */
static double search(const carom__segment_box *pair) {
  double parts;
  bracket b = {0, 1, slope(pair, 0, &parts), slope(pair, 1, &parts)};
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

/* --- Quickly: the same places in floats, six slopes at once, and with no branch, because none could be
 * predicted --- */

typedef struct places {
  carom__lanes start[3], way[3], half[3]; /* one axis in all lanes */
} places;

static carom__lanes load3(const double v[3]) { return lanes_set((float)v[0], (float)v[1], (float)v[2], 0); }

static inline carom__lanes slopes(const places *p, carom__lanes t) {
  carom__lanes sum = lanes_splat(0);
  for (int i = 0; i < 3; i++) {
    carom__lanes x = lanes_add(p->start[i], lanes_mul(t, p->way[i]));
    sum = lanes_add(sum, lanes_mul(lanes_sub(x, lanes_clamp(x, p->half[i])), p->way[i]));
  }
  return sum;
}

static inline void spread(carom__lanes v, carom__lanes out[3]) {
  out[0] = lanes_x(v), out[1] = lanes_y(v), out[2] = lanes_z(v);
}

/* Along an axis that the segment does not move along, or by no more than floats can divide by, its start is
 * as good a place as any. */
static inline void find_bracket(const carom__segment_box *pair, float *low, float *high) {
  const carom__lanes zero = lanes_splat(0), one = lanes_splat(1);
  carom__lanes start = load3(pair->start), way = load3(pair->way), half = load3(pair->half);
  carom__lanes lows = zero, highs = one;
  carom__lanes still = lanes_gt(lanes_splat(STANDS_STILL), lanes_abs(way));
  carom__lanes moving = lanes_select(still, lanes_splat(HUGE_VALF), way);
  places p;
  spread(start, p.start), spread(way, p.way), spread(half, p.half);
  for (int side = 0; side < 2; side++) {
    carom__lanes t = lanes_div(lanes_sub(side ? half : lanes_neg(half), start), moving);
    t = lanes_max(lanes_min(t, one), zero);
    carom__lanes s = slopes(&p, t);
    lows = lanes_max(lows, lanes_select(lanes_ge(zero, s), t, zero));
    highs = lanes_min(highs, lanes_select(lanes_ge(s, zero), t, one));
  }
  *low = lanes_first(lanes_max3(lows));
  *high = lanes_first(lanes_min3(highs));
}

/* A step of Newton's method towards where the slope is zero. */
static inline double step(const carom__segment_box *pair, double t) {
  double sum = 0, rise = 0;
  for (int i = 0; i < 3; i++) {
    double way = pair->way[i], beyond = excess(segment_box_at(pair, i, t), pair->half[i]);
    sum += beyond * way;
    rise += beyond != 0 ? way * way : 0;
  }
  return rise > 0 ? clamp01(t - sum / rise) : t;
}

static inline bool is_least(const carom__segment_box *pair, double t) {
  double parts, s = slope(pair, t, &parts);
  return fabs(s) <= NO_SLOPE * parts || (t == 0 && s > 0) || (t == 1 && s < 0);
}

/* Between the two places that the floats find one step is enough; where the least is so near to one of them
 * that rounding hides on which side it is, the first step leads to the right side. Where the segment is all
 * but parallel to a face, floats may know nothing of where it passes it. */
double carom__segment_box_nearest(const carom__segment_box *pair) {
  float low, high;
  find_bracket(pair, &low, &high);
  double t = 0.5 * ((double)low + (double)high);
  t = step(pair, step(pair, t));
  return is_least(pair, t) ? t : search(pair);
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
  out->separation = out->least = square_root(square);
  if (out->separation <= EXACT_SEGMENT_DIRECTION * pair->size) return false;
  double per = 1 / out->separation;
  for (int i = 0; i < 3; i++) out->outward[i] *= per;
  return true;
}

static inline int greatest_of(const double v[3]) {
  int first = v[1] > v[0];
  return v[2] > v[first] ? 2 : first;
}

/* The side of an axis' faces that the segment leaves by sooner, and the end that lies deepest then. */
static void take_face(const carom__segment_box *pair, int axis, double separation, carom__segment_axis *out) {
  double start = pair->start[axis], end = start + pair->way[axis], sign = start + end < 0 ? -1 : 1;
  *out = (carom__segment_axis){.separation = separation, .least = separation};
  out->outward[axis] = sign;
  out->sign[axis] = sign > 0 ? 1 : -1;
  out->at = (start - end) * sign > 0 ? 1 : 0;
}

/* The direction across an axis of the box and the segment, outward, along the two other axes j and k. */
typedef struct edge {
  double j, k, separation;
} edge;

static inline edge edge_across(const carom__segment_box *pair, int axis) {
  int j = (axis + 1) % 3, k = (axis + 2) % 3;
  double nj = -pair->way[k], nk = pair->way[j], length = square_root(nj * nj + nk * nk);
  if (!(length > PARALLEL_TO_AXIS * (length + fabs(pair->way[axis])))) return (edge){0, 0, -HUGE_VAL};
  double along = nj * pair->start[j] + nk * pair->start[k], per = 1 / length;
  double separation = (fabs(along) - fabs(nj) * pair->half[j] - fabs(nk) * pair->half[k]) * per;
  double scale = along < 0 ? -per : per;
  return (edge){nj * scale, nk * scale, separation};
}

/* The parameter at which the segment comes nearest to the edge along an axis that is farthest outward. */
static double nearest_to_edge(const carom__segment_box *pair, int j, int k, const carom__segment_axis *axis) {
  double dj = pair->way[j], dk = pair->way[k];
  double from_j = axis->sign[j] * pair->half[j] - pair->start[j];
  double from_k = axis->sign[k] * pair->half[k] - pair->start[k];
  double t = (from_j * dj + from_k * dk) / (dj * dj + dk * dk);
  return t < 0 ? 0 : t > 1 ? 1 : t;
}

static void take_edge(const carom__segment_box *pair, int axis, const edge *e, carom__segment_axis *out) {
  int j = (axis + 1) % 3, k = (axis + 2) % 3;
  *out = (carom__segment_axis){.separation = e->separation, .least = e->separation};
  out->outward[j] = e->j, out->outward[k] = e->k;
  out->sign[j] = e->j < 0 ? -1 : 1, out->sign[k] = e->k < 0 ? -1 : 1;
  out->at = nearest_to_edge(pair, j, k, out);
}

void carom__segment_box_overlap(const carom__segment_box *pair, double preference, carom__segment_axis *out) {
  double faces[3], separations[3];
  edge edges[3];
  for (int axis = 0; axis < 3; axis++) {
    faces[axis] = segment_box_face(pair, axis);
    edges[axis] = edge_across(pair, axis);
    separations[axis] = edges[axis].separation;
  }
  int face = greatest_of(faces), across = greatest_of(separations);
  if (separations[across] > faces[face] + preference)
    take_edge(pair, across, &edges[across], out);
  else
    take_face(pair, face, faces[face], out);
  out->least = greater_double(separations[across], faces[face]);
}
