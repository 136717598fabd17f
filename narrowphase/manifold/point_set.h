/* point_set.h: candidate points in groups of four, and the selection of those that make a manifold. */
#ifndef CAROM_NARROWPHASE_POINT_SET_H
#define CAROM_NARROWPHASE_POINT_SET_H

#include "lanes.h"
#include "narrowphase.h"

#define CAROM__POINT_SLOTS 36

/* Points nearer to each other than this times the size count as one. */
#define CAROM__POINT_NEAR (8 * 0x1p-24f)

/* The x and the separation of a slot without a point: greater than any, and its square is finite. What is no
 * number would raise exceptions where it is compared. */
#define CAROM__NO_POINT 0x1p60f

typedef struct carom__point_set {
  float x[CAROM__POINT_SLOTS], y[CAROM__POINT_SLOTS], z[CAROM__POINT_SLOTS];
  float separation[CAROM__POINT_SLOTS];
  float name[CAROM__POINT_SLOTS]; /* a whole number for the one who fills in the set */
  uint32_t groups;                /* of four slots, that are filled in */
} carom__point_set;

/* The slot of the deepest point, the first of equals; -1 of an empty set. */
int carom__point_set_deepest(const carom__point_set *set);

/* Chooses at most four points. Points nearer to each other than `near` count as one: among four or fewer the
 * deeper stays, the earlier among equals. Of more remain the deepest, which the caller knows, the farthest
 * from it, and the two that span most area with them on either side, seen along the normal. Writes their
 * slots (in those that are left over some slot that is used) and returns how many; the set is used up. */
uint32_t carom__point_set_choose(carom__point_set *set, int deepest, carom_vec3 normal, float near,
                                 uint32_t slots[CAROM_MANIFOLD_POINTS]);

#endif
