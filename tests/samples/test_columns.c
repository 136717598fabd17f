/* test_columns.c: the columns of the demo's brute force against loops over all triangles. */
#include "columns.h"

#include <math.h>

#include "testing.h"

/* --- Walks --- */

enum { TRIANGLES = 300 };

static carom_pos random_place(uint64_t *random, carom_pos middle, double far) {
  double x = (double)test_uniform(random, -1, 1), y = (double)test_uniform(random, -1, 1);
  double z = (double)test_uniform(random, -1, 1);
  return (carom_pos){middle.x + far * x, middle.y + far * y, middle.z + far * z};
}

static void make_triangles(uint64_t *random, gap_triangle *out) {
  for (int i = 0; i < TRIANGLES; i++) {
    const carom_pos at = random_place(random, (carom_pos){50, -20, 7}, 10);
    double size = (double)test_log_uniform(random, 0.05f, 5);
    for (int k = 0; k < 3; k++) out[i].corners[k] = random_place(random, at, size);
  }
}

static bool apart(double low, double high, double a, double b, double c) {
  return fmax(a, fmax(b, c)) < low || fmin(a, fmin(b, c)) > high;
}

static bool meets(const columns_box *box, const gap_triangle *t) {
  const carom_pos *c = t->corners;
  return !apart(box->min.x, box->max.x, c[0].x, c[1].x, c[2].x) &&
         !apart(box->min.y, box->max.y, c[0].y, c[1].y, c[2].y) &&
         !apart(box->min.z, box->max.z, c[0].z, c[1].z, c[2].z);
}

typedef struct visits {
  bool seen[TRIANGLES];
  size_t left; /* until the visitor ends the walk */
} visits;

static bool note(void *user, size_t number) {
  visits *v = user;
  v->seen[number] = true;
  return --v->left > 0;
}

START_TEST(a_walk_visits_what_meets_the_box) {
  uint64_t random = 3;
  static gap_triangle triangles[TRIANGLES];
  make_triangles(&random, triangles);
  column_list *c = columns_new(triangles, TRIANGLES);
  for (int i = 0; i < test_scaled(2000); i++) {
    const carom_pos corner = random_place(&random, (carom_pos){50, -20, 7}, 14);
    const columns_box box =
        columns_box_of(&corner, 1, i % 10 ? (double)test_log_uniform(&random, 0.01f, 6) : 0);
    visits v = {.left = SIZE_MAX}, one = {.left = 1};
    size_t count = 0;
    ck_assert(columns_walk(c, &box, note, &v));
    for (int k = 0; k < TRIANGLES; k++) {
      ck_assert_int_eq(v.seen[k], meets(&box, &triangles[k]));
      count += v.seen[k];
    }
    ck_assert_int_eq(columns_walk(c, &box, note, &one), count == 0);
  }
  columns_free(c);
}
END_TEST

START_TEST(bounds_are_those_of_all) {
  uint64_t random = 4;
  static gap_triangle triangles[TRIANGLES];
  make_triangles(&random, triangles);
  column_list *c = columns_new(triangles, TRIANGLES);
  const columns_box *got = columns_bounds(c), all = columns_box_of(triangles->corners, 3 * TRIANGLES, 0);
  ck_assert(got->min.x == all.min.x && got->min.y == all.min.y && got->min.z == all.min.z);
  ck_assert(got->max.x == all.max.x && got->max.y == all.max.y && got->max.z == all.max.z);
  columns_free(c);
}
END_TEST

/* --- Winding --- */

/* An octahedron with its middle at (2, 3, 5). Its half diagonals are 2, 1 and 3. */
static void make_octahedron(gap_triangle *out, bool inside_out) {
  for (int i = 0; i < 8; i++) {
    const double x = i & 1 ? 2 : -2, y = i & 2 ? 1 : -1, z = i & 4 ? 3 : -3;
    bool swapped = ((i & 1) + (i >> 1 & 1) + (i >> 2 & 1)) % 2 == (inside_out ? 1 : 0);
    out[i].corners[0] = (carom_pos){2 + x, 3, 5};
    out[i].corners[swapped ? 2 : 1] = (carom_pos){2, 3 + y, 5};
    out[i].corners[swapped ? 1 : 2] = (carom_pos){2, 3, 5 + z};
  }
}

/* Half of the places are straight below an edge or a corner. */
START_TEST(an_octahedron_winds_around_what_is_in_it) {
  uint64_t random = 5;
  for (int turned = 0; turned < 2; turned++) {
    gap_triangle triangles[8];
    make_octahedron(triangles, turned);
    column_list *c = columns_new(triangles, 8);
    int inside = 0;
    for (int i = 0; i < 2000; i++) {
      carom_pos p = random_place(&random, (carom_pos){2, 3, 5}, 2.2);
      if (i % 4 == 1) p.x = 2;
      if (i % 4 == 2) p.y = 3;
      if (i % 8 == 3) p.x = 2, p.y = 3;
      double distance = fabs(p.x - 2) / 2 + fabs(p.y - 3) + fabs(p.z - 5) / 3;
      int expected = distance < 1 ? turned ? -1 : 1 : 0;
      ck_assert_int_eq(columns_winding(c, p), expected);
      inside += expected != 0;
    }
    ck_assert_int_gt(inside, 100);
    columns_free(c);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("columns");
  TCase *tests = tcase_create("columns");
  tcase_add_test(tests, a_walk_visits_what_meets_the_box);
  tcase_add_test(tests, bounds_are_those_of_all);
  tcase_add_test(tests, an_octahedron_winds_around_what_is_in_it);
  suite_add_tcase(suite, tests);
  return suite;
}
