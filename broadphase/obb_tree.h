/* obb_tree.h: a static tree of OBBs over items that have an OBB each (Gottschalk, Lin and Manocha, 1996),
 * with up to eight children a node.
 *
 * The tree lives in the items' own frame: a body carries its tree with it, and queries come in its frame.
 * Items are numbered 0..count-1 as they were given. Queries only read and may run on many threads. */
#ifndef CAROM_BROADPHASE_OBB_TREE_H
#define CAROM_BROADPHASE_OBB_TREE_H

#include "obb.h"

typedef struct carom__obb_tree carom__obb_tree;

/* Builds a tree over 1 <= count < 2^31 (else CAROM_LIMIT) valid boxes whose axes are orthonormal to rounding,
 * as those of unit quaternions are, and so are those of the boxes in queries. */
carom_status carom__obb_tree_build(const carom_allocator *allocator, const carom_obb *boxes, size_t count,
                                   carom__obb_tree **out);
void carom__obb_tree_destroy(carom__obb_tree *tree); /* NULL does nothing */

/* Is told an item whose box passes the query; returns false to end it. */
typedef bool (*carom__tree_visit)(void *context, uint32_t item);

/* Visits each item whose box overlaps the given one (carom__obb_overlap, the item first), in an order that
 * depends on the tree alone. Returns false when the visitor ended it. */
bool carom__obb_tree_query(const carom__obb_tree *tree, const carom_obb *box, carom__tree_visit visit,
                           void *context);

/* Is told an item whose box the ray may enter at or before the current limit; returns the new limit as a
 * fraction of the translation: the old one to go on, less to shorten the ray, negative to end. */
typedef float (*carom__tree_ray_visit)(void *context, uint32_t item, float limit);

/* Visits the items along a ray, nearest first, as long as they begin within the limit (1 at first): all whose
 * boxes the ray enters, and some that it misses by no more than rounding. Rounding here is what the ray, or
 * the box, may have lost when it was put into the tree's frame, so it grows with the distance from the
 * frame's origin too. */
void carom__obb_tree_cast_ray(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                              carom__tree_ray_visit visit, void *context);

#endif
