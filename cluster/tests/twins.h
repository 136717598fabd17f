/* twins.h: random programs on many ranks in one process and on one world, which tell the same to the last
 * bit.
 */
#ifndef CAROM_CLUSTER_TWINS_H
#define CAROM_CLUSTER_TWINS_H

#include "carom_cluster/cluster.h"
#include "carom_cluster/threads.h"
#include "testing.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum {
  RANKS_MOST = 8,
  BODIES = 140,
  STATICS = 12,
  EVENTS_MOST = 1 << 15,
  STEPS = 40,
  SEEDS = 160,
  HULLS = 5
};

/* What an event tells, without ids of a world. */
typedef struct told {
  uint32_t group, kind, cause, further, sensor, apart, nearby, patches;
  uint64_t a, b;
  carom_manifold manifold;
  float speed;
} told;

typedef struct game {
  uint64_t random;
  bool planar;
  uint32_t ranks;
  carom_mailboxes *boxes;
  carom_cluster *parts[RANKS_MOST];
  carom_cluster_status status[RANKS_MOST];
  carom_world *world;
  carom_body bodies[BODIES + STATICS + 1]; /* by id, in the one world */
  bool there[BODIES + STATICS + 1];
  float dt;
  double round;
  size_t migrated, ghosts, events;
} game;

static told told_now[EVENTS_MOST], told_want[EVENTS_MOST];

/* --- What happens --- */

static carom_vec3 random_vec3(game *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  if (g->planar) v.z = 0;
  return v;
}
static carom_vec3 random_spin(game *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  return g->planar ? (carom_vec3){0, 0, v.z} : v;
}
static carom_pose random_pose(game *g, float most) {
  const carom_vec3 at = random_vec3(g, most);
  if (g->planar)
    return carom_pose_planar((double)at.x, (double)at.y, (double)test_uniform(&g->random, -3, 3));
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&g->random)};
}
/* Few assets of many bodies, each a count of the process. */
static carom_hull *hulls[HULLS];
static carom_polygon *polygons[HULLS];

static void make_assets(void) {
  uint64_t random = 7;
  for (int k = 0; k < HULLS && !hulls[k]; k++) {
    float points[20][3];
    for (int i = 0; i < 20; i++)
      for (int axis = 0; axis < 3; axis++) points[i][axis] = test_uniform(&random, -0.8f, 0.8f);
    ck_assert_int_eq(carom_hull_from_points(NULL, &points[0][0], 20, 0, &hulls[k]), CAROM_OK);
    ck_assert_int_eq(carom_polygon_from_points(NULL, &points[0][0], 20, sizeof *points, &polygons[k]),
                     CAROM_OK);
  }
}

static carom_shape random_shape(game *g) {
  const carom_vec3 s = test_vec3(&g->random, 0.2f, 0.8f);
  if (g->planar) {
    switch (test_below(&g->random, 4)) {
    case 0:
      return carom_shape_disc(s.x);
    case 1:
      return carom_shape_ellipse(s.x, s.y);
    case 2:
      return carom_shape_polygon(polygons[test_below(&g->random, HULLS)]);
    default:
      return carom_shape_rectangle(s.x, s.y);
    }
  }
  switch (test_below(&g->random, 9)) {
  case 0:
    return carom_shape_sphere(s.x);
  case 1:
    return carom_shape_capsule((carom_vec3){-s.y, 0, 0}, (carom_vec3){s.x, 0, s.y}, s.z);
  case 2:
    return carom_shape_cylinder(s.x, s.y);
  case 3:
    return carom_shape_cone(s.x, s.y);
  case 4:
    return carom_shape_ellipsoid(s.x, s.y, s.z);
  case 5:
    return carom_shape_hull(hulls[test_below(&g->random, HULLS)]);
  case 6:
    return carom_shape_rounded_box(s.x, s.y, s.z, s.x / 4);
  default:
    return carom_shape_box(s.x, s.y, s.z);
  }
}

