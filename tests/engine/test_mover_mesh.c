/* test_mover_mesh.c: movers on meshes: rooms as triangles, rough ground, stairs, and what is one-sided. */
#include "../narrowphase/meshes.h"
#include "mover_path.h"
#include "vec.h"

enum { ROOMS = 60, PATHS_A_ROOM = 4, FRAMES = 60, MOST_TRIANGLES = 20000 };

/* --- A world as one mesh --- */

typedef struct gathering {
  soup triangles;
  carom_pos origin;
} gathering;

static uint32_t gather_vertex(gathering *g, carom_pos p) {
  carom_vec3 v = pos_sub(p, g->origin);
  return soup_vertex(&g->triangles, v.x, v.y, v.z);
}

static void gather(void *user, const carom_draw_item *item, carom_pos a, carom_pos b, carom_pos c) {
  gathering *g = user;
  (void)item;
  ck_assert_uint_lt(g->triangles.triangle_count, MOST_TRIANGLES);
  uint32_t i = gather_vertex(g, a), j = gather_vertex(g, b);
  soup_triangle(&g->triangles, i, j, gather_vertex(g, c));
}

/* Another world, which has all that can be seen of this one as a single static mesh. */
static carom_world *world_of_mesh(const carom_world *world, carom_pos origin, carom_mesh_sides sides) {
  gathering g = {soup_make(3 * MOST_TRIANGLES, MOST_TRIANGLES), origin};
  carom_draw draw = {.user = &g, .parts = CAROM_DRAW_SHAPES, .triangle = gather};
  carom_world *out = support_world();
  ck_assert_int_eq(carom_world_draw(world, &draw), CAROM_OK);
  carom_mesh *mesh = soup_mesh(&g.triangles, sides, NULL);
  carom_body_def def = {.kind = CAROM_STATIC, .pose.position = origin};
  ck_assert_uint_ne(support_collider(out, carom_body_create(out, &def), carom_shape_mesh(mesh)).bits, 0);
  carom_mesh_release(mesh);
  soup_free(&g.triangles);
  return out;
}

static void become_mesh(room *r, carom_mesh_sides sides) {
  carom_world *old = r->world;
  r->world = world_of_mesh(old, r->origin, sides);
  carom_world_destroy(old);
}

/* --- Rooms --- */

static size_t run_room(room *r) {
  size_t faults = 0;
  for (int i = 0; i < PATHS_A_ROOM; i++) {
    path p;
    path_start(&p, r);
    for (int frame = 0; frame < FRAMES; frame++) path_step(&p);
    faults += p.inside + p.outside + p.too_far + p.refused + p.stuck;
  }
  carom_world_destroy(r->world);
  return faults;
}

