/* contact_bytes.c: contacts as bytes: writing one, adopting those of another world, and forgetting some. */
#include "carom/handover.h"

#include <stdio.h>
#include <string.h>

#include "contact.h"
#include "history.h"
#include "objects.h"
#include "recorder.h"
#include "snapshot_fields.h"
#include "sort.h"

/* "ctc" and the version of the format. */
#define CONTACT_MAGIC 0x01637463u

/* What of the world's definition the bytes depend on; and the first of the colliders is side b. */
enum { PLANAR = 1, PERSISTENT = 2, EIGHT = 4, TURNED = 8 };

static uint32_t settings_of(const carom_world *world) {
  return (world->def.planar ? PLANAR : 0u) | (world->def.persistent_manifolds ? PERSISTENT : 0u) |
         (world->def.eight_points ? EIGHT : 0u);
}

static void contact_fields(carom__snapshot *s, uint32_t *settings, carom__handed *handed) {
  uint32_t magic = CONTACT_MAGIC;
  carom__archive_u32(&s->archive, &magic);
  carom__archive_u32(&s->archive, settings);
  archive_expect(&s->archive, magic == CONTACT_MAGIC);
  archive_expect(&s->archive, s->into && (*settings & ~(uint32_t)TURNED) == settings_of(s->into));
  if (s->archive.status) return;
  carom__snapshot_contact_state(s, handed->key, &handed->contact);
  if (s->archive.status || !(*settings & PERSISTENT)) return;
  carom__snapshot_points(s, &handed->contact, handed->cells, handed->values);
}

/* --- Writing --- */

static carom_status find(const carom_world *world, carom_collider_pair pair, size_t *out) {
  uint32_t a = carom__collider_find(world, pair.first), b = carom__collider_find(world, pair.second);
  if (a == CAROM__NO_INDEX || b == CAROM__NO_INDEX) return CAROM_STALE_ID;
  *out = carom__contact_find(world, carom__colliders_key(world, a, b));
  return *out == CAROM__NO_CONTACT ? CAROM_NO_CONTACT : CAROM_OK;
}

static carom__handed handed_at(const carom_world *world, size_t i) {
  carom__handed handed = {.key = world->contacts.keys.data[i], .contact = world->contacts.list.data[i]};
  const size_t rows = contact_rows(world);
  for (size_t row = 0; row < rows && world->def.persistent_manifolds; row++) {
    handed.cells[row] = world->contacts.cells.data[rows * i + row];
    handed.values[row] = world->contacts.values.data[rows * i + row];
  }
  contact_forget_children(&handed.contact);
  return handed;
}

carom_status carom_contact_write(const carom_world *world, carom_collider_pair colliders,
                                 const carom_handover *handover, void *buffer, size_t capacity,
                                 size_t *size) {
  size_t i;
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (world->locked) return CAROM_BUSY;
  carom_status status = find(world, colliders, &i);
  if (status) return status;
  carom__handed handed = handed_at(world, i);
  carom__snapshot s = {.archive = {.out = buffer, .size = capacity},
                       .from = world,
                       .users = handover ? handover->users : NULL};
  bool turned = handed.contact.a.collider.bits != colliders.first.bits;
  uint32_t settings = settings_of(world) | (turned ? TURNED : 0u);
  contact_fields(&s, &settings, &handed);
  if (s.archive.status) return s.archive.status;
  *size = s.archive.at;
  return s.archive.at > capacity ? CAROM_TOO_SMALL : CAROM_OK;
}

/* --- Adopting --- */

/* Some contacts on their way in. */
typedef struct adoption {
  carom_world *world;
  const carom_user_map *users;
  const carom_contact_bytes *given;
  size_t count;
  carom__handed *handed;
  const carom__handed **sorted;
  carom__patch_array patches; /* of all, until they are among those of the world */
  carom__patch_array turned;
  carom__contacts_size size;
} adoption;

static carom_status check_colliders(const carom_world *world, carom_collider_pair pair) {
  uint32_t a = carom__collider_find(world, pair.first), b = carom__collider_find(world, pair.second);
  if (a == CAROM__NO_INDEX || b == CAROM__NO_INDEX) return CAROM_STALE_ID;
  const carom__gate *gates = world->colliders.gates.data;
  return gates[a].body == gates[b].body ? CAROM_OUT_OF_RANGE : CAROM_OK;
}

