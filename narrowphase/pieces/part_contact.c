/* part_contact.c: the contact of two parts.
 *
 * The axis of least depth of two parts is the contact when it is a normal of both wholes (surface.h). When it
 * is not, it is that of an inner edge or face, and the faces of the parts are asked instead: what lies over a
 * triangle touches it along its own normal, and what lies beside it touches its neighbours. Solid parts have
 * many faces, and the one along which they are least deep counts.
 *
 * The normal of a face is one of the whole where the face is not within another solid part. A contact on a
 * face may reach to where it is, e.g. to the foot of a step. It needs one point that is not. */
#include "part_contact.h"

#include "along.h"
#include "part_exits.h"
#include "two_triangles.h"

/* As many faces of solid parts are tried. */
#define MOST_EXITS 64

typedef struct encounter {
  const carom__surfaces *surfaces;
  const carom__part *parts[2];
  carom_vec3 fronts[2]; /* of triangles, in their frames: the normal of the side that is touched */
  bool faced[2];        /* is the middle of the other part on that side? */
} encounter;

/* A triangle that has two sides is touched from the one where the middle of the other part is, unless its
 * neighbours hide that side. What reaches through it has its depth there, also where little of it is on that
 * side. A triangle is no shape with a middle, and nothing hides from it. */
static void find_front(encounter *e, int side) {
  const carom__part *triangle = e->parts[side], *other = e->parts[1 - side];
  const carom__triangle *t = shape_triangle(&triangle->shape);
  carom_pos center =
      frame_apply(&other->frame, shape_center(carom__shape_class_of(other->shape.kind), &other->shape));
  carom_vec3 at = frame_unapply(&triangle->frame, center);
  bool behind = vec3_dot(t->normal, vec3_sub(at, t->corners[0])) < 0;
  bool hidden = !t->one_sided && other->shape.kind != CAROM__TRIANGLE &&
                carom__surface_hides(&e->surfaces->sides[side], triangle, other, center);
  e->fronts[side] = !t->one_sided && behind != hidden ? vec3_neg(t->normal) : t->normal;
  e->faced[side] = t->one_sided ? !behind : !hidden;
}

static bool is_triangle(const encounter *e, int side) {
  return e->parts[side]->shape.kind == CAROM__TRIANGLE;
}

static encounter encounter_of(const carom__surfaces *surfaces, const carom__part *a, const carom__part *b) {
  encounter e = {.surfaces = surfaces, .parts = {a, b}};
  for (int side = 0; side < 2; side++)
    if (e.parts[side]->shape.kind == CAROM__TRIANGLE) find_front(&e, side);
  return e;
}

/* How a direction lies to the faces of a part. */
typedef enum facing { OFF_FACES, ON_FACE, BEHIND } facing;

/* To the side of a triangle that is touched. */
static float cosine_to_front(const encounter *e, int side, carom_vec3 outward) {
  return vec3_dot(mat3_tmul_vec3(&e->parts[side]->frame.axes, outward), e->fronts[side]);
}

static facing facing_of(const encounter *e, int side, carom_vec3 outward) {
  const carom__part *part = e->parts[side];
  carom_vec3 local = mat3_tmul_vec3(&part->frame.axes, outward);
  if (part->shape.kind != CAROM__TRIANGLE)
    return carom__part_has_face(part, local, CAROM__SAME_NORMAL) ? ON_FACE : OFF_FACES;
  float cosine = cosine_to_front(e, side, outward);
  if (leads_behind(cosine, e->faced[side])) return BEHIND;
  return cosine > CAROM__SAME_NORMAL ? ON_FACE : OFF_FACES;
}

/* The same point of a face as all points of the manifold are around. */
static carom_contact_point middle_of(const carom_manifold *m) {
  carom_contact_point middle = m->points[0];
  float part = 1 / (float)m->point_count;
  for (uint32_t i = 1; i < m->point_count; i++) {
    carom_vec3 way = pos_sub(m->points[i].position, m->points[0].position);
    middle.position = pos_add(middle.position, vec3_scale(way, part));
    middle.separation += part * (m->points[i].separation - m->points[0].separation);
  }
  return middle;
}

/* Is a point of a face free, as seen from where the middle of the other part is when it has left the face? A
 * thin surface hides what is below it of solids, too. */
