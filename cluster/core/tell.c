/* tell.c: which rank tells of two bodies, and what this one tells. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

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

/* By digits of side a in which any two differ, the lowest first. */
static void sort_by_digits(telling *list, telling *other, size_t count) {
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

enum { SOON = 4 };

/* Keeps what ascends, and drops the rest into `other`. Where one is less than the last kept, one of the two
 * is out of order: the latter, if what comes soon is less than it as well. Returns how many are kept. */
static size_t drop(telling *list, telling *other, size_t count) {
  size_t kept = 0, dropped = 0;
  for (size_t i = 0; i < count; i++) {
    const telling next = list[i];
    if (kept && by_sides(&next, &list[kept - 1]) < 0) {
      if (i + SOON >= count || by_sides(&list[i + SOON], &list[kept - 1]) >= 0) {
        other[dropped++] = next;
        continue;
      }
      while (kept && by_sides(&next, &list[kept - 1]) < 0) other[dropped++] = list[--kept];
    }
    list[kept++] = next;
  }
  return kept;
}

/* The world has its contacts by the indices of its colliders. They ascend as the orders do, but for bodies
 * that came later: those are taken out, sorted and merged (Ernerfeldt's drop-merge sort, 2017). */
static void sort(telling *list, telling *other, size_t count) {
  size_t kept = drop(list, other, count), left = count - kept;
  if (left == 0) return;
  if (left > count / 2) {
    memcpy(list + kept, other, left * sizeof *list);
    sort_by_digits(list, other, count);
    return;
  }
  sort_by_digits(other, list + kept, left);
  for (size_t to = count; left > 0;)
    list[--to] = kept && by_sides(&list[kept - 1], &other[left - 1]) > 0 ? list[--kept] : other[--left];
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

/* Bodies are anywhere in memory. Those of some events are read first, without a decision between, so that the
 * processor fetches many at once. */
enum { AHEAD = 64 };

typedef struct sides {
  thing *a, *b;
  uint64_t first, second; /* their orders */
} sides;

/* A contact of damaged bytes may have numbers in place of bodies: false. */
static bool look_ahead(const carom_event *events, size_t count, sides *out) {
  bool sound = true;
  for (size_t i = 0; i < count; i++) {
    const carom_contact *k = events[i].contact;
    out[i] =
        (sides){k->a.body_user, k->b.body_user, (uintptr_t)k->a.collider_user, (uintptr_t)k->b.collider_user};
    sound &= (uintptr_t)out[i].a > CAROM_CLUSTER_COLLIDERS_MAX &&
             (uintptr_t)out[i].b > CAROM_CLUSTER_COLLIDERS_MAX;
  }
  if (!sound) return false;
  for (size_t i = 0; i < count; i++) {
    out[i].first = carom__order(out[i].a->id, out[i].first);
    out[i].second = carom__order(out[i].b->id, out[i].second);
  }
  return true;
}

/* Of some events, those that this rank tells. */
static bool choose_some(carom_cluster *c, const carom_event *events, size_t count, size_t *lasting) {
  sides all[AHEAD];
  if (!look_ahead(events, count, all)) return false;
  for (size_t i = 0; i < count; i++) {
    *lasting += (events[i].kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_STAY)) != 0;
    if (!keep_meeting(c, &events[i], all[i].a, all[i].b)) return false;
    if (carom__teller(all[i].a, all[i].b) != c->transport.rank) continue;
    c->tellings[c->event_count++] = (telling){all[i].first, all[i].second, &events[i]};
  }
  return true;
}

static bool choose_events(carom_cluster *c, const carom_event *events, size_t count) {
  size_t lasting = 0;
  c->meeting_count = 0;
  for (size_t i = 0; i < count; i += AHEAD)
    if (!choose_some(c, events + i, count - i < AHEAD ? count - i : AHEAD, &lasting)) return false;
  carom_world_get_contacts(c->world, &count);
  c->unmet = count != lasting;
  return true;
}

uint32_t carom__event_group(carom_event_kind kind) {
  static const carom_event_kind order[] = {CAROM_EVENT_END, CAROM_EVENT_FAR, CAROM_EVENT_NEAR,
                                           CAROM_EVENT_BEGIN};
  uint32_t group = 0;
  while (group < sizeof order / sizeof *order && order[group] != kind) group++;
  return group;
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
  if (c->event_count) sort_groups(c->tellings, c->tellings + count, c->event_count);
  for (size_t i = 0; i < c->event_count; i++) c->events[i] = event_of(&c->tellings[i]);
  return true;
}
