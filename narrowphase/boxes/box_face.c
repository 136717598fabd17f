/* box_face.c: the contact of two boxes that touch, or are near each other, with a face of one.
 *
 * It clips faces by box_clip8.h: each of the four lanes that lanes8_one.h has on SSE2 is an edge of the
 * incident face, or a corner of either face. */
#define CAROM_LANES8_ONE

#include "box_sat.h"

#include <assert.h>
#include <float.h>
#include <stddef.h>

#include "box_clip8.h"
#include "feature.h"
#include "near_boxes.h"

/* A pair of boxes as seen from a face of one of them, the reference; the other box is the incident. Points
 * have coordinates along the sides u and v of the reference face, from its centre, and a height above it. */
typedef struct face_view {
  int box;                          /* the reference: A, 0, or B, 1 */
  int axis;                         /* of the reference face, */
  float side;                       /* on which side of the box it lies: 1 or -1 */
  float half[4];                    /* of the reference box */
  float slack;                      /* what the reference face is grown by */
  float u[4], v[4], up[4];          /* the incident box's half axes; the fourths are zero */
  float center_u, center_v, height; /* of the incident box */
  float facing[4]; /* on which side its faces lie that look towards the reference face: 1 or -1 */
  int incident;    /* its axis that is most nearly along the height; the first of equals */
} face_view;

static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

/* The corners of a rectangle, counter-clockwise; edge k runs from corner k to the next. */
static const float sign_x[4] = {-1, 1, 1, -1}, sign_y[4] = {-1, -1, 1, 1};

