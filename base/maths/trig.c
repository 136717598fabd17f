/* trig.c: computes sine and cosine by reduction to an eighth of a turn and a polynomial.
 *
 * The reduction subtracts k pi/2 in pieces, of which all but the last have exact products with k (Cody and
 * Waite, 1980). Then Taylor's series, cut where its rest is far below the rounding of the result. */
#include "trig.h"

#include <assert.h>

/* pi/2 in pieces: two of 23 bits, so that a k of 30 bits times a piece is exact, and a last one with all its
 * bits, small enough that its product's rounding is lost in that of the rest. */
#define HALF_PI_1 0x1.921fb4p+0
#define HALF_PI_2 0x1.4442dp-24
#define HALF_PI_3 0x1.8469898cc5170p-48
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

#define HALF_PI 0x1.921fb54442d18p+0
#define RADIANS_A_DEGREE 0x1.1df46a2529d39p-6

/* Both series are cut after x^17 and x^16; on |x| <= pi/4 the rest is below 3e-18. */
static double sine_of_eighth(double x) {
  static const double coefficients[] = {
      1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
      1.0 / 362880,          -1.0 / 5040,          1.0 / 120,        -1.0 / 6};
  double z = x * x, sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * z + coefficients[i];
  return x + x * z * sum;
}

static double cosine_of_eighth(double x) {
  static const double coefficients[] = {
      1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
      1.0 / 40320,          -1.0 / 720,         1.0 / 24};
  double z = x * x, sum = 0;
  for (int i = 0; i < 7; i++) sum = sum * z + coefficients[i];
  return 1 - (0.5 * z - z * z * sum);
}

/* The sine and cosine of an angle that is k quarter turns beyond the given ones' angle. */
static void turn_by_quarters(double k, double s, double c, double *sine, double *cosine) {
  uint32_t quadrant = (uint32_t)(int32_t)k & 3;
  bool swapped = quadrant == 1 || quadrant == 3;
  double sine_size = swapped ? c : s, cosine_size = swapped ? s : c;
  *sine = quadrant >= 2 ? -sine_size : sine_size;
  *cosine = quadrant == 1 || quadrant == 2 ? -cosine_size : cosine_size;
}

void carom__sincos(double angle, double *sine, double *cosine) {
  assert(fabs(angle) <= CAROM__ANGLE_MAX);
  /* Few things turn farther in a step than this, which saves them a call on machines of SSE2. */
  double k = fabs(angle) < 0.75 ? 0 : floor(angle * TWO_OVER_PI + 0.5);
  /* The first two differences are exact: what remains of the bits fits a double. */
  double rest = angle - k * HALF_PI_1 - k * HALF_PI_2 - k * HALF_PI_3;
  double s = sine_of_eighth(rest), c = cosine_of_eighth(rest);
  turn_by_quarters(k, s, c, sine, cosine);
}

/* What is left beside multiples of 90 is exact. */
void carom__sincos_degrees(double angle, double *sine, double *cosine) {
  assert(fabs(angle) <= CAROM__ANGLE_MAX);
  double k = floor(angle / 90 + 0.5), rest = (angle - 90 * k) * RADIANS_A_DEGREE;
  turn_by_quarters(k, sine_of_eighth(rest), cosine_of_eighth(rest), sine, cosine);
}

/* On 0..1. The angle is halved twice, so that the series, cut after x^21, leaves less than 1e-17. */
static double arctan(double tangent) {
  double x = tangent;
  for (int i = 0; i < 2; i++) x = x / (1 + square_root(1 + x * x));
  double z = x * x, sum = 0;
  for (int i = 21; i > 1; i -= 2) sum = z * ((i & 2 ? -1.0 : 1.0) / i + sum);
  return 4 * (x + x * sum);
}

double carom__arctan2(double sine, double cosine) {
  double s = fabs(sine), c = fabs(cosine), angle = 0;
  if (s > c)
    angle = HALF_PI - arctan(c / s);
  else if (c > 0)
    angle = arctan(s / c);
  if (cosine < 0) angle = 2 * HALF_PI - angle;
  return sine < 0 ? -angle : angle;
}

carom_quat carom__quat_from_rotation_vector(carom_vec3 v) {
  double x = (double)v.x, y = (double)v.y, z = (double)v.z;
  double length = square_root(x * x + y * y + z * z);
  if (length == 0) return quat_identity();
  /* Of so many turns a float does not even say how many, so that any angle is as right as another. */
  double half = fmin(0.5 * length, CAROM__ANGLE_MAX), sine, cosine;
  carom__sincos(half, &sine, &cosine);
  double scale = sine / length;
  return (carom_quat){(float)(x * scale), (float)(y * scale), (float)(z * scale), (float)cosine};
}
