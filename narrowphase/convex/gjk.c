/* gjk.c: the iteration of Gilbert, Johnson and Keerthi (1988), with the lower bound of van den Bergen (2003)
 * as its certificate.
 *
 * It ends when no support point is nearer to the origin than the simplex is: by the relative gap of the
 * bounds, by a support point that it has already, or by a step that brings no progress, which is how rounding
 * shows. All of them are relative to the distance or to the size of the shapes. Directions are not normalised
 * and lengths are compared by their squares, so that a step takes no square root. */
#include "gjk.h"

#include "curved.h"
#include "simplex_newest.h"

#define MAX_ITERATIONS 64
/* Below this part of the size the nearest point is nothing but rounding, and the cores count as
 * overlapping. */
#define NO_DISTANCE 0x1p-40
/* The relative gap of the bounds at which more iterations change no digit that counts. */
#define RELATIVE_GAP 0x1p-40

/* The gap, as a part of the size, at which curved cores are done: it is the rounding of their support points,
 * which only take a search farther and farther around. Polytopes end at a feature, whose normal is exact. */
#define CURVED_DONE 0x1p-27
/* No step of Newton's method turns the direction by more than this, in radians. */
#define MOST_TURN 0.25
/* The bound of a direction that no support point has been found for. */
#define NO_BOUND (-HUGE_VAL)

/* A search. Vertices stay where they were written, and `order` names those in use, because moving what was
 * just stored would cost more than finding it. */
typedef struct gjk_search {
  const carom__cores *cores;
  carom__simplex simplex;
  int order[4];       /* a permutation: the first simplex.count are in use, the newest last */
  carom__dvec3 point; /* the nearest of the simplex, and the square of its distance */
  double square;
  double floor_gap;
  bool careful; /* all features are tried at each step, slowly */
  double bound; /* the least product of that point and one of A - B */
  int iterations;
} gjk_search;

static double squared(double x) { return x * x; }

/* Points, not indices: those of curved cores are only names. */
static bool contains(const gjk_search *s, carom__dvec3 w) {
  for (int i = 0; i < s->simplex.count; i++) {
    carom__dvec3 v = s->simplex.vertices[s->order[i]].w;
    if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
  }
  return false;
}

/* Is the distance known, or known to be beyond what is asked? */
static bool is_known(const gjk_search *s) {
  double gap = s->square - s->bound;
  bool beyond = s->bound > 0 && squared(s->bound) > squared(s->cores->reach) * s->square;
  if (beyond && gap <= s->cores->rough * s->square) return true;
  return gap <= RELATIVE_GAP * s->square || squared(gap) <= squared(s->floor_gap) * s->square;
}

/* Keeps the vertices in use whose weights are not zero. */
static void keep(gjk_search *s, const double weights[4]) {
  int dropped[4], kept = 0, idle = 0;
  for (int i = 0; i < s->simplex.count; i++) {
    int slot = s->order[i];
    bool carries = weights[i] > 0;
    s->order[kept] = slot;
    s->simplex.weights[kept] = weights[i];
    dropped[idle] = slot;
    kept += carries;
    idle += !carries;
  }
  for (int i = 0; i < idle; i++) s->order[kept + i] = dropped[i];
  s->simplex.count = kept;
}

/* The vertices in use, in their order. */
static void gather(const gjk_search *s, carom__simplex *out) {
  out->count = s->simplex.count;
  for (int i = 0; i < out->count; i++) {
    out->vertices[i] = s->simplex.vertices[s->order[i]];
    out->weights[i] = s->simplex.weights[i];
  }
}

/* Takes a nearer point; false when it is not. */
static bool take(gjk_search *s, const double weights[4], carom__dvec3 point, double square) {
  if (!(square < s->square)) {
    s->simplex.count--;
    return false;
  }
  s->point = point;
  s->square = square;
  s->bound = NO_BOUND;
  keep(s, weights);
  return true;
}

static bool take_slowly(gjk_search *s) {
  carom__simplex simplex;
  carom__nearest nearest;
  gather(s, &simplex);
  carom__simplex_nearest(&simplex, &nearest);
  return take(s, nearest.weights, nearest.point, nearest.square);
}

