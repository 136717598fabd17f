/* test_polytope.c: the growing polytope stays a closed convex surface. */
#include "polytope.h"
#include "testing.h"

static carom__vertex vertex_at(carom__dvec3 p) { return (carom__vertex){.w = p, .a = p}; }

/* The faces that a walk from face 0 over the twins meets; the rest of the slots may be vacant. */
static int reachable(const carom__polytope *p, int faces[CAROM__POLYTOPE_FACES]) {
  static bool met[CAROM__POLYTOPE_FACES];
  int count = 0, start = 0;
  while (p->faces[start].square == 0) start++;
  for (int i = 0; i < CAROM__POLYTOPE_FACES; i++) met[i] = false;
  met[start] = true;
  faces[count++] = start;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      int next = p->twins[4 * faces[i] + k] >> 2;
      if (!met[next]) faces[count++] = next;
      met[next] = true;
    }
  return count;
}

static bool good_twins(const carom__polytope *p, int face) {
  for (int k = 0; k < 3; k++) {
    int own = 4 * face + k, twin = p->twins[own];
    if (p->twins[twin] != own) return false;
    if (p->origins[twin] != p->origins[own + 1] || p->origins[twin + 1] != p->origins[own]) return false;
  }
  return p->origins[4 * face + 3] == p->origins[4 * face];
}

static bool is_behind(const carom__polytope *p, int face, carom__dvec3 w, double slack) {
  carom__polytope_plane plane = polytope_plane(p, face);
  return dvec3_dot(plane.normal, w) <= plane.distance + slack;
}

static bool all_behind(const carom__polytope *p, int face) {
  bool behind = true;
  if (p->faces[face].square == 0) return true;
  for (int v = 0; v < p->vertex_count; v++) behind = behind && is_behind(p, face, p->vertices[v].w, 1e-12);
  return behind;
}

/* Closed, convex, and every vertex that is still there once around. Returns how many faces. */
static int check(const carom__polytope *p) {
  int faces[CAROM__POLYTOPE_FACES], count = reachable(p, faces), used = 0;
  bool met[CAROM__EPA_VERTICES] = {false};
  for (int i = 0; i < count; i++) {
    ck_assert(good_twins(p, faces[i]) && all_behind(p, faces[i]));
    for (int k = 0; k < 3; k++) met[p->origins[4 * faces[i] + k]] = true;
  }
  for (int v = 0; v < p->vertex_count; v++) used += met[v];
  ck_assert_int_eq(count, 2 * used - 4);
  return count;
}

static void start(carom__polytope *p, bool mirrored) {
  const double z = mirrored ? -1 : 1;
  carom__vertex corners[4] = {vertex_at(dvec3(0.5, 0, -0.25 * z)), vertex_at(dvec3(-0.25, 0.4, -0.25 * z)),
                              vertex_at(dvec3(-0.25, -0.4, -0.25 * z)), vertex_at(dvec3(0, 0, 0.5 * z))};
  for (int i = 0; i < 4; i++) p->vertices[i] = corners[i];
  carom__polytope_start(p, 4);
  ck_assert_int_eq(check(p), 4);
}

/* A face that the point is outside of; -1 when it is inside. */
static int face_below(const carom__polytope *p, carom__dvec3 w) {
  int faces[CAROM__POLYTOPE_FACES], count = reachable(p, faces);
  for (int i = 0; i < count; i++)
    if (p->faces[faces[i]].square > 0 && !is_behind(p, faces[i], w, 1e-9)) return faces[i];
  return -1;
}

static carom__dvec3 random_point(uint64_t *random, int kind) {
  carom__dvec3 p = dvec3_widen(test_vec3(random, -1, 1));
  if (kind == 0) return p;
  if (kind == 1) return dvec3_normalize_or(p, dvec3(1, 0, 0));
  return dvec3(floor(3 * p.x), floor(3 * p.y), floor(3 * p.z)); /* many in one plane and in one line */
}

START_TEST(stays_convex_and_closed) {
  static carom__polytope p;
  uint64_t random = (uint64_t)_i;
  start(&p, _i % 2);
  for (int i = 0; i < 400 && !carom__polytope_full(&p); i++) {
    carom__vertex next = vertex_at(random_point(&random, _i / 2 % 3));
    int face = face_below(&p, next.w);
    if (face < 0) continue;
    *polytope_next(&p) = next;
    ck_assert(carom__polytope_grow(&p, face));
    *polytope_next(&p) = next;
    ck_assert(!carom__polytope_grow(&p, face));
    if (i % 8 == 0) check(&p);
  }
  check(&p);
}
END_TEST

START_TEST(finds_the_nearest_face) {
  static carom__polytope p;
  uint64_t random = 3;
  start(&p, false);
  for (int i = 0; i < 60; i++) {
    carom__vertex next = vertex_at(random_point(&random, 1));
    int face = face_below(&p, next.w), faces[CAROM__POLYTOPE_FACES];
    *polytope_next(&p) = next;
    if (face >= 0) ck_assert(carom__polytope_grow(&p, face));
    int nearest = carom__polytope_nearest(&p), count = reachable(&p, faces);
    for (int k = 0; k < count; k++)
      ck_assert(polytope_plane(&p, nearest).distance <= polytope_plane(&p, faces[k]).distance + 1e-12);
  }
  for (int i = 0; i < CAROM__POLYTOPE_FACES && carom__polytope_nearest(&p) >= 0; i++)
    carom__polytope_close(&p, carom__polytope_nearest(&p));
  ck_assert_int_eq(carom__polytope_nearest(&p), -1);
}
END_TEST

/* The foot of the origin on the nearest face lies inside of it, because the origin is inside. */
START_TEST(tells_what_carries_the_nearest_point) {
  static carom__polytope p;
  carom__simplex simplex;
  start(&p, true);
  carom__polytope_plane plane = polytope_plane(&p, carom__polytope_nearest(&p));
  carom__dvec3 target = dvec3_scale(plane.normal, plane.distance);
  ck_assert(carom__polytope_witness(&p, plane.distance + 1e-9, target, &simplex));
  ck_assert(dvec3_length(dvec3_sub(carom__simplex_point(&simplex), target)) < 1e-12);
  ck_assert(!carom__polytope_witness(&p, 0.5 * plane.distance, target, &simplex));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("polytope");
  TCase *tcase = tcase_create("polytope");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, stays_convex_and_closed, 0, 12);
  tcase_add_test(tcase, finds_the_nearest_face);
  tcase_add_test(tcase, tells_what_carries_the_nearest_point);
  suite_add_tcase(suite, tcase);
  return suite;
}
