/* stateless_mass.c: carom/mass.h: the integrals over a shape, and what a solver makes of them. */
#include "stateless_mass.h"

#include <float.h>

#include "shape_class.h"

carom_status carom__density_check(float density) {
  if (!float_is_finite(density)) return CAROM_NOT_FINITE;
  return density > 0 ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static bool fits(double x) { return fabs(x) <= (double)FLT_MAX; }

/* Is a moment of inertia zero, as that of a point, or not too small for a float? */
static bool moment_fits(double x) { return x == 0 || fabs(x) >= (double)FLT_MIN; }

static bool mass_fits(double mass, carom__dvec3 center, const carom__dvec3 inertia[3]) {
  bool good = fits(mass) && mass >= (double)FLT_MIN;
  good = good && moment_fits(inertia[0].x) && moment_fits(inertia[1].y) && moment_fits(inertia[2].z);
  good = good && fits(center.x) && fits(center.y) && fits(center.z);
  for (int i = 0; i < 3; i++) good = good && fits(inertia[i].x) && fits(inertia[i].y) && fits(inertia[i].z);
  return good;
}

/* Seen from the centre, the inertia is the trace of the second moments, less these. */
carom_status carom__mass_of_moments(const carom__moments *moments, double density, carom_mass *out) {
  carom__dvec3 center = moments->from;
  const carom__dvec3 *s = moments->second;
  double trace = s[0].x + s[1].y + s[2].z;
  carom__moments inertia = {.volume = 0};
  carom__moments_add_round(&inertia, trace);
  carom__dvec3 *rows = inertia.second;
  for (int i = 0; i < 3; i++) rows[i] = dvec3_scale(dvec3_sub(rows[i], s[i]), density);
  rows[1].x = rows[0].y, rows[2].x = rows[0].z, rows[2].y = rows[1].z; /* but for rounding they are */
  double mass = density * moments->volume;
  if (!mass_fits(mass, center, rows)) return CAROM_OUT_OF_RANGE;
  *out = (carom_mass){(float)mass,
                      dvec3_narrow(center),
                      {dvec3_narrow(rows[0]), dvec3_narrow(rows[1]), dvec3_narrow(rows[2])}};
  return CAROM_OK;
}

carom_status carom_shape_get_mass(const carom_shape *shape, float density, carom_mass *out) {
  carom__moments moments;
  if (!shape || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__density_check(density);
  if (!status) status = carom__shape_moments(shape, &moments);
  if (!status && !(moments.volume > 0)) status = CAROM_FLAT;
  return status ? status : carom__mass_of_moments(&moments, (double)density, out);
}

/* --- Sums --- */

static bool mass_is_finite(const carom_mass *m) {
  return float_is_finite(m->mass) && vec3_is_finite(m->center) && vec3_is_finite(m->inertia.x) &&
         vec3_is_finite(m->inertia.y) && vec3_is_finite(m->inertia.z);
}

static carom_status check(const carom_mass *m) {
  if (!mass_is_finite(m)) return CAROM_NOT_FINITE;
  return m->mass >= 0 ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* The integrals of a mass, for the density 1. Those around the centre are half the trace of the inertia, less
 * this. */
static carom__moments moments_of(const carom_mass *m) {
  const carom__dvec3 rows[3] = {dvec3_widen(m->inertia.x), dvec3_widen(m->inertia.y),
                                dvec3_widen(m->inertia.z)};
  carom__moments out = {.volume = (double)m->mass, .from = dvec3_widen(m->center)};
  carom__moments_add_round(&out, 0.5 * (rows[0].x + rows[1].y + rows[2].z));
  for (int i = 0; i < 3; i++) out.second[i] = dvec3_sub(out.second[i], rows[i]);
  return out;
}

carom_status carom_mass_add(carom_mass *sum, const carom_mass *part, const carom_local_pose *pose) {
  if (!sum || !part || !pose) return CAROM_NULL_ARGUMENT;
  carom_local_pose at = *pose;
  carom_status status = check(sum);
  if (!status) status = check(part);
  if (!status) status = carom__local_pose_accept(&at);
  if (status || part->mass == 0) return status;
  carom__moments all = moments_of(sum), added = moments_of(part);
  carom__relative place = local_pose_to_relative(at);
  carom__moments_add_placed(&all, &added, &place);
  return carom__mass_of_moments(&all, 1, sum);
}
