// events.cpp: scenes of events, filters, sensors and margins.
#include "scene.h"

namespace {

// The first program: balls fall through a floor, and events tell when they touch it.
class hello : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(4, 0.25f, 4), {0, 0, 0});
    for (int i = 0; i < 5; i++) {
      balls.push_back(add(CAROM_KINEMATIC, carom_shape_sphere(0.5f), {1.5 * (i - 2), 2.0 + 0.8 * i, 0}));
      set_velocity(balls.back(), {0, -1.5f, 0});
    }
  }
  void before_step(uint64_t, float) override { keep_inside(balls, {-9, -2.5, -9}, {9, 5, 9}); }

private:
  std::vector<carom_body> balls;
};

// Cars meet a parked one that stands askew: boxes that turn about the vertical axis.
class cars : public scene {
public:
  cars() { parameters = {{"speed", 3, 0.5, 20}}; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(14, 0.1f, 4), {0, -0.12, 0});
    add(CAROM_STATIC, car(), {0, 0.6, -1.1}, carom_quat_about_degrees({0, 1, 0}, 35));
    for (int i = 0; i < 4; i++) driving.push_back(add(CAROM_KINEMATIC, car(), {0, 0, 0}));
  }
  void before_step(uint64_t n, float dt) override {
    for (size_t i = 0; i < driving.size(); i++) {
      double way = std::fmod(parameters[0].value * double(n) * double(dt) + 6.5 * double(i), 26.0) - 13;
      bool back = i % 2;
      place(driving[i], {back ? -way : way, 0.6, back ? 1.6 : -0.6 - 0.6 * double(i)},
            carom_quat_about_degrees({0, 1, 0}, back ? 180 : 0));
    }
  }

private:
  static carom_shape car() { return carom_shape_rounded_box(1.6f, 0.35f, 0.7f, 0.2f); }
  std::vector<carom_body> driving;
};

// Rows of bodies with filters of each sort pass through a gate: the panel of a picked pair explains them.
class filters : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(9, 0.1f, 5), {0, -0.1, 0});
    add_gate(-6, {1, 0, 0}, false);              // meets all
    add_gate(-3, {2, 2, 0}, false);              // meets its own category alone
    add_gate(0, {1, CAROM_MASK_NONE, 0}, false); // meets nothing
    add_gate(3, {1, 0, -7}, false);              // not its own group
    add_gate(6, {1, 0, 0}, true);                // a sensor
  }
  void before_step(uint64_t, float) override { keep_inside(passing, {-9, 0, -4}, {9, 9, 4}); }

private:
  void add_gate(double x, carom_filter filter, bool sensor) {
    carom_collider_def gate = {};
    gate.shape = carom_shape_box(1, 1, 0.1f), gate.filter = filter, gate.sensor = sensor;
    add(CAROM_STATIC, gate, {x, 1, 0});
    const carom_filter own[3] = {{1, 0, 0}, {2, 0, 0}, {1, 0, -7}};
    for (int i = 0; i < 3; i++) {
      carom_collider_def ball = {};
      ball.shape = carom_shape_sphere(0.3f), ball.filter = own[i], ball.sensor = i == 1 && sensor;
      passing.push_back(add(CAROM_KINEMATIC, ball, {x + 0.7 * (i - 1), 1, 3.0 - i}));
      set_velocity(passing.back(), {0, 0, -1.5f});
    }
  }
  std::vector<carom_body> passing;
};

// Boxes sink to a floor in a world with a margin: contacts come before they touch.
class margins : public scene {
public:
  margins() { parameters = {{"margin", 0.5, 0, 2}}; }
  void settings(carom_world_def *def) override { def->margin = number(0), def->eight_points = true; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(6, 0.25f, 3), {0, -0.25, 0});
    for (int i = 0; i < 4; i++)
      boxes.push_back(add(CAROM_KINEMATIC, carom_shape_box(0.8f, 0.5f, 0.8f), {3.0 * i - 4.5, 2, 0}));
  }
  void before_step(uint64_t n, float dt) override {
    for (size_t i = 0; i < boxes.size(); i++) {
      double high =
          1.1 + 0.65 * double(carom_direction_degrees(60 * double(n) * double(dt) + 70 * double(i)).x);
      place(boxes[i], {3.0 * double(i) - 4.5, high, 0},
            carom_quat_about_degrees({1, 0, 0.5f}, 5.0 * double(i)));
    }
  }

