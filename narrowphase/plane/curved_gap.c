/* curved_gap.c: how far two cores of the plane are apart or overlap, of which one has an arc.
 *
 * The outlines of both are parts in the order of their normals, and so is that of the Minkowski difference
 * (curved_outline.h). The greatest separation along any normal is the distance of the cores, or minus the
 * least move that parts them. It is along the normal of an edge, where two parts join, or within a span of
 * two parts (curved_span.c). */
#include "curved_gap.h"

#include "curved_outline.h"
#include "dvec.h"
#include "flat_arc.h"

/* What the separation may be short of the greatest, in sizes, where it is all but the same along very many
 * normals. */
#define FLAT_TOP 0x1p-28
/* A part of A begins at each span, or one of B; the first one is cut in two. */
#define SPANS (CAROM__FLAT_VERTICES + 5)

/* An edge of the difference, where the separation along its normal may be the greatest. */
typedef struct edge_place {
  carom__curved_place at;
  uint32_t a, b; /* the parts: of the edge's own outline the one that begins where it ends */
} edge_place;

typedef struct curved_search {
  carom__curved_outline a, b;
  carom__curved_span spans[SPANS];
  uint32_t span_count;
  uint32_t part_a, part_b;  /* where the walk is */
  edge_place edges[2];      /* the best of A, and of B, that the origin is across from */
  carom__curved_place best; /* of all, and the parts that meet there */
  uint32_t best_a, best_b;
  double slack; /* for the rounding of where an edge ends */
} curved_search;

/* --- The walk --- */

static void forget(curved_search *s, double size) {
  s->slack = CAROM__FLAT_FACING * size;
  s->best_a = s->best_b = 0;
  s->span_count = s->part_a = s->part_b = 0;
  s->edges[0].at.reach = s->edges[1].at.reach = HUGE_VAL;
  s->best = (carom__curved_place){.reach = HUGE_VAL};
}

/* Grows with the angle from one direction to another, from 0 to less than 4. */
static double angle_key(carom__dvec2 from, carom__dvec2 to) {
  double x = dvec2_dot(from, to), y = dvec2_cross(from, to), part = y / (fabs(x) + fabs(y));
  if (x < 0) return 2 - part;
  return y < 0 ? 4 + part : part;
}

static carom__curved_span span_here(const curved_search *s) {
  const carom__outline_part *a = &s->a.parts[s->part_a], *b = &s->b.parts[s->part_b];
  return (carom__curved_span){.center = dvec2_add(a->center, b->center),
                              .arcs = {a->is_arc ? &s->a : NULL, b->is_arc ? &s->b : NULL},
                              .part_a = s->part_a,
                              .part_b = s->part_b};
}

static void consider(curved_search *s, const carom__curved_place *at) {
  if (!(at->reach < s->best.reach)) return;
  s->best = *at;
  s->best_a = s->part_a, s->best_b = s->part_b;
}

/* The edge that ends where the part of a side begins at which the walk has arrived. */
static void look_at_edge(curved_search *s, int side, const carom__curved_place *end) {
  const carom__curved_outline *outline = side == 0 ? &s->a : &s->b;
  uint32_t part = side == 0 ? s->part_a : s->part_b;
  if (!outline->parts[part].follows_edge) return;
  carom__dvec2 start = outline->parts[flat_before(part, outline->count)].center;
  carom__dvec2 edge = dvec2_sub(outline->parts[part].center, start), from = dvec2_sub(end->point, edge);
  double along = -dvec2_dot(edge, from), slack = s->slack * (fabs(edge.x) + fabs(edge.y));
  edge_place *kept = &s->edges[side];
  bool across = along >= -slack && along <= dvec2_dot(edge, edge) + slack;
  if (across && end->reach < kept->at.reach) *kept = (edge_place){*end, s->part_a, s->part_b};
}

static void begin_span(curved_search *s, carom__dvec2 normal) {
  carom__curved_span *next = &s->spans[s->span_count++];
  *next = span_here(s);
  carom__curved_place_at(next, normal, &next->start);
}

static void end_span(curved_search *s, carom__dvec2 normal) {
  carom__curved_span *last = &s->spans[s->span_count - 1];
  if (dvec2_cross(last->start.normal, normal) > 0)
    carom__curved_place_at(last, normal, &last->end);
  else
    s->span_count--; /* rounding leaves nothing of it */
}

static void join(curved_search *s, int side, carom__dvec2 normal) {
  end_span(s, normal);
  begin_span(s, normal);
  const carom__curved_place *at = &s->spans[s->span_count - 1].start;
  consider(s, at);
  look_at_edge(s, side, at);
}

/* From one normal on as far as the next parts begin before a key. */
typedef struct curved_walk {
  carom__dvec2 start;
  double end;
  uint32_t left_a, left_b; /* parts that are to come */
} curved_walk;

