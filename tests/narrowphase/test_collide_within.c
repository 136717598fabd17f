/* test_collide_within.c: manifolds of shapes within a margin of each other, against their distance and, point
 * by point, against the exact surfaces. */
#include "feature.h"
#include "kinds.h"
#include "manifold.h"
#include "near_boxes.h"
#include "pair_class.h"
#include "placed.h"
#include "scenes.h"
#include "vec.h"

/* How far apart shapes are put: by a part of the margin or a little more, or so that rounding decides whether
 * they touch. */
static float random_gap(uint64_t *random, float size, float margin) {
  return test_below(random, 4) == 0 ? size * test_uniform(random, -0x1p-20f, 0x1p-20f)
                                    : margin * test_uniform(random, -0.3f, 1.3f);
}

/* Shapes that are apart by a part of the margin, or touch, or are farther apart. */
static scene random_near(uint64_t *random, carom_shape_kind kind_a, carom_shape_kind kind_b, float *margin) {
  scene s = random_scene(random, kind_a, kind_b, 1e-2f);
  carom_distance_result gap;
  *margin = s.size * test_log_uniform(random, 1e-3f, 0.3f);
  if (test_below(random, 4) == 0) s.pose_b.rotation = s.pose_a.rotation;
  s.pose_b.position = pos_add(s.pose_b.position, vec3_scale(test_vec3(random, -1, 1), 3 * s.size));
  if (carom_distance(&s.a, &s.pose_a, &s.b, &s.pose_b, &gap) || gap.distance == 0) return s;
  float left = random_gap(random, s.size, *margin);
  s.pose_b.position = pos_add(s.pose_b.position, vec3_scale(gap.normal, left - gap.distance));
  return s;
}

static carom_manifold collide_within(const scene *s, float margin) {
  carom_manifold m;
  ck_assert_int_eq(carom_collide_within(&s->a, &s->pose_a, &s->b, &s->pose_b, margin, &m), CAROM_OK);
  ck_assert(is_zero_beyond_points(&m));
  for (uint32_t i = 1; i < m.point_count; i++) ck_assert(!manifold_has_name(&m, i, m.points[i].feature));
  return m;
}

static float least_of(const carom_manifold *m) {
  float least = HUGE_VALF;
  for (uint32_t i = 0; i < m->point_count; i++) least = fminf(least, m->points[i].separation);
  return least;
}

/* --- Against carom_collide and carom_distance --- */

/* What touches has its points, and none that are farther than the margin; beside a single one, which may be
 * an end of an edge, others may touch that are no deeper. */
static void check_touching(const scene *s, const carom_manifold *touching, float margin) {
  carom_manifold m = collide_within(s, margin), still = collide_within(s, 0);
  ck_assert_mem_eq(&still, touching, sizeof still);
  ck_assert_mem_eq(&m.normal, &touching->normal, sizeof m.normal);
  ck_assert_uint_ge(m.point_count, touching->point_count);
  ck_assert_mem_eq(m.points, touching->points, touching->point_count * sizeof *m.points);
  float least = touching->point_count == 1 ? touching->points[0].separation - 1e-5f * s->size : 0;
  for (uint32_t i = touching->point_count; i < m.point_count; i++)
    ck_assert(m.points[i].separation > least && m.points[i].separation <= margin * 1.0001f);
}

/* The least separation is the distance up to rounding. */
static float rounding_of(const scene *s) { return 64 * 0x1p-24f * s->size; }

static void check_apart(const scene *s, float margin) {
  carom_distance_result gap;
  ck_assert_int_eq(carom_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &gap), CAROM_OK);
  carom_manifold m = collide_within(s, margin);
  const float rounding = rounding_of(s);
  if (fabsf(gap.distance - margin) > rounding)
    ck_assert_int_eq(m.point_count > 0, gap.distance > 0 && gap.distance <= margin);
  if (m.point_count == 0) return;
  ck_assert(fabsf(least_of(&m) - gap.distance) <= rounding);
  /* The gap along another direction is smaller by the cosine at least. */
  ck_assert(vec3_dot(m.normal, gap.normal) * gap.distance >= 0.9999f * gap.distance - rounding);
  for (uint32_t i = 0; i < m.point_count; i++) ck_assert(m.points[i].separation <= margin * 1.0001f);
}

