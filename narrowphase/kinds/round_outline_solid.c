/* round_outline_solid.c: drawing boxes, hulls and triangles: each face, moved out by the radius if there is
 * one, then with a piece of a cylinder along each edge and a piece of a ball at each vertex. */
#include "box_core.h"
#include "hull.h"
#include "placed.h"
#include "trig.h"

#include "round_outline.h"

typedef struct hull_mesh {
  const carom_hull *hull;
  float radius;
  uint32_t steps; /* as many strips lie along an edge, between the faces on both sides */
  const carom__outline *out;
} hull_mesh;

/* The vertex that a half edge begins at, moved out along a normal. */
static carom__drawn vertex_on(const hull_mesh *s, uint32_t edge, carom_vec3 normal) {
  return (carom__drawn){vec3_mad(s->hull->vertices[s->hull->half_edges[edge].origin], normal, s->radius),
                        normal};
}

static carom_vec3 face_normal(const hull_mesh *s, uint32_t edge) {
  return s->hull->planes[s->hull->half_edges[edge].face].normal;
}

/* The faces of a sharp hull share their edges, which are drawn once. */
static void draw_face(const hull_mesh *s, uint32_t face) {
  uint32_t first = s->hull->face_starts[face], end = s->hull->face_starts[face + 1];
  carom_vec3 normal = s->hull->planes[face].normal;
  carom__drawn from = vertex_on(s, first, normal), p = from;
  for (uint32_t i = first; i < end; i++) {
    const carom__half_edge *edge = &s->hull->half_edges[i];
    carom__drawn next = vertex_on(s, edge->next, normal);
    if (s->radius > 0 || i < edge->twin) draw_wire(s->out, p.at, next.at);
    if (i > first && i + 1 < end) draw_smooth(s->out, &from, &p, &next);
    p = next;
  }
}

/* Step k of the way around the origin from one unit vector to another one, with the same bits from either
 * side. */
static carom_vec3 between(carom_vec3 from, carom_vec3 to, uint32_t k, uint32_t steps) {
  if (k == 0 || k == steps) return k == 0 ? from : to;
  carom__dvec3 a = dvec3_widen(from), b = dvec3_widen(to);
  double step = carom__angle_between(a, b) / steps, near_a, near_b, cosine;
  carom__sincos(step * (steps - k), &near_a, &cosine);
  carom__sincos(step * k, &near_b, &cosine);
  return dvec3_narrow(dvec3_normalize_or(dvec3_add(dvec3_scale(a, near_a), dvec3_scale(b, near_b)), a));
}

/* The strips between the faces on both sides of a half edge. */
static void draw_edge(const hull_mesh *s, uint32_t edge) {
  uint32_t twin = s->hull->half_edges[edge].twin;
  carom_vec3 from = face_normal(s, edge), to = face_normal(s, twin), normal = from;
  for (uint32_t k = 0; k < s->steps; k++) {
    carom_vec3 next = between(from, to, k + 1, s->steps);
    carom__drawn a = vertex_on(s, twin, normal), b = vertex_on(s, edge, normal);
    carom__drawn c = vertex_on(s, edge, next), d = vertex_on(s, twin, next);
    draw_smooth(s->out, &a, &b, &c), draw_smooth(s->out, &a, &c, &d);
    normal = next;
  }
}

/* A place on the piece of a ball between three normals: in a row counted from the first one. */
static carom__drawn ball_vertex(const hull_mesh *s, uint32_t edge, const carom_vec3 normals[3], uint32_t row,
                                uint32_t i) {
  carom_vec3 left = between(normals[0], normals[1], row, s->steps);
  carom_vec3 right = between(normals[0], normals[2], row, s->steps);
  return vertex_on(s, edge, between(left, right, i, row));
}

