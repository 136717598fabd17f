/* test_shapes.c: what each kind of shape says about itself: checks, support, faces, bounds, rays,
 * outlines. All of it walks shapes.def, against the long double of kinds.h. */
#include "shape_class.h"

#include "kinds.h"
#include "reference.h"
#include "testing.h"

#include <string.h>

#define UNIT 0x1p-24L

/* Is nothing known of a core but its vertices? Then the reference takes long. */
static bool is_polyhedron(carom_shape_kind kind) { return kind == CAROM_HULL || kind > CAROM_TRIANGLE; }

static int cases(carom_shape_kind kind, int count) {
  return test_scaled(is_polyhedron(kind) ? count / 20 : count);
}

static carom_shape random_shape(uint64_t *state, carom_shape_kind kind) {
  return kind_random(state, kind, test_log_uniform(state, 1e-3f, 1e4f));
}

static carom_vec3 random_direction(uint64_t *state) {
  carom_vec3 d = test_vec3(state, -1, 1);
  for (int i = 0; i < 3; i++)
    if (test_below(state, 4) == 0) vec3_set(&d, i, 0); /* along faces and axes, too */
  return vec3_normalize_or(d, vec3(0, -1, 0));
}

START_TEST(support_is_the_farthest_point_of_the_core) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 1;
  const carom__shape_class *class = carom__shape_class_of(kind);
  int wrong = 0;
  for (int n = 0; n < cases(kind, 40000); n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 d = random_direction(&state);
    uint32_t index;
    exact_vec found = exact_from(class->support(&shape, d, &index)), along = exact_from(d);
    long double slack = 4 * UNIT * kind_reach(&shape), length = exact_length(along);
    long double lost = exact_dot(kind_farthest(&shape, along), along) - exact_dot(found, along);
    wrong += lost > slack * length || kind_core_distance(&shape, found) > slack || index > 0x3FFF;
    kind_release(&shape);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Short and long directions lead to the same place. */
START_TEST(support_does_not_depend_on_length) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 9;
  const carom__shape_class *class = carom__shape_class_of(kind);
  for (int n = 0; n < cases(kind, 10000); n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 d = random_direction(&state);
    uint32_t index, again;
    carom_vec3 p = class->support(&shape, d, &index);
    float scale = n % 2 ? 0x1p-30f : 0x1p10f;
    carom_vec3 q = class->support(&shape, vec3_scale(d, scale), &again);
    ck_assert(index == again && p.x == q.x && p.y == q.y && p.z == q.z);
    kind_release(&shape);
  }
}
END_TEST

START_TEST(the_center_is_inside) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 10;
  for (int n = 0; n < cases(kind, 10000); n++) {
    carom_shape shape = random_shape(&state, kind);
    exact_vec center = exact_from(shape_center(carom__shape_class_of(kind), &shape));
    ck_assert(kind_core_distance(&shape, center) <= UNIT * kind_reach(&shape));
    kind_release(&shape);
  }
}
END_TEST

/* A core has each of its vertices once, but for a segment without length. */
START_TEST(no_vertex_is_another) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  const carom__shape_class *class = carom__shape_class_of(kind);
  uint64_t state = 12;
  for (int n = 0; class->vertex && n < cases(kind, 100); n++) {
    carom_shape shape = random_shape(&state, kind);
    uint32_t count = class->vertex_count(&shape);
    for (uint32_t i = 0; count > 2 && i < count; i++)
      for (uint32_t j = 0; j < i; j++) {
        carom_vec3 apart = vec3_sub(class->vertex(&shape, i), class->vertex(&shape, j));
        ck_assert(vec3_norm1(apart) > 0);
      }
    kind_release(&shape);
  }
}
END_TEST

/* A point of the surface, or as near to it as long doubles allow. */
static exact_vec surface_point(const carom_shape *shape, uint64_t *state) {
  exact_vec d = exact_from(random_direction(state));
  return exact_mad(kind_farthest(shape, d), d, kind_radius(shape) / exact_length(d));
}

START_TEST(obb_contains_the_shape_and_is_tight) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 2;
  int outside = 0, loose = 0;
  for (int n = 0; n < cases(kind, 20000); n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_obb box;
    ck_assert_int_eq(carom_shape_obb(&shape, &box), CAROM_OK);
    exact_pose pose = {exact_from(box.center),
                       {exact_from(box.axes.x), exact_from(box.axes.y), exact_from(box.axes.z)}};
    exact_vec half = exact_from(box.half);
    /* The centre and the axes of a fitted box are rounded. */
    long double rounding = kind == CAROM_HULL ? 4 * UNIT * kind_reach(&shape) : 0;
    for (int k = 0; k < 10; k++)
      outside += exact_box_distance(half, exact_unplace(&pose, surface_point(&shape, &state))) > rounding;
    for (int k = 0; k < 6; k++) { /* the shape reaches each face of the box */
      exact_vec out = exact_mad(exact(0, 0, 0), pose.column[k / 2], k % 2 ? 1 : -1);
      long double extent = kind_extent(&shape, out) - exact_dot(exact_from(box.center), out);
      loose += half.c[k / 2] - extent > 16 * UNIT * kind_reach(&shape);
    }
    kind_release(&shape);
  }
  ck_assert_int_eq(outside, 0);
  ck_assert_int_eq(loose, 0);
}
END_TEST

