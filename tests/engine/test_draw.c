/* test_draw.c: what a world draws: how much of each, where, and of whom. */
#include <stdio.h>

#include "support.h"

/* Counts primitives by part, and what lies outside the box it is given. */
typedef struct {
  size_t lines[64], triangles[64], points[64], texts[64];
  size_t outside, sensors, still;
  carom_pos min, max;
  carom_collider last;
  size_t disorder; /* shapes not in order of collider index */
  char labels[64];
  float depth;
} canvas;

static void look(canvas *c, const carom_draw_item *item, carom_pos p) {
  bool inside = p.x >= c->min.x && p.x <= c->max.x && p.y >= c->min.y && p.y <= c->max.y && p.z >= c->min.z &&
                p.z <= c->max.z;
  c->outside += !inside;
  c->sensors += item->sensor;
  c->still += item->kind == CAROM_STATIC;
  if (item->part == CAROM_DRAW_SHAPES) {
    c->disorder += (uint32_t)item->collider.bits < (uint32_t)c->last.bits;
    c->last = item->collider;
  }
}

static void on_line(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  canvas *c = user;
  c->lines[item->part]++;
  look(c, item, a), look(c, item, b);
}
static void on_triangle(void *user, const carom_draw_item *item, carom_pos p, carom_pos q, carom_pos r) {
  canvas *c = user;
  c->triangles[item->part]++;
  look(c, item, p), look(c, item, q), look(c, item, r);
}
static void on_point(void *user, const carom_draw_item *item, carom_pos at) {
  canvas *c = user;
  c->points[item->part]++;
  c->depth = item->depth;
  look(c, item, at);
}
static void on_text(void *user, const carom_draw_item *item, carom_pos at, const char *text) {
  canvas *c = user;
  size_t length = strlen(c->labels);
  c->texts[item->part]++;
  snprintf(c->labels + length, sizeof c->labels - length, "%s@%g ", text, at.x);
}

static carom_draw draw_of(canvas *c, uint32_t parts) {
  *c = (canvas){.min = {-1e300, -1e300, -1e300}, .max = {1e300, 1e300, 1e300}};
  return (carom_draw){.user = c,
                      .parts = parts,
                      .line = on_line,
                      .triangle = on_triangle,
                      .point = on_point,
                      .text = on_text};
}

static void set_box(canvas *c, carom_aabb box) {
  c->min = (carom_pos){(double)box.min.x, (double)box.min.y, (double)box.min.z};
  c->max = (carom_pos){(double)box.max.x, (double)box.max.y, (double)box.max.z};
}

/* Every primitive of a shape lies in the collider's bounds, wherever the body is and before any step. */
START_TEST(shapes_are_drawn_where_they_are) {
  carom_hull *hull = support_hull(NULL, 4, 1);
  uint64_t random = 4;
  carom_hull_view view;
  carom_hull_describe(hull, &view);
  for (uint32_t i = 0; i < SPATIAL_KINDS; i++) {
    carom_world *world = support_world();
    carom_shape shape = support_shape_of(&random, spatial_kind(i), hull);
    canvas c;
    carom_draw draw = draw_of(&c, CAROM_DRAW_SHAPES);
    carom_body_def body = {.kind = CAROM_STATIC, .pose = {{1000, 2000, -3000}, {0.6f, 0, 0.8f, 0}}};
    carom_collider_def def = {.shape = shape, .sensor = true, .pose.position = {1, 2, 3}};
    carom_collider collider = carom_collider_create(world, carom_body_create(world, &body), &def);
    carom_aabb box;
    carom_collider_get_bounds(world, collider, &box);
    set_box(&c, box);
    ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
    size_t lines = c.lines[CAROM_DRAW_SHAPES], triangles = c.triangles[CAROM_DRAW_SHAPES];
    ck_assert_msg(c.outside == 0, "%s: %zu points outside", carom_shape_kind_name(shape.kind), c.outside);
    ck_assert_uint_eq(c.sensors, 2 * lines + 3 * triangles);
    ck_assert_uint_eq(c.still, c.sensors);
    ck_assert_uint_eq(c.last.bits, collider.bits);
    if (shape.kind == CAROM_BOX) ck_assert(lines == 12 && triangles == 12);
    if (shape.kind == CAROM_HULL)
      ck_assert(lines == view.edge_count &&
                triangles == 2 * (size_t)view.edge_count - 2 * (size_t)view.face_count);
    ck_assert(lines >= 6 && triangles >= 4);
    carom_world_destroy(world);
  }
  carom_hull_release(hull);
}
END_TEST

/* What a half-space is drawn as: lengths of its lines, and areas of its triangles by where they face. */
typedef struct {
  double height, lines, up, down;
  size_t off; /* points that are not on the plane */
} surface;

static void on_surface_line(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  surface *s = user;
  (void)item;
  s->off += a.y != s->height || b.y != s->height;
  s->lines += sqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}

static void on_surface_triangle(void *user, const carom_draw_item *item, carom_pos p, carom_pos q,
                                carom_pos r) {
  surface *s = user;
  double up = ((q.z - p.z) * (r.x - p.x) - (q.x - p.x) * (r.z - p.z)) / 2;
  (void)item;
  s->off += p.y != s->height || q.y != s->height || r.y != s->height;
  s->up += up > 0 ? up : 0;
  s->down += up < 0 ? -up : 0;
}

static surface draw_surface(carom_shape shape, double height) {
  const carom_world_def def = {.planar = shape.kind == CAROM_HALF_PLANE};
  carom_world *world;
  surface s = {.height = height};
  carom_draw draw = {
      .user = &s, .parts = CAROM_DRAW_SHAPES, .line = on_surface_line, .triangle = on_surface_triangle};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_OK);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  carom_world_destroy(world);
  return s;
}

