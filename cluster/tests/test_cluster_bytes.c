/* test_cluster_bytes.c: what goes to other ranks, and how many bytes that takes. */
#include "parts.h"
#include "traps.h"
#include "twins.h"

#include <math.h>
#include <string.h>

/* Two halves, cut at x = 0. */
static void begin_halves(twins *g, double round) {
  carom_cluster_def def = {
      .space = {{-100, -100, -100}, {100, 100, 100}}, .reach = 2, .patience = 20, .round = round};
  twins_open(g, 0, 2, &def);
}

static void place(const twins *g, uint64_t id, carom_pos at, carom_vec3 velocity, const carom_shape *shape) {
  const carom_body_def body = {.kind = CAROM_KINEMATIC, .pose.position = at, .linear_velocity = velocity};
  const carom_collider_def def = {.shape = *shape};
  carom_cluster *part = g->parts[at.x >= 0];
  ck_assert_int_eq(carom_cluster_body_create(part, id, &body, &def, 1), CAROM_CLUSTER_OK);
}

static carom_cluster_counts counts_of(const twins *g, uint32_t rank) {
  carom_cluster_counts counts;
  carom_cluster_get_counts(g->parts[rank], &counts);
  return counts;
}

/* --- Assets --- */

static void forget_soon(twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) g->parts[r]->asset_steps = 2;
}

/* Assets are dropped on both sides, and come again. */
START_TEST(assets_come_and_go) {
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS / 2) + 4; seed++) twins_play(seed, forget_soon);
}
END_TEST

static carom_hull *round_hull(uint32_t vertices) {
  uint64_t random = 1;
  float points[CAROM_HULL_VERTICES_MAX][3];
  carom_hull *hull;
  for (uint32_t i = 0; i < vertices; i++) {
    const carom_vec3 p = carom_quat_rotate(test_quat(&random), (carom_vec3){1, 0, 0});
    points[i][0] = p.x, points[i][1] = p.y, points[i][2] = p.z;
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &points[0][0], vertices, 0, &hull), CAROM_OK);
  return hull;
}

/* A body with a hull is sent with it, and those after it take hundreds of bytes. */
START_TEST(an_asset_goes_to_a_rank_once) {
  enum { CROSSING = 8 };
  twins g;
  size_t first = 0, whole;
  carom_hull *hull = round_hull(120);
  const carom_shape shape = carom_shape_hull(hull);
  carom_shape_write(&shape, NULL, 0, &whole);
  begin_halves(&g, 0);
  for (uint64_t id = 1; id <= CROSSING; id++) {
    place(&g, id, (carom_pos){-1, 5.0 * (double)id, 0}, (carom_vec3){0}, &shape);
    twins_must(&g, twins_step_one);
    const carom_cluster_counts counts = counts_of(&g, 0);
    ck_assert_uint_eq(counts.created, 1);
    if (id == 1)
      first = counts.bytes;
    else
      ck_assert_uint_lt(counts.bytes + whole / 2, first);
    ck_assert_uint_eq(counts_of(&g, 1).ghosts, id);
  }
  carom_hull_release(hull);
  ck_assert_uint_gt(first, whole / 2);
  twins_end(&g);
}
END_TEST

/* What nothing needs for long is kept by neither side. */
START_TEST(assets_that_nothing_needs_are_dropped) {
  twins g;
  begin_halves(&g, 0);
  const carom_shape shape = carom_shape_hull(g.hulls[0]);
  place(&g, 1, (carom_pos){-1, 0, 0}, (carom_vec3){0}, &shape);
  twins_must(&g, twins_step_one);
  ck_assert_ptr_nonnull(g.parts[0]->peers[1].sent);
  ck_assert_ptr_nonnull(g.parts[1]->peers[0].got);
  for (int step = 0; step < 300; step++) twins_must(&g, twins_step_one);
  ck_assert_ptr_null(g.parts[0]->peers[1].sent);
  ck_assert_ptr_null(g.parts[1]->peers[0].got);
  place(&g, 2, (carom_pos){-1, 5, 0}, (carom_vec3){0}, &shape);
  twins_must(&g, twins_step_one);
  ck_assert_uint_eq(counts_of(&g, 1).ghosts, 2);
  twins_end(&g);
}
END_TEST

