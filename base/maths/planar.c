/* planar.c: directions and poses of the plane. */
#include "carom/planar.h"

#include "dvec.h"
#include "trig.h"

typedef void sincos_fn(double angle, double *sine, double *cosine);

/* The direction at an angle that the function understands; no numbers of one that is none or too large. */
static carom__dvec2 direction(sincos_fn *sincos, double angle) {
  carom__dvec2 d = {(double)NAN, (double)NAN};
  if (islessequal(fabs(angle), CAROM__ANGLE_MAX)) sincos(angle, &d.y, &d.x);
  return d;
}

carom_vec2 carom_direction(double radians) { return dvec2_narrow(direction(carom__sincos, radians)); }

carom_vec2 carom_direction_degrees(double degrees) {
  return dvec2_narrow(direction(carom__sincos_degrees, degrees));
}

static carom_pose turned_by_half(double x, double y, carom__dvec2 half) {
  return (carom_pose){{x, y, 0}, {0, 0, (float)half.y, (float)half.x}};
}

carom_pose carom_pose_planar(double x, double y, double radians) {
  return turned_by_half(x, y, direction(carom__sincos, 0.5 * radians));
}

carom_pose carom_pose_planar_degrees(double x, double y, double degrees) {
  return turned_by_half(x, y, direction(carom__sincos_degrees, 0.5 * degrees));
}

/* A quaternion and its negative are one rotation: that with w >= 0 has half the angle in -pi/2..pi/2. */
double carom_pose_angle(const carom_pose *pose) {
  if (!pose) return 0;
  double z = (double)pose->rotation.z, w = (double)pose->rotation.w;
  return 2 * (w < 0 ? carom__arctan2(-z, -w) : carom__arctan2(z, w));
}
