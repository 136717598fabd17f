/* test_lanes_plain.c: the tests of the lanes on their plain form, whatever the machine has. */
#ifndef CAROM_LANES_PLAIN
#define CAROM_LANES_PLAIN
#endif
#include "test_lanes.c"
