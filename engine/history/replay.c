/* replay.c: doing again what was recorded.
 *
 * One record is always read ahead. The replay's own handler and filter look whether it is theirs: an event
 * that was answered with calls, or a pair that was refused. When what a record waits for never comes, it is
 * left over where the end of the step should be, and the replay differs. */
#include "history.h"
#include "record_fields.h"
#include "snapshot_fields.h"

struct carom_replay {
  carom__snapshot s; /* the section that is read, the world, the assets */
  carom_world_def def;
  carom_user_map users;
  const unsigned char *bytes;
  size_t size, at; /* where the next section is */
  carom__op op;    /* of the next record */
  uint64_t word;   /* of the same */
  uint64_t steps;
  uint64_t delivered; /* events before the step */
  bool differs;
};

/* Where a replay was. The world has a filter of nobody's and is never stepped. */
struct carom_replay_mark {
  carom_allocator allocator;
  carom_world *world;
  carom__archive archive;
  CAROM__ARRAY(const carom__asset *) assets; /* with a count each */
  const unsigned char *bytes;                /* of the recording */
  size_t size, at;
  carom__op op;
  uint64_t word, steps;
  bool differs;
};

/* --- Reading --- */

static void open_section(carom_replay *r) {
  carom__archive header = {.in = r->bytes + r->at, .size = r->size - r->at};
  uint64_t size = 0, checksum = 0;
  carom__archive_u64(&header, &size);
  carom__archive_u64(&header, &checksum);
  archive_expect(&header, size <= header.size - header.at);
  if (!header.status)
    archive_expect(&header, checksum == carom__checksum(header.in + header.at, (size_t)size));
  r->s.archive = (carom__archive){.in = header.in + header.at, .size = (size_t)size, .status = header.status};
  r->at += header.at + (size_t)size;
}

/* Reads the next record but for its argument. */
static void advance(carom_replay *r) {
  carom__archive *archive = &r->s.archive;
  uint32_t op = CAROM__OP_NONE;
  r->op = CAROM__OP_NONE;
  while (!archive->status && archive->at == archive->size && r->at < r->size) open_section(r);
  if (archive->status || archive->at == archive->size) return;
  carom__archive_u32(archive, &op);
  carom__archive_u64(archive, &r->word);
  archive_expect(archive, op > CAROM__OP_NONE && op < CAROM__OP_COUNT);
  if (!archive->status) r->op = (carom__op)op;
}

/* Reads the argument of the record, and the next record. */
static carom__argument take(carom_replay *r) {
  carom__argument argument = {.hash = 0};
  carom__record_fields(&r->s, r->op, &argument);
  advance(r);
  return argument;
}

static bool goes_on(const carom_replay *r) { return !r->s.archive.status && !r->differs; }

/* --- What the game did --- */

/* A call that was good when it was recorded is refused where the world has become another. */
static void play_call(carom_replay *r) {
  carom__op op = r->op;
  uint64_t word = r->word;
  carom__argument argument = take(r);
  if (r->s.archive.status) return;
  carom_status status = carom__record_play(r->s.into, op, word, &argument);
  if (status == CAROM_OUT_OF_MEMORY)
    archive_fail(&r->s.archive, status);
  else
    r->differs |= status != CAROM_OK;
}

static void on_event(void *user, carom_world *world, const carom_event *event) {
  carom_replay *r = user;
  (void)event;
  if (r->op != CAROM__OP_EVENT || r->word != carom__events_delivered(world) - r->delivered) return;
  advance(r);
  while (goes_on(r) && carom__op_is_call(r->op)) play_call(r);
}

/* Is the record the refusal of this pair? */
static bool was_refused(carom_replay *r, carom__op op, const carom_contact_side *a,
                        const carom_contact_side *b) {
  uint64_t key = sides_key(carom__id_index(a->collider.bits), carom__id_index(b->collider.bits));
  if (r->op != op || r->word != key) return false;
  advance(r);
  return true;
}

static bool on_filter(void *user, const carom_world *world, const carom_contact_side *a,
                      const carom_contact_side *b) {
  (void)world;
  return !was_refused(user, CAROM__OP_FILTERED, a, b);
}

