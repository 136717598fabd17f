/* in_one_lane.h: selects one lane instead of eight (lanes8_one.h). A file includes it before everything else
 * except on_avx2.h. */
#ifndef CAROM_BASE_IN_ONE_LANE_H
#define CAROM_BASE_IN_ONE_LANE_H

#define CAROM_LANES8_ONE

#endif
