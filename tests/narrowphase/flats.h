/* flats.h: random convex shapes of the plane and, in long double, by looking at all edges and vertices, how
 * far two of them are apart. */
#ifndef CAROM_TEST_FLATS_H
#define CAROM_TEST_FLATS_H

#include "arcs.h"
#include "carom/planar.h"
#include "flat.h"
#include "testing.h"

static inline exact2 exact2_from(carom_vec3 v) { return (exact2){(long double)v.x, (long double)v.y}; }
static inline exact2 exact2_right(exact2 a) { return (exact2){a.y, -a.x}; }
static inline exact2 exact2_unit(exact2 a) {
  long double length = hypotl(a.x, a.y);
  return (exact2){a.x / length, a.y / length};
}

/* --- At random --- */

/* A core of `count` vertices on an ellipse; a point or a segment anywhere near. */
typedef struct random_flat {
  carom_vec2 points[CAROM__FLAT_VERTICES];
  float rows[4 * CAROM__FLAT_VERTICES];
  carom__flat flat;
} random_flat;

static inline void flat_of_points(random_flat *f, uint32_t count, float radius) {
  float reach = 0;
  for (uint32_t i = 0; i < count; i++) reach = fmaxf(reach, fabsf(f->points[i].x) + fabsf(f->points[i].y));
  f->flat = (carom__flat){.points = f->points, .count = count, .radius = radius, .reach = reach + 2 * radius};
  if (count <= 4) return;
  carom__flat_rows_fill(f->points, count, f->rows);
  f->flat.rows = f->rows;
}

/* A copy refers to its own numbers. */
static inline void copy_flat(const random_flat *from, random_flat *to) {
  *to = *from;
  to->flat.points = to->points;
  if (from->flat.rows) to->flat.rows = to->rows;
}

static inline void make_random_flat(uint64_t *random, uint32_t count, float size, float flatness,
                                    random_flat *out) {
  float radius = test_below(random, 2) ? 0 : size * test_log_uniform(random, 1e-3f, 1);
  double start = (double)test_uniform(random, 0, 7);
  for (uint32_t i = 0; i < count; i++) {
    double jitter = count > 2 ? (double)test_uniform(random, 0, 0.6f) : 0;
    carom_vec2 d = carom_direction(start + (i + jitter) * 6.283185307179586 / (count > 1 ? count : 2));
    out->points[i] = (carom_vec2){size * d.x, size * flatness * d.y};
  }
  flat_of_points(out, count, radius);
}

static inline void make_rectangle_flat(float half_x, float half_y, float radius, random_flat *out) {
  const carom_vec2 corners[4] = {{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}};
  for (int i = 0; i < 4; i++) out->points[i] = corners[i];
  flat_of_points(out, 4, radius);
}

