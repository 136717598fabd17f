/* triangle.h: the kind that the triangles of meshes and fields are of.
 *
 * It is inside the library only: games have meshes, and triangles of a kind that holds its corners. A
 * triangle is a core of three points with a radius, as a hull is one of many. The shape refers to it as that
 * of a hull does, so its corners must outlive the shape. */
#ifndef CAROM_NARROWPHASE_TRIANGLE_H
#define CAROM_NARROWPHASE_TRIANGLE_H

#include <string.h>

#include "carom/obb.h"
#include "carom/shape.h"

/* The kind after the last of shapes.def. No check lets it in, and no save has it. */
#define CAROM__TRIANGLE ((carom_shape_kind)CAROM_SHAPE_KIND_COUNT)
/* As many entries the tables of kinds have. */
#define CAROM__KIND_COUNT (CAROM_SHAPE_KIND_COUNT + 1)

typedef struct carom__triangle {
  carom_vec3 corners[3];
  carom_vec3 normal; /* unit; counter-clockwise as seen from its tip */
  float radius;
  bool one_sided; /* touched from the side of its normal only */
} carom__triangle;

static inline carom_shape triangle_shape(const carom__triangle *triangle) {
  carom_shape shape = {.kind = CAROM__TRIANGLE};
  memcpy(&shape.geometry, &triangle, sizeof triangle);
  shape.geometry.hull.radius = triangle->radius;
  return shape;
}

/* Up to eight triangles of a mesh or a field, in its frame. */
enum { CAROM__TRIANGLE_LANES = 8 };
typedef struct carom__triangle_batch {
  float corners[3][3][CAROM__TRIANGLE_LANES]; /* [corner][axis][lane] */
  const uint32_t *numbers;                    /* of each lane */
  const uint8_t *materials;                   /* of each lane; NULL: all are 0 */
  unsigned lanes;                             /* a bit for each lane that is one; the rest is undefined */
  bool one_sided;
} carom__triangle_batch;

/* Receives triangles; false ends the walk. */
typedef bool carom__triangle_batch_fn(void *context, const carom__triangle_batch *batch);

/* A search for the triangles that are nearest to a box, with the asset at a scale. The visitor is told of
 * triangles roughly in order, the nearest first, and may lower the limit. */
typedef struct carom__approach {
  carom_obb box;    /* in the frame of the scaled asset */
  carom_vec3 inner; /* a point of what asks; what is nearest to it is told of first, maybe */
  carom_vec3 scale; /* of the asset */
  float limit;      /* triangles that are farther from the box need not be told of */
  carom__triangle_batch_fn *visit;
  void *context;
  bool is_close; /* the limit hardly leads beyond what asks, so few triangles are within it */
} carom__approach;

static inline carom_vec3 triangle_batch_corner(const carom__triangle_batch *batch, int lane, int corner) {
  const float(*c)[CAROM__TRIANGLE_LANES] = batch->corners[corner];
  return (carom_vec3){c[0][lane], c[1][lane], c[2][lane]};
}

/* The triangle that a shape of that kind refers to. */
static inline const carom__triangle *shape_triangle(const carom_shape *shape) {
  const carom__triangle *triangle;
  memcpy(&triangle, &shape->geometry, sizeof triangle);
  return triangle;
}

#endif
