/* test_hull_triangles.c: hulls and eight triangles at a time against all axes one by one, in double, and
 * against the clipping of all faces. */
#include "clip_polygon.h"
#include "dvec.h"
#include "hull_triangle.h"
#include "hulls.h"
#include "triangles_kernels.h"

typedef struct scene {
  uint64_t random;
  carom_hull *hull;
  carom__facets facets;
  carom_obb place;
  carom__triangle_set set;
} scene;

static carom_vec3 flat_corner(uint64_t *random, carom_vec3 a, carom_vec3 b) {
  return vec3_lerp(a, b, test_uniform(random, -0.5f, 1.5f));
}

/* Triangles of all sizes about the hull, some without area, some along its edges. */
static void add_triangle(scene *s, uint32_t i) {
  float size = test_log_uniform(&s->random, 0.1f, 10);
  carom_vec3 c[3], middle = test_vec3(&s->random, -1, 1);
  for (int k = 0; k < 3; k++) c[k] = vec3_mad(middle, test_vec3(&s->random, -1, 1), size);
  if (i % 7 == 0) c[2] = flat_corner(&s->random, c[0], c[1]);
  if (i % 5 == 0) {
    const carom__half_edge *edge = &s->hull->half_edges[test_below(&s->random, 2 * s->hull->edge_count)];
    carom_vec3 from = s->hull->vertices[edge->origin];
    carom_vec3 to = s->hull->vertices[s->hull->half_edges[edge->twin].origin];
    c[1] = vec3_mad(c[0], vec3_sub(to, from), size);
  }
  for (int k = 0; k < 9; k++) s->set.corners[k / 3][k % 3][i] = vec3_get(c[k / 3], k % 3);
}

static void make_scene(int i, scene *s) {
  memset(s, 0, sizeof *s);
  s->random = (uint64_t)i * 977 + 5;
  for (;;) {
    s->hull = test_ball_hull(&s->random, 4 + test_below(&s->random, 40), 1);
    if (carom__facets_of(s->hull, &s->facets)) break;
    carom_hull_release(s->hull);
  }
  s->place = (carom_obb){{0, 0, 0}, mat3_identity(), {1, 1, 1}};
  s->set.count = 64;
  s->set.one_sided = i % 2;
  for (uint32_t k = 0; k < s->set.count; k++) add_triangle(s, k);
}

static carom__dvec3 corner_of(const scene *s, uint32_t i, int k) {
  return dvec3((double)s->set.corners[k][0][i], (double)s->set.corners[k][1][i],
               (double)s->set.corners[k][2][i]);
}

/* --- Axes --- */

/* How far the hull must move along a direction to leave the triangle. */
static double depth_along(const scene *s, uint32_t i, carom__dvec3 n) {
  double most = -HUGE_VAL, least = HUGE_VAL;
  for (int k = 0; k < 3; k++) most = fmax(most, dvec3_dot(n, corner_of(s, i, k)));
  for (uint32_t v = 0; v < s->hull->vertex_count; v++)
    least = fmin(least, dvec3_dot(n, dvec3_widen(s->hull->vertices[v])));
  return (most - least) / dvec3_length(n);
}

static carom__dvec3 normal_of(const scene *s, uint32_t i) {
  carom__dvec3 a = corner_of(s, i, 0);
  return dvec3_cross(dvec3_sub(corner_of(s, i, 1), a), dvec3_sub(corner_of(s, i, 2), a));
}

/* Along the side of the triangle that is touched, or the other one. */
static double depth_along_side(const scene *s, uint32_t i, bool front) {
  carom__dvec3 n = normal_of(s, i), way = dvec3_sub(dvec3_widen(s->hull->centroid), corner_of(s, i, 0));
  bool behind = dvec3_dot(n, way) < 0 && !s->set.one_sided;
  return depth_along(s, i, behind == front ? dvec3_scale(n, -1) : n);
}

