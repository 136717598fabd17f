/* meet_triangles.c: a convex shape against all triangles that it may meet.
 *
 * The triangles are gathered once, eight at a time, and the rule of surface.h finds neighbours among them.
 * Around a point or a segment, the nearest points of all triangles are known in lanes. Such a point of a
 * triangle is a contact where the distance has a local minimum over the whole surface: on the face, or on an
 * edge where no neighbour is nearer. What passes through a triangle or is behind a one-sided one takes the
 * general way.
 *
 * Of sharp boxes and hulls the axis of least overlap with each triangle is known in lanes. It is a contact
 * where it is a normal of the surface, and otherwise the normal of the triangle is. All other shapes take the
 * general way, and so does what hardly touches.
 *
 * In a compound, the triangles of each child are a set of their own. Where other children are near, they are
 * asked as well: their surfaces may go on where a child ends, and solids may cover its faces. */
#include "meet_triangles.h"

#include "along.h"
#include "box_triangle.h"
#include "feature.h"
#include "frustum_on_triangle.h"
#include "hull_triangle.h"
#include "manifold.h"
#include "triangle_apart.h"
#include "triangles_pair.h"

typedef struct triangles_meeting {
  carom__gathering *g;
  carom__triangles_pair pair;
  carom__part mesh, others;      /* what is made of triangles, and the convex shape */
  const carom__facets *facets;   /* of a sharp hull that they hold */
  carom__placed_frustum frustum; /* that is sharp, as they are */
  const bool *alone;             /* of A and of B: no other child is near */
} triangles_meeting;

static bool is_alone(const triangles_meeting *m) { return m->alone[m->pair.side]; }

/* --- One triangle --- */

typedef struct triangle_part {
  carom__triangle triangle;
  carom__part part;
  carom__surfaces surfaces;
} triangle_part;

static void get_part(const triangles_meeting *m, const carom__triangle_set *set, uint32_t index,
                     triangle_part *out) {
  carom__triangles_pair_part(&m->pair, set, index, &out->triangle, &out->part);
  if (m->mesh.place) out->part = part_within(&m->mesh, &out->part);
  out->surfaces = (carom__surfaces){{{.whole = m->g->a}, {.whole = m->g->b}}};
  out->surfaces.sides[m->pair.side].set = set;
  out->surfaces.sides[m->pair.side].index = index;
  out->surfaces.sides[m->pair.side].alone = is_alone(m);
}

static void meet_generally(const triangles_meeting *m, const triangle_part *t) {
  bool first = m->pair.side == 0;
  carom__gathering_meet(m->g, first ? &t->part : &m->others, first ? &m->others : &t->part, &t->surfaces);
}

/* Is the face of a triangle that a contact is along covered by solids? */
static bool is_covered(const triangles_meeting *m, const triangle_part *t, const carom__part *a,
                       const carom__part *b, const carom_manifold *contact) {
  if (is_alone(m)) return false;
  carom_vec3 local = mat3_tmul_vec3(&t->part.frame.axes, contact->normal);
  if (fabsf(vec3_dot(local, t->triangle.normal)) <= CAROM__SAME_NORMAL) return false;
  return !carom__part_face_is_free(&t->surfaces, a, b, m->pair.side, contact);
}

/* Is a contact one of the compound that the convex shape is a child of? */
static bool others_agree(const triangles_meeting *m, const triangle_part *t, const carom__part *a,
                         const carom__part *b, carom_manifold *contact) {
  return !m->others.place || carom__part_agrees(&t->surfaces, a, b, 1 - m->pair.side, contact);
}

/* Adds the contact of a triangle. Where one side does not agree to it, it is kept in reserve, and the general
 * way finds another one if the side is that of the convex shape. */
static void add(const triangles_meeting *m, const triangle_part *t, carom__contact_rank rank,
                carom_manifold *contact) {
  bool first = m->pair.side == 0;
  const carom__part *a = first ? &t->part : &m->others, *b = first ? &m->others : &t->part;
  if (is_covered(m, t, a, b, contact)) rank = CAROM__CONTACT_OF_PARTS;
  bool counts = rank == CAROM__CONTACT_OF_PARTS || others_agree(m, t, a, b, contact);
  carom__gathering_add(m->g, a, b, counts ? rank : CAROM__CONTACT_OF_PARTS, contact);
  if (!counts) meet_generally(m, t);
}

