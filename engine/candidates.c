/* candidates.c: from bodies to pairs of colliders: the broad phase over bodies, then filters and boxes.
 *
 * A candidate is a pair of colliders as one word (carom__pair_key); sorting the words gives the canonical
 * order that all later passes keep. */
#include "candidates.h"

#include "boxes.h"
#include "filter.h"
#include "objects.h"
#include "sort.h"

/* Does the body take part in the broad phase as one of these? */
static bool takes_part(const carom_world *world, uint32_t body, bool still) {
  return carom__body_is_active(world, body) && world->bodies.rest.data[body].colliders.count > 0 &&
         still == !!(world->bodies.flags.data[body] & CAROM__BODY_STATIC);
}

/* Lists the boxes of all bodies that stand still, or of all that do not. */
static carom_status collect(carom_world *world, bool still, carom__proxy **out, size_t *count) {
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  carom__proxy *proxies = carom__arena_alloc(&world->arena, slots, sizeof *proxies);
  if (!proxies) return CAROM_OUT_OF_MEMORY;
  *out = proxies;
  *count = 0;
  for (uint32_t body = 0; body < slots; body++)
    if (takes_part(world, body, still))
      proxies[(*count)++] = (carom__proxy){.box = world->bodies.bounds.data[body], .id = body};
  return CAROM_OK;
}

static carom_status refresh_still(carom_world *world) {
  carom__proxy *still;
  size_t count;
  if (!world->still_stale) return CAROM_OK;
  carom_status status = collect(world, true, &still, &count);
  if (!status) status = world->broadphase_class->set_still(world->broadphase, still, count);
  if (!status) world->still_stale = false;
  return status;
}

carom_status carom__step_broadphase(carom_world *world) {
  carom__proxy *movers;
  size_t count;
  carom_status status = refresh_still(world);
  if (!status) status = collect(world, false, &movers, &count);
  return status ? status
                : world->broadphase_class->find_pairs(world->broadphase, movers, count, &world->body_pairs);
}

/* The cull of one body pair, as a context for the tree's visitor. */
typedef struct cull {
  carom_world *world;
  uint32_t collider;          /* of the one body */
  const carom__slots *others; /* of the other */
  carom_status status;
} cull;

static bool passes(const carom_world *world, uint32_t a, uint32_t b) {
  return carom__filter_admits(world, a, b) &&
         carom__world_box_overlap(&world->colliders.boxes.data[a], &world->colliders.boxes.data[b]) &&
         carom__filter_asks(world, a, b);
}

static bool visit(void *context, uint32_t item) {
  cull *c = context;
  uint32_t other = c->others->data[item];
  if (!passes(c->world, c->collider, other)) return true;
  c->status =
      carom__array_reserve(&c->world->allocator, &c->world->candidates, c->world->candidates.count + 1);
  if (c->status) return false;
  carom__array_push(&c->world->candidates, carom__pair_key(c->collider, other));
  return true;
}

/* One collider against all of a body, through its tree when it has one. */
static carom_status cull_against(carom_world *world, uint32_t collider, uint32_t body) {
  const carom__body_rest *rest = &world->bodies.rest.data[body];
  cull context = {world, collider, &rest->colliders, CAROM_OK};
  if (rest->tree) {
    carom_obb box =
        carom__world_box_in(&world->colliders.boxes.data[collider], &world->bodies.frames.data[body]);
    carom__obb_tree_query(rest->tree, &box, visit, &context);
  } else {
    for (uint32_t i = 0; i < rest->colliders.count && visit(&context, i); i++) continue;
  }
  return context.status;
}

static carom_status cull_bodies(carom_world *world, uint32_t a, uint32_t b) {
  if (world->bodies.rest.data[a].colliders.count > world->bodies.rest.data[b].colliders.count) {
    uint32_t more = a;
    a = b;
    b = more;
  }
  const carom__slots *fewer = &world->bodies.rest.data[a].colliders;
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < fewer->count && !status; i++) status = cull_against(world, fewer->data[i], b);
  return status;
}

carom_status carom__step_cull(carom_world *world) {
  world->candidates.count = 0;
  for (size_t i = 0; i < world->body_pairs.count; i++) {
    carom_status status = cull_bodies(world, world->body_pairs.data[i].a, world->body_pairs.data[i].b);
    if (status) return status;
  }
  uint64_t *scratch = carom__arena_alloc(&world->arena, world->candidates.count, sizeof *scratch);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  carom__sort_u64(world->candidates.data, scratch, world->candidates.count);
  return CAROM_OK;
}
