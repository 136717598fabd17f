/* collide_box.c: two boxes.
 *
 * Whether they touch is decided by the same test that culls OBBs, so that the two can never disagree. The
 * axis of least penetration then gives the normal (box_sat.c, which states the preference for faces); an edge
 * axis gives one point (box_edge.c), a face axis the part of the incident face that lies on the reference
 * face (box_face.c), midway between the surfaces. (Gottschalk, Lin and Manocha, 1996; Ericson, 2005, 4.4.) */
#include "box_contact.h"
#include "box_sat.h"
#include "pairs.h"

/* Boxes that are apart by rounding alone count as touching, and not as apart. */
static float without_sign(float separation, bool touch) {
  return touch == (separation <= 0) ? separation : 0;
}

void carom__box_manifold_start(const carom__box_axis *axis, carom_vec3 normal, carom__manifold *out) {
  out->normal = normal;
  out->count = 0;
  out->least = without_sign(axis->least, axis->touch);
}

void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out) {
  (axis->index >= 6 ? carom__box_edge_contact : carom__box_face_contact)(pair, axis, out);
}

carom_status carom__collide_box_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                    carom__manifold *out) {
  if (a->as.box.radius + b->as.box.radius > 0) return carom__collide_cores(a, b, b_in_a, out);
  carom__box_pair pair = carom__box_pair_make(a->as.box.half, b->as.box.half, b_in_a);
  carom__box_axis axis = carom__box_sat(&pair);
  carom__box_manifold_start(&axis, carom__box_normal(&pair, axis.index), out);
  if (axis.touch) carom__box_contact(&pair, &axis, out);
  return CAROM_OK;
}
