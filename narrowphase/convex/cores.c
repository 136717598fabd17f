/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

#include "hull.h"

/* How far a shape reaches from the origin of its frame, in the 1-norm or more, and its least half extent,
 * both as its OBB has them. */
typedef struct extent {
  float reach, least;
} extent;

static float least_of(carom_vec3 v) {
  float least = v.x < v.y ? v.x : v.y;
  return v.z < least ? v.z : least;
}

static extent extent_of_box(carom_vec3 center, carom_vec3 half, float radius) {
  return (extent){vec3_norm1(center) + vec3_norm1(half) + 3 * radius, least_of(half) + radius};
}

static extent extent_of_segment(carom_vec3 a, carom_vec3 b, float radius) {
  carom_vec3 center = vec3_scale(vec3_add(a, b), 0.5f);
  return (extent){vec3_norm1(center) + 0.5f * vec3_length(vec3_sub(b, a)) + 3 * radius, radius};
}

static extent extent_of_obb(const carom_shape *shape, const carom__shape_class *class) {
  carom_obb box;
  class->obb(shape, &box);
  return extent_of_box(box.center, box.half, 0);
}

/* By the kind, because making an OBB costs more than many a search. */
static extent extent_of(const carom_shape *shape, const carom__shape_class *class, float radius) {
  const carom_vec3 zero = {0, 0, 0};
  switch (shape->kind) {
  case CAROM_SPHERE:
    return extent_of_box(zero, zero, radius);
  case CAROM_CAPSULE:
    return extent_of_segment(shape->geometry.capsule.a, shape->geometry.capsule.b, radius);
  case CAROM_BOX:
    return extent_of_box(zero, shape->geometry.box.half, radius);
  case CAROM_HULL:
    return extent_of_box(shape->geometry.hull.asset->obb.center, shape->geometry.hull.asset->obb.half,
                         radius);
  default:
    return extent_of_obb(shape, class);
  }
}

carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a) {
  const carom__shape_class *class_a = carom__shape_class_of(a->kind),
                           *class_b = carom__shape_class_of(b->kind);
  float radius_a = class_a->radius(a), radius_b = class_b->radius(b);
  extent of_a = extent_of(a, class_a, radius_a), of_b = extent_of(b, class_b, radius_b);
  double size = (double)of_a.reach + (double)of_b.reach + (double)vec3_norm1(b_in_a->origin);
  return (carom__cores){.a = a,
                        .b = b,
                        .class_a = class_a,
                        .class_b = class_b,
                        .b_in_a = b_in_a,
                        .radius_a = (double)radius_a,
                        .radius_b = (double)radius_b,
                        .least_half = (double)(of_a.least < of_b.least ? of_a.least : of_b.least),
                        .size = size,
                        .touch = 4 * 0x1p-24 * size,
                        .reach = HUGE_VAL};
}

carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction) {
  carom__vertex vertex;
  cores_support(cores, direction, &vertex);
  return vertex;
}

bool carom__cores_have_vertices(const carom__cores *cores) {
  return cores->class_a->vertex && cores->class_b->vertex;
}

carom__dvec3 carom__cores_center(const carom__cores *cores) {
  return dvec3_sub(dvec3_widen(cores->class_a->center(cores->a)),
                   dvec3_place(cores->b_in_a, cores->class_b->center(cores->b)));
}
