/* box_face.c: the contact of two boxes that touch with a face of one. */
#include "box_contact.h"

#include <assert.h>
#include <stddef.h>

#include "box_clip.h"
#include "box_rounding.h"

/* The contact as seen from the box whose face is the reference, and the points found so far. */
typedef struct face_contact {
  carom__box_view view;
  float separation, size;
  carom__point_set set;
} face_contact;

static inline unsigned add_face(face_contact *contact, int axis, float slack) {
  float limit = (contact->separation > 0 ? contact->separation : 0) + slack * contact->size;
  return carom__box_clip(&contact->view, axis, limit, &contact->set);
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
  carom__box_clip_vertex(&contact->view, contact->separation, &contact->set);
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

static inline void make_frame(const carom__box_pair *pair, const carom__box_view *view, face_frame *out) {
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

static inline void write_point(const carom__box_view *view, const carom__point_set *set,
                               const face_frame *frame, uint32_t slot, carom__point *out) {
  float along = view->side * (view->half[view->axis] + set->z[slot]);
  carom__lanes in_plane = lanes_add(lanes_mul(frame->axes[0], lanes_splat(set->x[slot])),
                                    lanes_mul(frame->axes[1], lanes_splat(set->y[slot])));
  carom__lanes above = lanes_add(lanes_mul(frame->axes[2], lanes_splat(along)), frame->origin);
  lanes_store((float *)out, lanes_add(in_plane, above)); /* the fourth lane where the separation comes next */
  out->separation = set->separation[slot];
  out->feature = (uint32_t)set->name[slot];
}

void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  face_contact contact;
  face_frame frame;
  uint32_t slots[CAROM_MANIFOLD_POINTS];
  carom__box_view_make(pair, axis->index, &contact.view);
  make_frame(pair, &contact.view, &frame);
  contact.separation = axis->separation, contact.size = pair->size;
  contact.set.groups = 0;
  int deepest = add_faces(&contact);
  assert(deepest >= 0);
  out->normal = lanes_to_vec3(box_face_normal(pair, contact.view.box, contact.view.axis));
  out->count =
      carom__point_set_choose(&contact.set, deepest, vec3(0, 0, 1), CAROM__BOX_NEAR * pair->size, slots);
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++) /* always four: their number could not be foreseen */
    write_point(&contact.view, &contact.set, &frame, slots[i], &out->points[i]);
}
