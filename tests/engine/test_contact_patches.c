/* test_contact_patches.c: contacts with meshes tell all patches of the pair, as the functions on two shapes
 * find them, from the step that found them on as long as they rest, through saves, rewinds and threads. */
#include "../narrowphase/grounds.h"
#include "event_fields.h"
#include "support.h"
#include "test_memory.h"

enum { MOVERS = 24, STEPS = 24, THREADS = 3 };

typedef struct mesh_world {
  carom_world *world;
  carom_mesh *mesh;
  carom_collider floor;
  carom_body bodies[MOVERS];
} mesh_world;

/* The rotations as they were given, by the user number of a body: a rotation that is read and given again may
 * be another in its last bit. */
static carom_quat turns[MOVERS + 1];

static float hills(float x, float z) { return 0.2f * x * x - 0.3f * z * z + 0.1f * x * z; }
static float valley(float x, float z) { return 0 * z + (x < 0 ? -x : x); }

static carom_mesh *hills_mesh(uint64_t *random) {
  ground g;
  carom_mesh *mesh = NULL;
  uint8_t materials[GROUND_TRIANGLES];
  ground_grid(random, hills, &g);
  for (uint32_t i = 0; i < g.triangle_count; i++) materials[i] = (uint8_t)(i % 7);
  carom_mesh_def def = {.vertices = &g.vertices->x,
                        .vertex_count = g.vertex_count,
                        .triangles = g.indices,
                        .triangle_count = g.triangle_count,
                        .materials = materials};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

/* Some movers are meshes themselves. None has a spin. */
static carom_shape shape_of(uint64_t *random, int i, const carom_mesh *mesh) {
  float size = test_uniform(random, 0.1f, 0.3f);
  if (i % 4 == 0) return carom_shape_sphere(size);
  if (i % 4 == 1) return carom_shape_box(size, 0.5f * size, 0.7f * size);
  if (i % 8 != 3) return carom_shape_capsule(vec3(0, -size, 0), vec3(0, size, 0), 0.5f * size);
  carom_shape shape = carom_shape_mesh(mesh);
  shape.geometry.mesh.scale = vec3(size, size, size);
  return shape;
}

static void add_mover(mesh_world *w, uint64_t *random, int i) {
  carom_vec3 at = test_vec3(random, -0.7f, 0.7f);
  carom_body_def def = {.pose = {{(double)at.x, 0.3 * (double)at.y, (double)at.z}, test_quat(random)},
                        .user = (void *)(uintptr_t)(i + 1)};
  turns[i + 1] = def.pose.rotation;
  if (i % 3) def.linear_velocity = test_vec3(random, -0.5f, 0.5f);
  w->bodies[i] = carom_body_create(w->world, &def);
  const carom_collider_def collider = {.shape = shape_of(random, i, w->mesh),
                                       .filter.category = i % 2 ? 2 : 4};
  ck_assert(carom_collider_create(w->world, w->bodies[i], &collider).bits);
}

static mesh_world make_world(int seed, const carom_world_def *def) {
  mesh_world w;
  uint64_t random = (uint64_t)seed + 3;
  w.mesh = hills_mesh(&random);
  ck_assert_int_eq(carom_world_create(def, &w.world), CAROM_OK);
  carom_body floor = carom_body_create(w.world, &(carom_body_def){.kind = CAROM_STATIC});
  w.floor = carom_collider_create(w.world, floor, &(carom_collider_def){.shape = carom_shape_mesh(w.mesh)});
  for (int i = 0; i < MOVERS; i++) add_mover(&w, &random, i);
  return w;
}

static void end_world(mesh_world *w) {
  ck_assert_int_eq(carom_world_destroy(w->world), CAROM_OK);
  carom_mesh_release(w->mesh);
}

/* --- Truth --- */

static bool same_patches(const carom_patch *a, const carom_patch *b, size_t count) {
  uint64_t hash_a = 0, hash_b = 0;
  for (size_t i = 0; i < count; i++) {
    fields_mix_patch(&hash_a, &a[i]);
    fields_mix_patch(&hash_b, &b[i]);
  }
  return hash_a == hash_b;
}

static bool is_mesh(const carom_world *world, carom_collider collider) {
  carom_shape shape;
  ck_assert_int_eq(carom_collider_get_shape(world, collider, &shape), CAROM_OK);
  return shape.kind == CAROM_MESH;
}

static size_t patches_by_hand(const carom_world *world, const carom_contact *c, carom_patch *out,
                              size_t most) {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  size_t count = 0;
  carom_collider_get_shape(world, c->a.collider, &a), carom_collider_get_shape(world, c->b.collider, &b);
  carom_collider_get_pose(world, c->a.collider, &pose_a);
  carom_collider_get_pose(world, c->b.collider, &pose_b);
  pose_a.rotation = turns[(uintptr_t)c->a.body_user];
  pose_b.rotation = turns[(uintptr_t)c->b.body_user];
  ck_assert_int_eq(carom_collide_patches(&a, &pose_a, &b, &pose_b, out, most, &count), CAROM_OK);
  ck_assert_uint_le(count, most);
  return count;
}

static void check_first(const carom_contact *c) {
  const carom_patch *first = &c->patches[0];
  ck_assert_mem_eq(&first->normal, &c->manifold.normal, sizeof first->normal);
  ck_assert_uint_eq(first->point_count, c->manifold.point_count);
  ck_assert_mem_eq(first->points, c->manifold.points, sizeof first->points);
  ck_assert_uint_eq(first->triangle_a, c->a.triangle);
  ck_assert_uint_eq(first->triangle_b, c->b.triangle);
}

/* Returns how many patches there are. */
static size_t check_contact(const carom_world *world, const carom_contact *c) {
  carom_patch truth[200], room;
  size_t count = 0;
  const carom_patch *all = carom_contact_get_patches(c, &room, &count);
  if (is_mesh(world, c->a.collider) || is_mesh(world, c->b.collider)) {
    ck_assert_uint_gt(c->patch_count, 0);
    ck_assert_uint_eq(patches_by_hand(world, c, truth, 200), c->patch_count);
    ck_assert(same_patches(truth, c->patches, c->patch_count));
    check_first(c);
    ck_assert(all == c->patches && count == c->patch_count);
    return count;
  }
  ck_assert(!c->patches && c->patch_count == 0 && all == &room && count == 1);
  ck_assert_uint_eq(patches_by_hand(world, c, truth, 200), 1);
  ck_assert(same_patches(truth, &room, 1));
  return 0;
}

/* Returns how many patches there are in excess of one a contact with a mesh. */
static size_t check_all(const carom_world *world) {
  size_t count = 0, more = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    size_t patches = check_contact(world, &contacts[i]);
    more += patches > 1 ? patches - 1 : 0;
  }
  return more;
}

