/* test_mesh_compact.c: compact meshes against exact ones of the snapped vertices, and against brute force. */
#include <math.h>

#include "carom/cast.h"
#include "carom/collide.h"
#include "carom/patch.h"
#include "mesh_kernels.h"
#include "mesh_layout.h"
#include "meshes.h"
#include "orient.h"
#include "pose.h"
#include "test_memory.h"
#include "vec.h"

/* A compact mesh, and an exact one of the vertices where the grid has them. The triangles of the twin are
 * renumbered, so that both have them in one order: number n of the twin is the n-th that is kept. */
typedef struct twins {
  soup given, snapped;
  carom_mesh *compact, *exact;
  carom_mesh_report report, exact_report;
  uint32_t *order; /* of the given triangles */
  uint32_t *rank;  /* of the numbers of the compact mesh; UINT32_MAX: none */
} twins;

enum { KINDS = 9 };

static soup soup_of(int kind, uint64_t *random) {
  soup s;
  switch (kind) {
  case 0:
    return soup_ball(13, 17, 3);
  case 1:
    return soup_degenerate(random, 900, 7);
  case 2:
    return soup_field(random, 25, 1);
  case 3:
    return soup_strips(9, 12);
  case 4:
    return soup_random(random, 700, 1e6f / 3);
  case 5:
    return soup_random(random, 700, test_log_uniform(random, 1e-3f, 1e3f));
  case 6:
    return soup_random(random, 1 + test_below(random, 9), 1);
  case 7: /* far from the origin */
    s = soup_field(random, 20, 1);
    for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].x += 9e5f, s.vertices[i].y -= 3e4f;
    return s;
  default: /* a ball beside triangles that are very long */
    s = soup_make(2000, 2000);
    soup ball = soup_ball(8, 10, 0.01f);
    for (uint32_t i = 0; i < ball.vertex_count; i++)
      soup_vertex(&s, ball.vertices[i].x, ball.vertices[i].y, ball.vertices[i].z);
    for (uint32_t i = 0; i < ball.triangle_count; i++)
      soup_triangle(&s, ball.indices[3 * i], ball.indices[3 * i + 1], ball.indices[3 * i + 2]);
    uint32_t a = soup_vertex(&s, -700, -1, -700), b = soup_vertex(&s, 700, -1, -700),
             c = soup_vertex(&s, 0, -1, 700);
    soup_triangle(&s, a, c, b);
    soup_free(&ball);
    return s;
  }
}

static soup copy_of(const soup *s) {
  soup copy = soup_make(s->vertex_count, s->triangle_count);
  copy.vertex_count = s->vertex_count;
  copy.triangle_count = s->triangle_count;
  memcpy(copy.vertices, s->vertices, s->vertex_count * sizeof *s->vertices);
  memcpy(copy.indices, s->indices, 3 * sizeof *s->indices * s->triangle_count);
  memcpy(copy.materials, s->materials, s->triangle_count);
  return copy;
}

static float on_grid(float value, float step) {
  return (float)(floor((double)value / (double)step + 0.5) * (double)step);
}

static void renumber(twins *t) {
  uint32_t count = 0;
  carom_mesh *e = t->exact;
  memset(e->leaf_of, 0xff, 3 * (size_t)e->triangle_count);
  for (uint32_t slot = 0; slot < e->leaf_count * 8; slot++) {
    t->rank[slot] = UINT32_MAX;
    if (e->numbers[slot] == UINT32_MAX) continue;
    ck_assert_uint_eq(t->order[e->numbers[slot]], slot);
    t->rank[slot] = e->numbers[slot] = count;
    carom__mesh_note_leaf(e, count++, slot / 8);
  }
  ck_assert_uint_eq(count, t->compact->kept_count);
}

