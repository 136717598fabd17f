/* point_cells.c: points of manifolds found again by their place on either shape, as engines with persistent
 * manifolds do (Moravanszky and Terdiman, 2004). */
#include "point_cells.h"

#include "further.h"
#include "shape_class.h"

enum { BITS = CAROM__CELL_BITS, CELLS = 1 << BITS, AXES = 3 };

/* Cells are at least this part of those along the longest extent. */
#define LEAST_WIDTH 0.25f

/* Half of what a shape extends along the axes of its frame. */
static carom_vec3 half_of(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  const carom_mat3 *m = &box.axes;
  carom_vec3 h = box.half;
  return vec3(fabsf(m->x.x) * h.x + fabsf(m->y.x) * h.y + fabsf(m->z.x) * h.z,
              fabsf(m->x.y) * h.x + fabsf(m->y.y) * h.y + fabsf(m->z.y) * h.z,
              fabsf(m->x.z) * h.x + fabsf(m->y.z) * h.y + fabsf(m->z.z) * h.z);
}

static float longest(carom_vec3 half) { return greater_float(greater_float(half.x, half.y), half.z); }

static float cells_along(float half, float least, float most) {
  return CAROM__CELLS_ALONG / (2 * greater_float(lesser_float(half, most), least));
}

static carom_vec3 cells_per_length(carom_vec3 half, float least, float most) {
  return vec3(cells_along(half.x, least, most), cells_along(half.y, least, most),
              cells_along(half.z, least, most));
}

/* No two points of a pair are farther apart than the smaller shape is wide in all. */
carom__cell_grids carom__cell_grids_of(const carom_shape *a, const carom_shape *b) {
  carom_vec3 half_a = half_of(a), half_b = half_of(b);
  float least = LEAST_WIDTH * lesser_float(longest(half_a), longest(half_b));
  return (carom__cell_grids){cells_per_length(half_a, least, vec3_length(half_b)),
                             cells_per_length(half_b, least, vec3_length(half_a))};
}

uint32_t carom__cells_apart(uint32_t p, uint32_t q) {
  uint32_t most = 0;
  for (int axis = 0; axis < AXES; axis++, p >>= BITS, q >>= BITS) {
    uint32_t up = (p - q) & (CELLS - 1), down = (q - p) & (CELLS - 1), apart = up < down ? up : down;
    most = apart > most ? apart : most;
  }
  return most;
}

/* How ill two points match: the sum over both shapes, if they are near on one of them. A point that slides
 * stays where it is on one shape. */
static uint32_t mismatch(const carom__cell_list *old, uint32_t i, const carom__cell_list *fresh, uint32_t j) {
  uint32_t on_a = carom__cells_apart(old->on_a[i], fresh->on_a[j]);
  uint32_t on_b = carom__cells_apart(old->on_b[i], fresh->on_b[j]);
  return on_a <= CAROM__CELLS_NEAR || on_b <= CAROM__CELLS_NEAR ? on_a + on_b : CAROM__NO_PLACE;
}

/* How ill each old point matches each new one. What is paired, or is not near, has CAROM__NO_PLACE. */
typedef struct mismatches {
  uint32_t of[CAROM__POINTS_MAX][CAROM__CANDIDATES], rows, columns;
} mismatches;

static void compare_all(const carom__cell_list *old, const carom__cell_list *fresh, mismatches *all) {
  all->rows = old->count, all->columns = fresh->count;
  for (uint32_t i = 0; i < old->count; i++)
    for (uint32_t j = 0; j < fresh->count; j++) all->of[i][j] = mismatch(old, i, fresh, j);
}

/* Pairs the two points that match best of those that are left; false when none are near. */
static bool match_best(mismatches *all, uint32_t *out) {
  uint32_t least = CAROM__NO_PLACE, best_i = 0, best_j = 0;
  for (uint32_t i = 0; i < all->rows; i++)
    for (uint32_t j = 0; j < all->columns; j++)
      if (all->of[i][j] < least) least = all->of[i][j], best_i = i, best_j = j;
  if (least == CAROM__NO_PLACE) return false;
  for (uint32_t i = 0; i < all->rows; i++) all->of[i][best_j] = CAROM__NO_PLACE;
  for (uint32_t j = 0; j < all->columns; j++) all->of[best_i][j] = CAROM__NO_PLACE;
  out[best_i] = best_j;
  return true;
}

static bool are_equal(const carom__cell_list *p, const carom__cell_list *q) {
  if (p->count != q->count) return false;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->on_a[i] != q->on_a[i] || p->on_b[i] != q->on_b[i]) return false;
  return true;
}

/* Points at rest have the same cells in the same order. Each is paired with itself then, as nothing matches
 * better, and of equals the first are taken. */
void carom__cells_match(carom__cell_list old, carom__cell_list fresh, uint32_t *out) {
  const bool at_rest = are_equal(&old, &fresh);
  for (uint32_t i = 0; i < old.count; i++) out[i] = at_rest ? i : CAROM__NO_PLACE;
  if (at_rest) return;
  mismatches all;
  compare_all(&old, &fresh, &all);
  while (match_best(&all, out)) {
  }
}
