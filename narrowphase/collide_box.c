/* collide_box.c: two boxes.
 *
 * Whether they touch is decided by the same test that culls OBBs, so that the two can never disagree. The
 * axis of least penetration then gives the normal (box_sat.c, which states the preference for faces); an edge
 * axis gives one point, a face axis the part of the incident face that lies on the reference face
 * (box_clip.c), midway between the surfaces. (Gottschalk, Lin and Manocha, 1996; Ericson, 2005,
 * 4.4.) */
#include "box_clip.h"
#include "box_sat.h"
#include "feature.h"
#include "manifold.h"
#include "pairs.h"

/* Rounding, in sizes: how far beyond the reference face a point may lie, beside it and above it. */
#define SLACK (2 * 0x1p-24f)

/* By how much rounding may change a depth: the deepest point may be that much shallower than the axis says,
 * and where nothing else touches, a point may be that much above the reference face. */
#define DEPTH_ROUNDING (8 * 0x1p-24f)

/* --- Edges --- */

/* The middle of the edge along axis `axis` that reaches farthest in direction d, and its name. */
static uint32_t support_edge(const float half[3], int axis, carom_vec3 d, carom_vec3 *middle) {
  int sign[3];
  for (int k = 0; k < 3; k++) {
    sign[k] = k == axis ? 0 : vec3_get(d, k) > 0 ? 1 : -1;
    vec3_set(middle, k, (float)sign[k] * half[k]);
  }
  return feature_of_box(sign);
}

/* Two lines that are not parallel: A's runs along its axis i through a, B's along its axis j through b. They
 * come nearest midway between the results. (Ericson, 2005, 5.1.8.) */
static void nearest_on_edges(const carom__box_pair *pair, int i, int j, carom_vec3 *a, carom_vec3 *b) {
  carom_vec3 along_b = vec3(pair->r[0][j], pair->r[1][j], pair->r[2][j]), gap = vec3_sub(*b, *a);
  float cosine = pair->r[i][j], y = pair->r[(i + 1) % 3][j], z = pair->r[(i + 2) % 3][j];
  float sine2 = y * y + z * z, on_a = vec3_get(gap, i), on_b = vec3_dot(gap, along_b);
  float s = clamp_within((on_a - cosine * on_b) / sine2, pair->half_a[i]);
  float t = clamp_within((cosine * on_a - on_b) / sine2, pair->half_b[j]);
  vec3_set(a, i, vec3_get(*a, i) + s);
  *b = vec3_mad(*b, along_b, t);
}

static void edge_contact(const carom__box_pair *pair, const carom__relative *b_in_a,
                         const carom__box_axis *axis, carom__manifold *out) {
  int i = (axis->index - 6) / 3, j = (axis->index - 6) % 3;
  carom_vec3 a, b, into_b = vec3_neg(mat3_tmul_vec3(&b_in_a->axes, axis->normal));
  uint32_t edge_a = support_edge(pair->half_a, i, axis->normal, &a);
  uint32_t edge_b = support_edge(pair->half_b, j, into_b, &b);
  b = relative_apply(b_in_a, b);
  nearest_on_edges(pair, i, j, &a, &b);
  out->normal = axis->normal;
  out->count = 1;
  out->points[0] =
      (carom__point){vec3_lerp(a, b, 0.5f), fminf(axis->separation, 0), feature_pair(edge_a, edge_b)};
}

/* --- Faces --- */

/* The contact as seen from the box whose face is the reference, and the points found so far. */
typedef struct face_contact {
  carom__box_view view;
  carom__box_face reference;
  const carom__relative *frame; /* from the reference frame to A's; NULL when they are the same */
  float separation, size;
  uint32_t count;
  float deepest;
  carom__point points[3 * CAROM__CLIP_POINTS];
} face_contact;

static void view_from_a(const carom__box_pair *pair, carom__box_view *view) {
  for (int k = 0; k < 3; k++) {
    view->half[k] = pair->half_a[k], view->other_half[k] = pair->half_b[k];
    view->offset[k] = pair->offset[k];
    for (int j = 0; j < 3; j++) view->axis[j][k] = pair->r[k][j];
  }
}

static void view_from_b(const carom__box_pair *pair, carom__box_view *view) {
  for (int k = 0; k < 3; k++) {
    view->half[k] = pair->half_b[k], view->other_half[k] = pair->half_a[k];
    view->offset[k] = 0;
    for (int i = 0; i < 3; i++) {
      view->offset[k] -= pair->offset[i] * pair->r[i][k];
      view->axis[i][k] = pair->r[i][k];
    }
  }
}

static void make_contact(const carom__box_pair *pair, const carom__relative *b_in_a,
                         const carom__box_axis *axis, face_contact *out) {
  bool on_b = axis->index >= 3;
  (on_b ? view_from_b : view_from_a)(pair, &out->view);
  out->view.slack = SLACK * pair->size;
  int k = axis->index % 3;
  out->reference = (carom__box_face){k, axis->side};
  out->frame = on_b ? b_in_a : NULL;
  out->separation = axis->separation, out->size = pair->size;
  out->count = 0, out->deepest = INFINITY;
}

