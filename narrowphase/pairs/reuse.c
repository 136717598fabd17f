/* reuse.c: reuses a manifold after a small motion.
 *
 * Let m bound how far any point of B has moved relative to A since the manifold was computed. The least
 * separation of the shapes, positive or negative, has grown or shrunk by at most m. So shapes that were apart
 * by more are still apart, and shapes that overlapped by more still overlap: most pairs are settled by that
 * alone. What has moved more is looked at along the normal, with one support point of each shape: the
 * separation there is a lower bound of the least one, so that it shows shapes apart, and tells what the
 * normal costs at most against the best one, of which the other bound is known.
 *
 * The points of a manifold are kept as a point on A and one on B, which move with their shapes, and the
 * separation is measured anew between them along the normal (as engines with persistent manifolds do:
 * Moravanszky and Terdiman, 2004). */

#include "cores.h"
#include "distance.h"

/* The motion up to which points are moved along, as a part of the least half extent. */
#define LIMIT (1.0f / 128)
/* The motion up to which they are when the normal is seen to be as good as one that is preferred, in limits.
 */
#define FAR_LIMIT 2
/* What it may cost then, as a part of the least half extent: as much as that of a face of A, as in the
 * manifolds of boxes and hulls. */
#define NORMAL_COST (9.0 / 8 / 64)
/* What rounding may make of a separation, in sizes, many times over. */
#define SEPARATION_ROUNDING (32 * 0x1p-24f)

enum { EMPTY, APART, TOUCHING };

/* How far any point of B has moved at most: its centre has, and the others around that; the spectral norm of
 * the difference of two rotations is their Frobenius norm over the square root of two. */
static float motion(const carom__manifold_cache *memory, const carom__relative *b_in_a) {
  carom_vec3 x = vec3_sub(b_in_a->axes.x, memory->axes.x), y = vec3_sub(b_in_a->axes.y, memory->axes.y);
  carom_vec3 z = vec3_sub(b_in_a->axes.z, memory->axes.z), c = memory->center;
  carom_vec3 way = vec3_mad(vec3_sub(b_in_a->origin, memory->origin), x, c.x);
  way = vec3_mad(vec3_mad(way, y, c.y), z, c.z);
  float turn = sqrtf(0.5f * (vec3_dot(x, x) + vec3_dot(y, y) + vec3_dot(z, z)));
  return vec3_length(way) + turn * memory->reach;
}

/* How far apart they are along the normal. */
static double separation_along(const carom__cores *cores, carom_vec3 normal) {
  carom__vertex lowest;
  carom__dvec3 along = dvec3_widen(normal);
  cores_support(cores, along, &lowest);
  return -dvec3_dot(lowest.w, along) - cores->a.radius - cores->b.radius;
}

/* Have they not moved by as much as they overlapped? */
static bool overlap_still(const carom__manifold_cache *memory, float moved) {
  return -memory->least - moved > memory->rounding;
}

static bool touch(carom__pair_cache *cache, float moved, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a) {
  bool overlap = false;
  if (overlap_still(&cache->manifold, moved)) return true;
  return !carom__overlap_warm(a, b, b_in_a, &cache->simplex, &overlap) && overlap;
}

/* Where the anchors are now; those that have come apart are no points any more. */
static bool move_along(const carom__manifold_cache *memory, const carom__relative *b_in_a,
                       carom__manifold *out) {
  out->normal = memory->normal;
  out->least = memory->least;
  out->count = 0;
  for (uint32_t i = 0; i < memory->count; i++) {
    carom_vec3 on_a = memory->anchors[i].on_a, on_b = relative_apply(b_in_a, memory->anchors[i].on_b);
    float separation = vec3_dot(memory->normal, vec3_sub(on_b, on_a));
    if (separation > memory->rounding) continue;
    out->points[out->count++] =
        (carom__point){vec3_lerp(on_a, on_b, 0.5f), lesser_float(separation, 0), memory->anchors[i].feature};
  }
  return out->count > 0;
}

/* Gives the deepest point the depth along the normal, as that of a new manifold; no other one is deeper.
 * False when they are not about as deep, because the points have moved off where the shapes are deepest. */
static bool set_depth(carom__manifold *manifold, float separation, float slack) {
  carom__point *first = &manifold->points[manifold_deepest(manifold)];
  if (fabsf(first->separation - separation) > slack) return false;
  for (uint32_t i = 0; i < manifold->count; i++)
    manifold->points[i].separation = greater_float(manifold->points[i].separation, separation);
  first->separation = separation;
  return true;
}