static bool meet_all_generally(const triangles_meeting *m, const carom__triangle_set *set) {
  for (uint32_t i = 0; i < set->count; i++) {
    triangle_part t;
    if (carom__triangle_is_apart(&m->pair, set, i)) continue;
    get_part(m, set, i, &t);
    meet_generally(m, &t);
  }
  return true;
}

static bool meet_each(void *context, const carom__triangle_set *set) {
  return meet_all_generally(context, set);
}

/* --- Which side of a triangle is touched --- */

/* The middle of the convex shape, as seen by a set. */
typedef struct middle_view {
  const triangles_meeting *m;
  const carom__triangle_set *set;
  carom_vec3 middle;    /* in the frame of the shape */
  carom_vec3 seen_from; /* the same, in the frame of the triangles */
  bool folded;          /* is it behind some of them only? */
  uint8_t behind[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
} middle_view;

static void see_middle(const triangles_meeting *m, const carom__triangle_set *set, carom_vec3 middle,
                       middle_view *out) {
  out->m = m, out->set = set, out->middle = middle;
  out->seen_from = relative_apply(&m->pair.place, middle);
  out->folded = !set->one_sided && carom__triangle_set_sides(set, out->seen_from, out->behind);
}

/* Do neighbours hide the side of a triangle where the middle is? */
static bool is_hidden(const middle_view *v, const triangle_part *t) {
  const triangles_meeting *m = v->m;
  if (v->set->one_sided) return false;
  if (v->set->whole && is_alone(m))
    return v->folded && carom__triangle_set_hides(v->set, &t->triangle, v->seen_from, v->behind);
  carom_pos middle = frame_apply(m->pair.other.frame, v->middle);
  return carom__surface_hides(&t->surfaces.sides[m->pair.side], &t->part, &m->others, middle);
}

/* --- Round cores --- */

static carom_pos to_world(const triangles_meeting *m, carom__dvec3 p) {
  const carom_frame *frame = m->pair.mesh.frame;
  return frame_apply(frame, dvec3_narrow(p));
}

/* Adds the point between the surfaces where the core is at a height over the triangle. */
static void add_point(const triangles_meeting *m, carom__dvec3 outward, carom__dvec3 on_core, double height,
                      uint32_t feature, carom_manifold *out) {
  double separation = lesser_double(height - (double)m->pair.core.radius, 0);
  carom__dvec3 middle = dvec3_mad(on_core, outward, -((double)m->pair.core.own_radius + 0.5 * separation));
  out->points[out->point_count++] = (carom_contact_point){to_world(m, middle), (float)separation, feature};
}

/* The part of the segment over a triangle, as seen along its normal: where it begins and ends. */
typedef struct overlay {
  double begin, end;
} overlay;

static overlay overlay_of(const carom__round_core *core, const carom__triangle *t) {
  overlay over = {0, 1};
  carom__dvec3 normal = dvec3_widen(t->normal);
  for (int k = 0; k < 3; k++) {
    carom__dvec3 from = dvec3_widen(t->corners[k]), to = dvec3_widen(t->corners[(k + 1) % 3]);
    carom__dvec3 inward = dvec3_cross(normal, dvec3_sub(to, from));
    double first = dvec3_dot(inward, dvec3_sub(core->ends[0], from));
    double last = dvec3_dot(inward, dvec3_sub(core->ends[1], from));
    if (first < 0 && last < 0) return (overlay){1, 0};
    if (first < 0) over.begin = greater_double(over.begin, first / (first - last));
    if (last < 0) over.end = lesser_double(over.end, first / (first - last));
  }
  return over;
}

/* A segment along a face has a point at each end of what lies over it. The way out may lean, if hardly, and
 * the corner may be far away: heights are those along the normal of the face. */
static void add_ends(const triangles_meeting *m, const carom__triangle *t, const carom__round_near *n,
                     double cosine, carom_manifold *out) {
  const carom__round_core *core = &m->pair.core;
  overlay over = overlay_of(core, t);
  carom__dvec3 way = dvec3_sub(core->ends[1], core->ends[0]), corner = dvec3_widen(t->corners[0]);
  for (int i = 0; i < 2 && over.begin <= over.end; i++) {
    carom__dvec3 at = dvec3_mad(core->ends[0], way, i == 0 ? over.begin : over.end);
    double height = dvec3_dot(dvec3_sub(at, corner), dvec3_widen(t->normal)) / cosine;
    if (height <= (double)core->radius + (double)core->touch)
      add_point(m, n->outward, at, height, i == 0 ? FEATURE_SEGMENT_A : FEATURE_SEGMENT_B, out);
  }
}

/* The contact of a core that is apart from a triangle. */
static void make_contact(const triangles_meeting *m, const triangle_part *t, float at, carom_manifold *out) {
  carom__round_near n = carom__round_nearest(&m->pair.core, &t->triangle, at);
  const carom_frame *frame = m->pair.mesh.frame;
  carom_vec3 normal = mat3_mul_vec3(&frame->axes, dvec3_narrow(n.outward));
  double cosine = dvec3_dot(n.outward, dvec3_widen(t->triangle.normal));
  *out = (carom_manifold){.normal = m->pair.side == 0 ? normal : vec3_neg(normal)};
  if (!m->pair.core.is_point && fabs(cosine) > (double)CAROM__SAME_NORMAL)
    add_ends(m, &t->triangle, &n, cosine, out);
  if (out->point_count == 0) add_point(m, n.outward, n.on_core, n.distance, FEATURE_SEGMENT_INSIDE, out);
}

typedef struct place_list {
  uint32_t count;
  carom_vec3 places[CAROM__SET_TRIANGLES];
} place_list;

/* What lies where in a set, as seen from a core. */
typedef struct set_view {
  const triangles_meeting *m;
  const carom__triangle_set *set;
  carom__segment_near near;
  place_list met, refused; /* where there are contacts so far, and where there are none */
} set_view;

static carom_vec3 way_of(const set_view *v, uint32_t i) {
  return vec3(v->near.way[0][i], v->near.way[1][i], v->near.way[2][i]);
}

/* Is it behind a one-sided triangle? */
static bool is_behind(const set_view *v, uint32_t i) {
  carom__triangle t;
  if (!v->set->one_sided) return false;
  carom__triangle_set_get(v->set, i, &t);
  return vec3_dot(way_of(v, i), t.normal) > 0;
}

/* Is the way from a triangle to the core a normal of the surface? */
static bool is_normal(const set_view *v, uint32_t i, carom_vec3 outward) {
  const triangles_meeting *m = v->m;
  carom_vec3 on_core = vec3_lerp(m->pair.core.a, m->pair.core.b, v->near.at[i]),
             point = vec3_add(on_core, way_of(v, i));
  triangle_part t;
  bool whole = v->set->whole;
  if (whole && !carom__triangle_set_has_normal(v->set, i, point, outward, v->near.square)) return false;
  if (whole && is_alone(m)) return true;
  get_part(m, v->set, i, &t);
  const carom__surface *surface = &t.surfaces.sides[m->pair.side];
  carom_vec3 normal = mat3_mul_vec3(&t.part.frame.axes, outward);
  carom_pos at = frame_apply(&t.part.frame, point);
  if (whole) return carom__surface_others_agree(surface->whole, &t.part, at, normal);
  return carom__surface_allows(surface, &t.part, at, normal);
}

static void add_contact(const set_view *v, uint32_t i, carom__contact_rank rank) {
  triangle_part t;
  carom_manifold contact;
  get_part(v->m, v->set, i, &t);
  make_contact(v->m, &t, v->near.at[i], &contact);
  add(v->m, &t, rank, &contact);
}

/* How near a core may be before its direction is lost to rounding, in parts of the size of touching. */
#define DIRECTION 4

static bool passes(const set_view *v, float distance) {
  return distance <= DIRECTION * v->m->pair.core.touch;
}

/* Keeps what barely touches a triangle in reserve, along the normal of the triangle where that is one. */
static void keep_touch(const set_view *v, uint32_t i, const triangle_part *t) {
  const triangles_meeting *m = v->m;
  bool first = m->pair.side == 0;
  const carom__part *a = first ? &t->part : &m->others, *b = first ? &m->others : &t->part;
  carom_manifold contact;
  if (!carom__convex_collide_along(part_site(a), part_site(b), m->pair.side, t->triangle.normal,
                                   CAROM__ALONG_ANY, &contact))
    make_contact(m, t, v->near.at[i], &contact);
  carom__gathering_add(m->g, a, b, CAROM__CONTACT_OF_PARTS, &contact);
}

/* The general way rounds otherwise, and may see a gap where the lanes decided that there is none. */
static void meet_closely(const set_view *v, uint32_t i) {
  triangle_part t;
  get_part(v->m, v->set, i, &t);
  meet_generally(v->m, &t);
  if (!v->m->g->found && !v->m->g->has_spare) keep_touch(v, i, &t);
}

/* Meets a triangle that has a normal where it is nearest. */
static void meet_triangle(const set_view *v, uint32_t i) {
  if (passes(v, sqrtf(v->near.square[i])) || is_behind(v, i))
    meet_closely(v, i);
  else
    add_contact(v, i, CAROM__CONTACT);
}

/* Where the surface is nearest in a triangle, as seen from the beginning of the core. */
static carom_vec3 place_of(const set_view *v, uint32_t i) {
  const carom__round_core *core = &v->m->pair.core;
  return vec3_mad(way_of(v, i), vec3_sub(core->b, core->a), v->near.at[i]);
}

static bool is_among(const place_list *list, carom_vec3 at, float same) {
  for (uint32_t k = 0; k < list->count; k++) {
    carom_vec3 off = vec3_sub(list->places[k], at);
    if (vec3_dot(off, off) <= same * same) return true;
  }
  return false;
}

static void add_place(place_list *list, carom_vec3 at) { list->places[list->count++] = at; }

/* First come faces that the core is above, or so near to that its direction is lost to rounding; then edges
 * and corners, of those that are the same first the one of a triangle that it is not behind. */
typedef enum turn { OF_FACES, OF_FRONTS, OF_BACKS, TURNS } turn;

/* The triangles that are within reach, by their turns. */
typedef struct turn_lists {
  uint32_t counts[TURNS];
  uint16_t lists[TURNS][CAROM__SET_TRIANGLES];
} turn_lists;

static turn turn_of(const set_view *v, uint32_t i) {
  float close = DIRECTION * v->m->pair.core.touch;
  bool above = v->near.above[i / CAROM__TRIANGLE_LANES] >> i % CAROM__TRIANGLE_LANES & 1;
  if (above || v->near.square[i] <= close * close) return OF_FACES;
  return is_behind(v, i) ? OF_BACKS : OF_FRONTS;
}

static void list_turns(const set_view *v, turn_lists *out) {
  float reach = v->m->pair.core.radius + v->m->pair.core.touch;
  memset(out->counts, 0, sizeof out->counts);
  for (uint32_t i = 0; i < v->set->count; i++) {
    if (v->near.square[i] > reach * reach) continue;
    turn now = turn_of(v, i);
    out->lists[now][out->counts[now]++] = (uint16_t)i;
  }
}

static void meet_faces(set_view *v, const turn_lists *turns) {
  for (uint32_t k = 0; k < turns->counts[OF_FACES]; k++) {
    uint16_t i = turns->lists[OF_FACES][k];
    add_place(&v->met, place_of(v, i));
    meet_triangle(v, i);
  }
}

/* Has a triangle a normal where it is nearest? At one place all triangles have the same answer. */
static bool has_normal(set_view *v, uint32_t i, carom_vec3 at, float distance) {
  if (is_among(&v->refused, at, DIRECTION * v->m->pair.core.touch)) return false;
  if (is_normal(v, i, vec3_scale(way_of(v, i), -1 / distance))) return true;
  add_place(&v->refused, at);
  return false;
}

/* Meets edges and corners that have a normal where they are nearest, and where no other is met. */
static void meet_edges(set_view *v, const turn_lists *turns, turn now, uint32_t *spare) {
  for (uint32_t k = 0; k < turns->counts[now]; k++) {
    uint16_t i = turns->lists[now][k];
    float distance = sqrtf(v->near.square[i]);
    carom_vec3 at = place_of(v, i);
    if (is_among(&v->met, at, 4 * CAROM__SURFACE_RISES * distance)) continue;
    if (has_normal(v, i, at, distance)) {
      add_place(&v->met, at);
      meet_triangle(v, i);
    } else if (*spare == UINT32_MAX || v->near.square[i] < v->near.square[*spare]) {
      *spare = i;
    }
  }
}

static bool meet_near(void *context, const carom__triangle_set *set) {
  const triangles_meeting *m = context;
  uint32_t spare = UINT32_MAX;
  set_view v;
  turn_lists turns;
  v.m = m, v.set = set, v.met.count = v.refused.count = 0;
  carom__triangle_set_nearest(set, m->pair.core.a, m->pair.core.b, &v.near);
  list_turns(&v, &turns);
  meet_faces(&v, &turns);
  for (turn now = OF_FRONTS; now < TURNS; now++) meet_edges(&v, &turns, now, &spare);
  if (spare != UINT32_MAX && !m->g->found) add_contact(&v, spare, CAROM__CONTACT_OF_PARTS);
  return true;
}

/* --- Boxes and hulls --- */

/* What is no deeper than this part of the sizes takes the general way, which alone tells touching from not.
 */
#define SURELY_TOUCHES CAROM__SURFACE_HOLDS
/* The same in parts of how far the corners of the triangle are. */
#define SURELY_BESIDE 0x1p-18f

/* A box or a hull, and the triangles that are to be clipped. */
typedef struct box_meeting {
  const triangles_meeting *m;
  const carom__triangle_set *set;
  const carom__box_overlaps *overlaps;
  carom_vec3 half;
  middle_view seen;
  uint32_t count;                   /* of those that wait to be clipped */
  bool owns[CAROM__TRIANGLE_LANES]; /* is it along its own normal that they overlap least? */
  triangle_part parts[CAROM__TRIANGLE_LANES];
  carom__box_triangle its[CAROM__TRIANGLE_LANES]; /* in the frame of the box or hull */
} box_meeting;

/* One of the triangles. */
typedef struct box_encounter {
  const box_meeting *v;
  uint32_t index;
  bool hidden; /* is the front on the other side than the middle of the box? */
  bool faced;  /* is the middle on the side that is touched? */
  const triangle_part *t;
  const carom__box_triangle *it;
} box_encounter;

static box_encounter see_triangle(box_meeting *v, uint32_t i) {
  triangle_part *t = &v->parts[v->count];
  carom__box_triangle *it = &v->its[v->count];
  it->half = v->half;
  for (int k = 0; k < 3; k++)
    it->corners[k] =
        vec3(v->overlaps->corners[k][0][i], v->overlaps->corners[k][1][i], v->overlaps->corners[k][2][i]);
  get_part(v->m, v->set, i, t);
  carom_vec3 normal = mat3_tmul_vec3(&v->m->pair.place.axes, t->triangle.normal);
  bool behind = vec3_dot(normal, vec3_sub(it->corners[0], v->seen.middle)) > 0,
       hidden = is_hidden(&v->seen, t);
  it->front = behind != hidden && !v->set->one_sided ? vec3_neg(normal) : normal;
  return (box_encounter){v, i, hidden, v->set->one_sided ? !behind : !hidden, t, it};
}

/* Is the direction, in the frame of the box, a normal of the surface at a point of it in its own? */
static bool allows_direction(const box_encounter *e, carom_vec3 point, carom_vec3 direction) {
  const triangles_meeting *m = e->v->m;
  if (is_alone(m) && carom__triangle_set_covers(e->v->set, point)) {
    carom_vec3 normal = mat3_mul_vec3(&m->pair.place.axes, direction);
    return carom__triangle_set_has_normal(e->v->set, e->index, point, normal, NULL);
  }
  return carom__surface_allows(&e->t->surfaces.sides[m->pair.side], &e->t->part,
                               frame_apply(m->pair.mesh.frame, point),
                               mat3_mul_vec3(&m->pair.other.frame->axes, direction));
}

/* The same of one that may lead behind the triangle: it has to lead around an end of the surface. */
static bool is_allowed(const box_encounter *e, carom_vec3 point, carom_vec3 direction) {
  if (!allows_direction(e, point, direction)) return false;
  if (vec3_dot(direction, e->it->front) >= -CAROM__AROUND) return true;
  return allows_direction(e, point, direction_around(direction, e->it->front));
}

/* Where a point of a contact is on the triangle, in the frame of that: it is halfway to the box. */
static carom_vec3 on_triangle(const box_encounter *e, const carom__box_points *points, uint32_t i) {
  const carom__point *p = &points->points[i];
  carom_vec3 at = vec3_mad(p->position, points->normal, -0.5f * p->separation);
  return relative_apply(&e->v->m->pair.place, at);
}

static uint32_t deepest_of(const carom__box_points *points) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < points->count; i++)
    if (points->points[i].separation < points->points[deepest].separation) deepest = i;
  return deepest;
}

