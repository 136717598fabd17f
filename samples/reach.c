/* reach: the items in reach of a player. A box in front of the player finds the candidates. Those within 45
 * degrees of the view direction remain, nearest first. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEM = 2 };

typedef struct {
  const char *name;
  float distance;
} candidate;

static int by_distance(const void *a, const void *b) {
  float x = ((const candidate *)a)->distance, y = ((const candidate *)b)->distance;
  return (x > y) - (x < y);
}

static void add_item(carom_world *world, char *name, double x, double y, double z) {
  carom_body item = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {x, y, z}, .user = name});
  carom_collider_create(world, item,
                        &(carom_collider_def){.shape = carom_shape_sphere(0.1f), .filter.category = ITEM});
}

/* The player stands at eye and looks along +x: reach is 2 units, and dot > cos 45 |offset| keeps the cone. */
static size_t reach(const carom_world *world, carom_pos eye, candidate *out, size_t capacity) {
  carom_found found[16];
  size_t count, kept = 0;
  carom_shape box = carom_shape_box(1, 1, 1);
  carom_pose front = {{eye.x + 1, eye.y, eye.z}, {0, 0, 0, 1}};
  carom_world_overlap_shape(world, &box, &front, &(carom_query_filter){.mask = ITEM}, found, 16, &count);
  for (size_t i = 0; i < count && i < 16 && kept < capacity; i++) {
    carom_pose pose;
    carom_body_get_pose(world, found[i].body, &pose);
    float x = (float)(pose.position.x - eye.x), y = (float)(pose.position.y - eye.y),
          z = (float)(pose.position.z - eye.z), distance = sqrtf(x * x + y * y + z * z);
    if (x > 0.70710678f * distance)
      out[kept++] = (candidate){carom_body_get_user(world, found[i].body), distance};
  }
  qsort(out, kept, sizeof *out, by_distance);
  return kept;
}

int main(void) {
  char key[] = "key", lamp[] = "lamp", rope[] = "rope", coin[] = "coin", map[] = "map";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add_item(world, key, 1.5, 1.2, 0.3);
  add_item(world, lamp, 0.9, 1.6, -0.2);
  add_item(world, rope, 0.3, 1.5, 0.9); /* in the box, but beside the player */
  add_item(world, coin, 2.05, 1.5, 0);  /* touches the end of the reach */
  add_item(world, map, -0.5, 1.5, 0);   /* behind */
  candidate items[8];
  size_t count = reach(world, (carom_pos){0, 1.5, 0}, items, 8);
  for (size_t i = 0; i < count; i++) printf("%s at %.2f\n", items[i].name, (double)items[i].distance);
  return carom_world_destroy(world);
}
