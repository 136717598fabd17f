/* frustum_triangle.c: the depth of a frustum and a triangle, the least one and that along a direction.
 *
 * The least depth is the distance from the origin to the surface of A - B, which is convex. From inside, that
 * is least within a smooth part of the surface, and not at an edge of it. The parts are: the triangle and a
 * point of the frustum; a cap and a corner; the side and a corner; the side and an edge; a circle and an
 * edge. Each is nearest along a direction in closed form. For a circle and an edge, it is that of the nearest
 * point of an ellipse (Eberly, 2013), as which the circle is seen along the edge. The least depth along all
 * these directions is that of both, if they overlap.
 *
 * The depth along a direction is how far the frustum reaches, over the triangle, beyond its plane. What
 * reaches farthest is the farthest point of all, if that is over the triangle; else it lies in the wall over
 * an edge, on the side or on a circle, or on the line over a corner. All of these are tried.
 *
 * All is in the frame of the frustum, whose axis is y, and in double. */
#include "frustum_triangle.h"

/* A direction that leans from another by less than this is the same, for what is square to both. */
#define LEAST_LEAN 0x1p-26
/* Newton's method for the ellipse is done when it moves by less than this part: it doubles the digits. */
#define ELLIPSE_DONE 0x1p-22
/* A normal nearer to the wide axis of the ellipse is not looked for: what is divided by there may be 0. */
#define ELLIPSE_POLE (1 + 0x1p-20)
enum { ELLIPSE_STEPS = 24 };

/* A direction, mostly of unit length, and how long its part across the axis is. */
typedef struct bearing {
  carom__dvec3 n;
  double across;
} bearing;

typedef enum part_kind { OF_FACE, OF_CAP, OF_SIDE_AND_CORNER, OF_SIDE_AND_EDGE, OF_CIRCLE } part_kind;

/* A direction from the frustum to the triangle, and how deep both overlap along it. */
typedef struct way_out {
  bearing along;
  double depth;
  part_kind kind;
  uint32_t disc, index; /* of the frustum; of the triangle's corner, or of the edge that begins there */
} way_out;

typedef struct flat_meeting {
  const carom_frustum *frustum;
  const carom__relative *place; /* of B in A */
  bool first;                   /* is the frustum A? */
  double heights[2], radii[2];  /* of its circles */
  double cosine, sine;          /* of the normals of its side, across the axis and along it */
  carom__dvec3 corners[3], edges[3];
  double lengths[3]; /* of the edges, which are unit */
  way_out least;
} flat_meeting;

static double length_across(carom__dvec3 v) { return square_root(v.x * v.x + v.z * v.z); }

static bearing bearing_of(carom__dvec3 n) { return (bearing){n, length_across(n)}; }

static carom__dvec3 into_frame(const flat_meeting *m, carom__dvec3 n) {
  return m->first ? n : dvec3_unrotate(&m->place->axes, n);
}

/* The axes are those of a rotation but for rounding. */
static carom__dvec3 out_of_frame(const flat_meeting *m, carom__dvec3 n) {
  return m->first ? n : dvec3_normalize_or(dvec3_rotate(&m->place->axes, n), n);
}

static carom__dvec3 point_into_frame(const flat_meeting *m, carom_vec3 own) {
  if (m->first) return dvec3_place(m->place, own);
  return dvec3_unrotate(&m->place->axes, dvec3_sub(dvec3_widen(own), dvec3_widen(m->place->origin)));
}

static carom__dvec3 point_out_of_frame(const flat_meeting *m, carom__dvec3 p) {
  return m->first ? p : dvec3_add(dvec3_rotate(&m->place->axes, p), dvec3_widen(m->place->origin));
}

static bool is_triangle(const carom__core *core) {
  return core->class->vertex_count && core->class->vertex_count(core->shape) == 3;
}

static void set_frustum(flat_meeting *m, const carom_frustum *f) {
  m->frustum = f;
  m->heights[1] = (double)f->half_height, m->heights[0] = -m->heights[1];
  m->radii[0] = (double)f->bottom, m->radii[1] = (double)f->top;
  double height = 2 * m->heights[1], narrower = m->radii[0] - m->radii[1];
  double slant = square_root(height * height + narrower * narrower);
  m->cosine = height / slant, m->sine = narrower / slant;
}