static void turn_cells(carom__point_cells *cells) {
  const carom__point_cells old = *cells;
  memcpy(cells->on_a, old.on_b, sizeof cells->on_a);
  memcpy(cells->on_b, old.on_a, sizeof cells->on_b);
}

/* Makes side a of a contact that the world has the other way around. */
static void turn(adoption *a, carom__handed *handed) {
  const carom_contact contact = handed->contact;
  carom_patch *patches = a->turned.data + a->turned.count;
  a->turned.count += contact.patch_count;
  carom__contact_turn(&contact, patches, &handed->contact);
  for (int row = 0; row < 2; row++) turn_cells(&handed->cells[row]);
  handed->key = sides_key((uint32_t)handed->key, (uint32_t)(handed->key >> 32));
}

/* The sides are those of the writer until all is read. */
static carom_status read_contact(adoption *a, size_t i) {
  const carom_contact_bytes *given = &a->given[i];
  carom__handed *handed = &a->handed[i];
  carom__snapshot s = {.archive = {.in = given->bytes, .size = given->size},
                       .into = a->world,
                       .users = a->users,
                       .margined = a->world->margined,
                       .handed = true,
                       .patches = &a->patches};
  uint32_t first = carom__id_index(given->colliders.first.bits),
           second = carom__id_index(given->colliders.second.bits), settings;
  if (given->size < 2 * sizeof settings) return CAROM_BAD_SNAPSHOT;
  carom__archive peek = {.in = given->bytes, .size = given->size, .at = sizeof settings};
  carom__archive_u32(&peek, &settings);
  *handed = (carom__handed){.key = settings & TURNED ? sides_key(second, first) : sides_key(first, second)};
  contact_fields(&s, &settings, handed);
  archive_expect(&s.archive, s.archive.at == s.archive.size);
  if (s.archive.status) return s.archive.status;
  if (handed->key != carom__colliders_key(a->world, first, second)) turn(a, handed);
  a->size.patches += handed->contact.patch_count;
  if (handed->contact.patch_count > a->size.patches_of_one)
    a->size.patches_of_one = handed->contact.patch_count;
  return CAROM_OK;
}

/* A patch takes at least so many bytes. */
enum { PATCH_LEAST = 64 };

static carom_status prepare(adoption *a) {
  carom__arena *arena = &a->world->arena;
  size_t bytes = 0;
  for (size_t i = 0; i < a->count; i++) bytes += a->given[i].size;
  size_t most = bytes / PATCH_LEAST;
  a->handed = carom__arena_alloc(arena, a->count, sizeof *a->handed);
  a->sorted = carom__arena_alloc(arena, a->count, sizeof *a->sorted);
  a->patches.data = carom__arena_alloc(arena, most, sizeof *a->patches.data);
  a->turned.data = carom__arena_alloc(arena, most, sizeof *a->turned.data);
  a->patches.capacity = a->turned.capacity = most;
  return a->handed && a->sorted && a->patches.data && a->turned.data ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}

/* No pair comes twice. */
static carom_status sort(adoption *a) {
  carom__keyed *items = carom__arena_alloc(&a->world->arena, 2 * a->count, sizeof *items);
  if (!items) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < a->count; i++) items[i] = (carom__keyed){a->handed[i].key, (uint32_t)i};
  carom__sort_keyed(items, items + a->count, a->count);
  for (size_t i = 0; i < a->count; i++) {
    if (i > 0 && items[i - 1].key == items[i].key) return CAROM_OUT_OF_RANGE;
    a->sorted[i] = &a->handed[items[i].value];
  }
  return CAROM_OK;
}

/* A body that rests is as it was seen: it is looked at when that cannot be. */
static void rouse_side(carom_world *world, uint32_t collider, const carom_contact_side *side) {
  if (!carom__side_is_of_now(world, collider, side))
    carom__body_touch(world, world->colliders.gates.data[collider].body);
}

