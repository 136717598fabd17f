/* golden_planar.c: no two numbers are drawn in one call or list, whose order C leaves open. */
#include "golden_planar.h"

#include "golden_look.h"
#include "scenes.h"

#define REACH 12

static carom_pose random_pose(golden_planar *planar) {
  carom_vec3 at = bits_vec3(&planar->random, -REACH, REACH);
  return scene_flat_pose((carom_pose){{(double)at.x, (double)at.y, 0}, bits_turn(&planar->random, 1)});
}

/* Of all planar kinds but links of chains, which need their neighbours. */
static void add_body(golden_planar *planar, uint32_t i) {
  carom_shape_kind kind = (carom_shape_kind)(CAROM_DISC + i % (CAROM_CHAIN_LINK - CAROM_DISC));
  carom_vec3 velocity = bits_vec3(&planar->random, -3, 3);
  carom_body_def def = {.kind = i % 5 ? CAROM_KINEMATIC : CAROM_STATIC, .pose = random_pose(planar)};
  if (i % 5 > 1) {
    def.linear_velocity = (carom_vec3){velocity.x, velocity.y, 0};
    def.angular_velocity = (carom_vec3){0, 0, velocity.z};
  }
  planar->bodies[i] = carom_body_create(planar->world, &def);
  for (uint32_t part = 0; part < (i % 25 == 7 ? 3 : 1); part++) {
    carom_collider_def collider = {.shape = scene_shape(kind, &planar->random), .sensor = i % 11 == 3};
    if (part > 0) collider.pose.position = (carom_vec3){0.5f * (float)part, -0.25f, 0};
    carom_collider_create(planar->world, planar->bodies[i], &collider);
  }
}

void golden_planar_make(golden_planar *planar, const carom_tasks *tasks) {
  *planar =
      (golden_planar){.random = 521288629, .events = {0xCBF29CE484222325u}, .queries = {0xCBF29CE484222325u}};
  golden_must(carom_world_create(&(carom_world_def){.planar = true, .tasks = *tasks}, &planar->world));
  for (uint32_t i = 0; i < PLANAR_BODIES; i++) add_body(planar, i);
  golden_must(carom_world_get_last_status(planar->world));
}

static void ask(golden_planar *planar) {
  carom_vec3 from = bits_vec3(&planar->random, -REACH, REACH), to = bits_vec3(&planar->random, -REACH, REACH);
  carom_ray ray = {{(double)from.x, (double)from.y, 0}, {to.x - from.x, to.y - from.y, 0}};
  carom_ray_hit hit = {.fraction = -1};
  golden_must(carom_world_cast_ray(planar->world, &ray, NULL, &hit));
  hash_float(&planar->queries, hit.fraction);
  hash_vec3(&planar->queries, hit.normal);
  carom_shape box = carom_shape_rectangle(2, 1);
  carom_pose pose = random_pose(planar);
  carom_found found[16];
  size_t count = 0;
  golden_must(carom_world_overlap_shape(planar->world, &box, &pose, NULL, found, 16, &count));
  hash_word(&planar->queries, (uint32_t)count);
}

/* What has flown too far comes back. */
void golden_planar_step(golden_planar *planar, float dt) {
  uint32_t thrown = bits_below(&planar->random, PLANAR_BODIES);
  carom_pose pose = random_pose(planar);
  golden_must(carom_body_set_pose(planar->world, planar->bodies[thrown], &pose));
  golden_must(carom_world_step(planar->world, dt));
  golden_hash_events(&planar->events, planar->world);
  ask(planar);
}
