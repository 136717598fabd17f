/* test_lanes_vector.c: the tests of the lanes in the vectors of gcc and clang, whatever the machine has. */
#if defined(__GNUC__) && !defined(CAROM_LANES_PLAIN)
#define CAROM_LANES_VECTOR
#endif
#include "test_lanes.c"
