/* plane_kernels.h: the edges of flats and eight pairs of rectangles, in each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_PLANE_KERNELS_H
#define CAROM_NARROWPHASE_PLANE_KERNELS_H

#include "kernels.h"
#include "boxes_kernels.h"
#include "flat.h"

/* A core in A's frame. */
typedef struct carom__outline_rows {
  uint32_t vertices, edges;
  const float *rows; /* as in carom__flat, and maybe these or `room`; NULL until they are made of `half` */
  carom_vec2 half;   /* of a rectangle */
  float room[4 * CAROM__FLAT_VERTICES];
} carom__outline_rows;

/* What rounding leaves open of it; the first outline and set are A's. */
typedef struct carom__flat_edges {
  carom__outline_rows outlines[2];
  float depth;       /* the least overlap along the normal of an edge; negative when they are apart; of two
                      * points 0 */
  float doubt;       /* what that, and the overlap along any other, may be off */
  uint64_t among[2]; /* a bit each for the edges that may have it; none of two points */
  float heights[2][CAROM__FLAT_VERTICES]; /* of the other core's lowest vertex along an edge's normal */
} carom__flat_edges;

/* Two rectangles where they are in the world. */
typedef struct carom__rectangle_task {
  const carom_rectangle *a, *b;
  const carom_frame *frame_a, *frame_b;
} carom__rectangle_task;

/* How two rectangles touch, in axes of the world around A's origin; of no points all but their
 * count is undefined. */
typedef struct carom__rectangle_touch {
  float normal[2], count, unused;
  struct {
    float x, y, separation, name;
  } points[2]; /* of no use from count on; where there is one, both are numbers */
} carom__rectangle_touch;

/* Two polygons of at most eight vertices where they are in the world. */
typedef struct carom__polygon_task {
  carom__outline_rows outlines[2];
  const carom_frame *frames[2];
  float radii[2], reaches[2];
} carom__polygon_task;

typedef struct carom__plane_kernels {
  /* Turns B's outline into A's frame, and finds all but the doubt, which is set. */
  void (*find)(const carom__flat_pose *b_in_a, carom__flat_edges *edges);
  /* Which vertices of the other core may be the lowest one above an edge of A or, as side 1, of B. */
  uint64_t (*lowest)(const carom__flat_edges *edges, int side, uint32_t edge);
  /* carom__collide_rectangle_task of eight pairs; returns the bits of those that the axes do not decide,
   * whose touch is undefined. */
  unsigned (*touch)(const carom__rectangle_task tasks[8], carom__rectangle_touch out[8]);
  /* Bit k: the padded boxes of pair k, of which x and y alone matter, are apart. */
  unsigned (*apart)(const carom__box_task tasks[8], float padding);
  /* The manifold of two polygons (polygons8.h); false where it is not found. */
  bool (*polygons)(carom__polygon_task *task, carom_manifold *out);
} carom__plane_kernels;

CAROM__DECLARE_KERNELS(carom__plane_kernels);

#endif