/* False of other cores, and of a triangle without edges. */
static bool make_meeting(const carom__cores *cores, flat_meeting *m) {
  m->first = core_is_frustum(&cores->a), m->place = cores->b_in_a;
  const carom__core *frustum = m->first ? &cores->a : &cores->b, *triangle = m->first ? &cores->b : &cores->a;
  if (!core_is_frustum(frustum) || !is_triangle(triangle)) return false;
  set_frustum(m, &frustum->frustum);
  for (uint32_t i = 0; i < 3; i++) m->corners[i] = point_into_frame(m, core_vertex(triangle, i));
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = dvec3_sub(m->corners[(i + 1) % 3], m->corners[i]);
    m->lengths[i] = dvec3_length(edge);
    if (!(m->lengths[i] > 0)) return false;
    m->edges[i] = dvec3_scale(edge, 1 / m->lengths[i]);
  }
  return true;
}

/* The normal of the triangle, which is not of unit length; false of one without a face. */
static bool find_normal(const flat_meeting *m, carom__dvec3 *out) {
  *out = dvec3_cross(m->edges[0], m->edges[1]);
  return dvec3_dot(*out, *out) > LEAST_LEAN * LEAST_LEAN;
}

/* --- The directions of least depth --- */

static double height_of(const flat_meeting *m, bearing d, uint32_t disc) {
  return d.n.y * m->heights[disc] + d.across * m->radii[disc];
}

static uint32_t farthest_disc(const flat_meeting *m, bearing d) {
  return height_of(m, d, 1) > height_of(m, d, 0);
}

static carom__dvec3 circle_point(const flat_meeting *m, bearing d, uint32_t disc) {
  double part = d.across > 0 ? m->radii[disc] / d.across : 0;
  return dvec3(part * d.n.x, m->heights[disc], part * d.n.z);
}

static uint32_t lowest_corner(const flat_meeting *m, carom__dvec3 n) {
  double heights[3];
  for (int i = 0; i < 3; i++) heights[i] = dvec3_dot(n, m->corners[i]);
  uint32_t low = heights[1] < heights[0];
  return heights[2] < heights[low] ? 2 : low;
}

static void try_way(flat_meeting *m, bearing along, part_kind kind, uint32_t disc, uint32_t index) {
  double reach = greater_double(height_of(m, along, 0), height_of(m, along, 1));
  double depth = reach - dvec3_dot(along.n, m->corners[lowest_corner(m, along.n)]);
  if (depth < m->least.depth) m->least = (way_out){along, depth, kind, disc, index};
}

static bool try_faces(flat_meeting *m) {
  carom__dvec3 n;
  m->least.depth = HUGE_VAL;
  if (!find_normal(m, &n)) return false;
  bearing up = bearing_of(dvec3_scale(n, 1 / dvec3_length(n))), down = {dvec3_neg(up.n), up.across};
  try_way(m, up, OF_FACE, 0, 0);
  try_way(m, down, OF_FACE, 0, 0);
  return true;
}

static void try_caps(flat_meeting *m) {
  for (uint32_t disc = 0; disc < 2; disc++) {
    carom__dvec3 n = dvec3(0, disc ? 1 : -1, 0);
    if (m->radii[disc] > 0) try_way(m, (bearing){n, 0}, OF_CAP, disc, lowest_corner(m, n));
  }
}

/* Out of the side, to where a corner is as seen from the axis. */
static void try_side_and_corner(flat_meeting *m, uint32_t index) {
  const carom__dvec3 p = m->corners[index];
  double off = length_across(p);
  if (!(off > 0)) return;
  double part = m->cosine / off;
  try_way(m, (bearing){dvec3(part * p.x, m->sine, part * p.z), m->cosine}, OF_SIDE_AND_CORNER, 0, index);
}

/* The axes square to an edge: one in the plane that it spans with y, and one square to y. */
typedef struct edge_view {
  carom__dvec3 upward, aside;
  double sine, cosine; /* of the angle between the edge and y */
} edge_view;

static bool see_along(carom__dvec3 edge, edge_view *out) {
  out->cosine = edge.y, out->sine = length_across(edge);
  if (!(out->sine > LEAST_LEAN)) return false;
  double by = 1 / out->sine;
  out->upward = dvec3(-by * edge.x * edge.y, out->sine, -by * edge.z * edge.y);
  out->aside = dvec3(-by * edge.z, 0, by * edge.x);
  return true;
}