/* The same call on the one world and on the rank that owns the body; static bodies on all ranks. */
#define ON_OWNERS(g, id, call)                                                                               \
  for (uint32_t r = 0, owners = 0; r < (g)->ranks; r++) {                                                    \
    carom_cluster *part = (g)->parts[r];                                                                     \
    const bool owns = carom_cluster_owns(part, id);                                                          \
    owners += owns;                                                                                          \
    ck_assert_int_eq((call), owns ? CAROM_CLUSTER_OK : CAROM_CLUSTER_ELSEWHERE);                             \
    if (r + 1 == (g)->ranks) ck_assert_uint_eq(owners, (id) <= STATICS ? (g)->ranks : 1);                    \
  }

static void create(game *g, uint64_t id) {
  const bool is_static = id <= STATICS;
  const bool big = test_below(&g->random, 40) == 0;
  carom_body_def body = {.kind = is_static ? CAROM_STATIC : CAROM_KINEMATIC, .pose = random_pose(g, 6)};
  carom_collider_def defs[2] = {{.shape = random_shape(g)}, {.shape = random_shape(g)}};
  const size_t count = 1 + (test_below(&g->random, 5) == 0);
  if (!is_static && test_below(&g->random, 4)) {
    body.linear_velocity = random_vec3(g, test_below(&g->random, 10) ? 3 : 40);
    body.angular_velocity = random_spin(g, 2);
  }
  if (big) defs[0].shape = g->planar ? carom_shape_rectangle(4, 1) : carom_shape_box(4, 1, 1);
  for (size_t i = 0; i < count; i++) {
    defs[i].sensor = test_below(&g->random, 8) == 0;
    defs[i].margin = test_below(&g->random, 6) ? 0 : 0.2f;
    defs[i].filter.category = (uint64_t)1 << test_below(&g->random, 3);
    if (i) defs[i].pose.position = random_vec3(g, 0.5f);
  }
  const uint32_t creator = test_below(&g->random, g->ranks);
  for (uint32_t r = 0; r < g->ranks; r++)
    if (is_static || r == creator)
      ck_assert_int_eq(carom_cluster_body_create(g->parts[r], id, &body, defs, count), CAROM_CLUSTER_OK);
  body.user = (void *)(uintptr_t)id;
  g->bodies[id] = carom_body_create(g->world, &body);
  for (size_t i = 0; i < count; i++) {
    defs[i].order = carom_cluster_order(id, (uint32_t)i);
    defs[i].user = (void *)(uintptr_t)i;
  }
  ck_assert_int_eq(carom_collider_create_many(g->world, g->bodies[id], defs, count, NULL), CAROM_OK);
  g->there[id] = true;
}

static void set_pose(game *g, uint64_t id, bool far) {
  carom_pose pose;
  carom_body_get_pose(g->world, g->bodies[id], &pose);
  const carom_vec3 by = random_vec3(g, 0.3f);
  if (far)
    pose = random_pose(g, 8);
  else
    pose.position = (carom_pos){pose.position.x + (double)by.x, pose.position.y + (double)by.y,
                                pose.position.z + (double)by.z};
  const carom_pose rounded = carom_cluster_round_pose(g->round, &pose);
  ck_assert_int_eq(carom_body_set_pose(g->world, g->bodies[id], &rounded), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_set_pose(part, id, &pose));
}

static void set_filter(game *g, uint64_t id) {
  carom_collider first;
  size_t count;
  carom_body_get_colliders(g->world, g->bodies[id], &first, 1, &count);
  const carom_filter filter = {.category = 1, .mask = test_below(&g->random, 3) ? 0 : 2};
  ck_assert_int_eq(carom_collider_set_filter(g->world, first, filter), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_filter(part, id, 0, filter));
}

static void set_shape(game *g, uint64_t id) {
  carom_collider first;
  size_t count;
  carom_body_get_colliders(g->world, g->bodies[id], &first, 1, &count);
  const carom_shape shape = random_shape(g);
  ck_assert_int_eq(carom_collider_set_shape(g->world, first, &shape), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_shape(part, id, 0, &shape));
}

static void set_velocity(game *g, uint64_t id) {
  const carom_vec3 linear = random_vec3(g, 4), angular = random_spin(g, 2);
  ck_assert_int_eq(carom_body_set_velocity(g->world, g->bodies[id], linear, angular), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_set_velocity(part, id, linear, angular));
}

