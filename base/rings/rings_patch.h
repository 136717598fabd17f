/* rings_patch.h: some triangles of a polygon that hang together, to be cut anew. */
#ifndef CAROM_BASE_RINGS_PATCH_H
#define CAROM_BASE_RINGS_PATCH_H

#include "orient.h"
#include "rings.h"

enum {
  CAROM__PATCH_TRIANGLES = 63,
  CAROM__PATCH_CORNERS = CAROM__PATCH_TRIANGLES + 2,
  /* At most one for each three corners. */
  CAROM__PATCH_CHOICES = CAROM__PATCH_CORNERS * (CAROM__PATCH_CORNERS - 1) * (CAROM__PATCH_CORNERS - 2) / 6
};

/* What lies between two corners of a patch. */
enum carom__sight {
  CAROM__UNSEEN,
  CAROM__GRAZED, /* corners on the way, all of them on one side: no diagonal, but a piece may lie along it */
  CAROM__SEEN    /* nothing, or a side */
};

/* A way to go around a piece from corner i to corner j: first i, then `first`, ..., `last`, j. */
typedef struct carom__choice {
  uint8_t first, last;
  uint8_t corners; /* of the piece */
  uint8_t rest;    /* which of the choices from i to `last` the piece is continued by; else CAROM__NO_REST */
} carom__choice;

#define CAROM__NO_REST UINT8_MAX

/* Of corners i < j, what lies on the outline between them: the least diagonals that it can be cut by, the way
 * from j back to i not being one, and what the piece at that way can then be. */
typedef struct carom__span {
  uint32_t choices; /* where they start */
  uint8_t choice_count;
  uint8_t sight;
  uint16_t diagonals;
} carom__span;

typedef struct carom__patch {
  uint32_t corner_count, triangle_count;
  carom_vec2 points[CAROM__PATCH_CORNERS]; /* counter-clockwise */
  uint32_t numbers[CAROM__PATCH_CORNERS];  /* of the points in the polygon */
  uint8_t triangles[CAROM__PATCH_TRIANGLES][3];
  uint8_t beyond[CAROM__PATCH_TRIANGLES][3]; /* the triangle beyond a side, or CAROM__PATCH_TRIANGLES */
  carom__span spans[CAROM__PATCH_CORNERS][CAROM__PATCH_CORNERS];
  carom__choice choices[CAROM__PATCH_CHOICES];
  uint32_t choice_count;
} carom__patch;

/* Appends the pieces, of at most so many corners; as few as can be when that is no limit (SIZE_MAX). */
void carom__patch_cut(carom__patch *patch, size_t most_corners, carom__piece_list *out);

#endif