/* --- Rounded poses --- */

static double angle_between(carom_quat a, carom_quat b) {
  const double dot = (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z +
                     (double)a.w * (double)b.w;
  const double sign = dot < 0 ? -1 : 1;
  const double x = (double)a.x - sign * (double)b.x, y = (double)a.y - sign * (double)b.y;
  const double z = (double)a.z - sign * (double)b.z, w = (double)a.w - sign * (double)b.w;
  return 2 * sqrt(x * x + y * y + z * z + w * w);
}

START_TEST(rounded_poses_are_near) {
  uint64_t random = 3;
  for (int i = 0; i < test_scaled(200000); i++) {
    const double unit = (double)test_uniform(&random, 1e-4f, 1);
    const carom_vec3 at = test_vec3(&random, -1000, 1000);
    carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, test_quat(&random)};
    if (i % 4 == 0) pose.rotation.x = pose.rotation.y = 0; /* refused, mostly, and then as it is */
    const carom_pose rounded = carom_cluster_round_pose(unit, &pose);
    if (memcmp(&rounded.rotation, &pose.rotation, sizeof pose.rotation) == 0) continue;
    ck_assert_double_le(fabs(rounded.position.x - pose.position.x), unit * 0.5000001);
    ck_assert_double_le(fabs(rounded.position.y - pose.position.y), unit * 0.5000001);
    ck_assert_double_le(fabs(rounded.position.z - pose.position.z), unit * 0.5000001);
    ck_assert_double_le(angle_between(rounded.rotation, pose.rotation), i % 4 ? 5e-6 : 2e-3);
  }
}
END_TEST

START_TEST(poses_of_the_plane_stay_in_it) {
  uint64_t random = 3;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_pose pose = carom_pose_planar(1, 2, (double)test_uniform(&random, -4, 4));
    const carom_pose rounded = carom_cluster_round_pose(0.001, &pose);
    ck_assert(rounded.position.z == 0 && rounded.rotation.x == 0 && rounded.rotation.y == 0);
    ck_assert_double_le(angle_between(rounded.rotation, pose.rotation), 5e-6);
  }
}
END_TEST

/* What cannot be rounded, and what carom refuses, comes back as it is. */
START_TEST(other_poses_are_not_rounded) {
  traps_off();
  const carom_pose others[] = {{{3e6, 0, 0}, {0, 0, 0, 1}},
                               {{0, -1e300, 0}, {0, 0, 0, 1}},
                               {{0, 0, (double)NAN}, {0, 0, 0, 1}},
                               {{0.1, 0, 0}, {NAN, 0, 0, 1}},
                               {{0.1, 0, 0}, {0, 0, 0, 1.0011f}},
                               {{0.1, 0, 0}, {0, 0, 3e38f, 0}},
                               {{0.1, 0, (double)INFINITY}, {0, 0, 0, 1}},
                               {{0.1, 0, 0}, {0, INFINITY, 0, 1}}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const carom_pose same = carom_cluster_round_pose(0.001, &others[i]);
    ck_assert_mem_eq(&same.position, &others[i].position, sizeof same.position);
    ck_assert_mem_eq(&same.rotation, &others[i].rotation, sizeof same.rotation);
  }
  const carom_pose pose = {.position = {0.12345, 0, 0}};
  const double units[] = {0, -1, 1e-10, (double)NAN};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    ck_assert_double_eq(carom_cluster_round_pose(units[i], &pose).position.x, pose.position.x);
  twins g;
  carom_cluster_def def = {.space = {{0, 0, 0}, {1, 1, 1}}, .reach = 1, .round = 0.5};
  def.world.planar = true;
  twins_open(&g, 0, 1, &def);
  const carom_shape disc = carom_shape_disc(1);
  place(&g, 1, (carom_pos){-1, 0, 0}, (carom_vec3){0}, &disc);
  const carom_pose above = {{0, 0, 0.1}, {0, 0, 0, 1}};
  ck_assert_int_eq(carom_cluster_body_set_pose(g.parts[0], 1, &above), CAROM_CLUSTER_REFUSED);
  def.round = 1e-10;
  carom_cluster *none;
  ck_assert_int_eq(carom_cluster_create(&def, &none), CAROM_CLUSTER_REFUSED);
  twins_end(&g);
}
END_TEST

