/* body_pairs.c: the third pass: finds pairs of bodies with overlapping AABBs, of which at least one was
 * touched.
 *
 * What was touched is swept; once it is touched no more it comes to rest in the broad phase and stays there
 * until it is touched again. What is still, as most static bodies are, meets nothing that is: while all else
 * was touched too it rests at once, so that loading a level finds no pairs within it. */
#include "candidates.h"

#include "objects.h"
#include "tasks.h"

/* The bodies that were touched, or were and now come to rest. */
typedef struct census {
  carom_world *world;
  bool stills_move;   /* something still was touched, and some other body was not */
  bool touched_moves; /* whatever was touched takes part as a mover, as nothing is static */
  const carom__proxy *movers;
  carom__proxy *listed, *resting; /* movers that are some of the bodies, and what comes to rest */
  size_t mover_count, resting_count;
  carom__found parts_movers[CAROM__PARTS_MAX], parts_resting[CAROM__PARTS_MAX];
} census;

static bool is_alive(const carom_world *world, uint32_t body) {
  return carom__idpool_at(&world->bodies.ids, body) && !(world->bodies.flags.data[body] & CAROM__BODY_DYING);
}

/* What was touched no longer rests. */
static void wake(carom_world *world) {
  const carom__bits *touched = &world->bodies.touched;
  for (uint32_t i = 0; i < touched->words.count; i++) {
    uint64_t *awake = &world->bodies.awake.words.data[i];
    for (uint64_t left = touched->words.data[i] & ~*awake; left; left &= left - 1)
      world->broadphase_class->wake(world->broadphase, 64 * i + (uint32_t)bits_lowest(left));
    *awake |= touched->words.data[i];
  }
}

static bool all_were_touched(const carom_world *world) {
  for (uint32_t body = 0; body < world->bodies.flags.count; body++)
    if (is_alive(world, body) && !bits_test(&world->bodies.touched, body)) return false;
  return true;
}

/* Most have one collider, which is known without a look at what is seldom touched. */
static bool takes_part(const carom_world *world, uint32_t body) {
  return carom__body_is_active(world, body) &&
         (world->bodies.only.data[body] != CAROM__NO_INDEX || carom__body_collider_count(world, body) > 0);
}

static bool is_mover(const census *c, uint32_t body) {
  return bits_test(&c->world->bodies.touched, body) &&
         (c->stills_move || !carom__body_is_still(c->world, body));
}

/* How many of these words may come to rest: all that are awake, or those that were not touched. */
static size_t most_resting(const census *c, size_t begin, size_t end) {
  const carom__bodies *bodies = &c->world->bodies;
  size_t movers = c->touched_moves ? carom__bits_count(&bodies->touched, begin, end) : 0;
  return carom__bits_count(&bodies->awake, begin, end) - movers;
}

/* Lists who moves and who comes to rest, of a range of words. */
static void list_part(void *context, uint32_t part, size_t begin, size_t end) {
  census *c = context;
  const carom__bits *awake = &c->world->bodies.awake;
  size_t first = carom__bits_count(awake, 0, begin);
  carom__found movers = {first, 0}, resting = {most_resting(c, 0, begin), 0};
  uint32_t body;
  for (carom__bits_walk walk = bits_walk(awake, begin, end); bits_next(&walk, &body);) {
    if (!takes_part(c->world, body)) continue;
    carom__proxy *proxy =
        is_mover(c, body) ? &c->listed[first + movers.count++] : &c->resting[resting.begin + resting.count++];
    *proxy = c->world->bodies.proxies.data[body];
  }
  c->parts_movers[part] = movers;
  c->parts_resting[part] = resting;
}

/* Is each slot that of a mover with one collider? */
static bool all_move(const census *c) {
  const carom_world *world = c->world;
  const carom__bodies *bodies = &world->bodies;
  const carom__bits *touched = &bodies->touched;
  const size_t count = bodies->flags.count;
  bool all = c->touched_moves && world->counts.kinematic_bodies == count &&
             carom__bits_count(touched, 0, touched->words.count) == count;
  for (size_t body = 0; all && body < count; body++)
    all = !(bodies->flags.data[body] & CAROM__BODY_DISABLED) && bodies->only.data[body] != CAROM__NO_INDEX;
  return all;
}

static carom_status list(census *c) {
  carom_world *world = c->world;
  const carom__bits *awake = &world->bodies.awake;
  size_t words = awake->words.count, count = carom__bits_count(awake, 0, words);
  uint32_t parts = carom__part_count_light(&world->def.tasks, count);
  if (all_move(c)) {
    c->movers = world->bodies.proxies.data;
    c->mover_count = world->bodies.proxies.count;
    return CAROM_OK;
  }
  c->movers = c->listed = carom__arena_alloc(&world->arena, count, sizeof *c->listed);
  c->resting = carom__arena_alloc(&world->arena, most_resting(c, 0, words), sizeof *c->resting);
  if (!c->listed || !c->resting) return CAROM_OUT_OF_MEMORY;
  carom__run_ranges(&world->def.tasks, parts, words, list_part, c);
  c->mover_count = carom__found_join(c->parts_movers, parts, c->listed, sizeof *c->listed);
  c->resting_count = carom__found_join(c->parts_resting, parts, c->resting, sizeof *c->resting);
  return CAROM_OK;
}

static carom_status put_to_rest(const census *c) {
  carom_world *world = c->world;
  carom_status status = world->broadphase_class->rest(world->broadphase, c->resting, c->resting_count);
  for (size_t i = 0; i < c->resting_count && !status; i++) bits_clear(&world->bodies.awake, c->resting[i].id);
  return status;
}

static void drop_still_pairs(carom_world *world) {
  carom__pairs *pairs = &world->step.body_pairs;
  size_t kept = 0;
  for (size_t i = 0; i < pairs->count; i++)
    if (!carom__body_is_still(world, pairs->data[i].a) || !carom__body_is_still(world, pairs->data[i].b))
      pairs->data[kept++] = pairs->data[i];
  pairs->count = kept;
}

carom_status carom__step_broadphase(carom_world *world) {
  census c = {.world = world};
  c.stills_move = world->counts.static_bodies > 0 && world->step.still_touched && !all_were_touched(world);
  c.touched_moves = world->counts.static_bodies == 0;
  wake(world);
  carom_status status = list(&c);
  if (!status) status = put_to_rest(&c);
  if (!status)
    status = world->broadphase_class->find_pairs(world->broadphase, &world->def.tasks, c.movers,
                                                 c.mover_count, &world->step.body_pairs);
  if (!status && c.stills_move) drop_still_pairs(world);
  return status;
}

void carom__body_settle(carom_world *world, uint32_t slot) {
  if (!bits_test(&world->bodies.awake, slot)) world->broadphase_class->wake(world->broadphase, slot);
  bits_set(&world->bodies.awake, slot);
  bits_set(&world->bodies.restored, slot);
  bits_clear(&world->bodies.touched, slot);
}

void carom__bodies_settle(carom_world *world) {
  carom__bits *touched = &world->bodies.touched, *restored = &world->bodies.restored;
  wake(world);
  for (size_t i = 0; i < touched->words.count; i++) restored->words.data[i] |= touched->words.data[i];
  carom__bits_clear_all(touched);
}
