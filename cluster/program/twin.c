/* twin.c: one world with the same calls. */
#include "game.h"

#include <stdlib.h>

static carom_body create(carom_world *world, uint64_t id, thing_def *def) {
  def->body.user = (void *)(uintptr_t)id;
  def->collider.order = carom_cluster_order(id, 0);
  const carom_body body = carom_body_create(world, &def->body);
  if (!body.bits || !carom_collider_create(world, body, &def->collider).bits ||
      (def->swept && carom_body_set_swept(world, body, true)))
    return (carom_body){0};
  return body;
}

bool twin_begin(twin *t, const setting *s) {
  *t = (twin){.setting = s, .bodies = malloc((s->bodies + 1) * sizeof *t->bodies)};
  if (!t->bodies || carom_world_create(&(carom_world_def){.planar = s->scene->planar}, &t->world))
    return false;
  for (uint64_t id = 1; id <= (uint64_t)s->statics + s->bodies; id++) {
    thing_def def;
    setting_define(s, id, &def);
    const carom_body body = create(t->world, id, &def);
    if (!body.bits) return false;
    if (id > s->statics) t->bodies[setting_place(s, id)] = body;
  }
  return true;
}

static bool replace(twin *t, uint64_t id, carom_body *body) {
  thing_def def;
  const uint64_t next = setting_successor(t->setting, id);
  setting_define(t->setting, next, &def);
  if (carom_body_get_pose(t->world, *body, &def.body.pose) || carom_body_destroy(t->world, *body))
    return false;
  *body = create(t->world, next, &def);
  return body->bits != 0;
}

bool twin_move(twin *t, uint64_t step) {
  for (uint32_t i = 0; i < t->setting->bodies; i++) {
    const carom_body body = t->bodies[i];
    const uint64_t id = (uintptr_t)carom_body_get_user(t->world, body);
    move m;
    setting_act(t->setting, id, step, t->world, body, &m);
    if (m.replaced && !replace(t, id, &t->bodies[i])) return false;
    if (m.placed && carom_body_set_pose(t->world, body, &m.pose)) return false;
    if (m.turned && carom_body_set_velocity(t->world, body, m.linear, m.angular)) return false;
  }
  return true;
}

void twin_end(twin *t) {
  carom_world_destroy(t->world);
  free(t->bodies);
}
