/* riders: a lift that asks who stands on it, and takes them along. */
#include <carom/carom.h>
#include <stdio.h>

static carom_body add_box(carom_world *world, carom_body_kind kind, double x, double y, float half_width) {
  const carom_body_def def = {.kind = kind, .pose.position = {x, y, 0}};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(half_width, 0.5f, 1)});
  return body;
}

static double height(const carom_world *world, carom_body body) {
  carom_pose pose;
  return carom_body_get_pose(world, body, &pose) ? 0 : pose.position.y;
}

/* Whatever touches the lift from above gets its velocity. */
static size_t take_along(carom_world *world, carom_body lift, carom_vec3 velocity) {
  const carom_contact *contacts[8];
  size_t count = 0;
  carom_body_get_contacts(world, lift, contacts, 8, &count);
  for (size_t i = 0; i < count && i < 8; i++) {
    bool first = contacts[i]->a.body.bits == lift.bits;
    float up = first ? contacts[i]->manifold.normal.y : -contacts[i]->manifold.normal.y;
    carom_body rider = first ? contacts[i]->b.body : contacts[i]->a.body;
    if (up > 0.7f) carom_body_set_velocity(world, rider, velocity, (carom_vec3){0, 0, 0});
  }
  return count;
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body crate = add_box(world, CAROM_KINEMATIC, -1, 1, 0.5f);
  carom_body lift = add_box(world, CAROM_KINEMATIC, 0, 0, 2);
  carom_body barrel = add_box(world, CAROM_KINEMATIC, 1, 1, 0.5f);
  carom_body tower = add_box(world, CAROM_STATIC, 2.5, 0, 0.5f);
  const carom_vec3 upwards = {0, 1, 0};
  carom_body_set_velocity(world, lift, upwards, (carom_vec3){0, 0, 0});
  for (int frame = 0; frame < 64; frame++) {
    carom_world_step(world, 1 / 64.0f);
    size_t touching = take_along(world, lift, upwards);
    if (frame % 32 == 0)
      printf("%zu touch the lift at %.2f: crate at %.2f, barrel at %.2f, tower at %.2f\n", touching,
             height(world, lift), height(world, crate), height(world, barrel), height(world, tower));
  }
  return carom_world_destroy(world);
}
