/* box_sat.c: measures the fifteen axes of two boxes and chooses the contact axis.
 *
 * The axes, and whether they part the boxes, are those of obb_sat.h (Gottschalk, Lin and Manocha, 1996, in
 * cofactor form). All that is measured along an edge axis is in proportion to the length of the axis, and so
 * is its rounding: what is left after the division by the length is exact to a few u of the size, also for
 * edges that are parallel but for rounding.
 *
 * The preference for faces: an edge axis is taken only when it penetrates less than the best face by more
 * than 1/64 of the smallest of the six half extents (plus 8 u of the size, for rounding), and a face of B
 * only when it penetrates less than the best face of A by more than an eighth of that. The depth along the
 * chosen normal is thus at most that much above the least one. In return the contact keeps its faces, and
 * with them its points, while the boxes move a little. */
#include "box_sat.h"

#include <float.h>

#include "inline.h"
#include "manifold.h"

static inline carom__sat_pair sat_pair_of(const carom__box_pair *pair) {
  carom__sat_pair p = {.half_a = pair->half[0],
                       .half_b = pair->half[1],
                       .offset = pair->center[0],
                       .offset_in_b = pair->center[1]};
  for (int i = 0; i < 3; i++) {
    p.rows[i] = pair->axes[0][i];
    p.abs_rows[i] = lanes_abs(pair->axes[0][i]);
    p.abs_columns[i] = lanes_abs(pair->axes[1][i]);
  }
  p.tolerance = sat_tolerance(lanes_splat(pair->size));
  return p;
}

static inline carom__lanes separations(const carom__sat_axes *axes) {
  return lanes_sub(lanes_abs(axes->distance), axes->radii);
}

/* Those of edge axes over their lengths, squared, with the sign they have: in the order of the separations,
 * and one root is enough for nine. */
static inline carom__lanes edge_squares(const carom__sat_axes *axes, carom__lanes row1, carom__lanes row2) {
  carom__lanes gap = separations(axes);
  carom__lanes length2 = lanes_add(lanes_mul(row1, row1), lanes_mul(row2, row2));
  carom__lanes square =
      lanes_div(lanes_mul(gap, lanes_abs(gap)), lanes_max(length2, lanes_splat(CAROM__BOX_PARALLEL)));
  return lanes_select(lanes_gt(length2, lanes_splat(CAROM__BOX_PARALLEL)), square, lanes_splat(-FLT_MAX));
}

static inline carom__lanes signed_root(carom__lanes square) {
  return lanes_copysign(lanes_sqrt(lanes_abs(square)), square);
}

/* The number of the first of the first three lanes that equals the value, which one does. */
static inline int first_equal(carom__lanes a, carom__lanes value) {
  return bits_lowest(lanes_bits(lanes_eq(a, value)));
}

static inline int first_edge(const carom__lanes squares[3], carom__lanes value) {
  unsigned x = lanes_bits(lanes_eq(squares[0], value)) & 7, y = lanes_bits(lanes_eq(squares[1], value)) & 7;
  unsigned z = lanes_bits(lanes_eq(squares[2], value)) & 7;
  return 6 + bits_lowest(x | y << 3 | z << 6);
}

/* One of two numbers, without a branch that could not be foreseen and without waiting for memory. */
static inline int pick(bool second, int a, int b) { return a + ((b - a) & -(int)second); }

/* The best of the faces, of which A's count for more by a preference. */
static inline carom__box_axis choose_face(carom__lanes on_a, carom__lanes on_b, carom__lanes preference) {
  carom__lanes a = lanes_max3(on_a), b = lanes_max3(on_b), of_b = lanes_gt(b, lanes_add(a, preference));
  int index = pick(lanes_bits(of_b) & 1, first_equal(on_a, a), 3 + first_equal(on_b, b));
  return (carom__box_axis){.index = index,
                           .separation = lanes_first(lanes_select(of_b, b, a)),
                           .least = lanes_first(lanes_max(a, b))};
}

/* Takes an edge axis instead of the face when it is better by more than a preference. This is a branch, so
 * that what follows a face need not wait for the edges. */
