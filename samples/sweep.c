/* sweep: times of impact of shapes that are too fast for a test at each end of a step. A blade turns by
 * nearly half a turn in one step, and a bullet flies a thousand units. Neither touches the thin wall at
 * either end of the step, but both are found to hit it. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

static void tell(const char *what, const carom_impact *hit) {
  if (!hit->hit)
    printf("%s: free all the way\n", what);
  else
    printf("%s: hits at %.5f of the step, at (%.3f, %.3f), along (%.2f, %.2f)\n", what, hit->fraction,
           hit->point.x, hit->point.y, (double)hit->normal.x, (double)hit->normal.y + 0.0);
}

int main(void) {
  const float angle = 3; /* radians a step */
  carom_shape wall = carom_shape_box(0.001f, 1, 1), blade = carom_shape_box(1, 0.02f, 0.1f);
  carom_pose standing = {.position = {0, 1.9, 0}};
  carom_motion still = {standing, standing}, turn = {0};
  carom_impact hit;
  turn.end.rotation = (carom_quat){0, 0, sinf(angle / 2), cosf(angle / 2)};
  if (carom_time_of_impact(&wall, &still, &blade, &turn, 0, &hit)) return 1;
  tell("the blade", &hit);

  carom_pose then; /* to stop it there */
  if (!hit.hit || carom_motion_pose(&turn, hit.fraction, &then)) return 1;
  printf("it has turned by %.3f\n", 2 * asin((double)then.rotation.z));

  carom_shape bullet = carom_shape_sphere(0.01f);
  carom_pose muzzle = {.position = {-500, 1.5, 0.25}};
  if (carom_cast_shape(&wall, &standing, &bullet, &muzzle, (carom_vec3){1000, 0, 0}, &hit)) return 1;
  tell("the bullet", &hit);
  if (carom_cast_shape(&wall, &standing, &bullet, &muzzle, (carom_vec3){1000, 3, 0}, &hit)) return 1;
  tell("a higher one", &hit);
  return 0;
}