/* The face is 0..2 of A or 3..5 of B. */
static inline void make_view(const carom__box_pair *pair, int face, face_view *out) {
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

static inline void name_face(const face_view *view, int incident, clip_face8 *out) {
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
static inline clip_face8 make_face(const face_view *view, int axis, float limit, float most) {
  int x = after[axis], y = before[axis];
  const float *along[3] = {view->u, view->v, view->up};
  const float center[3] = {view->center_u, view->center_v, view->height};
  clip_face8 face = {
      .half = {lanes_splat(view->half[after[view->axis]]), lanes_splat(view->half[before[view->axis]])},
      .slack = lanes_splat(view->slack),
      .limit = lanes_splat(limit),
      .most = lanes_splat(most)};
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
  carom__lanes separation = lanes_min(s->at[2], face->most), none = lanes_splat(CAROM__NO_POINT);
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

/* Adds the vertices of what the incident box's face on an axis and the prism over the reference face have in
 * common, up to a height, some perhaps twice: x and y are u and v, z is half the separation, which is the
 * height or at most so much, and the name is the pair of features. Of its first slots it returns a bit each:
 * clear where the lowest point of this face, if it is there, is the lowest of all faces over the reference
 * face. */
static inline unsigned clip(const face_view *view, int axis, float height, float most,
                            carom__point_set *set) {
  carom__lanes sides_x = lanes_load(sign_x), sides_y = lanes_load(sign_y);
  clip_face8 face = make_face(view, axis, height, most);
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

/* Adds the lowest vertices of the incident box, those nearest to the reference face, moved onto it, with a
 * separation. */
static void add_lowest_vertices(const face_view *view, float separation, carom__point_set *set) {
  clip_face8 face = make_face(view, view->incident, separation, separation);
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

/* --- The contact --- */

/* The contact as seen from the box whose face is the reference, and the points found so far. */
typedef struct face_contact {
  face_view view;
  float separation, size;
  carom__point_set set;
} face_contact;

static inline unsigned add_face(face_contact *contact, int axis, float slack) {
  float limit = (contact->separation > 0 ? contact->separation : 0) + slack * contact->size;
  return clip(&contact->view, axis, limit, 0, &contact->set);
}

static void add_other_faces(face_contact *contact, float slack) {
  for (int axis = 0; axis < 3; axis++)
    if (axis != contact->view.incident) add_face(contact, axis, slack);
}

/* Is this, the deepest point of the incident face, the deepest of all? It is, unless the axis was chosen by
 * preference or rounding. Without a branch between the conditions, as one of them could not be foreseen. */
static inline bool is_deepest(const face_contact *contact, int slot, unsigned unsure) {
  if (slot < 0) return false;
  float deepest = contact->separation + CAROM__BOX_DEPTH_ROUNDING * contact->size;
  unsigned shallower = contact->set.separation[slot] > deepest;
  return !(shallower & unsure >> slot);
}

/* Boxes that touch in no more than rounding may have a point only with more of it, above the reference face
 * and beside it, or none: then the deepest vertex stands for it. */
static int add_rounded_faces(face_contact *contact) {
  contact->set.groups = 0;
  contact->view.slack = CAROM__BOX_DEPTH_ROUNDING * contact->size;
  add_face(contact, contact->view.incident, CAROM__BOX_DEPTH_ROUNDING);
  add_other_faces(contact, CAROM__BOX_DEPTH_ROUNDING);
  int slot = carom__point_set_deepest(&contact->set);
  if (slot >= 0) return slot;
  contact->set.groups = 0;
  add_lowest_vertices(&contact->view, contact->separation, &contact->set);
  return carom__point_set_deepest(&contact->set);
}

/* When the incident face does not hold the deepest point, the two other faces that look at the reference face
 * are clipped too, so that the depth is that of the solids. Returns the slot of the deepest point. */
static int add_faces(face_contact *contact) {
  unsigned unsure = add_face(contact, contact->view.incident, CAROM__BOX_SLACK);
  int slot = carom__point_set_deepest(&contact->set);
  if (is_deepest(contact, slot, unsure)) return slot;
  add_other_faces(contact, CAROM__BOX_SLACK);
  slot = carom__point_set_deepest(&contact->set);
  return slot >= 0 ? slot : add_rounded_faces(contact);
}

/* From the coordinates over the reference face to A's frame. */
typedef struct face_frame {
  carom__lanes axes[3], origin;
} face_frame;

static inline void make_frame(const carom__box_pair *pair, const face_view *view, face_frame *out) {
  static const int along[3][3] = {{1, 2, 0}, {2, 0, 1}, {0, 1, 2}}; /* u, v and the normal */
  for (int i = 0; i < 3; i++) {
    int k = along[view->axis][i];
    out->axes[i] = view->box ? pair->axes[1][k] : lanes_unit3(k);
  }
  out->origin = view->box ? pair->center[0] : lanes_splat(0);
}

_Static_assert(offsetof(carom__point, position) == 0 &&
                   offsetof(carom__point, separation) == 3 * sizeof(float),
               "a point begins with four floats");

static inline void write_point(const face_view *view, const carom__point_set *set, const face_frame *frame,
                               uint32_t slot, carom__point *out) {
  float along = view->side * (view->half[view->axis] + set->z[slot]);
  carom__lanes in_plane = lanes_add(lanes_mul(frame->axes[0], lanes_splat(set->x[slot])),
                                    lanes_mul(frame->axes[1], lanes_splat(set->y[slot])));
  carom__lanes above = lanes_add(lanes_mul(frame->axes[2], lanes_splat(along)), frame->origin);
  lanes_store((float *)out, lanes_add(in_plane, above)); /* the fourth lane where the separation comes next */
  out->separation = set->separation[slot];
  out->feature = (uint32_t)set->name[slot];
}

static inline void begin_contact(const carom__box_pair *pair, const carom__box_axis *axis,
                                 face_contact *out) {
  make_view(pair, axis->index, &out->view);
  out->separation = axis->separation, out->size = pair->size;
  out->set.groups = 0;
}

/* The normal, and the points that are chosen of those that were found. */
static inline void write_contact(const carom__box_pair *pair, face_contact *contact, int deepest,
                                 carom__manifold *out) {
  face_frame frame;
  uint32_t slots[CAROM_MANIFOLD_POINTS];
  make_frame(pair, &contact->view, &frame);
  out->normal = lanes_to_vec3(box_face_normal(pair, contact->view.box, contact->view.axis));
  out->count =
      carom__point_set_choose(&contact->set, deepest, vec3(0, 0, 1), CAROM__BOX_NEAR * pair->size, slots);
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++) /* always four: their number could not be foreseen */
    write_point(&contact->view, &contact->set, &frame, slots[i], &out->points[i]);
}

void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  face_contact contact;
  begin_contact(pair, axis, &contact);
  int deepest = add_faces(&contact);
  assert(deepest >= 0);
  write_contact(pair, &contact, deepest, out);
}

/* May the incident face be near beside what touches? As face_may_be_near in collide_cores.c says, and no
 * wherever near_boxes_may_have_more does. */
static bool may_be_near(const carom__box_pair *pair, const face_view *view, double margin) {
  const int axis = view->incident, x = after[axis], y = before[axis];
  const double least_half = (double)lanes_first(lanes_min3(lanes_min(pair->half[0], pair->half[1])));
  const float middle = view->height + view->facing[axis] * view->up[axis];
  float half[4];
  double heights[5];
  lanes_store(half, pair->half[!view->box]);
  const double lengths[2] = {2 * (double)half[x], 2 * (double)half[y]};
  for (int i = 0; i < 5; i++)
    heights[i] = (double)(middle + sign_x[i % 4] * view->up[x] + sign_y[i % 4] * view->up[y]);
  bool near = fabs((double)view->up[axis]) > CAROM__FACE_COSINE * (double)half[axis];
  for (int i = 0; i < 4 && !near; i++)
    near = edge_may_be_near(heights[i], heights[i + 1], lengths[i % 2] * lengths[i % 2], least_half, margin);
  return near;
}

uint32_t carom__box_face_points(const carom__box_pair *pair, int face, float margin,
                                carom__point out[CAROM__CANDIDATES]) {
  const carom__box_axis axis = {.index = face};
  face_contact contact;
  face_frame frame;
  uint32_t count = 0;
  begin_contact(pair, &axis, &contact);
  if (!may_be_near(pair, &contact.view, (double)margin)) return 0;
  make_frame(pair, &contact.view, &frame);
  clip(&contact.view, contact.view.incident, margin, margin, &contact.set);
  for (uint32_t slot = 0; slot < 4 * contact.set.groups; slot++)
    if (contact.set.x[slot] < CAROM__NO_POINT)
      write_point(&contact.view, &contact.set, &frame, slot, &out[count++]);
  return count;
}

bool carom__box_face_near(const carom__box_pair *pair, const carom__box_axis *axis, float margin,
                          carom__manifold *out) {
  face_contact contact;
  begin_contact(pair, axis, &contact);
  clip(&contact.view, contact.view.incident, margin, margin, &contact.set);
  int nearest = carom__point_set_deepest(&contact.set);
  if (nearest < 0 || contact.set.separation[nearest] > axis->least + CAROM__BOX_DEPTH_ROUNDING * pair->size)
    return false;
  write_contact(pair, &contact, nearest, out);
  return true;
}
