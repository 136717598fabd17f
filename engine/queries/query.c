/* query.c: finds colliders that overlap a shape, a point, a region or the solid within planes.
 *
 * The main file of the room, which holds the questions that a game asks of a world between steps. All find
 * their colliders through the walks of queries.h, and test the shapes themselves. They change nothing
 * but the trees over all bodies, which index_fit.c makes fit. The room uses state. Movers use it. */
#include "queries.h"

#include "carom/query_near.h"
#include "family.h"
#include "pair_call.h"
#include "ray_hits.h"
#include "shape_class.h"

bool carom__query_wants(const carom_world *world, uint32_t collider, const carom_query_filter *filter) {
  if (!filter) return true;
  uint32_t body = world->colliders.gates.data[collider].body;
  if (filter->ignore.bits && filter->ignore.bits == carom__idpool_at(&world->bodies.ids, body)) return false;
  if (filter->skip_sensors && world->colliders.gates.data[collider].flags & CAROM__COLLIDER_SENSOR)
    return false;
  carom_filter own = carom__filter_normalize(world->colliders.gates.data[collider].filter);
  return !filter->mask || filter->mask & own.category;
}

bool carom__query_accepts(const carom_world *world, uint32_t collider, const carom_query_filter *filter) {
  if (!filter || !filter->accept) return true;
  return filter->accept(filter->user, world, carom__collider_owner(world, collider),
                        carom__collider_id(world, collider));
}

static bool is_strict(const carom_query_filter *filter) {
  return filter && filter->touching == CAROM_TOUCHING_IS_APART;
}

/* A shape in the world, and where its answers go. */
typedef struct overlap_query {
  const carom_world *world;
  const carom_query_filter *filter;
  carom__pair_call *meets; /* the filter's choice of what overlaps a shape */
  carom__walker walker;
  carom__found_list found;
} overlap_query;

static bool contains(const overlap_query *q, uint32_t collider) {
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_shape shape;
  return carom__shape_holds(carom__collider_shape(q->world, collider, &shape), frame, q->walker.frame.origin);
}

/* A pair whose penetration did not converge does overlap. */
static bool touches(overlap_query *q, uint32_t collider) {
  if (!q->walker.shape) return contains(q, collider);
  carom_frame room;
  carom_shape shape;
  carom__site own = {carom__collider_shape(q->world, collider, &shape),
                     carom__collider_frame_in(q->world, collider, &room)};
  carom__site other = {q->walker.shape, &q->walker.frame};
  carom__touch_state touch =
      q->meets == carom__call_overlap ? pair_touch_if_cheap(own, other) : CAROM__TOUCH_UNKNOWN;
  if (touch != CAROM__TOUCH_UNKNOWN) return touch == CAROM__TOUCHING;
  bool overlap;
  if (!carom__walker_may_meet(&q->walker, own)) return false;
  return q->meets(own, other, NULL, &overlap) == CAROM_NOT_CONVERGED || overlap;
}

static void report(overlap_query *q, uint32_t collider) {
  carom_found found = {.body = carom__collider_owner(q->world, collider),
                       .collider = carom__collider_id(q->world, collider),
                       .child = carom__collider_child(q->world, collider)};
  carom__found_add(&q->found, &found);
}

static float visit(void *context, uint32_t collider, float limit) {
  overlap_query *q = context;
  if (carom__query_wants(q->world, collider, q->filter) && touches(q, collider) &&
      carom__query_accepts(q->world, collider, q->filter))
    report(q, collider);
  return limit;
}

