/* clock.h: the time, in seconds from anywhere. */
#ifndef LEVEL_CLOCK_H
#define LEVEL_CLOCK_H

#include <time.h>

/* The clock of Windows is that of the wall, and its C library may have no other. */
static inline double clock_seconds(void) {
#if defined(_WIN32)
  return (double)clock() / CLOCKS_PER_SEC;
#else
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

#endif
