/* test_cluster_query.c: queries of many ranks find what one world finds, to the last bit. */
#include "carom_cluster/query.h"
#include "twins.h"

#include <string.h>

enum { STEPS = 24, SEEDS = 100, BATCH = 12, FOUND = 4096 };

/* What each rank asks, and gets. */
typedef struct batch {
  size_t count;
  carom_cluster_query queries[BATCH];
  carom_cluster_answers answers;
} batch;

static batch batches[TWINS_RANKS];

static void ask(twins *g, uint32_t rank) {
  batch *b = &batches[rank];
  g->status[rank] = carom_cluster_ask(g->parts[rank], b->queries, b->count, &b->answers);
}

/* --- What is asked --- */

static carom_vec3 random_way(twins *g) {
  static const float lengths[] = {0, 1, 6, 30, 1000};
  carom_vec3 way = test_vec3(&g->random, -1, 1);
  const float length = lengths[test_below(&g->random, 5)];
  if (test_below(&g->random, 4) == 0) way.x = way.z = 0;
  return (carom_vec3){way.x * length, way.y * length, g->planar ? 0 : way.z * length};
}

static carom_shape random_shape(twins *g) {
  const carom_vec3 s = test_vec3(&g->random, 0.1f, test_below(&g->random, 4) ? 0.6f : 4);
  const uint32_t n = test_below(&g->random, 6);
  if (g->planar) return n % 2 ? carom_shape_disc(s.x) : carom_shape_rectangle(s.x, s.y);
  return n == 0   ? carom_shape_hull(g->hulls[test_below(&g->random, TWINS_HULLS)])
         : n == 1 ? carom_shape_mesh(g->assets.meshes[test_below(&g->random, ASSET_MESHES)])
         : n == 2 ? carom_shape_capsule((carom_vec3){0, 0, 0}, s, s.x)
         : n == 3 ? carom_shape_sphere(s.x)
                  : carom_shape_box(s.x, s.y, s.z);
}

static carom_region random_region(twins *g) {
  const carom_pos a = twins_pos(g, 9), size = twins_pos(g, 5);
  return (carom_region){a, {a.x + fabs(size.x), a.y + fabs(size.y), a.z + fabs(size.z)}};
}

static carom_cluster_query random_query(twins *g) {
  carom_cluster_query q = {.kind =
                               (carom_cluster_query_kind)test_below(&g->random, CAROM_CLUSTER_NEAREST + 1)};
  if (test_below(&g->random, 3) == 0) q.filter.mask = 1 + test_below(&g->random, 7);
  if (test_below(&g->random, 2)) q.filter.ignore = 1 + test_below(&g->random, TWINS_IDS);
  q.filter.skip_sensors = test_below(&g->random, 2);
  q.filter.touching = test_below(&g->random, 2) ? CAROM_TOUCHING_IS_APART : CAROM_TOUCHING_OVERLAPS;
  switch (q.kind) {
  case CAROM_CLUSTER_RAY:
  case CAROM_CLUSTER_RAY_ALL:
    q.of.ray = (carom_ray){twins_pos(g, 9), random_way(g)};
    break;
  case CAROM_CLUSTER_CAST:
  case CAROM_CLUSTER_CAST_ALL:
    q.of.moving = (carom_moving_shape){random_shape(g), twins_pose(g, 9), random_way(g)};
    break;
  case CAROM_CLUSTER_OVERLAP_SHAPE:
    q.of.posed = (carom_posed_shape){random_shape(g), twins_pose(g, 9)};
    break;
  case CAROM_CLUSTER_OVERLAP_REGION:
    q.of.region = random_region(g);
    break;
  case CAROM_CLUSTER_OVERLAP_POINT:
    q.of.point = twins_pos(g, 7);
    break;
  default:
    q.of.nearest = (carom_cluster_nearest){twins_pos(g, 9),
                                           test_below(&g->random, 3) ? test_uniform(&g->random, 0, 8) : 1e30f,
                                           test_below(&g->random, 3) ? test_below(&g->random, 12) : 1000};
  }
  return q;
}

