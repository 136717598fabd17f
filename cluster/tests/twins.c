/* twins.c: random worlds, and what happens in them, on one world and on the ranks of clusters. */
#include "twins.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

const uint32_t twins_rank_counts[TWINS_RANK_COUNTS] = {1, 2, 3, 4, 8};

static uint32_t begin_of(const twins *g, uint32_t k) { return k ? g->ends[k - 1] : 0; }
static uint32_t end_of(const twins *g, uint32_t k) { return k + 1 < g->clusters ? g->ends[k] : g->ranks; }

/* --- What happens --- */

carom_vec3 twins_vec3(twins *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  if (g->planar) v.z = 0;
  return v;
}

carom_pos twins_pos(twins *g, float most) {
  const carom_vec3 at = twins_vec3(g, most);
  return (carom_pos){(double)at.x, (double)at.y, (double)at.z};
}

carom_pose twins_pose(twins *g, float most) {
  const carom_pos at = twins_pos(g, most);
  if (g->planar) return carom_pose_planar(at.x, at.y, (double)test_uniform(&g->random, -3, 3));
  return (carom_pose){at, test_quat(&g->random)};
}

static carom_vec3 random_spin(twins *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  return g->planar ? (carom_vec3){0, 0, v.z} : v;
}

/* Meshes, fields, compounds, chains and a polygon. */
static carom_shape random_asset(twins *g) {
  const uint32_t n = test_below(&g->random, 2 * ASSET_SHAPES);
  if (g->planar && n % 3 == 0) return carom_shape_polygon(g->assets.polygon);
  if (g->planar && n % 3 == 1) return carom_shape_chain_link(g->assets.chain, n % 4, 0.0625f);
  if (g->planar) return assets_shape(&g->assets, true, n);
  const carom_vec3 scale = test_vec3(&g->random, 0.25f, 1.5f);
  return assets_scaled(&g->assets, n, scale, n % 2 ? 0 : 0.0625f);
}

static carom_shape random_shape(twins *g) {
  const carom_vec3 s = test_vec3(&g->random, 0.2f, 0.8f);
  if (test_below(&g->random, 4) == 0) return random_asset(g);
  switch (g->planar ? 9 + test_below(&g->random, 4) : test_below(&g->random, 9)) {
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
    return carom_shape_hull(g->hulls[test_below(&g->random, TWINS_HULLS)]);
  case 6:
    return carom_shape_rounded_box(s.x, s.y, s.z, s.x / 4);
  case 9:
    return carom_shape_disc(s.x);
  case 10:
    return carom_shape_ellipse(s.x, s.y);
  case 11:
    return carom_shape_polygon(g->polygons[test_below(&g->random, TWINS_HULLS)]);
  case 12:
    return carom_shape_rectangle(s.x, s.y);
  default:
    return carom_shape_box(s.x, s.y, s.z);
  }
}

/* The same call on the one world and on the rank that owns the body; static bodies on all ranks. */
#define ON_OWNERS(g, id, call)                                                                               \
  for (uint32_t k = 0; k < (g)->clusters; k++) {                                                             \
    uint32_t owners = 0;                                                                                     \
    for (uint32_t r = begin_of(g, k); r < end_of(g, k); r++) {                                               \
      carom_cluster *part = (g)->parts[r];                                                                   \
      const bool owns = carom_cluster_owns(part, id);                                                        \
      owners += owns;                                                                                        \
      ck_assert_int_eq((call), owns ? CAROM_CLUSTER_OK : CAROM_CLUSTER_ELSEWHERE);                           \
    }                                                                                                        \
    ck_assert_uint_eq(owners, (id) <= TWINS_STATICS ? end_of(g, k) - begin_of(g, k) : 1);                    \
  }

