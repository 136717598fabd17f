/* collide_link.c: the contact of a link of a chain with a convex shape of the plane.
 *
 * A segment alone would push what slides over its end back along itself, though its neighbour goes on there.
 * The ground as a whole has no such normal: it has those of its links and, at corners that stick out, all
 * between those of two links (its Gauss map). So of the normals that a link may have, which are its own and
 * those of its corners, the one is taken along which the shape overlaps the link least, and while they are
 * apart no other is taken than the direction of the nearest points. Where that is none of them, the link's
 * own normal stands for it, and only what lies above the link itself counts. A corner's normals belong to the
 * link that ends there, so that two links do not both have them.
 *
 * (The idea is that of Catto's ghost vertices, Box2D 2.4, 2020; there normals beyond a tolerance are
 * skipped.)
 */
#include "collide_link.h"

#include "dvec.h"
#include "chain.h"
#include "collide_flats.h"
#include "flat_class.h"

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
typedef struct link {
  carom__dvec2 normal;
  corner start, end;
} link;

static carom__dvec2 right_of(carom__dvec2 edge) {
  return dvec2_scale(dvec2_left(edge), -1 / dvec2_length(edge));
}

/* --- The side --- */

static bool is_right_of(carom__dvec2 from, carom__dvec2 to, carom__dvec2 p) {
  return dvec2_cross(dvec2_sub(to, from), dvec2_sub(p, from)) <= 0;
}

/* Is a shape on the right of the link? Where its middle lies decides; beyond an end of the link also where it
 * lies of the neighbour: on the right of either will do where they stick out. Where they make a notch and do
 * not agree, the shape may reach over the neighbour, or be behind it: the way out of the overlap decides. */
static bool is_in_front(const carom__dvec2 points[4], carom__dvec2 middle, carom__dvec2 way_out) {
  carom__dvec2 edge = dvec2_sub(points[2], points[1]);
  double along = dvec2_dot(edge, dvec2_sub(middle, points[1]));
  bool own = is_right_of(points[1], points[2], middle), at_start = along < 0;
  if (!at_start && along <= dvec2_dot(edge, edge)) return own;
  const carom__dvec2 *other = at_start ? &points[0] : &points[2];
  carom__dvec2 beside = dvec2_sub(other[1], other[0]);
  double turn = at_start ? dvec2_cross(beside, edge) : dvec2_cross(edge, beside);
  if (turn == 0 || own == is_right_of(other[0], other[1], middle)) return own;
  return turn > 0 || dvec2_dot(way_out, dvec2_add(right_of(edge), right_of(beside))) > 0;
}

static carom__dvec2 middle_of(const carom__flat_pair *pair) {
  carom__dvec2 sum = {0, 0};
  for (uint32_t i = 0; i < pair->flat_b->count; i++) sum = dvec2_add(sum, pair->b[i]);
  return dvec2_scale(sum, 1.0 / pair->flat_b->count);
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

/* The points are in the direction in which the touched side is on the right. */
static link link_of(const carom__dvec2 points[4], bool reversed) {
  carom__dvec2 before = dvec2_sub(points[1], points[0]), edge = dvec2_sub(points[2], points[1]);
  carom__dvec2 after = dvec2_sub(points[3], points[2]);
  link l = {right_of(edge), corner_between(before, edge), corner_between(edge, after)};
  l.start.at = points[1], l.start.vertex = reversed ? 1 : 0;
  l.end.at = points[2], l.end.vertex = reversed ? 0 : 1;
  if (!l.start.shared) l.start.first = dvec2_neg(dvec2_left(l.normal));
  if (!l.end.shared) l.end.last = dvec2_left(l.normal);
  return l;
}

static bool has_normal(const corner *c, carom__dvec2 n) {
  return c->sticks_out && dvec2_cross(c->first, n) >= -SAME_DIRECTION &&
         dvec2_cross(n, c->last) >= -SAME_DIRECTION && dvec2_dot(n, dvec2_add(c->first, c->last)) > 0;
}

/* --- Contacts --- */

/* What touches above the link itself, along its normal. */
static void meet_along_normal(const carom__flat_pair *pair, const link *l, carom__manifold *out) {
  uint32_t lowest = 0;
  for (uint32_t i = 1; i < pair->flat_b->count; i++)
    if (dvec2_dot(l->normal, dvec2_sub(pair->b[i], pair->b[lowest])) < 0) lowest = i;
  double gap = dvec2_dot(l->normal, dvec2_sub(pair->b[lowest], l->start.at));
  carom__flats_meet(pair, &(carom__flat_gap){gap, l->normal, CAROM__FLAT_EDGE_OF_A, l->start.vertex, lowest},
                    out);
}

/* Cores that are apart. */
static void meet_apart(const carom__flat_pair *pair, const link *l, const carom__flat_gap *gap,
                       carom__manifold *out) {
  const corner *c = gap->a == l->start.vertex ? &l->start : &l->end;
  bool of_corner = gap->meeting != CAROM__FLAT_EDGE_OF_A && has_normal(c, gap->normal);
  if (of_corner && c == &l->start && c->shared) return;
  if (of_corner)
    carom__flats_meet(pair, gap, out);
  else
    meet_along_normal(pair, l, out);
}

/* The least overlap so far, and how it comes: by the link's own normal when there is no corner, by an edge of
 * the shape or, as CAROM__FLAT_VERTICES_MEET, by the normal of the link's neighbour. */
typedef struct least {
  carom__flat_gap gap;
  const corner *corner;
} least;

static double separation_along(const carom__flat_pair *pair, carom__dvec2 normal, carom__dvec2 from) {
  double nearest = HUGE_VAL;
  for (uint32_t i = 0; i < pair->flat_b->count; i++)
    nearest = lesser_double(nearest, dvec2_dot(normal, dvec2_sub(pair->b[i], from)));
  return nearest;
}

/* Does the shape hold the corner? */
static bool holds(const carom__flat_pair *pair, const corner *c) {
  for (uint32_t i = 0; i < pair->flat_b->count; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->flat_b->count)], pair->b[i]);
    double outside = dvec2_cross(dvec2_sub(c->at, pair->b[i]), edge);
    if (outside > pair->touch * dvec2_length(edge)) return false;
  }
  return true;
}