/* --- Worlds --- */

START_TEST(patches_are_those_of_the_two_shapes) {
  mesh_world w = make_world(_i, NULL);
  size_t more = 0;
  for (int step = 0; step < STEPS; step++) {
    support_step(w.world);
    more += check_all(w.world);
  }
  ck_assert_uint_gt(more, STEPS);
  end_world(&w);
}
END_TEST

typedef struct tally {
  int begins, stays, ends;
  size_t patches; /* of the latest event */
} tally;

static void count_events(void *user, carom_world *world, const carom_event *event) {
  tally *c = user;
  (void)world;
  c->begins += event->kind == CAROM_EVENT_BEGIN;
  c->stays += event->kind == CAROM_EVENT_STAY;
  c->ends += event->kind == CAROM_EVENT_END;
  c->patches = event->contact->patch_count;
  for (uint32_t i = 0; i < event->contact->patch_count; i++)
    ck_assert(fabsf(fabsf(event->contact->patches[i].normal.x) - 0.7071068f) < 1e-5f);
}

/* A ball sinks into a valley, lies there, and is taken out: two patches, one contact. */
START_TEST(a_valley_is_one_contact_of_two_normals) {
  ground g;
  uint64_t random = 5;
  tally c = {0, 0, 0, 0};
  ground_grid(&random, valley, &g);
  carom_mesh *mesh = ground_mesh(&g, CAROM_MESH_TWO_SIDED);
  carom_world *world = support_world();
  carom_handler_add(world, &(carom_handler_def){.callback = count_events, .user = &c, .events = 7});
  support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), carom_shape_mesh(mesh));
  carom_body ball = support_body(world, CAROM_KINEMATIC, 0, 1, 0);
  support_collider(world, ball, carom_shape_sphere(0.3f));
  for (int i = 0; i < 10; i++) {
    carom_pose pose = {.position = {0, i < 3 || i > 6 ? 1 : 0.41, 0}};
    if (i != 5) carom_body_set_pose(world, ball, &pose);
    support_step(world);
    if (i >= 3 && i <= 7) ck_assert_uint_eq(c.patches, 2);
    ck_assert_int_eq(c.begins, i >= 3);
    ck_assert_int_eq(c.ends, i >= 7);
  }
  ck_assert_int_eq(c.stays, 3);
  carom_world_destroy(world);
  carom_mesh_release(mesh);
}
END_TEST

