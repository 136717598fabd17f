/* test_planar_world.c: worlds of the plane against every pair asked by itself, and what they refuse. */
#include "support.h"

enum { BODIES = 120, STEPS = 60 };

static carom_world *planar_world(void) {
  carom_world_def def = {.planar = true};
  carom_world *world = NULL;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  return world;
}

/* The last count is the caller's. */
static carom_shape random_polygon(uint64_t *random, float a, float b) {
  carom_vec2 points[9];
  carom_polygon *polygon = NULL;
  for (int i = 0; i < 9; i++) {
    carom_vec2 d = carom_direction((double)test_uniform(random, 0, 0.5f) + 0.7 * i);
    points[i] = (carom_vec2){a * d.x, b * d.y};
  }
  ck_assert_int_eq(carom_polygon_from_points(NULL, &points[0].x, 9, 0, &polygon), CAROM_OK);
  return carom_shape_rounded_polygon(polygon, test_below(random, 2) ? 0 : 0.2f * a);
}

/* Rounded rectangles take the place of links of chains, which have their own tests. */
static carom_shape random_shape(uint64_t *random) {
  float a = test_uniform(random, 0.2f, 0.8f), b = test_uniform(random, 0.2f, 0.8f);
  carom_shape_kind kind = planar_kind(test_below(random, PLANAR_KINDS));
  switch (kind) {
  case CAROM_DISC:
    return carom_shape_disc(a);
  case CAROM_STADIUM:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, 0.3f * b);
  case CAROM_RECTANGLE:
    return carom_shape_rectangle(a, b);
  case CAROM_POLYGON:
    return random_polygon(random, a, b);
  case CAROM_SEGMENT:
    return carom_shape_segment((carom_vec2){-a, b}, (carom_vec2){a, b});
  case CAROM_CHAIN_LINK:
    return carom_shape_rounded_rectangle(a, b, 0.2f * a);
  default:
    return kind_filled(random, kind, 0.8f);
  }
}

/* Bodies that fly about, some of two colliders, a few that stand. */
typedef struct swarm {
  carom_world *world;
  carom_body bodies[BODIES];
} swarm;

static carom_body add_body(carom_world *world, uint64_t *random, int i) {
  carom_body_def def = {.kind = i % 7 == 0 ? CAROM_STATIC : CAROM_KINEMATIC};
  def.pose = carom_pose_planar(1e6 + (double)test_uniform(random, -6, 6), (double)test_uniform(random, -6, 6),
                               (double)test_uniform(random, -4, 4));
  if (def.kind == CAROM_KINEMATIC) {
    def.linear_velocity = (carom_vec3){test_uniform(random, -4, 4), test_uniform(random, -4, 4), 0};
    def.angular_velocity.z = test_uniform(random, -6, 6);
  }
  carom_body body = carom_body_create(world, &def);
  for (int k = 0; k < (i % 5 == 0 ? 2 : 1); k++) {
    carom_collider_def part = {.shape = random_shape(random)};
    if (k > 0) part.pose = (carom_local_pose){{0.7f, 0.2f, 0}, {0, 0, 0.6f, 0.8f}};
    ck_assert(carom_collider_create(world, body, &part).bits != 0);
    carom__shape_release(&part.shape);
  }
  return body;
}

static void make_swarm(swarm *s, uint64_t seed) {
  s->world = planar_world();
  for (int i = 0; i < BODIES; i++) s->bodies[i] = add_body(s->world, &seed, i);
}

/* The colliders of a body where they are, by the headers alone. */
typedef struct part {
  carom_placed placed;
  carom_collider collider;
  int body;
} part;

static size_t parts_of(const swarm *s, part out[2 * BODIES]) {
  size_t count = 0;
  for (int i = 0; i < BODIES; i++) {
    carom_collider colliders[2];
    carom_pose pose;
    size_t found = 0;
    carom_body_get_colliders(s->world, s->bodies[i], colliders, 2, &found);
    carom_body_get_pose(s->world, s->bodies[i], &pose);
    for (size_t k = 0; k < found; k++) {
      carom_shape shape;
      carom_local_pose local;
      carom_collider_get_shape(s->world, colliders[k], &shape);
      carom_collider_get_local_pose(s->world, colliders[k], &local);
      double angle = carom_pose_angle(&pose), c = cos(angle), d = sin(angle);
      double x = (double)local.position.x, y = (double)local.position.y;
      carom_pose own = {{0, 0, 0}, local.rotation};
      carom_pose at = carom_pose_planar(pose.position.x + (c * x - d * y), pose.position.y + (d * x + c * y),
                                        angle + carom_pose_angle(&own));
      out[count] = (part){.collider = colliders[k], .body = i};
      ck_assert_int_eq(carom_place(&shape, &at, &out[count].placed), CAROM_OK);
      count++;
    }
  }
  return count;
}

