/* sail: a single triangle, which has two sides. Where does a ball that is thrown at it stop? */
#include <carom/carom.h>
#include <stdio.h>

static void throw_ball(const carom_shape *sail, const char *name, carom_pos from, carom_vec3 way) {
  const carom_shape ball = carom_shape_sphere(0.25f);
  const carom_pose still = {{0, 0, 0}, {0, 0, 0, 1}}, start = {from, {0, 0, 0, 1}};
  carom_impact hit;
  if (carom_cast_shape(sail, &still, &ball, &start, way, &hit)) return;
  if (hit.hit)
    printf("%s: stops after %.3f of the way, and flies off along %+.2f\n", name, hit.fraction,
           (double)hit.normal.z);
  else
    printf("%s: flies past\n", name);
}

int main(void) {
  const carom_shape sail =
      carom_shape_triangle((carom_vec3){0, 0, 0}, (carom_vec3){4, 0, 0}, (carom_vec3){0, 6, 0});
  throw_ball(&sail, "from ahead", (carom_pos){1, 1, 5}, (carom_vec3){0, 0, -10});
  throw_ball(&sail, "from behind", (carom_pos){1, 1, -5}, (carom_vec3){0, 0, 10});
  throw_ball(&sail, "too far aside", (carom_pos){4, 4, 5}, (carom_vec3){0, 0, -10});
  return 0;
}
