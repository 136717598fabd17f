// shapes.cpp: scenes of kinds of shape: all of them, compounds and meshes.
#include "scene.h"

namespace {

carom_hull *make_rock(int points, float size, random_numbers *random) {
  std::vector<float> at;
  for (int i = 0; i < points; i++) {
    carom_vec3 v = normalised(random->vector(1)) * size;
    at.insert(at.end(), {v.x, 0.8f * v.y, v.z});
  }
  carom_hull *hull = nullptr;
  return carom_hull_from_points(nullptr, at.data(), size_t(points), 0, &hull) ? nullptr : hull;
}

// A ring of n points that is swept around y, with teeth.
carom_mesh *make_wheel(int around, int teeth, float radius, float tube) {
  const int ring = 10;
  std::vector<float> vertices;
  std::vector<uint32_t> triangles;
  for (int i = 0; i < around; i++) {
    double angle = 6.28318530718 * i / around;
    float reach = radius + (teeth && i * teeth * 2 / around % 2 ? 0.45f * tube : 0.0f);
    for (int k = 0; k < ring; k++) {
      double turn = 6.28318530718 * k / ring;
      float out = reach + tube * float(std::cos(turn));
      vertices.insert(vertices.end(), {out * float(std::cos(angle)), tube * float(std::sin(turn)),
                                       out * float(std::sin(angle))});
      uint32_t a = uint32_t(ring * i + k), b = uint32_t(ring * i + (k + 1) % ring);
      uint32_t c = uint32_t(ring * ((i + 1) % around) + k),
               d = uint32_t(ring * ((i + 1) % around) + (k + 1) % ring);
      triangles.insert(triangles.end(), {a, b, c, b, d, c});
    }
  }
  carom_mesh_def def = {};
  def.vertices = vertices.data(), def.vertex_count = vertices.size() / 3;
  def.triangles = triangles.data(), def.triangle_count = triangles.size() / 3;
  carom_mesh *mesh = nullptr;
  return carom_mesh_create(nullptr, &def, nullptr, &mesh) ? nullptr : mesh;
}

// One of each convex kind of space on a disc that turns, and bars that they pass through.
class kinds : public scene {
public:
  kinds() { parameters = {{"turns a minute", 2, 0, 20}}; }
  void setup() override {
    random_numbers random;
    carom_hull *hull = make_rock(24, 1, &random);
    const carom_shape shapes[] = {
        carom_shape_sphere(0.8f),
        carom_shape_box(0.8f, 0.6f, 0.5f),
        carom_shape_capsule({0, -0.5f, 0}, {0, 0.5f, 0}, 0.45f),
        carom_shape_rounded_box(0.5f, 0.4f, 0.4f, 0.25f),
        carom_shape_cylinder(0.8f, 0.6f),
        carom_shape_cone(0.9f, 0.7f),
        carom_shape_frustum(0.7f, 0.8f, 0.4f),
        carom_shape_tapered_capsule({0, -0.5f, 0}, {0, 0.6f, 0}, 0.55f, 0.25f),
        carom_shape_ellipsoid(0.9f, 0.6f, 0.5f),
        carom_shape_hull(hull),
        carom_shape_rounded_triangle({-0.8f, -0.6f, 0}, {0.8f, -0.6f, 0}, {0, 0.8f, 0}, 0.12f)};
    for (const carom_shape &shape : shapes) bodies.push_back(add(CAROM_KINEMATIC, shape, {0, 0, 0}));
    carom_hull_release(hull);
    carom_shape bar = carom_shape_box(1.4f, 0.08f, 0.08f);
    for (int i = 0; i < 6; i++) {
      carom_vec2 d = carom_direction_degrees(60 * i + 15);
      carom_quat turned = carom_quat_about_degrees({0, 1, 0}, -60.0 * i - 15);
      add(CAROM_STATIC, bar, {4.6 * double(d.x), 1.25, 4.6 * double(d.y)}, turned);
    }
    add(CAROM_STATIC, carom_shape_cylinder(0.1f, 6.2f), {0, -0.1, 0});
  }
  void before_step(uint64_t n, float dt) override {
    double turn = 6 * parameters[0].value * double(n) * double(dt);
    for (size_t i = 0; i < bodies.size(); i++) {
      carom_vec2 d = carom_direction_degrees(360.0 * double(i) / double(bodies.size()) + turn);
      carom_quat own = carom_quat_about_degrees({0.3f, 1, 0.2f}, 9 * turn);
      place(bodies[i], {4.6 * double(d.x), 1.2, 4.6 * double(d.y)}, own);
    }
  }

private:
  std::vector<carom_body> bodies;
};

// Two wheels of teeth, which are meshes that turn against each other.
class gears : public scene {
public:
  gears() { parameters = {{"turns a minute", 4, 0, 30}, {"distance", 5.35, 4, 7}}; }
  void setup() override {
    carom_mesh *wheel = make_wheel(96, 12, 2.2f, 0.4f);
    if (!wheel) return;
    for (int i = 0; i < 2; i++)
      wheels.push_back(add(CAROM_KINEMATIC, carom_shape_mesh(wheel), {number(1) * (i - 0.5), 0.8, 0}));
    carom_mesh_release(wheel);
    add(CAROM_KINEMATIC, carom_shape_sphere(0.9f), {0.5 * double(number(1)), 0.8, 0});
    add(CAROM_STATIC, carom_shape_box(6, 0.1f, 3.4f), {0, -0.1, 0});
  }
  void before_step(uint64_t n, float dt) override {
    double turn = 6 * parameters[0].value * double(n) * double(dt);
    for (int i = 0; i < 2 && !wheels.empty(); i++)
      place(wheels[size_t(i)], {double(number(1)) * (i - 0.5), 0.8, 0},
            carom_quat_about_degrees({0, 1, 0}, i ? -turn + 15 : turn));
  }

private:
  std::vector<carom_body> wheels;
};

// Robots of one compound walk past posts: contacts tell the part.
class robots : public scene {
public:
  robots() { parameters = {{"robots", 7, 1, 60}}; }
  void setup() override {
    carom_compound *robot = build();
    add(CAROM_STATIC, carom_shape_box(9, 0.1f, 5), {0, -0.1, 0});
    for (int i = 0; i < 6; i++) add(CAROM_STATIC, carom_shape_cylinder(1, 0.12f), {2.4 * i - 6, 1, 0.55});
    for (int i = 0; robot && i < whole(0); i++) {
      double row = i % 7 - 3;
      carom_body body = add(CAROM_KINEMATIC, carom_shape_compound(robot), {2.2 * row, 0.02, 1.3 * (i / 7)});
      set_velocity(body, {0.8f, 0, 0}, {0, 0.9f, 0});
      walking.push_back(body);
    }
    carom_compound_release(robot);
  }
  void before_step(uint64_t, float) override { keep_inside(walking, {-8, -1, -4}, {8, 3, 4}); }

private:
  static carom_compound_child part(uint32_t number, const carom_shape &shape, float y) {
    carom_compound_child child = {};
    child.shape = shape, child.pose.position = {0, y, 0}, child.number = number;
    return child;
  }
  static carom_compound *build() {
    const carom_compound_child parts[] = {
        part(0, carom_shape_ellipsoid(0.16f, 0.22f, 0.18f), 1.75f),
        part(1, carom_shape_ellipsoid(0.36f, 0.42f, 0.25f), 1.15f),
        part(2, carom_shape_tapered_capsule({-0.42f, 0, 0}, {-0.7f, -0.6f, 0}, 0.12f, 0.07f), 1.35f),
        part(3, carom_shape_tapered_capsule({0.42f, 0, 0}, {0.7f, -0.6f, 0.1f}, 0.12f, 0.07f), 1.35f),
        part(4, carom_shape_frustum(0.4f, 0.45f, 0.22f), 0.4f)};
    carom_compound_def def = {};
    def.children = parts, def.child_count = 5;
    carom_compound *robot = nullptr;
    return carom_compound_create(nullptr, &def, nullptr, &robot) ? nullptr : robot;
  }
  std::vector<carom_body> walking;
};

// Aircraft of several boxes fly between buildings.
class aircraft : public scene {
public:
  aircraft() { parameters = {{"aircraft", 8, 1, 40}, {"speed", 4, 0.5, 20}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(14, 0.2f, 14), {0, -0.2, 0});
    for (int i = 0; i < 16; i++) {
      float high = 1.5f + 0.7f * float(i * 7 % 5);
      add(CAROM_STATIC, carom_shape_box(0.9f, high, 0.9f),
          {6.0 * (i % 4) - 9, double(high), 6.0 * (i / 4) - 9});
    }
    for (int i = 0; i < whole(0); i++) flying.push_back(add_aircraft());
  }
  void before_step(uint64_t n, float dt) override {
    double way = parameters[1].value * double(n) * double(dt);
    for (size_t i = 0; i < flying.size(); i++) {
      double reach = 4.5 + 1.2 * double(i % 5), turn = 57.3 * way / reach + 137.5 * double(i);
      carom_vec2 d = carom_direction_degrees(turn);
      carom_quat heading = carom_quat_from_euler({float(-turn), 0, 20});
      place(flying[i], {reach * double(d.x), 2.2 + 0.6 * double(i % 4), reach * double(d.y)}, heading);
    }
  }

private:
  carom_body add_aircraft() {
    const float parts[4][6] = {{0.18f, 0.18f, 1, 0, 0, 0},
                               {1.2f, 0.05f, 0.28f, 0, 0, 0.1f},
                               {0.45f, 0.04f, 0.16f, 0, 0.05f, -0.85f},
                               {0.04f, 0.28f, 0.16f, 0, 0.35f, -0.85f}};
    carom_body body = carom_body_create(world, nullptr);
    for (const float *p : parts) {
      carom_collider_def def = {};
      def.shape = carom_shape_box(p[0], p[1], p[2]);
      def.pose.position = {p[3], p[4], p[5]};
      carom_collider_create(world, body, &def);
    }
    return body;
  }
  std::vector<carom_body> flying;
};

} // namespace

void add_shapes(std::vector<scene_kind> *to) {
  to->push_back({"kinds", "shapes", "one of each convex kind passes through bars", make_scene<kinds>});
  to->push_back({"robots", "shapes", "compounds, whose contacts tell the part", make_scene<robots>});
  to->push_back({"gears", "shapes", "a moving mesh against a moving mesh", make_scene<gears>});
  to->push_back({"aircraft", "shapes", "bodies of several boxes between buildings", make_scene<aircraft>});
}
