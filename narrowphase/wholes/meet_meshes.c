/* meet_meshes.c: the contacts of two meshes, as part_contact.c finds them of any two parts.
 *
 * Nearly all pairs of triangles that cross have no normal of both surfaces. What tells this soonest is asked
 * first: whether a triangle is seen from behind, and then its neighbours in the same leaf.
 *
 * The distance is no more than that of any two points. Nearest points of each to those of the other give two
 * that are near, and the walk leaves out what is farther apart than the nearest so far. */
#include "meet_meshes.h"

#include "along.h"
#include "manifold.h"
#include "placed.h"
#include "two_triangles.h"

typedef struct meshes_meeting {
  carom__gathering *g;
  const carom__part *of[2];  /* the children */
  bool alone[2];             /* no other child of the same shape is near */
  carom__relative places[2]; /* of side 1 in the frame of side 0, and of side 0 in that of side 1 */
  float sizes[2];            /* of the children: rounding scales with them */
  /* Two triangles: in which lanes of which leaves they are, and the sides from which they are touched. */
  const carom__triangle_batch *leaves[2];
  int lanes[2];
  carom__triangle triangles[2];
  carom_vec3 fronts[2];
  bool faced[2]; /* is the middle of the other triangle on that side? */
} meshes_meeting;

static carom__part part_of(const meshes_meeting *m, int side) {
  const carom__part whole =
      part_of_triangle(part_site(m->of[side]), &m->triangles[side], m->leaves[side], m->lanes[side]);
  return part_within(m->of[side], &whole);
}

static carom__surfaces surfaces_of(const meshes_meeting *m) {
  return (carom__surfaces){
      {{.whole = m->g->a, .alone = m->alone[0]}, {.whole = m->g->b, .alone = m->alone[1]}}};
}

/* --- Contacts, in the frame of side `first`, with the normal out of it --- */

typedef struct mesh_contact {
  int first;
  carom__manifold local;
} mesh_contact;

static float depth_of(const carom__manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->count; i++) depth = greater_float(depth, -m->points[i].separation);
  return depth;
}

static void to_world(const meshes_meeting *m, const mesh_contact *c, carom_manifold *out) {
  carom__manifold mirrored;
  if (c->first == 1) carom__manifold_mirror(&c->local, &m->places[0], &mirrored);
  carom__manifold_to_world(c->first == 1 ? &mirrored : &c->local, &m->of[0]->frame, out);
}

static void add(const meshes_meeting *m, carom__contact_rank rank, const mesh_contact *c) {
  const carom__part a = part_of(m, 0), b = part_of(m, 1);
  carom_manifold contact;
  to_world(m, c, &contact);
  carom__gathering_add(m->g, &a, &b, rank, &contact);
}

/* A contact that no normal explains is kept only while there are no others, when it is the deepest. */
static void add_spare(const meshes_meeting *m, const mesh_contact *c) {
  const carom__gathering *g = m->g;
  if (g->found || (g->has_spare && depth_of(&c->local) <= g->spare_depth)) return;
  add(m, CAROM__CONTACT_OF_PARTS, c);
}

/* --- The rule of surfaces --- */

typedef struct rising_walk {
  uint32_t own; /* the triangle that is not asked */
  carom_vec3 point, normal;
  float near;
} rising_walk;

static bool does_not_rise(void *context, const carom__triangle_batch *batch) {
  const rising_walk *w = context;
  unsigned lanes = batch->lanes;
  for (int i = 0; i < CAROM__TRIANGLE_LANES; i++)
    if (lanes >> i & 1 && batch->numbers[i] == w->own) lanes &= ~(1u << i);
  return !carom__triangles_rise(batch, lanes, w->point, w->normal, w->near);
}

/* How near to a point of a side is near enough. */
static float near_at(const meshes_meeting *m, int side, carom_vec3 point) {
  return CAROM__SURFACE_HOLDS * (vec3_norm1(point) + m->sizes[side]);
}

/* Do the neighbours in the leaf say that a direction is no normal? */
static bool leaf_rises(const meshes_meeting *m, int side, carom_vec3 point, carom_vec3 normal) {
  const carom__triangle_batch *leaf = m->leaves[side];
  unsigned others = leaf->lanes & ~(1u << m->lanes[side]);
  return carom__triangles_rise(leaf, others, point, normal, near_at(m, side, point));
}

