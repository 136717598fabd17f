/* inline.h: functions that compilers must inline. */
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

#endif
