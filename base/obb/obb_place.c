/* obb_place.c: makes the OBB of a local AABB that a matrix places in the world. */
#include "obb.h"

#include "dvec.h"

/* The least sine of the angle between an axis and the line or plane of those before it. */
#define LEAST_SINE 1e-4

static bool all_finite(const float *values, int count) {
  for (int i = 0; i < count; i++)
    if (!float_is_finite(values[i])) return false;
  return true;
}

static void read_columns(const float m[9], carom_matrix_layout layout, carom__dvec3 columns[3]) {
  int step = layout == CAROM_MATRIX_ROWS ? 3 : 1, start = layout == CAROM_MATRIX_ROWS ? 1 : 3;
  for (int k = 0; k < 3; k++) {
    const float *c = m + start * k;
    columns[k] = dvec3((double)c[0], (double)c[step], (double)c[2 * step]);
  }
}

/* Splits the columns into lengths and unit directions; false when one is zero. */
static bool split_lengths(carom__dvec3 columns[3], double lengths[3]) {
  for (int k = 0; k < 3; k++) {
    lengths[k] = dvec3_length(columns[k]);
    if (lengths[k] == 0) return false;
    columns[k] = dvec3_scale(columns[k], 1 / lengths[k]);
  }
  return true;
}

/* Gram-Schmidt on three unit directions; false when they are too nearly dependent. */
static bool orthonormalize(carom__dvec3 axes[3]) {
  carom__dvec3 y = dvec3_mad(axes[1], axes[0], -dvec3_dot(axes[0], axes[1]));
  double sine = dvec3_length(y);
  if (sine < LEAST_SINE) return false;
  axes[1] = dvec3_scale(y, 1 / sine);
  carom__dvec3 z = dvec3_cross(axes[0], axes[1]);
  double side = dvec3_dot(z, axes[2]);
  axes[2] = side < 0 ? dvec3_scale(z, -1) : z;
  return fabs(side) >= LEAST_SINE;
}

static bool in_order(const carom_aabb *box) {
  return box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
}

/* The matrix times a point, in double, moved by the translation. */
static carom__dvec3 place(const carom__dvec3 columns[3], carom__dvec3 p, carom_vec3 translation) {
  carom__dvec3 at = dvec3_mad(dvec3_widen(translation), columns[0], p.x);
  return dvec3_mad(dvec3_mad(at, columns[1], p.y), columns[2], p.z);
}

/* Narrows what fits into floats, and leaves it to the check of the box whether it is allowed. */
static bool narrow_checked(carom__dvec3 v, carom_vec3 *out) {
  const double most = 2 * CAROM_POSITION_MAX;
  if (!(fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most)) return false;
  *out = dvec3_narrow(v);
  return true;
}

static carom_status check_arguments(const carom_aabb *box, const float *matrix, carom_matrix_layout layout,
                                    carom_vec3 translation) {
  if (!vec3_is_finite(box->min) || !vec3_is_finite(box->max) || !vec3_is_finite(translation) ||
      !all_finite(matrix, 9))
    return CAROM_NOT_FINITE;
  if (layout != CAROM_MATRIX_COLUMNS && layout != CAROM_MATRIX_ROWS) return CAROM_UNKNOWN_KIND;
  return in_order(box) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom_obb_from_aabb(const carom_aabb *box, const float matrix[9], carom_matrix_layout layout,
                                 carom_vec3 translation, carom_obb *out) {
  if (!box || !matrix || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_arguments(box, matrix, layout, translation);
  if (status) return status;
  carom__dvec3 columns[3], low = dvec3_widen(box->min), high = dvec3_widen(box->max);
  double lengths[3];
  carom_obb result;
  read_columns(matrix, layout, columns);
  carom__dvec3 center = place(columns, dvec3_scale(dvec3_add(low, high), 0.5), translation);
  if (!split_lengths(columns, lengths) || !orthonormalize(columns)) return CAROM_DEGENERATE_AXES;
  carom__dvec3 scale = dvec3(lengths[0] * 0.5, lengths[1] * 0.5, lengths[2] * 0.5);
  if (!narrow_checked(dvec3_mul(dvec3_sub(high, low), scale), &result.half)) return CAROM_BAD_SIZE;
  if (!narrow_checked(center, &result.center)) return CAROM_OUT_OF_RANGE;
  result.axes = (carom_mat3){dvec3_narrow(columns[0]), dvec3_narrow(columns[1]), dvec3_narrow(columns[2])};
  status = carom__obb_check(&result);
  if (!status) *out = result;
  return status;
}
