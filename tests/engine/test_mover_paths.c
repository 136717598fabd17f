/* test_mover_paths.c: movers on random paths through rooms of everything: never in a solid, never through the
 * floor or a wall, never farther than they were sent. */
#include "mover_path.h"

enum { FRAMES = 60, PATHS_A_ROOM = 8, ROOMS = 150 };

/* Whom a lift crushes may be stuck. */
static size_t run_room(room *r) {
  path p;
  size_t faults = 0;
  for (int i = 0; i < PATHS_A_ROOM; i++) {
    path_start(&p, r);
    for (int frame = 0; frame < FRAMES; frame++) {
      room_move_lifts(r, frame);
      path_step(&p);
    }
    faults += p.inside + p.outside + p.too_far + p.refused + (r->lift_count ? 0 : p.stuck);
  }
  carom_world_destroy(r->world);
  return faults;
}

START_TEST(no_path_leads_into_a_solid) {
  size_t faults = 0;
  room r;
  for (int i = 0; i < test_scaled(ROOMS); i++) {
    room_make(&r, (uint64_t)i + 1, false);
    faults += run_room(&r);
  }
  ck_assert_uint_eq(faults, 0);
}
END_TEST

START_TEST(no_lift_leads_into_a_solid) {
  size_t faults = 0;
  room r;
  for (int i = 0; i < test_scaled(ROOMS); i++) {
    room_make(&r, (uint64_t)i + 1000001, true);
    faults += run_room(&r);
  }
  ck_assert_uint_eq(faults, 0);
}
END_TEST

START_TEST(no_path_of_the_plane_leads_into_a_solid) {
  size_t faults = 0;
  room r;
  for (int i = 0; i < test_scaled(ROOMS); i++) {
    room_make_planar(&r, (uint64_t)i + 2000001);
    faults += run_room(&r);
  }
  ck_assert_uint_eq(faults, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_paths");
  TCase *tests = tcase_create("paths");
  tcase_set_timeout(tests, 600);
  tcase_add_test(tests, no_path_leads_into_a_solid);
  tcase_add_test(tests, no_lift_leads_into_a_solid);
  tcase_add_test(tests, no_path_of_the_plane_leads_into_a_solid);
  suite_add_tcase(suite, tests);
  return suite;
}