/* The same of two bodies that rest, whose contact stays as it is. */
static void rouse(carom_world *world, uint64_t key) {
  const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
  carom_contact contact = world->contacts.list.data[carom__contact_find(world, key)];
  contact_forget_children(&contact);
  rouse_side(world, a, &contact.a);
  rouse_side(world, b, &contact.b);
  if (carom__contact_may_rest(world, a, b) && carom__patches_may_rest(world, a, b, &contact) &&
      contact.sensor == carom__collider_senses(world, a, b))
    return;
  if (!carom__contact_rests(world, key)) return;
  carom__body_touch(world, world->colliders.gates.data[a].body);
  carom__body_touch(world, world->colliders.gates.data[b].body);
}

static carom_status adopt(adoption *a, const char *function) {
  carom_status status = prepare(a);
  char detail[64] = "nothing was adopted";
  for (size_t i = 0; i < a->count && !status; i++) {
    status = read_contact(a, i);
    if (status) snprintf(detail, sizeof detail, "entry %zu; none was adopted", i);
  }
  if (!status) status = sort(a);
  if (!status) status = carom__contacts_adopt(a->world, a->sorted, a->count, a->size);
  for (size_t i = 0; i < a->count && !status; i++) rouse(a->world, a->handed[i].key);
  carom__arena_reset(&a->world->arena);
  return status ? carom__refuse(a->world, status, function, detail) : CAROM_OK;
}

static carom_status may_hand(carom_world *world, const char *function) {
  carom_status status = carom__world_may_change(world, function);
  if (status) return status;
  return world->stepping ? carom__refuse(world, CAROM_BUSY, function, "called from inside a handler")
                         : CAROM_OK;
}

carom_status carom_contacts_adopt(carom_world *world, const carom_handover *handover,
                                  const carom_contact_bytes *contacts, size_t count) {
  if (!world || (count && !contacts))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or contacts");
  carom_status status = may_hand(world, __func__);
  for (size_t i = 0; i < count && !status; i++) {
    status = contacts[i].bytes ? check_colliders(world, contacts[i].colliders) : CAROM_NULL_ARGUMENT;
    if (status) carom__refuse(world, status, __func__, "colliders or bytes");
  }
  if (status || count == 0) return status;
  adoption a = {
      .world = world, .users = handover ? handover->users : NULL, .given = contacts, .count = count};
  status = adopt(&a, __func__);
  for (size_t i = 0; i < count && !status && world->recorder; i++)
    carom__record_call(
        world, CAROM__OP_CONTACT_ADOPT, contacts[i].colliders.first.bits,
        &(carom__adopted){.first = contacts[i].colliders.first, .second = contacts[i].colliders.second});
  return status;
}

/* --- Forgetting --- */

/* Finds contacts, and marks them, so that none is found twice. */
static carom_status mark_all(carom_world *world, const carom_collider_pair *pairs, size_t count,
                             size_t *places, size_t *marked) {
  carom_status status = CAROM_OK;
  for (*marked = 0; *marked < count && !status; *marked += !status) {
    status = find(world, pairs[*marked], &places[*marked]);
    if (!status) world->contacts.ended.data[places[*marked]] = CAROM__ENDED;
  }
  return status;
}

carom_status carom_contacts_forget(carom_world *world, const carom_collider_pair *pairs, size_t count) {
  if (!world || (count && !pairs))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or pairs");
  carom_status status = may_hand(world, __func__);
  if (status || count == 0) return status;
  size_t *places = carom__arena_alloc(&world->arena, count, sizeof *places), marked = 0;
  status = places ? mark_all(world, pairs, count, places, &marked) : CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < marked && status; i++) world->contacts.ended.data[places[i]] = CAROM__NOT_ENDED;
  if (!status) carom__contacts_leave(world, places, count);
  carom__arena_reset(&world->arena);
  if (status) return carom__refuse(world, status, __func__, "none was forgotten");
  for (size_t i = 0; i < count; i++)
    carom__record_call(world, CAROM__OP_CONTACT_FORGET, pairs[i].first.bits,
                       &(carom__value_set){.second = pairs[i].second});
  return CAROM_OK;
}
