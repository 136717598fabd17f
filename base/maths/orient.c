/* orient.c: computes the sign of a determinant of floats, first rounded, and then exactly where rounding does
 * not decide. */
#include "orient.h"

#include <math.h>

/* A sum that loses nothing: parts that do not overlap, the largest last. */
typedef struct expansion {
  double parts[8];
  int count;
} expansion;

/* Adds a number (Shewchuk's grow-expansion, of Knuth's exact sums of two). */
static void grow(expansion *sum, double value) {
  for (int i = 0; i < sum->count; i++) {
    double part = sum->parts[i], total = part + value, shadow = total - part;
    sum->parts[i] = (part - (total - shadow)) + (value - shadow);
    value = total;
  }
  sum->parts[sum->count++] = value;
}

static int sign(double value) { return (value > 0) - (value < 0); }

/* The product of two coordinates of each end: those of floats are exact in double. */
static void grow_products(expansion *sum, double sign_of, const float p[2], const float q[2]) {
  grow(sum, sign_of * (double)p[1] * (double)q[1]);
  grow(sum, -sign_of * (double)p[1] * (double)q[0]);
  grow(sum, -sign_of * (double)p[0] * (double)q[1]);
  grow(sum, sign_of * (double)p[0] * (double)q[0]);
}

static int turn_exactly(carom__way a, carom__way b) {
  expansion sum = {.count = 0};
  grow_products(&sum, 1, (float[2]){a.from.x, a.to.x}, (float[2]){b.from.y, b.to.y});
  grow_products(&sum, -1, (float[2]){a.from.y, a.to.y}, (float[2]){b.from.x, b.to.x});
  int last = sum.count - 1;
  while (last > 0 && sum.parts[last] == 0) last--;
  return sign(sum.parts[last]);
}

int carom__turn(carom__way a, carom__way b) {
  double left = ((double)a.to.x - (double)a.from.x) * ((double)b.to.y - (double)b.from.y);
  double right = ((double)a.to.y - (double)a.from.y) * ((double)b.to.x - (double)b.from.x);
  double det = left - right;
  /* Two differences, a product each and their difference: less than 4 u of the products' sizes. */
  return fabs(det) > 4 * 0x1p-53 * (fabs(left) + fabs(right)) ? sign(det) : turn_exactly(a, b);
}

int carom__orient(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
  return carom__turn((carom__way){c, a}, (carom__way){c, b});
}