static exact_vec in_world(const carom_pose *pose, exact_vec p) {
  exact_pose turn = exact_pose_of(vec3(0, 0, 0), pose->rotation);
  exact_vec at =
      exact((long double)pose->position.x, (long double)pose->position.y, (long double)pose->position.z);
  return exact_mad(at, exact_turn(&turn, p), 1);
}

/* But for the rounding of long doubles, as the box is as tight as can be. */
static bool encloses(const carom_shape *shape, const carom_aabb *box, exact_vec p) {
  exact_vec low = exact_from(box->min), high = exact_from(box->max);
  for (int i = 0; i < 3; i++) {
    long double slack = 0x1p-60L * (fabsl(p.c[i]) + kind_reach(shape));
    if (p.c[i] < low.c[i] - slack || p.c[i] > high.c[i] + slack) return false;
  }
  return true;
}

/* Tight: no wider than the shape is along the axis, but for the rounding to floats. */
static bool is_tight(const carom_shape *shape, const carom_pose *pose, const carom_aabb *box) {
  exact_pose turn = exact_pose_of(vec3(0, 0, 0), pose->rotation);
  exact_vec from = exact_from(box->min), to = exact_from(box->max);
  for (int i = 0; i < 3; i++) {
    exact_vec axis = exact(0, 0, 0), local;
    axis.c[i] = 1;
    local = exact_unplace(&turn, axis);
    exact_vec back = exact_mad(exact(0, 0, 0), local, -1);
    long double width = kind_extent(shape, local) + kind_extent(shape, back);
    if (to.c[i] - from.c[i] > width + UNIT * (8 * kind_reach(shape) + 8 * fabsl(from.c[i]))) return false;
  }
  return true;
}

START_TEST(bounds_enclose_the_shape_and_are_tight) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 3;
  int outside = 0, loose = 0;
  for (int n = 0; n < cases(kind, 20000); n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 at = vec3_scale(test_vec3(&state, -1, 1), test_log_uniform(&state, 1e-3f, 1e8f));
    carom_pose pose = {pos_add((carom_pos){0, 0, 0}, at), test_quat(&state)};
    exact_pose turn = exact_pose_of(vec3(0, 0, 0), pose.rotation);
    carom_aabb box;
    ck_assert_int_eq(carom_shape_bounds(&shape, &pose, &box), CAROM_OK);
    for (int k = 0; k < 10; k++)
      outside += !encloses(&shape, &box, in_world(&pose, surface_point(&shape, &state)));
    for (int k = 0; k < 6; k++) { /* the very points that are farthest along the axes */
      exact_vec axis = exact(0, 0, 0);
      axis.c[k / 2] = k % 2 ? 1 : -1;
      exact_vec local = exact_unplace(&turn, axis), farthest = kind_farthest(&shape, local);
      outside += !encloses(&shape, &box, in_world(&pose, exact_mad(farthest, local, kind_radius(&shape))));
    }
    loose += !is_tight(&shape, &pose, &box);
    kind_release(&shape);
  }
  ck_assert_int_eq(outside, 0);
  ck_assert_int_eq(loose, 0);
}
END_TEST

/* Rays: the distance along a ray is a convex function, so that a ternary search finds its least value. */
static exact_vec along(const carom__ray *ray, long double t) {
  return exact_mad(exact_from(ray->origin), exact_from(ray->translation), t);
}

static long double nearest_time(const carom_shape *shape, const carom__ray *ray) {
  long double low = 0, high = 1;
  for (int i = 0; i < 120; i++) {
    long double third = (high - low) / 3, a = low + third, b = high - third;
    if (kind_distance(shape, along(ray, a)) < kind_distance(shape, along(ray, b)))
      high = b;
    else
      low = a;
  }
  return (low + high) / 2;
}

