/* test_half_space.c: half-spaces and half-planes against the farthest points of the other shape, in long
 * double. */
#include "half_space.h"

#include "along.h"
#include "carom/batch.h"
#include "carom/cast.h"
#include "carom/collide.h"
#include "carom/compound.h"
#include "carom/mass.h"
#include "carom/patch.h"
#include "carom/support.h"
#include "kinds.h"
#include "pair_call.h"
#include "placed.h"

#define UNIT 0x1p-24L

/* A half-space, and another shape near its plane, often so that the two all but touch. */
typedef struct scene {
  carom_shape ground, other;
  carom_pose at_ground, at_other;
  carom_frame frame;       /* of the ground */
  long double size, least; /* of the other shape; its exact height above the plane: negative, how deep */
} scene;

/* Along one axis of the world, or anyhow. */
static carom_quat any_turn(uint64_t *random) {
  const float s = sqrtf(0.5f);
  const carom_quat turns[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 0, s, s}, {s, 0, 0, s}};
  carom_pose pose = {.rotation = test_below(random, 2) ? turns[test_below(random, 4)] : test_quat(random)};
  ck_assert_int_eq(carom__pose_accept(&pose), CAROM_OK);
  return pose.rotation;
}

/* How high the lowest point is, with the rotations that the frames stand for. */
static long double height_of(const scene *s) {
  const carom_frame other = pose_to_frame(&s->at_other);
  const carom_pos a = s->frame.origin, b = other.origin;
  const carom_vec3 up = s->frame.axes.y;
  const exact_vec down = exact(-(long double)up.x, -(long double)up.y, -(long double)up.z);
  const carom_vec3 columns[3] = {other.axes.x, other.axes.y, other.axes.z};
  exact_vec along;
  for (int i = 0; i < 3; i++) along.c[i] = exact_dot(exact_from(columns[i]), down);
  long double middle = ((long double)b.x - (long double)a.x) * (long double)up.x +
                       ((long double)b.y - (long double)a.y) * (long double)up.y +
                       ((long double)b.z - (long double)a.z) * (long double)up.z;
  return middle - (long double)half_space_height(&s->ground) -
         kind_extent(&s->other, along) * exact_length(along);
}

static void make_scene(uint64_t *random, carom_shape_kind kind, scene *s) {
  float size = test_log_uniform(random, 1e-2f, 1e3f), far = test_below(random, 3) ? 10 * size : 0;
  s->other = kind_random(random, kind, size);
  s->size = kind_reach(&s->other);
  s->ground = carom_shape_half_space(test_below(random, 2) ? 0 : test_uniform(random, -size, size));
  s->at_ground = (carom_pose){.rotation = any_turn(random)};
  s->at_other.rotation = any_turn(random);
  s->at_ground.position = pos_add((carom_pos){0, 0, 0}, test_vec3(random, -far, far));
  s->at_other.position = pos_add((carom_pos){0, 0, 0}, test_vec3(random, -far, far));
  s->frame = pose_to_frame(&s->at_ground);
  if (test_below(random, 3)) { /* near the plane */
    float to = test_below(random, 2) ? test_uniform(random, -0.1f, 0.1f) * size : 0;
    float by = (float)-height_of(s) + to;
    s->at_other.position = pos_add(s->at_other.position, vec3_scale(s->frame.axes.y, by));
  }
  s->least = height_of(s);
}

static long double slack_of(const scene *s) { return 64 * UNIT * (s->size + fabsl(s->least)); }

static bool same_way(carom_vec3 a, carom_vec3 b) { return vec3_norm1(vec3_sub(a, b)) == 0; }

/* Each point is midway between the plane and a point of the other shape. */
static void expect_points(const scene *s, const carom_manifold *m, bool turned) {
  float least = HUGE_VALF;
  carom_vec3 up = turned ? vec3_neg(m->normal) : m->normal;
  /* The corners that stand for the rim of a cap are higher than its lowest point. */
  const long double sag = carom__shape_class_of(s->other.kind)->vertex ? 0 : 1e-3L * s->size;
  ck_assert(same_way(up, s->frame.axes.y));
  for (uint32_t i = 0; i < m->point_count; i++) {
    const carom_contact_point *p = &m->points[i];
    double height = half_space_clearance(&s->ground, &s->frame, p->position);
    carom_pos on = pos_add(p->position, vec3_scale(up, 0.5f * p->separation));
    carom_point_distance near;
    ck_assert(fabsl((long double)height - (long double)p->separation / 2) <= slack_of(s) + sag);
    ck_assert_int_eq(carom_distance_to_point(&s->other, &s->at_other, &on, &near), CAROM_OK);
    ck_assert_msg((long double)near.distance <= slack_of(s) + sag, "%s: off by %g",
                  carom_shape_kind_name(s->other.kind), (double)near.distance);
    least = fminf(least, p->separation);
  }
  ck_assert_msg(fabsl((long double)least - fminl(s->least, 0)) <= slack_of(s), "%s: %g instead of %Lg",
                carom_shape_kind_name(s->other.kind), (double)least, s->least);
}

