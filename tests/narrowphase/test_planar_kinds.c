/* test_planar_kinds.c: the planar kinds through the public functions, against long double. */
#include <string.h>

#include "carom/batch.h"
#include "carom/cast.h"
#include "flats.h"
#include "random_kind.h"

#define UNIT 0x1p-24L

static carom_shape random_polygon(uint64_t *random, float size) {
  random_flat f;
  carom_polygon *polygon = NULL;
  make_random_flat(random, 3 + test_below(random, CAROM_POLYGON_VERTICES_MAX - 2), size,
                   test_uniform(random, 0.05f, 1), &f);
  ck_assert(carom_polygon_from_points(NULL, &f.points[0].x, f.flat.count, 0, &polygon) == CAROM_OK);
  return carom_shape_rounded_polygon(polygon, f.flat.radius > 0 ? fmaxf(f.flat.radius, CAROM_SIZE_MIN) : 0);
}

/* Links of chains, which have their own tests, give way to rectangles. */
static carom_shape random_shape(uint64_t *random, float size) {
  carom_shape_kind kind = planar_kind(test_below(random, PLANAR_KINDS));
  float a = size * test_uniform(random, 0.2f, 1), b = size * test_uniform(random, 0.2f, 1);
  carom_vec3 p = test_vec3(random, -size, size);
  carom_vec2 from = {p.x, p.y}, to = {p.y, p.z};
  switch (kind) {
  case CAROM_DISC:
    return carom_shape_disc(a);
  case CAROM_STADIUM:
    return carom_shape_stadium(from, test_below(random, 8) ? to : from, 0.5f * b);
  case CAROM_POLYGON:
    return random_polygon(random, size);
  case CAROM_SEGMENT: /* one that is long enough */
    return carom_shape_segment(from,
                               fabsf(to.x - from.x) > 0.1f * size ? to : (carom_vec2){-to.x, from.y + size});
  case CAROM_RECTANGLE:
  case CAROM_CHAIN_LINK:
    return test_below(random, 2) ? carom_shape_rectangle(a, b)
                                 : carom_shape_rounded_rectangle(a, b, 0.3f * b);
  default:
    return kind_filled(random, kind, size);
  }
}

/* What the kind's definition says, with nothing of the library's; of arcs in place_arc. Of a kind without a
 * case it is what its class says. */
static void core_of(const carom_shape *shape, random_flat *out) {
  const carom_stadium *s = &shape->geometry.stadium;
  const carom_rectangle *r = &shape->geometry.rectangle;
  carom_polygon_view view;
  if (shape->kind == CAROM_POLYGON) {
    carom_polygon_describe(shape->geometry.polygon.asset, &view);
    memcpy(out->points, view.vertices, view.vertex_count * sizeof *view.vertices);
    flat_of_points(out, view.vertex_count, shape->geometry.polygon.radius);
  } else if (shape->kind == CAROM_RECTANGLE) {
    make_rectangle_flat(r->half.x, r->half.y, r->radius, out);
  } else if (shape->kind == CAROM_SEGMENT) {
    out->points[0] = shape->geometry.segment.a, out->points[1] = shape->geometry.segment.b;
    flat_of_points(out, 2, 0);
  } else if (shape->kind == CAROM_STADIUM) {
    out->points[0] = s->a, out->points[1] = s->b;
    flat_of_points(out, memcmp(&s->a, &s->b, sizeof s->a) ? 2 : 1, s->radius);
  } else if (shape->kind == CAROM_DISC) {
    out->points[0] = (carom_vec2){0, 0};
    flat_of_points(out, 1, shape->geometry.disc.radius);
  } else if (shape->kind == CAROM_ELLIPSE) {
    flat_of_points(out, 0, 0);
    out->flat.reach = shape->geometry.ellipse.radii.x + shape->geometry.ellipse.radii.y;
  } else if (shape->kind == CAROM_HALF_DISC) {
    flat_of_points(out, 0, 0);
    out->flat.reach = 2 * shape->geometry.half_disc.radius;
  } else {
    carom__flat flat;
    carom__shape_class_of(shape->kind)->flat(shape, &flat);
    memcpy(out->points, flat.points, flat.count * sizeof *flat.points);
    flat_of_points(out, flat.count, flat.radius);
  }
}

typedef struct solid {
  carom_shape shape;
  carom_pose pose;
  exact_flat core; /* from the origin of the first */
  long double radius, reach;
} solid;

