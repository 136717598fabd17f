#include "carom_cluster/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct letter {
  struct letter *next;
  size_t size;
} letter;

/* What was posted from one rank to another, the oldest first. */
typedef struct mailbox {
  letter *first, *last;
} mailbox;

/* A rank and its mailboxes, one for each sender. */
typedef struct member {
  carom_mailboxes *boxes;
  uint32_t rank;
  pthread_mutex_t lock;
  pthread_cond_t arrived;
  mailbox *from;
} member;

struct carom_mailboxes {
  uint32_t count;
  member *members;
};

static bool open_member(carom_mailboxes *boxes, uint32_t rank) {
  member *m = &boxes->members[rank];
  pthread_condattr_t monotonic;
  *m = (member){.boxes = boxes, .rank = rank};
  m->from = calloc(boxes->count, sizeof *m->from);
  pthread_mutex_init(&m->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&m->arrived, &monotonic);
  pthread_condattr_destroy(&monotonic);
  return m->from != NULL;
}

carom_mailboxes *carom_mailboxes_create(uint32_t count) {
  carom_mailboxes *boxes = count ? malloc(sizeof *boxes) : NULL;
  if (!boxes) return NULL;
  *boxes = (carom_mailboxes){0, calloc(count, sizeof *boxes->members)};
  if (!boxes->members) {
    free(boxes);
    return NULL;
  }
  boxes->count = count;
  bool fine = true;
  for (uint32_t i = 0; i < count; i++) fine = open_member(boxes, i) && fine;
  if (fine) return boxes;
  carom_mailboxes_destroy(boxes);
  return NULL;
}

void carom_mailboxes_destroy(carom_mailboxes *boxes) {
  for (uint32_t i = 0; boxes && i < boxes->count; i++) {
    member *m = &boxes->members[i];
    for (uint32_t k = 0; m->from && k < boxes->count; k++)
      for (letter *l = m->from[k].first, *next; l; l = next) {
        next = l->next;
        free(l);
      }
    free(m->from);
    pthread_cond_destroy(&m->arrived);
    pthread_mutex_destroy(&m->lock);
  }
  if (boxes) free(boxes->members);
  free(boxes);
}

static bool post(void *user, uint32_t to, const void *bytes, size_t size) {
  member *me = user, *other = &me->boxes->members[to];
  letter *l = malloc(sizeof *l + size);
  if (!l) return false;
  *l = (letter){NULL, size};
  if (size) memcpy(l + 1, bytes, size);
  pthread_mutex_lock(&other->lock);
  mailbox *box = &other->from[me->rank];
  if (box->first)
    box->last->next = l;
  else
    box->first = l;
  box->last = l;
  pthread_cond_signal(&other->arrived);
  pthread_mutex_unlock(&other->lock);
  return true;
}

static bool take(void *user, uint32_t from, double seconds, void **bytes, size_t *size) {
  member *me = user;
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  const double nanoseconds = (double)until.tv_nsec + (seconds - (double)(long)seconds) * 1e9;
  until.tv_sec += (time_t)seconds + (time_t)(nanoseconds / 1e9);
  until.tv_nsec = (long)nanoseconds % 1000000000;
  pthread_mutex_lock(&me->lock);
  mailbox *box = &me->from[from];
  while (!box->first && pthread_cond_timedwait(&me->arrived, &me->lock, &until) == 0) continue;
  letter *l = box->first;
  if (l) box->first = l->next;
  pthread_mutex_unlock(&me->lock);
  if (!l) return false;
  *bytes = l + 1;
  *size = l->size;
  return true;
}

static void release(void *user, void *bytes) {
  (void)user;
  free((letter *)bytes - 1);
}

carom_transport carom_mailboxes_transport(carom_mailboxes *boxes, uint32_t rank) {
  return (carom_transport){.user = &boxes->members[rank],
                           .rank = rank,
                           .count = boxes->count,
                           .post = post,
                           .take = take,
                           .release = release};
}