static void create(twins *g, uint64_t id) {
  const bool is_static = id <= TWINS_STATICS;
  const bool big = test_below(&g->random, g->big_one_in) == 0;
  carom_body_def body = {.kind = is_static ? CAROM_STATIC : CAROM_KINEMATIC, .pose = twins_pose(g, g->half)};
  carom_collider_def defs[2] = {{.shape = random_shape(g)}, {.shape = random_shape(g)}};
  const size_t count = 1 + (test_below(&g->random, 5) == 0);
  if (!is_static && test_below(&g->random, 4)) {
    body.linear_velocity = twins_vec3(g, test_below(&g->random, 10) ? 3 : 40);
    body.angular_velocity = random_spin(g, 2);
  }
  if (big) defs[0].shape = g->planar ? carom_shape_rectangle(4, 1) : carom_shape_box(4, 1, 1);
  for (size_t i = 0; i < count; i++) {
    defs[i].sensor = test_below(&g->random, 8) == 0;
    defs[i].margin = test_below(&g->random, 6) ? 0 : 0.2f;
    defs[i].filter.category = (uint64_t)1 << test_below(&g->random, 3);
    if (i) defs[i].pose.position = twins_vec3(g, 0.5f);
  }
  for (uint32_t k = 0; k < g->clusters; k++) {
    const uint32_t creator = begin_of(g, k) + test_below(&g->random, end_of(g, k) - begin_of(g, k));
    for (uint32_t r = begin_of(g, k); r < end_of(g, k); r++)
      if (is_static || r == creator)
        ck_assert_int_eq(carom_cluster_body_create(g->parts[r], id, &body, defs, count), CAROM_CLUSTER_OK);
  }
  body.user = (void *)(uintptr_t)id;
  g->bodies[id] = carom_body_create(g->world, &body);
  for (size_t i = 0; i < count; i++) {
    defs[i].order = carom_cluster_order(id, (uint32_t)i);
    defs[i].user = (void *)(uintptr_t)i;
  }
  ck_assert_int_eq(carom_collider_create_many(g->world, g->bodies[id], defs, count, NULL), CAROM_OK);
  g->there[id] = true;
}

void twins_body_set_pose(twins *g, uint64_t id, bool far) {
  carom_pose pose;
  carom_body_get_pose(g->world, g->bodies[id], &pose);
  const carom_vec3 by = twins_vec3(g, 0.3f);
  if (far)
    pose = twins_pose(g, g->half * 4 / 3);
  else
    pose.position = (carom_pos){pose.position.x + (double)by.x, pose.position.y + (double)by.y,
                                pose.position.z + (double)by.z};
  const carom_pose rounded = carom_cluster_round_pose(g->def.round, &pose);
  ck_assert_int_eq(carom_body_set_pose(g->world, g->bodies[id], &rounded), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_set_pose(part, id, &pose));
}

void twins_add(twins *g, uint32_t rank, uint64_t id, const carom_body_def *body,
               const carom_collider_def *collider) {
  ck_assert_int_eq(carom_cluster_body_create(g->parts[rank], id, body, collider, 1), CAROM_CLUSTER_OK);
  carom_collider_def ordered = *collider;
  carom_body_def known = *body;
  ordered.order = carom_cluster_order(id, 0);
  known.user = (void *)(uintptr_t)id;
  const carom_body made = carom_body_create(g->world, &known);
  ck_assert_uint_ne(carom_collider_create(g->world, made, &ordered).bits, 0);
}

carom_collider twins_collider(const twins *g, uint64_t id) {
  carom_collider first;
  size_t count;
  carom_body_get_colliders(g->world, g->bodies[id], &first, 1, &count);
  return first;
}

static void set_filter(twins *g, uint64_t id) {
  const carom_collider first = twins_collider(g, id);
  const carom_filter filter = {.category = 1, .mask = test_below(&g->random, 3) ? 0 : 2};
  ck_assert_int_eq(carom_collider_set_filter(g->world, first, filter), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_filter(part, id, 0, filter));
}

static void set_shape(twins *g, uint64_t id) {
  const carom_collider first = twins_collider(g, id);
  const carom_shape shape = random_shape(g);
  ck_assert_int_eq(carom_collider_set_shape(g->world, first, &shape), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_shape(part, id, 0, &shape));
}

static void set_velocity(twins *g, uint64_t id) {
  const carom_vec3 linear = twins_vec3(g, 4), angular = random_spin(g, 2);
  ck_assert_int_eq(carom_body_set_velocity(g->world, g->bodies[id], linear, angular), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_set_velocity(part, id, linear, angular));
}

