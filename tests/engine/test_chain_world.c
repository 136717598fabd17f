/* test_chain_world.c: chains in worlds: what slides over them, what they tell, and that saves keep them. */
#include "support.h"
#include "test_memory.h"

enum { LINKS = 10000 };

typedef struct course {
  carom_world *world;
  carom_body ground, slider;
} course;

static void put_chain(const course *c, bool one_sided, bool level) {
  static carom_vec2 points[LINKS + 1];
  carom_chain *chain = NULL;
  uint64_t random = 1;
  float x = 0;
  for (int i = 0; i <= LINKS; i++) {
    points[i] = (carom_vec2){x, level ? 0 : test_uniform(&random, -0.005f, 0)};
    x -= test_uniform(&random, 0.05f, 0.1f);
  }
  const carom_chain_def def = {.points = &points[0].x, .count = LINKS + 1, .one_sided = one_sided};
  const carom_collider_def as = {.user = NULL};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  ck_assert_int_eq(carom_collider_create_chain(c->world, c->ground, &as, chain, 0, NULL), CAROM_OK);
  carom_chain_release(chain);
}

static void make_course(course *c, const carom_shape *shape, double height, carom_vec3 velocity) {
  const carom_world_def def = {.planar = true};
  const carom_body_def still = {.kind = CAROM_STATIC};
  const carom_body_def moving = {.pose = carom_pose_planar(-100, height, 0), .linear_velocity = velocity};
  ck_assert_int_eq(carom_world_create(&def, &c->world), CAROM_OK);
  c->ground = carom_body_create(c->world, &still);
  c->slider = carom_body_create(c->world, &moving);
  support_collider(c->world, c->slider, *shape);
}

/* What is wrong with a step's contacts, which are all of a link and the slider. */
static const char *contacts_fault(const course *c, bool level, double depth) {
  size_t count = 0;
  const carom_contact *contacts = carom_world_get_contacts(c->world, &count);
  double deepest = 0;
  if (count == 0) return "no contact";
  for (size_t i = 0; i < count; i++) {
    const carom_contact *contact = &contacts[i];
    bool turned = contact->a.body.bits == c->slider.bits;
    const carom_contact_side *link = turned ? &contact->b : &contact->a;
    carom_shape shape;
    carom_vec3 n = contact->manifold.normal;
    float up = turned ? -n.y : n.y;
    ck_assert_int_eq(carom_collider_get_shape(c->world, link->collider, &shape), CAROM_OK);
    if (shape.geometry.chain_link.index != link->child) return "not the link's index";
    if (level ? up < 0.999999f || fabsf(n.x) > 1e-6f : up < 0.1f) return "a normal that is not the ground's";
    for (uint32_t k = 0; k < contact->manifold.point_count; k++)
      deepest = fmax(deepest, -(double)contact->manifold.points[k].separation);
  }
  return level && fabs(deepest - depth) > 1e-4 ? "not as deep as it is" : NULL;
}

START_TEST(sliding_over_joints_has_no_normal_but_the_grounds) {
  const carom_shape shapes[] = {carom_shape_rectangle(0.5f, 0.25f),
                                carom_shape_rounded_rectangle(0.3f, 0.2f, 0.05f), carom_shape_disc(0.25f),
                                carom_shape_stadium((carom_vec2){-0.3f, 0}, (carom_vec2){0.3f, 0}, 0.25f)};
  const double depths[] = {1e-3, 0.15}, speeds[] = {-0.07, -9};
  const char *fault = NULL;
  for (int i = 0; i < 64 && !fault; i++) {
    course c;
    const bool level = i & 1, one_sided = i & 2;
    const double depth = depths[i / 4 % 2];
    make_course(&c, &shapes[i / 16], 0.25 - depth - (level ? 0 : 0.005),
                (carom_vec3){(float)speeds[i / 8 % 2] * 60, 0, 0});
    put_chain(&c, one_sided, level);
    for (int step = 0; step < 30 && !fault; step++) {
      support_step(c.world);
      fault = contacts_fault(&c, level, depth);
    }
    carom_world_destroy(c.world);
    ck_assert_msg(!fault, "case %d: %s", i, fault);
  }
}
END_TEST

