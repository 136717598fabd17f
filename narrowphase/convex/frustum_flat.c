/* frustum_flat.c: finds the least depth of a frustum and a triangle or a box that overlap.
 *
 * The least depth is the distance from the origin to the surface of A - B, which is convex. From inside, that
 * is least within a smooth part of the surface, and not at an edge of it. The parts are: a face and a point
 * of the frustum; a cap and a corner; the side and a corner; the side and an edge; a circle and an edge. Each
 * is nearest along a direction in closed form. For a circle and an edge, it is that of the nearest point of
 * an ellipse (Eberly, 2013), as which the circle is seen along the edge. The least depth along all these
 * directions is that of both, if they overlap. */
#include "frustum_flat.h"

/* Newton's method for the ellipse is done when it moves by less than this part: it doubles the digits. */
#define ELLIPSE_DONE 0x1p-22
/* A normal nearer to the wide axis of the ellipse is not looked for: what is divided by there may be 0. */
#define ELLIPSE_POLE (1 + 0x1p-20)
enum { ELLIPSE_STEPS = 24 };

/* --- The frame of the frustum --- */

carom__dvec3 carom__frustum_flat_corner(const carom__frustum_flat *m, carom_vec3 own) {
  if (m->first) return dvec3_place(m->place, own);
  return dvec3_unrotate(&m->place->axes, dvec3_sub(dvec3_widen(own), dvec3_widen(m->place->origin)));
}

static void set_frustum(carom__frustum_flat *m, const carom_frustum *f) {
  m->frustum = f;
  m->heights[1] = (double)f->half_height, m->heights[0] = -m->heights[1];
  m->radii[0] = (double)f->bottom, m->radii[1] = (double)f->top;
  double height = 2 * m->heights[1], narrower = m->radii[0] - m->radii[1];
  double slant = square_root(height * height + narrower * narrower);
  m->cosine = height / slant, m->sine = narrower / slant;
}

const carom__core *carom__frustum_flat_begin(const carom__cores *cores, carom__frustum_flat *out) {
  out->first = core_is_frustum(&cores->a), out->place = cores->b_in_a;
  out->least.depth = HUGE_VAL;
  set_frustum(out, out->first ? &cores->a.frustum : &cores->b.frustum);
  return out->first ? &cores->b : &cores->a;
}

/* --- The directions of least depth --- */

static uint32_t lowest_of_triangle(const carom__frustum_flat *m, carom__dvec3 n) {
  double heights[3];
  for (int i = 0; i < 3; i++) heights[i] = dvec3_dot(n, m->corners[i]);
  uint32_t low = heights[1] < heights[0];
  return heights[2] < heights[low] ? 2 : low;
}

static uint32_t lowest_of_box(const carom__frustum_flat *m, carom__dvec3 n) {
  uint32_t x = dvec3_dot(n, m->edges[0]) < 0, y = dvec3_dot(n, m->edges[1]) < 0;
  return x | y << 1 | (uint32_t)(dvec3_dot(n, m->edges[2]) < 0) << 2;
}

static uint32_t lowest_corner(const carom__frustum_flat *m, carom__dvec3 n) {
  return m->is_box ? lowest_of_box(m, n) : lowest_of_triangle(m, n);
}

static void try_way(carom__frustum_flat *m, carom__bearing along, carom__flat_part part, uint32_t disc,
                    uint32_t corner, uint32_t edge) {
  double reach = greater_double(flat_height_of(m, along, 0), flat_height_of(m, along, 1));
  double depth = reach - dvec3_dot(along.n, m->corners[lowest_corner(m, along.n)]);
  if (depth < m->least.depth) m->least = (carom__way_out){along, depth, part, disc, corner, edge};
}

void carom__frustum_flat_try_face(carom__frustum_flat *m, carom__dvec3 normal, uint32_t corner) {
  try_way(m, flat_bearing(normal), CAROM__FLAT_FACE, 0, corner, 0);
}

static void try_caps(carom__frustum_flat *m) {
  for (uint32_t disc = 0; disc < 2; disc++) {
    carom__dvec3 n = dvec3(0, disc ? 1 : -1, 0);
    if (m->radii[disc] > 0) try_way(m, (carom__bearing){n, 0}, CAROM__FLAT_CAP, disc, lowest_corner(m, n), 0);
  }
}

/* Out of the side, to where a corner is as seen from the axis. */
static void try_side_and_corner(carom__frustum_flat *m, uint32_t corner) {
  const carom__dvec3 p = m->corners[corner];
  double off = flat_length_across(p);
  if (!(off > 0)) return;
  double part = m->cosine / off;
  carom__dvec3 n = dvec3(part * p.x, m->sine, part * p.z);
  if (m->is_box && lowest_of_box(m, n) != corner) return;
  try_way(m, (carom__bearing){n, m->cosine}, CAROM__FLAT_SIDE_AND_CORNER, 0, corner, 0);
}