static carom_status check_call(const carom_world *world, const carom_query_filter *filter,
                               const carom_found *out, size_t capacity, const size_t *count) {
  if (!world || !count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  return filter && (unsigned)filter->touching > CAROM_TOUCHING_IS_APART ? CAROM_UNKNOWN_KIND : CAROM_OK;
}

/* A shape, or none for a point. */
static void run(const carom_world *world, const carom_shape *shape, const carom_frame *frame,
                const carom_query_filter *filter, carom_found *out, size_t capacity, size_t *count) {
  overlap_query query;
  query.world = world;
  query.filter = filter;
  query.meets = is_strict(filter) ? carom__call_penetrate : carom__call_overlap;
  query.found = (carom__found_list){world, out, capacity, 0};
  carom__walker_open(shape, frame, &query.walker);
  carom__walk_box(world, &query.walker, visit, &query);
  *count = carom__found_sort(&query.found);
}

carom_status carom_world_overlap_shape(const carom_world *world, const carom_shape *shape,
                                       const carom_pose *given, const carom_query_filter *filter,
                                       carom_found *out, size_t capacity, size_t *count) {
  carom_status status = check_call(world, filter, out, capacity, count);
  if (!status && (!shape || !given)) status = CAROM_NULL_ARGUMENT;
  if (!status) status = carom__world_check_bounded(world, shape);
  if (status) return status;
  carom_pose pose = *given;
  status = carom__world_accept_pose(world, &pose);
  if (status) return status;
  carom_frame frame = pose_to_frame(&pose);
  run(world, shape, &frame, filter, out, capacity, count);
  return CAROM_OK;
}

/* How deep a point lies is how deep a ball without a radius does. */
carom_status carom_world_overlap_point(const carom_world *world, const carom_pos *point,
                                       const carom_query_filter *filter, carom_found *out, size_t capacity,
                                       size_t *count) {
  carom_status status = check_call(world, filter, out, capacity, count);
  if (!status && !point) status = CAROM_NULL_ARGUMENT;
  if (!status) status = carom__world_check_point(world, point);
  if (status) return status;
  carom_shape ball = world->def.planar ? carom_shape_disc(0) : carom_shape_sphere(0);
  carom_frame frame = {*point, mat3_identity()};
  run(world, is_strict(filter) ? &ball : NULL, &frame, filter, out, capacity, count);
  return CAROM_OK;
}

static float half_side(double min, double max) {
  float half = (float)((max - min) / 2);
  return half < CAROM_SIZE_MIN ? CAROM_SIZE_MIN : half;
}

static carom_status check_region(const carom_region *region) {
  carom_status status = carom__pos_check(&region->min);
  if (!status) status = carom__pos_check(&region->max);
  if (status) return status;
  bool ordered =
      (region->min.x <= region->max.x) & (region->min.y <= region->max.y) & (region->min.z <= region->max.z);
  return ordered ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom_world_overlap_region(const carom_world *world, const carom_region *region,
                                        const carom_query_filter *filter, carom_found *out, size_t capacity,
                                        size_t *count) {
  carom_status status = check_call(world, filter, out, capacity, count);
  if (!status && !region) status = CAROM_NULL_ARGUMENT;
  if (!status) status = check_region(region);
  if (status) return status;
  carom_pos min = region->min, max = region->max;
  carom_vec3 half = {half_side(min.x, max.x), half_side(min.y, max.y), half_side(min.z, max.z)};
  carom_frame frame = {{(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2}, mat3_identity()};
  carom_shape box = carom_shape_box(half.x, half.y, half.z);
  if (world->def.planar) {
    frame.origin.z = 0;
    half.z = CAROM_SIZE_MIN;
    box = carom_shape_rectangle(half.x, half.y);
  }
  if (!vec3_is_within(half, CAROM_SIZE_MAX)) return CAROM_OUT_OF_RANGE;
  run(world, &box, &frame, filter, out, capacity, count);
  return CAROM_OK;
}

/* The world's own allocator counts what it gives, which queries on several threads must not. */
carom_status carom_world_overlap_planes(const carom_world *world, const carom_plane *planes,
                                        size_t plane_count, const carom_pose *pose,
                                        const carom_query_filter *filter, carom_found *out, size_t capacity,
                                        size_t *count) {
  carom_hull *hull;
  if (!world) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_hull_from_planes(&world->outer, planes, plane_count, &hull);
  if (status) return status;
  carom_shape solid = carom_shape_hull(hull);
  status = carom_world_overlap_shape(world, &solid, pose, filter, out, capacity, count);
  carom_hull_release(hull);
  return status;
}
