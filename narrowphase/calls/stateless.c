/* stateless.c: pairs of shapes, alone: what comes from outside is checked and placed, then answered. */
#include "stateless.h"

#include "distance.h"
#include "inline.h"
#include "pose.h"
#include "shape_class.h"

carom_status carom_place(const carom_shape *shape, const carom_pose *pose, carom_placed *out) {
  if (!shape || !pose || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_site(shape, pose);
  if (status) return status;
  out->shape = *shape;
  locate_site(carom__kind_entry_of(shape->kind), pose, false, &out->frame);
  out->ready = CAROM__PLACED;
  return CAROM_OK;
}

carom_status carom__call_pair(carom__pair_call *call, const carom_placed *a, const carom_placed *b,
                              carom_pair_cache *cache, void *out) {
  return shapes_are_akin(&a->shape, &b->shape) ? call(site_of(a), site_of(b), cache, out)
                                               : CAROM_WRONG_FAMILY;
}

/* --- Shapes and poses --- */

carom_status carom__site_check(const carom_shape *shape, const carom_pose *pose) {
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__pose_check(pose);
  return status || !shape_is_planar(shape) || pose_is_planar(pose) ? status : CAROM_NOT_PLANAR;
}

/* What carom_place would do with both shapes, in the order in which it would refuse them. Of those that are
 * in order it is asked about few: of rotations that are zero, and far away. */
static CAROM__NEVER_INLINE carom_status place_each(const carom_shape *a, const carom_pose *pose_a,
                                                   const carom_shape *b, const carom_pose *pose_b,
                                                   carom_frame out[2]) {
  carom_status status = check_site(a, pose_a);
  if (!status) status = check_site(b, pose_b);
  if (!status && !shapes_are_akin(a, b)) status = CAROM_WRONG_FAMILY;
  if (status) return status;
  locate_site(carom__kind_entry_of(a->kind), pose_a, false, &out[0]);
  locate_site(carom__kind_entry_of(b->kind), pose_b, false, &out[1]);
  return CAROM_OK;
}

/* The class of the pair, or else the one of no kind, which has nothing of its own. */
static inline carom_status place_pair(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                      const carom_pose *pose_b, const void *out,
                                      const carom__pair_class **class, carom_frame places[2]) {
  if (!a || !pose_a || !b || !pose_b || !out) return CAROM_NULL_ARGUMENT;
  bool known = (unsigned)a->kind < CAROM__KIND_COUNT && (unsigned)b->kind < CAROM__KIND_COUNT;
  *class = known ? pair_class_of(a, b) : &carom__pair_classes[CAROM_NO_SHAPE][CAROM_NO_SHAPE];
  carom__place_fn *place = (*class)->place ? (*class)->place : carom__place_any;
  return place(a, pose_a, b, pose_b, places) ? CAROM_OK : place_each(a, pose_a, b, pose_b, places);
}

/* Where the pair's own forms do not tell, the general way reads all of both frames. */
static inline void place_rest(const carom__pair_class *class, const carom_shape *a, const carom_pose *pose_a,
                              const carom_shape *b, const carom_pose *pose_b, carom_frame places[2]) {
  if (class->place_in_part) (void)place_each(a, pose_a, b, pose_b, places);
}

carom_status carom__margin_check(float margin) {
  if (!float_is_finite(margin)) return CAROM_NOT_FINITE;
  return margin >= 0 && margin <= CAROM_SIZE_MAX ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom_collide(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                           const carom_pose *pose_b, carom_manifold *out) {
  const carom__pair_class *class;
  carom_frame places[2];
  carom_status status = place_pair(a, pose_a, b, pose_b, out, &class, places);
  if (status) return status;
  carom__site site_a = {a, &places[0]}, site_b = {b, &places[1]};
  if (class->collide_sites && class->collide_sites(site_a, site_b, out)) return CAROM_OK;
  place_rest(class, a, pose_a, b, pose_b, places);
  return carom__call_collide(site_a, site_b, NULL, out);
}

carom_status carom_collide_within(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                  const carom_pose *pose_b, float margin, carom_manifold *out) {
  carom_placed placed_a, placed_b;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status) status = carom__margin_check(margin);
  if (!status && !shapes_are_akin(a, b)) status = CAROM_WRONG_FAMILY;
  return status ? status : carom__call_collide_within(site_of(&placed_a), site_of(&placed_b), margin, out);
}

carom_status carom_overlap(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                           const carom_pose *pose_b, bool *out) {
  const carom__pair_class *class;
  carom_frame places[2];
  carom_status status = place_pair(a, pose_a, b, pose_b, out, &class, places);
  if (status) return status;
  carom__site site_a = {a, &places[0]}, site_b = {b, &places[1]};
  carom__touch_state touch = class->touch ? class->touch(site_a, site_b) : CAROM__TOUCH_UNKNOWN;
  if (touch == CAROM__TOUCH_UNKNOWN) {
    place_rest(class, a, pose_a, b, pose_b, places);
    return carom__overlap_untold(class, site_a, site_b, NULL, out);
  }
  *out = touch == CAROM__TOUCHING;
  return CAROM_OK;
}

static carom_status measure(bool with_depth, const carom_shape *a, const carom_pose *pose_a,
                            const carom_shape *b, const carom_pose *pose_b, carom_distance_result *out) {
  const carom__pair_class *class;
  carom_frame places[2];
  carom_status status = place_pair(a, pose_a, b, pose_b, out, &class, places);
  if (status) return status;
  carom__site site_a = {a, &places[0]}, site_b = {b, &places[1]};
  if (pair_measure_sites(class, with_depth, site_a, site_b, out)) return CAROM_OK;
  place_rest(class, a, pose_a, b, pose_b, places);
  return with_depth ? carom__call_signed_distance(site_a, site_b, NULL, out)
                    : carom__call_distance(site_a, site_b, NULL, out);
}

carom_status carom_distance(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                            const carom_pose *pose_b, carom_distance_result *out) {
  return measure(false, a, pose_a, b, pose_b, out);
}

carom_status carom_signed_distance(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                   const carom_pose *pose_b, carom_distance_result *out) {
  return measure(true, a, pose_a, b, pose_b, out);
}

/* --- A shape and a point --- */

carom_status carom_distance_to_point(const carom_shape *shape, const carom_pose *pose, const carom_pos *point,
                                     carom_point_distance *out) {
  carom_frame frame;
  if (!point || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_site(shape, pose);
  if (!status) status = carom__pos_check(point);
  if (!status && shape_is_planar(shape) && point->z != 0) status = CAROM_NOT_PLANAR;
  if (status) return status;
  locate_site(carom__kind_entry_of(shape->kind), pose, false, &frame);
  return carom__distance_to_point(shape, &frame, *point, out);
}

/* --- Placed shapes --- */

static carom_status check_and_call(carom__pair_call *call, const carom_placed *a, const carom_placed *b,
                                   carom_pair_cache *cache, void *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  if (!carom__is_placed(a) || !carom__is_placed(b)) return CAROM_NOT_PLACED;
  return carom__call_pair(call, a, b, cache, out);
}

carom_status carom_collide_placed(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                  carom_manifold *out) {
  return check_and_call(carom__call_collide, a, b, cache, out);
}

carom_status carom_overlap_placed(const carom_placed *a, const carom_placed *b, bool *out) {
  return check_and_call(carom__call_overlap, a, b, NULL, out);
}

carom_status carom_distance_placed(const carom_placed *a, const carom_placed *b, carom_pair_cache *cache,
                                   carom_distance_result *out) {
  return check_and_call(carom__call_distance, a, b, cache, out);
}

carom_status carom_signed_distance_placed(const carom_placed *a, const carom_placed *b,
                                          carom_pair_cache *cache, carom_distance_result *out) {
  return check_and_call(carom__call_signed_distance, a, b, cache, out);
}
