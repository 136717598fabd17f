/* gathering.c: sorts the contacts of parts into those that count, those that wait, and one in reserve.
 *
 * A contact along the normal of a face need not be that of least depth. On a ridge it may be far deeper, and
 * so it may be of a solid part whose nearest faces are covered by others. It waits, and counts unless moving
 * the shapes along a shallower contact parts them there, too: then the shape has met the other side of the
 * ridge, and reaches this one only around it. */
#include "gathering.h"

#include "along.h"
#include "pair_call.h"

void carom__gathering_begin(carom__gathering *g, carom__site a, carom__site b, carom__patch_fn *tell,
                            void *context) {
  g->a = a, g->b = b;
  g->status = CAROM_OK;
  g->found = g->has_spare = false;
  g->waiting_count = 0;
  memset(g->reaches, 0, sizeof g->reaches);
  carom__patches_begin(&g->patches, shape_is_planar(a.shape), tell, context);
}

static void keep_part(carom__kept_part *out, const carom__part *part) {
  out->part = *part;
  if (part->shape.kind != CAROM__TRIANGLE) return;
  out->triangle = *shape_triangle(&part->shape);
  out->part.shape = triangle_shape(&out->triangle);
}

static void keep_spare(carom__gathering *g, const carom__part *a, const carom__part *b,
                       const carom_manifold *contact) {
  float depth = manifold_depth(contact);
  if (g->found || (g->has_spare && depth <= g->spare_depth)) return;
  g->has_spare = true;
  g->spare_depth = depth;
  keep_part(&g->spare_parts[0], a);
  keep_part(&g->spare_parts[1], b);
  g->spare = *contact;
}

/* A contact that takes as much of another's depth leaves it to be one of its own. */
#define SHALLOWER (15.0f / 16)
/* What is moved farther than a contact is deep, in parts of the other's depth. */
#define BEYOND (1.0f / 64)

/* How far a shape reaches along a direction of its frame, from the origin of that. */
static float reach_along(const carom_shape *shape, carom_vec3 along) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  uint32_t index;
  return vec3_dot(class->support(shape, along, &index), along) + shape_radius(class, shape);
}

/* How far a triangle reaches along a direction of the world. */
static float triangle_reach(const carom_vec3 corners[3], carom_vec3 along, float radius) {
  float most = greater_float(vec3_dot(corners[0], along), vec3_dot(corners[1], along));
  return greater_float(most, vec3_dot(corners[2], along)) + radius;
}

/* How far the part of side 0 or 1 reaches to the other along the normal of a patch. */
static float patch_reach(carom__gathering *g, const carom__waiting_contact *w, int side, uint32_t i) {
  const carom__part *part = &w->parts[side].part;
  carom_vec3 normal = g->patches.open[i].normal, along = side == 0 ? normal : vec3_neg(normal);
  carom__patch_reach *known = &g->reaches[side][i];
  if (part->shape.kind == CAROM__TRIANGLE)
    return triangle_reach(w->corners[side], along, shape_triangle(&part->shape)->radius);
  bool same = known->normal.x == normal.x && known->normal.y == normal.y && known->normal.z == normal.z;
  if (!same || known->ordinal != part->ordinal) {
    float reach = reach_along(&part->shape, mat3_tmul_vec3(&part->frame.axes, along));
    *known = (carom__patch_reach){normal, part->ordinal, reach};
  }
  return vec3_dot(pos_sub(part->frame.origin, w->origin), along) + known->reach;
}

/* Is a plane between the parts when B moves so far along the normal of a patch? */
static bool is_parted(carom__gathering *g, const carom__waiting_contact *w, uint32_t i, float way) {
  return patch_reach(g, w, 0, i) + patch_reach(g, w, 1, i) <= way;
}

