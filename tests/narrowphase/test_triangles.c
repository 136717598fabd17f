/* test_triangles.c: many triangles at once against each of them alone, in double, and both forms of the
 * lanes against each other. */
#include "carom/patch.h"

#include "any_kind.h"
#include "grounds.h"
#include "meshes.h"
#include "pair_call.h"
#include "gathering.h"
#include "hulls.h"
#include "triangle_nearest.h"
#include "parts.h"
#include "triangles_kernels.h"

enum { TRIANGLES = 60, MOST_PATCHES = 300 };

typedef struct scene {
  uint64_t random;
  soup soup;
  carom_mesh *asset;
  carom_shape mesh;
  int asked, unlike; /* boxes, and how many of them are deeper or less deep than by the general way */
} scene;

static carom_vec3 random_direction_of(uint64_t *random) {
  carom_vec3 v = test_vec3(random, -1, 1);
  return vec3_normalize_or(v, vec3(0, 0, 1));
}

/* Triangles anywhere, slivers, grids with flat and doubled ones, fields. */
static scene make_scene(int i, carom_mesh_sides sides) {
  scene s = {.random = (uint64_t)i * 7919 + 3};
  switch (i % 3) {
  case 0:
    s.soup = soup_random(&s.random, TRIANGLES, 1);
    break;
  case 1:
    s.soup = soup_degenerate(&s.random, TRIANGLES, 4);
    break;
  default:
    s.soup = soup_field(&s.random, 6, 0.3f);
    break;
  }
  s.asset = soup_mesh(&s.soup, sides, NULL);
  s.mesh = carom_shape_mesh(s.asset);
  return s;
}

static void end_scene(scene *s) {
  carom_mesh_release(s->asset);
  soup_free(&s->soup);
}

/* --- The lanes --- */

typedef struct collected {
  const carom__triangles_kernels *kernels;
  carom__triangle_set set;
} collected;

static bool collect(void *context, const carom__triangle_batch *batch) {
  collected *c = context;
  c->kernels->append(&c->set, batch);
  return true;
}

static void collect_all(const scene *s, const carom__triangles_kernels *kernels, collected *out) {
  carom_obb all = {{0, 0, 0}, mat3_identity(), {100, 100, 100}};
  memset(out, 0, sizeof *out);
  out->kernels = kernels;
  out->set.whole = true;
  carom__shape_class_of(CAROM_MESH)->walk_triangles(&s->mesh, &all, true, collect, out);
}

START_TEST(both_forms_give_the_same_bits) {
  static collected of_avx2, of_portable;
  static carom__segment_near near_avx2, near_portable;
  const carom__triangles_kernels *avx2 = carom__triangles_kernels_avx2();
  if (!avx2) return;
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  collect_all(&s, avx2, &of_avx2);
  collect_all(&s, &carom__triangles_kernels_portable, &of_portable);
  ck_assert_uint_eq(of_avx2.set.count, of_portable.set.count);
  for (uint32_t i = 0; i < of_avx2.set.count; i++) {
    ck_assert_uint_eq(of_avx2.set.numbers[i], of_portable.set.numbers[i]);
    for (int k = 0; k < 9; k++)
      ck_assert_mem_eq(&of_avx2.set.corners[k / 3][k % 3][i], &of_portable.set.corners[k / 3][k % 3][i], 4);
  }
  for (int n = 0; n < test_scaled(300); n++) {
    carom_vec3 a = test_vec3(&s.random, -3, 3), b = n % 3 ? test_vec3(&s.random, -3, 3) : a;
    uint32_t index = test_below(&s.random, of_avx2.set.count);
    memset(&near_avx2, 0, sizeof near_avx2), memset(&near_portable, 0, sizeof near_portable);
    avx2->nearest(&of_avx2.set, a, b, &near_avx2);
    carom__triangles_kernels_portable.nearest(&of_portable.set, a, b, &near_portable);
    ck_assert_mem_eq(&near_avx2, &near_portable, sizeof near_avx2);
    carom__surface_question q = {a, random_direction_of(&s.random), 0.5f, index,
                                 n % 2 ? near_avx2.square : NULL};
    ck_assert_int_eq(avx2->rises(&of_avx2.set, &q),
                     carom__triangles_kernels_portable.rises(&of_avx2.set, &q));
  }
  end_scene(&s);
}
END_TEST

