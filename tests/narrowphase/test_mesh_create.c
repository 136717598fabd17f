/* test_mesh_create.c: what meshes keep of their input, and what they report of it. */
#include "mesh.h"

#include "mesh_kernels.h"
#include "meshes.h"
#include "obb.h"
#include "test_memory.h"
#include "vec.h"

static bool same(carom_vec3 a, carom_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* --- Structure --- */

static bool is_in_child(const carom__mesh_block *block, unsigned child, carom_vec3 p) {
  bool in = true;
  for (int k = 0; k < 3; k++) {
    float step = mesh_block_step(block, k), at = vec3_get(p, k);
    in &= block->origin[k] + (float)block->low[k][child] * step <= at;
    in &= block->origin[k] + (float)block->high[k][child] * step >= at;
  }
  return in;
}

/* Each corner of a leaf is in the bounds of all its ancestors; returns the number of triangles. */
static uint32_t check_leaf(const carom_mesh *mesh, const carom__mesh_block **path, const unsigned *children,
                           int depth, uint32_t leaf, uint8_t *seen) {
  uint32_t count = 0;
  for (uint32_t lane = 0; lane < 8; lane++) {
    uint32_t slot = 8 * leaf + lane;
    if (mesh->numbers[slot] == UINT32_MAX) continue;
    carom_vec3 p[3];
    ck_assert_uint_eq(seen[mesh->numbers[slot]]++, 0);
    ck_assert_uint_eq(carom__mesh_slot_of(mesh, mesh->numbers[slot]), slot);
    carom__mesh_corners_of(mesh, slot, p);
    bool in = true;
    for (int d = 0; d < depth; d++)
      for (int k = 0; k < 3; k++) in &= is_in_child(path[d], children[d], p[k]);
    ck_assert(in);
    count++;
  }
  return count;
}

typedef struct check_state {
  const carom_mesh *mesh;
  const carom__mesh_block *path[64];
  unsigned children[64];
  uint8_t *seen;
  uint32_t blocks, leaves, triangles;
} check_state;

static void check_block(check_state *s, uint32_t number, int depth) {
  const carom__mesh_block *block = &s->mesh->blocks[number];
  unsigned inner = mesh_block_inner(block);
  ck_assert_int_lt(depth, 32);
  s->blocks++;
  s->path[depth] = block;
  for (unsigned c = 0; c < mesh_block_children(block); c++) {
    s->children[depth] = c;
    if (c < inner) {
      ck_assert_uint_gt(block->first_block + c, number);
      check_block(s, block->first_block + c, depth + 1);
    } else {
      s->leaves++;
      s->triangles +=
          check_leaf(s->mesh, s->path, s->children, depth + 1, block->first_leaf + c - inner, s->seen);
    }
  }
}

/* Every triangle is in one leaf or counted as left out, has its corners, and lies in all bounds above. */
static void check_structure(const carom_mesh *mesh, const soup *given) {
  check_state s = {.mesh = mesh, .seen = calloc(given->triangle_count, 1)};
  check_block(&s, 0, 0);
  ck_assert_uint_eq(s.blocks, mesh->block_count);
  ck_assert_uint_eq(s.leaves, mesh->leaf_count);
  ck_assert_uint_eq(s.triangles, mesh->kept_count);
  for (uint32_t i = 0; i < given->triangle_count; i++) {
    carom_mesh_triangle t;
    carom_status status = carom_mesh_get_triangle(mesh, i, &t);
    ck_assert_int_eq(status, s.seen[i] ? CAROM_OK : CAROM_FLAT);
    if (status) continue;
    bool right = t.material == given->materials[i] && fabsf(vec3_length(t.normal) - 1) < 1e-6f;
    for (int k = 0; k < 3; k++) right &= same(t.corners[k], soup_corner(given, i, k));
    ck_assert(right);
  }
  const carom_mesh_report *r = &mesh->report;
  ck_assert_uint_eq(mesh->kept_count + r->flat + r->doubled + r->left_out, given->triangle_count);
  free(s.seen);
}

START_TEST(keeps_every_triangle) {
  uint64_t random = 1;
  for (int i = 0; i < 12; i++) {
    soup s = i == 0   ? soup_ball(40, 50, 3)
             : i == 1 ? soup_field(&random, 60, 1)
             : i == 2 ? soup_strips(20, 30)
             : i == 3 ? soup_degenerate(&random, 3000, 8)
             : i == 4 ? soup_cube(9)
             : i == 5 ? soup_field(&random, 90, 0)
                      : soup_random(&random, 1u << (2 * (i - 6)), test_log_uniform(&random, 1e-3f, 1e5f));
    for (int fast = 0; fast < 2; fast++) {
      carom_mesh_def def = soup_def(&s);
      carom_mesh *mesh;
      def.fast_build = fast;
      ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
      check_structure(mesh, &s);
      carom_mesh_release(mesh);
    }
    soup_free(&s);
  }
}
END_TEST

/* --- Materials that are left out --- */

/* The triangles that stay, alone; numbers: what each of them is among all. */
static soup stay_of(const soup *all, const bool *left_out, uint32_t *numbers) {
  soup s = soup_make(all->vertex_count, all->triangle_count);
  for (uint32_t i = 0; i < all->vertex_count; i++)
    soup_vertex(&s, all->vertices[i].x, all->vertices[i].y, all->vertices[i].z);
  for (uint32_t i = 0; i < all->triangle_count; i++) {
    const uint32_t *t = all->indices + 3 * (size_t)i;
    if (left_out[all->materials[i]]) continue;
    numbers[s.triangle_count] = i;
    soup_triangle(&s, t[0], t[1], t[2]);
    s.materials[s.triangle_count - 1] = all->materials[i];
  }
  return s;
}

static void check_edge(uint32_t count, carom_mesh_edge got, carom_mesh_edge want, const uint32_t *numbers) {
  if (count == 0) return;
  ck_assert_uint_eq(got.triangle, numbers[want.triangle]);
  ck_assert_uint_eq(got.edge, want.edge);
}

/* A report is that of the triangles that stay, but for their numbers. */
static void check_stay_report(const carom_mesh_report *got, const carom_mesh_report *want, uint32_t left_out,
                              const uint32_t *numbers) {
  ck_assert_uint_eq(got->left_out, left_out);
  ck_assert_uint_eq(want->left_out, 0);
  ck_assert_uint_eq(got->vertex_count, want->vertex_count);
  ck_assert_uint_eq(got->flat, want->flat);
  ck_assert_uint_eq(got->doubled, want->doubled);
  if (got->flat) ck_assert_uint_eq(got->first_flat, numbers[want->first_flat]);
  if (got->doubled) ck_assert_uint_eq(got->first_doubled, numbers[want->first_doubled]);
  ck_assert_uint_eq(got->border_edges, want->border_edges);
  ck_assert_uint_eq(got->crowded_edges, want->crowded_edges);
  ck_assert_uint_eq(got->turned_edges, want->turned_edges);
  check_edge(got->border_edges, got->first_border, want->first_border, numbers);
  check_edge(got->crowded_edges, got->first_crowded, want->first_crowded, numbers);
  check_edge(got->turned_edges, got->first_turned, want->first_turned, numbers);
  ck_assert_uint_eq(got->parts, want->parts);
  ck_assert_int_eq(got->closed, want->closed);
  check_edge(!got->closed, got->first_open, want->first_open, numbers);
}

static void check_stay(const soup *all, const bool *left_out, bool deforms) {
  uint32_t *numbers = calloc(all->triangle_count, sizeof *numbers);
  soup stay = stay_of(all, left_out, numbers);
  carom_mesh_def def = soup_def(all), def_stay = soup_def(&stay);
  carom_mesh *mesh = NULL, *alone = NULL;
  carom_mesh_report report;
  def.left_out = left_out;
  def.deforms = def_stay.deforms = deforms;
  carom_status status = carom_mesh_create(NULL, &def, &report, &mesh);
  if (stay.triangle_count == 0) {
    ck_assert_int_eq(status, CAROM_FLAT);
    ck_assert_uint_eq(report.left_out, all->triangle_count);
  } else {
    ck_assert_int_eq(carom_mesh_create(NULL, &def_stay, NULL, &alone), status);
  }
  if (alone) {
    check_stay_report(&mesh->report, &alone->report, all->triangle_count - stay.triangle_count, numbers);
    ck_assert_uint_eq(mesh->kept_count, alone->kept_count);
    ck_assert_uint_eq(mesh->leaf_count, alone->leaf_count);
    for (uint32_t slot = 0; slot < 8 * mesh->leaf_count; slot++)
      ck_assert_uint_eq(mesh->numbers[slot],
                        alone->numbers[slot] == UINT32_MAX ? UINT32_MAX : numbers[alone->numbers[slot]]);
    if (!deforms) check_structure(mesh, all);
  }
  carom_mesh_release(mesh);
  carom_mesh_release(alone);
  soup_free(&stay);
  free(numbers);
}

START_TEST(materials_are_left_out) {
  uint64_t random = 4;
  for (int i = 0; i < 60; i++) {
    soup s = i % 3 == 0   ? soup_degenerate(&random, 1 + test_below(&random, 600), 5)
             : i % 3 == 1 ? soup_ball(6, 9, 2)
                          : soup_strips(6, 9);
    bool left_out[256];
    uint32_t one_in = 1 + test_below(&random, 5);
    for (int k = 0; k < 256; k++) left_out[k] = test_below(&random, one_in) == 0;
    for (uint32_t k = 0; k < s.triangle_count; k++) s.materials[k] = (uint8_t)test_below(&random, 256);
    check_stay(&s, left_out, i % 2);
    soup_free(&s);
  }
}
END_TEST

/* Without materials all are of 0. */
START_TEST(all_of_a_mesh_without_materials_is_left_out) {
  soup s = soup_cube(2);
  carom_mesh_def def = soup_def(&s);
  carom_mesh *mesh = NULL;
  bool left_out[256] = {false};
  def.materials = NULL;
  def.left_out = left_out;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  carom_mesh_release(mesh);
  left_out[0] = true;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_FLAT);
  soup_free(&s);
}
END_TEST

