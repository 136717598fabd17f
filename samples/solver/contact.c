/* contact.c: contacts push along their normal and, as friction allows, sideways. */
#include "rigid.h"

static const float PUSH_SPEED = 3;   /* springs part bodies no faster than this, in units per second */
static const float BOUNCE_SPEED = 1; /* what comes slower does not bounce */

/* A value holds the impulses of a point in 64 bits: along the normal as a float, and sideways as fractions of
 * the greatest friction, each in 16 bits. */
static uint64_t pack(const rigid_push *p, float friction) {
  union {
    float number;
    uint32_t bits;
  } normal = {p[0].impulse};
  float limit = inverse_of(friction * p[0].impulse);
  uint64_t value = normal.bits;
  for (int i = 1; i < RIGID_LINES; i++) {
    float fraction = greater(lesser(p[i].impulse * limit, 1), -1);
    value = value << 16 | (uint16_t)(int16_t)(fraction * 32767 + (fraction < 0 ? -0.5f : 0.5f));
  }
  return value;
}

static void unpack(rigid_push *p, uint64_t value, float friction) {
  union {
    uint32_t bits;
    float number;
  } normal = {(uint32_t)(value >> 32)};
  p[0].impulse = normal.number;
  for (int i = 1; i < RIGID_LINES; i++) {
    int fraction = (int)(value >> (32 - 16 * i) & 0xffff);
    p[i].impulse =
        (float)(fraction < 0x8000 ? fraction : fraction - 0x10000) / 32767 * friction * p[0].impulse;
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
  carom_vec3 side = across(normal);
  float friction = sqrtf(p->friction * q->friction), restitution = greater(p->restitution, q->restitution);
  s->contacts[s->contact_count++] = (rigid_contact){
      a, b, {normal, side, cross(normal, side)}, friction, restitution, (uint32_t)s->point_count, count};
  for (uint32_t i = 0; i < count; i++) {
    rigid_point *point = &s->points[s->point_count++];
    *point = (rigid_point){.arm_a = from_to(p->center, points[i].position),
                           .arm_b = from_to(q->center, points[i].position),
                           .separation = points[i].separation,
                           .feature = points[i].feature,
                           .value = values ? &values[i] : NULL};
    if (values) unpack(point->pushes, values[i], friction);
  }
  return CAROM_OK;
}

static void prepare_push(const rigid_body *a, const rigid_body *b, const rigid_point *p, carom_vec3 line,
                         rigid_push *out) {
  carom_vec3 turn_a = cross(p->arm_a, line), turn_b = cross(p->arm_b, line);
  out->spin_a = transform(&a->inverse_inertia, turn_a), out->spin_b = transform(&b->inverse_inertia, turn_b);
  out->mass =
      inverse_of(a->inverse_mass + b->inverse_mass + dot(turn_a, out->spin_a) + dot(turn_b, out->spin_b));
}

/* Pushes b along a line, and a against it. */
static inline void push(rigid_body *a, rigid_body *b, carom_vec3 line, const rigid_push *by, float impulse) {
  a->velocity = sub(a->velocity, scale(line, impulse * a->inverse_mass));
  a->spin = sub(a->spin, scale(by->spin_a, impulse));
  b->velocity = add(b->velocity, scale(line, impulse * b->inverse_mass));
  b->spin = add(b->spin, scale(by->spin_b, impulse));
}

static inline carom_vec3 speed_at(const rigid_body *a, const rigid_body *b, const rigid_point *p) {
  return sub(add(b->velocity, cross(b->spin, p->arm_b)), add(a->velocity, cross(a->spin, p->arm_a)));
}

void contacts_prepare(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    const rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    for (rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      for (int k = 0; k < RIGID_LINES; k++) prepare_push(a, b, p, c->lines[k], &p->pushes[k]);
      p->approach = dot(speed_at(a, b, p), c->lines[0]);
    }
  }
}

