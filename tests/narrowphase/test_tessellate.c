/* test_tessellate.c: the triangles and lines of shapes of every kind: closed, on the surface, with the right
 * normals, and as large as the shape when they are many. */
#include <stdlib.h>

#include "compounds.h"
#include "flats.h"
#include "kinds.h"
#include "meshes.h"

static void *room(size_t count, size_t size) {
  void *block = calloc(count + 1, size);
  ck_assert_ptr_nonnull(block);
  return block;
}

/* What a call writes, in arrays of exactly its size. */
static carom_surface_buffer tessellate(const carom_shape *shape, carom_tessellation form, uint32_t detail) {
  carom_surface_buffer out = {.vertex_capacity = 0};
  carom_status status = carom_shape_tessellate(shape, form, detail, &out);
  ck_assert_msg(status == CAROM_OK, "%s: %s", carom_shape_kind_name(shape->kind), carom_status_name(status));
  const carom_surface_buffer counted = out;
  out.positions = room(counted.vertex_count, sizeof *out.positions);
  out.normals = room(counted.vertex_count, sizeof *out.normals);
  out.indices = room(counted.index_count, sizeof *out.indices);
  out.vertex_capacity = counted.vertex_count, out.index_capacity = counted.index_count;
  ck_assert_int_eq(carom_shape_tessellate(shape, form, detail, &out), CAROM_OK);
  ck_assert(out.vertex_count == counted.vertex_count && out.index_count == counted.index_count);
  for (size_t i = 0; i < out.index_count; i++) ck_assert_uint_lt(out.indices[i], out.vertex_count);
  return out;
}

static void drop(carom_surface_buffer *s) { free(s->positions), free(s->normals), free(s->indices); }

static carom_vec3 corner(const carom_surface_buffer *s, size_t i) { return s->positions[s->indices[i]]; }

static carom__dvec3 wide(const carom_surface_buffer *s, size_t i) { return dvec3_widen(corner(s, i)); }

/* Twice the area of a triangle, along its normal. */
static carom__dvec3 across(const carom_surface_buffer *s, size_t i) {
  return dvec3_cross(dvec3_sub(wide(s, i + 1), wide(s, i)), dvec3_sub(wide(s, i + 2), wide(s, i)));
}

static double volume_of(const carom_surface_buffer *s) {
  double volume = 0;
  for (size_t i = 0; i < s->index_count; i += 3) volume += dvec3_dot(wide(s, i), across(s, i)) / 6;
  return volume;
}

/* --- Edges --- */

typedef struct edge {
  carom_vec3 from, to;
} edge;

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, sizeof(edge)); }

/* The edges of all triangles, or all lines, in order. */
static edge *edges_of(const carom_surface_buffer *s, size_t corners, size_t *count) {
  edge *edges = room(s->index_count, sizeof *edges);
  *count = 0;
  for (size_t i = 0; i < s->index_count; i += corners)
    for (size_t k = 0; k < (corners > 2 ? corners : 1); k++)
      edges[(*count)++] = (edge){corner(s, i + k), corner(s, i + (k + 1) % corners)};
  qsort(edges, *count, sizeof *edges, compare_edges);
  return edges;
}

/* How many edges have not exactly one that leads the other way, or come twice. */
static size_t open_edges(const carom_surface_buffer *s) {
  size_t count, open = 0;
  edge *edges = edges_of(s, 3, &count);
  for (size_t i = 0; i < count; i++) {
    const edge back = {edges[i].to, edges[i].from};
    open += !bsearch(&back, edges, count, sizeof back, compare_edges);
    open += i > 0 && compare_edges(&edges[i - 1], &edges[i]) == 0;
  }
  free(edges);
  return open;
}

static int compare_points(const void *a, const void *b) { return memcmp(a, b, sizeof(carom_vec3)); }

/* Vertices less edges, plus faces: 2 of a ball and all that can be bent to one. */
static long euler(const carom_surface_buffer *s) {
  carom_vec3 *points = room(s->index_count, sizeof *points);
  for (size_t i = 0; i < s->index_count; i++) points[i] = corner(s, i);
  qsort(points, s->index_count, sizeof *points, compare_points);
  long vertices = 0;
  for (size_t i = 0; i < s->index_count; i++)
    vertices += i == 0 || compare_points(&points[i - 1], &points[i]) != 0;
  free(points);
  return vertices - (long)(s->index_count / 2) + (long)(s->index_count / 3);
}

