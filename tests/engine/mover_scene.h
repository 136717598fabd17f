/* mover_scene.h: a closed room of stairs, slopes, acute corners and lifts at any scale and place, for the
 * tests of movers. */
#ifndef CAROM_TEST_ENGINE_MOVER_SCENE_H
#define CAROM_TEST_ENGINE_MOVER_SCENE_H

#include "support.h"

enum { ROOM_LIFTS = 3, ROOM_HALF = 6 };

typedef struct room {
  uint64_t random;
  carom_world *world;
  float unit; /* of the characters: they are about 1.8 units high; the room is 12 by 12 */
  carom_pos origin;
  carom_body lifts[ROOM_LIFTS];
  size_t lift_count;
  bool planar;
} room;

static inline carom_pos room_at(const room *r, float x, float y, float z) {
  double u = (double)r->unit;
  return (carom_pos){r->origin.x + u * (double)x, r->origin.y + u * (double)y, r->origin.z + u * (double)z};
}

/* A turn about an axis by an angle in radians. */
static inline carom_quat turn_about(carom_vec3 axis, float angle) {
  float s = sinf(angle / 2);
  return (carom_quat){axis.x * s, axis.y * s, axis.z * s, cosf(angle / 2)};
}

static inline carom_body room_add(room *r, carom_body_kind kind, carom_shape shape, carom_pose pose) {
  carom_body body = carom_body_create(r->world, &(carom_body_def){.kind = kind, .pose = pose});
  ck_assert_uint_ne(support_collider(r->world, body, shape).bits, 0);
  return body;
}

static inline carom_body room_box(room *r, carom_vec3 at, carom_vec3 half, carom_quat rotation) {
  carom_shape box = carom_shape_box(r->unit * half.x, r->unit * half.y, r->unit * half.z);
  return room_add(r, CAROM_STATIC, box, (carom_pose){room_at(r, at.x, at.y, at.z), rotation});
}

/* Walls one unit thick, 8 high, and a floor whose top is at 0, of flush tiles. */
static inline void room_add_shell(room *r) {
  const carom_quat none = {0, 0, 0, 1};
  const float h = ROOM_HALF;
  for (int side = -1; side <= 1; side += 2) {
    room_box(r, (carom_vec3){(float)side * (h + 0.5f), 4, 0}, (carom_vec3){0.5f, 5, h + 1}, none);
    room_box(r, (carom_vec3){0, 4, (float)side * (h + 0.5f)}, (carom_vec3){h + 1, 5, 0.5f}, none);
  }
  for (int x = 0; x < 4; x++)
    for (int z = 0; z < 4; z++)
      room_box(r, (carom_vec3){3 * (float)x - 4.5f, -0.5f, 3 * (float)z - 4.5f},
               (carom_vec3){1.5f, 0.5f, 1.5f}, none);
}

/* A flight of stairs, in any direction. */
static inline void room_add_stairs(room *r) {
  const int count = 2 + (int)test_below(&r->random, 5);
  float rise = test_uniform(&r->random, 0.05f, 0.45f), depth = test_uniform(&r->random, 0.1f, 0.6f);
  float angle = test_uniform(&r->random, 0, 6.28f);
  carom_vec3 at = test_vec3(&r->random, -4, 4);
  for (int i = 0; i < count; i++) {
    float half = depth * (float)(count - i), top = rise * (float)(i + 1);
    room_box(r, (carom_vec3){at.x, top / 2, at.z}, (carom_vec3){half, top / 2, half},
             turn_about((carom_vec3){0, 1, 0}, angle));
  }
}

/* A slab at any slope, half in the floor. */
static inline void room_add_slope(room *r) {
  carom_vec3 at = test_vec3(&r->random, -4, 4), half = test_vec3(&r->random, 0.3f, 2.5f);
  float angle = test_uniform(&r->random, 0, 6.28f), slope = test_uniform(&r->random, 0, 1.5f);
  at.y = test_uniform(&r->random, -0.5f, 0.5f);
  half.y = test_uniform(&r->random, 0.01f, 0.5f);
  room_box(r, at, half, turn_about((carom_vec3){cosf(angle), 0, sinf(angle)}, slope));
}