/* Only two-sided ground holds up what comes from below, in contacts and in casts. */
START_TEST(one_sided_ground_is_passed_from_below) {
  const carom_shape box = carom_shape_rectangle(0.25f, 0.25f);
  for (int one_sided = 0; one_sided < 2; one_sided++) {
    course c;
    carom_shape_hit hit;
    size_t count = 0;
    make_course(&c, &box, -0.2, (carom_vec3){0, 0, 0});
    put_chain(&c, one_sided, true);
    support_step(c.world);
    carom_world_get_contacts(c.world, &count);
    ck_assert(one_sided ? count == 0 : count > 0);
    for (int down = 0; down < 2; down++) {
      const carom_pose from = carom_pose_planar(-50, down ? 1 : -1, 0);
      const carom_moving_shape cast = {
          .shape = box, .pose = from, .translation = {0, down ? -2.0f : 2.0f, 0}};
      ck_assert_int_eq(carom_world_cast_shape(c.world, &cast, NULL, &hit), CAROM_OK);
      ck_assert((hit.collider.bits != 0) == (down || !one_sided));
      if (hit.collider.bits) ck_assert(fabsf(hit.normal.x) < 1e-6f && (hit.normal.y > 0) == down);
    }
    carom_world_destroy(c.world);
  }
}
END_TEST

START_TEST(saves_and_copies_keep_chains) {
  static unsigned char bytes[1 << 22];
  const carom_shape box = carom_shape_rectangle(0.25f, 0.25f);
  course c;
  carom_world *loaded = NULL, *copy = NULL;
  size_t size = 0;
  make_course(&c, &box, 0.2, (carom_vec3){-3, 0, 0});
  put_chain(&c, true, false);
  support_step(c.world);
  ck_assert_int_eq(carom_world_save(c.world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &loaded), CAROM_OK);
  ck_assert_int_eq(carom_world_clone(c.world, NULL, NULL, 0, &copy), CAROM_OK);
  for (int step = 0; step < 20; step++) {
    support_step(c.world), support_step(loaded), support_step(copy);
    ck_assert_uint_eq(carom_world_hash(c.world), carom_world_hash(loaded));
    ck_assert_uint_eq(carom_world_hash(c.world), carom_world_hash(copy));
  }
  carom_world_destroy(c.world);
  carom_world_destroy(loaded);
  carom_world_destroy(copy);
}
END_TEST

/* --- Solids --- */

enum { SPOKES = 7 };

/* A star, one-sided, the links of which are older and younger than the shape's collider. */
static void put_star(const course *c, uint64_t *random, carom_shape shape, carom_collider *out) {
  carom_vec2 points[SPOKES];
  carom_chain *chain = NULL;
  for (int i = 0; i < SPOKES; i++) {
    carom_vec2 d = carom_direction_degrees((i + (double)test_uniform(random, 0, 0.9f)) * 360 / SPOKES);
    float far = test_uniform(random, 0.1f, 1);
    points[i] = (carom_vec2){far * d.x, far * d.y};
  }
  const carom_chain_def def = {.points = &points[0].x, .count = SPOKES, .closed = true, .one_sided = true};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (uint32_t i = 0; i < SPOKES; i++) {
    if (i == SPOKES / 2) support_collider(c->world, c->slider, shape);
    out[i] = support_collider(c->world, c->ground, carom_shape_chain_link(chain, i, 0));
  }
  carom_chain_release(chain);
}

/* Do all links that the shape sinks into have it inside, by more than rounding, with its middle outside? A
 * ray from the middle that passes links an odd number of times comes out of the star. */
static bool is_sunk(const course *c, const carom_collider *links, carom_pose pose, const carom_shape *shape) {
  carom_pose ground;
  int crossings = 0;
  bool deep = false;
  carom_body_get_pose(c->world, c->ground, &ground);
  for (int i = 0; i < SPOKES; i++) {
    carom_shape link;
    carom_distance_result gap;
    carom_ray_result hit;
    carom_chain_view view;
    carom_collider_get_shape(c->world, links[i], &link);
    carom_chain_describe(link.geometry.chain_link.asset, &view);
    const carom_shape segment = carom_shape_segment(view.points[i], view.points[(i + 1) % SPOKES]);
    const carom_ray ray = {pose.position, {5, 0.123f, 0}};
    ck_assert(!carom_cast_ray(&segment, &ground, &ray, &hit) &&
              !carom_signed_distance(&segment, &ground, shape, &pose, &gap));
    crossings += hit.hit;
    deep |= gap.distance < -1e-4f;
  }
  return deep && crossings % 2 == 0;
}

