/* two_triangles.c: the axes of two triangles one by one, in double.
 *
 * They are both normals and the products of two edges, and for triangles in one plane also the directions in
 * it that are square to an edge. */
#include "two_triangles.h"

#include "box_triangle.h"
#include "clip_polygon.h"
#include "manifold.h"
#include "placed.h"

/* In parts of the sizes: overlaps and gaps that are greater are sure, and by more must an axis of edges be
 * less deep than one of a face. */
#define SURE_OVERLAP (32 * 0x1p-24)
#define PREFERENCE (8 * 0x1p-24)
/* Edges that are more parallel than this sine have no product. */
#define NO_PRODUCT 0x1p-20
/* Planes are one when the sine between them is less. */
#define SAME_PLANE 0x1p-10

enum { AXIS_OF_PLANE = -1, AXIS_OF_FACE, AXIS_OF_EDGES = AXIS_OF_FACE + 2 };

/* Two triangles in the frame of the first one, with the axis of least overlap so far. */
typedef struct overlap {
  carom__dvec3 corners[2][3], edges[2][3];
  double size;
  double depth;
  carom__dvec3 normal; /* from A to B */
  int axis;
} overlap;

static void begin(const carom__triangle *a, const carom__triangle *b, const carom__relative *b_in_a,
                  overlap *o) {
  o->size = 0;
  for (int k = 0; k < 3; k++) {
    o->corners[0][k] = dvec3_widen(a->corners[k]);
    o->corners[1][k] = dvec3_place(b_in_a, b->corners[k]);
    o->size = greater_double(o->size, (double)vec3_norm1(a->corners[k]));
    o->size = greater_double(o->size, (double)vec3_norm1(b->corners[k]));
  }
  o->size += (double)vec3_norm1(b_in_a->origin);
  for (int k = 0; k < 6; k++)
    o->edges[k / 3][k % 3] = dvec3_sub(o->corners[k / 3][(k + 1) % 3], o->corners[k / 3][k % 3]);
  o->depth = HUGE_VAL;
}

/* --- Axes --- */

typedef struct range {
  double low, high;
} range;

static range range_of_two(double p, double q) { return (range){lesser_double(p, q), greater_double(p, q)}; }

static range range_of(const overlap *o, int side, carom__dvec3 along) {
  const carom__dvec3 *c = o->corners[side];
  range two = range_of_two(dvec3_dot(along, c[0]), dvec3_dot(along, c[1]));
  double r = dvec3_dot(along, c[2]);
  return (range){lesser_double(two.low, r), greater_double(two.high, r)};
}

static bool is_apart(const overlap *o) { return o->depth < -SURE_OVERLAP * o->size; }

/* Takes the axis if the triangles overlap less along it. Most do not, which squares tell. */
static void try_ranges(overlap *o, carom__dvec3 along, range a, range b, int axis) {
  double up = a.high - b.low, down = b.high - a.low, square = dvec3_dot(along, along);
  double reach = lesser_double(up, down), limit = o->depth - PREFERENCE * o->size;
  if (reach > 0 && limit > 0 && !(reach * reach < limit * limit * square)) return;
  double over = 1 / square_root(square), depth = reach * over;
  if (!(depth < limit)) return;
  o->depth = depth;
  o->normal = dvec3_scale(along, up <= down ? over : -over);
  o->axis = axis;
}

static void try_axis(overlap *o, carom__dvec3 along, int axis) {
  try_ranges(o, along, range_of(o, 0, along), range_of(o, 1, along), axis);
}

/* The ends of an edge are at the same place along its products. */
static range range_beside(const overlap *o, int side, int edge, carom__dvec3 along) {
  const carom__dvec3 *c = o->corners[side];
  return range_of_two(dvec3_dot(along, c[edge]), dvec3_dot(along, c[(edge + 2) % 3]));
}

static void try_edges(overlap *o) {
  double squares[2][3];
  for (int k = 0; k < 6; k++)
    squares[k / 3][k % 3] = dvec3_dot(o->edges[k / 3][k % 3], o->edges[k / 3][k % 3]);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3 && !is_apart(o); k++) {
      carom__dvec3 along = dvec3_cross(o->edges[0][i], o->edges[1][k]);
      double least = NO_PRODUCT * NO_PRODUCT * squares[0][i] * squares[1][k];
      if (!(dvec3_dot(along, along) > least)) continue;
      try_ranges(o, along, range_beside(o, 0, i, along), range_beside(o, 1, k, along),
                 AXIS_OF_EDGES + 3 * i + k);
    }
}

/* The sides of both, as seen along a normal. */
static void try_sides(overlap *o, carom__dvec3 normal) {
  for (int k = 0; k < 6; k++) {
    carom__dvec3 along = dvec3_cross(normal, o->edges[k / 3][k % 3]);
    if (dvec3_dot(along, along) > 0) try_axis(o, along, AXIS_OF_PLANE);
  }
}

/* False of triangles without a normal. */
static bool find_axis(overlap *o) {
  carom__dvec3 normals[2];
  double squares[2];
  for (int side = 0; side < 2; side++) {
    normals[side] = dvec3_cross(o->edges[side][0], o->edges[side][1]);
    squares[side] = dvec3_dot(normals[side], normals[side]);
    double longest = greater_double(dvec3_dot(o->edges[side][0], o->edges[side][0]),
                                    dvec3_dot(o->edges[side][1], o->edges[side][1]));
    if (!(squares[side] > NO_PRODUCT * longest * longest)) return false;
    try_axis(o, normals[side], AXIS_OF_FACE + side);
    if (is_apart(o)) return true;
  }
  carom__dvec3 product = dvec3_cross(normals[0], normals[1]);
  if (dvec3_dot(product, product) < SAME_PLANE * SAME_PLANE * squares[0] * squares[1])
    try_sides(o, normals[0]);
  try_edges(o);
  return true;
}

