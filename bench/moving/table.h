/* table.h: the program around the engines: scenes, sizes, turns, rows. */
#ifndef CAROM_BENCH_TABLE_H
#define CAROM_BENCH_TABLE_H

#include "engine.h"

typedef struct moving_program {
  const char *name;   /* begins each row */
  const char *scenes; /* what the names of its scenes begin with, and what is left out of rows; "" for all */
  bool contacts;
  bool brief; /* rows of four columns: name, scene and bodies, engine, ns a body; the rest in lines with # */
  const moving_engine *own;          /* carom's, the first of which all others are compared with */
  const moving_engine *const *peers; /* lists, the last of which is NULL */
} moving_program;

/* The other engines for scenes of space, when they are built. */
extern const moving_engine *const moving_peers[];

/* Returns what main is to return. */
int moving_main(int argc, char **argv, const moving_program *program);

#endif
