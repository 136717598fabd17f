/* test_outline.c: the corners and lines of an outline, whether it keeps them or makes them when asked: faces
 * of fewer vertices than it keeps, of as many, and of more. */
#include "outline.h"

#include "testing.h"

enum { MOST = CAROM__OUTLINE_CORNERS + 3 };

/* A regular face, across z. */
static void make_side(uint32_t count, carom_vec3 *vertices, carom__side *out) {
  for (uint32_t i = 0; i < count; i++) {
    double turn = 6.283185307179586 * i / count;
    vertices[i] = vec3((float)cos(turn), (float)sin(turn), 0);
  }
  *out = (carom__side){.face = {.normal = {0, 0, 1}, .count = count, .pool = vertices}, .normal = {0, 0, 1}};
}

START_TEST(corners_and_lines_are_those_of_the_face) {
  static const carom__basis view = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  static carom_vec3 vertices[MOST];
  for (uint32_t count = 3; count <= MOST; count++) {
    carom__facing facing = {.axis = {0, 0, 1}};
    carom__outline_view seen;
    make_side(count, vertices, &facing.sides[0]);
    carom__outline_see(&facing, 0, &view, &seen);
    ck_assert_uint_eq(seen.count, count);
    for (uint32_t i = 0; i < count; i++) {
      carom__spot corner = outline_corner(&seen, i), next = outline_corner(&seen, outline_after(&seen, i));
      carom__edge_line line = outline_line(&seen, i);
      ck_assert(corner.u == (double)vertices[i].x && corner.v == (double)vertices[i].y);
      ck_assert(fabs(outline_beyond(line, corner)) < 1e-12 && fabs(outline_beyond(line, next)) < 1e-12);
      ck_assert(outline_beyond(line, (carom__spot){0, 0, 0}) < 0);
    }
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("outline");
  TCase *tests = tcase_create("outline");
  tcase_add_test(tests, corners_and_lines_are_those_of_the_face);
  suite_add_tcase(suite, tests);
  return suite;
}
