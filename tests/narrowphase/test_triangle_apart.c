/* test_triangle_apart.c: what few steps prove to be apart, against the contact of the shape and the triangle
 * alone. */
#include "triangle_apart.h"

#include "along.h"
#include "any_kind.h"
#include "hulls.h"
#include "kinds.h"
#include "meshes.h"
#include "pair_call.h"

typedef struct check {
  carom__triangles_pair pair;
  uint32_t apart, touching, far, missed; /* far: by a tenth of the shape; missed: of these */
  uint32_t lanes_far;                    /* those that lanes missed */
  float size;
} check;

/* The general way sees no contact of what is apart, whichever comes first. */
static bool meets(const check *c, const carom__triangle *triangle, bool first) {
  const carom_shape shape = triangle_shape(triangle);
  carom__site one = {&shape, c->pair.mesh.frame}, other = c->pair.other;
  carom_manifold contact = {.point_count = 0};
  carom_status status = carom__convex_collide(first ? one : other, first ? other : one, &contact);
  return status || contact.point_count > 0;
}

static bool is_far(const check *c, const carom__triangle *triangle) {
  const carom_shape shape = triangle_shape(triangle);
  carom_distance_result gap;
  carom__site one = {&shape, c->pair.mesh.frame};
  ck_assert_int_eq(carom__call_distance(one, c->pair.other, NULL, &gap), CAROM_OK);
  return gap.distance > 0.1f * c->size;
}

static void check_triangle(check *c, const carom__triangle_set *set, uint32_t i) {
  carom__triangle triangle;
  carom__triangle_set_get(set, i, &triangle);
  bool apart = carom__triangle_is_apart(&c->pair, set, i), met = meets(c, &triangle, true);
  ck_assert(!apart || !(met || meets(c, &triangle, false)));
  bool far = !met && is_far(c, &triangle);
  c->apart += apart, c->touching += met;
  c->far += far, c->missed += far && !apart;
}

/* What the lanes leave out of a sharp frustum has no contact, with a region that fits it. */
static void check_frustum(check *c, const carom__triangle_set *set) {
  uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
  carom__triangle_set near = *set;
  carom__core core;
  carom__shape_class_of(c->pair.other.shape->kind)->core(c->pair.other.shape, &core);
  near.region = carom__triangles_pair_region(&c->pair, 0);
  bool any = carom__triangle_set_meets_frustum(&near, &core.frustum, &c->pair.place, bits), some = false;
  for (uint32_t i = 0; i < set->count; i++) {
    carom__triangle triangle;
    carom__triangle_set_get(set, i, &triangle);
    bool met = bits[i / CAROM__TRIANGLE_LANES] >> i % CAROM__TRIANGLE_LANES & 1;
    some |= met;
    ck_assert(met || !(meets(c, &triangle, true) || meets(c, &triangle, false)));
    if (!met || meets(c, &triangle, true)) continue;
    bool far = is_far(c, &triangle);
    c->lanes_far += far;
  }
  ck_assert(any == some);
}

static bool is_sharp_frustum(const check *c) {
  carom_shape_kind kind = c->pair.other.shape->kind;
  return (kind == CAROM_CYLINDER || kind == CAROM_CONE || kind == CAROM_FRUSTUM) && c->pair.mesh_radius == 0;
}

static bool check_set(void *context, const carom__triangle_set *set) {
  if (is_sharp_frustum(context)) check_frustum(context, set);
  for (uint32_t i = 0; i < set->count; i++) check_triangle(context, set, i);
  return true;
}

static const carom_obb everywhere = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1e3f, 1e3f, 1e3f}};

static void check_pair(check *c, const carom_shape *mesh, const carom_pose *at, const carom_shape *other,
                       const carom_pose *other_at) {
  carom_frame frame = pose_to_frame(at), other_frame = pose_to_frame(other_at);
  carom__site a = {mesh, &frame}, b = {other, &other_frame};
  ck_assert(carom__triangles_pair_of(a, b, &c->pair));
  carom__triangle_sets_walk(mesh, &everywhere, false, check_set, c);
}

