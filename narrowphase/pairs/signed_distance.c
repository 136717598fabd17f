/* signed_distance.c: how far apart or how deep, with no preference among axes. */
#include "signed_distance.h"

#include "collide.h"
#include "collide_box.h"
#include "collide_boxes.h"
#include "collide_sphere_frustum.h"
#include "planar_pair.h"

/* How far the points of two boxes may be off these, in sizes. */
#define BOX_ROUNDING (4 * 0x1p-24f)

/* Near touch the manifold decides on which side of zero the distance is, so that all functions agree. */
static carom_status settle(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           double near, carom__touch_state touch, carom__separation *out) {
  if (touch == CAROM__TOUCH_UNKNOWN) {
    carom__manifold manifold;
    if (fabs((double)out->distance) > near) return CAROM_OK;
    carom_status status = carom__collide(a, b, b_in_a, &manifold);
    if (status) return status;
    touch = manifold.count > 0 ? CAROM__TOUCHING : CAROM__APART;
  }
  out->distance = touch == CAROM__TOUCHING ? lesser_float(out->distance, 0) : fmaxf(out->distance, 0x1p-126f);
  return CAROM_OK;
}

static const carom__point *deepest_of(const carom__manifold *manifold) {
  const carom__point *deepest = &manifold->points[0];
  for (uint32_t i = 1; i < manifold->count; i++)
    if (manifold->points[i].separation < deepest->separation) deepest = &manifold->points[i];
  return deepest;
}

/* Is a point in a box, up to rounding? */
static bool is_in(carom_vec3 half, carom_vec3 p, float slack) {
  return fabsf(p.x) <= half.x + slack && fabsf(p.y) <= half.y + slack && fabsf(p.z) <= half.z + slack;
}

/* Sharp boxes that touch: the least of the fifteen axes is exact, and found sooner than by EPA. False for all
 * others, and where several axes are all but the least, so that the boxes do not meet along this one. */
static bool measure_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                          carom__separation *out) {
  carom__box_pair pair;
  carom__manifold manifold;
  if (!shape_is_sharp_box(a) || !shape_is_sharp_box(b)) return false;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat_least(&pair);
  if (!axis.touch) return false;
  carom__box_contact(&pair, &axis, &manifold);
  const carom__point *deepest = deepest_of(&manifold);
  out->distance = deepest->separation;
  out->normal = manifold.normal;
  out->point_a = vec3_mad(deepest->position, manifold.normal, -0.5f * deepest->separation);
  out->point_b = vec3_mad(deepest->position, manifold.normal, 0.5f * deepest->separation);
  float slack = BOX_ROUNDING * pair.size;
  return is_in(a->geometry.box.half, out->point_a, slack) &&
         is_in(b->geometry.box.half, relative_unapply(b_in_a, out->point_b), slack);
}

carom_status carom__signed_distance_warm(const carom_shape *a, const carom_shape *b,
                                         const carom__relative *b_in_a, carom__touch_state touch,
                                         carom__simplex_cache *memory, carom__separation *out) {
  if (shape_is_planar(a)) {
    carom__measure_planar(a, b, b_in_a, out);
    return CAROM_OK;
  }
  if (carom__distance_of_sphere_frustum(a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__APART && measure_boxes(a, b, b_in_a, out)) return CAROM_OK;
  if (touch != CAROM__TOUCHING && carom__distance_of_boxes(a, b, b_in_a, &touch, out)) return CAROM_OK;
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom_status status = carom__gjk_warm(&cores, memory, &gjk);
  status = carom__distance_measure(&cores, status, &gjk, out);
  return status ? status : settle(a, b, b_in_a, 4 * cores.touch, touch, out);
}
