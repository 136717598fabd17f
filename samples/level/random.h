/* random.h: a random source of our own. The C library's differs between systems; with this one, and with
 * nothing but square roots on top of it, a seed gives the same scene everywhere. */
#ifndef LEVEL_RANDOM_H
#define LEVEL_RANDOM_H

#include <math.h>

#include "carom/carom.h"

/* splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t random_next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Uniform in low..high. */
static inline float random_between(uint64_t *state, float low, float high) {
  return low + (high - low) * (float)(random_next(state) >> 40) * 0x1p-24f;
}

/* A size in small..large: first an octave, then a place in it, so that each magnitude is about as likely. */
static inline float random_size(uint64_t *state, float small, float large) {
  uint32_t octaves = 1;
  for (float top = 2 * small; top < large; top *= 2) octaves++;
  float low = small;
  for (uint64_t up = random_next(state) % octaves; up > 0; up--) low *= 2;
  return random_between(state, low, fminf(2 * low, large));
}

/* Uniform on the unit ball's surface, by rejection. */
static inline carom_vec3 random_direction(uint64_t *state) {
  for (;;) {
    float x = random_between(state, -1, 1), y = random_between(state, -1, 1),
          z = random_between(state, -1, 1);
    float square = x * x + y * y + z * z;
    if (square > 0.01f && square < 1) {
      float scale = 1 / sqrtf(square);
      return (carom_vec3){x * scale, y * scale, z * scale};
    }
  }
}

/* Uniform on the rotations: the same, in four dimensions. */
static inline carom_quat random_rotation(uint64_t *state) {
  for (;;) {
    float x = random_between(state, -1, 1), y = random_between(state, -1, 1);
    float z = random_between(state, -1, 1), w = random_between(state, -1, 1);
    float square = x * x + y * y + z * z + w * w;
    if (square > 0.01f && square < 1) {
      float scale = 1 / sqrtf(square);
      return (carom_quat){x * scale, y * scale, z * scale, w * scale};
    }
  }
}

#endif
