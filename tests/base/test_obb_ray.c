/* test_obb_ray.c: rays against boxes, compared with clipping by the six face planes in long double. */
#include "boxes.h"

#define ROUNDS 400000

typedef struct clip {
  long double enter, leave;
  int face; /* 2 axis + side, -1: the origin is inside of every plane */
} clip;

/* Clips the segment by one plane after another; the planes' normals are cross products of the edges. */
static clip clip_by_planes(const carom_obb *box, ld3 origin, ld3 along) {
  clip c = {0, 1, -1};
  for (int face = 0; face < 6; face++) {
    int k = face / 2;
    ld3 n = ld3_cross(box_axis(box, (k + 1) % 3), box_axis(box, (k + 2) % 3)),
        d = ld3_sub(origin, ld3_of(box->center));
    long double side = (face & 1 ? 1 : -1) * (ld3_dot(n, box_axis(box, k)) < 0 ? -1 : 1);
    long double reach = box_half(box, k) * fabsl(ld3_dot(n, box_axis(box, k)));
    long double outside = side * ld3_dot(n, d) - reach, rate = side * ld3_dot(n, along);
    if (rate < 0 && -outside / rate > c.enter) {
      c.enter = -outside / rate;
      c.face = face;
    }
    if (rate > 0) c.leave = fminl(c.leave, -outside / rate);
    if (rate == 0 && outside > 0) c.leave = -1;
  }
  return c;
}

static bool ambiguous(const carom_obb *box, const clip *c, ld3 origin) {
  long double size = ld3_length(ld3_sub(origin, ld3_of(box->center))) + (long double)vec3_norm1(box->half);
  return fabsl(c->enter - c->leave) < 1e-9L || fabsl(c->enter - 1) < 1e-9L ||
         fabsl(box_excess(box, origin)) < 1e-12L * (size + (long double)vec3_norm1(box->center));
}

static bool agrees(const carom_obb *box, const clip *c, ld3 origin, const carom_obb_hit *hit) {
  bool inside = box_excess(box, origin) < 0, want = inside || c->enter < c->leave;
  if (hit->hit != want || hit->inside != inside) return false;
  if (!want || inside) return hit->fraction == 0 && vec3_norm1(hit->normal) == 0;
  carom_vec3 normal = mat3_column(&box->axes, c->face / 2);
  if (!(c->face & 1)) normal = vec3_neg(normal);
  return fabsl((long double)hit->fraction - c->enter) < 1e-6L && vec3_dot(hit->normal, normal) > 0.99999f &&
         fabsf(vec3_length(hit->normal) - 1) < 1e-6f;
}

START_TEST(rays_agree_with_clipping) {
  uint64_t r = 1, hits = 0, decided = 0;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS; round++) {
    carom_obb box = any_box(&r);
    carom_vec3 from = any_point_near(&r, &box), to = any_point_near(&r, &box);
    carom_vec3 along = vec3_scale(vec3_sub(to, from), test_uniform(&r, 0.1f, 3));
    if (test_below(&r, 4) == 0)
      along = vec3_scale(mat3_column(&box.axes, (int)test_below(&r, 3)), vec3_norm1(box.half));
    carom_obb_hit hit;
    note(&bad, carom_obb_cast_ray(&box, from, along, &hit) != CAROM_OK, round);
    clip want = clip_by_planes(&box, ld3_of(from), ld3_of(along));
    if (ambiguous(&box, &want, ld3_of(from))) continue;
    note(&bad, !agrees(&box, &want, ld3_of(from), &hit), round);
    hits += hit.hit && !hit.inside;
    decided++;
  }
  expect_none(&bad);
  ck_assert_uint_gt(hits, ROUNDS / 8);
  ck_assert_uint_gt(decided - hits, ROUNDS / 8);
}
END_TEST

START_TEST(a_ray_of_no_length_asks_whether_it_is_inside) {
  uint64_t r = 2, in = 0;
  faults bad = {0, 0};
  for (int round = 0; round < ROUNDS / 4; round++) {
    carom_obb box = any_box(&r);
    carom_vec3 point = any_point_near(&r, &box);
    bool inside = false;
    carom_obb_hit hit;
    note(&bad, carom_obb_contains(&box, point, &inside) != CAROM_OK, round);
    note(&bad, carom_obb_cast_ray(&box, point, vec3(0, 0, 0), &hit) != CAROM_OK, round);
    note(&bad, hit.hit != inside || hit.inside != inside, round);
    in += inside;
  }
  expect_none(&bad);
  ck_assert_uint_gt(in, ROUNDS / 64);
}
END_TEST

