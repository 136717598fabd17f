/* query_index.c: which colliders may matter to a query: first the bodies, through the trees over all of them,
 * then the colliders of each, through its tree when it has one that fits. */
#include "queries.h"

#include <float.h>

#include "boxes.h"
#include "objects.h"
#include "prefetch.h"
#include "shape_class.h"

/* A walk on its way. */
typedef struct index_walk index_walk;
struct index_walk {
  const carom_world *world;
  carom__reach_collider *reach;
  void *context;
  float limit;                 /* negative: it is over */
  carom__slots_view colliders; /* of the body in hand */
  const carom__bits *changed;  /* of these: carom__body_changed */
  /* Walks through the tree of a body. */
  void (*enter)(index_walk *w, const carom__obb_tree *tree, const carom_frame *frame);
  carom__walker *walker;
  const carom_pos *origin;
  carom_vec3 translation;
  const float *own; /* a limit for the body in hand */
};

static void visit_collider(index_walk *w, uint32_t collider) {
  w->limit = w->reach(w->context, collider, w->limit);
}

/* Is an item of the tree of a body as the tree has it? */
static bool tree_knows(const index_walk *w, uint32_t item) {
  return !w->changed || !bits_test(w->changed, item);
}

static void visit_item(index_walk *w, uint32_t item) {
  if (tree_knows(w, item)) visit_collider(w, w->colliders.data[item]);
}

static bool visit_tree_item(void *context, uint32_t item) {
  index_walk *w = context;
  visit_item(w, item);
  return w->limit >= 0;
}

static float reach_item(void *context, uint32_t item, float limit) {
  index_walk *w = context;
  (void)limit;
  visit_item(w, item);
  return w->limit;
}

/* What the tree of a body does not know of it. */
static void visit_changed(index_walk *w) {
  uint32_t place;
  for (carom__bits_walk all = bits_walk_all(w->changed); w->limit >= 0 && bits_next(&all, &place);)
    if (w->colliders.data[place] != CAROM__NO_INDEX) visit_collider(w, w->colliders.data[place]);
}

static void look_at_body(index_walk *w, uint32_t body) {
  const carom__obb_tree *tree = carom__body_tree(w->world, body);
  uint32_t slot;
  w->colliders = carom__body_colliders(w->world, body);
  if (w->enter && tree) {
    carom_frame frame = carom__body_frame(w->world, body);
    w->changed = carom__body_changed(w->world, body);
    w->enter(w, tree, &frame);
    if (w->changed) visit_changed(w);
    return;
  }
  for (size_t at = 0; w->limit >= 0 && slots_next(&w->colliders, &at, &slot);) visit_collider(w, slot);
}

/* Visits what the trees find: most bodies have one collider. */
static void look_at(index_walk *w, uint32_t name) {
  if (name & CAROM__INDEX_COLLIDER)
    visit_collider(w, name & ~CAROM__INDEX_COLLIDER);
  else
    look_at_body(w, name);
}

static float reach_named(void *context, uint32_t name, float limit) {
  index_walk *w = context;
  (void)limit;
  look_at(w, name);
  return w->limit;
}

/* What is read of most colliders first. */
static void fetch_named(void *context, uint32_t name) {
  const carom__colliders *colliders = &((const index_walk *)context)->world->colliders;
  uint32_t collider = name & ~CAROM__INDEX_COLLIDER;
  if (!(name & CAROM__INDEX_COLLIDER)) return;
  carom__prefetch(&colliders->gates.data[collider], sizeof colliders->gates.data[collider]);
  carom__prefetch(&colliders->frames.data[collider], sizeof colliders->frames.data[collider]);
  if (colliders->shapes.data)
    carom__prefetch(&colliders->shapes.data[collider], sizeof colliders->shapes.data[collider]);
}

static carom__box_listener listener_of(index_walk *w) {
  return (carom__box_listener){reach_named, fetch_named, w};
}

/* Opens the trees; otherwise looks at all bodies. */
static bool open_trees(index_walk *w) {
  if (carom__body_index_open(w->world)) return true;
  for (uint32_t body = 0; body < carom__idpool_slots(&w->world->bodies.ids) && w->limit >= 0; body++)
    if (carom__body_is_active(w->world, body)) look_at_body(w, body);
  return false;
}

