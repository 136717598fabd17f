/* hello: a ball falls through a floor, and a handler receives the events. It is C and C++. */
#include <carom/carom.h>
#include <stdio.h>

static void on_contact(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  printf("%s at height %.2f\n", carom_event_kind_name(event->kind),
         event->contact->manifold.points[0].position.y);
}

int main(void) {
  static carom_body_def still, moving; /* all zero, as static variables are: the defaults */
  static carom_collider_def box, sphere;
  static carom_handler_def handler;
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  still.kind = CAROM_STATIC;
  moving.pose.position.y = 3;
  moving.linear_velocity.y = -1;
  box.shape = carom_shape_box(10, 0.5f, 10);
  sphere.shape = carom_shape_sphere(0.5f);
  handler.callback = on_contact;
  carom_collider_create(world, carom_body_create(world, &still), &box);
  carom_collider_create(world, carom_body_create(world, &moving), &sphere);
  carom_handler_add(world, &handler);
  for (int frame = 0; frame < 60 * 6; frame++) carom_world_step(world, 1 / 60.0f);
  return carom_world_destroy(world);
}
