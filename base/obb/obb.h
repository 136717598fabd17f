/* obb.h: the functions of carom/obb.h without the checks, for the layers above. */
#ifndef CAROM_BASE_OBB_H
#define CAROM_BASE_OBB_H

#include "dvec.h"
#include "pose.h"

/* How far axes may be from orthonormal: the cosines between them, and the squares of their lengths from 1.
 * The square of a length within t of 1 is within 2 t of 1, to first order. */
#define CAROM__OBB_MOST_COSINE 1e-3f
#define CAROM__OBB_MOST_EXCESS 2e-3f

/* The same of a rotation that was rounded, or of the rounded product of two: the fast tests take such axes
 * for orthonormal. */
#define CAROM__OBB_ROUNDED 0x1p-21f

/* Do two boxes overlap, when b is at center_b - center_a = offset (in the frame that both axes are in)? The
 * cofactor form of the fifteen axes, branchless; see carom_obb_overlap for its bound. Exchanging a and b may
 * change the answer while the gap is within that bound. The fourth lane has no meaning. */
bool carom__obb_overlap_lanes(const carom_obb *a, const carom_obb *b, carom__lanes offset);

static inline bool carom__obb_overlap_at(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  return carom__obb_overlap_lanes(a, b, lanes_from_vec3(offset));
}

/* The centre, and what lies beside it in the fourth lane. */
static inline carom__lanes obb_load_center(const carom_obb *box) { return lanes_load((const float *)box); }

static inline bool carom__obb_overlap(const carom_obb *a, const carom_obb *b) {
  return carom__obb_overlap_lanes(a, b, lanes_sub(obb_load_center(b), obb_load_center(a)));
}

/* The box as seen from the frame that `pose` leads into. */
static inline carom_obb obb_transform(const carom_obb *box, const carom__relative *pose) {
  return (carom_obb){relative_apply(pose, box->center), mat3_mul(&pose->axes, &box->axes), box->half};
}

/* The same for boxes whose axes are orthonormal to 1e-3 only: of the solids that they span, in double, by the
 * same tolerance. */
bool carom__obb_overlap_skew(const carom_obb *a, const carom_obb *b);

/* What each public function asks of a box, and of a point or a translation. */
carom_status carom__obb_check(const carom_obb *box);
/* Is a box that is accepted one that carom__obb_overlap is meant for, orthonormal but for rounding? */
bool carom__obb_is_straight(const carom_obb *box);
carom_status carom__point_check(carom_vec3 point);

void carom__obb_from_points(const carom_vec3 *points, size_t count, carom_obb *out);
carom_aabb carom__obb_bounds(const carom_obb *box); /* rounded outward */
/* Cast a ray against a box anywhere, and against one that lies around the origin and along the axes. */
void carom__box_cast_ray(carom_vec3 half, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out);
void carom__obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation, carom_obb_hit *out);

#endif
