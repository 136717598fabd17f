/* dice.h: random numbers that follow from a seed and an id, so that each rank throws the same for a body. */
#ifndef CLUSTER_DICE_H
#define CLUSTER_DICE_H

#include <carom/carom.h>

/* splitmix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t dice_next(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* The dice of an id. */
static inline uint64_t dice_of(uint64_t seed, uint64_t id) {
  uint64_t state = id;
  return dice_next(&state) ^ seed;
}

static inline uint32_t dice_below(uint64_t *state, uint32_t end) {
  return (uint32_t)((dice_next(state) >> 32) * end >> 32);
}

/* Uniform in low..high. */
static inline float dice_between(uint64_t *state, float low, float high) {
  return low + (high - low) * (float)(dice_next(state) >> 40) * 0x1p-24f;
}

#endif
