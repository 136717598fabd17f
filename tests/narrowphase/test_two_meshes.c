/* test_two_meshes.c: which triangles of two meshes may meet, against all pairs of them one by one. */
#include "carom/collide.h"

#include "gathering.h"
#include "meet_meshes.h"
#include "meshes.h"
#include "pair_call.h"
#include "parts.h"
#include "triangles_kernels.h"

enum { FORMS = 7, MOST = 200 };

/* A mesh as a shape at a place, and its triangles by their numbers. */
typedef struct side {
  carom_mesh *mesh;
  carom_shape shape;
  carom_frame frame;
  carom_pose pose;
  float reach;
  uint32_t count; /* of numbers */
  bool present[MOST];
  carom__triangle triangles[MOST];
} side;

static soup soup_of(uint64_t *random, int form) {
  switch (form % FORMS) {
  case 0:
    return soup_random(random, 60, 1);
  case 1:
    return soup_degenerate(random, 60, 4);
  case 2:
    return soup_field(random, 7, 0.3f);
  case 3:
    return soup_ball(5, 12, 1);
  case 4:
    return soup_strips(6, 6);
  case 5:
    return soup_cube(3);
  default:
    return soup_random(random, 1, 1);
  }
}

static float random_factor(uint64_t *random) {
  float size = test_log_uniform(random, 0.1f, 10);
  return test_below(random, 2) ? size : -size;
}

/* What a triangle of the shape is, without the walks. */
static void list_triangles(side *s, carom_vec3 scale) {
  bool mirrored = scale.x * scale.y * scale.z < 0;
  s->count = s->mesh->numbers ? s->mesh->triangle_count : CAROM__MESH_LANES * s->mesh->leaf_count;
  ck_assert_uint_le(s->count, MOST);
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t slot = carom__mesh_slot_of(s->mesh, i);
    carom__triangle *t = &s->triangles[i];
    carom_vec3 corners[3];
    s->present[i] = slot != UINT32_MAX && mesh_slot_is_used(s->mesh, slot);
    if (!s->present[i]) continue;
    carom__mesh_corners_of(s->mesh, slot, corners);
    for (int k = 0; k < 3; k++) {
      t->corners[mirrored ? 2 - k : k] = vec3_mul(corners[k], scale);
      s->reach = fmaxf(s->reach, vec3_norm1(vec3_mul(corners[k], scale)));
    }
    t->normal = carom__mesh_normal_of(t->corners);
    t->radius = s->shape.geometry.mesh.radius;
    t->one_sided = s->mesh->sides != CAROM_MESH_TWO_SIDED;
  }
}

static void make_side(uint64_t *random, int form, side *out) {
  soup made = soup_of(random, form);
  carom_mesh_def def = soup_def(&made);
  carom_vec3 scale = {1, 1, 1};
  *out = (side){.mesh = NULL};
  def.compact = test_below(random, 3) == 0;
  def.sides = test_below(random, 2) ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &out->mesh), CAROM_OK);
  soup_free(&made);
  out->shape = carom_shape_mesh(out->mesh);
  if (test_below(random, 2))
    scale = vec3(random_factor(random), random_factor(random), random_factor(random));
  if (test_below(random, 2))
    out->shape.geometry.mesh.scale = scale;
  else
    scale = vec3(1, 1, 1);
  if (test_below(random, 3) == 0) out->shape.geometry.mesh.radius = test_log_uniform(random, 1e-3f, 0.3f);
  list_triangles(out, scale);
}

static void place(side *s, carom_pose pose) {
  s->pose = pose;
  s->frame = pose_to_frame(&pose);
}

/* Anywhere near, often as the other one is, or turned by quarters. */
static carom_pose random_pose(uint64_t *random, const side *a, const side *b) {
  carom_vec3 at = vec3_scale(test_vec3(random, -1, 1), 0.5f * (a->reach + b->reach));
  const carom_quat quarter = {0, 0, sqrtf(0.5f), sqrtf(0.5f)};
  carom_quat turn = test_quat(random);
  switch (test_below(random, 6)) {
  case 0:
    return (carom_pose){.rotation = {0, 0, 0, 1}};
  case 1:
    return (carom_pose){.rotation = turn};
  case 2:
    return (carom_pose){.position = {1, 0, 0}, .rotation = quarter};
  default:
    return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, turn};
  }
}

