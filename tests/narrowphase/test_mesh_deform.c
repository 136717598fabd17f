/* test_mesh_deform.c: meshes at new vertices answer as meshes that were built of them. */
#include "mesh.h"

#include "meshes.h"
#include "test_memory.h"
#include "vec.h"

static carom_mesh *deformable(const soup *s, carom_mesh_sides sides) {
  carom_mesh_def def = soup_def(s);
  carom_mesh *mesh = NULL;
  def.sides = sides;
  def.deforms = true;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

static carom_status deform(const carom_mesh *mesh, const soup *s, carom_mesh **out) {
  return carom_mesh_deform(NULL, mesh, &s->vertices->x, 0, NULL, out);
}

/* --- The same answers --- */

typedef struct seen {
  uint8_t *marks;
} seen;

static bool mark(void *context, const carom__triangle_batch *batch) {
  seen *s = context;
  for (int lane = 0; lane < 8; lane++)
    if (batch->lanes >> lane & 1) s->marks[batch->numbers[lane]]++;
  return true;
}

static void check_walks(const carom_mesh *a, const carom_mesh *b, const carom_aabb *box) {
  seen sa = {calloc(a->triangle_count, 1)}, sb = {calloc(b->triangle_count, 1)};
  carom__mesh_walk(a, box, (carom__mesh_visitor){mark, &sa});
  carom__mesh_walk(b, box, (carom__mesh_visitor){mark, &sb});
  ck_assert(memcmp(sa.marks, sb.marks, a->triangle_count) == 0);
  free(sa.marks), free(sb.marks);
}

static void check_answers(const carom_mesh *a, const carom_mesh *b, uint64_t *random) {
  carom_vec3 low = a->bounds.min, high = a->bounds.max;
  ck_assert(memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0);
  for (int i = 0; i < test_scaled(400); i++) {
    carom_vec3 p = vec3_lerp(low, high, test_uniform(random, 0, 1)), q = test_vec3(random, -4, 4);
    carom__ray ray = {q, vec3_scale(vec3_sub(p, q), 2)};
    carom__mesh_hit hit_a, hit_b;
    carom__mesh_near near_a, near_b;
    bool met = carom__mesh_cast_ray(a, &ray, false, &hit_a);
    ck_assert_int_eq(carom__mesh_cast_ray(b, &ray, false, &hit_b), met);
    if (met) ck_assert(hit_a.triangle == hit_b.triangle && hit_a.fraction == hit_b.fraction);
    ck_assert(carom__mesh_nearest(a, q, 1e18f, &near_a) && carom__mesh_nearest(b, q, 1e18f, &near_b));
    ck_assert(near_a.triangle == near_b.triangle && near_a.distance == near_b.distance);
    carom_aabb box = {vec3_sub(q, (carom_vec3){0.3f, 0.3f, 0.3f}), vec3_add(q, (carom_vec3){1, 0.2f, 0.5f})};
    check_walks(a, b, &box);
    if (a->sides == CAROM_MESH_SOLID) ck_assert_int_eq(carom__mesh_winding(a, q), carom__mesh_winding(b, q));
  }
}

/* Moved a little, then beyond recognition. */
static void twist(soup *s, float by) {
  for (uint32_t i = 0; i < s->vertex_count; i++) {
    carom_vec3 v = s->vertices[i];
    float c = cosf(by * v.z), n = sinf(by * v.z);
    s->vertices[i] = (carom_vec3){c * v.x - n * v.y, n * v.x + c * v.y, v.z * (1 - 0.2f * by) + 0.1f * by};
  }
}

START_TEST(answers_as_a_new_mesh) {
  uint64_t random = (uint64_t)_i;
  carom_mesh_sides sides = _i == 0 ? CAROM_MESH_SOLID : CAROM_MESH_TWO_SIDED;
  soup s = _i == 0   ? soup_ball(14, 18, 3)
           : _i == 1 ? soup_field(&random, 14, 1)
                     : soup_random(&random, 300, 3);
  carom_mesh *first = deformable(&s, sides), *old = first;
  for (int k = 1; k < 4; k++) {
    carom_mesh *moved;
    twist(&s, 0.3f * (float)k);
    ck_assert_int_eq(deform(old, &s, &moved), CAROM_OK);
    carom_mesh *built = deformable(&s, sides);
    check_answers(moved, built, &random);
    ck_assert(fabs(moved->report.volume - built->report.volume) < 1e-9 * (1 + fabs(built->report.volume)));
    if (old != first) carom_mesh_release(old);
    carom_mesh_release(built);
    old = moved;
  }
  carom_mesh_release(first), carom_mesh_release(old);
  soup_free(&s);
}
END_TEST

START_TEST(the_same_vertices_give_the_same_mesh) {
  soup s = soup_ball(14, 18, 3);
  carom_mesh *mesh = deformable(&s, CAROM_MESH_TWO_SIDED), *moved, *many;
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  ck_assert_int_eq(deform(mesh, &s, &moved), CAROM_OK);
  ck_assert_int_eq(carom_mesh_deform(NULL, mesh, &s.vertices->x, 12, &tasks, &many), CAROM_OK);
  ck_assert_uint_eq(moved->asset.bytes, mesh->asset.bytes);
  ck_assert_uint_eq(moved->asset.hash, many->asset.hash);
  size_t rest = mesh->asset.bytes - sizeof *mesh;
  ck_assert(memcmp(mesh + 1, moved + 1, rest) == 0 && memcmp(moved + 1, many + 1, rest) == 0);
  twist(&s, 0.1f);
  carom_mesh_release(many);
  ck_assert_int_eq(deform(mesh, &s, &many), CAROM_OK);
  ck_assert_uint_ne(many->asset.hash, moved->asset.hash);
  carom_mesh_release(mesh), carom_mesh_release(moved), carom_mesh_release(many);
  carom_pool_destroy(pool);
  soup_free(&s);
}
END_TEST

/* A triangle that is flat at first, one that is its double, and one of a single vertex. */
START_TEST(flat_ones_may_come_back) {
  soup s = soup_make(7, 4);
  for (int i = 0; i < 4; i++) soup_vertex(&s, (float)i, (float)(i * i), 0);
  soup_vertex(&s, 0, 0, 0);
  s.vertices[3] = (carom_vec3){0.5f, 0.5f, 0};
  soup_triangle(&s, 0, 1, 3); /* flat */
  soup_triangle(&s, 0, 1, 2);
  soup_triangle(&s, 4, 1, 2); /* its double */
  soup_triangle(&s, 2, 2, 2);
  carom_mesh *mesh = deformable(&s, CAROM_MESH_TWO_SIDED), *moved;
  carom_mesh_triangle t;
  ck_assert_uint_eq(mesh->report.flat, 2);
  ck_assert_uint_eq(mesh->report.doubled, 1);
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 0, &t), CAROM_FLAT);
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 2, &t), CAROM_OK);
  s.vertices[3].z = 1, s.vertices[4].z = -1;
  ck_assert_int_eq(deform(mesh, &s, &moved), CAROM_OK);
  ck_assert_int_eq(carom_mesh_get_triangle(moved, 0, &t), CAROM_OK);
  ck_assert(t.corners[2].z == 1);
  ck_assert_int_eq(carom_mesh_get_triangle(moved, 2, &t), CAROM_OK);
  ck_assert(t.corners[0].z == -1);
  ck_assert_int_eq(carom_mesh_get_triangle(moved, 3, &t), CAROM_FLAT);
  ck_assert_uint_eq(moved->report.flat, 1);
  ck_assert_uint_eq(moved->report.first_flat, 3);
  carom__ray ray = {{1, 0, 0.5f}, {-1, 1, 0}};
  carom__mesh_hit hit;
  ck_assert(carom__mesh_cast_ray(moved, &ray, false, &hit));
  ck_assert(!carom__mesh_cast_ray(mesh, &ray, false, &hit));
  carom_mesh_release(mesh), carom_mesh_release(moved);
  soup_free(&s);
}
END_TEST

