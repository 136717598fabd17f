/* gap: the signed distance of two boxes, without a world. One box turns while it comes down beside a wall.
 * The signed distance describes the whole motion, apart and overlapping. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  carom_shape wall = carom_shape_box(0.5f, 3, 3), box = carom_shape_box(1, 1, 1);
  carom_placed standing, moving;
  carom_pair_cache cache = {0}; /* lets each call start where the last one ended */
  if (carom_place(&wall, &(carom_pose){{0, 0, 0}, {0, 0, 0, 1}}, &standing)) return 1;
  for (int step = 0; step <= 8; step++) {
    float half_angle = 0.05f * (float)step;
    carom_pose pose = {{2.5 - 0.25 * step, 3.5 - 0.5 * step, 0}, {0, 0, sinf(half_angle), cosf(half_angle)}};
    carom_distance_result gap;
    if (carom_place(&box, &pose, &moving) || carom_signed_distance_placed(&standing, &moving, &cache, &gap))
      return 1;
    printf("x %.2f: %s %.3f along (%.2f, %.2f)\n", pose.position.x, gap.distance > 0 ? "apart by" : "deep by",
           fabs((double)gap.distance), (double)gap.normal.x + 0.0, (double)gap.normal.y + 0.0);
  }
  return 0;
}
