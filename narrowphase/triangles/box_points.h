/* box_points.h: triangles in the frame of a box or a hull, and the points where they meet. */
#ifndef CAROM_NARROWPHASE_BOX_POINTS_H
#define CAROM_NARROWPHASE_BOX_POINTS_H

#include "facets.h"
#include "narrowphase.h"
#include "vec.h"

/* A triangle in the frame of a box, around whose middle the box lies. */
typedef struct carom__box_triangle {
  carom_vec3 half;       /* of the box */
  carom_vec3 corners[3]; /* of the triangle */
  carom_vec3 front;      /* its unit normal, to the side that is touched */
} carom__box_triangle;

/* The most points that are found. */
enum { CAROM__BOX_TRIANGLE_POINTS = 32 };

/* Points midway between the surfaces, with separations that are not above zero. */
typedef struct carom__box_points {
  carom_vec3 normal; /* from the triangle to the box */
  uint32_t count;
  carom__point points[CAROM__BOX_TRIANGLE_POINTS];
} carom__box_points;

static inline void box_points_add(carom__box_points *out, carom_vec3 position, float separation,
                                  uint32_t name) {
  if (out->count < CAROM__BOX_TRIANGLE_POINTS)
    out->points[out->count++] = (carom__point){position, lesser_float(separation, 0), name};
}

/* The names of lowest points on edges of the hull, over corners of the triangle and of vertices. */
enum {
  CAROM__LOWEST_NAMES = 8192,
  CAROM__NAMES_OF_CORNERS = CAROM__LOWEST_NAMES + CAROM__FACETS_EDGES,
  CAROM__NAMES_OF_VERTICES = CAROM__NAMES_OF_CORNERS + 3
};

/* How far a hull reaches down over a triangle. */
typedef struct carom__hull_low {
  uint32_t face;       /* that looks most against the front */
  float depth;         /* the height of the lowest vertex above the plane of the triangle */
  bool found;          /* is any of the hull over the triangle? */
  carom__point lowest; /* of that, with its height above the plane */
} carom__hull_low;

#endif
