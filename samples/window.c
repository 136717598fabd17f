/* window: how much of a window a tilted poster covers, from the corners of what both have in common. */
#include <carom/carom.h>
#include <stdio.h>

enum { MOST = 8 };

static float area_of(const carom_vec2 *p, size_t count) {
  float twice = 0;
  for (size_t i = 1; i + 1 < count; i++)
    twice += (p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (p[i].y - p[0].y) * (p[i + 1].x - p[0].x);
  return 0.5f * twice;
}

int main(void) {
  const carom_vec2 window[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  for (float x = 0; x <= 4; x += 1) {
    const carom_vec2 poster[4] = {{x, 0.25f}, {x + 0.75f, 1}, {x, 1.75f}, {x - 0.75f, 1}};
    const carom_ring a = {window, 4}, b = {poster, 4};
    carom_vec2 corners[MOST];
    size_t count;
    if (carom_polygons_clip(&a, &b, corners, MOST, &count)) return 1;
    printf("at %.0f: %zu corners, covers %4.1f %%\n", (double)x, count,
           (double)(100 * area_of(corners, count) / area_of(window, 4)));
  }
  return 0;
}
