/* pose.h: poses in the form the computations want, and the checks of poses that come from outside. */
#ifndef CAROM_BASE_POSE_H
#define CAROM_BASE_POSE_H

#include "carom/obb.h"
#include "vec.h"

/* A pose relative to another frame: p there = axes * p here + origin. */
typedef struct carom__relative {
  carom_vec3 origin;
  carom_mat3 axes;
} carom__relative;

static inline carom_vec3 relative_apply(const carom__relative *r, carom_vec3 p) {
  return vec3_add(mat3_mul_vec3(&r->axes, p), r->origin);
}
static inline carom_vec3 relative_unapply(const carom__relative *r, carom_vec3 p) {
  return mat3_tmul_vec3(&r->axes, vec3_sub(p, r->origin));
}
static inline carom__relative relative_inverse(const carom__relative *r) {
  return (carom__relative){vec3_neg(mat3_tmul_vec3(&r->axes, r->origin)), mat3_transpose(&r->axes)};
}
/* The pose of b as seen from a; the positions are subtracted in double. */
static inline carom__relative frame_relative(const carom_frame *a, const carom_frame *b) {
  return (carom__relative){mat3_tmul_vec3(&a->axes, pos_sub(b->origin, a->origin)),
                           mat3_tmul(&a->axes, &b->axes)};
}
/* In double, so that parts far from the origin of a large body are placed as exactly as near ones. */
static inline carom_pos frame_apply(const carom_frame *f, carom_vec3 p) {
  const carom_mat3 *m = &f->axes;
  double x = (double)p.x, y = (double)p.y, z = (double)p.z;
  return (carom_pos){f->origin.x + ((double)m->x.x * x + (double)m->y.x * y + (double)m->z.x * z),
                     f->origin.y + ((double)m->x.y * x + (double)m->y.y * y + (double)m->z.y * z),
                     f->origin.z + ((double)m->x.z * x + (double)m->y.z * y + (double)m->z.z * z)};
}
static inline carom_vec3 frame_unapply(const carom_frame *f, carom_pos p) {
  return mat3_tmul_vec3(&f->axes, pos_sub(p, f->origin));
}
static inline carom__relative local_pose_to_relative(carom_local_pose p) {
  return (carom__relative){p.position, quat_to_mat3(p.rotation)};
}
static inline carom_frame pose_to_frame(const carom_pose *p) {
  return (carom_frame){p->position, quat_to_mat3(p->rotation)};
}
/* The frame of something that sits at `local` on the frame f. */
static inline carom_frame frame_compose(const carom_frame *f, const carom__relative *local) {
  return (carom_frame){frame_apply(f, local->origin), mat3_mul(&f->axes, &local->axes)};
}

/* Accepts a rotation from outside: a zero one becomes the identity, one within 1e-3 of unit length is
 * normalised (an exact unit stays as it is), any other gives CAROM_NOT_UNIT or CAROM_NOT_FINITE. */
carom_status carom__quat_accept(carom_quat *rotation);
/* The same for positions: finite and within CAROM_POSITION_MAX. */
carom_status carom__pos_check(const carom_pos *position);
carom_status carom__pose_accept(carom_pose *pose);
carom_status carom__local_pose_accept(carom_local_pose *pose);

/* Rounds a world box, given by centre and half extents, outward to floats. */
carom_aabb carom__aabb_around(carom_pos center, carom_vec3 half);

static inline carom_aabb aabb_union(carom_aabb a, carom_aabb b) {
  return (carom_aabb){vec3_min(a.min, b.min), vec3_max(a.max, b.max)};
}
static inline bool aabb_overlap(const carom_aabb *a, const carom_aabb *b) {
  return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
         a->min.z <= b->max.z && b->min.z <= a->max.z;
}

#endif
