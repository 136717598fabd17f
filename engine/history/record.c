/* record.c: recording: from calls to sections of bytes.
 *
 * Recording is one of the ways of this room to keep or repeat the past of a world; the others are saves
 * (snapshot.c), rollback (rollback.c), replays (replay.c), clones and hashes. The room is the topmost: it
 * reads and fills the state of a world, and a replay makes the calls of bodies, contacts and world again. No
 * room uses it: worlds call the recorder through a class of functions (recorder.h). */
#include "history.h"

#include <string.h>

#include "objects.h"
#include "record_fields.h"
#include "shape_class.h"
#include "snapshot_fields.h"

/* A section that is as long ends with the next call that comes between two steps. */
#define SECTION_SIZE 65536

struct carom__recorder {
  carom__snapshot s; /* what is written; its assets with a count each, so that none is freed and another is
                        made at its address */
  carom_user_map users;
  carom_write_fn write;
  void *user;
  CAROM__ARRAY(unsigned char) section; /* with its header */
  carom_status status;
  uint64_t delivered; /* events before the step */
  uint64_t event;     /* of the step, in which the last call came */
};

/* --- Bytes --- */

static bool write_header(const carom__recorder *r) {
  unsigned char bytes[CAROM__RECORD_HEADER];
  carom__archive archive = {.out = bytes, .size = sizeof bytes};
  carom__record_header(&archive);
  return r->write(r->user, bytes, sizeof bytes);
}

static void flush(carom__recorder *r) {
  if (r->status || r->section.count <= CAROM__SECTION_HEADER) return;
  uint64_t size = r->section.count - CAROM__SECTION_HEADER;
  uint64_t checksum = carom__checksum(r->section.data + CAROM__SECTION_HEADER, (size_t)size);
  carom__archive archive = {.out = r->section.data, .size = CAROM__SECTION_HEADER};
  carom__archive_u64(&archive, &size);
  carom__archive_u64(&archive, &checksum);
  if (!r->write(r->user, r->section.data, r->section.count)) r->status = CAROM_NOT_WRITTEN;
  r->section.count = CAROM__SECTION_HEADER;
}

/* Writes a record as far as there is room; returns where it would end. */
static size_t write_record(carom__recorder *r, carom__op op, uint64_t word, carom__argument *argument) {
  uint32_t number = op;
  r->s.archive =
      (carom__archive){.out = r->section.data, .size = r->section.capacity, .at = r->section.count};
  carom__archive_u32(&r->s.archive, &number);
  carom__archive_u64(&r->s.archive, &word);
  carom__record_fields(&r->s, op, argument);
  return r->s.archive.at;
}

static void append(carom__recorder *r, carom__op op, uint64_t word, carom__argument *argument) {
  if (r->status) return;
  size_t end;
  while ((end = write_record(r, op, word, argument)) > r->section.capacity && !r->s.archive.status) {
    r->status = carom__array_reserve(&r->s.from->allocator, &r->section, end);
    if (r->status) return;
  }
  r->status = r->s.archive.status;
  if (!r->status) r->section.count = end;
}

/* --- Calls --- */

static void append_event(carom__recorder *r) {
  uint64_t event = carom__events_delivered(r->s.from) - r->delivered;
  if (event == r->event) return;
  r->event = event;
  append(r, CAROM__OP_EVENT, event, NULL);
}

/* The asset of a shape goes before the first call that needs it. */
static void append_asset(carom__recorder *r, const carom_shape *shape) {
  const carom__asset *asset = shape_asset(shape);
  if (r->status || !asset) return;
  if (carom__snapshot_number(&r->s, asset)) {
    carom__argument argument = {.asset = asset};
    carom__asset_retain(asset);
    append(r, CAROM__OP_ASSET, 0, &argument);
  } else {
    r->status = r->s.archive.status;
  }
}

