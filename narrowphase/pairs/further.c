/* further.c: the choice of points beyond the four of a manifold.
 *
 * Seen along the normal, the points of two convex faces are the corners of one convex polygon. The four of
 * the manifold are a part of it, and each further point cuts off less of the rest: the one that lies farthest
 * outside comes next. A point that hardly widens the polygon carries nothing that those beside it do not
 * carry. Where edges are all but parallel, such points wander, and so they are left out. */
#include "further.h"

#include "feature.h"
#include "fit.h"
#include "manifold.h"
#include "pair_class.h"
#include "shape_class.h"

/* What a point must widen the polygon by, as a part of its longest diagonal. */
#define LEAST_PART (1.0f / 128)
/* How much more a point counts that was there before. */
#define KNOWN_WEIGHT 2

void carom__all_points_find(carom__site a, carom__site b, float margin, const carom_manifold *manifold,
                            carom__all_points *out) {
  carom__fitted room;
  const carom_frame *frame = a.frame;
  out->count = 0;
  out->b_in_a = frame_relative(a.frame, b.frame);
  if (manifold->point_count < 3 || !carom__pair_fit(&a, &b, &room) || pair_calls_of(a.shape, b.shape)) return;
  const carom__relative b_in_a = frame_relative(a.frame, b.frame);
  out->normal = mat3_tmul_vec3(&a.frame->axes, manifold->normal);
  out->count = carom__collide_cores_points(a.shape, b.shape, &b_in_a, out->normal, margin, out->points);
  for (uint32_t i = 0; a.frame != frame && i < out->count; i++)
    out->points[i].position = frame_unapply(frame, frame_apply(a.frame, out->points[i].position));
}

/* --- The polygon of what is chosen --- */

/* Counter-clockwise around the normal. */
typedef struct polygon {
  carom_vec3 corners[CAROM__POINTS_MAX];
  uint32_t count;
  carom_vec3 normal;
  float least; /* what a point must lie outside of it */
} polygon;

static void polygon_set_three(polygon *out, const carom_vec3 p[3]) {
  carom_vec3 first = vec3_sub(p[1], p[0]), second = vec3_sub(p[2], p[0]), third = vec3_sub(p[2], p[1]);
  bool clockwise = vec3_dot(vec3_cross(first, second), out->normal) < 0;
  float longest = greater_float(vec3_length(first), vec3_length(second));
  out->corners[0] = p[0], out->corners[1] = clockwise ? p[2] : p[1];
  out->corners[2] = clockwise ? p[1] : p[2];
  out->least = LEAST_PART * greater_float(longest, vec3_length(third));
}

/* Puts four points around each other: of the three ways to pair them as diagonals, that of the most area. */
static void polygon_set_four(polygon *out, const carom_vec3 p[4]) {
  float most = -1, diagonal = 0;
  for (int i = 1; i < 4; i++) {
    carom_vec3 left = p[i % 3 + 1], right = p[(i + 1) % 3 + 1];
    carom_vec3 first = vec3_sub(p[i], p[0]), second = vec3_sub(right, left);
    float area = vec3_dot(vec3_cross(first, second), out->normal);
    diagonal = greater_float(diagonal, greater_float(vec3_length(first), vec3_length(second)));
    if (fabsf(area) <= most) continue;
    most = fabsf(area);
    out->corners[0] = p[0], out->corners[1] = area < 0 ? right : left;
    out->corners[2] = p[i], out->corners[3] = area < 0 ? left : right;
  }
  out->least = LEAST_PART * diagonal;
}

/* How far a point is outside of the polygon, and beyond which edge. */
static float outside(const polygon *g, carom_vec3 p, uint32_t *edge) {
  float most = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    carom_vec3 start = g->corners[i], along = vec3_sub(g->corners[i + 1 < g->count ? i + 1 : 0], start);
    float length = vec3_length(along);
    float beyond = vec3_dot(vec3_cross(along, g->normal), vec3_sub(p, start));
    if (beyond > most * length) most = beyond / length, *edge = i;
  }
  return most;
}

static void polygon_add(polygon *g, carom_vec3 p, uint32_t edge) {
  for (uint32_t i = g->count++; i > edge + 1; i--) g->corners[i] = g->corners[i - 1];
  g->corners[edge + 1] = p;
}

/* --- The choice --- */

