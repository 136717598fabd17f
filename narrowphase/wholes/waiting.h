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

#include "gathering.h"

static inline bool parts_are_solid(const carom__part *a, const carom__part *b) {
  return a->shape.kind != CAROM__TRIANGLE && b->shape.kind != CAROM__TRIANGLE;
}

/* Lets a contact wait. One that does not count is the own contact of two solid parts. */
void carom__waiting_add(carom__gathering *g, const carom__part *a, const carom__part *b, bool counts,
                        const carom_manifold *contact);

/* Settles all that wait: adds to the patches what counts. */
void carom__waiting_settle(carom__gathering *g);

#endif
