/* mover_touch.c: what is near a mover, and what of it is ground. */
#include "move.h"

#include "composite.h"
#include "pair_call.h"
#include "queries.h"
#include "shape_class.h"
#include "stateless_ray.h"
#include "surface.h"

/* Angles that differ by less are taken as the same: the slope limit admits slopes that are just as steep. */
#define ANGLE_SLACK 0x1p-14f

/* The cosine of two normals of parts of which one tells the other, too: 0.8 degrees. */
#define SAME_WAY 0.9999f

carom__mover_touch carom__move_touch(uint32_t collider, const carom__part *part) {
  carom__mover_touch touch = {.collider = collider, .of_part = part};
  if (part) touch.part = *part;
  if (part && part->shape.kind == CAROM__TRIANGLE) touch.triangle = *shape_triangle(&part->shape);
  return touch;
}

bool carom__move_touch_is_same(const carom__mover_touch *a, const carom__mover_touch *b) {
  if (a->collider != b->collider || a->of_part != b->of_part) return false;
  return !a->of_part || vec3_dot(a->normal, b->normal) > SAME_WAY;
}

carom__mover_touch carom__move_measure(carom__move *m, const carom__mover_touch *it) {
  carom__mover_touch touch = *it;
  carom_frame own = pose_to_frame(&m->pose), frame;
  carom_shape shape = it->part.shape;
  if (!it->of_part) shape = *carom__collider_shape(m->world, it->collider, &shape);
  if (shape.kind == CAROM__TRIANGLE) shape = triangle_shape(&it->triangle);
  frame = it->of_part ? it->part.frame : carom__collider_frame(m->world, it->collider);
  carom_distance_result apart = {.distance = 0};
  carom_status status = carom__call_signed_distance((carom__site){&shape, &frame},
                                                    (carom__site){&m->shape, &own}, NULL, &apart);
  if (status) m->status = status;
  touch.gap = apart.distance, touch.normal = apart.normal, touch.point = apart.point_a;
  return touch;
}

bool carom__move_meets(const carom__move *m, uint32_t collider) {
  return carom__body_is_active(m->world, m->world->colliders.gates.data[collider].body) &&
         carom__query_wants(m->world, collider, &m->filter) &&
         carom__query_accepts(m->world, collider, &m->filter);
}

/* What leads along the plane meets an edge, of which is_of_surface tells more. */
static bool is_behind(const carom__mover_touch *touch) {
  const carom__triangle *t = &touch->triangle;
  carom_vec3 way = mat3_tmul_vec3(&touch->part.frame.axes, touch->normal);
  return touch->gap > 0 && t->one_sided && vec3_dot(way, t->normal) < -CAROM__ALONG_PLANE;
}

bool carom__move_passes(const carom__move *m, const carom__mover_touch *touch) {
  if (touch->of_part) return is_behind(touch);
  carom_shape room;
  const carom_shape *shape = carom__collider_shape(m->world, touch->collider, &room);
  if (touch->gap <= 0) return carom__shape_lets_pass(shape, vec3(0, 0, 0));
  carom_frame frame = carom__collider_frame(m->world, touch->collider);
  return carom__shape_lets_pass(shape, vec3_neg(mat3_tmul_vec3(&frame.axes, touch->normal)));
}

carom_shape carom__move_grow(const carom_shape *shape, float by) {
  carom_shape grown = *shape;
  shape_grow(carom__shape_class_of(shape->kind), &grown, by);
  return grown;
}

/* --- Looking around --- */

typedef struct mover_look {
  carom__move *m;
  carom__walker walker; /* around all that may be near enough */
  float within;
  carom__first_list near;
} mover_look;

static carom__rank rank_of(const void *entry) {
  const carom__mover_touch *touch = entry;
  return (carom__rank){.far = (double)touch->gap, .collider = touch->collider};
}

static const carom__ranked touches = {sizeof(carom__mover_touch), rank_of};

/* Of parts of one direction, the nearest tells the others. */
static void add_part(mover_look *l, const carom__mover_touch *touch) {
  carom__first_list *near = &l->near;
  if (near->count > near->capacity) near->count = near->capacity;
  for (size_t i = 0; i < near->count; i++) {
    const carom__mover_touch *other = carom__first_at(near, &touches, i);
    if (!carom__move_touch_is_same(other, touch)) continue;
    if (other->gap <= touch->gap) return;
    carom__first_replace(near, &touches, i, touch);
    return;
  }
  carom__first_add(near, &touches, touch);
}

static bool is_wanted(const mover_look *l, const carom__mover_touch *touch) {
  return touch->gap < l->within && !carom__move_passes(l->m, touch) &&
         carom__query_accepts(l->m->world, touch->collider, &l->m->filter);
}

/* Is the direction to a part a normal of the whole? At an edge within flat ground it is not. */
static bool is_of_surface(carom__site whole, const carom__mover_touch *touch) {
  carom_vec3 way = mat3_tmul_vec3(&touch->part.frame.axes, touch->normal);
  if (touch->gap <= 0 || fabsf(vec3_dot(way, touch->triangle.normal)) > SAME_WAY) return true;
  return carom__surface_has_normal(whole, &touch->part, touch->point, touch->normal);
}

typedef struct part_look {
  mover_look *look;
  carom__site whole;
  uint32_t collider;
} part_look;

static bool visit_part(void *context, const carom__part *part) {
  part_look *p = context;
  mover_look *l = p->look;
  carom__mover_touch touch = carom__move_touch(p->collider, part);
  touch = carom__move_measure(l->m, &touch);
  if (is_wanted(l, &touch) && is_of_surface(p->whole, &touch)) add_part(l, &touch);
  return !l->m->status;
}

