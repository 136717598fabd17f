/* box_face.c: two boxes that touch with a face of one. */
#include "box_contact.h"

#include "box_clip.h"

/* Rounding, in sizes: how far above the reference face a point may lie. */
#define SLACK (2 * 0x1p-24f)

/* By how much rounding may change a depth: the deepest point may be that much shallower than the axis says,
 * and where nothing else touches, a point may be that much above the reference face. */
#define DEPTH_ROUNDING (8 * 0x1p-24f)

/* Points nearer than this count as one: what carom__manifold_reduce says, and the rounding on the way to A's
 * frame. */
#define NEAR (CAROM__POINT_NEAR + 4 * 0x1p-24f)

/* The contact as seen from the box whose face is the reference, and the points found so far. */
typedef struct face_contact {
  carom__box_view view;
  float separation, size;
  carom__point_set set;
} face_contact;

static inline carom__box_cut add_face(face_contact *contact, int axis, float slack) {
  float limit = (contact->separation > 0 ? contact->separation : 0) + slack * contact->size;
  return carom__box_clip(&contact->view, axis, limit, &contact->set);
}

static void add_other_faces(face_contact *contact, float slack) {
  for (int axis = 0; axis < 3; axis++)
    if (axis != contact->view.incident) add_face(contact, axis, slack);
}

/* Is the deepest point of the incident face the deepest of all? It is, unless the axis was chosen by
 * preference or rounding. */
static inline bool is_complete(const face_contact *contact, const carom__box_cut *cut) {
  int slot = carom__point_set_deepest(&contact->set);
  if (slot < 0) return false;
  float deepest = contact->separation + DEPTH_ROUNDING * contact->size;
  return contact->set.separation[slot] <= deepest ||
         carom__box_cut_is_lowest(&contact->view, cut, (uint32_t)slot);
}

/* When the incident face does not hold the deepest point, the two other faces that look at the reference face
 * are clipped too, so that the depth is that of the solids. Boxes that touch in no more than rounding may
 * have a point only with more of it, or none: then the deepest vertex stands for it. */
static void add_faces(face_contact *contact) {
  carom__box_cut cut = add_face(contact, contact->view.incident, SLACK);
  if (is_complete(contact, &cut)) return;
  add_other_faces(contact, SLACK);
  if (carom__point_set_deepest(&contact->set) >= 0) return;
  contact->set.groups = 0;
  add_face(contact, contact->view.incident, DEPTH_ROUNDING);
  add_other_faces(contact, DEPTH_ROUNDING);
  if (carom__point_set_deepest(&contact->set) >= 0) return;
  contact->set.groups = 0;
  carom__box_clip_vertex(&contact->view, contact->separation, &contact->set);
}

/* From the coordinates over the reference face to A's frame. */
typedef struct face_frame {
  carom__lanes axes[3], origin;
} face_frame;

static inline face_frame make_frame(const carom__box_pair *pair, const carom__box_view *view) {
  static const float unit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  face_frame frame = {.origin = view->box ? pair->center[0] : lanes_splat(0)};
  for (int i = 0; i < 3; i++) {
    int k = (view->axis + 1 + i) % 3; /* along u, along v, along the normal */
    frame.axes[i] = view->box ? pair->axes[1][k] : lanes_load(unit[k]);
  }
  return frame;
}

static inline void write_point(const carom__box_view *view, const carom__point_set *set,
                               const face_frame *frame, uint32_t slot, carom__point *out) {
  float along = view->side * (view->half[view->axis] + set->z[slot]), place[4];
  lanes_store(place, lanes_add(lanes_combine(frame->axes, lanes_set(set->x[slot], set->y[slot], along, 0)),
                               frame->origin));
  out->position = vec3(place[0], place[1], place[2]);
  out->separation = set->separation[slot];
  out->feature = (uint32_t)set->name[slot];
}

void carom__box_face_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  face_contact contact;
  contact.view = carom__box_view_make(pair, axis->index);
  contact.separation = axis->separation, contact.size = pair->size;
  contact.set.groups = 0;
  add_faces(&contact);
  uint32_t slots[CAROM_MANIFOLD_POINTS];
  face_frame frame = make_frame(pair, &contact.view);
  out->count = carom__point_set_choose(&contact.set, vec3(0, 0, 1), NEAR * pair->size, slots);
  for (uint32_t i = 0; i < out->count; i++)
    write_point(&contact.view, &contact.set, &frame, slots[i], &out->points[i]);
}
