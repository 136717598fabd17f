/* scene_scan.c: scans that turn, in metres. They keep the frame of their files: y is up in the picture, and
 * z leads out of it. A scan drifts on whatever it meets, so that meshes get through each other. */
#include <math.h>
#include <string.h>

#include "bunny.h"
#include "files.h"
#include "memory.h"
#include "ply.h"
#include "room.h"
#include "scene_kinds.h"
#include "vector.h"

/* Half sizes of the room, and its height. */
#define ROOM_X 26.0f
#define ROOM_Y 17.0f
#define ROOM_HEIGHT 12.0f
/* The dragon is so long in the scene. */
#define DRAGON_LENGTH 20.5f

/* --- The dragon --- */

/* Moves its middle to the origin and gives it its length along x. */
static void normalise(ply *p) {
  float low[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, high[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
  for (size_t i = 0; i < 3 * p->vertex_count; i++) {
    low[i % 3] = fminf(low[i % 3], p->vertices[i]);
    high[i % 3] = fmaxf(high[i % 3], p->vertices[i]);
  }
  for (size_t i = 0; i < 3 * p->vertex_count; i++)
    p->vertices[i] = (p->vertices[i] - (low[i % 3] + high[i % 3]) / 2) * (DRAGON_LENGTH / (high[0] - low[0]));
}

static carom_mesh *mesh_of(const ply *p) {
  carom_mesh *mesh = NULL;
  const carom_mesh_def def = {.vertices = p->vertices,
                              .vertex_count = p->vertex_count,
                              .triangles = p->triangles,
                              .triangle_count = p->triangle_count,
                              .sides = CAROM_MESH_SOLID};
  carom_status status = carom_mesh_create(NULL, &def, NULL, &mesh);
  if (status != CAROM_OK) fprintf(stderr, "The dragon was refused: %s\n", carom_status_text(status));
  return mesh;
}

static carom_mesh *load_dragon(const char *path) {
  unsigned char *bytes;
  size_t size;
  const char *why;
  ply p;
  if (!file_read(path, &bytes, &size)) return NULL;
  bool good = ply_parse(&p, bytes, size, &why);
  free(bytes);
  if (!good) {
    fprintf(stderr, "%s cannot be used: %s\n", path, why);
    return NULL;
  }
  normalise(&p);
  carom_mesh *mesh = mesh_of(&p);
  ply_free(&p);
  return mesh;
}

/* --- The scene --- */

/* Turns so many radians a second about its middle. */
static void add_scan(scene *s, const carom_mesh *mesh, float scale, carom_pose pose, float spin) {
  carom_mesh_retain(mesh);
  scene_item *item =
      scene_add_mover(s, carom_shape_scaled_mesh(mesh, (carom_vec3){scale, scale, scale}, 0), pose);
  item->drifts = true;
  item->angular = (carom_vec3){0, 0, spin};
}

static void add_dragons(scene *s, const carom_mesh *mesh) {
  const carom_quat ahead = {0, 0, 0, 1}, back = {0, 0, 1, 0};
  add_scan(s, mesh, 1, (carom_pose){{-8.5, 0, 6}, ahead}, 0.3f);
  add_scan(s, mesh, 1, (carom_pose){{8.5, 0, 6}, back}, 0.2f);
}

/* The points of the bunny have z up: they are turned back. */
static void add_bunny(scene *s, const carom_mesh *mesh, float half, carom_pos at, float spin) {
  const float part = 0.70710678f;
  add_scan(s, mesh, half / BUNNY_HALF, (carom_pose){at, {-part, 0, 0, part}}, spin);
}

bool scene_scan_load(scene *s, const char *dragon_path, const char *data_folder) {
  strcpy(s->name, "scan");
  s->unit = "m";
  s->cast = bunny_cast;
  carom_mesh *bunny = bunny_load(s, data_folder) ? bunny_mesh(s, data_folder) : NULL;
  if (!bunny) return false;
  carom_mesh *dragon = load_dragon(dragon_path);
  if (!dragon) fprintf(stderr, "Without the dragon, bunnies meet; `./carom run --scan` fetches it.\n");
  room_add(s, ROOM_X, ROOM_Y, ROOM_HEIGHT);
  if (dragon) add_dragons(s, dragon);
  add_bunny(s, bunny, dragon ? 3.5f : 5.5f, (carom_pos){dragon ? 0 : -4, dragon ? -12.5 : 0, 6}, -0.4f);
  add_bunny(s, bunny, dragon ? 3.5f : 5.5f, (carom_pos){dragon ? 0 : 4, dragon ? 12.5 : 0, 6}, 0.6f);
  carom_mesh_release(dragon);
  carom_mesh_release(bunny);
  return true;
}
