/* test_compound_asset.c: building compounds, what they hold, and compounds as bytes. */
#include "compound.h"

#include "carom/patch.h"

#include "compounds.h"
#include "test_memory.h"

static const carom__asset_class *const class = &carom__compound_asset_class;

static carom_hull *hull_in(const carom_allocator *allocator) {
  const carom_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(allocator, &points->x, 4, 0, &hull), CAROM_OK);
  return hull;
}

/* --- Building --- */

START_TEST(children_are_kept_as_they_are_given) {
  struct {
    carom_compound_child child;
    int other;
  } given[3] = {{{carom_shape_sphere(1), {{1, 2, 3}, {0, 0, 0, 0}}, 7, 1}, 1},
                {{carom_shape_box(1, 2, 3), {{0, 0, 0}, {0, 0, 0, 1.0005f}}, 8, 2}, 1},
                {{carom_shape_cone(1, 1), {{-9, 0, 0}, {1, 0, 0, 0}}, 8, 255}, 1}};
  const carom_compound_def def = {&given[0].child, 3, sizeof *given};
  carom_compound *compound = NULL;
  carom_compound_view view;
  size_t wrong = 77;
  ck_assert_int_eq(carom_compound_create(NULL, &def, &wrong, &compound), CAROM_OK);
  ck_assert_uint_eq(wrong, 3);
  for (size_t i = 0; i < 3; i++) {
    carom_compound_child child;
    ck_assert_int_eq(carom_compound_get_child(compound, i, &child), CAROM_OK);
    ck_assert_int_eq(memcmp(&child.shape, &given[i].child.shape, sizeof child.shape), 0);
    ck_assert_int_eq(memcmp(&child.pose.position, &given[i].child.pose.position, sizeof(carom_vec3)), 0);
    ck_assert(child.pose.rotation.w == (i < 2 ? 1 : 0));
    ck_assert_uint_eq(child.number, given[i].child.number);
    ck_assert_uint_eq(child.material, given[i].child.material);
  }
  ck_assert_int_eq(carom_compound_describe(compound, &view), CAROM_OK);
  ck_assert_uint_eq(view.child_count, 3);
  ck_assert_uint_eq(view.asset_count, 0);
  ck_assert_uint_eq(view.shape_count, 3);
  ck_assert_uint_eq(view.depth, 1);
  ck_assert(view.bounds.min.x <= -10 && view.bounds.min.x > -10.001f);
  ck_assert(view.bounds.max.z >= 4 && view.bounds.max.z < 4.001f);
  carom_compound_release(compound);
}
END_TEST

START_TEST(errors_name_the_child) {
  carom_compound_child children[9];
  for (int i = 0; i < 9; i++) children[i] = (carom_compound_child){.shape = carom_shape_sphere(1)};
  const carom_compound_def def = {children, 9, 0};
  carom_compound *compound = NULL;
  size_t wrong;
  children[_i].shape.geometry.sphere.radius = -1;
  ck_assert_int_eq(carom_compound_create(NULL, &def, &wrong, &compound), CAROM_BAD_SIZE);
  ck_assert_uint_eq(wrong, (size_t)_i);
  children[_i] = (carom_compound_child){.shape = carom_shape_sphere(1), .pose.position.x = NAN};
  ck_assert_int_eq(carom_compound_create(NULL, &def, &wrong, &compound), CAROM_NOT_FINITE);
  ck_assert_uint_eq(wrong, (size_t)_i);
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_NOT_FINITE);
  ck_assert_ptr_null(compound);
}
END_TEST