static void set_flag(twins *g, uint64_t id, bool swept) {
  const bool on = test_below(&g->random, 2);
  if (swept) {
    ck_assert_int_eq(carom_body_set_swept(g->world, g->bodies[id], on), CAROM_OK);
    ON_OWNERS(g, id, carom_cluster_body_set_swept(part, id, on));
  } else {
    ck_assert_int_eq(carom_body_set_enabled(g->world, g->bodies[id], on), CAROM_OK);
    ON_OWNERS(g, id, carom_cluster_body_set_enabled(part, id, on));
  }
}

void twins_body_destroy(twins *g, uint64_t id) {
  ck_assert_int_eq(carom_body_destroy(g->world, g->bodies[id]), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_destroy(part, id));
  g->there[id] = false;
}

static void call(twins *g, bool *gone) {
  const uint64_t id = 1 + test_below(&g->random, g->ids);
  const uint32_t what = test_below(&g->random, 16);
  if (gone[id]) return;
  if (!g->there[id]) {
    create(g, id);
    return;
  }
  if (what == 0) {
    twins_body_destroy(g, id);
    gone[id] = true;
  } else if (what <= 2)
    twins_body_set_pose(g, id, id > TWINS_STATICS);
  else if (what == 3)
    set_filter(g, id);
  else if (what == 4)
    set_shape(g, id);
  else if (what == 5)
    set_flag(g, id, false);
  else if (what <= 10)
    twins_body_set_pose(g, id, false);
  else if (id > TWINS_STATICS && what == 11)
    set_flag(g, id, true);
  else if (id > TWINS_STATICS)
    set_velocity(g, id);
}

void twins_call(twins *g) {
  bool *gone = calloc(g->ids + 1, sizeof *gone);
  ck_assert_ptr_nonnull(gone);
  for (uint64_t id = 1; id <= g->ids; id++) gone[id] = g->dying[id];
  for (uint32_t calls = test_below(&g->random, g->calls); calls > 0; calls--) call(g, gone);
  free(gone);
}

/* --- All ranks at once --- */

typedef struct run {
  twins *g;
  uint32_t rank;
  twins_work *work;
} run;

static void *run_one(void *user) {
  const run *r = user;
  r->work(r->g, r->rank);
  return NULL;
}

void twins_run(twins *g, twins_work *work) {
  pthread_t threads[TWINS_RANKS];
  run runs[TWINS_RANKS];
  for (uint32_t r = 0; r < g->ranks; r++) {
    runs[r] = (run){g, r, work};
    pthread_create(&threads[r], NULL, run_one, &runs[r]);
  }
  for (uint32_t r = 0; r < g->ranks; r++) pthread_join(threads[r], NULL);
}

carom_cluster_status twins_agree(twins *g, twins_work *work) {
  twins_run(g, work);
  for (uint32_t r = 1; r < g->ranks; r++) ck_assert_int_eq(g->status[r], g->status[0]);
  return g->status[0];
}

void twins_must(twins *g, twins_work *work) { ck_assert_int_eq(twins_agree(g, work), CAROM_CLUSTER_OK); }

void twins_step_one(twins *g, uint32_t rank) { g->status[rank] = carom_cluster_step(g->parts[rank], g->dt); }

void twins_step(twins *g) {
  for (uint64_t id = 1; id <= g->ids; id++) g->there[id] = g->there[id] && !g->dying[id];
  memset(g->dying, 0, (g->ids + 1) * sizeof *g->dying);
  ck_assert_int_eq(carom_world_step(g->world, g->dt), CAROM_OK);
  twins_must(g, twins_step_one);
}

static double above_now;

static void balance_one(twins *g, uint32_t rank) {
  g->status[rank] = carom_cluster_balance(g->parts[rank], above_now);
}

void twins_balance(twins *g, double above) {
  above_now = above;
  twins_must(g, balance_one);
}

/* --- What is told --- */

static twins_told *now, *want;
static size_t now_room, want_room;

static void make_room(twins_told **list, size_t *room, size_t count) {
  if (count <= *room) return;
  *list = realloc(*list, 2 * count * sizeof **list);
  ck_assert_ptr_nonnull(*list);
  *room = 2 * count;
}

