/* box_core.h: the extent of a box and its vertices, numbered by their signs: bit 0 is set for positive x, bit
 * 1 for y, bit 2 for z. */
#ifndef CAROM_NARROWPHASE_BOX_CORE_H
#define CAROM_NARROWPHASE_BOX_CORE_H

#include "vec.h"

/* x with the sign that a bit says; a product, because a branch would be taken at random. */
static inline float box_signed(float x, uint32_t positive) {
  static const float signs[2] = {-1, 1};
  return x * signs[positive];
}

static inline carom_vec3 box_vertex(carom_vec3 half, uint32_t index) {
  return vec3(box_signed(half.x, index & 1), box_signed(half.y, index >> 1 & 1),
              box_signed(half.z, index >> 2 & 1));
}

/* Vertex k of a face, counter-clockwise from outside. Face 2 i looks against axis i, and the next along it.
 */
static inline uint32_t box_face_vertex(uint32_t face, uint32_t k) {
  static const uint8_t loops[6][4] = {{4, 6, 2, 0}, {1, 3, 7, 5}, {1, 5, 4, 0},
                                      {2, 6, 7, 3}, {2, 3, 1, 0}, {4, 5, 7, 6}};
  return loops[face][k];
}

/* How far it reaches along x, y and z when it is turned. */
static inline carom_vec3 box_reach(carom_vec3 half, const carom_mat3 *axes) {
  carom_vec3 xy = vec3_add(vec3_scale(vec3_abs(axes->x), half.x), vec3_scale(vec3_abs(axes->y), half.y));
  return vec3_add(xy, vec3_scale(vec3_abs(axes->z), half.z));
}

/* The farthest vertex along a direction. */
static inline carom_vec3 box_support(carom_vec3 half, carom_vec3 direction, uint32_t *index) {
  uint32_t x = direction.x > 0, y = direction.y > 0, z = direction.z > 0;
  *index = x | y << 1 | z << 2;
  return vec3(box_signed(half.x, x), box_signed(half.y, y), box_signed(half.z, z));
}

#endif
