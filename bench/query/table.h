/* table.h: the program around the engines: questions, turns, rows. */
#ifndef CAROM_BENCH_QUERY_TABLE_H
#define CAROM_BENCH_QUERY_TABLE_H

#include "engine.h"

typedef struct query_program {
  const char *name;  /* begins each row */
  const char *scene; /* that is asked */
  bool planar;       /* questions of the plane; kind and bodies are in one column */
  const query_engine *own;
  const query_engine *const *peers; /* lists, the last of which is NULL */
  bool takes_maps;                  /* --map asks a level */
} query_program;

/* Returns what main is to return. */
int query_main(int argc, char **argv, const query_program *program);

#endif
