/* query_cast.c: casts rays and shapes through a world, and reports hits: the first, any, all, one by one. */
#include "queries.h"

#include <string.h>

#include "boxes.h"
#include "family.h"
#include "impact.h"
#include "line_cast.h"

/* How many hits are found at once to be shown one after the other. */
#define WINDOW 16

/* Which hits are wanted: as many of the first as there is room for, all, or just one. */
typedef enum cast_goal { GOAL_FIRST, GOAL_ALL, GOAL_ANY } cast_goal;

/* A shape that moves. */
typedef struct shape_cast {
  carom__walker walker;
  float radius; /* no point of the shape is farther from the middle of the walker's box */
  carom_vec3 translation;
  carom_quat rotation;   /* of the shape */
  carom_frame start;     /* where it begins */
  carom__line_cast line; /* `a` is the collider in hand */
} shape_cast;

/* A ray or shape on its way. Hits are carom_ray_hit or carom_shape_hit. */
typedef struct hit_query {
  const carom_world *world;
  const carom_query_filter *filter;
  const carom_ray *ray; /* NULL: it is a shape that moves */
  shape_cast *cast;
  const carom__cast_filter *parts; /* NULL: all parts count */
  cast_goal goal;
  bool all_parts; /* each hit of a ray on a collider that is not convex is wanted */
  double limit;
  carom__first_list hits;
  const void *after; /* NULL, or only what comes after this hit is wanted */
  carom_status status;
} hit_query;

typedef union any_hit {
  carom_ray_hit of_ray;
  carom_shape_hit of_shape;
} any_hit;

static carom__rank rank_of_ray(const void *entry) {
  const carom_ray_hit *hit = entry;
  return (carom__rank){.far = (double)hit->fraction,
                       .collider = carom__id_index(hit->collider.bits),
                       .part =
                           (uint64_t)!hit->inside << 63 | (uint64_t)hit->ordinal << 32 | hit->mesh.triangle};
}

static carom__rank rank_of_shape(const void *entry) {
  const carom_shape_hit *hit = entry;
  return (carom__rank){.far = hit->fraction, .collider = carom__id_index(hit->collider.bits)};
}

static const carom__ranked ray_hits = {sizeof(carom_ray_hit), rank_of_ray};
static const carom__ranked shape_hits = {sizeof(carom_shape_hit), rank_of_shape};

/* How far the moving shape reaches from the middle of its box along a direction. */
static float reach_along(const hit_query *q, carom_vec3 direction) {
  const carom_obb *box = &q->cast->walker.box.box;
  carom_vec3 parts = vec3_abs(mat3_tmul_vec3(&box->axes, direction));
  return lesser_float(vec3_dot(parts, box->half), q->cast->radius);
}

/* May the shape meet a collider's box within the limit? Its middle moves through the box widened by how far
 * the shape reaches across each of its faces; rounding makes that larger, never smaller. */
static bool may_meet(const hit_query *q, uint32_t collider, const carom_frame *frame) {
  carom_shape room;
  carom_obb own = carom__padded_obb(carom__collider_shape(q->world, collider, &room));
  carom__world_box box = carom__world_box_of(&own, frame);
  const carom_mat3 *axes = &box.box.axes;
  carom_vec3 offset = pos_sub(q->cast->walker.box.center, box.center);
  carom_vec3 reach = vec3(reach_along(q, axes->x), reach_along(q, axes->y), reach_along(q, axes->z));
  carom_vec3 half = vec3_add(own.half, reach);
  float pad = 64 * 0x1p-24f * (vec3_norm1(half) + vec3_norm1(offset));
  carom_obb_hit hit;
  carom__box_cast_ray(vec3_add(half, vec3(pad, pad, pad)), mat3_tmul_vec3(axes, offset),
                      mat3_tmul_vec3(axes, q->cast->translation), &hit);
  return hit.hit && (double)hit.fraction * (1 - 0x1p-20) <= q->limit;
}

