/* test_box_pyramid.c: the union of boxes that are set one by one is that of all of them. */
#include "box_tree.h"
#include "pose.h"
#include "test_memory.h"

enum { MOST = 5000 };

static bool are_same(const carom_aabb *a, const carom_aabb *b) { return memcmp(a, b, sizeof *a) == 0; }

static carom_aabb union_of(const carom_aabb *boxes, size_t count) {
  carom_aabb all = box_tree_nowhere();
  for (size_t i = 0; i < count; i++) all = aabb_union(all, boxes[i]);
  return all;
}

/* One of eight is nowhere. */
static carom_aabb any_box(uint64_t *random) {
  carom_vec3 at = test_vec3(random, 1, 9), size = test_vec3(random, 0, 2);
  carom_aabb box = {at, {at.x + size.x, at.y + size.y, at.z + size.z}};
  return test_below(random, 8) ? box : box_tree_nowhere();
}

START_TEST(the_top_is_the_union_of_all) {
  static carom_aabb boxes[MOST];
  uint64_t random = (uint64_t)_i;
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom__box_pyramid pyramid = {0};
  size_t places = 0;
  while (places < MOST - 300) {
    size_t more = places + 1 + test_below(&random, places < 100 ? 10 : 300);
    memory.one_in = 2;
    while (carom__box_pyramid_reserve(&pyramid, &allocator, more)) continue;
    ck_assert_uint_ge(pyramid.places, more);
    for (; places < more; places++) boxes[places] = box_tree_nowhere();
    for (int i = 0; i < 50; i++) {
      size_t place = test_below(&random, (uint32_t)places);
      boxes[place] = any_box(&random);
      carom__box_pyramid_set(&pyramid, place, &boxes[place]);
      carom_aabb all = union_of(boxes, places), top = carom__box_pyramid_all(&pyramid);
      ck_assert(are_same(&all, &top));
    }
    carom_aabb all = union_of(boxes, places);
    carom__box_pyramid_remake(&pyramid);
    carom_aabb top = carom__box_pyramid_all(&pyramid);
    ck_assert(are_same(&all, &top));
  }
  carom__box_pyramid_free(&pyramid, &allocator);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box pyramid");
  TCase *tests = tcase_create("box pyramid");
  tcase_add_loop_test(tests, the_top_is_the_union_of_all, 0, 20);
  suite_add_tcase(suite, tests);
  return suite;
}
