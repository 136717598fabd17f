/* swept.c: swept bodies against what is near their way.
 *
 * Boxes of swept bodies cover their way and, because what they meet may be on its own, the longest way of
 * any body that is not swept: the broad phase then pairs all that can meet. Each pair of colliders is looked
 * at by itself, on any thread; the bodies that stop are stopped afterwards, one after the other.
 *
 * The main file of the room. The meeting of two colliders is swept_meet.c, stopping is swept_stops.c, and
 * contacts of hits are made in swept_hits.c. The room uses state, passes and contacts. Only the step uses
 * it. */
#include "swept.h"

#include <string.h>

#include "boxes.h"
#include "filter.h"
#include "tasks.h"
#include "shape_class.h"
#include "sort.h"
#include "stopping.h"

static bool is_swept(const carom_world *world, uint32_t body) {
  return world->bodies.flags.data[body] & CAROM__BODY_SWEPT;
}

/* --- Boxes --- */

static bool has_box(const carom_world *world, uint32_t body) {
  return carom__body_is_active(world, body) && carom__body_collider_count(world, body) > 0;
}

static float longest_way(const carom_world *world, const carom__moved *moved) {
  float longest = 0;
  for (size_t i = 0; i < moved->count; i++) {
    uint32_t body = moved->bodies[i].slot;
    if (is_swept(world, body) || !has_box(world, body)) continue;
    carom__swept_way way = carom__swept_way_of(world, moved, body);
    longest = greater_float(longest, carom__swept_way_length(&way, &world->bodies.proxies.data[body].box));
  }
  return longest;
}

carom_status carom__swept_widen(carom_world *world) {
  const carom__moved *moved = world->step.moved;
  if (!moved || !(moved->flags & CAROM__BODY_SWEPT)) return CAROM_OK;
  carom_aabb *tight = carom__arena_alloc(&world->arena, moved->count, sizeof *tight);
  if (!tight) return CAROM_OUT_OF_MEMORY;
  world->step.tight = tight;
  float longest = longest_way(world, moved);
  for (size_t i = 0; i < moved->count; i++) {
    uint32_t body = moved->bodies[i].slot;
    carom_aabb *box = &world->bodies.proxies.data[body].box;
    tight[i] = *box;
    if (!is_swept(world, body) || !has_box(world, body)) continue;
    carom__swept_way way = carom__swept_way_of(world, moved, body);
    *box = carom__swept_way_box(&way, box, longest);
  }
  return CAROM_OK;
}

void carom__swept_narrow(carom_world *world) {
  const carom__moved *moved = world->step.moved;
  const carom_aabb *tight = world->step.tight;
  for (size_t i = 0; tight && i < moved->count; i++)
    world->bodies.proxies.data[moved->bodies[i].slot].box = tight[i];
}

/* --- Pairs of colliders --- */

/* A swept body near another one. */
typedef struct lister {
  carom_world *world;
  const carom__moved *moved;
  uint32_t swept, other;    /* the bodies */
  uint32_t collider;        /* of the swept one, in hand */
  carom__slots_view others; /* all of the other */
  carom_status status;
} lister;

static bool visit(void *context, uint32_t item) {
  lister *l = context;
  carom__keys *pairs = &l->world->step.swept_pairs;
  uint32_t other = l->others.data[item];
  if (!carom__filter_admits(l->world, l->collider, other)) return true;
  l->status = carom__array_reserve(&l->world->allocator, pairs, pairs->count + 1);
  if (!l->status) carom__array_push(pairs, carom__colliders_key(l->world, l->collider, other));
  return !l->status;
}

/* The collider in hand and those of the other body that are near its way. */
static void list_near(lister *l) {
  const carom_world *world = l->world;
  const carom__obb_tree *tree = carom__body_tree(world, l->other);
  if (!tree) {
    for (uint32_t i = 0; i < l->others.count; i++)
      if (l->others.data[i] != CAROM__NO_INDEX && !visit(l, i)) return;
    return;
  }
  uint32_t collider = l->collider;
  carom_shape room;
  carom_aabb end = carom__shape_bounds(carom__collider_shape(world, collider, &room),
                                       &world->colliders.frames.data[collider]);
  carom__swept_way way = carom__swept_way_of(world, l->moved, l->swept);
  carom__swept_way others_way = carom__swept_way_of(world, l->moved, l->other);
  float longest = carom__swept_way_length(&others_way, &world->bodies.proxies.data[l->other].box);
  carom_aabb around = carom__swept_way_box(&way, &end, longest);
  carom_obb box = carom__obb_of_aabb(&around);
  carom__world_box in_world = {{(double)box.center.x, (double)box.center.y, (double)box.center.z}, box};
  carom_frame frame = carom__body_frame(world, l->other);
  box = carom__world_box_in(&in_world, &frame);
  carom__obb_tree_query(tree, &box, visit, l);
}

static bool is_on_way(const lister *l, uint32_t body) {
  return is_swept(l->world, body) && bits_test(l->moved->moving, body);
}

