/* obb_basics.c: checks boxes, and computes simple results about one box. */
#include "obb.h"

#include "obb_inverse.h"
#include "obb_sat.h"

static bool in_range(carom_vec3 v) { return vec3_is_within(v, (float)CAROM_POSITION_MAX); }

static bool is_extent(carom_vec3 h) {
  return h.x >= 0 && h.y >= 0 && h.z >= 0 && vec3_is_within(h, CAROM_SIZE_MAX);
}

carom_status carom__point_check(carom_vec3 point) {
  if (!vec3_is_finite(point)) return CAROM_NOT_FINITE;
  return in_range(point) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* Why a box is refused. */
static carom_status obb_fault(const carom_obb *box) {
  const carom_mat3 *axes = &box->axes;
  if (!vec3_is_finite(box->center) || !vec3_is_finite(box->half) || !vec3_is_finite(axes->x) ||
      !vec3_is_finite(axes->y) || !vec3_is_finite(axes->z))
    return CAROM_NOT_FINITE;
  if (!in_range(box->center)) return CAROM_OUT_OF_RANGE;
  return is_extent(box->half) ? CAROM_DEGENERATE_AXES : CAROM_BAD_SIZE;
}

carom_status carom__obb_check(const carom_obb *box) {
  return lanes_all3(obb_sound(box)) ? CAROM_OK : obb_fault(box);
}

bool carom__obb_is_straight(const carom_obb *box) { return lanes_all3(obb_straight(box)); }

carom_status carom_obb_vertices(const carom_obb *box, carom_vec3 out[8]) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(box);
  if (status) return status;
  for (int i = 0; i < 8; i++) out[i] = dvec3_narrow(obb_corner(box, i));
  return CAROM_OK;
}

/* Bounds along one coordinate axis, where x, y and z are the axes' components; the products are exact. */
static void bounds_along(double center, float x, float y, float z, carom_vec3 half, float *low, float *high) {
  double reach_x = fabs((double)x) * (double)half.x, reach_y = fabs((double)y) * (double)half.y;
  double reach = double_add_up(double_add_up(reach_x, reach_y), fabs((double)z) * (double)half.z);
  *high = double_round_up(double_add_up(center, reach));
  *low = -double_round_up(double_add_up(-center, reach));
}

carom_aabb carom__obb_bounds(const carom_obb *box) {
  carom_aabb out;
  const carom_mat3 *m = &box->axes;
  bounds_along((double)box->center.x, m->x.x, m->y.x, m->z.x, box->half, &out.min.x, &out.max.x);
  bounds_along((double)box->center.y, m->x.y, m->y.y, m->z.y, box->half, &out.min.y, &out.max.y);
  bounds_along((double)box->center.z, m->x.z, m->y.z, m->z.z, box->half, &out.min.z, &out.max.z);
  return out;
}

carom_status carom_obb_bounds(const carom_obb *box, carom_aabb *out) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(box);
  if (!status) *out = carom__obb_bounds(box);
  return status;
}

static carom_status check_box_and_point(const carom_obb *box, carom_vec3 point) {
  carom_status status = carom__obb_check(box);
  return status ? status : carom__point_check(point);
}

carom_status carom_obb_contains(const carom_obb *box, carom_vec3 point, bool *out) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_box_and_point(box, point);
  if (status) return status;
  carom__obb_inverse inverse = obb_inverse(box);
  *out = obb_holds(box, obb_coordinates(&inverse, dvec3_widen(point)));
  return CAROM_OK;
}

carom_status carom_obb_closest_point(const carom_obb *box, carom_vec3 point, carom_vec3 *out) {
  if (!box || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_box_and_point(box, point);
  if (status) return status;
  carom__obb_inverse inverse = obb_inverse(box);
  carom__dvec3 at = obb_coordinates(&inverse, dvec3_widen(point)), half = dvec3_widen(box->half);
  carom__dvec3 nearest = dvec3_max(dvec3_min(at, half), dvec3_scale(half, -1));
  *out = obb_holds(box, at) ? point : dvec3_narrow(obb_point(box, nearest));
  return CAROM_OK;
}
