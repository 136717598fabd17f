/* polygon.c: the convex polygon as an asset: computes what follows from its vertices, and writes and reads it
 * as bytes. */
#include "polygon.h"

#include "flat_class.h"

carom_polygon *carom__polygon_allocate(const carom_allocator *allocator, uint32_t vertices) {
  size_t bytes = sizeof(carom_polygon) + 2 * vertices * sizeof(carom_vec2) +
                 4 * flat_row_length(vertices) * sizeof(float);
  carom_polygon *polygon = carom__asset_allocate(&carom__polygon_asset_class, allocator, bytes);
  if (!polygon) return NULL;
  polygon->vertices = (carom_vec2 *)(void *)(polygon + 1);
  polygon->normals = polygon->vertices + vertices;
  polygon->rows = (float *)(void *)(polygon->normals + vertices);
  polygon->vertex_count = vertices;
  return polygon;
}

/* --- Measures --- */

static carom__dvec2 edge_of(const carom_polygon *polygon, uint32_t i) {
  carom_vec2 to = polygon->vertices[flat_after(i, polygon->vertex_count)];
  return dvec2_sub(dvec2_widen(to), dvec2_widen(polygon->vertices[i]));
}

/* Sums over the triangles around the first vertex. */
static void measure_area(carom_polygon *polygon) {
  carom__dvec2 apex = dvec2_widen(polygon->vertices[0]), moment = {0, 0};
  double area = 0;
  for (uint32_t i = 1; i + 1 < polygon->vertex_count; i++) {
    carom__dvec2 a = dvec2_sub(dvec2_widen(polygon->vertices[i]), apex);
    carom__dvec2 b = dvec2_sub(dvec2_widen(polygon->vertices[i + 1]), apex);
    double part = dvec2_cross(a, b);
    area += part;
    moment = dvec2_mad(moment, dvec2_add(a, b), part);
  }
  polygon->area = (float)(area / 2);
  polygon->centroid = dvec2_narrow(dvec2_mad(apex, moment, 1 / (3 * area)));
}

static void measure_bounds(carom_polygon *polygon) {
  carom_vec3 first = flat_lift(polygon->vertices[0]);
  polygon->bounds = (carom_aabb){first, first};
  for (uint32_t i = 0; i < polygon->vertex_count; i++) {
    carom_vec3 p = flat_lift(polygon->vertices[i]);
    polygon->bounds.min = vec3_min(polygon->bounds.min, p);
    polygon->bounds.max = vec3_max(polygon->bounds.max, p);
    polygon->reach = greater_float(polygon->reach, flat_norm1(polygon->vertices[i]));
  }
}

/* The least box has a side along an edge (Freeman and Shapira, 1975). */
static void measure_box(carom_polygon *polygon) {
  carom__flat flat = {.points = polygon->vertices, .count = polygon->vertex_count, .reach = polygon->reach};
  for (uint32_t i = 0; i < polygon->vertex_count; i++) {
    carom__dvec2 edge = edge_of(polygon, i), axis = dvec2_scale(edge, 1 / dvec2_length(edge));
    carom_obb box;
    polygon->normals[i] = dvec2_narrow(dvec2_neg(dvec2_left(axis)));
    carom__flat_obb_along(&flat, axis, &box);
    if (i == 0 || box.half.x * box.half.y < polygon->obb.half.x * polygon->obb.half.y) polygon->obb = box;
  }
}

void carom__polygon_complete(carom_polygon *polygon) {
  measure_area(polygon);
  measure_bounds(polygon);
  measure_box(polygon);
  carom__flat_rows_fill(polygon->vertices, polygon->vertex_count, polygon->rows);
  carom__asset_seal(&polygon->asset);
}

/* --- Counting and describing --- */

const carom_polygon *carom_polygon_retain(const carom_polygon *polygon) {
  if (polygon) carom__asset_retain(&polygon->asset);
  return polygon;
}

void carom_polygon_release(const carom_polygon *polygon) {
  if (polygon) carom__asset_release(&polygon->asset);
}

carom_status carom_polygon_describe(const carom_polygon *polygon, carom_polygon_view *out) {
  if (!polygon || !out) return CAROM_NULL_ARGUMENT;
  *out = (carom_polygon_view){polygon->vertices, polygon->normals, polygon->vertex_count,
                              polygon->centroid, polygon->area,    polygon->bounds};
  return CAROM_OK;
}

/* --- As bytes: the vertices, from which all else follows --- */

static void archive_vertices(carom__archive *archive, const carom_polygon *polygon) {
  for (uint32_t i = 0; i < polygon->vertex_count; i++) {
    carom__archive_f32(archive, &polygon->vertices[i].x);
    carom__archive_f32(archive, &polygon->vertices[i].y);
  }
}

static void write_polygon(carom__archive *archive, const carom__asset *asset) {
  const carom_polygon *polygon = (const carom_polygon *)asset;
  uint32_t count = polygon->vertex_count;
  carom__archive_u32(archive, &count);
  archive_vertices(archive, polygon);
}

/* All vertices but the ends of an edge are on its left, which makes a polygon convex, and none twice around.
 */
static bool is_convex(const carom_polygon *polygon) {
  for (uint32_t i = 0; i < polygon->vertex_count; i++) {
    carom__dvec2 from = dvec2_widen(polygon->vertices[i]), edge = edge_of(polygon, i);
    for (uint32_t k = 0; k < polygon->vertex_count; k++) {
      double left = dvec2_cross(edge, dvec2_sub(dvec2_widen(polygon->vertices[k]), from));
      if (k != i && k != flat_after(i, polygon->vertex_count) && !(left > 0)) return false;
    }
  }
  return true;
}

static bool is_in_range(const carom_polygon *polygon) {
  for (uint32_t i = 0; i < polygon->vertex_count; i++)
    if (!flat_is_within(polygon->vertices[i], CAROM_SIZE_MAX)) return false;
  return true;
}

static bool complete(carom_polygon *polygon) {
  if (!is_in_range(polygon) || !is_convex(polygon)) return false;
  carom__polygon_complete(polygon);
  carom_vec3 extent = vec3_sub(polygon->bounds.max, polygon->bounds.min);
  return carom__size_in_range(greater_float(extent.x, extent.y));
}

static carom__asset *read_polygon(carom__archive *archive, const carom_allocator *allocator) {
  uint32_t count = 0;
  carom__archive_u32(archive, &count);
  archive_expect(archive, count >= 3 && count <= CAROM_POLYGON_VERTICES_MAX);
  if (archive->status) return NULL;
  carom_polygon *polygon = carom__polygon_allocate(allocator, count);
  if (!polygon) {
    archive_fail(archive, CAROM_OUT_OF_MEMORY);
    return NULL;
  }
  archive_vertices(archive, polygon);
  archive_expect(archive, !archive->status && complete(polygon));
  if (!archive->status) return &polygon->asset;
  carom_polygon_release(polygon);
  return NULL;
}

const carom__asset_class carom__polygon_asset_class = {
    .kind = CAROM_POLYGON, .write = write_polygon, .read = read_polygon};
