/* twin.h: a world written down once more, by the rules of the public headers alone, slowly and obviously
 * right: all pairs of colliders in turn, with the stateless answers of carom/collide.h. From the calls a
 * game makes it predicts the contacts of a step, and the events one by one. The world is asked for nothing
 * but the ids of what is created. */
#ifndef CAROM_TEST_ENGINE_TWIN_H
#define CAROM_TEST_ENGINE_TWIN_H

#include <math.h>

#include "asset_set.h"
#include "event_fields.h"
#include "support.h"

enum {
  TWIN_BODIES = 500,
  TWIN_COLLIDERS = 800,
  TWIN_CONTACTS = 8192,
  TWIN_EVENTS = 6 * TWIN_CONTACTS,
  TWIN_HANDLERS = 48
};

/* A body or collider by its slot, which is the lower half of its id; no id: there is none. What is dead keeps
 * its slot until the ENDs are delivered. */
typedef struct {
  carom_body id;
  carom_body_kind kind;
  carom_pose pose; /* as it was given */
  carom_vec3 velocity;
  void *user;
  bool disabled, dead;
  bool moved; /* put elsewhere since the last step */
  carom_contact_counts counts;
} twin_body;

typedef struct {
  carom_collider id;
  uint32_t body;
  carom_shape shape;
  float reach;       /* no point of the shape is farther from its origin */
  carom_vec3 offset; /* on the body */
  carom_filter filter;
  void *user;
  bool sensor, sees_sensors, sees_static, dead;
  bool reshaped; /* since the last step */
  float margin;
} twin_collider;

/* What an event is expected to tell, as it was when the pair was last found. */
typedef struct {
  uint32_t a, b; /* slots, a < b */
  carom_contact told;
  uint64_t patches[2]; /* hashes of them, as told and turned around */
  bool lasts;          /* it was there in the step before */
  bool dropped;        /* this step has ended it so */
  bool over;           /* its END is delivered or its BEGIN never was */
  bool far_due;        /* and its FAR is not, though its NEAR was */
} twin_contact;

typedef struct {
  twin_contact list[TWIN_CONTACTS]; /* ascending by a, then b */
  size_t count;
} twin_contacts;

typedef struct {
  carom_event_kind kind;
  carom_end_cause cause;
  twin_contact *contact;
} twin_event;

typedef struct twin twin;

typedef struct {
  twin *twin;
  carom_handler id; /* none: removed */
  carom_handler_def def;
} twin_handler;

struct twin {
  uint64_t random, salt, program, call;
  uint32_t size; /* bodies in the beginning */
  carom_world *world;
  asset_set assets;
  bool planar;
  bool persistent;
  bool eight;
  float margin;
  bool margins; /* of the world or of colliders */
  twin_body bodies[TWIN_BODIES];
  twin_collider colliders[TWIN_COLLIDERS];
  uint32_t body_slots, collider_slots;
  bool filter; /* the callback is set */
  twin_contacts contacts[2];
  twin_contacts *now, *before;
  twin_event events[TWIN_EVENTS];
  size_t event_count, event_at;
  twin_event told[TWIN_EVENTS]; /* those that were delivered */
  size_t told_count;
  twin_event *event;                    /* the one being delivered ... */
  size_t turn, turns;                   /* ... to this one of so many handlers */
  twin_handler handlers[TWIN_HANDLERS]; /* in order of adding */
  size_t handler_count;
  uint64_t asked_key; /* the last pair about which a keeper was asked in this step */
  carom_counts counts;
};

static inline void twin_check(const twin *t, bool holds, const char *rule) {
  if (!holds)
    ck_abort_msg("program %llu, call %llu: %s", (unsigned long long)t->program, (unsigned long long)t->call,
                 rule);
}

/* --- Rules --- */

static inline uint64_t twin_mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
  return x ^ x >> 29;
}

/* What the filter callback says; it depends on the pair alone. */
static inline bool twin_filter_rule(const twin *t, carom_collider a, carom_collider b) {
  return twin_mix(t->salt ^ twin_mix(a.bits ^ twin_mix(b.bits))) % 8 > 0;
}

static inline uint64_t twin_mix_pose(uint64_t x, const carom_pose *pose) {
  uint64_t words[3];
  memcpy(words, &pose->position, sizeof words);
  for (int i = 0; i < 3; i++) x = twin_mix(x ^ words[i]);
  return x;
}

/* What a keeper says; it depends on the pair and on where the bodies are, so that of what rests the answer
 * would be the same again. */