static bool has_contact(const carom_world *world, carom_collider a, carom_collider b) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    uint64_t first = contacts[i].a.collider.bits, second = contacts[i].b.collider.bits;
    if ((first == a.bits && second == b.bits) || (first == b.bits && second == a.bits)) return true;
  }
  return false;
}

/* Pairs that overlap or are apart by more than the rounding of the poses must be told so. */
static size_t expect_contacts(const swarm *s) {
  static part parts[2 * BODIES];
  size_t count = parts_of(s, parts), wrong = 0, touching = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = i + 1; k < count; k++) {
      carom_distance_result d;
      if (parts[i].body == parts[k].body) continue;
      bool still = parts[i].body % 7 == 0 && parts[k].body % 7 == 0;
      ck_assert_int_eq(carom_signed_distance_placed(&parts[i].placed, &parts[k].placed, NULL, &d), CAROM_OK);
      if (fabsf(d.distance) < 1e-5f) continue;
      bool expected = d.distance < 0 && !still;
      wrong += has_contact(s->world, parts[i].collider, parts[k].collider) != expected;
      touching += expected;
    }
  ck_assert_uint_eq(wrong, 0);
  return touching;
}

static void expect_flat_contacts(const carom_world *world) {
  size_t count = 0, wrong = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_manifold *m = &contacts[i].manifold;
    wrong += m->normal.z != 0 || m->point_count < 1 || m->point_count > 2;
    for (uint32_t k = 0; k < m->point_count; k++) wrong += m->points[k].position.z != 0;
  }
  ck_assert_uint_eq(wrong, 0);
}

