/* ask.c: the queries of all ranks. Each knows from one gather who asks whom, so that none waits for a
 * message that does not come. What goes wrong on one rank is told in the messages, and in a last vote. */
#include "asking.h"

#include <stdlib.h>

struct asking *carom__asking_create(uint32_t ranks) {
  asking *a = calloc(1, sizeof *a);
  if (a && !(a->views = calloc(ranks, sizeof *a->views))) {
    free(a);
    return NULL;
  }
  return a;
}

void carom__asking_destroy(struct asking *a) {
  if (!a) return;
  void *lists[] = {a->views, a->ways, a->finds, a->hits, a->offsets, a->scratch};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
  carom__bytes_free(&a->packet);
  free(a);
}

void carom_cluster_get_ask_counts(const carom_cluster *c, carom_cluster_ask_counts *out) {
  *out = c->asking->counts;
}

/* --- What goes wrong --- */

/* The first reason counts. Damaged bytes are of a rank that is not to be trusted any longer. */
static void refuse(asking *a, carom_status why, size_t bad) {
  if (!a->votes) a->why = why, a->bad = bad;
  a->votes |= why == CAROM_BAD_SNAPSHOT ? VOTE_BROKEN : VOTE_REFUSE;
}

/* --- The own answers --- */

static bool make_room(asking *a, size_t count) {
  return count <= UINT32_MAX && carom__room_for(&a->ways, &a->way_room, count, sizeof *a->ways) &&
         carom__room_for(&a->offsets, &a->offset_room, count + 1, sizeof *a->offsets);
}

static void answer_own(carom_cluster *c, const carom_cluster_query *queries, size_t count) {
  asking *a = c->asking;
  if (!make_room(a, count)) refuse(a, CAROM_OUT_OF_MEMORY, 0);
  for (size_t i = 0; i < count && !a->votes; i++) {
    const size_t first = a->find_count;
    const carom_status status = carom__answer(c, &queries[i], (uint32_t)i, true);
    if (status)
      refuse(a, status, i);
    else
      a->ways[i] = carom__query_way(&queries[i], a->finds ? a->finds + first : NULL, a->find_count - first);
  }
}

static void look_around(carom_cluster *c, size_t count) {
  asking *a = c->asking;
  if (!carom__query_view(c, &a->views[0])) refuse(a, CAROM_OUT_OF_MEMORY, 0);
  for (size_t i = 0; i < count && !a->votes; i++) carom__way_widen(&a->ways[i], &a->views[0].asks);
  a->views[0].votes = a->votes;
}

/* --- Who asks whom --- */

/* As in carom__mail_gather, of what has the same size on all ranks: after each round views[i] is of the rank
 * i before this one, for twice as many. */
static carom_cluster_status gather(const carom_cluster *c) {
  const carom_transport *t = &c->transport;
  rank_view *views = c->asking->views;
  for (uint32_t k = 1; k < t->count; k *= 2) {
    const uint32_t part = k < t->count - k ? k : t->count - k;
    void *bytes;
    size_t size;
    if (!t->post(t->user, (t->rank + k) % t->count, views, part * sizeof *views) ||
        !t->take(t->user, (t->rank + t->count - k) % t->count, c->patience, &bytes, &size))
      return CAROM_CLUSTER_LATE;
    bool right = size == part * sizeof *views;
    if (right) memcpy(views + k, bytes, size);
    for (uint32_t i = 0; right && i < part; i++) right = carom__view_is_sound(&views[k + i]);
    t->release(t->user, bytes);
    if (!right) return CAROM_CLUSTER_BROKEN;
  }
  return CAROM_CLUSTER_OK;
}

static const rank_view *view_of(const carom_cluster *c, uint32_t rank) {
  const uint32_t count = c->transport.count;
  return &c->asking->views[(c->transport.rank + count - rank) % count];
}

/* Both sides come to the same answer. */
static bool is_asked(const carom_cluster *c, uint32_t rank, uint32_t by) {
  return rank != by && carom__views_meet(c, view_of(c, by), view_of(c, rank));
}

/* --- Messages --- */

/* How a message begins: how many queries or hits follow, or carom's status and the query that had it. */
typedef struct head {
  uint32_t status, number;
} head;

static void open_packet(asking *a) {
  a->packet.size = 0;
  a->packet.failed = false;
  carom__bytes_put(&a->packet, &(head){0, 0}, sizeof(head));
}

