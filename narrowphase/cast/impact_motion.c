/* impact_motion.c: shapes that move and turn. */
#include "impact_motion.h"

static carom__dquat widen(carom_quat q) {
  return (carom__dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static carom__dvec3 vector_part(carom__dquat q) { return dvec3(q.x, q.y, q.z); }

static carom__dquat product(carom__dquat a, carom__dquat b) {
  carom__dvec3 p = vector_part(a), q = vector_part(b);
  carom__dvec3 v = dvec3_add(dvec3_cross(p, q), dvec3_add(dvec3_scale(q, a.w), dvec3_scale(p, b.w)));
  return (carom__dquat){v.x, v.y, v.z, a.w * b.w - dvec3_dot(p, q)};
}

static carom__dquat weighted(carom__dquat a, double s, carom__dquat b, double t) {
  return (carom__dquat){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

static double dot(carom__dquat a, carom__dquat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static carom__dquat conjugate(carom__dquat q) { return (carom__dquat){-q.x, -q.y, -q.z, q.w}; }

/* The one of `to` and its negative, which are the same rotation, that is nearer to `from`. */
static carom__dquat nearer_sign(carom__dquat from, carom__dquat to) {
  return dot(from, to) < 0 ? (carom__dquat){-to.x, -to.y, -to.z, -to.w} : to;
}

carom_quat carom__rotation_between(carom_quat from, carom_quat to, double time) {
  carom__dquat start = widen(from), q = weighted(start, 1 - time, nearer_sign(start, widen(to)), time);
  double s = 1 / square_root(dot(q, q));
  return (carom_quat){(float)(q.x * s), (float)(q.y * s), (float)(q.z * s), (float)(q.w * s)};
}

/* A box around a core: its half extents, along its axes their parts along the axis of the turn, and its
 * centre. */
typedef struct around {
  carom__dvec3 half, parts, center;
} around;

/* The core lies in the box of the shape, less the radius; a box is one itself. */
static around around_core(const carom__mover *m) {
  around r = {.center = {0, 0, 0}};
  if (m->box) {
    r.half = dvec3_widen(*m->box);
    r.parts = dvec3_mul(r.half, m->axis);
    return r;
  }
  carom_obb box;
  m->class->obb(m->shape, &box);
  double radius = (double)shape_radius(m->class, m->shape);
  r.half = dvec3_sub(dvec3_widen(box.half), dvec3(radius, radius, radius));
  r.parts = dvec3_mul(r.half, dvec3_unrotate(&box.axes, m->axis));
  r.center = dvec3_widen(box.center);
  return r;
}

/* How far the corners are from an axis through the box's middle, at most. All are as far from the middle;
 * along the axis none is nearer to it than the largest of the three parts less the others. */
static double farthest_from_axis(const around *r, double square) {
  double x = fabs(r->parts.x), y = fabs(r->parts.y), z = fabs(r->parts.z);
  double most = x > y ? x : y;
  double along = 2 * (most > z ? most : z) - (x + y + z);
  double rest = along > 0 ? square - along * along : square;
  return rest > 0 ? square_root(rest) : 0;
}

/* A little more covers rounding. */
static void find_reach(carom__mover *m) {
  around r = around_core(m);
  double more = 1 + 0x1p-20, square = dvec3_dot(r.half, r.half) * more;
  r.center = dvec3_add(r.center, m->arm);
  m->reach = more * (farthest_from_axis(&r, square) + dvec3_length(dvec3_cross(r.center, m->axis)));
  m->extent = more * (square_root(square) + dvec3_length(r.center));
}

void carom__motions_measure(carom__motions *motions, const carom__cores *cores) {
  motions->a.box = cores->a.box, motions->b.box = cores->b.box;
  if (motions->a.rate + motions->b.rate == 0) return;
  find_reach(&motions->a);
  find_reach(&motions->b);
}

/* Sets how a mover turns from where it begins. A ball around its pivot is the same however it turns. */
static void turn_to(carom__mover *m, carom__dquat to) {
  if (m->class->is_ball && dvec3_dot(m->arm, m->arm) == 0) return;
  carom__dquat end = nearer_sign(m->from, to);
  carom__dvec3 turn = vector_part(product(conjugate(m->from), end));
  double sine = dvec3_length(turn);
  if (!(sine > 0)) return;
  m->change = weighted(end, 1, m->from, -1);
  m->axis = dvec3_scale(turn, 1 / sine);
  /* Half the angle of the turn lies between the quaternions; in the middle they turn by 2 tan of half of that
   * in a unit of time, and rotations twice as fast. With s = 2 tan ... (time - 1 / 2) the speed is this by
   * 1 + s^2, the acceleration of a unit vector its square by (1 + s^2)^(3/2). A little more covers
   * quaternions that are unit to rounding only. */
  m->rate = (1 + 0x1p-20) * 4 * sine / (1 + dot(m->from, end));
}

carom__mover carom__mover_make(const carom_shape *shape, carom_quat from, carom_quat to) {
  carom__mover m = {.shape = shape, .class = carom__shape_class_of(shape->kind), .from = widen(from)};
  turn_to(&m, widen(to));
  return m;
}

carom__mover carom__mover_on_body(const carom_shape *shape, const carom_local_pose *local, carom_quat from,
                                  carom_quat to) {
  carom__dquat turned = widen(local->rotation);
  carom_mat3 axes = quat_to_mat3(local->rotation);
  carom__mover m = {.shape = shape, .class = carom__shape_class_of(shape->kind)};
  m.arm = dvec3_unrotate(&axes, dvec3_widen(local->position));
  m.from = product(widen(from), turned);
  turn_to(&m, product(widen(to), turned));
  return m;
}

carom__mover carom__mover_of_part(const carom__mover *whole, const carom_shape *part,
                                  const carom_local_pose *place) {
  carom__dquat turned = widen(place->rotation);
  carom_mat3 axes = quat_to_mat3(place->rotation);
  carom__mover m = *whole;
  m.shape = part;
  m.class = carom__shape_class_of(part->kind);
  m.arm = dvec3_unrotate(&axes, dvec3_add(whole->arm, dvec3_widen(place->position)));
  m.from = product(whole->from, turned);
  m.change = product(whole->change, turned);
  m.axis = dvec3_unrotate(&axes, whole->axis);
  return m;
}

carom__relative carom__moment_place(const carom__motions *motions, const carom__moment *at) {
  carom__dquat q = product(conjugate(at->turn_a.q), at->turn_b.q);
  carom__dvec3 to_b = dvec3_add(at->between, turn_apply(&at->turn_b, motions->b.arm));
  carom__dvec3 origin = dvec3_sub(turn_unapply(&at->turn_a, to_b), motions->a.arm);
  return (carom__relative){dvec3_narrow(origin), mat3_from_quat(q.x, q.y, q.z, q.w)};
}
