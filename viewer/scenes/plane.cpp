// plane.cpp: scenes of the plane.
#include "scene.h"

namespace {

class planar_scene : public scene {
public:
  void settings(carom_world_def *def) override { def->planar = true; }

protected:
  carom_body add_turned(carom_body_kind kind, const carom_shape &shape, double x, double y, double degrees) {
    carom_pose pose = carom_pose_planar_degrees(x, y, degrees);
    return add(kind, shape, pose.position, pose.rotation);
  }
  // Walls around -w..w, -h..h.
  void add_walls(float w, float h) {
    for (int side = -1; side <= 1; side += 2) {
      add(CAROM_STATIC, carom_shape_rectangle(0.3f, h + 0.6f), {side * double(w + 0.3f), 0, 0});
      add(CAROM_STATIC, carom_shape_rectangle(w, 0.3f), {0, side * double(h + 0.3f), 0});
    }
  }
};

// Sprites, which are turning boxes of the plane, bounce off walls and each other.
class sprites : public planar_scene {
public:
  sprites() { parameters = {{"bodies", 120, 1, 4000}, {"speed", 4, 0, 20}}; }
  void setup() override {
    add_walls(14, 8);
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      float s = random.between(0.2, 0.6);
      carom_body body =
          add_turned(CAROM_KINEMATIC, carom_shape_rectangle(s, 0.6f * s), double(random.between(-13, 13)),
                     double(random.between(-7, 7)), double(random.between(0, 360)));
      set_velocity(body, {random.between(-1, 1) * number(1), random.between(-1, 1) * number(1), 0},
                   {0, 0, random.between(-2, 2)});
      bodies.push_back(body);
    }
  }
  void before_step(uint64_t, float) override { bounce(), keep_inside(bodies, {-14, -8, -1}, {14, 8, 1}); }

private:
  std::vector<carom_body> bodies;
};

// One of each kind of the plane, which move about and meet.
class planar_kinds : public planar_scene {
public:
  void setup() override {
    add_walls(9, 5);
    const float corners[] = {-0.7f, -0.5f, 0.6f, -0.6f, 0.9f, 0.3f, 0, 0.9f, -0.8f, 0.4f};
    carom_polygon *polygon = nullptr;
    carom_polygon_from_points(nullptr, corners, 5, 0, &polygon);
    const carom_shape shapes[] = {carom_shape_disc(0.8f),
                                  carom_shape_ellipse(1, 0.6f),
                                  carom_shape_half_disc(0.9f),
                                  carom_shape_stadium({-0.6f, 0}, {0.6f, 0}, 0.4f),
                                  carom_shape_rectangle(0.9f, 0.5f),
                                  carom_shape_rounded_rectangle(0.6f, 0.4f, 0.3f),
                                  carom_shape_polygon(polygon),
                                  carom_shape_rounded_polygon(polygon, 0.2f),
                                  carom_shape_segment({-0.9f, 0}, {0.9f, 0.3f})};
    for (int i = 0; i < 9; i++) {
      bodies.push_back(add_turned(CAROM_KINEMATIC, shapes[i], 5.5 * (i % 3 - 1), 3 * (i / 3 - 1), 20 * i));
      set_velocity(bodies.back(), {i % 2 ? 1.1f : -0.8f, i % 3 ? 0.7f : -0.9f, 0},
                   {0, 0, 0.3f * float(i - 4)});
    }
    carom_polygon_release(polygon);
  }
  void before_step(uint64_t, float) override { bounce(), keep_inside(bodies, {-9, -5, -1}, {9, 5, 1}); }

private:
  std::vector<carom_body> bodies;
};

