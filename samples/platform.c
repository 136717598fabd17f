/* platform: a one-way platform that a character jumps through from below. A `keep` handler is asked before a
 * contact begins. If it returns false, there is no contact. */
#include <carom/carom.h>
#include <stdio.h>

enum { PLATFORM = 1, PLAYER = 2 };

/* Side a is the platform. Only what comes down on it shall touch it; who stands on it is not asked about. */
static bool from_above(void *user, const carom_world *world, const carom_event *event) {
  carom_vec3 velocity;
  (void)user;
  carom_body_get_velocity(world, event->contact->b.body, &velocity, NULL);
  return velocity.y < 0;
}

static void on_event(void *user, carom_world *world, const carom_event *event) {
  carom_body player = event->contact->b.body;
  (void)user;
  printf("  %s\n", event->kind == CAROM_EVENT_BEGIN ? "lands" : "leaves");
  if (event->kind == CAROM_EVENT_BEGIN)
    carom_body_set_velocity(world, player, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
}

static carom_body add(carom_world *world, carom_body_kind kind, uint64_t category, double y, float half) {
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = kind, .pose.position = {0, y, 0}});
  carom_collider_create(
      world, body,
      &(carom_collider_def){.shape = carom_shape_box(half, 0.5f, half), .filter.category = category});
  return body;
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_handler_add(world, &(carom_handler_def){.keep = from_above,
                                                .events = CAROM_EVENT_BEGIN,
                                                .category_a = PLATFORM,
                                                .category_b = PLAYER});
  carom_handler_add(world,
                    &(carom_handler_def){.callback = on_event, .category_a = PLATFORM, .category_b = PLAYER});
  add(world, CAROM_STATIC, PLATFORM, 3, 5);
  carom_body player = add(world, CAROM_KINEMATIC, PLAYER, 0, 0.5f);
  carom_body_set_velocity(world, player, (carom_vec3){0, 10, 0}, (carom_vec3){0, 0, 0});
  for (int i = 0; i < 12; i++) {
    if (i == 6) carom_body_set_velocity(world, player, (carom_vec3){0, -5, 0}, (carom_vec3){0, 0, 0});
    carom_world_step(world, 0.1f);
    carom_pose pose;
    carom_body_get_pose(world, player, &pose);
    printf("%.1f\n", pose.position.y);
  }
  return carom_world_destroy(world);
}