static void set_flag(game *g, uint64_t id, bool swept) {
  const bool on = test_below(&g->random, 2);
  if (swept) {
    ck_assert_int_eq(carom_body_set_swept(g->world, g->bodies[id], on), CAROM_OK);
    ON_OWNERS(g, id, carom_cluster_body_set_swept(part, id, on));
  } else {
    ck_assert_int_eq(carom_body_set_enabled(g->world, g->bodies[id], on), CAROM_OK);
    ON_OWNERS(g, id, carom_cluster_body_set_enabled(part, id, on));
  }
}

static void destroy(game *g, uint64_t id) {
  ck_assert_int_eq(carom_body_destroy(g->world, g->bodies[id]), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_destroy(part, id));
  g->there[id] = false;
}

static void call(game *g, bool *gone) {
  const uint64_t id = 1 + test_below(&g->random, STATICS + BODIES);
  const uint32_t what = test_below(&g->random, 16);
  if (gone[id]) return;
  if (!g->there[id]) {
    create(g, id);
    return;
  }
  if (what == 0) {
    destroy(g, id);
    gone[id] = true;
  } else if (what <= 2)
    set_pose(g, id, id > STATICS);
  else if (what == 3)
    set_filter(g, id);
  else if (what == 4)
    set_shape(g, id);
  else if (what == 5)
    set_flag(g, id, false);
  else if (what <= 10)
    set_pose(g, id, false);
  else if (id > STATICS && what == 11)
    set_flag(g, id, true);
  else if (id > STATICS)
    set_velocity(g, id);
}

/* --- What is told --- */

static told tell(const carom_event *e, uint64_t a, uint64_t b) {
  static const uint32_t groups[] = {[CAROM_EVENT_END] = 0,
                                    [CAROM_EVENT_FAR] = 1,
                                    [CAROM_EVENT_NEAR] = 2,
                                    [CAROM_EVENT_BEGIN] = 3,
                                    [CAROM_EVENT_STAY] = 4};
  told t;
  memset(&t, 0, sizeof t);
  const carom_contact *k = e->contact;
  t.group = groups[e->kind], t.kind = e->kind, t.cause = e->cause;
  t.further = k->further, t.sensor = k->sensor, t.apart = k->apart, t.nearby = k->nearby;
  t.patches = k->patch_count;
  t.a = a, t.b = b;
  memcpy(&t.manifold, &k->manifold, sizeof t.manifold);
  t.speed = k->approach_speed;
  return t;
}

