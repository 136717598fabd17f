/* collide_link.c: the contact of a link of a chain with a convex shape of the plane.
 *
 * A segment alone would push what slides over its end back along itself, though its neighbour goes on there.
 * The ground as a whole has no such normal: it has those of its links and, at corners that stick out, all
 * between those of two links (its Gauss map). So of the normals that a link may have, which are its own and
 * those of its corners, the one is taken along which the shape overlaps the link least, and while they are
 * apart no other is taken than the direction of the nearest points. Where that is none of them, the link's
 * own normal stands for it, and only what lies above the link itself counts.
 *
 * Links that have to do with a shape leave contacts to each other. A corner's normals belong to
 * the link that ends there or, when that has not to do with the shape, to the other one; and where a
 * neighbour's normal means less overlap, the contact is the neighbour's. So that no contact is lost this way,
 * a link leaves it only to one that overlaps the shape for certain and has a normal of less overlap, by more
 * than rounding: on the way from link to link the overlap gets less, and so the way ends at one that keeps
 * the contact.
 *
 * (The idea of neighbours is that of Catto's ghost vertices, Box2D 2.4, 2020; there normals beyond a
 * tolerance are skipped.)
 */

#include "chain.h"
#include "collide_flats.h"
#include "curved_gap.h"
#include "dvec.h"
#include "flat_arc.h"

/* --- On which side of a link a shape is --- */

/* The middle of the shape tells. Let it grow from there until it touches the ground for the first time: that
 * place is seen from the middle, over free space. So the middle is on the free side of the link that is
 * touched there or, at a corner that sticks out, of one of two. A link that has the middle behind it, or that
 * a neighbour hides from it, is not that link; and so, of all links that a shape overlaps, one at least is
 * left.
 *
 * Where two links make a notch, and the middle is behind one of them, the farther from the notch a place on
 * the other one is, the sooner it is seen past that neighbour. */

/* The core of a shape that is no link, in the frame of the chain. */
typedef struct link_other {
  const carom__dvec2 *points; /* counter-clockwise */
  uint32_t count;
  carom__dvec2 middle;      /* the mean of the points, or of the box of one with an arc */
  const carom__flat *flat;  /* which instead of the points tells one with an arc, in its frame; else NULL */
  carom__flat_pose in_link; /* where that is */
} link_other;

/* A link as a shape sees it from its middle. It depends on the shape and on the chain alone, so that a link
 * knows how its neighbours are seen. */
typedef struct link_view {
  /* A neighbour's point, the link's own two and the other neighbour's, in the order in which the middle is on
   * the right of the link. */
  carom__dvec2 points[4];
  bool reversed; /* that order is not the chain's */
  bool hidden;   /* behind a neighbour, or one-sided and seen from behind */
  /* By the neighbour at the first point and the last: a two-sided link is seen past it, from behind it. The
   * shape may belong to either side. */
  bool unsure[2];
} link_view;

static bool is_right_of(carom__dvec2 from, carom__dvec2 to, carom__dvec2 p) {
  return dvec2_cross(dvec2_sub(to, from), dvec2_sub(p, from)) <= 0;
}

static bool is_notch(carom__dvec2 a, carom__dvec2 b, carom__dvec2 c) {
  return dvec2_cross(dvec2_sub(b, a), dvec2_sub(c, b)) < 0;
}

static link_other link_other_of(const carom__flat_pair *pair) {
  const carom__flat *flat = pair->flat_b;
  carom__dvec2 sum = {0, 0};
  link_other other = {.points = pair->b, .count = pair->count_b};
  for (uint32_t i = 0; i < pair->count_b; i++) sum = dvec2_add(sum, pair->b[i]);
  other.middle = dvec2_scale(sum, 1.0 / pair->count_b);
  if (!flat_is_curved(flat)) return other;
  other.flat = flat, other.in_link = pair->b_in_a;
  carom__dvec2 middle = dvec2_turn(pair->b_in_a.axis, carom__arc_middle(flat));
  other.middle = dvec2_add(middle, pair->b_in_a.origin);
  return other;
}

static carom__dvec2 in_own_frame(carom__flat_pose pose, carom__dvec2 p) {
  return dvec2_along(pose.axis, dvec2_sub(p, pose.origin));
}

static carom__dvec2 last_within_arc(const link_other *other, carom__dvec2 from, carom__dvec2 to) {
  carom__arc_cut cut;
  carom__dvec2 start = in_own_frame(other->in_link, from), way = dvec2_sub(to, from);
  if (!carom__arc_cut_find(other->flat, start, dvec2_along(other->in_link.axis, way), &cut)) return to;
  double leave = lesser_double(cut.leave, 1);
  return greater_double(cut.enter, 0) <= leave ? dvec2_mad(from, way, leave) : to;
}

