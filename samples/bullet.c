/* bullet: a swept body that stops where it hits. In one step a bullet flies through paper at 1,000 units a
 * second and stays in a steel sheet. The sheets are thinner than a hundredth of its way in a step. The paper
 * is a sensor, and sensors stop nothing. */
#include <carom/carom.h>
#include <stdio.h>

static void add_sheet(carom_world *world, char *name, bool is_paper, double x) {
  carom_body sheet = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {x, 0, 0}, .user = name});
  carom_collider_create(world, sheet,
                        &(carom_collider_def){.shape = carom_shape_box(5e-4f, 1, 1), .sensor = is_paper});
}

static void print_hits(const carom_world *world) {
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  for (size_t i = 0; i < count; i++)
    printf("%s after %.3f of the step, at x = %.2f\n", (char *)carom_body_get_user(world, hits[i].body_b),
           hits[i].fraction, hits[i].point.x);
}

int main(void) {
  char paper[] = "paper", steel[] = "steel";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body bullet = carom_body_create(world, &(carom_body_def){.linear_velocity = {1000, 0, 0}});
  carom_collider_create(world, bullet, &(carom_collider_def){.shape = carom_shape_sphere(0.005f)});
  carom_body_set_swept(world, bullet, true);
  carom_body_set_stopping(world, bullet, true);
  add_sheet(world, paper, true, 7);
  add_sheet(world, steel, false, 12);
  add_sheet(world, paper, true, 3);
  add_sheet(world, paper, true, 14);
  if (carom_world_step(world, 1.0f / 64)) return 1;
  print_hits(world);
  carom_pose pose;
  carom_body_get_pose(world, bullet, &pose);
  printf("it lies at x = %.2f\n", pose.position.x);
  return carom_world_destroy(world);
}