START_TEST(overlaps_of_boxes_are_the_same_bits) {
  static collected all;
  static carom__box_overlaps overlaps_best, overlaps_portable;
  const carom__triangles_kernels *portable = &carom__triangles_kernels_portable;
  const carom__triangles_kernels *best = carom__triangles_kernels_best();
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  collect_all(&s, portable, &all);
  for (int n = 0; n < test_scaled(300); n++) {
    carom_vec3 half = test_vec3(&s.random, 0, 1);
    carom_obb box = {test_vec3(&s.random, -3, 5), quat_to_mat3(test_quat(&s.random)), half};
    best->overlaps(&all.set, &box, &overlaps_best), portable->overlaps(&all.set, &box, &overlaps_portable);
    for (uint32_t i = 0; i < all.set.count; i++) {
      ck_assert_mem_eq(&overlaps_best.depth[i], &overlaps_portable.depth[i], 4);
      ck_assert_mem_eq(&overlaps_best.axis[i], &overlaps_portable.axis[i], 4);
    }
  }
  end_scene(&s);
}
END_TEST

/* How far the triangles of batches are from a box. */
typedef struct near_check {
  carom__near_question question;
  carom_shape box;
  carom_frame frame, there;
  int asked, tight; /* bounds, and how many of them are the distance */
} near_check;

/* A lane that is left out is farther than the limit, or below the plane. */
static void check_lane(near_check *c, const carom__triangle_batch *batch, int lane, const float *bound) {
  carom__triangle t;
  carom_distance_result found;
  float height = -HUGE_VALF;
  carom__triangle_of_batch(batch, lane, 0, &t);
  carom_shape triangle = triangle_shape(&t);
  carom__site of_triangle = {&triangle, &c->frame}, of_box = {&c->box, &c->there};
  ck_assert_int_eq(carom__call_distance(of_triangle, of_box, NULL, &found), CAROM_OK);
  for (int k = 0; k < 3; k++)
    height = fmaxf(height, vec3_dot(c->question.normal, vec3_sub(t.corners[k], c->question.box.center)));
  if (!bound) {
    ck_assert(found.distance + 1e-6f >= c->question.limit || height <= c->question.height + 1e-5f);
    return;
  }
  ck_assert(height >= c->question.height - 1e-5f);
  ck_assert_double_le((double)*bound, (double)found.distance + 1e-6);
  c->asked++;
  c->tight += found.distance - *bound < 1e-4f;
}

static bool check_near(void *context, const carom__triangle_batch *batch) {
  near_check *c = context;
  carom__near_lanes near, of_portable;
  memset(&near, 0, sizeof near), memset(&of_portable, 0, sizeof of_portable);
  unsigned lanes = carom__triangles_near_box(batch, &c->question, &near);
  ck_assert_uint_eq(lanes, carom__triangles_kernels_portable.near_box(batch, &c->question, &of_portable));
  for (unsigned left = lanes; left; left &= left - 1) {
    int lane = bits_lowest(left);
    ck_assert_mem_eq(&near.least[lane], &of_portable.least[lane], 4);
    for (int k = 0; k < 3; k++) ck_assert_mem_eq(&near.way[k][lane], &of_portable.way[k][lane], 4);
  }
  for (int lane = 0; lane < CAROM__TRIANGLE_LANES; lane++)
    if (batch->lanes >> lane & 1) check_lane(c, batch, lane, lanes >> lane & 1 ? &near.least[lane] : NULL);
  return true;
}

START_TEST(bounds_of_distances_are_the_same_bits_and_not_too_great) {
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  const carom_obb all = {{0, 0, 0}, mat3_identity(), {100, 100, 100}};
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  near_check c = {.frame = pose_to_frame(&origin)};
  for (int n = 0; n < test_scaled(100); n++) {
    carom_vec3 half = test_vec3(&s.random, 0.01f, 1), at = test_vec3(&s.random, -3, 5);
    const carom_pose there = {pos_add((carom_pos){0, 0, 0}, at), test_quat(&s.random)};
    c.box = carom_shape_box(half.x, half.y, half.z);
    c.there = pose_to_frame(&there);
    c.question = (carom__near_question){.box = {at, c.there.axes, half},
                                        .limit = n % 3 ? HUGE_VALF : 1,
                                        .normal = random_direction_of(&s.random),
                                        .height = n % 2 ? -HUGE_VALF : 0.5f};
    carom__shape_class_of(CAROM_MESH)->walk_triangles(&s.mesh, &all, true, check_near, &c);
  }
  ck_assert_int_ge(c.tight, c.asked - c.asked / 4 - 20);
  end_scene(&s);
}
END_TEST

