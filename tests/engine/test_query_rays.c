/* test_query_rays.c: rays through worlds against every collider by itself, carom_cast_ray_all. */
#include <stdlib.h>

#include "query_scene.h"

/* Hits of a ray on one collider that is not convex. */
enum { MOST = 64 };

/* What the stateless functions say of one ray. */
typedef struct {
  carom_ray ray;
  carom_query_filter filter;
  carom_ray_hit hits[SCENE_COLLIDERS]; /* by fraction, then index, then ordinal, then triangle */
  size_t count;
} reference;

static int compare_hits(const void *a, const void *b) {
  const carom_ray_hit *x = a, *y = b;
  if (x->fraction != y->fraction) return x->fraction < y->fraction ? -1 : 1;
  uint32_t i = (uint32_t)x->collider.bits, k = (uint32_t)y->collider.bits;
  if (i != k) return i < k ? -1 : 1;
  if (x->inside != y->inside) return x->inside ? -1 : 1;
  if (x->ordinal != y->ordinal) return x->ordinal < y->ordinal ? -1 : 1;
  return x->mesh.triangle < y->mesh.triangle ? -1 : x->mesh.triangle > y->mesh.triangle;
}

static void reference_make(reference *r, const query_scene *s) {
  r->count = 0;
  for (size_t i = 0; i < s->count; i++) {
    const placed *p = &s->list[i];
    carom_ray_result results[MOST];
    size_t count;
    if (carom_cast_ray_all(&p->shape, &p->pose, &r->ray, results, MOST, &count))
      ck_abort_msg("a ray is refused");
    ck_assert(count <= MOST && r->count + count < SCENE_COLLIDERS);
    for (size_t k = 0; k < count && scene_wants(p, &r->filter); k++)
      r->hits[r->count++] = (carom_ray_hit){.body = p->body,
                                            .collider = p->collider,
                                            .child = results[k].child,
                                            .ordinal = results[k].ordinal,
                                            .inside = results[k].inside,
                                            .fraction = results[k].fraction,
                                            .normal = results[k].normal,
                                            .point = results[k].point,
                                            .mesh = results[k].mesh};
  }
  qsort(r->hits, r->count, sizeof *r->hits, compare_hits);
}

/* Along an axis or a diagonal, by half units: through faces, edges and corners, or none at all. */
static carom_vec3 grid_direction(query_scene *s) {
  float length = (float)s->unit * (float)test_below(&s->random, 12);
  float x = (float)test_below(&s->random, 3) - 1, y = (float)test_below(&s->random, 3) - 1;
  return (carom_vec3){x * length, y * length, ((float)test_below(&s->random, 3) - 1) * length};
}

static carom_ray random_ray(query_scene *s) {
  carom_ray ray = {.origin = scene_place(s)};
  float u = (float)s->unit;
  if (test_below(&s->random, 2)) {
    ray.translation = grid_direction(s);
    return ray;
  }
  carom_vec3 p = test_vec3(&s->random, -8 * u, 8 * u);
  ray.origin = (carom_pos){s->origin.x + (double)p.x, s->origin.y + (double)p.y, s->origin.z + (double)p.z};
  ray.translation = test_vec3(&s->random, -16 * u, 16 * u);
  return ray;
}

static bool same_hit(const carom_ray_hit *a, const carom_ray_hit *b) {
  return a->collider.bits == b->collider.bits && a->body.bits == b->body.bits && a->fraction == b->fraction &&
         a->inside == b->inside && a->child == b->child && a->ordinal == b->ordinal &&
         memcmp(&a->mesh, &b->mesh, sizeof a->mesh) == 0 && a->normal.x == b->normal.x &&
         a->normal.y == b->normal.y && a->normal.z == b->normal.z && a->point.x == b->point.x &&
         a->point.y == b->point.y && a->point.z == b->point.z;
}

static bool nearly(float a, float b, float tolerance) { return fabsf(a - b) <= tolerance; }

/* The same hit, but for the rounding of the collider's pose; a flat hit may tell another normal at an
 * edge. */
static bool near_hit(const carom_ray_hit *a, const carom_ray_hit *b) {
  return a->collider.bits == b->collider.bits && a->inside == b->inside && a->child == b->child &&
         a->ordinal == b->ordinal && nearly(a->fraction, b->fraction, 1e-3f);
}

/* Does the ray graze the collider, or end at it? */
static bool grazes(const query_scene *s, const carom_ray *ray, carom_collider collider) {
  placed beam = {.shape = carom_shape_capsule((carom_vec3){0, 0, 0}, ray->translation, CAROM_SIZE_MIN),
                 .pose.position = ray->origin};
  placed p = placed_of(s->world, collider);
  return placed_is_close_call(&p, &beam);
}