/* Are the parts out of each other then? */
static bool is_out(const carom__gathering *g, const carom__waiting_contact *w, uint32_t i, float way) {
  const carom__part *a = &w->parts[0].part, *b = &w->parts[1].part;
  carom_frame moved = b->frame;
  moved.origin = pos_add(moved.origin, vec3_scale(g->patches.open[i].normal, way));
  bool touch = true;
  carom_status status = carom__call_overlap(part_site(a), (carom__site){&b->shape, &moved}, NULL, &touch);
  return !status && !touch;
}

/* Does a shallower contact of another direction take the two out of each other? */
static bool is_reached_around(carom__gathering *g, const carom__waiting_contact *w, float depth) {
  for (uint32_t i = 0; i < g->patches.count; i++) {
    const carom__open_patch *patch = &g->patches.open[i];
    float way = patch->depth + BEYOND * depth;
    if (patch->depth > SHALLOWER * depth) continue;
    if (vec3_dot(patch->normal, w->contact.normal) > CAROM__SAME_PATCH) continue;
    if (is_parted(g, w, i, way) || is_out(g, w, i, way)) return true;
  }
  return false;
}

static void add_at_once(carom__gathering *g, const carom__part *a, const carom__part *b,
                        const carom_manifold *contact) {
  const carom__part_id of_a = part_id(a), of_b = part_id(b);
  carom__patches_add(&g->patches, &of_a, &of_b, contact);
}

/* How far a point of a contact is below the surface of another one on a side. */
static float below_on(int side, const carom_manifold *contact, const carom_manifold *other) {
  carom_pos on = manifold_point_on(side, other, &other->points[0]);
  float height = vec3_dot(pos_sub(on, manifold_point_on(side, contact, &contact->points[0])), other->normal);
  return side == 0 ? height : -height;
}

/* The same on the sides that are composite. */
static float below(const carom__gathering *g, const carom_manifold *contact, const carom_manifold *other) {
  if (!shape_is_composite(g->a.shape)) return below_on(1, contact, other);
  if (!shape_is_composite(g->b.shape)) return below_on(0, contact, other);
  return greater_float(below_on(0, contact, other), below_on(1, contact, other));
}

/* How far B has to move along the normal of another contact, of a depth, until what waits has left it. The
 * parts' own contact, beyond the end of a floor, may be deeper than what touches the floor. */
static float way_along(const carom__gathering *g, const carom__waiting_contact *w, float depth,
                       const carom_manifold *other, float other_depth) {
  float way = w->counts ? other_depth : greater_float(other_depth, below(g, &w->contact, other));
  return way + BEYOND * greater_float(depth, other_depth);
}

/* The way out of all shallower contacts, one after the other. */
static carom_vec3 way_out(const carom__gathering *g, const carom__waiting_contact *w, float depth) {
  carom_vec3 way = vec3(0, 0, 0);
  for (uint32_t i = 0; i < g->patches.count; i++) {
    const carom__open_patch *patch = &g->patches.open[i];
    const carom_manifold m = {.normal = patch->normal, .point_count = 1, .points = {patch->points[0]}};
    if (patch->depth > SHALLOWER * depth) continue;
    float left = way_along(g, w, depth, &m, patch->depth) - vec3_dot(way, patch->normal);
    if (left > 0) way = vec3_mad(way, patch->normal, left);
  }
  return way;
}

/* What is met when B has moved, seen from where it is. */
static void move_back(carom_manifold *m, carom_vec3 way) {
  carom_manifold kept = {.normal = m->normal};
  for (uint32_t i = 0; i < m->point_count; i++) {
    carom_contact_point p = m->points[i];
    p.separation -= vec3_dot(way, m->normal);
    p.position = pos_add(p.position, vec3_scale(way, -0.5f));
    if (p.separation <= 0) kept.points[kept.point_count++] = p;
  }
  *m = kept;
}

/* --- Solid parts ---
 *
 * A face that another part covers may be free as soon as shallower contacts have moved the shapes: so is a wall
 * whose foot is in the floor, and each of two walls in a corner. */

static bool are_solid(const carom__part *a, const carom__part *b) {
  return a->shape.kind != CAROM__TRIANGLE && b->shape.kind != CAROM__TRIANGLE;
}

