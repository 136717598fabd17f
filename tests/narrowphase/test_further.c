/* test_further.c: up to eight points of two faces, against the polygon that both have in common, which is
 * clipped edge by edge in double (Sutherland and Hodgman, 1974). */
#include "kinds.h"
#include "vec.h"

enum { CORNERS = 64, SIDES_MAX = 16 };

/* --- Polygons of the plane --- */

typedef struct spot {
  double x, z;
} spot;

/* Counter-clockwise from x to z. */
typedef struct polygon {
  spot corners[CORNERS];
  int count;
} polygon;

static double cross_of(spot o, spot p, spot q) {
  return (p.x - o.x) * (q.z - o.z) - (p.z - o.z) * (q.x - o.x);
}

static spot between(spot p, spot q, double t) { return (spot){p.x + (q.x - p.x) * t, p.z + (q.z - p.z) * t}; }

/* What of a polygon is left of the line from o to p. */
static polygon cut(const polygon *g, spot o, spot p) {
  polygon out = {.count = 0};
  for (int i = 0; i < g->count; i++) {
    spot q = g->corners[i], r = g->corners[(i + 1) % g->count];
    double here = cross_of(o, p, q), next = cross_of(o, p, r);
    if (here >= 0) out.corners[out.count++] = q;
    if ((here > 0 && next < 0) || (here < 0 && next > 0))
      out.corners[out.count++] = between(q, r, here / (here - next));
  }
  return out;
}

static polygon common_of(const polygon *a, const polygon *b) {
  polygon out = *a;
  for (int i = 0; i < b->count; i++) out = cut(&out, b->corners[i], b->corners[(i + 1) % b->count]);
  return out;
}

static double area_of(const polygon *g) {
  double twice = 0;
  for (int i = 1; i + 1 < g->count; i++) twice += cross_of(g->corners[0], g->corners[i], g->corners[i + 1]);
  return 0.5 * twice;
}

static double diagonal_of(const polygon *g) {
  double most = 0;
  for (int i = 0; i < g->count; i++)
    for (int k = 0; k < i; k++)
      most = fmax(most, hypot(g->corners[i].x - g->corners[k].x, g->corners[i].z - g->corners[k].z));
  return most;
}

/* How far a spot is beyond the edges of a polygon. */
static double beyond(const polygon *g, spot p) {
  double most = -HUGE_VAL;
  for (int i = 0; i < g->count; i++) {
    spot q = g->corners[i], r = g->corners[(i + 1) % g->count];
    double length = hypot(r.x - q.x, r.z - q.z);
    if (length > 1e-9) most = fmax(most, -cross_of(q, r, p) / length);
  }
  return most;
}

/* The hull of some spots: from the lowest x on, each next one has all others to its left. */
static polygon hull_of(const spot *spots, int count) {
  polygon out = {.count = 0};
  int at = 0, first;
  for (int i = 1; i < count; i++)
    if (spots[i].x < spots[at].x) at = i;
  first = at;
  do {
    int next = at == 0 ? 1 : 0;
    for (int i = 0; i < count; i++)
      if (i != at && cross_of(spots[at], spots[next], spots[i]) < 0) next = i;
    out.corners[out.count++] = spots[at];
    at = next;
  } while (at != first && out.count < count);
  return out;
}

/* --- Two prisms that stand on each other --- */

typedef struct stack {
  carom_shape shapes[2];
  carom_pose poses[2];
  polygon faces[2], common; /* in the frame of the whole */
  carom_pose whole;
  double size;
  float margin;
} stack;

/* A box, or a hull with as many sides; its face turned and put aside. */
static carom_shape prism(uint64_t *random, int sides, double turn, spot at, polygon *face) {
  double x = (double)test_uniform(random, 0.5f, 1),
         z = sides == 4 ? (double)test_uniform(random, 0.5f, 1) : x;
  carom_vec3 points[2 * SIDES_MAX];
  carom_hull *hull;
  face->count = sides;
  for (int i = 0; i < sides; i++) {
    double angle = 2 * 3.14159265358979 * (i + 0.5) / sides, far = sides == 4 ? sqrt(2) : 1;
    spot own = {far * cos(angle) * x, far * sin(angle) * z};
    face->corners[i] =
        (spot){at.x + own.x * cos(turn) - own.z * sin(turn), at.z + own.x * sin(turn) + own.z * cos(turn)};
    for (int k = 0; k < 2; k++) points[2 * i + k] = vec3((float)own.x, k ? 0.5f : -0.5f, (float)own.z);
  }
  if (sides == 4 && test_below(random, 2)) return carom_shape_box((float)x, 0.5f, (float)z);
  ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, (uint32_t)(2 * sides), 0, &hull), CAROM_OK);
  return carom_shape_hull(hull);
}

