// maths.h: vectors and matrices of the viewer, on the types of carom. Nothing of it enters a result.
#ifndef VIEWER_MATHS_H
#define VIEWER_MATHS_H

#include <carom/carom.h>

#include <cmath>

inline carom_vec3 operator+(carom_vec3 a, carom_vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline carom_vec3 operator-(carom_vec3 a, carom_vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline carom_vec3 operator*(carom_vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline carom_pos operator+(carom_pos p, carom_vec3 v) {
  return {p.x + double(v.x), p.y + double(v.y), p.z + double(v.z)};
}
inline carom_pos operator-(carom_pos p, carom_vec3 v) { return p + v * -1; }
inline carom_vec3 operator-(carom_pos a, carom_pos b) {
  return {float(a.x - b.x), float(a.y - b.y), float(a.z - b.z)};
}

inline double dot(carom_pos p, carom_vec3 v) {
  return p.x * double(v.x) + p.y * double(v.y) + p.z * double(v.z);
}
inline float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline carom_vec3 cross(carom_vec3 a, carom_vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(carom_vec3 a) { return std::sqrt(dot(a, a)); }

// The zero vector stays zero.
inline carom_vec3 normalised(carom_vec3 a) {
  float size = length(a);
  return size > 0 ? a * (1 / size) : a;
}

// A matrix of four columns, as OpenGL takes it.
struct mat4 {
  float m[16];
};

inline mat4 operator*(const mat4 &a, const mat4 &b) {
  mat4 out = {};
  for (int column = 0; column < 4; column++)
    for (int row = 0; row < 4; row++)
      for (int k = 0; k < 4; k++) out.m[4 * column + row] += a.m[4 * k + row] * b.m[4 * column + k];
  return out;
}

// The rotation into a frame whose axes are given, without a translation.
inline mat4 into_axes(carom_vec3 right, carom_vec3 up, carom_vec3 back) {
  return {{right.x, up.x, back.x, 0, right.y, up.y, back.y, 0, right.z, up.z, back.z, 0, 0, 0, 0, 1}};
}

inline mat4 translation(carom_vec3 by) { return {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, by.x, by.y, by.z, 1}}; }

// An orthographic projection of -w..w, -h..h and depths near..far.
inline mat4 orthographic(float w, float h, float near, float far) {
  float d = far - near;
  return {{1 / w, 0, 0, 0, 0, 1 / h, 0, 0, 0, 0, -2 / d, 0, 0, 0, -(far + near) / d, 1}};
}

// A perspective projection; slope is the tangent of half the vertical angle.
inline mat4 perspective(float slope, float aspect, float near, float far) {
  float d = far - near;
  return {{1 / (slope * aspect), 0, 0, 0, 0, 1 / slope, 0, 0, 0, 0, -(far + near) / d, -1, 0, 0,
           -2 * far * near / d, 0}};
}

#endif
