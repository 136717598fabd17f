/* collide.c: which function computes a pair of kinds, and the distance of any pair. */
#include "narrowphase.h"

#include "gjk.h"
#include "manifold.h"
#include "pairs.h"

/* Filled from pairs.def; NULL stands for the general way. */
static carom__collide_fn *const pairs[CAROM_SHAPE_KIND_COUNT][CAROM_SHAPE_KIND_COUNT] = {
#define CAROM_PAIR(NAME_A, NAME_B, function) [CAROM_##NAME_A][CAROM_##NAME_B] = carom__collide_##function,
#include "pairs.def"
#undef CAROM_PAIR
};

/* Kinds in the order of shapes.def. */
static carom_status collide_ordered(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  carom__collide_fn *function = pairs[a->kind][b->kind];
  return function ? function(a, b, b_in_a, out) : carom__collide_cores(a, b, b_in_a, out);
}

carom_status carom__collide(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                            carom__manifold *out) {
  if (a->kind <= b->kind) return collide_ordered(a, b, b_in_a, out);
  carom__relative a_in_b = relative_inverse(b_in_a);
  carom__manifold of_b;
  carom_status status = collide_ordered(b, a, &a_in_b, &of_b);
  carom__manifold_mirror(&of_b, b_in_a, out);
  return status;
}

static void write_separation(const carom__cores *cores, const carom__gjk_result *gjk,
                             carom__separation *out) {
  double distance = gjk->distance - cores->radius_a - cores->radius_b;
  /* What does not touch is apart, even where rounding says that it is not by any amount. */
  out->distance = fmaxf((float)distance, 0x1p-126f);
  out->normal = dvec3_narrow(gjk->normal);
  out->point_a = dvec3_narrow(dvec3_mad(gjk->point_a, gjk->normal, cores->radius_a));
  out->point_b = dvec3_narrow(dvec3_mad(gjk->point_b, gjk->normal, -cores->radius_b));
}

/* Near touch the manifold decides, so that both functions always agree. */
carom_status carom__distance(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                             carom__separation *out) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result gjk;
  carom__manifold manifold = {.count = 0};
  *out = (carom__separation){.distance = 0};
  carom_status status = carom__gjk(&cores, &gjk);
  if (status) return status;
  bool near = gjk.distance - cores.radius_a - cores.radius_b <= 4 * cores.touch;
  if (near) status = carom__collide(a, b, b_in_a, &manifold);
  if (!status && manifold.count == 0) write_separation(&cores, &gjk, out);
  return status;
}
