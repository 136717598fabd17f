/* query_cast.c: casts shapes through a world, and reports the hits of casts one by one. */
#include "carom/query_cast.h"

#include "boxes.h"
#include "family.h"
#include "impact.h"
#include "line_cast.h"
#include "queries.h"

/* How many hits are found at once to be shown one after the other. */
#define WINDOW 16

/* Which hits are wanted: as many of the first as there is room for, all, or just one. */
typedef enum cast_goal { GOAL_FIRST, GOAL_ALL, GOAL_ANY } cast_goal;

typedef struct shape_cast {
  const carom_world *world;
  const carom_query_filter *filter;
  cast_goal goal;
  const carom_ray *ray; /* NULL: it is a shape that moves */
  carom__walker walker;
  float radius; /* no point of the shape is farther from the middle of the walker's box */
  carom_vec3 translation;
  carom_quat rotation;   /* of the shape */
  carom_frame start;     /* where it begins */
  carom__line_cast line; /* `a` is the collider in hand */
  carom_shape_hit after; /* its body is null, or only what comes after this hit is wanted */
  double limit;
  carom_shape_hit *out; /* the first hits, sorted */
  size_t capacity, count;
  carom_status status;
} shape_cast;

static bool comes_before(const carom_shape_hit *a, const carom_shape_hit *b) {
  if (a->fraction != b->fraction) return a->fraction < b->fraction;
  return carom__id_index(a->collider.bits) < carom__id_index(b->collider.bits);
}

/* How far the moving shape reaches from the middle of its box along a direction. */
static float reach_along(const shape_cast *q, carom_vec3 direction) {
  const carom_obb *box = &q->walker.box.box;
  carom_vec3 parts = vec3_abs(mat3_tmul_vec3(&box->axes, direction));
  return lesser_float(vec3_dot(parts, box->half), q->radius);
}

/* May the shape meet a collider's box within the limit? Its middle moves through the box widened by how far
 * the shape reaches across each of its faces; rounding makes that larger, never smaller. */
static bool may_meet(const shape_cast *q, uint32_t collider, const carom_frame *frame) {
  carom_obb own = carom__padded_obb(&q->world->colliders.shapes.data[collider]);
  carom__world_box box = carom__world_box_of(&own, frame);
  const carom_mat3 *axes = &box.box.axes;
  carom_vec3 offset = pos_sub(q->walker.box.center, box.center);
  carom_vec3 reach = vec3(reach_along(q, axes->x), reach_along(q, axes->y), reach_along(q, axes->z));
  carom_vec3 half = vec3_add(own.half, reach);
  float pad = 64 * 0x1p-24f * (vec3_norm1(half) + vec3_norm1(offset));
  carom_obb_hit hit;
  carom__box_cast_ray(vec3_add(half, vec3(pad, pad, pad)), mat3_tmul_vec3(axes, offset),
                      mat3_tmul_vec3(axes, q->translation), &hit);
  return hit.hit && (double)hit.fraction * (1 - 0x1p-20) <= q->limit;
}

/* Where there is no closed form. */
static carom_status search_impact(const shape_cast *q, uint32_t collider, double begin, carom_impact *out) {
  const carom_world *world = q->world;
  const carom__line_cast *line = &q->line;
  carom_quat rotation = world->bodies.poses.data[world->colliders.gates.data[collider].body].rotation;
  const carom_local_pose turned = {.rotation = carom__collider_local(world, collider).rotation};
  carom_pos from = line->a.frame->origin, to = q->start.origin;
  carom__impact_case it = {.start_a = *line->a.frame, .start_b = q->start, .pivot_a = from};
  it.motions.a = carom__mover_on_body(line->a.shape, &turned, rotation, rotation);
  it.motions.b = carom__mover_make(line->b.shape, q->rotation, q->rotation);
  it.motions.offset = dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
  it.motions.travel = line->travel;
  return carom__impact_search(&it, begin, out);
}

