/* test_persistent.c: points of contacts keep their names, their choice and their values from step to step in
 * a world with persistent manifolds. */
#include "../narrowphase/kinds.h"
#include "further.h"
#include "point_cells.h"
#include "support.h"

/* --- Two shapes that tremble on each other --- */

typedef struct trembling {
  uint64_t random;
  carom_world *world;
  bool planar;
  carom_body bodies[2];
  carom_pose poses[2]; /* around which they tremble */
  float size;          /* of the smaller */
  float by;            /* how far, in sizes */
} trembling;

static float size_of(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  return 2 * fmaxf(fmaxf(box.half.x, box.half.y), box.half.z);
}

static carom_quat turned_by(bool planar, float angle) {
  float s = sinf(0.5f * angle), c = cosf(0.5f * angle);
  return planar ? (carom_quat){0, 0, s, c} : (carom_quat){0, s, 0, c};
}

/* B above A, turned by an angle, and brought along their closest points as far into it as they tremble. */
static trembling trembling_make(uint64_t seed, const carom_shape shapes[2], float angle, float by,
                                bool persistent) {
  trembling t = {.random = seed, .by = by};
  carom_distance_result gap;
  t.planar = carom__shape_family_of(shapes[0].kind) == CAROM_FAMILY_PLANAR;
  carom_world_def def = {.planar = t.planar, .persistent_manifolds = persistent};
  ck_assert_int_eq(carom_world_create(&def, &t.world), CAROM_OK);
  t.size = fminf(size_of(&shapes[0]), size_of(&shapes[1]));
  t.poses[0].rotation = turned_by(t.planar, 0);
  t.poses[1].rotation = turned_by(t.planar, angle);
  t.poses[1].position.y = (double)(size_of(&shapes[0]) + size_of(&shapes[1]));
  ck_assert_int_eq(carom_distance(&shapes[0], &t.poses[0], &shapes[1], &t.poses[1], &gap), CAROM_OK);
  carom_vec3 way = vec3_scale(gap.normal, -(gap.distance + 8 * by * t.size));
  t.poses[1].position = pos_add(t.poses[1].position, way);
  for (int i = 0; i < 2; i++) {
    t.bodies[i] = carom_body_create(t.world, &(carom_body_def){.kind = CAROM_KINEMATIC, .pose = t.poses[i]});
    support_collider(t.world, t.bodies[i], shapes[i]);
  }
  return t;
}

static void tremble(trembling *t) {
  for (int i = 0; i < 2; i++) {
    carom_pose pose = t->poses[i];
    carom_vec3 way = test_vec3(&t->random, -t->by * t->size, t->by * t->size);
    carom_vec3 turn = test_vec3(&t->random, -0.5f * t->by, 0.5f * t->by);
    if (t->planar) way.z = turn.x = turn.y = 0;
    pose.position = pos_add(pose.position, way);
    pose.rotation = quat_normalize(quat_mul((carom_quat){turn.x, turn.y, turn.z, 1}, pose.rotation));
    ck_assert_int_eq(carom_body_set_pose(t->world, t->bodies[i], &pose), CAROM_OK);
  }
  ck_assert_int_eq(carom_world_step(t->world, 0), CAROM_OK);
}

/* --- Names --- */

/* Points that stayed in place, and how many of them kept their name. */
typedef struct name_count {
  int stayed, named;
} name_count;

/* The only point of a manifold near a place; NULL if there is none, or several, which may change places. */
static const carom_contact_point *only_point_near(const carom_manifold *m, carom_pos at, float near) {
  const carom_contact_point *found = NULL;
  int count = 0;
  for (uint32_t i = 0; i < m->point_count; i++)
    if (vec3_length(pos_sub(m->points[i].position, at)) < near) found = &m->points[i], count++;
  return count == 1 ? found : NULL;
}

static void count_names(const carom_manifold *before, const carom_manifold *after, float near,
                        name_count *out) {
  for (uint32_t i = 0; i < after->point_count; i++) {
    const carom_contact_point *point = &after->points[i];
    const carom_contact_point *was = only_point_near(before, point->position, near);
    for (uint32_t k = 0; k < i; k++) ck_assert_uint_ne(after->points[k].feature, point->feature);
    if (!was || !only_point_near(after, point->position, near)) continue;
    out->stayed++;
    out->named += was->feature == point->feature;
  }
}

static carom_manifold manifold_of(const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  return count ? contacts->manifold : (carom_manifold){.point_count = 0};
}

