/* line_cast_flats.c: casts of planar shapes of any kinds: the walk around their Minkowski difference
 * (flat_gap.c) gives the distance at a time, exactly. */
#include "curved_gap.h"
#include "flat_class.h"
#include "impact_inside.h"
#include "line_approach.h"

/* How far a flat says that it reaches is up to the root of 2 times what its OBB says. */
#define OF_REACH 0.7

typedef struct flat_line {
  const carom__line_pair *pair;
  carom__flat a, b;
  carom__flat_pair cores;                   /* at the last look, in A's frame */
  carom__dvec2 start[CAROM__FLAT_VERTICES]; /* of B, around its origin, along A's axes */
  carom__dvec2 axis, between, move;         /* A's x axis in the world; B's origin and way along A's axes */
  double time;
  carom__flat_gap gap;
} flat_line;

static carom__dvec2 in_plane(carom__dvec3 v) { return dvec2(v.x, v.y); }

static void make_line(const carom__line_pair *pair, flat_line *l) {
  const carom__line_cast *it = pair->it;
  const carom_frame a = {{0, 0, 0}, it->a.frame->axes}, b = {{0, 0, 0}, it->b.frame->axes};
  carom__relative turn = frame_relative(&a, &b);
  carom__flat_pair_make(&l->a, &l->b, &turn, &l->cores);
  for (uint32_t i = 0; i < l->b.count; i++) l->start[i] = l->cores.b[i];
  l->pair = pair;
  l->axis = dvec2((double)a.axes.x.x, (double)a.axes.x.y);
  l->between = dvec2_along(l->axis, in_plane(pair->between));
  l->move = dvec2_along(l->axis, in_plane(it->travel));
}

static carom__line_sight look(void *line, double time) {
  flat_line *l = line;
  carom__dvec2 offset = dvec2_mad(l->between, l->move, time);
  for (uint32_t i = 0; i < l->b.count; i++) l->cores.b[i] = dvec2_add(l->start[i], offset);
  l->cores.b_in_a.origin = offset;
  l->cores.size = (double)l->a.reach + (double)l->b.reach + fabs(offset.x) + fabs(offset.y);
  l->time = time;
  planar_gap_find(&l->cores, 0, &l->gap);
  return (carom__line_sight){l->gap.separation - l->cores.radii, -dvec2_dot(l->gap.normal, l->move)};
}

static void describe(const void *line, carom_impact *out) {
  const flat_line *l = line;
  const carom__line_cast *it = l->pair->it;
  carom__dvec2 on_a, on_b, normal = dvec2_turn(l->axis, l->gap.normal);
  flat_gap_points(&l->cores, &l->gap, &on_a, &on_b);
  carom__dvec2 middle = dvec2_turn(l->axis, dvec2_scale(dvec2_add(on_a, on_b), 0.5));
  carom__dvec2 p = dvec2_mad(middle, normal, 0.5 * ((double)l->a.radius - (double)l->b.radius));
  p = dvec2_mad(p, in_plane(it->travel_a), l->time);
  carom_pos origin = it->a.frame->origin;
  out->normal = vec3((float)normal.x, (float)normal.y, 0);
  out->point = (carom_pos){origin.x + p.x, origin.y + p.y, 0};
}

static const carom__line_form form = {look, describe};

static bool find(const carom__line_cast *it, carom_impact *out) {
  carom__line_pair pair;
  flat_line l;
  carom__flat_of(it->a.shape, &l.a);
  carom__flat_of(it->b.shape, &l.b);
  if (!carom__line_pair_set(&pair, it, OF_REACH * ((double)l.a.reach + (double)l.b.reach))) return false;
  make_line(&pair, &l);
  return carom__line_approach_from_start(&pair, &form, &l, out);
}

bool carom__line_cast_flats(const carom__line_cast *it, carom_impact *out) {
  if (!find(it, out)) return false;
  if (!out->hit) return true;
  carom__relative b_in_a = frame_relative(it->a.frame, it->b.frame);
  carom_vec3 normal = mat3_tmul_vec3(&it->a.frame->axes, out->normal);
  carom__impact_pass_links(it->a.shape, it->b.shape, &b_in_a.axes, normal, out);
  return true;
}
