/* gjk.c: the iteration of Gilbert, Johnson and Keerthi (1988), with the lower bound of van den Bergen (2003)
 * as its certificate.
 *
 * It ends when no support point is nearer to the origin than the simplex is: by the relative gap of the
 * bounds, by a support point that it has already, or by a step that brings no progress, which is how rounding
 * shows. All of them are relative to the distance or to the size of the shapes. Directions are not normalised
 * and lengths are compared by their squares, so that a step takes no square root. */
#include "gjk.h"

#define MAX_ITERATIONS 64
/* Below this part of the size the nearest point is nothing but rounding, and the cores count as
 * overlapping. */
#define NO_DISTANCE 0x1p-40
/* The relative gap of the bounds at which more iterations change no digit that counts. */
#define RELATIVE_GAP 0x1p-40

/* The bound of a direction that no support point has been found for. */
#define NO_BOUND (-HUGE_VAL)

typedef struct search {
  const carom__cores *cores;
  carom__simplex *simplex;
  carom__nearest nearest; /* of the simplex */
  double bound;           /* the least product of nearest.point and a point of A - B */
} search;

static double squared(double x) { return x * x; }

/* Points, not indices: those of curved cores are only names. */
static bool contains(const carom__simplex *simplex, carom__dvec3 w) {
  for (int i = 0; i < simplex->count; i++) {
    carom__dvec3 v = simplex->vertices[i].w;
    if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
  }
  return false;
}

/* Is the distance known, or known to be beyond what is asked? */
static bool is_known(const search *s) {
  double square = s->nearest.square, gap = square - s->bound;
  if (s->bound > 0 && squared(s->bound) > squared(s->cores->reach) * square) return true;
  return gap <= RELATIVE_GAP * square;
}

/* One step toward the origin; false when the simplex is as near as it gets, or as anybody asks. */
static bool advance(search *s) {
  carom__simplex *simplex = s->simplex;
  carom__vertex *next = &simplex->vertices[simplex->count];
  carom__nearest nearer;
  *next = carom__cores_support(s->cores, dvec3_neg(s->nearest.point));
  s->bound = dvec3_dot(next->w, s->nearest.point);
  if (is_known(s) || contains(simplex, next->w)) return false;
  simplex->count++;
  carom__simplex_nearest(simplex, &nearer);
  if (!(nearer.square < s->nearest.square)) {
    simplex->count--;
    return false;
  }
  carom__simplex_keep(simplex, &nearer);
  s->nearest = nearer;
  s->bound = NO_BOUND;
  return true;
}

/* Fills in what follows from the nearest point. */
static carom_status finish(const search *s, double floor, carom__gjk_result *out) {
  double length = sqrt(s->nearest.square);
  bool apart = length > floor;
  out->distance = apart ? length : 0;
  out->lower = apart ? fmax(s->bound / length, 0) : 0;
  out->normal = apart ? dvec3_scale(s->nearest.point, -1 / length) : dvec3(0, 0, 0);
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = carom__simplex_point_b(&out->simplex);
  bool certain = out->distance - out->lower <= 2 * s->cores->touch || out->lower > s->cores->reach;
  return certain ? CAROM_OK : CAROM_NOT_CONVERGED;
}

/* Goes on from the simplex in *out. */
static carom_status run(const carom__cores *cores, carom__gjk_result *out) {
  search s = {.cores = cores, .simplex = &out->simplex, .bound = NO_BOUND};
  double floor = NO_DISTANCE * cores->size;
  out->iterations = 0;
  carom__simplex_nearest(s.simplex, &s.nearest);
  carom__simplex_keep(s.simplex, &s.nearest);
  while (s.nearest.square > squared(floor) && out->iterations < MAX_ITERATIONS && advance(&s))
    out->iterations++;
  return finish(&s, floor, out);
}

static void start_along(const carom__cores *cores, carom__dvec3 direction, carom__simplex *out) {
  out->vertices[0] = carom__cores_support(cores, direction);
  out->count = 1;
}

static void start_cold(const carom__cores *cores, carom__simplex *out) {
  carom__dvec3 center = carom__cores_center(cores);
  bool same = dvec3_dot(center, center) == 0;
  start_along(cores, same ? dvec3(-1, 0, 0) : dvec3_neg(center), out);
}

carom_status carom__gjk(const carom__cores *cores, carom__gjk_result *out) {
  start_cold(cores, &out->simplex);
  return run(cores, out);
}

/* What comes out of a cache may be anything, so that the vertices are taken as far as there are such. */
static void start_warm(const carom__cores *cores, const carom__gjk_cache *cache, carom__simplex *out) {
  out->count = 0;
  for (int i = 0; i < cache->count && i < 4; i++)
    out->count += carom__cores_vertex(cores, cache->a[i], cache->b[i], &out->vertices[out->count]);
  if (out->count > 0) return;
  float square = vec3_dot(cache->normal, cache->normal);
  if (square > 0 && isfinite(square))
    start_along(cores, dvec3_widen(cache->normal), out);
  else
    start_cold(cores, out);
}

static void remember(const carom__cores *cores, const carom__gjk_result *result, carom__gjk_cache *out) {
  *out = (carom__gjk_cache){.normal = dvec3_narrow(result->normal)};
  if (!carom__cores_have_vertices(cores)) return;
  out->count = (uint16_t)result->simplex.count;
  for (int i = 0; i < result->simplex.count; i++) {
    out->a[i] = (uint16_t)result->simplex.vertices[i].index_a;
    out->b[i] = (uint16_t)result->simplex.vertices[i].index_b;
  }
}

carom_status carom__gjk_warm(const carom__cores *cores, carom__gjk_cache *cache, carom__gjk_result *out) {
  start_warm(cores, cache, &out->simplex);
  carom_status status = run(cores, out);
  remember(cores, out, cache);
  return status;
}