static carom_status find_impact(shape_cast *q, uint32_t collider, carom_impact *out) {
  carom_frame frame = carom__collider_frame(q->world, collider);
  double begin;
  q->line.a = (carom__site){&q->world->colliders.shapes.data[collider], &frame};
  q->line.until = q->limit;
  if (carom__line_cast_find(&q->line, &begin, out)) return CAROM_OK;
  if (may_meet(q, collider, &frame)) return search_impact(q, collider, begin, out);
  *out = (carom_impact){.hit = false};
  return CAROM_OK;
}

/* The result of a ray as that of a shape. */
static carom_impact meet_ray(const shape_cast *q, uint32_t collider) {
  carom_frame frame = carom__collider_frame(q->world, collider);
  carom_ray_result met;
  carom__cast_ray(&q->world->colliders.shapes.data[collider], &frame, q->ray, &met);
  return (carom_impact){.hit = met.hit,
                        .inside = met.inside,
                        .fraction = (double)met.fraction,
                        .normal = met.normal,
                        .point = met.point};
}

static carom_shape_hit describe(const shape_cast *q, uint32_t collider, const carom_impact *impact) {
  carom_contact_side side = carom__collider_side(q->world, collider);
  return (carom_shape_hit){.body = side.body,
                           .collider = side.collider,
                           .child = side.child,
                           .inside = impact->inside,
                           .fraction = impact->fraction,
                           .normal = impact->normal,
                           .point = impact->point,
                           .distance = impact->distance};
}

/* Keeps the first `capacity` hits sorted; the limit is then the last one's fraction. */
static void keep(shape_cast *q, const carom_shape_hit *hit) {
  size_t at = q->count < q->capacity ? q->count : q->capacity;
  q->count++;
  while (at > 0 && comes_before(hit, &q->out[at - 1])) {
    if (at < q->capacity) q->out[at] = q->out[at - 1];
    at--;
  }
  if (at < q->capacity) q->out[at] = *hit;
  if (q->goal == GOAL_FIRST && q->count >= q->capacity) q->limit = q->out[q->capacity - 1].fraction;
  if (q->goal == GOAL_ANY) q->limit = -1;
}

static void cast_at(shape_cast *q, uint32_t collider) {
  carom_impact impact;
  if (q->ray)
    impact = meet_ray(q, collider);
  else
    q->status = find_impact(q, collider, &impact);
  if (q->status || !impact.hit || impact.fraction > q->limit) return;
  carom_shape_hit hit = describe(q, collider, &impact);
  if (q->after.body.bits && !comes_before(&q->after, &hit)) return;
  if (carom__query_accepts(q->world, collider, q->filter)) keep(q, &hit);
}

static float reach(void *context, uint32_t collider, float limit) {
  shape_cast *q = context;
  if (!carom__query_wants(q->world, collider, q->filter)) return limit;
  cast_at(q, collider);
  return q->status ? -1 : double_round_up(q->limit);
}

static carom_status check(const carom_world *world, const carom_moving_shape *moving, carom_pose *pose) {
  if (!world || !moving) return CAROM_NULL_ARGUMENT;
  *pose = moving->pose;
  carom_status status = carom__world_check_shape(world, &moving->shape);
  if (!status) status = carom__world_accept_pose(world, pose);
  return status ? status : carom__world_check_ray(world, &(carom_ray){pose->position, moving->translation});
}

static carom_status open_cast(const carom_world *world, const carom_moving_shape *moving,
                              const carom_query_filter *filter, shape_cast *q) {
  carom_pose pose;
  carom_status status = check(world, moving, &pose);
  if (status) return status;
  *q = (shape_cast){.world = world, .filter = filter, .translation = moving->translation, .limit = 1};
  q->rotation = pose.rotation;
  q->start = pose_to_frame(&pose);
  q->line = (carom__line_cast){.b = {&moving->shape, &q->start}, .travel = dvec3_widen(moving->translation)};
  q->walker = carom__walker_of(&moving->shape, &q->start);
  carom_vec3 half = carom__walker_box(&q->walker)->box.half;
  q->radius = moving->shape.kind == CAROM_SPHERE ? half.x : vec3_length(half);
  return CAROM_OK;
}

