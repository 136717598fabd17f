/* hull_tetrahedron.c: chooses the four points far apart with which a hull starts. It refuses flat sets of
 * points. */
#include "hull_build.h"

static int32_t grid_coordinate(carom__grid_point p, int axis) {
  return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/* The two points that are farthest apart along the axis along which the cloud is longest. */
static void find_longest(const carom__hull_build *build, uint32_t out[2]) {
  int32_t longest = -1;
  for (int axis = 0; axis < 3; axis++) {
    uint32_t low = 0, high = 0;
    for (uint32_t i = 1; i < build->count; i++) {
      int32_t here = grid_coordinate(build->grid[i], axis);
      if (here < grid_coordinate(build->grid[low], axis)) low = i;
      if (here > grid_coordinate(build->grid[high], axis)) high = i;
    }
    int32_t extent = grid_coordinate(build->grid[high], axis) - grid_coordinate(build->grid[low], axis);
    if (extent <= longest) continue;
    longest = extent;
    out[0] = low;
    out[1] = high;
  }
}

/* The point farthest from the line through two others, and its distance. */
static uint32_t find_off_line(const carom__hull_build *build, const uint32_t line[2], double *distance) {
  carom__dvec3 along = grid_difference(build->grid[line[1]], build->grid[line[0]]);
  uint32_t best = 0;
  double most = -1;
  for (uint32_t i = 0; i < build->count; i++) {
    carom__dvec3 across = dvec3_cross(along, grid_difference(build->grid[i], build->grid[line[0]]));
    double area2 = dvec3_dot(across, across);
    if (area2 <= most) continue;
    most = area2;
    best = i;
  }
  *distance = sqrt(most) / dvec3_length(along);
  return best;
}

/* The point farthest from a facet's plane; the sum of the farthest distances on both sides is the
 * thickness. */
static uint32_t find_off_plane(const carom__hull_build *build, const carom__facet *plane, double *thickness) {
  uint32_t best = 0;
  double low = 0, high = 0, most = -1;
  for (uint32_t i = 0; i < build->count; i++) {
    double height = carom__facet_height(plane, build->grid[i]);
    low = fmin(low, height);
    high = fmax(high, height);
    if (fabs(height) <= most) continue;
    most = fabs(height);
    best = i;
  }
  *thickness = high - low;
  return best;
}

carom_status carom__hull_tetrahedron(const carom__hull_build *build, uint32_t corner[4]) {
  double flat = CAROM__HULL_TOLERANCE * build->size, width;
  find_longest(build, corner);
  corner[2] = find_off_line(build, corner, &width);
  if (!(width >= flat)) return CAROM_FLAT;
  carom__facet base = carom__facet_make(build->grid, corner[0], corner[1], corner[2]);
  corner[3] = find_off_plane(build, &base, &width);
  if (!(width >= flat)) return CAROM_FLAT;
  if (carom__facet_height(&base, build->grid[corner[3]]) > 0) {
    uint32_t first = corner[0];
    corner[0] = corner[1];
    corner[1] = first;
  }
  return CAROM_OK;
}
