// camera.h: from where the world is seen. Drawing takes place in offsets from the target, so that pictures
// are as exact far from the origin of the world as at it.
#ifndef VIEWER_CAMERA_H
#define VIEWER_CAMERA_H

#include "maths.h"

struct camera {
  carom_pos target = {0, 0, 0};
  float yaw = 0.6f, pitch = 0.45f; // radians
  float distance = 20;             // of the eye from the target
  bool flat = false;               // looks along z without perspective, for worlds of the plane

  bool z_is_up = false; // instead of y
  float cut = 0.02f;    // what is nearer than this part of the distance is not drawn

  // A direction of a frame where y is up, as one of the world.
  carom_vec3 turned(carom_vec3 v) const { return z_is_up ? carom_vec3{v.x, -v.z, v.y} : v; }

  void axes(carom_vec3 *right, carom_vec3 *up, carom_vec3 *back) const;
  carom_vec3 eye() const; // as an offset from the target
  mat4 view_projection(float aspect) const;

  // The ray through a place of the picture, whose sides are at -1 and 1.
  carom_ray ray(float x, float y, float aspect) const;

  void orbit(float right, float up);                   // radians
  void pan(float right, float up);                     // in heights of the picture
  void zoom(float factor);                             // below 1: nearer
  void look_at(const carom_region &all, float aspect); // so that all is seen
};

#endif
