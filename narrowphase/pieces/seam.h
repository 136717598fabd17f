/* seam.h: where shapes lie side by side, as the tiles of a floor do, they are one surface for what slides
 * over them: what only their common edges tell is mended.
 *
 * A contact is computed from two shapes alone, and may have the normal of an edge or a side at which a
 * neighbour continues the surface. A normal counts only at points that no neighbour covers (surface.h). */
#ifndef CAROM_NARROWPHASE_SEAM_H
#define CAROM_NARROWPHASE_SEAM_H

#include "along.h"
#include "surface.h"

/* A shape that touches one side of a contact, or nearly does, and lies beside the other side. */
typedef struct carom__neighbour {
  carom__site site;
  carom_aabb bounds;
  /* Unit: out of it, along the normal of its own contact; zero when it is near and does not touch. */
  carom_vec3 outward;
  carom_pos point; /* on its surface, where that contact is deepest */
  float depth;     /* there, not negative */
} carom__neighbour;

static inline bool neighbour_touches(const carom__neighbour *n) {
  return vec3_dot(n->outward, n->outward) > 0;
}

/* The shapes beside one side of a contact; that side may be among them. */
typedef struct carom__neighbours {
  const carom__neighbour *list;
  size_t count;
} carom__neighbours;

/* A contact among neighbours: beside[0] lie beside A and touch B. */
typedef struct carom__seam {
  carom__site sites[2];
  carom__neighbours beside[2];
} carom__seam;

/* What a manifold tells of side 0 or 1 to the neighbours of that side; NULL: that it does not touch. To what
 * is apart, one that does not touch either may tell its normal. */
carom__neighbour carom__neighbour_make(carom__site site, int side, const carom_manifold *manifold);

/* Finds the manifold of a contact whose own one has a normal that only a seam has: along that normal of the
 * neighbours and of the shape itself, valid for all of them, along which it is the least deep. False when the
 * manifold is fine as it is, and when no normal explains the contact. */
bool carom__seam_mend(const carom__seam *seam, const carom_manifold *manifold, carom_manifold *out);

/* The same of two that are apart: where a neighbour continues the surface at the nearest points, they come
 * near along a normal of the neighbours. The separations stay as they are. */
bool carom__seam_mend_apart(const carom__seam *seam, const carom_manifold *manifold, carom_manifold *out);

#endif
