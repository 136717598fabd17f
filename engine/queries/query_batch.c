/* query_batch.c: many questions at once, split over threads; of rays several are on their way through the
 * trees at a time. Putting the questions in order first gains nothing: even rays that come sorted by octant
 * and place take as long among 10,000 bodies, as docs/performance.md tells. */
#include "carom/query_cast.h"
#include "carom/query_near.h"
#include "family.h"
#include "queries.h"
#include "tasks.h"

typedef struct query_batch query_batch;
struct query_batch {
  const carom_world *world;
  const carom_query_filter *filter;
  const void *questions;
  float radius; /* of those that have one */
  void *out;
  /* How they are asked: one by one, each for its answer or its answers; rays go several at once. */
  carom_status (*ask)(const query_batch *b, size_t i);
  carom_status (*find)(const query_batch *b, size_t i, carom_found *out, size_t capacity, size_t *count);
  bool any; /* rays: `out` is of bools, and not of hits */
  /* Of many answers a question: the room for all, and where those to each begin; at first, offsets[i + 1] is
   * the number of those to question i. */
  size_t capacity, *offsets;
  uint32_t parts;
  carom__found found[CAROM__PARTS_MAX];
  carom_status statuses[CAROM__PARTS_MAX];
};

static bool is_complete(const query_batch *b, size_t count) {
  return b->world && (count == 0 || (b->questions && b->out));
}

/* The trees are made to fit before threads could compete for it. */
static void run(const carom_world *world, size_t count, const carom_tasks *tasks, carom__range_fn *range,
                void *context) {
  carom__body_index_open(world);
  carom__run_ranges(tasks, carom__part_count(tasks, count), count, range, context);
}

/* The status of the first part that has a bad one is that of the first question that has. */
static carom_status first_bad(const carom_status statuses[CAROM__PARTS_MAX]) {
  carom_status status = CAROM_OK;
  for (uint32_t part = 0; part < CAROM__PARTS_MAX && !status; part++) status = statuses[part];
  return status;
}

static void ask_range(void *context, uint32_t part, size_t begin, size_t end) {
  query_batch *b = context;
  for (size_t i = begin; i < end && !b->statuses[part]; i++) b->statuses[part] = b->ask(b, i);
}

/* One by one. */
static carom_status ask_all(query_batch *b, size_t count, const carom_tasks *tasks) {
  if (!is_complete(b, count)) return CAROM_NULL_ARGUMENT;
  run(b->world, count, tasks, ask_range, b);
  return first_bad(b->statuses);
}

/* --- Rays --- */

static void cast_range(void *context, uint32_t part, size_t begin, size_t end) {
  const query_batch *b = context;
  (void)part;
  for (size_t count; begin < end; begin += count) {
    count = end - begin < CAROM__WALK_RAYS_MAX ? end - begin : CAROM__WALK_RAYS_MAX;
    carom__query_cast_rays(b->world, (const carom_ray *)b->questions + begin, count, b->filter,
                           b->any ? NULL : (carom_ray_hit *)b->out + begin,
                           b->any ? (bool *)b->out + begin : NULL);
  }
}

static carom_status cast_all(query_batch *b, size_t count, const carom_tasks *tasks) {
  const carom_ray *rays = b->questions;
  if (!is_complete(b, count)) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    carom_status status = carom__world_check_ray(b->world, &rays[i]);
    if (status) return status;
  }
  run(b->world, count, tasks, cast_range, b);
  return CAROM_OK;
}

carom_status carom_world_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                                   const carom_query_filter *filter, const carom_tasks *tasks,
                                   carom_ray_hit *out) {
  query_batch b = {.world = world, .filter = filter, .questions = rays, .out = out};
  return cast_all(&b, count, tasks);
}

carom_status carom_world_cast_rays_any(const carom_world *world, const carom_ray *rays, size_t count,
                                       const carom_query_filter *filter, const carom_tasks *tasks,
                                       bool *out) {
  query_batch b = {.world = world, .filter = filter, .questions = rays, .out = out, .any = true};
  return cast_all(&b, count, tasks);
}

/* --- One answer a question --- */

static carom_status cast_shape(const query_batch *b, size_t i) {
  const carom_moving_shape *moving = b->questions;
  carom_shape_hit *out = b->out;
  return carom_world_cast_shape(b->world, &moving[i], b->filter, &out[i]);
}

