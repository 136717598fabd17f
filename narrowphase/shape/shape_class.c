/* shape_class.c: what follows from the class of a shape. */
#include "shape_class.h"

#include "box_core.h"

carom_status carom__shape_pose_accept(const carom_shape *shape, carom_pose *pose) {
  carom_status status = carom__pose_accept(pose);
  return status || !shape_is_planar(shape) || pose_is_planar(pose) ? status : CAROM_NOT_PLANAR;
}

uint64_t carom__shape_hash(const carom_shape *shape) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  const carom__asset *asset = shape_asset(shape);
  uint64_t hash = checksum_mix(asset ? asset->hash : 0, (uint64_t)shape->kind);
  for (size_t i = 0; i < class->size_count; i++) {
    uint32_t word;
    memcpy(&word, (const char *)shape + class->sizes_at + i * sizeof word, sizeof word);
    hash = checksum_mix(hash, word);
  }
  return hash;
}

/* A float, or an index. */
static void word_field(carom__archive *archive, char *at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  carom__archive_u32(archive, &word);
  memcpy(at, &word, sizeof word);
}

const carom__shape_class *carom__shape_archive(carom__archive *archive, carom_shape *shape) {
  uint32_t kind = (uint32_t)shape->kind;
  carom__archive_u32(archive, &kind);
  const carom__shape_class *class = carom__shape_class_of((carom_shape_kind)kind);
  archive_expect(archive, class != NULL);
  if (!class) return NULL;
  shape->kind = (carom_shape_kind)kind;
  for (size_t i = 0; i < class->size_count; i++)
    word_field(archive, (char *)shape + class->sizes_at + i * sizeof(uint32_t));
  return class;
}

void carom__shape_retain(const carom_shape *shape) {
  const carom__asset *asset = shape_asset(shape);
  if (asset) carom__asset_retain(asset);
}

void carom__shape_release(const carom_shape *shape) {
  const carom__asset *asset = shape_asset(shape);
  if (asset) carom__asset_release(asset);
}

bool carom__size_in_range(float size) { return size >= CAROM_SIZE_MIN && size <= CAROM_SIZE_MAX; }

carom_status carom__radius_check(float radius) {
  if (!float_is_finite(radius)) return CAROM_NOT_FINITE;
  return carom__size_in_range(radius) ? CAROM_OK : CAROM_BAD_SIZE;
}

carom_status carom__rounding_check(float radius) {
  return float_is_finite(radius) && radius == 0 ? CAROM_OK : carom__radius_check(radius);
}

carom__asset *carom__asset_read(carom__archive *archive, const carom_allocator *allocator) {
  uint32_t kind = CAROM_NO_SHAPE;
  carom__archive_u32(archive, &kind);
  const carom__shape_class *class = carom__shape_class_of((carom_shape_kind)kind);
  archive_expect(archive, class && class->asset_class && class->asset_class->kind == (carom_shape_kind)kind);
  return archive->status ? NULL : class->asset_class->read(archive, allocator);
}

/* The middle of the shape's shadow on a unit axis, given in the shape's frame; *half becomes half its length.
 * The shadow grows by what the rounding of the axis and of the products may have taken from it, and by what
 * the narrow phase may call touching (carom/collide.h): a cull by these bounds must not part what touches. */
static float shadow(const carom_shape *shape, carom_vec3 axis, float *half) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  uint32_t index;
  carom_vec3 high = class->support(shape, axis, &index);
  carom_vec3 low = class->is_even ? vec3_neg(high) : class->support(shape, vec3_neg(axis), &index);
  float from = vec3_dot(axis, low), to = vec3_dot(axis, high), radius = shape_radius(class, shape);
  float slack = 32 * 0x1p-24f * (vec3_norm1(low) + vec3_norm1(high) + radius);
  *half = 0.5f * (to - from) + radius + slack;
  return 0.5f * (from + to);
}

/* One that has no end is everywhere, but above its plane where that is square to an axis. */
static carom_aabb cut_at_plane(const carom_shape *shape, const carom__shape_class *class,
                               const carom_frame *frame, carom_aabb all) {
  carom__solid_nearest plane;
  class->nearest(shape, dvec3(0, 0, 0), &plane);
  const double from[3] = {frame->origin.x, frame->origin.y, frame->origin.z};
  const float along[3] = {frame->axes.y.x, frame->axes.y.y, frame->axes.y.z};
  for (int i = 0; i < 3; i++) {
    double at = (double)along[i] * from[i] - plane.distance;
    if (along[i] == 1) vec3_set(&all.max, i, double_round_up(at));
    if (along[i] == -1) vec3_set(&all.min, i, -double_round_up(at));
  }
  return all;
}

/* What has no core lies in its box. */
static carom_aabb bounds_of_box(const carom_shape *shape, const carom__shape_class *class,
                                const carom_frame *frame) {
  carom_obb box;
  class->obb(shape, &box);
  carom_mat3 axes = mat3_mul(&frame->axes, &box.axes);
  float rounding = 32 * 0x1p-24f * vec3_norm1(box.center);
  carom_aabb all = symmetric_bounds(box_reach(box.half, &axes), rounding, frame_apply(frame, box.center));
  return class->part_of ? cut_at_plane(shape, class, frame, all) : all;
}

carom_aabb carom__shape_bounds(const carom_shape *shape, const carom_frame *frame) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom__plain_core core;
  if (class->walk) return bounds_of_box(shape, class, frame);
  if (carom__plain_core_of(shape, &core) && core.kind != CAROM__PLAIN_SEGMENT)
    return symmetric_bounds(box_reach(core.a, &frame->axes), (float)core.radius, frame->origin);
  carom_mat3 rows = mat3_transpose(&frame->axes);
  carom_vec3 middle, half;
  middle.x = shadow(shape, rows.x, &half.x);
  middle.y = shadow(shape, rows.y, &half.y);
  middle.z = shadow(shape, rows.z, &half.z);
  return aabb_around(pos_add(frame->origin, middle), half);
}