/* --- The parts that are visited --- */

typedef struct visits {
  const side *a, *b;
  uint32_t count, most;
  bool seen[MOST][MOST];
} visits;

static bool is_of(const carom__part *part, const side *s) {
  if (part->triangle >= s->count || !s->present[part->triangle]) return false;
  const carom__triangle *t = shape_triangle(&part->shape), *known = &s->triangles[part->triangle];
  for (int i = 0; i < 3; i++)
    if (vec3_norm1(vec3_sub(t->corners[i], known->corners[i])) != 0) return false;
  return t->radius == known->radius && t->one_sided == known->one_sided &&
         vec3_norm1(vec3_sub(t->normal, known->normal)) == 0 && !part->place &&
         (!s->mesh->numbers || part->material == (uint8_t)(7 * part->triangle));
}

static bool note(void *context, const carom__part *a, const carom__part *b) {
  visits *v = context;
  ck_assert(is_of(a, v->a) && is_of(b, v->b) && !v->seen[a->triangle][b->triangle]);
  v->seen[a->triangle][b->triangle] = true;
  return ++v->count < v->most;
}

static carom__site site_of(const side *s, carom_shape *shape, uint32_t triangle) {
  *shape = triangle_shape(&s->triangles[triangle]);
  return (carom__site){shape, &s->frame};
}

/* All pairs as near as the margin are visited; true when some touch. */
static bool check_pairs(const side *a, const side *b, float margin, const visits *v) {
  bool any = false, right = true;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++) {
      carom_shape shapes[2];
      carom_distance_result found;
      bool touch = false;
      if (!a->present[i] || !b->present[k]) continue;
      carom__site of_a = site_of(a, &shapes[0], i), of_b = site_of(b, &shapes[1], k);
      right &= carom__call_overlap(of_a, of_b, NULL, &touch) == CAROM_OK && (!touch || v->seen[i][k]);
      any |= touch;
      if (v->seen[i][k] || margin == 0) continue;
      right &= carom__call_distance(of_a, of_b, NULL, &found) == CAROM_OK && found.distance > margin;
    }
  ck_assert(right);
  return any;
}

static side sides[2];
static visits all;

static void check_pose(uint64_t *random) {
  float margin = test_below(random, 2) ? test_log_uniform(random, 1e-3f, 1) : 0;
  bool touch = false;
  carom__site a = {&sides[0].shape, &sides[0].frame}, b = {&sides[1].shape, &sides[1].frame};
  all = (visits){.a = &sides[0], .b = &sides[1], .most = UINT32_MAX};
  ck_assert(carom__all_pairs_walk(a, b, margin, note, &all));
  bool any = check_pairs(&sides[0], &sides[1], margin, &all);
  ck_assert_int_eq(carom_overlap(&sides[0].shape, &sides[0].pose, &sides[1].shape, &sides[1].pose, &touch),
                   CAROM_OK);
  ck_assert_int_eq(touch, any);
  if (all.count == 0) return;
  uint32_t most = 1 + test_below(random, all.count);
  all = (visits){.a = &sides[0], .b = &sides[1], .most = most};
  ck_assert(!carom__all_pairs_walk(a, b, margin, note, &all));
  ck_assert_uint_eq(all.count, most);
}

START_TEST(pairs_are_those_of_brute_force) {
  uint64_t random = (uint64_t)_i * 7919 + 17;
  for (int n = 0; n < test_scaled(4); n++) {
    make_side(&random, _i / FORMS, &sides[0]);
    make_side(&random, _i % FORMS, &sides[1]);
    for (int i = 0; i < 3; i++) {
      place(&sides[0], (carom_pose){{1000, -20, 3}, test_quat(&random)});
      carom_pose there = random_pose(&random, &sides[0], &sides[1]);
      carom_pos at = frame_apply(&sides[0].frame, pos_sub(there.position, (carom_pos){0, 0, 0}));
      there = (carom_pose){at, quat_mul(sides[0].pose.rotation, there.rotation)};
      ck_assert_int_eq(carom__pose_accept(&there), CAROM_OK);
      place(&sides[1], there);
      check_pose(&random);
    }
    carom_mesh_release(sides[0].mesh);
    carom_mesh_release(sides[1].mesh);
  }
}
END_TEST

