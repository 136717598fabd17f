/* cores.c: two convex cores as one Minkowski difference. */
#include "cores.h"

/* How far a box reaches from the origin of its frame, in the 1-norm or more. */
static double reach(const carom_obb *box) {
  return (double)(vec3_norm1(box->center) + vec3_norm1(box->half));
}

static double least(carom_vec3 v) { return (double)fminf(fminf(v.x, v.y), v.z); }

carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a) {
  carom__cores cores = {.a = a, .b = b, .b_in_a = b_in_a};
  carom_obb box_a, box_b;
  cores.class_a = carom__shape_class_of(a->kind);
  cores.class_b = carom__shape_class_of(b->kind);
  cores.class_a->obb(a, &box_a);
  cores.class_b->obb(b, &box_b);
  cores.radius_a = (double)cores.class_a->radius(a);
  cores.radius_b = (double)cores.class_b->radius(b);
  cores.least_half = fmin(least(box_a.half), least(box_b.half));
  cores.size = reach(&box_a) + reach(&box_b) + (double)vec3_norm1(b_in_a->origin);
  cores.touch = 4 * 0x1p-24 * cores.size;
  cores.reach = HUGE_VAL;
  return cores;
}

static carom__vertex join(const carom__cores *cores, carom_vec3 of_a, carom_vec3 of_b, uint32_t index_a,
                          uint32_t index_b) {
  carom__dvec3 a = dvec3_widen(of_a), b = dvec3_place(cores->b_in_a, of_b);
  return (carom__vertex){dvec3_sub(a, b), a, b, index_a, index_b};
}

carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction) {
  carom_vec3 along = dvec3_narrow(direction);
  carom_vec3 against = mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along));
  uint32_t index_a, index_b;
  carom_vec3 a = cores->class_a->support(cores->a, along, &index_a);
  carom_vec3 b = cores->class_b->support(cores->b, against, &index_b);
  return join(cores, a, b, index_a, index_b);
}

bool carom__cores_have_vertices(const carom__cores *cores) {
  return cores->class_a->vertex && cores->class_b->vertex;
}

bool carom__cores_vertex(const carom__cores *cores, uint32_t index_a, uint32_t index_b, carom__vertex *out) {
  if (!carom__cores_have_vertices(cores) || index_a >= cores->class_a->vertex_count(cores->a) ||
      index_b >= cores->class_b->vertex_count(cores->b))
    return false;
  *out = join(cores, cores->class_a->vertex(cores->a, index_a), cores->class_b->vertex(cores->b, index_b),
              index_a, index_b);
  return true;
}

carom__dvec3 carom__cores_center(const carom__cores *cores) {
  return dvec3_sub(dvec3_widen(cores->class_a->center(cores->a)),
                   dvec3_place(cores->b_in_a, cores->class_b->center(cores->b)));
}
