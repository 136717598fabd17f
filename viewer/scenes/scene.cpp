// scene.cpp: what scenes share, and the list of them.
#include "scene.h"

#include <algorithm>

carom_body scene::add(carom_body_kind kind, const carom_collider_def &collider, carom_pos at,
                      carom_quat rotation) {
  carom_body_def def = {};
  def.kind = kind, def.pose = {at, rotation};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &collider);
  return body;
}

carom_body scene::add(carom_body_kind kind, const carom_shape &shape, carom_pos at, carom_quat rotation) {
  carom_collider_def def = {};
  def.shape = shape;
  return add(kind, def, at, rotation);
}

void scene::set_velocity(carom_body body, carom_vec3 linear, carom_vec3 angular) {
  carom_body_set_velocity(world, body, linear, angular);
}

void scene::place(carom_body body, carom_pos at, carom_quat rotation) {
  carom_pose pose = {at, rotation};
  carom_body_set_pose(world, body, &pose);
}

carom_pose scene::pose_of(carom_body body) const {
  carom_pose pose = {{0, 0, 0}, {0, 0, 0, 1}};
  carom_body_get_pose(world, body, &pose);
  return pose;
}

// Adds to the linear velocity of a body that moves.
static void push(carom_world *world, carom_body body, carom_vec3 by) {
  carom_vec3 linear, angular;
  if (carom_body_get_velocity(world, body, &linear, &angular)) return;
  carom_body_set_velocity(world, body, linear + by, angular);
}

void scene::bounce() {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact &c = contacts[i];
    if (c.sensor || c.apart || !(c.approach_speed > 0)) continue;
    carom_body_kind a = CAROM_STATIC, b = CAROM_STATIC;
    carom_body_get_kind(world, c.a.body, &a), carom_body_get_kind(world, c.b.body, &b);
    float speed = c.approach_speed * (a == b ? 1.0f : 2.0f);
    if (a == CAROM_KINEMATIC) push(world, c.a.body, c.manifold.normal * -speed);
    if (b == CAROM_KINEMATIC) push(world, c.b.body, c.manifold.normal * speed);
  }
}

void scene::keep_inside(const std::vector<carom_body> &bodies, carom_pos min, carom_pos max) {
  for (carom_body body : bodies) {
    carom_pose pose;
    carom_vec3 linear, angular;
    if (carom_body_get_pose(world, body, &pose)) continue;
    carom_body_get_velocity(world, body, &linear, &angular);
    carom_vec3 before = linear;
    auto turn = [](double at, double low, double high, float *speed) {
      if ((at < low && *speed < 0) || (at > high && *speed > 0)) *speed = -*speed;
    };
    turn(pose.position.x, min.x, max.x, &linear.x);
    turn(pose.position.y, min.y, max.y, &linear.y);
    turn(pose.position.z, min.z, max.z, &linear.z);
    if (before.x != linear.x || before.y != linear.y || before.z != linear.z)
      carom_body_set_velocity(world, body, linear, angular);
  }
}

carom_quat random_numbers::rotation() {
  carom_vec3 axis = vector(1);
  return carom_quat_about_degrees(axis, 360 * next());
}

const std::vector<scene_kind> &all_scenes() {
  static const std::vector<scene_kind> all = [] {
    std::vector<scene_kind> list;
    add_crowds(&list), add_shapes(&list), add_events(&list), add_fast(&list), add_ground(&list);
    add_queries(&list), add_walkers(&list), add_plane(&list), add_surfaces(&list);
    add_groups(&list), add_solved(&list);
    // Groups stay together, in the order in which they came.
    std::vector<std::string> groups;
    for (const scene_kind &kind : list)
      if (std::find(groups.begin(), groups.end(), kind.group) == groups.end()) groups.push_back(kind.group);
    auto place = [&groups](const scene_kind &kind) {
      return std::find(groups.begin(), groups.end(), kind.group) - groups.begin();
    };
    std::stable_sort(list.begin(), list.end(),
                     [&place](const scene_kind &a, const scene_kind &b) { return place(a) < place(b); });
    return list;
  }();
  return all;
}

const scene_kind *find_scene(const std::string &name) {
  for (const scene_kind &kind : all_scenes())
    if (name == kind.name) return &kind;
  return nullptr;
}