/* The names of all points in a contact, in ascending order. */
static size_t names_of(const carom_world *world, uint32_t *out) {
  size_t contacts = 0, count = 0;
  const carom_contact *c = carom_world_get_contacts(world, &contacts);
  ck_assert_uint_eq(contacts, 1);
  for (uint32_t i = 0; i < c->patch_count; i++)
    for (uint32_t k = 0; k < c->patches[i].point_count; k++) {
      size_t at = count++;
      for (; at > 0 && out[at - 1] > c->patches[i].points[k].feature; at--) out[at] = out[at - 1];
      out[at] = c->patches[i].points[k].feature;
    }
  return count;
}

/* How many names two lists share. */
static size_t names_in_both(const uint32_t *a, size_t count_a, const uint32_t *b, size_t count_b) {
  size_t both = 0;
  for (size_t i = 0; i < count_a; i++)
    for (size_t k = 0; k < count_b; k++) both += a[i] == b[k];
  return both;
}

/* A solver that keeps impulses by the names of points finds them again while the same features meet. Of more
 * than four points, another one may be kept in a step. */
START_TEST(points_keep_their_names) {
  uint32_t before[64], now[64];
  size_t count = 0;
  carom_world *world = support_world();
  carom_mesh *mesh = support_mesh(NULL, CAROM_MESH_TWO_SIDED);
  support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), carom_shape_mesh(mesh));
  carom_body_def def = {.pose.position = {-0.3, 0.2, 0.1}, .linear_velocity = {1e-3f, 0, 1e-3f}};
  carom_body box = carom_body_create(world, &def);
  support_collider(world, box, carom_shape_box(0.4f, 0.1f, 0.4f));
  for (int i = 0; i < 20; i++) {
    support_step(world);
    size_t found = names_of(world, now);
    ck_assert_uint_gt(found, 4);
    for (size_t k = 1; k < found; k++) ck_assert_uint_ne(now[k], now[k - 1]);
    if (i > 0) ck_assert(found == count && names_in_both(now, found, before, count) + 1 >= found);
    memcpy(before, now, sizeof now);
    count = found;
  }
  carom_world_destroy(world);
  carom_mesh_release(mesh);
}
END_TEST

