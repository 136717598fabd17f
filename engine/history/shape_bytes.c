/* shape_bytes.c: shapes with their assets as bytes. */
#include "carom/handover.h"

#include <string.h>

#include "asset.h"
#include "memory.h"
#include "shape_class.h"

uint64_t carom_shape_asset_hash(const carom_shape *shape) {
  const carom__asset *asset = shape && !carom_shape_check(shape) ? shape_asset(shape) : NULL;
  return asset ? asset->hash : 0;
}

void carom_shape_retain(const carom_shape *shape) {
  if (shape && !carom_shape_check(shape)) carom__shape_retain(shape);
}

void carom_shape_release(const carom_shape *shape) {
  if (shape && !carom_shape_check(shape)) carom__shape_release(shape);
}

/* "caromshp" and the version of the format. */
static void header(carom__archive *archive) {
  const uint64_t known = UINT64_C(0x7068736D6F726163);
  uint64_t magic = known, version = 1;
  carom__archive_u64(archive, &magic);
  carom__archive_u64(archive, &version);
  archive_expect(archive, magic == known && version == 1);
}

carom_status carom_shape_write(const carom_shape *shape, void *buffer, size_t capacity, size_t *size) {
  if (!shape || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_shape_check(shape);
  if (status) return status;
  carom_shape copy = *shape;
  carom__archive archive = {.out = buffer, .size = capacity};
  header(&archive);
  carom__shape_archive(&archive, &copy);
  if (shape_asset(shape)) carom__asset_write(&archive, shape_asset(shape));
  *size = archive.at;
  return archive.at > capacity ? CAROM_TOO_SMALL : CAROM_OK;
}

/* Reads the asset of a shape and puts it in. */
static void read_asset(carom__archive *archive, const carom_allocator *allocator,
                       const carom__shape_class *class, carom_shape *shape) {
  const carom__asset *asset = carom__asset_read(archive, allocator);
  if (!asset) return;
  archive_expect(archive, asset->class == class->asset_class);
  if (!archive->status) memcpy((char *)shape + class->asset_at, &asset, sizeof asset);
  archive_expect(archive, archive->status || !carom_shape_check(shape));
  archive_expect(archive, archive->at == archive->size);
  if (archive->status) carom__asset_release(asset);
}

carom_status carom_shape_read(const carom_allocator *allocator, const void *bytes, size_t size,
                              carom_shape *out) {
  if (!bytes || !out) return CAROM_NULL_ARGUMENT;
  carom__archive archive = {.in = bytes, .size = size};
  carom_shape shape;
  header(&archive);
  const carom__shape_class *class = archive.status ? NULL : carom__shape_archive(&archive, &shape);
  if (class && class->asset_class) {
    read_asset(&archive, allocator, class, &shape);
  } else if (class) {
    archive_expect(&archive, !archive.status && carom_shape_check(&shape) == CAROM_OK);
    archive_expect(&archive, archive.at == archive.size);
  }
  if (!archive.status) *out = shape;
  return archive.status;
}
