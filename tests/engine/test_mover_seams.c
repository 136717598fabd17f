/* test_mover_seams.c: movers of any hull on a floor and along a wall of flush tiles, which are boxes or
 * triangles: they go as along one wall, whatever leans on the edge of the next tile. */
#include "../narrowphase/meshes.h"
#include "mover_scene.h"

enum { TILES = 12, MOVES = 40 };

/* The wall is at z = 0 and the floor at y = 0. Both are TILES long and four tiles wide, of which one is
 * behind the other surface. */
static void add_tile(carom_world *world, soup *mesh, bool upright, float x, float across) {
  const carom_vec3 half = upright ? (carom_vec3){0.5f, 0.5f, 0.25f} : (carom_vec3){0.5f, 0.25f, 0.5f};
  const carom_vec3 at =
      upright ? (carom_vec3){x, across - 0.5f, 0.25f} : (carom_vec3){x, -0.25f, -across + 0.5f};
  if (!mesh) {
    carom_body body = support_body(world, CAROM_STATIC, (double)at.x, (double)at.y, (double)at.z);
    ck_assert_uint_ne(support_collider(world, body, carom_shape_box(half.x, half.y, half.z)).bits, 0);
    return;
  }
  const float l = x - 0.5f, r = x + 0.5f, near = across - 1;
  if (upright)
    soup_quad(mesh, vec3(l, near, 0), vec3(l, across, 0), vec3(r, across, 0), vec3(r, near, 0));
  else
    soup_quad(mesh, vec3(l, 0, -across), vec3(l, 0, -near), vec3(r, 0, -near), vec3(r, 0, -across));
}

static carom_world *tiled_world(bool of_triangles) {
  carom_world *world = support_world();
  soup s = soup_make(8 * 4 * TILES, 4 * 4 * TILES);
  for (int i = 0; i < TILES; i++)
    for (int k = 0; k < 4; k++)
      for (int upright = 0; upright < 2; upright++)
        add_tile(world, of_triangles ? &s : NULL, upright, (float)i + 0.5f, (float)k);
  if (of_triangles) {
    carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL);
    support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), carom_shape_mesh(mesh));
    carom_mesh_release(mesh);
  }
  soup_free(&s);
  return world;
}

/* Sends it, and tells how far it went along the wall. */
static float send(const carom_world *world, carom_mover *mover, carom_vec3 way) {
  carom_mover_result result;
  ck_assert_int_eq(carom_mover_move(world, mover, way, &result), CAROM_OK);
  return result.moved.x;
}

/* Walks along the wall, a little or much into it, and counts the moves that felt a seam. */
static int walk(const carom_world *world, uint64_t *random) {
  const float size = test_uniform(random, 0.2f, 0.6f), pace = size * test_uniform(random, 0.02f, 0.5f);
  const carom_vec3 way = {pace, -0.05f * size, pace * test_log_uniform(random, 0.02f, 1)};
  carom_hull *hull = support_hull(NULL, test_random(random), size);
  carom_mover mover = {
      .shape = carom_shape_hull(hull), .pose = {{2, 1.5, -1.2}, test_quat(random)}, .snap = 0.5f * size};
  int felt = 0;
  for (int i = 0; i < 2; i++) send(world, &mover, (carom_vec3){0, -2 * (float)(i == 0), 2 * (float)(i == 1)});
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  for (int i = 0; i < MOVES && mover.pose.position.x < TILES - 2; i++)
    felt += fabsf(send(world, &mover, way) - pace) > 0.01f * pace;
  ck_assert(mover.pose.position.y > 0 && mover.pose.position.z < 0);
  carom_hull_release(hull);
  return felt;
}

/* A move in 40,000 may: what is within the gap that casts keep is measured where the way begins. */
START_TEST(hulls_do_not_feel_the_next_tile) {
  const int walks = test_scaled_from(60, 3000);
  uint64_t random = 7;
  carom_world *world = tiled_world(_i);
  int felt = 0;
  for (int i = 0; i < walks; i++) felt += walk(world, &random);
  carom_world_destroy(world);
  ck_assert_int_le(felt, walks / 500);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_seams");
  TCase *tests = tcase_create("seams");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, hulls_do_not_feel_the_next_tile, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
