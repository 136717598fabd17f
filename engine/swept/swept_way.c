/* swept_way.c: the way of a body within a step. */
#include "stopping.h"

carom__swept_way carom__swept_way_of(const carom_world *world, const carom__moved *moved, uint32_t body) {
  const carom_pose *before = carom__moved_from(moved, body);
  carom__swept_way way = swept_way_at(&world->bodies.poses.data[body]);
  if (!before) return way;
  way.from = *before;
  way.angular = carom__body_velocity(world, body).angular;
  way.dt = moved->dt;
  way.angle = vec3_length(way.angular) * moved->dt;
  return way;
}

carom_pos carom__swept_way_position(const carom__swept_way *way, double fraction) {
  carom_pos p = way->from.position, q = way->to.position;
  if (fraction == 1) return q;
  return (carom_pos){p.x + fraction * (q.x - p.x), p.y + fraction * (q.y - p.y),
                     p.z + fraction * (q.z - p.z)};
}

carom_pose carom__swept_way_pose(const carom__swept_way *way, double fraction) {
  if (fraction == 0) return way->from;
  if (fraction == 1) return way->to;
  return (carom_pose){
      carom__swept_way_position(way, fraction),
      carom__motion_turn(way->from.rotation, way->angular, (float)(fraction * (double)way->dt))};
}

static carom_vec3 travel_of(const carom__swept_way *way) {
  return pos_sub(way->to.position, way->from.position);
}

/* How far the box reaches from the body's origin. */
static float reach_of(const carom__swept_way *way, const carom_aabb *box) {
  carom_vec3 low =
      pos_sub(way->to.position, (carom_pos){(double)box->min.x, (double)box->min.y, (double)box->min.z});
  carom_vec3 high =
      pos_sub((carom_pos){(double)box->max.x, (double)box->max.y, (double)box->max.z}, way->to.position);
  return vec3_length(vec3_max(vec3_abs(low), vec3_abs(high)));
}

float carom__swept_way_length(const carom__swept_way *way, const carom_aabb *box) {
  float turn = way->angle < 2 ? way->angle : 2;
  return vec3_length(travel_of(way)) + (turn > 0 ? turn * reach_of(way, box) : 0);
}

/* Around the body's origin, as far as the part reaches, for what turns. Rounding is covered by a little more,
 * relative to all that was added, and rounding outward. */
carom_aabb carom__swept_way_box(const carom__swept_way *way, const carom_aabb *box, float more) {
  carom_vec3 travel = travel_of(way);
  carom_pos end = way->to.position, middle = pos_add(end, vec3_scale(travel, -0.5f));
  carom_vec3 half = vec3_scale(vec3_abs(travel), 0.5f);
  more += CAROM__TOWARDS * vec3_length(travel);
  if (way->angle > 0) {
    more += (1 + CAROM__TOWARDS * way->angle) * reach_of(way, box);
  } else {
    carom_pos center = {((double)box->min.x + (double)box->max.x) / 2,
                        ((double)box->min.y + (double)box->max.y) / 2,
                        ((double)box->min.z + (double)box->max.z) / 2};
    half = vec3_add(half, vec3((float)((double)box->max.x - center.x), (float)((double)box->max.y - center.y),
                               (float)((double)box->max.z - center.z)));
    middle = pos_add(middle, pos_sub(center, end));
  }
  more += 64 * 0x1p-24f * (vec3_norm1(half) + more);
  return aabb_around(middle, vec3_add(half, vec3(more, more, more)));
}
