/* test_random_worlds.c: random worlds of all things at once, side by side on several threads, on a scheduler
 * that runs tasks backwards and with a broad phase that compares all: they must agree to the bit, and what
 * they tell must be what the functions on two shapes tell of all pairs. */
#include "broadphase/task_queue.h"
#include "shape_class.h"
#include "pose.h"
#include "swept_scene.h"

enum { WORLDS = 3, BODIES = 36, PARTS = 10, ROUNDS = 25, QUESTIONS = 12 };

/* What lies between is rounding. */
#define SLACK 2e-4f
#define ROOM 5.0f
#define MARGIN 0.05f /* of every second eight of the scenes */

typedef struct thing {
  carom_body body;
  carom_collider colliders[PARTS];
  carom_shape shapes[PARTS];
  carom_local_pose locals[PARTS];
  int count;
  bool still, disabled;
  bool above; /* it stops, and has been above the ground since it was put there */
} thing;

typedef struct scene {
  carom_world *worlds[WORLDS]; /* by brute force, on four threads, and backwards */
  carom_pool *pool;
  task_queue queue;
  thing things[BODIES];
  carom_hull *hull; /* NULL in the plane */
  asset_set assets;
  carom_chain *chain;
  float heights[16]; /* of the ground, every 2 units from x = -15 */
  carom_body ground; /* in the plane: a one-sided chain; in space: a platform that turns */
  carom_mover movers[WORLDS];
  uint64_t random;
  float margin; /* of the worlds, or 0 */
} scene;

#define FOR_ALL(call)                                                                                        \
  for (int w = 0; w < WORLDS; w++) {                                                                         \
    carom_world *world = s->worlds[w];                                                                       \
    ck_assert_int_eq(call, CAROM_OK);                                                                        \
  }

static bool is_planar(const scene *s) { return !s->hull; }

/* --- Things --- */

static carom_vec3 random_place(scene *s) {
  carom_vec3 p = test_vec3(&s->random, -ROOM, ROOM);
  if (is_planar(s)) p.y = fabsf(p.y) + 1, p.z = 0;
  return p;
}

static carom_quat random_turn(scene *s) {
  carom_quat turn = test_quat(&s->random);
  return is_planar(s) ? swept_planar_turn(turn) : turn;
}

static carom_shape random_part(scene *s) {
  carom_vec3 size = test_vec3(&s->random, 0.1f, 0.7f);
  if (test_below(&s->random, 16) == 0)
    return is_planar(s) ? assets_shape(&s->assets, true, test_below(&s->random, ASSET_FLATS))
                        : support_asset_shape(&s->random, &s->assets);
  if (!is_planar(s)) return support_random_shape(&s->random, s->hull);
  switch (test_below(&s->random, 5)) {
  case 0:
    return carom_shape_ellipse(size.x, size.y);
  case 1:
    return carom_shape_half_disc(size.x);
  case 2:
    return carom_shape_disc(size.x);
  default:
    return carom_shape_rectangle(size.x, size.y);
  }
}

static void random_velocity(scene *s, carom_vec3 *linear, carom_vec3 *angular) {
  float speed = test_below(&s->random, 3) ? 20 : 300;
  *linear = test_vec3(&s->random, -speed, speed);
  *angular = test_vec3(&s->random, -speed, speed);
  if (test_below(&s->random, 4) == 0) *linear = *angular = (carom_vec3){0, 0, 0};
  if (is_planar(s)) linear->z = angular->x = angular->y = 0;
}

static void make_parts(scene *s, thing *t) {
  t->count = test_below(&s->random, 4) ? 1 : 1 + (int)test_below(&s->random, PARTS);
  for (int i = 0; i < t->count; i++) {
    t->shapes[i] = random_part(s);
    t->locals[i] = (carom_local_pose){{0, 0, 0}, {0, 0, 0, 1}};
    if (t->count == 1) continue;
    carom_vec3 at = test_vec3(&s->random, -1, 1);
    t->locals[i] = (carom_local_pose){{at.x, at.y, is_planar(s) ? 0 : at.z}, random_turn(s)};
  }
}

/* Makes the first part a half-space, which meets all that moves. The platform is far above it. */
static void make_endless(scene *s, thing *t, carom_quat *turn) {
  while (!is_planar(s) && vec3_get(quat_to_mat3(*turn).y, 0) < 0.3f) *turn = random_turn(s);
  t->shapes[0] = is_planar(s) ? carom_shape_half_plane(-3) : carom_shape_half_space(-3);
  t->locals[0] = (carom_local_pose){{0, 0, 0}, {0, 0, 0, 1}};
}

