/* tell.c: which rank tells of two bodies, and what this one tells. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* Whoever it is has both bodies, one of them as owner: of a large and a small one that of the small one, as
 * all ranks have the large one; else that of the lower id. Static bodies are everywhere. */
uint32_t carom__teller(const thing *a, const thing *b) {
  if (a->is_static || b->is_static)
    return a->is_static && b->is_static ? 0 : a->is_static ? b->owner : a->owner;
  if (a->large != b->large) return a->large ? b->owner : a->owner;
  return a->id < b->id ? a->owner : b->owner;
}

/* --- The order of one world --- */

static int by_sides(const void *x, const void *y) {
  const telling *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static bool is_sorted(const telling *list, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (by_sides(&list[i - 1], &list[i]) > 0) return false;
  return true;
}

enum { DIGIT = 11, DIGITS = 1 << DIGIT };

static void sort_by_digit(const telling *from, telling *to, size_t count, unsigned shift) {
  size_t starts[DIGITS] = {0}, sum = 0;
  for (size_t i = 0; i < count; i++) starts[from[i].a >> shift & (DIGITS - 1)]++;
  for (size_t k = 0; k < DIGITS; k++) {
    const size_t here = starts[k];
    starts[k] = sum;
    sum += here;
  }
  for (size_t i = 0; i < count; i++) to[starts[from[i].a >> shift & (DIGITS - 1)]++] = from[i];
}

/* Sorts by side b within each side a, which mostly has few. */
static void sort_runs(telling *list, size_t count) {
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && list[end].a == list[begin].a; end++) continue;
    if (!is_sorted(list + begin, end - begin)) qsort(list + begin, end - begin, sizeof *list, by_sides);
  }
}

/* By digits of side a in which any two differ, the lowest first. The world has its contacts by the indices of
 * its colliders, whose order differs from rank to rank. */
static void sort(telling *list, telling *other, size_t count) {
  if (is_sorted(list, count)) return;
  telling *from = list, *to = other;
  uint64_t varies = 0;
  for (size_t i = 1; i < count; i++) varies |= list[i].a ^ list[0].a;
  for (unsigned shift = 0; shift < 64 && varies >> shift;) {
    if (!(varies >> shift & 1)) {
      shift++;
      continue;
    }
    sort_by_digit(from, to, count, shift);
    telling *swap = from;
    from = to;
    to = swap;
    shift += DIGIT;
  }
  if (from != list) memcpy(list, from, count * sizeof *list);
  sort_runs(list, count);
}

/* --- Telling --- */

/* Is it a ghost here, or elsewhere? */
static bool is_border(const carom_cluster *c, const thing *t) {
  return !t->is_static && (t->owner != c->transport.rank || t->holder_count || t->large);
}

static uint32_t chain(carom_cluster *c, thing *t) {
  const uint32_t next = t->met == carom__now(c) ? t->meetings : 0;
  t->met = carom__now(c);
  t->meetings = (uint32_t)c->meeting_count;
  return next;
}

/* Whatever is handed over before the next step has a side at the border in this one. */
static bool keep_meeting(carom_cluster *c, const carom_event *e, thing *a, thing *b) {
  if (!(e->kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_STAY)) || !(is_border(c, a) || is_border(c, b)))
    return true;
  if (!carom__room_for(&c->meetings, &c->meeting_room, c->meeting_count + 1, sizeof *c->meetings))
    return false;
  meeting *m = &c->meetings[c->meeting_count++];
  *m = (meeting){e->contact, {0, 0}};
  m->next[0] = chain(c, a);
  m->next[1] = chain(c, b);
  return true;
}

/* The events that this rank tells. */
static bool choose_events(carom_cluster *c, const carom_event *events, size_t count) {
  size_t lasting = 0;
  c->meeting_count = 0;
  for (size_t i = 0; i < count; i++) {
    const carom_contact_side *a = &events[i].contact->a, *b = &events[i].contact->b;
    thing *first = a->body_user, *second = b->body_user;
    lasting += (events[i].kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_STAY)) != 0;
    if (!keep_meeting(c, &events[i], first, second)) return false;
    if (carom__teller(first, second) != c->transport.rank) continue;
    c->tellings[c->event_count++] =
        (telling){.a = carom_cluster_order(first->id, (uint32_t)(uintptr_t)a->collider_user),
                  .b = carom_cluster_order(second->id, (uint32_t)(uintptr_t)b->collider_user),
                  .event = &events[i]};
  }
  carom_world_get_contacts(c->world, &count);
  c->unmet = count != lasting;
  return true;
}

static carom_cluster_event event_of(const telling *t) {
  return (carom_cluster_event){.kind = t->event->kind,
                               .cause = t->event->cause,
                               .a = t->a >> 16,
                               .b = t->b >> 16,
                               .number_a = t->a & 0xFFFF,
                               .number_b = t->b & 0xFFFF,
                               .contact = t->event->contact};
}

/* The world has all ENDs first, then FARs, NEARs, BEGINs and STAYs. */
static void sort_groups(telling *list, telling *other, size_t count) {
  for (size_t begin = 0, end; begin < count; begin = end) {
    const carom_event_kind kind = list[begin].event->kind;
    for (end = begin + 1; end < count && list[end].event->kind == kind; end++) continue;
    sort(list + begin, other, end - begin);
  }
}

bool carom__tell(carom_cluster *c) {
  size_t count = 0;
  const carom_event *events = carom_world_get_events(c->world, &count);
  c->event_count = 0;
  if (!carom__room_for(&c->events, &c->event_room, count, sizeof *c->events) ||
      !carom__room_for(&c->tellings, &c->telling_room, 2 * count, sizeof *c->tellings))
    return false;
  if (!choose_events(c, events, count)) return false;
  sort_groups(c->tellings, c->tellings + count, c->event_count);
  for (size_t i = 0; i < c->event_count; i++) c->events[i] = event_of(&c->tellings[i]);
  return true;
}
