/* box_clip.c: box_clip8.h for one pair of boxes. Each of the four lanes that lanes8_one.h has on SSE2 is an
 * edge of the incident face, or a corner of either face. */
#define CAROM_LANES8_ONE

#include "box_clip.h"

#include <float.h>

#include "box_clip8.h"
#include "feature.h"

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

/* The corners of a rectangle, counter-clockwise; edge k runs from corner k to the next. */
static const float sign_x[4] = {-1, 1, 1, -1}, sign_y[4] = {-1, -1, 1, 1};

void carom__box_view_make(const carom__box_pair *pair, int face, carom__box_view *out) {
  int box = face >= 3, other = !box, k = face - 3 * box, u = after[k], v = before[k];
  const carom__lanes *axes = pair->axes[box]; /* a lane an incident axis */
  carom__lanes incident_half = pair->half[other], zero = lanes_splat(0), one = lanes_splat(1);
  float center[4], sides[4];
  lanes_store(center, pair->center[box]), lanes_store(sides, box_sides(pair, box));
  out->box = box, out->axis = k;
  lanes_store(out->half, pair->half[box]);
  carom__lanes up = lanes_mul(lanes_mul(axes[k], incident_half), lanes_splat(sides[k]));
  lanes_store(out->u, lanes_mul(axes[u], incident_half));
  lanes_store(out->v, lanes_mul(axes[v], incident_half));
  lanes_store(out->up, up);
  lanes_store(out->facing, lanes_select(lanes_gt(up, zero), lanes_sub(zero, one), one));
  out->side = sides[k];
  out->center_u = center[u], out->center_v = center[v];
  out->height = out->side * center[k] - out->half[k];
  out->slack = CAROM__BOX_SLACK * pair->size;
  carom__lanes steepness = lanes_abs(axes[k]);
  out->incident = bits_lowest(lanes_bits(lanes_eq(steepness, lanes_max3(steepness))) & 7);
}

/* What a step along an axis adds to the name of a box's feature. */
static const float stride[3] = {1, 3, 9};

static inline void name_face(const carom__box_view *view, int incident, clip_face8 *out) {
  const float upper = 65536, weights[3] = {upper, 1, upper};
  const float of_reference = weights[view->box], of_incident = weights[view->box + 1];
  float reference = FEATURE_BOX_INSIDE + view->side * stride[view->axis];
  float face = FEATURE_BOX_INSIDE + view->facing[incident] * stride[incident];
  out->name = lanes_splat(of_reference * reference + of_incident * face);
  out->name_u = lanes_splat(of_reference * stride[after[view->axis]]);
  out->name_v = lanes_splat(of_reference * stride[before[view->axis]]);
  out->name_x = lanes_splat(of_incident * stride[after[incident]]);
  out->name_y = lanes_splat(of_incident * stride[before[incident]]);
}

/* The same in all lanes. */
static inline clip_face8 make_face(const carom__box_view *view, int axis, float limit) {
  int x = after[axis], y = before[axis];
  const float *along[3] = {view->u, view->v, view->up};
  const float center[3] = {view->center_u, view->center_v, view->height};
  clip_face8 face = {
      .half = {lanes_splat(view->half[after[view->axis]]), lanes_splat(view->half[before[view->axis]])},
      .slack = lanes_splat(view->slack),
      .limit = lanes_splat(limit)};
  for (int k = 0; k < 3; k++) {
    float out = view->facing[axis] * along[k][axis];
    face.center[k] = lanes_splat(center[k] + out);
    face.out[k] = lanes_splat(out);
    face.x[k] = lanes_splat(along[k][x]), face.y[k] = lanes_splat(along[k][y]);
  }
  name_face(view, axis, &face);
  return face;
}

/* --- Clipping --- */

