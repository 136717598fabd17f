/* scene_terrain.c: a terrain as a scene, in metres, with z up: a height field, and cars that drive over it
 * from place to place of the race. */
#include <math.h>

#include "car.h"
#include "memory.h"
#include "scene_kinds.h"
#include "terrain.h"
#include "vector.h"

#define CAR_SMALL 1.0f
#define CAR_LARGE 1.6f
#define SPEED 20.0f
/* The ground is solid so far down. */
#define GROUND_DEPTH 100
/* A point of the road every so many metres. */
#define ROAD_STEP 10.0
/* The road keeps so far from the border of the ground. */
#define ROAD_MARGIN 20.0

/* The picture begins in the north; a field has y up. */
static carom_pose pose_of(const terrain *t) {
  const float half = 0.70710678f;
  return (carom_pose){{0, t->spacing * (double)(t->height - 1), 0}, {half, 0, 0, half}};
}

static carom_field *make_field(const terrain *t) {
  carom_field *field = NULL;
  carom_field_def def = {
      .format = CAROM_FIELD_U8,
      .cells = {.columns = (uint32_t)t->width - 1, .rows = (uint32_t)t->height - 1, .heights = t->heights},
      .spacing_x = (float)t->spacing,
      .spacing_z = (float)t->spacing,
      .scale = (float)t->step,
      .sides = CAROM_MESH_SOLID,
      .depth = GROUND_DEPTH};
  carom_status status = carom_field_create(NULL, &def, &field);
  if (status != CAROM_OK) fprintf(stderr, "The terrain was refused: %s\n", carom_status_text(status));
  return field;
}

static bool is_near_border(const terrain *t, double x, double y) {
  double width = t->spacing * (double)(t->width - 1), length = t->spacing * (double)(t->height - 1);
  return fmin(fmin(x, width - x), fmin(y, length - y)) < ROAD_MARGIN;
}

static void add_road_point(scene *s, const terrain *t, const carom_field *field, double x, double y,
                           size_t *capacity) {
  carom_field_ground ground;
  if (is_near_border(t, x, y)) return;
  float z = (float)(t->spacing * (double)(t->height - 1) - y);
  if (carom_field_get_ground(field, (float)x, z, &ground) != CAROM_OK) return;
  s->road = memory_grow(s->road, s->road_count, capacity, sizeof *s->road);
  s->road[s->road_count++] = (carom_pos){x, y, (double)ground.height};
}

/* Straight from place to place, and from the last one back to the first. */
static void add_road(scene *s, const terrain *t, const carom_field *field) {
  size_t capacity = 0;
  for (size_t i = 0; i < t->point_count; i++) {
    const double *a = t->points[i], *b = t->points[(i + 1) % t->point_count];
    double dx = b[0] - a[0], dy = b[1] - a[1], steps = ceil(sqrt(dx * dx + dy * dy) / ROAD_STEP);
    for (int k = 0; k < (int)steps; k++)
      add_road_point(s, t, field, a[0] + dx * k / steps, a[1] + dy * k / steps, &capacity);
  }
}

bool scene_terrain_load(scene *s, const char *name) {
  terrain t;
  snprintf(s->name, sizeof s->name, "%s", name);
  s->unit = "m";
  if (!terrain_read(&t, name)) return false;
  carom_field *field = make_field(&t);
  if (field) {
    add_road(s, &t, field);
    scene_add_static(s, carom_shape_field(field), pose_of(&t), "terrain");
    s->bounds.max =
        (carom_pos){t.spacing * (double)(t.width - 1), t.spacing * (double)(t.height - 1), 256 * t.step + 40};
  }
  terrain_free(&t);
  s->cast = (scene_cast){.small = CAR_SMALL,
                         .large = CAR_LARGE,
                         .slow = SPEED / 2,
                         .fast = SPEED,
                         .shove = 0.05f,
                         .own_every = 2,
                         .make_own = car_shape};
  return field && s->road_count > 1;
}
