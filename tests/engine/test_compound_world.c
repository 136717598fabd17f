/* test_compound_world.c: compounds as colliders: contacts, queries, saves and rewinds of a world of them. */
#include "carom/carom.h"

#include "../narrowphase/compounds.h"
#include "asset_set.h"

enum { MOVERS = 16, STEPS = 60 };

typedef struct compound_world {
  carom_world *world;
  family ground;
  family vehicle; /* that all movers are */
  carom_collider floor, movers[MOVERS];
  carom_body bodies[MOVERS];
} compound_world;

static void make_world(int seed, compound_world *w) {
  uint64_t random = (uint64_t)seed + 3;
  make_family(&random, 40, true, true, &w->ground);
  make_family(&random, 6, seed % 2, seed % 3 == 0, &w->vehicle);
  ck_assert_int_eq(carom_world_create(NULL, &w->world), CAROM_OK);
  carom_body floor = carom_body_create(w->world, &(carom_body_def){.kind = CAROM_STATIC});
  w->floor = carom_collider_create(w->world, floor, &(carom_collider_def){.shape = w->ground.shape});
  ck_assert(carom_collider_is_valid(w->world, w->floor));
  for (int i = 0; i < MOVERS; i++) {
    carom_vec3 at = test_vec3(&random, -5, 5);
    carom_body_def def = {.pose = {{(double)at.x, (double)at.y, (double)at.z}, test_quat(&random)},
                          .linear_velocity = test_vec3(&random, -3, 3),
                          .angular_velocity = test_vec3(&random, -1, 1)};
    const carom_shape ball = carom_shape_sphere(0.4f);
    w->bodies[i] = carom_body_create(w->world, &def);
    w->movers[i] = carom_collider_create(w->world, w->bodies[i],
                                         &(carom_collider_def){.shape = i % 3 ? w->vehicle.shape : ball});
  }
}

static void end_world(compound_world *w) {
  ck_assert_int_eq(carom_world_destroy(w->world), CAROM_OK);
  end_family(&w->ground);
  end_family(&w->vehicle);
}

static bool overlap(const compound_world *w, carom_collider a, carom_collider b) {
  carom_shape shapes[2];
  carom_pose poses[2];
  const carom_collider pair[2] = {a, b};
  bool yes = false;
  for (int k = 0; k < 2; k++) {
    ck_assert_int_eq(carom_collider_get_shape(w->world, pair[k], &shapes[k]), CAROM_OK);
    ck_assert_int_eq(carom_collider_get_pose(w->world, pair[k], &poses[k]), CAROM_OK);
  }
  ck_assert_int_eq(carom_overlap(&shapes[0], &poses[0], &shapes[1], &poses[1], &yes), CAROM_OK);
  return yes;
}

static int check_pair(const compound_world *w, carom_collider a, carom_collider b) {
  carom_contact contact;
  carom_status status = carom_contact_between(w->world, a, b, &contact);
  bool yes = overlap(w, a, b);
  ck_assert_int_eq(status, yes ? CAROM_OK : CAROM_NO_CONTACT);
  return yes;
}

/* One contact for what touches a compound, and none for what does not; also of two compounds. */
START_TEST(contacts_are_those_of_brute_force) {
  static compound_world w;
  int touching = 0;
  make_world(_i, &w);
  for (int step = 0; step < STEPS; step++) {
    ck_assert_int_eq(carom_world_step(w.world, 1 / 60.0f), CAROM_OK);
    for (int i = 0; i < MOVERS; i++) {
      touching += check_pair(&w, w.floor, w.movers[i]);
      if (i > 0) touching += check_pair(&w, w.movers[i - 1], w.movers[i]);
    }
  }
  ck_assert_int_gt(8 * touching, STEPS);
  end_world(&w);
}
END_TEST

