/* test_collide.c: the stateless functions on all pairs of kinds: they agree with each other, with the
 * mirrored pair, and with the same scene far from the origin; wrong arguments are refused and write
 * nothing. */
#include <string.h>

#include "scenes.h"
#include "vec.h"

enum { CASES = 150 };

/* The same scene elsewhere: the sum of positions is rounded to double. */
static scene moved(const scene *s, double x, double y, double z) {
  scene far = *s;
  far.pose_a.position.x += x, far.pose_b.position.x += x;
  far.pose_a.position.y += y, far.pose_b.position.y += y;
  far.pose_a.position.z += z, far.pose_b.position.z += z;
  return far;
}

typedef struct answers {
  carom_manifold manifold;
  carom_distance_result distance;
  bool overlap;
} answers;

static answers ask(const scene *s) {
  answers a;
  memset(&a, 0xA5, sizeof a); /* what is not written shows */
  ck_assert(carom_collide(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.manifold) == CAROM_OK);
  ck_assert(carom_overlap(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.overlap) == CAROM_OK);
  ck_assert(carom_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.distance) == CAROM_OK);
  return a;
}

static float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static carom_vec3 between(carom_pos from, carom_pos to) {
  return (carom_vec3){(float)(to.x - from.x), (float)(to.y - from.y), (float)(to.z - from.z)};
}

static float depth(const carom_manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->point_count; i++) least = fminf(least, m->points[i].separation);
  return -least;
}

static bool is_unit(carom_vec3 n) { return fabsf(dot(n, n) - 1) < 1e-5f; }

static bool points_are_good(const carom_manifold *m) {
  bool good = m->point_count <= CAROM_MANIFOLD_POINTS && is_zero_beyond_points(m) &&
              (m->point_count == 0 || is_unit(m->normal));
  for (uint32_t i = 0; i < m->point_count; i++)
    good = good && m->points[i].separation <= 0 && isfinite(m->points[i].separation) &&
           isfinite(m->points[i].position.x) && isfinite(m->points[i].position.y) &&
           isfinite(m->points[i].position.z);
  return good;
}

/* Are the nearest points one distance apart along the normal? */
static bool distance_is_good(const carom_distance_result *d, float size) {
  if (d->distance == 0) return true;
  carom_vec3 way = between(d->point_a, d->point_b);
  float along = dot(way, d->normal), across = dot(way, way) - along * along;
  return is_unit(d->normal) && fabsf(along - d->distance) < 1e-5f * size && across < 1e-5f * size * size;
}

/* What is wrong with the answers among themselves, or NULL. */
static const char *judge(const answers *a, float size) {
  if (a->overlap != (a->manifold.point_count > 0)) return "overlap and collide disagree";
  if (a->overlap != (a->distance.distance == 0)) return "overlap and distance disagree";
  if (!points_are_good(&a->manifold)) return "bad contact points";
  return distance_is_good(&a->distance, size) ? NULL : "bad nearest points";
}

/* A touch no deeper than this may come or go when the numbers are rounded another way. */
static bool decided(const answers *a, float size) {
  return a->overlap ? depth(&a->manifold) > 1e-5f * size : a->distance.distance > 1e-5f * size;
}

/* What is wrong with the answers to another form of the scene, or NULL. `slack` is for the choice of axes. */
static const char *compare(const answers *a, const answers *b, float size, float slack) {
  if (decided(a, size) && a->overlap != b->overlap) return "overlap differs";
  if (fabsf(a->distance.distance - b->distance.distance) > 1e-5f * size) return "distance differs";
  if (fabsf(depth(&a->manifold) - depth(&b->manifold)) > slack * size) return "depth differs";
  return NULL;
}

static const char *judge_scene(const scene *s) {
  scene mirror = mirrored(s), far = moved(s, 1e6, -1e6, 5e5);
  answers a = ask(s), b = ask(&mirror), c = ask(&far);
  const char *fault = judge(&a, s->size);
  if (!fault) fault = judge(&b, s->size);
  if (!fault) fault = judge(&c, s->size);
  /* The mirrored pair of two equal kinds may prefer the other one's face. */
  if (!fault) fault = compare(&a, &b, s->size, s->a.kind == s->b.kind ? 0.05f : 1e-5f);
  /* Doubles near 1e6 are 1e-10 apart. */
  if (!fault && s->size > 1e-2f) fault = compare(&a, &c, s->size, 0.05f);
  return fault;
}

