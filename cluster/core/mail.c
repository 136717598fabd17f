/* mail.c: bytes that grow, bytes that are read within their bounds, and words to all ranks. */
#include "mail.h"

#include <stdlib.h>
#include <string.h>

void *carom__bytes_room(bytes_out *out, size_t size) {
  if (out->failed) return NULL;
  if (out->capacity - out->size < size) {
    const size_t capacity = 2 * (out->size + size) + 256;
    void *data = realloc(out->data, capacity);
    if (!data) {
      out->failed = true;
      return NULL;
    }
    out->data = data;
    out->capacity = capacity;
  }
  out->size += size;
  return out->data + out->size - size;
}

void carom__bytes_put(bytes_out *out, const void *data, size_t size) {
  void *room = carom__bytes_room(out, size);
  if (room && size) memcpy(room, data, size);
}

void carom__bytes_put_short(bytes_out *out, uint64_t value) {
  unsigned char byte;
  for (; value > 127; value >>= 7) {
    byte = (unsigned char)(value | 128);
    carom__bytes_put(out, &byte, 1);
  }
  byte = (unsigned char)value;
  carom__bytes_put(out, &byte, 1);
}

void carom__bytes_free(bytes_out *out) {
  free(out->data);
  *out = (bytes_out){0};
}

const void *carom__bytes_next(bytes_in *in, size_t size) {
  if (in->failed || in->size - in->at < size) {
    in->failed = true;
    return NULL;
  }
  in->at += size;
  return in->data + in->at - size;
}

void carom__bytes_get(bytes_in *in, void *data, size_t size) {
  const void *from = carom__bytes_next(in, size);
  if (from)
    memcpy(data, from, size);
  else
    memset(data, 0, size);
}

uint32_t carom__bytes_get_count(bytes_in *in) {
  uint32_t count;
  carom__bytes_get(in, &count, sizeof count);
  return count;
}

uint64_t carom__bytes_get_id(bytes_in *in) {
  uint64_t id;
  carom__bytes_get(in, &id, sizeof id);
  return id;
}

uint64_t carom__bytes_get_short(bytes_in *in) {
  uint64_t value = 0;
  unsigned char byte = 128;
  for (unsigned shift = 0; byte & 128 && shift < 63; shift += 7) {
    carom__bytes_get(in, &byte, 1);
    value |= (uint64_t)(byte & 127) << shift;
  }
  return value;
}

/* Dissemination (Hensgen, Finkel and Manber, 1988): after round k a rank knows of 2^k others. */
static bool pass_on(const carom_transport *t, uint32_t k, uint64_t bits) {
  return t->post(t->user, (t->rank + k) % t->count, &bits, sizeof bits);
}

bool carom__mail_any_begin(const carom_transport *t, uint64_t bits) {
  return t->count == 1 || pass_on(t, 1, bits);
}

bool carom__mail_any(const carom_transport *t, double seconds, uint64_t *bits) {
  for (uint32_t k = 1; k < t->count; k *= 2) {
    void *bytes;
    size_t size;
    if (k > 1 && !pass_on(t, k, *bits)) return false;
    if (!t->take(t->user, (t->rank + t->count - k) % t->count, seconds, &bytes, &size)) return false;
    uint64_t more = 0;
    const bool right = size == sizeof more;
    if (right) memcpy(&more, bytes, sizeof more);
    t->release(t->user, bytes);
    if (!right) return false;
    *bits |= more;
  }
  return true;
}

bool carom__mail_vote(const carom_transport *t, double seconds, uint64_t *bits) {
  return carom__mail_any_begin(t, *bits) && carom__mail_any(t, seconds, bits);
}

/* The same, where a rank passes on what it has of the ranks before it (Bruck et al., 1997). ends[i] is where
 * the bytes of i + 1 ranks end. */
bool carom__mail_gather(const carom_transport *t, double seconds, const bytes_out *mine, bytes_out *out) {
  size_t *ends = malloc(t->count * sizeof *ends);
  if (!ends) return false;
  out->size = 0;
  uint64_t head[2] = {t->rank, mine->size};
  carom__bytes_put(out, head, sizeof head);
  carom__bytes_put(out, mine->data, mine->size);
  ends[0] = out->size;
  bool fine = !out->failed && !mine->failed;
  for (uint32_t k = 1, have = 1; fine && k < t->count; k *= 2) {
    const uint32_t send = k < t->count - k ? k : t->count - k;
    void *bytes;
    size_t size;
    fine = t->post(t->user, (t->rank + k) % t->count, out->data, ends[send - 1]) &&
           t->take(t->user, (t->rank + t->count - k) % t->count, seconds, &bytes, &size);
    if (!fine) break;
    bytes_in in = {.data = bytes, .size = size};
    for (uint32_t i = 0; i < send; i++) {
      carom__bytes_get(&in, head, sizeof head);
      carom__bytes_next(&in, (size_t)head[1]);
      ends[have++] = out->size + in.at;
    }
    fine = !in.failed;
    carom__bytes_put(out, bytes, size);
    t->release(t->user, bytes);
    fine = fine && !out->failed;
  }
  free(ends);
  return fine;
}

/* A binomial tree: a rank passes them on to those that differ from it in a lower bit. */
bool carom__mail_spread(const carom_transport *t, double seconds, bytes_out *bytes) {
  uint32_t k = 1;
  while (k < t->count && !(t->rank & k)) k *= 2;
  if (t->rank > 0) {
    void *data;
    size_t size;
    if (!t->take(t->user, t->rank - k, seconds, &data, &size)) return false;
    carom__bytes_put(bytes, data, size);
    t->release(t->user, data);
  }
  while (k /= 2)
    if (t->rank + k < t->count && !t->post(t->user, t->rank + k, bytes->data, bytes->size)) return false;
  return !bytes->failed;
}
