// mesh_store.cpp: the triangles and outlines of shapes, each made once.
#include "mesh_store.h"

static const uint32_t KEPT_PICTURES = 120;

// The bytes of the shape that tell it apart: its kind, and the member of that kind.
static std::string key_of(const carom_shape &shape) {
  std::string key(1, char(shape.kind));
  switch (shape.kind) {
#define CAROM_SHAPE_KIND(NAME, name, family, ...)                                                            \
  case CAROM_##NAME:                                                                                         \
    return key.append(reinterpret_cast<const char *>(&shape.geometry.name), sizeof shape.geometry.name);
#include <carom/shapes.def>
#undef CAROM_SHAPE_KIND
  default:
    return key;
  }
}

static bool is_planar(carom_shape_kind kind) {
  static const carom_shape_family families[] = {
      CAROM_FAMILY_SPATIAL,
#define CAROM_SHAPE_KIND(NAME, name, family, ...) CAROM_FAMILY_##family,
#include <carom/shapes.def>
#undef CAROM_SHAPE_KIND
  };
  return families[kind] == CAROM_FAMILY_PLANAR;
}

// The shape of unit size that a shape is when it is scaled, or the shape itself.
static carom_shape unit_of(const carom_shape &shape, carom_vec3 *scale) {
  const auto &g = shape.geometry;
  *scale = {1, 1, 1};
  switch (shape.kind) {
  case CAROM_SPHERE:
    *scale = carom_vec3{1, 1, 1} * g.sphere.radius;
    return carom_shape_sphere(1);
  case CAROM_ELLIPSOID:
    *scale = g.ellipsoid.radii;
    return carom_shape_sphere(1);
  case CAROM_BOX:
    if (g.box.radius > 0) return shape;
    *scale = g.box.half;
    return carom_shape_box(1, 1, 1);
  case CAROM_CYLINDER:
    *scale = {g.cylinder.radius, g.cylinder.half_height, g.cylinder.radius};
    return carom_shape_cylinder(1, 1);
  case CAROM_CONE:
    *scale = {g.cone.radius, g.cone.half_height, g.cone.radius};
    return carom_shape_cone(1, 1);
  case CAROM_DISC:
    *scale = {g.disc.radius, g.disc.radius, 1};
    return carom_shape_disc(1);
  case CAROM_ELLIPSE:
    *scale = {g.ellipse.radii.x, g.ellipse.radii.y, 1};
    return carom_shape_disc(1);
  case CAROM_RECTANGLE:
    if (g.rectangle.radius > 0) return shape;
    *scale = {g.rectangle.half.x, g.rectangle.half.y, 1};
    return carom_shape_rectangle(1, 1);
  default:
    return shape;
  }
}

static const uint32_t DETAIL = 40; // lines of a circle

static void tessellate(const carom_shape &shape, carom_tessellation form, stored_mesh::surface *out) {
  carom_surface_buffer buffer = {};
  *out = {};
  if (carom_shape_tessellate(&shape, form, DETAIL, &buffer)) return;
  out->positions.resize(buffer.vertex_count), out->normals.resize(buffer.vertex_count);
  out->indices.resize(buffer.index_count);
  buffer.positions = out->positions.data(), buffer.normals = out->normals.data();
  buffer.indices = out->indices.data();
  buffer.vertex_capacity = buffer.vertex_count, buffer.index_capacity = buffer.index_count;
  if (carom_shape_tessellate(&shape, form, DETAIL, &buffer)) *out = {};
}

mesh_store::mesh_store() {
  for (int planar = 0; planar < 2; planar++) {
    carom_world_def def = {};
    def.planar = planar;
    if (carom_world_create(&def, &worlds[planar])) worlds[planar] = nullptr;
  }
}

mesh_store::~mesh_store() {
  for (carom_world *world : worlds) carom_world_destroy(world);
}

uint32_t mesh_store::add(const std::string &key, const carom_shape &shape) {
  uint32_t number = 0;
  while (number < meshes.size() && !meshes[number].key.empty()) number++;
  if (number == meshes.size()) meshes.emplace_back();
  stored_mesh &mesh = meshes[number];
  mesh.key = key, mesh.planar = is_planar(shape.kind), mesh.version++;
  carom_world *world = worlds[mesh.planar];
  carom_body_def body = {};
  body.kind = CAROM_STATIC;
  mesh.keeper = carom_body_create(world, &body);
  carom_collider_def collider = {};
  collider.shape = shape;
  carom_collider_create(world, mesh.keeper, &collider);
  carom_body_set_enabled(world, mesh.keeper, false);
  tessellate(shape, CAROM_TESSELLATION_TRIANGLES, &mesh.triangles);
  tessellate(shape, CAROM_TESSELLATION_LINES, &mesh.lines);
  numbers[key] = number;
  return number;
}

uint32_t mesh_store::find(const carom_shape &shape, carom_vec3 *scale) {
  carom_shape unit = unit_of(shape, scale);
  std::string key = key_of(unit);
  auto found = numbers.find(key);
  uint32_t number = found == numbers.end() ? add(key, unit) : found->second;
  use(number);
  return number;
}

void mesh_store::next_picture() {
  pictures++;
  for (stored_mesh &mesh : meshes) {
    if (mesh.key.empty() || pictures - mesh.last_use <= KEPT_PICTURES) continue;
    carom_body_destroy(worlds[mesh.planar], mesh.keeper);
    numbers.erase(mesh.key);
    mesh.key.clear();
  }
}