/* --- Distances --- */

static float least_distance(const side *a, const side *b) {
  float least = HUGE_VALF;
  bool right = true;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count && a->present[i] && least > 0; k++) {
      carom_shape shapes[2];
      carom_distance_result found;
      if (!b->present[k]) continue;
      right &= !carom__call_distance(site_of(a, &shapes[0], i), site_of(b, &shapes[1], k), NULL, &found);
      least = fminf(least, found.distance);
    }
  ck_assert(right);
  return least;
}

static void check_distance(const side *a, const side *b) {
  carom_distance_result found;
  float least = least_distance(a, b), near = 1e-5f * (a->reach + b->reach + least);
  ck_assert_int_eq(carom_distance(&a->shape, &a->pose, &b->shape, &b->pose, &found), CAROM_OK);
  ck_assert(fabsf(found.distance - least) <= near);
  if (found.distance == 0) return;
  carom_vec3 way = pos_sub(found.point_b, found.point_a);
  ck_assert(fabsf(vec3_length(way) - least) <= near);
  ck_assert(vec3_dot(way, found.normal) > 0.999f * least - near);
}

START_TEST(distances_are_those_of_brute_force) {
  uint64_t random = (uint64_t)_i * 7919 + 23;
  for (int n = 0; n < test_scaled(3); n++) {
    make_side(&random, _i / FORMS, &sides[0]);
    make_side(&random, _i % FORMS, &sides[1]);
    for (int i = 0; i < 3; i++) {
      carom_pose there = random_pose(&random, &sides[0], &sides[1]);
      place(&sides[0], (carom_pose){{-3, 0.5, 2}, test_quat(&random)});
      there.position.x = -3 + i * there.position.x, there.position.y *= i;
      place(&sides[1], there);
      check_distance(&sides[0], &sides[1]);
    }
    carom_mesh_release(sides[0].mesh);
    carom_mesh_release(sides[1].mesh);
  }
}
END_TEST

/* --- Both forms of the kernel --- */

typedef struct steps {
  uint64_t sum;
  uint32_t count;
} steps;

static bool add_step(void *context, const carom__triangle_batch *a, const carom__triangle_batch *b,
                     const uint8_t meets[CAROM__TRIANGLE_LANES]) {
  steps *s = context;
  for (int k = 0; k < CAROM__TRIANGLE_LANES; k++)
    s->sum = s->sum * 31 + meets[k] + a->numbers[0] * 7u + b->numbers[0] * 11u;
  s->count++;
  return true;
}

/* The walk visits the same in the same order. */
START_TEST(both_forms_agree) {
  uint64_t random = (uint64_t)_i + 5;
  for (int n = 0; n < test_scaled(100); n++) {
    make_side(&random, _i, &sides[0]);
    make_side(&random, (int)test_below(&random, FORMS), &sides[1]);
    carom_pose there = random_pose(&random, &sides[0], &sides[1]);
    steps found[2] = {{0, 0}, {0, 0}};
    carom__mesh_pairs pairs = {
        .a = {sides[0].mesh, {1, -2, 0.5f}},
        .b = {sides[1].mesh, {1, 1, 1}},
        .b_in_a = {pos_sub(there.position, (carom_pos){0, 0, 0}), quat_to_mat3(there.rotation)},
        .margin = test_log_uniform(&random, 1e-6f, 1),
        .visit = add_step};
    pairs.context = &found[0];
    ck_assert(carom__triangles_kernels_portable.mesh_pairs(&pairs));
    pairs.context = &found[1];
    ck_assert(carom__triangles_kernels_best()->mesh_pairs(&pairs));
    ck_assert_uint_eq(found[0].count, found[1].count);
    ck_assert_uint_eq(found[0].sum, found[1].sum);
    carom_mesh_release(sides[0].mesh);
    carom_mesh_release(sides[1].mesh);
  }
}
END_TEST

/* --- Contacts --- */

enum { MOST_POINTS = 400 };

/* What patches have, whatever their order. */
typedef struct found {
  uint32_t patches, count;
  float deepest;
  carom_contact_point points[MOST_POINTS];
  carom_vec3 normals[MOST_POINTS];
} found;

