/* test_query_casts.c: shapes that move through worlds against every collider by itself, carom_cast_shape;
 * and hits one by one. */
#include "query_scene.h"

/* What the stateless function says of one moving shape. */
typedef struct {
  carom_moving_shape moving;
  carom_query_filter filter;
  carom_shape_hit hits[SCENE_COLLIDERS]; /* by fraction, then index */
  size_t count;
} reference;

static int compare_hits(const void *a, const void *b) {
  const carom_shape_hit *x = a, *y = b;
  if (x->fraction != y->fraction) return x->fraction < y->fraction ? -1 : 1;
  uint32_t i = (uint32_t)x->collider.bits, k = (uint32_t)y->collider.bits;
  return i < k ? -1 : i > k;
}

static void reference_make(reference *r, const query_scene *s) {
  const carom_moving_shape *m = &r->moving;
  r->count = 0;
  for (size_t i = 0; i < s->count; i++) {
    const placed *p = &s->list[i];
    carom_impact impact;
    ck_assert_int_eq(carom_cast_shape(&p->shape, &p->pose, &m->shape, &m->pose, m->translation, &impact),
                     CAROM_OK);
    if (!impact.hit || !scene_wants(p, &r->filter)) continue;
    r->hits[r->count++] = (carom_shape_hit){.body = p->body,
                                            .collider = p->collider,
                                            .child = impact.child_a,
                                            .inside = impact.inside,
                                            .fraction = impact.fraction,
                                            .normal = impact.normal,
                                            .point = impact.point,
                                            .distance = impact.distance,
                                            .triangle = impact.triangle_a,
                                            .material = impact.material_a};
  }
  qsort(r->hits, r->count, sizeof *r->hits, compare_hits);
}

static bool same_hit(const carom_shape_hit *a, const carom_shape_hit *b) {
  return a->collider.bits == b->collider.bits && a->body.bits == b->body.bits && a->fraction == b->fraction &&
         a->inside == b->inside && a->child == b->child && a->distance == b->distance &&
         a->triangle == b->triangle && a->material == b->material && a->normal.x == b->normal.x &&
         a->normal.y == b->normal.y && a->normal.z == b->normal.z && a->point.x == b->point.x &&
         a->point.y == b->point.y && a->point.z == b->point.z;
}

/* From the grid or beside it; along an axis or a diagonal, anywhere, or not at all. */
static carom_moving_shape random_moving(query_scene *s) {
  carom_moving_shape m = {.shape = scene_shape(s), .pose = scene_pose(s)};
  float u = (float)s->unit, length = u * (float)test_below(&s->random, 12);
  if (test_below(&s->random, 2)) {
    m.translation = test_vec3(&s->random, -16 * u, 16 * u);
  } else {
    m.translation.x = ((float)test_below(&s->random, 3) - 1) * length;
    m.translation.y = ((float)test_below(&s->random, 3) - 1) * length;
    m.translation.z = ((float)test_below(&s->random, 3) - 1) * length;
  }
  return m;
}

/* A visitor that stops after a number of hits, or clips the way at one of them. */
typedef struct {
  const reference *r;
  size_t seen, wrong, clip_at, stop_at;
} visitor;

static float visit_shape(void *user, const carom_world *world, const carom_shape_hit *hit) {
  visitor *v = user;
  (void)world;
  v->wrong += v->seen >= v->r->count || !same_hit(hit, &v->r->hits[v->seen]);
  size_t index = v->seen++;
  return index == v->stop_at ? -1 : index == v->clip_at ? (float)hit->fraction : 1;
}

/* How many of the hits have a fraction that is not above the float of this one's. */
static size_t count_within(const reference *r, size_t index) {
  size_t count = index + 1;
  while (count < r->count && r->hits[count].fraction <= (double)(float)r->hits[index].fraction) count++;
  return count;
}

static size_t wrong_one_by_one(query_scene *s, const reference *r) {
  visitor all = {r, 0, 0, SIZE_MAX, SIZE_MAX}, stopped = all, clipped = all;
  size_t middle = r->count ? test_below(&s->random, (uint32_t)r->count) : 0, wrong = 0;
  stopped.stop_at = clipped.clip_at = middle;
  wrong += carom_world_cast_shape_each(s->world, &r->moving, &r->filter, visit_shape, &all) != CAROM_OK;
  wrong += carom_world_cast_shape_each(s->world, &r->moving, &r->filter, visit_shape, &stopped) != CAROM_OK;
  wrong += carom_world_cast_shape_each(s->world, &r->moving, &r->filter, visit_shape, &clipped) != CAROM_OK;
  wrong += all.wrong + all.seen != r->count;
  wrong += stopped.wrong + stopped.seen != (r->count ? middle + 1 : 0);
  wrong += clipped.wrong + (r->count ? clipped.seen > count_within(r, middle) : clipped.seen);
  return wrong;
}

