/* carom/compound.h: many shapes at fixed places as one shape, e.g. a vehicle or a level.
 *
 * A compound is an asset like a hull (hull.h): immutable once built, reference-counted, and shared by any
 * number of colliders, worlds and threads. Its children are shapes of any kind, each with a pose, and with a
 * number and a material that the game chooses. Contacts (patch.h), rays, casts and closest points tell these
 * of the child that they are at. A mesh as a child may have a scale, so a scene is made of instances of a few
 * meshes. A child may also be another compound. A tree over the children finds those that matter, so a level
 * of 10,000 hulls is one collider.
 *
 * Children may overlap and touch each other. All of them together are one shape: what lies on two boxes side
 * by side touches the ground that they make, and not the sides between them. Children of convex kinds
 * are solid, and so are solid meshes and fields: what is inside one and touches no triangle of it touches it
 * as that mesh alone (mesh.h). */
#ifndef CAROM_COMPOUND_H
#define CAROM_COMPOUND_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A compound has at most this many children. More give CAROM_LIMIT. */
#define CAROM_COMPOUND_CHILDREN_MAX 0xffffff
/* Compounds lie at most this deep in each other: one whose children are no compounds has a depth of 1. */
#define CAROM_COMPOUND_DEPTH_MAX 8

/* A child of a compound. */
typedef struct carom_compound_child {
  /* Of any kind, but all children are spatial or all are planar. The compound adds a count to its asset. */
  carom_shape shape;
  /* In the frame of the compound, which each child must lie within CAROM_SIZE_MAX of. The precision is that
   * of floats at this distance. */
  carom_local_pose pose;
  /* What answers report; it need not be unique. Of compounds within compounds, that of the outermost child is
   * reported. */
  uint32_t number;
  uint8_t material; /* what answers report; 0: the materials of the triangles or children within count */
} carom_compound_child;

/* The children of a compound. The call that creates the compound copies them. */
typedef struct carom_compound_def {
  const carom_compound_child *children; /* in the order of their indices */
  size_t child_count;                   /* 1 or more */
  size_t child_stride; /* bytes from child to child; 0 means packed, sizeof(carom_compound_child) */
} carom_compound_def;

/* Builds a compound. A NULL allocator uses malloc. The caller owns one count of *out. wrong may be NULL. When
 * the error is that of a child, *wrong becomes its index, and otherwise child_count.
 *
 * Errors: CAROM_NULL_ARGUMENT, CAROM_TOO_FEW_POINTS without a child, CAROM_OUT_OF_RANGE for a stride below
 * the size of a child, CAROM_LIMIT for too many children, CAROM_OUT_OF_MEMORY. Of a child: what
 * carom_shape_check says of its shape, CAROM_WRONG_FAMILY for a family other than that of the first child,
 * CAROM_UNBOUNDED for a half-space, CAROM_NOT_FINITE, CAROM_NOT_UNIT, CAROM_OUT_OF_RANGE or CAROM_NOT_PLANAR
 * for its pose, CAROM_OUT_OF_RANGE when it reaches farther from the origin than CAROM_SIZE_MAX, CAROM_LIMIT
 * when it is a compound of the greatest depth, or when the compound would have 2^31 shapes in all. */
CAROM_API carom_status carom_compound_create(const carom_allocator *allocator, const carom_compound_def *def,
                                             size_t *wrong, carom_compound **out);

/* Adds a count and returns the compound. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_compound *carom_compound_retain(const carom_compound *compound);

/* Removes a count, and frees the compound with the last one, which removes the counts of its children's
 * assets. NULL does nothing. Any thread may call it. */
CAROM_API void carom_compound_release(const carom_compound *compound);

/* The figures of a compound. */
typedef struct carom_compound_view {
  uint32_t child_count;      /* as in the definition */
  uint32_t asset_count;      /* different assets that children refer to */
  uint32_t shape_count;      /* children, with those of compounds within instead of these */
  uint32_t depth;            /* 1, or one more than that of the deepest compound within */
  carom_shape_family family; /* of all children */
  carom_aabb bounds;         /* around all children */
  size_t bytes;              /* of memory, without the assets of its children */
} carom_compound_view;

/* Writes the figures of a compound. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_compound_describe(const carom_compound *compound, carom_compound_view *out);

/* Writes a child by its index in the definition, with a unit rotation. No count is added to its asset, which
 * lives as long as the compound. Errors: CAROM_NULL_ARGUMENT, CAROM_OUT_OF_RANGE for an index that is none.
 */
CAROM_API carom_status carom_compound_get_child(const carom_compound *compound, size_t index,
                                                carom_compound_child *out);

#ifdef __cplusplus
}
#endif

#endif
