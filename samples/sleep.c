/* sleep: islands of touching bodies that sleep, and what wakes one of them. A game with a solver stops moving
 * what sleeps, and asks after each step which of it was stirred. */
#include <carom/carom.h>
#include <stdio.h>

static carom_body add_box(carom_world *world, carom_body_kind kind, char *name, double x, double y,
                          float half) {
  const carom_body_def def = {.kind = kind, .pose.position = {x, y, 0}, .user = name};
  carom_body body = carom_body_create(world, &def);
  carom_collider_create(world, body, &(carom_collider_def){.shape = carom_shape_box(half, 0.5f, half)});
  return body;
}

static void print_bodies(const carom_world *world, const carom_body *bodies, size_t count) {
  for (size_t i = 0; i < count; i++) printf(" %s", (const char *)carom_body_get_user(world, bodies[i]));
}

static void report(const carom_world *world, carom_islands *islands, const char *when) {
  size_t count = 0, stirred_count = 0;
  if (carom_islands_find(islands, world, NULL)) return;
  const carom_island *list = carom_islands_get(islands, &count);
  const carom_body *stirred = carom_islands_get_stirred(islands, &stirred_count);
  printf("%s:\n", when);
  for (size_t i = 0; i < count; i++) {
    printf(" %s", list[i].rests ? "asleep" : "awake ");
    print_bodies(world, list[i].bodies, list[i].body_count);
    printf(", %zu contacts\n", list[i].contact_count);
  }
  if (stirred_count) printf("  stirred:");
  print_bodies(world, stirred, stirred_count);
  if (stirred_count) printf("\n");
}

int main(void) {
  char floor[] = "floor", crate[] = "crate", barrel[] = "barrel", lamp[] = "lamp", cart[] = "cart";
  carom_world *world;
  carom_islands *islands;
  if (carom_world_create(NULL, &world)) return 1;
  if (carom_islands_create(NULL, &islands)) return 1;
  add_box(world, CAROM_STATIC, floor, 0, -0.5, 20);
  add_box(world, CAROM_KINEMATIC, crate, 0, 0.5, 0.5f);
  carom_body upper = add_box(world, CAROM_KINEMATIC, barrel, 0, 1.5, 0.5f);
  add_box(world, CAROM_KINEMATIC, lamp, 5, 0.5, 0.5f);
  carom_body driver = add_box(world, CAROM_KINEMATIC, cart, -3, 0.5, 0.5f);
  carom_world_step(world, 1);
  carom_world_step(world, 1);
  report(world, islands, "all rest");
  carom_body_set_velocity(world, driver, (carom_vec3){2, 0, 0}, (carom_vec3){0, 0, 0});
  carom_world_step(world, 1);
  report(world, islands, "the cart hits the crate");
  carom_body_set_velocity(world, driver, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
  carom_body_destroy(world, upper);
  carom_world_step(world, 1);
  report(world, islands, "the barrel is gone");
  carom_islands_destroy(islands);
  return carom_world_destroy(world);
}