/* Two shapes, turned or not, that tremble by 1e-6 to 1e-3 of their size. */
static void count_pair(int i, const carom_shape shapes[2], bool persistent, name_count *out) {
  const float by[] = {1e-6f, 1e-5f, 1e-4f, 1e-3f};
  float angle = i / 4 % 2 ? (float)i : 0;
  trembling t = trembling_make((uint64_t)i, shapes, angle, by[i % 4], persistent);
  carom_manifold before = {.point_count = 0};
  for (int step = 0; step < 20; step++) {
    tremble(&t);
    carom_manifold now = manifold_of(t.world);
    count_names(&before, &now, 0.01f * t.size, out);
    before = now;
  }
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}

static carom_shape planar_shape(uint64_t *random, carom_shape_kind kind) {
  const float corners[] = {-0.5f, -0.3f, 0.5f, -0.3f, 0.3f, 0.4f, -0.2f, 0.5f};
  float a = test_uniform(random, 0.2f, 1), b = test_uniform(random, 0.2f, 1);
  carom_polygon *polygon;
  if (kind == CAROM_RECTANGLE) return carom_shape_rectangle(a, b);
  if (kind != CAROM_POLYGON) return kind_filled(random, kind, 1);
  ck_assert_int_eq(carom_polygon_from_points(NULL, corners, 4, 0, &polygon), CAROM_OK);
  return carom_shape_polygon(polygon);
}

static carom_shape any_shape(uint64_t *random, bool planar, uint32_t kind) {
  if (!planar) return kind_random(random, spatial_kind(kind), 1);
  return planar_shape(random, planar_kind(kind) == CAROM_CHAIN_LINK ? CAROM_RECTANGLE : planar_kind(kind));
}

/* All kinds against all. */
static name_count count_all(bool planar, uint32_t kinds, int pairs) {
  name_count all = {0, 0};
  for (uint32_t k = 0; k < kinds * kinds; k++) {
    for (int i = 0; i < pairs; i++) {
      uint64_t random = k * 1000 + (uint64_t)i;
      carom_shape shapes[2] = {any_shape(&random, planar, k / kinds), any_shape(&random, planar, k % kinds)};
      count_pair(i, shapes, true, &all);
      for (int s = 0; s < 2; s++) kind_release(&shapes[s]);
    }
  }
  return all;
}

START_TEST(names_survive_trembling_in_space) {
  name_count all = count_all(false, SPATIAL_KINDS, 8 + test_scaled(24));
  ck_assert_int_gt(all.stayed, 100);
  ck_assert_int_ge(1000 * all.named, 995 * all.stayed);
}
END_TEST

START_TEST(names_survive_trembling_in_the_plane) {
  name_count all = count_all(true, PLANAR_KINDS, 8 + test_scaled(24));
  ck_assert_int_gt(all.stayed, 100);
  ck_assert_int_ge(1000 * all.named, 995 * all.stayed);
}
END_TEST

/* What the narrow phase says of two equal shapes changes with each tremble. */
static void check_equal(const carom_shape *shape) {
  carom_shape shapes[2] = {*shape, *shape};
  name_count with = {0, 0}, without = {0, 0};
  for (int i = 0; i < 16; i++) {
    count_pair(i, shapes, true, &with);
    count_pair(i, shapes, false, &without);
  }
  ck_assert_int_gt(with.stayed, 300);
  ck_assert_int_eq(with.named, with.stayed);
  ck_assert_int_lt(10 * without.named, 9 * without.stayed);
}

START_TEST(names_survive_ties) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f), cylinder = carom_shape_cylinder(0.5f, 0.5f);
  const carom_shape rectangle = carom_shape_rectangle(0.5f, 0.5f);
  check_equal(&box);
  check_equal(&cylinder);
  check_equal(&rectangle);
}
END_TEST

/* --- The choice of points --- */

/* How often the points of a step are elsewhere than those of the last. */
static int count_changes(const carom_shape shapes[2], bool persistent) {
  trembling t = trembling_make(3, shapes, 0.25f * 3.14159265f, 1e-4f, persistent);
  carom_manifold before = {.point_count = 0};
  int changes = 0;
  for (int step = 0; step < 200; step++) {
    tremble(&t);
    carom_manifold now = manifold_of(t.world);
    ck_assert_uint_eq(now.point_count, 4);
    for (uint32_t i = 0; step > 0 && i < now.point_count; i++)
      changes += !only_point_near(&before, now.points[i].position, 0.01f * t.size);
    before = now;
  }
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
  return changes;
}

