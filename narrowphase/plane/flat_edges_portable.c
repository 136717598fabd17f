/* flat_edges_portable.c: the edges of two cores on the machine's four lanes, two by two. */
#include "flat_edges_body.h"

const carom__flat_edges_kernels carom__flat_edges_kernels_portable = {find, lowest};