/* All in one place and of one size, or each half as large as the last: no tree is too deep. */
START_TEST(trees_are_not_too_deep) {
  for (int i = 0; i < 2; i++) {
    soup s = soup_make(9000, 3000);
    float size = 1e6f;
    for (uint32_t t = 0; t < 3000; t++, size *= i == 0 ? 1 : 0.97f) {
      uint32_t a = soup_vertex(&s, -size, -size, 0), b = soup_vertex(&s, size, -size, 0.1f * size);
      soup_triangle(&s, a, b, soup_vertex(&s, 0, size, i == 0 ? -(float)t : 0));
    }
    carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
    check_structure(mesh, &s);
    carom_mesh_release(mesh);
    soup_free(&s);
  }
}
END_TEST

/* --- The report --- */

START_TEST(reports_a_ball) {
  soup s = soup_ball(5, 8, 2);
  carom_mesh_report r;
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, &r);
  ck_assert(r.closed);
  ck_assert_uint_eq(r.vertex_count, s.vertex_count);
  ck_assert_uint_eq(r.parts, 1);
  ck_assert_uint_eq(r.flat + r.doubled + r.border_edges + r.crowded_edges + r.turned_edges, 0);
  ck_assert(r.volume > 20 && r.volume < 4.19 * 8);
  carom_mesh_view view;
  ck_assert_int_eq(carom_mesh_describe(mesh, &view), CAROM_OK);
  ck_assert_uint_eq(view.kept_count, s.triangle_count);
  ck_assert_int_eq(view.sides, CAROM_MESH_SOLID);
  ck_assert(same(view.bounds.min, (carom_vec3){view.bounds.min.x, -2, -2}) || view.bounds.min.z == -2);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* A cube whose sides share no indices, with one triangle missing, one turned, or one twice. */
