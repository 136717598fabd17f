/* kernels.h: selects the better of the two forms of lanes8.h for the kernels of a folder.
 *
 * The header <room>_kernels.h has a table of functions, and declares its two forms. <room>_kernels_body.h has
 * the functions, and defines the form of the file that includes it: <room>_kernels_avx2.c, which defines
 * CAROM_LANES8_AVX2 first, or <room>_kernels_portable.c. */
#ifndef CAROM_BASE_KERNELS_H
#define CAROM_BASE_KERNELS_H

#include "lanes8.h"

/* The form of AVX2 is NULL when this build or this processor has none. Asking the processor each time costs
 * next to nothing. */
#define CAROM__DECLARE_KERNELS(table)                                                                        \
  extern const table table##_portable;                                                                       \
  const table *table##_avx2(void);                                                                           \
  static inline const table *table##_best(void) {                                                            \
    const table *avx2 = table##_avx2();                                                                      \
    return avx2 ? avx2 : &table##_portable;                                                                  \
  }                                                                                                          \
  extern const table table##_portable

#ifndef CAROM_LANES8_AVX2
#define CAROM__DEFINE_KERNELS(table, ...) const table table##_portable = {__VA_ARGS__}
#else
#define CAROM__DEFINE_KERNELS(table, ...)                                                                    \
  const table *table##_avx2(void) {                                                                          \
    static const table kernels = {__VA_ARGS__};                                                              \
    return CAROM__PROCESSOR_HAS_AVX2 ? &kernels : NULL;                                                      \
  }                                                                                                          \
  extern const table table##_portable
#endif

#endif
