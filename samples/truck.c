/* truck: a compound of shapes that many bodies share. Contacts and rays name the part of the truck that they
 * hit. */
#include <carom/carom.h>
#include <stdio.h>

enum { CHASSIS, CABIN, WHEELS, PARTS = 4 };

static const char *const names[PARTS] = {"chassis", "cabin", "left wheels", "right wheels"};

static carom_compound *make_truck(void) {
  const carom_quat lying = {0.70710678f, 0, 0, 0.70710678f}; /* the axis of a wheel along z */
  const carom_compound_child parts[] = {
      {.shape = carom_shape_box(2, 0.3f, 0.9f), .number = CHASSIS},
      {.shape = carom_shape_rounded_box(0.5f, 0.6f, 0.7f, 0.1f),
       .pose.position = {1.3f, 0.9f, 0},
       .number = CABIN},
      {.shape = carom_shape_cylinder(0.15f, 0.4f), .pose = {{-1.3f, -0.3f, -1}, lying}, .number = WHEELS},
      {.shape = carom_shape_cylinder(0.15f, 0.4f), .pose = {{1.3f, -0.3f, -1}, lying}, .number = WHEELS},
      {.shape = carom_shape_cylinder(0.15f, 0.4f), .pose = {{-1.3f, -0.3f, 1}, lying}, .number = WHEELS + 1},
      {.shape = carom_shape_cylinder(0.15f, 0.4f), .pose = {{1.3f, -0.3f, 1}, lying}, .number = WHEELS + 1}};
  const carom_compound_def def = {.children = parts, .child_count = sizeof parts / sizeof *parts};
  carom_compound *truck = NULL;
  size_t wrong;
  if (carom_compound_create(NULL, &def, &wrong, &truck)) printf("part %d is wrong\n", (int)wrong);
  return truck;
}

/* Side a is the truck, which was created before what it hits. */
static void on_hit(void *user, carom_world *world, const carom_event *event) {
  carom_patch room;
  size_t count;
  const carom_patch *patches = carom_contact_get_patches(event->contact, &room, &count);
  (void)user, (void)world;
  printf("truck %s: %s at the %s\n", (const char *)event->contact->a.body_user, names[patches[0].child_a],
         (const char *)event->contact->b.body_user);
}

/* A ray through the truck meets its parts one after the other. */
static void shoot(const carom_world *world) {
  const carom_ray ray = {{-1.3, 0.5, -5}, {0, 0, 10}};
  carom_ray_hit hits[PARTS];
  size_t count = 0;
  carom_world_cast_ray_all(world, &ray, NULL, hits, PARTS, &count);
  for (size_t i = 0; i < count && i < PARTS; i++)
    printf("shot: %s at z = %.2f\n", names[hits[i].child], hits[i].point.z);
}

static void add(carom_world *world, char *name, carom_shape shape, carom_pos at, float speed) {
  const carom_body_def def = {.pose.position = at, .linear_velocity = {speed, 0, 0}, .user = name};
  carom_collider_create(world, carom_body_create(world, &def), &(carom_collider_def){.shape = shape});
}

int main(void) {
  static char one[] = "1", two[] = "2", three[] = "3", post[] = "post", branch[] = "branch",
              stone[] = "stone";
  carom_world *world;
  carom_compound *truck = make_truck();
  if (!truck || carom_world_create(NULL, &world)) return 1;
  carom_handler_add(world, &(carom_handler_def){.callback = on_hit, .events = CAROM_EVENT_BEGIN});
  add(world, one, carom_shape_compound(truck), (carom_pos){0, 0.7, 0}, 5);
  add(world, two, carom_shape_compound(truck), (carom_pos){0, 0.7, 10}, 5);
  add(world, three, carom_shape_compound(truck), (carom_pos){0, 0.7, 20}, 5);
  carom_compound_release(truck); /* the colliders keep it */
  add(world, post, carom_shape_box(0.1f, 2, 0.1f), (carom_pos){4, 0, 0.5}, 0);
  add(world, branch, carom_shape_sphere(0.3f), (carom_pos){5, 2, 10}, 0);
  add(world, stone, carom_shape_sphere(0.2f), (carom_pos){4, 0.15, 21}, 0);
  shoot(world);
  for (int frame = 0; frame < 90; frame++) carom_world_step(world, 1.0f / 60);
  return carom_world_destroy(world);
}