/* The least along the products of two edges that are no more parallel than a sine. */
static double depth_along_edges(const scene *s, uint32_t i, double sine) {
  double depth = HUGE_VAL;
  for (uint32_t h = 0; h < 2 * s->hull->edge_count; h++)
    for (int k = 0; k < 3; k++) {
      const carom__half_edge *half = &s->hull->half_edges[h];
      carom__dvec3 from = dvec3_widen(s->hull->vertices[half->origin]);
      carom__dvec3 to = dvec3_widen(s->hull->vertices[s->hull->half_edges[half->twin].origin]);
      carom__dvec3 along = dvec3_sub(to, from),
                   edge = dvec3_sub(corner_of(s, i, (k + 1) % 3), corner_of(s, i, k));
      carom__dvec3 n = dvec3_cross(along, edge);
      if (dvec3_length(n) <= sine * dvec3_length(along) * dvec3_length(edge)) continue;
      depth = fmin(depth, depth_along(s, i, n)); /* that of the twin leads the other way */
    }
  return depth;
}

static double least_depth(const scene *s, uint32_t i, double sine) {
  double depth = fmin(depth_along_side(s, i, true), depth_along_edges(s, i, sine));
  for (uint32_t f = 0; f < s->hull->face_count; f++)
    depth = fmin(depth, depth_along(s, i, dvec3_scale(dvec3_widen(s->hull->planes[f].normal), -1)));
  return depth;
}

START_TEST(depths_are_the_least_of_all_axes) {
  static scene s;
  static carom__box_overlaps found;
  int parallel = 0, compared = 0;
  make_scene(_i, &s);
  carom__triangle_set_overlaps_hull(&s.set, &s.facets, &s.place, &found);
  for (uint32_t i = 0; i < s.set.count; i++) {
    carom__dvec3 n = normal_of(&s, i);
    double depth = (double)found.depth[i], reach = 0;
    for (int k = 0; k < 3; k++) reach = fmax(reach, dvec3_length(corner_of(&s, i, k)));
    if (dvec3_length(n) < 1e-6 * reach * reach) continue; /* without a normal */
    double most = least_depth(&s, i, 0x1p-9), least = least_depth(&s, i, 0x1p-11), near = 1e-4 * (1 + reach);
    double behind = depth_along_side(&s, i, false);
    if (most < -near || behind < -near) {
      ck_assert_double_lt(depth, near);
      continue;
    }
    if (found.depth[i] == 0) {
      parallel++; /* left to others */
      continue;
    }
    ck_assert_double_ge(depth, least - near);
    /* products of edges near that side may be less deep than any axis that is asked */
    if (behind > most) ck_assert_double_le(depth, most + near);
    compared += behind > most;
  }
  ck_assert_int_le(parallel, 4);
  ck_assert(compared > 0 || s.set.one_sided);
  carom_hull_release(s.hull);
}
END_TEST

START_TEST(both_forms_give_the_same_bits) {
  static scene s;
  static carom__box_overlaps of_best, of_portable;
  const carom__triangles_kernels *best = carom__triangles_kernels_best();
  make_scene(_i, &s);
  best->overlaps_hull(&s.set, &s.facets, &s.place, &of_best);
  carom__triangles_kernels_portable.overlaps_hull(&s.set, &s.facets, &s.place, &of_portable);
  ck_assert_mem_eq(of_best.depth, of_portable.depth, s.set.count * sizeof *of_best.depth);
  ck_assert_mem_eq(of_best.axis, of_portable.axis, s.set.count * sizeof *of_best.axis);
  carom_hull_release(s.hull);
}
END_TEST

/* --- Points --- */

