/* test_box_tree.c: what the walks through a tree of AABBs visit, against all items, in exact enough numbers.
 */
#include "box_tree.h"

#include <float.h>

#include "box_tree_kernels.h"
#include "box_worlds.h"

enum { ITEMS_MAX = 700, FIRST = 1000 };

/* Worlds are not larger than a position may be. */
static carom_aabb (*const makers[])(uint64_t *random) = {
    gas_box,     all_sizes_box, tower_box, planar_box,   line_box,       same_box,
    lattice_box, point_box,     slab_box,  outlying_box, any_size_box,   bimodal_box,
    cluster_box, road_box,      shaft_box, dust_box,     overlapping_box};
enum { MAKERS = sizeof makers / sizeof *makers };

typedef struct item_world {
  uint64_t random;
  carom_aabb (*maker)(uint64_t *random);
  carom__box_item items[ITEMS_MAX];
  uint32_t count;
  carom__box_tree tree;
} item_world;

static carom__box_item some_item(item_world *w, uint32_t i) {
  return (carom__box_item){test_below(&w->random, 8) ? w->maker(&w->random) : box_tree_nowhere(), FIRST + i};
}

static void make_world(item_world *w, int seed) {
  w->random = (uint64_t)seed;
  w->maker = makers[seed / 2 % MAKERS];
  w->count = 1 + test_below(&w->random, test_below(&w->random, 2) ? 20 : ITEMS_MAX - 1);
  for (uint32_t i = 0; i < w->count; i++) w->items[i] = some_item(w, i);
  ck_assert_int_eq(carom__box_tree_build(&w->tree, NULL, w->items, w->count, seed % 2), CAROM_OK);
}

static void move_some(item_world *w) {
  for (uint32_t i = 0; i < w->count; i++) {
    if (test_below(&w->random, 3)) continue;
    w->items[i] = some_item(w, i);
    carom__box_tree_set(&w->tree, i, &w->items[i]);
  }
  carom__box_tree_refit(&w->tree);
}

/* --- What is right --- */

/* Coordinates in double, around which no sum below loses anything that matters. */
typedef struct solid {
  double min[3], max[3];
} solid;

static solid solid_of(const carom_aabb *box, double wider) {
  solid s = {{(double)box->min.x, (double)box->min.y, (double)box->min.z},
             {(double)box->max.x, (double)box->max.y, (double)box->max.z}};
  for (int k = 0; k < 3; k++) s.min[k] -= wider, s.max[k] += wider;
  return s;
}

/* What the walks may at most widen a box by. */
static double slack(const carom_aabb *box, double size) {
  return 1e-4 * ((double)(vec3_norm1(box->min) + vec3_norm1(box->max)) + size);
}

typedef struct question {
  carom_pos at;
  carom_vec3 reach, way;
  carom_aabb box;
  float limit;
} question;

static double size_of(const question *q) {
  return fabs(q->at.x) + fabs(q->at.y) + fabs(q->at.z) + (double)(vec3_norm1(q->reach) + vec3_norm1(q->way)) +
         (double)(vec3_norm1(q->box.min) + vec3_norm1(q->box.max));
}

typedef bool is_met(const question *q, const solid *s);

static bool touches(const question *q, const solid *s) {
  solid o = solid_of(&q->box, 0);
  for (int k = 0; k < 3; k++)
    if (s->min[k] > o.max[k] || s->max[k] < o.min[k]) return false;
  return true;
}

static bool is_hit(const question *q, const solid *s) {
  const double at[3] = {q->at.x, q->at.y, q->at.z};
  double enter = 0, leave = (double)q->limit;
  for (int k = 0; k < 3; k++) {
    double speed = (double)vec3_get(q->way, k), reach = (double)vec3_get(q->reach, k);
    double low = s->min[k] - reach - at[k], high = s->max[k] + reach - at[k];
    if (speed == 0 && (low > 0 || high < 0)) return false;
    if (speed == 0) continue;
    enter = fmax(enter, fmin(low / speed, high / speed));
    leave = fmin(leave, fmax(low / speed, high / speed));
  }
  return enter <= leave;
}

static double distance_to(const question *q, const solid *s) {
  const double at[3] = {q->at.x, q->at.y, q->at.z};
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double beyond = fmax(0, fmax(s->min[k] - at[k], at[k] - s->max[k]));
    square += beyond * beyond;
  }
  return sqrt(square);
}

static bool is_near(const question *q, const solid *s) { return distance_to(q, s) <= (double)q->limit; }

/* --- What is visited --- */

typedef struct visits {
  uint32_t times[ITEMS_MAX];
  uint32_t total, end_after;
} visits;

static bool see(void *context, uint32_t item) {
  visits *v = context;
  v->times[item - FIRST]++;
  return ++v->total != v->end_after;
}
static float reach(void *context, uint32_t item, float limit) { return see(context, item) ? limit : -1; }

enum { QUERY, CAST, CASTS, NEAR, WALKS };
static is_met *const met[WALKS] = {touches, is_hit, is_hit, is_near};