START_TEST(compounds_lie_in_each_other_to_a_limit) {
  carom_compound_child child = {.shape = carom_shape_sphere(1), .pose.position.x = 1};
  carom_compound *last = NULL;
  for (uint32_t depth = 1; depth <= CAROM_COMPOUND_DEPTH_MAX; depth++) {
    const carom_compound_def def = {&child, 1, 0};
    carom_compound *outer = NULL;
    carom_compound_view view;
    ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &outer), CAROM_OK);
    ck_assert_int_eq(carom_compound_describe(outer, &view), CAROM_OK);
    ck_assert_uint_eq(view.depth, depth);
    ck_assert_uint_eq(view.asset_count, depth > 1);
    ck_assert_double_eq_tol((double)view.bounds.max.x, depth + 1.0, 1e-3);
    carom_compound_release(last);
    last = outer;
    child.shape = carom_shape_compound(outer);
  }
  const carom_compound_child two[2] = {{.shape = carom_shape_sphere(1)}, child};
  const carom_compound_def def = {two, 2, 0};
  carom_compound *outer = NULL;
  size_t wrong;
  ck_assert_int_eq(carom_compound_create(NULL, &def, &wrong, &outer), CAROM_LIMIT);
  ck_assert_uint_eq(wrong, 1);
  carom_compound_release(last);
}
END_TEST

/* Twice as many in each, and more shapes than can be counted. */
START_TEST(shapes_are_counted_to_a_limit) {
  enum { MANY = 100 };
  static carom_compound_child children[MANY];
  carom_compound *last = NULL;
  carom_status status = CAROM_OK;
  for (int i = 0; i < MANY; i++) children[i] = (carom_compound_child){.shape = carom_shape_sphere(1)};
  uint64_t shapes = 1;
  for (int depth = 1; depth <= CAROM_COMPOUND_DEPTH_MAX && !status; depth++) {
    const carom_compound_def def = {children, MANY, 0};
    carom_compound *outer = NULL;
    size_t wrong;
    status = carom_compound_create(NULL, &def, &wrong, &outer);
    shapes *= MANY;
    ck_assert_int_eq(status, shapes > INT32_MAX ? CAROM_LIMIT : CAROM_OK);
    if (status) break;
    carom_compound_release(last);
    last = outer;
    for (int i = 0; i < MANY; i++) children[i].shape = carom_shape_compound(outer);
  }
  ck_assert_int_eq(status, CAROM_LIMIT);
  carom_compound_release(last);
}
END_TEST

/* --- Memory --- */