/* --- Spheres and capsules --- */

/* The nearest distance of a segment to all triangles, by points along it: a bound from above. */
static double nearest_of(const scene *s, carom__dvec3 p) {
  double best = HUGE_VAL;
  for (uint32_t i = 0; i < s->soup.triangle_count; i++) {
    carom__triangle t;
    for (int k = 0; k < 3; k++) t.corners[k] = soup_corner(&s->soup, i, k);
    carom__dvec3 at = carom__triangle_nearest(&t, p);
    if (carom__mesh_slot_of(s->asset, i) != UINT32_MAX) best = fmin(best, dvec3_length(dvec3_sub(at, p)));
  }
  return best;
}

static double nearest_along(const scene *s, carom__dvec3 a, carom__dvec3 b) {
  double at = 0, best = nearest_of(s, a), step = 0.5;
  for (int i = 1; i <= 64; i++) {
    double d = nearest_of(s, dvec3_mad(a, dvec3_sub(b, a), i / 64.0));
    if (d < best) best = d, at = i / 64.0;
  }
  for (step = 1 / 128.0; step > 1e-9; step /= 2)
    for (int side = -1; side <= 1; side += 2) {
      double next = fmin(fmax(at + side * step, 0), 1);
      double d = nearest_of(s, dvec3_mad(a, dvec3_sub(b, a), next));
      if (d < best) best = d, at = next;
    }
  return best;
}

static const double NEAR = 1e-5;

static carom_vec3 point_about(scene *s) {
  float far = s->asset->bounds.max.x > 3 ? 7 : 2;
  return test_vec3(&s->random, far > 3 ? -1 : -far, far);
}

/* What is nearer than the radius touches, as deep as the nearest triangle is near. */
static void check_round(scene *s, bool is_capsule) {
  carom_vec3 b = is_capsule ? test_vec3(&s->random, -1, 1) : vec3(0, 0, 0), p = point_about(s);
  float radius = test_log_uniform(&s->random, 0.01f, 1);
  carom_shape round = is_capsule ? carom_shape_capsule(vec3(0, 0, 0), b, radius) : carom_shape_sphere(radius);
  carom_pose at = {.rotation = {0, 0, 0, 1}}, there = {pos_add((carom_pos){0, 0, 0}, p), {0, 0, 0, 1}};
  carom_manifold manifold;
  carom_distance_result apart;
  bool overlap;
  carom__dvec3 from = dvec3_widen(p);
  double distance = nearest_along(s, from, dvec3_add(from, dvec3_widen(b))) - (double)radius;
  ck_assert_int_eq(carom_overlap(&s->mesh, &at, &round, &there, &overlap), CAROM_OK);
  ck_assert_int_eq(carom_collide(&round, &there, &s->mesh, &at, &manifold), CAROM_OK);
  ck_assert_int_eq(overlap, manifold.point_count > 0);
  ck_assert_int_eq(carom_distance(&round, &there, &s->mesh, &at, &apart), CAROM_OK);
  ck_assert_int_eq(overlap, apart.distance == 0);
  ck_assert_double_eq_tol((double)apart.distance, fmax(distance, 0), NEAR);
  if (fabs(distance) > NEAR) ck_assert_int_eq(overlap, distance < 0);
  if (!overlap || distance + (double)radius < 0.02) return; /* maybe passes through */
  ck_assert_double_eq_tol((double)manifold.points[0].separation, fmin(distance, 0), NEAR);
  ck_assert_double_eq_tol((double)vec3_length(manifold.normal), 1, 1e-5);
}

START_TEST(spheres_are_as_deep_as_their_nearest_triangle) {
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  for (int n = 0; n < test_scaled(200); n++) check_round(&s, false);
  end_scene(&s);
}
END_TEST

START_TEST(capsules_are_as_deep_as_their_nearest_triangle) {
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  for (int n = 0; n < test_scaled(40); n++) check_round(&s, true);
  end_scene(&s);
}
END_TEST

/* --- Boxes and the general way --- */

