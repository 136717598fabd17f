/* stateless_anchors.c: where contact points lie on the two surfaces. */
#include "carom/collide.h"
#include "pose.h"

/* A normal is a unit vector, up to rounding. */
#define LONGEST_NORMAL 1.001f

static carom_status check_point(const carom_contact_point *p) {
  const double values[4] = {p->position.x, p->position.y, p->position.z, (double)p->separation};
  for (int i = 0; i < 4; i++)
    if (!double_is_finite(values[i])) return CAROM_NOT_FINITE;
  for (int i = 0; i < 4; i++)
    if (fabs(values[i]) > CAROM__CONTACT_MOST) return CAROM_OUT_OF_RANGE;
  return CAROM_OK;
}

static carom_status check_points(const carom_contact_point *points, size_t count) {
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < count && !status; i++) status = check_point(&points[i]);
  return status;
}

static carom_status check_normal(carom_vec3 normal) {
  if (!vec3_is_finite(normal)) return CAROM_NOT_FINITE;
  return vec3_is_within(normal, LONGEST_NORMAL) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* The position is midway between the surfaces. */
static carom_anchors anchors_of(const carom_contact_point *point, carom_vec3 normal, const carom_frame *a,
                                const carom_frame *b) {
  carom_vec3 half = vec3_scale(normal, 0.5f * point->separation);
  return (carom_anchors){frame_unapply(a, pos_add(point->position, vec3_neg(half))),
                         frame_unapply(b, pos_add(point->position, half))};
}

carom_status carom_contact_points_get_anchors(const carom_contact_point *points, size_t count,
                                              carom_vec3 normal, const carom_pose *pose_a,
                                              const carom_pose *pose_b, carom_anchors *out) {
  if (!pose_a || !pose_b || (count > 0 && (!points || !out))) return CAROM_NULL_ARGUMENT;
  carom_pose a = *pose_a, b = *pose_b;
  carom_status status = carom__pose_accept(&a);
  if (!status) status = carom__pose_accept(&b);
  if (!status) status = check_normal(normal);
  if (!status) status = check_points(points, count);
  if (status) return status;
  const carom_frame frame_a = pose_to_frame(&a), frame_b = pose_to_frame(&b);
  for (size_t i = 0; i < count; i++) out[i] = anchors_of(&points[i], normal, &frame_a, &frame_b);
  return CAROM_OK;
}
