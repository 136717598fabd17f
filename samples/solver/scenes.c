/* scenes.c: the scenes. One unit is a metre, and wood weighs 500 units of mass in one of volume. */
#include "../level/random.h"
#include "scene.h"

static const float WOOD = 500;

static void add_floor(scene *s) { scene_add(s, carom_shape_box(60, 1, 60), (carom_pos){0, -1, 0}, 0); }

static void make_pyramid(scene *s) {
  add_floor(s);
  for (int row = 0; row < 20; row++)
    for (int i = 0; i < 20 - row; i++)
      scene_add(s, carom_shape_box(0.5f, 0.5f, 0.5f),
                (carom_pos){1.125 * (i - 0.5 * (19 - row)), 0.5 + row, 0}, WOOD);
}

/* 20 rows of 20 bricks, each row shifted against the one below. */
static void make_wall(scene *s) {
  add_floor(s);
  for (int row = 0; row < 20; row++)
    for (int i = 0; i < 20; i++)
      scene_add(s, carom_shape_box(0.5f, 0.25f, 0.5f),
                (carom_pos){1.01 * (i - 9.5 + 0.3 * (row % 2)), 0.25 + 0.5 * row, 0}, WOOD);
}

/* The first domino begins with a push. */
static void make_dominoes(scene *s) {
  add_floor(s);
  for (int i = 0; i < DOMINOES; i++)
    scene_add(s, carom_shape_box(0.1f, 1, 0.5f), (carom_pos){1.0 * (i - DOMINOES / 2), 1, 0}, WOOD);
  if (!s->status) s->bodies[1].velocity = vec(2, 0, 0);
}

/* A box without a lid, 8 units wide. */
static void add_box(scene *s) {
  const float high = 4, half = 4;
  add_floor(s);
  for (int i = 0; i < 4; i++) {
    double away = (double)half + 0.5, side = i < 2 ? away : -away;
    carom_pos at = {i % 2 ? side : 0, (double)high, i % 2 ? 0 : side};
    scene_add(s, carom_shape_box(i % 2 ? 0.5f : half + 1, high, i % 2 ? half + 1 : 0.5f), at, 0);
  }
}

/* The place of one of many that fall into the box. */
static carom_pos place_of(int i) {
  return (carom_pos){0.76 * (i % 10) - 3.42, 1 + 1.1 * (i / 100), 0.76 * (i / 10 % 10) - 3.42};
}

static carom_shape random_hull(scene *s, uint64_t *random) {
  float points[14][3];
  for (int i = 0; i < 14; i++)
    for (int k = 0; k < 3; k++) points[i][k] = random_between(random, -0.4f, 0.4f);
  carom_hull *hull = NULL;
  if (!s->status)
    s->status = rigid_grow((void **)&s->hulls, &s->hull_room, s->hull_count + 1, sizeof(carom_hull *));
  if (!s->status) s->status = carom_hull_from_points(NULL, points[0], 14, 0, &hull);
  if (!s->status) s->hulls[s->hull_count++] = hull;
  return carom_shape_hull(hull);
}

static void make_hulls(scene *s) {
  uint64_t random = 1;
  add_box(s);
  for (int i = 0; i < 500; i++) scene_add(s, random_hull(s, &random), place_of(i), WOOD);
}

static void make_cylinders(scene *s) {
  uint64_t random = 2;
  add_box(s);
  for (int i = 0; i < 200; i++) {
    uint32_t one = scene_add(s, carom_shape_cylinder(0.3f, 0.2f), place_of(i), WOOD);
    carom_vec3 tilt = {random_between(&random, -1, 1), 0, random_between(&random, -1, 1)};
    if (!s->status) s->bodies[one].pose.rotation = turned(s->bodies[one].pose.rotation, tilt);
  }
}

/* Parts of a ragdoll, from the pelvis up and then along the limbs; each hangs on one before it. */
typedef struct limb {
  carom_vec3 at, half; /* a capsule of half.x along an axis has its length along it */
  int kind;            /* 0: box; 1: capsule along x; 2: along y; 3: ball */
  int parent;
  carom_vec3 anchor, axis;
  float cone;
} limb;

static const limb limbs[] = {
    {{0, 1, 0}, {0.16f, 0.1f, 0.1f}, 0, -1, {0, 0, 0}, {0, 0, 0}, 0},
    {{0, 1.35f, 0}, {0.2f, 0.22f, 0.11f}, 0, 0, {0, 1.12f, 0}, {0, 1, 0}, 0.8f},
    {{0, 1.73f, 0}, {0.12f, 0, 0}, 3, 1, {0, 1.59f, 0}, {0, 1, 0}, 0.7f},
    {{-0.4f, 1.5f, 0}, {0.12f, 0.05f, 0}, 1, 1, {-0.23f, 1.5f, 0}, {-1, 0, 0}, 0.3f},
    {{0.4f, 1.5f, 0}, {0.12f, 0.05f, 0}, 1, 1, {0.23f, 1.5f, 0}, {1, 0, 0}, 0.3f},
    {{-0.74f, 1.5f, 0}, {0.12f, 0.05f, 0}, 1, 3, {-0.57f, 1.5f, 0}, {-1, 0, 0}, 0.3f},
    {{0.74f, 1.5f, 0}, {0.12f, 0.05f, 0}, 1, 4, {0.57f, 1.5f, 0}, {1, 0, 0}, 0.3f},
    {{-0.09f, 0.7f, 0}, {0.14f, 0.07f, 0}, 2, 0, {-0.09f, 0.91f, 0}, {0, -1, 0}, 0.5f},
    {{0.09f, 0.7f, 0}, {0.14f, 0.07f, 0}, 2, 0, {0.09f, 0.91f, 0}, {0, -1, 0}, 0.5f},
    {{-0.09f, 0.28f, 0}, {0.14f, 0.06f, 0}, 2, 7, {-0.09f, 0.49f, 0}, {0, -1, 0}, 0.4f},
    {{0.09f, 0.28f, 0}, {0.14f, 0.06f, 0}, 2, 8, {0.09f, 0.49f, 0}, {0, -1, 0}, 0.4f},
};
enum { LIMBS = sizeof limbs / sizeof *limbs };

