/* table.h: the program around the engines: scenes, sizes, turns, rows. */
#ifndef CAROM_BENCH_TABLE_H
#define CAROM_BENCH_TABLE_H

#include "engine.h"

/* `name` begins each row. `own` are carom's, the first of which all others are compared with. Peers are added
 * when they are built. Returns what main is to return. */
int moving_main(int argc, char **argv, const char *name, bool contacts, const moving_engine *own);

#endif
