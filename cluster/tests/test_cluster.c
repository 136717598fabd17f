/* test_cluster.c: many ranks in one process tell what one world tells, to the last bit. */
#include "twins.h"

#include <string.h>

enum { EVENTS_MOST = 1 << 15, STEPS = 40, SEEDS = 160 };

/* What an event tells, without ids of a world. */
typedef struct told {
  uint32_t group, kind, cause, further, sensor, apart, nearby, patches;
  uint64_t a, b;
  carom_manifold manifold;
  float speed;
} told;

static told told_now[EVENTS_MOST], told_want[EVENTS_MOST];

/* --- What is told --- */

static told tell(const carom_event *e, uint64_t a, uint64_t b) {
  static const uint32_t groups[] = {[CAROM_EVENT_END] = 0,
                                    [CAROM_EVENT_FAR] = 1,
                                    [CAROM_EVENT_NEAR] = 2,
                                    [CAROM_EVENT_BEGIN] = 3,
                                    [CAROM_EVENT_STAY] = 4};
  told t;
  memset(&t, 0, sizeof t);
  const carom_contact *k = e->contact;
  t.group = groups[e->kind], t.kind = e->kind, t.cause = e->cause;
  t.further = k->further, t.sensor = k->sensor, t.apart = k->apart, t.nearby = k->nearby;
  t.patches = k->patch_count;
  t.a = a, t.b = b;
  memcpy(&t.manifold, &k->manifold, sizeof t.manifold);
  t.speed = k->approach_speed;
  return t;
}

static int by_order(const void *x, const void *y) {
  const told *p = x, *q = y;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static size_t gather(twins *g) {
  size_t all = 0;
  for (uint32_t r = 0; r < g->ranks; r++) {
    size_t count;
    const carom_cluster_event *e = carom_cluster_get_events(g->parts[r], &count);
    for (size_t i = 0; i < count; i++) {
      const carom_event event = {e[i].kind, e[i].cause, e[i].contact};
      told_now[all++] = tell(&event, carom_cluster_order(e[i].a, e[i].number_a),
                             carom_cluster_order(e[i].b, e[i].number_b));
      if (i) ck_assert_int_lt(by_order(&told_now[all - 2], &told_now[all - 1]), 0);
    }
  }
  qsort(told_now, all, sizeof *told_now, by_order);
  return all;
}

static uint64_t order_of(const carom_contact_side *side) {
  return carom_cluster_order((uintptr_t)side->body_user, (uint32_t)(uintptr_t)side->collider_user);
}

static void compare(twins *g, int seed, int step) {
  size_t count;
  const carom_event *e = carom_world_get_events(g->world, &count);
  const size_t all = gather(g);
  for (size_t i = 0; i < count; i++)
    told_want[i] = tell(&e[i], order_of(&e[i].contact->a), order_of(&e[i].contact->b));
  qsort(told_want, count, sizeof *told_want, by_order);
  for (size_t i = 0; i < count || i < all; i++) {
    if (i < count && i < all && memcmp(&told_now[i], &told_want[i], sizeof told_now[i]) == 0) continue;
    const told *w = &told_want[i], *n = &told_now[i];
    ck_abort_msg(
        "seed %d ranks %u step %d: event %zu of %zu/%zu: kind %u cause %u %llu.%llu, want %u %u %llu.%llu",
        seed, g->ranks, step, i, all, count, n->kind, n->cause, (unsigned long long)n->a >> 16,
        (unsigned long long)n->b >> 16, w->kind, w->cause, (unsigned long long)w->a >> 16,
        (unsigned long long)w->b >> 16);
  }
  g->events += count;
}

/* --- Programs --- */

static void play(int seed) {
  twins g;
  twins_begin(&g, seed);
  for (int step = 0; step < STEPS; step++) {
    if (step) twins_call(&g);
    twins_step(&g);
    compare(&g, seed, step);
    for (uint32_t r = 0; r < g.ranks; r++) {
      carom_cluster_counts counts;
      carom_cluster_get_counts(g.parts[r], &counts);
      g.migrated += counts.migrated, g.ghosts += counts.ghosts;
      ck_assert_uint_le(counts.pose_bytes, 44 * counts.poses + 8 * counts.messages);
    }
  }
  if (g.ranks > 1) ck_assert_uint_gt(g.migrated, 0);
  ck_assert_uint_gt(g.events, 100);
  twins_end(&g);
}

START_TEST(ranks_tell_what_one_world_tells) {
  for (int seed = 0; seed < test_scaled(SEEDS) + 4; seed++) play(seed);
}
END_TEST

/* A rank that never steps: the others end within their time limit, and stay ended. */
START_TEST(a_rank_that_is_late_ends_the_others) {
  carom_mailboxes *boxes = carom_mailboxes_create(2);
  carom_cluster_def def = {.space = {{0, 0, 0}, {1, 1, 1}}, .reach = 1, .patience = 0.05};
  carom_cluster *part;
  def.transport = carom_mailboxes_transport(boxes, 0);
  ck_assert_int_eq(carom_cluster_create(&def, &part), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_step(part, 0), CAROM_CLUSTER_LATE);
  ck_assert_int_eq(carom_cluster_step(part, 0), CAROM_CLUSTER_LATE);
  carom_cluster_destroy(part);
  carom_mailboxes_destroy(boxes);
}
END_TEST

static void step_damaged(twins *g, uint32_t rank) {
  g->status[rank] = carom_cluster_step(g->parts[rank], g->dt);
}

/* There is a status, whatever comes from other ranks. */
START_TEST(damaged_messages_are_survived) {
  size_t counts[CAROM_CLUSTER_BROKEN + 1] = {0};
  for (int seed = 1; seed < test_scaled(400) + 10; seed++) {
    twins g;
    if (seed % 5 == 0) continue;
    twins_begin_patient(&g, seed, 0.05);
    for (uint32_t r = 0; r < g.ranks; r++) g.wires[r].damage = 1 + test_below(&g.random, 40);
    for (int i = 0; i < 4; i++) {
      twins_run(&g, step_damaged);
      for (uint32_t r = 0; r < g.ranks; r++) counts[g.status[r]]++;
    }
    twins_end(&g);
  }
  ck_assert_uint_gt(counts[CAROM_CLUSTER_OK], 0);
  ck_assert_uint_gt(counts[CAROM_CLUSTER_LATE], 0);
  ck_assert_uint_gt(counts[CAROM_CLUSTER_BROKEN], 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster");
  TCase *tc = tcase_create("cluster");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, ranks_tell_what_one_world_tells);
  tcase_add_test(tc, a_rank_that_is_late_ends_the_others);
  tcase_add_test(tc, damaged_messages_are_survived);
  suite_add_tcase(suite, tc);
  return suite;
}
