/* line_cast_frustum.c: casts of a sphere against a frustum, or of these against it, by the nearest
 * point of the solid (frustum_nearest.c), in the frame of the solid. */
#include "frustum.h"
#include "line_approach.h"

typedef struct frustum_line {
  const carom__line_pair *pair;
  carom__site host;
  carom_frustum frustum;
  double towards_b; /* 1: the solid is A; -1: B */
  double radius;
  carom__dvec3 start, move; /* of the sphere's centre */
  double time;
  carom__dvec3 center;
  carom__solid_nearest nearest;
} frustum_line;

static void choose_host(const carom__line_cast *it, frustum_line *l) {
  bool of_a = !shapes_in_order(it->a.shape, it->b.shape);
  l->host = of_a ? it->a : it->b;
  l->frustum = frustum_of(l->host.shape);
  l->towards_b = of_a ? 1 : -1;
  l->radius = (double)(of_a ? it->b : it->a).shape->geometry.sphere.radius;
}

/* Of the solid's OBB and of the sphere's, less than whose three half extents is enough. */
static double size_of(const frustum_line *l) {
  return 2 * ((double)frustum_width(&l->frustum) + l->radius) + (double)l->frustum.half_height;
}

static void place_way(const carom__line_pair *pair, frustum_line *l) {
  const carom_mat3 *axes = &l->host.frame->axes;
  l->pair = pair;
  l->start = dvec3_unrotate(axes, dvec3_scale(pair->between, l->towards_b));
  l->move = dvec3_unrotate(axes, dvec3_scale(pair->it->travel, l->towards_b));
}

static double gap_of(const frustum_line *l) { return l->nearest.distance - l->radius; }

static carom__line_sight look(void *line, double time) {
  frustum_line *l = line;
  l->time = time;
  l->center = dvec3_mad(l->start, l->move, time);
  l->nearest = carom__frustum_nearest_to(&l->frustum, l->center);
  return (carom__line_sight){gap_of(l), -dvec3_dot(l->nearest.outward, l->move)};
}

/* The point lies midway between the surfaces; from where the solid's origin is then. */
static void describe(const void *line, carom_impact *out) {
  const frustum_line *l = line;
  const carom__line_cast *it = l->pair->it;
  const carom_frame *frame = l->host.frame;
  carom__dvec3 way = l->towards_b > 0 ? it->travel_a : dvec3_add(it->travel_a, it->travel);
  carom__dvec3 middle = dvec3_mad(l->center, l->nearest.outward, -l->radius - 0.5 * gap_of(l));
  carom__dvec3 p = dvec3_mad(dvec3_rotate(&frame->axes, middle), way, l->time);
  out->normal = dvec3_narrow(dvec3_scale(dvec3_rotate(&frame->axes, l->nearest.outward), l->towards_b));
  out->point = (carom_pos){frame->origin.x + p.x, frame->origin.y + p.y, frame->origin.z + p.z};
}

static const carom__line_form form = {look, describe};

bool carom__line_cast_frustum(const carom__line_cast *it, double *begin, carom_impact *out) {
  (void)begin;
  carom__line_pair pair;
  frustum_line l;
  choose_host(it, &l);
  if (!carom__line_pair_set(&pair, it, size_of(&l))) return false;
  place_way(&pair, &l);
  return carom__line_approach_from_start(&pair, &form, &l, out);
}
