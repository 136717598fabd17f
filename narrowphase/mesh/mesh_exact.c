/* mesh_exact.c: computes the sign of a determinant in double, and then exactly where rounding does not
 * decide.
 */
#include "mesh_exact.h"

#include "dvec.h"
#include "orient.h"

static int sign_of(double value) { return (value > 0) - (value < 0); }

/* A sum that loses nothing: parts that do not overlap, the largest last. A determinant has eight times six
 * products of three floats, which are two parts each. */
typedef struct exact_parts {
  double parts[96];
  int count;
} exact_parts;

static void add_part(exact_parts *sum, double value) {
  if (value == 0) return;
  int kept = 0;
  for (int i = 0; i < sum->count; i++) {
    carom__exact_sum two = exact_sum(sum->parts[i], value);
    if (two.low != 0) sum->parts[kept++] = two.low;
    value = two.high;
  }
  if (value != 0) sum->parts[kept++] = value;
  sum->count = kept;
}

/* The product of two floats is exact. Its two halves have 26 bits each (Dekker, 1971), so that their products
 * with a third float are exact. */
static void add_product(exact_parts *sum, double sign, const float f[3]) {
  double two = (double)f[0] * (double)f[1], big = two * 134217729.0;
  double high = big - (big - two);
  add_part(sum, sign * high * (double)f[2]);
  add_part(sum, sign * (two - high) * (double)f[2]);
}

static float end_of(const carom__mesh_way *way, bool to, int axis) {
  const carom_vec3 *p = to ? &way->to : &way->from;
  return axis == 0 ? p->x : axis == 1 ? p->y : p->z;
}

/* One of the six terms, of ends that the bits of `ends` choose. */
static void add_term(exact_parts *sum, const carom__mesh_way ways[3], unsigned ends, const int axes[3],
                     double sign) {
  float f[3];
  for (int k = 0; k < 3; k++) {
    bool to = ends >> k & 1;
    f[k] = end_of(&ways[k], to, axes[k]);
    if (!to) sign = -sign;
  }
  add_product(sum, sign, f);
}

static int exact_sign(const carom__mesh_way ways[3]) {
  static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  exact_parts sum = {.count = 0};
  for (unsigned ends = 0; ends < 8; ends++)
    for (int i = 0; i < 6; i++) add_term(&sum, ways, ends, orders[i], i < 3 ? 1 : -1);
  return sum.count > 0 ? sign_of(sum.parts[sum.count - 1]) : 0;
}

/* Each difference is off by u of itself (u = 2^-53), each product of three and the sums by less than eight
 * more u of the sum of all products. */
int carom__mesh_sign(const carom__mesh_way ways[3]) {
  carom__dvec3 v[3], s[3];
  for (int k = 0; k < 3; k++) {
    v[k] = dvec3_sub(dvec3_widen(ways[k].to), dvec3_widen(ways[k].from));
    s[k] = dvec3_abs(v[k]);
  }
  double sum = dvec3_dot(v[0], dvec3_cross(v[1], v[2]));
  double most = s[0].x * (s[1].y * s[2].z + s[1].z * s[2].y) + s[0].y * (s[1].z * s[2].x + s[1].x * s[2].z) +
                s[0].z * (s[1].x * s[2].y + s[1].y * s[2].x);
  return fabs(sum) > 16 * 0x1p-53 * most ? sign_of(sum) : exact_sign(ways);
}

static bool on_a_line_seen_along(int axis, const carom_vec3 p[3]) {
  carom_vec2 flat[3];
  for (int k = 0; k < 3; k++)
    flat[k] = axis == 0   ? (carom_vec2){p[k].y, p[k].z}
              : axis == 1 ? (carom_vec2){p[k].z, p[k].x}
                          : (carom_vec2){p[k].x, p[k].y};
  return carom__orient(flat[0], flat[1], flat[2]) == 0;
}

/* The product of the edges has each coordinate within 4 u of what its terms are at most (u = 2^-53), so that
 * most triangles need no more. */
bool carom__mesh_is_flat(const carom_vec3 p[3]) {
  carom__dvec3 a = dvec3_sub(dvec3_widen(p[1]), dvec3_widen(p[0]));
  carom__dvec3 b = dvec3_sub(dvec3_widen(p[2]), dvec3_widen(p[0]));
  carom__dvec3 n = dvec3_abs(dvec3_cross(a, b)), s = dvec3_abs(a), t = dvec3_abs(b);
  double sum = (s.x + s.y + s.z) * (t.x + t.y + t.z) * 8 * 0x1p-53;
  if (n.x > sum || n.y > sum || n.z > sum) return false;
  for (int axis = 0; axis < 3; axis++)
    if (!on_a_line_seen_along(axis, p)) return false;
  return true;
}
