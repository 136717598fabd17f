/* journal.c: records what was created, destroyed or set, and undoes it. */
#include "journal.h"

#include <string.h>

#include "archive.h"
#include "objects.h"
#include "shape_class.h"
#include "sort.h"

/* A change, and what there was before it. */
struct carom__journal_entry {
  uint64_t name;
  uint64_t step; /* how many there had been */
  carom__change change;
  bool fresh; /* was born in a slot that no id had before */
  uint32_t slot;
  uint32_t only;           /* of a body that is buried: its colliders ... */
  carom__several *several; /* ... as bodies have them */
  size_t at;
  union {
    carom__body_row body;
    carom__collider_row collider; /* with a count of the shape's asset */
  } before;
};

static bool has_shape(const carom__journal_entry *entry) {
  return entry->change == CAROM__COLLIDER_SET || entry->change == CAROM__COLLIDER_BURIED;
}

static void forget(carom_world *world, carom__journal_entry *entry) {
  if (has_shape(entry)) carom__shape_release(&entry->before.collider.shape);
  if (entry->several) carom__several_free(&world->allocator, entry->several);
}

/* Forgets the first `count` entries. The rest moves down only once it is less than half. */
static void forget_first(carom_world *world, size_t count) {
  carom__journal *journal = &world->journal;
  for (; count > 0; count--) {
    carom__journal_entry *entry = &journal->entries.data[journal->first++];
    journal->lost = entry->name;
    forget(world, entry);
  }
  if (2 * journal->first < journal->entries.count) return;
  size_t kept = journal->entries.count - journal->first;
  for (size_t i = 0; i < kept; i++) journal->entries.data[i] = journal->entries.data[journal->first + i];
  journal->entries.count = kept;
  journal->first = 0;
}

/* --- Writing --- */

static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t size) {
  for (size_t at = 0; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, (const char *)bytes + at, sizeof word);
    hash = checksum_mix(hash, word);
  }
  return hash;
}

/* Pairs of fields of four bytes each, of which nothing is padding. What the body has counted is left out: in
 * a handler that may be ahead of what was told. */
static uint64_t body_hash(const carom__body_row *row) {
  uint64_t hash = mix_bytes(row->flags, &row->pose, sizeof row->pose);
  hash = mix_bytes(hash, &row->velocity, sizeof row->velocity);
  return checksum_mix(hash, (uintptr_t)row->user);
}

static uint64_t collider_hash(const carom__collider_row *row) {
  const float pose[8] = {row->pose.position.x, row->pose.position.y, row->pose.position.z,
                         row->pose.rotation.x, row->pose.rotation.y, row->pose.rotation.z,
                         row->pose.rotation.w};
  uint64_t hash = mix_bytes(carom__shape_hash(&row->shape), pose, sizeof pose);
  hash = checksum_mix(checksum_mix(hash, row->filter.category), row->filter.mask);
  hash = checksum_mix(hash, (uint64_t)row->body << 32 | (uint32_t)row->filter.group);
  uint32_t margin;
  memcpy(&margin, &row->margin, sizeof margin);
  hash = checksum_mix(checksum_mix(hash, (uintptr_t)row->user), (uint64_t)margin << 32 | row->flags);
  return row->order ? checksum_mix(hash, row->order) : hash;
}

/* The count is part of it, because no change is named like one that was taken back; the number of steps and
 * all of what is changed are, so that no other world has the name. */
static uint64_t name_of(carom_world *world, const carom__journal_entry *entry, uint64_t content) {
  uint64_t name = checksum_mix(carom__journal_now(world), ++world->journal.changes);
  name = checksum_mix(name, (uint64_t)entry->change << 32 | entry->slot);
  name = checksum_mix(name, (uint64_t)world->counts.steps << 32 ^ entry->at);
  return checksum_mix(name, content);
}

/* Returns the entry, which has its name now, where it lasts; NULL when the change is not kept. */
static carom__journal_entry *note(carom_world *world, const carom__idpool *pool, carom__journal_entry entry,
                                  uint64_t content) {
  carom__journal *journal = &world->journal;
  const carom_allocator *allocator = &world->allocator;
  size_t want = journal->entries.count + 1;
  entry.name = name_of(world, &entry, content);
  entry.step = world->counts.steps;
  entry.fresh = pool->generations.data[entry.slot] == pool->tag + 1;
  entry.only = CAROM__NO_INDEX;
  if (journal->steps == 0 || carom__array_reserve(allocator, &journal->entries, want) ||
      carom__array_reserve(allocator, &journal->scratch, 2 * want)) {
    forget_first(world, journal->entries.count - journal->first);
    journal->lost = entry.name;
    return NULL;
  }
  carom__array_push(&journal->entries, entry);
  return &journal->entries.data[want - 1];
}

