/* oracle_real.h: the arithmetic of the references: 113 bits where the compiler has them, else what long
 * double has (113 bits as well on aarch64). */
#ifndef CAROM_TEST_ORACLE_REAL_H
#define CAROM_TEST_ORACLE_REAL_H

#include <float.h>
#include <math.h>

#include "carom/types.h"
#include "dvec.h"

#if defined(__SIZEOF_FLOAT128__) && LDBL_MANT_DIG < 113
__extension__ typedef __float128 oracle_real;
enum { ORACLE_BITS = 113 };
#else
typedef long double oracle_real;
enum { ORACLE_BITS = LDBL_MANT_DIG };
#endif

/* Many roundings in a row, as a part of what is rounded. */
#define ORACLE_ROUNDING ((oracle_real)ldexp(1, 10 - ORACLE_BITS))

/* A vector, and a rotation or another linear map by its columns. */
typedef struct rvec3 {
  oracle_real x, y, z;
} rvec3;
typedef struct rmat3 {
  rvec3 x, y, z;
} rmat3;

/* Newton's iteration doubles the 53 or 64 correct bits of the first value. */
static inline oracle_real real_sqrt(oracle_real x) {
  if (!(x > 0)) return 0;
  oracle_real y = (oracle_real)sqrtl((long double)x);
  if (!(y > 0)) return 0; /* it vanished in the shorter exponent */
  y = (y + x / y) / 2;
  return (y + x / y) / 2;
}

static inline rvec3 rvec(oracle_real x, oracle_real y, oracle_real z) { return (rvec3){x, y, z}; }
static inline rvec3 rvec_of(carom_vec3 a) {
  return rvec((oracle_real)a.x, (oracle_real)a.y, (oracle_real)a.z);
}
static inline rvec3 rvec_widen(carom__dvec3 a) {
  return rvec((oracle_real)a.x, (oracle_real)a.y, (oracle_real)a.z);
}
static inline carom__dvec3 rvec_narrow(rvec3 a) { return dvec3((double)a.x, (double)a.y, (double)a.z); }
static inline rvec3 rvec_sub(rvec3 a, rvec3 b) { return rvec(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline rvec3 rvec_scale(rvec3 a, oracle_real s) { return rvec(a.x * s, a.y * s, a.z * s); }
/* a + b s */
static inline rvec3 rvec_mad(rvec3 a, rvec3 b, oracle_real s) {
  return rvec(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline oracle_real rvec_dot(rvec3 a, rvec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline oracle_real rvec_length(rvec3 a) { return real_sqrt(rvec_dot(a, a)); }
static inline rvec3 rvec_cross(rvec3 a, rvec3 b) {
  return rvec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline rvec3 rmat_apply(const rmat3 *m, rvec3 v) {
  return rvec_mad(rvec_mad(rvec_scale(m->x, v.x), m->y, v.y), m->z, v.z);
}
static inline rmat3 rmat_of(const carom_mat3 *m) {
  return (rmat3){rvec_of(m->x), rvec_of(m->y), rvec_of(m->z)};
}
/* What a linear map does to the normals of planes, but for their length. */
static inline rmat3 rmat_cofactors(const rmat3 *m) {
  return (rmat3){rvec_cross(m->y, m->z), rvec_cross(m->z, m->x), rvec_cross(m->x, m->y)};
}

/* The rotation by a quaternion of any length; all zero is none. */
static inline rmat3 rmat_of_quat(carom_quat q) {
  oracle_real x = (oracle_real)q.x, y = (oracle_real)q.y, z = (oracle_real)q.z, w = (oracle_real)q.w;
  oracle_real square = x * x + y * y + z * z + w * w, s = square > 0 ? 2 / square : 0;
  return (rmat3){rvec(1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)),
                 rvec(s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)),
                 rvec(s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y))};
}

#endif