START_TEST(reports_faults_of_a_cube) {
  carom_mesh_report r;
  carom_mesh *mesh = NULL;
  soup s = soup_cube(2);
  carom_mesh_release(soup_mesh(&s, CAROM_MESH_SOLID, &r));
  ck_assert_uint_eq(r.vertex_count, 26);
  ck_assert(fabs(r.volume - 1) < 1e-12);

  s.triangle_count--;
  carom_mesh_def def = soup_def(&s);
  def.sides = CAROM_MESH_SOLID;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &r, &mesh), CAROM_NOT_CLOSED);
  ck_assert_uint_eq(r.border_edges, 3);
  ck_assert_uint_eq(r.first_open.triangle, r.first_border.triangle);
  ck_assert_uint_eq(r.first_open.edge, r.first_border.edge);
  ck_assert(!r.closed);
  s.triangle_count++;

  uint32_t *t = s.indices + 3 * 10, swap = t[0];
  t[0] = t[1], t[1] = swap;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &r, &mesh), CAROM_NOT_CLOSED);
  def = soup_def(&s), def.sides = CAROM_MESH_SOLID;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &r, &mesh), CAROM_NOT_CLOSED);
  ck_assert_uint_eq(r.turned_edges, 3);
  ck_assert_uint_eq(r.border_edges, 0);
  t[1] = t[0], t[0] = swap;

  for (uint32_t i = 0; i < 3 * s.triangle_count; i += 3) {
    swap = s.indices[i];
    s.indices[i] = s.indices[i + 1], s.indices[i + 1] = swap;
  }
  ck_assert_int_eq(carom_mesh_create(NULL, &def, &r, &mesh), CAROM_INSIDE_OUT);
  ck_assert(r.closed && fabs(r.volume + 1) < 1e-12);
  ck_assert_ptr_null(mesh);
  soup_free(&s);
}
END_TEST

