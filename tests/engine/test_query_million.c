/* test_query_million.c: every kind of question, very often, against every collider by itself.
 *
 * Questions are random and degenerate (query_questions.h); worlds too: grids, sizes of all orders, far from
 * the origin, sensors, filters, planar ones. What a world answers must be what the functions without a world
 * say of each collider, in every bit. At scale 200 each kind is asked a million times. */
#include <float.h>
#include <stdio.h>

#include "query_questions.h"

enum { QUESTIONS = 5000, A_STATE = 50, BATCH = 16 };

/* What any question is answered with; what a kind does not tell is zero. */
typedef struct answer {
  carom_body body;
  carom_collider collider;
  double key; /* by which answers are in order, then by index */
  bool inside;
  carom_vec3 normal;
  carom_pos point;
  float distance;
} answer;

typedef struct question {
  carom_query_filter filter;
  carom_ray ray;
  carom_moving_shape moving;
  carom_region region;
  carom_pos point;
  float radius;
  size_t capacity;
  carom_plane planes[6];
  carom_hull *solid;
  carom_ray rays[BATCH];
  carom_body body_a, body_b;
} question;

typedef struct kind {
  const char *name;
  bool spatial; /* not asked in the plane */
  bool by_body; /* of each body the first answer alone, at most `capacity` */
  void (*make)(query_scene *s, question *q);
  bool (*judge)(const question *q, const placed *p, answer *out); /* one collider */
  size_t (*ask)(const carom_world *world, const question *q, answer *out);
  bool (*ask_first)(const carom_world *world, const question *q, answer *out); /* NULL: there is none */
  bool (*ask_any)(const carom_world *world, const question *q);
  /* What is not about single colliders: is the answer wrong? Then there is no `judge`. */
  bool (*check)(const query_scene *s, const question *q, size_t *found);
} kind;

static void must(carom_status status) {
  if (status) ck_abort_msg("%s", carom_status_name(status));
}

/* --- Rays --- */

static void make_ray(query_scene *s, question *q) {
  q->ray.origin = random_spot(s);
  q->ray.translation = random_way(s, q->ray.origin);
}

static bool judge_ray(const question *q, const placed *p, answer *out) {
  carom_ray_result r;
  must(carom_cast_ray(&p->shape, &p->pose, &q->ray, &r));
  *out = (answer){.key = (double)r.fraction, .inside = r.inside, .normal = r.normal, .point = r.point};
  return r.hit;
}

static answer of_ray(const carom_ray_hit *h) {
  return (answer){h->body, h->collider, (double)h->fraction, h->inside, h->normal, h->point, 0};
}

static bool is_among(const answer *list, size_t count, carom_collider collider) {
  for (size_t i = 0; i < count; i++)
    if (list[i].collider.bits == collider.bits) return true;
  return false;
}

/* The first hit of each collider. */
static size_t ask_ray_all(const carom_world *world, const question *q, answer *out) {
  static carom_ray_hit hits[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_cast_ray_all(world, &q->ray, &q->filter, hits, SCENE_COLLIDERS, &count));
  size_t kept = 0;
  ck_assert_uint_le(count, SCENE_COLLIDERS);
  for (size_t i = 0; i < count; i++)
    if (!is_among(out, kept, hits[i].collider)) out[kept++] = of_ray(&hits[i]);
  return kept;
}

static bool ask_ray(const carom_world *world, const question *q, answer *out) {
  carom_ray_hit hit;
  must(carom_world_cast_ray(world, &q->ray, &q->filter, &hit));
  *out = of_ray(&hit);
  return hit.body.bits != 0;
}

static bool ask_ray_any(const carom_world *world, const question *q) {
  bool any;
  must(carom_world_cast_ray_any(world, &q->ray, &q->filter, &any));
  return any;
}

/* --- Casts --- */

static void make_way(query_scene *s, question *q) {
  q->moving.pose = (carom_pose){random_spot(s), random_turn(s)};
  q->moving.translation = random_way(s, q->moving.pose.position);
}

static void make_cast(query_scene *s, question *q) {
  make_way(s, q);
  q->moving.shape = scene_shape(s);
}

