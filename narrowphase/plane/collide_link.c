/* collide_link.c: the contact of a link of a chain with a convex shape of the plane.
 *
 * A segment alone would push what slides over its end back along itself, though its neighbour goes on there.
 * The ground as a whole has no such normal: it has those of its links and, at corners that stick out, all
 * between those of two links (its Gauss map). So of the normals that a link may have, which are its own and
 * those of its corners, the one is taken along which the shape overlaps the link least, and while they are
 * apart no other is taken than the direction of the nearest points. Where that is none of them, the link's
 * own normal stands for it, and only what lies above the link itself counts.
 *
 * Links that have to do with a shape (link_side.c) leave contacts to each other. A corner's normals belong to
 * the link that ends there or, when that has not to do with the shape, to the other one; and where a
 * neighbour's normal means less overlap, the contact is the neighbour's. So that no contact is lost this way,
 * a link leaves it only to one that overlaps the shape for certain and has a normal of less overlap, by more
 * than rounding: on the way from link to link the overlap gets less, and so the way ends at one that keeps
 * the contact.
 *
 * (The idea of neighbours is that of Catto's ghost vertices, Box2D 2.4, 2020; there normals beyond a
 * tolerance are skipped.)
 */

#include "collide_flats.h"
#include "dvec.h"
#include "flat_gap.h"
#include "link_side.h"

/* Rounding of unit vectors must not part an edge's normal from the corner's that begins with it. */
#define SAME_DIRECTION 1e-12

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
  carom__link_view view;
  carom__link_other other;
  bool alone; /* it leaves nothing to its neighbours */
  carom__dvec2 normal;
  corner start, end;
} facing_link;

static carom__dvec2 right_of(carom__dvec2 edge) {
  return dvec2_scale(dvec2_left(edge), -1 / dvec2_length(edge));
}

/* --- Corners --- */

/* Between two edges. Where an open chain ends its neighbour turns back; the normals go on until they lead
 * along the link. */
static corner corner_between(carom__dvec2 before, carom__dvec2 after) {
  double turn = dvec2_cross(before, after);
  bool turns_back = turn == 0 && dvec2_dot(before, after) < 0;
  return (corner){.first = right_of(before),
                  .last = right_of(after),
                  .sticks_out = turn > 0 || turns_back,
                  .shared = !turns_back};
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
  if (!l->start.shared) l->start.first = dvec2_neg(dvec2_left(l->normal));
  if (!l->end.shared) l->end.last = dvec2_left(l->normal);
}

static bool has_normal(const corner *c, carom__dvec2 n) {
  return c->sticks_out && dvec2_cross(c->first, n) >= -SAME_DIRECTION &&
         dvec2_cross(n, c->last) >= -SAME_DIRECTION && dvec2_dot(n, dvec2_add(c->first, c->last)) > 0;
}

/* Has the neighbour beyond a corner to do with the shape, from the same side and for certain? */
static bool neighbour_takes_part(const facing_link *l, const corner *c) {
  if (l->alone || !c->shared) return false;
  carom_chain_link neighbour = carom__link_neighbour(l->shape, &l->view, c == &l->end);
  carom__link_view view = carom__link_view_of(&neighbour, &l->other);
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

/* Along the link's own normal. */
static carom__flat_gap own_gap(const carom__flat_pair *pair, const facing_link *l) {
  uint32_t lowest = 0;
  for (uint32_t i = 1; i < pair->flat_b->count; i++)
    if (dvec2_dot(l->normal, dvec2_sub(pair->b[i], pair->b[lowest])) < 0) lowest = i;
  double gap = dvec2_dot(l->normal, dvec2_sub(pair->b[lowest], l->start.at));
  return (carom__flat_gap){gap, l->normal, CAROM__FLAT_EDGE_OF_A, l->start.vertex, lowest};
}

/* Cores that are apart. Along the link's own normal only what is above the link itself touches. */
static void meet_apart(const carom__flat_pair *pair, const facing_link *l, const carom__flat_gap *gap,
                       carom__manifold *out) {
  const corner *c = gap->a == l->start.vertex ? &l->start : &l->end;
  bool of_corner = gap->meeting != CAROM__FLAT_EDGE_OF_A && has_normal(c, gap->normal);
  if (of_corner) {
    if (c == &l->end || !neighbour_takes_part(l, c)) carom__flats_meet(pair, gap, out);
    return;
  }
  carom__flat_gap own = own_gap(pair, l);
  if (l->alone)
    meet_for_certain(pair, &own, out);
  else
    carom__flats_meet(pair, &own, out);
}

/* The least overlap along the normals that a link may have, and along those that a neighbour has. */
typedef struct least {
  carom__flat_gap kept;
  double left;
} least;

static double separation_along(const carom__flat_pair *pair, carom__dvec2 normal, carom__dvec2 from) {
  double nearest = HUGE_VAL;
  for (uint32_t i = 0; i < pair->flat_b->count; i++)
    nearest = lesser_double(nearest, dvec2_dot(normal, dvec2_sub(pair->b[i], from)));
  return nearest;
}

/* Does the shape hold the corner? Then it overlaps both links for certain: the slack is half of what counts
 * as touching for either of them. */
static bool holds(const carom__flat_pair *pair, const corner *c) {
  carom__dvec2 origin = pair->b_in_a.origin;
  double reach = fabs(c->at.x) + fabs(c->at.y) + fabs(origin.x) + fabs(origin.y);
  double slack = 2 * 0x1p-24 * (reach + (double)pair->flat_b->reach);
  for (uint32_t i = 0; i < pair->flat_b->count; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->flat_b->count)], pair->b[i]);
    carom__dvec2 from = dvec2_sub(c->at, pair->b[i]);
    double outside = pair->flat_b->count > 2 ? 0 : -dvec2_dot(from, edge);
    outside = greater_double(outside, dvec2_cross(from, edge));
    if (outside > slack * dvec2_length(edge)) return false;
  }
  return true;
}