START_TEST(reports_flat_doubled_and_crowded) {
  soup s = soup_make(8, 8);
  carom_mesh_report r;
  for (int i = 0; i < 4; i++) soup_vertex(&s, (float)(i % 2), (float)(i / 2), 0);
  soup_vertex(&s, 0.5f, 0, 0), soup_vertex(&s, 0.25f, 0.25f, 1), soup_vertex(&s, -0.0f, 0, -0.0f);
  soup_triangle(&s, 0, 1, 2);
  soup_triangle(&s, 0, 4, 1); /* on a line */
  soup_triangle(&s, 2, 6, 1); /* the first one, by another vertex at the place of 0 */
  soup_triangle(&s, 0, 6, 2); /* two corners at one place */
  soup_triangle(&s, 1, 3, 2);
  soup_triangle(&s, 1, 2, 5); /* the third one at the edge from 1 to 2 */
  soup_triangle(&s, 0, 2, 1); /* the first one, turned: it is no double */
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, &r);
  ck_assert_uint_eq(r.flat, 2);
  ck_assert_uint_eq(r.first_flat, 1);
  ck_assert_uint_eq(r.doubled, 1);
  ck_assert_uint_eq(r.first_doubled, 2);
  ck_assert_uint_eq(r.crowded_edges, 2);
  ck_assert_uint_eq(r.first_crowded.triangle, 0);
  ck_assert_uint_eq(r.first_crowded.edge, 0);
  ck_assert_uint_eq(r.vertex_count, 6);
  ck_assert_uint_eq(r.parts, 1);
  ck_assert_uint_eq(r.border_edges, 6);
  ck_assert_uint_eq(r.first_border.triangle, 1);
  check_structure(mesh, &s);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* Flat ones close what a T-junction leaves open. */
START_TEST(flat_triangles_close) {
  soup s = soup_make(6, 8);
  carom_mesh_report r;
  soup_vertex(&s, 0, 0, 0), soup_vertex(&s, 2, 0, 0), soup_vertex(&s, 0, 2, 0), soup_vertex(&s, 0, 0, 2);
  soup_vertex(&s, 1, 0, 0);
  soup_triangle(&s, 0, 2, 1), soup_triangle(&s, 1, 2, 3), soup_triangle(&s, 0, 3, 2);
  soup_triangle(&s, 0, 4, 3), soup_triangle(&s, 4, 1, 3), soup_triangle(&s, 0, 1, 4);
  carom_mesh_release(soup_mesh(&s, CAROM_MESH_SOLID, &r));
  ck_assert_uint_eq(r.flat, 1);
  ck_assert(r.closed && fabs(r.volume - 8.0 / 6) < 1e-12);
  soup_free(&s);
}
END_TEST

