/* collide_sphere_box.c: a sphere against a box, straight from the world: the box's point nearest to the
 * centre, or its nearest face when the centre lies inside (Ericson, 2005, 5.1.4 and 5.2.5). A rounded box is
 * nearer by its radius.
 *
 * The centre is turned into the box's frame, and the way out of the box back into the world. Touching is
 * judged with a gap of up to 4 u s, for the rounding of both; s sums the distance of the centres and both
 * sizes. */
#include "collide_box.h"
#include "feature.h"
#include "shape_class.h"

#define TOUCH_SPHERE (4 * 0x1p-24f)

/* Up to this part of the radius a gap is none: its square may vanish. The way from inside knows its face. */
#define NO_GAP 0x1p-40f

/* How the sphere's centre lies to the box, in the box's frame. */
typedef struct ball_box {
  carom__site sphere, box;
  bool sphere_is_a;
  carom__lanes half, center, gap; /* the gap is from the box to the centre; zero inside */
  float distance;                 /* its length */
  float radius, reach;            /* of the sphere; with that of the box */
  float touch;                    /* the gap up to which they touch */
} ball_box;

/* The way out of the surface that is nearest to the centre, of unit length in the world, how far apart the
 * two are along it, and the feature of the box. */
typedef struct ball_side {
  carom_vec3 outward;
  float separation;
  uint32_t feature;
} ball_side;

/* The sphere comes first in the order of the kinds. */
static inline ball_box make_pair(carom__site a, carom__site b) {
  ball_box pair;
  pair.sphere_is_a = shapes_in_order(a.shape, b.shape);
  pair.sphere = pair.sphere_is_a ? a : b, pair.box = pair.sphere_is_a ? b : a;
  carom__lanes columns[3], rows[3];
  mat3_load_lanes(&pair.box.frame->axes, columns);
  lanes_transpose(columns, rows);
  carom_vec3 offset = pos_sub(pair.sphere.frame->origin, pair.box.frame->origin);
  pair.center = lanes_combine(rows, lanes_from_vec3(offset));
  pair.half = lanes_from_vec3(pair.box.shape->geometry.box.half);
  pair.gap = lanes_sub(pair.center, lanes_clamp(pair.center, pair.half));
  carom__lanes of_gap = lanes_dot3(pair.gap, pair.gap), of_center = lanes_dot3(pair.center, pair.center);
  carom__lanes lengths =
      lanes_sqrt(lanes_join_low(lanes_zip_low(of_gap, of_center), lanes_dot3(pair.half, pair.half)));
  pair.distance = lanes_first(lengths);
  pair.radius = pair.sphere.shape->geometry.sphere.radius;
  pair.reach = pair.radius + pair.box.shape->geometry.box.radius;
  pair.touch = TOUCH_SPHERE * (lanes_first(lanes_y(lengths)) + lanes_first(lanes_z(lengths)) + pair.reach);
  return pair;
}

static inline bool is_apart(const ball_box *pair) { return pair->distance - pair->reach > pair->touch; }

/* The face whose plane the centre is least below; the first of equals, and the positive one of two. */
static carom__lanes leave_by_face(const ball_box *pair, float *distance) {
  carom_vec3 below = lanes_to_vec3(lanes_sub(pair->half, lanes_abs(pair->center)));
  int axis = below.x <= below.y && below.x <= below.z ? 0 : below.y <= below.z ? 1 : 2;
  *distance = -vec3_get(below, axis);
  float sign = vec3_get(lanes_to_vec3(pair->center), axis) < 0 ? -1 : 1;
  return lanes_mul(lanes_unit3(axis), lanes_splat(sign));
}

static uint32_t feature_along(carom__lanes way) {
  static const uint8_t steps[8] = {0, 1, 3, 4, 9, 10, 12, 13}; /* as in feature_of_box */
  unsigned up = lanes_bits(lanes_gt(way, lanes_splat(0))), down = lanes_bits(lanes_gt(lanes_splat(0), way));
  return FEATURE_BOX_INSIDE + steps[up & 7] - (uint32_t)steps[down & 7];
}

static inline ball_side side_of(const ball_box *pair) {
  carom__lanes columns[3], way = pair->gap;
  float distance = pair->distance;
  if (distance > NO_GAP * pair->reach)
    way = lanes_mul(way, lanes_splat(1.0f / distance));
  else
    way = leave_by_face(pair, &distance);
  float separation = distance - pair->reach;
  if (separation <= pair->touch) separation = lesser_float(separation, 0);
  mat3_load_lanes(&pair->box.frame->axes, columns);
  return (ball_side){lanes_to_vec3(lanes_combine(columns, way)), separation, feature_along(way)};
}

/* So far below the centre. */
static inline carom_pos below_center(const ball_box *pair, carom_vec3 outward, float by) {
  return pos_add(pair->sphere.frame->origin, vec3_scale(outward, -by));
}

static inline carom_vec3 normal_of(const ball_box *pair, carom_vec3 outward) {
  return pair->sphere_is_a ? vec3_neg(outward) : outward;
}

static void meet(carom__site a, carom__site b, carom_manifold *out) {
  const ball_box pair = make_pair(a, b);
  if (is_apart(&pair)) return;
  const ball_side side = side_of(&pair);
  out->normal = normal_of(&pair, side.outward);
  out->point_count = 1;
  out->points[0].position = below_center(&pair, side.outward, pair.radius + 0.5f * side.separation);
  out->points[0].separation = side.separation;
  out->points[0].feature = pair.sphere_is_a ? feature_pair(0, side.feature) : feature_pair(side.feature, 0);
}

bool carom__collide_sphere_box(carom__site a, carom__site b, carom_manifold *out) {
  out->normal = vec3(0, 0, 0);
  out->point_count = 0;
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
  meet(a, b, out);
  return true;
}

carom__touch_state carom__touch_sphere_box(carom__site a, carom__site b) {
  const ball_box pair = make_pair(a, b);
  return is_apart(&pair) ? CAROM__APART : CAROM__TOUCHING;
}

bool carom__measure_sphere_box(carom__site a, carom__site b, carom_distance_result *out) {
  const ball_box pair = make_pair(a, b);
  const ball_side side = side_of(&pair);
  carom_pos on_sphere = below_center(&pair, side.outward, pair.radius);
  carom_pos on_box = below_center(&pair, side.outward, pair.radius + side.separation);
  out->distance = side.separation > 0 ? greater_float(side.separation, 0x1p-126f) : side.separation;
  out->normal = normal_of(&pair, side.outward);
  out->point_a = pair.sphere_is_a ? on_sphere : on_box;
  out->point_b = pair.sphere_is_a ? on_box : on_sphere;
  return true;
}
