/* guards: the guards that see the player, by one batch of rays. There is one ray for each guard. A guard sees
 * the player when its ray hits nothing else first. The player walks past a row of pillars. */
#include <carom/carom.h>
#include <stdio.h>

enum { COLUMNS = 6, ROWS = 3, GUARDS = COLUMNS * ROWS };

static carom_body add(carom_world *world, carom_shape shape, carom_pos at) {
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.position = at});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape});
  return body;
}

/* Guards stand in rows behind the pillars, and have no bodies that would be in each other's way. */
static carom_pos guard_at(int i) { return (carom_pos){4 * (i % COLUMNS), 1.7, 6 + 3 * (i / COLUMNS)}; }

static carom_ray ray_between(carom_pos from, carom_pos to) {
  return (carom_ray){from, {(float)(to.x - from.x), (float)(to.y - from.y), (float)(to.z - from.z)}};
}

static void print_guards(const carom_world *world, carom_body player) {
  carom_pose pose;
  carom_ray rays[GUARDS];
  bool blocked[GUARDS];
  const carom_query_filter others = {.ignore = player};
  carom_body_get_pose(world, player, &pose);
  for (int i = 0; i < GUARDS; i++) rays[i] = ray_between(guard_at(i), pose.position);
  if (carom_world_cast_rays_any(world, rays, GUARDS, &others, NULL, blocked)) return;
  printf("player at %4.1f:", pose.position.x);
  for (int i = 0; i < GUARDS; i++) printf("%s%c", i % COLUMNS ? "" : " ", blocked[i] ? '.' : '!');
  printf("\n");
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body player = add(world, carom_shape_sphere(0.3f), (carom_pos){-2, 1.7, 0});
  for (int i = 0; i < 5; i++) add(world, carom_shape_cylinder(2, 0.8f), (carom_pos){2 + 4 * i, 2, 3});
  carom_body_set_velocity(world, player, (carom_vec3){1.5f, 0, 0}, (carom_vec3){0, 0, 0});
  for (int second = 0; second < 14; second++) {
    print_guards(world, player);
    if (carom_world_step(world, 1)) return 1;
  }
  return carom_world_destroy(world);
}
