/* clock.h: the time, in seconds from anywhere. */
#ifndef LEVEL_CLOCK_H
#define LEVEL_CLOCK_H

#include <time.h>

static inline double clock_seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
