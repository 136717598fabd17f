/* impact_gap.h: how long two moving cores stay apart along a moving direction. */
#ifndef CAROM_NARROWPHASE_IMPACT_GAP_H
#define CAROM_NARROWPHASE_IMPACT_GAP_H

#include "impact_guide.h"

/* Finds until when the cores stay farther apart than `least` along the guide, at most until 1, when they are
 * at that moment: the result is proved, but not the latest time of which it holds. Returns the moment's time
 * when they are not. `guess` is after what time they may come as near as that; it only decides how far is
 * looked ahead. */
double carom__apart_until(const carom__motions *motions, const carom__guide *guide, const carom__moment *at,
                          double least, double guess);

#endif
