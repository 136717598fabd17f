/* snapshot.c: saving and loading: the parts of a world one after the other.
 *
 * The parts are listed once, in sections(), and most of them are one function for both ways. A world that is
 * loaded can be freed at any time, so that whatever is wrong with the bytes, there is no more to it. */
#include "snapshot_fields.h"

#include <string.h>

#include "candidates.h"
#include "contact.h"
#include "objects.h"
#include "history.h"
#include "shape_class.h"
#include "stateless.h"

/* "caromsav" and the version of the format. */
#define MAGIC UINT64_C(0x7661736D6F726163)

enum { VERSION = 7, HEADER_SIZE = 32 };

/* --- What is in it --- */

static bool body_is_in(const carom__snapshot *s, uint32_t slot) {
  if (s->into) return carom__idpool_at(&s->into->bodies.ids, slot);
  return carom__idpool_at(&s->from->bodies.ids, slot) && (!s->chosen || bits_test(s->chosen, slot));
}

static bool collider_is_in(const carom__snapshot *s, uint32_t slot) {
  if (s->into) return carom__idpool_at(&s->into->colliders.ids, slot);
  return carom__idpool_at(&s->from->colliders.ids, slot) &&
         body_is_in(s, s->from->colliders.gates.data[slot].body);
}

static const carom_world *world_of(const carom__snapshot *s) { return s->from ? s->from : s->into; }

/* --- Lists of slots --- */

typedef bool is_in_fn(const carom__snapshot *s, uint32_t slot);

/* Saves those of a list that are in it; all without such a question. */
static void save_slots(carom__snapshot *s, carom__slots_view list, is_in_fn *is_in) {
  size_t count = 0;
  uint32_t slot;
  for (size_t at = 0; slots_next(&list, &at, &slot);) count += !is_in || is_in(s, slot);
  carom__archive_count(&s->archive, &count, 4);
  for (size_t at = 0; slots_next(&list, &at, &slot);)
    if (!is_in || is_in(s, slot)) carom__archive_u32(&s->archive, &slot);
}

/* Loads slots that are not marked, and marks them, so that none comes twice; there is room for all. */
static void load_slots(carom__snapshot *s, bool *marks, size_t slots, carom__slots *out) {
  size_t count = 0;
  carom__archive_count(&s->archive, &count, 4);
  for (size_t i = 0; i < count && !s->archive.status; i++) {
    uint32_t slot = 0;
    carom__archive_u32(&s->archive, &slot);
    archive_expect(&s->archive, slot < slots && !marks[slot]);
    if (s->archive.status) return;
    marks[slot] = true;
    carom__array_push(out, slot);
  }
}

static void *scratch(carom__snapshot *s, size_t count, size_t size) {
  void *room = carom__arena_alloc(&s->into->arena, count, size);
  if (!room) archive_fail(&s->archive, CAROM_OUT_OF_MEMORY);
  return room;
}

static bool *marks_for(carom__snapshot *s, size_t count) {
  bool *marks = scratch(s, count, sizeof *marks);
  if (marks) memset(marks, 0, count);
  return marks;
}

/* --- Ids --- */

/* What is left out has lost its id. */
static void save_pool(carom__snapshot *s, const carom__idpool *pool, is_in_fn *is_in) {
  size_t slots = pool->generations.count;
  carom__archive_count(&s->archive, &slots, 4);
  for (uint32_t slot = 0; slot < slots; slot++) {
    uint32_t generation = pool->generations.data[slot];
    if (generation & 1 && !is_in(s, slot)) generation++;
    carom__archive_u32(&s->archive, &generation);
  }
  save_slots(s, (carom__slots_view){pool->free_slots.data, pool->free_slots.count}, NULL);
}

static void save_pools(carom__snapshot *s) {
  save_pool(s, &s->from->bodies.ids, body_is_in);
  save_pool(s, &s->from->colliders.ids, collider_is_in);
}

