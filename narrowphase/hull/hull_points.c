/* hull_points.c: builds hulls from points: the checks, the grid, and the stages in order. */
#include "hull_build.h"

#include <string.h>

/* How often faces are merged, each time less. */
enum { ATTEMPTS = 4 };

static carom_status check_points(const carom_vec3 *points, size_t count, carom_aabb *box) {
  *box = (carom_aabb){points[0], points[0]};
  for (size_t i = 0; i < count; i++) {
    if (!vec3_is_finite(points[i])) return CAROM_NOT_FINITE;
    box->min = vec3_min(box->min, points[i]);
    box->max = vec3_max(box->max, points[i]);
  }
  double extent = aabb_extent(box);
  if (extent == 0) return CAROM_FLAT;
  if (extent < (double)CAROM_SIZE_MIN || extent > (double)CAROM_SIZE_MAX) return CAROM_BAD_SIZE;
  return aabb_reach(box) > (double)CAROM_SIZE_MAX ? CAROM_OUT_OF_RANGE : CAROM_OK;
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
  double extent = aabb_extent(box);
  build->step = grid_step(extent);
  build->size = extent / build->step;
  build->weld = CAROM__HULL_WELD * build->size + slack / build->step;
  build->left_out = CAROM__HULL_LEFT_OUT * build->size + slack / build->step;
  build->tolerance = CAROM__HULL_TOLERANCE * build->size + slack / build->step;
  for (uint32_t i = 0; i < build->count; i++) {
    carom_vec3 p = build->points[i];
    build->grid[i] =
        (carom__grid_point){to_grid(p.x, box->min.x, build->step), to_grid(p.y, box->min.y, build->step),
                            to_grid(p.z, box->min.z, build->step)};
  }
  return CAROM_OK;
}

/* Faces are merged less where the planes of merged ones do not bound the hull, at last hardly at all. */
static carom_status make_faces(carom__hull_build *build, carom_hull **out) {
  carom__hull_faces faces;
  carom_status status = CAROM_NOT_CONVERGED;
  for (int attempt = ATTEMPTS; attempt > 0 && status == CAROM_NOT_CONVERGED; attempt--) {
    status = carom__hull_merge(build, &faces);
    if (!status) status = carom__hull_assemble(build, &faces, out);
    build->tolerance /= 4;
  }
  return status == CAROM_NOT_CONVERGED ? CAROM_FLAT : status;
}

static carom_status run_stages(carom__hull_build *build, carom_hull **out) {
  carom_status status = carom__hull_quick(build);
  return status ? status : make_faces(build, out);
}

carom_status carom__hull_build_points(const carom_allocator *allocator, const carom__hull_source *source,
                                      carom_hull **out) {
  carom_aabb box;
  carom_status status = check_points(source->points, source->count, &box);
  if (status) return status;
  carom__hull_build build = {
      .allocator = allocator, .source = source, .points = source->points, .count = (uint32_t)source->count};
  carom__arena_init(&build.arena, allocator);
  status = make_grid(&build, &box, source->slack);
  if (!status) status = run_stages(&build, out);
  if (!status && source->left_out) *source->left_out = (float)(build.farthest_left * build.step);
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

static carom_status build_from(const carom_allocator *allocator, const float *points, size_t count,
                               size_t stride, carom__hull_source source, carom_hull **out) {
  if (!points || !out) return CAROM_NULL_ARGUMENT;
  if (count < 4) return CAROM_TOO_FEW_POINTS;
  if (stride == 0) stride = sizeof(carom_vec3);
  if (stride < sizeof(carom_vec3)) return CAROM_OUT_OF_RANGE;
  if (count > INT32_MAX) return CAROM_LIMIT;
  carom_vec3 *packed = gather(allocator, points, count, stride);
  if (!packed) return CAROM_OUT_OF_MEMORY;
  source.points = packed, source.count = count;
  carom_status status = carom__hull_build_points(allocator, &source, out);
  carom__free(allocator, packed, count * sizeof *packed);
  return status;
}

carom_status carom_hull_from_points(const carom_allocator *allocator, const float *points, size_t count,
                                    size_t stride, carom_hull **out) {
  return build_from(allocator, points, count, stride, (carom__hull_source){.most = 0}, out);
}

carom_status carom_hull_from_points_capped(const carom_allocator *allocator, const float *points,
                                           size_t count, size_t stride, uint32_t most, float *left_out,
                                           carom_hull **out) {
  if (most < 4 || most > CAROM_HULL_VERTICES_MAX) return CAROM_OUT_OF_RANGE;
  return build_from(allocator, points, count, stride,
                    (carom__hull_source){.most = most, .left_out = left_out}, out);
}