static carom_status run(shape_cast *q) {
  if (q->ray)
    carom__walk_ray(q->world, q->ray, reach, q);
  else
    carom__walk_cast(q->world, &q->walker, q->translation, reach, q);
  return q->status;
}

carom_status carom_world_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                    const carom_query_filter *filter, carom_shape_hit *out) {
  shape_cast query;
  carom_shape_hit first = {.fraction = 0};
  carom_status status = out ? open_cast(world, moving, filter, &query) : CAROM_NULL_ARGUMENT;
  if (status) return status;
  query.out = &first;
  query.capacity = 1;
  status = run(&query);
  if (!status) *out = first;
  return status;
}

carom_status carom_world_cast_shape_any(const carom_world *world, const carom_moving_shape *moving,
                                        const carom_query_filter *filter, bool *out) {
  shape_cast query;
  carom_status status = out ? open_cast(world, moving, filter, &query) : CAROM_NULL_ARGUMENT;
  if (status) return status;
  query.goal = GOAL_ANY;
  status = run(&query);
  if (!status) *out = query.count > 0;
  return status;
}

carom_status carom_world_cast_shape_all(const carom_world *world, const carom_moving_shape *moving,
                                        const carom_query_filter *filter, carom_shape_hit *out,
                                        size_t capacity, size_t *count) {
  shape_cast query;
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = open_cast(world, moving, filter, &query);
  if (status) return status;
  query.goal = GOAL_ALL;
  query.out = out;
  query.capacity = capacity;
  status = run(&query);
  if (!status) *count = query.count;
  return status;
}

/* --- One by one --- */

/* Shows the hits of the window up to the limit, which each may lower. */
static void show(shape_cast *q, double *limit, carom_shape_hit_fn visit, void *user) {
  size_t count = q->count < q->capacity ? q->count : q->capacity;
  for (size_t i = 0; i < count && q->out[i].fraction <= *limit; i++)
    *limit = lesser_double((double)visit(user, q->world, &q->out[i]), *limit);
}

/* A window of the first hits, then one of those that come after the last of them, until one is not full. */
static carom_status run_each(shape_cast *q, carom_shape_hit_fn visit, void *user) {
  carom_shape_hit window[WINDOW];
  double limit = 1;
  q->out = window;
  q->capacity = WINDOW;
  do {
    q->count = 0;
    q->limit = limit;
    if (run(q)) return q->status;
    show(q, &limit, visit, user);
    q->after = window[WINDOW - 1];
  } while (q->count >= WINDOW && limit >= q->after.fraction);
  return CAROM_OK;
}

carom_status carom_world_cast_shape_each(const carom_world *world, const carom_moving_shape *moving,
                                         const carom_query_filter *filter, carom_shape_hit_fn visit,
                                         void *user) {
  shape_cast query;
  carom_status status = visit ? open_cast(world, moving, filter, &query) : CAROM_NULL_ARGUMENT;
  return status ? status : run_each(&query, visit, user);
}

/* Who is shown the hits of a ray. */
typedef struct ray_visitor {
  carom_ray_hit_fn visit;
  void *user;
} ray_visitor;

static float show_ray_hit(void *user, const carom_world *world, const carom_shape_hit *hit) {
  const ray_visitor *visitor = user;
  const carom_ray_hit of_ray = {hit->body,   hit->collider, hit->child, hit->inside, (float)hit->fraction,
                                hit->normal, hit->point};
  return visitor->visit(visitor->user, world, &of_ray);
}

carom_status carom_world_cast_ray_each(const carom_world *world, const carom_ray *ray,
                                       const carom_query_filter *filter, carom_ray_hit_fn visit, void *user) {
  ray_visitor visitor = {visit, user};
  if (!world || !ray || !visit) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__world_check_ray(world, ray);
  if (status) return status;
  shape_cast query = {.world = world, .filter = filter, .ray = ray};
  return run_each(&query, show_ray_hit, &visitor);
}