static long double entry_time(const carom_shape *shape, const carom__ray *ray, long double inside) {
  long double low = 0, high = inside;
  for (int i = 0; i < 80; i++) {
    long double middle = (low + high) / 2;
    if (kind_distance(shape, along(ray, middle)) > 0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* The normal is right when the distance grows along it at its full rate. */
static bool normal_fits(const carom_shape *shape, exact_vec point, carom_vec3 normal, long double rounding) {
  long double step = 1e-2L * kind_reach(shape), length = exact_length(exact_from(normal));
  long double gained = kind_distance(shape, exact_mad(point, exact_from(normal), step));
  return fabsl(length - 1) < 1e-5L && fabsl(gained - step) <= 1e-5L * step + 2 * rounding;
}

static bool ray_is_right(const carom_shape *shape, const carom__ray *ray, const carom__ray_hit *hit) {
  exact_vec origin = exact_from(ray->origin);
  long double start = kind_distance(shape, origin), length = exact_length(exact_from(ray->translation));
  long double rounding = 4 * UNIT * (kind_reach(shape) + exact_length(origin) + length);
  if (start < -rounding) return hit->hit && hit->inside && hit->fraction == 0 && vec3_norm1(hit->normal) == 0;
  if (start < rounding) return true;
  if (hit->inside) return false;
  long double least = nearest_time(shape, ray), depth = kind_distance(shape, along(ray, least));
  if (!hit->hit) return depth > -rounding && hit->fraction == 0 && vec3_norm1(hit->normal) == 0;
  long double t = (long double)hit->fraction;
  if (depth > rounding || t < 0 || t > 1) return false;
  if (depth > -rounding) return true; /* grazing: where it touches is not well defined */
  long double entry = entry_time(shape, ray, least);
  exact_vec point = along(ray, t);
  bool early = t <= least && fabsl(kind_distance(shape, point)) <= rounding;
  bool exact_enough = fabsl(t - entry) * length <= rounding / fmaxl(1e-3L, fabsl(depth) / kind_reach(shape));
  return early && exact_enough && normal_fits(shape, along(ray, entry), hit->normal, rounding * 100);
}

static carom__ray random_ray(uint64_t *state, const carom_shape *shape) {
  float size = (float)kind_reach(shape), far = size * test_log_uniform(state, 0.1f, 100);
  carom_vec3 from = vec3_scale(random_direction(state), far);
  carom_vec3 target = vec3_scale(test_vec3(state, -1, 1), size);
  if (test_below(state, 2)) { /* at the core's outline: thin shapes are not hit else */
    exact_vec at = kind_farthest(shape, exact_from(random_direction(state)));
    target = vec3((float)at.c[0], (float)at.c[1], (float)at.c[2]);
    target =
        vec3_mad(target, test_vec3(state, -1, 1), shape_radius(carom__shape_class_of(shape->kind), shape));
  }
  if (test_below(state, 3) == 0) return (carom__ray){from, vec3_scale(random_direction(state), far)};
  return (carom__ray){from, vec3_scale(vec3_sub(target, from), test_uniform(state, 0.5f, 2))};
}

START_TEST(rays_meet_the_surface) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 4;
  int wrong = 0, hits = 0, insides = 0, first = -1;
  int count = cases(kind, 20000);
  for (int n = 0; n < count; n++) {
    carom_shape shape = random_shape(&state, kind);
    carom__ray ray = random_ray(&state, &shape);
    carom__ray_hit hit;
    carom__shape_class_of(kind)->cast_ray(&shape, &ray, &hit);
    hits += hit.hit, insides += hit.inside;
    if (!ray_is_right(&shape, &ray, &hit) && wrong++ == 0) first = n;
    kind_release(&shape);
  }
  ck_assert_msg(wrong == 0, "%d wrong, the first is case %d", wrong, first);
  ck_assert_int_gt(hits, count / 10);
  ck_assert_int_ge(insides, count / 200);
}
END_TEST

START_TEST(a_ray_of_no_length_asks_for_the_inside) {
  carom_shape shapes[] = {carom_shape_sphere(1),
                          carom_shape_box(1, 1, 1),
                          carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0), 1),
                          carom_shape_cylinder(1, 1),
                          carom_shape_cone(1, 1.5f),
                          carom_shape_frustum(1, 2.5f, 0.25f),
                          carom_shape_frustum(1, 0.25f, 2.5f),
                          carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(0, 3, 0), 1, 2),
                          carom_shape_tapered_capsule(vec3(0, 0.5f, 0), vec3(0, 0, 0), 0.25f, 1),
                          carom_shape_ellipsoid(1, 0.01f, 2),
                          carom_shape_rounded_box(0.25f, 1, 1, 0.5f)};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const carom__shape_class *class = carom__shape_class_of(shapes[i].kind);
    carom__ray inside = {{0.5f, 0, 0}, {0, 0, 0}}, outside = {{1.5f, 0, 0}, {0, 0, 0}};
    carom__ray_hit hit;
    class->cast_ray(&shapes[i], &inside, &hit);
    ck_assert(hit.hit && hit.inside);
    class->cast_ray(&shapes[i], &outside, &hit);
    ck_assert(!hit.hit && !hit.inside);
  }
}
END_TEST