static void add_thing(scene *s, thing *t) {
  carom_vec3 p = random_place(s);
  *t = (thing){.still = test_below(&s->random, 5) == 0};
  bool swept = !t->still && test_below(&s->random, 2), stops = test_below(&s->random, 2);
  carom_body_def def = {.kind = t->still ? CAROM_STATIC : CAROM_KINEMATIC};
  def.pose = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, random_turn(s)};
  if (!t->still) random_velocity(s, &def.linear_velocity, &def.angular_velocity);
  make_parts(s, t);
  if (t->still && test_below(&s->random, 4) == 0) make_endless(s, t, &def.pose.rotation);
  for (int w = 0; w < WORLDS; w++) {
    t->body = carom_body_create(s->worlds[w], &def);
    for (int i = 0; i < t->count; i++) {
      carom_collider_def part = {.shape = t->shapes[i], .pose = t->locals[i]};
      t->colliders[i] = carom_collider_create(s->worlds[w], t->body, &part);
      ck_assert_uint_ne(t->colliders[i].bits, 0);
    }
    t->above = is_planar(s) && swept && stops && t->count == 1;
    if (t->still) continue;
    carom_body_set_swept(s->worlds[w], t->body, swept);
    carom_body_set_stopping(s->worlds[w], t->body, stops);
  }
}

/* --- Scenes --- */

/* Ground that is touched from above alone, steep in places. */
static void add_ground(scene *s) {
  float points[16][2];
  for (int i = 0; i < 16; i++) {
    points[i][0] = 15 - (float)i * 2;
    points[i][1] = s->heights[15 - i] = test_uniform(&s->random, -1.5f, 0);
  }
  carom_chain_def def = {.points = points[0], .count = 16, .one_sided = true};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &s->chain), CAROM_OK);
  for (int w = 0; w < WORLDS; w++) {
    s->ground = support_body(s->worlds[w], CAROM_STATIC, 0, 0, 0);
    ck_assert_int_eq(carom_collider_create_chain(s->worlds[w], s->ground,
                                                 &(carom_collider_def){.sensor = false}, s->chain, 0, NULL),
                     CAROM_OK);
  }
}

/* A platform that turns and rises, far from all else, with a mover on it. */
static void add_platform(scene *s) {
  carom_pose pose = {.position = {100, 0, 0}, .rotation = {0, 0, 0, 1}};
  for (int w = 0; w < WORLDS; w++) {
    s->ground = swept_mover(s->worlds[w], pose, (carom_vec3){0, 0.5f, 0}, (carom_vec3){0, 2, 0});
    support_collider(s->worlds[w], s->ground, carom_shape_box(6, 0.5f, 6));
    for (int i = 0; i < 4; i++) {
      carom_collider_def post = {.shape = carom_shape_box(0.2f, 1, 0.2f)};
      post.pose.position = (carom_vec3){i % 2 ? 3.0f : -3.0f, 1, i / 2 ? 2.0f : -2.0f};
      carom_collider_create(s->worlds[w], s->ground, &post);
    }
    s->movers[w] =
        (carom_mover){.shape = carom_shape_capsule((carom_vec3){0, -0.5f, 0}, (carom_vec3){0, 0.5f, 0}, 0.3f),
                      .pose = {{101, 1.4, 0.5}, {0, 0, 0, 1}},
                      .snap = 0.2f};
  }
}

static void make_scene(scene *s, int seed) {
  *s = (scene){.random = (uint64_t)seed, .margin = seed / 8 % 2 ? MARGIN : 0};
  bool planar = seed % 2;
  if (!planar) s->hull = support_hull(NULL, (uint64_t)seed, 0.6f);
  ck_assert_int_eq(assets_make(&s->assets), CAROM_OK);
  ck_assert_int_eq(carom_pool_create(NULL, 4, &s->pool), CAROM_OK);
  carom_world_def defs[WORLDS] = {{.broadphase = CAROM_BROADPHASE_BRUTE},
                                  {.tasks = carom_pool_get_tasks(s->pool)},
                                  {.tasks = task_queue_tasks(&s->queue, 3)}};
  for (int w = 0; w < WORLDS; w++) {
    defs[w].planar = planar;
    defs[w].seamless = seed / 2 % 2;
    defs[w].persistent_manifolds = seed / 4 % 2;
    defs[w].eight_points = seed / 16 % 2;
    defs[w].margin = s->margin;
    ck_assert_int_eq(carom_world_create(&defs[w], &s->worlds[w]), CAROM_OK);
  }
  if (planar)
    add_ground(s);
  else
    add_platform(s);
  for (int i = 0; i < BODIES; i++) add_thing(s, &s->things[i]);
}

