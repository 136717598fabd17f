/* further.c: the points of contacts beyond the four of a manifold, in worlds with eight points.
 *
 * The narrow phase, seams and margins know manifolds alone. When these are there, the contacts of three
 * points and more get room for two patches of one normal: the manifold, and what goes beyond it. What a world
 * with persistent manifolds had in the last step matters there (persistent.c). Patches are kept, saved and
 * told as those of meshes are, and nobody else pays. */
#include "contact.h"

#include "further.h"
#include "objects.h"
#include "patch_list.h"
#include "tasks.h"

/* Manifolds of fewer points have all that there are. */
enum { LEAST = 3, PATCHES = 2 };

/* May there be more points than the manifold has? */
static bool may_have_more(const carom_world *world, size_t i) {
  const carom_contact *contact = &world->fresh.list.data[i];
  uint64_t key = world->fresh.keys.data[i];
  if (contact->manifold.point_count < LEAST || contact->patch_count > 0) return false;
  carom__sites sites;
  sites_of(world, key, &sites);
  return !pair_is_composite(sites.a.shape, sites.b.shape);
}

carom_status carom__further_reserve(carom_world *world) {
  carom__contacts *fresh = &world->fresh;
  size_t count = 0;
  if (!world->def.eight_points || world->def.planar) return CAROM_OK;
  for (size_t i = 0; i < fresh->list.count; i++) count += may_have_more(world, i);
  carom_patch *room = carom__arena_alloc(&world->arena, PATCHES * count, sizeof *room);
  if (!room) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__array_reserve(&world->allocator, &world->turned_patches, PATCHES);
  if (status) return status;
  world->step.further = room;
  world->step.patch_count += PATCHES * count;
  for (size_t i = 0; i < fresh->list.count; i++) {
    if (!may_have_more(world, i)) continue;
    fresh->list.data[i].patches = room;
    room += PATCHES;
  }
  return CAROM_OK;
}

/* The room is the contact's own until its patches are kept. */
void carom__contact_set_further(const carom_world *world, uint64_t key, const carom_manifold *further,
                                carom_contact *out) {
  carom_patch *patches = world->step.further + (out->patches - world->step.further);
  patches[0] = patches[1] = (carom_patch){.point_count = 0};
  patch_set_manifold(&patches[0], &out->manifold);
  patch_set_manifold(&patches[1], further);
  out->patch_count = PATCHES;
  out->further = true;
  out->approach_speed = carom__contact_approach(world, key, &out->manifold);
}

static void find_part(void *context, uint32_t part, size_t begin, size_t end) {
  const carom_world *world = context;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    carom_contact *contact = &world->fresh.list.data[i];
    uint64_t key = world->fresh.keys.data[i];
    uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
    carom__all_points all;
    carom_manifold further;
    if (!contact_has_room(contact)) continue;
    carom__sites sites;
    sites_of(world, key, &sites);
    carom__all_points_find(sites.a, sites.b, carom__pair_margin(world, a, b), &contact->manifold, &all);
    if (carom__further_points(sites.a, &all, NULL, &contact->manifold, &further) == CAROM__MORE)
      carom__contact_set_further(world, key, &further, contact);
    else
      contact->patches = NULL;
  }
}

void carom__step_further(carom_world *world) {
  size_t count = world->fresh.list.count;
  if (!world->def.eight_points || world->def.persistent_manifolds) return;
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom__run_ranges(&world->def.tasks, parts, count, find_part, world);
}
