/* polygon.h: the inside of a convex polygon. */
#ifndef CAROM_NARROWPHASE_POLYGON_H
#define CAROM_NARROWPHASE_POLYGON_H

#include "asset.h"

struct carom_polygon {
  carom__asset asset;
  carom_vec2 *vertices; /* behind this struct */
  carom_vec2 *normals;  /* behind the vertices */
  float *rows;          /* behind the normals: carom__flat_rows_fill */
  uint32_t vertex_count;
  float reach; /* of the vertices, in the 1-norm */
  carom_vec2 centroid;
  float area;
  carom_aabb bounds;
  carom_obb obb; /* the one with the least area of those along an edge */
};

extern const carom__asset_class carom__polygon_asset_class;

/* Makes a polygon whose vertices are to be set, and then all else of them. */
carom_polygon *carom__polygon_allocate(const carom_allocator *allocator, uint32_t vertices);
void carom__polygon_complete(carom_polygon *polygon);

#endif
