/* body_bytes.c: bodies with their colliders as bytes, and bodies of bytes. */
#include "carom/handover.h"

#include <string.h>

#include "bodies.h"
#include "candidates.h"
#include "history.h"
#include "recorder.h"
#include "shape_class.h"
#include "snapshot_fields.h"

/* "cbd" and the version of the format. */
#define BODY_MAGIC 0x01646263u

/* What the bytes tell of a body besides: its family, that it does not rest, and that it has gone a way. */
enum { PLANAR = 1, TOUCHED = 2, MOVED = 4, ALL_MARKS = 7 };

/* A body on its way to bytes or back. */
typedef struct parcel {
  carom__snapshot s;
  const carom_handover *handover;
  uint32_t marks;
  carom__body_row row;
  carom__body_way way; /* of a body that has gone one */
  float dt;
  carom__slots_view slots;        /* writing: the colliders */
  carom__collider_row *colliders; /* reading */
  size_t count;
} parcel;

/* --- Assets --- */

static bool reader_has(const parcel *p, uint64_t hash) {
  return p->handover && p->handover->has && p->handover->has(p->handover->context, hash);
}

/* The asset of a hash that whoever reads knows, with a count; NULL: it is not known. */
static const carom__asset *find_asset(const parcel *p, uint64_t hash) {
  carom_shape shape;
  if (!p->handover || !p->handover->find || !p->handover->find(p->handover->context, hash, &shape))
    return NULL;
  const carom__asset *asset = carom_shape_check(&shape) == CAROM_OK ? shape_asset(&shape) : NULL;
  if (!asset || asset->hash != hash) return NULL;
  carom__asset_retain(asset);
  return asset;
}

static const carom__asset *parcel_asset(parcel *p, const carom__asset *asset) {
  carom__archive *archive = &p->s.archive;
  uint64_t hash = asset ? asset->hash : 0;
  uint32_t is_there = asset && !reader_has(p, hash);
  carom__archive_u64(archive, &hash);
  carom__archive_u32(archive, &is_there);
  archive_expect(archive, is_there <= 1);
  if (archive->status) return NULL;
  if (is_there)
    carom__snapshot_asset(&p->s, &asset);
  else if (p->s.into)
    asset = find_asset(p, hash);
  archive_expect(archive, asset && asset->hash == hash);
  return asset;
}

static void parcel_assets(parcel *p) {
  carom__snapshot *s = &p->s;
  uint32_t slot;
  for (size_t at = 0; s->from && slots_next(&p->slots, &at, &slot) && !s->archive.status;) {
    carom_shape room;
    const carom__asset *asset = shape_asset(carom__collider_shape(s->from, slot, &room));
    if (asset) carom__snapshot_number(s, asset);
  }
  size_t count = s->assets.count;
  carom__archive_count(&s->archive, &count, 12);
  if (s->into) archive_fail(&s->archive, carom__array_reserve(&s->into->outer, &s->assets, count));
  for (size_t i = 0; i < count && !s->archive.status; i++) {
    const carom__asset *asset = parcel_asset(p, s->from ? s->assets.data[i] : NULL);
    if (s->into && asset) carom__array_push(&s->assets, asset);
  }
}

/* --- Fields --- */

static void parcel_row(parcel *p) {
  carom__archive *archive = &p->s.archive;
  const uint32_t changed = CAROM__BODY_POSE_SET;
  carom__snapshot_body(&p->s, &p->row);
  archive_expect(archive, !(p->row.flags & CAROM__BODY_DYING) && !(p->row.begins | p->row.ends));
  archive_expect(archive, p->marks & TOUCHED || !(p->row.flags & changed));
  if (!(p->marks & MOVED)) return;
  carom__archive_f32(archive, &p->dt);
  carom__snapshot_pose(&p->s, &p->way.before);
  archive_expect(archive, p->dt > 0 && p->dt <= 1e3f && p->s.into &&
                              carom__pose_is_possible(p->s.into, &p->way.before) &&
                              !(p->row.flags & CAROM__BODY_STATIC));
}

static void parcel_collider(parcel *p, carom__collider_row *row) {
  const uint32_t changed = CAROM__COLLIDER_RESHAPED;
  carom__snapshot_collider(&p->s, row);
  archive_expect(&p->s.archive, !(row->flags & CAROM__COLLIDER_DYING));
  archive_expect(&p->s.archive, p->marks & TOUCHED || !(row->flags & changed));
}

/* A collider takes at least so many bytes. */
enum { COLLIDER_LEAST = 80 };

static void save_colliders(parcel *p) {
  uint32_t slot;
  carom__archive_count(&p->s.archive, &p->count, COLLIDER_LEAST);
  for (size_t at = 0; slots_next(&p->slots, &at, &slot) && !p->s.archive.status;) {
    carom__collider_row row = carom__collider_get(p->s.from, slot);
    parcel_collider(p, &row);
  }
}

