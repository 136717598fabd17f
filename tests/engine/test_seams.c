/* test_seams.c: what slides over colliders side by side is never met by an edge or a side between them.
 *
 * Shapes of all kinds lie on flat floors of tiles, as deep in them as a solver leaves them. Whatever touches
 * has the normal of the ground. Where a tile is higher than the others, its side is a wall and stays one. */
#include "carom/carom.h"

#include "../narrowphase/fields.h"
#include "../narrowphase/kinds.h"
#include "testing.h"
#include "vec.h"

enum { TILES = 4, CORNERS = TILES + 1 };

/* What tiles are made of, and whether each is a body of its own. */
typedef enum tile_kind { BOX_TILES, HULL_TILES, MESH_TILES, FIELD_TILES, TILE_KINDS } tile_kind;

typedef struct floor_scene {
  uint64_t random;
  carom_world *world;
  carom_body body;          /* of all tiles, if it is one */
  double lines[2][CORNERS]; /* of the grid, along x and along z */
} floor_scene;

static carom_body tile_body(floor_scene *s, bool single) {
  if (!single || !carom_body_is_valid(s->world, s->body))
    s->body = carom_body_create(s->world, &(carom_body_def){.kind = single ? CAROM_KINEMATIC : CAROM_STATIC});
  return s->body;
}

static carom_collider add_tile(floor_scene *s, bool single, carom_shape shape, carom_vec3 at) {
  carom_collider_def def = {.shape = shape, .pose = {.position = at}};
  carom_collider id = carom_collider_create(s->world, tile_body(s, single), &def);
  ck_assert(carom_collider_is_valid(s->world, id));
  return id;
}

static void random_lines(floor_scene *s) {
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < CORNERS; i++)
      s->lines[axis][i] = -1 + 0.5 * i + (i % 2 ? (double)test_uniform(&s->random, -0.2f, 0.2f) : 0);
}

static carom_shape hull_tile(carom_vec3 half) {
  carom_hull *hull = NULL;
  carom_vec3 points[8];
  for (int i = 0; i < 8; i++)
    points[i] = vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
  ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, 8, 0, &hull), CAROM_OK);
  return carom_shape_hull(hull);
}

static carom_shape mesh_tile(carom_vec3 half) {
  carom_vec3 v[4] = {{-half.x, half.y, -half.z},
                     {half.x, half.y, -half.z},
                     {-half.x, half.y, half.z},
                     {half.x, half.y, half.z}};
  static const uint32_t triangles[6] = {0, 2, 3, 0, 3, 1};
  carom_mesh_def def = {.vertices = &v->x, .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return carom_shape_mesh(mesh);
}

/* Its origin is a corner. */
static carom_shape field_tile(carom_vec3 half) {
  terrain t = terrain_make(2, 3, CAROM_FIELD_FLOAT);
  t.def.spacing_x = half.x;
  t.def.spacing_z = half.z * (2.0f / 3);
  t.flags[1] = t.flags[2] = CAROM_FIELD_TURNED;
  carom_field *field = terrain_field(&t);
  terrain_free(&t);
  return carom_shape_field(field);
}

static carom_shape tile_shape(tile_kind kind, carom_vec3 half) {
  return kind == BOX_TILES    ? carom_shape_box(half.x, half.y, half.z)
         : kind == HULL_TILES ? hull_tile(half)
         : kind == MESH_TILES ? mesh_tile(half)
                              : field_tile(half);
}

/* Tiles between the lines, whose top is at y = 0. */
static void add_tiles(floor_scene *s, tile_kind kind, bool single) {
  for (int i = 0; i < TILES * TILES; i++) {
    const double *x = &s->lines[0][i % TILES], *z = &s->lines[1][i / TILES];
    carom_vec3 half = vec3((float)(0.5 * (x[1] - x[0])), 0.25f, (float)(0.5 * (z[1] - z[0])));
    carom_shape shape = tile_shape(kind, half);
    carom_vec3 at = vec3((float)(0.5 * (x[0] + x[1])), -0.25f, (float)(0.5 * (z[0] + z[1])));
    if (kind == FIELD_TILES) at = vec3((float)x[0], 0, (float)z[0]);
    add_tile(s, single, shape, at);
    kind_release(&shape);
  }
}

static void make_floor(floor_scene *s, tile_kind kind, bool single, bool seamless, int seed) {
  *s = (floor_scene){.random = (uint64_t)seed * 977 + 5};
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.seamless = seamless}, &s->world), CAROM_OK);
  random_lines(s);
  add_tiles(s, kind, single);
}

