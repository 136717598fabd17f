/* obb_tree_order.c: halving sets of points along the axis on which they extend most. Which points are the
 * lesser ones is found by counting digits of their coordinates, the highest first, so that it takes a few
 * passes whatever the points are. */
#include "obb_tree_node.h"

#include <string.h>

enum { DIGITS = 256, DIGIT_BITS = 8, SORT_BELOW = 33 };

static carom_vec3 center_at(const carom_vec3 *centers, size_t stride, uint32_t i) {
  return *(const carom_vec3 *)(const void *)((const char *)centers + i * stride);
}

static carom_aabb bounds_of_centers(const carom_vec3 *centers, size_t stride, uint32_t count) {
  carom_aabb all = box_tree_nowhere();
  for (uint32_t i = 0; i < count; i++) {
    carom_vec3 center = center_at(centers, stride, i);
    all = aabb_union(all, (carom_aabb){center, center});
  }
  return all;
}

/* Below the last step, so that rounding up cannot leave the grid. */
static double steps_a_unit(const carom_aabb *bounds) {
  double x = (double)bounds->max.x - (double)bounds->min.x, y = (double)bounds->max.y - (double)bounds->min.y;
  double z = (double)bounds->max.z - (double)bounds->min.z;
  double most = x > y ? x : y;
  if (z > most) most = z;
  return most > 0 ? 4294967040.0 / most : 0;
}

void carom__tree_place_points(const carom_vec3 *centers, size_t stride, uint32_t count,
                              carom__tree_point *points) {
  carom_aabb bounds = bounds_of_centers(centers, stride, count);
  double scale = steps_a_unit(&bounds);
  for (uint32_t i = 0; i < count; i++) {
    carom_vec3 center = center_at(centers, stride, i);
    points[i].item = i;
    for (int k = 0; k < 3; k++)
      points[i].at[k] = (uint32_t)(((double)vec3_get(center, k) - (double)vec3_get(bounds.min, k)) * scale);
  }
}

/* Where a set of points lies along an axis. */
typedef struct center_extent {
  int axis;
  uint32_t low, high;
} center_extent;

static center_extent longest_extent(const carom__tree_point *points, uint32_t count) {
  uint32_t low[3], high[3];
  for (int k = 0; k < 3; k++) low[k] = high[k] = points[0].at[k];
  for (uint32_t i = 1; i < count; i++)
    for (int k = 0; k < 3; k++) {
      uint32_t at = points[i].at[k];
      low[k] = at < low[k] ? at : low[k];
      high[k] = at > high[k] ? at : high[k];
    }
  int axis = 0;
  for (int k = 1; k < 3; k++)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  return (center_extent){axis, low[axis], high[axis]};
}

/* For few: by insertion. */
static void sort_points(carom__tree_point *points, uint32_t count, int axis) {
  for (uint32_t i = 1; i < count; i++) {
    carom__tree_point moving = points[i];
    uint32_t at = i;
    for (; at > 0 && points[at - 1].at[axis] > moving.at[axis]; at--) points[at] = points[at - 1];
    points[at] = moving;
  }
}

static int digit_shift(uint32_t range) {
  int shift = 0;
  while (range >> shift >= DIGITS) shift++;
  return shift;
}

/* Of some points those whose digit is below, at and above a value, in this order. */
typedef struct parting {
  uint32_t digit, below, equal;
} parting;

static parting find_parting(const carom__tree_point *points, uint32_t count, uint32_t left,
                            const center_extent *e, int shift) {
  uint32_t counts[DIGITS] = {0};
  for (uint32_t i = 0; i < count; i++) counts[(points[i].at[e->axis] - e->low) >> shift]++;
  parting p = {0, 0, counts[0]};
  while (p.below + p.equal < left) {
    p.below += p.equal;
    p.equal = counts[++p.digit];
  }
  return p;
}

static void part_points(carom__tree_point *points, carom__tree_point *scratch, uint32_t count,
                        const parting *p, const center_extent *e, int shift) {
  uint32_t next[3] = {0, p->below, p->below + p->equal};
  for (uint32_t i = 0; i < count; i++) {
    uint32_t digit = (points[i].at[e->axis] - e->low) >> shift;
    scratch[next[(digit >= p->digit) + (digit > p->digit)]++] = points[i];
  }
  memcpy(points, scratch, count * sizeof *points);
}

/* Moves the `left` least points along the axis of their center_extent to the front, 0 < left < count. Each
 * pass goes on with the points of one digit and with eight bits less, so there are four at most. */
static void part_least(carom__tree_point *points, carom__tree_point *scratch, uint32_t count, uint32_t left,
                       center_extent e) {
  while (count >= SORT_BELOW && e.high > e.low && left > 0 && left < count) {
    int shift = digit_shift(e.high - e.low);
    parting p = find_parting(points, count, left, &e, shift);
    part_points(points, scratch, count, &p, &e, shift);
    points += p.below;
    left -= p.below;
    count = p.equal;
    e.low += p.digit << shift;
    e.high = e.low + ((1u << shift) - 1);
  }
  if (count < SORT_BELOW) sort_points(points, count, e.axis);
}

/* The halves have half as many runs, so the recursion is three deep. */
void carom__tree_gather_runs(carom__tree_point *points, carom__tree_point *scratch, uint32_t count,
                             uint32_t capacity) {
  if (count <= capacity) return;
  uint32_t runs = (count - 1) / capacity + 1;
  uint32_t left = runs / 2 * capacity;
  part_least(points, scratch, count, left, longest_extent(points, count));
  carom__tree_gather_runs(points, scratch, left, capacity);
  carom__tree_gather_runs(points + left, scratch, count - left, capacity);
}

uint32_t carom__tree_child_capacity(uint32_t count, uint32_t *height) {
  uint32_t capacity = 1;
  *height = 0;
  while ((uint64_t)capacity * CAROM__BOX_WIDTH < count) {
    capacity *= CAROM__BOX_WIDTH;
    ++*height;
  }
  return capacity;
}
