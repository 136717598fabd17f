/* box_sat.c: the fifteen axes of two boxes, and which of them the contact is made along.
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

#include "box_preference.h"

carom__box_pair carom__box_pair_make(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a) {
  const carom_mat3 *axes = &b_in_a->axes;
  carom__box_pair pair = {.half = {lanes_from_vec3(half_a), lanes_from_vec3(half_b)}};
  pair.axes[1][0] = lanes_from_vec3(axes->x);
  pair.axes[1][1] = lanes_from_vec3(axes->y);
  pair.axes[1][2] = lanes_from_vec3(axes->z);
  pair.center[0] = lanes_from_vec3(b_in_a->origin);
  box_pair_complete(&pair);
  return pair;
}

static inline carom__sat_pair sat_pair_of(const carom__box_pair *pair) {
  carom__sat_pair p = {.half_a = pair->half[0], .half_b = pair->half[1], .offset = pair->center[0]};
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
  carom__lanes square = lanes_div(lanes_mul(gap, lanes_abs(gap)), length2);
  return lanes_select(lanes_gt(length2, lanes_splat(CAROM__BOX_PARALLEL)), square, lanes_splat(-FLT_MAX));
}

static inline float signed_root(float square) { return square < 0 ? -sqrtf(-square) : sqrtf(square); }

/* The bits of the first three lanes that equal the value. */
static inline unsigned equal_bits(carom__lanes a, float value) {
  return lanes_bits(lanes_eq(a, lanes_splat(value))) & 7;
}

static inline int first_equal(carom__lanes a, float value) { return bits_lowest(equal_bits(a, value) | 8); }

static inline int first_edge(const carom__lanes squares[3], float value) {
  return 6 + bits_lowest(equal_bits(squares[0], value) | equal_bits(squares[1], value) << 3 |
                         equal_bits(squares[2], value) << 6 | 512);
}

static inline float greater(float a, float b) { return a > b ? a : b; }
static inline float greatest3(carom__lanes a) { return lanes_first(lanes_max3(a)); }

/* The face is chosen first, and takes the axis unless an edge beats it by more than the preference. */
static inline carom__box_axis choose(carom__lanes on_a, carom__lanes on_b, const carom__lanes squares[3],
                                     float preference) {
  float a = greatest3(on_a), b = greatest3(on_b);
  float square = greatest3(lanes_max(lanes_max(squares[0], squares[1]), squares[2])),
        edge = signed_root(square);
  bool of_b = b > a + CAROM__BOX_FACE_OF_A_PREFERENCE * preference;
  int face_of_a = first_equal(on_a, a), face_of_b = 3 + first_equal(on_b, b),
      of_edge = first_edge(squares, square);
  float face = of_b ? b : a;
  bool by_edge = edge > face + preference;
  carom__box_axis axis = {.index = by_edge ? of_edge : of_b ? face_of_b : face_of_a};
  axis.separation = by_edge ? edge : face;
  axis.least = greater(greater(a, b), edge);
  return axis;
}

carom__box_axis carom__box_sat(const carom__box_pair *pair) {
  carom__sat_pair p = sat_pair_of(pair);
  carom__sat_axes a = sat_axes_of_a(&p), b = sat_axes_of_b(&p), edges[3];
  sat_axes_of_all_edges(&p, edges);
  const carom__lanes squares[3] = {edge_squares(&edges[0], p.rows[1], p.rows[2]),
                                   edge_squares(&edges[1], p.rows[2], p.rows[0]),
                                   edge_squares(&edges[2], p.rows[0], p.rows[1])};
  bool apart = lanes_any(sat_apart(&p, &a, &b, edges));
  float preference =
      CAROM__BOX_FACE_PREFERENCE * least_half_of(pair) + CAROM__BOX_PREFERENCE_ROUNDING * pair->size;
  carom__box_axis axis = choose(separations(&a), separations(&b), squares, apart ? 0 : preference);
  axis.touch = !apart;
  return axis;
}

/* Turned so that it points from A to B; upwards on its axis when the centres tell no difference. */
static carom_vec3 edge_normal(const carom__box_pair *pair, int i, int j) {
  static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};
  int i1 = after[i], i2 = before[i];
  float column[4], offset[4], n[3];
  lanes_store(column, pair->axes[1][j]);
  lanes_store(offset, pair->center[0]);
  float y = -column[i2], z = column[i1], length = sqrtf(y * y + z * z);
  length = y * offset[i1] + z * offset[i2] < 0 ? -length : length;
  n[i] = 0, n[i1] = y / length, n[i2] = z / length;
  return vec3(n[0], n[1], n[2]);
}

static carom_vec3 face_normal(const carom__box_pair *pair, int box, int k) {
  static const float unit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  float sides[4], axis[4];
  lanes_store(sides, box_sides(pair, box));
  lanes_store(axis, box ? pair->axes[1][k] : lanes_load(unit[k]));
  return vec3_scale(vec3(axis[0], axis[1], axis[2]), box ? -sides[k] : sides[k]);
}

carom_vec3 carom__box_normal(const carom__box_pair *pair, int index) {
  if (index >= 6) return edge_normal(pair, (index - 6) / 3, (index - 6) % 3);
  return index < 3 ? face_normal(pair, 0, index) : face_normal(pair, 1, index - 3);
}
