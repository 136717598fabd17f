/* shape_mesh.c: the triangle mesh, scaled and mirrored by the shape, with a radius around each triangle.
 *
 * The main file of the room composites, which has one file for each kind that is not convex, and what those
 * share that are made of triangles (triangles.h). The room uses shape and the rooms of its assets. Rooms
 * above it reach a kind through its class. */
#include "mesh.h"

#include "moments.h"
#include "ray_hits.h"
#include "triangles.h"
#include "vec.h"

static const carom_mesh *mesh_of(const carom__asset *asset) { return (const carom_mesh *)asset; }

static carom_aabb bounds(const carom__asset *asset) { return mesh_of(asset)->bounds; }
static carom_mesh_sides sides(const carom__asset *asset) { return mesh_of(asset)->sides; }

static void walk(const carom__asset *asset, const carom_aabb *box, carom__mesh_visitor visitor) {
  carom__mesh_walk(mesh_of(asset), box, visitor);
}

static void walk_obb(const carom__asset *asset, const carom_obb *box, carom__mesh_visitor visitor) {
  carom__mesh_walk_obb(mesh_of(asset), box, visitor);
}

static bool nearest(const carom__asset *asset, carom_vec3 point, float limit, carom__mesh_near *out) {
  return carom__mesh_nearest(mesh_of(asset), point, limit, out);
}

static void approach(const carom__asset *asset, carom__approach *search) {
  carom__mesh_approach(mesh_of(asset), search);
}

static void walk_ray(const carom__asset *asset, const carom__ray *ray, bool front_only,
                     carom__mesh_hit_fn *hit, void *context) {
  carom__mesh_walk_ray(mesh_of(asset), ray, front_only, hit, context);
}

static bool contains(const carom__asset *asset, carom_vec3 point) {
  return carom__mesh_contains(mesh_of(asset), point);
}

static void triangle(const carom__asset *asset, uint32_t number, carom_vec3 corners[3], uint8_t *material) {
  uint32_t slot = carom__mesh_slot_of(mesh_of(asset), number);
  carom__mesh_corners_of(mesh_of(asset), slot, corners);
  *material = mesh_of(asset)->materials ? mesh_of(asset)->materials[slot] : 0;
}

static const carom__triangle_source source = {.bounds = bounds,
                                              .sides = sides,
                                              .walk = walk,
                                              .walk_obb = walk_obb,
                                              .nearest = nearest,
                                              .approach = approach,
                                              .walk_ray = walk_ray,
                                              .contains = contains,
                                              .triangle = triangle};

/* All corners, for the bounds. A lane without a triangle stands for the first of its leaf. */
static carom_vec3 vertex(const carom_shape *shape, uint32_t index) {
  const carom_mesh *mesh = shape->geometry.mesh.asset;
  uint32_t slot = index / 3, leaf = slot / CAROM__MESH_LANES;
  carom_vec3 corners[3];
  carom__mesh_corners_of(mesh, mesh_slot_is_used(mesh, slot) ? slot : leaf * CAROM__MESH_LANES, corners);
  return vec3_mul(corners[index % 3], carom__triangles_scale(shape));
}

static uint32_t vertex_count(const carom_shape *shape) {
  return 3 * CAROM__MESH_LANES * shape->geometry.mesh.asset->leaf_count;
}

static bool is_connected(const carom_shape *shape) { return shape->geometry.mesh.asset->report.parts == 1; }

static const carom_mesh *mesh(const carom_shape *shape) { return shape->geometry.mesh.asset; }

/* --- Moments: those of what a closed mesh encloses --- */

/* Adds a triangle as seen from the middle, and returns what rounding may make of its volume. */
static double add_triangle(const carom_mesh *mesh, uint32_t slot, carom_vec3 scale, carom__dvec3 middle,
                           carom__moments *sum) {
  carom_vec3 corners[3];
  carom__dvec3 seen[3];
  carom__mesh_corners_of(mesh, slot, corners);
  for (int i = 0; i < 3; i++)
    seen[i] = dvec3_sub(dvec3_mul(dvec3_widen(corners[i]), dvec3_widen(scale)), middle);
  carom__moments_add_tetrahedron(sum, seen);
  return 0x1p-46 * dvec3_length(seen[0]) * dvec3_length(seen[1]) * dvec3_length(seen[2]);
}

/* Of a mirrored mesh all is negative, and of one whose fronts are inside. */
static void make_positive(carom__moments *m) {
  if (m->volume >= 0) return;
  m->volume = -m->volume;
  m->first = dvec3_scale(m->first, -1);
  for (int i = 0; i < 3; i++) m->second[i] = dvec3_scale(m->second[i], -1);
}

static carom_status moments(const carom_shape *shape, carom__moments *out) {
  const carom_mesh *mesh = shape->geometry.mesh.asset;
  carom_vec3 scale = carom__triangles_scale(shape);
  if (!mesh->report.closed) return CAROM_NOT_CLOSED;
  carom__dvec3 low = dvec3_widen(mesh->bounds.min), high = dvec3_widen(mesh->bounds.max);
  carom__dvec3 middle = dvec3_mul(dvec3_scale(dvec3_add(low, high), 0.5), dvec3_widen(scale));
  carom__moments sum = {.volume = 0};
  double rounding = 0;
  for (uint32_t slot = 0; slot < mesh->leaf_count * CAROM__MESH_LANES; slot++)
    if (mesh_slot_is_used(mesh, slot)) rounding += add_triangle(mesh, slot, scale, middle, &sum);
  make_positive(&sum);
  if (sum.volume <= rounding) return CAROM_FLAT;
  sum.from = middle;
  *out = sum;
  return CAROM_OK;
}

const carom__asset_class carom__mesh_asset_class = {
    .kind = CAROM_MESH, .write = carom__mesh_write, .read = carom__mesh_read};

const carom__shape_class carom__mesh_class = {
    .sizes_at = offsetof(carom_shape, geometry.mesh.scale),
    .size_count = 4,
    .asset_at = offsetof(carom_shape, geometry.mesh.asset),
    .asset_class = &carom__mesh_asset_class,
    .radius_at = offsetof(carom_shape, geometry.mesh.radius),
    .check = carom__triangles_check,
    .obb = carom__triangles_obb,
    .vertex = vertex,
    .vertex_count = vertex_count,
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
    .mesh = mesh,
    .moments = moments,
    .outline = carom__triangles_outline,
};
