/* reuse.c: what a manifold is still good for after a small motion.
 *
 * Let m bound how far any point of B has moved relative to A since the manifold was computed. The least
 * separation of the shapes, positive or negative, has changed by at most m. So shapes that were apart by more
 * are still apart, and shapes that overlapped by more still overlap: most pairs are settled by that alone.
 * The points of a manifold are kept as a point on A and one on B, which move with their shapes, and the
 * separation is measured anew between them along the normal (as engines with persistent manifolds do:
 * Moravanszky and Terdiman, 2004). */
#include "reuse.h"

#include "distance.h"

/* The motion up to which points are moved along, as a part of the least half extent. */
#define LIMIT (1.0f / 128)
/* What rounding may make of a separation, in sizes, many times over. */
#define ROUNDING (32 * 0x1p-24f)

enum { EMPTY, APART, TOUCHING };

/* How far any point of B has moved at most: the spectral norm of the difference of two rotations is their
 * Frobenius norm over the square root of two. */
static float motion(const carom_manifold_memory *memory, const carom__relative *b_in_a) {
  carom_vec3 way = vec3_sub(b_in_a->origin, memory->origin);
  carom_vec3 x = vec3_sub(b_in_a->axes.x, memory->axes.x), y = vec3_sub(b_in_a->axes.y, memory->axes.y);
  carom_vec3 z = vec3_sub(b_in_a->axes.z, memory->axes.z);
  float turn = sqrtf(0.5f * (vec3_dot(x, x) + vec3_dot(y, y) + vec3_dot(z, z)));
  return vec3_length(way) + turn * memory->reach;
}

/* Do they touch for certain? */
static bool touch(carom_pair_cache *cache, float moved, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a) {
  bool overlap = -cache->manifold.least - moved > cache->manifold.rounding;
  if (overlap) return true;
  if (carom__overlap_warm(a, b, b_in_a, &cache->simplex, &overlap)) return false;
  return overlap;
}

/* Where the anchors are now; those that have come apart are no points any more. */
static bool move_along(const carom_manifold_memory *memory, const carom__relative *b_in_a,
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

bool carom__reuse(carom_pair_cache *cache, const carom_shape *a, const carom_shape *b,
                  const carom__relative *b_in_a, carom__manifold *out) {
  const carom_manifold_memory *memory = &cache->manifold;
  if (memory->state == EMPTY) return false;
  float moved = motion(memory, b_in_a);
  if (memory->state == APART) {
    out->normal = memory->normal;
    out->least = memory->least;
    out->count = 0;
    return memory->least - moved > memory->rounding;
  }
  return moved <= memory->limit && touch(cache, moved, a, b, b_in_a) && move_along(memory, b_in_a, out);
}

static float least(carom_vec3 v) { return fminf(fminf(v.x, v.y), v.z); }

static void measure(carom_manifold_memory *memory, const carom_shape *a, const carom_shape *b) {
  carom_obb box_a, box_b;
  carom__shape_class_of(a->kind)->obb(a, &box_a);
  carom__shape_class_of(b->kind)->obb(b, &box_b);
  float size_a = vec3_norm1(box_a.center) + vec3_norm1(box_a.half);
  float size_b = vec3_norm1(box_b.center) + vec3_norm1(box_b.half);
  memory->reach = vec3_length(box_b.center) + vec3_length(box_b.half);
  memory->limit = LIMIT * fminf(least(box_a.half), least(box_b.half));
  memory->rounding = ROUNDING * (size_a + size_b + vec3_norm1(memory->origin));
}

static void drop_anchors(carom_manifold_memory *memory, const carom__relative *b_in_a,
                         const carom__manifold *found) {
  memory->count = found->count;
  for (uint32_t i = 0; i < found->count; i++) {
    const carom__point *p = &found->points[i];
    struct carom_anchor *anchor = &memory->anchors[i];
    anchor->on_a = vec3_mad(p->position, found->normal, -0.5f * p->separation);
    anchor->on_b = relative_unapply(b_in_a, vec3_mad(p->position, found->normal, 0.5f * p->separation));
    anchor->feature = p->feature;
  }
}

void carom__remember(carom_pair_cache *cache, const carom_shape *a, const carom_shape *b,
                     const carom__relative *b_in_a, const carom__manifold *found) {
  carom_manifold_memory *memory = &cache->manifold;
  bool nothing = found->count == 0 && vec3_dot(found->normal, found->normal) == 0;
  memory->state = nothing ? EMPTY : found->count == 0 ? APART : TOUCHING;
  if (nothing) return;
  memory->origin = b_in_a->origin;
  memory->axes = b_in_a->axes;
  memory->normal = found->normal;
  memory->least = found->least;
  measure(memory, a, b);
  drop_anchors(memory, b_in_a, found);
}