/* Unit, and on the side of the triangle that is outside. */
static void check_normals(const carom_surface_buffer *s, double least) {
  for (size_t i = 0; i < s->index_count; i++) {
    carom__dvec3 n = dvec3_widen(s->normals[s->indices[i]]), turn = across(s, i - i % 3);
    ck_assert_msg(fabs(dvec3_length(n) - 1) < 1e-6, "a normal of length %g", dvec3_length(n));
    if (dvec3_length(turn) > 0)
      ck_assert_msg(dvec3_dot(n, turn) > least * dvec3_length(turn), "a normal leans by %g",
                    dvec3_dot(n, turn) / dvec3_length(turn));
  }
}

/* --- Solids --- */

START_TEST(solids_are_closed_and_lie_on_the_surface) {
  carom_shape_kind kind = spatial_kind((uint32_t)_i);
  uint64_t state = 21;
  for (int n = 0; n < test_scaled(60); n++) {
    carom_shape shape = kind_random(&state, kind, 1);
    uint32_t detail = (uint32_t[]){0, 4, 8, 20, 32}[test_below(&state, 5)];
    carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, detail);
    long double size = kind_reach(&shape), worst = 0;
    for (size_t i = 0; i < s.vertex_count; i++)
      worst = fmaxl(worst, fabsl(kind_distance(&shape, exact_from(s.positions[i]))));
    ck_assert_msg(worst < 1e-5L * size, "case %d: %Lg off", n, worst);
    ck_assert_msg(open_edges(&s) == 0, "case %d: %zu open edges", n, open_edges(&s));
    ck_assert_msg(euler(&s) == 2 || (kind == CAROM_TRIANGLE && s.index_count == 6), "case %d: %ld", n,
                  euler(&s));
    drop(&s);
    kind_release(&shape);
  }
}
END_TEST

/* A vertex that is moved along its normal is as far from the shape as it was moved. */
START_TEST(normals_lead_out_of_the_surface) {
  carom_shape_kind kind = spatial_kind((uint32_t)_i);
  uint64_t state = 22;
  for (int n = 0; n < test_scaled(40); n++) {
    carom_shape shape = kind_random(&state, kind, 1);
    carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 32);
    long double way = 0.1L * kind_reach(&shape);
    for (size_t i = 0; i < s.vertex_count; i++) {
      exact_vec p = exact_mad(exact_from(s.positions[i]), exact_from(s.normals[i]), way);
      long double distance = kind_distance(&shape, p);
      bool tip = kind == CAROM_CONE && s.positions[i].x == 0 && s.positions[i].z == 0;
      ck_assert_msg(fabsl(distance - way) < 1e-4L * way || tip, "case %d: %Lg for %Lg", n, distance, way);
    }
    drop(&s);
    kind_release(&shape);
  }
}
END_TEST

static double mass_of(const carom_shape *shape) {
  carom_mass mass;
  ck_assert_int_eq(carom_shape_get_mass(shape, 1, &mass), CAROM_OK);
  return (double)mass.mass;
}

/* With twice the detail a quarter of the volume is missing, or none. */
START_TEST(volumes_approach_the_mass) {
  uint64_t state = 23;
  carom_hull *hull = random_asset(&state, 1);
  const carom_shape shapes[] = {
      carom_shape_sphere(2),
      carom_shape_capsule(vec3(0, 0, 1), vec3(2, -1, 3), 0.5f),
      carom_shape_capsule(vec3(2, 0, 0), vec3(-1, 0, 0), 0.5f),
      carom_shape_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f),
      carom_shape_capsule(vec3(0, 0, 1), vec3(0, 0, -1), 0.5f),
      carom_shape_box(1, 2, 3),
      carom_shape_rounded_box(1, 2, 3, 0.5f),
      carom_shape_hull(hull),
      carom_shape_rounded_hull(hull, 0.5f),
      carom_shape_cylinder(2, 0.5f),
      carom_shape_cone(2, 0.5f),
      carom_shape_frustum(2, 0.5f, 1),
      carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(0, 0, 2), 0.5f, 1),
      carom_shape_tapered_capsule(vec3(0, 0, 0), vec3(0, 0, 0.5f), 0.5f, 1),
      carom_shape_ellipsoid(1, 2, 3),
      carom_shape_rounded_triangle(vec3(0, 0, 0), vec3(2, 0, 0), vec3(0.4f, 0.2f, 0), 0.5f)};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    double volume = mass_of(&shapes[i]), missing[2];
    for (uint32_t k = 0; k < 2; k++) {
      carom_surface_buffer s = tessellate(&shapes[i], CAROM_TESSELLATION_TRIANGLES, k ? 64 : 32);
      missing[k] = 1 - volume_of(&s) / volume;
      check_normals(&s, 0.9);
      drop(&s);
    }
    bool sharp = fabs(missing[0]) < 1e-6 && fabs(missing[1]) < 1e-6;
    bool closer = missing[0] < 0.03 && missing[1] > 0 && missing[1] < 0.3 * missing[0];
    ck_assert_msg(sharp || closer, "shape %zu: %g and %g missing", i, missing[0], missing[1]);
  }
  carom_hull_release(hull);
}
END_TEST

