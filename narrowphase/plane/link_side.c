/* link_side.c: decides on which side of a chain link a shape is.
 *
 * Its middle tells. Let a shape grow from its middle until it touches the ground for the first time: that
 * place is seen from the middle, over free space. So the middle is on the free side of the link that is
 * touched there or, at a corner that sticks out, of one of two. A link that has the middle behind it, or that
 * a neighbour hides from it, is not that link; and so, of all links that a shape overlaps, one at least is
 * left.
 *
 * Where two links make a notch, and the middle is behind one of them, the farther from the notch a place on
 * the other one is, the sooner it is seen past that neighbour. */
#include "link_side.h"

#include "dvec.h"
#include "flat.h"

static bool is_right_of(carom__dvec2 from, carom__dvec2 to, carom__dvec2 p) {
  return dvec2_cross(dvec2_sub(to, from), dvec2_sub(p, from)) <= 0;
}

static bool is_notch(carom__dvec2 a, carom__dvec2 b, carom__dvec2 c) {
  return dvec2_cross(dvec2_sub(b, a), dvec2_sub(c, b)) < 0;
}

carom__link_other carom__link_other_of(const carom__dvec2 *points, uint32_t count) {
  carom__dvec2 sum = {0, 0};
  for (uint32_t i = 0; i < count; i++) sum = dvec2_add(sum, points[i]);
  return (carom__link_other){points, count, dvec2_scale(sum, 1.0 / count)};
}

/* The last place on the way between two points that is in a polygon; the end when there is none. */
static carom__dvec2 last_within(const carom__link_other *other, carom__dvec2 from, carom__dvec2 to) {
  carom__dvec2 way = dvec2_sub(to, from);
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

static sight past_start(const carom__dvec2 points[4], const carom__link_other *other) {
  if (!is_notch(points[0], points[1], points[2])) return CLEAR;
  if (is_right_of(points[0], points[1], other->middle)) return CLEAR;
  carom__dvec2 farthest = last_within(other, points[1], points[2]);
  return is_right_of(points[0], farthest, other->middle) ? PAST_IT : HIDDEN;
}

static sight past_end(const carom__dvec2 points[4], const carom__link_other *other) {
  if (!is_notch(points[1], points[2], points[3])) return CLEAR;
  if (is_right_of(points[2], points[3], other->middle)) return CLEAR;
  carom__dvec2 farthest = last_within(other, points[2], points[1]);
  return is_right_of(farthest, points[3], other->middle) ? PAST_IT : HIDDEN;
}

void carom__link_view_turn(carom__link_view *view) {
  for (int i = 0; i < 2; i++) {
    carom__dvec2 p = view->points[i];
    view->points[i] = view->points[3 - i], view->points[3 - i] = p;
  }
  view->reversed = !view->reversed;
}

carom__link_view carom__link_view_of(const carom_chain_link *link, const carom__link_other *other) {
  carom__link_view view = {.reversed = false};
  const carom_vec2 *given = chain_link_points(link);
  bool one_sided = link->asset->one_sided;
  for (int i = 0; i < 4; i++) view.points[i] = dvec2_widen(given[i]);
  if (!is_right_of(view.points[1], view.points[2], other->middle)) carom__link_view_turn(&view);
  view.hidden = view.reversed && one_sided;
  if (view.hidden) return view;
  sight start = past_start(view.points, other), end = past_end(view.points, other);
  view.hidden = start == HIDDEN || end == HIDDEN;
  view.unsure[0] = !one_sided && start == PAST_IT;
  view.unsure[1] = !one_sided && end == PAST_IT;
  return view;
}

carom_chain_link carom__link_neighbour(const carom_chain_link *link, const carom__link_view *view,
                                       bool after) {
  uint32_t count = link->asset->link_count, index = link->index;
  carom_chain_link neighbour = *link;
  if (after != view->reversed)
    neighbour.index = index + 1 < count ? index + 1 : 0;
  else
    neighbour.index = index > 0 ? index - 1 : count - 1;
  return neighbour;
}
