/* hitscan: a ray as a shot that tells the part it hits. Each soldier has a box for the body and one for the
 * head. The first part along the ray is hit. */
#include <carom/carom.h>
#include <stdio.h>

enum { BODY = 1, HEAD = 2, COVER = 4 };

static void add_soldier(carom_world *world, char *name, double z) {
  carom_body soldier = carom_body_create(world, &(carom_body_def){.pose.position = {0, 0, z}, .user = name});
  const carom_collider_def parts[] = {
      {.shape = carom_shape_box(0.35f, 0.7f, 0.2f), .pose.position = {0, 0.7f, 0}, .filter.category = BODY},
      {.shape = carom_shape_box(0.14f, 0.16f, 0.16f),
       .pose.position = {0, 1.6f, 0.1f},
       .filter.category = HEAD},
  };
  carom_collider_create_many(world, soldier, parts, 2, NULL);
}

static void shoot(const carom_world *world, const char *what, carom_pos from, carom_vec3 along,
                  uint64_t mask) {
  carom_ray_hit hit;
  carom_filter part;
  carom_ray ray = {from, along};
  if (carom_world_cast_ray(world, &ray, &(carom_query_filter){.mask = mask}, &hit) || !hit.body.bits) {
    printf("%s: a miss\n", what);
    return;
  }
  carom_collider_get_filter(world, hit.collider, &part);
  printf("%s: %s, %s, at distance %.2f\n", what, (const char *)carom_body_get_user(world, hit.body),
         part.category == HEAD   ? "head"
         : part.category == BODY ? "body"
                                 : "cover",
         (double)hit.fraction * (double)-along.z);
}

int main(void) {
  char near_name[] = "Ada", far_name[] = "Ben", wall_name[] = "the wall";
  carom_world *world;
  if (carom_world_create(NULL, &world)) return 1;
  add_soldier(world, near_name, -10);
  add_soldier(world, far_name, -20);
  carom_body wall = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position = {0, 0.5, -15}, .user = wall_name});
  carom_collider_create(
      world, wall, &(carom_collider_def){.shape = carom_shape_box(2, 0.5f, 0.1f), .filter.category = COVER});

  shoot(world, "level at the chest", (carom_pos){0, 1, 0}, (carom_vec3){0, 0, -100}, 0);
  shoot(world, "level at the head", (carom_pos){0, 1.6, 0}, (carom_vec3){0, 0, -100}, 0);
  shoot(world, "from above: the head is nearer than the chest behind it", (carom_pos){0, 6.6, 0},
        (carom_vec3){0, -50, -100}, 0);
  shoot(world, "beside Ada, low", (carom_pos){0.5, 0.5, 0}, (carom_vec3){0, 0, -100}, 0);
  shoot(world, "beside Ada, low, through cover", (carom_pos){0.3, 0.5, -12}, (carom_vec3){0, 0, -100},
        BODY | HEAD);
  shoot(world, "over everyone", (carom_pos){0, 2, 0}, (carom_vec3){0, 0, -100}, 0);
  return carom_world_destroy(world);
}
