/* gjk.c: the iteration of Gilbert, Johnson and Keerthi (1988), with the lower bound of van den Bergen (2003)
 * as its certificate.
 *
 * It ends when no support point is nearer to the origin than the simplex is: by the relative gap of the
 * bounds, by a support point that it has already, or by a step that brings no progress, which is how rounding
 * shows. All of them are relative to the distance or to the size of the shapes. */
#include "gjk.h"

#define MAX_ITERATIONS 64
/* Below this part of the size the nearest point is nothing but rounding, and the cores count as
 * overlapping. */
#define NO_DISTANCE 0x1p-40
/* The relative gap of the bounds at which more iterations change no digit that counts. */
#define RELATIVE_GAP 0x1p-40

static bool contains(const carom__simplex *simplex, const carom__vertex *vertex) {
  for (int i = 0; i < simplex->count; i++) {
    const carom__vertex *v = &simplex->vertices[i];
    if (v->index_a == vertex->index_a && v->index_b == vertex->index_b) return true;
  }
  return false;
}

static carom__simplex first_simplex(const carom__cores *cores) {
  carom__dvec3 toward = dvec3_neg(dvec3_normalize_or(carom__cores_center(cores), dvec3(1, 0, 0)));
  carom__simplex simplex = {.weights = {1}, .count = 1};
  simplex.vertices[0] = carom__cores_support(cores, toward);
  return simplex;
}

static void overlap(carom__gjk_result *out) {
  out->distance = 0;
  out->normal = dvec3(0, 0, 0);
}

/* One step toward the origin; false when the simplex is as near as it gets. *lower is the proved bound. */
static bool advance(const carom__cores *cores, carom__gjk_result *out, double *lower) {
  carom__dvec3 direction = out->normal;
  carom__vertex next = carom__cores_support(cores, direction);
  double bound = -dvec3_dot(next.w, direction);
  *lower = bound > *lower ? bound : *lower;
  if (out->distance - bound <= RELATIVE_GAP * out->distance || contains(&out->simplex, &next)) return false;
  carom__simplex nearer = out->simplex;
  nearer.vertices[nearer.count++] = next;
  carom__simplex_reduce(&nearer);
  carom__dvec3 point = carom__simplex_point(&nearer);
  double distance = nearer.count == 4 ? 0 : dvec3_length(point);
  if (!(distance < out->distance)) return false;
  out->simplex = nearer;
  out->distance = distance;
  if (distance > NO_DISTANCE * cores->size) out->normal = dvec3_scale(point, -1 / distance);
  return true;
}

carom_status carom__gjk(const carom__cores *cores, carom__gjk_result *out) {
  double lower = 0, floor = NO_DISTANCE * cores->size;
  *out = (carom__gjk_result){.simplex = first_simplex(cores)};
  carom__dvec3 first = out->simplex.vertices[0].w;
  out->distance = dvec3_length(first);
  out->normal = dvec3_neg(dvec3_normalize_or(first, dvec3(0, 0, 0)));
  while (out->distance > floor && out->iterations < MAX_ITERATIONS && advance(cores, out, &lower))
    out->iterations++;
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = carom__simplex_point_b(&out->simplex);
  if (out->distance <= floor) {
    overlap(out);
    return CAROM_OK;
  }
  return out->distance - lower <= 2 * cores->touch ? CAROM_OK : CAROM_NOT_CONVERGED;
}
