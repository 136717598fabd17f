/* test_eight_points.c: contacts of more than four points, in worlds that ask for them: which points they are,
 * that they last, and that all that is done with contacts is done with them. */
#include "../narrowphase/kinds.h"
#include "program.h"

enum { STEPS = 100 };

static const float QUARTER = 0.785398f; /* an eighth of a turn: both faces share eight corners */

typedef struct pile {
  carom_world *world;
  carom_body bodies[2];
  carom_pose poses[2];
  uint64_t random;
  float by; /* how far they tremble */
} pile;

static carom_quat turned_by(float angle) {
  return (carom_quat){0, sinf(0.5f * angle), 0, cosf(0.5f * angle)};
}

/* One on the other, turned, and a little in it. */
static pile pile_make(const carom_world_def *def, const carom_shape *shape, float angle, float by) {
  pile p = {.random = 1, .by = by};
  p.poses[0] = (carom_pose){.rotation = turned_by(0)};
  p.poses[1] = (carom_pose){{0, 0.99, 0}, turned_by(angle)};
  ck_assert_int_eq(carom_world_create(def, &p.world), CAROM_OK);
  for (int i = 0; i < 2; i++) {
    p.bodies[i] = carom_body_create(p.world, &(carom_body_def){.kind = CAROM_KINEMATIC, .pose = p.poses[i]});
    carom_collider_def collider = {.shape = *shape, .filter.category = i ? 2 : 4};
    ck_assert(carom_collider_create(p.world, p.bodies[i], &collider).bits);
  }
  return p;
}

static void tremble(pile *p) {
  for (int i = 0; i < 2; i++) {
    carom_pose pose = p->poses[i];
    carom_vec3 turn = test_vec3(&p->random, -0.5f * p->by, 0.5f * p->by);
    pose.position = pos_add(pose.position, test_vec3(&p->random, -p->by, p->by));
    pose.rotation = quat_normalize(quat_mul((carom_quat){turn.x, turn.y, turn.z, 1}, pose.rotation));
    ck_assert_int_eq(carom_body_set_pose(p->world, p->bodies[i], &pose), CAROM_OK);
  }
  ck_assert_int_eq(carom_world_step(p->world, 0), CAROM_OK);
}

/* All points of the only contact, and what the game keeps with them. */
typedef struct points {
  carom_contact_point list[8];
  uint64_t *values[8];
  uint32_t count;
  bool further;
} points;

static points points_of(carom_world *world) {
  points out = {.count = 0};
  size_t count, rows, patch_count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  carom_point_values *values = carom_world_get_point_values(world, &rows);
  carom_patch room;
  ck_assert_uint_eq(count, 1);
  ck_assert(!values || rows == 2);
  const carom_patch *patches = carom_contact_get_patches(contacts, &room, &patch_count);
  ck_assert_uint_eq(patch_count, contacts->further ? 2 : 1);
  out.further = contacts->further;
  for (size_t i = 0; i < patch_count; i++)
    for (uint32_t k = 0; k < patches[i].point_count; k++) {
      if (values) out.values[out.count] = &values[i].points[k];
      out.list[out.count++] = patches[i].points[k];
    }
  return out;
}

static int point_near(const points *p, carom_pos at, float near) {
  int found = -1;
  for (uint32_t i = 0; i < p->count; i++) {
    float away = vec3_length(pos_sub(p->list[i].position, at));
    if (away < near) near = away, found = (int)i;
  }
  return found;
}

static carom_hull *prism(int sides) {
  carom_vec3 corners[64];
  carom_hull *hull;
  for (int i = 0; i < sides; i++) {
    float angle = 6.2831853f * (float)i / (float)sides;
    for (int k = 0; k < 2; k++)
      corners[2 * i + k] = vec3(0.5f * cosf(angle), k ? 0.5f : -0.5f, 0.5f * sinf(angle));
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners->x, (size_t)(2 * sides), 0, &hull), CAROM_OK);
  return hull;
}

/* --- What lasts --- */

static const carom_world_def LASTING = {.persistent_manifolds = true, .eight_points = true};

