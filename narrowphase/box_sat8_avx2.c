/* box_sat8_avx2.c: eight pairs of boxes on AVX2, where the compiler knows it. */
#include "box_sat8.h"

#define CAROM_LANES8_AVX2
#include "lanes8.h"

#if CAROM__HAS_AVX2
#include "box_sat8_body.h"

CAROM__LANES8 static void on_avx2(const carom__box_task tasks[8], carom__box_eight *out) {
  box_sat8(tasks, out);
}

carom__box_sat8_fn *carom__box_sat8_avx2(void) { return __builtin_cpu_supports("avx2") ? on_avx2 : NULL; }
#else
carom__box_sat8_fn *carom__box_sat8_avx2(void) { return NULL; }
#endif