/* Does the triangle end at a point in the box, or where it has passed through it by no more than the depth?
 */
static bool ends_in_box(const box_encounter *e, bool same, carom_vec3 point, float depth) {
  const triangles_meeting *m = e->v->m;
  return same && carom__surface_holds(part_site(&m->others), frame_apply(m->pair.mesh.frame, point), depth);
}

/* Is it one where the triangle ends along it? The face or the edge that it is of may end before, unless it
 * leads behind. */
static bool end_agrees(const box_encounter *e, const carom__box_points *points) {
  uint32_t deepest = deepest_of(points);
  carom_vec3 point = on_triangle(e, points, deepest);
  carom_vec3 along = mat3_mul_vec3(&e->v->m->pair.place.axes, points->normal);
  float near = CAROM__SURFACE_OWN * CAROM__SURFACE_HOLDS * (vec3_norm1(point) + e->v->set->size);
  carom_vec3 end = carom__triangle_support_from(&e->t->triangle, point, along, near);
  bool same = end.x == point.x && end.y == point.y && end.z == point.z;
  if (leads_behind(vec3_dot(points->normal, e->it->front), false))
    return ends_in_box(e, same, point, -points->points[deepest].separation);
  return same || is_allowed(e, end, points->normal);
}

/* Keeps the points where it is one. False when it is none at the deepest point. */
static bool keep_agreeing(const box_encounter *e, carom__box_points *points) {
  if (points->count == 0) return false;
  uint32_t deepest = deepest_of(points), kept = 0;
  if (!is_allowed(e, on_triangle(e, points, deepest), points->normal) || !end_agrees(e, points)) return false;
  for (uint32_t i = 0; i < points->count; i++)
    if (i == deepest || is_allowed(e, on_triangle(e, points, i), points->normal))
      points->points[kept++] = points->points[i];
  points->count = kept;
  return true;
}

