/* plain_core.c: decides which shapes have a plain core. */
#include "plain_core.h"

#include "vec.h"

static carom_vec3 in_plane(carom_vec2 p) { return vec3(p.x, p.y, 0); }

static void take_point(float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_POINT;
  out->a = out->b = vec3(0, 0, 0);
  out->radius = (double)radius;
  out->reach = 2 * out->radius;
}

static void take_segment(carom_vec3 a, carom_vec3 b, float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_SEGMENT;
  out->a = a, out->b = b;
  out->radius = (double)radius;
  carom_vec3 middle = vec3_scale(vec3_add(a, b), 0.5f);
  out->reach = (double)(vec3_norm1(middle) + 0.5f * vec3_length(vec3_sub(b, a))) + 2 * out->radius;
}

static void take_box(carom_vec3 half, float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_BOX;
  out->a = half;
  out->b = vec3(0, 0, 0); /* any number: it is read before the kind is asked */
  out->radius = (double)radius;
  out->reach = (double)vec3_norm1(half) + 2 * out->radius;
}

bool carom__plain_core_of(const carom_shape *shape, carom__plain_core *out) {
  switch (shape->kind) {
  case CAROM_SPHERE:
    take_point(shape->geometry.sphere.radius, out);
    return true;
  case CAROM_DISC:
    take_point(shape->geometry.disc.radius, out);
    return true;
  case CAROM_CAPSULE:
    take_segment(shape->geometry.capsule.a, shape->geometry.capsule.b, shape->geometry.capsule.radius, out);
    return true;
  case CAROM_STADIUM:
    take_segment(in_plane(shape->geometry.stadium.a), in_plane(shape->geometry.stadium.b),
                 shape->geometry.stadium.radius, out);
    return true;
  case CAROM_BOX:
    take_box(shape->geometry.box.half, shape->geometry.box.radius, out);
    return true;
  case CAROM_RECTANGLE:
    take_box(in_plane(shape->geometry.rectangle.half), shape->geometry.rectangle.radius, out);
    return true;
  default:
    return false;
  }
}