static twins_told tell(const carom_event *e, uint64_t a, uint64_t b) {
  static const uint32_t groups[] = {[CAROM_EVENT_END] = 0,
                                    [CAROM_EVENT_FAR] = 1,
                                    [CAROM_EVENT_NEAR] = 2,
                                    [CAROM_EVENT_BEGIN] = 3,
                                    [CAROM_EVENT_STAY] = 4};
  twins_told t;
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
  const twins_told *p = x, *q = y;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static size_t gather(const twins *g, uint32_t begin, uint32_t end) {
  size_t all = 0;
  for (uint32_t r = begin; r < end; r++) {
    size_t count;
    const carom_cluster_event *e = carom_cluster_get_events(g->parts[r], &count);
    make_room(&now, &now_room, all + count);
    for (size_t i = 0; i < count; i++) {
      const carom_event event = {e[i].kind, e[i].cause, e[i].contact};
      now[all++] = tell(&event, carom_cluster_order(e[i].a, e[i].number_a),
                        carom_cluster_order(e[i].b, e[i].number_b));
      if (i) ck_assert_int_lt(by_order(&now[all - 2], &now[all - 1]), 0);
    }
  }
  if (all) qsort(now, all, sizeof *now, by_order);
  return all;
}

const twins_told *twins_gather(const twins *g, size_t *count) {
  *count = gather(g, 0, g->ranks);
  return now;
}

static uint64_t order_of(const carom_contact_side *side) {
  return carom_cluster_order((uintptr_t)side->body_user, (uint32_t)(uintptr_t)side->collider_user);
}

static size_t gather_wanted(const twins *g) {
  size_t count = 0;
  const carom_event *e = carom_world_get_events(g->world, &count);
  make_room(&want, &want_room, count);
  for (size_t i = 0; i < count; i++)
    want[i] = tell(&e[i], order_of(&e[i].contact->a), order_of(&e[i].contact->b));
  if (count) qsort(want, count, sizeof *want, by_order);
  return count;
}

const twins_told *twins_wanted(const twins *g, size_t *count) {
  *count = gather_wanted(g);
  return want;
}

static void compare(const twins *g, uint32_t ranks, int step, size_t all, size_t count) {
  static const twins_told none;
  for (size_t i = 0; i < count || i < all; i++) {
    if (i < count && i < all && memcmp(&now[i], &want[i], sizeof now[i]) == 0) continue;
    const twins_told *w = i < count ? &want[i] : &none, *n = i < all ? &now[i] : &none;
    ck_abort_msg(
        "seed %d ranks %u step %d: event %zu of %zu/%zu: kind %u cause %u %llu.%llu, want %u %u %llu.%llu",
        g->seed, ranks, step, i, all, count, n->kind, n->cause, (unsigned long long)n->a >> 16,
        (unsigned long long)n->b >> 16, w->kind, w->cause, (unsigned long long)w->a >> 16,
        (unsigned long long)w->b >> 16);
  }
}

void twins_compare(twins *g, int step) {
  const size_t count = gather_wanted(g);
  for (uint32_t k = 0; k < g->clusters; k++)
    compare(g, end_of(g, k) - begin_of(g, k), step, gather(g, begin_of(g, k), end_of(g, k)), count);
  g->events += count;
}

/* --- Damage and death --- */

/* Some bytes are changed, or the end is missing. */
static bool post_damaged(twins_wire *w, uint32_t to, const void *bytes, size_t size) {
  unsigned char *copy = malloc(size + 1);
  ck_assert_ptr_nonnull(copy);
  if (size) memcpy(copy, bytes, size);
  if (test_below(&w->random, 4) == 0)
    size = test_below(&w->random, (uint32_t)size + 1);
  else
    for (uint32_t i = 1 + test_below(&w->random, 8); size > 0 && i > 0; i--)
      copy[test_below(&w->random, (uint32_t)size)] = (unsigned char)test_random(&w->random);
  const bool posted = w->under.post(w->under.user, to, copy, size);
  free(copy);
  return posted;
}

static bool lives(twins_wire *w) {
  if (w->left > 0 && --w->left == 0) w->is_dead = true;
  return !w->is_dead;
}

static bool post(void *user, uint32_t to, const void *bytes, size_t size) {
  twins_wire *w = user;
  if (!lives(w)) return false;
  if (w->damage && test_below(&w->random, w->damage) == 0) return post_damaged(w, to, bytes, size);
  return w->under.post(w->under.user, to, bytes, size);
}

static bool take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  twins_wire *w = user;
  return lives(w) && w->under.take(w->under.user, from, seconds, bytes, size);
}