static int by_order(const void *x, const void *y) {
  const told *p = x, *q = y;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static size_t gather(game *g) {
  size_t all = 0;
  for (uint32_t r = 0; r < g->ranks; r++) {
    size_t count;
    const carom_cluster_event *e = carom_cluster_get_events(g->parts[r], &count);
    for (size_t i = 0; i < count; i++) {
      const carom_event event = {e[i].kind, e[i].cause, e[i].contact};
      told_now[all++] = tell(&event, carom_cluster_order(e[i].a, e[i].number_a),
                             carom_cluster_order(e[i].b, e[i].number_b));
      if (i) ck_assert_int_lt(by_order(&told_now[all - 2], &told_now[all - 1]), 0);
    }
  }
  qsort(told_now, all, sizeof *told_now, by_order);
  return all;
}

static uint64_t order_of(const carom_contact_side *side) {
  return carom_cluster_order((uintptr_t)side->body_user, (uint32_t)(uintptr_t)side->collider_user);
}

static void compare(game *g, int seed, int step) {
  size_t count;
  const carom_event *e = carom_world_get_events(g->world, &count);
  const size_t all = gather(g);
  for (size_t i = 0; i < count; i++)
    told_want[i] = tell(&e[i], order_of(&e[i].contact->a), order_of(&e[i].contact->b));
  qsort(told_want, count, sizeof *told_want, by_order);
  for (size_t i = 0; i < count || i < all; i++) {
    if (i < count && i < all && memcmp(&told_now[i], &told_want[i], sizeof told_now[i]) == 0) continue;
    const told *w = &told_want[i], *n = &told_now[i];
    ck_abort_msg(
        "seed %d ranks %u step %d: event %zu of %zu/%zu: kind %u cause %u %llu.%llu, want %u %u %llu.%llu",
        seed, g->ranks, step, i, all, count, n->kind, n->cause, (unsigned long long)n->a >> 16,
        (unsigned long long)n->b >> 16, w->kind, w->cause, (unsigned long long)w->a >> 16,
        (unsigned long long)w->b >> 16);
  }
  g->events += count;
}

/* --- Programs --- */

typedef struct run {
  game *g;
  uint32_t rank;
} run;

static void *step_one(void *user) {
  const run *r = user;
  r->g->status[r->rank] = carom_cluster_step(r->g->parts[r->rank], r->g->dt);
  return NULL;
}

/* Runs the same on all ranks, each in a thread. */
static void all_ranks(game *g, void *(*call_one)(void *)) {
  pthread_t threads[RANKS_MOST];
  run runs[RANKS_MOST];
  for (uint32_t r = 0; r < g->ranks; r++) {
    runs[r] = (run){g, r};
    pthread_create(&threads[r], NULL, call_one, &runs[r]);
  }
  for (uint32_t r = 0; r < g->ranks; r++) pthread_join(threads[r], NULL);
  for (uint32_t r = 0; r < g->ranks; r++) ck_assert_int_eq(g->status[r], CAROM_CLUSTER_OK);
}

/* One world, and as many parts. */
static void open_ranks(game *g, uint32_t ranks, carom_cluster_def *def) {
  g->ranks = ranks;
  g->dt = 0x1p-5f;
  ck_assert_int_eq(carom_world_create(&def->world, &g->world), CAROM_OK);
  g->boxes = carom_mailboxes_create(ranks);
  for (uint32_t r = 0; r < ranks; r++) {
    def->transport = carom_mailboxes_transport(g->boxes, r);
    ck_assert_int_eq(carom_cluster_create(def, &g->parts[r]), CAROM_CLUSTER_OK);
  }
}

static void begin(game *g, int seed) {
  static const uint32_t ranks[] = {1, 2, 3, 4, 8};
  memset(g, 0, sizeof *g);
  make_assets();
  g->random = (uint64_t)seed;
  g->planar = seed % 3 == 2;
  g->round = seed % 4 == 1 ? 0.001 : 0;
  carom_cluster_def def = {.space = {{-6, -6, -6}, {6, 6, 6}}, .reach = 2, .patience = 20, .round = g->round};
  def.world = (carom_world_def){.planar = g->planar,
                                .persistent_manifolds = seed / 2 % 2,
                                .eight_points = seed / 4 % 2,
                                .margin = seed % 7 ? 0 : 0.1f};
  open_ranks(g, ranks[seed % 5], &def);
  for (uint64_t id = 1; id <= BODIES + STATICS; id++) create(g, id);
}

static void end(game *g) {
  for (uint32_t r = 0; r < g->ranks; r++) carom_cluster_destroy(g->parts[r]);
  carom_mailboxes_destroy(g->boxes);
  carom_world_destroy(g->world);
}

/* `before` comes before each step, and may be NULL. */
static void play(int seed, void (*before)(game *)) {
  game g;
  begin(&g, seed);
  for (int step = 0; step < STEPS; step++) {
    bool gone[BODIES + STATICS + 1] = {false};
    for (uint32_t calls = test_below(&g.random, 16); step && calls > 0; calls--) call(&g, gone);
    ck_assert_int_eq(carom_world_step(g.world, g.dt), CAROM_OK);
    if (before) before(&g);
    all_ranks(&g, step_one);
    compare(&g, seed, step);
    for (uint32_t r = 0; r < g.ranks; r++) {
      carom_cluster_counts counts;
      carom_cluster_get_counts(g.parts[r], &counts);
      g.migrated += counts.migrated, g.ghosts += counts.ghosts;
      ck_assert_uint_le(counts.pose_bytes, (g.round > 0 ? 24 : 44) * counts.poses + 8 * counts.messages);
    }
  }
  if (g.ranks > 1) ck_assert_uint_gt(g.migrated, 0);
  ck_assert_uint_gt(g.events, 100);
  end(&g);
}

#endif
