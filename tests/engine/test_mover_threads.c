/* test_mover_threads.c: movers on several threads at once, in one const world whose trees are stale, while
 * another world steps: they go where each goes alone. */
#include "mover_scene.h"

enum { THREADS = 4, MOVERS_A_THREAD = 3, MOVERS = THREADS * MOVERS_A_THREAD, FRAMES = 40 };

typedef struct walker {
  carom_mover mover;
  carom_mover_result result;
  carom_status status;
} walker;

/* What a thread does in a frame. */
typedef struct errand {
  const carom_world *world;
  const carom_vec3 *ways;
  walker *walkers;
  size_t count;
} errand;

static void run_errand(void *context) {
  const errand *e = context;
  for (size_t i = 0; i < e->count; i++) {
    walker *w = &e->walkers[i];
    w->status = carom_mover_move(e->world, &w->mover, e->ways[i], &w->result);
  }
}

static bool same_plane(const carom_mover_plane *a, const carom_mover_plane *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->child == b->child &&
         !memcmp(&a->normal, &b->normal, sizeof a->normal) && !memcmp(&a->point, &b->point, sizeof a->point);
}

static bool same_walker(const walker *a, const walker *b) {
  const carom_mover_result *at = &a->result, *bt = &b->result;
  bool same = a->status == b->status && a->mover.footing == b->mover.footing &&
              same_plane(&a->mover.ground, &b->mover.ground) && at->steps == bt->steps &&
              at->stuck == bt->stuck && at->plane_count == bt->plane_count && at->climbed == bt->climbed;
  for (size_t i = 0; i < at->plane_count && same; i++) same = same_plane(&at->planes[i], &bt->planes[i]);
  return same && !memcmp(&a->mover.pose, &b->mover.pose, sizeof a->mover.pose) &&
         !memcmp(&at->moved, &bt->moved, sizeof at->moved) &&
         !memcmp(&at->carried, &bt->carried, sizeof at->carried) &&
         !memcmp(&at->pushed, &bt->pushed, sizeof at->pushed);
}

/* Together first: so it is they who find the trees stale. */
static size_t move_all(const room *r, const carom_tasks *tasks, carom_world *other,
                       const carom_vec3 ways[MOVERS], walker together[MOVERS], walker alone[MOVERS]) {
  errand errands[THREADS];
  void *jobs[THREADS];
  size_t wrong = 0;
  for (size_t i = 0; i < THREADS; i++) {
    size_t first = i * MOVERS_A_THREAD;
    errands[i] = (errand){r->world, ways + first, together + first, MOVERS_A_THREAD};
    jobs[i] = tasks->enqueue(tasks->user, run_errand, &errands[i]);
  }
  support_step(other);
  for (size_t i = 0; i < THREADS; i++)
    if (jobs[i]) tasks->wait(tasks->user, jobs[i]);
  errand all = {r->world, ways, alone, MOVERS};
  run_errand(&all);
  for (size_t i = 0; i < MOVERS; i++) wrong += !same_walker(&together[i], &alone[i]);
  return wrong;
}

static size_t walk_through(room *r, const carom_tasks *tasks, carom_world *other) {
  static walker together[MOVERS], alone[MOVERS];
  carom_vec3 ways[MOVERS];
  size_t wrong = 0;
  for (size_t i = 0; i < MOVERS; i++) together[i] = alone[i] = (walker){.mover = room_mover(r)};
  for (int frame = 0; frame < FRAMES; frame++) {
    for (size_t i = 0; i < MOVERS; i++) {
      ways[i] = test_vec3(&r->random, -0.2f * r->unit, 0.2f * r->unit);
      ways[i].y = -0.15f * r->unit;
      if (r->planar) ways[i].z = 0;
    }
    room_move_lifts(r, frame);
    wrong += move_all(r, tasks, other, ways, together, alone);
  }
  carom_world_destroy(r->world);
  return wrong;
}

START_TEST(many_threads_may_move_at_once) {
  carom_pool *pool;
  size_t wrong = 0;
  ck_assert_int_eq(carom_pool_create(NULL, THREADS, &pool), CAROM_OK);
  const carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int i = 0; i < test_scaled(20); i++) {
    room r, other;
    room_make(&other, (uint64_t)i + 1, true);
    if (i % 4 == 3)
      room_make_planar(&r, (uint64_t)i + 1);
    else
      room_make(&r, (uint64_t)i + 1, true);
    wrong += walk_through(&r, &tasks, other.world);
    carom_world_destroy(other.world);
  }
  ck_assert_uint_eq(wrong, 0);
  carom_pool_destroy(pool);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover threads");
  TCase *tests = tcase_create("threads");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, many_threads_may_move_at_once);
  suite_add_tcase(suite, tests);
  return suite;
}