/* Along the normals of the side that are square to the edge. */
static void try_side_and_edge(flat_meeting *m, uint32_t index, const edge_view *v) {
  double up = m->sine / v->sine, square = 1 - up * up;
  if (!(square >= 0)) return;
  for (int i = 0; i < 2; i++) {
    double aside = i == 0 ? square_root(square) : -square_root(square);
    carom__dvec3 n = dvec3_mad(dvec3_scale(v->upward, up), v->aside, aside);
    try_way(m, (bearing){n, m->cosine}, OF_SIDE_AND_EDGE, 0, index);
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
  double x = e->x / e->wide, y = e->y / e->narrow, square = x * x + y * y;
  if (e->y < 0) return -e->y >= least;
  return square >= 1 || e->narrow * (1 - square_root(square)) >= least;
}

/* In the half of the directions that look up or down, for 1 or -1. */
static void try_circle(flat_meeting *m, uint32_t index, const edge_view *v, uint32_t disc, double up) {
  carom__dvec3 way = m->corners[index];
  way.y -= m->heights[disc];
  double aside = dvec3_dot(way, v->aside), x, y;
  ellipse_view e = {m->radii[disc], m->radii[disc] * fabs(v->cosine), fabs(aside),
                    up * dvec3_dot(way, v->upward)};
  if (!(e.narrow > LEAST_LEAN * e.wide)) return;
  if (fabs(e.y) < LEAST_LEAN * e.narrow) e.y = LEAST_LEAN * e.narrow;
  if (is_farther(&e, m->least.depth) || !nearest_normal(&e, &x, &y)) return;
  carom__dvec3 n = dvec3_mad(dvec3_scale(v->upward, up * y), v->aside, aside < 0 ? -x : x);
  try_way(m, bearing_of(dvec3_scale(n, 1 / dvec3_length(n))), OF_CIRCLE, disc, index);
}

/* An upright edge meets the wider circle where it is as seen from the axis, as a corner meets a cylinder. */
static void try_upright_edge(flat_meeting *m, uint32_t index) {
  const carom__dvec3 p = m->corners[index], edge = m->edges[index];
  double off = length_across(p);
  if (m->sine == 0 || !(off > 0)) return;
  carom__dvec3 n = dvec3(p.x / off, 0, p.z / off);
  n = dvec3_mad(n, edge, -dvec3_dot(n, edge));
  try_way(m, bearing_of(dvec3_scale(n, 1 / dvec3_length(n))), OF_CIRCLE, m->sine < 0, index);
}

/* Of two circles, the wider one is met from a little beyond its own half, too: as far as the side leans. */
static void try_edge(flat_meeting *m, uint32_t index) {
  edge_view v;
  if (!see_along(m->edges[index], &v)) {
    try_upright_edge(m, index);
    return;
  }
  try_side_and_edge(m, index, &v);
  try_circle(m, index, &v, 0, -1);
  try_circle(m, index, &v, 1, 1);
  if (m->sine != 0) try_circle(m, index, &v, m->sine < 0, m->sine < 0 ? -1 : 1);
}

/* --- Where they meet --- */

/* How far along the edge it passes the line of the side whose normal is the way out. */
static double part_of_edge(const flat_meeting *m) {
  const way_out *w = &m->least;
  carom__dvec3 low = circle_point(m, w->along, 0), line = dvec3_sub(circle_point(m, w->along, 1), low);
  carom__dvec3 across = dvec3_cross(line, w->along.n);
  double way = dvec3_dot(dvec3_sub(low, m->corners[w->index]), across),
         by = dvec3_dot(m->edges[w->index], across);
  return by == 0 ? -1 : way / by;
}

/* Is a point of the plane of the triangle within its edges? */
static bool is_over(const flat_meeting *m, carom__dvec3 p) {
  carom__dvec3 up = dvec3_cross(m->edges[0], m->edges[1]);
  for (int i = 0; i < 3; i++)
    if (dvec3_dot(dvec3_cross(up, m->edges[i]), dvec3_sub(p, m->corners[i])) < 0) return false;
  return true;
}

/* The point of the frustum that is farthest along the way out. */
static carom__dvec3 farthest_point(const flat_meeting *m) {
  const way_out *w = &m->least;
  return circle_point(m, w->along, w->kind == OF_CIRCLE ? w->disc : farthest_disc(m, w->along));
}

/* How far along the edge it is that is met. */
static double met_part(const flat_meeting *m) {
  const way_out *w = &m->least;
  if (w->kind == OF_SIDE_AND_EDGE) return part_of_edge(m);
  carom__dvec3 p = dvec3_mad(farthest_point(m), w->along.n, -w->depth);
  return dvec3_dot(dvec3_sub(p, m->corners[w->index]), m->edges[w->index]);
}

static bool is_of_edge(const way_out *w) { return w->kind == OF_SIDE_AND_EDGE || w->kind == OF_CIRCLE; }

/* The point of the triangle that is met; false where it would be beside that. */
static bool find_met(const flat_meeting *m, carom__dvec3 *out) {
  const way_out *w = &m->least;
  *out = dvec3_mad(farthest_point(m), w->along.n, -w->depth);
  if (w->kind == OF_FACE) return is_over(m, *out);
  double part = is_of_edge(w) ? met_part(m) : 0;
  *out = dvec3_mad(m->corners[w->index], m->edges[w->index], part);
  return part >= 0 && part <= m->lengths[w->index];
}

/* The lowest vertex that carries it. */
static uint32_t corner_name(const way_out *w) { return is_of_edge(w) && w->index == 2 ? 0 : w->index; }

static void write_points(const flat_meeting *m, carom__dvec3 on_triangle, carom__dvec3 on_frustum,
                         carom__epa_result *out) {
  const uint32_t names[2] = {m->least.disc, corner_name(&m->least)};
  const carom__dvec3 points[2] = {point_out_of_frame(m, on_frustum), point_out_of_frame(m, on_triangle)};
  carom__vertex *v = &out->simplex.vertices[0];
  v->a = out->point_a = points[!m->first], v->b = out->point_b = points[m->first];
  v->index_a = names[!m->first], v->index_b = names[m->first];
  v->w = dvec3_sub(v->a, v->b);
  out->simplex.weights[0] = 1, out->simplex.count = 1;
}

/* --- All of it --- */

/* Does the way from the middle of the frustum to a point of it lead through the triangle? */
static bool leads_through(const flat_meeting *m, carom__dvec3 p) {
  carom__dvec3 normal = dvec3_cross(m->edges[0], m->edges[1]);
  double from = -dvec3_dot(normal, m->corners[0]), to = from + dvec3_dot(normal, p);
  return from * to < 0 && is_over(m, dvec3_scale(p, from / (from - to)));
}

/* Points of both that may be met: of the triangle, if there is one, and of the frustum, if it is one. */
typedef struct met_points {
  carom__dvec3 on_triangle, on_frustum;
  bool known;    /* are they points of both? */
  double within; /* how deep the first one is in the frustum */
} met_points;

static met_points find_points(const flat_meeting *m, double touch) {
  met_points p = {.within = -HUGE_VAL};
  if (!find_met(m, &p.on_triangle)) return p;
  p.on_frustum = dvec3_mad(p.on_triangle, m->least.along.n, m->least.depth);
  p.known = frustum_depth_within(m->frustum, p.on_frustum) >= -touch;
  p.within = frustum_depth_within(m->frustum, p.on_triangle);
  return p;
}

/* Points of both that are as far apart as their planes prove the distance, and a point of the triangle that
 * is as deep in the frustum the depth. */
static bool prove_least(const flat_meeting *m, const met_points *p) {
  return m->least.depth < 0 ? p->known : p->within >= m->least.depth;
}

/* What overlaps is as deep as the least of all directions. */
static bool do_overlap(const flat_meeting *m, const met_points *p) {
  return m->least.depth >= 0 && (p->within >= 0 || leads_through(m, farthest_point(m)));
}

static void try_all(flat_meeting *m) {
  try_caps(m);
  for (uint32_t i = 0; i < 3; i++) try_side_and_corner(m, i);
  for (uint32_t i = 0; i < 3; i++) try_edge(m, i);
}

bool carom__frustum_triangle_depth(const carom__cores *cores, carom__epa_result *out) {
  flat_meeting m;
  double touch = 0.25 * cores->touch;
  if (!make_meeting(cores, &m) || !try_faces(&m)) return false;
  met_points p = find_points(&m, touch);
  if (!prove_least(&m, &p) && -m.least.depth <= cores->reach) {
    try_all(&m);
    p = find_points(&m, touch);
    if (!prove_least(&m, &p) && !do_overlap(&m, &p) && -m.least.depth <= cores->reach) return false;
  }
  carom__dvec3 n = out_of_frame(&m, m.least.along.n);
  out->normal = m.first ? n : dvec3_neg(n);
  out->depth = m.least.depth;
  if (p.known) write_points(&m, p.on_triangle, p.on_frustum, out);
  return p.known || -out->depth > cores->reach || !carom__epa_points(cores, out);
}

/* --- The depth along a direction --- */

/* The frustum beyond the triangle, along a direction. */
typedef struct flat_crossing {
  flat_meeting m;
  carom__dvec3 way;      /* unit */
  carom__dvec3 rise;     /* its product with a way is how far that leads beyond the plane, along `way` */
  carom__dvec3 walls[3]; /* unit normals of what is over the edges, inward */
  carom__dvec3
      ahead[3]; /* their products with ways within such a wall are how far these lead along the edge */
  double depth;
  carom__dvec3 point;
  uint32_t disc, corner;
} flat_crossing;

static double height_over(const flat_crossing *c, carom__dvec3 p) {
  return dvec3_dot(c->rise, dvec3_sub(p, c->m.corners[0]));
}

static void offer(flat_crossing *c, carom__dvec3 p, uint32_t disc, uint32_t corner) {
  double height = height_over(c, p);
  if (height > c->depth) c->depth = height, c->point = p, c->disc = disc, c->corner = corner;
}

/* Offers a point in a wall, if it is over the edge. */
static void offer_in_wall(flat_crossing *c, uint32_t index, carom__dvec3 p, uint32_t disc) {
  double along = dvec3_dot(c->ahead[index], dvec3_sub(p, c->m.corners[index]));
  if (along >= 0 && along <= c->m.lengths[index]) offer(c, p, disc, index);
}

static bool see_crossing(flat_crossing *c, carom__dvec3 way) {
  carom__dvec3 normal;
  if (!find_normal(&c->m, &normal)) return false;
  double cosine = dvec3_dot(normal, way);
  if (!(fabs(cosine) > LEAST_LEAN)) return false;
  c->way = way, c->rise = dvec3_scale(normal, 1 / cosine);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = c->m.edges[i], wall = dvec3_cross(way, edge);
    double square = dvec3_dot(wall, wall);
    if (!(square > LEAST_LEAN * LEAST_LEAN)) return false;
    c->walls[i] = dvec3_scale(wall, (cosine > 0 ? 1 : -1) / square_root(square));
    c->ahead[i] = dvec3_scale(dvec3_mad(edge, way, -dvec3_dot(way, edge)), 1 / square);
  }
  return true;
}