static void expect_distance(const scene *s, const carom_distance_result *d, bool turned) {
  carom_pos on_ground = turned ? d->point_b : d->point_a, on_other = turned ? d->point_a : d->point_b;
  carom_point_distance near;
  ck_assert(fabsl((long double)d->distance - s->least) <= slack_of(s));
  ck_assert(same_way(turned ? vec3_neg(d->normal) : d->normal, s->frame.axes.y));
  ck_assert(fabs(half_space_clearance(&s->ground, &s->frame, on_ground)) <= (double)slack_of(s));
  ck_assert_int_eq(carom_distance_to_point(&s->other, &s->at_other, &on_other, &near), CAROM_OK);
  ck_assert((long double)near.distance <= slack_of(s));
}

/* Patches, parts and casts that do not move tell the same as the manifold. */
static void expect_alike(const carom_shape *a, const carom_pose *at_a, const carom_shape *b,
                         const carom_pose *at_b, const carom_manifold *manifold) {
  const carom_motion still_a = {*at_a, *at_a}, still_b = {*at_b, *at_b};
  const size_t touch = manifold->point_count > 0;
  carom_patch patch;
  carom_shape_part part;
  carom_impact hit;
  size_t count;
  ck_assert_int_eq(carom_collide_patches(a, at_a, b, at_b, &patch, 1, &count), CAROM_OK);
  ck_assert_uint_eq(count, touch);
  if (touch) ck_assert(same_way(patch.normal, manifold->normal));
  if (touch) ck_assert_uint_eq(patch.point_count, manifold->point_count);
  for (uint32_t i = 0; touch && i < manifold->point_count; i++)
    ck_assert(patch.points[0].separation <= manifold->points[i].separation);
  ck_assert_int_eq(carom_overlap_parts(a, at_a, b, at_b, &part, 1, &count), CAROM_OK);
  ck_assert_uint_eq(count, touch);
  ck_assert_int_eq(carom_cast_shape(a, at_a, b, at_b, vec3(0, 0, 0), &hit), CAROM_OK);
  ck_assert(hit.hit == (bool)touch && hit.inside == (bool)touch);
  ck_assert_int_eq(carom_time_of_impact(a, &still_a, b, &still_b, 0, &hit), CAROM_OK);
  ck_assert(hit.hit == (bool)touch && hit.inside == (bool)touch);
}

/* All answers about the pair in one order. */
static void expect_answers(const scene *s, bool turned) {
  const carom_shape *a = turned ? &s->other : &s->ground, *b = turned ? &s->ground : &s->other;
  const carom_pose *at_a = turned ? &s->at_other : &s->at_ground,
                   *at_b = turned ? &s->at_ground : &s->at_other;
  carom_manifold manifold;
  carom_distance_result apart, gap;
  bool touch;
  ck_assert_int_eq(carom_collide(a, at_a, b, at_b, &manifold), CAROM_OK);
  ck_assert_int_eq(carom_overlap(a, at_a, b, at_b, &touch), CAROM_OK);
  ck_assert_int_eq(carom_signed_distance(a, at_a, b, at_b, &apart), CAROM_OK);
  ck_assert_int_eq(carom_distance(a, at_a, b, at_b, &gap), CAROM_OK);
  ck_assert(touch == (manifold.point_count > 0) && touch == (apart.distance <= 0));
  ck_assert(s->least > 0 || touch);
  ck_assert(s->least < slack_of(s) || !touch);
  ck_assert(gap.distance == fmaxf(apart.distance, 0));
  if (touch) expect_points(s, &manifold, turned);
  expect_distance(s, &apart, turned);
  expect_alike(a, at_a, b, at_b, &manifold);
}

/* Along the normal of the plane, faces of boxes meet it at their depth, and miss it where they are apart. */
START_TEST(boxes_meet_it_along_its_normal) {
  uint64_t random = 3;
  for (int i = 0; i < test_scaled(2000); i++) {
    const carom_shape ground = carom_shape_half_space(0), box = carom_shape_box(0.5f, 0.25f, 1);
    const carom_pose at = {.position = {3, -7, 2}, .rotation = any_turn(&random)};
    const carom_frame frame = pose_to_frame(&at);
    const float height = test_uniform(&random, -0.2f, 0.2f);
    carom_frame above = frame;
    carom_manifold along;
    above.origin = pos_add(frame.origin, vec3_scale(frame.axes.y, 0.25f + height));
    const carom__site a = {&ground, &frame}, b = {&box, &above};
    const bool met = carom__collide_along(a, b, frame.axes.y, &along);
    if (fabsf(height) > 1e-5f) ck_assert_int_eq(met, height < 0);
    for (uint32_t k = 0; met && k < along.point_count; k++)
      ck_assert(fabsf(along.points[k].separation - fminf(height, 0)) < 1e-5f);
  }
}
END_TEST

