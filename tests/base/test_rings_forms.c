/* test_rings_forms.c: large polygons of hard forms are found good, or their fault is, and pieces cover them;
 * of as many points as take minutes wherever time grows with the square of their number. */
#include "grid_rings.h"
#include "ring_forms.h"

enum { MANY = 100000, SOME = 300 };

static grid_point grid_at(carom_vec2 p) { return (grid_point){(int64_t)(2 * p.x), (int64_t)(2 * p.y)}; }

/* Eight times the area of a ring. */
static int64_t ring_area(const carom_ring *ring) {
  int64_t area = 0;
  for (size_t i = 1; i + 1 < ring->count; i++)
    area += grid_cross(grid_at(ring->points[0]), grid_at(ring->points[i]), grid_at(ring->points[i + 1]));
  return area < 0 ? -area : area;
}

static int64_t form_area(const ring_form *form) {
  int64_t area = ring_area(&form->rings[0]);
  for (size_t i = 1; i < form->count; i++) area -= ring_area(&form->rings[i]);
  return area;
}

/* The same of a piece; none when a corner of it is not convex. */
static int64_t piece_area(const carom_vec2 *points, const uint32_t *corners, size_t count) {
  int64_t area = 0;
  for (size_t i = 0; i < count; i++) {
    grid_point a = grid_at(points[corners[i]]), b = grid_at(points[corners[(i + 1) % count]]);
    if (grid_cross(a, b, grid_at(points[corners[(i + 2) % count]])) < 0) return 0;
    area += grid_cross(grid_at(points[corners[0]]), a, b);
  }
  return area;
}

static void check_pieces(const ring_form *form, uint32_t most) {
  carom_pieces *pieces = NULL;
  carom_pieces_view view;
  int64_t area = form_area(form);
  ck_assert_int_eq(carom_rings_cut(NULL, form->rings, form->count, most, &pieces, NULL), CAROM_OK);
  ck_assert_int_eq(carom_pieces_describe(pieces, &view), CAROM_OK);
  size_t wrong = 0;
  for (size_t i = 0; i < view.count; i++) {
    size_t count = view.starts[i + 1] - view.starts[i];
    int64_t piece = piece_area(view.points, view.corners + view.starts[i], count);
    wrong += piece <= 0 || (most && count > most);
    area -= piece;
  }
  ck_assert_uint_eq(wrong, 0);
  ck_assert_int_eq(area, 0);
  carom_pieces_destroy(pieces);
}

static void check_form(ring_form_kind kind, size_t count, uint32_t most) {
  ring_form form;
  ck_assert(ring_form_make(&form, kind, count));
  check_pieces(&form, most);
  ring_form_free(&form);
}

START_TEST(pieces_cover_large_forms) {
  check_form((ring_form_kind)_i, (size_t)test_scaled(MANY), 0);
  for (uint32_t most = 3; most < 10; most++) check_form((ring_form_kind)_i, SOME * most, most);
}
END_TEST

/* --- Faults --- */

typedef struct segment {
  grid_point from, to;
  size_t ring, next; /* next: where its ring goes on, among all */
} segment;

static size_t list_sides(const ring_form *form, segment *out) {
  size_t count = 0;
  for (size_t ring = 0; ring < form->count; ring++) {
    const carom_ring *r = &form->rings[ring];
    size_t start = count;
    for (size_t i = 0; i < r->count; i++, count++) {
      size_t next = i + 1 < r->count ? i + 1 : 0;
      out[count] = (segment){grid_at(r->points[i]), grid_at(r->points[next]), ring, start + next};
    }
  }
  return count;
}

/* Do two sides meet where they may not? Those that share a point may turn back. */
static bool sides_fail(const segment *sides, size_t i, size_t j) {
  const segment *a = &sides[i], *b = &sides[j];
  if (a->next == j) return grid_turn(a->from, a->to, b->to) == 0 && !grid_on(a->from, b->to, a->to);
  return b->next != i && grid_meet(a->from, a->to, b->from, b->to);
}

static bool side_fails(const segment *sides, size_t count, size_t i) {
  for (size_t j = 0; j < count; j++)
    if (j != i && (sides_fail(sides, i, j) || sides_fail(sides, j, i))) return true;
  return grid_same(sides[i].from, sides[i].to);
}

/* Every side with every other one. */
static bool is_good(const segment *sides, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (side_fails(sides, count, i)) return false;
  return true;
}

/* Is what the check says of a form's sides true? Holes stay where they were. */
static bool tells_truth(const ring_form *form) {
  static segment sides[SOME];
  carom_rings_fault fault = {0, 0};
  size_t count = list_sides(form, sides), at = 0;
  carom_status status = carom_rings_check(NULL, form->rings, form->count, &fault);
  if (status == CAROM_OK || status == CAROM_HOLE_OUTSIDE) return is_good(sides, count);
  while (sides[at].ring < fault.ring) at++;
  return side_fails(sides, count, at + fault.point);
}

/* A point goes somewhere near, or to another point, or beside it. */
static void disturb(ring_form *form, size_t at, size_t count, uint64_t *random) {
  carom_vec2 *p = &form->points[at], other = form->points[test_below(random, (uint32_t)count)];
  float reach = test_below(random, 2) ? 1 : 3e4f;
  if (test_below(random, 4) == 0) *p = other;
  *p = form_point((double)(p->x + test_uniform(random, -reach, reach)),
                  (double)(p->y + test_uniform(random, -reach, reach)));
}

START_TEST(faults_of_disturbed_forms_are_found) {
  uint64_t random = 7 + (uint64_t)_i;
  ring_form form;
  int wrong = 0, found = 0;
  ck_assert(ring_form_make(&form, (ring_form_kind)_i, SOME - 2));
  size_t count = 0;
  for (size_t i = 0; i < form.count; i++) count += form.rings[i].count;
  for (int round = 0; round < 60; round++) {
    size_t at = test_below(&random, (uint32_t)count);
    carom_vec2 was = form.points[at];
    disturb(&form, at, count, &random);
    wrong += !tells_truth(&form);
    found += carom_rings_check(NULL, form.rings, form.count, NULL) != CAROM_OK;
    form.points[at] = was;
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(found, 0);
  ring_form_free(&form);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rings_forms");
  TCase *tests = tcase_create("rings_forms");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, pieces_cover_large_forms, 0, FORM_COUNT);
  tcase_add_loop_test(tests, faults_of_disturbed_forms_are_found, 0, FORM_COUNT);
  suite_add_tcase(suite, tests);
  return suite;
}