/* Vacant slots are neither in use nor used up; each slot was used. */
static void load_pool(carom__snapshot *s, carom__idpool *pool) {
  size_t slots = 0;
  carom__archive_count(&s->archive, &slots, 4);
  archive_expect(&s->archive, slots < CAROM__NO_INDEX);
  if (!s->archive.status) archive_fail(&s->archive, carom__idpool_reserve(pool, &s->into->allocator, slots));
  bool *marks = marks_for(s, slots);
  for (size_t i = 0; i < slots && !s->archive.status; i++) {
    uint32_t generation = 0;
    carom__archive_u32(&s->archive, &generation);
    archive_expect(&s->archive, generation - pool->tag - 1 < CAROM__GENERATIONS);
    carom__array_push(&pool->generations, generation);
    pool->live += generation & 1;
    marks[i] = generation & 1 || generation - pool->tag >= CAROM__GENERATIONS;
  }
  carom__slots vacant = {pool->free_slots.data, 0, slots};
  load_slots(s, marks, slots, &vacant);
  pool->free_slots.count = vacant.count;
}

static void load_pools(carom__snapshot *s) {
  load_pool(s, &s->into->bodies.ids);
  load_pool(s, &s->into->colliders.ids);
  if (s->archive.status) return;
  size_t bodies = s->into->bodies.ids.generations.count, colliders = s->into->colliders.ids.generations.count;
  carom_status status = carom__bodies_reserve(s->into, bodies);
  if (!status) status = carom__colliders_reserve(s->into, colliders);
  archive_fail(&s->archive, status);
  if (status) return;
  carom__bodies_extend(s->into, bodies);
  carom__colliders_extend(s->into, colliders);
}

/* --- Assets --- */

bool carom__snapshot_number(carom__snapshot *s, const carom__asset *asset) {
  uint64_t number;
  const uint64_t key = carom__snapshot_key(s, asset);
  if (carom__map_get(&s->numbers, key, &number)) return false;
  carom_status status = carom__array_reserve(&s->from->allocator, &s->assets, s->assets.count + 1);
  if (!status) status = carom__map_put(&s->numbers, key, s->assets.count);
  archive_fail(&s->archive, status);
  if (!status) carom__array_push(&s->assets, asset);
  return !status;
}

/* Assets have the order of the colliders that first use them. */
static void number_asset(carom__snapshot *s, uint32_t collider) {
  carom_shape room;
  const carom__asset *asset = shape_asset(carom__collider_shape(s->from, collider, &room));
  if (asset) carom__snapshot_number(s, asset);
}

static void assets(carom__snapshot *s) {
  if (s->from)
    for (uint32_t slot = 0; slot < carom__idpool_slots(&s->from->colliders.ids) && !s->archive.status; slot++)
      if (collider_is_in(s, slot)) number_asset(s, slot);
  size_t count = s->assets.count;
  carom__archive_count(&s->archive, &count, 8);
  if (s->into) archive_fail(&s->archive, carom__array_reserve(&s->into->outer, &s->assets, count));
  for (size_t i = 0; i < count && !s->archive.status; i++) {
    const carom__asset *asset = s->from ? s->assets.data[i] : NULL;
    carom__snapshot_asset(s, &asset);
    if (s->into && asset) carom__array_push(&s->assets, asset);
  }
}

/* --- Bodies and colliders --- */

static void bodies(carom__snapshot *s) {
  uint32_t slots = carom__idpool_slots(&world_of(s)->bodies.ids);
  for (uint32_t slot = 0; slot < slots && !s->archive.status; slot++) {
    if (!body_is_in(s, slot)) continue;
    carom__body_row row = {.user = NULL};
    if (s->from) row = carom__body_get(s->from, slot);
    carom__snapshot_body(s, &row);
    if (s->into) archive_fail(&s->archive, carom__velocity_reserve(s->into, &row.velocity));
    if (!s->into || s->archive.status) continue;
    carom__body_put(s->into, slot, &row);
    *carom__kind_count(s->into, slot) += !(row.flags & CAROM__BODY_DYING);
  }
}

static void colliders(carom__snapshot *s) {
  uint32_t slots = carom__idpool_slots(&world_of(s)->colliders.ids);
  for (uint32_t slot = 0; slot < slots && !s->archive.status; slot++) {
    if (!collider_is_in(s, slot)) continue;
    carom__collider_row row = {.user = NULL};
    if (s->from) row = carom__collider_get(s->from, slot);
    carom__snapshot_collider(s, &row);
    if (s->into) archive_fail(&s->archive, carom__collider_reserve(s->into, &row));
    if (!s->into || s->archive.status) continue;
    carom__shape_retain(&row.shape);
    carom__collider_put(s->into, slot, &row);
    s->into->counts.colliders += !(row.flags & CAROM__COLLIDER_DYING);
    s->into->reshaped |= (row.flags & CAROM__COLLIDER_RESHAPED) != 0;
  }
}