/* A save has the compounds in it, and what goes on from it is the same to the bit. */
START_TEST(a_loaded_world_goes_on_alike) {
  static compound_world w;
  size_t size = 0, written = 0;
  carom_world *loaded = NULL, *clone = NULL;
  make_world(_i, &w);
  for (int step = 0; step < 10; step++) carom_world_step(w.world, 1 / 60.0f);
  carom_world_save(w.world, NULL, NULL, 0, &size);
  void *bytes = malloc(size), *again = malloc(size);
  ck_assert_int_eq(carom_world_save(w.world, NULL, bytes, size, &written), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, written, &loaded), CAROM_OK);
  ck_assert_int_eq(carom_world_clone(w.world, NULL, NULL, 0, &clone), CAROM_OK);
  ck_assert_int_eq(carom_world_save(loaded, NULL, again, size, &written), CAROM_OK);
  ck_assert(written == size && memcmp(bytes, again, size) == 0);
  for (int step = 0; step < 10; step++) {
    ck_assert(carom_world_hash(loaded) == carom_world_hash(w.world));
    ck_assert(carom_world_hash(clone) == carom_world_hash(w.world));
    ck_assert_int_eq(carom_world_step(w.world, 1 / 60.0f), CAROM_OK);
    ck_assert_int_eq(carom_world_step(loaded, 1 / 60.0f), CAROM_OK);
    ck_assert_int_eq(carom_world_step(clone, 1 / 60.0f), CAROM_OK);
  }
  ck_assert_int_eq(carom_world_destroy(loaded), CAROM_OK);
  ck_assert_int_eq(carom_world_destroy(clone), CAROM_OK);
  free(bytes), free(again);
  end_world(&w);
}
END_TEST

/* The bytes of saves are checked. */
START_TEST(forged_saves_are_refused_or_play_on) {
  static compound_world w;
  uint64_t random = (uint64_t)_i;
  size_t size = 0, written = 0;
  make_world(_i, &w);
  for (int step = 0; step < 10; step++) carom_world_step(w.world, 1 / 60.0f);
  carom_world_save(w.world, NULL, NULL, 0, &size);
  unsigned char *bytes = malloc(size);
  ck_assert_int_eq(carom_world_save(w.world, NULL, bytes, size, &written), CAROM_OK);
  for (int i = 0; i < test_scaled(300); i++) {
    carom_world *loaded = NULL;
    size_t at = test_below(&random, (uint32_t)size);
    unsigned char old = bytes[at];
    bytes[at] = (unsigned char)(old ^ 1u << test_below(&random, 8));
    carom_status status = carom_world_load(NULL, NULL, bytes, size, &loaded);
    ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
    if (!status) {
      carom_world_step(loaded, 1 / 60.0f);
      carom_world_destroy(loaded);
    }
    bytes[at] = old;
  }
  free(bytes);
  end_world(&w);
}
END_TEST

static void check_ray_hit(const carom_ray_hit *hit, const carom_ray_result *alone) {
  ck_assert(hit->fraction == alone->fraction && hit->inside == alone->inside);
  ck_assert(hit->child == alone->child && hit->ordinal == alone->ordinal);
  ck_assert_mem_eq(&hit->mesh, &alone->mesh, sizeof hit->mesh);
}

typedef struct ray_hits {
  const carom_ray_result *alone;
  size_t count;
} ray_hits;

static float check_next(void *user, const carom_world *world, const carom_ray_hit *hit) {
  ray_hits *told = user;
  (void)world;
  check_ray_hit(hit, &told->alone[told->count++]);
  return 1;
}

/* One by one and several at once, all hits and the first, they name the child. */
START_TEST(rays_tell_the_child) {
  enum { MANY = 40, MOST = 256 };
  static compound_world w;
  static carom_ray_result alone[MOST];
  static carom_ray_hit all[MOST], firsts[MANY];
  carom_ray rays[MANY];
  uint64_t random = (uint64_t)_i + 40;
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  make_world(_i, &w);
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < MANY; i++) {
    carom_vec3 from = test_vec3(&random, -4, 4);
    rays[i] = (carom_ray){{(double)from.x, (double)from.y, (double)from.z}, vec3_scale(from, -2)};
  }
  ck_assert_int_eq(carom_world_cast_rays(w.world, rays, MANY, NULL, NULL, firsts), CAROM_OK);
  for (int i = 0; i < MANY; i++) {
    size_t count, told;
    ray_hits each = {alone, 0};
    ck_assert_int_eq(carom_cast_ray_all(&w.ground.shape, &origin, &rays[i], alone, MOST, &count), CAROM_OK);
    ck_assert_int_eq(carom_world_cast_ray_all(w.world, &rays[i], NULL, all, MOST, &told), CAROM_OK);
    ck_assert(told == count && count <= MOST);
    for (size_t k = 0; k < count; k++) check_ray_hit(&all[k], &alone[k]);
    if (count > 0) check_ray_hit(&firsts[i], &alone[0]);
    ck_assert_int_eq(carom_world_cast_ray_each(w.world, &rays[i], NULL, check_next, &each), CAROM_OK);
    ck_assert_uint_eq(each.count, count);
  }
  end_world(&w);
}
END_TEST

static float check_row(void *user, const carom_world *world, const carom_ray_hit *hit) {
  uint32_t *next = user;
  (void)world;
  ck_assert(hit->ordinal == *next && hit->child == 7 && hit->mesh.material == *next % 3);
  ++*next;
  return 1;
}