/* Two upright slabs that meet at an acute angle. */
static inline void room_add_corner(room *r) {
  carom_vec3 at = test_vec3(&r->random, -3, 3);
  float angle = test_uniform(&r->random, 0, 6.28f), acute = test_uniform(&r->random, 0.05f, 1.5f);
  for (int i = 0; i < 2; i++, angle += acute)
    room_box(r, (carom_vec3){at.x + 1.5f * cosf(angle), 1, at.z - 1.5f * sinf(angle)},
             (carom_vec3){1.6f, 1, 0.05f}, turn_about((carom_vec3){0, 1, 0}, angle));
}

/* A wedge, its edge up. */
static inline carom_shape room_wedge(room *r, carom_hull **hull) {
  float u = r->unit, h = u * test_uniform(&r->random, 0.2f, 1.5f);
  const carom_vec3 points[] = {{-u, 0, -u}, {u, 0, -u}, {-u, 0, u}, {u, 0, u}, {0, h, -u}, {0, h, u}};
  ck_assert_int_eq(carom_hull_from_points(NULL, &points[0].x, 6, sizeof *points, hull), CAROM_OK);
  return carom_shape_hull(*hull);
}

/* Anything else, anyhow. */
static inline void room_add_lump(room *r) {
  carom_hull *hull = NULL;
  carom_vec3 at = test_vec3(&r->random, -4, 4);
  float size = r->unit * test_uniform(&r->random, 0.2f, 1);
  const carom_shape shapes[] = {room_wedge(r, &hull), carom_shape_sphere(size),
                                carom_shape_cylinder(size / 2, size), carom_shape_cone(size, size),
                                carom_shape_rounded_box(size, size / 4, size, size / 8)};
  carom_quat turn = test_below(&r->random, 2) ? test_quat(&r->random) : (carom_quat){0, 0, 0, 1};
  room_add(r, CAROM_STATIC, shapes[test_below(&r->random, 5)],
           (carom_pose){room_at(r, at.x, test_uniform(&r->random, 0, 1), at.z), turn});
  carom_hull_release(hull);
}

/* --- Lifts: up and down, to and fro, and round and round --- */

static inline carom_pose room_lift_pose(const room *r, size_t lift, int frame) {
  float wave = (float)(frame % 120) / 120, swing = wave < 0.5f ? 2 * wave : 2 - 2 * wave;
  carom_quat turn = turn_about((carom_vec3){0, 1, 0}, lift == 2 ? 6.2831853f * wave : 0);
  const carom_pos places[ROOM_LIFTS] = {room_at(r, -4, 2 * swing - 0.1f, -4),
                                        room_at(r, 4 - 4 * swing, 0.1f, 4), room_at(r, 4, 0.2f, -3)};
  return (carom_pose){places[lift], turn};
}

static inline void room_add_lifts(room *r) {
  for (r->lift_count = 0; r->lift_count < ROOM_LIFTS; r->lift_count++) {
    carom_shape box = carom_shape_box(1.2f * r->unit, 0.1f * r->unit, 1.2f * r->unit);
    r->lifts[r->lift_count] = room_add(r, CAROM_KINEMATIC, box, room_lift_pose(r, r->lift_count, 0));
  }
}

static inline void room_move_lifts(room *r, int frame) {
  for (size_t i = 0; i < r->lift_count; i++) {
    carom_pose pose = room_lift_pose(r, i, frame);
    carom_body_set_pose(r->world, r->lifts[i], &pose);
  }
}

static inline void room_make(room *r, uint64_t seed, bool lifts) {
  const double places[] = {0, 1e3, 1e6};
  *r = (room){.random = seed, .world = support_world(), .unit = test_log_uniform(&seed, 0.01f, 100)};
  double far = places[test_below(&seed, 3)];
  r->origin = (carom_pos){far, -far / 2, far / 4};
  room_add_shell(r);
  for (int i = 0; i < 2; i++) room_add_stairs(r);
  for (int i = 0; i < 3; i++) room_add_slope(r);
  for (int i = 0; i < 3; i++) room_add_lump(r);
  room_add_corner(r);
  if (lifts) room_add_lifts(r);
}

/* --- The same in the plane --- */