/* The axes square to an edge: one in the plane that it spans with y, and one square to y; and what the edges
 * of a box have along these. */
typedef struct edge_view {
  carom__dvec3 upward, aside;
  double sine, cosine; /* of the angle between the edge and y */
  double up_of[3], aside_of[3];
} edge_view;

static bool see_along(const carom__frustum_flat *m, uint32_t edge, edge_view *out) {
  const carom__dvec3 way = m->edges[edge];
  out->cosine = way.y, out->sine = flat_length_across(way);
  if (!(out->sine > CAROM__FLAT_LEAN)) return false;
  double by = 1 / out->sine;
  out->upward = dvec3(-by * way.x * way.y, out->sine, -by * way.z * way.y);
  out->aside = dvec3(-by * way.z, 0, by * way.x);
  for (int i = 0; m->is_box && i < 3; i++) {
    out->up_of[i] = dvec3_dot(out->upward, m->edges[i]);
    out->aside_of[i] = dvec3_dot(out->aside, m->edges[i]);
  }
  return true;
}

static double box_sign(uint32_t corner, uint32_t axis) { return corner >> axis & 1 ? 1 : -1; }

/* Along the normals of the side that are square to an edge, which is the lowest one along that of a box. */
static void try_side_and_edge(carom__frustum_flat *m, uint32_t corner, uint32_t edge, const edge_view *v) {
  double up = m->sine / v->sine, square = 1 - up * up;
  if (!(square >= 0)) return;
  for (int i = 0; i < 2; i++) {
    double aside = i == 0 ? square_root(square) : -square_root(square);
    carom__dvec3 n = dvec3_mad(dvec3_scale(v->upward, up), v->aside, aside);
    uint32_t begin = m->is_box ? lowest_of_box(m, n) & ~(1u << edge) : corner;
    try_way(m, (carom__bearing){n, m->cosine}, CAROM__FLAT_SIDE_AND_EDGE, 0, begin, edge);
  }
}

/* A point, seen from the middle of an ellipse, along its wide axis and its narrow one. */
typedef struct ellipse_view {
  double wide, narrow, x, y; /* x >= 0; y is not 0 */
} ellipse_view;

/* By how much the point is outside the ellipse, whose square at the border is 1, when it moves from there
 * against the normal by a part that grows as s falls (Eberly's t is 1 / s less the square of narrow). */
static double ellipse_excess(const ellipse_view *e, double gap, double s, double *slope) {
  double over = 1 / (1 + gap * s), u = e->wide * e->x * over, v = e->narrow * e->y;
  *slope = 2 * s * (u * u * over + v * v);
  return (u * u + v * v) * s * s - 1;
}

/* A normal of the half of the ellipse where y > 0: at the nearest point for a point in that half, else at the
 * nearest one around the end of the narrow axis, if there is one. By Newton's method, from where y alone
 * would be enough. */
static bool nearest_normal(const ellipse_view *e, double *out_x, double *out_y) {
  double gap = e->wide * e->wide - e->narrow * e->narrow, s = 1 / (e->narrow * e->y), slope;
  if (e->y < 0 && !(gap * s < -ELLIPSE_POLE)) return false;
  double low = e->y > 0 ? 0 : -ELLIPSE_POLE / gap, high = s; /* the root is between these */
  for (int i = 0; i < ELLIPSE_STEPS; i++) {
    double over = ellipse_excess(e, gap, s, &slope), last = s;
    bool beyond = over < 0 || (e->y < 0 && slope >= 0);
    *(beyond ? &low : &high) = s;
    double next = slope != 0 ? s - over / slope : s;
    s = (next - low) * (next - high) < 0 ? next : 0.5 * (low + high);
    if (!(fabs(s - last) > ELLIPSE_DONE * fabs(s))) break;
  }
  *out_x = e->x * s / (1 + gap * s), *out_y = e->y * s;
  return true;
}

/* Can no point of that half of the ellipse be nearer than the least depth? Of what overlaps, the way to a
 * point outside the ellipse leads through more than the circle. */
static bool is_farther(const ellipse_view *e, double least) {
  if (e->y < 0) return -e->y >= least;
  double x = e->narrow * e->x, y = e->wide * e->y, square = x * x + y * y;
  double border = e->wide * e->narrow, inner = e->wide * (e->narrow - least);
  return square >= border * border || (inner > 0 && square <= inner * inner);
}

/* An edge as it is seen along its own direction: a point. */
typedef struct edge_point {
  uint32_t corner, edge;
  double aside, up;
} edge_point;