/* The cosine of the widest angle between two normals of one triangle. */
static float least_cosine(const carom_surface_buffer *s) {
  float least = 1;
  for (size_t i = 0; i < s->index_count; i++) {
    const carom_vec3 *n = s->normals, from = n[s->indices[i]], to = n[s->indices[i - i % 3 + (i + 1) % 3]];
    least = fminf(least, vec3_dot(from, to));
  }
  return least;
}

/* Of a thin hull the normals of two sides are nearly opposite, and at a sharp corner the rim leads around
 * half a ball: its triangles are as small as elsewhere. */
START_TEST(rims_of_thin_hulls_are_round) {
  uint64_t state = 24;
  for (int n = 0; n < test_scaled(30); n++) {
    const float thin = test_log_uniform(&state, 5e-4f, 5e-2f), radius = test_log_uniform(&state, 0.1f, 4);
    const carom_mat3 turn = quat_to_mat3(test_quat(&state));
    carom_vec3 points[8];
    carom_hull *hull = NULL;
    for (int i = 0; i < 8; i++)
      points[i] = mat3_mul_vec3(&turn, vec3_mul(test_vec3(&state, -1, 1), vec3(1, 0.3f, thin)));
    ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, 8, 0, &hull), CAROM_OK);
    carom_shape shape = carom_shape_rounded_hull(hull, radius);
    carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 64);
    double missing = 1 - volume_of(&s) / mass_of(&shape);
    ck_assert_msg(missing > 0 && missing < 0.005, "case %d: %g missing", n, missing);
    ck_assert(open_edges(&s) == 0 && euler(&s) == 2);
    ck_assert_msg(least_cosine(&s) > 0.97f, "case %d: %g", n, (double)least_cosine(&s));
    drop(&s);
    carom_hull_release(hull);
  }
}
END_TEST

/* A box has four vertices a side, and a ball hardly more than one for each two triangles. */
START_TEST(vertices_are_shared) {
  const carom_shape box = carom_shape_box(1, 2, 3), ball = carom_shape_sphere(1);
  carom_surface_buffer s = tessellate(&box, CAROM_TESSELLATION_TRIANGLES, 0);
  ck_assert(s.vertex_count == 24 && s.index_count == 36);
  for (size_t i = 0; i < 24; i++) ck_assert(vec3_norm1(s.normals[i]) == 1);
  drop(&s);
  s = tessellate(&box, CAROM_TESSELLATION_LINES, 0);
  ck_assert_uint_eq(s.index_count, 24);
  for (size_t i = 0; i < s.vertex_count; i++) ck_assert(vec3_norm1(s.normals[i]) == 0);
  drop(&s);
  s = tessellate(&ball, CAROM_TESSELLATION_TRIANGLES, 0);
  ck_assert(s.index_count == 3 * 8 * 16 && s.vertex_count == 84);
  drop(&s);
}
END_TEST

/* --- Planar shapes --- */

static carom_shape random_polygon(uint64_t *random, float radius) {
  random_flat f;
  carom_polygon *asset = NULL;
  make_random_flat(random, 3 + test_below(random, 30), 1, test_uniform(random, 0.1f, 1), &f);
  ck_assert_int_eq(carom_polygon_from_points(NULL, &f.points->x, f.flat.count, 0, &asset), CAROM_OK);
  return carom_shape_rounded_polygon(asset, radius);
}

static carom_shape random_link(uint64_t *random, float radius) {
  carom_vec2 points[3];
  carom_chain *asset = NULL;
  for (int i = 0; i < 3; i++) points[i] = (carom_vec2){(float)i, test_uniform(random, -1, 1)};
  const carom_chain_def def = {.points = &points->x, .count = 3};
  ck_assert_int_eq(carom_chain_create(NULL, &def, &asset), CAROM_OK);
  return carom_shape_chain_link(asset, test_below(random, 2), radius);
}