START_TEST(extreme_rays_stay_finite) {
  static const float lengths[] = {1e-44f, 1e-30f, 1e-5f, 1, 1e9f, 3e38f};
  carom_shape shapes[] = {carom_shape_sphere(1e-5f),
                          carom_shape_capsule(vec3(-1e6f, 0, 0), vec3(1e6f, 1e-40f, 0), 1e-5f),
                          carom_shape_sphere(1e6f),
                          carom_shape_box(1e-5f, 1e6f, 1),
                          carom_shape_rounded_box(1e6f, 1e-5f, 1, 1e6f),
                          carom_shape_cylinder(1e-5f, 1e6f),
                          carom_shape_cylinder(1e6f, 1e-5f),
                          carom_shape_cone(1e-5f, 1e6f),
                          carom_shape_cone(1e6f, 1e-5f),
                          carom_shape_frustum(1e-5f, 1e6f, 1e-5f),
                          carom_shape_frustum(1e6f, 1e-5f, 1e6f),
                          carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(1e6f, 1e-40f, 0), 1e-5f, 1e6f),
                          carom_shape_tapered_capsule(vec3(-1e6f, 0, 0), vec3(1e6f, 0, 0), 1e-5f, 2e-5f),
                          carom_shape_ellipsoid(1e-5f, 1e6f, 1e6f),
                          carom_shape_ellipsoid(1e-5f, 1e-5f, 1e6f)};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (int k = 0; k < 6; k++) {
      carom__ray ray = {{2e9f, 1e-3f, -2e9f}, {-lengths[k], 0, lengths[k]}};
      carom__ray_hit hit;
      carom__shape_class_of(shapes[i].kind)->cast_ray(&shapes[i], &ray, &hit);
      ck_assert(isfinite(hit.fraction) && vec3_is_finite(hit.normal));
      ck_assert(hit.fraction >= 0 && hit.fraction <= 1);
    }
}
END_TEST

/* Faces. */
/* What is wrong with a face of a core, or NULL. */
static const char *judge_face(const carom_shape *shape, carom_vec3 d, const carom__face *f) {
  long double slack = 8 * UNIT * kind_reach(shape), best = -HUGE_VALL;
  exact_vec normal = exact_from(f->normal), along = exact_from(d);
  if (fabsl(exact_length(normal) - 1) > 1e-6L || f->count < 1 || f->id > 0xFFFF) return "not a face";
  for (uint32_t i = 0; i < f->count; i++) {
    exact_vec p = exact_from(face_vertex(f, i)), q = exact_from(face_vertex(f, (i + 1) % f->count));
    exact_vec r = exact_from(face_vertex(f, (i + 2) % f->count));
    best = fmaxl(best, exact_dot(p, along));
    if (kind_core_distance(shape, p) > slack) return "a vertex off the core";
    if (f->count < 3) continue;
    if (exact_dot(normal, kind_farthest(shape, normal)) - exact_dot(normal, p) > 64 * slack)
      return "not outermost";
    if (exact_dot(normal, exact_cross(exact_sub(q, p), exact_sub(r, q))) < 0) return "not counter-clockwise";
  }
  /* The polygons of caps and the nearest of a polyhedron's faces may miss the very farthest point. */
  long double lost = exact_dot(kind_farthest(shape, along), along) - best;
  bool round = !carom__shape_class_of(shape->kind)->vertex;
  if (is_polyhedron(shape->kind)) return NULL;
  return lost > slack + (round ? kind_reach(shape) / 800 : 0) ? "the farthest point is not on it" : NULL;
}

START_TEST(the_face_looks_where_asked) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 5;
  for (int n = 0; n < cases(kind, 10000); n++) {
    carom_shape shape = random_shape(&state, kind);
    carom_vec3 d = random_direction(&state);
    if (n % 3 == 0) d = vec3_normalize_or(vec3(0.05f * d.x, d.y, 0.05f * d.z), d);
    carom__face f;
    carom__shape_class_of(kind)->face(&shape, d, &f);
    const char *fault = judge_face(&shape, d, &f);
    kind_release(&shape);
    ck_assert_msg(!fault, "%s, case %d", fault ? fault : "", n);
  }
}
END_TEST

START_TEST(the_face_of_a_box_is_the_one_most_along) {
  uint64_t state = 5;
  for (int n = 0; n < 2000; n++) {
    carom_shape shape = random_shape(&state, CAROM_BOX);
    carom_vec3 d = random_direction(&state);
    carom__face f;
    carom__shape_class_of(CAROM_BOX)->face(&shape, d, &f);
    float best = fmaxf(fabsf(d.x), fmaxf(fabsf(d.y), fabsf(d.z)));
    ck_assert(f.count == 4 && f.id < 6 && vec3_dot(f.normal, d) == best && vec3_length(f.normal) == 1);
  }
}
END_TEST

/* A cap stays the same polygon, whatever way its direction leans; beyond that the side's line ends in the
 * very lowest point. */