/* A step of a world in which the ground and the shape are somewhere, and turned. */
START_TEST(solids_of_links_lose_no_contact) {
  uint64_t random = 5;
  int sunk = 0, lost = 0;
  for (int n = 0; n < test_scaled(4000); n++) {
    course c;
    carom_collider links[SPOKES];
    size_t count = 0;
    const carom_shape shape = n % 2 ? carom_shape_rectangle(test_log_uniform(&random, 0.05f, 1), 0.1f)
                                    : carom_shape_disc(test_log_uniform(&random, 0.05f, 1));
    const double far = n % 3 ? 0 : 1e5;
    const carom_world_def def = {.planar = true};
    const carom_pose at = carom_pose_planar(far, 0, (double)test_uniform(&random, -3, 3));
    const carom_pose pose =
        carom_pose_planar(far + (double)test_uniform(&random, -1.5f, 1.5f),
                          (double)test_uniform(&random, -1.5f, 1.5f), (double)test_uniform(&random, -3, 3));
    ck_assert_int_eq(carom_world_create(&def, &c.world), CAROM_OK);
    c.ground = carom_body_create(c.world, &(carom_body_def){.kind = CAROM_STATIC, .pose = at});
    c.slider = carom_body_create(c.world, &(carom_body_def){.pose = pose});
    put_star(&c, &random, shape, links);
    support_step(c.world);
    carom_world_get_contacts(c.world, &count);
    if (is_sunk(&c, links, pose, &shape)) sunk++, lost += count == 0;
    carom_world_destroy(c.world);
  }
  ck_assert_int_eq(lost, 0);
  ck_assert_int_gt(sunk, 0);
}
END_TEST

/* What a swept body touches when a step begins is met where there is a contact, and not also by the links
 * that leave the contact to their neighbours. */
START_TEST(swept_bodies_meet_links_where_there_are_contacts) {
  const carom_vec2 points[] = {{4, -2}, {0, 0}, {-4, 0}};
  const carom_shape box = carom_shape_rectangle(1, 0.5f);
  course c;
  carom_chain *chain = NULL;
  size_t count = 0;
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){.points = &points[0].x, .count = 3}, &chain),
                   CAROM_OK);
  const carom_world_def def = {.planar = true};
  const carom_body_def leaning = {.pose = carom_pose_planar(-0.8, 0.48, 0.01),
                                  .linear_velocity = {-0.1f, 0, 0}};
  ck_assert_int_eq(carom_world_create(&def, &c.world), CAROM_OK);
  c.ground = carom_body_create(c.world, &(carom_body_def){.kind = CAROM_STATIC});
  c.slider = carom_body_create(c.world, &leaning);
  ck_assert_int_eq(carom_body_set_swept(c.world, c.slider, true), CAROM_OK);
  support_collider(c.world, c.slider, box);
  carom_collider_create_chain(c.world, c.ground, &(carom_collider_def){.user = NULL}, chain, 0, NULL);
  carom_chain_release(chain);
  for (int step = 0; step < 3; step++) {
    support_step(c.world);
    const carom_swept_hit *hits = carom_world_get_swept_hits(c.world, &count);
    for (size_t i = 0; i < count; i++) ck_assert(fabsf(hits[i].normal.x) < 1e-6f);
    ck_assert_uint_eq(count, step == 0 ? 1 : 0);
    const carom_contact *contacts = carom_world_get_contacts(c.world, &count);
    ck_assert(count == 1 && contacts[0].a.child + contacts[0].b.child == 1);
  }
  carom_world_destroy(c.world);
}
END_TEST

static uint32_t child_in(const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  ck_assert_uint_eq(count, 1);
  return contacts[0].a.child + contacts[0].b.child; /* one of them is a disc, and has none */
}

/* A collider is another link now, and its contact is to END as that of the one that it was. */
START_TEST(the_link_that_a_step_saw_is_kept) {
  static unsigned char bytes[1 << 12];
  const carom_vec2 points[] = {{-97, 0}, {-99, 0}, {-101, 0}};
  const carom_shape disc = carom_shape_disc(0.5f);
  course c;
  carom_chain *chain = NULL;
  carom_world *loaded = NULL, *copy = NULL;
  size_t size = 0;
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){&points[0].x, 3, 0, false, false}, &chain),
                   CAROM_OK);
  const carom_shape first = carom_shape_chain_link(chain, 0, 0), second = carom_shape_chain_link(chain, 1, 0);
  make_course(&c, &disc, 0.4, (carom_vec3){0, 0, 0});
  carom_world_rollback_keep(c.world, 2);
  carom_collider link = support_collider(c.world, c.ground, second);
  support_step(c.world);
  ck_assert_uint_eq(child_in(c.world), 1);
  ck_assert_int_eq(carom_collider_set_shape(c.world, link, &first), CAROM_OK);
  ck_assert_int_eq(carom_world_save(c.world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &loaded), CAROM_OK);
  ck_assert_int_eq(carom_world_clone(c.world, NULL, NULL, 0, &copy), CAROM_OK);
  ck_assert(child_in(loaded) == 1 && child_in(copy) == 1);
  ck_assert_int_eq(carom_world_rollback_save(c.world, bytes, sizeof bytes, &size), CAROM_OK);
  support_step(c.world);
  ck_assert_int_eq(carom_world_rollback_restore(c.world, bytes, size), CAROM_OK);
  ck_assert_uint_eq(child_in(c.world), 1);
  carom_world_destroy(c.world);
  carom_world_destroy(loaded);
  carom_world_destroy(copy);
  carom_chain_release(chain);
}
END_TEST