static carom_shape random_planar(uint64_t *random, carom_shape_kind kind) {
  float radius = test_below(random, 2) ? test_log_uniform(random, 1e-3f, 1) : 0;
  if (kind == CAROM_POLYGON) return random_polygon(random, radius);
  if (kind == CAROM_CHAIN_LINK) return random_link(random, radius);
  return kind_filled(random, kind, 1);
}

static bool has_inside(const carom_shape *shape) {
  carom_mass mass;
  return carom_shape_get_mass(shape, 1, &mass) == CAROM_OK;
}

/* Each line ends where the next one begins, but for one that is alone. */
static void check_ring(const carom_surface_buffer *s) {
  for (size_t i = 0; i < s->index_count; i += 2)
    ck_assert(is_same_point(corner(s, i + 1), corner(s, (i + 2) % s->index_count)));
}

START_TEST(planar_outlines_are_closed) {
  carom_shape_kind kind = planar_kind((uint32_t)_i);
  uint64_t state = 24;
  for (int n = 0; n < test_scaled(60); n++) {
    carom_shape shape = random_planar(&state, kind);
    carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_LINES, n % 2 ? 0 : 64);
    carom_surface_buffer fill = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, n % 2 ? 0 : 64);
    ck_assert((s.index_count > 2) == has_inside(&shape) && (fill.index_count > 0) == has_inside(&shape));
    if (s.index_count > 2) check_ring(&s);
    double around = 0, area = 0;
    for (size_t i = 0; i < s.index_count; i += 2) {
      carom__dvec3 a = wide(&s, i), b = wide(&s, i + 1), way = dvec3_sub(b, a);
      around += (a.x * b.y - a.y * b.x) / 2;
      for (size_t k = 0; k < 2; k++) {
        carom__dvec3 normal = dvec3_widen(s.normals[s.indices[i + k]]), right = dvec3(way.y, -way.x, 0);
        ck_assert(normal.z == 0 && a.z == 0 && fabs(dvec3_length(normal) - 1) < 1e-6);
        double least = kind == CAROM_ELLIPSE ? 0 : 0.95;
        ck_assert(dvec3_dot(normal, right) > least * dvec3_length(way));
      }
    }
    for (size_t i = 0; i < fill.index_count; i += 3) area += across(&fill, i).z / 2;
    for (size_t i = 0; i < fill.vertex_count; i++) ck_assert(fill.normals[i].z == 1);
    if (has_inside(&shape)) {
      double whole = mass_of(&shape);
      ck_assert_msg(fabs(around - area) < 1e-5 * whole, "case %d: %g for %g", n, around, area);
      ck_assert_msg(area > 0.98 * whole && area < 1.00001 * whole, "case %d: %g of %g", n, area, whole);
    }
    drop(&s), drop(&fill);
    kind_release(&shape);
  }
}
END_TEST

/* --- What is made of others, and what has no end --- */

/* The triangles of a mesh are those of its definition, in any order, each once. */
static void check_triangles(const carom_surface_buffer *s, const soup *from, carom_vec3 scale) {
  bool mirrored = scale.x * scale.y * scale.z < 0;
  ck_assert_uint_eq(s->index_count, 3 * (size_t)from->triangle_count);
  for (uint32_t n = 0; n < from->triangle_count; n++) {
    size_t found = 0;
    for (size_t i = 0; i < s->index_count; i += 3) {
      for (size_t turn = 0; turn < 3; turn++) {
        bool same = true;
        for (size_t k = 0; k < 3; k++) {
          carom_vec3 given = vec3_mul(soup_corner(from, n, mirrored ? 2 - (int)k : (int)k), scale);
          same = same && is_same_point(given, corner(s, i + (k + turn) % 3));
        }
        found += same;
      }
    }
    ck_assert_msg(found == 1, "triangle %u is there %zu times", n, found);
  }
}

START_TEST(meshes_have_their_triangles) {
  uint64_t state = 25;
  const carom_vec3 scales[] = {{1, 1, 1}, {2, 0.5f, 3}, {-1, 1, 2}};
  soup ball = soup_ball(5, 7, 2), loose = soup_random(&state, 200, 3);
  for (int i = 0; i < 6; i++) {
    const soup *from = i % 2 ? &ball : &loose;
    carom_mesh *mesh = soup_mesh(from, CAROM_MESH_ONE_SIDED, NULL);
    const carom_shape shape = carom_shape_scaled_mesh(mesh, scales[i / 2], 0);
    carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 0);
    check_triangles(&s, from, scales[i / 2]);
    check_normals(&s, 0.9999);
    if (i % 2) ck_assert(open_edges(&s) == 0 && euler(&s) == 2 && volume_of(&s) > 0);
    drop(&s);
    carom_mesh_release(mesh);
  }
  soup_free(&ball), soup_free(&loose);
}
END_TEST