/* How far a shape reaches down from its origin, and how high it is. */
static float reach_down(const carom_shape *shape, const carom_pose *pose, float *height) {
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(shape, pose, &bounds), CAROM_OK);
  *height = bounds.max.y - bounds.min.y;
  return (float)(pose->position.y - (double)bounds.min.y);
}

static carom_quat rest_or_turned(uint64_t *random) {
  float half = test_uniform(random, 0, 3);
  if (test_below(random, 2)) return test_quat(random);
  return test_below(random, 4) ? (carom_quat){0, sinf(half), 0, cosf(half)} : (carom_quat){0, 0, 0, 1};
}

/* Near a line of the grid as often as not, and often near a corner of four tiles. */
static double choose_place(floor_scene *s, int axis, float size) {
  double place = (double)test_uniform(&s->random, -0.6f, 0.6f);
  if (test_below(&s->random, 2)) return place;
  return s->lines[axis][1 + test_below(&s->random, 3)] + (double)test_uniform(&s->random, -size, size);
}

/* A depth that a solver leaves is far less than the shape is wide. */
static float depth_at_most(const carom_shape *shape, float depth, float height) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  float least = fminf(fminf(box.half.x, box.half.y), box.half.z);
  return fminf(depth, fminf(0.1f * height, 0.25f * least));
}

static carom_body put_on(floor_scene *s, const carom_shape *shape, float size, float depth) {
  carom_pose at = {.rotation = rest_or_turned(&s->random)};
  float height, down = reach_down(shape, &at, &height);
  at.position.x = choose_place(s, 0, size);
  at.position.z = choose_place(s, 1, size);
  at.position.y = (double)(down - depth_at_most(shape, depth, height));
  carom_body body = carom_body_create(s->world, &(carom_body_def){.pose = at});
  carom_collider_create(s->world, body, &(carom_collider_def){.shape = *shape});
  return body;
}

static carom_vec3 upward(const carom_contact *contact, carom_body mover) {
  return contact->a.body.bits == mover.bits ? vec3_neg(contact->manifold.normal) : contact->manifold.normal;
}

/* Is a point of a contact with the ground where it can be? */
static bool is_on_ground(const carom_contact_point *point, float depth) {
  return point->separation <= 0 && point->separation >= -depth - 1e-4f && fabs(point->position.y) < 6e-3;
}

/* How many contacts do not have the normal of the ground. */
static int wrong_normals(const floor_scene *s, carom_body mover) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  int wrong = 0;
  for (size_t i = 0; i < count; i++) wrong += !(upward(&contacts[i], mover).y > 0.9999f);
  return wrong;
}

static void check_points(const floor_scene *s, float depth) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_manifold *m = &contacts[i].manifold;
    ck_assert_uint_gt(m->point_count, 0);
    for (uint32_t k = 0; k < m->point_count; k++) ck_assert(is_on_ground(&m->points[k], depth));
  }
}

/* At the border of the floor there is no seam. */
static bool is_over_floor(const floor_scene *s, const carom_shape *shape, carom_body mover) {
  carom_aabb b;
  carom_pose at;
  carom_body_get_pose(s->world, mover, &at);
  carom_shape_bounds(shape, &at, &b);
  return b.min.x > -0.99f && b.max.x < 0.99f && b.min.z > -0.99f && b.max.z < 0.99f;
}