static void check(const scene *s, float margin) {
  carom_manifold touching;
  ck_assert_int_eq(carom_collide(&s->a, &s->pose_a, &s->b, &s->pose_b, &touching), CAROM_OK);
  if (touching.point_count > 0)
    check_touching(s, &touching, margin);
  else
    check_apart(s, margin);
}

START_TEST(the_distance_decides_in_space) {
  uint64_t random = 3;
  float margin;
  for (uint32_t pair = 0; pair < ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS; pair++) {
    carom_shape_kind a = any_spatial_kind(pair / ALL_SPATIAL_KINDS),
                     b = any_spatial_kind(pair % ALL_SPATIAL_KINDS);
    for (int i = 0; i < 10 + test_scaled(200); i++) {
      scene s = random_near(&random, a, b, &margin);
      check(&s, margin);
      release_scene(&s);
    }
  }
}
END_TEST

/* --- In the plane --- */

static carom_shape planar_shape(uint64_t *random, carom_shape_kind kind, float size) {
  const float corners[] = {-0.5f, -0.3f, 0.5f, -0.3f, 0.3f, 0.4f, -0.2f, 0.5f};
  float scaled[8];
  carom_polygon *polygon;
  if (kind == CAROM_CHAIN_LINK) kind = CAROM_RECTANGLE;
  if (kind != CAROM_POLYGON) return kind_filled(random, kind, size);
  for (int i = 0; i < 8; i++) scaled[i] = size * corners[i];
  ck_assert_int_eq(carom_polygon_from_points(NULL, scaled, 4, 0, &polygon), CAROM_OK);
  return carom_shape_polygon(polygon);
}

static scene planar_near(uint64_t *random, carom_shape_kind kind_a, carom_shape_kind kind_b, float *margin) {
  scene s = {.size = test_log_uniform(random, 1e-2f, 1e3f)};
  carom_distance_result gap;
  *margin = s.size * test_log_uniform(random, 1e-3f, 0.3f);
  s.a = planar_shape(random, kind_a, s.size);
  s.b = planar_shape(random, kind_b, s.size);
  double turn = (double)test_uniform(random, -3, 3), angle = (double)test_uniform(random, -3, 3);
  s.pose_a = carom_pose_planar(0, 0, turn);
  s.pose_b = carom_pose_planar(random_offset(random, s.size), random_offset(random, s.size),
                               test_below(random, 4) ? angle : turn);
  ck_assert_int_eq(carom_distance(&s.a, &s.pose_a, &s.b, &s.pose_b, &gap), CAROM_OK);
  float left = random_gap(random, s.size, *margin);
  if (gap.distance > 0)
    s.pose_b.position = pos_add(s.pose_b.position, vec3_scale(gap.normal, left - gap.distance));
  return s;
}

START_TEST(the_distance_decides_in_the_plane) {
  uint64_t random = 5;
  float margin;
  for (uint32_t pair = 0; pair < PLANAR_KINDS * PLANAR_KINDS; pair++) {
    for (int i = 0; i < 10 + test_scaled(200); i++) {
      scene s =
          planar_near(&random, planar_kind(pair / PLANAR_KINDS), planar_kind(pair % PLANAR_KINDS), &margin);
      check(&s, margin);
      release_scene(&s);
    }
  }
}
END_TEST

/* --- Points --- */

/* How far a place is from the surface of a shape. */
static double off_surface(const carom_shape *shape, const carom_pose *pose, carom_pos at) {
  carom_point_distance found;
  carom_frame frame = pose_to_frame(pose);
  if (shape_is_planar(shape)) {
    ck_assert_int_eq(carom_distance_to_point(shape, pose, &at, &found), CAROM_OK);
    return fabs((double)found.distance);
  }
  return fabs((double)kind_distance(shape, exact_from(frame_unapply(&frame, at))));
}

static bool is_curved(const carom_shape *shape) {
  return carom__shape_class_of(shape->kind)->vertex_count == NULL;
}

