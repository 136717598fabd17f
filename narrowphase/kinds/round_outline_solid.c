/* round_outline_solid.c: drawing boxes and hulls: each face, moved out by the radius if there is one, then
 * with a strip across each edge and a polygon across each vertex, all between points of the surface. */
#include "box_core.h"
#include "hull.h"

#include "round_outline.h"

static void draw_triangle(const carom__outline *out, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  if (out->triangle) out->triangle(out->context, a, b, c);
}

static void draw_line(const carom__outline *out, carom_vec3 a, carom_vec3 b) {
  if (out->line) out->line(out->context, a, b);
}

/* Where a half edge begins, moved out with a face. */
static carom_vec3 start_on(const carom_hull_shape *shape, uint32_t edge, uint32_t face) {
  const carom_hull *hull = shape->asset;
  return vec3_mad(hull->vertices[hull->half_edges[edge].origin], hull->planes[face].normal, shape->radius);
}

/* The faces of a sharp hull share their edges, which are drawn once. */
static void draw_face(const carom_hull_shape *shape, uint32_t face, const carom__outline *out) {
  uint32_t first = shape->asset->face_starts[face], end = shape->asset->face_starts[face + 1];
  carom_vec3 from = start_on(shape, first, face), p = from;
  for (uint32_t i = first; i < end; i++) {
    const carom__half_edge *edge = &shape->asset->half_edges[i];
    carom_vec3 next = start_on(shape, edge->next, face);
    if (shape->radius > 0 || i < edge->twin) draw_line(out, p, next);
    if (i > first && i + 1 < end) draw_triangle(out, from, p, next);
    p = next;
  }
}

/* The strip between the faces on both sides of a half edge. */
static void draw_edge(const carom_hull_shape *shape, uint32_t edge, const carom__outline *out) {
  const carom__half_edge *e = &shape->asset->half_edges[edge], *twin = &shape->asset->half_edges[e->twin];
  carom_vec3 a = start_on(shape, e->twin, e->face), b = start_on(shape, edge, twin->face);
  draw_triangle(out, a, start_on(shape, edge, e->face), b);
  draw_triangle(out, a, b, start_on(shape, e->twin, twin->face));
}

/* The next half edge from the same vertex, clockwise. */
static uint32_t around(const carom_hull *hull, uint32_t edge) {
  return hull->half_edges[hull->half_edges[edge].twin].next;
}

static bool is_first_around(const carom_hull *hull, uint32_t edge) {
  for (uint32_t i = around(hull, edge); i != edge; i = around(hull, i))
    if (i < edge) return false;
  return true;
}

/* The polygon between the faces around the vertex that a half edge begins at. */
static void draw_vertex(const carom_hull_shape *shape, uint32_t edge, const carom__outline *out) {
  const carom_hull *hull = shape->asset;
  carom_vec3 first = start_on(shape, edge, hull->half_edges[edge].face);
  uint32_t last = around(hull, edge);
  for (uint32_t i = around(hull, last); i != edge; i = around(hull, i)) {
    draw_triangle(out, first, start_on(shape, i, hull->half_edges[i].face),
                  start_on(shape, last, hull->half_edges[last].face));
    last = i;
  }
}

void carom__round_outline_hull(const carom_hull_shape *shape, const carom__outline *out) {
  const carom_hull *hull = shape->asset;
  for (uint32_t face = 0; face < hull->face_count; face++) draw_face(shape, face, out);
  for (uint32_t i = 0; i < 2 * hull->edge_count && shape->radius > 0; i++) {
    if (i < hull->half_edges[i].twin) draw_edge(shape, i, out);
    if (is_first_around(hull, i)) draw_vertex(shape, i, out);
  }
}

/* --- Boxes: a hull for as long as they are drawn --- */

enum { FACES = 6, HALF_EDGES = 24 };

/* Half edge k of a face leads from its vertex k. */
static void fill_box_edges(carom__half_edge *edges) {
  for (uint32_t i = 0; i < HALF_EDGES; i++)
    edges[i] = (carom__half_edge){
        .origin = box_face_vertex(i / 4, i % 4), .next = i / 4 * 4 + (i + 1) % 4, .face = i / 4};
  for (uint32_t i = 0; i < HALF_EDGES; i++)
    for (uint32_t j = 0; j < HALF_EDGES; j++)
      if (edges[j].origin == edges[edges[i].next].origin && edges[edges[j].next].origin == edges[i].origin)
        edges[i].twin = j;
}

void carom__round_outline_box(const carom_box *box, const carom__outline *out) {
  uint32_t starts[FACES + 1];
  carom_vec3 vertices[8];
  carom_plane planes[FACES] = {{.offset = 0}};
  carom__half_edge edges[HALF_EDGES];
  for (uint32_t i = 0; i <= FACES; i++) starts[i] = 4 * i;
  for (uint32_t i = 0; i < 8; i++) vertices[i] = box_vertex(box->half, i);
  for (uint32_t i = 0; i < FACES; i++) vec3_set(&planes[i].normal, (int)i / 2, i % 2 ? 1.0f : -1.0f);
  fill_box_edges(edges);
  const carom_hull hull = {.edge_count = HALF_EDGES / 2,
                           .face_count = FACES,
                           .vertices = vertices,
                           .planes = planes,
                           .face_starts = starts,
                           .half_edges = edges};
  carom__round_outline_hull(&(carom_hull_shape){&hull, box->radius}, out);
}
