/* round_outline_solid.c: drawing boxes and hulls that have a radius: each face moved out by it, a strip
 * across each edge and a polygon across each vertex, all between points of the surface. */
#include "hull.h"

#include "round_outline.h"

static void draw_triangle(const carom__outline *out, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  if (out->triangle) out->triangle(out->context, a, b, c);
}

static void draw_line(const carom__outline *out, carom_vec3 a, carom_vec3 b) {
  if (out->line) out->line(out->context, a, b);
}

static void draw_quad(const carom__outline *out, carom_vec3 a, carom_vec3 b, carom_vec3 c, carom_vec3 d) {
  draw_triangle(out, a, b, c);
  draw_triangle(out, a, c, d);
}

/* --- Boxes --- */

/* A vertex, its bits its signs, moved out along an axis. */
static carom_vec3 raised(const carom_box *box, uint32_t index, int axis) {
  carom_vec3 p = box->half;
  vec3_set(&p, axis, vec3_get(p, axis) + box->radius);
  return vec3(index & 1 ? p.x : -p.x, index & 2 ? p.y : -p.y, index & 4 ? p.z : -p.z);
}

/* The face on an axis of which the bits of the two next axes count through the vertices. */
static void draw_box_face(const carom_box *box, int axis, uint32_t side, const carom__outline *out) {
  uint32_t first = 1u << (axis + 1) % 3, second = 1u << (axis + 2) % 3, bit = side << axis;
  carom_vec3 a = raised(box, bit, axis), b = raised(box, bit | first, axis);
  carom_vec3 c = raised(box, bit | first | second, axis), d = raised(box, bit | second, axis);
  draw_line(out, a, b), draw_line(out, b, c), draw_line(out, c, d), draw_line(out, d, a);
  if (side)
    draw_quad(out, a, b, c, d);
  else
    draw_quad(out, d, c, b, a);
}

/* The strip across the edge along an axis, between the faces on the two others. */
static void draw_box_edge(const carom_box *box, int axis, uint32_t sides, const carom__outline *out) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  uint32_t low = (sides & 1) << i | (sides >> 1) << j, high = low | 1u << axis;
  bool equal = sides == 0 || sides == 3;
  int first = equal ? j : i, second = equal ? i : j; /* the order that looks outward */
  draw_quad(out, raised(box, low, first), raised(box, high, first), raised(box, high, second),
            raised(box, low, second));
}

static void draw_box_corner(const carom_box *box, uint32_t i, const carom__outline *out) {
  bool even = ((i ^ i >> 1 ^ i >> 2) & 1) == 0; /* so many positive signs: turned the other way */
  draw_triangle(out, raised(box, i, 0), raised(box, i, even ? 2 : 1), raised(box, i, even ? 1 : 2));
}

void carom__round_outline_box(const carom_box *box, const carom__outline *out) {
  for (int axis = 0; axis < 3; axis++) {
    for (uint32_t side = 0; side < 2; side++) draw_box_face(box, axis, side, out);
    for (uint32_t sides = 0; sides < 4; sides++) draw_box_edge(box, axis, sides, out);
  }
  for (uint32_t i = 0; i < 8; i++) draw_box_corner(box, i, out);
}

/* --- Hulls --- */

/* Where a half edge begins, moved out with a face. */
static carom_vec3 start_on(const carom_hull_shape *shape, uint32_t edge, uint32_t face) {
  const carom_hull *hull = shape->asset;
  return vec3_mad(hull->vertices[hull->half_edges[edge].origin], hull->planes[face].normal, shape->radius);
}

static void draw_hull_face(const carom_hull_shape *shape, uint32_t face, const carom__outline *out) {
  uint32_t first = shape->asset->face_starts[face], end = shape->asset->face_starts[face + 1];
  carom_vec3 from = start_on(shape, first, face), last = start_on(shape, end - 1, face);
  for (uint32_t i = first; i < end; i++) {
    carom_vec3 p = start_on(shape, i, face);
    draw_line(out, last, p);
    if (i > first + 1) draw_triangle(out, from, last, p);
    last = p;
  }
}

/* The strip between the faces on both sides of a half edge. */
static void draw_hull_edge(const carom_hull_shape *shape, uint32_t edge, const carom__outline *out) {
  const carom__half_edge *e = &shape->asset->half_edges[edge], *twin = &shape->asset->half_edges[e->twin];
  draw_quad(out, start_on(shape, e->twin, e->face), start_on(shape, edge, e->face),
            start_on(shape, edge, twin->face), start_on(shape, e->twin, twin->face));
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
static void draw_hull_vertex(const carom_hull_shape *shape, uint32_t edge, const carom__outline *out) {
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
  for (uint32_t face = 0; face < hull->face_count; face++) draw_hull_face(shape, face, out);
  for (uint32_t i = 0; i < 2 * hull->edge_count; i++) {
    if (i < hull->half_edges[i].twin) draw_hull_edge(shape, i, out);
    if (is_first_around(hull, i)) draw_hull_vertex(shape, i, out);
  }
}