/* How far a point may be from the surfaces. Faces of rounded shapes that are not square to the normal are
 * seen as if the rounding was along the normal, and corners stand for the circles of caps. A point that is
 * much farther than the nearest one is of a feature that leans. */
static double slack_of(const scene *s, const carom_manifold *m, const carom_contact_point *point) {
  bool curved = is_curved(&s->a) || is_curved(&s->b);
  double size = (double)s->size, radii = (double)(kind_radius(&s->a) + kind_radius(&s->b));
  if (m->point_count == 1) return (curved ? 1e-3 : 1e-4) * size;
  bool leans = (double)(point->separation - least_of(m)) > 0.05 * size;
  return (curved ? 4e-2 : 1e-4) * size + (leans ? radii : 0.25 * radii);
}

/* Half the separation from a point of shapes that are apart lies a point of each surface. Returns how many
 * points there are. */
static uint32_t check_midway(const scene *s, float margin) {
  carom_manifold m = collide_within(s, margin);
  if (!(least_of(&m) > 0)) return 0;
  for (uint32_t k = 0; k < m.point_count; k++) {
    carom_vec3 half = vec3_scale(m.normal, 0.5f * m.points[k].separation);
    double slack = slack_of(s, &m, &m.points[k]);
    ck_assert(off_surface(&s->a, &s->pose_a, pos_add(m.points[k].position, vec3_neg(half))) <= slack);
    ck_assert(off_surface(&s->b, &s->pose_b, pos_add(m.points[k].position, half)) <= slack);
  }
  return m.point_count;
}

START_TEST(points_are_midway_between_the_surfaces) {
  uint64_t random = 7;
  float margin;
  int faces = 0;
  for (int i = 0; i < 1000 + test_scaled(20000); i++) {
    carom_shape_kind a = spatial_kind(test_below(&random, SPATIAL_KINDS));
    carom_shape_kind b = spatial_kind(test_below(&random, SPATIAL_KINDS));
    scene s = random_near(&random, a, b, &margin);
    faces += check_midway(&s, margin) > 2;
    release_scene(&s);
  }
  ck_assert_int_gt(faces, 0);
}
END_TEST

START_TEST(points_are_midway_between_the_lines) {
  uint64_t random = 9;
  float margin;
  int faces = 0;
  for (int i = 0; i < 1000 + test_scaled(20000); i++) {
    carom_shape_kind a = planar_kind(test_below(&random, PLANAR_KINDS));
    carom_shape_kind b = planar_kind(test_below(&random, PLANAR_KINDS));
    scene s = planar_near(&random, a, b, &margin);
    faces += check_midway(&s, margin) > 1;
    release_scene(&s);
  }
  ck_assert_int_gt(faces, 0);
}
END_TEST

/* A box over a floor, level or tilted, and a box that rests on two of its corners. */
START_TEST(faces_have_four_points) {
  const carom_shape floor = carom_shape_box(5, 1, 5), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const float tilts[] = {0, 0.005f, -0.01f}, heights[] = {0.01f, 0.01f, 0};
  const carom_pose still = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < 3; i++) {
    carom_pose pose = {.position = {0, (double)(1.5f + heights[i] + 0.5f * fabsf(tilts[i])), 0}};
    pose.rotation = quat_normalize((carom_quat){0, 0, 0.5f * tilts[i], 1});
    scene s = {.a = floor, .b = box, .pose_a = still, .pose_b = pose};
    carom_manifold m = collide_within(&s, 0.02f);
    ck_assert_uint_eq(m.point_count, 4);
    ck_assert(m.normal.y > 0.999f);
    float most = 0;
    for (uint32_t k = 0; k < 4; k++) most = fmaxf(most, m.points[k].separation);
    ck_assert(fabsf(least_of(&m) - heights[i]) < 1e-4f && fabsf(most - heights[i] - fabsf(tilts[i])) < 1e-4f);
  }
}
END_TEST

/* A capsule over a floor, in either order: how high the lower and the upper end are, the margin, and how many
 * of the two are points. */
