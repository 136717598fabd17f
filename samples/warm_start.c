/* warm_start: what a solver stores with each contact point stays with the point. Two boxes of one size lie on
 * each other and tremble, so that the narrow phase alone would name their points anew in nearly each step. */
#include <carom/carom.h>
#include <stdio.h>

/* A box whose place trembles by less than a thousandth of its size. */
static carom_body add_box(carom_world *world, double y) {
  carom_body_def def = {.kind = CAROM_KINEMATIC, .pose.position = {0, y, 0}};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(0.5f, 0.5f, 0.5f)});
  return body;
}

static void tremble(carom_world *world, carom_body body, int step) {
  carom_pose pose = {.position = {0.0004 * (step % 3), 0.99, 0.0005 * (step % 4)}, .rotation = {0, 0, 0, 1}};
  carom_body_set_pose(world, body, &pose);
  carom_world_step(world, 0);
}

static void rest(bool persistent) {
  carom_world *world;
  size_t count;
  if (carom_world_create(&(carom_world_def){.persistent_manifolds = persistent}, &world)) return;
  add_box(world, 0);
  carom_body upper = add_box(world, 0.99);
  carom_world_step(world, 0);
  carom_manifold before = carom_world_get_contacts(world, &count)->manifold;
  int renamed = 0;
  for (int step = 1; step <= 60; step++) {
    tremble(world, upper, step);
    carom_manifold now = carom_world_get_contacts(world, &count)->manifold;
    carom_point_values *values = carom_world_get_point_values(world, &count);
    for (uint32_t i = 0; i < now.point_count; i++) {
      bool found = false;
      for (uint32_t k = 0; k < before.point_count; k++)
        found = found || before.points[k].feature == now.points[i].feature;
      renamed += !found;
      if (values) values[0].points[i]++; /* the solver's impulse */
    }
    before = now;
  }
  printf("%s: %d names changed\n", persistent ? "persistent" : "as usual", renamed);
  carom_point_values *values = carom_world_get_point_values(world, &count);
  for (int i = 0; values && i < 4; i++) printf("  point %d: %d steps\n", i, (int)values[0].points[i]);
  carom_world_destroy(world);
}

int main(void) {
  rest(false);
  rest(true);
  return 0;
}