/* No double holds its sides, so that its area vanishes in rounding; but it is not flat. */
START_TEST(thinnest_triangles_have_normals) {
  soup s = soup_make(5, 2);
  soup_vertex(&s, 1, 1, 1), soup_vertex(&s, 2, 2, 2), soup_vertex(&s, 1e-20f, 0, 0);
  soup_vertex(&s, 1, 0, 0), soup_vertex(&s, 3, 0, 0);
  soup_triangle(&s, 0, 1, 2), soup_triangle(&s, 3, 4, 2);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  carom_mesh_triangle t;
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 0, &t), CAROM_OK);
  ck_assert(fabsf(vec3_length(t.normal) - 1) < 1e-6f);
  ck_assert(fabsf(vec3_dot(t.normal, (carom_vec3){1, 1, 1})) < 1e-6f);
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 1, &t), CAROM_FLAT);
  ck_assert_int_eq(carom_mesh_get_triangle(mesh, 2, &t), CAROM_OUT_OF_RANGE);
  carom_mesh_release(mesh);
  const carom_vec3 along_x[3] = {{1, 0, 0}, {3, 0, 0}, {2, 0, 0}},
                   point[3] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
  ck_assert(carom__mesh_normal_of(along_x).x == 0 && vec3_length(carom__mesh_normal_of(along_x)) == 1);
  ck_assert(vec3_norm1(carom__mesh_normal_of(point)) == 0);
  soup_free(&s);
}
END_TEST

/* --- Forms of input --- */

static bool meshes_are_equal(const carom_mesh *a, const carom_mesh *b) {
  return a->asset.bytes == b->asset.bytes &&
         memcmp(a->blocks, b->blocks, a->block_count * sizeof *a->blocks) == 0 &&
         memcmp(a->corners, b->corners, 3 * sizeof(float) * a->corner_count) == 0 &&
         memcmp(a->numbers, b->numbers, 8 * sizeof(uint32_t) * a->leaf_count) == 0 &&
         memcmp(a->materials, b->materials, 8 * (size_t)a->leaf_count) == 0;
}

START_TEST(reads_strides_and_halves) {
  soup s = soup_ball(20, 30, 1);
  typedef struct {
    float uv[2];
    carom_vec3 p;
    char rest[5];
  } loose_vertex;
  typedef struct {
    uint16_t at[3], material;
    uint32_t more;
  } loose_triangle;
  loose_vertex *v = calloc(s.vertex_count, sizeof *v);
  loose_triangle *t = calloc(s.triangle_count, sizeof *t);
  for (uint32_t i = 0; i < s.vertex_count; i++) v[i].p = s.vertices[i];
  for (uint32_t i = 0; i < s.triangle_count; i++) {
    for (int k = 0; k < 3; k++) t[i].at[k] = (uint16_t)s.indices[3 * i + (uint32_t)k];
    t[i].material = s.materials[i];
  }
  uint16_t one = 1;
  const uint8_t *materials = (const uint8_t *)&t[0].material + (*(const uint8_t *)&one ? 0 : 1);
  carom_mesh_def def = {.vertices = &v[0].p.x,
                        .vertex_count = s.vertex_count,
                        .vertex_stride = sizeof *v,
                        .triangles = t,
                        .triangle_count = s.triangle_count,
                        .triangle_stride = sizeof *t,
                        .index_bits = 16,
                        .materials = materials,
                        .material_stride = sizeof *t};
  carom_mesh *packed = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL), *loose;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &loose), CAROM_OK);
  ck_assert(meshes_are_equal(packed, loose));
  carom_mesh_release(packed), carom_mesh_release(loose);
  soup_free(&s), free(v), free(t);
}
END_TEST

/* --- Boxes --- */

typedef struct found {
  uint8_t *seen;
  uint32_t count, most;
} found;

static bool note(void *context, const carom__triangle_batch *batch) {
  found *f = context;
  for (int lane = 0; lane < 8; lane++)
    if (batch->lanes >> lane & 1) f->seen[batch->numbers[lane]]++, f->count++;
  return f->count < f->most;
}