static void draw_ball_piece(const hull_mesh *s, uint32_t edge, const carom_vec3 normals[3]) {
  for (uint32_t row = 0; row < s->steps; row++) {
    for (uint32_t i = 0; i <= row; i++) {
      carom__drawn a = ball_vertex(s, edge, normals, row, i), b = ball_vertex(s, edge, normals, row + 1, i);
      carom__drawn c = ball_vertex(s, edge, normals, row + 1, i + 1);
      draw_smooth(s->out, &a, &b, &c);
      if (i == row) continue;
      carom__drawn d = ball_vertex(s, edge, normals, row, i + 1);
      draw_smooth(s->out, &a, &c, &d);
    }
  }
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

/* --- Vertices of thin hulls: the normals of faces are nearly opposite there, and ways between points on both
 * sides of a piece lead anywhere. What is drawn is then seen from the middle of all normals --- */

/* The direction of the centre of the piece of a ball at a vertex (Arvo, 1995; as for its moments). */
static carom_vec3 normals_middle(const hull_mesh *s, uint32_t edge) {
  carom__dvec3 sum = dvec3(0, 0, 0), last = dvec3_widen(face_normal(s, edge));
  uint32_t i = edge;
  do {
    i = around(s->hull, i);
    carom__dvec3 next = dvec3_widen(face_normal(s, i)), left = dvec3_cross(next, last);
    sum = dvec3_mad(sum, dvec3_normalize_or(left, dvec3(0, 0, 0)), carom__angle_between(next, last));
    last = next;
  } while (i != edge);
  return dvec3_narrow(dvec3_normalize_or(sum, last));
}

/* A normal leans from the middle by more than 75 degrees. */
static bool leans_far(const hull_mesh *s, uint32_t edge, carom_vec3 middle) {
  uint32_t i = edge;
  do {
    if (vec3_dot(face_normal(s, i), middle) < 0.25f) return true;
    i = around(s->hull, i);
  } while (i != edge);
  return false;
}

/* A place on the way from the middle to step k of the arc between two normals. */
static carom__drawn wide_vertex(const hull_mesh *s, uint32_t edge, const carom_vec3 normals[3], uint32_t row,
                                uint32_t k) {
  return vertex_on(s, edge, between(normals[0], between(normals[1], normals[2], k, s->steps), row, s->steps));
}

static void draw_wide_piece(const hull_mesh *s, uint32_t edge, const carom_vec3 normals[3]) {
  for (uint32_t row = 0; row < s->steps; row++) {
    for (uint32_t k = 0; k < s->steps; k++) {
      carom__drawn a = wide_vertex(s, edge, normals, row, k), b = wide_vertex(s, edge, normals, row + 1, k);
      carom__drawn c = wide_vertex(s, edge, normals, row + 1, k + 1);
      draw_smooth(s->out, &a, &b, &c);
      if (row == 0) continue;
      carom__drawn d = wide_vertex(s, edge, normals, row, k + 1);
      draw_smooth(s->out, &a, &c, &d);
    }
  }
}

static void draw_wide_vertex(const hull_mesh *s, uint32_t edge, carom_vec3 middle) {
  uint32_t last = edge;
  do {
    uint32_t i = around(s->hull, last);
    const carom_vec3 normals[3] = {middle, face_normal(s, i), face_normal(s, last)};
    draw_wide_piece(s, edge, normals);
    last = i;
  } while (last != edge);
}

/* What lies between the faces around the vertex that a half edge begins at. */
static void draw_vertex(const hull_mesh *s, uint32_t edge) {
  uint32_t last = around(s->hull, edge);
  carom_vec3 middle = normals_middle(s, edge);
  if (leans_far(s, edge, middle)) {
    draw_wide_vertex(s, edge, middle);
    return;
  }
  for (uint32_t i = around(s->hull, last); i != edge; i = around(s->hull, i)) {
    const carom_vec3 normals[3] = {face_normal(s, edge), face_normal(s, i), face_normal(s, last)};
    draw_ball_piece(s, edge, normals);
    last = i;
  }
}

/* As many steps around the widest edge that each is at most one of the circle's. */
static uint32_t steps_of(const carom_hull *hull, uint32_t detail) {
  const double turn = 2 * 3.14159265358979323846;
  double widest = 0;
  for (uint32_t i = 0; i < 2 * hull->edge_count && detail > 0; i++) {
    const carom__half_edge *edge = &hull->half_edges[i];
    carom_vec3 a = hull->planes[edge->face].normal,
               b = hull->planes[hull->half_edges[edge->twin].face].normal;
    widest = greater_double(widest, carom__angle_between(dvec3_widen(a), dvec3_widen(b)));
  }
  uint32_t whole = (uint32_t)(widest * detail / turn - 1e-6);
  return whole + 1;
}

void carom__round_outline_hull(const carom_hull_shape *shape, const carom__outline *out) {
  const carom_hull *hull = shape->asset;
  hull_mesh s = {hull, shape->radius, 1, out};
  for (uint32_t face = 0; face < hull->face_count; face++) draw_face(&s, face);
  if (shape->radius == 0 || !out->triangle) return;
  s.steps = steps_of(hull, out->detail);
  for (uint32_t i = 0; i < 2 * hull->edge_count; i++) {
    if (i < hull->half_edges[i].twin) draw_edge(&s, i);
    if (is_first_around(hull, i)) draw_vertex(&s, i);
  }
}

/* --- Boxes and triangles: a hull for as long as they are drawn --- */

enum { FACES = 8, HALF_EDGES = 36, VERTICES = 12, RING = 6 };

typedef struct small_hull {
  carom_hull hull;
  uint32_t starts[FACES + 1];
  carom_vec3 vertices[VERTICES];
  carom_plane planes[FACES];
  carom__half_edge edges[HALF_EDGES];
} small_hull;

static void add_face(small_hull *s, carom_vec3 normal, const uint32_t *loop, uint32_t count) {
  uint32_t face = s->hull.face_count++, first = s->starts[face];
  s->planes[face].normal = normal;
  for (uint32_t i = 0; i < count; i++)
    s->edges[first + i] =
        (carom__half_edge){.origin = loop[i], .next = first + (i + 1) % count, .face = face};
  s->starts[face + 1] = first + count;
}

static void draw_small(small_hull *s, float radius, const carom__outline *out) {
  uint32_t count = s->starts[s->hull.face_count];
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++)
      if (s->edges[j].origin == s->edges[s->edges[i].next].origin &&
          s->edges[s->edges[j].next].origin == s->edges[i].origin)
        s->edges[i].twin = j;
  s->hull.edge_count = count / 2;
  s->hull.vertices = s->vertices, s->hull.planes = s->planes;
  s->hull.face_starts = s->starts, s->hull.half_edges = s->edges;
  carom__round_outline_hull(&(carom_hull_shape){&s->hull, radius}, out);
}