/* The last place on the way between two points that is in a polygon or what an arc encloses; the end when
 * there is none. */
static carom__dvec2 last_within(const link_other *other, carom__dvec2 from, carom__dvec2 to) {
  carom__dvec2 way = dvec2_sub(to, from);
  if (other->flat) return last_within_arc(other, from, to);
  double enter = 0, leave = 1;
  for (uint32_t i = 0; i < other->count; i++) {
    carom__dvec2 p = other->points[i], edge = dvec2_sub(other->points[flat_after(i, other->count)], p);
    double outside = dvec2_cross(dvec2_sub(from, p), edge), outward = dvec2_cross(way, edge);
    if (outward > 0) leave = lesser_double(leave, -outside / outward);
    if (outward < 0) enter = greater_double(enter, -outside / outward);
    if (outward == 0 && outside > 0) return to;
  }
  return other->count > 2 && enter <= leave ? dvec2_mad(from, way, leave) : to;
}

/* How a neighbour stands between a link and the middle. */
typedef enum sight { CLEAR, PAST_IT, HIDDEN } sight;

static sight past_start(const carom__dvec2 points[4], const link_other *other) {
  if (!is_notch(points[0], points[1], points[2])) return CLEAR;
  if (is_right_of(points[0], points[1], other->middle)) return CLEAR;
  carom__dvec2 farthest = last_within(other, points[1], points[2]);
  return is_right_of(points[0], farthest, other->middle) ? PAST_IT : HIDDEN;
}

static sight past_end(const carom__dvec2 points[4], const link_other *other) {
  if (!is_notch(points[1], points[2], points[3])) return CLEAR;
  if (is_right_of(points[2], points[3], other->middle)) return CLEAR;
  carom__dvec2 farthest = last_within(other, points[2], points[1]);
  return is_right_of(farthest, points[3], other->middle) ? PAST_IT : HIDDEN;
}

/* The same link from its other side. */
static void link_view_turn(link_view *view) {
  for (int i = 0; i < 2; i++) {
    carom__dvec2 p = view->points[i];
    view->points[i] = view->points[3 - i], view->points[3 - i] = p;
  }
  view->reversed = !view->reversed;
}

static link_view link_view_of(const carom_chain_link *link, const link_other *other) {
  link_view view = {.reversed = false};
  const carom_vec2 *given = chain_link_points(link);
  bool one_sided = link->asset->one_sided;
  for (int i = 0; i < 4; i++) view.points[i] = dvec2_widen(given[i]);
  if (!is_right_of(view.points[1], view.points[2], other->middle)) link_view_turn(&view);
  view.hidden = view.reversed && one_sided;
  if (view.hidden) return view;
  sight start = past_start(view.points, other), end = past_end(view.points, other);
  view.hidden = start == HIDDEN || end == HIDDEN;
  view.unsure[0] = !one_sided && start == PAST_IT;
  view.unsure[1] = !one_sided && end == PAST_IT;
  return view;
}

/* The link before the view's first own point or after its second one, which must exist. */
static carom_chain_link link_neighbour(const carom_chain_link *link, const link_view *view, bool after) {
  uint32_t count = link->asset->link_count, index = link->index;
  carom_chain_link neighbour = *link;
  if (after != view->reversed)
    neighbour.index = index + 1 < count ? index + 1 : 0;
  else
    neighbour.index = index > 0 ? index - 1 : count - 1;
  return neighbour;
}

/* --- The side that is touched --- */

/* Rounding of unit vectors must not part an edge's normal from the corner's that begins with it. */
#define SAME_DIRECTION 1e-12
/* A direction whose cosine to the other side of a link is above this leads through the link: 0.8 degrees. */
#define LEADS_THROUGH 0.9999

/* One end of a link, seen from the side that is touched. */
typedef struct corner {
  carom__dvec2 at;
  carom__dvec2 first, last; /* its normals are all between these two, counter-clockwise; unit */
  uint32_t vertex;          /* of the link */
  bool sticks_out;          /* it has normals of its own */
  bool shared;              /* with a neighbour */
} corner;

/* A link whose right-hand side is the one that is touched. */
typedef struct facing_link {
  const carom_chain_link *shape;
  link_view view;
  link_other other;
  bool alone; /* it leaves nothing to its neighbours */
  carom__dvec2 normal;
  corner start, end;
} facing_link;

