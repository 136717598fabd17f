/* test_flats.c: convex shapes of the plane against each other, with all edges and vertices in long double. */
#include "collide_flats.h"

#include "curved_gap.h"
#include "feature.h"
#include "flat_class.h"
#include "flat_gap.h"
#include "flats.h"
#include "collide_rectangles.h"

#define UNIT 0x1p-24L

/* What the walk may be off, in sizes: some roundings of doubles. */
#define EXACT 1e-13L

typedef struct pair {
  random_flat a, b;
  carom__relative b_in_a;
  long double size;
} pair;

enum {
  SPREAD,
  NEAR_TOUCH,
  QUARTERS,
  NEARLY_PARALLEL,
  THIN,
  UNEVEN,
  COINCIDENT,
  FAR,
  MANY,
  CROSSED,
  FAMILIES
};

static uint32_t random_count(uint64_t *random, int family) {
  if (family == MANY) return 17 + test_below(random, CAROM__FLAT_VERTICES - 16);
  return test_below(random, 3) ? 1 + test_below(random, 9) : 4;
}

static void make_shape(uint64_t *random, int family, float size, random_flat *out) {
  float flatness = family == THIN ? test_log_uniform(random, 1e-5f, 1) : test_uniform(random, 0.3f, 1);
  if (family == QUARTERS)
    make_rectangle_flat((float)(1 + test_below(random, 4)), (float)(1 + test_below(random, 4)),
                        0.25f * (float)test_below(random, 3), out);
  else
    make_random_flat(random, random_count(random, family), size, flatness, out);
}

static void find_gap(pair *p, carom__flat_pair *placed, carom__flat_gap *gap) {
  carom__flat_pair_make(&p->a.flat, &p->b.flat, &p->b_in_a, placed);
  carom__flat_gap_find(placed, 0, gap);
  p->size = (long double)placed->size;
}

/* Moves B to where it barely touches, give or take some roundings. */
static void bring_near(pair *p, uint64_t *random) {
  carom__flat_pair placed;
  carom__flat_gap gap;
  find_gap(p, &placed, &gap);
  double aim = 0x1p-24 * placed.size * (double)test_uniform(random, -20, 20);
  double way = aim - (gap.separation - placed.radii);
  p->b_in_a.origin.x += (float)(way * gap.normal.x);
  p->b_in_a.origin.y += (float)(way * gap.normal.y);
}

/* Two equal bars around one centre, mostly square to each other but for little. */
static void make_cross(uint64_t *random, pair *p) {
  make_rectangle_flat(test_uniform(random, 1, 20), test_uniform(random, 0.1f, 1), 0, &p->a);
  copy_flat(&p->a, &p->b);
  double lean = test_below(random, 2) ? 0 : (double)test_log_uniform(random, 1e-9f, 1e-1f);
  p->b_in_a = planar_relative(0, 0, carom_direction_degrees(90.0 * test_below(random, 4) + lean));
}

static void make_pair(uint64_t *random, int family, pair *p) {
  if (family == CROSSED) {
    make_cross(random, p);
    return;
  }
  float ratio = family == UNEVEN ? test_log_uniform(random, 1e-4f, 1e4f) : 1, reach = 1.6f * fmaxf(1, ratio);
  make_shape(random, family, 1, &p->a);
  make_shape(random, family, ratio, &p->b);
  double angle = (double)test_uniform(random, -4, 4);
  if (family == NEARLY_PARALLEL) {
    angle = (double)test_log_uniform(random, 1e-9f, 1e-1f);
    if (test_below(random, 2)) copy_flat(&p->a, &p->b);
  }
  carom_vec2 axis = carom_direction(angle);
  p->b_in_a = planar_relative(test_uniform(random, -reach, reach), test_uniform(random, -reach, reach), axis);
  if (family == QUARTERS)
    p->b_in_a = planar_relative((float)test_below(random, 10), (float)test_below(random, 10),
                                carom_direction_degrees(90.0 * test_below(random, 4)));
  if (family == COINCIDENT) p->b_in_a.origin = (carom_vec3){0, 0, 0};
  if (family == FAR) p->b_in_a.origin.x += 1e5f;
  if (family == NEAR_TOUCH || (family > NEAR_TOUCH && test_below(random, 3) == 0)) bring_near(p, random);
}

/* --- The gap and the distance --- */