/* --- What one world finds --- */

static carom_cluster_hit named(const twins *g, carom_body body, carom_collider collider) {
  carom_cluster_hit hit;
  memset(&hit, 0, sizeof hit);
  hit.id = (uintptr_t)carom_body_get_user(g->world, body);
  hit.number = (uint32_t)(uintptr_t)carom_collider_get_user(g->world, collider);
  return hit;
}

static carom_cluster_hit of_ray(const twins *g, const carom_ray_hit *from) {
  carom_cluster_hit hit = named(g, from->body, from->collider);
  hit.child = from->child, hit.ordinal = from->ordinal, hit.inside = from->inside;
  hit.fraction = (double)from->fraction, hit.normal = from->normal, hit.point = from->point;
  hit.mesh = from->mesh;
  return hit;
}

static carom_cluster_hit of_cast(const twins *g, const carom_shape_hit *from) {
  carom_cluster_hit hit = named(g, from->body, from->collider);
  hit.child = from->child, hit.inside = from->inside, hit.fraction = from->fraction;
  hit.normal = from->normal, hit.point = from->point, hit.distance = from->distance;
  hit.triangle = from->triangle, hit.material = from->material;
  return hit;
}

static carom_cluster_hit of_near(const twins *g, const carom_near *from) {
  carom_cluster_hit hit = named(g, from->body, from->collider);
  hit.child = from->child, hit.inside = from->inside, hit.distance = from->distance;
  hit.normal = from->normal, hit.point = from->point, hit.mesh = from->mesh;
  return hit;
}

static carom_cluster_hit of_found(const twins *g, const carom_found *from) {
  carom_cluster_hit hit = named(g, from->body, from->collider);
  hit.child = from->child;
  return hit;
}

static size_t find(const twins *g, const carom_cluster_query *q, carom_cluster_hit *out) {
  static union {
    carom_ray_hit rays[FOUND];
    carom_shape_hit casts[FOUND];
    carom_found found[FOUND];
    carom_near near[FOUND];
  } u;
  carom_query_filter filter = {
      .mask = q->filter.mask, .skip_sensors = q->filter.skip_sensors, .touching = q->filter.touching};
  if (q->filter.ignore && g->there[q->filter.ignore]) filter.ignore = g->bodies[q->filter.ignore];
  size_t count = 0;
  carom_status status = CAROM_OK;
  switch (q->kind) {
  case CAROM_CLUSTER_RAY:
    status = carom_world_cast_ray(g->world, &q->of.ray, &filter, &u.rays[0]);
    count = u.rays[0].body.bits != 0;
    break;
  case CAROM_CLUSTER_RAY_ALL:
    status = carom_world_cast_ray_all(g->world, &q->of.ray, &filter, u.rays, FOUND, &count);
    break;
  case CAROM_CLUSTER_CAST:
    status = carom_world_cast_shape(g->world, &q->of.moving, &filter, &u.casts[0]);
    count = u.casts[0].body.bits != 0;
    break;
  case CAROM_CLUSTER_CAST_ALL:
    status = carom_world_cast_shape_all(g->world, &q->of.moving, &filter, u.casts, FOUND, &count);
    break;
  case CAROM_CLUSTER_OVERLAP_SHAPE:
    status = carom_world_overlap_shape(g->world, &q->of.posed.shape, &q->of.posed.pose, &filter, u.found,
                                       FOUND, &count);
    break;
  case CAROM_CLUSTER_OVERLAP_REGION:
    status = carom_world_overlap_region(g->world, &q->of.region, &filter, u.found, FOUND, &count);
    break;
  case CAROM_CLUSTER_OVERLAP_POINT:
    status = carom_world_overlap_point(g->world, &q->of.point, &filter, u.found, FOUND, &count);
    break;
  default:
    status = carom_world_closest_bodies(g->world, &q->of.nearest.point, q->of.nearest.radius, &filter, u.near,
                                        q->of.nearest.most, &count);
  }
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_le(count, FOUND);
  for (size_t i = 0; i < count; i++)
    out[i] = q->kind <= CAROM_CLUSTER_RAY_ALL         ? of_ray(g, &u.rays[i])
             : q->kind <= CAROM_CLUSTER_CAST_ALL      ? of_cast(g, &u.casts[i])
             : q->kind <= CAROM_CLUSTER_OVERLAP_POINT ? of_found(g, &u.found[i])
                                                      : of_near(g, &u.near[i]);
  return count;
}

