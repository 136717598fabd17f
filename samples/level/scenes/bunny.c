/* bunny.c: points and triangles as lines of text. */
#include "bunny.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "memory.h"
#include "random.h"

/* The middle of the scan, in its own coordinates. */
#define BUNNY_MIDDLE_Y 5.0f

/* A file of the data folder; NULL after telling on stderr that it cannot be read. */
static FILE *open_data(const char *folder, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  if (!file) fprintf(stderr, "%s cannot be read; --data DIR tells where it is.\n", path);
  return file;
}

/* The file has y up and a line a point; the scene has z up and the middle of the bunny at its origin. */
static bool read_points(scene *s, FILE *file) {
  char line[128];
  size_t capacity = 0;
  while (fgets(line, sizeof line, file)) {
    float x, y, z;
    if (line[0] == '#') continue;
    if (sscanf(line, "%f %f %f", &x, &y, &z) != 3) return false;
    s->points = memory_grow(s->points, s->point_count, &capacity, 3 * sizeof *s->points);
    float *to = s->points + 3 * s->point_count++;
    to[0] = x;
    to[1] = -z;
    to[2] = y - BUNNY_MIDDLE_Y;
  }
  return s->point_count > 0;
}

bool bunny_load(scene *s, const char *folder) {
  FILE *file = open_data(folder, "bunny.txt");
  bool good = file && read_points(s, file);
  if (file) fclose(file);
  return good;
}

/* Three indices a line; *count becomes the number of triangles. */
static uint32_t *load_triangles(const char *folder, size_t *count) {
  FILE *file = open_data(folder, "bunny_triangles.txt");
  char line[128];
  uint32_t *triangles = NULL;
  size_t capacity = 0;
  *count = 0;
  while (file && fgets(line, sizeof line, file)) {
    uint32_t t[3];
    if (sscanf(line, "%" SCNu32 " %" SCNu32 " %" SCNu32, &t[0], &t[1], &t[2]) != 3) continue;
    triangles = memory_grow(triangles, *count, &capacity, sizeof t);
    memcpy(triangles + 3 * (*count)++, t, sizeof t);
  }
  if (file) fclose(file);
  return triangles;
}

/* A hull has no scale of its own: each size is a hull of its own. */
static carom_hull *scaled_bunny(const scene *s, float half_size) {
  float *scaled = memory_resize(NULL, 3 * s->point_count, sizeof *scaled);
  for (size_t i = 0; i < 3 * s->point_count; i++) scaled[i] = s->points[i] * (half_size / BUNNY_HALF);
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_points(NULL, scaled, s->point_count, 0, &hull);
  if (status != CAROM_OK) fprintf(stderr, "A bunny was refused: %s\n", carom_status_text(status));
  free(scaled);
  return status == CAROM_OK ? hull : NULL;
}

/* Small bunnies are lost in the picture, so they come in the larger half of the sizes. */
static bool bunny_shape(const scene *s, uint64_t *random, float half_size, carom_shape *out) {
  carom_hull *hull = scaled_bunny(s, half_size + random_between(random, 0.5f, 0.9f));
  if (hull) *out = carom_shape_hull(hull);
  return hull != NULL;
}

const scene_cast bunny_cast = {.small = 0.22f,
                               .large = 0.75f,
                               .slow = 2,
                               .fast = 7,
                               .spin = 3,
                               .shove = HUGE_VALF,
                               .own_every = 20,
                               .make_own = bunny_shape};

carom_mesh *bunny_mesh(const scene *s, const char *folder) {
  carom_mesh *mesh = NULL;
  carom_mesh_def def = {.vertices = s->points, .vertex_count = s->point_count, .sides = CAROM_MESH_SOLID};
  uint32_t *triangles = load_triangles(folder, &def.triangle_count);
  def.triangles = triangles;
  carom_status status = carom_mesh_create(NULL, &def, NULL, &mesh);
  free(triangles);
  if (status != CAROM_OK) fprintf(stderr, "The bunny was refused: %s\n", carom_status_text(status));
  return mesh;
}