START_TEST(fields_have_two_triangles_a_cell) {
  const float heights[] = {0, 1, 0, 2, 3, 1, 0, 0, 1};
  const carom_field_def def = {
      .cells = {.columns = 2, .rows = 2, .heights = heights, .height_stride = 4, .height_row = 12}};
  carom_field *field = NULL;
  ck_assert_int_eq(carom_field_create(NULL, &def, &field), CAROM_OK);
  const carom_shape shape = carom_shape_field(field);
  carom_surface_buffer s = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 0);
  ck_assert_uint_eq(s.index_count, 3 * 2 * 4);
  check_normals(&s, 0.9999);
  for (size_t i = 0; i < s.vertex_count; i++) {
    carom_vec3 p = s.positions[i];
    ck_assert(p.y == heights[(int)p.x + 3 * (int)p.z] && s.normals[i].y > 0);
  }
  drop(&s);
  carom_field_release(field);
}
END_TEST

/* A compound is its children one after the other, each where it is. */
START_TEST(compounds_are_all_their_children) {
  uint64_t state = 26;
  for (int n = 0; n < test_scaled(40); n++) {
    family f;
    make_family(&state, 1 + test_below(&state, 12), n % 2, true, &f);
    carom_surface_buffer all = tessellate(&f.shape, CAROM_TESSELLATION_TRIANGLES, 0);
    size_t indices = 0;
    for (uint32_t i = 0; i < f.count; i++) {
      carom_surface_buffer s = tessellate(&f.children[i].shape, CAROM_TESSELLATION_TRIANGLES, 0);
      carom_pose pose = child_pose(&f, i, &(carom_pose){.rotation = {0, 0, 0, 1}});
      carom_frame frame = pose_to_frame(&pose);
      for (size_t k = 0; k < s.index_count; k++) {
        carom_vec3 normal = mat3_mul_vec3(&frame.axes, s.normals[s.indices[k]]);
        carom_pos placed = frame_apply(&frame, corner(&s, k));
        carom__dvec3 off = dvec3_sub(dvec3(placed.x, placed.y, placed.z), wide(&all, indices + k));
        ck_assert_msg(dvec3_length(off) < 1e-5, "case %d: %g off", n, dvec3_length(off));
        ck_assert(vec3_length(vec3_sub(normal, all.normals[all.indices[indices + k]])) < 1e-5f);
      }
      indices += s.index_count;
      drop(&s);
    }
    ck_assert_uint_eq(all.index_count, indices);
    drop(&all);
    end_family(&f);
  }
}
END_TEST

START_TEST(what_has_no_end_is_a_part_of_it) {
  const carom_shape space = carom_shape_half_space(2), plane = carom_shape_half_plane(-3);
  carom_surface_buffer s = tessellate(&space, CAROM_TESSELLATION_TRIANGLES, 0);
  ck_assert(s.vertex_count == 4 && s.index_count == 6);
  for (size_t i = 0; i < 4; i++)
    ck_assert(fabsf(s.positions[i].x) == 64 && s.positions[i].y == 2 && s.normals[i].y == 1);
  drop(&s);
  s = tessellate(&plane, CAROM_TESSELLATION_LINES, 0);
  ck_assert(s.index_count == 2 && corner(&s, 0).x == 64 && corner(&s, 1).x == -64);
  ck_assert(corner(&s, 0).y == -3 && s.normals[1].y == 1);
  drop(&s);
  s = tessellate(&plane, CAROM_TESSELLATION_TRIANGLES, 0);
  ck_assert(s.vertex_count == 0 && s.index_count == 0);
  drop(&s);
}
END_TEST

/* --- Arguments --- */

START_TEST(detail_is_a_multiple_of_four) {
  const carom_shape disc = carom_shape_disc(1), cylinder = carom_shape_cylinder(1, 1);
  const uint32_t details[][2] = {{0, 32}, {4, 4}, {5, 8}, {32, 32}, {1021, 1024}, {1024, 1024}};
  for (int i = 0; i < 6; i++) {
    carom_surface_buffer s = tessellate(&disc, CAROM_TESSELLATION_LINES, details[i][0]);
    ck_assert(s.index_count == 2 * details[i][1] && s.vertex_count <= details[i][1] + 1);
    drop(&s);
    s = tessellate(&cylinder, CAROM_TESSELLATION_TRIANGLES, details[i][0]);
    ck_assert_uint_eq(s.index_count, 3 * 4 * (size_t)(i ? details[i][1] : 16));
    drop(&s);
  }
}
END_TEST

