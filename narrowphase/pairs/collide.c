/* collide.c: the manifold by the function that the table has for the kinds, or by the general one. */

#include "manifold.h"
#include "pair_class.h"

/* Kinds in the order of shapes.def. */
static carom_status collide_ordered(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  carom__collide_fn *function = carom__pair_classes[a->kind][b->kind].collide;
  return function ? function(a, b, b_in_a, out) : carom__collide_cores(a, b, b_in_a, out);
}

static carom__nearness near_ordered(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    float margin, carom__manifold *out) {
  carom__near_fn *function = carom__pair_classes[a->kind][b->kind].near;
  return function ? function(a, b, b_in_a, margin, out) : CAROM__NEARNESS_UNKNOWN;
}

carom__nearness carom__near(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                            float margin, carom__manifold *out) {
  if (a->kind <= b->kind) return near_ordered(a, b, b_in_a, margin, out);
  carom__relative a_in_b = relative_inverse(b_in_a);
  carom__manifold of_b;
  carom__nearness where = near_ordered(b, a, &a_in_b, margin, &of_b);
  if (where == CAROM__NEAR) carom__manifold_mirror(&of_b, b_in_a, out);
  return where;
}

static bool points_ordered(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES],
                           uint32_t *count) {
  carom__points_fn *function = carom__pair_classes[a->kind][b->kind].points;
  return function && function(a, b, b_in_a, normal, margin, out, count);
}

bool carom__points(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                   carom_vec3 normal, float margin, carom__point out[CAROM__CANDIDATES], uint32_t *count) {
  if (a->kind <= b->kind) return points_ordered(a, b, b_in_a, normal, margin, out, count);
  carom__relative a_in_b = relative_inverse(b_in_a);
  carom_vec3 of_b = vec3_neg(mat3_tmul_vec3(&b_in_a->axes, normal));
  if (!points_ordered(b, a, &a_in_b, of_b, margin, out, count)) return false;
  for (uint32_t i = 0; i < *count; i++) carom__point_mirror(&out[i], b_in_a, &out[i]);
  return true;
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
