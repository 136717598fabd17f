/* shape_field.c: the height field, scaled and mirrored by the shape, with a radius around each triangle. */
#include "field.h"

#include "ray_hits.h"
#include "triangles.h"
#include "vec.h"

static const carom_field *field_of(const carom__asset *asset) { return (const carom_field *)asset; }

/* With the ground below the surface of a solid. */
static carom_aabb bounds(const carom__asset *asset) {
  carom_aabb box = field_of(asset)->bounds;
  box.min.y -= field_of(asset)->terms.depth;
  return box;
}

static carom_mesh_sides sides(const carom__asset *asset) { return field_of(asset)->terms.sides; }

static void walk(const carom__asset *asset, const carom_aabb *box, carom__mesh_visitor visitor) {
  carom__field_walk(field_of(asset), box, visitor);
}

static void walk_obb(const carom__asset *asset, const carom_obb *box, carom__mesh_visitor visitor) {
  carom__field_walk_obb(field_of(asset), box, visitor);
}

static bool nearest(const carom__asset *asset, carom_vec3 point, float limit, carom__mesh_near *out) {
  return carom__field_nearest(field_of(asset), point, limit, out);
}

static void walk_ray(const carom__asset *asset, const carom__ray *ray, bool front_only,
                     carom__mesh_hit_fn *hit, void *context) {
  carom__field_walk_ray(field_of(asset), ray, front_only, hit, context);
}

static bool contains(const carom__asset *asset, carom_vec3 point) {
  return carom__field_contains(field_of(asset), point);
}

static void triangle(const carom__asset *asset, uint32_t number, carom_vec3 corners[3], uint8_t *material) {
  carom__field_cell cell;
  carom__field_get_cell(field_of(asset), number / 2, &cell);
  carom__field_corners_in(&cell, number % 2, corners);
  *material = cell.material;
}

/* Ground is in one piece unless holes divide it. */
static bool is_connected(const carom_shape *shape) {
  const carom_field *field = shape->geometry.field.asset;
  for (uint32_t i = 0; i < field->tile_columns * field->tile_rows; i++)
    if (field->tiles[i]->holes) return false;
  return true;
}

static const carom__triangle_source source = {.bounds = bounds,
                                              .sides = sides,
                                              .walk = walk,
                                              .walk_obb = walk_obb,
                                              .nearest = nearest,
                                              .walk_ray = walk_ray,
                                              .contains = contains,
                                              .triangle = triangle};

/* It is open below. */
static carom_status moments(const carom_shape *shape, carom__moments *out) {
  (void)shape, (void)out;
  return CAROM_NOT_CLOSED;
}

const carom__asset_class carom__field_asset_class = {
    .kind = CAROM_FIELD, .write = carom__field_write, .read = carom__field_read, .drop = carom__field_drop};

const carom__shape_class carom__field_class = {
    .sizes_at = offsetof(carom_shape, geometry.field.scale),
    .size_count = 4,
    .asset_at = offsetof(carom_shape, geometry.field.asset),
    .asset_class = &carom__field_asset_class,
    .radius_at = offsetof(carom_shape, geometry.field.radius),
    .check = carom__triangles_check,
    .obb = carom__triangles_obb,
    .center = carom__triangles_center,
    .cast_ray = carom__ray_hits_cast,
    .walk_ray = carom__triangles_walk_ray,
    .walk = carom__triangles_walk,
    .walk_triangles = carom__triangles_walk_triangles,
    .approach_triangles = carom__triangles_approach,
    .nearest = carom__triangles_nearest,
    .is_solid = carom__triangles_are_solid,
    .is_connected = is_connected,
    .triangles = &source,
    .moments = moments,
    .outline = carom__triangles_outline,
};