static void record_call(carom_world *world, carom__op op, uint64_t id, const void *given) {
  carom__recorder *r = world->recorder;
  carom__argument argument = {.hash = 0};
  if (given) memcpy(&argument, given, carom__record_size(op));
  if (world->stepping) append_event(r);
  if (op == CAROM__OP_COLLIDER_CREATE) append_asset(r, &argument.collider.shape);
  if (op == CAROM__OP_COLLIDER_SHAPE) append_asset(r, &argument.shape);
  append(r, op, id, &argument);
  if (!world->stepping && r->section.count >= SECTION_SIZE) flush(r);
}

static void record_begin(carom_world *world, carom__op op, const void *argument) {
  carom__recorder *r = world->recorder;
  flush(r);
  r->delivered = carom__events_delivered(world);
  r->event = 0;
  record_call(world, op, 0, argument);
}

static void record_end(carom_world *world, carom_status status) {
  carom__recorder *r = world->recorder;
  if (status) {
    r->section.count = CAROM__SECTION_HEADER;
  } else {
    carom__argument argument = {.hash = carom__events_hash(world)};
    append(r, CAROM__OP_DONE, carom_world_hash(world), &argument);
    flush(r);
  }
}

static void record_refusal(const carom_world *world, carom__op op, uint64_t key) {
  append(world->recorder, op, key, NULL);
}

static void append_world(carom__recorder *r) {
  append(r, CAROM__OP_WORLD, 0, &(carom__argument){.hash = 0});
  flush(r);
}

void carom__record_world(carom_world *world) {
  if (world->recorder) append_world(world->recorder);
}

/* --- Starting and stopping --- */

static void destroy(carom__recorder *r) {
  const carom_allocator *allocator = &r->s.from->allocator;
  carom__snapshot_release_assets(&r->s, allocator);
  carom__map_free(&r->s.numbers);
  carom__array_free(allocator, &r->section);
  carom__free(allocator, r, sizeof *r);
}

/* Writes what a recording begins with. */
static carom_status create(carom_world *world, const carom_user_map *users, carom_write_fn write, void *user,
                           carom__recorder **out) {
  carom__recorder *r = carom__alloc(&world->allocator, sizeof *r);
  if (!r) return CAROM_OUT_OF_MEMORY;
  *r = (carom__recorder){.s.from = world, .write = write, .user = user};
  if (users) r->users = *users;
  r->s.users = &r->users;
  carom__map_init(&r->s.numbers, &world->allocator);
  r->section.count = CAROM__SECTION_HEADER;
  if (!write_header(r)) r->status = CAROM_NOT_WRITTEN;
  append_world(r);
  carom_status status = r->status;
  if (status)
    destroy(r);
  else
    *out = r;
  return status;
}

static carom_status record_stop(carom_world *world) {
  carom__recorder *r = world->recorder;
  flush(r);
  carom_status status = r->status;
  destroy(r);
  world->recorder = NULL;
  return status;
}

static const carom__recorder_class recorder_class = {record_call, record_begin, record_end, record_refusal,
                                                     record_stop};

/* What has run until now goes on when no other one can begin; what it has not written yet comes first, as
 * both may write to the same place. */
carom_status carom_world_record_start(carom_world *world, const carom_user_map *users, carom_write_fn write,
                                      void *user) {
  if (!world || !write) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or write");
  if (carom__world_is_halfway(world))
    return carom__refuse(world, CAROM_BUSY, __func__,
                         "called from inside a handler, or before the step by 0");
  carom__recorder *r = NULL;
  if (world->recorder) flush(world->recorder);
  carom_status status = create(world, users, write, user, &r);
  if (status) return carom__refuse(world, status, __func__, "no recording was begun");
  if (world->recorder) destroy(world->recorder);
  world->recorder_class = &recorder_class;
  world->recorder = r;
  return CAROM_OK;
}

carom_status carom_world_record_stop(carom_world *world) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  return carom__record_stop(world);
}

carom_status carom_world_get_record_status(const carom_world *world) {
  if (!world) return CAROM_NULL_ARGUMENT;
  return world->recorder ? world->recorder->status : CAROM_OK;
}
