/* pose.h: poses in the form that computations use, and checks of the poses that a game passes in. */
#ifndef CAROM_BASE_POSE_H
#define CAROM_BASE_POSE_H

#include <string.h>

#include "carom/obb.h"
#include "lanes.h"
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
_Static_assert(sizeof(carom_mat3) == 9 * sizeof(float) && sizeof(carom__relative) == 12 * sizeof(float),
               "no gaps");

/* The columns of a matrix, whose fourth lanes may be anything, and a matrix of its columns. Both go by the
 * same words, because what is loaded across two stores waits until they are in the cache. */
static inline void mat3_load_lanes(const carom_mat3 *m, carom__lanes columns[3]) {
  const float *floats = (const float *)m;
  carom__lanes low = lanes_load(floats), high = lanes_load(floats + 4);
  columns[0] = low;
  columns[1] = lanes_wxyz(lanes_join_low(high, lanes_zwxy(low)));
  columns[2] = lanes_join_low(lanes_zwxy(high), lanes_set(floats[8], 0, 0, 0));
}
static inline void mat3_store(carom_mat3 m, carom_mat3 *out) {
  float *floats = (float *)out;
  lanes_store(floats, lanes_set(m.x.x, m.x.y, m.x.z, m.y.x));
  lanes_store(floats + 4, lanes_set(m.y.y, m.y.z, m.z.x, m.z.y));
  floats[8] = m.z.z;
}

static inline void relative_store_lanes(carom__lanes origin, const carom__lanes columns[3],
                                        carom__relative *out) {
  float *floats = (float *)out;
  carom__lanes x = lanes_yzx(columns[0]), y = columns[1], z = columns[2];
  lanes_store(floats, lanes_join_low(origin, lanes_zip_high(origin, x)));
  lanes_store(floats + 4, lanes_join_low(x, y));
  lanes_store(floats + 8, lanes_join_low(lanes_zip_low(lanes_zxy(y), z), lanes_yzx(z)));
}

/* The same words back. The fourth lanes may be anything. */
static inline void relative_load_lanes(const carom__relative *r, carom__lanes *origin,
                                       carom__lanes columns[3]) {
  const float *floats = (const float *)r;
  carom__lanes low = *origin = lanes_load(floats), middle = lanes_load(floats + 4),
               high = lanes_load(floats + 8);
  columns[0] = lanes_wxyz(lanes_join_low(middle, lanes_zwxy(low)));
  columns[1] = lanes_join_low(lanes_zwxy(middle), high);
  columns[2] = lanes_yzwx(high);
}