/* --- Points --- */

/* Of the corners of a triangle, what is over another one and below its plane. */
static void clip_over(const carom_vec3 corners[3], const carom_vec3 others[3], carom_vec3 outward,
                      carom__box_points *out) {
  clip_polygon rooms[2] = {{.count = 0}, {.count = 0}};
  clip_plane prism[3];
  for (uint32_t i = 0; i < 3; i++) clip_polygon_add(&rooms[0], others[i], i + 1);
  carom__triangle_prism(corners, outward, prism);
  const clip_polygon *left = carom__clip_polygon_cut(rooms, prism, 3);
  out->count = 0;
  for (uint32_t i = 0; i < left->count; i++) {
    float height = vec3_dot(outward, vec3_sub(left->corners[i], corners[0]));
    if (height > 0) continue;
    box_points_add(out, vec3_mad(left->corners[i], outward, -0.5f * height), height, left->names[i]);
  }
}

static double within_0_to_1(double x) { return lesser_double(greater_double(x, 0), 1); }

/* Midway between the points where two edges cross as seen along the axis. None when they do not, as an edge
 * beside the corner that is deepest may be tried first and be as good but for rounding. */
static void cross_edges(const overlap *o, carom__box_points *out) {
  int number = o->axis - AXIS_OF_EDGES, i = number / 3, k = number % 3;
  carom__dvec3 e = o->edges[0][i], f = o->edges[1][k], n = dvec3_cross(e, f);
  carom__dvec3 way = dvec3_sub(o->corners[1][k], o->corners[0][i]);
  double over = 1 / dvec3_dot(n, n);
  double at_e = within_0_to_1(dvec3_dot(dvec3_cross(way, f), n) * over);
  double at_f = within_0_to_1(dvec3_dot(dvec3_cross(way, e), n) * over);
  carom__dvec3 on_e = dvec3_mad(o->corners[0][i], e, at_e), on_f = dvec3_mad(o->corners[1][k], f, at_f);
  double most = o->depth + SURE_OVERLAP * o->size;
  carom__dvec3 apart = dvec3_sub(on_f, on_e);
  out->count = 0;
  if (dvec3_dot(apart, apart) > most * most) return;
  box_points_add(out, dvec3_narrow(dvec3_scale(dvec3_add(on_e, on_f), 0.5)), (float)-o->depth,
                 (uint32_t)(4096 + number));
}

static void narrow_corners(const overlap *o, carom_vec3 out[2][3]) {
  for (int k = 0; k < 6; k++) out[k / 3][k % 3] = dvec3_narrow(o->corners[k / 3][k % 3]);
}

static void find_points(const overlap *o, carom__box_points *out) {
  carom_vec3 corners[2][3];
  out->normal = dvec3_narrow(o->normal);
  if (o->axis >= AXIS_OF_EDGES) {
    cross_edges(o, out);
    return;
  }
  int side = o->axis - AXIS_OF_FACE;
  narrow_corners(o, corners);
  clip_over(corners[side], corners[1 - side], side == 0 ? out->normal : vec3_neg(out->normal), out);
}

static void set_manifold(const overlap *o, const carom__box_points *points, carom__manifold *out) {
  out->normal = points->normal;
  out->least = (float)-o->depth;
  out->count = points->count;
  if (points->count == 1)
    out->points[0] = points->points[0];
  else
    carom__manifold_reduce(points->points, points->count, (float)o->size, out);
}

carom__triangles_answer carom__two_triangles_collide(const carom__triangle *a, const carom__triangle *b,
                                                     const carom__relative *b_in_a, carom__manifold *out) {
  overlap o;
  carom__box_points points;
  begin(a, b, b_in_a, &o);
  if (!find_axis(&o)) return CAROM__TRIANGLES_UNSURE;
  if (is_apart(&o)) return CAROM__TRIANGLES_APART;
  if (!(o.depth > SURE_OVERLAP * o.size) || o.axis == AXIS_OF_PLANE) return CAROM__TRIANGLES_UNSURE;
  find_points(&o, &points);
  if (points.count == 0) return CAROM__TRIANGLES_UNSURE;
  set_manifold(&o, &points, out);
  return CAROM__TRIANGLES_TOUCH;
}

bool carom__two_triangles_along(const carom__triangle *a, const carom__triangle *b,
                                const carom__relative *b_in_a, carom_vec3 normal, carom__manifold *out) {
  overlap o;
  carom_vec3 corners[2][3];
  carom__box_points points;
  begin(a, b, b_in_a, &o);
  narrow_corners(&o, corners);
  clip_over(corners[0], corners[1], normal, &points);
  points.normal = normal;
  o.depth = 0;
  set_manifold(&o, &points, out);
  return out->count > 0;
}

float carom__triangle_overlap_along(const carom__triangle *a, const carom__triangle *b,
                                    const carom__relative *b_in_a, carom_vec3 normal) {
  float depth = 0;
  for (int k = 0; k < 3; k++) {
    carom_vec3 corner = relative_apply(b_in_a, b->corners[k]);
    depth = greater_float(depth, vec3_dot(normal, vec3_sub(a->corners[0], corner)));
  }
  return depth;
}
