/* tiles: a box slides over a floor of tiles. Each contact is computed from two boxes, so the side of the next
 * tile stops it like a wall, unless the world is seamless. */
#include <carom/carom.h>
#include <stdio.h>

/* A box that is 5 mm deep in the floor, as a solver leaves it, comes from one tile to the next. */
static void slide(bool seamless) {
  carom_world *world;
  if (carom_world_create(&(carom_world_def){.seamless = seamless}, &world)) return;
  for (int i = 0; i < 2; i++) {
    carom_body tile = carom_body_create(
        world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {2.0 * i, -0.5, 0}});
    carom_collider_create(world, tile, &(carom_collider_def){.shape = carom_shape_box(1, 0.5f, 1)});
  }
  carom_body_def def = {.kind = CAROM_KINEMATIC, .pose.position = {0.75, 0.245, 0}};
  carom_body box = carom_body_create(world, &def);
  carom_collider_create(world, box, &(carom_collider_def){.shape = carom_shape_box(0.25f, 0.25f, 0.25f)});
  carom_body_set_velocity(world, box, (carom_vec3){0.12f, 0, 0}, (carom_vec3){0, 0, 0});
  printf("%s\n", seamless ? "seamless" : "as usual");
  for (int step = 0; step < 5; step++) {
    size_t count;
    carom_world_step(world, 1 / 60.0f);
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    for (size_t i = 0; i < count; i++) {
      carom_vec3 n = contacts[i].manifold.normal;
      printf("  step %d, tile %zu: normal (%.0f, %.0f)\n", step, i, (double)n.x + 0.0, (double)n.y + 0.0);
    }
  }
  carom_world_destroy(world);
}

int main(void) {
  slide(false);
  slide(true);
  return 0;
}
