/* field_ray.c: rays through fields.
 *
 * A ray goes through a grid of tiles, then of blocks, then of cells, and skips those whose range of heights
 * it passes above or below. The ranges of the ray are wider than rounding, so that it misses no cell that it
 * touches. Which triangles it meets is as exact as for meshes: no ray slips through an edge. */
#include "dvec.h"
#include "field.h"
#include "mesh_ray.h"
#include "vec.h"

/* A part of a ray, as fractions of its translation. */
typedef struct field_part {
  double begin, end;
} field_part;

typedef struct field_cast {
  const carom_field *field;
  carom__mesh_line line;
  /* along x and z in cells, along y as it is; slack: more than rounding moves them */
  double from[3], way[3], slack[3];
  double over[3]; /* 1 by the way; its rounding is far below the slack */
  double wanted;  /* the greatest fraction of hits */
} field_cast;

/* A square of cells. */
typedef struct field_square {
  uint32_t column, row, size;
} field_square;

static const uint32_t sizes[] = {CAROM__FIELD_TILE, CAROM__FIELD_BLOCK, 1};
static const double over_sizes[] = {1.0 / CAROM__FIELD_TILE, 1.0 / CAROM__FIELD_BLOCK, 1}; /* exact */
enum { FIELD_CELLS = 2, FEW_SQUARES = 12 };

/* --- Parts of a ray --- */

/* What of a part lies from low to high along an axis; begin > end: nothing. A ray that hardly moves along it
 * is there for all of the part, or near it. */
static field_part part_between(const field_cast *c, int axis, double low, double high, field_part part) {
  double from = c->from[axis], slack = c->slack[axis], over = c->over[axis];
  if (fabs(c->way[axis]) <= slack) return part;
  double a = (low - slack - from) * over, b = (high + slack - from) * over;
  double begin = lesser_double(a, b), end = greater_double(a, b);
  return (field_part){greater_double(begin, part.begin), lesser_double(end, part.end)};
}

typedef struct field_range {
  double low, high;
} field_range;

static field_range range_of(const field_cast *c, int axis, field_part part) {
  double a = c->from[axis] + c->way[axis] * part.begin, b = c->from[axis] + c->way[axis] * part.end;
  return (field_range){lesser_double(a, b) - c->slack[axis], greater_double(a, b) + c->slack[axis]};
}

/* The squares that the part passes along an axis, of those from first on; first > last: none. over_size: 1 by
 * their size. */
static carom__field_span squares_of(const field_cast *c, int axis, field_part part, double over_size,
                                    int first, int last) {
  field_range r = range_of(c, axis, part);
  double low = floor(r.low * over_size), high = floor(r.high * over_size);
  if (low > (double)last || high < (double)first) return (carom__field_span){0, -1};
  return (carom__field_span){low > (double)first ? (int)low : first, high < (double)last ? (int)high : last};
}

/* --- Squares --- */

static field_range range_in(const carom_field *field, const field_square *s) {
  uint32_t at_tile = field_tile_of(field, s->column, s->row);
  if (s->size == CAROM__FIELD_TILE)
    return (field_range){(double)field->lows[at_tile], (double)field->highs[at_tile]};
  const carom__field_tile *tile = field->tiles[at_tile];
  uint32_t i = s->column % CAROM__FIELD_TILE, j = s->row % CAROM__FIELD_TILE;
  if (s->size == CAROM__FIELD_BLOCK) {
    size_t at = j + i / CAROM__FIELD_BLOCK;
    return (field_range){(double)field_height(field, field_number(field->storage, tile->lows, at)),
                         (double)field_height(field, field_number(field->storage, tile->highs, at))};
  }
  float low = INFINITY, high = -INFINITY;
  for (uint32_t k = 0; k < 4; k++) {
    size_t at = (size_t)(j + k / 2) * (tile->columns + 1) + i + k % 2;
    float number = field_number(field->storage, tile->numbers, at);
    low = lesser_float(low, number), high = greater_float(high, number);
  }
  return (field_range){(double)field_height(field, low), (double)field_height(field, high)};
}

static void meet_cell(field_cast *c, const field_square *s) {
  uint32_t number = s->row * c->field->terms.columns + s->column;
  carom__field_cell cell;
  carom__field_get_cell(c->field, number, &cell);
  for (uint32_t second = 0; second < 2 && !cell.hole; second++) {
    carom_vec3 corners[3];
    carom__mesh_hit hit;
    carom__field_corners_in(&cell, second, corners);
    if (!carom__mesh_ray_meets(&c->line, corners, false, &hit) || hit.fraction > c->wanted) continue;
    hit.triangle = 2 * number + second;
    hit.material = cell.material;
    c->wanted = c->line.hit(c->line.context, &hit);
  }
}

/* Does the ray pass the heights of the square, before what is not wanted? */
static bool may_meet(const field_cast *c, const field_square *s, field_part part) {
  if (part.begin > part.end || part.begin > c->wanted + 0x1p-40) return false;
  field_range of_ray = range_of(c, 1, part), of_square = range_in(c->field, s);
  return of_ray.low <= of_square.high && of_ray.high >= of_square.low;
}

