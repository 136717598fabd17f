/* lift: a lift that follows a path. Each frame gives it a target, so that contacts know how fast it comes. */
#include <carom/carom.h>
#include <stdio.h>

static void on_hit(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  printf("the lift meets the ball at %.2f units a second\n", (double)event->contact->approach_speed);
}

/* Up and down between 0 and 4, slowly at both ends. */
static carom_pose path(double time) {
  double height = 2 - 2 * (double)carom_direction(time).x;
  return (carom_pose){.position = {0, height, 0}};
}

int main(void) {
  const float dt = 1 / 64.0f;
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body lift = carom_body_create(world, NULL);
  carom_collider_create(world, lift, &(carom_collider_def){.shape = carom_shape_box(1, 0.25f, 1)});
  carom_body ball = carom_body_create(world, &(carom_body_def){.pose.position = {0, 3, 0}});
  carom_collider_create(world, ball, &(carom_collider_def){.shape = carom_shape_sphere(0.25f)});
  carom_handler_add(world, &(carom_handler_def){.callback = on_hit, .impact = 0.1f});
  for (int frame = 1; frame <= 64 * 4; frame++) {
    carom_pose pose, target = path(frame / 64.0);
    carom_body_set_target(world, lift, &target, dt);
    carom_world_step(world, dt);
    carom_body_get_pose(world, lift, &pose);
    if (frame % 64 == 0) printf("after %d s at height %.3f\n", frame / 64, pose.position.y);
  }
  return carom_world_destroy(world);
}
