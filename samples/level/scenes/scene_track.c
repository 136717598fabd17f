/* scene_track.c: a track as a scene, in metres, with z up. The files have y up and a left-handed frame:
 * exchanging y and z mends both. A model that stands in several places is one mesh. */
#include <math.h>
#include <string.h>

#include "car.h"
#include "files.h"
#include "flyers.h"
#include "memory.h"
#include "scene_kinds.h"
#include "spm.h"
#include "track.h"
#include "turn.h"
#include "vector.h"

/* Half sizes of a car. */
#define CAR_SMALL 0.6f
#define CAR_LARGE 0.9f
#define SPEED 14.0f
/* How far beyond the road movers may get. */
#define AIR 40.0f

/* --- Models --- */

typedef struct model {
  char path[TRACK_PATH_SIZE];
  carom_mesh *mesh; /* NULL: the file holds nothing to touch */
} model;

typedef struct model_list {
  model *items;
  size_t count, capacity;
} model_list;

static bool is_ignored(const track *t, const char *picture) {
  for (size_t i = 0; i < t->ignored_count; i++)
    if (strcmp(t->ignored[i], picture) == 0) return true;
  return false;
}

/* Drops what nothing touches, e.g. light and water. */
static void drop_ignored(const track *t, spm *m) {
  size_t kept = 0;
  for (size_t i = 0; i < m->triangle_count; i++) {
    if (is_ignored(t, m->names[m->materials[i]])) continue;
    memmove(m->triangles + 3 * kept, m->triangles + 3 * i, 3 * sizeof *m->triangles);
    m->materials[kept++] = m->materials[i];
  }
  m->triangle_count = kept;
}

static carom_mesh *mesh_of(const spm *m, const char *path) {
  carom_mesh *mesh = NULL;
  const carom_mesh_def def = {.vertices = m->vertices,
                              .vertex_count = m->vertex_count,
                              .triangles = m->triangles,
                              .triangle_count = m->triangle_count,
                              .materials = m->materials};
  for (size_t i = 0; i < m->vertex_count; i++) {
    float *v = m->vertices + 3 * i, y = v[1];
    v[1] = v[2], v[2] = y;
  }
  carom_status status = m->triangle_count ? carom_mesh_create(NULL, &def, NULL, &mesh) : CAROM_OK;
  if (status != CAROM_OK) fprintf(stderr, "%s was refused: %s\n", path, carom_status_text(status));
  return mesh;
}

static carom_mesh *load_mesh(const track *t, const char *path) {
  unsigned char *bytes;
  size_t size;
  const char *why;
  spm m;
  if (!file_read(path, &bytes, &size)) return NULL;
  bool good = spm_parse(&m, bytes, size, &why);
  free(bytes);
  if (!good) {
    fprintf(stderr, "%s cannot be used: %s\n", path, why);
    return NULL;
  }
  drop_ignored(t, &m);
  carom_mesh *mesh = mesh_of(&m, path);
  spm_free(&m);
  return mesh;
}

static carom_mesh *find_mesh(model_list *list, const track *t, const char *path) {
  for (size_t i = 0; i < list->count; i++)
    if (strcmp(list->items[i].path, path) == 0) return list->items[i].mesh;
  list->items = memory_grow(list->items, list->count, &list->capacity, sizeof *list->items);
  model *m = &list->items[list->count++];
  snprintf(m->path, sizeof m->path, "%s", path);
  return m->mesh = load_mesh(t, path);
}

/* --- Places --- */

static carom_pos exchanged(const double v[3]) { return (carom_pos){v[0], v[2], v[1]}; }

static void add_piece(scene *s, const track_piece *piece, carom_mesh *mesh) {
  static const int other[3] = {0, 2, 1};
  double m[3][3];
  carom_pos scale = exchanged(piece->scale);
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) m[row][column] = piece->turn[other[column]][other[row]];
  carom_vec3 size = {(float)scale.x, (float)scale.y, (float)scale.z};
  carom_pose pose = {exchanged(piece->place), turn_of(m)};
  carom_mesh_retain(mesh);
  scene_add_static(s, carom_shape_scaled_mesh(mesh, size, 0), pose, "track");
}

static void add_pieces(scene *s, const track *t) {
  model_list list = {0};
  for (size_t i = 0; i < t->piece_count; i++) {
    carom_mesh *mesh = find_mesh(&list, t, t->pieces[i].path);
    if (mesh) add_piece(s, &t->pieces[i], mesh);
  }
  for (size_t i = 0; i < list.count; i++) carom_mesh_release(list.items[i].mesh);
  free(list.items);
}

static void add_road(scene *s, const track *t) {
  s->road = memory_zeroed(t->quad_count, sizeof *s->road);
  s->road_count = t->quad_count;
  for (size_t i = 0; i < t->quad_count; i++) {
    for (int corner = 0; corner < 4; corner++) {
      carom_pos p = exchanged(t->quads[i].corners[corner]);
      s->road[i] = (carom_pos){s->road[i].x + p.x / 4, s->road[i].y + p.y / 4, s->road[i].z + p.z / 4};
    }
  }
}

/* All that stands there, and some air above it. */
static void set_bounds(scene *s) {
  s->bounds = (carom_region){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (size_t i = 0; i < s->road_count; i++) {
    carom_pos p = s->road[i], *low = &s->bounds.min, *high = &s->bounds.max;
    *low = (carom_pos){fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z)};
    *high = (carom_pos){fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z)};
  }
  s->bounds.min = pos_move(s->bounds.min, (carom_vec3){-AIR, -AIR, -AIR});
  s->bounds.max = pos_move(s->bounds.max, (carom_vec3){AIR, AIR, AIR});
}

static scene_cast cars(void) {
  return (scene_cast){.small = CAR_SMALL,
                      .large = CAR_LARGE,
                      .slow = SPEED / 2,
                      .fast = SPEED,
                      .shove = 0.05f,
                      .own_every = 1,
                      .make_own = car_shape};
}

/* Flyers know no road. */
static void take_flyers(scene *s) {
  const carom_region *in = &s->bounds;
  s->cast = flyers_for((float)fmin(in->max.x - in->min.x, in->max.y - in->min.y), 1);
  free(s->road);
  s->road = NULL;
}

bool scene_track_load(scene *s, const char *name, bool with_flyers) {
  track t;
  const char *slash = strrchr(name, '/');
  snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : name);
  s->unit = "m";
  if (!track_read(&t, name)) return false;
  add_pieces(s, &t);
  add_road(s, &t);
  set_bounds(s);
  track_free(&t);
  s->cast = cars();
  if (with_flyers) take_flyers(s);
  return s->static_count > 0;
}