private:
  std::vector<carom_body> boxes;
};

// Bullets destroy themselves and the crate that they hit, in a handler, and leave a spark.
class destroy_crates : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(8, 0.1f, 3), {0, -0.1, 0});
    for (int i = 0; i < 36; i++) {
      carom_collider_def crate = {};
      crate.shape = carom_shape_box(0.4f, 0.4f, 0.4f), crate.filter.category = 2;
      add(CAROM_STATIC, crate, {3.0 + i / 12, 0.42 + 0.85 * (i / 3 % 4), 0.9 * (i % 3 - 1)});
    }
    carom_handler_def handler = {};
    handler.callback = on_hit, handler.events = CAROM_EVENT_BEGIN, handler.category_a = 4,
    handler.category_b = 2;
    carom_handler_add(world, &handler);
  }
  void before_step(uint64_t n, float) override {
    if (n % 20) return;
    uint64_t shot = n / 20;
    carom_collider_def bullet = {};
    bullet.shape = carom_shape_sphere(0.12f), bullet.filter.category = 4;
    carom_body body = add(CAROM_KINEMATIC, bullet,
                          {-7, 0.45 + 0.85 * double(shot * 5 % 4), 0.9 * (double(shot * 2 % 3) - 1)});
    set_velocity(body, {9, 0, 0});
  }

private:
  static void on_hit(void *, carom_world *world, const carom_event *event) {
    carom_body_def def = {};
    def.pose.position = event->contact->manifold.points[0].position;
    def.angular_velocity = {2, 3, 1}, def.linear_velocity = {-0.4f, 0.9f, 0};
    carom_body spark = carom_body_create(world, &def);
    carom_collider_def shape = {};
    shape.shape = carom_shape_box(0.08f, 0.08f, 0.08f), shape.sensor = true;
    carom_collider_create(world, spark, &shape);
    carom_body_destroy(world, event->contact->a.body), carom_body_destroy(world, event->contact->b.body);
  }
};

// A lift follows a path by targets, and asks for what stands on it, which it takes along.
class riders : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(3.5f, 0.1f, 3), {0, -0.1, 0});
    lift = add(CAROM_KINEMATIC, carom_shape_box(1.5f, 0.15f, 1.5f), {0, 0.4, 0});
    for (int i = 0; i < 4; i++)
      add(CAROM_KINEMATIC, carom_shape_box(0.3f, 0.4f + 0.1f * float(i), 0.3f),
          {i % 2 - 0.5, 0.945 + 0.1 * i, i / 2 - 0.5});
  }
  void before_step(uint64_t n, float dt) override {
    carom_pose before = pose_of(lift), next = before;
    double turn = 45 * double(n + 1) * double(dt);
    next.position = {1.5 * double(carom_direction_degrees(turn).y),
                     2.4 - 2 * double(carom_direction_degrees(turn).x), 0};
    carom_vec3 way = next.position - before.position;
    size_t count = 0;
    carom_body_get_contacts(world, lift, nullptr, 0, &count);
    std::vector<const carom_contact *> contacts(count);
    carom_body_get_contacts(world, lift, contacts.data(), count, &count);
    carom_body_set_target(world, lift, &next, dt);
    for (const carom_contact *c : contacts) {
      carom_body rider = c->a.body.bits == lift.bits ? c->b.body : c->a.body;
      carom_pose pose = pose_of(rider);
      pose.position = pose.position + way;
      carom_body_set_target(world, rider, &pose, dt);
    }
  }

private:
  carom_body lift;
};

} // namespace

void add_events(std::vector<scene_kind> *to) {
  to->push_back({"hello", "events", "balls that fall through a floor, and its events", make_scene<hello>});
  to->push_back({"cars", "events", "boxes that turn, and a parked car askew", make_scene<cars>});
  to->push_back(
      {"filters", "events", "gates with filters: pick two bodies and read why", make_scene<filters>});
  to->push_back({"margins", "events", "contacts of what is about to touch", make_scene<margins>});
  to->push_back({"destroy", "events", "a handler that destroys and creates", make_scene<destroy_crates>});
  to->push_back({"riders", "events", "a lift that takes along what stands on it", make_scene<riders>});
}
