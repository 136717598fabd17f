/* sweeps.h: a slow twin of casts and times of impact: the distance at many poses of the motion. */
#ifndef CAROM_TEST_SWEEPS_H
#define CAROM_TEST_SWEEPS_H

#include "carom/cast.h"
#include "carom/support.h"
#include "scenes.h"

#define UNIT 0x1p-24f

static inline double norm1(carom_vec3 v) { return (double)(fabsf(v.x) + fabsf(v.y) + fabsf(v.z)); }

/* What has no reason to fail. Check's own assertions write to a file each time, which takes longer than most
 * of what is asked here. */
static inline void must(carom_status status) {
  if (status) ck_abort_msg("%s", carom_status_name(status));
}

static inline double reach_of(const carom_shape *shape) {
  carom_obb box;
  must(carom_shape_obb(shape, &box));
  return norm1(box.center) + norm1(box.half);
}

/* The size that the bounds of carom/cast.h speak of. */
static inline double sweep_size(const carom_sweep *s) { return reach_of(&s->a) + reach_of(&s->b); }

static inline double apart(const carom_pos *a, const carom_pos *b) {
  double x = b->x - a->x, y = b->y - a->y, z = b->z - a->z;
  return sqrt(x * x + y * y + z * z);
}

/* A gap, and by how much it may be off: poses and results are rounded to float. */
typedef struct gap {
  double value, slack;
  carom_distance_result nearest;
  carom_pose a, b;
} gap;

static inline gap gap_at(const carom_sweep *s, double time) {
  gap g;
  must(carom_motion_pose(&s->motion_a, time, &g.a));
  must(carom_motion_pose(&s->motion_b, time, &g.b));
  must(carom_distance(&s->a, &g.a, &s->b, &g.b, &g.nearest));
  g.value = (double)g.nearest.distance;
  g.slack = 8 * (double)UNIT * (sweep_size(s) + apart(&g.a.position, &g.b.position));
  return g;
}

static inline double from_surface(const carom_shape *shape, const carom_pose *pose, carom_pos point) {
  carom_point_distance d;
  must(carom_distance_to_point(shape, pose, &point, &d));
  return (double)d.distance;
}

static inline bool is_convex(const carom_shape *shape) { return !carom__shape_class_of(shape->kind)->walk; }

/* How far all of B lies from all of A along a direction. */
static inline double apart_along(const carom_sweep *s, const gap *g, carom_vec3 n) {
  carom_pos a, b;
  must(carom_support(&s->a, &g->a, n, &a));
  must(carom_support(&s->b, &g->b, (carom_vec3){-n.x, -n.y, -n.z}, &b));
  return (double)n.x * (b.x - a.x) + (double)n.y * (b.y - a.y) + (double)n.z * (b.z - a.z);
}

/* Is the way until `time` free, as far as `samples` poses tell? */
static inline const char *judge_way(const carom_sweep *s, double time, int samples) {
  for (int i = 0; i < samples && time > 0; i++) {
    gap g = gap_at(s, time * i / samples);
    if (g.value < (double)s->margin - g.slack) return "passed over a gap below the margin";
    if (g.value == 0 && s->margin == 0) {
      /* Touching may be a gap that is rounding. */
      carom_distance_result d;
      must(carom_signed_distance(&s->a, &g.a, &s->b, &g.b, &d));
      if ((double)d.distance < -g.slack) return "passed over a touch";
    }
  }
  return NULL;
}

