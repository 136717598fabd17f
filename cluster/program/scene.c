/* scene.c: the scenes as a table, and how they become settings of a size. */
#include "scene.h"

#include "dice.h"
#include "motions.h"

#include <math.h>
#include <string.h>

const scene scene_list[] = {
    {.name = "gas",
     .help = "bodies of all kinds fly through a room, bounce off its walls, and are replaced after a while",
     .bodies = 4000,
     .reach = 1.5,
     .room = {1, 1, 1},
     .density = 0.45,
     .lifetime = 400,
     .define = gas_define,
     .act = fly},
    {.name = "city",
     .help = "agents walk around the blocks of a city; the game gives each its pose in each step",
     .bodies = 4000,
     .reach = 1.5,
     .room = {1, 1, 0},
     .density = 0.04,
     .statics = city_statics,
     .define = city_define,
     .act = city_act},
    {.name = "push",
     .help = "boxes close together, as in the gas; the game gives each its pose in each step",
     .bodies = 4000,
     .reach = 1.25,
     .room = {1, 1, 1},
     .density = 0.6,
     .define = push_define,
     .act = push_act},
    {.name = "fast",
     .help = "swept bodies that fly farther than they are long in a step",
     .bodies = 2000,
     .reach = 5,
     .room = {1, 1, 1},
     .density = 0.03,
     .define = fast_define,
     .act = fly},
    {.name = "planar",
     .help = "shapes of the plane, in the same way as the gas",
     .planar = true,
     .bodies = 4000,
     .reach = 1.5,
     .room = {1, 1, 0},
     .density = 0.5,
     .lifetime = 400,
     .define = planar_define,
     .act = fly},
    {0}};

const scene *scene_find(const char *name) {
  for (const scene *s = scene_list; s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

static bool create_assets(setting *s) {
  uint64_t dice = dice_of(s->seed, 0);
  for (int i = 0; i < SCENE_ASSETS; i++) {
    float points[3 * 16];
    for (int k = 0; k < 3 * 16; k++) points[k] = dice_between(&dice, -0.6f, 0.6f);
    carom_hull *hull;
    carom_polygon *polygon;
    if (carom_hull_from_points(NULL, points, 16, 0, &hull)) return false;
    s->hulls[i] = hull;
    if (carom_polygon_from_points(NULL, points, 8, 0, &polygon)) return false;
    s->polygons[i] = polygon;
  }
  return true;
}

bool setting_create(setting *out, const scene *kind, uint32_t bodies, uint64_t seed) {
  *out = (setting){.scene = kind, .seed = seed, .bodies = bodies ? bodies : kind->bodies};
  const double *room = kind->room, cells = out->bodies / kind->density;
  const bool flat = room[2] == 0;
  const double side = flat ? sqrt(cells / (room[0] * room[1])) : cbrt(cells / (room[0] * room[1] * room[2]));
  const double x = floor(side * room[0]) / 2 + 1, y = floor(side * room[1]) / 2 + 1;
  const double z = flat ? 0 : floor(side * room[2]) / 2 + 1;
  out->space = (carom_region){{-x, -y, -z}, {x, y, z}};
  if (kind->statics) out->statics = kind->statics(out);
  if (create_assets(out)) return true;
  setting_destroy(out);
  return false;
}

void setting_destroy(setting *s) {
  for (int i = 0; i < SCENE_ASSETS; i++) {
    carom_hull_release(s->hulls[i]);
    carom_polygon_release(s->polygons[i]);
  }
}

void setting_define(const setting *s, uint64_t id, thing_def *out) {
  *out = (thing_def){.body = {.kind = id <= s->statics ? CAROM_STATIC : CAROM_KINEMATIC}};
  s->scene->define(s, id, out);
}

void setting_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
                 move *out) {
  *out = (move){0};
  const uint32_t life = s->scene->lifetime;
  if (life && (step + setting_place(s, id)) % life == life - 1)
    out->replaced = true;
  else
    s->scene->act(s, id, step, world, body, out);
}

uint64_t setting_successor(const setting *s, uint64_t id) { return id + s->bodies; }

uint32_t setting_place(const setting *s, uint64_t id) {
  return (uint32_t)((id - s->statics - 1) % s->bodies);
}