START_TEST(capsules_have_both_ends_within_the_margin) {
  static const struct {
    float low, high, margin;
    uint32_t count;
  } cases[] = {{0.02f, 0.02f, 0.05f, 2},    {0.01f, 0.17f, 0.2f, 2},     {0.01f, 0.21f, 0.2f, 1},
               {-0.005f, 0.035f, 0.05f, 2}, {-0.005f, 0.035f, 0.02f, 1}, {0.06f, 0.06f, 0.05f, 0}};
  const carom_shape floor = carom_shape_box(5, 1, 5);
  const carom_shape capsule = carom_shape_capsule(vec3(-1, 0, 0), vec3(1, 0, 0), 0.25f);
  const carom_pose below = {.position = {3, -2, 1}, .rotation = {0, 0, 0, 1}};
  for (int i = 0; i < 12; i++) {
    const float low = cases[i / 2].low, high = cases[i / 2].high, sine = 0.5f * (high - low);
    carom_pose pose = {.position = {3, (double)(-0.75f + 0.5f * (low + high)), 1}};
    pose.rotation = quat_normalize((carom_quat){0, 0, sine, 1 + sqrtf(1 - sine * sine)});
    scene s = {.a = floor, .b = capsule, .pose_a = below, .pose_b = pose};
    if (i % 2) s = (scene){.a = capsule, .b = floor, .pose_a = pose, .pose_b = below};
    carom_manifold m = collide_within(&s, cases[i / 2].margin);
    ck_assert_uint_eq(m.point_count, cases[i / 2].count);
    for (uint32_t k = 0; k < m.point_count; k++) {
      float end = k == 0 && sine > 0 ? low : m.points[k].position.x < 3 ? low : high;
      ck_assert(fabsf(m.points[k].separation - end) < 1e-5f && m.normal.y * (i % 2 ? -1 : 1) > 0.9999f);
      ck_assert(fabs(fabs(m.points[k].position.x - 3) - 1) < 0.03);
      ck_assert(fabs(m.points[k].position.y + 1 - 0.5 * (double)end) < 1e-5);
    }
  }
}
END_TEST

/* One that stands on its end near the border of a block leans out over it: where it leaves the block it is
 * within the margin, but it leans too much to lie there. And one so short that its ends are one. */
START_TEST(capsules_that_stand_have_one_point) {
  const carom_shape block = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  const float leans[] = {0.15f, 0.04f, 0}, lengths[] = {2, 2, 1e-7f};
  const double lefts[] = {0.4, 0.4, 0};
  for (int i = 0; i < 6; i++) {
    const float lean = leans[i / 2];
    const carom_shape capsule = carom_shape_capsule(vec3(0, 0, 0), vec3(lengths[i / 2], 0, 0), 0.25f);
    carom_pose pose = {.position = {lefts[i / 2], 0.749, 0}};
    pose.rotation = quat_normalize((carom_quat){0, 0, lean, 1 + sqrtf(1 - lean * lean)});
    scene s = {.a = block, .b = capsule, .pose_a = here, .pose_b = pose};
    if (i % 2) s = (scene){.a = capsule, .b = block, .pose_a = pose, .pose_b = here};
    carom_manifold m = collide_within(&s, 0.02f);
    ck_assert_uint_eq(m.point_count, i / 2 == 1 ? 2 : 1);
    ck_assert(fabsf(m.points[0].separation + 0.001f) < 1e-5f);
  }
}
END_TEST

/* A plank that leans on a block and reaches far beyond it: the far edge of the block is near, though both
 * ends of the plank are not. */
