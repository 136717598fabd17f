/* flat_class.h: what the classes of planar kinds have in common: all that follows from the flat. */
#ifndef CAROM_NARROWPHASE_FLAT_CLASS_H
#define CAROM_NARROWPHASE_FLAT_CLASS_H

#include "shape_class.h"

/* A circle is drawn by as many lines. */
#define CAROM__FLAT_LINES 32

static inline void carom__flat_of(const carom_shape *shape, carom__flat *out) {
  carom__shape_class_of(shape->kind)->flat(shape, out);
}
/* A point of the plane, in space. */
static inline carom_vec3 flat_lift(carom_vec2 p) { return vec3(p.x, p.y, 0); }
static inline bool flat_is_within(carom_vec2 p, float limit) { return vec3_is_within(flat_lift(p), limit); }
static inline float flat_norm1(carom_vec2 p) { return fabsf(p.x) + fabsf(p.y); }

/* Are two points apart enough to be the ends of a segment? */
static inline bool flat_are_apart(carom_vec2 a, carom_vec2 b) {
  return fabsf(b.x - a.x) >= CAROM_SIZE_MIN || fabsf(b.y - a.y) >= CAROM_SIZE_MIN;
}

void carom__rectangle_flat(const carom_rectangle *rectangle, carom__flat *out);

/* The box along a unit direction. */
void carom__flat_obb_along(const carom__flat *flat, carom__dvec2 axis, carom_obb *out);

/* Functions of carom__shape_class; the box is along the first edge. */
void carom__flat_obb(const carom_shape *shape, carom_obb *out);
carom_vec3 carom__flat_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index);
carom_vec3 carom__flat_vertex(const carom_shape *shape, uint32_t index);
uint32_t carom__flat_vertex_count(const carom_shape *shape);
carom_vec3 carom__flat_center(const carom_shape *shape);
void carom__flat_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);
void carom__flat_draw(const carom_shape *shape, const carom__outline *out);

/* What planar kinds have alike in their classes. */
#define CAROM__FLAT_COLUMNS                                                                                  \
  .support = carom__flat_support, .vertex = carom__flat_vertex, .vertex_count = carom__flat_vertex_count,    \
  .outline = carom__flat_draw

#endif