static carom__dvec2 right_of(carom__dvec2 edge) {
  return dvec2_scale(dvec2_left(edge), -1 / dvec2_length(edge));
}

/* --- Corners --- */

/* Between two edges. Where an open chain ends its neighbour turns back. */
static corner corner_between(carom__dvec2 before, carom__dvec2 after) {
  double turn = dvec2_cross(before, after);
  bool turns_back = turn == 0 && dvec2_dot(before, after) < 0;
  return (corner){.first = right_of(before),
                  .last = right_of(after),
                  .sticks_out = turn > 0 || turns_back,
                  .shared = !turns_back};
}

/* Around the end of an open chain, the normals go on from one side of the link to nearly the other one: what
 * is on this side may reach around it, but is not pushed through the link. */
static carom__dvec2 last_normal(carom__dvec2 normal, carom__dvec2 outward) {
  double sine = square_root(1 - LEADS_THROUGH * LEADS_THROUGH);
  return dvec2_mad(dvec2_scale(outward, sine), normal, -LEADS_THROUGH);
}

static void set_corners(facing_link *l) {
  const carom__dvec2 *points = l->view.points;
  carom__dvec2 before = dvec2_sub(points[1], points[0]), edge = dvec2_sub(points[2], points[1]);
  carom__dvec2 after = dvec2_sub(points[3], points[2]);
  l->normal = right_of(edge);
  l->start = corner_between(before, edge);
  l->end = corner_between(edge, after);
  l->start.at = points[1], l->start.vertex = l->view.reversed ? 1 : 0;
  l->end.at = points[2], l->end.vertex = l->view.reversed ? 0 : 1;
  const carom__dvec2 along = dvec2_left(l->normal);
  if (!l->start.shared) l->start.first = last_normal(l->normal, dvec2_neg(along));
  if (!l->end.shared) l->end.last = last_normal(l->normal, along);
}

static bool has_normal(const corner *c, carom__dvec2 n) {
  return c->sticks_out && dvec2_cross(c->first, n) >= -SAME_DIRECTION &&
         dvec2_cross(n, c->last) >= -SAME_DIRECTION && dvec2_dot(n, dvec2_add(c->first, c->last)) > 0;
}

/* Has the neighbour beyond a corner to do with the shape, from the same side and for certain? */
static bool neighbour_takes_part(const facing_link *l, const corner *c) {
  if (l->alone || !c->shared) return false;
  carom_chain_link neighbour = link_neighbour(l->shape, &l->view, c == &l->end);
  link_view view = link_view_of(&neighbour, &l->other);
  bool unsure = view.unsure[0] || view.unsure[1];
  return !view.hidden && !unsure && view.reversed == l->view.reversed;
}

/* --- Contacts --- */

/* What lies across from an edge may touch nowhere, though the edge's line is overlapped: then the point where
 * the overlap is greatest stands for it. */
static void meet_for_certain(const carom__flat_pair *pair, const carom__flat_gap *gap, carom__manifold *out) {
  carom__flats_meet(pair, gap, out);
  if (out->count == 0) carom__flats_meet_at_point(pair, gap, out);
}

/* An arc has the point that the last question has set. */
static void see_along(carom__flat_pair *pair, carom__dvec2 normal) {
  if (flat_is_curved(pair->flat_b)) carom__curved_set_b(pair, normal);
}

/* Along a normal of an edge or a corner of the link, from a point of that. A corner meets what is across. */
static carom__flat_gap gap_along(carom__flat_pair *pair, carom__dvec2 normal, carom__dvec2 from,
                                 carom__flat_meeting meeting, uint32_t vertex) {
  uint32_t lowest = 0;
  see_along(pair, normal);
  for (uint32_t i = 1; i < pair->count_b; i++)
    if (dvec2_dot(normal, dvec2_sub(pair->b[i], pair->b[lowest])) < 0) lowest = i;
  double gap = dvec2_dot(normal, dvec2_sub(pair->b[lowest], from));
  return (carom__flat_gap){gap, normal, meeting, vertex, lowest};
}

/* Along the link's own normal. */
static carom__flat_gap own_gap(carom__flat_pair *pair, const facing_link *l) {
  return gap_along(pair, l->normal, l->start.at, CAROM__FLAT_EDGE_OF_A, l->start.vertex);
}

/* Does the shape overlap the link less along the normal of a neighbour, beyond the corner that it has within
 * its radius? That normal is the last of the corner's. */
