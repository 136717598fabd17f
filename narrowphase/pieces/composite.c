/* composite.c: contacts, overlaps and distances of composite shapes, from those of their parts. */
#include "composite.h"

#include "inside.h"
#include "part_contact.h"

static carom_status worse(carom_status a, carom_status b) { return a ? a : b; }

/* --- Contacts --- */

typedef struct gathering {
  carom__site a, b;
  carom_status status;
  carom__patches patches;
  /* The deepest contact of two parts that no normal of the wholes explains. */
  bool has_spare;
  float spare_depth;
  carom__part spare_a, spare_b;
  carom_manifold spare;
} gathering;

static float depth_of(const carom_manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->point_count; i++) depth = greater_float(depth, -m->points[i].separation);
  return depth;
}

static void keep_spare(gathering *g, const carom__part *a, const carom__part *b, const carom_manifold *m) {
  float depth = depth_of(m);
  if (g->has_spare && depth <= g->spare_depth) return;
  g->has_spare = true;
  g->spare_depth = depth;
  g->spare_a = *a, g->spare_b = *b;
  g->spare = *m;
}

static bool gather(void *context, const carom__part *a, const carom__part *b) {
  gathering *g = context;
  carom__contact_rank rank;
  carom_manifold contact;
  g->status = worse(g->status, carom__part_contact_find(g->a, g->b, a, b, &rank, &contact));
  if (rank == CAROM__CONTACT) carom__patches_add(&g->patches, a, b, &contact);
  if (rank == CAROM__CONTACT_OF_PARTS) keep_spare(g, a, b, &contact);
  return true;
}

/* What does not touch the surface of a solid may be inside. */
static void add_inside(gathering *g) {
  carom__part a, b;
  carom_manifold contact;
  if (carom__inside_contact_find(g->a, g->b, &a, &b, &contact))
    carom__patches_add(&g->patches, &a, &b, &contact);
}

carom_status carom__patches_find(carom__site a, carom__site b, carom__patch_fn *tell, void *context) {
  gathering g;
  g.a = a, g.b = b;
  g.status = CAROM_OK;
  g.has_spare = false;
  carom__patches_begin(&g.patches, tell, context);
  carom__part_pairs_walk(a, b, 0, gather, &g);
  /* What touches has a contact. */
  if (g.patches.count == 0 && g.has_spare) carom__patches_add(&g.patches, &g.spare_a, &g.spare_b, &g.spare);
  if (g.patches.count == 0) add_inside(&g);
  carom__patches_end(&g.patches);
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
  float depth = depth_of(&manifold);
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

/* --- Questions with yes and no --- */

typedef struct part_question {
  carom__pair_call *call;
  carom_status status;
  bool yes;
} part_question;

static bool ask(void *context, const carom__part *a, const carom__part *b) {
  part_question *q = context;
  bool yes = false;
  q->status = worse(q->status, q->call(part_site(a), part_site(b), NULL, &yes));
  q->yes = yes;
  return !yes;
}

/* Is it so of any two parts? */
static carom_status ask_parts(carom__site a, carom__site b, carom__pair_call *call, bool *out) {
  part_question q = {call, CAROM_OK, false};
  carom__part_pairs_walk(a, b, 0, ask, &q);
  if (!q.yes && q.status) return q.status;
  *out = q.yes;
  return CAROM_OK;
}

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

typedef struct measuring {
  carom_status status;
  bool found;
  carom_distance_result best;
} measuring;

static bool measure(void *context, const carom__part *a, const carom__part *b) {
  measuring *m = context;
  carom_distance_result here;
  carom_status status = carom__call_distance(part_site(a), part_site(b), NULL, &here);
  m->status = worse(m->status, status);
  if (status || (m->found && here.distance >= m->best.distance)) return true;
  m->found = true;
  m->best = here;
  return here.distance > 0;
}

/* Half the greatest extent of a shape. */
static float extent_of(carom__site site) {
  carom_obb box;
  carom__shape_class_of(site.shape->kind)->obb(site.shape, &box);
  return vec3_norm1(box.center) + vec3_norm1(box.half);
}

/* Looks ever farther, also from what is inside to the surface. What is found within the margin is the
 * nearest, since all that is as near was seen. */
static carom_status distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  float size_a = extent_of(a), size_b = extent_of(b), margin = 0.125f * lesser_float(size_a, size_b);
  float all = 2 * (size_a + size_b + vec3_norm1(pos_sub(b.frame->origin, a.frame->origin)));
  measuring m;
  (void)cache;
  for (bool done = false; !done;) {
    m = (measuring){.found = false};
    carom__part_pairs_walk(a, b, margin, measure, &m);
    done = m.status || margin >= all || (m.found && m.best.distance <= margin);
    margin = m.found ? m.best.distance : lesser_float(4 * margin, all);
  }
  if (m.status) return m.status;
  if (m.best.distance > 0 && carom__is_inside(a, b, 0)) m.best = (carom_distance_result){.distance = 0};
  *(carom_distance_result *)out = m.best;
  return CAROM_OK;
}

/* Shapes that touch are as deep as their deepest patch. */
static carom_status signed_distance(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold manifold;
  carom_distance_result *result = out;
  carom_status status = collide(a, b, cache, &manifold);
  if (status) return status;
  if (manifold.point_count == 0) return distance(a, b, cache, out);
  const carom_contact_point *first = &manifold.points[0];
  float half = 0.5f * first->separation;
  *result = (carom_distance_result){.distance = first->separation, .normal = manifold.normal};
  result->point_a = pos_add(first->position, vec3_scale(manifold.normal, -half));
  result->point_b = pos_add(first->position, vec3_scale(manifold.normal, half));
  return CAROM_OK;
}

const carom__pair_calls carom__composite_calls = {
    .collide = collide,
    .overlap = overlap,
    .penetrate = penetrate,
    .distance = distance,
    .signed_distance = signed_distance,
};
