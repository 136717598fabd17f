/* radar: the ships in a rotating radar beam. Four planes enclose the beam, a wedge of 30 degrees up to its
 * range. A query for these planes, turned by the bearing, finds every ship that is at least partly inside.
 * The ships sail on while the beam turns. */
#include <carom/carom.h>
#include <stdio.h>

enum { BEAMS = 12, ECHOES = 8 };

/* x is east and z is south; a bearing goes from north by east, and the radar at the origin looks north. */
static carom_quat turn_to(double bearing) {
  carom_vec2 half = carom_direction_degrees(bearing / 2);
  return (carom_quat){0, -half.y, 0, half.x};
}

static void add_ship(carom_world *world, char *name, double x, double z, carom_vec3 speed) {
  carom_body ship = carom_body_create(
      world, &(carom_body_def){.pose.position = {x, 0, z}, .linear_velocity = speed, .user = name});
  carom_collider_create(world, ship, &(carom_collider_def){.shape = carom_shape_box(0.2f, 0.1f, 0.2f)});
}

/* How far away the nearest point of a ship is. */
static double distance_to(const carom_world *world, carom_body radar, carom_body ship) {
  carom_body_distance between = {.distance = 0};
  carom_world_body_distance(world, radar, ship, NULL, &between);
  return (double)between.distance;
}

static void print_echoes(const carom_world *world, carom_body radar, double bearing) {
  const carom_vec2 side = carom_direction_degrees(15);
  const carom_plane beam[] = {
      {{side.x, 0, side.y}, 0}, {{-side.x, 0, side.y}, 0}, {{0, 0, -1}, 10}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}};
  carom_found found[ECHOES];
  size_t count = 0;
  if (carom_world_overlap_planes(world, beam, 5, &(carom_pose){.rotation = turn_to(bearing)},
                                 &(carom_query_filter){.ignore = radar}, found, ECHOES, &count))
    return;
  printf("%03.0f:", bearing);
  for (size_t i = 0; i < count; i++)
    printf(" %s at %.1f", (char *)carom_body_get_user(world, found[i].body),
           distance_to(world, radar, found[i].body));
  printf("\n");
}

int main(void) {
  char ferry[] = "ferry", tug[] = "tug", yacht[] = "yacht", buoy[] = "buoy", tanker[] = "tanker";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  carom_body radar = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  carom_collider_create(world, radar, &(carom_collider_def){.shape = carom_shape_sphere(0.1f)});
  add_ship(world, ferry, -4.7, -4, (carom_vec3){0.2f, 0, 0});
  add_ship(world, tug, 5, 0, (carom_vec3){0, 0, 0.5f});
  add_ship(world, yacht, 2, 6, (carom_vec3){-0.6f, 0, -0.2f});
  add_ship(world, buoy, -4, 2.3, (carom_vec3){0, 0, 0});
  add_ship(world, tanker, 9, -9, (carom_vec3){0, 0, 0}); /* out of range */
  for (int i = 0; i < BEAMS; i++) {
    print_echoes(world, radar, 30 * i);
    if (carom_world_step(world, 0.5f)) return 1;
  }
  return carom_world_destroy(world);
}