/* From the frame of the whole. */
static carom_pose placed_at(const carom_pose *whole, carom_vec3 at, carom_quat turn) {
  carom_frame frame = pose_to_frame(whole);
  return (carom_pose){frame_apply(&frame, at), quat_normalize(quat_mul(whole->rotation, turn))};
}

/* B above A, a little in it or within a margin above it, and leaning by so little that all of the face does
 * the same. */
static stack stack_make(uint64_t *random, int sides_a, int sides_b, double turn) {
  stack s = {.whole = {.rotation = test_quat(random)}, .margin = 0};
  carom_vec3 at = test_vec3(random, -100, 100), lean = test_vec3(random, -1e-3f, 1e-3f);
  spot aside = {(double)test_uniform(random, -0.3f, 0.3f), (double)test_uniform(random, -0.3f, 0.3f)};
  float depth = test_uniform(random, 0.005f, 0.02f);
  s.whole.position = (carom_pos){(double)at.x, (double)at.y, (double)at.z};
  s.shapes[0] = prism(random, sides_a, 0, (spot){0, 0}, &s.faces[0]);
  s.shapes[1] = prism(random, sides_b, turn, aside, &s.faces[1]);
  s.common = common_of(&s.faces[0], &s.faces[1]);
  s.size = diagonal_of(&s.common);
  if (test_below(random, 3) == 0) s.margin = 0.05f, depth = -depth;
  carom_quat turned = {0, -sinf(0.5f * (float)turn), 0, cosf(0.5f * (float)turn)};
  turned = quat_normalize(quat_mul((carom_quat){lean.x, 0, lean.z, 1}, turned));
  s.poses[0] = placed_at(&s.whole, vec3(0, 0, 0), (carom_quat){0, 0, 0, 1});
  s.poses[1] = placed_at(&s.whole, vec3((float)aside.x, 1 - depth, (float)aside.z), turned);
  return s;
}

static void stack_free(stack *s) {
  for (int i = 0; i < 2; i++) kind_release(&s->shapes[i]);
}

/* What a stack has. */
typedef struct points {
  carom_patch patches[2];
  size_t count;
  spot spots[8]; /* of all points, in the frame of the whole */
  int spot_count;
} points;

static points collide(const stack *s, bool turned) {
  points out = {.spot_count = 0};
  carom_frame frame = pose_to_frame(&s->whole);
  const int a = turned ? 1 : 0, b = 1 - a;
  ck_assert_int_eq(carom_collide_eight(&s->shapes[a], &s->poses[a], &s->shapes[b], &s->poses[b], s->margin,
                                       out.patches, 2, &out.count),
                   CAROM_OK);
  ck_assert(out.count == 1 || out.count == 2);
  for (size_t i = 0; i < out.count; i++)
    for (uint32_t k = 0; k < out.patches[i].point_count; k++) {
      carom_vec3 p = frame_unapply(&frame, out.patches[i].points[k].position);
      out.spots[out.spot_count++] = (spot){(double)p.x, (double)p.z};
    }
  return out;
}

/* --- What must hold --- */

static bool is_among(const carom_contact_point *point, const carom_patch *patch) {
  for (uint32_t i = 0; i < patch->point_count; i++)
    if (memcmp(&point->position, &patch->points[i].position, sizeof point->position) == 0 &&
        point->separation == patch->points[i].separation)
      return true;
  return false;
}

/* The first patch is the manifold, which may lack a fourth point, and the deepest point comes first in each.
 */
static void check_patches(const stack *s, const points *p, bool turned) {
  const int a = turned ? 1 : 0, b = 1 - a;
  carom_manifold alone;
  float least = -HUGE_VALF;
  ck_assert_int_eq(
      carom_collide_within(&s->shapes[a], &s->poses[a], &s->shapes[b], &s->poses[b], s->margin, &alone),
      CAROM_OK);
  ck_assert(alone.point_count == p->patches[0].point_count ||
            (alone.point_count == 3 && p->patches[0].point_count == 4));
  for (uint32_t i = 0; i < alone.point_count; i++) ck_assert(is_among(&alone.points[i], &p->patches[0]));
  for (size_t i = 0; i < p->count; i++) {
    const carom_patch *patch = &p->patches[i];
    ck_assert_mem_eq(&patch->normal, &alone.normal, sizeof alone.normal);
    ck_assert(patch->point_count > 0 && patch->points[0].separation >= least);
    ck_assert(!(patch->child_a | patch->child_b | patch->triangle_a | patch->triangle_b));
    least = patch->points[0].separation;
    for (uint32_t k = 0; k < patch->point_count; k++)
      ck_assert(patch->points[k].separation >= least && patch->points[k].separation <= s->margin);
  }
}

