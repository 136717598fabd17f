/* query_batch.c: many questions at once, split over threads; of rays several are on their way through the
 * trees at a time. Putting the rays into an order first, by octant and place, was measured to gain nothing.
 */
#include "carom/query_cast.h"
#include "carom/query_near.h"
#include "family.h"
#include "parts.h"
#include "query.h"
#include "query_index.h"

typedef struct batch batch;
struct batch {
  const carom_world *world;
  const carom_query_filter *filter;
  const void *questions;
  float radius; /* of those that have one */
  void *out;
  carom_status (*ask)(const batch *b, size_t i);
  carom_status statuses[CAROM__PARTS_MAX];
};

/* The trees are made to fit before threads could compete for it. */
static void run(batch *b, size_t count, const carom_tasks *tasks, carom__range_fn *range) {
  carom__body_index_open(b->world);
  carom__run_ranges(tasks, carom__part_count(tasks, count), count, range, b);
}

static void ask_range(void *context, uint32_t part, size_t begin, size_t end) {
  batch *b = context;
  for (size_t i = begin; i < end && !b->statuses[part]; i++) b->statuses[part] = b->ask(b, i);
}

/* One by one; the status of the first part that has a bad one is that of the first question that has. */
static carom_status ask_all(batch *b, size_t count, const carom_tasks *tasks) {
  carom_status status = CAROM_OK;
  if (!b->world || (count && (!b->questions || !b->out))) return CAROM_NULL_ARGUMENT;
  run(b, count, tasks, ask_range);
  for (uint32_t part = 0; part < CAROM__PARTS_MAX && !status; part++) status = b->statuses[part];
  return status;
}

static void cast_range(void *context, uint32_t part, size_t begin, size_t end) {
  const batch *b = context;
  const carom_ray *rays = b->questions;
  carom_ray_hit *out = b->out;
  (void)part;
  for (size_t count; begin < end; begin += count) {
    count = end - begin < CAROM__WALK_RAYS_MAX ? end - begin : CAROM__WALK_RAYS_MAX;
    carom__query_cast_rays(b->world, rays + begin, count, b->filter, out + begin);
  }
}

carom_status carom_world_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                                   const carom_query_filter *filter, const carom_tasks *tasks,
                                   carom_ray_hit *out) {
  if (!world || (count && (!rays || !out))) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    carom_status status = carom__world_check_ray(world, &rays[i]);
    if (status) return status;
  }
  batch b = {.world = world, .filter = filter, .questions = rays, .out = out};
  run(&b, count, tasks, cast_range);
  return CAROM_OK;
}

static carom_status cast_shape(const batch *b, size_t i) {
  const carom_moving_shape *moving = b->questions;
  carom_shape_hit *out = b->out;
  return carom_world_cast_shape(b->world, &moving[i], b->filter, &out[i]);
}

carom_status carom_world_cast_shapes(const carom_world *world, const carom_moving_shape *moving, size_t count,
                                     const carom_query_filter *filter, const carom_tasks *tasks,
                                     carom_shape_hit *out) {
  batch b = {.world = world, .filter = filter, .questions = moving, .out = out, .ask = cast_shape};
  return ask_all(&b, count, tasks);
}

static carom_status find_closest(const batch *b, size_t i) {
  const carom_pos *points = b->questions;
  carom_near *out = b->out;
  return carom_world_closest(b->world, &points[i], b->radius, b->filter, &out[i]);
}

carom_status carom_world_closest_many(const carom_world *world, const carom_pos *points, size_t count,
                                      float radius, const carom_query_filter *filter,
                                      const carom_tasks *tasks, carom_near *out) {
  batch b = {.world = world,
             .filter = filter,
             .questions = points,
             .radius = radius,
             .out = out,
             .ask = find_closest};
  return ask_all(&b, count, tasks);
}
