#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an event tells, without ids of a world. Lists of it are sorted by what comes first in it. */
typedef struct told {
  uint32_t group; /* ENDs, FARs, NEARs, BEGINs, STAYs */
  uint64_t a, b;  /* orders of the colliders */
  uint32_t cause, sensor, apart, nearby, further, patches;
  float speed;
  carom_manifold manifold;
} told;

/* Where a body is, and how it moves. */
typedef struct whereabouts {
  uint64_t id;
  carom_pose pose;
  carom_vec3 linear, angular;
} whereabouts;

static uint32_t group_of(carom_event_kind kind) {
  return kind == CAROM_EVENT_END     ? 0
         : kind == CAROM_EVENT_FAR   ? 1
         : kind == CAROM_EVENT_NEAR  ? 2
         : kind == CAROM_EVENT_BEGIN ? 3
                                     : 4;
}

static void add_told(list *l, carom_event_kind kind, carom_end_cause cause, const carom_contact *k,
                     uint64_t a, uint64_t b) {
  told *t = list_add(l);
  if (!t) return;
  t->group = group_of(kind), t->cause = cause;
  t->a = a, t->b = b;
  t->sensor = k->sensor, t->apart = k->apart, t->nearby = k->nearby, t->further = k->further;
  t->patches = k->patch_count;
  t->speed = k->approach_speed;
  t->manifold.normal = k->manifold.normal;
  t->manifold.point_count = k->manifold.point_count;
  memcpy(t->manifold.points, k->manifold.points, k->manifold.point_count * sizeof *k->manifold.points);
}

static void add_whereabouts(list *l, const carom_world *world, carom_body body, uint64_t id) {
  whereabouts *w = list_add(l);
  if (!w) return;
  w->id = id;
  carom_body_get_pose(world, body, &w->pose);
  carom_body_get_velocity(world, body, &w->linear, &w->angular);
}

/* --- What there is --- */

static void tell_part(const game *g, list *events, list *bodies) {
  size_t count;
  const carom_cluster_event *e = carom_cluster_get_events(g->cluster, &count);
  for (size_t i = 0; i < count; i++)
    add_told(events, e[i].kind, e[i].cause, e[i].contact, carom_cluster_order(e[i].a, e[i].number_a),
             carom_cluster_order(e[i].b, e[i].number_b));
  count = carom_cluster_get_owned(g->cluster, NULL, 0);
  uint64_t *ids = malloc((count + 1) * sizeof *ids);
  bodies->failed = !ids;
  if (ids) carom_cluster_get_owned(g->cluster, ids, count);
  for (size_t i = 0; ids && i < count; i++)
    add_whereabouts(bodies, carom_cluster_get_world(g->cluster), carom_cluster_get_body(g->cluster, ids[i]),
                    ids[i]);
  free(ids);
}

static uint64_t order_of(const carom_contact_side *side) {
  return carom_cluster_order((uintptr_t)side->body_user, 0);
}

static void tell_twin(const twin *t, list *events, list *bodies) {
  size_t count;
  const carom_event *e = carom_world_get_events(t->world, &count);
  for (size_t i = 0; i < count; i++)
    add_told(events, e[i].kind, e[i].cause, e[i].contact, order_of(&e[i].contact->a),
             order_of(&e[i].contact->b));
  for (uint32_t i = 0; i < t->setting->bodies; i++)
    add_whereabouts(bodies, t->world, t->bodies[i], (uintptr_t)carom_body_get_user(t->world, t->bodies[i]));
}

/* --- Whether it is the same --- */

static int by_order(const void *x, const void *y) {
  const told *p = x, *q = y;
  if (p->group != q->group) return p->group < q->group ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

static int by_id(const void *x, const void *y) {
  const whereabouts *p = x, *q = y;
  return (p->id > q->id) - (p->id < q->id);
}

/* The first place in which two lists differ, or how many both have. */
static size_t first_other(list *have, list *want, int (*order)(const void *, const void *)) {
  const size_t size = have->size;
  if (have->count) qsort(have->data, have->count, size, order);
  if (want->count) qsort(want->data, want->count, size, order);
  size_t i = 0;
  while (i < have->count && i < want->count &&
         memcmp((char *)have->data + i * size, (char *)want->data + i * size, size) == 0)
    i++;
  return i;
}

static bool same_events(list *have, list *want, uint64_t step) {
  const size_t i = first_other(have, want, by_order);
  if (i == have->count && i == want->count) return true;
  const told none = {0}, *h = i < have->count ? (told *)have->data + i : &none;
  const told *w = i < want->count ? (told *)want->data + i : &none;
  fprintf(stderr,
          "step %llu: event %zu of %zu, want %zu: group %u of %llu and %llu; in one world: %u, %llu, %llu\n",
          (unsigned long long)step, i, have->count, want->count, h->group, (unsigned long long)h->a >> 16,
          (unsigned long long)h->b >> 16, w->group, (unsigned long long)w->a >> 16,
          (unsigned long long)w->b >> 16);
  return false;
}

static bool same_bodies(list *have, list *want, uint64_t step) {
  const size_t i = first_other(have, want, by_id);
  if (i == have->count && i == want->count) return true;
  fprintf(stderr, "step %llu: there are %zu bodies, want %zu; number %zu differs\n", (unsigned long long)step,
          have->count, want->count, i);
  return false;
}

static bool compare(list *events, list *bodies, const twin *t, uint64_t step) {
  list want_events = {.size = sizeof(told)}, want_bodies = {.size = sizeof(whereabouts)};
  tell_twin(t, &want_events, &want_bodies);
  const bool fine = !want_events.failed && !want_bodies.failed && !events->failed && !bodies->failed;
  const bool same =
      fine && same_events(events, &want_events, step) && same_bodies(bodies, &want_bodies, step);
  list_free(&want_events);
  list_free(&want_bodies);
  return same;
}

bool check_step(const office *o, const game *g, const twin *t, uint64_t step, bool *equal) {
  list events = {.size = sizeof(told)}, bodies = {.size = sizeof(whereabouts)};
  tell_part(g, &events, &bodies);
  bool here = office_collect(o, &events) && office_collect(o, &bodies);
  uint64_t same = here && t ? compare(&events, &bodies, t, step) : 0;
  here = here && office_announce(o, &same);
  *equal = same != 0;
  list_free(&events);
  list_free(&bodies);
  return here;
}
