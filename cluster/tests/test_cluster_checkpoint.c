/* test_cluster_checkpoint.c: a run that goes on from a checkpoint on other ranks tells what one world tells;
 * nothing forged or torn is taken, and nobody waits for a rank that has ended. */
#include "carom_cluster/checkpoint.h"
#include "stored.h"
#include "traps.h"
#include "twins.h"

#include <dirent.h>
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

static void *checkpoint_one(void *user) {
  const run *r = user;
  r->g->status[r->rank] = carom_cluster_checkpoint(r->g->parts[r->rank], &store_now, "auto");
  return NULL;
}

static void *restart_one(void *user) {
  const run *r = user;
  const carom_cluster_def def = def_of(r->g, r->rank);
  r->g->parts[r->rank] = NULL;
  r->g->status[r->rank] = carom_cluster_restart(&def, &store_now, "auto", &r->g->parts[r->rank]);
  return NULL;
}

static uint64_t hash_of(const game *g) {
  uint64_t sum = 0;
  for (uint32_t r = 0; r < g->ranks; r++) sum += carom_cluster_hash(g->parts[r]);
  return sum;
}

static void check_last(const game *g) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_counts counts;
    uint64_t step = UINT64_MAX;
    carom_cluster_get_counts(g->parts[r], &counts);
    ck_assert_str_eq(carom_cluster_last_checkpoint(g->parts[r], &step), "auto");
    ck_assert_uint_eq(step, counts.steps);
  }
}

static void go_on(game *g, uint32_t ranks) {
  all_ranks(g, checkpoint_one);
  check_last(g);
  if (store_now.user == &shelf_now) ck_assert_uint_eq(shelf_now.count, g->ranks + 2);
  const uint64_t hash = hash_of(g);
  close_parts(g);
  g->ranks = ranks;
  open_boxes(g);
  all_ranks(g, restart_one);
  check_last(g);
  ck_assert_uint_eq(hash_of(g), hash);
}

/* --- Random programs --- */

/* Between the calls of the game and the step that acts on them. */
static void go_on_sometimes(game *g) {
  while (test_below(&g->random, 4) == 0) {
    go_on(g, rank_counts[test_below(&g->random, 5)]);
    g->def.reach = (double)test_uniform(&g->random, 1.5f, 2.5f);
  }
}

static void play_all(int seeds, void (*before)(game *)) {
  asset_set assets = {0};
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  for (int seed = 0; seed < test_scaled(seeds) + 4; seed++) {
    assets_too = seed % 2 ? &assets : NULL;
    play(seed, before);
    clear_shelf();
  }
  assets_too = NULL;
  assets_release(&assets);
}

START_TEST(a_run_goes_on_from_a_checkpoint) {
  store_now = on_shelf;
  play_all(SEEDS, go_on_sometimes);
}
END_TEST

/* --- The same hash on any number of ranks --- */

static uint64_t hashes[STEPS], seen;

static void note_hash(game *g) { hashes[seen++] = hash_of(g); }

static void compare_hash(game *g) {
  ck_assert_uint_eq(hash_of(g), hashes[seen++]);
  go_on(g, rank_counts[seen % 5]);
}