/* The collider whose parts are asked about. */
typedef struct part_asked {
  const carom__cast_filter *filter;
  uint32_t collider;
} part_asked;

static bool accept_part(void *context, const carom__part *part, const carom__part *moving,
                        const carom_impact *hit) {
  const part_asked *ask = context;
  (void)moving;
  return ask->filter->accept(ask->filter->user, ask->collider, part, hit);
}

/* Where there is no closed form. */
static carom_status search_impact(const hit_query *q, uint32_t collider, double begin, carom_impact *out) {
  const carom_world *world = q->world;
  const carom__line_cast *line = &q->cast->line;
  carom_quat rotation = world->bodies.poses.data[world->colliders.gates.data[collider].body].rotation;
  const carom_local_pose turned = {.rotation = carom__collider_local(world, collider).rotation};
  carom_pos from = line->a.frame->origin, to = q->cast->start.origin;
  carom__impact_case it = {.start_a = *line->a.frame, .start_b = q->cast->start, .pivot_a = from};
  it.motions.a = carom__mover_on_body(line->a.shape, &turned, rotation, rotation);
  it.motions.b = carom__mover_make(line->b.shape, q->cast->rotation, q->cast->rotation);
  it.motions.offset = dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
  it.motions.travel = line->travel;
  part_asked ask = {q->parts, collider};
  carom__part_filter filter = {accept_part, &ask};
  if (q->parts) it.filter = &filter;
  return carom__impact_search(&it, begin, q->limit, out);
}

static carom_status find_impact(hit_query *q, uint32_t collider, carom_impact *out) {
  carom_frame frame = carom__collider_frame(q->world, collider);
  double begin;
  carom_shape room;
  q->cast->line.a = (carom__site){carom__collider_shape(q->world, collider, &room), &frame};
  q->cast->line.until = q->limit;
  if (carom__line_cast_find(&q->cast->line, &begin, out)) return CAROM_OK;
  if (may_meet(q, collider, &frame)) return search_impact(q, collider, begin, out);
  *out = (carom_impact){.hit = false};
  return CAROM_OK;
}

/* Whether a collider is met within the limit, and how, unless nobody asks. */
static bool meet_shape(hit_query *q, uint32_t collider, carom_shape_hit *out) {
  carom_impact impact;
  q->status = find_impact(q, collider, &impact);
  if (q->status || !impact.hit || impact.fraction > q->limit) return false;
  if (q->goal == GOAL_ANY) return true;
  *out = (carom_shape_hit){.body = carom__collider_owner(q->world, collider),
                           .collider = carom__collider_id(q->world, collider),
                           .child = carom__collider_child_or(q->world, collider, impact.child_a),
                           .inside = impact.inside,
                           .fraction = impact.fraction,
                           .normal = impact.normal,
                           .point = impact.point,
                           .distance = impact.distance,
                           .triangle = impact.triangle_a,
                           .material = impact.material_a};
  return true;
}

/* The same hit has the same bytes, also between its fields. */
static inline void describe(const hit_query *q, uint32_t collider, const carom_ray_result *hit,
                            carom_ray_hit *out) {
  memset(out, 0, sizeof *out);
  out->body = carom__collider_owner(q->world, collider);
  out->collider = carom__collider_id(q->world, collider);
  out->child = carom__collider_child_or(q->world, collider, hit->child);
  out->ordinal = hit->ordinal;
  out->inside = hit->inside;
  out->fraction = hit->fraction;
  out->normal = hit->normal;
  out->point = hit->point;
  out->mesh = hit->mesh;
}

static bool meet_ray(const hit_query *q, uint32_t collider, carom_ray_hit *out) {
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_ray_result hit;
  carom_shape shape;
  if (!carom__find_ray_hit(carom__collider_shape(q->world, collider, &shape), frame, q->ray, &hit))
    return false;
  if ((double)hit.fraction > q->limit) return false;
  if (q->goal != GOAL_ANY) describe(q, collider, &hit, out);
  return true;
}