START_TEST(pairs_with_convex_shapes) {
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < test_scaled(2000); i++) {
    scene s;
    make_scene(&random, spatial_kind(_i - 1), &s);
    expect_answers(&s, false);
    expect_answers(&s, true);
    kind_release(&s.other);
  }
}
END_TEST

/* A flat face that lies on the plane has all its corners, up to four. */
START_TEST(boxes_lie_on_four_corners) {
  uint64_t random = 1;
  for (int i = 0; i < test_scaled(5000); i++) {
    const carom_vec3 half = test_vec3(&random, 0.1f, 2);
    const carom_shape ground = carom_shape_half_space(0), box = carom_shape_box(half.x, half.y, half.z);
    const carom_pose at = {.position = {3, -7, 2}, .rotation = any_turn(&random)};
    const carom_frame frame = pose_to_frame(&at);
    carom_pose above = at;
    carom_manifold manifold;
    float depth = test_below(&random, 2) ? 0.01f * half.y : 0;
    above.position = pos_add(at.position, vec3_scale(frame.axes.y, half.y - depth));
    ck_assert_int_eq(carom_collide(&ground, &at, &box, &above, &manifold), CAROM_OK);
    ck_assert_uint_eq(manifold.point_count, 4);
    for (uint32_t k = 0; k < 4; k++) ck_assert(fabsf(manifold.points[k].separation + depth) < 4e-6f);
  }
}
END_TEST

/* What is within the margin has the points of its face, with positive separations. */
START_TEST(margins_see_faces) {
  uint64_t random = 2;
  for (int i = 0; i < test_scaled(2000); i++) {
    const carom_shape ground = carom_shape_half_space(0), box = carom_shape_box(1, 0.5f, 2);
    const carom_pose at = {.rotation = any_turn(&random)};
    const carom_frame frame = pose_to_frame(&at);
    float gap = test_uniform(&random, 0.001f, 0.04f), margin = test_below(&random, 4) ? 0.05f : 0.0005f;
    carom_pose above = {pos_add(at.position, vec3_scale(frame.axes.y, 0.5f + gap)), at.rotation};
    carom_manifold manifold;
    ck_assert_int_eq(carom_collide_within(&box, &above, &ground, &at, margin, &manifold), CAROM_OK);
    ck_assert_uint_eq(manifold.point_count, gap < margin ? 4 : 0);
    for (uint32_t k = 0; k < manifold.point_count; k++)
      ck_assert(fabsf(manifold.points[k].separation - gap) < 1e-6f);
    const carom_quat tilt = {0, 0, 0.01f, sqrtf(1 - 0.0001f)}; /* one edge touches, the other is .04 up */
    above = (carom_pose){pos_add(at.position, vec3_scale(frame.axes.y, 0.5f)), quat_mul(at.rotation, tilt)};
    ck_assert_int_eq(carom_collide_within(&ground, &at, &box, &above, 0.05f, &manifold), CAROM_OK);
    ck_assert_uint_eq(manifold.point_count, 4);
  }
}
END_TEST

/* The lowest of all parts of a shape that is not convex, each by itself. */
typedef struct lowest {
  const scene *s;
  carom_frame whole;
  long double least;
} lowest;

static long double height_of_triangle(const lowest *l, const carom_frame *frame, const carom__triangle *t) {
  long double least = HUGE_VALL;
  for (int i = 0; i < 3; i++)
    least = fminl(least, (long double)half_space_clearance(&l->s->ground, &l->s->frame,
                                                           frame_apply(frame, t->corners[i])));
  return least - (long double)t->radius;
}

static bool add_lowest(void *context, const carom__piece *piece) {
  lowest *l = context;
  carom_frame frame = l->whole;
  carom_distance_result apart;
  if (piece->place) {
    carom__relative place = local_pose_to_relative(*piece->place);
    frame = frame_compose(&l->whole, &place);
  }
  const bool triangle = piece->shape.kind == CAROM__TRIANGLE;
  carom__site ground = {&l->s->ground, &l->s->frame}, part = {&piece->shape, &frame};
  ck_assert_int_eq(carom__call_signed_distance(ground, part, NULL, &apart), CAROM_OK);
  long double height = (long double)apart.distance;
  if (triangle) {
    height = height_of_triangle(l, &frame, shape_triangle(&piece->shape));
    ck_assert(fabsl(height - (long double)apart.distance) < 1e-4L);
  }
  l->least = fminl(l->least, height);
  return true;
}

