/* scene_bunny.c: the bundled scene, in metres, z up: a walled room with pillars, ramps and domes around a
 * large Stanford bunny. The large one is a mesh, the small ones among the movers are hulls. */
#include "scene_kinds.h"

#include <math.h>
#include <string.h>

#include "bunny.h"
#include "room.h"
#include "vector.h"

/* Half sizes of the room, and its height. */
#define ROOM_X 26.0f
#define ROOM_Y 17.0f
#define ROOM_HEIGHT 7.0f

static void add(scene *s, carom_shape shape, carom_vec3 at, carom_quat rotation, const char *surface) {
  carom_pose pose = {pos_move((carom_pos){0}, at), rotation};
  scene_add_static(s, shape, pose, surface);
}

static void add_upright(scene *s, carom_shape shape, float x, float y, float z, const char *surface) {
  add(s, shape, (carom_vec3){x, y, z}, (carom_quat){0}, surface);
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

static bool add_large_bunny(scene *s, const char *folder) {
  const float scale = 2.6f / BUNNY_HALF;
  carom_mesh *mesh = bunny_mesh(s, folder);
  if (mesh)
    add_upright(s, carom_shape_scaled_mesh(mesh, (carom_vec3){scale, scale, scale}, 0), 0, 0, 4.1f, "bunny");
  return mesh != NULL;
}

bool scene_bunny_load(scene *s, const char *data_folder) {
  strcpy(s->name, "bunny");
  s->unit = "m";
  s->cast = bunny_cast;
  if (!bunny_load(s, data_folder)) return false;
  room_add(s, ROOM_X, ROOM_Y, ROOM_HEIGHT);
  add_obstacles(s);
  return add_large_bunny(s, data_folder);
}
