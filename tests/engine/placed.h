/* placed.h: where colliders are, computed from what a world tells and not from what it keeps, and the
 * stateless answers of carom/collide.h for them: the slow and obviously right side of the tests of pairs and
 * queries. */
#ifndef CAROM_TEST_ENGINE_PLACED_H
#define CAROM_TEST_ENGINE_PLACED_H

#include "shape_class.h"
#include "support.h"

/* A collider by itself. */
typedef struct placed {
  carom_body body;
  carom_collider collider;
  carom_shape shape;
  carom_pose pose;
  carom_filter filter;
  bool sensor, still;
} placed;

/* a then b, as rotations; in double, then rounded to a unit. */
static inline carom_quat placed_turn(carom_quat b, carom_quat a) {
  double ax = (double)a.x, ay = (double)a.y, az = (double)a.z, aw = (double)a.w;
  double bx = (double)b.x, by = (double)b.y, bz = (double)b.z, bw = (double)b.w;
  double x = bw * ax + bx * aw + by * az - bz * ay, y = bw * ay - bx * az + by * aw + bz * ax;
  double z = bw * az + bx * ay - by * ax + bz * aw, w = bw * aw - bx * ax - by * ay - bz * az;
  double s = 1 / sqrt(x * x + y * y + z * z + w * w);
  return (carom_quat){(float)(x * s), (float)(y * s), (float)(z * s), (float)(w * s)};
}

/* p turned by q: p + 2 u x (u x p + w p). */
static inline carom_pos placed_apply(const carom_pose *pose, carom_vec3 v) {
  double ux = (double)pose->rotation.x, uy = (double)pose->rotation.y, uz = (double)pose->rotation.z;
  double w = (double)pose->rotation.w, x = (double)v.x, y = (double)v.y, z = (double)v.z;
  double cx = uy * z - uz * y + w * x, cy = uz * x - ux * z + w * y, cz = ux * y - uy * x + w * z;
  return (carom_pos){pose->position.x + x + 2 * (uy * cz - uz * cy),
                     pose->position.y + y + 2 * (uz * cx - ux * cz),
                     pose->position.z + z + 2 * (ux * cy - uy * cx)};
}

/* Not by w, which rounds to 1 for small angles. */
static inline bool placed_is_turned(carom_quat q) { return q.x != 0 || q.y != 0 || q.z != 0; }

static inline placed placed_of(const carom_world *world, carom_collider collider) {
  placed p = {.collider = collider};
  carom_pose body;
  carom_local_pose local;
  carom_body_kind kind;
  carom_collider_get_body(world, collider, &p.body);
  carom_collider_get_shape(world, collider, &p.shape);
  carom_collider_get_filter(world, collider, &p.filter);
  carom_collider_is_sensor(world, collider, &p.sensor);
  carom_body_get_kind(world, p.body, &kind);
  carom_body_get_pose(world, p.body, &body);
  carom_collider_get_local_pose(world, collider, &local);
  p.still = kind == CAROM_STATIC;
  p.pose = (carom_pose){placed_apply(&body, local.position), body.rotation};
  /* What is not turned keeps its bits. */
  if (!placed_is_turned(body.rotation))
    p.pose.rotation = local.rotation;
  else if (placed_is_turned(local.rotation))
    p.pose.rotation = placed_turn(body.rotation, local.rotation);
  return p;
}

/* Lists the colliders of the enabled ones of these bodies; returns their number. */
static inline size_t placed_list(const carom_world *world, const carom_body *bodies, size_t body_count,
                                 placed *out, size_t capacity) {
  size_t found = 0;
  for (size_t i = 0; i < body_count; i++) {
    carom_collider colliders[64];
    size_t count = 0;
    bool enabled = false;
    if (carom_body_is_enabled(world, bodies[i], &enabled) != CAROM_OK || !enabled) continue;
    carom_body_get_colliders(world, bodies[i], colliders, 64, &count);
    ck_assert_uint_le(count, 64);
    for (size_t k = 0; k < count && found < capacity; k++) out[found++] = placed_of(world, colliders[k]);
  }
  return found;
}

static inline bool placed_overlap(const placed *a, const placed *b) {
  bool overlap = false;
  if (shape_is_unbounded(&a->shape) && shape_is_unbounded(&b->shape)) return false;
  ck_assert_int_eq(carom_overlap(&a->shape, &a->pose, &b->shape, &b->pose, &overlap), CAROM_OK);
  return overlap;
}

/* Are two shapes so near to touching that the rounding of their poses may decide? */
static inline bool placed_is_close_call(const placed *a, const placed *b) {
  const float tolerance = 2e-5f;
  carom_distance_result apart;
  carom_manifold manifold;
  float depth = 0;
  if (carom_distance(&a->shape, &a->pose, &b->shape, &b->pose, &apart) != CAROM_OK) return false;
  if (apart.distance > 0) return apart.distance < tolerance;
  if (carom_collide(&a->shape, &a->pose, &b->shape, &b->pose, &manifold) != CAROM_OK) return false;
  for (uint32_t i = 0; i < manifold.point_count; i++) depth = fmaxf(depth, -manifold.points[i].separation);
  return depth < tolerance;
}

#endif