/* The triangles of a grid whose middle is on one side of x = 0, of arrays that have both. */
static carom_mesh *half_of(const ground *g, const uint8_t *materials, bool right) {
  bool left_out[256] = {[0] = right, [1] = !right};
  carom_mesh *mesh = NULL;
  const carom_mesh_def def = {.vertices = &g->vertices->x,
                              .vertex_count = g->vertex_count,
                              .triangles = g->indices,
                              .triangle_count = g->triangle_count,
                              .materials = materials,
                              .left_out = left_out};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

static void check_half(const carom_world *world, carom_collider half, carom_collider ball,
                       const uint8_t *materials, uint8_t material, bool touches) {
  carom_contact c;
  carom_status status = carom_contact_between(world, half, ball, &c);
  ck_assert_int_eq(status, touches ? CAROM_OK : CAROM_NO_CONTACT);
  if (!touches) return;
  ck_assert_int_eq(c.sensor, material == 1);
  for (uint32_t i = 0; i < c.patch_count; i++) {
    ck_assert_uint_eq(c.patches[i].material_a, material);
    ck_assert_uint_eq(materials[c.patches[i].triangle_a], material);
  }
}

/* Ground on the left and water, a sensor, on the right. */
START_TEST(materials_of_one_array_are_two_colliders) {
  ground g;
  uint8_t materials[GROUND_TRIANGLES];
  carom_collider halves[2];
  uint64_t random = 6;
  ground_grid(&random, hills, &g);
  for (uint32_t i = 0; i < g.triangle_count; i++) {
    const uint32_t *t = g.indices[i];
    materials[i] = g.vertices[t[0]].x + g.vertices[t[1]].x + g.vertices[t[2]].x > 0;
  }
  carom_world *world = support_world();
  carom_body level = support_body(world, CAROM_STATIC, 0, 0, 0);
  for (int i = 0; i < 2; i++) {
    carom_mesh *mesh = half_of(&g, materials, i == 1);
    const carom_collider_def def = {.shape = carom_shape_mesh(mesh), .sensor = i == 1};
    halves[i] = carom_collider_create(world, level, &def);
    carom_mesh_release(mesh);
  }
  carom_body body = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  carom_collider ball = support_collider(world, body, carom_shape_sphere(0.15f));
  for (int i = 0; i < 2; i++) {
    double x = i == 0 ? -0.6 : 0.6;
    carom_pose pose = {.position = {x, (double)hills((float)x, 0.1f) + 0.1, 0.1}};
    carom_body_set_pose(world, body, &pose);
    support_step(world);
    for (uint8_t half = 0; half < 2; half++)
      check_half(world, halves[half], ball, materials, half, half == i);
  }
  carom_world_destroy(world);
}
END_TEST

/* --- Handlers --- */

static carom_vec3 turned_normal(const carom_patch *p) { return vec3_neg(p->normal); }

/* Seen from the side that a handler asks for. */
static void check_turned(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *seen = event->contact;
  carom_contact own;
  int *turned = user;
  ck_assert(seen->a.category & 2);
  if (seen->patch_count > 0) check_first(seen);
  if (seen->a.collider.bits == 0 || event->kind == CAROM_EVENT_END) return;
  ck_assert_int_eq(carom_contact_between(world, seen->a.collider, seen->b.collider, &own), CAROM_OK);
  ck_assert_uint_eq(own.patch_count, seen->patch_count);
  if (own.a.collider.bits == seen->a.collider.bits) return;
  for (uint32_t i = 0; i < own.patch_count; i++) {
    const carom_patch *p = &own.patches[i], *q = &seen->patches[i];
    carom_vec3 normal = turned_normal(p);
    ck_assert_mem_eq(&normal, &q->normal, sizeof normal);
    ck_assert_mem_eq(p->points, q->points, sizeof p->points);
    ck_assert(p->triangle_a == q->triangle_b && p->triangle_b == q->triangle_a);
    ck_assert(p->material_a == q->material_b && p->material_b == q->material_a);
    ++*turned;
  }
}

static bool keep_turned(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  ck_assert(event->contact->a.category & 2);
  if (event->contact->patch_count > 0) check_first(event->contact);
  return event->contact->b.body.bits % 5 > 0;
}

START_TEST(handlers_see_patches_from_their_side) {
  mesh_world w = make_world(_i, NULL);
  int turned = 0;
  carom_handler_add(
      w.world,
      &(carom_handler_def){
          .callback = check_turned, .keep = keep_turned, .user = &turned, .events = 7, .category_a = 2});
  for (int step = 0; step < STEPS; step++) {
    support_step(w.world);
    check_all(w.world);
  }
  ck_assert_int_gt(turned, STEPS);
  end_world(&w);
}
END_TEST

/* --- Rest --- */

/* The patches that events told last, by the mover. */
typedef struct memo {
  carom_patch last[MOVERS + 1][100];
  uint32_t counts[MOVERS + 1];
  int ends;
} memo;

static void remember(void *user, carom_world *world, const carom_event *event) {
  memo *m = user;
  const carom_contact *c = event->contact;
  uintptr_t mover = (uintptr_t)c->b.body_user;
  (void)world;
  if ((uint32_t)c->a.collider.bits != 0) return;
  if (event->kind == CAROM_EVENT_END) {
    ck_assert_uint_eq(c->patch_count, m->counts[mover]);
    ck_assert(same_patches(c->patches, m->last[mover], c->patch_count));
    m->ends++;
  }
  m->counts[mover] = c->patch_count;
  memcpy(m->last[mover], c->patches, c->patch_count * sizeof *c->patches);
}

/* What rests keeps its patches, and what ends tells the last ones, however often patches move in memory. */
START_TEST(patches_outlive_the_steps_of_others) {
  static memo m;
  mesh_world w = make_world(_i, NULL);
  uint64_t random = 9;
  memset(&m, 0, sizeof m);
  carom_handler_add(w.world, &(carom_handler_def){.callback = remember, .user = &m, .events = 7});
  for (int step = 0; step < 3 * STEPS; step++) {
    support_step(w.world);
    check_all(w.world);
    int i = (int)test_below(&random, MOVERS);
    carom_vec3 at = test_vec3(&random, -0.7f, 0.7f);
    carom_pose pose = {{(double)at.x, 0.3 * (double)at.y, (double)at.z}, test_quat(&random)};
    carom_body_set_pose(w.world, w.bodies[i], &pose);
    turns[i + 1] = pose.rotation;
    carom_body_set_velocity(w.world, w.bodies[i], vec3(0, 0, 0), vec3(0, 0, 0));
  }
  ck_assert_int_gt(m.ends, 5);
  carom_world_clear(w.world);
  end_world(&w);
}
END_TEST

/* --- History --- */

static uint64_t hash_contacts(const carom_world *world) {
  size_t count = 0;
  uint64_t hash = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) fields_mix_contact(&hash, &contacts[i]);
  return hash;
}