/* Eight corners keep their names and their values, in whichever of the two patches they are. */
static void check_lasting(const carom_shape *shape, float angle, float by) {
  pile p = pile_make(&LASTING, shape, angle, by);
  tremble(&p);
  const points first = points_of(p.world);
  ck_assert_uint_eq(first.count, 8);
  for (uint32_t i = 0; i < 8; i++) *first.values[i] = first.list[i].feature;
  for (int step = 0; step < STEPS; step++) {
    tremble(&p);
    const points now = points_of(p.world);
    ck_assert_uint_eq(now.count, 8);
    for (uint32_t i = 0; i < 8; i++) {
      int at = point_near(&now, first.list[i].position, 0.02f);
      ck_assert_int_ge(at, 0);
      ck_assert_uint_eq(now.list[at].feature, first.list[i].feature);
      ck_assert_uint_eq(*now.values[at], first.list[i].feature);
    }
  }
  carom_world_destroy(p.world);
}

START_TEST(eight_points_keep_names_and_values) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  for (int i = 3; i <= 6; i++) {
    float by = powf(10, -(float)i);
    check_lasting(&box, QUARTER, by);
    check_lasting(&box, 0.3f, by);
  }
}
END_TEST

/* The only point near a place; -1 if there is none, or several, which may change places. */
static int only_point_near(const points *p, carom_pos at, float near) {
  int found = -1, count = 0;
  for (uint32_t i = 0; i < p->count; i++)
    if (vec3_length(pos_sub(p->list[i].position, at)) < near) found = (int)i, count++;
  return count == 1 ? found : -1;
}

typedef struct name_count {
  int stayed, named, further;
} name_count;

/* Two shapes of any kinds, face to face where they have faces, that tremble. */
static void count_names(uint64_t *random, uint32_t pair, float by, name_count *out) {
  carom_shape a = kind_random(random, spatial_kind(pair / SPATIAL_KINDS), 0.6f);
  carom_shape b = kind_random(random, spatial_kind(pair % SPATIAL_KINDS), 0.6f);
  pile p = pile_make(&LASTING, &a, (float)test_below(random, 4) * 0.4f, by);
  ck_assert_int_eq(carom_collider_set_shape(p.world, support_collider_of(p.world, p.bodies[1]), &b),
                   CAROM_OK);
  carom_distance_result gap;
  p.poses[1].position.y = 3;
  ck_assert_int_eq(carom_distance(&a, &p.poses[0], &b, &p.poses[1], &gap), CAROM_OK);
  p.poses[1].position = pos_add(p.poses[1].position, vec3_scale(gap.normal, -(gap.distance + 4 * by)));
  points before = {.count = 0};
  for (int step = 0; step < 20; step++) {
    size_t count;
    points now = {.count = 0};
    tremble(&p);
    carom_world_get_contacts(p.world, &count);
    if (count > 0) now = points_of(p.world);
    out->further += now.further;
    for (uint32_t i = 0; i < now.count; i++) {
      for (uint32_t k = 0; k < i; k++) ck_assert_uint_ne(now.list[i].feature, now.list[k].feature);
      int was = only_point_near(&before, now.list[i].position, 0.005f);
      if (was < 0 || only_point_near(&now, now.list[i].position, 0.005f) < 0) continue;
      out->stayed++;
      out->named += now.list[i].feature == before.list[was].feature;
    }
    before = now;
  }
  carom_world_destroy(p.world);
  kind_release(&a);
  kind_release(&b);
}

START_TEST(names_survive_for_all_kinds) {
  uint64_t random = 7;
  name_count all = {0, 0, 0};
  for (uint32_t pair = 0; pair < SPATIAL_KINDS * SPATIAL_KINDS; pair++)
    for (int i = 0; i < 4 + test_scaled(12); i++)
      count_names(&random, pair, powf(10, -(float)(3 + i % 4)), &all);
  ck_assert_int_gt(all.further, 100);
  ck_assert_int_gt(all.stayed, 1000);
  ck_assert_int_ge(1000 * all.named, 995 * all.stayed);
}
END_TEST

/* Each point has the place in its patch that it had, which a solver relies on that takes one after another.
 */
START_TEST(points_keep_their_order) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  pile p = pile_make(&LASTING, &box, QUARTER, 1e-4f);
  tremble(&p);
  const points first = points_of(p.world);
  for (int step = 0; step < STEPS; step++) {
    tremble(&p);
    const points now = points_of(p.world);
    for (uint32_t i = 0; i < 8; i++) ck_assert_uint_eq(now.list[i].feature, first.list[i].feature);
  }
  carom_world_destroy(p.world);
}
END_TEST

/* How often a point is where none was in the last step. */
static int count_changes(const carom_world_def *def, const carom_shape *shape, float angle) {
  pile p = pile_make(def, shape, angle, 1e-4f);
  points before = {.count = 0};
  int changes = 0;
  for (int step = 0; step < STEPS; step++) {
    tremble(&p);
    points now = points_of(p.world);
    ck_assert_uint_eq(now.count, 8);
    for (uint32_t i = 0; i < now.count && step > 0; i++)
      changes += point_near(&before, now.list[i].position, 0.01f) < 0;
    before = now;
  }
  carom_world_destroy(p.world);
  return changes;
}

