/* surface.c: each triangle is listed in every column that its bounds reach into. */
#include "surface.h"

#include <math.h>

#include "memory.h"

/* A column a triangle, and no more than this many along an axis. */
enum { COLUMNS_MAX = 512 };

typedef struct surface_box {
  carom_pos min, max;
} surface_box;

/* Columns from (x0, y0) to (x1, y1). */
typedef struct column_range {
  int x0, y0, x1, y1;
} column_range;

struct surface {
  gap_triangle *triangles; /* in the frame of the mesh */
  size_t count, capacity;
  bool is_solid;
  surface_box bounds;
  int side;              /* columns along each axis */
  double width[2];       /* of a column */
  size_t *first, *lists; /* the triangles of column c: lists[first[c]] to lists[first[c + 1] - 1] */
};

typedef struct vec {
  double x, y, z;
} vec;

static vec sub(carom_pos a, carom_pos b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) {
  return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static void include(surface_box *box, carom_pos p) {
  box->min = (carom_pos){fmin(box->min.x, p.x), fmin(box->min.y, p.y), fmin(box->min.z, p.z)};
  box->max = (carom_pos){fmax(box->max.x, p.x), fmax(box->max.y, p.y), fmax(box->max.z, p.z)};
}

static surface_box box_around(const carom_pos *points, size_t count, double margin) {
  surface_box box = {points[0], points[0]};
  for (size_t i = 1; i < count; i++) include(&box, points[i]);
  box.min = (carom_pos){box.min.x - margin, box.min.y - margin, box.min.z - margin};
  box.max = (carom_pos){box.max.x + margin, box.max.y + margin, box.max.z + margin};
  return box;
}

static bool boxes_meet(const surface_box *a, const surface_box *b) {
  return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
         a->min.z <= b->max.z && b->min.z <= a->max.z;
}

/* --- Columns --- */

static int column_of(double at, double low, double width, int side) {
  double column = floor((at - low) / width);
  return column < 0 ? 0 : column >= side ? side - 1 : (int)column;
}

static column_range columns_of(const surface *s, const surface_box *box) {
  const carom_pos *low = &s->bounds.min;
  return (column_range){column_of(box->min.x, low->x, s->width[0], s->side),
                        column_of(box->min.y, low->y, s->width[1], s->side),
                        column_of(box->max.x, low->x, s->width[0], s->side),
                        column_of(box->max.y, low->y, s->width[1], s->side)};
}

/* Counts the triangles of each column, or lists them: *first[c] is then where the next one of c goes. */
static void list_triangles(surface *s, bool counts) {
  for (size_t i = 0; i < s->count; i++) {
    const surface_box box = box_around(s->triangles[i].corners, 3, 0);
    const column_range r = columns_of(s, &box);
    for (int y = r.y0; y <= r.y1; y++) {
      for (int x = r.x0; x <= r.x1; x++) {
        size_t *next = &s->first[y * s->side + x];
        if (!counts) s->lists[*next] = i;
        ++*next;
      }
    }
  }
}

static void make_columns(surface *s) {
  s->side = (int)fmin(COLUMNS_MAX, ceil(sqrt((double)s->count)));
  s->width[0] = (s->bounds.max.x - s->bounds.min.x) / s->side + 1e-30;
  s->width[1] = (s->bounds.max.y - s->bounds.min.y) / s->side + 1e-30;
  size_t columns = (size_t)s->side * (size_t)s->side, sum = 0;
  s->first = memory_zeroed(columns + 1, sizeof *s->first);
  list_triangles(s, true);
  for (size_t c = 0; c <= columns; c++) {
    size_t count = s->first[c];
    s->first[c] = sum;
    sum += count;
  }
  s->lists = memory_zeroed(sum, sizeof *s->lists);
  list_triangles(s, false);
  for (size_t c = columns; c > 0; c--) s->first[c] = s->first[c - 1];
  s->first[0] = 0;
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
    include(&s->bounds, to->corners[i]);
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
  s->bounds = (surface_box){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (uint32_t i = 0; i < view.triangle_count; i++)
    if (carom_mesh_get_triangle(mesh->geometry.mesh.asset, i, &triangle) == CAROM_OK)
      add_triangle(s, &triangle, scale);
  make_columns(s);
  return s;
}

void surface_free(surface *s) {
  if (!s) return;
  free(s->triangles);
  free(s->first);
  free(s->lists);
  free(s);
}

double surface_reach(const surface *s) {
  const carom_pos *a = &s->bounds.min, *b = &s->bounds.max;
  double x = fmax(-a->x, b->x), y = fmax(-a->y, b->y), z = fmax(-a->z, b->z);
  return sqrt(x * x + y * y + z * z);
}

/* --- Inside --- */

static double turn(carom_pos a, carom_pos b, carom_pos p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Of a triangle straight above a place: 1 when it faces up, -1 when it faces down; otherwise 0. */
static int crossing(const gap_triangle *t, carom_pos p) {
  const carom_pos *c = t->corners;
  double u = turn(c[1], c[2], p), v = turn(c[2], c[0], p), w = turn(c[0], c[1], p), sum = u + v + w;
  bool faces_up = u >= 0 && v >= 0 && w >= 0, faces_down = u <= 0 && v <= 0 && w <= 0;
  if (sum == 0 || (!faces_up && !faces_down)) return 0;
  if ((u * c[0].z + v * c[1].z + w * c[2].z) / sum <= p.z) return 0;
  return faces_up ? 1 : -1;
}

/* The number of times that the surface winds around a place, counted along the ray straight up. Places
 * straight below an edge do not come up: poses are as good as random. */
static bool contains(const surface *s, carom_pos p) {
  const surface_box at = {p, p};
  int winding = 0;
  if (!s->is_solid || !boxes_meet(&at, &s->bounds)) return false;
  const column_range r = columns_of(s, &at);
  const size_t *first = &s->first[r.y0 * s->side + r.x0];
  for (size_t i = first[0]; i < first[1]; i++) winding += crossing(&s->triangles[s->lists[i]], p);
  return winding > 0;
}

/* --- Touches --- */

/* What asks each triangle that meets a box in the frame of the mesh, and how far it has got. */
typedef struct search {
  surface_box box;
  surface_touch found;
  surface_touch (*ask)(const struct search *q, const gap_triangle *t);
  const gap_solid *smaller, *larger;
  const gap_triangle *triangle;
} search;

static void ask_column(const surface *s, int column, search *q) {
  for (size_t i = s->first[column]; i < s->first[column + 1] && q->found != SURFACE_TOUCHED; i++) {
    const gap_triangle *t = &s->triangles[s->lists[i]];
    const surface_box box = box_around(t->corners, 3, 0);
    if (!boxes_meet(&box, &q->box)) continue;
    surface_touch touch = q->ask(q, t);
    if (touch > q->found) q->found = touch;
  }
}

/* A triangle of many columns may be asked more than once, which changes nothing. */
static surface_touch ask_all(const surface *s, search *q) {
  if (!boxes_meet(&q->box, &s->bounds)) return SURFACE_APART;
  const column_range r = columns_of(s, &q->box);
  for (int y = r.y0; y <= r.y1; y++)
    for (int x = r.x0; x <= r.x1; x++) ask_column(s, y * s->side + x, q);
  return q->found;
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
  search q = {.box = box_around(large.points, large.count, large.radius),
              .ask = ask_solid,
              .smaller = &small,
              .larger = &large};
  surface_touch touch = ask_all(s, &q);
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
  search q = {.box = box_around(t->corners, 3, slack), .ask = ask_triangle, .larger = &thick, .triangle = t};
  return ask_all(s, &q);
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

surface_touch surface_meets_surface(const surface *a, const carom_pose *pose_a, const surface *b,
                                    const carom_pose *pose_b, double slack) {
  const frame there = frame_of(pose_a, pose_b), back = frame_of(pose_b, pose_a);
  surface_touch touch = SURFACE_APART;
  for (size_t i = 0; i < b->count && touch != SURFACE_TOUCHED; i++) {
    gap_triangle t;
    for (int k = 0; k < 3; k++) t.corners[k] = placed(&there, b->triangles[i].corners[k]);
    surface_touch found = meets_triangle(a, &t, slack);
    if (found > touch) touch = found;
  }
  if (touch == SURFACE_TOUCHED) return touch;
  bool is_within = contains(a, placed(&there, b->triangles[0].corners[0])) ||
                   contains(b, placed(&back, a->triangles[0].corners[0]));
  return is_within ? SURFACE_TOUCHED : touch;
}
