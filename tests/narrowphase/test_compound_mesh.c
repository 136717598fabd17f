/* test_compound_mesh.c: meshes in compounds are met as they are by themselves, and as one surface. */
#include "carom/patch.h"

#include "compounds.h"

enum { MOST_PATCHES = 64, MOST_PARTS = 4 };

typedef struct lying {
  uint64_t random;
  ground ground;
  carom_mesh_sides sides;
  carom_compound *compound;
  carom_shape mesh, whole; /* the ground as a mesh, and as a compound */
  int touching, unlike;    /* shapes that touch the mesh; of them, those that touch the compound otherwise */
} lying;

static float hills(float x, float z) { return 0.3f * x * z - 0.2f * x + 0.1f * z; }

static void begin(lying *s, int seed) {
  s->random = (uint64_t)seed * 3643 + 1;
  s->sides = test_below(&s->random, 2) ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED;
  ground_grid(&s->random, hills, &s->ground);
  s->mesh = carom_shape_mesh(ground_mesh(&s->ground, s->sides));
}

static void end(lying *s) {
  carom_compound_release(s->compound);
  kind_release(&s->mesh);
}

/* Half in the ground, or only just. */
static carom_pose pose_on_ground(lying *s) {
  float x = test_uniform(&s->random, -1, 1), z = test_uniform(&s->random, -1, 1);
  float y = hills(x, z) + test_uniform(&s->random, -0.02f, 0.25f);
  return (carom_pose){{(double)x, (double)y, (double)z}, test_quat(&s->random)};
}

typedef struct answer {
  carom_patch patches[MOST_PATCHES];
  size_t count;
} answer;

static void ask(const carom_shape *floor, const carom_shape *other, const carom_pose *at, bool first,
                answer *out) {
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  carom_status status =
      first ? carom_collide_patches(floor, &origin, other, at, out->patches, MOST_PATCHES, &out->count)
            : carom_collide_patches(other, at, floor, &origin, out->patches, MOST_PATCHES, &out->count);
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_le(out->count, MOST_PATCHES);
}

static void each_kind(int seed, void (*make)(lying *s), void (*compare)(lying *s, const carom_shape *other)) {
  static lying s;
  begin(&s, seed);
  make(&s);
  s.touching = s.unlike = 0;
  for (int n = 0; n < test_scaled(60) * SPATIAL_KINDS; n++) {
    carom_shape other = kind_random(&s.random, spatial_kind((uint32_t)n % SPATIAL_KINDS), 0.2f);
    compare(&s, &other);
    kind_release(&other);
  }
  ck_assert_int_gt(s.touching, test_scaled(60));
  ck_assert_int_le(s.unlike, 2 + s.touching / 100);
  end(&s);
}

/* --- One child near --- */

/* Other children are within its box as well, but nothing comes near them. */
static void make_alone(lying *s) {
  const carom_compound_child children[] = {
      {s->mesh, {.rotation = {0, 0, 0, 1}}, 7, 0},
      {carom_shape_box(0.1f, 0.1f, 0.1f), {.position = {0, 3, 0}}, 8, 0},
      {s->mesh, {.position = {0, -3, 0}}, 9, 0},
  };
  s->compound = make_compound(children, 3);
  s->whole = carom_shape_compound(s->compound);
}

static void compare_all_bits(lying *s, const carom_shape *other) {
  static answer alone, within;
  carom_pose at = pose_on_ground(s);
  bool first = test_below(&s->random, 2);
  ask(&s->mesh, other, &at, first, &alone);
  ask(&s->whole, other, &at, first, &within);
  s->touching += alone.count > 0;
  ck_assert_uint_eq(within.count, alone.count);
  for (size_t i = 0; i < within.count; i++) {
    carom_patch *patch = &within.patches[i];
    ck_assert_uint_eq(first ? patch->child_a : patch->child_b, 7);
    patch->child_a = patch->child_b = 0;
    ck_assert_mem_eq(patch, &alone.patches[i], sizeof *patch);
  }
}
START_TEST(a_mesh_is_met_as_by_itself) { each_kind(_i, make_alone, compare_all_bits); }
END_TEST

/* --- A surface of several children --- */

/* Of each part those triangles that one of its numbers says. */
static carom_shape part_of(const lying *s, uint32_t part, uint32_t parts, bool scattered) {
  static ground g;
  g = s->ground;
  g.triangle_count = 0;
  for (uint32_t i = 0; i < s->ground.triangle_count; i++) {
    const uint32_t *t = s->ground.indices[i];
    uint32_t row = t[0] / (GROUND_CELLS + 1);
    if ((scattered ? i * 2654435761u >> 20 : row) % parts != part) continue;
    memcpy(g.indices[g.triangle_count++], t, sizeof g.indices[0]);
  }
  return carom_shape_mesh(ground_mesh(&g, s->sides));
}