/* Of 24 corners of equal worth the same eight stay. */
START_TEST(the_same_eight_of_many_stay) {
  carom_hull *hull = prism(12);
  const carom_shape shape = carom_shape_hull(hull);
  const carom_world_def forgetful = {.eight_points = true};
  ck_assert_int_eq(count_changes(&LASTING, &shape, 3.14159265f / 12), 0);
  ck_assert_int_gt(count_changes(&forgetful, &shape, 3.14159265f / 12), STEPS);
  carom_hull_release(hull);
}
END_TEST

/* Points that slide far are others; those that are there keep what they had. */
START_TEST(what_widens_it_more_is_chosen) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  pile p = pile_make(&LASTING, &box, QUARTER, 0);
  for (int i = 0; i <= 20; i++) {
    p.poses[1].rotation = turned_by(QUARTER * (1 - 0.05f * (float)i));
    tremble(&p);
    const points now = points_of(p.world);
    ck_assert(now.count == 4 || now.count == 8);
    ck_assert_int_eq(now.count == 8, now.further);
    if (i < 18) ck_assert_uint_eq(now.count, 8);
  }
  ck_assert(!points_of(p.world).further);
  carom_world_destroy(p.world);
}
END_TEST

/* --- Beside worlds that do not ask --- */

/* The manifold is what it is without: the same four points, though not in the same order. */
static void check_manifolds(bool persistent) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_world_def plain = {.persistent_manifolds = persistent};
  const carom_world_def eight = {.persistent_manifolds = persistent, .eight_points = true};
  pile p = pile_make(&plain, &box, QUARTER, 1e-3f), q = pile_make(&eight, &box, QUARTER, 1e-3f);
  for (int step = 0; step < STEPS; step++) {
    size_t count;
    tremble(&p);
    tremble(&q);
    const carom_contact *one = carom_world_get_contacts(p.world, &count);
    const carom_contact *other = carom_world_get_contacts(q.world, &count);
    ck_assert(!one->patches && !one->further && other->further && other->patch_count == 2);
    ck_assert_mem_eq(&other->manifold.normal, &one->manifold.normal, sizeof one->manifold.normal);
    ck_assert_mem_eq(other->patches[0].points, other->manifold.points, sizeof other->manifold.points);
    for (uint32_t i = 0; i < 4; i++) {
      uint32_t same = 0;
      for (uint32_t k = 0; k < 4; k++)
        same += memcmp(&one->manifold.points[i].position, &other->manifold.points[k].position,
                       sizeof(carom_pos)) == 0 &&
                one->manifold.points[i].separation == other->manifold.points[k].separation;
      ck_assert_uint_eq(same, 1);
    }
  }
  carom_world_destroy(p.world);
  carom_world_destroy(q.world);
}

START_TEST(the_manifold_is_the_same) {
  check_manifolds(false);
  check_manifolds(true);
}
END_TEST

/* --- Margins --- */

START_TEST(what_is_near_has_eight_points_too) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  for (int persistent = 0; persistent < 2; persistent++) {
    const carom_world_def def = {.persistent_manifolds = persistent, .eight_points = true, .margin = 0.05f};
    pile p = pile_make(&def, &box, QUARTER, 1e-3f);
    p.poses[1].position.y = 1.02;
    for (int step = 0; step < 20; step++) {
      size_t count;
      tremble(&p);
      const points now = points_of(p.world);
      ck_assert(carom_world_get_contacts(p.world, &count)->apart);
      ck_assert_uint_eq(now.count, 8);
      float least = HUGE_VALF;
      for (uint32_t i = 0; i < 4; i++) least = fminf(least, now.list[i].separation);
      ck_assert(least > 0 && (persistent || least == now.list[0].separation));
      for (uint32_t i = 0; i < 8; i++)
        ck_assert(now.list[i].separation >= least && now.list[i].separation < 0.05f);
    }
    carom_world_destroy(p.world);
  }
}
END_TEST

/* --- What is done with contacts --- */

static void turn_seen(void *user, carom_world *world, const carom_event *event) {
  const carom_contact *c = event->contact;
  size_t count;
  const carom_contact *own = carom_world_get_contacts(world, &count);
  ck_assert(c->further && c->patch_count == 2 && c->a.category == 2 && own->a.category == 4);
  for (int i = 0; i < 2; i++) {
    ck_assert(c->patches[i].normal.y == -own->patches[i].normal.y);
    ck_assert_mem_eq(c->patches[i].points, own->patches[i].points, sizeof own->patches->points);
  }
  ++*(int *)user;
}

