/* collide.c: which function computes a pair of kinds. */
#include "collide.h"

#include "collide_box.h"
#include "collide_capsule_box.h"
#include "collide_cores.h"
#include "collide_round.h"
#include "collide_sphere_box.h"
#include "collide_sphere_frustum.h"
#include "manifold.h"

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

bool carom__collide_is_general(carom_shape_kind a, carom_shape_kind b) {
  return !(a <= b ? pairs[a][b] : pairs[b][a]);
}