/* Looks at the corner's normals: against each edge of the shape, and the neighbour's. */
static void look_at_corner(const carom__flat_pair *pair, const facing_link *l, const corner *c,
                           carom__dvec2 neighbour, least *best) {
  if (!c->sticks_out || pair->flat_b->count == 1 || !holds(pair, c)) return;
  bool takes_part = neighbour_takes_part(l, c);
  for (uint32_t i = 0; i < pair->flat_b->count; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->flat_b->count)], pair->b[i]);
    carom__dvec2 inward = dvec2_scale(dvec2_left(edge), 1 / dvec2_length(edge));
    double separation = dvec2_dot(inward, dvec2_sub(pair->b[i], c->at));
    if (!has_normal(c, inward)) continue;
    if (takes_part && c == &l->start)
      best->left = greater_double(best->left, separation);
    else if (separation > best->kept.separation)
      best->kept = (carom__flat_gap){separation, inward, CAROM__FLAT_EDGE_OF_B, c->vertex, i};
  }
  if (takes_part) best->left = greater_double(best->left, separation_along(pair, neighbour, c->at));
}

/* Cores that meet. The link's own normal is preferred as far as rounding may tell the others from it. */
static void meet_deep(const carom__flat_pair *pair, const facing_link *l, carom__manifold *out) {
  carom__flat_gap own = own_gap(pair, l);
  least best = {.kept = own, .left = -HUGE_VAL};
  best.kept.separation += pair->touch;
  look_at_corner(pair, l, &l->start, l->start.first, &best);
  look_at_corner(pair, l, &l->end, l->end.last, &best);
  if (best.left > best.kept.separation) return;
  bool of_corner = best.kept.meeting == CAROM__FLAT_EDGE_OF_B;
  meet_for_certain(pair, of_corner ? &best.kept : &own, out);
}

/* A shape that sees a link of two-sided ground past a neighbour, from behind it, reaches over that one or is
 * on the other side of both: the way out of the overlap decides. */
static bool is_on_other_side(const carom__link_view *view, carom__dvec2 way_out) {
  const carom__dvec2 *points = view->points;
  if (!view->unsure[0] && !view->unsure[1]) return false;
  carom__dvec2 own = right_of(dvec2_sub(points[2], points[1]));
  carom__dvec2 before = right_of(dvec2_sub(points[1], points[0]));
  carom__dvec2 after = right_of(dvec2_sub(points[3], points[2]));
  return (view->unsure[0] && dvec2_dot(way_out, dvec2_add(own, before)) <= 0) ||
         (view->unsure[1] && dvec2_dot(way_out, dvec2_add(own, after)) <= 0);
}

void carom__collide_link(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                         bool alone, carom__manifold *out) {
  carom__flat_pair pair;
  carom__flat_gap gap;
  carom__flat_pair_make(a, b, b_in_a, &pair);
  carom__flat_gap_find(&pair, pair.touch, &gap);
  *out = (carom__manifold){.normal = {0, 0, 0}};
  if (gap.separation - pair.radii > pair.touch) return;
  facing_link l = {.shape = a->link, .other = carom__link_other_of(pair.b, b->count), .alone = alone};
  l.view = carom__link_view_of(a->link, &l.other);
  if (l.view.hidden && (a->link->asset->one_sided || !alone)) return;
  if (is_on_other_side(&l.view, gap.normal)) carom__link_view_turn(&l.view);
  set_corners(&l);
  if (gap.separation > pair.touch)
    meet_apart(&pair, &l, &gap, out);
  else
    meet_deep(&pair, &l, out);
}
