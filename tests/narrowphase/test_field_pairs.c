/* test_field_pairs.c: shapes of all kinds against a field, and against the mesh of its triangles, which has
 * tests of its own. */
#include "carom/cast.h"
#include "carom/patch.h"

#include "any_kind.h"
#include "fields.h"
#include "kinds.h"

enum { MOST_PATCHES = 256 };

typedef struct twin_shapes {
  field_twins twins;
  uint64_t random;
  carom_shape field, mesh;
  carom_pose at;
  int asked, equal; /* whole lists of patches */
  int met, as_deep; /* where the deepest points are as deep */
} twin_shapes;

static terrain small_terrain(int i, uint64_t *random) {
  terrain t = terrain_random(random, i % 3 == 0 ? 70 : 12, i % 3 == 1 ? 66 : 9);
  t.def.scale = 0.3f;
  for (size_t k = 0; k < terrain_corners(&t); k++)
    terrain_set(&t, k,
                t.def.format == CAROM_FIELD_FLOAT ? test_uniform(random, -1, 1)
                                                  : (float)test_below(random, 4));
  return t;
}

static twin_shapes twins_make(int i) {
  twin_shapes t = {.random = (uint64_t)i * 7919 + 11};
  t.twins = field_twins_of(small_terrain(i, &t.random));
  carom_vec3 scale = {1, 1, 1};
  float radius = i % 4 == 3 ? 0.05f : 0;
  if (i % 5 == 4) scale = vec3(-0.5f, 1.5f, 0.7f);
  t.field = carom_shape_scaled_field(t.twins.field, scale, radius);
  t.mesh = carom_shape_scaled_mesh(t.twins.mesh, scale, radius);
  carom_vec3 p = test_vec3(&t.random, -5, 5);
  t.at = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(&t.random)};
  return t;
}

static void twins_end(twin_shapes *t) { field_twins_free(&t->twins); }

/* A pose near the surface. */
static carom_pose pose_near(twin_shapes *t) {
  carom_vec3 corners[3], scale = t->field.geometry.field.scale;
  terrain_triangle(&t->twins.terrain, test_below(&t->random, terrain_triangles(&t->twins.terrain)), corners);
  carom_vec3 local = vec3_add(vec3_mul(corners[0], scale), test_vec3(&t->random, -1, 1));
  carom_frame frame = {t->at.position, quat_to_mat3(t->at.rotation)};
  carom_vec3 off = mat3_mul_vec3(&frame.axes, local);
  return (carom_pose){pos_add(frame.origin, off), test_quat(&t->random)};
}

typedef struct scene {
  carom_shape other;
  carom_pose at;
} scene;

static void all_kinds(int i, void (*compare)(twin_shapes *t, const scene *s)) {
  twin_shapes t = twins_make(i);
  for (int kind = 0; kind < SPATIAL_KINDS; kind++)
    for (int n = 0; n < test_scaled(60); n++) {
      scene s = {kind_random(&t.random, spatial_kind((uint32_t)kind), 0.6f), {{0, 0, 0}, {0, 0, 0, 1}}};
      s.at = pose_near(&t);
      compare(&t, &s);
      kind_release(&s.other);
    }
  ck_assert_int_gt(10 * t.equal, 8 * t.asked - 20);
  ck_assert_int_ge(25 * t.as_deep, 24 * t.met - 50);
  twins_end(&t);
}

/* --- Contacts --- */

typedef struct patch_list {
  carom_patch items[MOST_PATCHES];
  size_t count;
} patch_list;

static void list_patches(const carom_shape *shape, const carom_pose *at, const scene *s, patch_list *out) {
  carom_status status =
      carom_collide_patches(shape, at, &s->other, &s->at, out->items, MOST_PATCHES, &out->count);
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_le(out->count, MOST_PATCHES);
}

/* Triangles come in another order than those of the mesh, which can gather them in other patches. The deepest
 * point is mostly as deep: what reaches through many triangles may leave them by another one. */
static void compare_patches(twin_shapes *t, const scene *s) {
  static patch_list of_field, of_mesh;
  list_patches(&t->field, &t->at, s, &of_field);
  list_patches(&t->mesh, &t->at, s, &of_mesh);
  ck_assert_int_eq(of_field.count == 0, of_mesh.count == 0);
  t->asked++;
  t->equal += of_field.count == of_mesh.count;
  if (of_field.count == 0) return;
  const carom_patch *a = &of_field.items[0], *b = &of_mesh.items[0];
  t->met++;
  t->as_deep += fabsf(a->points[0].separation - b->points[0].separation) <= 1e-5f;
  ck_assert_uint_eq(a->material_a, t->twins.terrain.materials[a->triangle_a / 2]);
}
START_TEST(patches_are_those_of_the_mesh) { all_kinds(_i, compare_patches); }
END_TEST

static void compare_distances(twin_shapes *t, const scene *s) {
  carom_distance_result of_field, of_mesh;
  carom_manifold contact;
  bool overlap_field, overlap_mesh;
  ck_assert_int_eq(carom_distance(&t->field, &t->at, &s->other, &s->at, &of_field), CAROM_OK);
  ck_assert_int_eq(carom_distance(&t->mesh, &t->at, &s->other, &s->at, &of_mesh), CAROM_OK);
  ck_assert_double_eq_tol((double)of_field.distance, (double)of_mesh.distance, 1e-5);
  ck_assert_int_eq(of_field.distance == 0, of_mesh.distance == 0);
  ck_assert_int_eq(carom_overlap(&s->other, &s->at, &t->field, &t->at, &overlap_field), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->other, &s->at, &t->mesh, &t->at, &overlap_mesh), CAROM_OK);
  ck_assert_int_eq(overlap_field, overlap_mesh);
  ck_assert_int_eq(carom_collide(&t->field, &t->at, &s->other, &s->at, &contact), CAROM_OK);
  ck_assert_int_eq(overlap_field, contact.point_count > 0);
}
START_TEST(distances_are_those_of_the_mesh) { all_kinds(_i, compare_distances); }
END_TEST

