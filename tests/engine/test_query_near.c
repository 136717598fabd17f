/* test_query_near.c: what is near a point, a body or within planes, against every collider by itself. */
#include <float.h>

#include "query_scene.h"

/* --- Points --- */

/* Every collider within the radius, by distance, then index. */
typedef struct {
  carom_pos point;
  float radius;
  carom_query_filter filter;
  carom_near list[SCENE_COLLIDERS];
  size_t count;
} reference;

static int compare_near(const void *a, const void *b) {
  const carom_near *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  uint32_t i = (uint32_t)x->collider.bits, k = (uint32_t)y->collider.bits;
  return i < k ? -1 : i > k;
}

/* Of each body the first entry alone. */
static void keep_bodies(reference *r) {
  size_t kept = 0;
  for (size_t i = 0; i < r->count; i++) {
    size_t k = 0;
    while (k < kept && r->list[k].body.bits != r->list[i].body.bits) k++;
    if (k == kept) r->list[kept++] = r->list[i];
  }
  r->count = kept;
}

static void reference_make(reference *r, const query_scene *s) {
  r->count = 0;
  for (size_t i = 0; i < s->count; i++) {
    const placed *p = &s->list[i];
    carom_point_distance far;
    ck_assert_int_eq(carom_distance_to_point(&p->shape, &p->pose, &r->point, &far), CAROM_OK);
    if (far.distance > r->radius || !scene_wants(p, &r->filter)) continue;
    r->list[r->count++] = (carom_near){.body = p->body,
                                       .collider = p->collider,
                                       .child = far.child,
                                       .inside = far.inside,
                                       .distance = far.distance,
                                       .normal = far.normal,
                                       .point = far.point,
                                       .mesh = far.mesh};
  }
  qsort(r->list, r->count, sizeof *r->list, compare_near);
  keep_bodies(r);
}

static bool same_near(const carom_near *a, const carom_near *b) {
  return a->collider.bits == b->collider.bits && a->body.bits == b->body.bits && a->distance == b->distance &&
         a->inside == b->inside && a->child == b->child && a->normal.x == b->normal.x &&
         a->mesh.triangle == b->mesh.triangle && a->mesh.material == b->mesh.material &&
         a->normal.y == b->normal.y && a->normal.z == b->normal.z && a->point.x == b->point.x &&
         a->point.y == b->point.y && a->point.z == b->point.z;
}

static size_t wrong_near(const query_scene *s, const reference *r, size_t capacity) {
  static carom_near found[SCENE_BODIES + 1];
  size_t told, wrong = 0, expected = r->count < capacity ? r->count : capacity;
  found[capacity].child = 77;
  wrong += carom_world_closest_bodies(s->world, &r->point, r->radius, &r->filter, capacity ? found : NULL,
                                      capacity, &told) != CAROM_OK;
  wrong += told != expected || found[capacity].child != 77;
  for (size_t i = 0; i < told && i < expected; i++) wrong += !same_near(&found[i], &r->list[i]);
  return wrong;
}

static void ask_near(query_scene *s, int questions, size_t *found) {
  static reference r;
  size_t told_wrong = 0;
  for (int i = 0; i < questions; i++) {
    carom_near first;
    float radii[] = {0, (float)s->unit, 3 * (float)s->unit, FLT_MAX};
    r.point = scene_pose(s).position;
    if (test_below(&s->random, 2)) r.point.x += (double)test_uniform(&s->random, -5, 5) * s->unit;
    r.radius = radii[test_below(&s->random, 4)];
    r.filter = scene_filter(s, &told_wrong);
    reference_make(&r, s);
    size_t wrong = carom_world_closest(s->world, &r.point, r.radius, &r.filter, &first) != CAROM_OK;
    wrong += r.count > 0 ? !same_near(&first, &r.list[0]) : first.body.bits != 0 || first.distance != 0;
    for (size_t capacity = 0; capacity <= SCENE_BODIES; capacity += 1 + capacity)
      wrong += wrong_near(s, &r, capacity);
    ck_assert_msg(wrong == 0 && told_wrong == 0, "question %d at %g %g %g within %g", i, r.point.x, r.point.y,
                  r.point.z, (double)r.radius);
    *found += r.count;
  }
}

