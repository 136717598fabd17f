/* ladder: the separation of two oriented boxes of the plane. One box slides past another one that is rotated.
 * Four axes can separate them. The separation is that of the axis on which they are farthest apart or overlap
 * least. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

/* Stars for depth, dashes for distance: an eighth each. */
static void print_rung(double x, const carom_obb2_gap *gap) {
  char bar[32] = {0};
  int marks = (int)fmin(ceil(fabs((double)gap->separation) * 8), 31);
  for (int i = 0; i < marks; i++) bar[i] = gap->separation > 0 ? '-' : '*';
  printf("%5.2f  %6.3f along (%5.2f, %5.2f)  %s\n", x, (double)gap->separation, (double)gap->normal.x + 0.0,
         (double)gap->normal.y + 0.0, bar);
}

int main(void) {
  carom_obb2 fixed = {{0, 0}, carom_direction_degrees(30), {2, 1}};
  carom_obb2 moving = {{-6, 1.5f}, carom_direction_degrees(0), {1, 1}};
  printf("    x  separation\n");
  for (int step = 0; step <= 24; step++) {
    carom_obb2_gap gap;
    moving.center.x = -6 + 0.5f * (float)step;
    if (carom_obb2_separation(&fixed, &moving, &gap)) return 1;
    print_rung((double)moving.center.x, &gap);
  }
  return 0;
}
