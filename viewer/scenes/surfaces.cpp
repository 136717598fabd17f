// surfaces.cpp: scenes of triangles: a scanned model, a valley, tiles that are one floor, points of faces.
#include "scene.h"

#include <cstdio>

namespace {

// Reads rows of three numbers. Rows that begin with # are comments.
std::vector<double> read_rows(const char *name) {
  std::vector<double> numbers;
  std::string path = std::string(CAROM_SAMPLE_DATA "/") + name;
  std::FILE *file = std::fopen(path.c_str(), "r");
  char line[256];
  while (file && std::fgets(line, sizeof line, file)) {
    double x, y, z;
    if (std::sscanf(line, "%lf %lf %lf", &x, &y, &z) == 3) numbers.insert(numbers.end(), {x, y, z});
  }
  if (file) std::fclose(file);
  return numbers;
}

carom_mesh *make_mesh(const std::vector<float> &vertices, const std::vector<uint32_t> &triangles,
                      carom_mesh_sides sides) {
  carom_mesh_def def = {};
  def.vertices = vertices.data(), def.vertex_count = vertices.size() / 3;
  def.triangles = triangles.data(), def.triangle_count = triangles.size() / 3;
  def.sides = sides;
  carom_mesh *mesh = nullptr;
  return carom_mesh_create(nullptr, &def, nullptr, &mesh) ? nullptr : mesh;
}

// The scanned bunny as a mesh, around which bodies fly and from which they bounce.
class bunny : public scene {
public:
  bunny() { parameters = {{"bodies", 120, 0, 2000}, {"speed", 2, 0, 10}}; }
  void setup() override {
    std::vector<double> points = read_rows("bunny.txt"), corners = read_rows("bunny_triangles.txt");
    carom_mesh *mesh = make_mesh(std::vector<float>(points.begin(), points.end()),
                                 std::vector<uint32_t>(corners.begin(), corners.end()), CAROM_MESH_TWO_SIDED);
    carom_shape shape = carom_shape_scaled_mesh(mesh, {0.7f, 0.7f, 0.7f}, 0);
    carom_aabb box = {};
    const carom_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    if (mesh && !carom_shape_bounds(&shape, &still, &box))
      add(CAROM_STATIC, shape, {0, -double(box.min.y), 0});
    carom_mesh_release(mesh);
    add(CAROM_STATIC, carom_shape_cylinder(0.1f, 7), {0, -0.1, 0});
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      float s = random.between(0.1, 0.3);
      carom_pos at = {random.between(-6, 6), random.between(0.5, 7), random.between(-6, 6)};
      flying.push_back(add(CAROM_KINEMATIC, i % 2 ? carom_shape_sphere(s) : carom_shape_box(s, s, s), at));
      set_velocity(flying.back(), random.vector(double(number(1))), random.vector(2));
    }
  }
  void before_step(uint64_t, float) override { bounce(), keep_inside(flying, {-6, 0.4, -6}, {6, 8, 6}); }

private:
  std::vector<carom_body> flying;
};

// A ball rolls through a valley of triangles: at the bottom it touches both sides, in two patches.
class valley : public scene {
public:
  void setup() override {
    std::vector<float> at;
    std::vector<uint32_t> triangles;
    for (uint32_t i = 0; i <= 12; i++)
      for (int k = -1; k <= 1; k++) at.insert(at.end(), {4.0f * float(k), k ? 3.0f : 0.0f, float(i) - 6});
    for (uint32_t i = 0; i < 12; i++)
      for (uint32_t k = 0; k < 2; k++) {
        uint32_t a = 3 * i + k;
        triangles.insert(triangles.end(), {a, a + 3, a + 1, a + 1, a + 3, a + 4});
      }
    carom_mesh *mesh = make_mesh(at, triangles, CAROM_MESH_ONE_SIDED);
    add(CAROM_STATIC, carom_shape_mesh(mesh), {0, 0, 0});
    carom_mesh_release(mesh);
    for (int i = 0; i < 5; i++) balls.push_back(add(CAROM_KINEMATIC, carom_shape_sphere(0.8f), {0, 9, 0}));
  }
  void before_step(uint64_t n, float dt) override {
    for (size_t i = 0; i < balls.size(); i++) {
      double x = 2.6 * double(carom_direction_degrees(70 * double(n) * double(dt) + 72 * double(i)).x);
      place(balls[i], {x, 0.75 * std::fabs(x) + 0.97, 2.4 * (double(i) - 2)},
            carom_quat_about_degrees({0, 0, 1}, -70 * x));
    }
  }

private:
  std::vector<carom_body> balls;
};

// Boxes slide over tiles. In a seamless world no contact has the normal of a side between two tiles.
class tiles : public scene {
public:
  tiles() { parameters = {{"seamless", 1, 0, 1}}; }
  void settings(carom_world_def *def) override { def->seamless = parameters[0].value > 0.5; }
  void setup() override {
    for (int i = 0; i < 40; i++)
      add(CAROM_STATIC, carom_shape_box(0.5f, 0.25f, 0.5f), {i % 8 - 3.5, -0.25, i / 8 - 2.0});
    for (int i = 0; i < 5; i++) {
      sliding.push_back(
          add(CAROM_KINEMATIC, carom_shape_box(0.3f, 0.3f, 0.3f), {1.2 * i - 2.4, 0.29, i - 2.0}));
      set_velocity(sliding.back(), {i % 2 ? 0.9f : -0.7f, 0, 0}, {0, 0.4f, 0});
    }
  }
  void before_step(uint64_t, float) override { keep_inside(sliding, {-3.6, -1, -3}, {3.6, 1, 3}); }

private:
  std::vector<carom_body> sliding;
};

// Boxes that turn on each other: their faces share up to eight corners.
class octagon : public scene {
public:
  octagon() { parameters = {{"eight points", 1, 0, 1}}; }
  void settings(carom_world_def *def) override { def->eight_points = parameters[0].value > 0.5; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(1.5f, 0.5f, 1.5f), {0, 0.5, 0});
    for (int i = 0; i < 3; i++) {
      float half = 1.5f - 0.3f * float(i);
      carom_body box = add(CAROM_KINEMATIC, carom_shape_box(half, 0.4f, half), {0, 1.39 + 0.79 * i, 0},
                           carom_quat_about_degrees({0, 1, 0}, 45 * (i + 1)));
      set_velocity(box, {0, 0, 0}, {0, i % 2 ? -0.3f : 0.3f, 0});
    }
  }
};

} // namespace

void add_surfaces(std::vector<scene_kind> *to) {
  to->push_back({"bunny", "ground", "a scanned model, and bodies that bounce off it", make_scene<bunny>});
  to->push_back({"valley", "ground", "balls between two slopes: a patch for each", make_scene<valley>});
  to->push_back({"tiles", "ground", "boxes on tiles that count as one floor", make_scene<tiles>});
  to->push_back({"octagon", "shapes", "up to eight points where two faces meet", make_scene<octagon>});
}
