/* hits: a handler for hits of at least a given speed. Slower contacts do not reach it. */
#include <carom/carom.h>
#include <stdio.h>

static void on_hit(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *contact = event->contact;
  (void)user, (void)world;
  printf("%s: %.0f units a second, at height %.1f\n", (const char *)contact->b.body_user,
         (double)contact->approach_speed, contact->manifold.points[0].position.y);
}

static void drop(carom_world *world, char *name, double x, float speed) {
  carom_body_def def = {.pose.position = {x, 2, 0}, .linear_velocity = {0, -speed, 0}, .user = name};
  carom_collider_create(world, carom_body_create(world, &def),
                        &(carom_collider_def){.shape = carom_shape_sphere(0.5f)});
}

int main(void) {
  char feather[] = "feather", cup[] = "cup", anvil[] = "anvil";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body floor = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider_create(world, floor, &(carom_collider_def){.shape = carom_shape_box(9, 1, 9)});
  carom_handler_add(world, &(carom_handler_def){.callback = on_hit, .impact = 3});
  drop(world, feather, -3, 1);
  drop(world, cup, 0, 4);
  drop(world, anvil, 3, 12);
  for (int i = 0; i < 60; i++) carom_world_step(world, 1.0f / 60);
  return carom_world_destroy(world);
}
