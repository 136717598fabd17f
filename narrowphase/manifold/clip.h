/* clip.h: the points where two faces that look at each other meet. */
#ifndef CAROM_NARROWPHASE_CLIP_H
#define CAROM_NARROWPHASE_CLIP_H

#include "feature.h"
#include "outline.h"

/* What of one shape meets the other: a vertex, an edge of a face by the vertex it begins at, or a face. None
 * of it depends on which side was the reference. */
static inline uint32_t feature_of_vertex(uint32_t vertex) { return vertex & 0x3FFF; }
static inline uint32_t feature_of_edge(uint32_t vertex) { return 0x4000 | (vertex & 0x3FFF); }
static inline uint32_t feature_of_face(uint32_t face) { return 0x8000 | (face & 0x7FFF); }

#define CAROM__CANDIDATES 32

/* Writes the points where the outlines of the two faces, seen along the axis, meet or hold a vertex of the
 * other, and where the surfaces touch; the deepest first. Returns how many. Of more than there is room for it
 * keeps those that reach farthest in eight directions around the axis: the hull of the others lies within
 * theirs but for slivers, so that faces may have any number of vertices. */
uint32_t carom__clip_faces(const carom__facing *facing, carom__point out[CAROM__CANDIDATES]);

/* The contact point between a point of A's core and one of B's that is `gap` farther along the axis. */
carom__point carom__clip_point_between(const carom__facing *facing, carom__dvec3 point_a, double gap,
                                       uint32_t feature);

#endif