START_TEST(handlers_see_both_sides) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  pile p = pile_make(&LASTING, &box, QUARTER, 0);
  int seen = 0;
  const carom_handler_def handler = {.callback = turn_seen,
                                     .user = &seen,
                                     .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY,
                                     .category_a = 2,
                                     .category_b = 4};
  ck_assert(carom_handler_add(p.world, &handler).bits);
  for (int i = 0; i < 5; i++) tremble(&p);
  ck_assert_int_eq(seen, 5);
  carom_world_destroy(p.world);
}
END_TEST

/* What rests has the points and values that it had, and an END the last ones. */
START_TEST(what_rests_keeps_its_points) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  pile p = pile_make(&LASTING, &box, QUARTER, 0);
  size_t count;
  tremble(&p);
  const points first = points_of(p.world);
  for (uint32_t i = 0; i < 8; i++) *first.values[i] = i + 1;
  for (int step = 0; step < 5; step++) {
    support_ball(p.world, CAROM_KINEMATIC, 100 + 10 * step); /* so that lists move */
    ck_assert_int_eq(carom_world_step(p.world, 0), CAROM_OK);
    const points now = points_of(p.world);
    ck_assert_mem_eq(now.list, first.list, sizeof first.list);
    for (uint32_t i = 0; i < 8; i++) ck_assert_uint_eq(*now.values[i], i + 1);
  }
  p.poses[1].position.y = 5;
  tremble(&p);
  const carom_event *events = carom_world_get_events(p.world, &count);
  ck_assert(count == 1 && events->kind == CAROM_EVENT_END && events->contact->further);
  ck_assert_mem_eq(events->contact->patches[1].points, first.list + 4, 4 * sizeof *first.list);
  carom_world_destroy(p.world);
}
END_TEST

/* A save, and a world that is loaded from it, go on alike. */
START_TEST(saves_keep_them) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  for (int persistent = 0; persistent < 2; persistent++) {
    const carom_world_def def = {.persistent_manifolds = persistent, .eight_points = true, .margin = 0.01f};
    pile p = pile_make(&def, &box, QUARTER, 1e-3f), q;
    carom_world *clone = NULL;
    for (int i = 0; i < 3; i++) tremble(&p);
    const points first = points_of(p.world);
    for (uint32_t i = 0; i < 8 && persistent; i++) *first.values[i] = i + 1;
    program_bytes saved = program_save(p.world);
    q = p;
    ck_assert_int_eq(carom_world_load(NULL, &program_users, saved.data, saved.size, &q.world), CAROM_OK);
    ck_assert_int_eq(carom_world_clone(p.world, NULL, NULL, 0, &clone), CAROM_OK);
    const points again = points_of(q.world), cloned = points_of(clone);
    ck_assert_mem_eq(again.list, first.list, sizeof first.list);
    ck_assert_mem_eq(cloned.list, first.list, sizeof first.list);
    for (uint32_t i = 0; i < 8 && persistent; i++)
      ck_assert(*again.values[i] == i + 1 && *cloned.values[i] == i + 1);
    for (int i = 0; i < 5; i++) {
      tremble(&p);
      tremble(&q);
      ck_assert(carom_world_hash(p.world) == carom_world_hash(q.world));
    }
    carom_world_destroy(clone);
    carom_world_destroy(p.world);
    carom_world_destroy(q.world);
    free(saved.data);
  }
}
END_TEST

static size_t snapshot_size(const carom_world_def *def, unsigned char *bytes, size_t capacity, pile *out) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  size_t size;
  *out = pile_make(def, &box, QUARTER, 1e-3f);
  carom_world_rollback_keep(out->world, 20);
  for (int i = 0; i < 2; i++) tremble(out);
  ck_assert_int_eq(carom_world_rollback_save(out->world, bytes, capacity, &size), CAROM_OK);
  return size;
}

/* A further point takes what any point takes: its 32 bytes, and 8 for its place. */
START_TEST(rewinds_count_the_points) {
  unsigned char bytes[4096];
  const size_t point = sizeof(carom_contact_point);
  size_t sizes[4];
  for (int i = 0; i < 4; i++) {
    const carom_world_def def = {.persistent_manifolds = i / 2, .eight_points = i % 2};
    pile p;
    sizes[i] = snapshot_size(&def, bytes, sizeof bytes, &p);
    carom_world_destroy(p.world);
  }
  ck_assert_uint_eq(sizes[1], sizes[0] + 4 * point);
  ck_assert_uint_eq(sizes[2], sizes[0] + 4 * 8);
  ck_assert_uint_eq(sizes[3], sizes[0] + 4 * point + 8 * 8);
}
END_TEST

