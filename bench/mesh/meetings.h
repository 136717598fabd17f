/* meetings.h: what it costs that shapes meet a mesh. */
#ifndef CAROM_BENCH_MESH_MEETINGS_H
#define CAROM_BENCH_MESH_MEETINGS_H

#include <carom/mesh.h>

#include "mesh/input.h"

/* Prints a row for each shape and question, and for each engine that answers it. */
void meetings_run(const mesh_input *input, const carom_mesh *mesh);

#endif