static carom__box_triangle view_of(const scene *s, uint32_t i) {
  carom__box_triangle it = {.half = s->place.half};
  carom__dvec3 n = normal_of(s, i);
  for (int k = 0; k < 3; k++) it.corners[k] = dvec3_narrow(corner_of(s, i, k));
  bool behind = dvec3_dot(n, dvec3_sub(dvec3_widen(s->hull->centroid), corner_of(s, i, 0))) < 0;
  it.front = vec3_normalize_or(dvec3_narrow(behind ? dvec3_scale(n, -1) : n), vec3(0, 1, 0));
  return it;
}

/* The lowest corner of what a prism leaves of all faces. */
static float lowest_corner(const scene *s, const carom__box_triangle *it) {
  clip_plane prism[3];
  float lowest = HUGE_VALF;
  carom__triangle_prism(it->corners, it->front, prism);
  for (uint32_t f = 0; f < s->hull->face_count; f++) {
    clip_polygon rooms[2];
    rooms[0].count = 0;
    for (uint32_t i = s->hull->face_starts[f]; i < s->hull->face_starts[f + 1]; i++)
      clip_polygon_add(&rooms[0], s->hull->vertices[s->hull->loops[i]], i);
    const clip_polygon *left = carom__clip_polygon_cut(rooms, prism, 3);
    for (uint32_t i = 0; i < left->count; i++)
      lowest = fminf(lowest, vec3_dot(it->front, vec3_sub(left->corners[i], it->corners[0])));
  }
  return lowest;
}

static void check_lowest(const scene *s, const carom__box_triangle *it, const carom__hull_low *low) {
  float lowest = lowest_corner(s, it);
  if (!low->found) {
    ck_assert(lowest == HUGE_VALF);
    return;
  }
  if (lowest == HUGE_VALF) return;
  ck_assert(fabsf(low->lowest.separation - lowest) <= 1e-4f);
  ck_assert(fabsf(vec3_dot(it->front, vec3_sub(low->lowest.position, it->corners[0])) - lowest) <= 1e-4f);
}

/* The vertex and the face that look down most. */
static void check_downmost(const scene *s, const carom__box_triangle *it, const carom__hull_low *low) {
  carom_vec3 down = vec3_neg(it->front);
  carom_vec3 vertex = s->hull->vertices[carom__hull_support_find(&s->hull->support, down)];
  ck_assert(fabsf(vec3_dot(it->front, vec3_sub(vertex, it->corners[0])) - low->depth) <= 1e-4f);
  carom_vec3 face = s->hull->planes[carom__hull_face(s->hull, down)].normal;
  ck_assert(fabsf(vec3_dot(down, vec3_sub(face, s->hull->planes[low->face].normal))) <= 1e-6f);
}

/* Points are between the surfaces, the lowest of all is there, and none is above the plane. */
static void check_points(const scene *s, const carom__box_triangle *it, const carom__box_points *points) {
  float lowest = lowest_corner(s, it), least = 0;
  for (uint32_t i = 0; i < points->count; i++) {
    const carom__point *p = &points->points[i];
    float height = vec3_dot(it->front, vec3_sub(p->position, it->corners[0]));
    ck_assert(p->separation <= 0);
    ck_assert(fabsf(height - 0.5f * p->separation) <= 1e-4f);
    least = fminf(least, p->separation);
  }
  if (lowest < 1e30f) ck_assert(fabsf(least - fminf(lowest, 0)) <= 1e-4f);
}

START_TEST(the_lowest_points_are_those_of_all_faces) {
  static scene s;
  make_scene(_i, &s);
  for (uint32_t first = 0; first + 8 <= s.set.count; first += 8) {
    carom__box_triangle its[8];
    carom__hull_low best[8], portable[8];
    carom__box_points points[8];
    memset(best, 0, sizeof best);
    memset(portable, 0, sizeof portable);
    for (uint32_t i = 0; i < 8; i++) its[i] = view_of(&s, first + i);
    carom__triangles_kernels_best()->lowest(&s.facets, its, best);
    carom__triangles_kernels_portable.lowest(&s.facets, its, portable);
    ck_assert_mem_eq(best, portable, sizeof best);
    carom__hull_over_triangles(&s.facets, its, 8, points);
    for (uint32_t i = 0; i < 8; i++) {
      if (dvec3_length(normal_of(&s, first + i)) < 1e-3) continue;
      check_lowest(&s, &its[i], &best[i]);
      check_downmost(&s, &its[i], &best[i]);
      check_points(&s, &its[i], &points[i]);
    }
  }
  carom_hull_release(s.hull);
}
END_TEST