/* --- Are they the same? --- */

static bool is_same(const carom_cluster_hit *a, const carom_cluster_hit *b) {
  return a->id == b->id && a->number == b->number && a->child == b->child && a->ordinal == b->ordinal &&
         a->triangle == b->triangle && a->material == b->material && a->inside == b->inside &&
         memcmp(&a->fraction, &b->fraction, sizeof a->fraction) == 0 &&
         memcmp(&a->distance, &b->distance, sizeof a->distance) == 0 &&
         memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0 && a->mesh.triangle == b->mesh.triangle &&
         memcmp(&a->mesh.u, &b->mesh.u, sizeof a->mesh.u) == 0 &&
         memcmp(&a->mesh.v, &b->mesh.v, sizeof a->mesh.v) == 0 && a->mesh.material == b->mesh.material &&
         a->mesh.back == b->mesh.back;
}

static size_t compare(const twins *g, const batch *b, int seed, int step) {
  static carom_cluster_hit want[FOUND];
  size_t hits = 0;
  ck_assert_int_eq(b->answers.why, CAROM_OK);
  for (size_t i = 0; i < b->count; i++) {
    const size_t count = b->answers.offsets[i + 1] - b->answers.offsets[i];
    const carom_cluster_hit *now = count ? &b->answers.hits[b->answers.offsets[i]] : NULL;
    const size_t wanted = find(g, &b->queries[i], want);
    size_t same = 0;
    while (same < count && same < wanted && is_same(&now[same], &want[same])) same++;
    if (same < count || same < wanted)
      ck_abort_msg("seed %d ranks %u step %d: query %zu of kind %d: hit %zu of %zu/%zu is of %llu, not %llu",
                   seed, g->ranks, step, i, (int)b->queries[i].kind, same, count, wanted,
                   same < count ? (unsigned long long)now[same].id : 0,
                   same < wanted ? (unsigned long long)want[same].id : 0);
    hits += count;
  }
  return hits;
}

/* --- Programs --- */

static void fill(twins *g) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    batches[r].count = test_below(&g->random, 3) ? test_below(&g->random, BATCH + 1) : 0;
    for (size_t i = 0; i < batches[r].count; i++) batches[r].queries[i] = random_query(g);
  }
}

static size_t ask_all(twins *g, int seed, int step) {
  size_t hits = 0;
  fill(g);
  twins_must(g, ask);
  for (uint32_t r = 0; r < g->ranks; r++) hits += compare(g, &batches[r], seed, step);
  return hits;
}

/* After each step, and after calls that no other rank has heard of. */
static void play(int seed) {
  twins g;
  size_t hits = 0;
  twins_begin(&g, seed);
  for (int step = 0; step < STEPS; step++) {
    hits += ask_all(&g, seed, step);
    twins_step(&g);
    hits += ask_all(&g, seed, step);
    twins_call(&g);
  }
  ck_assert_uint_gt(hits, 100);
  twins_end(&g);
}

START_TEST(ranks_find_what_one_world_finds) {
  for (int seed = 0; seed < test_scaled(SEEDS) + 5; seed++) play(seed);
}
END_TEST

/* --- What is wrong --- */

static void expect_refusal(twins *g) {
  ck_assert_int_eq(twins_agree(g, ask), CAROM_CLUSTER_REFUSED);
  for (uint32_t r = 0; r < g->ranks; r++) ck_assert_ptr_null(batches[r].answers.hits);
}

