/* tell.c: which rank tells of two bodies, and what this one tells. */
#include "parts.h"

#include <stdlib.h>

/* Whoever it is has both bodies, one of them as owner: of a large and a small one that of the small one, as
 * all ranks have the large one; else that of the lower id. Static bodies are everywhere. */
static uint32_t teller(const thing *a, bool a_large, const thing *b, bool b_large) {
  if (a->is_static || b->is_static)
    return a->is_static && b->is_static ? 0 : a->is_static ? b->owner : a->owner;
  if (a_large != b_large) return a_large ? b->owner : a->owner;
  return a->id < b->id ? a->owner : b->owner;
}

uint32_t carom__teller(const thing *a, const thing *b) { return teller(a, a->large, b, b->large); }

/* Of others' bodies that comes with the changes. */
static bool was_large(const carom_cluster *c, const thing *t) {
  return t->owner == c->transport.rank ? t->was_large : t->large;
}

uint32_t carom__last_teller(const carom_cluster *c, const thing *a, const thing *b) {
  return teller(a, was_large(c, a), b, was_large(c, b));
}

static int group_of(carom_event_kind kind) {
  return kind == CAROM_EVENT_END     ? 0
         : kind == CAROM_EVENT_FAR   ? 1
         : kind == CAROM_EVENT_NEAR  ? 2
         : kind == CAROM_EVENT_BEGIN ? 3
                                     : 4;
}

/* The world has them by the indices of its colliders, which differ from rank to rank. */
static int by_order(const void *x, const void *y) {
  const carom_cluster_event *p = x, *q = y;
  const int groups = group_of(p->kind) - group_of(q->kind);
  if (groups) return groups;
  const uint64_t a = carom_cluster_order(p->a, p->number_a), b = carom_cluster_order(q->a, q->number_a);
  if (a != b) return a < b ? -1 : 1;
  const uint64_t c = carom_cluster_order(p->b, p->number_b), d = carom_cluster_order(q->b, q->number_b);
  return (c > d) - (c < d);
}

/* Most events are in order, as most bodies have been here for long: only those that are not are sorted, and
 * then merged with the others. */
static bool sort(carom_cluster *c) {
  carom_cluster_event *all = c->events;
  size_t kept = 0, late = 0;
  if (!carom__room_for(&c->late, &c->late_room, c->event_count, sizeof *c->late)) return false;
  for (size_t i = 0; i < c->event_count; i++) {
    if (kept == 0 || by_order(&all[kept - 1], &all[i]) < 0)
      all[kept++] = all[i];
    else
      c->late[late++] = all[i];
  }
  if (late) qsort(c->late, late, sizeof *c->late, by_order);
  for (size_t i = c->event_count; late > 0; i--)
    all[i - 1] = kept && by_order(&all[kept - 1], &c->late[late - 1]) > 0 ? all[--kept] : c->late[--late];
  return true;
}

bool carom__tell(carom_cluster *c) {
  size_t count = 0;
  const carom_event *events = carom_world_get_events(c->world, &count);
  c->event_count = 0;
  if (!carom__room_for(&c->events, &c->event_room, count, sizeof *c->events)) return false;
  for (size_t i = 0; i < count; i++) {
    const carom_contact_side *a = &events[i].contact->a, *b = &events[i].contact->b;
    const thing *first = a->body_user, *second = b->body_user;
    if (carom__teller(first, second) != c->transport.rank) continue;
    c->events[c->event_count++] = (carom_cluster_event){.kind = events[i].kind,
                                                        .cause = events[i].cause,
                                                        .a = first->id,
                                                        .b = second->id,
                                                        .number_a = (uint32_t)(uintptr_t)a->collider_user,
                                                        .number_b = (uint32_t)(uintptr_t)b->collider_user,
                                                        .contact = events[i].contact};
  }
  return sort(c);
}
