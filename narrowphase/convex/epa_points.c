/* epa_points.c: finds the points at which two cores touch when they are separated along their axis of depth.
 */
#include "epa_points.h"

#define MAX_PARTINGS 16

/* Moves the simplex of cores that were moved apart back to where they overlap. */
static void move_back(const carom__gjk_result *gjk, carom__dvec3 way, carom__epa_result *out) {
  out->simplex = gjk->simplex;
  for (int i = 0; i < gjk->simplex.count; i++) {
    carom__vertex *v = &out->simplex.vertices[i];
    v->b = dvec3_sub(v->b, way);
    v->w = dvec3_add(v->w, way);
  }
  out->point_a = gjk->point_a;
  out->point_b = dvec3_sub(gjk->point_b, way);
}

/* Parted by the depth and a little more, the cores are nearest to each other where they meet. */
static carom_status part(const carom__cores *cores, carom__epa_result *out, carom__dvec3 *seen_along) {
  carom__relative parted = *cores->b_in_a;
  carom__gjk_result gjk;
  double by = out->depth + 8 * cores->touch;
  parted.origin = vec3_add(parted.origin, dvec3_narrow(dvec3_scale(out->normal, by)));
  carom__dvec3 way = dvec3_sub(dvec3_widen(parted.origin), dvec3_widen(cores->b_in_a->origin));
  carom__cores moved = *cores;
  cores_place(&moved, &parted);
  carom_status status = carom__gjk(&moved, &gjk);
  if (status) return status;
  if (gjk.distance == 0) return CAROM_NOT_CONVERGED;
  move_back(&gjk, way, out);
  *seen_along = gjk.normal;
  return CAROM_OK;
}

/* Of curved cores support points are rounded, so that one depth is less than another only by more than that.
 */
static double rounding_of(const carom__cores *cores) {
  return carom__cores_have_vertices(cores) ? 0 : 0.25 * cores->touch;
}

carom_status carom__epa_points(const carom__cores *cores, carom__epa_result *out) {
  for (int i = 0;; i++) {
    carom__dvec3 normal;
    carom_status status = part(cores, out, &normal);
    if (status || i == MAX_PARTINGS) return status;
    double depth = dvec3_dot(carom__cores_support(cores, normal).w, normal);
    if (!(depth < out->depth - rounding_of(cores))) return CAROM_OK;
    out->normal = normal;
    out->depth = depth;
  }
}