/* The normal of the nearest point leans from the narrow axis to the wide one, by no more than that of the
 * ellipse through the point would, and by no more than a right angle for a point of the other half. Along
 * both of these another edge of the box is lower, and so it is along all between. */
static bool is_lower_elsewhere(const ellipse_view *e, const edge_view *v, const edge_point *p, double up) {
  double most_x = e->y < 0 ? 1 : e->narrow * e->narrow * e->x,
         most_y = e->y < 0 ? 0 : e->wide * e->wide * e->y;
  if (p->aside < 0) most_x = -most_x;
  for (uint32_t i = 1; i < 3; i++) {
    uint32_t axis = (p->edge + i) % 3;
    double sign = box_sign(p->corner, axis), first = sign * up * v->up_of[axis];
    if (first > 0 && most_y * first + sign * most_x * v->aside_of[axis] > 0) return true;
  }
  return false;
}

/* In the half of the directions that look up or down, for 1 or -1. */
static void try_circle(carom__frustum_flat *m, const edge_point *p, const edge_view *v, uint32_t disc,
                       double up) {
  double x, y, height = up * (p->up - m->heights[disc] * v->upward.y);
  ellipse_view e = {m->radii[disc], m->radii[disc] * fabs(v->cosine), fabs(p->aside), height};
  if (!(e.narrow > CAROM__FLAT_LEAN * e.wide)) return;
  if (fabs(e.y) < CAROM__FLAT_LEAN * e.narrow) e.y = CAROM__FLAT_LEAN * e.narrow;
  if (m->is_box && is_lower_elsewhere(&e, v, p, up)) return;
  if (is_farther(&e, m->least.depth) || !nearest_normal(&e, &x, &y)) return;
  carom__dvec3 n = dvec3_mad(dvec3_scale(v->upward, up * y), v->aside, p->aside < 0 ? -x : x);
  carom__bearing along = flat_bearing(dvec3_scale(n, 1 / dvec3_length(n)));
  try_way(m, along, CAROM__FLAT_CIRCLE, disc, p->corner, p->edge);
}

/* An upright edge meets the wider circle where it is as seen from the axis, as a corner meets a cylinder. */
static void try_upright_edge(carom__frustum_flat *m, uint32_t corner, uint32_t edge) {
  const carom__dvec3 p = m->corners[corner], way = m->edges[edge];
  double off = flat_length_across(p);
  if (m->sine == 0 || !(off > 0)) return;
  carom__dvec3 n = dvec3(p.x / off, 0, p.z / off);
  n = dvec3_mad(n, way, -dvec3_dot(n, way));
  carom__bearing along = flat_bearing(dvec3_scale(n, 1 / dvec3_length(n)));
  try_way(m, along, CAROM__FLAT_CIRCLE, m->sine < 0, corner, edge);
}

/* Of two circles, the wider one is met from a little beyond its own half, too: as far as the side leans. */
static void try_circles(carom__frustum_flat *m, uint32_t corner, uint32_t edge, const edge_view *v) {
  const carom__dvec3 c = m->corners[corner];
  const edge_point p = {corner, edge, dvec3_dot(c, v->aside), dvec3_dot(c, v->upward)};
  try_circle(m, &p, v, 0, -1);
  try_circle(m, &p, v, 1, 1);
  if (m->sine != 0) try_circle(m, &p, v, m->sine < 0, m->sine < 0 ? -1 : 1);
}

/* Where edge k of four along an axis of the box begins. */
static uint32_t box_edge_begin(uint32_t axis, uint32_t k) {
  static const uint8_t begins[3][4] = {{0, 2, 4, 6}, {0, 1, 4, 5}, {0, 1, 2, 3}};
  return begins[axis][k];
}

static void try_edges(carom__frustum_flat *m, uint32_t edge) {
  edge_view v;
  bool leans = see_along(m, edge, &v);
  if (leans) try_side_and_edge(m, edge, edge, &v);
  for (uint32_t k = 0; k < (m->is_box ? 4 : 1); k++) {
    uint32_t corner = m->is_box ? box_edge_begin(edge, k) : edge;
    if (leans)
      try_circles(m, corner, edge, &v);
    else
      try_upright_edge(m, corner, edge);
  }
}

void carom__frustum_flat_try_others(carom__frustum_flat *m) {
  try_caps(m);
  for (uint32_t i = 0; i < (m->is_box ? 8 : 3); i++) try_side_and_corner(m, i);
  for (uint32_t i = 0; i < 3; i++) try_edges(m, i);
}

/* --- Where they meet --- */