static bool walk_cast(const carom__box_tree_kernels *form, const item_world *w, const question *q,
                      visits *v) {
  carom__box_cast cast = {q->at, q->reach, q->way, q->limit, {.visit = reach, .context = v}};
  form->cast(&w->tree, &cast);
  return cast.limit >= 0;
}

/* One among more than are on their way at once; the others go on. */
static bool walk_casts(const carom__box_tree_kernels *form, const item_world *w, const question *q,
                       visits *v) {
  enum { MANY = 40, OWN = 17 };
  carom__box_cast casts[MANY];
  static visits others;
  others.end_after = 0;
  for (int i = 0; i < MANY; i++)
    casts[i] = (carom__box_cast){q->at, q->reach, q->way, q->limit, {.visit = reach, .context = &others}};
  casts[OWN].listener.context = v;
  form->cast_many(&w->tree, casts, MANY);
  return casts[OWN].limit >= 0;
}

/* Whether the walk came to its end. */
static bool walk(const carom__box_tree_kernels *form, int kind, const item_world *w, const question *q,
                 visits *v) {
  switch (kind) {
  case QUERY:
    return form->query(&w->tree, &q->box, &(carom__box_listener){.visit = reach, .context = v});
  case CAST:
    return walk_cast(form, w, q, v);
  case CASTS:
    return walk_casts(form, w, q, v);
  default:
    return form->near(&w->tree, &q->at, q->limit, &(carom__box_listener){.visit = reach, .context = v}) >= 0;
  }
}

/* Is an item visited as it should be: once when the walk meets it, at most once when it nearly does? */
static bool is_right(int kind, const carom_aabb *box, const question *q, uint32_t times) {
  if (times > 1 || box->min.x > box->max.x) return times == 0;
  solid exact = solid_of(box, 0), wide = solid_of(box, slack(box, size_of(q)));
  return times ? met[kind](q, &wide) : !met[kind](q, &exact);
}

static void check_visits(int kind, const item_world *w, const question *q, const visits *v) {
  uint32_t right = 0;
  while (right < w->count && is_right(kind, &w->items[right].box, q, v->times[right])) right++;
  ck_assert_msg(right == w->count, "walk %d visits item %u wrongly often", kind, right);
}

/* Places and directions that boxes share, or any. */
static question make_question(item_world *w) {
  uint64_t *random = &w->random;
  carom_aabb a = w->maker(random), b = w->maker(random);
  carom_vec3 from = test_below(random, 2) ? a.min : vec3_scale(vec3_add(a.min, a.max), 0.5f);
  question q = {.at = {(double)from.x, (double)from.y, (double)from.z}, .box = a};
  q.way = test_below(random, 4) ? vec3_sub(b.max, from) : vec3_scale(vec3_sub(b.min, from), 3);
  for (int k = 0; k < 3; k++)
    if (test_below(random, 4) == 0) *(k == 0 ? &q.way.x : k == 1 ? &q.way.y : &q.way.z) = 0;
  if (test_below(random, 2)) q.reach = vec3_scale(vec3_sub(b.max, b.min), 0.5f);
  q.limit = test_below(random, 3) ? 1 : test_log_uniform(random, 1e-3f, 1e3f);
  if (test_below(random, 8) == 0) q.limit = FLT_MAX;
  return q;
}

static void ask_all(item_world *w) {
  const carom__box_tree_kernels *forms[] = {&carom__box_tree_kernels_portable,
                                            carom__box_tree_kernels_avx2()};
  question q = make_question(w);
  for (int kind = 0; kind < WALKS; kind++)
    for (int form = 0; form < 2 && forms[form]; form++) {
      visits v = {.end_after = 0};
      question asked = q;
      if (kind == CAST || kind == CASTS) asked.limit = fminf(q.limit, 1);
      ck_assert(walk(forms[form], kind, w, &asked, &v));
      check_visits(kind, w, &asked, &v);
      visits some = {.end_after = 1 + v.total / 2};
      ck_assert(walk(forms[form], kind, w, &asked, &some) == (v.total == 0));
      ck_assert_uint_le(some.total, some.end_after);
    }
}

START_TEST(walks_visit_what_they_meet) {
  static item_world w;
  make_world(&w, _i);
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < test_scaled(20); i++) ask_all(&w);
    move_some(&w);
  }
  carom__box_tree_free(&w.tree, NULL);
}
END_TEST

/* More blocks than a walk keeps in line. */
enum { CROWD = 4000 };

typedef struct crowd_seen {
  uint32_t times[CROWD], told[CROWD];
} crowd_seen;

static float see_one(void *context, uint32_t item, float limit) {
  ((crowd_seen *)context)->times[item]++;
  return limit;
}

static void tell_one(void *context, uint32_t item) { ((crowd_seen *)context)->told[item]++; }

