/* subproject: how far a disc is from a rectangle, in a project of its own (CMakeLists.txt). */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  const carom_shape disc = carom_shape_disc(0.5f), rectangle = carom_shape_rectangle(1, 2);
  const carom_pose here = carom_pose_planar(0, 0, 0), there = carom_pose_planar(4, 0, 0);
  carom_distance_result result;
  if (carom_distance(&disc, &here, &rectangle, &there, &result)) return 1;
  printf("the gap is %.2f\n", (double)result.distance);
  return 0;
}
