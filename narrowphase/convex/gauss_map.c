/* gauss_map.c: separating axes found by walking over Gauss maps.
 *
 * On the sphere of directions the faces of a hull are points, its edges arcs between the points of two faces,
 * and its vertices the regions between. Of the axes that the theorem of separating axes asks for, only these
 * can be the least: the points of each map, and where an arc of one map crosses an arc of the other, turned
 * round (Gregorius, "The separating axis test between convex polyhedra", 2013). The crossings are not sought
 * among all pairs of edges: from a face of the hull, where the other shape's support vertex is found, the
 * walk goes along each arc to the next face and notes which neighbour takes over as the support vertex, and
 * where: the parametric simplex method (Gass and Saaty, 1955). Each step strictly lowers the product of the
 * vertex and the way the direction goes, so that no walk can turn in circles, however things are rounded. */
#include "epa_points.h"

#include "hull.h"

/* One of the two cores. */
typedef struct gauss_side {
  const carom__core *core;
  const carom_hull *hull;      /* NULL for a box, a segment or a point */
  const carom__relative *pose; /* leads into A's frame; NULL for A */
} gauss_side;

/* Directions point out of the hull. */
typedef struct gauss_search {
  const carom__cores *cores;
  gauss_side hull, other;
  double sign; /* 1 when the hull is A, -1 when it is B */
  carom__epa_result *best;
} gauss_search;

static gauss_side party_of(const carom__cores *cores, bool first) {
  const carom__core *core = first ? &cores->a : &cores->b;
  return (gauss_side){core, core->hull, first ? NULL : cores->b_in_a};
}

static carom__dvec3 outward(const gauss_side *p, carom__dvec3 local) {
  if (!p->pose) return local;
  const carom_mat3 *m = &p->pose->axes;
  carom__dvec3 x = dvec3_scale(dvec3_widen(m->x), local.x), y = dvec3_scale(dvec3_widen(m->y), local.y);
  return dvec3_add(dvec3_add(x, y), dvec3_scale(dvec3_widen(m->z), local.z));
}

static carom__dvec3 inward(const gauss_side *p, carom__dvec3 direction) {
  if (!p->pose) return direction;
  const carom_mat3 *m = &p->pose->axes;
  return dvec3(dvec3_dot(dvec3_widen(m->x), direction), dvec3_dot(dvec3_widen(m->y), direction),
               dvec3_dot(dvec3_widen(m->z), direction));
}

static carom__dvec3 local_vertex(const gauss_side *p, uint32_t i) {
  return dvec3_widen(core_vertex(p->core, i));
}

static carom__dvec3 placed_vertex(const gauss_side *p, uint32_t i) {
  carom_vec3 local = core_vertex(p->core, i);
  return p->pose ? dvec3_place(p->pose, local) : dvec3_widen(local);
}

static uint32_t support_vertex(const gauss_side *p, carom__dvec3 local_direction) {
  uint32_t index;
  core_support(p->core, dvec3_narrow(local_direction), &index);
  return index;
}

/* Points and segments have no faces of their own that another shape's edges and faces do not stand for. */
static uint32_t face_count(const gauss_side *p) {
  return p->hull ? p->hull->face_count : p->core->box ? 6 : 0;
}

static carom__dvec3 face_normal(const gauss_side *p, uint32_t i) {
  if (p->hull) return dvec3_widen(p->hull->planes[i].normal);
  double side = i % 2 ? 1 : -1;
  return dvec3(i / 2 == 0 ? side : 0, i / 2 == 1 ? side : 0, i / 2 == 2 ? side : 0);
}

/* Takes a unit direction, out of the hull, along which the depth is claimed to be this, if it is better than
 * the best. It is computed anew, because the two vertices that are farthest may be so only by rounding. */
static void take(gauss_search *s, carom__dvec3 direction, double claimed) {
  if (!(claimed < s->best->depth)) return;
  carom__dvec3 normal = dvec3_scale(direction, s->sign);
  double depth = dvec3_dot(carom__cores_support(s->cores, normal).w, normal);
  if (!(depth < s->best->depth)) return;
  s->best->normal = normal;
  s->best->depth = depth;
}

/* Tries the direction out of a face of the hull; `vertex` is the other's farthest vertex against it. */
static void try_hull_face(gauss_search *s, uint32_t face, carom__dvec3 direction, uint32_t vertex) {
  uint32_t corner = s->hull.hull->loops[s->hull.hull->face_starts[face]];
  carom__dvec3 p = placed_vertex(&s->other, vertex), q = placed_vertex(&s->hull, corner);
  take(s, direction, dvec3_dot(direction, dvec3_sub(q, p)));
}

/* Tries the direction into a face of the other. */
static void try_other_face(gauss_search *s, uint32_t face) {
  carom__dvec3 inner = dvec3_neg(outward(&s->other, face_normal(&s->other, face)));
  take(s, dvec3_normalize_or(inner, dvec3(1, 0, 0)), -HUGE_VAL);
}