static lowest lowest_of(const scene *s) {
  lowest l = {s, pose_to_frame(&s->at_other), HUGE_VALL};
  carom_obb all;
  carom__shape_class_of(s->other.kind)->obb(&s->other, &all);
  carom__shape_class_of(s->other.kind)->walk(&s->other, &all, add_lowest, &l);
  return l;
}

static void expect_composite(const scene *s, const lowest *want) {
  carom_manifold manifold;
  carom_distance_result got;
  carom_patch patches[4];
  size_t count;
  bool touch;
  ck_assert_int_eq(carom_signed_distance(&s->ground, &s->at_ground, &s->other, &s->at_other, &got), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->other, &s->at_other, &s->ground, &s->at_ground, &touch), CAROM_OK);
  ck_assert_int_eq(carom_collide(&s->other, &s->at_other, &s->ground, &s->at_ground, &manifold), CAROM_OK);
  ck_assert_int_eq(
      carom_collide_patches(&s->other, &s->at_other, &s->ground, &s->at_ground, patches, 4, &count),
      CAROM_OK);
  ck_assert(touch == (count > 0) && touch == (manifold.point_count > 0));
  size_t parts, of_ground;
  ck_assert_int_eq(carom_overlap_parts(&s->other, &s->at_other, &s->ground, &s->at_ground, NULL, 0, &parts),
                   CAROM_OK);
  ck_assert_int_eq(
      carom_overlap_parts(&s->ground, &s->at_ground, &s->other, &s->at_other, NULL, 0, &of_ground), CAROM_OK);
  ck_assert((parts > 0) == touch && of_ground == (size_t)touch);
  if (fabsl(want->least) > 1e-4L) ck_assert(touch == (want->least < 0));
  if (touch) {
    ck_assert(count == 1 && same_way(vec3_neg(patches[0].normal), s->frame.axes.y));
    ck_assert(fabsl((long double)patches[0].points[0].separation - want->least) < 1e-4L);
    ck_assert(got.distance == manifold.points[0].separation);
  } else {
    ck_assert_msg(fabsl((long double)got.distance - fmaxl(want->least, 0)) < 1e-4L, "%g instead of %Lg",
                  (double)got.distance, want->least);
  }
}

START_TEST(pairs_with_composites) {
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < test_scaled(500); i++) {
    scene s = {.other = kind_random(&random, any_spatial_kind(SPATIAL_KINDS + (uint32_t)_i), 1),
               .ground = carom_shape_half_space(0.5f),
               .at_ground.rotation = any_turn(&random),
               .at_other.rotation = any_turn(&random)};
    s.at_other.position = pos_add((carom_pos){0, 0, 0}, test_vec3(&random, -2, 2));
    s.frame = pose_to_frame(&s.at_ground);
    const lowest want = lowest_of(&s);
    expect_composite(&s, &want);
    kind_release(&s.other);
  }
}
END_TEST

/* A shape that is brought to where rounding decides whether it touches the ground: distances and margins say
 * what overlaps say. */
static bool touches_barely(uint64_t *random, scene *s) {
  carom_distance_result gap, apart;
  carom_manifold near;
  bool touch;
  ck_assert_int_eq(carom_signed_distance(&s->ground, &s->at_ground, &s->other, &s->at_other, &gap), CAROM_OK);
  const float by = test_uniform(random, -1e-6f, 4e-6f) - gap.distance;
  s->at_other.position = pos_add(s->at_other.position, vec3_scale(gap.normal, by));
  ck_assert_int_eq(carom_overlap(&s->ground, &s->at_ground, &s->other, &s->at_other, &touch), CAROM_OK);
  ck_assert_int_eq(carom_distance(&s->ground, &s->at_ground, &s->other, &s->at_other, &gap), CAROM_OK);
  ck_assert_int_eq(carom_signed_distance(&s->ground, &s->at_ground, &s->other, &s->at_other, &apart),
                   CAROM_OK);
  ck_assert_int_eq(carom_collide_within(&s->ground, &s->at_ground, &s->other, &s->at_other, 0.01f, &near),
                   CAROM_OK);
  ck_assert(touch == (gap.distance == 0) && touch == (apart.distance <= 0) && near.point_count > 0);
  ck_assert(vec3_dot(near.normal, apart.normal) > 0.99f);
  return touch;
}

