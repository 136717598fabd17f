#include "golden_play.h"

enum { CHANGES = 10, GROUP = 16 };

/* Categories of some colliders, of the 40 that there are. */
#define MINE ((uint64_t)1 << 39)
#define ONE_WAY ((uint64_t)1 << 38)

/* A mine that touches something is destroyed with its body, which is made anew elsewhere, all while events
 * are delivered. */
static void blow_up(void *user, carom_world *world, const carom_event *event) {
  golden_world *golden = user;
  const carom_contact_side *mine = &event->contact->a;
  const carom_body *place = mine->body_user;
  if (!place || !carom_body_is_valid(world, mine->body)) return;
  golden_called(golden, carom_body_destroy(world, mine->body));
  golden_add_body(golden, (uint32_t)(place - golden->bodies));
}

/* What comes from below passes. */
static bool is_on_top(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return event->contact->manifold.normal.y > 0;
}

/* A contact keeps how many hard hits there were before it. */
static void count_hit(void *user, carom_world *world, const carom_event *event) {
  golden_world *golden = user;
  const carom_contact *contact = event->contact;
  carom_status status =
      carom_contact_set_value(world, contact->a.collider, contact->b.collider, ++golden->hits);
  golden_called(golden, status);
}

void golden_add_handlers(golden_world *golden) {
  const carom_handler_def defs[] = {
      {.callback = blow_up, .user = golden, .events = CAROM_EVENT_BEGIN, .category_a = MINE},
      {.keep = is_on_top, .events = CAROM_EVENT_BEGIN, .category_a = ONE_WAY},
      {.callback = count_hit, .user = golden, .impact = 3},
  };
  for (size_t i = 0; i < sizeof defs / sizeof defs[0]; i++) carom_handler_add(golden->world, &defs[i]);
}

static bool apart(void *user, const carom_world *world, const carom_contact_side *a,
                  const carom_contact_side *b) {
  (void)user, (void)world;
  return ((uint32_t)a->collider.bits ^ (uint32_t)b->collider.bits) % 8 != 0;
}

/* One of the colliders of a body; null where there is none. */
static carom_collider pick_collider(golden_world *golden, uint32_t index) {
  carom_collider colliders[GOLDEN_PARTS_MAX] = {{0}};
  size_t count = 0;
  carom_body_get_colliders(golden->world, golden->bodies[index], colliders, GOLDEN_PARTS_MAX, &count);
  if (count > GOLDEN_PARTS_MAX) count = GOLDEN_PARTS_MAX;
  return count ? colliders[bits_below(&golden->random, (uint32_t)count)] : colliders[0];
}

static carom_status change_place(golden_world *golden, uint32_t index) {
  carom_pose pose = golden_pose(golden, index);
  return carom_body_set_pose(golden->world, golden->bodies[index], &pose);
}

/* A static body refuses, and nothing has changed. */
static carom_status change_velocity(golden_world *golden, uint32_t index) {
  carom_vec3 linear = bits_vec3(&golden->random, -4, 4), angular = bits_vec3(&golden->random, -2, 2);
  if (bits_below(&golden->random, 4) == 0) linear = angular = (carom_vec3){0, 0, 0};
  return carom_body_set_velocity(golden->world, golden->bodies[index], linear, angular);
}

static carom_status change_body(golden_world *golden, uint32_t index) {
  carom_status status = carom_body_destroy(golden->world, golden->bodies[index]);
  golden_add_body(golden, index);
  return status;
}

static carom_status change_colliders(golden_world *golden, uint32_t index) {
  carom_status status = carom_collider_destroy(golden->world, pick_collider(golden, index));
  golden_add_collider(golden, index);
  return status;
}

static carom_status change_shape(golden_world *golden, uint32_t index) {
  carom_shape shape = golden_shape(golden);
  return carom_collider_set_shape(golden->world, pick_collider(golden, index), &shape);
}

static carom_status change_local_pose(golden_world *golden, uint32_t index) {
  carom_local_pose pose = golden_local_pose(golden);
  return carom_collider_set_local_pose(golden->world, pick_collider(golden, index), &pose);
}

static carom_status change_filter(golden_world *golden, uint32_t index) {
  carom_filter filter = golden_filter(golden);
  return carom_collider_set_filter(golden->world, pick_collider(golden, index), filter);
}

static carom_status change_sensor(golden_world *golden, uint32_t index) {
  carom_collider collider = pick_collider(golden, index);
  bool sensor = false;
  carom_collider_is_sensor(golden->world, collider, &sensor);
  return carom_collider_set_sensor(golden->world, collider, !sensor);
}

static carom_status change_enabled(golden_world *golden, uint32_t index) {
  bool enabled = false;
  carom_body_is_enabled(golden->world, golden->bodies[index], &enabled);
  return carom_body_set_enabled(golden->world, golden->bodies[index], !enabled);
}

/* A group is moved by one call, of which some were where they are put. */
static carom_status change_group(golden_world *golden, uint32_t index) {
  carom_pose pose = golden_pose(golden, index);
  carom_body group[GROUP];
  double positions[GROUP][3];
  for (uint32_t i = 0; i < GROUP; i++) {
    group[i] = golden->bodies[(index + 4 * i) % GOLDEN_BODIES];
    carom_body_get_pose(golden->world, group[i], &pose);
    positions[i][0] = pose.position.x, positions[i][1] = pose.position.y;
    positions[i][2] = pose.position.z + 0.25 * (double)bits_below(&golden->random, 2);
  }
  return carom_body_set_poses(golden->world, group, GROUP,
                              &(carom_pose_array){CAROM_DOUBLE, positions, 0, NULL, 0});
}

typedef carom_status change_fn(golden_world *golden, uint32_t index);
static change_fn *const changes[] = {change_place,   change_velocity, change_body,       change_colliders,
                                     change_shape,   change_filter,   change_local_pose, change_sensor,
                                     change_enabled, change_group};

/* Whoever has left turns around. */
static void turn_around(golden_world *golden, uint32_t index) {
  carom_pos home = golden_home(index);
  carom_vec3 v = {0, 0, 0}, turn = {0, 0, 0};
  carom_pose pose = {.position = home};
  carom_body_get_pose(golden->world, golden->bodies[index], &pose);
  carom_body_get_velocity(golden->world, golden->bodies[index], &v, &turn);
  double away[3] = {pose.position.x - home.x, pose.position.y - home.y, pose.position.z - home.z};
  float *speeds[3] = {&v.x, &v.y, &v.z};
  bool left = false;
  for (int i = 0; i < 3; i++) {
    if (fabs(away[i]) <= GOLDEN_REACH || away[i] * (double)*speeds[i] <= 0) continue;
    *speeds[i] = -*speeds[i];
    left = true;
  }
  if (left) golden_must(carom_body_set_velocity(golden->world, golden->bodies[index], v, turn));
}

void golden_play(golden_world *golden, uint32_t step) {
  if (step % 400 == 80) {
    golden_must(carom_world_clear(golden->world));
    golden_populate(golden);
  }
  if (step % 100 == 40) golden_must(carom_world_set_filter(golden->world, apart, NULL));
  if (step % 100 == 60) golden_must(carom_world_set_filter(golden->world, NULL, NULL));
  for (uint32_t i = 0; i < GOLDEN_BODIES; i++) turn_around(golden, i);
  for (uint32_t i = 0; i < CHANGES; i++) {
    change_fn *change = changes[bits_below(&golden->random, sizeof changes / sizeof changes[0])];
    golden_called(golden, change(golden, bits_below(&golden->random, GOLDEN_BODIES)));
  }
}