static bool is_beside(carom__flat_pair *pair, const facing_link *l, const corner *c, double own,
                      carom__flat_gap *beyond) {
  if (!c->sticks_out || !neighbour_takes_part(l, c)) return false;
  carom__dvec2 normal = c == &l->start ? c->first : c->last;
  *beyond = gap_along(pair, normal, c->at, CAROM__FLAT_VERTEX_OF_A, c->vertex);
  return beyond->separation > own + pair->touch;
}

/* Cores that are apart. Along the link's own normal only what is above the link itself touches. A contact
 * beside it is the neighbour's, if it has one for certain. */
static void meet_apart(carom__flat_pair *pair, const facing_link *l, const carom__flat_gap *gap,
                       carom__manifold *out) {
  const corner *c = gap->a == l->start.vertex ? &l->start : &l->end;
  bool of_vertex = gap->meeting != CAROM__FLAT_EDGE_OF_A;
  bool certain = gap->separation - pair->radii <= -pair->touch;
  if (of_vertex && has_normal(c, gap->normal)) {
    if (c == &l->end || !neighbour_takes_part(l, c)) carom__flats_meet(pair, gap, out);
    return;
  }
  carom__flat_gap own = own_gap(pair, l), beyond;
  bool beside = of_vertex && !l->alone && is_beside(pair, l, c, own.separation, &beyond);
  if (beside && certain) return;
  see_along(pair, beside ? beyond.normal : own.normal);
  if (l->alone)
    meet_for_certain(pair, &own, out);
  else
    carom__flats_meet(pair, beside ? &beyond : &own, out);
}

/* The least overlap along the normals that a link may have, and along those that a neighbour has. */
typedef struct least {
  carom__flat_gap kept;
  bool of_corner; /* what is kept */
  double left;
} least;

/* How far a corner of the link is outside of the shape: beyond one of its edges, or along the way to the
 * middle of what has an arc. */
static double outside_of(const carom__flat_pair *pair, const corner *c) {
  double most = 0;
  if (flat_is_curved(pair->flat_b))
    return carom__arc_outside(pair->flat_b, in_own_frame(pair->b_in_a, c->at));
  for (uint32_t i = 0; i < pair->count_b; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->count_b)], pair->b[i]);
    carom__dvec2 from = dvec2_sub(c->at, pair->b[i]);
    double outside = pair->count_b > 2 ? 0 : -dvec2_dot(from, edge);
    double length = dvec2_length(edge); /* that of a segment may vanish by rounding */
    outside = greater_double(outside, dvec2_cross(from, edge));
    if (length > 0) most = greater_double(most, outside / length);
  }
  return most;
}

/* Does the shape hold a corner of two links that is so far outside? Then it overlaps both for certain: the
 * slack is half of what counts as touching for either of them. */
static bool holds(const carom__flat_pair *pair, const corner *c, double outside) {
  carom__dvec2 origin = pair->b_in_a.origin;
  double reach = fabs(c->at.x) + fabs(c->at.y) + fabs(origin.x) + fabs(origin.y);
  return outside <= 2 * 0x1p-24 * (reach + (double)pair->flat_b->reach);
}

/* May the shape touch a corner that is so far outside? The way to the middle of an arc leans to its outline.
 */
static bool may_touch(const carom__flat_pair *pair, double outside) {
  double x = (double)pair->flat_b->arc.x, y = (double)pair->flat_b->arc.y, near = 2 * pair->touch;
  if (flat_is_curved(pair->flat_b)) near *= (x * x + y * y) / (2 * x * y);
  return outside <= near;
}

/* Is the end of a chain, which may have passed through the shape, across from an edge of it? */
static bool is_across(const carom__flat_pair *pair, uint32_t edge, const corner *c) {
  carom__dvec2 from = pair->b[edge], way = dvec2_sub(pair->b[flat_after(edge, pair->count_b)], from);
  double at = dvec2_dot(dvec2_sub(c->at, from), way);
  return at >= 0 && at <= dvec2_dot(way, way);
}

/* A corner's normal may be the one of the contact, or of the neighbour's. */
static void consider(const carom__flat_gap *gap, bool is_left, least *best) {
  if (is_left)
    best->left = greater_double(best->left, gap->separation);
  else if (gap->separation > best->kept.separation)
    best->kept = *gap, best->of_corner = true;
}

/* The corner's normals of least overlap with a shape that has an arc. It meets what is across, also where an
 * edge begins. */
static void look_at_arc(carom__flat_pair *pair, const corner *c, bool is_left, least *best) {
  carom__flat_gap gap;
  if (!carom__curved_corner_gap(pair, c->vertex, c->first, c->last, &gap)) return;
  gap.meeting = CAROM__FLAT_VERTEX_OF_A;
  consider(&gap, is_left, best);
}

