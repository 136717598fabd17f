/* test_cluster_checkpoint.c: a run that goes on from a checkpoint on other ranks tells what one world tells;
 * nothing forged or torn is taken, and nobody waits for a rank that has ended. */
#include "carom_cluster/checkpoint.h"
#include "stored.h"
#include "traps.h"
#include "twins.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- A store in memory --- */

enum { NAMES_MOST = 256 };

typedef struct shelf {
  pthread_mutex_t lock;
  char names[NAMES_MOST][STORED_NAME_ROOM];
  unsigned char *bytes[NAMES_MOST];
  size_t sizes[NAMES_MOST], count;
  size_t refuse; /* this write is refused, counted down; 0: none */
} shelf;

static size_t find_name(const shelf *s, const char *name) {
  size_t i = 0;
  while (i < s->count && strcmp(s->names[i], name) != 0) i++;
  return i;
}

static bool shelf_write(void *user, const char *name, const void *bytes, size_t size) {
  shelf *s = user;
  unsigned char *copy = malloc(size + 1);
  memcpy(copy, bytes, size);
  pthread_mutex_lock(&s->lock);
  const bool refused = s->refuse && --s->refuse == 0;
  if (!refused) {
    const size_t i = find_name(s, name);
    ck_assert_uint_lt(i, NAMES_MOST);
    if (i == s->count) {
      s->bytes[s->count++] = NULL;
      snprintf(s->names[i], sizeof s->names[i], "%s", name);
    }
    free(s->bytes[i]);
    s->bytes[i] = copy;
    s->sizes[i] = size;
  }
  pthread_mutex_unlock(&s->lock);
  if (refused) free(copy);
  return !refused;
}

/* A copy of exactly so many bytes, so that a sanitizer sees who reads past them. */
static bool shelf_read(void *user, const char *name, void **bytes, size_t *size) {
  shelf *s = user;
  pthread_mutex_lock(&s->lock);
  const size_t i = find_name(s, name);
  const bool found = i < s->count;
  if (found) {
    *size = s->sizes[i];
    *bytes = malloc(*size ? *size : 1);
    memcpy(*bytes, s->bytes[i], *size);
  }
  pthread_mutex_unlock(&s->lock);
  return found;
}

static void shelf_release(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

static void shelf_remove(void *user, const char *name) {
  shelf *s = user;
  pthread_mutex_lock(&s->lock);
  const size_t i = find_name(s, name);
  ck_assert_uint_lt(i, s->count);
  free(s->bytes[i]);
  s->count--;
  memmove(s->names[i], s->names[s->count], sizeof s->names[i]);
  s->bytes[i] = s->bytes[s->count];
  s->sizes[i] = s->sizes[s->count];
  pthread_mutex_unlock(&s->lock);
}

static shelf shelf_now = {.lock = PTHREAD_MUTEX_INITIALIZER};
static const carom_cluster_store on_shelf = {&shelf_now, shelf_write, shelf_read, shelf_release,
                                             shelf_remove};

static void clear_shelf(void) {
  while (shelf_now.count) shelf_remove(&shelf_now, shelf_now.names[0]);
}

/* --- All ranks at once --- */

static carom_cluster_store store_now;

static void checkpoint_one(twins *g, uint32_t rank) {
  g->status[rank] = carom_cluster_checkpoint(g->parts[rank], &store_now, "auto");
}

static void restart_one(twins *g, uint32_t rank) {
  const carom_cluster_def def = twins_def(g, rank);
  g->status[rank] = carom_cluster_restart(&def, &store_now, "auto", &g->parts[rank]);
}

static uint64_t hash_of(const twins *g) {
  uint64_t sum = 0;
  for (uint32_t r = 0; r < g->ranks; r++) sum += carom_cluster_hash(g->parts[r]);
  return sum;
}

static void check_last(const twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_counts counts;
    uint64_t step = UINT64_MAX;
    carom_cluster_get_counts(g->parts[r], &counts);
    ck_assert_str_eq(carom_cluster_last_checkpoint(g->parts[r], &step), "auto");
    ck_assert_uint_eq(step, counts.steps);
  }
}