static void visit_squares(field_cast *c, int level, const field_square *of, field_part part);

static void visit_square(field_cast *c, int level, const field_square *s, field_part part) {
  if (!may_meet(c, s, part)) return;
  if (level == FIELD_CELLS)
    meet_cell(c, s);
  else
    visit_squares(c, level + 1, s, part);
}

/* Squares of a row, in the direction of the ray. */
static void visit_row(field_cast *c, int level, carom__field_span columns, uint32_t row, field_part part) {
  uint32_t size = sizes[level];
  columns = squares_of(c, 0, part, over_sizes[level], columns.first, columns.last);
  for (int n = 0; n <= columns.last - columns.first; n++) {
    uint32_t column = (uint32_t)(c->way[0] < 0 ? columns.last - n : columns.first + n) * size;
    field_square s = {column, row, size};
    visit_square(c, level, &s, part_between(c, 0, (double)column, (double)(column + size), part));
  }
}

/* The numbers of the squares in another square, which may reach beyond the field. */
static carom__field_span span_in(uint32_t begin, uint32_t size, uint32_t each, uint32_t all) {
  uint32_t end = begin + size < all ? begin + size : all;
  return (carom__field_span){(int)(begin / each), (int)((end - 1) / each)};
}

/* The squares of a level that a part of the ray passes in a greater square, roughly in its order. */
static void visit_squares(field_cast *c, int level, const field_square *of, field_part part) {
  uint32_t size = sizes[level];
  const carom__field_terms *t = &c->field->terms;
  carom__field_span columns = span_in(of->column, of->size, size, t->columns);
  carom__field_span rows = span_in(of->row, of->size, size, t->rows);
  rows = squares_of(c, 2, part, over_sizes[level], rows.first, rows.last);
  for (int n = 0; n <= rows.last - rows.first; n++) {
    uint32_t row = (uint32_t)(c->way[2] < 0 ? rows.last - n : rows.first + n) * size;
    field_part here = part_between(c, 2, (double)row, (double)(row + size), part);
    if (here.begin <= here.end) visit_row(c, level, columns, row, here);
  }
}

/* --- Rays --- */

/* Lines of the grid are products that were rounded to float, which moves them by less than 2^-23 of the
 * number of cells. */
static void set_axis(field_cast *c, int axis, float from, float way, float spacing, uint32_t count) {
  c->from[axis] = (double)from / (double)spacing;
  c->way[axis] = (double)way / (double)spacing;
  c->over[axis] = c->way[axis] != 0 ? 1 / c->way[axis] : 0;
  c->slack[axis] = count * 0x1p-22 + (fabs(c->from[axis]) + fabs(c->way[axis])) * 0x1p-46;
}

/* Where a part passes few squares, greater ones tell nothing sooner. */
static int first_level(const field_cast *c, field_part part) {
  double passed = (fabs(c->way[0]) + fabs(c->way[2])) * (part.end - part.begin);
  if (passed <= FEW_SQUARES) return FIELD_CELLS;
  return passed <= FEW_SQUARES * CAROM__FIELD_BLOCK ? FIELD_CELLS - 1 : 0;
}

static bool lasts(field_part part) { return part.begin <= part.end; }

void carom__field_walk_ray(const carom_field *field, const carom__ray *ray, bool front_only,
                           carom__mesh_hit_fn *hit, void *context) {
  const carom__field_terms *t = &field->terms;
  if (vec3_is_within(ray->translation, CAROM__MESH_LEAST_MOVE)) return;
  field_cast c = {.field = field, .line = carom__mesh_line_of(&field->bounds, ray, front_only), .wanted = 1};
  c.line.hit = hit;
  c.line.context = context;
  set_axis(&c, 0, ray->origin.x, ray->translation.x, t->spacing[0], t->columns);
  set_axis(&c, 1, ray->origin.y, ray->translation.y, 1, 0);
  set_axis(&c, 2, ray->origin.z, ray->translation.z, t->spacing[1], t->rows);
  field_part part = {0, 1};
  part = part_between(&c, 1, (double)field->bounds.min.y, (double)field->bounds.max.y, part);
  field_square whole = {0, 0, t->columns > t->rows ? t->columns : t->rows};
  if (lasts(part)) part = part_between(&c, 0, 0, t->columns, part);
  if (lasts(part)) part = part_between(&c, 2, 0, t->rows, part);
  if (lasts(part)) visit_squares(&c, first_level(&c, part), &whole, part);
}

bool carom__field_cast_ray(const carom_field *field, const carom__ray *ray, bool front_only,
                           carom__mesh_hit *out) {
  *out = (carom__mesh_hit){.triangle = UINT32_MAX, .fraction = 2};
  carom__field_walk_ray(field, ray, front_only, carom__mesh_keep_closest, out);
  return out->triangle != UINT32_MAX;
}