static const char *gap_fault(pair *p) {
  carom__flat_pair placed;
  carom__flat_gap gap;
  find_gap(p, &placed, &gap);
  exact_flat a = exact_flat_of(&p->a.flat, NULL), b = exact_flat_of(&p->b.flat, &p->b_in_a);
  long double truth = exact_separation(&a, &b), found = (long double)gap.separation;
  exact2 normal = {(long double)gap.normal.x, (long double)gap.normal.y};
  if (!(fabsl(found - truth) <= EXACT * p->size)) return "separation";
  if (!(fabsl(exact2_dot(normal, normal) - 1) < 1e-15L)) return "length of the normal";
  return fabsl(exact_gap_along(&a, &b, normal) - truth) <= 4 * EXACT * p->size ? NULL : "normal";
}

/* --- The edges --- */

static const char *edges_fault_of(const pair *p, const carom__flat_pair *placed,
                                  const carom__flat_edges *edges) {
  exact_flat a = exact_flat_of(&p->a.flat, NULL), b = exact_flat_of(&p->b.flat, &p->b_in_a);
  long double widest = exact_widest_along(&a, &b, false), off = fabsl(widest + (long double)edges->depth);
  if (a.count + b.count > 2 && !(off <= (long double)edges->doubt))
    return "the depth is off by more than it may be";
  carom__touch_state touch = flat_edges_touch(edges, placed->touch);
  long double truth = exact_separation(&a, &b);
  if (touch == CAROM__TOUCHING && truth >= 0) return "not touching";
  return touch == CAROM__APART && truth <= (long double)placed->touch ? "not apart" : NULL;
}

static bool is_same_gap(const carom__flat_gap *a, const carom__flat_gap *b) {
  return a->separation == b->separation && a->normal.x == b->normal.x && a->normal.y == b->normal.y &&
         a->meeting == b->meeting && a->a == b->a && a->b == b->b;
}

/* What is found by the widest edges is what the walk finds that comes when no edge may be one. */
static const char *edges_fault(pair *p) {
  carom__flat_pair placed;
  carom__flat_edges edges;
  carom__flat_gap gap, walked;
  carom__flat_pair_make(&p->a.flat, &p->b.flat, &p->b_in_a, &placed);
  carom__flat_edges_find(&placed, &edges);
  const char *fault = edges_fault_of(p, &placed, &edges);
  for (int i = 0; i < 2 && !fault; i++) {
    double preference = i * placed.touch;
    carom__flat_gap_find(&placed, preference, &gap);
    edges.among[0] = edges.among[1] = 0;
    carom__flat_gap_find_among(&placed, &edges, preference, &walked);
    if (!is_same_gap(&gap, &walked)) fault = "not what the walk finds";
  }
  return fault;
}

static bool is_within(const exact_flat *core, float radius, exact2 point, long double slack) {
  return exact_point_distance(core, point) <= (long double)radius + slack;
}

/* The point of a core that overlaps another one lies in it, and that of others on the surface. */
static bool is_on(const exact_flat *core, float radius, carom_vec3 point, bool apart, long double slack) {
  exact2 p = exact2_from(point);
  return is_within(core, radius, p, slack) &&
         (!apart || exact_point_distance(core, p) >= (long double)radius - slack);
}

/* What touches has no distance, and may have no more; all else is the same. */
static bool is_same_gap_without_depth(const pair *p, const carom__separation *with_depth) {
  carom__separation s;
  carom__measure_flats(&p->a.flat, &p->b.flat, &p->b_in_a, false, &s);
  return with_depth->distance > 0 ? !memcmp(&s, with_depth, sizeof s) : s.distance <= 0;
}

static const char *distance_fault(pair *p) {
  carom__separation s;
  carom__measure_flats(&p->a.flat, &p->b.flat, &p->b_in_a, true, &s);
  if (!is_same_gap_without_depth(p, &s)) return "without the depth";
  exact_flat a = exact_flat_of(&p->a.flat, NULL), b = exact_flat_of(&p->b.flat, &p->b_in_a);
  long double radii = (long double)p->a.flat.radius + (long double)p->b.flat.radius;
  long double core = exact_separation(&a, &b), truth = core - radii;
  long double slack = 4 * UNIT * p->size, found = (long double)s.distance;
  if (!(fabsl(found - truth) <= UNIT * fabsl(truth) + slack)) return "distance";
  if (s.normal.z != 0 || s.point_a.z != 0 || s.point_b.z != 0) return "out of the plane";
  exact2 way = exact2_sub(exact2_from(s.point_b), exact2_from(s.point_a)), normal = exact2_from(s.normal);
  if (!(fabsl(exact2_dot(way, normal) - truth) <= slack)) return "points";
  return is_on(&a, p->a.flat.radius, s.point_a, core > 0, slack) &&
                 is_on(&b, p->b.flat.radius, s.point_b, core > 0, slack)
             ? NULL
             : "points off the surfaces";
}

