// scene.h: what a scene is. A scene fills a world, moves its bodies before each step, and may show what it
// asked of the world. What it keeps from step to step it saves with each step, so that a rewind finds it.
#ifndef VIEWER_SCENE_H
#define VIEWER_SCENE_H

#include "picture.h"

#include <memory>
#include <string>
#include <vector>

// A number of a scene that can be changed in its panel. A change starts the scene anew.
struct parameter {
  const char *name;
  double value, least, most;
};

typedef std::vector<unsigned char> state_bytes;

class scene {
public:
  virtual ~scene() = default;

  // The settings of its world, before it is created.
  virtual void settings(carom_world_def *) {}
  virtual carom_status create(const carom_world_def *def) { return carom_world_create(def, &world); }
  virtual void destroy() { carom_world_destroy(world), world = nullptr; }

  virtual void setup() = 0;                    // fills the empty world
  virtual void before_step(uint64_t, float) {} // the number of the step from 0 on, and its seconds
  virtual carom_status step(float dt) { return carom_world_step(world, dt); }
  virtual void after_step(uint64_t) {}
  virtual void show(picture *) {}                               // adds to the picture
  virtual void save(state_bytes *) {}                           // appends what it keeps from step to step
  virtual void load(const state_bytes &) {}                     // takes it back
  virtual bool view(carom_region *) { return false; }           // what to look at first; false: all bodies
  virtual void look_from(float * /*yaw*/, float * /*pitch*/) {} // at first, in radians

  carom_world *world = nullptr;
  std::vector<parameter> parameters;

protected:
  int whole(size_t i) const { return int(parameters[i].value + 0.5); }
  float number(size_t i) const { return float(parameters[i].value); }

  // Adds a body with one collider.
  carom_body add(carom_body_kind kind, const carom_shape &shape, carom_pos at,
                 carom_quat rotation = carom_quat{0, 0, 0, 1});
  carom_body add(carom_body_kind kind, const carom_collider_def &collider, carom_pos at,
                 carom_quat rotation = carom_quat{0, 0, 0, 1});
  void set_velocity(carom_body body, carom_vec3 linear, carom_vec3 angular = {0, 0, 0});
  void place(carom_body body, carom_pos at, carom_quat rotation = carom_quat{0, 0, 0, 1});
  carom_pose pose_of(carom_body body) const;

  // Sends bodies that touch apart: their speeds along the normal are exchanged, or turned at what is static.
  void bounce();
  // Turns the velocities of bodies back that leave a region.
  void keep_inside(const std::vector<carom_body> &bodies, carom_pos min, carom_pos max);
};

// Numbers that are the same each time (Lehmer, 1951).
class random_numbers {
public:
  double next() { return state = state * 48271 % 2147483647, double(state) / 2147483647; } // 0..1
  float between(double a, double b) { return float(a + (b - a) * next()); }
  carom_vec3 vector(double size) {
    float x = between(-size, size), y = between(-size, size);
    return {x, y, between(-size, size)};
  }
  carom_quat rotation();

private:
  uint64_t state = 2026;
};

// Appends a value to what a scene saves, and reads it back.
template <class T> void put(state_bytes *to, const T &value) {
  const unsigned char *first = reinterpret_cast<const unsigned char *>(&value);
  to->insert(to->end(), first, first + sizeof value);
}
template <class T> void get(const state_bytes &from, size_t *at, T *value) {
  std::copy(&from[*at], &from[*at] + sizeof *value, reinterpret_cast<unsigned char *>(value));
  *at += sizeof *value;
}

struct scene_kind {
  const char *name, *group, *text;
  std::unique_ptr<scene> (*make)();
};

template <class T> std::unique_ptr<scene> make_scene() { return std::unique_ptr<scene>(new T); }

// All scenes, in the order of the list.
const std::vector<scene_kind> &all_scenes();
const scene_kind *find_scene(const std::string &name); // or NULL

// Each file of scenes adds its own.
void add_crowds(std::vector<scene_kind> *to);
void add_shapes(std::vector<scene_kind> *to);
void add_events(std::vector<scene_kind> *to);
void add_fast(std::vector<scene_kind> *to);
void add_ground(std::vector<scene_kind> *to);
void add_queries(std::vector<scene_kind> *to);
void add_walkers(std::vector<scene_kind> *to);
void add_plane(std::vector<scene_kind> *to);
void add_surfaces(std::vector<scene_kind> *to);
void add_groups(std::vector<scene_kind> *to);
void add_solved(std::vector<scene_kind> *to);

#endif
