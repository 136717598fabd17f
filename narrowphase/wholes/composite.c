/* composite.c: contacts, overlaps and distances of composite shapes, from those of their parts. */
#include "composite.h"

#include "gathering.h"
#include "inside.h"
#include "meet_meshes.h"
#include "meet_triangles.h"
#include "near_triangles.h"
#include "on_plane.h"

/* --- Questions with yes and no --- */

typedef struct part_question {
  carom__pair_call *call;
  carom_status status;
  bool yes;
} part_question;

static bool ask(void *context, const carom__part *a, const carom__part *b) {
  part_question *q = context;
  bool yes = false;
  q->status = worse_status(q->status, q->call(part_site(a), part_site(b), NULL, &yes));
  q->yes = yes;
  return !yes;
}

/* Overlaps of some children are told sooner. */
static bool ask_children(void *context, const carom__part *a, const carom__part *b) {
  part_question *q = context;
  bool known = q->call == carom__call_overlap && carom__triangles_touch(part_site(a), part_site(b), &q->yes);
  if (!known) carom__all_pairs_walk(part_site(a), part_site(b), 0, ask, q);
  return !q->yes;
}

/* Is it so of any two parts? */
static carom_status ask_parts(carom__site a, carom__site b, carom__pair_call *call, bool *out) {
  part_question q = {call, CAROM_OK, false};
  carom__child_pairs_walk(a, b, 0, ask_children, &q);
  if (!q.yes && q.status) return q.status;
  *out = q.yes;
  return CAROM_OK;
}

/* --- Contacts --- */

typedef struct parts_meeting {
  carom__gathering *g;
  bool alone[2];            /* of A and of B: only one child is near the other */
  const carom__part *of[2]; /* the children whose parts meet */
} parts_meeting;

static bool meet(void *context, const carom__part *a, const carom__part *b, const carom__triangle_set *set,
                 uint32_t index) {
  parts_meeting *m = context;
  const carom__surfaces surfaces = {{{.whole = m->g->a}, {m->g->b, set, index, m->alone[1], NULL}}};
  const carom__part of_a = part_within(m->of[0], a), of_b = part_within(m->of[1], b);
  carom__gathering_meet(m->g, &of_a, &of_b, &surfaces);
  return true;
}

static bool meet_children(void *context, const carom__part *a, const carom__part *b) {
  parts_meeting *m = context;
  m->of[0] = a, m->of[1] = b;
  if (!carom__triangles_meet(m->g, a, b, m->alone) && !carom__meshes_meet(m->g, a, b, m->alone))
    carom__set_pairs_walk(part_site(a), part_site(b), 0, meet, m);
  return true;
}

static bool count_child(void *context, const carom__part *child) {
  uint32_t *count = context;
  (void)child;
  return ++*count < 2;
}

/* Is at most one child of a shape near another shape, or near what may hold a point there (surface.c)? */
static bool is_alone(carom__site whole, carom__site other) {
  uint32_t count = 0;
  if (!carom__shape_class_of(whole.shape->kind)->walk_children) return true;
  carom__region region = carom__region_of(other, 4 * carom__part_pairs_slack(whole, other));
  return carom__children_walk(whole, &region, count_child, &count);
}

/* A side whose solids may have the other one inside. */
typedef struct inside_search {
  carom__gathering *g;
  int side;
  bool met; /* something touches, maybe the surface of the solid */
} inside_search;

static bool add_inside(void *context, const carom__part *solid, carom_pos point) {
  const inside_search *s = context;
  carom__site other = s->side == 0 ? s->g->b : s->g->a;
  carom__part parts[2] = {{.triangle = 0}, {.triangle = 0}};
  carom_manifold contact;
  bool touch = false;
  if (s->met)
    s->g->status =
        worse_status(s->g->status, ask_parts(part_site(solid), other, carom__call_overlap, &touch));
  if (touch) return true;
  carom__inside_contact(solid, point, other, s->side, &parts[s->side], &contact);
  carom__gathering_add(s->g, &parts[0], &parts[1], CAROM__CONTACT, &contact);
  return true;
}

/* What does not touch the surface of a solid may be inside. Of a compound that touches, each solid is asked.
 */
static void add_insides(carom__gathering *g) {
  for (int side = 0; side < 2; side++) {
    carom__site whole = side == 0 ? g->a : g->b, other = side == 0 ? g->b : g->a;
    inside_search s = {g, side, g->found || g->has_spare};
    if (s.met && !carom__shape_class_of(whole.shape->kind)->walk_children) continue;
    carom__solids_walk(whole, other, add_inside, &s);
  }
}

/* What is not composite, and a compound of convex shapes: nothing of it has triangles, or an inside. */
static bool meet_convex(carom__gathering *g, int side) {
  carom__site whole = side == 0 ? g->a : g->b, other = side == 0 ? g->b : g->a;
  carom__near_parts near;
  if (shape_is_composite(other.shape) || !carom__near_parts_find(whole, other, &near)) return false;
  const carom__part part = {.shape = *other.shape, .frame = *other.frame};
  carom__surfaces surfaces = {{{.whole = g->a}, {.whole = g->b}}};
  surfaces.sides[side].near = &near;
  for (uint32_t i = 0; i < near.count; i++)
    carom__gathering_meet(g, side == 0 ? &near.list[i] : &part, side == 0 ? &part : &near.list[i], &surfaces);
  return true;
}