static inline void room_flat(room *r, carom_shape shape, float x, float y, float angle) {
  carom_pos at = room_at(r, x, y, 0);
  room_add(r, CAROM_STATIC, shape, carom_pose_planar(at.x, at.y, (double)angle));
}

static inline carom_shape room_rectangle(const room *r, float half_x, float half_y) {
  return carom_shape_rectangle(r->unit * half_x, r->unit * half_y);
}

static inline void room_add_flat_shell(room *r) {
  for (int side = -1; side <= 1; side += 2)
    room_flat(r, room_rectangle(r, 0.5f, 5), (float)side * (ROOM_HALF + 0.5f), 4, 0);
  for (int x = 0; x < 12; x++) room_flat(r, room_rectangle(r, 0.5f, 0.5f), (float)x - 5.5f, -0.5f, 0);
}

/* Slabs at any slope, lines, a disc, and a flight of stairs. */
static inline void room_make_planar(room *r, uint64_t seed) {
  *r = (room){.random = seed, .planar = true, .unit = test_log_uniform(&seed, 0.01f, 100)};
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &r->world), CAROM_OK);
  r->origin.x = test_below(&seed, 2) ? 1e6 : 0;
  room_add_flat_shell(r);
  for (int i = 0; i < 6; i++) {
    float x = test_uniform(&r->random, -5, 5), y = test_uniform(&r->random, -0.5f, 1.5f);
    float length = test_uniform(&r->random, 0.2f, 2), angle = test_uniform(&r->random, -1.5f, 1.5f);
    const carom_vec2 a = {-r->unit * length, 0}, b = {r->unit * length, 0};
    const carom_shape shapes[] = {room_rectangle(r, length, test_uniform(&r->random, 0.01f, 0.5f)),
                                  carom_shape_segment(a, b), carom_shape_disc(r->unit * length / 2)};
    room_flat(r, shapes[test_below(&r->random, 3)], x, y, angle);
  }
  float rise = test_uniform(&r->random, 0.02f, 0.4f), x = test_uniform(&r->random, -4, 4);
  for (int i = 1; i < 5; i++)
    room_flat(r, room_rectangle(r, 1.5f - 0.3f * (float)i, rise), x, rise * (float)i, 0);
}

/* --- Who walks there --- */

static inline carom_shape room_character(room *r) {
  float u = r->unit, radius = u * test_uniform(&r->random, 0.15f, 0.5f);
  const carom_shape shapes[] = {
      carom_shape_sphere(radius), carom_shape_box(radius, 0.9f * u, radius),
      carom_shape_rounded_box(radius, 0.5f * u, radius, radius / 2),
      carom_shape_capsule((carom_vec3){0, -0.6f * u, 0}, (carom_vec3){0, 0.6f * u, 0}, radius)};
  return shapes[test_below(&r->random, 4)];
}

static inline carom_shape room_flat_character(room *r) {
  float u = r->unit, radius = u * test_uniform(&r->random, 0.15f, 0.5f);
  const carom_shape shapes[] = {
      carom_shape_disc(radius), carom_shape_rectangle(radius, 0.9f * u),
      carom_shape_stadium((carom_vec2){0, -0.6f * u}, (carom_vec2){0, 0.6f * u}, radius)};
  return shapes[test_below(&r->random, 3)];
}

/* Above all that there is in the room. */
static inline carom_mover room_mover(room *r) {
  carom_vec3 at = test_vec3(&r->random, -5, 5);
  carom_mover mover = {.shape = room_character(r),
                       .pose.position = room_at(r, at.x, 4.2f, at.z),
                       .max_slope = test_below(&r->random, 2) ? test_uniform(&r->random, 0.2f, 1.2f) : 0,
                       .step_height = r->unit * test_uniform(&r->random, 0, 0.4f),
                       .snap = r->unit * test_uniform(&r->random, 0, 0.4f)};
  if (test_below(&r->random, 4) == 0) mover.pose.rotation = test_quat(&r->random);
  if (!r->planar) return mover;
  carom_pos p = mover.pose.position;
  mover.shape = room_flat_character(r);
  mover.pose = carom_pose_planar(p.x, p.y, test_below(&r->random, 4) ? 0 : (double)at.z);
  return mover;
}

#endif