static void make_parts(lying *s) {
  carom_compound_child children[MOST_PARTS];
  uint32_t parts = 2 + test_below(&s->random, MOST_PARTS - 1);
  bool scattered = test_below(&s->random, 2);
  for (uint32_t i = 0; i < parts; i++)
    children[i] = (carom_compound_child){part_of(s, i, parts, scattered), {.rotation = {0, 0, 0, 1}}, i, 0};
  s->compound = make_compound(children, parts);
  s->whole = carom_shape_compound(s->compound);
  release_children(children, parts);
}

static float depth_of(const carom_patch *patch) { return -patch->points[0].separation; }

/* Has a list a patch of about the same normal and depth? */
static bool has_like(const answer *list, const carom_patch *patch) {
  for (size_t i = 0; i < list->count; i++) {
    bool same_way = vec3_dot(list->patches[i].normal, patch->normal) > 0.98f;
    if (same_way && fabsf(depth_of(&list->patches[i]) - depth_of(patch)) < 1e-3f) return true;
  }
  return false;
}

static bool is_within(const answer *a, const answer *b) {
  for (size_t i = 0; i < a->count; i++)
    if (!has_like(b, &a->patches[i])) return false;
  return true;
}

static void compare_patches(lying *s, const carom_shape *other) {
  static answer alone, within;
  carom_pose at = pose_on_ground(s);
  bool first = test_below(&s->random, 2);
  ask(&s->mesh, other, &at, first, &alone);
  ask(&s->whole, other, &at, first, &within);
  if (alone.count > 0 && depth_of(&alone.patches[0]) > 1e-5f) ck_assert_uint_gt(within.count, 0);
  s->touching += alone.count > 0;
  s->unlike += !is_within(&within, &alone) || !is_within(&alone, &within);
}
START_TEST(meshes_side_by_side_are_met_as_one) { each_kind(_i, make_parts, compare_patches); }
END_TEST

/* --- Compounds on triangles --- */

static float flat(float x, float z) {
  (void)x, (void)z;
  return 0;
}

static float lowest_of(const family *f, const carom_pose *at) {
  float lowest = HUGE_VALF;
  for (uint32_t i = 0; i < f->count; i++) {
    carom_pose pose = child_pose(f, i, at);
    carom_aabb bounds;
    ck_assert_int_eq(carom_shape_bounds(&f->children[i].shape, &pose, &bounds), CAROM_OK);
    lowest = fminf(lowest, bounds.min.y);
  }
  return lowest;
}

/* They are less deep than any child is thin, so that none is wholly below the ground. */
static void lie_on_flat(lying *s, const carom_shape *floor) {
  static family f;
  static answer found;
  bool first = test_below(&s->random, 2);
  make_family(&s->random, 1 + test_below(&s->random, 5), test_below(&s->random, 2), false, &f);
  for (int i = 0; i < 6; i++) {
    carom_pose at = {.rotation = test_quat(&s->random)};
    at.position.y = (double)(test_uniform(&s->random, -0.004f, 0.002f) - lowest_of(&f, &at));
    float lowest = lowest_of(&f, &at);
    ask(floor, &f.shape, &at, first, &found);
    if (fabsf(lowest) > 1e-5f) ck_assert_int_eq(found.count > 0, lowest < 0);
    for (size_t k = 0; k < found.count; k++) {
      float up = found.patches[k].normal.y;
      ck_assert((first ? up : -up) > 0.999f);
    }
    s->unlike += found.count > 0 && fabsf(depth_of(&found.patches[0]) + lowest) > 1e-4f;
    s->touching += found.count > 0;
  }
  end_family(&f);
}

/* On flat ground a compound is as deep as its lowest child, and has no normal but that of the ground. */
START_TEST(compounds_lie_on_flat_ground) {
  static lying s;
  s.random = (uint64_t)_i * 911 + 2;
  s.touching = s.unlike = 0;
  ground_grid(&s.random, flat, &s.ground);
  carom_shape mesh = carom_shape_scaled_mesh(ground_mesh(&s.ground, CAROM_MESH_ONE_SIDED), vec3(9, 1, 9), 0);
  for (int n = 0; n < test_scaled(60); n++) lie_on_flat(&s, &mesh);
  ck_assert_int_ge(s.touching, test_scaled(60));
  ck_assert_int_le(s.unlike, 1 + s.touching / 1000); /* thin cones, which by themselves are no deeper */
  kind_release(&mesh);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_mesh");
  TCase *tests = tcase_create("meshes in compounds");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, a_mesh_is_met_as_by_itself, 0, 12);
  tcase_add_loop_test(tests, meshes_side_by_side_are_met_as_one, 0, 12);
  tcase_add_loop_test(tests, compounds_lie_on_flat_ground, 0, 12);
  suite_add_tcase(suite, tests);
  return suite;
}
