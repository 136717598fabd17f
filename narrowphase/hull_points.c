/* hull_points.c: hulls of points: checks, the grid, and the stages in their order. */
#include "hull_build.h"

#include <string.h>

static double extent_of(const carom_aabb *box) {
  double x = (double)box->max.x - (double)box->min.x, y = (double)box->max.y - (double)box->min.y;
  return fmax(fmax(x, y), (double)box->max.z - (double)box->min.z);
}

static double reach_of(const carom_aabb *box) {
  carom_vec3 far = vec3_max(vec3_abs(box->min), vec3_abs(box->max));
  return fmax(fmax((double)far.x, (double)far.y), (double)far.z);
}

static carom_status check_points(const carom_vec3 *points, size_t count, carom_aabb *box) {
  *box = (carom_aabb){points[0], points[0]};
  for (size_t i = 0; i < count; i++) {
    if (!vec3_is_finite(points[i])) return CAROM_NOT_FINITE;
    box->min = vec3_min(box->min, points[i]);
    box->max = vec3_max(box->max, points[i]);
  }
  double extent = extent_of(box);
  if (extent == 0) return CAROM_FLAT;
  if (extent < (double)CAROM_SIZE_MIN || extent > (double)CAROM_SIZE_MAX) return CAROM_BAD_SIZE;
  return reach_of(box) > (double)CAROM_SIZE_MAX ? CAROM_OUT_OF_RANGE : CAROM_OK;
}

/* The smallest power of two by which an extent spans no more steps than the grid has. */
static double grid_step(double extent) {
  int exponent;
  frexp(extent, &exponent);
  return ldexp(1, exponent - CAROM__GRID_BITS);
}

static int32_t to_grid(float value, float low, double step) {
  return (int32_t)floor(((double)value - (double)low) / step + 0.5);
}

static carom_status make_grid(carom__hull_build *build, const carom_aabb *box, double slack) {
  build->grid = carom__arena_alloc(&build->arena, build->count, sizeof *build->grid);
  if (!build->grid) return CAROM_OUT_OF_MEMORY;
  double extent = extent_of(box);
  build->step = grid_step(extent);
  build->size = extent / build->step;
  build->weld = CAROM__HULL_WELD * build->size + slack / build->step;
  build->tolerance = CAROM__HULL_TOLERANCE * build->size + slack / build->step;
  for (uint32_t i = 0; i < build->count; i++) {
    carom_vec3 p = build->points[i];
    build->grid[i] =
        (carom__grid_point){to_grid(p.x, box->min.x, build->step), to_grid(p.y, box->min.y, build->step),
                            to_grid(p.z, box->min.z, build->step)};
  }
  return CAROM_OK;
}

static carom_status run_stages(carom__hull_build *build, carom_hull **out) {
  carom__hull_faces faces;
  carom_status status = carom__hull_quick(build);
  if (!status) status = carom__hull_merge(build, &faces);
  if (!status) status = carom__hull_assemble(build, &faces, out);
  return status;
}

carom_status carom__hull_build_points(const carom_allocator *allocator, const carom_vec3 *points,
                                      size_t count, double slack, carom_hull **out) {
  carom_aabb box;
  carom_status status = check_points(points, count, &box);
  if (status) return status;
  carom__hull_build build = {.allocator = allocator, .points = points, .count = (uint32_t)count};
  carom__arena_init(&build.arena, allocator);
  status = make_grid(&build, &box, slack);
  if (!status) status = run_stages(&build, out);
  carom__array_free(allocator, &build.facets);
  carom__arena_free(&build.arena);
  return status;
}

/* The points as an array of our own; they may be strewn among other data, and unaligned. */
static carom_vec3 *gather(const carom_allocator *allocator, const float *points, size_t count,
                          size_t stride) {
  carom_vec3 *packed = carom__alloc(allocator, count * sizeof *packed);
  if (!packed) return NULL;
  const char *at = (const char *)points;
  for (size_t i = 0; i < count; i++) memcpy(&packed[i], at + i * stride, sizeof packed[i]);
  return packed;
}

carom_status carom_hull_from_points(const carom_allocator *allocator, const float *points, size_t count,
                                    size_t stride, carom_hull **out) {
  if (!points || !out) return CAROM_NULL_ARGUMENT;
  if (count < 4) return CAROM_TOO_FEW_POINTS;
  if (stride == 0) stride = sizeof(carom_vec3);
  if (stride < sizeof(carom_vec3)) return CAROM_OUT_OF_RANGE;
  if (count > INT32_MAX) return CAROM_LIMIT;
  carom_vec3 *packed = gather(allocator, points, count, stride);
  if (!packed) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__hull_build_points(allocator, packed, count, 0, out);
  carom__free(allocator, packed, count * sizeof *packed);
  return status;
}
