/* arguments.h: what all benchmarks understand on their command line. */
#ifndef CAROM_BENCH_ARGUMENTS_H
#define CAROM_BENCH_ARGUMENTS_H

#include <stdbool.h>

/* Moves --quick behind the other arguments, which argc then counts alone, and tells whether it was among
 * them. It asks for the smallest size and a tenth of the time: a look of seconds, with rougher figures. */
bool bench_take_quick(int *argc, char **argv);

#endif
