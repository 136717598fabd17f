/* line_cast.c: which casts along lines have a closed form. */
#include "line_cast_parts.h"

/* In sizes, without the distance: what lies between is more than rounding the poses is worth. What rounding
 * may make a touch at the start grows with the distance, too. */
#define LEAST (8 * 0x1p-24)
#define ENOUGH (16 * 0x1p-24)
#define NEAR (32 * 0x1p-24)
/* Ways are this many sizes long at most, so that the rounding of doubles is nothing beside the gaps above. */
#define LONGEST 0x1p24

static carom_vec3 in_plane(carom_vec2 p) { return vec3(p.x, p.y, 0); }

static void take_point(float radius, carom__line_core *out) {
  out->kind = CAROM__LINE_POINT;
  out->a = out->b = vec3(0, 0, 0);
  out->radius = (double)radius;
  out->reach = 2 * out->radius;
}

static void take_segment(carom_vec3 a, carom_vec3 b, float radius, carom__line_core *out) {
  out->kind = CAROM__LINE_SEGMENT;
  out->a = a, out->b = b;
  out->radius = (double)radius;
  carom_vec3 middle = vec3_scale(vec3_add(a, b), 0.5f);
  out->reach = (double)(vec3_norm1(middle) + 0.5f * vec3_length(vec3_sub(b, a))) + 2 * out->radius;
}

static void take_box(carom_vec3 half, float radius, carom__line_core *out) {
  out->kind = CAROM__LINE_BOX;
  out->a = half;
  out->radius = (double)radius;
  out->reach = (double)vec3_norm1(half) + 2 * out->radius;
}

static bool take_core(const carom_shape *shape, carom__line_core *out) {
  switch (shape->kind) {
  case CAROM_SPHERE:
    take_point(shape->as.sphere.radius, out);
    return true;
  case CAROM_DISC:
    take_point(shape->as.disc.radius, out);
    return true;
  case CAROM_CAPSULE:
    take_segment(shape->as.capsule.a, shape->as.capsule.b, shape->as.capsule.radius, out);
    return true;
  case CAROM_STADIUM:
    take_segment(in_plane(shape->as.stadium.a), in_plane(shape->as.stadium.b), shape->as.stadium.radius, out);
    return true;
  case CAROM_BOX:
    take_box(shape->as.box.half, shape->as.box.radius, out);
    return true;
  case CAROM_RECTANGLE:
    take_box(in_plane(shape->as.rectangle.half), shape->as.rectangle.radius, out);
    return true;
  default:
    return false;
  }
}

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

bool carom__line_cast_find(const carom__line_cast *it, carom_impact *out) {
  carom__line_pair pair = {.it = it};
  if (!take_core(it->a.shape, &pair.a) || !take_core(it->b.shape, &pair.b)) return false;
  carom_pos from = it->a.frame->origin, to = it->b.frame->origin;
  pair.between = dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
  double size = pair.a.reach + pair.b.reach, distance = norm1(pair.between);
  if (!(distance + norm1(it->travel) <= LONGEST * size)) return false;
  pair.least = 1.125 * it->margin + LEAST * size;
  pair.enough = 1.25 * it->margin + ENOUGH * size;
  pair.near = pair.least + NEAR * (size + distance);
  bool boxes = pair.a.kind == CAROM__LINE_BOX && pair.b.kind == CAROM__LINE_BOX;
  if (!boxes) return carom__line_cast_round(&pair, out);
  return pair.a.radius + pair.b.radius == 0 && carom__line_cast_boxes(&pair, out);
}
