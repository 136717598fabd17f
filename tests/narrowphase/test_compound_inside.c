/* test_compound_inside.c: what is inside solid meshes and fields that are children of a compound, against
 * the same children as shapes of their own. */
#include "carom/patch.h"

#include "asset_set.h"
#include "compounds.h"
#include "pair_call.h"

enum { SOLIDS = 8, MOST_PATCHES = 128 };

static const double NEAR = 2e-5;

typedef struct stage {
  uint64_t random;
  bool exact; /* all places are multiples of a quarter, and nothing is turned */
  asset_set assets;
  family family;
  carom_pose at;
} stage;

static float quarter(uint64_t *random, uint32_t most) {
  return 0.25f * ((float)test_below(random, 2 * most + 1) - (float)most);
}

static carom_vec3 place_in(stage *t, float far) {
  uint32_t most = (uint32_t)(4 * far);
  if (!t->exact) return test_vec3(&t->random, -far, far);
  float x = quarter(&t->random, most), y = quarter(&t->random, most), z = quarter(&t->random, most);
  return vec3(x, y, z);
}

static carom_local_pose pose_in(stage *t, float far) {
  carom_local_pose pose = {.position = place_in(t, far)};
  if (!t->exact && test_below(&t->random, 3)) pose.rotation = test_quat(&t->random);
  return pose;
}

/* Mostly solids of about two units, mirrored or rounded, and others that touch them. */
static carom_shape draw_child(stage *t) {
  static const float sizes[] = {2, -2, 3};
  uint64_t *random = &t->random;
  carom_vec3 scale = {sizes[test_below(random, 3)], sizes[test_below(random, 3)], 2};
  float radius = test_below(random, 4) ? 0 : 0.0625f;
  switch (test_below(random, 8)) {
  case 0:
    return carom_shape_box(0.25f, 0.5f, 0.25f);
  case 1:
    return carom_shape_scaled_mesh(t->assets.meshes[4], scale, radius); /* no solid */
  case 2:
    return carom_shape_scaled_field(t->assets.fields[CAROM_MESH_SOLID], scale, radius);
  case 3:
  case 4:
    return carom_shape_scaled_mesh(t->assets.meshes[3], scale, radius);
  default:
    return carom_shape_scaled_mesh(t->assets.meshes[CAROM_MESH_SOLID], scale, radius);
  }
}

static void make_stage(int seed, bool exact, stage *t) {
  carom_compound_child top[SOLIDS];
  uint32_t inner = seed % 2 ? 3 : 0, count = 0;
  *t = (stage){.random = (uint64_t)seed * 97 + 11, .exact = exact, .at.rotation = {0, 0, 0, 1}};
  ck_assert_int_eq(assets_make(&t->assets), CAROM_OK);
  family *f = &t->family;
  f->count = SOLIDS;
  for (uint32_t i = 0; i < SOLIDS; i++) {
    f->children[i] = (carom_compound_child){
        .shape = draw_child(t), .pose = pose_in(t, 2), .number = 10 + i, .material = (uint8_t)(i % 3)};
    f->outer[i] = (carom_local_pose){.rotation = {0, 0, 0, 1}};
    f->numbers[i] = f->children[i].number;
  }
  if (inner) {
    carom_compound_child whole = {
        .shape = carom_shape_compound(make_compound(f->children, inner)), .pose = pose_in(t, 1), .number = 5};
    for (uint32_t i = 0; i < inner; i++) f->outer[i] = whole.pose, f->numbers[i] = whole.number;
    top[count++] = whole;
  }
  for (uint32_t i = inner; i < SOLIDS; i++) top[count++] = f->children[i];
  f->compound = make_compound(top, count);
  f->shape = carom_shape_compound(f->compound);
  if (inner) carom_compound_release(top[0].shape.geometry.compound.asset);
  if (!exact) t->at = (carom_pose){{3, -20, 1}, test_quat(&t->random)};
}

static void end_stage(stage *t) {
  carom_compound_release(t->family.compound);
  assets_release(&t->assets);
}

/* What may be inside, near the middle of a child. */
typedef struct guest {
  carom_shape shape;
  carom_pose at;
} guest;

static guest draw_guest(stage *t) {
  static const carom_compound_child two[] = {
      {.shape = {.kind = CAROM_SPHERE, .geometry.sphere.radius = 0.05f}, .number = 1},
      {.shape = {.kind = CAROM_SPHERE, .geometry.sphere.radius = 0.1f},
       .pose.position = {0.25f, 0, 0},
       .number = 2}};
  uint32_t n = test_below(&t->random, SPATIAL_KINDS + 2), i = test_below(&t->random, SOLIDS);
  carom_pose at = child_pose(&t->family, i, &t->at);
  guest g = {.at = {pos_add(at.position, place_in(t, 1)), {0, 0, 0, 1}}};
  if (!t->exact) g.at.rotation = test_quat(&t->random);
  if (n < SPATIAL_KINDS)
    g.shape = kind_random(&t->random, spatial_kind(n), 0.1f);
  else if (n == SPATIAL_KINDS)
    g.shape = carom_shape_scaled_mesh(carom_mesh_retain(t->assets.meshes[1]), vec3(0.1f, 0.1f, 0.1f), 0);
  else
    g.shape = carom_shape_compound(make_compound(two, 2));
  return g;
}

