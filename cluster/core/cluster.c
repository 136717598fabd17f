/* cluster.c: the life of a part, what it has, and the step. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- Things --- */

bool carom__room_for(void *list, size_t *room, size_t count, size_t size) {
  void *old;
  memcpy(&old, list, sizeof old);
  if (count <= *room) return true;
  void *data = realloc(old, (2 * count + 16) * size);
  if (!data) return false;
  memcpy(list, &data, sizeof data);
  *room = 2 * count + 16;
  return true;
}

thing *carom__thing_find(const carom_cluster *c, uint64_t id) {
  thing *t;
  HASH_FIND(hh, c->things, &id, sizeof id, t);
  return t;
}

thing *carom__thing_add(carom_cluster *c, uint64_t id, uint32_t owner) {
  thing *t = aligned_alloc(CAROM__LINE, (sizeof *t + CAROM__LINE - 1) / CAROM__LINE * CAROM__LINE);
  if (!t) return NULL;
  memset(t, 0, sizeof *t);
  t->id = id;
  t->owner = t->next_owner = owner;
  t->since = carom__now(c);
  HASH_ADD(hh, c->things, id, sizeof t->id, t);
  if (t->hh.tbl) return t;
  free(t);
  return NULL;
}

void carom__thing_free(carom_cluster *c, thing *t) {
  HASH_DELETE(hh, c->things, t);
  free(t->holders);
  free(t);
}

/* Beside two more flags of a change. */
enum { FLAG_LARGE = 4, FLAG_FADING = 8 };

unsigned char carom__thing_flags(const thing *t) {
  return (unsigned char)((t->large ? FLAG_LARGE : 0) | (t->fading ? FLAG_FADING : 0));
}

bool carom__thing_mark(carom_cluster *c, thing *t, unsigned char flags) {
  t->large = flags & FLAG_LARGE;
  t->fading = flags & FLAG_FADING;
  if (!t->fading) return true;
  if (!carom__room_for(&c->fading, &c->fading_room, c->fading_count + 1, sizeof *c->fading)) return false;
  c->fading[c->fading_count++] = t->id;
  return true;
}

bool carom__own_add(carom_cluster *c, thing *t) {
  if (!carom__room_for(&c->own, &c->own_room, c->own_count + 1, sizeof(thing *))) return false;
  t->place = (uint32_t)c->own_count;
  c->own[c->own_count++] = t;
  carom__own_to_front(c, t);
  return true;
}

static void put(carom_cluster *c, size_t place, thing *t) {
  c->own[place] = t;
  t->place = (uint32_t)place;
}

/* Whatever fills the gap stays in its half. */
void carom__own_remove(carom_cluster *c, thing *t) {
  size_t gap = t->place;
  if (gap < c->front_count) {
    put(c, gap, c->own[c->front_count - 1]);
    gap = --c->front_count;
  }
  if (gap < --c->own_count) put(c, gap, c->own[c->own_count]);
}

void carom__own_to_front(carom_cluster *c, thing *t) {
  if (t->is_static || t->place < c->front_count) return;
  put(c, t->place, c->own[c->front_count]);
  put(c, c->front_count++, t);
}

/* A body that is not large stays within the reach of where it starts. */
static bool is_deep(const carom_cluster *c, const thing *t) {
  const carom_region start = {t->start, t->start};
  return !t->holder_count && !t->large && carom__blocks_has(&c->deep, &start);
}

void carom__own_divide(carom_cluster *c) {
  c->front_count = c->own_count;
  for (size_t i = c->own_count; i-- > 0;) {
    thing *t = c->own[i];
    if (!is_deep(c, t)) continue;
    put(c, i, c->own[--c->front_count]);
    put(c, c->front_count, t);
  }
}

holder *carom__holder_find(thing *t, uint32_t rank) {
  for (uint32_t i = 0; i < t->holder_count; i++)
    if (t->holders[i].rank == rank) return &t->holders[i];
  return NULL;
}

bool carom__holder_set(thing *t, uint32_t rank, uint64_t wanted, bool added) {
  size_t room = t->holder_room;
  if (!carom__room_for(&t->holders, &room, t->holder_count + 1, sizeof(holder))) return false;
  t->holder_room = (uint32_t)room;
  t->holders[t->holder_count++] = (holder){rank, added, wanted};
  return true;
}