/* The face of the incident box on its axis j that looks towards the reference face. */
static carom__box_face facing(const face_contact *contact, int j) {
  float up = contact->view.axis[j][contact->reference.axis] * (float)contact->reference.side;
  return (carom__box_face){j, up > 0 ? -1 : 1};
}

/* The incident box's axis that is most nearly along the reference normal; the first of equals. */
static int incident_axis(const face_contact *contact) {
  int k = contact->reference.axis, best = 0;
  for (int j = 1; j < 3; j++)
    if (fabsf(contact->view.axis[j][k]) > fabsf(contact->view.axis[best][k])) best = j;
  return best;
}

/* Moves the point halfway to the reference face and into A's frame. */
static void add_point(face_contact *contact, const carom__clip_point *p) {
  int k = contact->reference.axis;
  float separation = fminf(p->height, 0);
  carom_vec3 position = {p->position[0], p->position[1], p->position[2]};
  vec3_set(&position, k, (float)contact->reference.side * (contact->view.half[k] + 0.5f * separation));
  contact->points[contact->count++] =
      (carom__point){contact->frame ? relative_apply(contact->frame, position) : position, separation,
                     contact->frame ? feature_pair(p->incident_feature, p->reference_feature)
                                    : feature_pair(p->reference_feature, p->incident_feature)};
  contact->deepest = fminf(contact->deepest, separation);
}

static void add_face(face_contact *contact, int j, float slack) {
  carom__clip_point clipped[CAROM__CLIP_POINTS];
  uint32_t count = carom__box_clip(&contact->view, contact->reference, facing(contact, j), clipped);
  float limit = fmaxf(contact->separation, 0) + slack * contact->size;
  for (uint32_t i = 0; i < count; i++)
    if (clipped[i].height <= limit) add_point(contact, &clipped[i]);
}

/* The vertex of the incident box that is deepest along the reference normal, moved onto the reference
 * face. */
static void add_vertex(face_contact *contact) {
  const carom__box_view *view = &contact->view;
  int sign[3], face[3] = {0};
  carom__clip_point p = {.height = contact->separation};
  for (int k = 0; k < 3; k++) p.position[k] = view->offset[k];
  for (int j = 0; j < 3; j++) {
    sign[j] = facing(contact, j).side;
    for (int k = 0; k < 3; k++) p.position[k] += (float)sign[j] * view->other_half[j] * view->axis[j][k];
  }
  for (int k = 0; k < 3; k++) p.position[k] = clamp_within(p.position[k], view->half[k]);
  face[contact->reference.axis] = contact->reference.side;
  p.incident_feature = feature_of_box(sign), p.reference_feature = feature_of_box(face);
  add_point(contact, &p);
}

static void add_other_faces(face_contact *contact, int incident, float slack) {
  for (int j = 0; j < 3; j++)
    if (j != incident) add_face(contact, j, slack);
}

/* The incident face holds the deepest point unless the axis was chosen by preference or rounding; then the
 * two other faces that look at the reference face are clipped too, so that the depth is that of the
 * solids. */
static void add_faces(face_contact *contact) {
  int incident = incident_axis(contact);
  add_face(contact, incident, SLACK);
  if (contact->deepest > contact->separation + DEPTH_ROUNDING * contact->size)
    add_other_faces(contact, incident, SLACK);
  if (contact->count > 0) return;
  add_face(contact, incident, DEPTH_ROUNDING);
  add_other_faces(contact, incident, DEPTH_ROUNDING);
}

/* Boxes that touch in no more than rounding may have no point at all; then the deepest vertex stands for
 * it. */
static void face_manifold(const carom__box_pair *pair, const carom__relative *b_in_a,
                          const carom__box_axis *axis, carom__manifold *out) {
  face_contact contact;
  make_contact(pair, b_in_a, axis, &contact);
  add_faces(&contact);
  if (contact.count == 0) add_vertex(&contact);
  out->normal = axis->normal;
  carom__manifold_reduce(contact.points, contact.count, contact.size, out);
}

static bool touch(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a) {
  carom_obb box_a = {.axes = mat3_identity(), .half = a->as.box.half};
  carom_obb box_b = {b_in_a->origin, b_in_a->axes, b->as.box.half};
  return carom__obb_overlap_at(&box_a, &box_b, b_in_a->origin);
}

carom_status carom__collide_box_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  *out = (carom__manifold){0};
  if (!touch(a, b, b_in_a)) return CAROM_OK;
  carom__box_pair pair;
  carom__box_pair_make(a->as.box.half, b->as.box.half, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat(&pair);
  if (axis.index >= 6)
    edge_contact(&pair, b_in_a, &axis, out);
  else
    face_manifold(&pair, b_in_a, &axis, out);
  return CAROM_OK;
}
