/* twins.c: random worlds, and what happens in them, on one world and on the ranks of a cluster. */
#include "asked.h"

#include <pthread.h>
#include <string.h>

/* --- What happens --- */

static carom_vec3 random_vec3(twins *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  if (g->planar) v.z = 0;
  return v;
}
static carom_vec3 random_spin(twins *g, float most) {
  carom_vec3 v = test_vec3(&g->random, -most, most);
  return g->planar ? (carom_vec3){0, 0, v.z} : v;
}
static carom_pose random_pose(twins *g, float most) {
  const carom_vec3 at = random_vec3(g, most);
  if (g->planar)
    return carom_pose_planar((double)at.x, (double)at.y, (double)test_uniform(&g->random, -3, 3));
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&g->random)};
}
/* Meshes, fields, compounds, chains, hulls and polygons. */
static carom_shape random_asset(twins *g) {
  const uint32_t n = test_below(&g->random, 2 * ASSET_SHAPES);
  if (g->planar && n % 3 == 0) return carom_shape_polygon(g->assets.polygon);
  if (g->planar && n % 3 == 1) return carom_shape_chain_link(g->assets.chain, n % 4, 0.0625f);
  if (g->planar) return assets_shape(&g->assets, true, n);
  if (n >= ASSET_SHAPES) return carom_shape_hull(g->hull);
  const carom_vec3 scale = test_vec3(&g->random, 0.5f, 1.5f);
  return assets_scaled(&g->assets, n, scale, n % 2 ? 0 : 0.0625f);
}