static bool is_normal_of_mesh(const meshes_meeting *m, int side, carom_vec3 point, carom_vec3 normal) {
  const carom_shape *shape = &m->of[side]->shape;
  float near = near_at(m, side, point);
  rising_walk w = {m->leaves[side]->numbers[m->lanes[side]], point, normal, near};
  carom_obb region = {point, mat3_identity(), {2 * near, 2 * near, 2 * near}};
  return carom__shape_class_of(shape->kind)->walk_triangles(shape, &region, true, does_not_rise, &w);
}

static bool is_normal(const meshes_meeting *m, int side, carom_vec3 point, carom_vec3 normal) {
  if (!is_normal_of_mesh(m, side, point, normal)) return false;
  if (m->alone[side]) return true;
  const carom_frame *frame = &m->of[side]->frame;
  const carom__part part = part_of(m, side);
  return carom__surface_others_agree(side == 0 ? m->g->a : m->g->b, &part, frame_apply(frame, point),
                                     mat3_mul_vec3(&frame->axes, normal));
}

/* The same of one that may lead behind the triangle: it has to lead around an end of the surface. */
static bool allows_normal(const meshes_meeting *m, int side, carom_vec3 point, carom_vec3 outward) {
  if (!is_normal(m, side, point, outward)) return false;
  if (vec3_dot(outward, m->fronts[side]) >= -CAROM__AROUND) return true;
  return is_normal(m, side, point, direction_around(outward, m->fronts[side]));
}

/* Solids in a compound may cover a face. */
static bool face_is_free(const meshes_meeting *m, int side, const mesh_contact *c) {
  if (!m->of[side]->place) return true;
  const carom__part a = part_of(m, 0), b = part_of(m, 1);
  const carom__surfaces surfaces = surfaces_of(m);
  carom_manifold contact;
  to_world(m, c, &contact);
  return carom__part_face_is_free(&surfaces, &a, &b, side, &contact);
}

/* A direction in the frame of a side, of one in that of `first`. */
static carom_vec3 turn_to(const meshes_meeting *m, int side, int first, carom_vec3 v) {
  return side == first ? v : mat3_tmul_vec3(&m->places[first].axes, v);
}

static carom_vec3 outward_of(const meshes_meeting *m, int side, const mesh_contact *c) {
  return turn_to(m, side, c->first, side == c->first ? c->local.normal : vec3_neg(c->local.normal));
}

/* A point of a contact on the surface of a side, in its frame. */
static carom_vec3 point_on(const meshes_meeting *m, int side, const mesh_contact *c, uint32_t i) {
  const carom__point *p = &c->local.points[i];
  float half = 0.5f * (side == c->first ? -p->separation : p->separation);
  carom_vec3 at = vec3_mad(p->position, c->local.normal, half);
  return side == c->first ? at : relative_unapply(&m->places[c->first], at);
}

/* Where the triangle of a side ends along its outward normal, as seen from a point of a contact. */
static carom_vec3 end_on(const meshes_meeting *m, int side, const mesh_contact *c, uint32_t i,
                         carom_vec3 outward) {
  carom_vec3 at = point_on(m, side, c, i);
  return carom__triangle_support_from(&m->triangles[side], at, outward, near_at(m, side, at));
}

/* Does the triangle of a side end at the deepest point of a contact? */
static bool ends_there(const meshes_meeting *m, int side, const mesh_contact *c, carom_vec3 outward) {
  uint32_t deepest = 0;
  for (uint32_t i = 1; i < c->local.count; i++)
    if (c->local.points[i].separation < c->local.points[deepest].separation) deepest = i;
  carom_vec3 at = point_on(m, side, c, deepest);
  float near = CAROM__SURFACE_OWN * near_at(m, side, at);
  carom_vec3 end = carom__triangle_support_from(&m->triangles[side], at, outward, near);
  return end.x == at.x && end.y == at.y && end.z == at.z;
}

/* Says sooner than `agrees` that the normal of a contact is none of a side. */
static bool may_agree(const meshes_meeting *m, int side, const mesh_contact *c) {
  carom_vec3 outward = outward_of(m, side, c);
  float cosine = vec3_dot(outward, m->fronts[side]);
  if (leads_behind(cosine, m->faced[side])) return false;
  if (leads_behind(cosine, false) && !ends_there(m, side, c, outward)) return false;
  if (cosine > CAROM__SAME_NORMAL) return true;
  for (uint32_t i = 0; i < c->local.count; i++)
    if (leaf_rises(m, side, end_on(m, side, c, i, outward), outward)) return false;
  return true;
}