START_TEST(all_pairs_agree) {
  carom_shape_kind kind_a = any_spatial_kind(_i / ALL_SPATIAL_KINDS),
                   kind_b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  int touching = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    scene s = random_scene(&random, kind_a, kind_b, 1e-3f);
    const char *fault = judge_scene(&s);
    touching += ask(&s).overlap;
    release_scene(&s);
    ck_assert_msg(fault == NULL, "%s and %s: %s, case %u", carom_shape_kind_name(kind_a),
                  carom_shape_kind_name(kind_b), fault ? fault : "", (unsigned)seed);
  }
  ck_assert_msg(touching > 0 && touching < CASES, "%d of %d touch", touching, CASES);
}
END_TEST

/* Brings B to a gap of a few roundings on either side of touching, where it is hardest to agree. */
START_TEST(all_pairs_agree_near_touch) {
  carom_shape_kind kind_a = any_spatial_kind(_i / ALL_SPATIAL_KINDS),
                   kind_b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled_from(20, CASES); seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    scene s = random_scene(&random, kind_a, kind_b, 1e-3f);
    carom_distance_result d = ask(&s).distance;
    double gap = (double)(s.size * test_uniform(&random, -10, 10) * 0x1p-24f) - (double)d.distance;
    s.pose_b.position.x += (double)d.normal.x * gap;
    s.pose_b.position.y += (double)d.normal.y * gap;
    s.pose_b.position.z += (double)d.normal.z * gap;
    answers a = ask(&s);
    const char *fault = judge(&a, s.size);
    release_scene(&s);
    ck_assert_msg(fault == NULL, "%s and %s: %s, case %u", carom_shape_kind_name(kind_a),
                  carom_shape_kind_name(kind_b), fault ? fault : "", (unsigned)seed);
  }
}
END_TEST

static carom_shape one_triangle(uint64_t *random) {
  const carom_vec3 corners[] = {test_vec3(random, -1, 1), test_vec3(random, -1, 1), test_vec3(random, -1, 1)};
  const uint32_t indices[] = {0, 1, 2};
  const carom_mesh_def def = {.vertices = &corners[0].x,
                              .vertex_count = 3,
                              .triangles = indices,
                              .triangle_count = 1,
                              .sides = CAROM_MESH_ONE_SIDED};
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return carom_shape_mesh(mesh);
}

/* The same behind a triangle of one side, which what reaches through it touches. */
START_TEST(boxes_and_hulls_agree_behind_a_triangle) {
  int behind = 0, count = test_scaled(400);
  for (int i = 0; i < count; i++) {
    uint64_t random = (uint64_t)(2 * i + _i);
    scene s = {.a = one_triangle(&random), .b = random_shape(&random, _i ? CAROM_HULL : CAROM_BOX, 0.3f)};
    carom_mesh_triangle t;
    s.size = 2;
    s.pose_a.rotation = s.pose_b.rotation = (carom_quat){0, 0, 0, 1};
    ck_assert_int_eq(carom_mesh_get_triangle(s.a.geometry.mesh.asset, 0, &t), CAROM_OK);
    carom_vec3 middle = vec3_scale(vec3_add(vec3_add(t.corners[0], t.corners[1]), t.corners[2]), 1.0f / 3);
    carom_vec3 at = vec3_mad(middle, t.normal, -2);
    s.pose_b.position = (carom_pos){(double)at.x, (double)at.y, (double)at.z};
    carom_distance_result d = ask(&s).distance;
    double gap = (double)d.distance + (double)(s.size * test_uniform(&random, -10, 10) * 0x1p-24f);
    s.pose_b.position.x -= (double)d.normal.x * gap;
    s.pose_b.position.y -= (double)d.normal.y * gap;
    s.pose_b.position.z -= (double)d.normal.z * gap;
    answers a = ask(&s);
    const char *fault = judge(&a, s.size);
    behind += vec3_dot(d.normal, t.normal) < -0.999f;
    release_scene(&s);
    ck_assert_msg(fault == NULL, "%s, case %d", fault ? fault : "", i);
  }
  ck_assert_int_ge(10 * behind, count);
}
END_TEST