/* --- Manifolds --- */

/* A point is midway between two that are on, or in, the shapes. */
static const char *point_fault(const pair *p, const carom__manifold *m, const carom__point *point) {
  exact_flat a = exact_flat_of(&p->a.flat, NULL), b = exact_flat_of(&p->b.flat, &p->b_in_a);
  long double half = (long double)point->separation / 2, slack = 8 * UNIT * p->size;
  exact2 at = exact2_from(point->position), normal = exact2_from(m->normal);
  if (point->position.z != 0) return "out of the plane";
  if (!(point->separation <= 0)) return "a point that is apart";
  if (!is_within(&a, p->a.flat.radius, exact2_mad(at, normal, -half), slack)) return "a point off A";
  return is_within(&b, p->b.flat.radius, exact2_mad(at, normal, half), slack) ? NULL : "a point off B";
}

typedef void collide_fn(const pair *p, const carom__relative *b_in_a, bool exchanged, carom__manifold *out);

static void collide_flats(const pair *p, const carom__relative *b_in_a, bool exchanged,
                          carom__manifold *out) {
  const carom__flat *a = &p->a.flat, *b = &p->b.flat;
  carom__collide_flats(exchanged ? b : a, exchanged ? a : b, b_in_a, out);
}

/* As shapes, by the axes of rectangles. */
static carom_shape rectangle_of(const random_flat *f) {
  return carom_shape_rounded_rectangle(f->points[2].x, f->points[2].y, f->flat.radius);
}

static carom_frame frame_of(const carom__relative *pose) {
  carom_vec3 p = pose->origin;
  return (carom_frame){{(double)p.x, (double)p.y, (double)p.z}, pose->axes};
}

static void collide_rectangles(const pair *p, const carom__relative *b_in_a, bool exchanged,
                               carom__manifold *out) {
  carom_shape a = rectangle_of(&p->a), b = rectangle_of(&p->b);
  carom_frame here = {{0, 0, 0}, mat3_identity()}, there = frame_of(b_in_a);
  carom__rectangle_task task = rectangle_task_of((carom__site){exchanged ? &b : &a, &here},
                                                 (carom__site){exchanged ? &a : &b, &there});
  carom__rectangle_touch touch;
  carom__collide_rectangle_task(&task, &touch);
  *out = (carom__manifold){{touch.normal[0], touch.normal[1], 0}, .count = (uint32_t)touch.count};
  for (uint32_t i = 0; i < out->count; i++)
    out->points[i] = (carom__point){{touch.points[i].x, touch.points[i].y, 0},
                                    touch.points[i].separation,
                                    (uint32_t)touch.points[i].name};
}

static const char *manifold_fault_by(pair *p, collide_fn *collide) {
  carom__manifold m, back;
  carom__separation s;
  carom__relative a_in_b = relative_inverse(&p->b_in_a);
  collide(p, &p->b_in_a, false, &m);
  carom__measure_flats(&p->a.flat, &p->b.flat, &p->b_in_a, true, &s);
  collide(p, &a_in_b, true, &back);
  long double slack = 8 * UNIT * p->size;
  if ((m.count > 0) != (s.distance <= 0)) return "not agreed with the distance";
  if (m.count > 2) return "too many points";
  if ((m.count > 0) != (back.count > 0) && fabsl((long double)s.distance) > slack)
    return "not the same when exchanged";
  if (m.normal.z != 0) return "out of the plane";
  if (m.count == 0) return NULL;
  if (!(fabsl((long double)(m.points[0].separation - s.distance)) <= slack)) return "depth";
  if (m.count == 2 && m.points[1].separation < m.points[0].separation - (float)slack) return "order";
  if (m.count == 2 && m.points[1].feature == m.points[0].feature) return "features";
  const char *fault = NULL;
  for (uint32_t i = 0; i < m.count && !fault; i++) fault = point_fault(p, &m, &m.points[i]);
  return fault;
}

static const char *manifold_fault(pair *p) { return manifold_fault_by(p, collide_flats); }

/* The same pair with rectangles of about the size of the polygons. */
static const char *rectangle_fault(pair *p) {
  random_flat *both[2] = {&p->a, &p->b};
  for (int i = 0; i < 2; i++) {
    float reach = both[i]->flat.reach, thin = both[i]->points[0].y;
    make_rectangle_flat(0.5f * reach, fmaxf(fabsf(thin), 1e-3f * reach), both[i]->flat.radius, both[i]);
  }
  return manifold_fault_by(p, collide_rectangles);
}