/* Is the normal of a contact, of which that may be so, one of a side at all points? */
static bool agrees(const meshes_meeting *m, int side, const mesh_contact *c) {
  carom_vec3 outward = outward_of(m, side, c);
  if (vec3_dot(outward, m->fronts[side]) > CAROM__SAME_NORMAL) return face_is_free(m, side, c);
  for (uint32_t i = 0; i < c->local.count; i++)
    if (!allows_normal(m, side, end_on(m, side, c, i, outward), outward)) return false;
  return true;
}

static bool both_agree(const meshes_meeting *m, const mesh_contact *c) {
  return may_agree(m, 0, c) && may_agree(m, 1, c) && agrees(m, 0, c) && agrees(m, 1, c);
}

/* --- Two triangles --- */

/* As in part_contact.c. */
static void set_front(meshes_meeting *m, int side) {
  const carom__triangle *t = &m->triangles[side];
  const carom_vec3 *others = m->triangles[1 - side].corners;
  carom_vec3 center = vec3_scale(vec3_add(vec3_add(others[0], others[1]), others[2]), 1.0f / 3);
  carom_vec3 at = relative_apply(&m->places[side], center);
  bool behind = vec3_dot(t->normal, vec3_sub(at, t->corners[0])) < 0;
  m->fronts[side] = behind && !t->one_sided ? vec3_neg(t->normal) : t->normal;
  m->faced[side] = !behind || !t->one_sided;
}

/* How far the triangle of the other side reaches below the plane of a side. */
static float overlap_along(const meshes_meeting *m, int side) {
  return carom__triangle_overlap_along(&m->triangles[side], &m->triangles[1 - side], &m->places[side],
                                       m->fronts[side]);
}

/* Finds the contact along the front of the side along which the triangles overlap less. Where both
 * fronts look the same way, the side that has a back is met from there if the other one has none. */
static bool meet_front(const meshes_meeting *m, mesh_contact *c, bool *faces) {
  int side = overlap_along(m, 1) < overlap_along(m, 0);
  const carom__triangle *own = &m->triangles[side], *other = &m->triangles[1 - side];
  *c = (mesh_contact){.first = side, .local = {.normal = m->fronts[side]}};
  *faces = vec3_dot(outward_of(m, 1 - side, c), m->fronts[1 - side]) >= 0;
  bool turns = !*faces && !own->one_sided && other->one_sided;
  carom_vec3 normal = turns ? vec3_neg(m->fronts[side]) : m->fronts[side];
  return carom__two_triangles_along(own, other, &m->places[side], normal, &c->local);
}

static void meet_generally(const meshes_meeting *m) {
  const carom__part a = part_of(m, 0), b = part_of(m, 1);
  const carom__surfaces surfaces = surfaces_of(m);
  carom__gathering_meet(m->g, &a, &b, &surfaces);
}

static void meet_triangles(meshes_meeting *m) {
  mesh_contact c = {.first = 0}, along_front;
  carom__triangles_answer answer =
      carom__two_triangles_collide(&m->triangles[0], &m->triangles[1], &m->places[0], &c.local);
  if (answer == CAROM__TRIANGLES_APART) return;
  if (answer == CAROM__TRIANGLES_UNSURE) {
    meet_generally(m);
    return;
  }
  for (int side = 0; side < 2; side++) set_front(m, side);
  if (both_agree(m, &c)) {
    add(m, CAROM__CONTACT, &c);
    return;
  }
  bool faces, meets = meet_front(m, &along_front, &faces);
  if (meets && faces && both_agree(m, &along_front))
    add(m, CAROM__CONTACT_OF_FACE, &along_front);
  else
    add_spare(m, meets ? &along_front : &c);
}

static bool visit(void *context, const carom__triangle_batch *a, const carom__triangle_batch *b,
                  const uint8_t meets[CAROM__TRIANGLE_LANES]) {
  meshes_meeting *m = context;
  m->leaves[0] = a, m->leaves[1] = b;
  for (int k = 0; k < CAROM__TRIANGLE_LANES; k++) {
    m->lanes[1] = k;
    if (meets[k]) carom__triangle_of_batch(b, k, 0, &m->triangles[1]);
    for (unsigned left = meets[k]; left; left &= left - 1) {
      m->lanes[0] = bits_lowest(left);
      carom__triangle_of_batch(a, m->lanes[0], 0, &m->triangles[0]);
      meet_triangles(m);
    }
  }
  return true;
}