static twins twins_of(soup s, carom_mesh_def def) {
  twins t = {.given = s, .snapped = copy_of(&s)};
  carom_mesh_view view;
  def.compact = true;
  def.order = t.order = malloc(sizeof *t.order * s.triangle_count);
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &t.report, &t.compact), CAROM_OK);
  ck_assert_int_eq(carom_mesh_describe(t.compact, &view), CAROM_OK);
  for (uint32_t i = 0; i < s.vertex_count; i++) {
    carom_vec3 *v = &t.snapped.vertices[i];
    *v = (carom_vec3){on_grid(v->x, view.step), on_grid(v->y, view.step), on_grid(v->z, view.step)};
  }
  def.vertices = &t.snapped.vertices->x;
  def.compact = false;
  def.order = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &t.exact_report, &t.exact), CAROM_OK);
  ck_assert_uint_eq(t.exact->leaf_count * 8, view.triangle_count);
  t.rank = malloc(sizeof *t.rank * view.triangle_count);
  renumber(&t);
  return t;
}

static twins twins_of_kind(int kind, uint64_t *random) {
  soup s = soup_of(kind, random);
  carom_mesh_def def = soup_def(&s);
  const bool left_out[256] = {[7] = true, [21] = true};
  if (kind == 0) def.sides = CAROM_MESH_SOLID;
  if (kind == 2) def.sides = CAROM_MESH_ONE_SIDED, def.fast_build = true;
  if (kind == 3) def.materials = NULL;
  if (kind == 1 || kind == 5) def.left_out = left_out;
  return twins_of(s, def);
}

static void twins_free(twins *t) {
  carom_mesh_release(t->compact), carom_mesh_release(t->exact);
  soup_free(&t->given), soup_free(&t->snapped);
  free(t->order), free(t->rank);
}

/* --- The surface --- */

static bool is_left_out(const twins *t, uint32_t i) {
  return t->report.left_out > 0 && (t->given.materials[i] == 7 || t->given.materials[i] == 21);
}

static void check_triangle(const twins *t, uint32_t i, uint8_t *seen) {
  carom_mesh_triangle got;
  uint32_t number = t->order[i];
  if (number == UINT32_MAX) return;
  ck_assert_uint_eq(seen[number]++, 0);
  ck_assert(!is_left_out(t, i));
  ck_assert_int_eq(carom_mesh_get_triangle(t->compact, number, &got), CAROM_OK);
  ck_assert_uint_eq(got.material, t->compact->materials ? t->given.materials[i] : 0);
  for (int k = 0; k < 3; k++) {
    carom_vec3 from = soup_corner(&t->given, i, k), to = soup_corner(&t->snapped, i, k);
    ck_assert(memcmp(&got.corners[k], &to, sizeof to) == 0);
    for (int axis = 0; axis < 3; axis++)
      ck_assert(fabs((double)vec3_get(to, axis) - (double)vec3_get(from, axis)) <=
                (double)t->compact->step / 2);
  }
}

START_TEST(vertices_move_by_half_a_step) {
  uint64_t random = (uint64_t)_i;
  twins t = twins_of_kind(_i % KINDS, &random);
  uint32_t count = t.compact->triangle_count, used = 0;
  uint8_t *seen = calloc(count, 1);
  carom_mesh_triangle got;
  int exponent;
  ck_assert(frexpf(t.compact->step, &exponent) == 0.5f);
  for (uint32_t i = 0; i < t.given.triangle_count; i++) check_triangle(&t, i, seen);
  for (uint32_t n = 0; n < count; n++) {
    used += seen[n];
    ck_assert_uint_eq(carom__mesh_slot_of(t.compact, n), seen[n] ? n : UINT32_MAX);
    ck_assert_int_eq(carom_mesh_get_triangle(t.compact, n, &got), seen[n] ? CAROM_OK : CAROM_FLAT);
  }
  ck_assert_uint_eq(used, t.compact->kept_count);
  ck_assert_uint_eq(used, t.given.triangle_count - t.report.flat - t.report.doubled - t.report.left_out);
  ck_assert_int_eq(carom_mesh_get_triangle(t.compact, count, &got), CAROM_OUT_OF_RANGE);
  free(seen);
  twins_free(&t);
}
END_TEST

static bool edges_are_equal(carom_mesh_edge a, carom_mesh_edge b) {
  return a.triangle == b.triangle && a.edge == b.edge;
}

