/* watch.c: a transport that hears when another rank has ended, and tells the others when this one has.
 *
 * A rank that ends sends a message of one byte to all others, which no other message is. Whoever takes it in
 * place of what it has waited for ends as well, with the same status, and tells it on. So nobody waits for a
 * rank that waits for nobody any longer. */
#include "parts.h"

static bool post(void *user, uint32_t to, const void *bytes, size_t size) {
  const carom_cluster *c = user;
  return c->inner.post(c->inner.user, to, bytes, size);
}

static bool is_end(carom_cluster *c, void *bytes, size_t size) {
  if (size != 1) return false;
  const unsigned char status = *(unsigned char *)bytes;
  c->inner.release(c->inner.user, bytes);
  carom__end(c, status == CAROM_CLUSTER_LATE ? CAROM_CLUSTER_LATE : CAROM_CLUSTER_BROKEN);
  return true;
}

static bool take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  carom_cluster *c = user;
  void *message;
  if (!c->inner.take(c->inner.user, from, seconds, &message, size)) {
    carom__end(c, CAROM_CLUSTER_LATE);
    return false;
  }
  if (is_end(c, message, *size)) return false;
  *bytes = message;
  return true;
}

static void release(void *user, void *bytes) {
  const carom_cluster *c = user;
  c->inner.release(c->inner.user, bytes);
}

void carom__watch(carom_cluster *c) {
  c->transport = (carom_transport){c, c->inner.rank, c->inner.count, post, take, release};
}

void carom__tell_end(const carom_transport *t, carom_cluster_status status) {
  const unsigned char byte = (unsigned char)status;
  for (uint32_t i = 0; i < t->count; i++)
    if (i != t->rank) t->post(t->user, i, &byte, 1);
}

carom_cluster_status carom__end(carom_cluster *c, carom_cluster_status status) {
  if (!c->status) c->status = status;
  if (!c->has_ended) carom__tell_end(&c->inner, c->status);
  c->has_ended = true;
  return c->status;
}