static void visit_patch(void *context, const carom_patch *patch) {
  part_look *p = context;
  const carom_contact_point *deepest = &patch->points[0];
  carom__mover_touch touch = {.collider = p->collider, .gap = deepest->separation, .normal = patch->normal};
  touch.point = pos_add(deepest->position, vec3_scale(patch->normal, -0.5f * deepest->separation));
  touch.part.child = patch->child_a;
  touch.part.triangle = patch->triangle_a, touch.part.material = patch->material_a;
  if (is_wanted(p->look, &touch)) carom__first_add(&p->look->near, &touches, &touch);
}

/* A collider that is not convex. What overlaps it, or is inside, is pushed out by its patches. */
static void visit_composite(mover_look *l, carom__site whole, uint32_t collider) {
  part_look p = {l, whole, collider};
  carom__site own = {&l->m->shape, &l->walker.frame}, reach = {l->walker.shape, &l->walker.frame};
  carom__region region = carom__region_of(reach, 0);
  bool overlap = false;
  carom_status status = carom__call_overlap(whole, own, NULL, &overlap);
  if (!status && overlap)
    status = carom__patches_find(whole, own, visit_patch, &p);
  else if (!status)
    carom__parts_walk(whole, &region, visit_part, &p);
  if (status) l->m->status = status;
}

static float visit(void *context, uint32_t collider, float limit) {
  mover_look *l = context;
  carom_frame frame = carom__collider_frame(l->m->world, collider);
  carom_shape room;
  carom__site site = {carom__collider_shape(l->m->world, collider, &room), &frame};
  if (!carom__query_wants(l->m->world, collider, &l->m->filter)) return limit;
  if (!carom__walker_may_meet(&l->walker, site)) return limit;
  if (shape_is_composite(site.shape)) {
    visit_composite(l, site, collider);
  } else {
    carom__mover_touch touch = carom__move_touch(collider, NULL);
    touch = carom__move_measure(l->m, &touch);
    if (is_wanted(l, &touch)) carom__first_add(&l->near, &touches, &touch);
  }
  return l->m->status ? -1 : limit;
}

/* Looks at one collider, or at all for CAROM__NO_INDEX. */
static void look(carom__move *m, uint32_t collider, float within, carom__mover_touches *out) {
  carom_shape reach = carom__move_grow(&m->shape, within);
  carom_frame frame = pose_to_frame(&m->pose);
  mover_look l = {.m = m, .within = within, .near = {m->world, out->items, CAROM__MOVER_TOUCHES, 0}};
  carom__walker_open(&reach, &frame, &l.walker);
  if (collider == CAROM__NO_INDEX)
    carom__walk_box(m->world, &l.walker, visit, &l);
  else
    visit(&l, collider, 0);
  out->count = l.near.count < CAROM__MOVER_TOUCHES ? l.near.count : CAROM__MOVER_TOUCHES;
}

void carom__move_look(carom__move *m, float within, carom__mover_touches *out) {
  look(m, CAROM__NO_INDEX, within, out);
}

void carom__move_look_at(carom__move *m, uint32_t collider, float within, carom__mover_touches *out) {
  look(m, collider, within, out);
}

/* --- Ground --- */

static bool is_level(const carom__move *m, carom_vec3 normal) {
  float rise = move_rise(m, normal);
  return rise >= m->level - ANGLE_SLACK && rise > CAROM__UPRIGHT;
}

/* Is there ground a little farther on, over the edge that is touched? A ray looks down there. */
static bool is_edge_of_ground(const carom__move *m, const carom__mover_touch *touch) {
  float aside = m->margin, above = aside * (1 + 1 / greater_float(m->level, 0x1p-6f));
  carom_vec3 on = vec3_normalize_or(move_level(m, touch->normal), vec3(0, 0, 0));
  carom_pos start = pos_add(touch->point, vec3_mad(vec3_scale(m->up, above), on, -aside));
  carom_ray ray = {start, vec3_scale(m->up, -2 * above)};
  carom_frame frame = carom__collider_frame(m->world, touch->collider);
  carom_ray_result met;
  carom_shape room;
  carom__cast_ray(carom__collider_shape(m->world, touch->collider, &room), &frame, &ray, &met);
  return met.hit && !met.inside && is_level(m, met.normal);
}

bool carom__move_is_ground(const carom__move *m, const carom__mover_touch *touch, bool edges) {
  if (is_level(m, touch->normal)) return true;
  return edges && move_rise(m, touch->normal) > 0x1p-5f && is_edge_of_ground(m, touch);
}

/* Does a plane take the place of another one? */
static bool is_told(const carom_mover_plane *old, const carom_mover_plane *new, bool whole) {
  if (old->collider.bits != new->collider.bits) return false;
  return whole || vec3_dot(old->normal, new->normal) > SAME_WAY;
}

carom_mover_plane carom__move_note(const carom__move *m, const carom__mover_touch *touch) {
  carom_mover_result *out = m->result;
  carom_mover_plane plane = {.body = carom__collider_owner(m->world, touch->collider),
                             .collider = carom__collider_id(m->world, touch->collider),
                             .child = carom__collider_child_or(m->world, touch->collider, touch->part.child),
                             .triangle = touch->part.triangle,
                             .material = touch->part.material,
                             .normal = touch->normal,
                             .point = touch->point};
  uint32_t at = 0;
  carom_shape room;
  bool whole = !shape_is_composite(carom__collider_shape(m->world, touch->collider, &room));
  while (at < out->plane_count && !is_told(&out->planes[at], &plane, whole)) at++;
  if (at == CAROM_MOVER_PLANES) at--;
  if (at == out->plane_count) out->plane_count++;
  out->planes[at] = plane;
  return plane;
}