/* Adds at most four of the points. */
static void add_points(const triangles_meeting *m, const triangle_part *t, const carom__box_triangle *it,
                       carom__contact_rank rank, const carom__box_points *points) {
  carom__manifold local = {.normal = points->normal};
  carom_manifold contact;
  if (points->count == 0) return;
  local.count = points->count;
  if (points->count <= CAROM_MANIFOLD_POINTS)
    memcpy(local.points, points->points, points->count * sizeof *points->points);
  else
    carom__manifold_reduce(points->points, points->count, vec3_norm1(it->half), &local);
  if (m->pair.side == 1) local.normal = vec3_neg(local.normal);
  carom__manifold_to_world(&local, m->pair.other.frame, &contact);
  add(m, t, rank, &contact);
}

/* The points along an axis of the box, of which `against` is left out, or of the hull. */
static void find_box_points(const box_encounter *e, int axis, carom__box_points *out) {
  if ((axis & ~CAROM__AXIS_AGAINST) < CAROM__AXIS_OF_EDGES)
    carom__triangle_in_box_face(e->it, axis, out);
  else
    carom__box_edge_crossing(e->it, axis, e->v->overlaps->depth[e->index], out);
}

static void find_hull_points(const box_encounter *e, int axis, carom__box_points *out) {
  const carom__facets *facets = e->v->m->facets;
  if (axis < CAROM__AXIS_OF_FACET_EDGES)
    carom__triangle_in_hull_face(facets, e->it, axis, out);
  else
    carom__hull_edge_crossing(facets, e->it, axis, e->v->overlaps->depth[e->index], out);
}

