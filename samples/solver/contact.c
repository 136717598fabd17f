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
  } normal = {p->impulse};
  float limit = inverse_of(friction * p->impulse);
  uint64_t value = normal.bits;
  for (int i = 0; i < 2; i++) {
    float fraction = fminf(fmaxf(p->side[i] * limit, -1), 1);
    value = value << 16 | (uint16_t)(int16_t)(fraction * 32767 + (fraction < 0 ? -0.5f : 0.5f));
  }
  return value;
}

static void unpack(rigid_point *p, uint64_t value, float friction) {
  union {
    uint32_t bits;
    float number;
  } normal = {(uint32_t)(value >> 32)};
  p->impulse = normal.number;
  for (int i = 0; i < 2; i++) {
    int fraction = (int)(value >> (16 - 16 * i) & 0xffff);
    p->side[i] = (float)(fraction < 0x8000 ? fraction : fraction - 0x10000) / 32767 * friction * p->impulse;
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
  float friction = sqrtf(p->friction * q->friction), restitution = fmaxf(p->restitution, q->restitution);
  s->contacts[s->contact_count++] = (rigid_contact){
      a, b, normal, {side, cross(normal, side)}, friction, restitution, (uint32_t)s->point_count, count};
  for (uint32_t i = 0; i < count; i++) {
    rigid_point *point = &s->points[s->point_count++];
    *point = (rigid_point){.arm_a = from_to(p->center, points[i].position),
                           .arm_b = from_to(q->center, points[i].position),
                           .separation = points[i].separation,
                           .feature = points[i].feature,
                           .value = values ? &values[i] : NULL};
    if (values) unpack(point, values[i], friction);
  }
  return CAROM_OK;
}

static float mass_along(const rigid_body *a, const rigid_body *b, const rigid_point *p, carom_vec3 line) {
  carom_vec3 turn_a = cross(p->arm_a, line), turn_b = cross(p->arm_b, line);
  return inverse_of(a->inverse_mass + b->inverse_mass + dot(turn_a, transform(&a->inverse_inertia, turn_a)) +
                    dot(turn_b, transform(&b->inverse_inertia, turn_b)));
}

static carom_vec3 speed_at(const rigid_body *a, const rigid_body *b, const rigid_point *p) {
  return sub(add(b->velocity, cross(b->spin, p->arm_b)), add(a->velocity, cross(a->spin, p->arm_a)));
}

void contacts_prepare(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    const rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    for (rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++) {
      p->mass = mass_along(a, b, p, c->normal);
      for (int k = 0; k < 2; k++) p->side_mass[k] = mass_along(a, b, p, c->sides[k]);
      p->approach = dot(speed_at(a, b, p), c->normal);
    }
  }
}

void contacts_warm_start(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++) {
    const rigid_contact *c = &s->contacts[i];
    rigid_body *a = &s->bodies[c->a], *b = &s->bodies[c->b];
    for (const rigid_point *p = &s->points[c->first], *end = p + c->count; p < end; p++)
      push(a, b, p->arm_a, p->arm_b,
           add(scale(c->normal, p->impulse),
               add(scale(c->sides[0], p->side[0]), scale(c->sides[1], p->side[1]))));
  }
}

/* How far the point is apart now, by how the two bodies have moved. */
static float separation_of(const rigid_body *a, const rigid_body *b, const rigid_contact *c,
                           const rigid_point *p) {
  carom_vec3 way = sub(add(b->moved, cross(b->turned, p->arm_b)), add(a->moved, cross(a->turned, p->arm_a)));
  return p->separation + dot(way, c->normal);
}

static void solve_normal(rigid_body *a, rigid_body *b, const rigid_contact *c, rigid_point *p, softness soft,
                         float slop, float h) {
  float apart = separation_of(a, b, c, p), bias = 0;
  softness used = {0, 1, 0};
  if (apart > 0)
    bias = apart / h; /* it may come as near as it gets in this small step */
  else if (soft.bias > 0)
    used = soft, bias = fmaxf(soft.bias * fminf(apart + slop, 0), -PUSH_SPEED);
  float speed = dot(speed_at(a, b, p), c->normal);
  float impulse = fmaxf(p->impulse - p->mass * used.mass * (speed + bias) - used.impulse * p->impulse, 0);
  push(a, b, p->arm_a, p->arm_b, scale(c->normal, impulse - p->impulse));
  p->impulse = impulse, p->greatest = fmaxf(p->greatest, impulse);
}

static void solve_friction(rigid_body *a, rigid_body *b, const rigid_contact *c, rigid_point *p) {
  carom_vec3 speed = speed_at(a, b, p);
  float x = p->side[0] - p->side_mass[0] * dot(speed, c->sides[0]);
  float y = p->side[1] - p->side_mass[1] * dot(speed, c->sides[1]);
  float limit = c->friction * p->impulse, square = x * x + y * y;
  if (square > limit * limit) {
    float s = limit / sqrtf(square);
    x *= s, y *= s;
  }
  push(a, b, p->arm_a, p->arm_b, add(scale(c->sides[0], x - p->side[0]), scale(c->sides[1], y - p->side[1])));
  p->side[0] = x, p->side[1] = y;
}

void contacts_solve(rigid_system *s, float h, bool springs) {
  softness none = {0, 1, 0}, soft = springs ? soften(fminf(30, 0.25f / h), 10, h) : none;
  softness stiff = springs ? soften(fminf(60, 0.5f / h), 10, h) : none;
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
      float speed = dot(speed_at(a, b, p), c->normal) + c->restitution * p->approach;
      float impulse = fmaxf(p->impulse - p->mass * speed, 0);
      push(a, b, p->arm_a, p->arm_b, scale(c->normal, impulse - p->impulse));
      p->impulse = impulse;
    }
  }
}

void contacts_store(rigid_system *s) {
  for (size_t i = 0; i < s->contact_count; i++)
    for (uint32_t k = 0; k < s->contacts[i].count; k++) {
      const rigid_point *p = &s->points[s->contacts[i].first + k];
      if (p->value) *p->value = pack(p, s->contacts[i].friction);
    }
}
