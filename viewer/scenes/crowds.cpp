// crowds.cpp: scenes of many bodies.
#include "scene.h"

namespace {

// Boxes, balls and more that fly through a room and bounce off each other.
class gas : public scene {
public:
  gas() { parameters = {{"bodies", 500, 2, 5000}, {"speed", 3, 0, 20}, {"size", 0.45, 0.1, 1}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(10.6f, 0.3f, 10.6f), {0, -0.3, 0});
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      carom_pos at = {random.between(-9.5, 9.5), random.between(0.8, 9.5), random.between(-9.5, 9.5)};
      bodies.push_back(
          add(CAROM_KINEMATIC, shape(i, random.between(0.5, 1) * number(2)), at, random.rotation()));
      set_velocity(bodies.back(), random.vector(double(number(1))), random.vector(2));
    }
  }
  void before_step(uint64_t, float) override { bounce(), keep_inside(bodies, {-10, 0.6, -10}, {10, 10, 10}); }

private:
  static carom_shape shape(int i, float s) {
    switch (i % 4) {
    case 0:
      return carom_shape_sphere(s);
    case 1:
      return carom_shape_capsule({0, -s, 0}, {0, s, 0}, 0.5f * s);
    case 2:
      return carom_shape_cylinder(s, 0.7f * s);
    default:
      return carom_shape_box(s, 0.6f * s, 1.1f * s);
    }
  }
  std::vector<carom_body> bodies;
};

// Turning boxes in a wide layer: up to 100,000 of them, whose velocities alone move them.
class many : public scene {
public:
  many() { parameters = {{"bodies", 10000, 100, 100000}, {"spin", 1.5, 0, 6}}; }
  void setup() override {
    random_numbers random;
    int side = int(std::ceil(std::sqrt(double(whole(0)) / 4)));
    for (int i = 0; i < whole(0); i++) {
      double x = i / 4 % side - 0.5 * side, z = i / 4 / side - 0.5 * side;
      carom_pos at = {1.5 * x + double(random.between(-0.3, 0.3)), 0.9 + 1.3 * (i % 4), 1.5 * z};
      float size = random.between(0.25, 0.55);
      carom_body body =
          add(CAROM_KINEMATIC, carom_shape_box(size, 0.7f * size, 1.2f * size), at, random.rotation());
      set_velocity(body, {0, 0, 0}, random.vector(double(number(1))));
    }
  }
};

// A funnel of spinning paddles through which boxes fall; below it they begin again above.
class mill : public scene {
public:
  mill() { parameters = {{"bodies", 240, 1, 2000}, {"fall", 3, 0.5, 10}, {"spin", 1, 0, 5}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(8, 0.25f, 8), {0, -0.25, 0});
    for (int i = 0; i < 6; i++) {
      carom_body paddle = add(CAROM_KINEMATIC, carom_shape_box(2.6f, 0.12f, 0.5f),
                              {i % 2 ? 2.6 : -2.6, 2.5 + 2.0 * (i / 2), 2.0 * (i % 3) - 2});
      set_velocity(paddle, {0, 0, 0}, {0, 0, i % 2 ? number(2) : -number(2)});
    }
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      carom_pos at = {random.between(-5, 5), random.between(0, 14), random.between(-4, 4)};
      float s = random.between(0.12, 0.3);
      falling.push_back(add(CAROM_KINEMATIC, i % 2 ? carom_shape_box(s, s, s) : carom_shape_sphere(s), at));
      set_velocity(falling.back(), {0, -number(1), 0}, random.vector(2));
    }
  }
  void before_step(uint64_t, float) override {
    for (carom_body body : falling) {
      carom_pose pose = pose_of(body);
      if (pose.position.y > 0.3) continue;
      pose.position.y += 13.5;
      carom_body_set_pose(world, body, &pose);
    }
  }

private:
  std::vector<carom_body> falling;
};

} // namespace

void add_crowds(std::vector<scene_kind> *to) {
  to->push_back({"gas", "crowds", "bodies of four kinds bounce through a room", make_scene<gas>});
  to->push_back({"many", "crowds", "up to 100,000 turning boxes", make_scene<many>});
  to->push_back({"mill", "crowds", "boxes and balls fall through turning paddles", make_scene<mill>});
}