/* Through the surfaces of a room that has two sides, nobody gets out, and nobody into what they enclose. */
START_TEST(no_path_leads_through_a_mesh) {
  size_t faults = 0;
  for (int i = 0; i < test_scaled(ROOMS); i++) {
    room r;
    room_make(&r, (uint64_t)i + 7001, false);
    become_mesh(&r, i % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
    faults += run_room(&r);
  }
  ck_assert_uint_eq(faults, 0);
}
END_TEST

/* --- The same walks in worlds of boxes and of meshes --- */

static carom_mover person(double x, double y, double z) {
  return (carom_mover){.shape = carom_shape_capsule(vec3(0, -0.6f, 0), vec3(0, 0.6f, 0), 0.3f),
                       .pose.position = {x, y + 0.9, z},
                       .step_height = 0.3f,
                       .snap = 0.35f};
}

static carom_mover_result send(const carom_world *world, carom_mover *mover, carom_vec3 way) {
  carom_mover_result result;
  ck_assert_int_eq(carom_mover_move(world, mover, way, &result), CAROM_OK);
  ck_assert(!result.stuck);
  return result;
}

/* A world of boxes: nothing but a floor, a slope, stairs, or boxes anyhow. */
static carom_world *make_course(uint64_t *random, int kind) {
  room r = {.random = 1, .world = support_world(), .unit = 1};
  room_box(&r, vec3(0, -1, 0), vec3(20, 1, 20), (carom_quat){0, 0, 0, 1});
  float slope = test_uniform(random, 0.1f, 1.4f), rise = test_uniform(random, 0.05f, 0.45f);
  float run = test_uniform(random, 0.35f, 0.6f);
  if (kind == 1) room_box(&r, vec3(4, 0, 0), vec3(2, 0.4f, 5), turn_about(vec3(0, 0, 1), slope));
  for (int i = 0; i < 6 && kind == 2; i++)
    room_box(&r, vec3(3 + run * (float)i, 0, 0), vec3(run * (float)i + 1, rise * (float)(6 - i), 5),
             (carom_quat){0, 0, 0, 1});
  for (int i = 0; i < 8 && kind == 3; i++)
    room_box(&r, test_vec3(random, -5, 5), test_vec3(random, 0.1f, 2), test_quat(random));
  return r.world;
}

START_TEST(walks_are_those_over_boxes) {
  int walked = 0, kind = _i;
  for (int seed = 0; seed < test_scaled(100); seed++) {
    uint64_t random = (uint64_t)(seed + 1000 * kind);
    carom_world *boxes = make_course(&random, kind);
    carom_world *mesh = world_of_mesh(boxes, (carom_pos){0, 0, 0}, (carom_mesh_sides)(seed % 2));
    carom_mover a = person(-1, 0.01, 0), b;
    if (kind == 3) a.pose.position.y = 8;
    b = a;
    float angle = test_uniform(&random, -1, 1);
    bool same = true;
    for (int frame = 0; frame < 60 && same; frame++) {
      carom_vec3 way = vec3(0.08f * cosf(angle), kind == 3 ? -0.2f : -0.003f, 0.08f * sinf(angle));
      send(boxes, &a, way), send(mesh, &b, way);
      same = vec3_length(pos_sub(a.pose.position, b.pose.position)) < 0.002f;
    }
    walked += same;
    carom_world_destroy(boxes);
    carom_world_destroy(mesh);
  }
  /* Among boxes at random, some walks part where two ways out are equal: one of ten, and two more. */
  ck_assert_int_ge(10 * (walked + 2), 9 * test_scaled(100));
}
END_TEST

/* --- Rough ground --- */

/* Ground whose z is up, of triangles as small as the foot or smaller. */
static carom_world *make_ground(uint64_t *random, uint32_t cells, float height, carom_mesh_sides sides) {
  soup s = soup_field(random, cells, 0.5f);
  for (uint32_t i = 0; i < s.vertex_count; i++) s.vertices[i].z *= 2 * height;
  carom_world *world = support_world();
  carom_mesh *mesh = soup_mesh(&s, sides, NULL);
  carom_shape shape = carom_shape_mesh(mesh);
  float scale = 8.0f / (float)cells;
  shape.geometry.mesh.scale = vec3(scale, scale, scale);
  support_collider(world, support_body(world, CAROM_STATIC, -4, -4, 0), shape);
  carom_mesh_release(mesh);
  soup_free(&s);
  return world;
}

static carom_mover climber(uint64_t *random) {
  const carom_shape shapes[] = {carom_shape_capsule(vec3(0, 0, -0.2f), vec3(0, 0, 0.2f), 0.3f),
                                carom_shape_sphere(0.3f), carom_shape_box(0.2f, 0.2f, 0.4f)};
  return (carom_mover){.shape = shapes[test_below(random, 3)],
                       .pose = {{0, 0, 1.5}, {0, 0, 0, 1}},
                       .up = {0, 0, 1},
                       .snap = 0.2f,
                       .max_slope = 1};
}

static bool is_free(const carom_world *world, const carom_mover *mover) {
  size_t count = 1;
  carom_ray down = {mover->pose.position, {0, 0, -4}};
  carom_ray_hit hit;
  carom_world_overlap_shape(world, &mover->shape, &mover->pose, NULL, NULL, 0, &count);
  ck_assert_int_eq(carom_world_cast_ray(world, &down, NULL, &hit), CAROM_OK);
  return count == 0 && hit.body.bits != 0;
}

/* Who walks where the ground is less steep than its limit walks as fast as on level ground. */
START_TEST(rough_ground_is_walked_without_snags) {
  const uint32_t cells[] = {8, 24, 80};
  uint64_t random = (uint64_t)_i;
  float sent = 0, gone = 0;
  for (int seed = 0; seed < test_scaled(30); seed++) {
    carom_world *world = make_ground(&random, cells[_i % 3], 0.25f, (carom_mesh_sides)(seed % 2));
    carom_mover mover = climber(&random);
    send(world, &mover, vec3(0, 0, -2));
    float angle = test_uniform(&random, 0, 6.28f);
    for (int frame = 0; frame < 30; frame++) {
      carom_vec3 way = vec3(0.1f * cosf(angle), 0.1f * sinf(angle), -0.01f);
      carom_vec3 moved = send(world, &mover, way).moved;
      ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
      ck_assert(is_free(world, &mover));
      sent += 0.1f, gone += hypotf(moved.x, moved.y);
    }
    carom_world_destroy(world);
  }
  ck_assert_msg(gone > 0.98f * sent, "%g of %g", (double)gone, (double)sent);
}
END_TEST

/* On ground of spikes, which nobody can walk, too, nobody gets below it, however he moves. */
START_TEST(nobody_falls_through_spikes) {
  uint64_t random = (uint64_t)_i + 50;
  for (int seed = 0; seed < test_scaled(30); seed++) {
    carom_world *world = make_ground(&random, _i % 2 ? 10 : 40, 1.5f, (carom_mesh_sides)(seed % 2));
    carom_mover mover = climber(&random);
    mover.pose.position.z = 3;
    for (int frame = 0; frame < 60; frame++) {
      carom_vec3 way = test_vec3(&random, -0.2f, 0.2f), off = pos_sub(mover.pose.position, (carom_pos){0});
      way = vec3_mad(way, vec3(off.x, off.y, 0), -0.05f);
      way.z -= 0.2f;
      send(world, &mover, way);
      ck_assert(is_free(world, &mover));
    }
    carom_world_destroy(world);
  }
}
END_TEST

/* --- Sides --- */

static carom_world *world_of_cube(carom_mesh_sides sides, float scale) {
  soup s = soup_cube(4);
  carom_world *world = support_world();
  carom_mesh *mesh = soup_mesh(&s, sides, NULL);
  carom_shape shape = carom_shape_mesh(mesh);
  shape.geometry.mesh.scale = vec3(scale, scale, scale);
  support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), shape);
  carom_mesh_release(mesh);
  soup_free(&s);
  return world;
}

