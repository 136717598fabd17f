/* collide_sphere_box.c: a sphere against a box: the box's point nearest to the centre, or its nearest face
 * when the centre lies inside (Ericson, 2005, 5.1.4 and 5.2.5). A rounded box is nearer by its radius.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * centres and both sizes. */
#include "feature.h"
#include "collide_box.h"

#define TOUCH_SPHERE (4 * 0x1p-24f)

/* How the sphere's centre lies to the box, in the box's frame. */
typedef struct box_side {
  carom_vec3 outward; /* unit, out of the box's surface where it is nearest to the centre */
  float distance;     /* of the centre from the surface; negative inside */
  int sign[3];        /* the feature it is nearest to */
} box_side;

static carom_vec3 nearest_in_box(carom_vec3 half, carom_vec3 p) {
  return vec3(clamp_within(p.x, half.x), clamp_within(p.y, half.y), clamp_within(p.z, half.z));
}

/* The face whose plane the centre is least below; the first of equals, and the positive one of two. */
static box_side side_from_inside(carom_vec3 half, carom_vec3 center) {
  carom_vec3 below = vec3_sub(half, vec3_abs(center));
  int axis = below.x <= below.y && below.x <= below.z ? 0 : below.y <= below.z ? 1 : 2;
  int sign = vec3_get(center, axis) < 0 ? -1 : 1;
  box_side side = {.distance = -vec3_get(below, axis)};
  vec3_set(&side.outward, axis, (float)sign);
  side.sign[axis] = sign;
  return side;
}

static box_side side_from_outside(carom_vec3 gap, float distance) {
  box_side side = {vec3_scale(gap, 1.0f / distance), distance, {0}};
  for (int i = 0; i < 3; i++) side.sign[i] = (vec3_get(gap, i) > 0) - (vec3_get(gap, i) < 0);
  return side;
}

/* A gap so small beside the radius that its square may vanish takes the way from inside, which knows its
 * face. */
static box_side nearest_side(carom_vec3 half, carom_vec3 center, float radius) {
  carom_vec3 gap = vec3_sub(center, nearest_in_box(half, center));
  float distance = vec3_length(gap);
  return distance > 0x1p-40f * radius ? side_from_outside(gap, distance) : side_from_inside(half, center);
}

/* The side, and how far the two are apart; 0 or less: they touch. */
static inline box_side side_of(const carom_shape *sphere, const carom_shape *box,
                               const carom__relative *box_in_sphere, float *separation) {
  carom_vec3 half = box->geometry.box.half, center = relative_unapply(box_in_sphere, vec3(0, 0, 0));
  float reach = sphere->geometry.sphere.radius + box->geometry.box.radius;
  float size = vec3_length(center) + vec3_length(half) + reach;
  box_side side = nearest_side(half, center, reach);
  *separation = side.distance - reach;
  if (*separation <= TOUCH_SPHERE * size) *separation = lesser_float(*separation, 0);
  return side;
}

carom_status carom__collide_sphere_box(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__manifold *out) {
  float separation, radius = a->geometry.sphere.radius;
  box_side side = side_of(a, b, b_in_a, &separation);
  *out = (carom__manifold){0};
  if (separation > 0) return CAROM_OK;
  out->normal = vec3_neg(mat3_mul_vec3(&b_in_a->axes, side.outward));
  out->count = 1;
  out->least = separation;
  out->points[0] = (carom__point){vec3_scale(out->normal, radius + 0.5f * separation), separation,
                                  feature_pair(0, feature_of_box(side.sign))};
  return CAROM_OK;
}

bool carom__distance_of_sphere_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                   carom__separation *out) {
  float separation, radius = a->geometry.sphere.radius;
  box_side side = side_of(a, b, b_in_a, &separation);
  out->distance = separation > 0 ? fmaxf(separation, 0x1p-126f) : separation;
  out->normal = vec3_neg(mat3_mul_vec3(&b_in_a->axes, side.outward));
  out->point_a = vec3_scale(out->normal, radius);
  out->point_b = vec3_scale(out->normal, radius + separation);
  return true;
}
