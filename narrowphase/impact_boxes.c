/* impact_boxes.c: the guides of boxes.
 *
 * The axis that parts two boxes most (box_sat.c) is the normal of a face or square to two edges, which is
 * what guides are. It is found in a fraction of the time that GJK takes for the first distance, and near the
 * moment of touch its features are nearly always those that carry the distance: GJK then only confirms them.
 */
#include "impact_boxes.h"

#include "box_core.h"
#include "box_sat.h"

/* Two boxes in A's frame, or with their parts exchanged in B's. */
typedef struct frame_of_first {
  carom_vec3 half, other_half;
  carom__dvec3 axes[3]; /* of the other one */
  carom__dvec3 center;  /* of the other one */
} frame_of_first;

static carom__dvec3 unit(int axis) { return dvec3(axis == 0, axis == 1, axis == 2); }

/* The vertex of the other box that lies farthest along a direction. */
static uint32_t farthest(const frame_of_first *f, carom__dvec3 along) {
  uint32_t index = 0;
  for (int i = 0; i < 3; i++) index |= (uint32_t)(dvec3_dot(along, f->axes[i]) > 0) << i;
  return index;
}

static uint32_t signs_of(carom__dvec3 p) {
  return (uint32_t)(p.x > 0) | (uint32_t)(p.y > 0) << 1 | (uint32_t)(p.z > 0) << 2;
}

static carom__dvec3 place_other(const frame_of_first *f, carom_vec3 p) {
  carom__dvec3 x = dvec3_mad(f->center, f->axes[0], (double)p.x);
  return dvec3_mad(dvec3_mad(x, f->axes[1], (double)p.y), f->axes[2], (double)p.z);
}

/* Of the first box's face across an axis the half that is nearest to the other's foremost vertex. */
static void remember_face(const frame_of_first *f, int axis, double side, uint16_t of_first[4],
                          uint16_t of_other[4]) {
  uint32_t bit = 1u << axis, u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3;
  uint32_t tip = farthest(f, dvec3_scale(unit(axis), -side));
  uint32_t near = signs_of(place_other(f, box_vertex(f->other_half, tip)));
  near = side > 0 ? near | bit : near & ~bit;
  of_first[0] = (uint16_t)near, of_first[1] = (uint16_t)(near ^ u), of_first[2] = (uint16_t)(near ^ v);
  of_other[0] = of_other[1] = of_other[2] = (uint16_t)tip;
}

static carom__dvec3 middle_of(carom_vec3 half, uint32_t index, int axis) {
  carom_vec3 v = box_vertex(half, index);
  vec3_set(&v, axis, 0);
  return dvec3_widen(v);
}

/* Of two edges the ends that are nearest to where they cross, and the other ends. */
static void remember_edges(const frame_of_first *f, int i, int j, carom__dvec3 normal,
                           carom_simplex_memory *out) {
  uint32_t a = signs_of(normal) & ~(1u << i), b = farthest(f, dvec3_neg(normal)) & ~(1u << j);
  carom__dvec3 of_a = middle_of(f->half, a, i), of_b = middle_of(f->other_half, b, j);
  carom__dvec3 way = dvec3_sub(place_other(f, dvec3_narrow(of_b)), of_a), e = unit(i);
  double cosine = dvec3_dot(e, f->axes[j]), on_a = dvec3_dot(way, e), on_b = dvec3_dot(way, f->axes[j]);
  a |= (uint32_t)(on_a - cosine * on_b > 0) << i;
  b |= (uint32_t)(cosine * on_a - on_b > 0) << j;
  out->a[0] = out->a[2] = (uint16_t)a, out->a[1] = (uint16_t)(a ^ 1u << i);
  out->b[0] = out->b[1] = (uint16_t)b, out->b[2] = (uint16_t)(b ^ 1u << j);
}

/* The boxes as seen by A and by B. */
static frame_of_first seen_by_a(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a) {
  const carom_mat3 *m = &b_in_a->axes;
  return (frame_of_first){
      half_a, half_b, {dvec3_widen(m->x), dvec3_widen(m->y), dvec3_widen(m->z)}, dvec3_widen(b_in_a->origin)};
}

static frame_of_first seen_by_b(carom_vec3 half_a, carom_vec3 half_b, const carom__relative *b_in_a) {
  carom_mat3 m = mat3_transpose(&b_in_a->axes);
  carom__dvec3 center = dvec3_neg(dvec3_unrotate(&b_in_a->axes, dvec3_widen(b_in_a->origin)));
  return (frame_of_first){half_b, half_a, {dvec3_widen(m.x), dvec3_widen(m.y), dvec3_widen(m.z)}, center};
}

static bool follow_edges(const frame_of_first *f, int i, int j, carom__box_lead *out) {
  carom__dvec3 across = dvec3_cross(unit(i), f->axes[j]);
  double length = dvec3_length(across), side = dvec3_dot(across, f->center) < 0 ? -1 : 1;
  if (length < CAROM__PARALLEL_EDGES) return false;
  out->guide = (carom__guide){CAROM__GUIDE_EDGES, unit(i), unit(j), side / length};
  out->normal = dvec3_scale(across, side / length);
  remember_edges(f, i, j, out->normal, &out->features);
  return true;
}

static bool follow_face_of_a(const frame_of_first *f, int axis, carom__box_lead *out) {
  double side = dvec3_dot(unit(axis), f->center) < 0 ? -1 : 1;
  out->normal = dvec3_scale(unit(axis), side);
  out->guide = (carom__guide){.kind = CAROM__GUIDE_A, .of_a = out->normal};
  remember_face(f, axis, side, out->features.a, out->features.b);
  return true;
}

static bool follow_face_of_b(const frame_of_first *f, int axis, const carom__relative *b_in_a,
                             carom__box_lead *out) {
  double side = dvec3_dot(unit(axis), f->center) < 0 ? -1 : 1;
  out->guide = (carom__guide){.kind = CAROM__GUIDE_B, .of_b = dvec3_scale(unit(axis), -side)};
  out->normal = dvec3_scale(dvec3_widen(mat3_column(&b_in_a->axes, axis)), -side);
  remember_face(f, axis, side, out->features.b, out->features.a);
  return true;
}

bool carom__box_lead_find(const carom__motions *motions, const carom__relative *b_in_a,
                          carom__box_lead *out) {
  carom_vec3 a = motions->a.shape->as.box.half, b = motions->b.shape->as.box.half;
  carom__box_pair pair;
  box_pair_make(a, b, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat(&pair);
  if (axis.touch) return false;
  out->gap = (double)axis.separation;
  out->features.count = 3;
  frame_of_first f = axis.index / 3 == 1 ? seen_by_b(a, b, b_in_a) : seen_by_a(a, b, b_in_a);
  if (axis.index < 3) return follow_face_of_a(&f, axis.index, out);
  if (axis.index < 6) return follow_face_of_b(&f, axis.index - 3, b_in_a, out);
  return follow_edges(&f, (axis.index - 6) / 3, (axis.index - 6) % 3, out);
}