static bool bounds_touch(const soup *s, uint32_t triangle, const carom_aabb *box) {
  carom_vec3 a = soup_corner(s, triangle, 0), b = soup_corner(s, triangle, 1),
             c = soup_corner(s, triangle, 2);
  carom_vec3 low = vec3_min(vec3_min(a, b), c), high = vec3_max(vec3_max(a, b), c);
  for (int k = 0; k < 3; k++)
    if (vec3_get(low, k) > vec3_get(box->max, k) || vec3_get(high, k) < vec3_get(box->min, k)) return false;
  return true;
}

/* By how much the shadows of a triangle and a box, on a direction of any length, are apart; in double. */
static double gap_along(const carom_vec3 p[3], const carom_obb *box, const double n[3]) {
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), low = 1e300, high = -1e300, reach = 0;
  if (length < 1e-30) return -1e300;
  for (int k = 0; k < 3; k++) {
    double at = 0;
    for (int i = 0; i < 3; i++) at += n[i] * ((double)vec3_get(p[k], i) - (double)vec3_get(box->center, i));
    low = fmin(low, at), high = fmax(high, at);
  }
  for (int k = 0; k < 3; k++) {
    carom_vec3 axis = mat3_column(&box->axes, k);
    double along = n[0] * (double)axis.x + n[1] * (double)axis.y + n[2] * (double)axis.z;
    reach += fabs(along) * (double)vec3_get(box->half, k);
  }
  return fmax(low - reach, -reach - high) / length;
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The greatest gap of the thirteen axes. */
static double gap_of(const soup *s, uint32_t triangle, const carom_obb *box) {
  carom_vec3 p[3];
  double edges[3][3], axes[3][3], n[3], gap = -1e300;
  for (int k = 0; k < 3; k++) p[k] = soup_corner(s, triangle, k);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      edges[k][i] = (double)vec3_get(p[(k + 1) % 3], i) - (double)vec3_get(p[k], i);
      axes[k][i] = (double)vec3_get(mat3_column(&box->axes, k), i);
    }
  cross(edges[0], edges[1], n);
  gap = gap_along(p, box, n);
  for (int k = 0; k < 3; k++) {
    gap = fmax(gap, gap_along(p, box, axes[k]));
    for (int i = 0; i < 3; i++) {
      cross(edges[i], axes[k], n);
      gap = fmax(gap, gap_along(p, box, n));
    }
  }
  return gap;
}

static carom_obb random_box(uint64_t *random, const carom_mesh *mesh, float size) {
  carom_vec3 low = mesh->bounds.min, high = mesh->bounds.max;
  carom_obb box = {.axes = quat_to_mat3(test_quat(random))};
  box.center = (carom_vec3){test_uniform(random, low.x, high.x), test_uniform(random, low.y, high.y),
                            test_uniform(random, low.z, high.z)};
  box.half = test_vec3(random, 0, size);
  return box;
}

static void check_walks(const soup *s, const carom_mesh *mesh, uint64_t *random, int times) {
  float size = vec3_length(vec3_sub(mesh->bounds.max, mesh->bounds.min));
  found f = {malloc(s->triangle_count), 0, UINT32_MAX};
  int touching = 0, apart = 0;
  for (int i = 0; i < times; i++) {
    carom_obb box = random_box(random, mesh, test_log_uniform(random, 1e-3f, 0.5f) * size);
    carom_aabb bounds = {vec3_sub(box.center, box.half), vec3_add(box.center, box.half)};
    memset(f.seen, 0, s->triangle_count), f.count = 0;
    carom__mesh_walk(mesh, &bounds, (carom__mesh_visitor){note, &f});
    for (uint32_t t = 0; t < s->triangle_count; t++)
      ck_assert_uint_eq(f.seen[t], carom__mesh_slot_of(mesh, t) != UINT32_MAX && bounds_touch(s, t, &bounds));
    memset(f.seen, 0, s->triangle_count), f.count = 0;
    carom__mesh_walk_obb(mesh, &box, (carom__mesh_visitor){note, &f});
    for (uint32_t t = 0; t < s->triangle_count; t++) {
      double gap = gap_of(s, t, &box);
      if (carom__mesh_slot_of(mesh, t) == UINT32_MAX) ck_assert_uint_eq(f.seen[t], 0);
      if (carom__mesh_slot_of(mesh, t) != UINT32_MAX && gap <= 0) ck_assert_uint_eq(f.seen[t], 1);
      touching += gap <= 0, apart += f.seen[t] && gap > 1e-5 * (double)size;
    }
  }
  ck_assert_msg(apart <= touching / 500 + 1, "%d of %d", apart, touching);
  free(f.seen);
}