/* Who overlaps a surface is pushed out of it; a solid also pushes out who is inside, or holds him. */
START_TEST(what_overlaps_is_pushed_out) {
  for (int sides = 0; sides < CAROM_MESH_SIDES_COUNT; sides++) {
    carom_world *world = world_of_cube((carom_mesh_sides)sides, 4);
    bool solid = sides == CAROM_MESH_SOLID;
    carom_mover_result result;
    carom_mover mover = person(2, 3.9, 2), inside = person(2, 1.5, 2);
    ck_assert_int_eq(carom_mover_move(world, &mover, vec3(0, 0, 0), &result), CAROM_OK);
    ck_assert(!result.stuck && result.pushed.y > 0.09f && result.pushed.y < 0.12f);
    ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
    ck_assert_int_eq(result.plane_count, 1);
    ck_assert(result.planes[0].triangle > 0 && result.planes[0].normal.y > 0.9999f);
    ck_assert_int_eq(carom_mover_move(world, &inside, vec3(0, -5, 0), &result), CAROM_OK);
    ck_assert_int_eq(result.stuck, solid);
    if (!solid) ck_assert(sides == CAROM_MESH_ONE_SIDED ? result.moved.y == -5 : result.moved.y > -1.6f);
    inside = person(2, 1.5, 2), inside.push_out = 10;
    ck_assert_int_eq(carom_mover_move(world, &inside, vec3(0, 0, 0), &result), CAROM_OK);
    ck_assert(!result.stuck && (vec3_length(result.pushed) > 2) == solid);
    carom_world_destroy(world);
  }
}
END_TEST

