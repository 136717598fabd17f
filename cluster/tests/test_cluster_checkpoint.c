/* test_cluster_checkpoint.c: a run that goes on from a checkpoint on other ranks tells what one world tells;
 * nothing forged or torn is taken, and nobody waits for a rank that has ended. */
#include "carom_cluster/checkpoint.h"
#include "stored.h"
#include "traps.h"
#include "twins.h"

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
  assets_release(&assets);
}

START_TEST(a_run_goes_on_from_a_checkpoint) {
  store_now = on_shelf;
  play_all(SEEDS, go_on_sometimes);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_checkpoint");
  TCase *tc = tcase_create("cluster_checkpoint");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, a_run_goes_on_from_a_checkpoint);
  suite_add_tcase(suite, tc);
  return suite;
}
