/* asset.h: what shapes may refer to: immutable, counted, and shared by any number of shapes and threads. */
#ifndef CAROM_NARROWPHASE_ASSET_H
#define CAROM_NARROWPHASE_ASSET_H

#include "archive.h"
#include "atomics.h"
#include "carom/shape.h"

typedef struct carom__asset_class carom__asset_class;

/* The first member of each asset. */
typedef struct carom__asset {
  const carom__asset_class *class;
  carom_allocator allocator;
  carom__atomic count;
  size_t bytes;  /* of the block that holds all of it, but for what `drop` frees */
  uint64_t hash; /* of its kind and its content, by value */
} carom__asset;

struct carom__asset_class {
  carom_shape_kind kind; /* of the shapes that refer to it */
  /* To bytes and back, to the last bit, which building it of its points anew would not promise. Reading gives
   * an asset with a count of one; NULL when the archive fails: with CAROM_BAD_SNAPSHOT for what no build
   * would give. */
  void (*write)(carom__archive *archive, const carom__asset *asset);
  carom__asset *(*read)(carom__archive *archive, const carom_allocator *allocator);
  /* Before its block is freed: takes back the counts of other assets, and what memory it has besides; NULL:
   * there is nothing. */
  void (*drop)(const carom__asset *asset);
};

/* Returns a block of zeros that begins with an asset of a count of one; NULL when there is none. */
void *carom__asset_allocate(const carom__asset_class *class, const carom_allocator *allocator, size_t bytes);

/* Notes the hash of an asset that is complete. */
void carom__asset_seal(carom__asset *asset);

/* As carom_hull_retain and carom_hull_release, but for NULL. */
void carom__asset_retain(const carom__asset *asset);
void carom__asset_release(const carom__asset *asset);

/* An asset of any kind to bytes; carom__asset_read (shape_class.h) is the way back. */
void carom__asset_write(carom__archive *archive, const carom__asset *asset);

#endif
