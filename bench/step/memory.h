/* memory.h: the memory of a world by parts, in place of times. */
#ifndef CAROM_BENCH_STEP_MEMORY_H
#define CAROM_BENCH_STEP_MEMORY_H

/* Runs with the arguments of main, the first of which is --memory; returns what main is to return. */
int memory_main(int argc, char **argv);

#endif
