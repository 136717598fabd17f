/* test_kind_table.c: each kind of the list has a class with all the columns that its family needs. */
#include "shape_class.h"

#include "testing.h"

/* Columns that a class must have, and what it may leave out. */
typedef struct column {
  const char *name;
  bool is_set;
} column;

static void expect_columns(const char *kind, const column *columns, size_t count) {
  for (size_t i = 0; i < count; i++)
    ck_assert_msg(columns[i].is_set, "carom__%s_class has no `%s`, which every class of its family needs",
                  kind, columns[i].name);
}

START_TEST(classes_have_what_they_need) {
  const carom__kind_entry *entry = &carom__shape_classes[_i];
  const carom__shape_class *c = entry->class;
  bool planar = entry->family == CAROM_FAMILY_PLANAR, composite = c && c->walk;
  ck_assert_msg(c, "kind %d has no class", _i);
  const column columns[] = {
      {"size_count", c->size_count > 0 || c->asset_class},
      {"check", c->check},
      {"obb", c->obb},
      {"support", composite || c->support},
      {"cast_ray", c->cast_ray},
      {"walk_ray", !composite || c->walk_ray},
      {"nearest", !composite || c->walk_children || c->nearest},
      {"outline", c->outline},
      {"face", planar || composite || c->face},
      {"flat", !planar || composite || c->flat},
      {"vertex", !planar || composite || c->vertex || c->moments}, /* or an arc */
      {"vertex", !c->vertex_count || c->vertex},
      {"vertex_count", !c->vertex || c->vertex_count},
  };
  expect_columns(entry->name, columns, sizeof columns / sizeof *columns);
}
END_TEST

/* All of its sizes lie in a shape, behind the kind. */
START_TEST(sizes_lie_in_the_shape) {
  const carom__kind_entry *entry = &carom__shape_classes[_i];
  const carom__shape_class *c = entry->class;
  size_t least = offsetof(carom_shape, geometry);
  ck_assert_msg(c->sizes_at >= least && c->sizes_at + c->size_count * sizeof(float) <= sizeof(carom_shape),
                "`sizes_at` and `size_count` of carom__%s_class lead out of a shape", entry->name);
  ck_assert_msg(!c->radius_at || c->radius_at + sizeof(float) == c->sizes_at + c->size_count * sizeof(float),
                "`radius_at` of carom__%s_class is not the last of its sizes", entry->name);
  ck_assert_msg(!c->asset_class || c->asset_at >= least, "`asset_at` of carom__%s_class is not in a shape",
                entry->name);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("kind table");
  TCase *tests = tcase_create("classes");
  tcase_add_loop_test(tests, classes_have_what_they_need, CAROM_NO_SHAPE + 1, CAROM_SHAPE_KIND_COUNT);
  tcase_add_loop_test(tests, sizes_lie_in_the_shape, CAROM_NO_SHAPE + 1, CAROM_SHAPE_KIND_COUNT);
  suite_add_tcase(suite, tests);
  return suite;
}