START_TEST(planks_are_near_along_a_block) {
  const carom_vec3 half = {2, 0.1f, 0.2f};
  const float lean = 0.01f;
  carom_vec3 corners[8];
  carom_hull *hull;
  for (uint32_t i = 0; i < 8; i++) corners[i] = box_vertex(half, i);
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners->x, 8, 0, &hull), CAROM_OK);
  const carom_shape planks[2] = {carom_shape_box(half.x, half.y, half.z), carom_shape_hull(hull)};
  for (int i = 0; i < 2; i++) {
    scene s = {.a = carom_shape_box(0.25f, 0.25f, 0.25f), .b = planks[i], .pose_a.rotation = {0, 0, 0, 1}};
    s.pose_b.position = (carom_pos){0, (double)(0.35f + 0.24f * lean), 0};
    s.pose_b.rotation = quat_normalize((carom_quat){0, 0, 0.5f * lean, 1});
    carom_manifold m = collide_within(&s, 0.02f);
    ck_assert_uint_eq(m.point_count, 4);
    for (uint32_t k = 0; k < 4; k++) {
      float truth = m.points[k].position.x < 0 ? -0.01f * lean : 0.49f * lean;
      ck_assert(fabs(fabs(m.points[k].position.x) - 0.25) < 1e-3 &&
                fabsf(m.points[k].separation - truth) < 1e-4f);
    }
  }
  carom_hull_release(hull);
}
END_TEST

/* A box that lies on the edge of a long block, and leans along it by less than it takes to choose another
 * normal than that of both edges: both ends of the stretch of the edge below the box are there. */
START_TEST(an_edge_that_leans_has_both_ends) {
  const float leans[] = {0.0025f, -0.005f, 0.01f}, top = 0.25f * 1.41421356f, depth = 0.01f;
  for (int i = 0; i < 6; i++) {
    const float lean = leans[i % 3], low = lean < 0 ? 0.2f : -0.2f;
    const carom_shape block = carom_shape_box(2, 0.25f, 0.25f), box = carom_shape_box(0.2f, 0.2f, 0.2f);
    scene s = {.a = block, .b = box, .pose_a.rotation = {0.38268343f, 0, 0, 0.92387953f}};
    s.pose_b.rotation = quat_normalize((carom_quat){0, 0, 0.5f * lean, 1});
    s.pose_b.position.y = (double)(top + 0.2f + 0.2f * fabsf(lean) - depth);
    carom_manifold touching, m = collide_within(&s, i < 3 ? 1e-4f : 0.01f);
    ck_assert_int_eq(carom_collide(&s.a, &s.pose_a, &s.b, &s.pose_b, &touching), CAROM_OK);
    ck_assert_uint_eq(touching.point_count, 1);
    ck_assert_uint_eq(m.point_count, 2);
    for (uint32_t k = 0; k < 2; k++) {
      const carom_contact_point *p = &m.points[k];
      float x = k == 0 ? low : -low, rise = k == 0 ? 0 : 0.4f * fabsf(lean);
      ck_assert(fabs(p->position.x - (double)x) < 5e-3 && fabs(p->position.z) < 1e-3);
      ck_assert(fabsf(p->separation - (rise - depth)) < 1e-4f);
    }
    ck_assert(m.points[0].feature != m.points[1].feature);
  }
}
END_TEST

/* How high the corners of the face of a box are that faces along n most, above the lowest; returns how far
 * the box reaches along n. */
static float rises_of(carom_vec3 half, carom_vec3 n, float rises[4]) {
  float rise[3] = {half.x * fabsf(n.x), half.y * fabsf(n.y), half.z * fabsf(n.z)}, reach = 0;
  const carom_vec3 c = vec3_abs(n);
  int most = c.x >= c.y && c.x >= c.z ? 0 : c.y >= c.z ? 1 : 2;
  for (int i = 0; i < 3; i++) reach += rise[i];
  float first = 2 * rise[(most + 1) % 3], second = 2 * rise[(most + 2) % 3];
  rises[0] = 0, rises[1] = first, rises[2] = second, rises[3] = first + second;
  return reach;
}