static void expect_no_fault(const char *(*fault_of)(pair *), int family, int pairs) {
  const char *fault = NULL;
  int n = 0;
  for (; n < test_scaled(pairs) && !fault; n++) {
    pair p;
    uint64_t random = (uint64_t)(family + 1000 * n);
    make_pair(&random, family, &p);
    fault = gap_fault(&p);
    if (!fault) fault = fault_of(&p);
  }
  ck_assert_msg(!fault, "family %d, pair %d: %s", family, n - 1, fault);
}

START_TEST(distances_are_exact) { expect_no_fault(distance_fault, _i, 2000); }
END_TEST

START_TEST(edges_spare_the_walk) { expect_no_fault(edges_fault, _i, 2000); }
END_TEST

START_TEST(manifolds_are_right) { expect_no_fault(manifold_fault, _i, 2000); }
END_TEST

START_TEST(rectangles_are_flats) { expect_no_fault(rectangle_fault, _i, 5000); }
END_TEST

/* A box that rests on another touches in two points, whose names stay while it slides, and whoever is A. */
START_TEST(resting_boxes_touch_in_two_points) {
  random_flat ground, box;
  make_rectangle_flat(10, 1, 0, &ground);
  make_rectangle_flat(1, 1, 0, &box);
  uint32_t names[2] = {0, 0};
  for (int i = 0; i < 100; i++) {
    carom__manifold m, back;
    carom__relative above =
        planar_relative(0.08f * (float)i - 4, 1.99f, carom_direction(i % 3 * 1e-4 - 1e-4));
    carom__relative below = relative_inverse(&above);
    carom__collide_flats(&ground.flat, &box.flat, &above, &m);
    carom__collide_flats(&box.flat, &ground.flat, &below, &back);
    ck_assert(m.count == 2 && back.count == 2 && m.normal.y > 0.9999f && back.normal.y < -0.9999f);
    uint32_t low = m.points[0].feature < m.points[1].feature ? 0 : 1;
    if (i == 0) names[0] = m.points[low].feature, names[1] = m.points[1 - low].feature;
    ck_assert(m.points[low].feature == names[0] && m.points[1 - low].feature == names[1]);
    uint32_t first = feature_swap(back.points[0].feature), second = feature_swap(back.points[1].feature);
    ck_assert((first == names[0] && second == names[1]) || (first == names[1] && second == names[0]));
  }
}
END_TEST

START_TEST(discs_with_one_centre_part_along_y) {
  random_flat disc = {.points = {{0, 0}}};
  flat_of_points(&disc, 1, 1);
  carom__manifold m;
  carom__relative here = planar_relative(0, 0, (carom_vec2){1, 0});
  carom__collide_flats(&disc.flat, &disc.flat, &here, &m);
  ck_assert(m.count == 1 && m.normal.x == 0 && m.normal.y == 1 && m.points[0].separation == -2);
}
END_TEST

/* An ellipse in front of an edge is nearest along no normal of the corner beside it. Where nothing of it
 * begins between the corner's normals, no place is known, and what lay in memory before must not count for
 * one. */
START_TEST(corners_remember_nothing) {
  const double diagonal = square_root(0.5);
  carom_shape square = carom_shape_rectangle(1, 1), ellipse = carom_shape_ellipse(1, 0.5f);
  carom__flat flat_a, flat_b;
  carom__flat_pair placed;
  carom__flat_gap gap;
  carom__relative b_in_a = {{3, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  carom__flat_of(&square, &flat_a), carom__flat_of(&ellipse, &flat_b);
  carom__flat_pair_make(&flat_a, &flat_b, &b_in_a, &placed);
  test_fill_stack(diagonal);
  ck_assert(!carom__curved_corner_gap(&placed, 2, dvec2(diagonal, diagonal), dvec2(0.6, 0.8), &gap));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("flats");
  TCase *tests = tcase_create("flats");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, distances_are_exact, 0, FAMILIES);
  tcase_add_loop_test(tests, edges_spare_the_walk, 0, FAMILIES);
  tcase_add_loop_test(tests, manifolds_are_right, 0, FAMILIES);
  tcase_add_loop_test(tests, rectangles_are_flats, 0, FAMILIES);
  tcase_add_test(tests, resting_boxes_touch_in_two_points);
  tcase_add_test(tests, discs_with_one_centre_part_along_y);
  tcase_add_test(tests, corners_remember_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}
