/* asset.c: counting assets. */
#include "asset.h"

#include <string.h>

#include "alloc.h"

void *carom__asset_allocate(const carom__asset_class *class, const carom_allocator *allocator, size_t bytes) {
  carom__asset *asset = carom__alloc(allocator, bytes);
  if (!asset) return NULL;
  memset(asset, 0, bytes);
  asset->class = class;
  if (allocator) asset->allocator = *allocator;
  carom__atomic_init(&asset->count, 1);
  asset->bytes = bytes;
  return asset;
}

void carom__asset_seal(carom__asset *asset) {
  carom__archive archive = {.sum = &asset->hash};
  asset->hash = 0;
  carom__asset_write(&archive, asset);
}

/* The count is the one thing in an asset that changes, and the user's handle to it is const. */
static carom__asset *counted(const carom__asset *asset) { return (carom__asset *)(uintptr_t)asset; }

void carom__asset_retain(const carom__asset *asset) { carom__atomic_retain(&counted(asset)->count); }

void carom__asset_release(const carom__asset *asset) {
  if (!carom__atomic_drop(&counted(asset)->count)) return;
  carom_allocator allocator = asset->allocator;
  if (asset->class->drop) asset->class->drop(asset);
  carom__free(&allocator, counted(asset), asset->bytes);
}

void carom__asset_write(carom__archive *archive, const carom__asset *asset) {
  uint32_t kind = (uint32_t)asset->class->kind;
  carom__archive_u32(archive, &kind);
  asset->class->write(archive, asset);
}
