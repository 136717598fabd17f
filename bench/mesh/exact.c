/* exact.c: answers about a mesh against brute force that shares no code with them.
 *
 * A place is inside where the triangles wind around it, which is counted in double. Which triangles of two
 * meshes meet is found without rounding. For this, the corners are moved onto a grid of 1/64, and the second
 * mesh is moved by whole steps of it, so that determinants are whole numbers of less than 63 bits. A long
 * double holds those on x86 and ARM. */
#include "mesh/exact.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "columns.h"
#include "common/random.h"
#include "memory.h"
#include "mesh.h"
#include "pair_call.h"
#include "pose.h"
#include "parts.h"

enum { PLACES = 100000, GRID = 64, MOVES = 3 };

static gap_triangle *triangles_of(const carom_mesh *mesh, uint32_t *numbers, size_t *count) {
  carom_mesh_view view;
  carom_mesh_describe(mesh, &view);
  gap_triangle *triangles = memory_zeroed(view.triangle_count, sizeof *triangles);
  *count = 0;
  for (uint32_t i = 0; i < view.triangle_count; i++) {
    carom_mesh_triangle t;
    if (carom_mesh_get_triangle(mesh, i, &t) != CAROM_OK) continue;
    for (int k = 0; k < 3; k++) {
      const carom_vec3 c = t.corners[k];
      triangles[*count].corners[k] = (carom_pos){(double)c.x, (double)c.y, (double)c.z};
    }
    numbers[(*count)++] = i;
  }
  return triangles;
}

/* --- Inside --- */

static float between(float low, float high, uint64_t *random) { return random_in(random, low, high); }

static bool check_inside(const mesh_input *input, const carom_mesh *mesh, const column_list *c) {
  const carom_aabb *box = &mesh->bounds;
  uint64_t random = 11;
  size_t inside = 0, wrong = 0;
  for (int i = 0; i < PLACES; i++) {
    float x = between(box->min.x, box->max.x, &random), y = between(box->min.y, box->max.y, &random);
    carom_vec3 p = {x, y, between(box->min.z, box->max.z, &random)};
    int winding = columns_winding(c, (carom_pos){(double)p.x, (double)p.y, (double)p.z});
    inside += winding != 0;
    wrong += carom__mesh_winding(mesh, p) != winding;
  }
  printf("check\tmesh\t%s\t%u\tinside\t%d places\t%zu inside\t%zu wrong\n", input->name,
         input->triangle_count, PLACES, inside, wrong);
  return wrong == 0;
}

/* --- Triangles without rounding --- */

typedef struct exact_vec {
  long double x, y, z;
} exact_vec;

static exact_vec way(carom_pos from, carom_pos to) {
  return (exact_vec){(long double)(to.x - from.x) * GRID, (long double)(to.y - from.y) * GRID,
                     (long double)(to.z - from.z) * GRID};
}

/* On which side of a triangle a point is: 1, 0 or -1. */
static int side_of(const carom_pos *t, carom_pos p) {
  const exact_vec u = way(t[0], t[1]), v = way(t[0], t[2]), w = way(t[0], p);
  long double volume =
      u.x * (v.y * w.z - v.z * w.y) + u.y * (v.z * w.x - v.x * w.z) + u.z * (v.x * w.y - v.y * w.x);
  return (volume > 0) - (volume < 0);
}

/* The same of three points in the plane that is left when an axis is dropped. */
static int turn_of(carom_pos a, carom_pos b, carom_pos c, int dropped) {
  const exact_vec u = way(a, b), v = way(a, c);
  const long double p[3] = {u.x, u.y, u.z}, q[3] = {v.x, v.y, v.z};
  int i = (dropped + 1) % 3, k = (dropped + 2) % 3;
  long double area = p[i] * q[k] - p[k] * q[i];
  return (area > 0) - (area < 0);
}

static bool in_order(double a, double b, double c) { return (a <= b && b <= c) || (c <= b && b <= a); }

/* Is a point that is on the line through two others between them? */
static bool is_between(carom_pos a, carom_pos p, carom_pos b) {
  return in_order(a.x, p.x, b.x) && in_order(a.y, p.y, b.y) && in_order(a.z, p.z, b.z);
}

static bool edges_meet(carom_pos a, carom_pos b, carom_pos c, carom_pos d, int dropped) {
  int c_side = turn_of(a, b, c, dropped), d_side = turn_of(a, b, d, dropped);
  int a_side = turn_of(c, d, a, dropped), b_side = turn_of(c, d, b, dropped);
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (!c_side && is_between(a, c, b)) || (!d_side && is_between(a, d, b)) ||
         (!a_side && is_between(c, a, d)) || (!b_side && is_between(c, b, d));
}