static size_t wrong_with_little_room(const query_scene *s, const reference *r) {
  carom_shape_hit some[4];
  size_t told, wrong = 0;
  some[3].child = 77;
  wrong += carom_world_cast_shape_all(s->world, &r->moving, &r->filter, some, 3, &told) != CAROM_OK;
  wrong += told != r->count || some[3].child != 77;
  for (size_t i = 0; i < 3 && i < r->count; i++) wrong += !same_hit(&some[i], &r->hits[i]);
  wrong += carom_world_cast_shape_all(s->world, &r->moving, &r->filter, NULL, 0, &told) != CAROM_OK;
  return wrong + (told != r->count);
}

static size_t cast(query_scene *s, reference *r, size_t *hits) {
  static carom_shape_hit all[SCENE_COLLIDERS];
  carom_shape_hit first;
  size_t count, wrong = 0;
  bool any;
  reference_make(r, s);
  wrong +=
      carom_world_cast_shape_all(s->world, &r->moving, &r->filter, all, SCENE_COLLIDERS, &count) != CAROM_OK;
  wrong += carom_world_cast_shape(s->world, &r->moving, &r->filter, &first) != CAROM_OK;
  wrong += carom_world_cast_shape_any(s->world, &r->moving, &r->filter, &any) != CAROM_OK;
  wrong += count != r->count || any != (r->count > 0);
  for (size_t i = 0; i < count && i < r->count; i++) wrong += !same_hit(&all[i], &r->hits[i]);
  wrong += r->count > 0 ? !same_hit(&first, &r->hits[0]) : first.body.bits != 0;
  *hits += count;
  return wrong + wrong_with_little_room(s, r) + wrong_one_by_one(s, r);
}

static void cast_many(query_scene *s, int casts, size_t *hits) {
  static reference r;
  size_t told_wrong = 0;
  for (int i = 0; i < casts; i++) {
    r.moving = random_moving(s);
    r.filter = scene_filter(s, &told_wrong);
    size_t wrong = cast(s, &r, hits);
    const carom_moving_shape *m = &r.moving;
    ck_assert_msg(wrong == 0 && told_wrong == 0, "cast %d, %s from %g %g %g by %g %g %g", i,
                  carom_shape_kind_name(m->shape.kind), m->pose.position.x, m->pose.position.y,
                  m->pose.position.z, (double)m->translation.x, (double)m->translation.y,
                  (double)m->translation.z);
  }
}

/* Before any step, after one, and after changes that no step has seen. */
static void cast_in_all_states(query_scene *s, int casts) {
  size_t hits = 0;
  cast_many(s, casts, &hits);
  support_step(s->world);
  cast_many(s, casts, &hits);
  for (int i = 0; i < 3; i++) {
    scene_stir(s);
    cast_many(s, casts, &hits);
    support_step(s->world);
    cast_many(s, casts, &hits);
  }
  ck_assert_uint_gt(hits, 0);
  scene_free(s);
}

