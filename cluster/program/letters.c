#include "letters.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(list *l, size_t count) {
  if (l->failed || count <= l->room) return !l->failed;
  void *data = realloc(l->data, 2 * count * l->size);
  if (!data) return !(l->failed = true);
  l->data = data;
  l->room = 2 * count;
  return true;
}

void *list_add(list *l) {
  if (!reserve(l, l->count + 1)) return NULL;
  void *at = (char *)l->data + l->count++ * l->size;
  memset(at, 0, l->size);
  return at;
}

void list_free(list *l) {
  free(l->data);
  *l = (list){.size = l->size};
}

static bool append(const office *o, uint32_t from, list *l) {
  const carom_transport *t = &o->transport;
  void *bytes;
  size_t size;
  if (!t->take(t->user, from, o->patience, &bytes, &size)) return false;
  const size_t count = size / l->size;
  const bool fine = size % l->size == 0 && reserve(l, l->count + count);
  if (fine && count) memcpy((char *)l->data + l->count * l->size, bytes, size);
  if (fine) l->count += count;
  t->release(t->user, bytes);
  return fine;
}

bool office_collect(const office *o, list *l) {
  const carom_transport *t = &o->transport;
  if (t->rank > 0) return t->post(t->user, 0, l->data, l->count * l->size);
  for (uint32_t i = 1; i < t->count; i++)
    if (!append(o, i, l)) return false;
  return true;
}

bool office_announce(const office *o, uint64_t *word) {
  const carom_transport *t = &o->transport;
  list one = {.size = sizeof *word};
  for (uint32_t i = 1; i < t->count && t->rank == 0; i++)
    if (!t->post(t->user, i, word, sizeof *word)) return false;
  if (t->rank == 0) return true;
  const bool fine = append(o, 0, &one) && one.count == 1;
  if (fine) memcpy(word, one.data, sizeof *word);
  list_free(&one);
  return fine;
}
