/* rings_pieces.c: the public functions on rings and their convex pieces. */
#include "arithmetic.h"
#include "rings.h"

#include <math.h>
#include <string.h>

struct carom_pieces {
  carom_allocator allocator;
  carom_pieces_view view;
  size_t bytes; /* of this struct with the arrays behind it */
};

/* Blames a ring or point. */
static carom_status blame(carom_status status, size_t ring, size_t point, carom_rings_fault *fault) {
  *fault = (carom_rings_fault){ring, point};
  return status;
}

static carom_status check_coordinate(float value) {
  if (!float_is_finite(value)) return CAROM_NOT_FINITE;
  return fabsf(value) <= CAROM_SIZE_MAX ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static carom_status check_ring(const carom_ring *rings, size_t at, carom_rings_fault *fault) {
  const carom_ring *ring = &rings[at];
  if (ring->count < 3) return blame(CAROM_TOO_FEW_POINTS, at, 0, fault);
  if (!ring->points) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < ring->count; i++) {
    carom_status status = check_coordinate(ring->points[i].x);
    if (!status) status = check_coordinate(ring->points[i].y);
    if (status) return blame(status, at, i, fault);
  }
  return CAROM_OK;
}

static carom_status check_rings(const carom_ring *rings, size_t ring_count, size_t *points,
                                carom_rings_fault *fault) {
  *points = 0;
  if (!rings || ring_count == 0) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < ring_count; i++) {
    if (rings[i].count > CAROM_RINGS_POINTS_MAX - *points) return CAROM_LIMIT;
    *points += rings[i].count;
    carom_status status = check_ring(rings, i, fault);
    if (status) return status;
  }
  return CAROM_OK;
}

static void copy_ring(carom__rings *polygon, const carom_ring *ring) {
  uint32_t start = polygon->starts[polygon->ring_count++];
  for (uint32_t i = 0; i < ring->count; i++) {
    polygon->points[start + i] = ring->points[i];
    polygon->nexts[start + i] = start + (i + 1 < ring->count ? i + 1 : 0);
    polygon->prevs[polygon->nexts[start + i]] = start + i;
  }
  polygon->starts[polygon->ring_count] = start + (uint32_t)ring->count;
}

/* Reads the rings and finds what is wrong with them. */
static carom_status read_polygon(carom__arena *arena, const carom_ring *rings, size_t ring_count,
                                 carom__rings *out, carom__sweep *sweep, carom_rings_fault *fault) {
  size_t points;
  carom_status status = check_rings(rings, ring_count, &points, fault);
  if (status) return status;
  *out = (carom__rings){.points = carom__arena_alloc(arena, points, sizeof *out->points),
                        .starts = carom__arena_alloc(arena, ring_count + 1, sizeof *out->starts),
                        .nexts = carom__arena_alloc(arena, points, sizeof *out->nexts),
                        .prevs = carom__arena_alloc(arena, points, sizeof *out->prevs),
                        .point_count = points};
  if (!out->points || !out->starts || !out->nexts || !out->prevs) return CAROM_OUT_OF_MEMORY;
  out->starts[0] = 0;
  for (size_t i = 0; i < ring_count; i++) copy_ring(out, &rings[i]);
  return carom__rings_sweep(arena, out, sweep, fault);
}

/* --- Pieces --- */

/* Copies what was found, and the points, into one block. */
static carom_status keep(const carom_allocator *allocator, const carom__rings *polygon,
                         const carom__piece_list *pieces, carom_pieces **out) {
  size_t count = pieces->count, corners = pieces->starts[count];
  size_t point_bytes = polygon->point_count * sizeof(carom_vec2);
  size_t bytes = sizeof(carom_pieces) + point_bytes + (count + 1 + corners) * sizeof(uint32_t);
  carom_pieces *kept = carom__alloc(allocator, bytes);
  if (!kept) return CAROM_OUT_OF_MEMORY;
  carom_vec2 *points = (carom_vec2 *)(kept + 1);
  uint32_t *numbers = (uint32_t *)(points + polygon->point_count);
  memcpy(points, polygon->points, point_bytes);
  memcpy(numbers, pieces->starts, (count + 1) * sizeof *numbers);
  memcpy(numbers + count + 1, pieces->corners, corners * sizeof *numbers);
  *kept = (carom_pieces){.allocator = allocator ? *allocator : (carom_allocator){NULL, NULL},
                         .view = {count, numbers, numbers + count + 1, points},
                         .bytes = bytes};
  *out = kept;
  return CAROM_OK;
}

static carom_status make_list(carom__arena *arena, size_t triangles, carom__piece_list *out) {
  *out = (carom__piece_list){carom__arena_alloc(arena, triangles + 1, sizeof *out->starts),
                             carom__arena_alloc(arena, 3 * triangles, sizeof *out->corners), 0};
  if (!out->starts || !out->corners) return CAROM_OUT_OF_MEMORY;
  out->starts[0] = 0;
  return CAROM_OK;
}

static carom_status cut(carom__arena *arena, const carom__rings *polygon, const carom__sweep *sweep,
                        uint32_t most_corners, carom_pieces **out) {
  size_t most = most_corners ? most_corners : SIZE_MAX;
  carom__triangles triangles;
  carom__piece_list pieces;
  carom_status status = carom__rings_triangulate(arena, polygon, sweep, &triangles);
  if (!status) status = carom__triangles_flip(arena, polygon->points, &triangles);
  if (!status) status = make_list(arena, triangles.count, &pieces);
  if (!status) status = carom__patches_cut(arena, polygon->points, &triangles, most, &pieces);
  if (!status) status = carom__pieces_join(arena, polygon->points, most, &pieces);
  return status ? status : keep(&arena->allocator, polygon, &pieces, out);
}

/* Checks rings and, where `out` is not NULL, cuts what they enclose. */
static carom_status check_and_cut(const carom_allocator *allocator, const carom_ring *rings,
                                  size_t ring_count, uint32_t most_corners, carom_pieces **out,
                                  carom_rings_fault *fault) {
  carom_rings_fault unused;
  carom__arena arena;
  carom__rings polygon;
  carom__sweep sweep;
  carom__arena_init(&arena, allocator);
  carom_status status = read_polygon(&arena, rings, ring_count, &polygon, &sweep, fault ? fault : &unused);
  if (!status && out) status = cut(&arena, &polygon, &sweep, most_corners, out);
  carom__arena_free(&arena);
  return status;
}

carom_status carom_rings_check(const carom_allocator *allocator, const carom_ring *rings, size_t ring_count,
                               carom_rings_fault *fault) {
  return check_and_cut(allocator, rings, ring_count, 0, NULL, fault);
}

carom_status carom_rings_cut(const carom_allocator *allocator, const carom_ring *rings, size_t ring_count,
                             uint32_t most_corners, carom_pieces **out, carom_rings_fault *fault) {
  if (!out) return CAROM_NULL_ARGUMENT;
  if (most_corners == 1 || most_corners == 2) return CAROM_OUT_OF_RANGE;
  return check_and_cut(allocator, rings, ring_count, most_corners, out, fault);
}

carom_status carom_pieces_describe(const carom_pieces *pieces, carom_pieces_view *out) {
  if (!pieces || !out) return CAROM_NULL_ARGUMENT;
  *out = pieces->view;
  return CAROM_OK;
}

void carom_pieces_destroy(carom_pieces *pieces) {
  if (!pieces) return;
  carom_allocator allocator = pieces->allocator;
  carom__free(&allocator, pieces, pieces->bytes);
}