static inline bool twin_keep_rule(const twin *t, const twin_contact *c) {
  const twin_body *a = &t->bodies[t->colliders[c->a].body], *b = &t->bodies[t->colliders[c->b].body];
  uint64_t ids = t->colliders[c->a].id.bits ^ twin_mix(t->colliders[c->b].id.bits);
  return twin_mix_pose(twin_mix_pose(ids ^ t->salt, &a->pose), &b->pose) % 4 > 0;
}

static inline bool twin_is_dead(const twin *t, const twin_contact *c) {
  return t->colliders[c->a].dead || t->colliders[c->b].dead;
}

static inline bool twin_disables(const twin *t, uint32_t a, uint32_t b) {
  return t->bodies[t->colliders[a].body].disabled || t->bodies[t->colliders[b].body].disabled;
}

static inline bool twin_admits(const twin *t, uint32_t slot_a, uint32_t slot_b) {
  const twin_collider *a = &t->colliders[slot_a], *b = &t->colliders[slot_b];
  bool still = t->bodies[a->body].kind == CAROM_STATIC && t->bodies[b->body].kind == CAROM_STATIC;
  if (a->body == b->body || (still && !a->sees_static && !b->sees_static)) return false;
  if (a->sensor && b->sensor && !a->sees_sensors && !b->sees_sensors) return false;
  return support_admits(a->filter, b->filter) && (!t->filter || twin_filter_rule(t, a->id, b->id));
}

/* Bodies of more than one collider are not turned, so that this is exact. */
static inline carom_pose twin_pose(const twin *t, const twin_collider *c) {
  carom_pose pose = t->bodies[c->body].pose;
  pose.position.x += (double)c->offset.x;
  pose.position.y += (double)c->offset.y;
  pose.position.z += (double)c->offset.z;
  return pose;
}

static inline float twin_margin(const twin *t, const twin_collider *a, const twin_collider *b) {
  return fmaxf(t->margin, fmaxf(a->margin, b->margin));
}

/* The margin of points beside so many that touch: where names last, an edge that leans has both ends also
 * without one. */
static inline float twin_reach(const twin *t, const twin_collider *a, const twin_collider *b,
                               uint32_t count) {
  return fmaxf(twin_margin(t, a, b), t->persistent && !t->planar && count == 1 ? 0x1p-126f : 0);
}

/* Writes the manifold within the margin, and tells whether there is one, and whether the two touch. */
static inline bool twin_collide(const twin *t, uint32_t slot_a, uint32_t slot_b, carom_manifold *out,
                                bool *touch) {
  const twin_collider *a = &t->colliders[slot_a], *b = &t->colliders[slot_b];
  carom_pose pose_a = twin_pose(t, a), pose_b = twin_pose(t, b);
  double x = pose_b.position.x - pose_a.position.x, y = pose_b.position.y - pose_a.position.y;
  double z = pose_b.position.z - pose_a.position.z, margin = (double)twin_margin(t, a, b);
  double reach = (double)(a->reach + b->reach) + margin;
  if (x * x + y * y + z * z > reach * reach) return false;
  carom_status status = carom_collide(&a->shape, &pose_a, &b->shape, &pose_b, out);
  *touch = out->point_count > 0;
  float by = twin_reach(t, a, b, out->point_count);
  if (!status && by > 0) status = carom_collide_within(&a->shape, &pose_a, &b->shape, &pose_b, by, out);
  twin_check(t, status == CAROM_OK, "shapes collide");
  return out->point_count > 0;
}

static inline bool twin_wants(const carom_handler_def *def, carom_event_kind kind, const carom_contact *c) {
  uint64_t a = c->a.category, b = c->b.category;
  bool straight = (!def->category_a || a & def->category_a) && (!def->category_b || b & def->category_b);
  bool turned = (!def->category_a || b & def->category_a) && (!def->category_b || a & def->category_b);
  uint32_t events = def->events;
  if (!events) events = def->impact > 0 ? CAROM_EVENT_BEGIN : CAROM_EVENT_BEGIN | CAROM_EVENT_END;
  if (!(events & (uint32_t)kind) || (def->impact > 0 && !(c->approach_speed >= def->impact))) return false;
  return straight || turned;
}

/* --- A step --- */

static inline carom_contact_side twin_side(const twin *t, uint32_t slot) {
  const twin_collider *c = &t->colliders[slot];
  const twin_body *body = &t->bodies[c->body];
  return (carom_contact_side){.body = body->id,
                              .collider = c->id,
                              .body_user = body->user,
                              .collider_user = c->user,
                              .category = c->filter.category ? c->filter.category : 1};
}

