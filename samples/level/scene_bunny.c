/* scene_bunny.c: the bundled scene, in metres, z up: a walled room with pillars, ramps and domes around a
 * large Stanford bunny. The large one is a mesh, the small ones among the movers are hulls. */
#include "scene_kinds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "memory.h"
#include "random.h"
#include "vector.h"

/* Half sizes of the room, and its height. */
#define ROOM_X 26.0f
#define ROOM_Y 17.0f
#define ROOM_HEIGHT 7.0f
/* The scanned bunny is about 10 units high and its middle is here. */
#define BUNNY_HALF 5.0f
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

static bool load_points(scene *s, const char *folder) {
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
static carom_hull *bunny_mover(const scene *s, uint64_t *random, float half_size) {
  return scaled_bunny(s, half_size + random_between(random, 0.5f, 0.9f));
}

static void add(scene *s, carom_shape shape, carom_vec3 at, carom_quat rotation, const char *surface) {
  carom_pose pose = {pos_move((carom_pos){0}, at), rotation};
  scene_add_static(s, shape, pose, surface);
}

static void add_upright(scene *s, carom_shape shape, float x, float y, float z, const char *surface) {
  add(s, shape, (carom_vec3){x, y, z}, (carom_quat){0}, surface);
}

static void add_room(scene *s) {
  const float thick = 0.5f, middle = ROOM_HEIGHT / 2;
  const float x = ROOM_X + thick, y = ROOM_Y + thick;
  add_upright(s, carom_shape_box(x + thick, y + thick, thick), 0, 0, -thick, "floor");
  add_upright(s, carom_shape_box(thick, y + thick, middle), -x, 0, middle, "wall");
  add_upright(s, carom_shape_box(thick, y + thick, middle), x, 0, middle, "wall");
  add_upright(s, carom_shape_box(ROOM_X, thick, middle), 0, -y, middle, "wall");
  add_upright(s, carom_shape_box(ROOM_X, thick, middle), 0, y, middle, "wall");
  add_upright(s, carom_shape_box(x + thick, y + thick, thick), 0, 0, ROOM_HEIGHT + thick, "ceiling");
}

/* A box lying on the floor that is turned about z and leans: the quaternion is given, not computed from
 * angles, because sine and cosine differ between systems. */
static void add_ramp(scene *s, float x, float y, carom_quat turn) {
  float scale = 1 / sqrtf(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w);
  carom_quat unit = {turn.x * scale, turn.y * scale, turn.z * scale, turn.w * scale};
  add(s, carom_shape_box(4.5f, 2.2f, 0.25f), (carom_vec3){x, y, 1.2f}, unit, "ramp");
}

static void add_obstacles(scene *s) {
  for (int i = 0; i < 4; i++) {
    float side_x = i & 1 ? 1.0f : -1.0f, side_y = i & 2 ? 1.0f : -1.0f;
    carom_vec3 top = {0, 0, 3.5f};
    add_upright(s, carom_shape_capsule((carom_vec3){0}, top, 1), side_x * 11.5f, side_y * 8, 0.5f, "pillar");
    add_upright(s, carom_shape_sphere(4), side_x * 20, side_y * 11.5f, -1.5f, "dome");
    add_ramp(s, side_x * 17.5f, side_y * 2.6f, (carom_quat){0.04f, side_x * 0.22f, side_y * 0.35f, 1});
    add_upright(s, carom_shape_box(5, 0.35f, 1.3f), side_x * 6.5f, side_y * 13, 1.3f, "low wall");
    add_upright(s, carom_shape_box(0.35f, 3, 1.3f), side_x * 24, side_y * 4.5f, 1.3f, "low wall");
  }
  for (int step = 0; step < 3; step++) {
    float inset = (float)step;
    add_upright(s, carom_shape_box(7 - inset, 6 - inset, 0.25f), 0, 0, 0.25f + 0.5f * inset, "pedestal");
  }
}

/* The scan as it is: closed, so that it is solid. */
static bool add_large_bunny(scene *s, const char *folder) {
  const float scale = 2.6f / BUNNY_HALF;
  carom_mesh *mesh = NULL;
  carom_mesh_def def = {.vertices = s->points, .vertex_count = s->point_count, .sides = CAROM_MESH_SOLID};
  uint32_t *triangles = load_triangles(folder, &def.triangle_count);
  def.triangles = triangles;
  carom_status status = carom_mesh_create(NULL, &def, NULL, &mesh);
  free(triangles);
  if (status != CAROM_OK) fprintf(stderr, "The bunny was refused: %s\n", carom_status_text(status));
  if (mesh)
    add_upright(s, carom_shape_scaled_mesh(mesh, (carom_vec3){scale, scale, scale}, 0), 0, 0, 4.1f, "bunny");
  return mesh != NULL;
}

bool scene_bunny_load(scene *s, const char *data_folder) {
  strcpy(s->name, "bunny");
  s->unit = "m";
  carom_vec3 corner = {ROOM_X, ROOM_Y, 0};
  s->bounds.min = pos_move((carom_pos){0}, vec_scale(corner, -1));
  s->bounds.max = pos_move((carom_pos){0}, (carom_vec3){ROOM_X, ROOM_Y, ROOM_HEIGHT});
  s->cast = (scene_cast){.small = 0.22f,
                         .large = 0.75f,
                         .slow = 2,
                         .fast = 7,
                         .spin = 3,
                         .shove = HUGE_VALF,
                         .hull_every = 20,
                         .make_hull = bunny_mover};
  if (!load_points(s, data_folder)) return false;
  add_room(s);
  add_obstacles(s);
  return add_large_bunny(s, data_folder);
}
