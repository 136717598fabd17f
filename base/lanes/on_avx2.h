/* on_avx2.h: included before all else, it gives a file the form of AVX2 of lanes8.h, where there is one. */
#ifndef CAROM_BASE_ON_AVX2_H
#define CAROM_BASE_ON_AVX2_H

#define CAROM_LANES8_AVX2

#endif
