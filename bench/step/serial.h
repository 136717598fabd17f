/* serial.h: how much of a step more threads would not shorten, and what they would make of the rest. */
#ifndef CAROM_BENCH_STEP_SERIAL_H
#define CAROM_BENCH_STEP_SERIAL_H

#include <stdbool.h>

/* Is --serial among the arguments? */
bool serial_is_meant(int argc, char **argv);
/* Prints the rows, which are explained in step.c, and returns what main is to return. */
int serial_main(int argc, char **argv);
void serial_usage(void);

#endif
