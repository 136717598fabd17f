/* drive.h: cars follow the road of a track: on the ground they drive towards its next point, in the air they
 * fall. */
#ifndef LEVEL_DRIVE_H
#define LEVEL_DRIVE_H

#include "scene.h"

/* Sets the velocity and the rotation of a car for the next step. `ground` is the sum of the normals of what
 * it stands on, zero in the air. */
void drive_steer(const scene *s, scene_item *car, carom_world *world, carom_vec3 ground, float seconds);

/* A place on the road with the direction in which it leads. */
carom_pose drive_start(const scene *s, uint64_t *random, size_t *goal);

/* The direction in which a car at this pose points, its x axis. */
carom_vec3 drive_direction(const carom_pose *pose);

#endif