static bool meet_alone(void *context, const carom__part *a, const carom__part *b) {
  carom__gathering *g = context;
  const carom__surfaces surfaces = {{{.whole = g->a}, {.whole = g->b}}};
  carom__gathering_meet(g, a, b, &surfaces);
  return true;
}

static void keep_depth(void *context, const carom_patch *patch) {
  double *depth = context;
  *depth = fmax(*depth, -(double)patch->points[0].separation);
}

/* Of each triangle alone, by the general way; negative when they do not touch. */
static double general_depth(carom__site a, carom__site b) {
  static carom__gathering g;
  double depth = -1;
  carom__gathering_begin(&g, a, b, keep_depth, &depth);
  carom__part_pairs_walk(a, b, 0, meet_alone, &g);
  carom__gathering_end(&g);
  return depth;
}

/* A shape that lies anywhere against what the triangles alone say. */
static void check_solid(scene *s, const carom_shape *solid, float size) {
  carom_pose at = {.rotation = {0, 0, 0, 1}},
             there = {pos_add((carom_pos){0, 0, 0}, point_about(s)), test_quat(&s->random)};
  carom_frame frame = pose_to_frame(&at), frame_there = pose_to_frame(&there);
  carom_manifold manifold;
  bool overlap, first = test_below(&s->random, 2);
  carom__site mesh = {&s->mesh, &frame}, other = {solid, &frame_there};
  double depth = general_depth(first ? mesh : other, first ? other : mesh);
  if (first)
    ck_assert_int_eq(carom_collide(&s->mesh, &at, solid, &there, &manifold), CAROM_OK);
  else
    ck_assert_int_eq(carom_collide(solid, &there, &s->mesh, &at, &manifold), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->mesh, &at, solid, &there, &overlap), CAROM_OK);
  ck_assert_int_eq(overlap, manifold.point_count > 0);
  ck_assert_int_eq(overlap, depth >= 0);
  if (!overlap) return;
  s->asked++;
  s->unlike += fabs(-(double)manifold.points[0].separation - depth) > 1e-4 * (double)size;
  ck_assert_double_eq_tol((double)vec3_length(manifold.normal), 1, 1e-5);
}

static void check_box(scene *s) {
  float size = test_log_uniform(&s->random, 0.05f, 1);
  carom_vec3 half = vec3_scale(test_vec3(&s->random, 0.2f, 1), size);
  carom_shape box = carom_shape_box(half.x, half.y, half.z);
  check_solid(s, &box, size);
}

static void check_hull(scene *s) {
  float size = test_log_uniform(&s->random, 0.05f, 1);
  carom_hull *hull = test_ball_hull(&s->random, 4 + test_below(&s->random, 40), size);
  carom_shape shape = carom_shape_hull(hull);
  check_solid(s, &shape, size);
  carom_hull_release(hull);
}