/* A cloud, triangles on a grid of which many are flat or points, and ground. */
static soup make_soup(uint64_t *random, int i) {
  if (i % 3 == 0) return soup_random(random, 40, 1);
  if (i % 3 == 1) return soup_degenerate(random, 40, 4);
  return soup_field(random, 5, 0.3f);
}

static carom_pos random_pos(uint64_t *random, float low, float high) {
  carom_vec3 p = test_vec3(random, low, high);
  return (carom_pos){(double)p.x, (double)p.y, (double)p.z};
}

START_TEST(what_is_apart_has_no_contact) {
  uint64_t random = (uint64_t)_i * 7919 + 3;
  soup s = make_soup(&random, _i);
  carom_mesh *asset = soup_mesh(&s, _i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED, NULL);
  carom_shape mesh = carom_shape_mesh(asset);
  check c = {.apart = 0};
  for (int kind = 0; kind < SPATIAL_KINDS; kind++)
    for (int n = 0; n < 5 + test_scaled(60); n++) {
      c.size = test_log_uniform(&random, 0.05f, 1.5f);
      carom_shape other = kind_random(&random, spatial_kind((uint32_t)kind), c.size);
      mesh.geometry.mesh.radius = n % 3 ? 0 : 0.05f;
      carom_pose at = {random_pos(&random, -5, 5), test_quat(&random)};
      carom_pose other_at = {random_pos(&random, _i % 3 ? 0 : -2, _i % 3 ? 4 : 2), test_quat(&random)};
      carom_frame frame = pose_to_frame(&at);
      carom_vec3 local = pos_sub(other_at.position, (carom_pos){0, 0, 0});
      other_at.position = frame_apply(&frame, local);
      if (!shape_is_composite(&other)) check_pair(&c, &mesh, &at, &other, &other_at);
      kind_release(&other);
    }
  ck_assert_uint_gt(c.touching, 0);
  ck_assert_uint_lt(5 * c.missed, c.far);
  ck_assert_uint_lt(5 * c.lanes_far, c.far);
  carom_mesh_release(asset);
  soup_free(&s);
}
END_TEST

/* Wheels that stand, lie and lean on flat tiles, at seams and over corners, off by a few roundings or more.
 */
START_TEST(wheels_at_flat_tiles_are_apart_or_meet) {
  static const carom_quat turns[] = {{0, 0, 0, 1},                      /* its cap looks along y */
                                     {0.70710678f, 0, 0, 0.70710678f},  /* and along z */
                                     {0.5f, 0.5f, 0.5f, 0.5f},          /* and x */
                                     {0.38268343f, 0, 0, 0.92387953f}}; /* on an edge */
  static const double gaps[] = {0, 0x1p-24, -0x1p-24, 0x1p-20, 0x1p-12, 0.01, -0.01, 0.04};
  uint64_t random = 17;
  soup s = soup_field(&random, 4, 0);
  carom_mesh *asset = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  const carom_shape mesh = carom_shape_mesh(asset), wheel = carom_shape_cylinder(0.125f, 0.5f);
  const carom_pose still = {.rotation = {0, 0, 0, 1}};
  const double leaning = (0.5 + 0.125) * 0.70710678118654752;
  const double heights[] = {0.5, 0.125, 0.5, leaning};
  check c = {.size = 0.5f};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 8; k++)
      for (int place = 0; place < 9; place++) {
        const carom_pose at = {{1 + 0.5 * (place % 3), 1 + 0.5 * (place / 3.0), heights[i] + gaps[k]},
                               turns[i]};
        check_pair(&c, &mesh, &still, &wheel, &at);
      }
  ck_assert_uint_gt(c.touching, 0);
  ck_assert_uint_lt(20 * c.missed, c.far);
  ck_assert_uint_lt(20 * c.lanes_far, c.far);
  carom_mesh_release(asset);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("triangle_apart");
  TCase *tests = tcase_create("a shape and triangles");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, what_is_apart_has_no_contact, 0, 6);
  tcase_add_test(tests, wheels_at_flat_tiles_are_apart_or_meet);
  suite_add_tcase(suite, tests);
  return suite;
}
