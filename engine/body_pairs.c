/* body_pairs.c: the third pass: pairs of bodies whose AABBs overlap, when one of them was touched.
 *
 * What was touched is swept; once it is touched no more it comes to rest in the broad phase and stays there
 * until it is touched again. What is still, as most static bodies are, meets nothing that is: while all else
 * was touched too it rests at once, so that loading a level finds no pairs within it. */
#include "body_pairs.h"

#include "objects.h"

/* The bodies that were touched, or were and now come to rest. */
typedef struct census {
  bool stills_move; /* something still was touched, and some other body was not */
  carom__proxy *movers, *resting;
  size_t mover_count, resting_count;
} census;

/* What sees static bodies is paired with them as a kinematic one is. */
static bool is_still(const carom_world *world, uint32_t body) {
  uint32_t flags = world->bodies.flags.data[body];
  return (flags & (CAROM__BODY_STATIC | CAROM__BODY_SEES_STATIC)) == CAROM__BODY_STATIC;
}

static bool is_alive(const carom_world *world, uint32_t body) {
  return carom__idpool_at(&world->bodies.ids, body) && !(world->bodies.flags.data[body] & CAROM__BODY_DYING);
}

/* What was touched no longer rests. */
static void wake(carom_world *world, census *c) {
  size_t alive = 0, still = 0;
  uint32_t body;
  for (carom__bits_walk walk = bits_walk_all(&world->bodies.touched); bits_next(&walk, &body);) {
    if (!bits_test(&world->bodies.awake, body)) world->broadphase_class->wake(world->broadphase, body);
    bits_set(&world->bodies.awake, body);
    alive += is_alive(world, body);
    still += is_still(world, body);
  }
  c->stills_move = still > 0 && alive < (size_t)world->counts.static_bodies + world->counts.kinematic_bodies;
}

static bool takes_part(const carom_world *world, uint32_t body) {
  return carom__body_is_active(world, body) && carom__body_colliders(world, body).count > 0;
}

static bool is_mover(const carom_world *world, const census *c, uint32_t body) {
  return bits_test(&world->bodies.touched, body) && (c->stills_move || !is_still(world, body));
}

/* Lists who moves and who comes to rest. */
static carom_status list(carom_world *world, census *c) {
  const carom__bits *awake = &world->bodies.awake;
  size_t count = carom__bits_count(awake, 0, awake->words.count);
  uint32_t body;
  c->movers = carom__arena_alloc(&world->arena, count, sizeof *c->movers);
  c->resting = carom__arena_alloc(&world->arena, count, sizeof *c->resting);
  if (!c->movers || !c->resting) return CAROM_OUT_OF_MEMORY;
  for (carom__bits_walk walk = bits_walk_all(awake); bits_next(&walk, &body);) {
    if (!takes_part(world, body)) continue;
    carom__proxy proxy = {.box = world->bodies.bounds.data[body], .id = body};
    if (is_mover(world, c, body))
      c->movers[c->mover_count++] = proxy;
    else
      c->resting[c->resting_count++] = proxy;
  }
  return CAROM_OK;
}

static carom_status put_to_rest(carom_world *world, const census *c) {
  carom_status status = world->broadphase_class->rest(world->broadphase, c->resting, c->resting_count);
  for (size_t i = 0; i < c->resting_count && !status; i++) bits_clear(&world->bodies.awake, c->resting[i].id);
  return status;
}

static void drop_still_pairs(carom_world *world) {
  carom__pairs *pairs = &world->body_pairs;
  size_t kept = 0;
  for (size_t i = 0; i < pairs->count; i++)
    if (!is_still(world, pairs->data[i].a) || !is_still(world, pairs->data[i].b))
      pairs->data[kept++] = pairs->data[i];
  pairs->count = kept;
}

carom_status carom__step_broadphase(carom_world *world) {
  census c = {0};
  wake(world, &c);
  carom_status status = list(world, &c);
  if (!status) status = put_to_rest(world, &c);
  if (!status)
    status = world->broadphase_class->find_pairs(world->broadphase, &world->def.tasks, c.movers,
                                                 c.mover_count, &world->body_pairs);
  if (!status && c.stills_move) drop_still_pairs(world);
  return status;
}
