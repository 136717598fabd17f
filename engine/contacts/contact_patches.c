/* contact_patches.c: where the patches of contacts are.
 *
 * Those of all contacts are in one array of the world, at whose end each step puts those of its fresh ones.
 * So the patches of what rests stay where they are. When the array is full, what contacts still have moves to
 * a spare one, which then takes its place. Each has room for half as much again, so that patches move no
 * oftener than they are found. */
#include "contact.h"

#include <string.h>

#include "patch_list.h"

void carom__patches_exchange(carom_world *world) {
  carom__patch_array full = world->patches;
  world->patches = world->spare_patches;
  world->spare_patches = full;
}

static void append(carom__patch_array *all, carom_contact *contact) {
  carom_patch *to = all->data + all->count;
  memcpy(to, contact->patches, contact->patch_count * sizeof *to);
  all->count += contact->patch_count;
  contact->patches = to;
}

static size_t count_patches(const carom__contacts *contacts) {
  size_t count = 0;
  for (size_t i = 0; i < contacts->list.count; i++) count += contacts->list.data[i].patch_count;
  return count;
}

static size_t most_patches(const carom__contacts *contacts) {
  size_t most = 0;
  for (size_t i = 0; i < contacts->list.count; i++)
    if (contacts->list.data[i].patch_count > most) most = contacts->list.data[i].patch_count;
  return most;
}

/* Moves what the contacts have to the spare array. */
static carom_status move_to_spare(carom_world *world, size_t more) {
  carom__patch_array *spare = &world->spare_patches;
  size_t needed = count_patches(&world->contacts) + more;
  carom_status status = carom__array_reserve(&world->allocator, spare, needed + needed / 2);
  if (status) return status;
  spare->count = 0;
  for (size_t i = 0; i < world->contacts.list.count; i++)
    if (world->contacts.list.data[i].patch_count > 0) append(spare, &world->contacts.list.data[i]);
  carom__patches_exchange(world);
  return CAROM_OK;
}

carom_status carom__patches_room(carom_world *world, size_t more) {
  bool full = world->patches.capacity - world->patches.count < more;
  return full ? move_to_spare(world, more) : CAROM_OK;
}

void carom__patches_append(carom_world *world, carom_contact *contact) { append(&world->patches, contact); }

carom_status carom__patches_reserve(carom_world *world) {
  if (world->step.patch_count == 0) return CAROM_OK;
  carom_status status =
      carom__array_reserve(&world->allocator, &world->turned_patches, most_patches(&world->fresh));
  return status ? status : carom__patches_room(world, world->step.patch_count);
}

void carom__patches_keep(carom_world *world) {
  if (world->step.patch_count == 0) return;
  for (size_t i = 0; i < world->fresh.list.count; i++)
    if (world->fresh.list.data[i].patch_count > 0) append(&world->patches, &world->fresh.list.data[i]);
}

/* --- Seeing --- */

void carom__contact_turn(const carom_contact *contact, carom_patch *patches, carom_contact *out) {
  *out = *contact;
  out->a = contact->b;
  out->b = contact->a;
  out->manifold.normal = vec3_neg(contact->manifold.normal);
  if (contact->patch_count == 0) return;
  for (uint32_t i = 0; i < contact->patch_count; i++) patches[i] = patch_turned(&contact->patches[i]);
  out->patches = patches;
}

const carom_patch *carom_contact_get_patches(const carom_contact *contact, carom_patch *room, size_t *count) {
  if (!contact || !room || !count) return NULL;
  *count = contact->patches ? contact->patch_count : 1;
  if (contact->patches) return contact->patches;
  *room = (carom_patch){.child_a = 0};
  patch_set_deepest_first(room, &contact->manifold);
  return room;
}