static void check_names(const points *p) {
  uint32_t names[8];
  int count = 0;
  for (size_t i = 0; i < p->count; i++)
    for (uint32_t k = 0; k < p->patches[i].point_count; k++) names[count++] = p->patches[i].points[k].feature;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++) ck_assert_uint_ne(names[i], names[k]);
}

/* Leaning moves points by less than this. */
static const double SLACK = 2e-3;

/* All points are of the polygon, and hardly anything of it is outside of theirs. */
static void check_polygon(const stack *s, const points *p) {
  polygon found = hull_of(p->spots, p->spot_count);
  for (int i = 0; i < p->spot_count; i++) ck_assert(beyond(&s->common, p->spots[i]) < SLACK);
  if (s->common.count <= 8)
    for (int i = 0; i < s->common.count; i++)
      ck_assert(beyond(&found, s->common.corners[i]) < s->size / 128 + SLACK);
  ck_assert(area_of(&found) > 0.87 * area_of(&s->common));
}

typedef struct tally {
  int stacks, more, eight;
} tally;

static void check(uint64_t *random, int sides_a, int sides_b, double turn, tally *out) {
  stack s = stack_make(random, sides_a, sides_b, turn);
  for (int turned = 0; turned < 2; turned++) {
    points p = collide(&s, turned);
    check_patches(&s, &p, turned);
    check_names(&p);
    check_polygon(&s, &p);
    out->stacks++;
    out->more += p.count == 2;
    out->eight += p.spot_count == 8;
  }
  stack_free(&s);
}

/* Boxes and hulls with four sides: as many corners as the polygon has, but for those that carry nothing. */
START_TEST(boxes_have_the_corners_of_what_they_share) {
  uint64_t random = 1;
  tally t = {0, 0, 0};
  for (int i = 0; i < test_scaled(20000); i++) check(&random, 4, 4, (double)test_uniform(&random, -4, 4), &t);
  ck_assert_int_gt(2 * t.more, t.stacks);
  ck_assert_int_gt(50 * t.eight, t.stacks);
}
END_TEST

/* Turned by little or not at all: corners of the polygon that are all but one count as one. */
START_TEST(edges_that_are_all_but_parallel_add_nothing) {
  uint64_t random = 2;
  tally t = {0, 0, 0};
  for (int i = 0; i < test_scaled(10000); i++)
    check(&random, 4, 4, (double)test_log_uniform(&random, 1e-7f, 1e-2f), &t);
  ck_assert_int_lt(20 * t.more, t.stacks);
}
END_TEST

/* More corners than eight: those that span the most. */
START_TEST(eight_of_many_span_nearly_all) {
  uint64_t random = 3;
  tally t = {0, 0, 0};
  for (int i = 0; i < test_scaled(10000); i++)
    check(&random, 5 + (int)test_below(&random, SIDES_MAX - 4), 3 + (int)test_below(&random, SIDES_MAX - 2),
          (double)test_uniform(&random, -4, 4), &t);
  ck_assert_int_gt(3 * t.eight, t.stacks);
}
END_TEST

/* --- All kinds --- */

/* Whatever the shapes are, the patches of a pair are those without further points, and these lie among them.
 */
static int check_any(uint64_t *random, uint32_t pair) {
  carom_shape a = kind_random(random, spatial_kind(pair / SPATIAL_KINDS), 1);
  carom_shape b = kind_random(random, spatial_kind(pair % SPATIAL_KINDS), 1);
  carom_pose pose_a = {.rotation = test_quat(random)}, pose_b = pose_a;
  carom_patch patches[2];
  carom_manifold alone;
  size_t count;
  float margin = test_below(random, 2) ? 0.1f : 0;
  if (test_below(random, 2)) pose_b.rotation = test_quat(random);
  pose_b.position.x = (double)test_uniform(random, -2, 2);
  pose_b.position.y = (double)test_uniform(random, -2, 2);
  ck_assert_int_eq(carom_collide_eight(&a, &pose_a, &b, &pose_b, margin, patches, 2, &count), CAROM_OK);
  ck_assert_int_eq(carom_collide_within(&a, &pose_a, &b, &pose_b, margin, &alone), CAROM_OK);
  ck_assert(count <= 2 && (count > 0) == (alone.point_count > 0));
  if (count > 0) ck_assert_uint_ge(patches[0].point_count, alone.point_count);
  if (count > 1) ck_assert_uint_eq(patches[0].point_count, CAROM_MANIFOLD_POINTS);
  for (uint32_t i = 0; count > 0 && i < alone.point_count; i++)
    ck_assert(is_among(&alone.points[i], patches));
  kind_release(&a);
  kind_release(&b);
  return count > 1;
}