/* Of two edges that cross, the point is on both but for half the depth. */
START_TEST(points_along_axes_are_between_the_surfaces) {
  static scene s;
  static carom__box_overlaps found;
  make_scene(_i, &s);
  carom__triangle_set_overlaps_hull(&s.set, &s.facets, &s.place, &found);
  for (uint32_t i = 0; i < s.set.count; i++) {
    carom__box_triangle it = view_of(&s, i);
    carom__box_points points;
    int axis = (int)found.axis[i];
    if (found.depth[i] < 0.01f || axis == CAROM__AXIS_OF_TRIANGLE) continue;
    bool edges = axis >= CAROM__AXIS_OF_FACET_EDGES;
    if (edges)
      carom__hull_edge_crossing(&s.facets, &it, axis, found.depth[i], &points);
    else
      carom__triangle_in_hull_face(&s.facets, &it, axis, &points);
    double depth = depth_along(&s, i, dvec3_widen(points.normal)), length = 0;
    for (int k = 0; k < 3; k++) length = fmax(length, dvec3_length(corner_of(&s, i, k)));
    ck_assert_double_eq_tol(depth, (double)found.depth[i], 2e-4 * (1 + length));
    ck_assert(!edges || points.count == 1);
    for (uint32_t k = 0; k < points.count; k++) {
      const carom__point *p = &points.points[k];
      float most = -HUGE_VALF;
      carom_vec3 on_hull = vec3_mad(p->position, points.normal, 0.5f * p->separation);
      for (uint32_t v = 0; v < s.hull->vertex_count; v++)
        most = fmaxf(most, vec3_dot(vec3_neg(points.normal), vec3_sub(s.hull->vertices[v], on_hull)));
      ck_assert(fabsf(most) <= 4e-4f * (1 + (float)length));
    }
  }
  carom_hull_release(s.hull);
}
END_TEST

/* --- Hulls that take the general way --- */

START_TEST(sharp_and_large_hulls_are_refused) {
  static carom__facets facets;
  const carom_vec3 blade[] = {{-1, 0, 0}, {1, 0, 0}, {0, 0.01f, 1}, {0, -0.01f, 1}};
  carom_vec3 prism[24];
  carom_hull *hull;
  for (int i = 0; i < 24; i++) {
    float angle = (float)(i / 2) * 6.2831853f / 12;
    prism[i] = vec3(cosf(angle), i % 2 ? 1.0f : -1.0f, sinf(angle));
  }
  ck_assert_int_eq(carom_hull_from_points(NULL, &blade->x, 4, 0, &hull), CAROM_OK);
  ck_assert(!carom__facets_of(hull, &facets));
  carom_hull_release(hull);
  ck_assert_int_eq(carom_hull_from_points(NULL, &prism->x, 24, 0, &hull), CAROM_OK);
  ck_assert(!carom__facets_of(hull, &facets));
  carom_hull_release(hull);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull_triangles");
  TCase *tests = tcase_create("hulls and triangles");
  int scenes = test_scaled(200);
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, depths_are_the_least_of_all_axes, 0, scenes);
  tcase_add_loop_test(tests, both_forms_give_the_same_bits, 0, scenes);
  tcase_add_loop_test(tests, the_lowest_points_are_those_of_all_faces, 0, scenes);
  tcase_add_loop_test(tests, points_along_axes_are_between_the_surfaces, 0, scenes);
  tcase_add_test(tests, sharp_and_large_hulls_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}