static void make_sphere_cast(query_scene *s, question *q) {
  float radius = scene_size(s) * test_uniform(&s->random, 0.2f, 1);
  make_way(s, q);
  q->moving.shape = s->planar ? carom_shape_disc(radius) : carom_shape_sphere(radius);
}

static void make_box_cast(query_scene *s, question *q) {
  float u = scene_size(s) / 2;
  float x = u * (float)(1 + test_below(&s->random, 3)), y = u * test_uniform(&s->random, 0.3f, 1);
  make_way(s, q);
  q->moving.shape = s->planar ? carom_shape_rectangle(x, y) : carom_shape_box(x, y, u);
}

static bool judge_cast(const question *q, const placed *p, answer *out) {
  const carom_moving_shape *m = &q->moving;
  carom_impact i;
  must(carom_cast_shape(&p->shape, &p->pose, &m->shape, &m->pose, m->translation, &i));
  *out = (answer){{0}, {0}, i.fraction, i.inside, i.normal, i.point, i.distance};
  return i.hit;
}

static answer of_cast(const carom_shape_hit *h) {
  return (answer){h->body, h->collider, h->fraction, h->inside, h->normal, h->point, h->distance};
}

static size_t ask_cast_all(const carom_world *world, const question *q, answer *out) {
  static carom_shape_hit hits[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_cast_shape_all(world, &q->moving, &q->filter, hits, SCENE_COLLIDERS, &count));
  for (size_t i = 0; i < count; i++) out[i] = of_cast(&hits[i]);
  return count;
}

static bool ask_cast(const carom_world *world, const question *q, answer *out) {
  carom_shape_hit hit;
  must(carom_world_cast_shape(world, &q->moving, &q->filter, &hit));
  *out = of_cast(&hit);
  return hit.body.bits != 0;
}

static bool ask_cast_any(const carom_world *world, const question *q) {
  bool any;
  must(carom_world_cast_shape_any(world, &q->moving, &q->filter, &any));
  return any;
}

/* --- Overlaps --- */

static size_t list_found(const carom_found *found, size_t count, answer *out) {
  for (size_t i = 0; i < count; i++) out[i] = (answer){.body = found[i].body, .collider = found[i].collider};
  return count;
}

static bool judge_shape(const question *q, const placed *p, answer *out) {
  bool touch;
  *out = (answer){.key = 0};
  must(carom_overlap(&p->shape, &p->pose, &q->moving.shape, &q->moving.pose, &touch));
  return touch;
}

static size_t ask_shape(const carom_world *world, const question *q, answer *out) {
  carom_found found[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_overlap_shape(world, &q->moving.shape, &q->moving.pose, &q->filter, found, SCENE_COLLIDERS,
                                 &count));
  return list_found(found, count, out);
}

static bool judge_point(const question *q, const placed *p, answer *out) {
  const question ray = {.ray.origin = q->ray.origin};
  bool hit = judge_ray(&ray, p, out);
  *out = (answer){.key = 0};
  return hit;
}

static size_t ask_point(const carom_world *world, const question *q, answer *out) {
  carom_found found[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_overlap_point(world, &q->ray.origin, &q->filter, found, SCENE_COLLIDERS, &count));
  return list_found(found, count, out);
}

static float half_of(double from, double to) { return fmaxf((float)((to - from) / 2), CAROM_SIZE_MIN); }

/* Between two spots; the same as a box along the axes. */
static void make_region(query_scene *s, question *q) {
  carom_pos a = random_spot(s), b = test_below(&s->random, 2) ? random_spot(s) : spot_free(s, s->unit);
  q->region = (carom_region){{fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)},
                             {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}};
  carom_pos low = q->region.min, high = q->region.max;
  float x = half_of(low.x, high.x), y = half_of(low.y, high.y), z = half_of(low.z, high.z);
  q->moving.pose =
      (carom_pose){{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2}, {0, 0, 0, 1}};
  q->moving.shape = s->planar ? carom_shape_rectangle(x, y) : carom_shape_box(x, y, z);
}