START_TEST(assets_live_as_long_as_the_compound) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_hull *hull = hull_in(&allocator);
  carom_compound_child children[100];
  for (int i = 0; i < 100; i++)
    children[i] = (carom_compound_child){.shape = carom_shape_hull(hull), .pose.position.x = (float)i};
  const carom_compound_def def = {children, 100, 0};
  carom_compound *compound = NULL;
  carom_compound_view view;
  size_t without = memory.live_bytes;
  ck_assert_int_eq(carom_compound_create(&allocator, &def, NULL, &compound), CAROM_OK);
  ck_assert_int_eq(carom_compound_describe(compound, &view), CAROM_OK);
  ck_assert_uint_eq(view.asset_count, 1);
  /* Arrays have room to begin on a cache line. */
  ck_assert(view.bytes <= memory.live_bytes - without && view.bytes + 256 >= memory.live_bytes - without);
  carom_hull_release(hull);
  const carom_compound_child outer_child = {.shape = carom_shape_compound(compound)};
  const carom_compound_def outer_def = {&outer_child, 1, 0};
  carom_compound *outer = NULL;
  ck_assert_int_eq(carom_compound_create(&allocator, &outer_def, NULL, &outer), CAROM_OK);
  carom_compound_release(compound);
  ck_assert_ptr_eq(carom_compound_retain(outer), outer);
  carom_compound_release(outer);
  bool overlap = false;
  const carom_pose here = {.rotation = {0, 0, 0, 1}}, there = {.position = {50.2, 0.2, 0.2}};
  const carom_shape shape = carom_shape_compound(outer), ball = carom_shape_sphere(0.1f);
  ck_assert_int_eq(carom_overlap(&shape, &here, &ball, &there, &overlap), CAROM_OK);
  ck_assert(overlap);
  carom_compound_release(outer);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(memory_may_run_out) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_hull *hull = hull_in(NULL);
  carom_compound_child children[20];
  for (int i = 0; i < 20; i++) children[i] = (carom_compound_child){.shape = carom_shape_hull(hull)};
  const carom_compound_def def = {children, 20, 0};
  carom_status status = CAROM_OUT_OF_MEMORY;
  carom_compound *compound = NULL;
  size_t k;
  for (k = 1; status; k++) {
    size_t wrong = 0;
    test_memory_fail_at(&memory, k);
    status = carom_compound_create(&allocator, &def, &wrong, &compound);
    ck_assert_uint_eq(wrong, 20);
    if (!status) break;
    ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
    ck_assert_ptr_null(compound);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(k, 4);
  carom_compound_release(compound);
  carom_hull_release(hull);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* --- Bytes --- */

typedef struct bytes {
  unsigned char *data;
  size_t size;
} bytes;

static bytes bytes_of(const carom_compound *compound) {
  carom__archive count = {0};
  class->write(&count, &compound->asset);
  bytes b = {malloc(count.at), count.at};
  carom__archive archive = {.out = b.data, .size = b.size};
  class->write(&archive, &compound->asset);
  ck_assert_uint_eq(archive.at, b.size);
  return b;
}

static carom_compound *read_back(const bytes *b, const carom_allocator *allocator, carom_status *status) {
  carom__archive archive = {.in = b->data, .size = b->size};
  carom__asset *asset = class->read(&archive, allocator);
  *status = archive.status;
  ck_assert_int_eq(!asset, archive.status != CAROM_OK);
  ck_assert_uint_eq(archive.depth, 0);
  return (carom_compound *)asset;
}

static void make_saved(int seed, family *f) {
  uint64_t random = (uint64_t)seed * 31 + 7;
  make_family(&random, 1 + (uint32_t)seed * 3, seed % 2, seed % 3 == 0, f);
}

/* A ray through the middle, and a ball there. */
static void ask(const carom_compound *compound) {
  const carom_shape shape = carom_shape_compound(compound), ball = carom_shape_sphere(1);
  const carom_pose at = {.rotation = {0, 0, 0, 1}};
  carom_ray ray = {{-20, 0.1, 0.2}, {40, 0, 0}};
  carom_ray_result hit;
  carom_manifold manifold;
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_check(&shape), CAROM_OK);
  ck_assert_int_eq(carom_cast_ray(&shape, &at, &ray, &hit), CAROM_OK);
  ck_assert_int_eq(carom_shape_bounds(&shape, &at, &bounds), CAROM_OK);
  carom_collide(&shape, &at, &ball, &at, &manifold);
}

START_TEST(there_and_back) {
  static family f;
  carom_status status;
  make_saved(_i, &f);
  bytes b = bytes_of(f.compound);
  carom_compound *again = read_back(&b, NULL, &status);
  ck_assert_int_eq(status, CAROM_OK);
  bytes c = bytes_of(again);
  ck_assert(b.size == c.size && memcmp(b.data, c.data, b.size) == 0);
  ck_assert_uint_eq(again->asset.hash, f.compound->asset.hash);
  ck_assert_uint_eq(again->asset_count, f.compound->asset_count);
  ck_assert_uint_eq(again->shape_count, f.compound->shape_count);
  ck_assert_int_eq(memcmp(&again->bounds, &f.compound->bounds, sizeof again->bounds), 0);
  carom_compound_release(again);
  end_family(&f);
  free(b.data), free(c.data);
}
END_TEST

START_TEST(hashes_are_of_the_content) {
  carom_compound_child child = {.shape = carom_shape_hull(hull_in(NULL)), .number = 1};
  carom_compound_child same = child, other = child;
  same.shape = carom_shape_hull(hull_in(NULL));
  other.number = 2;
  carom_compound *a = make_compound(&child, 1), *b = make_compound(&same, 1), *c = make_compound(&other, 1);
  ck_assert_uint_eq(a->asset.hash, b->asset.hash);
  ck_assert_uint_ne(a->asset.hash, c->asset.hash);
  carom_compound_release(a), carom_compound_release(b), carom_compound_release(c);
  kind_release(&child.shape), kind_release(&same.shape);
}
END_TEST

