/* box_triangle.h: the points where a box and a triangle meet, along an axis that is known. */
#ifndef CAROM_NARROWPHASE_BOX_TRIANGLE_H
#define CAROM_NARROWPHASE_BOX_TRIANGLE_H

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

/* The unit direction of an axis by its number (triangle_set.h). */
carom_vec3 carom__box_triangle_axis(const carom__box_triangle *it, int axis);

/* What of the box is over the triangle and below its plane. */
void carom__box_over_triangle(const carom__box_triangle *it, carom__box_points *out);

/* What of the triangle is within a face of the box, whose axis leads to the triangle when it is against. */
void carom__triangle_in_box_face(const carom__box_triangle *it, int axis, carom__box_points *out);

/* The one point where two edges cross. */
void carom__box_edge_crossing(const carom__box_triangle *it, int axis, float depth, carom__box_points *out);

#endif