START_TEST(caps_do_not_turn) {
  carom_shape shapes[] = {carom_shape_cylinder(1, 2), carom_shape_cone(1, 2)};
  for (int i = 0; i < 2; i++) {
    const carom__shape_class *class = carom__shape_class_of(shapes[i].kind);
    carom__face straight, rocking, leaning, side;
    class->face(&shapes[i], vec3(0, -1, 0), &straight);
    class->face(&shapes[i], vec3_normalize_or(vec3(1e-3f, -1, -1e-3f), vec3(0, 0, 0)), &rocking);
    class->face(&shapes[i], vec3_normalize_or(vec3(0.03f, -1, -0.05f), vec3(0, 0, 0)), &leaning);
    class->face(&shapes[i], vec3_normalize_or(vec3(0.3f, -1, -0.4f), vec3(0, 0, 0)), &side);
    ck_assert(straight.count == 4 && rocking.count == 4 && leaning.count == 16 && side.count == 2);
    ck_assert(straight.id == rocking.id && straight.id == leaning.id);
    for (uint32_t k = 0; k < 4; k++) {
      carom_vec3 p = face_vertex(&straight, k), q = face_vertex(&rocking, k),
                 r = face_vertex(&leaning, 4 * k);
      ck_assert(vec3_length(vec3_sub(p, q)) == 0 && vec3_length(vec3_sub(p, r)) == 0);
      ck_assert(straight.loop[k] == rocking.loop[k] && straight.loop[k] == leaning.loop[4 * k]);
    }
    carom_vec3 low = face_vertex(&side, 0);
    ck_assert(vec3_length(vec3_sub(low, vec3(1.2f, -1, -1.6f))) < 1e-6f);
  }
  carom__face tip;
  carom__shape_class_of(CAROM_CONE)->face(&shapes[1], vec3(0, 1, 0), &tip);
  ck_assert(tip.count == 2 && face_vertex(&tip, 1).y == 1 && face_vertex(&tip, 1).x == 0);
}
END_TEST

START_TEST(faces_of_round_cores) {
  carom_shape sphere = carom_shape_sphere(2), line = carom_shape_capsule(vec3(1, 2, 3), vec3(4, 5, 6), 1);
  carom_shape point = carom_shape_capsule(vec3(1, 2, 3), vec3(1, 2, 3), 1);
  carom__face f;
  carom__shape_class_of(CAROM_SPHERE)->face(&sphere, vec3(0, 1, 0), &f);
  ck_assert(f.count == 1 && f.normal.y == 1 && vec3_norm1(face_vertex(&f, 0)) == 0);
  carom__shape_class_of(CAROM_CAPSULE)->face(&line, vec3(0, 1, 0), &f);
  ck_assert(f.count == 2 && face_vertex(&f, 0).x == 1 && face_vertex(&f, 1).x == 4);
  carom__shape_class_of(CAROM_CAPSULE)->face(&point, vec3(0, 1, 0), &f);
  ck_assert(f.count == 1 && face_vertex(&f, 0).z == 3);
}
END_TEST

/* Outlines: what is drawn lies on the surface, and the triangles close it, all outward. */
typedef struct drawing {
  const carom_shape *shape;
  int lines, triangles;
  long double worst, volume;
  exact_vec area;
} drawing;

static void see_point(drawing *d, carom_vec3 p) {
  d->worst = fmaxl(d->worst, fabsl(kind_distance(d->shape, exact_from(p))));
}
static void see_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  drawing *d = context;
  (void)normals;
  see_point(d, ends[0]), see_point(d, ends[1]);
  d->lines++;
}
static void see_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  drawing *d = context;
  exact_vec p = exact_from(corners[0]);
  exact_vec area = exact_cross(exact_sub(exact_from(corners[1]), p), exact_sub(exact_from(corners[2]), p));
  (void)normals;
  for (int i = 0; i < 3; i++) see_point(d, corners[i]);
  d->area = exact_mad(d->area, area, 0.5L);
  d->volume += exact_dot(p, area) / 6;
  d->triangles++;
}

