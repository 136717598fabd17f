/* world.c: creating and freeing worlds, and what they tell of themselves. */
#include "world.h"

#include <string.h>

#include "contacts.h"
#include "events.h"
#include "graveyard.h"
#include "journal.h"
#include "objects.h"
#include "record.h"

/* Counts the world's memory on its way to the user's allocator. */
static void *counting_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  carom_world *world = user;
  void *moved = NULL;
  if (new_size == 0) {
    carom__free(&world->outer, block, old_size);
  } else {
    moved = carom__realloc(&world->outer, block, old_size, new_size);
    if (!moved) return NULL;
  }
  atomic_fetch_add_explicit(&world->memory, new_size - old_size, memory_order_relaxed);
  return moved;
}

static const carom__broadphase_class *broadphase_class_of(carom_broadphase_kind kind) {
  switch (kind) {
  case CAROM_BROADPHASE_SWEEP:
    return &carom__broadphase_coherent;
  case CAROM_BROADPHASE_BRUTE:
    return &carom__broadphase_brute;
  default:
    return NULL;
  }
}

void carom__world_set_tag(carom_world *world, uint8_t tag) {
  world->def.tag = tag;
  world->bodies.ids.tag = world->colliders.ids.tag = world->handler_ids.tag = carom__idpool_tag(tag);
}

/* A world and its index, all zero. */
static carom_world *allocate(const carom_allocator *outer) {
  carom_world *world = carom__alloc(outer, sizeof *world);
  carom__body_index *index = carom__alloc(outer, sizeof *index);
  if (!world || !index) {
    carom__free(outer, index, sizeof *index);
    carom__free(outer, world, sizeof *world);
    return NULL;
  }
  memset(world, 0, sizeof *world);
  memset(index, 0, sizeof *index);
  world->outer = *outer;
  world->index = index;
  return world;
}

static void release(carom_world *world) {
  carom_allocator outer = world->outer;
  carom__free(&outer, world->index, sizeof *world->index);
  carom__free(&outer, world, sizeof *world);
}

carom_status carom_world_create(const carom_world_def *def, carom_world **out) {
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_world_def zero = {0};
  if (!def) def = &zero;
  const carom__broadphase_class *broadphase = broadphase_class_of(def->broadphase);
  if (!broadphase) return CAROM_UNKNOWN_KIND;
  carom_world *world = allocate(&def->allocator);
  if (!world) return CAROM_OUT_OF_MEMORY;
  world->allocator = (carom_allocator){counting_alloc, world};
  atomic_init(&world->memory, sizeof *world + sizeof *world->index);
  world->def = *def;
  world->broadphase_class = broadphase;
  carom__world_set_tag(world, def->tag);
  world->journal.lost = (uint64_t)def->tag << 1 | def->planar; /* no change yet has this name */
  carom__arena_init(&world->arena, &world->allocator);
  carom_status status = broadphase->create(&world->allocator, &world->broadphase);
  if (status) {
    release(world);
    return status;
  }
  *out = world;
  return CAROM_OK;
}

/* Kills every body, delivers the ENDs of all contacts and buries the dead. */
static void clear(carom_world *world) {
  world->stepping = true;
  world->swept_hits.count = 0;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++)
    if (carom__idpool_at(&world->bodies.ids, slot)) carom__body_kill(world, slot);
  carom__contacts_end_all(world);
  carom__step_dispatch(world);
  world->stepping = false;
}

carom_status carom_world_clear(carom_world *world) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  carom__record_begin(world, CAROM__OP_CLEAR, NULL);
  clear(world);
  carom__record_end(world, CAROM_OK);
  return CAROM_OK;
}

static void contacts_free(carom_world *world, carom__contacts *contacts) {
  carom__array_free(&world->allocator, &contacts->list);
  carom__array_free(&world->allocator, &contacts->keys);
  carom__array_free(&world->allocator, &contacts->ended);
}

void carom__world_free(carom_world *world) {
  world->broadphase_class->destroy(world->broadphase);
  carom__arena_free(&world->arena);
  carom__journal_free(world);
  carom__bodies_free(world);
  carom__colliders_free(world);
  carom__array_free(&world->allocator, &world->body_pairs);
  for (size_t i = 0; i < CAROM__PARTS_MAX - 1; i++) carom__array_free(&world->allocator, &world->parts[i]);
  carom__array_free(&world->allocator, &world->candidates);
  contacts_free(world, &world->contacts);
  contacts_free(world, &world->previous);
  carom__array_free(&world->allocator, &world->swept_pairs);
  carom__array_free(&world->allocator, &world->swept_hits);
  carom__array_free(&world->allocator, &world->events);
  carom__array_free(&world->allocator, &world->handlers);
  carom__array_free(&world->allocator, &world->handler_places);
  carom__idpool_free(&world->handler_ids, &world->allocator);
  carom__body_index_free(world->index, &world->allocator);
  release(world);
}

carom_status carom_world_destroy(carom_world *world) {
  if (!world) return CAROM_OK;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  carom_world_record_stop(world);
  clear(world);
  carom__world_free(world);
  return CAROM_OK;
}

carom_status carom_world_get_last_status(const carom_world *world) {
  return world ? world->last_status : CAROM_NULL_ARGUMENT;
}

carom_status carom_world_set_filter(carom_world *world, carom_filter_fn filter, void *user) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  world->def.filter = filter;
  world->def.filter_user = user;
  carom__bodies_touch(world);
  return CAROM_OK;
}

carom_status carom_world_get_filter(const carom_world *world, carom_filter_fn *filter, void **user) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (filter) *filter = world->def.filter;
  if (user) *user = world->def.filter_user;
  return CAROM_OK;
}

void *carom_world_get_user(const carom_world *world) { return world ? world->def.user : NULL; }

carom_status carom_world_get_counts(const carom_world *world, carom_counts *out) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  *out = world->counts;
  out->memory = atomic_load_explicit(&world->memory, memory_order_relaxed);
  return CAROM_OK;
}

const carom_contact *carom_world_get_contacts(const carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  *count = world->contacts.list.count;
  return world->contacts.list.data;
}

const carom_event *carom_world_get_events(const carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  *count = world->stepping ? 0 : world->events.count;
  return *count ? world->events.data : NULL;
}