/* A collider in a list: of the body, and dying when it is. */
static bool belongs(const carom_world *world, uint32_t body, uint32_t collider) {
  const carom__gate *gate = &world->colliders.gates.data[collider];
  bool body_dies = world->bodies.flags.data[body] & CAROM__BODY_DYING;
  return carom__idpool_at(&world->colliders.ids, collider) && gate->body == body &&
         body_dies == !!(gate->flags & CAROM__COLLIDER_DYING);
}

/* The list is read into `room` first, whose slots are those of this body alone. */
static void load_list(carom__snapshot *s, uint32_t body, bool *listed, uint32_t *room) {
  carom_world *world = s->into;
  carom__slots list = {room, 0, world->colliders.gates.count};
  load_slots(s, listed, list.capacity, &list);
  if (!s->archive.status) archive_fail(&s->archive, carom__body_list_reserve(world, body, list.count));
  for (size_t i = 0; i < list.count && !s->archive.status; i++) {
    archive_expect(&s->archive, belongs(world, body, list.data[i]));
    if (!s->archive.status) carom__body_list_insert(world, body, i, list.data[i]);
  }
}

/* Those that die wait in order. */
static void save_lists(carom__snapshot *s) {
  const carom__slots *bodies = &s->from->dead_bodies, *colliders = &s->from->dead_colliders;
  for (uint32_t body = 0; body < carom__idpool_slots(&s->from->bodies.ids); body++)
    if (body_is_in(s, body)) save_slots(s, carom__body_colliders(s->from, body), NULL);
  save_slots(s, (carom__slots_view){bodies->data, bodies->count}, body_is_in);
  save_slots(s, (carom__slots_view){colliders->data, colliders->count}, collider_is_in);
}

static size_t count_marks(const bool *marks, size_t count) {
  size_t marked = 0;
  for (size_t i = 0; i < count; i++) marked += marks[i];
  return marked;
}

/* All that die alone, and nothing else, are in the lists of the dead: no flag is set in a vacant slot. */
static bool the_dead_are_dying(const carom_world *world) {
  size_t dying = 0;
  for (uint32_t body = 0; body < carom__idpool_slots(&world->bodies.ids); body++)
    dying += carom__idpool_at(&world->bodies.ids, body) && world->bodies.flags.data[body] & CAROM__BODY_DYING;
  bool fine = dying == world->dead_bodies.count;
  for (size_t i = 0; i < world->dead_bodies.count; i++)
    fine = fine && world->bodies.flags.data[world->dead_bodies.data[i]] & CAROM__BODY_DYING;
  for (size_t i = 0; i < world->dead_colliders.count; i++)
    fine = fine && world->colliders.gates.data[world->dead_colliders.data[i]].flags & CAROM__COLLIDER_DYING;
  return fine;
}

static void load_lists(carom__snapshot *s) {
  carom_world *world = s->into;
  size_t body_count = world->bodies.flags.count, collider_count = world->colliders.gates.count;
  bool *listed = marks_for(s, collider_count), *dead = marks_for(s, body_count);
  uint32_t *room = scratch(s, collider_count, sizeof *room);
  for (uint32_t body = 0; body < body_count && !s->archive.status; body++)
    if (body_is_in(s, body)) load_list(s, body, listed, room);
  load_slots(s, dead, body_count, &world->dead_bodies);
  load_slots(s, listed, collider_count, &world->dead_colliders);
  if (s->archive.status) return;
  archive_expect(&s->archive, count_marks(listed, collider_count) == world->colliders.ids.live);
  archive_expect(&s->archive, the_dead_are_dying(world));
  world->deaths = world->dead_bodies.count + world->dead_colliders.count > 0;
}

/* --- What rests --- */

static void save_touched(carom__snapshot *s) {
  uint32_t slots = carom__idpool_slots(&s->from->bodies.ids);
  for (uint32_t slot = 0; slot < slots;) {
    uint64_t word = 0;
    for (uint32_t end = slot + 64; slot < end; slot++)
      if (body_is_in(s, slot) && bits_test(&s->from->bodies.touched, slot)) word |= bits_mask(slot);
    carom__archive_u64(&s->archive, &word);
  }
}

