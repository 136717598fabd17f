/* exchange.c: the mails of a step: one message to each neighbour and from each. While these are under way a
 * rank looks at the bodies deep inside of its block. What they tell, which is rare, and what other ranks must
 * hear goes to all; a message of one word says whether there is any, and whether a rank has handlers. */
#include "parts.h"

#include <stdlib.h>

static bool pack(mail *m, bytes_out *out) {
  for (int k = 0; k < MAIL_PARTS; k++) {
    const uint64_t size = m->parts[k].size;
    carom__bytes_put(out, &size, sizeof size);
    carom__bytes_put(out, m->parts[k].data, m->parts[k].size);
    if (m->parts[k].failed) return false;
    m->parts[k].size = 0;
  }
  return !out->failed;
}

static bool is_empty(const mail *m) {
  size_t size = 0;
  for (int k = 0; k < MAIL_PARTS; k++) size += m->parts[k].size;
  return size == 0;
}

static bool pack_for(carom_cluster *c, uint32_t rank) {
  c->packet.size = 0;
  if (!pack(&c->peers[rank].mail, &c->packet)) return false;
  c->counts.bytes += c->packet.size;
  c->counts.messages++;
  return true;
}

static bool post_to_neighbours(carom_cluster *c) {
  const carom_transport *t = &c->transport;
  for (uint32_t i = 0; i < c->neighbour_count; i++) {
    const uint32_t rank = c->neighbours[i];
    if (!pack_for(c, rank) || !t->post(t->user, rank, c->packet.data, c->packet.size)) return false;
  }
  return true;
}

void carom__far_put(carom_cluster *c, uint32_t rank, const bytes_out *bytes) {
  const uint64_t head[2] = {rank, bytes->size};
  carom__bytes_put(&c->far, head, sizeof head);
  carom__bytes_put(&c->far, bytes->data, bytes->size);
}

/* What is left, to whomever. */
static bool gather_far(carom_cluster *c) {
  c->far.size = 0;
  for (uint32_t i = 0; i < c->transport.count; i++) {
    if (i == c->transport.rank || is_empty(&c->peers[i].mail)) continue;
    if (!pack_for(c, i)) return false;
    carom__far_put(c, i, &c->packet);
  }
  return !c->far.failed;
}

static bool post_all(carom_cluster *c, float dt) {
  if (!post_to_neighbours(c)) return false;
  const double t = c->clock();
  const size_t first = c->busy_count;
  const bool fine = carom__reach_find(c, dt, c->front_count, c->own_count) && carom__send_write(c, first);
  c->counts.meanwhile = c->clock() - t;
  c->counts.choosing += c->counts.meanwhile;
  return fine && gather_far(c);
}

enum { PASSES = 4 };

bool carom__far_each(const carom_cluster *c, far_reader *read, void *user) {
  bytes_in in = {.data = c->gathered.data, .size = c->gathered.size};
  while (in.at < in.size && !in.failed) {
    uint64_t head[2];
    carom__bytes_get(&in, head, sizeof head);
    bytes_in part = {.data = carom__bytes_next(&in, (size_t)head[1]), .size = (size_t)head[1]};
    while (!in.failed && part.at < part.size && !part.failed) {
      uint64_t to[2];
      carom__bytes_get(&part, to, sizeof to);
      const void *bytes = carom__bytes_next(&part, (size_t)to[1]);
      if (bytes && to[0] == c->transport.rank && head[0] != c->transport.rank &&
          !read(user, (uint32_t)head[0], bytes, (size_t)to[1]))
        return false;
    }
    if (part.failed) return false;
  }
  return !in.failed;
}

/* A pass over the mails of a step. */
typedef struct receiving {
  carom_cluster *c;
  int pass;
} receiving;

static bool receive_far(void *user, uint32_t from, const void *bytes, size_t size) {
  const receiving *r = user;
  return carom__receive(r->c, from, bytes, size, r->pass);
}

static bool receive_all(carom_cluster *c, void **bytes, const size_t *sizes) {
  if (!carom__receive_prepare(c)) return false;
  for (int pass = 0; pass < PASSES; pass++) {
    receiving r = {c, pass};
    if (pass == PASSES - 1 && !carom__receive_own(c)) return false;
    for (uint32_t i = 0; i < c->transport.count; i++)
      if (bytes[i] && !carom__receive(c, i, bytes[i], sizes[i], pass)) return false;
    if (c->gathered.size && !carom__far_each(c, receive_far, &r)) return false;
  }
  return true;
}

/* What the word of a step says. */
enum { WORD_FAR = 1, WORD_HANDLERS = 2 };

static bool take_all(carom_cluster *c, void **bytes, size_t *sizes) {
  const carom_transport *t = &c->transport;
  uint64_t any = (c->far.size ? WORD_FAR : 0) | (c->handler_count ? WORD_HANDLERS : 0);
  c->gathered.size = 0;
  if (!carom__mail_any_begin(t, any)) return false;
  for (uint32_t i = 0; i < t->count; i++)
    if (c->peers[i].neighbour && !t->take(t->user, i, c->patience, &bytes[i], &sizes[i])) return false;
  if (!carom__mail_any(t, c->patience, &any)) return false;
  c->handled = any & WORD_HANDLERS;
  return !(any & WORD_FAR) || carom__mail_gather(t, c->patience, &c->far, &c->gathered);
}

bool carom__exchange(carom_cluster *c, float dt) {
  const uint32_t count = c->transport.count;
  double t = c->clock();
  void **bytes = calloc(count, sizeof *bytes);
  size_t *sizes = calloc(count, sizeof *sizes);
  bool fine = bytes && sizes && post_all(c, dt);
  fine = fine && take_all(c, bytes, sizes);
  c->counts.waiting = c->clock() - t - c->counts.meanwhile;
  t = c->clock();
  fine = fine && receive_all(c, bytes, sizes);
  for (uint32_t i = 0; bytes && i < count; i++)
    if (bytes[i]) c->transport.release(c->transport.user, bytes[i]);
  free(bytes);
  free(sizes);
  c->counts.applying = c->clock() - t;
  return fine;
}
