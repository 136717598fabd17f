/* cars: oriented boxes that rotate about the vertical axis. A parked car stands askew across the road. One
 * car runs into it. Another one passes close to it, where axis-aligned boxes would report a crash. */
#include <carom/carom.h>
#include <stdio.h>

/* About y by the angle whose half has this sine and cosine. */
static carom_quat yaw(float half_sine, float half_cosine) {
  return (carom_quat){0, half_sine, 0, half_cosine};
}

static carom_body add_car(carom_world *world, char *name, carom_pos at, carom_quat turn,
                          carom_vec3 velocity) {
  carom_body_def def = {.pose = {at, turn}, .linear_velocity = velocity, .user = name};
  carom_body car = carom_body_create(world, &def);
  carom_collider_create(world, car, &(carom_collider_def){.shape = carom_shape_box(2.2f, 0.7f, 0.9f)});
  return car;
}

static void on_crash(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *contact = event->contact;
  (void)user, (void)world;
  printf("%s hits %s, %u points, normal %.2f %.2f %.2f, depth %.3f, %.0f units a second\n",
         (const char *)contact->a.body_user, (const char *)contact->b.body_user,
         (unsigned)contact->manifold.point_count, (double)contact->manifold.normal.x,
         (double)contact->manifold.normal.y, (double)contact->manifold.normal.z,
         (double)-contact->manifold.points[0].separation, (double)contact->approach_speed);
}

static bool bounds_cross(const carom_world *world, carom_body a, carom_body b) {
  carom_collider ca, cb;
  carom_aabb x, y;
  size_t count;
  carom_body_get_colliders(world, a, &ca, 1, &count);
  carom_body_get_colliders(world, b, &cb, 1, &count);
  carom_collider_get_bounds(world, ca, &x);
  carom_collider_get_bounds(world, cb, &y);
  return x.min.x <= y.max.x && y.min.x <= x.max.x && x.min.z <= y.max.z && y.min.z <= x.max.z;
}

int main(void) {
  char parked_name[] = "the parked car", red_name[] = "the red car", blue_name[] = "the blue car";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_handler_add(world, &(carom_handler_def){.callback = on_crash, .events = CAROM_EVENT_BEGIN});
  /* 45 degrees: the sine and cosine of 22.5. The car's length then points to (0.707, 0, -0.707). */
  carom_quat askew = yaw(0.38268343f, 0.92387953f);
  carom_body parked = add_car(world, parked_name, (carom_pos){0, 0.7, 0}, askew, (carom_vec3){0, 0, 0});
  add_car(world, red_name, (carom_pos){-20, 0.7, -1.5}, yaw(0, 1), (carom_vec3){10, 0, 0});
  carom_body blue = add_car(world, blue_name, (carom_pos){9.9, 0.7, -7.1}, askew, (carom_vec3){-7, 0, 7});

  bool crossed = false;
  for (int frame = 0; frame < 150; frame++) {
    carom_world_step(world, 1 / 60.0f);
    crossed |= bounds_cross(world, parked, blue);
  }
  printf("the blue car passed; its axis-aligned box %s the parked car's\n", crossed ? "crossed" : "missed");
  return carom_world_destroy(world);
}
