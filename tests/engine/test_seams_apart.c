/* test_seams_apart.c: what slides over colliders side by side comes near the next one along the normal of the
 * ground, and not along that of an edge or a side.
 *
 * Shapes of all kinds lie on floors of tiles or a little above them, in seamless worlds with a margin. A twin
 * without seams has the same contacts, with the same separations. What is near a wall keeps its normal. */
#include "carom/carom.h"

#include "../narrowphase/kinds.h"
#include "testing.h"
#include "vec.h"

enum { TILES = 4 };
static const float MARGIN = 0.05f;

typedef enum tile_kind { BOX_TILES, MESH_TILES, TILE_KINDS } tile_kind;

typedef struct floors {
  uint64_t random;
  carom_world *worlds[2]; /* seamless, and not */
} floors;

static void add_static(floors *f, carom_shape shape, carom_pos at) {
  for (int i = 0; i < 2; i++) {
    carom_body body =
        carom_body_create(f->worlds[i], &(carom_body_def){.kind = CAROM_STATIC, .pose.position = at});
    carom_collider_create(f->worlds[i], body, &(carom_collider_def){.shape = shape});
    ck_assert_int_eq(carom_world_get_last_status(f->worlds[i]), CAROM_OK);
  }
}

static carom_shape mesh_tile(void) {
  static const float corners[4][3] = {
      {-0.25f, 0, -0.25f}, {0.25f, 0, -0.25f}, {-0.25f, 0, 0.25f}, {0.25f, 0, 0.25f}};
  static const uint32_t triangles[6] = {0, 2, 3, 0, 3, 1};
  carom_mesh_def def = {
      .vertices = corners[0], .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return carom_shape_mesh(mesh);
}

static void make_worlds(floors *f, int seed, bool planar) {
  *f = (floors){.random = (uint64_t)seed * 977 + 5};
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(
        carom_world_create(&(carom_world_def){.planar = planar, .seamless = i == 0, .margin = MARGIN},
                           &f->worlds[i]),
        CAROM_OK);
}

/* The top is at height 0, from -1 to 1. */
static void lay(floors *f, tile_kind kind) {
  for (int i = 0; i < TILES * TILES; i++) {
    carom_shape shape = kind == BOX_TILES ? carom_shape_box(0.25f, 0.25f, 0.25f) : mesh_tile();
    double y = kind == BOX_TILES ? -0.25 : 0;
    add_static(f, shape, (carom_pos){-0.75 + 0.5 * (i % TILES), y, -0.75 + 0.5 * (i / TILES)});
    kind_release(&shape);
  }
}

static carom_body add_mover(carom_world *world, const carom_shape *shape, const carom_pose *at) {
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_KINEMATIC, .pose = *at});
  carom_collider_create(world, body, &(carom_collider_def){.shape = *shape});
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_OK);
  return body;
}

static carom_vec3 upward(const carom_contact *contact, carom_body mover) {
  return contact->a.body.bits == mover.bits ? vec3_neg(contact->manifold.normal) : contact->manifold.normal;
}

/* Returns how many normals of what is apart are not those of the ground. */
static int compare(const floors *f, carom_body mover, size_t *apart) {
  size_t counts[2];
  const carom_contact *with = carom_world_get_contacts(f->worlds[0], &counts[0]);
  const carom_contact *without = carom_world_get_contacts(f->worlds[1], &counts[1]);
  int wrong = 0;
  ck_assert_uint_eq(counts[0], counts[1]);
  for (size_t i = 0; i < counts[0]; i++) {
    ck_assert(with[i].apart == without[i].apart && with[i].nearby && without[i].nearby);
    if (!with[i].apart) continue;
    (*apart)++;
    ck_assert_uint_eq(with[i].manifold.point_count, without[i].manifold.point_count);
    for (uint32_t k = 0; k < with[i].manifold.point_count; k++)
      ck_assert(with[i].manifold.points[k].separation == without[i].manifold.points[k].separation);
    wrong += !(upward(&with[i], mover).y > 0.9999f);
  }
  return wrong;
}

/* Where what lies on the ground or above it is, by a height that is negative when it is in it. */
static carom_pose place(floors *f, const carom_shape *shape, float height, bool planar) {
  carom_pose at = {.rotation = planar ? (carom_quat){0, 0, 0, 1} : test_quat(&f->random)};
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(shape, &at, &bounds), CAROM_OK);
  at.position.x = (double)test_uniform(&f->random, -0.6f, 0.6f);
  at.position.y = (double)(height - bounds.min.y);
  if (!planar) at.position.z = (double)test_uniform(&f->random, -0.6f, 0.6f);
  return at;
}

static bool is_over_floor(const carom_shape *shape, const carom_pose *at) {
  carom_aabb b;
  ck_assert_int_eq(carom_shape_bounds(shape, at, &b), CAROM_OK);
  return b.min.x > -0.95f && b.max.x < 0.95f && b.min.z > -0.95f && b.max.z < 0.95f;
}