/* Moves the points of shapes that overlap for certain farther along, when the normal is one that a new
 * manifold might prefer: the motion bounds how deep they are at least. Spheres prefer none. */
static bool move_far(const carom__manifold_cache *memory, float moved, const carom_shape *a,
                     const carom_shape *b, const carom__relative *b_in_a, carom__manifold *out) {
  if (!(moved <= FAR_LIMIT * memory->limit) || !overlap_still(memory, moved)) return false;
  if (carom__shape_is_ball(a) || carom__shape_is_ball(b)) return false;
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  double separation = separation_along(&cores, memory->normal), most = (double)(memory->least + moved);
  if (separation < most - NORMAL_COST * cores.least_half) return false;
  return move_along(memory, b_in_a, out) && set_depth(out, (float)separation, memory->limit);
}

static bool reuse_contact(carom__pair_cache *cache, float moved, const carom_shape *a, const carom_shape *b,
                          const carom__relative *b_in_a, carom__manifold *out) {
  const carom__manifold_cache *memory = &cache->manifold;
  if (!(moved <= memory->limit)) return move_far(memory, moved, a, b, b_in_a, out);
  return touch(cache, moved, a, b, b_in_a) && move_along(memory, b_in_a, out);
}

static float least(carom_vec3 v) { return lesser_float(lesser_float(v.x, v.y), v.z); }

/* Sets what follows from the separation at a pose. */
static void set_bounds(carom__manifold_cache *memory, float least_separation, const carom_shape *a,
                       const carom_shape *b, const carom__relative *b_in_a) {
  carom_obb box_a, box_b;
  carom__shape_class_of(a->kind)->obb(a, &box_a);
  carom__shape_class_of(b->kind)->obb(b, &box_b);
  float size_a = vec3_norm1(box_a.center) + vec3_norm1(box_a.half);
  float size_b = vec3_norm1(box_b.center) + vec3_norm1(box_b.half);
  memory->origin = b_in_a->origin;
  memory->axes = b_in_a->axes;
  memory->least = least_separation;
  memory->limit = LIMIT * lesser_float(least(box_a.half), least(box_b.half));
  memory->rounding = SEPARATION_ROUNDING * (size_a + size_b + vec3_norm1(b_in_a->origin));
  memory->center = box_b.center;
  memory->reach = vec3_length(box_b.half);
}

/* Are they apart for certain? What has moved by as much as they were apart may still be, along the normal. */
static bool reuse_gap(carom__manifold_cache *memory, float moved, const carom_shape *a, const carom_shape *b,
                      const carom__relative *b_in_a, carom__manifold *out) {
  if (!(memory->least - moved > memory->rounding)) {
    carom__cores cores = carom__cores_make(a, b, b_in_a);
    set_bounds(memory, (float)separation_along(&cores, memory->normal), a, b, b_in_a);
    if (!(memory->least > memory->rounding)) return false;
  }
  out->normal = memory->normal;
  out->least = memory->least;
  out->count = 0;
  return true;
}

bool carom__reuse(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a, carom__manifold *out) {
  if (cache->manifold.state == EMPTY) return false;
  float moved = motion(&cache->manifold, b_in_a);
  if (cache->manifold.state == APART) return reuse_gap(&cache->manifold, moved, a, b, b_in_a, out);
  return reuse_contact(cache, moved, a, b, b_in_a, out);
}

static void drop_anchors(carom__manifold_cache *memory, const carom__relative *b_in_a,
                         const carom__manifold *found) {
  memory->count = found->count;
  for (uint32_t i = 0; i < found->count; i++) {
    const carom__point *p = &found->points[i];
    carom__anchor *anchor = &memory->anchors[i];
    anchor->on_a = vec3_mad(p->position, found->normal, -0.5f * p->separation);
    anchor->on_b = relative_unapply(b_in_a, vec3_mad(p->position, found->normal, 0.5f * p->separation));
    anchor->feature = p->feature;
  }
}

void carom__remember(carom__pair_cache *cache, const carom_shape *a, const carom_shape *b,
                     const carom__relative *b_in_a, const carom__manifold *found) {
  carom__manifold_cache *memory = &cache->manifold;
  bool nothing = found->count == 0 && vec3_dot(found->normal, found->normal) == 0;
  memory->state = nothing ? EMPTY : found->count == 0 ? APART : TOUCHING;
  if (nothing) return;
  memory->normal = found->normal;
  set_bounds(memory, found->least, a, b, b_in_a);
  drop_anchors(memory, b_in_a, found);
}
