/* near: contacts within a margin. A box trembles on a floor, and its contact would come and go with every
 * step. Within a margin it lasts, and only events of touching tell of the trembling. */
#include <carom/carom.h>
#include <stdio.h>

static void hear(void *user, carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  printf(" %s", carom_event_kind_name(event->kind));
}

int main(void) {
  const double heights[] = {0.1, 0.02, -0.01, 0.01, -0.01, 0.02, 0.1};
  carom_world *world;
  if (carom_world_create(&(carom_world_def){.margin = 0.05f}, &world)) return 1;
  carom_body ground = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider_create(world, ground, &(carom_collider_def){.shape = carom_shape_box(5, 1, 5)});
  carom_body body = carom_body_create(world, NULL);
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(0.5f, 0.5f, 0.5f)});
  const uint32_t all = CAROM_EVENT_BEGIN | CAROM_EVENT_END | CAROM_EVENT_NEAR | CAROM_EVENT_FAR;
  carom_handler_add(world, &(carom_handler_def){.callback = hear, .events = all});
  for (int step = 0; step < 7; step++) {
    size_t count;
    printf("height %5.2f:", heights[step]);
    carom_body_set_pose(world, body, &(carom_pose){.position = {0, 1.5 + heights[step], 0}});
    if (carom_world_step(world, 0)) return 1;
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    if (count)
      printf(" (%u points, %s)", (unsigned)contacts->manifold.point_count,
             contacts->apart ? "apart" : "touching");
    printf("\n");
  }
  carom_world_destroy(world);
  return 0;
}
