/* box_edge.c: two boxes that touch with an edge of each. */
#include "box_contact.h"
#include "feature.h"

/* Two edges, in A's frame: A's runs along its axis i around the point a, B's along the unit vector `along`
 * around b. */
typedef struct edge_pair {
  int i, j;
  carom_vec3 a, b, along;
  float half_a, half_b;
} edge_pair;

/* The middle of the edge along an axis that reaches farthest in direction d, and its name. */
static uint32_t support_edge(const float half[4], int axis, const float d[4], float middle[3]) {
  int sign[3];
  for (int k = 0; k < 3; k++) {
    sign[k] = k == axis ? 0 : d[k] > 0 ? 1 : -1;
    middle[k] = (float)sign[k] * half[k];
  }
  return feature_of_box(sign);
}

/* The edge of A in direction n and that of B against it, and their names. */
static uint32_t find_edges(const carom__box_pair *pair, carom_vec3 normal, edge_pair *out) {
  float half_a[4], half_b[4], n[4], d[4], a[3], b[3], at[4];
  lanes_store(half_a, pair->half[0]), lanes_store(half_b, pair->half[1]);
  lanes_store(n, lanes_from_vec3(normal));
  carom__lanes into_b = lanes_combine(pair->axes[0], lanes_from_vec3(vec3_neg(normal)));
  lanes_store(d, into_b);
  uint32_t name_a = support_edge(half_a, out->i, n, a), name_b = support_edge(half_b, out->j, d, b);
  out->a = vec3(a[0], a[1], a[2]);
  lanes_store(at, lanes_add(lanes_combine(pair->axes[1], lanes_set(b[0], b[1], b[2], 0)), pair->center[0]));
  out->b = vec3(at[0], at[1], at[2]);
  lanes_store(at, pair->axes[1][out->j]);
  out->along = vec3(at[0], at[1], at[2]);
  out->half_a = half_a[out->i], out->half_b = half_b[out->j];
  return feature_pair(name_a, name_b);
}

/* Midway between where the edges come nearest. The lines cross, as seen along the normal, at an estimate that
 * is wrong by rounding over the sine between them; then each point is put where its edge is nearest to the
 * other, and what is left of the error is along both edges. (After Ericson, 2005, 5.1.9.) */
static carom_vec3 meeting_point(const edge_pair *edges, carom_vec3 normal) {
  int i1 = (edges->i + 1) % 3, i2 = (edges->i + 2) % 3;
  carom_vec3 a = edges->a, b = edges->b, along = edges->along;
  float sine = vec3_get(normal, i2) * vec3_get(along, i1) - vec3_get(normal, i1) * vec3_get(along, i2);
  float s = vec3_dot(vec3_cross(vec3_sub(b, a), along), normal) / sine;
  vec3_set(&a, edges->i, clamp_within(s, edges->half_a));
  b = vec3_mad(b, along, clamp_within(vec3_dot(vec3_sub(a, b), along), edges->half_b));
  vec3_set(&a, edges->i, clamp_within(vec3_get(b, edges->i), edges->half_a));
  return vec3_lerp(a, b, 0.5f);
}

void carom__box_edge_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  edge_pair edges = {.i = (axis->index - 6) / 3, .j = (axis->index - 6) % 3};
  uint32_t names = find_edges(pair, out->normal, &edges);
  out->count = 1;
  out->points[0] =
      (carom__point){meeting_point(&edges, out->normal), axis->separation < 0 ? axis->separation : 0, names};
}