static inline carom_patch twin_turned(const carom_patch *p) {
  carom_patch q = *p;
  q.normal = (carom_vec3){-p->normal.x, -p->normal.y, -p->normal.z};
  q.child_a = p->child_b, q.triangle_a = p->triangle_b, q.material_a = p->material_b;
  q.child_b = p->child_a, q.triangle_b = p->triangle_a, q.material_b = p->material_a;
  return q;
}

static inline bool twin_is_convex(const twin_collider *c) {
  carom_shape_kind kind = c->shape.kind;
  return kind != CAROM_MESH && kind != CAROM_FIELD && kind != CAROM_COMPOUND && kind != CAROM_PLANAR_COMPOUND;
}

static inline void twin_mix_patch(twin_contact *c, const carom_patch *patch) {
  carom_patch turned = twin_turned(patch);
  fields_mix_patch(&c->patches[0], patch);
  fields_mix_patch(&c->patches[1], &turned);
}

/* In a world with eight points, convex pairs have two patches when four do not hold them. */
static inline void twin_describe_further(const twin *t, twin_contact *c) {
  carom_patch patches[2];
  size_t count = 0;
  const twin_collider *a = &t->colliders[c->a], *b = &t->colliders[c->b];
  carom_pose pose_a = twin_pose(t, a), pose_b = twin_pose(t, b);
  if (!t->eight) return;
  carom_manifold touching;
  carom_status status = carom_collide(&a->shape, &pose_a, &b->shape, &pose_b, &touching);
  float by = twin_reach(t, a, b, touching.point_count);
  if (!status) status = carom_collide_eight(&a->shape, &pose_a, &b->shape, &pose_b, by, patches, 2, &count);
  twin_check(t, status == CAROM_OK && count > 0 && count <= 2, "what is convex has one patch or two");
  c->told.manifold.point_count = patches[0].point_count;
  if (count < 2) return;
  c->told.further = true;
  c->told.patch_count = 2;
  memcpy(c->told.manifold.points, patches[0].points, sizeof patches->points);
  for (size_t i = 0; i < count; i++) twin_mix_patch(c, &patches[i]);
}

/* Pairs that are not convex have patches, and the sides name the children and triangles of the first. */
static inline void twin_describe_patches(const twin *t, twin_contact *c) {
  enum { MOST = 256 };
  carom_patch patches[MOST];
  size_t count = 0;
  const twin_collider *a = &t->colliders[c->a], *b = &t->colliders[c->b];
  carom_pose pose_a = twin_pose(t, a), pose_b = twin_pose(t, b);
  if (twin_is_convex(a) && twin_is_convex(b)) {
    twin_describe_further(t, c);
    return;
  }
  if (c->told.apart) return;
  carom_status status = carom_collide_patches(&a->shape, &pose_a, &b->shape, &pose_b, patches, MOST, &count);
  twin_check(t, status == CAROM_OK && count > 0 && count <= MOST, "what is not convex has patches");
  c->told.patch_count = (uint32_t)count;
  c->told.a.child = patches[0].child_a;
  c->told.b.child = patches[0].child_b;
  c->told.a.triangle = patches[0].triangle_a;
  c->told.b.triangle = patches[0].triangle_b;
  for (size_t i = 0; i < count; i++) twin_mix_patch(c, &patches[i]);
}

static inline void twin_describe(const twin *t, twin_contact *c, const carom_manifold *manifold) {
  const twin_collider *a = &t->colliders[c->a], *b = &t->colliders[c->b];
  carom_vec3 va = t->bodies[a->body].velocity, vb = t->bodies[b->body].velocity, n = manifold->normal;
  c->told.a = twin_side(t, c->a);
  c->told.b = twin_side(t, c->b);
  c->told.manifold = *manifold;
  c->told.nearby = twin_margin(t, a, b) > 0;
  c->told.sensor = a->sensor || b->sensor;
  c->told.approach_speed = (va.x - vb.x) * n.x + (va.y - vb.y) * n.y + (va.z - vb.z) * n.z;
  twin_describe_patches(t, c);
}

static inline twin_contact *twin_find(twin_contacts *list, uint32_t a, uint32_t b) {
  for (size_t i = 0; i < list->count; i++) {
    twin_contact *c = &list->list[i];
    if (c->a == a && c->b == b && !c->over) return c;
  }
  return NULL;
}

static inline bool twin_is_kept(const twin *t, const twin_contact *c) {
  carom_event_kind kind = c->lasts ? CAROM_EVENT_STAY : CAROM_EVENT_BEGIN;
  for (size_t i = 0; i < t->handler_count; i++) {
    const twin_handler *h = &t->handlers[i];
    if (h->id.bits && h->def.keep && twin_wants(&h->def, kind, &c->told) && !twin_keep_rule(t, c))
      return false;
  }
  return true;
}