static void meet_all(carom__gathering *g) {
  parts_meeting m = {.g = g, .alone = {is_alone(g->a, g->b), is_alone(g->b, g->a)}};
  carom__child_pairs_walk(g->a, g->b, 0, meet_children, &m);
  add_insides(g);
}

carom_status carom__patches_find(carom__site a, carom__site b, carom__patch_fn *tell, void *context) {
  carom__gathering g;
  if (pair_is_unbounded(a, b)) return carom__patches_on_plane(a, b, tell, context);
  carom__gathering_begin(&g, a, b, tell, context);
  if (!meet_convex(&g, 0) && !meet_convex(&g, 1)) meet_all(&g);
  carom__gathering_end(&g);
  return g.status;
}

/* The first of the open patches is the deepest of all. */
typedef struct deepest {
  float depth;
  carom_manifold *out;
} deepest;

static void keep_deepest(void *context, const carom_patch *patch) {
  deepest *d = context;
  carom_manifold manifold = {.normal = patch->normal, .point_count = patch->point_count};
  memcpy(manifold.points, patch->points, sizeof manifold.points);
  float depth = manifold_depth(&manifold);
  if (d->out->point_count > 0 && depth <= d->depth) return;
  d->depth = depth;
  *d->out = manifold;
}

static carom_status collide(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold found = {.point_count = 0};
  deepest d = {0, &found};
  (void)cache;
  carom_status status = carom__patches_find(a, b, keep_deepest, &d);
  if (!status) *(carom_manifold *)out = found;
  return status;
}

/* --- Overlaps --- */

static carom_status overlap(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  bool *touch = out;
  (void)cache;
  carom_status status = ask_parts(a, b, carom__call_overlap, touch);
  if (!status && !*touch) *touch = carom__is_inside(a, b, 0);
  return status;
}

static carom_status penetrate(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  bool *deep = out;
  (void)cache;
  carom_status status = ask_parts(a, b, carom__call_penetrate, deep);
  if (!status && !*deep) *deep = carom__is_inside(a, b, carom__part_pairs_slack(a, b));
  return status;
}

/* --- Distances --- */

/* Half the greatest extent of a shape. */
static float extent_of(carom__site site) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  return vec3_norm1(box.center) + vec3_norm1(box.half);
}

typedef struct measuring_children {
  carom__measuring *m;
  float margin;
} measuring_children;

/* Where one search is enough; false of other shapes. */
static bool measure_triangles(carom__site a, carom__site b, carom__measuring *out) {
  return carom__triangles_measure(a, b, out) || carom__meshes_measure(a, b, out);
}

/* Keeps the distance of two children if it is the least; false when they touch. */
static bool measure_children(void *context, const carom__part *a, const carom__part *b) {
  const measuring_children *c = context;
  carom__measuring *m = c->m, here = {.limit = m->limit};
  if (!measure_triangles(part_site(a), part_site(b), &here))
    return carom__all_pairs_walk(part_site(a), part_site(b), c->margin, carom__measure_parts, m);
  m->status = worse_status(m->status, here.status);
  if (!here.found || (m->found && here.best.distance >= m->best.distance)) return true;
  m->found = true;
  m->best = here.best;
  return here.best.distance > 0;
}

/* Looks ever farther, but not beyond the limit, also from what is inside to the surface. What is found within
 * the margin is the nearest, since all that is as near was seen. */
static void measure_ever_farther(carom__site a, carom__site b, carom__measuring *m) {
  float size_a = extent_of(a), size_b = extent_of(b), margin = 0.125f * lesser_float(size_a, size_b);
  float all = 2 * (size_a + size_b + vec3_norm1(pos_sub(b.frame->origin, a.frame->origin)));
  all = lesser_float(all, m->limit);
  for (bool done = false; !done;) {
    *m = (carom__measuring){.limit = m->limit};
    carom__child_pairs_walk(a, b, margin, measure_children, &(measuring_children){m, margin});
    done = m->status || margin >= all || (m->found && m->best.distance <= margin);
    margin = m->found ? m->best.distance : lesser_float(4 * margin, all);
  }
}

static void measure(carom__site a, carom__site b, carom__measuring *out) {
  if (!measure_triangles(a, b, out)) measure_ever_farther(a, b, out);
}

static carom_status distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom__measuring m = {.limit = HUGE_VALF};
  (void)cache;
  measure(a, b, &m);
  if (m.status) return m.status;
  if (m.best.distance > 0 && carom__is_inside(a, b, 0)) m.best = (carom_distance_result){.distance = 0};
  *(carom_distance_result *)out = m.best;
  return CAROM_OK;
}

static carom_status distance_within(carom__site a, carom__site b, float margin, carom_distance_result *out) {
  carom__measuring m = {.limit = margin};
  measure(a, b, &m);
  if (m.status) return m.status;
  if (!m.found) m.best.distance = HUGE_VALF;
  *out = m.best;
  return CAROM_OK;
}

/* Shapes that touch are as deep as their deepest patch. */
static carom_status signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold manifold;
  carom_status status = collide(a, b, cache, &manifold);
  if (status) return status;
  if (manifold.point_count == 0) return distance(a, b, cache, out);
  *(carom_distance_result *)out = carom__distance_of_manifold(&manifold);
  return CAROM_OK;
}

const carom__pair_calls carom__composite_calls = {
    .collide = collide,
    .overlap = overlap,
    .penetrate = penetrate,
    .distance = distance,
    .distance_within = distance_within,
    .signed_distance = signed_distance,
};
