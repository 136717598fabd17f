/* planar_pair.c: the functions on two shapes of planar kinds. */
#include "planar_pair.h"

#include "collide_flats.h"
#include "feature.h"
#include "flat_class.h"
#include "manifold.h"

void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out) {
  carom__flat flat_a, flat_b;
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

typedef void collide_link(const carom_chain_link *a, const carom__flat *b, const carom__relative *b_in_a,
                          carom__manifold *out);

/* What frame_relative computes of frames of the plane. */
static carom__relative relative_of(const carom_frame *a, const carom_frame *b) {
  carom_vec3 way = pos_sub(b->origin, a->origin);
  float cosine = a->axes.x.x, sine = a->axes.x.y, x = b->axes.x.x, y = b->axes.x.y;
  carom_vec3 axis = vec3(cosine * x + sine * y, cosine * y - sine * x, 0);
  return (carom__relative){{cosine * way.x + sine * way.y, cosine * way.y - sine * way.x, 0},
                           {axis, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

static void mirror(carom_manifold *manifold) {
  if (manifold->point_count > 0) manifold->normal = vec3_neg(manifold->normal);
  for (uint32_t i = 0; i < manifold->point_count; i++)
    manifold->points[i].feature = feature_swap(manifold->points[i].feature);
}

/* Always in the link's frame, so that neighbours compute the same of the same shape. */
static void collide_with_link(carom__site a, carom__site b, collide_link *collide, carom_manifold *out) {
  bool is_a = shape_is_link(a.shape);
  carom__site link = is_a ? a : b, other = is_a ? b : a;
  carom__relative other_in_link = relative_of(link.frame, other.frame);
  carom__flat flat;
  carom__manifold local;
  carom__flat_of(other.shape, &flat);
  collide(&link.shape->geometry.chain_link, &flat, &other_in_link, &local);
  carom__manifold_to_world(&local, link.frame, out);
  if (!is_a) mirror(out);
}

void carom__collide_planar_sites(carom__site a, carom__site b, carom_manifold *out) {
  if (planar_is_of_link(a.shape, b.shape)) {
    collide_with_link(a, b, carom__collide_link, out);
    return;
  }
  carom__relative b_in_a = relative_of(a.frame, b.frame);
  carom__manifold local;
  carom__collide_planar(a.shape, b.shape, &b_in_a, &local);
  carom__manifold_to_world(&local, a.frame, out);
}

void carom__touch_link_sites(carom__site a, carom__site b, carom_manifold *out) {
  collide_with_link(a, b, carom__touch_link, out);
}

bool carom__overlap_planar_sites(carom__site a, carom__site b) {
  bool turned = !shape_is_link(a.shape) && shape_is_link(b.shape);
  carom__site first = turned ? b : a, second = turned ? a : b;
  carom__relative second_in_first = relative_of(first.frame, second.frame);
  carom__flat flat_first, flat_second;
  carom__flat_of(first.shape, &flat_first);
  carom__flat_of(second.shape, &flat_second);
  return carom__overlap_flats(&flat_first, &flat_second, &second_in_first);
}
