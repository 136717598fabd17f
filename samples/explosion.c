/* explosion: the bodies that an explosion hurts. The program asks for the bodies nearest to its centre within
 * its radius. The damage decreases with the distance, and a wall prevents it. */
#include <carom/carom.h>
#include <stdio.h>

enum { TARGET = 2, WALL = 4 };

static void add(carom_world *world, char *name, carom_shape shape, uint64_t category, double x, double z) {
  carom_body body = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {x, 1, z}, .user = name});
  carom_collider_create(world, body, &(carom_collider_def){.shape = shape, .filter.category = category});
}

/* Is there a wall between the bang and the point of the target that is nearest to it? */
static bool is_covered(const carom_world *world, carom_pos bang, carom_pos target) {
  carom_ray ray = {bang,
                   {(float)(target.x - bang.x), (float)(target.y - bang.y), (float)(target.z - bang.z)}};
  bool covered = false;
  carom_world_cast_ray_any(world, &ray, &(carom_query_filter){.mask = WALL}, &covered);
  return covered;
}

int main(void) {
  char ann[] = "ann", bob[] = "bob", cid[] = "cid", dan[] = "dan", eve[] = "eve", wall[] = "wall";
  const carom_shape person = carom_shape_capsule((carom_vec3){0, -0.6f, 0}, (carom_vec3){0, 0.6f, 0}, 0.3f);
  const carom_pos bang = {0, 1, 0};
  const float radius = 6;
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add(world, ann, person, TARGET, 2, 0);
  add(world, bob, person, TARGET, -4, 3);
  add(world, cid, person, TARGET, 0, -3); /* behind the wall */
  add(world, dan, person, TARGET, 9, 0);  /* too far */
  add(world, eve, person, TARGET, 0.2, 0);
  add(world, wall, carom_shape_box(2, 2, 0.1f), WALL, 0, -1.5);
  carom_near near[8];
  size_t count;
  if (carom_world_closest_bodies(world, &bang, radius, &(carom_query_filter){.mask = TARGET}, near, 8,
                                 &count))
    return 1;
  for (size_t i = 0; i < count; i++)
    printf("%s at %.2f: %.0f\n", (const char *)carom_body_get_user(world, near[i].body),
           (double)near[i].distance,
           is_covered(world, bang, near[i].point) ? 0 : 100 * (1 - (double)(near[i].distance / radius)));
  return carom_world_destroy(world);
}
