/* shape_bounds.c: computes the tight world AABB of a shape at a pose. The engine uses other boxes, which are
 * larger by the tolerance of touching (carom__shape_bounds). */
#include "dvec.h"
#include "placed.h"
#include "shape_class.h"

/* What a double that was rounded a few times may be off by, relative to what it is made of. */
#define DOUBLE_ROUNDING 0x1p-49

/* The axes of the world, as seen from the shape: the rows of the exact rotation, in double. */
static void rows_of(carom_quat q, carom__dvec3 rows[3]) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w, square = quat_length_squared(q);
  double s = square > 0 ? 2 / square : 0;
  rows[0] = dvec3(1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w));
  rows[1] = dvec3(s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w));
  rows[2] = dvec3(s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y));
}

/* A product with a rounded factor, rounded up; without rotation nothing is rounded. */
static double times_up(double factor, double length) {
  double product = factor * length;
  return fabs(factor) == 1 ? product : product + DOUBLE_ROUNDING * fabs(product);
}

static double along_up(carom__dvec3 axis, carom__dvec3 p) {
  return double_add_up(double_add_up(times_up(axis.x, p.x), times_up(axis.y, p.y)), times_up(axis.z, p.z));
}

/* How far two discs reach that are apart. By division their axis is exact where it is one of the frame. */
static double discs_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  carom__discs d;
  class->discs(shape, &d);
  carom__dvec3 first = dvec3_widen(d.centers[0]), second = dvec3_widen(d.centers[1]);
  carom__dvec3 way = dvec3_sub(second, first);
  double length = dvec3_length(way);
  carom__dvec3 along = dvec3(way.x / length, way.y / length, way.z / length);
  double across = dvec3_length(dvec3_mad(axis, along, -dvec3_dot(axis, along)));
  return greater_double(double_add_up(along_up(axis, first), times_up(across, (double)d.radii[0])),
                        double_add_up(along_up(axis, second), times_up(across, (double)d.radii[1])));
}

static double vertex_reach(const carom_shape *shape, const carom__shape_class *class, carom__dvec3 axis) {
  double most = -HUGE_VAL;
  for (uint32_t i = class->vertex_count(shape); i-- > 0;)
    most = greater_double(most, along_up(axis, dvec3_widen(class->vertex(shape, i))));
  return most;
}

/* How far the shape reaches along an axis, from a place on it, at least and hardly more. */
static float bound_up(const carom_shape *shape, carom__dvec3 axis, double from) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  double core = class->vertex ? vertex_reach(shape, class, axis) : discs_reach(shape, class, axis);
  return double_round_up(double_add_up(double_add_up(core, (double)shape_radius(class, shape)), from));
}

carom_status carom_shape_bounds(const carom_shape *shape, const carom_pose *pose, carom_aabb *out) {
  if (!pose || !out) return CAROM_NULL_ARGUMENT;
  carom_pose accepted = *pose;
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__shape_pose_accept(shape, &accepted);
  if (status) return status;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (!class->vertex && !class->discs) {
    carom_frame frame = pose_to_frame(&accepted);
    *out = carom__shape_bounds(shape, &frame);
    return CAROM_OK;
  }
  carom__dvec3 rows[3];
  rows_of(pose->rotation, rows);
  const double at[3] = {pose->position.x, pose->position.y, pose->position.z};
  float low[3], high[3];
  for (int i = 0; i < 3; i++) {
    low[i] = 0 - bound_up(shape, dvec3_scale(rows[i], -1), -at[i]);
    high[i] = bound_up(shape, rows[i], at[i]);
  }
  *out = (carom_aabb){vec3(low[0], low[1], low[2]), vec3(high[0], high[1], high[2])};
  return CAROM_OK;
}
