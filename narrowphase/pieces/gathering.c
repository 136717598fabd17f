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
  carom__patches_begin(&g->patches, tell, context);
}

static void keep_spare(carom__gathering *g, const carom__part *a, const carom__part *b,
                       const carom_manifold *contact) {
  float depth = manifold_depth(contact);
  if (g->found || (g->has_spare && depth <= g->spare_depth)) return;
  g->has_spare = true;
  g->spare_depth = depth;
  g->spare_a = *a, g->spare_b = *b;
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

static float triangle_reach(const carom__triangle *t, const carom_frame *frame, carom_vec3 direction) {
  carom_vec3 along = mat3_tmul_vec3(&frame->axes, direction);
  float first = vec3_dot(t->corners[0], along), second = vec3_dot(t->corners[1], along);
  return t->radius + greater_float(greater_float(first, second), vec3_dot(t->corners[2], along));
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

/* How far B must move along the normal of a patch until a plane is between a triangle and the convex shape.
 */
static float way_out(carom__gathering *g, const carom__waiting_contact *w, uint32_t i) {
  bool convex_first = w->b.shape.kind == CAROM__TRIANGLE;
  carom_vec3 normal = g->patches.open[i].normal;
  float between = vec3_dot(pos_sub(w->b.frame.origin, w->a.frame.origin), normal);
  float reach = convex_first ? triangle_reach(&w->triangle, &w->b.frame, vec3_neg(normal))
                             : triangle_reach(&w->triangle, &w->a.frame, normal);
  return reach + patch_reach(g, i, convex_first) - between;
}

/* Does a shallower contact of another direction take the two out of each other? */
static bool is_reached_around(carom__gathering *g, const carom__waiting_contact *w) {
  for (uint32_t i = 0; i < g->patches.count; i++) {
    const carom__open_patch *patch = &g->patches.open[i];
    if (patch->depth > SHALLOWER * w->depth) continue;
    if (vec3_dot(patch->normal, w->contact.normal) > CAROM__SAME_PATCH) continue;
    if (way_out(g, w, i) <= patch->depth + BEYOND * w->depth) return true;
  }
  return false;
}

/* Settles the shallowest contact that waits. */
static void settle(carom__gathering *g) {
  carom__waiting_contact *w = &g->waiting[0];
  for (uint32_t i = 1; i < g->waiting_count; i++)
    if (g->waiting[i].depth < w->depth) w = &g->waiting[i];
  if (!is_reached_around(g, w)) carom__patches_add(&g->patches, &w->a, &w->b, &w->contact);
  *w = g->waiting[--g->waiting_count];
}

static void let_wait(carom__gathering *g, const carom__part *a, const carom__part *b,
                     const carom_manifold *contact) {
  if (g->waiting_count == CAROM__WAITING) settle(g);
  carom__waiting_contact *w = &g->waiting[g->waiting_count++];
  w->a = *a, w->b = *b, w->contact = *contact;
  w->depth = manifold_depth(contact);
  w->triangle = *shape_triangle(a->shape.kind == CAROM__TRIANGLE ? &a->shape : &b->shape);
}

/* Two composite shapes have no side from which one is met. */
static bool waits(const carom__gathering *g, carom__contact_rank rank) {
  bool both = shape_is_composite(g->a.shape) && shape_is_composite(g->b.shape);
  return rank == CAROM__CONTACT_OF_FACE && !both;
}

void carom__gathering_add(carom__gathering *g, const carom__part *a, const carom__part *b,
                          carom__contact_rank rank, const carom_manifold *contact) {
  if (rank == CAROM__CONTACT_OF_PARTS) keep_spare(g, a, b, contact);
  if (rank < CAROM__CONTACT_OF_FACE) return;
  g->found = true;
  if (waits(g, rank))
    let_wait(g, a, b, contact);
  else
    carom__patches_add(&g->patches, a, b, contact);
}

void carom__gathering_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                           const carom__surfaces *surfaces) {
  carom__contact_rank rank;
  carom_manifold contact;
  g->status = worse_status(g->status, carom__part_contact_find(surfaces, a, b, &rank, &contact));
  carom__gathering_add(g, a, b, rank, &contact);
}

void carom__gathering_end(carom__gathering *g) {
  while (g->waiting_count > 0) settle(g);
  if (!g->found && g->has_spare) carom__patches_add(&g->patches, &g->spare_a, &g->spare_b, &g->spare);
  carom__patches_end(&g->patches);
}