/* A query that carom refuses, and its reason. */
typedef struct wrong_query {
  carom_cluster_query query;
  carom_status why;
} wrong_query;

/* One rank's wrong query is the refusal of all, and all go on as if nobody had asked. */
START_TEST(a_wrong_query_is_refused_by_all) {
  const carom_cluster_query ray = {.kind = CAROM_CLUSTER_RAY};
  const carom_cluster_query nearest = {.kind = CAROM_CLUSTER_NEAREST};
  wrong_query wrong[] = {
      {ray, CAROM_NOT_FINITE},
      {ray, CAROM_OUT_OF_RANGE},
      {nearest, CAROM_NOT_FINITE},
      {nearest, CAROM_OUT_OF_RANGE},
      {{.kind = (carom_cluster_query_kind)77}, CAROM_UNKNOWN_KIND},
      {{.kind = CAROM_CLUSTER_CAST}, CAROM_UNKNOWN_KIND},
      {{.kind = CAROM_CLUSTER_OVERLAP_POINT, .filter.touching = (carom_touching)9}, CAROM_UNKNOWN_KIND},
      {{.kind = CAROM_CLUSTER_OVERLAP_REGION}, CAROM_OUT_OF_RANGE}};
  wrong[0].query.of.ray.origin.x = (double)NAN;
  wrong[1].query.of.ray.translation.y = 1e30f;
  wrong[2].query.of.nearest.radius = INFINITY;
  wrong[3].query.of.nearest.radius = -1;
  wrong[7].query.of.region.min.x = 1;
  twins g;
  twins_begin(&g, 3);
  twins_step(&g);
  for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const uint32_t who = i % g.ranks;
    fill(&g);
    batches[who].count = 2;
    batches[who].queries[0] = (carom_cluster_query){.kind = CAROM_CLUSTER_OVERLAP_POINT};
    batches[who].queries[1] = wrong[i].query;
    expect_refusal(&g);
    for (uint32_t r = 0; r < g.ranks; r++) {
      ck_assert_int_eq(batches[r].answers.why, r == who ? wrong[i].why : CAROM_OK);
      ck_assert_uint_eq(batches[r].answers.bad, r == who);
    }
    ask_all(&g, 3, 0);
  }
  twins_step(&g);
  twins_end(&g);
}
END_TEST

static void ask_nowhere(twins *g, uint32_t rank) {
  batch *b = &batches[rank];
  g->status[rank] =
      carom_cluster_ask(g->parts[rank], rank ? b->queries : NULL, b->count, rank ? NULL : &b->answers);
}