static void check_forged(const bytes *b) {
  carom_status status;
  carom_compound *compound = read_back(b, NULL, &status);
  ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
  if (compound) ask(compound);
  carom_compound_release(compound);
}

START_TEST(forged_bytes_are_refused) {
  uint64_t random = (uint64_t)_i;
  static family f;
  make_saved(_i, &f);
  bytes b = bytes_of(f.compound), cut = b;
  for (int i = 0; i < test_scaled(5000); i++) {
    size_t at = test_below(&random, (uint32_t)b.size);
    unsigned char old = b.data[at];
    b.data[at] = test_below(&random, 2) ? (unsigned char)(old ^ 1u << test_below(&random, 8))
                                        : (unsigned char)test_random(&random);
    check_forged(&b);
    b.data[at] = old;
  }
  for (int i = 0; i < test_scaled(300); i++) {
    carom_status status;
    cut.size = test_below(&random, (uint32_t)b.size);
    ck_assert_ptr_null(read_back(&cut, NULL, &status));
    ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
  }
  end_family(&f);
  free(b.data);
}
END_TEST

START_TEST(memory_may_run_out_while_reading) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  static family f;
  carom_status status = CAROM_OUT_OF_MEMORY;
  carom_compound *again = NULL;
  make_saved(5, &f);
  bytes b = bytes_of(f.compound);
  for (size_t k = 1; status; k++) {
    test_memory_fail_at(&memory, k);
    again = read_back(&b, &allocator, &status);
    if (!status) break;
    ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
    ck_assert(test_memory_is_clean(&memory));
  }
  carom_compound_release(again);
  ck_assert(test_memory_is_clean(&memory));
  end_family(&f);
  free(b.data);
}
END_TEST

/* What holds an asset of the kind, as one child. */
static bytes wrap(const bytes *inner) {
  bytes b = {malloc(inner->size + 200), inner->size + 200};
  carom__archive archive = {.out = b.data, .size = b.size};
  uint64_t one = 1;
  uint32_t kind = CAROM_COMPOUND, zero = 0;
  carom_vec3 at = {0, 0, 0};
  carom_quat unit = {0, 0, 0, 1};
  carom__archive_u64(&archive, &one), carom__archive_u64(&archive, &one);
  carom__archive_u32(&archive, &kind);
  memcpy(b.data + archive.at, inner->data, inner->size);
  archive.at += inner->size;
  carom__archive_u32(&archive, &kind), carom__archive_u32(&archive, &zero);
  carom__archive_vec3(&archive, &at), carom__archive_quat(&archive, &unit);
  carom__archive_u32(&archive, &zero), carom__archive_u32(&archive, &zero);
  b.size = archive.at;
  free(inner->data);
  return b;
}

START_TEST(bytes_nest_to_a_limit) {
  const carom_compound_child child = {.shape = carom_shape_sphere(1)};
  carom_compound *compound = make_compound(&child, 1);
  bytes b = bytes_of(compound);
  carom_compound_release(compound);
  for (int depth = 1; depth < 2000; depth++) {
    carom_status status;
    compound = read_back(&b, NULL, &status);
    ck_assert_int_eq(status, depth <= CAROM_COMPOUND_DEPTH_MAX ? CAROM_OK : CAROM_BAD_SNAPSHOT);
    carom_compound_release(compound);
    b = wrap(&b);
  }
  free(b.data);
}
END_TEST