/* The contact of two parts when B has moved, seen from where B is. */
static carom__contact_rank meet_farther(const carom__gathering *g, const carom__waiting_contact *w,
                                        carom_vec3 way, carom_manifold *out) {
  carom__part b = w->parts[1].part;
  carom_frame moved = *g->b.frame;
  moved.origin = pos_add(moved.origin, way), b.frame.origin = pos_add(b.frame.origin, way);
  const carom__surfaces surfaces = {{{.whole = g->a}, {.whole = {g->b.shape, &moved}}}};
  carom__contact_rank rank = carom__part_contact_at_points(&surfaces, &w->parts[0].part, &b, out);
  if (rank >= CAROM__CONTACT_OF_FACE) move_back(out, way);
  return rank;
}

/* The depth of the parts' own contact is no measure of those along faces, but for the order of magnitude. */
#define SAME_MAGNITUDE 2

/* Is there one that counts, and is shallower than what waits? */
static bool is_free(const carom__gathering *g, const carom__waiting_contact *w, float depth, carom_vec3 way,
                    carom_manifold *out) {
  carom__contact_rank rank = meet_farther(g, w, way, out);
  if (rank < CAROM__CONTACT_OF_FACE || out->point_count == 0) return false;
  if (w->counts) return manifold_depth(out) < SHALLOWER * depth;
  return rank == CAROM__CONTACT || manifold_depth(out) < SAME_MAGNITUDE * depth;
}

/* Is it so when B has moved along the normal of a contact that counts, by up to half of its depth? Where a floor
 * goes on at the same height, it covers a side until the end. */
static bool is_free_halfway(const carom__gathering *g, const carom__waiting_contact *w, float depth,
                            carom_manifold *out) {
  for (float part = 0.125f; part <= 0.5f && w->counts; part *= 2)
    if (is_free(g, w, depth, vec3_scale(w->contact.normal, part * depth), out)) return true;
  return false;
}

/* Is it so when B has moved out of another contact that waits, too? */
static bool is_free_beyond(const carom__gathering *g, const carom__waiting_contact *w, float depth,
                           carom_vec3 way, carom_manifold *out) {
  for (uint32_t i = 0; i < g->waiting_count; i++) {
    const carom__part *a = &g->waiting[i].parts[0].part, *b = &g->waiting[i].parts[1].part;
    carom_manifold other;
    if (&g->waiting[i] == w || !are_solid(a, b)) continue;
    if (carom__convex_collide(part_site(a), part_site(b), &other) || other.point_count == 0) continue;
    float along = way_along(g, w, depth, &other, manifold_depth(&other));
    carom_vec3 more = vec3_mad(way, other.normal, along);
    if (is_free(g, w, depth, more, out)) return true;
  }
  return false;
}

/* Settles a contact of two solid parts where others part them, or free a shallower one. */
static bool settle_solid(carom__gathering *g, const carom__waiting_contact *w, float depth) {
  carom_manifold freed;
  carom_vec3 way = way_out(g, w, depth);
  if (!are_solid(&w->parts[0].part, &w->parts[1].part)) return false;
  bool moves = vec3_dot(way, way) > 0;
  if (moves && meet_farther(g, w, way, &freed) == CAROM__NO_CONTACT) return true;
  if (!(moves && is_free(g, w, depth, way, &freed)) && !is_free_halfway(g, w, depth, &freed) &&
      !is_free_beyond(g, w, depth, way, &freed))
    return false;
  add_at_once(g, &w->parts[0].part, &w->parts[1].part, &freed);
  return true;
}

/* --- In which order --- */

/* The shallowest contact that waits; there is one. */
static uint32_t shallowest(const carom__gathering *g) {
  uint32_t first = 0;
  for (uint32_t i = 1; i < g->waiting_count; i++)
    if (g->depths[i] < g->depths[first]) first = i;
  return first;
}

