/* margin: contact points of what is about to touch. A box falls on a floor, a little tilted, and a solver
 * that looks ahead knows all four corners before the first one is down. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  const carom_shape floor = carom_shape_box(5, 0.5f, 5), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_pose below = {.position = {0, -0.5, 0}, .rotation = {0, 0, 0, 1}};
  for (int step = 0; step < 5; step++) {
    carom_pose pose = {.position = {0, 0.57 - 0.02 * step, 0}, .rotation = {0, 0, 0.01f, 0.99995f}};
    carom_manifold m;
    if (carom_collide_within(&floor, &below, &box, &pose, 0.03f, &m)) return 1;
    printf("height %.2f:", pose.position.y - 0.5);
    for (uint32_t i = 0; i < m.point_count; i++) printf(" %.3f", (double)m.points[i].separation);
    printf("\n");
  }
  return 0;
}
