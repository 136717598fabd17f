/* golden_world.c: no two numbers are drawn in one call or list, whose order C leaves open. */
#include "golden_world.h"

#include <stdio.h>
#include <stdlib.h>

#include "scenes.h"

enum { LEVEL_PARTS = 120, SPOKES = GOLDEN_PARTS_MAX };

void golden_must(carom_status status) {
  if (status == CAROM_OK) return;
  printf("a call was refused: %s\n", carom_status_name(status));
  exit(EXIT_FAILURE);
}

/* By name: the numbers change when a status is added. */
void golden_called(golden_world *golden, carom_status status) {
  for (const char *name = carom_status_name(status); *name; name++)
    hash_word(&golden->calls, (uint32_t)*name);
}

carom_pos golden_home(uint32_t index) {
  return index % 4 ? (carom_pos){0, 0, 0} : (carom_pos){1e6 + 0.1, -3e5, 77.125};
}

static carom_pos beside(carom_pos p, carom_vec3 by) {
  return (carom_pos){p.x + (double)by.x, p.y + (double)by.y, p.z + (double)by.z};
}

carom_pose golden_pose(golden_world *golden, uint32_t index) {
  carom_vec3 by = bits_vec3(&golden->random, -GOLDEN_REACH, GOLDEN_REACH);
  bool upright = bits_below(&golden->random, 4) == 0;
  return (carom_pose){beside(golden_home(index), by), bits_turn(&golden->random, upright ? 0 : 1)};
}

carom_shape golden_shape(golden_world *golden) {
  uint32_t kind = 1 + bits_below(&golden->random, CAROM_CONE);
  return scene_shape((carom_shape_kind)kind, &golden->random);
}

carom_filter golden_filter(golden_world *golden) {
  carom_filter filter = {.category = 0};
  switch (bits_below(&golden->random, 4)) {
  case 0:
    filter.category = (uint64_t)1 << bits_below(&golden->random, 40);
    break;
  case 1:
    filter.mask = bits_random(&golden->random) | CAROM_CATEGORY_DEFAULT;
    break;
  case 2:
    filter.group = (int32_t)bits_below(&golden->random, 5) - 2;
    break;
  default:
    break;
  }
  return filter;
}

carom_local_pose golden_local_pose(golden_world *golden) {
  carom_vec3 at = bits_vec3(&golden->random, -1, 1);
  return (carom_local_pose){at, bits_turn(&golden->random, 0.5f)};
}

static carom_body_kind kind_of(uint32_t index) { return index % 6 ? CAROM_KINEMATIC : CAROM_STATIC; }

/* Some bodies have no velocity, and rest where they are put. */
carom_vec3 golden_velocity(golden_world *golden, uint32_t index) {
  if (kind_of(index) == CAROM_STATIC || index % 7 == 0) return (carom_vec3){0, 0, 0};
  return bits_vec3(&golden->random, -4, 4);
}

void golden_add_collider(golden_world *golden, uint32_t index) {
  carom_collider_def def = {
      .sensor = index % 9 == 4, .sees_sensors = index % 2 == 0, .sees_static = index % 12 == 0};
  def.shape = golden_shape(golden);
  def.filter = golden_filter(golden);
  if (bits_below(&golden->random, 2)) def.pose = golden_local_pose(golden);
  carom_collider_create(golden->world, golden->bodies[index], &def);
}

/* Most bodies have one collider, some a few, some so many that they have a tree. */
static uint32_t parts_of(uint32_t index) { return index % 50 == 1 ? SPOKES : index % 10 == 2 ? 3 : 1; }

void golden_add_body(golden_world *golden, uint32_t index) {
  carom_body_def def = {.kind = kind_of(index), .pose = golden_pose(golden, index)};
  def.user = &golden->bodies[index];
  def.linear_velocity = golden_velocity(golden, index);
  def.angular_velocity = golden_velocity(golden, index);
  golden->bodies[index] = carom_body_create(golden->world, &def);
  for (uint32_t i = 0; i < parts_of(index); i++) golden_add_collider(golden, index);
}

/* A floor with things all over it, one body. */
static void add_level(golden_world *golden, carom_pos at) {
  static carom_collider_def parts[LEVEL_PARTS];
  carom_body_def def = {.kind = CAROM_STATIC, .pose.position = at};
  carom_body level = carom_body_create(golden->world, &def);
  for (uint32_t i = 0; i < LEVEL_PARTS; i++) {
    parts[i].shape = golden_shape(golden);
    parts[i].pose.position = bits_vec3(&golden->random, -GOLDEN_REACH, GOLDEN_REACH);
    parts[i].pose.rotation = bits_turn(&golden->random, 1);
  }
  parts[0].shape = carom_shape_box(GOLDEN_REACH, 0.25f, GOLDEN_REACH);
  parts[0].pose = (carom_local_pose){.position = {0, -GOLDEN_REACH, 0}};
  golden_must(carom_collider_create_many(golden->world, level, parts, LEVEL_PARTS, NULL));
}

void golden_populate(golden_world *golden) {
  for (uint32_t place = 0; place < 2; place++) add_level(golden, golden_home(place));
  for (uint32_t i = 0; i < GOLDEN_BODIES; i++) golden_add_body(golden, i);
}
