/* test_compound_near.c: contacts with compounds of convex children, whose near ones are listed, against those
 * with the same compound beside a mesh, which walks find: to the last bit. */
#include "carom/patch.h"

#include "compounds.h"
#include "surface.h"

enum { MOST_PATCHES = 64, CHILDREN = 40, SEEDS = 8 };

typedef struct twins {
  carom_shape convex, mixed, speck; /* the second one has the speck, too: a mesh of one small triangle */
  carom_local_pose speck_at;        /* within the bounds, at a corner, so that what they tell stays */
} twins;

static carom_shape make_speck(void) {
  static const float corners[9] = {0, 0, 0, 0, 0, 1e-3f, 1e-3f, 0, 0};
  static const uint32_t triangle[3] = {0, 1, 2};
  const carom_mesh_def def = {
      .vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
  carom_mesh *mesh;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return carom_shape_mesh(mesh);
}

static void make_twins(const carom_compound_child *children, size_t count, twins *t) {
  carom_compound *convex = make_compound(children, count);
  carom_compound_view view;
  ck_assert_int_eq(carom_compound_describe(convex, &view), CAROM_OK);
  t->convex = carom_shape_compound(convex);
  t->speck = make_speck();
  t->speck_at = (carom_local_pose){vec3_lerp(view.bounds.min, view.bounds.max, 0.999f), quat_identity()};
  const carom_compound_child both[2] = {{.shape = t->convex, .pose = {.rotation = quat_identity()}},
                                        {.shape = t->speck, .pose = t->speck_at}};
  t->mixed = carom_shape_compound(make_compound(both, 2));
}

static void end_twins(twins *t) {
  kind_release(&t->convex);
  kind_release(&t->mixed);
  kind_release(&t->speck);
}

/* Without the numbers of the children, which the twin within another compound does not tell. */
static size_t find_patches(const carom_shape *whole, const carom_pose *at, const carom_shape *other,
                           const carom_pose *other_at, bool swapped, carom_patch out[MOST_PATCHES]) {
  size_t count;
  carom_status status = swapped
                            ? carom_collide_patches(other, other_at, whole, at, out, MOST_PATCHES, &count)
                            : carom_collide_patches(whole, at, other, other_at, out, MOST_PATCHES, &count);
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert(count <= MOST_PATCHES);
  for (size_t i = 0; i < count; i++) out[i].child_a = out[i].child_b = 0;
  return count;
}

/* The number of patches; where the speck is near, the twins may differ. */
static size_t compare(const twins *t, const carom_pose *at, const carom_shape *other,
                      const carom_pose *other_at) {
  static carom_patch fast[MOST_PATCHES], slow[MOST_PATCHES];
  const carom_pose speck_at = pose_on(at, &t->speck_at);
  carom_distance_result away;
  size_t count = 0;
  ck_assert_int_eq(carom_distance(&t->speck, &speck_at, other, other_at, &away), CAROM_OK);
  if (away.distance < 0.1f) return 0;
  for (int swapped = 0; swapped < 2; swapped++) {
    count = find_patches(&t->convex, at, other, other_at, swapped, fast);
    ck_assert_uint_eq(count, find_patches(&t->mixed, at, other, other_at, swapped, slow));
    ck_assert_int_eq(memcmp(fast, slow, count * sizeof *fast), 0);
  }
  return count;
}

static carom_pose random_pose(uint64_t *random, const carom_pose *from, float far) {
  carom_vec3 by = test_vec3(random, -far, far);
  return (carom_pose){pos_add(from->position, by), test_quat(random)};
}

/* One that normalising leaves as it is, as it happens to compounds within others. */
static carom_quat steady_rotation(uint64_t *random) {
  for (;;) {
    const carom_quat q = quat_normalize(test_quat(random)), again = quat_normalize(q);
    if (quat_is_same(&q, &again)) return q;
  }
}

/* Few or many, apart or all in one place. */
START_TEST(listed_children_touch_as_walks_tell) {
  static const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  uint64_t random = (uint64_t)_i * 7919 + 3;
  size_t touching = 0;
  for (int round = 0; round < test_scaled_from(3, 30); round++) {
    carom_compound_child children[CHILDREN];
    twins t;
    const float far = _i % 2 ? 0.25f : 1.5f;
    const uint32_t count = 2 + test_below(&random, CHILDREN - 1);
    for (uint32_t i = 0; i < count; i++) {
      children[i] = random_child(&random, far, 0.7f, false);
      children[i].pose.rotation = test_below(&random, 4) ? steady_rotation(&random) : quat_identity();
    }
    make_twins(children, count, &t);
    for (uint32_t n = 0; n < 4 * SPATIAL_KINDS; n++) {
      const float scale = test_log_uniform(&random, 0.01f, 1);
      carom_shape other = kind_random(&random, spatial_kind(n % SPATIAL_KINDS), scale);
      const carom_pose at = random_pose(&random, &origin, 5), other_at = random_pose(&random, &at, far);
      touching += compare(&t, &at, &other, &other_at);
      kind_release(&other);
    }
    end_twins(&t);
    release_children(children, count);
  }
  ck_assert(touching > 0);
}
END_TEST

/* Boxes side by side and upon each other, whose faces are flush, and what rests on them, exactly or nearly.
 */
START_TEST(listed_boxes_are_one_floor) {
  static const float heights[] = {0, 1e-7f, -1e-6f, -1e-3f, -0.2f};
  carom_compound_child children[CHILDREN];
  uint64_t random = (uint64_t)_i + 1;
  uint32_t count = 0;
  twins t;
  size_t touching = 0;
  for (int x = 0; x < 5; x++)
    for (int z = 0; z < 5; z++)
      children[count++] = (carom_compound_child){.shape = carom_shape_box(0.5f, 0.5f, 0.5f),
                                                 .pose = {{(float)x, 0, (float)z}, quat_identity()}};
  for (int y = 1; y < 4; y++)
    children[count++] = (carom_compound_child){.shape = carom_shape_box(0.5f, 0.5f, 0.5f),
                                               .pose = {{0, (float)y, 0}, quat_identity()}};
  make_twins(children, count, &t);
  for (int n = 0; n < test_scaled_from(40, 400); n++) {
    const carom_shape others[] = {carom_shape_sphere(0.5f), carom_shape_box(0.5f, 0.5f, 0.5f),
                                  carom_shape_box(2, 0.5f, 0.01f), carom_shape_cylinder(0.5f, 0.25f)};
    carom_pose at = {.rotation = quat_identity()};
    if (n % 2) at = random_pose(&random, &at, 100);
    const float height = 1 + heights[test_below(&random, 5)];
    const carom_local_pose local = {
        {0.5f * (float)test_below(&random, 10), height, 0.5f * (float)test_below(&random, 10)},
        quat_identity()};
    const carom_pose other_at = pose_on(&at, &local);
    touching += compare(&t, &at, &others[test_below(&random, 4)], &other_at);
  }
  ck_assert(touching > 0);
  end_twins(&t);
}
END_TEST

/* --- What holds a point --- */

static double least_distance(const carom_compound_child *children, uint32_t count, const carom_pose *at,
                             carom_pos point) {
  double least = HUGE_VAL;
  for (uint32_t i = 0; i < count; i++) {
    const carom_pose pose = pose_on(at, &children[i].pose);
    carom_point_distance found;
    ck_assert_int_eq(carom_distance_to_point(&children[i].shape, &pose, &point, &found), CAROM_OK);
    least = fmin(least, found.inside ? 0 : (double)found.distance);
  }
  return least;
}

/* Of points near the surface, at about the distance that is asked for. */
START_TEST(points_are_held_as_distances_tell) {
  static const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  uint64_t random = (uint64_t)_i * 104729 + 5;
  int held = 0, free = 0;
  for (int round = 0; round < test_scaled_from(40, 400); round++) {
    carom_compound_child children[4];
    for (uint32_t i = 0; i < 4; i++) children[i] = random_child(&random, 1, 0.7f, false);
    const carom_shape whole = carom_shape_compound(make_compound(children, 4));
    const carom_pose at = random_pose(&random, &origin, 5);
    const carom_frame frame = pose_to_frame(&at);
    for (int n = 0; n < 40; n++) {
      const carom_pos point = pos_add(at.position, test_vec3(&random, -1.5f, 1.5f));
      const double distance = least_distance(children, 4, &at, point);
      const float asked = (float)distance * (test_below(&random, 2) ? 0.98f : 1.02f);
      if (distance < 1e-2 || distance > 1) continue;
      const bool holds = carom__surface_holds((carom__site){&whole, &frame}, point, asked);
      ck_assert_int_eq(holds, (double)asked > distance);
      held += holds, free += !holds;
    }
    kind_release(&whole);
    release_children(children, 4);
  }
  ck_assert(held > 0 && free > 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_near");
  TCase *tests = tcase_create("lists against walks");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, listed_children_touch_as_walks_tell, 0, SEEDS);
  tcase_add_loop_test(tests, listed_boxes_are_one_floor, 0, SEEDS);
  tcase_add_loop_test(tests, points_are_held_as_distances_tell, 0, SEEDS);
  suite_add_tcase(suite, tests);
  return suite;
}
