/* core_support.h: the support function of a Minkowski difference, for the inner loops: inline, and boxes
 * and hulls without a call through their class. */
#ifndef CAROM_NARROWPHASE_CORE_SUPPORT_H
#define CAROM_NARROWPHASE_CORE_SUPPORT_H

#include "box_core.h"
#include "cores.h"
#include "hull.h"

static inline carom_vec3 core_support(const carom_shape *shape, const carom__shape_class *class,
                                      carom_vec3 direction, uint32_t *index) {
  if (shape->kind == CAROM_BOX) return box_support(shape->geometry.box.half, direction, index);
  if (shape->kind == CAROM_HULL) {
    const carom_hull *hull = shape->geometry.hull.asset;
    *index = carom__hull_support_find(&hull->support, direction);
    return hull->vertices[*index];
  }
  return class->support(shape, direction, index);
}

/* Sets the vertex that a point of A and one of B make. */
static inline void cores_join(const carom__cores *cores, carom_vec3 of_a, carom_vec3 of_b,
                              carom__vertex *out) {
  out->a = dvec3_widen(of_a);
  out->b = dvec3_place(cores->b_in_a, of_b);
  out->w = dvec3_sub(out->a, out->b);
}

/* Of cores with numbered vertices. */
static inline carom_vec3 core_vertex(const carom_shape *shape, const carom__shape_class *class,
                                     uint32_t index) {
  return shape->kind == CAROM_BOX ? box_vertex(shape->geometry.box.half, index) : class->vertex(shape, index);
}

static inline void cores_support(const carom__cores *cores, carom__dvec3 direction, carom__vertex *out) {
  carom_vec3 along = dvec3_narrow(direction);
  carom_vec3 against = mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along));
  carom_vec3 a = core_support(cores->a, cores->class_a, along, &out->index_a);
  carom_vec3 b = core_support(cores->b, cores->class_b, against, &out->index_b);
  cores_join(cores, a, b, out);
}

#endif