START_TEST(the_hash_is_the_same_on_any_number_of_ranks) {
  store_now = on_shelf;
  for (int seed = 0; seed < test_scaled(20) + 4; seed++) {
    seen = 0;
    play(seed, note_hash);
    seen = 0;
    play(seed, compare_hash);
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

static void take_steps(game *g, int count) {
  for (int i = 0; i < count; i++) all_ranks(g, step_one);
}

START_TEST(a_folder_keeps_one_checkpoint_of_a_name) {
  game g;
  open_folder();
  begin(&g, 3);
  for (int i = 0; i < 5; i++) {
    take_steps(&g, i);
    go_on(&g, rank_counts[i]);
    ck_assert_uint_eq(count_files(), rank_counts[i ? i - 1 : 3] + 2);
  }
  end(&g);
  empty_folder();
}
END_TEST

/* Runs it on all ranks, which all get the same status. */
static carom_cluster_status status_of_all(game *g, void *(*call_one)(void *)) {
  pthread_t threads[RANKS_MOST];
  run runs[RANKS_MOST];
  for (uint32_t r = 0; r < g->ranks; r++) {
    runs[r] = (run){g, r};
    pthread_create(&threads[r], NULL, call_one, &runs[r]);
  }
  for (uint32_t r = 0; r < g->ranks; r++) pthread_join(threads[r], NULL);
  for (uint32_t r = 1; r < g->ranks; r++) ck_assert_int_eq(g->status[r], g->status[0]);
  return g->status[0];
}

/* Any write that fails on any rank: the cluster goes on, and so does the older checkpoint. */
START_TEST(a_write_that_fails_leaves_the_older_checkpoint) {
  game g;
  store_now = on_shelf;
  for (size_t refused = 1; refused <= 6; refused++) {
    uint64_t step;
    begin(&g, 3);
    all_ranks(&g, checkpoint_one);
    const uint64_t hash = hash_of(&g);
    take_steps(&g, 3);
    shelf_now.refuse = refused;
    ck_assert_int_eq(status_of_all(&g, checkpoint_one), CAROM_CLUSTER_REFUSED);
    ck_assert_str_eq(carom_cluster_last_checkpoint(g.parts[0], &step), "auto");
    ck_assert_uint_eq(step, 0);
    take_steps(&g, 1);
    close_parts(&g);
    open_boxes(&g);
    all_ranks(&g, restart_one);
    ck_assert_uint_eq(hash_of(&g), hash);
    end(&g);
    clear_shelf();
  }
}
END_TEST

/* --- Wrong bytes --- */

static bool is_table(size_t i) { return strcmp(shelf_now.names[i], "auto") == 0; }

/* A game on 4 ranks with a checkpoint on the shelf, and without parts. */
static void begin_stored(game *g, int seed) {
  begin(g, seed);
  take_steps(g, 3);
  for (uint64_t id = 1; id < 40; id += 5) set_pose(g, id, id > STATICS);
  for (uint64_t id = 2; id < 40; id += 5) destroy(g, id);
  all_ranks(g, checkpoint_one);
  close_parts(g);
  g->ranks = 2;
}

static carom_cluster_status restart_all(game *g) {
  open_boxes(g);
  const carom_cluster_status status = status_of_all(g, restart_one);
  if (status)
    for (uint32_t r = 0; r < g->ranks; r++) ck_assert_ptr_null(g->parts[r]);
  return status;
}

/* Every part is looked at by its checksum, and so is the table: no byte that differs is taken. */
START_TEST(torn_and_damaged_checkpoints_are_refused) {
  game g;
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
      close_parts(&g);
      *p ^= by;
      shelf_now.sizes[i] = test_below(&random, (uint32_t)size);
      ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_REFUSED);
      close_parts(&g);
      shelf_now.sizes[i] = size;
    }
    char name[STORED_NAME_ROOM]; /* a part that is missing */
    memcpy(name, shelf_now.names[i], sizeof name);
    shelf_now.names[i][0] = 'x';
    ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_REFUSED);
    close_parts(&g);
    memcpy(shelf_now.names[i], name, sizeof name);
  }
  ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_OK);
  end(&g);
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
static void forge(game *g, uint64_t *random, size_t i) {
  const size_t size = shelf_now.sizes[i];
  void (*mend)(void) = is_table(i) ? mend_sum : mend_table;
  unsigned char *copy = malloc(size);
  memcpy(copy, shelf_now.bytes[i], size);
  spoil(random, shelf_now.bytes[i], (uint32_t)size);
  mend();
  const carom_cluster_status status = restart_all(g);
  ck_assert(status == CAROM_CLUSTER_OK || status == CAROM_CLUSTER_REFUSED);
  if (!status) status_of_all(g, step_one);
  close_parts(g);
  memcpy(shelf_now.bytes[i], copy, size);
  free(copy);
  mend();
}

START_TEST(forged_fields_are_refused) {
  game g;
  asset_set assets = {0};
  traps_off();
  store_now = on_shelf;
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  assets_too = &assets;
  for (int seed = 3; seed < 6; seed++) {
    begin_stored(&g, seed);
    uint64_t random = 9;
    for (int k = 0; k < test_scaled(2000) + 10; k++) {
      g.ranks = 2 + 2 * test_below(&random, 2);
      forge(&g, &random, test_below(&random, (uint32_t)shelf_now.count));
    }
    ck_assert_int_eq(restart_all(&g), CAROM_CLUSTER_OK);
    end(&g);
    clear_shelf();
  }
  assets_too = NULL;
  assets_release(&assets);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
  static const char *const names[] = {NULL, "", ".", "../a", "a/b", "a b", "a~"};
  char long_name[CAROM_CLUSTER_NAME_MAX + 2];
  carom_cluster *part;
  game g;
  store_now = on_shelf;
  begin(&g, 0);
  const carom_cluster_def def = def_of(&g, 0);
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
  end(&g);
  clear_shelf();
}
END_TEST

/* --- Ranks that fail --- */

/* A rank that stops to answer, after so many messages that it has posted or taken. */
typedef struct mortal {
  carom_transport inner;
  uint32_t left; /* counted down */
  bool is_dead;
} mortal;

static mortal mortals[RANKS_MOST];