/* Fills the next group of slots: those of the mask that are not above the limit. */
static inline void add_group(carom__point_set *set, const clip_face8 *face, const clip_slot8 *s) {
  const size_t to = (size_t)4 * set->groups++;
  carom__lanes used = lanes_and(s->mask, lanes_ge(face->limit, s->at[2]));
  carom__lanes separation = lanes_min(s->at[2], lanes_splat(0)), none = lanes_splat(CAROM__NO_POINT);
  lanes_store(set->x + to, lanes_select(used, s->at[0], none));
  lanes_store(set->y + to, s->at[1]);
  lanes_store(set->z + to, lanes_mul(separation, lanes_splat(0.5f)));
  lanes_store(set->separation + to, lanes_select(used, separation, none));
  lanes_store(set->name + to, s->name);
}

/* So that each face has three groups. */
static inline void add_empty_group(carom__point_set *set) {
  const size_t to = (size_t)4 * set->groups++;
  lanes_store(set->x + to, lanes_splat(CAROM__NO_POINT));
  lanes_store(set->separation + to, lanes_splat(CAROM__NO_POINT));
}

/* The slots that follow in the order of the vertices. */
static inline clip_slot8 following(const clip_slot8 *s) {
  return (clip_slot8){.at = {lanes_yzwx(s->at[0]), lanes_yzwx(s->at[1]), lanes_yzwx(s->at[2])},
                      .mask = lanes_yzwx(s->mask)};
}

/* Returns the bits of the slots that are unsure. */
static inline unsigned add_edges(const clip_face8 *face, const clip_slot8 *vertices, carom__point_set *set) {
  carom__lanes x = lanes_set(0, 1, 0, -1), y = lanes_set(-1, 0, 1, 0), unsure[2];
  clip_slot8 ends = following(vertices), slots[2];
  clip_edge8 edge = {.from = vertices, .to = &ends};
  for (int k = 0; k < 3; k++) edge.next[k] = lanes_add(lanes_mul(x, face->x[k]), lanes_mul(y, face->y[k]));
  edge.name = lanes_add(face->name, lanes_add(lanes_mul(x, face->name_x), lanes_mul(y, face->name_y)));
  clip_edge_slots8(face, &edge, slots, unsure);
  add_group(set, face, &slots[0]);
  add_group(set, face, &slots[1]);
  return lanes_bits(unsure[0]) | lanes_bits(unsure[1]) << 4;
}

unsigned carom__box_clip(const carom__box_view *view, int axis, float height, carom__point_set *set) {
  carom__lanes sides_x = lanes_load(sign_x), sides_y = lanes_load(sign_y);
  clip_face8 face = make_face(view, axis, height);
  clip_slot8 vertices = clip_vertex8(&face, sides_x, sides_y);
  if (lanes_bits(vertices.mask) == 15) { /* all of the incident face lies on the reference face */
    add_group(set, &face, &vertices);
    add_empty_group(set), add_empty_group(set);
    return 15;
  }
  unsigned unsure = add_edges(&face, &vertices, set);
  clip_slot8 corners = clip_corner8(&face, sides_x, sides_y);
  add_group(set, &face, &corners);
  return unsure;
}

static inline carom__lanes least_of(carom__lanes a) {
  carom__lanes least = lanes_min(a, lanes_zwxy(a));
  return lanes_min(least, lanes_yzwx(least));
}

void carom__box_clip_vertex(const carom__box_view *view, float separation, carom__point_set *set) {
  clip_face8 face = make_face(view, view->incident, separation);
  clip_slot8 s = clip_vertex8(&face, lanes_load(sign_x), lanes_load(sign_y));
  carom__lanes lowest = lanes_eq(s.at[2], least_of(s.at[2])), moved = lanes_splat(0);
  for (int k = 0; k < 2; k++) {
    carom__lanes beside = s.at[k];
    s.at[k] = lanes_clamp(beside, face.half[k]);
    moved = lanes_add(moved, lanes_abs(lanes_sub(beside, s.at[k])));
  }
  moved = lanes_select(lowest, moved, lanes_splat(FLT_MAX));
  s.mask = lanes_eq(moved, least_of(moved));
  s.at[2] = lanes_splat(separation);
  add_group(set, &face, &s);
}