static void load_colliders(parcel *p) {
  carom__archive_count(&p->s.archive, &p->count, COLLIDER_LEAST);
  p->colliders = carom__arena_alloc(&p->s.into->arena, p->count, sizeof *p->colliders);
  if (!p->colliders) archive_fail(&p->s.archive, CAROM_OUT_OF_MEMORY);
  for (size_t i = 0; i < p->count && !p->s.archive.status; i++) {
    p->colliders[i] = (carom__collider_row){.user = NULL};
    parcel_collider(p, &p->colliders[i]);
  }
}

static void parcel_fields(parcel *p) {
  carom__archive *archive = &p->s.archive;
  uint32_t magic = BODY_MAGIC;
  carom__archive_u32(archive, &magic);
  carom__archive_u32(archive, &p->marks);
  archive_expect(archive, magic == BODY_MAGIC && p->marks <= ALL_MARKS);
  archive_expect(archive, p->s.into && !(p->marks & PLANAR) == !p->s.into->def.planar);
  parcel_assets(p);
  if (archive->status) return;
  parcel_row(p);
  p->s.handed_static = p->row.flags & CAROM__BODY_STATIC;
  if (p->s.from)
    save_colliders(p);
  else if (!archive->status)
    load_colliders(p);
  archive_expect(archive, p->s.assets_used == p->s.assets.count && archive->at == archive->size);
}

/* Each collider has a margin and an order in the bytes. */
static parcel parcel_of(const carom_handover *handover) {
  return (parcel){
      .s = {.users = handover ? handover->users : NULL, .margined = true, .ordered = true, .handed = true},
      .handover = handover};
}

/* --- Writing --- */

static void find_way(parcel *p, const carom_world *world, uint32_t slot) {
  const carom__body_way *way = carom__body_way_find(world, slot);
  if (!way) return;
  p->marks |= MOVED;
  p->way = *way;
  p->dt = world->halfway.dt;
}

carom_status carom_body_write(const carom_world *world, carom_body body, const carom_handover *handover,
                              void *buffer, size_t capacity, size_t *size) {
  if (!world || !size || (capacity && !buffer)) return CAROM_NULL_ARGUMENT;
  if (world->locked) return CAROM_BUSY;
  uint32_t slot = carom__body_find(world, body);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  parcel p = parcel_of(handover);
  p.s.archive = (carom__archive){.out = buffer, .size = capacity};
  p.s.from = world;
  p.marks = (world->def.planar ? PLANAR : 0u) | (bits_test(&world->bodies.touched, slot) ? TOUCHED : 0u);
  p.row = carom__body_get(world, slot);
  p.row.begins = p.row.ends = 0;
  p.slots = carom__body_colliders(world, slot);
  p.count = carom__body_collider_count(world, slot);
  if (world->halfway.on) find_way(&p, world, slot);
  carom__map_init(&p.s.numbers, &world->allocator);
  parcel_fields(&p);
  carom__map_free(&p.s.numbers);
  carom__array_free(&world->allocator, &p.s.assets);
  if (p.s.archive.status) return p.s.archive.status;
  *size = p.s.archive.at;
  return p.s.archive.at > capacity ? CAROM_TOO_SMALL : CAROM_OK;
}

/* --- Reading --- */

/* Does the way of a body belong to the move of this world? */
static bool goes_on(const parcel *p) {
  const carom__halfway *halfway = &p->s.into->halfway;
  return p->marks & MOVED && halfway->on && halfway->dt == p->dt;
}

static carom_status make(parcel *p, carom_body *out) {
  carom_world *world = p->s.into;
  carom__halfway *halfway = &world->halfway;
  carom_status status = goes_on(p)
                            ? carom__array_reserve(&world->allocator, &halfway->ways, halfway->ways.count + 1)
                            : CAROM_OK;
  if (!status) status = carom__body_make(world, &p->row, p->colliders, p->count, out);
  if (status) return status;
  const uint32_t slot = carom__id_index(out->bits);
  if (!(p->marks & TOUCHED)) carom__body_settle(world, slot);
  if (!goes_on(p)) return CAROM_OK;
  p->way = (carom__body_way){*out, p->way.before, p->row.pose, p->row.velocity};
  carom__body_way_insert(world, &p->way);
  return CAROM_OK;
}

carom_status carom_body_read(carom_world *world, const carom_handover *handover, const void *bytes,
                             size_t size, carom_body *out) {
  if (!world || !bytes || !out)
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bytes or out");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  parcel p = parcel_of(handover);
  carom_body body = {0};
  p.s.archive = (carom__archive){.in = bytes, .size = size};
  p.s.into = world;
  parcel_fields(&p);
  carom_status status = p.s.archive.status;
  if (!status) status = make(&p, &body);
  carom__snapshot_release_assets(&p.s, &world->outer);
  carom__arena_reset(&world->arena);
  if (status) return carom__refuse(world, status, __func__, "no body was created");
  *out = body;
  carom__record_call(world, CAROM__OP_BODY_READ, body.bits, &(carom__read_bytes){.body = body});
  return CAROM_OK;
}