static void keep(void *context, const carom_patch *patch) {
  found *f = context;
  f->patches++;
  for (uint32_t i = 0; i < patch->point_count; i++) {
    f->deepest = fmaxf(f->deepest, -patch->points[i].separation);
    if (f->count == MOST_POINTS) continue;
    f->normals[f->count] = patch->normal;
    f->points[f->count++] = patch->points[i];
  }
}

static bool meet_generally(void *context, const carom__part *a, const carom__part *b) {
  carom__gathering *g = context;
  const carom__surfaces surfaces = {{{.whole = g->a, .alone = true}, {.whole = g->b, .alone = true}}};
  carom__gathering_meet(g, a, b, &surfaces);
  return true;
}

static void find(carom__site a, carom__site b, bool generally, found *out) {
  static carom__gathering g;
  const bool alone[2] = {true, true};
  const carom__part parts[2] = {{.shape = *a.shape, .frame = *a.frame},
                                {.shape = *b.shape, .frame = *b.frame}};
  *out = (found){.patches = 0};
  carom__gathering_begin(&g, a, b, keep, out);
  if (generally)
    carom__all_pairs_walk(a, b, 0, meet_generally, &g);
  else
    ck_assert(carom__meshes_meet(&g, &parts[0], &parts[1], alone));
  carom__gathering_end(&g);
  ck_assert_int_eq(g.status, CAROM_OK);
}

static bool has_point(const found *f, const found *of, uint32_t i, float near) {
  for (uint32_t k = 0; k < f->count; k++) {
    float far = vec3_norm1(pos_sub(f->points[k].position, of->points[i].position));
    float deeper = fabsf(f->points[k].separation - of->points[i].separation);
    if (far <= near && deeper <= near && vec3_dot(f->normals[k], of->normals[i]) > 0.999f) return true;
  }
  return false;
}

static bool are_alike(const found *f, const found *g, float near) {
  if (f->patches != g->patches || f->count != g->count || fabsf(f->deepest - g->deepest) > near) return false;
  for (uint32_t i = 0; i < f->count; i++)
    if (!has_point(g, f, i, near)) return false;
  return true;
}

/* The lanes and the general way round differently, and what is held or rises may hang on it. */
START_TEST(contacts_are_those_of_the_general_way) {
  uint64_t random = (uint64_t)_i * 7919 + 29;
  uint32_t asked = 0, unlike = 0;
  for (int n = 0; n < test_scaled(20); n++) {
    make_side(&random, _i / FORMS, &sides[0]);
    make_side(&random, _i % FORMS, &sides[1]);
    for (int k = 0; k < 2; k++) sides[k].shape.geometry.mesh.radius = 0;
    for (int i = 0; i < 3; i++) {
      static found fast, slow;
      place(&sides[0], (carom_pose){{10, -20, 3}, test_quat(&random)});
      carom_pose there = random_pose(&random, &sides[0], &sides[1]);
      there.position.x += 10, there.position.y -= 20, there.position.z += 3;
      place(&sides[1], there);
      carom__site a = {&sides[0].shape, &sides[0].frame}, b = {&sides[1].shape, &sides[1].frame};
      find(a, b, false, &fast);
      find(a, b, true, &slow);
      asked++;
      unlike += !are_alike(&fast, &slow, 1e-4f * (sides[0].reach + sides[1].reach));
      ck_assert_int_eq(fast.patches > 0, slow.patches > 0);
    }
    carom_mesh_release(sides[0].mesh);
    carom_mesh_release(sides[1].mesh);
  }
  ck_assert_uint_le(unlike, 1 + asked / 20);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("two_meshes");
  TCase *tcase = tcase_create("two_meshes");
  tcase_set_timeout(tcase, 600);
  tcase_add_loop_test(tcase, pairs_are_those_of_brute_force, 0, FORMS * FORMS);
  tcase_add_loop_test(tcase, distances_are_those_of_brute_force, 0, FORMS * FORMS);
  tcase_add_loop_test(tcase, both_forms_agree, 0, FORMS);
  tcase_add_loop_test(tcase, contacts_are_those_of_the_general_way, 0, FORMS * FORMS);
  suite_add_tcase(suite, tcase);
  return suite;
}