/* What was changed or destroyed since the last step is touched. */
static bool the_changed_are_touched(const carom_world *world) {
  const carom__bodies *bodies = &world->bodies;
  bool fine = true;
  for (uint32_t slot = 0; slot < bodies->flags.count; slot++)
    fine = fine && (!(bodies->flags.data[slot] & (CAROM__BODY_DYING | CAROM__BODY_POSE_SET)) ||
                    bits_test(&bodies->touched, slot));
  for (size_t slot = 0; slot < world->colliders.gates.count; slot++) {
    const carom__gate *gate = &world->colliders.gates.data[slot];
    fine = fine && (!(gate->flags & (CAROM__COLLIDER_DYING | CAROM__COLLIDER_RESHAPED)) ||
                    bits_test(&bodies->touched, gate->body));
  }
  return fine;
}

/* All bodies are touched, because they were loaded just now. */
static void load_touched(carom__snapshot *s) {
  carom__bodies *bodies = &s->into->bodies;
  carom__bodies_settle(s->into);
  for (size_t i = 0; i < bodies->touched.words.count; i++) {
    uint64_t *word = &bodies->touched.words.data[i];
    carom__archive_u64(&s->archive, word);
    archive_expect(&s->archive, !(*word & ~bodies->restored.words.data[i]));
  }
  archive_expect(&s->archive, the_changed_are_touched(s->into));
}

/* --- Contacts and counts --- */

static bool contact_is_in(const carom__snapshot *s, size_t i) {
  uint64_t key = s->from->contacts.keys.data[i];
  return !s->from->contacts.ended.data[i] && collider_is_in(s, (uint32_t)(key >> 32)) &&
         collider_is_in(s, (uint32_t)key);
}

/* How many bytes a contact takes at least, and a patch. */
enum { CONTACT_LEAST = 64, PATCH_LEAST = 64 };

static void save_contacts(carom__snapshot *s) {
  const carom__contacts *contacts = &s->from->contacts;
  size_t count = 0, patches = 0;
  for (size_t i = 0; i < contacts->keys.count; i++) {
    if (!contact_is_in(s, i)) continue;
    count++;
    patches += contacts->list.data[i].patch_count;
  }
  carom__archive_count(&s->archive, &count, CONTACT_LEAST);
  carom__archive_count(&s->archive, &patches, PATCH_LEAST);
  const size_t rows = contact_rows(s->from);
  for (size_t i = 0; i < contacts->keys.count; i++) {
    carom_contact contact = contacts->list.data[i];
    contact_forget_children(&contact);
    if (!contact_is_in(s, i)) continue;
    carom__snapshot_contact(s, &contacts->keys.data[i], &contact);
    if (s->from->def.persistent_manifolds)
      carom__snapshot_points(s, &contact, &contacts->cells.data[rows * i], &contacts->values.data[rows * i]);
  }
}

/* How many contacts touch; false when so many were not told of. */
static bool count_touching(const carom_world *world, size_t *out) {
  size_t nearby = 0;
  *out = 0;
  for (size_t i = 0; i < world->contacts.list.count; i++) {
    *out += !world->contacts.list.data[i].apart;
    nearby += world->contacts.list.data[i].nearby;
  }
  return carom__told_is_possible(&world->counts, *out, nearby);
}

static void load_contacts(carom__snapshot *s) {
  carom_world *world = s->into;
  size_t count = 0, patches = 0;
  carom__archive_count(&s->archive, &count, CONTACT_LEAST);
  carom__archive_count(&s->archive, &patches, PATCH_LEAST);
  const carom__contacts_size size = {.contacts = count, .patches = patches};
  const size_t rows = contact_rows(world);
  if (!s->archive.status) archive_fail(&s->archive, carom__contacts_reserve(world, size));
  for (size_t i = 0; i < count && !s->archive.status; i++) {
    uint64_t key = 0;
    carom_contact contact = {.patches = NULL};
    carom__snapshot_contact(s, &key, &contact);
    archive_expect(&s->archive, i == 0 || world->contacts.keys.data[i - 1] < key);
    if (s->archive.status) break;
    carom__contacts_push(world, key, &contact);
    if (world->def.persistent_manifolds)
      carom__snapshot_points(s, &contact, &world->contacts.cells.data[rows * i],
                             &world->contacts.values.data[rows * i]);
  }
  archive_expect(&s->archive, count_touching(world, &world->counts.contacts));
  archive_expect(&s->archive, world->patches.count == patches);
}