/* More hits than are found at once, several at a time, with the same number. */
START_TEST(rays_tell_each_shape_of_a_row) {
  enum { ROW = 60 };
  carom_compound_child children[ROW];
  carom_world *world;
  const carom_ray ray = {{-5, 0, 0}, {200, 0, 0}};
  uint32_t next = 0;
  for (uint32_t i = 0; i < ROW; i++)
    children[i] = (carom_compound_child){.shape = carom_shape_box(0.5f, 0.5f, 0.5f),
                                         .pose.position.x = 2 * (float)(i / 5),
                                         .number = 7,
                                         .material = (uint8_t)(i % 3)};
  carom_compound *compound = make_compound(children, ROW);
  ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
  carom_collider_create(world, carom_body_create(world, NULL),
                        &(carom_collider_def){.shape = carom_shape_compound(compound)});
  carom_compound_release(compound);
  ck_assert_int_eq(carom_world_cast_ray_each(world, &ray, NULL, check_row, &next), CAROM_OK);
  ck_assert_uint_eq(next, ROW);
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}
END_TEST

START_TEST(rays_and_casts_meet_the_compound) {
  static compound_world w;
  uint64_t random = (uint64_t)_i;
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  make_world(_i, &w);
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < 200; i++) {
    carom_vec3 from = test_vec3(&random, -4, 4);
    carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, test_vec3(&random, -6, 6)};
    carom_moving_shape moving = {
        carom_shape_box(0.1f, 0.2f, 0.3f), {ray.origin, test_quat(&random)}, {0, 0, 0}};
    carom_ray_hit hit;
    carom_shape_hit shape_hit;
    carom_ray_result alone;
    carom_impact impact;
    moving.translation = ray.translation;
    ck_assert_int_eq(carom_world_cast_ray(w.world, &ray, NULL, &hit), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&w.ground.shape, &origin, &ray, &alone), CAROM_OK);
    ck_assert_int_eq(alone.hit, hit.collider.bits != 0);
    ck_assert(!alone.hit || hit.fraction == alone.fraction);
    ck_assert_int_eq(carom_world_cast_shape(w.world, &moving, NULL, &shape_hit), CAROM_OK);
    ck_assert_int_eq(
        carom_cast_shape(&w.ground.shape, &origin, &moving.shape, &moving.pose, moving.translation, &impact),
        CAROM_OK);
    ck_assert_int_eq(impact.hit, shape_hit.collider.bits != 0);
    ck_assert(!impact.hit || shape_hit.fraction == impact.fraction);
    ck_assert(!impact.hit || shape_hit.child == impact.child_a);
    carom_near near;
    carom_point_distance far;
    ck_assert_int_eq(carom_world_closest(w.world, &ray.origin, 100, NULL, &near), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(&w.ground.shape, &origin, &ray.origin, &far), CAROM_OK);
    ck_assert(near.distance == far.distance && near.inside == far.inside && near.child == far.child);
    ck_assert(near.mesh.triangle == far.mesh.triangle && near.mesh.material == far.mesh.material);
    ck_assert(near.mesh.u == far.mesh.u && near.mesh.v == far.mesh.v && near.mesh.back == far.mesh.back);
  }
  end_world(&w);
}
END_TEST

/* A world casts what is planar in another way than carom_cast_shape does. */
START_TEST(casts_of_the_plane_meet_compounds) {
  asset_set assets;
  uint64_t random = (uint64_t)_i + 1;
  carom_world *world;
  carom_shape_hit hit;
  carom_impact impact;
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  const carom_pose at = carom_pose_planar(0.5, -0.25, 0.5 * _i);
  const carom_collider_def def = {.shape = assets_shape(&assets, true, (uint32_t)_i)};
  const carom_shape shapes[] = {carom_shape_disc(0.3f), carom_shape_rectangle(0.2f, 0.4f), def.shape};
  carom_body still = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose = at});
  carom_collider collider = carom_collider_create(world, still, &def);
  int hits = 0;
  for (int i = 0; i < 300; i++) {
    carom_vec3 from = test_vec3(&random, -4, 4), way = test_vec3(&random, -5, 5);
    carom_moving_shape moving = {
        shapes[i % 3], carom_pose_planar((double)from.x, (double)from.y, (double)from.z), {way.x, way.y, 0}};
    ck_assert_int_eq(carom_world_cast_shape(world, &moving, NULL, &hit), CAROM_OK);
    ck_assert_int_eq(
        carom_cast_shape(&def.shape, &at, &moving.shape, &moving.pose, moving.translation, &impact),
        CAROM_OK);
    ck_assert_uint_eq(hit.collider.bits, impact.hit ? collider.bits : 0);
    ck_assert(!impact.hit || hit.fraction == impact.fraction);
    hits += impact.hit;
  }
  ck_assert_int_gt(hits, 30);
  carom_world_destroy(world);
  assets_release(&assets);
}
END_TEST

