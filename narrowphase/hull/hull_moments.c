/* hull_moments.c: moments of hulls: of the polyhedron, and with a radius of prisms on its faces, of sectors
 * of cylinders along its edges, and of sectors of balls at its vertices. */
#include "hull.h"
#include "moments.h"
#include "placed.h"
#include "trig.h"

typedef struct hull_moments {
  const carom_hull *hull;
  double radius;
  carom__dvec3 middle; /* what all is seen from */
  carom__moments *sum;
} hull_moments;

static carom__dvec3 vertex(const hull_moments *m, uint32_t i) {
  return dvec3_sub(dvec3_widen(m->hull->vertices[i]), m->middle);
}

static carom__dvec3 face_normal(const hull_moments *m, uint32_t half_edge) {
  carom_plane plane = m->hull->planes[m->hull->half_edges[half_edge].face];
  return dvec3_normalize_or(dvec3_widen(plane.normal), dvec3(1, 0, 0));
}

static void add_face(const hull_moments *m, uint32_t face) {
  uint32_t first = m->hull->face_starts[face], end = m->hull->face_starts[face + 1];
  const uint32_t *loop = m->hull->loops;
  for (uint32_t i = first + 1; i + 1 < end; i++) {
    const carom__dvec3 corners[3] = {vertex(m, loop[first]), vertex(m, loop[i]), vertex(m, loop[i + 1])};
    carom__moments_add_tetrahedron(m->sum, corners);
    if (m->radius > 0) carom__moments_add_prism(m->sum, corners, face_normal(m, first), m->radius);
  }
}

static void add_edge(const hull_moments *m, uint32_t half_edge) {
  const carom__half_edge *edge = &m->hull->half_edges[half_edge], *twin = &m->hull->half_edges[edge->twin];
  carom__dvec3 a = vertex(m, edge->origin), b = vertex(m, twin->origin), way = dvec3_sub(b, a);
  const carom__sector sector = {face_normal(m, half_edge), face_normal(m, edge->twin),
                                dvec3_normalize_or(way, dvec3(1, 0, 0)), m->radius};
  carom__moments_add_sector(m->sum, &sector, dvec3_scale(dvec3_add(a, b), 0.5), dvec3_length(way));
}

/* --- Sectors of balls --- */

/* A spherical polygon: the directions in which a ball around a vertex is nobody else's. */
typedef struct corner_sum {
  double angle;       /* solid */
  carom__dvec3 first; /* the integral of the directions */
} corner_sum;

/* The solid angle of a spherical triangle, counter-clockwise from outside (van Oosterom and Strackee, 1983).
 */
static double triangle_angle(carom__dvec3 a, carom__dvec3 b, carom__dvec3 c) {
  double det = dvec3_dot(a, dvec3_cross(b, c));
  return 2 * carom__arctan2(det, 1 + dvec3_dot(a, b) + dvec3_dot(b, c) + dvec3_dot(c, a));
}

/* The integral over the polygon is half of the sum of the arcs' angles along the normals that look into it,
 * which is to their left (Arvo, 1995). */
static void add_arc(corner_sum *s, carom__dvec3 from, carom__dvec3 to) {
  carom__dvec3 left = dvec3_normalize_or(dvec3_cross(from, to), dvec3(0, 0, 0));
  s->first = dvec3_mad(s->first, left, 0.5 * carom__angle_between(from, to));
}

/* The half edges around a vertex, counter-clockwise. */
static uint32_t around(const carom_hull *hull, uint32_t half_edge) {
  uint32_t i = half_edge;
  while (hull->half_edges[i].next != half_edge) i = hull->half_edges[i].next;
  return hull->half_edges[i].twin;
}

static corner_sum corner_of(const hull_moments *m, uint32_t first) {
  corner_sum s = {.angle = 0};
  carom__dvec3 start = face_normal(m, first), from = start;
  for (uint32_t i = around(m->hull, first);; i = around(m->hull, i)) {
    carom__dvec3 to = face_normal(m, i);
    add_arc(&s, from, to);
    if (i == first) return s;
    s.angle += triangle_angle(start, from, to);
    from = to;
  }
}

/* All sectors together are a ball: of its second moments, which nothing else depends on, each has a share. */
static void add_vertex(const hull_moments *m, uint32_t index) {
  corner_sum s = corner_of(m, m->hull->vertex_edges[index]);
  double r = m->radius, cube = r * r * r;
  carom__moments part = {.volume = s.angle * cube / 3, .first = dvec3_scale(s.first, cube * r / 4)};
  carom__moments_add_round(&part, s.angle * cube * r * r / 15);
  carom__moments_add_moved(m->sum, &part, vertex(m, index));
}

carom_status carom__hull_moments(const carom_shape *shape, carom__moments *out) {
  const carom_hull_shape *of = &shape->geometry.hull;
  const carom_hull *hull = of->asset;
  carom__moments sum = {.volume = 0};
  const hull_moments m = {hull, (double)of->radius, dvec3_widen(hull->centroid), &sum};
  for (uint32_t i = 0; i < hull->face_count; i++) add_face(&m, i);
  for (uint32_t i = 0; m.radius > 0 && i < 2 * hull->edge_count; i++)
    if (i < hull->half_edges[i].twin) add_edge(&m, i);
  for (uint32_t i = 0; m.radius > 0 && i < hull->vertex_count; i++) add_vertex(&m, i);
  sum.from = m.middle;
  *out = sum;
  return CAROM_OK;
}
