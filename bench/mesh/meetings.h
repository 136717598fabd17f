/* meetings.h: what it costs that shapes meet a mesh, a field or a compound. */
#ifndef CAROM_BENCH_MESH_MEETINGS_H
#define CAROM_BENCH_MESH_MEETINGS_H

#include "mesh/ground.h"

/* Prints a row for each shape and question, and for each engine that answers it. */
void meetings_run(const meeting_ground *ground);

#endif