/* Settles one, and adds it if nothing explains it. */
static void settle(carom__gathering *g, uint32_t i) {
  const carom__waiting_contact *w = &g->waiting[i];
  float depth = g->depths[i];
  g->depths[i] = HUGE_VALF;
  if (is_reached_around(g, w, depth) || settle_solid(g, w, depth) || !w->counts) return;
  add_at_once(g, &w->parts[0].part, &w->parts[1].part, &w->contact);
}

/* Lists all that wait, the shallowest first. */
static void sort_waiting(const carom__gathering *g, uint32_t order[CAROM__WAITING]) {
  for (uint32_t i = 0; i < g->waiting_count; i++) {
    uint32_t at = i;
    for (; at > 0 && g->depths[i] < g->depths[order[at - 1]]; at--) order[at] = order[at - 1];
    order[at] = i;
  }
}

/* Settles all that wait: first what has a shallower contact than that which waits. */
static void settle_all(carom__gathering *g) {
  uint32_t order[CAROM__WAITING];
  sort_waiting(g, order);
  for (uint32_t k = 0; k < g->waiting_count; k++)
    if (settle_solid(g, &g->waiting[order[k]], g->depths[order[k]])) g->depths[order[k]] = HUGE_VALF;
  for (uint32_t k = 0; k < g->waiting_count; k++)
    if (g->depths[order[k]] < HUGE_VALF) settle(g, order[k]);
}

/* A place for another contact that waits. */
static carom__waiting_contact *make_room(carom__gathering *g, float depth) {
  uint32_t i = g->waiting_count;
  if (i < CAROM__WAITING)
    g->waiting_count++;
  else
    i = shallowest(g), settle(g, i);
  g->depths[i] = depth;
  return &g->waiting[i];
}

static void see_corners(carom__waiting_contact *w, int side) {
  const carom__part *part = &w->parts[side].part;
  const carom__relative place = {pos_sub(part->frame.origin, w->origin), part->frame.axes};
  for (int k = 0; k < 3 && part->shape.kind == CAROM__TRIANGLE; k++)
    w->corners[side][k] = relative_apply(&place, shape_triangle(&part->shape)->corners[k]);
}

static void let_wait(carom__gathering *g, const carom__part *a, const carom__part *b, bool counts,
                     const carom_manifold *contact) {
  carom__waiting_contact *w = make_room(g, manifold_depth(contact));
  keep_part(&w->parts[0], a), keep_part(&w->parts[1], b);
  w->origin = a->shape.kind == CAROM__TRIANGLE ? b->frame.origin : a->frame.origin;
  for (int side = 0; side < 2; side++) see_corners(w, side);
  w->counts = counts, w->contact = *contact;
}

void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact) {
  bool counts = rank >= CAROM__CONTACT_OF_FACE;
  if (rank == CAROM__NO_CONTACT) return;
  if (!counts) keep_spare(g, a, b, contact);
  g->found = g->found || counts;
  if (rank == CAROM__CONTACT)
    add_at_once(g, a, b, contact);
  else if (counts || are_solid(a, b))
    let_wait(g, a, b, counts, contact);
}

void carom__gathering_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const carom__surfaces *surfaces) {
  carom__contact_rank rank;
  carom_manifold contact;
  g->status = worse_status(g->status, carom__part_contact_find(surfaces, a, b, &rank, &contact));
  carom__gathering_add(g, a, b, rank, &contact);
}

/* Of two triangles the fronts are told by more than the two. */
static void add_spare(carom__gathering *g) {
  const carom__site wholes[2] = {g->a, g->b};
  const carom__part *a = &g->spare_parts[0].part, *b = &g->spare_parts[1].part;
  carom_manifold guess;
  bool both = a->shape.kind == CAROM__TRIANGLE && b->shape.kind == CAROM__TRIANGLE;
  bool guessed = both && carom__part_contact_guess(wholes, a, b, &guess);
  add_at_once(g, a, b, guessed ? &guess : &g->spare);
}

void carom__gathering_end(carom__gathering *g) {
  settle_all(g);
  if (!g->found && g->has_spare) add_spare(g);
  carom__patches_end(&g->patches);
}
