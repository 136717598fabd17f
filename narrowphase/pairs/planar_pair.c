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

/* Two shapes in the order in which all is computed: a link is the first one, so that its neighbours compute
 * the same of the same shape. */
typedef struct planar_pair {
  carom__flat flats[2]; /* A and B */
  const carom__flat *first, *second;
  const carom_frame *frame; /* of the first */
  bool of_link, turned;     /* one is a link, and not the other; the first is B */
  carom__relative second_in_first;
} planar_pair;

static void make_pair(carom__site a, carom__site b, planar_pair *out) {
  carom__flat_of(a.shape, &out->flats[0]);
  carom__flat_of(b.shape, &out->flats[1]);
  out->of_link = !out->flats[0].link != !out->flats[1].link;
  out->turned = out->of_link && out->flats[1].link;
  out->first = &out->flats[out->turned], out->second = &out->flats[!out->turned];
  out->frame = out->turned ? b.frame : a.frame;
  out->second_in_first = relative_of(out->frame, out->turned ? a.frame : b.frame);
}

static void collide_sites(carom__site a, carom__site b, bool alone, carom_manifold *out) {
  planar_pair p;
  carom__manifold local;
  make_pair(a, b, &p);
  if (p.of_link)
    carom__collide_link(p.first, p.second, &p.second_in_first, alone, &local);
  else
    carom__collide_flats(p.first, p.second, &p.second_in_first, &local);
  carom__manifold_to_world(&local, p.frame, out);
  if (p.turned) carom__manifold_exchange(out);
}

void carom__collide_planar_sites(carom__site a, carom__site b, carom_manifold *out) {
  collide_sites(a, b, false, out);
}

void carom__touch_link_sites(carom__site a, carom__site b, carom_manifold *out) {
  collide_sites(a, b, true, out);
}

bool carom__overlap_planar_sites(carom__site a, carom__site b) {
  planar_pair p;
  make_pair(a, b, &p);
  return carom__overlap_flats(p.first, p.second, &p.second_in_first);
}

bool carom__measure_planar_sites(carom__site a, carom__site b, bool with_depth, carom_distance_result *out) {
  planar_pair p;
  carom__separation local;
  make_pair(a, b, &p);
  carom__measure_flats(p.first, p.second, &p.second_in_first, with_depth, &local);
  if (!with_depth && local.distance <= 0) {
    *out = (carom_distance_result){.distance = 0};
    return true;
  }
  const carom_vec3 normal = mat3_mul_vec3(&p.frame->axes, local.normal);
  out->distance = local.distance;
  out->normal = p.turned ? vec3_neg(normal) : normal;
  out->point_a = frame_apply(p.frame, p.turned ? local.point_b : local.point_a);
  out->point_b = frame_apply(p.frame, p.turned ? local.point_a : local.point_b);
  return true;
}