/* All that is told of a compact mesh is told of its snapped surface. */
START_TEST(figures_are_of_the_snapped_surface) {
  uint64_t random = (uint64_t)_i;
  twins t = twins_of_kind(_i % KINDS, &random);
  const carom_mesh_report *a = &t.report, *b = &t.exact_report;
  carom_mesh_view view, exact;
  carom_mesh_describe(t.compact, &view), carom_mesh_describe(t.exact, &exact);
  ck_assert(a->vertex_count == b->vertex_count && a->parts == b->parts && a->closed == b->closed);
  ck_assert(a->flat == b->flat && a->first_flat == b->first_flat && a->left_out == b->left_out);
  ck_assert(a->doubled == b->doubled && a->first_doubled == b->first_doubled);
  ck_assert(a->border_edges == b->border_edges && edges_are_equal(a->first_border, b->first_border));
  ck_assert(a->crowded_edges == b->crowded_edges && edges_are_equal(a->first_crowded, b->first_crowded));
  ck_assert(a->turned_edges == b->turned_edges && edges_are_equal(a->first_turned, b->first_turned));
  ck_assert(a->volume == b->volume && edges_are_equal(a->first_open, b->first_open));
  ck_assert(memcmp(&view.bounds, &exact.bounds, sizeof exact.bounds) == 0);
  ck_assert(view.report.volume == a->volume && view.sides == exact.sides && !view.deforms);
  ck_assert(view.kept_count == exact.kept_count && exact.step == 0);
  ck_assert_uint_eq(view.triangle_count % 8, 0);
  ck_assert_uint_lt(view.bytes, exact.bytes);
  twins_free(&t);
}
END_TEST

/* --- What is asked --- */

typedef struct answers {
  const twins *twins; /* NULL: numbers are those of the exact mesh */
  double numbers[300];
  int count;
} answers;

static void answer(answers *a, double value) {
  if (a->count < 300) a->numbers[a->count++] = value;
}

static void answer_triangle(answers *a, uint32_t number) {
  answer(a, a->twins ? a->twins->rank[number] : number);
}

static double answer_hit(void *context, const carom__mesh_hit *hit) {
  answer_triangle(context, hit->triangle);
  answer(context, hit->fraction);
  answer(context, hit->front);
  answer(context, hit->slot);
  return 1;
}

static bool answer_batch(void *context, const carom__triangle_batch *batch) {
  answer(context, batch->lanes);
  answer(context, batch->one_sided);
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1) {
    int lane = bits_lowest(lanes);
    answer_triangle(context, batch->numbers[lane]);
    answer(context, batch->materials ? batch->materials[lane] : 0);
    for (int k = 0; k < 3; k++) answer(context, (double)vec3_norm1(triangle_batch_corner(batch, lane, k)));
  }
  return true;
}

typedef struct question {
  carom__ray ray;
  carom_obb box;
  bool front_only;
} question;

static carom_vec3 point_near(const carom_mesh *mesh, uint64_t *random) {
  uint32_t leaf = test_below(random, mesh->leaf_count);
  carom_vec3 p[3], at = test_vec3(random, -0.3f, 1.3f), extent;
  carom__mesh_corners_of(mesh, 8 * leaf, p);
  extent = vec3_sub(mesh->bounds.max, mesh->bounds.min);
  uint32_t how = test_below(random, 4);
  if (how == 0) return vec3_add(mesh->bounds.min, vec3_mul(at, extent));
  if (how == 1) return p[test_below(random, 3)];
  if (how == 2) return vec3_lerp(p[0], p[1], 0.5f);
  return vec3_lerp(vec3_lerp(p[0], p[1], test_uniform(random, 0, 1)), p[2], test_uniform(random, 0, 1));
}

static question random_question(const carom_mesh *mesh, uint64_t *random) {
  question q = {.front_only = test_below(random, 2)};
  carom_vec3 from = point_near(mesh, random), to = point_near(mesh, random);
  carom_vec3 extent = vec3_sub(mesh->bounds.max, mesh->bounds.min);
  q.ray = (carom__ray){from, vec3_scale(vec3_sub(to, from), test_below(random, 2) ? 1 : 3)};
  q.box = (carom_obb){to, quat_to_mat3(test_quat(random)), {0, 0, 0}};
  q.box.half = vec3_scale(extent, test_below(random, 4) ? test_uniform(random, 0, 0.1f) : 0);
  return q;
}

