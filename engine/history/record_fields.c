/* record_fields.c: what a recording holds of each call, and how the call is made again. */
#include "record_fields.h"

#include "carom/handover.h"
#include "objects.h"

static void flag_field(carom__archive *archive, bool *flag) {
  uint32_t word = *flag;
  carom__archive_u32(archive, &word);
  archive_expect(archive, word <= 1);
  *flag = word == 1;
}

/* --- The members of the argument --- */

static void nothing_fields(carom__snapshot *s, carom__argument *argument) {
  (void)s;
  (void)argument;
}

static void save_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive *archive = &s->archive;
  size_t size = 0, start = archive->at + 8;
  if (s->from) {
    size_t room = archive->size > start ? archive->size - start : 0;
    carom_status status =
        carom_world_save(s->from, s->users, room ? archive->out + start : NULL, room, &size);
    if (status != CAROM_TOO_SMALL) archive_fail(archive, status);
  }
  carom__archive_count(archive, &size, 1);
  argument->save = (carom__save_span){archive->in ? archive->in + archive->at : NULL, size};
  archive->at += size;
}

/* What is read is added to the assets that shapes refer to. */
static void asset_fields(carom__snapshot *s, carom__argument *argument) {
  if (s->into)
    archive_fail(&s->archive, carom__array_reserve(&s->into->outer, &s->assets, s->assets.count + 1));
  if (s->archive.status) return;
  carom__snapshot_asset(s, &argument->asset);
  if (s->into && argument->asset) carom__array_push(&s->assets, argument->asset);
}

static void hash_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive_u64(&s->archive, &argument->hash);
}
static void dt_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive_f32(&s->archive, &argument->dt);
}
static void margin_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive_f32(&s->archive, &argument->margin);
}
/* A span of bytes that is written in place, or lies in what is read. */
static unsigned char *room_for(carom__snapshot *s, size_t *capacity) {
  const size_t start = s->archive.at + 8;
  *capacity = s->archive.size > start && s->archive.out ? s->archive.size - start : 0;
  return *capacity ? s->archive.out + start : NULL;
}

static const void *span_fields(carom__snapshot *s, carom_status status, size_t *size) {
  if (s->from && status != CAROM_TOO_SMALL) archive_fail(&s->archive, status);
  carom__archive_count(&s->archive, size, 1);
  const void *bytes = s->archive.in ? s->archive.in + s->archive.at : NULL;
  s->archive.at += *size;
  return bytes;
}

static void adopted_fields(carom__snapshot *s, carom__argument *argument) {
  carom__adopted *adopted = &argument->adopted;
  carom_status status = CAROM_OK;
  size_t capacity, size = 0;
  carom__archive_u64(&s->archive, &adopted->second.bits);
  if (s->from) {
    const carom_collider_pair pair = {adopted->first, adopted->second};
    void *room = room_for(s, &capacity);
    status = carom_contact_write(s->from, pair, &(carom_handover){.users = s->users}, room, capacity, &size);
  }
  const void *bytes = span_fields(s, status, &size);
  *adopted = (carom__adopted){adopted->first, adopted->second, bytes, size, s->users};
}

static void read_fields(carom__snapshot *s, carom__argument *argument) {
  carom__read_bytes *read = &argument->read;
  carom_status status = CAROM_OK;
  size_t capacity, size = 0;
  if (s->from) {
    void *room = room_for(s, &capacity);
    status =
        carom_body_write(s->from, read->body, &(carom_handover){.users = s->users}, room, capacity, &size);
  }
  const void *bytes = span_fields(s, status, &size);
  *read = (carom__read_bytes){read->body, bytes, size, s->users};
}

static void order_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive_u64(&s->archive, &argument->order);
}
static void on_fields(carom__snapshot *s, carom__argument *argument) {
  flag_field(&s->archive, &argument->on);
}
static void user_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_user(s, &argument->user);
}

static void body_fields(carom__snapshot *s, carom__argument *argument) {
  carom_body_def *def = &argument->body;
  uint32_t kind = (uint32_t)def->kind;
  carom__archive_u32(&s->archive, &kind);
  archive_expect(&s->archive, kind < CAROM_BODY_KIND_COUNT);
  def->kind = (carom_body_kind)kind;
  carom__snapshot_pose(s, &def->pose);
  carom__archive_vec3(&s->archive, &def->linear_velocity);
  carom__archive_vec3(&s->archive, &def->angular_velocity);
  flag_field(&s->archive, &def->disabled);
  carom__snapshot_user(s, &def->user);
}