static void compare_casts(twin_shapes *t, const scene *s) {
  carom_vec3 way = test_vec3(&t->random, -6, 6);
  carom_impact of_field, of_mesh;
  carom_motion still = {t->at, t->at}, moves = {s->at, pose_near(t)};
  ck_assert_int_eq(carom_cast_shape(&t->field, &t->at, &s->other, &s->at, way, &of_field), CAROM_OK);
  ck_assert_int_eq(carom_cast_shape(&t->mesh, &t->at, &s->other, &s->at, way, &of_mesh), CAROM_OK);
  ck_assert_int_eq(of_field.hit, of_mesh.hit);
  ck_assert_double_eq_tol(of_field.fraction, of_mesh.fraction, 1e-5);
  carom_status a = carom_time_of_impact(&t->field, &still, &s->other, &moves, 1e-4f, &of_field);
  carom_status b = carom_time_of_impact(&t->mesh, &still, &s->other, &moves, 1e-4f, &of_mesh);
  if (a || b) return;
  ck_assert_int_eq(of_field.hit, of_mesh.hit);
  ck_assert_double_eq_tol(of_field.fraction, of_mesh.fraction, 1e-3);
}
START_TEST(casts_are_those_of_the_mesh) { all_kinds(_i, compare_casts); }
END_TEST

/* A field against a mesh, and against a field. */
START_TEST(fields_meet_meshes_and_fields) {
  twin_shapes t = twins_make(_i), other = twins_make(_i + 1);
  for (int i = 0; i < test_scaled(20); i++) {
    scene s = {i % 2 ? other.mesh : other.field, pose_near(&t)};
    compare_distances(&t, &s);
    compare_patches(&t, &s);
  }
  twins_end(&t), twins_end(&other);
}
END_TEST

/* --- Points and rays --- */

START_TEST(points_and_rays_are_those_of_the_mesh) {
  twin_shapes t = twins_make(_i);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_point_distance of_field, of_mesh;
    carom_ray_result hit_field, hit_mesh;
    carom_ray ray = {pose_near(&t).position, test_vec3(&t.random, -9, 9)};
    ck_assert_int_eq(carom_distance_to_point(&t.field, &t.at, &ray.origin, &of_field), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(&t.mesh, &t.at, &ray.origin, &of_mesh), CAROM_OK);
    ck_assert_double_eq_tol((double)of_field.distance, (double)of_mesh.distance, 1e-5);
    ck_assert_int_eq(of_field.distance == 0, of_mesh.distance == 0);
    ck_assert_int_eq(carom_cast_ray(&t.field, &t.at, &ray, &hit_field), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&t.mesh, &t.at, &ray, &hit_mesh), CAROM_OK);
    ck_assert_int_eq(hit_field.hit, hit_mesh.hit);
    ck_assert(!hit_field.hit || hit_field.fraction == hit_mesh.fraction);
  }
  twins_end(&t);
}
END_TEST

/* --- Solid ground --- */

START_TEST(what_is_below_solid_ground_touches_it) {
  uint64_t random = (uint64_t)_i;
  terrain ground = small_terrain(_i, &random);
  ground.def.sides = CAROM_MESH_SOLID;
  ground.def.depth = 4;
  memset(ground.flags, 0, terrain_cells(&ground));
  ground.flags[terrain_cells(&ground) / 2] = CAROM_FIELD_HOLE;
  carom_field *field = terrain_field(&ground);
  carom_shape shape = carom_shape_field(field), ball = carom_shape_sphere(0.1f);
  carom_pose origin = {.rotation = {0, 0, 0, 1}}, at = origin;
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_field_ground place;
    float x = test_uniform(&random, 0.2f, field->bounds.max.x - 0.2f);
    float z = test_uniform(&random, 0.2f, field->bounds.max.z - 0.2f), below = test_uniform(&random, -1, 5);
    ck_assert_int_eq(carom_field_get_ground(field, x, z, &place), CAROM_OK);
    at.position = (carom_pos){(double)x, (double)place.height - (double)below, (double)z};
    bool touches = false;
    ck_assert_int_eq(carom_overlap(&shape, &origin, &ball, &at, &touches), CAROM_OK);
    carom__mesh_near near;
    ck_assert(carom__field_nearest(field, vec3(x, place.height - below, z), 1e18f, &near));
    bool meets = near.distance<0.099, apart = near.distance> 0.101;
    bool deep = below > 0 && below < 3.99f && !place.hole, out = below < 0 || below > 4.01f || place.hole;
    if (meets || (apart && deep)) ck_assert(touches);
    if (apart && out) ck_assert(!touches);
  }
  carom_field_release(field);
  terrain_free(&ground);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_pairs");
  TCase *tests = tcase_create("a field and its mesh");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, patches_are_those_of_the_mesh, 0, 20);
  tcase_add_loop_test(tests, distances_are_those_of_the_mesh, 0, 20);
  tcase_add_loop_test(tests, casts_are_those_of_the_mesh, 0, 10);
  tcase_add_loop_test(tests, fields_meet_meshes_and_fields, 0, 10);
  tcase_add_loop_test(tests, points_and_rays_are_those_of_the_mesh, 0, 20);
  tcase_add_loop_test(tests, what_is_below_solid_ground_touches_it, 0, 10);
  suite_add_tcase(suite, tests);
  return suite;
}