/* The farthest point of all, if it is over the triangle. */
static bool try_farthest(flat_crossing *c) {
  bearing up = bearing_of(c->rise);
  uint32_t disc = farthest_disc(&c->m, up);
  carom__dvec3 p = circle_point(&c->m, up, disc);
  for (int i = 0; i < 3; i++)
    if (dvec3_dot(c->walls[i], dvec3_sub(p, c->m.corners[i])) < 0) return false;
  offer(c, p, disc, 0);
  return true;
}

/* The farther one of the two points of a circle in a wall. */
static void try_circle_in_wall(flat_crossing *c, uint32_t index, uint32_t disc) {
  const carom__dvec3 wall = c->walls[index];
  double radius = c->m.radii[disc], height = c->m.heights[disc], wide = length_across(wall);
  double off = dvec3_dot(wall, c->m.corners[index]) - wall.y * height, square = wide * wide;
  double aside = radius * radius * square - off * off;
  if (!(aside >= 0 && square > 0)) return;
  double in = off / square, by = square_root(aside) / square;
  if (c->rise.z * wall.x - c->rise.x * wall.z < 0) by = -by;
  offer_in_wall(c, index, dvec3(in * wall.x - by * wall.z, height, in * wall.z + by * wall.x), disc);
}

/* Where the line of the side with a normal that leans from the rise to the wall passes through the wall. */
static void try_line_in_wall(flat_crossing *c, uint32_t index, double lean) {
  bearing d = bearing_of(dvec3_mad(c->rise, c->walls[index], lean));
  carom__dvec3 low = circle_point(&c->m, d, 0), line = dvec3_sub(circle_point(&c->m, d, 1), low);
  double from = dvec3_dot(c->walls[index], dvec3_sub(c->m.corners[index], low));
  double by = dvec3_dot(c->walls[index], line), part = by != 0 ? from / by : -1;
  if (part >= 0 && part <= 1) offer_in_wall(c, index, dvec3_mad(low, line, part), 0);
}