/* Tries the product of an edge of the hull, as far as it points along `near`, and one of the other. */
static void try_edges(gauss_search *s, uint32_t half_edge, uint32_t from, uint32_t to, carom__dvec3 near) {
  const carom__half_edge *edges = s->hull.hull->half_edges, *edge = &edges[half_edge];
  carom__dvec3 p = placed_vertex(&s->hull, edge->origin), q = placed_vertex(&s->other, from);
  carom__dvec3 u = dvec3_sub(placed_vertex(&s->hull, edges[edge->twin].origin), p);
  carom__dvec3 v = dvec3_sub(placed_vertex(&s->other, to), q), normal = dvec3_cross(u, v);
  double length = dvec3_length(normal);
  if (!(length > 0)) return;
  carom__dvec3 direction = dvec3_scale(normal, (dvec3_dot(normal, near) < 0 ? -1 : 1) / length);
  take(s, direction, dvec3_dot(direction, dvec3_sub(p, q)));
}

/* A walk from one direction to another, in the other's frame, and the vertex that is farthest against the
 * direction on the way. */
typedef struct gauss_walk {
  carom__dvec3 start, way;
  uint32_t vertex;
  double start_product, way_product; /* of the vertex */
  /* The neighbour that takes over next, and when: beyond 1 for none. */
  uint32_t next;
  double when, next_way_product;
} gauss_walk;

static void look_at(const gauss_side *other, uint32_t vertex, gauss_walk *w) {
  carom__dvec3 v = local_vertex(other, vertex);
  double way = dvec3_dot(v, w->way), gain = w->way_product - way;
  if (!(gain > 0)) return;
  double when = fmax(dvec3_dot(v, w->start) - w->start_product, 0) / gain;
  if (when > w->when || (when == w->when && way >= w->next_way_product)) return;
  w->next = vertex;
  w->when = when;
  w->next_way_product = way;
}

/* Looks at all neighbours: around a vertex of a hull; of the other shapes, which have eight vertices at most,
 * at all. */
static void look_around(const gauss_side *other, gauss_walk *w) {
  carom__dvec3 v = local_vertex(other, w->vertex);
  w->start_product = dvec3_dot(v, w->start);
  w->way_product = dvec3_dot(v, w->way);
  w->when = 2;
  if (!other->hull) {
    uint32_t count = other->core->class->vertex_count(other->core->shape);
    for (uint32_t i = 0; i < count; i++) look_at(other, i, w);
    return;
  }
  const carom__half_edge *edges = other->hull->half_edges;
  uint32_t first = other->hull->vertex_edges[w->vertex], edge = first;
  do {
    uint32_t twin = edges[edge].twin;
    look_at(other, edges[twin].origin, w);
    edge = edges[twin].next;
  } while (edge != first);
}

/* Walks along the arc of an edge, from the face it belongs to toward the one beyond. */
static void walk_edge(gauss_search *s, uint32_t half_edge, carom__dvec3 start, carom__dvec3 end,
                      uint32_t vertex) {
  carom__dvec3 from = inward(&s->other, start);
  gauss_walk w = {.start = from, .way = dvec3_sub(inward(&s->other, end), from), .vertex = vertex};
  for (look_around(&s->other, &w); w.when < 1; look_around(&s->other, &w)) {
    try_edges(s, half_edge, w.vertex, w.next, dvec3_add(start, end));
    w.vertex = w.next;
  }
}

static carom__dvec3 direction_of(const gauss_search *s, uint32_t face) {
  carom__dvec3 normal = outward(&s->hull, face_normal(&s->hull, face));
  return dvec3_normalize_or(normal, dvec3(1, 0, 0));
}

/* Tries a face of the hull, and the edges around it that no face before had. */
static void search_face(gauss_search *s, uint32_t face) {
  const carom_hull *hull = s->hull.hull;
  carom__dvec3 direction = direction_of(s, face);
  uint32_t vertex = support_vertex(&s->other, inward(&s->other, dvec3_neg(direction)));
  try_hull_face(s, face, direction, vertex);
  for (uint32_t i = hull->face_starts[face]; i < hull->face_starts[face + 1]; i++) {
    uint32_t twin = hull->half_edges[i].twin;
    if (i < twin) walk_edge(s, i, direction, direction_of(s, hull->half_edges[twin].face), vertex);
  }
}

/* Are the faces of a core known? */
static bool has_map(const carom__core *core) {
  return core->hull || core->box || (core->class->vertex && core->class->vertex_count(core->shape) <= 2);
}

bool carom__gauss_map_applies(const carom__cores *cores) {
  return (cores->a.hull || cores->b.hull) && has_map(&cores->a) && has_map(&cores->b);
}

carom_status carom__gauss_map_depth(const carom__cores *cores, carom__epa_result *out) {
  bool first = cores->a.hull;
  gauss_search s = {cores, party_of(cores, first), party_of(cores, !first), first ? 1 : -1, out};
  out->depth = HUGE_VAL;
  for (uint32_t i = 0; i < face_count(&s.hull); i++) search_face(&s, i);
  for (uint32_t i = 0; i < face_count(&s.other); i++) try_other_face(&s, i);
  return carom__epa_points(cores, out);
}
