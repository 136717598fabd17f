/* solver.c: from the contacts of a world to those of the solver, and its poses back; and what sleeps. */
#include "solver.h"

#include <stdlib.h>

static const float SLEEP_SPEED = 0.03f, SLEEP_TIME = 0.5f;

carom_status solver_create(solver *s, const carom_world_def *def) {
  carom_world_def own = def ? *def : (carom_world_def){0};
  own.persistent_manifolds = true; /* points keep their names, and so their impulses */
  own.margin = 0.05f;              /* what comes at 3 units per second is met in time */
  *s = (solver){.rigid = {.gravity = {0, -9.81f, 0}, .slop = 0.005f, .spin_loss = 0.5f, .substeps = 4}};
  carom_status status = carom_world_create(&own, &s->world);
  return status ? status : carom_islands_create(&own.allocator, &s->islands);
}

void solver_free(solver *s) {
  carom_islands_destroy(s->islands);
  carom_world_destroy(s->world);
  rigid_free(&s->rigid);
  free(s->bodies), free(s->links);
}

carom_status solver_add_body(solver *s, const carom_shape *shape, const carom_pose *pose, float density,
                             int group) {
  size_t count = s->rigid.body_count + 1;
  carom_status status = rigid_grow((void **)&s->bodies, &s->body_room, count, sizeof *s->bodies);
  if (!status) status = rigid_add_body(&s->rigid, shape, pose, density);
  if (status) return status;
  const carom_body_def body = {.kind = density > 0 ? CAROM_KINEMATIC : CAROM_STATIC,
                               .pose = *pose,
                               .user = (void *)(uintptr_t)(count - 1)};
  s->bodies[count - 1] = carom_body_create(s->world, &body);
  carom_collider_create(s->world, s->bodies[count - 1],
                        &(carom_collider_def){.shape = *shape, .filter.group = group});
  return carom_world_get_last_status(s->world);
}

carom_status solver_add_joint(solver *s, const joint_def *def) {
  size_t count = s->rigid.joint_count + 1;
  carom_status status = rigid_grow((void **)&s->links, &s->link_room, count, sizeof *s->links);
  if (!status) status = rigid_add_joint(&s->rigid, def);
  if (!status) s->links[count - 1] = (carom_body_link){s->bodies[def->a], s->bodies[def->b]};
  return status;
}

static uint32_t index_of(const solver *s, carom_body body) {
  return (uint32_t)(uintptr_t)carom_body_get_user(s->world, body);
}

/* carom names the points of patches, too, but keeps no values for them. The value of the contact tells where
 * they were in the last step: 32 bits of the step, 24 of the first point, 8 of their number. */
static void find_old_points(const rigid_system *r, uint64_t value, size_t first, uint64_t steps) {
  if ((value & 0xff) == 0 || value >> 32 != (uint32_t)(steps - 1)) return;
  const rigid_point *old = &r->old_points[value >> 8 & 0xffffff], *end = old + (value & 0xff);
  for (; old < end; old++)
    for (rigid_point *p = &r->points[first]; p < &r->points[r->point_count]; p++)
      for (int k = 0; k < RIGID_LINES && p->feature == old->feature; k++)
        p->pushes[k].impulse = old->pushes[k].impulse;
}

/* Whether a body takes part in a contact: it is awake, or never moves. */
static bool takes_part(const rigid_body *b) { return b->awake || b->inverse_mass == 0; }

static carom_status add_contact(solver *s, const carom_contact *c, carom_point_values *values) {
  rigid_system *r = &s->rigid;
  uint32_t a = (uint32_t)(uintptr_t)c->a.body_user, b = (uint32_t)(uintptr_t)c->b.body_user;
  const carom_manifold *m = &c->manifold;
  if (!takes_part(&r->bodies[a]) || !takes_part(&r->bodies[b])) return CAROM_OK;
  if (!c->patches) return rigid_add_contact(r, a, b, m->normal, m->points, m->point_count, values->points);
  size_t first = r->point_count;
  carom_status status = CAROM_OK;
  for (const carom_patch *p = c->patches; !status && p < c->patches + c->patch_count; p++)
    status = rigid_add_contact(r, a, b, p->normal, p->points, p->point_count, NULL);
  find_old_points(r, c->value, first, s->steps);
  uint64_t count = r->point_count - first, value = s->steps << 32 | (uint64_t)first << 8 | count;
  bool fits = first <= 0xffffff && count <= 0xff; /* else they begin anew */
  return status || !fits ? status : carom_contact_set_value(s->world, c->a.collider, c->b.collider, value);
}

/* An island sleeps while none of its bodies has moved for a while. */
static bool is_still(const solver *s, const carom_island *island) {
  for (size_t i = 0; i < island->body_count; i++)
    if (s->sleepless || s->rigid.bodies[index_of(s, island->bodies[i])].still < SLEEP_TIME) return false;
  return true;
}

static void set_awake(solver *s, const carom_island *island, bool awake) {
  for (size_t i = 0; i < island->body_count; i++) {
    rigid_body *b = &s->rigid.bodies[index_of(s, island->bodies[i])];
    b->awake = awake;
    if (!awake) b->velocity = b->spin = vec(0, 0, 0);
  }
}

static carom_status gather(solver *s) {
  size_t count, values_count;
  const carom_body *stirred = carom_islands_get_stirred(s->islands, &count);
  for (size_t i = 0; i < count; i++) {
    rigid_body *b = &s->rigid.bodies[index_of(s, stirred[i])];
    if (!b->awake) b->still = 0;
  }
  const carom_island *islands = carom_islands_get(s->islands, &count);
  for (size_t i = 0; i < count; i++) set_awake(s, &islands[i], !is_still(s, &islands[i]));
  const carom_contact *contacts = carom_world_get_contacts(s->world, &count);
  carom_point_values *values = carom_world_get_point_values(s->world, &values_count);
  carom_status status = CAROM_OK; /* islands know what touches, the list also what is about to */
  for (size_t i = 0; i < count && !status; i++) status = add_contact(s, &contacts[i], &values[i]);
  return status;
}

carom_status solver_collide(solver *s) {
  const carom_island_def joined = {.links = s->links, .link_count = s->rigid.joint_count};
  rigid_begin(&s->rigid), s->steps++;
  carom_status status = carom_world_step(s->world, 0);
  if (!status) status = carom_islands_find(s->islands, s->world, &joined);
  return status ? status : gather(s);
}

static void rest(rigid_body *b, float dt) {
  float square = fmaxf(dot(b->velocity, b->velocity), dot(b->spin, b->spin));
  b->still = square < SLEEP_SPEED * SLEEP_SPEED ? b->still + dt : 0;
}

carom_status solver_move(solver *s, float dt) {
  carom_status status = CAROM_OK;
  rigid_solve(&s->rigid, dt);
  for (size_t i = 0; i < s->rigid.body_count && !status; i++) {
    rigid_body *b = &s->rigid.bodies[i];
    carom_pose pose;
    if (!b->awake) continue; /* what nobody sets rests, and costs the world nothing */
    rest(b, dt);
    rigid_get_pose(b, &pose);
    status = carom_body_set_pose(s->world, s->bodies[i], &pose);
  }
  return status;
}
