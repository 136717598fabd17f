/* chain.h: the inside of a chain. */
#ifndef CAROM_NARROWPHASE_CHAIN_H
#define CAROM_NARROWPHASE_CHAIN_H

#include "asset.h"
#include "dvec.h"

struct carom_chain {
  carom__asset asset;
  uint32_t point_count, link_count;
  bool closed, one_sided;
  /* Behind this struct: the points, and one more before and after the links, so that each has two neighbours:
   * those of a closed chain, or the points from which an open one would turn back upon itself. */
  carom_vec2 *points;
};

extern const carom__asset_class carom__chain_asset_class;

/* A link's points: its neighbour's, its own two, its other neighbour's. */
static inline const carom_vec2 *chain_link_points(const carom_chain_link *link) {
  return link->asset->points + link->index;
}

static inline bool shape_is_link(const carom_shape *shape) { return shape->kind == CAROM_CHAIN_LINK; }

/* Does a shape let pass what comes along a way, in its frame? A one-sided link does, unless that leads to its
 * left. */
static inline bool chain_link_lets_pass(const carom_shape *shape, carom_vec3 way) {
  const carom_chain_link *link = &shape->geometry.chain_link;
  if (!shape_is_link(shape) || !link->asset->one_sided) return false;
  const carom_vec2 *points = chain_link_points(link) + 1;
  carom__dvec2 edge = dvec2_sub(dvec2_widen(points[1]), dvec2_widen(points[0]));
  return dvec2_cross(edge, dvec2((double)way.x, (double)way.y)) <= 0;
}

#endif
