/* query_planes.c: finds colliders that touch the solid within planes. */
#include "carom/query_near.h"
#include "state.h"

/* The world's own allocator counts what it gives, which queries on several threads must not. */
carom_status carom_world_overlap_planes(const carom_world *world, const carom_plane *planes,
                                        size_t plane_count, const carom_pose *pose,
                                        const carom_query_filter *filter, carom_found *out, size_t capacity,
                                        size_t *count) {
  carom_hull *hull;
  if (!world) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_hull_from_planes(&world->outer, planes, plane_count, &hull);
  if (status) return status;
  carom_shape solid = carom_shape_hull(hull);
  status = carom_world_overlap_shape(world, &solid, pose, filter, out, capacity, count);
  carom_hull_release(hull);
  return status;
}
