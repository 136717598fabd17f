/* on_plane.c: what is not convex on a half-space.
 *
 * Each part is as deep as it reaches below the plane, and all of them push along one normal. Triangles of one
 * side count from both: a half-space is all that is below, and never behind them alone. */
#include "on_plane.h"

#include <float.h>

#include "along.h"
#include "fit.h"

typedef struct plane_meeting {
  int side; /* which of the two the half-space is */
  carom__patches patches;
} plane_meeting;

bool carom__part_on_plane(carom__site plane, carom__site part, carom_manifold *out) {
  return carom__convex_collide_along(plane, part, 0, vec3(0, 1, 0), CAROM__ALONG_ANY, out);
}

static bool meet(void *context, const carom__part *a, const carom__part *b) {
  plane_meeting *m = context;
  const carom__part *below = m->side == 0 ? a : b, *above = m->side == 0 ? b : a;
  carom_manifold contact;
  if (!carom__part_on_plane(part_site(below), part_site(above), &contact)) return true;
  if (m->side == 1) carom__manifold_exchange(&contact);
  const carom__part_id of_a = part_id(a), of_b = part_id(b);
  carom__patches_add(&m->patches, &of_a, &of_b, &contact);
  return true;
}

carom_status carom__patches_on_plane(carom__site a, carom__site b, carom__patch_fn *tell, void *context) {
  carom__fitted room;
  plane_meeting m;
  m.side = shape_is_unbounded(a.shape) ? 0 : 1;
  if (!carom__pair_fit(&a, &b, &room)) return CAROM_UNBOUNDED;
  carom__patches_begin(&m.patches, shape_is_planar(a.shape), tell, context);
  carom__part_pairs_walk(a, b, 0, meet, &m);
  carom__patches_end(&m.patches);
  return CAROM_OK;
}

/* --- The calls --- */

/* All that touches is one patch. */
static void keep(void *context, const carom_patch *patch) {
  carom_manifold *out = context;
  *out = (carom_manifold){.normal = patch->normal, .point_count = patch->point_count};
  memcpy(out->points, patch->points, sizeof patch->points);
}

static carom_status find(carom__site a, carom__site b, carom_manifold *out) {
  *out = (carom_manifold){.point_count = 0};
  return carom__patches_on_plane(a, b, keep, out);
}

static carom_status collide(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold found;
  (void)cache;
  carom_status status = find(a, b, &found);
  if (!status) *(carom_manifold *)out = found;
  return status;
}

static carom_status overlap(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold found;
  (void)cache;
  carom_status status = find(a, b, &found);
  if (!status) *(bool *)out = found.point_count > 0;
  return status;
}

static carom_status penetrate(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom__fitted room;
  carom_manifold found;
  (void)cache;
  carom_status status = find(a, b, &found);
  if (status) return status;
  carom__pair_fit(&a, &b, &room);
  *(bool *)out = found.point_count > 0 && found.points[0].separation < -carom__part_pairs_slack(a, b);
  return CAROM_OK;
}

/* Of what is apart, that of the part that stands for the half-space. Where that touches, which has a rounding
 * of its own, the two are barely apart. */
static carom_status measure(carom__site a, carom__site b, carom_pair_cache *cache,
                            carom_distance_result *out) {
  carom__fitted room;
  carom_distance_result found;
  carom__pair_fit(&a, &b, &room);
  carom_status status = carom__call_distance(a, b, cache, &found);
  if (!status && found.distance == 0) status = carom__call_signed_distance(a, b, cache, &found);
  if (status) return status;
  *out = found;
  out->distance = greater_float(found.distance, FLT_MIN);
  return CAROM_OK;
}

static carom_status distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold found;
  carom_status status = find(a, b, &found);
  if (status) return status;
  if (found.point_count == 0) return measure(a, b, cache, out);
  *(carom_distance_result *)out = (carom_distance_result){.distance = 0};
  return CAROM_OK;
}

static carom_status signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold found;
  carom_status status = find(a, b, &found);
  if (status) return status;
  if (found.point_count == 0) return measure(a, b, cache, out);
  *(carom_distance_result *)out = carom__distance_of_manifold(&found);
  return CAROM_OK;
}

const carom__pair_calls carom__on_plane_calls = {
    .collide = collide,
    .overlap = overlap,
    .penetrate = penetrate,
    .distance = distance,
    .signed_distance = signed_distance,
};
