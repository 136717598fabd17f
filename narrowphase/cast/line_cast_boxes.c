/* line_cast_boxes.c: casts of two boxes without a radius.
 *
 * They touch when the difference of their middles lies in the sum of both boxes, a solid whose faces are
 * square to the fifteen axes of the overlap test (Gottschalk, Lin and Manocha, 1996). So a cast is a ray that
 * is cut by fifteen pairs of planes. Each is moved out by the gap that time runs to: at a corner, where three
 * planes at blunt angles bound it, the boxes may be apart by the root of 3 of that.
 *
 * As in the overlap test, R = A^T B is the geometry, and how far B reaches along an edge axis comes from its
 * cofactors: so nearly parallel edges need no tolerance. */
#include "box_gap.h"
#include "line_approach.h"

typedef struct box_line {
  double half_a[3], half_b[3];
  double turn[3][3];     /* [i][j]: A's axis i by B's axis j ... */
  double parts[3][3];    /* ... without the sign */
  double at[3], move[3]; /* of B's middle along A's axes */
  double more;           /* by which the planes are moved out */
} box_line;

/* The span, and the axis that it was entered by: as carom__box_gap_along has it. */
typedef struct entry {
  carom__line_span span;
  int axis;
} entry;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void make_line(const carom__line_pair *pair, box_line *l) {
  const carom__line_cast *it = pair->it;
  const carom_mat3 *a = &it->a.frame->axes, *b = &it->b.frame->axes;
  dvec3_store(l->half_a, dvec3_widen(pair->a.a));
  dvec3_store(l->half_b, dvec3_widen(pair->b.a));
  dvec3_store(l->at, dvec3_unrotate(a, pair->between));
  dvec3_store(l->move, dvec3_unrotate(a, it->travel));
  for (int j = 0; j < 3; j++) {
    double column[3];
    dvec3_store(column, dvec3_unrotate(a, dvec3_widen(mat3_column(b, j))));
    for (int i = 0; i < 3; i++) l->turn[i][j] = column[i], l->parts[i][j] = fabs(column[i]);
  }
  l->more = pair->least;
}

static void cut(entry *e, int axis, double at, double move, double reach) {
  double before = e->span.enter;
  line_span_cut(&e->span, at, move, reach);
  if (e->span.enter > before) e->axis = axis;
}

static void cut_by_faces_of_a(const box_line *l, entry *e) {
  for (int i = 0; i < 3; i++)
    cut(e, i, l->at[i], l->move[i], l->half_a[i] + dot(l->parts[i], l->half_b) + l->more);
}

static void cut_by_faces_of_b(const box_line *l, entry *e) {
  for (int j = 0; j < 3; j++) {
    const double axis[3] = {l->turn[0][j], l->turn[1][j], l->turn[2][j]};
    const double parts[3] = {l->parts[0][j], l->parts[1][j], l->parts[2][j]};
    cut(e, 3 + j, dot(axis, l->at), dot(axis, l->move), l->half_b[j] + dot(parts, l->half_a) + l->more);
  }
}

/* How far B reaches along the cross product of A's axis i and its axis j by its axis k. */
static double reach_across(const box_line *l, int i, int j, int k) {
  int p = (i + 1) % 3, q = (i + 2) % 3;
  return l->half_b[k] * fabs(l->turn[p][j] * l->turn[q][k] - l->turn[q][j] * l->turn[p][k]);
}

static void cut_by_edges(const box_line *l, int i, int j, entry *e) {
  int p = (i + 1) % 3, q = (i + 2) % 3;
  double along_p = -l->turn[q][j], along_q = l->turn[p][j];
  double length = square_root(along_p * along_p + along_q * along_q);
  double reach_a = l->half_a[p] * l->parts[q][j] + l->half_a[q] * l->parts[p][j];
  double reach_b = reach_across(l, i, j, (j + 1) % 3) + reach_across(l, i, j, (j + 2) % 3);
  cut(e, 6 + 3 * i + j, along_p * l->at[p] + along_q * l->at[q], along_p * l->move[p] + along_q * l->move[q],
      reach_a + reach_b + l->more * length);
}

static entry enter(const box_line *l, double until) {
  entry e = {{0, 1, -HUGE_VAL}, -1};
  cut_by_faces_of_a(l, &e);
  if (line_span_is_met(&e.span, until)) cut_by_faces_of_b(l, &e);
  for (int i = 0; i < 3 && line_span_is_met(&e.span, until); i++)
    for (int j = 0; j < 3; j++) cut_by_edges(l, i, j, &e);
  return e;
}

/* B's place in A's frame at a time. */
static carom__relative place_at(const carom__line_pair *pair, double time) {
  const carom__line_cast *it = pair->it;
  carom__dvec3 way = dvec3_mad(pair->between, it->travel, time);
  carom_frame a = {{0, 0, 0}, it->a.frame->axes}, b = {{way.x, way.y, way.z}, it->b.frame->axes};
  return frame_relative(&a, &b);
}

static void write_hit(const carom__line_cast *it, double time, const carom__gjk_result *nearest,
                      carom_impact *out) {
  const carom_frame *a = it->a.frame;
  carom__dvec3 middle = dvec3_scale(dvec3_add(nearest->point_a, nearest->point_b), 0.5);
  carom__dvec3 p = dvec3_mad(dvec3_rotate(&a->axes, middle), it->travel_a, time);
  *out = (carom_impact){.hit = true,
                        .fraction = time,
                        .normal = dvec3_narrow(dvec3_rotate(&a->axes, nearest->normal)),
                        .point = {a->origin.x + p.x, a->origin.y + p.y, a->origin.z + p.z},
                        .distance = (float)nearest->distance,
                        .iterations = 1};
}

/* The axis that was entered by nearly always tells the nearest points: a vertex over a face, or edges that
 * cross. */
static bool meet(const carom__line_pair *pair, const entry *e, carom_impact *out) {
  carom__relative place = place_at(pair, e->span.enter);
  carom__box_gap gap;
  carom__gjk_result nearest;
  bool found = carom__box_gap_along(pair->a.a, pair->b.a, &place, e->axis, &gap) &&
               carom__box_gap_measure(&gap, &nearest);
  if (found) write_hit(pair->it, e->span.enter, &nearest, out);
  return found;
}

bool carom__line_cast_boxes(const carom__line_pair *pair, double *begin, carom_impact *out) {
  box_line line;
  make_line(pair, &line);
  entry e = enter(&line, pair->it->until);
  if (e.span.apart <= pair->near && line_begins_inside(pair->it, out)) return true;
  if (e.span.apart <= 0) return false;
  if (!line_span_is_met(&e.span, pair->it->until) || e.span.enter >= 1) {
    line_miss(out);
    return true;
  }
  *begin = e.span.enter;
  return meet(pair, &e, out);
}
