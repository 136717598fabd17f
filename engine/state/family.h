/* family.h: what a spatial and a planar world ask of shapes and of poses. */
#ifndef CAROM_ENGINE_FAMILY_H
#define CAROM_ENGINE_FAMILY_H

#include "shape_class.h"
#include "state.h"
#include "stateless_ray.h"

/* CAROM_OK, what carom_shape_check says, or CAROM_WRONG_FAMILY. */
static inline carom_status carom__world_check_shape(const carom_world *world, const carom_shape *shape) {
  carom_status status = carom_shape_check(shape);
  if (status) return status;
  return shape_is_planar(shape) == world->def.planar ? CAROM_OK : CAROM_WRONG_FAMILY;
}

/* The same of a shape that moves, or is asked about: CAROM_UNBOUNDED of one that has no end. */
static inline carom_status carom__world_check_bounded(const carom_world *world, const carom_shape *shape) {
  carom_status status = carom__world_check_shape(world, shape);
  return !status && shape_is_unbounded(shape) ? CAROM_UNBOUNDED : status;
}

/* carom__pos_check and carom__ray_check, and CAROM_NOT_PLANAR. */
static inline carom_status carom__world_check_point(const carom_world *world, const carom_pos *point) {
  carom_status status = carom__pos_check(point);
  return status || !world->def.planar || point->z == 0 ? status : CAROM_NOT_PLANAR;
}
static inline carom_status carom__world_check_ray(const carom_world *world, const carom_ray *ray) {
  carom_status status = carom__ray_check(ray);
  return status || !world->def.planar || ray_is_planar(ray) ? status : CAROM_NOT_PLANAR;
}

/* carom__pose_accept and carom__local_pose_accept, and CAROM_NOT_PLANAR. */
static inline carom_status carom__world_accept_pose(const carom_world *world, carom_pose *pose) {
  carom_status status = carom__pose_accept(pose);
  return status || !world->def.planar || pose_is_planar(pose) ? status : CAROM_NOT_PLANAR;
}
static inline carom_status carom__world_accept_local(const carom_world *world, carom_local_pose *pose) {
  carom_status status = carom__local_pose_accept(pose);
  return status || !world->def.planar || local_pose_is_planar(pose) ? status : CAROM_NOT_PLANAR;
}

#endif
