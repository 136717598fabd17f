/* point_distance.c: the point of a shape that is nearest to a point of the world. */
#include "gjk.h"
#include "narrowphase.h"
#include "pair_call.h"
#include "round.h"

static carom__dvec3 nearest_in_box(carom_vec3 half, carom__dvec3 p) {
  carom__dvec3 h = dvec3_widen(half);
  return dvec3_max(dvec3_min(p, h), dvec3_scale(h, -1));
}

/* The point is a ball without a radius. */
static carom_status nearest_by_gjk(const carom_shape *shape, carom_vec3 p, carom__dvec3 *out) {
  const carom_shape point = {.kind = CAROM_SPHERE};
  const carom__relative place = {p, mat3_identity()};
  carom__cores cores = carom__cores_make(shape, &point, &place);
  carom__gjk_result found;
  carom_status status = carom__gjk(&cores, &found);
  *out = found.point_a;
  return status;
}

/* The nearest point of a core, in its own frame. */
static carom_status nearest_in_core(const carom_shape *shape, carom_vec3 p, carom__dvec3 *out) {
  const carom_capsule *capsule = &shape->as.capsule;
  switch (shape->kind) {
  case CAROM_SPHERE:
    *out = dvec3(0, 0, 0);
    return CAROM_OK;
  case CAROM_CAPSULE:
    *out = carom__segment_nearest(dvec3_widen(capsule->a), dvec3_widen(capsule->b), dvec3_widen(p));
    return CAROM_OK;
  case CAROM_BOX:
    *out = nearest_in_box(shape->as.box.half, dvec3_widen(p));
    return CAROM_OK;
  default:
    return nearest_by_gjk(shape, p, out);
  }
}

/* Does a ray of no length that begins here begin inside? */
static bool contains(const carom_shape *shape, carom_vec3 p) {
  const carom__ray ray = {p, {0, 0, 0}};
  carom__ray_hit hit;
  carom__shape_class_of(shape->kind)->cast_ray(shape, &ray, &hit);
  return hit.hit;
}

carom_status carom__distance_to_point(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                      carom_point_distance *out) {
  carom_vec3 p = frame_unapply(frame, point);
  carom__dvec3 nearest;
  if (contains(shape, p)) {
    *out = (carom_point_distance){.inside = true, .point = point};
    return CAROM_OK;
  }
  carom_status status = nearest_in_core(shape, p, &nearest);
  if (status) return status;
  double radius = (double)carom__shape_class_of(shape->kind)->radius(shape);
  carom__dvec3 way = dvec3_sub(dvec3_widen(p), nearest);
  carom__dvec3 normal = dvec3_normalize_or(way, dvec3(0, 0, 0));
  /* What is not inside is apart, even where rounding says that it is not by any amount. */
  *out = (carom_point_distance){.distance = greater_float((float)(dvec3_length(way) - radius), 0x1p-126f)};
  out->normal = mat3_mul_vec3(&frame->axes, dvec3_narrow(normal));
  out->point = frame_apply(frame, dvec3_narrow(dvec3_mad(nearest, normal, radius)));
  return CAROM_OK;
}

carom_status carom_distance_to_point(const carom_shape *shape, const carom_pose *pose, const carom_pos *point,
                                     carom_point_distance *out) {
  carom_placed placed;
  if (!point || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(shape, pose, &placed);
  if (!status) status = carom__pos_check(point);
  if (!status && shape_is_planar(shape) && point->z != 0) status = CAROM_NOT_PLANAR;
  return status ? status : carom__distance_to_point(&placed.shape, &placed.frame, *point, out);
}
