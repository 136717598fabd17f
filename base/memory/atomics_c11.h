/* atomics_c11.h: atomics.h by C11. */
#ifndef CAROM_BASE_ATOMICS_C11_H
#define CAROM_BASE_ATOMICS_C11_H

#include <stdatomic.h>

typedef _Atomic uint32_t carom__atomic;
typedef atomic_size_t carom__atomic_size;

static inline void carom__atomic_init(carom__atomic *a, uint32_t value) { atomic_init(a, value); }
static inline uint32_t carom__atomic_read(const carom__atomic *a) {
  return atomic_load_explicit(a, memory_order_relaxed);
}
static inline void carom__atomic_write(carom__atomic *a, uint32_t value) {
  atomic_store_explicit(a, value, memory_order_relaxed);
}
static inline uint32_t carom__atomic_acquire(const carom__atomic *a) {
  return atomic_load_explicit(a, memory_order_acquire);
}
static inline void carom__atomic_release(carom__atomic *a, uint32_t value) {
  atomic_store_explicit(a, value, memory_order_release);
}

/* Replaces the value if it is the expected one, and acquires. Otherwise it tells the value. */
static inline bool carom__atomic_replace(carom__atomic *a, uint32_t *expected, uint32_t value) {
  return atomic_compare_exchange_strong_explicit(a, expected, value, memory_order_acquire,
                                                 memory_order_acquire);
}

/* One holder more. */
static inline void carom__atomic_retain(carom__atomic *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed);
}
/* One holder less; was it the last one? It sees all that the other holders did before they let go. */
static inline bool carom__atomic_drop(carom__atomic *a) {
  return atomic_fetch_sub_explicit(a, 1, memory_order_acq_rel) <= 1;
}

static inline void carom__atomic_size_init(carom__atomic_size *a, size_t value) { atomic_init(a, value); }
static inline size_t carom__atomic_size_read(const carom__atomic_size *a) {
  return atomic_load_explicit(a, memory_order_relaxed);
}
static inline void carom__atomic_size_add(carom__atomic_size *a, size_t more) {
  atomic_fetch_add_explicit(a, more, memory_order_relaxed);
}

#endif