static inline void prefer_edge(const carom__lanes squares[3], carom__lanes preference,
                               carom__box_axis *axis) {
  carom__lanes best = lanes_max3(lanes_max(lanes_max(squares[0], squares[1]), squares[2]));
  carom__lanes edge = signed_root(best), face = lanes_splat(axis->separation);
  axis->least = lanes_first(lanes_max(edge, lanes_splat(axis->least)));
  if (lanes_bits(lanes_gt(edge, lanes_add(face, preference))) & 1) {
    axis->index = first_edge(squares, best);
    axis->separation = lanes_first(edge);
  }
}

/* Is any edge axis apart at all, be it by rounding? Only then the tolerance matters. */
static inline bool any_gap(const carom__sat_axes edges[3]) {
  carom__lanes x = sat_axes_apart(&edges[0], lanes_splat(0)), y = sat_axes_apart(&edges[1], lanes_splat(0));
  return lanes_any(lanes_or(lanes_or(x, y), sat_axes_apart(&edges[2], lanes_splat(0))));
}

static inline void all_edge_squares(const carom__sat_pair *p, const carom__sat_axes edges[3],
                                    carom__lanes out[3]) {
  out[0] = edge_squares(&edges[0], p->rows[1], p->rows[2]);
  out[1] = edge_squares(&edges[1], p->rows[2], p->rows[0]);
  out[2] = edge_squares(&edges[2], p->rows[0], p->rows[1]);
}

/* The preference counts for boxes that touch. Of others only that is told, if no more is wanted. */
static CAROM__ALWAYS_INLINE carom__box_axis choose(const carom__box_pair *pair, carom__lanes preference,
                                                   bool only_touch) {
  carom__sat_pair p = sat_pair_of(pair);
  carom__sat_axes a = sat_axes_of_a(&p), b = sat_axes_of_b(&p), edges[3];
  carom__lanes zero = lanes_splat(0), squares[3];
  if (lanes_any(sat_faces_apart(&p, &a, &b)))
    return only_touch ? (carom__box_axis){.touch = false}
                      : choose_face(separations(&a), separations(&b), zero);
  sat_axes_of_all_edges(&p, edges);
  bool apart = any_gap(edges) && lanes_any(sat_edges_apart(&p, edges));
  if (apart && only_touch) return (carom__box_axis){.touch = false};
  if (apart) preference = zero;
  all_edge_squares(&p, edges, squares);
  carom__lanes of_a = lanes_mul(preference, lanes_splat(CAROM__BOX_FACE_OF_A_PREFERENCE));
  carom__box_axis axis = choose_face(separations(&a), separations(&b), of_a);
  prefer_edge(squares, preference, &axis);
  axis.touch = !apart;
  return axis;
}

static inline carom__lanes preference_of(const carom__box_pair *pair, carom__box_preference preference) {
  carom__lanes half = lanes_min3(lanes_min(pair->half[0], pair->half[1]));
  return lanes_add(lanes_mul(half, lanes_splat(preference.of_half)),
                   lanes_splat(preference.of_size * pair->size));
}

carom__box_axis carom__box_sat_by(const carom__box_pair *pair, carom__box_preference preference) {
  return choose(pair, preference_of(pair, preference), false);
}

carom__box_axis carom__box_sat_touching(const carom__box_pair *pair) {
  return choose(pair, preference_of(pair, CAROM__BOX_MANIFOLD_PREFERENCE), true);
}

carom__box_axis carom__box_sat_widest(const carom__box_pair *pair) {
  carom__sat_pair p = sat_pair_of(pair);
  carom__sat_axes a = sat_axes_of_a(&p), b = sat_axes_of_b(&p), edges[3];
  carom__lanes squares[3];
  sat_axes_of_all_edges(&p, edges);
  all_edge_squares(&p, edges, squares);
  carom__lanes rounding = lanes_splat(0.5f * CAROM__BOX_PREFERENCE_ROUNDING * pair->size);
  carom__box_axis axis = choose_face(separations(&a), separations(&b), rounding);
  prefer_edge(squares, rounding, &axis);
  axis.touch = !lanes_any(lanes_or(sat_faces_apart(&p, &a, &b), sat_edges_apart(&p, edges)));
  return axis;
}