/* --- Bodies --- */

typedef struct {
  carom_collider a, b;
  carom_distance_result far;
} measured;

static measured measure(query_scene *s, carom_body a, carom_body b, const carom_query_filter *filter) {
  measured best = {.a = {0}};
  for (size_t i = 0; i < s->count; i++) {
    const placed *p = &s->list[i];
    if (p->body.bits != a.bits || !scene_wants(p, filter)) continue;
    for (size_t k = 0; k < s->count; k++) {
      const placed *q = &s->list[k];
      carom_distance_result far;
      if (q->body.bits != b.bits || !scene_wants(q, filter)) continue;
      ck_assert_int_eq(carom_signed_distance(&p->shape, &p->pose, &q->shape, &q->pose, &far), CAROM_OK);
      if (!best.a.bits || far.distance < best.far.distance) best = (measured){p->collider, q->collider, far};
    }
  }
  return best;
}

/* Of several pairs that are as near it matters which is told, but the test's list is not by index. */
static size_t wrong_distance(const measured *want, const carom_body_distance *got) {
  bool same_pair = want->a.bits == got->collider_a.bits && want->b.bits == got->collider_b.bits;
  if (!want->a.bits || !got->collider_a.bits) return !same_pair || got->distance != 0;
  if (want->far.distance != got->distance) return 1;
  return same_pair && (want->far.normal.x != got->normal.x || want->far.point_a.x != got->point_a.x ||
                       want->far.point_b.z != got->point_b.z);
}

static void ask_distances(query_scene *s, int questions, size_t *found) {
  size_t told_wrong = 0;
  for (int i = 0; i < questions; i++) {
    carom_body a = s->bodies[test_below(&s->random, SCENE_BODIES)];
    carom_body b = s->bodies[test_below(&s->random, SCENE_BODIES)];
    carom_query_filter filter = scene_filter(s, &told_wrong);
    carom_body_distance got;
    measured want = measure(s, a, b, &filter);
    ck_assert_int_eq(carom_world_body_distance(s->world, a, b, &filter, &got), CAROM_OK);
    ck_assert_msg(wrong_distance(&want, &got) == 0 && told_wrong == 0, "distance %d: %g, not %g", i,
                  (double)got.distance, (double)want.far.distance);
    *found += want.a.bits != 0;
  }
}

/* --- Planes --- */

/* A frustum that looks along z, from its apex at the origin. */
static size_t make_frustum(query_scene *s, carom_plane planes[6]) {
  float u = (float)s->unit, slope = test_uniform(&s->random, 0.2f, 1.5f), length = sqrtf(1 + slope * slope);
  const carom_vec3 sides[4] = {{1, 0, -slope}, {-1, 0, -slope}, {0, 1, -slope}, {0, -1, -slope}};
  for (int i = 0; i < 4; i++)
    planes[i] = (carom_plane){{sides[i].x / length, sides[i].y / length, sides[i].z / length}, 0.05f * u};
  planes[4] = (carom_plane){{0, 0, -1}, -0.1f * u};
  planes[5] = (carom_plane){{0, 0, 1}, test_uniform(&s->random, 2, 8) * u};
  return 6;
}

