/* flights.c: bodies that fly through a room. */
#include "dice.h"
#include "motions.h"

#include <math.h>

static carom_pos place_in(const carom_region *r, uint64_t *dice) {
  const double x = (double)dice_between(dice, 0, 1), y = (double)dice_between(dice, 0, 1);
  const double z = (double)dice_between(dice, 0, 1);
  return (carom_pos){r->min.x + (r->max.x - r->min.x) * x, r->min.y + (r->max.y - r->min.y) * y,
                     r->min.z + (r->max.z - r->min.z) * z};
}

static carom_vec3 vector(uint64_t *dice, float most) {
  carom_vec3 v;
  v.x = dice_between(dice, -most, most);
  v.y = dice_between(dice, -most, most);
  v.z = dice_between(dice, -most, most);
  return v;
}

static carom_quat rotation(uint64_t *dice) {
  const carom_vec3 v = vector(dice, 1);
  const float w = dice_between(dice, 0.1f, 1), scale = 1 / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z + w * w);
  return (carom_quat){v.x * scale, v.y * scale, v.z * scale, w * scale};
}

static carom_shape spatial(const setting *s, uint64_t *dice) {
  enum { SPHERE, CAPSULE, BOX, HULL, CYLINDER, CONE, FRUSTUM, TAPERED, ELLIPSOID, TRIANGLE, ROUNDED, KINDS };
  const uint32_t kind = dice_below(dice, KINDS), asset = dice_below(dice, SCENE_ASSETS);
  const float a = dice_between(dice, 0.2f, 0.6f), b = dice_between(dice, 0.2f, 0.6f);
  const float c = dice_between(dice, 0.2f, 0.6f);
  const carom_vec3 low = {-a, 0, 0}, high = {b, 0, c};
  const carom_shape shapes[KINDS] = {[SPHERE] = carom_shape_sphere(a),
                                     [CAPSULE] = carom_shape_capsule(low, high, c / 2),
                                     [BOX] = carom_shape_box(a, b, c),
                                     [HULL] = carom_shape_hull(s->hulls[asset]),
                                     [CYLINDER] = carom_shape_cylinder(a, b),
                                     [CONE] = carom_shape_cone(a, b),
                                     [FRUSTUM] = carom_shape_frustum(a, b, c),
                                     [TAPERED] = carom_shape_tapered_capsule(low, high, a / 2, b / 2),
                                     [ELLIPSOID] = carom_shape_ellipsoid(a, b, c),
                                     [TRIANGLE] = carom_shape_triangle(low, high, (carom_vec3){0, c, a}),
                                     [ROUNDED] = carom_shape_rounded_box(a, b, c, a / 4)};
  return shapes[kind];
}

static carom_shape flat(const setting *s, uint64_t *dice) {
  enum { DISC, STADIUM, RECTANGLE, POLYGON, SEGMENT, ELLIPSE, HALF_DISC, ROUNDED, KINDS };
  const uint32_t kind = dice_below(dice, KINDS), asset = dice_below(dice, SCENE_ASSETS);
  const float a = dice_between(dice, 0.2f, 0.6f), b = dice_between(dice, 0.2f, 0.6f);
  const carom_vec2 low = {-a, 0}, high = {b, a};
  const carom_shape shapes[KINDS] = {[DISC] = carom_shape_disc(a),
                                     [STADIUM] = carom_shape_stadium(low, high, b / 2),
                                     [RECTANGLE] = carom_shape_rectangle(a, b),
                                     [POLYGON] = carom_shape_polygon(s->polygons[asset]),
                                     [SEGMENT] = carom_shape_segment(low, high),
                                     [ELLIPSE] = carom_shape_ellipse(a, b),
                                     [HALF_DISC] = carom_shape_half_disc(a),
                                     [ROUNDED] = carom_shape_rounded_rectangle(a, b, a / 4)};
  return shapes[kind];
}

void gas_define(const setting *s, uint64_t id, thing_def *out) {
  uint64_t dice = dice_of(s->seed, id);
  out->body.pose = (carom_pose){place_in(&s->space, &dice), rotation(&dice)};
  out->body.linear_velocity = vector(&dice, 6);
  out->body.angular_velocity = vector(&dice, 2);
  out->collider.shape = spatial(s, &dice);
  out->collider.sensor = dice_below(&dice, 8) == 0;
}

/* Up to two units a step, which their extents and a step make less than the reach. */
void fast_define(const setting *s, uint64_t id, thing_def *out) {
  gas_define(s, id, out);
  uint64_t dice = dice_of(s->seed, id);
  out->body.linear_velocity = vector(&dice, 2 / SCENE_DT);
  out->swept = true;
}

void planar_define(const setting *s, uint64_t id, thing_def *out) {
  uint64_t dice = dice_of(s->seed, id);
  const carom_pos at = place_in(&s->space, &dice);
  out->body.pose = carom_pose_planar(at.x, at.y, (double)dice_between(&dice, -3, 3));
  out->body.linear_velocity = vector(&dice, 6);
  out->body.linear_velocity.z = 0;
  out->body.angular_velocity.z = dice_between(&dice, -2, 2);
  out->collider.shape = flat(s, &dice);
  out->collider.sensor = dice_below(&dice, 8) == 0;
}

void push_define(const setting *s, uint64_t id, thing_def *out) {
  uint64_t dice = dice_of(s->seed, id);
  out->body.pose = (carom_pose){place_in(&s->space, &dice), rotation(&dice)};
  const float a = dice_between(&dice, 0.3f, 0.6f), b = dice_between(&dice, 0.3f, 0.6f);
  out->collider.shape = carom_shape_box(a, b, dice_between(&dice, 0.3f, 0.6f));
}

/* Towards the inside, where the body is outside along an axis. */
static float inward(double at, double low, double high, float v) {
  return at < low ? fabsf(v) : at > high ? -fabsf(v) : v;
}

void fly(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body, move *out) {
  (void)id, (void)step;
  carom_pose pose;
  carom_vec3 v;
  if (carom_body_get_pose(world, body, &pose) || carom_body_get_velocity(world, body, &v, &out->angular))
    return;
  out->linear.x = inward(pose.position.x, s->space.min.x, s->space.max.x, v.x);
  out->linear.y = inward(pose.position.y, s->space.min.y, s->space.max.y, v.y);
  out->linear.z = inward(pose.position.z, s->space.min.z, s->space.max.z, v.z);
  out->turned = out->linear.x != v.x || out->linear.y != v.y || out->linear.z != v.z;
}

/* There and back between low and high. */
static double fold(double at, double low, double high) {
  const double wide = high - low, way = (at - low) / (2 * wide), rest = (way - floor(way)) * 2 * wide;
  return low + (rest < wide ? rest : 2 * wide - rest);
}

void push_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
              move *out) {
  (void)world, (void)body;
  uint64_t dice = dice_of(s->seed, id);
  const carom_region *r = &s->space;
  const carom_pos from = place_in(r, &dice);
  out->pose.rotation = rotation(&dice);
  const carom_vec3 v = vector(&dice, 6);
  const double time = (double)(step + 1) * (double)SCENE_DT;
  out->pose.position.x = fold(from.x + (double)v.x * time, r->min.x, r->max.x);
  out->pose.position.y = fold(from.y + (double)v.y * time, r->min.y, r->max.y);
  out->pose.position.z = fold(from.z + (double)v.z * time, r->min.z, r->max.z);
  out->placed = true;
}
