// picking.cpp: the body under the mouse, and dragging it.
#include "picking.h"

// In the plane, what contains the point; of several the last, which is drawn above the others.
static carom_body pick_flat(const carom_world *world, carom_pos at) {
  carom_found found[64];
  size_t count = 0;
  if (carom_world_overlap_point(world, &at, nullptr, found, 64, &count) || !count) return {0};
  return found[count < 64 ? count - 1 : 63].body;
}

carom_body pick(const carom_world *world, const camera &from, float x, float y, float aspect, carom_pos *at) {
  carom_ray ray = from.ray(x, y, aspect);
  if (from.flat) return *at = {ray.origin.x, ray.origin.y, 0}, pick_flat(world, *at);
  carom_ray_hit hit = {};
  if (carom_world_cast_ray(world, &ray, nullptr, &hit)) return {0};
  *at = hit.point;
  return hit.body;
}

bool drag::begin(const carom_world *world, carom_body taken, carom_pos at) {
  carom_body_kind kind = CAROM_STATIC;
  carom_pose pose;
  if (carom_body_get_kind(world, taken, &kind) || kind == CAROM_STATIC) return false;
  carom_body_get_pose(world, taken, &pose);
  body = taken, held = at - pose.position, plane = at;
  return true;
}

void drag::move(carom_world *world, const camera &from, float x, float y, float aspect) {
  carom_pose pose;
  if (carom_body_get_pose(world, body, &pose)) return end();
  carom_ray ray = from.ray(x, y, aspect);
  carom_vec3 right, up, back, along = ray.translation;
  from.axes(&right, &up, &back);
  float slope = dot(along, back);
  if (slope >= 0) return;
  pose.position = ray.origin + along * (dot(plane - ray.origin, back) / slope) + held * -1;
  if (from.flat) pose.position.z = 0;
  carom_body_set_pose(world, body, &pose);
}