static size_t ask_region(const carom_world *world, const question *q, answer *out) {
  carom_found found[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_overlap_region(world, &q->region, &q->filter, found, SCENE_COLLIDERS, &count));
  return list_found(found, count, out);
}

/* A frustum that looks along z, or a slice of one. */
static void make_planes(query_scene *s, question *q) {
  float u = scene_size(s), slope = test_uniform(&s->random, 0.2f, 1.5f), length = sqrtf(1 + slope * slope);
  const carom_vec3 sides[4] = {{1, 0, -slope}, {-1, 0, -slope}, {0, 1, -slope}, {0, -1, -slope}};
  for (int i = 0; i < 4; i++)
    q->planes[i] = (carom_plane){{sides[i].x / length, sides[i].y / length, sides[i].z / length}, 0.05f * u};
  q->planes[4] = (carom_plane){{0, 0, -1}, -0.1f * u};
  q->planes[5] = (carom_plane){{0, 0, 1}, test_uniform(&s->random, 0.5f, 8) * u};
  q->moving.pose = (carom_pose){random_spot(s), random_turn(s)};
  must(carom_hull_from_planes(NULL, q->planes, 6, &q->solid));
  q->moving.shape = carom_shape_hull(q->solid);
}

static size_t ask_planes(const carom_world *world, const question *q, answer *out) {
  carom_found found[SCENE_COLLIDERS];
  size_t count;
  must(carom_world_overlap_planes(world, q->planes, 6, &q->moving.pose, &q->filter, found, SCENE_COLLIDERS,
                                  &count));
  return list_found(found, count, out);
}

/* --- Near a point --- */

static void make_near(query_scene *s, question *q) {
  const float u = (float)s->unit, radii[] = {0, 1e-3f * u, u, 3 * u, FLT_MAX, FLT_MAX};
  q->point = random_spot(s);
  q->radius = radii[test_below(&s->random, 6)];
  q->capacity = 1 + test_below(&s->random, SCENE_BODIES);
}

static bool judge_near(const question *q, const placed *p, answer *out) {
  carom_point_distance d;
  must(carom_distance_to_point(&p->shape, &p->pose, &q->point, &d));
  *out = (answer){{0}, {0}, (double)d.distance, d.inside, d.normal, d.point, 0};
  return d.distance <= q->radius;
}

static answer of_near(const carom_near *n) {
  return (answer){n->body, n->collider, (double)n->distance, n->inside, n->normal, n->point, 0};
}

static size_t ask_near(const carom_world *world, const question *q, answer *out) {
  carom_near near[SCENE_BODIES];
  size_t count;
  must(carom_world_closest_bodies(world, &q->point, q->radius, &q->filter, near, q->capacity, &count));
  for (size_t i = 0; i < count; i++) out[i] = of_near(&near[i]);
  return count;
}

static bool ask_closest(const carom_world *world, const question *q, answer *out) {
  carom_near near;
  must(carom_world_closest(world, &q->point, q->radius, &q->filter, &near));
  *out = of_near(&near);
  return near.body.bits != 0;
}

/* --- Several rays, and two bodies --- */

static bool same(const answer *a, const answer *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->key == b->key &&
         a->inside == b->inside && a->normal.x == b->normal.x && a->normal.y == b->normal.y &&
         a->normal.z == b->normal.z && a->point.x == b->point.x && a->point.y == b->point.y &&
         a->point.z == b->point.z && a->distance == b->distance;
}

static void make_rays(query_scene *s, question *q) {
  for (int i = 0; i < BATCH; i++) {
    make_ray(s, q);
    q->rays[i] = q->ray;
  }
}

static bool check_rays(const query_scene *s, const question *q, size_t *found) {
  carom_ray_hit hits[BATCH];
  size_t wrong = 0;
  must(carom_world_cast_rays(s->world, q->rays, BATCH, &q->filter, NULL, hits));
  for (int i = 0; i < BATCH; i++) {
    question one = {.filter = q->filter, .ray = q->rays[i]};
    answer single, batched = of_ray(&hits[i]);
    *found += ask_ray(s->world, &one, &single);
    wrong += !same(&single, &batched);
  }
  return wrong > 0;
}

