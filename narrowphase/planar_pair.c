/* planar_pair.c: two shapes of planar kinds. */
#include "planar_pair.h"

#include "collide_flats.h"
#include "collide_link.h"
#include "flat_class.h"
#include "manifold.h"

/* Is the contact one of a link of a chain, and not that of two segments? */
static bool knows_neighbours(const carom_shape *a, const carom_shape *b) {
  return (a->kind == CAROM_CHAIN_LINK) != (b->kind == CAROM_CHAIN_LINK);
}

/* In the link's frame, and back. */
static void collide_with_link(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                              carom__manifold *out) {
  carom__flat flat;
  if (a->kind == CAROM_CHAIN_LINK) {
    carom__flat_of(b, &flat);
    carom__collide_link(&a->as.chain_link, &flat, b_in_a, out);
    return;
  }
  carom__relative a_in_b = relative_inverse(b_in_a);
  carom__manifold of_b;
  carom__flat_of(a, &flat);
  carom__collide_link(&b->as.chain_link, &flat, &a_in_b, &of_b);
  carom__manifold_mirror(&of_b, b_in_a, out);
}

void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out) {
  carom__flat flat_a, flat_b;
  if (knows_neighbours(a, b)) {
    collide_with_link(a, b, b_in_a, out);
    return;
  }
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, b_in_a, out);
}

void carom__measure_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, b_in_a, out);
}

/* --- In the world --- */

/* What frame_relative computes of frames of the plane. */
static carom__relative relative_of(const carom_frame *a, const carom_frame *b) {
  carom_vec3 way = pos_sub(b->origin, a->origin);
  float cosine = a->axes.x.x, sine = a->axes.x.y, x = b->axes.x.x, y = b->axes.x.y;
  carom_vec3 axis = vec3(cosine * x + sine * y, cosine * y - sine * x, 0);
  return (carom__relative){{cosine * way.x + sine * way.y, cosine * way.y - sine * way.x, 0},
                           {axis, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

void carom__collide_planar_sites(carom__site a, carom__site b, carom_manifold *out) {
  carom__relative b_in_a = relative_of(a.frame, b.frame);
  carom__manifold local;
  carom__collide_planar(a.shape, b.shape, &b_in_a, &local);
  carom__manifold_to_world(&local, a.frame, out);
}

bool carom__overlap_planar_sites(carom__site a, carom__site b) {
  carom__relative b_in_a = relative_of(a.frame, b.frame);
  carom__flat flat_a, flat_b;
  carom__flat_of(a.shape, &flat_a);
  carom__flat_of(b.shape, &flat_b);
  return carom__overlap_flats(&flat_a, &flat_b, &b_in_a);
}