/* The farthest points of the side in a wall have normals in the plane of the rise and that of the wall, which
 * lean to the axis as those of the side do: the roots of a quadratic, of which one may be infinite. */
static void try_side_in_wall(flat_crossing *c, uint32_t index) {
  const carom__dvec3 wall = c->walls[index], rise = c->rise;
  double sine = c->m.sine * c->m.sine, a = wall.y * wall.y - sine;
  double b = rise.y * wall.y - sine * dvec3_dot(rise, wall),
         square = rise.y * rise.y - sine * dvec3_dot(rise, rise);
  double root = square_root(greater_double(b * b - a * square, 0)), q = b > 0 ? -b - root : root - b;
  if (a != 0) try_line_in_wall(c, index, q / a);
  if (sine > 0 && q != 0) try_line_in_wall(c, index, square / q);
}

/* How far the line over a corner leads through the frustum; false when it does not meet it. */
static bool find_end(const flat_crossing *c, carom__dvec3 p, double *out) {
  const carom__dvec3 way = c->way;
  const double high = c->m.heights[1], middle = 0.5 * (c->m.radii[0] + c->m.radii[1]);
  double grows = 0.5 * (c->m.radii[1] - c->m.radii[0]) / high, from = -HUGE_VAL, to = HUGE_VAL;
  if (way.y == 0 && fabs(p.y) > high) return false;
  if (way.y != 0) {
    double first = (-high - p.y) / way.y, last = (high - p.y) / way.y;
    from = lesser_double(first, last), to = greater_double(first, last);
  }
  double radius = middle + grows * p.y, widens = grows * way.y;
  double a = way.x * way.x + way.z * way.z - widens * widens;
  double b = p.x * way.x + p.z * way.z - radius * widens, square = p.x * p.x + p.z * p.z - radius * radius;
  double root = b * b - a * square;
  *out = to;
  if (to < HUGE_VAL && (a * to + 2 * b) * to + square <= 0) return true;
  if (!(root >= 0)) return false;
  double q = b > 0 ? -b - square_root(root) : square_root(root) - b;
  double ends[2] = {a != 0 ? q / a : -HUGE_VAL, q != 0 ? square / q : -HUGE_VAL};
  *out = -HUGE_VAL;
  for (int i = 0; i < 2; i++)
    if (ends[i] >= from && ends[i] <= to) *out = greater_double(*out, ends[i]);
  return *out > -HUGE_VAL;
}