static inline const char *judge_hit(const carom_sweep *s, const carom_impact *out) {
  gap g = gap_at(s, out->fraction);
  double near = 1.25 * (double)s->margin + 16 * (double)UNIT * sweep_size(s);
  carom_vec3 n = out->normal;
  if (!(out->fraction >= 0 && out->fraction < 1)) return "a fraction out of range";
  if (g.value > near) return "early";
  if (fabsf(n.x * n.x + n.y * n.y + n.z * n.z - 1) > 1e-5f) return "a normal that is not unit";
  /* The part that is hit is not always the nearest one. */
  const bool convex = is_convex(&s->a) && is_convex(&s->b);
  const double distance = (double)out->distance, most = convex ? g.value : near;
  if (distance < g.value - 2 * g.slack || distance > most + 2 * g.slack) return "another distance";
  if (convex && apart_along(s, &g, n) < g.value - 2 * g.slack) return "a normal that does not part them";
  double half = 0.5 * distance + 2 * g.slack;
  if (from_surface(&s->a, &g.a, out->point) > half) return "a point off A";
  if (from_surface(&s->b, &g.b, out->point) > half) return "a point off B";
  return NULL;
}

/* What is wrong with the answer, or NULL. */
static inline const char *judge_sweep(const carom_sweep *s, const carom_impact *out, int samples) {
  bool touch;
  must(carom_overlap(&s->a, &s->motion_a.start, &s->b, &s->motion_b.start, &touch));
  if (out->inside != touch) return "inside is not carom_overlap";
  if (touch) return out->hit && out->fraction == 0 ? NULL : "inside but no hit";
  const char *fault = judge_way(s, out->fraction, samples);
  if (fault) return fault;
  return out->hit ? judge_hit(s, out) : out->fraction == 1 ? NULL : "no hit but a fraction";
}

/* Turns a rotation by some angle about a random axis. */
static inline carom_quat turned(uint64_t *random, carom_quat q, float angle) {
  carom_vec3 v = test_vec3(random, -1, 1);
  float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z) + 1e-6f, s = sinf(angle / 2) / length;
  carom_quat d = {v.x * s, v.y * s, v.z * s, cosf(angle / 2)};
  carom_quat r = {
      d.w * q.x + d.x * q.w + d.y * q.z - d.z * q.y, d.w * q.y - d.x * q.z + d.y * q.w + d.z * q.x,
      d.w * q.z + d.x * q.y - d.y * q.x + d.z * q.w, d.w * q.w - d.x * q.x - d.y * q.y - d.z * q.z};
  length = sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return (carom_quat){r.x / length, r.y / length, r.z / length, r.w / length};
}

static inline carom_pos shifted(carom_pos p, carom_vec3 by) {
  return (carom_pos){p.x + (double)by.x, p.y + (double)by.y, p.z + (double)by.z};
}

/* A shape through which nothing passes. */
static inline carom_shape firm_shape(uint64_t *random, carom_shape_kind kind, float size) {
  for (;;) {
    carom_shape shape = random_shape(random, kind, size);
    if (!rough_lets_pass(&shape)) return shape;
    release_shape(&shape);
  }
}

/* Two shapes of about `size`, B passing A about as often as hitting it, both turning by up to `angle`. */
static inline carom_sweep random_sweep(uint64_t *random, carom_shape_kind kind_a, carom_shape_kind kind_b,
                                       float size, float angle) {
  carom_sweep s = {.a = firm_shape(random, kind_a, size), .b = firm_shape(random, kind_b, size)};
  carom_vec3 from = test_vec3(random, -3 * size, 3 * size), to = test_vec3(random, -3 * size, 3 * size);
  s.motion_a.start.rotation = test_quat(random);
  s.motion_b.start = (carom_pose){shifted((carom_pos){0, 0, 0}, from), test_quat(random)};
  s.motion_a.end.position = shifted((carom_pos){0, 0, 0}, test_vec3(random, -size, size));
  s.motion_b.end.position = shifted((carom_pos){0, 0, 0}, to);
  s.motion_a.end.rotation = turned(random, s.motion_a.start.rotation, test_uniform(random, 0, angle));
  s.motion_b.end.rotation = turned(random, s.motion_b.start.rotation, test_uniform(random, 0, angle));
  return s;
}

static inline void release_sweep(const carom_sweep *s) {
  release_shape(&s->a);
  release_shape(&s->b);
}

static inline carom_status run_sweep(const carom_sweep *s, carom_impact *out) {
  return carom_time_of_impact(&s->a, &s->motion_a, &s->b, &s->motion_b, s->margin, out);
}

#endif