static bool is_free(const encounter *e, int side, carom_pos point, carom_vec3 outward, float depth) {
  const carom__part *part = e->parts[side], *other = e->parts[1 - side];
  const carom__surface *surface = &e->surfaces->sides[side];
  if (carom__surface_is_covered(surface, part, point, outward)) return false;
  if (surface->near || part->shape.kind == CAROM__TRIANGLE) return true;
  carom_vec3 center = shape_center(carom__shape_class_of(other->shape.kind), &other->shape);
  carom_pos left = pos_add(frame_apply(&other->frame, center), vec3_scale(outward, depth));
  return !carom__surface_parts(surface->whole, point, left);
}

/* Parts without a place of their own are triangles of one mesh, which cover nothing. A point alone is the
 * middle. */
static bool face_is_free(const encounter *e, int side, const carom_manifold *m, carom_vec3 outward) {
  carom_contact_point middle = middle_of(m);
  float depth = manifold_depth(m);
  if (!e->parts[side]->place) return true;
  if (is_free(e, side, manifold_point_on(side, m, &middle), outward, depth)) return true;
  if (m->point_count == 1) return false;
  for (uint32_t i = 0; i < m->point_count; i++)
    if (is_free(e, side, manifold_point_on(side, m, &m->points[i]), outward, depth)) return true;
  return false;
}

static carom_vec3 outward_of(int side, const carom_manifold *m) {
  return side == 0 ? m->normal : vec3_neg(m->normal);
}

bool carom__part_face_is_free(const carom__surfaces *surfaces, const carom__part *a, const carom__part *b,
                              int side, const carom_manifold *contact) {
  const encounter e = {.surfaces = surfaces, .parts = {a, b}};
  return face_is_free(&e, side, contact, outward_of(side, contact));
}

/* Of two triangles, the front of one may be no direction in which the other one ends at the point. */
static bool allows_direction(const encounter *e, int side, carom_pos point, carom_vec3 outward) {
  const carom__surface *surface = &e->surfaces->sides[side];
  bool at_end = e->parts[1 - side]->shape.kind == CAROM__TRIANGLE;
  return at_end ? carom__surface_allows_at_end(surface, e->parts[side], point, outward)
                : carom__surface_allows(surface, e->parts[side], point, outward);
}

static bool allows(const encounter *e, int side, carom_pos point, carom_vec3 outward) {
  if (!allows_direction(e, side, point, outward)) return false;
  if (!is_triangle(e, side)) return true;
  if (cosine_to_front(e, side, outward) >= -CAROM__AROUND) return true;
  carom_vec3 front = mat3_mul_vec3(&e->parts[side]->frame.axes, e->fronts[side]);
  return allows_direction(e, side, point, direction_around(outward, front));
}

static const carom_contact_point *deepest_of(const carom_manifold *m) {
  const carom_contact_point *deepest = m->points;
  for (uint32_t i = 1; i < m->point_count; i++)
    if (m->points[i].separation < deepest->separation) deepest = &m->points[i];
  return deepest;
}

/* Does a triangle end at a point along a direction, in the other part, or where it has passed through that by
 * no more than the depth? Of two triangles neither holds a point. */
static bool ends_within(const encounter *e, int side, carom_pos point, carom_vec3 outward, float depth) {
  const carom__part *other = e->parts[1 - side];
  if (!carom__surface_ends(&e->surfaces->sides[side], e->parts[side], point, outward)) return false;
  return is_triangle(e, 1 - side) || carom__surface_holds(part_site(other), point, depth);
}

/* Is a direction that leans against the faces of a part with corners a normal where the part ends along it?
 * The face of the other part may end before, unless the direction leads behind. */
static bool agrees_at_end(const encounter *e, int side, const carom_manifold *m, carom_vec3 outward) {
  const carom__part *part = e->parts[side];
  bool both = is_triangle(e, 0) && is_triangle(e, 1);
  carom_pos point = manifold_point_on(side, m, deepest_of(m));
  if (is_triangle(e, side) && leads_behind(cosine_to_front(e, side, outward), false))
    return ends_within(e, side, point, outward, manifold_depth(m));
  if (both || !carom__shape_class_of(part->shape.kind)->vertex) return true;
  return carom__surface_allows_support(&e->surfaces->sides[side], part, point, outward);
}

/* Keeps the points of a manifold where its normal is one of side `side`. Of a triangle, some may be within
 * the surface, and only the deepest must be kept. Of a solid part, all must. */
static bool keep_allowed(const encounter *e, int side, carom_manifold *m) {
  carom_manifold kept = {.normal = m->normal};
  const carom_contact_point *deepest = deepest_of(m);
  for (uint32_t i = 0; i < m->point_count; i++) {
    const carom_contact_point *p = &m->points[i];
    if (allows(e, side, manifold_point_on(side, m, p), outward_of(side, m)))
      kept.points[kept.point_count++] = *p;
    else if (p == deepest || !is_triangle(e, side))
      return false;
  }
  *m = kept;
  return true;
}