START_TEST(all_kinds_keep_their_manifolds) {
  uint64_t random = 4;
  int more = 0;
  for (uint32_t pair = 0; pair < SPATIAL_KINDS * SPATIAL_KINDS; pair++)
    for (int i = 0; i < 12 + test_scaled(100); i++) more += check_any(&random, pair);
  ck_assert_int_gt(more, 0);
}
END_TEST

/* --- What else there is --- */

/* An array without room is counted for; a mesh has the patches that it has. */
START_TEST(arrays_may_be_short) {
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  const carom_pose low = {.rotation = {0, 0, 0, 1}};
  const carom_pose high = {{0, 0.99, 0}, {0, 0.3826834f, 0, 0.9238795f}};
  carom_patch patches[2], first;
  size_t count = 0;
  ck_assert_int_eq(carom_collide_eight(&box, &low, &box, &high, 0, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 2);
  ck_assert_int_eq(carom_collide_eight(&box, &low, &box, &high, 0, &first, 1, &count), CAROM_OK);
  ck_assert_int_eq(carom_collide_eight(&box, &low, &box, &high, 0, patches, 2, &count), CAROM_OK);
  ck_assert_mem_eq(&first, &patches[0], sizeof first);
  ck_assert_uint_eq(patches[0].point_count + patches[1].point_count, 8);
}
END_TEST

START_TEST(a_mesh_has_its_patches) {
  const float corners[] = {-4, 0, -4, 4, 0, -4, 4, 0, 4, -4, 0, 4};
  const uint32_t triangles[] = {0, 2, 1, 0, 3, 2};
  const carom_shape box = carom_shape_box(0.5f, 0.5f, 0.5f);
  carom_mesh *mesh;
  carom_patch eight[4], plain[4];
  carom_pose ground = {.rotation = {0, 0, 0, 1}}, above = {{0.3, 0.49, 0.2}, {0, 0.1f, 0, 1}};
  size_t count, plain_count;
  above.rotation = quat_normalize(above.rotation);
  const carom_mesh_def def = {
      .vertices = corners, .vertex_count = 4, .triangles = triangles, .triangle_count = 2, .index_bits = 32};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  carom_shape floor = carom_shape_mesh(mesh);
  memset(eight, 0, sizeof eight);
  memset(plain, 0, sizeof plain);
  ck_assert_int_eq(carom_collide_eight(&box, &above, &floor, &ground, 0.1f, eight, 4, &count), CAROM_OK);
  ck_assert_int_eq(carom_collide_patches(&box, &above, &floor, &ground, plain, 4, &plain_count), CAROM_OK);
  ck_assert(count == plain_count && count > 0);
  ck_assert_mem_eq(eight, plain, sizeof plain);
  above.position.y = 0.55;
  ck_assert_int_eq(carom_collide_eight(&box, &above, &floor, &ground, 0.1f, eight, 4, &count), CAROM_OK);
  ck_assert(count == 1 && eight[0].point_count == 1 && eight[0].points[0].separation > 0.04f);
  ck_assert_int_eq(carom_collide_eight(&box, &above, &floor, &ground, 0.01f, eight, 4, &count), CAROM_OK);
  ck_assert_uint_eq(count, 0);
  carom_mesh_release(mesh);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("further points");
  TCase *tests = tcase_create("points");
  tcase_add_test(tests, boxes_have_the_corners_of_what_they_share);
  tcase_add_test(tests, edges_that_are_all_but_parallel_add_nothing);
  tcase_add_test(tests, eight_of_many_span_nearly_all);
  tcase_add_test(tests, all_kinds_keep_their_manifolds);
  tcase_add_test(tests, arrays_may_be_short);
  tcase_add_test(tests, a_mesh_has_its_patches);
  suite_add_tcase(suite, tests);
  return suite;
}
