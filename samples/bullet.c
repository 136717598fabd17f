/* bullet: a shot of 1,000 units a second through paper, in one step, into steel, where it stays. The sheets
 * are thinner than a hundredth of what the bullet flies in a step. */
#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

static void add_sheet(carom_world *world, char *name, double x) {
  carom_body sheet = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {x, 0, 0}, .user = name});
  carom_collider_create(world, sheet, &(carom_collider_def){.shape = carom_shape_box(5e-4f, 1, 1)});
}

/* The first sheet of steel holds the bullet; what comes after it was never met. */
static void settle(carom_world *world, carom_body bullet) {
  size_t count;
  const carom_swept_hit *hits = carom_world_swept_hits(world, &count);
  for (size_t i = 0; i < count; i++) {
    const char *name = carom_body_user(world, hits[i].body_b);
    printf("%s after %.3f of the step, at x = %.2f\n", name, hits[i].fraction, hits[i].point.x);
    if (strcmp(name, "steel") != 0) continue;
    carom_body_set_pose(world, bullet, &hits[i].pose_a);
    carom_body_set_velocity(world, bullet, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
    return;
  }
}

int main(void) {
  char paper[] = "paper", steel[] = "steel";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body bullet = carom_body_create(world, &(carom_body_def){.linear_velocity = {1000, 0, 0}});
  carom_collider_create(world, bullet, &(carom_collider_def){.shape = carom_shape_sphere(0.005f)});
  carom_body_set_swept(world, bullet, true);
  add_sheet(world, paper, 7);
  add_sheet(world, steel, 12);
  add_sheet(world, paper, 3);
  add_sheet(world, paper, 14);
  if (carom_world_step(world, 1.0f / 64)) return 1;
  settle(world, bullet);
  carom_pose pose;
  carom_body_pose(world, bullet, &pose);
  printf("it lies at x = %.2f\n", pose.position.x);
  return carom_world_destroy(world);
}