/* Is the normal of a manifold one of side `side`? Points where it is none are dropped. */
static bool side_agrees(const encounter *e, int side, carom_manifold *m) {
  const carom__surface *surface = &e->surfaces->sides[side];
  if (!shape_is_composite(surface->whole.shape)) return true;
  carom_vec3 outward = outward_of(side, m);
  facing direction = facing_of(e, side, outward);
  if (direction == BEHIND) return false;
  if (direction == ON_FACE) return face_is_free(e, side, m, outward);
  return agrees_at_end(e, side, m, outward) && keep_allowed(e, side, m);
}

bool carom__part_agrees(const carom__surfaces *surfaces, const carom__part *a, const carom__part *b, int side,
                        carom_manifold *contact) {
  const encounter e = encounter_of(surfaces, a, b);
  return side_agrees(&e, side, contact);
}

/* The same of a solid part, whatever its edges lead into beyond the points. */
static bool side_is_free(const encounter *e, int side, carom_manifold *m) {
  if (!shape_is_composite(e->surfaces->sides[side].whole.shape)) return true;
  carom_vec3 outward = outward_of(side, m);
  return facing_of(e, side, outward) == ON_FACE ? face_is_free(e, side, m, outward)
                                                : keep_allowed(e, side, m);
}

/* The side whose triangles are in a set tells it sooner. */
static bool both_agree(const encounter *e, carom_manifold *m) {
  int first = e->surfaces->sides[1].set != NULL;
  carom_manifold kept = *m;
  if (!side_agrees(e, first, &kept) || !side_agrees(e, 1 - first, &kept)) return false;
  *m = kept;
  return true;
}

/* Takes the manifold along the normal of a triangle. */
static void try_triangle(const encounter *e, int side, carom__contact_rank *rank, carom_manifold *best) {
  carom_manifold m;
  carom__site a = part_site(e->parts[0]), b = part_site(e->parts[1]);
  if (!carom__convex_collide_along(a, b, side, e->fronts[side], CAROM__ALONG_ANY, &m)) return;
  if (!both_agree(e, &m)) return;
  *rank = CAROM__CONTACT_OF_FACE;
  *best = m;
}

/* On a face of a shape that is all of it, a part is met where it is deepest. What lies beside the face there
 * is not met by it. */
static bool collide_at_exit(const encounter *e, const carom__part_exits *exits, const carom__part_exit *exit,
                            carom_manifold *m) {
  bool whole = !shape_is_composite(e->surfaces->sides[exit->side].whole.shape);
  carom__along asked = whole ? CAROM__ALONG_DEEPEST : CAROM__ALONG_ANY;
  carom__site a = part_site(e->parts[0]), b = part_site(e->parts[1]);
  if (!carom__convex_collide_along(a, b, exit->side, exit->normal, asked, m)) return false;
  return !whole || (double)manifold_depth(m) >= exit->depth - 2 * exits->cores.touch;
}

/* Takes the manifold along the normal of a face, of all faces the one along which the parts are least deep.
 */
static void try_faces(const encounter *e, carom__contact_rank *rank, carom_manifold *best) {
  carom__part_exits exits;
  carom__part_exit exit;
  carom_manifold m;
  carom__part_exits_begin(&exits, e->parts[0], e->parts[1]);
  for (int i = 0; i < MOST_EXITS && carom__part_exits_next(&exits, &exit); i++) {
    if (!collide_at_exit(e, &exits, &exit, &m) || !both_agree(e, &m)) continue;
    *rank = CAROM__CONTACT_OF_FACE;
    *best = m;
    return;
  }
}

carom__contact_rank carom__part_contact_at_points(const carom__surfaces *surfaces, const carom__part *a,
                                                  const carom__part *b, carom_manifold *out) {
  const encounter e = {.surfaces = surfaces, .parts = {a, b}};
  if (carom__convex_collide(part_site(a), part_site(b), out)) return CAROM__CONTACT_OF_PARTS;
  if (out->point_count == 0) return CAROM__NO_CONTACT;
  carom__contact_rank rank = CAROM__CONTACT_OF_PARTS;
  if (side_is_free(&e, 0, out) && side_is_free(&e, 1, out)) return CAROM__CONTACT;
  try_faces(&e, &rank, out);
  return rank;
}

