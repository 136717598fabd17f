/* hello: a ball falls through a floor, and a handler receives the events. */
#include <carom/carom.h>
#include <stdio.h>

static void on_contact(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  printf("%s at height %.2f\n", carom_event_kind_name(event->kind),
         event->contact->manifold.points[0].position.y);
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body floor = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_body ball =
      carom_body_create(world, &(carom_body_def){.pose.position = {0, 3, 0}, .linear_velocity = {0, -1, 0}});
  carom_collider_create(world, floor, &(carom_collider_def){.shape = carom_shape_box(10, 0.5f, 10)});
  carom_collider_create(world, ball, &(carom_collider_def){.shape = carom_shape_sphere(0.5f)});
  carom_handler_add(world, &(carom_handler_def){.callback = on_contact});
  for (int frame = 0; frame < 60 * 6; frame++) carom_world_step(world, 1 / 60.0f);
  return carom_world_destroy(world);
}
