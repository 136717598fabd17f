/* lifetime.c: creating an empty world, and freeing one with all its arrays. */
#include "state.h"

#include <string.h>

#include "journal.h"
#include "stateless.h"

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
  carom__atomic_size_add(&world->memory, new_size - old_size);
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

void carom__world_set_planar(carom_world *world, bool planar) {
  world->def.planar = planar;
  world->sharp_kind = (planar ? carom_shape_rectangle(1, 1) : carom_shape_box(1, 1, 1)).kind;
}

void carom__world_set_tag(carom_world *world, uint8_t tag) {
  world->def.tag = tag;
  world->bodies.ids.tag = world->colliders.ids.tag = world->handler_ids.tag = carom__idpool_tag(tag);
}

/* A world and what may change in a const one, in one block. */
typedef struct world_block {
  carom_world world;
  carom__body_index index;
  carom__contact_index contact_index;
} world_block;

/* All zero. */
static carom_world *allocate(const carom_allocator *outer) {
  world_block *block = carom__alloc(outer, sizeof *block);
  if (!block) return NULL;
  memset(block, 0, sizeof *block);
  block->world.outer = *outer;
  block->world.index = &block->index;
  block->world.contact_index = &block->contact_index;
  return &block->world;
}

/* The world is the first in its block. */
static void release(carom_world *world) {
  carom_allocator outer = world->outer;
  carom__free(&outer, world, sizeof(world_block));
}

carom_status carom__world_create(const carom_world_def *def, carom_world **out) {
  carom_world_def zero = {0};
  if (!def) def = &zero;
  const carom__broadphase_class *broadphase = broadphase_class_of(def->broadphase);
  if (!broadphase) return CAROM_UNKNOWN_KIND;
  carom_status status = carom__margin_check(def->margin);
  if (status) return status;
  carom_world *world = allocate(&def->allocator);
  if (!world) return CAROM_OUT_OF_MEMORY;
  world->allocator = (carom_allocator){counting_alloc, world};
  carom__atomic_size_init(&world->memory, sizeof(world_block));
  world->def = *def;
  world->margined = def->margin > 0;
  world->broadphase_class = broadphase;
  carom__world_set_planar(world, def->planar);
  carom__world_set_tag(world, def->tag);
  world->journal.lost = (uint64_t)def->tag << 1 | def->planar; /* no change yet has this name */
  carom__arena_init(&world->arena, &world->allocator);
  status = broadphase->create(&world->allocator, &world->broadphase);
  if (status) {
    release(world);
    return status;
  }
  *out = world;
  return CAROM_OK;
}

static void contacts_free(carom_world *world, carom__contacts *contacts) {
  carom__array_free(&world->allocator, &contacts->list);
  carom__array_free(&world->allocator, &contacts->keys);
  carom__array_free(&world->allocator, &contacts->ended);
  carom__array_free(&world->allocator, &contacts->cells);
  carom__array_free(&world->allocator, &contacts->values);
}

static void index_free(carom__body_index *index, const carom_allocator *allocator) {
  carom__bits_free(&index->strayed, allocator);
  for (int i = 0; i < 2; i++) carom__box_tree_free(&index->trees[i], allocator);
}

void carom__world_free(carom_world *world) {
  world->broadphase_class->destroy(world->broadphase);
  carom__arena_free(&world->arena);
  carom__journal_free(world);
  carom__bodies_free(world);
  carom__colliders_free(world);
  carom__array_free(&world->allocator, &world->step.body_pairs);
  for (size_t i = 0; i < CAROM__PARTS_MAX - 1; i++)
    carom__array_free(&world->allocator, &world->step.parts[i]);
  for (size_t i = 0; i < CAROM__PARTS_MAX; i++) carom__array_free(&world->allocator, &world->step.patches[i]);
  carom__array_free(&world->allocator, &world->step.candidates);
  contacts_free(world, &world->contacts);
  contacts_free(world, &world->fresh);
  carom__array_free(&world->allocator, &world->patches);
  carom__array_free(&world->allocator, &world->spare_patches);
  carom__array_free(&world->allocator, &world->turned_patches);
  carom__array_free(&world->allocator, &world->step.swept_pairs);
  carom__array_free(&world->allocator, &world->swept_hits);
  carom__array_free(&world->allocator, &world->events);
  carom__array_free(&world->allocator, &world->halfway.ways);
  carom__array_free(&world->allocator, &world->handlers);
  carom__array_free(&world->allocator, &world->handler_places);
  carom__idpool_free(&world->handler_ids, &world->allocator);
  index_free(world->index, &world->allocator);
  carom__array_free(&world->allocator, &world->contact_index->firsts);
  carom__array_free(&world->allocator, &world->contact_index->numbers);
  release(world);
}
