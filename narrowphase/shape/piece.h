/* piece.h: the convex pieces of a composite shape: the triangles of a mesh, or the children of a compound. */
#ifndef CAROM_NARROWPHASE_PIECE_H
#define CAROM_NARROWPHASE_PIECE_H

#include "carom/shape.h"

typedef struct carom__piece {
  /* Convex, unless it is visited as a child (walk_children). What it refers to lives until the visit ends. */
  carom_shape shape;
  /* In the frame of the whole, and as long; NULL: the frame of the piece is that of the whole. */
  const carom_local_pose *place;
  /* Two pieces of a whole are one when their ordinal and their triangle are the same. */
  uint32_t ordinal;
  /* The numbers that the game gave: to the outermost child that the piece is in, and to the triangle. 0 where
   * there is none. */
  uint32_t child, triangle;
  uint8_t material;
} carom__piece;

/* What a piece of a piece is in the whole: its place is put together in *place. */
static inline carom__piece piece_within(const carom__piece *outer, const carom__piece *inner,
                                        carom_local_pose *place) {
  carom__piece piece = *inner;
  piece.place = outer->place;
  if (inner->place) {
    *place = local_pose_compose(outer->place, inner->place);
    piece.place = place;
  }
  piece.ordinal += outer->ordinal;
  piece.child = outer->child;
  if (outer->material) piece.material = outer->material;
  return piece;
}

/* Receives a piece; false ends the walk. */
typedef bool carom__piece_fn(void *context, const carom__piece *piece);

#endif