static void release(void *user, void *bytes) {
  const twins_wire *w = user;
  w->under.release(w->under.user, bytes);
}

/* --- Begin and end --- */

static void make_assets(twins *g) {
  uint64_t random = 7;
  ck_assert_int_eq(assets_make(&g->assets), CAROM_OK);
  for (int k = 0; k < TWINS_HULLS; k++) {
    float points[20][3];
    for (int i = 0; i < 20; i++)
      for (int axis = 0; axis < 3; axis++) points[i][axis] = test_uniform(&random, -0.8f, 0.8f);
    ck_assert_int_eq(carom_hull_from_points(NULL, &points[0][0], 20, 0, &g->hulls[k]), CAROM_OK);
    ck_assert_int_eq(carom_polygon_from_points(NULL, &points[0][0], 20, sizeof *points, &g->polygons[k]),
                     CAROM_OK);
  }
}

static void release_assets(twins *g) {
  for (int k = 0; k < TWINS_HULLS; k++) {
    carom_hull_release(g->hulls[k]);
    carom_polygon_release(g->polygons[k]);
  }
  assets_release(&g->assets);
}

void twins_open_boxes(twins *g) {
  for (uint32_t k = 0; k < g->clusters; k++) {
    const uint32_t begin = begin_of(g, k), end = end_of(g, k);
    g->boxes[k] = carom_mailboxes_create(end - begin);
    ck_assert_ptr_nonnull(g->boxes[k]);
    for (uint32_t r = begin; r < end; r++)
      g->wires[r] = (twins_wire){.under = carom_mailboxes_transport(g->boxes[k], r - begin),
                                 .random = r + (uint64_t)g->seed};
  }
}

carom_cluster_def twins_def(twins *g, uint32_t rank) {
  carom_cluster_def def = g->def;
  const carom_transport *under = &g->wires[rank].under;
  def.transport = (carom_transport){&g->wires[rank], under->rank, under->count, post, take, release};
  return def;
}

void twins_close_parts(twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_destroy(g->parts[r]);
    g->parts[r] = NULL;
  }
  for (uint32_t k = 0; k < g->clusters; k++) {
    carom_mailboxes_destroy(g->boxes[k]);
    g->boxes[k] = NULL;
  }
}

/* Without clusters, and of the usual size. */
static void prepare(twins *g, int seed, const carom_cluster_def *def) {
  memset(g, 0, sizeof *g);
  g->seed = seed;
  g->random = (uint64_t)seed;
  g->def = *def;
  g->planar = def->world.planar;
  g->dt = 0x1p-5f;
  g->ids = TWINS_IDS, g->calls = 16, g->big_one_in = 40, g->half = 6;
  make_assets(g);
  ck_assert_int_eq(carom_world_create(&def->world, &g->world), CAROM_OK);
}

/* Clusters are on their ranks, with no bodies. */
static void open_parts(twins *g) {
  g->bodies = calloc(g->ids + 1, sizeof *g->bodies);
  g->there = calloc(g->ids + 1, sizeof *g->there);
  g->dying = calloc(g->ids + 1, sizeof *g->dying);
  ck_assert(g->bodies && g->there && g->dying);
  twins_open_boxes(g);
  for (uint32_t r = 0; r < g->ranks; r++) {
    const carom_cluster_def own = twins_def(g, r);
    ck_assert_int_eq(carom_cluster_create(&own, &g->parts[r]), CAROM_CLUSTER_OK);
  }
}

void twins_open(twins *g, int seed, uint32_t ranks, const carom_cluster_def *def) {
  prepare(g, seed, def);
  g->clusters = 1;
  g->ranks = ranks;
  open_parts(g);
}

