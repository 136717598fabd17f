/* test_hard_planar.c: discs, stadiums, rectangles, polygons, segments, ellipses and half-discs against each
 * other on families of hard pairs, judged in 113 bits, and arcs in long double, from the definitions alone:
 * what touches, how far, how deep, along which normal. */
#include <stdio.h>

#include "arcs.h"
#include "carom/batch.h"
#include "carom/planar.h"
#include "oracle_real.h"
#include "shape_class.h"
#include "stateless.h"
#include "testing.h"

/* --- The truth --- */

/* A convex core: a point, a segment or a polygon, counter-clockwise, as seen from the origin of A; or what an
 * arc encloses, without points. */
enum { CORNERS_MAX = 16 };
typedef struct flat {
  rvec3 points[CORNERS_MAX];
  int count;
  oracle_real radius, reach;
  exact_arc arc;
} flat;

static rvec3 edge_of(const flat *f, int i) { return rvec_sub(f->points[(i + 1) % f->count], f->points[i]); }
static rvec3 right_of(rvec3 v) { return rvec(v.y, -v.x, 0); }
static oracle_real real_max(oracle_real a, oracle_real b) { return a > b ? a : b; }

static bool has_arc(const flat *f) { return f->arc.x > 0; }

static oracle_real reach_along(const flat *f, rvec3 direction) {
  const exact2 d = {(long double)direction.x, (long double)direction.y};
  if (has_arc(f)) return (oracle_real)exact_arc_reach(&f->arc, d);
  oracle_real most = rvec_dot(f->points[0], direction);
  for (int i = 1; i < f->count; i++) most = real_max(most, rvec_dot(f->points[i], direction));
  return most;
}

/* How far b lies beyond a along a direction of any length but zero. */
static oracle_real gap_along(const flat *a, const flat *b, rvec3 direction) {
  oracle_real most = reach_along(a, direction), least = reach_along(b, rvec_scale(direction, -1));
  return (-least - most) / rvec_length(direction);
}

static oracle_real point_to_edge(const flat *f, int i, rvec3 p) {
  rvec3 edge = edge_of(f, i), from = rvec_sub(p, f->points[i]);
  oracle_real square = rvec_dot(edge, edge), t = square > 0 ? rvec_dot(edge, from) / square : 0;
  return rvec_length(rvec_mad(from, edge, -(t < 0 ? 0 : t > 1 ? 1 : t)));
}

static oracle_real outline_distance(const flat *a, const flat *b) {
  oracle_real nearest = point_to_edge(a, 0, b->points[0]);
  for (int i = 0; i < a->count; i++)
    for (int k = 0; k < b->count; k++) {
      nearest = -real_max(-nearest, -point_to_edge(a, i, b->points[k]));
      nearest = -real_max(-nearest, -point_to_edge(b, k, a->points[i]));
    }
  return nearest;
}

/* The normals of all edges and, for cores on one line, their directions. */
static oracle_real widest_gap(const flat *a, const flat *b, bool along) {
  oracle_real widest = -(oracle_real)1e300;
  for (int side = 0; side < 2; side++) {
    const flat *own = side ? b : a;
    for (int i = 0; i < own->count && own->count > 1; i++) {
      rvec3 edge = rvec_scale(edge_of(own, i), side ? -1 : 1);
      widest = real_max(widest, gap_along(a, b, along ? edge : right_of(edge)));
    }
  }
  return widest;
}

typedef struct flats {
  const flat *a, *b;
} flats;

static long double gap_of_flats(const void *pair, exact2 direction) {
  const flats *f = pair;
  return (long double)gap_along(f->a, f->b, rvec((oracle_real)direction.x, (oracle_real)direction.y, 0));
}

/* The outward normals of edges, of B against them. */
static void add_edge_angles(exact_angles *list, const flat *f, long double side) {
  if (f->arc.half) add_angle(list, (exact2){side * f->arc.axis.y, -side * f->arc.axis.x});
  for (int i = 0; i < f->count && f->count > 1; i++) {
    rvec3 out = right_of(edge_of(f, i));
    add_angle(list, (exact2){side * (long double)out.x, side * (long double)out.y});
  }
}