/* What has no room, or failed, is told by its head alone. */
static bool post(carom_cluster *c, uint32_t to, head h) {
  asking *a = c->asking;
  const carom_transport *t = &c->transport;
  if (!h.status && a->packet.failed) {
    refuse(a, CAROM_OUT_OF_MEMORY, 0);
    h = (head){CAROM_OUT_OF_MEMORY, 0};
  }
  const size_t size = h.status ? sizeof h : a->packet.size;
  a->counts.messages++;
  a->counts.bytes += size;
  if (h.status) return t->post(t->user, to, &h, size);
  memcpy(a->packet.data, &h, sizeof h);
  return t->post(t->user, to, a->packet.data, size);
}

static bool post_queries(carom_cluster *c, uint32_t to, const carom_cluster_query *queries, size_t count) {
  asking *a = c->asking;
  const rank_view *there = view_of(c, to);
  head h = {0, 0};
  open_packet(a);
  for (size_t i = 0; i < count; i++) {
    if (!carom__way_meets(c, &a->ways[i], &there->near) && !carom__way_meets(c, &a->ways[i], &there->far))
      continue;
    carom__query_put(&a->packet, &queries[i], (uint32_t)i);
    h.number++;
  }
  a->counts.queries += h.number;
  return post(c, to, h);
}

/* Answers the queries of a message, and returns how the answer begins. What carom refuses is for the rank
 * that asks to tell all others. */
static head answer_all(carom_cluster *c, bytes_in *in, uint32_t count) {
  asking *a = c->asking;
  head h = {0, 0};
  for (uint32_t i = 0; i < count && !h.status; i++) {
    carom_cluster_query query;
    uint32_t index;
    h.status = (uint32_t)carom__query_get(c, in, &query, &index);
    if (h.status) break;
    h.status = (uint32_t)carom__answer(c, &query, index, false);
    if (h.status) h.number = index;
    carom__query_drop(&query);
  }
  if (!h.status && in->at != in->size) h.status = CAROM_BAD_SNAPSHOT;
  if (h.status == CAROM_OUT_OF_MEMORY || h.status == CAROM_BAD_SNAPSHOT) refuse(a, (carom_status)h.status, 0);
  return h;
}

static bool answer_rank(carom_cluster *c, uint32_t rank) {
  asking *a = c->asking;
  const carom_transport *t = &c->transport;
  const size_t own = a->find_count;
  void *bytes;
  size_t size;
  head asked;
  if (!t->take(t->user, rank, c->patience, &bytes, &size)) return false;
  bytes_in in = {.data = bytes, .size = size};
  carom__bytes_get(&in, &asked, sizeof asked);
  head h = answer_all(c, &in, asked.status ? 0 : asked.number);
  t->release(t->user, bytes);
  open_packet(a);
  for (size_t i = own; i < a->find_count && !h.status; i++, h.number++)
    carom__find_put(&a->packet, &a->finds[i]);
  a->find_count = own;
  return post(c, rank, h);
}

static bool is_sound(const find *f, size_t count) {
  return f->query < count && f->hit.id > 0 && f->hit.id <= CAROM_CLUSTER_ID_MAX &&
         f->hit.number <= CAROM_CLUSTER_COLLIDERS_MAX && double_is_sound(f->hit.fraction) &&
         float_is_sound(f->hit.distance);
}

static carom_status read_hits(asking *a, bytes_in *in, uint32_t hits, size_t count) {
  for (uint32_t i = 0; i < hits; i++) {
    if (!carom__room_for(&a->finds, &a->find_room, a->find_count + 1, sizeof *a->finds))
      return CAROM_OUT_OF_MEMORY;
    find *f = &a->finds[a->find_count];
    carom__find_get(in, f);
    if (in->failed || !is_sound(f, count)) return CAROM_BAD_SNAPSHOT;
    a->find_count++;
  }
  return in->at == in->size ? CAROM_OK : CAROM_BAD_SNAPSHOT;
}

static void read_answers(asking *a, bytes_in *in, size_t count) {
  head h;
  carom__bytes_get(in, &h, sizeof h);
  if (in->failed) h.status = CAROM_BAD_SNAPSHOT;
  const carom_status status = h.status ? (carom_status)h.status : read_hits(a, in, h.number, count);
  if (status) refuse(a, status, h.status ? h.number : 0);
}