static void go_on(twins *g, uint32_t ranks) {
  twins_must(g, checkpoint_one);
  check_last(g);
  if (store_now.user == &shelf_now) ck_assert_uint_eq(shelf_now.count, g->ranks + 2);
  const uint64_t hash = hash_of(g);
  twins_close_parts(g);
  g->ranks = ranks;
  twins_open_boxes(g);
  twins_must(g, restart_one);
  check_last(g);
  ck_assert_uint_eq(hash_of(g), hash);
}

/* --- Random programs --- */

/* Between the calls of the game and the step that acts on them. */
static void go_on_sometimes(twins *g) {
  while (test_below(&g->random, 4) == 0) {
    go_on(g, twins_rank_counts[test_below(&g->random, TWINS_RANK_COUNTS)]);
    g->def.reach = (double)test_uniform(&g->random, 1.5f, 2.5f);
  }
}

START_TEST(a_run_goes_on_from_a_checkpoint) {
  store_now = on_shelf;
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) {
    twins_play(seed, go_on_sometimes);
    clear_shelf();
  }
}
END_TEST

/* --- The same hash on any number of ranks --- */

static uint64_t hashes[TWINS_STEPS], seen;

static void note_hash(twins *g) { hashes[seen++] = hash_of(g); }

static void compare_hash(twins *g) {
  ck_assert_uint_eq(hash_of(g), hashes[seen++]);
  go_on(g, twins_rank_counts[seen % TWINS_RANK_COUNTS]);
}

START_TEST(the_hash_is_the_same_on_any_number_of_ranks) {
  store_now = on_shelf;
  for (int seed = 0; seed < test_scaled(20) + 4; seed++) {
    seen = 0;
    twins_play(seed, note_hash);
    seen = 0;
    twins_play(seed, compare_hash);
    clear_shelf();
  }
}
END_TEST

/* --- In a folder --- */

static char folder[64];

static void open_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/carom_cluster_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  store_now = carom_cluster_folder(folder);
}

static size_t count_files(void) {
  size_t count = 0;
  DIR *dir = opendir(folder);
  for (struct dirent *e; (e = readdir(dir));) count += e->d_name[0] != '.';
  closedir(dir);
  return count;
}

static void empty_folder(void) {
  DIR *dir = opendir(folder);
  for (struct dirent *e; (e = readdir(dir));)
    if (e->d_name[0] != '.') store_now.remove(store_now.user, e->d_name);
  closedir(dir);
  ck_assert_int_eq(rmdir(folder), 0);
}

static void take_steps(twins *g, int count) {
  for (int i = 0; i < count; i++) twins_must(g, twins_step_one);
}

START_TEST(a_folder_keeps_one_checkpoint_of_a_name) {
  twins g;
  open_folder();
  twins_begin(&g, 3);
  for (int i = 0; i < 5; i++) {
    take_steps(&g, i);
    go_on(&g, twins_rank_counts[i]);
    ck_assert_uint_eq(count_files(), twins_rank_counts[i ? i - 1 : 3] + 2);
  }
  twins_end(&g);
  empty_folder();
}
END_TEST

/* Any write that fails on any rank: the cluster goes on, and so does the older checkpoint. */
START_TEST(a_write_that_fails_leaves_the_older_checkpoint) {
  twins g;
  store_now = on_shelf;
  for (size_t refused = 1; refused <= 6; refused++) {
    uint64_t step;
    twins_begin(&g, 3);
    twins_must(&g, checkpoint_one);
    const uint64_t hash = hash_of(&g);
    take_steps(&g, 3);
    shelf_now.refuse = refused;
    ck_assert_int_eq(twins_agree(&g, checkpoint_one), CAROM_CLUSTER_REFUSED);
    ck_assert_str_eq(carom_cluster_last_checkpoint(g.parts[0], &step), "auto");
    ck_assert_uint_eq(step, 0);
    take_steps(&g, 1);
    twins_close_parts(&g);
    twins_open_boxes(&g);
    twins_must(&g, restart_one);
    ck_assert_uint_eq(hash_of(&g), hash);
    twins_end(&g);
    clear_shelf();
  }
}
END_TEST

