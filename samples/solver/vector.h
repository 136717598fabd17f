/* vector.h: the vector arithmetic of the solver; carom's own stays inside carom. */
#ifndef SOLVER_VECTOR_H
#define SOLVER_VECTOR_H

#include <carom/carom.h>
#include <math.h>

/* Without a call, which fmaxf and fminf cost for the sake of numbers that are none. */
static inline float greater(float a, float b) { return a > b ? a : b; }
static inline float lesser(float a, float b) { return a < b ? a : b; }

static inline carom_vec3 vec(float x, float y, float z) { return (carom_vec3){x, y, z}; }
static inline carom_vec3 scale(carom_vec3 v, float s) { return vec(v.x * s, v.y * s, v.z * s); }
static inline carom_vec3 add(carom_vec3 a, carom_vec3 b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline carom_vec3 sub(carom_vec3 a, carom_vec3 b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline carom_vec3 cross(carom_vec3 a, carom_vec3 b) {
  return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline carom_vec3 unit(carom_vec3 v) { return scale(v, 1 / sqrtf(dot(v, v))); }

/* A unit vector across another one. Only where |x| passes 0.577 does it jump, so never near an axis. */
static inline carom_vec3 across(carom_vec3 n) {
  return unit(fabsf(n.x) >= 0.577f ? vec(n.y, -n.x, 0) : vec(0, n.z, -n.y));
}

static inline carom_vec3 from_to(carom_pos from, carom_pos to) {
  return vec((float)(to.x - from.x), (float)(to.y - from.y), (float)(to.z - from.z));
}
static inline carom_pos moved(carom_pos p, carom_vec3 by) {
  return (carom_pos){p.x + (double)by.x, p.y + (double)by.y, p.z + (double)by.z};
}

static inline carom_vec3 transform(const carom_mat3 *m, carom_vec3 v) {
  return add(add(scale(m->x, v.x), scale(m->y, v.y)), scale(m->z, v.z));
}
static inline carom_vec3 transform_back(const carom_mat3 *m, carom_vec3 v) {
  return vec(dot(m->x, v), dot(m->y, v), dot(m->z, v));
}

static inline carom_mat3 axes_of(carom_quat q) {
  float x = q.x + q.x, y = q.y + q.y, z = q.z + q.z;
  return (carom_mat3){{1 - (q.y * y + q.z * z), q.x * y + q.w * z, q.x * z - q.w * y},
                      {q.x * y - q.w * z, 1 - (q.x * x + q.z * z), q.y * z + q.w * x},
                      {q.x * z + q.w * y, q.y * z - q.w * x, 1 - (q.x * x + q.y * y)}};
}

/* A rotation after a small turn about a vector, whose length is the angle. */
static inline carom_quat turned(carom_quat q, carom_vec3 by) {
  carom_vec3 t = scale(by, 0.5f);
  carom_quat r = {q.x + t.x * q.w + t.y * q.z - t.z * q.y, q.y + t.y * q.w + t.z * q.x - t.x * q.z,
                  q.z + t.z * q.w + t.x * q.y - t.y * q.x, q.w - t.x * q.x - t.y * q.y - t.z * q.z};
  float s = 1 / sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return (carom_quat){r.x * s, r.y * s, r.z * s, r.w * s};
}

#endif