/* User pointers are things, and small numbers of colliders. In bytes, things are ids above all such numbers.
 */
static uint64_t save_user(void *context, void *user) {
  (void)context;
  const uint64_t value = (uintptr_t)user;
  return value <= CAROM_CLUSTER_COLLIDERS_MAX ? value : ((thing *)user)->id << 16;
}
static void *load_user(void *context, uint64_t number) {
  return number <= CAROM_CLUSTER_COLLIDERS_MAX ? (void *)(uintptr_t)number
                                               : (void *)carom__thing_find(context, number >> 16);
}

/* --- Life --- */

enum { ASSET_STEPS = 256 };

static bool is_right(const carom_cluster_def *def) {
  const carom_transport *t = &def->transport;
  const carom_region *s = &def->space;
  return t->count > 0 && t->rank < t->count && (t->count == 1 || (t->post && t->take && t->release)) &&
         def->reach > 0 && isfinite(def->reach) && def->patience >= 0 &&
         (def->round == 0 || (def->round >= CAROM_CLUSTER_ROUND_MIN && isfinite(def->round))) &&
         s->min.x <= s->max.x && s->min.y <= s->max.y && s->min.z <= s->max.z &&
         isfinite(s->max.x - s->min.x) && isfinite(s->max.y - s->min.y) && isfinite(s->max.z - s->min.z) &&
         !def->world.filter;
}

carom_cluster_status carom__cluster_make(const carom_cluster_def *def, carom_cluster **out) {
  if (!def || !out || !is_right(def)) return CAROM_CLUSTER_REFUSED;
  carom_cluster *c = calloc(1, sizeof *c);
  if (!c) return CAROM_CLUSTER_BROKEN;
  c->inner = def->transport;
  carom__watch(c);
  c->settings = def->world;
  c->reach = def->reach;
  c->round = def->round;
  c->patience = def->patience > 0 ? def->patience : 30;
  c->clock = def->clock ? def->clock : seconds;
  c->asset_steps = ASSET_STEPS;
  c->users = (carom_user_map){save_user, load_user, c};
  c->past = calloc(c->transport.count, sizeof *c->past);
  c->cuts = calloc(c->transport.count, sizeof *c->cuts);
  c->coming = calloc(c->transport.count, sizeof *c->coming);
  c->peers = calloc(c->transport.count, sizeof *c->peers);
  c->neighbours = calloc(c->transport.count, sizeof *c->neighbours);
  c->asking = carom__asking_create(c->transport.count);
  const carom_status status = c->past && c->cuts && c->coming && c->peers && c->neighbours && c->asking
                                  ? carom_world_create(&def->world, &c->world)
                                  : CAROM_OUT_OF_MEMORY;
  if (status) {
    carom_cluster_destroy(c);
    return status == CAROM_OUT_OF_MEMORY ? CAROM_CLUSTER_BROKEN : CAROM_CLUSTER_REFUSED;
  }
  carom__blocks_divide(c->cuts, c->transport.count, &def->space, def->world.planar);
  memcpy(c->coming, c->cuts, c->transport.count * sizeof *c->cuts);
  memcpy(c->past, c->cuts, c->transport.count * sizeof *c->cuts);
  c->width = carom__blocks_width(&def->space);
  carom__peers_find(c);
  *out = c;
  return CAROM_CLUSTER_OK;
}

carom_cluster_status carom_cluster_create(const carom_cluster_def *def, carom_cluster **out) {
  return carom__cluster_make(def, out) ? CAROM_CLUSTER_REFUSED : CAROM_CLUSTER_OK;
}

void carom_cluster_destroy(carom_cluster *c) {
  if (!c || c->handling) return;
  carom_world_destroy(c->world);
  for (size_t i = 0; i < c->grave_count; i++)
    if (c->graves[i]->gone) free(c->graves[i]);
  thing *t, *next;
  HASH_ITER(hh, c->things, t, next) carom__thing_free(c, t);
  for (uint32_t i = 0; c->peers && i < c->transport.count; i++) {
    for (int k = 0; k < MAIL_PARTS; k++) carom__bytes_free(&c->peers[i].mail.parts[k]);
    carom__bytes_free(&c->peers[i].calls);
    carom__assets_free(&c->peers[i]);
  }
  carom__asking_destroy(c->asking);
  carom__bytes_free(&c->packet);
  carom__bytes_free(&c->far);
  carom__bytes_free(&c->gathered);
  void *lists[] = {c->past,       c->cuts,   c->coming,   c->peers,    c->own,       c->poses,   c->graves,
                   c->bodies,     c->bounds, c->now,      c->linear,   c->angular,   c->fading,  c->events,
                   c->neighbours, c->busy,   c->tellings, c->meetings, c->last_name, c->handlers};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
  free(c);
}

