/* shape.c: the table of kinds and the public functions on shapes. */
#include "shape_kernels.h"
#include "shape_class.h"

/* What shapes.def says of a kind. */
typedef struct kind_entry {
  const char *name;
  carom_shape_family family;
  const carom__shape_class *class;
} kind_entry;

static const kind_entry kinds[CAROM_SHAPE_KIND_COUNT] = {
    [CAROM_NO_SHAPE] = {"none", CAROM_FAMILY_SPATIAL, NULL},
#define CAROM_SHAPE_KIND(NAME, name, family)                                                                 \
  [CAROM_##NAME] = {#name, CAROM_FAMILY_##family, &carom__##name##_class},
#include "carom/shapes.def"
#undef CAROM_SHAPE_KIND
};

static const kind_entry *entry_of(carom_shape_kind kind) {
  return &kinds[(unsigned)kind < CAROM_SHAPE_KIND_COUNT ? kind : CAROM_NO_SHAPE];
}

const carom__shape_class *carom__shape_class_of(carom_shape_kind kind) { return entry_of(kind)->class; }

carom_shape_family carom__shape_family_of(carom_shape_kind kind) { return entry_of(kind)->family; }

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
  if (!isfinite(radius)) return CAROM_NOT_FINITE;
  return carom__size_in_range(radius) ? CAROM_OK : CAROM_BAD_SIZE;
}

carom_status carom__rounding_check(float radius) {
  return radius == 0 ? CAROM_OK : carom__radius_check(radius);
}

const char *carom_shape_kind_name(carom_shape_kind kind) { return entry_of(kind)->name; }

carom_shape carom_shape_sphere(float radius) {
  return (carom_shape){.kind = CAROM_SPHERE, .geometry.sphere = {radius}};
}

carom_shape carom_shape_capsule(carom_vec3 a, carom_vec3 b, float radius) {
  return (carom_shape){.kind = CAROM_CAPSULE, .geometry.capsule = {a, b, radius}};
}

carom_shape carom_shape_box(float half_x, float half_y, float half_z) {
  return carom_shape_rounded_box(half_x, half_y, half_z, 0);
}

carom_shape carom_shape_rounded_box(float half_x, float half_y, float half_z, float radius) {
  return (carom_shape){.kind = CAROM_BOX, .geometry.box = {{half_x, half_y, half_z}, radius}};
}

carom_shape carom_shape_hull(const carom_hull *asset) { return carom_shape_rounded_hull(asset, 0); }

carom_shape carom_shape_rounded_hull(const carom_hull *asset, float radius) {
  return (carom_shape){.kind = CAROM_HULL, .geometry.hull = {asset, radius}};
}

carom_shape carom_shape_cylinder(float half_height, float radius) {
  return (carom_shape){.kind = CAROM_CYLINDER, .geometry.cylinder = {half_height, radius}};
}

carom_shape carom_shape_cone(float half_height, float radius) {
  return (carom_shape){.kind = CAROM_CONE, .geometry.cone = {half_height, radius}};
}

carom_shape carom_shape_disc(float radius) {
  return (carom_shape){.kind = CAROM_DISC, .geometry.disc = {radius}};
}

carom_shape carom_shape_stadium(carom_vec2 a, carom_vec2 b, float radius) {
  return (carom_shape){.kind = CAROM_STADIUM, .geometry.stadium = {a, b, radius}};
}

carom_shape carom_shape_rectangle(float half_x, float half_y) {
  return carom_shape_rounded_rectangle(half_x, half_y, 0);
}

carom_shape carom_shape_rounded_rectangle(float half_x, float half_y, float radius) {
  return (carom_shape){.kind = CAROM_RECTANGLE, .geometry.rectangle = {{half_x, half_y}, radius}};
}

carom_shape carom_shape_polygon(const carom_polygon *asset) { return carom_shape_rounded_polygon(asset, 0); }

carom_shape carom_shape_rounded_polygon(const carom_polygon *asset, float radius) {
  return (carom_shape){.kind = CAROM_POLYGON, .geometry.polygon = {asset, radius}};
}

carom_shape carom_shape_segment(carom_vec2 a, carom_vec2 b) {
  return (carom_shape){.kind = CAROM_SEGMENT, .geometry.segment = {a, b}};
}

carom_shape carom_shape_chain_link(const carom_chain *asset, uint32_t index, float radius) {
  return (carom_shape){.kind = CAROM_CHAIN_LINK, .geometry.chain_link = {asset, index, radius}};
}

carom_status carom_shape_check(const carom_shape *shape) {
  if (!shape) return CAROM_NULL_ARGUMENT;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class ? class->check(shape) : CAROM_UNKNOWN_KIND;
}

carom_status carom_shape_obb(const carom_shape *shape, carom_obb *out) {
  carom_status status = carom_shape_check(shape);
  if (status) return status;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom__shape_class_of(shape->kind)->obb(shape, out);
  return CAROM_OK;
}

/* The middle of the shape's shadow on a unit axis, given in the shape's frame; *half becomes half its length.
 * The shadow grows by what the rounding of the axis and of the products may have taken from it, and by what
 * the narrow phase may call touching (carom/collide.h): a cull by these bounds must not part what touches. */
static float shadow(const carom_shape *shape, carom_vec3 axis, float *half) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  uint32_t index;
  carom_vec3 low = class->support(shape, vec3_neg(axis), &index), high = class->support(shape, axis, &index);
  float from = vec3_dot(axis, low), to = vec3_dot(axis, high), radius = class->radius(shape);
  float slack = 32 * 0x1p-24f * (vec3_norm1(low) + vec3_norm1(high) + radius);
  *half = 0.5f * (to - from) + radius + slack;
  return 0.5f * (from + to);
}

carom_aabb carom__shape_bounds(const carom_shape *shape, const carom_frame *frame) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  if (class->reach)
    return symmetric_bounds(class->reach(shape, &frame->axes), class->radius(shape), frame->origin);
  carom_mat3 rows = mat3_transpose(&frame->axes);
  carom_vec3 middle, half;
  middle.x = shadow(shape, rows.x, &half.x);
  middle.y = shadow(shape, rows.y, &half.y);
  middle.z = shadow(shape, rows.z, &half.z);
  return aabb_around(pos_add(frame->origin, middle), half);
}