/* The same asset twice, in the wrong order, or one that no child refers to, is not what a build gives. */
START_TEST(each_asset_is_used_the_first_first) {
  carom_compound_child children[2] = {{.shape = carom_shape_hull(hull_in(NULL))},
                                      {.shape = carom_shape_hull(hull_in(NULL))}};
  carom_compound *compound = make_compound(children, 2);
  carom_status status;
  bytes b = bytes_of(compound);
  for (uint32_t first = 0; first < 3; first++)
    for (uint32_t second = 0; second < 3; second++) {
      compound->children[0].asset = first, compound->children[1].asset = second;
      carom__archive archive = {.out = b.data, .size = b.size};
      class->write(&archive, &compound->asset);
      carom_compound *again = read_back(&b, NULL, &status);
      ck_assert_int_eq(status, first == 0 && second == 1 ? CAROM_OK : CAROM_BAD_SNAPSHOT);
      carom_compound_release(again);
    }
  carom_compound_release(compound);
  release_children(children, 2);
  free(b.data);
}
END_TEST

/* --- Many --- */

/* A level of hulls of one form in a grid is asked as fast as one by one, and answers the same. */
START_TEST(ten_thousand_hulls_are_one_shape) {
  enum { SIDE = 100, COUNT = SIDE * SIDE };
  carom_compound_child *children = calloc(COUNT, sizeof *children);
  carom_hull *hull = hull_in(NULL);
  uint64_t random = 3;
  for (int i = 0; i < COUNT; i++) {
    children[i].shape = carom_shape_hull(hull);
    children[i].pose.position = vec3((float)(i % SIDE) * 1.5f, 0, (float)(i / SIDE) * 1.5f);
    children[i].pose.rotation = test_quat(&random);
    children[i].number = (uint32_t)i;
  }
  carom_compound *compound = make_compound(children, COUNT);
  const carom_shape all = carom_shape_compound(compound), ball = carom_shape_sphere(0.5f);
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  for (int n = 0; n < test_scaled(2000); n++) {
    carom_vec3 p = vec3(test_uniform(&random, 0, 149), test_uniform(&random, -1, 1), 0);
    p.z = test_uniform(&random, 0, 149);
    const carom_pose at = {{(double)p.x, (double)p.y, (double)p.z}, {0, 0, 0, 1}};
    bool overlap, any = false;
    ck_assert_int_eq(carom_overlap(&all, &here, &ball, &at, &overlap), CAROM_OK);
    int column = (int)(p.x / 1.5f), row = (int)(p.z / 1.5f);
    for (int i = 0; i < 16; i++) {
      int x = column - 1 + i % 4, z = row - 1 + i / 4;
      bool touch = false;
      if (x < 0 || z < 0 || x >= SIDE || z >= SIDE) continue;
      carom_pose child = pose_on(&here, &children[z * SIDE + x].pose);
      ck_assert_int_eq(carom_overlap(&children[0].shape, &child, &ball, &at, &touch), CAROM_OK);
      any |= touch;
    }
    ck_assert_int_eq(overlap, any);
  }
  carom_compound_release(compound);
  carom_hull_release(hull);
  free(children);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_asset");
  TCase *tests = tcase_create("compounds");
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, children_are_kept_as_they_are_given);
  tcase_add_loop_test(tests, errors_name_the_child, 0, 9);
  tcase_add_test(tests, compounds_lie_in_each_other_to_a_limit);
  tcase_add_test(tests, shapes_are_counted_to_a_limit);
  tcase_add_test(tests, assets_live_as_long_as_the_compound);
  tcase_add_test(tests, memory_may_run_out);
  tcase_add_loop_test(tests, there_and_back, 0, 12);
  tcase_add_test(tests, hashes_are_of_the_content);
  tcase_add_loop_test(tests, forged_bytes_are_refused, 0, 6);
  tcase_add_test(tests, memory_may_run_out_while_reading);
  tcase_add_test(tests, bytes_nest_to_a_limit);
  tcase_add_test(tests, each_asset_is_used_the_first_first);
  tcase_add_test(tests, ten_thousand_hulls_are_one_shape);
  suite_add_tcase(suite, tests);
  return suite;
}