/* --- Wrong bytes --- */

static bool is_table(size_t i) { return strcmp(shelf_now.names[i], "auto") == 0; }

/* A game on 4 ranks with a checkpoint on the shelf, and without parts. */
static void begin_stored(twins *g, int seed) {
  twins_begin(g, seed);
  take_steps(g, 3);
  for (uint64_t id = 1; id < 40; id += 5) twins_body_set_pose(g, id, id > TWINS_STATICS);
  for (uint64_t id = 2; id < 40; id += 5) twins_body_destroy(g, id);
  twins_must(g, checkpoint_one);
  twins_close_parts(g);
  g->ranks = 2;
}

static carom_cluster_status restart_all(twins *g) {
  twins_open_boxes(g);
  const carom_cluster_status status = twins_agree(g, restart_one);
  if (status)
    for (uint32_t r = 0; r < g->ranks; r++) ck_assert_ptr_null(g->parts[r]);
  return status;
}

/* Every part is looked at by its checksum, and so is the table: no byte that differs is taken. */
START_TEST(torn_and_damaged_checkpoints_are_refused) {
  twins g;
  traps_off();
  store_now = on_shelf;
  begin_stored(&g, 3);
  uint64_t random = 5;
  for (size_t i = 0; i < shelf_now.count; i++) {
    for (int k = 0; k < test_scaled(40) + 2; k++) {
      unsigned char *p = &shelf_now.bytes[i][test_below(&random, (uint32_t)shelf_now.sizes[i])];
      const unsigned char by = (unsigned char)(1u << test_below(&random, 8));
      const size_t size = shelf_now.sizes[i];
      *p ^= by;
      ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_REFUSED);
      twins_close_parts(&g);
      *p ^= by;
      shelf_now.sizes[i] = test_below(&random, (uint32_t)size);
      ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_REFUSED);
      twins_close_parts(&g);
      shelf_now.sizes[i] = size;
    }
    char name[STORED_NAME_ROOM]; /* a part that is missing */
    memcpy(name, shelf_now.names[i], sizeof name);
    shelf_now.names[i][0] = 'x';
    ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_REFUSED);
    twins_close_parts(&g);
    memcpy(shelf_now.names[i], name, sizeof name);
  }
  ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_OK);
  twins_end(&g);
  clear_shelf();
}
END_TEST

/* Makes the checksums of the table right again, as whoever forges bytes would. */
static void mend_table(void) {
  stored_table table;
  bytes_out out = {0};
  char name[STORED_NAME_ROOM];
  const size_t at = find_name(&shelf_now, "auto");
  ck_assert(carom__table_read(&table, shelf_now.bytes[at], shelf_now.sizes[at]));
  for (uint32_t i = 0; i <= table.ranks; i++) {
    carom__stored_name(name, "auto", &table, i);
    const size_t part = find_name(&shelf_now, name);
    table.parts[i].size = shelf_now.sizes[part];
    table.parts[i].checksum = carom__stored_checksum(shelf_now.bytes[part], shelf_now.sizes[part]);
    carom__stored_name(shelf_now.names[part], "auto", &table, i);
  }
  carom__table_write(&table, &out);
  shelf_write(&shelf_now, "auto", out.data, out.size);
  carom__bytes_free(&out);
  carom__table_free(&table);
}

/* The same of the table itself. */
static void mend_sum(void) {
  const size_t at = find_name(&shelf_now, "auto");
  bytes_out sum = {0};
  carom__put_word(&sum, carom__stored_checksum(shelf_now.bytes[at], shelf_now.sizes[at] - 8));
  memcpy(shelf_now.bytes[at] + shelf_now.sizes[at] - 8, sum.data, 8);
  carom__bytes_free(&sum);
}