static carom_vec3 axis_of(const box_encounter *e, int axis) {
  const carom__facets *facets = e->v->m->facets;
  return facets ? carom__hull_triangle_axis(facets, e->it, axis) : carom__box_triangle_axis(e->it, axis);
}

/* Does the corner of the triangle that is deepest along the normal of a face of the box, and over that face,
 * rule the normal out? */
static bool is_ruled_out(const box_encounter *e, int axis, carom_vec3 direction) {
  int number = axis & ~CAROM__AXIS_AGAINST, k = number - CAROM__AXIS_OF_BOX, deepest = 0;
  const carom_vec3 *corners = e->it->corners;
  if (e->v->m->facets || number >= CAROM__AXIS_OF_EDGES) return false;
  for (int i = 1; i < 3; i++)
    if (vec3_dot(corners[i], direction) > vec3_dot(corners[deepest], direction)) deepest = i;
  carom_vec3 at = corners[deepest], half = e->it->half, beyond = vec3_sub(vec3_abs(at), half);
  vec3_set(&beyond, k, vec3_dot(at, direction) + vec3_get(half, k) < 0 ? 1 : -1);
  if (beyond.x >= 0 || beyond.y >= 0 || beyond.z >= 0) return false;
  return !is_allowed(e, relative_apply(&e->v->m->pair.place, at), direction);
}