/* The limit is then the last hit's fraction, when there is room for no more. */
static inline void keep(hit_query *q, const carom__ranked *of, const any_hit *hit) {
  carom__first_list *hits = &q->hits;
  if (q->goal == GOAL_ANY) {
    hits->count = 1;
    q->limit = -1;
    return;
  }
  carom__first_add(hits, of, hit);
  if (q->goal == GOAL_FIRST && hits->count >= hits->capacity)
    q->limit = carom__first_rank(hits, of, hits->capacity - 1).far;
}

/* Comes a hit after what was shown already? */
static inline bool is_new(const hit_query *q, const carom__ranked *of, const any_hit *hit) {
  return !q->after || carom__rank_is_before(q->world, of->rank(q->after), of->rank(hit));
}

/* A collider all of whose hits are wanted. */
typedef struct every_hit {
  hit_query *q;
  uint32_t collider;
  bool asked, accepted; /* the filter, and what it said */
} every_hit;

static double keep_every(void *context, const carom_ray_result *result) {
  every_hit *every = context;
  hit_query *q = every->q;
  any_hit hit;
  describe(q, every->collider, result, &hit.of_ray);
  if ((double)result->fraction > q->limit || !is_new(q, &ray_hits, &hit)) return q->limit;
  if (!every->asked) every->accepted = carom__query_accepts(q->world, every->collider, q->filter);
  every->asked = true;
  if (every->accepted) keep(q, &ray_hits, &hit);
  return every->accepted ? q->limit : -1;
}

static float reach_all_parts(hit_query *q, uint32_t collider) {
  every_hit every = {q, collider, false, false};
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_shape shape;
  carom__walk_ray_hits(carom__collider_shape(q->world, collider, &shape), frame, q->ray, keep_every, &every);
  return double_round_up(q->limit);
}

static inline float reach(hit_query *q, const carom__ranked *of, uint32_t collider, float limit) {
  any_hit hit;
  if (!carom__query_wants(q->world, collider, q->filter)) return limit;
  if (q->all_parts) return reach_all_parts(q, collider);
  bool met = of == &ray_hits ? meet_ray(q, collider, &hit.of_ray) : meet_shape(q, collider, &hit.of_shape);
  if (q->status) return -1;
  if (!met || !is_new(q, of, &hit)) return limit;
  if (!carom__query_accepts(q->world, collider, q->filter)) return limit;
  keep(q, of, &hit);
  return double_round_up(q->limit);
}

static float reach_with_ray(void *context, uint32_t collider, float limit) {
  return reach(context, &ray_hits, collider, limit);
}

static float reach_with_shape(void *context, uint32_t collider, float limit) {
  return reach(context, &shape_hits, collider, limit);
}

/* --- Rays --- */

static carom_status check_ray(const carom_world *world, const carom_ray *ray, const void *out) {
  return world && ray && out ? carom__world_check_ray(world, ray) : CAROM_NULL_ARGUMENT;
}

/* Field by field: a whole one that is copied makes the processor wait for its parts. */
static inline void open_ray(hit_query *q, const carom_world *world, const carom_ray *ray,
                            const carom_query_filter *filter, cast_goal goal) {
  q->world = world;
  q->filter = filter;
  q->ray = ray;
  q->goal = goal;
  q->all_parts = false;
  q->limit = 1;
  q->hits.world = world;
  q->hits.out = NULL;
  q->hits.capacity = q->hits.count = 0;
  q->after = NULL;
  q->status = CAROM_OK;
}

static inline void open_closest(hit_query *q, const carom_world *world, const carom_ray *ray,
                                const carom_query_filter *filter, carom_ray_hit *out) {
  open_ray(q, world, ray, filter, GOAL_FIRST);
  q->hits.out = out;
  q->hits.capacity = 1;
}

/* What was found is written already. */
static inline void close_closest(const hit_query *q, carom_ray_hit *out) {
  if (q->hits.count == 0) memset(out, 0, sizeof *out);
}

