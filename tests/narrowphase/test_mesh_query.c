/* test_mesh_query.c: rays, nearest points and insides of meshes against brute force in exact arithmetic. */
#include "mesh.h"

#include "dvec.h"
#include "mesh_exact.h"
#include "mesh_kernels.h"
#include "meshes.h"
#include "vec.h"

/* --- Exact signs --- */

/* Whole numbers below 2^21 have products and sums that fit into 128 bits. */
static __int128_t determinant(int64_t m[3][3]) {
  __int128_t sum = 0;
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    sum += (__int128_t)m[0][k] * (m[1][i] * m[2][j] - m[1][j] * m[2][i]);
  }
  return sum;
}

START_TEST(signs_are_exact) {
  uint64_t random = 1;
  int zeros = 0;
  for (int i = 0; i < test_scaled(200000); i++) {
    carom__mesh_way ways[3];
    int64_t m[3][3];
    bool flat = test_below(&random, 2);
    for (int k = 0; k < 3; k++) {
      int64_t from[3], to[3];
      for (int a = 0; a < 3; a++) {
        uint32_t bound = test_below(&random, 3) ? 1u << 20 : 3;
        from[a] = (int64_t)test_below(&random, bound) - bound / 2;
        to[a] = (int64_t)test_below(&random, bound) - bound / 2;
        /* the third lies in the plane of the first two, or one off it */
        if (k == 2 && flat) to[a] = from[a] + m[0][a] * 2 - m[1][a] + (a == 0 && test_below(&random, 2));
        m[k][a] = to[a] - from[a];
      }
      ways[k].from = (carom_vec3){(float)from[0], (float)from[1], (float)from[2]};
      ways[k].to = (carom_vec3){(float)to[0], (float)to[1], (float)to[2]};
    }
    __int128_t want = determinant(m);
    ck_assert_int_eq(carom__mesh_sign(ways), (want > 0) - (want < 0));
    zeros += want == 0;
  }
  ck_assert_int_gt(zeros, 0);
}
END_TEST

/* Scales that no double holds at once. */
START_TEST(signs_of_unlike_scales) {
  carom__mesh_way ways[3] = {
      {{1e6f, 0, 0}, {1e6f, 1e-30f, 0}}, {{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 1}}};
  ck_assert_int_eq(carom__mesh_sign(ways), -1);
  ways[0].to.y = 0;
  ck_assert_int_eq(carom__mesh_sign(ways), 0);
  ways[0].to.y = -1e-40f;
  ck_assert_int_eq(carom__mesh_sign(ways), 1);
}
END_TEST

/* A line all but in the plane of a triangle, from a point of the plane: large terms cancel last. */
START_TEST(signs_after_all_cancels) {
  const float off[] = {8.5e-20f, -8.5e-20f, 1e-30f, 0};
  const carom_vec3 origin = {0, 0.5f, 0},
                   corners[3] = {{0, 0.25f, -0.25f}, {0.25f, 0.5f, 0.25f}, {0.25f, 0.25f, 0}};
  const int wants[3] = {1, 1, -1};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) {
      const carom__mesh_way ways[3] = {{{0, 0, 0}, {0.197050482f, -0.197050482f, off[i]}},
                                       {origin, corners[(k + 2) % 3]},
                                       {origin, corners[(k + 1) % 3]}};
      int want = off[i] > 0 ? wants[k] : off[i] < 0 ? -wants[k] : 0;
      ck_assert_int_eq(carom__mesh_sign(ways), want);
    }
}
END_TEST

/* --- Rays --- */

static carom_vec3 random_point(uint64_t *random, const carom_mesh *mesh, float around) {
  carom_vec3 low = mesh->bounds.min, high = mesh->bounds.max, size = vec3_sub(high, low);
  float more = around * vec3_get(size, vec3_largest_axis(size));
  return (carom_vec3){test_uniform(random, low.x - more, high.x + more),
                      test_uniform(random, low.y - more, high.y + more),
                      test_uniform(random, low.z - more, high.z + more)};
}

