/* body_bounds.c: the boxes of many bodies, as the next step has them. */
#include "boxes.h"
#include "objects.h"
#include "stopping.h"

/* Around all colliders where the body is now, whatever its boxes say. */
static carom_aabb bounds_now(const carom_world *world, uint32_t slot) {
  const carom_pose *pose = &world->bodies.poses.data[slot];
  const carom__slots_view colliders = carom__body_colliders(world, slot);
  if (carom__body_collider_count(world, slot) == 0) return aabb_around(pose->position, vec3(0, 0, 0));
  if (carom__body_boxes_fit(world, slot)) return world->bodies.proxies.data[slot].box;
  const carom_frame body = pose_to_frame(pose);
  carom_aabb all = box_tree_nowhere();
  uint32_t collider;
  for (size_t at = 0; slots_next(&colliders, &at, &collider);) {
    const carom_frame frame = carom__frame_on(world, collider, &body);
    carom_shape room;
    carom_aabb own = carom__shape_bounds(carom__collider_shape(world, collider, &room), &frame);
    if (carom__boxes_grow(world)) own = aabb_grown(own, carom__box_growth(world, collider));
    all = aabb_union(all, own);
  }
  return all;
}

static carom_aabb with_way(const carom_world *world, uint32_t slot, const carom_aabb *box) {
  const carom__body_way *found = carom__body_way_find(world, slot);
  if (!found || carom__body_collider_count(world, slot) == 0) return *box;
  const float dt = world->halfway.dt;
  const carom_vec3 angular = found->velocity.angular;
  const carom__swept_way way = {found->before, found->after, angular, dt, vec3_length(angular) * dt};
  return carom__swept_way_box(&way, box, 0);
}

carom_status carom_body_get_bounds(const carom_world *world, const carom_body *bodies, size_t count,
                                   bool ways, carom_aabb *out) {
  if (!world || (count && (!bodies || !out))) return CAROM_NULL_ARGUMENT;
  for (size_t i = 0; i < count; i++)
    if (carom__body_find(world, bodies[i]) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  for (size_t i = 0; i < count; i++) {
    uint32_t slot = carom__id_index(bodies[i].bits);
    out[i] = bounds_now(world, slot);
    if (ways) out[i] = with_way(world, slot, &out[i]);
  }
  return CAROM_OK;
}
