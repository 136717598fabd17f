// queries.cpp: scenes of rays, casts, overlaps and what is near.
#include "scene.h"

namespace {

// A field of boxes and balls that the scenes ask about.
class field_of_things : public scene {
public:
  void setup() override {
    add(CAROM_STATIC, carom_shape_box(9, 0.1f, 9), {0, -0.1, 0});
    random_numbers random;
    for (int i = 0; i < 70; i++) {
      double reach = double(random.between(2.2, 8)), angle = 137.508 * i;
      carom_vec2 d = carom_direction_degrees(angle);
      float s = random.between(0.25, 0.6);
      carom_shape shape = i % 3 ? carom_shape_box(s, 1.6f * s, s) : carom_shape_sphere(s);
      things.push_back(
          add(CAROM_KINEMATIC, shape,
              {reach * double(d.x), i % 3 ? 1.6 * double(s) + 0.02 : double(s) + 0.02, reach * double(d.y)}));
      set_velocity(things.back(), {0, 0, 0}, {0, random.between(-1, 1), 0});
    }
  }

protected:
  // The numbers of the last step, by which pictures follow the clock of the world.
  double seconds() const {
    carom_counts counts = {};
    carom_world_get_counts(world, &counts);
    return double(counts.steps) / 60;
  }
  std::vector<carom_body> things;
};

// A fan of rays turns: each ends at its first hit, where the normal is drawn.
class rays : public field_of_things {
public:
  rays() { parameters = {{"rays", 180, 1, 2000}}; }
  void show(picture *to) override {
    for (int i = 0; i < whole(0); i++) {
      carom_vec2 d = carom_direction_degrees(20 * seconds() + 360.0 * i / whole(0));
      carom_ray ray = {{0, 0.5, 0}, carom_vec3{d.x, 0, d.y} * 9};
      carom_ray_hit hit = {};
      if (carom_world_cast_ray(world, &ray, nullptr, &hit)) continue;
      carom_pos end = hit.body.bits ? hit.point : ray.origin + ray.translation;
      to->line(ray.origin, end, hit.body.bits ? palette::cast : palette::rgb(0xe07a1f, 70));
      if (hit.body.bits)
        to->point(end, palette::cast), to->line(end, end + hit.normal * 0.4f, palette::normal);
    }
  }
};

// Balls are cast along spokes: each is drawn where it stops.
class casts : public field_of_things {
public:
  casts() { parameters = {{"casts", 24, 1, 200}, {"radius", 0.3, 0.05, 1}}; }
  void show(picture *to) override {
    for (int i = 0; i < whole(0); i++) {
      carom_vec2 d = carom_direction_degrees(10 * seconds() + 360.0 * i / whole(0));
      carom_vec3 along = carom_vec3{d.x, 0, d.y} * 8.5f;
      carom_moving_shape ball = {carom_shape_sphere(number(1)), {{0, 0.6, 0}, {0, 0, 0, 1}}, along};
      carom_shape_hit hit = {};
      if (carom_world_cast_shape(world, &ball, nullptr, &hit)) continue;
      carom_pos end = ball.pose.position + along * (hit.body.bits ? float(hit.fraction) : 1.0f);
      to->line(ball.pose.position, end, palette::cast);
      ring(to, end);
      if (hit.body.bits) to->point(hit.point, palette::normal);
    }
  }

private:
  void ring(picture *to, carom_pos at) const {
    for (int k = 0; k < 24; k++)
      for (int plane = 0; plane < 2; plane++) {
        carom_vec2 a = carom_direction_degrees(15 * k), b = carom_direction_degrees(15 * k + 15);
        carom_vec3 from = plane ? carom_vec3{a.x, a.y, 0} : carom_vec3{a.x, 0, a.y};
        carom_vec3 end = plane ? carom_vec3{b.x, b.y, 0} : carom_vec3{b.x, 0, b.y};
        to->line(at + from * number(1), at + end * number(1), palette::cast);
      }
  }
};

// An explosion moves about: the bodies within its radius, each with its nearest point.
class explosion : public field_of_things {
public:
  explosion() { parameters = {{"radius", 3, 0.5, 9}}; }
  void show(picture *to) override {
    carom_vec2 d = carom_direction_degrees(25 * seconds());
    carom_pos centre = {4 * double(d.x), 0.8, 4 * double(d.y)};
    carom_near near[40];
    size_t count = 0;
    carom_query_filter filter = {};
    filter.accept = is_thing;
    if (carom_world_closest_bodies(world, &centre, number(0), &filter, near, 40, &count)) return;
    for (size_t i = 0; i < count; i++)
      to->line(centre, near[i].point, palette::cast), to->point(near[i].point, palette::cast);
    for (int k = 0; k < 60; k++) {
      carom_vec2 a = carom_direction_degrees(6 * k), b = carom_direction_degrees(6 * k + 6);
      to->line(centre + carom_vec3{a.x, 0, a.y} * number(0), centre + carom_vec3{b.x, 0, b.y} * number(0),
               palette::normal);
    }
    to->point(centre, palette::normal);
  }

private:
  static bool is_thing(void *, const carom_world *world, carom_body body, carom_collider) {
    carom_body_kind kind = CAROM_STATIC;
    return !carom_body_get_kind(world, body, &kind) && kind == CAROM_KINEMATIC;
  }
};

} // namespace

void add_queries(std::vector<scene_kind> *to) {
  to->push_back({"rays", "queries", "a fan of rays and their first hits", make_scene<rays>});
  to->push_back({"casts", "queries", "balls that are cast, where they stop", make_scene<casts>});
  to->push_back({"explosion", "queries", "the bodies nearest to a point", make_scene<explosion>});
}