/* How far along the edge it passes the line of the side whose normal is the way out. */
static double part_of_edge(const carom__frustum_flat *m) {
  const carom__way_out *w = &m->least;
  carom__dvec3 low = flat_circle_point(m, w->along, 0),
               line = dvec3_sub(flat_circle_point(m, w->along, 1), low);
  carom__dvec3 across = dvec3_cross(line, w->along.n);
  double way = dvec3_dot(dvec3_sub(low, m->corners[w->corner]), across),
         by = dvec3_dot(m->edges[w->edge], across);
  return by == 0 ? -1 : way / by;
}

static bool triangle_has(const carom__frustum_flat *m, carom__dvec3 p) {
  carom__dvec3 up = dvec3_cross(m->edges[0], m->edges[1]);
  for (int i = 0; i < 3; i++)
    if (dvec3_dot(dvec3_cross(up, m->edges[i]), dvec3_sub(p, m->corners[i])) < 0) return false;
  return true;
}

static bool box_has(const carom__frustum_flat *m, carom__dvec3 p, double slack) {
  for (int i = 0; i < 3; i++) {
    double at = dvec3_dot(dvec3_sub(p, m->corners[0]), m->edges[i]);
    if (!(at >= -slack && at <= m->lengths[i] + slack)) return false;
  }
  return true;
}

bool carom__frustum_flat_has(const carom__frustum_flat *m, carom__dvec3 p, double slack) {
  return m->is_box ? box_has(m, p, slack) : triangle_has(m, p);
}

carom__dvec3 carom__frustum_flat_farthest(const carom__frustum_flat *m) {
  const carom__way_out *w = &m->least;
  bool of_circle = w->part == CAROM__FLAT_CIRCLE;
  return flat_circle_point(m, w->along, of_circle ? w->disc : flat_farthest_disc(m, w->along));
}

/* How far along the edge it is that is met. */
static double met_part(const carom__frustum_flat *m) {
  const carom__way_out *w = &m->least;
  if (w->part == CAROM__FLAT_SIDE_AND_EDGE) return part_of_edge(m);
  carom__dvec3 p = dvec3_mad(carom__frustum_flat_farthest(m), w->along.n, -w->depth);
  return dvec3_dot(dvec3_sub(p, m->corners[w->corner]), m->edges[w->edge]);
}

static bool is_of_edge(const carom__way_out *w) {
  return w->part == CAROM__FLAT_SIDE_AND_EDGE || w->part == CAROM__FLAT_CIRCLE;
}

/* The point that is met; false where it would be beside the face or the edge. */
static bool find_met(const carom__frustum_flat *m, double touch, carom__dvec3 *out) {
  const carom__way_out *w = &m->least;
  *out = dvec3_mad(carom__frustum_flat_farthest(m), w->along.n, -w->depth);
  if (w->part == CAROM__FLAT_FACE) return carom__frustum_flat_has(m, *out, touch);
  double part = is_of_edge(w) ? met_part(m) : 0;
  *out = dvec3_mad(m->corners[w->corner], m->edges[w->edge], part);
  return part >= 0 && part <= m->lengths[w->edge];
}

carom__flat_points carom__frustum_flat_meet(const carom__frustum_flat *m, double touch) {
  carom__flat_points p = {.within = -HUGE_VAL};
  if (!find_met(m, touch, &p.on_flat)) return p;
  p.on_frustum = dvec3_mad(p.on_flat, m->least.along.n, m->least.depth);
  p.known = frustum_depth_within(m->frustum, p.on_frustum) >= -touch;
  p.within = frustum_depth_within(m->frustum, p.on_flat);
  return p;
}

/* The lowest vertex that carries it. */
static uint32_t corner_name(const carom__frustum_flat *m) {
  const carom__way_out *w = &m->least;
  return !m->is_box && is_of_edge(w) && w->edge == 2 ? 0 : w->corner;
}

static void write_points(const carom__frustum_flat *m, const carom__flat_points *p, carom__epa_result *out) {
  const uint32_t names[2] = {m->least.disc, corner_name(m)};
  const carom__dvec3 points[2] = {flat_point_out_of_frame(m, p->on_frustum),
                                  flat_point_out_of_frame(m, p->on_flat)};
  carom__vertex *v = &out->simplex.vertices[0];
  v->a = out->point_a = points[!m->first], v->b = out->point_b = points[m->first];
  v->index_a = names[!m->first], v->index_b = names[m->first];
  v->w = dvec3_sub(v->a, v->b);
  out->simplex.weights[0] = 1, out->simplex.count = 1;
}

bool carom__frustum_flat_write(const carom__frustum_flat *m, const carom__cores *cores,
                               const carom__flat_points *points, carom__epa_result *out) {
  carom__dvec3 n = flat_out_of_frame(m, m->least.along.n);
  out->normal = m->first ? n : dvec3_neg(n);
  out->depth = m->least.depth;
  if (points->known) write_points(m, points, out);
  return points->known || -out->depth > cores->reach || !carom__epa_points(cores, out);
}