static bool lives(mortal *m) {
  if (!m->is_dead && m->left > 0 && --m->left == 0) m->is_dead = true;
  return !m->is_dead;
}
static bool mortal_post(void *user, uint32_t to, const void *bytes, size_t size) {
  mortal *m = user;
  return lives(m) && m->inner.post(m->inner.user, to, bytes, size);
}
static bool mortal_take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  mortal *m = user;
  return lives(m) && m->inner.take(m->inner.user, from, seconds, bytes, size);
}
static void mortal_release(void *user, void *bytes) {
  const mortal *m = user;
  m->inner.release(m->inner.user, bytes);
}

static carom_cluster_def mortal_def(const game *g, uint32_t rank) {
  carom_cluster_def def = def_of(g, rank);
  mortal *m = &mortals[rank];
  m->inner = def.transport;
  def.transport = (carom_transport){m, rank, g->ranks, mortal_post, mortal_take, mortal_release};
  return def;
}

static void *mortal_restart_one(void *user) {
  const run *r = user;
  const carom_cluster_def def = mortal_def(r->g, r->rank);
  r->g->parts[r->rank] = NULL;
  r->g->status[r->rank] = carom_cluster_restart(&def, &store_now, "auto", &r->g->parts[r->rank]);
  return NULL;
}

enum { FEW_STEPS = 4 };

/* Steps and a checkpoint, until one of them fails. */
static void *live_one(void *user) {
  const run *r = user;
  carom_cluster *part = r->g->parts[r->rank];
  carom_cluster_status status = part ? CAROM_CLUSTER_OK : r->g->status[r->rank];
  for (int i = 0; i < FEW_STEPS && !status; i++) {
    status = carom_cluster_step(part, r->g->dt);
    if (!status && i == 1) status = carom_cluster_checkpoint(part, &store_now, "auto");
  }
  r->g->status[r->rank] = status;
  return NULL;
}

static void *restart_and_live_one(void *user) {
  mortal_restart_one(user);
  return live_one(user);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs it with threads that need not agree on a status. Returns how long it takes. */
static double time_of_all(game *g, void *(*call_one)(void *)) {
  pthread_t threads[RANKS_MOST];
  run runs[RANKS_MOST];
  const double begun = seconds();
  for (uint32_t r = 0; r < g->ranks; r++) {
    runs[r] = (run){g, r};
    pthread_create(&threads[r], NULL, call_one, &runs[r]);
  }
  for (uint32_t r = 0; r < g->ranks; r++) pthread_join(threads[r], NULL);
  return seconds() - begun;
}

/* What the last step of a run that nothing disturbs tells. */
static size_t undisturbed(game *g, uint64_t *hash) {
  open_boxes(g);
  all_ranks(g, restart_one);
  take_steps(g, FEW_STEPS);
  *hash = hash_of(g);
  const size_t count = gather(g);
  memcpy(told_want, told_now, count * sizeof *told_now);
  close_parts(g);
  return count;
}

/* The others have ended but for those that were done; then all go on from what is there. */
static void check_death(game *g, uint32_t dead, size_t want, uint64_t hash) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    carom_cluster_counts done = {0};
    if (g->parts[r]) ck_assert_str_eq(carom_cluster_last_checkpoint(g->parts[r], NULL), "auto");
    if (g->parts[r]) carom_cluster_get_counts(g->parts[r], &done);
    if (r != dead && done.steps < 3 + FEW_STEPS) ck_assert_int_eq(g->status[r], CAROM_CLUSTER_LATE);
  }
  close_parts(g);
  g->ranks = rank_counts[dead];
  open_boxes(g);
  all_ranks(g, restart_one);
  carom_cluster_counts counts;
  carom_cluster_get_counts(g->parts[0], &counts);
  take_steps(g, 3 + FEW_STEPS - (int)counts.steps);
  ck_assert_uint_eq(hash_of(g), hash);
  ck_assert_uint_eq(gather(g), want);
  ck_assert_int_eq(memcmp(told_now, told_want, want * sizeof *told_now), 0);
  close_parts(g);
}

/* At every message: in a restart, in a step, in a checkpoint. */
START_TEST(a_rank_that_dies_ends_the_others_in_time) {
  const double patience = 0.3;
  game g;
  store_now = on_shelf;
  for (uint32_t at = 1; at < 100; at += test_scaled(2) ? 3 : 9) {
    uint64_t hash;
    const uint32_t dead = at % 3;
    begin_stored(&g, 7);
    const size_t want = undisturbed(&g, &hash);
    memset(mortals, 0, sizeof mortals);
    mortals[dead].left = at;
    g.ranks = 3;
    g.def.patience = patience;
    open_boxes(&g);
    const double took = time_of_all(&g, restart_and_live_one);
    ck_assert_double_lt(took, 20 * patience);
    g.def.patience = 20;
    if (g.status[dead]) {
      check_death(&g, dead, want, hash);
    } else {
      close_parts(&g);
      at = 100;
    }
    carom_world_destroy(g.world);
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