static void count_field(carom__snapshot *s, size_t *count) {
  uint64_t wide = *count;
  carom__archive_u64(&s->archive, &wide);
  archive_expect(&s->archive, wide <= SIZE_MAX);
  *count = (size_t)wide;
}

static void counts(carom__snapshot *s) {
  carom_counts counts = world_of(s)->counts;
  carom__archive_u64(&s->archive, &counts.steps);
  carom__archive_u64(&s->archive, &counts.begins);
  carom__archive_u64(&s->archive, &counts.stays);
  carom__archive_u64(&s->archive, &counts.ends);
  if (s->margined) {
    carom__archive_u64(&s->archive, &counts.nears);
    carom__archive_u64(&s->archive, &counts.fars);
  }
  count_field(s, &counts.dropped);
  count_field(s, &counts.not_converged);
  count_field(s, &counts.clamped);
  if (s->into) s->into->counts = counts;
}

static bool counts_fit(const carom_world *world) {
  return carom__counts_are_possible(&world->counts, carom__idpool_slots(&world->bodies.ids),
                                    carom__idpool_slots(&world->colliders.ids));
}

/* The settings of a world that a save keeps. */
enum { PLANAR = 1, SEAMLESS = 2, PERSISTENT = 4, MARGINS = 8, EIGHT = 16, ORDERS = 32, ALL_WAYS = 63 };

/* Is there anything of margins to be saved? Each contact that is nearby has had its NEAR. */
static bool has_margins(const carom__snapshot *s) {
  const carom_world *world = world_of(s);
  bool any = world->def.margin > 0 || world->counts.nears > 0;
  for (uint32_t slot = 0; world->margined && !any && slot < carom__idpool_slots(&world->colliders.ids);
       slot++)
    any = collider_is_in(s, slot) && carom__collider_margin(world, slot) > 0;
  return any;
}

/* Has a collider that is in it an order? */
static bool has_orders(const carom__snapshot *s) {
  const carom_world *world = world_of(s);
  bool any = false;
  for (uint32_t slot = 0; !any && slot < carom__idpool_slots(&world->colliders.ids); slot++)
    any = collider_is_in(s, slot) && carom__collider_order(world, slot) > 0;
  return any;
}

/* What stays of the definition. */
static void definition(carom__snapshot *s) {
  const carom_world_def *def = &world_of(s)->def;
  float margin = def->margin;
  uint32_t tag = def->tag, ways = (def->planar ? PLANAR : 0u) | (def->seamless ? SEAMLESS : 0u) |
                                  (def->persistent_manifolds ? PERSISTENT : 0u) |
                                  (s->from && has_margins(s) ? MARGINS : 0u) |
                                  (def->eight_points ? EIGHT : 0u) | (s->from && has_orders(s) ? ORDERS : 0u);
  carom__archive_u32(&s->archive, &ways);
  carom__archive_u32(&s->archive, &tag);
  archive_expect(&s->archive, ways <= ALL_WAYS && tag <= UINT8_MAX);
  s->margined = ways & MARGINS;
  s->ordered = ways & ORDERS;
  if (s->margined)
    carom__archive_f32(&s->archive, &margin);
  else
    margin = 0;
  archive_expect(&s->archive, carom__margin_check(margin) == CAROM_OK);
  if (!s->into) return;
  s->into->def.margin = margin;
  s->into->margined = s->margined;
  carom__world_set_planar(s->into, ways & PLANAR);
  s->into->def.seamless = ways & SEAMLESS;
  s->into->def.persistent_manifolds = ways & PERSISTENT;
  s->into->def.eight_points = ways & EIGHT;
  carom__world_set_tag(s->into, (uint8_t)tag);
}

/* A part that is not one function for both ways. */
static void part(carom__snapshot *s, void (*save)(carom__snapshot *s), void (*load)(carom__snapshot *s)) {
  if (s->from)
    save(s);
  else if (!s->archive.status)
    load(s);
}

/* Numbers of objects are small or round mostly, those of assets are not. What stays in this process is not
 * worth the time. */
