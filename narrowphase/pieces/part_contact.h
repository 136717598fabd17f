/* part_contact.h: how two parts touch, by directions that are normals of both wholes. */
#ifndef CAROM_NARROWPHASE_PART_CONTACT_H
#define CAROM_NARROWPHASE_PART_CONTACT_H

#include "surface.h"

/* How far a contact is to be trusted. */
typedef enum carom__contact_rank {
  CAROM__NO_CONTACT,
  CAROM__CONTACT_OF_PARTS, /* the parts touch, but not by a normal of both wholes */
  CAROM__CONTACT_OF_FACE,  /* along the normal of a face, which is not the axis of least depth */
  CAROM__CONTACT
} carom__contact_rank;

/* The surfaces of A and of B around two parts. */
typedef struct carom__surfaces {
  carom__surface sides[2];
} carom__surfaces;

/* Is some of a contact along the normal of a face of side 0 or 1 where that face is the surface of the whole?
 * Its points and their middle tell. A triangle is covered by solids only. */
bool carom__part_face_is_free(const carom__surfaces *surfaces, const carom__part *a, const carom__part *b,
                              int side, const carom_manifold *contact);

/* Is the normal of a contact one of the whole of side 0 or 1? Of a solid part, it must be one at all points.
 * Of a triangle, it must be one at the deepest point, and the points where it is none are dropped then. */
bool carom__part_agrees(const carom__surfaces *surfaces, const carom__part *a, const carom__part *b, int side,
                        carom_manifold *contact);

/* Finds the contact of a part of A with one of B. *out is that of the parts alone unless both wholes agree to
 * its normal. CAROM_OK or CAROM_NOT_CONVERGED. */
carom_status carom__part_contact_find(const carom__surfaces *surfaces, const carom__part *a,
                                      const carom__part *b, carom__contact_rank *rank, carom_manifold *out);

/* The same of two solid parts, but their axis of least depth counts where it is a normal of both wholes at
 * its points: where edges lead to is not asked, as that may have another contact. */
carom__contact_rank carom__part_contact_at_points(const carom__surfaces *surfaces, const carom__part *a,
                                                  const carom__part *b, carom_manifold *out);

/* The contact of triangles of two wholes that agree to none of their normals: along the front of one of them,
 * as the middle of the smaller whole tells it. False when they do not touch along that. */
bool carom__part_contact_guess(const carom__site wholes[2], const carom__part *a, const carom__part *b,
                               carom_manifold *out);

#endif
