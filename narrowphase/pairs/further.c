/* further.c: the choice of points beyond the four of a manifold.
 *
 * Seen along the normal, the points of two convex faces are the corners of one convex polygon. The four of
 * the manifold are a part of it, and each further point cuts off less of the rest: the one that lies farthest
 * outside comes next. A point that hardly widens the polygon carries nothing that those beside it do not
 * carry. Where edges are all but parallel, such points wander, and so they are left out. */
#include "further.h"

#include "pair_class.h"
#include "shape_class.h"

/* What a point must widen the polygon by, as a part of its longest diagonal. */
#define LEAST_PART (1.0f / 128)
/* How much more a point counts that was there before. */
#define KNOWN_WEIGHT 2
/* The step from a name that is taken to the next. */
#define NEXT_FREE_NAME 0x9E3779B9u

void carom__all_points_find(carom__site a, carom__site b, float margin, const carom_manifold *manifold,
                            carom__all_points *out) {
  out->count = 0;
  if (manifold->point_count < CAROM_MANIFOLD_POINTS || pair_calls_of(a.shape, b.shape)) return;
  out->b_in_a = frame_relative(a.frame, b.frame);
  out->normal = mat3_tmul_vec3(&a.frame->axes, manifold->normal);
  out->count = carom__collide_cores_points(a.shape, b.shape, &out->b_in_a, out->normal, margin, out->points);
}

/* --- The polygon of what is chosen --- */

/* Counter-clockwise around the normal. */
typedef struct polygon {
  carom_vec3 corners[CAROM__POINTS_MAX];
  uint32_t count;
  carom_vec3 normal;
  float least; /* what a point must lie outside of it */
} polygon;

/* Puts four points around each other: of the three ways to pair them as diagonals, that of the most area. */
static void polygon_set(polygon *out, const carom_vec3 p[CAROM_MANIFOLD_POINTS], carom_vec3 normal) {
  float most = -1, diagonal = 0;
  *out = (polygon){.count = CAROM_MANIFOLD_POINTS, .normal = normal};
  for (int i = 1; i < CAROM_MANIFOLD_POINTS; i++) {
    carom_vec3 left = p[i % 3 + 1], right = p[(i + 1) % 3 + 1];
    carom_vec3 first = vec3_sub(p[i], p[0]), second = vec3_sub(right, left);
    float area = vec3_dot(vec3_cross(first, second), normal);
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

static bool is_named(const carom_manifold *manifold, uint32_t count, uint32_t name) {
  for (uint32_t i = 0; i < count; i++)
    if (manifold->points[i].feature == name) return true;
  return false;
}

static uint32_t free_name(const carom_manifold *manifold, uint32_t count, const carom_manifold *further,
                          uint32_t further_count, uint32_t name) {
  while (is_named(manifold, count, name) || is_named(further, further_count, name)) name += NEXT_FREE_NAME;
  return name;
}

static void name_all(const carom__all_points *all, const carom_vec3 four[CAROM_MANIFOLD_POINTS],
                     carom_manifold *manifold, carom_manifold *further) {
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++)
    manifold->points[i].feature = free_name(manifold, i, further, 0, name_of(all, four[i]));
  for (uint32_t i = 0; i < further->point_count; i++)
    further->points[i].feature =
        free_name(manifold, CAROM_MANIFOLD_POINTS, further, i, further->points[i].feature);
}

/* --- Both --- */

/* Returns how deep it is. */
static float put_deepest_first(carom_manifold *manifold) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < manifold->point_count; i++)
    if (manifold->points[i].separation < manifold->points[deepest].separation) deepest = i;
  carom_contact_point first = manifold->points[deepest];
  for (uint32_t i = deepest; i > 0; i--) manifold->points[i] = manifold->points[i - 1];
  manifold->points[0] = first;
  return first.separation;
}

bool carom__further_points(carom__site a, const carom__all_points *all, const bool *known,
                           carom_manifold *manifold, carom_manifold *further) {
  carom_vec3 four[CAROM_MANIFOLD_POINTS];
  polygon g;
  uint32_t edge = 0;
  *further = (carom_manifold){.normal = manifold->normal};
  if (all->count <= CAROM_MANIFOLD_POINTS) return false;
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++)
    four[i] = frame_unapply(a.frame, manifold->points[i].position);
  polygon_set(&g, four, all->normal);
  while (further->point_count < CAROM_MANIFOLD_POINTS) {
    int next = widest(all, known, &g, &edge);
    if (next < 0) break;
    const carom__point *p = &all->points[next];
    polygon_add(&g, p->position, edge);
    further->points[further->point_count++] =
        (carom_contact_point){frame_apply(a.frame, p->position), p->separation, p->feature};
  }
  if (further->point_count == 0) return false;
  name_all(all, four, manifold, further);
  float depth = put_deepest_first(manifold);
  for (uint32_t i = 0; i < further->point_count; i++)
    further->points[i].separation = greater_float(further->points[i].separation, depth);
  put_deepest_first(further);
  return true;
}
