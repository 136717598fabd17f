/* hull_face.c: the face of a hull that faces a direction most: all are looked at, four at a time. */
#include "hull_face.h"

#include "lanes.h"

/* A plane is four floats, so that four of them, rows and columns exchanged, are the lanes of four normals. */
static carom__lanes dots_of_four(const carom_plane *planes, const carom__lanes direction[3]) {
  carom__lanes row[4];
  for (int i = 0; i < 4; i++) row[i] = lanes_load((const float *)&planes[i]);
  carom__lanes low01 = lanes_zip_low(row[0], row[1]), low23 = lanes_zip_low(row[2], row[3]);
  carom__lanes high01 = lanes_zip_high(row[0], row[1]), high23 = lanes_zip_high(row[2], row[3]);
  carom__lanes x = lanes_mul(lanes_join_low(low01, low23), direction[0]);
  carom__lanes y = lanes_mul(lanes_join_high(low01, low23), direction[1]);
  carom__lanes z = lanes_mul(lanes_join_low(high01, high23), direction[2]);
  return lanes_add(lanes_add(x, y), z);
}

/* The last four overlap the ones before when the count is no multiple of four; a hull has four faces at
 * least. */
uint32_t carom__hull_face(const carom_hull *hull, carom_vec3 d) {
  const carom__lanes direction[3] = {lanes_splat(d.x), lanes_splat(d.y), lanes_splat(d.z)};
  uint32_t best = 0;
  float most = -INFINITY;
  for (uint32_t i = 0; i < hull->face_count; i += 4) {
    uint32_t first = i + 4 <= hull->face_count ? i : hull->face_count - 4;
    carom__lanes dots = dots_of_four(hull->planes + first, direction);
    if (!lanes_any(lanes_gt(dots, lanes_splat(most)))) continue;
    float values[4];
    lanes_store(values, dots);
    for (uint32_t k = 0; k < 4; k++)
      if (values[k] > most) most = values[k], best = first + k;
  }
  return best;
}
