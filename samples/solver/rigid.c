/* rigid.c: bodies and the small steps. */
#include "joint.h"

#include <stdlib.h>

carom_status rigid_grow(void **array, size_t *room, size_t count, size_t size) {
  if (count <= *room) return CAROM_OK;
  size_t larger = count + count / 2 + 16;
  void *block = realloc(*array, larger * size);
  if (!block) return CAROM_OUT_OF_MEMORY;
  *array = block, *room = larger;
  return CAROM_OK;
}

float inverse_of(float x) { return x > 0 ? 1 / x : 0; }

static carom_mat3 inverse(const carom_mat3 *m) {
  carom_vec3 x = cross(m->y, m->z), y = cross(m->z, m->x), z = cross(m->x, m->y);
  float s = 1 / dot(m->x, x); /* the matrix is symmetric, and so is its inverse */
  return (carom_mat3){scale(x, s), scale(y, s), scale(z, s)};
}

static void turn_inertia(rigid_body *b) {
  const carom_mat3 axes = axes_of(b->rotation), *own = &b->own_inverse_inertia;
  carom_mat3 back = {transform_back(&axes, vec(1, 0, 0)), transform_back(&axes, vec(0, 1, 0)),
                     transform_back(&axes, vec(0, 0, 1))};
  back = (carom_mat3){transform(own, back.x), transform(own, back.y), transform(own, back.z)};
  b->inverse_inertia =
      (carom_mat3){transform(&axes, back.x), transform(&axes, back.y), transform(&axes, back.z)};
}

carom_status rigid_add_body(rigid_system *s, const carom_shape *shape, const carom_pose *pose,
                            float density) {
  carom_mass mass = {0};
  carom_status status = density > 0 ? carom_shape_get_mass(shape, density, &mass) : CAROM_OK;
  if (!status) status = rigid_grow((void **)&s->bodies, &s->body_room, s->body_count + 1, sizeof *s->bodies);
  if (status) return status;
  rigid_body *b = &s->bodies[s->body_count++];
  *b = (rigid_body){.center = pose->position, .rotation = pose->rotation, .friction = 0.6f};
  if (b->rotation.x == 0 && b->rotation.y == 0 && b->rotation.z == 0) b->rotation.w = 1;
  b->rotation = turned(b->rotation, vec(0, 0, 0));
  if (density > 0) {
    const carom_mat3 axes = axes_of(b->rotation);
    b->offset = mass.center, b->center = moved(b->center, transform(&axes, mass.center));
    b->inverse_mass = 1 / mass.mass, b->own_inverse_inertia = inverse(&mass.inertia), b->awake = true;
    turn_inertia(b);
  }
  return CAROM_OK;
}

void rigid_get_pose(const rigid_body *body, carom_pose *out) {
  const carom_mat3 axes = axes_of(body->rotation);
  *out = (carom_pose){moved(body->center, scale(transform(&axes, body->offset), -1)), body->rotation};
}

void rigid_free(rigid_system *s) {
  free(s->bodies), free(s->contacts), free(s->points), free(s->old_points), free(s->joints);
}

void rigid_begin(rigid_system *s) {
  rigid_point *points = s->old_points;
  size_t room = s->old_room;
  s->old_points = s->points, s->old_room = s->point_room;
  s->points = points, s->point_room = room;
  s->contact_count = s->point_count = 0;
}

softness soften(float hertz, float damping, float h) {
  float omega = 6.2831853f * hertz, a = 2 * damping + h * omega, b = h * omega * a, c = 1 / (1 + b);
  return (softness){omega / a, b * c, c};
}

void row_prepare(rigid_row *row, const rigid_body *a, const rigid_body *b, carom_vec3 line) {
  row->spin_a = transform(&a->inverse_inertia, row->turn_a);
  row->spin_b = transform(&b->inverse_inertia, row->turn_b);
  row->mass = inverse_of(dot(line, line) * (a->inverse_mass + b->inverse_mass) +
                         dot(row->turn_a, row->spin_a) + dot(row->turn_b, row->spin_b));
}

static void begin_bodies(rigid_system *s) {
  for (size_t i = 0; i < s->body_count; i++) {
    rigid_body *b = &s->bodies[i];
    b->moved = b->turned = vec(0, 0, 0);
    if (b->awake) turn_inertia(b);
  }
}

static void fall(rigid_system *s, float h) {
  for (rigid_body *b = s->bodies, *end = b + s->body_count; b < end; b++) {
    if (!b->awake) continue;
    b->velocity = add(b->velocity, scale(s->gravity, h));
    b->spin = scale(b->spin, 1 / (1 + h * s->spin_loss));
  }
}

static void move(rigid_system *s, float h) {
  for (size_t i = 0; i < s->body_count; i++) {
    rigid_body *b = &s->bodies[i];
    if (!b->awake) continue;
    carom_vec3 turn = scale(b->spin, h);
    b->moved = add(b->moved, scale(b->velocity, h)), b->turned = add(b->turned, turn);
    b->rotation = turned(b->rotation, turn);
  }
}

static void end_bodies(rigid_system *s) {
  for (size_t i = 0; i < s->body_count; i++)
    s->bodies[i].center = moved(s->bodies[i].center, s->bodies[i].moved);
}

void rigid_solve(rigid_system *s, float dt) {
  float h = dt / (float)s->substeps;
  begin_bodies(s);
  contacts_prepare(s);
  joints_prepare(s, h);
  for (int i = 0; i < s->substeps; i++) {
    fall(s, h);
    joints_warm_start(s), contacts_warm_start(s);
    joints_solve(s, h, true), contacts_solve(s, h, true);
    move(s, h);
    joints_solve(s, h, false), contacts_solve(s, h, false);
  }
  contacts_bounce(s);
  contacts_store(s);
  end_bodies(s);
}
