/* shape_chain_link.c: a link of a chain: a segment, sharp or round; its neighbours matter to contacts alone
 * (collide_link.c), its sides to rays as well. */
#include "chain.h"
#include "flat_class.h"

static carom_status check(const carom_shape *shape) {
  const carom_chain_link *link = &shape->geometry.chain_link;
  if (!link->asset) return CAROM_NULL_ARGUMENT;
  if (link->index >= link->asset->link_count) return CAROM_OUT_OF_RANGE;
  return carom__rounding_check(link->radius);
}

static void flat(const carom_shape *shape, carom__flat *out) {
  const carom_chain_link *link = &shape->geometry.chain_link;
  const carom_vec2 *points = chain_link_points(link) + 1;
  float reach = greater_float(flat_norm1(points[0]), flat_norm1(points[1])) + 2 * link->radius;
  flat_begin(out, points, 2, link->radius, reach);
  out->link = link;
}

static carom__dvec2 between(carom_vec2 from, carom_vec2 to) {
  return dvec2_sub(dvec2_widen(to), dvec2_widen(from));
}

/* How far a way leads along a link, and to its left. */
static carom__dvec2 seen_from(const carom_vec2 own[2], carom_vec3 way) {
  carom__dvec2 edge = between(own[0], own[1]), in = dvec2((double)way.x, (double)way.y);
  return dvec2(dvec2_dot(edge, in), dvec2_cross(edge, in));
}

/* Does the chain go on beyond the end that a way along the link meets first? */
static bool goes_on(const carom_vec2 *own, double along) {
  carom__dvec2 out = along > 0 ? between(own[1], own[0]) : between(own[0], own[1]);
  return dvec2_dot(out, along > 0 ? between(own[0], own[-1]) : between(own[1], own[2])) > 0;
}

/* A one-sided link lets pass what does not lead to its left, but for what meets its end. */
static bool lets_pass(const carom_shape *shape, carom_vec3 way) {
  const carom_chain_link *link = &shape->geometry.chain_link;
  const carom_vec2 *own = chain_link_points(link) + 1;
  carom__dvec2 seen = seen_from(own, way);
  if (!link->asset->one_sided) return false;
  if (fabs(seen.y) <= (double)CAROM__ALONG_PLANE * fabs(seen.x)) return seen.x == 0 || goes_on(own, seen.x);
  return seen.y < 0;
}

static uint32_t part(const carom_shape *shape) { return shape->geometry.chain_link.index; }

static void cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  const carom_chain_link *link = &shape->geometry.chain_link;
  carom__flat_cast_ray(shape, ray, out);
  if (out->inside || !link->asset->one_sided) return;
  if (seen_from(chain_link_points(link) + 1, ray->translation).y <= 0) *out = (carom__ray_hit){.hit = false};
}

const carom__shape_class carom__chain_link_class = {
    .sizes_at = offsetof(carom_shape, geometry.chain_link.index),
    .size_count = 2,
    .asset_at = offsetof(carom_shape, geometry.chain_link.asset),
    .asset_class = &carom__chain_asset_class,
    .radius_at = offsetof(carom_shape, geometry.chain_link.radius),
    CAROM__FLAT_COLUMNS,
    .check = check,
    .obb = carom__flat_obb,
    .center = carom__flat_center,
    .flat = flat,
    .lets_pass = lets_pass,
    .part = part,
    .cast_ray = cast_ray,
};
