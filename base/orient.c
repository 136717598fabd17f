/* orient.c: the sign of a determinant of floats, rounded first and exact where that leaves it open. */
#include "orient.h"

#include <math.h>

/* A sum that loses nothing: parts that do not overlap, the largest last. */
typedef struct expansion {
  double parts[6];
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

/* Products of two floats are exact in double. */
static int orient_exactly(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
  expansion sum = {.count = 0};
  grow(&sum, (double)a.x * (double)b.y);
  grow(&sum, -((double)a.x * (double)c.y));
  grow(&sum, (double)b.x * (double)c.y);
  grow(&sum, -((double)b.x * (double)a.y));
  grow(&sum, (double)c.x * (double)a.y);
  grow(&sum, -((double)c.x * (double)b.y));
  int last = sum.count - 1;
  while (last > 0 && sum.parts[last] == 0) last--;
  return sign(sum.parts[last]);
}

int carom__orient(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
  double left = ((double)a.x - (double)c.x) * ((double)b.y - (double)c.y);
  double right = ((double)a.y - (double)c.y) * ((double)b.x - (double)c.x);
  double det = left - right;
  /* Two differences, a product each and their difference: less than 4 u of the products' sizes. */
  return fabs(det) > 4 * 0x1p-53 * (fabs(left) + fabs(right)) ? sign(det) : orient_exactly(a, b, c);
}
