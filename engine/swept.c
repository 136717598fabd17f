/* swept.c: swept bodies against what is near their way.
 *
 * Boxes of swept bodies cover their way and, because what they meet may be on its own, the longest way of any
 * body that is not swept: the broad phase then pairs all that can meet. Each pair of colliders is looked at
 * in pieces of the step in which neither turns much (narrowphase/impact.h). */
#include "swept.h"

#include "boxes.h"
#include "impact.h"
#include "objects.h"
#include "swept_way.h"

/* No piece of a step turns a body by more than this, in radians ... */
#define PIECE 1
/* ... as long as these many pieces are enough. */
#define MAX_PIECES (CAROM_SWEPT_TURNS * 7)
/* The margin within which what cannot be proved counts as met, in least half extents. */
#define MARGIN 0x1p-10f

static bool is_swept(const carom_world *world, uint32_t body) {
  return world->bodies.flags.data[body] & CAROM__BODY_SWEPT;
}

/* --- Boxes --- */

static bool has_box(const carom_world *world, uint32_t body) {
  return carom__body_is_active(world, body) && carom__body_colliders(world, body).count > 0;
}

static float longest_way(const carom_world *world, const carom__moved *moved) {
  float longest = 0;
  for (size_t i = 0; i < moved->count; i++) {
    uint32_t body = moved->bodies[i].slot;
    if (is_swept(world, body) || !has_box(world, body)) continue;
    carom__way way = carom__way_of(world, moved, body);
    longest = greater_float(longest, carom__way_length(&way, &world->bodies.bounds.data[body]));
  }
  return longest;
}

void carom__swept_widen(carom_world *world, const carom__moved *moved) {
  if (!moved || !moved->swept) return;
  float longest = longest_way(world, moved);
  for (size_t i = 0; i < moved->count; i++) {
    uint32_t body = moved->bodies[i].slot;
    if (!is_swept(world, body) || !has_box(world, body)) continue;
    carom__way way = carom__way_of(world, moved, body);
    world->bodies.bounds.data[body] = carom__way_box(&way, &world->bodies.bounds.data[body], longest);
  }
}

/* --- Pairs of colliders --- */

/* A body on its way, and a collider of it. */
typedef struct party {
  uint32_t body, collider;
  carom__way way;
} party;

typedef struct sweeper {
  carom_world *world;
  const carom__moved *moved;
  party swept, other;
  carom__slots_view others; /* the colliders of the other body */
  carom_status status;
} sweeper;

static carom__mover mover_of(const carom_world *world, const party *p, const carom_motion *motion) {
  carom_local_pose local = carom__collider_local(world, p->collider);
  return carom__mover_on_body(&world->colliders.shapes.data[p->collider], &local, motion->from.rotation,
                              motion->to.rotation);
}

static carom_frame frame_at(const carom_world *world, const party *p, const carom_pose *pose) {
  carom_frame body = pose_to_frame(pose);
  return carom__frame_on(world, p->collider, &body);
}

static carom__dvec3 between(carom_pos from, carom_pos to) {
  return dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
}

/* A piece of the step, and how both bodies move in it. */
typedef struct piece {
  double begin, end;
  carom_motion a, b;
} piece;

static piece cut_piece(const party *a, const party *b, uint32_t i, uint32_t count) {
  double begin = (double)i / count, end = (double)(i + 1) / count;
  return (piece){begin,
                 end,
                 {carom__way_pose(&a->way, begin), carom__way_pose(&a->way, end)},
                 {carom__way_pose(&b->way, begin), carom__way_pose(&b->way, end)}};
}

static carom__impact_case make_case(const carom_world *world, const party *a, const party *b,
                                    const piece *p) {
  carom__impact_case it = {.start_a = frame_at(world, a, &p->a.from),
                           .start_b = frame_at(world, b, &p->b.from),
                           .pivot_a = p->a.from.position,
                           .travel_a = between(p->a.from.position, p->a.to.position)};
  it.motions.a = mover_of(world, a, &p->a);
  it.motions.b = mover_of(world, b, &p->b);
  it.motions.offset = between(p->a.from.position, p->b.from.position);
  it.motions.travel = dvec3_sub(between(p->a.to.position, p->b.to.position), it.motions.offset);
  return it;
}

static double margin_of(const carom_world *world, uint32_t a, uint32_t b) {
  carom_vec3 half_a = carom__padded_obb(&world->colliders.shapes.data[a]).half;
  carom_vec3 half_b = carom__padded_obb(&world->colliders.shapes.data[b]).half;
  carom_vec3 least = vec3_min(half_a, half_b);
  return (double)(MARGIN * lesser_float(lesser_float(least.x, least.y), least.z));
}