static size_t wrong_hits(const query_scene *s, const reference *r, const carom_ray_hit *hits, size_t count) {
  size_t wrong = 0, matched = 0;
  if (s->exact) {
    for (size_t i = 0; i < count && i < r->count; i++) wrong += !same_hit(&hits[i], &r->hits[i]);
    return wrong + (count != r->count);
  }
  for (size_t i = 1; i < count; i++) wrong += compare_hits(&hits[i - 1], &hits[i]) >= 0;
  for (size_t i = 0; i < count; i++) {
    size_t k = 0;
    while (k < r->count && !near_hit(&hits[i], &r->hits[k])) k++;
    matched += k < r->count;
    wrong += k == r->count && !grazes(s, &r->ray, hits[i].collider);
  }
  for (size_t k = 0; k < r->count && matched < r->count; k++) {
    size_t i = 0;
    while (i < count && !near_hit(&hits[i], &r->hits[k])) i++;
    wrong += i == count && !grazes(s, &r->ray, r->hits[k].collider);
  }
  return wrong;
}

/* The first ones of many are the same as with more room, and nothing is written beyond. */
static size_t wrong_with_little_room(const query_scene *s, const reference *r, const carom_ray_hit *all,
                                     size_t count) {
  carom_ray_hit some[4];
  size_t told, wrong = 0;
  memset(some, 0, sizeof some);
  some[3].child = 77;
  wrong +=
      carom_world_cast_ray_all(s->world, &r->ray, &r->filter, some, 3, &told) != CAROM_OK || told != count;
  for (size_t i = 0; i < 3 && i < count; i++) wrong += !same_hit(&some[i], &all[i]);
  wrong += some[3].child != 77;
  wrong +=
      carom_world_cast_ray_all(s->world, &r->ray, &r->filter, NULL, 0, &told) != CAROM_OK || told != count;
  return wrong;
}

static size_t cast(query_scene *s, reference *r, size_t *hits) {
  carom_ray_hit all[SCENE_COLLIDERS], first;
  size_t count, wrong = 0;
  bool any;
  reference_make(r, s);
  wrong += carom_world_cast_ray_all(s->world, &r->ray, &r->filter, all, SCENE_COLLIDERS, &count) != CAROM_OK;
  wrong += carom_world_cast_ray(s->world, &r->ray, &r->filter, &first) != CAROM_OK;
  wrong += carom_world_cast_ray_any(s->world, &r->ray, &r->filter, &any) != CAROM_OK;
  wrong += any != (count > 0) || (first.body.bits != 0) != (count > 0);
  wrong += count > 0 && !same_hit(&first, &all[0]);
  wrong += wrong_hits(s, r, all, count) + wrong_with_little_room(s, r, all, count);
  *hits += count;
  return wrong;
}

static void cast_many(query_scene *s, int rays, size_t *hits) {
  static reference r;
  size_t told_wrong = 0;
  for (int i = 0; i < rays; i++) {
    r.ray = random_ray(s);
    r.filter = scene_filter(s, &told_wrong);
    size_t wrong = cast(s, &r, hits);
    ck_assert_msg(wrong == 0 && told_wrong == 0, "ray %d from %g %g %g by %g %g %g", i, r.ray.origin.x,
                  r.ray.origin.y, r.ray.origin.z, (double)r.ray.translation.x, (double)r.ray.translation.y,
                  (double)r.ray.translation.z);
  }
}

/* Before any step, after one, and after changes that no step has seen. */
static void cast_in_all_states(query_scene *s) {
  int rays = 20 + test_scaled(100);
  size_t hits = 0;
  cast_many(s, rays, &hits);
  support_step(s->world);
  cast_many(s, rays, &hits);
  for (int i = 0; i < 4; i++) {
    scene_stir(s);
    cast_many(s, rays, &hits);
    support_step(s->world);
    cast_many(s, rays, &hits);
  }
  ck_assert_uint_gt(2 * hits, (size_t)rays);
}

START_TEST(rays_are_exact) {
  static query_scene s;
  scene_make_rough(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  cast_in_all_states(&s);
  scene_free(&s);
}
END_TEST

START_TEST(rays_meet_parts_of_bodies) {
  static query_scene s;
  scene_make_rough(&s, (uint64_t)_i, false, 1, (carom_pos){0, 0, 0});
  cast_in_all_states(&s);
  scene_free(&s);
}
END_TEST

/* Small things far away, where floats are a sixteenth apart. */
START_TEST(rays_are_exact_far_away) {
  static query_scene s;
  scene_make_rough(&s, (uint64_t)_i, true, 0x1p-6, (carom_pos){1e6, -1e6, 5e5});
  cast_in_all_states(&s);
  scene_free(&s);
}
END_TEST

enum { CROWD = 12, CROWD_RAYS = 20 };

/* Puts a crowd of colliders on one body, far from its origin, and rays that are as long as they are far,
 * through and past each of them. */
static void crowd_make(uint64_t *random, carom_world *world, float far, carom_ray rays[CROWD_RAYS]) {
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.rotation = test_quat(random)});
  for (int i = 0; i < CROWD; i++) {
    carom_vec3 at = test_vec3(random, -3, 3);
    carom_collider_def def = {.shape = i % 2 ? carom_shape_box(1, 1, 1) : carom_shape_sphere(1),
                              .pose = {{at.x + far, at.y, at.z}, test_quat(random)}};
    placed p = placed_of(world, carom_collider_create(world, body, &def));
    for (int k = i; k < CROWD_RAYS; k += CROWD) {
      carom_vec3 way = test_vec3(random, -far, far), off = test_vec3(random, -1, 1);
      carom_pos o = p.pose.position;
      rays[k].origin = (carom_pos){o.x + (double)off.x - (double)way.x, o.y + (double)off.y - (double)way.y,
                                   o.z + (double)off.z - (double)way.z};
      rays[k].translation = (carom_vec3){2 * way.x, 2 * way.y, 2 * way.z};
    }
  }
}

