/* test_lanes_plain.c: the tests of the lanes on their plain form, whatever the machine has. */
#define CAROM_LANES_PLAIN
#include "test_lanes.c"
