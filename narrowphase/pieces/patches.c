/* patches.c: gathers the contacts of parts by their normals, and keeps four points of each patch, or two in
 * the plane. */
#include "patches.h"

#include "archive.h"
#include "manifold.h"

/* Points nearer to each other than this part of the sizes count as one. */
#define PATCH_NEAR (64 * 0x1p-24f)

void carom__patches_begin(carom__patches *patches, bool planar, carom__patch_fn *tell, void *context) {
  patches->planar = planar;
  patches->tell = tell;
  patches->context = context;
  patches->count = 0;
}

/* Brings the deepest point to the front, the others as they come. */
static void deepest_first(carom_contact_point *points, uint32_t count) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < count; i++)
    if (points[i].separation < points[deepest].separation) deepest = i;
  carom_contact_point first = points[deepest];
  memmove(points + 1, points, deepest * sizeof *points);
  points[0] = first;
}

/* Keeps the deepest point, and the one farthest from it: in the plane they span the patch. */
static void keep_two(carom__open_patch *patch) {
  uint32_t farthest = 0;
  float most = 0;
  deepest_first(patch->points, patch->point_count);
  for (uint32_t i = 1; i < patch->point_count; i++) {
    float away = vec3_norm1(pos_sub(patch->points[i].position, patch->points[0].position));
    if (away > most) most = away, farthest = i;
  }
  patch->points[1] = patch->points[farthest];
  patch->point_count = farthest > 0 ? 2 : 1;
}

/* Keeps at most four points: the deepest, and those that span the patch. */
static void keep_four(carom__open_patch *patch) {
  carom__point candidates[CAROM__PATCH_POINTS];
  carom__manifold kept = {.normal = patch->normal};
  carom_contact_point points[CAROM_MANIFOLD_POINTS];
  float size = 0;
  for (uint32_t i = 0; i < patch->point_count; i++) {
    carom_vec3 way = pos_sub(patch->points[i].position, patch->points[0].position);
    candidates[i] = (carom__point){way, patch->points[i].separation, i};
    size = greater_float(size, vec3_norm1(way));
  }
  carom__manifold_reduce(candidates, patch->point_count, size * (PATCH_NEAR / 0x1p-21f), &kept);
  for (uint32_t i = 0; i < kept.count; i++) points[i] = patch->points[kept.points[i].feature];
  memcpy(patch->points, points, kept.count * sizeof *points);
  patch->point_count = kept.count;
}

static void reduce(const carom__patches *patches, carom__open_patch *patch) {
  if (patch->point_count < 2) return;
  if (patches->planar)
    keep_two(patch);
  else
    keep_four(patch);
}

static void tell(carom__patches *patches, carom__open_patch *open) {
  carom_patch patch = {.normal = open->normal,
                       .child_a = open->a.child,
                       .child_b = open->b.child,
                       .triangle_a = open->a.triangle,
                       .triangle_b = open->b.triangle,
                       .material_a = open->a.material,
                       .material_b = open->b.material};
  reduce(patches, open);
  deepest_first(open->points, open->point_count);
  patch.point_count = open->point_count;
  memcpy(patch.points, open->points, open->point_count * sizeof *open->points);
  patches->tell(patches->context, &patch);
}

/* The open patch whose normal is nearest to a direction, if it is near enough. */
static carom__open_patch *find(carom__patches *patches, carom_vec3 normal) {
  carom__open_patch *best = NULL;
  float most = CAROM__SAME_PATCH;
  for (uint32_t i = 0; i < patches->count; i++) {
    float cosine = vec3_dot(patches->open[i].normal, normal);
    if (cosine > most) most = cosine, best = &patches->open[i];
  }
  return best;
}

static carom__open_patch *shallowest(carom__patches *patches) {
  carom__open_patch *best = &patches->open[0];
  for (uint32_t i = 1; i < patches->count; i++)
    if (patches->open[i].depth < best->depth) best = &patches->open[i];
  return best;
}

/* A place for another patch. */
static carom__open_patch *make_room(carom__patches *patches) {
  if (patches->count == CAROM__OPEN_PATCHES) {
    carom__open_patch *first = shallowest(patches);
    tell(patches, first);
    *first = patches->open[--patches->count];
  }
  carom__open_patch *patch = &patches->open[patches->count++];
  patch->point_count = 0;
  patch->depth = -1;
  return patch;
}

static uint64_t word_of(const carom__part_id *part) { return (uint64_t)part->ordinal << 32 | part->triangle; }

/* Names that are the same as long as the same features of the same parts meet. Features and numbers of
 * triangles are both small: each is mixed before it meets the next. */
static void add_points(carom__open_patch *patch, const carom__part_id *a, const carom__part_id *b,
                       const carom_manifold *contact) {
  uint64_t of_a = word_of(a), of_b = word_of(b);
  for (uint32_t i = 0; i < contact->point_count; i++) {
    carom_contact_point *point = &patch->points[patch->point_count++];
    *point = contact->points[i];
    if (of_a == 0 && of_b == 0) continue;
    uint64_t mixed = checksum_mix(checksum_mix(checksum_mix(0, point->feature), of_a), of_b);
    point->feature = (uint32_t)(mixed ^ mixed >> 32);
  }
}

void carom__patches_add(carom__patches *patches, const carom__part_id *a, const carom__part_id *b,
                        const carom_manifold *contact) {
  carom__open_patch *patch = find(patches, contact->normal);
  float depth = manifold_depth(contact);
  if (!patch) patch = make_room(patches);
  if (depth > patch->depth) {
    patch->normal = contact->normal;
    patch->depth = depth;
    patch->a = *a, patch->b = *b;
  }
  if (patch->point_count + contact->point_count > CAROM__PATCH_POINTS) reduce(patches, patch);
  add_points(patch, a, b, contact);
}

/* The deepest of those that are not yet told; the first of equals. */
static uint32_t deepest_of(const carom__patches *patches, uint32_t told) {
  uint32_t best = CAROM__OPEN_PATCHES;
  for (uint32_t i = 0; i < patches->count; i++) {
    if (told >> i & 1) continue;
    if (best == CAROM__OPEN_PATCHES || patches->open[i].depth > patches->open[best].depth) best = i;
  }
  return best;
}

void carom__patches_end(carom__patches *patches) {
  uint32_t told = 0;
  for (uint32_t left = patches->count; left > 0; left--) {
    uint32_t deepest = deepest_of(patches, told);
    told |= 1u << deepest;
    tell(patches, &patches->open[deepest]);
  }
  patches->count = 0;
}

carom_distance_result carom__distance_of_manifold(const carom_manifold *manifold) {
  const carom_contact_point *first = &manifold->points[0];
  const float half = 0.5f * first->separation;
  carom_distance_result out = {.distance = first->separation, .normal = manifold->normal};
  out.point_a = pos_add(first->position, vec3_scale(manifold->normal, -half));
  out.point_b = pos_add(first->position, vec3_scale(manifold->normal, half));
  return out;
}
