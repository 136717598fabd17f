/* values: a value of the game that stays with a contact from its BEGIN to its END. Here it is the time of the
 * first touch. */
#include <carom/carom.h>
#include <stdio.h>

static void on_event(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *contact = event->contact;
  const uint64_t *frame = user;
  if (event->kind == CAROM_EVENT_BEGIN)
    carom_contact_set_value(world, contact->a.collider, contact->b.collider, *frame);
  else
    printf("%s was touched from frame %d to frame %d\n", (const char *)contact->a.body_user,
           (int)contact->value, (int)*frame);
}

static carom_body add(carom_world *world, char *name, double x, float half) {
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.position = {x, 0, 0}, .user = name});
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(half, 1, 1)});
  return body;
}

int main(void) {
  char first[] = "the first lamp", second[] = "the second lamp", hand[] = "hand";
  uint64_t frame = 0;
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_handler_add(world, &(carom_handler_def){.callback = on_event, .user = &frame});
  add(world, first, 5, 1);
  add(world, second, 10, 3);
  carom_body passing = add(world, hand, 0, 0.5f);
  carom_body_set_velocity(world, passing, (carom_vec3){15, 0, 0}, (carom_vec3){0, 0, 0});
  for (; frame < 90; frame++) carom_world_step(world, 1.0f / 60);
  return carom_world_destroy(world);
}