static bool take_answers(carom_cluster *c, uint32_t rank, size_t count) {
  const carom_transport *t = &c->transport;
  void *bytes;
  size_t size;
  if (!t->take(t->user, rank, c->patience, &bytes, &size)) return false;
  bytes_in in = {.data = bytes, .size = size};
  read_answers(c->asking, &in, count);
  t->release(t->user, bytes);
  return true;
}

/* False: a rank is late. */
static bool exchange(carom_cluster *c, const carom_cluster_query *queries, size_t count) {
  const uint32_t ranks = c->transport.count, me = c->transport.rank;
  for (uint32_t i = 0; i < ranks; i++)
    if (is_asked(c, i, me) && !post_queries(c, i, queries, count)) return false;
  for (uint32_t i = 0; i < ranks; i++)
    if (is_asked(c, me, i) && !answer_rank(c, i)) return false;
  for (uint32_t i = 0; i < ranks; i++)
    if (is_asked(c, i, me) && !take_answers(c, i, count)) return false;
  return true;
}

/* --- The order of one world --- */

static int by_place(const void *x, const void *y) {
  const find *p = x, *q = y;
  if (p->query != q->query) return p->query < q->query ? -1 : 1;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  const uint64_t a = carom_cluster_order(p->hit.id, p->hit.number);
  const uint64_t b = carom_cluster_order(q->hit.id, q->hit.number);
  if (a != b) return a < b ? -1 : 1;
  return (p->sequence > q->sequence) - (p->sequence < q->sequence);
}

static void sort(asking *a, const carom_cluster_query *queries, size_t count) {
  if (!carom__room_for(&a->hits, &a->hit_room, a->find_count, sizeof *a->hits)) {
    refuse(a, CAROM_OUT_OF_MEMORY, 0);
    return;
  }
  for (size_t i = 0; i < a->find_count; i++)
    a->finds[i].key = carom__query_key(&queries[a->finds[i].query], &a->finds[i].hit);
  if (a->find_count) qsort(a->finds, a->find_count, sizeof *a->finds, by_place);
  size_t kept = 0, at = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t most = carom__query_most(&queries[i]);
    a->offsets[i] = kept;
    for (; at < a->find_count && a->finds[at].query == i; at++)
      if (kept - a->offsets[i] < most) a->hits[kept++] = a->finds[at].hit;
  }
  a->offsets[count] = kept;
}

/* --- The call --- */

/* Whether anybody asks, or refuses before that. */
static uint64_t add_votes(const carom_cluster *c, bool *asks) {
  uint64_t votes = 0;
  *asks = false;
  for (uint32_t i = 0; i < c->transport.count; i++) {
    const rank_view *view = &c->asking->views[i];
    votes |= view->votes;
    *asks = *asks || view->asks.min.x <= view->asks.max.x;
  }
  return votes;
}

static carom_cluster_status finish(carom_cluster *c, uint64_t votes, carom_cluster_answers *out) {
  const asking *a = c->asking;
  if (out) *out = (carom_cluster_answers){.why = a->why, .bad = a->bad};
  if (votes & VOTE_BROKEN) return carom__end(c, CAROM_CLUSTER_BROKEN);
  if (votes) return CAROM_CLUSTER_REFUSED;
  out->hits = a->hits;
  out->offsets = a->offsets;
  return CAROM_CLUSTER_OK;
}

carom_cluster_status carom_cluster_ask(carom_cluster *c, const carom_cluster_query *queries, size_t count,
                                       carom_cluster_answers *out) {
  asking *a = c->asking;
  bool asks;
  if (out) *out = (carom_cluster_answers){.hits = NULL};
  if (c->status) return c->status;
  if (c->handling) return CAROM_CLUSTER_BUSY;
  a->votes = 0, a->why = CAROM_OK, a->bad = 0, a->find_count = 0;
  a->counts = (carom_cluster_ask_counts){0, 0, 0};
  if (!out || (count && !queries))
    refuse(a, CAROM_NULL_ARGUMENT, 0);
  else
    answer_own(c, queries, count);
  look_around(c, count);
  const carom_cluster_status status = gather(c);
  if (status) return carom__end(c, status);
  uint64_t votes = add_votes(c, &asks);
  if (votes) return finish(c, votes, out);
  if (asks && !exchange(c, queries, count)) return carom__end(c, CAROM_CLUSTER_LATE);
  if (!a->votes) sort(a, queries, count);
  votes = a->votes;
  if (asks && !carom__mail_vote(&c->transport, c->patience, &votes)) return carom__end(c, CAROM_CLUSTER_LATE);
  return finish(c, votes, out);
}
