/* box_distance.c: two boxes without a radius. */
#include "pair_class.h"

#include "box_gap.h"
#include "collide_box.h"
#include "collide_boxes.h"
#include "distance.h"

/* How far the points of two boxes may be off these, in sizes. */
#define BOX_ROUNDING (4 * 0x1p-24f)

/* Is a point in a box, up to rounding? */
static bool is_in(carom_vec3 half, carom_vec3 p, float slack) {
  return fabsf(p.x) <= half.x + slack && fabsf(p.y) <= half.y + slack && fabsf(p.z) <= half.z + slack;
}

/* The least of the fifteen axes is exact, and found sooner than by EPA. False where several axes are all but
 * the least, so that the boxes do not meet along this one. */
bool carom__depth_of_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out) {
  carom__box_pair pair;
  carom__manifold manifold;
  if (!are_sharp_boxes(a, b)) return false;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat_least(&pair);
  if (!axis.touch) return false;
  carom__box_contact(&pair, &axis, &manifold);
  const carom__point *deepest = &manifold.points[manifold_deepest(&manifold)];
  out->distance = deepest->separation;
  out->normal = manifold.normal;
  out->point_a = vec3_mad(deepest->position, manifold.normal, -0.5f * deepest->separation);
  out->point_b = vec3_mad(deepest->position, manifold.normal, 0.5f * deepest->separation);
  float slack = BOX_ROUNDING * pair.size;
  return is_in(a->geometry.box.half, out->point_a, slack) &&
         is_in(b->geometry.box.half, relative_unapply(b_in_a, out->point_b), slack);
}

carom__nearness carom__near_two_boxes(const carom_shape *a, const carom_shape *b,
                                      const carom__relative *b_in_a, float margin, carom__manifold *out) {
  carom__box_pair pair;
  if (!are_sharp_boxes(a, b)) return CAROM__NEARNESS_UNKNOWN;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  return carom__box_near(&pair, margin, out);
}

bool carom__points_two_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                             carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES],
                             uint32_t *count) {
  carom__box_pair pair;
  if (!are_sharp_boxes(a, b)) return false;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  return carom__box_points_along(&pair, normal, margin, out, count);
}

bool carom__gap_of_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                         carom__touch_state *touch, carom__separation *out) {
  carom__box_gap gap;
  carom__gjk_result found;
  if (!are_sharp_boxes(a, b)) return false;
  bool apart = carom__box_gap_find(a->geometry.box.half, b->geometry.box.half, b_in_a, &gap);
  if (*touch == CAROM__TOUCH_UNKNOWN) *touch = gap.touch ? CAROM__TOUCHING : CAROM__APART;
  if (!apart || *touch == CAROM__TOUCHING || !carom__box_gap_measure(&gap, &found)) return false;
  out->distance = (float)found.distance;
  out->normal = dvec3_narrow(found.normal);
  out->point_a = dvec3_narrow(found.point_a);
  out->point_b = dvec3_narrow(found.point_b);
  return true;
}
