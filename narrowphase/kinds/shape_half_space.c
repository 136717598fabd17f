/* shape_half_space.c: the half-space, and the half-plane of planar worlds. */
#include "half_space.h"

#include "box_core.h"
#include "moments.h"

/* A patch of the plane is drawn: so many cells to each side of the origin, each so wide. */
enum { CELLS = 8 };
#define CELL_WIDTH 8.0f

static carom_status check(const carom_shape *shape) {
  float height = half_space_height(shape);
  if (!float_is_finite(height)) return CAROM_NOT_FINITE;
  return fabsf(height) <= CAROM_SIZE_MAX ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static void obb(const carom_shape *shape, carom_obb *out) {
  const float far = CAROM__UNBOUNDED_REACH;
  *out = (carom_obb){.axes = mat3_identity(), .half = {far, far, shape_is_planar(shape) ? 0 : far}};
}

static void nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  *out = (carom__solid_nearest){.outward = {0, 1, 0}, .distance = point.y - (double)half_space_height(shape)};
}

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  double above = (double)ray->origin.y - (double)half_space_height(shape), down = -(double)ray->translation.y;
  *out = (carom__ray_hit){.hit = above <= 0, .inside = above <= 0};
  if (above > 0 && above <= down)
    *out = (carom__ray_hit){.hit = true, .fraction = (float)(above / down), .normal = {0, 1, 0}};
}

static void walk_ray(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                     void *context) {
  carom__surface_hit only = {.ordinal = 0};
  cast_ray(shape, ray, &only.ray);
  if (only.ray.hit) hit(context, &only);
}

/* The part below the plane that a region sees, if it reaches down to it. */
static bool walk(const carom_shape *shape, const carom_obb *region, carom__piece_fn *visit, void *context) {
  float height = half_space_height(shape), above = region->center.y - height;
  carom_vec3 reach = box_reach(region->half, &region->axes);
  if (above > reach.y) return true;
  float half = half_space_part_half(vec3_norm1(reach), above);
  carom_local_pose place = {{region->center.x, height - half, region->center.z}, quat_identity()};
  const carom_shape part = carom__shape_class_of(shape->kind)->part_of(vec3(half, half, half));
  return visit(context, &(carom__piece){.shape = part, .place = &place});
}

static carom_shape box_of(carom_vec3 half) { return carom_shape_box(half.x, half.y, half.z); }
static carom_shape rectangle_of(carom_vec3 half) { return carom_shape_rectangle(half.x, half.y); }

static carom_status moments(const carom_shape *shape, carom__moments *out) {
  (void)shape;
  *out = (carom__moments){.volume = 0};
  return CAROM_UNBOUNDED;
}

static void planar_outline(const carom_shape *shape, const carom__outline *out) {
  const float y = half_space_height(shape), far = CELLS * CELL_WIDTH;
  const carom__drawn from = {{far, y, 0}, {0, 1, 0}}, to = {{-far, y, 0}, {0, 1, 0}};
  draw_side(out, &from, &to);
}

static void outline(const carom_shape *shape, const carom__outline *out) {
  const float y = half_space_height(shape), far = CELLS * CELL_WIDTH;
  const carom_vec3 corners[4] = {{-far, y, -far}, {-far, y, far}, {far, y, far}, {far, y, -far}};
  for (int i = -CELLS; i <= CELLS; i++) {
    const float at = (float)i * CELL_WIDTH;
    draw_wire(out, vec3(at, y, -far), vec3(at, y, far));
    draw_wire(out, vec3(-far, y, at), vec3(far, y, at));
  }
  for (int i = 0; i < 2; i++) draw_facet(out, vec3(0, 1, 0), corners[0], corners[i + 1], corners[i + 2]);
}

/* What both families have alike. */
#define HALF_SPACE_COLUMNS                                                                                   \
  .size_count = 1, .check = check, .obb = obb, .nearest = nearest, .cast_ray = cast_ray,                     \
  .walk_ray = walk_ray, .walk = walk, .moments = moments

const carom__shape_class carom__half_space_class = {.sizes_at = offsetof(carom_shape, geometry.half_space),
                                                    HALF_SPACE_COLUMNS,
                                                    .part_of = box_of,
                                                    .outline = outline};
const carom__shape_class carom__half_plane_class = {.sizes_at = offsetof(carom_shape, geometry.half_plane),
                                                    HALF_SPACE_COLUMNS,
                                                    .part_of = rectangle_of,
                                                    .outline = planar_outline};
