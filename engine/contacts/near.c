/* near.c: contacts of pairs that are apart by at most their margin, and points beside those that touch.
 *
 * Which pairs touch is found as without margins, eight at a time where that is possible. A pair that does not
 * touch, but has a margin, is then measured here. What touches gets its other points at once or, in a
 * seamless world, after seams were mended: these know only what touches. */
#include "contact.h"

#include <string.h>

#include "near_boxes.h"
#include "objects.h"
#include "pair_call.h"
#include "sort.h"
#include "tasks.h"

static float margin_of(const carom_world *world, uint64_t key) {
  return carom__pair_margin(world, (uint32_t)(key >> 32), (uint32_t)key);
}

/* What could not be measured stays as it was. */
static void stay(const carom_world *world, uint64_t key, carom_manifold *out) {
  size_t last = carom__contact_find(world, key);
  if (last != CAROM__NO_CONTACT && world->contacts.list.data[last].apart)
    *out = world->contacts.list.data[last].manifold;
}

/* Boxes were looked at eight at a time. */
static bool are_boxes(const carom_world *world, uint64_t key) {
  const carom__gate *gates = world->colliders.gates.data;
  const uint32_t both = gates[key >> 32].flags & gates[(uint32_t)key].flags;
  return !world->def.planar && both & CAROM__COLLIDER_SHARP;
}

carom_status carom__contact_find_near(const carom_world *world, uint64_t key, carom__apart apart,
                                      carom_manifold *out) {
  float margin = margin_of(world, key);
  if (!(margin > 0)) return CAROM_OK;
  carom__sites sites;
  sites_of(world, key, &sites);
  carom_status status = (are_boxes(world, key) ? carom__collide_by_distance
                                               : carom__collide_apart)(sites.a, sites.b, apart, margin, out);
  if (status) stay(world, key, out);
  return status;
}

/* --- What rests --- */

static bool rests_unseen(const carom_world *world, size_t i) {
  const carom_contact *contact = &world->contacts.list.data[i];
  return contact->nearby && contact_has_passed(contact) && !world->contacts.ended.data[i] &&
         carom__contact_rests(world, world->contacts.keys.data[i]);
}

/* A contact of the way is over when nothing moves, too. Where its bodies came to rest, the pair may be within
 * its margin. The game was asked about it when they met. */
carom_status carom__add_passed(carom_world *world) {
  carom__keys *all = &world->step.candidates;
  size_t before = all->count;
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < world->contacts.keys.count && !status; i++) {
    if (!rests_unseen(world, i)) continue;
    status = carom__array_reserve(&world->allocator, all, all->count + 1);
    if (!status) carom__array_push(all, world->contacts.keys.data[i]);
  }
  if (status || all->count == before) return status;
  uint64_t *scratch = carom__arena_alloc(&world->arena, all->count, sizeof *scratch);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  carom__sort_u64(all->data, scratch, all->count);
  return CAROM_OK;
}

/* --- What touches --- */

static float least_of(carom_vec3 v) { return lesser_float(lesser_float(v.x, v.y), v.z); }

/* May the points be more with the margin? Of boxes, few are, and a look at them costs less than the faces. */
static bool may_extend(const carom_world *world, uint64_t key, const carom_manifold *manifold, float margin) {
  const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  const carom__gate *gates = world->colliders.gates.data;
  const carom_frame *at_a = &world->colliders.frames.data[a], *at_b = &world->colliders.frames.data[b];
  if (!are_boxes(world, key)) return true;
  const carom__near_boxes boxes = {
      .half_a = gates[a].size.box.half,
      .half_b = gates[b].size.box.half,
      .normal_a = mat3_tmul_vec3(&at_a->axes, manifold->normal),
      .normal_b = mat3_tmul_vec3(&at_b->axes, manifold->normal),
      .away = (double)vec3_dot(pos_sub(at_b->origin, at_a->origin), manifold->normal),
      .least_half = (double)lesser_float(least_of(gates[a].size.box.half), least_of(gates[b].size.box.half))};
  return near_boxes_may_have_more(&boxes, (double)margin);
}

static bool is_full(const carom_world *world, const carom_manifold *manifold) {
  return manifold->point_count == (world->def.planar ? 2 : CAROM_MANIFOLD_POINTS);
}

/* Within a margin there may be more points, and a single one may be an end of an edge that leans: it takes
 * the place of the other end when the bodies tremble. */
static bool may_lack_points(const carom_world *world, const carom_contact *contact) {
  if (contact->apart || is_full(world, &contact->manifold)) return false;
  return contact->nearby || (edges_have_both_ends(world) && contact->manifold.point_count == 1);
}

void carom__contact_extend(const carom_world *world, uint64_t key, carom_contact *contact) {
  if (!may_lack_points(world, contact)) return;
  const float margin = margin_of(world, key);
  if (!may_extend(world, key, &contact->manifold, margin)) return;
  carom__sites sites;
  sites_of(world, key, &sites);
  carom__manifold_extend(sites.a, sites.b, margin, &contact->manifold);
}

static void extend_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom_world *world = context;
  (void)part;
  for (size_t i = begin; i < end; i++)
    carom__contact_extend(world, world->fresh.keys.data[i], &world->fresh.list.data[i]);
}

void carom__step_extend(carom_world *world) {
  size_t count = world->fresh.list.count;
  if (!contacts_extend(world) || !world->def.seamless) return;
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom__run_ranges(&world->def.tasks, parts, count, extend_part, world);
}
