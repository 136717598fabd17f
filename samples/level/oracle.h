/* oracle.h: holds each step of the world against brute force. */
#ifndef LEVEL_ORACLE_H
#define LEVEL_ORACLE_H

#include "pairs.h"

typedef struct oracle oracle;

oracle *oracle_new(const scene *s);
void oracle_free(oracle *c);

/* After a step and before anything has been moved: compares the pairs that touched with those that
 * carom_overlap finds among all pairs with a mover, and double arithmetic among the triangles of meshes.
 * False, after printing the first one, when they differ. */
bool oracle_step(oracle *c, const carom_world *world, long step);

/* How many pairs have been looked at, and how many of them were near enough for a closer look. */
uint64_t oracle_pairs(const oracle *c);
uint64_t oracle_exact_pairs(const oracle *c);

#endif