static carom_shape random_shape(twins *g) {
  const carom_vec3 s = test_vec3(&g->random, 0.2f, 0.8f);
  if (test_below(&g->random, 4) == 0) return random_asset(g);
  switch (g->planar ? 8 + test_below(&g->random, 3) : test_below(&g->random, 8)) {
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
    return carom_shape_rounded_box(s.x, s.y, s.z, s.x / 4);
  case 8:
    return carom_shape_disc(s.x);
  case 9:
    return carom_shape_ellipse(s.x, s.y);
  case 10:
    return carom_shape_rectangle(s.x, s.y);
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
    if (r + 1 == (g)->ranks) ck_assert_uint_eq(owners, (id) <= TWINS_STATICS ? (g)->ranks : 1);              \
  }

static void create(twins *g, uint64_t id) {
  const bool is_static = id <= TWINS_STATICS;
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

static void set_pose(twins *g, uint64_t id, bool far) {
  carom_pose pose;
  carom_body_get_pose(g->world, g->bodies[id], &pose);
  const carom_vec3 by = random_vec3(g, 0.3f);
  if (far)
    pose = random_pose(g, 8);
  else
    pose.position = (carom_pos){pose.position.x + (double)by.x, pose.position.y + (double)by.y,
                                pose.position.z + (double)by.z};
  ck_assert_int_eq(carom_body_set_pose(g->world, g->bodies[id], &pose), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_set_pose(part, id, &pose));
}

static void set_filter(twins *g, uint64_t id) {
  carom_collider first;
  size_t count;
  carom_body_get_colliders(g->world, g->bodies[id], &first, 1, &count);
  const carom_filter filter = {.category = 1, .mask = test_below(&g->random, 3) ? 0 : 2};
  ck_assert_int_eq(carom_collider_set_filter(g->world, first, filter), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_filter(part, id, 0, filter));
}

static void set_shape(twins *g, uint64_t id) {
  carom_collider first;
  size_t count;
  carom_body_get_colliders(g->world, g->bodies[id], &first, 1, &count);
  const carom_shape shape = random_shape(g);
  ck_assert_int_eq(carom_collider_set_shape(g->world, first, &shape), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_collider_set_shape(part, id, 0, &shape));
}

static void set_velocity(twins *g, uint64_t id) {
  const carom_vec3 linear = random_vec3(g, 4), angular = random_spin(g, 2);
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

static void destroy(twins *g, uint64_t id) {
  ck_assert_int_eq(carom_body_destroy(g->world, g->bodies[id]), CAROM_OK);
  ON_OWNERS(g, id, carom_cluster_body_destroy(part, id));
  g->there[id] = false;
}

static void call(twins *g, bool *gone) {
  const uint64_t id = 1 + test_below(&g->random, TWINS_STATICS + TWINS_BODIES);
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
    set_pose(g, id, id > TWINS_STATICS);
  else if (what == 3)
    set_filter(g, id);
  else if (what == 4)
    set_shape(g, id);
  else if (what == 5)
    set_flag(g, id, false);
  else if (what <= 10)
    set_pose(g, id, false);
  else if (id > TWINS_STATICS && what == 11)
    set_flag(g, id, true);
  else if (id > TWINS_STATICS)
    set_velocity(g, id);
}

void twins_call(twins *g) {
  bool gone[TWINS_BODIES + TWINS_STATICS + 1] = {false};
  for (uint32_t calls = test_below(&g->random, 16); calls > 0; calls--) call(g, gone);
}

/* --- The life of both --- */

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

static void step_one(twins *g, uint32_t rank) { g->status[rank] = carom_cluster_step(g->parts[rank], g->dt); }

void twins_step(twins *g) {
  ck_assert_int_eq(carom_world_step(g->world, g->dt), CAROM_OK);
  twins_run(g, step_one);
  for (uint32_t r = 0; r < g->ranks; r++) ck_assert_int_eq(g->status[r], CAROM_CLUSTER_OK);
}

/* --- Damage --- */

/* Some bytes are changed, or the end is missing. */
static bool post_damaged(twins_wire *w, uint32_t to, const void *bytes, size_t size) {
  unsigned char *copy = malloc(size + 1);
  ck_assert_ptr_nonnull(copy);
  memcpy(copy, bytes, size);
  if (test_below(&w->random, 4) == 0)
    size = test_below(&w->random, (uint32_t)size + 1);
  else
    for (uint32_t i = 1 + test_below(&w->random, 8); size > 0 && i > 0; i--)
      copy[test_below(&w->random, (uint32_t)size)] = (unsigned char)test_random(&w->random);
  const bool posted = w->under.post(w->under.user, to, copy, size);
  free(copy);
  return posted;
}

static bool post(void *user, uint32_t to, const void *bytes, size_t size) {
  twins_wire *w = user;
  if (w->damage && test_below(&w->random, w->damage) == 0) return post_damaged(w, to, bytes, size);
  return w->under.post(w->under.user, to, bytes, size);
}

static bool take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  const twins_wire *w = user;
  return w->under.take(w->under.user, from, seconds, bytes, size);
}

static void release(void *user, void *bytes) {
  const twins_wire *w = user;
  w->under.release(w->under.user, bytes);
}

static carom_transport open_wire(twins *g, uint32_t rank) {
  twins_wire *w = &g->wires[rank];
  *w = (twins_wire){carom_mailboxes_transport(g->boxes, rank), rank + g->random, 0};
  return (carom_transport){w, rank, g->ranks, post, take, release};
}

/* --- Begin and end --- */

static void make_assets(twins *g) {
  const float points[6][3] = {{0.5f, 0, 0},  {-0.5f, 0.25f, 0}, {0, 0.75f, 0.25f},
                              {0, -0.5f, 0}, {0.25f, 0, 0.5f},  {0, 0.25f, -0.75f}};
  ck_assert_int_eq(assets_make(&g->assets), CAROM_OK);
  ck_assert_int_eq(carom_hull_from_points(NULL, points[0], 6, 0, &g->hull), CAROM_OK);
}

void twins_begin(twins *g, int seed) { twins_begin_patient(g, seed, 20); }

void twins_begin_patient(twins *g, int seed, double patience) {
  static const uint32_t ranks[] = {1, 2, 3, 4, 8};
  memset(g, 0, sizeof *g);
  g->random = (uint64_t)seed;
  g->planar = seed % 3 == 2;
  g->ranks = ranks[seed % 5];
  g->dt = 0x1p-5f;
  make_assets(g);
  carom_cluster_def def = {.space = {{-6, -6, -6}, {6, 6, 6}}, .reach = 2, .patience = patience};
  def.world = (carom_world_def){.planar = g->planar,
                                .persistent_manifolds = seed / 2 % 2,
                                .eight_points = seed / 4 % 2,
                                .margin = seed % 7 ? 0 : 0.1f};
  ck_assert_int_eq(carom_world_create(&def.world, &g->world), CAROM_OK);
  g->boxes = carom_mailboxes_create(g->ranks);
  for (uint32_t r = 0; r < g->ranks; r++) {
    def.transport = open_wire(g, r);
    ck_assert_int_eq(carom_cluster_create(&def, &g->parts[r]), CAROM_CLUSTER_OK);
  }
  for (uint64_t id = 1; id <= TWINS_BODIES + TWINS_STATICS; id++) create(g, id);
}

void twins_end(twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) carom_cluster_destroy(g->parts[r]);
  carom_mailboxes_destroy(g->boxes);
  carom_world_destroy(g->world);
  carom_hull_release(g->hull);
  assets_release(&g->assets);
}