START_TEST(contacts_are_those_of_all_pairs) {
  swarm s;
  size_t touching = 0;
  make_swarm(&s, 1);
  for (int step = 0; step < test_scaled(STEPS); step++) {
    support_step(s.world);
    if (step % 4 == 0) touching += expect_contacts(&s);
    expect_flat_contacts(s.world);
  }
  ck_assert_uint_gt(touching, 50);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(bodies_stay_in_the_plane) {
  swarm s;
  make_swarm(&s, 2);
  for (int step = 0; step < STEPS; step++) support_step(s.world);
  for (int i = 0; i < BODIES; i++) {
    carom_pose pose;
    carom_body_get_pose(s.world, s.bodies[i], &pose);
    ck_assert(pose.position.z == 0 && pose.rotation.x == 0 && pose.rotation.y == 0);
  }
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(saves_go_on_as_before) {
  static unsigned char bytes[1 << 20];
  size_t size = 0;
  swarm s;
  carom_world *copy = NULL;
  make_swarm(&s, 3);
  for (int step = 0; step < 10; step++) support_step(s.world);
  ck_assert_int_eq(carom_world_save(s.world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &copy), CAROM_OK);
  for (int step = 0; step < 20; step++) {
    support_step(s.world);
    support_step(copy);
    ck_assert_uint_eq(carom_world_hash(s.world), carom_world_hash(copy));
  }
  carom_world_destroy(copy);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(queries_find_what_is_there) {
  swarm s;
  static part parts[2 * BODIES];
  uint64_t random = 4;
  make_swarm(&s, 4);
  support_step(s.world);
  size_t count = parts_of(&s, parts);
  for (int n = 0; n < 200; n++) {
    carom_shape shape = random_shape(&random);
    carom_pose pose =
        carom_pose_planar(1e6 + (double)test_uniform(&random, -6, 6), (double)test_uniform(&random, -6, 6),
                          (double)test_uniform(&random, -4, 4));
    carom_ray ray = {pose.position, {test_uniform(&random, -9, 9), test_uniform(&random, -9, 9), 0}};
    carom_region region = {{pose.position.x - 0.5, pose.position.y - 1, 7},
                           {pose.position.x + 0.5, pose.position.y + 1, 8}};
    carom_shape box = carom_shape_rectangle(0.5f, 1);
    carom_pose middle = carom_pose_planar(pose.position.x, pose.position.y, 0);
    carom_found found[2 * BODIES];
    carom_ray_hit hit;
    size_t overlaps = 0, expected = 0, in_region = 0, expected_in_region = 0;
    float nearest = 2;
    for (size_t i = 0; i < count; i++) {
      carom_placed own, own_box;
      carom_ray_result result;
      bool overlap = false, inside = false;
      carom_place(&shape, &pose, &own);
      carom_place(&box, &middle, &own_box);
      carom_overlap_placed(&parts[i].placed, &own, &overlap);
      carom_overlap_placed(&parts[i].placed, &own_box, &inside);
      carom_cast_ray_placed(&parts[i].placed, &ray, &result);
      expected += overlap;
      expected_in_region += inside;
      if (result.hit) nearest = fminf(nearest, result.fraction);
    }
    ck_assert_int_eq(carom_world_overlap_shape(s.world, &shape, &pose, NULL, found, 2 * BODIES, &overlaps),
                     CAROM_OK);
    ck_assert_int_eq(carom_world_overlap_region(s.world, &region, NULL, found, 2 * BODIES, &in_region),
                     CAROM_OK);
    ck_assert_int_eq(carom_world_cast_ray(s.world, &ray, NULL, &hit), CAROM_OK);
    ck_assert_uint_eq(overlaps, expected);
    ck_assert_uint_eq(in_region, expected_in_region);
    ck_assert(hit.collider.bits ? fabsf(hit.fraction - nearest) < 1e-5f : nearest == 2);
    carom__shape_release(&shape);
  }
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(what_leaves_the_plane_is_refused) {
  carom_world *world = planar_world();
  carom_body body = carom_body_create(world, NULL);
  carom_pose high = {.position = {0, 0, 1}}, tilted = {.rotation = {0.6f, 0, 0, 0.8f}};
  carom_body_def defs[] = {
      {.pose = high}, {.pose = tilted}, {.linear_velocity = {0, 0, 1}}, {.angular_velocity = {1, 0, 0}}};
  for (size_t i = 0; i < sizeof defs / sizeof *defs; i++) {
    ck_assert_uint_eq(carom_body_create(world, &defs[i]).bits, 0);
    ck_assert_int_eq(carom_world_get_last_status(world), CAROM_NOT_PLANAR);
  }
  ck_assert_int_eq(carom_body_set_pose(world, body, &high), CAROM_NOT_PLANAR);
  const float positions[3] = {0, 0, 1};
  carom_pose_array array = {.positions = positions};
  ck_assert_int_eq(carom_body_set_poses(world, &body, 1, &array), CAROM_NOT_PLANAR);
  carom_vec3 up = {0, 0, 1}, still = {0, 0, 0};
  ck_assert_int_eq(carom_body_set_velocity(world, body, up, still), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_body_set_velocity(world, body, still, (carom_vec3){0, 1, 0}), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_body_set_velocity(world, body, still, up), CAROM_OK);
  carom_collider_def beside = {.shape = carom_shape_disc(1), .pose = {.position = {0, 0, 1}}};
  ck_assert_uint_eq(carom_collider_create(world, body, &beside).bits, 0);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_NOT_PLANAR);
  carom_collider disc = support_collider(world, body, carom_shape_disc(1));
  ck_assert_int_eq(carom_collider_set_local_pose(world, disc, &beside.pose), CAROM_NOT_PLANAR);
  carom_shape ball = carom_shape_sphere(1);
  ck_assert_int_eq(carom_collider_set_shape(world, disc, &ball), CAROM_WRONG_FAMILY);
  carom_ray ray = {{0, 0, 1}, {1, 0, 0}};
  carom_ray_hit hit;
  carom_pos point = {0, 0, 1};
  size_t count;
  ck_assert_int_eq(carom_world_cast_ray(world, &ray, NULL, &hit), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_world_overlap_point(world, &point, NULL, NULL, 0, &count), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_world_overlap_shape(world, &beside.shape, &high, NULL, NULL, 0, &count),
                   CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_world_overlap_shape(world, &ball, &high, NULL, NULL, 0, &count), CAROM_WRONG_FAMILY);
  carom_world_destroy(world);
}
END_TEST

START_TEST(spatial_worlds_refuse_planar_shapes) {
  carom_world *world = support_world();
  carom_body body = carom_body_create(world, NULL);
  ck_assert_uint_eq(support_collider(world, body, carom_shape_disc(1)).bits, 0);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_WRONG_FAMILY);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("planar_world");
  TCase *tests = tcase_create("planar_world");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, contacts_are_those_of_all_pairs);
  tcase_add_test(tests, bodies_stay_in_the_plane);
  tcase_add_test(tests, saves_go_on_as_before);
  tcase_add_test(tests, queries_find_what_is_there);
  tcase_add_test(tests, what_leaves_the_plane_is_refused);
  tcase_add_test(tests, spatial_worlds_refuse_planar_shapes);
  suite_add_tcase(suite, tests);
  return suite;
}
