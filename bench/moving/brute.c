#include "brute.h"

#include <math.h>

static bool aabbs_overlap(carom_aabb a, carom_aabb b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
         a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/* A box as its half edges. */
typedef struct edges {
  double v[3][3];
} edges;

static edges edges_of(const bench_body *body) {
  carom_mat3 m = bench_body_axes(body);
  const carom_vec3 axes[3] = {m.x, m.y, m.z};
  const float half[3] = {body->half.x, body->half.y, body->half.z};
  edges e;
  for (int i = 0; i < 3; i++) {
    double h = (double)half[i];
    e.v[i][0] = (double)axes[i].x * h, e.v[i][1] = (double)axes[i].y * h, e.v[i][2] = (double)axes[i].z * h;
  }
  return e;
}

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross3(const double *a, const double *b, double *out) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = a[j] * b[k] - a[k] * b[j];
  }
}

/* Parallel edges have no common normal, and their axis says nothing. */
static bool parts(const double *axis, const double *offset, const edges *a, const edges *b) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += fabs(dot3(axis, a->v[i])) + fabs(dot3(axis, b->v[i]));
  return fabs(dot3(axis, offset)) > sum;
}

static bool parallel(const double *axis, const double *a, const double *b) {
  return dot3(axis, axis) <= 1e-10 * dot3(a, a) * dot3(b, b);
}

/* Separating axes (Gottschalk, Lin and Manocha, 1996): faces, then the normals of two edges. */
static bool boxes_touch(const bench_body *p, const bench_body *q) {
  edges a = edges_of(p), b = edges_of(q);
  carom_vec3 s = p->position, t = q->position;
  double offset[3] = {(double)t.x - (double)s.x, (double)t.y - (double)s.y, (double)t.z - (double)s.z};
  for (int i = 0; i < 3; i++)
    if (parts(a.v[i], offset, &a, &b) || parts(b.v[i], offset, &a, &b)) return false;
  for (int i = 0; i < 9; i++) {
    double axis[3];
    cross3(a.v[i / 3], b.v[i % 3], axis);
    if (!parallel(axis, a.v[i / 3], b.v[i % 3]) && parts(axis, offset, &a, &b)) return false;
  }
  return true;
}

moving_counts moving_brute(const bench_scene *scene) {
  moving_counts counts = {0, 0};
  for (size_t i = 0; i < scene->mover_count; i++) {
    carom_aabb box = bench_body_bounds(&scene->bodies[i]);
    for (size_t j = i + 1; j < scene->count; j++) {
      if (!aabbs_overlap(box, bench_body_bounds(&scene->bodies[j]))) continue;
      counts.pairs++;
      counts.touching += boxes_touch(&scene->bodies[i], &scene->bodies[j]);
    }
  }
  return counts;
}