/* Each array is as large as it must be but for one element, and stays as it was. */
START_TEST(arrays_that_are_too_small_stay_as_they_are) {
  const carom_shape shape = carom_shape_capsule(vec3(0, 0, 0), vec3(1, 0, 0), 1);
  carom_surface_buffer whole = tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 8), s = whole;
  size_t vertices = whole.vertex_count, indices = whole.index_count;
  for (int i = 0; i < 2; i++) {
    memset(s.positions, 0x55, vertices * sizeof *s.positions);
    memset(s.normals, 0x55, vertices * sizeof *s.normals);
    memset(s.indices, 0x55, indices * sizeof *s.indices);
    s.vertex_capacity = vertices - (i == 0), s.index_capacity = indices - (i == 1);
    s.vertex_count = s.index_count = 0;
    ck_assert_int_eq(carom_shape_tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 8, &s), CAROM_TOO_SMALL);
    ck_assert(s.vertex_count == vertices && s.index_count == indices);
    for (size_t k = 0; k < indices; k++) ck_assert_uint_eq(s.indices[k], 0x55555555);
    for (size_t k = 0; k < vertices * 12; k++)
      ck_assert(((uint8_t *)s.positions)[k] == 0x55 && ((uint8_t *)s.normals)[k] == 0x55);
  }
  s.vertex_capacity = vertices, s.index_capacity = indices, s.normals = NULL;
  ck_assert_int_eq(carom_shape_tessellate(&shape, CAROM_TESSELLATION_TRIANGLES, 8, &s), CAROM_OK);
  ck_assert(s.indices[indices - 1] < vertices);
  drop(&whole);
}
END_TEST

START_TEST(wrong_arguments_change_nothing) {
  const carom_shape shape = carom_shape_sphere(1), wrong = carom_shape_sphere(-1);
  const carom_surface_buffer empty = {.vertex_count = 7, .index_count = 7};
  carom_surface_buffer s = empty;
  const carom_tessellation form = CAROM_TESSELLATION_TRIANGLES;
  ck_assert_int_eq(carom_shape_tessellate(NULL, form, 0, &s), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_tessellate(&shape, form, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_tessellate(&wrong, form, 0, &s), CAROM_BAD_SIZE);
  ck_assert_int_eq(carom_shape_tessellate(&shape, (carom_tessellation)2, 0, &s), CAROM_UNKNOWN_KIND);
  ck_assert_int_eq(carom_shape_tessellate(&shape, form, 3, &s), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_shape_tessellate(&shape, form, 1025, &s), CAROM_OUT_OF_RANGE);
  s.vertex_capacity = 1;
  ck_assert_int_eq(carom_shape_tessellate(&shape, form, 0, &s), CAROM_NULL_ARGUMENT);
  s.vertex_capacity = 0, s.index_capacity = 1;
  ck_assert_int_eq(carom_shape_tessellate(&shape, form, 0, &s), CAROM_NULL_ARGUMENT);
  ck_assert(s.vertex_count == 7 && s.index_count == 7);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("tessellate");
  TCase *tests = tcase_create("tessellate");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, solids_are_closed_and_lie_on_the_surface, 0, SPATIAL_KINDS);
  tcase_add_loop_test(tests, normals_lead_out_of_the_surface, 0, SPATIAL_KINDS);
  tcase_add_test(tests, volumes_approach_the_mass);
  tcase_add_test(tests, rims_of_thin_hulls_are_round);
  tcase_add_test(tests, vertices_are_shared);
  tcase_add_loop_test(tests, planar_outlines_are_closed, 0, PLANAR_KINDS);
  tcase_add_test(tests, meshes_have_their_triangles);
  tcase_add_test(tests, fields_have_two_triangles_a_cell);
  tcase_add_test(tests, compounds_are_all_their_children);
  tcase_add_test(tests, what_has_no_end_is_a_part_of_it);
  tcase_add_test(tests, detail_is_a_multiple_of_four);
  tcase_add_test(tests, arrays_that_are_too_small_stay_as_they_are);
  tcase_add_test(tests, wrong_arguments_change_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}
