/* sight: the line of sight of guards through smoke. There is one ray for each guard, which ends a fifth
 * beyond the player. A wall ends it, and smoke halves the guard's remaining range. */
#include <carom/carom.h>
#include <stdio.h>

enum { PLAYER = 2, SMOKE = 4, WALL = 8 };

static carom_body add(carom_world *world, carom_shape shape, uint64_t category, double x, double z) {
  carom_body body = carom_body_create(world, &(carom_body_def){.pose.position = {x, 1.6, z}});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape, .filter.category = category});
  return body;
}

typedef struct {
  carom_body player;
  bool seen;
} look;

/* Hits come nearest first: the player is seen, or else a wall ends the look and smoke shortens it. */
static float notice(void *user, const carom_world *world, const carom_ray_hit *hit) {
  look *l = user;
  carom_filter filter;
  l->seen = hit->body.bits == l->player.bits;
  carom_collider_get_filter(world, hit->collider, &filter);
  if (l->seen || filter.category == WALL) return -1;
  return hit->fraction + (1 - hit->fraction) / 2;
}

int main(void) {
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  const carom_pos guards[] = {{-6, 1.6, 0}, {0, 1.6, 7}, {9, 1.6, 0}, {0, 1.6, -4}};
  look l = {.player = add(world, carom_shape_sphere(0.3f), PLAYER, 0, 0)};
  add(world, carom_shape_box(0.1f, 2, 1), WALL, -3, 0);
  add(world, carom_shape_box(1, 1, 0.5f), SMOKE, 0, 6);
  add(world, carom_shape_box(1, 1, 0.5f), SMOKE, 0, -1);
  const carom_query_filter filter = {.mask = PLAYER | SMOKE | WALL};
  for (int i = 0; i < 4; i++) {
    carom_ray ray = {guards[i], {-(float)guards[i].x * 1.2f, 0, -(float)guards[i].z * 1.2f}};
    l.seen = false;
    if (carom_world_cast_ray_each(world, &ray, &filter, notice, &l)) return 1;
    printf("guard %d %s the player\n", i, l.seen ? "sees" : "does not see");
  }
  return carom_world_destroy(world);
}