/* The middle of an AABB, and how far it reaches from there. */
static carom_pos middle_of(const carom_aabb *box, carom_vec3 *reach) {
  carom_pos low = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
  carom_pos high = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
  *reach = vec3_scale(pos_sub(high, low), 0.5f);
  return (carom_pos){(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
}

/* Field by field, as most of a walker is a box that many never ask for. */
void carom__walker_open(const carom_shape *shape, const carom_frame *frame, carom__walker *out) {
  out->shape = shape;
  out->frame = *frame;
  out->bounds = shape ? carom__shape_bounds(shape, frame) : aabb_around(frame->origin, vec3(0, 0, 0));
  out->boxed = false;
}

const carom__world_box *carom__walker_box(carom__walker *walker) {
  if (walker->boxed) return &walker->box;
  carom_obb own = {{0, 0, 0}, mat3_identity(), {0, 0, 0}};
  if (walker->shape) own = carom__padded_obb(walker->shape);
  walker->box = carom__world_box_of(&own, &walker->frame);
  walker->boxed = true;
  return &walker->box;
}

bool carom__walker_may_meet(carom__walker *walker, carom__site site) {
  carom_obb own = carom__padded_obb(site.shape);
  carom__world_box box = carom__world_box_of(&own, site.frame);
  return carom__world_box_overlap(&box, carom__walker_box(walker));
}

static void enter_with_box(index_walk *w, const carom__obb_tree *tree, const carom_frame *frame) {
  carom_obb box = carom__world_box_in(carom__walker_box(w->walker), frame);
  carom__obb_tree_query(tree, &box, visit_tree_item, w);
}

void carom__walk_box(const carom_world *world, carom__walker *walker, carom__reach_collider *reach,
                     void *context) {
  index_walk w = {
      .world = world, .reach = reach, .context = context, .enter = enter_with_box, .walker = walker};
  carom__box_listener listener = listener_of(&w);
  if (open_trees(&w))
    for (int i = 0; i < 2 && w.limit >= 0; i++)
      carom__box_tree_query(&world->index->trees[i], &walker->bounds, &listener);
}

static void enter_with_ray(index_walk *w, const carom__obb_tree *tree, const carom_frame *frame) {
  carom_vec3 translation = mat3_tmul_vec3(&frame->axes, w->translation);
  carom__obb_tree_cast_ray(tree, frame_unapply(frame, *w->origin), translation, reach_item, w);
}

/* Field by field, as many are opened at once: a whole one that is copied makes the processor wait for its
 * parts. */
static inline void open_ray_walk(index_walk *w, const carom_world *world, const carom_ray *ray,
                                 carom__reach_collider *reach, void *context) {
  w->world = world;
  w->reach = reach;
  w->context = context;
  w->limit = 1;
  w->enter = enter_with_ray;
  w->origin = &ray->origin;
  w->translation = ray->translation;
}

static inline void open_cast(carom__box_cast *cast, index_walk *w, const carom_pos *origin,
                             carom_vec3 around) {
  cast->origin = *origin;
  cast->reach = around;
  cast->translation = w->translation;
  cast->limit = w->limit;
  cast->listener.visit = reach_named;
  cast->listener.fetch = fetch_named;
  cast->listener.context = w;
}

static void cast_at_bodies(index_walk *w, const carom_pos *origin, carom_vec3 around) {
  carom__box_cast cast;
  open_cast(&cast, w, origin, around);
  for (int i = 0; i < 2; i++) carom__box_tree_cast(&w->world->index->trees[i], &cast);
}

void carom__walk_ray(const carom_world *world, const carom_ray *ray, carom__reach_collider *reach,
                     void *context) {
  index_walk w;
  open_ray_walk(&w, world, ray, reach, context);
  if (open_trees(&w)) cast_at_bodies(&w, w.origin, vec3(0, 0, 0));
}

void carom__walk_rays(const carom_world *world, const carom__ray_walk *rays, size_t count,
                      carom__reach_collider *reach) {
  index_walk walks[CAROM__WALK_RAYS_MAX];
  carom__box_cast casts[CAROM__WALK_RAYS_MAX];
  size_t open = 0;
  for (size_t i = 0; i < count; i++) {
    open_ray_walk(&walks[open], world, rays[i].ray, reach, rays[i].context);
    open_cast(&casts[open], &walks[open], walks[open].origin, vec3(0, 0, 0));
    open += open_trees(&walks[open]);
  }
  for (int i = 0; i < 2; i++) carom__box_tree_cast_many(&world->index->trees[i], casts, open);
}

static void enter_with_cast(index_walk *w, const carom__obb_tree *tree, const carom_frame *frame) {
  carom_obb box = carom__world_box_in(carom__walker_box(w->walker), frame);
  carom__obb_tree_cast_box(tree, &box, mat3_tmul_vec3(&frame->axes, w->translation), reach_item, w);
}

void carom__walk_cast(const carom_world *world, carom__walker *walker, carom_vec3 translation,
                      carom__reach_collider *reach, void *context) {
  index_walk w = {.world = world,
                  .reach = reach,
                  .context = context,
                  .limit = 1,
                  .enter = enter_with_cast,
                  .walker = walker,
                  .translation = translation};
  carom_vec3 around;
  carom_pos middle = middle_of(&walker->bounds, &around);
  if (open_trees(&w)) cast_at_bodies(&w, &middle, around);
}

static float reach_own_item(void *context, uint32_t item, float limit) {
  index_walk *w = context;
  if (!tree_knows(w, item)) return limit; /* `own` may be that of another body still */
  limit = reach_item(w, item, limit);
  return lesser_float(limit, *w->own);
}

static void enter_near(index_walk *w, const carom__obb_tree *tree, const carom_frame *frame) {
  carom__obb_tree_near_point(tree, frame_unapply(frame, *w->origin), w->limit, reach_own_item, w);
}

static index_walk near_walk(const carom_world *world, const carom_pos *point, float limit,
                            carom__reach_collider *reach, const float *own, void *context) {
  return (index_walk){.world = world,
                      .reach = reach,
                      .context = context,
                      .limit = limit,
                      .enter = enter_near,
                      .origin = point,
                      .own = own};
}

void carom__walk_near(const carom_world *world, const carom_pos *point, float limit,
                      carom__reach_collider *reach, const float *own, void *context) {
  index_walk w = near_walk(world, point, limit, reach, own, context);
  carom__box_listener listener = listener_of(&w);
  if (open_trees(&w))
    for (int i = 0; i < 2 && w.limit >= 0; i++)
      carom__box_tree_near(&world->index->trees[i], point, w.limit, &listener);
}

void carom__walk_body_near(const carom_world *world, uint32_t body, const carom_pos *point, float limit,
                           carom__reach_collider *reach, void *context) {
  const float own = FLT_MAX;
  index_walk w = near_walk(world, point, limit, reach, &own, context);
  look_at_body(&w, body);
}