/* Triangles 10^9 times as large as what they touch may be too much for GJK and EPA. */
static bool is_too_much(const scene *s) {
  answers a;
  bool convex = !carom__shape_class_of(s->a.kind)->walk && !carom__shape_class_of(s->b.kind)->walk;
  return !convex &&
         (carom_collide(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.manifold) == CAROM_NOT_CONVERGED ||
          carom_overlap(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.overlap) == CAROM_NOT_CONVERGED ||
          carom_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &a.distance) == CAROM_NOT_CONVERGED);
}

/* The smallest and the largest of each kind, at every distance: finite answers, whatever they are. */
START_TEST(extremes_are_finite) {
  const float sizes[3] = {1e-4f, 1, 4.9e5f};
  carom_shape_kind kind_a = any_spatial_kind(_i / ALL_SPATIAL_KINDS),
                   kind_b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled_from(20, CASES); seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    float size_a = sizes[seed % 3], size_b = sizes[seed / 3 % 3];
    scene s = {.a = random_shape(&random, kind_a, size_a), .b = random_shape(&random, kind_b, size_b)};
    s.pose_a.rotation = test_quat(&random);
    s.pose_b.position.x = seed % 7 ? (double)test_log_uniform(&random, 1e-6f, 1e9f) : 0;
    s.size = size_a + size_b + (float)s.pose_b.position.x;
    const char *fault = NULL;
    if (!is_too_much(&s)) {
      answers a = ask(&s);
      fault = judge(&a, s.size);
    }
    release_scene(&s);
    ck_assert_msg(fault == NULL, "%s and %s: %s, case %u", carom_shape_kind_name(kind_a),
                  carom_shape_kind_name(kind_b), fault ? fault : "", (unsigned)seed);
  }
}
END_TEST

/* A ray is met where a tiny sphere on it begins to touch. */
static const char *judge_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                             float size) {
  carom_ray_result hit;
  carom_distance_result apart;
  carom_shape probe = carom_shape_sphere(1e-4f * size);
  carom_vec3 way = ray->translation;
  carom_shape segment = carom_shape_capsule((carom_vec3){0, 0, 0}, way, 1e-5f * size);
  carom_pose at = {.position = ray->origin};
  ck_assert(carom_cast_ray(shape, pose, ray, &hit) == CAROM_OK);
  ck_assert(carom_distance(shape, pose, &segment, &at, &apart) == CAROM_OK);
  if (!hit.hit) return apart.distance == 0 && hit.fraction != 0 ? "a miss with a fraction" : NULL;
  if (apart.distance > 0) return "a hit of what is apart";
  if (hit.fraction < 0 || hit.fraction > 1 || (!hit.inside && !is_unit(hit.normal))) return "a bad hit";
  at.position = hit.point;
  ck_assert(carom_distance(shape, pose, &probe, &at, &apart) == CAROM_OK);
  if (apart.distance > 0) return "a point off the shape";
  if (hit.inside) return hit.fraction == 0 ? NULL : "inside but not at once";
  at.position.x += (double)(hit.normal.x * 4e-4f * size);
  at.position.y += (double)(hit.normal.y * 4e-4f * size);
  at.position.z += (double)(hit.normal.z * 4e-4f * size);
  ck_assert(carom_distance(shape, pose, &probe, &at, &apart) == CAROM_OK);
  return apart.distance > 0 && dot(hit.normal, way) <= 0 ? NULL : "a normal that does not lead out";
}

START_TEST(rays_meet_the_surface) {
  carom_shape_kind kind = spatial_kind(_i);
  for (uint64_t seed = 0; seed < 400; seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    scene s = random_scene(&random, kind, CAROM_SPHERE, 1);
    carom_ray ray = {.origin = s.pose_b.position, .translation = test_vec3(&random, -3 * s.size, 3 * s.size)};
    const char *fault = judge_ray(&s.a, &s.pose_a, &ray, s.size);
    release_scene(&s);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", carom_shape_kind_name(kind), fault ? fault : "",
                  (unsigned)seed);
  }
}
END_TEST