static carom_shape any_flat(uint64_t *random) {
  const carom_vec3 half = test_vec3(random, 0.1f, 1);
  const carom_vec2 a = {-half.x, half.z}, b = {half.y, -half.x};
  const carom_shape kinds[] = {carom_shape_disc(half.x),
                               carom_shape_ellipse(half.x, half.y),
                               carom_shape_half_disc(half.x),
                               carom_shape_stadium(a, b, 0.5f * half.z),
                               carom_shape_rectangle(half.x, half.y),
                               carom_shape_rounded_rectangle(half.x, half.y, 0.1f),
                               carom_shape_segment(a, b)};
  return kinds[test_below(random, 7)];
}

/* A compound of two convex shapes. */
static carom_shape any_two(uint64_t *random, bool planar) {
  carom_compound_child children[2] = {{.number = 0}, {.number = 1}};
  carom_compound *two = NULL;
  for (int i = 0; i < 2; i++) {
    carom_vec3 at = test_vec3(random, -1, 1);
    children[i].shape =
        planar ? any_flat(random) : kind_random(random, spatial_kind(test_below(random, SPATIAL_KINDS)), 1);
    if (planar) at.z = 0;
    children[i].pose.position = at;
  }
  const carom_compound_def def = {.children = children, .child_count = 2};
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &two), CAROM_OK);
  for (int i = 0; i < 2; i++) kind_release(&children[i].shape);
  return carom_shape_compound(two);
}

START_TEST(composites_barely_apart_are_apart) {
  uint64_t random = (uint64_t)_i + 1;
  const int trials = 1000 + test_scaled(4000);
  int touching = 0;
  for (int i = 0; i < trials; i++) {
    const bool planar = i % 2;
    scene s = {.ground = planar ? carom_shape_half_plane(0) : carom_shape_half_space(0),
               .other = any_two(&random, planar),
               .at_ground.rotation = any_turn(&random),
               .at_other.rotation = any_turn(&random)};
    const double turn = (double)test_uniform(&random, -3, 3);
    if (planar) s.at_ground = carom_pose_planar(1, 2, turn), s.at_other = carom_pose_planar(2, 1, 2 * turn);
    touching += touches_barely(&random, &s);
    kind_release(&s.other);
  }
  ck_assert(touching > trials / 10 && touching < trials * 9 / 10);
}
END_TEST

/* All eight corners of a prism, and names that differ. */
START_TEST(eight_corners_are_found) {
  carom_vec3 corners[16];
  carom_hull *hull = NULL;
  for (int i = 0; i < 16; i++) {
    const float turn = (float)(i % 8) * 0.78539816f;
    corners[i] = vec3(cosf(turn), i < 8 ? -0.5f : 0.5f, sinf(turn));
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners[0].x, 16, 0, &hull), CAROM_OK);
  const carom_shape ground = carom_shape_half_space(0), prism = carom_shape_hull(hull);
  const carom_pose at = {.position = {0, 0, 0}}, above = {.position = {3, 0.49, 4}};
  carom_patch patches[2];
  size_t count;
  for (int turned = 0; turned < 2; turned++) {
    ck_assert_int_eq(carom_collide_eight(turned ? &prism : &ground, turned ? &above : &at,
                                         turned ? &ground : &prism, turned ? &at : &above, 0, patches, 2,
                                         &count),
                     CAROM_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(patches[0].point_count + patches[1].point_count, 8);
    for (int i = 0; i < 8; i++) {
      const carom_contact_point *p = &patches[i / 4].points[i % 4];
      ck_assert(fabsf(p->separation + 0.01f) < 1e-6f && fabs(p->position.y + 0.005) < 1e-6);
      ck_assert(fabs(hypot(p->position.x - 3, p->position.z - 4) - 1) < 1e-6);
      for (int k = 0; k < i; k++) ck_assert(p->feature != patches[k / 4].points[k % 4].feature);
    }
  }
  carom_hull_release(hull);
}
END_TEST

/* --- Rays and casts --- */

START_TEST(rays_end_at_the_plane) {
  uint64_t random = 3;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_shape ground = carom_shape_half_space(test_uniform(&random, -2, 2));
    const carom_pose at = {pos_add((carom_pos){0, 0, 0}, test_vec3(&random, -9, 9)), any_turn(&random)};
    const carom_frame frame = pose_to_frame(&at);
    const carom_ray ray = {pos_add(at.position, test_vec3(&random, -5, 5)), test_vec3(&random, -9, 9)};
    double first = half_space_clearance(&ground, &frame, ray.origin);
    double last = half_space_clearance(&ground, &frame, pos_add(ray.origin, ray.translation));
    carom_ray_result hit;
    ck_assert_int_eq(carom_cast_ray(&ground, &at, &ray, &hit), CAROM_OK);
    if (fabs(first) > 1e-5) ck_assert(hit.inside == (first < 0));
    if (hit.inside || fabs(last) < 1e-5) continue;
    ck_assert(hit.hit == (last < 0));
    if (!hit.hit) continue;
    ck_assert(same_way(hit.normal, frame.axes.y));
    ck_assert(fabs((double)hit.fraction - first / (first - last)) * fabs(first - last) < 1e-5);
  }
}
END_TEST

