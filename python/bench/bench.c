/* The calls of bench.py in C, on the same world and the same arrays, which bench.py has written to files:
 *   bench WORLD RAYS BODIES POSITIONS ROTATIONS REPEATS
 * Prints a line for each call: its name and the nanoseconds of the thread for one element, the least of
 * all repeats. */
#define _POSIX_C_SOURCE 199309L
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct bytes {
  void *data;
  size_t size;
} bytes;

typedef struct job {
  carom_world *world;
  bytes rays, bodies, positions, rotations;
  carom_ray_hit *hits;
  size_t ray_count, body_count;
} job;

static bytes read_file(const char *name) {
  bytes made = {0};
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END)) exit(1);
  made.size = (size_t)ftell(file);
  made.data = malloc(made.size);
  rewind(file);
  if (!made.data || fread(made.data, 1, made.size, file) != made.size) exit(1);
  fclose(file);
  return made;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static carom_status cast_rays(job *j) {
  return carom_world_cast_rays(j->world, j->rays.data, j->ray_count, NULL, NULL, j->hits);
}

static carom_status set_poses(job *j) {
  const carom_pose_array poses = {
      .scalar = CAROM_DOUBLE, .positions = j->positions.data, .rotations = j->rotations.data};
  return carom_body_set_poses(j->world, j->bodies.data, j->body_count, &poses);
}

static carom_status get_poses(job *j) {
  const carom_pose_buffer poses = {
      .scalar = CAROM_DOUBLE, .positions = j->positions.data, .rotations = j->rotations.data};
  return carom_body_get_poses(j->world, j->bodies.data, j->body_count, &poses);
}

static void measure(const char *name, carom_status (*call)(job *), job *j, size_t count, int repeats) {
  double least = 1e300;
  for (int i = 0; i < repeats; i++) {
    const double start = now();
    if (call(j)) exit(1);
    const double taken = now() - start;
    if (taken < least) least = taken;
  }
  printf("%s %.3f\n", name, least / (double)count);
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  const bytes world = read_file(argv[1]);
  job j = {.rays = read_file(argv[2]), .bodies = read_file(argv[3])};
  j.positions = read_file(argv[4]);
  j.rotations = read_file(argv[5]);
  j.ray_count = j.rays.size / sizeof(carom_ray);
  j.body_count = j.bodies.size / sizeof(carom_body);
  j.hits = malloc(j.ray_count * sizeof *j.hits);
  if (!j.hits || carom_world_load(NULL, NULL, world.data, world.size, &j.world)) return 1;
  const int repeats = atoi(argv[6]);
  measure("rays", cast_rays, &j, j.ray_count, repeats);
  measure("set_poses", set_poses, &j, j.body_count, 10 * repeats);
  measure("get_poses", get_poses, &j, j.body_count, 10 * repeats);
  return carom_world_destroy(j.world);
}