START_TEST(wrong_vertices_are_refused) {
  soup s = soup_cube(3);
  carom_mesh *mesh = deformable(&s, CAROM_MESH_SOLID), *out = NULL;
  carom_vec3 old = s.vertices[7];
  s.vertices[7].y = NAN;
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_NOT_FINITE);
  s.vertices[7].y = 1.1e6f;
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_OUT_OF_RANGE);
  s.vertices[0].x += 0.01f, s.vertices[7] = old; /* others are at its place */
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_NOT_CLOSED);
  s.vertices[0].x -= 0.01f;
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].x *= -1;
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_INSIDE_OUT);
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].x = 0, s.vertices[i].y = 0;
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_FLAT);
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].z *= 1e-9f;
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_BAD_SIZE);
  ck_assert_int_eq(carom_mesh_deform(NULL, mesh, &s.vertices->x, 11, NULL, &out), CAROM_OUT_OF_RANGE);
  carom_mesh_release(mesh);
  soup_free(&s);
  s = soup_cube(3);
  mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  ck_assert_int_eq(deform(mesh, &s, &out), CAROM_UNKNOWN_KIND);
  ck_assert_ptr_null(out);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

START_TEST(memory_may_run_out) {
  soup s = soup_cube(3);
  carom_mesh *mesh = deformable(&s, CAROM_MESH_SOLID);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status; k++) {
    carom_mesh *out = NULL;
    test_memory_fail_at(&memory, k);
    status = carom_mesh_deform(&allocator, mesh, &s.vertices->x, 0, NULL, &out);
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert_int_eq(!out, status != CAROM_OK);
    carom_mesh_release(out);
    ck_assert(test_memory_is_clean(&memory));
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_deform");
  TCase *tcase = tcase_create("mesh_deform");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, answers_as_a_new_mesh, 0, 5);
  tcase_add_test(tcase, the_same_vertices_give_the_same_mesh);
  tcase_add_test(tcase, flat_ones_may_come_back);
  tcase_add_test(tcase, wrong_vertices_are_refused);
  tcase_add_test(tcase, memory_may_run_out);
  suite_add_tcase(suite, tcase);
  return suite;
}