void carom__query_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                            const carom_query_filter *filter, carom_ray_hit *out, bool *any) {
  hit_query queries[CAROM__WALK_RAYS_MAX];
  carom__ray_walk walks[CAROM__WALK_RAYS_MAX];
  for (size_t i = 0; i < count; i++) {
    walks[i] = (carom__ray_walk){&rays[i], &queries[i]};
    if (out)
      open_closest(&queries[i], world, &rays[i], filter, &out[i]);
    else
      open_ray(&queries[i], world, &rays[i], filter, GOAL_ANY);
  }
  if (count > 0) carom__walk_rays(world, walks, count, reach_with_ray);
  for (size_t i = 0; i < count; i++)
    if (out)
      close_closest(&queries[i], &out[i]);
    else
      any[i] = queries[i].hits.count > 0;
}

carom_status carom_world_cast_ray(const carom_world *world, const carom_ray *ray,
                                  const carom_query_filter *filter, carom_ray_hit *out) {
  carom_status status = check_ray(world, ray, out);
  if (status) return status;
  hit_query query;
  open_closest(&query, world, ray, filter, out);
  carom__walk_ray(world, ray, reach_with_ray, &query);
  close_closest(&query, out);
  return CAROM_OK;
}

carom_status carom_world_cast_ray_any(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, bool *out) {
  carom_status status = check_ray(world, ray, out);
  if (status) return status;
  hit_query query;
  open_ray(&query, world, ray, filter, GOAL_ANY);
  carom__walk_ray(world, ray, reach_with_ray, &query);
  *out = query.hits.count > 0;
  return CAROM_OK;
}

carom_status carom_world_cast_ray_all(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, carom_ray_hit *out, size_t capacity,
                                      size_t *count) {
  carom_status status = check_ray(world, ray, count);
  if (!status && capacity && !out) status = CAROM_NULL_ARGUMENT;
  if (status) return status;
  hit_query query;
  open_ray(&query, world, ray, filter, GOAL_ALL);
  query.all_parts = true;
  query.hits.out = out;
  query.hits.capacity = capacity;
  carom__walk_ray(world, ray, reach_with_ray, &query);
  *count = query.hits.count;
  return CAROM_OK;
}

/* --- Shapes --- */

static carom_status check(const carom_world *world, const carom_moving_shape *moving, carom_pose *pose) {
  if (!world || !moving) return CAROM_NULL_ARGUMENT;
  *pose = moving->pose;
  carom_status status = carom__world_check_bounded(world, &moving->shape);
  if (!status) status = carom__world_accept_pose(world, pose);
  return status ? status : carom__world_check_ray(world, &(carom_ray){pose->position, moving->translation});
}

static carom_status open_cast(const carom_world *world, const carom_moving_shape *moving,
                              const carom_query_filter *filter, shape_cast *c, hit_query *q) {
  carom_pose pose;
  carom_status status = check(world, moving, &pose);
  if (status) return status;
  *c = (shape_cast){.translation = moving->translation, .rotation = pose.rotation};
  c->start = pose_to_frame(&pose);
  c->line = (carom__line_cast){.b = {&moving->shape, &c->start}, .travel = dvec3_widen(moving->translation)};
  carom__walker_open(&moving->shape, &c->start, &c->walker);
  carom_vec3 half = carom__walker_box(&c->walker)->box.half;
  c->radius = carom__shape_is_ball(&moving->shape) ? half.x : vec3_length(half);
  *q = (hit_query){.world = world, .filter = filter, .cast = c, .limit = 1, .hits.world = world};
  return CAROM_OK;
}

static carom_status run(hit_query *q) {
  if (q->ray)
    carom__walk_ray(q->world, q->ray, reach_with_ray, q);
  else
    carom__walk_cast(q->world, &q->cast->walker, q->cast->translation, reach_with_shape, q);
  return q->status;
}

