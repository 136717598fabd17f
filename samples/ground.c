/* ground: half-spaces. Ground, walls and water have no end, and a half-space is all of space up to a plane. A
 * ball flies over the ground to a wall, far from where the planes were put. */
#include <carom/carom.h>
#include <stdio.h>

enum { PLANE = 1, BALL = 2 };

static const char *const names[] = {"ground", "water", "wall"};

/* All that is below the height of a body that does not move; its rotation makes a wall of it. */
static void add_plane(carom_world *world, carom_pose pose, int name, bool sensor) {
  carom_body_def def = {.kind = CAROM_STATIC, .pose = pose, .user = (void *)(size_t)name};
  carom_collider_def plane = {.shape = carom_shape_half_space(0), .sensor = sensor, .filter.category = PLANE};
  carom_collider_create(world, carom_body_create(world, &def), &plane);
}

static void tell(void *user, carom_world *world, const carom_event *event) {
  const carom_contact_point *first = event->contact->manifold.points;
  (void)world;
  printf("step %d: %s with the %s", *(int *)user, carom_event_kind_name(event->kind),
         names[(size_t)event->contact->b.body_user]);
  if (event->kind == CAROM_EVENT_BEGIN) printf(", %.2f deep", -(double)first->separation);
  printf("\n");
}

int main(void) {
  const carom_quat to_x = {0, 0, 0.70710678f, 0.70710678f}; /* the solid is beyond the plane along x */
  int step = 0;
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add_plane(world, (carom_pose){.position = {0, 0, 0}}, 0, false);
  add_plane(world, (carom_pose){.position = {0, 1.5, 0}}, 1, true);
  add_plane(world, (carom_pose){{5000, 0, 0}, to_x}, 2, false);
  carom_body_def def = {
      .kind = CAROM_KINEMATIC, .pose.position = {4996.35, 3, -20000}, .linear_velocity = {10, -7, 0}};
  carom_collider_def shape = {.shape = carom_shape_sphere(0.5f), .filter.category = BALL};
  carom_collider_create(world, carom_body_create(world, &def), &shape);
  carom_handler_add(world, &(carom_handler_def){.callback = tell, .user = &step, .category_a = BALL});
  for (; step < 36; step++) carom_world_step(world, 1 / 100.0f);
  carom_world_destroy(world);
  return 0;
}
