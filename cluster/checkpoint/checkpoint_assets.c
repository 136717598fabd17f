/* checkpoint_assets.c: each asset is in a part once, and bodies name it by its hash. */
#include "stored.h"

#include <stdlib.h>

static stored_asset *find(stored_asset *assets, uint64_t hash) {
  stored_asset *a;
  HASH_FIND(hh, assets, &hash, sizeof hash, a);
  return a;
}

static stored_asset *add(stored_asset **assets, uint64_t hash) {
  stored_asset *a = calloc(1, sizeof *a);
  if (!a) return NULL;
  a->hash = hash;
  HASH_ADD(hh, *assets, hash, sizeof a->hash, a);
  if (a->hh.tbl) return a;
  free(a);
  return NULL;
}

void carom__assets_free_stored(stored_asset **assets) {
  stored_asset *a, *next;
  HASH_ITER(hh, *assets, a, next) {
    HASH_DELETE(hh, *assets, a);
    if (a->is_made) carom_shape_release(&a->shape);
    free(a);
  }
}

/* --- Writing --- */

static bool write_one(stored_asset **assets, const carom_shape *shape, bytes_out *out) {
  const uint64_t hash = carom_shape_asset_hash(shape);
  size_t size = 0;
  if (!hash || find(*assets, hash)) return true;
  if (!add(assets, hash) || carom_shape_write(shape, NULL, 0, &size) != CAROM_TOO_SMALL) return false;
  carom__put_word(out, hash);
  carom__put_word(out, size);
  void *room = carom__bytes_room(out, size);
  return room && !carom_shape_write(shape, room, size, &size);
}

bool carom__assets_write(stored_asset **assets, const carom_world *world, carom_body body, bytes_out *out) {
  size_t count = 0;
  if (carom_body_get_colliders(world, body, NULL, 0, &count)) return false;
  if (count == 0) return true;
  carom_collider *all = malloc(count * sizeof *all);
  bool fine = all && !carom_body_get_colliders(world, body, all, count, &count);
  for (size_t i = 0; fine && i < count; i++) {
    carom_shape shape;
    fine = !carom_collider_get_shape(world, all[i], &shape) && write_one(assets, &shape, out);
  }
  free(all);
  return fine;
}

/* --- Reading --- */

bool carom__assets_open(stored_asset **assets, bytes_in in) {
  while (in.at < in.size && !in.failed) {
    const uint64_t hash = carom__get_word(&in);
    const bytes_in bytes = carom__get_bytes(&in);
    stored_asset *a = find(*assets, hash);
    if (in.failed || (!a && !(a = add(assets, hash)))) return false;
    a->bytes = bytes;
  }
  return !in.failed;
}

void carom__assets_close(stored_asset *assets) {
  for (stored_asset *a = assets; a; a = a->hh.next) a->bytes = (bytes_in){0};
}

bool carom__assets_find(stored_asset *assets, const carom_allocator *allocator, uint64_t hash,
                        carom_shape *out) {
  stored_asset *a = find(assets, hash);
  if (!a || (!a->is_made && !a->bytes.data)) return false;
  if (!a->is_made) {
    if (carom_shape_read(allocator, a->bytes.data, a->bytes.size, &a->shape)) return false;
    a->is_made = true;
  }
  *out = a->shape;
  return carom_shape_asset_hash(&a->shape) == hash;
}