/* Takes the nearest point with the vertex that was added last; false when it is no nearer than before. */
static bool take_newest(gjk_search *s) {
  carom__newest n;
  int older = s->simplex.count - 1;
  n.apex = s->simplex.vertices[s->order[older]].w;
  for (int i = 0; i < older; i++) n.edges[i] = dvec3_sub(s->simplex.vertices[s->order[i]].w, n.apex);
  if (s->careful || !newest_solve(&n, older) || !(n.square < s->square)) return take_slowly(s);
  double weights[4] = {n.older_weights[0], n.older_weights[1], n.older_weights[2], 0};
  weights[older] = 1 - n.older_weights[0] - n.older_weights[1] - n.older_weights[2];
  return take(s, weights, n.point, n.square);
}

/* Takes the nearest point of the vertices in slots 0 to simplex.count - 1, any of which may carry it. */
static void settle(gjk_search *s) {
  for (int i = 0; i < 4; i++) s->order[i] = i;
  s->point = s->simplex.vertices[0].w;
  s->square = dvec3_dot(s->point, s->point);
  s->simplex.weights[0] = 1;
  if (s->simplex.count == 1) return;
  s->square = HUGE_VAL;
  take_slowly(s);
}

/* One step toward the origin; false when the simplex is as near as it gets, or as anybody asks. */
static bool advance(gjk_search *s) {
  carom__vertex *next = &s->simplex.vertices[s->order[s->simplex.count]];
  cores_support(s->cores, dvec3_neg(s->point), next);
  s->bound = dvec3_dot(next->w, s->point);
  if (is_known(s) || contains(s, next->w) || s->iterations == MAX_ITERATIONS) return false;
  s->iterations++;
  s->simplex.count++;
  return take_newest(s);
}

/* Fills in what follows from the nearest point. */
static carom_status finish(const gjk_search *s, double floor, carom__gjk_result *out) {
  double length = square_root(s->square);
  bool apart = length > floor;
  gather(s, &out->simplex);
  out->distance = apart ? length : 0;
  out->lower = apart && s->bound > 0 ? s->bound / length : 0;
  out->normal = apart ? dvec3_scale(s->point, -1 / length) : dvec3(0, 0, 0);
  out->iterations = s->iterations;
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = dvec3_sub(out->point_a, s->point);
  bool certain = out->distance - out->lower <= 2 * s->cores->touch || out->lower > s->cores->reach;
  return certain ? CAROM_OK : CAROM_NOT_CONVERGED;
}

static carom_status run(gjk_search *s, carom__gjk_result *out) {
  double floor = NO_DISTANCE * s->cores->size;
  settle(s);
  s->floor_gap = carom__cores_have_vertices(s->cores) ? 0 : CURVED_DONE * s->cores->size;
  s->bound = NO_BOUND;
  s->iterations = 0;
  while (s->square > squared(floor) && advance(s)) continue;
  return finish(s, floor, out);
}

static void start_along(gjk_search *s, carom__dvec3 direction) {
  cores_support(s->cores, direction, &s->simplex.vertices[0]);
  s->simplex.count = 1;
}

static void start_cold(gjk_search *s) {
  carom__dvec3 center = cores_center(s->cores);
  bool same = dvec3_dot(center, center) == 0;
  start_along(s, same ? dvec3(-1, 0, 0) : dvec3_neg(center));
}

/* A search on curved cores may circle where the shapes are flat one way and round the other. From another
 * start it comes out elsewhere. And seen from a vertex far out on a needle the nearest point is known no
 * better than its own distance, so that the searches after the first look at every feature from its blunt
 * corner. */
static carom_status run_surely(gjk_search *s, carom__gjk_result *out) {
  for (int attempt = 0;; attempt++) {
    s->careful = attempt > 0;
    carom_status status = run(s, out);
    if (!status || attempt == 2) return status;
    if (attempt == 0)
      start_cold(s);
    else
      start_along(s, out->normal);
  }
}