START_TEST(boxes_are_as_deep_as_by_the_general_way) {
  scene s = make_scene(_i, _i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  for (int n = 0; n < test_scaled(300); n++) check_box(&s);
  /* Where triangles pass through each other, rounding may tell whether one holds a point of another. */
  ck_assert_int_le(s.unlike, _i % 3 == 2 ? 0 : 2 + s.asked / 50);
  end_scene(&s);
}
END_TEST

START_TEST(hulls_are_as_deep_as_by_the_general_way) {
  scene s = make_scene(_i, _i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  for (int n = 0; n < test_scaled(300); n++) check_hull(&s);
  ck_assert_int_le(s.unlike, _i % 3 == 2 ? 0 : 2 + s.asked / 50);
  end_scene(&s);
}
END_TEST

/* --- One contact, not one of each triangle --- */

START_TEST(a_ball_on_a_cube_has_one_contact) {
  uint64_t random = (uint64_t)_i + 1;
  soup cube = soup_cube(8);
  carom_mesh *mesh = soup_mesh(&cube, _i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED, NULL);
  carom_shape shape = carom_shape_mesh(mesh), ball = carom_shape_sphere(0.4f);
  carom_pose at = {.rotation = {0, 0, 0, 1}};
  for (int n = 0; n < test_scaled(1000); n++) {
    carom_vec3 p = test_vec3(&random, -0.5f, 1.5f), in = vec3_min(vec3_max(p, vec3(0, 0, 0)), vec3(1, 1, 1));
    carom_vec3 way = vec3_sub(p, in);
    carom_pose there = {pos_add((carom_pos){0, 0, 0}, p), {0, 0, 0, 1}};
    carom_patch patches[MOST_PATCHES];
    size_t count;
    float distance = vec3_length(way);
    if (distance < 1e-3f || fabsf(distance - 0.4f) < 1e-5f) continue;
    ck_assert_int_eq(carom_collide_patches(&shape, &at, &ball, &there, patches, MOST_PATCHES, &count),
                     CAROM_OK);
    ck_assert_uint_eq(count, distance < 0.4f);
    if (count == 0) continue;
    ck_assert_uint_eq(patches[0].point_count, 1);
    ck_assert(vec3_dot(patches[0].normal, way) > 0.99999f * distance);
    ck_assert_double_eq_tol((double)patches[0].points[0].separation, (double)(distance - 0.4f), 1e-6);
  }
  carom_mesh_release(mesh);
  soup_free(&cube);
}
END_TEST

/* --- Two meshes --- */

typedef struct tally {
  uint32_t visited, touching;
} tally;

static bool count_touching(void *context, const carom__part *a, const carom__part *b) {
  tally *t = context;
  bool touches = false;
  ck_assert_int_eq(carom__call_overlap(part_site(a), part_site(b), NULL, &touches), CAROM_OK);
  t->visited++;
  t->touching += touches;
  return true;
}

/* All pairs that touch are visited, and no pair twice. */
START_TEST(pairs_of_triangles_that_touch_are_those_of_all) {
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED), other = make_scene(_i + 1, CAROM_MESH_TWO_SIDED);
  for (int n = 0; n < test_scaled(20); n++) {
    carom_vec3 p = vec3_scale(point_about(&s), 0.5f);
    const carom_frame at = {{0, 0, 0}, mat3_identity()};
    const carom_frame there = {pos_add((carom_pos){0, 0, 0}, p), quat_to_mat3(test_quat(&s.random))};
    carom__site a = {&s.mesh, &at}, b = {&other.mesh, &there};
    tally fast = {0, 0}, slow = {0, 0};
    carom__all_pairs_walk(a, b, 0, count_touching, &fast);
    carom__part_pairs_walk(a, b, 0, count_touching, &slow);
    ck_assert_uint_eq(fast.touching, slow.touching);
    ck_assert_uint_le(fast.visited, s.asset->kept_count * other.asset->kept_count);
  }
  end_scene(&s);
  end_scene(&other);
}
END_TEST

/* The least distance of the corners of each from the other: no less than that of the triangles. */
static double corner_distance(const carom__triangle *t, const carom_vec3 corners[3]) {
  carom__triangle other = {.corners = {corners[0], corners[1], corners[2]}};
  double least = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    carom__dvec3 p = dvec3_widen(corners[i]), q = dvec3_widen(t->corners[i]);
    least = fmin(least, dvec3_length(dvec3_sub(carom__triangle_nearest(t, p), p)));
    least = fmin(least, dvec3_length(dvec3_sub(carom__triangle_nearest(&other, q), q)));
  }
  return least;
}

START_TEST(axes_of_triangles_are_the_same_bits_and_part_no_near_ones) {
  static collected all;
  uint8_t of_best[CAROM__SET_ROOM / 8] = {0}, of_portable[CAROM__SET_ROOM / 8] = {0};
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  collect_all(&s, &carom__triangles_kernels_portable, &all);
  for (int n = 0; n < test_scaled(300); n++) {
    carom_vec3 corners[3];
    float margin = test_log_uniform(&s.random, 1e-5f, 1);
    for (int i = 0; i < 3; i++) corners[i] = test_vec3(&s.random, -3, 3);
    bool any = carom__triangles_kernels_best()->meets(&all.set, corners, margin, of_best);
    ck_assert_int_eq(any, carom__triangles_kernels_portable.meets(&all.set, corners, margin, of_portable));
    ck_assert_mem_eq(of_best, of_portable, sizeof of_best);
    for (uint32_t i = 0; i < all.set.count; i++) {
      carom__triangle t;
      carom__triangle_set_get(&all.set, i, &t);
      bool near = corner_distance(&t, corners) < (double)margin * 0.999;
      ck_assert(!near || of_best[i / 8] >> i % 8 & 1);
    }
  }
  end_scene(&s);
}
END_TEST

/* --- More triangles than a set holds --- */

