/* box_gap.c: the distance of two boxes without a search.
 *
 * The axis that parts two boxes most (box_sat.c) is the normal of a face or square to two edges. When the
 * vertex that is foremost lies over the face, or the edges cross, the gap along the axis is that between two
 * points of the boxes: no points can be nearer, and no search could find another distance. So it is nearly
 * always when boxes are close, and all that costs a fraction of GJK. */
#include "box_gap.h"

#include "box_core.h"
#include "box_sat.h"

/* The sine of the angle between two edges below which it is not sure where they cross. */
#define PARALLEL_EDGES (1.0 / 16)

/* Two boxes in the frame of one of them, the first. */
typedef struct box_view {
  carom_vec3 half, other_half;
  carom__dvec3 axes[3], center; /* of the other one */
} box_view;

static box_view seen_by_a(const carom__box_gap *g) {
  const carom_mat3 *m = &g->b_in_a->axes;
  return (box_view){g->half_a,
                    g->half_b,
                    {dvec3_widen(m->x), dvec3_widen(m->y), dvec3_widen(m->z)},
                    dvec3_widen(g->b_in_a->origin)};
}

static box_view seen_by_b(const carom__box_gap *g) {
  carom_mat3 m = mat3_transpose(&g->b_in_a->axes);
  carom__dvec3 center = dvec3_unrotate(&g->b_in_a->axes, dvec3_widen(g->b_in_a->origin));
  return (box_view){
      g->half_b, g->half_a, {dvec3_widen(m.x), dvec3_widen(m.y), dvec3_widen(m.z)}, dvec3_neg(center)};
}

static carom__dvec3 unit(int axis) { return dvec3(axis == 0, axis == 1, axis == 2); }

