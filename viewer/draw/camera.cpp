// camera.cpp: from where the world is seen.
#include "camera.h"

#include <algorithm>

static const float SLOPE = 0.41421356f; // the tangent of 22.5 degrees, half the vertical angle

void camera::axes(carom_vec3 *right, carom_vec3 *up, carom_vec3 *back) const {
  *right = {1, 0, 0}, *up = {0, 1, 0}, *back = {0, 0, 1};
  if (flat) return;
  float s = std::sin(yaw), c = std::cos(yaw), sp = std::sin(pitch), cp = std::cos(pitch);
  *right = turned({c, 0, -s});
  *back = turned({s * cp, sp, c * cp});
  *up = cross(*back, *right);
}

carom_vec3 camera::eye() const {
  carom_vec3 right, up, back;
  axes(&right, &up, &back);
  return back * distance;
}

mat4 camera::view_projection(float aspect) const {
  carom_vec3 right, up, back;
  axes(&right, &up, &back);
  mat4 view = translation({0, 0, -distance}) * into_axes(right, up, back);
  float high = distance * SLOPE;
  if (flat) return orthographic(high * aspect, high, -distance, 3 * distance) * view;
  return perspective(SLOPE, aspect, distance * cut, distance * 60) * view;
}

carom_ray camera::ray(float x, float y, float aspect) const {
  carom_vec3 right, up, back;
  axes(&right, &up, &back);
  carom_vec3 side = right * (x * SLOPE * aspect) + up * (y * SLOPE);
  if (flat) return {target + side * distance + back * distance, back * (-2 * distance)};
  // From the cut on, so that nothing is picked that is not drawn.
  return {target + eye() + (side - back) * (distance * cut), (side - back) * std::min(distance * 60, 1e6f)};
}

void camera::orbit(float right, float up) {
  yaw -= right;
  pitch = std::min(std::max(pitch + up, -1.55f), 1.55f);
}

void camera::pan(float right, float up) {
  carom_vec3 x, y, back;
  axes(&x, &y, &back);
  float size = 2 * distance * SLOPE;
  target = target + x * (right * size) + y * (up * size);
}

void camera::zoom(float factor) { distance = std::min(std::max(distance * factor, 1e-3f), 1e6f); }

void camera::look_at(const carom_region &all, float aspect) {
  carom_vec3 size = all.max - all.min;
  target = all.min + size * 0.5f;
  if (z_is_up) std::swap(size.y, size.z);
  // In space: the height and depth of the box as they are seen, and its width and depth across the picture.
  float s = std::fabs(std::sin(yaw)), c = std::fabs(std::cos(yaw));
  float wide = flat ? size.x : size.x * c + size.z * s;
  float high = flat ? size.y : size.y * std::cos(pitch) + (size.x * s + size.z * c) * std::sin(pitch);
  float near = flat ? 0 : 0.15f * (size.x * s + size.z * c); // what is near is larger
  distance = std::max(std::max(high, wide / aspect) * (flat ? 0.52f : 0.44f) / SLOPE + near, 0.5f);
}