/* The points along the axis of least overlap, when it is a normal of the surface there. */
static bool meet_along_axis(const box_encounter *e, int axis, carom_vec3 direction, carom__box_points *out) {
  if (is_ruled_out(e, axis, direction)) return false;
  if (e->v->m->facets)
    find_hull_points(e, axis, out);
  else
    find_box_points(e, axis, out);
  return keep_agreeing(e, out);
}

/* Clips those that wait: what of the box or hull is over them. */
static void clip_waiting(box_meeting *v) {
  carom__box_points points[CAROM__TRIANGLE_LANES];
  if (v->count == 0) return;
  for (uint32_t i = v->count; i < CAROM__TRIANGLE_LANES; i++) v->its[i] = v->its[0];
  if (v->m->facets)
    carom__hull_over_triangles(v->m->facets, v->its, v->count, points);
  else
    carom__box_over_triangles(v->its, points);
  for (uint32_t i = 0; i < v->count; i++)
    add_points(v->m, &v->parts[i], &v->its[i], v->owns[i] ? CAROM__CONTACT : CAROM__CONTACT_OF_FACE,
               &points[i]);
  v->count = 0;
}

/* Of a triangle that is hidden, the normal to the wrong side may be the axis. It is met along its front. */
static void meet_box_triangle(box_meeting *v, const box_encounter *e) {
  int axis = (int)v->overlaps->axis[e->index], number = v->m->facets ? axis : axis & ~CAROM__AXIS_AGAINST;
  carom_vec3 direction = axis_of(e, axis);
  float cosine = vec3_dot(direction, e->it->front);
  bool face = number == CAROM__AXIS_OF_TRIANGLE, own = face ? !e->hidden : cosine > CAROM__SAME_NORMAL;
  carom__box_points points;
  if (!face && !own && !leads_behind(cosine, e->faced) && meet_along_axis(e, axis, direction, &points)) {
    add_points(v->m, e->t, e->it, CAROM__CONTACT, &points);
    return;
  }
  v->owns[v->count++] = own;
  if (v->count == CAROM__TRIANGLE_LANES) clip_waiting(v);
}