static exact_arc place_arc(const carom_shape *shape, exact2 center, exact2 axis) {
  carom_vec2 r = shape->geometry.ellipse.radii;
  long double radius = (long double)shape->geometry.half_disc.radius;
  if (shape->kind == CAROM_ELLIPSE)
    return (exact_arc){center, axis, (long double)r.x, (long double)r.y, false};
  if (shape->kind == CAROM_HALF_DISC) return (exact_arc){center, axis, radius, radius, true};
  return (exact_arc){.half = false};
}

static void place(solid *p, carom_pos origin) {
  random_flat f;
  core_of(&p->shape, &f);
  long double z = (long double)p->pose.rotation.z, w = (long double)p->pose.rotation.w,
              length = z * z + w * w;
  exact2 axis = {(w * w - z * z) / length, 2 * z * w / length};
  exact2 at = {(long double)p->pose.position.x - (long double)origin.x,
               (long double)p->pose.position.y - (long double)origin.y};
  p->core.count = f.flat.count;
  for (uint32_t i = 0; i < f.flat.count; i++) {
    exact2 v = exact2_from((carom_vec3){f.points[i].x, f.points[i].y, 0});
    p->core.points[i] = exact2_mad(at, exact2_turn(axis, v), 1);
  }
  p->core.arc = place_arc(&p->shape, at, axis);
  p->radius = (long double)f.flat.radius;
  p->reach = (long double)f.flat.reach;
}

typedef struct scene {
  solid a, b;
  long double size;
} scene;

static void place_scene(scene *s) {
  place(&s->a, s->a.pose.position);
  place(&s->b, s->a.pose.position);
  s->size = s->a.reach + s->b.reach + fabsl((long double)(s->b.pose.position.x - s->a.pose.position.x)) +
            fabsl((long double)(s->b.pose.position.y - s->a.pose.position.y));
}

static void random_scene(uint64_t *random, float spread, scene *out) {
  float size = test_log_uniform(random, 1e-3f, 1e3f);
  double x = test_below(random, 2) ? 0 : (double)test_uniform(random, -1e7f, 1e7f);
  double dx = (double)(size * test_uniform(random, -spread, spread));
  double dy = (double)(size * test_uniform(random, -spread, spread));
  out->a.shape = random_shape(random, size);
  out->b.shape = random_shape(random, size);
  out->a.pose = carom_pose_planar(x, -x, (double)test_uniform(random, -4, 4));
  out->b.pose = carom_pose_planar(x + dx, dy - x, (double)test_uniform(random, -4, 4));
  place_scene(out);
}

static void end_scene(const scene *s) {
  carom__shape_release(&s->a.shape);
  carom__shape_release(&s->b.shape);
}

/* Is a point in a shape, along whose normal no other lies farther out? */
static bool is_deepest(const solid *p, carom_pos origin, carom_pos point, exact2 outward, long double slack) {
  exact2 at = {(long double)(point.x - origin.x), (long double)(point.y - origin.y)};
  long double most = exact_reach(&p->core, outward);
  return exact_point_distance(&p->core, at) <= p->radius + slack &&
         fabsl(exact2_dot(at, outward) - most - p->radius) <= slack;
}

/* The points of a signed distance lie on the shapes, and that distance apart along the normal. */
static bool has_points(const scene *s, const carom_distance_result *r) {
  carom_pos o = s->a.pose.position, p = s->b.pose.position;
  exact2 n = exact2_unit(exact2_from(r->normal)), back = {-n.x, -n.y};
  exact2 way = {(long double)(r->point_b.x - r->point_a.x), (long double)(r->point_b.y - r->point_a.y)};
  exact2 off = exact2_mad(way, n, -(long double)r->distance);
  long double far = fabsl((long double)o.x) + fabsl((long double)p.x), slack = 8 * UNIT * s->size;
  slack += 0x1p-51L * far;
  return hypotl(off.x, off.y) <= slack && is_deepest(&s->a, o, r->point_a, n, slack) &&
         is_deepest(&s->b, o, r->point_b, back, slack);
}

