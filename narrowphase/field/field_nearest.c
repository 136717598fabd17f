/* field_nearest.c: one triangle of a field and one point. */
#include "field_nearest.h"

#include "mesh_nearest.h"

void carom__field_try_nearest(carom__field_search *search, uint32_t triangle) {
  carom_vec3 corners[3];
  carom__dvec3 c[3], p = dvec3_widen(search->point);
  if (!carom__field_corners_of(search->field, triangle, corners)) return;
  for (int k = 0; k < 3; k++) c[k] = dvec3_widen(corners[k]);
  carom__dvec3 nearest = carom__mesh_on_triangle(p, c), way = dvec3_sub(nearest, p);
  double square = dvec3_dot(way, way);
  if (square > search->square || (square == search->square && triangle > search->triangle)) return;
  search->square = square;
  search->triangle = triangle;
  search->nearest = nearest;
}
