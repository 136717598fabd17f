/* test_cluster_memory.c: memory that runs out anywhere gives a status. In a step it ends all ranks, at once.
 */
#include "carom_cluster/checkpoint.h"
#include "carom_cluster/handler.h"
#include "twins.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

/* --- Memory that is refused at random, by the linker's --wrap --- */

/* Of the requests of a thread one of so many is refused; 0: none. */
static _Thread_local uint32_t refuse_one_in;
static _Thread_local uint64_t refuse_random;

/* What tells others of an end is the smallest letter of all. It gets its memory. */
enum { END_LETTER = 2 * sizeof(void *) + 1 };

static bool refuses(size_t size) {
  return refuse_one_in && size != END_LETTER && test_below(&refuse_random, refuse_one_in) == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) { return refuses(size) ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return refuses(size) ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return refuses(size) ? NULL : __real_realloc(block, size); }

/* --- Programs that go on whatever a call gives --- */

static char folder[64];
static uint64_t seed_now;
static uint32_t one_in;

static void begin_refusing(uint32_t rank, uint64_t what) {
  refuse_one_in = one_in;
  refuse_random = seed_now * 64 + what * 8 + rank;
}

/* A call that may be refused, and that must not end the cluster. */
static void call_one(carom_cluster *part, uint64_t *random, const twins *g) {
  const uint64_t id = 1 + TWINS_STATICS + test_below(random, TWINS_BODIES);
  const carom_shape shape = carom_shape_box(0.3f, 0.3f, 0.3f);
  const carom_shape other = g->planar ? carom_shape_disc(0.5f) : carom_shape_mesh(g->assets.meshes[1]);
  const carom_collider_def collider = {.shape = g->planar ? carom_shape_disc(0.4f) : shape};
  carom_body_def body = {.kind = CAROM_KINEMATIC};
  body.pose.position.x = (double)test_uniform(random, -6, 6);
  body.linear_velocity.y = 1;
  switch (test_below(random, 6)) {
  case 0:
    carom_cluster_body_destroy(part, id);
    break;
  case 1:
    carom_cluster_body_create(part, 1000 + test_below(random, 1u << 30) * 8 + g->ranks, &body, &collider, 1);
    break;
  case 2:
    carom_cluster_body_set_pose(part, id, &body.pose);
    break;
  case 3:
    carom_cluster_collider_set_shape(part, id, 0, &other);
    break;
  case 4:
    carom_cluster_body_set_velocity(part, id, body.linear_velocity, (carom_vec3){0, 0, 1});
    break;
  default:
    carom_cluster_collider_set_filter(part, id, 0, (carom_filter){.category = 2});
  }
}

/* Handlers make such calls as well, but not so many that bodies meet ever more others. */
typedef struct caller {
  const twins *g;
  uint64_t random;
  uint32_t left;
} caller;

static void call_in_handler(void *user, carom_cluster *part, const carom_cluster_event *event) {
  caller *who = user;
  if (event->kind == CAROM_EVENT_BEGIN && who->left > 0 && who->left--) call_one(part, &who->random, who->g);
}

static void live_one(twins *g, uint32_t rank) {
  carom_cluster *part = g->parts[rank];
  caller who = {g, seed_now * 16 + rank, 100};
  const carom_cluster_handler_def def = {.callback = call_in_handler, .user = &who};
  const carom_cluster_store store = carom_cluster_folder(folder);
  carom_cluster_status status = CAROM_CLUSTER_OK;
  uint64_t random = seed_now * 8 + rank;
  if (seed_now % 2) ck_assert_int_eq(carom_cluster_handler_add(part, &def, NULL), CAROM_CLUSTER_OK);
  begin_refusing(rank, 1);
  for (int i = 0; i < 30 && status <= CAROM_CLUSTER_REFUSED; i++) {
    for (int k = 0; k < 5; k++) call_one(part, &random, g);
    status = carom_cluster_step(part, g->dt);
    if (!status && i % 3 == 0) status = carom_cluster_checkpoint(part, &store, "auto");
    if (!status && i % 3 == 1) status = carom_cluster_balance(part, 1);
    if (!status) carom_cluster_hash(part);
  }
  refuse_one_in = 0;
  g->status[rank] = status;
}

static void restart_one(twins *g, uint32_t rank) {
  const carom_cluster_def def = twins_def(g, rank);
  const carom_cluster_store store = carom_cluster_folder(folder);
  begin_refusing(rank, 2);
  g->status[rank] = carom_cluster_restart(&def, &store, "auto", &g->parts[rank]);
  refuse_one_in = 0;
}

/* All have the same status, which none got by waiting in vain. */
static carom_cluster_status same_status(twins *g, twins_work *work) {
  const carom_cluster_status status = twins_agree(g, work);
  ck_assert_int_ne(status, CAROM_CLUSTER_LATE);
  return status;
}

static void restart(twins *g, uint32_t refused, size_t *counts) {
  one_in = refused;
  twins_open_boxes(g);
  const carom_cluster_status status = same_status(g, restart_one);
  counts[status]++;
  if (refused == 0) ck_assert_int_eq(status, CAROM_CLUSTER_OK);
  twins_close_parts(g);
}

static void empty_folder(void) {
  const carom_cluster_store store = carom_cluster_folder(folder);
  DIR *dir = opendir(folder);
  for (struct dirent *e; (e = readdir(dir));)
    if (e->d_name[0] != '.') store.remove(store.user, e->d_name);
  closedir(dir);
}

START_TEST(memory_may_run_out_anywhere) {
  static const uint32_t rates[] = {20, 200, 2000, 20000};
  size_t lives[8] = {0}, restarts[8] = {0};
  snprintf(folder, sizeof folder, "/tmp/carom_cluster_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  for (int seed = 0; seed < test_scaled(200) + 8; seed++) {
    twins g;
    seed_now = (uint64_t)seed;
    twins_begin(&g, seed);
    one_in = rates[seed % 4] * g.ranks;
    lives[same_status(&g, live_one)]++;
    const bool stored = carom_cluster_last_checkpoint(g.parts[0], NULL);
    twins_close_parts(&g);
    if (stored) {
      restart(&g, rates[seed % 4], restarts);
      restart(&g, rates[(seed + 1) % 4], restarts);
      restart(&g, 0, restarts);
    }
    twins_end(&g);
    empty_folder();
  }
  rmdir(folder);
  ck_assert_uint_gt(lives[CAROM_CLUSTER_BROKEN], 0);
  ck_assert_uint_gt(lives[CAROM_CLUSTER_OK], 0);
  ck_assert_uint_gt(restarts[CAROM_CLUSTER_REFUSED] + restarts[CAROM_CLUSTER_BROKEN], 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_memory");
  TCase *tc = tcase_create("cluster_memory");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, memory_may_run_out_anywhere);
  suite_add_tcase(suite, tc);
  return suite;
}