START_TEST(a_large_region_meets_each_once) {
  static carom__box_item items[CROWD];
  const carom__box_tree_kernels *forms[] = {&carom__box_tree_kernels_portable,
                                            carom__box_tree_kernels_avx2()};
  uint64_t random = 5 + (uint64_t)_i;
  carom__box_tree tree = {.count = 0};
  for (uint32_t i = 0; i < CROWD; i++) items[i] = (carom__box_item){gas_box(&random), i};
  ck_assert_int_eq(carom__box_tree_build(&tree, NULL, items, CROWD, _i % 2), CAROM_OK);
  for (int form = 0; form < 2 && forms[form]; form++) {
    static crowd_seen seen;
    seen = (crowd_seen){.times = {0}};
    const carom_aabb everywhere = {{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 1e6f}};
    ck_assert(forms[form]->query(&tree, &everywhere, &(carom__box_listener){see_one, tell_one, &seen}));
    for (uint32_t i = 0; i < CROWD; i++) ck_assert(seen.times[i] == 1 && seen.told[i] >= 1);
  }
  carom__box_tree_free(&tree, NULL);
}
END_TEST

START_TEST(there_is_nothing_in_an_empty_tree) {
  const carom__box_tree tree = {.count = 0};
  const carom_aabb everywhere = {{-1e9f, -1e9f, -1e9f}, {1e9f, 1e9f, 1e9f}};
  const carom_pos at = {0, 0, 0};
  visits v = {.end_after = 0};
  const carom__box_listener listener = {.visit = reach, .context = &v};
  carom__box_cast cast = {.translation = {1, 0, 0}, .limit = 1, .listener = listener};
  ck_assert(carom__box_tree_query(&tree, &everywhere, &listener));
  carom__box_tree_cast(&tree, &cast);
  carom__box_tree_cast_many(&tree, &cast, 1);
  ck_assert(carom__box_tree_near(&tree, &at, 2, &listener) == 2 && cast.limit == 1 && v.total == 0);
}
END_TEST

/* --- Nearest first --- */

typedef struct search {
  const item_world *world;
  const question *q;
  float best;
} search;

static float note_nearest(void *context, uint32_t item, float limit) {
  search *s = context;
  solid exact = solid_of(&s->world->items[item - FIRST].box, 0);
  float distance = (float)distance_to(s->q, &exact);
  s->best = fminf(s->best, distance);
  return fminf(limit, distance);
}

START_TEST(the_nearest_is_found) {
  static item_world w;
  make_world(&w, _i);
  for (int i = 0; i < test_scaled(100); i++) {
    question q = make_question(&w);
    search s = {&w, &q, FLT_MAX};
    float best = FLT_MAX;
    for (uint32_t k = 0; k < w.count; k++) {
      solid exact = solid_of(&w.items[k].box, 0);
      if (exact.min[0] <= exact.max[0]) best = fminf(best, (float)distance_to(&q, &exact));
    }
    carom__box_tree_near(&w.tree, &q.at, FLT_MAX,
                         &(carom__box_listener){.visit = note_nearest, .context = &s});
    ck_assert(s.best == best);
  }
  carom__box_tree_free(&w.tree, NULL);
}
END_TEST

/* --- Growing loose --- */

START_TEST(a_tree_whose_items_part_grows_loose) {
  static item_world w;
  w = (item_world){.random = 1, .maker = gas_box, .count = ITEMS_MAX};
  for (uint32_t i = 0; i < w.count; i++) w.items[i] = (carom__box_item){gas_box(&w.random), FIRST + i};
  carom__box_tree_build(&w.tree, NULL, w.items, w.count, _i % 2);
  ck_assert(carom__box_tree_is_tight(&w.tree) && !carom__box_tree_is_loose(&w.tree));
  for (uint32_t i = 0; i < w.count; i++) carom__box_tree_set(&w.tree, i, &w.items[i]);
  carom__box_tree_refit(&w.tree);
  ck_assert(carom__box_tree_is_tight(&w.tree) && !carom__box_tree_is_loose(&w.tree));
  for (uint32_t i = 0; i < w.count; i++) {
    w.items[i] = (carom__box_item){gas_box(&w.random), FIRST + i};
    carom__box_tree_set(&w.tree, i, &w.items[i]);
  }
  carom__box_tree_refit(&w.tree);
  ck_assert(!carom__box_tree_is_tight(&w.tree) && carom__box_tree_is_loose(&w.tree));
  carom__box_tree_build(&w.tree, NULL, w.items, w.count, _i % 2);
  ck_assert(carom__box_tree_is_tight(&w.tree) && !carom__box_tree_is_loose(&w.tree));
  carom__box_tree_free(&w.tree, NULL);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box tree");
  TCase *tests = tcase_create("box tree");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, walks_visit_what_they_meet, 0, 6 * MAKERS);
  tcase_add_loop_test(tests, a_large_region_meets_each_once, 0, 2);
  tcase_add_test(tests, there_is_nothing_in_an_empty_tree);
  tcase_add_loop_test(tests, the_nearest_is_found, 0, 2 * MAKERS);
  tcase_add_loop_test(tests, a_tree_whose_items_part_grows_loose, 0, 2);
  suite_add_tcase(suite, tests);
  return suite;
}