START_TEST(a_ray_of_no_length_asks_whether_it_is_inside) {
  carom_hull *hull = random_hull(&(uint64_t){3}, 2);
  carom_hull_view view;
  carom_ray_result hit;
  carom_pose pose = {.position = {0, 0, 0}};
  ck_assert(carom_hull_describe(hull, &view) == CAROM_OK);
  carom_shape shape = carom_shape_hull(hull);
  carom_ray ray = {.origin = {(double)view.centroid.x, (double)view.centroid.y, (double)view.centroid.z}};
  ck_assert(carom_cast_ray(&shape, &pose, &ray, &hit) == CAROM_OK);
  ck_assert(hit.hit && hit.inside && hit.fraction == 0 && dot(hit.normal, hit.normal) == 0);
  ray.origin.x += 10;
  ck_assert(carom_cast_ray(&shape, &pose, &ray, &hit) == CAROM_OK);
  ck_assert(!hit.hit && !hit.inside);
  carom_hull_release(hull);
}
END_TEST

/* Calls all four with the same arguments; tells whether each gave the status and wrote nothing. */
static bool all_refuse(const carom_shape *shape, const carom_pose *pose, carom_status status) {
  carom_shape good = carom_shape_box(1, 1, 1);
  carom_pose still = {.position = {0, 0, 0}};
  carom_ray ray = {.translation = {1, 0, 0}};
  unsigned char before[512], out[512];
  memset(before, 0xA5, sizeof before);
  memcpy(out, before, sizeof out);
  bool refused = carom_collide(shape, pose, &good, &still, (carom_manifold *)(void *)out) == status &&
                 carom_collide(&good, &still, shape, pose, (carom_manifold *)(void *)out) == status &&
                 carom_overlap(shape, pose, &good, &still, (bool *)(void *)out) == status &&
                 carom_distance(shape, pose, &good, &still, (carom_distance_result *)(void *)out) == status &&
                 carom_cast_ray(shape, pose, &ray, (carom_ray_result *)(void *)out) == status;
  return refused && memcmp(out, before, sizeof out) == 0;
}

/* While a ball rolls over one face it touches the same features. */
START_TEST(a_ball_on_a_face_keeps_its_name) {
  static const float hexagon[6][2] = {{2, 0}, {1, 1.75f}, {-1, 1.75f}, {-2, 0}, {-1, -1.75f}, {1, -1.75f}};
  float points[12][3];
  for (int i = 0; i < 12; i++)
    points[i][0] = hexagon[i % 6][0], points[i][1] = i < 6 ? 1 : -1, points[i][2] = hexagon[i % 6][1];
  carom_hull *hull;
  ck_assert_int_eq(carom_hull_from_points(NULL, points[0], 12, 0, &hull), CAROM_OK);
  const carom_shape prism = carom_shape_hull(hull), ball = carom_shape_sphere(0.5f);
  const carom_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
  carom_manifold m, first;
  for (int i = 0; i <= 20; i++) {
    const carom_pose there = {{0.15 * (i - 10), 1.45, 0.05 * (i - 10)}, {0, 0, 0, 1}};
    ck_assert_int_eq(carom_collide(&ball, &there, &prism, &here, &m), CAROM_OK);
    if (i == 0) first = m;
    ck_assert_uint_eq(m.point_count, 1);
    ck_assert_uint_eq(m.points[0].feature, first.points[0].feature);
    ck_assert(fabsf(m.points[0].separation + 0.05f) < 1e-6f && fabsf(m.normal.y + 1) < 1e-6f);
    ck_assert_double_eq_tol(m.points[0].position.y, 0.975, 1e-6);
    ck_assert_double_eq_tol(m.points[0].position.x, there.position.x, 1e-6);
  }
  carom_hull_release(hull);
}
END_TEST

/* Near the rim of a face the least depth leads beside it. The normal of the face is taken all the same, and
 * the point that is deepest along that. */