/* The border of a sheet of one side, which is at half the height of a mover, stops him and pushes him along,
 * and lets him go, however the world is turned. */
START_TEST(the_border_of_a_sheet_is_in_the_way) {
  uint64_t random = (uint64_t)_i + 400;
  soup s = soup_field(&random, 4, 0);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL);
  for (int i = 0; i < 20; i++) {
    carom_world *world = support_world();
    carom_body_def def = {.kind = CAROM_STATIC, .pose.rotation = test_quat(&random)};
    carom_frame frame = pose_to_frame(&def.pose);
    carom_body sheet = carom_body_create(world, &def);
    support_collider(world, sheet, carom_shape_mesh(mesh));
    carom_vec3 at = vec3(-2, test_uniform(&random, 1, 3), test_uniform(&random, -0.4f, 0.4f));
    carom_mover mover = {.shape = carom_shape_capsule(vec3(0, 0, -0.6f), vec3(0, 0, 0.6f), 0.3f),
                         .pose = {frame_apply(&frame, at), def.pose.rotation},
                         .up = frame.axes.z,
                         .margin = 0.05f};
    carom_vec3 in = send(world, &mover, vec3_scale(frame.axes.x, 4)).moved;
    ck_assert_double_eq_tol((double)vec3_dot(in, frame.axes.x), 1.65, 2e-3);
    def.pose.position = frame_apply(&frame, vec3(-0.04f, 0, 0));
    ck_assert_int_eq(carom_body_set_pose(world, sheet, &def.pose), CAROM_OK);
    carom_vec3 pushed = send(world, &mover, vec3(0, 0, 0)).pushed;
    ck_assert_double_eq_tol((double)vec3_dot(pushed, frame.axes.x), -0.04, 2e-3);
    carom_vec3 away = send(world, &mover, vec3_scale(frame.axes.x, -1)).moved;
    ck_assert_double_eq_tol((double)vec3_dot(away, frame.axes.x), -1, 1e-3);
    carom_world_destroy(world);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* In a corner each face of the mesh is a plane, and a velocity is clipped by all. */
START_TEST(each_face_of_a_corner_is_a_plane) {
  soup s = soup_cube(5);
  for (uint32_t i = 0; i < 3 * s.triangle_count; i += 3) {
    uint32_t first = s.indices[i];
    s.indices[i] = s.indices[i + 1], s.indices[i + 1] = first;
  }
  carom_world *world = support_world();
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL);
  carom_shape shape = carom_shape_mesh(mesh);
  shape.geometry.mesh.scale = vec3(6, 6, 6);
  support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), shape);
  carom_mover mover = person(3, 0.5, 3);
  carom_mover_result result;
  carom_vec3 clipped;
  for (int i = 0; i < 60; i++) {
    ck_assert_int_eq(carom_mover_move(world, &mover, vec3(0.2f, -0.2f, 0.15f), &result), CAROM_OK);
    ck_assert(mover.pose.position.x < 5.7 && mover.pose.position.y > 0.9 && mover.pose.position.z < 5.7);
  }
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  ck_assert_int_ge(result.plane_count, 3);
  ck_assert_int_eq(carom_mover_clip(&result, vec3(1, -1, 1), &clipped), CAROM_OK);
  ck_assert(vec3_length(clipped) < 1e-3f);
  carom_world_destroy(world);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_mesh");
  TCase *tests = tcase_create("meshes");
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, no_path_leads_through_a_mesh);
  tcase_add_loop_test(tests, walks_are_those_over_boxes, 0, 4);
  tcase_add_loop_test(tests, rough_ground_is_walked_without_snags, 0, 6);
  tcase_add_loop_test(tests, nobody_falls_through_spikes, 0, 4);
  tcase_add_test(tests, what_overlaps_is_pushed_out);
  tcase_add_loop_test(tests, the_border_of_a_sheet_is_in_the_way, 0, 3);
  tcase_add_test(tests, each_face_of_a_corner_is_a_plane);
  suite_add_tcase(suite, tests);
  return suite;
}