/* --- Counts of bytes --- */

enum { ROW = 64 };

static void place_row(const twins *g) {
  const carom_shape box = carom_shape_box(0.3f, 0.3f, 0.3f);
  for (uint64_t id = 1; id <= ROW; id++) place(g, id, (carom_pos){-1, (double)id, 0}, (carom_vec3){0}, &box);
}

static double bytes_a_pose(double round) {
  twins g;
  begin_halves(&g, round);
  place_row(&g);
  twins_must(&g, twins_step_one);
  for (uint64_t id = 1; id <= ROW; id++) {
    const carom_pose pose = {.position = {-1.01, (double)id, 0}};
    ck_assert_int_eq(carom_cluster_body_set_pose(g.parts[0], id, &pose), CAROM_CLUSTER_OK);
  }
  twins_must(&g, twins_step_one);
  const carom_cluster_counts counts = counts_of(&g, 0);
  ck_assert_uint_eq(counts.poses, ROW);
  twins_end(&g);
  return (double)counts.pose_bytes / ROW;
}

START_TEST(a_pose_takes_44_bytes_or_24_at_most) {
  ck_assert_double_le(bytes_a_pose(0), 44);
  ck_assert_double_le(bytes_a_pose(0.001), 24);
}
END_TEST

/* Ghosts that rest, or go on with their velocity, need nothing. */
START_TEST(resting_ghosts_need_no_bytes) {
  twins g;
  begin_halves(&g, 0);
  place_row(&g);
  const carom_shape ball = carom_shape_sphere(0.3f);
  place(&g, ROW + 1, (carom_pos){-1, -5, 0}, (carom_vec3){0, 0.5f, 0}, &ball);
  twins_must(&g, twins_step_one);
  const size_t ghosts = counts_of(&g, 1).ghosts;
  for (int step = 0; step < 20; step++) {
    twins_must(&g, twins_step_one);
    const carom_cluster_counts counts = counts_of(&g, 0);
    ck_assert_uint_eq(counts_of(&g, 1).ghosts, ghosts);
    ck_assert_uint_eq(counts.poses + counts.pose_bytes + counts.created, 0);
    ck_assert_uint_eq(counts.bytes, MAIL_PARTS * sizeof(uint64_t)); /* the sizes of the parts of a mail */
  }
  ck_assert_uint_eq(ghosts, ROW + 1);
  twins_end(&g);
}
END_TEST

/* A body of the size of the world is on all ranks, and makes no other body a ghost. */
START_TEST(a_huge_body_makes_no_others_ghosts) {
  twins g;
  begin_halves(&g, 0);
  const carom_shape huge = carom_shape_box(150, 150, 150), box = carom_shape_box(0.3f, 0.3f, 0.3f);
  place(&g, 1, (carom_pos){-50, 0, 0}, (carom_vec3){1, 0, 0}, &huge);
  for (uint64_t id = 2; id < 100; id++)
    place(&g, id, (carom_pos){id % 2 ? -20 : 20, (double)id, 0}, (carom_vec3){0}, &box);
  for (int step = 0; step < 5; step++) {
    size_t events[2];
    twins_must(&g, twins_step_one);
    for (uint32_t r = 0; r < 2; r++) carom_cluster_get_events(g.parts[r], &events[r]);
    ck_assert_uint_eq(counts_of(&g, 0).ghosts, 0);
    ck_assert_uint_eq(counts_of(&g, 1).ghosts, 1);
    ck_assert_uint_eq(events[0], 49); /* told by the owners of the small ones */
    ck_assert_uint_eq(events[1], 49);
  }
  twins_end(&g);
}
END_TEST

/* --- Deep inside --- */

