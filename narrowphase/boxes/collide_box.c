/* collide_box.c: two boxes.
 *
 * Whether they touch is decided by the same test that culls OBBs, so that the two can never disagree. The
 * axis of least penetration then gives the normal (box_sat.c, which states the preference for faces); an edge
 * axis gives one point, a face axis the part of the incident face that lies on the reference face
 * (box_face.c), midway between the surfaces. (Gottschalk, Lin and Manocha, 1996; Ericson, 2005, 4.4.) */
#include "collide_box.h"

#include "box_sat.h"
#include "feature.h"
#include "manifold.h"
#include "near_boxes.h"

/* --- An edge of each --- */

/* The middle of a box's edge along an axis that reaches farthest in a direction, in its own frame, and its
 * name. */
static inline carom__lanes support_edge(carom__lanes half, int axis, carom__lanes direction, uint32_t *name) {
  static const float others[3][4] = {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 0}};
  carom__lanes up = lanes_gt(direction, lanes_splat(0)), one = lanes_splat(1);
  carom__lanes signs = lanes_select(up, one, lanes_neg(one));
  signs = lanes_mul(signs, lanes_load(others[axis]));
  carom__lanes name_steps = lanes_dot3(signs, lanes_set(1, 3, 9, 0));
  *name = (uint32_t)(FEATURE_BOX_INSIDE + lanes_first(name_steps));
  return lanes_mul(signs, half);
}

/* Midway between where two edges come nearest: of A's around a, along its axis i, and of B's around b. The
 * lines cross, as seen along the normal, at an estimate that is wrong by rounding over the sine between them;
 * then each point is put where its edge is nearest to the other, and what is left of the error is along both
 * edges. (After Ericson, 2005, 5.1.9.) */
static inline carom__lanes meeting_point(const carom__box_pair *pair, int i, int j, carom__lanes normal,
                                         carom__lanes a, carom__lanes b) {
  carom__lanes along_a = lanes_unit3(i), along_b = pair->axes[1][j];
  carom__lanes half_a = lanes_dot3(pair->half[0], along_a),
               half_b = lanes_dot3(pair->half[1], lanes_unit3(j));
  carom__lanes across = lanes_cross3(along_b, normal); /* B's edge, in the plane of both */
  carom__lanes s = lanes_div(lanes_dot3(lanes_sub(b, a), across), lanes_dot3(along_a, across));
  carom__lanes on_a = lanes_add(a, lanes_mul(along_a, lanes_clamp(s, half_a)));
  carom__lanes t = lanes_clamp(lanes_dot3(lanes_sub(on_a, b), along_b), half_b);
  carom__lanes on_b = lanes_add(b, lanes_mul(along_b, t));
  on_a = lanes_add(a, lanes_mul(along_a, lanes_clamp(lanes_dot3(on_b, along_a), half_a)));
  return lanes_mul(lanes_add(on_a, on_b), lanes_splat(0.5f));
}

/* The normal and the one point of two boxes that touch along the axis of an edge of each. */
static void touch_edges(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  int i = (axis->index - 6) / 3, j = (axis->index - 6) % 3;
  uint32_t name_a, name_b;
  carom__lanes normal = box_edge_cross(pair, i, j); /* of any length, so that nobody waits for the root */
  carom__lanes into_b = lanes_combine(pair->axes[0], lanes_neg(normal));
  carom__lanes a = support_edge(pair->half[0], i, normal, &name_a);
  carom__lanes b = support_edge(pair->half[1], j, into_b, &name_b);
  b = lanes_add(lanes_combine(pair->axes[1], b), pair->center[0]);
  out->normal = lanes_to_vec3(box_normalize(normal));
  out->count = 1;
  out->points[0] = (carom__point){lanes_to_vec3(meeting_point(pair, i, j, normal, a, b)),
                                  axis->separation < 0 ? axis->separation : 0, feature_pair(name_a, name_b)};
}

/* --- Any axis --- */

void carom__box_apart(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  int k = axis->index;
  carom__lanes normal = k >= 6  ? box_normalize(box_edge_cross(pair, (k - 6) / 3, (k - 6) % 3))
                        : k < 3 ? box_face_normal(pair, 0, k)
                                : box_face_normal(pair, 1, k - 3);
  bool told = axis->separation > 0; /* not when the rounding of an edge axis hides it */
  out->normal = told ? lanes_to_vec3(normal) : vec3(0, 0, 0);
  out->count = 0;
  out->least = told ? axis->separation : 0;
}

/* Boxes that are apart by rounding alone count as touching. */
void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  out->least = axis->least < 0 ? axis->least : 0;
  (axis->index >= 6 ? touch_edges : carom__box_face_contact)(pair, axis, out);
}

/* The face that a direction in A's frame is the normal of, the more exact one if there are two; or -1. */
static int face_along(const carom__box_pair *pair, carom_vec3 normal) {
  const carom__lanes direction = lanes_from_vec3(normal);
  float cosines[8];
  int best = 0;
  lanes_store(cosines, lanes_abs(direction));
  lanes_store(cosines + 3, lanes_abs(lanes_combine(pair->axes[0], direction)));
  for (int i = 1; i < 6; i++)
    if (cosines[i] > cosines[best]) best = i;
  return (double)cosines[best] > CAROM__SQUARE_COSINE ? best : -1;
}

bool carom__box_points_along(const carom__box_pair *pair, carom_vec3 normal, float margin,
                             carom__point out[CAROM__CANDIDATES], uint32_t *count) {
  const int face = face_along(pair, normal);
  if (face >= 0) *count = carom__box_face_points(pair, face, margin, out);
  return face >= 0;
}

carom__nearness carom__box_near(const carom__box_pair *pair, float margin, carom__manifold *out) {
  const carom__box_axis axis = carom__box_sat_widest(pair);
  const float doubt = CAROM__BOX_NEAR_DOUBT * pair->size;
  if (axis.least > margin + doubt) return CAROM__FAR;
  if (axis.index >= 6 || !(axis.least > doubt)) return CAROM__NEARNESS_UNKNOWN;
  out->least = axis.least;
  return carom__box_face_near(pair, &axis, margin, out) ? CAROM__NEAR : CAROM__NEARNESS_UNKNOWN;
}

carom_status carom__collide_box_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  if (a->geometry.box.radius + b->geometry.box.radius > 0) return carom__collide_cores(a, b, b_in_a, out);
  carom__box_pair pair;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat(&pair);
  (axis.touch ? carom__box_contact : carom__box_apart)(&pair, &axis, out);
  return CAROM_OK;
}
