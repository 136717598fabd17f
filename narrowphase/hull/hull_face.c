/* hull_face.c: finds the face of a hull that faces a direction most, by a test of all faces, four at a time.
 */
#include "hull.h"

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

enum { CHUNK = 16 }; /* a bit for each face of a chunk */

/* The last four overlap the ones before when the number of faces is no multiple of four; a hull has four at
 * least. */
static uint32_t first_of_row(const carom_hull *hull, uint32_t row) {
  return 4 * row + 4 <= hull->face_count ? 4 * row : hull->face_count - 4;
}

/* The dot products of up to CHUNK rows of four planes, and the greatest; returns how many rows. */
static uint32_t find_dots(const carom_hull *hull, uint32_t start, const carom__lanes direction[3],
                          carom__lanes dots[CHUNK], float *most) {
  uint32_t rows = (hull->face_count + 3) / 4 - start;
  float lanes[4];
  rows = rows < CHUNK ? rows : CHUNK;
  carom__lanes greatest = lanes_splat(-INFINITY);
  for (uint32_t i = 0; i < rows; i++) {
    dots[i] = dots_of_four(hull->planes + first_of_row(hull, start + i), direction);
    greatest = lanes_max(greatest, dots[i]);
  }
  lanes_store(lanes, lanes_max(greatest, lanes_join_high(greatest, greatest)));
  *most = lanes[0] > lanes[1] ? lanes[0] : lanes[1];
  return rows;
}

/* The first of the planes with the greatest product. */
static uint32_t find_first(const carom_hull *hull, uint32_t start, uint32_t rows, const carom__lanes *dots,
                           float most) {
  uint64_t below = 0;
  for (uint32_t i = 0; i < rows; i++)
    below |= (uint64_t)lanes_bits(lanes_gt(lanes_splat(most), dots[i])) << 4 * i;
  uint32_t first = (uint32_t)bits_lowest(~below);
  return first_of_row(hull, start + first / 4) + first % 4;
}

uint32_t carom__hull_face(const carom_hull *hull, carom_vec3 d) {
  const carom__lanes direction[3] = {lanes_splat(d.x), lanes_splat(d.y), lanes_splat(d.z)};
  carom__lanes dots[CHUNK];
  uint32_t best = 0, rows;
  float most = -INFINITY, here;
  for (uint32_t start = 0; 4 * start < hull->face_count; start += rows) {
    rows = find_dots(hull, start, direction, dots, &here);
    if (!(here > most)) continue;
    most = here;
    best = find_first(hull, start, rows, dots, most);
  }
  return best;
}
