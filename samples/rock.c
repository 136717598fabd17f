/* rock: hulls of a rock with ever fewer vertices, and how far the points that each leaves out are outside. */
#include <carom/carom.h>
#include <stdio.h>

enum { POINTS = 1000 };

/* Lumps on a ball of radius 1, along a spiral. */
static void make_rock(carom_vec3 out[POINTS]) {
  for (int i = 0; i < POINTS; i++) {
    carom_vec2 around = carom_direction(i * 2.399963),
               tilt = carom_direction_degrees(180 * (i + 0.5) / POINTS);
    float size = 1 + 0.1f * carom_direction(i * 0.1).y;
    out[i] = (carom_vec3){size * tilt.y * around.x, size * tilt.x, size * tilt.y * around.y};
  }
}

int main(void) {
  static carom_vec3 points[POINTS];
  make_rock(points);
  for (uint32_t cap = 256; cap >= 4; cap /= 4) {
    carom_hull *hull;
    carom_hull_view view;
    float left_out;
    if (carom_hull_from_points_capped(NULL, &points->x, POINTS, 0, cap, &left_out, &hull)) return 1;
    if (carom_hull_describe(hull, &view) == CAROM_OK)
      printf("%3u vertices: volume %.2f, within %.3f of all points\n", view.vertex_count, (double)view.volume,
             (double)left_out);
    carom_hull_release(hull);
  }
  return 0;
}
