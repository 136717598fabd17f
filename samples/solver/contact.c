/* contact.c: contacts push along their normal and, as friction allows, sideways. */
#include "rigid.h"

static const float PUSH_SPEED = 3;   /* springs part bodies no faster than this, in units per second */
static const float BOUNCE_SPEED = 1; /* what comes slower does not bounce */

/* A value holds the impulses of a point in 64 bits: along the normal as a float, and sideways as fractions of
 * the greatest friction, each in 16 bits. */
static uint64_t pack(const rigid_point *p, float friction) {
  union {
    float number;
    uint32_t bits;
  } normal = {p->push.impulse};
  float limit = inverse_of(friction * p->push.impulse);
  uint64_t value = normal.bits;
  for (int i = 0; i < 2; i++) {
    float fraction = lesser(greater(p->side[i].impulse * limit, -1), 1);
    value = value << 16 | (uint16_t)(int16_t)(fraction * 32767 + (fraction < 0 ? -0.5f : 0.5f));
  }
  return value;
}

static void unpack(rigid_point *p, uint64_t value, float friction) {
  union {
    uint32_t bits;
    float number;
  } normal = {(uint32_t)(value >> 32)};
  p->push.impulse = normal.number;
  for (int i = 0; i < 2; i++) {
    int fraction = (int)(value >> (16 - 16 * i) & 0xffff);
    fraction = fraction < 0x8000 ? fraction : fraction - 0x10000;
    p->side[i].impulse = (float)fraction / 32767 * friction * p->push.impulse;
  }
}

carom_status rigid_add_contact(rigid_system *s, uint32_t a, uint32_t b, carom_vec3 normal,
                               const carom_contact_point *points, uint32_t count, uint64_t *values) {
  carom_status status =
      rigid_grow((void **)&s->contacts, &s->contact_room, s->contact_count + 1, sizeof *s->contacts);
  if (!status)
    status = rigid_grow((void **)&s->points, &s->point_room, s->point_count + count, sizeof *s->points);
  if (status) return status;
  const rigid_body *p = &s->bodies[a], *q = &s->bodies[b];
  const carom_vec3 side = across(normal), sides[2] = {side, cross(normal, side)};
  float friction = sqrtf(p->friction * q->friction), restitution = greater(p->restitution, q->restitution);
  s->contacts[s->contact_count++] = (rigid_contact){
      a, b, normal, {sides[0], sides[1]}, friction, restitution, (uint32_t)s->point_count, count};
  for (uint32_t i = 0; i < count; i++) {
    rigid_point *point = &s->points[s->point_count++];
    const carom_vec3 arm_a = from_to(p->center, points[i].position),
                     arm_b = from_to(q->center, points[i].position);
    *point = (rigid_point){.push = {.turn_a = cross(arm_a, normal), .turn_b = cross(arm_b, normal)},
                           .separation = points[i].separation,
                           .feature = points[i].feature,
                           .value = values ? &values[i] : NULL};
    for (int k = 0; k < 2; k++)
      point->side[k].turn_a = cross(arm_a, sides[k]), point->side[k].turn_b = cross(arm_b, sides[k]);
    if (values) unpack(point, values[i], friction);
  }
  return CAROM_OK;
}

void contacts_prepare(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    const rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    const rigid_pair pair = load(a, b);
    for (rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      row_prepare(&p->push, a, b, c->normal);
      for (int k = 0; k < 2; k++) row_prepare(&p->side[k], a, b, c->sides[k]);
      p->approach = along(&pair, c->normal, &p->push);
    }
  }
}

/* A point that nothing presses rubs nothing. */
static bool is_loose(const rigid_point *p) {
  return p->push.impulse == 0 && p->side[0].impulse == 0 && p->side[1].impulse == 0;
}

static void push_sideways(rigid_pair *pair, const rigid_contact *c, const rigid_point *p, float x, float y) {
  push(pair, c->sides[0], &p->side[0], x);
  push(pair, c->sides[1], &p->side[1], y);
}

void contacts_warm_start(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    rigid_pair pair = load(a, b);
    for (const rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      if (is_loose(p)) continue;
      push(&pair, c->normal, &p->push, p->push.impulse);
      push_sideways(&pair, c, p, p->side[0].impulse, p->side[1].impulse);
    }
    store(&pair, a, b);
  }
}

static void solve_normal(rigid_pair *pair, const rigid_contact *c, rigid_point *p, float apart, softness soft,
                         float slop, float h) {
  float bias = 0, old = p->push.impulse;
  softness used = {0, 1, 0};
  if (apart > 0)
    bias = apart / h; /* it may come as near as it gets in this small step */
  else if (soft.bias > 0)
    used = soft, bias = greater(soft.bias * lesser(apart + slop, 0), -PUSH_SPEED);
  float speed = along(pair, c->normal, &p->push);
  float impulse = greater(old - p->push.mass * used.mass * (speed + bias) - used.impulse * old, 0);
  p->push.impulse = impulse, p->greatest = greater(p->greatest, impulse);
  if (impulse != old) push(pair, c->normal, &p->push, impulse - old);
}

static void solve_friction(rigid_pair *pair, const rigid_contact *c, rigid_point *p) {
  if (is_loose(p)) return;
  rigid_row *one = &p->side[0], *other = &p->side[1];
  float x = one->impulse - one->mass * along(pair, c->sides[0], one);
  float y = other->impulse - other->mass * along(pair, c->sides[1], other);
  float limit = c->friction * p->push.impulse, square = x * x + y * y;
  if (square > limit * limit) {
    float s = limit / sqrtf(square);
    x *= s, y *= s;
  }
  push_sideways(pair, c, p, x - one->impulse, y - other->impulse);
  one->impulse = x, other->impulse = y;
}

void contacts_solve(rigid_system *s, float h, bool springs) {
  softness none = {0, 1, 0}, soft = springs ? soften(lesser(30, 0.25f / h), 10, h) : none;
  softness stiff = springs ? soften(lesser(60, 0.5f / h), 10, h) : none;
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    const softness used = a->inverse_mass == 0 || b->inverse_mass == 0 ? stiff : soft;
    rigid_point *first = &s->points[c->first], *end = first + c->count;
    rigid_pair pair = load(a, b);
    for (rigid_point *p = first; p < end; p++) solve_friction(&pair, c, p);
    for (rigid_point *p = first; p < end; p++)
      solve_normal(&pair, c, p, p->separation + way_along(a, b, c->normal, &p->push), used, s->slop, h);
    store(&pair, a, b);
  }
}

void contacts_bounce(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    if (c->restitution == 0) continue;
    rigid_pair pair = load(a, b);
    for (rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      if (p->approach > -BOUNCE_SPEED || p->greatest == 0) continue;
      float speed = along(&pair, c->normal, &p->push) + c->restitution * p->approach;
      float impulse = greater(p->push.impulse - p->push.mass * speed, 0);
      push(&pair, c->normal, &p->push, impulse - p->push.impulse);
      p->push.impulse = impulse;
    }
    store(&pair, a, b);
  }
}

void contacts_store(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++)
    for (uint32_t k = 0; k < s->contacts[i].count; k++) {
      const rigid_point *p = &s->points[s->contacts[i].first + k];
      if (p->value) *p->value = pack(p, s->contacts[i].friction);
    }
}