static void try_corner(flat_crossing *c, uint32_t index) {
  double end;
  if (find_end(c, c->m.corners[index], &end)) offer(c, dvec3_mad(c->m.corners[index], c->way, end), 0, index);
}

static void try_walls(flat_crossing *c) {
  for (uint32_t i = 0; i < 3; i++) {
    try_side_in_wall(c, i);
    for (uint32_t disc = 0; disc < 2; disc++) try_circle_in_wall(c, i, disc);
    try_corner(c, i);
  }
}

bool carom__frustum_triangle_along(const carom__cores *cores, carom__dvec3 direction,
                                   carom__depth_along *out) {
  flat_crossing c = {.depth = -HUGE_VAL};
  if (cores->a.radius + cores->b.radius > 0 || !make_meeting(cores, &c.m)) return false;
  carom__dvec3 way = into_frame(&c.m, direction);
  if (!see_crossing(&c, c.m.first ? way : dvec3_neg(way))) return false;
  if (!try_farthest(&c)) try_walls(&c);
  out->depth = c.depth;
  if (c.depth == -HUGE_VAL) return true;
  carom__dvec3 on_frustum = point_out_of_frame(&c.m, c.point);
  out->point_a = c.m.first ? on_frustum : dvec3_mad(on_frustum, direction, c.depth);
  out->index_a = c.m.first ? c.disc : c.corner, out->index_b = c.m.first ? c.corner : c.disc;
  return true;
}
