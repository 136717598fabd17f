// explain.cpp: why two colliders are in contact or not.
#include "explain.h"

#include <algorithm>
#include <cstdio>

namespace {

// What the rules are about.
struct side {
  carom_collider collider;
  carom_body body;
  carom_body_kind kind;
  carom_filter filter;
  bool enabled, sensor, sees_sensors, sees_static;
  float margin;
};

side side_of(const carom_world *world, carom_collider collider) {
  side s = {};
  s.collider = collider;
  carom_collider_get_body(world, collider, &s.body);
  carom_body_get_kind(world, s.body, &s.kind);
  carom_body_is_enabled(world, s.body, &s.enabled);
  carom_collider_get_filter(world, collider, &s.filter);
  carom_collider_is_sensor(world, collider, &s.sensor);
  carom_collider_sees_sensors(world, collider, &s.sees_sensors);
  carom_collider_sees_static(world, collider, &s.sees_static);
  carom_collider_get_margin(world, collider, &s.margin);
  if (!s.filter.category) s.filter.category = CAROM_CATEGORY_DEFAULT;
  if (!s.filter.mask) s.filter.mask = ~uint64_t(0);
  return s;
}

template <class... T> std::string format(const char *form, T... values) {
  char text[200];
  std::snprintf(text, sizeof text, form, values...);
  return text;
}

typedef unsigned long long number;

reason by_bodies(const side &a, const side &b) {
  if (a.body.bits == b.body.bits) return {false, "both are on one body"};
  if (!a.enabled || !b.enabled) return {false, "a body is disabled"};
  if (a.kind == CAROM_KINEMATIC || b.kind == CAROM_KINEMATIC) return {true, "a body is kinematic"};
  if (a.sees_static || b.sees_static) return {true, "both are static, and a collider sees static ones"};
  return {false, "both are static, and neither collider sees static ones"};
}

reason by_sensors(const side &a, const side &b) {
  if (!a.sensor || !b.sensor) return {true, a.sensor || b.sensor ? "one is a sensor" : "neither is a sensor"};
  if (a.sees_sensors || b.sees_sensors) return {true, "both are sensors, and one sees sensors"};
  return {false, "both are sensors, and neither sees sensors"};
}

reason by_filters(const side &a, const side &b) {
  const carom_filter &f = a.filter, &g = b.filter;
  if (f.group && f.group == g.group)
    return {f.group > 0, format("they share the group %d, which %s", int(f.group),
                                f.group > 0 ? "lets them meet" : "keeps them apart")};
  if (!(f.category & g.mask))
    return {false,
            format("the category %llx is not in the other's mask %llx", number(f.category), number(g.mask))};
  if (!(g.category & f.mask))
    return {false,
            format("the other's category %llx is not in the mask %llx", number(g.category), number(f.mask))};
  return {true,
          format("the categories %llx and %llx are in both masks", number(f.category), number(g.category))};
}

// What the filter callback of the world says.
reason by_callback(const carom_world *world, const side &a, const side &b) {
  carom_filter_fn filter = nullptr;
  void *user = nullptr;
  carom_world_get_filter(world, &filter, &user);
  if (!filter) return {true, "the world has no filter callback"};
  auto contact_side = [world](const side &s) {
    carom_contact_side out = {};
    out.body = s.body, out.collider = s.collider, out.category = s.filter.category;
    out.body_user = carom_body_get_user(world, s.body);
    out.collider_user = carom_collider_get_user(world, s.collider);
    return out;
  };
  carom_contact_side first = contact_side(a), second = contact_side(b);
  bool admits = filter(user, world, &first, &second);
  return {admits, admits ? "the filter callback admits them" : "the filter callback keeps them apart"};
}

float distance_of(const carom_world *world, const side &a, const side &b) {
  carom_shape shape_a, shape_b;
  carom_pose pose_a, pose_b;
  carom_distance_result between = {};
  carom_collider_get_shape(world, a.collider, &shape_a),
      carom_collider_get_shape(world, b.collider, &shape_b);
  carom_collider_get_pose(world, a.collider, &pose_a), carom_collider_get_pose(world, b.collider, &pose_b);
  carom_distance(&shape_a, &pose_a, &shape_b, &pose_b, &between);
  return between.distance;
}

reason by_shapes(const carom_world *world, const side &a, const side &b) {
  carom_contact contact;
  if (!carom_contact_between(world, a.collider, b.collider, &contact)) {
    if (contact.apart) return {true, "they are apart by less than their margin"};
    return {true, format("they touch: %u points, depth %.4f", contact.manifold.point_count,
                         -double(contact.manifold.points[0].separation))};
  }
  float distance = distance_of(world, a, b), margin = std::max(a.margin, b.margin);
  if (distance > margin) return {false, format("their shapes are %.4f apart", double(distance))};
  return {false, "they touch now; the next step, or a handler, decides"};
}

} // namespace

std::vector<reason> explain_pair(const carom_world *world, carom_collider first, carom_collider second) {
  side a = side_of(world, first), b = side_of(world, second);
  if (first.bits > second.bits) std::swap(a, b);
  std::vector<reason> all = {by_bodies(a, b)};
  if (all.back().holds) all.push_back(by_sensors(a, b));
  if (all.back().holds) all.push_back(by_filters(a, b));
  if (all.back().holds) all.push_back(by_callback(world, a, b));
  if (all.back().holds) all.push_back(by_shapes(world, a, b));
  return all;
}

// The colliders of two bodies that are in contact, or else closest.
static bool choose(const carom_world *world, carom_body a, carom_body b, carom_collider *of_a,
                   carom_collider *of_b) {
  size_t count = 0;
  carom_body_get_contacts(world, a, nullptr, 0, &count);
  std::vector<const carom_contact *> contacts(count);
  carom_body_get_contacts(world, a, contacts.data(), count, &count);
  for (const carom_contact *c : contacts) {
    if (c->a.body.bits != b.bits && c->b.body.bits != b.bits) continue;
    return *of_a = c->a.collider, *of_b = c->b.collider, true;
  }
  carom_body_distance between = {};
  carom_world_body_distance(world, a, b, nullptr, &between);
  *of_a = between.collider_a, *of_b = between.collider_b;
  return of_a->bits && of_b->bits;
}

std::vector<reason> explain_bodies(const carom_world *world, carom_body a, carom_body b) {
  carom_collider of_a, of_b;
  if (!choose(world, a, b, &of_a, &of_b)) return {{false, "a body is disabled or has no collider"}};
  return explain_pair(world, of_a, of_b);
}