static bool on_keep(void *user, const carom_world *world, const carom_event *event) {
  (void)world;
  return !was_refused(user, CAROM__OP_DROPPED, &event->contact->a, &event->contact->b);
}

/* --- Worlds and steps --- */

/* Those who are asked now are no others than those who were asked: what rested goes on resting. Who comes
 * from here on is in the recording. */
static carom_status listen(carom_replay *r, carom_world *world) {
  const carom_handler_def def = {.callback = on_event,
                                 .keep = on_keep,
                                 .user = r,
                                 .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END |
                                           CAROM_EVENT_NEAR | CAROM_EVENT_FAR};
  if (!carom_handler_add(world, &def).bits) return carom_world_get_last_status(world);
  world->loaded = false;
  return CAROM_OK;
}

static void load_world(carom_replay *r) {
  carom__argument argument = take(r);
  carom_world *world = NULL;
  if (r->s.archive.status) return;
  carom_status status = carom_world_load(&r->def, &r->users, argument.save.bytes, argument.save.size, &world);
  if (!status) status = listen(r, world);
  archive_fail(&r->s.archive, status);
  if (status) {
    if (world) carom__world_free(world);
    return;
  }
  if (r->s.into) carom__world_free(r->s.into);
  r->s.into = world;
}

/* A step or clear, and whether it came out alike. */
static void play_step(carom_replay *r) {
  r->delivered = carom__events_delivered(r->s.into);
  play_call(r);
  if (!goes_on(r)) return;
  uint64_t hash = r->word;
  r->differs = r->op != CAROM__OP_DONE;
  if (r->differs) return;
  carom__argument argument = take(r);
  r->differs = hash != carom_world_hash(r->s.into) || argument.hash != carom__events_hash(r->s.into);
  r->steps += goes_on(r);
}

carom_status carom_replay_step(carom_replay *replay, carom_replay_outcome *out) {
  if (!replay || !out) return CAROM_NULL_ARGUMENT;
  bool stepped = false;
  while (!stepped && goes_on(replay) && replay->op) {
    stepped = replay->op == CAROM__OP_STEP || replay->op == CAROM__OP_CLEAR;
    if (stepped)
      play_step(replay);
    else if (carom__op_is_call(replay->op))
      play_call(replay);
    else if (replay->op == CAROM__OP_WORLD)
      load_world(replay);
    else
      archive_expect(&replay->s.archive, false);
  }
  if (replay->s.archive.status) return replay->s.archive.status;
  *out = replay->differs ? CAROM_REPLAY_DIFFERS : stepped ? CAROM_REPLAY_SAME : CAROM_REPLAY_OVER;
  return CAROM_OK;
}

/* --- Opening and closing --- */

static carom_status start(carom_replay *r) {
  carom__archive header = {.in = r->bytes, .size = r->size};
  carom__record_header(&header);
  if (header.status) return header.status;
  r->at = header.at;
  advance(r);
  archive_expect(&r->s.archive, r->op == CAROM__OP_WORLD);
  if (!r->s.archive.status) load_world(r);
  return r->s.archive.status;
}

carom_status carom_replay_open(const carom_world_def *def, const carom_user_map *users, const void *bytes,
                               size_t size, carom_replay **out) {
  if (!bytes || !out) return CAROM_NULL_ARGUMENT;
  const carom_world_def zero = {0};
  if (!def) def = &zero;
  carom_replay *r = carom__alloc(&def->allocator, sizeof *r);
  if (!r) return CAROM_OUT_OF_MEMORY;
  *r = (carom_replay){.def = *def, .bytes = bytes, .size = size};
  if (users) r->users = *users;
  r->s.users = &r->users;
  r->s.archive.in = bytes;
  r->def.filter = on_filter;
  r->def.filter_user = r;
  carom_status status = start(r);
  if (status)
    carom_replay_close(r);
  else
    *out = r;
  return status;
}

uint64_t carom_replay_get_steps(const carom_replay *replay) { return replay ? replay->steps : 0; }

const carom_world *carom_replay_get_world(const carom_replay *replay) {
  return replay ? replay->s.into : NULL;
}

