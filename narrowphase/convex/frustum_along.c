/* frustum_along.c: the depth of a frustum and a triangle along a direction.
 *
 * It is how far the frustum reaches, over the triangle, beyond its plane. What reaches farthest is the
 * farthest point of all, if that is over the triangle; else it lies in the wall over an edge, on the side or
 * on a circle, or on the line over a corner. All of these are tried. */
#include "frustum_triangle.h"

#include "frustum_flat.h"

/* The frustum beyond the triangle, along a direction. */
typedef struct flat_crossing {
  carom__frustum_flat m;
  carom__dvec3 way;      /* unit */
  carom__dvec3 rise;     /* its product with a way is how far that leads beyond the plane, along `way` */
  carom__dvec3 walls[3]; /* unit normals of what is over the edges, inward */
  carom__dvec3
      ahead[3]; /* their products with ways within such a wall are how far these lead along the edge */
  double depth;
  carom__dvec3 point;
  uint32_t disc, corner;
} flat_crossing;

static carom__dvec3 into_frame(const carom__frustum_flat *m, carom__dvec3 n) {
  return m->first ? n : dvec3_unrotate(&m->place->axes, n);
}

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
  if (!carom__frustum_triangle_normal(&c->m, &normal)) return false;
  double cosine = dvec3_dot(normal, way);
  if (!(fabs(cosine) > CAROM__FLAT_LEAN)) return false;
  c->way = way, c->rise = dvec3_scale(normal, 1 / cosine);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 edge = c->m.edges[i], wall = dvec3_cross(way, edge);
    double square = dvec3_dot(wall, wall);
    if (!(square > CAROM__FLAT_LEAN * CAROM__FLAT_LEAN)) return false;
    c->walls[i] = dvec3_scale(wall, (cosine > 0 ? 1 : -1) / square_root(square));
    c->ahead[i] = dvec3_scale(dvec3_mad(edge, way, -dvec3_dot(way, edge)), 1 / square);
  }
  return true;
}

/* The farthest point of all, if it is over the triangle. */
static bool try_farthest(flat_crossing *c) {
  carom__bearing up = flat_bearing(c->rise);
  uint32_t disc = flat_farthest_disc(&c->m, up);
  carom__dvec3 p = flat_circle_point(&c->m, up, disc);
  for (int i = 0; i < 3; i++)
    if (dvec3_dot(c->walls[i], dvec3_sub(p, c->m.corners[i])) < 0) return false;
  offer(c, p, disc, 0);
  return true;
}

/* The farther one of the two points of a circle in a wall. */
static void try_circle_in_wall(flat_crossing *c, uint32_t index, uint32_t disc) {
  const carom__dvec3 wall = c->walls[index];
  double radius = c->m.radii[disc], height = c->m.heights[disc], wide = flat_length_across(wall);
  double off = dvec3_dot(wall, c->m.corners[index]) - wall.y * height, square = wide * wide;
  double aside = radius * radius * square - off * off;
  if (!(aside >= 0 && square > 0)) return;
  double in = off / square, by = square_root(aside) / square;
  if (c->rise.z * wall.x - c->rise.x * wall.z < 0) by = -by;
  offer_in_wall(c, index, dvec3(in * wall.x - by * wall.z, height, in * wall.z + by * wall.x), disc);
}

/* Where the line of the side with a normal that leans from the rise to the wall passes through the wall. */
static void try_line_in_wall(flat_crossing *c, uint32_t index, double lean) {
  carom__bearing d = flat_bearing(dvec3_mad(c->rise, c->walls[index], lean));
  carom__dvec3 low = flat_circle_point(&c->m, d, 0), line = dvec3_sub(flat_circle_point(&c->m, d, 1), low);
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
  if (cores->a.radius + cores->b.radius > 0 || !carom__frustum_triangle_make(cores, &c.m)) return false;
  carom__dvec3 way = into_frame(&c.m, direction);
  if (!see_crossing(&c, c.m.first ? way : dvec3_neg(way))) return false;
  if (!try_farthest(&c)) try_walls(&c);
  out->depth = c.depth;
  if (c.depth == -HUGE_VAL) return true;
  carom__dvec3 on_frustum = flat_point_out_of_frame(&c.m, c.point);
  out->point_a = c.m.first ? on_frustum : dvec3_mad(on_frustum, direction, c.depth);
  out->index_a = c.m.first ? c.disc : c.corner, out->index_b = c.m.first ? c.corner : c.disc;
  return true;
}