/* Until the first step a body has no tree: what rounding makes of a ray must not depend on it. */
START_TEST(far_rays_meet_the_same_with_and_without_a_tree) {
  uint64_t random = (uint64_t)_i;
  for (int round = 0; round < test_scaled(40); round++) {
    carom_world *world = support_world();
    carom_ray rays[CROWD_RAYS];
    carom_ray_hit before[CROWD_RAYS], after;
    crowd_make(&random, world, test_log_uniform(&random, 10, 9e5f), rays);
    for (int k = 0; k < CROWD_RAYS; k++) carom_world_cast_ray(world, &rays[k], NULL, &before[k]);
    support_step(world);
    for (int k = 0; k < CROWD_RAYS; k++) {
      ck_assert_int_eq(carom_world_cast_ray(world, &rays[k], NULL, &after), CAROM_OK);
      ck_assert(same_hit(&before[k], &after));
    }
    carom_world_destroy(world);
  }
}
END_TEST

START_TEST(rays_in_an_empty_world) {
  carom_world *world = support_world();
  carom_ray ray = {{0, 0, 0}, {1, 0, 0}};
  carom_ray_hit hit;
  size_t count = 9;
  bool any = true;
  memset(&hit, 0x5A, sizeof hit);
  ck_assert_int_eq(carom_world_cast_ray(world, &ray, NULL, &hit), CAROM_OK);
  ck_assert(hit.body.bits == 0 && hit.collider.bits == 0 && hit.fraction == 0 && !hit.inside);
  ck_assert_int_eq(carom_world_cast_ray_any(world, &ray, NULL, &any), CAROM_OK);
  ck_assert_int_eq(carom_world_cast_ray_all(world, &ray, NULL, NULL, 0, &count), CAROM_OK);
  ck_assert(!any && count == 0);
  carom_world_destroy(world);
}
END_TEST

/* Of several at the same fraction the lowest collider index is first, whatever the order of the bodies. */
START_TEST(ties_go_to_the_lowest_index) {
  carom_world *world = support_world();
  carom_body bodies[3] = {carom_body_create(world, NULL), carom_body_create(world, NULL),
                          carom_body_create(world, NULL)};
  carom_collider first = support_collider(world, bodies[2], carom_shape_box(1, 1, 1));
  for (int i = 0; i < 12; i++) support_collider(world, bodies[i % 3], carom_shape_box(1, 1, 1));
  const carom_ray rays[] = {{{-5, 0, 0}, {10, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}, {{-5, 1, 0}, {10, 0, 0}}};
  for (int i = 0; i < 6; i++) {
    carom_ray_hit hits[13];
    size_t count, wrong = 0;
    ck_assert_int_eq(carom_world_cast_ray_all(world, &rays[i / 2], NULL, hits, 13, &count), CAROM_OK);
    ck_assert_uint_eq(count, 13);
    for (size_t k = 1; k < 13; k++)
      wrong += (uint32_t)hits[k - 1].collider.bits >= (uint32_t)hits[k].collider.bits;
    ck_assert(wrong == 0 && hits[0].collider.bits == first.bits && hits[0].inside == (i / 2 == 1));
    carom_world_cast_ray(world, &rays[i / 2], NULL, hits);
    ck_assert_uint_eq(hits[0].collider.bits, first.bits);
    support_step(world);
  }
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query rays");
  TCase *tests = tcase_create("rays");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, rays_are_exact, 1, 5);
  tcase_add_loop_test(tests, rays_meet_parts_of_bodies, 5, 9);
  tcase_add_loop_test(tests, rays_are_exact_far_away, 9, 13);
  tcase_add_loop_test(tests, far_rays_meet_the_same_with_and_without_a_tree, 13, 17);
  tcase_add_test(tests, rays_in_an_empty_world);
  tcase_add_test(tests, ties_go_to_the_lowest_index);
  suite_add_tcase(suite, tests);
  return suite;
}