/* A square of 16 by 16 cells of 8 units, and a line of that length. */
START_TEST(half_spaces_are_drawn_as_squares_with_cells) {
  surface s = draw_surface(carom_shape_half_space(2), 2);
  ck_assert(s.off == 0 && s.lines == 2 * 17 * 128 && s.up == 128 * 128 && s.down == 0);
  s = draw_surface(carom_shape_half_plane(-3), -3);
  ck_assert(s.off == 0 && s.lines == 128 && s.up == 0 && s.down == 0);
}
END_TEST

START_TEST(bounds_are_twelve_lines) {
  carom_world *world = support_world();
  canvas c;
  carom_draw draw = draw_of(&c, CAROM_DRAW_BOUNDS);
  carom_body body = support_ball(world, CAROM_KINEMATIC, 5);
  carom_aabb box;
  carom_collider_get_bounds(world, support_collider_of(world, body), &box);
  set_box(&c, box);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert(c.lines[CAROM_DRAW_BOUNDS] == 12 && c.outside == 0 && c.triangles[CAROM_DRAW_BOUNDS] == 0);
  ck_assert(c.lines[CAROM_DRAW_SHAPES] == 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(contacts_are_points_with_normals) {
  carom_world *world = support_world();
  canvas c;
  carom_draw draw = draw_of(&c, 0);
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1.5);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert_uint_eq(c.points[CAROM_DRAW_CONTACTS], 0);
  draw = draw_of(&c, 0);
  support_step(world);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert(c.points[CAROM_DRAW_CONTACTS] == 1 && c.lines[CAROM_DRAW_CONTACTS] == 1);
  ck_assert(fabsf(c.depth - 0.5f) < 1e-6f && c.lines[CAROM_DRAW_SHAPES] > 0 && c.disorder == 0);
  draw = draw_of(&c, CAROM_DRAW_CONTACTS);
  draw.normal_length = 2;
  c.min = (carom_pos){0.75, 0, 0}, c.max = (carom_pos){2.75, 0, 0};
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert(c.outside == 0 && c.lines[CAROM_DRAW_CONTACTS] == 1 && c.lines[CAROM_DRAW_SHAPES] == 0);
  carom_body_destroy(world, ball);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert_uint_eq(c.lines[CAROM_DRAW_CONTACTS], 1);
  carom_world_destroy(world);
}
END_TEST

START_TEST(disabled_bodies_and_their_contacts_are_not_drawn) {
  carom_world *world = support_world();
  canvas c;
  carom_draw draw = draw_of(&c, 0);
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0), b = support_ball(world, CAROM_KINEMATIC, 1.5);
  support_step(world);
  ck_assert_int_eq(carom_body_set_enabled(world, b, false), CAROM_OK);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert(c.points[CAROM_DRAW_CONTACTS] == 0 && c.lines[CAROM_DRAW_SHAPES] > 0);
  ck_assert_int_eq(carom_body_set_enabled(world, a, false), CAROM_OK);
  draw = draw_of(&c, 0);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert_uint_eq(c.lines[CAROM_DRAW_SHAPES], 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(labels_are_body_indices) {
  carom_world *world = support_world();
  canvas c;
  carom_draw draw = draw_of(&c, CAROM_DRAW_LABELS);
  carom_body off = support_ball(world, CAROM_KINEMATIC, 7);
  support_ball(world, CAROM_STATIC, 8);
  support_ball(world, CAROM_STATIC, 9);
  carom_body_set_enabled(world, off, false);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  ck_assert_str_eq(c.labels, "1@8 2@9 ");
  ck_assert(c.texts[CAROM_DRAW_LABELS] == 2 && c.lines[CAROM_DRAW_SHAPES] == 0);
  carom_world_destroy(world);
}
END_TEST

/* Nobody listens: nothing happens. */
START_TEST(missing_functions_are_passed_over) {
  carom_world *world = support_world();
  carom_draw draw = {.parts = 63};
  canvas c;
  support_ball(world, CAROM_KINEMATIC, 0);
  support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, support_body(world, CAROM_STATIC, 1, 0, 0), carom_shape_box(1, 1, 1));
  support_step(world);
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  for (int i = 0; i < 4; i++) {
    carom_draw one = draw_of(&c, 63);
    if (i != 0) one.line = NULL;
    if (i != 1) one.triangle = NULL;
    if (i != 2) one.point = NULL;
    if (i != 3) one.text = NULL;
    ck_assert_int_eq(carom_world_draw(world, &one), CAROM_OK);
    ck_assert((c.lines[CAROM_DRAW_SHAPES] > 0) == (i == 0) &&
              (c.triangles[CAROM_DRAW_SHAPES] > 0) == (i == 1));
    ck_assert((c.points[CAROM_DRAW_CONTACTS] > 0) == (i == 2) &&
              (c.texts[CAROM_DRAW_LABELS] > 0) == (i == 3));
  }
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("draw");
  TCase *tests = tcase_create("primitives");
  tcase_add_test(tests, shapes_are_drawn_where_they_are);
  tcase_add_test(tests, half_spaces_are_drawn_as_squares_with_cells);
  tcase_add_test(tests, bounds_are_twelve_lines);
  tcase_add_test(tests, contacts_are_points_with_normals);
  tcase_add_test(tests, disabled_bodies_and_their_contacts_are_not_drawn);
  tcase_add_test(tests, labels_are_body_indices);
  tcase_add_test(tests, missing_functions_are_passed_over);
  suite_add_tcase(suite, tests);
  return suite;
}
