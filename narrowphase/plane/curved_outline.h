/* curved_outline.h: the outline of a core of the plane that has an arc, or of one that meets such a core, as
 * parts in the order of their normals; and the points of the Minkowski difference of two. */
#ifndef CAROM_NARROWPHASE_CURVED_OUTLINE_H
#define CAROM_NARROWPHASE_CURVED_OUTLINE_H

#include "flat.h"

/* What has the same farthest point along all normals from the first one to that of the next part,
 * counter-clockwise: a vertex; or a quarter of an ellipse, whose bend only grows or only falls. An edge may
 * end where it begins. */
typedef struct carom__outline_part {
  carom__dvec2 first;  /* unit */
  carom__dvec2 center; /* the vertex, or the centre of the ellipse */
  uint32_t vertex;     /* the number of the vertex; an arc is told by is_arc */
  bool is_arc, follows_edge;
} carom__outline_part;

/* All is in one frame. */
typedef struct carom__curved_outline {
  uint32_t count;
  carom__outline_part parts[CAROM__FLAT_VERTICES];
  carom__dvec2 axis;    /* the x axis of the ellipse */
  carom__dvec2 squares; /* of its radii */
  double radius;        /* of one that is a circle; else 0 */
} carom__curved_outline;

/* Makes the outline of A, and that of B in A's frame, turned by half a turn around the origin: their
 * Minkowski sum then is the difference of A and B. Vertices are those that carom__flat_pair_place places. */
void carom__curved_outline_of_a(const carom__flat_pair *pair, carom__curved_outline *out);
void carom__curved_outline_of_b(const carom__flat_pair *pair, carom__curved_outline *out);

/* Where the sum of two parts is farthest along a normal: how far that is, how fast it becomes more as the
 * normal turns counter-clockwise, and the radii of both curves there. */
typedef struct carom__curved_place {
  carom__dvec2 normal, point;
  double reach, slope;
  double bend[2];
} carom__curved_place;

/* The sum of two parts, between two normals at most a quarter turn apart. */
typedef struct carom__curved_span {
  carom__dvec2 center;
  const carom__curved_outline *arcs[2]; /* NULL: a vertex */
  uint32_t part_a, part_b;
  carom__curved_place start, end;
} carom__curved_span;

void carom__curved_place_at(const carom__curved_span *span, carom__dvec2 normal, carom__curved_place *out);

/* Looks for a place between the ends of a span where it reaches less than at *least, which it replaces. False
 * when there is none. What is less by no more than the tolerance may be passed over. */
bool carom__curved_span_search(const carom__curved_span *span, double tolerance, carom__curved_place *least);

/* Moves a place that reaches all but the least on to where it does, when its point is farther beside its
 * normal than `near`: where the reach hardly changes with the normal, the point still does. */
void carom__curved_span_settle(const carom__curved_span *span, double near, carom__curved_place *at);

#endif
