/* facet.h: what triangles have alike, whether of a mesh or by themselves. */
#ifndef CAROM_NARROWPHASE_FACET_H
#define CAROM_NARROWPHASE_FACET_H

#include "shape_class.h"
#include "triangle.h"

/* Functions of carom__shape_class. */
static inline carom_vec3 facet_support(const carom_vec3 corners[3], carom_vec3 direction, uint32_t *index) {
  float most = vec3_dot(direction, corners[0]);
  *index = 0;
  for (uint32_t i = 1; i < 3; i++) {
    float reach = vec3_dot(direction, corners[i]);
    if (reach > most) most = reach, *index = i;
  }
  return corners[*index];
}

static inline carom_vec3 facet_center(const carom_vec3 c[3]) {
  return vec3_scale(vec3_add(vec3_add(c[0], c[1]), c[2]), 1.0f / 3);
}

void carom__facet_obb(const carom__triangle *triangle, carom_obb *out);
void carom__facet_face(const carom__triangle *triangle, carom_vec3 direction, carom__face *out);
/* A ray that begins outside enters a rounded triangle at one of its two sides or at an edge. */
void carom__facet_cast_ray(const carom__triangle *triangle, const carom__ray *ray, carom__ray_hit *out);

#endif