carom_status carom__query_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                     const carom_query_filter *filter, const carom__cast_filter *parts,
                                     carom_shape_hit *out) {
  shape_cast cast;
  hit_query query;
  carom_shape_hit first = {.fraction = 0};
  carom_status status = out ? open_cast(world, moving, filter, &cast, &query) : CAROM_NULL_ARGUMENT;
  if (status) return status;
  query.parts = parts;
  query.hits.out = &first;
  query.hits.capacity = 1;
  status = run(&query);
  if (!status) *out = first;
  return status;
}

carom_status carom_world_cast_shape(const carom_world *world, const carom_moving_shape *moving,
                                    const carom_query_filter *filter, carom_shape_hit *out) {
  return carom__query_cast_shape(world, moving, filter, NULL, out);
}

carom_status carom_world_cast_shape_any(const carom_world *world, const carom_moving_shape *moving,
                                        const carom_query_filter *filter, bool *out) {
  shape_cast cast;
  hit_query query;
  carom_status status = out ? open_cast(world, moving, filter, &cast, &query) : CAROM_NULL_ARGUMENT;
  if (status) return status;
  query.goal = GOAL_ANY;
  status = run(&query);
  if (!status) *out = query.hits.count > 0;
  return status;
}

carom_status carom_world_cast_shape_all(const carom_world *world, const carom_moving_shape *moving,
                                        const carom_query_filter *filter, carom_shape_hit *out,
                                        size_t capacity, size_t *count) {
  shape_cast cast;
  hit_query query;
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = open_cast(world, moving, filter, &cast, &query);
  if (status) return status;
  query.goal = GOAL_ALL;
  query.hits.out = out;
  query.hits.capacity = capacity;
  status = run(&query);
  if (!status) *count = query.hits.count;
  return status;
}

/* --- One by one --- */

/* Who is shown the hits, of a ray or of a shape. */
typedef struct hit_visitor {
  carom_ray_hit_fn of_ray;
  carom_shape_hit_fn of_shape;
  void *user;
} hit_visitor;

static float show_hit(const hit_query *q, const hit_visitor *v, const void *hit) {
  return q->ray ? v->of_ray(v->user, q->world, hit) : v->of_shape(v->user, q->world, hit);
}

/* A window of the first hits, then one of those that come after the last of them, until one is not full. Each
 * hit may lower the limit. */
static carom_status run_each(hit_query *q, const hit_visitor *visitor) {
  const carom__ranked *of = q->ray ? &ray_hits : &shape_hits;
  any_hit window[WINDOW], after;
  double limit = 1;
  do {
    q->hits = (carom__first_list){q->world, window, WINDOW, 0};
    q->limit = limit;
    if (run(q)) return q->status;
    for (size_t i = 0; i < WINDOW && i < q->hits.count && carom__first_rank(&q->hits, of, i).far <= limit;
         i++)
      limit = lesser_double((double)show_hit(q, visitor, carom__first_at(&q->hits, of, i)), limit);
    if (q->hits.count < WINDOW) return CAROM_OK;
    q->after = memcpy(&after, carom__first_at(&q->hits, of, WINDOW - 1), of->size);
  } while (limit >= of->rank(&after).far);
  return CAROM_OK;
}

carom_status carom_world_cast_shape_each(const carom_world *world, const carom_moving_shape *moving,
                                         const carom_query_filter *filter, carom_shape_hit_fn visit,
                                         void *user) {
  const hit_visitor visitor = {.of_shape = visit, .user = user};
  shape_cast cast;
  hit_query query;
  carom_status status = visit ? open_cast(world, moving, filter, &cast, &query) : CAROM_NULL_ARGUMENT;
  return status ? status : run_each(&query, &visitor);
}

carom_status carom_world_cast_ray_each(const carom_world *world, const carom_ray *ray,
                                       const carom_query_filter *filter, carom_ray_hit_fn visit, void *user) {
  const hit_visitor visitor = {.of_ray = visit, .user = user};
  if (!world || !ray || !visit) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__world_check_ray(world, ray);
  if (status) return status;
  hit_query query;
  open_ray(&query, world, ray, filter, GOAL_FIRST);
  query.all_parts = true;
  return run_each(&query, &visitor);
}
