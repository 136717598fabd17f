/* clip_polygon.h: convex polygons cut by planes, with a name for each corner. */
#ifndef CAROM_NARROWPHASE_CLIP_POLYGON_H
#define CAROM_NARROWPHASE_CLIP_POLYGON_H

#include "vec.h"

/* A cut makes one more, or a few of what is not quite convex. */
enum { CAROM__CLIP_CORNERS = 16 };

/* A convex polygon, and a name for each corner. */
typedef struct clip_polygon {
  uint32_t count;
  carom_vec3 corners[CAROM__CLIP_CORNERS];
  uint32_t names[CAROM__CLIP_CORNERS];
} clip_polygon;

/* The side of a plane where the product with `inward` is no less than the offset. */
typedef struct clip_plane {
  carom_vec3 inward;
  float offset;
} clip_plane;

static inline void clip_polygon_add(clip_polygon *polygon, carom_vec3 corner, uint32_t name) {
  if (polygon->count == CAROM__CLIP_CORNERS) return;
  polygon->corners[polygon->count] = corner;
  polygon->names[polygon->count++] = name;
}

/* The part of a polygon, which is in the first room, above all planes; what it is made of is lost. */
const clip_polygon *carom__clip_polygon_cut(clip_polygon rooms[2], const clip_plane *planes, uint32_t count);

/* The sides of what is over a triangle, as seen along its normal. */
void carom__triangle_prism(const carom_vec3 corners[3], carom_vec3 front, clip_plane out[3]);

#endif
