/* anchors: contacts between two collision checks. A solver moves its bodies in small steps, and follows each
 * contact point by the places where it lies on them. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
  const carom_shape floor = carom_shape_box(5, 0.5f, 5), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_pose below = {.position = {0, -0.5, 0}, .rotation = {0, 0, 0, 1}};
  carom_pose pose = {.position = {0, 0.52, 0}, .rotation = {0, 0, 0, 1}};
  carom_manifold m;
  carom_anchors anchors[CAROM_MANIFOLD_POINTS];
  if (carom_collide_within(&floor, &below, &box, &pose, 0.05f, &m)) return 1;
  if (carom_contact_points_get_anchors(m.points, m.point_count, m.normal, &below, &pose, anchors)) return 1;
  for (int step = 0; step < 4; step++) {
    /* Neither of them turns, so that an anchor is where its body is and as far from it as ever. */
    double top = below.position.y + (double)anchors[0].a.y, bottom = pose.position.y + (double)anchors[0].b.y;
    printf("%u points, %+.3f\n", (unsigned)m.point_count, bottom - top);
    pose.position.y -= 0.01;
  }
  return 0;
}