/* What stays too near for a proof is asked once more with a margin. */
static bool find_impact(carom_world *world, const party *a, const party *b, const piece *p,
                        carom_impact *out) {
  carom__impact_case it = make_case(world, a, b, p);
  carom_status status = carom__impact(&it, out);
  if (status) {
    it.margin = margin_of(world, a->collider, b->collider);
    status = carom__impact(&it, out);
  }
  world->counts.not_converged += status != CAROM_OK;
  return !status && out->hit;
}

static uint32_t count_pieces(const carom__way *a, const carom__way *b) {
  float angle = greater_float(a->angle, b->angle) / PIECE;
  return angle < MAX_PIECES ? 1 + (uint32_t)angle : MAX_PIECES;
}

static void report(sweeper *s, const party *a, const party *b, const piece *p, const carom_impact *impact) {
  const carom__idpool *bodies = &s->world->bodies.ids, *colliders = &s->world->colliders.ids;
  carom_swept_hit hit = {.body_a = {carom__idpool_at(bodies, a->body)},
                         .body_b = {carom__idpool_at(bodies, b->body)},
                         .collider_a = {carom__idpool_at(colliders, a->collider)},
                         .collider_b = {carom__idpool_at(colliders, b->collider)},
                         .inside = impact->inside && p->begin == 0,
                         .fraction = p->begin + impact->fraction * (p->end - p->begin),
                         .normal = impact->normal,
                         .point = impact->point};
  carom_motion_pose(&p->a, impact->fraction, &hit.pose_a);
  carom_motion_pose(&p->b, impact->fraction, &hit.pose_b);
  size_t count = s->world->swept_hits.count;
  s->status = carom__array_reserve(&s->world->allocator, &s->world->swept_hits, count + 1);
  if (!s->status) carom__array_push(&s->world->swept_hits, hit);
}

static void meet(sweeper *s, const party *a, const party *b) {
  uint32_t count = count_pieces(&a->way, &b->way);
  for (uint32_t i = 0; i < count; i++) {
    piece p = cut_piece(a, b, i, count);
    carom_impact impact;
    if (!find_impact(s->world, a, b, &p, &impact)) continue;
    report(s, a, b, &p, &impact);
    return;
  }
}

static bool visit(void *context, uint32_t item) {
  sweeper *s = context;
  s->other.collider = s->others.data[item];
  if (!carom__filter_admits(s->world, s->swept.collider, s->other.collider)) return true;
  bool turned = s->swept.collider > s->other.collider;
  meet(s, turned ? &s->other : &s->swept, turned ? &s->swept : &s->other);
  return !s->status;
}

/* The collider in hand against those of the other body that are near its way. */
static void meet_body(sweeper *s) {
  const carom_world *world = s->world;
  const carom__obb_tree *tree = carom__body_tree(world, s->other.body);
  if (!tree) {
    for (uint32_t i = 0; i < s->others.count && visit(s, i); i++) continue;
    return;
  }
  uint32_t collider = s->swept.collider;
  carom_aabb end =
      carom__shape_bounds(&world->colliders.shapes.data[collider], &world->colliders.frames.data[collider]);
  float longest = carom__way_length(&s->other.way, &world->bodies.bounds.data[s->other.body]);
  carom_aabb around = carom__way_box(&s->swept.way, &end, longest);
  carom_obb box = carom__obb_of_aabb(&around);
  carom__world_box in_world = {{(double)box.center.x, (double)box.center.y, (double)box.center.z}, box};
  carom_frame frame = carom__body_frame(world, s->other.body);
  box = carom__world_box_in(&in_world, &frame);
  carom__obb_tree_query(tree, &box, visit, s);
}

static bool is_on_way(const sweeper *s, uint32_t body) {
  return is_swept(s->world, body) && carom__moved_from(s->moved, body);
}

static void meet_pair(sweeper *s, carom__pair pair) {
  uint32_t swept = is_on_way(s, pair.a) ? pair.a : pair.b, other = swept == pair.a ? pair.b : pair.a;
  if (!is_on_way(s, swept)) return;
  s->swept = (party){.body = swept, .way = carom__way_of(s->world, s->moved, swept)};
  s->other = (party){.body = other, .way = carom__way_of(s->world, s->moved, other)};
  s->others = carom__body_colliders(s->world, other);
  carom__slots_view colliders = carom__body_colliders(s->world, swept);
  for (size_t i = 0; i < colliders.count && !s->status; i++) {
    s->swept.collider = colliders.data[i];
    meet_body(s);
  }
}

carom_status carom__step_swept(carom_world *world, const carom__moved *moved) {
  sweeper s = {.world = world, .moved = moved};
  world->swept_hits.count = 0;
  if (!moved || !moved->swept) return CAROM_OK;
  for (size_t i = 0; i < world->body_pairs.count && !s.status; i++) meet_pair(&s, world->body_pairs.data[i]);
  if (!s.status) s.status = carom__swept_sort_by_key(world);
  if (!s.status) s.status = carom__swept_join(world);
  if (!s.status) s.status = carom__swept_sort_by_fraction(world);
  return s.status;
}