static void free_scene(scene *s) {
  for (int w = 0; w < WORLDS; w++) carom_world_destroy(s->worlds[w]);
  carom_pool_destroy(s->pool);
  carom_hull_release(s->hull);
  carom_chain_release(s->chain);
  assets_release(&s->assets);
}

/* --- Changes --- */

/* Some bodies are put elsewhere at once, from an array of doubles or floats. */
static void put_in_bulk(scene *s) {
  carom_body bodies[BODIES];
  double places[BODIES][3];
  size_t count = 0;
  for (int i = 0; i < BODIES; i++) {
    if (test_below(&s->random, 3)) continue;
    carom_vec3 p = random_place(s);
    bodies[count] = s->things[i].body;
    places[count][0] = (double)p.x, places[count][1] = (double)p.y, places[count][2] = (double)p.z;
    count++;
  }
  carom_pose_array poses = {.scalar = CAROM_DOUBLE, .positions = places};
  FOR_ALL(carom_body_set_poses(world, bodies, count, &poses))
}

/* The same with velocities: static bodies take none, so they are left out. */
static void drive_in_bulk(scene *s) {
  carom_body bodies[BODIES];
  carom_vec3 linear[BODIES], angular[BODIES];
  size_t count = 0;
  for (int i = 0; i < BODIES; i++) {
    if (s->things[i].still || test_below(&s->random, 3)) continue;
    bodies[count] = s->things[i].body;
    random_velocity(s, &linear[count], &angular[count]);
    count++;
  }
  carom_velocity_array velocities = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
  FOR_ALL(carom_body_set_velocities(world, bodies, count, &velocities))
  if (count == 0) return;
  carom_vec3 p = random_place(s);
  carom_pose to = {{(double)p.x, (double)p.y, (double)p.z}, random_turn(s)};
  FOR_ALL(carom_body_set_target(world, bodies[0], &to, SUPPORT_DT))
}

static void change_one(scene *s) {
  thing *t = &s->things[test_below(&s->random, BODIES)];
  carom_vec3 linear, angular;
  random_velocity(s, &linear, &angular);
  switch (test_below(&s->random, 4)) {
  case 0:
    FOR_ALL(carom_body_destroy(world, t->body))
    add_thing(s, t);
    break;
  case 1:
    t->disabled = !t->disabled;
    FOR_ALL(carom_body_set_enabled(world, t->body, !t->disabled))
    break;
  default:
    if (!t->still) FOR_ALL(carom_body_set_velocity(world, t->body, linear, angular))
  }
}

/* --- What must hold --- */

static carom_pose place_of(const scene *s, const thing *t, int part) {
  carom_pose body;
  ck_assert_int_eq(carom_body_get_pose(s->worlds[0], t->body, &body), CAROM_OK);
  carom_frame frame = pose_to_frame(&body);
  return (carom_pose){frame_apply(&frame, t->locals[part].position),
                      quat_normalize(quat_mul(body.rotation, t->locals[part].rotation))};
}

static void expect_same_events(const scene *s, int w) {
  size_t count, other_count;
  const carom_event *events = carom_world_get_events(s->worlds[0], &count);
  const carom_event *others = carom_world_get_events(s->worlds[w], &other_count);
  ck_assert_uint_eq(count, other_count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact *a = events[i].contact, *b = others[i].contact;
    ck_assert(events[i].kind == others[i].kind && events[i].cause == others[i].cause);
    ck_assert(a->a.collider.bits == b->a.collider.bits && a->b.collider.bits == b->b.collider.bits);
    ck_assert(memcmp(&a->manifold, &b->manifold, sizeof a->manifold) == 0);
  }
}

/* Two colliders have a contact when they touch, or have met on their way. It is apart when they have not, but
 * are within the margin. */
static void expect_right_contact(const scene *s, const thing *a, int i, const thing *b, int k) {
  carom_distance_result d = {.distance = HUGE_VALF};
  carom_contact contact = {.apart = false};
  carom_swept_hit hit;
  carom_pose at_a = place_of(s, a, i), at_b = place_of(s, b, k);
  if (!shape_is_unbounded(&a->shapes[i]) || !shape_is_unbounded(&b->shapes[k]))
    ck_assert_int_eq(carom_signed_distance(&a->shapes[i], &at_a, &b->shapes[k], &at_b, &d), CAROM_OK);
  bool listed = !carom_contact_between(s->worlds[0], a->colliders[i], b->colliders[k], &contact);
  bool found = listed && !contact.apart;
  bool met = !carom_contact_get_swept_hit(s->worlds[0], a->colliders[i], b->colliders[k], &hit);
  bool admitted = !(a->disabled || b->disabled || (a->still && b->still));
  if (d.distance > SLACK || !admitted) ck_assert(found == met && (admitted || !met));
  if (d.distance < -SLACK && admitted) ck_assert(found);
  if (d.distance > s->margin + SLACK || !admitted) ck_assert(!contact.apart);
  if (d.distance < s->margin - SLACK && admitted) ck_assert(listed);
}