static void make_bodies(query_scene *s, question *q) {
  q->body_a = s->bodies[test_below(&s->random, SCENE_BODIES)];
  q->body_b = s->bodies[test_below(&s->random, SCENE_BODIES)];
}

/* Is this pair, of the same distance, told instead of that one? */
static bool comes_before(const placed *a, const placed *b, const carom_body_distance *best) {
  uint32_t first = (uint32_t)a->collider.bits, known = (uint32_t)best->collider_a.bits;
  return first != known ? first < known : (uint32_t)b->collider.bits < (uint32_t)best->collider_b.bits;
}

static void measure(const placed *a, const placed *b, carom_body_distance *best) {
  carom_distance_result d;
  must(carom_signed_distance(&a->shape, &a->pose, &b->shape, &b->pose, &d));
  bool farther = best->collider_a.bits && d.distance > best->distance;
  bool later = best->collider_a.bits && d.distance == best->distance && !comes_before(a, b, best);
  if (!farther && !later)
    *best = (carom_body_distance){a->collider, b->collider, 0, 0, d.distance, d.normal, d.point_a, d.point_b};
}

static bool check_bodies(const query_scene *s, const question *q, size_t *found) {
  carom_body_distance best = {.distance = 0}, got;
  for (size_t i = 0; i < s->count; i++) {
    const placed *a = &s->list[i];
    if (a->body.bits != q->body_a.bits || !scene_wants(a, &q->filter)) continue;
    for (size_t k = 0; k < s->count; k++) {
      const placed *b = &s->list[k];
      if (b->body.bits == q->body_b.bits && scene_wants(b, &q->filter)) measure(a, b, &best);
    }
  }
  must(carom_world_body_distance(s->world, q->body_a, q->body_b, &q->filter, &got));
  *found += got.collider_a.bits != 0;
  const answer x = {{0}, best.collider_a, (double)best.distance, false, best.normal, best.point_a, 0};
  const answer y = {{0}, got.collider_a, (double)got.distance, false, got.normal, got.point_a, 0};
  return !same(&x, &y) || best.collider_b.bits != got.collider_b.bits || best.point_b.x != got.point_b.x ||
         best.point_b.y != got.point_b.y || best.point_b.z != got.point_b.z;
}

