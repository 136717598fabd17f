/* test_compound_rays.c: the hits of rays on compounds against the shapes within, asked one by one. */
#include "asset_set.h"
#include "compounds.h"

enum { MOST = 512, CHILDREN = 12 };

/* --- The shapes within, one by one --- */

typedef struct listing {
  carom_ray_result hits[MOST];
  size_t count;
  uint32_t next; /* the ordinal of the next shape */
} listing;

static const carom_pose ORIGIN = {.rotation = {0, 0, 0, 1}};

static carom_ray local_ray(const carom__ray *ray) {
  return (carom_ray){{(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z}, ray->translation};
}

static void list_shape(listing *l, const carom_shape *shape, const carom__ray *ray) {
  carom_ray world = local_ray(ray);
  size_t count = 0;
  ck_assert_int_eq(carom_cast_ray_all(shape, &ORIGIN, &world, l->hits + l->count, MOST - l->count, &count),
                   CAROM_OK);
  ck_assert_uint_le(l->count + count, MOST);
  for (size_t i = 0; i < count; i++) l->hits[l->count + i].ordinal = l->next;
  l->count += count;
  l->next++;
}

static void list_compound(listing *l, const carom_compound *compound, const carom__ray *ray) {
  carom_compound_view view;
  ck_assert_int_eq(carom_compound_describe(compound, &view), CAROM_OK);
  for (uint32_t i = 0; i < view.child_count; i++) {
    carom_compound_child child;
    size_t first = l->count;
    ck_assert_int_eq(carom_compound_get_child(compound, i, &child), CAROM_OK);
    carom__relative place = local_pose_to_relative(child.pose);
    const carom__ray inner = {relative_unapply(&place, ray->origin),
                              mat3_tmul_vec3(&place.axes, ray->translation)};
    if (child.shape.kind == CAROM_COMPOUND || child.shape.kind == CAROM_PLANAR_COMPOUND)
      list_compound(l, child.shape.geometry.compound.asset, &inner);
    else
      list_shape(l, &child.shape, &inner);
    for (size_t k = first; k < l->count; k++) {
      l->hits[k].child = child.number;
      l->hits[k].normal = mat3_mul_vec3(&place.axes, l->hits[k].normal);
      if (child.material) l->hits[k].mesh.material = child.material;
    }
  }
}

static int by_order(const void *a, const void *b) {
  const carom_ray_result *x = a, *y = b;
  if (x->fraction != y->fraction) return x->fraction < y->fraction ? -1 : 1;
  if (x->inside != y->inside) return x->inside ? -1 : 1;
  if (x->ordinal != y->ordinal) return x->ordinal < y->ordinal ? -1 : 1;
  return x->mesh.triangle < y->mesh.triangle ? -1 : 1;
}

/* --- The compound --- */

static void check_same(const carom_ray_result *a, const carom_ray_result *b) {
  ck_assert(a->hit == b->hit && a->inside == b->inside && a->fraction == b->fraction);
  ck_assert(a->normal.x == b->normal.x && a->normal.y == b->normal.y && a->normal.z == b->normal.z);
  ck_assert(a->child == b->child && a->ordinal == b->ordinal);
  ck_assert(a->mesh.triangle == b->mesh.triangle && a->mesh.material == b->mesh.material);
  ck_assert(a->mesh.u == b->mesh.u && a->mesh.v == b->mesh.v && a->mesh.back == b->mesh.back);
}

typedef struct tally {
  int rays, hits, inside, meshes, ties;
} tally;

static void note(tally *t, const carom_ray_result *hits, size_t count) {
  t->rays++;
  t->hits += count > 0;
  for (size_t i = 0; i < count; i++) {
    t->inside += hits[i].inside;
    t->meshes += hits[i].mesh.u > 0;
    t->ties += i > 0 && hits[i].fraction == hits[i - 1].fraction && hits[i].ordinal != hits[i - 1].ordinal;
  }
}

static void compare(const carom_compound *compound, const carom_ray *ray, tally *t) {
  static listing l;
  static carom_ray_result all[MOST];
  carom_shape shape = carom_shape_compound(compound);
  carom_ray_result first, few[3];
  size_t count = 0, again = 0;
  l.count = 0, l.next = 0;
  const carom__ray local = {vec3((float)ray->origin.x, (float)ray->origin.y, (float)ray->origin.z),
                            ray->translation};
  list_compound(&l, compound, &local);
  qsort(l.hits, l.count, sizeof *l.hits, by_order);
  ck_assert_int_eq(carom_cast_ray_all(&shape, &ORIGIN, ray, all, MOST, &count), CAROM_OK);
  ck_assert_uint_eq(count, l.count);
  for (size_t i = 0; i < count; i++) check_same(&all[i], &l.hits[i]);
  ck_assert_int_eq(carom_cast_ray_all(&shape, &ORIGIN, ray, few, 3, &again), CAROM_OK);
  ck_assert_uint_eq(again, count);
  for (size_t i = 0; i < count && i < 3; i++) check_same(&few[i], &l.hits[i]);
  ck_assert_int_eq(carom_cast_ray(&shape, &ORIGIN, ray, &first), CAROM_OK);
  ck_assert_int_eq(first.hit, count > 0);
  if (count > 0)
    check_same(&first, &l.hits[0]);
  else
    ck_assert(first.child == 0 && first.ordinal == 0 && first.mesh.material == 0);
  note(t, all, count);
}

/* --- Compounds --- */

/* Half units, where things meet at faces, edges and corners. */
static float grid(uint64_t *random) { return 0.5f * ((float)test_below(random, 9) - 4); }
static carom_vec3 grid_point(uint64_t *random, bool planar) {
  float x = grid(random), y = grid(random), z = grid(random);
  return vec3(x, y, planar ? 0 : z);
}

static carom_shape random_shape(uint64_t *random, const asset_set *assets, bool planar) {
  uint32_t n = test_below(random, 100);
  carom_vec3 scale = {n % 3 ? 1 : 1.5f, n % 5 ? 1 : -0.5f, 1};
  if (planar) return n % 2 ? assets_shape(assets, true, n / 2) : carom_shape_rectangle(0.5f, 0.25f);
  if (n % 4 == 0) return carom_shape_box(0.5f, 0.5f, n % 8 ? 0.5f : 1);
  if (n % 4 == 1) return carom_shape_sphere(0.5f);
  return assets_scaled(assets, n / 4, scale, n % 7 ? 0 : 0.125f);
}

static carom_local_pose random_at(uint64_t *random, bool planar, bool turned) {
  carom_local_pose at = {.position = grid_point(random, planar)};
  if (turned && !planar) at.rotation = test_quat(random);
  if (turned && planar) at.rotation = carom_pose_planar(0, 0, (double)test_uniform(random, -3, 3)).rotation;
  return at;
}

/* Some numbers are those of several children, and some children have no material. */
static carom_compound *random_compound(uint64_t *random, const asset_set *assets, bool planar, bool turned) {
  carom_compound_child children[CHILDREN];
  for (uint32_t i = 0; i < CHILDREN; i++)
    children[i] = (carom_compound_child){.shape = random_shape(random, assets, planar),
                                         .pose = random_at(random, planar, turned && test_below(random, 2)),
                                         .number = 5 + test_below(random, 8),
                                         .material = (uint8_t)test_below(random, 3)};
  carom_compound *inner = make_compound(children, CHILDREN / 2);
  children[CHILDREN - 1].shape = carom_shape_compound(inner);
  carom_compound *compound = make_compound(children, CHILDREN);
  carom_compound_release(inner);
  return compound;
}

static carom_ray random_ray(uint64_t *random, bool planar, bool on_grid) {
  carom_vec3 from = on_grid ? grid_point(random, planar) : test_vec3(random, -3, 3);
  carom_vec3 to = on_grid ? grid_point(random, planar) : test_vec3(random, -3, 3);
  if (planar) from.z = to.z = 0;
  return (carom_ray){{(double)from.x, (double)from.y, (double)from.z}, vec3_sub(to, from)};
}

static tally compare_many(int seed, bool planar, bool turned, bool on_grid) {
  uint64_t random = (uint64_t)seed * 77 + (uint64_t)turned * 1000 + 3;
  asset_set assets;
  tally t = {0};
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  for (int round = 0; round < 5 + test_scaled(40); round++) {
    carom_compound *compound = random_compound(&random, &assets, planar, turned);
    for (int i = 0; i < 40; i++) {
      carom_ray ray = random_ray(&random, planar, on_grid);
      compare(compound, &ray, &t);
    }
    carom_compound_release(compound);
  }
  assets_release(&assets);
  return t;
}

START_TEST(hits_are_those_of_the_shapes_within) {
  tally t = compare_many(_i, false, true, _i % 2);
  ck_assert(t.hits > t.rays / 4 && t.inside > 0 && t.meshes > 0);
}
END_TEST

/* Faces, edges and corners of several shapes lie at one fraction. */
START_TEST(hits_at_one_fraction_are_in_order) {
  tally t = compare_many(_i, false, false, true);
  ck_assert(t.hits > t.rays / 4 && t.inside > 0 && t.meshes > 0 && t.ties > 0);
}
END_TEST

START_TEST(hits_in_the_plane_are_those_of_the_shapes_within) {
  tally t = compare_many(_i, true, _i % 2, _i % 2 == 0);
  ck_assert(t.hits > t.rays / 4 && t.inside > 0);
}
END_TEST

/* --- Children of the world --- */

/* Where places are exact, the hits are those of separate shapes to the bit. */
START_TEST(hits_are_those_of_separate_shapes) {
  uint64_t random = (uint64_t)_i + 9;
  asset_set assets;
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  for (int round = 0; round < 1 + test_scaled(30); round++) {
    carom_compound_child children[CHILDREN];
    for (uint32_t i = 0; i < CHILDREN; i++)
      children[i] = (carom_compound_child){.shape = random_shape(&random, &assets, false),
                                           .pose = random_at(&random, false, false),
                                           .number = i};
    carom_compound *compound = make_compound(children, CHILDREN);
    carom_shape whole = carom_shape_compound(compound);
    const carom_pose at = {.position = {100, -20, 3}, .rotation = {0, 0, 0, 1}};
    for (int i = 0; i < 40; i++) {
      carom_ray ray = random_ray(&random, false, true);
      ray.origin = pos_add(at.position, vec3((float)ray.origin.x, (float)ray.origin.y, (float)ray.origin.z));
      carom_ray_result all[MOST], alone[MOST];
      size_t count = 0, told = 0, seen = 0;
      ck_assert_int_eq(carom_cast_ray_all(&whole, &at, &ray, all, MOST, &count), CAROM_OK);
      for (uint32_t k = 0; k < CHILDREN; k++) {
        carom_pose there = {pos_add(at.position, children[k].pose.position), at.rotation};
        ck_assert_int_eq(carom_cast_ray_all(&children[k].shape, &there, &ray, alone, MOST, &told), CAROM_OK);
        size_t found = 0;
        for (size_t m = 0; m < count; m++) {
          if (all[m].child != k) continue;
          ck_assert_uint_lt(found, told);
          const carom_ray_result *hit = &alone[found++];
          ck_assert(all[m].fraction == hit->fraction && all[m].inside == hit->inside);
          ck_assert(all[m].mesh.triangle == hit->mesh.triangle && all[m].mesh.u == hit->mesh.u);
          ck_assert(all[m].mesh.v == hit->mesh.v && all[m].mesh.back == hit->mesh.back);
          ck_assert(all[m].normal.x == hit->normal.x && all[m].normal.y == hit->normal.y);
          ck_assert(all[m].point.x == hit->point.x && all[m].point.z == hit->point.z);
          ck_assert_int_eq(all[m].mesh.material, hit->mesh.material);
        }
        ck_assert_uint_eq(found, told);
        seen += found;
      }
      ck_assert_uint_eq(seen, count);
    }
    carom_compound_release(compound);
  }
  assets_release(&assets);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_rays");
  TCase *tests = tcase_create("the shapes within");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, hits_are_those_of_the_shapes_within, 0, 6);
  tcase_add_loop_test(tests, hits_at_one_fraction_are_in_order, 0, 4);
  tcase_add_loop_test(tests, hits_in_the_plane_are_those_of_the_shapes_within, 0, 4);
  tcase_add_loop_test(tests, hits_are_those_of_separate_shapes, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}