static void expect_right_contacts(const scene *s) {
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < i; k++)
      for (int n = 0; n < s->things[i].count * s->things[k].count; n++)
        expect_right_contact(s, &s->things[i], n / s->things[k].count, &s->things[k], n % s->things[k].count);
}

static float height_at(const scene *s, float x) {
  float at = (x + 15) / 2, below = floorf(at);
  int i = (int)below;
  return s->heights[i] + (at - below) * (s->heights[i + 1] - s->heights[i]);
}

/* What stops does not get through the ground, however it goes on. */
static void expect_above_ground(scene *s) {
  for (int i = 0; i < BODIES; i++) {
    thing *t = &s->things[i];
    carom_pose at = place_of(s, t, 0);
    t->above = t->above && fabs(at.position.x) < 14;
    if (t->above) ck_assert((float)at.position.y > height_at(s, (float)at.position.x));
  }
}

/* --- Questions --- */

static float nearest_by_hand(const scene *s, const carom_ray *ray) {
  float nearest = 2;
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < s->things[i].count && !s->things[i].disabled; k++) {
      carom_ray_result result;
      carom_pose at = place_of(s, &s->things[i], k);
      ck_assert_int_eq(carom_cast_ray(&s->things[i].shapes[k], &at, ray, &result), CAROM_OK);
      if (result.hit && result.fraction < nearest) nearest = result.fraction;
    }
  return nearest;
}

static bool is_overlapped_by_hand(const scene *s, const carom_posed_shape *shape, float slack) {
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < s->things[i].count && !s->things[i].disabled; k++) {
      carom_distance_result d;
      carom_pose at = place_of(s, &s->things[i], k);
      ck_assert_int_eq(carom_signed_distance(&s->things[i].shapes[k], &at, &shape->shape, &shape->pose, &d),
                       CAROM_OK);
      if (d.distance < slack) return true;
    }
  return false;
}

static double first_by_hand(const scene *s, const carom_moving_shape *moving) {
  double first = 2;
  for (int i = 0; i < BODIES; i++)
    for (int k = 0; k < s->things[i].count && !s->things[i].disabled; k++) {
      carom_impact impact;
      carom_pose at = place_of(s, &s->things[i], k);
      ck_assert_int_eq(carom_cast_shape(&s->things[i].shapes[k], &at, &moving->shape, &moving->pose,
                                        moving->translation, &impact),
                       CAROM_OK);
      if (impact.hit && impact.fraction < first) first = impact.fraction;
    }
  return first;
}

typedef struct question {
  carom_ray ray;
  carom_posed_shape shape;
  carom_moving_shape moving;
} question;

typedef struct answer {
  carom_ray_hit ray;
  carom_shape_hit cast;
  carom_found found[4];
  size_t count;
} answer;

static question random_question(scene *s) {
  carom_vec3 from = random_place(s), to = random_place(s), way = vec3_sub(to, from);
  carom_pose pose = {{(double)from.x, (double)from.y, (double)from.z}, random_turn(s)};
  carom_shape shape = random_part(s);
  return (question){{pose.position, way}, {shape, pose}, {shape, pose, way}};
}

typedef struct asker {
  carom_body ground; /* which is none of the things */
  const carom_world *world;
  const question *question;
  answer answer;
} asker;

static void ask(void *context) {
  asker *a = context;
  carom_query_filter filter = {.ignore = a->ground};
  memset(&a->answer, 0, sizeof a->answer);
  carom_world_cast_ray(a->world, &a->question->ray, &filter, &a->answer.ray);
  carom_world_cast_shape(a->world, &a->question->moving, &filter, &a->answer.cast);
  carom_world_overlap_shape(a->world, &a->question->shape.shape, &a->question->shape.pose, &filter,
                            a->answer.found, 4, &a->answer.count);
}

