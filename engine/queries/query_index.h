/* query_index.h: finds the colliders that a query must test, without a look at all of them.
 *
 * A walk visits every collider of an active body that the query can meet, each once, and some that it
 * cannot: the caller tests the shapes themselves. The order is not fixed, so results are made not to depend
 * on it: ties go to the lower collider index. Whether the bodies were touched since the last step does not
 * matter. Walks only read the world, many may run at once, and a visit may start others. */
#ifndef CAROM_ENGINE_QUERY_INDEX_H
#define CAROM_ENGINE_QUERY_INDEX_H

#include "state.h"

/* Visits a collider; returns false to end the walk. */
typedef bool carom__visit_collider(void *context, uint32_t collider);

/* Visits a collider that may be met at or before the limit; returns the new limit: the old one to go on,
 * less to look less far, negative to end the walk. */
typedef float carom__reach_collider(void *context, uint32_t collider, float limit);

/* A convex body in the world, as a walk needs it. */
typedef struct carom__walker {
  const carom_shape *shape; /* NULL: the point frame.origin */
  carom_frame frame;
  carom_aabb bounds;
  bool boxed; /* `box` is made */
  carom__world_box box;
} carom__walker;

carom__walker carom__walker_of(const carom_shape *shape, const carom_frame *frame);
/* Its padded box (boxes.h). Many walks never ask for it. */
const carom__world_box *carom__walker_box(carom__walker *walker);

/* What the box may touch. Returns false when it was ended. */
bool carom__walk_box(const carom_world *world, carom__walker *walker, carom__visit_collider *visit,
                     void *context);

/* What the ray may meet, roughly the nearest first. The limit is a fraction of its translation, 1 at
 * first. */
void carom__walk_ray(const carom_world *world, const carom_ray *ray, carom__reach_collider *reach,
                     void *context);

/* One of many rays, and what `reach` is called with for it. */
typedef struct carom__ray_walk {
  const carom_ray *ray;
  void *context;
} carom__ray_walk;

/* The same for several rays at once, at most CAROM__WALK_RAYS_MAX: their visits come mixed. */
enum { CAROM__WALK_RAYS_MAX = 64 };
void carom__walk_rays(const carom_world *world, const carom__ray_walk *rays, size_t count,
                      carom__reach_collider *reach);

/* The same with a box that moves along a translation and does not turn. */
void carom__walk_cast(const carom_world *world, carom__walker *walker, carom_vec3 translation,
                      carom__reach_collider *reach, void *context);

/* What may be within the limit of a point, roughly the nearest first; `limit` is a distance, FLT_MAX at
 * most. Of the body of a collider that `reach` visits, all of a body follow each other, what is farther than
 * *own is of no use, which `reach` sets. */
void carom__walk_near(const carom_world *world, const carom_pos *point, float limit,
                      carom__reach_collider *reach, const float *own, void *context);

#endif
