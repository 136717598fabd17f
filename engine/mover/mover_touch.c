/* mover_touch.c: what is near a mover, and what of it is ground. */
#include "move.h"

#include "pair_call.h"
#include "queries.h"
#include "shape_class.h"
#include "stateless_ray.h"

/* Angles that differ by less are taken as the same: the slope limit admits slopes that are just as steep. */
#define ANGLE_SLACK 0x1p-14f

carom__mover_touch carom__move_measure(carom__move *m, uint32_t collider) {
  const carom_shape *shape = &m->world->colliders.shapes.data[collider];
  carom_frame own = pose_to_frame(&m->pose), frame = carom__collider_frame(m->world, collider);
  carom_distance_result apart = {.distance = 0};
  carom_status status =
      carom__call_signed_distance((carom__site){shape, &frame}, (carom__site){&m->shape, &own}, NULL, &apart);
  if (status) m->status = status;
  return (carom__mover_touch){collider, apart.distance, apart.normal, apart.point_a};
}

bool carom__move_meets(const carom__move *m, uint32_t collider) {
  return carom__body_is_active(m->world, m->world->colliders.gates.data[collider].body) &&
         carom__query_wants(m->world, collider, &m->filter) &&
         carom__query_accepts(m->world, collider, &m->filter);
}

bool carom__move_passes(const carom__move *m, const carom__mover_touch *touch) {
  const carom_shape *shape = &m->world->colliders.shapes.data[touch->collider];
  if (touch->gap <= 0) return carom__shape_lets_pass(shape, vec3(0, 0, 0));
  carom_frame frame = carom__collider_frame(m->world, touch->collider);
  return carom__shape_lets_pass(shape, vec3_neg(mat3_tmul_vec3(&frame.axes, touch->normal)));
}

carom_shape carom__move_grow(const carom_shape *shape, float by) {
  carom_shape grown = *shape;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  shape_sizes(class, &grown)[class->size_count - 1] += by;
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
  return (carom__rank){(double)touch->gap, touch->collider};
}

static const carom__ranked touches = {sizeof(carom__mover_touch), rank_of};

static bool is_near(mover_look *l, uint32_t collider) {
  carom_frame frame = carom__collider_frame(l->m->world, collider);
  const carom_shape *shape = &l->m->world->colliders.shapes.data[collider];
  return carom__walker_may_meet(&l->walker, (carom__site){shape, &frame});
}

static float visit(void *context, uint32_t collider, float limit) {
  mover_look *l = context;
  if (!carom__query_wants(l->m->world, collider, &l->m->filter) || !is_near(l, collider)) return limit;
  carom__mover_touch touch = carom__move_measure(l->m, collider);
  if (touch.gap < l->within && !carom__move_passes(l->m, &touch) &&
      carom__query_accepts(l->m->world, collider, &l->m->filter))
    carom__first_add(&l->near, &touches, &touch);
  return l->m->status ? -1 : limit;
}

void carom__move_look(carom__move *m, float within, carom__mover_touches *out) {
  carom_shape reach = carom__move_grow(&m->shape, within);
  carom_frame frame = pose_to_frame(&m->pose);
  mover_look l = {m, carom__walker_of(&reach, &frame), within, {out->items, CAROM__MOVER_TOUCHES, 0}};
  carom__walk_box(m->world, &l.walker, visit, &l);
  out->count = l.near.count < CAROM__MOVER_TOUCHES ? l.near.count : CAROM__MOVER_TOUCHES;
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
  carom__cast_ray(&m->world->colliders.shapes.data[touch->collider], &frame, &ray, &met);
  return met.hit && !met.inside && is_level(m, met.normal);
}

bool carom__move_is_ground(const carom__move *m, const carom__mover_touch *touch, bool edges) {
  if (is_level(m, touch->normal)) return true;
  return edges && move_rise(m, touch->normal) > 0x1p-5f && is_edge_of_ground(m, touch);
}

carom_mover_plane carom__move_note(const carom__move *m, const carom__mover_touch *touch) {
  carom_mover_result *out = m->result;
  carom_mover_plane plane = {.body = carom__collider_owner(m->world, touch->collider),
                             .collider = carom__collider_id(m->world, touch->collider),
                             .child = carom__collider_child(m->world, touch->collider),
                             .normal = touch->normal,
                             .point = touch->point};
  uint32_t at = 0;
  while (at < out->plane_count && out->planes[at].collider.bits != plane.collider.bits) at++;
  if (at == CAROM_MOVER_PLANES) at--;
  if (at == out->plane_count) out->plane_count++;
  out->planes[at] = plane;
  return plane;
}
