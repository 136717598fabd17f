/* sets.h: what the trees of boxes are measured on. */
#ifndef CAROM_BENCH_TREE_SETS_H
#define CAROM_BENCH_TREE_SETS_H

#include <carom/obb.h>

/* Boxes of one kind, and places to ask at. */
typedef struct tree_set {
  const char *name;
  carom_obb *boxes;
  size_t count;
  float side;   /* of the cube that the centres lie in; of a terrain, the square */
  bool surface; /* queries are made near items, for most of the space is empty */
} tree_set;

size_t tree_set_count(void);
/* A set of about `count` items; exits when there is no memory. */
void tree_set_make(size_t index, size_t count, tree_set *out);
void tree_set_free(tree_set *set);

/* Starts the random numbers anew; those of random_in. */
void tree_seed(uint64_t seed);
float tree_uniform(float low, float high);

/* A box of given half extents, turned at random, at a place where a query meets a few items. */
carom_obb tree_set_query(const tree_set *set, carom_vec3 half);

#endif
