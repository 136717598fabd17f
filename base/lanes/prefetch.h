/* prefetch.h: prefetches memory into the cache. */
#ifndef CAROM_BASE_PREFETCH_H
#define CAROM_BASE_PREFETCH_H

#include <stddef.h>

#if defined(_M_X64)
#include <intrin.h>
#endif

/* Asks for the cache line of an address: a hint, which changes no result and may name any address. Without
 * the empty statement gcc takes a function that does nothing else for one without effect, and drops its
 * calls. The memory sanitizer would take the hint for a use of an address that nothing has set. */
static inline void carom__prefetch_line(const void *address) {
#if defined(CAROM_NO_PREFETCH)
  (void)address;
#elif defined(__GNUC__)
  __builtin_prefetch(address);
  __asm__ volatile("");
#elif defined(_M_X64)
  _mm_prefetch((const char *)address, _MM_HINT_T0);
#else
  (void)address;
#endif
}

/* Asks for the cache lines that hold `size` bytes, at most a line more than one. */
static inline void carom__prefetch(const void *address, size_t size) {
  carom__prefetch_line(address);
  carom__prefetch_line((const char *)address + size - 1);
}

#endif
