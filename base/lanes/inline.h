/* inline.h: functions that compilers must inline, and functions that they must not. */
#ifndef CAROM_BASE_INLINE_H
#define CAROM_BASE_INLINE_H

/* Stands for `inline` where a large function has several callers, and a call would cost what it saves. */
#if defined(_MSC_VER)
#define CAROM__ALWAYS_INLINE __forceinline
#elif defined(__GNUC__)
#define CAROM__ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define CAROM__ALWAYS_INLINE inline
#endif

/* Where a function is seldom called, and the caller would save and clear more for it. */
#if defined(_MSC_VER)
#define CAROM__NEVER_INLINE __declspec(noinline)
#elif defined(__GNUC__)
#define CAROM__NEVER_INLINE __attribute__((noinline))
#else
#define CAROM__NEVER_INLINE
#endif

#endif
