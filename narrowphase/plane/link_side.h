/* link_side.h: decides on which side of a chain link a shape is, and whether the link may touch it. */
#ifndef CAROM_NARROWPHASE_LINK_SIDE_H
#define CAROM_NARROWPHASE_LINK_SIDE_H

#include "chain.h"

/* The core of a shape that is no link, in the frame of the chain. */
typedef struct carom__link_other {
  const carom__dvec2 *points; /* counter-clockwise */
  uint32_t count;
  carom__dvec2 middle; /* the mean of the points */
} carom__link_other;

carom__link_other carom__link_other_of(const carom__dvec2 *points, uint32_t count);

/* A link as a shape sees it from its middle. It depends on the shape and on the chain alone, so that a link
 * knows how its neighbours are seen. */
typedef struct carom__link_view {
  /* A neighbour's point, the link's own two and the other neighbour's, in the order in which the middle is on
   * the right of the link. */
  carom__dvec2 points[4];
  bool reversed; /* that order is not the chain's */
  bool hidden;   /* behind a neighbour, or one-sided and seen from behind */
  /* By the neighbour at the first point and the last: a two-sided link is seen past it, from behind it. The
   * shape may belong to either side. */
  bool unsure[2];
} carom__link_view;

carom__link_view carom__link_view_of(const carom_chain_link *link, const carom__link_other *other);

/* The same link from its other side. */
void carom__link_view_turn(carom__link_view *view);

/* The link before the view's first own point or after its second one, which must exist. */
carom_chain_link carom__link_neighbour(const carom_chain_link *link, const carom__link_view *view,
                                       bool after);

#endif
