/* calls.c: calls of handlers go to the owners of bodies, and are repeated there in the order of the events.
 */
#include "calls.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the events, and of the calls in one. */
typedef struct call_key {
  uint64_t id; /* of the body that is changed */
  uint64_t a, b;
  uint32_t group, turn;
} call_key;

/* How a call lies in a message, before its bytes. */
typedef struct call_head {
  call_key key;
  uint32_t kind, number;
  uint64_t size;
} call_head;

typedef struct noted_call {
  call_key key;
  call call;
  bool foreign;
} noted_call;

typedef struct call_list {
  noted_call *calls;
  size_t count, room;
} call_list;

/* --- Noting --- */

bool carom__call_note(carom_cluster *c, const thing *t, const call *k) {
  const carom_cluster_event *e = c->handling;
  bytes_out *out = &c->peers[t->owner].calls;
  call_head head;
  memset(&head, 0, sizeof head);
  head.key.id = k->id;
  head.key.a = carom__order(e->a, e->number_a);
  head.key.b = carom__order(e->b, e->number_b);
  head.key.group = carom__event_group(e->kind);
  head.key.turn = c->turn++;
  head.kind = k->kind, head.number = k->number, head.size = k->size;
  c->noted = out;
  c->noted_from = out->size;
  char *room = carom__bytes_room(out, sizeof head + k->size);
  if (!room) {
    out->failed = false; /* the handler hears of it */
    return false;
  }
  memcpy(room, &head, sizeof head);
  if (k->size) memcpy(room + sizeof head, k->bytes, k->size);
  return true;
}

void carom__call_withdraw(carom_cluster *c) { c->noted->size = c->noted_from; }

/* --- Reading --- */

/* What a call is given takes so many bytes; a shape any number. */
static bool size_is_right(uint32_t kind, uint64_t size) {
  static const size_t sizes[CALL_KINDS] = {[CALL_POSE] = sizeof(carom_pose),
                                           [CALL_VELOCITY] = 2 * sizeof(carom_vec3),
                                           [CALL_ENABLED] = 1,
                                           [CALL_SWEPT] = 1,
                                           [CALL_FILTER] = sizeof(carom_filter)};
  return kind < CALL_KINDS && (kind == CALL_SHAPE || size == sizes[kind]);
}

static bool read_calls(call_list *list, const void *bytes, size_t size, bool foreign) {
  bytes_in in = {.data = bytes, .size = size};
  while (in.at < in.size) {
    call_head head;
    carom__bytes_get(&in, &head, sizeof head);
    const void *given = carom__bytes_next(&in, (size_t)head.size);
    if (!given || !size_is_right(head.kind, head.size) ||
        !carom__room_for(&list->calls, &list->room, list->count + 1, sizeof *list->calls))
      return false;
    const call k = {head.key.id, (call_kind)head.kind, head.number, given, (size_t)head.size};
    list->calls[list->count++] = (noted_call){head.key, k, foreign};
  }
  return true;
}

/* --- Repeating --- */

static int by_key(const void *x, const void *y) {
  const call_key *p = &((const noted_call *)x)->key, *q = &((const noted_call *)y)->key;
  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  return (p->turn > q->turn) - (p->turn < q->turn);
}

static carom_cluster_status repeat_pose(carom_cluster *c, const call *k) {
  carom_pose pose;
  memcpy(&pose, k->bytes, sizeof pose);
  return carom_cluster_body_set_pose(c, k->id, &pose);
}

static carom_cluster_status repeat_velocity(carom_cluster *c, const call *k) {
  carom_vec3 v[2];
  memcpy(v, k->bytes, sizeof v);
  return carom_cluster_body_set_velocity(c, k->id, v[0], v[1]);
}

static carom_cluster_status repeat_enabled(carom_cluster *c, const call *k) {
  return carom_cluster_body_set_enabled(c, k->id, *(const unsigned char *)k->bytes != 0);
}

static carom_cluster_status repeat_swept(carom_cluster *c, const call *k) {
  return carom_cluster_body_set_swept(c, k->id, *(const unsigned char *)k->bytes != 0);
}

static carom_cluster_status repeat_filter(carom_cluster *c, const call *k) {
  carom_filter filter;
  memcpy(&filter, k->bytes, sizeof filter);
  return carom_cluster_collider_set_filter(c, k->id, k->number, filter);
}

static carom_cluster_status repeat_shape(carom_cluster *c, const call *k) {
  carom_shape shape;
  if (carom_shape_read(&c->settings.allocator, k->bytes, k->size, &shape)) return CAROM_CLUSTER_REFUSED;
  const carom_cluster_status status = carom_cluster_collider_set_shape(c, k->id, k->number, &shape);
  carom_shape_release(&shape);
  return status;
}

