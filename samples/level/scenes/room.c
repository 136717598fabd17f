/* room.c: six boxes. */
#include "room.h"

#include "vector.h"

/* Half of how thick they are. */
#define THICK 0.5f

static void add(scene *s, carom_vec3 half, carom_vec3 at, const char *surface) {
  const carom_pose pose = {pos_move((carom_pos){0}, at), {0, 0, 0, 1}};
  scene_add_static(s, carom_shape_box(half.x, half.y, half.z), pose, surface);
}

void room_add(scene *s, float x, float y, float height) {
  const float middle = height / 2, far_x = x + THICK, far_y = y + THICK;
  const carom_vec3 lid = {far_x + THICK, far_y + THICK, THICK};
  const carom_vec3 wall_x = {THICK, far_y + THICK, middle}, wall_y = {x, THICK, middle};
  add(s, lid, (carom_vec3){0, 0, -THICK}, "floor");
  add(s, wall_x, (carom_vec3){-far_x, 0, middle}, "wall");
  add(s, wall_x, (carom_vec3){far_x, 0, middle}, "wall");
  add(s, wall_y, (carom_vec3){0, -far_y, middle}, "wall");
  add(s, wall_y, (carom_vec3){0, far_y, middle}, "wall");
  add(s, lid, (carom_vec3){0, 0, height + THICK}, "ceiling");
  s->bounds.min = (carom_pos){-(double)x, -(double)y, 0};
  s->bounds.max = (carom_pos){(double)x, (double)y, (double)height};
}