static void check_fronts(twins *g, size_t first, size_t second) {
  ck_assert_uint_eq(g->parts[0]->front_count, first);
  ck_assert_uint_eq(g->parts[1]->front_count, second);
}

static void step_near(twins *g) {
  twins_must(g, twins_step_one);
  for (uint32_t r = 0; r < g->ranks; r++) ck_assert_uint_eq(g->parts[r]->far.size, 0);
}

/* They come after the messages to the neighbours, if the game does not change them. What is changed, or goes
 * far, is in these messages. */
START_TEST(bodies_deep_inside_come_later) {
  static const double places[] = {-1, -3, -10, -20, 30};
  const carom_shape ball = carom_shape_sphere(0.5f);
  twins g;
  begin_halves(&g, 0);
  for (uint64_t id = 1; id <= 5; id++)
    place(&g, id, (carom_pos){places[id - 1], 0, 0}, (carom_vec3){0, 0, 0}, &ball);
  check_fronts(&g, 4, 1);
  step_near(&g);
  check_fronts(&g, 2, 0);
  ck_assert_int_eq(
      carom_cluster_body_set_velocity(g.parts[0], 3, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0}),
      CAROM_CLUSTER_OK);
  check_fronts(&g, 3, 0);
  step_near(&g);
  check_fronts(&g, 2, 0);
  ck_assert_int_eq(carom_cluster_body_destroy(g.parts[0], 4), CAROM_CLUSTER_OK);
  check_fronts(&g, 3, 0);
  step_near(&g);
  check_fronts(&g, 2, 0);
  const carom_pose away = {{10, 0, 0}, {0, 0, 0, 1}};
  ck_assert_int_eq(carom_cluster_body_set_pose(g.parts[0], 3, &away), CAROM_CLUSTER_OK);
  for (int i = 0; i < 5; i++) step_near(&g);
  ck_assert(carom_cluster_owns(g.parts[1], 3));
  check_fronts(&g, 2, 0);
  for (uint32_t r = 0; r < 2; r++) {
    g.parts[r]->coming[0].at = 2;
    carom__peers_find(g.parts[r]);
  }
  check_fronts(&g, 2, 2);
  twins_end(&g);
}
END_TEST

/* The reach of a cube that turns is greatest when its edges point along two axes. All ranks hear of it then.
 */
START_TEST(a_body_deep_inside_turns_large) {
  size_t far = 0;
  twins g;
  begin_halves(&g, 0);
  for (uint64_t id = 1; id <= 2; id++) {
    const carom_body_def body = {.kind = CAROM_KINEMATIC,
                                 .pose.position.x = id == 1 ? -30 : -28.5,
                                 .angular_velocity = {0, 0, id == 1 ? 1.0f : -1.5f}};
    const carom_collider_def cube = {.shape = carom_shape_box(1, 1, 1)};
    twins_add(&g, 0, id, &body, &cube);
  }
  for (int step = 0; step < 150; step++) {
    twins_step(&g);
    twins_compare(&g, step);
    far += g.parts[0]->far.size > 0;
    ck_assert(g.parts[0]->far.size == 0 || counts_of(&g, 1).ghosts > 0);
  }
  ck_assert_uint_ge(far, 4);
  ck_assert_uint_ge(g.events, 150);
  twins_end(&g);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_bytes");
  TCase *tc = tcase_create("cluster_bytes");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, assets_come_and_go);
  tcase_add_test(tc, an_asset_goes_to_a_rank_once);
  tcase_add_test(tc, assets_that_nothing_needs_are_dropped);
  tcase_add_test(tc, rounded_poses_are_near);
  tcase_add_test(tc, poses_of_the_plane_stay_in_it);
  tcase_add_test(tc, other_poses_are_not_rounded);
  tcase_add_test(tc, a_pose_takes_44_bytes_or_24_at_most);
  tcase_add_test(tc, resting_ghosts_need_no_bytes);
  tcase_add_test(tc, a_huge_body_makes_no_others_ghosts);
  tcase_add_test(tc, bodies_deep_inside_come_later);
  tcase_add_test(tc, a_body_deep_inside_turns_large);
  suite_add_tcase(suite, tc);
  return suite;
}
