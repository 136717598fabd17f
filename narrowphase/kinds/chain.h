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

#endif
