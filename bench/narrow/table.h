/* table.h: the program around the engines: sets, turns, rows. */
#ifndef CAROM_BENCH_NARROW_TABLE_H
#define CAROM_BENCH_NARROW_TABLE_H

#include "engine.h"

typedef struct narrow_program {
  const char *name;                   /* begins each row */
  bool planar;                        /* the sets of planar shapes; set and operation are in one column */
  const bench_engine *const *engines; /* carom's, with which all others are compared, peers, and NULL */
} narrow_program;

/* Returns what main is to return. */
int narrow_main(int argc, char **argv, const narrow_program *program);

#endif