START_TEST(the_same_four_of_eight_points_stay) {
  const carom_shape boxes[2] = {carom_shape_box(0.5f, 0.5f, 0.5f), carom_shape_box(0.5f, 0.5f, 0.5f)};
  const carom_shape mixed[2] = {carom_shape_box(0.5f, 0.5f, 0.5f), carom_shape_cylinder(0.5f, 0.5f)};
  ck_assert_int_eq(count_changes(boxes, true), 0);
  ck_assert_int_eq(count_changes(mixed, true), 0);
  ck_assert_int_gt(count_changes(boxes, false), 100);
}
END_TEST

/* A box on the edge of a block that leans along it, trembling: the normal is that of a face or of both edges,
 * and either way both ends of the edge are there and keep their names. */
START_TEST(an_edge_that_leans_keeps_both_ends) {
  const carom_shape shapes[2] = {carom_shape_box(2, 0.25f, 0.25f), carom_shape_box(0.2f, 0.2f, 0.2f)};
  trembling t = trembling_make(9, shapes, 0, 1e-3f, true);
  const float lean = 0.0025f;
  t.poses[0].rotation = (carom_quat){0.38268343f, 0, 0, 0.92387953f};
  t.poses[1].rotation = quat_normalize((carom_quat){0, 0, 0.5f * lean, 1});
  t.poses[1].position = (carom_pos){0, (double)(0.25f * 1.41421356f + 0.2f - 0.005f), 0};
  bool on_face = false, on_edges = false;
  tremble(&t);
  carom_manifold first = manifold_of(t.world);
  for (int step = 0; step < 200; step++) {
    tremble(&t);
    carom_manifold now = manifold_of(t.world), alone;
    carom_pose poses[2];
    for (int i = 0; i < 2; i++) carom_body_get_pose(t.world, t.bodies[i], &poses[i]);
    ck_assert_int_eq(carom_collide(&shapes[0], &poses[0], &shapes[1], &poses[1], &alone), CAROM_OK);
    on_face |= alone.point_count > 1, on_edges |= alone.point_count == 1;
    ck_assert_uint_eq(now.point_count, 2);
    for (int i = 0; i < 2; i++) {
      ck_assert(now.points[i].feature == first.points[0].feature ||
                now.points[i].feature == first.points[1].feature);
      ck_assert(fabs(fabs(now.points[i].position.x) - 0.2) < 0.01);
    }
    ck_assert(now.points[0].feature != now.points[1].feature);
  }
  ck_assert(on_face && on_edges);
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}
END_TEST

/* Moving B along the normal by the greatest depth separates them, whichever points are chosen. */
START_TEST(the_depth_is_that_of_the_pair) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f), shapes[2] = {box, box};
  trembling t = trembling_make(5, shapes, 0.7f, 1e-3f, true);
  for (int step = 0; step < 100; step++) {
    carom_pose poses[2];
    float depth = 0;
    tremble(&t);
    for (int i = 0; i < 2; i++) carom_body_get_pose(t.world, t.bodies[i], &poses[i]);
    carom_manifold now = manifold_of(t.world), alone;
    ck_assert_int_eq(carom_collide(&box, &poses[0], &box, &poses[1], &alone), CAROM_OK);
    for (uint32_t i = 0; i < now.point_count; i++) depth = fminf(depth, now.points[i].separation);
    float least = 0;
    for (uint32_t i = 0; i < alone.point_count; i++) least = fminf(least, alone.points[i].separation);
    ck_assert(depth == least);
  }
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}
END_TEST

/* A box that is tilted by far rests on an edge: two of the four points are gone, and they are not kept. */
START_TEST(what_does_not_serve_is_chosen_anew) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f), shapes[2] = {box, box};
  trembling t = trembling_make(7, shapes, 0.785f, 1e-4f, true);
  tremble(&t);
  carom_manifold flat = manifold_of(t.world);
  ck_assert_uint_eq(flat.point_count, 4);
  t.poses[1].position.x += 0.75;
  for (int i = 0; i < 3; i++) tremble(&t);
  carom_manifold aside = manifold_of(t.world);
  ck_assert_uint_ge(aside.point_count, 2);
  for (uint32_t i = 0; i < aside.point_count; i++) ck_assert(aside.points[i].position.x > 0.0);
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}
END_TEST

