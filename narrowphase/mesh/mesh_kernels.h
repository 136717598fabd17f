/* mesh_kernels.h: the walks through meshes, once for each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_MESH_KERNELS_H
#define CAROM_NARROWPHASE_MESH_KERNELS_H

#include "kernels.h"
#include "mesh_nearest.h"
#include "mesh_ray.h"

typedef struct carom__mesh_kernels {
  /* carom__mesh_walk, and carom__mesh_walk_obb where obb is not NULL, which lies in the box. */
  void (*walk)(const carom_mesh *mesh, const carom_aabb *box, const carom_obb *obb,
               carom__mesh_visitor visitor);
  /* carom__mesh_walk_ray. */
  void (*cast_ray)(const carom__mesh_line *line);
  /* carom__mesh_nearest: hands the triangles that may be nearest to carom__mesh_try_nearest. */
  void (*nearest)(carom__mesh_search *search);
  /* carom__mesh_approach, with the bounds of its box. */
  void (*approach)(const carom_mesh *mesh, carom__approach *approach, const carom_aabb *bounds);
} carom__mesh_kernels;

CAROM__DECLARE_KERNELS(carom__mesh_kernels);

#endif
