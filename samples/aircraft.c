/* aircraft: collisions between bodies of several boxes. An aircraft with a fuselage, wings and a tail flies
 * between buildings. The events name the parts that met. */
#include <carom/carom.h>
#include <stdio.h>

typedef struct {
  char *name;
  carom_vec3 at, half;
} part;

static carom_body assemble(carom_world *world, carom_body_kind kind, carom_pos at, carom_vec3 velocity,
                           const part *parts, size_t count) {
  carom_body body = carom_body_create(
      world, &(carom_body_def){.kind = kind, .pose.position = at, .linear_velocity = velocity});
  for (size_t i = 0; i < count; i++)
    carom_collider_create(
        world, body,
        &(carom_collider_def){.shape = carom_shape_box(parts[i].half.x, parts[i].half.y, parts[i].half.z),
                              .pose.position = parts[i].at,
                              .user = parts[i].name});
  return body;
}

static void on_contact(void *user, carom_world *world, const carom_event *event) {
  const int *frame = user;
  (void)world;
  printf("frame %d: %s %s %s\n", *frame, (const char *)event->contact->a.collider_user,
         event->kind == CAROM_EVENT_BEGIN ? "touches" : "leaves",
         (const char *)event->contact->b.collider_user);
}

int main(void) {
  char fuselage[] = "fuselage", wings[] = "wings", tail[] = "tail", tower[] = "tower", annex[] = "annex",
       mast[] = "mast";
  const part plane[] = {{fuselage, {0, 0, 0}, {6, 0.8f, 0.8f}},
                        {wings, {0, 0.3f, 0}, {1, 0.15f, 7}},
                        {tail, {-5.5f, 1.2f, 0}, {0.6f, 1, 0.15f}}};
  const part building[] = {
      {tower, {0, 20, 0}, {5, 20, 5}}, {annex, {0, 6, 9}, {5, 6, 4}}, {mast, {0, 45, 0}, {0.25f, 5, 0.25f}}};
  carom_world *world;
  int frame = 0;
  if (carom_world_create(NULL, &world)) return 1;
  carom_handler_add(world, &(carom_handler_def){.callback = on_contact, .user = &frame});
  carom_body aircraft =
      assemble(world, CAROM_KINEMATIC, (carom_pos){-60, 30, 11.5}, (carom_vec3){60, 0, 0}, plane, 3);
  assemble(world, CAROM_STATIC, (carom_pos){0, 0, 0}, (carom_vec3){0, 0, 0}, building, 3);
  assemble(world, CAROM_STATIC, (carom_pos){60, 0, 30}, (carom_vec3){0, 0, 0}, building, 3);
  for (; frame < 60; frame++) carom_world_step(world, 1 / 60.0f);
  /* Second pass: higher, turned a quarter about its own length (knife edge), and through the mast. */
  carom_pose knife = {{-60, 48.5, 0}, {0.70710678f, 0, 0, 0.70710678f}};
  carom_body_set_pose(world, aircraft, &knife);
  for (; frame < 160; frame++) carom_world_step(world, 1 / 60.0f);
  return carom_world_destroy(world);
}