/* Points beside what touches are all those of the faces, or none where no corner is one of them. */
START_TEST(no_corner_that_is_near_is_left_out) {
  uint64_t random = 4;
  int found = 0, left_out = 0;
  for (int i = 0; i < 500 + test_scaled(20000); i++) {
    float margin = test_log_uniform(&random, 1e-3f, 0.2f);
    carom_vec3 half_a = test_vec3(&random, 0.2f, 1), half_b = test_vec3(&random, 0.2f, 1), offset;
    const carom_shape a = carom_shape_box(half_a.x, half_a.y, half_a.z);
    const carom_shape b = carom_shape_box(half_b.x, half_b.y, half_b.z);
    carom__relative b_in_a = {.axes = quat_to_mat3(test_quat(&random))};
    offset = test_vec3(&random, -0.3f, 0.3f);
    carom_vec3 normal = vec3(0, 1, 0), of_b = mat3_tmul_vec3(&b_in_a.axes, normal);
    float rises[4], depth = test_uniform(&random, 0, 0.1f), reach = rises_of(half_b, of_b, rises);
    b_in_a.origin = vec3(offset.x, half_a.y + reach - depth, offset.z);
    carom__point all[CAROM__CANDIDATES], near[CAROM__CANDIDATES];
    uint32_t count = carom__collide_cores_points(&a, &b, &b_in_a, normal, margin, all);
    uint32_t taken = carom__collide_cores_near(&a, &b, &b_in_a, normal, margin, near);
    ck_assert(taken == 0 || (taken == count && memcmp(all, near, count * sizeof *all) == 0));
    found += taken > 1, left_out += taken == 0 && count > 1;
    for (int k = 0; k < 4; k++) {
      float separation = rises[k] - depth;
      bool is_near = separation > 1e-6f && separation < margin - 1e-6f;
      ck_assert_msg(!is_near || taken == count, "case %d: a corner at %g", i, (double)separation);
    }
  }
  ck_assert(found > 0 && left_out > 0);
}
END_TEST

/* --- The look before faces are clipped --- */

static carom_shape hull_of_box(carom_vec3 half, carom_hull **hull) {
  carom_vec3 corners[8];
  for (uint32_t i = 0; i < 8; i++)
    corners[i] = vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners[0].x, 8, 0, hull), CAROM_OK);
  return carom_shape_hull(*hull);
}

static carom_vec3 any_half(uint64_t *random) {
  return vec3(test_log_uniform(random, 0.1f, 2), test_log_uniform(random, 0.1f, 2),
              test_log_uniform(random, 0.1f, 2));
}

/* B a little turned against A as often as not, and touching or nearly so. */
static carom_pose any_place(uint64_t *random, carom_vec3 half_a, carom_vec3 half_b) {
  carom_quat turn = test_quat(random);
  float lean = test_log_uniform(random, 1e-5f, 0.3f);
  if (test_below(random, 2)) turn = (carom_quat){lean * turn.x, lean * turn.y, lean * turn.z, 1};
  const carom_vec3 at = test_vec3(random, -1, 1);
  return (carom_pose){
      {(double)(at.x * half_a.x), (double)(half_a.y + half_b.y + 0.1f * at.y), (double)(at.z * half_a.z)},
      quat_normalize(turn)};
}

/* What the look leaves out, faces that are looked at corner by corner leave out as well: those of the boxes,
 * and those of hulls that are the same boxes. */
START_TEST(boxes_without_more_have_no_more) {
  uint64_t random = 5;
  int left_out = 0, more = 0;
  for (int i = 0; i < test_scaled(40000); i++) {
    const carom_vec3 half_a = any_half(&random), half_b = any_half(&random);
    const carom_shape a = carom_shape_box(half_a.x, half_a.y, half_a.z),
                      b = carom_shape_box(half_b.x, half_b.y, half_b.z);
    const carom_pose here = {.rotation = {0, 0, 0, 1}}, there = any_place(&random, half_a, half_b);
    const carom_frame frame_a = pose_to_frame(&here), frame_b = pose_to_frame(&there);
    const carom__relative place = frame_relative(&frame_a, &frame_b);
    const float margin = test_log_uniform(&random, 1e-3f, 0.1f);
    carom_manifold m;
    carom__point points[CAROM__CANDIDATES];
    carom_hull *hulls[2];
    ck_assert_int_eq(carom_collide(&a, &here, &b, &there, &m), CAROM_OK);
    if (m.point_count == 0) continue;
    const carom__near_boxes boxes = {.half_a = half_a,
                                     .half_b = half_b,
                                     .normal_a = m.normal,
                                     .normal_b = mat3_tmul_vec3(&frame_b.axes, m.normal),
                                     .away = (double)vec3_dot(place.origin, m.normal),
                                     .least_half = (double)fminf(fminf(fminf(half_a.x, half_a.y), half_a.z),
                                                                 fminf(fminf(half_b.x, half_b.y), half_b.z))};
    const bool may = near_boxes_may_have_more(&boxes, (double)margin);
    const carom_shape hull_a = hull_of_box(half_a, &hulls[0]), hull_b = hull_of_box(half_b, &hulls[1]);
    uint32_t found = carom__collide_cores_near(&hull_a, &hull_b, &place, m.normal, margin, points);
    ck_assert_msg(may || found == 0, "case %d: %u points of hulls", i, found);
    if (carom__points(&a, &b, &place, m.normal, margin, points, &found))
      ck_assert_msg(may || found == 0, "case %d: %u points of boxes", i, found);
    left_out += !may, more += found > 0;
    for (int k = 0; k < 2; k++) carom_hull_release(hulls[k]);
  }
  ck_assert(left_out > 0 && more > 0);
}
END_TEST