/* How many normals are not those of the ground. */
static int slide(floor_scene *s, carom_shape_kind kind, float depth, bool seamless) {
  float size = test_log_uniform(&s->random, 0.02f, 0.3f);
  carom_shape shape = kind_random(&s->random, kind, size);
  carom_body mover = put_on(s, &shape, size, depth);
  ck_assert_int_eq(carom_world_step(s->world, 0), CAROM_OK);
  bool counts = is_over_floor(s, &shape, mover);
  int wrong = counts ? wrong_normals(s, mover) : 0;
  if (counts && seamless) check_points(s, depth);
  carom_body_destroy(s->world, mover);
  kind_release(&shape);
  return wrong;
}

static int slide_all(int seed, tile_kind kind, bool single, bool seamless, int positions) {
  floor_scene s;
  int wrong = 0;
  make_floor(&s, kind, single, seamless, seed);
  for (int i = 0; i < positions; i++)
    wrong += slide(&s, spatial_kind(test_below(&s.random, SPATIAL_KINDS)), i % 4 ? 5e-3f : 0, seamless);
  ck_assert_int_eq(carom_world_destroy(s.world), CAROM_OK);
  return wrong;
}

/* Of tiles of meshes, one contact of 80,000 keeps the normal of a seam. */
START_TEST(tiles_are_one_floor) {
  tile_kind kind = (tile_kind)(_i % TILE_KINDS);
  int positions = test_scaled(kind == BOX_TILES ? 20400 : 8000), wrong = 0;
  int allowed = kind == MESH_TILES ? 1 + positions / 8000 : 0;
  for (int seed = 0; seed < 10; seed++) wrong += slide_all(seed, kind, _i / TILE_KINDS, true, positions);
  ck_assert_int_le(wrong, allowed);
}
END_TEST

/* Otherwise the other test says nothing. */
START_TEST(without_it_edges_are_met) {
  ck_assert_int_gt(slide_all(0, (tile_kind)(_i % TILE_KINDS), _i / TILE_KINDS, false, 1000), 100);
}
END_TEST

/* --- Walls --- */

/* The floor with one tile, in the middle, that is higher. */
static carom_collider raise_tile(floor_scene *s, float height) {
  const double *x = &s->lines[0][2], *z = &s->lines[1][1];
  carom_shape wall =
      carom_shape_box((float)(0.5 * (x[1] - x[0])), 0.5f * height, (float)(0.5 * (z[1] - z[0])));
  return add_tile(s, false, wall,
                  vec3((float)(0.5 * (x[0] + x[1])), 0.5f * height, (float)(0.5 * (z[0] + z[1]))));
}

/* Beside the wall, a little deep in it and in the floor. */
static carom_body put_at_wall(floor_scene *s, const carom_shape *shape, carom_pose *at) {
  carom_aabb bounds;
  float height;
  *at = (carom_pose){.rotation = rest_or_turned(&s->random)};
  float down = reach_down(shape, at, &height), depth = depth_at_most(shape, 5e-3f, height);
  ck_assert_int_eq(carom_shape_bounds(shape, at, &bounds), CAROM_OK);
  at->position.x =
      s->lines[0][2] - (double)bounds.max.x + (double)(depth * test_uniform(&s->random, 0.1f, 1));
  at->position.y = (double)(down - depth);
  at->position.z =
      s->lines[1][1] + (double)test_uniform(&s->random, 0, 1) * (s->lines[1][2] - s->lines[1][1]);
  carom_body body = carom_body_create(s->world, &(carom_body_def){.pose = *at});
  carom_collider_create(s->world, body, &(carom_collider_def){.shape = *shape});
  return body;
}

/* Where a manifold is deepest, on the surface of its side A. */
static double deepest_height(const carom_manifold *m) {
  const carom_contact_point *deepest = &m->points[0];
  for (uint32_t i = 1; i < m->point_count; i++)
    if (m->points[i].separation < deepest->separation) deepest = &m->points[i];
  return deepest->position.y - 0.5 * (double)deepest->separation * (double)m->normal.y;
}

