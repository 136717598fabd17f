/* impact_boxes.c: the guides of boxes.
 *
 * The axis that parts two boxes most (box_sat.c) is the normal of a face or square to two edges, which is
 * what guides are. It is found in a fraction of the time that GJK takes for the first distance, and near the
 * moment of touch its features nearly always carry the distance: when the foremost vertex lies over the face,
 * or the edges cross, then the gap along the axis is that between two points of the boxes, so that no search
 * could find another one. */
#include "impact_boxes.h"

#include "box_core.h"
#include "box_sat.h"

static carom__dvec3 unit(int axis) { return dvec3(axis == 0, axis == 1, axis == 2); }

static double coordinate(carom__dvec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/* The vertex of the other box that lies farthest along a direction. */
static uint32_t farthest(const carom__box_view *v, carom__dvec3 along) {
  uint32_t index = 0;
  for (int i = 0; i < 3; i++) index |= (uint32_t)(dvec3_dot(along, v->axes[i]) > 0) << i;
  return index;
}

static uint32_t signs_of(carom__dvec3 p) {
  return (uint32_t)(p.x > 0) | (uint32_t)(p.y > 0) << 1 | (uint32_t)(p.z > 0) << 2;
}

static carom__dvec3 place_other(const carom__box_view *v, carom_vec3 p) {
  carom__dvec3 x = dvec3_mad(v->center, v->axes[0], (double)p.x);
  return dvec3_mad(dvec3_mad(x, v->axes[1], (double)p.y), v->axes[2], (double)p.z);
}

/* The side of the first box that a direction to the other one leaves by: 1 or -1. */
static double side_of(const carom__box_view *v, carom__dvec3 axis) {
  return dvec3_dot(axis, v->center) < 0 ? -1 : 1;
}

static bool of_edges(const carom__box_lead *l) { return l->guide.kind == CAROM__GUIDE_EDGES; }

/* --- A face and the vertex of the other box that is foremost --- */

typedef struct tip {
  uint32_t index;
  carom_vec3 vertex;  /* in its own frame */
  carom__dvec3 place; /* in the first one's */
  double side;        /* of the face */
} tip;

static tip tip_of(const carom__box_lead *l) {
  tip t = {.side = side_of(&l->view, unit(l->axis))};
  t.index = farthest(&l->view, dvec3_scale(unit(l->axis), -t.side));
  t.vertex = box_vertex(l->view.other_half, t.index);
  t.place = place_other(&l->view, t.vertex);
  return t;
}

/* Does a place lie over the face across an axis, or beneath? */
static bool is_over(carom__dvec3 place, carom_vec3 half, int axis) {
  bool x = fabs(place.x) <= (double)half.x, y = fabs(place.y) <= (double)half.y,
       z = fabs(place.z) <= (double)half.z;
  return (x || axis == 0) && (y || axis == 1) && (z || axis == 2);
}

static bool measure_face(const carom__box_lead *l, carom__gjk_result *out) {
  tip t = tip_of(l);
  out->distance = t.side * coordinate(t.place, l->axis) - (double)vec3_get(l->view.half, l->axis);
  if (!(out->distance > 0) || !is_over(t.place, l->view.half, l->axis)) return false;
  out->normal = l->normal;
  bool of_a = l->guide.kind == CAROM__GUIDE_A;
  out->point_a = of_a ? dvec3_mad(t.place, l->normal, -out->distance) : dvec3_widen(t.vertex);
  out->point_b = of_a ? t.place : dvec3_mad(out->point_a, l->normal, out->distance);
  return true;
}

/* Of the first box's face the half that is nearest to the tip. */
static void remember_face(const carom__box_lead *l, uint16_t of_first[4], uint16_t of_other[4]) {
  uint32_t bit = 1u << l->axis, u = 1u << (l->axis + 1) % 3, v = 1u << (l->axis + 2) % 3;
  tip t = tip_of(l);
  uint32_t near = signs_of(t.place);
  near = t.side > 0 ? near | bit : near & ~bit;
  of_first[0] = (uint16_t)near, of_first[1] = (uint16_t)(near ^ u), of_first[2] = (uint16_t)(near ^ v);
  of_other[0] = of_other[1] = of_other[2] = (uint16_t)t.index;
}

/* --- Two edges --- */

/* The edges that part the boxes, as their middles and where on them they are nearest to each other's lines.
 */
typedef struct crossing {
  uint32_t a, b;                   /* a vertex of each edge, the one on its negative side */
  carom__dvec3 middle_a, middle_b; /* in A's frame */
  double on_a, on_b;               /* from there, in the edges' directions */
} crossing;

static carom_vec3 middle_of(carom_vec3 half, uint32_t index, int axis) {
  carom_vec3 v = box_vertex(half, index);
  vec3_set(&v, axis, 0);
  return v;
}

static crossing crossing_of(const carom__box_lead *l) {
  const carom__box_view *v = &l->view;
  carom__dvec3 e = unit(l->axis), f = v->axes[l->other_axis], across = dvec3_cross(e, f);
  crossing c = {.a = signs_of(l->normal) & ~(1u << l->axis),
                .b = farthest(v, dvec3_neg(l->normal)) & ~(1u << l->other_axis)};
  c.middle_a = dvec3_widen(middle_of(v->half, c.a, l->axis));
  c.middle_b = place_other(v, middle_of(v->other_half, c.b, l->other_axis));
  carom__dvec3 way = dvec3_sub(c.middle_b, c.middle_a);
  double cosine = dvec3_dot(e, f), along_e = dvec3_dot(way, e), along_f = dvec3_dot(way, f);
  double whole = 1 / dvec3_dot(across, across);
  c.on_a = (along_e * dvec3_dot(f, f) - cosine * along_f) * whole;
  c.on_b = (cosine * along_e - along_f) * whole;
  return c;
}

static bool measure_edges(const carom__box_lead *l, carom__gjk_result *out) {
  crossing c = crossing_of(l);
  out->distance = dvec3_dot(l->normal, dvec3_sub(c.middle_b, c.middle_a));
  if (!(out->distance > 0 && fabs(c.on_a) <= (double)vec3_get(l->view.half, l->axis) &&
        fabs(c.on_b) <= (double)vec3_get(l->view.other_half, l->other_axis)))
    return false;
  out->normal = l->normal;
  out->point_a = dvec3_mad(c.middle_a, unit(l->axis), c.on_a);
  out->point_b = dvec3_mad(c.middle_b, l->view.axes[l->other_axis], c.on_b);
  return true;
}

/* The ends that are nearest to the crossing, and the other ends. */
static void remember_edges(const carom__box_lead *l, carom_simplex_memory *out) {
  crossing c = crossing_of(l);
  uint32_t a = c.a | (uint32_t)(c.on_a > 0) << l->axis, b = c.b | (uint32_t)(c.on_b > 0) << l->other_axis;
  out->a[0] = out->a[2] = (uint16_t)a, out->a[1] = (uint16_t)(a ^ 1u << l->axis);
  out->b[0] = out->b[1] = (uint16_t)b, out->b[2] = (uint16_t)(b ^ 1u << l->other_axis);
}

/* --- Leads --- */

/* The boxes as seen by A and by B. */
static carom__box_view seen_by_a(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a) {
  const carom_mat3 *m = &b_in_a->axes;
  return (carom__box_view){
      half_a, half_b, {dvec3_widen(m->x), dvec3_widen(m->y), dvec3_widen(m->z)}, dvec3_widen(b_in_a->origin)};
}

static carom__box_view seen_by_b(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a) {
  carom_mat3 m = mat3_transpose(&b_in_a->axes);
  carom__dvec3 center = dvec3_neg(dvec3_unrotate(&b_in_a->axes, dvec3_widen(b_in_a->origin)));
  return (carom__box_view){half_b, half_a, {dvec3_widen(m.x), dvec3_widen(m.y), dvec3_widen(m.z)}, center};
}

static bool follow_edges(int i, int j, carom__box_lead *out) {
  carom__dvec3 across = dvec3_cross(unit(i), out->view.axes[j]);
  double length = dvec3_length(across), scale = side_of(&out->view, across) / length;
  if (length < CAROM__PARALLEL_EDGES) return false;
  out->guide = (carom__guide){CAROM__GUIDE_EDGES, unit(i), unit(j), scale};
  out->normal = dvec3_scale(across, scale);
  out->axis = i;
  out->other_axis = j;
  return true;
}

static bool follow_face_of_a(int axis, carom__box_lead *out) {
  out->normal = dvec3_scale(unit(axis), side_of(&out->view, unit(axis)));
  out->guide = (carom__guide){.kind = CAROM__GUIDE_A, .of_a = out->normal};
  out->axis = axis;
  return true;
}

static bool follow_face_of_b(int axis, const carom__relative *b_in_a, carom__box_lead *out) {
  double side = side_of(&out->view, unit(axis));
  out->guide = (carom__guide){.kind = CAROM__GUIDE_B, .of_b = dvec3_scale(unit(axis), -side)};
  out->normal = dvec3_scale(dvec3_widen(mat3_column(&b_in_a->axes, axis)), -side);
  out->axis = axis;
  return true;
}

bool carom__box_lead_find(const carom__motions *motions, const carom__relative *b_in_a,
                          carom__box_lead *out) {
  carom_vec3 a = motions->a.shape->as.box.half, b = motions->b.shape->as.box.half;
  carom__box_pair pair;
  carom__box_axis axis = carom__box_sat_widest(a, b, b_in_a, &pair);
  if (axis.touch) return false;
  out->gap = (double)axis.separation;
  out->view = axis.index / 3 == 1 ? seen_by_b(a, b, b_in_a) : seen_by_a(a, b, b_in_a);
  if (axis.index < 3) return follow_face_of_a(axis.index, out);
  if (axis.index < 6) return follow_face_of_b(axis.index - 3, b_in_a, out);
  return follow_edges((axis.index - 6) / 3, (axis.index - 6) % 3, out);
}

bool carom__box_lead_measure(const carom__box_lead *lead, carom__gjk_result *out) {
  return of_edges(lead) ? measure_edges(lead, out) : measure_face(lead, out);
}

carom_simplex_memory carom__box_lead_features(const carom__box_lead *lead) {
  carom_simplex_memory m = {.count = 3};
  if (of_edges(lead))
    remember_edges(lead, &m);
  else if (lead->guide.kind == CAROM__GUIDE_A)
    remember_face(lead, m.a, m.b);
  else
    remember_face(lead, m.b, m.a);
  return m;
}
