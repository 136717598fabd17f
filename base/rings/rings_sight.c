/* rings_sight.c: which corners of a patch see which.
 *
 * From a corner one looks through the sides of triangles, in a cone that each corner on the way narrows
 * (Guibas, Hershberger, Leven, Sharir and Tarjan, 1987). A corner is known by where it is on the outline, not
 * by its place, so that two at one place are no matter. */
#include "rings_patch.h"

typedef struct eye {
  carom__patch *patch;
  uint32_t at;
} eye;

/* What is between two corners is noted at the lower one. */
static void note(const eye *e, uint32_t corner, enum carom__sight sight) {
  if (corner > e->at) e->patch->spans[e->at][corner].sight = (uint8_t)sight;
}

static int turn(const eye *e, uint32_t a, uint32_t b) {
  const carom_vec2 *points = e->patch->points;
  return carom__orient(points[e->at], points[a], points[b]);
}

static uint32_t side_to(const carom__patch *patch, uint32_t triangle, uint32_t other) {
  uint32_t side = 0;
  while (patch->beyond[triangle][side] != other) side++;
  return side;
}

/* Looks through a side of a triangle, between the directions to two corners. */
static void look_through(const eye *e, uint32_t triangle, uint32_t side, uint32_t right, uint32_t left) {
  const carom__patch *patch = e->patch;
  uint32_t next = patch->beyond[triangle][side];
  if (next == CAROM__PATCH_TRIANGLES) return;
  uint32_t back = side_to(patch, next, triangle), corner = patch->triangles[next][(back + 2) % 3];
  int from_right = turn(e, right, corner), to_left = turn(e, corner, left);
  if (from_right >= 0 && to_left >= 0)
    note(e, corner, from_right > 0 && to_left > 0 ? CAROM__SEEN : CAROM__GRAZED);
  if (from_right > 0) look_through(e, next, (back + 1) % 3, right, to_left > 0 ? corner : left);
  if (to_left > 0) look_through(e, next, (back + 2) % 3, from_right > 0 ? corner : right, left);
}

static void look_from(const eye *e, uint32_t triangle) {
  const uint8_t *corners = e->patch->triangles[triangle];
  for (uint32_t i = 0; i < 3; i++) {
    if (corners[i] != e->at) continue;
    uint32_t right = corners[(i + 1) % 3], left = corners[(i + 2) % 3];
    note(e, right, CAROM__SEEN);
    note(e, left, CAROM__SEEN);
    look_through(e, triangle, (i + 1) % 3, right, left);
  }
}

void carom__patch_look(carom__patch *patch) {
  for (uint32_t i = 0; i < patch->corner_count; i++) {
    for (uint32_t j = i + 1; j < patch->corner_count; j++) patch->spans[i][j].sight = CAROM__UNSEEN;
    for (uint32_t triangle = 0; triangle < patch->triangle_count; triangle++)
      look_from(&(eye){patch, i}, triangle);
  }
}