/* What meets the wall above the floor keeps the normal that the two shapes alone have. */
static int check_wall(const floor_scene *s, carom_collider wall, const carom_shape *shape,
                      const carom_pose *at, carom_collider mover) {
  carom_shape wall_shape;
  carom_pose wall_at;
  carom_manifold alone;
  carom_contact contact;
  carom_status status = carom_contact_between(s->world, wall, mover, &contact);
  carom_collider_get_shape(s->world, wall, &wall_shape);
  carom_collider_get_pose(s->world, wall, &wall_at);
  ck_assert_int_eq(carom_collide(&wall_shape, &wall_at, shape, at, &alone), CAROM_OK);
  ck_assert_int_eq(status, alone.point_count ? CAROM_OK : CAROM_NO_CONTACT);
  if (!alone.point_count || deepest_height(&alone) < 1e-3) return 0;
  float cosine = vec3_dot(contact.manifold.normal, alone.normal);
  ck_assert(contact.a.collider.bits == wall.bits && cosine > 0.9999f);
  return 1;
}

/* Is a contact one with the ground's normal, or with the normal of the wall, under which there is a tile? */
static bool is_of_corner(const carom_contact *contact, carom_body mover, carom_vec3 wall) {
  carom_vec3 n = upward(contact, mover);
  return n.y > 0.9999f || n.x < -0.9999f || vec3_dot(n, wall) > 0.9999f;
}

/* Below the foot of the wall another tile meets the others, and is covered from all sides. Where this is so
 * at a seam, too, no normal may be found. */
static int wrong_in_corner(const floor_scene *s, carom_body mover, carom_collider collider,
                           carom_collider wall) {
  carom_contact of_wall = {.sensor = false};
  size_t count;
  int wrong = 0;
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  carom_contact_between(s->world, wall, collider, &of_wall);
  for (size_t i = 0; i < count; i++)
    wrong += contacts[i].a.collider.bits != wall.bits &&
             !is_of_corner(&contacts[i], mover, of_wall.manifold.normal);
  return wrong;
}

static int meet_wall(floor_scene *s, carom_collider wall, int *wrong) {
  carom_shape_kind kind = spatial_kind(test_below(&s->random, SPATIAL_KINDS));
  carom_shape shape = kind_random(&s->random, kind, test_log_uniform(&s->random, 0.02f, 0.2f));
  carom_pose at;
  carom_body mover = put_at_wall(s, &shape, &at);
  carom_collider collider;
  size_t count;
  carom_body_get_colliders(s->world, mover, &collider, 1, &count);
  ck_assert_int_eq(carom_world_step(s->world, 0), CAROM_OK);
  int met = check_wall(s, wall, &shape, &at, collider);
  if (is_over_floor(s, &shape, mover)) *wrong += wrong_in_corner(s, mover, collider, wall);
  carom_body_destroy(s->world, mover);
  kind_release(&shape);
  return met;
}

START_TEST(steps_and_walls_stay) {
  floor_scene s;
  int met = 0, wrong = 0, places = test_scaled(10000);
  make_floor(&s, BOX_TILES, false, true, _i);
  carom_collider wall = raise_tile(&s, test_log_uniform(&s.random, 2e-3f, 1));
  for (int i = 0; i < places; i++) met += meet_wall(&s, wall, &wrong);
  ck_assert_int_gt(met, places / 10);
  ck_assert_int_le(wrong, places / 1000 + 1);
  ck_assert_int_eq(carom_world_destroy(s.world), CAROM_OK);
}
END_TEST

