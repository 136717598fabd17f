/* surface.c: the triangles of a mesh, each of which is held against a solid or another triangle. */
#include "surface.h"

#include <math.h>
#include <stdint.h>

#include "columns.h"
#include "memory.h"

struct surface {
  gap_triangle *triangles; /* in the frame of the mesh */
  size_t count, capacity;
  bool is_solid;
  column_list *columns;
};

typedef struct vec {
  double x, y, z;
} vec;

static vec sub(carom_pos a, carom_pos b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) {
  return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* --- The mesh --- */

static void add_triangle(surface *s, const carom_mesh_triangle *t, carom_vec3 scale) {
  gap_triangle *to;
  s->triangles = memory_grow(s->triangles, s->count, &s->capacity, sizeof *s->triangles);
  to = &s->triangles[s->count++];
  for (int i = 0; i < 3; i++) {
    const carom_vec3 c = t->corners[i];
    to->corners[i] = (carom_pos){(double)c.x * (double)scale.x, (double)c.y * (double)scale.y,
                                 (double)c.z * (double)scale.z};
  }
}

surface *surface_new(const carom_shape *mesh) {
  carom_mesh_view view;
  carom_mesh_triangle triangle;
  carom_vec3 scale = mesh->geometry.mesh.scale;
  if (mesh->kind != CAROM_MESH || carom_mesh_describe(mesh->geometry.mesh.asset, &view)) return NULL;
  if (scale.x == 0 && scale.y == 0 && scale.z == 0) scale = (carom_vec3){1, 1, 1};
  surface *s = memory_zeroed(1, sizeof *s);
  s->is_solid = view.sides == CAROM_MESH_SOLID;
  for (uint32_t i = 0; i < view.triangle_count; i++)
    if (carom_mesh_get_triangle(mesh->geometry.mesh.asset, i, &triangle) == CAROM_OK)
      add_triangle(s, &triangle, scale);
  s->columns = columns_new(s->triangles, s->count);
  return s;
}

void surface_free(surface *s) {
  if (!s) return;
  columns_free(s->columns);
  free(s->triangles);
  free(s);
}

double surface_reach(const surface *s) {
  const carom_pos *a = &columns_bounds(s->columns)->min, *b = &columns_bounds(s->columns)->max;
  double x = fmax(-a->x, b->x), y = fmax(-a->y, b->y), z = fmax(-a->z, b->z);
  return sqrt(x * x + y * y + z * z);
}

/* --- Touches --- */

/* What asks each triangle that meets a box in the frame of the mesh, and how far it has got. */
typedef struct search {
  const surface *within;
  surface_touch found;
  surface_touch (*ask)(const struct search *q, const gap_triangle *t);
  const gap_solid *smaller, *larger;
  const gap_triangle *triangle;
} search;

static bool ask_one(void *user, size_t number) {
  search *q = user;
  surface_touch touch = q->ask(q, &q->within->triangles[number]);
  if (touch > q->found) q->found = touch;
  return q->found != SURFACE_TOUCHED;
}

static surface_touch ask_all(search *q, columns_box box) {
  columns_walk(q->within->columns, &box, ask_one, q);
  return q->found;
}

static bool contains(const surface *s, carom_pos place) {
  return s->is_solid && columns_winding(s->columns, place) > 0;
}

/* Is all of a solid on one side of the plane of a triangle? This spares most of the searches for the
 * distance. */
static bool is_beside_plane(const gap_solid *solid, const gap_triangle *t) {
  const carom_pos *c = t->corners;
  const vec normal = cross(sub(c[1], c[0]), sub(c[2], c[0]));
  double low = HUGE_VAL, high = -HUGE_VAL, reach = 1.000001 * solid->radius * sqrt(dot(normal, normal));
  for (size_t i = 0; i < solid->count; i++) {
    double height = dot(normal, sub(solid->points[i], c[0]));
    low = fmin(low, height);
    high = fmax(high, height);
  }
  return low > reach || high < -reach;
}

static surface_touch ask_solid(const search *q, const gap_triangle *t) {
  if (is_beside_plane(q->larger, t) || !gap_touches(q->larger, t)) return SURFACE_APART;
  return gap_touches(q->smaller, t) ? SURFACE_TOUCHED : SURFACE_UNSURE;
}

static gap_solid in_frame(const gap_solid *from, const carom_pose *pose) {
  gap_solid to = {memory_zeroed(from->count, sizeof *to.points), from->count, from->count, from->radius};
  for (size_t i = 0; i < from->count; i++) to.points[i] = gap_unplaced(pose, from->points[i]);
  return to;
}

surface_touch surface_meets_solid(const surface *s, const carom_pose *pose, const gap_solid *smaller,
                                  const gap_solid *larger) {
  gap_solid small = in_frame(smaller, pose), large = in_frame(larger, pose);
  search q = {.within = s, .ask = ask_solid, .smaller = &small, .larger = &large};
  surface_touch touch = ask_all(&q, columns_box_of(large.points, large.count, large.radius));
  if (touch != SURFACE_TOUCHED && contains(s, small.points[0])) touch = SURFACE_TOUCHED;
  gap_solid_free(&small);
  gap_solid_free(&large);
  return touch;
}

/* --- Mesh and mesh --- */

/* Six times the volume of a tetrahedron. */
static double volume(carom_pos a, carom_pos b, carom_pos c, carom_pos d) {
  return dot(sub(b, a), cross(sub(c, a), sub(d, a)));
}

/* Does an edge run through the inside of a triangle, from one side to the other? */
static bool passes(carom_pos p, carom_pos q, const gap_triangle *t) {
  const carom_pos *c = t->corners;
  double side_p = volume(c[0], c[1], c[2], p), side_q = volume(c[0], c[1], c[2], q);
  if (side_p * side_q >= 0) return false;
  double u = volume(p, q, c[0], c[1]), v = volume(p, q, c[1], c[2]), w = volume(p, q, c[2], c[0]);
  return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

static surface_touch ask_triangle(const search *q, const gap_triangle *t) {
  const carom_pos *a = q->triangle->corners, *b = t->corners;
  for (int i = 0; i < 3; i++)
    if (passes(a[i], a[(i + 1) % 3], t) || passes(b[i], b[(i + 1) % 3], q->triangle)) return SURFACE_TOUCHED;
  return !is_beside_plane(q->larger, t) && gap_touches(q->larger, t) ? SURFACE_UNSURE : SURFACE_APART;
}

static surface_touch meets_triangle(const surface *s, gap_triangle *t, double slack) {
  const gap_solid thick = {t->corners, 3, 3, slack};
  search q = {.within = s, .ask = ask_triangle, .larger = &thick, .triangle = t};
  return ask_all(&q, columns_box_of(t->corners, 3, slack));
}

/* The points of one mesh in the frame of another one, as the images of the axes. */
typedef struct frame {
  carom_pos origin;
  vec x, y, z;
} frame;

static carom_pos seen_from(const carom_pose *pose, const carom_pose *other, carom_pos p) {
  return gap_unplaced(pose, gap_placed(other, p));
}

static frame frame_of(const carom_pose *pose, const carom_pose *other) {
  const carom_pos origin = seen_from(pose, other, (carom_pos){0, 0, 0});
  return (frame){origin, sub(seen_from(pose, other, (carom_pos){1, 0, 0}), origin),
                 sub(seen_from(pose, other, (carom_pos){0, 1, 0}), origin),
                 sub(seen_from(pose, other, (carom_pos){0, 0, 1}), origin)};
}

static carom_pos placed(const frame *f, carom_pos p) {
  return (carom_pos){f->origin.x + f->x.x * p.x + f->y.x * p.y + f->z.x * p.z,
                     f->origin.y + f->x.y * p.x + f->y.y * p.y + f->z.y * p.z,
                     f->origin.z + f->x.z * p.x + f->y.z * p.y + f->z.z * p.z};
}

/* A prime above any count: steps of it come to every triangle, and soon to one that touches. */
#define STRIDE UINT64_C(2147483647)

surface_touch surface_meets_surface(const surface *a, const carom_pose *pose_a, const surface *b,
                                    const carom_pose *pose_b, double slack) {
  const frame there = frame_of(pose_a, pose_b), back = frame_of(pose_b, pose_a);
  surface_touch touch = SURFACE_APART;
  for (uint64_t i = 0; i < b->count && touch != SURFACE_TOUCHED; i++) {
    const gap_triangle *from = &b->triangles[i * STRIDE % b->count];
    gap_triangle t;
    for (int k = 0; k < 3; k++) t.corners[k] = placed(&there, from->corners[k]);
    surface_touch found = meets_triangle(a, &t, slack);
    if (found > touch) touch = found;
  }
  if (touch == SURFACE_TOUCHED) return touch;
  bool is_within = contains(a, placed(&there, b->triangles[0].corners[0])) ||
                   contains(b, placed(&back, a->triangles[0].corners[0]));
  return is_within ? SURFACE_TOUCHED : touch;
}