static answers ask(const carom__mesh_kernels *kernels, const carom_mesh *mesh, const twins *t,
                   const question *q) {
  answers a = {.twins = t};
  const carom_vec3 at = q->box.center;
  if (!vec3_is_within(q->ray.translation, CAROM__MESH_LEAST_MOVE)) {
    carom__mesh_line line = carom__mesh_line_of(&mesh->bounds, &q->ray, q->front_only);
    line.mesh = mesh, line.hit = answer_hit, line.context = &a;
    kernels->cast_ray(&line);
  }
  carom__mesh_search search = {.mesh = mesh, .point = at, .square = 1e30, .slot = UINT32_MAX};
  kernels->nearest(&search);
  answer(&a, search.square);
  answer(&a, (double)search.slot);
  answer(&a, carom__mesh_winding(mesh, at));
  carom_aabb bounds = {vec3_sub(at, q->box.half), vec3_add(at, q->box.half)};
  kernels->walk(mesh, &bounds, NULL, (carom__mesh_visitor){answer_batch, &a});
  kernels->walk(mesh, &bounds, &q->box, (carom__mesh_visitor){answer_batch, &a});
  return a;
}

static void check_equal(const answers *a, const answers *b) {
  ck_assert_int_eq(a->count, b->count);
  for (int i = 0; i < a->count; i++)
    ck_assert_msg(a->numbers[i] == b->numbers[i], "%d: %g %g", i, a->numbers[i], b->numbers[i]);
}

/* In both forms of the lanes. */
START_TEST(answers_are_those_of_the_exact_mesh) {
  uint64_t random = (uint64_t)_i + 20;
  twins t = twins_of_kind(_i % KINDS, &random);
  for (int i = 0; i < test_scaled(2000); i++) {
    question q = random_question(t.exact, &random);
    answers exact = ask(carom__mesh_kernels_best(), t.exact, NULL, &q);
    answers best = ask(carom__mesh_kernels_best(), t.compact, &t, &q);
    answers portable = ask(&carom__mesh_kernels_portable, t.compact, &t, &q);
    check_equal(&exact, &best);
    check_equal(&exact, &portable);
  }
  twins_free(&t);
}
END_TEST

/* --- Brute force --- */

static void brute_nearest(const twins *t, carom_vec3 point) {
  const carom_mesh *mesh = t->compact;
  double best = 1e300;
  uint32_t number = UINT32_MAX;
  for (uint32_t n = 0; n < mesh->triangle_count; n++) {
    carom_mesh_triangle it;
    carom__dvec3 c[3], p = dvec3_widen(point);
    if (carom_mesh_get_triangle(mesh, n, &it)) continue;
    for (int k = 0; k < 3; k++) c[k] = dvec3_widen(it.corners[k]);
    double square = dvec3_length(dvec3_sub(carom__mesh_on_triangle(p, c), p));
    if (square < best) best = square, number = n;
  }
  carom__mesh_near near;
  ck_assert(carom__mesh_nearest(mesh, point, 1e18f, &near));
  ck_assert(fabs(near.distance - best) <= 1e-15 * best);
  if (near.triangle != number) ck_assert_uint_ne(t->rank[near.triangle], UINT32_MAX);
}

static void brute_ray(const twins *t, const question *q) {
  const carom_mesh *mesh = t->compact;
  carom__mesh_line line = carom__mesh_line_of(&mesh->bounds, &q->ray, q->front_only);
  carom__mesh_hit best = {.triangle = UINT32_MAX, .fraction = 2}, hit;
  for (uint32_t n = 0; n < mesh->triangle_count; n++) {
    carom_mesh_triangle it;
    if (carom_mesh_get_triangle(mesh, n, &it)) continue;
    if (!carom__mesh_ray_meets(&line, it.corners, false, &hit) || hit.fraction >= best.fraction) continue;
    best = hit;
    best.triangle = n;
  }
  bool met = carom__mesh_cast_ray(mesh, &q->ray, q->front_only, &hit);
  ck_assert_int_eq(met, best.triangle != UINT32_MAX);
  if (met) ck_assert(hit.triangle == best.triangle && hit.fraction == best.fraction);
}

