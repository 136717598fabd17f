/* carom.c: contacts of a world whose poses are set, and the solver of the samples. */
#include <stdlib.h>

#include "food.h"

/* What is kept for points of patches, for which a world keeps no values. */
typedef struct kept {
  uint32_t a, b, feature;
  uint64_t value;
} kept;

typedef struct eater {
  carom_world *world;
  carom_body *ids;
  food_contact *contacts;
  size_t contact_room;
  kept *now, *last;
  uint64_t *values;
  size_t now_count, last_count, now_room, last_room, value_room;
} eater;

/* As in the sample. */
static const float MARGIN = 0.05f;

static void need(carom_status status) {
  if (status) exit(EXIT_FAILURE);
}

void *food_carom_create(const scene *from, const carom_world_def *def) {
  eater *s = calloc(1, sizeof *s);
  if (!s || !(s->ids = calloc(from->body_count, sizeof *s->ids))) exit(EXIT_FAILURE);
  need(carom_world_create(def, &s->world));
  for (size_t i = 0; i < from->body_count; i++) {
    const scene_body *b = &from->bodies[i];
    const carom_body_def body = {.kind = b->density > 0 ? CAROM_KINEMATIC : CAROM_STATIC,
                                 .pose = b->pose,
                                 .user = (void *)(uintptr_t)i};
    s->ids[i] = carom_body_create(s->world, &body);
    carom_collider_create(s->world, s->ids[i],
                          &(carom_collider_def){.shape = b->shape, .filter.group = b->group});
  }
  need(carom_world_get_last_status(s->world));
  return s;
}

static carom_world_def world_of(bool near) {
  return (carom_world_def){.persistent_manifolds = true, .margin = near ? MARGIN : 0};
}
static void *eat_create(const scene *from, bool near) {
  const carom_world_def def = world_of(near);
  return food_carom_create(from, &def);
}
static void *eat_create_eight(const scene *from, bool near) {
  carom_world_def def = world_of(near);
  def.eight_points = true;
  return food_carom_create(from, &def);
}

static void eat_place(void *state, size_t body, const carom_pose *pose) {
  eater *s = state;
  need(carom_body_set_pose(s->world, s->ids[body], pose));
}

static uint64_t value_of(const eater *s, uint32_t a, uint32_t b, uint32_t feature) {
  for (const kept *k = s->last; k < s->last + s->last_count; k++)
    if (k->a == a && k->b == b && k->feature == feature) return k->value;
  return 0;
}

static size_t count_patches(const carom_contact *contacts, size_t count) {
  size_t patches = 0;
  for (size_t i = 0; i < count; i++) patches += contacts[i].patch_count;
  return patches;
}

/* The values that were given out in the last step go with their names. */
static void begin_values(eater *s) {
  kept *old = s->last;
  size_t room = s->last_room;
  for (size_t i = 0; i < s->now_count; i++) s->now[i].value = s->values[i];
  s->last = s->now, s->last_room = s->now_room, s->last_count = s->now_count;
  s->now = old, s->now_room = room, s->now_count = 0;
}

static void add_patches(eater *s, const carom_contact *c, uint32_t a, uint32_t b, food_contact *to) {
  for (uint32_t i = 0; i < c->patch_count; i++, to++) {
    const carom_patch *p = &c->patches[i];
    *to = (food_contact){a, b, p->normal, p->points, p->point_count, &s->values[s->now_count]};
    for (uint32_t k = 0; k < p->point_count; k++) {
      uint32_t feature = p->points[k].feature;
      s->values[s->now_count] = value_of(s, a, b, feature);
      s->now[s->now_count++] = (kept){a, b, feature, 0};
    }
  }
}

/* The manifold, and what goes beyond it. */
static size_t add_points(const carom_contact *c, uint32_t a, uint32_t b, carom_point_values *values,
                         food_contact *to) {
  const carom_manifold *m = &c->manifold;
  to[0] = (food_contact){a, b, m->normal, m->points, m->point_count, values->points};
  if (!c->further) return 1;
  const carom_patch *p = &c->patches[1];
  to[1] = (food_contact){a, b, p->normal, p->points, p->point_count, values[1].points};
  return 2;
}

static const food_contact *eat_collide(void *state, size_t *count) {
  eater *s = state;
  size_t found, values_count, made = 0;
  need(carom_world_step(s->world, 0));
  const carom_contact *contacts = carom_world_get_contacts(s->world, &found);
  carom_point_values *values = carom_world_get_point_values(s->world, &values_count);
  size_t rows = found ? values_count / found : 1; /* of values a contact */
  size_t patches = count_patches(contacts, found), room = patches * CAROM_MANIFOLD_POINTS;
  begin_values(s);
  need(rigid_grow((void **)&s->contacts, &s->contact_room, found + patches, sizeof *s->contacts));
  need(rigid_grow((void **)&s->now, &s->now_room, room, sizeof *s->now));
  need(rigid_grow((void **)&s->values, &s->value_room, room, sizeof *s->values));
  for (size_t i = 0; i < found; i++) {
    const carom_contact *c = &contacts[i];
    uint32_t a = (uint32_t)(uintptr_t)c->a.body_user, b = (uint32_t)(uintptr_t)c->b.body_user;
    if (c->patches && !c->further) {
      add_patches(s, c, a, b, &s->contacts[made]);
      made += c->patch_count;
    } else {
      made += add_points(c, a, b, &values[rows * i], &s->contacts[made]);
    }
  }
  *count = made;
  return s->contacts;
}

const food food_carom = {"carom", eat_create, eat_place, eat_collide};
const food food_carom_eight = {"carom8", eat_create_eight, eat_place, eat_collide};

static void *soft_create(const scene *from, float slop) {
  rigid_system *s = calloc(1, sizeof *s);
  if (!s) exit(EXIT_FAILURE);
  *s = (rigid_system){.gravity = {0, -9.81f, 0}, .slop = slop, .spin_loss = 0.5f, .substeps = 4};
  for (size_t i = 0; i < from->body_count; i++) {
    const scene_body *b = &from->bodies[i];
    need(rigid_add_body(s, &b->shape, &b->pose, b->density));
    s->bodies[i].velocity = b->velocity, s->bodies[i].friction = b->friction;
  }
  for (size_t i = 0; i < from->joint_count; i++) need(rigid_add_joint(s, &from->joints[i]));
  return s;
}

static void soft_move(void *state, const food_contact *contacts, size_t count, float dt) {
  rigid_system *s = state;
  rigid_begin(s);
  for (const food_contact *c = contacts; c < contacts + count; c++)
    need(rigid_add_contact(s, c->a, c->b, c->normal, c->points, c->count, c->values));
  rigid_solve(s, dt);
}

static void soft_get_pose(void *state, size_t body, carom_pose *out) {
  rigid_get_pose(&((rigid_system *)state)->bodies[body], out);
}

const motor motor_soft = {"soft", true, soft_create, soft_move, soft_get_pose};