void carom__journal_body(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  const carom__body_row row = carom__body_get(world, slot);
  const carom__journal_entry given = {.change = change, .slot = slot, .at = at, .before.body = row};
  carom__journal_entry *entry = note(world, &world->bodies.ids, given, body_hash(&row));
  if (!entry || change != CAROM__BODY_BURIED) return;
  entry->only = world->bodies.only.data[slot];
  entry->several = carom__body_several(world, slot);
  if (entry->several) world->bodies.several.data[slot] = NULL;
}

void carom__journal_collider(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  const carom__collider_row row = carom__collider_get(world, slot);
  const carom__journal_entry given = {.change = change, .slot = slot, .at = at, .before.collider = row};
  carom__journal_entry *entry = note(world, &world->colliders.ids, given, collider_hash(&row));
  if (entry && has_shape(entry)) carom__shape_retain(&entry->before.collider.shape);
}

/* --- Taking back --- */

/* The dead come back last first, so that the first of them makes the list as long as it was. */
static void put_among_dead(carom__slots *dead, size_t at, uint32_t slot) {
  if (at == CAROM__NO_INDEX) return;
  if (dead->count <= at) dead->count = at + 1;
  dead->data[at] = slot;
}

static void revive_colliders(carom_world *world, uint32_t body) {
  carom__slots_view colliders = carom__body_colliders(world, body);
  uint32_t collider;
  world->counts.colliders += (uint32_t)carom__body_collider_count(world, body);
  for (size_t at = 0; slots_next(&colliders, &at, &collider);)
    world->colliders.gates.data[collider].flags &= ~(uint32_t)CAROM__COLLIDER_DYING;
}

/* Putting the row touches the body. One that is unborn has lost its colliders before, and nothing met it or
 * found it since. */
static void undo_body(carom_world *world, const carom__journal_entry *entry) {
  carom__bodies *bodies = &world->bodies;
  uint32_t slot = entry->slot;
  switch (entry->change) {
  case CAROM__BODY_BORN:
    --*carom__kind_count(world, slot);
    carom__body_list_free(world, slot);
    bits_clear(&bodies->moving, slot);
    carom__idpool_unacquire(&bodies->ids, slot);
    return;
  case CAROM__BODY_KILLED:
    world->dead_bodies.count--;
    ++*carom__kind_count(world, slot);
    revive_colliders(world, slot);
    break;
  case CAROM__BODY_BURIED:
    carom__idpool_unrelease(&bodies->ids, slot);
    bodies->flags.data[slot] = CAROM__BODY_TREE_STALE;
    bodies->only.data[slot] = entry->only;
    carom__body_list_put(world, slot, entry->several);
    put_among_dead(&world->dead_bodies, entry->at, slot);
    break;
  default:
    break;
  }
  carom__body_put(world, slot, &entry->before.body);
}

/* The shape is the entry's no longer. */
static void put_collider(carom_world *world, const carom__journal_entry *entry) {
  carom__collider_drop_shape(world, entry->slot);
  carom__collider_put(world, entry->slot, &entry->before.collider);
}

static void undo_collider(carom_world *world, const carom__journal_entry *entry) {
  carom__colliders *colliders = &world->colliders;
  uint32_t slot = entry->slot, body = colliders->gates.data[slot].body;
  switch (entry->change) {
  case CAROM__COLLIDER_BORN:
    world->counts.colliders--;
    carom__body_list_remove(world, body, slot);
    carom__collider_touch(world, slot);
    carom__collider_drop_shape(world, slot);
    carom__idpool_unacquire(&colliders->ids, slot);
    break;
  case CAROM__COLLIDER_KILLED:
    colliders->gates.data[slot].flags &= ~(uint32_t)CAROM__COLLIDER_DYING;
    carom__body_list_insert(world, body, entry->at, slot);
    carom__collider_touch(world, slot);
    world->dead_colliders.count--;
    world->counts.colliders++;
    break;
  case CAROM__COLLIDER_BURIED:
    carom__idpool_unrelease(&colliders->ids, slot);
    put_among_dead(&world->dead_colliders, entry->at, slot);
    put_collider(world, entry);
    break;
  default:
    put_collider(world, entry);
    carom__collider_change(world, slot);
  }
}

uint64_t carom__journal_now(const carom_world *world) {
  const carom__journal *journal = &world->journal;
  size_t count = journal->entries.count;
  return count > journal->first ? journal->entries.data[count - 1].name : journal->lost;
}

