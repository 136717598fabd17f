/* test_steps.c: floors of steps, as compounds of boxes, meshes and chains. What reaches into them by little
 * is told no deeper, whichever walls, edges and corners are near, and walls are met where they stand in the
 * floor. */
#include "carom/cast.h"
#include "carom/compound.h"
#include "carom/patch.h"

#include "all_kinds.h"
#include "meshes.h"
#include "parts.h"

static const carom_pose still = {.rotation = {0, 0, 0, 1}};

/* --- Floors, which must be released --- */

/* Square steps of length 1 around the origin, between two heights. */
enum { SIDE = 6 };

typedef struct steps {
  float tops[SIDE * SIDE];
} steps;

#define BOTTOM -1.0f

static steps make_steps(uint64_t *random) {
  steps s;
  for (int i = 0; i < SIDE * SIDE; i++) s.tops[i] = test_uniform(random, -0.4f, 0.4f);
  return s;
}

static carom_shape boxes_of(const steps *s) {
  carom_compound_child children[SIDE * SIDE];
  const carom_compound_def def = {.children = children, .child_count = SIDE * SIDE};
  carom_compound *compound;
  for (int i = 0; i < SIDE * SIDE; i++) {
    float half = 0.5f * (s->tops[i] - BOTTOM), x = (float)(i % SIDE - SIDE / 2),
          z = (float)(i / SIDE - SIDE / 2);
    children[i] = (carom_compound_child){.shape = carom_shape_box(0.5f, half, 0.5f),
                                         .pose = {{x + 0.5f, BOTTOM + half, z + 0.5f}, {0, 0, 0, 1}}};
  }
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* A wall below an edge of a step, down to a height. */
static void add_wall(soup *s, carom_vec3 from, carom_vec3 to, float low) {
  if (low < from.y) soup_quad(s, from, vec3(from.x, low, from.z), vec3(to.x, low, to.z), to);
}

static float low_beside(const steps *s, int x, int z, bool hidden) {
  bool outside = x < 0 || z < 0 || x >= SIDE || z >= SIDE;
  return hidden || outside ? BOTTOM : s->tops[z * SIDE + x];
}

/* Tops and walls in one mesh of one side; `hidden`: also those walls that no one sees. */
static carom_shape mesh_of(const steps *s, bool hidden) {
  soup out = soup_make(20 * SIDE * SIDE, 10 * SIDE * SIDE);
  for (int i = 0; i < SIDE * SIDE; i++) {
    int column = i % SIDE, row = i / SIDE;
    float x = (float)(column - SIDE / 2), z = (float)(row - SIDE / 2), y = s->tops[i];
    carom_vec3 a = vec3(x, y, z), b = vec3(x, y, z + 1), c = vec3(x + 1, y, z + 1), d = vec3(x + 1, y, z);
    soup_quad(&out, a, b, c, d);
    add_wall(&out, a, b, low_beside(s, column - 1, row, hidden));
    add_wall(&out, b, c, low_beside(s, column, row + 1, hidden));
    add_wall(&out, c, d, low_beside(s, column + 1, row, hidden));
    add_wall(&out, d, a, low_beside(s, column, row - 1, hidden));
  }
  carom_shape mesh = carom_shape_mesh(soup_mesh(&out, CAROM_MESH_ONE_SIDED, NULL));
  soup_free(&out);
  return mesh;
}

enum { FLOORS = 4 };

static carom_shape make_floor(uint64_t *random, int which) {
  const steps s = make_steps(random);
  if (which == 3) return carom_shape_box(4, 0.25f, 4);
  return which == 0 ? boxes_of(&s) : mesh_of(&s, which == 2);
}

/* --- What comes down on them --- */

enum { BALL_OF_TRIANGLES = SPATIAL_KINDS, THREE_PARTS, COMERS };

static carom_shape make_ball(uint64_t *random) {
  soup s = soup_ball(4, 7, test_uniform(random, 0.2f, 0.5f));
  carom_shape ball = carom_shape_mesh(soup_mesh(&s, CAROM_MESH_SOLID, NULL));
  soup_free(&s);
  return ball;
}

static carom_shape make_three_parts(uint64_t *random) {
  carom_compound_child children[3];
  const carom_compound_def def = {.children = children, .child_count = 3};
  carom_compound *compound;
  float a = test_uniform(random, 0.2f, 0.5f), b = test_uniform(random, 0.2f, 0.5f);
  const carom_shape shapes[3] = {carom_shape_box(a, 0.3f * b, 0.1f), carom_shape_cylinder(0.5f * b, 0.5f * a),
                                 carom_shape_capsule(vec3(0, -a, 0), vec3(0, a, 0), 0.4f * b)};
  for (int i = 0; i < 3; i++)
    children[i] =
        (carom_compound_child){shapes[i], {test_vec3(random, -0.3f, 0.3f), test_quat(random)}, 0, 0};
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* How far it goes on. */
#define ON 0.05f

/* Is it so thin that it is all of it in the floor then? */
static bool is_thin(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  return fminf(box.half.x, fminf(box.half.y, box.half.z)) < 2 * ON;
}

static carom_shape make_comer(uint64_t *random, int which) {
  if (which == BALL_OF_TRIANGLES) return make_ball(random);
  if (which == THREE_PARTS) return make_three_parts(random);
  for (;;) {
    carom_shape shape = random_shape_of(random, spatial_kind((uint32_t)which), 0.5f);
    if (!is_thin(&shape)) return shape;
    kind_release(&shape);
  }
}

typedef struct falls {
  uint64_t random;
  int touching, deep;
} falls;

static carom_pos go(carom_pos from, carom_vec3 way, double by) {
  return (carom_pos){from.x + by * (double)way.x, from.y + by * (double)way.y, from.z + by * (double)way.z};
}

/* The way back is a way out: nothing is deeper. */
static void fall(falls *f, const carom_shape *floor, const carom_shape *shape) {
  carom_vec3 to = test_vec3(&f->random, -2, 2), way = test_vec3(&f->random, -1, 1);
  carom_impact hit;
  carom_manifold m;
  way = vec3_normalize_or(vec3(way.x, -fabsf(way.y) - 0.25f, way.z), vec3(0, -1, 0));
  carom_pose pose = {go((carom_pos){(double)to.x, 0, (double)to.z}, way, -4), test_quat(&f->random)};
  ck_assert_int_eq(carom_cast_shape(floor, &still, shape, &pose, vec3_scale(way, 6), &hit), CAROM_OK);
  if (!hit.hit || hit.inside) return;
  pose.position = go(pose.position, way, 6 * hit.fraction + (double)ON);
  if (fabs(pose.position.x) > 2.25 || fabs(pose.position.z) > 2.25) return; /* no border is near */
  ck_assert_int_eq(carom_collide(floor, &still, shape, &pose, &m), CAROM_OK);
  f->touching += m.point_count > 0;
  f->deep += manifold_depth(&m) > 1.25f * ON;
}

START_TEST(what_falls_on_steps_is_no_deeper_than_it_fell) {
  int which = _i / FLOORS;
  falls f = {.random = (uint64_t)_i + 1};
  for (int i = 0; i < test_scaled(50); i++) {
    carom_shape floor = make_floor(&f.random, _i % FLOORS), shape = make_comer(&f.random, which);
    for (int k = 0; k < 20; k++) fall(&f, &floor, &shape);
    kind_release(&floor), kind_release(&shape);
  }
  ck_assert_int_gt(f.touching, 0);
  int may = _i % FLOORS == 3 ? 0 : 1 + f.touching / (which == BALL_OF_TRIANGLES ? 100 : 500);
  ck_assert_msg(f.deep <= may, "%d on floor %d: %d of %d are deep", which, _i % FLOORS, f.deep, f.touching);
}
END_TEST

/* --- The same in the plane ---
 *
 * Compounds of rectangles, chains of two sides and of one, and chains of small steps. */

enum { PLANE_FLOORS = 4 };

static carom_shape make_rectangles(const float tops[SIDE]) {
  carom_compound_child children[SIDE];
  const carom_compound_def def = {.children = children, .child_count = SIDE};
  carom_compound *compound;
  for (int i = 0; i < SIDE; i++) {
    float half = 0.5f * (tops[i] - BOTTOM), x = (float)(i - SIDE / 2) + 0.5f;
    children[i] = (carom_compound_child){.shape = carom_shape_rectangle(0.5f, half),
                                         .pose = {{x, BOTTOM + half, 0}, {0, 0, 0, 1}}};
  }
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* From the right to the left, as the free side is then on the right of the links. */
static carom_shape make_chain(const float tops[SIDE], bool one_sided) {
  carom_vec2 points[2 * SIDE];
  carom_compound_child links[2 * SIDE - 1];
  const carom_chain_def def = {.points = &points[0].x, .count = 2 * SIDE, .one_sided = one_sided};
  const carom_compound_def whole = {.children = links, .child_count = 2 * SIDE - 1};
  carom_chain *chain;
  carom_compound *compound;
  for (int i = 0; i < 2 * SIDE; i++)
    points[2 * SIDE - 1 - i] = (carom_vec2){(float)((i + 1) / 2 - SIDE / 2), tops[i / 2]};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (uint32_t i = 0; i < 2 * SIDE - 1; i++)
    links[i] = (carom_compound_child){carom_shape_chain_link(chain, i, 0), {.rotation = {0, 0, 0, 1}}, i, 0};
  ck_assert_int_eq(carom_compound_create(NULL, &whole, NULL, &compound), CAROM_OK);
  carom_chain_release(chain);
  return carom_shape_compound(compound);
}

static carom_shape make_plane_floor(uint64_t *random, int which) {
  float tops[SIDE];
  for (int i = 0; i < SIDE; i++) /* points of a chain are no less apart */
    do tops[i] = which == 3 ? test_uniform(random, -0.02f, 0.02f) : test_uniform(random, -0.4f, 0.4f);
    while (i > 0 && fabsf(tops[i] - tops[i - 1]) < 0.001f);
  return which == 0 ? make_rectangles(tops) : make_chain(tops, which == 2);
}

static carom_shape make_plane_comer(uint64_t *random, carom_shape_kind kind) {
  for (;;) {
    carom_shape shape = random_shape_of(random, kind, 0.5f);
    carom_obb box;
    carom__shape_class_of(kind)->obb(&shape, &box);
    if (fminf(box.half.x, box.half.y) >= 2 * ON) return shape;
    kind_release(&shape);
  }
}

static void fall_in_plane(falls *f, const carom_shape *floor, const carom_shape *shape) {
  carom_vec3 to = test_vec3(&f->random, -2, 2), way = test_vec3(&f->random, -1, 1);
  carom_quat turn = test_quat(&f->random);
  carom_impact hit;
  carom_manifold m;
  way = vec3_normalize_or(vec3(way.x, -fabsf(way.y) - 0.25f, 0), vec3(0, -1, 0));
  carom_pose pose = {go((carom_pos){(double)to.x, 0, 0}, way, -4),
                     quat_normalize((carom_quat){0, 0, turn.z, turn.w + 0x1p-10f})};
  ck_assert_int_eq(carom_cast_shape(floor, &still, shape, &pose, vec3_scale(way, 6), &hit), CAROM_OK);
  if (!hit.hit || hit.inside) return;
  pose.position = go(pose.position, way, 6 * hit.fraction + (double)ON);
  if (fabs(pose.position.x) > 2) return; /* no border is near */
  ck_assert_int_eq(carom_collide(floor, &still, shape, &pose, &m), CAROM_OK);
  f->touching += m.point_count > 0;
  f->deep += manifold_depth(&m) > 1.25f * ON;
}

START_TEST(what_falls_on_steps_in_the_plane_is_no_deeper_than_it_fell) {
  carom_shape_kind kind = planar_kind((uint32_t)_i / PLANE_FLOORS);
  falls f = {.random = (uint64_t)_i + 1};
  if (kind == CAROM_SEGMENT || kind == CAROM_CHAIN_LINK) return; /* thin */
  for (int i = 0; i < test_scaled(200); i++) {
    carom_shape floor = make_plane_floor(&f.random, _i % PLANE_FLOORS),
                shape = make_plane_comer(&f.random, kind);
    for (int k = 0; k < 20; k++) fall_in_plane(&f, &floor, &shape);
    kind_release(&floor), kind_release(&shape);
  }
  ck_assert_int_gt(f.touching, 0);
  ck_assert_msg(f.deep <= 1 + f.touching / 1000, "%s on floor %d: %d of %d are deep",
                carom_shape_kind_name(kind), _i % PLANE_FLOORS, f.deep, f.touching);
}
END_TEST

/* --- Walls in a floor --- */

/* A floor below y = 0, a wall where x > 0, and one where z > 0. */
static carom_shape make_corner(void) {
  const carom_compound_child children[3] = {
      {carom_shape_box(4, 0.5f, 4), {{-4, -0.5f, -4}, {0, 0, 0, 1}}, 0, 0},
      {carom_shape_box(0.5f, 2, 4), {{0.5f, 1, -4}, {0, 0, 0, 1}}, 1, 0},
      {carom_shape_box(4.5f, 2, 0.5f), {{-3.5f, 1, 0.5f}, {0, 0, 0, 1}}, 2, 0}};
  const carom_compound_def def = {.children = children, .child_count = 3};
  carom_compound *compound;
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return carom_shape_compound(compound);
}

/* How far a shape that is turned reaches along an axis of the world. */
static double reach(const carom_shape *shape, carom_quat turn, carom_vec3 along) {
  const carom_pose pose = {.rotation = turn};
  const carom_frame frame = pose_to_frame(&pose);
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom_vec3 local = mat3_tmul_vec3(&frame.axes, along);
  uint32_t index;
  return (double)vec3_dot(class->support(shape, local, &index), local) + (double)shape_radius(class, shape);
}

/* Bits of the walls that push a shape back: 1 along x, 2 along z. It reaches into the floor and into them by
 * so much. */
static int walls_met(const carom_shape *corner, const carom_shape *shape, carom_quat turn, carom_vec3 into) {
  const carom_pose pose = {{(double)into.x - reach(shape, turn, vec3(1, 0, 0)),
                            reach(shape, turn, vec3(0, -1, 0)) - (double)into.y,
                            (double)into.z - reach(shape, turn, vec3(0, 0, 1))},
                           turn};
  carom_patch patches[16];
  size_t count;
  int met = 0;
  ck_assert_int_eq(carom_collide_patches(corner, &still, shape, &pose, patches, 16, &count), CAROM_OK);
  for (size_t i = 0; i < count && i < 16; i++)
    met |= (patches[i].normal.x < -0.7f ? 1 : 0) | (patches[i].normal.z < -0.7f ? 2 : 0);
  return met;
}

/* Half a size away from the other wall, and in the corner. There, a tip may be in all three by so little that
 * each covers both others. */
START_TEST(walls_are_met_where_they_stand_in_the_floor) {
  uint64_t random = (uint64_t)_i + 1;
  carom_shape corner = make_corner();
  int missed = 0, count = test_scaled(2000);
  for (int i = 0; i < count; i++) {
    carom_shape shape = make_comer(&random, _i);
    carom_vec3 into = test_vec3(&random, 0.002f, ON);
    carom_quat turn = test_below(&random, 4) ? test_quat(&random) : (carom_quat){0, 0, 0, 1};
    missed += walls_met(&corner, &shape, turn, into) != 3;
    ck_assert_int_eq(walls_met(&corner, &shape, turn, vec3(into.x, into.y, -1)), 1);
    kind_release(&shape);
  }
  ck_assert_msg(missed <= 2 + count / 10, "%d of %d", missed, count);
  kind_release(&corner);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("steps");
  TCase *tests = tcase_create("steps");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, what_falls_on_steps_is_no_deeper_than_it_fell, 0, COMERS * FLOORS);
  tcase_add_loop_test(tests, what_falls_on_steps_in_the_plane_is_no_deeper_than_it_fell, 0,
                      PLANAR_KINDS * PLANE_FLOORS);
  tcase_add_loop_test(tests, walls_are_met_where_they_stand_in_the_floor, 0, SPATIAL_KINDS);
  suite_add_tcase(suite, tests);
  return suite;
}
