/* frustum.c: the support and the faces of frustums, cylinders and cones. */
#include "frustum.h"

#include "moments.h"

/* A cap is the face only when the direction leans from the axis by less than this: beyond, the lowest point
 * of its circle touches alone, which the line on the side ends in. Below, the corners of the polygon are
 * above that point by less than a 800th of the radius. */
#define CAP_TANGENT (1.0 / 16)
/* Below this, and less for flat shapes, the shape stands, and four corners stand for the cap: a manifold has
 * no more, and of more which four remain would change with every jitter. They are above the lowest point of
 * the circle by less than an 800th of the radius or the half height. */
#define STANDING_TANGENT (1.0 / 256)

/* The angle 0 is along z, so that the order of the angles is counter-clockwise seen from +y. Multiples of a
 * sixteenth turn, rounded: no sine is computed, and the corners never turn with the direction. */
carom_vec3 carom__frustum_corner(uint32_t index) {
  static const float sines[CAROM__FRUSTUM_SIDES + CAROM__FRUSTUM_SIDES / 4] = {
      0.0f,         0.38268343f,  0.70710678f,  0.92387953f,  1.0f,         0.92387953f, 0.70710678f,
      0.38268343f,  0.0f,         -0.38268343f, -0.70710678f, -0.92387953f, -1.0f,       -0.92387953f,
      -0.70710678f, -0.38268343f, 0.0f,         0.38268343f,  0.70710678f,  0.92387953f};
  return vec3(sines[index], 0, sines[index + CAROM__FRUSTUM_SIDES / 4]);
}

carom_status carom__frustum_check(const carom_shape *shape) {
  carom_frustum f = frustum_of(shape);
  bool finite = float_is_finite(f.half_height) && float_is_finite(f.bottom) && float_is_finite(f.top);
  if (!finite) return CAROM_NOT_FINITE;
  bool has_apex = shape->kind == CAROM_CONE;
  bool good = carom__size_in_range(f.bottom) && (has_apex || carom__size_in_range(f.top));
  return good && carom__size_in_range(f.half_height) ? CAROM_OK : CAROM_BAD_SIZE;
}

void carom__frustum_obb(const carom_shape *shape, carom_obb *out) {
  carom_frustum f = frustum_of(shape);
  *out =
      (carom_obb){.axes = mat3_identity(), .half = vec3(frustum_width(&f), f.half_height, frustum_width(&f))};
}

/* Half as far towards the wider end as would lead out of it: a cone's centre of mass. */
static float middle_of(const carom_frustum *f) {
  return 0.5f * f->half_height * ((f->top - f->bottom) / (f->top + f->bottom));
}

carom_vec3 carom__frustum_center(const carom_shape *shape) {
  carom_frustum f = frustum_of(shape);
  return vec3(0, middle_of(&f), 0);
}

/* The distance of the middle from both ends and from the side, rounded down. */
static float ball_of(const carom_frustum *f, float middle) {
  float down = f->half_height + middle, up = f->half_height - middle;
  float taper = (f->top - f->bottom) / (2 * f->half_height);
  float across = (f->bottom + taper * down) / sqrtf(1 + taper * taper);
  return lesser_float(lesser_float(down, up), across) * (1 - 0x1p-16f);
}

void carom__frustum_core(const carom_shape *shape, carom__core *out) {
  carom_frustum f = frustum_of(shape);
  float width = frustum_width(&f);
  core_set(vec3(0, 0, 0), vec3(width, f.half_height, width), 0, out);
  out->center.y = middle_of(&f);
  out->ball = ball_of(&f, out->center.y);
  out->frustum = f;
}

void carom__frustum_discs(const carom_shape *shape, carom__discs *out) {
  carom_frustum f = frustum_of(shape);
  *out = (carom__discs){
      {{0, -f.half_height, 0}, {0, f.half_height, 0}}, {(double)f.bottom, (double)f.top}, false};
}

carom_vec3 carom__frustum_support(const carom_shape *shape, carom_vec3 direction, uint32_t *index) {
  carom_frustum f = frustum_of(shape);
  return carom__frustum_farthest(&f, direction, index);
}

/* Four of the corners, or all. Each has the same name in both polygons. */
static void cap_face(const carom_frustum *f, bool top, bool square, carom__face *out) {
  static const uint32_t all[CAROM__FRUSTUM_SIDES] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
  static const uint32_t four[4] = {2, 6, 10, 14};
  float radius = top ? f->top : f->bottom, y = top ? f->half_height : -f->half_height;
  out->normal = vec3(0, top ? 1.0f : -1.0f, 0);
  out->count = square ? 4 : CAROM__FRUSTUM_SIDES;
  out->id = top;
  out->loop = square ? four : all;
  for (uint32_t i = 0; i < out->count; i++) {
    uint32_t corner = out->loop[i] - FRUSTUM_CORNERS;
    carom_vec3 p =
        carom__frustum_corner(top ? corner : (CAROM__FRUSTUM_SIDES - corner) % CAROM__FRUSTUM_SIDES);
    out->local[out->loop[i]] = vec3(radius * p.x, y, radius * p.z);
  }
}

/* The line on the side that faces a direction most. */
static void side_face(const carom_frustum *f, carom_vec3 direction, double across, carom__face *out) {
  out->normal = direction;
  out->count = 2;
  out->id = 2;
  out->loop = NULL;
  out->local[FRUSTUM_BOTTOM] = frustum_end_point(f, false, direction, across);
  out->local[FRUSTUM_TOP] = frustum_end_point(f, true, direction, across);
}

/* The side of a very flat frustum leans so little that the wide end may be the farthest one also where the
 * direction looks out of the narrow end: then the face is a line on the side. */
void carom__frustum_face(const carom_shape *shape, carom_vec3 direction, carom__face *out) {
  carom_frustum f = frustum_of(shape);
  double across = frustum_across(direction), along = fabs((double)direction.y);
  bool top = direction.y > 0,
       has_cap = (!top || f.top > 0) && frustum_is_topmost(&f, direction, across) == top;
  double flatness = fmin((double)f.half_height / (double)frustum_width(&f), 1);
  out->pool = out->local;
  if (has_cap && across <= CAP_TANGENT * along)
    cap_face(&f, top, across <= STANDING_TANGENT * flatness * along, out);
  else
    side_face(&f, direction, across, out);
}

/* Of discs whose radius changes linearly by the height y: the integrals of r² y^k and of r^4 are those of
 * polynomials. */
carom_status carom__frustum_moments(const carom_shape *shape, carom__moments *out) {
  const double pi = 3.14159265358979323846;
  carom_frustum f = frustum_of(shape);
  double h = (double)f.half_height, b = (double)f.bottom, t = (double)f.top;
  double sum = b * b + b * t + t * t, up = t * t - b * b;
  double fourth = b * b * b * b + b * b * b * t + b * b * t * t + b * t * t * t + t * t * t * t;
  double across = pi * h * fourth / 10, along = pi * h * h * h * (4 * (b * b + t * t) + 2 * b * t) / 15;
  *out = (carom__moments){.volume = pi * 2 * h * sum / 3, .first = {0, pi * h * h * up / 3, 0}};
  carom__moments_add_round(out, across);
  carom__moments_add_product(out, along - across, dvec3(0, 1, 0), dvec3(0, 1, 0));
  return CAROM_OK;
}