static void sections(carom__snapshot *s) {
  definition(s);
  counts(s);
  carom__archive_pack(&s->archive, !s->shares);
  part(s, save_pools, load_pools);
  carom__archive_pack(&s->archive, false);
  assets(s);
  carom__archive_pack(&s->archive, !s->shares);
  bodies(s);
  colliders(s);
  part(s, save_lists, load_lists);
  part(s, save_touched, load_touched);
  part(s, save_contacts, load_contacts);
  carom__archive_pack(&s->archive, false);
  if (s->from || s->archive.status) return;
  archive_expect(&s->archive, s->assets_used == s->assets.count);
  archive_expect(&s->archive, counts_fit(s->into));
  archive_expect(&s->archive, s->margined == has_margins(s));
  archive_expect(&s->archive, s->ordered == has_orders(s));
}

/* --- Both ways --- */

/* Writes or reads the header at the start of the archive, whose size is that of the whole. */
static void header(carom__archive *archive, uint64_t *checksum) {
  uint64_t magic = MAGIC, version = VERSION, size = archive->size;
  carom__archive_u64(archive, &magic);
  carom__archive_u64(archive, &version);
  carom__archive_u64(archive, &size);
  carom__archive_u64(archive, checksum);
  archive_expect(archive, magic == MAGIC && version == VERSION && size == archive->size);
}

static uint64_t checksum_of(const unsigned char *bytes, size_t size) {
  return carom__checksum(bytes + HEADER_SIZE, size - HEADER_SIZE);
}

carom_status carom__snapshot_save(carom__snapshot *s) {
  s->archive.at = HEADER_SIZE;
  carom__map_init(&s->numbers, &s->from->allocator);
  sections(s);
  carom__map_free(&s->numbers);
  carom__array_free(&s->from->allocator, &s->assets);
  if (s->archive.status) return s->archive.status;
  if (s->archive.at > s->archive.size || !s->archive.out) return CAROM_TOO_SMALL;
  carom__archive start = {.out = s->archive.out, .size = s->archive.at};
  uint64_t checksum = checksum_of(start.out, start.size);
  header(&start, &checksum);
  return CAROM_OK;
}

/* Colliders keep counts of their own of the assets that they use. */
void carom__snapshot_release_assets(carom__snapshot *s, const carom_allocator *allocator) {
  for (size_t i = 0; i < s->assets.count; i++) carom__asset_release(s->assets.data[i]);
  carom__array_free(allocator, &s->assets);
}

carom_status carom__snapshot_load(carom__snapshot *s, const carom_world_def *def, carom_world **out) {
  carom__archive *archive = &s->archive;
  uint64_t checksum = 0;
  if (archive->size < HEADER_SIZE) return CAROM_BAD_SNAPSHOT;
  header(archive, &checksum);
  if (archive->status) return archive->status; /* nothing behind the header of other bytes is looked at */
  if (checksum != checksum_of(archive->in, archive->size)) return CAROM_BAD_SNAPSHOT;
  carom_status status = carom__world_create(def, &s->into);
  if (status) return status;
  sections(s);
  archive_expect(archive, archive->at == archive->size);
  carom__snapshot_release_assets(s, &s->into->outer);
  carom__arena_reset(&s->into->arena);
  s->into->loaded = true;
  s->into->journal.lost = checksum; /* what was created before has this name */
  if (archive->status)
    carom__world_free(s->into);
  else
    *out = s->into;
  return archive->status;
}

carom_status carom_world_save(const carom_world *world, const carom_user_map *users, void *buffer,
                              size_t capacity, size_t *size) {
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (carom__world_is_halfway(world)) return CAROM_BUSY;
  carom__snapshot s = {.archive = {.out = buffer, .size = capacity}, .from = world, .users = users};
  carom_status status = carom__snapshot_save(&s);
  if (!status || status == CAROM_TOO_SMALL) *size = s.archive.at;
  return status;
}

carom_status carom_world_load(const carom_world_def *def, const carom_user_map *users, const void *bytes,
                              size_t size, carom_world **out) {
  if (!bytes || !out) return CAROM_NULL_ARGUMENT;
  carom__snapshot s = {.archive = {.in = bytes, .size = size}, .users = users};
  return carom__snapshot_load(&s, def, out);
}