/* A depth that a solver leaves is far less than the shape is thin, or its middle may be below thin ground. */
static float choose_height(floors *f, const carom_shape *shape) {
  carom_obb box;
  ck_assert_int_eq(carom_shape_obb(shape, &box), CAROM_OK);
  float least = fminf(fminf(box.half.x, box.half.y), box.half.z > 0 ? box.half.z : box.half.y);
  if (test_below(&f->random, 2)) return test_uniform(&f->random, 0, 0.03f);
  return -fminf(test_uniform(&f->random, 0, 4e-3f), 0.2f * least);
}

static int come_near(floors *f, const carom_shape *shape, bool planar, size_t *apart) {
  float height = choose_height(f, shape);
  carom_pose at = place(f, shape, height, planar);
  if (!is_over_floor(shape, &at)) return 0;
  carom_body movers[2];
  for (int i = 0; i < 2; i++) {
    movers[i] = add_mover(f->worlds[i], shape, &at);
    ck_assert_int_eq(carom_world_step(f->worlds[i], 0), CAROM_OK);
  }
  int wrong = compare(f, movers[0], apart);
  for (int i = 0; i < 2; i++) carom_body_destroy(f->worlds[i], movers[i]);
  return wrong;
}

static void end(floors *f) {
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_destroy(f->worlds[i]), CAROM_OK);
}

/* High above a seam, a neighbour may itself lean by a few degrees. */
START_TEST(a_tile_comes_near_along_the_normal_of_the_ground) {
  floors f;
  size_t apart = 0;
  int wrong = 0, places = test_scaled(4000);
  make_worlds(&f, _i, false);
  lay(&f, (tile_kind)(_i % TILE_KINDS));
  for (int n = 0; n < places; n++) {
    carom_shape shape = kind_random(&f.random, spatial_kind(test_below(&f.random, SPATIAL_KINDS)),
                                    test_uniform(&f.random, 0.05f, 0.3f));
    wrong += come_near(&f, &shape, false, &apart);
    kind_release(&shape);
  }
  ck_assert_uint_gt(apart, (size_t)places / 4);
  ck_assert_msg((size_t)wrong <= 1 + apart / 500, "%d of %zu normals are wrong", wrong, apart);
  end(&f);
}
END_TEST

static void lay_rectangles(floors *f) {
  for (int i = 0; i < TILES; i++)
    add_static(f, carom_shape_rectangle(0.25f, 0.25f), (carom_pos){-0.75 + 0.5 * i, -0.25, 0});
}

static void lay_links(floors *f) {
  static const float points[5][2] = {{1, 0}, {0.5f, 0}, {0, 0}, {-0.5f, 0}, {-1, 0}};
  carom_chain *chain = NULL;
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){.points = points[0], .count = 5}, &chain),
                   CAROM_OK);
  for (uint32_t i = 0; i < 4; i++) add_static(f, carom_shape_chain_link(chain, i, 0), (carom_pos){0, 0, 0});
  carom_chain_release(chain);
}

START_TEST(so_does_one_in_the_plane) {
  floors f;
  size_t apart = 0;
  int wrong = 0, places = test_scaled(4000);
  make_worlds(&f, _i, true);
  if (_i % 2)
    lay_links(&f);
  else
    lay_rectangles(&f);
  for (int n = 0; n < places; n++) {
    float size = test_uniform(&f.random, 0.05f, 0.3f);
    carom_shape shape = test_below(&f.random, 2) ? carom_shape_disc(size) : carom_shape_rectangle(size, 0.1f);
    wrong += come_near(&f, &shape, true, &apart);
  }
  ck_assert_uint_gt(apart, (size_t)places / 4);
  ck_assert_msg(wrong == 0, "%d of %zu normals are wrong", wrong, apart);
  end(&f);
}
END_TEST

/* A wall stands on the floor, and its foot is in it. */
START_TEST(a_wall_comes_near_along_its_own_normal) {
  floors f;
  make_worlds(&f, _i, false);
  lay(&f, BOX_TILES);
  add_static(&f, carom_shape_box(0.1f, 0.5f, 1), (carom_pos){0.6, 0.3, 0});
  const carom_shape box = carom_shape_box(0.1f, 0.1f, 0.1f);
  for (int n = 0; n < test_scaled(200); n++) {
    double gap = (double)test_uniform(&f.random, 1e-3f, 0.04f),
           deep = (double)test_uniform(&f.random, 0, 4e-3f);
    carom_pose at = {{0.4 - gap, 0.1 - deep, (double)test_uniform(&f.random, -0.6f, 0.6f)}, {0, 0, 0, 1}};
    carom_body mover = add_mover(f.worlds[0], &box, &at);
    size_t count;
    bool met = false;
    ck_assert_int_eq(carom_world_step(f.worlds[0], 0), CAROM_OK);
    const carom_contact *contacts = carom_world_get_contacts(f.worlds[0], &count);
    for (size_t i = 0; i < count; i++)
      met = met || (contacts[i].apart && upward(&contacts[i], mover).x < -0.9999f);
    ck_assert(met);
    carom_body_destroy(f.worlds[0], mover);
  }
  end(&f);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("seams_apart");
  TCase *tests = tcase_create("near tiles");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, a_tile_comes_near_along_the_normal_of_the_ground, 0, 6);
  tcase_add_loop_test(tests, so_does_one_in_the_plane, 0, 4);
  tcase_add_loop_test(tests, a_wall_comes_near_along_its_own_normal, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