START_TEST(casts_are_exact) {
  static query_scene s;
  scene_make(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  cast_in_all_states(&s, test_scaled(30));
}
END_TEST

START_TEST(casts_meet_parts_of_bodies) {
  static query_scene s;
  scene_make_unturned(&s, (uint64_t)_i, 1, (carom_pos){0, 0, 0});
  cast_in_all_states(&s, test_scaled(30));
}
END_TEST

/* Small things far away, where floats are a sixteenth apart. */
START_TEST(casts_are_exact_far_away) {
  static query_scene s;
  scene_make_unturned(&s, (uint64_t)_i, 0x1p-6, (carom_pos){1e6, -1e6, 5e5});
  cast_in_all_states(&s, test_scaled(30));
}
END_TEST

/* A wall of boxes, thinner than the gaps between floats at its end, and a ball from a million units away. */
START_TEST(long_casts_meet_thin_walls) {
  carom_world *world = support_world();
  const carom_moving_shape ball = {
      .shape = carom_shape_sphere(1e-3f), .pose.position = {-1e6, 0, 0}, .translation = {2e6f, 0, 0}};
  carom_shape_hit hit;
  for (int i = 0; i < 20; i++) {
    carom_body body = support_body(world, CAROM_STATIC, i, 0, 0);
    support_collider(world, body, carom_shape_box(1e-5f, 3, 3));
    ck_assert_int_eq(carom_world_cast_shape(world, &ball, NULL, &hit), CAROM_OK);
    ck_assert(hit.body.bits != 0 && fabs(hit.fraction - 0.5) < 1e-6 && hit.normal.x < -0.999f);
    carom_pose away = {.position = {(double)i, 100, 0}};
    if (i % 2) carom_body_set_pose(world, body, &away);
    if (i % 3) support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

/* Rays one by one are what all of them are. */
typedef struct {
  carom_ray_hit hits[64];
  size_t count;
  float answer;
} ray_log;

static float log_ray_hit(void *user, const carom_world *world, const carom_ray_hit *hit) {
  ray_log *log = user;
  (void)world;
  ck_assert_uint_lt(log->count, 64);
  log->hits[log->count++] = *hit;
  return log->answer;
}

START_TEST(rays_one_by_one) {
  carom_world *world = support_world();
  const carom_ray ray = {{-1, 0, 0}, {100, 0, 0}};
  carom_ray_hit all[64];
  size_t count;
  for (int i = 0; i < 50; i++)
    support_collider(world, support_body(world, CAROM_STATIC, i / 3, 0, 0), carom_shape_box(1, 1, 1));
  for (int round = 0; round < 2; round++) {
    ray_log passed = {.answer = 1}, ended = {.answer = -1}, clipped = {.answer = 0.1f};
    ck_assert_int_eq(carom_world_cast_ray_all(world, &ray, NULL, all, 64, &count), CAROM_OK);
    ck_assert_int_eq(carom_world_cast_ray_each(world, &ray, NULL, log_ray_hit, &passed), CAROM_OK);
    ck_assert_int_eq(carom_world_cast_ray_each(world, &ray, NULL, log_ray_hit, &ended), CAROM_OK);
    ck_assert_int_eq(carom_world_cast_ray_each(world, &ray, NULL, log_ray_hit, &clipped), CAROM_OK);
    ck_assert(count == 50 && passed.count == 50 && ended.count == 1);
    ck_assert_uint_lt(clipped.count, 50);
    for (size_t i = 0; i < 50; i++) {
      ck_assert_uint_eq(passed.hits[i].collider.bits, all[i].collider.bits);
      ck_assert(passed.hits[i].fraction == all[i].fraction && passed.hits[i].inside == all[i].inside);
      ck_assert_int_eq(i < clipped.count, all[i].fraction <= 0.1f);
    }
    support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

/* Two of the same shape in one place, where the body of index `low` has the lower collider. */
static carom_collider twice(carom_world *world, carom_shape shape, int low) {
  const carom_body bodies[2] = {support_body(world, CAROM_STATIC, 0, 0, 0),
                                support_body(world, CAROM_STATIC, 0, 0, 0)};
  const carom_collider lower = support_collider(world, bodies[low], shape);
  support_collider(world, bodies[1 - low], shape);
  return lower;
}

/* They are met at once, and the lower index is told, whichever is looked at first. */
START_TEST(of_what_is_met_at_once_the_lowest_is_told) {
  const asset_set *assets = support_assets();
  carom_hull *hull = support_hull(NULL, 7, 0.7f);
  uint64_t random = 3;
  int met = 0;
  for (int i = 0; i < 2000; i++) {
    const uint32_t asset = test_below(&random, ASSET_SHAPES + 1);
    const carom_shape composite =
        asset == ASSET_SHAPES ? carom_shape_half_space(0) : assets_shape(assets, false, asset);
    const carom_shape own = i % 3 ? composite : support_random_shape(&random, hull);
    const carom_moving_shape moving = {.shape = support_random_shape(&random, hull),
                                       .pose = {{-4, 4, 0.1}, test_quat(&random)},
                                       .translation = {8, -8, 0}};
    carom_world *world = support_world();
    const carom_collider lower = twice(world, own, i % 2);
    carom_shape_hit hit, both[2];
    size_t count;
    ck_assert_int_eq(carom_world_cast_shape(world, &moving, NULL, &hit), CAROM_OK);
    ck_assert_int_eq(carom_world_cast_shape_all(world, &moving, NULL, both, 2, &count), CAROM_OK);
    ck_assert(count == 0 || (count == 2 && both[0].fraction == both[1].fraction));
    ck_assert_msg(count == 0 || (hit.collider.bits == lower.bits && hit.fraction == both[0].fraction),
                  "%s at %s", carom_shape_kind_name(moving.shape.kind), carom_shape_kind_name(own.kind));
    met += count > 0;
    carom_world_destroy(world);
  }
  ck_assert_int_gt(met, 1000);
  carom_hull_release(hull);
}
END_TEST

START_TEST(casts_in_an_empty_world) {
  carom_world *world = support_world();
  const carom_moving_shape ball = {.shape = carom_shape_sphere(1), .translation = {1, 0, 0}};
  carom_shape_hit hit;
  size_t count = 9;
  bool any = true;
  memset(&hit, 0x5A, sizeof hit);
  ck_assert_int_eq(carom_world_cast_shape(world, &ball, NULL, &hit), CAROM_OK);
  ck_assert(hit.body.bits == 0 && hit.collider.bits == 0 && hit.fraction == 0 && !hit.inside);
  ck_assert_int_eq(carom_world_cast_shape_any(world, &ball, NULL, &any), CAROM_OK);
  ck_assert_int_eq(carom_world_cast_shape_all(world, &ball, NULL, NULL, 0, &count), CAROM_OK);
  ck_assert(!any && count == 0);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query casts");
  TCase *tests = tcase_create("casts");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, casts_are_exact, 1, 5);
  tcase_add_loop_test(tests, casts_meet_parts_of_bodies, 5, 9);
  tcase_add_loop_test(tests, casts_are_exact_far_away, 9, 13);
  tcase_add_test(tests, long_casts_meet_thin_walls);
  tcase_add_test(tests, rays_one_by_one);
  tcase_add_test(tests, of_what_is_met_at_once_the_lowest_is_told);
  tcase_add_test(tests, casts_in_an_empty_world);
  suite_add_tcase(suite, tests);
  return suite;
}