/* The pose of b as seen from a; the positions are subtracted in double. */
static inline void frame_relative_lanes(const carom_frame *a, const carom_frame *b, carom__lanes *origin,
                                        carom__lanes columns[3]) {
  carom__lanes axes_a[3], axes_b[3], rows_a[3];
  mat3_load_lanes(&a->axes, axes_a);
  mat3_load_lanes(&b->axes, axes_b);
  lanes_transpose(axes_a, rows_a);
  *origin = lanes_combine(rows_a, lanes_from_vec3(pos_sub(b->origin, a->origin)));
  for (int i = 0; i < 3; i++) columns[i] = lanes_combine(rows_a, axes_b[i]);
}
static inline carom__relative frame_relative(const carom_frame *a, const carom_frame *b) {
  carom__lanes origin, columns[3];
  carom__relative result;
  frame_relative_lanes(a, b, &origin, columns);
  relative_store_lanes(origin, columns, &result);
  return result;
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
/* The pose of something that sits at `inner` on what sits at `outer`. */
static inline carom_local_pose local_pose_compose(const carom_local_pose *outer,
                                                  const carom_local_pose *inner) {
  carom__relative place = local_pose_to_relative(*outer);
  return (carom_local_pose){relative_apply(&place, inner->position),
                            quat_normalize(quat_mul(outer->rotation, inner->rotation))};
}
static inline carom_frame pose_to_frame(const carom_pose *p) {
  return (carom_frame){p->position, quat_to_mat3(p->rotation)};
}
/* Is it a pose of the plane (carom/planar.h)? */
static inline bool quat_is_planar(carom_quat q) { return q.x == 0 && q.y == 0; }
static inline bool pose_is_planar(const carom_pose *p) {
  return p->position.z == 0 && quat_is_planar(p->rotation);
}
static inline bool local_pose_is_planar(const carom_local_pose *p) {
  return p->position.z == 0 && quat_is_planar(p->rotation);
}
static inline bool velocity_is_planar(carom_vec3 linear, carom_vec3 angular) {
  return linear.z == 0 && angular.x == 0 && angular.y == 0;
}
/* The same to the last bit? By parts, because one of the two may be in registers. */
static inline bool float_is_same(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }
static inline bool double_is_same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }
static inline bool pos_is_same(const carom_pos *a, const carom_pos *b) {
  return double_is_same(a->x, b->x) && double_is_same(a->y, b->y) && double_is_same(a->z, b->z);
}
static inline bool quat_is_same(const carom_quat *a, const carom_quat *b) {
  return float_is_same(a->x, b->x) && float_is_same(a->y, b->y) && float_is_same(a->z, b->z) &&
         float_is_same(a->w, b->w);
}
static inline bool pose_is_same(const carom_pose *a, const carom_pose *b) {
  return pos_is_same(&a->position, &b->position) && quat_is_same(&a->rotation, &b->rotation);
}
/* The frame of something that sits at `local` on the frame f. */
static inline carom_frame frame_compose(const carom_frame *f, const carom__relative *local) {
  return (carom_frame){frame_apply(f, local->origin), mat3_mul(&f->axes, &local->axes)};
}

/* False for what is no number, without an exception, and so are those below. */
static inline bool pos_is_in_range(carom_pos p) {
  return islessequal(fabs(p.x), CAROM_POSITION_MAX) && islessequal(fabs(p.y), CAROM_POSITION_MAX) &&
         islessequal(fabs(p.z), CAROM_POSITION_MAX);
}
/* No depth of a contact is greater, and no coordinate of a point of it: those of half-spaces may be as deep
 * as the world is wide, and lie beyond it. */
#define CAROM__CONTACT_MOST (4 * CAROM_POSITION_MAX)
static inline double quat_length_squared(carom_quat q) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
  return x * x + y * y + z * z + w * w;
}
/* Squares of the lengths within 1e-3 of one. */
#define CAROM__NEAR_UNIT_LEAST (0.999 * 0.999)
#define CAROM__NEAR_UNIT_MOST (1.001 * 1.001)
static inline bool quat_is_near_unit(carom_quat q) {
  double squared = quat_length_squared(q);
  return isgreaterequal(squared, CAROM__NEAR_UNIT_LEAST) && islessequal(squared, CAROM__NEAR_UNIT_MOST);
}
/* Whether x is beyond a positive limit, or no number, without an exception: the sign of what is returned. */
static inline int64_t double_room(double x, double limit) {
  return (int64_t)double_bits(limit) - (int64_t)(double_bits(x) & INT64_MAX);
}
static inline int64_t pos_room(const carom_pos *p) {
  return double_room(p->x, CAROM_POSITION_MAX) | double_room(p->y, CAROM_POSITION_MAX) |
         double_room(p->z, CAROM_POSITION_MAX);
}
/* The same of a rotation whose squared length this is, off the squares above by little. */
static inline int64_t unit_room(double squared) { return double_room(squared - 1, 0.00199); }

/* x, or zero where |x| is not above the limit: by the bits, because compilers make a branch of it otherwise.
 */
