/* chain.c: the chain as an asset: builds, counts and describes it, and writes and reads it as bytes. */
#include "chain.h"

#include <string.h>

#include "flat_class.h"

/* --- Building --- */

static carom_chain *allocate(const carom_allocator *allocator, uint32_t count, bool closed, bool one_sided) {
  size_t bytes = sizeof(carom_chain) + ((size_t)count + 3) * sizeof(carom_vec2);
  carom_chain *chain = carom__asset_allocate(&carom__chain_asset_class, allocator, bytes);
  if (!chain) return NULL;
  chain->points = (carom_vec2 *)(void *)(chain + 1);
  chain->point_count = count;
  chain->link_count = closed ? count : count - 1;
  chain->closed = closed, chain->one_sided = one_sided;
  return chain;
}

/* The points are there: adds the neighbours of those at the ends, and the hash. */
static void complete(carom_chain *chain) {
  carom_vec2 *first = &chain->points[1], *last = &chain->points[chain->point_count];
  chain->points[0] = chain->closed ? last[0] : first[1];
  last[1] = chain->closed ? first[0] : last[-1];
  last[2] = first[1];
  carom__asset_seal(&chain->asset);
}

/* Checks the points, which are complete, and their distances. */
static carom_status check(const carom_chain *chain) {
  for (uint32_t i = 1; i <= chain->point_count; i++) {
    if (!vec3_is_finite(flat_lift(chain->points[i]))) return CAROM_NOT_FINITE;
    if (!flat_is_within(chain->points[i], CAROM_SIZE_MAX)) return CAROM_OUT_OF_RANGE;
  }
  for (uint32_t i = 1; i <= chain->link_count; i++)
    if (!flat_are_apart(chain->points[i], chain->points[i + 1])) return CAROM_REPEATED_POINT;
  return CAROM_OK;
}

static carom_status check_def(const carom_chain_def *def) {
  if (!def->points) return CAROM_NULL_ARGUMENT;
  if (def->count < (def->closed ? 3 : 2)) return CAROM_TOO_FEW_POINTS;
  if (def->count > CAROM_CHAIN_POINTS_MAX) return CAROM_LIMIT;
  return def->stride == 0 || def->stride >= sizeof(carom_vec2) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom_chain_create(const carom_allocator *allocator, const carom_chain_def *def,
                                carom_chain **out) {
  if (!def || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_def(def);
  if (status) return status;
  carom_chain *chain = allocate(allocator, (uint32_t)def->count, def->closed, def->one_sided);
  if (!chain) return CAROM_OUT_OF_MEMORY;
  size_t stride = def->stride ? def->stride : sizeof(carom_vec2);
  for (size_t i = 0; i < def->count; i++)
    memcpy(&chain->points[i + 1], (const char *)def->points + i * stride, sizeof *chain->points);
  complete(chain);
  status = check(chain);
  if (status)
    carom_chain_release(chain);
  else
    *out = chain;
  return status;
}

/* --- Counting and describing --- */

const carom_chain *carom_chain_retain(const carom_chain *chain) {
  if (chain) carom__asset_retain(&chain->asset);
  return chain;
}

void carom_chain_release(const carom_chain *chain) {
  if (chain) carom__asset_release(&chain->asset);
}

carom_status carom_chain_describe(const carom_chain *chain, carom_chain_view *out) {
  if (!chain || !out) return CAROM_NULL_ARGUMENT;
  *out = (carom_chain_view){&chain->points[1], chain->point_count, chain->link_count, chain->closed,
                            chain->one_sided};
  return CAROM_OK;
}

/* --- As bytes --- */

enum { CLOSED = 1, ONE_SIDED = 2 };

static void archive_points(carom__archive *archive, const carom_chain *chain) {
  for (uint32_t i = 1; i <= chain->point_count; i++) {
    carom__archive_f32(archive, &chain->points[i].x);
    carom__archive_f32(archive, &chain->points[i].y);
  }
}

static void write_chain(carom__archive *archive, const carom__asset *asset) {
  const carom_chain *chain = (const carom_chain *)asset;
  uint32_t flags = (chain->closed ? CLOSED : 0u) | (chain->one_sided ? ONE_SIDED : 0u);
  size_t count = chain->point_count;
  carom__archive_u32(archive, &flags);
  carom__archive_count(archive, &count, sizeof(carom_vec2));
  archive_points(archive, chain);
}

static carom__asset *read_chain(carom__archive *archive, const carom_allocator *allocator) {
  uint32_t flags = 0;
  size_t count = 0;
  carom__archive_u32(archive, &flags);
  carom__archive_count(archive, &count, sizeof(carom_vec2));
  archive_expect(archive, flags <= (CLOSED | ONE_SIDED));
  archive_expect(archive, count >= (flags & CLOSED ? 3 : 2) && count <= CAROM_CHAIN_POINTS_MAX);
  if (archive->status) return NULL;
  carom_chain *chain = allocate(allocator, (uint32_t)count, flags & CLOSED, flags & ONE_SIDED);
  if (!chain) {
    archive_fail(archive, CAROM_OUT_OF_MEMORY);
    return NULL;
  }
  archive_points(archive, chain);
  complete(chain);
  archive_expect(archive, check(chain) == CAROM_OK);
  if (!archive->status) return &chain->asset;
  carom_chain_release(chain);
  return NULL;
}

const carom__asset_class carom__chain_asset_class = {
    .kind = CAROM_CHAIN_LINK, .write = write_chain, .read = read_chain};
