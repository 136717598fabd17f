/* compound.h: the inside of a compound.
 *
 * The main file of the room compound, which builds compounds and saves them. A compound is a list of children
 * with a tree over their boxes. What is asked of it is in the file of the kind (composites). The room uses
 * shape and asks children through their classes, so it knows no kind. */
#ifndef CAROM_NARROWPHASE_COMPOUND_H
#define CAROM_NARROWPHASE_COMPOUND_H

#include "carom/compound.h"

#include "obb_tree.h"
#include "shape_class.h"

/* The shape has no asset. */
#define CAROM__NO_ASSET UINT32_MAX

typedef struct carom__child {
  carom_compound_child given; /* with a unit rotation */
  uint32_t asset;             /* the number of the shape's asset, or CAROM__NO_ASSET */
  uint32_t first;             /* the ordinal of its first piece (piece.h) */
} carom__child;

struct carom_compound {
  carom__asset asset;
  carom__obb_tree *tree; /* of the children, by their indices */
  carom_aabb bounds;
  carom_shape_family family; /* of all children */
  uint32_t child_count, asset_count, shape_count, depth;
  bool has_solids; /* some child is solid beyond its pieces */
  bool has_pieces; /* some child that is no compound is not convex, also within those that are */
  carom__child *children;
  /* With a count each, in the order of the children that refer to them first. */
  const carom__asset **assets;
};

/* carom_compound_create of a definition that has children. */
carom_status carom__compound_build(const carom_allocator *allocator, const carom_compound_def *def,
                                   size_t *wrong, carom_compound **out);

void carom__compound_write(carom__archive *archive, const carom__asset *asset);
carom__asset *carom__compound_read(carom__archive *archive, const carom_allocator *allocator);
/* Takes back what a compound holds apart from its own block. */
void carom__compound_drop(const carom__asset *asset);
extern const carom__asset_class carom__compound_asset_class; /* in the file of the kind */

#endif
