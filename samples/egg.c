/* egg: kinds with an arc. In the plane, an egg is an ellipse and a bowl is half a disc. The egg stands on the
 * ground, leans against the bowl, and is told where the two touch and what it weighs. */
#include <carom/carom.h>
#include <stdio.h>

static void tell(const char *what, const carom_distance_result *d) {
  printf("%s: %.3f apart, normal (%.2f, %.2f)\n", what, (double)d->distance, (double)d->normal.x + 0.0,
         (double)d->normal.y + 0.0);
}

int main(void) {
  const carom_shape egg = carom_shape_ellipse(0.3f, 0.4f), bowl = carom_shape_half_disc(0.5f),
                    ground = carom_shape_half_plane(0);
  const carom_pose at_ground = {.position = {0, 0, 0}};
  const carom_pose at_egg = carom_pose_planar(0, 0.38, -0.5); /* it leans */
  const carom_pose at_bowl = carom_pose_planar(0.9, 0, 0);    /* upside down: the arc is above */
  carom_distance_result apart;
  carom_manifold manifold;
  carom_mass mass;
  if (carom_signed_distance(&ground, &at_ground, &egg, &at_egg, &apart)) return 1;
  tell("egg and ground", &apart);
  if (carom_signed_distance(&egg, &at_egg, &bowl, &at_bowl, &apart)) return 1;
  tell("egg and bowl", &apart);
  if (carom_collide(&ground, &at_ground, &bowl, &at_bowl, &manifold)) return 1;
  for (uint32_t i = 0; i < manifold.point_count; i++)
    printf("the bowl stands at x = %.1f\n", manifold.points[i].position.x);
  if (carom_shape_get_mass(&bowl, 1, &mass)) return 1;
  printf("its mass is %.4f, and its centre is %.4f above the ground\n", (double)mass.mass,
         (double)mass.center.y);
  return 0;
}