/* --- Values --- */

static uint64_t *value_named(carom_world *world, uint32_t feature) {
  size_t count;
  carom_point_values *values = carom_world_get_point_values(world, &count);
  const carom_manifold manifold = manifold_of(world);
  ck_assert_uint_eq(count, 1);
  for (uint32_t i = 0; i < manifold.point_count; i++)
    if (manifold.points[i].feature == feature) return &values[0].points[i];
  ck_abort_msg("the point is gone");
}

START_TEST(values_stay_with_their_points) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f), shapes[2] = {box, box};
  trembling t = trembling_make(9, shapes, 0, 1e-4f, true);
  tremble(&t);
  carom_manifold first = manifold_of(t.world);
  ck_assert_uint_eq(first.point_count, 4);
  for (uint32_t i = 0; i < 4; i++) {
    ck_assert(*value_named(t.world, first.points[i].feature) == 0);
    *value_named(t.world, first.points[i].feature) = i + 1;
  }
  for (int step = 0; step < 50; step++) tremble(&t);
  for (uint32_t i = 0; i < 4; i++) ck_assert(*value_named(t.world, first.points[i].feature) == i + 1);
  t.poses[1].position.y += 1;
  tremble(&t);
  t.poses[1].position.y -= 1;
  tremble(&t);
  carom_manifold again = manifold_of(t.world);
  for (uint32_t i = 0; i < 4; i++) ck_assert(*value_named(t.world, again.points[i].feature) == 0);
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}
END_TEST

/* The value of a point of that name; NULL if there is none. */
static const uint64_t *find_value(const carom_manifold *m, const uint64_t *values, uint32_t feature) {
  for (uint32_t i = 0; i < m->point_count; i++)
    if (m->points[i].feature == feature) return &values[i];
  return NULL;
}

/* Boxes that jump about on each other gain and lose points. A point with the name that one of the last step
 * had is that point, with its value; any other one is new. */
START_TEST(a_name_is_of_one_point) {
  const carom_shape shapes[2] = {carom_shape_box(0.5f, 0.5f, 0.5f), carom_shape_box(0.4f, 0.5f, 0.6f)};
  uint64_t next = 1;
  int stayed = 0, new = 0;
  for (int seed = 0; seed < 200; seed++) {
    trembling t = trembling_make((uint64_t)seed, shapes, 0, 0.03f, true);
    carom_manifold before = {.point_count = 0};
    carom_point_values old = {{0}};
    for (int step = 0; step < 20; step++) {
      size_t count;
      t.poses[1].position.x = (double)test_uniform(&t.random, -0.5f, 0.5f);
      t.poses[1].position.z = (double)test_uniform(&t.random, -0.5f, 0.5f);
      t.poses[1].rotation = turned_by(false, test_uniform(&t.random, -1.6f, 1.6f));
      tremble(&t);
      carom_point_values *values = carom_world_get_point_values(t.world, &count);
      carom_manifold now = manifold_of(t.world);
      for (uint32_t i = 0; i < now.point_count; i++) {
        const uint64_t *was = find_value(&before, old.points, now.points[i].feature);
        ck_assert_uint_eq(values->points[i], was ? *was : 0);
        stayed += was != NULL, new += was == NULL;
        values->points[i] = next++;
      }
      before = now;
      if (count) old = *values;
    }
    ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
  }
  ck_assert(stayed > 1000 && new > 1000);
}
END_TEST

/* A slider keeps the names of its own corners. */
START_TEST(names_slide_along) {
  const carom_shape shapes[2] = {carom_shape_box(50, 0.5f, 50), carom_shape_box(0.5f, 0.5f, 0.5f)};
  trembling t = trembling_make(11, shapes, 0.3f, 1e-5f, true);
  tremble(&t);
  carom_manifold first = manifold_of(t.world);
  for (uint32_t i = 0; i < 4; i++) *value_named(t.world, first.points[i].feature) = i + 1;
  for (int step = 0; step < 60; step++) {
    t.poses[1].position.x += 0.09;
    tremble(&t);
  }
  carom_manifold last = manifold_of(t.world);
  ck_assert_uint_eq(last.point_count, 4);
  for (uint32_t i = 0; i < 4; i++) {
    const carom_contact_point *p = &first.points[i];
    carom_pos there = pos_add(p->position, vec3(60 * 0.09f, 0, 0));
    const carom_contact_point *now = only_point_near(&last, there, 0.01f);
    ck_assert(now && now->feature == p->feature && *value_named(t.world, p->feature) == i + 1);
  }
  ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
}
END_TEST

