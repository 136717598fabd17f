/* test_query_found.c: the list that queries of overlaps fill, against one that is sorted whole. */
#include "queries.h"

#include "testing.h"

enum { MOST = 300 };

static carom_found found_of(uint32_t index) {
  return (carom_found){.body = {index + 1000}, .collider = {((uint64_t)(index % 7) << 32) | index}};
}

static int by_index(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Different indices in random order, or up or down. */
static void make_indices(uint64_t *random, uint32_t count, uint32_t *out) {
  uint32_t order = test_below(random, 3);
  for (uint32_t i = 0; i < count; i++) out[i] = 3 * (order == 1 ? count - i : i);
  for (uint32_t i = count; order == 0 && i > 1; i--) {
    uint32_t other = test_below(random, i), last = out[i - 1];
    out[i - 1] = out[other], out[other] = last;
  }
}

START_TEST(the_first_are_kept_in_order) {
  uint64_t random = 1;
  int wrong = 0;
  carom_world *world;
  ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
  for (int n = test_scaled(3000); n > 0; n--) {
    uint32_t indices[MOST], count = test_below(&random, MOST), room = test_below(&random, MOST);
    carom_found out[MOST];
    carom__found_list list = {world, room ? out : NULL, room, 0};
    make_indices(&random, count, indices);
    for (uint32_t i = 0; i < count; i++) {
      carom_found found = found_of(indices[i]);
      carom__found_add(&list, &found);
    }
    wrong += carom__found_sort(&list) != count;
    qsort(indices, count, sizeof *indices, by_index);
    for (uint32_t i = 0; i < count && i < room; i++) {
      carom_found expected = found_of(indices[i]);
      wrong += out[i].body.bits != expected.body.bits || out[i].collider.bits != expected.collider.bits;
    }
  }
  carom_world_destroy(world);
  ck_assert_int_eq(wrong, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query found");
  TCase *tests = tcase_create("found");
  tcase_add_test(tests, the_first_are_kept_in_order);
  suite_add_tcase(suite, tests);
  return suite;
}
