/* flat_edges_kernels.h: what flat_edges.c does in lanes, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_FLAT_EDGES_KERNELS_H
#define CAROM_NARROWPHASE_FLAT_EDGES_KERNELS_H

#include "flat_edges.h"

typedef struct carom__flat_edges_kernels {
  /* Turns B's outline into A's frame, and finds all but the doubt, which is set. */
  void (*find)(const carom__flat_pose *b_in_a, carom__flat_edges *edges);
  uint64_t (*lowest)(const carom__flat_edges *edges, int side, uint32_t edge);
} carom__flat_edges_kernels;

extern const carom__flat_edges_kernels carom__flat_edges_kernels_portable;

/* NULL when this build or this processor has no AVX2. */
const carom__flat_edges_kernels *carom__flat_edges_kernels_avx2(void);

#endif
