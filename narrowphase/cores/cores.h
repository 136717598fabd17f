/* cores.h: two convex cores with radii, as GJK, EPA and clipping see them: one convex set, the Minkowski
 * difference A - B of the cores, known by its support function (van den Bergen, 2003).
 *
 * The main file of the room cores. A simplex of support points (simplex.h) is what GJK and EPA go by. The
 * depth of curved cores is known near a direction (curved.h), and where they meet with a face or a side
 * (curved_features.c). The room uses shape, hull and kinds. The room convex finds the distance and the depth
 * of any two cores with it. */
#ifndef CAROM_NARROWPHASE_CORES_H
#define CAROM_NARROWPHASE_CORES_H

#include "box_core.h"
#include "frustum_core.h"
#include "hull.h"
#include "placed.h"
#include "shape_class.h"

static inline bool core_is_frustum(const carom__core *core) { return core->frustum.half_height > 0; }

typedef struct carom__cores {
  carom__core a, b;
  const carom__relative *b_in_a;
  double least_half; /* the least half extent of the shapes' OBBs */
  double size; /* how far both shapes reach from their origins and these from each other: rounding scales with
                  it */
  double
      touch; /* a gap up to this counts as touching: 4 u size, which covers the rounding of support points */
  double reach; /* a distance of the cores beyond which nobody asks how far they are: GJK may stop there */
  double rough; /* beyond the reach, once the bounds differ by no more than this part: 1 is at once */
} carom__cores;

void carom__core_set(const carom_shape *shape, carom__core *out);

/* As in carom__cores; the origin is that of B in A. */
static inline double cores_size(const carom__core *a, const carom__core *b, carom_vec3 origin) {
  return (double)a->reach + (double)b->reach + (double)vec3_norm1(origin);
}

/* Sets where B is, and what depends on that. The reach is set to infinity, and rough to 1. */
static inline void cores_place(carom__cores *cores, const carom__relative *b_in_a) {
  cores->b_in_a = b_in_a;
  cores->size = cores_size(&cores->a, &cores->b, b_in_a->origin);
  cores->touch = 4 * 0x1p-24 * cores->size;
  cores->reach = HUGE_VAL;
  cores->rough = 1;
}

/* A point of the difference, and the two points it is the difference of, all in A's frame. */
typedef struct carom__vertex {
  carom__dvec3 w, a, b; /* w = a - b */
  uint32_t index_a, index_b;
} carom__vertex;

void carom__cores_set(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                      carom__cores *out);

/* The same by value, where the copy costs nothing that counts. */
static inline carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b,
                                             const carom__relative *b_in_a) {
  carom__cores cores;
  carom__cores_set(a, b, b_in_a, &cores);
  return cores;
}

/* The farthest point of A - B along a direction, of any length but zero that floats can have; the choice of
 * the vertices is rounded to float. */
carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction);

/* Do both cores have numbered vertices? Else the indices of a carom__vertex are nothing but names. */
bool carom__cores_have_vertices(const carom__cores *cores);

/* A point well inside A minus one well inside B. */
static inline carom__dvec3 cores_center(const carom__cores *cores) {
  return dvec3_sub(dvec3_widen(cores->a.center), dvec3_place(cores->b_in_a, cores->b.center));
}

/* The support function for the inner loops: boxes, hulls and frustums without a call through
 * their class. */
static inline carom_vec3 core_support(const carom__core *core, carom_vec3 direction, uint32_t *index) {
  if (core->box) return box_support(*core->box, direction, index);
  if (core->hull) {
    *index = carom__hull_support_find(&core->hull->support, direction);
    return core->hull->vertices[*index];
  }
  if (core_is_frustum(core)) return carom__frustum_farthest(&core->frustum, direction, index);
  return core->class->support(core->shape, direction, index);
}

/* Sets the vertex that a point of A and one of B make. */
static inline void cores_join(const carom__cores *cores, carom_vec3 of_a, carom_vec3 of_b,
                              carom__vertex *out) {
  out->a = dvec3_widen(of_a);
  out->b = dvec3_place(cores->b_in_a, of_b);
  out->w = dvec3_sub(out->a, out->b);
}

/* Of cores with numbered vertices. */
static inline carom_vec3 core_vertex(const carom__core *core, uint32_t index) {
  if (core->box) return box_vertex(*core->box, index);
  return core->hull ? core->hull->vertices[index] : core->class->vertex(core->shape, index);
}

static inline void cores_support(const carom__cores *cores, carom__dvec3 direction, carom__vertex *out) {
  carom_vec3 along = dvec3_narrow(direction);
  carom_vec3 against = mat3_tmul_vec3(&cores->b_in_a->axes, vec3_neg(along));
  carom_vec3 a = core_support(&cores->a, along, &out->index_a);
  carom_vec3 b = core_support(&cores->b, against, &out->index_b);
  cores_join(cores, a, b, out);
}

/* How deep two cores overlap along a direction (core_depth.h). */
typedef struct carom__depth_along {
  double depth;         /* of the surfaces: moving B along the direction by it parts them */
  carom__dvec3 point_a; /* where they part: a point of A's surface; B's is one depth against the direction */
  uint32_t index_a, index_b; /* the lowest vertices of the cores that carry it */
} carom__depth_along;

#endif