/* Those against each edge of a shape. Around a corner that it does not touch, only the end of a chain is led.
 */
static void look_at_edges(const carom__flat_pair *pair, const corner *c, bool touched, bool is_left,
                          least *best) {
  for (uint32_t i = 0; i < pair->count_b; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->count_b)], pair->b[i]);
    carom__dvec2 inward = dvec2_scale(dvec2_left(edge), 1 / dvec2_length(edge));
    double separation = dvec2_dot(inward, dvec2_sub(pair->b[i], c->at));
    if (!has_normal(c, inward) || !(touched || is_across(pair, i, c))) continue;
    carom__flat_gap gap = {separation, inward, CAROM__FLAT_EDGE_OF_B, c->vertex, i};
    consider(&gap, is_left, best);
  }
}

/* Looks at the corner's normals, and at the neighbour's. This is the last of the corner's: where the shape
 * does not hold the corner for certain, both links have it. */
static void look_at_corner(carom__flat_pair *pair, const facing_link *l, const corner *c,
                           carom__dvec2 neighbour, least *best) {
  if (!c->sticks_out || (pair->count_b == 1 && !l->other.flat)) return;
  double outside = outside_of(pair, c);
  bool touched = may_touch(pair, outside), held = holds(pair, c, outside);
  if (!touched && (c->shared || l->other.flat)) return;
  bool shared = touched && neighbour_takes_part(l, c), is_left = shared && held && c == &l->start;
  if (l->other.flat)
    look_at_arc(pair, c, is_left, best);
  else
    look_at_edges(pair, c, touched, is_left, best);
  if (!shared) return;
  carom__flat_gap gap = gap_along(pair, neighbour, c->at, CAROM__FLAT_VERTEX_OF_A, c->vertex);
  consider(&gap, held, best);
}

/* Cores that meet. The link's own normal is preferred as far as rounding may tell the others from it. */
static void meet_deep(carom__flat_pair *pair, const facing_link *l, carom__manifold *out) {
  carom__flat_gap own = own_gap(pair, l);
  least best = {.kept = own, .left = -HUGE_VAL};
  best.kept.separation += pair->touch;
  look_at_corner(pair, l, &l->start, l->start.first, &best);
  look_at_corner(pair, l, &l->end, l->end.last, &best);
  if (best.left > best.kept.separation) return;
  const carom__flat_gap *gap = best.of_corner ? &best.kept : &own;
  see_along(pair, gap->normal);
  meet_for_certain(pair, gap, out);
}

/* Is the neighbour, behind which the shape has its middle, seen from there? */
static bool neighbour_is_seen(const facing_link *l, bool after) {
  carom_chain_link neighbour = link_neighbour(l->shape, &l->view, after);
  return !link_view_of(&neighbour, &l->other).hidden;
}

/* A shape that sees a link of two-sided ground past a neighbour, from behind it, reaches over that one or is
 * on the other side of both, which it must see: the way out of the overlap decides. */
static bool is_on_other_side(const facing_link *l, carom__dvec2 way_out) {
  const carom__dvec2 *points = l->view.points;
  if (!l->view.unsure[0] && !l->view.unsure[1]) return false;
  carom__dvec2 own = right_of(dvec2_sub(points[2], points[1]));
  carom__dvec2 before = right_of(dvec2_sub(points[1], points[0]));
  carom__dvec2 after = right_of(dvec2_sub(points[3], points[2]));
  bool back = l->view.unsure[0] && dvec2_dot(way_out, dvec2_add(own, before)) <= 0;
  bool forth = l->view.unsure[1] && dvec2_dot(way_out, dvec2_add(own, after)) <= 0;
  return (back && neighbour_is_seen(l, false)) || (forth && neighbour_is_seen(l, true));
}

void carom__collide_link(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                         bool alone, carom__manifold *out) {
  carom__flat_pair pair;
  carom__flat_gap gap;
  carom__flat_pair_make(a, b, b_in_a, &pair);
  planar_gap_find(&pair, pair.touch, &gap);
  *out = (carom__manifold){.normal = {0, 0, 0}};
  if (gap.separation - pair.radii > pair.touch) return;
  facing_link l = {.shape = a->link, .other = link_other_of(&pair), .alone = alone};
  l.view = link_view_of(a->link, &l.other);
  if (l.view.hidden && (a->link->asset->one_sided || !alone)) return;
  if (is_on_other_side(&l, gap.normal)) link_view_turn(&l.view);
  set_corners(&l);
  if (gap.separation > pair.touch)
    meet_apart(&pair, &l, &gap, out);
  else
    meet_deep(&pair, &l, out);
}