static uint64_t hash_events(const carom_world *world) {
  size_t count = 0;
  uint64_t hash = 0;
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) fields_mix_event(&hash, &events[i]);
  return hash;
}

static void expect_alike(const carom_world *a, const carom_world *b) {
  ck_assert(hash_contacts(a) == hash_contacts(b));
  ck_assert(carom_world_hash(a) == carom_world_hash(b));
}

static uint64_t save_user(void *context, void *user) {
  (void)context;
  return (uintptr_t)user;
}
static void *load_user(void *context, uint64_t number) {
  (void)context;
  return (void *)(uintptr_t)number;
}

START_TEST(saves_and_clones_have_patches) {
  const carom_user_map users = {save_user, load_user, NULL};
  mesh_world w = make_world(_i, NULL);
  for (int round = 0; round < 6; round++) {
    carom_world *copies[2];
    size_t size = 0;
    for (int i = 0; i <= round; i++) support_step(w.world);
    carom_world_save(w.world, &users, NULL, 0, &size);
    void *bytes = malloc(size);
    ck_assert_int_eq(carom_world_save(w.world, &users, bytes, size, &size), CAROM_OK);
    ck_assert_int_eq(carom_world_load(NULL, &users, bytes, size, &copies[0]), CAROM_OK);
    ck_assert_int_eq(carom_world_clone(w.world, NULL, NULL, 0, &copies[1]), CAROM_OK);
    for (int i = 0; i < 2; i++) {
      expect_alike(copies[i], w.world);
      support_step(copies[i]);
    }
    support_step(w.world);
    for (int i = 0; i < 2; i++) {
      expect_alike(copies[i], w.world);
      ck_assert(hash_events(copies[i]) == hash_events(w.world));
      carom_world_destroy(copies[i]);
    }
    free(bytes);
  }
  end_world(&w);
}
END_TEST

/* The hash depends on every patch. */
START_TEST(rewinds_bring_patches_back) {
  mesh_world w = make_world(_i, NULL);
  static unsigned char bytes[1 << 20];
  uint64_t hashes[8];
  size_t size = 0;
  for (int i = 0; i < 5; i++) support_step(w.world);
  carom_world_rollback_keep(w.world, 100);
  ck_assert_int_eq(carom_world_rollback_save(w.world, bytes, sizeof bytes, &size), CAROM_OK);
  uint64_t then = hash_contacts(w.world);
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 8; i++) {
      support_step(w.world);
      uint64_t now = carom_world_hash(w.world) ^ hash_contacts(w.world) ^ hash_events(w.world);
      ck_assert(round == 0 || hashes[i] == now);
      hashes[i] = now;
    }
    ck_assert_int_eq(carom_world_rollback_restore(w.world, bytes, size), CAROM_OK);
    ck_assert(hash_contacts(w.world) == then);
    check_all(w.world);
  }
  end_world(&w);
}
END_TEST

