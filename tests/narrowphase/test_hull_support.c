/* test_hull_support.c: the farthest vertex of a hull against a plain scan, on whatever lanes there are and on
 * plain ones. */
#include "hull.h"
#include "hull_clouds.h"

/* The same search compiled on plain lanes. */
#define carom__hull_support_along plain_along
#ifndef CAROM_LANES_PLAIN
#define CAROM_LANES_PLAIN
#endif
uint32_t plain_along(const carom__hull_support *support, float x, float y, float z);
#include "hull_support_few.c"
#undef carom__hull_support_along

enum { POINTS = 3000, DIRECTIONS = 60 };

static carom_vec3 cloud[POINTS];

static uint32_t scan(const carom_hull *hull, carom_vec3 direction) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < hull->vertex_count; i++)
    if (vec3_dot(hull->vertices[i], direction) > vec3_dot(hull->vertices[best], direction)) best = i;
  return best;
}

/* Any; along axes and diagonals, where ties are; and all but square to a face. */
static carom_vec3 some_direction(const carom_hull *hull, uint64_t *random) {
  carom_vec3 d = test_vec3(random, -1, 1);
  uint32_t way = test_below(random, 4);
  if (way == 0) d = vec3(rintf(d.x * 1.5f), rintf(d.y * 1.5f), rintf(d.z * 1.5f));
  if (way == 1) d = vec3_mad(hull->planes[test_below(random, hull->face_count)].normal, d, 1e-7f);
  if (way == 2) d = vec3_scale(d, test_log_uniform(random, 1e-15f, 1e15f));
  return d;
}

static int count_wrong(const carom_hull *hull, uint64_t *random) {
  int wrong = 0;
  for (int i = 0; i < DIRECTIONS; i++) {
    carom_vec3 d = some_direction(hull, random);
    uint32_t right = scan(hull, d);
    wrong += carom__hull_support_find(&hull->support, d) != right;
    wrong += plain_along(&hull->support, d.x, d.y, d.z) != right;
  }
  return wrong;
}

/* All kinds of clouds, of a few points to many, as large as there may be and as small. */
START_TEST(agrees_with_a_scan) {
  int grouped = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    uint64_t random = seed;
    carom_hull *hull = NULL;
    float size = seed % 3 == 0 ? 1 : test_log_uniform(&random, 1e-4f, 1e5f);
    size_t count = (size_t)test_log_uniform(&random, 4, POINTS);
    cloud_fill(_i, &random, cloud, count, size);
    if (carom_hull_from_points(NULL, &cloud->x, count, 0, &hull) != CAROM_OK) continue;
    int wrong = count_wrong(hull, &random);
    grouped += hull->support.group_count > 0;
    carom_hull_release(hull);
    ck_assert_msg(wrong == 0, "cloud %d, case %u: %d wrong", _i, (unsigned)seed, wrong);
  }
  ck_assert(_i != CLOUD_SPHERE || grouped > 20);
}
END_TEST

/* Every number of vertices from the least to beyond where groups begin. */
START_TEST(agrees_at_every_count) {
  for (int count = 4; count < 3 * CAROM__SUPPORT_FLAT; count++) {
    uint64_t random = (uint64_t)count;
    carom_hull *hull = NULL;
    cloud_fill(CLOUD_SPHERE, &random, cloud, (size_t)count, 1);
    ck_assert(carom_hull_from_points(NULL, &cloud->x, (size_t)count, 0, &hull) == CAROM_OK);
    ck_assert_int_eq(count_wrong(hull, &random), 0);
    carom_hull_release(hull);
  }
}
END_TEST

START_TEST(groups_hold_every_vertex_once) {
  uint64_t random = 5;
  carom_hull *hull = NULL;
  static uint8_t seen[CAROM_HULL_VERTICES_MAX];
  cloud_fill(CLOUD_SPHERE, &random, cloud, POINTS, 1);
  ck_assert(carom_hull_from_points(NULL, &cloud->x, POINTS, 0, &hull) == CAROM_OK);
  const carom__hull_support *s = &hull->support;
  for (uint32_t i = 0; i < s->entry_count; i++) {
    carom_vec3 v = hull->vertices[s->vertices[i]];
    ck_assert(s->entries[i] == v.x && s->entries[s->entry_count + i] == v.y);
    ck_assert(s->entries[2 * s->entry_count + i] == v.z);
    seen[s->vertices[i]] = 1;
  }
  for (uint32_t i = 0; i < hull->vertex_count; i++) ck_assert_uint_eq(seen[i], 1);
  carom_hull_release(hull);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull support");
  TCase *tcase = tcase_create("hull support");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, agrees_with_a_scan, 0, CLOUD_KINDS);
  tcase_add_test(tcase, agrees_at_every_count);
  tcase_add_test(tcase, groups_hold_every_vertex_once);
  suite_add_tcase(suite, tcase);
  return suite;
}
