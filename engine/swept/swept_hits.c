/* swept_hits.c: the hits of a step in order, as contacts, and to be looked up. */
#include "swept.h"

#include <string.h>

#include "contact.h"
#include "sort.h"
#include "stopping.h"

/* --- Order --- */

/* Doubles that are not negative have the order of their bits. Hits of one fraction keep the order that they
 * have. */
static carom_status sort_by_fraction(carom_world *world) {
  size_t count = world->swept_hits.count;
  carom_swept_hit *hits = world->swept_hits.data;
  carom__keyed *items = carom__arena_alloc(&world->arena, 2 * count, sizeof *items);
  carom_swept_hit *sorted = carom__arena_alloc(&world->arena, count, sizeof *sorted);
  if (!items || !sorted) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < count; i++) {
    memcpy(&items[i].key, &hits[i].fraction, sizeof items[i].key);
    items[i].value = (uint32_t)i;
  }
  carom__sort_keyed(items, items + count, count);
  for (size_t i = 0; i < count; i++) sorted[i] = hits[items[i].value];
  if (count) memcpy(hits, sorted, count * sizeof *hits);
  return CAROM_OK;
}

/* --- Contacts --- */

/* Were they in touch when the step began and had a contact? That is no hit. */
static bool is_old(const carom_world *world, const carom_swept_hit *hit) {
  size_t at = hit->inside ? carom__contact_find(world, swept_hit_key(hit)) : CAROM__NO_CONTACT;
  return at != CAROM__NO_CONTACT && !world->contacts.list.data[at].apart;
}

/* One point where they met; how fast is told for that moment. */
static void make_contact(const carom_world *world, const carom_swept_hit *hit, carom_contact *out) {
  memset(out, 0, sizeof *out);
  out->manifold.normal = hit->normal;
  out->manifold.point_count = 1;
  out->manifold.points[0].position = hit->point;
  out->manifold.points[0].feature = CAROM_SWEPT_FEATURE;
  carom__contact_describe(world, swept_hit_key(hit), out);
  uint32_t a = carom__id_index(hit->body_a.bits), b = carom__id_index(hit->body_b.bits);
  carom_vec3 of_a = carom__body_velocity_at(world, a, &hit->pose_a, hit->point);
  carom_vec3 of_b = carom__body_velocity_at(world, b, &hit->pose_b, hit->point);
  out->approach_speed = vec3_dot(vec3_sub(of_a, of_b), hit->normal);
}

/* Drops what is no hit, and lists those that are apart at the end of the step and need a contact, if the game
 * admits them. A contact within a margin makes room for the hit. */
static size_t choose(carom_world *world, uint32_t *apart) {
  size_t kept = 0, count = 0, at;
  for (size_t i = 0; i < world->swept_hits.count; i++) {
    const carom_swept_hit *hit = &world->swept_hits.data[i];
    uint64_t key = swept_hit_key(hit);
    bool fresh = keys_find(&world->fresh.keys, key, &at);
    if (is_old(world, hit)) continue;
    if (!fresh && !carom__filter_asks(world, (uint32_t)(key >> 32), (uint32_t)key)) continue;
    if (!fresh)
      apart[count++] = (uint32_t)kept;
    else if (world->fresh.list.data[at].apart)
      make_contact(world, hit, &world->fresh.list.data[at]);
    world->swept_hits.data[kept++] = *hit;
  }
  world->swept_hits.count = kept;
  return count;
}

/* From behind, so that what is moved is never in the way. */
static void insert(carom_world *world, const uint32_t *apart, size_t count) {
  carom__contacts *fresh = &world->fresh;
  const size_t rows = contact_rows(world);
  size_t from = fresh->keys.count, to = from + count;
  fresh->keys.count = fresh->list.count = to;
  while (count > 0) {
    const carom_swept_hit *hit = &world->swept_hits.data[apart[count - 1]];
    uint64_t key = swept_hit_key(hit);
    while (from > 0 && fresh->keys.data[from - 1] > key)
      carom__contact_copy(fresh, --to, fresh, --from, rows);
    fresh->keys.data[--to] = key;
    make_contact(world, hit, &fresh->list.data[to]);
    count--;
  }
}

carom_status carom__swept_join(carom_world *world) {
  if (world->swept_hits.count == 0) return CAROM_OK;
  size_t most = world->fresh.keys.count + world->swept_hits.count;
  uint32_t *apart = carom__arena_alloc(&world->arena, world->swept_hits.count, sizeof *apart);
  carom_status status = apart ? CAROM_OK : CAROM_OUT_OF_MEMORY;
  if (!status) status = carom__contacts_room(world, &world->fresh, most);
  if (!status) insert(world, apart, choose(world, apart));
  return status ? status : sort_by_fraction(world);
}

/* --- Looking up --- */

const carom_swept_hit *carom_world_get_swept_hits(const carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  *count = world->swept_hits.count;
  return world->swept_hits.data;
}

carom_status carom_contact_get_swept_hit(const carom_world *world, carom_collider first,
                                         carom_collider second, carom_swept_hit *out) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  uint32_t a = carom__collider_peek(world, first), b = carom__collider_peek(world, second);
  if (a == CAROM__NO_INDEX || b == CAROM__NO_INDEX) return CAROM_STALE_ID;
  const bool ascend = carom__collider_precedes(world, a, b);
  uint64_t low = ascend ? first.bits : second.bits, high = ascend ? second.bits : first.bits;
  for (size_t i = 0; i < world->swept_hits.count; i++) {
    const carom_swept_hit *hit = &world->swept_hits.data[i];
    if (hit->collider_a.bits != low || hit->collider_b.bits != high) continue;
    *out = *hit;
    return CAROM_OK;
  }
  return CAROM_NO_CONTACT;
}