START_TEST(of_more_triangles_than_a_set_holds_none_is_lost) {
  uint64_t random = (uint64_t)_i + 1;
  soup field = soup_field(&random, 40, 0);
  carom_mesh *mesh = soup_mesh(&field, CAROM_MESH_TWO_SIDED, NULL);
  carom_shape shape = carom_shape_mesh(mesh);
  const carom_shape shapes[] = {carom_shape_sphere(15), carom_shape_box(15, 15, 3),
                                carom_shape_capsule(vec3(-12, 0, 0), vec3(12, 0, 0), 3)};
  const float reaches[] = {15, 3, 3};
  carom_pose at = {.rotation = {0, 0, 0, 1}};
  for (int k = 0; k < 3; k++) {
    float x = test_uniform(&random, 16, 24), y = test_uniform(&random, 16, 24), depth = 0.5f;
    carom_pose there = {{(double)x, (double)y, (double)(reaches[k] - depth)}, {0, 0, 0, 1}};
    carom_patch patches[MOST_PATCHES];
    size_t count;
    ck_assert_int_eq(carom_collide_patches(&shape, &at, &shapes[k], &there, patches, MOST_PATCHES, &count),
                     CAROM_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert(patches[0].normal.z > 0.99999f);
    ck_assert_double_eq_tol((double)patches[0].points[0].separation, (double)-depth, 1e-4);
  }
  carom_mesh_release(mesh);
  soup_free(&field);
}
END_TEST

/* --- The rule of surfaces, by the lanes and by the walk --- */

static bool compare_rule(void *context, const carom__triangle_set *set) {
  scene *s = context;
  const carom_frame frame = {{0, 0, 0}, mat3_identity()};
  carom__site whole = {&s->mesh, &frame};
  for (int n = 0; n < test_scaled(300); n++) {
    uint32_t index = test_below(&s->random, set->count);
    carom__triangle t;
    carom__triangle_set_get(set, index, &t);
    carom__part part = {.shape = triangle_shape(&t), .frame = frame, .triangle = set->numbers[index]};
    carom_vec3 p = t.corners[test_below(&s->random, 3)], normal = random_direction_of(&s->random);
    if (test_below(&s->random, 2)) p = vec3_lerp(p, t.corners[0], test_uniform(&s->random, 0, 1));
    carom_pos point = pos_add((carom_pos){0, 0, 0}, p);
    const carom__surface by_set = {whole, set, index, true, NULL};
    ck_assert_int_eq(carom__surface_allows(&by_set, &part, point, normal),
                     carom__surface_has_normal(whole, &part, point, normal));
  }
  return true;
}

START_TEST(neighbours_among_the_lanes_are_those_of_the_walk) {
  scene s = make_scene(_i, CAROM_MESH_TWO_SIDED);
  carom_obb all = {{0, 0, 0}, mat3_identity(), {100, 100, 100}};
  carom__triangle_sets_walk(&s.mesh, &all, true, compare_rule, &s);
  end_scene(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("triangles");
  TCase *tests = tcase_create("many triangles");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, both_forms_give_the_same_bits, 0, 12);
  tcase_add_loop_test(tests, overlaps_of_boxes_are_the_same_bits, 0, 12);
  tcase_add_loop_test(tests, bounds_of_distances_are_the_same_bits_and_not_too_great, 0, 12);
  tcase_add_loop_test(tests, spheres_are_as_deep_as_their_nearest_triangle, 0, 12);
  tcase_add_loop_test(tests, capsules_are_as_deep_as_their_nearest_triangle, 0, 12);
  tcase_add_loop_test(tests, boxes_are_as_deep_as_by_the_general_way, 0, 12);
  tcase_add_loop_test(tests, hulls_are_as_deep_as_by_the_general_way, 0, 12);
  tcase_add_loop_test(tests, a_ball_on_a_cube_has_one_contact, 0, 4);
  tcase_add_loop_test(tests, pairs_of_triangles_that_touch_are_those_of_all, 0, 12);
  tcase_add_loop_test(tests, axes_of_triangles_are_the_same_bits_and_part_no_near_ones, 0, 12);
  tcase_add_loop_test(tests, of_more_triangles_than_a_set_holds_none_is_lost, 0, 4);
  tcase_add_loop_test(tests, neighbours_among_the_lanes_are_those_of_the_walk, 0, 12);
  suite_add_tcase(suite, tests);
  return suite;
}
