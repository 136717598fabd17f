/* box_sat.c: the fifteen axes of two boxes, and which of them the contact is made along.
 *
 * Gottschalk, Lin and Manocha, 1996, in cofactor form: the radius of B along an edge axis e_i x b_j is a sum
 * of 2x2 minors of R = transpose(A) B, so that near-parallel edges need no tolerance of a fixed size.
 *
 * The preference for faces: an edge axis is taken only when it penetrates less than the best face by more
 * than 1/64 of the smallest of the six half extents (plus 8 u of the size, for rounding), and a face of B
 * only when it penetrates less than the best face of A by more than an eighth of that. The depth along the
 * chosen normal is thus at most that much above the least one. In return the contact keeps its faces, and
 * with them its points, while the boxes move a little. */
#include "box_sat.h"

#include <float.h>

#define FACE_PREFERENCE (1.0f / 64)
#define FACE_OF_A_PREFERENCE (1.0f / 8) /* of the preference for faces */
#define PREFERENCE_ROUNDING (8 * 0x1p-24f)

/* The rounding of an edge axis before its length is divided out: what an estimate may be wrong by. */
#define EDGE_ROUNDING (4 * 0x1p-24f)

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

static float column_dot(const carom__box_pair *pair, int j) {
  const float(*r)[3] = pair->r;
  return pair->offset[0] * r[0][j] + pair->offset[1] * r[1][j] + pair->offset[2] * r[2][j];
}

static void load(carom_vec3 v, float out[3]) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }

void carom__box_pair_make(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a,
                          carom__box_pair *out) {
  load(half_a, out->half_a);
  load(half_b, out->half_b);
  load(b_in_a->origin, out->offset);
  carom_mat3 rows = mat3_transpose(&b_in_a->axes);
  load(rows.x, out->r[0]);
  load(rows.y, out->r[1]);
  load(rows.z, out->r[2]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) out->abs_r[i][j] = fabsf(out->r[i][j]);
  out->size = vec3_norm1(b_in_a->origin) + vec3_norm1(half_a) + vec3_norm1(half_b);
}

static float separation_on_a(const carom__box_pair *pair, int i) {
  const float *r = pair->abs_r[i], *half = pair->half_b;
  return fabsf(pair->offset[i]) - (pair->half_a[i] + (r[0] * half[0] + r[1] * half[1] + r[2] * half[2]));
}

static float separation_on_b(const carom__box_pair *pair, int j) {
  const float(*r)[3] = pair->abs_r, *half = pair->half_a;
  float radii = pair->half_b[j] + (r[0][j] * half[0] + r[1][j] * half[1] + r[2][j] * half[2]);
  return fabsf(column_dot(pair, j)) - radii;
}

/* How the boxes lie along the edge axis e_i x b_j, times the length of the axis. */
static float edge_gap(const carom__box_pair *pair, int i, int j) {
  int i1 = after[i], i2 = before[i], j1 = after[j], j2 = before[j];
  const float *r1 = pair->r[i1], *r2 = pair->r[i2];
  float distance = fabsf(pair->offset[i2] * r1[j] - pair->offset[i1] * r2[j]);
  float radius_a = pair->half_a[i1] * fabsf(r2[j]) + pair->half_a[i2] * fabsf(r1[j]);
  float minor1 = fabsf(r1[j] * r2[j1] - r1[j1] * r2[j]), minor2 = fabsf(r1[j2] * r2[j] - r1[j] * r2[j2]);
  return distance - (radius_a + (pair->half_b[j1] * minor1 + pair->half_b[j2] * minor2));
}

static float edge_length2(const carom__box_pair *pair, int i, int j) {
  float y = pair->r[after[i]][j], z = pair->r[before[i]][j];
  return y * y + z * z;
}

static void keep_larger(carom__box_axis *best, int index, float separation) {
  if (separation > best->separation) best->index = index, best->separation = separation;
}