static bool has_point(const carom_pos *t, carom_pos p, int dropped) {
  int u = turn_of(t[0], t[1], p, dropped), v = turn_of(t[1], t[2], p, dropped),
      w = turn_of(t[2], t[0], p, dropped);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/* An edge in the plane of a triangle. An axis is dropped along which the triangle keeps an area. */
static bool edge_in_plane_meets(carom_pos p, carom_pos q, const carom_pos *t) {
  int dropped = 0;
  while (dropped < 2 && turn_of(t[0], t[1], t[2], dropped) == 0) dropped++;
  if (has_point(t, p, dropped) || has_point(t, q, dropped)) return true;
  for (int i = 0; i < 3; i++)
    if (edges_meet(p, q, t[i], t[(i + 1) % 3], dropped)) return true;
  return false;
}

static bool edge_meets(carom_pos p, carom_pos q, const carom_pos *t) {
  int p_side = side_of(t, p), q_side = side_of(t, q);
  if (p_side * q_side > 0) return false;
  if (!p_side && !q_side) return edge_in_plane_meets(p, q, t);
  const carom_pos fans[3][3] = {{p, q, t[0]}, {p, q, t[1]}, {p, q, t[2]}};
  int u = side_of(fans[0], t[1]), v = side_of(fans[1], t[2]), w = side_of(fans[2], t[0]);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/* Where two triangles meet, an edge of one of them meets the other. */
static bool triangles_meet(const gap_triangle *a, const gap_triangle *b) {
  for (int i = 0; i < 3; i++) {
    int k = (i + 1) % 3;
    if (edge_meets(a->corners[i], a->corners[k], b->corners)) return true;
    if (edge_meets(b->corners[i], b->corners[k], a->corners)) return true;
  }
  return false;
}

/* --- Pairs --- */

typedef struct key_list {
  uint64_t *keys;
  size_t count, capacity;
} key_list;

static void add_key(key_list *list, uint64_t a, uint64_t b) {
  list->keys = memory_grow(list->keys, list->count, &list->capacity, sizeof *list->keys);
  list->keys[list->count++] = a << 32 | b;
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Sorts, and drops what is there twice. */
static void sort_keys(key_list *list) {
  size_t kept = 0;
  if (list->count) qsort(list->keys, list->count, sizeof *list->keys, compare_keys);
  for (size_t i = 0; i < list->count; i++)
    if (i == 0 || list->keys[i] != list->keys[i - 1]) list->keys[kept++] = list->keys[i];
  list->count = kept;
}

/* Two meshes at their places, and the pairs that carom and brute force find. */
typedef struct pair_check {
  const carom_mesh *mesh;
  gap_triangle *triangles, moved; /* moved: of the second mesh */
  uint32_t *numbers;
  size_t count, asking;
  column_list *columns;
  key_list exact, found;
} pair_check;

static bool take_exact(void *user, size_t number) {
  pair_check *p = user;
  if (triangles_meet(&p->triangles[number], &p->moved))
    add_key(&p->exact, p->numbers[number], p->numbers[p->asking]);
  return true;
}

static bool take_found(void *context, const carom__part *a, const carom__part *b) {
  pair_check *p = context;
  bool yes = false;
  carom__call_overlap(part_site(a), part_site(b), NULL, &yes);
  if (yes) add_key(&p->found, a->triangle, b->triangle);
  return true;
}

static gap_triangle moved_by(gap_triangle t, carom_pos by) {
  for (int k = 0; k < 3; k++) {
    t.corners[k].x += by.x;
    t.corners[k].y += by.y;
    t.corners[k].z += by.z;
  }
  return t;
}

static void find_exact(pair_check *p, carom_pos by) {
  for (p->asking = 0; p->asking < p->count; p->asking++) {
    p->moved = moved_by(p->triangles[p->asking], by);
    const columns_box box = columns_box_of(p->moved.corners, 3, 0);
    columns_walk(p->columns, &box, take_exact, p);
  }
  sort_keys(&p->exact);
}

static void find_with_carom(pair_check *p, carom_pos by) {
  const carom_shape shape = carom_shape_mesh(p->mesh);
  const carom_pose here = {{0, 0, 0}, {0, 0, 0, 1}}, there = {by, {0, 0, 0, 1}};
  const carom_frame at = pose_to_frame(&here), moved = pose_to_frame(&there);
  carom__all_pairs_walk((carom__site){&shape, &at}, (carom__site){&shape, &moved}, 0, take_found, p);
  sort_keys(&p->found);
}

static size_t place_of(const pair_check *p, uint32_t number) {
  size_t low = 0, high = p->count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (p->numbers[middle] <= number)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static double length(carom_pos v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

/* What may count as touching by collide.h: a gap of 8 u of the sizes and the distance. */
static double touch_of(const pair_check *p, carom_pos by) {
  const columns_box *box = columns_bounds(p->columns);
  const carom_pos far = {fmax(-box->min.x, box->max.x), fmax(-box->min.y, box->max.y),
                         fmax(-box->min.z, box->max.z)};
  return 8 * 0x1p-24 * (2 * length(far) + length(by));
}

/* May a pair that does not meet be called touching? */
static bool nearly_meets(const pair_check *p, uint64_t key, carom_pos by) {
  gap_triangle a = p->triangles[place_of(p, (uint32_t)(key >> 32))];
  const gap_triangle b = moved_by(p->triangles[place_of(p, (uint32_t)key)], by);
  const gap_solid thick = {a.corners, 3, 3, touch_of(p, by)};
  return gap_touches(&thick, &b);
}

/* What only one of two sorted lists has. */
static bool compare(const pair_check *p, const mesh_input *input, carom_pos by) {
  size_t missed = 0, wrong = 0, near = 0, e = 0;
  for (size_t i = 0; i < p->found.count; i++) {
    for (; e < p->exact.count && p->exact.keys[e] < p->found.keys[i]; e++) missed++;
    if (e < p->exact.count && p->exact.keys[e] == p->found.keys[i])
      e++;
    else if (nearly_meets(p, p->found.keys[i], by))
      near++;
    else
      wrong++;
  }
  missed += p->exact.count - e;
  printf("check\tmesh\t%s\t%u\tpairs\t%zu exact\t%zu found\t%zu within rounding\t%zu missed\t%zu wrong\n",
         input->name, input->triangle_count, p->exact.count, p->found.count, near, missed, wrong);
  fflush(stdout);
  return missed == 0 && wrong == 0;
}

static bool check_move(pair_check *p, const mesh_input *input, carom_pos by) {
  p->exact.count = p->found.count = 0;
  find_exact(p, by);
  find_with_carom(p, by);
  return compare(p, input, by);
}

static double on_grid(double x) { return round(x * GRID) / GRID; }

/* The mesh with its corners on the grid. */
static carom_mesh *snapped(const mesh_input *input) {
  carom_mesh *mesh = NULL;
  carom_vec3 *vertices = memory_zeroed(input->vertex_count, sizeof *vertices);
  for (uint32_t i = 0; i < input->vertex_count; i++) {
    const carom_vec3 v = input->vertices[i];
    vertices[i] =
        (carom_vec3){(float)on_grid((double)v.x), (float)on_grid((double)v.y), (float)on_grid((double)v.z)};
  }
  const carom_mesh_def def = {.vertices = &vertices->x,
                              .vertex_count = input->vertex_count,
                              .triangles = input->triangles,
                              .triangle_count = input->triangle_count};
  if (carom_mesh_create(NULL, &def, NULL, &mesh)) exit(EXIT_FAILURE);
  free(vertices);
  return mesh;
}

/* Moved by a part of its size, by half an edge, and by one edge along an axis, so that planes coincide. */
static bool check_pairs(const mesh_input *input) {
  pair_check p = {.mesh = snapped(input)};
  const carom_aabb *box = &p.mesh->bounds;
  const carom_pos size = {(double)(box->max.x - box->min.x), (double)(box->max.y - box->min.y),
                          (double)(box->max.z - box->min.z)};
  const carom_pos moves[MOVES] = {{on_grid(0.11 * size.x), on_grid(0.07 * size.y), on_grid(-0.05 * size.z)},
                                  {0.375, 0.25, 0.5},
                                  {0, 1, 0}};
  bool good = true;
  p.numbers = memory_zeroed(input->triangle_count, sizeof *p.numbers);
  p.triangles = triangles_of(p.mesh, p.numbers, &p.count);
  p.columns = columns_new(p.triangles, p.count);
  for (int i = 0; i < MOVES; i++) good = check_move(&p, input, moves[i]) && good;
  columns_free(p.columns);
  free(p.triangles);
  free(p.numbers);
  free(p.exact.keys);
  free(p.found.keys);
  carom_mesh_release(p.mesh);
  return good;
}

bool exact_run(const mesh_input *input, const carom_mesh *mesh) {
  bool good = check_pairs(input);
  if (!mesh->report.closed) return good;
  size_t count;
  uint32_t *numbers = memory_zeroed(input->triangle_count, sizeof *numbers);
  gap_triangle *triangles = triangles_of(mesh, numbers, &count);
  column_list *c = columns_new(triangles, count);
  good = check_inside(input, mesh, c) && good;
  columns_free(c);
  free(triangles);
  free(numbers);
  return good;
}