static double next_key(const carom__curved_outline *outline, uint32_t part, uint32_t left,
                       carom__dvec2 from) {
  return left > 0 ? angle_key(from, outline->parts[flat_after(part, outline->count)].first) : HUGE_VAL;
}

static void walk(curved_search *s, curved_walk w) {
  for (;;) {
    double key_a = next_key(&s->a, s->part_a, w.left_a, w.start);
    double key_b = next_key(&s->b, s->part_b, w.left_b, w.start);
    int side = key_a <= key_b ? 0 : 1;
    if (!((side == 0 ? key_a : key_b) < w.end)) return;
    uint32_t *part = side == 0 ? &s->part_a : &s->part_b;
    const carom__curved_outline *outline = side == 0 ? &s->a : &s->b;
    *part = flat_after(*part, outline->count);
    *(side == 0 ? &w.left_a : &w.left_b) -= 1;
    join(s, side, outline->parts[*part].first);
  }
}

/* The part before the one that begins first from a direction on. */
static uint32_t part_before(const carom__curved_outline *outline, carom__dvec2 from) {
  uint32_t first = 0;
  double least = HUGE_VAL;
  for (uint32_t i = 0; i < outline->count; i++) {
    double key = angle_key(from, outline->parts[i].first);
    if (key < least) least = key, first = i;
  }
  return flat_before(first, outline->count);
}

/* All around, from where the first part of A begins. */
static void walk_around(curved_search *s) {
  carom__dvec2 start = s->a.parts[0].first;
  s->part_b = part_before(&s->b, start);
  begin_span(s, start);
  consider(s, &s->spans[0].start);
  look_at_edge(s, 0, &s->spans[0].start);
  walk(s, (curved_walk){start, HUGE_VAL, s->a.count - 1, s->b.count});
  end_span(s, start);
}

static bool is_same(carom__dvec2 a, carom__dvec2 b) { return a.x == b.x && a.y == b.y; }

static void take_place(curved_search *s, const carom__curved_span *span, const carom__curved_place *at) {
  s->best = *at;
  s->best_a = span->part_a, s->best_b = span->part_b;
}

/* Goes on from a place to the least one of a span, if that is near by. */
static void settle(curved_search *s, const carom__curved_span *span, carom__curved_place at, double near) {
  carom__curved_span_settle(span, near, &at);
  if (at.reach < s->best.reach) take_place(s, span, &at);
}

/* A search ends where all is within the tolerance. */
static void search_spans(curved_search *s, double tolerance) {
  carom__curved_place best = s->best;
  const carom__curved_span *of_best = NULL, *all = s->spans, *end = all + s->span_count;
  for (const carom__curved_span *span = all; span < end; span++)
    if (carom__curved_span_search(span, tolerance, &best)) of_best = span;
  if (of_best) take_place(s, of_best, &best), settle(s, of_best, best, tolerance);
  for (const carom__curved_span *span = all; span < end && !of_best; span++) {
    if (is_same(span->start.normal, best.normal)) settle(s, span, span->start, tolerance);
    if (is_same(span->end.normal, best.normal)) settle(s, span, span->end, tolerance);
  }
}

/* --- What meets --- */

/* Where the vertices of one of two flats are. */
typedef struct vertex_place {
  const carom__flat *flat;
  carom__flat_pose pose;
  carom__dvec2 *vertices;
  uint32_t *count, *name;
} vertex_place;

static vertex_place place_a(carom__flat_pair *pair) {
  const carom__flat_pose still = {{0, 0}, {1, 0}};
  return (vertex_place){pair->flat_a, still, pair->a, &pair->count_a, &pair->name_a};
}
static vertex_place place_b(carom__flat_pair *pair) {
  return (vertex_place){pair->flat_b, pair->b_in_a, pair->b, &pair->count_b, &pair->name_b};
}

static void set_straight(const vertex_place *p) {
  for (uint32_t i = 0; i < p->flat->count; i++) p->vertices[i] = flat_place(&p->pose, p->flat->points[i]);
  *p->count = p->flat->count, *p->name = 0;
}

/* The number of the arc comes after those of the vertices, if there are any. */
static void set_arc(const vertex_place *p, carom__dvec2 far) {
  p->vertices[0] = dvec2_add(dvec2_turn(p->pose.axis, far), p->pose.origin);
  *p->count = 1, *p->name = p->flat->count == 1 ? 0 : p->flat->count;
}

/* Of a flat with an arc, along a direction in A's frame. Which of two vertices it is that are as far rounding
 * may tell otherwise than a part does. */
static uint32_t meet_along(vertex_place p, const carom__outline_part *part, carom__dvec2 outward) {
  uint32_t vertex;
  if (part && !flat_is_curved(p.flat)) return part->vertex;
  carom__dvec2 far = carom__arc_farthest(p.flat, dvec2_along(p.pose.axis, outward), &vertex);
  if (part && !part->is_arc) vertex = part->vertex;
  if (vertex < p.flat->count) {
    set_straight(&p);
    return vertex;
  }
  set_arc(&p, far);
  return 0;
}

