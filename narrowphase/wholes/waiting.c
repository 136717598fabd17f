/* waiting.c: settles contacts that wait for shallower ones. */
#include "waiting.h"

#include "pair_call.h"
#include "part_exits.h"

void carom__waiting_begin(carom__waiting *all, carom__site a, carom__site b, carom__patches *patches) {
  all->a = a, all->b = b;
  all->patches = patches;
  all->added = false;
  all->count = 0;
  memset(all->reaches, 0, sizeof all->reaches);
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
static float patch_reach(carom__waiting *all, const carom__waiting_contact *w, int side, uint32_t i) {
  const carom__part *part = &w->parts[side].part;
  carom_vec3 normal = all->patches->open[i].normal, along = side == 0 ? normal : vec3_neg(normal);
  carom__patch_reach *known = &all->reaches[side][i];
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
static bool is_parted(carom__waiting *all, const carom__waiting_contact *w, uint32_t i, float way) {
  return patch_reach(all, w, 0, i) + patch_reach(all, w, 1, i) <= way;
}

/* Are the parts out of each other then? */
static bool is_out(const carom__waiting *all, const carom__waiting_contact *w, uint32_t i, float way) {
  const carom__part *a = &w->parts[0].part, *b = &w->parts[1].part;
  carom_frame moved = b->frame;
  moved.origin = pos_add(moved.origin, vec3_scale(all->patches->open[i].normal, way));
  bool touch = true;
  carom_status status = carom__call_overlap(part_site(a), (carom__site){&b->shape, &moved}, NULL, &touch);
  return !status && !touch;
}

/* Does a shallower contact of another direction take the two out of each other? */
static bool is_reached_around(carom__waiting *all, const carom__waiting_contact *w, float depth) {
  for (uint32_t i = 0; i < all->patches->count; i++) {
    const carom__open_patch *patch = &all->patches->open[i];
    float way = patch->depth + BEYOND * depth;
    if (patch->depth > SHALLOWER * depth) continue;
    if (vec3_dot(patch->normal, w->contact.normal) > CAROM__SAME_PATCH) continue;
    if (is_parted(all, w, i, way) || is_out(all, w, i, way)) return true;
  }
  return false;
}

/* How far a point of a contact is below the surface of another one on a side. */
static float below_on(int side, const carom_manifold *contact, const carom_manifold *other) {
  carom_pos on = manifold_point_on(side, other, &other->points[0]);
  float height = vec3_dot(pos_sub(on, manifold_point_on(side, contact, &contact->points[0])), other->normal);
  return side == 0 ? height : -height;
}

/* The same on the sides that are composite. */
static float below(const carom__waiting *all, const carom_manifold *contact, const carom_manifold *other) {
  if (!shape_is_composite(all->a.shape)) return below_on(1, contact, other);
  if (!shape_is_composite(all->b.shape)) return below_on(0, contact, other);
  return greater_float(below_on(0, contact, other), below_on(1, contact, other));
}

/* How much farther B is moved than that, so that the parts which it has left do not hold its points any more
 * (surface.c). A power of two, as the same parts in another compound have the bounds of that but for
 * rounding. */
static float beyond(const carom__waiting *all, float depth) {
  int exponent;
  frexpf(16 * carom__part_pairs_slack(all->a, all->b), &exponent);
  return BEYOND * depth + ldexpf(1, exponent);
}

/* How far B has to move along the normal of another contact, of a depth, until what waits has left it. The
 * parts' own contact, beyond the end of a floor, may be deeper than what touches the floor. */
static float way_along(const carom__waiting *all, const carom__waiting_contact *w, float depth,
                       const carom_manifold *other, float other_depth) {
  float way = w->counts ? other_depth : greater_float(other_depth, below(all, &w->contact, other));
  return way + beyond(all, greater_float(depth, other_depth));
}

/* The way out of the contacts that are settled, one after the other: of all, or of those that are shallower
 * than one that counts. */
static carom_vec3 way_out(const carom__waiting *all, const carom__waiting_contact *w, float depth) {
  carom_vec3 way = vec3(0, 0, 0);
  for (uint32_t i = 0; i < all->patches->count; i++) {
    const carom__open_patch *patch = &all->patches->open[i];
    const carom_manifold m = {.normal = patch->normal, .point_count = 1, .points = {patch->points[0]}};
    if (w->counts && patch->depth > SHALLOWER * depth) continue;
    float left = way_along(all, w, depth, &m, patch->depth) - vec3_dot(way, patch->normal);
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
 * A face that another part covers may be free as soon as shallower contacts have moved the shapes: so is a
 * wall whose foot is in the floor, and each of two walls in a corner. */

/* The contact of two parts when B has moved, seen from where B is. */
static carom__contact_rank meet_farther(const carom__waiting *all, const carom__waiting_contact *w,
                                        carom_vec3 way, carom_manifold *out) {
  carom__part b = w->parts[1].part;
  carom_frame moved = *all->b.frame;
  moved.origin = pos_add(moved.origin, way), b.frame.origin = pos_add(b.frame.origin, way);
  const carom__surfaces surfaces = {{{.whole = all->a}, {.whole = {all->b.shape, &moved}}}};
  carom__contact_rank rank = carom__part_contact_at_points(&surfaces, &w->parts[0].part, &b, out);
  if (rank >= CAROM__CONTACT_OF_FACE) move_back(out, way);
  return rank;
}

/* The depth of the parts' own contact is no measure of those along faces, but for the order of magnitude. */
#define SAME_MAGNITUDE 2

/* Is there one that counts, and is shallower than what waits? */
static bool is_free(const carom__waiting *all, const carom__waiting_contact *w, float depth, carom_vec3 way,
                    carom_manifold *out) {
  carom__contact_rank rank = meet_farther(all, w, way, out);
  if (rank < CAROM__CONTACT_OF_FACE || out->point_count == 0) return false;
  if (w->counts) return manifold_depth(out) < SHALLOWER * depth;
  return rank == CAROM__CONTACT || manifold_depth(out) < SAME_MAGNITUDE * depth;
}

/* Is it so when B has moved along the normal of a contact that counts, by up to half of its depth? Where a
 * floor goes on at the same height, it covers a side until the end. */
static bool is_free_halfway(const carom__waiting *all, const carom__waiting_contact *w, float depth,
                            carom_manifold *out) {
  for (float part = 0.125f; part <= 0.5f && w->counts; part *= 2)
    if (is_free(all, w, depth, vec3_scale(w->contact.normal, part * depth), out)) return true;
  return false;
}

/* As many faces of other parts are tried. */
#define MOST_FACES 3

/* Is it so when B has moved out of other parts, too, along a face of theirs? */
static bool is_free_beyond_faces(const carom__waiting *all, const carom__waiting_contact *w, float depth,
                                 carom_vec3 way, const carom__waiting_contact *other, carom_manifold *out) {
  carom__part_exits exits;
  carom__part_exit exit;
  carom__part_exits_begin(&exits, &other->parts[0].part, &other->parts[1].part);
  for (int i = 0; i < MOST_FACES && carom__part_exits_next(&exits, &exit); i++) {
    carom_vec3 normal = mat3_mul_vec3(&other->parts[exit.side].part.frame.axes, exit.normal);
    float along = (float)exit.depth + beyond(all, greater_float(depth, (float)exit.depth));
    if (!shape_is_composite(exit.side == 0 ? all->a.shape : all->b.shape)) continue;
    carom_vec3 more = vec3_mad(way, normal, exit.side == 0 ? along : -along);
    if (is_free(all, w, depth, more, out)) return true;
  }
  return false;
}

/* The same of all that wait. */
static bool is_free_beyond(const carom__waiting *all, const carom__waiting_contact *w, float depth,
                           carom_vec3 way, carom_manifold *out) {
  for (uint32_t i = 0; i < all->count; i++) {
    const carom__waiting_contact *other = &all->contacts[i];
    if (other == w || !parts_are_solid(&other->parts[0].part, &other->parts[1].part)) continue;
    if (is_free_beyond_faces(all, w, depth, way, other, out)) return true;
  }
  return false;
}

/* Does a patch of the same direction tell that a contact is not far deeper than it has to be? The tiles of a
 * floor have such. */
static bool is_usual(const carom__waiting *all, const carom__waiting_contact *w, float depth) {
  for (uint32_t i = 0; i < all->patches->count && w->counts; i++) {
    const carom__open_patch *patch = &all->patches->open[i];
    if (depth <= SAME_MAGNITUDE * patch->depth &&
        vec3_dot(patch->normal, w->contact.normal) > CAROM__SAME_PATCH)
      return true;
  }
  return false;
}

static bool add_found(carom__waiting *all, const carom__waiting_contact *w, const carom_manifold *contact) {
  all->added = true;
  patches_add_parts(all->patches, &w->parts[0].part, &w->parts[1].part, contact);
  return true;
}

/* Settles a contact of two solid parts where others part them, or free a shallower one. */
static bool settle_solid(carom__waiting *all, const carom__waiting_contact *w, float depth) {
  carom_manifold freed;
  if (!parts_are_solid(&w->parts[0].part, &w->parts[1].part) || is_usual(all, w, depth)) return false;
  carom_vec3 way = way_out(all, w, depth);
  bool moves = vec3_dot(way, way) > 0;
  if (moves && meet_farther(all, w, way, &freed) == CAROM__NO_CONTACT) return true;
  if (moves && is_free(all, w, depth, way, &freed)) return add_found(all, w, &freed);
  if (is_free_halfway(all, w, depth, &freed)) return add_found(all, w, &freed);
  return is_free_beyond(all, w, depth, way, &freed) && add_found(all, w, &freed);
}

/* --- In which order --- */

/* The shallowest contact that waits; there is one. */
static uint32_t shallowest(const carom__waiting *all) {
  uint32_t first = 0;
  for (uint32_t i = 1; i < all->count; i++)
    if (all->depths[i] < all->depths[first]) first = i;
  return first;
}

/* Settles one, if it counts or others tell what to do. */
static bool settle(carom__waiting *all, uint32_t i) {
  const carom__waiting_contact *w = &all->contacts[i];
  float depth = all->depths[i];
  if (is_reached_around(all, w, depth) || settle_solid(all, w, depth)) return true;
  return w->counts && add_found(all, w, &w->contact);
}

/* Lists all that wait, the shallowest first. */
static void sort_waiting(const carom__waiting *all, uint32_t order[CAROM__WAITING]) {
  for (uint32_t i = 0; i < all->count; i++) {
    uint32_t at = i;
    for (; at > 0 && all->depths[i] < all->depths[order[at - 1]]; at--) order[at] = order[at - 1];
    order[at] = i;
  }
}

/* Settles all that wait. What does not count may be free after all others are settled. */
void carom__waiting_settle(carom__waiting *all) {
  uint32_t order[CAROM__WAITING], left = 0;
  sort_waiting(all, order);
  for (uint32_t k = 0; k < all->count; k++)
    if (!settle(all, order[k])) order[left++] = order[k];
  for (uint32_t k = 0; k < left; k++) settle(all, order[k]);
}

/* A place for another contact that waits. */
static carom__waiting_contact *make_room(carom__waiting *all, float depth) {
  uint32_t i = all->count;
  if (i < CAROM__WAITING)
    all->count++;
  else
    i = shallowest(all), (void)settle(all, i);
  all->depths[i] = depth;
  return &all->contacts[i];
}

static void see_corners(carom__waiting_contact *w, int side) {
  const carom__part *part = &w->parts[side].part;
  const carom__relative place = {pos_sub(part->frame.origin, w->origin), part->frame.axes};
  for (int k = 0; k < 3 && part->shape.kind == CAROM__TRIANGLE; k++)
    w->corners[side][k] = relative_apply(&place, shape_triangle(&part->shape)->corners[k]);
}

void carom__waiting_add(carom__waiting *all, const carom__part *a, const carom__part *b, bool counts,
                        const carom_manifold *contact) {
  carom__waiting_contact *w = make_room(all, manifold_depth(contact));
  part_keep(&w->parts[0], a), part_keep(&w->parts[1], b);
  w->origin = a->shape.kind == CAROM__TRIANGLE ? b->frame.origin : a->frame.origin;
  for (int side = 0; side < 2; side++) see_corners(w, side);
  w->counts = counts, w->contact = *contact;
}
