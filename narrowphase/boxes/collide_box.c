/* collide_box.c: two boxes.
 *
 * Whether they touch is decided by the same test that culls OBBs, so that the two can never disagree. The
 * axis of least penetration then gives the normal (box_sat.c, which states the preference for faces); an edge
 * axis gives one point (box_edge.c), a face axis the part of the incident face that lies on the reference
 * face (box_face.c), midway between the surfaces. (Gottschalk, Lin and Manocha, 1996; Ericson, 2005, 4.4.) */
#include "collide_box.h"

#include "box_contact.h"
#include "collide_cores.h"

void carom__box_apart(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  int k = axis->index;
  carom__lanes normal = k >= 6  ? box_normalize(box_edge_cross(pair, (k - 6) / 3, (k - 6) % 3))
                        : k < 3 ? box_face_normal(pair, 0, k)
                                : box_face_normal(pair, 1, k - 3);
  bool told = axis->separation > 0; /* not when the rounding of an edge axis hides it */
  out->normal = told ? lanes_to_vec3(normal) : vec3(0, 0, 0);
  out->count = 0;
  out->least = told ? axis->separation : 0;
}

/* Boxes that are apart by rounding alone count as touching. */
void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  out->least = axis->least < 0 ? axis->least : 0;
  (axis->index >= 6 ? carom__box_edge_contact : carom__box_face_contact)(pair, axis, out);
}

carom_status carom__collide_box_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  if (a->geometry.box.radius + b->geometry.box.radius > 0) return carom__collide_cores(a, b, b_in_a, out);
  carom__box_pair pair;
  box_pair_make(a->geometry.box.half, b->geometry.box.half, b_in_a, &pair);
  carom__box_axis axis = carom__box_sat(&pair);
  (axis.touch ? carom__box_contact : carom__box_apart)(&pair, &axis, out);
  return CAROM_OK;
}
