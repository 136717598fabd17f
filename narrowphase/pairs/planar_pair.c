/* planar_pair.c: the functions on two shapes of planar kinds. */
#include "planar_pair.h"

#include "collide_flats.h"
#include "flat_class.h"
#include "manifold.h"

void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, b_in_a, out);
}

void carom__collide_planar_within(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  float margin, carom__manifold *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  flat_a.radius += margin;
  carom__collide_flats(&flat_a, &flat_b, b_in_a, out);
  out->least += margin;
  carom__points_shrink(out->points, out->count, out->normal, margin);
}

void carom__measure_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a, &flat_a);
  carom__flat_of(b, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, b_in_a, true, out);
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

/* Always in the link's frame, so that neighbours compute the same of the same shape. */
static void collide_sites(carom__site a, carom__site b, bool alone, carom_manifold *out) {
  carom__flat flat_a, flat_b;
  carom__manifold local;
  carom__flat_of(a.shape, &flat_a);
  carom__flat_of(b.shape, &flat_b);
  bool of_link = !flat_a.link != !flat_b.link, turned = of_link && flat_b.link;
  const carom__flat *first = turned ? &flat_b : &flat_a, *second = turned ? &flat_a : &flat_b;
  const carom_frame *frame = turned ? b.frame : a.frame;
  carom__relative second_in_first = relative_of(frame, turned ? a.frame : b.frame);
  if (of_link)
    carom__collide_link(first, second, &second_in_first, alone, &local);
  else
    carom__collide_flats(first, second, &second_in_first, &local);
  carom__manifold_to_world(&local, frame, out);
  if (turned) carom__manifold_exchange(out);
}

void carom__collide_planar_sites(carom__site a, carom__site b, carom_manifold *out) {
  collide_sites(a, b, false, out);
}

void carom__touch_link_sites(carom__site a, carom__site b, carom_manifold *out) {
  collide_sites(a, b, true, out);
}

bool carom__overlap_planar_sites(carom__site a, carom__site b) {
  carom__flat flat_a, flat_b;
  carom__flat_of(a.shape, &flat_a);
  carom__flat_of(b.shape, &flat_b);
  bool turned = !flat_a.link && flat_b.link;
  carom__relative second_in_first = turned ? relative_of(b.frame, a.frame) : relative_of(a.frame, b.frame);
  return carom__overlap_flats(turned ? &flat_b : &flat_a, turned ? &flat_a : &flat_b, &second_in_first);
}

bool carom__measure_planar_sites(carom__site a, carom__site b, bool with_depth, carom_distance_result *out) {
  carom__flat flat_a, flat_b;
  carom__separation local;
  carom__relative b_in_a = relative_of(a.frame, b.frame);
  carom__flat_of(a.shape, &flat_a);
  carom__flat_of(b.shape, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, &b_in_a, with_depth, &local);
  if (!with_depth && local.distance <= 0) {
    *out = (carom_distance_result){.distance = 0};
    return true;
  }
  out->distance = local.distance;
  out->normal = mat3_mul_vec3(&a.frame->axes, local.normal);
  out->point_a = frame_apply(a.frame, local.point_a);
  out->point_b = frame_apply(a.frame, local.point_b);
  return true;
}