static void spoil(uint64_t *random, unsigned char *bytes, uint32_t size) {
  static const unsigned char values[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
  for (uint32_t k = 1 + test_below(random, 3); k > 0; k--) {
    unsigned char *p = &bytes[test_below(random, size)];
    *p = test_below(random, 2) ? values[test_below(random, 6)] : (unsigned char)test_below(random, 256);
  }
}

/* Forged fields behind right checksums. What is taken all the same has the hash of the table, and can take
 * steps. */
static void forge(twins *g, uint64_t *random, size_t i) {
  const size_t size = shelf_now.sizes[i];
  void (*mend)(void) = is_table(i) ? mend_sum : mend_table;
  unsigned char *copy = malloc(size);
  memcpy(copy, shelf_now.bytes[i], size);
  spoil(random, shelf_now.bytes[i], (uint32_t)size);
  mend();
  const carom_cluster_status status = restart_all(g);
  ck_assert(status == CAROM_CLUSTER_OK || status == CAROM_CLUSTER_REFUSED);
  if (!status) twins_agree(g, twins_step_one);
  twins_close_parts(g);
  memcpy(shelf_now.bytes[i], copy, size);
  free(copy);
  mend();
}

START_TEST(forged_fields_are_refused) {
  twins g;
  traps_off();
  store_now = on_shelf;
  for (int seed = 3; seed < 6; seed++) {
    begin_stored(&g, seed);
    uint64_t random = 9;
    for (int k = 0; k < test_scaled(2000) + 10; k++) {
      g.ranks = 2 + 2 * test_below(&random, 2);
      forge(&g, &random, test_below(&random, (uint32_t)shelf_now.count));
    }
    ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_OK);
    twins_end(&g);
    clear_shelf();
  }
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
  static const char *const names[] = {NULL, "", ".", "../a", "a/b", "a b", "a~"};
  char long_name[CAROM_CLUSTER_NAME_MAX + 2];
  carom_cluster *part;
  twins g;
  store_now = on_shelf;
  twins_begin(&g, 0);
  const carom_cluster_def def = twins_def(&g, 0);
  memset(long_name, 'a', sizeof long_name);
  long_name[sizeof long_name - 1] = 0;
  for (size_t i = 0; i <= sizeof names / sizeof *names; i++) {
    const char *name = i < sizeof names / sizeof *names ? names[i] : long_name;
    ck_assert_int_eq(carom_cluster_checkpoint(g.parts[0], &on_shelf, name), CAROM_CLUSTER_REFUSED);
    ck_assert_int_eq(carom_cluster_restart(&def, &on_shelf, name, &part), CAROM_CLUSTER_REFUSED);
  }
  ck_assert_int_eq(carom_cluster_checkpoint(g.parts[0], NULL, "auto"), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_restart(&def, NULL, "auto", &part), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_restart(NULL, &on_shelf, "auto", &part), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_restart(&def, &on_shelf, "auto", NULL), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_restart(&def, &on_shelf, "none", &part), CAROM_CLUSTER_REFUSED);
  ck_assert_ptr_null(carom_cluster_last_checkpoint(g.parts[0], NULL));
  ck_assert_int_eq(carom_cluster_checkpoint(g.parts[0], &on_shelf, long_name + 1), CAROM_CLUSTER_OK);
  carom_cluster_def other = def;
  other.world.eight_points = !def.world.eight_points;
  ck_assert_int_eq(carom_cluster_restart(&other, &on_shelf, long_name + 1, &part), CAROM_CLUSTER_REFUSED);
  twins_end(&g);
  clear_shelf();
}
END_TEST

/* --- Ranks that fail --- */

enum { FEW_STEPS = 4 };