/* All ways to ask for what is above, at or near a link tell which one it is. */
START_TEST(queries_tell_the_link) {
  const carom_vec2 points[] = {{6, 0}, {4, 0}, {2, 0}, {0, 0}};
  const carom_shape disc = carom_shape_disc(0.5f);
  const carom_pos above = {1, 2, 0};
  const carom_ray ray = {above, {0, -4, 0}};
  const carom_pose low = carom_pose_planar(1, 0.2, 0);
  course c;
  carom_chain *chain = NULL;
  make_course(&c, &disc, 0, (carom_vec3){0, 0, 0});
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){.points = &points[0].x, .count = 4}, &chain),
                   CAROM_OK);
  carom_collider_create_chain(c.world, c.ground, &(carom_collider_def){.user = NULL}, chain, 0, NULL);
  carom_chain_release(chain);
  const carom_query_filter filter = {.ignore = c.slider};
  carom_ray_hit hit;
  carom_shape_hit shape_hit;
  carom_near near;
  carom_found found;
  carom_body_distance gap;
  size_t count;
  const carom_moving_shape moving = {disc, {above, {0, 0, 0, 1}}, ray.translation};
  ck_assert(!carom_world_cast_ray(c.world, &ray, &filter, &hit) && hit.child == 2);
  ck_assert(!carom_world_cast_shape(c.world, &moving, &filter, &shape_hit) && shape_hit.child == 2);
  ck_assert(!carom_world_closest(c.world, &above, 9, &filter, &near) && near.child == 2);
  ck_assert(!carom_world_overlap_shape(c.world, &disc, &low, &filter, &found, 1, &count) && count == 1 &&
            found.child == 2);
  ck_assert(!carom_world_body_distance(c.world, c.ground, c.slider, NULL, &gap) && gap.child_a == 2 &&
            gap.child_b == 0);
  ck_assert(!carom_world_body_distance(c.world, c.slider, c.ground, NULL, &gap) && gap.child_a == 0 &&
            gap.child_b == 2);
  carom_mover mover = {.shape = disc, .pose.position = above};
  carom_mover_result result;
  ck_assert(!carom_mover_move(c.world, &mover, ray.translation, &result) && mover.ground.child == 2);
  carom_world_destroy(c.world);
}
END_TEST

START_TEST(every_allocation_may_fail) {
  const carom_vec2 points[] = {{6, 0}, {4, 0}, {2, 0}, {0, 0}};
  test_memory memory = {0};
  const carom_world_def def = {.planar = true, .allocator = test_memory_allocator(&memory)};
  carom_chain *chain = NULL;
  carom_status status = CAROM_OUT_OF_MEMORY;
  size_t refused = 0;
  for (; status; refused++) {
    carom_world *world = NULL;
    ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
    carom_body body = carom_body_create(world, NULL);
    uint64_t hash = carom_world_hash(world);
    test_memory_fail_at(&memory, refused + 1);
    status =
        carom_chain_create(&def.allocator, &(carom_chain_def){.points = &points[0].x, .count = 4}, &chain);
    if (!status) {
      status = carom_collider_create_chain(world, body, &(carom_collider_def){.user = NULL}, chain, 0, NULL);
      carom_chain_release(chain);
    }
    test_memory_fail_at(&memory, 0);
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert(!status || carom_world_hash(world) == hash);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(refused, 3);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("chain_world");
  TCase *tests = tcase_create("chain_world");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, sliding_over_joints_has_no_normal_but_the_grounds);
  tcase_add_test(tests, one_sided_ground_is_passed_from_below);
  tcase_add_test(tests, solids_of_links_lose_no_contact);
  tcase_add_test(tests, swept_bodies_meet_links_where_there_are_contacts);
  tcase_add_test(tests, saves_and_copies_keep_chains);
  tcase_add_test(tests, the_link_that_a_step_saw_is_kept);
  tcase_add_test(tests, queries_tell_the_link);
  tcase_add_test(tests, every_allocation_may_fail);
  suite_add_tcase(suite, tests);
  return suite;
}
