/* triangles.h: what the classes share of kinds that are made of triangles: the asset, scaled and mirrored by
 * the shape, with a radius around each triangle.
 *
 * Such a shape is a pointer to the asset, three factors and the radius, where its class says. */
#ifndef CAROM_NARROWPHASE_TRIANGLES_H
#define CAROM_NARROWPHASE_TRIANGLES_H

#include "mesh.h"
#include "shape_class.h"

/* What such a kind asks its asset, in the frame of the asset (mesh.h). */
typedef struct carom__triangle_source {
  carom_aabb (*bounds)(const carom__asset *asset);
  carom_mesh_sides (*sides)(const carom__asset *asset);
  void (*walk)(const carom__asset *asset, const carom_aabb *box, carom__mesh_visitor visitor);
  void (*walk_obb)(const carom__asset *asset, const carom_obb *box, carom__mesh_visitor visitor);
  bool (*nearest)(const carom__asset *asset, carom_vec3 point, float limit, carom__mesh_near *out);
  /* NULL: `nearest` and `walk_obb` tell the same. */
  void (*approach)(const carom__asset *asset, carom__approach *approach);
  void (*walk_ray)(const carom__asset *asset, const carom__ray *ray, bool front_only, carom__mesh_hit_fn *hit,
                   void *context);
  bool (*contains)(const carom__asset *asset, carom_vec3 point); /* asked of solids only */
  /* Of a triangle that was found. */
  void (*triangle)(const carom__asset *asset, uint32_t number, carom_vec3 corners[3], uint8_t *material);
} carom__triangle_source;

/* The factors of a shape; those of zero stand for one. */
carom_vec3 carom__triangles_scale(const carom_shape *shape);

/* The columns of the class. */
carom_status carom__triangles_check(const carom_shape *shape);
void carom__triangles_obb(const carom_shape *shape, carom_obb *out);
carom_vec3 carom__triangles_center(const carom_shape *shape);
void carom__triangles_walk_ray(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                               void *context);
bool carom__triangles_walk_triangles(const carom_shape *shape, const carom_obb *region, bool rough,
                                     carom__triangle_batch_fn *visit, void *context);
void carom__triangles_approach(const carom_shape *shape, carom__approach *approach);
bool carom__triangles_walk(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit,
                           void *context);
void carom__triangles_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out);
bool carom__triangles_are_solid(const carom_shape *shape);
void carom__triangles_outline(const carom_shape *shape, const carom__outline *out);

#endif