static const kind kinds[] = {
    {"rays", false, false, make_ray, judge_ray, ask_ray_all, ask_ray, ask_ray_any, NULL},
    {"sphere casts", false, false, make_sphere_cast, judge_cast, ask_cast_all, ask_cast, ask_cast_any, NULL},
    {"box casts", false, false, make_box_cast, judge_cast, ask_cast_all, ask_cast, ask_cast_any, NULL},
    {"shape casts", false, false, make_cast, judge_cast, ask_cast_all, ask_cast, ask_cast_any, NULL},
    {"regions", false, false, make_region, judge_shape, ask_region, NULL, NULL, NULL},
    {"points", false, false, make_ray, judge_point, ask_point, NULL, NULL, NULL},
    {"shapes", false, false, make_cast, judge_shape, ask_shape, NULL, NULL, NULL},
    {"planes", true, false, make_planes, judge_shape, ask_planes, NULL, NULL, NULL},
    {"nearest", false, true, make_near, judge_near, ask_near, ask_closest, NULL, NULL},
    {"distances of bodies", .make = make_bodies, .check = check_bodies},
    {"16 rays at once", .make = make_rays, .check = check_rays},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* --- The answers of all colliders --- */

static int compare(const void *a, const void *b) {
  const answer *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  uint32_t i = (uint32_t)x->collider.bits, k = (uint32_t)y->collider.bits;
  return i < k ? -1 : i > k;
}

static size_t keep_bodies(answer *list, size_t count, size_t capacity) {
  size_t kept = 0;
  for (size_t i = 0; i < count && kept < capacity; i++) {
    size_t k = 0;
    while (k < kept && list[k].body.bits != list[i].body.bits) k++;
    if (k == kept) list[kept++] = list[i];
  }
  return kept;
}

static size_t judge_all(const kind *k, const query_scene *s, const question *q, answer *out) {
  size_t count = 0;
  for (size_t i = 0; i < s->count; i++) {
    answer a;
    if (!scene_wants(&s->list[i], &q->filter) || !k->judge(q, &s->list[i], &a)) continue;
    a.body = s->list[i].body, a.collider = s->list[i].collider;
    out[count++] = a;
  }
  qsort(out, count, sizeof *out, compare);
  return k->by_body ? keep_bodies(out, count, q->capacity) : count;
}

/* --- Asking --- */

/* How often a kind was asked, what was found, and where it first went wrong. */
typedef struct tally {
  int asked;
  size_t found, wrong;
  uint64_t seed;
  int first;
} tally;

static bool is_wrong(const kind *k, const query_scene *s, const question *q, size_t *found) {
  static answer want[SCENE_COLLIDERS], got[SCENE_COLLIDERS];
  if (k->check) return k->check(s, q, found);
  size_t count = judge_all(k, s, q, want);
  bool wrong = k->ask(s->world, q, got) != count;
  for (size_t i = 0; i < count && !wrong; i++) wrong = !same(&want[i], &got[i]);
  if (k->ask_first) wrong |= k->ask_first(s->world, q, got) != (count > 0) || (count && !same(got, want));
  if (k->ask_any) wrong |= k->ask_any(s->world, q) != (count > 0);
  *found += count;
  return wrong;
}

static void ask_one(const kind *k, query_scene *s, tally *t) {
  size_t told_wrong = 0;
  question q = {.filter = scene_filter(s, &told_wrong)};
  k->make(s, &q);
  bool wrong = is_wrong(k, s, &q, &t->found) || told_wrong;
  if (wrong && t->wrong++ == 0) t->first = t->asked;
  t->asked++;
  carom_hull_release(q.solid);
}

static void make_scene(query_scene *s, uint64_t seed) {
  *s = (query_scene){.random = seed, .exact = true, .unit = 1, .planar = seed % 4 == 3};
  s->unturned = seed % 4 == 1;
  s->spread = seed % 2 ? 1 : 30;
  if (seed % 3 == 2) {
    s->unit = 0x1p-6, s->spread = 2;
    s->origin = (carom_pos){1e6, -1e6, 5e5};
  }
  scene_fill(s);
}

/* Before any step, after one, and after changes that no step has seen. */
static void ask_scene(const kind *k, uint64_t seed, int most, tally *t) {
  static query_scene s;
  make_scene(&s, seed);
  for (int state = 0; state < 8 && !(s.planar && k->spatial); state++) {
    if (state % 2) support_step(s.world);
    if (state > 0 && state % 2 == 0) scene_stir(&s);
    size_t before = t->wrong;
    for (int i = 0; i < A_STATE && t->asked < most; i++) ask_one(k, &s, t);
    if (before == 0 && t->wrong > 0) t->seed = seed;
  }
  scene_free(&s);
}

START_TEST(worlds_answer_as_their_colliders) {
  const kind *k = &kinds[_i];
  int most = test_scaled(QUESTIONS);
  tally t = {.asked = 0};
  for (uint64_t seed = 0; t.asked < most; seed++) ask_scene(k, seed * KINDS + (uint64_t)_i, most, &t);
  if (getenv("CAROM_TEST_VERBOSE"))
    printf("%s: %d questions, %zu answers, %zu wrong\n", k->name, t.asked, t.found, t.wrong), fflush(stdout);
  ck_assert_msg(t.wrong == 0, "%s: %zu of %d wrong, the first is question %d, in scene %u", k->name, t.wrong,
                t.asked, t.first, (unsigned)t.seed);
  ck_assert_uint_gt(t.found, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query million");
  TCase *tests = tcase_create("questions");
  tcase_set_timeout(tests, 7200);
  tcase_add_loop_test(tests, worlds_answer_as_their_colliders, 0, KINDS);
  suite_add_tcase(suite, tests);
  return suite;
}