START_TEST(answers_are_those_of_brute_force) {
  uint64_t random = (uint64_t)_i + 40;
  twins t = twins_of_kind(_i % KINDS, &random);
  for (int i = 0; i < test_scaled(300); i++) {
    question q = random_question(t.compact, &random);
    brute_nearest(&t, q.box.center);
    if (!vec3_is_within(q.ray.translation, CAROM__MESH_LEAST_MOVE)) brute_ray(&t, &q);
  }
  twins_free(&t);
}
END_TEST

/* From the inside through each corner and each middle of an edge, and points on both sides of the surface. */
START_TEST(closed_surfaces_stay_closed) {
  uint64_t random = 9;
  twins t = twins_of_kind(0, &random);
  ck_assert(t.report.closed && t.report.volume > 0);
  for (uint32_t n = 0; n < t.compact->triangle_count; n++) {
    carom_mesh_triangle it;
    if (carom_mesh_get_triangle(t.compact, n, &it)) continue;
    for (int k = 0; k < 6; k++) {
      carom_vec3 to = k < 3 ? it.corners[k] : vec3_lerp(it.corners[k - 3], it.corners[(k - 2) % 3], 0.5f);
      carom__ray ray = {test_vec3(&random, -0.5f, 0.5f), {0, 0, 0}};
      carom__mesh_hit hit;
      ray.translation = vec3_scale(vec3_sub(to, ray.origin), 1.5f);
      ck_assert(carom__mesh_cast_ray(t.compact, &ray, false, &hit) && !hit.front);
      ck_assert(carom__mesh_contains(t.compact, vec3_scale(to, 0.99f)));
      ck_assert(!carom__mesh_contains(t.compact, vec3_scale(to, 1.01f)));
    }
  }
  twins_free(&t);
}
END_TEST

/* --- Shapes of it --- */

static carom_shape random_shape(uint64_t *random, float size) {
  switch (test_below(random, 3)) {
  case 0:
    return carom_shape_sphere(size);
  case 1:
    return carom_shape_capsule((carom_vec3){-size, 0, 0}, (carom_vec3){size, size, 0}, size / 2);
  default:
    return carom_shape_box(size, size / 2, size / 3);
  }
}

static void answer_vec3(answers *a, carom_vec3 v) {
  answer(a, (double)v.x), answer(a, (double)v.y), answer(a, (double)v.z);
}

static void answer_patches(answers *a, const carom_shape *mesh, const carom_pose *pose,
                           const carom_shape *other, const carom_pose *at) {
  carom_patch patches[64];
  size_t count;
  ck_assert_int_eq(carom_collide_patches(mesh, pose, other, at, patches, 64, &count), CAROM_OK);
  answer(a, (double)count);
  for (size_t i = 0; i < count && i < 64; i++) {
    answer_vec3(a, patches[i].normal);
    answer(a, patches[i].material_a);
    answer_triangle(a, patches[i].triangle_a);
    for (uint32_t k = 0; k < patches[i].point_count; k++) {
      const carom_contact_point *point = &patches[i].points[k];
      answer(a, point->position.x), answer(a, point->position.y), answer(a, point->position.z);
      answer(a, (double)point->separation);
    }
  }
}

static answers ask_shape(const twins *t, bool compact, carom_vec3 scale, float radius,
                         const carom_shape *other, const carom_pose *at) {
  answers a = {.twins = compact ? t : NULL};
  const carom_shape mesh = carom_shape_scaled_mesh(compact ? t->compact : t->exact, scale, radius);
  const carom_pose pose = {.position = {1, 2, 3}, .rotation = {0.6f, 0, 0, 0.8f}};
  const carom_ray ray = {at->position, {3, 2, -1}};
  carom_distance_result distance;
  carom_point_distance point;
  carom_ray_result hits[32];
  size_t count;
  ck_assert_int_eq(carom_shape_check(&mesh), CAROM_OK);
  answer_patches(&a, &mesh, &pose, other, at);
  ck_assert_int_eq(carom_distance(&mesh, &pose, other, at, &distance), CAROM_OK);
  answer(&a, (double)distance.distance);
  ck_assert_int_eq(carom_distance_to_point(&mesh, &pose, &at->position, &point), CAROM_OK);
  answer(&a, point.inside);
  answer(&a, (double)point.distance);
  if (!point.inside) answer_triangle(&a, point.mesh.triangle);
  ck_assert_int_eq(carom_cast_ray_all(&mesh, &pose, &ray, hits, 32, &count), CAROM_OK);
  answer(&a, (double)count);
  for (size_t i = 0; i < count && i < 32; i++) {
    answer(&a, (double)hits[i].fraction);
    answer(&a, hits[i].inside);
    if (!hits[i].inside) answer_triangle(&a, hits[i].mesh.triangle);
  }
  return a;
}

