/* box_sat.h: the one of the fifteen axes along which two boxes touch or are apart. */
#ifndef CAROM_NARROWPHASE_BOX_SAT_H
#define CAROM_NARROWPHASE_BOX_SAT_H

#include "manifold.h"
#include "obb_sat.h"

/* Two boxes, A and B in this order where there are two of something. The fourth lanes are zero. */
typedef struct carom__box_pair {
  carom__lanes half[2];
  carom__lanes center[2]; /* of B in A's frame; of A in B's */
  carom__lanes
      axes[2][3]; /* [0][i]: the dot products of A's axis i with B's axes; [1][j]: of B's axis j with A's */
  float size;     /* 1-norms of half extents and distance, summed: what rounding scales with */
} carom__box_pair;

/* 0..2: the faces of A; 3..5: the faces of B; 6 + 3 i + j: A's edge direction i with B's j. */
typedef struct carom__box_axis {
  int index;
  bool touch;       /* no axis says that the boxes are apart; always as carom__obb_overlap_at */
  float separation; /* along this axis: negative where the boxes overlap */
  float least;      /* the greatest separation along any axis: of boxes that touch, minus the true depth */
} carom__box_axis;

/* Fills in what the half extents, center[0] and axes[1] imply. */
static inline void box_pair_complete(carom__box_pair *pair) {
  lanes_transpose(pair->axes[1], pair->axes[0]);
  pair->center[1] = lanes_neg(lanes_combine(pair->axes[0], pair->center[0]));
  pair->size = lanes_first(sat_size(pair->center[0], pair->half[0], pair->half[1]));
}

/* Relates two boxes, B given by its pose in A's frame. */
static inline void box_pair_make(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a,
                                 carom__box_pair *out) {
  const carom_mat3 *axes = &b_in_a->axes;
  out->half[0] = lanes_from_vec3(half_a), out->half[1] = lanes_from_vec3(half_b);
  out->axes[1][0] = lanes_from_vec3(axes->x);
  out->axes[1][1] = lanes_from_vec3(axes->y);
  out->axes[1][2] = lanes_from_vec3(axes->z);
  out->center[0] = lanes_from_vec3(b_in_a->origin);
  box_pair_complete(out);
}

/* How much an edge axis must save against that of a face: a part of the least half extent, and of the size.
 */
typedef struct carom__box_preference {
  float of_half, of_size;
} carom__box_preference;

/* Finds the axis of least penetration, faces preferred; of boxes that are apart one that says so, the best of
 * the faces when any face does, and `least` goes by those alone. */
carom__box_axis carom__box_sat_by(const carom__box_pair *pair, carom__box_preference preference);

/* For a manifold. */
#define CAROM__BOX_MANIFOLD_PREFERENCE                                                                       \
  ((carom__box_preference){CAROM__BOX_FACE_PREFERENCE, CAROM__BOX_PREFERENCE_ROUNDING})
static inline carom__box_axis carom__box_sat(const carom__box_pair *pair) {
  return carom__box_sat_by(pair, CAROM__BOX_MANIFOLD_PREFERENCE);
}
/* The same, where nothing else is asked about boxes that are apart than whether they are. */
carom__box_axis carom__box_sat_touching(const carom__box_pair *pair);

/* For a depth: the preference is only so much that rounding does not make an edge of a face. */
static inline carom__box_axis carom__box_sat_least(const carom__box_pair *pair) {
  return carom__box_sat_by(pair, (carom__box_preference){0, 0.5f * CAROM__BOX_PREFERENCE_ROUNDING});
}

/* The axis along which the gap is widest, edges included, with preference by rounding only. */
carom__box_axis carom__box_sat_widest(const carom__box_pair *pair);

/* 1 or -1 for each axis of one of the boxes: its side that looks at the centre of the other one; the positive
 * one when that tells no difference. */
static inline carom__lanes box_sides(const carom__box_pair *pair, int box) {
  return lanes_select(lanes_gt(lanes_splat(0), pair->center[box]), lanes_splat(-1), lanes_splat(1));
}

/* The unit normal of face k of one of the boxes, from A to B. */
static inline carom__lanes box_face_normal(const carom__box_pair *pair, int box, int k) {
  static const float towards_b[2] = {1, -1};
  float sides[4];
  lanes_store(sides, box_sides(pair, box));
  carom__lanes axis = box ? pair->axes[1][k] : lanes_unit3(k);
  return lanes_mul(axis, lanes_splat(towards_b[box] * sides[k]));
}

/* At right angles to A's edge direction i and B's j, which are not parallel, from A to B; of any length. When
 * the centres tell no difference it is the cross product. */
static inline carom__lanes box_edge_cross(const carom__box_pair *pair, int i, int j) {
  carom__lanes cross = lanes_cross3(lanes_unit3(i), pair->axes[1][j]);
  return lanes_mul(cross, lanes_copysign(lanes_splat(1), lanes_dot3(cross, pair->center[0])));
}

static inline carom__lanes box_normalize(carom__lanes a) {
  return lanes_div(a, lanes_sqrt(lanes_dot3(a, a)));
}

/* Fills in the normal and the points of two boxes that touch along the normal of a face: one to four. What
 * lies beyond their number is undefined. */
void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* The same of two boxes that are apart, with points up to a margin. False unless the nearest one is as near
 * as the axis says, so that no others are nearer. */
bool carom__box_face_near(const carom__box_pair *pair, const carom__box_axis *axis, float margin,
                          carom__manifold *out);

/* All points of a face of A, 0..2, or of B, 3..5, and of the face that looks at it, up to a margin; none
 * where there is none beside what touches. Returns how many. */
uint32_t carom__box_face_points(const carom__box_pair *pair, int face, float margin,
                                carom__point out[CAROM__CANDIDATES]);

#endif