static float size_of(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  return vec3_norm1(box.half);
}

bool carom__meshes_meet(carom__gathering *g, const carom__part *a, const carom__part *b,
                        const bool alone[2]) {
  meshes_meeting m = {.g = g, .of = {a, b}, .alone = {alone[0], alone[1]}};
  carom__mesh_pairs pairs;
  if (!carom__mesh_pairs_of(part_site(a), part_site(b), 0, &pairs)) return false;
  for (int side = 0; side < 2; side++) {
    const carom_shape *shape = &m.of[side]->shape;
    if (shape_radius(carom__shape_class_of(shape->kind), shape) > 0) return false;
    m.sizes[side] = size_of(shape);
  }
  m.places[0] = pairs.b_in_a;
  m.places[1] = relative_inverse(&pairs.b_in_a);
  pairs.visit = visit, pairs.context = &m;
  carom__mesh_pairs_walk(&pairs);
  return true;
}

/* --- Distances --- */

typedef struct meshes_search {
  carom__measuring *m;
  carom__site sites[2];
  float radii[2], slack;
  carom__mesh_pairs pairs;
} meshes_search;

static bool measure_pair(meshes_search *s, const carom__part *a, const carom__part *b) {
  if (!carom__measure_parts(s->m, a, b)) return false;
  if (!s->m->found) return true;
  float margin = s->m->best.distance + s->slack + s->radii[0] + s->radii[1];
  s->pairs.margin = lesser_float(s->pairs.margin, margin);
  return true;
}

static bool measure_leaves(void *context, const carom__triangle_batch *a, const carom__triangle_batch *b,
                           const uint8_t meets[CAROM__TRIANGLE_LANES]) {
  meshes_search *s = context;
  for (int k = 0; k < CAROM__TRIANGLE_LANES; k++) {
    carom__triangle of_a, of_b;
    if (meets[k]) carom__triangle_of_batch(b, k, s->radii[1], &of_b);
    for (unsigned left = meets[k]; left; left &= left - 1) {
      int lane = bits_lowest(left);
      carom__triangle_of_batch(a, lane, s->radii[0], &of_a);
      const carom__part parts[2] = {part_of_triangle(s->sites[0], &of_a, a, lane),
                                    part_of_triangle(s->sites[1], &of_b, b, k)};
      if (!measure_pair(s, &parts[0], &parts[1])) return false;
    }
  }
  return true;
}

/* The point of the sharp surface of a side that is nearest to a point. */
static carom__dvec3 nearest_on(const meshes_search *s, int side, carom__dvec3 p) {
  const carom_shape *shape = s->sites[side].shape;
  carom__solid_nearest near;
  carom__shape_class_of(shape->kind)->nearest(shape, p, &near);
  return dvec3_mad(p, near.outward, -(near.distance + (double)s->radii[side]));
}

/* The distance of two points of the sharp surfaces, which are near each other. */
static float near_points(const meshes_search *s) {
  carom__relative place = s->pairs.b_in_a;
  const carom_shape *b = s->sites[1].shape;
  carom__dvec3 p = dvec3_place(&place, shape_center(carom__shape_class_of(b->kind), b)), q = p;
  for (int i = 0; i < 2; i++) {
    p = nearest_on(s, 0, q);
    q = dvec3_widen(relative_unapply(&place, dvec3_narrow(p)));
    q = dvec3_place(&place, dvec3_narrow(nearest_on(s, 1, q)));
  }
  return (float)dvec3_length(dvec3_sub(p, q));
}

bool carom__meshes_measure(carom__site a, carom__site b, carom__measuring *out) {
  meshes_search s = {.m = out, .sites = {a, b}};
  *out = (carom__measuring){.limit = out->limit};
  if (!carom__mesh_pairs_of(a, b, 0, &s.pairs)) return false;
  for (int side = 0; side < 2; side++)
    s.radii[side] = shape_radius(carom__shape_class_of(s.sites[side].shape->kind), s.sites[side].shape);
  s.slack = carom__part_pairs_slack(a, b);
  s.pairs.margin = near_points(&s) + s.slack;
  s.pairs.nearest = true;
  s.pairs.visit = measure_leaves, s.pairs.context = &s;
  carom__mesh_pairs_walk(&s.pairs);
  return out->found || out->status;
}