START_TEST(shapes_are_scaled_and_mirrored) {
  uint64_t random = (uint64_t)_i + 60;
  twins t = twins_of_kind(_i == 1 ? 2 : _i == 2 ? 3 : 0, &random);
  for (int i = 0; i < test_scaled(600); i++) {
    const carom_mat3 turned = quat_to_mat3((carom_quat){0.6f, 0, 0, 0.8f});
    carom_vec3 scale = test_vec3(&random, 0.2f, 2);
    float radius = test_below(&random, 2) ? 0 : 0.1f;
    if (test_below(&random, 2)) scale.x = -scale.x;
    if (test_below(&random, 2)) scale.z = -scale.z;
    carom_shape other = random_shape(&random, test_uniform(&random, 0.1f, 1));
    carom_vec3 p = vec3_mul(point_near(t.exact, &random), scale);
    p = vec3_add(mat3_mul_vec3(&turned, p), test_vec3(&random, -0.3f, 0.3f));
    const carom_pose at = {{(double)p.x + 1, (double)p.y + 2, (double)p.z + 3}, test_quat(&random)};
    answers a = ask_shape(&t, false, scale, radius, &other, &at);
    answers b = ask_shape(&t, true, scale, radius, &other, &at);
    check_equal(&a, &b);
  }
  twins_free(&t);
}
END_TEST

/* --- The grid --- */

static carom_mesh *compact_of(const soup *s, carom_mesh_report *report) {
  carom_mesh_def def = soup_def(s);
  carom_mesh *mesh = NULL;
  def.compact = true;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, report, &mesh), CAROM_OK);
  return mesh;
}

/* Corners are where the nearest steps are. */
static void check_step(const soup *s, float step) {
  carom_mesh *mesh = compact_of(s, NULL);
  carom_mesh_triangle t;
  ck_assert_msg(mesh->step == step, "%g: %g", (double)step, (double)mesh->step);
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 0, &t), CAROM_OK);
  for (int k = 0; k < 3; k++)
    for (int axis = 0; axis < 3; axis++)
      ck_assert(vec3_get(t.corners[k], axis) == on_grid(vec3_get(soup_corner(s, 0, k), axis), step));
  carom_mesh_release(mesh);
}

/* One triangle of a length on x alone, a little above the x axis, from a corner at the origin. */
static soup soup_long(float length) {
  soup s = soup_make(4, 1);
  soup_vertex(&s, 0, 0, 0), soup_vertex(&s, length, 0, 0), soup_vertex(&s, 0, length / 5, 0);
  soup_triangle(&s, 0, 1, 2);
  return s;
}

/* The least power of two that is allowed: 65,535 steps for a leaf, 2^24 for a coordinate. */
START_TEST(steps_are_as_fine_as_they_can_be) {
  const float lengths[][2] = {{1, 0x1p-15f},           {65535, 1},        {65536, 2},
                              {65534.5f, 1},           {65535.25f, 1},    {65535.5f, 2},
                              {2 * 65535.0f, 2},       {131071, 4},       {1e6f, 16},
                              {0x1.fffep0f, 0x1p-15f}, {2e-5f, 0x1p-31f}, {3e-5f, 0x1p-31f}};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    soup s = soup_long(lengths[i][0]);
    check_step(&s, lengths[i][1]);
    soup_free(&s);
  }
  soup s = soup_make(4, 1); /* 2^24 steps are allowed */
  soup_vertex(&s, 1024, 1023, 0), soup_vertex(&s, 1023.5f, 1024, 0), soup_vertex(&s, 1023, 1023, 1);
  soup_triangle(&s, 0, 1, 2);
  check_step(&s, 0x1p-14f);
  soup_free(&s);
}
END_TEST

