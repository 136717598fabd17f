/* shape.c: the table of kinds and the public functions on shapes.
 *
 * The main file of the room kinds, which has one file for each convex kind, and what several of them share:
 * flats, polygons and chains. The room uses shape and hull. Rooms above it reach a kind through its class,
 * and include flat_class.h or chain.h where a pair has an algorithm of its own. */
#include "compound.h"
#include "shape_class.h"

const carom__kind_entry carom__shape_classes[CAROM__KIND_COUNT] = {
    [CAROM_NO_SHAPE] = {"none", CAROM_FAMILY_SPATIAL, NULL},
#define CAROM_SHAPE_KIND(NAME, name, family, ...)                                                            \
  [CAROM_##NAME] = {#name, CAROM_FAMILY_##family, &carom__##name##_class},
#include "carom/shapes.def"
#undef CAROM_SHAPE_KIND
    [CAROM__TRIANGLE] = {"none", CAROM_FAMILY_SPATIAL, &carom__facet_class},
};

const char *carom_shape_kind_name(carom_shape_kind kind) { return carom__kind_entry_of(kind)->name; }

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

carom_shape carom_shape_frustum(float half_height, float bottom, float top) {
  return (carom_shape){.kind = CAROM_FRUSTUM, .geometry.frustum = {half_height, bottom, top}};
}

carom_shape carom_shape_tapered_capsule(carom_vec3 a, carom_vec3 b, float radius_a, float radius_b) {
  return (carom_shape){.kind = CAROM_TAPERED_CAPSULE, .geometry.tapered_capsule = {a, b, radius_a, radius_b}};
}

carom_shape carom_shape_ellipsoid(float radius_x, float radius_y, float radius_z) {
  return (carom_shape){.kind = CAROM_ELLIPSOID, .geometry.ellipsoid = {{radius_x, radius_y, radius_z}}};
}

carom_shape carom_shape_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  return carom_shape_rounded_triangle(a, b, c, 0);
}

carom_shape carom_shape_rounded_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c, float radius) {
  return (carom_shape){.kind = CAROM_TRIANGLE, .geometry.triangle = {{a, b, c}, radius}};
}

carom_shape carom_shape_mesh(const carom_mesh *asset) {
  return carom_shape_scaled_mesh(asset, vec3(1, 1, 1), 0);
}

carom_shape carom_shape_scaled_mesh(const carom_mesh *asset, carom_vec3 scale, float radius) {
  return (carom_shape){.kind = CAROM_MESH, .geometry.mesh = {asset, scale, radius}};
}

carom_shape carom_shape_compound(const carom_compound *asset) {
  bool planar = asset && asset->family == CAROM_FAMILY_PLANAR;
  return (carom_shape){.kind = planar ? CAROM_PLANAR_COMPOUND : CAROM_COMPOUND, .geometry.compound = {asset}};
}

carom_shape carom_shape_field(const carom_field *asset) {
  return carom_shape_scaled_field(asset, vec3(1, 1, 1), 0);
}

carom_shape carom_shape_scaled_field(const carom_field *asset, carom_vec3 scale, float radius) {
  return (carom_shape){.kind = CAROM_FIELD, .geometry.field = {asset, scale, radius}};
}

carom_shape carom_shape_half_space(float height) {
  return (carom_shape){.kind = CAROM_HALF_SPACE, .geometry.half_space = {height}};
}

carom_shape carom_shape_disc(float radius) {
  return (carom_shape){.kind = CAROM_DISC, .geometry.disc = {radius}};
}

carom_shape carom_shape_ellipse(float radius_x, float radius_y) {
  return (carom_shape){.kind = CAROM_ELLIPSE, .geometry.ellipse = {{radius_x, radius_y}}};
}

carom_shape carom_shape_half_disc(float radius) {
  return (carom_shape){.kind = CAROM_HALF_DISC, .geometry.half_disc = {radius}};
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

carom_shape carom_shape_half_plane(float height) {
  return (carom_shape){.kind = CAROM_HALF_PLANE, .geometry.half_plane = {height}};
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