static void ask_planes(query_scene *s, int questions, size_t *found) {
  static carom_found got[SCENE_COLLIDERS], want[SCENE_COLLIDERS];
  size_t told_wrong = 0;
  for (int i = 0; i < questions; i++) {
    carom_plane planes[6];
    carom_hull *hull;
    carom_pose pose = scene_pose(s);
    carom_query_filter filter = scene_filter(s, &told_wrong);
    size_t plane_count = make_frustum(s, planes), got_count, want_count;
    ck_assert_int_eq(carom_hull_from_planes(NULL, planes, plane_count, &hull), CAROM_OK);
    carom_shape solid = carom_shape_hull(hull);
    ck_assert_int_eq(
        carom_world_overlap_shape(s->world, &solid, &pose, &filter, want, SCENE_COLLIDERS, &want_count),
        CAROM_OK);
    ck_assert_int_eq(carom_world_overlap_planes(s->world, planes, plane_count, &pose, &filter, got,
                                                SCENE_COLLIDERS, &got_count),
                     CAROM_OK);
    ck_assert_uint_eq(got_count, want_count);
    for (size_t k = 0; k < got_count; k++) ck_assert_uint_eq(got[k].collider.bits, want[k].collider.bits);
    *found += got_count;
    carom_hull_release(hull);
  }
}

static void ask_all(query_scene *s, size_t *found) {
  ask_near(s, test_scaled(40), found);
  ask_distances(s, test_scaled(60), found);
  ask_planes(s, test_scaled(10), found);
}

/* Before any step, after one, and after changes that no step has seen. */
static void ask_in_all_states(query_scene *s) {
  size_t found = 0;
  ask_all(s, &found);
  support_step(s->world);
  ask_all(s, &found);
  for (int i = 0; i < 4; i++) {
    scene_stir(s);
    ask_all(s, &found);
    support_step(s->world);
    ask_all(s, &found);
  }
  ck_assert_uint_gt(found, 0);
  scene_free(s);
}

START_TEST(answers_are_exact) {
  static query_scene s;
  scene_make_rough(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  ask_in_all_states(&s);
}
END_TEST

START_TEST(answers_about_parts_of_bodies) {
  static query_scene s;
  scene_make_unturned(&s, (uint64_t)_i, 1, (carom_pos){0, 0, 0});
  ask_in_all_states(&s);
}
END_TEST

START_TEST(answers_are_exact_far_away) {
  static query_scene s;
  scene_make_unturned(&s, (uint64_t)_i, 0x1p-6, (carom_pos){1e6, -1e6, 5e5});
  ask_in_all_states(&s);
}
END_TEST

/* Of colliders in one place the lowest index is told. */
START_TEST(ties_go_to_the_lowest_index) {
  carom_world *world = support_world();
  carom_body bodies[3];
  const carom_pos points[] = {{0, 0, 0}, {5, 0, 0}};
  for (int i = 0; i < 3; i++) bodies[i] = carom_body_create(world, NULL);
  carom_collider first = support_collider(world, bodies[2], carom_shape_box(1, 1, 1));
  for (int i = 0; i < 30; i++) support_collider(world, bodies[i % 3], carom_shape_box(1, 1, 1));
  for (int i = 0; i < 4; i++) {
    carom_near near[3];
    carom_body_distance apart;
    size_t count;
    ck_assert_int_eq(carom_world_closest_bodies(world, &points[i % 2], 10, NULL, near, 3, &count), CAROM_OK);
    ck_assert(count == 3 && near[0].collider.bits == first.bits && near[0].inside == (i % 2 == 0));
    ck_assert_uint_lt((uint32_t)near[1].collider.bits, (uint32_t)near[2].collider.bits);
    ck_assert_int_eq(carom_world_body_distance(world, bodies[0], bodies[2], NULL, &apart), CAROM_OK);
    ck_assert(apart.collider_b.bits == first.bits && apart.distance < 0);
    ck_assert_uint_eq(apart.collider_a.bits, support_collider_of(world, bodies[0]).bits);
    if (i == 1) support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query near");
  TCase *tests = tcase_create("near");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, answers_are_exact, 1, 5);
  tcase_add_loop_test(tests, answers_about_parts_of_bodies, 5, 9);
  tcase_add_loop_test(tests, answers_are_exact_far_away, 9, 13);
  tcase_add_test(tests, ties_go_to_the_lowest_index);
  suite_add_tcase(suite, tests);
  return suite;
}
