/* test_mover_paths.c: movers on random paths through rooms of everything: never in a solid, never through the
 * floor or a wall, never farther than they were sent. */
#include "mover_scene.h"

enum { FRAMES = 60, PATHS_A_ROOM = 8, ROOMS = 150 };

/* One mover on its way, and what was wrong of it. */
typedef struct path {
  room *room;
  carom_mover mover;
  carom_vec3 wish; /* units a frame, level */
  float fall;      /* units a frame */
  size_t inside, outside, too_far, stuck, refused;
} path;

static void path_start(path *p, room *r) {
  *p = (path){.room = r, .mover = room_mover(r), .fall = -0.15f * r->unit};
}

static float level_length(carom_vec3 v) { return hypotf(v.x, v.z); }

static void judge_place(path *p) {
  const room *r = p->room;
  const carom_query_filter solid = {.skip_sensors = true};
  carom_pos at = p->mover.pose.position;
  double x = (at.x - r->origin.x) / (double)r->unit, y = (at.y - r->origin.y) / (double)r->unit,
         z = (at.z - r->origin.z) / (double)r->unit;
  size_t count = 1;
  carom_world_overlap_shape(r->world, &p->mover.shape, &p->mover.pose, &solid, NULL, 0, &count);
  p->inside += count > 0;
  p->outside += !(fabs(x) < ROOM_HALF && fabs(z) < ROOM_HALF && y > 0 && y < 9);
}

static void judge_way(path *p, carom_vec3 sent, const carom_mover_result *result) {
  carom_vec3 own = {result->moved.x - result->carried.x - result->pushed.x, 0,
                    result->moved.z - result->carried.z - result->pushed.z};
  float length = level_length(sent) + fabsf(sent.y);
  length += (float)result->steps * p->room->unit / 64; /* who is slow gets over edges */
  p->too_far += level_length(own) > 1.0001f * length;
}

/* A new direction, sometimes a stop, a jump or a dash. */
static void choose(path *p) {
  room *r = p->room;
  float speed = r->unit * (test_below(&r->random, 8) ? 0.06f : 0.6f);
  p->wish = test_vec3(&r->random, -speed, speed);
  if (test_below(&r->random, 8) == 0) p->wish = (carom_vec3){0, 0, 0};
  p->wish.y = 0;
  if (r->planar) p->wish.z = 0;
  if (p->mover.footing == CAROM_ON_GROUND && test_below(&r->random, 3) == 0) p->fall = 0.12f * r->unit;
}

static void path_step(path *p) {
  carom_mover_result result;
  if (test_below(&p->room->random, 16) == 0) choose(p);
  p->fall -= 0.01f * p->room->unit;
  carom_vec3 sent = {p->wish.x, p->fall, p->wish.z};
  carom_status status = carom_mover_move(p->room->world, &p->mover, sent, &result);
  p->refused += status != CAROM_OK;
  if (status) return;
  if (p->mover.footing == CAROM_ON_GROUND && p->fall < 0) p->fall = 0;
  p->stuck += result.stuck;
  if (!result.stuck) judge_place(p);
  judge_way(p, sent, &result);
}

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