START_TEST(a_ball_beside_a_rim_has_one_point) {
  uint64_t random = 1;
  const carom_shape box = carom_shape_box(2, 1, 2);
  uint32_t inside = 0;
  for (int i = 0; i < test_scaled(20000) + 200; i++) {
    const carom_vec3 r = test_vec3(&random, 0.2f, 1);
    const carom_shape ball = carom_shape_ellipsoid(r.x, r.y, r.z);
    const carom_pose there = {{(double)test_uniform(&random, 1.5f, 2), 0, 0}, test_quat(&random)},
                     here = {{0, 0, 0}, {0, 0, 0, 1}};
    const carom_mat3 axes = quat_to_mat3(there.rotation);
    carom_vec3 n = mat3_tmul_vec3(&axes, vec3(0, -1, 0)), way = vec3(n.x * r.x, n.y * r.y, n.z * r.z);
    float low = vec3_length(way), depth = low * test_uniform(&random, 0.1f, 0.9f);
    carom_pose above = there;
    above.position.y = (double)(1 + low - depth);
    carom_vec3 at = vec3_scale(vec3(way.x * r.x, way.y * r.y, way.z * r.z), 1 / low);
    carom_vec3 deepest = vec3_add(mat3_mul_vec3(&axes, at), vec3((float)above.position.x, 0, 0));
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&ball, &above, &box, &here, &m), CAROM_OK);
    if (m.normal.y > -0.999999f || deepest.x > 1.999f) continue;
    inside++;
    ck_assert_uint_eq(m.point_count, 1);
    ck_assert(fabsf(m.points[0].separation + depth) < 1e-5f);
    ck_assert(fabs(m.points[0].position.x - (double)deepest.x) < 1e-3);
    ck_assert(fabs(m.points[0].position.z - (double)deepest.z) < 1e-3);
  }
  ck_assert_uint_gt(inside, 20);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
  carom_shape box = carom_shape_box(1, 1, 1), flat = carom_shape_box(1, 0, 1), lost = carom_shape_sphere(NAN);
  carom_shape none = {.kind = CAROM_NO_SHAPE}, no_hull = carom_shape_hull(NULL);
  carom_pose still = {.position = {0, 0, 0}}, far = {.position = {2e9, 0, 0}};
  carom_pose skew = {.rotation = {1, 1, 0, 0}}, nan = {.position = {0, (double)NAN, 0}};
  ck_assert(all_refuse(NULL, &still, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&box, NULL, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&no_hull, &still, CAROM_NULL_ARGUMENT));
  ck_assert(all_refuse(&none, &still, CAROM_UNKNOWN_KIND));
  ck_assert(all_refuse(&flat, &still, CAROM_BAD_SIZE));
  ck_assert(all_refuse(&lost, &still, CAROM_NOT_FINITE));
  ck_assert(all_refuse(&box, &far, CAROM_OUT_OF_RANGE));
  ck_assert(all_refuse(&box, &skew, CAROM_NOT_UNIT));
  ck_assert(all_refuse(&box, &nan, CAROM_NOT_FINITE));
}
END_TEST

START_TEST(missing_results_and_bad_rays_are_refused) {
  carom_shape box = carom_shape_box(1, 1, 1);
  carom_pose still = {.position = {0, 0, 0}};
  carom_ray ray = {.translation = {1, 0, 0}}, lost = {.translation = {INFINITY, 0, 0}};
  carom_ray far = {.origin = {-2e9, 0, 0}}, long_one = {.translation = {1e30f, 0, 0}};
  carom_ray_result hit = {.fraction = 7};
  ck_assert(carom_collide(&box, &still, &box, &still, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_overlap(&box, &still, &box, &still, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_distance(&box, &still, &box, &still, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray(&box, &still, &ray, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray(&box, &still, NULL, &hit) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray(&box, &still, &lost, &hit) == CAROM_NOT_FINITE);
  ck_assert(carom_cast_ray(&box, &still, &far, &hit) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_cast_ray(&box, &still, &long_one, &hit) == CAROM_OUT_OF_RANGE);
  ck_assert(hit.fraction == 7);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("collide");
  TCase *tcase = tcase_create("collide");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, all_pairs_agree, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_loop_test(tcase, all_pairs_agree_near_touch, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_loop_test(tcase, boxes_and_hulls_agree_behind_a_triangle, 0, 2);
  tcase_add_loop_test(tcase, extremes_are_finite, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_loop_test(tcase, rays_meet_the_surface, 0, SPATIAL_KINDS);
  tcase_add_test(tcase, a_ray_of_no_length_asks_whether_it_is_inside);
  tcase_add_test(tcase, a_ball_on_a_face_keeps_its_name);
  tcase_add_test(tcase, a_ball_beside_a_rim_has_one_point);
  tcase_add_test(tcase, wrong_arguments_are_refused);
  tcase_add_test(tcase, missing_results_and_bad_rays_are_refused);
  suite_add_tcase(suite, tcase);
  return suite;
}