/* The point that widens the polygon most, and beyond which edge; -1 for none that does by enough. */
static int widest(const carom__all_points *all, const bool *known, const polygon *g, uint32_t *edge) {
  float most = g->least;
  bool touches = false;
  int best = -1;
  for (uint32_t i = 0; i < all->count; i++) {
    uint32_t beyond = 0;
    bool touching = all->points[i].separation <= 0;
    float out = outside(g, all->points[i].position, &beyond);
    if (known && known[i]) out *= KNOWN_WEIGHT;
    if (!(out > g->least) || touching < touches || (touching == touches && !(out > most))) continue;
    most = out, touches = touching;
    best = (int)i, *edge = beyond;
  }
  return best;
}

/* --- Names --- */

/* The name of the point of all that a point of the manifold is: so a point has the same name among the first
 * four and beyond. */
static uint32_t name_of(const carom__all_points *all, carom_vec3 p) {
  float nearest = HUGE_VALF;
  uint32_t name = 0;
  for (uint32_t i = 0; i < all->count; i++) {
    carom_vec3 off = vec3_sub(all->points[i].position, p);
    float square = vec3_dot(off, off);
    if (square < nearest) nearest = square, name = all->points[i].feature;
  }
  return name;
}

static void name_point(const carom__all_points *all, const carom_frame *frame, const carom_manifold *manifold,
                       uint32_t before, carom_manifold *points, uint32_t i) {
  uint32_t name = name_of(all, frame_unapply(frame, points->points[i].position));
  while (manifold_has_name(manifold, before, name) ||
         (points != manifold && manifold_has_name(points, i, name)))
    name += CAROM__NEXT_NAME;
  points->points[i].feature = name;
}

static void name_all(const carom__all_points *all, const carom_frame *frame, carom_manifold *manifold,
                     carom_manifold *further) {
  for (uint32_t i = 0; i < manifold->point_count; i++) name_point(all, frame, manifold, i, manifold, i);
  for (uint32_t i = 0; i < further->point_count; i++)
    name_point(all, frame, manifold, manifold->point_count, further, i);
}

/* --- Both --- */

static uint32_t deepest_of(const carom_manifold *manifold) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < manifold->point_count; i++)
    if (manifold->points[i].separation < manifold->points[deepest].separation) deepest = i;
  return deepest;
}

static void put_deepest_first(carom_manifold *manifold) {
  uint32_t deepest = deepest_of(manifold);
  carom_contact_point first = manifold->points[deepest];
  for (uint32_t i = deepest; i > 0; i--) manifold->points[i] = manifold->points[i - 1];
  manifold->points[0] = first;
}

static polygon polygon_of(const carom__all_points *all, const carom_frame *frame,
                          const carom_manifold *manifold) {
  carom_vec3 p[CAROM_MANIFOLD_POINTS];
  polygon out = {.count = manifold->point_count, .normal = all->normal};
  for (uint32_t i = 0; i < out.count; i++) p[i] = frame_unapply(frame, manifold->points[i].position);
  if (out.count == 3)
    polygon_set_three(&out, p);
  else
    polygon_set_four(&out, p);
  return out;
}

/* A manifold that has room for one is filled first. */
static void add_point(const carom__point *p, const carom_frame *frame, float depth, carom_manifold *manifold,
                      carom_manifold *further) {
  carom_manifold *to = manifold->point_count < CAROM_MANIFOLD_POINTS ? manifold : further;
  to->points[to->point_count++] =
      (carom_contact_point){frame_apply(frame, p->position), greater_float(p->separation, depth), p->feature};
}

carom__more carom__further_points(carom__site a, const carom__all_points *all, const bool *known,
                                  carom_manifold *manifold, carom_manifold *further) {
  *further = (carom_manifold){.normal = manifold->normal};
  if (all->count <= manifold->point_count) return CAROM__NO_MORE;
  polygon g = polygon_of(all, a.frame, manifold);
  const uint32_t before = g.count;
  float depth = manifold->points[deepest_of(manifold)].separation;
  while (further->point_count < CAROM_MANIFOLD_POINTS) {
    uint32_t edge = 0;
    int next = widest(all, known, &g, &edge);
    if (next < 0) break;
    polygon_add(&g, all->points[next].position, edge);
    add_point(&all->points[next], a.frame, depth, manifold, further);
  }
  if (g.count == before) return CAROM__NO_MORE;
  name_all(all, a.frame, manifold, further);
  if (further->point_count == 0) return CAROM__FULL;
  put_deepest_first(manifold);
  put_deepest_first(further);
  return CAROM__MORE;
}