static carom_collider add_box(carom_world *world, carom_vec3 at, carom_vec3 half) {
  carom_body_def def = {.kind = CAROM_STATIC, .pose.position = {(double)at.x, (double)at.y, (double)at.z}};
  carom_body body = carom_body_create(world, &def);
  return carom_collider_create(world, body,
                               &(carom_collider_def){.shape = carom_shape_box(half.x, half.y, half.z)});
}

static carom_collider add_wedge(carom_world *world, double x, double y) {
  static const float points[6][3] = {{-0.4f, 0, -0.1f}, {-0.4f, 0, 0.1f}, {0, 0, -0.1f},
                                     {0, 0, 0.1f},      {-0.4f, 0.3f, 0}, {-0.4f, 0.3f, 0.1f}};
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(NULL, points[0], 6, 0, &hull), CAROM_OK);
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.position = {x, y, 0}});
  carom_collider wedge =
      carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_hull(hull)});
  carom_hull_release(hull);
  return wedge;
}

/* The tip of a wedge is in the floor where it is deepest in the wall, which it also touches above. */
START_TEST(a_wall_that_is_met_below_the_floor_stays) {
  carom_world *world = NULL;
  carom_contact contact;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.seamless = true}, &world), CAROM_OK);
  carom_collider floor = add_box(world, vec3(-1, -1, 0), vec3(1, 1, 1));
  carom_collider wall = add_box(world, vec3(1, 0, 0), vec3(1, 2, 1));
  carom_collider wedge = add_wedge(world, 0.02, -0.005);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_int_eq(carom_contact_between(world, wall, wedge, &contact), CAROM_OK);
  ck_assert(contact.manifold.normal.x < -0.9999f);
  ck_assert_int_eq(carom_contact_between(world, floor, wedge, &contact), CAROM_OK);
  ck_assert(contact.manifold.normal.y > 0.9999f);
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}
END_TEST

/* --- Worlds that go on --- */

enum { MOVERS = 40, STEPS = 60, CROWD = 800 };

static void add_movers(floor_scene *s) {
  for (int i = 0; i < MOVERS; i++) {
    float size = test_uniform(&s->random, 0.04f, 0.2f);
    carom_shape shape = kind_random(&s->random, spatial_kind((uint32_t)i % SPATIAL_KINDS), size);
    carom_body mover = put_on(s, &shape, size, 5e-3f);
    carom_vec3 v = test_vec3(&s->random, -0.6f, 0.6f);
    v.y *= 0.01f;
    carom_body_set_velocity(s->world, mover, v, vec3(0, v.x, 0));
    kind_release(&shape);
  }
}

/* A floor with a wall, and things that slide over it. */
static void make_busy(floor_scene *s, int seed, bool seamless) {
  make_floor(s, (tile_kind)(seed % TILE_KINDS), seed % 2, seamless, seed);
  raise_tile(s, 0.2f);
  add_movers(s);
}

static void step(carom_world *world) { ck_assert_int_eq(carom_world_step(world, 1 / 60.0f), CAROM_OK); }

static void check_same_events(const carom_world *a, const carom_world *b) {
  size_t count_a, count_b;
  const carom_event *of_a = carom_world_get_events(a, &count_a), *of_b = carom_world_get_events(b, &count_b);
  ck_assert_uint_eq(count_a, count_b);
  for (size_t i = 0; i < count_a; i++) {
    ck_assert(of_a[i].kind == of_b[i].kind && of_a[i].cause == of_b[i].cause);
    ck_assert(of_a[i].contact->a.collider.bits == of_b[i].contact->a.collider.bits);
    ck_assert(of_a[i].contact->b.collider.bits == of_b[i].contact->b.collider.bits);
  }
}

START_TEST(events_are_the_same) {
  floor_scene with, without;
  make_busy(&with, _i, true);
  make_busy(&without, _i, false);
  for (int i = 0; i < STEPS; i++) {
    step(with.world);
    step(without.world);
    check_same_events(with.world, without.world);
  }
  ck_assert(carom_world_hash(with.world) != carom_world_hash(without.world));
  ck_assert_int_eq(carom_world_destroy(with.world), CAROM_OK);
  ck_assert_int_eq(carom_world_destroy(without.world), CAROM_OK);
}
END_TEST