static carom_cluster_status repeat_destroy(carom_cluster *c, const call *k) {
  return carom_cluster_body_destroy(c, k->id);
}

/* A body that is destroyed meanwhile is not there for later calls, as in one world. */
static bool repeat(carom_cluster *c, const call *k) {
  static carom_cluster_status (*const ways[CALL_KINDS])(carom_cluster *, const call *) = {
      [CALL_POSE] = repeat_pose,       [CALL_VELOCITY] = repeat_velocity, [CALL_ENABLED] = repeat_enabled,
      [CALL_SWEPT] = repeat_swept,     [CALL_FILTER] = repeat_filter,     [CALL_SHAPE] = repeat_shape,
      [CALL_DESTROY] = repeat_destroy,
  };
  const carom_cluster_status status = ways[k->kind](c, k);
  return !status || status == CAROM_CLUSTER_ELSEWHERE;
}

/* All calls about a body of which others have called for some. */
static bool repeat_all(carom_cluster *c, call_list *list) {
  if (list->count) qsort(list->calls, list->count, sizeof *list->calls, by_key);
  for (size_t begin = 0, end; begin < list->count; begin = end) {
    bool foreign = false;
    for (end = begin; end < list->count && list->calls[end].key.id == list->calls[begin].key.id; end++)
      foreign = foreign || list->calls[end].foreign;
    for (size_t i = begin; foreign && i < end; i++)
      if (!repeat(c, &list->calls[i].call)) return false;
  }
  return true;
}

/* --- Between the ranks --- */

enum { CALLS_NEAR = 1, CALLS_FAR = 2 };

static uint64_t votes_of(const carom_cluster *c) {
  uint64_t votes = 0;
  for (uint32_t i = 0; i < c->transport.count; i++)
    if (i != c->transport.rank && c->peers[i].calls.size)
      votes |= c->peers[i].neighbour ? CALLS_NEAR : CALLS_FAR;
  return votes;
}

static bool post_near(carom_cluster *c) {
  const carom_transport *t = &c->transport;
  for (uint32_t i = 0; i < c->neighbour_count; i++) {
    const bytes_out *calls = &c->peers[c->neighbours[i]].calls;
    c->counts.messages++;
    c->counts.bytes += calls->size;
    if (!t->post(t->user, c->neighbours[i], calls->data, calls->size)) return false;
  }
  return true;
}

/* The messages remain until their calls have been repeated. */
static bool take_near(carom_cluster *c, void **bytes, call_list *list) {
  const carom_transport *t = &c->transport;
  for (uint32_t i = 0; i < c->neighbour_count; i++) {
    size_t size;
    if (!t->take(t->user, c->neighbours[i], c->patience, &bytes[i], &size) ||
        !read_calls(list, bytes[i], size, true))
      return false;
  }
  return true;
}

static bool read_far(void *user, uint32_t from, const void *bytes, size_t size) {
  (void)from;
  return read_calls(user, bytes, size, true);
}

static bool exchange_far(carom_cluster *c, call_list *list) {
  c->far.size = 0;
  for (uint32_t i = 0; i < c->transport.count; i++) {
    const peer *p = &c->peers[i];
    if (i != c->transport.rank && !p->neighbour && p->calls.size) carom__far_put(c, i, &p->calls);
  }
  return !c->far.failed && carom__mail_gather(&c->transport, c->patience, &c->far, &c->gathered) &&
         carom__far_each(c, read_far, list);
}

static bool settle(carom_cluster *c, uint64_t votes, void **bytes, call_list *list) {
  const bytes_out *own = &c->peers[c->transport.rank].calls;
  if (votes & CALLS_NEAR && (!post_near(c) || !take_near(c, bytes, list))) return false;
  if (votes & CALLS_FAR && !exchange_far(c, list)) return false;
  return read_calls(list, own->data, own->size, false) && repeat_all(c, list);
}

bool carom__calls_settle(carom_cluster *c) {
  uint64_t votes = votes_of(c);
  if (!carom__mail_vote(&c->transport, c->patience, &votes)) return false;
  void **bytes = calloc(c->transport.count, sizeof *bytes);
  call_list list = {NULL, 0, 0};
  const bool fine = bytes && (!votes || settle(c, votes, bytes, &list));
  for (uint32_t i = 0; bytes && i < c->neighbour_count; i++)
    if (bytes[i]) c->transport.release(c->transport.user, bytes[i]);
  for (uint32_t i = 0; i < c->transport.count; i++) c->peers[i].calls.size = 0;
  free(bytes);
  free(list.calls);
  return fine;
}
