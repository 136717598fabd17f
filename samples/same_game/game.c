/* same_game: a small game in C. It is beside the same one in C++, Python and Lua, and all print one hash. */
#include <carom/carom.h>
#include <stdio.h>

enum { MOVERS = 60, STEPS = 400, WALL = 2 };

/* The same numbers in each language: 0..count-1. */
static int64_t seed = 1;
static int next_number(int count) {
  seed = seed * 16807 % 2147483647;
  return (int)(seed % count);
}

/* A number from -limit to limit, in steps of an eighth. */
static double next_coordinate(int limit) { return next_number(16 * limit + 1) / 8.0 - limit; }

static carom_vec3 next_vector(int limit) {
  const float x = (float)next_coordinate(limit);
  const float y = (float)next_coordinate(limit);
  const float z = (float)next_coordinate(limit);
  return (carom_vec3){x, y, z};
}

/* A vector in doubles, in which all languages compute. */
static carom_pos wide(carom_vec3 v, double factor) {
  return (carom_pos){factor * (double)v.x, factor * (double)v.y, factor * (double)v.z};
}

static void add(carom_world *world, const carom_body_def *def, carom_shape shape, uint64_t category) {
  carom_collider_def with = {.shape = shape, .filter.category = category};
  carom_collider_create(world, carom_body_create(world, def), &with);
}

static void add_room(carom_world *world) {
  static const double sides[6][3] = {{-11, 0, 0}, {11, 0, 0},  {0, -11, 0},
                                     {0, 11, 0},  {0, 0, -11}, {0, 0, 11}};
  for (int i = 0; i < 6; i++) {
    const double *at = sides[i];
    carom_body_def def = {.kind = CAROM_STATIC, .pose.position = {at[0], at[1], at[2]}};
    add(world, &def, carom_shape_box(at[0] != 0 ? 1 : 11, at[1] != 0 ? 1 : 11, at[2] != 0 ? 1 : 11), WALL);
  }
  carom_body_def middle = {.kind = CAROM_STATIC};
  add(world, &middle, carom_shape_cylinder(10, 1), WALL);
}

static void add_movers(carom_world *world) {
  const carom_shape shapes[4] = {
      carom_shape_sphere(0.5f), carom_shape_box(0.5f, 0.25f, 0.75f),
      carom_shape_capsule((carom_vec3){0, -0.5f, 0}, (carom_vec3){0, 0.5f, 0}, 0.25f),
      carom_shape_cone(0.5f, 0.5f)};
  for (int i = 0; i < MOVERS; i++) {
    carom_body_def def = {.pose.position = wide(next_vector(8), 1)};
    def.linear_velocity = next_vector(6);
    def.angular_velocity = next_vector(3);
    add(world, &def, shapes[i % 4], 1);
  }
}

/* Reflects the velocity of a body at a normal that points to it. Walls have none. */
static void bounce(carom_world *world, const carom_contact_side *side, carom_vec3 normal, double sign) {
  carom_vec3 v, spin;
  if (side->category == WALL || carom_body_get_velocity(world, side->body, &v, &spin)) return;
  const carom_pos n = wide(normal, sign), u = wide(v, 1);
  const double speed = u.x * n.x + u.y * n.y + u.z * n.z;
  if (speed >= 0) return;
  v.x = (float)(u.x - 2 * speed * n.x);
  v.y = (float)(u.y - 2 * speed * n.y);
  v.z = (float)(u.z - 2 * speed * n.z);
  carom_body_set_velocity(world, side->body, v, spin);
}

static int bounce_all(carom_world *world) {
  size_t count;
  int begins = 0;
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact *contact = events[i].contact;
    if (events[i].kind != CAROM_EVENT_BEGIN) continue;
    begins++;
    bounce(world, &contact->a, contact->manifold.normal, -1);
    bounce(world, &contact->b, contact->manifold.normal, 1);
  }
  return begins;
}

/* Shoots from above the middle: what moves and is hit is gone. */
static int shoot(carom_world *world) {
  const carom_ray ray = {{0, 5, 0}, next_vector(20)};
  const carom_query_filter filter = {.mask = 1};
  carom_ray_hit hit;
  if (carom_world_cast_ray(world, &ray, &filter, &hit) || hit.body.bits == 0) return 0;
  carom_body_destroy(world, hit.body);
  return 1;
}

int main(void) {
  carom_world *world;
  int begins = 0, shots = 0;
  if (carom_world_create(NULL, &world)) return 1;
  add_room(world);
  add_movers(world);
  for (int step = 0; step < STEPS; step++) {
    carom_world_step(world, 1 / 64.0f);
    begins += bounce_all(world);
    shots += shoot(world);
  }
  carom_counts counts;
  carom_world_get_counts(world, &counts);
  printf("%d begins, %d ends, %d shots\n", begins, (int)counts.ends, shots);
  printf("hash %016llx\n", (unsigned long long)carom_world_hash(world));
  return carom_world_destroy(world);
}