carom_status carom__gjk(const carom__cores *cores, carom__gjk_result *out) {
  gjk_search s;
  s.cores = cores;
  start_cold(&s);
  return run_surely(&s, out);
}

/* What comes out of a cache may be anything, so that only vertices that there are can be taken. */
static void take_vertices(gjk_search *s, const carom__simplex_cache *cache) {
  const carom__cores *c = s->cores;
  uint32_t of_a = c->a.class->vertex_count(c->a.shape), of_b = c->b.class->vertex_count(c->b.shape);
  for (int i = 0; i < cache->count && i < 4; i++) {
    carom__vertex *next = &s->simplex.vertices[s->simplex.count];
    next->index_a = cache->a[i];
    next->index_b = cache->b[i];
    if (next->index_a >= of_a || next->index_b >= of_b) continue;
    cores_join(c, core_vertex(&c->a, next->index_a), core_vertex(&c->b, next->index_b), next);
    s->simplex.count++;
  }
}

static void start_warm(gjk_search *s, const carom__simplex_cache *cache) {
  s->simplex.count = 0;
  if (carom__cores_have_vertices(s->cores)) take_vertices(s, cache);
  if (s->simplex.count > 0) return;
  carom__dvec3 along = dvec3_widen(vec3_is_finite(cache->normal) ? cache->normal : vec3(0, 0, 0));
  if (dvec3_dot(along, along) > 0)
    start_along(s, along);
  else
    start_cold(s);
}

static void remember(const carom__cores *cores, const carom__gjk_result *result, carom__simplex_cache *out) {
  *out = (carom__simplex_cache){.normal = dvec3_narrow(result->normal)};
  if (!carom__cores_have_vertices(cores)) return;
  out->count = (uint16_t)result->simplex.count;
  for (int i = 0; i < result->simplex.count; i++) {
    out->a[i] = (uint16_t)result->simplex.vertices[i].index_a;
    out->b[i] = (uint16_t)result->simplex.vertices[i].index_b;
  }
}

/* --- Curved cores that moved a little: Newton's method from the direction that was the last --- */

/* Does the gap along the direction that was found prove the distance of its points? */
static bool is_proved(const carom__cores *cores, const carom__gjk_result *found) {
  double gap = found->distance - found->lower;
  return found->lower > greater_double(0.5 * found->distance, NO_DISTANCE * cores->size) &&
         gap <= CURVED_DONE * cores->size;
}

static bool go_downhill(const carom__curved_pair *pair, carom__dvec3 along, carom__gjk_result *out) {
  carom__curved_least least = {.normal = along, .depth = HUGE_VAL};
  carom__curved_descend(pair, along, MOST_TURN, &least);
  if (!least.has_points) return false;
  *out = (carom__gjk_result){.lower = -least.depth, .normal = least.normal, .simplex = least.simplex};
  out->point_a = carom__simplex_point_a(&least.simplex);
  out->point_b = carom__simplex_point_b(&least.simplex);
  out->distance = dvec3_length(dvec3_sub(out->point_a, out->point_b));
  return is_proved(pair->cores, out);
}

/* What is beyond the reach along that direction is left to the search, which sees it at once. */
static bool find_downhill(const carom__cores *cores, const carom__simplex_cache *cache,
                          carom__gjk_result *out) {
  if (!cores_are_curved(cores) || !vec3_is_finite(cache->normal)) return false;
  carom__dvec3 along = dvec3_normalize_or(dvec3_widen(cache->normal), dvec3(0, 0, 0));
  if (dvec3_dot(along, along) == 0) return false;
  carom__curved_pair pair;
  carom__curved_make(cores, &pair);
  bool beyond = cores->rough == 1 && -curved_depth(&pair, along) > cores->reach;
  return !beyond && go_downhill(&pair, along, out);
}

carom_status carom__gjk_warm(const carom__cores *cores, carom__simplex_cache *cache, carom__gjk_result *out) {
  gjk_search s;
  carom_status status = CAROM_OK;
  if (!find_downhill(cores, cache, out)) {
    s.cores = cores;
    start_warm(&s, cache);
    status = run_surely(&s, out);
  }
  remember(cores, out, cache);
  return status;
}