/* How far the corners of a triangle are from the middle of the frame along an axis, at most. */
static float reach_of(const carom__box_overlaps *overlaps, uint32_t i) {
  float reach = 0;
  for (int k = 0; k < 9; k++) reach = greater_float(reach, fabsf(overlaps->corners[k / 3][k % 3][i]));
  return reach;
}

static bool meet_overlapping(box_meeting *v, float size) {
  const triangles_meeting *m = v->m;
  v->count = 0;
  for (uint32_t i = 0; i < v->set->count; i++) {
    float sure = SURELY_TOUCHES * size + SURELY_BESIDE * reach_of(v->overlaps, i);
    if (!(v->overlaps->depth[i] > -sure)) continue;
    box_encounter e = see_triangle(v, i);
    if (v->overlaps->depth[i] > sure)
      meet_box_triangle(v, &e);
    else
      meet_generally(m, e.t);
  }
  clip_waiting(v);
  return m->g->found || meet_all_generally(m, v->set);
}

static bool meet_box(void *context, const carom__triangle_set *set) {
  const triangles_meeting *m = context;
  const carom_obb *box = &m->pair.box;
  carom__box_overlaps overlaps;
  box_meeting v;
  v.m = m, v.set = set, v.overlaps = &overlaps;
  v.half = box->half;
  see_middle(m, set, vec3(0, 0, 0), &v.seen);
  carom__triangle_set_overlaps(set, box, &overlaps);
  return meet_overlapping(&v, vec3_norm1(box->center) + 2 * vec3_norm1(box->half));
}

static bool meet_hull(void *context, const carom__triangle_set *set) {
  const triangles_meeting *m = context;
  const carom_hull *hull = m->facets->hull;
  carom__box_overlaps overlaps;
  box_meeting v;
  carom_vec3 reach = vec3_max(vec3_abs(hull->bounds.min), vec3_abs(hull->bounds.max));
  carom_obb place = {m->pair.place.origin, m->pair.place.axes, reach};
  v.m = m, v.set = set, v.overlaps = &overlaps;
  v.half = reach;
  see_middle(m, set, hull->centroid, &v.seen);
  carom__triangle_set_overlaps_hull(set, m->facets, &place, &overlaps);
  return meet_overlapping(&v, vec3_norm1(place.center) + 2 * vec3_norm1(reach));
}

/* --- Frustums --- */