/* --- Reading --- */

uint32_t carom_cluster_rank_at(const carom_cluster *c, carom_pos position) {
  return carom__blocks_find(c->cuts, c->transport.count, position);
}

carom_region carom_cluster_get_block(const carom_cluster *c, uint32_t rank) {
  return carom__blocks_get(c->cuts, c->transport.count, rank);
}

uint64_t carom_cluster_order(uint64_t id, uint32_t number) { return carom__order(id, number); }

const carom_world *carom_cluster_get_world(const carom_cluster *c) { return c->world; }

bool carom__is_own(const carom_cluster *c, const thing *t) {
  return t && !t->doomed && (t->is_static || t->owner == c->transport.rank);
}

bool carom_cluster_owns(const carom_cluster *c, uint64_t id) {
  return carom__is_own(c, carom__thing_find(c, id));
}

carom_body carom_cluster_get_body(const carom_cluster *c, uint64_t id) {
  const thing *t = carom__thing_find(c, id);
  return t ? t->body : (carom_body){0};
}

size_t carom_cluster_get_owned(const carom_cluster *c, uint64_t *out, size_t capacity) {
  for (size_t i = 0; i < c->own_count && i < capacity; i++) out[i] = c->own[i]->id;
  return c->own_count;
}

const carom_cluster_event *carom_cluster_get_events(const carom_cluster *c, size_t *count) {
  *count = c->event_count;
  return c->events;
}

void carom_cluster_get_counts(const carom_cluster *c, carom_cluster_counts *out) {
  carom_counts counts;
  *out = c->counts;
  carom_world_get_counts(c->world, &counts);
  out->owned = c->own_count;
  out->statics = counts.static_bodies;
  out->ghosts = counts.kinematic_bodies - c->own_count;
}

/* --- The step --- */

static void bury(carom_cluster *c) {
  for (size_t i = 0; i < c->grave_count; i++) free(c->graves[i]);
  c->grave_count = 0;
}

/* What the step left where: the next owners follow from it. */
static bool remember(carom_cluster *c) {
  for (size_t i = 0; i < c->own_count; i++) {
    carom_pose pose;
    if (carom_body_get_pose(c->world, c->own[i]->body, &pose)) return false;
    c->own[i]->start = pose.position;
  }
  return true;
}

carom_cluster_status carom_cluster_step(carom_cluster *c, float dt) {
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  if (!(dt >= 0 && dt <= 1000)) return CAROM_CLUSTER_REFUSED;
  double t = c->clock();
  c->counts.migrated = c->counts.messages = c->counts.bytes = c->counts.created = 0;
  c->counts.poses = c->counts.pose_bytes = 0;
  c->busy_count = 0;
  carom__assets_drop(c);
  if (!carom__reach_find(c, dt, 0, c->front_count) || !carom__send_write(c, 0))
    return carom__end(c, CAROM_CLUSTER_BROKEN);
  c->counts.choosing = c->clock() - t;
  if (!carom__exchange(c, dt)) return carom__end(c, CAROM_CLUSTER_BROKEN);
  t = c->clock();
  if (carom_world_step(c->world, dt)) return carom__end(c, CAROM_CLUSTER_BROKEN);
  c->counts.finding = c->clock() - t;
  t = c->clock();
  if (!carom__tell(c) || !remember(c)) return carom__end(c, CAROM_CLUSTER_BROKEN);
  bury(c);
  carom__cuts_turn(c);
  carom__own_divide(c);
  c->counts.telling = c->clock() - t;
  c->counts.steps++;
  return carom__handlers_run(c) ? CAROM_CLUSTER_OK : carom__end(c, CAROM_CLUSTER_BROKEN);
}
