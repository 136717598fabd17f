/* golden_piles.h: worlds of what a solver feeds on, beside the golden one: piles that tremble, whose
 * manifolds persist, with values of their points, islands, targets, and rewinds now and then. */
#ifndef CAROM_GOLDEN_PILES_H
#define CAROM_GOLDEN_PILES_H

#include "golden_world.h"

enum { PILE_BODIES = 60, PILE_SNAPSHOT = 1 << 18, PILE_KINDS = 3 };

/* A time that the worlds can return to. */
typedef struct pile_moment {
  unsigned char bytes[2][PILE_SNAPSHOT];
  size_t sizes[2];
  uint64_t random;
  bits_hash told;
} pile_moment;

/* The piles, and what is asked of their worlds beside manifolds that persist. */
typedef enum golden_pile_kind {
  PILES_TREMBLE,
  PILES_NEAR,  /* a margin; and tiles are one floor */
  PILES_EIGHT, /* eight points; on half-spaces, and with ellipses and half-discs in the plane */
} golden_pile_kind;

typedef struct golden_piles {
  golden_pile_kind kind;
  carom_world *worlds[2]; /* of space and of the plane */
  carom_body bodies[2][PILE_BODIES];
  carom_islands *islands;
  pile_moment kept;
  uint64_t random;
  bits_hash told; /* of all events, values and islands */
} golden_piles;

/* Makes the worlds and fills them. */
void golden_piles_make(golden_piles *piles, golden_pile_kind kind, const carom_tasks *tasks);
/* Moves some bodies, steps the worlds, and returns a hash of them and of all that they told. Now and then it
 * takes the last steps again, and ends the program if they do not go as before. */
uint64_t golden_piles_step(golden_piles *piles, uint32_t step, float dt);
/* Ends the worlds. */
void golden_piles_end(golden_piles *piles);

#endif
