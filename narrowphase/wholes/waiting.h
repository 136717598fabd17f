/* waiting.h: contacts that wait until it is known which shallower ones there are.
 *
 * A contact along the normal of a face need not be that of least depth. On a ridge it may be far deeper, and
 * so it may be of a solid part whose nearest faces are covered by others. It counts unless moving the shapes
 * along a shallower contact takes the two parts out of each other: then the shape has met the other side of
 * the ridge, and reaches this one only around it.
 *
 * Solid parts wait, too, when all of their faces that could count are covered. Such a face may be free once
 * shallower contacts have moved the shapes: so is a wall whose foot is in the floor, and each of two walls in
 * a corner. Then it is told, as it is where the shapes are. */
#ifndef CAROM_NARROWPHASE_WAITING_H
#define CAROM_NARROWPHASE_WAITING_H

#include "part_contact.h"
#include "patches.h"

/* As many contacts wait. Of more, the shallowest is settled as it comes. */
#define CAROM__WAITING 16

/* A part that is kept, with the triangle that it refers to, if it is one. */
typedef struct carom__kept_part {
  carom__part part;
  carom__triangle triangle;
} carom__kept_part;

static inline void part_keep(carom__kept_part *out, const carom__part *part) {
  out->part = *part;
  if (part->shape.kind != CAROM__TRIANGLE) return;
  out->triangle = *shape_triangle(&part->shape);
  out->part.shape = triangle_shape(&out->triangle);
}

typedef struct carom__waiting_contact {
  carom__kept_part parts[2];
  carom_vec3 corners[2][3]; /* of triangles, as seen from `origin`, along the axes of the world */
  carom_pos origin;         /* of a part that is no triangle, if one is none */
  bool counts;              /* unless others explain it; else it is of no normal of both wholes */
  carom_manifold contact;
} carom__waiting_contact;

/* How far a part that is no triangle reaches along the normal of an open patch, or against it, from its own
 * origin. */
typedef struct carom__patch_reach {
  carom_vec3 normal; /* zero when nothing is known */
  uint32_t ordinal;
  float reach;
} carom__patch_reach;

typedef struct carom__waiting {
  carom__site a, b;
  carom__patches *patches; /* of what counts */
  bool added;              /* anything that waited */
  uint32_t count;
  carom__waiting_contact contacts[CAROM__WAITING];
  float depths[CAROM__WAITING];
  carom__patch_reach reaches[2][CAROM__OPEN_PATCHES]; /* of parts of A and of B */
} carom__waiting;

static inline bool parts_are_solid(const carom__part *a, const carom__part *b) {
  return a->shape.kind != CAROM__TRIANGLE && b->shape.kind != CAROM__TRIANGLE;
}

/* Adds the contact of two parts to patches. */
static inline void patches_add_parts(carom__patches *patches, const carom__part *a, const carom__part *b,
                                     const carom_manifold *contact) {
  const carom__part_id of_a = part_id(a), of_b = part_id(b);
  carom__patches_add(patches, &of_a, &of_b, contact);
}

/* Sets all but what needs no values yet. */
void carom__waiting_begin(carom__waiting *waiting, carom__site a, carom__site b, carom__patches *patches);

/* Lets a contact wait. One that does not count is the own contact of two solid parts. */
void carom__waiting_add(carom__waiting *waiting, const carom__part *a, const carom__part *b, bool counts,
                        const carom_manifold *contact);

/* Settles all that wait: adds to the patches what counts. */
void carom__waiting_settle(carom__waiting *waiting);

#endif