START_TEST(missing_arguments_are_refused_by_all) {
  twins g;
  twins_begin(&g, 2);
  fill(&g);
  batches[0].count = 1;
  ck_assert_int_eq(twins_agree(&g, ask_nowhere), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(batches[0].answers.why, CAROM_NULL_ARGUMENT);
  ask_all(&g, 2, 0);
  twins_end(&g);
}
END_TEST

START_TEST(nobody_asks) {
  for (int seed = 0; seed < 5; seed++) {
    twins g;
    twins_begin(&g, seed);
    for (uint32_t r = 0; r < g.ranks; r++) batches[r].count = 0;
    twins_must(&g, ask);
    for (uint32_t r = 0; r < g.ranks; r++) {
      carom_cluster_ask_counts counts;
      carom_cluster_get_ask_counts(g.parts[r], &counts);
      ck_assert_uint_eq(counts.messages + counts.queries + counts.bytes, 0);
      ck_assert_uint_eq(batches[r].answers.offsets[0], 0);
    }
    twins_end(&g);
  }
}
END_TEST

/* What a rank has nearer than others can have it is not asked for elsewhere. */
START_TEST(only_who_may_know_is_asked) {
  twins g;
  size_t asked = 0, all = 0;
  twins_begin(&g, 4);
  twins_step(&g);
  for (int i = 0; i < 20; i++) {
    ask_all(&g, 4, i);
    for (uint32_t r = 0; r < g.ranks; r++) {
      carom_cluster_ask_counts counts;
      carom_cluster_get_ask_counts(g.parts[r], &counts);
      asked += counts.queries;
      all += batches[r].count * (g.ranks - 1);
    }
  }
  ck_assert_uint_gt(asked, 0);
  ck_assert_uint_lt(asked, all * 2 / 3);
  twins_end(&g);
}
END_TEST

static void ask_but_one(twins *g, uint32_t rank) {
  if (rank) ask(g, rank);
}

START_TEST(a_rank_that_does_not_ask_ends_the_others) {
  twins g;
  twins_begin_patient(&g, 3, 0.05);
  fill(&g);
  twins_run(&g, ask_but_one);
  for (uint32_t r = 1; r < g.ranks; r++) ck_assert_int_eq(g.status[r], CAROM_CLUSTER_LATE);
  ask(&g, 1);
  ck_assert_int_eq(g.status[1], CAROM_CLUSTER_LATE);
  ck_assert_int_eq(carom_cluster_step(g.parts[1], 0), CAROM_CLUSTER_LATE);
  twins_end(&g);
}
END_TEST

/* There is a status, whatever comes from other ranks. */
START_TEST(damaged_messages_are_survived) { twins_play_damaged(test_scaled(300) + 80, fill, ask); }
END_TEST

/* --- Memory --- */

#ifdef CAROM_WRAP_REALLOC
/* Of this thread: the allocation that is refused, counted from 1; 0: none. */
static _Thread_local int refused;
static bool has_refused;

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size) {
  if (refused == 0 || --refused > 0) return __real_realloc(old, size);
  has_refused = true;
  return NULL;
}

static int refuse_at;

static void ask_without_memory(twins *g, uint32_t rank) {
  refused = rank == 0 ? refuse_at : 0;
  ask(g, rank);
}

/* Each allocation of a rank in turn: all ranks get the same status, and the cluster goes on. carom answers
 * without the memory for its trees. */
START_TEST(memory_that_is_out_is_a_refusal_of_all) {
  for (int seed = 1; seed < 5; seed++) {
    int refusals = 0;
    has_refused = true;
    for (refuse_at = 1; has_refused; refuse_at++) {
      twins g;
      twins_begin(&g, seed);
      for (uint32_t r = 0; r < g.ranks; r++) {
        batches[r].count = BATCH;
        for (size_t i = 0; i < BATCH; i++) batches[r].queries[i] = random_query(&g);
      }
      has_refused = false;
      const carom_cluster_status status = twins_agree(&g, ask_without_memory);
      ck_assert(status == CAROM_CLUSTER_OK || (status == CAROM_CLUSTER_REFUSED && has_refused));
      if (status) ck_assert_int_eq(batches[0].answers.why, CAROM_OUT_OF_MEMORY);
      refusals += status == CAROM_CLUSTER_REFUSED;
      twins_must(&g, ask);
      for (uint32_t r = 0; r < g.ranks; r++) compare(&g, &batches[r], seed, refuse_at);
      twins_step(&g);
      twins_end(&g);
    }
    ck_assert_int_gt(refusals, 4);
  }
}
END_TEST
#endif

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster queries");
  TCase *tc = tcase_create("queries");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, ranks_find_what_one_world_finds);
  tcase_add_test(tc, a_wrong_query_is_refused_by_all);
  tcase_add_test(tc, missing_arguments_are_refused_by_all);
  tcase_add_test(tc, nobody_asks);
  tcase_add_test(tc, only_who_may_know_is_asked);
  tcase_add_test(tc, a_rank_that_does_not_ask_ends_the_others);
  tcase_add_test(tc, damaged_messages_are_survived);
#ifdef CAROM_WRAP_REALLOC
  tcase_add_test(tc, memory_that_is_out_is_a_refusal_of_all);
#endif
  suite_add_tcase(suite, tc);
  return suite;
}
