/* outline.h: the outline of a face as it is seen along an axis. */
#ifndef CAROM_NARROWPHASE_OUTLINE_H
#define CAROM_NARROWPHASE_OUTLINE_H

#include "cores.h"

/* A face of one of two cores. The face may point into itself, so this must not be copied. */
typedef struct carom__side {
  carom__face face;
  const carom__relative *pose; /* leads into A's frame; NULL for A's own */
  carom__dvec3 normal;         /* in A's frame */
  double radius;               /* of the surface around the core */
} carom__side;

/* Two faces along an axis. */
typedef struct carom__facing {
  carom__side sides[2]; /* of A and of B */
  int reference;     /* the side whose face lies (nearly) square to the axis and has three vertices or more */
  carom__dvec3 axis; /* unit, from A to B */
  double separation; /* along the axis, of the surfaces: no point can be deeper */
  double touch;      /* gaps up to this count as touching, and distances below it as rounding */
} carom__facing;

/* A point by two coordinates across the axis, and how far it is along the axis. */
typedef struct carom__spot {
  double u, v, height;
} carom__spot;

/* The outward side of an edge is where u x + v y > offset; (u, v) is a unit vector, or zero for an edge that
 * is seen as a point. */
typedef struct carom__edge_line {
  double u, v, offset;
} carom__edge_line;

/* Eight directions around the axis. */
extern const double carom__octagon[8][2];

/* As many corners of an outline are kept; what is beyond is worked out each time it is asked for, so that
 * faces may have any number of vertices. */
#define CAROM__OUTLINE_CORNERS 32

typedef struct carom__outline_view {
  const carom__side *side;
  const carom__basis *view; /* two directions across the axis, and the axis */
  double turn;              /* 1 when the outline goes counter-clockwise around the axis, else -1 */
  double margin;            /* by which the lines lie outside of the edges */
  uint32_t count;
  carom__spot corners[CAROM__OUTLINE_CORNERS];
  carom__edge_line lines[CAROM__OUTLINE_CORNERS];
  /* At a sharp corner the lines of its edges go on far beyond it. An outline that has one is also bounded in
   * eight directions: by how far it reaches there, and the margin, and by the corner that does. */
  bool sharp;
  double reach[8];
  uint32_t farthest[8];
  /* Its plane, as height = level + slope_u u + slope_v v; steep when it (nearly) holds the axis. */
  double level, slope_u, slope_v;
  bool steep;
} carom__outline_view;

/* Sees side `index` of two faces, with the margin of touching. */
void carom__outline_see(const carom__facing *facing, int index, const carom__basis *view,
                        carom__outline_view *out);

carom__spot carom__outline_make_corner(const carom__outline_view *outline, uint32_t i);
carom__edge_line carom__outline_make_line(const carom__outline_view *outline, uint32_t i);

static inline carom__spot outline_corner(const carom__outline_view *outline, uint32_t i) {
  return i < CAROM__OUTLINE_CORNERS ? outline->corners[i] : carom__outline_make_corner(outline, i);
}
static inline carom__edge_line outline_line(const carom__outline_view *outline, uint32_t i) {
  return i < CAROM__OUTLINE_CORNERS ? outline->lines[i] : carom__outline_make_line(outline, i);
}
/* How far a point is beyond the outline in one of the eight directions. */
static inline double outline_beyond_reach(const carom__outline_view *outline, int k, carom__spot p) {
  return carom__octagon[k][0] * p.u + carom__octagon[k][1] * p.v - outline->reach[k];
}
static inline uint32_t outline_after(const carom__outline_view *outline, uint32_t i) {
  return i + 1 < outline->count ? i + 1 : 0;
}
static inline double outline_height(const carom__outline_view *outline, carom__spot p) {
  return outline->level + outline->slope_u * p.u + outline->slope_v * p.v;
}
static inline double outline_beyond(carom__edge_line line, carom__spot p) {
  return line.u * p.u + line.v * p.v - line.offset;
}

#endif