static void offer(const corner *c, carom__flat_gap gap, least *best) {
  if (gap.separation > best->gap.separation) *best = (least){gap, c};
}

/* Looks at the corner's normals: against each edge of the shape, and the neighbour's. */
static void look_at_corner(const carom__flat_pair *pair, const corner *c, carom__dvec2 neighbour,
                           least *best) {
  if (!c->sticks_out || pair->flat_b->count == 1 || !holds(pair, c)) return;
  for (uint32_t i = 0; i < pair->flat_b->count; i++) {
    carom__dvec2 edge = dvec2_sub(pair->b[flat_after(i, pair->flat_b->count)], pair->b[i]);
    carom__dvec2 inward = dvec2_scale(dvec2_left(edge), 1 / dvec2_length(edge));
    double separation = dvec2_dot(inward, dvec2_sub(pair->b[i], c->at));
    if (has_normal(c, inward))
      offer(c, (carom__flat_gap){separation, inward, CAROM__FLAT_EDGE_OF_B, c->vertex, i}, best);
  }
  if (c->shared)
    offer(c,
          (carom__flat_gap){separation_along(pair, neighbour, c->at), neighbour, CAROM__FLAT_VERTICES_MEET,
                            c->vertex, 0},
          best);
}

/* Cores that meet. The link's own normal is preferred as far as rounding may tell the others from it. */
static void meet_deep(const carom__flat_pair *pair, const link *l, carom__manifold *out) {
  least best = {.gap.separation = separation_along(pair, l->normal, l->start.at) + pair->touch};
  look_at_corner(pair, &l->start, l->start.first, &best);
  look_at_corner(pair, &l->end, l->end.last, &best);
  if (!best.corner)
    meet_along_normal(pair, l, out);
  else if (best.gap.meeting == CAROM__FLAT_EDGE_OF_B && !(best.corner == &l->start && l->start.shared))
    carom__flats_meet(pair, &best.gap, out);
}

void carom__collide_link(const carom_chain_link *a, const carom__flat *b, const carom__relative *b_in_a,
                         carom__manifold *out) {
  const carom_shape shape = {.kind = CAROM_CHAIN_LINK, .as.chain_link = *a};
  const carom_vec2 *given = chain_link_points(a);
  carom__dvec2 points[4];
  carom__flat flat;
  carom__flat_pair pair;
  carom__flat_gap gap;
  carom__flat_of(&shape, &flat);
  carom__flat_pair_make(&flat, b, b_in_a, &pair);
  carom__flat_gap_find(&pair, pair.touch, &gap);
  *out = (carom__manifold){.normal = {0, 0, 0}};
  if (gap.separation - pair.radii > pair.touch) return;
  for (int i = 0; i < 4; i++) points[i] = dvec2_widen(given[i]);
  bool reversed = !is_in_front(points, middle_of(&pair), gap.normal);
  if (reversed && a->asset->one_sided) return;
  for (int i = 0; i < 4; i++) points[i] = dvec2_widen(given[reversed ? 3 - i : i]);
  link l = link_of(points, reversed);
  if (gap.separation > pair.touch)
    meet_apart(&pair, &l, &gap, out);
  else
    meet_deep(&pair, &l, out);
}