static void list_pair(lister *l, carom__pair pair) {
  l->swept = is_on_way(l, pair.a) ? pair.a : pair.b;
  l->other = l->swept == pair.a ? pair.b : pair.a;
  if (!is_on_way(l, l->swept)) return;
  l->others = carom__body_colliders(l->world, l->other);
  carom__slots_view colliders = carom__body_colliders(l->world, l->swept);
  for (size_t at = 0; !l->status && slots_next(&colliders, &at, &l->collider);) list_near(l);
}

/* Ascending, so that nothing depends on how they were found. */
static carom_status list_pairs(carom_world *world, const carom__moved *moved) {
  lister l = {.world = world, .moved = moved};
  carom__keys *pairs = &world->step.swept_pairs;
  pairs->count = 0;
  for (size_t i = 0; i < world->step.body_pairs.count && !l.status; i++)
    list_pair(&l, world->step.body_pairs.data[i]);
  uint64_t *scratch = carom__arena_alloc(&world->arena, pairs->count, sizeof *scratch);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  carom__sort_u64(pairs->data, scratch, pairs->count);
  return l.status;
}

/* --- Meetings --- */

typedef struct meeter {
  carom_world *world;
  const carom__moved *moved;
  carom__meeting *meetings;
  uint32_t *places; /* where that of each pair is; NULL: they have the order of the pairs */
} meeter;

/* Where colliders have orders, meetings do: which of two of one moment comes first follows from them. */
static carom_status place_meetings(meeter *m, size_t count) {
  const uint64_t *keys = m->world->step.swept_pairs.data;
  carom__arena *arena = &m->world->arena;
  carom__keyed *items = carom__arena_alloc(arena, 2 * count, sizeof *items);
  m->places = carom__arena_alloc(arena, count, sizeof *m->places);
  if (!items || !m->places) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++)
    items[i] = (carom__keyed){carom__collider_order(m->world, (uint32_t)keys[i]), i};
  carom__sort_keyed(items, items + count, count);
  for (size_t i = 0; i < count; i++)
    items[i].key = carom__collider_order(m->world, (uint32_t)(keys[items[i].value] >> 32));
  carom__sort_keyed(items, items + count, count);
  for (uint32_t i = 0; i < count; i++) m->places[items[i].value] = i;
  return CAROM_OK;
}

static carom__meeting *meeting_of(const meeter *m, size_t pair) {
  return &m->meetings[m->places ? m->places[pair] : pair];
}

static void meet_part(void *context, uint32_t part, size_t begin, size_t end) {
  const meeter *m = context;
  const carom__gate *gates = m->world->colliders.gates.data;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    carom__meeting *meeting = meeting_of(m, i);
    meeting->a = (uint32_t)(m->world->step.swept_pairs.data[i] >> 32);
    meeting->b = (uint32_t)m->world->step.swept_pairs.data[i];
    carom__swept_way a = carom__swept_way_of(m->world, m->moved, gates[meeting->a].body);
    carom__swept_way b = carom__swept_way_of(m->world, m->moved, gates[meeting->b].body);
    carom__meet(m->world, &a, &b, 0, meeting);
  }
}

static carom_status keep_hits(const meeter *m, size_t count) {
  carom_world *world = m->world;
  size_t met = 0;
  for (size_t i = 0; i < count; i++) {
    met += m->meetings[i].met;
    world->counts.not_converged += m->meetings[i].unproved;
  }
  carom_status status = carom__array_reserve(&world->allocator, &world->swept_hits, met);
  for (size_t i = 0; i < count && !status; i++)
    if (meeting_of(m, i)->met) carom__array_push(&world->swept_hits, meeting_of(m, i)->hit);
  return status;
}

/* Room for what the game's filter says of the pairs. */
static carom_status prepare_answers(carom_world *world) {
  if (!world->def.filter) return CAROM_OK;
  world->step.swept_answers =
      carom__arena_alloc(&world->arena, world->step.swept_pairs.count, sizeof(uint8_t));
  if (!world->step.swept_answers) return CAROM_OUT_OF_MEMORY;
  memset(world->step.swept_answers, 0, world->step.swept_pairs.count);
  return CAROM_OK;
}

carom_status carom__step_swept(carom_world *world) {
  const carom__moved *moved = world->step.moved;
  world->swept_hits.count = 0;
  if (!moved || !(moved->flags & CAROM__BODY_SWEPT)) return CAROM_OK;
  carom_status status = list_pairs(world, moved);
  if (!status) status = prepare_answers(world);
  size_t count = world->step.swept_pairs.count;
  meeter m = {world, moved, carom__arena_alloc(&world->arena, count, sizeof *m.meetings), NULL};
  if (!status && world->ordered) status = place_meetings(&m, count);
  if (status || !m.meetings) return CAROM_OUT_OF_MEMORY;
  carom__run_ranges(&world->def.tasks, carom__part_count(&world->def.tasks, count), count, meet_part, &m);
  if (moved->flags & CAROM__BODY_STOPPING) status = carom__swept_stop(world, moved, m.meetings, count);
  return status ? status : keep_hits(&m, count);
}