void carom__round_outline_box(const carom_box *box, const carom__outline *out) {
  small_hull s = {.hull.face_count = 0};
  for (uint32_t i = 0; i < 8; i++) s.vertices[i] = box_vertex(box->half, i);
  for (uint32_t face = 0; face < 6; face++) {
    carom_vec3 normal = {0, 0, 0};
    uint32_t loop[4];
    for (uint32_t i = 0; i < 4; i++) loop[i] = box_face_vertex(face, i);
    vec3_set(&normal, (int)face / 2, face % 2 ? 1.0f : -1.0f);
    add_face(&s, normal, loop, 4);
  }
  draw_small(&s, box->radius, out);
}

/* A prism without height, whose sides are the edges and, without length, the corners. */
void carom__round_outline_triangle(const carom__triangle *triangle, const carom_vec3 outward[6],
                                   const carom__outline *out) {
  static const uint32_t front[RING] = {0, 1, 2, 3, 4, 5}, back[RING] = {11, 10, 9, 8, 7, 6};
  const carom_vec3 *c = triangle->corners, back_normal = vec3_neg(triangle->normal);
  small_hull s = {.hull.face_count = 0};
  if (triangle->radius == 0) {
    for (int i = 0; i < 3; i++) draw_wire(out, c[i], c[(i + 1) % 3]);
    draw_facet(out, triangle->normal, c[0], c[1], c[2]);
    draw_facet(out, back_normal, c[0], c[2], c[1]);
    return;
  }
  for (uint32_t i = 0; i < 2 * RING; i++) s.vertices[i] = c[i % RING / 2];
  add_face(&s, triangle->normal, front, RING);
  add_face(&s, back_normal, back, RING);
  for (uint32_t i = 0; i < RING; i++) {
    uint32_t k = (i + 1) % RING;
    add_face(&s, outward[i], (const uint32_t[]){i + RING, k + RING, k, i}, 4);
  }
  draw_small(&s, triangle->radius, out);
}