static void release_guest(guest *g) { carom__shape_release(&g->shape); }

/* --- Children alone --- */

typedef struct answer {
  bool overlap, inside; /* inside: no part touches */
  double distance, depth;
  carom_patch first;
  size_t count;
} answer;

static double depth_of(const carom_patch *patch) {
  double depth = 0;
  for (uint32_t i = 0; i < patch->point_count; i++) depth = fmax(depth, -(double)patch->points[i].separation);
  return depth;
}

static answer ask(const carom_shape *shape, const carom_pose *at, const guest *g) {
  carom_distance_result far;
  answer out = {.overlap = false};
  size_t parts;
  ck_assert_int_eq(carom_overlap(shape, at, &g->shape, &g->at, &out.overlap), CAROM_OK);
  ck_assert_int_eq(carom_distance(shape, at, &g->shape, &g->at, &far), CAROM_OK);
  ck_assert_int_eq(carom_collide_patches(shape, at, &g->shape, &g->at, &out.first, 1, &out.count), CAROM_OK);
  ck_assert_int_eq(carom_overlap_parts(shape, at, &g->shape, &g->at, NULL, 0, &parts), CAROM_OK);
  out.distance = (double)far.distance;
  out.inside = out.overlap && parts == 0;
  if (out.count > 0) out.depth = depth_of(&out.first);
  return out;
}

/* --- The compound --- */

typedef struct tally {
  int inside, among_others, apart;
} tally;

/* A contact is one of a patch, which may have a direction in common with others. */
static bool is_told(const carom_patch *patches, size_t count, const answer *alone, uint32_t child,
                    bool flipped) {
  for (size_t i = 0; i < count; i++) {
    float along = vec3_dot(patches[i].normal, alone->first.normal) * (flipped ? -1 : 1);
    if (along > 0.98f && depth_of(&patches[i]) >= alone->depth - NEAR) return true;
    if ((flipped ? patches[i].child_b : patches[i].child_a) == child && along > 0.98f) return true;
  }
  return false;
}

/* The only contact is that of the child alone. */
static void check_only(const stage *t, const carom_patch *patch, const answer *alone, uint32_t child,
                       bool flipped) {
  carom_vec3 normal = flipped ? vec3_neg(patch->normal) : patch->normal;
  ck_assert_uint_eq(flipped ? patch->child_b : patch->child_a, t->family.numbers[child]);
  ck_assert_double_eq_tol(depth_of(patch), alone->depth, 10 * NEAR);
  uint8_t material = t->family.children[child].material;
  if (!material) material = alone->first.material_a;
  if (!t->exact) return;
  ck_assert(normal.x == alone->first.normal.x && normal.y == alone->first.normal.y);
  ck_assert_double_eq(depth_of(patch), alone->depth);
  ck_assert_uint_eq(flipped ? patch->triangle_b : patch->triangle_a, alone->first.triangle_a);
  ck_assert_uint_eq(flipped ? patch->material_b : patch->material_a, material);
  ck_assert_double_eq(patch->points[0].position.x, alone->first.points[0].position.x);
}

static void check_contacts(stage *t, const guest *g, const answer *alone, bool flipped, tally *sum) {
  static carom_patch patches[MOST_PATCHES];
  const carom_shape *a = flipped ? &g->shape : &t->family.shape, *b = flipped ? &t->family.shape : &g->shape;
  const carom_pose *at = flipped ? &g->at : &t->at, *bt = flipped ? &t->at : &g->at;
  uint32_t touching = 0, last = 0;
  size_t count = 0;
  ck_assert_int_eq(carom_collide_patches(a, at, b, bt, patches, MOST_PATCHES, &count), CAROM_OK);
  ck_assert_uint_le(count, MOST_PATCHES);
  for (uint32_t i = 0; i < SOLIDS; i++)
    if (alone[i].overlap) touching++, last = i;
  for (uint32_t i = 0; i < SOLIDS; i++) {
    if (!alone[i].inside) continue;
    ck_assert(is_told(patches, count, &alone[i], t->family.numbers[i], flipped));
    sum->inside++;
    sum->among_others += touching > 1;
  }
  if (touching == 1 && alone[last].inside) check_only(t, &patches[0], &alone[last], last, flipped);
  if (touching == 1 && alone[last].inside) ck_assert_uint_eq(count, 1);
}

