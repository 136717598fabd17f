/* test_flush.c: what a game puts flush on steps or against them, by coordinates. Within rounding of touching,
 * and however far over an edge, nothing is told to be deep: neither beside the edge nor below it. */
#include "carom/compound.h"
#include "carom/hull.h"

#include "meshes.h"
#include "parts.h"
#include "kinds.h"

/* How far from touching, and what is deep. */
#define NEAR 2e-6f
#define DEEP 1e-4f

/* --- Stairs: three steps, up along -x, cut in two along z --- */

enum { ONE_SIDED, TWO_SIDED, BOXES, STAIRS };

typedef struct stairs {
  float width, height, half; /* of a step, and along z */
  carom_shape shape;         /* must be released */
} stairs;

/* Each step with the wall above it. */
static carom_shape make_surface(const stairs *s, carom_mesh_sides sides) {
  soup out = soup_make(48, 24);
  for (int i = 0; i < 6; i++) {
    float low = (float)(i / 2) * s->height, high = low + s->height, to = (float)(3 - i / 2) * s->width;
    float from = to - s->width, back = i % 2 ? 0 : -s->half, front = back + s->half;
    soup_quad(&out, vec3(from, low, back), vec3(from, low, front), vec3(to, low, front), vec3(to, low, back));
    soup_quad(&out, vec3(from, high, back), vec3(from, high, front), vec3(from, low, front),
              vec3(from, low, back));
  }
  carom_shape mesh = carom_shape_mesh(soup_mesh(&out, sides, NULL));
  soup_free(&out);
  return mesh;
}

static carom_shape make_boxes(const stairs *s) {
  carom_compound_child children[8];
  const carom_compound_def def = {.children = children, .child_count = 8};
  carom_compound *compound;
  for (int i = 0; i < 8; i++) {
    float half = 0.5f * ((float)(i / 2) * s->height + 1), x = (2.5f - (float)(i / 2)) * s->width;
    carom_vec3 at = vec3(x, half - 1, i % 2 ? 0.5f * s->half : -0.5f * s->half);
    children[i] = (carom_compound_child){.shape = carom_shape_box(0.5f * s->width, half, 0.5f * s->half),
                                         .pose = {at, {0, 0, 0, 1}}};
  }
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

static stairs make_stairs(uint64_t *random, int which) {
  stairs s = {.width = test_uniform(random, 0.2f, 1),
              .height = test_uniform(random, 0.05f, 1),
              .half = test_uniform(random, 0.5f, 1.5f)};
  s.shape = which == BOXES
                ? make_boxes(&s)
                : make_surface(&s, which == ONE_SIDED ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  return s;
}

/* --- What is put there --- */

enum { BOX, HULL, CYLINDER, ROUNDED, GUESTS };

/* Of half extents that it fills. */
static carom_shape make_guest(int which, carom_vec3 half) {
  const float radius = 0.04f;
  if (which == CYLINDER) return carom_shape_cylinder(half.y, half.x);
  if (which == ROUNDED)
    return carom_shape_rounded_box(half.x - radius, half.y - radius, half.z - radius, radius);
  if (which == BOX) return carom_shape_box(half.x, half.y, half.z);
  carom_vec3 corners[8];
  carom_hull *hull;
  for (int i = 0; i < 8; i++)
    corners[i] = vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners[0].x, 8, 0, &hull), CAROM_OK);
  return carom_shape_hull(hull);
}

/* On the middle step and against the wall, anywhere on it, or against the wall alone: where the middle of the
 * guest is. */
static carom_vec3 any_place(uint64_t *random, const stairs *s, carom_vec3 half) {
  int mode = (int)test_below(random, 3);
  float x = s->width + half.x, y = s->height + half.y;
  x += mode == 1 ? test_uniform(random, 0.001f, s->width) : test_uniform(random, -NEAR, NEAR);
  y += mode == 2 ? test_uniform(random, 0.001f, s->height) : test_uniform(random, -NEAR, NEAR);
  return vec3(x, y, test_uniform(random, -s->half, s->half));
}

START_TEST(what_lies_flush_is_not_deep) {
  uint64_t random = (uint64_t)_i + 1;
  int which = _i % GUESTS, touching = 0, deep = 0, count = 1000 + test_scaled(4000);
  for (int i = 0; i < count; i++) {
    stairs s = make_stairs(&random, _i / GUESTS);
    carom_vec3 half = vec3(test_uniform(&random, 0.05f, 1.2f), test_uniform(&random, 0.05f, 1.2f),
                           test_uniform(&random, 0.05f, 0.8f));
    carom_shape guest = make_guest(which, half);
    carom_pose ground = {.rotation = {0, 0, 0, 1}}, pose;
    carom_manifold m;
    if (test_below(&random, 2)) ground.rotation = test_quat(&random);
    const carom_frame frame = pose_to_frame(&ground);
    pose = (carom_pose){frame_apply(&frame, any_place(&random, &s, half)), ground.rotation};
    ck_assert_int_eq(carom_collide(&s.shape, &ground, &guest, &pose, &m), CAROM_OK);
    touching += m.point_count > 0, deep += manifold_depth(&m) > DEEP;
    kind_release(&s.shape), kind_release(&guest);
  }
  ck_assert_int_gt(touching, count / 2);
  ck_assert_msg(deep <= (_i / GUESTS == BOXES ? 1 : 0), "%d of %d are deep", deep, touching);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("flush");
  TCase *tests = tcase_create("flush");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, what_lies_flush_is_not_deep, 0, STAIRS * GUESTS);
  suite_add_tcase(suite, tests);
  return suite;
}
