/* box_face8.h: box_face.c for eight pairs, one per lane, with the same operations in the same order, in the
 * form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_FACE8_H
#define CAROM_NARROWPHASE_BOX_FACE8_H

#include "box_clip8.h"
#include "box_sat8.h"
#include "feature.h"
#include "point_set8.h"

/* carom__manifold, but for the least separation */
typedef struct manifold8 {
  carom__lanes8 normal[3], count;
  point8 points[CAROM_MANIFOLD_POINTS];
} manifold8;

/* The box whose face is the reference. Its axes are turned: along u, v and the height. */
typedef struct reference8 {
  carom__lanes8 of_b, is[3]; /* masks: the reference is B; which of its axes the face is on */
  carom__lanes8 half[3];
  carom__lanes8 axes[3][3]; /* their dot products with the other box's axes */
  carom__lanes8 center[3];  /* of the other box */
  carom__lanes8 side;       /* on which side of the reference the face lies: 1 or -1 */
} reference8;

CAROM__LANES8 static inline void find_reference8(const carom__sat8_pair *p, carom__lanes8 index,
                                                 reference8 *out) {
  carom__lanes8 half[3], center[3], zero = lanes8_splat(0), turned[3];
  out->of_b = lanes8_gt(index, lanes8_splat(2));
  for (int k = 0; k < 3; k++) {
    const carom__lanes8 column[3] = {p->rows[0][k], p->rows[1][k], p->rows[2][k]};
    out->is[k] =
        lanes8_or(lanes8_eq(index, lanes8_splat((float)k)), lanes8_eq(index, lanes8_splat((float)(3 + k))));
    half[k] = lanes8_select(out->of_b, p->half_b[k], p->half_a[k]);
    center[k] = lanes8_select(out->of_b, lanes8_neg(lanes8_dot(column, p->offset)), p->offset[k]);
  }
  lanes8_turn3(out->is, half, out->half);
  lanes8_turn3(out->is, center, out->center);
  for (int j = 0; j < 3; j++) {
    carom__lanes8 with_j[3];
    for (int i = 0; i < 3; i++) with_j[i] = lanes8_select(out->of_b, p->rows[j][i], p->rows[i][j]);
    lanes8_turn3(out->is, with_j, turned);
    for (int i = 0; i < 3; i++) out->axes[i][j] = turned[i];
  }
  out->side = lanes8_select(lanes8_gt(zero, out->center[2]), lanes8_splat(-1), lanes8_splat(1));
}

/* Turned axis i of the reference in A's frame. */
CAROM__LANES8 static inline void axis_in_a8(const reference8 *r, int i, carom__lanes8 out[3]) {
  for (int k = 0; k < 3; k++) {
    carom__lanes8 unit = lanes8_and(r->is[(k + 5 - i) % 3], lanes8_splat(1));
    out[k] = lanes8_select(r->of_b, r->axes[i][k], unit);
  }
}

CAROM__LANES8 static inline void face_normal8(const reference8 *r, carom__lanes8 out[3]) {
  carom__lanes8 towards_b = lanes8_select(r->of_b, lanes8_neg(r->side), r->side);
  axis_in_a8(r, 2, out);
  for (int k = 0; k < 3; k++) out[k] = lanes8_mul(out[k], towards_b);
}

/* The masks of the first of three that is the greatest. */
CAROM__LANES8 static inline void first_greatest8(const carom__lanes8 v[3], carom__lanes8 is[3]) {
  carom__lanes8 most = lanes8_max(lanes8_max(v[0], v[1]), v[2]), none = lanes8_splat(0);
  is[0] = lanes8_eq(v[0], most);
  is[1] = lanes8_select(is[0], none, lanes8_eq(v[1], most));
  is[2] = lanes8_select(is[0], none, lanes8_select(is[1], none, lanes8_eq(v[2], most)));
}

/* The incident box's half axis i of the reference's coordinates, turned so that the axis of the incident face
 * comes last. */
CAROM__LANES8 static inline void half_axes8(const carom__sat8_pair *p, const reference8 *r,
                                            const carom__lanes8 is[3], int i, carom__lanes8 out[3]) {
  carom__lanes8 along[3];
  for (int j = 0; j < 3; j++) {
    carom__lanes8 half = lanes8_select(r->of_b, p->half_a[j], p->half_b[j]);
    along[j] = lanes8_mul(r->axes[i][j], half);
    if (i == 2) along[j] = lanes8_mul(along[j], r->side);
  }
  lanes8_turn3(is, along, out);
}

