/* lines.c: the lines of carom_world_draw as arrays, which JavaScript gives to a renderer as they are. */
#include "carom.h"

#include <string.h>

/* What a line shows, as JavaScript knows it by its place in lines.mjs. */
typedef enum line_part {
  OF_KINEMATIC,
  OF_STATIC,
  OF_SENSOR,
  OF_CONTACT,
  OF_BOUNDS,
  OF_TREE,
  OF_CELL
} line_part;

/* Where lines go: six floats and one part each, as far as there is room. */
typedef struct line_list {
  carom_pos origin;
  uint32_t count, capacity;
  float *ends;
  uint8_t *parts;
} line_list;

static line_part part_of(const carom_draw_item *item) {
  if (item->part == CAROM_DRAW_CONTACTS) return OF_CONTACT;
  if (item->part == CAROM_DRAW_BOUNDS) return OF_BOUNDS;
  if (item->part == CAROM_DRAW_TREES) return OF_TREE;
  if (item->part == CAROM_DRAW_CELLS) return OF_CELL;
  if (item->sensor) return OF_SENSOR;
  return item->kind == CAROM_STATIC ? OF_STATIC : OF_KINEMATIC;
}

static void add_line(void *user, const carom_draw_item *item, carom_pos a, carom_pos b) {
  line_list *list = user;
  if (list->count < list->capacity) {
    const float ends[6] = {(float)(a.x - list->origin.x), (float)(a.y - list->origin.y),
                           (float)(a.z - list->origin.z), (float)(b.x - list->origin.x),
                           (float)(b.y - list->origin.y), (float)(b.z - list->origin.z)};
    memcpy(list->ends + 6 * list->count, ends, sizeof ends);
    list->parts[list->count] = (uint8_t)part_of(item);
  }
  list->count++;
}

/* Writes the lines of a world, as seen from list->origin, and their number to list->count. */
__attribute__((export_name("carom_web_lines"))) carom_status
write_lines(const carom_world *world, uint32_t parts, float normal_length, line_list *list) {
  list->count = 0;
  const carom_draw draw = {.user = list, .parts = parts, .normal_length = normal_length, .line = add_line};
  return carom_world_draw(world, &draw);
}