/* The best edge axis, by what is sure of its separation: the rounding, which grows as the axis gets shorter,
 * counts against it. So an axis of near-parallel edges is not taken for what it cannot prove, and one of
 * parallel edges never. Only those that may beat `limit`, mostly negative, are divided by their length. */
static carom__box_axis best_edge(const carom__box_pair *pair, float limit) {
  carom__box_axis best = {.index = -1, .separation = limit};
  float rounding = EDGE_ROUNDING * pair->size;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      float gap = edge_gap(pair, i, j) - rounding, length2 = edge_length2(pair, i, j);
      bool hopeless = gap < 0 && gap * gap >= limit * limit * length2 && limit <= 0;
      if (!hopeless) keep_larger(&best, 6 + 3 * i + j, gap / sqrtf(length2));
    }
  return best;
}

static carom_vec3 towards_b(const carom__box_pair *pair, carom_vec3 n) {
  float along = n.x * pair->offset[0] + n.y * pair->offset[1] + n.z * pair->offset[2];
  return along < 0 ? vec3_neg(n) : n;
}

/* How the boxes lie along a unit vector in A's frame. */
static float separation_along(const carom__box_pair *pair, carom_vec3 normal) {
  const float n[3] = {normal.x, normal.y, normal.z};
  float separation = 0;
  for (int i = 0; i < 3; i++) separation += n[i] * pair->offset[i] - fabsf(n[i]) * pair->half_a[i];
  for (int j = 0; j < 3; j++)
    separation -= fabsf(n[0] * pair->r[0][j] + n[1] * pair->r[1][j] + n[2] * pair->r[2][j]) * pair->half_b[j];
  return separation;
}

/* The separation is measured anew along the rounded normal, so that it is right even where that is not. */
static void finish_edge(const carom__box_pair *pair, carom__box_axis *edge) {
  int i = (edge->index - 6) / 3, j = (edge->index - 6) % 3;
  float length = sqrtf(edge_length2(pair, i, j));
  carom_vec3 n = {0, 0, 0};
  vec3_set(&n, after[i], -pair->r[before[i]][j] / length);
  vec3_set(&n, before[i], pair->r[after[i]][j] / length);
  edge->normal = towards_b(pair, n);
  edge->separation = separation_along(pair, edge->normal);
}

static float least_half(const carom__box_pair *pair) {
  float least = FLT_MAX;
  for (int i = 0; i < 3; i++) least = fminf(least, fminf(pair->half_a[i], pair->half_b[i]));
  return least;
}

/* The side of a box that looks at the other; the positive one when the centres tell no difference. */
static void finish_face(const carom__box_pair *pair, carom__box_axis *face) {
  int j = face->index - 3;
  if (j < 0) {
    face->side = pair->offset[face->index] < 0 ? -1 : 1;
    vec3_set(&face->normal, face->index, (float)face->side);
  } else {
    face->side = column_dot(pair, j) > 0 ? -1 : 1;
    face->normal = vec3_scale(vec3(pair->r[0][j], pair->r[1][j], pair->r[2][j]), (float)-face->side);
  }
}

static carom__box_axis best_face(const carom__box_pair *pair, float preference) {
  carom__box_axis of_a = {.separation = -FLT_MAX}, of_b = {.separation = -FLT_MAX};
  for (int i = 0; i < 3; i++) keep_larger(&of_a, i, separation_on_a(pair, i));
  for (int j = 0; j < 3; j++) keep_larger(&of_b, 3 + j, separation_on_b(pair, j));
  carom__box_axis best = of_b.separation > of_a.separation + preference ? of_b : of_a;
  finish_face(pair, &best);
  return best;
}

carom__box_axis carom__box_sat(const carom__box_pair *pair) {
  float preference = FACE_PREFERENCE * least_half(pair) + PREFERENCE_ROUNDING * pair->size;
  carom__box_axis face = best_face(pair, FACE_OF_A_PREFERENCE * preference);
  carom__box_axis edge = best_edge(pair, face.separation + preference);
  if (edge.index < 0) return face;
  finish_edge(pair, &edge);
  return edge.separation > face.separation + preference ? edge : face;
}