START_TEST(outlines_lie_on_the_surface) {
  const long double pi = 3.14159265358979323846L;
  uint64_t state = 6;
  carom_hull *hull = random_asset(&state, 1);
  carom_hull_view view;
  ck_assert(carom_hull_describe(hull, &view) == CAROM_OK);
  /* The drawn volume lies between the two: round parts are drawn from inside. */
  const struct {
    carom_shape shape;
    long double least, most;
  } drawn[] = {
      {carom_shape_sphere(2), 0.9L * pi * 32 / 3, pi * 32 / 3},
      {carom_shape_box(1, 2, 3), 48, 48},
      {carom_shape_capsule(vec3(0, 0, 1), vec3(2, -1, 3), 0.5f), 0.9L * pi * (0.5L / 3 + 0.75L),
       pi * (0.5L / 3 + 0.75L)},
      {carom_shape_capsule(vec3(1, 0, 0), vec3(1, 0, 0), 1), 0.9L * pi * 4 / 3, pi * 4 / 3},
      {carom_shape_cylinder(2, 0.5f), 0.97L * pi, pi},
      {carom_shape_cone(2, 0.5f), 0.97L * pi / 3, pi / 3},
      {carom_shape_frustum(2, 0.5f, 1), 0.97L * pi * 7 / 3, pi * 7 / 3},
      {carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(0, 0, 2), 0.5f, 1), 0.9L * 1.98958L * pi,
       1.98959L * pi},
      {carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(0, 0, 0.5f), 0.5f, 1), 0.9L * pi * 4 / 3, pi * 4 / 3},
      {carom_shape_ellipsoid(1, 2, 3), 0.9L * pi * 8, pi * 8},
      {carom_shape_rounded_box(1, 2, 3, 0.25f), 48 + 0.25L * 88, 48 + 0.25L * 88 + pi / 16 * 12 + pi / 48},
      {carom_shape_hull(hull), (long double)view.volume, (long double)view.volume},
      {carom_shape_rounded_hull(hull, 0.1f), (long double)view.volume * 1.05L, (long double)view.volume * 3},
  };
  for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
    const carom_shape *shape = &drawn[i].shape;
    drawing d = {.shape = shape};
    carom__outline out = {see_line, see_triangle, &d, 0};
    carom__shape_class_of(shape->kind)->outline(shape, &out);
    ck_assert_int_ge(d.lines, 12);
    ck_assert_int_ge(d.triangles, 12);
    ck_assert_msg(d.worst < 1e-5L && exact_length(d.area) < 1e-4L, "drawing %zu: %Lg off, %Lg open", i,
                  d.worst, exact_length(d.area));
    bool fits = d.volume > 0.9999L * drawn[i].least && d.volume < 1.0001L * drawn[i].most;
    ck_assert_msg(fits, "drawing %zu: volume %Lg of %Lg to %Lg", i, d.volume, drawn[i].least, drawn[i].most);
    drawing nothing = d;
    carom__outline none = {NULL, NULL, &nothing, 0};
    carom__shape_class_of(shape->kind)->outline(shape, &none);
    ck_assert(nothing.lines == d.lines && nothing.triangles == d.triangles);
  }
  carom_hull_release(hull);
}
END_TEST

START_TEST(outlines_of_all_kinds_are_closed) {
  carom_shape_kind kind = spatial_kind(_i - 1);
  uint64_t state = 13;
  for (int n = 0; n < cases(kind, 2000); n++) {
    carom_shape shape = kind_random(&state, kind, 1);
    drawing d = {.shape = &shape};
    carom__outline out = {see_line, see_triangle, &d, 0};
    carom__shape_class_of(kind)->outline(&shape, &out);
    long double size = kind_reach(&shape), open = exact_length(d.area) / (size * size);
    bool flat = kind == CAROM_TRIANGLE && shape.geometry.triangle.radius == 0;
    bool solid = d.lines >= 6 && d.triangles >= 4 && d.volume > 0;
    ck_assert_msg(solid || (flat && d.lines == 3 && d.triangles == 2), "case %d: %d lines, %d triangles", n,
                  d.lines, d.triangles);
    ck_assert_msg(d.worst < 1e-5L * size && open < 1e-4L, "case %d: %Lg off, %Lg open", n, d.worst, open);
    kind_release(&shape);
  }
}
END_TEST

