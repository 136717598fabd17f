/* random.h: numbers, rotations and hashes that need nothing of the C library but a square root, so that every
 * platform makes the same shapes at the same poses. */
#ifndef CAROM_BITS_RANDOM_H
#define CAROM_BITS_RANDOM_H

#include <carom/collide.h>
#include <math.h>
#include <string.h>

/* xorshift64 (Marsaglia, 2003). */
static inline uint64_t bits_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  return *state ^= *state << 17;
}

static inline uint32_t bits_below(uint64_t *state, uint32_t bound) {
  return (uint32_t)(bits_random(state) >> 32) % bound;
}

static inline float bits_uniform(uint64_t *state, float low, float high) {
  return low + (high - low) * ((float)(bits_random(state) >> 40) * 0x1p-24f);
}

static inline carom_vec3 bits_vec3(uint64_t *state, float low, float high) {
  float x = bits_uniform(state, low, high), y = bits_uniform(state, low, high);
  return (carom_vec3){x, y, bits_uniform(state, low, high)};
}

/* A turn whose axis has a length of at most `amount` times the square root of 3, against a real part of 1; 0
 * is no turn, and 1 reaches 120 degrees. */
static inline carom_quat bits_turn(uint64_t *state, float amount) {
  carom_vec3 v = bits_vec3(state, -amount, amount);
  float s = 1 / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1);
  return (carom_quat){v.x * s, v.y * s, v.z * s, s};
}

/* FNV-1a (Fowler, Noll and Vo), a 32-bit word at a time. */
typedef struct bits_hash {
  uint64_t value;
} bits_hash;

static inline void hash_word(bits_hash *hash, uint32_t word) {
  hash->value = (hash->value ^ word) * 0x100000001B3u;
}
static inline void hash_float(bits_hash *hash, float f) {
  uint32_t word;
  memcpy(&word, &f, sizeof word);
  hash_word(hash, word);
}
static inline void hash_double(bits_hash *hash, double d) {
  uint64_t word;
  memcpy(&word, &d, sizeof word);
  hash_word(hash, (uint32_t)word);
  hash_word(hash, (uint32_t)(word >> 32));
}
static inline void hash_vec3(bits_hash *hash, carom_vec3 v) {
  hash_float(hash, v.x);
  hash_float(hash, v.y);
  hash_float(hash, v.z);
}
static inline void hash_pos(bits_hash *hash, carom_pos p) {
  hash_double(hash, p.x);
  hash_double(hash, p.y);
  hash_double(hash, p.z);
}
static inline void hash_manifold(bits_hash *hash, const carom_manifold *m) {
  hash_vec3(hash, m->normal);
  hash_word(hash, m->point_count);
  for (uint32_t i = 0; i < m->point_count; i++) {
    hash_pos(hash, m->points[i].position);
    hash_float(hash, m->points[i].separation);
    hash_word(hash, m->points[i].feature);
  }
}

#endif
