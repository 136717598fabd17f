/* impact_link.c: decides which touches of chain links are no hit. */
#include "impact_link.h"

#include "shape_class.h"

void carom__impact_pass_links(const carom_shape *a, const carom_shape *b, const carom_mat3 *b_in_a,
                              carom_vec3 normal, carom_impact *out) {
  if (!out->hit || out->inside) return;
  if (carom__shape_lets_pass(a, vec3_neg(normal)) ||
      carom__shape_lets_pass(b, mat3_tmul_vec3(b_in_a, normal)))
    *out = (carom_impact){.fraction = 1, .iterations = out->iterations};
}
