/* piece.h: the convex pieces of a composite shape: the triangles of a mesh. */
#ifndef CAROM_NARROWPHASE_PIECE_H
#define CAROM_NARROWPHASE_PIECE_H

#include "carom/shape.h"

/* A piece, in the frame of the whole. */
typedef struct carom__piece {
  carom_shape shape; /* convex; what it refers to lives until the visit ends */
  uint32_t triangle; /* the number that the game gave; 0 where there is none */
  uint8_t material;
} carom__piece;

/* Receives a piece; false ends the walk. */
typedef bool carom__piece_fn(void *context, const carom__piece *piece);

#endif
