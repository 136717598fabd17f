/* query_batch.c: many rays at once, several of them on their way through the trees at a time, and split over
 * threads. Putting the rays into an order first, by octant and place, was measured to gain nothing. */
#include "parts.h"
#include "query.h"
#include "query_index.h"

typedef struct ray_batch {
  const carom_world *world;
  const carom_ray *rays;
  const carom_query_filter *filter;
  carom_ray_hit *out;
} ray_batch;

static void cast_range(void *context, uint32_t part, size_t begin, size_t end) {
  const ray_batch *b = context;
  (void)part;
  for (size_t count; begin < end; begin += count) {
    count = end - begin < CAROM__WALK_RAYS_MAX ? end - begin : CAROM__WALK_RAYS_MAX;
    carom__query_cast_rays(b->world, b->rays + begin, count, b->filter, b->out + begin);
  }
}

/* The trees are made to fit before threads could compete for it. */
carom_status carom_world_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                                   const carom_query_filter *filter, const carom_tasks *tasks,
                                   carom_ray_hit *out) {
  if (!world || (count && (!rays || !out))) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    carom_status status = carom__ray_check(&rays[i]);
    if (status) return status;
  }
  ray_batch batch = {world, rays, filter, out};
  carom__body_index_open(world);
  carom__run_ranges(tasks, carom__part_count(tasks, count), count, cast_range, &batch);
  return CAROM_OK;
}