static const char *answers_fault(const scene *s) {
  const carom_shape *a = &s->a.shape, *b = &s->b.shape;
  carom_distance_result signed_result, result;
  carom_manifold m;
  bool overlap = false;
  if (carom_signed_distance(a, &s->a.pose, b, &s->b.pose, &signed_result) ||
      carom_distance(a, &s->a.pose, b, &s->b.pose, &result) ||
      carom_collide(a, &s->a.pose, b, &s->b.pose, &m) ||
      carom_overlap(a, &s->a.pose, b, &s->b.pose, &overlap))
    return "refused";
  long double truth = exact_separation(&s->a.core, &s->b.core) - s->a.radius - s->b.radius;
  long double found = (long double)signed_result.distance;
  if (!(fabsl(found - truth) <= 8 * UNIT * s->size)) return "signed distance";
  if (!has_points(s, &signed_result)) return "points of the distance";
  if (overlap != (m.point_count > 0) || overlap != (found <= 0) || overlap != (result.distance == 0))
    return "touch";
  if (!overlap && memcmp(&result, &signed_result, sizeof result) != 0) return "distance";
  if (signed_result.normal.z != 0 || signed_result.point_a.z != 0 || m.normal.z != 0)
    return "out of the plane";
  if (m.point_count > 2) return "points";
  for (uint32_t i = 0; i < m.point_count; i++)
    if (m.points[i].position.z != 0 || m.points[i].separation > 0) return "point";
  return m.point_count && fabsl((long double)m.points[0].separation - found) > 8 * UNIT * s->size ? "depth"
                                                                                                  : NULL;
}