/* Many points push nothing: those that are apart, and those where others carry all. */
static bool is_idle(const rigid_point *p) {
  return p->pushes[0].impulse == 0 && p->pushes[1].impulse == 0 && p->pushes[2].impulse == 0;
}

void contacts_warm_start(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    for (const rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++)
      for (int k = 0; k < RIGID_LINES && !is_idle(p); k++)
        push(a, b, c->lines[k], &p->pushes[k], p->pushes[k].impulse);
  }
}

/* How far the point is apart now, by how the two bodies have moved. */
static float separation_of(const rigid_body *a, const rigid_body *b, const rigid_contact *c,
                           const rigid_point *p) {
  carom_vec3 way = sub(add(b->moved, cross(b->turned, p->arm_b)), add(a->moved, cross(a->turned, p->arm_a)));
  return p->separation + dot(way, c->lines[0]);
}

static void solve_normal(rigid_body *a, rigid_body *b, const rigid_contact *c, rigid_point *p, softness soft,
                         float slop, float h) {
  float apart = separation_of(a, b, c, p), bias = 0;
  softness used = {0, 1, 0};
  if (apart > 0)
    bias = apart / h; /* it may come as near as it gets in this small step */
  else if (soft.bias > 0)
    used = soft, bias = greater(soft.bias * lesser(apart + slop, 0), -PUSH_SPEED);
  rigid_push *along = &p->pushes[0];
  float speed = dot(speed_at(a, b, p), c->lines[0]), old = along->impulse;
  along->impulse = greater(old - along->mass * used.mass * (speed + bias) - used.impulse * old, 0);
  if (along->impulse != old) push(a, b, c->lines[0], along, along->impulse - old);
  p->greatest = greater(p->greatest, along->impulse);
}

static void solve_friction(rigid_body *a, rigid_body *b, const rigid_contact *c, rigid_point *p) {
  if (is_idle(p)) return;
  rigid_push *one = &p->pushes[1], *other = &p->pushes[2];
  carom_vec3 speed = speed_at(a, b, p);
  float x = one->impulse - one->mass * dot(speed, c->lines[1]);
  float y = other->impulse - other->mass * dot(speed, c->lines[2]);
  float limit = c->friction * p->pushes[0].impulse, square = x * x + y * y;
  if (square > limit * limit) {
    float s = limit / sqrtf(square);
    x *= s, y *= s;
  }
  push(a, b, c->lines[1], one, x - one->impulse), push(a, b, c->lines[2], other, y - other->impulse);
  one->impulse = x, other->impulse = y;
}

void contacts_solve(rigid_system *s, float h, bool springs) {
  softness none = {0, 1, 0}, soft = springs ? soften(lesser(30, 0.25f / h), 10, h) : none;
  softness stiff = springs ? soften(lesser(60, 0.5f / h), 10, h) : none;
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    bool on_ground = a->inverse_mass == 0 || b->inverse_mass == 0;
    rigid_point *first = &s->points[c->first], *end = first + c->count;
    for (rigid_point *p = first; p < end; p++) solve_friction(a, b, c, p);
    for (rigid_point *p = first; p < end; p++) solve_normal(a, b, c, p, on_ground ? stiff : soft, s->slop, h);
  }
}

void contacts_bounce(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    if (c->restitution == 0) continue;
    for (rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      if (p->approach > -BOUNCE_SPEED || p->greatest == 0) continue;
      rigid_push *along = &p->pushes[0];
      float speed = dot(speed_at(a, b, p), c->lines[0]) + c->restitution * p->approach, old = along->impulse;
      along->impulse = greater(old - along->mass * speed, 0);
      push(a, b, c->lines[0], along, along->impulse - old);
    }
  }
}

void contacts_store(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++)
    for (uint32_t k = 0; k < s->contacts[i].count; k++) {
      const rigid_point *p = &s->points[s->contacts[i].first + k];
      if (p->value) *p->value = pack(p->pushes, s->contacts[i].friction);
    }
}