/* The names, given on which side of the incident box the face lies. */
CAROM__LANES8 static inline void name_face8(const reference8 *r, const carom__lanes8 is[3],
                                            carom__lanes8 facing, clip_face8 *out) {
  const carom__lanes8 strides[3] = {lanes8_splat(1), lanes8_splat(3), lanes8_splat(9)};
  carom__lanes8 one = lanes8_splat(1), upper = lanes8_splat(65536), inside = lanes8_splat(FEATURE_BOX_INSIDE);
  carom__lanes8 of_reference = lanes8_select(r->of_b, one, upper),
                of_incident = lanes8_select(r->of_b, upper, one);
  carom__lanes8 stride[3], incident_stride[3];
  lanes8_turn3(r->is, strides, stride);
  lanes8_turn3(is, strides, incident_stride);
  carom__lanes8 reference = lanes8_add(inside, lanes8_mul(r->side, stride[2]));
  carom__lanes8 incident = lanes8_add(inside, lanes8_mul(facing, incident_stride[2]));
  out->name = lanes8_add(lanes8_mul(of_reference, reference), lanes8_mul(of_incident, incident));
  out->name_u = lanes8_mul(of_reference, stride[0]);
  out->name_v = lanes8_mul(of_reference, stride[1]);
  out->name_x = lanes8_mul(of_incident, incident_stride[0]);
  out->name_y = lanes8_mul(of_incident, incident_stride[1]);
}

/* The incident face, that most nearly across the height; but for how high points may lie. */
CAROM__LANES8 static inline void make_face8(const carom__sat8_pair *p, const reference8 *r, clip_face8 *out) {
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1), steepness[3], is[3], turned[3];
  for (int j = 0; j < 3; j++) steepness[j] = lanes8_abs(r->axes[2][j]);
  first_greatest8(steepness, is);
  for (int i = 0; i < 3; i++) {
    half_axes8(p, r, is, i, turned);
    out->x[i] = turned[0], out->y[i] = turned[1], out->out[i] = turned[2];
  }
  carom__lanes8 facing = lanes8_select(lanes8_gt(out->out[2], zero), lanes8_neg(one), one);
  carom__lanes8 height = lanes8_sub(lanes8_mul(r->side, r->center[2]), r->half[2]);
  for (int i = 0; i < 3; i++) {
    out->out[i] = lanes8_mul(facing, out->out[i]);
    out->center[i] = lanes8_add(i < 2 ? r->center[i] : height, out->out[i]);
  }
  out->half[0] = r->half[0], out->half[1] = r->half[1];
  out->slack = lanes8_mul(lanes8_splat(CAROM__BOX_SLACK), p->size);
  name_face8(r, is, facing, out);
}

/* --- Clipping --- */

CAROM__LANES8 static inline void fill_slot8(const clip_face8 *face, int slot, const clip_slot8 *s,
                                            point_set8 *set) {
  carom__lanes8 used = lanes8_and(s->mask, lanes8_ge(face->limit, s->at[2]));
  carom__lanes8 none = lanes8_splat(CAROM__NO_POINT);
  set->x[slot] = lanes8_select(used, s->at[0], none);
  set->y[slot] = s->at[1];
  set->separation[slot] = lanes8_select(used, lanes8_min(s->at[2], face->most), none);
  set->name[slot] = s->name;
}

/* Fills the slots i and 4 + i of each edge i. */
CAROM__LANES8 static inline void fill_edges8(const clip_face8 *face, const clip_slot8 vertices[4],
                                             point_set8 *set, carom__lanes8 unsure[8]) {
  const carom__lanes8 names[4] = {lanes8_sub(face->name, face->name_y), lanes8_add(face->name, face->name_x),
                                  lanes8_add(face->name, face->name_y), lanes8_sub(face->name, face->name_x)};
  for (int i = 0; i < 4; i++) {
    clip_edge8 edge = {.from = &vertices[i], .to = &vertices[(i + 1) % 4], .name = names[i]};
    clip_slot8 slots[2];
    carom__lanes8 doubts[2];
    for (int k = 0; k < 3; k++) {
      carom__lanes8 next = i % 2 ? face->x[k] : face->y[k];
      edge.next[k] = i % 3 ? next : lanes8_neg(next);
    }
    clip_edge_slots8(face, &edge, slots, doubts);
    for (int k = 0; k < 2; k++) {
      fill_slot8(face, 4 * k + i, &slots[k], set);
      unsure[4 * k + i] = doubts[k];
    }
  }
}

/* Fills the set; unsure[s] is that of slot s. Corners of the reference face, from slot 8 on, always are the
 * lowest. There are none where all of the incident face lies on the reference face. */
CAROM__LANES8 static inline void clip8(const clip_face8 *face, point_set8 *set, carom__lanes8 unsure[8]) {
  static const float sides_x[4] = {-1, 1, 1, -1}, sides_y[4] = {-1, -1, 1, 1};
  carom__lanes8 zero = lanes8_splat(0);
  clip_slot8 vertices[4];
  for (int i = 0; i < 4; i++)
    vertices[i] = clip_vertex8(face, lanes8_splat(sides_x[i]), lanes8_splat(sides_y[i]));
  carom__lanes8 whole = lanes8_and(lanes8_and(vertices[0].mask, vertices[1].mask),
                                   lanes8_and(vertices[2].mask, vertices[3].mask));
  fill_edges8(face, vertices, set, unsure);
  for (int i = 0; i < 4; i++) {
    clip_slot8 corner = clip_corner8(face, lanes8_splat(sides_x[i]), lanes8_splat(sides_y[i]));
    corner.mask = lanes8_select(whole, zero, corner.mask);
    fill_slot8(face, 8 + i, &corner, set);
  }
}