/* The lowest point of the shape at the end of a motion that stops at the hit is at the plane. */
static void expect_stop(const scene *s, const carom_motion *motion, const carom_impact *hit, float margin) {
  scene at_hit = *s;
  const double before = hit->fraction * 0.9;
  const long double reach =
      slack_of(s) +
      64 * UNIT * (long double)vec3_norm1(pos_sub(motion->end.position, motion->start.position));
  ck_assert_int_eq(carom_motion_pose(motion, hit->fraction, &at_hit.at_other), CAROM_OK);
  long double height = height_of(&at_hit);
  ck_assert_msg(height >= -reach && height <= 1.3L * (long double)margin + 4 * reach,
                "%s stops at %Lg instead of %g, %g, %d; least %Lg", carom_shape_kind_name(s->other.kind),
                height, (double)margin, hit->fraction, hit->inside, s->least);
  ck_assert_int_eq(carom_motion_pose(motion, before, &at_hit.at_other), CAROM_OK);
  ck_assert(height_of(&at_hit) >= -reach);
}

START_TEST(what_moves_stops_at_the_plane) {
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < test_scaled(400); i++) {
    scene s, end;
    carom_impact hit;
    make_scene(&random, spatial_kind(_i - 1), &s);
    end = s;
    const float way = 3 * (float)s.size, margin = test_below(&random, 2) ? 0.01f * (float)s.size : 0;
    end.at_other.position = pos_add(s.at_other.position, test_vec3(&random, -way, way));
    if (test_below(&random, 2)) end.at_other.rotation = test_quat(&random);
    end.least = height_of(&end);
    const carom_motion still = {s.at_ground, s.at_ground}, motion = {s.at_other, end.at_other};
    ck_assert_int_eq(carom_time_of_impact(&s.ground, &still, &s.other, &motion, margin, &hit), CAROM_OK);
    bool touches;
    ck_assert_int_eq(carom_overlap(&s.ground, &s.at_ground, &s.other, &s.at_other, &touches), CAROM_OK);
    ck_assert_msg(hit.inside == touches, "%s", carom_shape_kind_name(s.other.kind));
    if (s.least < -slack_of(&s)) ck_assert(hit.hit && hit.inside);
    if (s.least < (long double)margin + 4 * slack_of(&s)) goto done;
    ck_assert(hit.hit || end.least > -slack_of(&s));
    if (!hit.hit) goto done;
    expect_stop(&s, &motion, &hit, margin);
    ck_assert_int_eq(carom_time_of_impact(&s.other, &motion, &s.ground, &still, margin, &hit), CAROM_OK);
    ck_assert(hit.hit);
    expect_stop(&s, &motion, &hit, margin);
  done:
    kind_release(&s.other);
  }
}
END_TEST

/* --- Points, boxes, what is refused --- */

START_TEST(points_are_above_or_inside) {
  uint64_t random = 4;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_shape ground = carom_shape_half_space(1);
    const carom_pose at = {pos_add((carom_pos){0, 0, 0}, test_vec3(&random, -9, 9)), any_turn(&random)};
    const carom_frame frame = pose_to_frame(&at);
    const carom_pos point = pos_add(at.position, test_vec3(&random, -5, 5));
    double height = half_space_clearance(&ground, &frame, point);
    carom_point_distance got;
    ck_assert_int_eq(carom_distance_to_point(&ground, &at, &point, &got), CAROM_OK);
    ck_assert(fabs((double)got.distance - fmax(height, 0)) < 1e-5);
    if (fabs(height) > 1e-5) ck_assert(got.inside == (height < 0));
    if (!got.inside) ck_assert(fabs(half_space_clearance(&ground, &frame, got.point)) < 1e-5);
  }
}
END_TEST

/* Boxes end at the plane where it is square to an axis. */
START_TEST(bounds_end_at_the_plane) {
  const carom_shape ground = carom_shape_half_space(0.5f);
  carom_pose at = {.position = {1, 2, 3}};
  carom_aabb box;
  carom_obb own;
  ck_assert_int_eq(carom_shape_bounds(&ground, &at, &box), CAROM_OK);
  ck_assert(box.max.y == 2.5f && box.max.x > 4e9f && box.max.z > 4e9f && box.min.y < -4e9f);
  at.rotation = (carom_quat){1, 0, 0, 0};
  ck_assert_int_eq(carom_shape_bounds(&ground, &at, &box), CAROM_OK);
  ck_assert(box.min.y == 1.5f && box.max.y > 4e9f && box.min.x < -4e9f);
  at.rotation = (carom_quat){0.6f, 0, 0, 0.8f};
  ck_assert_int_eq(carom_shape_bounds(&ground, &at, &box), CAROM_OK);
  ck_assert(box.min.y < -4e9f && box.max.y > 4e9f && box.min.z < -4e9f && box.max.z > 4e9f);
  ck_assert_int_eq(carom_shape_obb(&ground, &own), CAROM_OK);
  ck_assert(own.half.x > 4e9f && own.half.y > 4e9f && own.half.z > 4e9f);
}
END_TEST

