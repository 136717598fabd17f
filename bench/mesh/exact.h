/* exact.h: whether a mesh is right: what is inside, and which triangles of two meshes meet. */
#ifndef CAROM_BENCH_MESH_EXACT_H
#define CAROM_BENCH_MESH_EXACT_H

#include <carom/mesh.h>

#include "mesh/input.h"

/* Prints the rows that begin with `check`; false when anything in them is wrong. */
bool exact_run(const mesh_input *input, const carom_mesh *mesh);

#endif
