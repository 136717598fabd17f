// same_game in C++: see game.c.
#include <carom/carom.hpp>
#include <cstdint>
#include <cstdio>

enum { movers = 60, steps = 400, wall = 2 };

static int64_t seed = 1;
static int next_number(int count) {
  seed = seed * 16807 % 2147483647;
  return static_cast<int>(seed % count);
}

static double next_coordinate(int limit) { return next_number(16 * limit + 1) / 8.0 - limit; }

static carom_vec3 next_vector(int limit) {
  carom_vec3 made;
  made.x = static_cast<float>(next_coordinate(limit));
  made.y = static_cast<float>(next_coordinate(limit));
  made.z = static_cast<float>(next_coordinate(limit));
  return made;
}

static carom_pos wide(carom_vec3 v, double factor) {
  return carom_pos{factor * double(v.x), factor * double(v.y), factor * double(v.z)};
}

static void add(carom::world &world, const carom_body_def &def, carom_shape shape, uint64_t category) {
  carom_collider_def with{};
  with.shape = shape;
  with.filter.category = category;
  world.create(world.create(def), with);
}

static void add_room(carom::world &world) {
  static const carom_pos sides[] = {{-11, 0, 0}, {11, 0, 0},  {0, -11, 0},
                                    {0, 11, 0},  {0, 0, -11}, {0, 0, 11}};
  carom_body_def def{};
  def.kind = CAROM_STATIC;
  for (const carom_pos &at : sides) {
    def.pose.position = at;
    add(world, def, carom_shape_box(at.x != 0 ? 1 : 11, at.y != 0 ? 1 : 11, at.z != 0 ? 1 : 11), wall);
  }
  def.pose.position = carom_pos{0, 0, 0};
  add(world, def, carom_shape_cylinder(10, 1), wall);
}

static void add_movers(carom::world &world) {
  const carom_shape shapes[] = {carom_shape_sphere(0.5f), carom_shape_box(0.5f, 0.25f, 0.75f),
                                carom_shape_capsule(carom_vec3{0, -0.5f, 0}, carom_vec3{0, 0.5f, 0}, 0.25f),
                                carom_shape_cone(0.5f, 0.5f)};
  for (int i = 0; i < movers; i++) {
    carom_body_def def{};
    def.pose.position = wide(next_vector(8), 1);
    def.linear_velocity = next_vector(6);
    def.angular_velocity = next_vector(3);
    add(world, def, shapes[i % 4], 1);
  }
}

static void bounce(carom_world *world, const carom_contact_side &side, carom_vec3 normal, double sign) {
  carom_vec3 v, spin;
  if (side.category == wall || carom_body_get_velocity(world, side.body, &v, &spin)) return;
  const carom_pos n = wide(normal, sign), u = wide(v, 1);
  const double speed = u.x * n.x + u.y * n.y + u.z * n.z;
  if (speed >= 0) return;
  v.x = static_cast<float>(u.x - 2 * speed * n.x);
  v.y = static_cast<float>(u.y - 2 * speed * n.y);
  v.z = static_cast<float>(u.z - 2 * speed * n.z);
  carom::check(carom_body_set_velocity(world, side.body, v, spin));
}

static bool shoot(carom_world *world) {
  const carom_ray ray{{0, 5, 0}, next_vector(20)};
  carom_query_filter filter{};
  filter.mask = 1;
  carom_ray_hit hit;
  carom::check(carom_world_cast_ray(world, &ray, &filter, &hit));
  if (hit.body.bits == 0) return false;
  carom::check(carom_body_destroy(world, hit.body));
  return true;
}

int main() {
  carom::world world;
  int begins = 0, shots = 0;
  add_room(world);
  add_movers(world);
  for (int step = 0; step < steps; step++) {
    world.step(1 / 64.0f);
    for (const carom_event &event : carom::events(world)) {
      if (event.kind != CAROM_EVENT_BEGIN) continue;
      begins++;
      bounce(world, event.contact->a, event.contact->manifold.normal, -1);
      bounce(world, event.contact->b, event.contact->manifold.normal, 1);
    }
    shots += shoot(world);
  }
  carom_counts counts;
  carom::check(carom_world_get_counts(world, &counts));
  std::printf("%d begins, %d ends, %d shots\n", begins, static_cast<int>(counts.ends), shots);
  std::printf("hash %016llx\n", static_cast<unsigned long long>(carom_world_hash(world)));
}