/* The first questions after a step come from many threads at once. */
static void ask_at_once(scene *s, int w, const question *questions, asker *askers) {
  carom_tasks tasks = carom_pool_get_tasks(s->pool);
  void *names[QUESTIONS];
  for (int i = 0; i < QUESTIONS; i++) {
    askers[i] = (asker){.ground = s->ground, .world = s->worlds[w], .question = &questions[i]};
    names[i] = tasks.enqueue(tasks.user, ask, &askers[i]);
  }
  for (int i = 0; i < QUESTIONS; i++)
    if (names[i]) tasks.wait(tasks.user, names[i]);
}

static void expect_right_answer(const scene *s, const question *q, const answer *a) {
  float length = vec3_length(q->ray.translation), nearest = nearest_by_hand(s, &q->ray);
  if (a->ray.body.bits) ck_assert_msg(fabsf(a->ray.fraction - nearest) * length < 1e-2f, "a ray");
  if (nearest < 2) ck_assert(a->ray.body.bits != 0);
  double first = first_by_hand(s, &q->moving);
  ck_assert((first < 2) == (a->cast.body.bits != 0));
  if (first < 2) ck_assert(fabs(first - a->cast.fraction) * (double)length < 1e-3);
  if (is_overlapped_by_hand(s, &q->shape, -SLACK)) ck_assert_uint_gt(a->count, 0);
  if (!is_overlapped_by_hand(s, &q->shape, SLACK)) ck_assert_uint_eq(a->count, 0);
}

static bool same_answers(const answer *a, const answer *b) {
  bool same = a->count == b->count && a->ray.collider.bits == b->ray.collider.bits &&
              a->ray.fraction == b->ray.fraction && a->cast.collider.bits == b->cast.collider.bits &&
              a->cast.fraction == b->cast.fraction;
  for (size_t i = 0; i < a->count && i < 4; i++)
    same = same && a->found[i].collider.bits == b->found[i].collider.bits;
  return same;
}

static void expect_right_answers(scene *s) {
  static asker askers[WORLDS][QUESTIONS];
  static question questions[QUESTIONS];
  for (int i = 0; i < QUESTIONS; i++) questions[i] = random_question(s);
  for (int w = 0; w < WORLDS; w++) ask_at_once(s, w, questions, askers[w]);
  for (int i = 0; i < QUESTIONS; i++) {
    expect_right_answer(s, &questions[i], &askers[0][i].answer);
    for (int w = 1; w < WORLDS; w++) ck_assert(same_answers(&askers[0][i].answer, &askers[w][i].answer));
  }
}

/* --- Movers --- */

/* It is carried, and touches nothing of what carries it. */
static void move_movers(scene *s) {
  carom_vec3 way = test_vec3(&s->random, -0.1f, 0.1f);
  way.y = -0.05f;
  for (int w = 0; w < WORLDS; w++) {
    carom_mover_result result;
    ck_assert_int_eq(carom_mover_move(s->worlds[w], &s->movers[w], way, &result), CAROM_OK);
    ck_assert(!result.stuck && memcmp(&s->movers[w].pose, &s->movers[0].pose, sizeof(carom_pose)) == 0);
  }
  carom_found found;
  size_t count;
  ck_assert_int_eq(carom_world_overlap_shape(s->worlds[0], &s->movers[0].shape, &s->movers[0].pose, NULL,
                                             &found, 1, &count),
                   CAROM_OK);
  ck_assert_uint_eq(count, 0);
}

/* --- The whole --- */

static void play_round(scene *s) {
  const float steps[3] = {SUPPORT_DT, 0, 1e-3f};
  float dt = steps[test_below(&s->random, 4) ? 0 : test_below(&s->random, 3)];
  for (uint32_t n = test_below(&s->random, 6); n > 0; n--) change_one(s);
  if (test_below(&s->random, 2)) put_in_bulk(s);
  if (test_below(&s->random, 2)) drive_in_bulk(s);
  FOR_ALL(carom_world_step(world, dt))
  for (int w = 1; w < WORLDS; w++) {
    ck_assert_uint_eq(carom_world_hash(s->worlds[0]), carom_world_hash(s->worlds[w]));
    expect_same_events(s, w);
  }
  expect_right_answers(s);
  expect_right_contacts(s);
  if (is_planar(s))
    expect_above_ground(s);
  else
    move_movers(s);
}

START_TEST(random_worlds_are_right) {
  static scene s;
  const int rounds = test_scaled_from(10, ROUNDS);
  for (int i = 0, count = test_scaled(10); i < count; i++) {
    make_scene(&s, _i + 8 * i);
    for (int round = 0; round < rounds; round++) play_round(&s);
    free_scene(&s);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("random_worlds");
  TCase *tests = tcase_create("random_worlds");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, random_worlds_are_right, 0, 8);
  suite_add_tcase(suite, tests);
  return suite;
}