static void check_distances(const stage *t, const guest *g, const answer *alone) {
  double least = HUGE_VAL, depth = 0;
  bool overlap, back, deep = false;
  carom_distance_result far, signed_far;
  for (uint32_t i = 0; i < SOLIDS; i++) {
    least = fmin(least, alone[i].distance);
    depth = fmax(depth, alone[i].depth);
  }
  ck_assert_int_eq(carom_overlap(&t->family.shape, &t->at, &g->shape, &g->at, &overlap), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&g->shape, &g->at, &t->family.shape, &t->at, &back), CAROM_OK);
  ck_assert_int_eq(carom_distance(&t->family.shape, &t->at, &g->shape, &g->at, &far), CAROM_OK);
  ck_assert_int_eq(carom_signed_distance(&t->family.shape, &t->at, &g->shape, &g->at, &signed_far), CAROM_OK);
  carom_frame frame = pose_to_frame(&t->at), frame_g = pose_to_frame(&g->at);
  carom__site site = {&t->family.shape, &frame}, site_g = {&g->shape, &frame_g};
  ck_assert_int_eq(carom__call_penetrate(site, site_g, NULL, &deep), CAROM_OK);
  ck_assert_double_eq_tol((double)far.distance, least, NEAR);
  ck_assert(overlap == back && overlap == (far.distance == 0) && overlap == (signed_far.distance <= 0));
  if (least > NEAR || depth > NEAR) ck_assert_int_eq(overlap, least == 0);
  if (depth > 1e-3) ck_assert(deep);
  if (least > NEAR) ck_assert(!deep);
}

static tally compare_many(int seed, bool exact) {
  static stage t;
  tally sum = {0};
  for (int round = 0; round < 3 + test_scaled(20); round++) {
    make_stage(seed + 2 * round * 31, exact, &t);
    for (int n = 0; n < 40; n++) {
      answer alone[SOLIDS];
      guest g = draw_guest(&t);
      bool apart = true;
      for (uint32_t i = 0; i < SOLIDS; i++) {
        carom_pose at = child_pose(&t.family, i, &t.at);
        alone[i] = ask(&t.family.children[i].shape, &at, &g);
        apart = apart && !alone[i].overlap;
      }
      check_distances(&t, &g, alone);
      check_contacts(&t, &g, alone, false, &sum);
      check_contacts(&t, &g, alone, true, &sum);
      sum.apart += apart;
      release_guest(&g);
    }
    end_stage(&t);
  }
  return sum;
}

START_TEST(what_is_inside_a_child_touches_it) {
  tally sum = compare_many(_i, false);
  ck_assert(sum.inside > 0 && sum.among_others > 0 && sum.apart > 0);
}
END_TEST

START_TEST(the_contact_is_that_of_the_child_alone) {
  tally sum = compare_many(_i, true);
  ck_assert(sum.inside > 0 && sum.apart > 0);
}
END_TEST

/* A box crosses the top of a solid, and its middle is nearer to a side: no contact leads out of that side. */
START_TEST(what_crosses_a_child_is_not_inside) {
  asset_set assets;
  carom_patch patches[8], alone[8];
  size_t count = 0, count_alone = 0;
  const carom_pose origin = {.rotation = {0, 0, 0, 1}}, at = {{1.7, 1.2, 0}, {0, 0, 0, 1}};
  const carom_shape box = carom_shape_box(0.1f, 1, 0.1f);
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  const carom_compound_child children[] = {
      {.shape = carom_shape_scaled_mesh(assets.meshes[CAROM_MESH_SOLID], vec3(4, 4, 4), 0), .number = 3},
      {.shape = carom_shape_sphere(1), .pose.position = {9, 0, 0}, .number = 4}};
  carom_compound *compound = make_compound(children, 2);
  carom_shape whole = carom_shape_compound(compound);
  ck_assert_int_eq(carom_collide_patches(&children[0].shape, &origin, &box, &at, alone, 8, &count_alone),
                   CAROM_OK);
  ck_assert_int_eq(carom_collide_patches(&whole, &origin, &box, &at, patches, 8, &count), CAROM_OK);
  ck_assert(count_alone == 1 && count == 1 && patches[0].child_a == 3);
  ck_assert(patches[0].normal.y == alone[0].normal.y && patches[0].point_count == alone[0].point_count);
  carom_compound_release(compound);
  assets_release(&assets);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_inside");
  TCase *tests = tcase_create("solid children");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, what_is_inside_a_child_touches_it, 0, 6);
  tcase_add_loop_test(tests, the_contact_is_that_of_the_child_alone, 0, 4);
  tcase_add_test(tests, what_crosses_a_child_is_not_inside);
  suite_add_tcase(suite, tests);
  return suite;
}