START_TEST(only_persistent_worlds_have_values) {
  size_t count = 7;
  carom_world *world = support_world();
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  support_step(world);
  ck_assert(!carom_world_get_point_values(world, &count) && count == 0);
  ck_assert(!carom_world_get_point_values(NULL, &count) && !carom_world_get_point_values(world, NULL));
  carom_world_destroy(world);
}
END_TEST

/* --- Going back --- */

static void read_all(trembling *t, carom_manifold out[8]) {
  for (int i = 0; i < 8; i++) {
    size_t count;
    tremble(t);
    out[i] = manifold_of(t->world);
    carom_world_get_point_values(t->world, &count)->points[i % 4] += (uint64_t)i;
  }
}

START_TEST(rewinding_gives_the_same_names) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f), shapes[2] = {box, box};
  unsigned char bytes[2][4096];
  size_t sizes[2];
  for (int persistent = 0; persistent < 2; persistent++) {
    trembling t = trembling_make(13, shapes, 0, 1e-4f, persistent);
    carom_world_rollback_keep(t.world, 10);
    tremble(&t);
    tremble(&t);
    ck_assert_int_eq(carom_world_rollback_save(t.world, bytes[0], sizeof bytes[0], &sizes[persistent]),
                     CAROM_OK);
    if (persistent) {
      carom_manifold first[8], again[8];
      size_t size, count;
      uint64_t random = t.random;
      read_all(&t, first);
      const carom_point_values values = *carom_world_get_point_values(t.world, &count);
      ck_assert_int_eq(carom_world_rollback_save(t.world, bytes[1], sizeof bytes[1], &size), CAROM_OK);
      ck_assert_uint_eq(size, sizes[1] + 4 * sizeof(uint64_t));
      ck_assert_int_eq(carom_world_rollback_restore(t.world, bytes[0], sizes[1]), CAROM_OK);
      t.random = random;
      read_all(&t, again);
      ck_assert_mem_eq(first, again, sizeof first);
      ck_assert_mem_eq(&values, carom_world_get_point_values(t.world, &count), sizeof values);
    }
    ck_assert_int_eq(carom_world_destroy(t.world), CAROM_OK);
  }
  ck_assert_uint_eq(sizes[1], sizes[0] + 32);
}
END_TEST

/* --- Cells --- */

START_TEST(cells_are_as_far_apart_as_points) {
  uint64_t random = 17;
  const carom_shape box = carom_shape_box(1, 0.5f, 2), ball = carom_shape_sphere(0.4f);
  carom__cell_grids grids = carom__cell_grids_of(&box, &ball);
  for (int i = 0; i < test_scaled(20000); i++) {
    carom_vec3 p = test_vec3(&random, -3, 3), way = test_vec3(&random, -0.3f, 0.3f), q = vec3_add(p, way);
    carom_vec3 of =
        vec3(fabsf(way.x * grids.on_b.x), fabsf(way.y * grids.on_b.y), fabsf(way.z * grids.on_b.z));
    float most = fmaxf(fmaxf(of.x, of.y), of.z);
    uint32_t a = cell_of(grids.on_b, p), b = cell_of(grids.on_b, q);
    ck_assert(cell_is_possible(a) && carom__cells_apart(a, b) == carom__cells_apart(b, a));
    ck_assert(fabsf((float)carom__cells_apart(a, b) - most) <= 1.01f);
  }
  ck_assert(cell_is_possible(cell_of(vec3(1e20f, 1, 1), vec3(1e10f, 0, 0))));
}
END_TEST

static uint32_t cell_at(uint32_t x) { return x & 1023; }

START_TEST(the_nearest_points_match_first) {
  const uint32_t old[] = {cell_at(100), cell_at(112)}, fresh[] = {cell_at(109), cell_at(400), cell_at(101)};
  const uint32_t far_old[] = {1u << 20, 2u << 20}, far_fresh[] = {9u << 24, 9u << 24, 9u << 24};
  uint32_t places[CAROM_MANIFOLD_POINTS];
  carom__cells_match((carom__cell_list){old, far_old, 2}, (carom__cell_list){fresh, far_fresh, 3}, places);
  ck_assert(places[0] == 2 && places[1] == 0);
  carom__cells_match((carom__cell_list){far_old, old, 2}, (carom__cell_list){far_fresh, fresh + 1, 1},
                     places);
  ck_assert(places[0] == CAROM__NO_PLACE && places[1] == CAROM__NO_PLACE);
}
END_TEST

