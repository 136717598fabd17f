/* point_set8.h: point_set.c for eight sets, one per lane, as far as most sets of three groups need it. The
 * operations are the same in the same order, in the form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_POINT_SET8_H
#define CAROM_NARROWPHASE_POINT_SET8_H

#include "lanes8.h"
#include "point_set.h"

enum { SLOTS8 = 12 };

/* Seen along z, which is half the separation. Slots without a point have CAROM__NO_POINT for x and
 * separation. */
typedef struct point_set8 {
  carom__lanes8 x[SLOTS8], y[SLOTS8], separation[SLOTS8], name[SLOTS8];
} point_set8;

typedef struct point8 {
  carom__lanes8 at[3];
  carom__lanes8 separation, name;
} point8;

/* The first slot with the greatest value above a floor, and the mask of the sets that have one. */
typedef struct slot8 {
  carom__lanes8 slot, value, found;
} slot8;

CAROM__LANES8 static inline slot8 slot_of_greatest8(const carom__lanes8 values[SLOTS8], carom__lanes8 floor) {
  carom__lanes8 most = floor, slot = lanes8_splat(0);
  for (int s = 0; s < SLOTS8; s++) most = lanes8_max(values[s], most);
  for (int s = SLOTS8 - 1; s >= 0; s--)
    slot = lanes8_select(lanes8_eq(values[s], most), lanes8_splat((float)s), slot);
  return (slot8){slot, most, lanes8_gt(most, floor)};
}

/* The mask of the sets that have a point in a slot. */
CAROM__LANES8 static inline carom__lanes8 used8(const point_set8 *set, int slot) {
  return lanes8_gt(lanes8_splat(CAROM__NO_POINT), set->x[slot]);
}

CAROM__LANES8 static inline point8 point_at8(const point_set8 *set, carom__lanes8 slot) {
  point8 p = {{set->x[0], set->y[0]}, set->separation[0], set->name[0]};
  for (int s = 1; s < SLOTS8; s++) {
    carom__lanes8 here = lanes8_eq(slot, lanes8_splat((float)s));
    p.at[0] = lanes8_select(here, set->x[s], p.at[0]);
    p.at[1] = lanes8_select(here, set->y[s], p.at[1]);
    p.separation = lanes8_select(here, set->separation[s], p.separation);
    p.name = lanes8_select(here, set->name[s], p.name);
  }
  p.at[2] = lanes8_mul(p.separation, lanes8_splat(0.5f));
  return p;
}

CAROM__LANES8 static inline slot8 deepest8(const point_set8 *set) {
  carom__lanes8 depths[SLOTS8];
  for (int s = 0; s < SLOTS8; s++) depths[s] = lanes8_neg(set->separation[s]);
  return slot_of_greatest8(depths, lanes8_splat(-CAROM__NO_POINT));
}

CAROM__LANES8 static inline carom__lanes8 distance8(const carom__lanes8 a[3], const carom__lanes8 b[3]) {
  const carom__lanes8 d[3] = {lanes8_sub(a[0], b[0]), lanes8_sub(a[1], b[1]), lanes8_sub(a[2], b[2])};
  return lanes8_dot(d, d);
}

CAROM__LANES8 static inline carom__lanes8 farthest8(const point_set8 *set, const point8 *from) {
  carom__lanes8 distances[SLOTS8];
  for (int s = 0; s < SLOTS8; s++) {
    const carom__lanes8 at[3] = {set->x[s], set->y[s], lanes8_mul(set->separation[s], lanes8_splat(0.5f))};
    distances[s] = lanes8_select(used8(set, s), distance8(at, from->at), lanes8_splat(-1));
  }
  return slot_of_greatest8(distances, lanes8_splat(-1)).slot;
}

/* The mask of the sets of which four points were chosen; that of the deepest point is known. */
CAROM__LANES8 static inline carom__lanes8 choose_four8(const point_set8 *set, carom__lanes8 near,
                                                       carom__lanes8 slots[4]) {
  carom__lanes8 areas[SLOTS8], opposite[SLOTS8];
  point8 first = point_at8(set, slots[0]);
  slots[1] = farthest8(set, &first);
  point8 second = point_at8(set, slots[1]);
  carom__lanes8 x = lanes8_sub(first.at[1], second.at[1]), y = lanes8_sub(second.at[0], first.at[0]);
  carom__lanes8 length = lanes8_sqrt(lanes8_add(lanes8_mul(x, x), lanes8_mul(y, y)));
  for (int s = 0; s < SLOTS8; s++) {
    carom__lanes8 area = lanes8_add(lanes8_mul(x, lanes8_sub(set->x[s], first.at[0])),
                                    lanes8_mul(y, lanes8_sub(set->y[s], first.at[1])));
    areas[s] = lanes8_and(used8(set, s), area);
    opposite[s] = lanes8_neg(areas[s]);
  }
  carom__lanes8 least = lanes8_mul(near, length);
  slot8 third = slot_of_greatest8(areas, least), fourth = slot_of_greatest8(opposite, least);
  slots[2] = third.slot, slots[3] = fourth.slot;
  return lanes8_and(third.found, fourth.found);
}

/* The first four slots that are used, and how many are. */
CAROM__LANES8 static inline carom__lanes8 list_slots8(const point_set8 *set, carom__lanes8 slots[4]) {
  carom__lanes8 count = lanes8_splat(0);
  for (int i = 0; i < 4; i++) slots[i] = lanes8_splat(0);
  for (int s = SLOTS8 - 1; s >= 0; s--) {
    carom__lanes8 used = used8(set, s);
    for (int i = 3; i > 0; i--) slots[i] = lanes8_select(used, slots[i - 1], slots[i]);
    slots[0] = lanes8_select(used, lanes8_splat((float)s), slots[0]);
    count = lanes8_add(count, lanes8_and(used, lanes8_splat(1)));
  }
  return count;
}

/* The mask of the sets of which two of the points are near each other. */
CAROM__LANES8 static inline carom__lanes8 any_near8(const point8 points[4], carom__lanes8 count,
                                                    carom__lanes8 near) {
  carom__lanes8 near2 = lanes8_mul(near, near), any = lanes8_splat(0);
  for (int j = 1; j < 4; j++) {
    carom__lanes8 listed = lanes8_gt(count, lanes8_splat((float)j));
    for (int i = 0; i < j; i++) {
      carom__lanes8 close = lanes8_ge(near2, distance8(points[i].at, points[j].at));
      any = lanes8_or(any, lanes8_and(listed, close));
    }
  }
  return any;
}

/* As carom__point_set_choose, the deepest point being in slot `first`. Returns the mask of the sets where
 * points may count as one: their points are undefined. */
CAROM__LANES8 static inline carom__lanes8 choose_points8(const point_set8 *set, carom__lanes8 first,
                                                         carom__lanes8 near, point8 points[4],
                                                         carom__lanes8 *count) {
  carom__lanes8 slots[4], chosen[4] = {first}, four = lanes8_splat(4), fewer = lanes8_splat(0);
  carom__lanes8 used = list_slots8(set, slots), many = lanes8_gt(used, four);
  if (lanes8_bits(many)) {
    fewer = lanes8_select(choose_four8(set, near, chosen), fewer, many);
    for (int i = 0; i < 4; i++) slots[i] = lanes8_select(many, chosen[i], slots[i]);
  }
  *count = lanes8_min(used, four);
  for (int i = 0; i < 4; i++) points[i] = point_at8(set, slots[i]);
  return lanes8_or(fewer, any_near8(points, *count, near));
}

#endif