/* A restart, steps and a checkpoint, until one of them fails. */
static void restart_and_live_one(twins *g, uint32_t rank) {
  restart_one(g, rank);
  carom_cluster *part = g->parts[rank];
  carom_cluster_status status = g->status[rank];
  for (int i = 0; i < FEW_STEPS && !status; i++) {
    status = carom_cluster_step(part, g->dt);
    if (!status && i == 1) status = carom_cluster_checkpoint(part, &store_now, "auto");
  }
  g->status[rank] = status;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What the last step of a run that nothing disturbs tells, and how much that is. */
static twins_told *undisturbed(twins *g, uint64_t *hash, size_t *count) {
  twins_open_boxes(g);
  twins_must(g, restart_one);
  take_steps(g, FEW_STEPS);
  *hash = hash_of(g);
  const twins_told *told = twins_gather(g, count);
  twins_told *copy = malloc(*count * sizeof *copy + 1);
  ck_assert_ptr_nonnull(copy);
  memcpy(copy, told, *count * sizeof *copy);
  twins_close_parts(g);
  return copy;
}

/* The others have ended but for those that were done; then all go on from what is there. */
static void check_death(twins *g, uint32_t dead, const twins_told *want, size_t want_count, uint64_t hash) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_counts done = {0};
    if (g->parts[r]) ck_assert_str_eq(carom_cluster_last_checkpoint(g->parts[r], NULL), "auto");
    if (g->parts[r]) carom_cluster_get_counts(g->parts[r], &done);
    if (r != dead && done.steps < 3 + FEW_STEPS) ck_assert_int_eq(g->status[r], CAROM_CLUSTER_LATE);
  }
  twins_close_parts(g);
  g->ranks = twins_rank_counts[dead];
  twins_open_boxes(g);
  twins_must(g, restart_one);
  carom_cluster_counts counts;
  carom_cluster_get_counts(g->parts[0], &counts);
  take_steps(g, 3 + FEW_STEPS - (int)counts.steps);
  ck_assert_uint_eq(hash_of(g), hash);
  size_t count;
  const twins_told *told = twins_gather(g, &count);
  ck_assert_uint_eq(count, want_count);
  ck_assert_mem_eq(told, want, count * sizeof *told);
  twins_close_parts(g);
}

/* At every message: in a restart, in a step, in a checkpoint. */
START_TEST(a_rank_that_dies_ends_the_others_in_time) {
  const double patience = 1.5;
  const uint32_t by = test_scaled(3) > 1 ? 3 : 9;
  twins g;
  store_now = on_shelf;
  for (uint32_t at = 1; at < 100; at += by) {
    uint64_t hash;
    size_t count;
    const uint32_t dead = at % 3;
    begin_stored(&g, 7);
    twins_told *want = undisturbed(&g, &hash, &count);
    g.ranks = 3;
    g.def.patience = patience;
    twins_open_boxes(&g);
    g.wires[dead].left = at;
    const double begun = seconds();
    twins_run(&g, restart_and_live_one);
    ck_assert_double_lt(seconds() - begun, 20 * patience);
    g.def.patience = 20;
    if (g.status[dead])
      check_death(&g, dead, want, count, hash);
    else
      at = 100;
    free(want);
    twins_end(&g);
    clear_shelf();
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_checkpoint");
  TCase *tc = tcase_create("cluster_checkpoint");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, a_run_goes_on_from_a_checkpoint);
  tcase_add_test(tc, the_hash_is_the_same_on_any_number_of_ranks);
  tcase_add_test(tc, a_folder_keeps_one_checkpoint_of_a_name);
  tcase_add_test(tc, a_write_that_fails_leaves_the_older_checkpoint);
  tcase_add_test(tc, torn_and_damaged_checkpoints_are_refused);
  tcase_add_test(tc, forged_fields_are_refused);
  tcase_add_test(tc, wrong_arguments_are_refused);
  tcase_add_test(tc, a_rank_that_dies_ends_the_others_in_time);
  suite_add_tcase(suite, tc);
  return suite;
}
