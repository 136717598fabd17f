/* parts.h: the convex parts of two shapes that may touch.
 *
 * The main file of the room pieces, which knows what shapes are made of: a mesh of triangles, a compound of
 * other shapes. A walk finds the parts that may touch (parts.c), a contact of two of them must be one of the
 * whole surface (part_contact.c, surface.c), and contacts of one direction make a patch (patches.c). The room
 * uses pairs and the rooms below. The room wholes uses it, and answers pairs of such shapes (composite.h). */
#ifndef CAROM_NARROWPHASE_PARTS_H
#define CAROM_NARROWPHASE_PARTS_H

#include "mesh_pairs.h"
#include "shape_class.h"
#include "triangle_set.h"

/* A convex part of a shape, or a child of it (carom__children_walk), at its place in the world. A convex
 * shape is its only part. */
typedef struct carom__part {
  carom_shape shape;
  carom_frame frame;
  const carom_local_pose *place; /* and what follows, as in carom__piece */
  uint32_t ordinal, child, triangle;
  uint8_t material;
} carom__part;

static inline carom__site part_site(const carom__part *part) {
  return (carom__site){&part->shape, &part->frame};
}

/* Which part of a whole it is, and what is told of it. */
typedef struct carom__part_id {
  uint32_t ordinal, child, triangle;
  uint8_t material;
} carom__part_id;

static inline carom__part_id part_id(const carom__part *part) {
  return (carom__part_id){part->ordinal, part->child, part->triangle, part->material};
}

/* Are two parts of a whole the same? */
static inline bool part_is_same(const carom__part *a, const carom__part *b) {
  return a->ordinal == b->ordinal && a->triangle == b->triangle;
}

/* How deep the deepest point of a contact is. */
static inline float manifold_depth(const carom_manifold *contact) {
  float depth = 0;
  for (uint32_t i = 0; i < contact->point_count; i++)
    depth = greater_float(depth, -contact->points[i].separation);
  return depth;
}

/* The part that a piece of a whole is; it refers to what the piece refers to. */
carom__part carom__part_of(carom__site whole, const carom__piece *piece);

/* What a part of a child is in the whole. A shape that is no child is all of itself. */
static inline carom__part part_within(const carom__part *child, const carom__part *inner) {
  carom__part part = *inner;
  if (!child->place) return part;
  part.place = child->place;
  part.ordinal += child->ordinal;
  part.child = child->child;
  if (child->material) part.material = child->material;
  return part;
}

/* Receives a part, or two; false ends the walk. */
typedef bool carom__part_visit(void *context, const carom__part *part);
typedef bool carom__part_pair_fn(void *context, const carom__part *a, const carom__part *b);

/* A box in a frame of the world. */
typedef struct carom__region {
  carom_obb box;
  const carom_frame *frame;
} carom__region;

/* The OBB of a shape, wider by a margin. */
carom__region carom__region_of(carom__site site, float margin);

/* The parts of a compound of convex shapes that are near another shape: all that have a point in the region.
 */
#define CAROM__NEAR_PARTS 16
typedef struct carom__near_parts {
  carom__region region;
  uint32_t count;
  carom__part list[CAROM__NEAR_PARTS];
} carom__near_parts;

/* Lists the parts; false of another shape, and of more parts than there is room for. */
bool carom__near_parts_find(carom__site whole, carom__site other, carom__near_parts *out);

/* Visits the parts of a shape that may have a point in the region, always in the same order; false when the
 * visitor ended the walk. */
bool carom__parts_walk(carom__site whole, const carom__region *region, carom__part_visit *visit,
                       void *context);

/* The same of the children of a compound, and of those of compounds within, which may have parts of their
 * own. Another shape is its only child. */
bool carom__children_walk(carom__site whole, const carom__region *region, carom__part_visit *visit,
                          void *context);

/* Shapes that are apart by less may be called touching. */
float carom__part_pairs_slack(carom__site a, carom__site b);

/* Visits all pairs of parts of A and of B that may be as near as the margin, up to rounding. */
bool carom__part_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                            void *context);

/* The same of their children. */
bool carom__child_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                             void *context);

/* Receives two parts, of which that of B is in a set of triangles, or a set of NULL; false ends the walk. */
typedef bool carom__set_pair_fn(void *context, const carom__part *a, const carom__part *b,
                                const carom__triangle_set *set, uint32_t index);

/* As carom__all_pairs_walk, which leaves out the sets. */
bool carom__set_pairs_walk(carom__site a, carom__site b, float margin, carom__set_pair_fn *visit,
                           void *context);

/* As carom__part_pairs_walk. Of two shapes of triangles it leaves out most that do not touch, eight at a
 * time, and visits the others in an order of its own. */
bool carom__all_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                           void *context);

/* Prepares the walk through two meshes, but for the visitor; false of other shapes. */
bool carom__mesh_pairs_of(carom__site a, carom__site b, float margin, carom__mesh_pairs *out);

/* The part that a triangle of a batch is, of a shape of triangles. */
static inline carom__part part_of_triangle(carom__site whole, const carom__triangle *triangle,
                                           const carom__triangle_batch *batch, int lane) {
  return (carom__part){.shape = triangle_shape(triangle),
                       .frame = *whole.frame,
                       .triangle = batch->numbers[lane],
                       .material = batch->materials ? batch->materials[lane] : 0};
}

#endif