START_TEST(rewinding_goes_on_alike) {
  unsigned char bytes[4096];
  pile p;
  size_t size = snapshot_size(&LASTING, bytes, sizeof bytes, &p);
  uint64_t hashes[8], random = p.random;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 8; i++) {
      tremble(&p);
      *points_of(p.world).values[i] += 1;
      const points now = points_of(p.world);
      uint64_t sum = carom_world_hash(p.world);
      for (uint32_t k = 0; k < now.count; k++) sum = sum * 31 + *now.values[k] + now.list[k].feature;
      if (round == 0) hashes[i] = sum;
      ck_assert(hashes[i] == sum);
    }
    ck_assert_int_eq(carom_world_rollback_restore(p.world, bytes, size), CAROM_OK);
    p.random = random;
  }
  carom_world_destroy(p.world);
}
END_TEST

/* --- Others --- */

/* Contacts of the plane have two points, and those of meshes four a patch. */
START_TEST(others_are_as_they_are) {
  const carom_world_def defs[2] = {{.planar = true, .eight_points = true}, {.eight_points = true}};
  for (int i = 0; i < 2; i++) {
    carom_world *world;
    size_t count;
    ck_assert_int_eq(carom_world_create(&defs[i], &world), CAROM_OK);
    carom_shape_kind kinds[2] = {i ? CAROM_BOX : CAROM_RECTANGLE, i ? CAROM_MESH : CAROM_RECTANGLE};
    for (int k = 0; k < 2; k++) {
      carom_shape shape = kinds[k] == CAROM_RECTANGLE ? carom_shape_rectangle(1, 1)
                          : kinds[k] == CAROM_BOX     ? carom_shape_box(1, 1, 1)
                                                      : carom_shape_mesh(support_assets()->meshes[0]);
      carom_body body = support_body(world, CAROM_KINEMATIC, 0.3 * k, 0.2 * k, 0);
      support_collider(world, body, shape);
    }
    support_step(world);
    const carom_contact *contacts = carom_world_get_contacts(world, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert(!contacts->further && (contacts->patches != NULL) == (i == 1));
    carom_world_destroy(world);
  }
}
END_TEST

/* A swept box that only passes has the one point where it met. */
START_TEST(what_passes_has_one_point) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_world_def def = {.persistent_manifolds = true, .eight_points = true, .margin = 0.1f};
  pile p = pile_make(&def, &box, QUARTER, 0);
  size_t count;
  tremble(&p);
  ck_assert(points_of(p.world).further);
  p.poses[1].position.y = 3;
  tremble(&p);
  ck_assert_int_eq(carom_body_set_swept(p.world, p.bodies[1], true), CAROM_OK);
  ck_assert_int_eq(carom_body_set_velocity(p.world, p.bodies[1], vec3(0, -600, 0), vec3(0, 0, 0)), CAROM_OK);
  ck_assert_int_eq(carom_world_step(p.world, 0.01f), CAROM_OK);
  const carom_contact *contacts = carom_world_get_contacts(p.world, &count);
  ck_assert(count == 1 && contacts->manifold.point_count == 1 && !contacts->further && !contacts->patches);
  carom_world_destroy(p.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("eight points");
  TCase *tests = tcase_create("contacts");
  tcase_add_test(tests, eight_points_keep_names_and_values);
  tcase_add_test(tests, points_keep_their_order);
  tcase_add_test(tests, names_survive_for_all_kinds);
  tcase_add_test(tests, the_same_eight_of_many_stay);
  tcase_add_test(tests, what_widens_it_more_is_chosen);
  tcase_add_test(tests, the_manifold_is_the_same);
  tcase_add_test(tests, what_is_near_has_eight_points_too);
  tcase_add_test(tests, handlers_see_both_sides);
  tcase_add_test(tests, what_rests_keeps_its_points);
  tcase_add_test(tests, saves_keep_them);
  tcase_add_test(tests, rewinds_count_the_points);
  tcase_add_test(tests, rewinding_goes_on_alike);
  tcase_add_test(tests, others_are_as_they_are);
  tcase_add_test(tests, what_passes_has_one_point);
  suite_add_tcase(suite, tests);
  return suite;
}