static carom_vec3 on_triangle(uint64_t *random, const soup *s, uint32_t triangle) {
  carom_vec3 a = soup_corner(s, triangle, 0), b = soup_corner(s, triangle, 1),
             c = soup_corner(s, triangle, 2);
  switch (test_below(random, 4)) {
  case 0:
    return a;
  case 1:
    return vec3_lerp(a, b, 0.5f);
  case 2:
    return vec3_lerp(a, b, test_uniform(random, 0, 1));
  default:
    return vec3_lerp(vec3_lerp(a, b, test_uniform(random, 0, 1)), c, test_uniform(random, 0, 1));
  }
}

/* Through anything, through corners, along edges and axes, and from the surface. */
static carom__ray random_ray(uint64_t *random, const soup *s, const carom_mesh *mesh) {
  carom__ray ray = {random_point(random, mesh, 0.3f), {0, 0, 0}};
  carom_vec3 to = random_point(random, mesh, 0.3f);
  uint32_t how = test_below(random, 6), triangle = test_below(random, s->triangle_count);
  if (how < 4) to = on_triangle(random, s, triangle);
  if (how < 2)
    ray.origin = on_triangle(random, s, how == 0 ? triangle : test_below(random, s->triangle_count));
  ray.translation = vec3_sub(to, ray.origin);
  if (how == 3) {
    int axis = (int)test_below(random, 3);
    ray.origin = to;
    vec3_set(&ray.origin, axis, vec3_get(mesh->bounds.min, axis) - 1);
    ray.translation = (carom_vec3){0, -0.0f, 0};
    vec3_set(&ray.translation, axis, 1e5f);
  }
  if (test_below(random, 3) == 0) ray.translation = vec3_scale(ray.translation, 2);
  return ray;
}

static int exact_side(const carom__ray *ray, const carom_vec3 p[3]) {
  int front = 0, back = 0;
  carom__mesh_way along = {{0, 0, 0}, ray->translation};
  for (int k = 0; k < 3; k++) {
    carom__mesh_way ways[3] = {along, {ray->origin, p[k]}, {ray->origin, p[(k + 1) % 3]}};
    int sign = carom__mesh_sign(ways);
    front += sign <= 0, back += sign >= 0;
  }
  return front == 3 && back == 3 ? 0 : front == 3 ? 1 : back == 3 ? -1 : 0;
}

/* Where a ray meets a triangle, in long double; 2: nowhere. *slack becomes what double may differ by: more
 * for a ray that grazes the triangle. */
static long double brute_fraction(const carom__ray *ray, const carom_vec3 p[3], bool front_only,
                                  long double *slack) {
  int side = exact_side(ray, p);
  carom__mesh_way ways[3] = {{p[0], p[1]}, {p[0], p[2]}, {p[0], ray->origin}};
  if (side == 0 || (side < 0 && front_only) || side * carom__mesh_sign(ways) < 0) return 2;
  long double e[2][3], n[3], up = 0, down = 0;
  for (int k = 0; k < 3; k++) {
    e[0][k] = (long double)vec3_get(p[1], k) - (long double)vec3_get(p[0], k);
    e[1][k] = (long double)vec3_get(p[2], k) - (long double)vec3_get(p[0], k);
  }
  for (int k = 0; k < 3; k++) {
    n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
    up += n[k] * ((long double)vec3_get(p[0], k) - (long double)vec3_get(ray->origin, k));
    down += n[k] * (long double)vec3_get(ray->translation, k);
  }
  long double size = 0, most = 0;
  for (int k = 0; k < 3; k++) {
    size += fabsl(n[k]);
    most = fmaxl(most, fabsl((long double)vec3_get(ray->translation, k)));
    for (int i = 0; i < 3; i++) most = fmaxl(most, fabsl((long double)vec3_get(p[i], k)));
    most = fmaxl(most, fabsl((long double)vec3_get(ray->origin, k)));
  }
  *slack = 1e-14L * size * most / fabsl(down);
  return up / down;
}

