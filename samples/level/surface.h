/* surface.h: what touches the triangles of a mesh, in double and by no code of the engine's. */
#ifndef LEVEL_SURFACE_H
#define LEVEL_SURFACE_H

#include "gap.h"

typedef struct surface surface;

/* Between sizes that differ by rounding, an engine may find a touch or not. */
typedef enum surface_touch { SURFACE_APART, SURFACE_UNSURE, SURFACE_TOUCHED } surface_touch;

/* The triangles of a mesh, which is a solid or not; NULL for another shape. */
surface *surface_new(const carom_shape *mesh);
void surface_free(surface *s);

/* How far from its origin it reaches. */
double surface_reach(const surface *s);

/* Tells whether a solid touches the mesh at a pose, or lies inside. The solid comes twice, in the world: a
 * little too small and a little too large. */
surface_touch surface_meets_solid(const surface *s, const carom_pose *pose, const gap_solid *smaller,
                                  const gap_solid *larger);

/* Tells whether two meshes meet, or lie one in the other; what is apart by up to `slack` is unsure. */
surface_touch surface_meets_surface(const surface *a, const carom_pose *pose_a, const surface *b,
                                    const carom_pose *pose_b, double slack);

#endif
