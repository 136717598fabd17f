/* gathering.c: sorts the contacts of parts into those that count, those that wait, and one in reserve.
 *
 * A contact along the normal of a face need not be that of least depth. On a ridge it may be far deeper, and
 * so it may be of a solid part whose nearest faces are covered by others. It waits, and counts unless moving
 * the shapes along a shallower contact parts them there, too: then the shape has met the other side of the
 * ridge, and reaches this one only around it. */
#include "gathering.h"

void carom__gathering_begin(carom__gathering *g, carom__site a, carom__site b, carom__patch_fn *tell,
                            void *context) {
  g->a = a, g->b = b;
  g->status = CAROM_OK;
  g->found = g->has_spare = false;
  g->waiting_count = 0;
  memset(g->reaches, 0, sizeof g->reaches);
  carom__patches_begin(&g->patches, shape_is_planar(a.shape), tell, context);
}

static void keep_part(carom__gathering *g, int side, const carom__part *part) {
  g->spare_parts[side] = *part;
  if (part->shape.kind != CAROM__TRIANGLE) return;
  g->spare_triangles[side] = *shape_triangle(&part->shape);
  g->spare_parts[side].shape = triangle_shape(&g->spare_triangles[side]);
}

static void keep_spare(carom__gathering *g, const carom__part *a, const carom__part *b,
                       const carom_manifold *contact) {
  float depth = manifold_depth(contact);
  if (g->found || (g->has_spare && depth <= g->spare_depth)) return;
  g->has_spare = true;
  g->spare_depth = depth;
  keep_part(g, 0, a);
  keep_part(g, 1, b);
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

/* The same along one of the world. */
static float site_reach(carom__site site, carom_vec3 direction) {
  return reach_along(site.shape, mat3_tmul_vec3(&site.frame->axes, direction));
}

/* How far the convex shape reaches to the other along the normal of a patch. */
static float patch_reach(carom__gathering *g, uint32_t i, bool convex_first) {
  carom_vec3 normal = g->patches.open[i].normal;
  carom__patch_reach *known = &g->reaches[i];
  bool same = known->normal.x == normal.x && known->normal.y == normal.y && known->normal.z == normal.z;
  if (same) return known->reach;
  known->normal = normal;
  known->reach = convex_first ? site_reach(g->a, normal) : site_reach(g->b, vec3_neg(normal));
  return known->reach;
}

/* How far the part reaches along a direction of the world, from the origin of the convex shape. What a
 * triangle refers to need not be there any more. */
static float part_reach(const carom__waiting_contact *w, carom_vec3 along) {
  const carom_vec3 *c = w->corners;
  if (w->part.kind != CAROM__TRIANGLE)
    return vec3_dot(w->place.origin, along) + reach_along(&w->part, mat3_tmul_vec3(&w->place.axes, along));
  float most = greater_float(vec3_dot(c[0], along), vec3_dot(c[1], along));
  most = greater_float(most, vec3_dot(c[2], along));
  return most + shape_radius(carom__shape_class_of(CAROM__TRIANGLE), &w->part);
}

/* Is a plane between a part and the convex shape when B moves so far along the normal of a patch? */
static bool is_out(carom__gathering *g, const carom__waiting_contact *w, uint32_t i, float way) {
  carom_vec3 normal = g->patches.open[i].normal;
  carom_vec3 along = w->convex_first ? vec3_neg(normal) : normal;
  return part_reach(w, along) <= way - patch_reach(g, i, w->convex_first);
}

/* Does a shallower contact of another direction take the two out of each other? */
static bool is_reached_around(carom__gathering *g, const carom__waiting_contact *w, float depth) {
  for (uint32_t i = 0; i < g->patches.count; i++) {
    const carom__open_patch *patch = &g->patches.open[i];
    if (patch->depth > SHALLOWER * depth) continue;
    if (!is_out(g, w, i, patch->depth + BEYOND * depth)) continue;
    if (vec3_dot(patch->normal, w->contact.normal) <= CAROM__SAME_PATCH) return true;
  }
  return false;
}

/* Settles the shallowest contact that waits, and tells where it was. */
static uint32_t settle(carom__gathering *g) {
  uint32_t first = 0;
  for (uint32_t i = 1; i < g->waiting_count; i++)
    if (g->depths[i] < g->depths[first]) first = i;
  const carom__waiting_contact *w = &g->waiting[first];
  if (!is_reached_around(g, w, g->depths[first])) carom__patches_add(&g->patches, &w->a, &w->b, &w->contact);
  g->depths[first] = HUGE_VALF;
  return first;
}

static void let_wait(carom__gathering *g, const carom__part *a, const carom__part *b,
                     const carom_manifold *contact) {
  uint32_t i = g->waiting_count < CAROM__WAITING ? g->waiting_count++ : settle(g);
  carom__waiting_contact *w = &g->waiting[i];
  w->convex_first = !shape_is_composite(g->a.shape);
  const carom__part *part = w->convex_first ? b : a, *convex = w->convex_first ? a : b;
  w->part = part->shape;
  w->place = (carom__relative){pos_sub(part->frame.origin, convex->frame.origin), part->frame.axes};
  for (int k = 0; k < 3 && w->part.kind == CAROM__TRIANGLE; k++)
    w->corners[k] = relative_apply(&w->place, shape_triangle(&part->shape)->corners[k]);
  w->a = part_id(a), w->b = part_id(b), w->contact = *contact;
  g->depths[i] = manifold_depth(contact);
}

/* Two composite shapes have no side from which one is met. */
static bool waits(const carom__gathering *g, carom__contact_rank rank) {
  bool both = shape_is_composite(g->a.shape) && shape_is_composite(g->b.shape);
  return rank == CAROM__CONTACT_OF_FACE && !both;
}

static void add_at_once(carom__gathering *g, const carom__part *a, const carom__part *b,
                        const carom_manifold *contact) {
  const carom__part_id of_a = part_id(a), of_b = part_id(b);
  carom__patches_add(&g->patches, &of_a, &of_b, contact);
}

void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact) {
  if (rank == CAROM__CONTACT_OF_PARTS) keep_spare(g, a, b, contact);
  if (rank < CAROM__CONTACT_OF_FACE) return;
  g->found = true;
  if (waits(g, rank))
    let_wait(g, a, b, contact);
  else
    add_at_once(g, a, b, contact);
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
  const carom__part *a = &g->spare_parts[0], *b = &g->spare_parts[1];
  carom_manifold guess;
  bool both = a->shape.kind == CAROM__TRIANGLE && b->shape.kind == CAROM__TRIANGLE;
  bool guessed = both && carom__part_contact_guess(wholes, a, b, &guess);
  add_at_once(g, a, b, guessed ? &guess : &g->spare);
}

void carom__gathering_end(carom__gathering *g) {
  for (uint32_t i = 0; i < g->waiting_count; i++) settle(g);
  if (!g->found && g->has_spare) add_spare(g);
  carom__patches_end(&g->patches);
}
