/* mover_planes.c: the nearest way that respects planes.
 *
 * The nearest point of a polyhedron lies on at most three of its planes, and pulls towards the wish across
 * each of them (Kuhn and Tucker, 1951): of few planes all sets of at most three are tried. Nothing has to
 * converge, so that a mover in an acute corner stands still where one that is clipped by one plane after the
 * other would tremble. */
#include "move.h"

/* What a change along the easy direction costs less: on a slope of 45 degrees that takes 2^-12 of the speed.
 */
#define EASE 0x1p12

typedef struct planes_problem {
  const carom__bounds *bounds;
  carom__dvec3 wish, *out;
  size_t set[3], size;
} planes_problem;

/* Where a pull of 1 across a bound leads. */
static carom__dvec3 response(const carom__bounds *bounds, carom__dvec3 normal) {
  return dvec3_mad(normal, bounds->easy, dvec3_dot(normal, bounds->easy) * (EASE - 1));
}

static bool allows(const carom__bounds *bounds, carom__dvec3 way) {
  for (size_t i = 0; i < bounds->count; i++)
    if (dvec3_dot(bounds->items[i].normal, way) < bounds->items[i].offset - bounds->slack) return false;
  return true;
}

/* Row i of the equations for the pulls, that tells how much each of them moves along normal i; places that
 * are not taken have a row of the identity. */
static carom__dvec3 row(const planes_problem *p, size_t i) {
  double entries[3] = {i == 0, i == 1, i == 2};
  for (size_t k = 0; k < p->size && i < p->size; k++)
    entries[k] = dvec3_dot(p->bounds->items[p->set[i]].normal,
                           response(p->bounds, p->bounds->items[p->set[k]].normal));
  return dvec3(entries[0], entries[1], entries[2]);
}

/* How far along normal i the wish is short of its bound. */
static double lack(const planes_problem *p, size_t i) {
  if (i >= p->size) return 0;
  const carom__bound *bound = &p->bounds->items[p->set[i]];
  return bound->offset - dvec3_dot(bound->normal, p->wish);
}

/* Solves for the pulls by Cramer's rule; the matrix is symmetric. False when the planes depend on each other:
 * then fewer of them are enough. */
static bool find_pulls(const planes_problem *p, double pulls[3]) {
  carom__dvec3 a = row(p, 0), b = row(p, 1), c = row(p, 2), right = dvec3(lack(p, 0), lack(p, 1), lack(p, 2));
  carom__dvec3 across = dvec3_cross(b, c);
  double determinant = dvec3_dot(a, across);
  if (!(determinant > 0x1p-40 * (a.x * b.y * c.z))) return false;
  pulls[0] = dvec3_dot(right, across) / determinant;
  pulls[1] = dvec3_dot(right, dvec3_cross(c, a)) / determinant;
  pulls[2] = dvec3_dot(right, dvec3_cross(a, b)) / determinant;
  return true;
}

static bool try_set(const planes_problem *p) {
  double pulls[3];
  if (!find_pulls(p, pulls)) return false;
  carom__dvec3 way = p->wish;
  for (size_t i = 0; i < p->size; i++) {
    if (pulls[i] < 0) return false;
    way = dvec3_mad(way, response(p->bounds, p->bounds->items[p->set[i]].normal), pulls[i]);
  }
  *p->out = way;
  return allows(p->bounds, way);
}

/* Tries all sets that have `missing` more planes, from `first` on. */
static bool try_sets(planes_problem *p, size_t first, size_t missing) {
  if (!missing) return try_set(p);
  for (size_t i = first; i < p->bounds->count; i++) {
    p->set[p->size++] = i;
    if (try_sets(p, i + 1, missing - 1)) return true;
    p->size--;
  }
  return false;
}

bool carom__bounds_nearest(const carom__bounds *bounds, carom__dvec3 wish, carom__dvec3 *out) {
  planes_problem problem = {.bounds = bounds, .wish = wish, .out = out};
  for (size_t size = 0; size <= 3; size++)
    if (try_sets(&problem, 0, size)) return true;
  return false;
}
