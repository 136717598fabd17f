/* rectangle_gap.c: two rectangles along their four axes (Gottschalk, Lin and Manocha, 1996, in the plane), in
 * double, with no walk and hardly a branch. */
#include "rectangle_gap.h"

#include "dvec.h"

/* One rectangle as the other sees it: all along the axes of `own`. */
typedef struct sight {
  carom__dvec2 own, other; /* half extents */
  carom__dvec2 at, turn;   /* the other's centre, and its x axis */
} sight;

/* The axis that parts them most, and what meets along it. */
typedef struct look {
  double separation;
  bool along_y, positive; /* which axis it is, and on which side the other is */
  bool across;            /* the other's vertex is across from the edge itself */
  uint32_t edge, vertex;  /* of own, and of the other */
} look;

static look widest_axis(const sight *s) {
  double c = fabs(s->turn.x), d = fabs(s->turn.y);
  double x = fabs(s->at.x) - (s->own.x + (c * s->other.x + d * s->other.y));
  double y = fabs(s->at.y) - (s->own.y + (d * s->other.x + c * s->other.y));
  look l = {.separation = greater_double(x, y), .along_y = y > x};
  l.positive = (l.along_y ? s->at.y : s->at.x) >= 0;
  return l;
}

/* The sign of a half axis of the other at its vertex that is deepest, given how much it leads outward and
 * along the edge; of two that are as deep the one that is nearer to the middle of the edge. `place` moves to
 * the vertex. */
static double choose_sign(double outward, double along, double same, double *place) {
  bool as_deep = fabs(outward) <= same;
  double sign = (as_deep ? *place * along : outward) > 0 ? -1 : 1;
  *place += sign * along;
  return sign;
}

/* Finds the edge of own and the vertex of the other that meet along the axis. */
static void find_features(const sight *s, double near, look *l) {
  const double same = near / 4; /* the vertices at both ends are twice as far apart */
  double side = l->positive ? 1 : -1;
  carom__dvec2 x = dvec2_scale(s->turn, s->other.x), y = dvec2_scale(dvec2_left(s->turn), s->other.y);
  double place = l->along_y ? s->at.x : s->at.y, extent = l->along_y ? s->own.x : s->own.y;
  double out_x = side * (l->along_y ? x.y : x.x), out_y = side * (l->along_y ? y.y : y.x);
  double along_x = l->along_y ? x.x : x.y, along_y = l->along_y ? y.x : y.y;
  /* What is as deep either way comes last, when the rest has its place. */
  bool x_last = fabs(out_x) <= same;
  double sign_x = x_last ? 0 : choose_sign(out_x, along_x, same, &place);
  double sign_y = choose_sign(out_y, along_y, same, &place);
  if (x_last) sign_x = choose_sign(out_x, along_x, same, &place);
  l->across = fabs(place) <= extent;
  l->edge = l->along_y ? (l->positive ? 2 : 0) : (l->positive ? 1 : 3);
  l->vertex = sign_y < 0 ? (sign_x > 0) : 2 + (sign_x < 0);
}

/* The axis of own, away from it. */
static carom__dvec2 outward(const look *l) {
  double side = l->positive ? 1 : -1;
  return l->along_y ? dvec2(0, side) : dvec2(side, 0);
}

/* Is B's axis the better one? Of two that are all but as good the one whose edge the other's vertex is across
 * from, A's if both are. */
static bool prefer_b(const look *a, const look *b, double near) {
  double gain = b->separation - a->separation;
  return fabs(gain) <= near && (a->across || b->across) ? !a->across : gain > 0;
}

void carom__rectangle_gap_find(carom_vec2 half_a, carom_vec2 half_b, const carom__relative *b_in_a,
                               double near, carom__flat_gap *out) {
  carom__flat_pose pose = flat_pose(b_in_a);
  carom__dvec2 half[2] = {dvec2_widen(half_a), dvec2_widen(half_b)};
  sight of_a = {half[0], half[1], pose.origin, pose.axis};
  sight of_b = {half[1], half[0], dvec2_neg(dvec2_along(pose.axis, pose.origin)),
                dvec2(pose.axis.x, -pose.axis.y)};
  look a = widest_axis(&of_a), b = widest_axis(&of_b);
  if (greater_double(a.separation, b.separation) < -near) {
    find_features(&of_a, near, &a);
    find_features(&of_b, near, &b);
  }
  bool is_b = prefer_b(&a, &b, near);
  carom__dvec2 of_axis_b = dvec2_scale(dvec2_turn(pose.axis, outward(&b)), -1 / dvec2_length(pose.axis));
  *out = (carom__flat_gap){is_b ? b.separation : a.separation, is_b ? of_axis_b : outward(&a),
                           is_b ? CAROM__FLAT_EDGE_OF_B : CAROM__FLAT_EDGE_OF_A, is_b ? b.vertex : a.edge,
                           is_b ? b.edge : a.vertex};
}
