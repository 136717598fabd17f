/* in_one_lane.h: included before all else but on_avx2.h, it gives a file one lane instead of eight
 * (lanes8_one.h). */
#ifndef CAROM_BASE_IN_ONE_LANE_H
#define CAROM_BASE_IN_ONE_LANE_H

#define CAROM_LANES8_ONE

#endif
