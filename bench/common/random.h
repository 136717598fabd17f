/* random.h: random numbers, vectors and rotations; the same in every run. */
#ifndef CAROM_BENCH_RANDOM_H
#define CAROM_BENCH_RANDOM_H

#include <carom/types.h>
#include <math.h>

/* splitmix64 (Steele, Lea and Flood, 2014), as a float in low..high. */
static inline float random_in(uint64_t *state, float low, float high) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return low + (high - low) * (float)((z ^ (z >> 31)) >> 40) * 0x1p-24f;
}

/* Between 10^low and 10^high, each magnitude as likely. */
static inline float random_magnitude(uint64_t *state, float low, float high) {
  return powf(10, random_in(state, low, high));
}

static inline carom_vec3 random_vec3(uint64_t *state, float low, float high) {
  float x = random_in(state, low, high), y = random_in(state, low, high);
  return (carom_vec3){x, y, random_in(state, low, high)};
}

/* Uniform on the unit sphere (rejection from the cube). */
static inline carom_vec3 random_direction(uint64_t *state) {
  for (;;) {
    carom_vec3 v = random_vec3(state, -1, 1);
    float square = v.x * v.x + v.y * v.y + v.z * v.z;
    if (square < 0.01f || square > 1) continue;
    float s = 1 / sqrtf(square);
    return (carom_vec3){v.x * s, v.y * s, v.z * s};
  }
}

/* A turn by up to the angle about a random axis. */
static inline carom_quat random_turn(uint64_t *state, float angle) {
  carom_vec3 axis = random_direction(state);
  float half = random_in(state, 0, angle) / 2, s = sinf(half);
  return (carom_quat){axis.x * s, axis.y * s, axis.z * s, cosf(half)};
}

/* Uniform on the rotations (rejection from the 4-ball). */
static inline carom_quat random_rotation(uint64_t *state) {
  for (;;) {
    carom_vec3 v = random_vec3(state, -1, 1);
    float w = random_in(state, -1, 1), square = v.x * v.x + v.y * v.y + v.z * v.z + w * w;
    if (square < 0.01f || square > 1) continue;
    float s = 1 / sqrtf(square);
    return (carom_quat){v.x * s, v.y * s, v.z * s, w * s};
  }
}

/* First b, then a; made unit. */
static inline carom_quat quat_product(carom_quat a, carom_quat b) {
  carom_quat q = {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  float s = 1 / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return (carom_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

#endif
