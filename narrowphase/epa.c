/* epa.c: the expanding polytope algorithm of van den Bergen (2001), in a form that needs no enclosed origin.
 *
 * A polytope inside A - B grows, vertex by vertex, where its face of least signed distance from the origin is
 * not yet a face of A - B. When the origin is outside the first polytope that distance is negative, and
 * growth brings the origin in, if it is in A - B at all. So any tetrahedron with volume will do as a start,
 * and cores that coincide, touch, or share a symmetry are no special case. */
#include "epa.h"

#include "core_support.h"
#include "epa_points.h"
#include "epa_polish.h"
#include "epa_start.h"
#include "gauss_map.h"
#include "polytope.h"

/* Bounds this near to each other, as a part of the size, are equal but for rounding. Nothing coarser will do,
 * because the nearest points move by the root of what the depth is off. */
#define EQUAL 0x1p-44
/* How far the bounds of the depth of curved cores may be apart at the end, as a part of the least half
 * extent. */
#define CURVED_GAP 0x1p-20
/* With so many vertices the depth is all but the same in endlessly many directions, as for two cylinders on
 * one axis; no number of vertices would do then, and the bounds may be apart by this part of the depth or of
 * the least half extent, whichever is greater. */
#define CURVED_MANY 96
#define CURVED_MANY_GAP 0x1p-9

/* A - B has no thickness along the way out of its span, so that way parts the cores by (next to) nothing. */
static void part_flat(const carom__cores *cores, const carom__simplex *start, const carom__vertex *v,
                      int count, carom__epa_result *out) {
  out->normal = carom__epa_flat_normal(cores, v, count);
  out->depth = dvec3_dot(carom__cores_support(cores, out->normal).w, out->normal);
  out->simplex = *start;
  out->point_a = carom__simplex_point_a(start);
  out->point_b = carom__simplex_point_b(start);
}

/* What the bounds may be apart by at the end. */
static double enough_of(const carom__cores *cores, const carom__polytope *polytope, double depth) {
  if (carom__cores_have_vertices(cores)) return EQUAL * cores->size;
  double enough = fmax(0.5 * cores->touch, CURVED_GAP * cores->least_half);
  bool many = polytope->vertex_count > CURVED_MANY && depth < HUGE_VAL;
  return many ? fmax(enough, CURVED_MANY_GAP * fmax(depth, cores->least_half)) : enough;
}

/* Grows the polytope until its nearest face is one of A - B, or it is full. Each support point gives an upper
 * bound of the depth and the nearest face a lower one, which is returned. A face that cannot grow has a plane
 * that is rounding; it is passed over, and counts for the lower bound. Each round adds a vertex or ends a
 * face, so that the loop is bounded. */
static double expand(carom__polytope *polytope, const carom__cores *cores, carom__epa_result *out) {
  double skipped = HUGE_VAL;
  out->depth = HUGE_VAL;
  for (;;) {
    double enough = enough_of(cores, polytope, out->depth);
    int face = carom__polytope_nearest(polytope);
    if (face < 0) return skipped;
    carom__polytope_plane plane = polytope_plane(polytope, face);
    double lower = plane.distance < skipped ? plane.distance : skipped;
    if (plane.distance >= out->depth - enough) return lower;
    cores_support(cores, polytope->faces[face].normal, polytope_next(polytope));
    double bound = dvec3_dot(polytope_next(polytope)->w, plane.normal);
    if (bound < out->depth) {
      out->depth = bound;
      out->normal = plane.normal;
    }
    if (bound - plane.distance <= enough) continue;
    if (carom__polytope_full(polytope)) return lower;
    if (carom__polytope_grow(polytope, face)) continue;
    skipped = lower;
    carom__polytope_close(polytope, face);
  }
}

/* Faces that are as near as the nearest have its points too when they lie in one plane with it. When no such
 * point is where the depth says, because the bounds were let be apart, the cores are parted to find them. */
static carom_status find_witness(const carom__polytope *polytope, const carom__cores *cores,
                                 carom__epa_result *out) {
  carom__dvec3 target = dvec3_scale(out->normal, out->depth);
  bool found = carom__polytope_witness(polytope, out->depth + 0.25 * cores->touch, target, &out->simplex);
  if (!found) return carom__epa_points(cores, out);
  carom__dvec3 off = dvec3_sub(carom__simplex_point(&out->simplex), target);
  if (dvec3_length(off) > cores->touch) return carom__epa_points(cores, out);
  out->point_a = carom__simplex_point_a(&out->simplex);
  out->point_b = carom__simplex_point_b(&out->simplex);
  return CAROM_OK;
}

/* A polytope that is full is near enough when rounding could be as much; where the Gauss maps know better
 * they are asked. */
static bool are_equal(const carom__polytope *polytope, const carom__cores *cores, double lower,
                      const carom__epa_result *out) {
  double enough = enough_of(cores, polytope, out->depth);
  bool exactly = carom__polytope_full(polytope) && carom__gauss_map_applies(cores);
  return out->depth - lower <= (exactly ? enough : fmax(2 * cores->touch, enough));
}

/* The valley of directions may lead about either axis. About A's it is looked for always, because the bounds
 * were let be apart; about B's when they still are too far. */
static void polish(const carom__polytope *polytope, const carom__cores *cores, double lower,
                   carom__epa_result *out) {
  if (polytope->vertex_count <= CURVED_MANY || carom__cores_have_vertices(cores)) return;
  bool of_a = !cores->class_a->vertex, of_b = !cores->class_b->vertex;
  if (of_a) carom__epa_polish(cores, dvec3(0, 1, 0), out);
  if (of_b && (!of_a || !are_equal(polytope, cores, lower, out)))
    carom__epa_polish(cores, dvec3_widen(cores->b_in_a->axes.y), out);
}

static carom_status run(carom__polytope *polytope, const carom__cores *cores, carom__epa_result *out) {
  carom__polytope_start(polytope, cores->size);
  double lower = expand(polytope, cores, out);
  polish(polytope, cores, lower, out);
  return are_equal(polytope, cores, lower, out) ? find_witness(polytope, cores, out) : CAROM_NOT_CONVERGED;
}

carom_status carom__epa(const carom__cores *cores, const carom__simplex *start, carom__epa_result *out) {
  carom__polytope polytope;
  int count = carom__epa_start(cores, start, polytope.vertices);
  if (count < 4) {
    part_flat(cores, start, polytope.vertices, count, out);
    return CAROM_OK;
  }
  carom_status status = run(&polytope, cores, out);
  return status && carom__gauss_map_applies(cores) ? carom__gauss_map_depth(cores, out) : status;
}
