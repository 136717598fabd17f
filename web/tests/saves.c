/* saves.c: the saves of one world, which C and JavaScript give to each other.
 *
 *     saves write FILE    writes a world with all sorts of shapes, and prints its hash 30 steps later
 *     saves read FILE     loads a world, and prints its hash 30 steps later */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 30, BODIES = 160, ROOM = 1 << 22 };

static void must(carom_status status) {
  if (!status) return;
  fprintf(stderr, "%s\n", carom_status_text(status));
  exit(1);
}

static uint32_t random_below(uint32_t limit) {
  static uint32_t seed = 12345;
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % limit;
}

static float random_from(float low, float high) {
  return low + (high - low) * (float)random_below(1024) / 1024;
}

static carom_hull *make_hull(void) {
  static const float corners[] = {0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, -1};
  carom_hull *hull;
  must(carom_hull_from_points(NULL, corners, 4, 0, &hull));
  return hull;
}

static carom_mesh *make_ground(void) {
  static const float vertices[] = {-20, 0, -20, 20, 0.5f, -20, 20, 0, 20, -20, -0.5f, 20};
  static const uint32_t triangles[] = {0, 2, 1, 0, 3, 2};
  const carom_mesh_def def = {
      .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
  carom_mesh *mesh;
  must(carom_mesh_create(NULL, &def, NULL, &mesh));
  return mesh;
}

static void add(carom_world *world, const carom_body_def *def, carom_shape shape) {
  const carom_collider_def collider = {.shape = shape};
  const carom_body body = carom_body_create(world, def);
  if (!carom_collider_create(world, body, &collider).bits) must(carom_world_get_last_status(world));
}

static carom_world *make_world(void) {
  const carom_world_def def = {.persistent_manifolds = true, .margin = 0.125f};
  carom_hull *hull = make_hull();
  carom_mesh *ground = make_ground();
  carom_world *world;
  must(carom_world_create(&def, &world));
  const carom_body_def standing = {.kind = CAROM_STATIC};
  add(world, &standing, carom_shape_mesh(ground));
  const carom_shape shapes[] = {carom_shape_box(0.5f, 0.4f, 0.3f), carom_shape_sphere(0.5f),
                                carom_shape_hull(hull), carom_shape_cylinder(0.5f, 0.4f)};
  for (uint32_t i = 0; i < BODIES; i++) {
    carom_body_def moving = {.kind = CAROM_KINEMATIC};
    moving.pose.position = (carom_pos){random_from(-5, 5), random_from(0, 4), random_from(-5, 5)};
    moving.linear_velocity = (carom_vec3){random_from(-2, 2), random_from(-1, 1), random_from(-2, 2)};
    moving.angular_velocity = (carom_vec3){0, random_from(-3, 3), random_from(-3, 3)};
    add(world, &moving, shapes[i % 4]);
  }
  carom_hull_release(hull);
  carom_mesh_release(ground);
  return world;
}

static void write_save(const carom_world *world, const char *path, unsigned char *room) {
  size_t size;
  must(carom_world_save(world, NULL, room, ROOM, &size));
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(room, 1, size, file) != size || fclose(file)) exit(1);
}

static carom_world *read_save(const char *path, unsigned char *room) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  const size_t size = fread(room, 1, ROOM, file);
  fclose(file);
  carom_world *world;
  must(carom_world_load(NULL, NULL, room, size, &world));
  return world;
}

static void step(carom_world *world) {
  for (int i = 0; i < STEPS; i++) must(carom_world_step(world, 1.0f / 64));
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  unsigned char *room = malloc(ROOM);
  if (!room) return 1;
  const bool writes = strcmp(argv[1], "write") == 0;
  carom_world *world = writes ? make_world() : read_save(argv[2], room);
  if (writes) {
    step(world);
    write_save(world, argv[2], room);
  }
  step(world);
  printf("%016llx\n", (unsigned long long)carom_world_hash(world));
  free(room);
  return carom_world_destroy(world);
}
