/* atomics_msvc.h: atomics.h by the intrinsics of MSVC, which order everything around them. A volatile number
 * is read and written at once. The fence keeps the order of what follows or precedes, which the processor
 * itself keeps on x86. */
#ifndef CAROM_BASE_ATOMICS_MSVC_H
#define CAROM_BASE_ATOMICS_MSVC_H

#include <intrin.h>

typedef volatile long carom__atomic;
typedef volatile size_t carom__atomic_size;

static inline void carom__atomic_fence(void) {
#if defined(_M_ARM64)
  __dmb(_ARM64_BARRIER_ISH);
#else
#pragma warning(suppress : 4996) /* the compiler advises the atomics of C++ */
  _ReadWriteBarrier();
#endif
}

static inline void carom__atomic_init(carom__atomic *a, uint32_t value) { *a = (long)value; }
static inline uint32_t carom__atomic_read(const carom__atomic *a) { return (uint32_t)*a; }
static inline void carom__atomic_write(carom__atomic *a, uint32_t value) { *a = (long)value; }
static inline uint32_t carom__atomic_acquire(const carom__atomic *a) {
  uint32_t value = (uint32_t)*a;
  carom__atomic_fence();
  return value;
}
static inline void carom__atomic_release(carom__atomic *a, uint32_t value) {
  carom__atomic_fence();
  *a = (long)value;
}

static inline bool carom__atomic_replace(carom__atomic *a, uint32_t *expected, uint32_t value) {
  uint32_t found = (uint32_t)_InterlockedCompareExchange(a, (long)value, (long)*expected);
  bool replaced = found == *expected;
  *expected = found;
  return replaced;
}

static inline void carom__atomic_retain(carom__atomic *a) { _InterlockedIncrement(a); }
static inline bool carom__atomic_drop(carom__atomic *a) { return _InterlockedDecrement(a) <= 0; }

static inline void carom__atomic_size_init(carom__atomic_size *a, size_t value) { *a = value; }
static inline size_t carom__atomic_size_read(const carom__atomic_size *a) { return *a; }
static inline void carom__atomic_size_add(carom__atomic_size *a, size_t more) {
#if defined(_WIN64)
  _InterlockedExchangeAdd64((volatile long long *)a, (long long)more);
#else
  _InterlockedExchangeAdd((volatile long *)a, (long)more);
#endif
}

#endif
