/* traps.h: floating-point exceptions that end the program (SIGFPE), for what must raise none: the three that
 * carom/common.h names. Threads inherit what is set when they begin. Without glibc on x86 nothing is set, and
 * nothing where clang compiles: it moves divisions before the conditions that guard them. */
#ifndef CAROM_TRAPS_H
#define CAROM_TRAPS_H

#include <stdint.h>

#if defined(__GLIBC__) && defined(__SSE2__) && !defined(__clang__)
#include <xmmintrin.h>

#define TRAPS_MASK (_MM_MASK_INVALID | _MM_MASK_DIV_ZERO | _MM_MASK_OVERFLOW)

static inline void traps_on(void) { _mm_setcsr(_mm_getcsr() & ~(unsigned)(TRAPS_MASK | _MM_EXCEPT_MASK)); }
/* For a test whose own numbers raise exceptions: the arithmetic itself is tested, or wrong arguments are
 * given. A test is a process, so this lasts until its end. */
static inline void traps_off(void) { _mm_setcsr(_mm_getcsr() | TRAPS_MASK); }
#else
static inline void traps_on(void) {}
static inline void traps_off(void) {}
#endif

#endif