/* Three boxes side by side. */
static carom_compound *make_row(void) {
  carom_compound_child children[3];
  for (uint32_t i = 0; i < 3; i++)
    children[i] = (carom_compound_child){.shape = carom_shape_box(1, 1, 1),
                                         .pose.position.x = 2 * (float)i,
                                         .number = 10 + i,
                                         .material = (uint8_t)(i + 1)};
  return make_compound(children, 3);
}

/* A mover tells the child that it stands on, and that it is pushed out of. */
START_TEST(movers_tell_the_child) {
  carom_world *world;
  carom_mover_result result;
  carom_compound *compound = make_row();
  ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
  carom_collider_create(world, carom_body_create(world, NULL),
                        &(carom_collider_def){.shape = carom_shape_compound(compound)});
  carom_compound_release(compound);
  for (uint32_t i = 0; i < 6; i++) {
    carom_mover mover = {.shape = carom_shape_sphere(0.5f), .pose.rotation = {0, 0, 0, 1}};
    mover.pose.position = (carom_pos){2.0 * (i / 2), i % 2 ? 1.25 : 2, 0};
    ck_assert_int_eq(carom_mover_move(world, &mover, vec3(0, -1, 0), &result), CAROM_OK);
    ck_assert(mover.footing == CAROM_ON_GROUND && result.plane_count > 0);
    ck_assert_uint_eq(mover.ground.child, 10 + i / 2);
    ck_assert_uint_eq(mover.ground.material, 1 + i / 2);
    ck_assert_uint_eq(result.planes[0].child, 10 + i / 2);
  }
  carom_mover out = {.shape = carom_shape_sphere(0.5f), .pose = {{-1.25, 0, 0}, {0, 0, 0, 1}}};
  ck_assert_int_eq(carom_mover_move(world, &out, vec3(-1, 0, 0), &result), CAROM_OK);
  ck_assert(result.plane_count == 1 && result.planes[0].child == 10 && result.planes[0].material == 1);
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}
END_TEST

/* The contact of a collider tells the child. */
START_TEST(contacts_tell_the_child) {
  carom_world *world;
  carom_contact contact;
  carom_compound *compound = make_row();
  ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
  carom_body still = carom_body_create(world, NULL), body = carom_body_create(world, NULL);
  carom_collider ground_collider =
      carom_collider_create(world, still, &(carom_collider_def){.shape = carom_shape_compound(compound)});
  carom_collider ball =
      carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_sphere(0.5f)});
  carom_compound_release(compound);
  for (uint32_t i = 0; i < 3; i++) {
    ck_assert_int_eq(carom_body_set_pose(world, body, &(carom_pose){{2.0 * i, 1.4, 0}, {0, 0, 0, 1}}),
                     CAROM_OK);
    ck_assert_int_eq(carom_world_step(world, 1 / 60.0f), CAROM_OK);
    ck_assert_int_eq(carom_contact_between(world, ground_collider, ball, &contact), CAROM_OK);
    ck_assert_uint_eq(contact.patch_count, 1);
    ck_assert_uint_eq(contact.patches[0].child_a, 10 + i);
    ck_assert_uint_eq(contact.patches[0].material_a, i + 1);
    ck_assert(contact.manifold.normal.y > 0.999f);
  }
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_world");
  TCase *tests = tcase_create("compounds and movers");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, contacts_are_those_of_brute_force, 0, 6);
  tcase_add_loop_test(tests, a_loaded_world_goes_on_alike, 0, 6);
  tcase_add_loop_test(tests, forged_saves_are_refused_or_play_on, 0, 3);
  tcase_add_loop_test(tests, rays_tell_the_child, 0, 4);
  tcase_add_test(tests, rays_tell_each_shape_of_a_row);
  tcase_add_loop_test(tests, rays_and_casts_meet_the_compound, 0, 4);
  tcase_add_loop_test(tests, casts_of_the_plane_meet_compounds, 0, ASSET_FLATS);
  tcase_add_test(tests, contacts_tell_the_child);
  tcase_add_test(tests, movers_tell_the_child);
  suite_add_tcase(suite, tests);
  return suite;
}