/* What is neither the last one lost nor in the journal was taken back, or is from elsewhere. */
bool carom__journal_reaches(const carom_world *world, uint64_t name) {
  const carom__journal *journal = &world->journal;
  for (size_t i = journal->entries.count; i > journal->first; i--)
    if (journal->entries.data[i - 1].name == name) return true;
  return journal->lost == name;
}

void carom__journal_undo(carom_world *world, uint64_t name) {
  carom__journal *journal = &world->journal;
  while (carom__journal_now(world) != name) {
    const carom__journal_entry *entry = &journal->entries.data[--journal->entries.count];
    if (entry->change < CAROM__COLLIDER_BORN)
      undo_body(world, entry);
    else
      undo_collider(world, entry);
  }
}

/* --- Looking back --- */

static bool is_birth_or_burial(carom__change change) {
  return change == CAROM__BODY_BORN || change == CAROM__BODY_BURIED || change == CAROM__COLLIDER_BORN ||
         change == CAROM__COLLIDER_BURIED;
}

/* Sorted by kind and slot, then by when. */
static uint64_t look_key(bool of_body, uint32_t slot, uint32_t i) {
  return (uint64_t)!of_body << 63 | (uint64_t)slot << 31 | i;
}

carom__past carom__past_look(carom_world *world, uint64_t name) {
  const carom__journal *journal = &world->journal;
  const carom__journal_entry *entries = journal->entries.data;
  size_t begin = journal->entries.count, count = 0;
  carom__past past = {.world = world,
                      .body_slots = carom__idpool_slots(&world->bodies.ids),
                      .collider_slots = carom__idpool_slots(&world->colliders.ids)};
  while (begin > journal->first && entries[begin - 1].name != name) begin--;
  for (size_t i = begin; i < journal->entries.count; i++) {
    const carom__journal_entry *entry = &entries[i];
    bool of_body = entry->change < CAROM__COLLIDER_BORN;
    past.body_slots -= entry->change == CAROM__BODY_BORN && entry->fresh;
    past.collider_slots -= entry->change == CAROM__COLLIDER_BORN && entry->fresh;
    if (is_birth_or_burial(entry->change))
      journal->scratch.data[count++] = look_key(of_body, entry->slot, (uint32_t)(i - begin));
  }
  if (count > 0) carom__sort_u64(journal->scratch.data, journal->scratch.data + count, count);
  past.keys = journal->scratch.data;
  past.count = count;
  past.entries = entries ? entries + begin : NULL;
  return past;
}

/* The first birth or burial in a slot since then; NULL when what is in it now was so then. */
static const carom__journal_entry *first_change(const carom__past *past, bool of_body, uint32_t slot) {
  uint64_t key = look_key(of_body, slot, 0);
  size_t low = keys_below(past->keys, past->count, key);
  if (low == past->count || past->keys[low] - key > INT32_MAX) return NULL;
  return &past->entries[past->keys[low] - key];
}

bool carom__past_body(const carom__past *past, uint32_t slot, uint32_t *flags) {
  const carom__journal_entry *change = past->count ? first_change(past, true, slot) : NULL;
  if (!change && !carom__idpool_at(&past->world->bodies.ids, slot)) return false;
  *flags = change ? change->before.body.flags : past->world->bodies.flags.data[slot];
  return !change || change->change == CAROM__BODY_BURIED;
}

bool carom__past_collider(const carom__past *past, uint32_t slot, carom__past_owner *out) {
  const carom__journal_entry *change = past->count ? first_change(past, false, slot) : NULL;
  if (!change && !carom__idpool_at(&past->world->colliders.ids, slot)) return false;
  if (change)
    *out = (carom__past_owner){change->before.collider.body, change->before.collider.order};
  else
    *out = (carom__past_owner){past->world->colliders.gates.data[slot].body,
                               carom__collider_order(past->world, slot)};
  return !change || change->change == CAROM__COLLIDER_BURIED;
}

/* --- Forgetting --- */

void carom__journal_trim(carom_world *world) {
  const carom__journal *journal = &world->journal;
  size_t old = journal->first;
  while (old < journal->entries.count &&
         journal->entries.data[old].step + journal->steps < world->counts.steps)
    old++;
  if (old > journal->first) forget_first(world, old - journal->first);
}

void carom__journal_free(carom_world *world) {
  carom__journal *journal = &world->journal;
  forget_first(world, journal->entries.count - journal->first);
  carom__array_free(&world->allocator, &journal->entries);
  carom__array_free(&world->allocator, &journal->scratch);
}
