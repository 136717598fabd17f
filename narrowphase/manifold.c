/* manifold.c: from candidate points to a manifold of at most four, and from one frame to another. */
#include "manifold.h"
#include "feature.h"

typedef struct candidate_set {
  const carom__point *points;
  uint32_t count;
  float near; /* points within this of each other count as one */
} candidate_set;

static float distance2(carom_vec3 a, carom_vec3 b) {
  carom_vec3 d = vec3_sub(a, b);
  return vec3_dot(d, d);
}

/* The distance comes first: it nearly always settles the matter. */
static bool hides(const candidate_set *set, uint32_t j, uint32_t i) {
  const carom__point *p = &set->points[i], *q = &set->points[j];
  if (fabsf(p->position.x - q->position.x) > set->near) return false;
  if (distance2(p->position, q->position) > set->near * set->near) return false;
  return q->separation < p->separation || (q->separation == p->separation && j < i);
}

/* Is the candidate in touch and the deepest of those that count as one with it? */
static bool stands(const candidate_set *set, uint32_t i) {
  if (!(set->points[i].separation <= 0)) return false;
  for (uint32_t j = 0; j < set->count; j++)
    if (hides(set, j, i)) return false;
  return true;
}

static uint32_t deepest(const candidate_set *set) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < set->count; i++)
    if (set->points[i].separation < set->points[best].separation) best = i;
  return best;
}

static uint32_t farthest(const candidate_set *set, carom_vec3 from) {
  float most = -1;
  uint32_t best = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    float d = distance2(set->points[i].position, from);
    if (d > most && stands(set, i)) most = d, best = i;
  }
  return best;
}

/* Adds the point that spans most area with the first two, on the side that `across` points to; none when all
 * lie within `near` of their line. */
static void add_outermost(const candidate_set *set, carom_vec3 across, carom__manifold *out) {
  carom_vec3 origin = out->points[0].position;
  float most = set->near * vec3_length(across);
  const carom__point *best = NULL;
  for (uint32_t i = 0; i < set->count; i++) {
    float area = vec3_dot(across, vec3_sub(set->points[i].position, origin));
    if (area > most && stands(set, i)) most = area, best = &set->points[i];
  }
  if (best) out->points[out->count++] = *best;
}

static void choose_four(const candidate_set *set, carom__manifold *out) {
  out->points[0] = set->points[deepest(set)];
  out->points[1] = set->points[farthest(set, out->points[0].position)];
  out->count = 2;
  carom_vec3 along = vec3_sub(out->points[1].position, out->points[0].position);
  carom_vec3 across = vec3_cross(out->normal, along);
  add_outermost(set, across, out);
  add_outermost(set, vec3_neg(across), out);
}

void carom__manifold_reduce(const carom__point *candidates, uint32_t count, float size,
                            carom__manifold *out) {
  candidate_set set = {candidates, count, 8 * 0x1p-24f * size};
  out->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!stands(&set, i)) continue;
    if (out->count == CAROM_MANIFOLD_POINTS) {
      choose_four(&set, out);
      return;
    }
    out->points[out->count++] = candidates[i];
  }
}

void carom__manifold_mirror(const carom__manifold *of_b, const carom__relative *b_in_a,
                            carom__manifold *out) {
  *out = *of_b;
  out->normal = vec3_neg(mat3_mul_vec3(&b_in_a->axes, of_b->normal));
  for (uint32_t i = 0; i < of_b->count; i++) {
    out->points[i].position = relative_apply(b_in_a, of_b->points[i].position);
    out->points[i].feature = feature_swap(of_b->points[i].feature);
  }
}

void carom__manifold_to_world(const carom__manifold *local, const carom_frame *frame_a, carom_manifold *out) {
  *out =
      (carom_manifold){.normal = mat3_mul_vec3(&frame_a->axes, local->normal), .point_count = local->count};
  for (uint32_t i = 0; i < local->count; i++) {
    const carom__point *p = &local->points[i];
    out->points[i] = (carom_contact_point){frame_apply(frame_a, p->position), p->separation, p->feature};
  }
}
