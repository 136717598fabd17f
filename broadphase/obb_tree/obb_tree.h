/* obb_tree.h: a tree over items with one OBB each (Gottschalk, Lin and Manocha, 1996). A node has eight
 * children, which are tested together (Wald, Benthin and Boulos, 2008).
 *
 * The tree lives in the items' own frame: a body carries its tree with it, and queries come in its frame.
 * Items are numbered from 0 below 2^31 - 1. Boxes are valid and their axes are orthonormal to rounding, as
 * those of unit quaternions are, and so are those of the boxes in queries. Memory grows with the items and,
 * by four bytes each, with their greatest number. Queries allocate nothing, only read, and may run on many
 * threads; what they visit, and in which order, depends on the tree alone and is the same on every processor.
 */
#ifndef CAROM_BROADPHASE_OBB_TREE_H
#define CAROM_BROADPHASE_OBB_TREE_H

#include "obb.h"

typedef struct carom__obb_tree carom__obb_tree;

/* --- Life --- */

/* Builds a tree over the items 0..count-1, CAROM_LIMIT from 2^31 on. */
carom_status carom__obb_tree_build(const carom_allocator *allocator, const carom_obb *boxes, size_t count,
                                   carom__obb_tree **out);
void carom__obb_tree_destroy(carom__obb_tree *tree); /* NULL does nothing */
/* How much memory it has. */
size_t carom__obb_tree_bytes(const carom__obb_tree *tree);

/* Adds an item whose number is not in use. A tree of which half came since it was built is built
 * afresh. CAROM_OUT_OF_MEMORY, or CAROM_LIMIT for numbers from 2^31 - 1 on, changes nothing. */
carom_status carom__obb_tree_insert(carom__obb_tree *tree, uint32_t item, const carom_obb *box);
bool carom__obb_tree_has(const carom__obb_tree *tree, uint32_t item);
/* Takes an item out of the tree that is in it. */
void carom__obb_tree_remove(carom__obb_tree *tree, uint32_t item);

/* --- Overlaps --- */

/* Is told an item whose box passes the query; returns false to end it. */
typedef bool (*carom__tree_visit)(void *context, uint32_t item);

/* Visits each item whose box overlaps the given one (carom__obb_overlap, the item first); a point is a box
 * without extent. Returns false when the visitor ended it. */
bool carom__obb_tree_query(const carom__obb_tree *tree, const carom_obb *box, carom__tree_visit visit,
                           void *context);

/* An AABB as an OBB around it: what to query with. */
carom_obb carom__obb_of_aabb(const carom_aabb *box);

/* A box as seen from the frame that `pose` leads into, widened by what rounding may cost: that of the change
 * of frame, and that of a pose made of two others. */
static inline carom_obb tree_box_in(const carom_obb *box, const carom__relative *pose) {
  carom_obb in = obb_transform(box, pose);
  float pad = 16 * 0x1p-24f * (vec3_norm1(in.center) + vec3_norm1(box->center) + vec3_norm1(box->half));
  in.half = vec3_add(in.half, vec3(pad, pad, pad));
  return in;
}

/* Tells the boxes around all blocks and items, those above before those below, for drawing. */
void carom__obb_tree_each_box(const carom__obb_tree *tree, void (*tell)(void *context, const carom_obb *box),
                              void *context);

/* Is told two items, one of each tree. */
typedef bool (*carom__tree_visit_pair)(void *context, uint32_t item_a, uint32_t item_b);

/* Visits each pair of items whose boxes overlap, when b's frame lies in a's as the pose says: those for which
 * carom__obb_overlap(box of a, tree_box_in(box of b)) is true. Returns false when the visitor ended it. */
bool carom__obb_tree_pairs(const carom__obb_tree *a, const carom__obb_tree *b, const carom__relative *pose,
                           carom__tree_visit_pair visit, void *context);

/* --- Nearest first --- */

/* Is told an item that may be met at or before the current limit; returns the new limit: the old one to go
 * on, less to look less far, negative to end. */
typedef float (*carom__tree_limit_visit)(void *context, uint32_t item, float limit);

/* The limit is a fraction of the translation, 1 at first. Visits the items along the ray, those that begin
 * nearer first, as long as they begin within the limit: all whose boxes the ray enters, and some that it
 * misses by no more than rounding. Rounding here is what the ray, or the box, may have lost when it was put
 * into the tree's frame, so it grows with the distance from the frame's origin too. */
void carom__obb_tree_cast_ray(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                              carom__tree_limit_visit visit, void *context);

/* The same with a box that moves along the translation and does not turn. */
void carom__obb_tree_cast_box(const carom__obb_tree *tree, const carom_obb *box, carom_vec3 translation,
                              carom__tree_limit_visit visit, void *context);

/* The limit is a distance from the point, FLT_MAX at most: visits the items whose boxes are no farther, but
 * for rounding as above, and the nearer boxes earlier. To find the nearest item the visitor returns the
 * lesser of the limit and the item's own distance. */
void carom__obb_tree_near_point(const carom__obb_tree *tree, carom_vec3 point, float limit,
                                carom__tree_limit_visit visit, void *context);

#endif