// Elements on a page, and a rectangle that is dragged over them: what it selects is marked.
class marquee : public planar_scene {
public:
  marquee() { parameters = {{"columns", 50, 4, 125}, {"rows", 28, 4, 80}}; }
  void setup() override {
    random_numbers random;
    for (int i = 0; i < whole(0) * whole(1); i++) {
      double x = 0.8 * (i % whole(0) - 0.5 * whole(0)), y = 0.8 * (i / whole(0) - 0.5 * whole(1));
      double turned = i % 7 ? 360 * random.next() : 0;
      add_turned(CAROM_STATIC, carom_shape_rectangle(random.between(0.1, 0.4), random.between(0.08, 0.22)), x,
                 y, turned);
    }
  }
  void show(picture *to) override {
    carom_counts counts = {};
    carom_world_get_counts(world, &counts);
    double turn = 0.5 * double(counts.steps), w = 0.35 * whole(0), h = 0.35 * whole(1);
    carom_vec2 d = carom_direction_degrees(turn);
    carom_region drag = {{-w * 0.7, -h * 0.7, 0}, {w * double(d.x) * 0.9, h * double(d.y) * 0.9, 0}};
    if (drag.max.x < drag.min.x) std::swap(drag.max.x, drag.min.x);
    if (drag.max.y < drag.min.y) std::swap(drag.max.y, drag.min.y);
    carom_query_filter filter = {};
    filter.touching = CAROM_TOUCHING_IS_APART;
    size_t count = 0;
    if (carom_world_overlap_region(world, &drag, &filter, nullptr, 0, &count)) return;
    std::vector<carom_found> found(count);
    carom_world_overlap_region(world, &drag, &filter, found.data(), count, &count);
    for (const carom_found &one : found) to->point(pose_of(one.body).position, palette::cast);
    to->box(drag.min, drag.max, palette::normal);
  }
};

// Ships on a screen and a beam that turns: what is in it is marked.
class radar : public planar_scene {
public:
  radar() { parameters = {{"ships", 60, 1, 500}, {"degrees", 30, 5, 90}}; }
  void setup() override {
    random_numbers random;
    for (int i = 0; i < whole(0); i++) {
      double reach = 10 * std::sqrt(random.next()), heading = 360 * random.next();
      carom_vec2 d = carom_direction_degrees(137.508 * i), along = carom_direction_degrees(heading);
      ships.push_back(add_turned(CAROM_KINEMATIC, carom_shape_stadium({-0.25f, 0}, {0.25f, 0}, 0.12f),
                                 reach * double(d.x), reach * double(d.y), heading));
      set_velocity(ships.back(), {0.5f * along.x, 0.5f * along.y, 0});
    }
  }
  void before_step(uint64_t, float) override { keep_inside(ships, {-10, -10, -1}, {10, 10, 1}); }
  void show(picture *to) override {
    carom_counts counts = {};
    carom_world_get_counts(world, &counts);
    double turn = 0.6 * double(counts.steps);
    carom_vec2 a = carom_direction_degrees(turn), b = carom_direction_degrees(turn + parameters[1].value);
    const float corners[] = {0, 0, 10 * a.x, 10 * a.y, 10 * b.x, 10 * b.y};
    carom_polygon *beam = nullptr;
    if (carom_polygon_from_points(nullptr, corners, 3, 0, &beam)) return;
    carom_shape shape = carom_shape_polygon(beam);
    carom_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    std::vector<carom_found> found(ships.size());
    size_t count = 0;
    carom_world_overlap_shape(world, &shape, &here, nullptr, found.data(), found.size(), &count);
    carom_polygon_release(beam);
    for (size_t i = 0; i < count; i++) to->point(pose_of(found[i].body).position, palette::cast);
    carom_pos centre = {0, 0, 0}, left = {10 * double(a.x), 10 * double(a.y), 0},
              right = {10 * double(b.x), 10 * double(b.y), 0};
    to->line(centre, left, palette::begin), to->line(centre, right, palette::begin),
        to->line(left, right, palette::begin);
  }

private:
  std::vector<carom_body> ships;
};

} // namespace

void add_plane(std::vector<scene_kind> *to) {
  to->push_back({"sprites", "plane", "turning boxes that bounce", make_scene<sprites>});
  to->push_back({"planar_kinds", "plane", "one of each kind of the plane", make_scene<planar_kinds>});
  to->push_back({"marquee", "plane", "elements that a drag rectangle selects", make_scene<marquee>});
  to->push_back({"radar", "plane", "ships in a beam that turns", make_scene<radar>});
}
