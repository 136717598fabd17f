/* vector.h: the little vector arithmetic that the game side needs; carom's own stays inside carom. */
#ifndef LEVEL_VECTOR_H
#define LEVEL_VECTOR_H

#include "carom/carom.h"

static inline carom_vec3 vec_scale(carom_vec3 v, float s) { return (carom_vec3){v.x * s, v.y * s, v.z * s}; }
static inline carom_vec3 vec_add(carom_vec3 a, carom_vec3 b) {
  return (carom_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline carom_vec3 vec_sub(carom_vec3 a, carom_vec3 b) {
  return (carom_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline float vec_dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline carom_pos pos_add(carom_pos a, carom_pos b) {
  return (carom_pos){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline carom_pos pos_move(carom_pos p, carom_vec3 by) {
  return (carom_pos){p.x + (double)by.x, p.y + (double)by.y, p.z + (double)by.z};
}

#endif
