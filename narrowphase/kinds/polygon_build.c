/* polygon_build.c: builds the convex hull of points of the plane.
 *
 * It begins as a segment between two points that are farthest from each other, near enough, and grows: while
 * a point lies beyond an edge, the farthest such becomes a vertex (Eddy, 1977). As what is nearer than a part
 * of the size is left out, no point in line with others can be mistaken, and the rounding of doubles does not
 * matter. Points are looked at afresh for each edge instead of being shared out: there are few edges, and
 * nothing has to be sorted or kept. */
#include <string.h>

#include "flat_class.h"
#include "polygon.h"

/* A point that is this near to the polygon, relative to its size, does not become a vertex. */
#define WELD 1e-6
/* One that turns out to be as near to the line of its neighbours is none any more: it was the farthest once,
 * before they came, by rounding alone. */
#define STRAIGHT 1e-7

/* A point on a side is the farthest from at most one edge, before the side's ends come: one a side. */
enum { MOST_WITH_STRAIGHT = 2 * CAROM_POLYGON_VERTICES_MAX };

typedef struct build {
  const char *points;
  size_t count, stride;
  carom__dvec2 vertices[MOST_WITH_STRAIGHT + 1];
  uint32_t vertex_count;
  double size; /* the larger extent */
} build;

/* Points may be strewn among other data, and unaligned. */
static carom_vec2 point_at(const build *b, size_t i) {
  carom_vec2 p;
  memcpy(&p, b->points + i * b->stride, sizeof p);
  return p;
}

static carom__dvec2 farthest_from(const build *b, carom__dvec2 from) {
  carom__dvec2 best = from;
  double most = 0;
  for (size_t i = 0; i < b->count; i++) {
    carom__dvec2 p = dvec2_widen(point_at(b, i)), way = dvec2_sub(p, from);
    if (dvec2_dot(way, way) > most) most = dvec2_dot(way, way), best = p;
  }
  return best;
}

/* How far a point lies to the right of the way from a to b. */
static double beyond(carom__dvec2 a, carom__dvec2 b, carom__dvec2 p) {
  carom__dvec2 way = dvec2_sub(b, a);
  return dvec2_cross(dvec2_sub(p, a), way) / dvec2_length(way);
}

static carom__dvec2 vertex_after(const build *b, uint32_t i) {
  return b->vertices[flat_after(i, b->vertex_count)];
}

/* Inserts the point that is farthest beyond an edge behind its first vertex; false when there is none. */
static bool grow(build *b, uint32_t edge) {
  carom__dvec2 from = b->vertices[edge], to = vertex_after(b, edge), best = from;
  double most = WELD * b->size;
  for (size_t i = 0; i < b->count; i++) {
    carom__dvec2 p = dvec2_widen(point_at(b, i));
    double here = beyond(from, to, p);
    if (here > most) most = here, best = p;
  }
  if (most <= WELD * b->size) return false;
  uint32_t behind = b->vertex_count - edge - 1;
  memmove(&b->vertices[edge + 2], &b->vertices[edge + 1], behind * sizeof *b->vertices);
  b->vertices[edge + 1] = best;
  b->vertex_count++;
  return true;
}

static void drop_straight(build *b) {
  for (uint32_t i = 0; i < b->vertex_count;) {
    carom__dvec2 before = b->vertices[flat_before(i, b->vertex_count)];
    if (beyond(before, vertex_after(b, i), b->vertices[i]) > STRAIGHT * b->size) {
      i++;
      continue;
    }
    b->vertex_count--;
    memmove(&b->vertices[i], &b->vertices[i + 1], (b->vertex_count - i) * sizeof *b->vertices);
  }
}

static carom_status find_vertices(build *b) {
  b->vertices[0] = farthest_from(b, dvec2_widen(point_at(b, 0)));
  b->vertices[1] = farthest_from(b, b->vertices[0]);
  b->vertex_count = 2;
  for (uint32_t edge = 0; edge < b->vertex_count;) {
    if (!grow(b, edge)) edge++;
    if (b->vertex_count > MOST_WITH_STRAIGHT) return CAROM_LIMIT;
  }
  if (b->vertex_count > 2) drop_straight(b);
  if (b->vertex_count > CAROM_POLYGON_VERTICES_MAX) return CAROM_LIMIT;
  return b->vertex_count > 2 ? CAROM_OK : CAROM_FLAT;
}

static carom_status check_points(build *b) {
  carom_vec3 least = {HUGE_VALF, HUGE_VALF, 0}, most = {-HUGE_VALF, -HUGE_VALF, 0};
  bool in_range = true;
  for (size_t i = 0; i < b->count; i++) {
    carom_vec3 p = flat_lift(point_at(b, i));
    if (!vec3_is_finite(p)) return CAROM_NOT_FINITE;
    in_range = in_range && vec3_is_within(p, CAROM_SIZE_MAX);
    least = vec3_min(least, p), most = vec3_max(most, p);
  }
  if (!in_range) return CAROM_OUT_OF_RANGE;
  carom_vec3 extent = vec3_sub(most, least);
  b->size = (double)greater_float(extent.x, extent.y);
  if (b->size == 0) return CAROM_FLAT;
  return carom__size_in_range((float)b->size) ? CAROM_OK : CAROM_BAD_SIZE;
}

carom_status carom_polygon_from_points(const carom_allocator *allocator, const float *points, size_t count,
                                       size_t stride, carom_polygon **out) {
  if (!points || !out) return CAROM_NULL_ARGUMENT;
  if (count < 3) return CAROM_TOO_FEW_POINTS;
  if (count > INT32_MAX) return CAROM_LIMIT;
  if (stride == 0) stride = sizeof(carom_vec2);
  if (stride < sizeof(carom_vec2)) return CAROM_OUT_OF_RANGE;
  build b = {.points = (const char *)points, .count = count, .stride = stride};
  carom_status status = check_points(&b);
  if (!status) status = find_vertices(&b);
  if (status) return status;
  carom_polygon *polygon = carom__polygon_allocate(allocator, b.vertex_count);
  if (!polygon) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < b.vertex_count; i++) polygon->vertices[i] = dvec2_narrow(b.vertices[i]);
  carom__polygon_complete(polygon);
  *out = polygon;
  return CAROM_OK;
}