START_TEST(a_loaded_world_goes_on_alike) {
  floor_scene s;
  carom_world *loaded = NULL;
  size_t size = 0;
  make_busy(&s, _i, true);
  for (int i = 0; i < STEPS / 2; i++) step(s.world);
  carom_world_save(s.world, NULL, NULL, 0, &size);
  void *bytes = malloc(size);
  ck_assert_int_eq(carom_world_save(s.world, NULL, bytes, size, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &loaded), CAROM_OK);
  for (int i = 0; i < STEPS / 2; i++) {
    ck_assert(carom_world_hash(loaded) == carom_world_hash(s.world));
    step(s.world);
    step(loaded);
  }
  ck_assert_int_eq(carom_world_destroy(loaded), CAROM_OK);
  ck_assert_int_eq(carom_world_destroy(s.world), CAROM_OK);
  free(bytes);
}
END_TEST

START_TEST(a_rewound_world_goes_on_alike) {
  floor_scene s;
  uint64_t hashes[STEPS];
  size_t size = 0;
  make_busy(&s, _i, true);
  ck_assert_int_eq(carom_world_rollback_keep(s.world, STEPS), CAROM_OK);
  for (int i = 0; i < 20; i++) step(s.world);
  carom_world_rollback_save(s.world, NULL, 0, &size);
  void *bytes = malloc(size);
  ck_assert_int_eq(carom_world_rollback_save(s.world, bytes, size, &size), CAROM_OK);
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 20; i < STEPS; i++) {
      step(s.world);
      ck_assert(turn == 0 || hashes[i] == carom_world_hash(s.world));
      hashes[i] = carom_world_hash(s.world);
    }
    ck_assert_int_eq(carom_world_rollback_restore(s.world, bytes, size), CAROM_OK);
  }
  ck_assert_int_eq(carom_world_destroy(s.world), CAROM_OK);
  free(bytes);
}
END_TEST

/* So many that they are split over the threads. */
static void make_crowd(floor_scene *s, const carom_tasks *tasks) {
  *s = (floor_scene){.random = 7};
  carom_world_def def = {.seamless = true, .tasks = *tasks};
  ck_assert_int_eq(carom_world_create(&def, &s->world), CAROM_OK);
  random_lines(s);
  add_tiles(s, BOX_TILES, false);
  for (int i = 0; i < CROWD / MOVERS; i++) add_movers(s);
}

START_TEST(threads_change_nothing) {
  carom_pool *pool = NULL;
  floor_scene alone, split;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  carom_tasks none = {.threads = 0}, four = carom_pool_get_tasks(pool);
  make_crowd(&alone, &none);
  make_crowd(&split, &four);
  for (int i = 0; i < 10; i++) {
    step(alone.world);
    step(split.world);
    ck_assert(carom_world_hash(alone.world) == carom_world_hash(split.world));
  }
  ck_assert_int_eq(carom_world_destroy(alone.world), CAROM_OK);
  ck_assert_int_eq(carom_world_destroy(split.world), CAROM_OK);
  carom_pool_destroy(pool);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("seams");
  TCase *tests = tcase_create("seams");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, tiles_are_one_floor, 0, 2 * TILE_KINDS);
  tcase_add_loop_test(tests, without_it_edges_are_met, 0, 2 * TILE_KINDS);
  tcase_add_loop_test(tests, steps_and_walls_stay, 0, 10);
  tcase_add_test(tests, a_wall_that_is_met_below_the_floor_stays);
  tcase_add_loop_test(tests, events_are_the_same, 0, 6);
  tcase_add_loop_test(tests, a_loaded_world_goes_on_alike, 0, 6);
  tcase_add_loop_test(tests, a_rewound_world_goes_on_alike, 0, 6);
  tcase_add_test(tests, threads_change_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}