/* Checks. */
START_TEST(bad_sizes_are_refused) {
  carom_hull *hull = random_asset(&(uint64_t){1}, 1);
  carom_vec3 o = {0, 0, 0}, far = {1.1e6f, 0, 0}, odd = {0, NAN, 0}, endless = {0, 0, INFINITY};
  const struct {
    carom_shape shape;
    carom_status status;
  } checked[] = {
      {carom_shape_sphere(1e-5f), CAROM_OK},
      {carom_shape_sphere(1e6f), CAROM_OK},
      {carom_shape_sphere(0.9e-5f), CAROM_BAD_SIZE},
      {carom_shape_sphere(1.1e6f), CAROM_BAD_SIZE},
      {carom_shape_sphere(0), CAROM_BAD_SIZE},
      {carom_shape_sphere(-1), CAROM_BAD_SIZE},
      {carom_shape_sphere(NAN), CAROM_NOT_FINITE},
      {carom_shape_sphere(INFINITY), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, o, 1), CAROM_OK},
      {carom_shape_capsule(o, far, 1), CAROM_OUT_OF_RANGE},
      {carom_shape_capsule(far, o, 1), CAROM_OUT_OF_RANGE},
      {carom_shape_capsule(odd, o, 1), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, endless, 1), CAROM_NOT_FINITE},
      {carom_shape_capsule(o, o, 0), CAROM_BAD_SIZE},
      {carom_shape_capsule(o, o, NAN), CAROM_NOT_FINITE},
      {carom_shape_tapered_capsule(o, o, 1, 1e-5f), CAROM_OK},
      {carom_shape_tapered_capsule(o, far, 1, 2), CAROM_OUT_OF_RANGE},
      {carom_shape_tapered_capsule(odd, o, 0, 1), CAROM_NOT_FINITE},
      {carom_shape_tapered_capsule(o, endless, 1, 1), CAROM_NOT_FINITE},
      {carom_shape_tapered_capsule(o, o, 0, 1), CAROM_BAD_SIZE},
      {carom_shape_tapered_capsule(o, o, 1, 2e6f), CAROM_BAD_SIZE},
      {carom_shape_tapered_capsule(o, o, 0, NAN), CAROM_NOT_FINITE},
      {carom_shape_tapered_capsule(o, o, INFINITY, 0), CAROM_NOT_FINITE},
      {carom_shape_triangle(o, vec3(1, 0, 0), vec3(0, 1.1e-5f, 0)), CAROM_OK},
      {carom_shape_rounded_triangle(o, vec3(1, 0, 0), vec3(5, 1, 0), 2), CAROM_OK},
      {carom_shape_triangle(o, vec3(1, 0, 0), vec3(2, 0, 0)), CAROM_BAD_SIZE},
      {carom_shape_triangle(o, vec3(1, 0, 0), vec3(2, 9e-6f, 0)), CAROM_BAD_SIZE},
      {carom_shape_triangle(o, o, o), CAROM_BAD_SIZE},
      {carom_shape_triangle(o, odd, vec3(1, 0, 0)), CAROM_NOT_FINITE},
      {carom_shape_triangle(o, vec3(0, 1, 0), endless), CAROM_NOT_FINITE},
      {carom_shape_triangle(o, vec3(0, 1, 0), far), CAROM_OUT_OF_RANGE},
      {carom_shape_rounded_triangle(o, vec3(1, 0, 0), vec3(0, 1, 0), -1), CAROM_BAD_SIZE},
      {carom_shape_rounded_triangle(o, vec3(1, 0, 0), vec3(0, 1, 0), NAN), CAROM_NOT_FINITE},
      {carom_shape_ellipsoid(1, 1e-5f, 1e6f), CAROM_OK},
      {carom_shape_ellipsoid(1, 1, 0), CAROM_BAD_SIZE},
      {carom_shape_ellipsoid(-1, 1, 1), CAROM_BAD_SIZE},
      {carom_shape_ellipsoid(1, 2e6f, 1), CAROM_BAD_SIZE},
      {carom_shape_ellipsoid(0, 1, NAN), CAROM_NOT_FINITE},
      {carom_shape_box(1, 1e-5f, 1e6f), CAROM_OK},
      {carom_shape_box(0, 1, 1), CAROM_BAD_SIZE},
      {carom_shape_box(1, 2e6f, 1), CAROM_BAD_SIZE},
      {carom_shape_box(1, 1, -1), CAROM_BAD_SIZE},
      {carom_shape_box(1, NAN, 1), CAROM_NOT_FINITE},
      {carom_shape_rounded_box(1, 1, 1, 1e-5f), CAROM_OK},
      {carom_shape_rounded_box(1, 1, 1, -0.0f), CAROM_OK},
      {carom_shape_rounded_box(1, 1, 1, 1e-6f), CAROM_BAD_SIZE},
      {carom_shape_rounded_box(1, 1, 1, -1), CAROM_BAD_SIZE},
      {carom_shape_rounded_box(1, 1, 1, 2e6f), CAROM_BAD_SIZE},
      {carom_shape_rounded_box(1, 1, 1, NAN), CAROM_NOT_FINITE},
      {carom_shape_rounded_hull(NULL, 1), CAROM_NULL_ARGUMENT},
      {carom_shape_rounded_hull(hull, 1), CAROM_OK},
      {carom_shape_rounded_hull(hull, INFINITY), CAROM_NOT_FINITE},
      {carom_shape_rounded_hull(hull, 1e7f), CAROM_BAD_SIZE},
      {carom_shape_cylinder(1e-5f, 1e6f), CAROM_OK},
      {carom_shape_cylinder(1, 0), CAROM_BAD_SIZE},
      {carom_shape_cylinder(0, 1), CAROM_BAD_SIZE},
      {carom_shape_cylinder(NAN, 0), CAROM_NOT_FINITE},
      {carom_shape_cylinder(0, NAN), CAROM_NOT_FINITE},
      {carom_shape_cone(1e6f, 1e-5f), CAROM_OK},
      {carom_shape_cone(1, 2e6f), CAROM_BAD_SIZE},
      {carom_shape_cone(1, INFINITY), CAROM_NOT_FINITE},
      {carom_shape_frustum(1e6f, 1e-5f, 1e6f), CAROM_OK},
      {carom_shape_frustum(1, 1, 0), CAROM_BAD_SIZE},
      {carom_shape_frustum(1, 0, 1), CAROM_BAD_SIZE},
      {carom_shape_frustum(-1, 1, 1), CAROM_BAD_SIZE},
      {carom_shape_frustum(1, 1, 2e6f), CAROM_BAD_SIZE},
      {carom_shape_frustum(0, 1, NAN), CAROM_NOT_FINITE},
      {{.kind = CAROM_NO_SHAPE}, CAROM_UNKNOWN_KIND},
      {{.kind = CAROM_SHAPE_KIND_COUNT}, CAROM_UNKNOWN_KIND},
      {{.kind = (carom_shape_kind)1000}, CAROM_UNKNOWN_KIND},
  };
  for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
    carom_obb box, untouched;
    memset(&box, 0x5a, sizeof box), memset(&untouched, 0x5a, sizeof untouched);
    carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_aabb bounds;
    ck_assert_msg(carom_shape_check(&checked[i].shape) == checked[i].status, "case %zu", i);
    ck_assert_int_eq(carom_shape_obb(&checked[i].shape, &box), checked[i].status);
    ck_assert_int_eq(carom_shape_bounds(&checked[i].shape, &pose, &bounds), checked[i].status);
    if (checked[i].status != CAROM_OK) ck_assert(memcmp(&box, &untouched, sizeof box) == 0);
  }
  carom_hull_release(hull);
}
END_TEST