/* It is that of a pair that goes on touching or being near. */
static inline uint64_t twin_value(const twin_contact *last, const carom_contact *now) {
  if (!last) return 0;
  bool touches = !last->told.apart && !now->apart, near = last->told.nearby && now->nearby;
  return touches || near ? last->told.value : 0;
}

static inline void twin_try_pair(twin *t, uint32_t a, uint32_t b) {
  carom_manifold manifold;
  bool touch;
  twin_contact c = {.a = a, .b = b};
  if (twin_disables(t, a, b) || !twin_admits(t, a, b) || !twin_collide(t, a, b, &manifold, &touch)) return;
  twin_contact *last = twin_find(t->before, a, b);
  c.told.apart = !touch;
  twin_describe(t, &c, &manifold);
  c.lasts = last && !last->told.apart;
  c.told.value = twin_value(last, &c.told);
  if (!touch || twin_is_kept(t, &c)) {
    twin_check(t, t->now->count < TWIN_CONTACTS, "the book is thick enough");
    t->now->list[t->now->count++] = c;
  } else if (last) {
    last->dropped = true;
  }
}

static inline void twin_move(twin *t, float dt) {
  for (uint32_t i = 0; i < t->body_slots; i++) {
    twin_body *body = &t->bodies[i];
    if (body->disabled) continue;
    body->pose.position.x += (double)body->velocity.x * (double)dt;
    body->pose.position.y += (double)body->velocity.y * (double)dt;
    body->pose.position.z += (double)body->velocity.z * (double)dt;
  }
}

/* The first in the list of event.h that is true. */
static inline carom_end_cause twin_cause(const twin *t, const twin_contact *c) {
  const twin_collider *a = &t->colliders[c->a], *b = &t->colliders[c->b];
  if (twin_is_dead(t, c)) return CAROM_END_DESTROYED;
  if (twin_disables(t, c->a, c->b)) return CAROM_END_DISABLED;
  if (!twin_admits(t, c->a, c->b)) return CAROM_END_FILTERED;
  if (c->dropped) return CAROM_END_DROPPED;
  if (a->reshaped || b->reshaped) return CAROM_END_RESHAPED;
  return t->bodies[a->body].moved || t->bodies[b->body].moved ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}

static inline void twin_expect(twin *t, carom_event_kind kind, carom_end_cause cause, twin_contact *c) {
  twin_check(t, t->event_count < TWIN_EVENTS, "the book is thick enough");
  t->events[t->event_count++] = (twin_event){kind, cause, c};
}

static inline void twin_begin(twin *t) {
  twin_contacts *old = t->now;
  t->now = t->before;
  t->before = old;
  t->now->count = t->event_count = t->event_at = t->told_count = 0;
  t->event = NULL;
  t->asked_key = 0;
}

/* Does the contact of a pair end in this step, or its being nearby? */
static inline void twin_expect_over(twin *t, twin_contact *c, bool far) {
  const twin_contact *now = twin_is_dead(t, c) ? NULL : twin_find(t->now, c->a, c->b);
  if (far ? c->told.nearby && !(now && now->told.nearby) : !c->told.apart && !(now && !now->told.apart))
    twin_expect(t, far ? CAROM_EVENT_FAR : CAROM_EVENT_END, twin_cause(t, c), c);
}

/* What a step that comes now will find. */
static inline void twin_step(twin *t, float dt) {
  twin_begin(t);
  twin_move(t, dt);
  for (uint32_t a = 0; a < t->collider_slots; a++)
    for (uint32_t b = a + 1; b < t->collider_slots && t->colliders[a].id.bits && !t->colliders[a].dead; b++)
      if (t->colliders[b].id.bits && !t->colliders[b].dead) twin_try_pair(t, a, b);
  for (int fars = 0; fars < 2; fars++)
    for (size_t i = 0; i < t->before->count; i++)
      if (!t->before->list[i].over) twin_expect_over(t, &t->before->list[i], fars);
  for (size_t i = 0; i < t->now->count; i++) {
    twin_contact *c = &t->now->list[i];
    const twin_contact *last = twin_find(t->before, c->a, c->b);
    if (c->told.nearby && !(last && last->told.nearby)) twin_expect(t, CAROM_EVENT_NEAR, CAROM_END_NONE, c);
  }
  for (int lasts = 0; lasts < 2; lasts++)
    for (size_t i = 0; i < t->now->count; i++)
      if (t->now->list[i].lasts == lasts && !t->now->list[i].told.apart)
        twin_expect(t, lasts ? CAROM_EVENT_STAY : CAROM_EVENT_BEGIN, CAROM_END_NONE, &t->now->list[i]);
  for (uint32_t i = 0; i < t->body_slots; i++) t->bodies[i].moved = false;
  for (uint32_t i = 0; i < t->collider_slots; i++) t->colliders[i].reshaped = false;
  t->counts.steps++;
}