void carom_replay_close(carom_replay *replay) {
  if (!replay) return;
  const carom_allocator allocator = replay->def.allocator;
  carom__snapshot_release_assets(&replay->s, &allocator);
  if (replay->s.into) carom__world_free(replay->s.into);
  carom__free(&allocator, replay, sizeof *replay);
}

/* --- Marks --- */

/* Copies a list of assets, with a count each, into one that is empty. */
static carom_status copy_assets(const carom_allocator *allocator, const carom__asset *const *from,
                                size_t count, carom_replay_mark *to) {
  carom_status status = carom__array_reserve(allocator, &to->assets, count);
  for (size_t i = 0; i < count && !status; i++) {
    carom__asset_retain(from[i]);
    carom__array_push(&to->assets, from[i]);
  }
  return status;
}

carom_status carom_replay_mark_create(const carom_replay *replay, carom_replay_mark **out) {
  if (!replay || !out) return CAROM_NULL_ARGUMENT;
  const carom_replay *r = replay;
  if (r->s.archive.status) return r->s.archive.status;
  carom_replay_mark *mark = carom__alloc(&r->def.allocator, sizeof *mark);
  if (!mark) return CAROM_OUT_OF_MEMORY;
  *mark = (carom_replay_mark){.allocator = r->def.allocator,
                              .archive = r->s.archive,
                              .bytes = r->bytes,
                              .size = r->size,
                              .at = r->at,
                              .op = r->op,
                              .word = r->word,
                              .steps = r->steps,
                              .differs = r->differs};
  carom_world_def def = r->def;
  def.filter = NULL, def.filter_user = NULL;
  carom_status status = copy_assets(&mark->allocator, r->s.assets.data, r->s.assets.count, mark);
  if (!status) status = carom_world_clone(r->s.into, &def, NULL, 0, &mark->world);
  if (status)
    carom_replay_mark_destroy(mark);
  else
    *out = mark;
  return status;
}

/* The assets that come are kept before those that go are let go, as most are the same. */
static carom_status take_assets(carom_replay *r, const carom_replay_mark *mark) {
  carom_status status = carom__array_reserve(&r->def.allocator, &r->s.assets, mark->assets.count);
  if (status) return status;
  for (size_t i = 0; i < mark->assets.count; i++) carom__asset_retain(mark->assets.data[i]);
  for (size_t i = 0; i < r->s.assets.count; i++) carom__asset_release(r->s.assets.data[i]);
  r->s.assets.count = 0;
  for (size_t i = 0; i < mark->assets.count; i++) carom__array_push(&r->s.assets, mark->assets.data[i]);
  return CAROM_OK;
}

carom_status carom_replay_go(carom_replay *replay, const carom_replay_mark *mark) {
  if (!replay || !mark) return CAROM_NULL_ARGUMENT;
  if (replay->bytes != mark->bytes || replay->size != mark->size) return CAROM_BAD_SNAPSHOT;
  carom_world *world = NULL;
  carom_status status = carom_world_clone(mark->world, &replay->def, NULL, 0, &world);
  if (!status) status = listen(replay, world);
  if (!status) status = take_assets(replay, mark);
  if (status) {
    if (world) carom__world_free(world);
    return status;
  }
  carom__world_free(replay->s.into);
  replay->s.into = world;
  replay->s.archive = mark->archive;
  replay->at = mark->at, replay->op = mark->op, replay->word = mark->word;
  replay->steps = mark->steps, replay->differs = mark->differs;
  return CAROM_OK;
}

uint64_t carom_replay_mark_get_steps(const carom_replay_mark *mark) { return mark ? mark->steps : 0; }

size_t carom_replay_mark_get_size(const carom_replay_mark *mark) {
  carom_counts counts = {.memory = 0};
  if (!mark) return 0;
  carom_world_get_counts(mark->world, &counts);
  return counts.memory + sizeof *mark + mark->assets.capacity * sizeof *mark->assets.data;
}

void carom_replay_mark_destroy(carom_replay_mark *mark) {
  if (!mark) return;
  const carom_allocator allocator = mark->allocator;
  for (size_t i = 0; i < mark->assets.count; i++) carom__asset_release(mark->assets.data[i]);
  carom__array_free(&allocator, &mark->assets);
  if (mark->world) carom__world_free(mark->world);
  carom__free(&allocator, mark, sizeof *mark);
}