static inline carom__relative planar_relative(float x, float y, carom_vec2 axis) {
  return (carom__relative){{x, y, 0}, {{axis.x, axis.y, 0}, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

/* --- The truth --- */

/* An arc takes the place of points. */
typedef struct exact_flat {
  exact2 points[CAROM__FLAT_VERTICES];
  uint32_t count;
  exact_arc arc;
} exact_flat;

static inline bool exact_has_arc(const exact_flat *f) { return f->arc.x > 0; }

/* How far a core reaches along a direction. */
static inline long double exact_reach(const exact_flat *f, exact2 direction) {
  long double most = exact_has_arc(f) ? exact_arc_reach(&f->arc, direction) : -HUGE_VALL;
  for (uint32_t i = 0; i < f->count; i++) most = fmaxl(most, exact2_dot(f->points[i], direction));
  return most;
}

static inline void exact_move(exact_flat *f, exact2 way) {
  f->arc.center = exact2_mad(f->arc.center, way, 1);
  for (uint32_t i = 0; i < f->count; i++) f->points[i] = exact2_mad(f->points[i], way, 1);
}

static inline exact_flat exact_flat_of(const carom__flat *flat, const carom__relative *pose) {
  exact_flat out = {.count = flat->count, .arc = {.half = false}};
  for (uint32_t i = 0; i < flat->count; i++) {
    long double x = (long double)flat->points[i].x, y = (long double)flat->points[i].y;
    out.points[i] = (exact2){x, y};
    if (!pose) continue;
    long double c = (long double)pose->axes.x.x, s = (long double)pose->axes.x.y;
    out.points[i] = (exact2){(long double)pose->origin.x + (c * x - s * y),
                             (long double)pose->origin.y + (s * x + c * y)};
  }
  return out;
}

/* How far b lies beyond a along a unit direction. */
static inline long double exact_gap_along(const exact_flat *a, const exact_flat *b, exact2 direction) {
  return -exact_reach(b, (exact2){-direction.x, -direction.y}) - exact_reach(a, direction);
}

static inline exact2 exact_edge(const exact_flat *f, uint32_t i) {
  return exact2_sub(f->points[(i + 1) % f->count], f->points[i]);
}

static inline long double exact_point_to_edge(const exact_flat *f, uint32_t i, exact2 p) {
  exact2 edge = exact_edge(f, i), from = exact2_sub(p, f->points[i]);
  long double square = exact2_dot(edge, edge), t = square > 0 ? exact2_dot(edge, from) / square : 0;
  exact2 off = exact2_mad(from, edge, -(t < 0 ? 0 : t > 1 ? 1 : t));
  return hypotl(off.x, off.y);
}

/* How far a point is from a core: negative inside. */
static inline long double exact_point_distance(const exact_flat *f, exact2 p) {
  if (exact_has_arc(f)) return exact_arc_distance(&f->arc, p);
  long double nearest = HUGE_VALL, beyond = -HUGE_VALL;
  for (uint32_t i = 0; i < f->count; i++) {
    nearest = fminl(nearest, exact_point_to_edge(f, i, p));
    if (f->count < 3) continue;
    exact2 out = exact2_unit(exact2_right(exact_edge(f, i)));
    beyond = fmaxl(beyond, exact2_dot(out, exact2_sub(p, f->points[i])));
  }
  return f->count > 2 && beyond < 0 ? beyond : nearest;
}

static inline long double exact_outline_distance(const exact_flat *a, const exact_flat *b) {
  long double nearest = HUGE_VALL;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      nearest = fminl(nearest, exact_point_to_edge(a, i, b->points[j]));
      nearest = fminl(nearest, exact_point_to_edge(b, j, a->points[i]));
    }
  return nearest;
}

/* Along the normals of all edges or, as `along`, along the edges. */
static inline long double exact_widest_along(const exact_flat *a, const exact_flat *b, bool along) {
  long double widest = -HUGE_VALL;
  for (int side = 0; side < 2; side++) {
    const exact_flat *own = side ? b : a;
    for (uint32_t i = 0; i < own->count && own->count > 1; i++) {
      exact2 edge = exact2_unit(exact_edge(own, i)), out = along ? edge : exact2_right(edge);
      if (side) out = (exact2){-out.x, -out.y};
      widest = fmaxl(widest, exact_gap_along(a, b, out));
    }
  }
  return widest;
}

typedef struct exact_flats {
  const exact_flat *a, *b;
} exact_flats;

static inline long double exact_flats_gap(const void *pair, exact2 direction) {
  const exact_flats *flats = pair;
  return exact_gap_along(flats->a, flats->b, direction);
}

/* Of cores of which one has an arc. */
static inline long double exact_arcs_separation(const exact_flat *a, const exact_flat *b) {
  static exact_angles list;
  const exact_flats pair = {a, b};
  list.count = 0;
  for (int side = 0; side < 2; side++) {
    const exact_flat *f = side ? b : a;
    long double sign = side ? -1 : 1;
    if (exact_has_arc(f)) add_arc_angles(&list, &f->arc, sign);
    if (f->arc.half) add_angle(&list, (exact2){sign * f->arc.axis.y, -sign * f->arc.axis.x});
    for (uint32_t i = 0; i < f->count && f->count > 1; i++) {
      exact2 out = exact2_right(exact_edge(f, i));
      add_angle(&list, (exact2){sign * out.x, sign * out.y});
    }
  }
  return exact_widest_gap(exact_flats_gap, &pair, &list);
}

/* The signed distance of two cores. What parts them is the normal of an edge or, where all lies on one line,
 * the direction of one. */
static inline long double exact_separation(const exact_flat *a, const exact_flat *b) {
  if (exact_has_arc(a) || exact_has_arc(b)) return exact_arcs_separation(a, b);
  if (a->count + b->count == 2) return exact_outline_distance(a, b);
  long double widest = exact_widest_along(a, b, false);
  return fmaxl(widest, exact_widest_along(a, b, true)) > 0 ? exact_outline_distance(a, b) : widest;
}

#endif
