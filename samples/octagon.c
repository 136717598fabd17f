/* octagon: all points of a contact. Two boxes are turned on each other by an eighth of a turn, and their
 * faces share eight corners. A manifold has four of them; a world that asks for eight points has the others,
 * too. */
#include <carom/carom.h>
#include <stdio.h>

static void add_box(carom_world *world, double y, carom_quat turn) {
  carom_body_def def = {.kind = CAROM_KINEMATIC, .pose = {{0, y, 0}, turn}};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(0.5f, 0.5f, 0.5f)});
}

static void stand(bool eight) {
  carom_world *world;
  carom_patch room;
  size_t count, patches;
  if (carom_world_create(&(carom_world_def){.eight_points = eight}, &world)) return;
  add_box(world, 0, (carom_quat){0, 0, 0, 1});
  add_box(world, 0.99, (carom_quat){0, 0.38268343f, 0, 0.92387953f});
  carom_world_step(world, 0);
  const carom_contact *contact = carom_world_get_contacts(world, &count);
  const carom_patch *all = carom_contact_get_patches(contact, &room, &patches);
  printf("%s\n", eight ? "eight points" : "as usual");
  for (size_t i = 0; i < patches; i++)
    for (uint32_t k = 0; k < all[i].point_count; k++) {
      carom_pos p = all[i].points[k].position;
      printf("  patch %u: %+.2f %+.2f\n", (unsigned)i, p.x, p.z);
    }
  carom_world_destroy(world);
}

int main(void) {
  stand(false);
  stand(true);
  return 0;
}
