/* moments_plain.c: moments of what is as near to a point, a segment or a box as a radius. */
#include "moments.h"

#include "placed.h"

#define PI 3.14159265358979323846

/* Half a ball, whose round side looks along a unit direction from its flat side's centre. */
static void add_half_ball(carom__moments *sum, carom__dvec3 center, carom__dvec3 along, double r) {
  carom__moments half = {.volume = PI * r * r * r * 2 / 3};
  half.first = dvec3_scale(along, half.volume * r * 3 / 8);
  carom__moments_add_round(&half, half.volume * r * r / 5);
  carom__moments_add_moved(sum, &half, center);
}

/* Seen from its middle. */
static void capsule(carom__dvec3 a, carom__dvec3 b, double r, carom__moments *out) {
  carom__dvec3 way = dvec3_sub(b, a), along = dvec3_normalize_or(way, dvec3(1, 0, 0));
  carom__dvec3 half = dvec3_scale(way, 0.5);
  double length = dvec3_length(way);
  carom__moments middle = {.volume = PI * r * r * length};
  carom__moments_add_round(&middle, middle.volume * r * r / 4);
  carom__moments_add_product(&middle, middle.volume * (length * length / 12 - r * r / 4), along, along);
  carom__moments_add_moved(out, &middle, dvec3(0, 0, 0));
  add_half_ball(out, dvec3_scale(half, -1), dvec3_scale(along, -1), r);
  add_half_ball(out, half, along, r);
  out->from = dvec3_add(a, half);
}

/* The volume and the integral of x² of an eighth of a rounded box: an eighth of the box, slabs at three
 * sides, quarters of cylinders at three edges, and an eighth of a ball. half[0] is along x. */
static void eighth(const double half[3], double r, double *volume, double *square) {
  double a = half[0], b = half[1], c = half[2];
  double quarter = PI * r * r / 4, quarter_first = r * r * r / 3, quarter_second = PI * r * r * r * r / 16;
  double ball = PI * r * r * r / 6, ball_first = PI * r * r * r * r / 16,
         ball_second = PI * r * r * r * r * r / 30;
  double along = a + r, cubes = along * along * along / 3;
  *volume = a * b * c + r * (a * b + b * c + c * a) + quarter * (a + b + c) + ball;
  *square = cubes * b * c + (a * a * a / 3) * (r * b + r * c + quarter);
  *square += (b + c) * (a * a * quarter + 2 * a * quarter_first + quarter_second);
  *square += a * a * ball + 2 * a * ball_first + ball_second;
}

static void box(carom_vec3 half, double r, carom__moments *out) {
  double h[3], volume, square;
  dvec3_store(h, dvec3_widen(half));
  for (int i = 0; i < 3; i++) {
    const double turned[3] = {h[i], h[(i + 1) % 3], h[(i + 2) % 3]};
    carom__dvec3 axis = dvec3(i == 0, i == 1, i == 2);
    eighth(turned, r, &volume, &square);
    carom__moments_add_product(out, 8 * square, axis, axis);
  }
  out->volume = 8 * volume;
}

void carom__plain_moments(const carom__plain_core *core, carom__moments *out) {
  *out = (carom__moments){.volume = 0};
  if (core->kind == CAROM__PLAIN_BOX)
    box(core->a, core->radius, out);
  else
    capsule(dvec3_widen(core->a), dvec3_widen(core->b), core->radius, out);
}