/* The pairing by its definition: of all pairs that are left, the best one, again and again. */
static void match_slowly(carom__cell_list old, carom__cell_list fresh, uint32_t *out) {
  bool taken[CAROM__CANDIDATES] = {false};
  uint32_t least = 0;
  for (uint32_t i = 0; i < old.count; i++) out[i] = CAROM__NO_PLACE;
  while (least < CAROM__NO_PLACE) {
    uint32_t best_i = 0, best_j = 0;
    least = CAROM__NO_PLACE;
    for (uint32_t i = 0; i < old.count; i++)
      for (uint32_t j = 0; j < fresh.count; j++) {
        const uint32_t on_a = carom__cells_apart(old.on_a[i], fresh.on_a[j]);
        const uint32_t on_b = carom__cells_apart(old.on_b[i], fresh.on_b[j]);
        if (out[i] != CAROM__NO_PLACE || taken[j] || on_a + on_b >= least) continue;
        if (on_a <= CAROM__CELLS_NEAR || on_b <= CAROM__CELLS_NEAR)
          least = on_a + on_b, best_i = i, best_j = j;
      }
    if (least < CAROM__NO_PLACE) out[best_i] = best_j, taken[best_j] = true;
  }
}

/* Random points on few cells, so that many are equal. A third of the new ones are the old ones, or are but
 * for one of them. */
START_TEST(matches_are_those_of_the_definition) {
  uint64_t random = 5;
  uint32_t rests = 0, parts = 0;
  for (int round = 0; round < 20000; round++) {
    uint32_t old_a[CAROM__POINTS_MAX], old_b[CAROM__POINTS_MAX], a[CAROM__CANDIDATES], b[CAROM__CANDIDATES];
    const uint32_t spread = 1 + test_below(&random, 40),
                   old_count = test_below(&random, CAROM__POINTS_MAX + 1);
    const bool same = test_below(&random, 3) == 0;
    const uint32_t count = same ? old_count : test_below(&random, CAROM__CANDIDATES + 1);
    for (uint32_t i = 0; i < old_count; i++)
      old_a[i] = test_below(&random, spread), old_b[i] = test_below(&random, spread) << 20;
    for (uint32_t i = 0; i < count; i++) {
      a[i] = same ? old_a[i] : test_below(&random, spread);
      b[i] = same ? old_b[i] : test_below(&random, spread) << 20;
    }
    if (same && count > 0 && test_below(&random, 2))
      a[test_below(&random, count)] = test_below(&random, spread);
    const carom__cell_list old = {old_a, old_b, old_count}, fresh = {a, b, count};
    uint32_t places[CAROM__POINTS_MAX], expected[CAROM__POINTS_MAX];
    carom__cells_match(old, fresh, places);
    match_slowly(old, fresh, expected);
    for (uint32_t i = 0; i < old_count; i++) ck_assert_uint_eq(places[i], expected[i]);
    rests += same;
    for (uint32_t i = 0; i < old_count; i++) parts += places[i] == CAROM__NO_PLACE;
  }
  ck_assert(rests > 5000 && parts > 5000);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("persistent manifolds");
  TCase *tests = tcase_create("points");
  tcase_add_test(tests, names_survive_trembling_in_space);
  tcase_add_test(tests, names_survive_trembling_in_the_plane);
  tcase_add_test(tests, names_survive_ties);
  tcase_add_test(tests, the_same_four_of_eight_points_stay);
  tcase_add_test(tests, the_depth_is_that_of_the_pair);
  tcase_add_test(tests, what_does_not_serve_is_chosen_anew);
  tcase_add_test(tests, values_stay_with_their_points);
  tcase_add_test(tests, a_name_is_of_one_point);
  tcase_add_test(tests, names_slide_along);
  tcase_add_test(tests, an_edge_that_leans_keeps_both_ends);
  tcase_add_test(tests, only_persistent_worlds_have_values);
  tcase_add_test(tests, rewinding_gives_the_same_names);
  tcase_add_test(tests, cells_are_as_far_apart_as_points);
  tcase_add_test(tests, the_nearest_points_match_first);
  tcase_add_test(tests, matches_are_those_of_the_definition);
  suite_add_tcase(suite, tests);
  return suite;
}
