// mesh_store.cpp: the triangles and outlines of shapes, each made once.
#include "mesh_store.h"

#include <cstring>

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

// Rounds off what is nearly smooth: a corner gets the mean normal of the triangles at its place whose normals
// are within 40 degrees of its own.
static void smooth(std::vector<mesh_corner> *corners) {
  std::map<std::string, std::vector<carom_vec3>> normals;
  auto place = [](carom_vec3 v) {
    float rounded[3] = {std::round(v.x * 4096) + 0.0f, std::round(v.y * 4096) + 0.0f,
                        std::round(v.z * 4096) + 0.0f};
    return std::string(reinterpret_cast<const char *>(rounded), sizeof rounded);
  };
  for (const mesh_corner &c : *corners) normals[place(c.at)].push_back(c.normal);
  for (mesh_corner &c : *corners) {
    carom_vec3 sum = {0, 0, 0};
    for (carom_vec3 n : normals[place(c.at)])
      if (dot(normalised(n), normalised(c.normal)) > 0.76f) sum = sum + normalised(n);
    c.normal = normalised(sum);
  }
}

static void take_triangle(void *user, const carom_draw_item *, carom_pos a, carom_pos b, carom_pos c) {
  const carom_pos zero = {0, 0, 0};
  carom_vec3 normal = normalised(cross(b - a, c - a));
  for (carom_pos p : {a, b, c}) static_cast<stored_mesh *>(user)->triangles.push_back({p - zero, normal});
}

static void take_line(void *user, const carom_draw_item *, carom_pos a, carom_pos b) {
  const carom_pos zero = {0, 0, 0};
  for (carom_pos p : {a, b}) static_cast<stored_mesh *>(user)->lines.push_back(p - zero);
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
  mesh.triangles.clear(), mesh.lines.clear();
  carom_world *world = worlds[mesh.planar];
  carom_body_def body = {};
  body.kind = CAROM_STATIC;
  mesh.keeper = carom_body_create(world, &body);
  carom_collider_def collider = {};
  collider.shape = shape;
  carom_collider_create(world, mesh.keeper, &collider);
  carom_draw draw = {};
  draw.user = &mesh, draw.parts = CAROM_DRAW_SHAPES, draw.line = take_line, draw.triangle = take_triangle;
  carom_world_draw(world, &draw);
  carom_body_set_enabled(world, mesh.keeper, false);
  if (mesh.triangles.size() < 30000) smooth(&mesh.triangles);
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
