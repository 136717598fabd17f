/* columns.c: each triangle is listed in every column that its bounds reach into. */
#include "columns.h"

#include <math.h>

#include "memory.h"

/* A column a triangle, and no more than this many along an axis. */
enum { COLUMNS_MAX = 512 };

/* Columns from (x0, y0) to (x1, y1). */
typedef struct column_range {
  int x0, y0, x1, y1;
} column_range;

struct column_list {
  const gap_triangle *triangles;
  size_t count;
  columns_box bounds;
  int side;              /* columns along each axis */
  double width[2];       /* of a column */
  size_t *first, *lists; /* the triangles of column c: lists[first[c]] to lists[first[c + 1] - 1] */
};

columns_box columns_box_of(const carom_pos *points, size_t count, double margin) {
  carom_pos low = points[0], high = low;
  for (size_t i = 1; i < count; i++) {
    const carom_pos p = points[i];
    low = (carom_pos){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
    high = (carom_pos){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
  }
  return (columns_box){{low.x - margin, low.y - margin, low.z - margin},
                       {high.x + margin, high.y + margin, high.z + margin}};
}

static columns_box box_of(const column_list *c, size_t number) {
  return columns_box_of(c->triangles[number].corners, 3, 0);
}

static bool boxes_meet(const columns_box *a, const columns_box *b) {
  return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y &&
         a->min.z <= b->max.z && b->min.z <= a->max.z;
}

/* --- Lists --- */

static int column_of(double at, double low, double width, int side) {
  double column = floor((at - low) / width);
  return column < 0 ? 0 : column >= side ? side - 1 : (int)column;
}

static column_range columns_of(const column_list *c, const columns_box *box) {
  const carom_pos *low = &c->bounds.min;
  return (column_range){column_of(box->min.x, low->x, c->width[0], c->side),
                        column_of(box->min.y, low->y, c->width[1], c->side),
                        column_of(box->max.x, low->x, c->width[0], c->side),
                        column_of(box->max.y, low->y, c->width[1], c->side)};
}

/* Counts the triangles of each column, or lists them: first[i] is then where the next one of column i goes.
 */
static void list_triangles(column_list *c, bool counts) {
  for (size_t i = 0; i < c->count; i++) {
    const columns_box box = box_of(c, i);
    const column_range r = columns_of(c, &box);
    for (int y = r.y0; y <= r.y1; y++) {
      for (int x = r.x0; x <= r.x1; x++) {
        size_t *next = &c->first[y * c->side + x];
        if (!counts) c->lists[*next] = i;
        ++*next;
      }
    }
  }
}

static void make_lists(column_list *c) {
  c->side = (int)fmin(COLUMNS_MAX, ceil(sqrt((double)c->count)));
  c->width[0] = (c->bounds.max.x - c->bounds.min.x) / c->side + 1e-30;
  c->width[1] = (c->bounds.max.y - c->bounds.min.y) / c->side + 1e-30;
  size_t cells = (size_t)c->side * (size_t)c->side, sum = 0;
  c->first = memory_zeroed(cells + 1, sizeof *c->first);
  list_triangles(c, true);
  for (size_t i = 0; i <= cells; i++) {
    size_t count = c->first[i];
    c->first[i] = sum;
    sum += count;
  }
  c->lists = memory_zeroed(sum, sizeof *c->lists);
  list_triangles(c, false);
  for (size_t i = cells; i > 0; i--) c->first[i] = c->first[i - 1];
  c->first[0] = 0;
}

column_list *columns_new(const gap_triangle *triangles, size_t count) {
  column_list *c = memory_zeroed(1, sizeof *c);
  c->triangles = triangles;
  c->count = count;
  c->bounds = box_of(c, 0);
  for (size_t i = 1; i < count; i++) {
    const columns_box box = box_of(c, i);
    const carom_pos corners[4] = {c->bounds.min, c->bounds.max, box.min, box.max};
    c->bounds = columns_box_of(corners, 4, 0);
  }
  make_lists(c);
  return c;
}

void columns_free(column_list *c) {
  if (!c) return;
  free(c->first);
  free(c->lists);
  free(c);
}

const columns_box *columns_bounds(const column_list *c) { return &c->bounds; }

/* --- Questions --- */

static bool walk_column(const column_list *c, int column, const columns_box *box, columns_visit *visit,
                        void *user) {
  for (size_t i = c->first[column]; i < c->first[column + 1]; i++) {
    const columns_box of = box_of(c, c->lists[i]);
    if (boxes_meet(&of, box) && !visit(user, c->lists[i])) return false;
  }
  return true;
}

bool columns_walk(const column_list *c, const columns_box *box, columns_visit *visit, void *user) {
  if (!boxes_meet(box, &c->bounds)) return true;
  const column_range r = columns_of(c, box);
  for (int y = r.y0; y <= r.y1; y++)
    for (int x = r.x0; x <= r.x1; x++)
      if (!walk_column(c, y * c->side + x, box, visit, user)) return false;
  return true;
}

static double turn(carom_pos a, carom_pos b, carom_pos p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Adds a triangle straight above a place to the winding: 1 when it faces up, -1 when it faces down. False
 * when the place is straight below an edge. */
static bool cross_above(const gap_triangle *t, carom_pos p, int *winding) {
  const carom_pos *c = t->corners;
  double u = turn(c[1], c[2], p), v = turn(c[2], c[0], p), w = turn(c[0], c[1], p), sum = u + v + w;
  bool faces_up = u >= 0 && v >= 0 && w >= 0, faces_down = u <= 0 && v <= 0 && w <= 0;
  if (!faces_up && !faces_down) return true;
  if (u == 0 || v == 0 || w == 0) return false;
  if ((u * c[0].z + v * c[1].z + w * c[2].z) / sum > p.z) *winding += faces_up ? 1 : -1;
  return true;
}

/* Van Oosterom and Strackee, 1983. */
static double solid_angle(const gap_triangle *t, carom_pos p) {
  double v[3][3], length[3], dot[3];
  for (int i = 0; i < 3; i++) {
    const carom_pos c = t->corners[i];
    v[i][0] = c.x - p.x, v[i][1] = c.y - p.y, v[i][2] = c.z - p.z;
    length[i] = sqrt(v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
  }
  for (int i = 0; i < 3; i++) {
    const double *a = v[(i + 1) % 3], *b = v[(i + 2) % 3];
    dot[i] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  double over = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
  double under = length[0] * length[1] * length[2];
  for (int i = 0; i < 3; i++) under += dot[i] * length[i];
  return 2 * atan2(over, under);
}

/* The definition of the winding number, which asks every triangle. */
static int winding_by_angles(const column_list *c, carom_pos place) {
  double sum = 0;
  for (size_t i = 0; i < c->count; i++) sum += solid_angle(&c->triangles[i], place);
  return (int)floor(sum / (4 * acos(-1)) + 0.5);
}

int columns_winding(const column_list *c, carom_pos place) {
  const columns_box at = {place, place};
  int winding = 0;
  if (!boxes_meet(&at, &c->bounds)) return 0;
  const column_range r = columns_of(c, &at);
  const size_t *first = &c->first[r.y0 * c->side + r.x0];
  for (size_t i = first[0]; i < first[1]; i++)
    if (!cross_above(&c->triangles[c->lists[i]], place, &winding)) return winding_by_angles(c, place);
  return winding;
}
