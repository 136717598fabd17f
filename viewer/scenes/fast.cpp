// fast.cpp: scenes of swept bodies, which are checked along their motion.
#include "scene.h"

namespace {

// Bullets cross thin sheets within a step: those of paper let them through, the last one stops them.
class bullets : public scene {
public:
  bullets() { parameters = {{"speed", 240, 10, 1000}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(8, 0.1f, 3.4f), {0, -0.1, 0});
    for (int i = 0; i < 4; i++) {
      carom_collider_def sheet = {};
      sheet.shape = carom_shape_box(0.01f, 1.5f, 2.8f), sheet.sensor = i < 3;
      add(CAROM_STATIC, sheet, {2.0 * i - 1, 1.5, 0});
    }
    for (int i = 0; i < 15; i++) {
      flying.push_back(
          add(CAROM_KINEMATIC, carom_shape_capsule({-0.15f, 0, 0}, {0.15f, 0, 0}, 0.06f), start(size_t(i))));
      carom_body_set_swept(world, flying.back(), true);
      carom_body_set_stopping(world, flying.back(), true);
    }
  }
  void before_step(uint64_t n, float) override {
    for (size_t i = 0; i < flying.size(); i++) {
      uint64_t turn = (n + 9 * i) % 135;
      if (turn == 0) place(flying[i], start(i)), set_velocity(flying[i], {0, 0, 0});
      if (turn == 30) set_velocity(flying[i], {number(0), 0, 0});
    }
  }
  void after_step(uint64_t) override { take_hits(); }
  void show(picture *to) override {
    for (const carom_swept_hit &hit : hits) to->point(hit.point, palette::cast);
  }

private:
  static carom_pos start(size_t i) { return {-7, 0.5 + 0.5 * double(i % 5), 1.8 * (double(i / 5) - 1)}; }
  void take_hits() {
    size_t count = 0;
    const carom_swept_hit *found = carom_world_get_swept_hits(world, &count);
    hits.insert(hits.end(), found, found + count);
    if (hits.size() > 60) hits.erase(hits.begin(), hits.end() - 60);
  }
  std::vector<carom_body> flying;
  std::vector<carom_swept_hit> hits; // for the picture alone
};

// Blades that turn by more than a box's width in a step meet each box nonetheless.
class blades : public scene {
public:
  blades() { parameters = {{"turns a second", 9, 0, 15}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_cylinder(0.1f, 5), {0, -0.1, 0});
    for (int i = 0; i < 2; i++) {
      carom_body blade = add(CAROM_KINEMATIC, carom_shape_box(3.2f, 0.05f, 0.12f), {0, 0.6 + 0.8 * i, 0});
      carom_body_set_swept(world, blade, true);
      set_velocity(blade, {0, 0, 0}, {0, 6.2831853f * number(0) * (i ? -1.0f : 1.0f), 0});
    }
    for (int i = 0; i < 12; i++) {
      carom_vec2 d = carom_direction_degrees(30 * i);
      add(CAROM_STATIC, carom_shape_box(0.06f, 0.9f, 0.06f), {2.8 * double(d.x), 0.9, 2.8 * double(d.y)});
    }
  }
};

// A chain of capsules that trails behind its head: each link is put where the one before pulls it.
class chain : public scene {
public:
  chain() { parameters = {{"links", 40, 4, 200}, {"speed", 40, 0, 200}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(8, 0.1f, 8), {0, -0.1, 0});
    for (int i = 0; i < 5; i++)
      add(CAROM_STATIC, carom_shape_cylinder(0.8f, 0.5f), {2.4 * (i - 2), 0.8, i % 2 ? 2.0 : -2.0});
    for (int i = 0; i < whole(0); i++) {
      joints.push_back({0.4 * i, 0.5, 0});
      carom_collider_def link = {};
      link.shape = carom_shape_capsule({0, 0, -0.2f}, {0, 0, 0.2f}, 0.13f), link.filter.group = -1;
      links.push_back(add(CAROM_KINEMATIC, link, {0.4 * i + 0.2, 0.5, 0}));
    }
    joints.push_back({0.4 * whole(0), 0.5, 0});
  }
  void before_step(uint64_t n, float dt) override {
    double turn = parameters[1].value * double(n) * double(dt);
    carom_vec2 slow = carom_direction_degrees(turn), fast = carom_direction_degrees(2.7 * turn);
    joints[0] = {6 * double(slow.x), 0.9 + 0.7 * double(fast.x), 5 * double(fast.y)};
    for (size_t i = 0; i < links.size(); i++) {
      carom_vec3 along = normalised(joints[i + 1] - joints[i]);
      joints[i + 1] = joints[i] + along * 0.4f;
      joints[i + 1].y += 0.02 * (0.35 - joints[i + 1].y);
      place(links[i], joints[i] + along * 0.2f, carom_quat_look(along, {0, 1, 0}));
    }
  }
  void save(state_bytes *to) override {
    for (const carom_pos &joint : joints) put(to, joint);
  }
  void load(const state_bytes &from) override {
    size_t at = 0;
    for (carom_pos &joint : joints) get(from, &at, &joint);
  }

private:
  std::vector<carom_pos> joints;
  std::vector<carom_body> links;
};

} // namespace

void add_fast(std::vector<scene_kind> *to) {
  to->push_back({"bullets", "fast", "swept bodies that meet sheets within a step", make_scene<bullets>});
  to->push_back({"blades", "fast", "blades that turn far in a step, and posts", make_scene<blades>});
  to->push_back({"chain", "fast", "a chain of capsules that follows its head", make_scene<chain>});
}
