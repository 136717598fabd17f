/* mesh_ray.h: one triangle and one ray. */
#ifndef CAROM_NARROWPHASE_MESH_RAY_H
#define CAROM_NARROWPHASE_MESH_RAY_H

#include "mesh.h"

/* A coordinate below this moves a ray by nothing that counts, and its inverse would overflow. */
#define CAROM__MESH_LEAST_MOVE 1e-25f

/* A ray as the walk sees it. In the plane across its longest coordinate, which is axis[2], triangles are
 * moved along the ray, so that it becomes a point (Woop, Benthin and Wald, 2013). */
typedef struct carom__mesh_line {
  const carom_mesh *mesh; /* that is walked; NULL: the ray is one through something else */
  float origin[3], along[3];
  int axis[3];         /* such that triangles whose front it meets have positive edge functions */
  float shear[2];      /* by the coordinate along axis[2] */
  float slack;         /* more than rounding moves a sheared coordinate */
  float inverse[3];    /* of the translation; large where that is zero or nearly so */
  float from[2][3];    /* the origin, as the bounds where the ray enters and leaves see it */
  size_t bounds[2][3]; /* where in a block the bounds are that the ray enters and leaves by */
  bool front_only;
  carom__mesh_hit_fn *hit;
  void *context;
} carom__mesh_line;

/* The line of a ray that moves, through triangles within bounds. What is walked and told is not set. */
carom__mesh_line carom__mesh_line_of(const carom_aabb *bounds, const carom__ray *ray, bool front_only);

/* Does the ray meet the triangle between its ends? inside: the walk has seen that its line does, off the
 * edges. Writes all of *out but the numbers and the material. */
bool carom__mesh_ray_meets(const carom__mesh_line *line, const carom_vec3 corners[3], bool inside,
                           carom__mesh_hit *out);

#endif