static void pose_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_pose(s, &argument->pose);
}

static void velocity_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_velocity(s, &argument->velocity);
}

static void collider_fields(carom__snapshot *s, carom__argument *argument) {
  carom_collider_def *def = &argument->collider;
  carom__snapshot_shape(s, &def->shape);
  carom__snapshot_local_pose(s, &def->pose);
  carom__snapshot_filter(s, &def->filter);
  flag_field(&s->archive, &def->sensor);
  flag_field(&s->archive, &def->sees_sensors);
  flag_field(&s->archive, &def->sees_static);
  carom__snapshot_user(s, &def->user);
}

static void shape_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_shape(s, &argument->shape);
}
static void local_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_local_pose(s, &argument->local);
}
static void filter_fields(carom__snapshot *s, carom__argument *argument) {
  carom__snapshot_filter(s, &argument->filter);
}

static void value_fields(carom__snapshot *s, carom__argument *argument) {
  carom__archive_u64(&s->archive, &argument->value.second.bits);
  carom__archive_u64(&s->archive, &argument->value.value);
}

/* --- Calls --- */

/* The status of a call that gives an id. */
static carom_status created(const carom_world *world, uint64_t bits) {
  return bits ? CAROM_OK : carom_world_get_last_status(world);
}

static carom_status touch_all(carom_world *world) {
  carom__bodies_touch(world);
  return CAROM_OK;
}

static carom_status play_read(carom_world *world, carom_body body, const carom__read_bytes *read) {
  carom_body made = {0};
  carom_status status =
      carom_body_read(world, &(carom_handover){.users = read->users}, read->bytes, read->size, &made);
  return status || made.bits == body.bits ? status : CAROM_STALE_ID;
}

static carom_status play_adopt(carom_world *world, carom_collider first, const carom__adopted *adopted) {
  const carom_contact_bytes contact = {{first, adopted->second}, adopted->bytes, adopted->size};
  return carom_contacts_adopt(world, &(carom_handover){.users = adopted->users}, &contact, 1);
}

static carom_status play_forget(carom_world *world, carom_collider first, carom_collider second) {
  return carom_contacts_forget(world, &(carom_collider_pair){first, second}, 1);
}

/* A collider has its order from its creation on. */
static carom_status play_order(carom_world *world, carom_collider collider, uint64_t order) {
  uint32_t slot = carom__collider_find(world, collider);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_status status = carom__order_reserve(world, order);
  if (!status) carom__collider_keep_order(world, slot, order);
  return status;
}

carom_status carom__record_play(carom_world *world, carom__op op, uint64_t word, const carom__argument *a) {
  const carom_body body = {word};
  const carom_collider collider = {word};
  switch (op) {
#define CAROM__RECORD(op, member)
#define CAROM__CALL(op, member, call)                                                                        \
  case CAROM__OP_##op:                                                                                       \
    return call;
#include "recorded.def"
#undef CAROM__RECORD
#undef CAROM__CALL
  default:
    return CAROM_OK;
  }
}

/* --- The list --- */

typedef struct record_class {
  size_t size; /* of the member of the argument */
  void (*fields)(carom__snapshot *s, carom__argument *argument);
} record_class;

#define CAROM__RECORD(op, member) {sizeof((carom__argument *)0)->member, member##_fields},
#define CAROM__CALL(op, member, call) CAROM__RECORD(op, member)
static const record_class classes[] = {
#include "recorded.def"
};

size_t carom__record_size(carom__op op) { return classes[op].size; }

void carom__record_fields(carom__snapshot *s, carom__op op, carom__argument *argument) {
  classes[op].fields(s, argument);
}

void carom__record_header(carom__archive *archive) {
  const uint64_t magic = UINT64_C(0x6365726D6F726163), version = 2;
  uint64_t found_magic = magic, found_version = version;
  carom__archive_u64(archive, &found_magic);
  carom__archive_u64(archive, &found_version);
  archive_expect(archive, found_magic == magic && found_version == version);
}
