/* on_avx2.h: selects the AVX2 form of lanes8.h, where there is one. A file includes it before everything
 * else. */
#ifndef CAROM_BASE_ON_AVX2_H
#define CAROM_BASE_ON_AVX2_H

#define CAROM_LANES8_AVX2

#endif