/* Floats of the largest coordinate have this step, so that no vertex moves. What no triangle uses and what is
 * left out does not count. */
START_TEST(far_and_fine_meshes_do_not_move) {
  uint64_t random = 3;
  soup s = soup_make(2000, 2000);
  for (uint32_t i = 0; i < 300; i++) {
    for (int k = 0; k < 3; k++) {
      carom_vec3 v = test_vec3(&random, 600, 601);
      soup_vertex(&s, v.x, -v.y, v.z);
    }
    soup_triangle(&s, 3 * i, 3 * i + 1, 3 * i + 2);
  }
  soup_vertex(&s, 1e6f, 1e6f, 1e6f);
  soup_triangle(&s, 0, 1, s.vertex_count - 1);
  s.materials[300] = 250;
  const bool left_out[256] = {[250] = true};
  carom_mesh_def def = soup_def(&s);
  uint32_t order[301];
  carom_mesh *mesh;
  def.compact = true, def.left_out = left_out, def.order = order;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  ck_assert(mesh->step == 0x1p-14f);
  ck_assert_uint_eq(order[300], UINT32_MAX);
  for (uint32_t i = 0; i < 300; i++) {
    carom_mesh_triangle t;
    if (order[i] == UINT32_MAX) continue; /* of another material that is left out */
    ck_assert_int_eq(carom_mesh_get_triangle(mesh, order[i], &t), CAROM_OK);
    for (int k = 0; k < 3; k++) {
      carom_vec3 p = soup_corner(&s, i, k);
      ck_assert(memcmp(&t.corners[k], &p, sizeof p) == 0);
    }
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* The ball of the last kind is hardly larger than the step of its long neighbour. */
START_TEST(long_triangles_make_steps_long) {
  uint64_t random = 1;
  twins t = twins_of_kind(8, &random);
  ck_assert(t.compact->step == 0x1p-5f);
  ck_assert_uint_gt(t.report.flat, 100);
  twins_free(&t);
}
END_TEST

static size_t bytes_of(const soup *s) {
  carom_mesh *mesh = compact_of(s, NULL);
  carom_mesh_view view;
  carom_mesh_describe(mesh, &view);
  carom_mesh_release(mesh);
  return view.bytes - (s->materials ? view.triangle_count : 0);
}

START_TEST(a_triangle_takes_at_most_16_bytes_and_a_half) {
  uint64_t random = 2;
  soup soups[] = {soup_ball(60, 80, 3), soup_field(&random, 80, 1), soup_cube(30)};
  for (size_t i = 0; i < sizeof soups / sizeof *soups; i++) {
    double bytes = (double)bytes_of(&soups[i]) / soups[i].triangle_count;
    ck_assert_msg(bytes <= 16.5, "%zu: %g", i, bytes);
    soup_free(&soups[i]);
  }
}
END_TEST

/* --- What is refused --- */

START_TEST(refused_meshes_write_no_order) {
  soup s = soup_ball(6, 8, 1);
  uint32_t order[200] = {77};
  carom_mesh *mesh = NULL;
  carom_mesh_report report = {.border_edges = 99};
  carom_mesh_def def = soup_def(&s);
  def.order = order;
  def.compact = def.deforms = true;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &report, &mesh), CAROM_UNKNOWN_KIND);
  ck_assert_uint_eq(report.border_edges, 99);
  def.deforms = false;
  def.sides = CAROM_MESH_SOLID;
  def.triangle_count--;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &report, &mesh), CAROM_NOT_CLOSED);
  ck_assert_uint_eq(report.border_edges, 3);
  for (uint32_t i = 0; i < s.triangle_count; i++) {
    uint32_t *at = s.indices + 3 * (size_t)i, a = at[0];
    at[0] = at[1], at[1] = a;
  }
  def.triangle_count++;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &report, &mesh), CAROM_INSIDE_OUT);
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i] = vec3_scale(s.vertices[i], 1e-6f);
  def.sides = CAROM_MESH_TWO_SIDED;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &report, &mesh), CAROM_BAD_SIZE);
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].x = 0.1f;
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].y = 0.3f;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &report, &mesh), CAROM_FLAT);
  ck_assert_uint_eq(report.flat, s.triangle_count);
  ck_assert(!mesh && order[0] == 77 && order[1] == 0);
  soup_free(&s);
}
END_TEST