/* Also of forged bytes: to compare such a number raises an exception, which ends this program. */
START_TEST(signalling_numbers_are_refused) {
  const uint32_t bits = 0x7fa00000;
  uint64_t random = 1;
  for (uint32_t k = 0; k < ALL_SPATIAL_KINDS; k++) {
    carom_shape shape = kind_random(&random, any_spatial_kind(k), 1);
    const carom__shape_class *class = carom__shape_class_of(shape.kind);
    for (size_t i = 0; i < class->size_count; i++) {
      carom_shape forged = shape;
      memcpy(shape_sizes(class, &forged) + i, &bits, sizeof bits);
      ck_assert_int_eq(carom_shape_check(&forged), CAROM_NOT_FINITE);
    }
    kind_release(&shape);
  }
}
END_TEST

START_TEST(bad_arguments_are_refused) {
  carom_shape shape = carom_shape_sphere(1);
  carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}}, zero = {{0, 0, 0}, {0, 0, 0, 0}};
  carom_pose bent = {{0, 0, 0}, {0, 0, 0, 2}}, far = {{2e9, 0, 0}, {0, 0, 0, 1}};
  carom_aabb out;
  ck_assert_int_eq(carom_shape_check(NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_obb(&shape, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(NULL, &pose, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, NULL, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &pose, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &zero, &out), CAROM_OK);
  ck_assert_int_eq(carom_shape_bounds(&shape, &bent, &out), CAROM_NOT_UNIT);
  ck_assert_int_eq(carom_shape_bounds(&shape, &far, &out), CAROM_OUT_OF_RANGE);
}
END_TEST

START_TEST(kinds_have_names) {
  ck_assert_str_eq(carom_shape_kind_name(CAROM_NO_SHAPE), "none");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_SPHERE), "sphere");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_CAPSULE), "capsule");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_BOX), "box");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_HULL), "hull");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_CYLINDER), "cylinder");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_CONE), "cone");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_FRUSTUM), "frustum");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_TAPERED_CAPSULE), "tapered_capsule");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_ELLIPSOID), "ellipsoid");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_TRIANGLE), "triangle");
  ck_assert_str_eq(carom_shape_kind_name(CAROM_SHAPE_KIND_COUNT), "none");
  ck_assert_str_eq(carom_shape_kind_name((carom_shape_kind)99), "none");
  ck_assert_ptr_null(carom__shape_class_of(CAROM_NO_SHAPE));
  ck_assert_ptr_null(carom__shape_class_of(CAROM__KIND_COUNT));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("shapes");
  TCase *core = tcase_create("shapes");
  tcase_set_timeout(core, 60);
  const int first = 1, end = SPATIAL_KINDS + 1;
  tcase_add_loop_test(core, support_is_the_farthest_point_of_the_core, first, end);
  tcase_add_loop_test(core, support_does_not_depend_on_length, first, end);
  tcase_add_loop_test(core, the_center_is_inside, first, end);
  tcase_add_loop_test(core, no_vertex_is_another, first, end);
  tcase_add_loop_test(core, obb_contains_the_shape_and_is_tight, first, end);
  tcase_add_loop_test(core, bounds_enclose_the_shape_and_are_tight, first, end);
  tcase_add_loop_test(core, rays_meet_the_surface, first, end);
  tcase_add_loop_test(core, the_face_looks_where_asked, first, end);
  tcase_add_test(core, the_face_of_a_box_is_the_one_most_along);
  tcase_add_test(core, caps_do_not_turn);
  tcase_add_test(core, a_ray_of_no_length_asks_for_the_inside);
  tcase_add_test(core, extreme_rays_stay_finite);
  tcase_add_test(core, faces_of_round_cores);
  tcase_add_test(core, outlines_lie_on_the_surface);
  tcase_add_loop_test(core, outlines_of_all_kinds_are_closed, first, end);
  tcase_add_test(core, bad_sizes_are_refused);
  tcase_add_test(core, signalling_numbers_are_refused);
  tcase_add_test(core, bad_arguments_are_refused);
  tcase_add_test(core, kinds_have_names);
  suite_add_tcase(suite, core);
  return suite;
}