/* The contact along the normal of a triangle on which the frustum lies, where that is proved. */
static bool meet_below(const triangles_meeting *m, const middle_view *v, const triangle_part *t) {
  carom__manifold local;
  carom_manifold contact;
  bool front, first = m->pair.side == 0;
  if (!carom__frustum_on_triangle(&m->frustum, &t->triangle, &front, &local)) return false;
  if ((!front && v->set->one_sided) || is_hidden(v, t)) return false;
  const carom__part *a = first ? &t->part : &m->others, *b = first ? &m->others : &t->part;
  if (local.count > 0) {
    carom__manifold_to_world(&local, m->pair.mesh.frame, &contact);
  } else {
    carom_vec3 outward = front ? t->triangle.normal : vec3_neg(t->triangle.normal);
    if (!carom__convex_collide_along(part_site(a), part_site(b), m->pair.side, outward, CAROM__ALONG_ANY,
                                     &contact))
      return false;
  }
  add(m, t, CAROM__CONTACT, &contact);
  return true;
}

static void meet_frustum_triangle(const triangles_meeting *m, const middle_view *v, uint32_t index) {
  triangle_part t;
  get_part(m, v->set, index, &t);
  if (!meet_below(m, v, &t)) meet_generally(m, &t);
}

static bool meet_frustum(void *context, const carom__triangle_set *set) {
  const triangles_meeting *m = context;
  middle_view view;
  uint8_t bits[CAROM__SET_ROOM / CAROM__TRIANGLE_LANES];
  if (!carom__triangle_set_meets_frustum(set, &m->frustum.frustum, &m->pair.place, bits)) return true;
  see_middle(m, set, m->frustum.middle, &view);
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES)
    for (unsigned left = bits[first / CAROM__TRIANGLE_LANES]; left; left &= left - 1)
      meet_frustum_triangle(m, &view, first + (uint32_t)bits_lowest(left));
  return true;
}

/* --- All --- */

/* The faces of a hull without a radius, with triangles without one. */
static bool set_facets(const carom__triangles_pair *pair, carom__facets *out) {
  const carom__shape_class *class = carom__shape_class_of(pair->other.shape->kind);
  carom__core core = {0};
  if (class->core) class->core(pair->other.shape, &core);
  float radius = shape_radius(carom__shape_class_of(pair->mesh.shape->kind), pair->mesh.shape);
  return core.hull && core.radius == 0 && radius == 0 && carom__facets_of(core.hull, out);
}

static carom__triangle_set_fn *visitor_of(triangles_meeting *m, carom__facets *facets) {
  if (m->pair.is_round) return meet_near;
  if (m->pair.is_box) return meet_box;
  if (m->pair.mesh_radius == 0 &&
      carom__placed_frustum_of(m->pair.other.shape, &m->pair.place, m->pair.side, &m->frustum))
    return meet_frustum;
  if (!set_facets(&m->pair, facets)) return meet_each;
  m->facets = facets;
  return meet_hull;
}

/* Do the bounds of a region hold hardly more than itself? Then they are enough for frustums. */
static bool is_straight(const carom_obb *region) {
  carom_vec3 half = region->half, reach = box_reach(half, &region->axes);
  return reach.x * reach.y * reach.z <= 2 * half.x * half.y * half.z;
}

bool carom__triangles_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const bool alone[2]) {
  triangles_meeting m = {.g = g, .alone = alone};
  carom__facets facets;
  if (!carom__triangles_pair_of(part_site(a), part_site(b), &m.pair)) return false;
  m.mesh = m.pair.side == 0 ? *a : *b, m.others = m.pair.side == 0 ? *b : *a;
  carom_obb region = carom__triangles_pair_region(&m.pair, 0);
  carom__triangle_set_fn *visit = visitor_of(&m, &facets);
  bool rough = m.pair.is_round || (visit == meet_frustum && is_straight(&region));
  carom__triangle_sets_walk(m.pair.mesh.shape, &region, rough, visit, &m);
  return true;
}

/* --- Yes or no --- */

static bool look_for_near(void *context, const carom__triangle_batch *batch) {
  const carom__round_core *core = context;
  float reach = core->radius + core->touch;
  return !carom__triangles_near_segment(batch, core->a, core->b, reach * reach);
}

bool carom__triangles_touch(carom__site a, carom__site b, bool *out) {
  carom__triangles_pair pair;
  if (!carom__triangles_pair_of(a, b, &pair) || !pair.is_round) return false;
  carom_obb region = carom__triangles_pair_region(&pair, 0);
  const carom__shape_class *class = carom__shape_class_of(pair.mesh.shape->kind);
  *out = !class->walk_triangles(pair.mesh.shape, &region, true, look_for_near, &pair.core);
  return true;
}