/* Each seed has its own sort of world. */
static carom_cluster_def def_of(int seed, double half) {
  carom_cluster_def def = {
      .space = {{-half, -half, -half}, {half, half, half}}, .reach = 2, .round = seed % 4 == 1 ? 0.001 : 0};
  def.world = (carom_world_def){.planar = seed % 3 == 2,
                                .persistent_manifolds = seed / 2 % 2,
                                .eight_points = seed / 4 % 2,
                                .margin = seed % 7 ? 0 : 0.1f};
  return def;
}

void twins_begin(twins *g, int seed) { twins_begin_patient(g, seed, 20); }

void twins_begin_patient(twins *g, int seed, double patience) {
  carom_cluster_def def = def_of(seed, 6);
  def.patience = patience;
  twins_open(g, seed, twins_rank_counts[seed % TWINS_RANK_COUNTS], &def);
  for (uint64_t id = 1; id <= g->ids; id++) create(g, id);
}

void twins_begin_crowd(twins *g, int seed, uint32_t bodies) {
  const double more = 4 * (double)bodies / TWINS_BODIES;
  const float half = 6 * (float)(seed % 3 == 2 ? sqrt(more) : cbrt(more));
  carom_cluster_def def = def_of(seed, (double)half);
  def.patience = 300; /* the sanitizers' ranks share two processors */
  prepare(g, seed, &def);
  g->half = half;
  g->ids = TWINS_STATICS + bodies;
  g->calls = 16 + bodies / 50;
  g->big_one_in = 40 + bodies / 10;
  for (; g->clusters < TWINS_RANK_COUNTS; g->clusters++)
    g->ends[g->clusters] = g->ranks += twins_rank_counts[g->clusters];
  open_parts(g);
  for (uint64_t id = 1; id <= g->ids; id++) create(g, id);
}

void twins_end(twins *g) {
  twins_close_parts(g);
  carom_world_destroy(g->world);
  release_assets(g);
  free(g->bodies);
  free(g->there);
  free(g->dying);
}

/* --- Programs --- */

static void add_counts(twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_counts counts;
    carom_cluster_get_counts(g->parts[r], &counts);
    g->migrated += counts.migrated, g->ghosts += counts.ghosts;
    ck_assert_uint_le(counts.pose_bytes, (g->def.round > 0 ? 24 : 44) * counts.poses + 8 * counts.messages);
  }
}

static void play(twins *g, int steps, void (*before)(twins *)) {
  for (int step = 0; step < steps; step++) {
    if (step) twins_call(g);
    if (before) before(g);
    twins_step(g);
    twins_compare(g, step);
    add_counts(g);
  }
  if (g->ranks > 1) ck_assert_uint_gt(g->migrated, 0);
  ck_assert_uint_gt(g->events, 100);
  twins_end(g);
}

void twins_play(int seed, void (*before)(twins *)) {
  twins g;
  twins_begin(&g, seed);
  play(&g, TWINS_STEPS, before);
}

void twins_play_crowd(int seed, uint32_t bodies, int steps, void (*before)(twins *)) {
  twins g;
  twins_begin_crowd(&g, seed, bodies);
  play(&g, steps, before);
}

void twins_play_damaged(int seeds, void (*before)(twins *), twins_work *work) {
  size_t counts[CAROM_CLUSTER_BROKEN + 1] = {0};
  for (int seed = 1; seed < seeds; seed++) {
    twins g;
    if (seed % TWINS_RANK_COUNTS == 0) continue; /* alone */
    twins_begin_patient(&g, seed, 0.05);
    for (uint32_t r = 0; r < g.ranks; r++) g.wires[r].damage = 1 + test_below(&g.random, 40);
    for (int i = 0; i < 4; i++) {
      if (before) before(&g);
      twins_run(&g, work);
      for (uint32_t r = 0; r < g.ranks; r++) counts[g.status[r]]++;
    }
    twins_end(&g);
  }
  ck_assert_uint_gt(counts[CAROM_CLUSTER_OK], 0);
  ck_assert_uint_gt(counts[CAROM_CLUSTER_LATE], 0);
  ck_assert_uint_gt(counts[CAROM_CLUSTER_BROKEN], 0);
}