START_TEST(compact_meshes_do_not_deform) {
  soup s = soup_ball(6, 8, 1);
  carom_mesh *mesh = compact_of(&s, NULL), *moved;
  ck_assert_int_eq(carom_mesh_deform(NULL, mesh, &s.vertices->x, 0, NULL, &moved), CAROM_UNKNOWN_KIND);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* Exact meshes tell the numbers as well. */
START_TEST(exact_meshes_keep_numbers) {
  uint64_t random = 5;
  soup s = soup_degenerate(&random, 500, 5);
  uint32_t order[500];
  for (int deforms = 0; deforms < 2; deforms++) {
    carom_mesh_def def = soup_def(&s);
    carom_mesh *mesh;
    def.order = order, def.deforms = deforms;
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    for (uint32_t i = 0; i < 500; i++)
      ck_assert_uint_eq(order[i], carom__mesh_slot_of(mesh, i) == UINT32_MAX ? UINT32_MAX : i);
    carom_mesh_release(mesh);
  }
  soup_free(&s);
}
END_TEST

START_TEST(memory_may_run_out) {
  uint64_t random = 3;
  soup s = soup_of(8, &random);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  uint32_t *order = calloc(s.triangle_count, sizeof *order);
  carom_mesh_def def = soup_def(&s);
  def.compact = true, def.order = order;
  for (size_t k = 1; status; k++) {
    carom_mesh *mesh = NULL;
    test_memory_fail_at(&memory, k);
    status = carom_mesh_create(&allocator, &def, NULL, &mesh);
    ck_assert(status == CAROM_OK || (status == CAROM_OUT_OF_MEMORY && !mesh && order[1] == 0));
    carom_mesh_release(mesh);
    ck_assert(test_memory_is_clean(&memory));
  }
  free(order);
  soup_free(&s);
}
END_TEST

START_TEST(threads_change_nothing) {
  uint64_t random = 4;
  soup s = soup_field(&random, 90, 1);
  uint32_t *orders[2];
  carom_mesh *meshes[2];
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int i = 0; i < 2; i++) {
    carom_mesh_def def = soup_def(&s);
    def.compact = true, def.tasks = i ? &tasks : NULL;
    def.order = orders[i] = malloc(sizeof(uint32_t) * s.triangle_count);
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &meshes[i]), CAROM_OK);
  }
  ck_assert_uint_eq(meshes[0]->asset.hash, meshes[1]->asset.hash);
  ck_assert(memcmp(orders[0], orders[1], sizeof(uint32_t) * s.triangle_count) == 0);
  for (int i = 0; i < 2; i++) carom_mesh_release(meshes[i]), free(orders[i]);
  carom_pool_destroy(pool);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_compact");
  TCase *tests = tcase_create("mesh_compact");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, vertices_move_by_half_a_step, 0, 5 * KINDS);
  tcase_add_loop_test(tests, figures_are_of_the_snapped_surface, 0, 5 * KINDS);
  tcase_add_loop_test(tests, answers_are_those_of_the_exact_mesh, 0, KINDS);
  tcase_add_loop_test(tests, answers_are_those_of_brute_force, 0, KINDS);
  tcase_add_test(tests, closed_surfaces_stay_closed);
  tcase_add_loop_test(tests, shapes_are_scaled_and_mirrored, 0, 3);
  tcase_add_test(tests, steps_are_as_fine_as_they_can_be);
  tcase_add_test(tests, far_and_fine_meshes_do_not_move);
  tcase_add_test(tests, long_triangles_make_steps_long);
  tcase_add_test(tests, a_triangle_takes_at_most_16_bytes_and_a_half);
  tcase_add_test(tests, refused_meshes_write_no_order);
  tcase_add_test(tests, compact_meshes_do_not_deform);
  tcase_add_test(tests, exact_meshes_keep_numbers);
  tcase_add_test(tests, memory_may_run_out);
  tcase_add_test(tests, threads_change_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}
