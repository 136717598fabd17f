/* queries.h: how a query finds the colliders that it must test, and what else queries share.
 *
 * A walk visits every collider of an active body that the query can meet, each once, and some that it
 * cannot: the caller tests the shapes themselves. The order is not fixed, so results are made not to depend
 * on it: ties go to the lower order of a collider (collider.h), then the lower index. Whether the bodies were
 * touched since the last step does not matter. Walks only read the world, many may run at once, and a visit
 * may start others. */
#ifndef CAROM_ENGINE_QUERIES_H
#define CAROM_ENGINE_QUERIES_H

#include <string.h>

#include "carom/query_cast.h"

#include "objects.h"
#include "parts.h"

/* --- Walks --- */

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

void carom__walker_open(const carom_shape *shape, const carom_frame *frame, carom__walker *out);
/* Its padded box (boxes.h). Many walks never ask for it. */
const carom__world_box *carom__walker_box(carom__walker *walker);
/* Does that overlap the padded box of a shape? */
bool carom__walker_may_meet(carom__walker *walker, carom__site site);

/* What the box may touch; the limit is 0. */
void carom__walk_box(const carom_world *world, carom__walker *walker, carom__reach_collider *reach,
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
/* The same of the colliders of one body alone. */
void carom__walk_body_near(const carom_world *world, uint32_t body, const carom_pos *point, float limit,
                           carom__reach_collider *reach, void *context);

/* Makes the trees over the boxes of all bodies (body_index.h) fit. False: they do not, because memory is out
 * or another thread is at it: of queries that come from many threads at once one does it, and the others do
 * without. Walks call it; nothing is done for the trees before the first query comes. */
bool carom__body_index_open(const carom_world *world);

/* --- What is wanted --- */

/* Does a query look at this collider? The predicate is asked last, for what the query would report. */
bool carom__query_wants(const carom_world *world, uint32_t collider, const carom_query_filter *filter);
bool carom__query_accepts(const carom_world *world, uint32_t collider, const carom_query_filter *filter);

/* carom_world_cast_ray of several good rays, at most CAROM__WALK_RAYS_MAX; without `out` it is
 * carom_world_cast_ray_any. */
void carom__query_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                            const carom_query_filter *filter, carom_ray_hit *out, bool *any);

/* Is a hit on a part of a collider that is not convex a hit of the collider? It is asked about what would be
 * the collider's first so far. */
typedef struct carom__cast_filter {
  bool (*accept)(void *user, uint32_t collider, const carom__part *part, const carom_impact *hit);
  void *user;
} carom__cast_filter;

/* carom_world_cast_shape with a filter of parts. What is inside a solid is then no hit. */
carom_status carom__query_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                     const carom_query_filter *filter, const carom__cast_filter *parts,
                                     carom_shape_hit *out);

/* --- Lists of what was found: the first colliders by order, then index --- */

typedef struct carom__found_list {
  const carom_world *world;
  carom_found *out;
  size_t capacity, count; /* count: of all that was found, also beyond the capacity */
} carom__found_list;

/* Takes one more, in any order; the first stay when there is no room for all. */
void carom__found_add(carom__found_list *list, const carom_found *found);
/* Brings what there is into order, when all is found; returns the count. */
size_t carom__found_sort(const carom__found_list *list);

/* --- Lists of what was met: the nearest first, of equals the first collider, then part --- */

typedef struct carom__rank {
  double far;
  uint32_t collider;
  uint64_t part; /* of the collider, where each part counts */
} carom__rank;

static inline bool carom__rank_is_before(const carom_world *world, carom__rank a, carom__rank b) {
  if (a.far != b.far) return a.far < b.far;
  return a.collider != b.collider ? carom__collider_precedes(world, a.collider, b.collider) : a.part < b.part;
}

/* What a list holds: entries of a size, sorted by their ranks. */
typedef struct carom__ranked {
  size_t size;
  carom__rank (*rank)(const void *entry);
} carom__ranked;

typedef struct carom__first_list {
  const carom_world *world;
  void *out;
  size_t capacity, count; /* count: of all that was met, also beyond the capacity */
} carom__first_list;

static inline void *carom__first_at(const carom__first_list *list, const carom__ranked *of, size_t i) {
  return (char *)list->out + i * of->size;
}
static inline carom__rank carom__first_rank(const carom__first_list *list, const carom__ranked *of,
                                            size_t i) {
  return of->rank(carom__first_at(list, of, i));
}

/* Puts an entry where it belongs, and takes the place of the one at `gone`, which does not come before it. */
static inline void carom__first_replace(const carom__first_list *list, const carom__ranked *of, size_t gone,
                                        const void *entry) {
  carom__rank rank = of->rank(entry);
  for (; gone > 0 && carom__rank_is_before(list->world, rank, carom__first_rank(list, of, gone - 1)); gone--)
    memcpy(carom__first_at(list, of, gone), carom__first_at(list, of, gone - 1), of->size);
  memcpy(carom__first_at(list, of, gone), entry, of->size);
}

/* Takes one more, in any order; the first stay when there is no room for all. */
static inline void carom__first_add(carom__first_list *list, const carom__ranked *of, const void *entry) {
  size_t last = list->capacity - 1;
  if (list->count++ < list->capacity)
    carom__first_replace(list, of, list->count - 1, entry);
  else if (list->capacity > 0 &&
           carom__rank_is_before(list->world, of->rank(entry), carom__first_rank(list, of, last)))
    carom__first_replace(list, of, last, entry);
}

#endif
