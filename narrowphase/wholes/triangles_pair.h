/* triangles_pair.h: a convex shape and one that is made of triangles, in the frame of the triangles. */
#ifndef CAROM_NARROWPHASE_TRIANGLES_PAIR_H
#define CAROM_NARROWPHASE_TRIANGLES_PAIR_H

#include "surface.h"

/* A shape with a radius around a segment, which may be a point. */
typedef struct carom__round_core {
  carom_vec3 a, b;
  carom__dvec3 ends[2];     /* the same, not rounded */
  float own_radius, radius; /* radius: with that of the triangles */
  float touch;              /* gaps up to this count as touching */
  bool is_point;
} carom__round_core;

typedef struct carom__triangles_pair {
  int side; /* of the triangles: 0 for A, 1 for B */
  carom__site mesh, other;
  carom__relative place; /* of the other */
  float mesh_radius;
  carom_obb whole; /* of the mesh, in its frame */
  bool is_round;
  carom__round_core core; /* when it is round */
  bool is_box;            /* sharp, and the triangles are, too */
  carom_obb box;          /* when it is one */
} carom__triangles_pair;

/* False for other shapes. */
bool carom__triangles_pair_of(carom__site a, carom__site b, carom__triangles_pair *out);

/* The box of what may be as near to the other shape as the margin; along the axes for round shapes. Walks
 * look farther by the radius of the triangles. */
carom_obb carom__triangles_pair_region(const carom__triangles_pair *pair, float margin);

/* The box of the core of the other shape where it has a plain one, and of all of it otherwise. *radius is
 * what the surfaces are nearer than the box and the sharp triangles. */
carom_obb carom__triangles_pair_core_box(const carom__triangles_pair *pair, float *radius);

/* A triangle of a set as a part of the mesh; it refers to *triangle. */
void carom__triangles_pair_part(const carom__triangles_pair *pair, const carom__triangle_set *set,
                                uint32_t index, carom__triangle *triangle, carom__part *out);

/* The nearest points of a core and a triangle. */
typedef struct carom__round_near {
  carom__dvec3 on_core, on_triangle, outward;
  double distance;
} carom__round_near;

/* To the precision of doubles, from where on the core the lanes found them. */
carom__round_near carom__round_nearest(const carom__round_core *core, const carom__triangle *triangle,
                                       float at);

#endif
