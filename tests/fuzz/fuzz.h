/* fuzz.h: what the fuzzers share: what libFuzzer calls, bytes as random numbers, checks. */
#ifndef CAROM_TEST_FUZZ_H
#define CAROM_TEST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* A finding, in every build. */
#define fuzz_check(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
static inline void fuzz_fail(const char *condition, const char *file, int line) {
  fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
  abort();
}

/* The input as a stream; zeros follow its end. */
typedef struct fuzz_input {
  const uint8_t *at, *end;
} fuzz_input;

static inline uint8_t fuzz_byte(fuzz_input *in) { return in->at < in->end ? *in->at++ : 0; }

static inline uint32_t fuzz_word(fuzz_input *in) {
  uint32_t word = 0;
  for (int i = 0; i < 4; i++) word = word << 8 | fuzz_byte(in);
  return word;
}

/* Mostly small multiples of 1/16, which coincide, now and then finer ones, and now and then anything. */
static inline float fuzz_float(fuzz_input *in) {
  uint8_t kind = fuzz_byte(in);
  if (kind < 192) return (float)((int)fuzz_byte(in) - 128) / 16;
  if (kind < 250) return (float)((int)(fuzz_word(in) >> 16) - 32768) / 4096;
  uint32_t bits = fuzz_word(in);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Bytes that a pseudo-random input of this seed has. */
static inline void fuzz_fill(uint8_t *bytes, size_t size, uint32_t seed) {
  for (size_t i = 0; i < size; i++) {
    seed = seed * 1664525u + 1013904223u;
    bytes[i] = (uint8_t)(seed >> 24);
  }
}

/* A word of random bits that follows from one of few. */
static inline uint64_t fuzz_random(uint64_t seed) {
  seed = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
  seed = (seed ^ seed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  return seed ^ seed >> 27;
}

#endif
