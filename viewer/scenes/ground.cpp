// ground.cpp: scenes on meshes, height fields and half-spaces.
#include "scene.h"

namespace {

const int CELLS = 64;

// The height of hills.
double hill(double x, double z) {
  return 1.4 * std::sin(0.35 * x) * std::cos(0.3 * z) + 0.5 * std::sin(0.9 * x + 0.7 * z);
}

carom_field *make_hills() {
  std::vector<float> heights;
  for (int row = 0; row <= CELLS; row++)
    for (int column = 0; column <= CELLS; column++)
      heights.push_back(float(hill(0.4 * (column - CELLS / 2), 0.4 * (row - CELLS / 2))));
  carom_field_def def = {};
  def.cells.columns = def.cells.rows = CELLS, def.cells.heights = heights.data();
  def.spacing_x = def.spacing_z = 0.4f, def.sides = CAROM_MESH_SOLID, def.depth = 4;
  carom_field *field = nullptr;
  return carom_field_create(nullptr, &def, &field) ? nullptr : field;
}

// Balls and boxes roll over a height field: each step a cast puts them on the ground.
class terrain : public scene {
public:
  terrain() { parameters = {{"bodies", 60, 1, 1000}, {"speed", 2.5, 0, 20}}; }
  void setup() override {
    carom_field *hills = make_hills();
    if (!hills) return;
    ground = add(CAROM_STATIC, carom_shape_field(hills), {-0.2 * CELLS, 0, -0.2 * CELLS});
    carom_field_release(hills);
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      float size = random.between(0.2, 0.45);
      carom_shape shape = i % 3 ? carom_shape_sphere(size) : carom_shape_box(size, size, 1.5f * size);
      rolling.push_back(add(CAROM_KINEMATIC, shape, {random.between(-12, 12), 3, random.between(-12, 12)}));
      ways.push_back(random.vector(1));
    }
  }
  void before_step(uint64_t, float dt) override {
    for (size_t i = 0; i < rolling.size(); i++) {
      carom_pose pose = pose_of(rolling[i]);
      pose.position.x += double(ways[i].x * number(1) * dt),
          pose.position.z += double(ways[i].z * number(1) * dt);
      if (std::fabs(pose.position.x) > 12) ways[i].x = -std::copysign(ways[i].x, float(pose.position.x));
      if (std::fabs(pose.position.z) > 12) ways[i].z = -std::copysign(ways[i].z, float(pose.position.z));
      settle(i, &pose);
    }
  }
  void save(state_bytes *to) override {
    for (const carom_vec3 &way : ways) put(to, way);
  }
  void load(const state_bytes &from) override {
    size_t at = 0;
    for (carom_vec3 &way : ways) get(from, &at, &way);
  }

private:
  // A ray from above finds the ground. The body stands on it, or a little in it.
  void settle(size_t i, carom_pose *pose) {
    carom_ray down = {pose->position, {0, -16, 0}};
    down.origin.y = 8;
    carom_ray_hit hit = {};
    carom_query_filter only = {};
    only.accept = is_ground, only.user = &ground;
    if (!carom_world_cast_ray(world, &down, &only, &hit) && hit.body.bits) {
      pose->position.y = hit.point.y + 0.2;
      pose->rotation = carom_quat_between({0, 1, 0}, hit.normal);
    }
    carom_body_set_pose(world, rolling[i], pose);
  }
  static bool is_ground(void *ground, const carom_world *, carom_body body, carom_collider) {
    return body.bits == static_cast<carom_body *>(ground)->bits;
  }
  carom_body ground;
  std::vector<carom_body> rolling;
  std::vector<carom_vec3> ways;
};

// A sea whose mesh gets new vertices in each step, and buoys that the waves reach.
class waves : public scene {
public:
  waves() { parameters = {{"height", 0.6, 0.1, 1.5}}; }
  void setup() override {
    std::vector<uint32_t> triangles;
    const uint32_t row = SIDE + 1;
    for (uint32_t z = 0; z < SIDE; z++)
      for (uint32_t x = 0; x < SIDE; x++) {
        uint32_t a = z * row + x;
        triangles.insert(triangles.end(), {a, a + row, a + 1, a + 1, a + row, a + row + 1});
      }
    std::vector<float> at = vertices(0);
    carom_mesh_def def = {};
    def.vertices = at.data(), def.vertex_count = at.size() / 3;
    def.triangles = triangles.data(), def.triangle_count = triangles.size() / 3, def.deforms = true;
    if (carom_mesh_create(nullptr, &def, nullptr, &still)) return;
    carom_body body = carom_body_create(world, nullptr);
    carom_collider_def collider = {};
    collider.shape = carom_shape_mesh(still);
    sea = carom_collider_create(world, body, &collider);
    for (int i = 0; i < 9; i++)
      add(CAROM_KINEMATIC, carom_shape_sphere(0.4f), {3.5 * (i % 3 - 1), 0.7, 3.5 * (i / 3 - 1)});
  }
  void before_step(uint64_t n, float dt) override {
    carom_mesh *next = nullptr;
    std::vector<float> at = vertices(double(n) * double(dt));
    if (!still || carom_mesh_deform(nullptr, still, at.data(), 0, nullptr, &next)) return;
    carom_shape shape = carom_shape_mesh(next);
    carom_collider_set_shape(world, sea, &shape);
    carom_mesh_release(next);
  }
  ~waves() override { carom_mesh_release(still); }

private:
  static const uint32_t SIDE = 40;
  std::vector<float> vertices(double time) const {
    std::vector<float> at;
    for (uint32_t z = 0; z <= SIDE; z++)
      for (uint32_t x = 0; x <= SIDE; x++) {
        double u = 0.3 * (double(x) - 0.5 * SIDE), v = 0.3 * (double(z) - 0.5 * SIDE);
        carom_vec2 a = carom_direction(0.9 * u + 1.6 * time),
                   b = carom_direction(0.7 * v - 0.4 * u + 1.1 * time);
        at.insert(at.end(), {float(u), number(0) * (0.6f * a.y + 0.4f * b.x), float(v)});
      }
    return at;
  }
  carom_mesh *still = nullptr;
  carom_collider sea = {0};
};

// A valley of two half-spaces and a wall, into which balls are thrown.
class half_spaces : public scene {
public:
  half_spaces() { parameters = {{"balls", 60, 1, 1000}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_half_space(0), {0, 0, 0}, carom_quat_about_degrees({0, 0, 1}, -20));
    add(CAROM_STATIC, carom_shape_half_space(0), {0, 0, 0}, carom_quat_about_degrees({0, 0, 1}, 20));
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      float s = random.between(0.2, 0.5);
      carom_pos at = {random.between(-6, 6), random.between(3, 8), random.between(-6, 6)};
      balls.push_back(add(CAROM_KINEMATIC, i % 2 ? carom_shape_sphere(s) : carom_shape_box(s, s, s), at));
      set_velocity(balls.back(), random.vector(3), random.vector(1));
    }
  }
  void before_step(uint64_t, float) override { bounce(), keep_inside(balls, {-7, -9, -7}, {7, 8, 7}); }
  bool view(carom_region *out) override { return *out = {{-8, -1, -8}, {8, 7, 8}}, true; }

private:
  std::vector<carom_body> balls;
};

} // namespace

void add_ground(std::vector<scene_kind> *to) {
  to->push_back(
      {"terrain", "ground", "a height field, and bodies that casts put on it", make_scene<terrain>});
  to->push_back({"waves", "ground", "a mesh that deforms in each step", make_scene<waves>});
  to->push_back({"half_spaces", "ground", "ground without an end", make_scene<half_spaces>});
}
