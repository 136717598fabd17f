// groups.cpp: scenes of platforms with one side, of islands, and of distances.
#include "scene.h"

namespace {

// Boxes jump up through platforms: a handler keeps only contacts that come from above.
class platforms : public scene {
public:
  void settings(carom_world_def *def) override { def->planar = true; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_rectangle(8, 0.3f), {0, -0.3, 0});
    for (int i = 0; i < 5; i++) {
      carom_collider_def platform = {};
      platform.shape = carom_shape_rectangle(1.1f, 0.1f), platform.filter.category = 2;
      add(CAROM_STATIC, platform, {3.0 * i - 6, 1.2 + 0.4 * (i % 3), 0});
    }
    for (int i = 0; i < 5; i++) {
      carom_collider_def jumper = {};
      jumper.shape = carom_shape_rounded_rectangle(0.2f, 0.3f, 0.08f), jumper.filter.category = 4;
      jumping.push_back(add(CAROM_KINEMATIC, jumper, {3.0 * i - 6, 0.4, 0}));
    }
    carom_handler_def handler = {};
    handler.keep = from_above, handler.events = CAROM_EVENT_BEGIN;
    handler.category_a = 2, handler.category_b = 4;
    carom_handler_add(world, &handler);
  }
  // Gravity, and a stand on what is below. Each jumps now and then, one after the other.
  void before_step(uint64_t n, float dt) override {
    for (size_t i = 0; i < jumping.size(); i++) {
      carom_vec3 linear = {0, 0, 0}, angular;
      carom_body_get_velocity(world, jumping[i], &linear, &angular);
      bool stands = rests_on_something(jumping[i]);
      linear.y = stands && linear.y <= 0 ? 0 : linear.y - 12 * dt;
      if (stands && (n + 23 * i) % 115 == 30) linear.y = 7.5f;
      set_velocity(jumping[i], linear);
    }
  }

private:
  static bool from_above(void *, const carom_world *world, const carom_event *event) {
    carom_vec3 linear = {0, 0, 0};
    carom_body_get_velocity(world, event->contact->b.body, &linear, nullptr);
    return linear.y < 0 && event->contact->manifold.normal.y > 0.9f;
  }
  bool rests_on_something(carom_body body) const {
    size_t count = 0;
    return !carom_body_get_contacts(world, body, nullptr, 0, &count) && count > 0;
  }
  std::vector<carom_body> jumping;
};

// Balls drift about. Those that touch are an island: lines lead from its middle to each.
class islands : public scene {
public:
  islands() { parameters = {{"balls", 90, 1, 1000}, {"speed", 1, 0, 10}}; }
  ~islands() override { carom_islands_destroy(found); }
  void setup() override {
    carom_islands_create(nullptr, &found);
    add(CAROM_STATIC, carom_shape_box(7, 0.1f, 7), {0, -0.12, 0});
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      float s = random.between(0.3, 0.55);
      balls.push_back(add(CAROM_KINEMATIC, carom_shape_sphere(s),
                          {random.between(-6, 6), double(s) + 0.01, random.between(-6, 6)}));
      set_velocity(balls.back(), {random.between(-1, 1) * number(1), 0, random.between(-1, 1) * number(1)});
    }
  }
  void before_step(uint64_t, float) override { keep_inside(balls, {-6.4, -1, -6.4}, {6.4, 2, 6.4}); }
  void show(picture *to) override {
    size_t count = 0;
    if (carom_islands_find(found, world, nullptr)) return;
    const carom_island *all = carom_islands_get(found, &count);
    for (size_t i = 0; i < count; i++)
      if (all[i].body_count > 1) show_island(all[i], palette::body(uint32_t(i)), to);
  }

private:
  void show_island(const carom_island &island, uint32_t colour, picture *to) const {
    carom_pos middle = {0, 1.4, 0};
    for (size_t i = 0; i < island.body_count; i++) {
      carom_pos at = pose_of(island.bodies[i]).position;
      middle.x += at.x / double(island.body_count), middle.z += at.z / double(island.body_count);
    }
    to->point(middle, colour);
    for (size_t i = 0; i < island.body_count; i++)
      to->line(middle, pose_of(island.bodies[i]).position, colour);
  }
  carom_islands *found = nullptr;
  std::vector<carom_body> balls;
};

// Shapes turn beside each other: the shortest way between each two neighbours, also through an overlap.
class distances : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(7, 0.1f, 3), {0, -0.1, 0});
    const carom_shape shapes[] = {carom_shape_box(0.7f, 0.4f, 0.6f), carom_shape_cone(0.8f, 0.6f),
                                  carom_shape_ellipsoid(0.9f, 0.5f, 0.4f), carom_shape_cylinder(0.7f, 0.4f),
                                  carom_shape_capsule({0, -0.6f, 0}, {0, 0.6f, 0}, 0.3f)};
    random_numbers random;
    for (int i = 0; i < 5; i++) {
      turning.push_back(add(CAROM_KINEMATIC, shapes[i], {2.0 * i - 4, 1.4, 0}));
      set_velocity(turning.back(), {0, 0, 0}, random.vector(1));
    }
  }
  void show(picture *to) override {
    for (size_t i = 0; i + 1 < turning.size(); i++) {
      carom_body_distance between;
      if (carom_world_body_distance(world, turning[i], turning[i + 1], nullptr, &between)) continue;
      uint32_t colour = between.distance > 0 ? palette::apart : palette::contact;
      to->line(between.point_a, between.point_b, colour);
      to->point(between.point_a, colour), to->point(between.point_b, colour);
      char text[16];
      std::snprintf(text, sizeof text, "%.2f", double(between.distance));
      to->text(between.point_a + carom_vec3{0, 1.3f, 0}, text, palette::text);
    }
  }

private:
  std::vector<carom_body> turning;
};

} // namespace

void add_groups(std::vector<scene_kind> *to) {
  to->push_back(
      {"platforms", "events", "a handler that refuses what comes from below", make_scene<platforms>});
  to->push_back({"islands", "events", "which balls touch, directly or by others", make_scene<islands>});
  to->push_back({"distances", "queries", "signed distances of bodies", make_scene<distances>});
}
