/* test_lanes8_portable.c: the tests of eight lanes on their portable form, whatever the machine has. */
#define TEST_LANES8_PORTABLE
#include "test_lanes8.c"
