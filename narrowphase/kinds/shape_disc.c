/* shape_disc.c: the disc, a point of the plane with a radius. */
#include "flat_class.h"
#include "ray_hits.h"
#include "round.h"

static carom_status check(const carom_shape *shape) {
  return carom__radius_check(shape->geometry.disc.radius);
}

static void flat(const carom_shape *shape, carom__flat *out) {
  float radius = shape->geometry.disc.radius;
  flat_begin(out, out->local, 1, radius, 2 * radius);
  out->local[0] = (carom_vec2){0, 0};
}

static void plain(const carom_shape *shape, carom__plain_core *out) {
  plain_core_of_point(shape->geometry.disc.radius, out);
}

static bool meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  return carom__ball_meet_ray(shape->geometry.disc.radius, frame, ray, out);
}

const carom__shape_class carom__disc_class = {
    .sizes_at = offsetof(carom_shape, geometry.disc),
    .size_count = sizeof(carom_disc) / sizeof(float),
    .ranges = CAROM__LENGTHS(1),
    .is_ball = true,
    .radius_at = offsetof(carom_shape, geometry.disc.radius),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = carom__flat_obb,
    .plain = plain,
    .center = carom__flat_center,
    .flat = flat,
    .cast_ray = carom__ray_hits_cast_meeting,
    .meet_ray = meet_ray,
};