START_TEST(pairs_are_right) {
  uint64_t random = 1;
  const char *fault = NULL;
  for (int n = test_scaled(20000); n > 0 && !fault; n--) {
    scene s;
    random_scene(&random, 2, &s);
    fault = answers_fault(&s);
    end_scene(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* Edges that are parallel but for rounding are all but as near as each other: of these, one has the point
 * across from which the other shape lies. */
START_TEST(what_is_turned_alike_meets_at_points_of_both) {
  uint64_t random = 6;
  const char *fault = NULL;
  for (int n = test_scaled(20000); n > 0 && !fault; n--) {
    scene s;
    random_scene(&random, 1, &s);
    if (test_below(&random, 2)) s.a.pose.rotation = carom_pose_planar_degrees(0, 0, n % 360).rotation;
    s.b.pose.rotation = s.a.pose.rotation;
    place_scene(&s);
    fault = answers_fault(&s);
    end_scene(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

static float on_grid(uint64_t *random) { return 0.25f * (float)((int)test_below(random, 9) - 4); }
static float grid_size(uint64_t *random) { return 0.125f * (float)(1u << test_below(random, 4)); }

static carom_shape grid_shape(uint64_t *random) {
  float a = grid_size(random), b = grid_size(random);
  carom_vec2 from = {on_grid(random), on_grid(random)}, to = {from.x + a, on_grid(random)};
  switch (test_below(random, 5)) {
  case 0:
    return carom_shape_ellipse(a, b);
  case 1:
    return carom_shape_half_disc(a);
  case 2:
    return carom_shape_disc(a);
  case 3:
    return carom_shape_rectangle(a, b);
  default:
    return carom_shape_segment(from, to);
  }
}

/* The nearest point is an end of an edge, square to which it lies: along the normal both ends are as far, but
 * one meets. */
START_TEST(on_a_grid_the_nearer_ends_of_edges_meet) {
  uint64_t random = 7;
  const char *fault = NULL;
  for (int n = test_scaled(10000); n > 0 && !fault; n--) {
    scene s = {.a.shape = grid_shape(&random), .b.shape = grid_shape(&random)};
    s.a.pose = carom_pose_planar_degrees(0, 0, 45 * test_below(&random, 8));
    s.b.pose = carom_pose_planar_degrees((double)on_grid(&random), (double)on_grid(&random),
                                         45 * test_below(&random, 8));
    place_scene(&s);
    fault = answers_fault(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* A corner of one half-disc lies square to the straight side of another, over one of its ends. */
START_TEST(a_corner_over_an_end_meets_it) {
  uint64_t random = 8;
  const char *fault = NULL;
  for (int n = test_scaled(10000); n > 0 && !fault; n--) {
    float r = test_uniform(&random, 1, 20), t = test_below(&random, 2) ? r : test_uniform(&random, 1, 20);
    scene s = {.a.shape = carom_shape_half_disc(r), .b.shape = carom_shape_half_disc(t)};
    double turn = (double)test_uniform(&random, -180, 180);
    carom_vec2 way = carom_direction_degrees(turn);
    double along = (double)(test_below(&random, 2) ? t : -t), gap = (double)test_uniform(&random, 0, 5);
    s.a.pose = carom_pose_planar_degrees(0, 0, 0);
    double x = (double)(test_below(&random, 2) ? r : -r) - gap * (double)way.y - along * (double)way.x;
    s.b.pose = carom_pose_planar_degrees(x, gap * (double)way.x - along * (double)way.y, turn);
    place_scene(&s);
    fault = answers_fault(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* The farthest points of a shape and of its bounds. */
static const char *bounds_fault(const scene *s) {
  carom_aabb box;
  carom_obb own;
  if (carom_shape_bounds(&s->a.shape, &s->a.pose, &box) || carom_shape_obb(&s->a.shape, &own))
    return "refused";
  long double x = (long double)s->a.pose.position.x;
  long double most_x = x + exact_reach(&s->a.core, (exact2){1, 0}) + s->a.radius;
  long double least_x = x - exact_reach(&s->a.core, (exact2){-1, 0}) - s->a.radius;
  long double loose = 100 * UNIT * (s->a.reach + fabsl(x));
  if (!((long double)box.max.x >= most_x && (long double)box.max.x <= most_x + loose)) return "greatest x";
  if (!((long double)box.min.x <= least_x && (long double)box.min.x >= least_x - loose)) return "least x";
  random_flat f;
  core_of(&s->a.shape, &f);
  carom__relative frame = {own.center, own.axes};
  for (uint32_t i = 0; i < f.flat.count; i++) {
    carom_vec3 p = relative_unapply(&frame, (carom_vec3){f.points[i].x, f.points[i].y, 0});
    float slack = 4 * 0x1p-24f * f.flat.reach;
    if (fabsf(p.x) + f.flat.radius > own.half.x + slack || fabsf(p.y) + f.flat.radius > own.half.y + slack)
      return "oriented box";
  }
  return own.half.z == 0 && own.center.z == 0 ? NULL : "oriented box out of the plane";
}

START_TEST(bounds_enclose) {
  uint64_t random = 2;
  const char *fault = NULL;
  for (int n = test_scaled(10000); n > 0 && !fault; n--) {
    scene s;
    random_scene(&random, 2, &s);
    fault = bounds_fault(&s);
    end_scene(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* --- Casts: by going on as far as the distance allows --- */

typedef long double gap_at(const void *context, long double time);

/* The time at which a gap that changes by at most `speed` comes down to `near`; 2 when it does not. */
static long double first_time(gap_at *gap, const void *context, long double speed, long double near) {
  long double time = 0;
  for (int i = 0; i < 100000 && time <= 1; i++) {
    long double left = gap(context, time) - near;
    if (left <= 0) return time;
    time += fmaxl(left, near) / speed;
  }
  return time <= 1 ? time : 2;
}

typedef struct line {
  const solid *target;
  exact2 from, way;
} line;

static long double point_gap(const void *context, long double time) {
  const line *l = context;
  return exact_point_distance(&l->target->core, exact2_mad(l->from, l->way, time)) - l->target->radius;
}

static const char *ray_fault(const scene *s, uint64_t *random) {
  carom_ray ray = {s->b.pose.position, {0, 0, 0}};
  carom_ray_result hit;
  float length = (float)s->size * test_uniform(random, -2, 2);
  ray.translation = (carom_vec3){length, (float)s->size * test_uniform(random, -2, 2), 0};
  if (carom_cast_ray(&s->a.shape, &s->a.pose, &ray, &hit)) return "refused";
  carom_pos o = s->a.pose.position;
  line l = {&s->a,
            {(long double)(ray.origin.x - o.x), (long double)(ray.origin.y - o.y)},
            exact2_from(ray.translation)};
  long double speed = hypotl(l.way.x, l.way.y), near = 1e-5L * s->size;
  long double sooner = first_time(point_gap, &l, speed, near), now = point_gap(&l, (long double)hit.fraction);
  if (hit.hit && hit.inside) return point_gap(&l, 0) <= near && hit.fraction == 0 ? NULL : "not inside";
  if (!hit.hit) return first_time(point_gap, &l, speed, 0.01L * near) > 1 || sooner > 1 ? NULL : "missed";
  if (!(fabsl(now) <= near)) return "not on the surface";
  if (hit.normal.z != 0 || hit.point.z != 0) return "out of the plane";
  return (long double)hit.fraction >= sooner - 1.001L * near / speed ? NULL : "too early";
}

START_TEST(rays_end_on_the_surface) {
  uint64_t random = 3;
  const char *fault = NULL;
  for (int n = test_scaled(3000); n > 0 && !fault; n--) {
    scene s;
    random_scene(&random, 3, &s);
    fault = ray_fault(&s, &random);
    end_scene(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* From where B is to A, and from the point that is nearest. */
static const char *point_fault(const scene *s) {
  carom_pos o = s->a.pose.position, p = s->b.pose.position;
  for (int i = 0; i < 2; i++) {
    carom_ray ray = {p, {0, 0, 0}};
    carom_ray_result hit;
    carom_point_distance far;
    if (carom_distance_to_point(&s->a.shape, &s->a.pose, &p, &far)) return "refused";
    if (carom_cast_ray(&s->a.shape, &s->a.pose, &ray, &hit)) return "refused";
    exact2 at = {(long double)(p.x - o.x), (long double)(p.y - o.y)};
    long double truth = exact_point_distance(&s->a.core, at) - s->a.radius;
    if (!(fabsl(fmaxl(truth, 0) - (long double)far.distance) <= 8 * UNIT * s->size)) return "distance";
    if (far.inside != hit.inside || far.inside != (far.distance == 0)) return "inside";
    if (far.normal.z != 0 || far.point.z != 0) return "out of the plane";
    p = far.point;
  }
  return NULL;
}

START_TEST(points_are_as_far_as_they_are) {
  uint64_t random = 5;
  const char *fault = NULL;
  for (int n = test_scaled(20000); n > 0 && !fault; n--) {
    scene s;
    random_scene(&random, 3, &s);
    fault = point_fault(&s);
    end_scene(&s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

typedef struct travel {
  scene s;
  exact2 way;
} travel;

static long double shape_gap(const void *context, long double time) {
  const travel *t = context;
  exact_flat moved = t->s.b.core;
  exact_move(&moved, (exact2){t->way.x * time, t->way.y * time});
  return exact_separation(&t->s.a.core, &moved) - t->s.a.radius - t->s.b.radius;
}

static const char *cast_fault(const travel *t, const carom_vec3 *way) {
  carom_impact hit;
  const scene *s = &t->s;
  if (carom_cast_shape(&s->a.shape, &s->a.pose, &s->b.shape, &s->b.pose, *way, &hit)) return "refused";
  long double speed = hypotl(t->way.x, t->way.y), near = 1e-5L * (s->size + speed);
  if (hit.hit && hit.inside) return shape_gap(t, 0) <= near ? NULL : "not inside";
  if (!hit.hit) return first_time(shape_gap, t, speed, 0.01L * near) > 1 ? NULL : "missed";
  if (!(fabsl(shape_gap(t, (long double)hit.fraction)) <= near)) return "not at a touch";
  if (hit.normal.z != 0 || hit.point.z != 0) return "out of the plane";
  return (long double)hit.fraction >= first_time(shape_gap, t, speed, near) - 1.001L * near / speed
             ? NULL
             : "too early";
}

START_TEST(casts_end_at_the_first_touch) {
  uint64_t random = 4;
  const char *fault = NULL;
  for (int n = test_scaled(3000); n > 0 && !fault; n--) {
    travel t;
    random_scene(&random, 4, &t.s);
    float size = (float)t.s.size;
    carom_vec3 way = {test_uniform(&random, -size, size), test_uniform(&random, -size, size), 0};
    t.way = exact2_from(way);
    fault = cast_fault(&t, &way);
    end_scene(&t.s);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* --- Refusals --- */

START_TEST(families_do_not_meet) {
  carom_shape disc = carom_shape_disc(1), ball = carom_shape_sphere(1);
  carom_pose pose = carom_pose_planar(0, 0, 0);
  carom_motion motion = {pose, pose};
  carom_manifold m;
  carom_distance_result d;
  carom_impact impact;
  bool overlap;
  ck_assert(carom_collide(&disc, &pose, &ball, &pose, &m) == CAROM_WRONG_FAMILY);
  ck_assert(carom_overlap(&ball, &pose, &disc, &pose, &overlap) == CAROM_WRONG_FAMILY);
  ck_assert(carom_distance(&disc, &pose, &ball, &pose, &d) == CAROM_WRONG_FAMILY);
  ck_assert(carom_signed_distance(&disc, &pose, &ball, &pose, &d) == CAROM_WRONG_FAMILY);
  ck_assert(carom_cast_shape(&disc, &pose, &ball, &pose, (carom_vec3){1, 0, 0}, &impact) ==
            CAROM_WRONG_FAMILY);
  ck_assert(carom_time_of_impact(&disc, &motion, &ball, &motion, 0, &impact) == CAROM_WRONG_FAMILY);
  carom_placed placed[2];
  carom_index_pair both = {0, 1};
  ck_assert(carom_place(&disc, &pose, &placed[0]) == CAROM_OK &&
            carom_place(&ball, &pose, &placed[1]) == CAROM_OK);
  carom_batch batch = {.placed = placed, .placed_count = 2, .pairs = &both, .pair_count = 1};
  ck_assert(carom_overlap_pairs(&batch, &overlap) == CAROM_WRONG_FAMILY);
}
END_TEST

START_TEST(what_leaves_the_plane_is_refused) {
  carom_shape disc = carom_shape_disc(1);
  carom_pose flat = carom_pose_planar(0, 0, 1), high = flat, tilted = {.rotation = {0.6f, 0, 0, 0.8f}};
  carom_placed placed;
  carom_aabb box;
  carom_impact impact;
  carom_ray_result hit;
  high.position.z = 1e-9;
  ck_assert(carom_place(&disc, &flat, &placed) == CAROM_OK);
  ck_assert(carom_place(&disc, &high, &placed) == CAROM_NOT_PLANAR);
  ck_assert(carom_place(&disc, &tilted, &placed) == CAROM_NOT_PLANAR);
  ck_assert(carom_shape_bounds(&disc, &high, &box) == CAROM_NOT_PLANAR);
  ck_assert(carom_cast_shape(&disc, &flat, &disc, &flat, (carom_vec3){1, 0, 1}, &impact) == CAROM_NOT_PLANAR);
  carom_motion up = {flat, high}, still = {flat, flat};
  ck_assert(carom_time_of_impact(&disc, &still, &disc, &up, 0, &impact) == CAROM_NOT_PLANAR);
  carom_ray rays[] = {{{0, 0, 1}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 1}}};
  ck_assert(carom_cast_ray(&disc, &flat, &rays[0], &hit) == CAROM_NOT_PLANAR);
  ck_assert(carom_cast_ray(&disc, &flat, &rays[1], &hit) == CAROM_NOT_PLANAR);
}
END_TEST

/* So far away the ends of the stadium are one even in double. */
START_TEST(edges_may_vanish_by_rounding) {
  carom_shape disc = carom_shape_disc(1),
              tiny = carom_shape_stadium((carom_vec2){0, 0}, (carom_vec2){1e-30f, 0}, 1);
  for (int i = 0; i < 2; i++) {
    carom_pose here = carom_pose_planar(0, 0, 0), there = carom_pose_planar(3, i ? 1 : 4, 0.3);
    carom_distance_result d;
    double want = i ? sqrt(10) - 2 : 3;
    ck_assert(carom_signed_distance(&disc, &here, &tiny, &there, &d) == CAROM_OK);
    ck_assert(fabs((double)d.distance - want) < 1e-5);
    ck_assert(carom_signed_distance(&tiny, &there, &tiny, &here, &d) == CAROM_OK);
    ck_assert(fabs((double)d.distance - want) < 1e-5);
  }
}
END_TEST

/* Floating-point exceptions are trapped. */
START_TEST(what_has_vanished_meets_edges) {
  const carom_shape box = carom_shape_rectangle(1, 1),
                    tiny = carom_shape_stadium((carom_vec2){0, 0}, (carom_vec2){1e-25f, 0}, 0.125f);
  for (int i = 0; i < 8; i++) {
    carom_pose here = carom_pose_planar_degrees(0, 0, 90 * i);
    carom_pose there = carom_pose_planar(0.3, i < 4 ? 1.1 : -1.1, 0.3 * i);
    carom_manifold m;
    ck_assert(carom_collide(&box, &here, &tiny, &there, &m) == CAROM_OK);
    ck_assert(m.point_count == 1 && fabsf(m.points[0].separation + 0.025f) < 1e-5f);
  }
}
END_TEST

START_TEST(wrong_sizes_are_refused) {
  carom_vec2 zero = {0, 0}, nan = {NAN, 0}, far = {0, 2e6f};
  const struct {
    carom_shape shape;
    carom_status status;
  } cases[] = {{carom_shape_disc(0), CAROM_BAD_SIZE},
               {carom_shape_disc(NAN), CAROM_NOT_FINITE},
               {carom_shape_stadium(zero, zero, 1), CAROM_OK},
               {carom_shape_stadium(zero, nan, 1), CAROM_NOT_FINITE},
               {carom_shape_stadium(zero, far, 1), CAROM_OUT_OF_RANGE},
               {carom_shape_stadium(zero, zero, 0), CAROM_BAD_SIZE},
               {carom_shape_rectangle(1, 0), CAROM_BAD_SIZE},
               {carom_shape_rectangle(INFINITY, 1), CAROM_NOT_FINITE},
               {carom_shape_rounded_rectangle(1, 1, -1), CAROM_BAD_SIZE},
               {carom_shape_rounded_rectangle(1, 1, 1), CAROM_OK},
               {carom_shape_polygon(NULL), CAROM_NULL_ARGUMENT},
               {carom_shape_ellipse(1, 2), CAROM_OK},
               {carom_shape_ellipse(0, 1), CAROM_BAD_SIZE},
               {carom_shape_ellipse(1, -1), CAROM_BAD_SIZE},
               {carom_shape_ellipse(1, NAN), CAROM_NOT_FINITE},
               {carom_shape_half_disc(1), CAROM_OK},
               {carom_shape_half_disc(0), CAROM_BAD_SIZE},
               {carom_shape_half_disc(INFINITY), CAROM_NOT_FINITE},
               {carom_shape_segment(zero, nan), CAROM_NOT_FINITE},
               {carom_shape_segment(zero, far), CAROM_OUT_OF_RANGE},
               {carom_shape_segment(zero, zero), CAROM_BAD_SIZE},
               {carom_shape_segment(zero, (carom_vec2){0, 1e-5f}), CAROM_OK}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    ck_assert_msg(carom_shape_check(&cases[i].shape) == cases[i].status, "case %d", (int)i);
}
END_TEST

/* --- Drawing --- */

typedef struct drawing {
  int lines, triangles;
  float area, farthest;
} drawing;

static void count_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  drawing *d = context;
  d->lines++;
  for (int i = 0; i < 2; i++)
    d->farthest = fmaxf(d->farthest, hypotf(ends[i].x, ends[i].y) + fabsf(ends[i].z) + fabsf(normals[i].z));
}

static void count_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  drawing *d = context;
  carom_vec3 a = corners[0], b = corners[1], c = corners[2];
  (void)normals;
  d->triangles++;
  d->area += 0.5f * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

START_TEST(outlines_bound_the_area) {
  carom_vec2 left = {-1, 0}, right = {1, 0};
  const struct {
    carom_shape shape;
    float area, farthest;
  } cases[] = {
      {carom_shape_disc(1), 3.14159f, 1},       {carom_shape_stadium(left, right, 1), 7.14159f, 2},
      {carom_shape_ellipse(2, 1), 6.28319f, 2}, {carom_shape_half_disc(1), 1.5708f, 1},
      {carom_shape_rectangle(2, 1), 8, 2.236f}, {carom_shape_rounded_rectangle(2, 1, 1), 23.14159f, 3.236f}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    drawing d = {0, 0, 0, 0};
    carom__outline out = {count_line, count_triangle, &d, 0};
    carom__shape_class_of(cases[i].shape.kind)->outline(&cases[i].shape, &out);
    ck_assert(d.lines >= 4 && d.triangles == d.lines - 2);
    ck_assert_msg(fabsf(d.area - cases[i].area) < 0.03f * cases[i].area, "case %d: %g", (int)i,
                  (double)d.area);
    ck_assert(d.farthest <= cases[i].farthest + 0.001f);
  }
}
END_TEST

/* Rays that all but run along a segment meet it between its ends. */
START_TEST(rays_along_segments_meet_them) {
  uint64_t random = 11;
  uint32_t hits = 0;
  for (int n = 0; n < test_scaled(5000); n++) {
    float lean = test_log_uniform(&random, 1e-13f, 1e-6f), far = test_log_uniform(&random, 1e2f, 1e5f);
    carom_shape segment = carom_shape_segment((carom_vec2){-32, lean}, (carom_vec2){-64, 32});
    const carom_pose pose = {{-2, -2, 0}, {0, 0, 0, 1}};
    carom_ray ray = {{-34 - (double)far, (double)far - 2, 0}, {2 * far, -2 * far, 0}};
    carom_ray_result hit;
    carom_point_distance off;
    ck_assert_int_eq(carom_cast_ray(&segment, &pose, &ray, &hit), CAROM_OK);
    if (!hit.hit) continue;
    hits++;
    ck_assert_int_eq(carom_distance_to_point(&segment, &pose, &hit.point, &off), CAROM_OK);
    ck_assert(off.distance <= 5e-7f * far);
  }
  ck_assert_uint_gt(hits, 0);
}
END_TEST

/* A point that rounding puts on a segment, and a ray beside it, is away from it by a unit normal across. */
START_TEST(points_on_segments_have_a_normal) {
  const carom_shape segment =
      carom_shape_segment((carom_vec2){-1.06528877e-15f, -8}, (carom_vec2){8, -2.01849884e-33f});
  const carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
  uint32_t apart = 0;
  for (int n = 0; n < 200; n++) {
    const carom_pos p = {0.04 * n, 0.04 * n - 8, 0};
    carom_point_distance found;
    ck_assert_int_eq(carom_distance_to_point(&segment, &pose, &p, &found), CAROM_OK);
    apart += !found.inside;
    ck_assert(found.inside || fabsf(fabsf(found.normal.x) - 0.70710678f) < 1e-6f);
    ck_assert(found.inside || fabsf(found.normal.x + found.normal.y) < 1e-6f);
  }
  ck_assert_uint_gt(apart, 0);
}
END_TEST

/* The direction between ends that all but coincide is lost where they are placed: then they are one. */
START_TEST(stadiums_that_are_nearly_discs) {
  uint64_t random = 13;
  for (int n = 0; n < test_scaled(20000); n++) {
    float x = -test_log_uniform(&random, 1e-16f, 1e-10f), y = 489.567413f, r = 244.783707f;
    const carom_shape disc = carom_shape_disc(r);
    const carom_shape near = carom_shape_stadium((carom_vec2){x, y}, (carom_vec2){0, y}, r);
    const carom_shape one = carom_shape_stadium((carom_vec2){0, y}, (carom_vec2){0, y}, r);
    double t = (double)test_uniform(&random, 0, 1);
    const carom_pose here = {{0, 0, 0}, {0, 0, -0.964446127f, -0.264279544f}};
    const carom_pose there = {{95 * t - 156, 815 * t - 1332, 0}, {0, 0, 0.382683396f, 0.923879564f}};
    carom_distance_result d, want;
    ck_assert_int_eq(carom_signed_distance(&disc, &here, &near, &there, &d), CAROM_OK);
    ck_assert_int_eq(carom_signed_distance(&disc, &here, &one, &there, &want), CAROM_OK);
    ck_assert(fabsf(d.distance - want.distance) < 1e-2f);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("planar_kinds");
  TCase *tests = tcase_create("planar_kinds");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, pairs_are_right);
  tcase_add_test(tests, stadiums_that_are_nearly_discs);
  tcase_add_test(tests, rays_along_segments_meet_them);
  tcase_add_test(tests, points_on_segments_have_a_normal);
  tcase_add_test(tests, what_is_turned_alike_meets_at_points_of_both);
  tcase_add_test(tests, on_a_grid_the_nearer_ends_of_edges_meet);
  tcase_add_test(tests, a_corner_over_an_end_meets_it);
  tcase_add_test(tests, bounds_enclose);
  tcase_add_test(tests, rays_end_on_the_surface);
  tcase_add_test(tests, points_are_as_far_as_they_are);
  tcase_add_test(tests, casts_end_at_the_first_touch);
  tcase_add_test(tests, families_do_not_meet);
  tcase_add_test(tests, what_leaves_the_plane_is_refused);
  tcase_add_test(tests, edges_may_vanish_by_rounding);
  tcase_add_test(tests, what_has_vanished_meets_edges);
  tcase_add_test(tests, wrong_sizes_are_refused);
  tcase_add_test(tests, outlines_bound_the_area);
  suite_add_tcase(suite, tests);
  return suite;
}