START_TEST(exact_rays) {
  static const carom_obb box = {
      {1, 0, 0}, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {1, 2, 0.5f}}; /* -1..3, -1..1, +-0.5 */
  static const struct {
    carom_vec3 origin, along;
    bool hit, inside;
    float fraction;
    carom_vec3 normal;
  } cases[] = {
      {{-2, 0, 0}, {4, 0, 0}, true, false, 0.25f, {-1, 0, 0}},      /* head on */
      {{-2, 0, 0}, {1, 0, 0}, true, false, 1, {-1, 0, 0}},          /* ends on the face */
      {{-2, 0, 0}, {0.5f, 0, 0}, false, false, 0, {0, 0, 0}},       /* ends before it */
      {{-2, 0, 0}, {-4, 0, 0}, false, false, 0, {0, 0, 0}},         /* leads away */
      {{-2, 1, 0}, {8, 0, 0}, true, false, 0.125f, {-1, 0, 0}},     /* along a face */
      {{-2, 1, 0.5f}, {8, 0, 0}, true, false, 0.125f, {-1, 0, 0}},  /* along an edge */
      {{-2, 1.0000002f, 0}, {8, 0, 0}, false, false, 0, {0, 0, 0}}, /* just beside a face */
      {{-2, 2, 0}, {2, -2, 0}, true, false, 0.5f, {0, 1, 0}}, /* across an edge: the box's x comes first */
      {{-2, 2, 1.5f}, {2, -2, -2}, true, false, 0.5f, {0, 1, 0}}, /* across a corner */
      {{3, 0, 0}, {1, 0, 0}, true, true, 0, {0, 0, 0}},           /* begins on the surface */
      {{0, 0, 0}, {9, 9, 9}, true, true, 0, {0, 0, 0}},           /* begins inside */
      {{5, 5, 5}, {0, 0, 0}, false, false, 0, {0, 0, 0}},         /* a point outside */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    carom_obb_hit hit;
    ck_assert_int_eq(carom_obb_cast_ray(&box, cases[i].origin, cases[i].along, &hit), CAROM_OK);
    ck_assert_msg(hit.hit == cases[i].hit && hit.inside == cases[i].inside, "case %zu", i);
    ck_assert_msg(hit.fraction == cases[i].fraction, "case %zu: %g", i, (double)hit.fraction);
    ck_assert_msg(vec3_norm1(vec3_sub(hit.normal, cases[i].normal)) == 0, "case %zu: normal", i);
  }
}
END_TEST

START_TEST(flat_boxes_are_hit) {
  const carom_obb plate = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 0}};
  const carom_obb point = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  carom_obb_hit hit;
  ck_assert_int_eq(carom_obb_cast_ray(&plate, vec3(0.5f, 0.5f, 2), vec3(0, 0, -4), &hit), CAROM_OK);
  ck_assert(hit.hit && hit.fraction == 0.5f && hit.normal.z == 1);
  ck_assert_int_eq(carom_obb_cast_ray(&plate, vec3(-2, 0, 0), vec3(4, 0, 0), &hit), CAROM_OK);
  ck_assert(hit.hit && hit.fraction == 0.25f && hit.normal.x == -1);
  ck_assert_int_eq(carom_obb_cast_ray(&point, vec3(0, 0, 2), vec3(0, 0, -4), &hit), CAROM_OK);
  ck_assert(hit.hit && hit.fraction == 0.5f && hit.normal.z == 1);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_ray");
  TCase *tcase = tcase_create("rays");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, rays_agree_with_clipping);
  tcase_add_test(tcase, a_ray_of_no_length_asks_whether_it_is_inside);
  tcase_add_test(tcase, exact_rays);
  tcase_add_test(tcase, flat_boxes_are_hit);
  suite_add_tcase(suite, tcase);
  return suite;
}