static inline void twin_clear(twin *t) {
  twin_begin(t);
  for (uint32_t i = 0; i < t->body_slots; i++) t->bodies[i].dead = t->bodies[i].id.bits != 0;
  for (uint32_t i = 0; i < t->collider_slots; i++) t->colliders[i].dead = t->colliders[i].id.bits != 0;
  for (int fars = 0; fars < 2; fars++)
    for (size_t i = 0; i < t->before->count; i++) {
      twin_contact *c = &t->before->list[i];
      if (!c->over && (fars ? c->told.nearby : !c->told.apart))
        twin_expect(t, fars ? CAROM_EVENT_FAR : CAROM_EVENT_END, CAROM_END_CLEARED, c);
    }
}

/* --- Its delivery, which goes on while handlers act --- */

static inline void twin_expect_late(twin *t) {
  for (size_t i = 0; i < t->now->count; i++) {
    twin_contact *c = &t->now->list[i];
    if (c->over || !twin_is_dead(t, c)) continue;
    c->over = true;
    c->far_due = c->told.nearby;
    if (!c->told.apart) twin_expect(t, CAROM_EVENT_END, CAROM_END_DESTROYED, c);
  }
  for (size_t i = 0; i < t->now->count; i++) {
    twin_contact *c = &t->now->list[i];
    if (c->far_due) twin_expect(t, CAROM_EVENT_FAR, CAROM_END_DESTROYED, c);
    c->far_due = false;
  }
}

/* An event that is not delivered never was. */
static inline void twin_take_back(const twin_event *event) {
  twin_contact *c = event->contact;
  if (event->kind == CAROM_EVENT_BEGIN) c->over = true, c->far_due = c->told.nearby;
  if (event->kind == CAROM_EVENT_NEAR) c->told.nearby = false, c->over = c->told.apart;
}

static inline void twin_count(twin *t, const twin_event *event) {
  twin_body *a = &t->bodies[t->colliders[event->contact->a].body];
  twin_body *b = &t->bodies[t->colliders[event->contact->b].body];
  bool begin = event->kind == CAROM_EVENT_BEGIN, end = event->kind == CAROM_EVENT_END;
  t->counts.begins += begin, a->counts.begins += begin, b->counts.begins += begin;
  t->counts.ends += end, a->counts.ends += end, b->counts.ends += end;
  t->counts.stays += event->kind == CAROM_EVENT_STAY;
  t->counts.nears += event->kind == CAROM_EVENT_NEAR;
  t->counts.fars += event->kind == CAROM_EVENT_FAR;
}

/* The next event; NULL after the last. */
static inline twin_event *twin_next_event(twin *t) {
  for (;;) {
    if (t->event_at == t->event_count) twin_expect_late(t);
    if (t->event_at == t->event_count) return NULL;
    twin_event *event = &t->events[t->event_at++];
    if (event->kind & (CAROM_EVENT_END | CAROM_EVENT_FAR) || !twin_is_dead(t, event->contact)) {
      twin_count(t, event);
      t->told[t->told_count++] = *event;
      return event;
    }
    twin_take_back(event);
  }
}

/* Who is called next, with t->event; NULL: nobody any more. */
static inline twin_handler *twin_next_call(twin *t) {
  for (;;) {
    if (!t->event) {
      t->event = twin_next_event(t);
      t->turn = 0;
      t->turns = t->handler_count;
    }
    if (!t->event) return NULL;
    while (t->turn < t->turns) {
      twin_handler *h = &t->handlers[t->turn++];
      if (h->id.bits && h->def.callback && twin_wants(&h->def, t->event->kind, &t->event->contact->told))
        return h;
    }
    t->event = NULL;
  }
}

/* The dispatch is over: the dead are buried. */
static inline void twin_end(twin *t) {
  twin_check(t, !twin_next_call(t), "each handler was told of each of its events");
  for (uint32_t i = 0; i < t->body_slots; i++)
    if (t->bodies[i].dead) t->bodies[i] = (twin_body){0};
  for (uint32_t i = 0; i < t->collider_slots; i++)
    if (t->colliders[i].dead) t->colliders[i] = (twin_collider){0};
}

#endif
