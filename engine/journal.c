/* journal.c: what was created, destroyed or set, and how it is taken back. */
#include "journal.h"

#include "archive.h"
#include "objects.h"
#include "shape_class.h"

/* A change, and what there was before it. */
struct carom__record {
  uint64_t name;
  uint64_t step; /* how many there had been */
  carom__change change;
  uint32_t slot;
  uint32_t only;           /* of a body that is buried: its colliders ... */
  carom__several *several; /* ... as bodies have them */
  size_t at;
  union {
    carom__body_row body;
    carom__collider_row collider; /* with a count of the shape's asset */
  } before;
};

static bool has_shape(const carom__record *record) {
  return record->change == CAROM__COLLIDER_SET || record->change == CAROM__COLLIDER_BURIED;
}

static void forget(carom_world *world, carom__record *record) {
  if (has_shape(record)) carom__shape_release(&record->before.collider.shape);
  if (record->several) carom__several_free(&world->allocator, record->several);
}

/* Forgets the first `count` records. The rest moves down only once it is less than half. */
static void forget_first(carom_world *world, size_t count) {
  carom__journal *journal = &world->journal;
  for (; count > 0; count--) {
    carom__record *record = &journal->records.data[journal->first++];
    journal->lost = record->name;
    forget(world, record);
  }
  if (2 * journal->first < journal->records.count) return;
  size_t kept = journal->records.count - journal->first;
  for (size_t i = 0; i < kept; i++) journal->records.data[i] = journal->records.data[journal->first + i];
  journal->records.count = kept;
  journal->first = 0;
}

/* --- Writing --- */

/* The count is part of it, because no change is named like one that was taken back. */
static uint64_t name_of(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  bool of_body = change < CAROM__COLLIDER_BORN;
  uint32_t kind =
      of_body ? world->bodies.flags.data[slot] & CAROM__BODY_STATIC : world->colliders.gates.data[slot].body;
  uint64_t name = checksum_mix(carom__journal_now(world), ++world->journal.changes);
  name = checksum_mix(name, (uint64_t)change << 32 | slot);
  return checksum_mix(name, (uint64_t)kind << 32 | (uint32_t)at);
}

/* Returns a record to be filled in; NULL when the change is not kept. */
static carom__record *note(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  carom__journal *journal = &world->journal;
  uint64_t name = name_of(world, change, slot, at);
  size_t want = journal->records.count + 1;
  if (journal->steps == 0 || carom__array_reserve(&world->allocator, &journal->records, want)) {
    forget_first(world, journal->records.count - journal->first);
    journal->lost = name;
    return NULL;
  }
  carom__array_push(&journal->records, ((carom__record){.name = name,
                                                        .step = world->counts.steps,
                                                        .change = change,
                                                        .slot = slot,
                                                        .only = CAROM__NO_INDEX,
                                                        .at = at}));
  return &journal->records.data[want - 1];
}

void carom__journal_body(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  carom__record *record = note(world, change, slot, at);
  if (!record) return;
  record->before.body = carom__body_get(world, slot);
  if (change != CAROM__BODY_BURIED) return;
  record->only = world->bodies.only.data[slot];
  record->several = world->bodies.rest.data[slot].several;
  world->bodies.rest.data[slot].several = NULL;
}

void carom__journal_collider(carom_world *world, carom__change change, uint32_t slot, size_t at) {
  carom__record *record = note(world, change, slot, at);
  if (!record) return;
  record->before.collider = carom__collider_get(world, slot);
  if (has_shape(record)) carom__shape_retain(&record->before.collider.shape);
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
  for (size_t i = 0; i < colliders.count; i++)
    world->colliders.gates.data[colliders.data[i]].flags &= ~(uint32_t)CAROM__COLLIDER_DYING;
}

static void undo_body(carom_world *world, const carom__record *record) {
  carom__bodies *bodies = &world->bodies;
  uint32_t slot = record->slot;
  carom__body_touch(world, slot);
  switch (record->change) {
  case CAROM__BODY_BORN:
    carom__body_list_free(world, slot);
    bits_clear(&bodies->moving, slot);
    carom__idpool_unacquire(&bodies->ids, slot);
    return;
  case CAROM__BODY_KILLED:
    world->dead_bodies.count--;
    revive_colliders(world, slot);
    break;
  case CAROM__BODY_BURIED:
    carom__idpool_unrelease(&bodies->ids, slot);
    bodies->flags.data[slot] = CAROM__BODY_TREE_STALE;
    bodies->only.data[slot] = record->only;
    bodies->rest.data[slot].several = record->several;
    put_among_dead(&world->dead_bodies, record->at, slot);
    break;
  default:
    break;
  }
  carom__body_put(world, slot, &record->before.body);
}

/* The shape is the record's no longer. */
static void put_collider(carom_world *world, const carom__record *record) {
  carom__shape_release(&world->colliders.shapes.data[record->slot]);
  carom__collider_put(world, record->slot, &record->before.collider);
}

static void undo_collider(carom_world *world, const carom__record *record) {
  carom__colliders *colliders = &world->colliders;
  uint32_t slot = record->slot, body = colliders->gates.data[slot].body;
  switch (record->change) {
  case CAROM__COLLIDER_BORN:
    carom__body_list_remove(world, body, slot);
    carom__collider_touch(world, slot);
    carom__shape_release(&colliders->shapes.data[slot]);
    colliders->shapes.data[slot] = (carom_shape){0};
    carom__idpool_unacquire(&colliders->ids, slot);
    break;
  case CAROM__COLLIDER_KILLED:
    colliders->gates.data[slot].flags &= ~(uint32_t)CAROM__COLLIDER_DYING;
    carom__body_list_insert(world, body, record->at, slot);
    carom__collider_touch(world, slot);
    world->dead_colliders.count--;
    break;
  case CAROM__COLLIDER_BURIED:
    carom__idpool_unrelease(&colliders->ids, slot);
    put_among_dead(&world->dead_colliders, record->at, slot);
    put_collider(world, record);
    break;
  default:
    put_collider(world, record);
  }
}

uint64_t carom__journal_now(const carom_world *world) {
  const carom__journal *journal = &world->journal;
  size_t count = journal->records.count;
  return count > journal->first ? journal->records.data[count - 1].name : journal->lost;
}

/* What is neither the last one lost nor in the journal was taken back, or is from elsewhere. */
bool carom__journal_reaches(const carom_world *world, uint64_t name) {
  const carom__journal *journal = &world->journal;
  for (size_t i = journal->records.count; i > journal->first; i--)
    if (journal->records.data[i - 1].name == name) return true;
  return journal->lost == name;
}

void carom__journal_undo(carom_world *world, uint64_t name) {
  carom__journal *journal = &world->journal;
  while (carom__journal_now(world) != name) {
    const carom__record *record = &journal->records.data[--journal->records.count];
    if (record->change < CAROM__COLLIDER_BORN)
      undo_body(world, record);
    else
      undo_collider(world, record);
  }
}

/* --- Forgetting --- */

void carom__journal_trim(carom_world *world) {
  const carom__journal *journal = &world->journal;
  size_t old = journal->first;
  while (old < journal->records.count &&
         journal->records.data[old].step + journal->steps < world->counts.steps)
    old++;
  if (old > journal->first) forget_first(world, old - journal->first);
}

void carom__journal_free(carom_world *world) {
  carom__journal *journal = &world->journal;
  forget_first(world, journal->records.count - journal->first);
  carom__array_free(&world->allocator, &journal->records);
}
