// walkers.cpp: scenes of movers: characters that walk in space and in the plane.
#include "scene.h"

namespace {

// What a mover keeps from step to step; a picture shows its shape by a body that it does not meet.
class walking_scene : public scene {
public:
  void save(state_bytes *to) override { put(to, mover), put(to, fall), put(to, heading); }
  void load(const state_bytes &from) override {
    size_t at = 0;
    get(from, &at, &mover), get(from, &at, &fall), get(from, &at, &heading);
  }
  void show(picture *to) override {
    for (uint32_t i = 0; i < result.plane_count; i++) {
      to->point(result.planes[i].point, palette::mover);
      to->arrow(result.planes[i].point, result.planes[i].normal * 0.5f, palette::mover);
    }
  }

protected:
  void add_mover(const carom_shape &shape, carom_pos at) {
    mover = {};
    mover.shape = shape, mover.pose.position = at;
    carom_collider_def def = {};
    def.shape = shape, def.sensor = true;
    shown = add(CAROM_KINEMATIC, def, at);
    mover.filter.ignore = shown;
  }
  // Walks along, and falls where there is no ground.
  void walk(carom_vec3 along, float dt) {
    fall = mover.footing == CAROM_ON_GROUND && fall < 0 ? 0 : fall;
    fall -= 14 * dt;
    carom_mover_move(world, &mover, along * dt + carom_vec3{0, fall * dt, 0}, &result);
    carom_body_set_pose(world, shown, &mover.pose);
  }
  carom_mover mover = {};
  carom_mover_result result = {};
  carom_body shown;
  float fall = 0, heading = 1;
};

// A character walks up stairs, down a ramp, rides a lift, and turns back where it cannot go on.
class character : public walking_scene {
public:
  character() { parameters = {{"speed", 2.5, 0, 8}, {"step height", 0.3, 0, 1}}; }
  void setup() override {
    block(-1.5, 10.9, -0.5, 0);
    for (int i = 0; i < 4; i++) block(2 + 0.5 * i, 5, 0, 0.25 * (i + 1));
    ramp(5, 7, 1, 0);
    block(10.9, 17, -0.5, 2);
    ramp(15.5, 14, 4, 2);
    lift = add(CAROM_KINEMATIC, carom_shape_box(0.9f, 0.05f, 1.5f), {9.9, 0.05, 0});
    add_mover(carom_shape_capsule({0, -0.6f, 0}, {0, 0.6f, 0}, 0.3f), {0, 1.5, 0});
    mover.step_height = number(1), mover.snap = 0.3f;
  }
  void before_step(uint64_t n, float dt) override {
    double high = 1 - double(carom_direction_degrees(36 * double(n) * double(dt)).x);
    place(lift, {9.9, 0.05 + 0.95 * high, 0});
    bool waits = mover.ground.body.bits == lift.bits && std::fabs(mover.pose.position.x - 9.9) < 0.2 &&
                 (heading > 0 ? high < 1.98 : high > 0.05);
    carom_pos before = mover.pose.position;
    walk({waits ? 0 : heading * number(0), 0, 0}, dt);
    bool stands = std::fabs(mover.pose.position.x - before.x) < 0.2 * parameters[0].value * double(dt);
    if (!waits && stands && mover.footing == CAROM_ON_GROUND) heading = -heading;
  }
  void look_from(float *yaw, float *) override { *yaw = 0.25f; }

private:
  void block(double left, double right, double bottom, double top) {
    add(CAROM_STATIC, carom_shape_box(float(right - left) / 2, float(top - bottom) / 2, 1.5f),
        {(left + right) / 2, (bottom + top) / 2, 0});
  }
  // Falls from the height of the one end to that of the other, which is its foot.
  void ramp(float high_end, float low_end, float high, float low) {
    float points[6][3];
    for (int i = 0; i < 6; i++) {
      points[i][0] = i % 3 == 2 ? low_end : high_end;
      points[i][1] = i % 3 == 1 ? high : low;
      points[i][2] = i < 3 ? -1.5f : 1.5f;
    }
    carom_hull *hull = nullptr;
    if (carom_hull_from_points(nullptr, points[0], 6, 0, &hull)) return;
    add(CAROM_STATIC, carom_shape_hull(hull), {0, 0, 0});
    carom_hull_release(hull);
  }
  carom_body lift;
};

// A runner of the plane, which jumps through ledges with one side and turns back at walls.
class runner : public walking_scene {
public:
  runner() { parameters = {{"speed", 4, 0, 12}, {"jump", 8, 0, 15}}; }
  void settings(carom_world_def *def) override { def->planar = true; }
  void setup() override {
    add(CAROM_STATIC, carom_shape_rectangle(10, 0.5f), {0, -0.5, 0});
    for (int i = 0; i < 2; i++) add(CAROM_STATIC, carom_shape_rectangle(0.5f, 3), {i ? 9.5 : -9.5, 3, 0});
    ledge(-5, 1.4f), ledge(0, 2.6f), ledge(4.5f, 1.4f);
    platform = add(CAROM_KINEMATIC, carom_shape_rounded_rectangle(1.2f, 0.1f, 0.1f), {0, 4.4, 0});
    add(CAROM_STATIC, carom_shape_half_disc(0.6f), {2.2, 0, 0});
    add_mover(carom_shape_stadium({0, -0.25f}, {0, 0.25f}, 0.25f), {-7, 0.6, 0});
    mover.snap = 0.1f, mover.step_height = 0.2f, mover.max_slope = 1;
  }
  void before_step(uint64_t n, float dt) override {
    place(platform, {5 * double(carom_direction_degrees(40 * double(n) * double(dt)).y), 4.4, 0});
    if (mover.footing == CAROM_ON_GROUND && n % 90 == 60) fall = number(1);
    carom_pos before = mover.pose.position;
    walk({heading * number(0), 0, 0}, dt);
    if (std::fabs(mover.pose.position.x - before.x) < 0.2 * parameters[0].value * double(dt))
      heading = -heading;
  }

private:
  // A chain is touched from its right, which is above when it leads to the left.
  void ledge(float x, float y) {
    const float points[] = {x + 1.5f, y, x, y + 0.25f, x - 1.5f, y};
    carom_chain_def def = {};
    def.points = points, def.count = 3, def.one_sided = true;
    carom_chain *chain = nullptr;
    if (carom_chain_create(nullptr, &def, &chain)) return;
    for (uint32_t link = 0; link < 2; link++)
      add(CAROM_STATIC, carom_shape_chain_link(chain, link, 0), {0, 0, 0});
    carom_chain_release(chain);
  }
  carom_body platform;
};

} // namespace

void add_walkers(std::vector<scene_kind> *to) {
  to->push_back(
      {"character", "movers", "a mover on stairs, a ramp, a lift and a slope", make_scene<character>});
  to->push_back({"runner", "movers", "a mover of the plane that jumps through ledges", make_scene<runner>});
}