void carom__curved_set_b(carom__flat_pair *pair, carom__dvec2 normal) {
  meet_along(place_b(pair), NULL, dvec2_neg(normal));
}

static carom__flat_gap gap_at(carom__flat_pair *pair, const curved_search *s, const carom__curved_place *at,
                              uint32_t a, uint32_t b) {
  uint32_t of_a = meet_along(place_a(pair), &s->a.parts[a], at->normal);
  uint32_t of_b = meet_along(place_b(pair), &s->b.parts[b], dvec2_neg(at->normal));
  return (carom__flat_gap){-at->reach, at->normal, CAROM__FLAT_VERTICES_MEET, of_a, of_b};
}

/* Of a vertex and those of its neighbours that are as far along a normal, the one that is nearest to a place.
 */
static uint32_t nearest_to(carom__dvec2 place, const carom__dvec2 *points, uint32_t count, uint32_t vertex,
                           carom__dvec2 normal, double slack) {
  const uint32_t near_by[] = {vertex, flat_before(vertex, count), flat_after(vertex, count)};
  double least = HUGE_VAL, height = dvec2_dot(normal, points[vertex]);
  for (int i = 0; i < 3; i++) {
    const carom__dvec2 p = points[near_by[i]], way = dvec2_sub(p, place);
    if (fabs(dvec2_dot(normal, p) - height) > slack || dvec2_dot(way, way) >= least) continue;
    least = dvec2_dot(way, way), vertex = near_by[i];
  }
  return vertex;
}

/* Along the normal of an edge both of its ends are as far. The one that is across from the other core meets.
 */
static void take_nearer_ends(const carom__flat_pair *pair, double slack, carom__flat_gap *gap) {
  const carom__dvec2 n = gap->normal, across = dvec2_scale(n, gap->separation);
  gap->a = nearest_to(dvec2_sub(pair->b[gap->b], across), pair->a, pair->count_a, gap->a, n, slack);
  gap->b = nearest_to(dvec2_add(pair->a[gap->a], across), pair->b, pair->count_b, gap->b, n, slack);
}

/* An edge is told by where it begins: at the vertex of the part before. */
static carom__flat_gap gap_at_edge(carom__flat_pair *pair, const curved_search *s, int side) {
  const edge_place *edge = &s->edges[side];
  carom__flat_gap gap = gap_at(pair, s, &edge->at, edge->a, edge->b);
  gap.meeting = side == 0 ? CAROM__FLAT_EDGE_OF_A : CAROM__FLAT_EDGE_OF_B;
  if (side == 0) gap.a = s->a.parts[flat_before(edge->a, s->a.count)].vertex;
  if (side == 1) gap.b = s->b.parts[flat_before(edge->b, s->b.count)].vertex;
  return gap;
}

void carom__curved_gap_find(carom__flat_pair *pair, double preference, carom__flat_gap *out) {
  curved_search s; /* not initialised as a whole: spans are many */
  carom__flat_pair_place(pair);
  carom__curved_outline_of_a(pair, &s.a);
  carom__curved_outline_of_b(pair, &s.b);
  forget(&s, pair->size);
  walk_around(&s);
  search_spans(&s, FLAT_TOP * pair->size);
  double enough = s.best.reach + greater_double(preference, s.slack);
  for (int side = 0; side < 2; side++)
    if (s.edges[side].at.reach <= enough) {
      *out = gap_at_edge(pair, &s, side);
      return;
    }
  *out = gap_at(pair, &s, &s.best, s.best_a, s.best_b);
  take_nearer_ends(pair, s.slack, out);
}

bool carom__curved_corner_gap(carom__flat_pair *pair, uint32_t vertex, carom__dvec2 first, carom__dvec2 last,
                              carom__flat_gap *out) {
  curved_search s;
  carom__flat_pair_place(pair); /* as an arc, B may have another point in place of its vertices */
  s.a.count = 1;
  s.a.parts[0] = (carom__outline_part){.first = first, .center = pair->a[vertex], .vertex = vertex};
  carom__curved_outline_of_b(pair, &s.b);
  forget(&s, pair->size);
  s.part_b = part_before(&s.b, first);
  begin_span(&s, first);
  walk(&s, (curved_walk){first, angle_key(first, last), 0, s.b.count});
  end_span(&s, last);
  search_spans(&s, FLAT_TOP * pair->size);
  if (s.best.reach == HUGE_VAL) return false;
  bool by_edge = s.edges[1].at.reach <= s.best.reach + s.slack;
  *out = by_edge ? gap_at_edge(pair, &s, 1) : gap_at(pair, &s, &s.best, s.best_a, s.best_b);
  return true;
}