static double coordinate(carom__dvec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/* The vertex of the other box that lies farthest along a direction. */
static uint32_t farthest(const box_view *v, carom__dvec3 along) {
  uint32_t index = 0;
  for (int i = 0; i < 3; i++) index |= (uint32_t)(dvec3_dot(along, v->axes[i]) > 0) << i;
  return index;
}

static uint32_t signs_of(carom__dvec3 p) {
  return (uint32_t)(p.x > 0) | (uint32_t)(p.y > 0) << 1 | (uint32_t)(p.z > 0) << 2;
}

static carom__dvec3 place_other(const box_view *v, carom_vec3 p) {
  carom__dvec3 x = dvec3_mad(v->center, v->axes[0], (double)p.x);
  return dvec3_mad(dvec3_mad(x, v->axes[1], (double)p.y), v->axes[2], (double)p.z);
}

/* --- A face and the vertex of the other box that is foremost --- */

typedef struct tip {
  box_view box_view;
  uint32_t index;
  carom_vec3 vertex;  /* in its own frame */
  carom__dvec3 place; /* in the first one's */
} tip;

static tip tip_of(const carom__box_gap *g) {
  tip t = {.box_view = g->kind == CAROM__GAP_FACE_A ? seen_by_a(g) : seen_by_b(g)};
  t.index = farthest(&t.box_view, dvec3_scale(unit(g->axis), -g->side));
  t.vertex = box_vertex(t.box_view.other_half, t.index);
  t.place = place_other(&t.box_view, t.vertex);
  return t;
}

/* Does a place lie over the face across an axis, or beneath? */
static bool is_over(carom__dvec3 place, carom_vec3 half, int axis) {
  bool x = fabs(place.x) <= (double)half.x, y = fabs(place.y) <= (double)half.y,
       z = fabs(place.z) <= (double)half.z;
  return (x || axis == 0) && (y || axis == 1) && (z || axis == 2);
}

static bool measure_face(const carom__box_gap *g, carom__gjk_result *out) {
  tip t = tip_of(g);
  double distance = g->side * coordinate(t.place, g->axis) - (double)vec3_get(t.box_view.half, g->axis);
  if (!(distance > 0) || !is_over(t.place, t.box_view.half, g->axis)) return false;
  bool of_a = g->kind == CAROM__GAP_FACE_A;
  out->distance = distance;
  out->normal = g->normal;
  out->point_a = of_a ? dvec3_mad(t.place, g->normal, -distance) : dvec3_widen(t.vertex);
  out->point_b = of_a ? t.place : dvec3_mad(out->point_a, g->normal, distance);
  return true;
}

/* Of the first box's face the half that is nearest to the tip. */
static void remember_face(const carom__box_gap *g, uint16_t of_first[4], uint16_t of_other[4]) {
  uint32_t bit = 1u << g->axis, u = 1u << (g->axis + 1) % 3, v = 1u << (g->axis + 2) % 3;
  tip t = tip_of(g);
  uint32_t near = signs_of(t.place);
  near = g->side > 0 ? near | bit : near & ~bit;
  of_first[0] = (uint16_t)near, of_first[1] = (uint16_t)(near ^ u), of_first[2] = (uint16_t)(near ^ v);
  of_other[0] = of_other[1] = of_other[2] = (uint16_t)t.index;
}

/* --- Two edges --- */

/* The edges that part the boxes, and where on them they are nearest to each other's lines. */
typedef struct crossing {
  uint32_t a, b;                   /* the vertex of each that is on its negative side */
  carom__dvec3 middle_a, middle_b; /* in A's frame */
  double on_a, on_b;               /* from there, in the edges' directions */
} crossing;

static carom__dvec3 column_of_b(const carom__box_gap *g, int axis) {
  return dvec3_widen(mat3_column(&g->b_in_a->axes, axis));
}

static carom_vec3 middle_of(carom_vec3 half, uint32_t index, int axis) {
  carom_vec3 v = box_vertex(half, index);
  vec3_set(&v, axis, 0);
  return v;
}

static crossing crossing_of(const carom__box_gap *g) {
  const box_view v = seen_by_a(g);
  carom__dvec3 e = unit(g->axis), f = v.axes[g->other_axis], across = dvec3_cross(e, f);
  crossing c = {.a = signs_of(g->normal) & ~(1u << g->axis),
                .b = farthest(&v, dvec3_neg(g->normal)) & ~(1u << g->other_axis)};
  c.middle_a = dvec3_widen(middle_of(v.half, c.a, g->axis));
  c.middle_b = place_other(&v, middle_of(v.other_half, c.b, g->other_axis));
  carom__dvec3 way = dvec3_sub(c.middle_b, c.middle_a);
  double cosine = dvec3_dot(e, f), along_e = dvec3_dot(way, e), along_f = dvec3_dot(way, f);
  double whole = 1 / dvec3_dot(across, across);
  c.on_a = (along_e * dvec3_dot(f, f) - cosine * along_f) * whole;
  c.on_b = (cosine * along_e - along_f) * whole;
  return c;
}

static bool measure_edges(const carom__box_gap *g, carom__gjk_result *out) {
  crossing c = crossing_of(g);
  double distance = dvec3_dot(g->normal, dvec3_sub(c.middle_b, c.middle_a));
  if (!(distance > 0 && fabs(c.on_a) <= (double)vec3_get(g->half_a, g->axis) &&
        fabs(c.on_b) <= (double)vec3_get(g->half_b, g->other_axis)))
    return false;
  out->distance = distance;
  out->normal = g->normal;
  out->point_a = dvec3_mad(c.middle_a, unit(g->axis), c.on_a);
  out->point_b = dvec3_mad(c.middle_b, column_of_b(g, g->other_axis), c.on_b);
  return true;
}

/* The ends that are nearest to the crossing, and the other ends. */
static void remember_edges(const carom__box_gap *g, carom__simplex_cache *out) {
  crossing c = crossing_of(g);
  uint32_t a = c.a | (uint32_t)(c.on_a > 0) << g->axis, b = c.b | (uint32_t)(c.on_b > 0) << g->other_axis;
  out->a[0] = out->a[2] = (uint16_t)a, out->a[1] = (uint16_t)(a ^ 1u << g->axis);
  out->b[0] = out->b[1] = (uint16_t)b, out->b[2] = (uint16_t)(b ^ 1u << g->other_axis);
}

/* --- The axis --- */

/* 1 or -1: does a direction lead from A to B, or back? */
static double side_of(const carom__relative *b_in_a, carom__dvec3 direction) {
  return dvec3_dot(direction, dvec3_widen(b_in_a->origin)) < 0 ? -1 : 1;
}

static void take_face_of_a(int axis, carom__box_gap *out) {
  out->kind = CAROM__GAP_FACE_A;
  out->axis = axis;
  out->side = vec3_get(out->b_in_a->origin, axis) < 0 ? -1 : 1;
  out->normal = dvec3_scale(unit(axis), out->side);
}

static void take_face_of_b(int axis, carom__box_gap *out) {
  carom__dvec3 outward = column_of_b(out, axis);
  out->kind = CAROM__GAP_FACE_B;
  out->axis = axis;
  out->side = -side_of(out->b_in_a, outward);
  out->normal = dvec3_scale(outward, -out->side);
}

static bool take_edges(int i, int j, carom__box_gap *out) {
  carom__dvec3 across = dvec3_cross(unit(i), column_of_b(out, j));
  double length = dvec3_length(across);
  if (length < PARALLEL_EDGES) return false;
  out->kind = CAROM__GAP_EDGES;
  out->axis = i;
  out->other_axis = j;
  out->side = side_of(out->b_in_a, across) / length;
  out->normal = dvec3_scale(across, out->side);
  return true;
}

bool carom__box_gap_along(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a, int axis,
                          carom__box_gap *out) {
  out->half_a = half_a;
  out->half_b = half_b;
  out->b_in_a = b_in_a;
  if (axis >= 6) return take_edges((axis - 6) / 3, (axis - 6) % 3, out);
  if (axis < 3)
    take_face_of_a(axis, out);
  else
    take_face_of_b(axis - 3, out);
  return true;
}

bool carom__box_gap_find(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a,
                         carom__box_gap *out) {
  carom__box_pair pair;
  box_pair_make(half_a, half_b, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat_widest(&pair);
  out->touch = axis.touch;
  if (axis.touch) return false;
  out->width = (double)axis.separation;
  return carom__box_gap_along(half_a, half_b, b_in_a, axis.index, out);
}

bool carom__box_gap_measure(const carom__box_gap *gap, carom__gjk_result *out) {
  return gap->kind == CAROM__GAP_EDGES ? measure_edges(gap, out) : measure_face(gap, out);
}

carom__simplex_cache carom__box_gap_features(const carom__box_gap *gap) {
  carom__simplex_cache m = {.count = 3};
  if (gap->kind == CAROM__GAP_EDGES)
    remember_edges(gap, &m);
  else if (gap->kind == CAROM__GAP_FACE_A)
    remember_face(gap, m.a, m.b);
  else
    remember_face(gap, m.b, m.a);
  return m;
}