START_TEST(walks_find_what_brute_force_finds) {
  uint64_t random = 2;
  for (int i = 0; i < 6; i++) {
    soup s = i == 0   ? soup_ball(20, 25, 3)
             : i == 1 ? soup_field(&random, 25, 1)
             : i == 2 ? soup_degenerate(&random, 900, 6)
             : i == 3 ? soup_strips(12, 15)
                      : soup_random(&random, 1000, i == 4 ? 1.0f : 1e4f);
    carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
    check_walks(&s, mesh, &random, test_scaled(1000));
    carom_mesh_release(mesh);
    soup_free(&s);
  }
}
END_TEST

START_TEST(walks_end_when_told) {
  soup s = soup_ball(20, 25, 3);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  found f = {calloc(s.triangle_count, 1), 0, 1};
  carom__mesh_walk(mesh, &mesh->bounds, (carom__mesh_visitor){note, &f});
  ck_assert_uint_le(f.count, 8);
  carom_mesh_release(mesh);
  soup_free(&s), free(f.seen);
}
END_TEST

/* --- Memory and threads --- */

START_TEST(threads_change_nothing) {
  uint64_t random = 3;
  soup s = soup_random(&random, 20000, 10);
  carom_mesh_def def = soup_def(&s);
  carom_mesh *one = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  for (uint32_t threads = 2; threads <= 4; threads++) {
    carom_pool *pool;
    carom_mesh *many;
    ck_assert_int_eq(carom_pool_create(NULL, threads, &pool), CAROM_OK);
    carom_tasks tasks = carom_pool_get_tasks(pool);
    def.tasks = &tasks;
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &many), CAROM_OK);
    ck_assert(meshes_are_equal(one, many));
    carom_mesh_release(many);
    carom_pool_destroy(pool);
  }
  carom_mesh_release(one);
  soup_free(&s);
}
END_TEST

START_TEST(memory_may_run_out) {
  uint64_t random = 4;
  soup s = soup_random(&random, 700, 10);
  carom_mesh_def def = soup_def(&s);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  for (size_t k = 1; status; k++) {
    carom_mesh *mesh = NULL;
    test_memory_fail_at(&memory, k);
    status = carom_mesh_create(&allocator, &def, NULL, &mesh);
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    ck_assert_int_eq(!mesh, status != CAROM_OK);
    carom_mesh_release(mesh);
    ck_assert(test_memory_is_clean(&memory));
  }
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_create");
  TCase *tcase = tcase_create("mesh_create");
  tcase_set_timeout(tcase, 600);
  tcase_add_test(tcase, keeps_every_triangle);
  tcase_add_test(tcase, trees_are_not_too_deep);
  tcase_add_test(tcase, reports_a_ball);
  tcase_add_test(tcase, reports_faults_of_a_cube);
  tcase_add_test(tcase, reports_flat_doubled_and_crowded);
  tcase_add_test(tcase, materials_are_left_out);
  tcase_add_test(tcase, all_of_a_mesh_without_materials_is_left_out);
  tcase_add_test(tcase, flat_triangles_close);
  tcase_add_test(tcase, thinnest_triangles_have_normals);
  tcase_add_test(tcase, reads_strides_and_halves);
  tcase_add_test(tcase, walks_find_what_brute_force_finds);
  tcase_add_test(tcase, walks_end_when_told);
  tcase_add_test(tcase, threads_change_nothing);
  tcase_add_test(tcase, memory_may_run_out);
  suite_add_tcase(suite, tcase);
  return suite;
}