/* --- Wrong arguments --- */

START_TEST(margins_are_checked) {
  const carom_shape ball = carom_shape_sphere(1), disc = carom_shape_disc(1);
  const carom_pose at = {.rotation = {0, 0, 0, 1}};
  carom_manifold m = {.point_count = 77};
  ck_assert_int_eq(carom_collide_within(&ball, &at, &ball, &at, NAN, &m), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_collide_within(&ball, &at, &ball, &at, -1, &m), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_collide_within(&ball, &at, &ball, &at, 2 * CAROM_SIZE_MAX, &m), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_collide_within(&ball, &at, &disc, &at, 1, &m), CAROM_WRONG_FAMILY);
  ck_assert_int_eq(carom_collide_within(NULL, &at, &disc, &at, 1, &m), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_collide_within(&ball, &at, &ball, &at, 1, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_uint_eq(m.point_count, 77);
}
END_TEST

/* All of it is at the first end, wherever the box is. */
START_TEST(a_capsule_of_one_point_keeps_its_feature) {
  const carom_shape capsule = carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0), 0.2f);
  const carom_shape box = carom_shape_rounded_box(0.3f, 0.2f, 0.4f, 0.1f);
  const carom_shape ball = carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0x1p-6f), 0.2f);
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  uint64_t random = 5;
  int found = 0, ends = 0;
  for (int i = 0; i < 300; i++) {
    carom_pose at = {pos_add(here.position, test_vec3(&random, -0.9f, 0.9f)), here.rotation};
    carom_manifold m;
    ck_assert_int_eq(carom_collide_within(&capsule, &at, &box, &here, 0.3f, &m), CAROM_OK);
    if (m.point_count == 0) continue;
    found++;
    ck_assert_uint_eq(m.points[0].feature >> 16, FEATURE_SEGMENT_A);
    ck_assert_int_eq(carom_collide_within(&ball, &at, &box, &here, 0.3f, &m), CAROM_OK);
    ends += m.points[0].feature >> 16 == FEATURE_SEGMENT_B;
  }
  ck_assert(found > 50 && ends > 5); /* the other end of a capsule that has two is told */
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("collide within");
  TCase *tests = tcase_create("margin");
  tcase_add_test(tests, the_distance_decides_in_space);
  tcase_add_test(tests, the_distance_decides_in_the_plane);
  tcase_add_test(tests, points_are_midway_between_the_surfaces);
  tcase_add_test(tests, points_are_midway_between_the_lines);
  tcase_add_test(tests, faces_have_four_points);
  tcase_add_test(tests, capsules_have_both_ends_within_the_margin);
  tcase_add_test(tests, capsules_that_stand_have_one_point);
  tcase_add_test(tests, planks_are_near_along_a_block);
  tcase_add_test(tests, an_edge_that_leans_has_both_ends);
  tcase_add_test(tests, no_corner_that_is_near_is_left_out);
  tcase_add_test(tests, boxes_without_more_have_no_more);
  tcase_add_test(tests, a_capsule_of_one_point_keeps_its_feature);
  tcase_add_test(tests, margins_are_checked);
  suite_add_tcase(suite, tests);
  return suite;
}