typedef struct ray_hits {
  uint8_t *seen;
  const carom_mesh *mesh;
  double last;
} ray_hits;

static double note_hit(void *context, const carom__mesh_hit *hit) {
  ray_hits *h = context;
  h->seen[hit->triangle]++;
  ck_assert_uint_eq(h->mesh->numbers[hit->slot], hit->triangle);
  ck_assert(hit->fraction >= 0 && hit->fraction <= 1);
  return 1;
}

/* Hits at the very end may go either way. */
static void check_ray(const soup *s, const carom_mesh *mesh, const carom__ray *ray, bool front_only,
                      uint8_t *seen) {
  ray_hits h = {seen, mesh, 0};
  long double best = 2, slack = 0, most = 0;
  memset(seen, 0, s->triangle_count);
  carom__mesh_walk_ray(mesh, ray, front_only, note_hit, &h);
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = soup_corner(s, t, k);
    long double at =
        carom__mesh_slot_of(mesh, t) == UINT32_MAX ? 2 : brute_fraction(ray, p, front_only, &slack);
    if (fabsl(at - 1) > slack) ck_assert_uint_eq(seen[t], at <= 1);
    if (at < best) best = at;
    if (at < 1.5L && slack > most) most = slack;
  }
  carom__mesh_hit hit;
  bool met = carom__mesh_cast_ray(mesh, ray, front_only, &hit);
  if (fabsl(best - 1) > most) ck_assert_int_eq(met, best <= 1);
  if (met) ck_assert(fabsl((long double)hit.fraction - best) <= most);
  if (met) ck_assert_uint_eq(seen[hit.triangle], 1);
}

static soup soup_of(int i, uint64_t *random) {
  switch (i) {
  case 0:
    return soup_ball(16, 20, 3);
  case 1:
    return soup_field(random, 16, 1);
  case 2:
    return soup_degenerate(random, 500, 5);
  case 3:
    return soup_strips(9, 12);
  case 4:
    return soup_cube(5);
  case 5:
    return soup_field(random, 16, 0);
  case 6:
    return soup_random(random, 5, 10);
  default:
    return soup_random(random, 500, test_log_uniform(random, 1e-3f, 1e5f));
  }
}