static inline double double_beyond(double x, double limit) {
  uint64_t bits;
  int64_t most;
  memcpy(&bits, &x, sizeof bits);
  memcpy(&most, &limit, sizeof most);
  bits &= 0 - (uint64_t)((int64_t)(bits & INT64_MAX) > most);
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* What makes a rotation a unit when its squared length is this. Rounding to floats moves the squared length
 * of a unit by 2 u, u = 2^-24, and a little for u^2; what is as near to a unit as that stays, so that what
 * was normalised here once is taken bit by bit ever after. Whether it is so near is a matter of chance, hence
 * no branch. Of the series of 1 / sqrt(1 + off) the first four terms tell more than floats hold, because off
 * is 2e-3 at most. */
#define CAROM__UNIT_OFF 0x1.01p-23
static inline double quat_unit_scale(double squared) {
  double off = double_beyond(squared - 1, CAROM__UNIT_OFF);
  return 1 - off * (0.5 - off * (0.375 - off * 0.3125));
}

/* What a rotation that was checked is taken as: zero as the identity, others normalised. */
static inline carom_quat quat_to_unit(carom_quat q) {
  double squared = quat_length_squared(q), s = quat_unit_scale(squared);
  if (squared == 0) return quat_identity();
  return (carom_quat){(float)((double)q.x * s), (float)((double)q.y * s), (float)((double)q.z * s),
                      (float)((double)q.w * s)};
}
/* The same where the squared length is known. The branch pays for few rotations at a time: it is most often
 * the same, and what follows need not wait for the series. */
static inline carom_quat quat_near_to_unit(carom_quat q, double squared) {
  return double_room(squared - 1, CAROM__UNIT_OFF) >= 0 ? q : quat_to_unit(q);
}

/* Accepts a rotation from outside: a zero one becomes the identity, one within 1e-3 of unit length is
 * normalised (an exact unit stays as it is), any other gives CAROM_NOT_UNIT or CAROM_NOT_FINITE. */
carom_status carom__quat_accept(carom_quat *rotation);
/* The same for positions: finite and within CAROM_POSITION_MAX. */
carom_status carom__pos_check(const carom_pos *position);
carom_status carom__pose_accept(carom_pose *pose);
carom_status carom__pose_check(const carom_pose *pose); /* what carom__pose_accept would say */
carom_status carom__local_pose_accept(carom_local_pose *pose);

/* A float below a + b, if only by a few units in the last place: rounding to float adds at most 2^-24 of what
 * is rounded, or 2^-150, and rounding to double much less. To do it exactly would take three times as long.
 */
static inline float float_below_sum(double a, double b) {
  double sum = a + b;
  return (float)(sum - fabs(sum) * (0x1p-24 + 0x1p-40) - 0x1p-149);
}

/* A box in floats around the one of the world that centre and half extents give, by a few units in the last
 * place. */
static inline carom_aabb aabb_around(carom_pos center, carom_vec3 half) {
  double x = (double)half.x, y = (double)half.y, z = (double)half.z;
  return (carom_aabb){
      {float_below_sum(center.x, -x), float_below_sum(center.y, -y), float_below_sum(center.z, -z)},
      {-float_below_sum(-center.x, -x), -float_below_sum(-center.y, -y), -float_below_sum(-center.z, -z)}};
}

/* The box and all that is within a distance along an axis, rounded outward. */
static inline carom_aabb aabb_grown(carom_aabb box, float by) {
  const double d = (double)by;
  return (carom_aabb){{float_below_sum((double)box.min.x, -d), float_below_sum((double)box.min.y, -d),
                       float_below_sum((double)box.min.z, -d)},
                      {-float_below_sum(-(double)box.max.x, -d), -float_below_sum(-(double)box.max.y, -d),
                       -float_below_sum(-(double)box.max.z, -d)}};
}

static inline carom_aabb aabb_union(carom_aabb a, carom_aabb b) {
  return (carom_aabb){vec3_min(a.min, b.min), vec3_max(a.max, b.max)};
}
static inline bool aabb_overlap(const carom_aabb *a, const carom_aabb *b) {
  return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
         a->min.z <= b->max.z && b->min.z <= a->max.z;
}

#endif
