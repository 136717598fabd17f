/* line_cast_round.c: casts of what is round against what is round or a box.
 *
 * One of the two, the host, is a box with a radius, along its own axes; a point or a segment is one, too,
 * some or all of whose half extents are zero. The other one, the guest, is a segment, or a point, with a
 * radius. The distance of the cores at a time is known in closed form (segment_box.c). The search for when it
 * is the sum of the radii begins where the guest enters the box around the host: where it meets a face that
 * is the time already. */
#include "line_approach.h"
#include "segment_box.h"

/* What the cores are at a time. */
typedef struct view {
  double time, distance;
  double nearest[3], outward[3]; /* the host's nearest point, and the unit vector from there to the guest's */
} view;

typedef struct round_line {
  const carom__line_pair *pair;
  const carom__plain_core *host, *guest;
  double towards_b;         /* 1: the host is A; -1: B */
  carom__basis axes;        /* of the host, in the world */
  carom__dvec3 center;      /* of the host, from its shape's origin, in the world */
  carom__segment_box cores; /* at the start, in the host's frame */
  double move[3];           /* of the guest there */
  double radii;
  view view; /* the last one */
} round_line;

static carom__dvec3 from_axes(const carom__basis *b, const double v[3]) {
  carom__dvec3 xy = dvec3_mad(dvec3_scale(b->axes[0], v[0]), b->axes[1], v[1]);
  return dvec3_mad(xy, b->axes[2], v[2]);
}

static carom__basis axes_of_box(const carom_mat3 *m) {
  return (carom__basis){{dvec3_widen(m->x), dvec3_widen(m->y), dvec3_widen(m->z)}};
}

static carom__basis axes_along(carom__dvec3 x) {
  carom__dvec3 y = dvec3_perpendicular(x);
  return (carom__basis){{x, y, dvec3_cross(x, y)}};
}

/* A segment as a box that is a segment along x. */
static void host_segment(round_line *l, const carom_mat3 *axes) {
  carom__dvec3 a = dvec3_turn(axes, l->host->a), b = dvec3_turn(axes, l->host->b), way = dvec3_sub(b, a);
  l->axes = axes_along(dvec3_normalize_or(way, dvec3(1, 0, 0)));
  l->center = dvec3_scale(dvec3_add(a, b), 0.5);
  l->cores.half[0] = 0.5 * dvec3_length(way);
  l->cores.half[1] = l->cores.half[2] = 0;
}

static void host(round_line *l, carom__site site) {
  static const carom__basis world = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  l->center = dvec3(0, 0, 0);
  if (l->host->kind == CAROM__PLAIN_SEGMENT) {
    host_segment(l, &site.frame->axes);
    return;
  }
  bool box = l->host->kind == CAROM__PLAIN_BOX;
  l->axes = box ? axes_of_box(&site.frame->axes) : world;
  dvec3_store(l->cores.half, dvec3_widen(l->host->a));
}

/* `between` leads from the host's origin to the guest's, in the world. */
static void receive(round_line *l, carom__site site, carom__dvec3 between) {
  const carom_mat3 *axes = &site.frame->axes;
  carom__dvec3 from = dvec3_sub(between, l->center), way = {0, 0, 0};
  if (l->guest->kind == CAROM__PLAIN_SEGMENT) {
    carom__dvec3 a = dvec3_turn(axes, l->guest->a);
    way = dvec3_sub(dvec3_turn(axes, l->guest->b), a);
    from = dvec3_add(from, a);
  }
  dvec3_store(l->cores.start, basis_coordinates(&l->axes, from));
  dvec3_store(l->cores.way, basis_coordinates(&l->axes, way));
}

/* The host is the one that needs axes of its own: a box rather than a segment, and that than a point. */
static void make_line(const carom__line_pair *pair, round_line *l) {
  const carom__line_cast *it = pair->it;
  bool b_is_host = pair->b.kind > pair->a.kind;
  l->pair = pair;
  l->host = b_is_host ? &pair->b : &pair->a;
  l->guest = b_is_host ? &pair->a : &pair->b;
  l->towards_b = b_is_host ? -1 : 1;
  l->radii = pair->a.radius + pair->b.radius;
  host(l, b_is_host ? it->b : it->a);
  receive(l, b_is_host ? it->a : it->b, dvec3_scale(pair->between, l->towards_b));
  dvec3_store(l->move, basis_coordinates(&l->axes, dvec3_scale(it->travel, l->towards_b)));
}

static carom__line_span enter_box(const round_line *l) {
  carom__line_span span = {0, 1, -HUGE_VAL};
  for (int i = 0; i < 3; i++) {
    double middle = segment_box_at(&l->cores, i, 0.5), reach = 0.5 * fabs(l->cores.way[i]);
    line_span_cut(&span, middle, l->move[i], reach + l->cores.half[i] + l->radii + l->pair->least);
  }
  return span;
}

static void view_at(const round_line *l, double time, view *out) {
  carom__segment_box now = l->cores;
  double square = 0;
  for (int i = 0; i < 3; i++) now.start[i] += time * l->move[i];
  double at = l->guest->kind == CAROM__PLAIN_POINT ? 0 : carom__segment_box_nearest(&now);
  for (int i = 0; i < 3; i++) {
    double p = segment_box_at(&now, i, at);
    out->nearest[i] = greater_double(-now.half[i], lesser_double(p, now.half[i]));
    out->outward[i] = p - out->nearest[i];
    square += out->outward[i] * out->outward[i];
  }
  out->time = time;
  out->distance = square_root(square);
  double per = out->distance > 0 ? 1 / out->distance : 0;
  for (int i = 0; i < 3; i++) out->outward[i] *= per;
}

static double gap_of(const round_line *l) { return l->view.distance - l->radii; }

static carom__line_sight look(void *line, double time) {
  round_line *l = line;
  const double *out = l->view.outward, *move = l->move;
  view_at(l, time, &l->view);
  return (carom__line_sight){gap_of(l), -(out[0] * move[0] + out[1] * move[1] + out[2] * move[2])};
}

/* The point lies midway between the surfaces; from where the host's origin is then. */
static void describe(const void *line, carom_impact *out) {
  const round_line *l = line;
  const carom__line_cast *it = l->pair->it;
  bool of_a = l->towards_b > 0;
  carom_pos origin = of_a ? it->a.frame->origin : it->b.frame->origin;
  carom__dvec3 way = of_a ? it->travel_a : dvec3_add(it->travel_a, it->travel);
  carom__dvec3 outward = from_axes(&l->axes, l->view.outward);
  carom__dvec3 p = dvec3_add(l->center, from_axes(&l->axes, l->view.nearest));
  p = dvec3_mad(p, outward, l->host->radius + 0.5 * gap_of(l));
  p = dvec3_mad(p, way, l->view.time);
  out->normal = dvec3_narrow(dvec3_scale(outward, l->towards_b));
  out->point = (carom_pos){origin.x + p.x, origin.y + p.y, origin.z + p.z};
}

static const carom__line_form form = {look, describe};

bool carom__line_cast_round(const carom__line_pair *pair, carom_impact *out) {
  round_line l;
  make_line(pair, &l);
  carom__line_span span = enter_box(&l);
  carom__line_start start = CAROM__LINE_APART;
  if (span.apart <= pair->near) start = carom__line_begin(pair, &form, &l, out);
  if (start != CAROM__LINE_APART) return start == CAROM__LINE_ANSWERED;
  if (line_span_is_met(&span, pair->it->until)) return carom__line_approach(pair, &form, &l, span.enter, out);
  line_miss(out);
  return true;
}