START_TEST(rays_are_those_of_brute_force) {
  uint64_t random = (uint64_t)_i + 3;
  soup s = soup_of(_i, &random);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  uint8_t *seen = malloc(s.triangle_count);
  for (int k = 0; k < test_scaled(2000); k++) {
    carom__ray ray = random_ray(&random, &s, mesh);
    check_ray(&s, mesh, &ray, k % 3 == 0, seen);
  }
  free(seen);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* From the middle of a ball, through every corner and every middle of an edge, and beside them by one bit. */
START_TEST(rays_do_not_slip_through) {
  soup s = soup_ball(30, 40, 3);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  uint64_t random = 4;
  for (uint32_t t = 0; t < s.triangle_count; t++)
    for (int k = 0; k < 6; k++) {
      carom_vec3 a = soup_corner(&s, t, k % 3), b = soup_corner(&s, t, (k + 1) % 3),
                 to = vec3_lerp(a, b, 0.5f);
      if (k < 3) to = a;
      to.x = nextafterf(to.x, test_below(&random, 2) ? 9.0f : to.x);
      carom__ray ray = {test_vec3(&random, -0.5f, 0.5f), {0, 0, 0}};
      ray.translation = vec3_scale(vec3_sub(to, ray.origin), 1.5f);
      carom__mesh_hit hit;
      ck_assert(carom__mesh_cast_ray(mesh, &ray, false, &hit));
      ck_assert(!hit.front);
      ck_assert(!carom__mesh_cast_ray(mesh, &ray, true, &hit));
    }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

START_TEST(rays_of_no_length) {
  soup s = soup_ball(5, 6, 3);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  carom__mesh_hit hit;
  carom__ray ray = {s.vertices[0], {0, 0, 0}};
  ck_assert(!carom__mesh_cast_ray(mesh, &ray, false, &hit));
  ray.translation.x = 1e-30f;
  ck_assert(!carom__mesh_cast_ray(mesh, &ray, false, &hit));
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* --- Nearest points --- */

static long double square_to_segment(const long double p[3], const long double a[3], const long double b[3]) {
  long double way = 0, at = 0, square = 0;
  for (int k = 0; k < 3; k++) way += (b[k] - a[k]) * (b[k] - a[k]), at += (p[k] - a[k]) * (b[k] - a[k]);
  at = way > 0 ? fminl(fmaxl(at / way, 0), 1) : 0;
  for (int k = 0; k < 3; k++) square += powl(p[k] - a[k] - at * (b[k] - a[k]), 2);
  return square;
}

/* By the edges, and by the plane where the weights of its nearest point are positive. */
static long double brute_distance(carom_vec3 point, const carom_vec3 corners[3]) {
  long double p[3], c[3][3], e[2][3], w[3], best = 1e300L, m[2][2] = {{0}}, r[2] = {0};
  for (int k = 0; k < 3; k++) {
    p[k] = (long double)vec3_get(point, k);
    for (int i = 0; i < 3; i++) c[i][k] = (long double)vec3_get(corners[i], k);
    w[k] = p[k] - c[0][k];
    for (int i = 0; i < 2; i++) e[i][k] = c[i + 1][k] - c[0][k];
  }
  for (int i = 0; i < 3; i++) best = fminl(best, square_to_segment(p, c[i], c[(i + 1) % 3]));
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 2; i++) {
      r[i] += w[k] * e[i][k];
      for (int j = 0; j < 2; j++) m[i][j] += e[i][k] * e[j][k];
    }
  long double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  long double u = (r[0] * m[1][1] - r[1] * m[0][1]) / det, v = (m[0][0] * r[1] - m[1][0] * r[0]) / det;
  if (det > 0 && u > 0 && v > 0 && u + v < 1) {
    long double square = 0;
    for (int k = 0; k < 3; k++) square += powl(w[k] - u * e[0][k] - v * e[1][k], 2);
    best = fminl(best, square);
  }
  return sqrtl(best);
}

static void check_nearest(const soup *s, const carom_mesh *mesh, carom_vec3 point, float limit) {
  long double best = 1e300L;
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = soup_corner(s, t, k);
    if (carom__mesh_slot_of(mesh, t) != UINT32_MAX) best = fminl(best, brute_distance(point, p));
  }
  carom__mesh_near near;
  bool found = carom__mesh_nearest(mesh, point, limit, &near);
  long double slack = 1e-9L * (best + (long double)vec3_norm1(point));
  if (fabsl(best - (long double)limit) > slack) ck_assert_int_eq(found, best < (long double)limit);
  if (!found) return;
  ck_assert_msg(fabsl((long double)near.distance - best) <= slack, "%g %Lg", near.distance, best);
  carom_vec3 way = vec3_sub(near.point, point);
  ck_assert(fabsl((long double)vec3_length(way) - best) <=
            1e-6L * (best + (long double)vec3_norm1(point) + (long double)vec3_norm1(near.point)));
  ck_assert_uint_eq(mesh->numbers[near.slot], near.triangle);
}

START_TEST(nearest_is_that_of_brute_force) {
  uint64_t random = (uint64_t)_i + 30;
  soup s = soup_of(_i, &random);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  for (int k = 0; k < test_scaled(2000); k++) {
    carom_vec3 point = k % 4 ? random_point(&random, mesh, 0.5f)
                             : on_triangle(&random, &s, test_below(&random, s.triangle_count));
    float size = vec3_length(vec3_sub(mesh->bounds.max, mesh->bounds.min));
    check_nearest(&s, mesh, point, k % 3 ? 1e18f : test_uniform(&random, 0, 0.1f) * size);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* Of equals, the triangle of the lowest number. */
START_TEST(equals_give_the_lowest) {
  soup s = soup_cube(4);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  carom__mesh_near near;
  carom__mesh_hit hit;
  ck_assert(carom__mesh_nearest(mesh, (carom_vec3){0.5f, 0.5f, 0.5f}, 1, &near));
  uint32_t lowest = UINT32_MAX;
  for (uint32_t t = s.triangle_count; t-- > 0;) {
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = soup_corner(&s, t, k);
    if (brute_distance((carom_vec3){0.5f, 0.5f, 0.5f}, p) == 0.5L) lowest = t;
  }
  ck_assert_uint_eq(near.triangle, lowest);
  lowest = UINT32_MAX;
  for (uint32_t t = s.triangle_count; t-- > 0;) {
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = soup_corner(&s, t, k);
    if (brute_distance((carom_vec3){0, 0.5f, 0.5f}, p) == 0) lowest = t;
  }
  carom__ray ray = {{-1, 0.5f, 0.5f}, {1, 0, 0}};
  ck_assert(carom__mesh_cast_ray(mesh, &ray, false, &hit));
  ck_assert_uint_eq(hit.triangle, lowest);
  ck_assert(hit.fraction == 1 && hit.front);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* --- Insides --- */

static double solid_angle(carom_vec3 point, const carom_vec3 corners[3]) {
  double a[3][3], l[3], d[3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) a[i][k] = (double)vec3_get(corners[i], k) - (double)vec3_get(point, k);
    l[i] = sqrt(a[i][0] * a[i][0] + a[i][1] * a[i][1] + a[i][2] * a[i][2]);
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    d[i] = a[i][0] * a[j][0] + a[i][1] * a[j][1] + a[i][2] * a[j][2];
  }
  double det = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
               a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
               a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  return 2 * atan2(det, l[0] * l[1] * l[2] + d[0] * l[2] + d[1] * l[0] + d[2] * l[1]);
}

/* The winding number in double (Jacobson, Kavan and Sorkine-Hornung, 2013). */
static double brute_winding(const soup *s, carom_vec3 point) {
  double sum = 0;
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    carom_vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = soup_corner(s, t, k);
    sum += solid_angle(point, p);
  }
  return sum / (4 * acos(-1));
}

/* Two balls that overlap, so that some of space is in both. */
static soup two_balls(void) {
  soup a = soup_ball(12, 15, 3), b = soup_ball(9, 12, 2);
  soup s = soup_make(a.vertex_count + b.vertex_count, a.triangle_count + b.triangle_count);
  for (uint32_t i = 0; i < a.vertex_count; i++) s.vertices[s.vertex_count++] = a.vertices[i];
  for (uint32_t i = 0; i < b.vertex_count; i++)
    soup_vertex(&s, b.vertices[i].x + 2, b.vertices[i].y, b.vertices[i].z);
  for (uint32_t t = 0; t < a.triangle_count; t++)
    soup_triangle(&s, a.indices[3 * t], a.indices[3 * t + 1], a.indices[3 * t + 2]);
  for (uint32_t t = 0; t < 3 * b.triangle_count; t += 3)
    soup_triangle(&s, a.vertex_count + b.indices[t], a.vertex_count + b.indices[t + 1],
                  a.vertex_count + b.indices[t + 2]);
  soup_free(&a), soup_free(&b);
  return s;
}

static void check_winding(const soup *s, const carom_mesh *mesh, carom_vec3 point) {
  carom__mesh_near near;
  if (carom__mesh_nearest(mesh, point, 1e-5f, &near)) return;
  double want = brute_winding(s, point);
  ck_assert(fabs(want - floor(want + 0.5)) < 1e-6);
  int got = carom__mesh_winding(mesh, point);
  ck_assert_msg(got == (int)floor(want + 0.5), "%d %g", got, want);
  ck_assert_int_eq(carom__mesh_contains(mesh, point), got != 0);
}

/* Half of the points share coordinates with vertices, so that the half line grazes edges and corners. */
START_TEST(insides_are_those_of_the_winding_number) {
  uint64_t random = 40;
  soup s = _i == 0 ? soup_ball(20, 24, 3) : _i == 1 ? soup_cube(6) : two_balls();
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  for (int i = 0; i < test_scaled(4000); i++) {
    carom_vec3 point = random_point(&random, mesh, 0.1f);
    carom_vec3 y = s.vertices[test_below(&random, s.vertex_count)];
    if (i % 2) point.y = y.y;
    if (i % 4 == 3) point.z = y.z;
    check_winding(&s, mesh, point);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* --- Both forms of the kernels --- */

typedef struct answers {
  double numbers[64];
  int count;
} answers;

static void answer(answers *a, double value) {
  if (a->count < 64) a->numbers[a->count++] = value;
}

static double answer_hit(void *context, const carom__mesh_hit *hit) {
  answer(context, (double)hit->triangle);
  answer(context, hit->fraction);
  return 1;
}

static bool answer_batch(void *context, const carom__triangle_batch *batch) {
  answer(context, (double)batch->numbers[0]);
  answer(context, (double)batch->lanes);
  answer(context, (double)batch->corners[2][1][7]);
  return true;
}

/* What a kernel is given by its callers is caught by a table that the other form runs as well. */
static answers answers_of(const carom__mesh_kernels *kernels, const carom_mesh *mesh,
                          const carom__mesh_line *line, const carom_obb *box) {
  answers a = {.count = 0};
  carom__mesh_line mine = *line;
  mine.context = &a;
  kernels->cast_ray(&mine);
  carom__mesh_search search = {.mesh = mesh, .point = box->center, .square = 1e30, .slot = UINT32_MAX};
  kernels->nearest(&search);
  answer(&a, search.square);
  answer(&a, (double)search.slot);
  carom_aabb bounds = {vec3_sub(box->center, box->half), vec3_add(box->center, box->half)};
  kernels->walk(mesh, &bounds, NULL, (carom__mesh_visitor){answer_batch, &a});
  kernels->walk(mesh, &bounds, box, (carom__mesh_visitor){answer_batch, &a});
  return a;
}

START_TEST(both_forms_agree) {
  uint64_t random = (uint64_t)_i + 50;
  if (!carom__mesh_kernels_avx2()) return;
  soup s = soup_of(_i, &random);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  for (int i = 0; i < test_scaled(3000); i++) {
    carom__ray ray = random_ray(&random, &s, mesh);
    if (vec3_is_within(ray.translation, 1e-20f)) continue;
    carom__mesh_line line = carom__mesh_line_of(&mesh->bounds, &ray, i % 2);
    line.mesh = mesh;
    line.hit = answer_hit;
    carom_obb box = {random_point(&random, mesh, 0), quat_to_mat3(test_quat(&random)), {0, 0, 0}};
    box.half = vec3_scale(vec3_sub(mesh->bounds.max, mesh->bounds.min), test_uniform(&random, 0, 0.2f));
    answers a = answers_of(&carom__mesh_kernels_portable, mesh, &line, &box);
    answers b = answers_of(carom__mesh_kernels_avx2(), mesh, &line, &box);
    ck_assert_int_eq(a.count, b.count);
    ck_assert(memcmp(a.numbers, b.numbers, (size_t)a.count * sizeof *a.numbers) == 0);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_query");
  TCase *tcase = tcase_create("mesh_query");
  tcase_set_timeout(tcase, 600);
  tcase_add_test(tcase, signs_are_exact);
  tcase_add_test(tcase, signs_of_unlike_scales);
  tcase_add_test(tcase, signs_after_all_cancels);
  tcase_add_loop_test(tcase, rays_are_those_of_brute_force, 0, 12);
  tcase_add_test(tcase, rays_do_not_slip_through);
  tcase_add_test(tcase, rays_of_no_length);
  tcase_add_loop_test(tcase, nearest_is_that_of_brute_force, 0, 12);
  tcase_add_test(tcase, equals_give_the_lowest);
  tcase_add_loop_test(tcase, insides_are_those_of_the_winding_number, 0, 3);
  tcase_add_loop_test(tcase, both_forms_agree, 0, 9);
  suite_add_tcase(suite, tcase);
  return suite;
}