/* How far another triangle reaches below the front of one. */
static float overlap_along(const encounter *e, int side) {
  const carom__part *own = e->parts[side], *other = e->parts[1 - side];
  carom__relative place = frame_relative(&own->frame, &other->frame);
  return carom__triangle_overlap_along(shape_triangle(&own->shape), shape_triangle(&other->shape), &place,
                                       e->fronts[side]);
}

/* Two triangles are met along the front along which they overlap less. Where both fronts look the same
 * way, the triangle that has a back is met from there if the other one has none. */
static void try_triangles(const encounter *e, carom__contact_rank *rank, carom_manifold *best) {
  int side = overlap_along(e, 1) < overlap_along(e, 0);
  carom_vec3 front = e->fronts[side];
  carom_vec3 outward = mat3_mul_vec3(&e->parts[side]->frame.axes, front);
  bool faces = !leads_behind(cosine_to_front(e, 1 - side, vec3_neg(outward)), false);
  bool one_sided = shape_triangle(&e->parts[side]->shape)->one_sided;
  if (!faces && !one_sided && shape_triangle(&e->parts[1 - side]->shape)->one_sided) front = vec3_neg(front);
  carom_manifold m;
  carom__site a = part_site(e->parts[0]), b = part_site(e->parts[1]);
  if (!carom__convex_collide_along(a, b, side, front, CAROM__ALONG_ANY, &m)) return;
  if (faces && both_agree(e, &m)) *rank = CAROM__CONTACT_OF_FACE;
  *best = m;
}

carom_status carom__part_contact_find(const carom__surfaces *surfaces, const carom__part *a,
                                      const carom__part *b, carom__contact_rank *rank, carom_manifold *out) {
  carom_status status = carom__convex_collide(part_site(a), part_site(b), out);
  *rank = CAROM__NO_CONTACT;
  if (!status && out->point_count == 0) return CAROM_OK;
  encounter e = encounter_of(surfaces, a, b);
  if (!status && both_agree(&e, out)) {
    *rank = CAROM__CONTACT;
    return CAROM_OK;
  }
  if (is_triangle(&e, 0) && is_triangle(&e, 1))
    try_triangles(&e, rank, out);
  else if (is_triangle(&e, 0) || is_triangle(&e, 1))
    try_triangle(&e, is_triangle(&e, 1), rank, out);
  else
    try_faces(&e, rank, out);
  if (*rank == CAROM__NO_CONTACT && !status) *rank = CAROM__CONTACT_OF_PARTS;
  return *rank >= CAROM__CONTACT_OF_FACE ? CAROM_OK : status;
}

/* --- Where no normal is agreed to ---
 *
 * What is made of triangles that are smaller than it is deep in another surface crosses that with triangles
 * of its sides, whose own middles tell nothing. */

static carom_obb box_of(carom__site whole) {
  carom_obb box;
  carom__shape_class_of(whole.shape->kind)->obb(whole.shape, &box);
  return box;
}

/* The front, in the world, of a triangle that may have two sides: the one that looks along a way. */
static carom_vec3 front_along(const carom__part *part, carom_vec3 way) {
  const carom__triangle *t = shape_triangle(&part->shape);
  carom_vec3 normal = mat3_mul_vec3(&part->frame.axes, t->normal);
  return !t->one_sided && vec3_dot(normal, way) < 0 ? vec3_neg(normal) : normal;
}

bool carom__part_contact_guess(const carom__site wholes[2], const carom__part *a, const carom__part *b,
                               carom_manifold *out) {
  encounter e = {.parts = {a, b}};
  carom_obb boxes[2] = {box_of(wholes[0]), box_of(wholes[1])};
  int large = vec3_norm1(boxes[1].half) > vec3_norm1(boxes[0].half), small = 1 - large;
  const carom_frame *frame = &e.parts[large]->frame;
  carom_pos corner = frame_apply(frame, shape_triangle(&e.parts[large]->shape)->corners[0]);
  carom_pos middle = frame_apply(wholes[small].frame, boxes[small].center);
  carom_vec3 front = front_along(e.parts[large], pos_sub(middle, corner));
  carom_vec3 other = front_along(e.parts[small], vec3_neg(front));
  e.fronts[large] = mat3_tmul_vec3(&frame->axes, front);
  e.fronts[small] = mat3_tmul_vec3(&e.parts[small]->frame.axes, other);
  bool faces = vec3_dot(front, other) < 0;
  int side = faces && overlap_along(&e, small) < overlap_along(&e, large) ? small : large;
  return carom__convex_collide_along(part_site(a), part_site(b), side, e.fronts[side], CAROM__ALONG_ANY, out);
}