/* The mask of the pairs whose incident face may not hold the deepest point of all. */
CAROM__LANES8 static inline carom__lanes8 is_unsure8(const carom__sat8_pair *p, carom__lanes8 separation,
                                                     const slot8 *deepest, const carom__lanes8 unsure[8]) {
  carom__lanes8 any = lanes8_splat(0), none = any;
  for (int s = 0; s < 8; s++)
    any = lanes8_or(any, lanes8_and(unsure[s], lanes8_eq(deepest->slot, lanes8_splat((float)s))));
  carom__lanes8 rounding = lanes8_mul(lanes8_splat(CAROM__BOX_DEPTH_ROUNDING), p->size);
  carom__lanes8 shallower = lanes8_gt(lanes8_neg(deepest->value), lanes8_add(separation, rounding));
  carom__lanes8 missing = lanes8_select(deepest->found, none, lanes8_eq(none, none));
  return lanes8_or(missing, lanes8_and(any, shallower));
}

/* From the coordinates over the reference face to A's frame. */
CAROM__LANES8 static inline void place_points8(const carom__sat8_pair *p, const reference8 *r,
                                               point8 points[CAROM_MANIFOLD_POINTS]) {
  carom__lanes8 axes[3][3];
  for (int i = 0; i < 3; i++) axis_in_a8(r, i, axes[i]);
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) {
    point8 *q = &points[i];
    carom__lanes8 u = q->at[0], v = q->at[1], along = lanes8_mul(r->side, lanes8_add(r->half[2], q->at[2]));
    for (int k = 0; k < 3; k++) {
      carom__lanes8 origin = lanes8_and(r->of_b, p->offset[k]);
      carom__lanes8 in_plane = lanes8_add(lanes8_mul(axes[0][k], u), lanes8_mul(axes[1][k], v));
      q->at[k] = lanes8_add(in_plane, lanes8_add(lanes8_mul(axes[2][k], along), origin));
    }
  }
}

/* The deepest point of a face, and what says that it is the deepest of all. */
typedef struct deepest_point8 {
  slot8 slot;
  carom__lanes8 unsure[8];
} deepest_point8;

/* The points of a face; returns the mask of the pairs of which it takes more to choose them. */
CAROM__LANES8 static inline carom__lanes8 face_points8(const carom__sat8_pair *p, const reference8 *r,
                                                       const clip_face8 *face, manifold8 *out,
                                                       deepest_point8 *deepest) {
  point_set8 set;
  carom__lanes8 near = lanes8_mul(lanes8_splat(CAROM__BOX_NEAR), p->size);
  clip8(face, &set, deepest->unsure);
  deepest->slot = deepest8(&set);
  carom__lanes8 hard = choose_points8(&set, deepest->slot.slot, near, out->points, &out->count);
  place_points8(p, r, out->points);
  return hard;
}

/* The normals, points and counts of pairs that touch along the normal of a face; returns the bits of those of
 * which it takes more to find the points. */
CAROM__LANES8 static inline unsigned box_faces8(const carom__sat8_pair *p, const box_axis8 *axis,
                                                manifold8 *out) {
  reference8 reference;
  clip_face8 face;
  deepest_point8 deepest;
  find_reference8(p, axis->index, &reference);
  face_normal8(&reference, out->normal);
  make_face8(p, &reference, &face);
  face.limit = lanes8_add(lanes8_max(axis->separation, lanes8_splat(0)), face.slack);
  face.most = lanes8_splat(0);
  carom__lanes8 hard = face_points8(p, &reference, &face, out, &deepest);
  return lanes8_bits(lanes8_or(hard, is_unsure8(p, axis->separation, &deepest.slot, deepest.unsure)));
}

/* carom__box_face_near: returns the bits of the pairs of which it says true; those of which it takes more to
 * choose the points are hard. */
CAROM__LANES8 static inline unsigned box_faces_near8(const carom__sat8_pair *p, const box_axis8 *axis,
                                                     carom__lanes8 margin, manifold8 *out, unsigned *hard) {
  reference8 reference;
  clip_face8 face;
  deepest_point8 nearest;
  find_reference8(p, axis->index, &reference);
  face_normal8(&reference, out->normal);
  make_face8(p, &reference, &face);
  face.limit = face.most = margin;
  *hard = lanes8_bits(face_points8(p, &reference, &face, out, &nearest));
  carom__lanes8 rounding = lanes8_mul(lanes8_splat(CAROM__BOX_DEPTH_ROUNDING), p->size);
  carom__lanes8 sure = lanes8_ge(lanes8_add(axis->least, rounding), lanes8_neg(nearest.slot.value));
  return lanes8_bits(lanes8_and(nearest.slot.found, sure));
}

#endif
