/* frustum_on_triangle.h: does a frustum lie on the face of a triangle? */
#ifndef CAROM_NARROWPHASE_FRUSTUM_ON_TRIANGLE_H
#define CAROM_NARROWPHASE_FRUSTUM_ON_TRIANGLE_H

#include "narrowphase.h"
#include "placed.h"
#include "shape_class.h"
#include "triangle.h"

/* A frustum and how it is placed in the frame of triangles. */
typedef struct carom__placed_frustum {
  const carom_shape *shape;
  carom_frustum frustum;
  carom__relative place;
  carom_vec3 middle; /* in its own frame */
  int side;          /* of the triangles: 0 for A, 1 for B */
  double size;       /* how far it reaches, and how far it is from the origin */
  double preference; /* as in collide_cores.c, by the extents of the frustum */
} carom__placed_frustum;

/* False of what is no frustum. */
bool carom__placed_frustum_of(const carom_shape *shape, const carom__relative *place, int side,
                              carom__placed_frustum *out);

/* True where the two touch, and no direction parts them by a way that is shorter, by more than the
 * preference, than the way along the normal on the side of the middle of the frustum. That is out->normal
 * then, from A to B in the frame of the triangle, and *front tells whether it is that of the front. Where the
 * frustum lies on its side, the points are those of its lowest line over the triangle, named as
 * carom__clip_faces does; else there are none. False where it is not proved. */
bool carom__frustum_on_triangle(const carom__placed_frustum *frustum, const carom__triangle *triangle,
                                bool *front, carom__manifold *out);

#endif