static carom_status status_of_height(float height) {
  const carom_shape shape = carom_shape_half_space(height);
  return carom_shape_check(&shape);
}

START_TEST(what_needs_an_end_is_refused) {
  const carom_shape ground = carom_shape_half_space(0), flat = carom_shape_half_plane(0),
                    disc = carom_shape_disc(1);
  const carom_pose at = {.position = {0, 0, 0}};
  const carom_motion still = {at, at};
  const carom_vec3 down = {0, -1, 0};
  carom_manifold manifold = {.point_count = 7};
  carom_distance_result apart = {.distance = 7};
  carom_patch patch;
  carom_impact impact = {.iterations = 7};
  carom_mass mass = {.mass = 7};
  carom_pos farthest = {7, 7, 7};
  bool touch = true;
  size_t count = 7;
  ck_assert_int_eq(carom_collide(&ground, &at, &ground, &at, &manifold), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_collide_within(&ground, &at, &ground, &at, 1, &manifold), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_collide_patches(&ground, &at, &ground, &at, &patch, 1, &count), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_overlap(&ground, &at, &ground, &at, &touch), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_distance(&flat, &at, &flat, &at, &apart), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_signed_distance(&ground, &at, &ground, &at, &apart), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_time_of_impact(&ground, &still, &ground, &still, 0, &impact), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_cast_shape(&ground, &at, &ground, &at, down, &impact), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_shape_get_mass(&ground, 1, &mass), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_support(&ground, &at, down, &farthest), CAROM_UNBOUNDED);
  ck_assert_int_eq(carom_collide(&ground, &at, &disc, &at, &manifold), CAROM_WRONG_FAMILY);
  ck_assert(manifold.point_count == 7 && apart.distance == 7 && count == 7 && touch);
  ck_assert(impact.iterations == 7 && mass.mass == 7 && farthest.x == 7);
  ck_assert_int_eq(status_of_height(NAN), CAROM_NOT_FINITE);
  ck_assert_int_eq(status_of_height(2 * CAROM_SIZE_MAX), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(status_of_height(-CAROM_SIZE_MAX), CAROM_OK);
  const carom_compound_child child = {.shape = ground};
  carom_compound *compound = NULL;
  ck_assert_int_eq(carom_compound_create(NULL, &(carom_compound_def){.children = &child, .child_count = 1},
                                         NULL, &compound),
                   CAROM_UNBOUNDED);
  ck_assert_ptr_null(compound);
}
END_TEST

/* --- The plane --- */

/* How far an ellipse or a half-disc reaches along a direction in its frame. */
static long double arc_reach(const carom_shape *shape, long double x, long double y) {
  const bool half = shape->kind == CAROM_HALF_DISC;
  const carom_vec2 r = shape->geometry.ellipse.radii;
  if (!half) return hypotl((long double)r.x * x, (long double)r.y * y);
  return (long double)r.x * (y < 0 ? fabsl(x) : hypotl(x, y));
}

START_TEST(half_planes_and_arcs) {
  uint64_t random = 6;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_shape line = carom_shape_half_plane(-0.5f);
    const carom_vec2 r = {test_log_uniform(&random, 0.1f, 2), test_log_uniform(&random, 0.1f, 2)};
    const carom_shape arc =
        test_below(&random, 2) ? carom_shape_ellipse(r.x, r.y) : carom_shape_half_disc(r.x);
    const long double turn = (long double)test_uniform(&random, -3, 3);
    const float flat = test_below(&random, 4) ? test_uniform(&random, -3, 3) : 0;
    const carom_pose at = carom_pose_planar(1, 0, (double)turn);
    const carom_pose above =
        carom_pose_planar((double)test_uniform(&random, -3, 3), (double)test_uniform(&random, -3, 3),
                          (double)turn + (double)flat);
    const carom_frame frame = pose_to_frame(&at), other = pose_to_frame(&above);
    const carom_vec3 down = mat3_tmul_vec3(&other.axes, vec3_neg(frame.axes.y));
    const long double want = (long double)half_space_clearance(&line, &frame, above.position) -
                             arc_reach(&arc, (long double)down.x, (long double)down.y);
    carom_distance_result got;
    carom_manifold manifold;
    ck_assert_int_eq(carom_signed_distance(&line, &at, &arc, &above, &got), CAROM_OK);
    ck_assert_msg(fabsl((long double)got.distance - want) < 1e-5L, "%g instead of %Lg", (double)got.distance,
                  want);
    ck_assert_int_eq(carom_collide(&arc, &above, &line, &at, &manifold), CAROM_OK);
    if (fabsl(want) > 1e-5L) ck_assert((manifold.point_count > 0) == (want < 0));
    if (want < -1e-5L && arc.kind == CAROM_HALF_DISC && flat == 0) ck_assert_uint_eq(manifold.point_count, 2);
  }
}
END_TEST