carom_status carom_world_cast_shapes(const carom_world *world, const carom_moving_shape *moving, size_t count,
                                     const carom_query_filter *filter, const carom_tasks *tasks,
                                     carom_shape_hit *out) {
  query_batch b = {.world = world, .filter = filter, .questions = moving, .out = out, .ask = cast_shape};
  return ask_all(&b, count, tasks);
}

static carom_status find_closest(const query_batch *b, size_t i) {
  const carom_pos *points = b->questions;
  carom_near *out = b->out;
  return carom_world_closest(b->world, &points[i], b->radius, b->filter, &out[i]);
}

carom_status carom_world_closest_many(const carom_world *world, const carom_pos *points, size_t count,
                                      float radius, const carom_query_filter *filter,
                                      const carom_tasks *tasks, carom_near *out) {
  query_batch b = {.world = world, .filter = filter, .questions = points, .out = out, .ask = find_closest};
  b.radius = radius;
  return ask_all(&b, count, tasks);
}

/* --- Many answers a question --- */

/* Each part has a share of the room, and counts on when that is full. */
static void find_range(void *context, uint32_t part, size_t begin, size_t end) {
  query_batch *b = context;
  carom_found *out = b->out;
  size_t first = carom__part_begin(b->capacity, b->parts, part);
  size_t room = carom__part_begin(b->capacity, b->parts, part + 1) - first, count = 0;
  for (size_t i = begin; i < end; i++) {
    bool full = count >= room;
    b->statuses[part] =
        b->find(b, i, full ? NULL : out + first + count, full ? 0 : room - count, &b->offsets[i + 1]);
    if (b->statuses[part]) return;
    count += b->offsets[i + 1];
  }
  b->found[part] = (carom__found){first, count};
}

/* Asks again, when it is known where each answer belongs. */
static void place_range(void *context, uint32_t part, size_t begin, size_t end) {
  const query_batch *b = context;
  carom_found *out = b->out;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    size_t at = b->offsets[i], count;
    b->find(b, i, out + at, b->offsets[i + 1] - at, &count);
  }
}

static bool all_had_room(const query_batch *b) {
  for (uint32_t part = 0; part < b->parts; part++)
    if (b->found[part].begin + b->found[part].count > carom__part_begin(b->capacity, b->parts, part + 1))
      return false;
  return true;
}

static carom_status find_all(query_batch *b, size_t count, const carom_tasks *tasks, size_t capacity,
                             size_t *offsets) {
  if (!b->world || !offsets || (count && !b->questions) || (capacity && !b->out)) return CAROM_NULL_ARGUMENT;
  b->capacity = capacity;
  b->offsets = offsets;
  b->parts = carom__part_count(tasks, count);
  run(b->world, count, tasks, find_range, b);
  carom_status status = first_bad(b->statuses);
  if (status) return status;
  offsets[0] = 0;
  for (size_t i = 0; i < count; i++) offsets[i + 1] += offsets[i];
  if (capacity == 0) return CAROM_OK;
  if (offsets[count] > capacity) return CAROM_TOO_SMALL;
  if (all_had_room(b))
    carom__found_join(b->found, b->parts, b->out, sizeof(carom_found));
  else
    run(b->world, count, tasks, place_range, b);
  return CAROM_OK;
}

static carom_status find_in_shape(const query_batch *b, size_t i, carom_found *out, size_t capacity,
                                  size_t *count) {
  const carom_posed_shape *at = (const carom_posed_shape *)b->questions + i;
  return carom_world_overlap_shape(b->world, &at->shape, &at->pose, b->filter, out, capacity, count);
}

carom_status carom_world_overlap_shapes(const carom_world *world, const carom_posed_shape *shapes,
                                        size_t count, const carom_query_filter *filter,
                                        const carom_tasks *tasks, carom_found *out, size_t capacity,
                                        size_t *offsets) {
  query_batch b = {.world = world, .filter = filter, .questions = shapes, .out = out, .find = find_in_shape};
  return find_all(&b, count, tasks, capacity, offsets);
}

static carom_status find_in_region(const query_batch *b, size_t i, carom_found *out, size_t capacity,
                                   size_t *count) {
  const carom_region *regions = b->questions;
  return carom_world_overlap_region(b->world, &regions[i], b->filter, out, capacity, count);
}

carom_status carom_world_overlap_regions(const carom_world *world, const carom_region *regions, size_t count,
                                         const carom_query_filter *filter, const carom_tasks *tasks,
                                         carom_found *out, size_t capacity, size_t *offsets) {
  query_batch b = {
      .world = world, .filter = filter, .questions = regions, .out = out, .find = find_in_region};
  return find_all(&b, count, tasks, capacity, offsets);
}
