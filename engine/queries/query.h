/* query.h: the parts that the queries of a world share: filters, and the rays that a batch casts at once. */
#ifndef CAROM_ENGINE_QUERY_H
#define CAROM_ENGINE_QUERY_H

#include "objects.h"

/* Does a query look at this collider? The predicate is asked last, for what the query would report. */
bool carom__query_wants(const carom_world *world, uint32_t collider, const carom_query_filter *filter);
bool carom__query_accepts(const carom_world *world, uint32_t collider, const carom_query_filter *filter);

/* carom_world_cast_ray and carom_world_cast_ray_any of several good rays, at most CAROM__WALK_RAYS_MAX
 * (query_index.h). */
void carom__query_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                            const carom_query_filter *filter, carom_ray_hit *out);
void carom__query_cast_rays_any(const carom_world *world, const carom_ray *rays, size_t count,
                                const carom_query_filter *filter, bool *out);

#endif