/* A half-plane and a shape of the plane are those of space that are extruded, as far as depths go. */
START_TEST(half_planes) {
  uint64_t random = 5;
  for (int i = 0; i < test_scaled(20000); i++) {
    const carom_vec2 half = {test_uniform(&random, 0.1f, 2), test_uniform(&random, 0.1f, 2)};
    const carom_shape kinds[] = {
        carom_shape_rectangle(half.x, half.y), carom_shape_disc(half.x),
        carom_shape_rounded_rectangle(half.x, half.y, 0.1f),
        carom_shape_stadium((carom_vec2){-half.x, 0}, (carom_vec2){half.y, half.x}, 0.3f)};
    const carom_shape solids[] = {carom_shape_box(half.x, half.y, 1), carom_shape_sphere(half.x),
                                  carom_shape_rounded_box(half.x, half.y, 1, 0.1f),
                                  carom_shape_capsule(vec3(-half.x, 0, 0), vec3(half.y, half.x, 0), 0.3f)};
    const uint32_t k = test_below(&random, 4);
    const carom_shape line = carom_shape_half_plane(0.25f), ground = carom_shape_half_space(0.25f);
    const float turn = test_uniform(&random, -3, 3), other = test_uniform(&random, -3, 3);
    const carom_pose at = carom_pose_planar((double)test_uniform(&random, -1, 1), 4, 2 * (double)turn);
    const carom_vec2 place = {test_uniform(&random, -3, 3), test_uniform(&random, 2, 6)};
    const carom_pose above = carom_pose_planar((double)place.x, (double)place.y, 2 * (double)other);
    carom_distance_result want, got;
    carom_manifold manifold, turned;
    ck_assert_int_eq(carom_signed_distance(&ground, &at, &solids[k], &above, &want), CAROM_OK);
    ck_assert_int_eq(carom_signed_distance(&line, &at, &kinds[k], &above, &got), CAROM_OK);
    ck_assert_msg(fabsf(want.distance - got.distance) < 1e-5f, "%g, %g", (double)want.distance,
                  (double)got.distance);
    ck_assert(vec3_norm1(vec3_sub(want.normal, got.normal)) < 1e-5f);
    ck_assert_int_eq(carom_collide(&line, &at, &kinds[k], &above, &manifold), CAROM_OK);
    ck_assert_int_eq(carom_collide(&kinds[k], &above, &line, &at, &turned), CAROM_OK);
    ck_assert(manifold.point_count == turned.point_count);
    expect_alike(&line, &at, &kinds[k], &above, &manifold);
    expect_alike(&kinds[k], &above, &line, &at, &turned);
    if (fabsf(want.distance) > 1e-5f) ck_assert((manifold.point_count > 0) == (want.distance < 0));
    if (manifold.point_count > 0) ck_assert(vec3_norm1(vec3_sub(manifold.normal, got.normal)) < 1e-5f);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("half-space");
  TCase *tests = tcase_create("pairs");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, pairs_with_convex_shapes, 1, SPATIAL_KINDS + 1);
  tcase_add_test(tests, boxes_meet_it_along_its_normal);
  tcase_add_test(tests, boxes_lie_on_four_corners);
  tcase_add_test(tests, margins_see_faces);
  tcase_add_test(tests, eight_corners_are_found);
  tcase_add_loop_test(tests, pairs_with_composites, 0, 3);
  tcase_add_loop_test(tests, composites_barely_apart_are_apart, 0, 4);
  tcase_add_test(tests, rays_end_at_the_plane);
  tcase_add_loop_test(tests, what_moves_stops_at_the_plane, 1, SPATIAL_KINDS + 1);
  tcase_add_test(tests, points_are_above_or_inside);
  tcase_add_test(tests, bounds_end_at_the_plane);
  tcase_add_test(tests, what_needs_an_end_is_refused);
  tcase_add_test(tests, half_planes);
  tcase_add_test(tests, half_planes_and_arcs);
  suite_add_tcase(suite, tests);
  return suite;
}
