/* gathering.c: sorts the contacts of parts into those that count, those that wait, and one in reserve.
 *
 * A contact along the normal of a triangle need not be that of least depth, and on a ridge it may be far
 * deeper. It waits, and counts unless moving the shapes along a shallower contact parts the triangle and the
 * shape, too: then the shape has met the other side of the ridge, and reaches this one only around it. */
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

/* How far a convex shape reaches along a direction of the world, from the origin of its frame. */
static float reach_along(carom__site site, carom_vec3 direction) {
  const carom__shape_class *class = carom__shape_class_of(site.shape->kind);
  carom_vec3 along = mat3_tmul_vec3(&site.frame->axes, direction);
  uint32_t index;
  return vec3_dot(class->support(site.shape, along, &index), along) + shape_radius(class, site.shape);
}

/* How far the convex shape reaches to the triangles along the normal of a patch. */
static float patch_reach(carom__gathering *g, uint32_t i, bool convex_first) {
  carom_vec3 normal = g->patches.open[i].normal;
  carom__patch_reach *known = &g->reaches[i];
  bool same = known->normal.x == normal.x && known->normal.y == normal.y && known->normal.z == normal.z;
  if (same) return known->reach;
  known->normal = normal;
  known->reach = convex_first ? reach_along(g->a, normal) : reach_along(g->b, vec3_neg(normal));
  return known->reach;
}

/* Is a plane between a triangle and the convex shape when B moves so far along the normal of a patch? */
static bool is_out(carom__gathering *g, const carom__waiting_contact *w, uint32_t i, float way) {
  carom_vec3 normal = g->patches.open[i].normal;
  carom_vec3 along = w->convex_first ? vec3_neg(normal) : normal;
  float most = way - w->radius - patch_reach(g, i, w->convex_first);
  for (int k = 0; k < 3; k++)
    if (vec3_dot(w->corners[k], along) > most) return false;
  return true;
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
  w->convex_first = b->shape.kind == CAROM__TRIANGLE;
  const carom__part *part = w->convex_first ? b : a, *convex = w->convex_first ? a : b;
  const carom__triangle *triangle = shape_triangle(&part->shape);
  carom_vec3 between = pos_sub(part->frame.origin, convex->frame.origin);
  for (int k = 0; k < 3; k++)
    w->corners[k] = vec3_add(mat3_mul_vec3(&part->frame.axes, triangle->corners[k]), between);
  w->radius = triangle->radius;
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