static oracle_real arcs_separation(const flat *a, const flat *b) {
  static exact_angles list;
  const flats pair = {a, b};
  list.count = 0;
  if (has_arc(a)) add_arc_angles(&list, &a->arc, 1);
  if (has_arc(b)) add_arc_angles(&list, &b->arc, -1);
  add_edge_angles(&list, a, 1), add_edge_angles(&list, b, -1);
  return (oracle_real)exact_widest_gap(gap_of_flats, &pair, &list);
}

static oracle_real core_separation(const flat *a, const flat *b) {
  if (has_arc(a) || has_arc(b)) return arcs_separation(a, b);
  oracle_real widest = widest_gap(a, b, false);
  bool points = a->count + b->count == 2;
  return points || real_max(widest, widest_gap(a, b, true)) > 0 ? outline_distance(a, b) : widest;
}

/* --- The shapes, by their definitions --- */

static void set_points(flat *f, const carom_vec2 *points, int count) {
  f->count = count;
  for (int i = 0; i < count; i++) {
    f->points[i] = rvec((oracle_real)points[i].x, (oracle_real)points[i].y, 0);
    f->reach = real_max(f->reach, (oracle_real)(fabs((double)points[i].x) + fabs((double)points[i].y)));
  }
}

static void flat_of(const carom_shape *shape, flat *out) {
  const carom_vec2 zero = {0, 0}, ends[2] = {shape->geometry.stadium.a, shape->geometry.stadium.b},
                   half = shape->geometry.rectangle.half;
  const carom_vec2 corners[4] = {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
  carom_polygon_view view;
  *out = (flat){.count = 0};
  if (shape->kind == CAROM_POLYGON && !carom_polygon_describe(shape->geometry.polygon.asset, &view)) {
    set_points(out, view.vertices, (int)view.vertex_count);
    out->radius = (oracle_real)shape->geometry.polygon.radius;
  } else if (shape->kind == CAROM_ELLIPSE) {
    carom_vec2 r = shape->geometry.ellipse.radii;
    out->arc.x = (long double)r.x, out->arc.y = (long double)r.y;
    out->reach = (oracle_real)(out->arc.x + out->arc.y);
  } else if (shape->kind == CAROM_HALF_DISC) {
    out->arc.half = true;
    out->arc.x = out->arc.y = (long double)shape->geometry.half_disc.radius;
    out->reach = (oracle_real)(2 * out->arc.x);
  } else if (shape->kind == CAROM_SEGMENT) {
    set_points(out, (carom_vec2[2]){shape->geometry.segment.a, shape->geometry.segment.b}, 2);
  } else if (shape->kind == CAROM_DISC) {
    set_points(out, &zero, 1);
    out->radius = (oracle_real)shape->geometry.disc.radius;
  } else if (shape->kind == CAROM_STADIUM) {
    set_points(out, ends, ends[0].x == ends[1].x && ends[0].y == ends[1].y ? 1 : 2);
    out->radius = (oracle_real)shape->geometry.stadium.radius;
  } else {
    set_points(out, corners, 4);
    out->radius = (oracle_real)shape->geometry.rectangle.radius;
  }
  out->reach += 2 * out->radius;
}

typedef struct solid {
  carom_shape shape;
  carom_pose pose;
} solid;

static void place(const solid *s, const carom_pos *origin, flat *out) {
  rmat3 turn = rmat_of_quat(s->pose.rotation);
  rvec3 at = rvec((oracle_real)s->pose.position.x - (oracle_real)origin->x,
                  (oracle_real)s->pose.position.y - (oracle_real)origin->y, 0);
  flat_of(&s->shape, out);
  rvec3 axis = rmat_apply(&turn, rvec(1, 0, 0));
  out->arc.center = (exact2){(long double)at.x, (long double)at.y};
  out->arc.axis = (exact2){(long double)axis.x, (long double)axis.y};
  for (int i = 0; i < out->count; i++) out->points[i] = rvec_mad(rmat_apply(&turn, out->points[i]), at, 1);
}

typedef struct truth {
  flat a, b;
  double separation, size; /* signed; sum of sizes and distance */
} truth;

static void judge(const solid *a, const solid *b, truth *out) {
  place(a, &a->pose.position, &out->a);
  place(b, &a->pose.position, &out->b);
  out->separation = (double)(core_separation(&out->a, &out->b) - out->a.radius - out->b.radius);
  out->size = (double)(out->a.reach + out->b.reach) + fabs(b->pose.position.x - a->pose.position.x) +
              fabs(b->pose.position.y - a->pose.position.y);
}

/* --- Hard pairs --- */

enum {
  SPREAD,
  PARALLEL,
  NEARLY_PARALLEL,
  QUARTERS,
  CORNERS,
  THIN,
  UNEVEN,
  TINY,
  HUGE_ONES,
  FAR,
  COINCIDENT,
  FAMILIES
};
static const char *const names[] = {"spread",  "parallel", "nearly parallel", "quarters",
                                    "corners", "thin",     "uneven",          "tiny",
                                    "huge",    "far",      "coincident"};

enum { DISC, STADIUM, RECTANGLE, ROUNDED, POLYGON, SEGMENT, ELLIPSE, HALF_DISC, KINDS };

/* The hull of points on an ellipse, round or with few corners. */
static carom_shape make_polygon(uint64_t *random, float x, float y, float radius) {
  for (;;) {
    carom_vec2 points[CORNERS_MAX];
    carom_polygon *asset;
    size_t count = 3 + test_below(random, CORNERS_MAX - 2);
    for (size_t i = 0; i < count; i++) {
      carom_vec2 d = carom_direction((double)test_uniform(random, -4, 4));
      points[i] = (carom_vec2){x * d.x, y * d.y};
    }
    if (!carom_polygon_from_points(NULL, &points->x, count, 0, &asset))
      return carom_shape_rounded_polygon(asset, test_below(random, 2) ? radius : 0);
  }
}

static void release(const carom_shape *shape) {
  if (shape->kind == CAROM_POLYGON) carom_polygon_release(shape->geometry.polygon.asset);
}

static carom_shape make_shape(uint64_t *random, int kind, float size, float thin) {
  float x = size * test_uniform(random, 0.3f, 1), y = x * thin, r = x * test_log_uniform(random, 1e-3f, 1);
  if (thin == 1) y = size * test_uniform(random, 0.3f, 1);
  x = fmaxf(x, CAROM_SIZE_MIN), y = fmaxf(y, CAROM_SIZE_MIN), r = fmaxf(r * thin, CAROM_SIZE_MIN);
  switch (kind) {
  case DISC:
    return carom_shape_disc(x);
  case STADIUM:
    return carom_shape_stadium((carom_vec2){-x, 0}, (carom_vec2){test_below(random, 8) ? x : -x, 0}, r);
  case RECTANGLE:
    return carom_shape_rectangle(x, y);
  case POLYGON:
    return make_polygon(random, x, y, r);
  case SEGMENT:
    return carom_shape_segment((carom_vec2){-x, -y}, (carom_vec2){x, y});
  case ELLIPSE:
    return test_below(random, 2) ? carom_shape_ellipse(x, y) : carom_shape_ellipse(y, x);
  case HALF_DISC:
    return carom_shape_half_disc(x);
  default:
    return carom_shape_rounded_rectangle(x, y, r);
  }
}

static carom_shape make_diamond(float x, float y) {
  const carom_vec2 corners[4] = {{-x, 0}, {0, -y}, {x, 0}, {0, y}};
  carom_polygon *asset;
  ck_assert_int_eq(carom_polygon_from_points(NULL, &corners->x, 4, 0, &asset), CAROM_OK);
  return carom_shape_polygon(asset);
}

/* Sizes and places are multiples of a quarter, so that very much touches exactly. */
static carom_shape make_quarters(uint64_t *random, int kind) {
  float x = 0.25f * (float)(1 + test_below(random, 4)), y = 0.25f * (float)(1 + test_below(random, 4));
  if (kind == DISC) return carom_shape_disc(x);
  if (kind == STADIUM) return carom_shape_stadium((carom_vec2){-x, 0}, (carom_vec2){x, 0}, y);
  if (kind == SEGMENT) return carom_shape_segment((carom_vec2){-x, 0}, (carom_vec2){y, 0});
  if (kind == POLYGON) return make_diamond(x, y);
  if (kind == ELLIPSE) return carom_shape_ellipse(x, y);
  if (kind == HALF_DISC) return carom_shape_half_disc(x);
  return carom_shape_rounded_rectangle(x, y, kind == ROUNDED ? 0.25f : 0);
}

static double quarters(uint64_t *random) { return 0.25 * ((double)test_below(random, 17) - 8); }

static double degrees(uint64_t *random) { return (double)test_uniform(random, -180, 180); }

static void set_pose(solid *s, double x, double y, double turn) {
  s->pose = carom_pose_planar_degrees(x, y, turn);
}

/* Moves B so that the two touch, give or take some roundings. */
static void bring_near(uint64_t *random, const solid *a, solid *b) {
  carom_distance_result d;
  double aim = (double)test_uniform(random, -20, 20) * (test_below(random, 3) ? 1 : 0.05);
  truth t;
  judge(a, b, &t);
  if (carom_signed_distance(&a->shape, &a->pose, &b->shape, &b->pose, &d)) return;
  double way = aim * 0x1p-24 * t.size - t.separation;
  b->pose.position.x += way * (double)d.normal.x;
  b->pose.position.y += way * (double)d.normal.y;
}

/* The corners of what is around the shapes meet, give or take some roundings. */
static void meet_at_corners(uint64_t *random, const solid *a, solid *b, double turn) {
  carom_obb box_a, box_b;
  carom_vec2 axis = carom_direction_degrees(turn);
  carom_shape_obb(&a->shape, &box_a), carom_shape_obb(&b->shape, &box_b);
  float x = box_a.half.x + box_b.half.x, y = box_a.half.y + box_b.half.y, u = 0x1p-23f * (x + y);
  x += u * test_uniform(random, -4, 4), y += u * test_uniform(random, -4, 4);
  b->pose.position.x = a->pose.position.x + (double)(axis.x * x - axis.y * y);
  b->pose.position.y = a->pose.position.y + (double)(axis.y * x + axis.x * y);
}

static float size_of(uint64_t *random, int family) {
  if (family == TINY) return test_log_uniform(random, CAROM_SIZE_MIN, 10 * CAROM_SIZE_MIN);
  return family == HUGE_ONES ? test_uniform(random, 1e5f, 1e6f) : 1;
}

static void make_pair(uint64_t *random, int family, int kind_a, int kind_b, solid *a, solid *b) {
  float size = size_of(random, family), thin = family == THIN ? test_log_uniform(random, 1e-5f, 0.1f) : 1;
  float ratio = family == UNEVEN ? test_log_uniform(random, 1e-4f, 1e4f) : 1, wide = size * fmaxf(1, ratio);
  double turn = degrees(random), other = degrees(random), far = family == FAR ? 1e8 : 0;
  double x = (double)(2 * wide * test_uniform(random, -1, 1)),
         y = (double)(2 * wide * test_uniform(random, -1, 1));
  a->shape = make_shape(random, kind_a, size, thin),
  b->shape = make_shape(random, kind_b, size * ratio, thin);
  if (family == PARALLEL || family == CORNERS)
    other = turn + 90.0 * test_below(random, family == CORNERS ? 1 : 4);
  if (family == NEARLY_PARALLEL) other = turn + (double)test_log_uniform(random, 1e-8f, 1e-1f);
  if (family == QUARTERS) {
    release(&a->shape), release(&b->shape);
    a->shape = make_quarters(random, kind_a), b->shape = make_quarters(random, kind_b);
    turn = 90.0 * test_below(random, 4), other = 90.0 * test_below(random, 4);
    x = quarters(random), y = quarters(random);
  }
  if (family == COINCIDENT) x = y = 0, other = test_below(random, 2) ? turn : other;
  far *= (double)test_uniform(random, -1, 1);
  set_pose(a, far, -far, turn), set_pose(b, far + x, y - far, other);
  if (family == CORNERS) meet_at_corners(random, a, b, turn);
  if (family != QUARTERS && family != COINCIDENT && family != CORNERS && test_below(random, 3))
    bring_near(random, a, b);
}

/* --- The judgement --- */

typedef struct answers {
  bool overlap, strict;
  carom_distance_result signed_distance, distance;
  carom_manifold manifold;
} answers;

static bool ask(const solid *a, const solid *b, answers *out) {
  carom_placed of_a, of_b;
  return !carom_place(&a->shape, &a->pose, &of_a) && !carom_place(&b->shape, &b->pose, &of_b) &&
         !carom_overlap_placed(&of_a, &of_b, &out->overlap) &&
         !carom__call_penetrate(site_of(&of_a), site_of(&of_b), NULL, &out->strict) &&
         !carom_signed_distance_placed(&of_a, &of_b, NULL, &out->signed_distance) &&
         !carom_distance_placed(&of_a, &of_b, NULL, &out->distance) &&
         !carom_collide_placed(&of_a, &of_b, NULL, &out->manifold);
}

/* No move along another direction parts them sooner, or they are apart along this one by as much. */
static bool is_axis(const truth *t, carom_vec3 normal, double bound) {
  oracle_real gap = gap_along(&t->a, &t->b, rvec_of(normal)) - t->a.radius - t->b.radius;
  return fabs((double)gap - t->separation) <= bound && normal.z == 0;
}

static double greatest_depth(const carom_manifold *m) {
  double depth = 0;
  for (uint32_t i = 0; i < m->point_count; i++) depth = fmax(depth, -(double)m->points[i].separation);
  return depth;
}

/* Whether they touch at all. */
static const char *touch_fault(const truth *t, const answers *w, double band) {
  if (!w->overlap && t->separation < 0) return "apart, but overlapping";
  if (w->overlap && t->separation > band) return "overlapping, but apart";
  if (w->strict && t->separation >= 0) return "strictly overlapping, but apart or touching";
  if (!w->strict && t->separation < -2 * band) return "not strictly overlapping, but deep";
  bool touch = w->signed_distance.distance <= 0;
  return touch != w->overlap || touch != (w->manifold.point_count > 0) || touch != (w->distance.distance == 0)
             ? "not agreed"
             : NULL;
}

static const char *fault_of(const truth *t, const answers *w, double band) {
  const char *fault = touch_fault(t, w, band);
  if (fault) return fault;
  if (!(fabs((double)w->signed_distance.distance - t->separation) <= band)) return "signed distance";
  if (!is_axis(t, w->signed_distance.normal, band)) return "normal";
  carom_vec3 way = pos_sub(w->signed_distance.point_b, w->signed_distance.point_a);
  if (!(fabs((double)vec3_dot(way, w->signed_distance.normal) - t->separation) <= band)) return "points";
  if (!w->overlap) return NULL;
  if (!(fabs(greatest_depth(&w->manifold) + t->separation) <= band)) return "depth";
  return w->manifold.point_count <= 2 && is_axis(t, w->manifold.normal, band) ? NULL : "manifold";
}

/* The worst error of the distance goes to *units, in u s. */
static const char *pair_fault(const solid *a, const solid *b, double *units) {
  truth t;
  answers w;
  if (!ask(a, b, &w)) return "refused";
  judge(a, b, &t);
  *units = fmax(*units, fabs((double)w.signed_distance.distance - t.separation) / (0x1p-24 * t.size));
  return fault_of(&t, &w, 8 * 0x1p-24 * t.size);
}

START_TEST(answers_are_right) {
  int kind_a = _i / KINDS, kind_b = _i % KINDS, faults = 0;
  double units = 0;
  for (int n = 0; n < FAMILIES * test_scaled(60); n++) {
    uint64_t random = (uint64_t)(1000000 * _i + n);
    solid a, b;
    make_pair(&random, n % FAMILIES, kind_a, kind_b, &a, &b);
    const char *fault = pair_fault(&a, &b, &units);
    if (fault && faults++ == 0) printf("%s, pair %d: %s\n", names[n % FAMILIES], n, fault);
    release(&a.shape), release(&b.shape);
  }
  printf("kinds %d and %d: distances off by %.2f u s at most\n", kind_a, kind_b, units);
  ck_assert_int_eq(faults, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hard planar");
  TCase *tests = tcase_create("hard planar");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, answers_are_right, 0, KINDS * KINDS);
  suite_add_tcase(suite, tests);
  return suite;
}