/* --- Threads and memory --- */

START_TEST(threads_find_the_same_patches) {
  const uint32_t threads[THREADS] = {1, 2, 4};
  mesh_world worlds[THREADS];
  carom_pool *pools[THREADS];
  for (int i = 0; i < THREADS; i++) {
    ck_assert_int_eq(carom_pool_create(NULL, threads[i], &pools[i]), CAROM_OK);
    const carom_world_def def = {.tasks = carom_pool_get_tasks(pools[i])};
    worlds[i] = make_world(7, &def);
    uint64_t random = 11;
    for (int more = 0; more < 4; more++)
      for (int k = 0; k < MOVERS; k++) add_mover(&worlds[i], &random, k);
  }
  for (int step = 0; step < STEPS / 2; step++)
    for (int i = 0; i < THREADS; i++) {
      support_step(worlds[i].world);
      expect_alike(worlds[i].world, worlds[0].world);
      ck_assert(hash_events(worlds[i].world) == hash_events(worlds[0].world));
    }
  for (int i = 0; i < THREADS; i++) {
    end_world(&worlds[i]);
    carom_pool_destroy(pools[i]);
  }
}
END_TEST

/* A step that is refused memory leaves contacts and patches as they were, and gives the same when repeated.
 */
START_TEST(refused_steps_change_no_patch) {
  test_memory memory = {.random = 4};
  const carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  mesh_world w = make_world(_i, &def), twin = make_world(_i, NULL);
  int refused = 0;
  for (int step = 0; step < STEPS; step++) {
    carom_status status = CAROM_OUT_OF_MEMORY;
    for (size_t k = 1; status; k++) {
      uint64_t before = hash_contacts(w.world), hash = carom_world_hash(w.world);
      test_memory_fail_at(&memory, k);
      status = carom_world_step(w.world, SUPPORT_DT);
      test_memory_fail_at(&memory, 0);
      ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
      if (status) ck_assert(before == hash_contacts(w.world) && hash == carom_world_hash(w.world));
      refused += status != CAROM_OK;
    }
    support_step(twin.world);
    expect_alike(w.world, twin.world);
    ck_assert(hash_events(w.world) == hash_events(twin.world));
  }
  ck_assert_int_gt(refused, 3);
  end_world(&w);
  end_world(&twin);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* Bodies that turn on the spot and come back, and ones that rest. */
START_TEST(a_steady_step_takes_no_memory) {
  test_memory memory = {.random = 4};
  const carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  mesh_world w = make_world(_i, &def);
  size_t asked = 0;
  for (int step = 0; step < 6 * STEPS; step++) {
    for (int i = 0; i < MOVERS; i++) {
      carom_vec3 v = {step % 2 ? 0.5f : -0.5f, 0, 0}, spin = {0, 0, 0};
      if (i % 3) carom_body_set_velocity(w.world, w.bodies[i], v, spin);
    }
    if (step == 3 * STEPS) asked = memory.requests;
    support_step(w.world);
  }
  ck_assert_uint_eq(memory.requests, asked);
  end_world(&w);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("contact_patches");
  TCase *tests = tcase_create("contact_patches");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, patches_are_those_of_the_two_shapes, 0, 4);
  tcase_add_test(tests, a_valley_is_one_contact_of_two_normals);
  tcase_add_test(tests, points_keep_their_names);
  tcase_add_test(tests, materials_of_one_array_are_two_colliders);
  tcase_add_loop_test(tests, handlers_see_patches_from_their_side, 0, 3);
  tcase_add_loop_test(tests, patches_outlive_the_steps_of_others, 0, 3);
  tcase_add_loop_test(tests, saves_and_clones_have_patches, 0, 3);
  tcase_add_loop_test(tests, rewinds_bring_patches_back, 0, 3);
  tcase_add_test(tests, threads_find_the_same_patches);
  tcase_add_loop_test(tests, refused_steps_change_no_patch, 0, 2);
  tcase_add_loop_test(tests, a_steady_step_takes_no_memory, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
