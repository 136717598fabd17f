/* collide.c: the manifold by the function that the table has for the kinds, or by the general one. */

#include "manifold.h"
#include "pair_class.h"

/* Kinds in the order of shapes.def. */
static carom_status collide_ordered(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  carom__collide_fn *function = carom__pair_classes[a->kind][b->kind].collide;
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
