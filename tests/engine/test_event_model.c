/* test_event_model.c: thousands of random steps, changes between them and inside handlers, against a book that
 * is kept by the rules of event.h alone: each pair has one BEGIN, a STAY in each step, one END with its cause. */
#include "support.h"

enum { BODIES = 24, PAIRS_MAX = 1024, STEPS = 3000 };

/* What the book knows of a body, which has one collider. Marks set inside a handler count for the next step. */
typedef struct {
  carom_body body;
  carom_collider collider;
  carom_body_kind kind;
  uint64_t category, mask;
  bool sensor, disabled;
  bool moved, reshaped;           /* since the last step */
  bool moved_before, reshaped_before, disabled_before, filtered_before; /* as the step that runs found it */
  bool dead_before;               /* destroyed before the step that runs */
} entry;

/* A pair that has begun. */
typedef struct {
  uint64_t a, b;
  uint64_t told; /* the step of its last event */
} open_pair;

typedef struct {
  uint64_t random;
  carom_world *world;
  entry entries[BODIES];
  entry graves[PAIRS_MAX]; /* what was destroyed since the last step began */
  size_t grave_count;
  open_pair open[PAIRS_MAX];
  size_t open_count;
  carom_event_kind kinds[PAIRS_MAX * 2]; /* of this step, as they were told */
  uint64_t keys[PAIRS_MAX * 2];
  size_t told;
  int phase; /* 0 ENDs, 1 BEGINs, 2 STAYs, 3 ENDs of what was destroyed meanwhile */
  uint64_t last_key, step;
  size_t errors, causes[8], acts;
  bool clearing;
} book;

static const entry *find_entry(const book *k, carom_collider collider) {
  for (int i = 0; i < BODIES; i++)
    if (k->entries[i].collider.bits == collider.bits) return &k->entries[i];
  for (size_t i = 0; i < k->grave_count; i++)
    if (k->graves[i].collider.bits == collider.bits) return &k->graves[i];
  return NULL;
}

static open_pair *find_open(book *k, uint64_t a, uint64_t b) {
  for (size_t i = 0; i < k->open_count; i++)
    if (k->open[i].a == a && k->open[i].b == b) return &k->open[i];
  return NULL;
}

/* Random changes ------------------------------------------------------------------------------------------ */

static carom_pos random_place(book *k) {
  float x = test_uniform(&k->random, -3, 3), y = test_uniform(&k->random, -3, 3);
  return (carom_pos){(double)x, (double)y, 0};
}

static carom_shape random_ball_or_box(book *k) {
  float size = test_uniform(&k->random, 0.3f, 0.9f);
  return test_below(&k->random, 2) ? carom_shape_sphere(size) : carom_shape_box(size, size, size);
}

static void create(book *k, entry *e) {
  *e = (entry){.kind = test_below(&k->random, 4) ? CAROM_KINEMATIC : CAROM_STATIC,
               .category = (uint64_t)1 << test_below(&k->random, 3),
               .mask = 7,
               .sensor = test_below(&k->random, 5) == 0};
  carom_body_def body = {.kind = e->kind, .pose.position = random_place(k), .user = k};
  if (e->kind == CAROM_KINEMATIC) body.linear_velocity = test_vec3(&k->random, -3, 3);
  e->body = carom_body_create(k->world, &body);
  carom_collider_def def = {.shape = random_ball_or_box(k), .filter = {e->category, e->mask, 0}, .sensor = e->sensor};
  e->collider = carom_collider_create(k->world, e->body, &def);
  k->errors += e->body.bits == 0 || e->collider.bits == 0;
}

/* Half of the time the collider alone is destroyed before its body. */
static void destroy(book *k, entry *e, bool before_step) {
  if (!e->body.bits) return;
  e->dead_before = before_step;
  k->graves[k->grave_count++] = *e;
  if (test_below(&k->random, 2)) k->errors += carom_collider_destroy(k->world, e->collider) != CAROM_OK;
  k->errors += carom_body_destroy(k->world, e->body) != CAROM_OK;
  *e = (entry){0};
}

static void change(book *k, entry *e) {
  carom_pose pose = {.position = random_place(k)};
  carom_shape shape = random_ball_or_box(k);
  switch (test_below(&k->random, 5)) {
  case 0:
    k->errors += carom_body_set_pose(k->world, e->body, &pose) != CAROM_OK;
    e->moved = true;
    break;
  case 1:
    k->errors += carom_collider_set_shape(k->world, e->collider, &shape) != CAROM_OK;
    e->reshaped = true;
    break;
  case 2:
    e->disabled = !e->disabled;
    k->errors += carom_body_set_enabled(k->world, e->body, !e->disabled) != CAROM_OK;
    break;
  case 3:
    e->mask = test_below(&k->random, 3) ? 7 : test_below(&k->random, 8);
    if (!e->mask) e->mask = CAROM_MASK_NONE;
    k->errors +=
        carom_collider_set_filter(k->world, e->collider, (carom_filter){e->category, e->mask, 0}) != CAROM_OK;
    break;
  default:
    if (e->kind == CAROM_KINEMATIC)
      carom_body_set_velocity(k->world, e->body, test_vec3(&k->random, -3, 3), (carom_vec3){0, 0, 0});
  }
}

static void act(book *k, bool before_step) {
  entry *e = &k->entries[test_below(&k->random, BODIES)];
  k->acts++;
  if (!e->body.bits)
    create(k, e);
  else if (test_below(&k->random, 4) == 0)
    destroy(k, e, before_step);
  else
    change(k, e);
}

/* Rules --------------------------------------------------------------------------------------------------- */

static bool is_contact_now(const book *k, uint64_t a, uint64_t b) {
  size_t count;
  const carom_contact *contacts = carom_world_contacts(k->world, &count);
  for (size_t i = 0; i < count; i++)
    if (contacts[i].a.collider.bits == a && contacts[i].b.collider.bits == b) return true;
  return false;
}

static carom_end_cause expected_cause(const book *k, const carom_contact *c) {
  const entry *a = find_entry(k, c->a.collider), *b = find_entry(k, c->b.collider);
  if (k->clearing) return CAROM_END_CLEARED;
  if (!a || !b) return CAROM_END_NONE;
  if (a->dead_before || b->dead_before) return CAROM_END_DESTROYED;
  if (is_contact_now(k, c->a.collider.bits, c->b.collider.bits)) return CAROM_END_DESTROYED;
  if (a->disabled_before || b->disabled_before) return CAROM_END_DISABLED;
  if (a->filtered_before || b->filtered_before) {
    /* The masks of the step are kept in pairs; see begin_step. */
    if (!(a->category & b->mask) || !(b->category & a->mask)) return CAROM_END_FILTERED;
  }
  if (a->reshaped_before || b->reshaped_before) return CAROM_END_RESHAPED;
  return a->moved_before || b->moved_before ? CAROM_END_MOVED : CAROM_END_SEPARATED;
}
