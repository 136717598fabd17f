/* scene.c: lists of bodies and joints. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

const scene_kind *scene_find(const char *name) {
  for (size_t i = 0; i < scene_kind_count; i++)
    if (strcmp(scene_kinds[i].name, name) == 0) return &scene_kinds[i];
  return NULL;
}

void scene_make(scene *out, const scene_kind *kind) {
  *out = (scene){.name = kind->name};
  kind->make(out);
}

void scene_free(scene *s) {
  for (size_t i = 0; i < s->hull_count; i++) carom_hull_release(s->hulls[i]);
  carom_field_release(s->field);
  free(s->hulls), free(s->bodies), free(s->joints);
}

uint32_t scene_add(scene *s, carom_shape shape, carom_pos at, float density) {
  if (s->status) return 0;
  s->status = rigid_grow((void **)&s->bodies, &s->body_room, s->body_count + 1, sizeof *s->bodies);
  if (s->status) return 0;
  s->bodies[s->body_count] =
      (scene_body){.shape = shape, .pose = {at, {0, 0, 0, 1}}, .density = density, .friction = 0.6f};
  return (uint32_t)s->body_count++;
}

void scene_join(scene *s, const joint_def *def) {
  if (s->status) return;
  s->status = rigid_grow((void **)&s->joints, &s->joint_room, s->joint_count + 1, sizeof *s->joints);
  if (!s->status) s->joints[s->joint_count++] = *def;
}

carom_status scene_enter(const scene *s, solver *out) {
  carom_status status = s->status;
  for (size_t i = 0; i < s->body_count && !status; i++) {
    const scene_body *b = &s->bodies[i];
    status = solver_add_body(out, &b->shape, &b->pose, b->density, b->group);
    if (status) break;
    rigid_body *body = &out->rigid.bodies[i];
    body->velocity = b->velocity, body->friction = b->friction, body->restitution = b->restitution;
  }
  for (size_t i = 0; i < s->joint_count && !status; i++) status = solver_add_joint(out, &s->joints[i]);
  return status;
}