static carom_shape limb_shape(const limb *l) {
  carom_vec3 h = l->half, end = l->kind == 1 ? vec(h.x, 0, 0) : vec(0, h.x, 0);
  if (l->kind == 0) return carom_shape_box(h.x, h.y, h.z);
  return l->kind == 3 ? carom_shape_sphere(h.x) : carom_shape_capsule(scale(end, -1), end, h.y);
}

static void add_ragdoll(scene *s, carom_pos at, carom_vec3 velocity, int group) {
  uint32_t first = (uint32_t)s->body_count;
  for (int i = 0; i < LIMBS; i++) {
    const limb *l = &limbs[i];
    uint32_t b = scene_add(s, limb_shape(l), moved(at, l->at), 2 * WOOD);
    if (s->status) return;
    s->bodies[b].group = group, s->bodies[b].velocity = velocity;
    if (i > 0)
      scene_join(s, &(joint_def){.kind = JOINT_BALL,
                                 .a = first + (uint32_t)l->parent,
                                 .b = b,
                                 .anchor = moved(at, l->anchor),
                                 .axis = l->axis,
                                 .cone = l->cone,
                                 .torque = 1});
  }
}

static void make_ragdolls(scene *s) {
  add_floor(s);
  for (int i = 0; i < 4; i++)
    scene_add(s, carom_shape_box(3 - 0.6f * (float)i, 0.2f, 3 - 0.6f * (float)i),
              (carom_pos){0, 0.2 + 0.4 * i, 0}, 0);
  for (int i = 0; i < 20; i++)
    add_ragdoll(s, (carom_pos){1.1 * (i % 4) - 1.6, 2 + 2.2 * (i / 4), 0.7 * (i % 3) - 0.7},
                vec(0.5f * (float)(i % 3 - 1), 0, 0.3f * (float)(i % 2)), -1 - i);
}

/* A wave of height 1 without sines: a parabola up, and one down. */
static float wave(float x) {
  float t = x - floorf(x);
  return t < 0.5f ? 16 * t * (0.5f - t) : -16 * (t - 0.5f) * (1 - t);
}

/* Hills of 128 x 64 cells, flat where the cars begin. */
static void add_hills(scene *s) {
  enum { COLUMNS = 128, ROWS = 64 };
  static float heights[(ROWS + 1) * (COLUMNS + 1)];
  for (int j = 0; j <= ROWS; j++)
    for (int i = 0; i <= COLUMNS; i++) {
      float rise = i < 10 ? 0 : fminf((float)(i - 10) / 20, 1);
      heights[j * (COLUMNS + 1) + i] =
          rise * (0.5f * wave((float)i / 13) + 0.3f * wave((float)j / 11) + 0.1f * wave((float)(i + j) / 5));
    }
  const carom_field_def def = {.cells = {.columns = COLUMNS, .rows = ROWS, .heights = heights}};
  if (!s->status) s->status = carom_field_create(NULL, &def, &s->field);
  scene_add(s, carom_shape_field(s->field), (carom_pos){-10, 0, -32}, 0);
  if (!s->status) s->bodies[s->body_count - 1].friction = 1;
}

/* A car that drives along x: four wheels on springs, each with a motor. */
static void add_car(scene *s, carom_pos at) {
  uint32_t body = scene_add(s, carom_shape_box(1.1f, 0.25f, 0.5f), at, 400);
  for (int i = 0; i < 4; i++) {
    carom_pos hub = moved(at, vec(i < 2 ? 0.8f : -0.8f, -0.3f, i % 2 ? 0.7f : -0.7f));
    uint32_t wheel = scene_add(s, carom_shape_cylinder(0.12f, 0.4f), hub, 500);
    if (s->status) return;
    s->bodies[wheel].pose.rotation = (carom_quat){0.70710678f, 0, 0, 0.70710678f}; /* y becomes z */
    s->bodies[wheel].friction = 1, s->bodies[wheel].group = s->bodies[body].group = -(int)body;
    scene_join(s, &(joint_def){.kind = JOINT_WHEEL,
                               .a = body,
                               .b = wheel,
                               .anchor = hub,
                               .axis = {0, 0, 1},
                               .up = {0, 1, 0},
                               .hertz = 4,
                               .damping = 0.7f,
                               .speed = -15,
                               .torque = 150});
  }
}

static void make_car(scene *s) {
  add_hills(s);
  for (int i = 0; i < 5; i++) add_car(s, (carom_pos){-5, 0.8, 6.0 * (i - 2)});
}

const scene_kind scene_kinds[] = {
    {"pyramid", "210 boxes in 20 rows", make_pyramid, 60},
    {"wall", "400 bricks", make_wall, 60},
    {"hulls", "500 convex hulls fall into a box", make_hulls, 20},
    {"cylinders", "200 cylinders fall into a box", make_cylinders, 20},
    {"ragdolls", "20 ragdolls fall on steps", make_ragdolls, 20},
    {"car", "5 cars with wheels on springs drive over hills", make_car, 12},
    {"dominoes", "40 dominoes fall, one after the other", make_dominoes, 20},
};
const size_t scene_kind_count = sizeof scene_kinds / sizeof *scene_kinds;
